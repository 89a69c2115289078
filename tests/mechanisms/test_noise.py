"""Exact laws and curves: known values, brute force from the definitions, other libraries, tails, broken ones that fail.

Nothing here is random.
"""

import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from coursekit.mechanisms.bounds import posterior_bound, success_bound, tradeoff_bound
from coursekit.mechanisms.calibration import discrete_gaussian_sigma, gaussian_sigma
from coursekit.mechanisms.noise import DiscreteGaussianNoise, GaussianNoise, GeometricNoise, LaplaceNoise

ROOT = Path(__file__).resolve().parents[2]
K = np.arange(-6000, 6001)
EPSILONS = np.array([1e-6, 0.05, 0.3, 0.5, 0.999, 1.0, 1.5, 2.0, 3.7, 6.0])
ALPHAS = np.array([0.0, 1e-12, 1e-3, 0.1, 1 / 3, 0.5, 0.77, 0.999, 1.0])


def geometric_law(k, *, scale):
    law = np.exp(-np.abs(k) / scale)
    return law / np.exp(-np.abs(K) / scale).sum()


def discrete_gaussian_law(k, *, sigma):
    return np.exp(-((k / sigma) ** 2) / 2) / np.exp(-((K / sigma) ** 2) / 2).sum()


FAMILIES = {
    "laplace": (LaplaceNoise, "scale"),
    "gaussian": (GaussianNoise, "sigma"),
    "geometric": (GeometricNoise, "scale"),
    "discrete gaussian": (DiscreteGaussianNoise, "sigma"),
}
SCIPY = {"laplace": stats.laplace, "gaussian": stats.norm}
WHOLE = {"geometric": geometric_law, "discrete gaussian": discrete_gaussian_law}
SETTINGS = [(1, 1.0), (1, 10.0), (3, 0.7), (5, 4.2246789), (20, 130.0)]
every_family = pytest.mark.parametrize("family", FAMILIES)
every_setting = pytest.mark.parametrize(("sensitivity", "width"), SETTINGS)


def of(family, width):
    """The law of a family, and its delta, trade-off and success."""
    law, parameter = FAMILIES[family]
    law = law(**{parameter: width})
    return law, law.delta, law.tradeoff, law.success


def where_the_loss_is(epsilon, family, sensitivity, width):
    """The release that is e^epsilon times as likely here as next door; for whole numbers the first that is more."""
    if family in ("laplace", "geometric"):
        at = (sensitivity + epsilon * width) / 2
    else:
        at = epsilon * width**2 / sensitivity + sensitivity / 2
    return math.floor(at) + 1 if family in WHOLE else at


def by_quadrature(family, width, gain, sensitivity, kink):
    """The integral of gain(density here, density next door), in panels that end where it has a corner."""
    law, reach = SCIPY[family](scale=width), 40 * width + sensitivity
    panels = np.unique([*np.linspace(-reach, reach, 400), 0, sensitivity, kink])
    nodes, weights = np.polynomial.legendre.leggauss(20)
    middles, halves = (panels[1:] + panels[:-1]) / 2, (panels[1:] - panels[:-1]) / 2
    x = middles[:, None] + halves[:, None] * nodes
    return float((gain(law.pdf(x - sensitivity), law.pdf(x)) * weights * halves[:, None]).sum())


# --- Known values --------------------------------------------------------------------------------------------------


def test_delta_of_the_facts():
    assert LaplaceNoise(scale=1).delta(0.5) == pytest.approx(0.2211992, abs=5e-8)
    assert GaussianNoise(sigma=1).delta(1.0) == pytest.approx(0.1269367, abs=5e-8)
    assert GeometricNoise(scale=1).delta(0.5) == pytest.approx(0.2876491, abs=5e-8)
    assert DiscreteGaussianNoise(sigma=4.2246789).delta(1.0) == pytest.approx(1.0197e-6, abs=5e-11)
    assert GaussianNoise(sigma=4.2246789).delta(1.0) == pytest.approx(1e-6, rel=1e-6)
    assert GaussianNoise(sigma=math.sqrt(2 * math.log(1.25e5)) / 10).delta(10.0) == pytest.approx(2.3e-5, abs=5e-7)


