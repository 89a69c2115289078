"""Pictures of `coursekit.inference`; the head of `pictures_tests` says what the names mean."""

import itertools

import numpy as np
import pytest
from pictures_tests import *

from coursekit import inference
from coursekit.inference import em_pictures, pictures, posterior_pictures

TOTAL, ROWS = "on the total", "on every row"
SETTINGS = {
    "pictures.fits": [{"n": n, "epsilon": e} for n, e in itertools.product((10, 2000), (0.1, 5.0))],
    "pictures.whose_noise": [
        {"on": on, "part": p} for on, p in itertools.product((pictures.SIDEWAYS, pictures.UPRIGHT), (0.0, 1.0))
    ],
    "pictures.hills": [{"n": n, "epsilon": e} for n, e in itertools.product((10, 200), (0.1, 2.0))],
    "posterior_pictures.worlds": [{"tried": t, "epsilon": e} for t, e in itertools.product((1, 5000), (0.05, 1.0))],
    "posterior_pictures.mixture": [{"release": r, "epsilon": e} for r, e in itertools.product((0.0, 60.0), (0.05, 5.0))],
    "posterior_pictures.sampling_or_privacy": [
        {"epsilon": e, "n": n, "where": w} for e, n, w in ((0.05, 10, TOTAL), (0.05, 100_000, ROWS), (2.0, 10, ROWS), (2.0, 100_000, TOTAL))
    ],
    "em_pictures.walks_home": [{"step": s, "epsilon": e} for s, e in itertools.product((0, 20), (0.2, 1.0))],
    "em_pictures.lost_information": [{"epsilon": e, "steps": s} for e, s in itertools.product((0.05, 2.0), (1, 20))],
}


def test_more_schools_make_studies_surely_wrong(make):
    picture = make("pictures.fits")
    few, many = (moved(picture, n=n, epsilon=0.2) for n in (10, 500))
    assert "9 of their 100 ellipses hold the truth" in few.text
    assert "a slope of 0.68 on average. None of their 100 ellipses holds the truth" in many.text and many.truth == 0.7
    none = moved(picture, n=100, epsilon=5.0)
    assert "slope of 3.99" in none.text and "98 of their 100 ellipses hold" in none.text


def test_an_ellipse_that_is_drawn_holds_what_covers_says():
    """The cross lies inside the drawn ellipse exactly if the study covers the truth."""
    from matplotlib.path import Path

    picture = pictures.fits()
    picture.move(20, 0.5, np.random.default_rng(0))
    drawn = picture.moving[4].get_segments()
    x, y = (pictures.noisy(v, 0.5, rng) for rng in [np.random.default_rng(0)] for v in [*pictures.SCHOOLS.draw((100, 20), rng=rng)])
    covers = inference.least_squares(x, y).covers(-5, 4)
    inside = [Path(one).contains_point((35, 4)) for one in drawn]
    assert np.mean(inside == covers) >= 0.98, "up to a polygon's corners"
    assert 20 < covers.sum() < 90


def test_only_the_noise_on_the_infected_flattens(make):
    picture = make("pictures.whose_noise")
    sideways, upright = (moved(picture, on=on, part=1.0) for on in (pictures.SIDEWAYS, pictures.UPRIGHT))
    assert "where ±6 is true, and the line has a slope of 0.8" in sideways.text and sideways.truth == pictures.SIDEWAYS
    assert "slope of 3.9" in upright.text
    assert "slope of 4.0" in moved(picture, on=pictures.BOTH, part=0.0).text


@pytest.mark.parametrize(("n", "epsilon"), [(10, 0.2), (60, 0.5), (40, 2.0)])
def test_the_hill_is_the_exact_profile(n, epsilon):
    """Against the likelihood without a table, at the best height that a search finds."""
    from scipy.optimize import minimize_scalar

    rng = np.random.default_rng(21)
    x, y = (pictures.noisy(v, epsilon, rng) for v in pictures.SCHOOLS.draw(n, rng=rng))
    slopes = np.array([2.5, 3.5, 4.0, 4.5, 6.0])
    points, exact = inference.NoisyLine(x=x, y=y, epsilon=epsilon), []
    for slope in slopes:
        at = lambda h: -points.log_likelihood([h - 10 * slope, slope])  # noqa: B023, E731
        exact.append(-minimize_scalar(at, bounds=(y.mean() - 15, y.mean() + 15), method="bounded").fun)
    ours = pictures.profile(x, y, epsilon=epsilon, slopes=slopes)
    assert ours - ours.max() == pytest.approx(np.array(exact) - max(exact), abs=0.05)


