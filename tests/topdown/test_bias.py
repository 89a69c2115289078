"""The bias of non-negative counts: figures of the facts sheet, curve against simulation, and the order of siblings.

Statistical tests have fixed seeds and allow five standard errors: a false failure in about one of a million seeds.
"""

from time import process_time

import numpy as np
import pandas as pd
import pytest

from scipy.stats import norm

from coursekit.topdown.bias import balance, counties, mean_field, post_processed, sibling_bias
from coursekit.topdown.projection import simplex

RUNS, SIGMA = 100, 200
COUNTIES = counties(rng=np.random.default_rng(1))
FIELD = mean_field(COUNTIES, sigma=SIGMA)
RELEASED = post_processed(COUNTIES, sigma=SIGMA, runs=RUNS, rng=np.random.default_rng(2))


def squares(field, counts, sigma):
    """Mean squares over all runs of what a place gains and of what it loses, and its chance to lose, from the normal law."""
    a = field.tau / sigma
    b = np.minimum((field.tau - counts) / sigma, a)

    def moment(z):
        """Integral of (z - a)**2 times the density, up to z."""
        return (1 + a * a) * norm.cdf(z) + (2 * a - z) * norm.pdf(z)

    down = np.where(counts > 0, counts**2 * norm.cdf(b) + sigma**2 * (moment(a) - moment(b)), 0)
    return sigma**2 * (1 + a * a - moment(a)), down, norm.cdf(a)


def law_of_balance(field, counts, sigma):
    """JASON's B as it should be: means over the runs of each sign."""
    up, down, losing = squares(field, counts, sigma)
    up, down = up / np.maximum(1 - losing, 1e-300), down / np.maximum(losing, 1e-300)
    return (up - down) / (up + down)


def mean_bias(low, high):
    return FIELD.bias[(COUNTIES >= low) & (COUNTIES < high)].mean()


def test_a_population_like_that_of_the_counties():
    assert len(COUNTIES) == 3143 and (np.diff(COUNTIES) >= 0).all() and COUNTIES.min() >= 0
    rng = np.random.default_rng(3)
    many = np.concatenate([counties(rng=rng) for _ in range(64)])
    assert np.median(many) == pytest.approx(600, rel=0.03) and many.mean() == pytest.approx(10_600, rel=0.12)


def test_the_figures_of_the_facts_sheet():
    """tau 20.6; bias +70 at 0, +12 for 100 to 200, zero near sigma, -tau for every large county; 40,300 people moved."""
    assert FIELD.tau == pytest.approx(20.6, abs=0.05)
    assert FIELD.bias[COUNTIES < 3].mean() == pytest.approx(70, abs=1)
    assert mean_bias(100, 200) == pytest.approx(12, abs=1)
    zero = np.interp(0, -FIELD.bias, COUNTIES)
    assert zero == pytest.approx(SIGMA, rel=0.05)
    assert np.abs(FIELD.bias[COUNTIES > 1500] + FIELD.tau).max() < 1e-6
    assert FIELD.bias.sum() == pytest.approx(0, abs=1e-3) and FIELD.bias.clip(0).sum() == pytest.approx(40_300, rel=0.005)


def test_the_curve_is_what_simulations_give():
    error = RELEASED - COUNTIES
    assert RELEASED.min() >= 0 and np.abs(RELEASED.sum(axis=1) - COUNTIES.sum()).max() < 1e-3
    off = (error.mean(axis=0) - FIELD.bias) / (error.std(axis=0, ddof=1) / np.sqrt(RUNS))
    assert np.abs(off).max() < 6 and off.std() == pytest.approx(1, abs=0.1)


def test_jasons_balance_is_what_simulations_give():
    found, law = balance(RELEASED, COUNTIES), law_of_balance(FIELD, COUNTIES.astype(float), SIGMA)
    lines = [pd.Series(values).rolling(100, min_periods=1, center=True).mean() for values in (found, law)]
    assert np.abs(lines[0] - lines[1]).max() < 0.12
    small, large = COUNTIES < 50, COUNTIES > 2000
    assert (law[COUNTIES == 0] == 1).all() and law[small].min() > 0.85
    assert -0.1 < law[large].mean() < -0.06 and found[large].mean() == pytest.approx(law[large].mean(), abs=0.02)
    assert (law[COUNTIES < SIGMA * 0.9] > 0).all()


def test_jasons_balance_takes_means_over_the_runs_of_each_sign_and_not_over_all_runs():
    """At the largest county: -.0819; means over all runs would give -.1628, about twice as much."""
    largest = COUNTIES[-1:].astype(float)
    up, down, losing = squares(FIELD, largest, SIGMA)
    assert law_of_balance(FIELD, largest, SIGMA) == pytest.approx(-0.0819, abs=1e-4)
    assert (up - down) / (up + down) == pytest.approx(-0.1628, abs=1e-4)
    error = np.random.default_rng(6).normal(-FIELD.tau, SIGMA, (1_000_000, 1))  # a standard error of .0012
    assert balance(largest + error, COUNTIES[-1:]) == pytest.approx(-0.0819, abs=0.006)


