"""Three private ways to publish the counts of areas, one axis for each level: GDPC, ADPC and RDPC.

Neighbours everywhere: one person more or less. Source: Flaxman (see `coursekit.audit`), section 2.2.
"""

from math import inf, log1p

import numpy as np

from coursekit import checks
from coursekit.audit.areas import MOST_AREAS, leaf_counts, totals
from coursekit.audit.raking import raked
from coursekit.mechanisms.noise import GeometricNoise

ALGORITHMS = ("GDPC", "RDPC", "ADPC")
SAMPLERS = ("exact", "wrong: p = epsilon")

_CACHED = 2**16  # draws that fit into a processor's cache
_BLOCK = 2**21  # random numbers held in memory at once when a mechanism runs many times


def gdpc_mechanism(counts, *, epsilon, rng, sampler="exact"):
    """Return `counts`, as integers, with geometric noise G(epsilon) on each leaf: epsilon-differentially private.

    For people who move, the loss is 2 * epsilon.

    counts, epsilon : array of int, float. Exact counts of the leaves; promised privacy loss, from 2**-32 to 30.
    sampler : {"exact", "wrong: p = epsilon"}. How geometric numbers are drawn: with p = 1 - exp(-epsilon), or with p =
        epsilon, as the paper's published code does: the loss is then `wrong_sampler_loss`, and `epsilon` at most 1.
    >>> gdpc_mechanism([[0, 2], [1, 0]], epsilon=30, rng=np.random.default_rng(1))
    array([[0, 2],
           [1, 0]])
    """
    counts = leaf_counts(counts)
    exact = checks.choice("sampler", sampler, SAMPLERS) == "exact"
    loss = checks.privacy_loss(epsilon) if exact else wrong_sampler_loss(epsilon=epsilon)
    return counts + _noise(counts.shape, loss, checks.generator(rng))


def adpc_mechanism(counts, *, epsilon, rng):
    """Return the mean of four releases of `gdpc_mechanism`, each with epsilon / 4: multiples of 1/4, as floats.

    It is epsilon-differentially private; for people who move, the loss is 2 * epsilon. Parameters as in
    `gdpc_mechanism`, `epsilon` from 2**-32 to 30 for each of the four.
    >>> adpc_mechanism([[8, 8]], epsilon=120, rng=np.random.default_rng(1))
    array([[8., 8.]])
    """
    counts = leaf_counts(counts)
    return counts + _noise_of("ADPC", counts.shape, epsilon, rng)


def rdpc_mechanism(counts, *, epsilon, rng):
    """Return raked counts of every level, the whole first: epsilon-differentially private, all levels together.

    Every level has noise of its own, G(epsilon / (levels + 1)). Then, from the top down, siblings are scaled to the
    raked count of their parent; see `raking.rake`. For people who move, the loss is 2 * epsilon * levels / (levels +
    1), as the whole does not change. `epsilon` is from 2**-32 to 30 for each level. Arrays of floats come back, leaves
    last.
    >>> rdpc_mechanism([8, 8], epsilon=60, rng=np.random.default_rng(1))
    [array(16.), array([8., 8.])]
    """
    exact, released = totals(counts), []
    share, rng = _share(epsilon, len(exact)), checks.generator(rng)
    for count in exact:
        noisy = count + _noise(count.shape, share, rng)
        released.append(raked(noisy, released[-1]) if released else np.asarray(noisy, float))
    return released


def residuals(algorithm, counts, *, epsilon, parts=4, rng):
    """Return published minus exact counts of all leaves, for one run of an algorithm: an array of one axis.

    `algorithm` is one of `ALGORITHMS`, `parts`, 1 to 1000, are ADPC's, and the others are as in `gdpc_mechanism`.
    >>> residuals("GDPC", [[8, 8]], epsilon=30, rng=np.random.default_rng(1))
    array([0, 0])
    """
    checks.choice("algorithm", algorithm, ALGORITHMS)
    counts, parts = leaf_counts(counts), checks.whole("parts", parts, at_least=1, at_most=1000)
    if algorithm != "RDPC":
        return _noise_of(algorithm, counts.shape, epsilon, rng, parts).reshape(-1)
    return (rdpc_mechanism(counts, epsilon=epsilon, rng=rng)[-1] - counts).reshape(-1)


