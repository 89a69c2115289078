"""TopDown: noisy counts of places within places, made whole, non-negative and consistent from the widest place down.

Every cell of every place is measured with noise (`measuring`): that is where the privacy budget goes. Then, without
another look at the people, the widest places get counts near their measurements, and level by level children share what
their parent has got (`projection`), in whole numbers (`rounding`). What the public knows is kept (`invariants`).
"""

from dataclasses import dataclass, field
from math import sqrt
from typing import NamedTuple

import numpy as np

from coursekit import checks
from coursekit.mechanisms.noise import GeometricNoise
from coursekit.topdown.hierarchy import LARGEST, Hierarchy, checked_counts, checked_tree, firsts
from coursekit.topdown.invariants import Invariants, broken_rules, checked_invariants
from coursekit.topdown.measuring import checked_measurements, measure
from coursekit.topdown.projection import project
from coursekit.topdown.rounding import RULES, round_controlled


@dataclass(frozen=True, eq=False)
class Release:
    """What is published: a table for each level, the measurements behind it, and what they cost.

    It cannot be made with tables that break an invariant, do not add up or have negative counts.

    `tables` are, by level, int64, nodes x cells; `measurements`, by level and query, of `Measurement`, are empty for a
    level that was not measured. `method` is "topdown", "bottom_up" or "independent"; `invariants` says what was kept,
    `nonnegative` whether negative counts are ruled out.
    """

    tree: Hierarchy
    tables: dict
    measurements: dict
    method: str
    invariants: Invariants = field(default=None, kw_only=True)
    nonnegative: bool = field(default=True, kw_only=True)

    def __post_init__(self):
        checked_tree(self.tree)
        checked_measurements(self.tree, self.measurements)
        checks.choice("method", self.method, ("topdown", "bottom_up", "independent"))
        checks.flag("nonnegative", self.nonnegative)
        object.__setattr__(self, "invariants", checked_invariants(self.invariants))
        levels = self.tree.levels
        tables = _tables(levels, self.tables, " of places x cells", dimensions=2)
        tables = {level: np.asarray(table)[:] for level, table in tables.items()}
        object.__setattr__(self, "tables", tables)
        width = tables[levels[-1]].shape[1]
        known = self.invariants.by_level(self.tree, width)
        for i, (level, table) in enumerate(tables.items()):
            if table.shape != (self.tree.sizes[i], width):
                raise ValueError(f"tables of {level} must have shape {(self.tree.sizes[i], width)}, got {table.shape}")
            broken = ["be whole"] if table.dtype.kind != "i" else []
            broken += ["not be negative"] if self.nonnegative and table.min() < 0 else []
            broken += broken_rules(table, *known[i])
            if i and self.method != "independent":
                above = np.add.reduceat(table, firsts(self.tree.parents[i - 1]), axis=0)
                broken += [] if np.array_equal(above, tables[levels[i - 1]]) else ["add up to those above"]
            if broken:
                raise ValueError(f"tables of {level} must {' and '.join(broken)}, got some that do not")
            table.flags.writeable = False

    @property
    def currency(self):
        """What the budget is counted in: "epsilon" for geometric noise, "rho" for discrete Gaussian noise."""
        return "epsilon" if all(isinstance(m.noise, GeometricNoise) for m in self._all) else "rho"

    @property
    def _all(self):
        return [m for queries in self.measurements.values() for m in queries.values()]

    @property
    def ledger(self):
        """What each level and query has spent, a fresh pandas DataFrame: its share of the budget, its noise's sd."""
        import pandas as pd

        rows = [(m.level, m.query, m.loss, m.noise.sd) for m in self._all]
        return pd.DataFrame(rows, columns=["level", "query", self.currency, "sd"])

    @property
    def spent(self):
        """The whole budget spent, an epsilon or a rho; infinity if empty cells were skipped."""
        return float(sum(m.loss for m in self._all))


def post_process(tree, measurements, *, nonnegative=True, rounding="nearest", invariants=None, rng):
    """Return the `Release` that TopDown makes from measurements, without a look at the people: it costs nothing.

    Parameters as for `topdown`; `measurements` is what `measure` returned for the same tree. At each level the fit is
    least squares, each measurement weighed by the variance of its noise, with the parents' counts given.
    """
    _check_finish(nonnegative, rounding)
    invariants = checked_invariants(invariants)
    known = invariants.by_level(tree, checked_measurements(tree, measurements, all_levels=True))
    finish = {"nonnegative": nonnegative, "rounding": rounding, "rng": rng}
    tables, above = {}, None
    for level, parent, (totals, possible, at_least) in zip(tree.levels, (None, *tree.parents), known, strict=True):
        rules = {"possible": possible, "at_least": at_least}
        tables[level] = above = _fit(measurements[level], parent, above, totals, **finish, **rules)
    return Release(tree, tables, measurements, "topdown", invariants=invariants, nonnegative=nonnegative)


