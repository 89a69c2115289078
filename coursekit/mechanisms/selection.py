"""Private choices: which candidate is best, and where the median lies. The noise is in the choice, not on a number.

Each candidate has a score; a choice is better the higher its score. `sensitivity` is how far one person can move any
one score. (If moreover no person can raise one score and lower another, as when scores are counts of people and
neighbours differ by one person added or removed, a choice costs half of its epsilon only.)
"""

import numpy as np

from coursekit import checks
from coursekit.mechanisms.law import shape_of
from coursekit.mechanisms.sensitivity import checked_bounds


def exponential_mechanism(scores, *, sensitivity, epsilon, rng, size=None):
    """Return the index, from 0, of one candidate, drawn with the probabilities of `exponential_probabilities`.

    Neighbours: whatever `sensitivity` was computed for. The choice is epsilon-differentially private. The largest of
    the scores with Gumbel noise has exactly this law, and no exponential of a large score is taken. Source: McSherry &
    Talwar 2007, "Mechanism Design via Differential Privacy", FOCS; Dwork & Roth 2014, "The Algorithmic Foundations of
    Differential Privacy", section 3.4.

    scores, sensitivity : array of float, shape (candidates,), float. How far one person can move any score, above 0.
    epsilon : float. Privacy loss of one choice, above 0 (from 2**-32 to 30).
    size : int or tuple of int, optional. How many independent choices to make, to study them; each one costs epsilon.
    >>> exponential_mechanism([0, 1e6], sensitivity=1, epsilon=1, rng=np.random.default_rng(1))
    np.int64(1)
    """
    exponents, shape = _exponents(scores, sensitivity, epsilon), shape_of(size)
    return _largest(exponents, checks.generator(rng).gumbel, shape)


def exponential_probabilities(scores, *, sensitivity, epsilon):
    """Return how likely each candidate is: in proportion to exp(epsilon score / (2 sensitivity)).

    The 2 is there because one person can move the chosen score one way and all others the other way. Parameters are
    those of `exponential_mechanism`. A score that is ln 9 higher is 3 times as likely at epsilon 1:
    >>> exponential_probabilities([0, np.log(9)], sensitivity=1, epsilon=1).round(6)
    array([0.25, 0.75])
    """
    weights = np.exp(_exponents(scores, sensitivity, epsilon))
    return weights / weights.sum()


def noisy_max(scores, *, sensitivity, epsilon, rng, size=None):
    """Return the index of the largest score after Laplace noise of scale 2 sensitivity / epsilon is added to each.

    The index is epsilon-differentially private; the noisy score is not part of the release. All else is as for
    `exponential_mechanism`. Source: Dwork & Roth 2014, section 3.3 (scale sensitivity / epsilon, for counts). With
    one-sided exponential noise it would be permute-and-flip: Ding, Kifer, Thapaliya et al. 2021, "The Permute-and-Flip
    Mechanism is Identical to Report-Noisy-Max with Exponential Noise", arXiv:2105.07260.
    >>> noisy_max([0, 1e6], sensitivity=1, epsilon=1, rng=np.random.default_rng(1))
    np.int64(1)
    """
    exponents, shape = _exponents(scores, sensitivity, epsilon), shape_of(size)
    return _largest(exponents, checks.generator(rng).laplace, shape)


