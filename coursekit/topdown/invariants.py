"""Invariants: what the public knows exactly, and every release must keep.

They are released as they are: no noise protects them, and the promise of a privacy budget is for the rest only.
"""

from dataclasses import dataclass, field

import numpy as np

from coursekit import checks
from coursekit.topdown.hierarchy import LARGEST, checked_counts, checked_kind, firsts
from coursekit.topdown.projection import bounds


@dataclass(frozen=True, eq=False, kw_only=True)
class Invariants:
    """What the public knows exactly, and every release must keep; each part is optional.

    totals : dict of str to array of int. By level, the number of persons in each node; levels above follow from it.
    possible, at_least : array of bool, array of int. Leaves x cells, or one row for all leaves. Where `possible` is
        False is a structural zero: nobody can be there, whoever answers; a cell that is empty by chance is none. A
        dormitory on the list has at least one inhabitant.
    >>> Invariants(totals={"town": [1000]}, possible=[True, True, False]).possible.tolist()
    [True, True, False]
    """

    totals: dict = field(default_factory=dict)
    possible: np.ndarray | None = None
    at_least: np.ndarray | None = None

    def __post_init__(self):
        totals = checked_kind("totals", self.totals, dict, "a dict of level to totals")
        vars(self).update(totals={level: _counts(f"totals of {level}", values) for level, values in totals.items()})
        if self.possible is not None:
            vars(self).update(possible=checks.answers("possible", self.possible))
        if self.at_least is not None:
            vars(self).update(at_least=_counts("at_least", self.at_least))

    def by_level(self, tree, cells):
        """Return, for each level, its (totals, possible, at_least), None where nothing is known.

        Contradictions are refused: totals that do not add up or that no cells can have. Totals below the first level
        need the same cells possible in all of its nodes: else children might be unable to share what their parent has
        got.
        """
        possible, at_least = bounds((tree.sizes[-1], cells), self.possible, self.at_least)
        unknown, total, known = [None] * len(tree.sizes), None, []
        able = unknown if possible is None else [table > 0 for table in tree.up(possible.astype(np.int64))]
        least = unknown if at_least is None else tree.up(at_least)
        given = {tree.level(level): totals for level, totals in self.totals.items()}
        for i in reversed(range(len(tree.sizes))):
            name, own, some = f"totals of {tree.levels[i]}", given.get(i), able[i]
            below = None if total is None else np.add.reduceat(total, firsts(tree.parents[i]))
            if own is not None and own.shape != (tree.sizes[i],):
                raise ValueError(f"{name} must be {tree.sizes[i]} numbers, got shape {own.shape}")
            if own is not None and below is not None and (wrong := below != own).any():
                got = f"{own[wrong][0]} where the totals below add up to {below[wrong][0]}"
                raise ValueError(f"{name} must agree with those of the levels below, got {got}")
            total = below if own is None else own
            known.append((total, some, least[i]))
            if total is None:
                continue
            low = 0 if least[i] is None else least[i].sum(axis=1)
            if (short := total < low).any():
                raise ValueError(f"{name} must be at least the sum of at_least, got {total[short][0]}")
            if some is not None and (stuck := ~some.any(axis=1) & (total > low)).any():
                raise ValueError(f"{name} must be 0 where no cell is possible, got {total[stuck][0]}")
            if i and some is not None and (some != some[0]).any():
                raise ValueError(f"{name} must be left out unless the same cells are possible in all of its nodes")
        return known[::-1]


def broken_rules(table, totals, possible, at_least):
    """Return what a table of one level breaks of what is known there (see `Invariants.by_level`), in words."""
    rules = {
        "keep the totals": totals is not None and (table.sum(axis=1) != totals).any(),
        "be 0 where a cell is impossible": possible is not None and table[~possible].any(),
        "be at least at_least": at_least is not None and (table < at_least).any(),
    }
    return [rule for rule, broken in rules.items() if broken]


def housing(units, facilities):
    """Return the `Invariants` that follow from a public list of buildings, for a kind of persons per kind of building.

    The first cell are persons in housing units, of which each leaf has `units`, each other cell those in one type of
    group quarters: `facilities` are leaves x types. Nobody lives where there is no building; a facility has one
    inhabitant or more; a housing unit may stand empty. Source: source text, section 8.3.5. That nobody is under 18 in
    group quarters, as it says, is wrong but for nursing facilities: put such rules into `Invariants.possible`.
    >>> known = housing([3, 0], [[0], [2]])
    >>> known.possible.tolist(), known.at_least.tolist()
    ([[True, False], [False, True]], [[0, 0], [0, 2]])
    """
    units, facilities = _counts("units", units), _counts("facilities", facilities)
    if units.ndim != 1 or facilities.shape[:1] != units.shape or facilities.ndim != 2:
        got = f"shape {facilities.shape}"
        raise ValueError(f"facilities must have a row for each of the {units.size} leaves in units, got {got}")
    buildings = np.column_stack([units, facilities])
    return Invariants(possible=buildings > 0, at_least=np.column_stack([0 * units, facilities]))


def node_totals(tree, counts, levels):
    """Return the true number of persons in every node of these levels, for `Invariants`: the public will know them.

    >>> from coursekit.topdown.hierarchy import Hierarchy
    >>> node_totals(Hierarchy(["town", "block"], [[0, 0]]), [[5, 0], [3, 2]], ["block"])
    {'block': array([5, 5])}
    """
    counts = checked_counts(tree, counts)
    tables = tree.up(counts)
    levels = checks.column_names("levels", levels, tree.levels, of="levels of tree")
    return {level: tables[tree.level(level)].sum(axis=1) for level in levels}


def _counts(name, values):
    return checks.integers(name, values, low=0, high=LARGEST)
