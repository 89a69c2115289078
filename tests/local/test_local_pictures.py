"""Pictures of `coursekit.local`; the head of `pictures_tests` says what the names mean."""

import itertools
from pathlib import Path

import nbformat
import numpy as np
import pytest
from matplotlib.text import Text
from pictures_tests import *

from coursekit import local
from coursekit.local.protocols import RandomizedResponse

FRESH, FIRST = "a fresh toss", "the first answer"
SETTINGS = {
    "pictures.coins": [{"tossed": t} for t in (1, 10, 100)],
    "pictures.after_a_yes": [{"p": p, "share": s} for p, s in itertools.product((0.55, 0.75, 0.99), (0.01, 0.05, 0.6))],
    "pictures.about_everyone": [{"n": n, "p": p} for n, p in itertools.product((2000, 20_000, 2_000_000), (0.65, 0.95))],
    "pictures.asked_every_year": [
        {"years": t, "coin": c, "p": p} for t, c, p in itertools.product((1, 25), (FRESH, FIRST), (0.55, 0.95)) if (t, c) != (1, FIRST)
    ],
    "odds_pictures.odds": [{"p": p, "share": s} for p, s in itertools.product((0.55, 0.75, 0.95), (0.05, 0.2, 0.5))],
    "poll_pictures.estimate": [
        *({"yes": 0, "no": 0, "ticks": t} for t in (0, 11, 29)),
        *({"yes": y, "no": n, "ticks": 5} for y, n in ((1, 0), (0, 1), (12, 18), (13, 18), (40, 60), (180, 120), (0, 300))),
    ],
    "protocol_pictures.clipped": [{"n": n, "share": s} for n, s in itertools.product((1000, 100_000), (0.0, 0.02, 0.08))],
    "protocol_pictures.rows_of_bits": [{"epsilon": e} for e in (0.2, 1.0, 5.0)],
    "protocol_pictures.which_protocol": [{"epsilon": e, "d": d} for e, d in itertools.product((0.2, 5.0), (2, 64))],
    "protocol_pictures.local_or_central": [{"epsilon": e, "n": n} for e, n in itertools.product((0.1, 5.0), (1000, 1_000_000))],
}


def seen(picture):
    """All that can be read in a picture now."""
    return " ".join(text.get_text() for text in picture.figure.findobj(Text) if text.get_visible())


def test_of_a_hundred_people_most_who_say_yes_do_not_smoke(make):
    coins = make("pictures.coins")
    assert "so she says yes. Press Play" in moved(coins, tossed=1).text
    last = moved(coins, tossed=100)
    assert last.truth == 0.75 * 5 + 0.25 * 95 and "23 said yes, and 20 of these do not smoke" in last.text
    assert "27.5 on average" in seen(coins)
    assert moved(coins, tossed=95).truth is None and "27.5 on average" not in seen(coins), "Play has something to wait for"


def test_the_belief_is_bayes(make):
    reading = moved(make("pictures.after_a_yes"), p=0.75, share=0.05)
    assert "from 5% to 14%" in reading.text and "lowers it to 1.7%" in reading.text and reading.truth == 0.14
    assert RandomizedResponse(p=0.75).posterior(0.05) == pytest.approx(75 / 550)


def test_the_first_guess_stays_for_comparison_and_says_when_it_was_for_other_settings(make):
    picture = make("pictures.after_a_yes")
    picture.mark(0.5)
    for share, said in ((0.05, "your guess is 50%"), (0.6, "your guess was 50%"), (0.05, "your guess is 50%")):
        moved(picture, p=0.75, share=share)
        assert said in seen(picture)


def test_a_thousand_times_the_people_buy_32_times_the_accuracy_and_tell_nothing_of_ada(make):
    few, many = (moved(make("pictures.about_everyone"), n=n, p=0.75) for n in (2000, 2_000_000))
    assert "off by 2 percentage points" in few.text and "32 times less" in many.text and many.truth == "32 times"
    assert "off by 0.2 percentage points, 10 times less" in moved(make("pictures.about_everyone"), n=200_000, p=0.75).text
    assert few.text.endswith("believes 14%.") and many.text.endswith("believes 14%.")


def test_only_the_coin_moves_the_factor_and_people_are_whole(make):
    picture = make("odds_pictures.odds")
    for share, p in itertools.product((0.05, 0.1, 0.2, 0.5), np.arange(0.55, 0.96, 0.05)):
        said = moved(picture, p=p, share=share).text
        counts = np.array([share, 1 - share, share * p, (1 - share) * (1 - p)]) * 2000
        assert np.allclose(counts, np.round(counts)), "no half people"
        smoke, others, *kept = map(round, counts)
        assert f"{smoke:,} smoke and {others:,} do not; {kept[0]} and {kept[1]} of them say yes" in said
        assert kept[0] / kept[1] == pytest.approx(smoke / others * np.exp(RandomizedResponse(p=p).epsilon))
    assert "from 1 : 19 to 3 : 19, 3 times." in moved(picture, p=0.75, share=0.05).text
    assert "from 1 : 1 to 9 : 1, 9 times." in moved(picture, p=0.9, share=0.5).text


