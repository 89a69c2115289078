"""Hierarchies: places within places, such as state, county and block, and how many persons of each kind live there.

Neither the places nor the kinds of persons may be learned from the confidential data: they are public, and an empty
block is on the list like any other.
"""

from dataclasses import dataclass
from itertools import accumulate
from operator import mul

import numpy as np

from coursekit import checks

LARGEST = 10**10  # a count: floats tell it from its neighbours by six digits after the point


@dataclass(frozen=True, eq=False)
class Hierarchy:
    """Places within places, as arrays: for each level below the first, the place of every node's parent in its level.

    levels : sequence of str. Names of the levels, the widest first.
    parents : sequence of array of int. One array for each level but the first, in ascending order, so that siblings
        stand side by side; every node of the level above must have a child.
    labels : sequence of sequence, optional. The nodes' names by level, else numbers. A single level needs them.
    One state, two counties, three tracts; the second county has two of them.
    >>> tree = Hierarchy(["state", "county", "tract"], [[0, 0], [0, 1, 1]])
    >>> tree.sizes, tree.up([[10], [20], [30]])[1].tolist()
    ((1, 2, 3), [[10], [50]])
    """

    levels: tuple
    parents: tuple
    labels: tuple | None = None

    def __post_init__(self):
        levels = tuple(checks.column_names("levels", self.levels, self.levels, of="names"))
        if not all(isinstance(level, str) for level in levels):
            raise TypeError(f"levels must be texts, got {levels}")
        for name, value in (("parents", self.parents), ("labels", () if self.labels is None else self.labels)):
            checked_kind(name, value, (list, tuple), "a list with one entry for each level")
        if len(self.parents) != len(levels) - 1:
            got = f"{len(self.parents)} for {levels}"
            raise ValueError(f"parents must have one array for each level but the first, got {got}")
        parents = [parent_places(f"parents of {name}", parent) for name, parent in zip(levels[1:], self.parents)]
        for name, above, below in zip(levels[1:], parents, parents[1:]):
            if below[-1] + 1 != len(above):
                got = f"{below[-1] + 1} parents for {len(above)} nodes"
                raise ValueError(f"parents must give every {name} a child, got {got}")
        if (self.labels is None and not parents) or (self.labels is not None and len(self.labels) != len(levels)):
            raise ValueError(f"labels must be one list of names for each level, got {self.labels} for {levels}")
        vars(self).update(levels=levels, parents=tuple(parents))
        labels = map(np.arange, self.sizes) if self.labels is None else map(np.asarray, self.labels)
        vars(self).update(labels=tuple(labels))
        for name, these, size in zip(levels, self.labels, self.sizes):
            if these.shape != (size,):
                raise ValueError(f"labels of {name} must be {size} names, got shape {these.shape}")

    @property
    def sizes(self):
        """Number of nodes in each level."""
        below = tuple(len(parent) for parent in self.parents)
        return (int(self.parents[0][-1]) + 1 if self.parents else len(self.labels[0]), *below)

    def level(self, level):
        """Return the place of a level among the levels, 0 for the widest."""
        return self.levels.index(checks.choice("level", level, self.levels))

    def up(self, leaves):
        """Return the sums for every level, widest first, of `leaves`: one row of integers for each leaf.

        They are added up as int64 and may be 2**62 at most together.
        """
        leaves = checks.integers("leaves", leaves, low=-(2**63), high=2**63 - 1)
        if leaves.ndim != 2 or len(leaves) != self.sizes[-1]:
            raise ValueError(f"leaves must have a row for each of {self.sizes[-1]} leaves, got shape {leaves.shape}")
        sizes = np.abs(leaves.astype(float))
        if sizes.sum(axis=0).max() > 2**62:
            raise ValueError(f"leaves must add up to at most 2**62, got counts of up to {sizes.max():.0f}")
        tables = [leaves]
        for parent in reversed(self.parents):
            tables.append(np.add.reduceat(tables[-1], firsts(parent), axis=0))
        return tables[::-1]


def spine(frame, levels):
    """Return the hierarchy of the places in `frame`, a data frame with one column of codes for each of `levels`.

    A list of all places belongs here, the empty ones too; the places where somebody was found are confidential.
    >>> import pandas as pd
    >>> tree = spine(pd.DataFrame({"state": ["03"] * 3, "county": ["03003", "03001", "03003"]}), ["state", "county"])
    >>> tree.sizes, tree.labels[1].tolist()
    ((1, 2), ['03001', '03003'])
    """
    import pandas as pd

    levels = checks.column_names("levels", levels, checks.frame("frame", frame, rows=1).columns)
    if frame[levels].isna().any(axis=None):
        raise ValueError(f"frame must not contain NaN, got some in {', '.join(levels)}")
    places = frame[levels].drop_duplicates().sort_values(levels)
    labels, parents = [], []
    for i, level in enumerate(levels):
        table = places[levels[: i + 1]].drop_duplicates()
        if twice := table[level][table[level].duplicated()].tolist():
            got = f"{level} {twice[0]!r} in two places of the level above"
            raise ValueError(f"levels must be places within places, got {got}")
        if i:
            parents.append(pd.Index(labels[-1]).get_indexer(table[levels[i - 1]]))
        labels.append(table[level].to_numpy())
    return Hierarchy(levels, parents, labels)


