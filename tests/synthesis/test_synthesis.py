"""Synthesis: printed numbers, exact laws, other libraries, any data frame, broken ones that must fail.

Random tests have fixed seeds. ALPHA is the chance that one statistical check rejects a right implementation at a seed drawn
afresh; where a check is on a mean instead, it allows five standard errors (6e-7) and says so.
"""

import itertools
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy import stats

from coursekit import data
from coursekit.synthesis.cells import Bins
from coursekit.synthesis.conditionals import Linear, Tree, conditional, linear_fit
from coursekit.grading import check_loss
from coursekit.mechanisms.noise import GeometricNoise
from coursekit.synthesis.noisy_tables import NoisyTable, draw_rows, private_synthesis, private_tables
from coursekit.synthesis.synthesizers import copies, implicates, synthesize
from coursekit.synthesis.variables import variable

ALPHA = 1e-6
COLUMNS = ["sex", "bill_length_mm", "flipper_length_mm"]
SHARED = 0.9399  # what the seed of the text gives in NumPy's generator


def adelie(columns=COLUMNS):
    birds = data.penguins()
    return birds.loc[birds["species"] == "Adelie", columns].dropna()


def assert_follows(counts, law):
    p_value = stats.chisquare(counts, np.sum(counts) * np.asarray(law) / np.sum(law)).pvalue
    assert p_value > ALPHA, f"p-value {p_value:.1e}"


def correlation(frame):
    return np.corrcoef(frame["bill_length_mm"], frame["flipper_length_mm"])[0, 1]


# --- Chapter 4 as printed ------------------------------------------------------------------------------------------


def test_the_adelie_subset_is_that_of_the_text():
    birds = adelie()
    assert len(birds) == 146 and birds["sex"].value_counts().to_dict() == {"male": 73, "female": 73}
    bill, flipper = birds["bill_length_mm"].describe(), birds["flipper_length_mm"].describe()
    order = ["min", "25%", "50%", "mean", "75%", "max"]
    assert bill[order].tolist() == pytest.approx([32.1, 36.725, 38.85, 38.824, 40.775, 46], abs=5e-4)
    assert flipper[order].tolist() == pytest.approx([172, 186, 190, 190.103, 195, 210], abs=5e-4)
    assert correlation(birds) == pytest.approx(0.3323, abs=5e-5)


def test_bill_by_sex():
    fit = linear_fit(adelie(), "bill_length_mm", on=["sex"])
    assert list(fit.params.index) == ["Intercept", "sex[male]"]
    assert fit.params.tolist() == pytest.approx([37.2575, 3.1329], abs=5e-5)
    assert fit.bse.tolist() == pytest.approx([0.2524, 0.3570], abs=5e-5)
    assert fit.tvalues.tolist() == pytest.approx([147.608, 8.777], abs=5e-4)
    assert fit.pvalues["sex[male]"] == pytest.approx(4.44e-15, rel=2e-3)
    assert np.sqrt(fit.scale) == pytest.approx(2.157, abs=5e-4) and fit.df_resid == 144
    assert (fit.rsquared, fit.rsquared_adj) == pytest.approx((0.3485, 0.3440), abs=5e-5)
    assert fit.fvalue == pytest.approx(77.03, abs=5e-3)
    assert sorted(set(fit.fittedvalues.round(5))) == [37.25753, 40.39041]
    assert np.quantile(fit.resid, [0, 0.25, 0.5, 0.75, 1]) == pytest.approx([-5.790, -1.3575, 0.076, 1.393, 5.610], abs=5e-4)


def test_flipper_by_sex_and_bill():
    fit = linear_fit(adelie(), "flipper_length_mm", on=["sex", "bill_length_mm"])
    assert fit.params.tolist() == pytest.approx([170.6183, 3.1721, 0.4610], abs=5e-5)
    assert fit.bse.tolist() == pytest.approx([8.7497, 1.2422, 0.2341], abs=5e-5)
    assert fit.tvalues.tolist() == pytest.approx([19.500, 2.554, 1.970], abs=5e-4)
    assert fit.pvalues.tolist()[1:] == pytest.approx([0.0117, 0.0508], abs=5e-5)
    assert np.sqrt(fit.scale) == pytest.approx(6.058, abs=5e-4) and fit.df_resid == 143
    assert (fit.rsquared, fit.rsquared_adj) == pytest.approx((0.1492, 0.1373), abs=5e-5)
    assert fit.fvalue == pytest.approx(12.54, abs=5e-3) and fit.f_pvalue == pytest.approx(9.606e-6, rel=1e-4)
    residuals = np.quantile(fit.resid, [0, 0.25, 0.5, 0.75, 1])
    assert residuals == pytest.approx([-16.0907, -2.8058, -0.0534, 3.3284, 15.8789], abs=5e-5)


def test_the_numbers_in_the_text_are_those_of_all_species():
    """Section 4.1.3 quotes 42.1, 3.8 and 45.9 below a model whose coefficients are 37.2575 and 3.1329."""
    everyone = data.penguins().dropna()
    assert len(everyone) == 333
    fit = linear_fit(everyone, "bill_length_mm", on=["sex"])
    assert [*fit.params, fit.params.sum()] == pytest.approx([42.0970, 3.7578, 45.855], abs=5e-4)


