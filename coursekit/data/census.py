"""A town that never was: a simulated census of persons in households, and a list with names that somebody sells.

Nobody's answers are in it. The shares below are round numbers near those of the United States in 2020; what matters for
the lessons is the shape: small blocks beside large ones, families whose members resemble each other, neighbourhoods
that differ, and many people who share age and sex with nobody else on their block.
"""

from statistics import NormalDist  # scipy's takes half a second to load, and more in a browser

import numpy as np

from coursekit import checks

RACES = ("White", "Black", "American Indian", "Asian", "Pacific Islander", "Other", "Two or more")
RELATIONSHIPS = ("householder", "spouse", "partner", "child", "parent", "roommate")

_STATE = "03"  # a code that no state of the United States has
_OLDEST = 115
_MOST_CHILDREN, _MOST_ROOMMATES = 6, 3

# Of 1,000 persons, how many are of each race, in the order above: first the Hispanic ones, then the others
_ORIGINS = np.array([[48, 5, 9, 1, 1, 88, 38], [578, 126, 8, 62, 2, 6, 28]]) / 1000
_LIKENESS_OF_TRACTS = 15  # the higher, the more every tract resembles the state

_HOUSEHOLDS_ON_BLOCK = {"median": 20, "spread": 1.1}  # lognormal: many small blocks, some large ones
_BLOCKS_IN_TRACT = 8

# Kinds of household: alone, couple, couple with children, one parent, grown-up child at home, roommates
_ALONE, _COUPLE, _FAMILY, _ONE_PARENT, _GROWN_UP, _ROOMMATES = range(6)
_KINDS = np.array([0.28, 0.28, 0.20, 0.09, 0.08, 0.07])
_HAS_PARTNER = np.array([0, 1, 1, 0, 0.6, 0])
_HAS_PARENT = np.array([0, 0, 0.06, 0.12, 0, 0])
_CHILDREN = np.array([0.40, 0.37, 0.16, 0.05, 0.015, 0.005])  # one to six

# Ages that these shares of the people have not reached
_AGE_ALONE = [0, 0.25, 0.55, 0.90, 1], [20, 36, 62, 84, 101]
_AGE_COUPLE = [0, 0.25, 0.38, 0.62, 0.92, 1], [21, 34, 48, 61, 80, 97]
_AGE_ROOMMATES = [0, 0.70, 1], [19, 32, 70]
_AGE_YOUNGEST_CHILD = [0, 1], [0, 18]
_AGE_GROWN_UP_CHILD = [0, 0.60, 0.90, 1], [19, 30, 45, 62]
_AGE_FIRST_BIRTH = [0, 0.10, 0.50, 0.90, 1], [16, 20, 27, 35, 45]

_ILL = [0, 30, 50, 65, 90], [0.07, 0.09, 0.19, 0.31, 0.60]  # at these ages, these shares have a long illness

_GIRLS = "Ada Bela Cleo Dora Edda Fay Gwen Hana Ines June Kira Lena Mona Nora".split()
_BOYS = "Abel Boris Cyrus Dario Emil Felix Gus Hugo Ivan Jonas Karl Leo Max Nico".split()
_SURNAMES = [
    start + end
    for start in "Alder Birch Cedar Elm Fern Hazel Juniper Linden Maple Oak Pine Rowan".split()
    for end in "brook dale field ford gate hill man ridge stone wood".split()
]


