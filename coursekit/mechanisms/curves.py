"""What noise hides, exactly: delta at every epsilon, and the best an attacker can do.

The attacker sees one release, knows the mechanism, and must tell two neighbouring data sets apart whose true values
differ by `sensitivity`. Nothing here is simulated. Three descriptions of the same contest:

- ``delta_*(epsilon)``: the least delta for which the mechanism is (epsilon, delta)-differentially private;
- ``tradeoff_*(alpha)``: the least share of misses that an attacker with a share `alpha` of false alarms can have; one
  minus it, over `alpha`, is the attacker's ROC curve (Dong, Roth & Su 2022, "Gaussian Differential Privacy", Journal of
  the Royal Statistical Society B 84(1));
- ``success_*``: how often the best attacker is right when both data sets are equally likely: 1/2 is guessing.

All are for one released number. Neighbours: whatever `sensitivity` was computed for.
"""

from math import ceil, exp

import numpy as np
from scipy import special

from coursekit import checks
from coursekit.mechanisms.noise import DiscreteGaussianNoise, GaussianNoise, GeometricNoise, LaplaceNoise, _plain


# --- delta at every epsilon ----------------------------------------------------------------------------------------


def delta_laplace(epsilon, *, sensitivity=1.0, scale):
    """Return delta at `epsilon` of Laplace noise: 1 - exp((epsilon - sensitivity / scale) / 2), or 0 if that is less.

    Parameters
    ----------
    epsilon : float or array of float
        Where to read the curve, above 0.
    sensitivity : float, default 1.0
        Distance of the two true values, above 0.
    scale : float
        Scale b of the noise, above 0, in the unit of `sensitivity`.

    Returns
    -------
    float or array of float
        From 0 to 1, in the shape of `epsilon`.

    Notes
    -----
    Source: Balle, Barthe & Gaboardi 2018, "Privacy Amplification by Subsampling: Tight Analyses via Couplings and
    Divergences", NeurIPS, the privacy profile of Laplace noise.

    Examples
    --------
    At scale 1 the noise is 1-differentially private, so delta is 0 from there on.

    >>> delta_laplace([1.0, 2.0], scale=1.0)
    array([0., 0.])
    >>> round(delta_laplace(0.5, scale=1.0), 7)
    0.2211992
    """
    return _delta(epsilon, LaplaceNoise(scale=scale), checks.amount("sensitivity", sensitivity))


def delta_gaussian(epsilon, *, sensitivity=1.0, sigma):
    """Return delta at `epsilon` of Gaussian noise: Phi(m/2 - epsilon/m) - e^epsilon Phi(-m/2 - epsilon/m).

    Here m = sensitivity / sigma and Phi is the normal distribution function, taken through its logarithm, so that a
    delta of 1e-100 comes out right, to about 1e-15 abs(ln(delta)) / epsilon of itself.

    Parameters
    ----------
    epsilon : float or array of float
        Where to read the curve, above 0.
    sensitivity : float, default 1.0
        Distance of the two true values, above 0; for several numbers at once, their l2 distance.
    sigma : float
        Standard deviation of the noise, above 0, in the unit of `sensitivity`.

    Returns
    -------
    float or array of float
        From 0 to 1, in the shape of `epsilon`.

    Notes
    -----
    Source: Balle & Wang 2018, "Improving the Gaussian Mechanism for Differential Privacy", ICML, theorem 8.

    Examples
    --------
    >>> round(delta_gaussian(1.0, sigma=1.0), 7)
    0.1269367
    """
    return _delta(epsilon, GaussianNoise(sigma=sigma), checks.amount("sensitivity", sensitivity))


def delta_geometric(epsilon, *, sensitivity=1, scale):
    """Return delta at `epsilon` of two-sided geometric noise with the law exp(-abs(k) / scale), up to a factor.

    Parameters
    ----------
    epsilon : float or array of float
        Where to read the curve, above 0.
    sensitivity : int, default 1
        Distance of the two true counts, at least 1.
    scale : float
        Scale of the noise, above 0, in counts: sensitivity / epsilon for `mechanisms.geometric_mechanism`.

    Returns
    -------
    float or array of float
        From 0 to 1, in the shape of `epsilon`.

    Notes
    -----
    The likelihood ratio grows with the release, so the worst event is "t or more" for a whole number t. With
    `sensitivity` 1 the curve is that of binary randomized response.

    Examples
    --------
    >>> round(delta_geometric(0.5, scale=1.0), 7)
    0.2876491
    """
    return _delta(epsilon, GeometricNoise(scale=scale), _whole_distance(sensitivity))


