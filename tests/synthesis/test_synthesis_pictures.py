"""Pictures of `coursekit.synthesis`; the head of `pictures_tests` says what the names mean."""

import re
from collections import Counter

import numpy as np
import pandas as pd
from pictures_tests import *

from coursekit import data, synthesis
from coursekit.plots import DARK, GREY, PALE, PURPLE, RED
from coursekit.synthesis import (colony_pictures, file_pictures, grid_pictures, pictures, search_pictures, snooper_pictures,
                                 tree_pictures)

ADELIE = data.penguins().query("species == 'Adelie'")[["sex", "bill_length_mm", "flipper_length_mm"]].dropna()
PIP = ADELIE.loc[ADELIE["bill_length_mm"].idxmin()]
GAMES = {
    "Pip": (ADELIE.drop(PIP.name), ADELIE.loc[[PIP.name]]),
    "Max": (ADELIE, ADELIE.loc[[PIP.name]].assign(sex="male", bill_length_mm=75.0)),
}
SETTINGS = {
    "colony_pictures.which": [{"made": how} for how in (colony_pictures.ONE_BY_ONE, colony_pictures.BY_ITSELF)],
    "pictures.spikes": [{"noise": mm} for mm in (0, 2.2, 4.5)],
    "pictures.copies": [{"method": m, "leaf": k} for m, k in (("tree", 5), ("tree", 1), ("tree", 73), ("formula", 5), ("each column by itself", 5))],
    "pictures.kept": [
        {"part": p, "method": m, "order": o}
        for m, o, p in (
            ("each column by itself", "sex, bill, flipper", "everything"), ("formula", "flipper, bill, sex", "bill and flipper"),
            ("tree", "bill, flipper, sex", "flipper alone"), ("tree", "sex, bill, flipper", "everything"),
        )
    ],
    "grid_pictures.private": [{"epsilon": e} for e in (0.1, 5)],
    "snooper_pictures.caught": [{"bird": bird, "epsilon": e} for bird, e in (("Pip", 0.1), ("Pip", 1), ("Max", 1), ("Max", 4))],
    "file_pictures.luck": [{"m": m} for m in (1, 20)],
    "file_pictures.layers": [{"rule": "minus", "m": m, "data": d} for d in file_pictures.KINDS for m in (2, 10)],
    "file_pictures.naive": [{"m": m} for m in (1, 20)],
    "file_pictures.intervals": [
        {"rule": r, "m": m, "data": d} for r, m, d in (("naive", 2, "full"), ("times", 20, "full"), ("minus", 2, file_pictures.ANEW), ("plus", 20, "partial"), ("plus", 1, "partial"))
    ],
}
ARGUMENTS = {
    "colony_pictures.which": {"confidential": ADELIE, "pip": PIP},
    "pictures.spikes": {"confidential": ADELIE},
    "pictures.copies": {"confidential": ADELIE, "pip": PIP},
    "pictures.kept": {"confidential": ADELIE},
    "grid_pictures.private": {"confidential": ADELIE, "edges": [np.arange(30, 49, 3), np.arange(170, 216, 9)], "pip": PIP},
    "snooper_pictures.caught": {"tables": GAMES},
    "file_pictures.luck": {"mean": 38.8, "sd": 2.66},
}


def test_the_real_colony_is_named_and_stands_on_either_side(make):
    picture, sides = make("colony_pictures.which"), Counter()
    for seed in range(20):
        truth = moved(picture, seed, made=colony_pictures.ONE_BY_ONE).truth
        letter = picture.figure.axes[colony_pictures.ANSWERS.index(truth)]
        bills = np.concatenate([line.get_xdata() for line in letter.lines[-2:]])
        assert not any(text.get_text() for text in picture.moving[4:]), "nothing is told before the answer"
        picture.mark(truth)
        told = [text.get_text() for text in letter.texts]
        assert "measured" in told and ("Pip" in told) == (PIP["bill_length_mm"] in bills)
        assert np.isin(bills, ADELIE["bill_length_mm"]).all(), "the real colony was measured"
        sides[truth] += 1
    assert min(sides.values()) >= 3 and len(sides) == 2


def test_no_real_penguin_comes_back_in_six_rounds(make):
    picture, met = make("colony_pictures.which"), Counter()
    for seed in range(6):
        truth = moved(picture, seed, made=colony_pictures.ONE_BY_ONE).truth
        for line, sex in zip(picture.figure.axes[colony_pictures.ANSWERS.index(truth)].lines[-2:], ("female", "male")):
            met.update((sex, *bird) for bird in line.get_xydata().tolist())
    assert met.total() == 6 * 24 and met <= Counter(ADELIE.itertuples(index=False, name=None))