def raked_path(counts, *, area, runs, epsilon, rng):
    """Return what `runs` releases of `rdpc_mechanism` say of the areas that a leaf lies in, from the whole to the leaf.

    Drawn are only the siblings on that path. The leaf, `area`, is numbered as in `areas.neighbour`; as many rows as
    `runs`, 1 to 2**28, come back, with levels + 1 columns.
    >>> raked_path([[8, 8], [4, 4]], area=3, runs=2, epsilon=90, rng=np.random.default_rng(1))
    array([[24.,  8.,  4.],
           [24.,  8.,  4.]])
    """
    exact = totals(counts)
    area, runs = _leaf_and_runs(exact[-1], area, runs)
    share, rng = _share(epsilon, len(exact)), checks.generator(rng)
    place, path = np.unravel_index(area, exact[-1].shape), np.empty((runs, len(exact)))
    block = max(1, _BLOCK // max(exact[-1].shape))
    for start in range(0, runs, block):
        here = path[start : start + block]
        here[:, 0] = exact[0] + _noise(len(here), share, rng)
        for level, child in enumerate(place):
            family = exact[level + 1][place[:level]]
            noisy = family + _noise((len(here), family.size), share, rng)
            here[:, level + 1] = raked(noisy, here[:, level])[:, child]
    return path


def leaf_runs(algorithm, counts, *, area, runs, epsilon, rng):
    """Return what `runs` releases of an algorithm say of one leaf: an array of `runs` counts.

    Parameters are those of `residuals` (ADPC has four parts) and `raked_path`.
    >>> leaf_runs("GDPC", [[8, 8], [4, 4]], area=3, runs=2, epsilon=30, rng=np.random.default_rng(1))
    array([4, 4])
    """
    if checks.choice("algorithm", algorithm, ALGORITHMS) == "RDPC":
        return raked_path(counts, area=area, runs=runs, epsilon=epsilon, rng=rng)[:, -1]
    counts = leaf_counts(counts)
    area, runs = _leaf_and_runs(counts, area, runs)
    return counts.flat[area] + _noise_of(algorithm, (runs,), epsilon, rng)


def wrong_sampler_loss(*, epsilon):
    """Return the true loss of geometric noise drawn with p = epsilon: -ln(1 - epsilon), infinite at epsilon 1.

    >>> round(wrong_sampler_loss(epsilon=0.5), 3), wrong_sampler_loss(epsilon=1)
    (0.693, inf)
    """
    loss = checks.privacy_loss(epsilon)
    if loss > 1:
        raise ValueError(f"epsilon must be <= 1 where it is taken for a probability, got {epsilon}")
    return inf if loss == 1 else -log1p(-loss)


# --- Behind the algorithms ------------------------------------------------------------------------------------------


def _leaf_and_runs(counts, area, runs):
    """Return the number of a leaf and of releases as ints."""
    area = checks.whole("area", area, at_least=0, at_most=counts.size - 1)
    return area, checks.whole("runs", runs, at_least=1, at_most=MOST_AREAS)


def _share(epsilon, pieces):
    """Return the privacy loss of each of some equal pieces of `epsilon`."""
    return checks.privacy_loss(checks.positive("epsilon", epsilon) / pieces)


def _noise_of(algorithm, shape, epsilon, rng, parts=4):
    """Return the noise of GDPC or ADPC."""
    checks.generator(rng)
    if algorithm == "GDPC":
        return _noise(shape, checks.privacy_loss(epsilon), rng)
    return _noise(shape, _share(epsilon, parts), rng, parts) / parts


def _noise(shape, loss, rng, parts=1):
    """Return sums of `parts` fresh two-sided geometric noises, integers of this shape."""
    total = np.zeros(shape, np.int64)
    if loss == inf:
        return total
    law, flat = GeometricNoise(scale=1 / loss), total.reshape(-1)
    for start in range(0, flat.size, _CACHED):
        block = flat[start : start + _CACHED]
        for _ in range(parts):
            block += law.draw(size=block.size, rng=rng)
    return total
