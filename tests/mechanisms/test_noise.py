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


def above(noise, x):
    """The chance that the noise is x or more."""
    return np.exp(noise.log_above(x))


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
def test_densities_and_chances_on_the_real_line(family, width):
    noise, law = of(family, width)[0], SCIPY[family](scale=width)
    x = width * np.linspace(-9, 9, 37)
    assert noise.density(x) == pytest.approx(law.pdf(x))
    assert noise.log_above(x) == pytest.approx(law.logsf(x), rel=1e-9, abs=1e-15)
    assert noise.expected_error == pytest.approx(law.expect(abs), rel=1e-6)


@pytest.mark.parametrize("family", WHOLE)
@pytest.mark.parametrize("width", [0.3, 1.0, 1.7, 40.0, 99.9, 100.0, 150.0])
def test_probabilities_and_chances_on_the_whole_numbers(family, width):
    (noise, *_), parameter = of(family, width), FAMILIES[family][1]
    law = WHOLE[family](K, **{parameter: width})
    near = K[np.abs(K) <= 9 * width + 3]
    assert noise.density(near) == pytest.approx(WHOLE[family](near, **{parameter: width}), rel=1e-11)
    from_there_on = np.cumsum(law[::-1])[::-1]
    assert above(noise, near) == pytest.approx(from_there_on[np.searchsorted(K, near)], rel=1e-10)
    assert above(noise, near) + above(noise, 1 - near) == pytest.approx(1, abs=1e-14)
    if family == "geometric":
        assert noise.expected_error == pytest.approx(np.abs(K) @ law)
    assert noise.sd == pytest.approx(math.sqrt(K**2 @ law))


def test_the_series_and_the_sum_of_the_discrete_gaussian_meet():
    """Either side of sigma 100 different formulas are in use; the tail must not notice."""
    at = np.array([1, 50, 300, 800, 1500])
    summed, series = (DiscreteGaussianNoise(sigma=sigma) for sigma in (100 - 1e-9, 100))
    for noise in (summed, series):
        exact = [math.fsum(math.exp(-(j**2) / 2e4) for j in range(a, 5000)) for a in at]
        assert above(noise, at) == pytest.approx(np.array(exact) / math.sqrt(2e4 * math.pi), rel=3e-9)
    assert summed._tail_over_first(at * 1.0) == pytest.approx(series._tail_over_first(at * 1.0), rel=3e-10)


@every_family
def test_chances_far_out_are_right(family):
    """Chances near 1e-290, where a difference of distribution functions is 0 or 1e-17."""
    noise = of(family, 10.0)[0]
    far = 6_600 if family in ("laplace", "geometric") else 362
    up, k = above(noise, far), np.arange(far, far + 3000)
    assert 1e-292 < up < 1e-280
    if family in WHOLE:
        assert up == pytest.approx(WHOLE[family](k, **{FAMILIES[family][1]: 10.0}).sum(), rel=1e-9)
    else:
        assert up == pytest.approx(SCIPY[family](scale=10).sf(far), rel=1e-9)


@every_family
def test_the_ratio_of_chances_stays_within_the_bound_for_pure_mechanisms_only(family):
    noise, t = of(family, 2.0)[0], np.arange(-30, 29)
    ratio = np.exp(noise.log_above(t - 1) - noise.log_above(t))
    assert (ratio.max() <= math.exp(0.5) * (1 + 1e-12)) == (family in ("laplace", "geometric"))
    assert 1 <= ratio.min() < 1 + 1e-5
    log_far = noise.log_above(9_999) - noise.log_above(10_000)  # of chances that are 0 as floats
    assert log_far == pytest.approx(0.5) if family in ("laplace", "geometric") else log_far > 1000


@every_family
@pytest.mark.parametrize("width", [2.0, 200.0])
def test_nothing_overflows_as_far_out_as_arguments_go(family, width):
    noise = of(family, width)[0]
    far = 1e100 if family in SCIPY else 2**53
    assert above(noise, far) == 0 == noise.density(far) and above(noise, -far) == 1
    assert noise.delta(1e100) == 0
    if family in SCIPY:
        assert above(of(family, 1e-100)[0], [-1e100, 1e100]).tolist() == [1, 0]


def test_numbers_of_any_kind_that_numpy_has_do():
    """Small ones overflow or lose digits in formulas; none may warn."""
    for small in (np.float32, np.float16, np.int8):
        for family in FAMILIES:
            noise, same = of(family, small(100))[0], of(family, 100.0)[0]
            assert noise == same and type(noise.density(0)) is float
            assert noise.delta(small(1), sensitivity=np.int8(100)) == same.delta(1, sensitivity=100)
            assert noise.tradeoff(small(1), sensitivity=np.int8(100)) == same.tradeoff(1, sensitivity=100)
            assert noise.log_above(small(3) if family in SCIPY else np.int8(3)) == same.log_above(3)
        asked = {"epsilon": small(2), "delta": np.float16(0.25)}
        assert discrete_gaussian_sigma(**asked, sensitivity=np.int8(3)) > 1 < gaussian_sigma(**asked, sensitivity=small(3))


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
            touching = above(noise, threshold)
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
        assert (math.exp(epsilon) + delta) / (math.exp(epsilon) + 1) == pytest.approx(best, abs=2e-4)
    assert success_bound(epsilon=2.0) == pytest.approx(math.exp(2) / (math.exp(2) + 1))


def test_posterior_odds_move_by_e_to_the_epsilon_and_no_further():
    low, high = posterior_bound(np.array([0.0, 0.05, 0.5, 1.0]), epsilon=math.log(3))
    assert high == pytest.approx([0, 3 / 22, 0.75, 1]) and low == pytest.approx([0, 1 / 58, 0.25, 1])
    assert high[2] == success_bound(epsilon=math.log(3))
    noise, releases = LaplaceNoise(scale=1), np.linspace(-9, 9, 101)
    here, next_door = noise.density(releases - 1), noise.density(releases)
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
