"""A law of many columns along a tree: its tables of pairs, and the fit of these to noisy tables.

Every column but the root hangs from an earlier one, and given that it does not depend on those above. The law is held
as `logs`, one table of logarithms for each branch and one for the root, and "beliefs" are passed up and down the tree
to learn its margins (Pearl's belief propagation).
"""

from typing import NamedTuple

import numpy as np


class Measured(NamedTuple):
    """A noisy table of one column (`child`) or of two (`parent`, `child`), and the standard deviation of its noise."""

    parent: int | None
    child: int
    counts: np.ndarray
    sigma: float


def margins(logs, branches, alone):
    """Return the tables of pairs of each branch and the margin of each column, which sum to 1.

    `branches` are (parent, child) from the root outwards, `logs` a table for each of them, shape (parent's cells,
    child's cells), and `alone` one array of logarithms for each column.
    >>> pairs, ones = margins([np.log([[1.0, 0.5], [0.0001, 1.0]])], [(0, 1)], [np.log([0.5, 0.5])] * 2)
    >>> pairs[0].round(1).tolist(), ones[1].round(1).tolist()
    ([[0.4, 0.2], [0.0, 0.4]], [0.4, 0.6])
    """
    belief, given = [each.copy() for each in alone], [None] * len(branches)
    for k in reversed(range(len(branches))):
        parent, child = branches[k]
        table = logs[k] + belief[child]
        top = table.max(axis=1, keepdims=True)
        table = np.exp(table - top)
        total = table.sum(axis=1, keepdims=True)
        given[k] = table / total
        belief[parent] += (np.log(total) + top)[:, 0]
    root = branches[0][0] if branches else 0
    ones, pairs = [None] * len(alone), []
    ones[root] = np.exp(belief[root] - belief[root].max())
    ones[root] /= ones[root].sum()
    for (parent, child), chance in zip(branches, given, strict=True):
        pairs.append(ones[parent][:, None] * chance)
        ones[child] = pairs[-1].sum(axis=0)
    return pairs, ones


def fit(singles, doubles, total, *, steps):
    """Return tables of pairs and margins, in people, that are near to the noisy ones and agree with each other.

    `singles` is a `Measured` for each column, `doubles` one for each branch, from the root outwards; all tables sum to
    `total`. The sum of squared differences, in units of the noise, is made small by mirror descent: `logs` move against
    the slope, and a step that makes it worse is halved. Source: McKenna, Sheldon & Miklau 2019, "Graphical-model based
    estimation and inference for differential privacy", ICML, algorithm 1, for a tree.
    """
    branches = [(each.parent, each.child) for each in doubles]
    parts = [*doubles, *singles]
    alone = [np.log(np.maximum(each.counts, each.sigma / 2)) for each in singles]
    logs = [np.zeros(each.counts.shape) for each in doubles]

    def look(logs, alone):
        found = [total * table for both in margins(logs, branches, alone) for table in both]
        off = [(table - each.counts) / each.sigma for table, each in zip(found, parts, strict=True)]
        return found, [x / each.sigma for x, each in zip(off, parts)], sum((x**2).sum() for x in off) / 2

    found, slopes, loss = look(logs, alone)
    step = 1 / total
    for _ in range(steps):
        moved = [old - step * slope for old, slope in zip([*logs, *alone], slopes, strict=True)]
        moved = moved[: len(logs)], moved[len(logs) :]
        tried = look(*moved)
        if tried[2] <= loss:
            (logs, alone), (found, slopes, loss), step = moved, tried, 1.2 * step
        else:
            step /= 2
    return found[: len(branches)], found[len(branches) :]