def delta_discrete_gaussian(epsilon, *, sensitivity=1, sigma):
    """Return delta at `epsilon` of discrete Gaussian noise with the law exp(-k**2 / (2 sigma**2)), up to a factor.

    Parameters
    ----------
    epsilon : float or array of float
        Where to read the curve, above 0.
    sensitivity : int, default 1
        Distance of the two true counts, at least 1.
    sigma : float
        Parameter of the law, above 0, in counts; the standard deviation is slightly less.

    Returns
    -------
    float or array of float
        From 0 to 1, in the shape of `epsilon`.

    Notes
    -----
    Source: Canonne, Kamath & Steinke 2020, "The Discrete Gaussian for Differential Privacy", NeurIPS, theorem 7.

    Examples
    --------
    The continuous Gaussian reaches delta = 1e-6 at this sigma; the discrete one does not, by 2%.

    >>> round(1e6 * delta_discrete_gaussian(1.0, sigma=4.2246789), 4)
    1.0197
    """
    return _delta(epsilon, DiscreteGaussianNoise(sigma=sigma), _whole_distance(sensitivity))


# --- The attacker's trade-off --------------------------------------------------------------------------------------


def tradeoff_laplace(alpha, *, sensitivity=1.0, scale):
    """Return the least share of misses against Laplace noise for a share `alpha` of false alarms.

    Parameters
    ----------
    alpha : float or array of float
        Share of false alarms, from 0 to 1.
    sensitivity : float, default 1.0
        Distance of the two true values, above 0.
    scale : float
        Scale of the noise, above 0.

    Returns
    -------
    float or array of float
        Share of misses, from 0 to 1, in the shape of `alpha`.

    Notes
    -----
    Source: Dong, Roth & Su 2022, "Gaussian Differential Privacy", JRSS-B 84(1), section 2.

    Examples
    --------
    An alarm at the true value itself is false half of the time; the neighbour's release is then missed with
    probability e^-1 / 2.

    >>> round(tradeoff_laplace(0.5, scale=1.0), 6)
    0.18394
    """
    alpha = checks.reals("alpha", alpha, low=0, high=1)
    loss = checks.amount("sensitivity", sensitivity) / LaplaceNoise(scale=scale).scale
    with np.errstate(divide="ignore"):
        middle = np.exp(-loss - np.log(4 * alpha))
        steep = 1 - np.exp(np.minimum(loss + np.log(alpha), 0))
    pieces = [alpha <= exp(-loss) / 2, alpha < 0.5]
    return _plain(np.select(pieces, [steep, middle], exp(-loss) * (1 - alpha)))


def tradeoff_gaussian(alpha, *, sensitivity=1.0, sigma):
    """Return the least share of misses against Gaussian noise: Phi(Phi^-1(1 - alpha) - sensitivity / sigma).

    Parameters
    ----------
    alpha : float or array of float
        Share of false alarms, from 0 to 1.
    sensitivity : float, default 1.0
        Distance of the two true values, above 0; for several numbers at once, their l2 distance.
    sigma : float
        Standard deviation of the noise, above 0.

    Returns
    -------
    float or array of float
        Share of misses, from 0 to 1, in the shape of `alpha`.

    Notes
    -----
    Source: Dong, Roth & Su 2022, "Gaussian Differential Privacy", JRSS-B 84(1), definition 2.6.

    Examples
    --------
    At a distance of two sigma, an alarm half way between is false as often as it misses: 15.9%, the tail beyond sigma.

    >>> alpha = GaussianNoise(sigma=1).event(1, float("inf"))
    >>> round(alpha, 4), round(tradeoff_gaussian(alpha, sensitivity=2, sigma=1), 4)
    (0.1587, 0.1587)
    """
    alpha = checks.reals("alpha", alpha, low=0, high=1)
    distance = checks.amount("sensitivity", sensitivity) / GaussianNoise(sigma=sigma).sigma
    return _plain(special.ndtr(-special.ndtri(alpha) - distance))


