"""Histograms of many empty cells, against exact laws and OpenDP; and the numbers of the slides that they come from."""

import numpy as np
import opendp.prelude as dp
import pytest

from coursekit.accounting.bills import compose_exact
from coursekit.accounting.composition import compose_advanced, compose_basic, compose_optimal
from coursekit.accounting.renyi import epsilon_to_zcdp, zcdp_to_epsilon
from coursekit.mechanisms.calibration import gaussian_sigma
from coursekit.mechanisms.noise import GaussianNoise, LaplaceNoise
from coursekit.mechanisms.selection import median_density
from coursekit.releases.histograms import (
    above_threshold, clamped_histogram, expected_ghosts, hut_chance, stability_threshold,
)  # fmt: skip


def test_ten_thousand_empty_cells_make_9600_people_who_do_not_exist():
    """1 / (2 sinh(1/2)) is for noise of scale 2, replacing one person; the sheet says scale 1, where it is 1 / (2 sinh 1)."""
    assert expected_ghosts(cells=1, epsilon=1) == pytest.approx(0.959517, abs=1e-6)
    assert expected_ghosts(cells=1, epsilon=1, neighbours="add-remove") == pytest.approx(0.425460, abs=1e-6)
    rng, empty = np.random.default_rng(1), np.zeros(10_000, int)
    for neighbours, sd in (("replace-one", 1.7), ("add-remove", 1.0)):  # of one cell, rounded up
        ghosts = clamped_histogram(empty, epsilon=1, neighbours=neighbours, rng=rng)
        assert ghosts.min() == 0
        wanted = expected_ghosts(cells=10_000, epsilon=1, neighbours=neighbours)
        assert ghosts.sum() == pytest.approx(wanted, abs=6 * sd * 100)
    assert above_threshold(empty, 27, 0.5, rng).sum() == 0


def test_the_chance_of_a_lone_person_by_the_exact_law():
    """Against the sum of the law's chances, term by term."""
    for epsilon, neighbours, a in ((1, "replace-one", np.exp(-0.5)), (1, "add-remove", np.exp(-1)), (0.1, "add-remove", np.exp(-0.1))):
        for threshold in (1, 5, 28):
            k = np.arange(threshold, threshold + 2000)  # 1 + Z > T if Z >= T
            assert hut_chance(threshold, epsilon=epsilon, neighbours=neighbours) == pytest.approx(((1 - a) / (1 + a) * a**k).sum(), rel=1e-10)
    assert hut_chance(28, epsilon=1) == pytest.approx(5.175928e-7, rel=1e-6)


def test_the_threshold_is_the_least_one():
    assert stability_threshold(epsilon=1, delta=1e-6) == 27, "the slides have 28"
    assert stability_threshold(epsilon=1, delta=1e-6, neighbours="add-remove") == 14
    for epsilon in (0.01, 0.3, 1, 4, 20):
        for delta in (0.3, 1e-3, 1e-6, 1e-12):
            for neighbours in ("replace-one", "add-remove"):
                asked = {"epsilon": epsilon, "neighbours": neighbours}
                least = stability_threshold(delta=delta, **asked)
                assert hut_chance(least, **asked) <= delta
                assert least == 1 or hut_chance(least - 1, **asked) > delta
    exact = hut_chance(9, epsilon=1)
    assert stability_threshold(epsilon=1, delta=exact) == 9, "a delta that is met exactly"


def test_laplace_noise_needs_a_threshold_of_1412():
    assert 1 + np.log(1 / 2e-6) == pytest.approx(14.12, abs=5e-3)
    assert np.exp(LaplaceNoise(scale=1).log_above(np.log(1 / 2e-6))) == pytest.approx(1e-6, rel=1e-9)


def test_opendp_promises_the_same():
    """One person more or less; OpenDP's map gives epsilon and delta of a threshold, for whole numbers."""
    dp.enable_features("contrib")
    space = dp.vector_domain(dp.atom_domain(T=str)), dp.symmetric_distance()
    for scale, threshold in ((1.0, 14), (10.0, 132), (2.0, 28)):
        found = space >> dp.t.then_count_by() >> dp.m.then_laplace_threshold(scale=scale, threshold=threshold)
        epsilon, delta = found.map(1)
        assert epsilon == pytest.approx(1 / scale, rel=1e-9)
        assert hut_chance(threshold, epsilon=1 / scale, neighbours="add-remove") == pytest.approx(delta, rel=1e-3)


def law(counts, threshold, share, reach=200):
    """Give the chances of what is released for two cells, {(first, second): chance}, by the exact law."""
    a, single = np.exp(-share), []
    for count in counts:
        z = np.arange(-reach, reach + 1)
        chance = (1 - a) / (1 + a) * a ** np.abs(z)
        kept = {0: 1.0} if count == 0 else {0: chance[count + z <= threshold].sum()}
        single.append(kept if count == 0 else kept | {int(count + k): p for k, p in zip(z, chance) if count + k > threshold})
    return {(x, y): p * q for x, p in single[0].items() for y, q in single[1].items()}


