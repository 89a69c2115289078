"""What many releases cost together, billed by every accountant; and what an epsilon means.

The same releases can be given several bills, all of them true: each is an epsilon with which, at one `delta`, the
releases together are (epsilon, delta)-private. A better accountant proves a smaller one; the data and the noise stay as
they are. Neighbours are those of the single releases, whatever relation these were made for.
"""

from functools import partial
from math import expm1, log, log1p, sqrt

import numpy as np
from scipy.optimize import brentq  # here, because it takes .2 s, which a slider's first move must not wait for

from coursekit import checks
from coursekit.accounting.composition import MOST_RELEASES, advanced, checked, closed_form, optimal
from coursekit.accounting.pld import connect_the_dots, total_epsilon
from coursekit.accounting.renyi import epsilon_to_zcdp, zcdp_to_epsilon
from coursekit.accounting.renyi import rdp_gaussian, rdp_geometric, rdp_laplace, rdp_to_epsilon
from coursekit.mechanisms.calibration import gaussian_sigma
from coursekit.mechanisms.law import normal_delta

MECHANISMS = ("laplace", "geometric", "gaussian")


def all_bills(*, k, epsilon, delta, mechanism="laplace"):
    """Return what every accountant charges for the same `k` releases: {accountant: total epsilon}, dearest first.

    The accountants: "basic", "advanced", "zCDP, textbook", "closed form", "RDP, textbook", "zCDP, tight", "RDP, tight",
    "optimal", which knows only the epsilon of each release, and "exact", which knows the noise. For Laplace noise that
    is on a grid that a slider need not wait for: never too small, and for up to 1000 releases and epsilon 5 too large
    by less than one part in 10,000. One release with normal noise has an epsilon for each delta: with an even split
    delta / k each to add up, and delta / (2 k) each, with the other half as slack, for the other three that know
    nothing else. Parameters as for `compose_exact`; for normal noise delta must be above 2e-307 * k.
    >>> bills = all_bills(k=100, epsilon=0.1, delta=1e-6)
    >>> [f"{name} {bill:.2f}" for name, bill in bills.items()][::4]
    ['basic 10.00', 'RDP, textbook 5.48', 'exact 4.69']
    """
    (k, epsilon, delta), mechanism = checked(k, epsilon, delta), checks.choice("mechanism", mechanism, MECHANISMS)
    basic, each, slack, slack_of_advanced = k * epsilon, epsilon, delta, delta
    if mechanism == "gaussian":
        if delta <= 2e-307 * k:
            raise ValueError(f"delta must be > 2e-307 * k, to be split among k releases, got {delta} with k {k}")
        basic, each = k * _gaussian(epsilon, delta / k), _gaussian(epsilon, delta / (2 * k))
        slack_of_advanced = delta / 2
        slack = -expm1(log1p(-delta) - k * log1p(-delta / (2 * k)))  # 1 - delta = (1 - delta / (2 k))**k * (1 - slack)
    rho = k * epsilon_to_zcdp(epsilon=epsilon)
    noise = {"sigma": 1 / epsilon} if mechanism == "gaussian" else {"epsilon": epsilon}
    curve = partial({"laplace": rdp_laplace, "geometric": rdp_geometric, "gaussian": rdp_gaussian}[mechanism], **noise)
    bills = {
        "basic": basic,
        "advanced": advanced(k, each, slack_of_advanced),
        "zCDP, textbook": zcdp_to_epsilon(rho=rho, delta=delta, method="textbook"),
        "closed form": closed_form(k, each, slack),
        "RDP, textbook": rdp_to_epsilon(curve, k=k, delta=delta, method="textbook"),
        "zCDP, tight": zcdp_to_epsilon(rho=rho, delta=delta),
        "RDP, tight": rdp_to_epsilon(curve, k=k, delta=delta),
        "optimal": optimal(k, each, slack),
    }
    exact = _exact(k, epsilon, delta, mechanism, cells=int(max(25, min(150, 2500 / sqrt(k)))))
    bills["exact"] = min(exact, *bills.values())  # what is left of the grid must not make it dearer than another
    return dict(sorted(bills.items(), key=lambda bill: -bill[1]))


def compose_exact(*, k, epsilon, delta, mechanism="laplace"):
    """Return the total epsilon of `k` releases from the law of their privacy losses: no accountant can prove less.

    For Laplace noise by `connect_the_dots`, on a grid of 1000 cells: never too small, and too large by less than a
    millionth. The losses of geometric noise on one count are those of randomized response, so that `compose_optimal` is
    exact. For normal noise `compose_gaussian`.

    k, delta : int, float. Releases, 1 to 1,000,000; delta of all of them together, above 0 and below 1.
    epsilon : float. Says how much noise each release has, from 2**-32 to 30. Laplace and geometric noise: scale 1 /
        epsilon, for sensitivity 1. Normal noise has no finite privacy loss; its *standard deviation* is 1 / epsilon, so
        that all three have rho = epsilon**2 / 2.
    mechanism : {"laplace", "geometric", "gaussian"}.
    One release with Laplace noise has delta = 1 - exp((total - epsilon) / 2). For epsilon = 1 and a total of 1/2:
    >>> round(compose_exact(k=1, epsilon=1, delta=1 - np.exp(-1 / 4)), 6)
    0.5
    """
    mechanism = checks.choice("mechanism", mechanism, MECHANISMS)
    return _exact(*checked(k, epsilon, delta), mechanism, cells=1000)