def topdown(tree, counts, *, epsilon=None, rho=None, shares, query_shares=None, neighbours="replace-one",
            nonnegative=True, rounding="nearest", invariants=None, unsafe_skip_empty_cells=False, rng):  # fmt: skip
    """Return a `Release`: `measure` with noise, then `post_process` from the widest level down.

    Parameters
    ----------
    tree, counts, epsilon, rho, shares, query_shares, neighbours, unsafe_skip_empty_cells, rng
        As for `measure`.
    nonnegative : bool, default True
        False allows negative counts: then every count is right on average.
    rounding : {"nearest", "random", "first"}
        As for `rounding.round_controlled`.
    invariants : Invariants, optional
        What the public knows exactly. The counts must agree with it.

    Examples
    --------
    >>> from coursekit.topdown.hierarchy import regular
    >>> from coursekit.topdown.invariants import node_totals
    >>> town, people = regular(["town", "block"], [2]), [[5, 0], [3, 2]]
    >>> known = Invariants(totals=node_totals(town, people, ["town"]))
    >>> release = topdown(town, people, epsilon=1, shares=[0.5, 0.5], invariants=known, rng=np.random.default_rng(1))
    >>> int(release.tables["block"].sum()), float(release.spent)
    (10, 1.0)
    """
    counts, invariants = checked_counts(tree, counts), checked_invariants(invariants)
    known = invariants.by_level(tree, counts.shape[1])
    for level, table, these in zip(tree.levels, tree.up(counts), known, strict=True):
        if broken := broken_rules(table, *these):
            got = f"those of {level} must {' and '.join(broken)}, got some that do not"
            raise ValueError(f"invariants must hold in counts: {got}")
    noisy = measure(tree, counts, epsilon=epsilon, rho=rho, shares=shares, query_shares=query_shares,
                    neighbours=neighbours, unsafe_skip_empty_cells=unsafe_skip_empty_cells, rng=rng)  # fmt: skip
    return post_process(tree, noisy, nonnegative=nonnegative, rounding=rounding, invariants=invariants, rng=rng)


def bottom_up(tree, counts, *, nonnegative=True, rounding="nearest", rng, **budget):
    """Return the `Release` that measures the leaves only, with the whole budget, and adds up.

    Parameters as for `topdown`, without `shares` and `invariants`.
    """
    counts, last = checked_counts(tree, counts), tree.levels[-1]
    _check_finish(nonnegative, rounding)
    leaves = Hierarchy([last], [], [tree.labels[-1]])
    noisy = measure(leaves, counts, shares=[1], rng=rng, **budget)
    tables = tree.up(_fit(noisy[last], nonnegative=nonnegative, rounding=rounding, rng=rng))
    tables = dict(zip(tree.levels, tables, strict=True))
    noisy = {level: noisy.get(level, {}) for level in tree.levels}
    return Release(tree, tables, noisy, "bottom_up", nonnegative=nonnegative)


def independent(tree, counts, *, shares, nonnegative=True, rounding="nearest", rng, **budget):
    """Return the `Release` that measures each level and lets it stand alone: children do not add up to their parent.

    Parameters as for `topdown`, without `invariants`.
    """
    _check_finish(nonnegative, rounding)
    noisy = measure(tree, counts, shares=shares, rng=rng, **budget)
    finish = {"nonnegative": nonnegative, "rounding": rounding, "rng": rng}
    tables = {level: _fit(these, **finish) for level, these in noisy.items()}
    return Release(tree, tables, noisy, "independent", nonnegative=nonnegative)


