"""Pictures of `coursekit.conditional`; the head of `pictures_tests` says what the names mean."""

import itertools

import numpy as np
import pytest
from pictures_tests import *

from coursekit import conditional
from coursekit.conditional import pictures, price_pictures, promise_pictures, walk_pictures

BOTH, COMES, BENT, FITS = "sexes and minors", pictures.COMES, pictures.BENT, pictures.FITS
SETTINGS = {
    "pictures.two_counts": [
        {"way": w, "tables": n, "epsilon": e}
        for w, n, e in ((COMES, 1000, 0.25), (BENT, 1000, 0.25), (FITS, 1000, 2.0), (COMES, 1, 2.0), (FITS, 1, 0.25))
    ],
    "pictures.two_lists": [{"table": t} for t in (0, 2, 3, 10)],
    "price_pictures.price": [{"compared": c, "epsilon": e} for c, e in itertools.product((price_pictures.SAME_NOISE, price_pictures.SAME_LOSS), (0.35, 1.0))],
    "price_pictures.those_that_fit": [{"secret": s} for s in price_pictures.SECRETS],
    "promise_pictures.corner": [{"total": t, "epsilon": e} for t, e in itertools.product((promise_pictures.OWN, promise_pictures.ALIKE), (0.5, 2.0))],
    "promise_pictures.worlds": [
        *({"published": promise_pictures.NOISY, "epsilon": e} for e in (0.1, 2.0)),
        {"published": promise_pictures.EXACT, "epsilon": 1.0},
    ],
    "walk_pictures.sticks": [{"steps": n, "proposal": p} for n, p in itertools.product((500, 10_000), (0.4, 0.7))],
    "walk_pictures.taken_or_worth": [{"proposal": p, "which": w} for p, w in ((0.4, "large counts"), (0.8, "small counts"))],
    "walk_pictures.every_move": [{"epsilon": e} for e in (0.25, 0.5, 1.0, 2.0)],
    "price_pictures.fair": [{"loss": loss} for loss in (0.6, 1.0, 2.0)],
}


def test_few_tables_fit_and_what_is_kept_is_nearer(make):
    picture = make("pictures.two_counts")
    read = {way: moved(picture, way=way, tables=1000, epsilon=0.5) for way in (COMES, BENT, FITS)}
    assert {r.truth for r in read.values()} == {13} and all("of 1,000 tables fit; on average 13 of 100 do" in r.text for r in read.values())
    off = [float(r.text.split("off by ")[1].split(" ")[0]) for r in read.values()]
    assert off[0] > off[1] > off[2] and off[0] == pytest.approx(1.92, abs=0.35) and off[2] == pytest.approx(0.85, abs=0.35)


def test_the_club_has_thirteen_of_a_hundred(make):
    law = conditional.FittingTable(truth=[3, 7], kept=[[1, 1]], epsilon=0.5)
    assert round(100 * np.exp(law.log_chance)) == 13


@pytest.mark.parametrize(("table", "toward", "odds"), [(0, 15, 2.78), (2, 15, 2.78), (3, 12, 2.66), (10, 12, 2.66)])
def test_the_odds_for_12_grow_less_than_those_for_15(make, table, toward, odds):
    """As the list of eleven tables has it, and as the tables that are below zero explain it."""
    reading = moved(make("pictures.two_lists"), table=table)
    x, both = np.arange(11), []
    for young in (3, 2):
        weights = np.exp(-0.5 * (abs(x - young) + abs(10 - x - (10 - young))))
        both.append((weights / weights.sum())[table])
    assert round(max(both) / min(both), 2) == odds and (both[0] > both[1]) == (toward == 12)
    assert f"the odds that Mia is {toward} grow {odds} times" in reading.text and reading.truth == 2.66
    fit = [1000 * np.exp(conditional.FittingTable(truth=t, kept=[[1, 1]], epsilon=0.5).log_chance) for t in ([3, 7], [2, 8], [300, 200])]
    assert np.round(fit).tolist() == [128, 125, 130]
    assert [round(x, 2) for x in (np.e * fit[1] / fit[0], np.e * fit[0] / fit[1])] == [2.66, 2.78]


