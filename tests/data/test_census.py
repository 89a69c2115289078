"""The simulated town: codes that nest, households that could exist, shares near the real ones, and the list with names.

Bounds on random shares were chosen around means over many seeds, at least five standard deviations wide (1e-6); the
seeds are fixed.
"""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coursekit.attacks.linkage import uniqueness
from coursekit.data.census import RACES, RELATIONSHIPS, name_list, simulate_census

COLUMNS = ["state", "county", "tract", "block", "household", "age", "sex", "race", "hispanic", "relationship"]


def town(persons=10_000, seed=1):
    return simulate_census(persons, rng=np.random.default_rng(seed))


@pytest.fixture(scope="module")
def large():
    return town(60_000, seed=2)


@settings(max_examples=40)
@given(st.integers(1, 400), st.integers(0, 10**6))
def test_every_size_is_a_town(persons, seed):
    people = town(persons, seed)
    assert people.columns.tolist() == COLUMNS and people.index.equals(pd.RangeIndex(persons))
    assert not people.isna().any(axis=None)
    assert people["age"].between(0, 115).all()
    assert set(people["sex"]) <= {"female", "male"} and set(people["race"]) <= set(RACES)
    assert set(people["relationship"]) <= set(RELATIONSHIPS) and people["hispanic"].dtype == bool
    assert people["household"].dtype == people["age"].dtype == np.int64
    for column in ("state", "county", "tract", "block", "sex", "race", "relationship"):
        assert people[column].dtype == "str"
    first = ~people["household"].duplicated()
    assert (first == (people["relationship"] == "householder")).all()
    assert people["household"].drop_duplicates().tolist() == list(range(people["household"].nunique()))
    assert people.groupby("household")["block"].nunique().eq(1).all()
    assert people["block"].is_monotonic_increasing


def test_codes_nest(large):
    for inner, outer, length in (("county", "state", 5), ("tract", "county", 11), ("block", "tract", 15)):
        assert large[inner].str.len().eq(length).all()
        assert (large[inner].str.slice(0, {"state": 2, "county": 5, "tract": 11}[outer]) == large[outer]).all()
    assert large["state"].unique().tolist() == ["03"]
    assert large["county"].nunique() >= 3


def test_about_forty_percent_are_unique():
    shares = [uniqueness(town(seed=seed), ["block", "sex", "age"]) for seed in range(10)]
    assert 0.37 < min(shares) and max(shares) < 0.43


def test_more_persons_live_on_more_blocks(large):
    small = town(10_000)
    for level in ("block", "tract"):
        assert large[level].nunique() / small[level].nunique() == pytest.approx(6, rel=0.15)
    assert uniqueness(large, ["block", "sex", "age"]) == pytest.approx(0.404, abs=0.015)


def test_many_small_blocks_and_some_large_ones(large):
    sizes = large.groupby("block").size()
    assert sizes.median() < 0.7 * sizes.mean()
    assert (sizes <= 10).mean() > 0.08 and sizes.max() > 8 * sizes.mean()
    assert sizes.min() >= 1


def test_people_are_as_old_and_as_many_to_a_household_as_in_life(large):
    """Bounds around the United States of 2020: 22% under 18, 17% from 65 on, median 38.8, 2.5 to a household."""
    age = large["age"]
    assert 0.20 < (age < 18).mean() < 0.24 and 0.13 < (age >= 65).mean() < 0.19
    assert 33 < age.median() < 41 and (age >= 85).mean() > 0.005
    assert 0.50 < (large["sex"] == "female").mean() < 0.53
    assert 2.2 < len(large) / large["household"].nunique() < 2.7
    assert 0.5 < (large["race"] == "White").mean() < 0.7 and 0.1 < large["hispanic"].mean() < 0.3
    assert set(large["race"]) == set(RACES) and set(large["relationship"]) == set(RELATIONSHIPS)


def test_families_could_exist(large):
    head = large[large["relationship"] == "householder"].set_index("household")
    assert head["age"].min() >= 18
    partners = large[large["relationship"].isin(["spouse", "partner"])].set_index("household")
    assert partners.index.is_unique and partners["age"].min() >= 18
    gap = partners["age"] - head["age"][partners.index]
    assert gap.abs().mean() < 6 and gap.std() < 8
    opposite = partners["sex"] != head["sex"][partners.index]
    assert 0.97 < opposite.mean() < 1
    for adults in (head, partners):
        children = large[(large["relationship"] == "child") & large["household"].isin(adults.index)]
        older_by = adults["age"][children["household"]].to_numpy() - children["age"].to_numpy()
        assert older_by.min() >= 14 and 24 < older_by.mean() < 36
    parents = large[large["relationship"] == "parent"]
    assert (parents["age"].to_numpy() - head["age"][parents["household"]].to_numpy() >= 15).all()
    alone = large.groupby("household")["age"].transform("size") == 1
    assert large.loc[alone, "age"].ge(65).mean() > 0.35 > large["age"].ge(65).mean()


def test_households_are_alike_and_tracts_differ(large):
    """Two persons of one household share race far more often than two of one tract, and those more often than any two."""

    def agreement(columns):
        pairs = large.groupby([*columns, "race"]).size().pipe(lambda n: n * (n - 1)).sum()
        everybody = large.groupby(columns).size() if columns else pd.Series([len(large)])
        return pairs / (everybody * (everybody - 1)).sum()

    anywhere = (large["race"].value_counts(normalize=True) ** 2).sum()
    assert agreement(["household"]) > agreement(["tract"]) + 0.2
    assert agreement(["tract"]) > anywhere + 0.02


