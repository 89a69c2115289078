"""Propensities: known values, the numbers of the facts, other libraries, properties, broken ones that must fail.

Seeds are fixed. A statistical test allows five standard errors: a right implementation fails it at a fresh seed with
probability below 1e-6 each.
"""

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.metrics import roc_auc_score, roc_curve

from coursekit.utility import propensity
from coursekit.data import penguins
from coursekit.utility.distances import ks
from coursekit.utility.scores import auc, pmse, pmse_null, specks

MEASURES = ["bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g"]


def birds():
    return penguins().dropna()[["species", "sex", *MEASURES]].reset_index(drop=True)


def measured():
    return birds()[MEASURES]


def broken(table, rng):
    """Every column drawn from its own distribution, none from another's: all correlations are gone."""
    return pd.DataFrame({column: rng.choice(table[column].to_numpy(), len(table)) for column in table})


def two_by_two():
    return (pd.DataFrame({"x": ["a"] * n + ["b"] * (10 - n)}) for n in (6, 4))


# --- Known values --------------------------------------------------------------------------------------------------


def test_the_table_of_the_facts():
    ours, theirs = two_by_two()
    found = propensity.propensities(ours, theirs)
    assert pmse(found.scores, labels=found.labels) == pytest.approx(0.01)
    assert pmse_null(found.k, 10, 10) == 0.00625
    assert propensity.pmse_ratio(ours, theirs) == pytest.approx(1.6)


def test_pmse_of_two_scores():
    assert pmse([0.32, 0.64], labels=[0, 1]) == pytest.approx(0.026)
    assert pmse([0.25] * 4, labels=[0, 0, 0, 1]) == 0
    assert pmse([0, 0, 0, 1], labels=[0, 0, 0, 1]) == pytest.approx(0.25 * 0.75)  # the maximum, c (1 - c)


def test_specks_and_auc_of_the_facts():
    scores, labels = [0.2, 0.4, 0.6, 0.4, 0.8], [0, 0, 0, 1, 1]
    assert (specks(scores, labels), auc(scores, labels)) == (0.5, 0.75)
    assert np.isnan(auc([0.1, 0.2], [1, 1])) and np.isnan(specks([0.1, 0.2], [0, 0]))


# --- The numbers of the facts ---------------------------------------------------------------------------------------


def test_main_effects_do_not_see_broken_correlations():
    """1.24: four measurements of 333 penguins, each column drawn anew.

    To first order the mean over draws is tr((R + I)^-1) / 2 for the correlations R: 1.231.
    """
    table, rng = measured(), np.random.default_rng(1)
    ratios = np.array([propensity.pmse_ratio(table, broken(table, rng)) for _ in range(300)])
    expected = np.trace(np.linalg.inv(table.corr().to_numpy() + np.eye(4))) * 2 / 4
    assert expected == pytest.approx(1.24, abs=0.01)
    error = 5 * ratios.std(ddof=1) / np.sqrt(ratios.size)
    assert ratios.mean() == pytest.approx(expected, abs=error)
    assert abs(ratios.mean() / 2 - expected) > error  # broken: a null without the factor 1 - c
    permuted = table.apply(rng.permutation)
    assert propensity.pmse_ratio(table, permuted) == pytest.approx(0, abs=1e-9)  # equal means: blind altogether


def test_interactions_do():
    """123 is reached at 947 rows of the same population; with the 333 penguins the ratio is 43, for it grows with rows."""
    table, rng = measured(), np.random.default_rng(2)
    means = {}
    for rows in (333, 947):
        ratios = []
        for _ in range(30):
            drawn = table.iloc[rng.integers(len(table), size=rows)].reset_index(drop=True)
            ratios.append(propensity.pmse_ratio(drawn, broken(drawn, rng), model="logistic-interactions"))
        means[rows] = np.mean(ratios), 5 * np.std(ratios, ddof=1) / np.sqrt(30)
    assert means[333][0] == pytest.approx(43.5, abs=means[333][1])
    assert means[947][0] == pytest.approx(123, abs=means[947][1])
    assert means[947][0] / means[333][0] == pytest.approx(947 / 333, rel=0.15)


def test_a_tree_tells_a_perfect_synthesis_apart_in_sample_and_nowhere_else():
    """.88 and .52: two halves of the 333 penguins, a tree with five rows in a leaf, half of the rows held out.

    Averages over 200 splits are .89 and .50; by symmetry the second is ½, and .52 is one split of sd .04.
    """
    table, rng, found = measured(), np.random.default_rng(3), []
    for _ in range(200):
        order = rng.permutation(len(table))
        fit = propensity.propensities(
            table.iloc[order[:166]], table.iloc[order[166:]], model="tree", holdout=0.5, rng=rng
        )
        found.append([auc(fit.scores[rows], fit.labels[rows]) for rows in (~fit.heldout, fit.heldout)])
    (inside, outside), spread = np.mean(found, axis=0), np.std(found, axis=0, ddof=1)
    assert inside == pytest.approx(0.89, abs=0.01) and abs(0.88 - inside) < spread[0]
    assert outside == pytest.approx(0.5, abs=5 * spread[1] / np.sqrt(200)) and abs(0.52 - outside) < spread[1]


