"""Pictures of `coursekit.inference`; the head of `pictures_tests` says what the names mean."""

import itertools
import re

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
    "pictures.three_answers": [{"n": n, "epsilon": e} for n, e in itertools.product((10, 500), (0.1, 2.0))],
    "bend_pictures.bends": [{"off": off} for off in (0, 50, 55)],
    "posterior_pictures.worlds": [{"tried": t, "epsilon": e} for t, e in itertools.product((2, 5000), (0.05, 1.0))],
    "posterior_pictures.mixture": [{"release": r, "epsilon": e} for r, e in itertools.product((0.0, 60.0), (0.05, 5.0))],
    "posterior_pictures.sampling_or_privacy": [
        {"epsilon": e, "n": n, "where": w} for e, n, w in ((0.05, 10, TOTAL), (0.05, 100_000, ROWS), (2.0, 10, ROWS), (2.0, 100_000, TOTAL))
    ],
    "em_pictures.walks_home": [
        {"step": s, "epsilon": e, "schools": w} for s, e, w in itertools.product((0, 60), (0.2, 1.0), (em_pictures.POISSON, em_pictures.VARIED))
    ],
    "em_pictures.ends": [{"draws": draws} for draws in (20, 500)],
    "em_pictures.lost_information": [{"epsilon": e, "steps": s} for e, s in itertools.product((0.05, 2.0), (1, 20))],
}

DRAW = np.random.default_rng(48)  # as the lesson
COUNTS = inference.LinearModel().draw(20_000, rng=DRAW)
FILE = [values + DRAW.laplace(scale=1 / 0.2, size=20_000) for values in COUNTS]
ARGUMENTS = {"bend_pictures.bends": dict(zip("xy", FILE))}


def test_more_schools_make_studies_surely_wrong(make):
    picture = make("pictures.fits")
    few, many = (moved(picture, n=n, epsilon=0.2) for n in (10, 500))
    assert "6 of 100 intervals hold the truth" in few.text
    assert "is 0.67 on average, and none of 100 intervals holds the truth" in many.text and many.truth == 0.7
    assert "2,000 schools (400 drawn)" in moved(picture, n=2000, epsilon=2.0).text
    assert "3.81 on average, and none of 100" in moved(picture, n=2000, epsilon=2.0).text
    none = moved(picture, n=100, epsilon=5.0)
    assert "is 3.98 on average, and 95 of 100" in none.text


def test_an_interval_is_that_of_statsmodels():
    import statsmodels.api as sm

    x, y = pictures.SCHOOLS.draw(12, rng=np.random.default_rng(3))
    low, high = sm.OLS(y, sm.add_constant(x)).fit().conf_int()[1]
    line = inference.least_squares(x, y)
    assert (line.slope - pictures.sure(line), line.slope + pictures.sure(line)) == pytest.approx((low, high))


def test_bars_are_green_where_they_reach_the_truth(make):
    picture = make("pictures.fits")
    moved(picture, n=20, epsilon=0.5)
    bars = picture.moving[4]
    holds = np.array([low <= 4 <= high for (_, low), (_, high) in bars.get_segments()])
    assert (holds == (bars.get_colors()[:, 1] > bars.get_colors()[:, 0])).all() and 10 < holds.sum() < 90


def test_only_the_noise_on_the_infected_flattens(make):
    picture = make("pictures.whose_noise")
    sideways, upright = (moved(picture, on=on, part=1.0) for on in (pictures.SIDEWAYS, pictures.UPRIGHT))
    assert "is 58, of which 10 is real, and the line has a slope of 0.8" in sideways.text and sideways.truth == pictures.SIDEWAYS
    assert "is 10, of which 10 is real, and the line has a slope of 3.9" in upright.text and upright.truth is None
    assert "slope of 4.0" in moved(picture, on=pictures.BOTH, part=0.0).text


@pytest.mark.parametrize(("n", "epsilon"), [(10, 0.2), (60, 0.5), (40, 2.0)])
def test_the_range_is_of_the_exact_profile(n, epsilon):
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


