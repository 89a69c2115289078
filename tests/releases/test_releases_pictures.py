"""Pictures of `coursekit.releases`; the head of `pictures_tests` says what the names mean."""

import numpy as np
import pandas as pd
import pytest
from pictures_tests import *

from coursekit.mechanisms.calibration import gaussian_sigma
from coursekit.releases import deeper_pictures, group_pictures, map_pictures, mwem_rounds, nudge_pictures, pictures
from coursekit.releases.questions import all_questions, cell_counts
from coursekit.releases.survey import town_survey

TOWN = town_survey(2000, rng=np.random.default_rng(44))

SETTINGS = {
    "pictures.separate": [
        {"asked": k, "way": way} for k, way in ((8, pictures.ALONE), (448, pictures.ALONE), (448, pictures.BY_TABLE), (224, pictures.NORMAL), (448, pictures.NORMAL))
    ],
    "pictures.learning": [{"done": t, "epsilon": e, "people": n} for t, e, n in ((1, 0.1, 500), (9, 10.0, 50_000), (10, 1.0, 2000), (10, 1.0, 50_000))]
    + [{"done": 0, "epsilon": 1.0, "people": 2000}],
    "group_pictures.small_groups": [{"known": k, "epsilon": e} for k, e in ((1, 1.0), (2, 0.1), (7, 1.0), (7, 10.0))],
    "map_pictures.empty_squares": [{"threshold": t} for t in (0, 3, 27, 40)],
    "nudge_pictures.nudges": [{"step": s, "heard": h} for s, h in ((0, 10), (1, 30), (10, 90))],
    "tree_pictures.growing_tree": [{"joined": k, "epsilon": e} for k, e in ((0, 1.0), (3, 1.0), (7, 1.0), (7, 0.02))],
    "deeper_pictures.dual_bills": [{"step": s, "ways": k} for s, k in ((0.05, 3), (0.8, 2))],
    "deeper_pictures.makers": [
        {"epsilon": e, "use": use, "harm": harm} for e, use, harm in ((1, "pairs of columns", "was she there?"), (10, "worst column", "nearer to her than to others"))
    ],
}  # fmt: skip


class Card:
    """What the picture of makers asks of a scorecard."""

    def __init__(self, good, bad):
        starts = [*deeper_pictures.USES.values(), *deeper_pictures.RISKS.values()]
        values = [good, 0.9 - good, bad, bad - 0.01]
        self.table = pd.DataFrame({"figure": starts, "value": values, "reference": [0.88, 0.1, np.nan, np.nan]})
        self.table["low"], self.table["high"] = self.table["value"] - 0.03, self.table["value"] + 0.03


CARDS = {
    (maker, epsilon): Card(good + (0.04 * (epsilon > 1) if maker == "a tree" else 0), bad)
    for epsilon in (1, 10) for maker, good, bad in (("a copy", 1.0, 0.97), ("a tree", 0.8, 0.51), ("MWEM", 0.7, 0.49))
}  # fmt: skip
ARGUMENTS = {
    "tree_pictures.growing_tree": {"frame": TOWN, "delta": 1e-6},
    "deeper_pictures.makers": {"cards": CARDS},
}
OPENS = {
    "pictures.separate": (50, {"asked": 448, "way": pictures.ALONE}),
    "pictures.learning": (20, {"done": 10, "epsilon": 1.0, "people": 2000}),
    "group_pictures.small_groups": (9, {"known": 7, "epsilon": 1.0}),
    "map_pictures.empty_squares": (1000, {"threshold": 0}),
    "nudge_pictures.nudges": (40, {"step": 1, "heard": 30}),
    "tree_pictures.growing_tree": (0.5, {"joined": 7, "epsilon": 1.0}),
    "deeper_pictures.dual_bills": (3, {"step": 0.8, "ways": 3}),
}


@pytest.mark.parametrize("key", OPENS)
def test_a_guess_stays_in_the_picture(make, key):
    guess, values = OPENS[key]
    picture = make(key)
    moved(picture, **values)
    before = picture.png()
    picture.mark(guess)
    moved(picture, **values)
    assert picture.png() != before


def test_what_is_guessed_is_what_the_lesson_says(make):
    found = {key: moved(make(key), **values).truth for key, (_, values) in OPENS.items()}
    assert list(found.values()) == [150, 9, 21, 8900, 48, 1.0, 25]