def test_the_best_attacker_of_the_facts():
    assert GeometricNoise(scale=1).success() == pytest.approx(math.e / (1 + math.e)) == pytest.approx(0.7311, abs=5e-5)
    assert LaplaceNoise(scale=1).success() == pytest.approx(0.6967, abs=5e-5)
    assert success_bound(epsilon=1) == pytest.approx(0.7311, abs=5e-5)


@pytest.mark.parametrize("scale", [0.4, 1.0, 7.0])
def test_geometric_noise_with_sensitivity_one_is_binary_randomized_response(scale):
    e = math.exp(1 / scale)
    p = e / (1 + e)
    inside = EPSILONS[EPSILONS < 1 / scale]
    assert GeometricNoise(scale=scale).delta(inside) == pytest.approx(p - np.exp(inside) * (1 - p))
    assert GeometricNoise(scale=scale).tradeoff(ALPHAS) == pytest.approx(tradeoff_bound(ALPHAS, epsilon=1 / scale))


# --- The laws ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("family", SCIPY)
@pytest.mark.parametrize("width", [0.3, 1.0, 40.0])
def test_densities_and_events_on_the_real_line(family, width):
    noise, law = of(family, width)[0], SCIPY[family](loc=146, scale=width)
    x = 146 + width * np.linspace(-9, 9, 37)
    assert noise.density(x, center=146) == pytest.approx(law.pdf(x))
    low, high = np.meshgrid(x, x)
    ordered = low <= high
    low, high = low[ordered], high[ordered]
    assert noise.event(low, high, center=146) == pytest.approx(law.cdf(high) - law.cdf(low), abs=1e-14)
    assert noise.event(-math.inf, x, center=146) == pytest.approx(law.cdf(x))
    assert noise.event(x, math.inf, center=146) == pytest.approx(law.sf(x))
    assert noise.event(-math.inf, math.inf) == pytest.approx(1, abs=1e-15)
    assert noise.event(3, 3) == 0
    assert noise.sd == pytest.approx(law.std())
    assert noise.expected_error == pytest.approx(law.expect(lambda y: abs(y - 146)), rel=1e-6)


@pytest.mark.parametrize("family", WHOLE)
@pytest.mark.parametrize("width", [0.3, 1.0, 1.7, 40.0, 99.9, 100.0, 150.0])
def test_probabilities_and_events_on_the_whole_numbers(family, width):
    (noise, *_), parameter = of(family, width), FAMILIES[family][1]
    law = WHOLE[family](K, **{parameter: width})
    near = K[np.abs(K) <= 9 * width + 3]
    assert noise.density(146 + near, center=146) == pytest.approx(WHOLE[family](near, **{parameter: width}), rel=1e-11)
    upto = np.cumsum(law)
    for low, high in [(-3, 2), (0, 0), (1, 1), (-1, 0), (4, 9), (-9, -4), (2, 400), (-1.5, 0.5), (0.2, 0.8)]:
        expected = law[(K >= low) & (K <= high)].sum()
        assert noise.event(7 + low, 7 + high, center=7) == pytest.approx(expected, rel=1e-11, abs=1e-300), (low, high)
    assert noise.event(-math.inf, near) == pytest.approx(upto[np.searchsorted(K, near)], rel=1e-10)
    assert noise.event(near, math.inf) == pytest.approx(noise.event(-math.inf, -near), rel=1e-12)
    assert noise.event(-math.inf, math.inf) == pytest.approx(1, abs=1e-14)
    assert noise.expected_error == pytest.approx(np.abs(K) @ law)
    assert noise.sd == pytest.approx(math.sqrt(K**2 @ law))


