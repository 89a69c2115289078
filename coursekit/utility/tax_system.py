"""Taxes and benefits: a small microsimulation, the same calculator run on the confidential and the synthetic file.

The rules are made up, but have kinks like real ones. A synthesis that keeps every mean can still put households on the
wrong side of a kink, and then it gets revenue wrong. Source: source text, section 3.12.
"""

import numpy as np

from coursekit import checks

COLUMNS = ("income", "age", "children")
AGGREGATES = ("households", "tax", "benefit", "taxed")
GROUPS = (0, 20_000, 40_000, 60_000, 100_000)  # of incomes: where each begins

# The rules, in dollars a year
DEDUCTION = 12_000  # income on which no tax is due
CHILD_DEDUCTION = 2_000  # as much again for each child
SENIOR_AGE, SENIOR_DEDUCTION = 65, 3_000  # as much again for a householder of that age or more
STARTS, RATES = (0, 10_000, 50_000), (0.10, 0.20, 0.35)  # marginal rates on taxable income above each start
CHILD_BENEFIT = 1_800  # for each child
PHASE_OUT_FROM, PHASE_OUT_RATE = 40_000, 0.05  # above that income each dollar takes so much of the benefit, down to 0


def taxes(households):
    """Return `taxable` income, `tax`, `benefit` and what is left, `net`, of each household, in dollars a year.

    A row is a household, with `income` (dollars a year), `age` of the householder and `children`, all at least 0. Of
    42,000 a parent of one may deduct 14,000; of the other 28,000 the first 10,000 are taxed at 10%, the rest at 20%.
    The benefit of 1,800 is reduced by 5% of 2,000:
    >>> import pandas as pd
    >>> taxes(pd.DataFrame({"income": [42_000], "age": [40], "children": [1]})).astype(int)
       taxable   tax  benefit    net
    0    28000  4600     1700  39100
    """
    import pandas as pd

    income, age, children = _households("households", households)
    taxable, tax, benefit = _due(income, age, children, CHILD_BENEFIT)
    table = {"taxable": taxable, "tax": tax, "benefit": benefit, "net": income - tax + benefit}
    return pd.DataFrame(table, index=households.index)


def microsimulation(confidential, synthetic, *, child_benefit=CHILD_BENEFIT):
    """Run the calculator on both files, and return the aggregates of each group of incomes side by side.

    Two calls, one with another `child_benefit` (dollars a year for each child, at least 0), tell what that reform
    costs. The table has a row for each group (which holds its lower edge), and one for all; for each of `households`
    (share of all), `tax`, `benefit` (a household's mean) and `taxed` (the share that pays) the columns `confidential`,
    `synthetic` and `difference`, NaN for an empty group.
    >>> import pandas as pd
    >>> ours = pd.DataFrame({"income": [10_000, 42_000], "age": [30, 40], "children": [0, 1]})
    >>> microsimulation(ours, ours.assign(income=[10_000, 52_000])).loc["all", "tax"].to_dict()
    {'confidential': 2300.0, 'synthetic': 3300.0, 'difference': 1000.0}
    """
    import pandas as pd

    if checks.number("child_benefit", child_benefit) < 0:
        raise ValueError(f"child_benefit must be >= 0, got {child_benefit}")
    benefit = float(checks.reals("child_benefit", child_benefit))
    files = {"confidential": confidential, "synthetic": synthetic}
    both = {name: _aggregates(*_households(name, table), benefit) for name, table in files.items()}
    both["difference"] = both["synthetic"] - both["confidential"]
    table = {(column, file): found[:, i] for i, column in enumerate(AGGREGATES) for file, found in both.items()}
    names = [f"{low:,g} to {high:,g}" for low, high in zip(GROUPS, GROUPS[1:])]
    return pd.DataFrame(table, index=pd.Index([*names, f"{GROUPS[-1]:,g} or more", "all"], name="income"))


def simulate_households(n, *, rng):
    """Return `n` made-up households whose incomes depend on age and children: a confidential file to try things on.

    `income` is 0 for about 4%, else log-normal, its median highest at the age of about 50; `age` 18 to 90, `children` 0
    to 6.
    >>> simulate_households(1000, rng=np.random.default_rng(1)).columns.tolist()
    ['income', 'age', 'children']
    """
    import pandas as pd

    checks.whole("n", n, at_least=1, at_most=10**8)
    age = 18 + np.floor(73 * checks.generator(rng).beta(1.6, 2.0, n)).astype(np.int64)
    expected = np.where(age < 61, 1.3 * np.exp(-(((age - 38) / 11) ** 2)), 0)
    children = np.minimum(rng.poisson(expected), 6)
    median = 52_000 * np.exp(-(((age - 50) / 32) ** 2)) * (1 + 0.06 * children)
    income = np.round(median * np.exp(0.65 * rng.standard_normal(n))).astype(np.int64)
    income[rng.random(n) < 0.04] = 0
    return pd.DataFrame({"income": income, "age": age, "children": children})


def _households(name, table):
    """Return income, age and children of a table as arrays."""
    checks.frame(name, table, rows=1, having=COLUMNS)
    return [checks.reals(f"{column} of {name}", table[column].to_numpy(), low=0) for column in COLUMNS]


def _due(income, age, children, child_benefit):
    """Return taxable income, tax and benefit of each household."""
    deductible = DEDUCTION + CHILD_DEDUCTION * children + SENIOR_DEDUCTION * (age >= SENIOR_AGE)
    taxable = np.maximum(income - deductible, 0)
    tax = np.maximum(taxable[:, None] - STARTS, 0) @ np.diff(RATES, prepend=0)  # each step adds what its rate adds
    reduction = PHASE_OUT_RATE * np.maximum(income - PHASE_OUT_FROM, 0)
    return taxable, tax, np.maximum(child_benefit * children - reduction, 0)


def _aggregates(income, age, children, child_benefit):
    """Return households, tax, benefit and taxed for each group and for all, shape (groups + 1, 4)."""
    _, tax, benefit = _due(income, age, children, child_benefit)
    group = np.searchsorted(GROUPS, income, side="right") - 1
    belongs = np.column_stack([group[:, None] == np.arange(len(GROUPS)), np.full(len(group), True)]).astype(float)
    rows = belongs.sum(axis=0)
    sums = belongs.T @ np.column_stack([tax, benefit, tax > 0])
    return np.column_stack([rows / len(group), sums / np.where(rows > 0, rows, np.nan)[:, None]])