def tradeoff_geometric(alpha, *, sensitivity=1, scale):
    """Return the least share of misses against two-sided geometric noise: straight lines between corners.

    The corners are the alarms "t or more" for whole t; between two of them the attacker tosses a coin.

    Parameters
    ----------
    alpha : float or array of float
        Share of false alarms, from 0 to 1.
    sensitivity : int, default 1
        Distance of the two true counts, from 1 to 2**20.
    scale : float
        Scale of the noise, from 1/30 to 2**32.

    Returns
    -------
    float or array of float
        Share of misses, from 0 to 1, in the shape of `alpha`.

    Notes
    -----
    With `sensitivity` 1 there is one corner, and the curve is `tradeoff_bound` itself: no mechanism leaks its epsilon
    more fully. Source: Dong, Roth & Su 2022, JRSS-B 84(1), section 2.

    Examples
    --------
    The corner at e^-1 = 1/2: false alarms a / (1 + a) = 1/3, and as many misses.

    >>> round(tradeoff_geometric(1 / 3, scale=1 / np.log(2)), 6)
    0.333333
    """
    noise, sensitivity = GeometricNoise(scale=scale), _whole_distance(sensitivity, at_most=2**20)
    return _corners(alpha, noise, sensitivity, np.arange(1, sensitivity + 1))


def tradeoff_discrete_gaussian(alpha, *, sensitivity=1, sigma):
    """Return the least share of misses against discrete Gaussian noise: straight lines between corners.

    Parameters
    ----------
    alpha : float or array of float
        Share of false alarms, from 0 to 1.
    sensitivity : int, default 1
        Distance of the two true counts, from 1 to 2**20.
    sigma : float
        Parameter of the law, from 1/64 to 10,000.

    Returns
    -------
    float or array of float
        Share of misses, from 0 to 1, in the shape of `alpha`.

    Examples
    --------
    For a large sigma it is the Gaussian's.

    >>> discrete = tradeoff_discrete_gaussian(0.1, sensitivity=50, sigma=50)
    >>> round(discrete, 3), round(tradeoff_gaussian(0.1, sensitivity=50, sigma=50), 3)
    (0.611, 0.611)
    """
    noise, sensitivity = DiscreteGaussianNoise(sigma=sigma), _whole_distance(sensitivity, at_most=2**20)
    if noise.sigma > 10_000:
        raise ValueError(f"sigma must be <= 10000 for a curve of corners, got {sigma}")
    reach = ceil(38 * noise.sigma)  # corners further out have a share below 1e-300
    return _corners(alpha, noise, sensitivity, np.arange(-reach, reach + sensitivity + 1))


def tradeoff_bound(alpha, *, epsilon, delta=0.0):
    """Return the share of misses that (epsilon, delta)-differential privacy guarantees, whatever the mechanism.

    It is the largest of 0, 1 - delta - e^epsilon alpha and e^-epsilon (1 - delta - alpha).

    Parameters
    ----------
    alpha : float or array of float
        Share of false alarms, from 0 to 1.
    epsilon : float
        Privacy loss, from 2**-32 to 30.
    delta : float, default 0.0
        From 0 on, below 1.

    Returns
    -------
    float or array of float
        Share of misses, from 0 to 1, in the shape of `alpha`.

    Notes
    -----
    Source: Kairouz, Oh & Viswanath 2017, "The Composition Theorem for Differential Privacy", IEEE Transactions on
    Information Theory 63(6), theorem 2.1; Wasserman & Zhou 2010, JASA 105(489), theorem 2.4.

    Examples
    --------
    Without false alarms, at most a share delta is found.

    >>> tradeoff_bound([0.0, 1.0], epsilon=1.0, delta=0.1)
    array([0.9, 0. ])
    """
    alpha = checks.reals("alpha", alpha, low=0, high=1)
    growth, delta = exp(checks.privacy_loss(epsilon)), checks.failure(delta, zero=True)
    return _plain(np.maximum(0, np.maximum(1 - delta - growth * alpha, (1 - delta - alpha) / growth)))


# --- The best attacker ---------------------------------------------------------------------------------------------


def success_laplace(*, sensitivity=1.0, scale):
    """Return how often the best attacker on Laplace noise is right: 1 - exp(-sensitivity / (2 scale)) / 2.

    >>> round(success_laplace(scale=1.0), 4)
    0.6967
    """
    return _success(LaplaceNoise(scale=scale), checks.amount("sensitivity", sensitivity))


