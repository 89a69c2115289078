"""The mathematics of `coursekit.inference`: known values, exact laws, limits, and statsmodels and scipy as oracles.

Seeds are fixed. Where a simulated number is compared, its tolerance is at least 5 of its standard errors, so that with
another seed a right implementation fails less than once in a million runs of a comparison.
"""

import numpy as np
import pytest
import statsmodels.api as sm
from scipy import integrate, optimize, special, stats

from coursekit import inference
from coursekit.inference import lines, rates

MODEL = inference.LinearModel()


def published(n, epsilon, seed, studies=None):
    rng = np.random.default_rng(seed)
    values = MODEL.draw(n if studies is None else (studies, n), rng=rng)
    return tuple(v + rng.laplace(scale=1 / epsilon, size=v.shape) for v in values)


# ---------------------------------------------------------------- a line with no thought of noise


def naive_limits(epsilon):
    """What a fit with no thought of noise finds from very many rows of `MODEL`: intercept, slope, residual variance."""
    noise, factor = 2 / epsilon**2, inference.attenuation(MODEL.mean, epsilon=epsilon)
    slope = factor * MODEL.slope
    return MODEL.intercept + (MODEL.slope - slope) * MODEL.mean, slope, MODEL.sigma**2 + noise + factor * MODEL.slope**2 * noise



@pytest.mark.parametrize(
    ("epsilon", "factor", "limits"),
    [
        (0.5, 5 / 9, (12.7778, 2.2222, 104.1111)),
        (0.2, 1 / 6, (28.3333, 0.6667, 208.3333)),
        (0.1, 1 / 21, (33.0952, 0.1905, 377.3810)),
    ],
)
def test_limits_of_the_naive_fit(epsilon, factor, limits):
    assert inference.attenuation(10, epsilon=epsilon) == pytest.approx(factor, rel=1e-12)
    assert naive_limits(epsilon) == pytest.approx(limits, abs=5e-5)
    found = inference.least_squares(*published(500_000, epsilon, 3))
    assert found[:3] == pytest.approx(limits, rel=0.05)
    assert found.slope == pytest.approx(limits[1], abs=5 * found.slope_error)


def test_the_talks_residual_variance_is_up_to_nine_times_too_large():
    """Its formula omits the factor; at ε = 0.1 that is visible at once."""
    talk = [25 + 2 / e**2 + 16 * 2 / e**2 for e in (0.5, 0.2, 0.1)]
    right = [naive_limits(e)[2] for e in (0.5, 0.2, 0.1)]
    assert np.round(np.divide(talk, right), 1).tolist() == [1.5, 4.2, 9.1]


@pytest.mark.parametrize(("epsilon", "covered", "slope"), [(0.5, 0.631, 2.31), (0.2, 0.113, 0.78), (0.1, 0.018, 0.24)])
def test_coverage_of_the_naive_ellipse_from_ten_rows(epsilon, covered, slope):
    """The known values are themselves means of simulations, so 5 standard errors are those of two of 20,000."""
    line = inference.least_squares(*published(10, epsilon, 5, studies=20_000))
    assert line.covers(-5, 4).mean() == pytest.approx(covered, abs=5 * np.sqrt(2 * covered * (1 - covered) / 20_000))
    assert line.slope.mean() == pytest.approx(slope, abs=0.02 + 5 * line.slope.std() / np.sqrt(10_000))


def test_without_noise_the_ellipse_keeps_its_word():
    line = inference.least_squares(*MODEL.draw((20_000, 10), rng=np.random.default_rng(6)))
    assert line.covers(-5, 4).mean() == pytest.approx(0.95, abs=5 * np.sqrt(0.95 * 0.05 / 20_000))
    assert line.covers(-5, 4, level=0.5).mean() == pytest.approx(0.5, abs=5 * np.sqrt(0.25 / 20_000))