def ranges(picture, seed, **values):
    """Give the ends of the three bars (NaN where there is none), and the reading."""
    said = moved(picture, seed=seed, **values)
    return np.array([np.resize(bar.get_xdata(), 2) for bar in picture.moving[:3]], float), said


def test_most_files_of_ten_schools_leave_a_range_of_four_or_more(make):
    """What the guess is told: it holds for most files, and not for the one that opens alone."""
    picture = make("pictures.three_answers")
    low, high = np.array([ranges(picture, seed, n=10, epsilon=0.2)[0][2] for seed in range(100)]).T
    assert np.mean(high - low >= 4) > 0.85 and np.median(high - low) > 5
    assert 0.8 < np.mean((low <= 4) & (high >= 4)) < 0.95, "somewhat less than 95%"
    assert "slopes that fit: from −0.4 to 5.8, 6.2 wide" in (moved(picture, n=10, epsilon=0.2) and picture.moving[8].get_text())
    moved(picture, seed=1, n=10, epsilon=0.2)
    assert "from below −6 to 6.1, more than 12.1 wide" in picture.moving[8].get_text()
    assert moved(picture, n=10, epsilon=0.2).truth == pictures.WIDE


def test_with_many_schools_one_is_wrong_one_is_wide_and_one_is_short(make):
    picture = make("pictures.three_answers")
    found = np.array([ranges(picture, seed, n=500, epsilon=0.2)[0] for seed in range(20)])
    width, held = np.diff(found)[..., 0], (found[..., 0] <= 4) & (found[..., 1] >= 4)
    assert np.median(width, axis=0)[[0, 2]] == pytest.approx([0.45, 0.7], rel=0.4) and width[:, 1].min() > 2
    assert held[:, 0].sum() == 0 and held[:, 2].sum() > 11, "of 20; if 95% hold, 11 or fewer do less than once in a million runs"


def test_the_range_holds_the_truth_nearly_as_often_as_it_says(make):
    picture = make("pictures.three_answers")
    held = sum("not the truth" not in moved(picture, seed=seed, n=20, epsilon=0.5).text for seed in range(40))
    assert held > 26, "of 40; if 93% hold, no more than 26 do once in a million runs"


def test_where_noise_alone_spreads_as_far_nothing_is_bent_back(make):
    picture = make("pictures.three_answers")
    assert "bent back no answer" in moved(picture, seed=1, n=10, epsilon=0.2).text
    assert "no answer, as the infected vary less than noise alone should" in picture.moving[7].get_text()
    none = sum("no answer" in moved(picture, seed=seed, n=10, epsilon=0.2).text for seed in range(200))
    assert 65 < none < 135, "half of all files, says the lesson: outside by chance once in a million runs"


def test_bars_that_leave_the_picture_have_arrows_and_zero_has_no_minus(make):
    picture = make("pictures.three_answers")
    said = moved(picture, n=10, epsilon=0.2)
    left, right = (arrow.get_ydata() for arrow in picture.moving[9:11])
    assert "4.9 ± 12.1" in said.text and list(left) == list(right) == [1.4]
    assert pictures.tenths(-0.04) == "0.0" and pictures.tenths(-1.26) == "−1.3"


def test_a_line_is_right_where_all_that_noise_added_is_taken_off_and_half_of_it_is_not_half_the_way(make):
    picture = make("bend_pictures.bends")
    half, whole, more = (moved(picture, off=off) for off in (25, 50, 55))
    assert "35 are left, and her slope is 1.1, too flat" in half.text and half.truth == 1.1
    assert "10 are left, and her slope is 4.0, nearly the truth" in whole.text
    assert "5 are left, and her slope is 8.2, too steep" in more.text
    named = picture.moving[2]
    said = [moved(picture, off=off) and named.get_text() for off in range(0, 60, 5)]
    assert [text for text in said if "there!" in text] == ["slope 4.0: there!"], "the stop at 50, and no other, is marked"
    by_lesson = inference.corrected_line(*FILE, epsilon=0.2).slope
    assert by_lesson == pytest.approx(4.03, abs=0.01) and f"{by_lesson:.1f}" in whole.text