def test_the_series_and_the_sum_of_the_discrete_gaussian_meet():
    """Either side of sigma 100 different formulas are in use; the tail must not notice."""
    at = np.array([1, 50, 300, 800, 1500])
    below, above = (DiscreteGaussianNoise(sigma=sigma) for sigma in (100 - 1e-9, 100))
    for noise in (below, above):
        exact = [math.fsum(math.exp(-(j**2) / 2e4) for j in range(a, 5000)) for a in at]
        assert noise.event(at, math.inf) == pytest.approx(np.array(exact) / math.sqrt(2e4 * math.pi), rel=3e-9)
    assert below._tail_over_first(at * 1.0) == pytest.approx(above._tail_over_first(at * 1.0), rel=3e-10)


@every_family
def test_events_far_out_are_right_in_both_tails(family):
    """Chances near 1e-290, where a difference of distribution functions is 0 or 1e-17."""
    noise = of(family, 10.0)[0]
    far = 6_600 if family in ("laplace", "geometric") else 362
    up, down = noise.event(far, math.inf), noise.event(-math.inf, -far)
    assert up == pytest.approx(down) and 1e-292 < up < 1e-280
    k = np.arange(far, far + 3000)
    if family in WHOLE:
        assert up == pytest.approx(WHOLE[family](k, **{FAMILIES[family][1]: 10.0}).sum(), rel=1e-9)
    else:
        assert up == pytest.approx(SCIPY[family](scale=10).sf(far), rel=1e-9)
    ratio = noise.event_ratio(far, far + 5, center=1, neighbour=0)
    if family in ("laplace", "geometric"):
        assert ratio == pytest.approx(math.exp(0.1))
    else:
        assert ratio > math.exp(3)  # far out, Gaussian noise breaks every bound


@every_family
def test_the_ratio_of_an_event_stays_within_the_bound_for_pure_mechanisms_only(family):
    noise = of(family, 2.0)[0]
    low = np.arange(-30, 28)  # as a set the same when mirrored at 1/2, half way between the centers
    ratio = noise.event_ratio(low, low + 4, center=1, neighbour=0)
    assert ratio == pytest.approx(noise.event(low, low + 4, center=1) / noise.event(low, low + 4))
    assert (ratio.max() <= math.exp(0.5) * (1 + 1e-12)) == (family in ("laplace", "geometric"))
    assert ratio.min() == pytest.approx(1 / ratio.max())
    assert noise.event_ratio(3, 3.5, center=9, neighbour=9) == 1


def test_an_event_that_cannot_happen_has_no_ratio():
    noise = GeometricNoise(scale=1)
    assert noise.event(0.2, 0.8) == 0 and math.isnan(noise.event_ratio(0.2, 0.8, center=1, neighbour=0))


@every_family
@pytest.mark.parametrize("width", [2.0, 200.0])
def test_an_end_as_far_out_as_floats_go_is_as_good_as_infinity(family, width):
    noise = of(family, width)[0]
    for far in (1e30, 1e90, 1e200, 1e308):
        assert noise.event(0, far) == noise.event(0, math.inf) and noise.event(-far, far) == 1
        assert noise.event(far, math.inf) == 0 == noise.event(-math.inf, -far)
    assert noise.density(9e15 if family in SCIPY else 2**53) == 0
    if family in SCIPY:
        assert of(family, 1e-100)[0].event(-1e300, 1e300) == 1


def test_numbers_of_any_kind_that_numpy_has_do():
    """Small ones overflow or lose digits in formulas; none may warn."""
    for small in (np.float32, np.float16, np.int8):
        for family in FAMILIES:
            noise, same = of(family, small(100))[0], of(family, 100.0)[0]
            assert noise == same and type(noise.sd) is float
            assert noise.delta(small(1), sensitivity=np.int8(100)) == same.delta(1, sensitivity=100)
            assert noise.tradeoff(small(1), sensitivity=np.int8(100)) == same.tradeoff(1, sensitivity=100)
            assert noise.event(small(3), small(5)) == same.event(3, 5)
        asked = {"epsilon": small(2), "delta": np.float16(0.25)}
        assert discrete_gaussian_sigma(**asked, sensitivity=np.int8(3)) > 1 < gaussian_sigma(**asked, sensitivity=small(3))


