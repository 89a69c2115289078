"""The geometric mechanism: known values, exact law, exact privacy, other libraries, limits, one that must fail.

Random tests have fixed seeds. ALPHA is the chance that one statistical check rejects a right implementation at a seed
drawn afresh; there are about ten.
"""

import math

import numpy as np
import pytest
from scipy import stats

from coursekit.mechanisms import geometric_mechanism, geometric_variance

ALPHA = 1e-6


def law(k, *, loss):
    """P[noise = k] of the two-sided geometric law, from its definition."""
    a = math.exp(-loss)
    return (1 - a) / (1 + a) * a ** np.abs(k)


def assert_follows(noise, *, loss):
    """Chi-squared over the integers, the two tails pooled where fewer than 50 draws are expected."""
    reach = max(1, int(math.log(len(noise) * law(0, loss=loss) / 50) / loss))
    inner = np.arange(-reach, reach + 1)
    expected = law(inner, loss=loss)
    tail = (1 - expected.sum()) / 2
    observed = [(noise < -reach).sum(), *((noise == k).sum() for k in inner), (noise > reach).sum()]
    p_value = stats.chisquare(observed, len(noise) * np.array([tail, *expected, tail])).pvalue
    assert p_value > ALPHA, f"p-value {p_value:.1e}"


# --- Known values --------------------------------------------------------------------------------------------------


def test_variance_at_epsilon_one():
    assert geometric_variance(epsilon=1.0) == pytest.approx(1.8413472, abs=5e-8)


@pytest.mark.parametrize(("sensitivity", "epsilon"), [(1, 0.1), (1, 3.0), (5, 1.0)])
def test_variance_is_that_of_the_law(sensitivity, epsilon):
    k = np.arange(-5000, 5001)
    exact = k**2 @ law(k, loss=epsilon / sensitivity)
    assert geometric_variance(sensitivity=sensitivity, epsilon=epsilon) == pytest.approx(exact)


def test_variance_approaches_laplace_for_small_epsilon():
    assert geometric_variance(epsilon=1e-6) == pytest.approx(2 / 1e-6**2)
    assert type(geometric_variance(epsilon=1)) is float


def test_rounded_laplace_is_another_law():
    assert law(0, loss=1) == pytest.approx(0.4621, abs=5e-5)
    assert stats.laplace.cdf(0.5) - stats.laplace.cdf(-0.5) == pytest.approx(0.3935, abs=5e-5)


def test_best_attack_and_delta_equal_those_of_randomized_response():
    """With sensitivity 1 the counts c and c + 1 are as hard to tell apart as a yes and a no at the same epsilon."""
    k = np.arange(-200, 201)
    here, next_door = law(k, loss=1), law(k - 1, loss=1)
    assert np.maximum(here, next_door).sum() / 2 == pytest.approx(0.7311, abs=5e-5)
    assert np.maximum(here - math.exp(0.5) * next_door, 0).sum() == pytest.approx(0.2876491, abs=5e-8)


# --- The law and its privacy ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("sensitivity", "epsilon"), [(1, 0.05), (1, 1.0), (1, 4.0), (3, 1.0)])
def test_noise_follows_its_law(sensitivity, epsilon):
    rng = np.random.default_rng(31)
    released = geometric_mechanism(np.full(200_000, 146), sensitivity=sensitivity, epsilon=epsilon, rng=rng)
    assert_follows(released - 146, loss=epsilon / sensitivity)


@pytest.mark.parametrize(("sensitivity", "epsilon"), [(1, 1.0), (3, 0.5)])
def test_the_law_is_private_and_tight(sensitivity, epsilon):
    k = np.arange(-100, 101)
    here = law(k, loss=epsilon / sensitivity)
    for shift in range(-sensitivity, sensitivity + 1):
        loss = np.abs(np.log(here / law(k - shift, loss=epsilon / sensitivity))).max()
        assert loss == pytest.approx(epsilon * abs(shift) / sensitivity)


