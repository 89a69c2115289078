"""Pictures of `coursekit.risk`; the head of `pictures_tests` says what the names mean."""

import functools
import itertools

import numpy as np
import pandas as pd
import pytest
from pictures_tests import *

from coursekit import risk
from coursekit.risk import scorecards as scorecard


def patients(n, rng):
    """Made-up people with two keys, their age, an income and an illness."""
    people = pd.DataFrame({"tract": rng.integers(10, size=n).astype(str), "sex": rng.choice(["female", "male"], n), "age": rng.integers(18, 91, n)})
    return people.assign(income=rng.lognormal(10, 0.5, n).round(), illness=np.where(rng.random(n) < people["age"] / 100, "pills", "opioids"))


ILL = patients(300, np.random.default_rng(1))
PATIENTS, OTHERS = ILL[:150], ILL[150:].reset_index(drop=True)
MEMORY = {s: risk.memorizing_synthesis(PATIENTS, share=s, rng=np.random.default_rng(2)) for s in (0.0, 0.4, 1.0)}
EXPOSED = {"confidential": PATIENTS, "holdout": OTHERS}
STRANGERS = [risk.memorizing_synthesis(PATIENTS, share=0, rng=np.random.default_rng(seed)) for seed in (3, 4)]
CLINIC = EXPOSED | {"releases": {1: [PATIENTS, PATIENTS], 5: STRANGERS}}


@functools.cache
def cards():
    asked = {"keys": ["tract", "sex"], "sensitive": "illness", "target": "income"}
    made = {
        ("clinic", name): scorecard.scorecard(PATIENTS, MEMORY[share], OTHERS, **asked, rng=np.random.default_rng(1))
        for name, share in (("strangers", 0.0), ("copies", 1.0))
    }
    ages = [frame[["age"]] for frame in (PATIENTS, MEMORY[0.0], OTHERS)]
    return made | {("numbers", "strangers"): scorecard.scorecard(*ages, rng=np.random.default_rng(1))}


SETTINGS = {
    "pictures.linkage": [{"group": group} for group in (1, 5)],
    "pictures.illness": [{"group": group} for group in (1, 5)],
    "pictures.presence": [{"group": g, "mistakes": a} for g, a in itertools.product((1, 5), (2, 60))],
    "clinic_pictures.card": [{"group": group} for group in (1, 5)],
    "clinic_pictures.outlier": [{"limit": limit} for limit in (10**6, 60_000, 40_000)],
    "closest_pictures.closest": [
        {"release": r, "direction": d} for r, d in itertools.product(("strangers", "some", "copies"), ("synthetic to confidential", "confidential to synthetic"))
        if r != "copies" or d == "synthetic to confidential"  # a copy is as far from the file as the file is from it
    ],
    "scorecard_pictures.card": [{"file": f, "release": r} for f, r in (("clinic", "strangers"), ("clinic", "copies"), ("numbers", "strangers"))],
    "scorecard_pictures.trade": [{"family": f, "step": k} for f, k in itertools.product(("trees", "memorizing"), (0, 2))],
}
ARGUMENTS = {
    "pictures.linkage": CLINIC | {"keys": ["tract", "sex", "age"]},
    "pictures.illness": CLINIC | {"keys": ["tract", "sex", "age"], "target": "illness"},
    "pictures.presence": CLINIC,
    "clinic_pictures.card": CLINIC | {
        "keys": ["tract", "sex", "age"], "target": "illness", "accused": 8,
        "wanted": lambda people: (people["age"] > 50).mean(), "question": "older than 50",
    },
    "clinic_pictures.outlier": {"confidential": PATIENTS, "with_her": [PATIENTS, OTHERS] * 20, "without_her": STRANGERS * 20, "column": "income"},
    "closest_pictures.closest": EXPOSED | {"releases": {"strangers": MEMORY[0.0], "some": MEMORY[0.4], "copies": MEMORY[1.0]}},
    "scorecard_pictures.trade": {
        "curves": {
            "trees": pd.DataFrame({"risk": [0.5, 0.6, 0.76], "utility": [0.9, 0.915, 0.91]}, index=["leaves of 50", "leaves of 5", "leaves of 1"]),
            "memorizing": pd.DataFrame({"risk": [0.5, 0.7, 1.0], "utility": [0.83, 0.88, 1.0]}, index=["0% copied", "40% copied", "100% copied"]),
        },
        "reference": 0.89, "risk": "AUC of membership", "utility": "rows in the right cells, by pairs",
    },
    "scorecard_pictures.card": lambda: {"cards": cards()},
}