def test_events_and_centers_broadcast_and_ends_that_cannot_are_refused():
    noise = GaussianNoise(sigma=2)
    table = noise.event([0, 1, 2], 5, center=[[0], [1]])
    assert table.shape == (2, 3) and table[1, 1] == noise.event(1, 5, center=1)
    assert noise.density(np.arange(4), center=[[0.0], [1.0]]).shape == (2, 4)
    with pytest.raises(ValueError, match=r"low and high must have shapes that fit, got \(2,\) and \(3,\)"):
        noise.event([0, 1], [5, 6, 7])


# --- delta ---------------------------------------------------------------------------------------------------------


@every_setting
@every_family
def test_delta_is_what_the_definition_says(family, sensitivity, width):
    """The integral or sum of what the density has above e^epsilon times the neighbour's."""
    _, delta, _, success = of(family, width)
    for epsilon in EPSILONS:
        gain = lambda here, next_door: np.maximum(here - math.exp(epsilon) * next_door, 0)  # noqa: B023, E731
        if family in SCIPY:
            kink = where_the_loss_is(epsilon, family, sensitivity, width)
            exact = by_quadrature(family, width, gain, sensitivity, kink)
        else:
            law = lambda k: WHOLE[family](k, **{FAMILIES[family][1]: width})  # noqa: E731
            exact = gain(law(K - sensitivity), law(K)).sum()
        assert delta(epsilon, sensitivity=sensitivity) == pytest.approx(exact, abs=1e-11), epsilon
    variation = delta(1e-9, sensitivity=sensitivity)
    assert success(sensitivity=sensitivity) == pytest.approx((1 + variation) / 2, abs=2e-9)


@every_setting
@every_family
def test_delta_falls_is_broadcast_and_a_smaller_distance_has_less(family, sensitivity, width):
    _, delta, *_ = of(family, width)
    curve = delta(EPSILONS, sensitivity=sensitivity)
    assert curve.shape == EPSILONS.shape and (np.diff(curve) <= 0).all() and (curve >= 0).all() and (curve <= 1).all()
    assert curve.tolist() == [delta(float(epsilon), sensitivity=sensitivity) for epsilon in EPSILONS]
    assert type(delta(0.5, sensitivity=sensitivity)) is float
    assert (delta(EPSILONS, sensitivity=2 * sensitivity) >= curve).all()


def test_pure_mechanisms_need_no_delta_from_their_epsilon_on():
    for epsilon in (0.1, 1.0, 7.0):
        for law in (LaplaceNoise, GeometricNoise):
            for sensitivity in (1, 3):
                noise = law(scale=sensitivity / epsilon)
                assert noise.delta(epsilon, sensitivity=sensitivity) <= 1e-16
                assert noise.delta(epsilon * 0.999, sensitivity=sensitivity) > 1e-5
                assert noise.delta(50.0, sensitivity=sensitivity) == 0


def test_delta_of_the_gaussians_far_out():
    """The least values that floats have, against the leading term phi(a) m / (b (b + m)), b = epsilon / m - m / 2."""
    for epsilon in (20.0, 30.0, 37.0):
        b = epsilon - 0.5
        leading = stats.norm.logpdf(b) - math.log(b * (b + 1))
        assert math.log(GaussianNoise(sigma=1.0).delta(epsilon)) == pytest.approx(leading, abs=3 / b**2 * 1.5)
    law = lambda k: -(k**2) / 2 - math.log(np.exp(-(K**2) / 2).sum())  # noqa: E731
    k = np.arange(30, 60)
    here, next_door = law(k - 1.0), law(k * 1.0)
    exact = np.maximum(np.exp(here) - np.exp(30 + next_door), 0).sum()
    assert DiscreteGaussianNoise(sigma=1.0).delta(30.0) == pytest.approx(exact, rel=1e-9)
    assert GaussianNoise(sigma=1.0).delta(1000.0) == 0 == DiscreteGaussianNoise(sigma=1.0).delta(1000.0)


