"""How whole-number noise is drawn: in place or in blocks, for memory is what takes the time."""

from math import sqrt

import numpy as np


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


def discrete_gaussian(sigma, shape, rng):
    """Return k with probability in proportion to exp(-k**2 / (2 sigma**2)), as int64.

    Two-sided geometric proposals are kept with the probability that turns their law into this one (Canonne, Kamath &
    Steinke 2020, algorithm 3).
    """
    noise, scale, missing = [], int(sigma) + 1, int(np.prod(shape))
    while missing > 0:
        proposals = two_sided_geometric(1 / scale, (missing + missing // 2 + 16,), rng)
        for block in np.array_split(proposals, proposals.size // 2**15 + 1):  # that a processor's cache holds
            distance = (np.abs(block) - sigma**2 / scale) / (sqrt(2) * sigma)
            coins = rng.standard_exponential(block.size)  # one exceeds x with probability exp(-x)
            kept = block[coins > distance**2][:missing].astype(np.int64)
            noise.append(kept)
            missing -= kept.size
    return np.concatenate(noise).reshape(shape)[()]
