"""Accounting: what many releases cost together.

The same releases can be given several bills, all of them true: each is an epsilon with which, at one `delta`, the
releases together are (epsilon, delta)-private. A better accountant proves a smaller one; the data and the noise stay as
they are. Neighbours are those of the single releases, whatever relation these were made for.

Four rooms more are on this floor, and what they offer can be imported from here as well: ``composition`` (theorems that
know only epsilon and delta), ``renyi`` (zCDP and Rényi accounting), ``losses`` (the law of privacy losses) and
``budget`` (the debit card that pays such bills).

TypeError for arguments of the wrong kind and ValueError for numbers out of their range or NaN; the message names the
parameter, the rule and the value.
"""

from functools import partial
from math import log, sqrt

import numpy as np

from coursekit import checks
from coursekit.accounting.budget import Amount, BudgetExceeded, PrivacyBudget
from coursekit.accounting.composition import (
    _advanced,
    _closed_form,
    _optimal,
    _planned,
    _slack_of_product,
    compose_advanced,
    compose_basic,
    compose_closed_form,
    compose_optimal,
)
from coursekit.accounting.pld import MOST_RELEASES, LossLaw, connect_the_dots, total_epsilon
from coursekit.accounting.renyi import (
    epsilon_to_zcdp,
    rdp_gaussian,
    rdp_geometric,
    rdp_laplace,
    rdp_to_epsilon,
    zcdp_gaussian,
    zcdp_to_epsilon,
)

__all__ = [
    "Amount",
    "BudgetExceeded",
    "LossLaw",
    "PrivacyBudget",
    "all_bills",
    "compose_advanced",
    "compose_basic",
    "compose_closed_form",
    "compose_exact",
    "compose_gaussian",
    "compose_optimal",
    "connect_the_dots",
    "epsilon_to_zcdp",
    "gaussian_break_even",
    "noise_for_queries",
    "rdp_gaussian",
    "rdp_geometric",
    "rdp_laplace",
    "rdp_to_epsilon",
    "total_epsilon",
    "zcdp_gaussian",
    "zcdp_to_epsilon",
]

MECHANISMS = ("laplace", "geometric", "gaussian")


# --- Releases whose noise is known ----------------------------------------------------------------------------------


def compose_gaussian(*, k, sensitivity=1, sigma, delta):
    """Return the exact total epsilon of `k` releases with normal noise: those of one with sigma / sqrt(k).

    Parameters
    ----------
    k : int
        Number of releases, 1 to 1,000,000.
    sensitivity : float, default 1
        How far one person can move an answer, above 0; in Euclidean (l2) distance if it has several numbers.
    sigma : float
        Standard deviation of the noise, above 0, in the unit of `sensitivity`.
    delta : float
        Delta of all releases together, above 0 and below 1.

    Notes
    -----
    Source: Dong, Roth & Su 2022, "Gaussian Differential Privacy", JRSS-B 84(1), section 3; Balle & Wang 2018,
    "Improving the Gaussian Mechanism for Differential Privacy", ICML, theorem 8.

    Examples
    --------
    A hundred releases with sigma 10 are like one with sigma 1, whose delta at epsilon 1 is .1269367.

    >>> round(compose_gaussian(k=100, sigma=10, delta=0.1269367), 6)
    1.0
    """
    k, delta = checks.whole("k", k, at_least=1, at_most=MOST_RELEASES), checks.failure(delta)
    sensitivity, sigma = checks.amount("sensitivity", sensitivity), checks.amount("sigma", sigma)
    return _gaussian(sensitivity / sigma * sqrt(k), delta)