def test_numbers_of_the_lesson_that_no_cell_prints():
    """Six moves of Laplace noise at 0.2; weeks of which 92, 23 and 3 are kept; and what luck makes of a variance of 60."""
    moves = np.array([0, 1, 3, 4, 7, 15])
    assert (moves.mean(), np.mean(moves**2)) == pytest.approx((5, inference.noise_variance(epsilon=0.2)))
    assert [round(100 * 0.82 ** (37.4 - week)) for week in (37, 30, 20)] == [92, 23, 3]
    rng = np.random.default_rng(3)
    x = pictures.noisy(pictures.SCHOOLS.draw((1000, 500), rng=rng)[0], 0.2, rng).var(axis=1)
    assert 55 == pytest.approx(60 - x.std(), abs=1) and x.mean() == pytest.approx(60, abs=1)
    assert [round(40 / left, 1) for left in (5, 15)] == [8, 2.7] and f"{np.exp(-1.92):.0%}" == "15%"
    exact = 1.96 * pictures.SCHOOLS.sigma / np.sqrt(9 * pictures.SCHOOLS.mean)
    assert 2 * exact == pytest.approx(2, abs=0.1), "how wide the slopes are that ten exact schools leave"


def test_a_published_number_leads_to_a_count_between_it_and_what_is_usual(make):
    picture = make("posterior_pictures.worlds")
    many = moved(picture, tried=5000, epsilon=0.2)
    assert many.truth == 32 and "infected pupils in them is 32.2, and 32.2 by a formula" in many.text
    assert "37.0 by a formula" in moved(picture, tried=5000, epsilon=1.0).text
    assert "27.1 by a formula" in moved(picture, tried=5000, epsilon=0.05).text
    assert "is not known" in moved(picture, tried=50, epsilon=1.0).text, "none of 50 is kept"
    first = moved(picture, tried=2, epsilon=0.2)
    assert "The circled week has 26 infected pupils, 11.4 from 37.4" in first.text and first.truth is None
    mean = picture.moving[8]
    assert not len(mean.get_xdata()), "the mean is drawn when there are many weeks"
    moved(picture, tried=5000, epsilon=0.2)
    assert mean.get_xdata() == pytest.approx([32.2, 32.2], abs=0.05)


@pytest.mark.parametrize("epsilon", [0.05, 0.2, 1.0])
def test_the_circle_is_in_the_middle_of_the_square_of_the_last_week(make, epsilon):
    """Odd counts had no circle: it was looked for in the next column."""
    picture, odd = make("posterior_pictures.worlds"), 0
    thrown, kept, circle = picture.moving[:3]
    for tried in range(1, 21):
        text = moved(picture, tried=tried, epsilon=epsilon).text
        number, (x, y) = int(re.search(r"has (\d+) infected", text)[1]), np.ravel(circle.get_data())
        edges, column = thrown.get_data().edges, number // 2
        top = (kept if "is kept" in text else thrown).get_data().values[column]
        assert x == edges[column : column + 2].mean() and abs(x - number) == 0.5 and y == pytest.approx(top - 0.01)
        odd += number % 2
    assert 0 < odd < 20
    assert not len(np.ravel(moved(picture, tried=50, epsilon=epsilon) and circle.get_data()))


def test_the_formula_is_the_mean_of_counts_by_hand(make):
    """Other winters: a negative binomial law, mean 25 and standard deviation 7."""
    from scipy.stats import nbinom

    s = np.arange(400)
    kept = nbinom.pmf(s, 25, 0.5) * np.exp(-0.1 * abs(37.4 - s))
    assert f"{kept @ s / kept.sum():.1f} by a formula" in moved(make("posterior_pictures.worlds"), tried=500, epsilon=0.1).text


