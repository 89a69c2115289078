"""Overlap of inferences: known values, statsmodels, properties, broken ones that must fail."""

import numpy as np
import pandas as pd
import pytest
import statsmodels.formula.api as smf
from hypothesis import given
from hypothesis import strategies as st

from coursekit.data import penguins
from coursekit.utility.inference import ci_overlap, regression_overlap, sso

ENDS = st.tuples(st.integers(-50, 50), st.integers(1, 50)).map(lambda pair: (pair[0], pair[0] + pair[1]))


def adelie(*more):
    return penguins().dropna().query("species == 'Adelie'")[["bill_length_mm", "sex", *more]]


# --- Known values --------------------------------------------------------------------------------------------------


def test_overlaps_of_the_facts():
    low, high = np.array([1, 2, 3]), np.array([3, 4, 5])
    assert ci_overlap((0, 2), (low, high)).tolist() == [0.5, 0, -0.5]
    clipped = np.maximum(ci_overlap((0, 2), (low, high)), 0)  # broken: a gap is not the same as touching
    assert clipped.tolist() != [0.5, 0, -0.5]
    assert ci_overlap((0, 1), (0, 1000)) == pytest.approx((1 + 1 / 1000) / 2)
    assert np.isnan(ci_overlap((1, 1), (0, 2))) and np.isnan(ci_overlap((1, 1), (1, 1)))


def test_exercise_4_is_a_match():
    found = sso(2.7926609008331, (2.308338, 3.276984), 2.08452909904545, (1.512416, 2.656643))
    assert found == (True, True, True, True)
    assert ci_overlap((2.308338, 3.276984), (1.512416, 2.656643)) == pytest.approx(0.332, abs=5e-4)


def test_all_three_count():
    """One estimate each: all agree; sign alone differs; significance alone; overlap alone; all but the sign."""
    ours = ([1, 0.1, 1, 1, 1], ([0.5, -1, 0.2, 0.5, 0.5], [1.5, 1.2, 1.8, 1.5, 1.5]))
    theirs = ([1.2, -0.1, 0.8, 5, -1], ([0.7, -1.2, -0.1, 4, -2], [1.7, 1, 1.7, 6, -0.1]))
    found = sso(*ours, *theirs)
    assert found.sign.tolist() == [True, False, True, True, False]
    assert found.significance.tolist() == [True, True, False, True, True]
    assert found.overlap.tolist() == [True, True, True, False, False]
    assert found.match.tolist() == [True, False, False, False, False]
    assert (found.sign & found.overlap).mean() != found.match.mean()  # broken: significance forgotten


def test_touching_and_equal_intervals():
    assert not sso(1, (0, 2), 3, (2, 4)).overlap
    assert sso(1, (1, 1), 1, (1, 1)).match


# --- Properties ----------------------------------------------------------------------------------------------------


@given(ENDS, ENDS, st.integers(-20, 20), st.integers(1, 9))
def test_overlap_is_symmetric_at_most_one_and_without_unit(ours, theirs, move, scale):
    overlap = ci_overlap(ours, theirs)
    assert overlap <= 1 and (overlap == 1) == (ours == theirs)
    assert ci_overlap(theirs, ours) == pytest.approx(overlap)
    moved = [tuple(scale * end + move for end in interval) for interval in (ours, theirs)]
    assert ci_overlap(*moved) == pytest.approx(overlap)
    assert (overlap > 0) == sso(0, ours, 0, theirs).overlap


@given(ENDS, ENDS, st.integers(-60, 60), st.integers(-60, 60))
def test_sso_is_symmetric_and_a_copy_matches(ours, theirs, b_o, b_s):
    assert sso(b_o, ours, b_s, theirs) == sso(b_s, theirs, b_o, ours)
    assert sso(b_o, ours, b_o, ours).match


# --- Regressions ---------------------------------------------------------------------------------------------------


def test_regressions_of_the_source_text():
    """Section 4.1: bill on sex, and flipper on sex and bill, of the 146 Adelie penguins; se from the intervals."""
    found = regression_overlap(adelie(), adelie(), "bill_length_mm")
    assert found["confidential"].tolist() == pytest.approx([37.2575, 3.1329], abs=5e-5)
    width = found["confidential_high"] - found["confidential_low"]
    assert (width / 2 / 1.97658).tolist() == pytest.approx([0.2524, 0.3570], abs=1e-4)  # t, 144 degrees of freedom
    three = adelie("flipper_length_mm")
    found = regression_overlap(three, three, "flipper_length_mm")
    assert found["confidential"].to_dict() == pytest.approx(
        {"Intercept": 170.6183, "sex[male]": 3.1721, "bill_length_mm": 0.4610}, abs=5e-5
    )
    assert (found["overlap"] == 1).all() and found["match"].all()
    everyone = regression_overlap(penguins().dropna()[["bill_length_mm", "sex"]], adelie(), "bill_length_mm")
    assert everyone["confidential"].tolist() == pytest.approx([42.0970, 3.7578], abs=5e-5)


