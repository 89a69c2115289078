"""TopDown: noisy counts of places within places, made whole, non-negative and consistent from the widest place down.

Every cell of every place is measured with noise (`measuring`): that is where the privacy budget goes. Then, without
another look at the people, the widest places get counts near their measurements, and level by level children share what
their parent has got (`projection`), in whole numbers (`rounding`). What the public knows is kept (`invariants`).
"""

from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

import numpy as np

from coursekit import checks
from coursekit.mechanisms.noise import GeometricNoise
from coursekit.topdown.hierarchy import LARGEST, Hierarchy, checked_counts, checked_kind, firsts
from coursekit.topdown.invariants import Invariants, broken_rules
from coursekit.topdown.measuring import measure
from coursekit.topdown.projection import project
from coursekit.topdown.rounding import RULES, round_controlled


@dataclass(frozen=True, eq=False)
class Release:
    """What is published: `tables` by level (int64, nodes x cells), the `measurements` behind them, and what they cost.

    `measurements`, of `Measurement` by level and query, are empty for a level that was not measured.
    """

    tree: Hierarchy
    tables: dict
    measurements: dict

    @property
    def ledger(self):
        """What each level and query has spent, a fresh pandas DataFrame: its epsilon or rho, its noise's sd."""
        import pandas as pd

        asked = [(level, query, m) for level, queries in self.measurements.items() for query, m in queries.items()]
        currency = "epsilon" if all(isinstance(m.noise, GeometricNoise) for *_, m in asked) else "rho"
        rows = [(level, query, m.loss, m.noise.sd) for level, query, m in asked]
        return pd.DataFrame(rows, columns=["level", "query", currency, "sd"])

    @property
    def spent(self):
        """The whole budget spent, an epsilon or a rho; infinity if empty cells were skipped."""
        return float(sum(m.loss for queries in self.measurements.values() for m in queries.values()))


def topdown(tree, counts, *, epsilon=None, rho=None, shares, query_shares=None, neighbours="replace-one",
            nonnegative=True, rounding="nearest", invariants=None, unsafe_skip_empty_cells=False, rng):  # fmt: skip
    """Return the `Release` that is measured with noise and then made consistent from the widest level down.

    At each level the fit is least squares, each measurement weighed by the variance of its noise, the parents given.

    tree, counts, epsilon, rho, shares, query_shares, neighbours, unsafe_skip_empty_cells, rng : as for `measure`.
    nonnegative : bool, default True. False allows negative counts: then every count is right on average.
    rounding : {"nearest", "random", "first"}. As for `rounding.round_controlled`.
    invariants : Invariants, optional. What the public knows exactly. The counts must agree with it.
    >>> from coursekit.topdown.hierarchy import regular
    >>> town, people = regular(["town", "block"], [2]), [[5, 0], [3, 2]]
    >>> release = topdown(town, people, epsilon=1, shares=[0.5, 0.5], rng=np.random.default_rng(1))
    >>> release.tables["block"].shape, float(release.spent)
    ((2, 2), 1.0)
    """
    counts = checked_counts(tree, counts)
    finish = {"nonnegative": checks.flag("nonnegative", nonnegative), "rng": rng}
    finish["rounding"] = checks.choice("rounding", rounding, RULES)
    invariants = Invariants() if invariants is None else invariants
    known = checked_kind("invariants", invariants, Invariants, "Invariants").by_level(tree, counts.shape[1])
    for level, table, rules in zip(tree.levels, tree.up(counts), known):
        if broken := " and ".join(broken_rules(table, *rules)):
            raise ValueError(f"invariants must hold in counts: those of {level} must {broken}, got some that do not")
    noisy = measure(tree, counts, epsilon=epsilon, rho=rho, shares=shares, query_shares=query_shares,
                    neighbours=neighbours, unsafe_skip_empty_cells=unsafe_skip_empty_cells, rng=rng)  # fmt: skip
    tables, above = {}, None
    for level, parent, rules in zip(tree.levels, (None, *tree.parents), known):
        tables[level] = above = _fit(noisy[level], parent, above, *rules, **finish)
    return _release(tree, tables, noisy, known, nonnegative=nonnegative)


def bottom_up(tree, counts, *, nonnegative=True, rng, **budget):
    """Return the `Release` that measures the leaves only, with the whole budget, and adds up.

    Parameters as for `topdown`, without `shares`, `rounding` and `invariants`.
    """
    counts, last = checked_counts(tree, counts), tree.levels[-1]
    nonnegative = checks.flag("nonnegative", nonnegative)
    noisy = measure(Hierarchy([last], [], [tree.labels[-1]]), counts, shares=[1], rng=rng, **budget)
    tables = dict(zip(tree.levels, tree.up(_fit(noisy[last], nonnegative=nonnegative, rng=rng))))
    return _release(tree, tables, {level: noisy.get(level, {}) for level in tree.levels}, nonnegative=nonnegative)


def independent(tree, counts, *, shares, nonnegative=True, rng, **budget):
    """Return the `Release` that measures each level and lets it stand alone: children do not add up to their parent.

    Parameters as for `topdown`, without `rounding` and `invariants`.
    """
    nonnegative = checks.flag("nonnegative", nonnegative)
    noisy = measure(tree, counts, shares=shares, rng=rng, **budget)
    tables = {level: _fit(these, nonnegative=nonnegative, rng=rng) for level, these in noisy.items()}
    return _release(tree, tables, noisy, nonnegative=nonnegative, adds_up=False)


