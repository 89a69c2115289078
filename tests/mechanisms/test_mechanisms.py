"""The mechanisms that add noise: known values, exact laws, other libraries, limits, broken ones that must fail.

Random tests have fixed seeds. ALPHA is the chance that one statistical check rejects a right implementation at a seed
drawn afresh; there are about forty.
"""

import math

import numpy as np
import pytest
from scipy import stats

from coursekit.mechanisms.additive import geometric_mechanism, laplace_mechanism, private_mean
from coursekit.mechanisms.calibration import discrete_gaussian_sigma, gaussian_sigma
from coursekit.mechanisms.noise import DiscreteGaussianNoise, GaussianNoise, GeometricNoise, LaplaceNoise

ALPHA = 1e-6
Z = stats.norm.isf(ALPHA / 2)
N = 200_000


def geometric_law(k, *, loss):
    """P[noise = k] of the two-sided geometric law, from its definition."""
    a = math.exp(-loss)
    return (1 - a) / (1 + a) * a ** np.abs(k)


def discrete_gaussian_law(k, *, sigma):
    """P[noise = k] of the discrete Gaussian law, from its definition."""
    everything = np.arange(-int(40 * sigma) - 3, int(40 * sigma) + 4)
    return np.exp(-((k / sigma) ** 2) / 2) / np.exp(-((everything / sigma) ** 2) / 2).sum()


def assert_follows_law(noise, law):
    """Chi-squared over the integers, the two tails pooled where fewer than 50 draws are expected."""
    reach = 1
    while len(noise) * law(np.array(reach)) >= 50:
        reach += 1
    inner = np.arange(-reach, reach + 1)
    expected = law(inner)
    tail = (1 - expected.sum()) / 2
    observed = [(noise < -reach).sum(), *((noise == k).sum() for k in inner), (noise > reach).sum()]
    expected = len(noise) * np.array([tail, *expected, tail])
    if expected[0] < 5:  # too few for chi-squared: the ends of the range take the tails in
        observed = [observed[0] + observed[1], *observed[2:-2], observed[-2] + observed[-1]]
        expected = np.array([expected[0] + expected[1], *expected[2:-2], expected[-2] + expected[-1]])
    p_value = stats.chisquare(observed, expected).pvalue
    assert p_value > ALPHA, f"p-value {p_value:.1e}"


def assert_follows(noise, *, loss):
    assert_follows_law(noise, lambda k: geometric_law(k, loss=loss))


def assert_is_distributed(noise, cdf):
    """Kolmogorov-Smirnov."""
    p_value = stats.kstest(noise, cdf).pvalue
    assert p_value > ALPHA, f"p-value {p_value:.1e}"


# --- Known values --------------------------------------------------------------------------------------------------


def test_variance_at_epsilon_one():
    assert GeometricNoise(scale=1).sd ** 2 == pytest.approx(1.8413472, abs=5e-8)


@pytest.mark.parametrize(("sensitivity", "epsilon"), [(1, 0.1), (1, 3.0), (5, 1.0)])
def test_variance_is_that_of_the_law(sensitivity, epsilon):
    k = np.arange(-5000, 5001)
    exact = k**2 @ geometric_law(k, loss=epsilon / sensitivity)
    assert GeometricNoise(scale=sensitivity / epsilon).sd ** 2 == pytest.approx(exact)


def test_variance_approaches_laplace_for_small_epsilon():
    assert GeometricNoise(scale=1e6).sd ** 2 == pytest.approx(2 / 1e-6**2)
    assert type(GeometricNoise(scale=1).sd) is float


def test_rounded_laplace_is_another_law():
    assert geometric_law(0, loss=1) == pytest.approx(0.4621, abs=5e-5)
    assert 1 - 2 * math.exp(LaplaceNoise(scale=1).log_above(0.5)) == pytest.approx(0.3935, abs=5e-5)


