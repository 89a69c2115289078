"""Identity and attribute disclosure: the source's examples, naive oracles, scikit-learn, laws, and broken ones that fail.

Random tests have fixed seeds. Where a test is statistical it states the chance that a right implementation fails at a
seed drawn afresh.
"""

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LinearRegression
from sklearn.metrics import accuracy_score, r2_score
from sklearn.tree import DecisionTreeClassifier

from coursekit import data
from coursekit.risk import neighbours
from coursekit.risk.attribution import cap, dcap, memorizing_synthesis, predictive_accuracy, tcap
from coursekit.risk.disclosure import joint, links, match_rates, matches, on_keys

OURS = pd.DataFrame({"key": list("aaabbc"), "target": [1, 1, 0, 0, 0, 1]})  # of the facts
THEIRS = pd.DataFrame({"key": list("aabbd"), "target": [1, 1, 0, 1, 1]})

few = st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from([0, 1, None]), st.sampled_from("xyz")), min_size=1, max_size=14)


def frame(rows):
    return pd.DataFrame(rows, columns=["k1", "k2", "target"]).astype({"k2": "Int64"})


def same(a, b):
    return (pd.isna(a) and pd.isna(b)) or (not pd.isna(a) and not pd.isna(b) and a == b)


def fits(a, b, keys):
    return all(same(a[k], b[k]) for k in keys)


def naive_rates(ours, theirs, keys):
    """Reiter & Mitra's sums, one record at a time."""
    expected, true, false = 0.0, 0, 0
    for label, person in ours.iterrows():
        candidates = [other for other, line in theirs.iterrows() if fits(person, line, keys)]
        expected += (label in candidates) / len(candidates) if candidates else 0
        true += candidates == [label]
        false += len(candidates) == 1 and candidates != [label]
    return expected, true / len(ours), false / (true + false) if true + false else math.nan


# --- Identity ------------------------------------------------------------------------------------------------------


def star_wars():
    known = pd.DataFrame({"homeworld": "Naboo", "species": ["Gungan", "Droid"]}, index=["Jar Jar Binks", "R2-D2"])
    release = pd.DataFrame(
        [("Tatooine", "Human", "fair"), ("Tatooine", "Droid", "gold"), ("Naboo", "Droid", "white, blue"),
         ("Tatooine", "Human", "white"), ("Alderaan", "Human", "light"), ("Naboo", "Gungan", "orange"),
         ("Naboo", "Gungan", "grey"), ("Naboo", "Gungan", "green")],
        columns=["homeworld", "species", "skin_color"],
        index=["Luke", "C-3PO", "R2-D2", "Vader", "Leia", "Jar Jar Binks", "Roos", "Rugor"])
    return known, release


def test_the_sources_example():
    """Section 3.15: 1/3 + 1 = 1.333, 1% of 100 records, 0% of the unique matches; and 1.333 is no rate."""
    found = match_rates(*star_wars(), ["homeworld", "species"], records=100)
    assert found.expected == pytest.approx(4 / 3) and found.expected_rate == pytest.approx(0.04 / 3)
    assert (found.records, found.unique, found.true_rate, found.false_rate) == (100, 1, 0.01, 0.0)
    known, release = star_wars()
    swapped = release.rename(index={"R2-D2": "C-3PO", "C-3PO": "R2-D2"})  # the only candidate is now the wrong droid
    found = match_rates(known, swapped, ["homeworld", "species"], records=100)
    assert found.expected == pytest.approx(1 / 3) and (found.true_rate, found.false_rate) == (0, 1)


def test_adam_and_betsy():
    """Section 3.17."""
    known = pd.DataFrame({"year": [2009, 2010], "elective": ["Chorus", "Band"]}, index=["Adam", "Betsy"])
    release = pd.DataFrame({
        "year": [2008, 2008, 2009, 2009, 2010, 2010, 2010], "elective": ["Chorus"] * 3 + ["Band"] * 4,
        "sat": [1100, 1420, 900, 1100, 1420, 900, 1200]})
    assert matches(known, release, ["year", "elective"])["candidates"].to_dict() == {"Adam": 1, "Betsy": 3}
    assert matches(known, release, ["elective"])["candidates"].tolist() == [3, 4]


