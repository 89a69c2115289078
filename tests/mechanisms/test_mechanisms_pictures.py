"""Pictures of `coursekit.mechanisms`; the head of `pictures_tests` says what the names mean."""

import itertools
import re

import numpy as np
from matplotlib.colors import to_rgb
from pictures_tests import *

from coursekit import data, mechanisms
from coursekit.mechanisms import hills_pictures
from coursekit.plots import RED

SETTINGS = {
    "count_pictures.releases": [{"epsilon": e} for e in (0.05, 0.1, 5.0)],
    "count_pictures.game": [{"epsilon": e} for e in (0.1, 5.0)],
    "noise_pictures.two_hills": [
        {"noise": kind, "epsilon": e, "delta": d, "sensitivity": s, "threshold": t}
        for kind, (e, d, s, t) in itertools.product(("Laplace", "geometric", "normal"), ((0.05, 1e-9, 10, -20), (5.0, 0.1, 1, 30), (1.0, 1e-2, 2, 5)))
    ],
    "noise_pictures.deltas": [{"sd": s, "epsilon": e} for s, e in itertools.product((0.5, 30.0), (0.01, 10.0))],
    "pictures.newcomer": [{"income": x} for x in (20_000, 1_000_000_000)],
    "noise_pictures.errors": [{"epsilon": e, "delta": d, "count": 146} for e, d in itertools.product((0.01, 5.0), (1e-12, 0.1))],
    "pictures.median": [{"epsilon": e, "n": n} for e, n in itertools.product((0.01, 5.0), (10, 146))],
    "pictures.winners": [{"epsilon": e} for e in (0.05, 10.0)],
    "pictures.clipping": [{"bound": b, "epsilon": e} for b, e in itertools.product((30_000, 1_000_000), (0.05, 2.0))],
    "hills_pictures.laplace": [{"epsilon": e, "published": x} for e, x in itertools.product((0.1, 2.0), (126, 166))],
    "hills_pictures.gaussian": [
        {"epsilon": e, "published": x, "delta": d} for e, x, d in itertools.product((0.5, 2.0), (126, 166), (1e-4, 1e-2))
    ],
}
ARGUMENTS = {
    "count_pictures.releases": {"count": 146},
    "count_pictures.game": {"count": 146},
    "pictures.newcomer": {"incomes": np.random.default_rng(3).lognormal(10.6, 0.6, 1000).round()},
    "pictures.median": {
        "values": data.penguins().dropna().query("species == 'Adelie'")["body_mass_g"].to_numpy(), "low": 2000, "high": 7000, "unit": "g",
    },
    "pictures.winners": {"names": ["Fog", "Salt", "Ash"], "scores": [3, 8, 7]},
    "pictures.clipping": {"values": np.random.default_rng(3).lognormal(10.6, 0.6, 1000).round(), "unit": "dollars"},
}


def test_readings_say_what_theory_says(make):
    reading = moved(make("count_pictures.releases"), epsilon=0.1)
    assert "off by 10 on average." in reading.text and "right 52%" in reading.text


def test_readings_of_noise_say_what_theory_says(make):
    picture = make("noise_pictures.two_hills")
    reading = moved(picture, noise="geometric", epsilon=1.0, delta=1e-6, sensitivity=1, threshold=0)
    assert "a number from 146 on comes 2.72 times as often" in reading.text and "within e^ε = 2.72" in reading.text and "right 73%" in reading.text
    reading = moved(picture, noise="normal", epsilon=1.0, delta=1e-2, sensitivity=1, threshold=8)
    assert "beyond e^ε" in reading.text
    assert "off on average by 10 with Laplace noise (6.8%)" in moved(make("noise_pictures.errors"), epsilon=0.1, delta=1e-7, count=146).text


def test_laplace_noise_stays_in_its_band_and_normal_noise_does_not(make):
    reading = moved(make("hills_pictures.laplace"), epsilon=1.0, published=150)
    assert "a published 150 is 2.72 times as likely with Ada as without her" in reading.text and "right 70%" in reading.text
    assert reading.truth == "yes, there is a limit"
    reading = moved(make("hills_pictures.laplace"), epsilon=2.0, published=126)
    assert "a published 126 is 7.39 times as likely without Ada as with her" in reading.text
    picture = make("hills_pictures.gaussian")
    reading = moved(picture, epsilon=1.0, published=160, delta=1e-3)
    sigma = mechanisms.gaussian_sigma(sensitivity=1, epsilon=1, delta=1e-3)
    assert f"{np.exp(14.5 / sigma**2):.3g} times as likely" in reading.text and "δ is 1 in 1,000." in reading.text and reading.truth.startswith("no")
    law, edge = mechanisms.GaussianNoise(sigma=sigma), sigma**2
    ada, without = 10_000 * np.exp(law.log_above(edge + np.array([-0.5, 0.5])))
    assert abs(ada - np.e * without - 10) < 1e-4, "what the bars call too many is δ"
    assert f"Of 10,000 numbers with her {ada:.0f} lie above {145.5 + edge:.0f}. The limit allows about {np.e * without:.0f}," in reading.text
    assert picture.moving[1].get_color() != picture.moving[2].get_color(), "what is outside is red"


