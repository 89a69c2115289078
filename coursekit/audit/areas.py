"""Areas: people counted in places within places, and three private ways to publish the counts.

Counts are an array with one axis for each level: ``counts[3, 0, 20]`` is the number of people in the 21st leaf of the
first part of the fourth region. So an area has a place whether anybody lives there or not; to drop the empty ones, as a
group-by does, would tell of every person who is alone in one.

Neighbours: one person more or less, who is counted once in each level. A person who *moves* is two such steps; see
`coursekit.audit.empirical.largest_loss`.

Source: Flaxman, "Empirical quantification of privacy loss with examples relevant to the 2020 US Census", sections 2.1
and 2.2. TypeError for arguments of the wrong kind, ValueError for numbers out of their range or NaN; the message names
the parameter, the rule and the value.
"""

from math import inf, log1p

import numpy as np

from coursekit import checks
from coursekit.mechanisms.noise import GeometricNoise

ALGORITHMS = ("GDPC", "RDPC", "ADPC")
SAMPLERS = ("exact", "wrong: p = epsilon")
RULES = ("shift", "published")

_MOST_AREAS = 2**28
_CACHED = 2**16  # draws that fit into a processor's cache
_BLOCK = 2**21  # random numbers held in memory at once when a mechanism runs many times


def children(*, persons, levels=3, mean=100):
    """Return into how many parts every area is divided: the largest C with C**levels * mean <= persons.

    Parameters
    ----------
    persons, levels : int
        Number of people and of levels below the whole, at least 1.
    mean : int or float, default 100
        People that a leaf has on average, at least; above 0.

    Notes
    -----
    Integer arithmetic: ``floor((8000) ** (1 / 3))`` is 19 in floats, and the answer is 20. Source: section 2.1.

    Examples
    --------
    >>> children(persons=1_000_000), children(persons=800_000)
    (21, 20)
    """
    checks.whole("persons", persons, at_least=1, at_most=checks.LARGEST_COUNT)
    checks.whole("levels", levels, at_least=1, at_most=60)
    checks.positive("mean", mean)
    leaves = checks.exact("persons", persons) / checks.exact("mean", mean)
    if leaves < 1:
        raise ValueError(f"mean must be <= persons, got {mean} and persons {persons}")
    fits, too_many = 1, 2
    while too_many**levels <= leaves:
        fits, too_many = too_many, 2 * too_many
    while too_many - fits > 1:
        middle = (fits + too_many) // 2
        fits, too_many = (middle, too_many) if middle**levels <= leaves else (fits, middle)
    return fits


def simulate_people(persons, *, levels=3, children, rng):
    """Return where people live, an array of persons x levels with the numbers 0 … children - 1: all leaves are alike.

    Examples
    --------
    >>> simulate_people(1000, children=21, rng=np.random.default_rng(1)).shape
    (1000, 3)
    """
    checks.whole("persons", persons, at_least=1, at_most=2**32)
    _shape(levels, children)
    return checks.generator(rng).integers(children, size=(persons, levels))


def count_people(people, *, children):
    """Return how many people live in each leaf, the empty ones too.

    Parameters
    ----------
    people : array of int, persons x levels
        Where each person lives: numbers from 0 to `children` - 1.
    children : int
        Number of parts of every area. It is public; to learn it from `people` would leak.

    Returns
    -------
    array of int64
        One axis of length `children` for each level.

    Examples
    --------
    >>> count_people([[0, 1], [0, 1], [1, 0]], children=2)
    array([[0, 2],
           [1, 0]])
    """
    checks.whole("children", children, at_least=1)
    people = checks.integers("people", people, low=0, high=children - 1)
    if people.ndim != 2:
        raise ValueError(f"people must have one row per person and one column per level, got shape {people.shape}")
    shape = _shape(people.shape[1], children)
    places = np.ravel_multi_index(tuple(people.T), shape)
    return np.bincount(places, minlength=children**len(shape)).reshape(shape)


def simulate_counts(persons, *, levels=3, children, rng):
    """Return the counts of `simulate_people` without the people: the same law in a fraction of the time.

    Examples
    --------
    >>> counts = simulate_counts(1_000_000, children=21, rng=np.random.default_rng(1))
    >>> counts.shape, int(counts.sum())
    ((21, 21, 21), 1000000)
    """
    counts = np.array(checks.whole("persons", persons, at_least=1, at_most=checks.LARGEST_COUNT))
    shape = _shape(levels, children)
    for parts in shape:
        counts = checks.generator(rng).multinomial(counts, np.full(parts, 1 / parts))
    return counts