@pytest.mark.parametrize("on", [["sex"], ["sex", "bill_length_mm"]])
def test_draws_are_those_of_the_printed_regressions(on):
    """What `synthesize` draws from is `linear_fit`: predictions to 1e-9, and residuals normal with its sigma."""
    birds = adelie()
    target = ["bill_length_mm", "flipper_length_mm"][len(on) - 1]
    fit = linear_fit(birds, target, on=on)
    asked = {"columns": [target], "methods": "linear"}
    predictors = [variable(name, birds[name]) for name in on]
    model = Linear(variable(target, birds[target]), predictors)
    model._sigma = 0.0
    plain = model.draw(predictors, len(birds), rng=np.random.default_rng(1)).values
    assert plain.to_numpy() == pytest.approx(fit.fittedvalues.to_numpy(), rel=1e-9)
    rng = np.random.default_rng(2)
    noise = np.concatenate([synthesize(birds[[*on, target]], rng=rng, **asked)[target] - fit.fittedvalues for _ in range(50)])
    assert stats.kstest(noise / np.sqrt(fit.scale), "norm").pvalue > ALPHA
    assert stats.kstest(noise / fit.scale, "norm").pvalue < ALPHA  # broken: the variance for the sd


def chain(birds, generator):
    """Chapter 4, with a generator asked for before each column."""
    synthetic = {}
    for name, method in zip(COLUMNS, ["sample", "linear", "linear"], strict=True):
        target, rng = variable(name, birds[name]), generator()
        predictors = [variable(other, birds[other]) for other in synthetic]
        model = conditional(target, predictors, method=method, rng=rng)
        synthetic[name] = model.draw(list(synthetic.values()), len(birds), rng=rng)
    return pd.DataFrame({name: each.values.to_numpy() for name, each in synthetic.items()})


def test_a_seed_for_each_column_makes_bill_and_flipper_share_their_noise():
    """The text: r = .950 in R's generator, where the truth is .332, and a "correlation fit" of .6178, their difference.

    In NumPy's generator, with the text's seed: .940, a difference of .608. Over many seeds it is .951 +- .007.
    """
    birds = adelie().reset_index(drop=True)
    shared = correlation(chain(birds, lambda: np.random.default_rng(20220301)))
    assert shared == pytest.approx(SHARED, abs=5e-4) and shared - correlation(birds) == pytest.approx(SHARED - 0.3323, abs=5e-4)
    many = [correlation(chain(birds, lambda seed=seed: np.random.default_rng(seed))) for seed in range(100)]
    assert 0.91 < min(many) and max(many) < 0.98
    # one normal number z for both: b = 2.157 z + 3.1329 s, f = 3.1721 s + .461 b + 6.058 z, with Var z = 1, Var s = 1/4
    b, f = np.array([2.157, 3.1329 / 2]), np.array([0.461 * 2.157 + 6.058, (3.1721 + 0.461 * 3.1329) / 2])
    assert np.mean(many) == pytest.approx(b @ f / np.sqrt(b @ b * (f @ f)), abs=5 * 0.0074 / 10)


def test_one_generator_keeps_the_correlation():
    """One stream: .328 on average with sd .073, and .059 off on average. 2,000 runs: five standard errors."""
    birds, rng = adelie(), np.random.default_rng(4)
    many = np.array([correlation(synthesize(birds, rng=rng, methods="linear")) for _ in range(2000)])
    off = np.abs(many - correlation(birds))
    assert many.mean() == pytest.approx(0.328, abs=5 * 0.073 / np.sqrt(2000) + 5e-4)
    assert many.std() == pytest.approx(0.073, abs=5 * 0.073 / np.sqrt(4000) + 5e-4)
    assert off.mean() == pytest.approx(0.059, abs=5 * off.std() / np.sqrt(2000) + 5e-4)


def test_a_tree_copies_real_penguins():
    """Sex, bill, flipper in this order, leaves of 5: 32% of the rows are a real penguin's. 300 runs: five standard errors.

    Flipper before bill makes it 54%, three unrelated columns 7%, four columns 5%.
    """
    rng = np.random.default_rng(5)

    def share(runs=300, columns=COLUMNS, **asked):
        birds = adelie(columns)
        return np.mean([copies(birds, synthesize(birds, rng=rng, **asked)) for _ in range(runs)])

    assert share() == pytest.approx(0.32, abs=5 * 0.04 / np.sqrt(300) + 0.005)
    assert share(100, order=["sex", "flipper_length_mm", "bill_length_mm"]) == pytest.approx(0.54, abs=0.03)
    assert share(100, methods="sample") == pytest.approx(0.066, abs=0.015)
    assert share(100, columns=[*COLUMNS, "body_mass_g"]) == pytest.approx(0.047, abs=0.015)
    assert share(20, methods="linear") == 0
    assert share(50, min_leaf=1) > 0.9 > share(50, min_leaf=30) + 0.6


# --- Broken synthesizers that must fail ----------------------------------------------------------------------------


def assert_relations_kept(synthesizer):
    """A slope of 1 with noise as large, 2,000 rows; five standard errors of the slope, of means and of residuals."""
    rng = np.random.default_rng(6)
    x, u = rng.normal(size=(2, 2000))
    dogs = pd.DataFrame({"weight": 20 + 5 * x, "height": 50 + 5 * x + 5 * u, "age": 5 + u + rng.normal(size=2000)})
    synthetic = synthesizer(dogs, rng)
    for one, other in itertools.permutations(dogs, 2):
        real, made = (frame[[one, other]].cov().loc[one, other] / frame[one].var() for frame in (dogs, synthetic))
        assert made == pytest.approx(real, abs=5 * np.sqrt(2 * 2 / 2000) * dogs[other].std() / dogs[one].std()), "slope"
    assert synthetic.mean().to_numpy() == pytest.approx(dogs.mean().to_numpy(), abs=5 * 8 * np.sqrt(2 / 2000)), "mean"
    assert synthetic.std().to_numpy() == pytest.approx(dogs.std().to_numpy(), rel=0.15), "spread"