def test_the_ringed_school_is_published_far_to_the_right(make):
    picture = make("pictures.whose_noise")
    moved(picture, on=pictures.SIDEWAYS, part=1.0)
    (true, seen), _ = picture.moving[-2].get_data()
    assert seen > 27 and true < 17
    moved(picture, on=pictures.UPRIGHT, part=1.0)
    assert not len(picture.moving[-2].get_xdata())


def test_a_gamma_law_is_that_of_scipy():
    from scipy.stats import gamma

    theta = np.linspace(1, 60, 20)
    assert posterior_pictures.gamma_density(theta, 62.4, 2) == pytest.approx(gamma.pdf(theta, 62.4, scale=0.5))


def test_the_belief_moves_from_what_was_believed_to_what_was_published(make):
    picture = make("posterior_pictures.mixture")
    assert "28.6 a week, give or take 4.7" in moved(picture, release=37.4, epsilon=0.2).text
    assert "31.2, give or take 3.9" in moved(picture, release=37.4, epsilon=0.2).text
    assert "26.1 a week" in moved(picture, release=37.4, epsilon=0.05).text
    assert moved(picture, release=37.4, epsilon=5.0).truth == 32, "the guess is about the release that it opens with"


def test_noise_on_a_total_is_soon_forgotten_and_noise_on_rows_never(make):
    picture = make("posterior_pictures.sampling_or_privacy")
    reading = moved(picture, epsilon=0.1, n=100, where=TOTAL)
    assert reading.truth == 800 and "off by 5 points for asking few and by 14 for the noise" in reading.text
    equal = moved(picture, epsilon=0.1, n=800, where=TOTAL)
    assert "50% of the squared error" in equal.text
    assert "more than 99% of the squared error" in moved(picture, epsilon=0.05, n=10, where=TOTAL).text
    assert {moved(picture, epsilon=1.0, n=n, where=ROWS).text.split("which makes")[1] for n in (10, 1000, 100_000)} == {" 89% of the squared error."}


def test_the_line_walks_home_in_twenty_steps(make):
    picture, known = make("em_pictures.walks_home"), em_pictures.POISSON
    assert moved(picture, step=19, epsilon=0.5, schools=known).truth is None, "the walk is not told before it is done"
    last = moved(picture, step=20, epsilon=0.5, schools=known)
    assert "It began at 2.08. The guessed variance is 10.2, the real one 10." in last.text
    assert "still climbs" not in last.text and last.truth == 4.0
    assert "and still climbs" in moved(picture, step=20, epsilon=0.2, schools=known).text
    ends = [em_pictures.walk(seed, 0.5, 150)[1][[0, -1], 1] for seed in range(5)]
    assert np.mean(ends, axis=0) == pytest.approx([2.22, 4.0], abs=0.55), "5 standard errors of 5 walks, .24 each"


@pytest.mark.parametrize("steps", [1, 5])
def test_a_line_is_a_product_through_the_variance_in_the_bar(make, steps):
    """The bar that is drawn is what the next slope is divided by: the variance of what each school may have been."""
    picture = make("em_pictures.walks_home")
    said = moved(picture, step=steps, epsilon=0.5, schools=em_pictures.POISSON).text
    points, lines = em_pictures.walk(int(np.random.default_rng(0).integers(2**32)), 0.5, 150)
    values, weights, absent = points.guesses(lines[steps - 1])
    product = (weights * values * absent).sum(axis=-1).mean() - (weights @ values).mean() * (weights * absent).sum(axis=-1).mean()
    assert f"guessed variance is {product / lines[steps, 1]:.1f}," in said


def test_a_line_walks_past_the_truth_if_schools_are_more_varied_than_assumed(make):
    told = moved(make("em_pictures.walks_home"), step=60, epsilon=0.2, schools=em_pictures.VARIED).text
    assert "The guessed variance is 10.7, the real one 20." in told
    ends = [em_pictures.walk(seed, 0.2, 150, em_pictures.VARIED)[1][-1, 1] for seed in range(12)]
    assert min(ends) > 4.5 and np.mean(ends) == pytest.approx(5.42, abs=0.5), "5 standard errors of 12 walks, .34 each"