def test_the_game_draws_from_the_regressions_of_the_lesson():
    noise, male = np.random.default_rng(1).normal(size=(2, 400)), np.arange(400) % 2 == 0
    _, bill, flipper = colony_pictures.chain(ADELIE)(noise, male)
    first, second = (synthesis.linear_fit(ADELIE, y, on=on) for y, on in (("bill_length_mm", ["sex"]),
                     ("flipper_length_mm", ["sex", "bill_length_mm"])))  # fmt: skip
    made = [np.ones(400), male.astype(float)]
    assert np.allclose(bill, np.transpose(made) @ first.params + np.sqrt(first.scale) * noise[0], rtol=1e-9)
    assert np.allclose(flipper, np.transpose([*made, bill]) @ second.params + np.sqrt(second.scale) * noise[1], rtol=1e-9)


def test_a_seed_for_each_column_ties_them():
    for seed in (1, 7):
        luck, other = (np.random.default_rng(k).normal(size=len(ADELIE)) for k in (seed, seed + 1))
        figures = colony_pictures.cloud(ADELIE, luck, other), colony_pictures.cloud(ADELIE, luck, luck)
        (real, free), (_, tied) = ([float(text.get_text().split()[1]) for ax in figure.axes for text in ax.texts
                                    if "correlation" in text.get_text()] for figure in figures)
        assert tied > 0.9 > 0.6 > free and round(real, 2) == 0.33


def test_a_prediction_alone_has_two_values(make):
    picture = make("pictures.spikes")
    reading = moved(picture, noise=0)
    assert reading.truth == pictures.SPIKES and "two tall spikes" in reading.alt
    picture.mark(pictures.NARROW)
    heights = picture.moving[2].get_ydata()
    picture.mark(pictures.HILL)
    assert [moved(picture, noise=mm) and "as wide" in picture.moving[1].get_text() for mm in (0, 1.2, 2.2, 3.2)] == [False, False, True, False]
    assert heights.max() > 1.9 * picture.moving[2].get_ydata().max(), "the guess is drawn"


def test_copies_are_counted_and_pip_is_looked_for(make):
    picture = make("pictures.copies")
    reading = moved(picture, method="tree", leaf=5)
    assert reading.truth == len(picture.moving[0].get_xdata()) and 0.2 < reading.truth / len(ADELIE) < 0.45
    assert moved(picture, method="formula", leaf=5).truth < 0.12 * len(ADELIE)
    said = {(picture.moving[4].get_text(), len(picture.moving[2].get_xdata())) for seed in range(12) if moved(picture, seed, method="tree", leaf=1)}
    assert said == {("in the ring: Pip", 1), ("Pip is not among the red ones", 0)}
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


def test_a_tree_leads_a_made_up_penguin_to_a_leaf_with_the_owners_of_her_bill():
    axes = tree_pictures.tree(ADELIE, sex="female", bill=35.0, pip=PIP).axes[0]
    told = [text.get_text() for text in axes.texts]
    assert {"bill over 40.75 mm?", "a male?", "bill over 34.45 mm?", "Pip"} <= set(told) and sum("?" in text for text in told) == 5
    said = [(text.get_text(), text.get_position()[0], text.get_color()) for text in axes.texts if text.get_text() in ("no", "yes")]
    assert [[one[0] for one in said[k : k + 2]] for k in range(0, 10, 2)] == [["no", "yes"]] * 5
    assert all(no[1] < yes[1] for no, yes in zip(said[::2], said[1::2])), "no is on the left"
    assert [text for text, _, colour in said if colour == DARK[PURPLE]] == ["no", "no", "yes", "no", "no"], "hers are in purple"
    leaf = {tuple(map(float, found.groups())): text for text in axes.texts
            if (found := re.match(r"bill ([\d.]+)\nflippers (\d+)", text.get_text()))}
    females = ADELIE[ADELIE["sex"] == "female"][["bill_length_mm", "flipper_length_mm"]].to_numpy().tolist()
    assert len(leaf) == 6 and all(list(bird) in females for bird in leaf)
    assert [bird for bird, text in leaf.items() if text.get_color() != tree_pictures.INK] == [(35.0, 190.0), (35.0, 192.0)]
    (ring,) = [line for line in axes.lines if line.get_marker() == "o"]
    marked = [line for line in axes.lines if line.get_marker() not in ("None", "o")]
    assert sum(ring.get_xydata()[0].tolist() in line.get_xydata().tolist() for line in marked) == 1, "the ring is around a penguin"
    stacks = [len(line.get_xdata()) for line in marked]
    assert sum(stacks) == len(ADELIE) + len(leaf), "everybody stands in a leaf, and hers are drawn twice"
    branches = [line for line in axes.lines if len(line.get_xdata()) == 3]
    assert len(branches) == 2 * (len([n for n in stacks if n > 1]) - 1), "each question parts them in two"