def test_answers_alone_are_worse_than_no_look(make):
    picture = make("pictures.separate")
    said = moved(picture, asked=448, way=pictures.ALONE).text
    assert "448 people on average, and the worst by 150 points, more than if nobody looked (29)" in said
    assert "112 people on average, and the worst by 37 points, more" in moved(picture, asked=448, way=pictures.BY_TABLE).text
    assert "less than if nobody looked" in moved(picture, asked=80, way=pictures.ALONE).text
    assert pictures.worst_alone(pictures.ALONE)[0][-1] == pytest.approx(1.4970, abs=1e-4)


def test_the_worst_of_normal_answers_is_as_far_off_as_drawn():
    """A mean of 20,000 largest of 448: its standard error is about .02 of the scale, so six are .12 of 45 people."""
    sigma = gaussian_sigma(sensitivity=1, epsilon=1, delta=1e-6) * np.sqrt(112)
    drawn = np.mean([np.abs(np.random.default_rng(k).normal(scale=sigma, size=(1000, 448))).max(axis=1).mean() for k in range(20)])
    assert 2000 * pictures.worst_alone(pictures.NORMAL)[0][-1] == pytest.approx(drawn, abs=6 * 0.4 * sigma / np.sqrt(20_000))


def test_the_question_is_said_in_words():
    questions, counts = all_questions(8, ways=3), cell_counts(TOWN)
    asked = {pictures._in_words(k): k for k in range(448)}
    assert len(asked) == 448
    true = (~TOWN["young"] & TOWN["married"] & ~TOWN["smokes"]).sum()
    assert questions[asked["older, married, does not smoke"]] @ counts == true


