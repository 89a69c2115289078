"""Reconstruction: the published example, every solution by brute force, properties, and the guesser who looks at nothing.

Random tests have fixed seeds.
"""

import functools
import itertools
import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coursekit import data
from coursekit.attacks import blocks, reconstruction
from coursekit.attacks.guessing import guess_baseline, matched_share
from coursekit.attacks.reconstruction import block_tables, count_solutions, known, solutions

VALUES = {"sex": ["F", "M"], "race": ["B", "W"]}

# Garfinkel, Abowd & Martindale 2019: the block that their solver finds behind the published table
PUBLISHED = pd.DataFrame(
    {
        "age": [8, 18, 24, 30, 36, 66, 84],
        "sex": list("FMFMFFM"),
        "race": list("BWWWBBB"),
        "marital": list("SSSMMMM"),
    }
)


def falling(people, values, **settings):
    tables = block_tables(people, values, **settings)
    at_least = settings.get("at_least", 3)
    return [count_solutions(tables.head(j), len(people), values, at_least=at_least) for j in range(len(tables) + 1)]


def agrees(ages, inside, row, *, at_least):
    """Whether candidate blocks, (candidates, n) ages and memberships, have the numbers of one published row."""
    count = inside.sum(axis=1)
    if pd.isna(row["count"]):
        return count < at_least
    good = count == row["count"]
    mean = row["mean"]
    if pd.notna(mean):
        good &= count > 0
        total = (ages * inside).sum(axis=1)
        good[good] = [round(s / c, 1) == mean for s, c in zip(total[good].tolist(), count[good].tolist(), strict=True)]
    if pd.notna(row["median"]):
        ordered = np.sort(np.where(inside, ages, 10**6), axis=1)
        rows, middle = np.arange(len(ages)), np.maximum(count, 1)
        good &= (ordered[rows, (middle - 1) // 2] + ordered[rows, middle // 2]) / 2 == row["median"]
        good &= count > 0
    return good


@functools.cache
def multisets(kinds, n):
    return np.array(list(itertools.combinations_with_replacement(range(kinds), n)))


def brute_force(tables, n, values, *, oldest, at_least=3):
    """All multisets of persons that agree with every row, by trying all of them: sorted tuples of (age, combination)."""
    combinations = list(itertools.product(*values.values()))
    kinds = len(combinations)
    tried = multisets((oldest + 1) * kinds, n)
    ages, combination = np.divmod(tried, kinds)
    good = np.ones(len(tried), bool)
    for _, row in tables.iterrows():
        fits = np.array([all(row[c] in ("all", v) for c, v in zip(values, chosen, strict=True)) for chosen in combinations])
        inside = fits[combination]
        good &= agrees(ages, inside, row, at_least=at_least)
    return {tuple(row) for row in tried[good].tolist()}


def as_multisets(listed, values):
    combinations = list(itertools.product(*values.values()))
    place = [combinations.index(chosen) for chosen in listed[list(values)].itertuples(index=False, name=None)]
    person = listed["age"].to_numpy() * len(combinations) + np.array(place, int)
    return [tuple(sorted(block)) for _, block in pd.Series(person).groupby(listed["solution"].to_numpy())]


# --- Known values --------------------------------------------------------------------------------------------------


def test_the_published_statistics_and_their_only_solution():
    values = VALUES | {"marital": ["S", "M"]}
    tables = block_tables(PUBLISHED, values)
    numbers = {
        (row.sex, row.race, row.marital): (row.count, row.median, row.mean)
        for row in tables.itertuples(index=False)
        if pd.notna(tables["count"][0]) and pd.notna(row.mean)
        }
    assert numbers["all", "all", "all"] == (7, 30, 38)
    assert numbers["F", "all", "all"] == (4, 30, 33.5) and numbers["M", "all", "all"] == (3, 30, 44)
    assert numbers["all", "B", "all"] == (4, 51, 48.5) and numbers["all", "W", "all"] == (3, 24, 24)
    assert numbers["all", "all", "M"] == (4, 51, 54) and numbers["F", "B", "all"] == (3, 36, 36.7)
    found = solutions(tables, 7, values)
    columns = ["age", "sex", "race", "marital"]
    assert found[columns].values.tolist() == PUBLISHED[columns].values.tolist()


def test_the_count_falls_to_one():
    assert falling(PUBLISHED, VALUES)[:7] == [961_080_460_894_320, 61_731_047_984, 5_573_456, 1_891_248, 73, 4, 1]


def test_without_tables_all_multisets_are_left():
    for n, values in ((1, VALUES), (7, VALUES), (4, {"sex": ["F"]}), (12, VALUES | {"race": list("ABCDEFG")})):
        kinds = 116 * math.prod(map(len, values.values()))
        nothing = block_tables(PUBLISHED, VALUES).head(0).reindex(columns=["table", *values, "count", "mean", "median"])
        assert count_solutions(nothing, n, values) == math.comb(kinds + n - 1, n)  # beyond 2**63 in the last case


def test_three_men_of_the_paper():
    """Median 30 and mean 44: the paper lists the 30 triples from (1, 30, 101) to (30, 30, 72); we allow age 0 too."""
    men = pd.DataFrame({"age": [18, 30, 84], "sex": ["M"] * 3})
    found = solutions(block_tables(men, {"sex": ["M"]}), 3, {"sex": ["M"]})
    triples = found["age"].to_numpy().reshape(-1, 3)
    assert triples.tolist() == [[30 - x, 30, 72 + x] for x in range(30, -1, -1)]


# --- Every solution, by brute force --------------------------------------------------------------------------------

PEOPLE = st.lists(st.tuples(st.integers(0, 5), st.sampled_from("FM"), st.sampled_from("BW")), min_size=1, max_size=4)


@pytest.fixture
def short_lives(monkeypatch):
    """Nobody gets older than 5, so that all blocks can be tried."""
    for module in (reconstruction, blocks):
        monkeypatch.setattr(module, "OLDEST", 5)


def check_against_brute_force(people, at_least, rows):
    frame = pd.DataFrame(people, columns=["age", "sex", "race"])
    tables = block_tables(frame, VALUES, at_least=at_least)
    tables = tables.iloc[sorted({row % len(tables) for row in rows})]
    right = brute_force(tables, len(frame), VALUES, oldest=5, at_least=at_least)
    assert count_solutions(tables, len(frame), VALUES, at_least=at_least) == len(right)
    listed = as_multisets(solutions(tables, len(frame), VALUES, at_least=at_least), VALUES)
    assert len(listed) == len(set(listed)) and set(listed) == right


def test_against_brute_force(short_lives):
    @settings(max_examples=40)
    @given(PEOPLE, st.integers(1, 3), st.lists(st.integers(0, 20), max_size=6))
    def agree(people, at_least, rows):
        check_against_brute_force(people, at_least, rows)

    agree()


@pytest.mark.parametrize("rows", [[0], [0, 1], [0, 1, 2, 3, 4], [1, 3], [3, 4, 5], range(9), [5, 6, 7, 8]])
@pytest.mark.parametrize("seed", range(3))
def test_against_brute_force_with_five_persons(short_lives, rows, seed):
    rng = np.random.default_rng(seed)
    people = [(rng.integers(6), rng.choice(["F", "M"]), rng.choice(["B", "W"])) for _ in range(5)]
    check_against_brute_force(people, 2, rows)


def test_against_brute_force_when_the_tables_are_spoiled(short_lives):
    """Numbers that were published of no block, or of another one: the oracle decides how many blocks fit."""
    frame = pd.DataFrame({"age": [0, 2, 3], "sex": list("FFM"), "race": list("BWW")})
    tables = block_tables(frame, VALUES, at_least=2).head(2).drop(columns="mean").assign(mean=[1.7, np.nan])
    some = none = 0
    for count, median, median_of_women in itertools.product((-1, 0, 1, 2, 3, 4), (1.0, 2.0, 2.5), (-1.0, 1.0, 1.5, 5.5)):
        spoiled = tables.assign(count=[3, count], median=[median, median_of_women])
        right = len(brute_force(spoiled, 3, VALUES, oldest=5, at_least=2))
        assert count_solutions(spoiled, 3, VALUES, at_least=2) == right
        listed = solutions(spoiled, 3, VALUES, at_least=2)
        assert len(listed) == 3 * right and listed.columns.tolist() == ["solution", "sex", "race", "age"]
        some, none = some + (right > 0), none + (right == 0)
    assert some >= 5 and none >= 5


def test_a_row_can_lack_its_mean_or_its_median(short_lives):
    frame = pd.DataFrame({"age": [0, 2, 3, 3], "sex": list("FFMM"), "race": list("BWWB")})
    tables = block_tables(frame, VALUES, at_least=2)
    for missing, rule in (("median", lambda a: sum(a) == 8), ("mean", lambda a: (a[1] + a[2]) / 2 == 2.5)):
        row = tables.head(1).assign(**{missing: np.nan})
        right = sum(
            rule(sorted(kind // 4 for kind in chosen))
            for chosen in itertools.combinations_with_replacement(range(24), 4)
        )
        assert count_solutions(row, 4, VALUES) == right


# --- Properties ----------------------------------------------------------------------------------------------------

PERSON = st.tuples(st.integers(0, 115), st.sampled_from("FM"), st.sampled_from("BW"))


@settings(max_examples=40)
@given(st.lists(PERSON, min_size=1, max_size=6), st.integers(1, 3), st.randoms(use_true_random=False))
def test_the_truth_is_a_solution_and_more_tables_never_mean_more_solutions(people, at_least, random):
    frame = pd.DataFrame(people, columns=["age", "sex", "race"])
    tables = block_tables(frame, VALUES, at_least=at_least)
    counts = [count_solutions(tables.head(j), len(frame), VALUES, at_least=at_least) for j in (0, 1, 3, 5, 9)]
    assert counts == sorted(counts, reverse=True) and counts[-1] >= 1
    order = random.sample(range(9), 9)
    assert count_solutions(tables.iloc[order], len(frame), VALUES, at_least=at_least) == counts[-1]
    if counts[-1] <= 1000:
        listed = as_multisets(solutions(tables, len(frame), VALUES, at_least=at_least), VALUES)
        truth = frame.assign(solution=0)
        assert len(set(listed)) == counts[-1] and as_multisets(truth, VALUES)[0] in listed


@settings(max_examples=20)
@given(st.lists(PERSON, min_size=1, max_size=5))
def test_every_solution_would_have_been_published_in_the_same_way(people):
    frame = pd.DataFrame(people, columns=["age", "sex", "race"])
    tables = block_tables(frame, VALUES, at_least=1)
    found = solutions(tables, len(frame), VALUES, at_least=1)
    for _, block in list(found.groupby("solution"))[:20]:
        pd.testing.assert_frame_equal(block_tables(block, VALUES, at_least=1), tables)


@pytest.mark.parametrize("seed", range(6))
def test_what_is_known_is_what_all_solutions_have_in_common(short_lives, seed):
    rng = np.random.default_rng(seed)
    people = pd.DataFrame({"age": rng.integers(0, 6, 4), "sex": rng.choice(["F", "M"], 4), "race": rng.choice(["B", "W"], 4)})
    for tables in (block_tables(people, VALUES), block_tables(people, VALUES).head(2), block_tables(people, VALUES, at_least=1).head(4)):
        found, sure = solutions(tables, 4, VALUES), known(tables, 4, VALUES)
        ages = found["age"].to_numpy().reshape(-1, 4)
        assert sure.attrs["solutions"] == len(ages) == count_solutions(tables, 4, VALUES)
        assert sure["lowest"].tolist() == ages.min(axis=0).tolist() and sure["highest"].tolist() == ages.max(axis=0).tolist()
        alone = [len(set(row)) == 4 for row in ages]
        if all(alone):  # else who of two of the same age comes first is a matter of taste
            for column in VALUES:
                values = found[column].to_numpy().reshape(-1, 4).T
                assert [None if pd.isna(one) else one for one in sure[column]] == [row[0] if len(set(row)) == 1 else None for row in values]


@pytest.mark.parametrize("off", [0, 1, 2.5])
def test_means_that_may_be_off_leave_all_blocks_whose_means_are_close(short_lives, off):
    """Counted one by one: all blocks of three people who live to be five."""
    sexes = {"sex": ["F", "M"]}
    tables = block_tables(pd.DataFrame({"age": [1, 2, 5], "sex": ["F", "F", "M"]}), sexes).head(1)
    ages = itertools.product(range(6), repeat=3)
    all_blocks = {tuple(sorted(zip(a, s))) for a in ages for s in itertools.product("FM", repeat=3)}
    close = [b for b in all_blocks if abs(round(np.mean([age for age, _ in b]), 1) - tables["mean"][0]) <= off + 1e-9
             and np.median([age for age, _ in b]) == tables["median"][0]]
    assert count_solutions(tables, 3, sexes, off=off) == len(close)
    sure = known(tables, 3, sexes, off=off)
    assert sure["highest"].tolist() == [max(sorted(age for age, _ in b)[k] for b in close) for k in range(3)]


def test_nothing_is_known_of_a_block_that_cannot_be():
    tables = block_tables(PUBLISHED, VALUES)
    with pytest.raises(ValueError, match="must have a block that fits"):
        known(tables.assign(count=tables["count"] - 1), len(PUBLISHED), VALUES)


def test_names_of_values_do_not_matter():
    other = {"race": ["white", "black"], "sex": ["m", "f"]}
    renamed = PUBLISHED.replace({"sex": {"F": "f", "M": "m"}, "race": {"B": "black", "W": "white"}})
    assert falling(renamed, other)[-1] == 1 and falling(renamed, other)[1] == falling(PUBLISHED, VALUES)[1]


def test_a_suppressed_cell_tells_something():
    """Fewer than three of F is 0, 1 or 2 of F; the mean and the median of two ages tell only their sum."""
    couple = pd.DataFrame({"age": [40, 41], "sex": list("FM")})
    tables = block_tables(couple, {"sex": ["F", "M"]}, at_least=2)
    assert tables["count"].tolist() == [2, pd.NA, pd.NA]
    pairs = 41 + 41  # ages (0, 81) … (40, 41) in two ways each
    assert count_solutions(tables, 2, {"sex": ["F", "M"]}, at_least=2) == pairs
    assert count_solutions(tables.head(1), 2, {"sex": ["F", "M"]}, at_least=2) == 2 * pairs


def test_a_block_of_the_town_is_found_out():
    """The lesson's block: seven persons in three households, all found; the last step is taken by a suppressed cell."""
    town = data.simulate_census(rng=np.random.default_rng(86))
    block = town[town["block"] == "030010001001005"]
    values = {"sex": ["female", "male"], "race": ["White", "Black"]}
    assert falling(block, values) == [961_080_460_894_320, 28_278_606_880, 3_132_432, 116_776, 65, 2, 2, 1, 1, 1]
    tables = block_tables(block, values)
    assert pd.isna(tables["count"][6]) and count_solutions(tables.drop(index=6).head(6), 7, values) == 2
    found = solutions(tables, 7, values)
    assert matched_share(found, block, ["age", "sex", "race"]) == 1
    tract = town[town["tract"] == block["tract"].iloc[0]]
    assert guess_baseline(block, tract, ["age", "sex", "race"]) < 0.06


# --- Noise ---------------------------------------------------------------------------------------------------------


def test_guesses_against_a_simulation():
    """Mean of 20,000 simulated guesses of one block of the town against the formula; within 5 standard errors (1e-6)."""
    town = data.simulate_census(3000, rng=np.random.default_rng(5)).assign(age=lambda t: t["age"] // 10)
    sizes = town["block"].value_counts()
    block = town[town["block"] == sizes[sizes < 12].index[0]]
    rng, columns = np.random.default_rng(6), ["age", "sex"]
    cell = town.groupby(columns).ngroup().to_numpy()
    here = np.bincount(cell[block.index], minlength=cell.max() + 1)
    drawn = rng.multinomial(len(block), np.bincount(cell) / len(town), size=20_000)
    for each_once, hits in ((True, np.minimum(drawn, here).sum(axis=1)), (False, (drawn * (here > 0)).sum(axis=1))):
        simulated = hits / len(block)
        exact = guess_baseline(block, town, columns, each_once=each_once)
        assert 0.05 < exact < 0.95
        assert abs(simulated.mean() - exact) < 5 * simulated.std() / math.sqrt(len(simulated))


def test_many_blocks_at_once():
    town = data.simulate_census(2000, rng=np.random.default_rng(7))
    for each_once in (True, False):
        one_by_one = [
            guess_baseline(block, town, each_once=each_once) * len(block) for _, block in town.groupby("block")
        ]
        together = guess_baseline(town, town, place="block", each_once=each_once)
        assert together == pytest.approx(sum(one_by_one) / len(town))


def test_the_critics_point():
    """With blocks like those of the census, about half of all random guesses agree with somebody (critics: 52.6%)."""
    town = data.simulate_census(20_000, rng=np.random.default_rng(8))
    assert 0.45 < guess_baseline(town, town, place="block", each_once=False) < 0.65
    assert guess_baseline(town, town, place="block") < guess_baseline(town, town, place="block", each_once=False)


def test_a_guess_that_cannot_be_right():
    people, elsewhere = pd.DataFrame({"age": [8], "sex": ["F"]}), pd.DataFrame({"age": [9], "sex": ["F"]})
    assert guess_baseline(people, elsewhere) == 0 and guess_baseline(people, people) == 1


def test_matched_share():
    guess = pd.DataFrame({"age": [1, 1, 2, 3], "sex": list("FFMM")})
    people = pd.DataFrame({"age": [1, 2, 2, 9, 9], "sex": list("FMMMM")})
    assert matched_share(guess, people, ["age", "sex"]) == 0.5
    assert matched_share(guess, people.head(0).reindex([0]).assign(age=3, sex="M"), ["age", "sex"]) == 0.25
    assert matched_share(guess, guess.sample(frac=1, random_state=0), ["age", "sex"]) == 1


# --- What is refused -----------------------------------------------------------------------------------------------

TABLES = block_tables(PUBLISHED, VALUES)


@pytest.mark.parametrize(
    ("call", "error", "rule"),
    [
        (lambda: block_tables(PUBLISHED, {"sex": ["F"]}), ValueError, "people's sex must be one of .*, got M"),
        (lambda: block_tables(PUBLISHED, {"size": ["F"]}), ValueError, "people must have the columns .*, got no 'size'"),
        (lambda: block_tables(PUBLISHED, {"age": ["F"]}), ValueError, "values must name columns of their own, got 'age'"),
        (lambda: block_tables(PUBLISHED, {"sex": "FM"}), TypeError, "values must list texts"),
        (lambda: block_tables(PUBLISHED, {"sex": ["F", "all"]}), ValueError, "none of them 'all'"),
        (lambda: block_tables(PUBLISHED, {}), ValueError, "values must have at least one column"),
        (lambda: block_tables(PUBLISHED, ["sex"]), TypeError, "values must be a dict"),
        (lambda: block_tables(PUBLISHED.assign(age=-1), VALUES), ValueError, "people's age must be integers from 0 to 115"),
        (lambda: block_tables(PUBLISHED, VALUES, at_least=0), ValueError, "at_least must be >= 1, got 0"),
        (lambda: count_solutions(TABLES, 0, VALUES), ValueError, "n must be >= 1, got 0"),
        (lambda: count_solutions(TABLES.drop(columns="mean"), 7, VALUES), ValueError, "got no 'mean'"),
        (lambda: count_solutions(TABLES, 7, VALUES | {"sex": ["x", "y"]}), ValueError, "tables' sex must be 'all' or one of"),
        (lambda: count_solutions(TABLES.assign(mean=36.67), 7, VALUES), ValueError, "rounded to one decimal, got 36.67"),
        (lambda: solutions(TABLES.head(3), 7, VALUES), ValueError, "at most 100,000 solutions to list, got 1,891,248"),
        (lambda: guess_baseline(PUBLISHED.head(0), PUBLISHED), ValueError, "people must have at least one row"),
        (lambda: matched_share(PUBLISHED, PUBLISHED, "age"), TypeError, "columns must be a list of column names"),
    ],
)
def test_bad_input_is_refused(call, error, rule):
    with pytest.raises(error, match=rule):
        call()


def test_too_much_work_is_refused_and_not_begun(monkeypatch):
    monkeypatch.setattr(blocks, "_MOST_BEGINNINGS", 1000)
    with pytest.raises(ValueError, match="n must be smaller or tables must say more: .* got [0-9,]+ for n 7"):
        count_solutions(TABLES.head(3), 7, VALUES)


LISTS, LABELS, RNG = PUBLISHED.assign(age=[[1]] * 7), pd.Series(["age"]), np.random.default_rng(1)
ONE_LIST = r"must have one value in each cell, got list \[1\] in column 'age'"


@pytest.mark.parametrize(
    ("call", "error", "rule"),
    [
        (lambda: block_tables(LISTS, VALUES), TypeError, f"people {ONE_LIST}"),
        (lambda: block_tables(PUBLISHED.assign(age=10**400), VALUES), ValueError, "people's age must be integers of at most 64 bits"),
        (lambda: block_tables(PUBLISHED, {"sex": LABELS}), TypeError, "values must list texts"),
        (lambda: block_tables(PUBLISHED, {"sex": [LABELS]}), TypeError, "values must list texts"),
        (lambda: count_solutions(TABLES, 10**400, VALUES), ValueError, "n must be <= 100"),
        (lambda: count_solutions(TABLES.assign(mean=1e50), 7, VALUES), ValueError, "tables' mean must be from -1e.*, got 1e"),
        (lambda: count_solutions(TABLES.assign(sex=[["F"]] * 9), 7, VALUES), TypeError, "tables must have one value in each cell"),
        (lambda: matched_share(LISTS, PUBLISHED, ["age"]), TypeError, f"guess {ONE_LIST}"),
        (lambda: matched_share(PUBLISHED, LISTS, ["age"]), TypeError, f"people {ONE_LIST}"),
        (lambda: matched_share(PUBLISHED, PUBLISHED, [LABELS]), ValueError, "columns must be columns of guess .*, got "),
        (lambda: guess_baseline(PUBLISHED, LISTS), TypeError, f"reference {ONE_LIST}"),
        (lambda: guess_baseline(PUBLISHED, PUBLISHED, place=LABELS), ValueError, "place must be a column of people .*, got "),
    ],
)
def test_what_the_door_does_not_let_in(call, error, rule):
    with pytest.raises(error, match=rule):
        call()


def test_small_integers_of_numpy_count_as_large_ones():
    small = PUBLISHED.assign(age=PUBLISHED["age"].astype("int8"))
    pd.testing.assert_frame_equal(block_tables(small, VALUES, at_least=np.int8(3)), TABLES)
    assert count_solutions(TABLES.head(3), np.int8(7), VALUES) == count_solutions(TABLES.head(3), 7, VALUES)
    assert len(solutions(TABLES, np.int8(7), VALUES, at_least=np.int8(3))) == 7