def test_readings_of_attacks_say_what_the_definitions_say(make):
    """Groups of one: a copy of everybody; of five: columns drawn one by one."""
    linkage = make("pictures.linkage")
    copy = moved(linkage, group=1)
    single = (PATIENTS.groupby(["tract", "sex", "age"])["age"].transform("size") == 1).sum()
    assert copy.text.startswith(f"Groups of one: {single} of 150 patients and 0 of 150 outsiders are found")
    assert "Nora is found in 2 of 2 files, Vera in 0." in copy.text and copy.truth == single
    assert ": 0 of 150 patients and 0 of 150 outsiders are found" in moved(linkage, group=5).text
    illness = make("pictures.illness")
    assert "right about 97 of 100 patients" in moved(illness, group=1).text
    presence = make("pictures.presence")
    assert "he names 150 patients, and 2 outsiders by mistake" in moved(presence, group=1, mistakes=2).text
    assert moved(presence, group=1, mistakes=2).truth == 150
    card = make("clinic_pictures.card")
    copy, older = moved(card, group=1).text, (PATIENTS["age"] > 50).mean()
    assert copy.startswith("Groups of one: exposes people. 3 of 3 attacks")
    assert "beat luck; none does with groups of 5." in copy and f"reads {older:.0%}; the truth is {older:.0%}." in copy
    assert "no leak found. 0 of 3" in moved(card, group=5).text and moved(card, group=5).truth == 5
    reading = moved(make("closest_pictures.closest"), release="copies", direction="synthetic to confidential")
    assert "100% of the released rows equal a person, 0% of the holdout's do. 100% are nearer" in reading.text
    assert "(100% to 100%; harmless: 50%)" in reading.text


@pytest.mark.parametrize(("less", "told"), [(0.09, "."), (0.11, ", so she is misled.")])
def test_the_director_is_misled_beyond_the_tolerance(less, told):
    """A verdict of its own, green or red, however safe the file is."""
    from coursekit.plots import DARK, GREEN, RED

    wanted = lambda people: 0.5 - less * (people is not PATIENTS)
    asked = ARGUMENTS["clinic_pictures.card"] | {"wanted": wanted, "releases": {5: STRANGERS}}
    card = risk.clinic_pictures.card(**CLINIC | asked)
    assert moved(card, group=5).text.endswith(f"the truth is 50%{told}")
    (stamp,) = (one for one in card.moving if getattr(one, "get_text", str)().endswith(f"{100 * less:.0f} points off"))
    assert stamp.get_gid() == DARK[RED if less > 0.1 else GREEN]


def test_the_two_whose_names_we_know_are_coloured_as_they_are_named(make):
    """Nora is red where she is named; she and Vera are not among the small dots as well."""
    from coursekit.plots import ORANGE, RED

    presence = make("pictures.presence")
    for group, colour in ((1, RED), (5, ORANGE)):
        moved(presence, group=group, mistakes=2)
        big = [one for one in presence.moving if getattr(one, "get_markersize", int)() == 13]
        assert [one.get_markerfacecolor() for one in big][0] == colour and len(big) == 2
        small = [one for one in presence.moving if getattr(one, "get_markersize", int)() == 5]
        assert sum(one.get_xdata().size for one in small) == 2 * (len(PATIENTS) - 1)


