"""How whole-number noise is drawn: in blocks that stay in a processor's cache, for memory is what takes the time."""

from math import sqrt

import numpy as np

_BLOCK = 2**15


def two_sided_geometric(loss, shape, rng):
    """Return k with probability in proportion to exp(-loss * abs(k)), as floats: a difference of geometric numbers.

    An exponential number reaches k * loss with probability exp(-k * loss), so the whole part of its ratio to `loss` is
    geometric; NumPy's own `geometric` searches term by term and takes up to five times as long.
    """
    numbers = np.empty(int(np.prod(shape)))
    blocks = _blocks(numbers)
    for up in blocks:
        rng.standard_exponential(out=up)
        up /= loss
        np.floor(up, out=up)
    for up in blocks:
        down = rng.standard_exponential(up.size)
        down /= loss
        up -= np.floor(down, out=down)
    return numbers.reshape(shape)[()]


def discrete_gaussian(sigma, shape, rng):
    """Return k with probability in proportion to exp(-k**2 / (2 sigma**2)), as int64.

    Two-sided geometric proposals are kept with the probability that turns their law into this one (Canonne, Kamath &
    Steinke 2020, algorithm 3).
    """
    noise = np.empty(int(np.prod(shape)), np.int64)
    scale, filled = int(sigma) + 1, 0
    while filled < noise.size:
        missing = noise.size - filled
        for proposals in _blocks(two_sided_geometric(1 / scale, (missing + missing // 2 + 16,), rng)):
            coins = rng.standard_exponential(proposals.size)  # one exceeds x with probability exp(-x)
            if filled == noise.size:
                continue  # drawn all the same: what `rng` gives next must not depend on the size of blocks
            distance = np.abs(proposals)
            distance -= sigma**2 / scale
            distance /= sqrt(2) * sigma
            distance *= distance
            kept = proposals[coins > distance][: noise.size - filled]
            noise[filled : filled + kept.size] = kept
            filled += kept.size
    return noise.reshape(shape)[()]


def _blocks(numbers):
    return [numbers[start : start + _BLOCK] for start in range(0, numbers.size, _BLOCK)]