def test_no_unique_match_has_no_false_match_rate():
    ours = pd.DataFrame({"k": ["a", "b"]})
    assert math.isnan(match_rates(ours, pd.DataFrame({"k": ["a", "a"]}), ["k"]).false_rate)
    nobody = match_rates(ours, pd.DataFrame({"k": ["c"]}), ["k"])
    assert (nobody.expected, nobody.unique, nobody.true_rate) == (0, 0, 0) and math.isnan(nobody.false_rate)


@settings(max_examples=60)
@given(few, few, st.randoms(use_true_random=False))
def test_match_rates_by_their_definition(rows, others, random):
    ours, theirs = frame(rows), frame(others)
    theirs.index = random.sample(range(20), len(theirs))
    found = match_rates(ours, theirs, ["k1", "k2"])
    expected, true, false = naive_rates(ours, theirs, ["k1", "k2"])
    assert found.expected == pytest.approx(expected) and found.true_rate == true
    assert found.false_rate == pytest.approx(false, nan_ok=True)
    shuffled = match_rates(ours.sample(frac=1, random_state=1), theirs.sample(frac=1, random_state=2), ["k2", "k1"])
    assert shuffled.expected == pytest.approx(found.expected)
    assert (shuffled.unique, shuffled.true_rate) == (found.unique, found.true_rate)


def test_a_copy_with_unique_keys_gives_everybody_away():
    birds = data.penguins()
    found = match_rates(birds, birds, list(birds))
    assert found.expected == 344 and found.true_rate == 1 and found.false_rate == 0


def unique_links(ours, theirs, keys):
    """Positions in either file of the rows whose keys occur once in both."""
    frames = on_keys(keys, confidential=ours, synthetic=theirs)
    return links(*joint(frames.codes(column)[0] for column in frames.kinds))


@settings(max_examples=60)
@given(few, few)
def test_unique_links_by_their_definition(rows, others):
    ours, theirs, keys = frame(rows), frame(others), ["k1", "k2"]
    expected = []
    for i, person in ours.iterrows():
        twins = [j for j, other in ours.iterrows() if fits(person, other, keys)]
        candidates = [j for j, other in theirs.iterrows() if fits(person, other, keys)]
        if len(twins) == len(candidates) == 1:
            expected.append((i, candidates[0]))
    assert list(zip(*unique_links(ours, theirs, keys), strict=True)) == expected
    assert len(unique_links(theirs, ours, keys)[0]) == len(expected)  # links do not mind which file is which


def test_fully_synthetic_rows_can_be_linked_too():
    """A synthesizer that memorizes is found without any correspondence of rows, and links have the right values."""
    rng = np.random.default_rng(2)
    birds = data.penguins().dropna()
    keys = ["species", "bill_length_mm", "bill_depth_mm"]
    release = memorizing_synthesis(birds, share=0.5, rng=rng)
    mine, yours = unique_links(birds, release, keys)
    right = birds["body_mass_g"].to_numpy()[mine] == release["body_mass_g"].to_numpy()[yours]
    assert len(mine) > 100 and right.mean() > 0.9
    none = memorizing_synthesis(birds, share=0.0, rng=rng)
    assert len(unique_links(birds, none, keys)[0]) < 30


# --- Attributes ----------------------------------------------------------------------------------------------------


def naive_cap(ours, theirs, keys):
    """CAP, DCAP and TCAP, one record at a time."""
    scores, claims = [], []
    for _, person in ours.iterrows():
        told = [line["target"] for _, line in theirs.iterrows() if fits(person, line, keys)]
        scores.append(np.mean([value == person["target"] for value in told]) if told else None)
        if told and len(set(told)) == 1:
            claims.append(told[0] == person["target"])
    known = [score for score in scores if score is not None]
    return (np.mean(known) if known else math.nan, sum(known) / len(scores), np.mean(claims) if claims else math.nan)


