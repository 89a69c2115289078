"""Bending: the table nearest to a noisy one that keeps the totals and has nothing below 0.

Nearest means least squares. Each kept total has a *level*, by which all its counts are lowered or raised, and what
falls below 0 becomes 0; Newton's method finds the levels of many tables at once. What is bent is not whole.
"""

import numpy as np

from coursekit import checks
from coursekit.conditional.tables import LARGEST, checked, groups

_EXACT = 1e-13  # largest miss of a total, per person: some hundred roundings
_RIDGE = 1e-10
_MOST_STEPS = 100


def bend(noisy, truth, kept):
    """Return the non-negative tables nearest to `noisy` ones that keep the totals of `truth`.

    If the totals are public and equal for both of two neighbours, this is one fixed map, and what it makes of a private
    table is as private (post-processing). If they depend on who is in the data, it looks at the data a second time, and
    no promise is left: `corner_chances`. Source: the talk, "Curator's post-processing may not be innocent".

    noisy, truth : array of float, array of int. A table of counts, or rows of tables; the true ones, 0 to a million
        each.
    kept : array of int. Zeros and ones, totals x counts: which counts are in each total that is kept.
    >>> bend([5.0, 6.0], [3, 7], [[1, 1]]), bend([13.0, -2.0], [3, 7], [[1, 1]])
    (array([4.5, 5.5]), array([10.,  0.]))
    """
    truth, kept = checked(truth, kept)
    noisy = checks.reals("noisy", noisy, low=-LARGEST, high=LARGEST)
    rows = checks.columns("noisy", noisy, len(truth))
    columns, place = groups(kept)
    order = np.argsort(place, kind="stable")
    starts = np.searchsorted(place[order], np.arange(columns.shape[1]))
    wanted, sorted_rows = kept @ truth, rows[:, order]
    bent = np.empty_like(sorted_rows)
    # the first levels are those of least squares that allow counts below 0
    step = (rows @ kept.T - wanted) @ np.linalg.pinv(kept @ kept.T)
    levels, left, value = np.zeros_like(step), np.arange(len(rows)), np.full(len(rows), np.inf)
    for _ in range(_MOST_STEPS):
        tried = levels + step
        above = np.maximum(sorted_rows[left] - (tried @ columns)[:, place[order]], 0)
        miss = np.add.reduceat(above, starts, axis=1) @ columns.T - wanted
        now = (above**2).sum(axis=1) / 2 + tried @ wanted  # what each step must make smaller, or it is halved
        better = now <= value + _EXACT * np.abs(now)
        levels, value = np.where(better[:, None], tried, levels), np.where(better, now, value)
        done = better & (np.abs(miss).max(axis=1) <= _EXACT * (1 + truth.sum() + np.abs(rows[left]).max(axis=1)))
        bent[left[done]] = above[done]
        many = np.maximum(np.add.reduceat(above > 0, starts, axis=1, dtype=float), 0.5)
        slopes = np.einsum("tg,ng,ug->ntu", columns, many, columns) + _RIDGE * np.eye(len(kept))
        newton = np.linalg.solve(slopes, miss[..., None])[..., 0]
        step = np.where(better[:, None], newton, step / 2)
        left, levels, value, step = left[~done], levels[~done], value[~done], step[~done]
        if not len(left):
            break
    else:
        raise ValueError(f"noisy must be tables that can be bent in {_MOST_STEPS} steps, got {len(left)} that cannot")
    result = np.empty_like(bent)
    result[:, order] = bent
    return result.reshape(noisy.shape)


def corner_chances(*, epsilon):
    """Return how often bending publishes "nobody" in count 1, for a house of (0, 1) and for one of (1, 1) people.

    Both counts get Laplace noise of scale 1 / `epsilon`, are bent to the house's own number of people, which is not
    published, and count 1 is published. Neighbours: by one person more. The ratio is e^(2 epsilon) / (1 + epsilon),
    which is more than e^epsilon for every `epsilon` (2**-32 to 30).
    >>> alone, with_her = corner_chances(epsilon=1)
    >>> round(alone / with_her, 6)
    3.694528
    """
    epsilon = checks.privacy_loss(epsilon)
    return 0.5, float(0.5 * (1 + epsilon) * np.exp(-2 * epsilon))