def test_the_snooper_of_the_picture_is_right_as_often_as_with_real_tables():
    """300 tables of each kind: chance moves a share by 3 points (one standard deviation), so 12 are never reached."""
    giant = pd.DataFrame({"sex": ["male"], "bill_length_mm": [75.0], "flipper_length_mm": [200.0]})
    shares, rng = snooper_pictures.games(ADELIE, giant, epsilon=1), np.random.default_rng(1)
    both = [pd.concat([ADELIE, giant], ignore_index=True), ADELIE]
    for way, method, sign in ((snooper_pictures.TREE, "cart", 75.0), (snooper_pictures.FORMULA, "parametric", 47.2)):
        seen = [np.mean([one["bill_length_mm"].max() >= sign for one in synthesis.implicates(
            table[["sex", "bill_length_mm"]], m=300, methods=method, rng=rng)]) for table in both]
        assert abs((1 + seen[0] - seen[1]) / 2 - shares[way]) < 0.06, way
    assert shares[snooper_pictures.NOISE] == 1 / (1 + np.exp(-1)) < shares[snooper_pictures.TREE]


def test_two_penguins_are_caught_in_as_many_games_as_their_bars_are_long(make):
    picture, told, answers = make("snooper_pictures.caught"), [], []
    for bird, epsilon in (("Pip", 1), ("Max", 1), ("Max", 0.1)):
        answers.append(moved(picture, bird=bird, epsilon=epsilon).truth)
        (ax,) = picture.figure.axes
        told.append([text.get_text() for text in ax.texts if re.match(r"at (least|most) \d", text.get_text())])
        *found, below, beyond = ax.patches
        assert [f"{bar.get_width():.0f}" for bar in (*found, below)] == [text.split()[-1] for text in told[-1]]
        assert {bar.get_x() for bar in (*found, below)} == {0} and beyond.get_x() + beyond.get_width() == 100
        assert [bar.get_fill() and bar.get_facecolor()[3] > 0 for bar in ax.patches] == [True, True, False, False], "a promise is no result"
        (wall,) = [line for line in ax.lines if line.get_linewidth() == 9]
        assert set(wall.get_xdata()) == {below.get_width()}
    shares = [(82, 54, 73), (82, 95, 73), (82, 95, 52)]
    assert told == [[f"at least {a}", f"at least {b}", f"at most {c}"] for a, b, c in shares]
    assert answers == [None, 95, 95], "the reader has to look for the huge bill"


def test_a_guess_about_the_huge_bill_stands_with_the_huge_bill_alone(make):
    picture = make("snooper_pictures.caught")
    guessed, yours = picture.moving[-2:]
    moved(picture, bird="Max", epsilon=1)
    assert not guessed.get_visible() and not yours.get_visible(), "nobody has guessed"
    for value in (50, 100):
        picture.mark(value)
        moved(picture, bird="Pip", epsilon=1)
        assert not guessed.get_visible() and not yours.get_visible()
        moved(picture, bird="Max", epsilon=3)
        picture.png()
        box, whole = yours.get_window_extent(), picture.figure.bbox
        assert guessed.get_visible() and list(guessed.get_xdata()) == [value]
        assert yours.get_text() == f"your guess: {value}" and whole.x0 < box.x0 and box.x1 < whole.x1


def test_one_huge_bill_widens_the_hill_and_one_short_one_does_not(make):
    picture, apart = make("snooper_pictures.caught"), {}
    (small,) = picture.figure.axes[0].child_axes
    for bird in GAMES:
        moved(picture, bird=bird, epsilon=1)
        without, with_ = (line.get_ydata() for line in small.lines)
        lengths = small.lines[0].get_xdata()
        assert np.allclose([heights.sum() * (lengths[1] - lengths[0]) for heights in (without, with_)], 100, atol=1)
        apart[bird] = abs(without - with_).max() / without.max()
        assert [text.get_text() for text in small.texts[1:]] == [f"without {bird}", f"with {bird}"]
    assert apart["Pip"] < 0.05 < 0.25 < apart["Max"]


def test_each_colony_of_a_search_is_a_square_in_the_colour_of_what_is_found():
    figure = search_pictures.hits({"by a tree": [2, 0, 1, 1, 0, 2, 2, *[0] * 93], "by the formula": [0] * 100})
    seen = [[{line.get_color(): len(line.get_xdata()) for line in ax.lines[:3]}, [text.get_text() for text in ax.texts]]
            for ax in figure.axes]
    assert seen[0] == [{PALE: 95, PURPLE: 2, RED: 3}, ["in colour: 5 with Pip's bill", "red: 3 with her whole row"]]
    assert seen[1] == [{PALE: 100, PURPLE: 0, RED: 0}, ["in colour: 0 with Pip's bill", "red: 0 with her whole row"]]
    places = np.concatenate([line.get_xydata() for line in figure.axes[0].lines[:3]])
    assert len(np.unique(places, axis=0)) == 100 and places.max() == 9