def broken(dogs, rng, *, on_synthetic=False, reseed=False, residuals=True):
    """Parametric synthesis with the mistakes of exercise 2.7 (fitted on synthetic predictors) and of section 4.1 (seed)."""
    made = pd.DataFrame(index=dogs.index)
    for place, name in enumerate(dogs):
        rng = np.random.default_rng(1) if reseed else rng
        learned = np.column_stack([np.ones(len(dogs)), (made if on_synthetic else dogs).to_numpy()[:, :place]])
        drawn = np.column_stack([np.ones(len(dogs)), made.to_numpy()])
        fit = sm.OLS(dogs[name].to_numpy(), learned).fit()
        made[name] = drawn @ fit.params + residuals * rng.normal(size=len(dogs)) * np.sqrt(fit.scale)
    return made


@pytest.mark.parametrize("method", ["linear", "cart"])
def test_relations_are_kept(method):
    assert_relations_kept(lambda dogs, rng: synthesize(dogs, rng=rng, methods=method))


def test_broken_synthesizers_fail():
    assert_relations_kept(broken)
    for mistake in ({"on_synthetic": True}, {"reseed": True}, {"residuals": False}):
        with pytest.raises(AssertionError):
            assert_relations_kept(lambda dogs, rng, mistake=mistake: broken(dogs, rng, **mistake))
    with pytest.raises(AssertionError):
        assert_relations_kept(lambda dogs, rng: synthesize(dogs, rng=rng, methods="sample"))


# --- The laws of the methods ---------------------------------------------------------------------------------------


def test_sampling_follows_the_shares():
    birds = pd.concat([data.penguins()[["species"]]] * 300)
    drawn = synthesize(birds, rng=np.random.default_rng(7))["species"].value_counts()
    assert_follows(drawn[["Adelie", "Chinstrap", "Gentoo"]], [152, 68, 124])


def test_the_first_column_is_sampled_whatever_its_method():
    birds = adelie()
    draws = [synthesize(birds, rng=np.random.default_rng(8), methods=method)["sex"] for method in ("linear", "cart", "sample")]
    assert draws[0].equals(draws[1]) and draws[0].equals(draws[2])


def leaf_rows(tree, matrix, point):
    """The confidential rows in the leaf of a point, by walking down a fitted tree."""
    node, rows = 0, np.arange(len(matrix))
    while tree.children_left[node] >= 0:
        feature, threshold = tree.feature[node], tree.threshold[node]
        left = np.float32(point[feature]) <= threshold
        rows = rows[(matrix[rows, feature].astype(np.float32) <= threshold) == left]
        node = (tree.children_left if left else tree.children_right)[node]
    return rows


def test_a_tree_draws_the_rows_of_the_leaf_evenly():
    from sklearn.tree import DecisionTreeRegressor

    birds, rng = adelie(), np.random.default_rng(9)
    matrix = np.column_stack([birds["sex"] == "male", birds["bill_length_mm"]]).astype(float)
    flipper = birds["flipper_length_mm"].to_numpy()
    tree = DecisionTreeRegressor(min_samples_leaf=5, min_samples_split=15, random_state=1).fit(matrix, flipper).tree_
    predictors = [variable(name, birds[name].reset_index(drop=True)) for name in COLUMNS[:2]]
    model = Tree(variable("flipper", pd.Series(flipper)), predictors, min_leaf=5, rng=rng)
    for row in (0, 1, 50, 100):
        leaf = flipper[leaf_rows(tree, matrix, matrix[row])]
        assert len(leaf) >= 5
        drawn = model.draw([each.take(np.full(20_000, row)) for each in predictors], 20_000, rng=rng).values
        values, counts = np.unique(leaf, return_counts=True)
        assert set(drawn) == set(values)
        assert_follows(drawn.value_counts()[values], counts) if len(values) > 1 else None


@pytest.mark.parametrize("target", ["numbers", "two classes"])
def test_the_order_of_categories_holds_the_best_split(target):
    """Fisher 1958, Breiman et al. 1984: in the order of the means, some cut is the best of all 2^(levels - 1) - 1 splits."""
    rng = np.random.default_rng(10)
    for _ in range(20):
        level = rng.integers(6, size=200)
        y = rng.normal(size=6)[level] + rng.normal(size=200)
        y = y if target == "numbers" else (y > 0).astype(float)
        best = min(
            sum(np.var(y[side]) * side.sum() for side in (inside, ~inside))
            for size in (1, 2, 3)
            for subset in itertools.combinations(range(6), size)
            for inside in [np.isin(level, subset)]
        )
        values = pd.Series(y) if target == "numbers" else pd.Series(np.where(y > 0, "yes", "no"))
        letters = pd.Series(np.array(list("qwerty"))[level])
        model = Tree(variable("y", values), [variable("x", letters)], min_leaf=1, rng=rng)
        left = model._features([variable("x", letters)])[:, 0] <= model._tree.threshold[0]
        found = sum(np.var(y[side]) * side.sum() for side in (left, ~left))
        assert found == pytest.approx(best)


def test_many_classes_given_many_categories():
    """200 levels, 3 classes that depend on the level alone: the conditional shares come back (chi-square)."""
    rng = np.random.default_rng(11)
    town = rng.integers(200, size=20_000)
    frame = pd.DataFrame({"town": pd.Series(town).map("t{:03}".format)})
    frame["vote"] = np.array(list("abc"))[(town + rng.integers(2, size=20_000)) % 3]
    synthetic = synthesize(frame, rng=rng)
    assert synthetic["town"].nunique() == 200
    possible = {kind: {"abc"[kind % 3], "abc"[(kind + 1) % 3]} for kind in range(3)}
    kind = synthetic["town"].str[1:].astype(int) % 3
    wrong = [vote not in possible[k] for k, vote in zip(kind, synthetic["vote"], strict=True)]
    assert np.mean(wrong) < 0.02
    assert_follows(synthetic["vote"].value_counts().sort_index(), frame["vote"].value_counts().sort_index())