def test_a_broken_mechanism_does_not_follow_the_law():
    """Rounded Laplace noise, and noise with scale epsilon instead of 1 / epsilon."""
    rng = np.random.default_rng(32)
    with pytest.raises(AssertionError, match="p-value"):
        assert_follows(np.rint(rng.laplace(size=200_000)), loss=1.0)
    with pytest.raises(AssertionError, match="p-value"):
        assert_follows(geometric_mechanism(np.zeros(200_000, int), epsilon=1 / 0.5, rng=rng), loss=0.5)


def test_each_count_has_noise_of_its_own():
    released = geometric_mechanism(np.zeros((2, 200_000), int), epsilon=1.0, rng=np.random.default_rng(33))
    assert abs(np.corrcoef(released)[0, 1]) < stats.norm.isf(ALPHA / 2) / math.sqrt(200_000)
    one, other = released
    both = law(np.arange(-2, 3), loss=1.0)
    inner = (np.abs(one) <= 2) & (np.abs(other) <= 2)
    pairs = np.bincount((one[inner] + 2) * 5 + other[inner] + 2, minlength=25)
    expected = np.outer(both, both).ravel()
    assert stats.chisquare(pairs, inner.sum() * expected / expected.sum()).pvalue > ALPHA


# --- Other libraries -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("sensitivity", "epsilon"), [(1, 0.1), (1, 1.0), (4, 2.0)])
def test_opendp_finds_the_same_privacy_loss(sensitivity, epsilon):
    dp = pytest.importorskip("opendp.prelude")
    dp.enable_features("contrib")
    space = dp.atom_domain(T=int), dp.absolute_distance(T=int)
    assert dp.m.make_laplace(*space, scale=sensitivity / epsilon).map(sensitivity) == pytest.approx(epsilon)


def test_google_finds_the_same_delta():
    losses = pytest.importorskip("dp_accounting.pld.privacy_loss_mechanism")
    assert losses.DiscreteLaplacePrivacyLoss(1.0).get_delta_for_epsilon(0.5) == pytest.approx(0.2876491, abs=5e-8)


# --- Limits and manners --------------------------------------------------------------------------------------------


def test_shapes_and_types():
    rng = np.random.default_rng(34)
    one = geometric_mechanism(146, epsilon=1.0, rng=rng)
    assert type(one) is np.int64
    table = geometric_mechanism(np.zeros((2, 3), np.uint8), epsilon=1.0, rng=rng)
    assert table.shape == (2, 3) and table.dtype == np.int64


def test_without_privacy_the_count_comes_back():
    counts = np.arange(-500, 500)
    assert (geometric_mechanism(counts, epsilon=30, rng=np.random.default_rng(35)) == counts).all()


@pytest.mark.parametrize("count", [2**53, -(2**53)])
def test_the_largest_counts_and_the_widest_noise_do_not_overflow(count):
    released = geometric_mechanism(np.full(100_000, count), epsilon=2.0**-32, rng=np.random.default_rng(36))
    assert np.abs(released - count).max() < 2**40
    spread = np.std((released - count).astype(float)) / math.sqrt(geometric_variance(epsilon=2.0**-32))
    assert spread == pytest.approx(1, abs=0.05)  # a Laplace sd of 100,000 draws has relative error .0035


def test_noise_is_fresh_comes_from_rng_alone_and_leaves_the_counts_as_they_were():
    counts, globally = np.arange(100), np.random.get_state()[1].copy()
    rng = np.random.default_rng(37)
    first, second = (geometric_mechanism(counts, epsilon=0.5, rng=rng) for _ in range(2))
    assert (first != second).any()
    assert (first == geometric_mechanism(counts, epsilon=0.5, rng=np.random.default_rng(37))).all()
    assert (counts == np.arange(100)).all() and (np.random.get_state()[1] == globally).all()
