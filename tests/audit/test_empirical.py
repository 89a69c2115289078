"""Empirical privacy loss: exact values, scipy's own smoothing, the paper's table over many runs, and what fails on purpose.

Random tests have fixed seeds. Where a test is statistical it states the chance that a right implementation fails at a
seed drawn afresh, or the spread that its tolerance stands for.
"""

import math

import numpy as np
import pytest
from scipy.stats import gaussian_kde
from sklearn.neighbors import KernelDensity

from coursekit import audit
from coursekit.audit.algorithms import leaf_runs, residuals
from coursekit.audit.areas import neighbour, simulate_counts
from coursekit.audit.tallies import Tally, tally
from coursekit.mechanisms.noise import GeometricNoise
from coursekit.audit import exact
from coursekit.audit.empirical import estimate_loss, repeat_estimates
from coursekit.audit.exact import exact_delta, exact_loss, largest_loss
from coursekit.audit.lower_bounds import audit_scores

FIGURE_1 = (("GDPC", 0.025), ("ADPC", 0.05), ("RDPC", 0.1))


def rng(seed=1):
    return np.random.default_rng(seed)


PAPER = simulate_counts(1_000_000, children=21, rng=rng())


def log_chances(sums, *, epsilon, parts=1):
    """ln of the probability that `parts` noises G(epsilon / parts) add up to each of `sums`."""
    return exact.log_chances(np.abs(sums), epsilon / parts, parts)


# --- Exact answers --------------------------------------------------------------------------------------------------


def test_four_noises():
    assert np.exp(log_chances(0, epsilon=0.05, parts=4)) == pytest.approx(0.00195314535, abs=5e-12)
    sums = np.arange(-20_000, 20_001)
    assert np.exp(log_chances(sums, epsilon=0.05, parts=4)).sum() == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize(("epsilon", "parts"), [(0.7, 1), (2, 2), (4, 4), (3, 5), (12, 16), (40, 100)])
def test_the_formula_is_the_convolution(epsilon, parts):
    """By multiplying out, without a transform."""
    k = np.arange(-700, 701)
    one = GeometricNoise(scale=parts / epsilon).density(k)
    law = one
    for _ in range(parts - 1):
        law = np.convolve(law, one, "same")
    ours = np.exp(log_chances(k, epsilon=epsilon, parts=parts))
    near = np.abs(k) < 300
    np.testing.assert_allclose(ours[near], law[near], rtol=1e-10, atol=1e-300)


def test_the_tail_is_stable_where_a_fourier_transform_is_not():
    k = np.arange(-4096, 4096)
    one = GeometricNoise(scale=4).density(k)
    by_transform = np.fft.fftshift(np.fft.irfft(np.fft.rfft(np.fft.ifftshift(one)) ** 4, 8192))
    ours = np.exp(log_chances(k, epsilon=1, parts=4))
    middle = ours > 1e-13
    np.testing.assert_allclose(by_transform[middle], ours[middle], rtol=1e-3)
    tail = (ours < 1e-25) & (ours > 1e-100)
    assert (np.abs(by_transform - ours)[tail] >= 0.99 * ours[tail]).all()
    slope = np.diff(log_chances(np.arange(2000, 2500), epsilon=1, parts=4))
    assert (np.diff(slope) < 0).all() and slope[-1] == pytest.approx(-0.25 + 3 / 2500, abs=1e-5)


def test_the_exact_loss_of_the_mean_of_four():
    found = exact_loss([0, 50, 72, 184], epsilon=0.05, parts=4)
    np.testing.assert_allclose(found, [0.00024999, 0.01995791, 0.02500139, 0.03685330], rtol=0, atol=2e-8)
    assert found[3] / 0.05 == pytest.approx(0.74, abs=0.005)