def test_logistic_probabilities_are_those_of_statsmodels():
    birds = data.penguins().dropna()
    exog = sm.add_constant(birds[["bill_length_mm", "body_mass_g"]])
    predictors = [variable(name, birds[name].reset_index(drop=True)) for name in ("bill_length_mm", "body_mass_g")]
    for name, fitted in (
        ("sex", sm.Logit(birds["sex"] == "male", exog).fit(disp=0)),
        ("island", sm.MNLogit(birds["island"].astype("category").cat.codes, exog).fit(disp=0)),
    ):
        model = conditional(variable(name, birds[name].reset_index(drop=True)), predictors, method="logistic", rng=np.random.default_rng(11))
        ours = model._model.predict_proba(model._design.directions(predictors))
        theirs = np.asarray(fitted.predict(exog)).reshape(len(birds), -1)
        assert ours[:, -theirs.shape[1] :] == pytest.approx(theirs, abs=1e-4)
        row, rng = 7, np.random.default_rng(12)
        drawn = model.draw([each.take(np.full(20_000, row)) for each in predictors], 20_000, rng=rng).values
        assert_follows(drawn.value_counts().sort_index(), ours[row])


def test_logistic_with_classes_that_a_predictor_tells_apart():
    """No largest likelihood exists; the draws are what they must be, and there is no warning."""
    frame = pd.DataFrame({"x": np.arange(60.0), "y": np.repeat(["a", "b", "c"], 20), "same": 1.0})
    frame["twin"] = 2 * frame["x"]
    synthetic = synthesize(frame, rng=np.random.default_rng(13), columns=["y"], methods="logistic")
    assert (synthetic["y"] == frame["y"]).mean() > 0.9


def test_units_do_not_matter():
    """Numbers of 1e-9 or 1e15 and dates far away: the same rows are drawn."""
    rng = np.random.default_rng(14)
    x = rng.normal(size=400)
    frame = pd.DataFrame({"x": x, "y": x + rng.normal(size=400), "z": np.where(x > 0, "a", "b")})
    for method in ("cart", "parametric"):
        plain = synthesize(frame, rng=np.random.default_rng(1), methods=method)
        for scale, shift in ((2.0**-40, 0), (2.0**40, 0), (1, 2.0**20), (2.0**60, 2.0**70)):
            other = frame.assign(x=frame["x"] * scale + shift, y=frame["y"] * scale)
            made = synthesize(other, rng=np.random.default_rng(1), methods=method)
            back = made.assign(x=(made["x"] - shift) / scale, y=made["y"] / scale)
            assert np.allclose(back["y"], plain["y"], rtol=1e-5, atol=1e-7)
            assert (back["z"] == plain["z"]).all()


def test_partial_synthesis_keeps_the_other_columns_row_by_row():
    birds = data.penguins()
    synthetic = synthesize(birds, rng=np.random.default_rng(15), columns=["bill_length_mm", "sex"])
    same = [name for name in birds if name not in ("bill_length_mm", "sex")]
    pd.testing.assert_frame_equal(synthetic[same], birds[same])
    assert list(synthetic) == list(birds) and synthetic.index.equals(birds.index)
    gone = birds["body_mass_g"].isna()
    assert synthetic["bill_length_mm"].isna()[~gone].mean() < 0.05
    # the kept columns predict: within species the synthetic bill keeps its mean (five standard errors)
    for _, rows in birds.dropna().groupby("species").groups.items():
        real, made = birds.loc[rows, "bill_length_mm"], synthetic.loc[rows, "bill_length_mm"]
        assert made.mean() == pytest.approx(real.mean(), abs=5 * real.std() / np.sqrt(len(rows) / 2))
    late = adelie().iloc[::-1]
    assert synthesize(late, rng=np.random.default_rng(16), columns=["sex"]).index.equals(late.index)
    assert synthesize(late, rng=np.random.default_rng(16)).index.equals(pd.RangeIndex(146))


@pytest.mark.parametrize("method", ["cart", "parametric"])
def test_missing_values_depend_on_what_they_depended_on(method):
    """Women's incomes are missing 4 times as often. Five standard errors."""
    rng, n = np.random.default_rng(17), 4000
    sex = rng.choice(["female", "male"], size=n)
    income = np.where(rng.random(n) < np.where(sex == "female", 0.4, 0.1), np.nan, rng.lognormal(10, 0.5, n))
    born = pd.Series(pd.Timestamp("1980-05-05") + pd.to_timedelta(rng.integers(9999, size=n), unit="D")).mask(rng.random(n) < 0.2)
    made = synthesize(pd.DataFrame({"sex": sex, "income": income, "born": born}), rng=rng, methods=method)
    share = made["income"].isna().groupby(made["sex"]).mean()
    assert share.to_numpy() == pytest.approx([0.4, 0.1], abs=5 * np.sqrt(2 * 0.24 / 2000))
    assert made["born"].isna().mean() == pytest.approx(0.2, abs=5 * np.sqrt(2 * 0.16 / n))
    assert (made["born"].dropna() == made["born"].dropna().dt.normalize()).all() and made["born"].dtype == born.dtype


def test_integers_and_whole_days_stay_whole():
    rng = np.random.default_rng(18)
    frame = pd.DataFrame({
        "x": rng.normal(size=300),
        "age": rng.integers(20, 80, size=300),
        "gap": pd.array([None, *rng.integers(1, 9, size=299)], dtype="Int64"),
        "day": pd.Timestamp("2001-02-03", tz="Europe/Berlin") + pd.to_timedelta(rng.integers(3000, size=300), unit="D"),
        "hour": pd.Timestamp("2001-02-03") + pd.to_timedelta(rng.integers(3000, size=300), unit="h"),
        "span": pd.to_timedelta(rng.integers(3000, size=300), unit="D"),
    })  # fmt: skip
    frame["day"] = frame["day"].dt.normalize()
    made = synthesize(frame, rng=rng, methods="linear")
    assert (made.dtypes == frame.dtypes).all()
    assert (made["day"] == made["day"].dt.normalize()).all() and (made["hour"] != made["hour"].dt.normalize()).any()
    assert (made["span"] == made["span"].dt.round("D")).all()
    with pytest.raises(ValueError, match="column 'age' must fit its dtype uint8, got -?[0-9]+: convert it to a wider one"):
        synthesize(frame[["x"]].assign(age=(frame["age"] - 20).astype("uint8")), rng=rng, methods="linear")


