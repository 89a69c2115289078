"""How whole-number noise is drawn: in place or in blocks, for memory is what takes the time."""

from math import sqrt

import numpy as np

_BLOCK = 2**14  # proposals at a time: few enough to stay in the processor's cache


def two_sided_geometric(loss, shape, rng):
    """Return k with probability in proportion to exp(-loss * abs(k)), as floats: a difference of geometric numbers.

    An exponential number reaches k * loss with probability exp(-k * loss), so the whole part of its ratio to `loss` is
    geometric; NumPy's own `geometric` searches term by term and takes up to five times as long.
    """
    numbers = rng.standard_exponential((2, *shape))
    numbers /= loss
    up, down = np.floor(numbers, out=numbers)
    up -= down
    return up


def symmetric(log_above, shape, rng):
    """Return whole numbers k, as int64, with P[k >= 1], P[k >= 2], … = exp(log_above), and as much for -k.

    An exponential number is x or more with probability exp(-x); so it is looked up how many of these chances it beats.
    """
    size = np.searchsorted(-np.log(2) - log_above, rng.standard_exponential(shape))
    return size * (2 * rng.integers(2, size=shape) - 1)


def discrete_gaussian(sigma, shape, rng):
    """Return k with probability in proportion to exp(-k**2 / (2 sigma**2)), as int64; quick from sigma 2 on.

    Normal numbers x with variance s**2 = sigma**2 + sigma / 2 are rounded. What is rounded to k is at most abs(k) + 1/2
    away from 0; therefore its density, in proportion to exp(-x**2 / (2 s**2)), is nowhere below exp(-k**2 / (2
    sigma**2) - 1 / (4 sigma)). If it is kept with the ratio of the two as its probability, the law is that of k.
    """
    noise = np.empty(shape, np.int64)
    free = noise.reshape(-1)  # what is still to be drawn
    while free.size:
        normal = rng.standard_normal(min(free.size + free.size // 2 + 16, _BLOCK))
        whole = np.rint(normal * sqrt(sigma**2 + sigma / 2))
        excess = ((whole / sigma) ** 2 - normal**2 + 1 / (2 * sigma)) / 2  # minus the logarithm of that ratio
        kept = whole[rng.standard_exponential(normal.size) > excess][: free.size]
        free[: kept.size] = kept
        free = free[kept.size :]
    return noise[()]