def success_gaussian(*, sensitivity=1.0, sigma):
    """Return how often the best attacker on Gaussian noise is right: Phi(sensitivity / (2 sigma)).

    At a distance of two sigma, as often as a normal number is below 1:

    >>> round(success_gaussian(sensitivity=2, sigma=1), 4)
    0.8413
    """
    return _success(GaussianNoise(sigma=sigma), checks.amount("sensitivity", sensitivity))


def success_geometric(*, sensitivity=1, scale):
    """Return how often the best attacker on two-sided geometric noise is right.

    With `sensitivity` 1 it is e / (1 + e) at epsilon 1, as often as in randomized response:

    >>> round(success_geometric(scale=1.0), 4)
    0.7311
    """
    return _success(GeometricNoise(scale=scale), _whole_distance(sensitivity))


def success_discrete_gaussian(*, sensitivity=1, sigma):
    """Return how often the best attacker on discrete Gaussian noise is right.

    The hills of 0 and 1 differ by the weight at 0: with weights 1, 1/2 and 1/16 (twice) that is 1 / 2.1289.

    >>> round(2 * success_discrete_gaussian(sigma=1 / np.sqrt(2 * np.log(2))) - 1, 4)
    0.4697
    """
    return _success(DiscreteGaussianNoise(sigma=sigma), _whole_distance(sensitivity))


def success_bound(*, epsilon, delta=0.0):
    """Return how often any attacker can be right at most: (e^epsilon + delta) / (e^epsilon + 1).

    Both data sets are equally likely beforehand. Source: Kairouz, Oh & Viswanath 2017, theorem 2.1.

    >>> round(success_bound(epsilon=np.log(3)), 6)
    0.75
    """
    odds = exp(-checks.privacy_loss(epsilon))
    return (1 + checks.failure(delta, zero=True) * odds) / (1 + odds)


def posterior_bound(prior, *, epsilon):
    """Return (low, high): between them stays the belief of whoever held `prior`, whatever is released.

    Differential privacy bounds a ratio of probabilities of the *release*; by Bayes' rule the odds of any fact about one
    person then move by a factor of at most e^epsilon. With a delta above 0 there is no such bound for every release.

    Parameters
    ----------
    prior : float or array of float
        Belief before the release that one of two neighbouring data sets is the true one, from 0 to 1.
    epsilon : float
        Privacy loss, from 2**-32 to 30.

    Returns
    -------
    tuple of two floats or arrays of float
        In the shape of `prior`.

    Notes
    -----
    Source: Kasiviswanathan & Smith 2014, "On the 'Semantics' of Differential Privacy", Journal of Privacy and
    Confidentiality 6(1); source text, section 7.11, corrected.

    Examples
    --------
    Odds of 1 to 1, divided and multiplied by 3:

    >>> low, high = posterior_bound(0.5, epsilon=np.log(3))
    >>> round(low, 6), round(high, 6)
    (0.25, 0.75)
    """
    prior, odds = checks.reals("prior", prior, low=0, high=1), exp(-checks.privacy_loss(epsilon))
    return _plain(prior * odds / (prior * odds + 1 - prior)), _plain(prior / (prior + (1 - prior) * odds))


# --- What they share -----------------------------------------------------------------------------------------------


def _delta(epsilon, noise, sensitivity):
    return _plain(noise._delta(checks.above_zero("epsilon", epsilon), sensitivity) + 0.0)  # + 0.0 makes -0.0 a 0.0


def _success(noise, sensitivity):
    return (1 + float(noise._delta(np.array(0.0), sensitivity))) / 2


def _corners(alpha, noise, sensitivity, thresholds):
    """Return the lines between the corners (false alarms, misses) of the alarms "t or more"."""
    alpha = checks.reals("alpha", alpha, low=0, high=1)
    thresholds = thresholds[::-1].astype(float)  # from no false alarms to many
    false_alarms = np.exp(noise._log_above(thresholds))
    misses = np.exp(noise._log_above(sensitivity - thresholds + 1))  # P[noise <= t - 1 - sensitivity], mirrored
    return _plain(np.interp(alpha, [0.0, *false_alarms, 1.0], [1.0, *misses, 0.0]))


def _whole_distance(sensitivity, *, at_most=2**53):
    return checks.whole("sensitivity", sensitivity, at_least=1, at_most=at_most)