def test_least_squares_is_that_of_statsmodels():
    x, y = published(30, 0.5, 7)
    ours, theirs = inference.least_squares(x, y), sm.OLS(y, sm.add_constant(x)).fit()
    assert (ours.intercept, ours.slope) == pytest.approx(tuple(theirs.params), rel=1e-10)
    assert ours.variance == pytest.approx(theirs.mse_resid, rel=1e-10)
    assert ours.slope_error == pytest.approx(theirs.bse[1], rel=1e-10)
    for pair in ((12, 2.2), (-5, 4), theirs.params + 0.3 * theirs.bse):
        p_value = float(theirs.f_test((np.eye(2), pair)).pvalue)
        assert ours.covers(*pair) == (p_value >= 0.05)
        assert ours.covers(*pair, level=1 - p_value + 1e-9) and not ours.covers(*pair, level=1 - p_value - 1e-9)


def test_a_study_is_fitted_as_if_it_were_alone():
    x, y = published(12, 0.2, 8, studies=3)
    together = inference.least_squares(x, y)
    for k in range(3):
        alone = inference.least_squares(x[k], y[k])
        assert alone.slope == pytest.approx(together.slope[k], rel=1e-12)
        assert alone.covers(-5, 4) == together.covers(-5, 4)[k]


def test_points_on_one_line_leave_no_residual_and_one_x_has_no_slope():
    line = inference.least_squares([1, 2, 3, 4], [9, 7, 5, 3])
    assert (line.intercept, line.slope, line.variance) == pytest.approx((11, -2, 0), abs=1e-12)
    assert np.isnan(inference.least_squares([2, 2, 2], [1, 2, 3]).slope)


# ---------------------------------------------------------------- the line bent back


def test_the_corrected_line_finds_the_truth_and_says_how_far_off_it_is():
    """1,000 studies of 1,000 rows at ε = 0.5; far more rows leave nothing of the bias."""
    found = inference.corrected_line(*published(1000, 0.5, 9, studies=1000), epsilon=0.5)
    off = np.abs(found.slope - 4) < 1.96 * found.slope_error
    assert off.mean() == pytest.approx(0.95, abs=5 * np.sqrt(0.95 * 0.05 / 1000))
    assert found.slope.std() == pytest.approx(found.slope_error.mean(), rel=0.15)
    large = inference.corrected_line(*published(1_000_000, 0.5, 10), epsilon=0.5)
    assert large.slope == pytest.approx(4, abs=5 * large.slope_error) and large.slope_error < 0.02
    assert large.intercept == pytest.approx(-5, abs=55 * large.slope_error)


def test_forgetting_that_the_variance_is_two_over_epsilon_squared_fails():
    """The misconception of a noise variance of 1 / epsilon**2 must not pass the test above."""
    x, y = published(1_000_000, 0.5, 10)
    wrong = np.cov(x, y)[0, 1] / (x.var() - 1 / 0.5**2)
    assert abs(wrong - 4) > 50 * inference.corrected_line(x, y, epsilon=0.5).slope_error


def test_hardly_any_noise_needs_hardly_any_correction():
    x, y = published(50, 30, 11)
    naive, mended = inference.least_squares(x, y), inference.corrected_line(x, y, epsilon=30)
    assert mended.slope == pytest.approx(naive.slope, rel=1e-3)
    assert np.isnan(inference.corrected_line([1, 2, 3], [1, 2, 3], epsilon=0.1).slope), "less spread than noise alone has"


# ---------------------------------------------------------------- the exact belief, and ABC


BELIEF = inference.NoisyCount(release=37.4, epsilon=0.2)


def test_the_belief_has_the_known_moments_and_quantiles():
    assert (BELIEF.mean, BELIEF.sd) == pytest.approx((28.57633, 4.73388), abs=5e-6)
    assert [BELIEF.quantile(p) for p in (0.025, 0.5)] == pytest.approx([19.6321, 28.4652], abs=5e-5)
    assert BELIEF.acceptance == pytest.approx(0.161612, abs=5e-7)


