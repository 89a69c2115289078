"""Attacks on a file without names, and the classic methods against them: known values, oracles, properties, refusals."""

from collections import Counter

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coursekit.attacks.linkage import class_sizes, coarsen, difference, link, top_code, uniqueness
from coursekit.data.census import name_list, simulate_census
from coursekit.attacks.protection import sample_rows, suppress, swap

TOWN = simulate_census(2000, rng=np.random.default_rng(1))
KEY = ["block", "sex", "age"]
ROWS = st.lists(st.tuples(st.sampled_from("FM"), st.sampled_from([1, 2, 3, None])), max_size=12)


def frame_of(rows, *, labels=100):
    frame = pd.DataFrame(rows, columns=["sex", "age"]).astype({"sex": "str", "age": "Int64"})
    return frame.set_index(pd.Index(range(labels, labels + len(rows)), dtype="int64"))


# --- Uniqueness ----------------------------------------------------------------------------------------------------


@given(ROWS)
def test_class_sizes_against_a_count(rows):
    counts = Counter(rows)
    assert class_sizes(frame_of(rows), ["sex", "age"]).tolist() == [counts[row] for row in rows]


def test_uniqueness_is_a_share_of_persons():
    """Three classes, two of them of size 1: two thirds of the classes, but half of the persons."""
    people = pd.DataFrame({"age": [30, 30, 41, 8]})
    assert uniqueness(people, ["age"]) == 0.5
    assert uniqueness(people.head(1), ["age"]) == 1


def test_more_columns_never_make_anybody_less_unique():
    shares = [uniqueness(TOWN, KEY[:k]) for k in (1, 2, 3)]
    assert shares == sorted(shares) and shares[0] < 0.01
    coarse = [uniqueness(TOWN.assign(age=coarsen(TOWN["age"], width)), KEY) for width in (1, 5, 20, 200)]
    assert coarse == sorted(coarse, reverse=True)
    assert coarse[-1] == uniqueness(TOWN, KEY[:2])


def test_an_empty_frame():
    assert class_sizes(TOWN.head(0), KEY).tolist() == []
    with pytest.raises(ValueError, match="frame must have at least one row"):
        uniqueness(TOWN.head(0), KEY)


def test_unused_categories_are_no_classes():
    people = pd.DataFrame({"sex": pd.Categorical(["F", "F"], categories=["F", "M"])})
    assert class_sizes(people, ["sex"]).tolist() == [2, 2]


def test_coarsen_and_top_code():
    assert coarsen(pd.Series([0, 9, 10, 115]), 10).tolist() == [0, 0, 10, 110]
    assert coarsen([3, 7], 1).tolist() == [3, 7]
    assert top_code([0, 84, 85, 115], 85).tolist() == [0, 84, 85, 85]


# --- Linkage -------------------------------------------------------------------------------------------------------


@given(ROWS, ROWS)
def test_link_against_a_double_loop(listed, released):
    names, rows = frame_of(listed, labels=0), frame_of(released)
    linked = link(names, rows, ["sex", "age"])
    assert linked.index.equals(names.index) and linked.columns.tolist() == ["matches", "found"]
    for i, person in enumerate(listed):
        agree = [100 + j for j, row in enumerate(released) if row == person and None not in row]
        assert linked["matches"].iloc[i] == len(agree)
        if len(agree) == 1:
            assert linked["found"].iloc[i] == agree[0]
        else:
            assert linked["found"].isna().iloc[i]


def test_a_complete_list_finds_exactly_the_unique_ones():
    names = name_list(TOWN, share=1, rng=np.random.default_rng(2))
    linked = link(names, TOWN.drop(columns="household").sample(frac=1, random_state=3), KEY)
    assert linked["found"].notna().mean() == uniqueness(TOWN, KEY)
    found = linked["found"].notna()
    assert (linked["found"][found] == names["person"][found]).all()
    assert (linked["matches"].to_numpy() == class_sizes(TOWN, KEY)[names["person"]]).all()