def test_copies_fool_a_holdout():
    """Twins across the split: a copy of the file scores far below a coin."""
    table, rng = measured(), np.random.default_rng(4)
    fit = propensity.propensities(table, table, model="tree", holdout=0.5, rng=rng)
    assert auc(fit.scores[fit.heldout], fit.labels[fit.heldout]) < 0.35


# --- Nulls ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("n_o", "n_s"), [(300, 300), (400, 200)])
def test_permutations_agree_with_the_formula(n_o, n_s, monkeypatch):
    monkeypatch.setattr(propensity, "PERMUTATIONS", 300)
    rng = np.random.default_rng(5)
    ours, theirs = (pd.DataFrame(rng.normal(size=(n, 3)), columns=list("abc")) for n in (n_o, n_s))
    analytic = propensity.pmse_ratio(ours, theirs)
    permuted = propensity.pmse_ratio(ours, theirs, null="permutation", rng=rng)
    # pMSE under the null is its mean times chi2(3) / 3: relative sd sqrt(2/3), and 1% for terms of higher order
    assert analytic / permuted == pytest.approx(1, rel=5 * np.sqrt(2 / 3 / 300) + 0.01)


def test_a_synthesis_from_the_true_model_scores_1_and_half_of_them_less():
    """Re-samples of the confidential rows; main effects of three columns; 5 standard errors of chi2(3) / 3."""
    rng = np.random.default_rng(6)
    ours = pd.DataFrame(rng.normal(size=(400, 3)), columns=list("abc"))
    ratios = np.array([propensity.pmse_ratio(ours, ours.iloc[rng.integers(400, size=400)]) for _ in range(300)])
    assert ratios.mean() == pytest.approx(1, abs=5 * np.sqrt(2 / 3 / 300))
    assert 0.4 < (ratios < 1).mean() < 0.8


def test_a_tree_has_no_formula(monkeypatch):
    monkeypatch.setattr(propensity, "PERMUTATIONS", 30)
    ours, theirs = two_by_two()
    with pytest.raises(ValueError, match="null must be 'permutation' for model 'tree'"):
        propensity.pmse_ratio(ours, theirs, model="tree", rng=np.random.default_rng(1))
    table, rng = measured(), np.random.default_rng(7)
    order = rng.permutation(len(table))
    ratio = propensity.pmse_ratio(
        table.iloc[order[:166]], table.iloc[order[166:]], model="tree", null="permutation", rng=rng
    )
    assert 1.5 < ratio < 2.5  # both halves are random: 1 / (1 - c) = 2 times the null


# --- Other libraries -----------------------------------------------------------------------------------------------


def test_logistic_regression_is_statsmodels():
    rng = np.random.default_rng(8)
    ours = birds()
    theirs = ours.assign(bill_length_mm=ours["bill_length_mm"] + rng.normal(0.5, 1, len(ours)))
    theirs = theirs.iloc[rng.integers(len(theirs), size=200)]
    stacked = pd.concat([ours, theirs])
    y = np.arange(len(stacked)) >= len(ours)
    design = sm.add_constant(pd.get_dummies(stacked, drop_first=True).astype(float))
    expected = sm.Logit(y.astype(float), design.to_numpy()).fit(disp=0, tol=1e-12).predict()
    found = propensity.propensities(ours, theirs)
    assert found.k == design.shape[1]
    assert found.scores == pytest.approx(expected, abs=1e-6)
    short = ["bill_length_mm", "sex"]
    male = (stacked["sex"] == "male").to_numpy(float)
    bill = (stacked["bill_length_mm"] - stacked["bill_length_mm"].mean()).to_numpy()
    design = np.column_stack([np.ones(len(y)), male, bill, male * bill])
    expected = sm.Logit(y.astype(float), design).fit(disp=0, tol=1e-12).predict()
    found = propensity.propensities(ours[short], theirs[short], model="logistic-interactions")
    assert found.k == 4 and found.scores == pytest.approx(expected, abs=1e-6)