def test_the_penguins_of_the_source_text():
    """146 Adelie at epsilon .1: off by 10 on average. Gaussian noise, delta 1e-7: its sigma is 57, the least one 41."""
    n = 100_000
    released = laplace_mechanism(np.full(n, 146), sensitivity=1, epsilon=0.1, rng=np.random.default_rng(30))
    assert np.abs(released - 146).mean() == pytest.approx(10, abs=Z * 10 / math.sqrt(n))  # an exponential's sd
    classic = gaussian_sigma(sensitivity=1, epsilon=0.1, delta=1e-7, method="classic")
    assert classic == pytest.approx(57.16859, abs=5e-6)
    first_normal_of_its_seed = -0.6264538  # set.seed(1); rnorm(1)
    assert 146 + classic * first_normal_of_its_seed == pytest.approx(110.1865, abs=5e-5)  # what it prints
    assert gaussian_sigma(sensitivity=1, epsilon=0.1, delta=1e-7) == pytest.approx(41.32945, abs=5e-6)


# --- Sigma ---------------------------------------------------------------------------------------------------------


def test_sigma_of_the_facts():
    assert gaussian_sigma(sensitivity=1, epsilon=1, delta=1e-5) == pytest.approx(3.7306316, abs=5e-8)
    assert gaussian_sigma(sensitivity=1, epsilon=1, delta=1e-6) == pytest.approx(4.2246789, abs=5e-8)
    assert discrete_gaussian_sigma(epsilon=1, delta=1e-6) == pytest.approx(4.2308, abs=5e-5)
    assert DiscreteGaussianNoise(sigma=4.2246789).delta(1.0) == pytest.approx(1.0197e-6, abs=5e-11)


def test_the_classic_sigma_is_given_where_it_is_proven_and_refused_elsewhere():
    """4.8448053 / epsilon at delta 1e-5. At epsilon 10 it would have a delta of 2.3e-5."""
    for epsilon in (0.01, 0.5, 0.999):
        classic = gaussian_sigma(sensitivity=1, epsilon=epsilon, delta=1e-5, method="classic")
        assert classic * epsilon == pytest.approx(4.8448053, abs=5e-8)
        assert GaussianNoise(sigma=classic).delta(epsilon) < 1e-5
    for epsilon in (1, 1.0, 10):
        with pytest.raises(ValueError, match=f"epsilon must be < 1 for the classic method, .* got {epsilon}"):
            gaussian_sigma(sensitivity=1, epsilon=epsilon, delta=1e-5, method="classic")
    assert GaussianNoise(sigma=0.48448053).delta(10) == pytest.approx(2.3e-5, abs=5e-7)


@pytest.mark.parametrize("epsilon", [1e-3, 0.1, 1.0, 5.0, 30.0])
@pytest.mark.parametrize("delta", [1e-12, 1e-6, 0.1, 0.9])
def test_sigma_and_delta_are_inverse_to_each_other(epsilon, delta):
    for sensitivity in (1, 20, 1e-3):
        sigma = gaussian_sigma(sensitivity=sensitivity, epsilon=epsilon, delta=delta)
        assert GaussianNoise(sigma=sigma).delta(epsilon, sensitivity=sensitivity) == pytest.approx(delta, rel=1e-8)
    for sensitivity in (1, 20):
        sigma = discrete_gaussian_sigma(sensitivity=sensitivity, epsilon=epsilon, delta=delta)
        delta_of = lambda s: DiscreteGaussianNoise(sigma=s).delta(epsilon, sensitivity=sensitivity)  # noqa: E731
        assert delta_of(sigma) == pytest.approx(delta, rel=1e-8)
        larger = sigma * (1 + np.geomspace(1e-6, 1, 200))
        assert all(delta_of(s) < delta * (1 + 1e-9) for s in larger)  # not so for every solution: see the next test