def test_on_the_ruler_three_equal_answers_lie_end_to_end():
    ax = local.odds_pictures.ruler().axes[0]
    ends = [bar.get_x() + bar.get_width() for bar in ax.patches]
    assert np.allclose(ends, [1.1, 2.2, 3.3], atol=0.03), "as long as their ε"
    ends = {text.get_text(): text.get_position()[0] for text in ax.texts if text.get_text().startswith("× ")}
    assert ends == pytest.approx({f"× {factor}": np.log(factor) for factor in (3, 9, 27)}), "where each factor stands"
    assert [round(np.log(1.1), 1), round(np.log(20), 1)] == [0.1, 3], "as the lesson says"


def test_the_line_is_read_backwards():
    figure = local.odds_pictures.line(yes=0.4, p=0.75)
    assert {"40% say yes …", "… so 30% smoke"} <= {text.get_text() for text in figure.axes[0].texts}


def test_the_majority_of_the_answers_is_right_as_often_as_in_a_simulation():
    from scipy.stats import binom

    for years, p in itertools.product((1, 2, 9, 25), (0.55, 0.75)):
        half = years // 2
        exact = 0.4 * binom.sf(half, years, p) + 0.6 * binom.cdf(half, years, 1 - p)
        assert local.pictures.guessed_right(years, p, 0.4) == pytest.approx(exact)


def test_nine_years_of_fresh_tosses_give_95_of_100_people_away(make):
    picture = make("pictures.asked_every_year")
    truths = [moved(picture, years=years, coin=FRESH, p=0.75).truth for years in (1, 8, 9, 25)]
    assert truths == [None, None, 9, 9], "the reader watches the years come"
    assert "guesses 95.1 of 100 people correctly" in moved(picture, years=9, coin=FRESH, p=0.75).text
    assert "guesses 75 of 100 people correctly" in moved(picture, years=9, coin=FIRST, p=0.75).text


def test_the_table_of_the_lesson_has_adas_answers_of_the_picture(make):
    from matplotlib.colors import to_rgb

    from coursekit.plots import ORANGE

    picture = make("pictures.asked_every_year")
    moved(picture, years=9, coin=FRESH, p=0.75)
    colours = picture.figure.axes[0].collections[-1].get_facecolors()[:, :3]
    book = nbformat.read(Path(__file__).resolve().parents[2] / "notebooks/02_randomized_response.ipynb", 4)
    code = next(cell.source for cell in book.cells if cell.id == "break-code")
    names = {"np": np}
    exec(code.splitlines()[0], names)
    assert names["said"].tolist() == ["yes" if np.allclose(one, to_rgb(ORANGE)) else "no" for one in colours]


def test_the_hundred_people_on_the_left_are_the_dots_on_the_right(make):
    for coin, years in itertools.product((FRESH, FIRST), (1, 2, 9)):
        picture = make("pictures.asked_every_year")
        reading = moved(picture, years=years, coin=coin, p=0.75)
        left, right = picture.figure.axes
        asked, found = (len(line.get_xdata()) for line in left.lines[:2])
        right_about = found * (asked + found == 100)
        shares = [line.get_ydata()[-1] for line in right.lines if line.get_marker() == "o" and len(line.get_xdata()) == years]
        assert shares == [right_about / 100] and f"and {right_about} of these 100" in reading.text
        assert f"{right_about} of these 100" in [text.get_text() for text in left.texts]


@pytest.mark.parametrize(
    ("key", "guess", "values"),
    [
        ("pictures.coins", 5, {"tossed": 1}),
        ("pictures.after_a_yes", 0.75, {"p": 0.75, "share": 0.05}),
        ("pictures.after_a_yes", 1.0, {"p": 0.75, "share": 0.05}),
        ("pictures.about_everyone", "8 times", {"n": 2_000_000, "p": 0.75}),
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


def test_where_hardly_any_survey_is_clipped_the_average_stays(make):
    assert "leaves the average of all surveys at 8.00%" in moved(make("protocol_pictures.clipped"), n=100_000, share=0.08).text


def test_lies_lift_every_bit_to_the_same_line(make):
    law = local.UnaryEncoding(d=16, epsilon=1.0, optimized=False).law
    said = moved(make("protocol_pictures.rows_of_bits"), epsilon=1.0).text
    assert f"a lie with a chance of {law[1]:.0%}" in said and f"lies alone it would be {5000 * law[1]:,.0f}" in said
    heights = int(said.split("2,")[1][:3]) + 2000
    mean = 5000 * law[1] + 5000 / sum(1 / np.arange(1, 17)) * (law[0] - law[1])
    assert heights == pytest.approx(mean, abs=5 * np.sqrt(5000 / 4))  # one in a million


def test_the_better_design_depends_on_epsilon_too(make):
    picture = make("protocol_pictures.which_protocol")
    assert [moved(picture, epsilon=e, d=64).truth for e in (1.0, 5.0)] == ["a row of bits", "another answer"]
    assert "off by 2.7 points, and by 6.6" in moved(picture, epsilon=1.0, d=64).text


def test_the_price_of_trusting_nobody_is_the_root_of_half_the_people(make):
    picture = make("protocol_pictures.local_or_central")
    assert {moved(picture, epsilon=e, n=1_000_000).truth for e in (0.1, 1.0, 5.0)} == {"707 times"}