def test_the_belief_is_the_talks_closed_form():
    """With θ⁺ = θ e^ε and θ⁻ = θ e^(-ε), which the slide does not say."""
    theta, eps, s = np.linspace(0.5, 70, 2000), 0.2, 37.4
    up, down, k = theta * np.exp(eps), theta * np.exp(-eps), np.ceil(s)
    bracket = special.gammaincc(k, up) * np.exp(up - eps * s) + special.gammainc(k, down) * np.exp(down + eps * s)
    form = theta**24 * np.exp(-2 * theta) * bracket
    form /= integrate.trapezoid(form, theta)
    assert np.max(np.abs(form - BELIEF.density(theta))) < 1e-6


@pytest.mark.parametrize(("release", "epsilon", "shape", "rate"), [(37.4, 0.2, 25, 1), (-3, 1, 2, 0.5), (500, 0.05, 3, 2), (4, 8, 1, 1)])
def test_density_quantiles_and_moments_belong_together(release, epsilon, shape, rate):
    belief = inference.NoisyCount(release=release, epsilon=epsilon, shape=shape, rate=rate)
    high = belief.quantile(1 - 1e-12)
    total, mean = (integrate.quad(lambda t: belief.density(t) * t**k, 0, high, limit=400)[0] for k in (0, 1))
    assert (total, mean) == pytest.approx((1, belief.mean), rel=1e-6)
    for p in (0.025, 0.5, 0.9):
        assert belief.cdf(belief.quantile(p)) == pytest.approx(p, abs=1e-9)
        assert integrate.quad(belief.density, 0, belief.quantile(p), limit=400)[0] == pytest.approx(p, abs=1e-6)


def test_a_belief_from_bayes_by_brute_force():
    """All counts up to 400 and 4,001 rates, with no formula but Bayes' rule."""
    theta, s = np.linspace(0.01, 80, 4001), np.arange(400)
    joint = stats.gamma.pdf(theta, 25)[:, None] * stats.poisson.pmf(s, theta[:, None]) * np.exp(-0.2 * np.abs(37.4 - s))
    belief = joint.sum(axis=1) / joint.sum() / (theta[1] - theta[0])
    assert BELIEF.density(theta) == pytest.approx(belief, abs=1e-6)
    counts, weights = BELIEF.counts
    assert weights == pytest.approx((joint.sum(axis=0) / joint.sum())[counts], abs=1e-6)


def test_limits_of_the_belief():
    exact, none = (inference.NoisyCount(release=37, epsilon=e) for e in (30, 1e-6))
    assert (exact.mean, exact.sd) == pytest.approx((31, np.sqrt(62) / 2), rel=1e-6), "an exact count gives Gamma(25 + 37, 2)"
    assert (none.mean, none.sd) == pytest.approx((25, 5), rel=1e-4), "a release of pure noise leaves the belief as it was"


def test_kept_worlds_and_exact_draws_have_the_law_of_the_belief():
    """Kolmogorov–Smirnov at a level of 1e-7 each; the acceptance within 5 standard errors."""
    rng = np.random.default_rng(12)
    theta, _, kept = inference.abc_tries(37.4, epsilon=0.2, tries=200_000, rng=rng)
    assert kept.mean() == pytest.approx(BELIEF.acceptance, abs=5 * np.sqrt(0.1616 * 0.8384 / 200_000))
    drawn = BELIEF.draw(size=100_000, rng=rng)
    rates = np.linspace(0, 80, 4001)
    heights = BELIEF.cdf(rates)
    cdf = lambda at: np.interp(at, rates, heights)  # noqa: E731
    for sample in (theta[kept], drawn):
        assert stats.kstest(sample, cdf).pvalue > 1e-7
    assert stats.kstest(drawn, cdf).statistic < 0.009
    naive = rng.gamma(62.4, 1 / 2, 30_000)
    assert stats.kstest(naive, cdf).pvalue < 1e-100, "whoever takes 37.4 as exact would be noticed"