# --- Any data frame ------------------------------------------------------------------------------------------------

STAMP = pd.Timestamp("2024-02-29 12:00")
KINDS = {
    "float": lambda codes: pd.Series(codes * 1.5),
    "int": lambda codes: pd.Series(codes - 3),
    "huge int": lambda codes: pd.Series(codes + 2**62),
    "text": lambda codes: pd.Series([f"value {code}" for code in codes]),
    "constant": lambda codes: pd.Series(np.full(len(codes), 7.0)),
    "bool": lambda codes: pd.Series(codes % 2 == 0),
    "date": lambda codes: STAMP + pd.Series(pd.to_timedelta(codes, unit="D")),
    "zoned": lambda codes: (STAMP + pd.Series(pd.to_timedelta(codes, unit="h"))).dt.tz_localize("UTC"),
    "span": lambda codes: pd.Series(pd.to_timedelta(codes, unit="min")),
    "category": lambda codes: pd.Series(pd.Categorical.from_codes(codes, categories=list("zyxwvutsrqpo"))),
    "ordered": lambda codes: pd.Series(pd.Categorical.from_codes(codes, categories=list("zyxwvutsrqpo"), ordered=True)),
    "mixed": lambda codes: pd.Series([code if code % 2 else str(code) for code in codes], dtype=object),
    "Int64": lambda codes: pd.Series(codes, dtype="Int64"),
    "boolean": lambda codes: pd.Series(codes % 2 == 0, dtype="boolean"),
    "month": lambda codes: pd.Series(pd.period_range("2020-01", periods=12, freq="M")[codes]),
}
NEVER_MISSING = {"int", "huge int", "bool"}


@st.composite
def frames(draw):
    rows = draw(st.integers(2, 40))
    kinds = draw(st.lists(st.sampled_from(sorted(KINDS)), min_size=1, max_size=5))
    columns = {}
    for place, kind in enumerate(kinds):
        codes = np.array(draw(st.lists(st.integers(0, 11), min_size=rows, max_size=rows)))
        gone = np.array(draw(st.lists(st.booleans(), min_size=rows, max_size=rows))) & draw(st.booleans())
        column = KINDS[kind](codes)
        columns[f"{kind} {place}"] = column if kind in NEVER_MISSING else column.mask(gone)
    frame = pd.DataFrame(columns)
    frame.index = draw(st.permutations(range(rows)))
    return frame


