"""General utility: known values, other libraries, a copy is perfect, order does not matter, broken ones that must fail."""

import warnings

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats
from sklearn.metrics import mutual_info_score

from coursekit import utility
from coursekit.data import penguins
from coursekit.utility.distances import correlations, informations, shared

FLOATS = st.floats(-1e6, 1e6)
SMALL = arrays(float, st.integers(1, 30), elements=st.integers(-5, 5))
TABLES = arrays(float, st.tuples(st.integers(2, 30), st.just(3)), elements=FLOATS)
INF = float("inf")


def complete():
    return penguins().dropna()[["species", "sex", "bill_length_mm", "flipper_length_mm"]].reset_index(drop=True)


def noisy(table, rng):
    """A synthesis that gets everything a little wrong."""
    table = table.assign(sex=rng.permutation(table["sex"]), bill_length_mm=table["bill_length_mm"] + rng.normal(size=len(table)))
    return table.iloc[rng.integers(len(table), size=250)]


EDGES = {"bill_length_mm": [0, 39, 44, 48, INF], "flipper_length_mm": [0, 190, 210, INF]}


# --- Known values --------------------------------------------------------------------------------------------------


def test_moments_of_the_facts():
    found = utility.moments([0, 0, 3, 5], [0, 0, 3, 5])["confidential"]
    assert found.to_dict() == pytest.approx(
        {"mean": 2, "sd": 6**0.5, "skewness": 3 / 4.5**1.5, "kurtosis": 28.5 / 20.25 - 3}
    )


def test_numbers_of_the_adelie_penguins():
    adelie = penguins().dropna().query("species == 'Adelie'")[["bill_length_mm", "flipper_length_mm"]]
    found = utility.percentiles(adelie, adelie, at=[0, 25, 50, 75, 100])["confidential"]
    assert found["bill_length_mm"].tolist() == pytest.approx([32.10, 36.725, 38.85, 40.775, 46])
    assert found["flipper_length_mm"].tolist() == [172, 186, 190, 195, 210]
    means = utility.moments(adelie, adelie)["confidential"].xs("mean", level=1)
    assert means.tolist() == pytest.approx([38.824, 190.103], abs=5e-4)


def test_species_are_counted():
    table = utility.frequencies(penguins()["species"], penguins().dropna()["species"])
    assert table["confidential"].to_dict() == {"Adelie": 152, "Chinstrap": 68, "Gentoo": 124}
    assert table["synthetic"].to_dict() == {"Adelie": 146, "Chinstrap": 68, "Gentoo": 119}
    assert table["difference"].sum() == pytest.approx(0) and table["synthetic_share"].sum() == pytest.approx(1)


def test_correlation_fit_of_the_source_text():
    """Section 3.7, from whole matrices; the sum of section 3.8 is three times the mean, not the mean."""
    synthetic = np.array([[1, 0.5, 0.75], [0.5, 1, 0.8], [0.75, 0.8, 1]])
    confidential = np.array([[1, 0.35, 0.1], [0.35, 1, 0.9], [0.1, 0.9, 1]])
    differences = (synthetic - confidential)[np.tril_indices(3, -1)]
    assert differences == pytest.approx([0.15, 0.65, -0.1])
    found = [utility.correlation_error(differences, kind=kind) for kind in ("mae", "rmse", "sum", "syntheval")]
    assert found == pytest.approx([0.3, 0.389444, 0.9, np.sqrt(0.455) / 3], abs=5e-7)
    assert np.median(np.abs(differences)) == pytest.approx(0.15)  # what the text takes mae for
    whole = synthetic - confidential  # broken: the diagonal and both halves counted
    assert utility.correlation_error(whole.ravel(), kind="mae") != pytest.approx(0.3)
    with pytest.raises(ValueError, match=r"differences must have one entry for each pair, got shape \(3, 3\)"):
        utility.correlation_error(whole, kind="mae")


def test_correlation_fit_of_section_3_4():
    listed = [-0.15, 0.01, 0.1, -0.15, 0.15, 0.02]
    assert utility.correlation_error(listed, kind="mae") == pytest.approx(0.0966667, abs=5e-8)


def test_the_ks_of_exercise_1():
    """.131 for the shifted synthesis and .179 for the narrow one in the text's draws: near what normal theory expects."""
    shifted = 2 * stats.norm.cdf(0.1) - 1
    at = np.sqrt(np.log(4) / 3)  # where the densities of N(0, 1) and N(0, 1/4) cross
    narrow = stats.norm.cdf(2 * at) - stats.norm.cdf(at)
    assert shifted < narrow  # the printed answer: the first is better
    rng = np.random.default_rng(20230710)
    for mean, sd, expected, printed in [(0.2, 1, shifted, 0.131), (0, 0.5, narrow, 0.179)]:
        draws = [utility.ks(rng.normal(size=1000), rng.normal(mean, sd, 1000)) for _ in range(200)]
        assert expected < np.mean(draws) < expected + 0.04  # the largest gap of two samples is biased upwards
        assert min(draws) < printed < max(draws)