def test_balance_by_hand():
    assert balance([[5.0], [2.0]], [3]).tolist() == [0.6]
    assert balance([[5.0, 0], [7, 0]], [3, 0])[0] == 1 and np.isnan(balance([[5.0, 0], [7, 0]], [3, 0])[1])
    assert balance(pd.DataFrame({"a": [5.0, 2.0]}), pd.Series([3], index=["a"])).tolist() == [0.6]
    assert balance(np.array([[100], [-100]], np.int8), np.array([100], np.int8)).tolist() == [-1]
    assert balance([[4.0], [4], [0]], [3]) == pytest.approx([(1 - 9) / (1 + 9)])  # mean squares, however many there are


def test_the_curve_without_any_bound():
    field = mean_field([10**6, 2 * 10**6], sigma=10)
    assert abs(field.tau) < 1e-6 and np.abs(field.bias).max() < 1e-6


def test_the_curve_of_nobody_and_of_one():
    nobody = mean_field([0, 0], sigma=5)
    assert nobody.bias.tolist() == [0, 0]
    assert mean_field([7], sigma=5).bias == pytest.approx([0], abs=1e-9)


def test_siblings():
    gift = sibling_bias(rule="first", rng=np.random.default_rng(1))
    assert gift[0] == pytest.approx(0.45, abs=0.04) and gift[-1] == pytest.approx(-0.45, abs=0.04) and abs(gift.sum()) < 1e-9
    for rule in ("nearest", "random"):
        fair = sibling_bias(families=20_000, rule=rule, rng=np.random.default_rng(2))
        assert np.abs(fair).max() < 5 * 0.42 / np.sqrt(20_000)
    assert np.abs(sibling_bias(families=200_000, rule="nearest", rng=np.random.default_rng(3))).max() < 0.005


def test_siblings_in_small_integers():
    small = sibling_bias(np.int8(100), families=np.int8(100), rule="first", rng=np.random.default_rng(1))
    assert small.tolist() == sibling_bias(100, families=100, rule="first", rng=np.random.default_rng(1)).tolist()


def test_seven_siblings_by_index():
    """Of a siblings with equal fractions the first gains (a - 1) / (2 a): .43 for seven."""
    gift = sibling_bias(7, families=20_000, rule="first", rng=np.random.default_rng(4))
    assert gift[0] == pytest.approx(3 / 7, abs=0.015) and gift[-1] == pytest.approx(-3 / 7, abs=0.015)


def test_largest_remainder_without_care_for_ties_is_biased():
    """Sorting the fractions as floats: their last bits break some ties, their place on the list the rest."""
    rng = np.random.default_rng(5)
    truth = rng.poisson(4, (20_000, 5))
    noisy = truth + np.rint(rng.normal(scale=3, size=truth.shape))
    real = simplex(noisy, truth.sum(axis=1).astype(float))
    part = real - np.floor(real)
    missing = np.rint(part.sum(axis=1))
    rank = np.empty(part.shape)
    np.put_along_axis(rank, np.argsort(-part, axis=1, kind="stable"), np.arange(5.0)[None], axis=1)
    gift = ((rank < missing[:, None]) - part).mean(axis=0)
    assert 0.2 < gift[0] < 0.35 and -0.35 < gift[-1] < -0.2


def test_it_is_fast_enough_for_a_knob():
    def least(job):
        times = []
        for _ in range(5):
            start = process_time()
            job()
            times.append(process_time() - start)
        return min(times)

    assert least(lambda: mean_field(COUNTIES, sigma=SIGMA)) < 0.05
    assert least(lambda: post_processed(COUNTIES, sigma=SIGMA, runs=100, rng=np.random.default_rng(1))) < 0.4


@pytest.mark.parametrize(("make", "message"), [
    (lambda: post_processed([-1], sigma=1, runs=1, rng=np.random.default_rng(1)), "counts must be integers from 0"),
    (lambda: post_processed([[1]], sigma=1, runs=1, rng=np.random.default_rng(1)), "one number for each place"),
    (lambda: post_processed([1], sigma=0, runs=1, rng=np.random.default_rng(1)), "sigma must be > 0"),
    (lambda: post_processed([1], sigma=1, runs=0, rng=np.random.default_rng(1)), "runs must be >= 1"),
    (lambda: mean_field([], sigma=1), "at least one entry"),
    (lambda: balance([[1.0, 2]], [1]), "released must have 1 columns"),
    (lambda: sibling_bias(rule="last", rng=np.random.default_rng(1)), "rule must be"),
])  # fmt: skip
def test_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_refused_kinds():
    with pytest.raises(TypeError, match="rng must be"):
        counties(rng=1)
    with pytest.raises(TypeError, match="counts must be integers"):
        mean_field([1.5], sigma=1)
