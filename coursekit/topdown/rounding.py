"""Rounding: whole numbers in the place of fractions, with every sum kept and each count moved by less than 1.

If the fractions of some siblings add up to 3, exactly three of them are rounded up: the largest fractions are the best.
After noise in whole numbers all siblings above 0 have the same fraction, so that *any* three are: whoever picks them by
their place on a list gives people, year after year, to those at its head.
"""

import numpy as np

from coursekit import checks
from coursekit.topdown.hierarchy import LARGEST
from coursekit.topdown.projection import checked, chunks

RULES = ("nearest", "random", "first")
_STARTS = 2**14  # places where a draw can begin; far enough apart that no error of floats reaches from one to the next


def round_controlled(values, parent=None, sums=None, *, totals=None, rule="nearest", rng):
    """Return whole numbers, nodes x cells: `values` rounded down or up, each sum kept.

    values : array of float. Nodes x cells, each up to 10 billion.
    parent, sums, totals : as for `projection.project`, in whole numbers; its lower bounds and zeros stay kept.
    rule : {"nearest", "random", "first"}. "nearest": the least sum of moves; ties are broken at random. "random": each
        count is right on average, its fraction being its chance to be rounded up; not where both sums of families and
        totals of nodes are kept. "first": like "nearest", but ties go to the first siblings, a bias to be seen.
    Choosing among ties is systematic sampling from a random start, so that no two neighbours on the list are treated
    differently. With `totals` kept in families, each family is a transportation problem, whose linear programme has
    whole-number corners. Source: Cox & Ernst 1982, "Controlled Rounding", INFOR 20(4); source text, section 8.3.5.
    >>> round_controlled([[2.5], [1.5], [0.0]], [0, 0, 0], [[4]], rule="first", rng=np.random.default_rng(1)).ravel()
    array([3, 1, 0])
    """
    values, parent, sums, totals = checked("values", values, parent, sums, totals, whole=True)
    checks.choice("rule", rule, RULES)
    checks.generator(rng)
    if totals is not None and (broken := totals != np.rint(totals)).any():
        raise ValueError(f"totals must be whole numbers, got {totals[broken][0]:g}")
    if totals is not None and sums is not None and rule == "random":
        raise ValueError("rule must be 'nearest' or 'first' where sums of nodes and of families are kept, got 'random'")
    result = np.empty(values.shape, np.int64)
    for rows, sizes, families in chunks(values.shape, parent):
        whole, fractions = _split(checks.reals("values", values[rows], low=-LARGEST, high=LARGEST))
        own = None if totals is None else totals[rows].astype(np.int64) - whole.sum(axis=1)
        if sums is None:
            lengths = np.full(len(whole), whole.shape[1])
            rise = _alone(fractions, rule, rng) if own is None else _rise(fractions, lengths, own, rule, rng)
        else:
            missing = sums[families] - np.add.reduceat(whole, np.cumsum(sizes) - sizes, axis=0)
            if own is None:
                rise = _rise(fractions.T, np.tile(sizes, whole.shape[1]), missing.T.ravel(), rule, rng).T
            else:
                rise = _transport(fractions, sizes, missing, own, rule, rng)
        np.add(whole, rise, out=result[rows])
    return result


def _split(values):
    """Return whole parts and fractions; a fraction that is only an error of floats becomes 0."""
    error = max(1e-9, 1e-14 * max(values.max(), -values.min()))
    whole = np.floor(values + error)
    fractions = values - whole
    fractions[fractions <= error] = 0
    return whole.astype(np.int64), fractions


def _alone(fractions, rule, rng):
    """Return 1 where a count that need not add up to anything is rounded up."""
    if rule == "random":
        return (rng.random(fractions.shape) < fractions).astype(np.int64)
    ties = np.abs(fractions - 0.5) <= 1e-9
    up = fractions > 0.5
    up[ties] = True if rule == "first" else rng.random(int(ties.sum())) < 0.5
    return up.astype(np.int64)


