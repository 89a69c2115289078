"""Pictures of `coursekit.attacks`; the head of `pictures_tests` says what the names mean."""

import re

import numpy as np
import pandas as pd
import pytest
from pictures_tests import *

from coursekit import attacks, data
from coursekit.attacks import block_pictures as blocks
from coursekit.attacks import hunt_pictures as hunts
from coursekit.attacks import pictures as methods
from coursekit.attacks.town_pictures import BESIDES

TOWN = data.simulate_census(2000, rng=np.random.default_rng(86))
TOWN = TOWN.assign(health=data.health(TOWN, rng=np.random.default_rng(1)))
BLOCK = pd.DataFrame({
    "age": [1, 21, 27, 34, 35, 58, 61],
    "sex": ["female", "female", "male", "female", "male", "female", "male"],
    "health": ["well", "ill", "well", "well", "ill", "ill", "ill"],
})
VALUES = {"sex": ["female", "male"], "health": ["well", "ill"]}
LIST = data.name_list(TOWN, share=0.3, errors=0.1, rng=np.random.default_rng(2))
SETTINGS = {
    "town_pictures.neighbours": [{"width": w, "besides": b} for w, b in ((0, "nothing"), (1, "sex"), (30, "+ relation"), (5, "+ race"))],
    "hunt_pictures.hunt": [
        {"who": LIST["name"].iloc[k], "block": b, "sex": s, "age": a}
        for k, b, s, a in ((0, "any", "any", "any"), (0, "the same", "any", "any"), (0, "any", "the same", "within a year"), (1, "the same", "the same", "the same"))
    ],
    "block_pictures.two_tables": [{"limit": age} for age in (65, 60, 50, 30)],
    "block_pictures.silhouettes": [{"published": k} for k in (0, 1, 4, 7, 9, 10)],
    "block_pictures.blurred_means": [{"off": off} for off in blocks.OFF],
    "rule_pictures.rules": [{"at_least": rule} for rule in (2, 3, 4)],
    "pictures.groups": [{"width": w, "released": r} for w in (1, 30) for r in ("yes", "no")],
    "pictures.luck": [{"known": k, "counted": c} for k in methods.GUESSED for c in methods.COUNTED],
    "pictures.classic": [{"method": m, "strength": s} for m in methods.METHODS for s in (1, 4)],
}
ARGUMENTS = {
    "town_pictures.neighbours": {"town": TOWN, "index": 7, "name": "Ada"},
    "hunt_pictures.hunt": {"town": TOWN, "listed": LIST.iloc[:2]},
    "block_pictures.two_tables": {"people": BLOCK, "names": ["Nico", "Kira"]},
    "block_pictures.silhouettes": {
        "tables": attacks.block_tables(BLOCK, VALUES), "values": VALUES, "names": ["", "", "", "", "", "Kira Elmbrook", "Nico Elmbrook"],
    },
    "rule_pictures.rules": {"people": BLOCK, "values": VALUES},
    "block_pictures.blurred_means": {"tables": attacks.block_tables(BLOCK, VALUES), "values": VALUES, "rng": np.random.default_rng(6)},
    "pictures.groups": {"people": TOWN, "asked": "Asian"},
    "pictures.luck": {"people": TOWN},
    "pictures.classic": {"people": TOWN, "listed": data.name_list(TOWN, share=0.5, rng=np.random.default_rng(1))},
}


def test_the_town_says_what_the_room_says(make):
    picture = make("town_pictures.neighbours")
    for width, besides in ((1, "sex"), (5, "+ race"), (10, "+ relation")):
        columns = ["block", *["sex", "race", "hispanic", "relationship"][: BESIDES[besides]], *(["age"] if width else [])]
        alone = attacks.uniqueness(TOWN.assign(age=attacks.coarsen(TOWN["age"], max(width, 1))), columns)
        reading = moved(picture, width=width, besides=besides)
        assert f"({alone:.0%}) look like nobody else" in reading.text and reading.truth == alone


def test_every_person_of_the_town_stands_on_the_map(make):
    where = make("town_pictures.neighbours").moving[0].where
    assert set(range(len(TOWN))) <= set(np.unique(where))


def test_a_hunt_finds_whom_the_links_find(make):
    """Who has one row is found, and the answer key tells whether it is theirs; whoever has none is not."""
    some, key = LIST.head(60).drop_duplicates("name"), ["block", "sex", "age"]
    picture = hunts.hunt(TOWN, some)
    for (_, one), (_, link) in zip(some.iterrows(), attacks.link(some, TOWN, on=key).iterrows()):
        said = moved(picture, who=one["name"], block="the same", sex="the same", age="the same").text
        found = TOWN["health"].get(link["found"]) if link["matches"] == 1 else None
        assert ("No row fits" in said) == (link["matches"] == 0)
        assert ("One row fits" in said) == (link["matches"] == 1)
        assert ("And the row is" in said) == (found is not None and link["found"] == one["person"])
        assert found is None or f" {found}" in said


def test_a_hunt_says_nothing_of_anybody_while_all_are_there(make):
    said = moved(make("hunt_pictures.hunt"), who=LIST["name"].iloc[0], block="any", sex="any", age="any").text
    assert "2,000 of 2,000 rows fit" in said and f"{(TOWN['health'] == 'ill').mean():.0%} of them are ill" in said