def delta_of(ours, theirs, epsilon):
    return sum(max(0.0, p - np.exp(epsilon) * theirs.get(key, 0.0)) for key, p in ours.items())


@pytest.mark.parametrize("one, other", [((1, 0), (0, 1)), ((2, 0), (1, 1)), ((5, 1), (4, 2)), ((1, 3), (0, 4))])
def test_the_promise_holds_exactly_and_one_less_breaks_it(one, other):
    """All outcomes of two cells: the delta at epsilon 1 is that of the lone person, and no more."""
    delta = 1e-3
    threshold = stability_threshold(epsilon=1, delta=delta)
    for ours, theirs in ((one, other), (other, one)):
        found = delta_of(law(ours, threshold, 0.5), law(theirs, threshold, 0.5), 1)
        assert found <= delta
        if 1 in ours and 0 in np.minimum(ours, theirs) and 0 not in ours:
            assert delta_of(law(ours, threshold - 1, 0.5), law(theirs, threshold - 1, 0.5), 1) > delta
    assert delta_of(law((1, 0), threshold - 1, 0.5), law((0, 1), threshold - 1, 0.5), 1) > delta
    assert delta_of(law((1, 0), 0, 0.5), law((0, 1), 0, 0.5), 1) > 0.5, "noise on the occupied cells alone"


def test_what_is_released_is_the_noisy_count_or_nothing():
    rng, counts = np.random.default_rng(3), np.array([[0, 1, 20], [40, 500, 0]])
    drawn = np.array([above_threshold(counts, 27, 0.5, rng) for _ in range(300)])
    assert drawn.shape == (300, 2, 3) and not drawn[:, counts == 0].any()
    assert ((drawn == 0) | (drawn > 27)).all()
    assert drawn[:, 1, 1].mean() == pytest.approx(500, abs=6 * 2.8 / np.sqrt(300))
    shown = (drawn[:, 0, 2] > 0).mean()  # 20 + Z > 27 if Z >= 8
    assert shown == pytest.approx(np.exp(-4) / (1 + np.exp(-0.5)), abs=5 * np.sqrt(0.012 / 300))


# ---------------------------------------------------------------- other numbers of the same slides


def test_both_constants_for_gaussian_noise_are_too_careful_at_1_and_fail_for_large_epsilon():
    for constant, sigma, delta, fails in ((1.25, 4.84481, 4.1137e-8, 8.42), (2, 4.94086, 2.4339e-8, 9.39)):
        def classic(epsilon, constant=constant):
            return np.sqrt(2 * np.log(constant / 1e-5)) / epsilon

        assert classic(1) == pytest.approx(sigma, abs=1e-5)
        assert GaussianNoise(sigma=classic(1)).delta(1) == pytest.approx(delta, rel=1e-4)
        for epsilon, holds in ((fails - 0.01, True), (fails + 0.01, False)):
            assert (GaussianNoise(sigma=classic(epsilon)).delta(epsilon) <= 1e-5) == holds
    assert gaussian_sigma(sensitivity=1, epsilon=1, delta=1e-5) == pytest.approx(3.73063, abs=1e-5)


def test_advanced_composition_wins_from_35_answers_on():
    advanced = [compose_advanced(k=k, epsilon=0.1, delta=1e-6) for k in (34, 35, 100)]
    assert advanced[0] > compose_basic(k=34, epsilon=0.1) and advanced[1] < compose_basic(k=35, epsilon=0.1)
    assert advanced[2] == pytest.approx(6.308, abs=1e-3) and compose_basic(k=100, epsilon=0.1) == pytest.approx(10)
    rho = 100 * epsilon_to_zcdp(epsilon=0.1)
    assert zcdp_to_epsilon(rho=rho, delta=1e-6, method="textbook") == pytest.approx(5.7565, abs=1e-3)
    assert compose_optimal(k=100, epsilon=0.1, delta=1e-6) == pytest.approx(4.775, abs=1e-3)
    assert compose_exact(k=100, epsilon=0.1, delta=1e-6, mechanism="laplace") < compose_optimal(k=100, epsilon=0.1, delta=1e-6)


def test_the_private_median_leaks_its_epsilon_and_no_more():
    """The law is constant between values; nearly all of it lies on one side of the values, where both terms add up."""
    ours, worst = np.repeat([1e-6, 2e-6], 30), []
    edges, density = median_density(ours, low=0, high=1, epsilon=1)
    for more in (1e-7, 1.5e-6, 0.1, 0.5, 0.9):
        places, theirs = median_density(np.append(ours, more), low=0, high=1, epsilon=1)
        x = np.concatenate([(edges[1:] + edges[:-1]) / 2, (places[1:] + places[:-1]) / 2])
        gap = np.log(density[np.searchsorted(edges, x) - 1] / theirs[np.searchsorted(places, x) - 1])
        worst.append(np.abs(gap).max())
    assert 0.999 < max(worst) <= 1 + 1e-9
