"""Invariants: every release keeps them, and contradictions are refused."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coursekit.topdown.hierarchy import Hierarchy
from coursekit.topdown.invariants import Invariants, housing, node_totals
from coursekit.topdown.rounding import RULES
from coursekit.topdown.pipeline import topdown
from small_state import LEVELS, PEOPLE, SHARES, STATE, rng


@st.composite
def worlds(draw):
    """A random tree, its people, structural zeros, lower bounds and totals that are known down to some level."""
    depth = draw(st.integers(1, 4))
    generator = rng(draw(st.integers(0, 10**6)))
    parents, size = [], draw(st.integers(1, 3))
    roots = size
    for _ in range(depth - 1):
        below = np.sort(np.concatenate([np.arange(size), generator.integers(0, size, generator.integers(0, 2 * size + 2))]))
        parents.append(below)
        size = len(below)
    levels = [f"level {i}" for i in range(depth)]
    tree = Hierarchy(levels, parents, None if parents else [np.arange(roots)])
    width = draw(st.integers(1, 4))
    known_to = draw(st.integers(-1, depth - 1))
    possible = at_least = None
    if draw(st.booleans()):
        one_row = known_to > 0
        possible = generator.random((1 if one_row else size, width)) < 0.6
        possible = np.broadcast_to(possible, (size, width)) if not one_row else np.broadcast_to(possible | (np.arange(width) == 0), (size, width))
    able = np.ones((size, width), bool) if possible is None else possible
    if draw(st.booleans()):
        at_least = generator.integers(0, 3, (size, width)) * able
    counts = generator.poisson(3, (size, width)) * able + (0 if at_least is None else at_least)
    totals = node_totals(tree, counts, [levels[known_to]]) if known_to >= 0 else {}
    return tree, counts, Invariants(totals=totals, possible=possible, at_least=at_least)


@given(worlds(), st.sampled_from(RULES), st.booleans(), st.booleans(), st.integers(0, 10**6))
def test_no_release_breaks_an_invariant(world, rule, in_rho, with_totals, seed):
    tree, counts, known = world
    shares = [1 / len(tree.sizes)] * len(tree.sizes)
    asked = {"detailed": 0.5, "total": 0.5} if with_totals else None
    budget = {"rho": 0.2} if in_rho else {"epsilon": 0.8}
    settings = {"shares": shares, "query_shares": asked, "invariants": known, "rounding": rule, "rng": rng(seed)} | budget
    if rule == "random" and any(tree.level(level) > 0 for level in known.totals):  # sums of nodes and of families
        with pytest.raises(ValueError, match="rule must be 'nearest' or 'first'"):
            topdown(tree, counts, **settings)
        return
    release = topdown(tree, counts, **settings)
    leaves = release.tables[tree.levels[-1]]
    for level, summed in zip(tree.levels, tree.up(leaves), strict=True):
        table = release.tables[level]
        assert (table == summed).all() and table.min() >= 0 and table.dtype == np.int64
        if level in known.totals:
            assert (table.sum(axis=1) == known.totals[level]).all()
    if known.possible is not None:
        assert not leaves[~np.broadcast_to(known.possible, leaves.shape)].any()
    if known.at_least is not None:
        assert (leaves >= known.at_least).all()


def test_buildings():
    """A dormitory keeps its student and a block without a building stays empty; the state's total is kept, too."""
    generator = rng(3)
    units, dorms, prisons = generator.integers(0, 4, 200), generator.random(200) < 0.1, generator.random(200) < 0.05
    facilities = np.column_stack([dorms, prisons]).astype(int) * generator.integers(1, 3, (200, 2))
    people = np.column_stack([generator.poisson(2.5 * units), facilities * generator.integers(1, 30, (200, 2))])
    known = housing(units, facilities)
    both = Invariants(totals=node_totals(STATE, people, ["state"]), possible=known.possible, at_least=known.at_least)
    table = topdown(STATE, people, rho=0.05, shares=SHARES, invariants=both, rng=rng(4)).tables["block"]
    assert not table[:, 0][units == 0].any() and (table[:, 1:] >= facilities).all() and not table[:, 1:][facilities == 0].any()
    assert table.sum() == people.sum()
    with pytest.raises(ValueError, match="facilities must have a row for each of the 2 leaves"):
        housing([1, 2], [[1]])
    with pytest.raises(ValueError, match="invariants must hold in counts"):
        topdown(STATE, people * [1, 0, 1], rho=0.05, shares=SHARES, invariants=known, rng=rng(4))


def test_totals_go_up():
    known = Invariants(totals={"county": [1, 2, 3, 4], "state": [10]}).by_level(STATE, 2)
    assert [None if totals is None else totals.tolist() for totals, _, _ in known] == [[10], [1, 2, 3, 4], None, None]


# --- Bad input -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("settings", "message"), [
    ({"totals": {"state": [1, 2]}}, "totals of state must be 1 numbers"),
    ({"totals": {"town": [1]}}, "level must be"),
    ({"totals": {"state": [-1]}}, "totals of state must be integers from 0"),
    ({"totals": {"state": [1], "county": [1000, 1000, 1000, 1000]}}, "totals of state must agree with those"),
    ({"possible": [False] * 4, "totals": {"state": [4000]}}, "must be 0 where no cell is possible"),
    ({"at_least": [30, 0, 0, 0], "totals": {"state": [4000]}}, "at least the sum of at_least"),
    ({"possible": [False, True, True, True], "at_least": [1, 0, 0, 0]}, "at_least must be 0 where possible"),
    ({"at_least": [1, 0, 0]}, "at_least must have shape"),
])  # fmt: skip
def test_contradictions_are_refused(settings, message):
    with pytest.raises(ValueError, match=message):
        Invariants(**settings).by_level(STATE, 4)


def test_what_does_not_hold_in_the_counts_is_refused():
    known = Invariants(totals={"state": [3999]})
    with pytest.raises(ValueError, match="invariants must hold in counts: those of state must keep the totals, got some that do not"):
        topdown(STATE, PEOPLE, epsilon=1, shares=SHARES, invariants=known, rng=rng())


def test_totals_below_the_first_level_need_the_same_possible_cells():
    possible = np.ones((200, 4), bool)
    possible[:50, 3] = False
    known = Invariants(totals=node_totals(STATE, PEOPLE * possible, ["county"]), possible=possible)
    with pytest.raises(ValueError, match="unless the same cells are possible in all of its nodes"):
        known.by_level(STATE, 4)


def test_refused_kinds():
    with pytest.raises(TypeError, match="totals must be a dict"):
        Invariants(totals=[1])