def compose_exact(*, k, epsilon, delta, mechanism="laplace", cells=1000):
    """Return the total epsilon of `k` releases from the law of their privacy losses: no accountant can prove less.

    Parameters
    ----------
    k : int
        Number of releases, 1 to 1,000,000.
    epsilon : float
        Says how much noise each release has (from 2**-32 to 30). Laplace and geometric noise: scale 1 / epsilon, for
        sensitivity 1. Normal noise has no finite privacy loss; its *standard deviation* is 1 / epsilon, so that all
        three have rho = epsilon**2 / 2.
    delta : float
        Delta of all releases together, above 0 and below 1.
    mechanism : {"laplace", "geometric", "gaussian"}
        "geometric": geometric noise on one count of sensitivity 1, or randomized response.
    cells : int, default 1000
        Fineness of the grid for Laplace noise; the other two need none. The result is never too small, and with 1000
        cells too large by less than a millionth of it. Time and memory grow with cells * sqrt(k).

    Notes
    -----
    Source: for Laplace noise, `losses.connect_the_dots`. The losses of geometric noise are those of randomized
    response, so that `compose_optimal` is exact. For normal noise, `compose_gaussian`.

    Examples
    --------
    One release with Laplace noise has delta = 1 - exp((total - epsilon) / 2). For epsilon = 1 and a total of 1/2:

    >>> from math import exp
    >>> round(compose_exact(k=1, epsilon=1, delta=1 - exp(-1 / 4)), 6)
    0.5
    """
    k, epsilon, delta, _ = _planned(k, epsilon, checks.failure(delta))
    checks.choice("mechanism", mechanism, MECHANISMS)
    cells = checks.whole("cells", cells, at_least=1, at_most=10**6)
    if mechanism == "geometric":
        return _optimal(k, epsilon, delta)
    if mechanism == "gaussian":
        return _gaussian(epsilon * sqrt(k), delta)
    law = connect_the_dots(lambda loss: -np.expm1((loss - epsilon) / 2), largest=epsilon, cells=cells)
    return min(total_epsilon(law, k=k, delta=delta), k * epsilon)


def all_bills(*, k, epsilon, delta, mechanism="laplace"):
    """Return what every accountant charges for the same `k` releases: {accountant: total epsilon}, dearest first.

    Parameters
    ----------
    k, epsilon, delta, mechanism
        As for `compose_exact`.

    Returns
    -------
    dict of str to float
        Keys "basic", "advanced", "zCDP, textbook", "closed form", "RDP, textbook", "zCDP, tight", "RDP, tight",
        "optimal" and "exact". All bills are true at the same `delta`. "optimal" knows only the epsilon of each release,
        "exact" knows the noise. For Laplace noise it is on a grid that a slider need not wait for: never too small, and
        for up to 1000 releases and epsilon 5 too large by less than one part in 10,000.

    Notes
    -----
    One release with normal noise has an epsilon for each delta. The accountants that know nothing else get them with an
    even split: delta / k each to add up, and delta / (2 k) each, with the other half as slack, for the other three.

    Examples
    --------
    >>> bills = all_bills(k=100, epsilon=0.1, delta=1e-6)
    >>> [f"{name} {bill:.2f}" for name, bill in bills.items()][::4]
    ['basic 10.00', 'RDP, textbook 5.48', 'exact 4.69']
    """
    cells = int(max(25, min(150, 2500 / sqrt(checks.whole("k", k, at_least=1, at_most=MOST_RELEASES)))))
    exact_bill = compose_exact(k=k, epsilon=epsilon, delta=delta, mechanism=mechanism, cells=cells)
    each, basic, slacks = float(epsilon), k * float(epsilon), (delta, delta)
    if mechanism == "gaussian":
        each, basic = _gaussian(float(epsilon), delta / (2 * k)), k * _gaussian(float(epsilon), delta / k)
        slacks = delta / 2, _slack_of_product(k, delta, delta / (2 * k))
    rho = k * epsilon_to_zcdp(epsilon=epsilon)
    curve = {"laplace": rdp_laplace, "geometric": rdp_geometric, "gaussian": _rdp_of_normal_noise}[mechanism]
    curve = partial(curve, epsilon=epsilon)
    bills = {
        "basic": basic,
        "advanced": _advanced(k, each, slacks[0]) if each else 0.0,
        "zCDP, textbook": zcdp_to_epsilon(rho=rho, delta=delta, method="textbook"),
        "closed form": _closed_form(k, each, slacks[1]) if each else 0.0,
        "RDP, textbook": rdp_to_epsilon(curve, k=k, delta=delta, method="textbook"),
        "zCDP, tight": zcdp_to_epsilon(rho=rho, delta=delta),
        "RDP, tight": rdp_to_epsilon(curve, k=k, delta=delta),
        "optimal": _optimal(k, each, slacks[1]) if each else 0.0,
    }
    bills["exact"] = min(exact_bill, *bills.values())  # what is left of the grid must not make it dearer than another
    return dict(sorted(bills.items(), key=lambda bill: -bill[1]))