@settings(derandomize=True, deadline=None)
@given(arrays(float, 20, elements=st.integers(0, 8)), arrays(bool, 20))
def test_auc_is_scikit_learns_and_specks_the_widest_gap_of_its_curve(scores, labels):
    scores = scores / 8
    if labels.all() or not labels.any():
        assert np.isnan(auc(scores, labels))
        return
    assert auc(scores, labels) == pytest.approx(roc_auc_score(labels, scores))
    false, true, _ = roc_curve(labels, scores, drop_intermediate=False)
    assert np.trapezoid(true, false) == pytest.approx(auc(scores, labels))
    assert specks(scores, labels) == ks(scores[~labels], scores[labels])
    assert specks(scores, labels) >= (true - false).max() - 1e-12


# --- Properties ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("model", ["logistic", "logistic-interactions", "tree"])
def test_a_copy_cannot_be_told_apart(model):
    table = birds()
    found = propensity.propensities(table, table, model=model, rng=np.random.default_rng(9))
    assert found.scores == pytest.approx(0.5, abs=1e-9)
    assert auc(found.scores.round(9), found.labels) == 0.5


@pytest.mark.parametrize("model", ["logistic", "logistic-interactions", "tree"])
def test_order_does_not_matter_and_swapping_the_files_mirrors_the_scores(model):
    rng = np.random.default_rng(10)
    ours, theirs = birds(), broken(birds(), rng)
    first = propensity.propensities(ours, theirs, model=model, rng=np.random.default_rng(1))
    rows = [rng.permutation(len(ours)), rng.permutation(len(theirs))]
    columns = list(rng.permutation(ours.columns))
    mixed = propensity.propensities(
        ours.iloc[rows[0]][columns], theirs.iloc[rows[1]], model=model, rng=np.random.default_rng(1)
    )
    assert mixed.scores == pytest.approx(first.scores[np.concatenate([rows[0], len(ours) + rows[1]])], abs=1e-6)
    if model != "tree":  # a tree settles ties between splits by the order it meets them in
        swapped = propensity.propensities(theirs, ours, model=model)
        assert swapped.scores == pytest.approx(np.roll(1 - first.scores, len(ours)), abs=1e-6)


@settings(derandomize=True, deadline=None, max_examples=80)
@given(
    arrays(float, st.tuples(st.integers(2, 15), st.just(3)), elements=st.integers(0, 3)),
    arrays(float, st.tuples(st.integers(2, 15), st.just(3)), elements=st.integers(0, 3)),
    st.sampled_from(["logistic", "logistic-interactions"]),
)
def test_separable_and_repeated_columns_are_no_trouble(ours, theirs, model):
    ours, theirs = (pd.DataFrame(values, columns=list("abc")).assign(d=lambda t: 2 * t["a"]) for values in (ours, theirs))
    found = propensity.propensities(ours, theirs, model=model)
    c = len(theirs) / (len(ours) + len(theirs))
    assert found.scores.mean() == pytest.approx(c, abs=1e-5)  # as for every fit with an intercept
    assert pmse(found.scores, labels=found.labels) <= c * (1 - c) + 1e-6
    assert found.k <= (5 if model == "logistic" else 11)
    without = propensity.propensities(ours[list("abc")], theirs[list("abc")], model="logistic")
    assert model != "logistic" or found.k == without.k


def test_constant_columns():
    table = pd.DataFrame({"x": [1.0, 1.0, 1.0], "y": ["a", "a", "a"]})
    for model in propensity.MODELS:
        found = propensity.propensities(table, table.head(1), model=model, rng=np.random.default_rng(1))
        assert found.scores == pytest.approx(0.25)
    assert np.isnan(propensity.pmse_ratio(table, table))
    far = propensity.propensities(table[["x"]], table[["x"]] + 1)
    assert auc(far.scores, far.labels) == 1


def test_one_large_number_does_not_blind_a_tree():
    """Trees keep seven digits: beside 1e9 all other numbers looked alike, and a shift of ten sds was not seen."""
    rng = np.random.default_rng(20)
    ours, theirs = (pd.DataFrame({"x": rng.normal(mean, 1, 300)}) for mean in (0, 10))
    ours.loc[0, "x"] = 1e9
    found = propensity.propensities(ours, theirs, model="tree", rng=rng)
    assert auc(found.scores, found.labels) > 0.99
    ids = pd.DataFrame({"id": 123_456_789_000 + np.arange(300)})
    found = propensity.propensities(ids, ids + 300, model="tree", rng=rng)
    assert auc(found.scores, found.labels) > 0.99


def test_small_integers_of_numpy_do_not_overflow():
    for kind in (np.int8, np.uint8, np.int16):
        assert pmse_null(kind(100), kind(100), kind(100)) == pmse_null(100, 100, 100) > 0