def test_a_found_row_can_be_somebody_elses():
    """In a sample a twin in the file is missing: one match, and the wrong person for one of the two names."""
    people = pd.DataFrame({"age": [30, 30]}, index=["Ada", "Bela"])
    linked = link(people, people.head(1), ["age"])
    assert linked["found"].tolist() == ["Ada", "Ada"]
    wrong = name_list(TOWN, share=1, rng=np.random.default_rng(4), errors=0.5)
    linked = link(wrong, TOWN, KEY)
    false = (linked["found"] != wrong["person"]).fillna(False)
    assert false.sum() > 50


def test_labels_of_any_kind():
    people = pd.DataFrame({"age": [8, 9]}, index=pd.MultiIndex.from_tuples([("a", 1), ("a", 2)]))
    assert link(pd.DataFrame({"age": [9]}), people, ["age"])["found"].tolist() == [("a", 2)]
    assert link(people.head(0), people, ["age"]).shape == (0, 2)
    assert link(people, people.head(0), ["age"])["matches"].tolist() == [0, 0]


# --- Differencing --------------------------------------------------------------------------------------------------


def test_one_person_more():
    """Sex by age of a block, and the same table after one person has moved away."""
    block = TOWN[TOWN["block"] == TOWN["block"].iloc[0]]
    before, after = block.value_counts(["sex", "age"]), block.drop(block.index[3]).value_counts(["sex", "age"])
    told = difference(before, after)
    assert len(told) == 1 and (told["difference"] == 1).all()
    assert told.index[0] == (block["sex"].iloc[3], block["age"].iloc[3])
    assert difference(before, before).empty


@given(st.dictionaries(st.integers(0, 5), st.integers(0, 4)), st.dictionaries(st.integers(0, 5), st.integers(0, 4)))
def test_difference_against_counters(one, other):
    told = difference(pd.Series(one, dtype="int64"), pd.Series(other, dtype="int64"))
    right = {cell: one.get(cell, 0) - other.get(cell, 0) for cell in one | other}
    assert told["difference"].to_dict() == {cell: d for cell, d in right.items() if d}


# --- Disclosure control --------------------------------------------------------------------------------------------


def test_suppression_leaves_nobody_in_a_small_class():
    left = suppress(TOWN, ["block", "sex"], at_least=5)
    assert class_sizes(left, ["block", "sex"]).min() >= 5
    gone = TOWN.drop(left.index)
    assert class_sizes(TOWN, ["block", "sex"])[gone.index].max() < 5 and len(gone) > 0
    assert suppress(TOWN, KEY, at_least=1).equals(TOWN)
    assert uniqueness(suppress(TOWN, KEY, at_least=2), KEY) == 0


PLACES = ["county", "tract", "block"]


@pytest.mark.parametrize("unit", ["person", "household"])
def test_swapping_keeps_what_it_promises(unit):
    town = TOWN.assign(person=TOWN.index)
    swapped = swap(town, share=0.4, columns=PLACES, unit=unit, rng=np.random.default_rng(5))
    rest = [column for column in town if column not in PLACES]
    assert swapped[rest].equals(town[rest]) and swapped.dtypes.equals(town.dtypes) and swapped.index.equals(town.index)
    assert swapped.groupby(PLACES).size().equals(town.groupby(PLACES).size())
    assert (swapped["block"].str.slice(0, 11) == swapped["tract"]).all()
    moved = swapped["block"] != town["block"]
    assert swapped.groupby(unit)["block"].nunique().eq(1).all()
    heads, sizes = ~town[unit].duplicated(), town.groupby(unit)["age"].transform("size")
    table = lambda t: t[heads].assign(size=sizes[heads]).value_counts(["block", "size"]).sort_index()  # noqa: E731
    assert table(swapped).equals(table(town))
    assert 0.3 < moved[heads].mean() <= 0.4


def test_the_share_that_moves_is_the_share_asked_for():
    town, moved = TOWN.assign(person=TOWN.index), []
    for share in (0, 0.1, 0.5, 1):
        swapped = swap(town, share=share, columns=["block"], unit="person", rng=np.random.default_rng(6))
        moved.append((swapped["block"] != town["block"]).mean())
    assert moved == pytest.approx([0, 0.1, 0.5, 1], abs=0.005)


