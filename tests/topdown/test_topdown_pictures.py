"""Pictures of `coursekit.topdown`; the head of `pictures_tests` says what the names mean."""

import itertools
import re

import numpy as np
from pictures_tests import *
from scipy.special import ndtri

from coursekit import data, plots, topdown
from coursekit.topdown import bias, pictures
from coursekit.topdown import building_pictures as building
from coursekit.topdown import paying_pictures as paying
from coursekit.topdown.hierarchy import regular, skewed_counts
from coursekit.topdown.invariants import Invariants, node_totals

STATE = regular(["state", "county", "tract", "block"], [4, 3, 20])
TRACTS = regular(["state", "county", "tract"], [4, 10])
INHABITANTS = {s: skewed_counts(STATE, persons=9600, cells=8, skew=s, rng=np.random.default_rng(1)) for s in (0.0, 1.0, 2.0)}
SETTINGS = {
    "pictures.budget": [{"epsilon": e, "favoured": f} for e, f in itertools.product((0.1, 20.0), (pictures.ALIKE, "county", "block"))],
    "pictures.gains": [
        {"epsilon": e, "negative": n, "rule": r, "skew": s}
        for e, n, r, s in (
            (0.2, "forbidden", "nearest", 2.0), (0.2, "allowed", "nearest", 0.0), (20.0, "forbidden", "first", 0.0), (20.0, "allowed", "random", 2.0),
        )
    ],
    "spending_pictures.methods": [{"epsilon": e, "leaves": k, "negative": n} for e, k, n in itertools.product((0.1, 10.0), (0.05, 0.9), ("forbidden", "allowed"))],
    "spending_pictures.queries": [{"epsilon": e, "total": t} for e, t in itertools.product((0.1, 10.0), (0.05, 0.95))],
    "swapping_pictures.same_blocks": [{"share": s, "epsilon": e} for s, e in itertools.product((0.02, 1.0), (0.5, 16.0))],
    "paying_pictures.places": [{"runs": k, "way": w} for k, w in itertools.product((1, 5000), paying.WAYS)],
    "paying_pictures.country": [{"way": w, "sigma": s} for w, s in itertools.product(paying.WAYS, (20, 250))],
    "building_pictures.empty_cells": [{"noise": n, "epsilon": e} for n, e in itertools.product((building.SKIPPED, building.ALL), (0.1, 2.0))],
    "building_pictures.houses": [{"rules": r} for r in (building.KEPT, building.IGNORED)],
    "bias_pictures.district": [{"many": n} for n in (5, 20, 40)],
    "building_pictures.descent": [{"step": step} for step in building.STEPS],
    "bias_pictures.views": [
{"size": n, "way": w} for n, w in itertools.product((0, 2000), ("as measured", "negatives cut off", "true total kept")) if w != "negatives cut off" or n == 0
    ],
    "bias_pictures.siblings": [{"rule": r, "siblings": n} for r, n in (("first", 2), ("first", 20), ("random", 3), ("nearest", 20))],
}
SMALL = np.flatnonzero(INHABITANTS[1.0].sum(axis=1) < 20)[:40]
CENSUS = data.simulate_census(rng=np.random.default_rng(86))
SAME = {"people": CENSUS, "tree": topdown.spine(CENSUS, ["state", "county", "tract", "block"]), "kinds": {"hispanic": [False, True]}}
ARGUMENTS = {
    "bias_pictures.district": lambda: {"tree": STATE, "counts": INHABITANTS[1.0], "leaves": SMALL, "epsilon": 1, "rng": np.random.default_rng(4)},
    "swapping_pictures.same_blocks": SAME | {"members": [1], "group": "Hispanic people"},
    "pictures.budget": {"tree": STATE, "counts": INHABITANTS[1.0]},
    "pictures.gains": {"tree": STATE, "populations": INHABITANTS},
    "spending_pictures.methods": {"tree": STATE, "counts": INHABITANTS[1.0]},
    "spending_pictures.queries": {"tree": TRACTS, "counts": skewed_counts(TRACTS, persons=160_000, cells=8, skew=1, rng=np.random.default_rng(1))},
    "paying_pictures.places": lambda: {"sizes": {"hamlet": 8, "town": 600, "city": 9000}, "sigma": 20, "first": [-3, 607, 9004], "rng": np.random.default_rng(0)},
    "building_pictures.houses": {"epsilon": 0.5},
    "paying_pictures.country": lambda: {"rng": np.random.default_rng(0)},
    "building_pictures.descent": {"total": 200, "truth": [[177, 23], [80, 72, 25, 13, 3, 7]], "measured": [[186, 30], [84, 67, 24, 16, -4, 8]]},
}