def accuracy(tree, counts, tables):
    """Return how far nodes' totals are off, level by level, in the Census Bureau's metrics: a pandas DataFrame.

    `tables` are by level, nodes x cells. The columns are mean absolute error, mean error, root mean squared error
    (persons), mean absolute percent error (of totals above 0), coefficient of variation (the RMSE in percent of the
    mean total), and total absolute error of shares (0 to 2). Source: source text, section 8.3.4; Census Bureau 2021,
    "2010 Demonstration Data: Detailed Summary Metrics". Two blocks of 4 and 6 persons, published as 5 and 5:
    >>> block = Hierarchy(["block"], [], [[1, 2]])
    >>> accuracy(block, [[4], [6]], {"block": np.array([[5], [5]])}).loc["block"].round(2).tolist()
    [2.0, 1.0, 0.0, 1.0, 20.83, 20.0, 0.2]
    """
    import pandas as pd

    counts, rows = checked_counts(tree, counts), {}
    if set(checked_kind("tables", tables, dict, "a dict of level to counts")) != set(tree.levels):
        raise ValueError(f"tables must be one for each of {', '.join(tree.levels)}, got {list(tables)}")
    for level, truth in zip(tree.levels, tree.up(counts)):
        table = checks.reals(f"tables of {level}", tables[level])
        if table.shape != truth.shape:
            raise ValueError(f"tables of {level} must have shape {truth.shape}, got {table.shape}")
        truth, table = truth.sum(axis=1), table.sum(axis=1)
        error, some = table - truth, truth > 0
        rmse = sqrt((error**2).mean())
        released, people = (values.sum() or np.nan for values in (table, truth))
        rows[level] = {
            "places": len(table),
            "MAE": np.abs(error).mean(),
            "mean error": error.mean(),
            "RMSE": rmse,
            "MAPE": 100 * (np.abs(error[some]) / truth[some]).mean() if some.any() else np.nan,
            "CV": 100 * rmse / (people / len(table)),
            "TAES": np.abs(table / released - truth / people).sum(),
        }
    return pd.DataFrame(rows).T


class District(NamedTuple):
    """The number of persons in some leaves: as released, as measured, and the noise's standard deviation."""

    released: int
    measured: int
    sd: float


def district(release, leaves):
    """Return the `District` of some `leaves` of a `Release`: the released total is biased, the measured one is not.

    >>> from coursekit.topdown.hierarchy import regular
    >>> release = bottom_up(regular(["town", "block"], [3]), [[5], [0], [4]], epsilon=50, rng=np.random.default_rng(1))
    >>> district(release, [0, 2]).released
    9
    """
    tree = checked_kind("release", release, Release, "a Release").tree
    chosen = np.unique(checks.integers("leaves", leaves, low=0, high=tree.sizes[-1] - 1))
    measured, released = release.measurements[tree.levels[-1]], release.tables[tree.levels[-1]]
    best = min(measured.values(), key=lambda m: m.noise.sd * sqrt(m.values.shape[1]))
    sd = best.noise.sd * sqrt(len(chosen) * best.values.shape[1])
    return District(int(released[chosen].sum()), int(best.values[chosen].sum()), sd)


def _release(tree, tables, measurements, known=None, *, nonnegative, adds_up=True):
    """Return the `Release`, unless its tables break what is known, do not add up or have forbidden negative counts."""
    for i, (level, table) in enumerate(tables.items()):
        broken = ["be whole"] if table.dtype.kind != "i" else []
        broken += ["not be negative"] if nonnegative and table.min() < 0 else []
        broken += broken_rules(table, *known[i]) if known else []
        if i and adds_up:
            above = np.add.reduceat(table, firsts(tree.parents[i - 1]), axis=0)
            broken += [] if np.array_equal(above, tables[tree.levels[i - 1]]) else ["add up to those above"]
        if broken:
            raise ValueError(f"tables of {level} must {' and '.join(broken)}, got some that do not")
        table.flags.writeable = False
    return Release(tree, tables, measurements)


def _fit(measured, parent=None, above=None, totals=None, possible=None, at_least=None, *,
         nonnegative, rounding="nearest", rng):  # fmt: skip
    """Return the whole counts of a level nearest to its measurements, given those of the level above and the totals."""
    cells, total = measured["detailed"], measured.get("total")
    top = max(max(m.values.max(), -m.values.min()) for m in measured.values())
    if top > LARGEST:
        raise ValueError(f"epsilon or rho must be so large that measured counts stay below {LARGEST}, got one of {top}")
    goal, softness = totals, 0.0
    if totals is None and total is not None:  # who knows a total need not measure it
        goal, softness = total.values[:, 0], (total.noise.sd / cells.noise.sd) ** 2
    rules = {"possible": possible, "at_least": at_least, "nonnegative": nonnegative}
    real = project(cells.values, parent, above, totals=goal, softness=softness, **rules)
    return round_controlled(real, parent, above, totals=totals, rule=rounding, rng=rng)