def simulate_census(persons=10_000, *, rng):
    """Return a simulated census of 1 to 20,000,000 persons, a row each, household by household, block by block.

    Returns pandas.DataFrame. Exactly `persons` rows (the last household loses those who do not fit) and the columns
        `state`, `county`, `tract` and `block`: text of 2, 5, 11 and 15 digits, each code the beginning of the next;
        `household`: int from 0; `age`: int, 0 to 115; `sex`: female or male; `race`: one of `RACES`; `hispanic`: bool;
        `relationship` to the householder: one of `RELATIONSHIPS`. Every household starts with its only householder,
        aged 18 or more.
    About 40% of 10,000 persons are the only ones on their block of their sex and age; of the United States in 2010 it
    was 44%, the Census Bureau found (quoted by Ruggles, "Census Simulation", users.pop.umn.edu/~ruggles/censim.html).
    Nobody lives in group quarters such as dormitories or prisons. More persons live on more blocks, not on fuller ones.
    >>> town = simulate_census(1000, rng=np.random.default_rng(1))
    >>> len(town), all(block.startswith(tract) for block, tract in zip(town["block"], town["tract"]))
    (1000, True)
    """
    import pandas as pd

    persons = checks.whole("persons", persons, at_least=1, at_most=20_000_000)
    ages, females, relationships = _households(persons, checks.generator(rng))
    block_of_household, places, tract_of_block = _geography(len(ages), rng)

    household, slot = np.nonzero(ages >= 0)  # row by row: a household's members stay together, householder first
    household, slot = household[:persons], slot[:persons]
    relationship, female = relationships[household, slot], females[household, slot].astype(np.intp)
    race, hispanic = _origins(household, relationship, tract_of_block[block_of_household], rng)
    block = block_of_household[household]
    columns = {level: _text(codes, block) for level, codes in places.items()}
    columns |= {"household": household, "age": ages[household, slot].astype(np.int64)}
    columns |= {"sex": _text(["male", "female"], female), "race": _text(RACES, race), "hispanic": hispanic}
    columns["relationship"] = _text(RELATIONSHIPS, relationship)
    return pd.DataFrame(columns)


def health(census, *, rng):
    """Return for each person of a census whether a long illness limits them: "ill" or "well", more often ill when old.

    Nothing but `age` decides; 7% of babies are ill and 60% of those who are 90 or older.
    >>> town = simulate_census(1000, rng=np.random.default_rng(1))
    >>> sorted(set(health(town, rng=np.random.default_rng(2))))
    ['ill', 'well']
    """
    import pandas as pd

    checks.frame("census", census, having=("age",))
    ages = checks.integers("age of census", census["age"], low=0, high=10**6) if len(census) else np.zeros(0)
    ill = checks.generator(rng).random(len(census)) < np.interp(ages, *_ILL)
    return pd.Series(_text(["well", "ill"], ill.astype(np.intp)), index=census.index)


def name_list(census, *, share, rng, errors=0):
    """Return a list with names, as a company might sell it: some persons of the census, where they live, sex and age.

    census : pandas.DataFrame. With the columns `household`, `block`, `sex` and `age`, as from `simulate_census`.
    share : float. Which share of the persons is on the list, 0 to 1; their number is rounded to the nearest.
    errors : float, default 0. The probability that a listed age is wrong, by one year more or less, 0 to 1.
    Returns pandas.DataFrame. One row per listed person, in random order: `name` (text, made up; a household shares its
        surname, and different persons can share a name), `block`, `sex`, `age`, and `person`: the row's label in the
        census. That last column is the answer key: an attacker does not have it.
    >>> town = simulate_census(100, rng=np.random.default_rng(1))
    >>> names = name_list(town, share=0.25, rng=np.random.default_rng(2))
    >>> names.shape, bool((town["age"][names["person"]].to_numpy() == names["age"]).all())
    ((25, 5), True)
    """
    import pandas as pd

    needed = ("household", "block", "sex", "age")
    checks.frame("census", census, having=needed)
    for column in needed:
        if census[column].isna().any():
            raise ValueError(f"census must not have missing values, got {census[column].isna().sum()} in {column!r}")
    if len(census):
        checks.integers("age of census", census["age"], low=0, high=10**6)
    strangers = set(census["sex"]) - {"female", "male"}
    if strangers:
        raise ValueError(f"sex of census must be 'female' or 'male', got {strangers.pop()!r}")
    share = float(checks.shares("share", checks.number("share", share)))
    errors = float(checks.shares("errors", checks.number("errors", errors)))
    chosen = checks.generator(rng).permutation(len(census))[: round(share * len(census))]
    listed = census.iloc[chosen]

    family, households = pd.factorize(listed["household"])
    surnames = _text(_SURNAMES, rng.integers(len(_SURNAMES), size=len(households))[family])
    females = (listed["sex"] == "female").to_numpy()
    given = _text(_GIRLS + _BOYS, rng.integers(len(_GIRLS), size=len(listed)) + len(_GIRLS) * ~females)
    age = listed["age"].to_numpy(np.int64)
    wrong = np.where(age > 0, rng.choice([-1, 1], size=len(listed)), 1)  # nobody is listed as -1 years old
    columns = {"name": given + " " + surnames, "block": listed["block"].array, "sex": listed["sex"].array}
    columns["age"] = age + wrong * (rng.random(len(listed)) < errors)
    return pd.DataFrame(columns | {"person": listed.index})