# ---------------------------------------------------------------- EM for a rate


def test_the_talks_numbers_for_the_rate():
    path = inference.count_em(release=37.4, epsilon=0.2, start=25, steps=60)
    top = path[-1]
    assert top == pytest.approx(37.237273, abs=5e-7) and abs(path[20] - top) < 1e-6
    information = inference.count_information(top, release=37.4, epsilon=0.2)
    assert information == pytest.approx(0.01582061, abs=5e-9)
    assert (1 / 37.4) == pytest.approx(0.02673797, abs=5e-9)
    assert (1 / 37.4) / information == pytest.approx(1.690, abs=5e-4)
    rate = (path[13] - path[12]) / (path[12] - path[11])
    assert rate == pytest.approx(0.411, abs=5e-4) and rate == pytest.approx(1 - information * top, abs=1e-3)


def log_likelihood(theta, release=37.4, epsilon=0.2):
    s = np.arange(600)
    return special.logsumexp(stats.poisson.logpmf(s, theta) - epsilon * np.abs(release - s))


def test_em_ends_where_an_optimizer_ends():
    best = optimize.minimize_scalar(lambda t: -log_likelihood(t), bounds=(1, 100), method="bounded", options={"xatol": 1e-9}).x
    path = inference.count_em(release=37.4, epsilon=0.2, start=80, steps=60)
    assert path[-1] == pytest.approx(best, abs=1e-5)
    likely = [log_likelihood(theta) for theta in path]
    assert np.all(np.diff(likely) >= -1e-9), "no step of EM makes the release less likely"
    bend = -(log_likelihood(best + 0.01) - 2 * log_likelihood(best) + log_likelihood(best - 0.01)) / 0.01**2
    assert inference.count_information(best, release=37.4, epsilon=0.2) == pytest.approx(bend, rel=1e-4)


def test_a_rate_without_noise_is_the_count():
    assert inference.expected_count(25, release=37, epsilon=30) == pytest.approx(37, abs=1e-6)
    assert inference.expected_count(25, release=37, epsilon=1e-6) == pytest.approx(25, abs=1e-3)
    assert rates._counts(9.0, -4.0, 0.5)[0] == pytest.approx(9 * np.exp(-0.5), rel=1e-9), "a tilted Poisson law"


# ---------------------------------------------------------------- EM for a line


def test_normal_plus_laplace_is_the_density_and_the_mean_that_integration_gives():
    points = inference.NoisyLine(x=[1, 2, 3], y=[1, 2, 3], epsilon=0.5)
    for r in (-30.0, -4.0, 0.0, 1.5, 60.0):
        a, b = points._halves(np.array(r))
        density = 0.25 * np.exp(np.logaddexp(a, b))
        likely = lambda e: stats.norm.pdf(e, scale=5) * stats.laplace.pdf(r - e, scale=2)  # noqa: E731
        total, mean = (integrate.quad(lambda e: likely(e) * e**k, -60, 60, points=[r] if abs(r) < 60 else None, limit=300)[0] for k in (0, 1))
        assert density == pytest.approx(total, rel=1e-7)
        assert 0.5 * 25 * np.tanh((a - b) / 2) == pytest.approx(mean / total, abs=1e-6)


