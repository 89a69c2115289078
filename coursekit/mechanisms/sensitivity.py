"""How far one person can move a statistic: what every mechanism needs to know before it adds noise.

Sensitivity is the largest change over *all* pairs of neighbouring data sets, not the change between two that one has
seen (source text, section 7.2.3, gives the latter for scalars). Who neighbours are is a choice, so it is an argument
without a default:

- ``"add-remove"``: one data set has one person more ("unbounded" neighbours);
- ``"replace-one"``: one person's record is exchanged for any other; the number of people is known ("bounded").

Bounds `low` and `high` on a value, `low` below `high`, are chosen without a look at the data: bounds taken from the
data give a person away. Clipping to them makes the sensitivity of a sum or a mean finite (section 7.5.2); values that
are cut bias the statistic.
"""

from math import sqrt

import numpy as np

from coursekit import checks

NEIGHBOURS = ("add-remove", "replace-one")


def count_sensitivity(*, neighbours):
    """Return how far one person can move a count of people: 1, with either kind of neighbours.

    >>> count_sensitivity(neighbours="add-remove"), count_sensitivity(neighbours="replace-one")
    (1, 1)
    """
    checks.choice("neighbours", neighbours, NEIGHBOURS)
    return 1


def sum_sensitivity(*, low, high, neighbours):
    """Return how far one person can move a sum of values clipped to `low` … `high`, in their unit.

    Adding a person adds their value, so the sum moves by at most max(abs(low), abs(high)); replacing one by another
    moves it by at most high - low. An integer where both bounds are integers. (Source text, section 7.5.2, gives 4 for
    [6, 10] beside add-remove neighbours: that is the value for replace-one.)
    >>> [sum_sensitivity(low=6, high=10, neighbours=neighbours) for neighbours in NEIGHBOURS]
    [10, 4]
    """
    low, high = checked_bounds(low, high)
    checks.choice("neighbours", neighbours, NEIGHBOURS)
    return max(abs(low), abs(high)) if neighbours == "add-remove" else high - low


def mean_sensitivity(*, low, high, n, neighbours):
    """Return how far one person can move the mean of `n` values clipped to `low` … `high`: (high - low) / n.

    `n`, at least 1, is known to everyone. So add-remove neighbours are refused: release a noisy sum and a noisy count
    instead (`private_mean`). The ratio of two sensitivities in source text, section 7.5.3, is not a sensitivity.
    >>> mean_sensitivity(low=6, high=10, n=100, neighbours="replace-one")
    0.04
    """
    low, high = checked_bounds(low, high)
    n = checks.whole("n", n, at_least=1, at_most=2**53)
    if checks.choice("neighbours", neighbours, NEIGHBOURS) == "add-remove":
        rule = "neighbours must be 'replace-one' for a mean of n people, because adding one changes n"
        raise ValueError(f"{rule} (release a noisy sum and a noisy count), got 'add-remove'")
    return (high - low) / n


def histogram_sensitivity(*, neighbours, norm="l1"):
    """Return how far one person can move a histogram, whose bins are disjoint and fixed before anyone sees the data.

    Adding a person adds 1 to one bin. Replacing one takes 1 from a bin and adds 1 to another: 2 in total (norm "l1",
    for Laplace and geometric noise), sqrt(2) in length (norm "l2", for Gaussian noise). Empty bins get noise too.
    Source: Dwork & Roth 2014, "The Algorithmic Foundations of Differential Privacy", example 3.2; source text, section
    7.7.4.
    >>> [histogram_sensitivity(neighbours=neighbours) for neighbours in NEIGHBOURS]
    [1, 2]
    """
    checks.choice("neighbours", neighbours, NEIGHBOURS)
    checks.choice("norm", norm, ("l1", "l2"))
    if neighbours == "add-remove":
        return 1
    return 2 if norm == "l1" else sqrt(2)


def median_local_sensitivity(values, *, low, high):
    """Return how far one replaced person can move the median of *these* values: a number that is itself a secret.

    `values` are an odd number from `low` to `high`, so that the median is one of them. The result is the larger gap
    beside it. Noise in proportion to it is not private: two neighbouring data sets can have local sensitivities of 0
    and of high - low, and the size of the noise then tells one from the other. Source: Nissim, Raskhodnikova & Smith
    2007, "Smooth Sensitivity and Sampling in Private Data Analysis", STOC, sections 1 and 2. One person apart:
    >>> [median_local_sensitivity(values, low=0, high=100) for values in ([0, 0, 0, 100, 100], [0, 0, 0, 0, 100])]
    [100.0, 0.0]
    """
    low, high = checked_bounds(low, high)
    values = checks.reals("values", values, low=low, high=high)
    if values.ndim != 1 or values.size % 2 == 0:
        raise ValueError(f"values must have shape (people,) and an odd number of people, got shape {values.shape}")
    ordered, middle = np.array([low, *np.sort(values), high], float), values.size // 2 + 1
    return float(max(ordered[middle + 1] - ordered[middle], ordered[middle] - ordered[middle - 1]))


def checked_bounds(low, high):
    """Return `low` and `high` if they are two finite numbers in order."""
    low, high = checks.number("low", low), checks.number("high", high)
    checks.reals("low", float(low))
    checks.reals("high", float(high))
    if low >= high:
        raise ValueError(f"low must be < high, got {low} and {high}")
    return low, high