def test_a_difference_of_upper_tails_taken_as_one_minus_fails_far_out():
    """A broken version: it loses all digits and gives 0, where delta is 1e-87."""
    careless = (1 - stats.norm.cdf(19.5)) - math.exp(20) * (1 - stats.norm.cdf(20.5))
    assert careless == 0 < GaussianNoise(sigma=1.0).delta(20.0) < 1e-80


# --- Trade-offs ----------------------------------------------------------------------------------------------------


def best_test(law, distance, alpha):
    """Neyman and Pearson's most powerful test between two laws on whole numbers: most likely outcomes first."""
    here, next_door = law(K - distance), law(K)
    order = np.argsort(-K)  # the likelihood ratio grows with k
    false_alarms = np.concatenate([[0], np.cumsum(next_door[order])])
    found = np.concatenate([[0], np.cumsum(here[order])])
    return 1 - np.interp(alpha, false_alarms, found)


@every_setting
@every_family
def test_tradeoff_is_that_of_the_most_powerful_test(family, sensitivity, width):
    _, _, tradeoff, success = of(family, width)
    misses = tradeoff(ALPHAS, sensitivity=sensitivity)
    if family in SCIPY:
        law = SCIPY[family](scale=width)
        exact = law.cdf(law.isf(ALPHAS) - sensitivity)
    else:
        exact = best_test(lambda k: WHOLE[family](k, **{FAMILIES[family][1]: width}), sensitivity, ALPHAS)
    assert misses == pytest.approx(exact, abs=1e-9)
    assert misses[0] == 1 and misses[-1] == 0
    grid = np.linspace(0, 1, 20_001)
    best = 1 - (grid + tradeoff(grid, sensitivity=sensitivity)).min() / 2
    assert success(sensitivity=sensitivity) == pytest.approx(best, abs=1e-4)


@every_setting
@every_family
def test_tradeoff_and_delta_tell_the_same_story(family, sensitivity, width):
    """Each delta(epsilon) is a supporting line: 1 - delta - e^epsilon alpha touches the curve from below."""
    noise, delta, tradeoff, _ = of(family, width)
    alpha = np.unique([*np.linspace(0, 1, 2001), *np.geomspace(1e-12, 1, 4000)])
    misses = tradeoff(alpha, sensitivity=sensitivity)
    for epsilon in (0.05, 0.3, 1.0, 2.0):
        d = delta(epsilon, sensitivity=sensitivity)
        assert (misses - tradeoff_bound(alpha, epsilon=epsilon, delta=d)).min() > -1e-12
        if d > 0:
            threshold = where_the_loss_is(epsilon, family, sensitivity, width)
            touching = noise.event(threshold, math.inf)
            line = 1 - d - math.exp(epsilon) * touching
            assert tradeoff(touching, sensitivity=sensitivity) == pytest.approx(line, abs=1e-11)


@every_family
def test_tradeoffs_are_symmetric_convex_and_below_guessing(family):
    _, _, tradeoff, _ = of(family, 1.3)
    alpha = np.linspace(0, 1, 501)
    misses = tradeoff(alpha, sensitivity=2)
    assert (misses <= 1 - alpha + 1e-15).all() and (np.diff(misses, 2) > -1e-9).all()
    positive = misses > 0
    assert tradeoff(np.minimum(misses, 1), sensitivity=2)[positive] == pytest.approx(alpha[positive], abs=1e-9)
    assert type(tradeoff(0.5, sensitivity=2)) is float


def test_a_tradeoff_of_the_wrong_direction_would_be_caught():
    """Broken: the neighbour moved the wrong way gives more misses than guessing."""
    law = stats.norm()
    wrong = law.cdf(law.isf(0.1) + 1)
    assert wrong > 0.9 and GaussianNoise(sigma=1).tradeoff(0.1) < 0.9


def test_the_bound():
    assert tradeoff_bound(np.array([0, 0.25, 0.5, 1]), epsilon=math.log(3)) == pytest.approx([1, 0.25, 1 / 6, 0])
    assert tradeoff_bound(0.0, epsilon=1, delta=0.25) == 0.75
    alpha = np.linspace(0, 1, 10_001)
    for epsilon, delta in [(0.1, 0.0), (1.0, 1e-5), (2.0, 0.3)]:
        best = 1 - (alpha + tradeoff_bound(alpha, epsilon=epsilon, delta=delta)).min() / 2
        assert success_bound(epsilon=epsilon, delta=delta) == pytest.approx(best, abs=2e-4)