def test_the_example_of_the_facts():
    assert cap(OURS, THEIRS, ["key"], "target") == pytest.approx(0.6)
    assert dcap(OURS, THEIRS, ["key"], "target") == pytest.approx(0.5)
    assert tcap(OURS, THEIRS, ["key"], "target") == pytest.approx(2 / 3)


@settings(max_examples=60)
@given(few, few)
def test_attribution_by_its_definition(rows, others):
    ours, theirs, keys = frame(rows), frame(others), ["k1", "k2"]
    found = [metric(ours, theirs, keys, "target") for metric in (cap, dcap, tcap)]
    assert found == pytest.approx(naive_cap(ours, theirs, keys), nan_ok=True)
    assert found[1] <= found[0] or math.isnan(found[0])
    shuffled = ours.sample(frac=1, random_state=3)[["target", "k2", "k1"]], theirs.sample(frac=1, random_state=4)
    assert [metric(*shuffled, keys[::-1], "target") for metric in (cap, dcap, tcap)] == pytest.approx(found, nan_ok=True)


def test_swapping_the_files_is_another_question():
    assert cap(THEIRS, OURS, ["key"], "target") == pytest.approx((2 / 3 * 2 + 1 + 0) / 4)


def test_predictive_accuracy_is_scikit_learns():
    rng = np.random.default_rng(3)
    birds = data.penguins().dropna()
    part = rng.permutation(len(birds)) % 3
    ours, theirs, others = (birds[part == i] for i in range(3))
    keys = ["flipper_length_mm", "body_mass_g"]  # whole numbers: a threshold halfway between two decimals is rounded either way
    model = DecisionTreeClassifier(random_state=int(np.random.default_rng(4).integers(2**31))).fit(theirs[keys], theirs["species"])
    found = predictive_accuracy(ours, theirs, others, keys=keys, target="species", rng=np.random.default_rng(4))
    assert found.confidential == accuracy_score(ours["species"], model.predict(ours[keys]))
    assert found.holdout == accuracy_score(others["species"], model.predict(others[keys]))
    assert found.guess == (ours["species"] == theirs["species"].mode()[0]).mean()
    assert found.excess == found.confidential - found.holdout
    line = LinearRegression().fit(theirs[keys[:1]], theirs["body_mass_g"])
    found = predictive_accuracy(
        ours, theirs, others, keys=keys[:1], target="body_mass_g", rng=rng, model=LinearRegression())
    assert found.confidential == pytest.approx(r2_score(ours["body_mass_g"], line.predict(ours[keys[:1]])))
    assert found.guess == pytest.approx(r2_score(ours["body_mass_g"], np.full(len(ours), theirs["body_mass_g"].mean())))


@pytest.mark.parametrize("kind", ["nine digits", "time stamps", "a billion beside"])
def test_a_copy_is_remembered_whatever_the_digits(kind):
    """scikit-learn's trees keep 7 digits: of raw ids a copy of 2,000 unique ones was remembered for 65% of the people."""
    ids = pd.Series(np.arange(2000) + 123_456_789 if kind == "nine digits" else np.arange(2000.0))
    if kind == "time stamps":
        ids = pd.to_datetime(1_700_000_000 + ids, unit="s")
    if kind == "a billion beside":
        ids[0] = 1e12
    people = pd.DataFrame({"id": ids, "ill": np.random.default_rng(1).random(2000) < 0.5})
    found = predictive_accuracy(people, people, people, keys=["id"], target="ill", rng=np.random.default_rng(2))
    assert found.confidential == 1


def test_predictive_accuracy_with_gaps_categories_and_other_models():
    birds = data.penguins()
    half = np.random.default_rng(5).permutation(len(birds)) < 172
    forest = RandomForestClassifier(n_estimators=10, random_state=1)
    found = predictive_accuracy(
        birds[half], birds[half], birds[~half], keys=["island", "bill_length_mm", "year"], target="sex",
        rng=np.random.default_rng(6), model=forest)
    assert found.confidential > found.holdout + 0.1 and not hasattr(forest, "estimators_")
    with pytest.raises(ValueError, match=r"confidential\['body_mass_g'\] must not contain NaN"):
        predictive_accuracy(birds, birds, birds, keys=["year"], target="body_mass_g", rng=np.random.default_rng(7))