def known(series):
    return set(series.dropna().astype(object))


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(frames(), st.integers(0, 2**32), st.sampled_from(["cart", "sample"]), st.integers(1, 9))
def test_any_frame(frame, seed, method, min_leaf):
    before, asked = frame.copy(), {"methods": method, "min_leaf": min_leaf}
    made = synthesize(frame, rng=np.random.default_rng(seed), **asked)
    pd.testing.assert_frame_equal(frame, before)
    assert list(made) == list(frame) and (made.dtypes == frame.dtypes).all() and made.index.equals(pd.RangeIndex(len(frame)))
    for name in frame:
        assert known(made[name]) <= known(frame[name])
        assert frame[name].isna().any() or not made[name].isna().any()
    pd.testing.assert_frame_equal(made, synthesize(frame, rng=np.random.default_rng(seed), **asked))
    half = list(frame)[: (len(list(frame)) + 1) // 2]
    part = synthesize(frame, rng=np.random.default_rng(seed), columns=half, **asked)
    assert part.index.equals(frame.index if len(half) < frame.shape[1] else pd.RangeIndex(len(frame)))
    rest = [name for name in frame if name not in half]
    pd.testing.assert_frame_equal(part[rest].reset_index(drop=True), frame[rest].reset_index(drop=True))
    assert 0 <= copies(frame, made) <= 1 and copies(frame, frame) == 1


@settings(max_examples=40)
@given(frames(), st.integers(0, 2**32), st.randoms(use_true_random=False))
def test_the_place_of_columns_does_not_matter(frame, seed, shuffler):
    order = list(frame)
    shuffled = shuffler.sample(order, len(order))
    made = synthesize(frame, rng=np.random.default_rng(seed), order=order)
    other = synthesize(frame[shuffled], rng=np.random.default_rng(seed), order=order)
    assert list(other) == shuffled
    pd.testing.assert_frame_equal(other[order], made)


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(frames(), st.integers(0, 2**32))
def test_regressions_work_or_say_which_column_they_refuse(frame, seed):
    try:
        made = synthesize(frame, rng=np.random.default_rng(seed), methods="parametric")
    except ValueError as refusal:
        assert "rows than coefficients" in str(refusal) or "must fit its dtype" in str(refusal)
        assert any(repr(name) in str(refusal) for name in frame)
    else:
        assert (made.dtypes == frame.dtypes).all()


def test_texts_in_a_column_of_objects_stay_objects():
    frame = pd.DataFrame({"a": pd.Series(["x", "y"] * 9, dtype=object), "b": range(18)})
    assert synthesize(frame, rng=np.random.default_rng(1))["a"].dtype == object
    asked = {"domain": {"a": ["x", "y"]}, "edges": {"b": [0, 20]}, "epsilon": 1.0}
    assert private_synthesis(frame, rng=np.random.default_rng(1), **asked)["a"].dtype == object


def test_the_courses_own_tables():
    rng = np.random.default_rng(19)
    for frame in (data.penguins(), data.starwars(), data.diamonds().iloc[:2000]):
        made = synthesize(frame, rng=rng)
        assert (made.dtypes == frame.dtypes).all() and len(made) == len(frame)
        assert made.isna().mean().to_numpy() == pytest.approx(frame.isna().mean().to_numpy(), abs=0.2)


def test_labels_of_any_kind():
    frame = pd.DataFrame(np.random.default_rng(20).normal(size=(30, 4)))
    frame.columns = pd.MultiIndex.from_product([["a", "b"], [1, 2]])
    made = synthesize(frame, rng=np.random.default_rng(21))
    assert made.columns.equals(frame.columns)
    assert list(synthesize(frame.droplevel(0, axis=1).iloc[:, :2], rng=np.random.default_rng(22))) == [1, 2]


SMALL = pd.DataFrame({"n": [1.5, 2, 3, 4, 5], "t": list("ababa"), "d": pd.date_range("2024-01-01", periods=5)})


@pytest.mark.parametrize(
    ("frame", "asked", "error", "message"),
    [
        ([1, 2], {}, TypeError, "frame must be a pandas.DataFrame, got list"),
        (SMALL.iloc[:0], {}, ValueError, "frame must have at least 2 rows, got 0"),
        (SMALL.iloc[:1], {}, ValueError, "frame must have at least 2 rows, got 1"),
        (SMALL[[]], {}, ValueError, "frame must have at least one column, got none"),
        (SMALL[["n", "n"]], {}, ValueError, "frame must have columns of different names, got 'n' twice"),
        (SMALL, {"rng": 1}, TypeError, "rng must be a numpy.random.Generator"),
        (SMALL, {"methods": "forest"}, ValueError, "methods must be 'sample' or"),
        (SMALL, {"methods": {"x": "cart"}}, ValueError, "methods must be synthesized columns (n, t, d), got 'x'"),
        (SMALL, {"methods": {"t": "forest"}}, ValueError, "method of 't' must be"),
        (SMALL, {"methods": "linear"}, ValueError, "column 't' cannot be synthesized by 'linear': a regression needs numbers"),
        (SMALL, {"methods": {"d": "logistic"}}, ValueError, "column 'd' cannot be synthesized by 'logistic': it needs categories"),
        (SMALL, {"methods": {"n": "logistic"}, "order": ["t", "n", "d"]}, ValueError, "'n' cannot be synthesized by 'logistic'"),
        (SMALL, {"order": ["n", "t"]}, ValueError, "order must name every synthesized column, got none of 'd'"),
        (SMALL, {"order": ["n", "t", "t"]}, ValueError, "order must name a column once, got 't' twice"),
        (SMALL, {"order": "n"}, TypeError, "order must be a list of column names, got str 'n'"),
        (SMALL, {"columns": ["x"]}, ValueError, "columns must be columns of frame (n, t, d), got 'x'"),
        (SMALL, {"columns": []}, ValueError, "columns must name at least one column, got none"),
        (SMALL, {"min_leaf": 0}, ValueError, "min_leaf must be >= 1, got 0"),
        (SMALL, {"min_leaf": 2.5}, TypeError, "min_leaf must be an integer"),
        (SMALL, {"progress": 1}, TypeError, "progress must be a function, got int 1"),
        (SMALL.assign(n=np.inf), {}, ValueError, "column 'n' must hold finite numbers, got inf"),
        (SMALL.assign(n=1j), {}, TypeError, "must have real numbers, got complex128 in column 'n'"),
        (SMALL.assign(n=[[1], [2], [3], [4], [5]]), {}, TypeError, "must have one value in each cell, got list [1] in column 'n'"),
        (
            pd.DataFrame({"a": np.arange(3.0), "b": [0.0, 1, 0], "c": [1.0, 0, 0]}),
            {"methods": "linear"},
            ValueError,
            "column 'c' cannot be synthesized by 'linear': it needs more rows than coefficients, got 3",
        ),
        (
            pd.DataFrame({"a": np.arange(1500.0), "name": [f"name {i}" for i in range(1500)]}),
            {},
            ValueError,
            "column 'name' cannot be synthesized by 'cart': a tree tells at most 1,000 categories apart, got 1,500",
        ),
    ],
)  # fmt: skip
def test_refusals(frame, asked, error, message):
    with pytest.raises(error) as refusal:
        synthesize(frame, **{"rng": np.random.default_rng(23), **asked})
    assert message in str(refusal.value)


def test_a_column_of_names_can_come_first_or_be_sampled():
    frame = pd.DataFrame({"name": [f"name {i}" for i in range(1500)], "x": np.arange(1500.0)})
    assert synthesize(frame, rng=np.random.default_rng(24)).shape == (1500, 2)
    assert synthesize(frame[["x", "name"]], rng=np.random.default_rng(24), methods={"name": "sample"}).shape == (1500, 2)


def test_progress():
    seen = []
    synthesize(SMALL, rng=np.random.default_rng(25), progress=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 3), (2, 3), (3, 3)]


def test_each_column_is_read_once(monkeypatch):
    from coursekit.synthesis import synthesizers

    read = []
    monkeypatch.setattr(synthesizers, "variable", lambda name, series: read.append(name) or variable(name, series))
    synthesize(SMALL, rng=np.random.default_rng(25), columns=["n", "d"])
    assert read == ["n", "t", "d"]


def test_implicates_differ():
    """The mean of n sampled rows varies by s^2 / n (five standard errors)."""
    rng = np.random.default_rng(26)
    frame = pd.DataFrame({"x": rng.normal(size=100)})
    found = np.var([file["x"].mean() for file in implicates(frame, m=1500, rng=rng)], ddof=1)
    assert found == pytest.approx(np.var(frame["x"]) / 100, rel=5 * np.sqrt(2 / 1500))
    with pytest.raises(ValueError, match="m must be >= 1, got 0"):
        implicates(frame, m=0, rng=rng)