def test_rare_categories_are_lumped_where_a_model_gets_too_wide():
    rng = np.random.default_rng(21)
    ours, theirs = (
        pd.DataFrame({"a": rng.geometric(0.02, 2000), "b": rng.integers(0, 40, 2000)}).astype(str) for _ in range(2)
    )
    narrow = propensity.propensities(ours[["b"]], theirs[["b"]])
    assert narrow.k == 40  # 39 columns of 0 and 1, and the intercept: all levels stay
    counts = pd.concat([ours["a"], theirs["a"]]).value_counts()
    assert len(counts) > propensity.WIDTH
    found = propensity.propensities(ours[["a"]], theirs[["a"]])
    assert found.k == propensity.MOST + 1
    common = sorted(counts.index, key=lambda level: (-counts[level], level))[: propensity.MOST]
    by_hand = [table[["a"]].where(table[["a"]].isin(common), "others") for table in (ours, theirs)]
    assert found.scores == pytest.approx(propensity.propensities(*by_hand).scores, abs=1e-9)
    wide = propensity.propensities(ours, theirs, model="logistic-interactions")
    assert 100 < wide.k <= propensity.WIDTH + 1


def test_gaps_and_dates():
    rng = np.random.default_rng(22)
    ours = birds().assign(day=pd.Timestamp("2020-01-01") + pd.to_timedelta(rng.integers(0, 900, 333), "D"))
    gappy = ours.assign(sex=ours["sex"].where(rng.random(333) < 0.5), day=ours["day"].where(rng.random(333) < 0.5))
    for model in propensity.MODELS:
        found = propensity.propensities(ours, gappy, model=model, rng=rng)
        assert auc(found.scores, found.labels) > 0.8
    assert {"sex", "day (missing)"} & set(propensity.importance(ours, gappy, rng=rng).index[:2])


def test_holdout():
    table, rng = measured(), np.random.default_rng(11)
    fit = propensity.propensities(table, table.head(100), holdout=0.3, rng=rng)
    assert fit.heldout[: len(table)].sum() == 100 and fit.heldout[len(table) :].sum() == 30
    again = propensity.propensities(table, table.head(100), holdout=0.3, rng=rng)
    assert (fit.heldout != again.heldout).any()
    for holdout in (1, -0.1, 1.5):
        with pytest.raises(ValueError, match="holdout must be >= 0 and < 1"):
            propensity.propensities(table, table, holdout=holdout, rng=rng)
    with pytest.raises(ValueError, match="holdout must be 0 for a file of one row"):
        propensity.propensities(table, table.head(1), holdout=0.5, rng=rng)
    with pytest.raises(TypeError, match="rng must be"):
        propensity.propensities(table, table, holdout=0.5)
    with pytest.raises(TypeError, match="rng must be"):
        propensity.propensities(table, table, model="tree")


def test_importance_points_at_the_spoiled_column():
    rng = np.random.default_rng(12)
    ours = birds()
    theirs = ours.iloc[rng.integers(len(ours), size=len(ours))]
    theirs = theirs.assign(body_mass_g=theirs["body_mass_g"] + 900)
    found = propensity.importance(ours, theirs, rng=rng)
    assert found.index[0] == "body_mass_g" and found.iloc[0] > 0.1
    assert sorted(found.index) == sorted(ours.columns)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: pmse([1.5], labels=[1]), ValueError, "scores must be from 0 to 1, got 1.5"),
        (lambda: pmse([np.nan], labels=[1]), ValueError, "scores must not contain NaN"),
        (lambda: pmse([0.5, 0.5], labels=[1]), ValueError, "labels must have the shape of scores"),
        (lambda: pmse_null(0, 10, 10), ValueError, "k must be >= 1, got 0"),
        (lambda: pmse_null(2, 0, 10), ValueError, "n_confidential must be >= 1"),
        (lambda: pmse_null(2.0, 10, 10), TypeError, "k must be an integer"),
        (lambda: auc(["a"], [1]), TypeError, "scores must be numbers, got str"),
        (lambda: propensity.propensities(birds(), birds(), model="forest"), ValueError, "model must be 'logistic' or"),
        (lambda: propensity.propensities(birds(), measured()), ValueError, "must have the columns of confidential"),
        (lambda: pmse_null(10**400, 1, 1), ValueError, "k must be <= "),
        (lambda: propensity.pmse_ratio(birds(), birds(), null="none"), ValueError, "null must be 'analytic' or"),
        (lambda: propensity.pmse_ratio(birds(), birds(), null="permutation"), TypeError, "rng must be"),
        (lambda: propensity.importance(birds(), birds(), rng=1), TypeError, "rng must be"),
    ],
)
def test_bad_arguments(call, error, message):
    with pytest.raises(error, match=message):
        call()