def _households(persons, rng):
    """Return the members of enough households, (households, slots): age (-1: nobody), whether female, relationship."""
    # The slots are the householder, a partner, children from the oldest on, a parent, roommates.
    kind = rng.choice(len(_KINDS), p=_KINDS, size=persons)
    partner = rng.random(persons) < _HAS_PARTNER[kind]
    parent = rng.random(persons) < _HAS_PARENT[kind]
    children = 1 + rng.choice(_MOST_CHILDREN, p=_CHILDREN, size=persons)
    small = np.isin(kind, [_FAMILY, _ONE_PARENT])
    children = np.select([kind == _GROWN_UP, small], [np.minimum(children, 2), children])
    roommates = np.where(kind == _ROOMMATES, rng.integers(1, _MOST_ROOMMATES + 1, size=persons), 0)
    enough = 1 + np.searchsorted(np.cumsum(1 + partner + parent + children + roommates), persons)
    kind, partner, parent, children, roommates = (of[:enough] for of in (kind, partner, parent, children, roommates))

    def ages(law):
        return np.interp(rng.random(enough), *law)

    twins = rng.random((enough, _MOST_CHILDREN)) < 0.03
    gaps = np.where(twins, 0, 1 + np.minimum(rng.poisson(1.5, twins.shape), 4))  # years between one child and the next
    behind_oldest = np.cumsum(gaps, axis=1) - gaps[:, :1]
    span = behind_oldest[np.arange(enough), np.maximum(children - 1, 0)]  # from the oldest child to the youngest
    oldest = np.floor(np.where(kind == _GROWN_UP, ages(_AGE_GROWN_UP_CHILD), ages(_AGE_YOUNGEST_CHILD) + span))
    first_birth = np.clip(np.minimum(ages(_AGE_FIRST_BIRTH), 47 - span), 18 - oldest, None)
    childless = {_ALONE: _AGE_ALONE, _COUPLE: _AGE_COUPLE, _ROOMMATES: _AGE_ROOMMATES}
    drawn = [ages(law) for law in childless.values()]
    mother = np.select([kind == one for one in childless], drawn, oldest + first_birth)
    older = rng.normal(2, 4, enough)  # by how much a father is older than the mother
    father = np.maximum(mother + older, np.where(children > 0, np.maximum(oldest + 16, 18), 18))

    woman_alone = np.select([kind == _ALONE, kind == _ONE_PARENT], [np.where(mother < 62, 0.46, 0.68), 0.77], 0.5)
    female = rng.random(enough) < woman_alone
    same_sex = rng.random(enough) < 0.015
    couple_is_two_mothers = same_sex & partner
    householder = np.where(female | couple_is_two_mothers | ~partner, mother, father)
    second = np.where(female | couple_is_two_mothers, father, mother)
    child = oldest[:, None] - behind_oldest
    elder = householder + np.interp(rng.random(enough), [0, 1], [19, 38])
    friends = np.maximum(householder[:, None] + rng.normal(0, 3, (enough, _MOST_ROOMMATES)), 18)

    age = np.column_stack([householder, second, child, elder, friends]).clip(max=_OLDEST).astype(np.int16)
    child_there = np.arange(_MOST_CHILDREN) < children[:, None]
    roommate_there = np.arange(_MOST_ROOMMATES) < roommates[:, None]
    present = np.column_stack([np.ones(enough, bool), partner, child_there, parent, roommate_there])
    females = rng.random(age.shape) < np.array([0, 0, *[0.488] * _MOST_CHILDREN, 0.75, *[0.5] * _MOST_ROOMMATES])
    females[:, 0], females[:, 1] = female, female == same_sex
    unmarried = rng.random(enough) < np.where(mother < 35, 0.3, 0.08)
    spouse = np.where(unmarried, RELATIONSHIPS.index("partner"), RELATIONSHIPS.index("spouse"))
    names = ["child"] * _MOST_CHILDREN + ["parent"] + ["roommate"] * _MOST_ROOMMATES
    others = [RELATIONSHIPS.index(name) for name in names]
    relationship = np.column_stack([np.zeros(enough), spouse, np.tile(others, (enough, 1))]).astype(np.int8)
    return np.where(present, age, -1), females, relationship


