"""Raking: noisy counts scaled so that they add up, and the noisy counts read back from what was raked.

Source: Flaxman (see `coursekit.audit`), section 2.2, and the notebook published with it.
"""

import numpy as np

from coursekit import checks

RULES = ("shift", "published")

_NO_DIVISOR = 20  # siblings from which on a common divisor of all has a chance below 2**-19
_LARGEST_SUM = 2**26  # of siblings, up to which floats tell fractions apart


def rake(noisy, parents, *, rule="shift"):
    """Return `noisy` counts of siblings, ... x siblings, scaled to the counts of their `parents`, one for each family.

    rule : {"shift", "published"}. What to do with a family that adds up to 0 or less, for which a scale has no meaning.
        "shift" adds the same number to each sibling instead, so that the sum is right and so is the order. "published"
        divides all the same, like the paper's code: the order is turned around, and a sum of 0 gives infinities or NaN.
    >>> rake([[2, 6], [-5, 1]], [4, 2])
    array([[ 1.,  3.],
           [-2.,  4.]])
    """
    checks.choice("rule", rule, RULES)
    noisy, parents = checks.reals("noisy", noisy), checks.reals("parents", parents)
    if noisy.ndim == 0 or noisy.shape[:-1] != parents.shape:
        shapes = f"shape {parents.shape} for noisy of shape {noisy.shape}"
        raise ValueError(f"parents must have one count for each family of noisy, got {shapes}")
    if rule == "shift":
        return raked(noisy, parents)
    with np.errstate(divide="ignore", invalid="ignore"):
        return noisy * (parents / noisy.sum(axis=-1))[..., None]


def raked(noisy, parents):
    """Return what `rake` promises by its rule "shift", for arrays that fit."""
    sums = noisy.sum(axis=-1)
    scalable = sums > 0
    found = noisy * (parents / np.where(scalable, sums, 1))[..., None]
    if not scalable.all():
        shift = ((parents - sums) / noisy.shape[-1])[~scalable]
        found[~scalable] = noisy[~scalable] + shift[..., None]
    return found


def noisy_counts(release):
    """Return the noisy counts from which a raked release was made, read back from its unrounded numbers.

    The raked counts of siblings are whole numbers times one factor, so that each is a fraction of their parent with the
    sum of the noisy counts as denominator. Continued fractions find it. `release` is as from `rdpc_mechanism`, or many
    of one shape, stacked along a first axis. Two lists of arrays come back: noisy counts (int64) of each level, and
    whether they are sure. They are not in families that were shifted or whose parent is 0, in those with more than
    2**26 people, and in those of fewer than 20 siblings whose noisy counts may have a common divisor; there they are
    rounded raked ones.
    >>> halves = rake([7, 13], 22)
    >>> counts, sure = noisy_counts([22, halves])
    >>> halves.round(9).tolist(), counts[1].tolist(), sure[1].tolist()
    ([7.7, 14.3], [7, 13], [True, True])
    """
    if not isinstance(release, (list, tuple)) or not release:
        raise TypeError(f"release must be a list of arrays, one for each level, got {checks.shown(release)}")
    tables = [checks.reals(f"release[{level}]", table) for level, table in enumerate(release)]
    counts, sure = [np.rint(tables[0]).astype(np.int64)], [tables[0] == np.rint(tables[0])]
    for level, (parents, siblings) in enumerate(zip(tables, tables[1:], strict=False), start=1):
        if siblings.ndim == 0 or siblings.shape[:-1] != parents.shape:
            got = f"shapes {parents.shape} and {siblings.shape} at {level}"
            raise ValueError(f"release must have one axis more at each level, got {got}")
        found, certain = _families(siblings.reshape(-1, siblings.shape[-1]), parents.reshape(-1, 1))
        counts.append(found.reshape(siblings.shape))
        sure.append(np.broadcast_to(certain, found.shape).reshape(siblings.shape))
    return counts, sure


def _families(siblings, parents):
    """Return noisy counts of families (rows), and for each row whether they are certain."""
    shares = siblings / np.where(parents == 0, 1, parents)
    denominators = _denominators(np.abs(shares))
    possible = (denominators > 0).all(axis=1, keepdims=True) & (parents != 0)
    total = np.ones_like(parents, np.int64)
    for column in np.maximum(denominators, 1).T:
        total = np.lcm(total, column[:, None])
        possible &= total <= _LARGEST_SUM
        total[~possible] = 1
    found = np.rint(shares * total).astype(np.int64)
    ratio = np.abs(parents) / total  # of raked to noisy sums; a shifted family shows as one that is far below 1
    alone = siblings.shape[1] >= _NO_DIVISOR
    certain = possible & (found.sum(axis=1, keepdims=True) == total) & (ratio > 1 / 4) & ((ratio < 3 / 2) | alone)
    return np.where(certain, found, np.rint(siblings).astype(np.int64)), certain


def _denominators(x):
    """Return those of the simplest fractions that equal `x` >= 0 up to rounding; 0 where there is none."""
    before, now, above, below = np.zeros_like(x), np.ones_like(x), np.ones_like(x), np.zeros_like(x)
    rest, open_, found = x.copy(), np.ones(x.shape, bool), np.zeros(x.shape, np.int64)
    while open_.any():
        whole = np.floor(rest)
        before, now = now, whole * now + before
        above, below = below, whole * below + above
        open_ &= below <= _LARGEST_SUM
        hit = open_ & (np.abs(now - x * below) <= 1e-15 * now)
        found[hit] = below[hit]
        open_ &= ~hit
        rest = 1 / np.where(open_ & (rest > whole), rest - whole, 1)
    return found