def test_the_guess_stays_beside_the_truth(make):
    picture = make("town_pictures.neighbours")
    moved(picture, width=1, besides="sex")
    before = picture.png()
    picture.mark(0.1)
    moved(picture, width=1, besides="sex")
    assert picture.png() != before and picture.moving[-1].get_text() == "your guess: 10%"


@pytest.mark.parametrize("limit, truth, said", [
    (65, "nothing", "Nobody on this block is 65 or older"),
    (60, "Nico's health", "One ill person is 60 or older. Only Nico is that old on this block, so Nico is ill."),
    (50, "Nico's health", "Withheld means two at most, so at least 2 ill people are 50 or older."),
    (35, "Nico's health", "All who are 35 or older are ill, for nobody else is missing. So is Nico."),
    (30, "nothing", "at least 1 is well and at least 2 are ill. The tables do not say which of them is Nico."),
])
def test_two_tables_tell_what_can_be_subtracted(make, limit, truth, said):
    reading = moved(make("block_pictures.two_tables"), limit=limit)
    assert said in reading.text and reading.truth == truth
    assert ("In grey" in reading.alt) == (truth == "nothing"), "red is for what is certain"


def test_shadows_end_as_the_people_who_live_there(make):
    picture = make("block_pictures.silhouettes")
    assert "961,080 billion possibilities" in moved(picture, published=0).text
    for k, told in (
        (4, "Line 4: the 3 who are well are 62 years old together, and the middle one is 27. This leaves 5 of 116,776 possibilities."),
        (5, "Line 5: the 4 who are ill are 175 years old together, and the middle two 93. This leaves 2 of 5 possibilities."),
        (6, "Line 6: at most 2 people are female and well. This rules out nothing, so 2 possibilities remain."),
        (7, "Line 7: at most 2 people are female and ill. This leaves 1 of 2 possibilities, so it is the true one."),
        (8, "Line 8: at most 2 people are male and well. This rules out nothing, so 1 possibility remains."),
    ):
        assert told in moved(picture, published=k).text
    last = moved(picture, published=9)
    assert "All 7 people are completely known." in last.text and last.truth == "7 lines"
    for _, one in BLOCK.iterrows():
        assert f"{one['sex']} {one['health']} {one['age']}" in last.alt
    assert [moved(picture, published=k).truth for k in (0, 6, 7, 10)] == [None, None, "7 lines", "7 lines"], "the film tells it"
    assert "2 of the 7 have names now: Kira Elmbrook, Nico Elmbrook." in moved(picture, published=10).text


def test_a_rule_for_small_groups_hides_people_when_few_lines_are_left(make):
    picture = make("rule_pictures.rules")
    told = {rule: moved(picture, at_least=rule) for rule in (2, 3, 4)}
    assert [told[rule].truth for rule in (2, 3, 4)] == [None, None, "fewer than 4"]
    for rule, lines, fit in ((2, 8, "1 possibility. All 7 people are"), (3, 5, "the same 1 possibility. All"), (4, 3, "231 possibilities. Nobody is")):
        assert f"{lines} of 9 lines are published, and they leave {fit}" in told[rule].text
    assert "female well 1;" in told[3].alt and "? ? 48–82" in told[4].alt
    always = attacks.rule_pictures.rules(pd.DataFrame({"age": [0] * 4, "sex": ["female"] * 4, "health": ["ill"] * 4}), VALUES)
    assert [moved(always, at_least=rule).truth for rule in (2, 3, 4)] == [None, None, "no rule does"]


def test_what_blurred_means_leave_certain(make):
    """The true block is among those that fit, whatever the noise; the wider it is the fewer people are certain."""
    picture, certain = make("block_pictures.blurred_means"), []
    for off in blocks.OFF:
        reading = moved(picture, off=off)
        certain.append(int(re.search(r"The health of (\d) of the 7", reading.text)[1]))
        low, *_, high = re.search(r"The oldest is ([\d to]+) years", reading.text)[1].split(" to ")[:2] * 2
        assert int(low) <= 61 <= int(high) and reading.truth == "yes"
    assert certain[0] == 7 and certain == sorted(certain, reverse=True) and certain[-1] < 4


def test_small_groups_stand_out_where_their_name_is_released(make):
    picture = make("pictures.groups")
    wide = TOWN.assign(age=attacks.coarsen(TOWN["age"], 5))
    for released, columns in (("yes", ["block", "sex", "age", "race"]), ("no", ["block", "sex", "age"])):
        reading = moved(picture, width=5, released=released)
        assert f"{attacks.uniqueness(wide, columns):.0%} of all are unique" in reading.text
        alone = attacks.class_sizes(wide, columns) == 1
        assert reading.truth == round(float(alone[TOWN["race"] == "Asian"].mean()), 2)


def test_strongest_protection_hides_all_and_none_hides_none(make):
    classic = make("pictures.classic")
    found = {s: [float(re.search(r"finds ([\d.]+)%", moved(classic, method=m, strength=s).text)[1]) for m in methods.METHODS] for s in (0, 4)}
    assert len(set(found[0])) == 1 and found[0][0] > 20, "nothing is done, whatever the method"
    assert all(strong < weak / 1.5 for strong, weak in zip(found[4], found[0]))


def test_luck_is_what_the_room_expects(make):
    reading = moved(make("pictures.luck"), known="age and sex", counted="each person once")
    small = TOWN[TOWN.groupby("block")["age"].transform("size") < 20]
    expected = attacks.guess_baseline(small, TOWN, ["age", "sex"], place="block")
    assert f"fewer than 20 only {expected:.0%}" in reading.text
