"""Odds: what an epsilon means, and which epsilons have been used.

Differential privacy bounds how much likelier an *output* is with one person's data than without: at most e**epsilon
times. By Bayes' rule the odds of any statement about that person then move by at most that factor, and so does the
worth of a bet. Neighbours are those of the release.

TypeError for arguments of the wrong kind, ValueError for numbers out of their range.
"""

from typing import NamedTuple

import numpy as np

from coursekit import checks

LARGEST_EPSILON = 700  # e**709 is the largest power of e that a float holds


class Deployment(NamedTuple):
    """A release of real data, and the epsilon that its makers state."""

    name: str
    unit: str
    epsilon: float
    delta: float
    rho: float | None
    source: str


_CENSUS = (
    "US Census Bureau, production settings of the 2020 Census redistricting data, privacy-loss certificates; "
    "Abowd et al. 2022, \"The 2020 Census Disclosure Avoidance System TopDown Algorithm\", HDSR special issue 2"
)
_GOOGLE = (
    "source text, sections 8.7.3 and 8.7.6, after Aktay et al. 2020, \"Google COVID-19 Community Mobility Reports: "
    "Anonymization Process Description\", arXiv 2004.04145"
)

#: rho as the Census Bureau certifies it: 293764/114921 and 11417641/152349649, both for neighbours by replacing one.
DEPLOYMENTS = (
    Deployment("2020 Census, persons", "all tables", 17.14, 1e-10, 293764 / 114921, _CENSUS),
    Deployment("2020 Census, housing units", "all tables", 2.47, 1e-10, 11417641 / 152349649, _CENSUS),
    Deployment("Google mobility reports, at .11 an hour", "a day", 1.32, 0.0, None, _GOOGLE),
    Deployment("Google mobility reports, at .22 an hour", "a day", 2.64, 0.0, None, _GOOGLE),
)


def odds_table(*, epsilon=(0.25, 0.5, 0.75, 1, 2, 4, 6, 8, 10.3, 17.14)):
    """Return what each `epsilon` allows at most: a table of four readings of one number.

    Parameters
    ----------
    epsilon : float or sequence of float
        Privacy losses, above 0 and at most 700. The default is the source text's table, with its last row as it was
        computed (17.14, printed there as 17.1) and no ratio rounded to a whole number.

    Returns
    -------
    pandas.DataFrame
        One row for each epsilon.

        - ``epsilon``
        - ``ratio``: e**epsilon. No output is more than this many times as likely with your data as without. A bet of 1
          on any outcome, at odds that are fair without your data, is worth at most this much with them.
        - ``best_guess``: how often the best attacker is right who must tell two neighbours apart, both equally likely.
        - ``from_one_percent``: what a belief of 1% about you can grow to.

    Notes
    -----
    Source: source text, section 7.11, corrected: it rounds 1.28, 1.65 and 2.12 to 1, 2 and 2, and speaks of the
    probability that a person was in the data, where the definition has the probability of the output.

    Examples
    --------
    >>> odds_table(epsilon=np.log([3, 99])).round(6)
        epsilon  ratio  best_guess  from_one_percent
    0  1.098612    3.0        0.75          0.029412
    1  4.595120   99.0        0.99          0.500000
    """
    import pandas as pd

    epsilon = np.atleast_1d(checks.above_zero("epsilon", epsilon))
    if epsilon.max() > LARGEST_EPSILON:
        raise ValueError(f"epsilon must be <= {LARGEST_EPSILON}, got {epsilon.max()}")
    shrink = np.exp(-epsilon)
    return pd.DataFrame(
        {
            "epsilon": epsilon,
            "ratio": np.exp(epsilon),
            "best_guess": 1 / (1 + shrink),
            "from_one_percent": 0.01 / (0.01 + 0.99 * shrink),
        }
    )


def deployments():
    """Return the releases in ``DEPLOYMENTS`` as a pandas DataFrame: name, unit, epsilon, delta, rho, source.

    Examples
    --------
    A month of the mobility reports is thirty days, each with an epsilon of its own; the source text prints 36.9.

    >>> daily = float(deployments().loc[2, "epsilon"])
    >>> round(30 * daily, 9)
    39.6
    """
    import pandas as pd

    return pd.DataFrame(DEPLOYMENTS)