def test_swaps_are_pairs():
    """Four live alone, three with somebody, and H with two others, for whom there is no second home of three."""
    letters = pd.DataFrame({"block": list("ABCDEEFFGGHHH"), "home": [9, 8, 7, 6, 5, 5, 4, 4, 3, 3, 2, 2, 2]})

    def swapped(seed):
        return swap(letters, share=1, columns=["block"], unit="home", rng=np.random.default_rng(seed))["block"]

    for seed in range(20):
        where = dict(zip(letters["block"], swapped(seed), strict=True))
        assert all(where[where[block]] == block for block in where) and where["H"] == "H"
        assert sum(block != other for block, other in where.items()) == 6
    assert {swapped(seed)[0] for seed in range(50)} == set("BCD")


def test_swapping_lowers_the_share_of_true_links_and_not_of_found_ones():
    names = name_list(TOWN, share=0.6, rng=np.random.default_rng(7))
    rates = []
    for share in (0, 0.25, 0.75):
        released = swap(TOWN, share=share, columns=PLACES, unit="household", rng=np.random.default_rng(8))
        found = link(names, released, KEY)["found"]
        rates.append(((found == names["person"]).fillna(False).mean(), found.notna().mean()))
    true, found = zip(*rates, strict=True)
    assert true[0] > true[1] + 0.05 > true[2] + 0.1 and true[0] == found[0]
    assert min(found) > 0.6 * found[0]


def test_a_sample_has_more_unique_rows_than_its_population():
    sample = sample_rows(TOWN, share=0.1, rng=np.random.default_rng(10))
    assert len(sample) == 200 and sample.equals(TOWN.loc[sample.index]) and sample.index.is_monotonic_increasing
    assert uniqueness(sample, KEY) > uniqueness(TOWN, KEY) + 0.2
    drawn = [sample_rows(TOWN.head(50), share=0.5, rng=np.random.default_rng(s)).index for s in range(400)]
    # Binomial(400, 1/2) for each of 50 persons; beyond 6 sd of 200 for any of them: below 1e-6
    assert abs(np.bincount(np.concatenate(drawn), minlength=50) - 200).max() < 60


@settings(max_examples=20)
@given(st.integers(0, 1000))
def test_no_method_changes_its_input(seed):
    before = TOWN.copy(deep=True)
    rng = np.random.default_rng(seed)
    suppress(TOWN, KEY, at_least=2)
    swap(TOWN, share=0.5, columns=PLACES, unit="household", rng=rng)
    sample_rows(TOWN, share=0.5, rng=rng)
    pd.testing.assert_frame_equal(TOWN, before)


# --- What is refused -----------------------------------------------------------------------------------------------

RNG = np.random.default_rng(1)
TWICE = TOWN.iloc[[0, 0]]


@pytest.mark.parametrize(
    ("call", "error", "rule"),
    [
        (lambda: class_sizes(TOWN, "block"), TypeError, "columns must be a list of column names, got str 'block'"),
        (lambda: class_sizes(TOWN, []), ValueError, "columns must name at least one column"),
        (lambda: class_sizes(TOWN, ["zip"]), ValueError, "columns must be columns of frame .*, got 'zip'"),
        (lambda: class_sizes(TOWN, ["age", "age"]), ValueError, "columns must name a column once"),
        (lambda: class_sizes([1, 2], ["age"]), TypeError, "frame must be a pandas.DataFrame"),
        (lambda: class_sizes(TOWN, [1]), ValueError, "columns must be columns of frame .*, got 1"),
        (lambda: coarsen([-1], 5), ValueError, "ages must be integers from 0"),
        (lambda: coarsen([1.5], 5), TypeError, "ages must be integers"),
        (lambda: coarsen([1], 0), ValueError, "width must be >= 1, got 0"),
        (lambda: top_code([1], -1), ValueError, "at must be >= 0, got -1"),
        (lambda: link(TOWN, TWICE, KEY), ValueError, "released must have different labels for all rows, got 0 twice"),
        (lambda: link(TOWN, TOWN.drop(columns="age"), KEY), ValueError, "on must be columns of released"),
        (lambda: difference(pd.Series([1, -1]), pd.Series([1])), ValueError, "first must be integers from 0"),
        (lambda: difference(pd.Series([1.0]), pd.Series([1])), TypeError, "first must be integers"),
        (lambda: difference(pd.Series([1]), [1]), TypeError, "second must be a pandas.Series"),
        (lambda: difference(pd.Series([1, 2], index=["a", "a"]), pd.Series([1])), ValueError, "each cell once, got 'a' twice"),
        (lambda: suppress(TOWN, KEY, at_least=0), ValueError, "at_least must be >= 1, got 0"),
        (lambda: swap(TOWN, share=2, columns=["block"], unit="sex", rng=RNG), ValueError, "share must be from 0 to 1"),
        (lambda: swap(TOWN, share=1, columns="block", unit="sex", rng=RNG), TypeError, "columns must be a list"),
        (lambda: swap(TOWN, share=1, columns=["block"], unit="sex", rng=1), TypeError, "rng must be"),
        (lambda: swap(TOWN, share=1, columns=["block"], unit="x", rng=RNG), ValueError, "unit must be a column"),
        (lambda: sample_rows(TOWN, share=-0.1, rng=RNG), ValueError, "share must be from 0 to 1, got -0.1"),
        (lambda: sample_rows(None, share=0.1, rng=RNG), TypeError, "frame must be a pandas.DataFrame"),
    ],
)
def test_bad_input_is_refused(call, error, rule):
    with pytest.raises(error, match=rule):
        call()


