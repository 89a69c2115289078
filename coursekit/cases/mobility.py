"""Community mobility: how many places of one day count, and what a day costs.

Neighbours: one user with one day more or less. Source: Aktay et al. 2020, "Google COVID-19 Community Mobility Reports:
Anonymization Process Description (Version 1.1)", arXiv 2004.04145, as OpenDP's Deployments Registry reads it (commit
3e9c812, July 2026): 0.11 for a country and for a state, 0.22 for a county, for each of up to four (category, place)
pairs, for the time at home and for the workplace.
"""

import numpy as np

from coursekit import checks

BY_LEVEL = {"country": 0.11, "state": 0.11, "county": 0.22}
MOST_PLACES = 15
_COURIERS, _USUAL, _BUSY = 0.004, 0.7, 11.0  # of 1000 people four drive about all day


def daily_epsilon(places):
    """Return the privacy loss of one day in which at most so many places of a user count (1 to 15).

    Each place is counted in a country, a state and a county, and home and workplace once more in all three.
    >>> round(daily_epsilon(4), 2), round(30 * daily_epsilon(4), 1)
    (2.64, 79.2)
    """
    return _counted(places) * sum(BY_LEVEL.values())


def mean_daily_loss(places):
    """Return by how much the log odds about a day grow on average, if a user was in at most so many places (1 to 15).

    `daily_epsilon` is the most by which they grow. Laplace noise of scale 1 / e on a number that the user moves by 1
    lets them grow by e - 1 + exp(-e) on average, for somebody who knows everybody else.
    >>> round(mean_daily_loss(4), 3)
    0.205
    """
    each = np.array([*BY_LEVEL.values()])
    return _counted(places) * float((each + np.expm1(-each)).sum())


def places_law():
    """Return the chance that somebody of our made-up county goes to 0, 1, 2, … places in a day, shape (41,).

    99% go to three or fewer, as Google reports of counties in the United States; a few drive about all day.
    >>> round(float(places_law()[:4].sum()), 3)
    0.99
    """
    from scipy.stats import poisson

    k = np.arange(41)
    law = (1 - _COURIERS) * poisson.pmf(k, _USUAL) + _COURIERS * poisson.pmf(k, _BUSY)
    return law / law.sum()


def share_counted(places):
    """Return which share of all visits in our county still counts, if at most so many places a day do (1 to 15).

    >>> round(share_counted(4), 3)
    0.961
    """
    law, k = places_law(), np.arange(41)
    limit = checks.whole("places", places, at_least=1, at_most=MOST_PLACES)
    return float(np.minimum(k, limit) @ law / (k @ law))


def mean_error(days):
    """Return by how many visits a county's published number is off on average, if its epsilon lasts for so many days.

    Laplace noise of scale days / 0.22, whose mean size is its scale; a number counts each user once.
    >>> [round(mean_error(days)) for days in (1, 30)]
    [5, 136]
    """
    return checks.whole("days", days, at_least=1, at_most=3650) / BY_LEVEL["county"]


def _counted(places):
    """Return how many times a user is counted at each level in a day: home and work count besides."""
    return checks.whole("places", places, at_least=1, at_most=MOST_PLACES) + 2