def test_the_seed_decides_and_only_the_generator_is_used():
    np.random.seed(1)
    first = town(500, seed=3)
    np.random.seed(2)
    pd.testing.assert_frame_equal(first, town(500, seed=3))
    assert not first.equals(town(500, seed=4))


@pytest.mark.parametrize("persons", [0, -1, 20_000_001])
def test_sizes_out_of_range(persons):
    with pytest.raises(ValueError, match=f"persons must be .*, got {persons}"):
        simulate_census(persons, rng=np.random.default_rng(1))


@pytest.mark.parametrize("persons", ["100", True, 100.0, None])
def test_sizes_of_the_wrong_kind(persons):
    with pytest.raises(TypeError, match="persons must be"):
        simulate_census(persons, rng=np.random.default_rng(1))


def test_a_seed_is_no_generator():
    with pytest.raises(TypeError, match="rng must be a numpy.random.Generator"):
        simulate_census(100, rng=1)


# --- The list with names -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("share", "length"), [(0, 0), (0.25, 250), (1, 1000)])
def test_the_list_has_its_share(share, length):
    people = town(1000)
    names = name_list(people, share=share, rng=np.random.default_rng(1))
    assert names.columns.tolist() == ["name", "block", "sex", "age", "person"] and len(names) == length
    assert names["person"].is_unique and names.index.equals(pd.RangeIndex(length))
    truth = people.loc[names["person"]]
    for column in ("block", "sex", "age"):
        assert truth[column].tolist() == names[column].tolist()


def test_the_answer_key_holds_labels_and_not_places():
    people = town(200).set_index(np.arange(5000, 5200)).sample(frac=1, random_state=1)
    names = name_list(people, share=0.5, rng=np.random.default_rng(1))
    assert (people.loc[names["person"], "age"].to_numpy() == names["age"].to_numpy()).all()


def test_nobody_is_favoured_and_families_share_a_name():
    people = town(1000)
    names = name_list(people, share=1, rng=np.random.default_rng(1))
    assert names["person"].tolist() != sorted(names["person"])
    names["surname"] = names["name"].str.split(" ").str[1]
    names["household"] = people["household"][names["person"]].to_numpy()
    assert names.groupby("household")["surname"].nunique().eq(1).all() and names["surname"].nunique() > 80
    given = names.assign(given=names["name"].str.split(" ").str[0]).groupby("given")["sex"].nunique()
    assert given.eq(1).all()
    listed = sum(
        np.bincount(name_list(people, share=0.3, rng=np.random.default_rng(s))["person"], minlength=1000) for s in range(200)
    )
    # Each person is listed Binomial(200, 0.3) times; beyond 6 sd of 60 for any of 1,000 persons: below 1e-5
    assert abs(listed - 60).max() < 6 * np.sqrt(200 * 0.3 * 0.7)


def test_errors_move_ages_by_a_year():
    people = town(4000)
    names = name_list(people, share=1, rng=np.random.default_rng(2), errors=0.2)
    wrong = names["age"].to_numpy() - people["age"][names["person"]].to_numpy()
    assert set(wrong) == {-1, 0, 1} and names["age"].min() >= 0
    assert abs((wrong != 0).mean() - 0.2) < 5 * np.sqrt(0.2 * 0.8 / 4000)


@pytest.mark.parametrize(
    ("arguments", "error", "rule"),
    [
        ({"share": 1.5}, ValueError, "share must be from 0 to 1, got 1.5"),
        ({"share": "half"}, TypeError, "share must be a number"),
        ({"share": 0.5, "errors": -0.1}, ValueError, "errors must be from 0 to 1, got -0.1"),
        ({"share": 0.5, "rng": 1}, TypeError, "rng must be a numpy.random.Generator"),
        ({"share": 0.5, "census": [1]}, TypeError, "census must be a pandas.DataFrame"),
        ({"share": 0.5, "census": town(20).assign(household=[[1]] * 20)}, TypeError, "census must have one value in each cell"),
        ({"share": 0.5, "census": town(20).assign(sex=[["male"]] * 20)}, TypeError, "got list .* in column 'sex'"),
        ({"share": 10**400}, ValueError, "share must be from "),
        ({"share": 0.5, "census": pd.DataFrame({"age": [1]})}, ValueError, "census must have the columns .*, got no 'household'"),
    ],
)
def test_bad_input_is_refused(arguments, error, rule):
    good = {"census": town(20), "share": 0.5, "rng": np.random.default_rng(1)}
    with pytest.raises(error, match=rule):
        name_list(**good | arguments)


def test_small_integers_of_numpy_count_as_large_ones():
    pd.testing.assert_frame_equal(simulate_census(np.int8(100), rng=np.random.default_rng(1)), town(100))
    people = town(100)
    small = people.assign(age=people["age"].astype("uint64"))
    lists = [name_list(frame, share=1, errors=1, rng=np.random.default_rng(1)) for frame in (people, small)]
    assert lists[0]["age"].tolist() == lists[1]["age"].tolist()