def test_a_mixture_is_in_one_order_whatever_that_of_the_rows():
    mixture = pd.Series(["b", 2, "a", 10, ("a",), None], dtype=object)
    for rows in itertools.permutations(range(6)):
        shuffled = variable("x", mixture.iloc[list(rows)])
        assert shuffled.coded[np.argsort(rows)].tolist() == variable("x", mixture).coded.tolist()


def test_copies_of_any_dtype():
    birds = data.penguins()
    assert copies(birds, birds.iloc[[3, 3]][list(birds)[::-1]]) == 1  # missing equals missing; the order of columns is free
    assert copies(birds, birds.assign(year=2020)) == 0
    assert copies(birds[["sex"]].dropna(), birds[["sex"]]) == pytest.approx(333 / 344)
    crossed = pd.DataFrame({"a": [1, 2], "b": [1, 2]})
    assert copies(crossed, pd.DataFrame({"a": [1.0, 1, 2, 2], "b": [1, 2, 1, 2]})) == 0.5
    with pytest.raises(ValueError, match="must have the same columns, got 'b' in one of them only"):
        copies(crossed, crossed[["a"]])
    with pytest.raises(TypeError, match="synthetic must be a pandas.DataFrame"):
        copies(crossed, [1])


def test_importing_is_instant():
    """Nothing heavy comes with the module: pandas, scikit-learn and statsmodels wait until they are needed."""
    code = "import sys, coursekit.synthesis, coursekit.synthesis.combining\n"
    code += "print([m for m in ('pandas', 'sklearn', 'statsmodels', 'scipy') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"


# --- Differential privacy ------------------------------------------------------------------------------------------

TINY = pd.DataFrame({"sex": ["f", "f", "m", "f"], "smokes": [True, False, False, False], "age": [20, 35, 61, 20]})
PUBLIC = {"domain": {"sex": ["f", "m", "x"]}, "edges": {"age": [0, 30, 60, 100]}}
NO_NOISE = 90  # 30 for each of three tables: one cell in ten trillion is off


def all_counts(frame, rng, epsilon=NO_NOISE, **asked):
    return np.concatenate([table.counts.ravel() for table in private_tables(frame, epsilon=epsilon, rng=rng, **{**PUBLIC, **asked})])


def test_one_person_moves_each_table_by_one_cell():
    """Exactly, over all neighbours of a tiny table: with epsilon / 3 a table and geometric noise, epsilon in all."""
    rng = np.random.default_rng(30)
    here = all_counts(TINY, rng)
    people = [pd.DataFrame({"sex": [s], "smokes": [k], "age": [a]}) for s in "fmx" for k in (True, False) for a in (10, 40, 99)]
    for person in people:
        more = all_counts(pd.concat([TINY, person], ignore_index=True), rng)
        assert np.abs(more - here).sum() == 3


def test_all_cells_get_the_noise_of_their_share():
    """Empty cells too. Broken: the whole epsilon for each table, or empty cells left empty."""
    rng, epsilon = np.random.default_rng(31), 1.5
    truth = all_counts(TINY, rng)
    noise = np.stack([all_counts(TINY, rng, epsilon=epsilon) for _ in range(1500)]) - truth
    support = np.arange(-40, 41)

    def law(share):
        return GeometricNoise(scale=1 / share).density(support)

    def misfit(values, share):
        inside = np.abs(support) <= 12 if share <= 0.6 else np.abs(support) <= 5
        counts = np.bincount(np.clip(values, -40, 40) + 40, minlength=81)
        pooled = lambda of: np.append(of[inside], of[~inside].sum())  # noqa: E731
        return stats.chisquare(pooled(counts), pooled(law(share)) / law(share).sum() * counts.sum()).pvalue

    assert misfit(noise.ravel(), epsilon / 3) > ALPHA
    assert misfit(noise[:, truth == 0].ravel(), epsilon / 3) > ALPHA
    assert misfit(noise.ravel(), epsilon) < ALPHA
    assert misfit(np.where(truth > 0, noise, 0).ravel(), epsilon / 3) < ALPHA


def test_no_attack_on_an_empty_cell():
    """Is anybody an x who smokes? By runs on both neighbours; broken: noise on cells that hold somebody only."""
    rng, epsilon = np.random.default_rng(32), 1.0
    frame = TINY[["sex", "smokes"]]
    neighbour = pd.concat([frame, pd.DataFrame({"sex": ["x"], "smokes": [True]})], ignore_index=True)
    asked = {"epsilon": epsilon, "rng": rng, "domain": PUBLIC["domain"]}

    def cell(table):
        return np.array([private_tables(table, **asked)[1].counts[2, 1] for _ in range(1500)])

    def broken(table, drawn):
        truth = private_tables(table, **asked | {"epsilon": 60})[1].counts[2, 1]
        return np.where(truth > 0, drawn, 0)

    here, there = cell(frame), cell(neighbour)
    assert check_loss(here > 0, there > 0, epsilon=epsilon) == "" == check_loss(here == 0, there == 0, epsilon=epsilon)
    assert check_loss(here > 0, there > 0, epsilon=0.1) != ""  # the loss of the cell, .5, is seen
    assert check_loss(broken(frame, here) == 0, broken(neighbour, there) == 0, epsilon=epsilon) != ""


def test_rows_follow_the_tables():
    """With next to no noise the joint law comes back, and with parents the chain that they ask for."""
    rng = np.random.default_rng(33)
    n = 50_000
    a = rng.integers(2, size=n)
    b = (a + (rng.random(n) < 0.2)) % 2
    frame = pd.DataFrame({"a": a == 1, "b": b == 1, "c": np.where((b + (rng.random(n) < 0.1)) % 2, "yes", "no")})
    asked = {"epsilon": NO_NOISE, "rng": rng, "domain": {"c": ["no", "yes"]}}

    def shares(table):
        return table.groupby(["a", "b", "c"]).size().to_numpy()

    for parents in (None, {"b": ["a"], "c": ["b"]}):
        made = private_synthesis(frame, **asked, parents=parents)
        assert len(made) == n and (made.dtypes == frame.dtypes).all()
        assert stats.chi2_contingency([shares(frame), shares(made)]).pvalue > ALPHA
    alone = private_synthesis(frame, **asked, parents={"b": [], "c": []})
    assert stats.chi2_contingency([shares(frame), shares(alone)]).pvalue < ALPHA
    assert np.corrcoef(alone["a"], alone["b"])[0, 1] == pytest.approx(0, abs=5 / np.sqrt(n))