def test_a_larger_sigma_can_have_a_larger_delta_so_the_last_solution_is_taken():
    """At epsilon 5 and delta .01, sigma .33 would do and .53 would not."""
    small, middle = (DiscreteGaussianNoise(sigma=sigma).delta(5.0) for sigma in (0.33, 0.54))
    assert small < 0.01 < middle
    assert discrete_gaussian_sigma(epsilon=5, delta=0.01) > 0.54


@pytest.mark.parametrize(("delta", "first"), [(1e-5, 7), (1e-6, 9), (1e-9, 16)])
def test_gaussian_noise_wins_from_so_many_queries_on(delta, first):
    """Same total epsilon 1 and delta: k Laplace releases have sd sqrt(2) k each, k Gaussian ones sqrt(k) sigma."""
    sigma = gaussian_sigma(sensitivity=1, epsilon=1, delta=delta)
    wins = [k for k in range(1, 100) if math.sqrt(k) * sigma < math.sqrt(2) * k]
    assert wins == list(range(first, 100))
    if delta == 1e-6:
        assert sigma**2 / 2 == pytest.approx(8.924, abs=5e-4)


def test_google_finds_the_same_sigma():
    losses = pytest.importorskip("dp_accounting.pld.privacy_loss_mechanism")
    dp = pytest.importorskip("dp_accounting")
    for epsilon, delta in [(0.1, 1e-7), (1.0, 1e-5), (5.0, 1e-3)]:
        sigma = gaussian_sigma(sensitivity=1, epsilon=epsilon, delta=delta)
        assert dp.get_sigma_gaussian(epsilon, delta) == pytest.approx(sigma, rel=1e-6)
        discrete = discrete_gaussian_sigma(epsilon=epsilon, delta=delta)
        google = losses.DiscreteGaussianPrivacyLoss(discrete).get_delta_for_epsilon(epsilon)
        assert google == pytest.approx(delta, rel=1e-6)


# --- The laws ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("sensitivity", "epsilon"), [(1, 0.05), (1, 1.0), (1, 4.0), (3, 1.0)])
def test_geometric_noise_follows_its_law(sensitivity, epsilon):
    rng = np.random.default_rng(31)
    released = geometric_mechanism(np.full(N, 146), sensitivity=sensitivity, epsilon=epsilon, rng=rng)
    assert_follows(released - 146, loss=epsilon / sensitivity)


@pytest.mark.parametrize("epsilon", [1e-6, 2.0**-32])
def test_wide_geometric_noise_follows_its_law_too(epsilon):
    """Too wide for chi-squared over the integers: next to Laplace noise, from which it differs by one step at most."""
    noise = geometric_mechanism(np.zeros(N, int), epsilon=epsilon, rng=np.random.default_rng(31))
    assert_is_distributed(noise * epsilon, stats.laplace.cdf)
    assert stats.chisquare(np.bincount(noise % 8, minlength=8)).pvalue > ALPHA  # low bits are even


@pytest.mark.parametrize("sigma", [0.3, 0.7, 1.0, 1.9999, 2.0, 2.5, 4.2308, 20.0])
def test_discrete_gaussian_noise_follows_its_law(sigma):
    noise = DiscreteGaussianNoise(sigma=sigma).draw(size=N, rng=np.random.default_rng(32))
    assert_follows_law(noise, lambda k: discrete_gaussian_law(k, sigma=sigma))