def compose_gaussian(*, k, sensitivity=1, sigma, delta):
    """Return the exact total epsilon of `k` releases with normal noise: that of one with sigma / sqrt(k).

    `sensitivity`, above 0, is how far one person can move an answer, in Euclidean (l2) distance; `sigma`, in the same
    unit, is the standard deviation of the noise, within a factor of 10**12 of sqrt(k) * sensitivity. Source: Dong, Roth
    & Su 2022, "Gaussian Differential Privacy", JRSS-B 84(1), section 3; Balle & Wang 2018, "Improving the Gaussian
    Mechanism for Differential Privacy", ICML, theorem 8.
    >>> round(compose_gaussian(k=100, sigma=10, delta=0.1269367), 6)
    1.0
    """
    k, delta = checks.whole("k", k, at_least=1, at_most=MOST_RELEASES), checks.failure(delta)
    sensitivity, sigma = checks.amount("sensitivity", sensitivity), checks.amount("sigma", sigma)
    # Beyond these bounds floats cannot tell delta from 0 or 1
    distance = checks.inside("sqrt(k) * sensitivity / sigma", sqrt(k) * sensitivity / sigma, 1e-12, 1e12)
    return _gaussian(distance, delta)


def gaussian_break_even(*, epsilon, delta):
    """Return the number of queries, not rounded, above which normal noise spreads less than Laplace noise.

    It is (epsilon * sigma)**2 / 2, where sigma is the least for one query at (epsilon, delta). Of k answers that cost
    (epsilon, delta) together, each has a standard deviation of sqrt(2) * k / epsilon with Laplace noise, which leaves
    delta unused, and of sqrt(k) * sigma with normal noise, whose l2 sensitivity is sqrt(k): there the two are equal.
    >>> round(gaussian_break_even(epsilon=1, delta=1e-6), 3)
    8.924
    """
    epsilon = checks.privacy_loss(epsilon)
    return (epsilon * gaussian_sigma(sensitivity=1, epsilon=epsilon, delta=checks.failure(delta))) ** 2 / 2


def odds_table():
    """Return what each of ten values of epsilon allows at most: a DataFrame of four readings of one number.

    By Bayes' rule the odds of any statement about a person move by a factor of at most e**epsilon, and so does the
    worth of a bet. The columns are ``epsilon``; ``ratio``, e**epsilon: a bet of 1 on any outcome, at odds that are fair
    without your data, is worth at most this much with them; ``best_guess``: how often the best attacker is right who
    must tell two neighbours apart, both equally likely; ``from_one_percent``: what a belief of 1% about you can grow
    to. Source: source text, section 7.11, corrected: it rounds 1.28, 1.65 and 2.12 to 1, 2 and 2, prints its last
    epsilon, 17.14, as 17.1, and speaks of the probability that a person was in the data, where the definition has the
    probability of the output.
    >>> odds_table().query("epsilon == 4").round(3)
       epsilon   ratio  best_guess  from_one_percent
    5      4.0  54.598       0.982             0.355
    """
    import pandas as pd

    epsilon = np.array([0.25, 0.5, 0.75, 1, 2, 4, 6, 8, 10.3, 17.14])
    shrink = np.exp(-epsilon)
    readings = {"ratio": np.exp(epsilon), "best_guess": 1 / (1 + shrink), "from_one_percent": 1 / (1 + 99 * shrink)}
    return pd.DataFrame({"epsilon": epsilon} | readings)


def _exact(k, epsilon, delta, mechanism, *, cells):
    """Return `compose_exact`; the fineness of the grid is for Laplace noise."""
    if mechanism == "geometric":
        return optimal(k, epsilon, delta)
    if mechanism == "gaussian":
        return _gaussian(epsilon * sqrt(k), delta)
    law = connect_the_dots(lambda loss: -np.expm1((loss - epsilon) / 2), largest=epsilon, cells=cells)
    return min(total_epsilon(law, k=k, delta=delta), k * epsilon)


def _gaussian(distance, delta):
    """Solve delta(epsilon) = delta for normal noise with sigma 1 on neighbours that are `distance` apart."""

    def excess(epsilon):
        return log(max(float(normal_delta(epsilon, distance)), 5e-324)) - log(delta)

    high = distance**2 / 2 + distance * sqrt(-2 * log(delta))
    return brentq(excess, 0, high, xtol=1e-16 * high, rtol=1e-15, maxiter=500) if excess(0) > 0 else 0.0