LISTS, LABELS = TOWN.head(9).assign(age=[[1]] * 9), pd.Series(["age"])
ONE_LIST = r"must have one value in each cell, got list \[1\] in column 'age'"


@pytest.mark.parametrize(
    ("call", "error", "rule"),
    [
        (lambda: class_sizes(LISTS, ["age"]), TypeError, f"frame {ONE_LIST}"),
        (lambda: link(TOWN, LISTS, ["age"]), TypeError, f"released {ONE_LIST}"),
        (lambda: link(LISTS, TOWN, ["sex", "age"]), TypeError, f"names {ONE_LIST}"),
        (lambda: suppress(LISTS, ["age"], at_least=2), TypeError, f"frame {ONE_LIST}"),
        (lambda: swap(LISTS, share=1, columns=["age"], unit="sex", rng=RNG), TypeError, f"frame {ONE_LIST}"),
        (lambda: sample_rows(LISTS, share=1, rng=RNG), TypeError, f"frame {ONE_LIST}"),
        (lambda: difference(pd.Series([1]), pd.Series([1], index=pd.Index([[8]], dtype=object))), TypeError, "second must have labels"),
        (lambda: class_sizes(TOWN, [LABELS]), ValueError, "columns must be columns of frame .*, got "),
        (lambda: link(TOWN, TOWN, [LABELS]), ValueError, "on must be columns of names .*, got "),
        (lambda: swap(TOWN, share=1, columns=["block"], unit=LABELS, rng=RNG), ValueError, "unit must be a column of frame"),
        (lambda: coarsen([10**400], 5), ValueError, "ages must be integers of at most 64 bits, got 1000"),
        (lambda: coarsen([3], 10**400), ValueError, "width must be <= 1000000"),
        (lambda: top_code([3], 10**400), ValueError, "at must be <= 1000000"),
        (lambda: suppress(TOWN, KEY, at_least=10**400), ValueError, "at_least must be <= 9007199254740992"),
        (lambda: coarsen(np.ma.masked_array([1, 900], [False, True]), 5), TypeError, "ages must not have a mask"),
    ],
)
def test_what_the_door_does_not_let_in(call, error, rule):
    with pytest.raises(error, match=rule):
        call()


def test_small_integers_of_numpy_count_as_large_ones():
    assert coarsen(np.int8([120, 37]), np.int8(100)).tolist() == [100, 0]
    assert top_code(np.uint8([200, 37]), np.int8(100)).tolist() == [100, 37]
    assert suppress(TOWN, KEY, at_least=np.int8(2)).equals(suppress(TOWN, KEY, at_least=2))
    counts = difference(pd.Series([100], dtype="int8"), pd.Series([-28 + 128], dtype="uint8"))
    assert counts.empty
    assert difference(pd.Series([0], dtype="uint8"), pd.Series([200], dtype="uint8"))["difference"].tolist() == [-200]