def test_the_number_of_rows_is_noisy():
    rng = np.random.default_rng(34)
    asked = {"rng": rng, **PUBLIC}
    lengths = {len(private_synthesis(TINY, epsilon=1.0, **asked)) for _ in range(40)}
    assert len(lengths) > 5 and min(lengths) == 0
    empty = draw_rows(private_tables(TINY, epsilon=1.0, **asked), 0, rng=rng)
    assert empty.shape == (0, 3) and empty.dtypes.tolist() == TINY.dtypes.tolist()


def test_values_come_from_the_domain_not_from_the_data():
    rng = np.random.default_rng(35)
    made = draw_rows(private_tables(TINY, epsilon=0.01, rng=rng, **PUBLIC), 3000, rng=rng).set_axis(list(TINY), axis=1)
    assert set(made["sex"]) <= {"f", "m", "x"} and made["age"].between(0, 100).all()
    ages = Bins("age", TINY["age"].dtype, PUBLIC["edges"]["age"])
    young = draw_rows([NoisyTable("age", [], ages, np.array([1, 0, 0]))], 30_000, rng=rng)[0]
    assert_follows(young.value_counts().reindex(range(30)), np.ones(30))
    top = draw_rows([NoisyTable("age", [], ages, np.array([-9, 0, 1]))], 9000, rng=rng)[0]
    assert (top.min(), top.max()) == (60, 100)
    outliers = TINY.assign(age=[-5, 200, 30, 100])
    assert all_counts(outliers, rng)[:3].tolist() == [3, 1, 0]
    assert private_tables(outliers[["age"]], epsilon=30, rng=rng, edges=PUBLIC["edges"])[0].counts.tolist() == [1, 1, 2]
    birds = data.penguins().dropna()[["species", "sex", "body_mass_g"]].astype({"species": "category"})
    domain = {"species": ["Gentoo", "Adelie", "Chinstrap", "King"], "sex": ["male", "female"]}
    made = private_synthesis(birds, epsilon=3, rng=rng, domain=domain, edges={"body_mass_g": np.arange(2000, 7001, 500)})
    assert made["species"].cat.categories.tolist() == ["Gentoo", "Adelie", "Chinstrap", "King"]
    assert made["body_mass_g"].dtype == float and made["sex"].dtype == birds["sex"].dtype


def test_a_part_of_a_table_without_counts():
    table = NoisyTable("b", ["a"], None, np.array([[4, 0], [-1, 0], [0, 12]]))
    assert table.probabilities().tolist() == [[1, 0], [0.25, 0.75], [0, 1]]
    assert NoisyTable("b", [], None, np.array([-2, 0])).probabilities().tolist() == [0.5, 0.5]


@pytest.mark.parametrize(
    ("asked", "error", "message"),
    [
        ({"epsilon": 0}, ValueError, "epsilon must be > 0, got 0"),
        ({"epsilon": "1"}, TypeError, "epsilon must be a number"),
        ({"rng": 1}, TypeError, "rng must be a numpy.random.Generator"),
        ({"edges": None}, ValueError, "column 'age' must have edges (numbers) or a domain, got neither"),
        ({"domain": None}, ValueError, "column 'sex' must have edges (numbers) or a domain, got neither"),
        ({"domain": {"sex": ["f", "m"], "age": [1]}}, ValueError, "column 'age' must have edges or a domain, got both"),
        ({"domain": {"sex": ["f"]}}, ValueError, "column 'sex' must have values of its domain, got 'm'"),
        ({"domain": {"sex": ["f", "f"]}}, ValueError, "domain of 'sex' must be different values"),
        ({"domain": {"sex": "fm"}}, TypeError, "domain of 'sex' must be a list of values"),
        ({"domain": ["f", "m"]}, TypeError, "domain must be a dict by column, got list"),
        ({"edges": {"age": [0, 100], "size": [1, 2]}}, ValueError, "edges must be for columns of the frame, got 'size'"),
        ({"edges": {"age": [0]}}, ValueError, "edges of 'age' must be two or more rising numbers, got [0.0]"),
        ({"edges": {"age": [0, 5, 5]}}, ValueError, "edges of 'age' must be two or more rising numbers"),
        ({"edges": {"age": [0, 0.2, 0.4, 9]}}, ValueError, "must leave an integer in each bin, got none from 0.2 to 0.4"),
        ({"edges": {"age": [0, 9], "smokes": [0, 1]}}, ValueError, "edges must be for columns of the frame that hold numbers, got 'smokes'"),
        ({"parents": {"sex": ["age"]}}, ValueError, "parents of 'sex' must be earlier columns"),
        ({"parents": {"age": "sex"}}, TypeError, "parents of 'age' must be a list of column names"),
        ({"edges": {"age": np.arange(2**22)}}, ValueError, "must leave at most 16,777,216 cells"),
        ({"frame": TINY.assign(sex=["f", None, "m", "f"])}, ValueError, "column 'sex' must not have missing values, got 1"),
    ],
)  # fmt: skip
def test_private_refusals(asked, error, message):
    call = {"frame": TINY, "epsilon": 1.0, "rng": np.random.default_rng(36), **PUBLIC, **asked}
    with pytest.raises(error) as refusal:
        private_synthesis(call.pop("frame"), **call)
    assert message in str(refusal.value)
