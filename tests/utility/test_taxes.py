"""The microsimulation: households computed by hand, kinks, aggregates, and what a synthesis gets wrong."""

import numpy as np
import pandas as pd
import pytest

from coursekit.utility.tax_system import microsimulation, simulate_households, taxes

# income, age, children: taxable, tax, benefit
BY_HAND = [
    (0, 30, 0, 0, 0, 0),
    (12_000, 30, 0, 0, 0, 0),
    (12_001, 30, 0, 1, 0.1, 0),
    (22_000, 64, 0, 10_000, 1_000, 0),
    (22_000, 65, 0, 7_000, 700, 0),
    (42_000, 40, 1, 28_000, 4_600, 1_700),
    (72_000, 40, 0, 60_000, 12_500, 0),
    (40_000, 35, 3, 22_000, 3_400, 5_400),
    (76_000, 35, 1, 62_000, 13_200, 0),
    (112_000, 35, 3, 94_000, 24_400, 1_800),
]


def households():
    return simulate_households(2_000, rng=np.random.default_rng(1))


def test_households_by_hand():
    table = pd.DataFrame(BY_HAND, columns=["income", "age", "children", "taxable", "tax", "benefit"])
    found = taxes(table)
    assert found["taxable"].tolist() == table["taxable"].tolist()
    assert found["tax"].tolist() == pytest.approx(table["tax"].tolist())
    assert found["benefit"].tolist() == pytest.approx([*table["benefit"].tolist()])
    assert found["net"].tolist() == pytest.approx((table["income"] - table["tax"] + table["benefit"]).tolist())


def test_brackets_are_marginal():
    """No kink is a jump: a dollar more costs at most 35 cents; the broken one, all income at its top rate, jumps."""
    income = np.arange(0, 150_000, 10)
    tax = taxes(pd.DataFrame({"income": income, "age": 40, "children": 0}))["tax"].to_numpy()
    assert (np.diff(tax) >= -1e-9).all() and np.diff(tax).max() <= 3.5 + 1e-9
    taxable = np.maximum(income - 12_000, 0)
    whole = taxable * np.select([taxable > 50_000, taxable > 10_000], [0.35, 0.2], 0.1)
    assert np.diff(whole).max() > 1_000


def test_a_copy_has_no_difference_and_order_does_not_matter():
    table = households()
    found = microsimulation(table, table.sample(frac=1, random_state=1)[["children", "age", "income"]])
    assert found.xs("difference", axis=1, level=1).abs().max().max() < 1e-8
    assert found[("households", "confidential")].iloc[:-1].sum() == pytest.approx(1)
    other = simulate_households(500, rng=np.random.default_rng(2))
    one, two = microsimulation(table, other), microsimulation(other, table)
    assert np.allclose(one.xs("difference", axis=1, level=1), -two.xs("difference", axis=1, level=1))


def test_aggregates_are_pandas_groupby():
    table = households()
    table.loc[0, "income"] = 20_000  # a group holds its lower edge
    found = microsimulation(table, table)
    edges = [0, 20_000, 40_000, 60_000, 100_000, np.inf]
    expected = taxes(table).assign(group=pd.cut(table["income"], edges, right=False)).groupby("group", observed=False)
    assert found[("tax", "confidential")].iloc[:5].tolist() == pytest.approx(expected["tax"].mean().tolist())
    assert found[("taxed", "confidential")].iloc[:5].tolist() == pytest.approx(
        expected["tax"].agg(lambda tax: (tax > 0).mean()).tolist()
    )
    assert found.loc["all", ("benefit", "confidential")] == pytest.approx(taxes(table)["benefit"].mean())
    assert list(found.index)[::4] == ["0 to 20,000", "100,000 or more"] and found.index[-1] == "all"


def test_kinks_see_what_the_mean_does_not():
    """Half of the spread taken away, the mean untouched: revenue falls, because the highest bracket empties."""
    table = households()
    mean = table["income"].mean()
    narrow = table.assign(income=mean + 0.5 * (table["income"] - mean))
    assert narrow["income"].mean() == pytest.approx(mean)
    found = microsimulation(table, narrow).loc["all", "tax"]
    assert found["difference"] / found["confidential"] < -0.05


def test_a_reform():
    table = households()
    now, then, none = (microsimulation(table, table, child_benefit=benefit)["benefit"] for benefit in (1_800, np.int16(3_000), 0))
    assert now.equals(microsimulation(table, table)["benefit"]) and (none == 0).all().all()
    reduction = 0.05 * np.maximum(table["income"] - 40_000, 0)
    expected = np.maximum(3_000 * table["children"] - reduction, 0).mean()
    assert then.loc["all", "synthetic"] == pytest.approx(expected) and expected > now.loc["all", "synthetic"]
    assert microsimulation(table, table, child_benefit=3_000)["tax"].equals(microsimulation(table, table)["tax"])


def test_simulated_households():
    table = households()
    assert (table.dtypes == np.int64).all()
    assert table["age"].between(18, 90).all() and table["children"].between(0, 6).all()
    assert (table.loc[table["age"] > 60, "children"] == 0).all()
    assert 0.02 < (table["income"] == 0).mean() < 0.06
    middle = table.query("40 <= age < 60 and income > 0")["income"].median()
    young = table.query("age < 25 and income > 0")["income"].median()
    assert middle > 1.3 * young
    again = simulate_households(2_000, rng=np.random.default_rng(1))
    assert again.equals(table)


def test_empty_groups_are_nan():
    table = pd.DataFrame({"income": [10_000], "age": [30], "children": [0]})
    found = microsimulation(table, table)
    assert np.isnan(found[("tax", "confidential")].iloc[2]) and found[("households", "synthetic")].iloc[2] == 0


def one(**changed):
    return pd.DataFrame({"income": [1.0], "age": [30], "children": [0]} | changed)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: taxes(one(income=[-1])), ValueError, "income of households must be from 0"),
        (lambda: taxes(one(age=[np.nan])), ValueError, "age of households must not contain NaN"),
        (lambda: taxes(one(children=["two"])), TypeError, "children of households must be numbers, got"),
        (lambda: taxes(one()[["income", "age"]]), ValueError, "got no 'children'"),
        (lambda: taxes([1]), TypeError, "households must be a pandas.DataFrame"),
        (lambda: taxes(one().head(0)), ValueError, "households must have at least one row, got 0"),
        (lambda: microsimulation(one(), one(), child_benefit=-1), ValueError, "child_benefit must be >= 0, got -1"),
        (lambda: microsimulation(one(), one(), child_benefit="1"), TypeError, "child_benefit must be a number"),
        (lambda: microsimulation(one(), one(), child_benefit=10**400), (TypeError, ValueError), "child_benefit must be"),
        (lambda: simulate_households(0, rng=np.random.default_rng(1)), ValueError, "n must be >= 1"),
        (lambda: simulate_households(5, rng=1), TypeError, "rng must be"),
    ],
)
def test_bad_arguments(call, error, message):
    with pytest.raises(error, match=message):
        call()
