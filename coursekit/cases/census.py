"""The bill of the 2020 Census, taken apart: by level of geography, by question, and by what somebody wants to know.

Neighbours: one person's record replaced. A secret that only some levels speak of costs only what these levels spent:
whoever moves within her block group changes no count but those of blocks.
"""

import numpy as np

from coursekit import checks
from coursekit.accounting.renyi import zcdp_to_epsilon
from coursekit.topdown.certificates import DELTA, LEVEL_SHARES, LEVELS, QUERY_SHARES, RHO

# What somebody wants to know (a place, if he knows the next larger one): the levels that speak of it, smallest last.
# How many homes stand on a block was published exactly, so no level pays for it.
SECRETS = {
    "her block": LEVELS[-1:],
    "her race": LEVELS,
    "a hidden home": (),
}


def bill_of(levels=LEVELS, *, query=None):
    """Return (rho, epsilon) that the persons' file of August 2021 spent on some levels, at delta = 1e-10.

    `levels` are some of `certificates.LEVELS`, each once; `query` is one question, such as "total" or "detailed", or
    all. Source: privacy-loss certificates of the production run (`topdown.certificates`); the conversion is the
    Bureau's, Canonne, Kamath & Steinke 2020, corollary 13. That a level speaks only of what its counts hold is the
    reading of Kifer et al. 2022, "Bayesian and Frequentist Semantics for Common Variations of Differential Privacy",
    arXiv 2209.03310.
    >>> [round(part, 2) for part in bill_of()], [round(part, 2) for part in bill_of(["Block"])]
    ([2.56, 17.14], [0.1, 2.93])
    """
    levels = checks.column_names("levels", levels, LEVELS, of="levels of the census")
    shares = [LEVEL_SHARES["persons"][level] * _part(level, query) for level in levels]
    rho = float(RHO["persons"] * sum(shares))
    return rho, zcdp_to_epsilon(rho=rho, delta=DELTA) if rho else 0.0


def census_bills():
    """Return the epsilon that each level spent on each question, at delta = 1e-10: a pandas DataFrame.

    Rows are questions, columns are levels, and what was not asked is missing. The last row and the last column are the
    bills of a whole level and of a question at all levels; rho adds up in both directions, and epsilon in neither.
    >>> census_bills().loc["all questions"].round(2).to_dict()["all levels"]
    17.14
    """
    import pandas as pd

    queries = list(QUERY_SHARES["US"] | QUERY_SHARES["State"])
    table = {}
    for level in (*LEVELS, "all levels"):
        of = LEVELS if level == "all levels" else [level]
        column = [bill_of(of, query=query)[1] for query in (*queries, None)]
        table[level] = [spent or np.nan for spent in column]
    return pd.DataFrame(table, index=[*queries, "all questions"])


def _part(level, query):
    """Return the share of a level's budget that one question has, or all of it."""
    if query is None:
        return 1
    known = tuple(QUERY_SHARES["State"])
    return QUERY_SHARES[level].get(checks.choice("query", query, known), 0)