def test_the_richest_is_seen_where_she_stands_alone_and_not_where_others_are_cut_off_with_her(make):
    outlier = make("clinic_pictures.outlier")
    alone, cut = moved(outlier, limit=10**6), moved(outlier, limit=40_000)
    most = PATIENTS["income"].max()
    strangers = 20 * sum((file["income"] == most).any() for file in STRANGERS)
    assert f"shows ${most:,.0f} in 20 of 40 files with her, in {strangers} without her, so it does not tell who was there." in alone.text
    files = {"with_her": [PATIENTS, OTHERS] * 20, "without_her": [OTHERS] * 40}
    away = risk.clinic_pictures.outlier(PATIENTS, **files, column="income")
    assert "in 20 of 40 files with her, in 0 without her, so it gives her away." in moved(away, limit=10**6).text
    few = {"with_her": [PATIENTS, OTHERS, OTHERS, OTHERS] * 10, "without_her": [PATIENTS] * 8 + [OTHERS] * 32}  # 10 and 8 of 40
    near = risk.clinic_pictures.outlier(PATIENTS, **few, column="income")
    assert "it does not tell who was there (up to 7 more may be luck)." in moved(near, limit=10**6).text
    assert alone.truth == 20 and "1 stand" in alone.alt and "falls" not in alone.text and "income falls by $" in cut.text
    assert "shows $40,000 in 40 of 40 files with her, in 40 without her, so it does not tell who was there" in cut.text
    assert f"{(PATIENTS['income'] >= 40_000).sum()} stand" in cut.alt


def test_luck_leaves_nora_orange(make):
    """Her squares are red if the attack beats luck and finds her more often than Vera, and orange otherwise."""
    from coursekit.plots import BLUE, ORANGE, PALE, RED
    from coursekit.plots.people import page
    from coursekit.risk.people_pictures import Diary
    from matplotlib.colors import to_rgb

    figure, ax = page("", 200)
    diary = Diary(ax, ((0, 0), (54, 0)), 10)

    def shown():  # the colour in the middle of each square
        figure.canvas.draw()
        image, middles = np.asarray(figure.canvas.buffer_rgba()), diary.squares.at.mean(axis=0).astype(int)
        return [tuple(image[-1 - y, x, :3]) for x, y in middles]

    def rows(hers, her_colour, veras):
        colours = [her_colour] * hers + [PALE] * (10 - hers) + [BLUE] * veras + [PALE] * (10 - veras)
        return [tuple(round(255 * part) for part in to_rgb(colour)) for colour in colours]

    for hers, others, colour in ((3, 0, ORANGE), (9, 1, ORANGE), (3, 50, RED), (0, 50, RED)):
        caught = np.zeros((2, 10, 400), bool)
        caught[0, :hers, 0], caught[0, :, 1 : 1 + others] = True, True
        assert diary.show(caught) == [hers, 0] and diary.figures[0].classes[0] == (colour == RED and hers > 0)
        assert shown() == rows(hers, colour, 0)
        caught[1, :hers, 0] = True  # Vera, who was never there, is found as often
        assert diary.show(caught) == [hers, hers] and diary.figures[0].classes[0] == 0
        assert shown() == rows(hers, ORANGE, hers)


def test_readings_of_scorecards_and_curves_say_what_the_definitions_say(make):
    card = make("scorecard_pictures.card")
    copy = moved(card, file="clinic", release="copies")
    assert copy.text.startswith("clinic, copies: 8 of the 8 figures with a diamond are as good as the holdout's")
    for name in risk.scorecard_pictures._UTILITY:  # a copy loses nothing, and no figure of the table has lost its name
        assert f"{name} 0.00" in copy.alt
    assert all(f"{name} " in copy.alt for name in risk.scorecard_pictures._RISK)
    assert "copies 1.00, DCR 1.00, NNDR 1.00, nearer rows 1.00, membership 1.00, found at 1% alarms 1.00" in copy.alt
    table = cards()["clinic", "strangers"].table.set_index("figure")["value"]
    strange = moved(card, file="clinic", release="strangers").alt
    assert f"membership {2 * table['AUC of membership inference'] - 1:.2f}" in strange
    assert f"pairs of columns {1 - table['overlap of pairs of columns']:.2f}" in strange
    assert "CAP" not in moved(card, file="numbers", release="strangers").alt
    trade = make("scorecard_pictures.trade")
    assert "“trees, leaves of 5” is safer and more useful." in moved(trade, family="trees", step=9).text
    assert "“trees, leaves of 50” is safer" in moved(trade, family="memorizing", step=1).text
    assert "None drawn so far" in moved(trade, family="memorizing", step=0).text
