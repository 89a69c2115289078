"""Pictures of `coursekit.synthesis`; the head of `pictures_tests` says what the names mean."""

import re
from collections import Counter

import numpy as np
from pictures_tests import *

from coursekit import data
from coursekit.synthesis import colony_pictures, file_pictures, pictures

ADELIE = data.penguins().query("species == 'Adelie'")[["sex", "bill_length_mm", "flipper_length_mm"]].dropna()
PIP = ADELIE.loc[ADELIE["bill_length_mm"].idxmin()]
SETTINGS = {
    "colony_pictures.which": [{"made": how} for how in (colony_pictures.ONE_BY_ONE, colony_pictures.BY_ITSELF)],
    "colony_pictures.seeds": [
        {"how": how, "start": seed} for how, seed in ((colony_pictures.SAME_SEED, 1), (colony_pictures.ONE_GENERATOR, 1), (colony_pictures.SAME_SEED, 8))
    ],
    "pictures.spikes": [{"times": t} for t in (0, 1, 2)],
    "pictures.copies": [{"method": m, "leaf": k} for m, k in (("tree", 5), ("tree", 1), ("tree", 73), ("formula", 5), ("each column by itself", 5))],
    "pictures.kept": [
        {"part": p, "method": m, "order": o}
        for m, o, p in (
            ("each column by itself", "sex, bill, flipper", "everything"), ("formula", "flipper, bill, sex", "bill and flipper"),
            ("tree", "bill, flipper, sex", "flipper alone"), ("tree", "sex, bill, flipper", "everything"),
        )
    ],
    "pictures.private": [{"epsilon": e} for e in (0.1, 50)],
    "file_pictures.luck": [{"m": m} for m in (1, 20)],
    "file_pictures.intervals": [
        {"rule": r, "m": m, "data": d} for r, m, d in (("naive", 2, "full"), ("single", 20, "full"), ("full", 2, file_pictures.KINDS[1]), ("partial", 20, "partial"), ("partial", 1, "partial"))
    ],
}
ARGUMENTS = {
    "colony_pictures.which": {"confidential": ADELIE},
    "colony_pictures.seeds": {"confidential": ADELIE},
    "pictures.spikes": {"confidential": ADELIE},
    "pictures.copies": {"confidential": ADELIE, "pip": PIP},
    "pictures.kept": {"confidential": ADELIE},
    "pictures.private": {
        "confidential": ADELIE, "domain": {"sex": ["female", "male"]},
        "edges": {"bill_length_mm": np.arange(30, 49, 3), "flipper_length_mm": np.arange(170, 216, 9)},
    },
    "file_pictures.luck": {"mean": 38.8, "sd": 2.66},
}


def test_the_real_colony_is_named_and_stands_on_either_side(make):
    picture, sides = make("colony_pictures.which"), Counter()
    for seed in range(20):
        truth = moved(picture, seed, made=colony_pictures.ONE_BY_ONE).truth
        letter = picture.figure.axes[colony_pictures.ANSWERS.index(truth)]
        bills = np.concatenate([line.get_xdata() for line in letter.lines[-2:]])
        assert np.isin(bills, ADELIE["bill_length_mm"]).all(), "the real colony was measured"
        sides[truth] += 1
    assert min(sides.values()) >= 3 and len(sides) == 2


def test_a_seed_for_each_column_ties_them(make):
    told = [moved(make("colony_pictures.seeds"), how=how, start=3).text for how in (colony_pictures.SAME_SEED, colony_pictures.ONE_GENERATOR)]
    tied, free = (float(re.search(r"correlate at (0.\d+)", text)[1]) for text in told)
    assert tied > 0.9 > 0.6 > free


def test_a_prediction_alone_has_two_values(make):
    picture = make("pictures.spikes")
    reading = moved(picture, times=0)
    assert reading.truth == pictures.SPIKES and "two tall spikes" in reading.alt
    picture.mark(pictures.NARROW)
    heights = picture.moving[2].get_ydata()
    picture.mark(pictures.HILL)
    assert heights.max() > 1.9 * picture.moving[2].get_ydata().max(), "the guess is drawn"


def test_copies_are_counted_and_pip_is_looked_for(make):
    picture = make("pictures.copies")
    reading = moved(picture, method="tree", leaf=5)
    assert reading.truth == len(picture.moving[0].get_xdata()) and 0.2 < reading.truth / len(ADELIE) < 0.45
    assert moved(picture, method="formula", leaf=5).truth < 0.12 * len(ADELIE)
    said = {picture.moving[3].get_text() for seed in range(12) if moved(picture, seed, method="tree", leaf=1)}
    assert said == {"Pip is one of them.", "Pip is not one of them."}
    for value, corner in ((0, 0), (5, 5), (19, 19), (25, 19)):
        picture.mark(value)
        assert max(picture.moving[-2].get_xdata()) == max(corner, 0) - 0.5


def test_the_difference_of_the_sexes_vanishes_where_columns_are_drawn_alone(make):
    for key, more in (("pictures.copies", {"leaf": 5}), ("pictures.kept", {"part": "everything", "order": "sex, bill, flipper"})):
        lengths = {}
        for method in pictures.METHODS:
            picture = make(key)
            moved(picture, method=method, **more)
            lengths[method] = next(patch for patch in picture.figure.axes[1].patches).get_width()
        assert lengths["each column by itself"] < 0.25 < 0.6 < min(lengths["tree"], lengths["formula"])


def test_private_penguins_where_no_real_one_is(make):
    ghosts = [int(re.search(r"(\d+) stand", moved(make("pictures.private"), epsilon=e).text)[1]) for e in (50, 0.1)]
    assert ghosts[0] == 0 < 10 < ghosts[1]


def test_files_average_to_what_was_measured(make):
    picture = make("file_pictures.luck")
    near = {m: float(re.search(r"lies (0.\d+) mm", moved(picture, m=m).text)[1]) for m in (1, 20)}
    assert near[20] < near[1] / 2 and moved(picture, m=20).truth == file_pictures.MEASURED


def test_intervals_hold_the_truth_as_often_as_the_rule_says(make):
    for rule, low, high in (("naive", 0.78, 0.9), ("single", 0.91, 0.98)):
        assert low <= moved(make("file_pictures.intervals"), rule=rule, m=2, data="full").truth <= high
