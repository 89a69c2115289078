"""Pictures of `coursekit.attacks`; the head of `pictures_tests` says what the names mean."""

import re

import numpy as np
import pandas as pd
import pytest
from pictures_tests import *

from coursekit import attacks, data
from coursekit.attacks import pictures as methods
from coursekit.attacks.town_pictures import BESIDES

TOWN = data.simulate_census(2000, rng=np.random.default_rng(86))
BLOCK = pd.DataFrame({
    "age": [1, 21, 27, 34, 35, 58, 61],
    "sex": ["female", "female", "male", "female", "male", "female", "male"],
    "race": ["White", "Black", "Black", "White", "White", "Black", "Black"],
})
VALUES = {"sex": ["female", "male"], "race": ["White", "Black"]}
SETTINGS = {
    "town_pictures.neighbours": [{"width": w, "besides": b} for w, b in ((0, "nothing"), (1, "sex"), (30, "+ relationship"), (5, "+ race"))],
    "block_pictures.two_tables": [{"limit": age} for age in (65, 60, 50, 35)],
    "block_pictures.silhouettes": [{"published": k} for k in (0, 1, 4, 7, 9, 10)],
    "pictures.luck": [{"known": k, "counted": c} for k in methods.GUESSED for c in methods.COUNTED],
    "pictures.classic": [{"method": m, "strength": s} for m in methods.METHODS for s in (1, 7)],
}
ARGUMENTS = {
    "town_pictures.neighbours": {"town": TOWN, "index": 7, "name": "Ada"},
    "block_pictures.two_tables": {"people": BLOCK, "names": ["Nico", "Kira"]},
    "block_pictures.silhouettes": {
        "tables": attacks.block_tables(BLOCK, VALUES), "values": VALUES, "names": ["", "", "", "", "", "Kira Elmbrook", "Nico Elmbrook"],
    },
    "pictures.luck": {"people": TOWN},
    "pictures.classic": {"people": TOWN, "listed": data.name_list(TOWN, share=0.5, rng=np.random.default_rng(1))},
}


def test_the_town_says_what_the_room_says(make):
    picture = make("town_pictures.neighbours")
    for width, besides in ((1, "sex"), (5, "+ race"), (0, "+ relationship")):
        columns = ["block", *["sex", "race", "hispanic", "relationship"][: BESIDES[besides]], *(["age"] if width else [])]
        alone = attacks.uniqueness(TOWN.assign(age=attacks.coarsen(TOWN["age"], max(width, 1))), columns)
        reading = moved(picture, width=width, besides=besides)
        assert f"({alone:.1%}) look like nobody else" in reading.text and reading.truth == alone


def test_every_person_of_the_town_stands_on_the_map(make):
    where = make("town_pictures.neighbours").moving[0].where
    assert set(range(len(TOWN))) <= set(np.unique(where))


def test_the_guess_stays_beside_the_truth(make):
    picture = make("town_pictures.neighbours")
    moved(picture, width=1, besides="sex")
    before = picture.png()
    picture.mark(0.1)
    moved(picture, width=1, besides="sex")
    assert picture.png() != before and picture.moving[-1].get_text() == "your guess: 10%"


@pytest.mark.parametrize("limit, truth, said", [
    (65, "nothing", "Nobody on this block is 65 or older"),
    (60, "Nico's race", "One Black person is 60 or older. Only Nico is that old on this block, so Nico is Black."),
    (50, "Nico's race", "Withheld means two at most, so at least 2 Black people are 50 or older."),
    (35, "nothing", "at least 1 is White and at least 2 are Black"),
])
def test_two_tables_tell_what_can_be_subtracted(make, limit, truth, said):
    reading = moved(make("block_pictures.two_tables"), limit=limit)
    assert said in reading.text and reading.truth == truth


def test_shadows_end_as_the_people_who_live_there(make):
    picture = make("block_pictures.silhouettes")
    assert "10¹⁵ blocks of 7 people fit" in moved(picture, published=0).text
    assert "With 4 of 9 lines 65 blocks" in moved(picture, published=4).text
    last = moved(picture, published=9)
    assert "All 7 people are certain." in last.text and last.truth == "7 lines"
    for _, one in BLOCK.iterrows():
        assert f"{one['sex']} {one['race']} {one['age']}" in last.alt
    assert "2 of the 7 have names now: Kira Elmbrook, Nico Elmbrook." in moved(picture, published=10).text


def test_strongest_protection_hides_all_and_none_hides_none(make):
    classic = make("pictures.classic")
    found = {s: [float(re.search(r"finds ([\d.]+)%", moved(classic, method=m, strength=s).text)[1]) for m in methods.METHODS] for s in (0, 8)}
    assert len(set(found[0])) == 1 and found[0][0] > 20, "nothing is done, whatever the method"
    assert all(strong < weak / 1.5 for strong, weak in zip(found[8], found[0]))


def test_luck_is_what_the_room_expects(make):
    reading = moved(make("pictures.luck"), known="age and sex", counted="each person once")
    small = TOWN[TOWN.groupby("block")["age"].transform("size") < 20]
    expected = attacks.guess_baseline(small, TOWN, ["age", "sex"], place="block")
    assert f"fewer than 20 only {expected:.0%}" in reading.text
