"""The table of twenty releases, read as odds: what one day, and one year, of one person may give away."""

import numpy as np

from coursekit import checks
from coursekit.accounting.renyi import zcdp_to_epsilon

PERSONS = "person", "worker", "user", "member", "victim", "birth", "household"
PER_YEAR = {"once": 1, "month": 12, "day": 365, "6 hours": 4 * 365}


def with_odds(table, *, prior=0.05):
    """Return the table of releases with what a year may cost and what a belief may become at most: a new DataFrame.

    `table` has the columns `epsilon` (of one period), `period` ("once", "month", "day" or "6 hours"), `rho` and
    `delta`; `prior`, above 0 and below 1, is what somebody believes before. `epsilon` becomes that of `by_one_rule`.
    New are `year`, epsilon of 365 days of one person (a release that is made once counts once), and `belief` and
    `belief_year`, what `prior` can become at most, leaving delta aside. Where rho is stated it is added up, and its sum
    is turned into epsilon at the delta of one period; elsewhere epsilon itself is added up. It compares what is not
    quite alike: a device is no person, and a click no day. The column `unit` says which it is.
    >>> import pandas as pd
    >>> releases = pd.DataFrame({"epsilon": [2.64, 1], "period": "day", "rho": [None, 0.015], "delta": [0, 1e-7]})
    >>> with_odds(releases)[["year", "belief"]].round(2).to_numpy().tolist()
    [[963.6, 0.42], [23.21, 0.11]]
    """
    table = checks.frame("table", table, rows=1, having=["epsilon", "period", "rho", "delta"])
    checks.reals("table['epsilon']", table["epsilon"].to_numpy(), low=0)
    checks.inside("prior", prior, 0, 1)
    unknown = table.loc[~table["period"].isin(list(PER_YEAR)), "period"]
    if len(unknown):
        raise ValueError(f"table must have periods of {', '.join(PER_YEAR)}, got {unknown.iloc[0]!r}")
    times = table["period"].map(PER_YEAR).to_numpy(float)
    year = by_one_rule(table.assign(epsilon=table["epsilon"] * times, rho=table["rho"] * times))["epsilon"]
    table = by_one_rule(table)
    most = {name: _most(prior, loss) for name, loss in (("belief", table["epsilon"]), ("belief_year", year))}
    return table.assign(year=year, **most)


def by_one_rule(table):
    """Return the table of releases with epsilon by one rule wherever rho is stated: a new DataFrame.

    Makers turn rho into epsilon by different rules, and their figures then do not compare. Here it is the tight one of
    `coursekit.accounting.zcdp_to_epsilon`, at the release's own delta; where no rho is stated, epsilon stays.
    >>> import pandas as pd
    >>> stated = pd.DataFrame({"epsilon": [26.34, 2.0], "rho": [4.96, None], "delta": [1e-10, 0.0]})
    >>> by_one_rule(stated)["epsilon"].round(2).tolist()
    [25.41, 2.0]
    """
    table = checks.frame("table", table, rows=1, having=["epsilon", "rho", "delta"])
    losses = [
        epsilon if np.isnan(rho) else zcdp_to_epsilon(rho=rho, delta=delta)
        for epsilon, rho, delta in table[["epsilon", "rho", "delta"]].to_numpy(float)
    ]
    return table.assign(epsilon=losses)


def protects_people(table):
    """Return which releases of a table have all of a person as their `unit`, if only for a time: booleans.

    A device, an event or a home is less; so is what holds for some of the users only.
    >>> import pandas as pd
    >>> protects_people(pd.DataFrame({"unit": ["user and day", "device and day", "person"]})).tolist()
    [True, False, True]
    """
    table = checks.frame("table", table, rows=1, having=["unit"])
    return table["unit"].astype(str).str.match("|".join(PERSONS)).to_numpy()


def _most(prior, epsilon):
    """Return what a belief can become."""
    from scipy.special import expit, logit

    return expit(logit(prior) + np.asarray(epsilon))