def test_mutual_information_of_the_facts():
    assert informations(np.array([[0, 0], [1, 1]])).tolist() == [np.log(2)]
    found = utility.relative_mutual_information(
        pd.DataFrame({"x": list("0101"), "y": list("0011")}), pd.DataFrame({"x": list("0101"), "y": list("0101")})
    )
    assert found["confidential"].item() == 0 and np.isnan(found["ratio"].item())


def test_a_grid_misses_the_supremum():
    ours, theirs = np.array([0.0, 1.0]), np.array([0.001, 1.0])
    grid = np.linspace(0, 1, 101)
    coarse = max(abs((ours <= x).mean() - (theirs <= x).mean()) for x in grid[1:])
    assert utility.ks(ours, theirs) == 0.5 and coarse == 0
    assert utility.ks_gap(ours, theirs) == (0.5, 0)


# --- Other libraries -----------------------------------------------------------------------------------------------


@settings(derandomize=True, max_examples=200, deadline=None)
@given(SMALL, SMALL)
def test_ks_is_scipys(ours, theirs):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about the p-value, which we do not ask for
        expected = stats.ks_2samp(ours, theirs, method="asymp")
    assert utility.ks(ours, theirs) == pytest.approx(expected.statistic)
    if expected.statistic:
        at = utility.ks_gap(ours, theirs)[1]
        assert abs((ours <= at).mean() - (theirs <= at).mean()) == pytest.approx(expected.statistic)


@settings(derandomize=True, deadline=None)
@given(arrays(float, st.integers(2, 40), elements=st.integers(-50, 50)))
def test_moments_are_scipys(values):
    found = utility.moments(values, values)["confidential"]
    assert found["mean"] == pytest.approx(values.mean())
    assert found["sd"] == pytest.approx(values.std(ddof=1))
    if np.ptp(values):
        assert found["skewness"] == pytest.approx(stats.skew(values), abs=1e-9)
        assert found["kurtosis"] == pytest.approx(stats.kurtosis(values), abs=1e-9)
    else:
        assert np.isnan(found["skewness"]) and np.isnan(found["kurtosis"])


@settings(derandomize=True, deadline=None)
@given(arrays(np.int64, (40, 2), elements=st.integers(0, 3)))
def test_mutual_information_is_scikit_learns(codes):
    assert informations(codes).item() == pytest.approx(mutual_info_score(*codes.T), abs=1e-12)


def test_correlations_are_pandas_and_scipys():
    rng = np.random.default_rng(1)
    ours, theirs = complete(), noisy(complete(), rng)
    expected = theirs.corr(numeric_only=True).iloc[0, 1] - ours.corr(numeric_only=True).iloc[0, 1]
    assert utility.correlation_fit(ours, theirs, kind="sum") == pytest.approx(abs(expected))
    wide = rng.normal(size=(50, 5)) @ rng.normal(size=(5, 5))
    found = correlations(wide)
    assert len(found) == 10 and found == pytest.approx(np.corrcoef(wide.T)[np.triu_indices(5, 1)])