def test_draws_come_in_the_order_on_which_seeds_in_the_lessons_rely():
    """All upward steps, all downward ones; of the discrete Gaussian sizes and signs, or blocks of proposals and coins."""
    n, scale, sigma = 100_000, 3, 40.0
    rng, again = np.random.default_rng(32), np.random.default_rng(32)
    geometric = GeometricNoise(scale=scale).draw(size=(4, n // 4), rng=rng)
    up, down = np.floor(again.standard_exponential((2, n)) / (1 / scale))
    assert (geometric.ravel() == up - down).all()
    narrow = DiscreteGaussianNoise(sigma=0.7)
    chances = 2 * np.exp(narrow.log_above(np.arange(1, 23)))
    size = (again.standard_exponential((n, 1)) > -np.log(chances)).sum(axis=1)
    assert (narrow.draw(size=n, rng=rng) == np.where(again.integers(2, size=n), size, -size)).all()
    drawn, expected = DiscreteGaussianNoise(sigma=sigma).draw(size=n, rng=rng), []
    while len(expected) < n:
        missing = n - len(expected)
        normal = again.standard_normal(min(missing + missing // 2 + 16, 2**14))
        whole = np.rint(normal * math.sqrt(sigma**2 + sigma / 2))
        kept = again.standard_exponential(normal.size) > ((whole / sigma) ** 2 - normal**2) / 2 + 1 / (4 * sigma)
        expected += whole[kept][:missing].tolist()
    assert drawn.tolist() == expected and rng.random() == again.random()


def test_wide_discrete_gaussian_noise_is_normal():
    noise = DiscreteGaussianNoise(sigma=1e6).draw(size=N, rng=np.random.default_rng(33))
    assert_is_distributed(noise / 1e6, stats.norm.cdf)


@pytest.mark.parametrize(("sensitivity", "epsilon"), [(1, 0.1), (4, 1.0), (0.001, 3.0)])
def test_laplace_and_gaussian_noise_follow_their_laws(sensitivity, epsilon):
    values = {"values": np.full(N, 39.5), "sensitivity": sensitivity, "epsilon": epsilon}
    noise = laplace_mechanism(**values, rng=np.random.default_rng(35)) - 39.5
    assert_is_distributed(noise * epsilon / sensitivity, stats.laplace.cdf)
    noise = GaussianNoise(sigma=sensitivity).draw(size=N, rng=np.random.default_rng(36))
    assert_is_distributed(noise / sensitivity, stats.norm.cdf)


@pytest.mark.parametrize(("sensitivity", "epsilon"), [(1, 1.0), (3, 0.5)])
def test_the_geometric_law_is_private_and_tight(sensitivity, epsilon):
    k = np.arange(-100, 101)
    here = geometric_law(k, loss=epsilon / sensitivity)
    for shift in range(-sensitivity, sensitivity + 1):
        loss = np.abs(np.log(here / geometric_law(k - shift, loss=epsilon / sensitivity))).max()
        assert loss == pytest.approx(epsilon * abs(shift) / sensitivity)


def test_a_broken_mechanism_does_not_follow_the_law():
    """Rounded Laplace and normal noise, the scale upside down, a sigma read as a variance, proposals all kept."""
    rng = np.random.default_rng(37)
    one_half = {"values": np.zeros(N), "sensitivity": 1, "epsilon": 0.5, "rng": rng}
    for noise, law in [
        (np.rint(rng.laplace(size=N)), lambda k: geometric_law(k, loss=1.0)),
        (geometric_mechanism(np.zeros(N, int), epsilon=1 / 0.5, rng=rng), lambda k: geometric_law(k, loss=0.5)),
        (np.rint(rng.normal(size=N)), lambda k: discrete_gaussian_law(k, sigma=1.0)),
        (np.rint(rng.normal(scale=math.sqrt(18), size=N)), lambda k: discrete_gaussian_law(k, sigma=4.0)),
    ]:
        with pytest.raises(AssertionError, match="p-value"):
            assert_follows_law(noise, law)
    for noise, cdf in [
        (laplace_mechanism(**one_half) * 2, stats.laplace.cdf),
        (laplace_mechanism(**one_half) / 2 * 1.05, stats.laplace.cdf),
        (rng.normal(scale=math.sqrt(2), size=N), stats.laplace.cdf),
        (rng.normal(scale=math.sqrt(3.73), size=N) / 3.73, stats.norm.cdf),
    ]:
        with pytest.raises(AssertionError, match="p-value"):
            assert_is_distributed(noise, cdf)


MECHANISMS = {
    "laplace": lambda values, rng: laplace_mechanism(values, sensitivity=1, epsilon=0.5, rng=rng),
    "geometric": lambda values, rng: geometric_mechanism(values, epsilon=0.5, rng=rng),
}


@pytest.mark.parametrize("mechanism", MECHANISMS.values(), ids=MECHANISMS)
def test_each_value_has_noise_of_its_own(mechanism):
    one, other = mechanism(np.zeros((2, N), int), np.random.default_rng(38))
    assert abs(np.corrcoef(one, other)[0, 1]) < Z / math.sqrt(N)
    assert abs(np.corrcoef(np.abs(one), np.abs(other))[0, 1]) < Z / math.sqrt(N)
    assert abs(np.corrcoef(one[1:], one[:-1])[0, 1]) < Z / math.sqrt(N)


# --- Floats give themselves away -----------------------------------------------------------------------------------


def cannot_come_from_one(released):
    """Tell which releases no count of 1 can have: around 1, sums of floats are multiples of 2**-53."""
    return (released * 2**53) % 1 != 0


@pytest.mark.parametrize(
    ("draw", "share"), [(lambda rng: rng.laplace(size=10**6), 0.272), (lambda rng: rng.normal(size=10**6), 0.257)]
)
def test_one_line_unmasks_a_quarter_of_the_zero_counts(draw, share):
    """Within the facts' rounding plus Z standard errors of a share of 1e6 draws (.0022)."""
    noise = draw(np.random.default_rng(39))
    margin = 5e-4 + Z * math.sqrt(share * (1 - share) / 1e6)
    assert cannot_come_from_one(0 + noise).mean() == pytest.approx(share, abs=margin)
    assert not cannot_come_from_one(1 + noise).any()


def test_the_mechanisms_for_real_numbers_have_this_weakness_and_those_for_counts_do_not():
    rng, zeros, ones = np.random.default_rng(40), np.zeros(N, int), np.ones(N, int)
    real = {"sensitivity": 1, "epsilon": 1.0, "rng": rng}
    assert cannot_come_from_one(laplace_mechanism(zeros, **real)).mean() == pytest.approx(0.272, abs=0.006)
    assert not cannot_come_from_one(laplace_mechanism(ones, **real)).any()
    assert cannot_come_from_one(GaussianNoise(sigma=3.73).draw(size=N, rng=rng)).any()
    assert not cannot_come_from_one(geometric_mechanism(zeros, epsilon=1.0, rng=rng)).any()
    assert not cannot_come_from_one(DiscreteGaussianNoise(sigma=3.73).draw(size=N, rng=rng)).any()
    # and the releases of 1 are as likely as exp(1) times those of 0 allows, everywhere
    here, next_door = (
        np.bincount(geometric_mechanism(counts, epsilon=1.0, rng=rng) + 40, minlength=80) for counts in (zeros, ones)
    )
    common = (here > 500) & (next_door > 500)
    loss = np.abs(np.log(here[common] / next_door[common]))
    assert (loss < 1 + Z * np.sqrt(1 / here[common] + 1 / next_door[common])).all()


def could_come_from(released, count):
    """Tell which releases NumPy's Laplace sampler can make from `count`: invert it, and try the nearest uniforms.

    It takes U, a multiple of 2**-53, to ln(2 U) if U < 1/2 and to -ln(2 - U - U) otherwise, where 2 - U is rounded.
    """
    noise, log = released - count, np.vectorize(math.log, otypes=[float])
    nearest = np.where(noise < 0, np.exp(np.minimum(noise, 0)) / 2, 1 - np.exp(-np.maximum(noise, 0)) / 2)
    found = np.zeros(released.shape, bool)
    for step in (-1, 0, 1):
        uniform = np.clip((np.rint(nearest * 2**53) + step) / 2**53, 2**-53, 1 - 2**-53)
        found |= count + np.where(uniform < 0.5, log(2 * uniform), -log(2 - uniform - uniform)) == released
    return found


@pytest.mark.parametrize(
    ("count", "other", "share"), [(0, 1, 0.816), (1, 0, 0.800), (100, 101, 0.0128), (101, 100, 0.0149)]
)
def test_a_model_of_the_sampler_unmasks_four_in_five_zeros_and_few_large_counts(count, other, share):
    """Shares within their last digit plus Z standard errors of 50,000 draws."""
    released = count + np.random.default_rng(41).laplace(size=50_000)
    assert could_come_from(released, count).all()
    unmasked = 1 - could_come_from(released, other).mean()
    assert unmasked == pytest.approx(share, abs=1e-3 * (share > 0.1) + Z * math.sqrt(share * (1 - share) / 50_000))


# --- Other libraries -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("sensitivity", "epsilon"), [(1, 0.1), (1, 1.0), (4, 2.0)])
def test_opendp_finds_the_same_privacy_loss(sensitivity, epsilon):
    dp = pytest.importorskip("opendp.prelude")
    dp.enable_features("contrib")
    counts = dp.atom_domain(T=int), dp.absolute_distance(T=int)
    numbers = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)
    scale = sensitivity / epsilon
    assert dp.m.make_laplace(*counts, scale=scale).map(sensitivity) == pytest.approx(epsilon)
    assert dp.m.make_laplace(*numbers, scale=scale).map(float(sensitivity)) == pytest.approx(epsilon)
    sigma = gaussian_sigma(sensitivity=sensitivity, epsilon=epsilon, delta=1e-5)
    rho = dp.m.make_gaussian(*numbers, scale=sigma).map(float(sensitivity))
    assert rho == pytest.approx(sensitivity**2 / (2 * sigma**2))
    # its route from rho to epsilon is an upper bound: never below the exact epsilon, and near it
    approximate = dp.c.make_zCDP_to_approxDP(dp.m.make_gaussian(*numbers, scale=sigma)).map(float(sensitivity))
    assert epsilon <= approximate.epsilon(1e-5) < 1.4 * epsilon


# --- A mean with n unknown -----------------------------------------------------------------------------------------


def test_private_mean_is_near_the_mean_of_clipped_values():
    """10,000 values in [6, 10] and one outlier, which counts as 10; epsilon 1 is half for the sum, half for the count.

    The noise of the sum has sd 28 and that of the count 2.8, which moves the mean by .0028 and .0022.
    """
    rng = np.random.default_rng(42)
    values = np.append(rng.uniform(6, 10, 9_999), 1e12)
    truth = np.clip(values, 6, 10).mean()
    means = np.array([private_mean(values, low=6, high=10, epsilon=1, rng=rng) for _ in range(2_000)])
    sd = math.hypot(math.sqrt(2) * 20, truth * GeometricNoise(scale=2).sd) / 10_000
    assert means.mean() == pytest.approx(truth, abs=Z * sd / math.sqrt(2_000) + 1e-6)
    # the variance of a Laplace sample variance is (kurtosis 6 - 1) / n
    assert means.std() == pytest.approx(sd, rel=Z * math.sqrt(5 / 2_000) / 2)


def test_private_mean_with_small_numbers_of_numpy_has_the_noise_it_needs():
    """abs(int8(-128)) overflows; the noise of the sum needs the sensitivity 128, whatever kind of number says so."""
    asked = {"epsilon": 1, "values": np.array([-128, 100, 3], np.int8)}
    small, plain = (
        private_mean(**asked, low=low, high=high, rng=np.random.default_rng(44))
        for low, high in [(np.int8(-128), np.int8(100)), (-128, 100)]
    )
    assert small == plain
    rng = np.random.default_rng(44)
    noisy_sum = -25 + rng.laplace(scale=128 / 0.5)
    assert plain == pytest.approx(noisy_sum / max(1, geometric_mechanism(3, epsilon=0.5, rng=rng)))


def test_private_mean_of_one_person_is_not_divided_by_a_count_below_one():
    rng = np.random.default_rng(43)
    means = np.array([private_mean([8.0], low=6, high=10, epsilon=0.01, rng=rng) for _ in range(200)])
    assert np.isfinite(means).all() and np.abs(means).max() < 1e5


# --- Limits and manners --------------------------------------------------------------------------------------------


def test_shapes_and_types():
    rng = np.random.default_rng(44)
    for name, mechanism in MECHANISMS.items():
        whole = name == "geometric"
        assert type(mechanism(146, rng)) is (np.int64 if whole else float)
        table = mechanism(np.zeros((2, 3), np.uint8), rng)
        assert table.shape == (2, 3) and table.dtype == (np.int64 if whole else np.float64)


def test_without_privacy_the_count_comes_back():
    counts = np.arange(-500, 500)
    assert (geometric_mechanism(counts, epsilon=30, rng=np.random.default_rng(45)) == counts).all()
    near = laplace_mechanism(counts, sensitivity=1e-6, epsilon=30, rng=np.random.default_rng(45))
    assert near == pytest.approx(counts, abs=1e-5)


@pytest.mark.parametrize("count", [2**53, -(2**53)])
def test_the_largest_counts_and_the_widest_noise_do_not_overflow(count):
    released = geometric_mechanism(np.full(100_000, count), epsilon=2.0**-32, rng=np.random.default_rng(46))
    assert np.abs(released - count).max() < 2**40
    spread = np.std((released - count).astype(float)) / GeometricNoise(scale=2.0**32).sd
    assert spread == pytest.approx(1, abs=0.05)  # a Laplace sd of 100,000 draws has relative error .0035
    noise = DiscreteGaussianNoise(sigma=2.0**40).draw(size=100_000, rng=np.random.default_rng(46))
    assert np.std((count + noise - count).astype(float)) / 2**40 == pytest.approx(1, abs=0.02)


def test_values_on_which_rounding_would_swallow_the_noise_are_refused():
    rng = np.random.default_rng(47)
    assert (1e17 + rng.laplace(size=1000) == 1e17).mean() > 0.9  # what is refused: releases without noise
    with pytest.raises(ValueError, match="values must be from -1.09951e.12 to 1.09951e.12, got 1e.17"):
        laplace_mechanism([1.0, 1e17], sensitivity=1, epsilon=1, rng=rng)
    wide = laplace_mechanism(np.full(1000, 1e17), sensitivity=1e17, epsilon=1, rng=rng)
    assert np.unique(wide).size == 1000


@pytest.mark.parametrize("mechanism", MECHANISMS.values(), ids=MECHANISMS)
def test_noise_is_fresh_comes_from_rng_alone_and_leaves_the_values_as_they_were(mechanism):
    values, globally = np.arange(100), np.random.get_state()[1].copy()
    rng = np.random.default_rng(48)
    first, second = (mechanism(values, rng) for _ in range(2))
    assert (first != second).any()
    assert (first == mechanism(values, np.random.default_rng(48))).all()
    assert (values == np.arange(100)).all() and (np.random.get_state()[1] == globally).all()


def test_draws_have_the_sizes_of_error_that_the_laws_promise():
    """Mean absolute error and sd of N draws, within Z standard errors (those of the widest tail, the Laplace's)."""
    for noise in (
        LaplaceNoise(scale=10),
        GaussianNoise(sigma=3),
        GeometricNoise(scale=10),
        GeometricNoise(scale=0.5),
        DiscreteGaussianNoise(sigma=0.6),
        DiscreteGaussianNoise(sigma=150),
    ):
        draws = noise.draw(size=N, rng=np.random.default_rng(49)).astype(float)
        if hasattr(noise, "expected_error"):
            error = np.abs(draws)
            assert error.mean() == pytest.approx(noise.expected_error, abs=Z * error.std() / math.sqrt(N))
        if hasattr(noise, "sd"):
            kurtosis = (draws**4).mean() / (draws**2).mean() ** 2
            assert draws.std() == pytest.approx(noise.sd, rel=Z * math.sqrt((kurtosis - 1) / N) / 2)