def test_exact_em_ends_at_the_top_of_the_likelihood():
    points = inference.NoisyLine(**dict(zip("xy", published(50, 0.5, 14))), epsilon=0.5)
    path = points.walk(steps=80)
    assert np.all(np.diff([points.log_likelihood(line) for line in path]) >= -1e-9)
    best = optimize.minimize(lambda line: -points.log_likelihood(line), path[-1], method="Nelder-Mead", options={"xatol": 1e-6, "fatol": 1e-10})
    assert path[-1] == pytest.approx(best.x, abs=1e-3)
    step, (b0, b1) = 0.01, path[-1]
    at = lambda i, j: points.log_likelihood([b0 + i * step, b1 + j * step])  # noqa: E731
    bend = [[2 * at(0, 0) - at(1, 0) - at(-1, 0), 0], [0, 2 * at(0, 0) - at(0, 1) - at(0, -1)]]
    bend[0][1] = bend[1][0] = -(at(1, 1) - at(1, -1) - at(-1, 1) + at(-1, -1)) / 4
    assert points.information(path[-1]) == pytest.approx(np.array(bend) / step**2, rel=2e-3)


def test_monte_carlo_em_walks_beside_exact_em():
    """One step from one line: the simulated step lies within 5 of its standard errors (measured over 30) of the exact one."""
    points = inference.NoisyLine(**dict(zip("xy", published(50, 0.5, 15))), epsilon=0.5)
    line, rng = np.array([10.0, 2.5]), np.random.default_rng(16)
    steps = np.array([points.mc_step(line, draws=2000, rng=rng) for _ in range(30)])
    assert np.all(np.abs(steps.mean(axis=0) - points.step(line)) < 5 * steps.std(axis=0, ddof=1) / np.sqrt(30) + 0.01)
    end = points.walk(steps=40, draws=200, rng=rng)[-1]
    assert end == pytest.approx(points.walk(steps=40)[-1], abs=1.5), "the walk of the talk's size ends nearby"


def test_without_noise_nothing_is_left_to_guess():
    x, y = MODEL.draw(40, rng=np.random.default_rng(17))
    points, plain = inference.NoisyLine(x=x, y=y, epsilon=30), inference.least_squares(x, y)
    assert points.walk(steps=3)[-1] == pytest.approx([plain.intercept, plain.slope], abs=0.05)
    assert points.information(points.walk(steps=3)[-1])[0, 0] == pytest.approx(40 / 25, rel=1e-3)


def test_many_studies_walk_at_once():
    x, y = published(20, 0.5, 18, studies=2)
    both = inference.NoisyLine(x=x, y=y, epsilon=0.5)
    ends, alone = both.walk(steps=5)[-1], inference.NoisyLine(x=x[1], y=y[1], epsilon=0.5).walk(steps=5)[-1]
    assert ends[1] == pytest.approx(alone, abs=1e-9)
    assert both.log_likelihood(ends)[1] == pytest.approx(inference.NoisyLine(x=x[1], y=y[1], epsilon=0.5).log_likelihood(alone))
    assert both.information(ends).shape == (2, 2, 2)
    assert lines._LARGEST == 1e4


@pytest.mark.exhaustive
def test_the_most_likely_line_is_nearly_unbiased_and_its_interval_nearly_keeps_its_word():
    """400 studies of 50 rows at ε = 0.5, all within 5 standard errors of what 2,000 other studies gave.

    Those gave a mean slope of 3.94, a standard deviation of .43 and a coverage of .934 by 1.96 standard errors, which with
    200 rows become 3.99, .20 and .945: what is missing to 4 and .95 is a matter of few rows. The naive slope is 2.22.
    """
    x, y = published(50, 0.5, 19, studies=400)
    points = inference.NoisyLine(x=x, y=y, epsilon=0.5)
    path = points.walk(steps=60)
    slope = path[-1, :, 1]
    assert slope.mean() == pytest.approx(3.94, abs=5 * 0.43 / 20) and slope.std() == pytest.approx(0.43, rel=5 / np.sqrt(800))
    assert path[0, :, 1].mean() == pytest.approx(2.22, abs=5 * 0.3 / 20)
    error = np.sqrt(np.linalg.inv(points.information(path[-1]))[:, 1, 1])
    covered = np.mean(np.abs(slope - 4) < 1.96 * error)
    assert covered == pytest.approx(0.934, abs=5 * np.sqrt(0.934 * 0.066 / 400))