# --- The knob ------------------------------------------------------------------------------------------------------


def test_membership_rises_with_what_is_memorized():
    rng = np.random.default_rng(8)
    birds = data.penguins().dropna()
    half = rng.permutation(len(birds)) < 166
    ask = {"direction": "confidential to synthetic", "ranges": neighbours.column_ranges(birds[half])}

    def area(share):
        release = memorizing_synthesis(birds[half], share=share, rng=np.random.default_rng(9))
        return neighbours.membership(*(neighbours.dcr(who, release, **ask) for who in (birds[half], birds[~half]))).auc

    areas = [area(share) for share in (0, 0.25, 0.5, 0.75, 1)]
    assert (np.diff(areas) > 0.05).all() and areas[-1] > 0.999
    assert abs(areas[0] - 0.5) < 0.16  # sd of an AUC of 166 and 167 is .032: fails with chance 1e-6


def test_a_larger_share_copies_the_same_people_and_more():
    people = pd.DataFrame({"a": np.arange(200), "b": np.arange(200), "c": np.arange(200)})

    def copied(share):
        release = memorizing_synthesis(people, share=share, rng=np.random.default_rng(10))
        return set(release.loc[(release["a"] == release["b"]) & (release["b"] == release["c"]), "a"])

    sizes = [len(copied(share)) for share in (0, 0.2, 0.6, 1)]
    assert sizes == [0, 40, 120, 200]
    assert copied(0.2) < copied(0.6) < copied(1.0)


def test_a_release_keeps_dtypes_and_margins():
    birds = data.penguins().astype({"species": "category"})
    release = memorizing_synthesis(birds, share=0.3, rng=np.random.default_rng(11))
    assert (release.dtypes == birds.dtypes).all() and release.index.tolist() == list(range(344))
    assert set(release["species"]) <= set(birds["species"])
    assert abs((release["species"] == "Adelie").mean() - 152 / 344) < 0.15  # sd .027, 5 of them: below 1e-6


# --- Manners -------------------------------------------------------------------------------------------------------


def test_bad_arguments_are_refused():
    rng = np.random.default_rng(12)
    double = OURS.set_axis([0, 0, 1, 2, 3, 4])
    for error, rule, call in [
        (TypeError, "keys must be a list", lambda: cap(OURS, THEIRS, "key", "target")),
        (ValueError, "keys must name at least one column", lambda: cap(OURS, THEIRS, [], "target")),
        (ValueError, "target must not be one of the keys", lambda: cap(OURS, THEIRS, ["target"], "target")),
        (ValueError, "keys must be columns of confidential .*, got 'age'", lambda: cap(OURS, THEIRS, ["age"], "target")),
        (TypeError, "synthetic must be a pandas.DataFrame", lambda: dcap(OURS, None, ["key"], "target")),
        (ValueError, "key: number instead of text", lambda: cap(OURS, THEIRS.assign(key=1), ["key"], "target")),
        (ValueError, "row label once", lambda: match_rates(double, THEIRS, ["key"])),
        (ValueError, "records must be >= 6, got 5", lambda: match_rates(OURS, THEIRS, ["key"], records=5)),
        (TypeError, "rng must be", lambda: memorizing_synthesis(OURS, share=0.5, rng=1)),
        (ValueError, "share must be from 0 to 1, got 2", lambda: memorizing_synthesis(OURS, share=2, rng=rng)),
        (TypeError, "share must be a number", lambda: memorizing_synthesis(OURS, share="half", rng=rng)),
        (TypeError, "rng must be", lambda: predictive_accuracy(OURS, THEIRS, OURS, keys=["key"], target="target", rng=None)),
    ]:
        with pytest.raises(error, match=rule):
            call()