def test_eva_pays_and_mia_does_not(make):
    law, pairs = pictures.law(BOTH, 0.5), conditional.moves(conditional.town(), conditional.totals(BOTH))
    assert [conditional.AGES[k] for k in pairs[law.losses.argmax()]] == ["45-49", "62-64"]
    assert conditional.town()[[12, 16]].tolist() == [1, 9] and round(np.exp(law.losses.max()), 1) == 3.4
    worlds = price_pictures.worlds(np.array([np.e, np.exp(law.losses.max()), np.exp(2)]))
    assert worlds.tolist() == [27, 33, 69]
    mia = law.losses[pairs.tolist().index([2, 3])]
    for epsilon in (0.25, 0.5, 1.0, 2.0):
        assert pairs[pictures.law(BOTH, epsilon).losses.argmax()].tolist() == [12, 16], "the picture of every move names Eva"
    assert round(np.exp(2 - mia), 1) == 2.6, "less for 12, by as much as more for 15"
    # the suspicion that grows is that she is older: with her count at 0 noise fits less often
    other = conditional.town()
    other[[12, 16]] += [-1, 1]
    fewer = conditional.FittingTable(truth=other, kept=law.kept, epsilon=0.5).log_chance
    assert fewer == pytest.approx(law.log_chance + 1 - law.losses.max())
    assert np.rint(1e7 * np.exp([law.log_chance, fewer])).tolist() == [97, 77], "of 10 million, as the lesson has it"


def test_the_drawn_table_pays_for_its_lead_with_privacy(make):
    picture = make("price_pictures.price")
    noise, loss = (moved(picture, compared=c, epsilon=0.5) for c in (price_pictures.SAME_NOISE, price_pictures.SAME_LOSS))
    assert noise.truth == 74 and "off by 88, 85 and 74 people on average, with a privacy loss of 1, 1 and 1.23 at" in noise.text
    assert "off by 88, 85 and 90 people on average, with a privacy loss of 1, 1 and 1 at" in loss.text
    assert np.interp(1, price_pictures.curves()[0][2], price_pictures.EACH) == pytest.approx(0.39, abs=0.005), "about 0.4, says the lesson"
    assert price_pictures.curves()[1][:, -1][:2] == pytest.approx([39.14, 41.59], rel=0.01)
    assert price_pictures.curves()[1][:, 6] == pytest.approx([88.36, 84.7, 73.56], rel=0.005)


def test_a_house_of_its_own_number_breaks_the_promise_and_a_common_one_keeps_it(make):
    picture = make("promise_pictures.corner")
    own, alike = (moved(picture, total=t, epsilon=1.0) for t in (promise_pictures.OWN, promise_pictures.ALIKE))
    assert own.truth == 135 and "135 times with her. At least 184 are promised, so the promise is broken" in own.text
    assert "276 times with her. At least 184 are promised, so the promise is kept" in alike.text
    out = conditional.bend([1, 1] + np.random.default_rng(1).laplace(size=(40_000, 2)), [0, 1], [[1, 1]])[:, 0] < 1e-9
    assert out.mean() == pytest.approx(0.75 * np.exp(-1), abs=5 * np.sqrt(0.2 / 40_000)), "what the picture says of a common one"


def test_noise_promises_something_and_an_exact_total_nothing(make):
    picture = make("promise_pictures.worlds")
    noisy = moved(picture, published=promise_pictures.NOISY, epsilon=1.0)
    assert "from 10 to at most 27 of 1,000" in noisy.text and noisy.truth == 27
    assert "counts the others and subtracts" in moved(picture, published=promise_pictures.EXACT, epsilon=0.1).text
    assert 0.01 * np.exp(2) / (0.99 + 0.01 * np.exp(2)) / 0.01 == pytest.approx(6.945, abs=5e-4), "with a twin"