# --- Planning -------------------------------------------------------------------------------------------------------


def noise_for_queries(*, k, epsilon, delta, sensitivity=1):
    """Return the standard deviation of the noise on each of `k` answers that together cost (epsilon, delta).

    Parameters
    ----------
    k : int
        Number of queries, 1 to 1,000,000.
    epsilon : float
        Privacy loss of all answers together, above 0 (from 2**-32 to 30).
    delta : float
        Delta of all answers together, above 0 and below 1; Laplace noise leaves it unused.
    sensitivity : float, default 1
        How far one person can move each answer, above 0.

    Returns
    -------
    dict of str to float
        {"laplace": sqrt(2) * k * sensitivity / epsilon, "gaussian": sigma}, the smaller one first. The normal noise is
        the least that is (epsilon, delta)-private for k answers, whose l2 sensitivity is sqrt(k) * sensitivity.

    Examples
    --------
    Two queries at epsilon 1 need Laplace noise of scale 2 each, with the standard deviation 2 sqrt(2).

    >>> round(noise_for_queries(k=2, epsilon=1, delta=1e-6)["laplace"], 6)
    2.828427
    """
    from coursekit.mechanisms.calibration import gaussian_sigma

    k, epsilon, delta, _ = _planned(k, epsilon, checks.failure(delta))
    sensitivity = checks.amount("sensitivity", sensitivity)
    sigma = sqrt(k) * gaussian_sigma(sensitivity=sensitivity, epsilon=epsilon, delta=delta)
    noise = {"laplace": sqrt(2) * k * sensitivity / epsilon, "gaussian": sigma}
    return dict(sorted(noise.items(), key=lambda one: one[1]))


def gaussian_break_even(*, epsilon, delta):
    """Return the number of queries, not rounded, above which normal noise spreads less than Laplace noise.

    It is (epsilon * sigma)**2 / 2, where sigma is the least for one query at (epsilon, delta): the two standard
    deviations in `noise_for_queries`, sqrt(2) * k / epsilon and sqrt(k) * sigma, are equal there.

    Parameters
    ----------
    epsilon, delta : float
        Privacy loss of all answers together, as for `noise_for_queries`.

    Examples
    --------
    >>> round(gaussian_break_even(epsilon=1, delta=1e-6), 3)
    8.924
    """
    from coursekit.mechanisms.calibration import gaussian_sigma

    epsilon = checks.privacy_loss(epsilon)
    return (epsilon * gaussian_sigma(sensitivity=1, epsilon=epsilon, delta=checks.failure(delta))) ** 2 / 2


# --- Behind them ----------------------------------------------------------------------------------------------------


def _gaussian(distance, delta):
    """Solve delta(epsilon) = delta for normal noise with sigma 1 on neighbours that are `distance` apart."""
    from coursekit.mechanisms.noise import GaussianNoise

    low, high = 0.0, distance**2 / 2 + distance * sqrt(-2 * log(delta))
    for _ in range(9):  # each leaves a 64th
        points = np.linspace(low, high, 65)
        points[points == 0] = high * 1e-200  # delta takes no 0
        below = int(np.argmax(GaussianNoise(sigma=1 / distance).delta(points) <= delta))
        if below == 0:
            return float(low)
        low, high = points[below - 1], points[below]
    return float(high)


def _rdp_of_normal_noise(alpha, *, epsilon):
    return rdp_gaussian(alpha, sigma=1 / epsilon)