def test_ten_schools_allow_nearly_any_slope_and_two_hundred_do_not(make):
    picture = make("pictures.hills")
    few, many = (moved(picture, n=n, epsilon=0.2) for n in (10, 200))
    assert few.truth == "5 wide or more" and many.truth == "about 1 wide"
    assert "The naive fit claims 0.7 ± 0.3" in many.text and "the truth is among them" in many.text


def test_the_hill_holds_the_truth_nearly_as_often_as_it_says(make):
    picture = make("pictures.hills")
    held = ["the truth is among" in moved(picture, seed=seed, n=20, epsilon=0.5).text for seed in range(40)]
    assert sum(held) > 26, "of 40; if 93% hold, no more than 26 do once in a million runs"


def test_sixteen_of_a_hundred_weeks_are_kept(make):
    picture = make("posterior_pictures.worlds")
    many = moved(picture, tried=5000, epsilon=0.2)
    assert many.truth == 16 and "the exact answer is 28.6. Taking 37.4 as exact gives 31.2" in many.text
    assert "The circled week" in moved(picture, tried=1, epsilon=0.2).text


def test_a_gamma_law_is_that_of_scipy():
    from scipy.stats import gamma

    theta = np.linspace(1, 60, 20)
    assert posterior_pictures.gamma_density(theta, 62.4, 2) == pytest.approx(gamma.pdf(theta, 62.4, scale=0.5))


def test_the_belief_moves_from_what_was_believed_to_what_was_published(make):
    picture = make("posterior_pictures.mixture")
    assert "28.6 a week, give or take 4.7" in moved(picture, release=37.4, epsilon=0.2).text
    assert "31.2, give or take 3.9" in moved(picture, release=37.4, epsilon=0.2).text
    assert "26.1 a week" in moved(picture, release=37.4, epsilon=0.05).text
    assert moved(picture, release=60.0, epsilon=5.0).truth == 29, "the guess is about the release that it opens with"


def test_noise_on_a_total_is_soon_forgotten_and_noise_on_rows_never(make):
    picture = make("posterior_pictures.sampling_or_privacy")
    reading = moved(picture, epsilon=0.1, n=100, where=TOTAL)
    assert reading.truth == 800 and "off by 5 points for asking few and by 14 for the noise" in reading.text
    equal = moved(picture, epsilon=0.1, n=800, where=TOTAL)
    assert "50% of the squared error" in equal.text
    assert {moved(picture, epsilon=1.0, n=n, where=ROWS).text.split("which makes")[1] for n in (10, 1000, 100_000)} == {" 89% of the squared error."}


def test_the_line_walks_home_in_twenty_steps(make):
    picture = make("em_pictures.walks_home")
    last = moved(picture, step=20, epsilon=0.5)
    assert "It began at 2.08, and the truth is 4" in last.text and last.truth == 4.0
    ends = [em_pictures.walk(seed, 0.5, 150, 200)[1][[0, -1], 1] for seed in range(5)]
    assert np.mean(ends, axis=0) == pytest.approx([2.22, 4.0], abs=0.55), "5 standard errors of 5 walks, .24 each"


def test_information_lost_is_the_rate_of_the_walk(make):
    picture = make("em_pictures.lost_information")
    reading = moved(picture, epsilon=0.2, steps=18)
    assert reading.truth == 0.41 and "takes 41.1% of the information" in reading.text


@pytest.mark.parametrize(
    ("key", "guess", "values"),
    [
        ("pictures.fits", 3.0, {"n": 100, "epsilon": 0.2}),
        ("pictures.whose_noise", pictures.UPRIGHT, {"on": pictures.BOTH, "part": 0.0}),
        ("pictures.hills", "about 1 wide", {"n": 10, "epsilon": 0.2}),
        ("posterior_pictures.worlds", 50, {"tried": 1, "epsilon": 0.2}),
        ("posterior_pictures.mixture", 31, {"release": 37.4, "epsilon": 0.2}),
        ("posterior_pictures.sampling_or_privacy", 100, {"epsilon": 0.1, "n": 100, "where": TOTAL}),
        ("em_pictures.walks_home", 3.0, {"step": 0, "epsilon": 0.5}),
        ("em_pictures.lost_information", 0.2, {"epsilon": 0.2, "steps": 5}),
    ],
)
def test_a_guess_stays_in_the_picture(make, key, guess, values):
    picture = make(key)
    moved(picture, **values)
    before = picture.png()
    picture.mark(guess)
    assert picture.png() != before