def test_shared_cells_by_crosstab():
    """The marginal score of the report: three columns of few levels, and three whose product of levels is large."""
    rng = np.random.default_rng(2)
    for levels in (3, 300):
        ours, theirs = (rng.integers(0, levels, (rows, 3)) ** 2 // levels for rows in (400, 250))
        counts = [pd.DataFrame(table).value_counts(normalize=True) for table in (ours, theirs)]
        expected = 1 - counts[0].sub(counts[1], fill_value=0).abs().sum() / 2
        assert shared(ours, theirs) == pytest.approx(expected)
    assert shared(ours, ours) == 1 and shared(ours, ours + 300) == pytest.approx(0, abs=1e-12)


# --- Properties ----------------------------------------------------------------------------------------------------


@settings(derandomize=True, deadline=None, max_examples=60)
@given(TABLES)
def test_a_copy_is_perfect(values):
    table = pd.DataFrame(values, columns=list("xyz"))
    edges = dict.fromkeys("xyz", [-INF, -1, 0.5, INF])
    for found in (utility.moments(table, table), utility.percentiles(table, table), utility.zeros(table, table)):
        assert (found["difference"].dropna() == 0).all()
    assert utility.ks(table["x"], table["x"]) == 0
    fit = utility.correlation_fit(table, table)
    assert fit == 0 or (np.isnan(fit) and (np.ptp(values, axis=0) == 0).any())
    ratio = utility.relative_mutual_information(table, table, edges=edges)["ratio"].dropna()
    assert (ratio == 1).all()


@pytest.mark.parametrize("seed", range(5))
def test_order_of_rows_and_columns_does_not_matter_and_files_can_be_swapped(seed):
    rng = np.random.default_rng(seed)
    ours = complete()
    theirs = noisy(ours, rng)
    mixed = [table.sample(frac=1, random_state=seed)[rng.permutation(table.columns)] for table in (ours, theirs)]
    for metric in (
        utility.correlation_fit,
        lambda a, b: utility.ks(a["bill_length_mm"], b["bill_length_mm"]),
        lambda a, b: utility.moments(a, b)["difference"].abs().sum(),
    ):
        assert metric(*mixed) == pytest.approx(metric(ours, theirs)) == pytest.approx(metric(theirs, ours))
    ratios = [utility.relative_mutual_information(*both, edges=EDGES) for both in ((ours, theirs), mixed, (theirs, ours))]
    assert ratios[1]["ratio"].tolist() == pytest.approx(ratios[0]["ratio"].tolist())
    assert ratios[2]["ratio"].tolist() == pytest.approx((1 / ratios[0]["ratio"]).tolist())


# --- Edges ---------------------------------------------------------------------------------------------------------


def test_a_constant_column_has_no_correlation():
    table = pd.DataFrame({"x": [1.0, 2, 3], "y": [0.1, 0.1, 0.1]})
    assert np.isnan(utility.correlation_fit(table, table))
    moving = table.assign(y=[1.0, 2, 4])
    for kind in utility.KINDS:
        assert np.isnan(utility.correlation_fit(moving, table, kind=kind))
    found = utility.moments(table, moving)["confidential"]
    assert found["y", "sd"] == 0 and np.isnan(found["y", "skewness"])


def test_dates_are_numbers_of_days():
    days = pd.DataFrame({"day": pd.to_datetime(["1970-01-02", "1970-01-04"]), "stay": pd.to_timedelta([1, 3], "D")})
    assert utility.moments(days, days)["confidential"].xs("mean", level=1).to_dict() == {"day": 2, "stay": 2}
    assert utility.frequencies(days["day"], days["day"])["confidential"].tolist() == [1, 1]


def test_one_row_and_extreme_numbers():
    assert np.isnan(utility.moments([3.0], [3.0])["confidential"]["sd"])
    found = utility.moments([0, 1e-200, 3e-200], [0, 1e90, 3e90])
    assert found.loc["skewness", "confidential"] == pytest.approx(found.loc["skewness", "synthetic"])


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: utility.ks([], [1]), ValueError, "confidential must have at least one entry"),
        (lambda: utility.ks([1], [np.nan]), ValueError, "synthetic must not contain NaN, got 1 of 1"),
        (lambda: utility.ks(["a"], [1]), TypeError, "confidential must be numbers, got str"),
        (lambda: utility.moments([1], [[1]]), ValueError, "synthetic must be one column"),
        (lambda: utility.moments(complete()[["sex"]], complete()[["sex"]]), ValueError, "must have a numeric column"),
        (lambda: utility.percentiles([1], [1], at=[101]), ValueError, "at must be from 0 to 100, got 101"),
        (lambda: utility.frequencies(["a"], ["b"]), TypeError, "confidential must be a pandas.Series, one column"),
        (lambda: utility.correlation_fit(complete(), complete(), kind="l2"), ValueError, "kind must be 'mae' or"),
        (lambda: utility.correlation_error([3.0], kind="mae"), ValueError, "differences must be from -2 to 2, got 3"),
        (lambda: utility.correlation_error([np.nan], kind="l2"), ValueError, "kind must be"),
        (
            lambda: utility.correlation_fit(complete()[["sex", "bill_length_mm"]], complete()[["sex", "bill_length_mm"]]),
            ValueError,
            "two or more numeric",
        ),
        (
            lambda: utility.relative_mutual_information(complete(), complete()),
            ValueError,
            "edges must be given for every numeric column, got none for 'bill_length_mm'",
        ),
        (
            lambda: utility.relative_mutual_information(complete(), complete(), edges=EDGES | {"sex": [0, 1]}),
            ValueError,
            "edges must be for numeric columns, got 'sex'",
        ),
        (lambda: utility.moments(complete(), complete().assign(sex="x")[["sex"]]), ValueError, "got missing: "),
        (lambda: utility.moments(penguins(), penguins()), ValueError, "must not contain NaN, got 2 of 344: drop or fill"),
        (
            lambda: utility.frequencies(pd.Series([[1], [2]]), pd.Series([[1], [2]])),
            TypeError,
            "confidential must have one value in each cell, got list",
        ),
    ],
)
def test_bad_arguments(call, error, message):
    with pytest.raises(error, match=message):
        call()
