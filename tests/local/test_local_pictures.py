"""Pictures of `coursekit.local`; the head of `pictures_tests` says what the names mean."""

import itertools

import numpy as np
import pytest
from pictures_tests import *

from coursekit import local
from coursekit.local.protocols import RandomizedResponse

FRESH, FIRST = "a fresh toss", "the first answer"
SETTINGS = {
    "pictures.coins": [{"tossed": t} for t in (1, 10, 100)],
    "pictures.after_a_yes": [{"p": p, "share": s} for p, s in itertools.product((0.55, 0.75, 0.99), (0.01, 0.05, 0.6))],
    "pictures.about_everyone": [{"n": n, "p": p} for n, p in itertools.product((1000, 20_000, 1_000_000), (0.6, 0.95))],
    "pictures.asked_every_year": [
        {"years": t, "coin": c, "p": p} for t, c, p in itertools.product((1, 25), (FRESH, FIRST), (0.55, 0.95)) if (t, c) != (1, FIRST)
    ],
    "poll_pictures.estimate": [
        *({"yes": 0, "no": 0, "ticks": t} for t in (0, 11, 29)),
        *({"yes": y, "no": n, "ticks": 5} for y, n in ((1, 0), (0, 1), (12, 18), (13, 18), (40, 60), (180, 120), (0, 300))),
    ],
    "protocol_pictures.clipped": [{"n": n, "share": s} for n, s in itertools.product((1000, 100_000), (0.0, 0.02, 0.08))],
    "protocol_pictures.which_protocol": [{"epsilon": e, "d": d} for e, d in itertools.product((0.2, 5.0), (2, 64))],
    "protocol_pictures.local_or_central": [{"epsilon": e, "n": n} for e, n in itertools.product((0.1, 5.0), (1000, 1_000_000))],
}


def test_of_a_hundred_people_most_who_say_yes_do_not_smoke(make):
    coins = make("pictures.coins")
    assert "so she says yes. Press Play" in moved(coins, tossed=1).text
    last = moved(coins, tossed=100)
    assert last.truth == 0.75 * 5 + 0.25 * 95 and "23 said yes, and 20 of these do not smoke" in last.text
    assert moved(coins, tossed=1).truth == 27.5, "the guess is about all hundred, however many have tossed"


def test_the_belief_is_bayes(make):
    reading = moved(make("pictures.after_a_yes"), p=0.75, share=0.05)
    assert "from 5% to 14%" in reading.text and "lowers it to 1.7%" in reading.text and reading.truth == 0.14
    assert RandomizedResponse(p=0.75).posterior(0.05) == pytest.approx(15 / 110)


def test_a_thousand_times_the_people_buy_32_times_the_accuracy_and_tell_nothing_of_ada(make):
    few, many = (moved(make("pictures.about_everyone"), n=n, p=0.75) for n in (1000, 1_000_000))
    assert "off by 2.8 percentage points" in few.text and "32 times less" in many.text and many.truth == "32 times"
    assert "yes means 14%" in few.text and "yes means 14%" in many.text


def test_the_majority_of_the_answers_is_right_as_often_as_in_a_simulation():
    from scipy.stats import binom

    for years, p in itertools.product((1, 2, 9, 25), (0.55, 0.75)):
        half = years // 2
        exact = 0.4 * binom.sf(half, years, p) + 0.6 * binom.cdf(half, years, 1 - p)
        assert local.pictures.guessed_right(years, p, 0.4) == pytest.approx(exact)


def test_nine_years_of_fresh_tosses_give_95_of_100_people_away(make):
    picture = make("pictures.asked_every_year")
    assert moved(picture, years=1, coin=FRESH, p=0.75).truth == 9
    assert "right about 95.1 of 100" in moved(picture, years=9, coin=FRESH, p=0.75).text
    assert "right about 75 of 100" in moved(picture, years=9, coin=FIRST, p=0.75).text


@pytest.mark.parametrize(
    ("key", "guess", "values"),
    [
        ("pictures.coins", 5, {"tossed": 1}),
        ("pictures.after_a_yes", 0.75, {"p": 0.75, "share": 0.05}),
        ("pictures.after_a_yes", 1.0, {"p": 0.75, "share": 0.05}),
        ("pictures.about_everyone", "10 times", {"n": 1_000_000, "p": 0.75}),
        ("pictures.asked_every_year", 20, {"years": 1, "coin": FRESH, "p": 0.75}),
        ("protocol_pictures.clipped", 0.05, {"n": 1000, "share": 0.02}),
        ("protocol_pictures.local_or_central", "32 times", {"epsilon": 1.0, "n": 1_000_000}),
    ],
)
def test_a_guess_stays_in_the_picture(make, key, guess, values):
    picture = make(key)
    moved(picture, **values)
    before = picture.png()
    picture.mark(guess)
    assert picture.png() != before


def test_how_often_an_estimate_is_below_zero_and_what_clipping_does(make):
    from scipy.stats import binom

    for n, share in ((1000, 0.02), (700, 0.0), (1001, 0.05)):
        chance, estimates = binom.pmf(np.arange(n + 1), n, 0.25 + share / 2), 2 * np.arange(n + 1) / n - 0.5
        exact = chance[estimates < 0].sum(), chance @ np.maximum(estimates, 0)
        assert local.protocol_pictures.below_zero(n, share) == pytest.approx(exact)
    reading = moved(make("protocol_pictures.clipped"), n=1000, share=0.02)
    assert "23% of surveys" in reading.text and "from 2.00% to 2.38%" in reading.text and reading.truth == 0.23


def test_the_better_design_depends_on_epsilon_too(make):
    picture = make("protocol_pictures.which_protocol")
    assert [moved(picture, epsilon=e, d=64).truth for e in (1.0, 5.0)] == ["a row of bits", "another answer"]
    assert "off by 2.7 points, and by 6.6" in moved(picture, epsilon=1.0, d=64).text


def test_the_price_of_trusting_nobody_is_the_root_of_half_the_people(make):
    picture = make("protocol_pictures.local_or_central")
    assert {moved(picture, epsilon=e, n=1_000_000).truth for e in (0.1, 1.0, 5.0)} == {"707 times"}