def _rise(fractions, lengths, missing, rule, rng):
    """Return 1 where a count is rounded up: `missing` times in each group, which lie one behind the other."""
    # Fractions, or chances, lie end to end, and a ruler with whole-number marks is put on at a random start: a count is
    # rounded up if a mark falls on it. Starts keep further from whole numbers than floats can be wrong.
    shape, fractions, starts = fractions.shape, fractions.ravel(), np.cumsum(lengths) - lengths
    off = np.abs(np.add.reduceat(fractions, starts) - missing).max()
    if off > 0.25 / _STARTS:
        raise ValueError(f"values must add up to sums, got some that differ by {off:g}")
    if rule != "random":
        fractions = _chances(fractions, lengths, starts, missing, first=rule == "first")
    path = np.cumsum(fractions, dtype=float)
    before = np.concatenate([[0.0], path[starts[1:] - 1]])
    start = (rng.integers(_STARTS, size=len(lengths)) + 0.5) / _STARTS
    path += np.repeat(start - before, lengths)
    marks = path.astype(np.int64)
    rise = np.diff(marks, prepend=0)
    rise[starts] = marks[starts]
    return rise.reshape(shape)


def _chances(fractions, lengths, starts, missing, *, first):
    """Return 1 for the largest fractions, 0 for the smallest, and the same chance for all ties in between."""
    some = fractions > 0
    count = np.add.reduceat(some, starts, dtype=np.int64)
    chances = _shared(some, lengths, starts, missing, count, first)
    # the others, nearly all, have one fraction each
    mixed = count * np.maximum.reduceat(fractions, starts) - missing > 1e-9 * count
    if mixed.any():
        inside, lengths, missing = np.repeat(mixed, lengths), lengths[mixed], missing[mixed]
        values, starts, group = fractions[inside], np.cumsum(lengths) - lengths, np.arange(len(lengths))
        falling = np.sort(np.repeat(group, lengths) - values)  # group by group, for a fraction is below 1
        last_up = group - falling[starts + np.clip(missing - 1, 0, lengths - 1)]
        gap = values - np.repeat(last_up, lengths)
        larger, ties = gap > 1e-9, np.abs(gap) <= 1e-9
        missing = missing - np.add.reduceat(larger, starts, dtype=np.int64)
        count = np.add.reduceat(ties, starts, dtype=np.int64)
        chances[inside] = larger + _shared(ties, lengths, starts, missing, count, first)
    return chances


def _shared(ties, lengths, starts, missing, count, first):
    """Return the chances of `count` ties in each group to be among the `missing`; the first ones if `first`."""
    if not first:
        return ties * np.repeat(missing / np.maximum(count, 1), lengths)
    rank = np.cumsum(ties)
    rank -= np.repeat(rank[starts] - ties[starts], lengths)
    return (ties & (rank <= np.repeat(missing, lengths))).astype(float)


def _transport(fractions, sizes, missing, own, rule, rng):
    """Return 1 where a count is rounded up, `missing` times in families, `own` times in nodes: a linear programme."""
    from scipy.optimize import linprog
    from scipy.sparse import csr_array, vstack

    nodes, width = fractions.shape
    cell = np.arange(fractions.size)
    family = (np.repeat(np.arange(len(sizes)), sizes)[:, None] * width + np.arange(width)).ravel()
    rows = [csr_array((np.ones(cell.size), (number, cell))) for number in (cell // width, family)]
    kept, sides = vstack(rows), np.concatenate([own, missing.ravel()])
    luck = rng.random(cell.size) if rule == "nearest" else cell / cell.size
    price = 1 - 2 * fractions.ravel() + 1e-6 * luck  # a hair of chance picks one of the best
    allowed = np.column_stack([np.zeros(cell.size), fractions.ravel() > 0])
    found = linprog(price, A_eq=kept, b_eq=sides, bounds=allowed, method="highs-ds")
    rise = np.rint(found.x) if found.x is not None else None
    if rise is None or np.abs(kept @ rise - sides).max() > 0.5:
        raise ValueError("values must add up to sums and totals, got some for which no rounding keeps them")
    return rise.astype(np.int64).reshape(nodes, width)
