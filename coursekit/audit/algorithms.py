"""Three private ways to publish the counts of areas: GDPC, ADPC and RDPC."""

from math import inf, log1p

import numpy as np

from coursekit import checks
from coursekit.audit.areas import _MOST_AREAS, _checked, reporter, totals
from coursekit.audit.raking import RULES, _raked
from coursekit.mechanisms.noise import GeometricNoise

ALGORITHMS = ("GDPC", "RDPC", "ADPC")
SAMPLERS = ("exact", "wrong: p = epsilon")

_CACHED = 2**16  # draws that fit into a processor's cache
_BLOCK = 2**21  # random numbers held in memory at once when a mechanism runs many times


def gdpc_mechanism(counts, *, epsilon, rng, sampler="exact"):
    """Return `counts` with geometric noise G(epsilon) on each leaf: epsilon-differentially private.

    Neighbours: one person more or less; for people who move, the loss is 2 * epsilon.

    Parameters
    ----------
    counts : array of int
        Exact counts of the leaves, one axis for each level.
    epsilon : float
        Promised privacy loss, from 2**-32 to 30.
    rng : numpy.random.Generator
        Where the noise comes from.
    sampler : {"exact", "wrong: p = epsilon"}
        How geometric numbers are drawn: with p = 1 - exp(-epsilon), or with p = epsilon, as the paper's published code
        does. The wrong one has the loss `wrong_sampler_loss(epsilon=epsilon)` and needs `epsilon` <= 1.

    Returns
    -------
    array of int64
        In the shape of `counts`.

    Examples
    --------
    With p = epsilon = 1 there is no noise at all.

    >>> gdpc_mechanism([[0, 2], [1, 0]], epsilon=1, rng=np.random.default_rng(1), sampler="wrong: p = epsilon")
    array([[0, 2],
           [1, 0]])
    """
    counts = _checked(counts)
    noise = _noise(counts.shape, checks.positive("epsilon", epsilon), rng, sampler)
    noise += counts
    return noise


def adpc_mechanism(counts, *, epsilon, parts=4, rng, sampler="exact"):
    """Return the mean of `parts` releases of `gdpc_mechanism` with epsilon / parts each: epsilon-differentially private.

    Neighbours: one person more or less; for people who move, the loss is 2 * epsilon. Parameters are those of
    `gdpc_mechanism`; the results are multiples of 1 / parts, as floats.

    Examples
    --------
    >>> adpc_mechanism([[8, 8]], epsilon=120, rng=np.random.default_rng(1))
    array([[8., 8.]])
    """
    counts = _checked(counts)
    share = checks.positive("epsilon", epsilon) / checks.whole("parts", parts, at_least=1, at_most=1000)
    return counts + _noise(counts.shape, share, rng, sampler, parts) / parts


def rdpc_mechanism(counts, *, epsilon, rng, sampler="exact", rule="shift"):
    """Return raked counts of every level, the whole first: epsilon-differentially private, all levels together.

    Every level has noise of its own, G(epsilon / (levels + 1)). Then, from the top down, the noisy counts of siblings are
    scaled so that they add up to the raked count of their parent.

    Neighbours: one person more or less; for people who move, the loss is 2 * epsilon * levels / (levels + 1), as the
    whole does not change.

    Parameters
    ----------
    counts, epsilon, rng, sampler
        As in `gdpc_mechanism`.
    rule : {"shift", "published"}
        What happens to siblings whose noisy counts add up to 0 or less; see `rake`.

    Returns
    -------
    list of array of float
        ``result[0]`` is the whole, ``result[-1]`` has the leaves.

    Examples
    --------
    >>> whole, halves = rdpc_mechanism([8, 8], epsilon=60, rng=np.random.default_rng(1))
    >>> whole, halves
    (array(16.), array([8., 8.]))
    """
    exact = totals(counts)
    checks.choice("rule", rule, RULES)
    share, raked = checks.positive("epsilon", epsilon) / len(exact), []
    for count in exact:
        noisy = _noise(count.shape, share, rng, sampler) + count
        raked.append(_raked(noisy, raked[-1], rule) if raked else np.asarray(noisy, float))
    return raked


def residuals(algorithm, counts, *, epsilon, parts=4, rng, sampler="exact", rule="shift"):
    """Return published minus exact counts of all leaves, for one run of an algorithm: an array of one axis.

    Parameters
    ----------
    algorithm : {"GDPC", "RDPC", "ADPC"}
        The mechanism; `parts` is for ADPC alone and `rule` for RDPC alone.
    counts, epsilon, rng, sampler
        As in `gdpc_mechanism`.

    Examples
    --------
    >>> residuals("GDPC", [[8, 8]], epsilon=30, rng=np.random.default_rng(1))
    array([0, 0])
    """
    checks.choice("algorithm", algorithm, ALGORITHMS)
    counts = _checked(counts)
    if algorithm == "RDPC":
        published = rdpc_mechanism(counts, epsilon=epsilon, rng=rng, sampler=sampler, rule=rule)[-1]
    elif algorithm == "ADPC":
        published = adpc_mechanism(counts, epsilon=epsilon, parts=parts, rng=rng, sampler=sampler)
    else:
        published = gdpc_mechanism(counts, epsilon=epsilon, rng=rng, sampler=sampler)
    published -= counts
    return published.reshape(-1)