def _geography(households, rng):
    """Return each household's block, the codes of each block's places as {level: list}, and each block's tract."""
    law = _HOUSEHOLDS_ON_BLOCK
    blocks = max(1, round(households / (law["median"] * np.exp(law["spread"] ** 2 / 2))))
    # One size from each of so many equal slices of the law: every town has its few large blocks
    shares = (np.arange(blocks) + rng.random(blocks)) / blocks
    sizes = law["median"] * np.exp(law["spread"] * np.array([*map(NormalDist().inv_cdf, shares.tolist())]))
    block = _runs(households, rng.permutation(sizes))
    blocks = block[-1] + 1
    tract = _runs(blocks, rng.uniform(0.5, 1.5, max(1, round(blocks / _BLOCKS_IN_TRACT))))
    tracts = tract[-1] + 1
    county = _runs(tracts, 1 / rng.permutation(np.arange(1, 1 + max(1, round(0.8 * tracts**0.5)))))

    counties = [f"{_STATE}{1 + 2 * i:03d}" for i in range(county[-1] + 1)]  # odd numbers, as counties have them
    tracts = [f"{counties[c]}{100 * (1 + i):06d}" for c, i in zip(county, _place_in_run(county), strict=True)]
    blocks = [f"{tracts[t]}{1000 * (1 + i // 10) + i % 10}" for t, i in zip(tract, _place_in_run(tract), strict=True)]
    levels = {"block": blocks, "tract": [code[:11] for code in blocks], "county": [code[:5] for code in blocks]}
    return block, {"state": [_STATE] * len(blocks)} | dict(reversed(levels.items())), tract


def _runs(total, weights):
    """Return a group number for each of `total` things in a row; groups have shares like `weights`, none is empty."""
    ends = np.round(np.cumsum(weights) / np.sum(weights) * total)
    return np.unique(np.searchsorted(ends, np.arange(total), side="right"), return_inverse=True)[1]


def _place_in_run(groups):
    """Return the place of each thing within its group, from 0, for group numbers in ascending order."""
    return np.arange(len(groups)) - np.searchsorted(groups, groups)


def _origins(household, relationship, tract, rng):
    """Return race (its place in `RACES`) and Hispanic origin of each person; `tract` has one entry per household."""
    mix = rng.dirichlet(_LIKENESS_OF_TRACTS * _ORIGINS.ravel(), size=tract.max() + 1).cumsum(axis=1)

    def neighbours(tract):  # origins drawn from those of a tract
        return (rng.random((len(tract), 1)) > mix[tract, :-1]).sum(axis=1)

    first = neighbours(tract)
    second = np.where(rng.random(len(tract)) < 0.88, first, neighbours(tract))
    kinds = {name: relationship == code for code, name in enumerate(RELATIONSHIPS)}
    one, other = first[household], second[household]
    roommate = np.flatnonzero(kinds["roommate"])
    origin = np.where(kinds["spouse"] | kinds["partner"], other, one)
    origin[roommate] = neighbours(tract[household[roommate]])

    races = len(RACES)
    race, hispanic = origin % races, origin < races
    # Children take after both parents; a lone parent's second origin is that of the parent who lives elsewhere
    mixed = kinds["child"] & (one % races != other % races)
    chance = rng.random(mixed.sum())
    race[mixed] = np.select([chance < 0.6, chance < 0.8], [races - 1, one[mixed] % races], other[mixed] % races)
    hispanic |= kinds["child"] & (other < races)
    return race, hispanic


def _text(names, codes):
    """Return a text column: `names` at the places `codes`."""
    import pandas as pd

    return pd.array(list(names), dtype="str").take(codes)