def test_private_penguins_stand_where_noisy_counts_put_them(make):
    picture = make("grid_pictures.private")
    asked, *numbers = picture.moving[:-6]
    lived, ghost, bar = picture.moving[-6:-3]
    ghosts, typical = {}, {}
    for epsilon in (0.1, 5):
        typical[epsilon] = moved(picture, epsilon=epsilon).truth
        noisy = [int(number.get_text().replace("−", "-")) for number in numbers]
        hers, *told = (int(number) for number in re.findall(r"[-+]?\d+", asked.get_text().replace("−", "-")))
        assert told[0] + told[1] == told[2] + told[3] == hers == noisy[2], "with Pip and without her, the same count can come out"
        assert sum(max(0, count) for count in noisy) == len(lived.get_xdata()) + len(ghost.get_xdata())
        ghosts[epsilon] = len(ghost.get_xdata())
        assert round(bar.get_width(), 2) == typical[epsilon]
        assert {number.get_color() for number, count in zip(numbers, noisy) if count < 0} <= {DARK[GREY]}
    assert ghosts[5] < 3 < 20 < ghosts[0.1] and abs(typical[0.1]) < 0.15 < typical[5] < 0.3
    assert moved(picture, 7, epsilon=5).truth == typical[5], "what is typical does not hang on the noise that is shown"


def test_a_guessed_correlation_stays_in_the_picture(make):
    picture = make("grid_pictures.private")
    moved(picture, 3, epsilon=5)  # with nobody in an empty cell
    whole, yours = picture.figure.bbox, picture.moving[-1]
    for value in (0, 0.3, 0.35, 0.6):
        picture.mark(value)
        picture.png()
        box = yours.get_window_extent()
        assert picture.moving[-2].get_xdata() == [value] and f"{value:.2f}" in yours.get_text()
        assert whole.x0 < box.x0 and box.x1 < whole.x1 and whole.y0 < box.y0
    assert picture.figure.axes[0].get_position().width > 0.95, "nobody who stands at an edge makes it smaller"


def test_real_penguins_are_counted_before_the_noise():
    edges = ARGUMENTS["grid_pictures.private"]["edges"]
    counts = np.histogram2d(ADELIE["bill_length_mm"], ADELIE["flipper_length_mm"], edges)[0].astype(int)
    grid, told = grid_pictures.counted(counts, edges=edges, pip=PIP).axes
    assert sorted(int(text.get_text()) for text in grid.texts) == sorted(counts.ravel()) and counts.sum() == len(ADELIE)
    frame = grid.lines[0].get_xydata()
    (inside,) = [text for text in grid.texts if (frame.min(0) < text.get_position()).all() and (frame.max(0) > text.get_position()).all()]
    assert inside.get_text() == "1" and told.texts[1].get_text() == "1 with Pip,\n0 without her"


def test_what_is_taken_stands_as_bars_from_zero():
    figure = grid_pictures.taken({"real": (0.0, 0.65), "made up": (0.17, 0.42)})
    wrong, bond = figure.axes
    assert [[bar.get_width() for bar in ax.patches] for ax in (wrong, bond)] == [[0, 0.17], [0.65, 0.42]]
    assert [text.get_text() for text in (*wrong.texts, *bond.texts)] == ["0%", "17%", "0.65", "0.42"]
    assert wrong.get_xlim()[0] == bond.get_xlim()[0] == 0


def test_rules_add_up_what_happens_where_they_are_made_for():
    right = {"times": {"full", "full, ten times as long"}, "plus": {"full", "partial", "full, coefficients drawn anew"},
             "minus": {"full, coefficients drawn anew"}, "naive": set()}
    for rule, kinds in right.items():
        picture = file_pictures.layers()
        assert {kind for kind in file_pictures.KINDS if moved(picture, rule=rule, m=5, data=kind).text.endswith(": right.")} == kinds


def test_files_average_to_what_was_measured(make):
    picture = make("file_pictures.luck")
    near = {m: float(re.search(r"lies (0.\d+) mm", moved(picture, m=m).text)[1]) for m in (1, 20)}
    assert near[20] < near[1] / 2 and moved(picture, m=20).truth == file_pictures.MEASURED


def test_intervals_hold_the_truth_as_often_as_the_rule_says(make):
    for rule, m, data, share in (("naive", 1, "full", 0.834), ("times", 2, "full, ten times as long", 0.95), ("plus", 20, "partial", 0.95)):
        assert abs(moved(make("file_pictures.intervals"), rule=rule, m=m, data=data).truth - share) < 0.02
