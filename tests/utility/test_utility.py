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


def test_nist_score():
    square = pd.DataFrame({"x": list("0011"), "y": list("0101")})
    line = pd.DataFrame({"x": list("0011"), "y": list("0011")})
    assert utility.marginal_score(square, line, k=2) == 500
    assert utility.marginal_score(square, line, k=1) == 1000
    assert utility.marginal_score(square, square.replace({"0": "a", "1": "b"}), k=1) == 0


def test_mutual_information_of_the_facts():
    assert utility.mutual_information([[1, 0], [0, 1]]) == np.log(2)
    found = utility.relative_mutual_information(
        pd.DataFrame({"x": list("0101"), "y": list("0011")}), pd.DataFrame({"x": list("0101"), "y": list("0101")})
    )
    assert found["confidential"].item() == 0 and np.isnan(found["ratio"].item())


def test_a_grid_misses_the_supremum():
    ours, theirs = np.array([0.0, 1.0]), np.array([0.001, 1.0])
    grid = np.linspace(0, 1, 101)
    coarse = max(abs((ours <= x).mean() - (theirs <= x).mean()) for x in grid[1:])
    assert utility.ks(ours, theirs) == 0.5 and coarse == 0
    assert utility.ks_gap(ours, theirs).at == 0


# --- Other libraries -----------------------------------------------------------------------------------------------


@settings(derandomize=True, max_examples=200, deadline=None)
@given(SMALL, SMALL)
def test_ks_is_scipys(ours, theirs):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about the p-value, which we do not ask for
        expected = stats.ks_2samp(ours, theirs, method="asymp")
    assert utility.ks(ours, theirs) == pytest.approx(expected.statistic)
    if expected.statistic:
        at = utility.ks_gap(ours, theirs).at
        assert abs((ours <= at).mean() - (theirs <= at).mean()) == pytest.approx(expected.statistic)


@settings(derandomize=True, deadline=None)
@given(SMALL)
def test_ecdf_is_scipys(values):
    points, heights = utility.ecdf(values)
    theirs = stats.ecdf(values).cdf
    assert (points == theirs.quantiles).all() and heights == pytest.approx(theirs.probabilities)


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
    table = pd.crosstab(codes[:, 0], codes[:, 1])
    assert utility.mutual_information(table) == pytest.approx(mutual_info_score(*codes.T), abs=1e-12)


def test_correlations_are_pandas_and_scipys():
    rng = np.random.default_rng(1)
    ours, theirs = complete(), noisy(complete(), rng)
    expected = theirs.corr(numeric_only=True).iloc[0, 1] - ours.corr(numeric_only=True).iloc[0, 1]
    assert utility.correlation_differences(ours, theirs).tolist() == pytest.approx([expected])
    assert utility.correlation_fit(ours, theirs, kind="sum") == pytest.approx(abs(expected))
    wide = pd.DataFrame(rng.normal(size=(50, 5)) @ rng.normal(size=(5, 5)), columns=list("abcde"))
    found = utility.correlation_differences(wide, wide * 0 + rng.normal(size=(50, 5)))
    assert len(found) == 10


def test_marginal_score_by_crosstab():
    ours, theirs = complete(), noisy(complete(), np.random.default_rng(2))
    shares = [pd.crosstab([t["species"]], t["sex"], normalize="all") for t in (ours, theirs)]
    expected = 1000 * (2 - (shares[0] - shares[1]).abs().to_numpy().sum()) / 2
    assert utility.marginal_score(ours, theirs, k=2, columns=["species", "sex"]) == pytest.approx(expected)


def test_random_sets_average_to_all_sets():
    """4 sets of 3; 400 draws; the standard error of a mean of scores in 0 … 1000 is below 500 / 20; 5 of them."""
    ours, theirs = complete(), noisy(complete(), np.random.default_rng(3))
    exact = utility.marginal_score(ours, theirs, edges=EDGES)
    drawn = utility.marginal_score(ours, theirs, edges=EDGES, draws=400, rng=np.random.default_rng(4))
    singles = [utility.marginal_score(ours, theirs, edges=EDGES, draws=1, rng=np.random.default_rng(i)) for i in range(40)]
    assert len({round(single, 9) for single in singles}) == 4
    assert drawn == pytest.approx(exact, abs=5 * np.std(singles) / 20 + 1)


# --- Properties ----------------------------------------------------------------------------------------------------


@settings(derandomize=True, deadline=None, max_examples=60)
@given(TABLES)
def test_a_copy_is_perfect(values):
    table = pd.DataFrame(values, columns=list("xyz"))
    edges = dict.fromkeys("xyz", [-INF, -1, 0.5, INF])
    for found in (utility.moments(table, table), utility.percentiles(table, table), utility.zeros(table, table)):
        assert (found["difference"].dropna() == 0).all()
    assert utility.ks(table["x"], table["x"]) == 0
    assert utility.histogram_overlap(table["x"], table["x"], edges=[-INF, 0, INF]) == pytest.approx(1)
    assert utility.marginal_score(table, table, edges=edges) == 1000
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
        lambda a, b: utility.marginal_score(a, b, edges=EDGES),
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
        (lambda: utility.histogram_overlap([1], [9], edges=[0, 2]), ValueError, "synthetic must be from 0 to 2"),
        (lambda: utility.correlation_fit(complete(), complete(), kind="l2"), ValueError, "kind must be 'mae' or"),
        (lambda: utility.correlation_error([3.0], kind="mae"), ValueError, "differences must be from -2 to 2, got 3"),
        (lambda: utility.correlation_error([np.nan], kind="l2"), ValueError, "kind must be"),
        (
            lambda: utility.correlation_fit(complete()[["sex"]], complete()[["sex"]]),
            ValueError,
            "two or more numeric",
        ),
        (lambda: utility.correlation_fit(complete(), complete(), columns=["sex", "species"]), TypeError, "be numeric"),
        (lambda: utility.mutual_information([[0, 0]]), ValueError, "table must have two dimensions and a sum above 0"),
        (lambda: utility.mutual_information([[-1, 1]]), ValueError, "table must be from 0"),
        (lambda: utility.marginal_score(complete(), complete(), k=5, edges=EDGES), ValueError, "k must be <= 4, got 5"),
        (lambda: utility.marginal_score(complete(), complete(), draws=3, edges=EDGES), TypeError, "rng must be"),
        (lambda: utility.marginal_score(complete(), complete()), ValueError, "edges must be given"),
    ],
)
def test_bad_arguments(call, error, message):
    with pytest.raises(error, match=message):
        call()