def test_rows_and_columns_in_any_order_and_files_swapped():
    rng = np.random.default_rng(1)
    ours, outcome = adelie("flipper_length_mm"), "flipper_length_mm"
    theirs = ours.assign(bill_length_mm=ours["bill_length_mm"] + rng.normal(0, 3, len(ours)))
    found = regression_overlap(ours, theirs, outcome)
    mixed = regression_overlap(ours.sample(frac=1, random_state=1)[ours.columns[::-1]], theirs.iloc[::-1], outcome)
    swapped = regression_overlap(theirs, ours, outcome)
    assert mixed["overlap"].tolist() == pytest.approx(found["overlap"].tolist())
    assert swapped["overlap"].tolist() == pytest.approx(found["overlap"].tolist())
    assert swapped["confidential"].tolist() == pytest.approx(found["synthetic"].tolist())
    assert (found["overlap"] < 1).all()


def test_both_files_have_one_reference_level():
    """A file without Adelie penguins would make Chinstrap its reference, and the rows would no longer be the same."""
    birds = penguins().dropna()[["bill_length_mm", "species"]]
    with pytest.raises(ValueError, match="synthetic must tell the coefficients apart"):
        regression_overlap(birds, birds.query("species != 'Adelie'"), "bill_length_mm")
    with pytest.raises(ValueError, match="confidential must tell the coefficients apart"):
        regression_overlap(birds.query("species == 'Adelie'"), birds, "bill_length_mm")


def test_a_regression_is_that_of_a_formula():
    """As statsmodels reads a formula, with categories, answers and dates in days; and an outcome alone."""
    rng = np.random.default_rng(2)
    birds = penguins().dropna()[["bill_length_mm", "sex", "species"]].assign(day=DAY + pd.to_timedelta(rng.integers(0, 90, 333), "D"))
    birds["fed"] = rng.random(333) < 0.5
    expected = smf.ols("bill_length_mm ~ days + fed + sex + species", birds.assign(days=(birds["day"] - pd.Timestamp(0)).dt.days)).fit()
    found = regression_overlap(birds, birds, "bill_length_mm")
    assert found.index.tolist() == ["Intercept", "day", "fed[True]", "sex[male]", "species[Chinstrap]", "species[Gentoo]"]
    for name, column in zip(found.index, ["Intercept", "days", "fed[T.True]", "sex[T.male]", "species[T.Chinstrap]", "species[T.Gentoo]"], strict=True):
        assert found.loc[name, "confidential"] == pytest.approx(expected.params[column])
        assert found.loc[name, ["synthetic_low", "synthetic_high"]].tolist() == pytest.approx(expected.conf_int().loc[column].tolist())
    mean = regression_overlap(birds[["bill_length_mm"]], birds[["bill_length_mm"]], "bill_length_mm")
    assert mean["synthetic"].to_dict() == pytest.approx({"Intercept": birds["bill_length_mm"].mean()})


DAY = pd.Timestamp("2026-01-01")


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: ci_overlap((2, 1), (0, 1)), ValueError, "confidential must have low <= high, got 2.0 and 1.0"),
        (lambda: ci_overlap(3, (0, 1)), TypeError, r"confidential must be a pair \(low, high\)"),
        (lambda: ci_overlap((0, 1), (0, np.nan)), ValueError, "synthetic must not contain NaN"),
        (lambda: ci_overlap((0, 1), (0, np.inf)), ValueError, "synthetic must be from"),
        (lambda: ci_overlap((0, 1), ("a", "b")), TypeError, "synthetic must be numbers"),
        (lambda: sso("a", (0, 1), 1, (0, 1)), TypeError, "confidential must be numbers"),
        (lambda: regression_overlap(adelie(), adelie(), "sex"), ValueError, "outcome must be a column of numbers .bill_length_mm., got 'sex'"),
        (lambda: regression_overlap(adelie(), adelie(), ["year"]), ValueError, "outcome must be a column of numbers"),
        (lambda: regression_overlap(penguins(), penguins(), "body_mass_g"), ValueError, "must not contain NaN"),
        (lambda: regression_overlap(adelie().head(0), adelie(), "bill_length_mm"), ValueError, "at least one row"),
        (lambda: regression_overlap(adelie().head(2), adelie(), "bill_length_mm"), ValueError, "more rows than coeff"),
        (lambda: regression_overlap(adelie(), adelie().assign(sex=1), "bill_length_mm"), ValueError, "sex: number instead of text"),
        (lambda: regression_overlap(adelie(), adelie().assign(sex=DAY), "bill_length_mm"), ValueError, "sex: date instead of text"),
        (lambda: regression_overlap([1], adelie(), "bill_length_mm"), TypeError, "confidential must be a pandas.DataFrame"),
    ],
)
def test_bad_arguments(call, error, message):
    with pytest.raises(error, match=message):
        call()