def test_a_number_whose_ratio_is_off_the_axis_is_an_arrow_and_not_a_dot(make):
    """At ε = 1 and δ = 10⁻³ σ is 2.57: 160 is 8.91 times as likely, and 166 is 22 times, beyond the axis's 10."""
    picture = make("hills_pictures.gaussian")
    (dot,) = [artist for artist in picture.moving if getattr(artist, "get_markersize", lambda: 0)() == 10]
    for published, marker in ((160, "o"), (166, "^"), (126, "v"), (150, "o")):
        moved(picture, epsilon=1.0, published=published, delta=1e-3)
        assert dot.get_marker() == marker


def test_winners_are_drawn_by_their_scores(make):
    reading = moved(make("pictures.winners"), epsilon=1.0)
    chances = np.exp(np.array([3, 8, 7]) / 2)
    assert reading.truth == round(chances[1] / chances.sum(), 2) and f"in {reading.truth:.0%} of draws" in reading.text


def test_the_best_bound_leaves_one_in_epsilon_above_it(make):
    values = np.sort(ARGUMENTS["pictures.clipping"]["values"])
    reading = moved(make("pictures.clipping"), bound=60_000, epsilon=0.1)
    assert reading.truth == "below the largest"
    best = float(re.search(r"Lowest at ([\d,]+)", reading.alt)[1].replace(",", ""))
    assert (values > best).sum() == 10
    assert f"loses {100 * np.maximum(values - 60_000, 0).sum() / values.sum():.0f}%" in reading.text


def test_each_step_of_a_laplace_hill_keeps_what_epsilon_allows_and_of_a_normal_one_less():
    laplace, normal = hills_pictures.steps(epsilon=0.5).axes
    shares = [[int(text.get_text().split("%")[0]) for text in ax.texts[:6]] for ax in (laplace, normal)]
    assert laplace.texts[6].get_text() == "ε = 0.5 allows a factor of 1.65,\nand 1 ÷ 1.65 is 61%"
    assert shares[0] == [61] * 6 and shares[1] == sorted(shares[1], reverse=True) and shares[1][0] > 90
    red = [to_rgb(RED) == bar.get_facecolor()[:3] for bar in normal.patches]
    assert red == [False] + [share < 61 for share in shares[1]] and any(red)


def test_a_billion_moves_the_mean_of_a_thousand_by_a_million(make):
    reading = moved(make("pictures.newcomer"), income=10**9)
    assert "by 998,952 dollars, and their median by 16" in reading.text and reading.truth == "about a million dollars"


def test_who_always_guesses_the_nearer_count_is_right_as_often_as_epsilon_allows(make):
    """2,000 rounds at ε = 1: 73.1%, within 5 standard errors of .01 (a false failure in 1.7 million)."""
    picture, right, rng = make("count_pictures.game"), 0, np.random.default_rng(5)
    for _ in range(2000):
        reading = picture.move(epsilon=1.0, rng=rng)
        published = int(re.search(r"number is (\d+)", reading.text)[1])
        right += reading.truth == ("Ada was counted" if published >= 146 else "Ada was not counted")
    assert abs(right / 2000 - mechanisms.success_bound(epsilon=1)) < 0.05 and "by 0.85 on average" in reading.text


def test_where_most_rounds_have_no_noise_a_share_of_rounds_is_told_and_no_mean_below_a_half(make):
    """Noise of 0 at ε = 5: (1 − e⁻⁵)/(1 + e⁻⁵) = 98.7%."""
    picture = make("count_pictures.game")
    assert "no noise at all in 99% of the rounds" in moved(picture, 1, epsilon=5.0).text
    for epsilon in (0.1, 1.0, 1.4, 1.5, 2.0):
        found = re.search(r"by ([\d.]+) on average", moved(picture, 1, epsilon=epsilon).text)
        assert (found is None) == (epsilon >= 1.5) and (found is None or float(found[1]) >= 0.5)


def test_the_tenth_round_of_a_setting_is_the_end_of_its_game(make):
    picture, said = make("count_pictures.game"), []
    for epsilon in [0.1] * 9 + [1.0] + [0.1] * 3:
        said.append(picture.mark(moved(picture, epsilon=epsilon).truth))
    assert ["ten rounds at ε = 0.1" in one for one in said] == [False] * 10 + [True, False, False]


def test_a_judged_count_shows_its_noise_until_the_next_round(make):
    picture = make("count_pictures.game")
    noise, named, dot, _ = picture.moving
    for seed in range(6):
        truth = moved(picture, seed, epsilon=1.0).truth
        assert not named.get_text() and not len(noise.get_xdata()), "nothing is told before the answer"
        said = picture.mark(truth)
        true = 146 if truth == "Ada was counted" else 145
        assert f": {true} and no" in said and "only the town" not in said
        assert named.get_text().startswith(f"{truth}: {true}, and no") and list(noise.get_xdata()) == [true, *dot.get_xdata()]