def test_posterior_odds_move_by_e_to_the_epsilon_and_no_further():
    low, high = posterior_bound(np.array([0.0, 0.05, 0.5, 1.0]), epsilon=math.log(3))
    assert high == pytest.approx([0, 3 / 22, 0.75, 1]) and low == pytest.approx([0, 1 / 58, 0.25, 1])
    assert high[2] == success_bound(epsilon=math.log(3))
    noise, releases = LaplaceNoise(scale=1), np.linspace(-9, 9, 101)
    here, next_door = noise.density(releases, center=1), noise.density(releases)
    posterior = 0.2 * here / (0.2 * here + 0.8 * next_door)
    low, high = posterior_bound(0.2, epsilon=1)
    assert (posterior.min(), posterior.max()) == pytest.approx((low, high))


# --- Limits --------------------------------------------------------------------------------------------------------


def test_with_little_noise_all_is_lost_and_with_much_nothing():
    assert LaplaceNoise(scale=1e-3).success() == pytest.approx(1) == GaussianNoise(sigma=1e-3).success()
    assert LaplaceNoise(scale=1e9).success() == pytest.approx(0.5) == pytest.approx(GaussianNoise(sigma=1e9).success())
    assert GeometricNoise(scale=1 / 30).success() == pytest.approx(1) == DiscreteGaussianNoise(sigma=1 / 64).success()
    assert LaplaceNoise(scale=1e-3).tradeoff(0.5) == 0 == LaplaceNoise(scale=1).tradeoff(0.1, sensitivity=1e6)
    assert LaplaceNoise(scale=1e9).tradeoff(ALPHAS) == pytest.approx(1 - ALPHAS)
    assert GaussianNoise(sigma=1e-3).delta(1.0) == 1 == DiscreteGaussianNoise(sigma=1 / 64).delta(1.0)


def test_wide_discrete_noise_is_nearly_continuous():
    """At sigma 1000 and distance 500 the discrete curves differ from the continuous ones by a few thousandths."""
    for discrete, continuous, name in [
        (GeometricNoise, LaplaceNoise, "scale"),
        (DiscreteGaussianNoise, GaussianNoise, "sigma"),
    ]:
        one, other = (law(**{name: 1000.0}).delta(EPSILONS, sensitivity=500) for law in (discrete, continuous))
        assert one == pytest.approx(other, abs=1e-3)
    alpha = np.linspace(0, 1, 101)
    one = DiscreteGaussianNoise(sigma=1000.0).tradeoff(alpha, sensitivity=500)
    assert one == pytest.approx(GaussianNoise(sigma=1000.0).tradeoff(alpha, sensitivity=500), abs=1e-3)


# --- Other libraries -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [0.5, 1.0, 4.2246789])
def test_google_finds_the_same_curves(width):
    losses = pytest.importorskip("dp_accounting.pld.privacy_loss_mechanism")
    google = {
        "laplace": losses.LaplacePrivacyLoss(width),
        "gaussian": losses.GaussianPrivacyLoss(width),
        "geometric": losses.DiscreteLaplacePrivacyLoss(1 / width),
        "discrete gaussian": losses.DiscreteGaussianPrivacyLoss(width),
    }
    for family, loss in google.items():
        _, delta, *_ = of(family, width)
        for epsilon in (0.05, 0.5, 1.0, 3.0):
            expected = loss.get_delta_for_epsilon(epsilon)
            assert delta(epsilon) == pytest.approx(expected, rel=1e-6, abs=1e-12), (family, epsilon)


def test_the_module_loads_without_scipy_stats():
    """It costs 1.5 s, which a knob's first picture should not wait for."""
    code = "import sys; from coursekit.mechanisms import calibration, bounds; print('scipy.stats' in sys.modules)"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert printed.stdout.strip() == "False"