@pytest.mark.parametrize(("epsilon", "parts"), [(0.05, 4), (1, 4), (1, 2), (3, 16)])
def test_one_half_is_where_one_looks(epsilon, parts):
    k = np.arange(0, 400_000 // parts, 97)
    losses = exact_loss(k, epsilon=epsilon, parts=parts)
    assert (np.diff(losses) > -1e-9).all() and losses.max() < epsilon
    far = 1000 * parts / epsilon
    assert epsilon - exact_loss(int(far), epsilon=epsilon, parts=parts) == pytest.approx((parts - 1) / far, rel=0.01)
    np.testing.assert_allclose(exact_loss(-1 - k, epsilon=epsilon, parts=parts), -losses, atol=1e-9)


@pytest.mark.parametrize(("epsilon", "parts", "k", "exact"), [
    (0.001, 4, 10**11, 0.00099999997), (0.001, 4, -(10**11), -0.00099999997), (5, 1000, 3000, 4.678138847841841),
    (5, 1000, 10**9, 4.9999990010001), (1e-8, 16, 10**6, 3.4482771458135273e-12), (1e-4, 500, 10**5, 1.0029129527784696e-6),
])  # fmt: skip
def test_the_exact_loss_far_out(epsilon, parts, k, exact):
    """Against mpmath with 60 digits; a difference of two log-chances would lose all of them (-.00095 for +.001)."""
    assert exact_loss(k, epsilon=epsilon, parts=parts) == pytest.approx(exact, rel=1e-11, abs=5e-12)


def test_numpys_small_integers_count_like_pythons():
    small = np.int8
    assert largest_loss("GDPC", epsilon=small(30), neighbours="replace-one") == 60
    assert exact_loss(small(100), epsilon=small(100), parts=small(100)) == exact_loss(100, epsilon=100, parts=100)
    assert exact_delta(promise=small(1), epsilon=small(100), parts=small(50)) == exact_delta(promise=1, epsilon=100, parts=50)
    found = tally(np.arange(-100, 100, dtype=small), parts=small(100))
    assert found.counts.sum() == 200 and found.percentile(95) == pytest.approx(89.05)
    same = [estimate_loss(found, percentile=p, factor=f).k[-1] for p, f in ((small(95), small(2)), (95, 2))]
    assert same[0] == same[1] == 180


def test_geometric_noise_has_one_loss_everywhere():
    k = np.array([-2000, -1, 0, 72, 2000])
    np.testing.assert_allclose(exact_loss(k, epsilon=0.025), [-0.025, -0.025, 0.025, 0.025, 0.025], atol=1e-12)


def test_they_are_not_equally_private():
    assert exact_delta(promise=0.025, epsilon=0.025) == 0
    assert exact_delta(promise=0.025, epsilon=0.05, parts=4) == pytest.approx(4.08849e-4, abs=5e-10)
    # the definition, by summing over what is published; and GDPC as another module knows it
    law = np.exp(log_chances(np.arange(-4000, 4001), epsilon=1, parts=4))
    assert exact_delta(promise=0.5, epsilon=1, parts=4) == pytest.approx(np.maximum(law[4:] - math.exp(0.5) * law[:-4], 0).sum(), abs=1e-12)
    assert exact_delta(promise=0.5, epsilon=1) == pytest.approx(GeometricNoise(scale=1).delta(0.5), abs=1e-12)
    assert exact_delta(promise=0.05, epsilon=0.05, parts=4) == 0


def test_who_moves_loses_more_than_epsilon():
    assert [largest_loss(name, epsilon=1) for name in ("GDPC", "RDPC", "ADPC")] == [1, 1, 1]
    moves = {"epsilon": 0.5, "neighbours": "replace-one"}
    assert [largest_loss(name, **moves) for name in ("GDPC", "RDPC", "ADPC")] == [1, 0.75, 1]


def test_a_move_is_caught_beyond_epsilon():
    """With G(epsilon) on both counts, the event "one is high and the other low" proves more than epsilon; with G(epsilon / 2)
    nothing beyond epsilon is found (a bound above it has a chance below 1 in 20)."""
    data, moved, runs = np.array([1, 0]), np.array([0, 1]), 200_000
    for noise_epsilon, caught in ((1, True), (0.5, False)):
        noise, generator = GeometricNoise(scale=1 / noise_epsilon), rng(3)
        first, second = (counts + noise.draw(size=(runs, 2), rng=generator) for counts in (data, moved))
        bound = audit_scores(*(np.minimum(each[:, 0] - 1, -each[:, 1]) for each in (first, second)))
        assert (bound.low > 1.5) if caught else (0.8 < bound.low < 1), bound


# --- The tally ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("parts", [1, 2, 3, 4, 7])
def test_a_tally_knows_what_the_residuals_know(parts):
    values = np.rint(rng(parts).laplace(scale=20, size=5001) * parts) / parts
    found = tally(values, parts=parts)
    assert found.n == 5001 == found.counts.sum() and found.outside == (0, 0) and found.first % parts == 0
    assert found.sd == pytest.approx(values.std(ddof=1), rel=1e-12)
    for percentile in (0, 0.1, 5, 33.3, 50, 95, 99.9, 100):
        assert found.percentile(percentile) == pytest.approx(np.percentile(values, percentile), abs=1e-9)
    areas, persons = found.in_persons(300), range(-300, 302)
    assert areas.tolist() == [int((np.floor(values + (parts // 2) / parts + 1e-9) == k).sum()) for k in persons]
    assert areas.sum() == 5001 and found.in_persons(20).tolist() == areas[280:-280].tolist()


def test_whole_and_decimal_residuals_agree_and_blocks_do():
    values = rng().integers(-300, 300, size=300_000)
    found, same = tally(values), tally(values.astype(float))
    assert found.first == same.first and (found.counts == same.counts).all() and found.sd == same.sd
    assert (found.counts == np.bincount(4 * values - found.first, minlength=len(found.counts))).all()
    assert found.sd == pytest.approx(values.std(ddof=1), rel=1e-12)


def test_far_residuals_are_counted_and_said():
    values = np.concatenate([rng().normal(scale=10, size=1000), [1e6, 2e6, -1e7]])
    found = tally(values)
    assert found.outside == (1, 2) and found.n == 1003 and found.counts.sum() == 1000
    assert found.sd == pytest.approx(values.std(ddof=1)) and found.percentile(99.99) == math.inf
    assert found.percentile(50) == pytest.approx(np.median(values), abs=0.13)
    curve = estimate_loss(found, bandwidth=3, unit="persons")
    assert curve.density.sum() == pytest.approx(1000 / 1003, rel=0.01)


def test_rounding_to_quarters_does_not_matter():
    raked = residuals("RDPC", PAPER, epsilon=0.1, rng=rng(4))
    quarters, fine = estimate_loss(tally(raked)), estimate_loss(tally(raked, parts=64))
    common = min(quarters.k[-1], fine.k[-1])
    gap = np.abs(quarters.loss[np.abs(quarters.k) <= common] - fine.loss[np.abs(fine.k) <= common])
    assert gap.max() < 0.0005


# --- The less obvious estimate --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "epsilon"), [("GDPC", 0.025), ("ADPC", 0.05), ("GDPC", 0.5), ("ADPC", 2)])
@pytest.mark.parametrize("bandwidth", [0.05, 0.15, 1])
def test_the_estimate_is_scipys(name, epsilon, bandwidth):
    """scipy's bandwidth multiplies the standard deviation: .15 is 8.49 people at Figure 1's setting."""
    error = residuals(name, PAPER, epsilon=epsilon, rng=rng(2))
    curve = estimate_loss(tally(error), bandwidth=bandwidth)
    kernel = gaussian_kde(error, bw_method=bandwidth)
    bound = 2 * max(abs(np.percentile(error, 5)), abs(np.percentile(error, 95)))
    assert curve.k[-1] == -curve.k[0] == max(int(bound), 1)
    density = kernel(np.arange(curve.k[0], curve.k[-1] + 2))
    np.testing.assert_allclose(curve.density, density[:-1], rtol=1e-9)
    np.testing.assert_allclose(curve.loss, np.log(density[:-1] / density[1:]), atol=1e-9)
    assert curve.width == pytest.approx(bandwidth * error.std(ddof=1))
    if (epsilon, bandwidth) == (0.025, 0.15):
        assert curve.width == pytest.approx(8.49, abs=0.2)
        assert 170 < curve.k[-1] < 195  # "K of about 180"


def test_the_curve_without_smoothing_is_a_histogram():
    error = residuals("GDPC", PAPER, epsilon=0.025, rng=rng(2))
    curve = estimate_loss(tally(error), percentile=99, factor=1.5)
    found = np.array([(error == k).sum() for k in range(curve.k[0], curve.k[-1] + 2)])
    with np.errstate(divide="ignore", invalid="ignore"):
        np.testing.assert_array_equal(curve.raw_loss, np.log(found[:-1]) - np.log(found[1:]))
    assert curve.k[-1] == int(1.5 * max(abs(np.percentile(error, 1)), abs(np.percentile(error, 99))))


def test_the_same_number_read_as_people_gives_spikes():
    error = residuals("ADPC", PAPER, epsilon=0.05, rng=rng(2))
    curve = estimate_loss(tally(error), bandwidth=0.15, unit="persons")
    near = np.abs(curve.k) <= 30
    kernel = KernelDensity(bandwidth=0.15, rtol=1e-12).fit(error[:, None])
    np.testing.assert_allclose(curve.density[near], np.exp(kernel.score_samples(curve.k[near, None])), rtol=1e-6)
    assert np.abs(curve.loss[near]).max() > 10 * 0.05  # noise, not loss


@pytest.mark.parametrize("width", [0.9, 0.99, 1.0, 1.1, 3, 300])
def test_both_ways_to_smooth_agree(width):
    values = rng(5).normal(scale=40, size=4000).round(2)
    found = tally(values)
    points = np.repeat((found.first + np.arange(len(found.counts))) / 4, found.counts)
    curve = estimate_loss(found, bandwidth=width, unit="persons")
    direct = np.exp(-(((curve.k[:, None] - points) / width) ** 2) / 2).mean(axis=1) / (width * math.sqrt(2 * math.pi))
    np.testing.assert_allclose(curve.density, np.where(direct < 1e-10 * direct.max(), 0, direct), rtol=1e-5)


def many_runs(name, epsilon, runs=300):
    generator = rng(11)
    return repeat_estimates(lambda: residuals(name, PAPER, epsilon=epsilon, rng=generator), runs=runs)


@pytest.mark.parametrize(("name", "epsilon", "largest", "spread", "middle"), [
    ("GDPC", 0.025, 0.045, 0.007, 0.0250), ("ADPC", 0.05, 0.059, 0.011, 0.0254), ("RDPC", 0.1, 0.045, 0.0075, 0.0259)])  # fmt: skip
def test_the_table_of_300_runs(name, epsilon, largest, spread, middle):
    """The largest within .004 (300 runs: standard error .0007, and two populations), its spread within 20%, the mean over
    40 < |k| < 120 within .0003 (standard error .00004)."""
    found, means = many_runs(name, epsilon)
    assert found.mean() == pytest.approx(largest, abs=0.004)
    assert found.std() == pytest.approx(spread, rel=0.2)
    assert means.mean() == pytest.approx(middle, abs=0.0003)
    assert means.std() == pytest.approx(0.0007, abs=0.00015)


def test_the_largest_is_no_lower_bound():
    """GDPC at .025 has a loss of .025 exactly. The largest of a noisy curve is above that in every one of 100 runs."""
    found, _ = many_runs("GDPC", 0.025, runs=100)
    assert found.min() > 0.025 and found.mean() > 1.6 * 0.025


def test_the_standard_error():
    """SD(k) = 1 / sqrt(4 sqrt(pi) n f(k) h^3), within 10% over 400 runs, away from the kink."""
    generator, curves = rng(12), []
    for _ in range(400):
        error = residuals("GDPC", PAPER, epsilon=0.025, rng=generator)
        curves.append(estimate_loss(tally(error), bandwidth=8, unit="persons", percentile=90))
    for k in (-90, 40, 72, 110):
        losses, claimed = np.array([(curve.loss[k - curve.k[0]], curve.sd[k - curve.k[0]]) for curve in curves]).T
        assert losses.std() == pytest.approx(claimed.mean(), rel=0.1)


def expected_tally(*, epsilon, parts, n):
    """What a tally of `n` areas is to be expected to hold: smoothed, it shows what smoothing does, without chance."""
    z = epsilon / parts
    reach = math.ceil((50 + 10 * parts) / z / parts) * parts
    counts = n * np.exp(log_chances(np.arange(-reach, reach + 1), epsilon=epsilon, parts=parts))
    return Tally(counts, -reach, parts, n, math.sqrt(2 * math.exp(-z) / parts) / -math.expm1(-z), (0, 0))


@pytest.mark.parametrize(("name", "epsilon", "parts"), [("GDPC", 0.025, 1), ("ADPC", 0.05, 4)])
def test_what_smoothing_does(name, epsilon, parts):
    """At 0 it takes the jump away; three widths from it the bias is below 4% of epsilon."""
    expected = expected_tally(epsilon=epsilon, parts=parts, n=9261)
    assert expected.counts.sum() == pytest.approx(9261, rel=1e-9)
    curve = estimate_loss(expected)
    assert abs(curve.loss[curve.k == 0][0]) < 0.01 * epsilon if parts == 4 else curve.loss[curve.k == 0][0] < 0.1 * epsilon
    far = (curve.k > 26) & (curve.k < 180)
    np.testing.assert_allclose(curve.loss[far], exact_loss(curve.k[far], epsilon=epsilon, parts=parts), atol=0.04 * epsilon)
    found = estimate_loss(tally(residuals(name, PAPER, epsilon=epsilon, rng=rng(3))))
    common = slice(5, -5)
    width = min(len(curve.k), len(found.k))
    ours, theirs = (each.loss[(len(each.k) - width) // 2 : (len(each.k) + width) // 2][common] for each in (curve, found))
    sd = found.sd[(len(found.k) - width) // 2 : (len(found.k) + width) // 2][common]
    assert np.abs((ours - theirs) / sd).max() < 5


def test_rakeds_middle_is_a_quarter_of_its_budget():
    _, means = many_runs("RDPC", 0.1, runs=20)
    assert means.mean() / 0.1 == pytest.approx(0.25, abs=0.02)


def test_no_noise_has_no_estimate():
    with pytest.raises(ValueError, match="tallied must have residuals that differ, got 3 equal ones"):
        estimate_loss(tally([0, 0, 0]))


def test_repeating_can_be_watched_and_stopped():
    seen, kept = [], tally(residuals("GDPC", PAPER, epsilon=0.025, rng=rng()))
    largest, _ = repeat_estimates(lambda: kept, runs=3, progress=lambda *step: seen.append(step))
    assert seen == [(1, 3), (2, 3), (3, 3)] and largest[0] == estimate_loss(kept).largest

    def stop(done, total):
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        repeat_estimates(lambda: kept, runs=10**6, progress=stop)


# --- The direct estimate --------------------------------------------------------------------------------------------


def log_ratios(first, second, *, reach):
    """What many runs on two neighbours say themselves: log-ratios of "residual = k" and of "residual >= k", k to `reach`."""
    k, found = np.arange(-reach, reach + 1)[:, None], []
    for runs in (first, second):
        residual = np.sort(np.rint(runs) - PAPER.flat[0])
        found.append([(residual == k).mean(axis=1), (residual >= k).mean(axis=1)])
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.log(found[0]) - np.log(found[1])


def direct(runs, generator, epsilon=0.1, name="GDPC"):
    moved = neighbour(PAPER, leaves=0, enters=1001)
    first, second = (leaf_runs(name, counts, area=0, runs=runs, epsilon=epsilon, rng=generator) for counts in (PAPER, moved))
    return log_ratios(first, second, reach=8)


def test_the_direct_estimate_is_noise():
    """500 runs of GDPC at .1, |k| <= 8, 400 times: .87 +- .27 for "= k" within .06, .17 +- .08 for ">= k" within .015."""
    generator = rng(21)
    found = np.array([[np.abs(each).max() for each in direct(500, generator)] for _ in range(400)])
    assert found[:, 0].mean() == pytest.approx(0.87, abs=0.06) and found[:, 0].std() == pytest.approx(0.27, abs=0.05)
    assert found[:, 1].mean() == pytest.approx(0.17, abs=0.015) and found[:, 1].std() == pytest.approx(0.08, abs=0.015)


def test_how_many_runs_it_takes():
    """At the 20,000 runs that the picture asks for, the log-ratio at the median has a spread of .1 epsilon, within 15%."""
    runs, generator = 20_000, rng(22)
    middle = [direct(runs, generator)[1][8] for _ in range(150)]
    assert np.std(middle) == pytest.approx(0.1 * 0.1, rel=0.15)
    here, next_door = GeometricNoise(scale=10).log_above([0, 1])
    assert np.mean(middle) == pytest.approx(here - next_door, abs=0.004)


def test_a_comparison_of_d_with_d_finds_nothing():
    """The published raking ignores its argument: its direct test could not have failed."""
    generator = rng(23)
    first, second = (leaf_runs("RDPC", PAPER, area=0, runs=100_000, epsilon=4, rng=generator) for _ in range(2))
    _, same = log_ratios(first, second, reach=2)
    moved = neighbour(PAPER, leaves=0, enters=1001)
    second = leaf_runs("RDPC", moved, area=0, runs=100_000, epsilon=4, rng=generator)
    _, differs = log_ratios(first, second, reach=2)
    assert np.abs(same).max() < 0.03 and differs.max() > 0.4


# --- Bad input ------------------------------------------------------------------------------------------------------

FOUND = tally([0, 0, 1, 2, -3])


@pytest.mark.parametrize(("call", "error", "rule"), [
    (lambda: largest_loss("TDPC", epsilon=1), ValueError, "algorithm must be"),
    (lambda: largest_loss("GDPC", epsilon=1, neighbours="moves"), ValueError, "neighbours must be 'add-remove' or 'replace-one'"),
    (lambda: largest_loss("GDPC", epsilon=-1), ValueError, "epsilon must be > 0, got -1"),
    (lambda: exact_loss(0, epsilon=math.nan), ValueError, "epsilon must be a finite number"),
    (lambda: exact_loss(0, epsilon=1, parts=0), ValueError, "parts must be >= 1, got 0"),
    (lambda: exact_loss([0.5], epsilon=1), TypeError, "k must be integers"),
    (lambda: exact_delta(promise=0, epsilon=1), ValueError, "promise must be > 0, got 0"),
    (lambda: exact_delta(promise=1, epsilon=1e-7), ValueError, r"epsilon / parts must be >= "),
    (lambda: exact_delta(promise=1, epsilon=1, parts=1000), ValueError, r"epsilon / parts must be >= 0.31, got 1 / 1000"),
    (lambda: tally([]), ValueError, "residuals must have at least one entry, got none"),
    (lambda: tally([math.nan, 1]), ValueError, "residuals must not contain NaN, got 1 of 2"),
    (lambda: tally([math.inf, 1]), ValueError, "residuals must be from .* got inf"),
    (lambda: tally(["1"]), TypeError, "residuals must be numbers, got str"),
    (lambda: tally([True]), TypeError, "residuals must be numbers, got bool"),
    (lambda: tally([1], parts=0.5), TypeError, "parts must be an integer"),
    (lambda: estimate_loss([1, 2]), TypeError, r"tallied must be a Tally, from tally\(residuals\), got list"),
    (lambda: estimate_loss(FOUND, bandwidth=0), ValueError, "bandwidth must be > 0, got 0"),
    (lambda: estimate_loss(FOUND, bandwidth=1e300), ValueError, "bandwidth must smooth over 1e-9 to 524288 persons, got 1e\\+300, "),
    (lambda: estimate_loss(FOUND, bandwidth=1e-300, unit="persons"), ValueError, "bandwidth must smooth over 1e-9 to"),
    (lambda: estimate_loss(FOUND, unit="people"), ValueError, "unit must be 'sd' or 'persons', got 'people'"),
    (lambda: estimate_loss(FOUND, percentile=100), ValueError, "percentile must be > 0 and < 100, got 100"),
    (lambda: estimate_loss(FOUND, factor=-1), ValueError, "factor must be > 0, got -1"),
    (lambda: estimate_loss(FOUND, factor=1e9), ValueError, "factor must be small enough"),
    (lambda: repeat_estimates(lambda: [0, 0, 9], runs=1), ValueError, "draw must give residuals whose curve is beyond 40, got 16"),
    (lambda: repeat_estimates(lambda: [1, 2], runs=0), ValueError, "runs must be >= 1, got 0"),
    (lambda: repeat_estimates([1, 2], runs=3), TypeError, r"draw must be a function, got list \[1, 2\]"),
    (lambda: repeat_estimates(lambda: [1, 2], runs=3, progress=True), TypeError, "progress must be a function, got bool True"),
])  # fmt: skip
def test_functions_refuse(call, error, rule):
    with pytest.raises(error, match=rule):
        call()


def test_a_tally_is_a_record():
    assert isinstance(FOUND, Tally) and audit.Tally is Tally