def histogram(frame, tree, kinds):
    """Return how many persons of each kind are in each leaf: an array of int64, leaves x cells.

    `frame` has one row per person, a column for the leaves (named like the last level of `tree`) and those of `kinds`,
    which has for each column its possible values, known beforehand. Cells combine them, the last column running
    fastest.
    >>> import pandas as pd
    >>> people = pd.DataFrame({"block": [1, 1, 2], "adult": [True, True, False]})
    >>> histogram(people, Hierarchy(["town", "block"], [[0, 0]], [["T"], [1, 2]]), {"adult": [False, True]})
    array([[0, 2],
           [1, 0]])
    """
    import pandas as pd

    checked_kind("tree", tree, Hierarchy, "a Hierarchy")
    for name, values in checked_kind("kinds", kinds, dict, "a dict of column to values").items():
        if not isinstance(values, (list, tuple, np.ndarray)):
            raise TypeError(f"kinds must be lists of values, got {type(values).__name__} for {name}")
        listed = list(values)
        if not listed or any(value in listed[:i] for i, value in enumerate(listed)):
            raise ValueError(f"kinds must be one or more different values, got {listed} for {name}")
    checks.frame("frame", frame, having=(tree.levels[-1], *kinds))
    place, cells = np.zeros(len(frame), np.int64), 1
    for name, known in {tree.levels[-1]: tree.labels[-1], **kinds}.items():
        known = pd.Index(known)
        if not known.is_unique:
            raise ValueError(f"tree must have leaves of different names, got {known[known.duplicated()][0]!r} twice")
        codes = known.get_indexer(frame[name])
        if (codes < 0).any():
            stranger = frame[name].tolist()[codes.argmin()]
            raise ValueError(f"frame must have one of the {len(known)} known values in {name}, got {stranger!r}")
        place, cells = place * len(known) + codes, cells * len(known)
    return np.bincount(place, minlength=cells).reshape(tree.sizes[-1], -1)


def regular(levels, branching):
    """Return the hierarchy in which every node of a level has as many children: `branching` has a number for each step.

    >>> regular(["state", "county", "tract", "block"], [10, 9, 90]).sizes
    (1, 10, 90, 8100)
    """
    steps = checks.integers("branching", branching, low=1, high=10**6)
    if steps.ndim != 1:
        raise ValueError(f"branching must be one number for each step, got shape {steps.shape}")
    sizes = list(accumulate([1, *steps.tolist()], mul))
    if sizes[-1] > 10**7:
        raise ValueError(f"branching must give at most 10,000,000 leaves, got {sizes[-1]}")
    return Hierarchy(levels, [np.repeat(np.arange(n), step) for n, step in zip(sizes, steps, strict=False)])


def skewed_counts(tree, *, persons, cells, skew, rng):
    """Return a made-up population, leaves x cells: `persons` in all, in leaves whose sizes are lognormal with `skew`.

    There are 0 to 1,000,000,000 `persons` of 1 to 10,000 kinds (`cells`), the first the most common. `skew` is the
    standard deviation of the log of the sizes, 0 (alike) to 5, half of its square within and half between the parents
    of leaves.
    >>> town, rng = regular(["town", "block"], [50]), np.random.default_rng(1)
    >>> int(skewed_counts(town, persons=1000, cells=4, skew=1, rng=rng).sum())
    1000
    """
    persons = checks.whole("persons", persons, at_least=0, at_most=10**9)
    cells = checks.whole("cells", cells, at_least=1, at_most=10**4)
    if not 0 <= checks.number("skew", skew) <= 5:
        raise ValueError(f"skew must be from 0 to 5, got {skew}")
    skew = skew / np.sqrt(2)
    leaves = checked_kind("tree", tree, Hierarchy, "a Hierarchy").sizes[-1]
    of_parent = checks.generator(rng).normal(size=tree.sizes[-2])[tree.parents[-1]] if tree.parents else 0
    size = np.exp(skew * (of_parent + rng.normal(size=leaves)))
    mix = rng.dirichlet(4 / (1 + np.arange(cells)) + 0.1, size=leaves) * size[:, None]
    return rng.multinomial(persons, (mix / mix.sum()).ravel()).reshape(leaves, cells)


def firsts(parent):
    """Return where each parent's children begin."""
    return np.concatenate([[0], np.flatnonzero(parent[1:] != parent[:-1]) + 1])


def checked_kind(name, value, kinds, rule):
    """Return `value` if it is of one of these types."""
    if not isinstance(value, kinds):
        raise TypeError(f"{name} must be {rule}, got {checks.shown(value)}")
    return value


def checked_counts(tree, counts):
    """Return `counts` as int64 if they have a row of counts, each 0 or more, for each leaf of `tree`."""
    checked_kind("tree", tree, Hierarchy, "a Hierarchy")
    counts = checks.integers("counts", counts, low=0, high=LARGEST)
    if counts.ndim != 2 or len(counts) != tree.sizes[-1]:
        raise ValueError(f"counts must have a row for each of {tree.sizes[-1]} leaves, got shape {counts.shape}")
    return counts


def parent_places(name, parent):
    """Return `parent` as int64 if it runs from 0 upwards, in ascending order and without a gap."""
    parent = checks.integers(name, parent, low=0, high=2**40)
    if parent.ndim != 1 or parent[0] != 0 or ((step := parent[1:] - parent[:-1]) < 0).any() or (step > 1).any():
        more = f" and {parent.size - 10} more" if parent.size > 10 else ""
        got = f"{parent.ravel()[:10].tolist()}{more}"
        raise ValueError(f"{name} must be 0, 0, …, 1, 1, … in ascending order without a gap, got {got}")
    return parent