def raked_path(counts, *, area, runs, epsilon, rng, sampler="exact", rule="shift", progress=None):
    """Return what `runs` releases of `rdpc_mechanism` say of the areas that a leaf lies in, from the whole to the leaf.

    Drawn are only the siblings on that path, because no other family has any say in it.

    Parameters
    ----------
    counts, epsilon, rng, sampler, rule
        As in `rdpc_mechanism`.
    area : int
        The leaf, numbered as in `neighbour`.
    runs : int
        Number of releases, at least 1.
    progress : callable, optional
        Called as ``progress(done, total)`` as the runs go on.

    Returns
    -------
    array of float, runs x (levels + 1)

    Examples
    --------
    >>> raked_path([[8, 8], [4, 4]], area=3, runs=2, epsilon=90, rng=np.random.default_rng(1))
    array([[24.,  8.,  4.],
           [24.,  8.,  4.]])
    """
    exact = totals(counts)
    place = np.unravel_index(checks.whole("area", area, at_least=0, at_most=exact[-1].size - 1), exact[-1].shape)
    checks.whole("runs", runs, at_least=1, at_most=2**32)
    checks.choice("rule", rule, RULES)
    told = reporter(progress)
    share, block = checks.positive("epsilon", epsilon) / len(exact), max(1, _BLOCK // max(exact[-1].shape, default=1))
    path = np.empty((runs, len(exact)))
    for start in range(0, runs, block):
        here = path[start : start + block]
        here[:, 0] = exact[0] + _noise(len(here), share, rng, sampler)
        for level, child in enumerate(place):
            family = exact[level + 1][place[:level]]
            noisy = family + _noise((len(here), family.size), share, rng, sampler)
            here[:, level + 1] = _raked(noisy, here[:, level], rule)[:, child]
        told(start + len(here), runs)
    return path


def leaf_runs(algorithm, counts, *, area, runs, epsilon, parts=4, rng, sampler="exact", rule="shift", progress=None):
    """Return what `runs` releases of an algorithm say of one leaf: an array of `runs` counts.

    Parameters are those of `residuals` and `raked_path`. The other leaves are not drawn where they have no say.

    Examples
    --------
    >>> leaf_runs("GDPC", [[8, 8], [4, 4]], area=3, runs=2, epsilon=30, rng=np.random.default_rng(1))
    array([4, 4])
    """
    checks.choice("algorithm", algorithm, ALGORITHMS)
    told = reporter(progress)
    if algorithm == "RDPC":
        given = {"area": area, "runs": runs, "epsilon": epsilon, "rng": rng, "sampler": sampler, "rule": rule}
        return raked_path(counts, **given, progress=progress)[:, -1]
    counts = _checked(counts)
    count = counts.flat[checks.whole("area", area, at_least=0, at_most=counts.size - 1)]
    alike = np.full(checks.whole("runs", runs, at_least=1, at_most=_MOST_AREAS), count)
    if algorithm == "ADPC":
        drawn = adpc_mechanism(alike, epsilon=epsilon, parts=parts, rng=rng, sampler=sampler)
    else:
        drawn = gdpc_mechanism(alike, epsilon=epsilon, rng=rng, sampler=sampler)
    told(runs, runs)
    return drawn


def wrong_sampler_loss(*, epsilon):
    """Return the true loss of geometric noise drawn with p = epsilon: -ln(1 - epsilon), infinite at epsilon 1.

    Examples
    --------
    >>> round(wrong_sampler_loss(epsilon=0.5), 3), wrong_sampler_loss(epsilon=1)
    (0.693, inf)
    """
    if checks.privacy_loss(epsilon) > 1:
        raise ValueError(f"epsilon must be <= 1 where it is taken for a probability, got {epsilon}")
    return inf if epsilon == 1 else -log1p(-epsilon)


def _noise(shape, epsilon, rng, sampler, parts=1):
    """Return sums of `parts` fresh two-sided geometric noises, integers of this shape."""
    checks.choice("sampler", sampler, SAMPLERS)
    checks.generator(rng)
    loss = checks.privacy_loss(epsilon) if sampler == "exact" else wrong_sampler_loss(epsilon=epsilon)
    total = np.zeros(shape, np.int64)
    if loss == inf:
        return total
    law, flat = GeometricNoise(scale=1 / loss), total.reshape(-1)
    for start in range(0, flat.size, _CACHED):
        block = flat[start : start + _CACHED]
        for _ in range(parts):
            block += law.draw(size=block.size, rng=rng)
    return total