def test_the_ghosts_and_the_hut(make):
    """9,274 empty squares at .9595 people each; sd of one square 1.7, so six of the sum are 980."""
    picture = make("map_pictures.empty_squares")
    first = moved(picture, threshold=0)
    ghosts = int(first.text.split(": ")[1].split(" patients")[0].replace(",", ""))
    assert first.truth == 8900 and "(usually 8,900)" in first.text, "what is compared with the guess, and this run"
    assert ghosts == pytest.approx(0.959517 * (map_pictures.squares() == 0).sum(), abs=980)
    assert "nobody is invented, 3,851 of 20,000 are missing." in moved(picture, threshold=27).text
    assert map_pictures.county().sum() == 20_000 and map_pictures.squares()[map_pictures.HUT[0] // 2, map_pictures.HUT[1] // 2] == 1


def test_one_threshold_too_low_shows_the_hut_too_often(make):
    picture = make("map_pictures.empty_squares")
    assert "on 4,194 of a million maps: more than the 1 that δ allows" in moved(picture, threshold=10).text
    assert "on 1.4 of a million maps: more than the 1 that δ allows" in moved(picture, threshold=26).text
    assert "on 0.85 of a million maps: δ allows it" in moved(picture, threshold=27).text


def test_a_nudge_is_a_step_of_the_course_without_noise(make):
    """With so large an epsilon the answer is exact, and the first round of MWEM without replays is one nudge."""
    counts, young = np.array([10, 20, 30, 40]), np.array([[1, 1, 0, 0]])
    (done,) = mwem_rounds(counts, young, epsilon=50, rounds=1, replays=0, rng=np.random.default_rng(1))
    assert done.weights == pytest.approx(nudge_pictures.path(done.answer, steps=1)[1], abs=1e-9)
    picture = make("nudge_pictures.nudges")
    first = moved(picture, step=1, heard=30)
    assert "times 0.905. Now 48 are young" in first.text and first.truth == 48
    assert "3 too few, so times 1.017" in moved(picture, step=9, heard=60).text


def test_adas_share_is_hidden(make):
    picture = make("group_pictures.small_groups")
    texts = [moved(picture, seed=k, known=5, epsilon=1.0).text for k in range(5)]
    assert all("%, and 100% is right" in text for text in texts)
    assert np.mean([float(text.split("in her group: ")[1].split("%")[0]) for text in texts]) < 75


def test_large_groups_are_nearer_to_what_is_right_than_small_ones(make):
    picture = make("group_pictures.small_groups")
    first, last = (moved(picture, known=k, epsilon=1.0) for k in (1, 7))
    assert "14 groups by 1 answer, of 575 to 1,425 people" in first.text and "usually off by 5 points, in this run by 8." in first.text
    assert "93 groups by 7 answers, of 1 to 176 people" in last.text and "usually off by 21 points, in this run by 22." in last.text
    assert first.truth is None and last.truth == 21, "told when it is seen"
    usual = [group_pictures._usual(k, 1.0) for k in range(1, 8)]
    assert usual == sorted(usual)


def test_groups_are_those_of_the_table_and_one_number_would_be_nearer():
    """What the lesson and its teaching notes say: 21 young parents, and 24% for every group by seven answers."""
    groups, size, share, adas = group_pictures._groups(7)
    alike = TOWN[TOWN["young"] & TOWN["married"] & TOWN["children"] & ~TOWN["retired"] & TOWN["car"] & TOWN["smokes"] & ~TOWN["home"]]
    cell = cell_counts(alike.iloc[:1].assign(sleepless=True)).astype(bool)
    there = np.flatnonzero(groups[:, cell].ravel())
    assert len(alike) == 21 and size[there] == 21 and share[there] == alike["sleepless"].mean()
    assert size.sum() == len(TOWN) and adas.sum() == 1 and share[adas] == 1
    assert round(100 * TOWN["sleepless"].mean()) == 24
    assert round(100 * np.abs(share - TOWN["sleepless"].mean()).mean()) == 16


def test_a_flat_row_has_a_name_where_there_is_room(make):
    """The words stand above the row, on the left half: no dot may lie there."""
    share, said = np.linspace(0, 0.4, 12), np.r_[[50.0] * 10, 20.0, 20.0]
    assert group_pictures._row(share, said) == (50, 10)
    assert group_pictures._row(share, np.r_[[50.0] * 10, 56.0, 20.0]) == (None, 0), "a dot in the way"
    assert group_pictures._row(share[:7], said[:7]) == (None, 0), "a few dots are no row"
    picture = make("group_pictures.small_groups")
    moved(picture, known=7, epsilon=1.0)
    assert "50% for each of 46 groups" in [text.get_text() for text in picture.figure.axes[0].texts]


def test_usual_and_this_run_stand_apart_from_nobody(make):
    """At a small epsilon both end near the line of nobody, and their names must not run into each other."""
    picture = make("pictures.learning")
    for epsilon, people in ((0.1, 2000), (0.1, 500), (1.0, 2000), (10.0, 50_000)):
        moved(picture, done=10, epsilon=epsilon, people=people)
        picture.png()
        nobody, ended = ([text for text in picture.figure.axes[1].texts if word in text.get_text()][0] for word in ("nobody", "usually"))
        assert not nobody.get_window_extent().overlaps(ended.get_window_extent())


def test_a_guess_about_groups_lies_beside_the_diagonal(make):
    picture = make("group_pictures.small_groups")
    for points in (2, 40):
        picture.mark(points)
        for line, by in zip([line for line in picture.figure.axes[0].lines if line.get_color() == group_pictures.PURPLE], (points, -points)):
            x, y = line.get_data()
            assert np.subtract(y, x).tolist() == [by, by]
            assert 0 <= min(*x, *y) and max(*x, *y) <= 100


def test_a_small_group_follows_slowly(make):
    text = moved(make("pictures.learning"), done=10, epsilon=1.0, people=50_000).text
    assert "For 50,000 people the worst is usually off by 4 points, in this run by 4.7. A nudge takes percents, so" in text
    assert "follows slowly" not in moved(make("pictures.learning"), done=10, epsilon=1.0, people=2000).text


def test_the_bill_of_dual_query_stands_beside_its_error(make):
    text = moved(make("deeper_pictures.dual_bills"), step=0.8, ways=3).text
    assert "Adding up costs ε = 25.28" in text and "off by 4" in text


def test_who_is_red_is_said(make):
    picture = make("deeper_pictures.makers")
    text = moved(picture, epsilon=1, use="pairs of columns", harm="was she there?").text
    assert "a copy exposes people" in text and "“a tree” is the most useful: 0.80 (other real people: 0.88)" in text
    assert "useful: 0.84" in moved(picture, epsilon=10, use="pairs of columns", harm="was she there?").text


def test_a_private_tree_is_nearly_the_best_one(make):
    picture = make("tree_pictures.growing_tree")
    held = [float(moved(picture, seed=k, joined=7, epsilon=1.0).text.split("hold ")[1].split("%")[0]) for k in range(5)]
    assert min(held) > 90
    assert "hold 0% of" in moved(picture, joined=0, epsilon=1.0).text