def permute_and_flip_probabilities(scores, *, sensitivity, epsilon):
    """Return how likely each candidate is by permute-and-flip: in random order, coins are tossed until one shows heads.

    A coin does with probability exp(epsilon (score - best score) / (2 sensitivity)). Given heads, a candidate competes
    with the other heads on equal terms. With t as its place in the order, that is the integral over t from 0 to 1 of
    the product of 1 - t * heads[j] over all others: a polynomial, exact by Gauss-Legendre. Source: McKenna & Sheldon
    2020, NeurIPS, algorithm 1.
    >>> permute_and_flip_probabilities([0, 2 * np.log(2)], sensitivity=1, epsilon=1).round(6)
    array([0.25, 0.75])
    """
    heads = np.exp(_exponents(scores, sensitivity, epsilon))
    nodes, weights = np.polynomial.legendre.leggauss(heads.size // 2 + 1)
    nobody_before = 1 - np.outer((nodes + 1) / 2, heads)
    others = nobody_before.prod(axis=1, keepdims=True) / nobody_before  # no factor is 0: the nodes are below 1
    return heads * (weights / 2 @ others)


def median_density(values, *, low, high, epsilon):
    """Return the law of `private_median`: constant between neighbouring values, higher nearer to the middle.

    The first array are the edges of the pieces: `low`, the values between in order, each once, and `high`. The second,
    shorter by one, are the densities: times the widths of the pieces they sum to 1. Of two values, both pieces outside
    have one more value on one side than the piece between: e^-1 at epsilon 1.
    >>> edges, densities = median_density([4, 6], low=0, high=10, epsilon=1)
    >>> edges, (densities / densities[1]).round(4)
    (array([ 0.,  4.,  6., 10.]), array([0.3679, 1.    , 0.3679]))
    """
    edges, logs = _median_pieces(values, low, high, epsilon)
    weights = np.exp(logs - logs.max())
    return edges, weights / (weights @ np.diff(edges))


def private_median(values, *, low, high, epsilon, rng, size=None):
    """Return a median of `values`, from `low` to `high`, by the exponential mechanism on all numbers between them.

    The score of a number x is minus the distance from the middle: abs(how many values lie below x - half of all).
    Neighbours: one person more or less, who moves the score by at most 1/2. The release is epsilon-differentially
    private (replacing a person moves it by at most 1 and costs twice epsilon). `values`, shape (people,), below `low`
    or above `high` count as such; the bounds are chosen without a look at them. Private for real numbers, not quite for
    floats. Source: McSherry & Talwar 2007, FOCS; Smith 2011, "Privacy-Preserving Statistical Estimation with Optimal
    Convergence Rates", STOC; Gillenwater, Joseph & Kulesza 2021, "Differentially Private Quantiles", ICML.
    >>> incomes = np.append(np.arange(20_000, 30_100, 100), 1e9)  # 101, and a billionaire's
    >>> 24_000 < private_median(incomes, low=0, high=1e6, epsilon=1, rng=np.random.default_rng(1)) < 26_000
    True
    """
    edges, logs = _median_pieces(values, low, high, epsilon)
    shape = shape_of(size)
    piece = _largest(logs + np.log(np.diff(edges)), checks.generator(rng).gumbel, shape)
    released = rng.uniform(edges[piece], edges[piece + 1])
    return released if shape else float(released)


def _exponents(scores, sensitivity, epsilon):
    """Return epsilon score / (2 sensitivity), moved so that the largest is 0."""
    scores = checks.reals("scores", scores)
    if scores.ndim != 1:
        raise ValueError(f"scores must have shape (candidates,), got shape {scores.shape}")
    sensitivity, epsilon = checks.amount("sensitivity", sensitivity), checks.privacy_loss(epsilon)
    with np.errstate(over="ignore"):  # minus infinity is the right exponent for what is out of reach
        return (scores - scores.max()) * (epsilon / sensitivity / 2)


def _largest(exponents, draw, shape):
    """Return the index of the largest of `exponents` plus noise, for each of the draws in `shape`."""
    return (exponents + draw(size=(*shape, exponents.size))).argmax(axis=-1)


def _median_pieces(values, low, high, epsilon):
    """Return the edges of the pieces and the logarithm of the density in each, up to a constant."""
    values = checks.reals("values", values)
    if values.ndim != 1:
        raise ValueError(f"values must have shape (people,), got shape {values.shape}")
    low, high = checked_bounds(low, high)
    edges = np.array([low, *np.unique(values[(low < values) & (values < high)]), high], float)
    below = np.searchsorted(np.sort(values), edges[:-1], side="right")
    return edges, -checks.privacy_loss(epsilon) * np.abs(below - values.size / 2)