def test_readings_of_bent_counts_say_what_the_theory_says(make):
    country = make("paying_pictures.country")
    field = bias.mean_field(np.rint(600 * np.exp(2.4 * ndtri((np.arange(3143) + 0.5) / 3143))).astype(int), sigma=200)
    said = moved(country, sigma=200, way="true total kept")
    assert f"each large one loses {field.tau:.0f}." in said.text and f"{field.bias.clip(0).sum():,.0f} people are moved" in said.text
    assert said.truth == round(field.bias.clip(0).sum()) == moved(country, sigma=20, way="as measured").truth, "the guess is about how it opens"
    # a county of nobody gains sigma / sqrt(2 pi) where the noise is cut off
    assert "gain up to 80." in moved(country, sigma=200, way="negatives cut off").text
    assert "no county gains or loses" in moved(country, sigma=200, way="as measured").text
    gain = {way: float(re.search(r"hamlet is off by ([+−]?[\d.]+)", moved(make("paying_pictures.places"), runs=5000, way=way).text)[1].replace("−", "-")) for way in paying.WAYS}
    assert abs(gain["as measured"]) < 1.2 < 3 < min(gain["true total kept"], gain["negatives cut off"]), "the fix lifts the hamlet, the noise does not"
    views = make("bias_pictures.views")
    user = re.search(r"the truth is (\d+) on average", moved(views, size=300, way="as measured").text)[1]
    assert 190 <= int(user) <= 250, "more small counties than large ones can have become a 300"
    siblings = make("bias_pictures.siblings")
    assert re.search(r"gains \+0\.4\d people per cell, the last −0\.4\d", moved(siblings, rule="first", siblings=10).text)
    for rule in ("nearest", "random"):
        assert re.search(r"gains [+−]0\.0[0-4] people per cell", moved(siblings, rule=rule, siblings=10).text)


def test_readings_of_a_spent_budget_say_what_the_release_says(make):
    budget = make("pictures.budget")
    even = moved(budget, epsilon=1.0, favoured=pictures.ALIKE)
    known = Invariants(totals=node_totals(STATE, INHABITANTS[1.0], ["state"]))
    release = topdown.topdown(STATE, INHABITANTS[1.0], epsilon=1.0, shares=[0.25] * 4, invariants=known, rng=np.random.default_rng(0))
    off = topdown.accuracy(STATE, INHABITANTS[1.0], release.tables)["MAE"]
    assert f"a tract by {plots.plain(off['tract'])} of 800" in even.text and "all levels alike" in even.text and even.text.endswith("The state is exact.")
    assert even.truth == round(off["block"]) == moved(budget, epsilon=20.0, favoured="block").truth
    counties = {w: float(re.search(r"county is off by ([\d.,]+)", moved(budget, epsilon=1.0, favoured=w).text)[1].replace(",", "")) for w in (pictures.ALIKE, "county")}
    assert counties["county"] < counties[pictures.ALIKE], "who gets more is off by less"
    queries = make("spending_pictures.queries")
    totals = [float(re.search(r"county the total by ([\d.]+)", moved(queries, epsilon=1.0, total=t).text)[1]) for t in (0.05, 0.95)]
    assert totals[1] < totals[0] / 3
    off = {n: float(re.search(r"([\d,]+) \([\d.,]+\) bottom-up", moved(make("spending_pictures.methods"), epsilon=1.0, leaves=0.25, negative=n).text)[1].replace(",", "")) for n in ("forbidden", "allowed")}
    assert off["forbidden"] > 3 * off["allowed"], "what is cut off below 0 adds up"


def test_a_guess_of_who_pays_is_drawn_with_the_same_sum(make):
    picture = make("paying_pictures.places")
    for answer, paid in ((paying.LARGEST_PLACE, [0, 1]), (paying.BY_SIZE, [600 / 9600, 9000 / 9600]), (paying.ALIKE, [0.5, 0.5])):
        picture.mark(answer)
        gain, *others = (bar.get_height() for bar in picture.moving[6:9])  # after three bands and three bars
        assert gain > 3 and np.allclose(others, -gain * np.array(paid))


def test_who_pays_is_known_after_many_releases_of_which_the_first_is_given(make):
    picture = make("paying_pictures.places")
    told = moved(picture, runs=1, way=paying.WAYS[2])  # the hamlet gets 0, the others give 1.5 each
    assert told.text == "One release, true total kept: the hamlet is off by −8.0 people, the others by +2.5 to +5.5." and told.truth is None
    assert moved(picture, runs=1, way=paying.WAYS[0]).text.endswith("off by −11 people, the others by +4.0 to +7.0.")
    assert moved(picture, runs=paying.MANY - 1, way=paying.WAYS[2]).truth is None
    assert moved(picture, runs=paying.MANY, way=paying.WAYS[0]).truth is None
    assert moved(picture, runs=paying.MANY, way=paying.WAYS[2]).truth == paying.ALIKE