def test_information_lost_is_the_rate_of_the_walk(make):
    picture = make("em_pictures.lost_information")
    reading = moved(picture, epsilon=0.2, steps=18)
    assert "is less than 0.001 from 37.24" in reading.text
    assert reading.truth == 0.41 and "takes 41.1% of the information" in reading.text


def test_simulated_walks_end_nearer_to_the_exact_end_with_more_draws():
    few, more = (np.array([np.subtract(*em_pictures.cloud(seed, draws)) for seed in range(20)]) for draws in (20, 100))
    assert few.mean() < -0.1 < 2 * more.mean() and np.median(more.std(axis=1)) < 0.7 * np.median(few.std(axis=1))


def test_one_school_far_from_all_imagined_ones_keeps_walks_too_low():
    """In the file that opens: of 500 imagined schools hardly more than one has a say in the guess of one row."""
    seed = int(np.random.default_rng(0).integers(2**32))
    slopes, end = em_pictures.cloud(seed, 500)
    rng = np.random.default_rng(seed)
    x, y = (pictures.noisy(v, 0.5, rng) for v in pictures.SCHOOLS.draw(50, rng=rng))
    line = inference.NoisyLine(x=x, y=y, epsilon=0.5).walk(steps=60)[-1]
    xs = rng.poisson(10, (50, 500))
    far = 0.5 * (abs(x[:, None] - xs) + abs(y[:, None] - line[0] - line[1] * xs - rng.normal(0, 5, xs.shape)))
    weights = np.exp(far.min(axis=1, keepdims=True) - far)
    assert (slopes < end).all() and (weights.sum(axis=1) ** 2 / (weights**2).sum(axis=1)).min() < 2


def test_walks_that_begin_at_the_exact_end_have_forgotten_it():
    """As many steps again move their mean no further."""
    slopes, end = em_pictures.cloud(7, 50)
    rng = np.random.default_rng(7)
    x, y = (pictures.noisy(v, 0.5, rng) for v in pictures.SCHOOLS.draw(50, rng=rng))
    points = inference.NoisyLine(x=np.tile(x, (40, 1)), y=np.tile(y, (40, 1)), epsilon=0.5)
    longer = points.walk(steps=40, draws=50, rng=rng)[-1, :, 1]
    error = np.hypot(slopes.std() / np.sqrt(10), longer.std() / np.sqrt(40))
    assert abs(slopes.mean() - longer.mean()) < 5 * error and abs(end - longer.mean()) > error


@pytest.mark.parametrize(
    ("key", "guess", "values"),
    [
        ("pictures.fits", 3.0, {"n": 100, "epsilon": 0.2}),
        ("pictures.whose_noise", pictures.UPRIGHT, {"on": pictures.BOTH, "part": 0.0}),
        ("pictures.three_answers", "about 2 wide", {"n": 10, "epsilon": 0.2}),
        ("posterior_pictures.worlds", 30, {"tried": 50, "epsilon": 0.2}),
        ("bend_pictures.bends", 2.0, {"off": 25}),
        ("em_pictures.ends", 7, {"draws": 20}),
        ("posterior_pictures.mixture", 40, {"release": 60.0, "epsilon": 0.2}),
        ("posterior_pictures.sampling_or_privacy", 100, {"epsilon": 0.1, "n": 100, "where": TOTAL}),
        ("em_pictures.walks_home", 3.0, {"step": 0, "epsilon": 0.5, "schools": em_pictures.POISSON}),
        ("em_pictures.lost_information", 0.2, {"epsilon": 0.2, "steps": 5}),
    ],
)
def test_a_guess_stays_in_the_picture(make, key, guess, values):
    picture = make(key)
    moved(picture, **values)
    before = picture.png()
    picture.mark(guess)
    assert picture.png() != before
