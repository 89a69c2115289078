"""Invariants: what the public knows exactly, and every release must keep.

They are released as they are: no noise protects them, and the promise of a privacy budget is for the rest only.
"""

from dataclasses import dataclass, field

import numpy as np

from coursekit import checks
from coursekit.topdown.hierarchy import LARGEST, checked_counts, checked_tree, firsts
from coursekit.topdown.projection import bounds


@dataclass(frozen=True, eq=False, kw_only=True)
class Invariants:
    """What the public knows exactly, and every release must keep; each part is optional.

    Parameters
    ----------
    totals : dict of str to array of int
        By level, the number of persons in each node: ``{"state": [200, 300]}``. Levels above follow from it.
    possible, at_least : array of bool, array of int
        Leaves x cells, or one row for all leaves. Where `possible` is False is a structural zero: nobody can be there,
        whoever answers; a cell that is empty by chance is none. A dormitory on the list has at least one inhabitant.

    Examples
    --------
    >>> Invariants(totals={"town": [1000]}, possible=[True, True, False]).possible.tolist()
    [True, True, False]
    """

    totals: dict = field(default_factory=dict)
    possible: np.ndarray | None = None
    at_least: np.ndarray | None = None

    def __post_init__(self):
        if not isinstance(self.totals, dict):
            raise TypeError(f"totals must be a dict of level to totals, got {_shown(self.totals)}")
        totals = {level: _counts(f"totals of {level}", values) for level, values in self.totals.items()}
        object.__setattr__(self, "totals", totals)
        if self.possible is not None:
            object.__setattr__(self, "possible", checks.answers("possible", self.possible))
        if self.at_least is not None:
            object.__setattr__(self, "at_least", _counts("at_least", self.at_least))

    def by_level(self, tree, cells):
        """Return, for each level, its (totals, possible, at_least), None where nothing is known.

        Contradictions are refused: totals that do not add up, a total below the lower bounds in it, or above them with
        no cell possible. Totals below the first level need the same cells possible in all of its nodes: else what a
        parent has got might be something that its children cannot share.
        """
        cells = checks.whole("cells", cells, at_least=1)
        possible, at_least = bounds((checked_tree(tree).sizes[-1], cells), self.possible, self.at_least)
        unknown = [None] * len(tree.sizes)
        able = unknown if possible is None else [table > 0 for table in tree.up(possible.astype(np.int64))]
        least = unknown if at_least is None else tree.up(at_least)
        totals = unknown.copy()
        for i in sorted(map(tree.level, self.totals), reverse=True):
            given = self.totals[tree.levels[i]]
            if given.shape != (tree.sizes[i],):
                raise ValueError(f"totals of {tree.levels[i]} must be {tree.sizes[i]} numbers, got shape {given.shape}")
            if totals[i] is not None and (wrong := totals[i] != given).any():
                got = f"{given[wrong][0]} where the totals below add up to {totals[i][wrong][0]}"
                raise ValueError(f"totals of {tree.levels[i]} must agree with those of the levels below, got {got}")
            totals[i] = given
            for j in range(i, 0, -1):
                totals[j - 1] = np.add.reduceat(totals[j], firsts(tree.parents[j - 1]))
        for i, (total, some, low) in enumerate(zip(totals, able, least, strict=True)):
            if total is None:
                continue
            name, low = f"totals of {tree.levels[i]}", 0 if low is None else low.sum(axis=1)
            if (short := total < low).any():
                raise ValueError(f"{name} must be at least the sum of at_least, got {total[short][0]}")
            if some is not None and (stuck := ~some.any(axis=1) & (total > low)).any():
                raise ValueError(f"{name} must be 0 where no cell is possible, got {total[stuck][0]}")
            if i and some is not None and (some != some[0]).any():
                raise ValueError(f"{name} must be left out unless the same cells are possible in all of its nodes")
        return list(zip(totals, able, least, strict=True))


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
    inhabitant or more; a housing unit may stand empty.

    Source: source text, section 8.3.5. That nobody is under 18 in group quarters, as it says, is wrong but for nursing
    facilities: put such rules into `Invariants.possible`.

    Examples
    --------
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

    Examples
    --------
    >>> from coursekit.topdown.hierarchy import Hierarchy
    >>> node_totals(Hierarchy(["town", "block"], [[0, 0]]), [[5, 0], [3, 2]], ["block"])
    {'block': array([5, 5])}
    """
    counts = checked_counts(tree, counts)
    tables = tree.up(counts)
    levels = checks.column_names("levels", levels, tree.levels, of="levels of tree")
    return {level: tables[tree.level(level)].sum(axis=1) for level in levels}


def checked_invariants(invariants):
    """Return `invariants`, or those that know nothing for None."""
    if invariants is not None and not isinstance(invariants, Invariants):
        raise TypeError(f"invariants must be Invariants, got {_shown(invariants)}")
    return Invariants() if invariants is None else invariants


def _counts(name, values):
    return checks.integers(name, values, low=0, high=LARGEST)


def _shown(value):
    return f"{type(value).__name__} {value!r:.40}"