def test_mean_errors_by_size_are_those_of_the_places():
    ax = paying.by_size(np.array([0, 19, 20, 150, 900]), np.array([4, 2, -1, 0, -6])).axes[0]
    assert [bar.get_height() for bar in ax.patches] == [3, -1, 0, 0, -6]
    assert [text.get_text() for text in ax.texts] == ["+3.0", "−1.0", "0", "0", "−6.0"]
    assert ax.get_xticklabels()[0].get_text() == "0 to 19 people\n2 blocks"


def test_bias_adds_up_in_a_district_and_noise_does_not(make):
    """A hundred releases; a measured mean strays by more than two of its "chance" in 1 of 16,000 seeds."""
    district = make("bias_pictures.district")
    numbers = [list(map(float, re.findall(r"[+±−](\d[\d.]*)", moved(district, many=n).text.replace(",", "")))) for n in (5, 40)]
    (few, *_), (many, measured, chance) = numbers
    assert 5 < many / few < 11 and measured < 2 * chance < many
    assert abs(moved(district, many=5).truth - many) <= 50


def test_public_rules_leave_only_observed_zeros_to_the_noise(make):
    houses = make("building_pictures.houses")
    for seed in range(20):
        table = list(map(int, re.findall(r"\d+", moved(houses, seed, rules=building.KEPT).alt.partition("published: ")[2])))[:12]
        assert sum(table) == 38 and table[3] == 0 and not any(table[k] for k in (4, 5, 8, 9)) and table[2] >= 1 and table[11] + table[10] >= 1


def test_a_skipped_cell_shows_as_often_as_is_said(make):
    """The noise would have to be −1; of 2,000 releases the share is off by 0.04, five standard errors, in less than 1 of a million."""
    picture, truth = make("building_pictures.empty_cells"), moved(make("building_pictures.empty_cells"), noise=building.SKIPPED, epsilon=1.0).truth
    shown = np.mean(["the only one" in moved(picture, seed, noise=building.SKIPPED, epsilon=1.0).text for seed in range(2000)])
    assert abs(shown - truth) < 0.04
    assert "hers may be one of them" in moved(picture, noise=building.ALL, epsilon=1.0).text


def test_counts_that_are_shared_out_add_up(make):
    descent = make("building_pictures.descent")
    assert [moved(descent, step=step).truth for step in building.STEPS] == [None, 22, 22]
    rows = [list(map(int, re.findall(r"-?\d+", part))) for part in re.findall(r"\[(.+?)\]", moved(descent, step=building.STEPS[-1]).alt)]
    assert rows == [[200], [178, 22], [85, 68, 25, 15, 0, 7]]


def test_swapping_keeps_totals_and_makes_special_blocks_ordinary(make):
    """Over twenty draws; a single one of these means strays by about one person."""
    blocks = make("swapping_pictures.same_blocks")
    said = [moved(blocks, seed, share=0.5, epsilon=1.0).text for seed in range(20)]
    lost = [float(re.search(r"and ([+−]?[\d.]+) where", text)[1].replace("−", "-")) for text in said]
    assert np.mean(lost) < -1
    # the first "off by" a block's total is the swapped one
    assert [text.get_text() for text in blocks.moving if hasattr(text, "get_text")][0].partition("\n")[0].endswith("off by 0")


def test_who_is_first_gains_and_small_places_gain(make):
    gains = make("pictures.gains")
    first = {
        rule: float(re.search(r"each list: ([+−]?[\d.]*\d)", moved(gains, epsilon=20.0, negative="forbidden", rule=rule, skew=1.0).text)[1].replace("−", "-"))
        for rule in ("nearest", "first")
    }
    assert first["first"] > 1 > abs(first["nearest"])
    found = {}
    for negative in ("forbidden", "allowed"):
        text = moved(gains, epsilon=1.0, negative=negative, rule="nearest", skew=2.0).text.replace("−", "-")
        found[negative] = [abs(float(mean)) / float(chance) for mean, chance in re.findall(r": (?:\+|(?=-))(-?[\d.]*\d) \(chance: ±([\d.]*\d)\)", text)[:2]]
        assert negative == "allowed" or re.search(r"people: \+.* or more: -", text), "small gain, large pay"
    # "chance" is two standard errors: by chance alone one of two means passes 1.5 of them in 0.5% of seeds
    assert min(found["forbidden"]) > 1.5 > max(found["allowed"]), "negative counts allowed, chance is all there is"