def totals(counts):
    """Return the exact counts of every level, the whole first: arrays with 0, 1, … axes, the last one `counts` itself.

    Examples
    --------
    >>> totals([[0, 2], [1, 0]])[:2]
    [array(3), array([2, 1])]
    """
    tables = [_checked(counts)]
    while tables[0].ndim:
        tables.insert(0, np.asarray(tables[0].sum(axis=-1)))
    return tables


def neighbour(counts, *, leaves=None, enters=None):
    """Return `counts` with one person fewer in the leaf `leaves` and one more in the leaf `enters`.

    With one of the two, a person is removed or added; with both, a person moves. Leaves are numbered from 0 in the order
    of the array (the last axis fastest).

    Examples
    --------
    >>> neighbour([[0, 2], [1, 0]], leaves=1, enters=3)
    array([[0, 1],
           [1, 1]])
    """
    counts = _checked(counts).copy()
    for name, area, step in (("leaves", leaves, -1), ("enters", enters, 1)):
        if area is not None:
            counts.flat[checks.whole(name, area, at_least=0, at_most=counts.size - 1)] += step
    if counts.min() < 0:
        raise ValueError(f"leaves must be a leaf in which somebody lives, got {leaves}")
    return counts


# --- The three algorithms -------------------------------------------------------------------------------------------


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


def rake(noisy, parents, *, rule="shift"):
    """Return `noisy` counts of siblings, scaled so that they add up to the counts of their parents.

    Parameters
    ----------
    noisy : array of number, ... x siblings
        Families along the last axis.
    parents : array of number
        One count for each family.
    rule : {"shift", "published"}
        What to do with a family that adds up to 0 or less, for which a scale has no meaning. "shift" adds the same
        number to each sibling instead, so that the sum is right and so is the order. "published" divides all the same,
        like the paper's code: the order is turned around, and a sum of 0 gives infinities or NaN.

    Examples
    --------
    >>> rake([[2, 6], [-5, 1]], [4, 2])
    array([[ 1.,  3.],
           [-2.,  4.]])
    """
    checks.choice("rule", rule, RULES)
    noisy, parents = checks.reals("noisy", noisy), checks.reals("parents", parents)
    if noisy.ndim == 0 or noisy.shape[:-1] != parents.shape:
        shapes = f"shape {parents.shape} for noisy of shape {noisy.shape}"
        raise ValueError(f"parents must have one count for each family of noisy, got {shapes}")
    return _raked(noisy, parents, rule)


def _raked(noisy, parents, rule):
    """Do what `rake` promises, for arrays that fit, NaN included."""
    sums = noisy.sum(axis=-1)
    if rule == "published":
        with np.errstate(divide="ignore", invalid="ignore"):
            return noisy * (parents / sums)[..., None]
    scalable = sums > 0
    raked = noisy * (parents / np.where(scalable, sums, 1))[..., None]
    if not scalable.all():
        shift = ((parents - sums) / noisy.shape[-1])[~scalable]
        raked[~scalable] = noisy[~scalable] + shift[..., None]
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


# --- One leaf, many runs --------------------------------------------------------------------------------------------


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


def reporter(progress):
    """Return what to call as ``progress(done, total)``: `progress` itself, or nothing to be seen for None.

    Examples
    --------
    >>> reporter(None)(1, 2)
    """
    if progress is not None and not callable(progress):
        raise TypeError(f"progress must be a function, got {type(progress).__name__} {progress!r:.40}")
    return progress or (lambda done, total: None)


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


def _checked(counts):
    """Return counts as an array of at least 0 and one axis or more."""
    counts = checks.integers("counts", counts, low=0, high=checks.LARGEST_COUNT)
    if counts.ndim == 0:
        raise ValueError("counts must have one axis for each level, got a single number")
    return counts


def _shape(levels, children):
    """Return the shape of counts with `levels` levels, if they fit into memory."""
    checks.whole("levels", levels, at_least=1, at_most=60)
    checks.whole("children", children, at_least=1)
    if children**levels > _MOST_AREAS:
        raise ValueError(f"children**levels must be <= {_MOST_AREAS}, got {children}**{levels}")
    return (int(children),) * int(levels)
