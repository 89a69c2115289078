"""A town of 256 people by sex and age, and the totals of it that are published exactly.

Totals are linear: each is the sum of some of the counts, so a set of them is a table of zeros and ones, one row for a
total and one column for a count. Counts that are in the same totals can be exchanged without anybody noticing; they
make a *group*. Source: the talk (Gong 2020), "Example: sex-by-age contingency table with invariants".
"""

import numpy as np

from coursekit import checks

# The Census's own labels begin at 5 where the talk's begin at 6, which leaves nobody of five out
AGES = ("under 5", "5-9", "10-14", "15-17", "18-19", "20", "21", "22-24", "25-29", "30-34", "35-39", "40-44", "45-49",
        "50-54", "55-59", "60-61", "62-64", "65-66", "67-69", "70-74", "75-79", "80-84", "85+")  # fmt: skip
MINORS = 4  # the first age groups
KEPT = ("all people", "each sex", "minors", "sexes and minors")
SOLVED = (0, 16, 23 + 15)  # girls under 5, women of 62-64, men of 60-61: what the walk works out from the other counts
_WOMEN = (8, 6, 3, 6, 4, 4, 4, 8, 5, 7, 7, 6, 1, 5, 4, 4, 9, 6, 2, 8, 8, 8, 7)
_MEN = (3, 4, 5, 8, 6, 4, 5, 5, 5, 6, 10, 7, 3, 2, 5, 11, 6, 4, 7, 4, 5, 3, 8)
LARGEST = 10**6  # people in a count


def town():
    """Return the town: 46 counts, those of women and girls by age first, then those of men and boys.

    >>> int(town().sum()), int(town()[:4].sum() + town()[23:27].sum())
    (256, 43)
    """
    return np.array(_WOMEN + _MEN)


def totals(kept):
    """Return which counts of `town` are in each total that is kept: zeros and ones, totals x 46.

    kept : str. One of `KEPT`: the number of all people; of women and of men; of minors and of adults; or of women, of
        men and of minors (which, by subtraction, gives the number of adults, too).
    >>> (totals("sexes and minors") @ town()).tolist()
    [130, 126, 43]
    """
    checks.choice("kept", kept, KEPT)
    women = np.arange(46) < 23
    young = np.arange(46) % 23 < MINORS
    rows = [women | True], [women, ~women], [young, ~young], [women, ~women, young]
    return np.array(rows[KEPT.index(kept)], int)


def groups(kept):
    """Give the groups of counts that are in the same totals: their columns, totals x groups, and each count's group."""
    columns, place = np.unique(kept, axis=1, return_inverse=True)
    return columns, place.ravel()


def moves(truth, kept):
    """Return all moves of one person that no kept total notices: pairs of counts, from where and to where.

    Neighbours replace one person, so she leaves one count and enters another; the kept totals are equal exactly if both
    counts are in the same totals. Nobody leaves an empty count. `truth` and `kept` are as for `bend`.
    >>> len(moves(town(), totals("sexes and minors"))), len(moves([1, 0], [[1, 1]]))
    (708, 1)
    """
    truth, kept = checked(truth, kept)
    _, place = groups(kept)
    alike = (place[:, None] == place) & ~np.eye(len(truth), dtype=bool) & (truth > 0)[:, None]
    return np.argwhere(alike)


def checked(truth, kept):
    """Return a table and its kept totals as arrays, if they belong together and each count is in a total."""
    truth = checks.integers("truth", truth, low=0, high=LARGEST).ravel()
    kept = checks.columns("kept", checks.integers("kept", kept, low=0, high=1), len(truth))
    if not kept.any(axis=0).all():
        raise ValueError(f"kept must have each count in a total, got {kept.sum(axis=0).tolist()} totals of the counts")
    return truth, kept