def test_no_total_notices_mia_and_one_notices_ida():
    age = {name: place for place, name in enumerate(conditional.AGES)}
    pairs = conditional.moves(conditional.town(), conditional.totals(BOTH)).tolist()
    assert [age["10-14"], age["15-17"]] in pairs and [23 + age["60-61"], 23 + age["62-64"]] in pairs
    assert [age["15-17"], age["18-19"]] not in pairs and [age["10-14"], 23 + age["10-14"]] not in pairs
    assert len(pairs) == 2 * 4 * 3 + 2 * 19 * 18


def test_ten_thousand_steps_are_worth_about_twenty_tables(make):
    picture = make("walk_pictures.sticks")
    assert moved(picture, steps=10_000, proposal=0.6).truth == 20
    assert "worth about 20 new tables" in moved(picture, steps=10_000, proposal=0.6).text
    assert "still stands on the true table" in moved(picture, steps=2000, proposal=0.4).text
    assert walk_pictures.worth(0.6)[0] == pytest.approx(20, abs=0.5) and walk_pictures.worth(0.6)[1] == pytest.approx(0.0164, abs=5e-4)


def test_most_is_taken_at_64_and_most_is_gained_at_55(make):
    reading = moved(make("walk_pictures.taken_or_worth"), proposal=0.6, which="large counts")
    assert "taken at 0.64" in reading.text and "gained at 0.55" in reading.text and reading.truth == 0.55
    assert walk_pictures.worth(0.55)[0] / walk_pictures.worth(0.7)[0] == pytest.approx(22, abs=1)


def test_the_worst_move_gives_away_23_percent_more(make):
    reading = moved(make("walk_pictures.every_move"), epsilon=0.5)
    assert "Of 708 moves the worst gives away 1.2311" in reading.text and reading.truth == 38


@pytest.mark.parametrize(("loss", "nearest", "off"), [(0.6, 2, [151, 132, 129]), (1.0, 1, [88, 85, 90]), (2.0, 0, [39, 42, 41])])
def test_each_of_the_three_is_nearest_at_some_loss(make, loss, nearest, off):
    reading = moved(make("price_pictures.fair"), loss=loss)
    assert reading.truth == "as it comes"
    read = [int(part.split()[0].rstrip(".")) for part in reading.text.split("by ")[1:]]
    assert read == pytest.approx(off, abs=2) and np.argmin(read) == nearest


@pytest.mark.parametrize(
    ("key", "guess", "values"),
    [
        ("pictures.two_counts", 50, {"way": COMES, "tables": 1, "epsilon": 0.5}),
        ("pictures.two_lists", 10, {"table": 3}),
        ("price_pictures.price", 88, {"compared": price_pictures.SAME_NOISE, "epsilon": 0.5}),
        ("price_pictures.those_that_fit", "45–49", {"secret": "Eva (62–64?)"}),
        ("promise_pictures.corner", 300, {"total": promise_pictures.OWN, "epsilon": 1.0}),
        ("promise_pictures.worlds", 27, {"published": promise_pictures.NOISY, "epsilon": 1.0}),
        ("walk_pictures.sticks", 5000, {"steps": 500, "proposal": 0.6}),
        ("walk_pictures.taken_or_worth", 0.65, {"proposal": 0.6, "which": "large counts"}),
        ("walk_pictures.every_move", 100, {"epsilon": 0.5}),
        ("price_pictures.fair", "drawn to fit", {"loss": 1.0}),
    ],
)
def test_a_guess_stays_in_the_picture(make, key, guess, values):
    picture = make(key)
    moved(picture, **values)
    before = picture.png()
    picture.mark(guess)
    assert picture.png() != before