def accuracy(tree, counts, tables):
    """Return how far nodes' totals are off, level by level, in the Census Bureau's metrics: a pandas DataFrame.

    `tables` are by level, such as `Release.tables`, nodes x cells. The columns are mean absolute error, mean error,
    root mean squared error (persons), mean absolute percent error (of totals above 0), coefficient of variation (the
    RMSE in percent of the mean total), and total absolute error of shares (of all persons; 0 to 2).

    Source: source text, section 8.3.4; Census Bureau 2021, "2010 Demonstration Data: Detailed Summary Metrics".

    Examples
    --------
    Two blocks of 4 and 6 persons, published as 5 and 5.

    >>> block = Hierarchy(["block"], [], [[1, 2]])
    >>> accuracy(block, [[4], [6]], {"block": np.array([[5], [5]])}).loc["block"].round(2).tolist()
    [2.0, 1.0, 0.0, 1.0, 20.83, 20.0, 0.2]
    """
    import pandas as pd

    counts, rows = checked_counts(tree, counts), {}
    tables = _tables(tree.levels, tables)
    for level, truth in zip(tree.levels, tree.up(counts), strict=True):
        table = checks.reals(f"tables of {level}", tables[level])
        if table.shape != truth.shape:
            raise ValueError(f"tables of {level} must have shape {truth.shape}, got {table.shape}")
        truth, table = truth.sum(axis=1), table.sum(axis=1)
        error, some = table - truth, truth > 0
        rmse, mean = sqrt((error**2).mean()), truth.mean()
        share = [values / values.sum() if values.sum() else values * np.nan for values in (table, truth)]
        rows[level] = {
            "places": len(table),
            "MAE": np.abs(error).mean(),
            "mean error": error.mean(),
            "RMSE": rmse,
            "MAPE": 100 * (np.abs(error[some]) / truth[some]).mean() if some.any() else np.nan,
            "CV": 100 * rmse / mean if mean else np.nan,
            "TAES": np.abs(share[0] - share[1]).sum(),
        }
    return pd.DataFrame(rows).T


class District(NamedTuple):
    """The number of persons in some leaves: as released, as measured, and the noise's standard deviation."""

    released: int
    measured: int
    sd: float


def district(release, leaves):
    """Return the `District` of some leaves of a `Release`: the released total is biased, the measured one is not.

    `leaves` are their places in the last level, which must have been measured, or a mark for each.

    Examples
    --------
    >>> from coursekit.topdown.hierarchy import regular
    >>> release = bottom_up(regular(["town", "block"], [3]), [[5], [0], [4]], epsilon=50, rng=np.random.default_rng(1))
    >>> district(release, [0, 2]).released
    9
    """
    if not isinstance(release, Release):
        raise TypeError(f"release must be a Release, got {type(release).__name__} {release!r:.40}")
    last, size = release.tree.levels[-1], release.tree.sizes[-1]
    if not release.measurements[last]:
        raise ValueError(f"release must have measurements of {last}, got none")
    if getattr(leaves, "dtype", None) == bool:
        chosen = checks.answers("leaves", leaves)
    else:
        chosen = np.isin(np.arange(size), checks.integers("leaves", leaves, low=0, high=size - 1))
    if chosen.shape != (size,):
        raise ValueError(f"leaves must be places or one mark for each of {size}, got shape {chosen.shape}")
    best = min(release.measurements[last].values(), key=lambda m: m.noise.sd * sqrt(m.values.shape[1]))
    sd = best.noise.sd * sqrt(chosen.sum() * best.values.shape[1])
    return District(int(release.tables[last][chosen].sum()), int(best.values[chosen].sum()), sd)


def _tables(levels, tables, of="", dimensions=None):
    """Return one array for each level, of so many dimensions if they are given."""
    if not isinstance(tables, dict):
        raise TypeError(f"tables must be a dict of level to counts, got {type(tables).__name__} {tables!r:.40}")
    shapes = {level: np.shape(table) for level, table in tables.items()}
    if set(tables) != set(levels) or (dimensions and any(len(shape) != dimensions for shape in shapes.values())):
        got = ", ".join(f"{level}: {shape}" for level, shape in shapes.items()) or "none"
        raise ValueError(f"tables must be one{of} for each of {', '.join(levels)}, got {got}")
    return {level: tables[level] for level in levels}


def _check_finish(nonnegative, rounding):
    checks.flag("nonnegative", nonnegative)
    checks.choice("rounding", rounding, RULES)


def _fit(measured, parent=None, above=None, totals=None, *, nonnegative, rounding, rng, **rules):
    """Return the whole counts of a level nearest to its measurements, given those of the level above and the totals."""
    cells, total = measured["detailed"], measured.get("total")
    largest = max(max(m.values.max(), -m.values.min()) for m in measured.values())
    if largest > LARGEST:
        rule = f"so large that measured counts stay below {LARGEST}, got one of {largest}"
        raise ValueError(f"epsilon or rho must be {rule}")
    fit = {"totals": totals, "softness": 0.0}
    if totals is None and total is not None:  # who knows a total need not measure it
        fit = {"totals": total.values[:, 0], "softness": (total.noise.sd / cells.noise.sd) ** 2}
    real = project(cells.values, parent, above, nonnegative=nonnegative, **fit, **rules)
    return round_controlled(real, parent, above, totals=totals, rule=rounding, rng=rng, **rules)
