"""Certificates: how the privacy loss of the 2020 Census redistricting files was computed, from the Bureau's numbers.

The budgets are global scales (339/542 for persons, 12343/3379 for housing units) and rho is 1 / scale**2, because a
person who changes all answers moves two counts of a query by 1 (neighbours: replace one, the number of persons known),
so that sigma**2 = 2 / (2 rho). Each level and then each query gets a share.
Source: signed privacy certificates and configurations in the Census Bureau's public code of the production run
(uscb-decennial DAS_2020_Redistricting_Production_Code), strategy of June 2021; Abowd et al. 2022, "The 2020 Census
Disclosure Avoidance System TopDown Algorithm", Harvard Data Science Review, special issue 2.
"""

from fractions import Fraction
from math import sqrt

from coursekit import checks
from coursekit.accounting.renyi import zcdp_to_epsilon

DELTA = 1e-10
LEVELS = ("US", "State", "County", "Tract", "Block Group", "Block")
RHO = {"persons": Fraction(542, 339) ** 2, "units": Fraction(3379, 12343) ** 2}
LEVEL_SHARES = {
    "persons": dict(zip(LEVELS, (Fraction(n, 4099) for n in (104, 1440, 447, 687, 1256, 165)), strict=True)),
    "units": dict(zip(LEVELS, (Fraction(n, 4100) for n in (20, 20, 350, 1456, 1759, 495)), strict=True)),
}
_QUERIES = ("total", "race", "hispanic", "voting age", "institution", "housing", "hispanic x race", "voting age x race",
            "voting age x hispanic", "voting age x hispanic x race", "detailed")  # fmt: skip
_PARTS = {
    "US": (4097, (0, 52, 26, 26, 26, 26, 130, 130, 26, 442, 3213)),
    "State": (4097, (3773, 6, 6, 6, 6, 6, 12, 12, 6, 34, 230)),
    "County": (4097, (3126, 10, 10, 10, 10, 10, 28, 28, 10, 101, 754)),
    "Tract": (4102, (1567, 8, 5, 5, 5, 5, 1933, 20, 5, 67, 482)),
    "Block Group": (4099, (1705, 3, 3, 3, 3, 3, 1055, 9, 3, 24, 1288)),
    "Block": (4097, (5, 9, 5, 5, 5, 5, 21, 21, 5, 71, 3945)),
}
QUERY_SHARES = {
    level: {query: Fraction(part, whole) for query, part in zip(_QUERIES, parts, strict=True) if part}
    for level, (whole, parts) in _PARTS.items()
}


def bills():
    """Return rho and three epsilons at `DELTA` for persons, units and both, whose rho add up: a pandas DataFrame.

    All are true, each smaller than the one before: `textbook`, rho + 2 sqrt(rho ln(1/delta)), Bun & Steinke 2016,
    proposition 1.3; `published`, the Bureau's, by Canonne, Kamath & Steinke 2020, "The Discrete Gaussian for
    Differential Privacy", corollary 13, at the best Rényi order; `exact`, for continuous Gaussian noise (Balle & Wang
    2018, theorem 8).
    >>> bills()["published"].round(4).to_dict()
    {'persons': 17.1436, 'units': 2.4747, 'both': 17.4351}
    """
    import pandas as pd

    from coursekit.accounting.bills import compose_gaussian  # here, because it brings scipy, which few need

    table = pd.DataFrame({"rho": {name: float(rho) for name, rho in (RHO | {"both": sum(RHO.values())}).items()}})
    for name, method in (("textbook", "textbook"), ("published", "tight")):
        table[name] = [zcdp_to_epsilon(rho=rho, delta=DELTA, method=method) for rho in table["rho"]]
    table["exact"] = [compose_gaussian(k=1, sigma=1 / sqrt(2 * rho), delta=DELTA) for rho in table["rho"]]
    return table


def persons_sigma(level, query):
    """Return the sigma of the discrete Gaussian noise on each count of a query of the persons' file.

    >>> round(persons_sigma("County", "total"), 2), round(persons_sigma("Block", "total"), 1)
    (2.17, 89.2)
    """
    parts = QUERY_SHARES[checks.choice("level", level, LEVELS)]
    share = parts[checks.choice("query", query, tuple(parts))]
    return 1 / sqrt(RHO["persons"] * LEVEL_SHARES["persons"][level] * share)
