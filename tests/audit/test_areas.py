"""Areas and the three algorithms: laws, sums, slow oracles, and the paper's own slips, which must fail.

Random tests have fixed seeds. Where a test is statistical it states the chance that a right implementation fails at a
seed drawn afresh.
"""

import math
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from coursekit import mechanisms
from coursekit.audit.algorithms import (
    ALGORITHMS,
    adpc_mechanism,
    gdpc_mechanism,
    leaf_runs,
    raked_path,
    rdpc_mechanism,
    residuals,
    wrong_sampler_loss,
)
from coursekit.audit.areas import children, count_people, neighbour, simulate_counts, simulate_people, totals
from coursekit.audit import exact
from coursekit.audit.raking import rake

WRONG = "wrong: p = epsilon"


def rng(seed=1):
    return np.random.default_rng(seed)


def paper(seed=1):
    return simulate_counts(1_000_000, children=21, rng=rng(seed))


def log_chances(sums, *, epsilon, parts=1):
    """ln of the probability that `parts` noises G(epsilon / parts) add up to each of `sums`."""
    return exact.log_chances(np.abs(sums), epsilon / parts, parts)


def p_value(sums, *, epsilon, parts=1, reach):
    """Chi-square of integers against the exact law, tails pooled beyond `reach`."""
    k = np.arange(-reach, reach + 1)
    chances = np.exp(log_chances(k, epsilon=epsilon, parts=parts))
    found = np.bincount(np.clip(sums, -reach - 1, reach + 1) + reach + 1, minlength=2 * reach + 3)
    expected = len(sums) * np.concatenate([[(1 - chances.sum()) / 2], chances, [(1 - chances.sum()) / 2]])
    assert expected.min() > 5
    return stats.chisquare(found, expected).pvalue


# --- The population -------------------------------------------------------------------------------------------------


def test_the_papers_size():
    assert children(persons=1_000_000, levels=3, mean=100) == 21
    assert 21**3 == 9261 and round(1_000_000 / 9261, 2) == 107.98


@pytest.mark.parametrize(("ratio", "right", "published"), [(8000, 20, 19), (1000, 10, 9)])
def test_floats_lose_a_child(ratio, right, published):
    assert children(persons=100 * ratio, mean=100) == right
    assert int(np.floor(ratio ** (1 / 3))) == published  # as in the paper's notebook


# Means of two decimals: what a float writes in full is taken exactly, and 25/21 is not among these
@given(persons=st.integers(1, 10**15), levels=st.integers(1, 6), mean=st.integers(1, 5000).map(lambda k: Fraction(k, 50)))
def test_children_is_the_largest_that_fits(persons, levels, mean):
    if persons < mean:
        with pytest.raises(ValueError, match="mean must be <= persons"):
            children(persons=persons, levels=levels, mean=mean)
        return
    found = children(persons=persons, levels=levels, mean=mean)
    assert found**levels * mean <= persons < (found + 1) ** levels * mean


@pytest.mark.parametrize("base", [2, 3, 7, 46, 215, 99_999])
@pytest.mark.parametrize("levels", [1, 2, 3])
def test_children_at_exact_powers(base, levels):
    assert children(persons=base**levels, levels=levels, mean=1) == base
    assert children(persons=base**levels - 1, levels=levels, mean=1) == base - 1


def test_every_area_is_counted_and_a_group_by_drops_the_empty_ones():
    people = simulate_people(300, levels=3, children=6, rng=rng())
    counts = count_people(people, children=6)
    grouped = pd.DataFrame(people).value_counts()
    assert counts.shape == (6, 6, 6) and counts.sum() == 300
    assert all(counts[place] == n for place, n in grouped.items()) and (counts > 0).sum() == len(grouped)
    assert len(grouped) < 216 == counts.size  # the paper's code would publish nothing for the others
    noisy = gdpc_mechanism(counts, epsilon=1, rng=rng())
    assert noisy.shape == counts.shape and (noisy[counts == 0] != 0).any()


def test_counts_without_people_have_the_law_of_counts_of_people():
    """Multinomial: chi-square of leaf counts around their mean, both ways; each fails a right one in 2 of 1,000 seeds."""
    for counts in (simulate_counts(200_000, levels=2, children=30, rng=rng(2)),
                   count_people(simulate_people(200_000, levels=2, children=30, rng=rng(3)), children=30)):  # fmt: skip
        assert counts.sum() == 200_000 and counts.shape == (30, 30)
        assert 0.001 < stats.chisquare(counts.reshape(-1)).pvalue < 0.999


def test_totals_of_every_level():
    counts = rng().integers(9, size=(4, 4, 4))
    tables = totals(counts)
    assert [table.ndim for table in tables] == [0, 1, 2, 3]
    assert tables[0] == counts.sum() and tables[1][2] == counts[2].sum() and tables[2][2, 1] == counts[2, 1].sum()
    assert (tables[3] == counts).all()


def test_neighbours():
    counts = np.array([[0, 2], [1, 0]])
    assert neighbour(counts, enters=0).tolist() == [[1, 2], [1, 0]]
    assert neighbour(counts, leaves=1).tolist() == [[0, 1], [1, 0]]
    assert counts.tolist() == [[0, 2], [1, 0]]
    with pytest.raises(ValueError, match="in which somebody lives, got 0"):
        neighbour(counts, leaves=0)


# --- Noise ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("epsilon", [0.5, 0.6])
def test_the_sampler_is_right_and_the_published_one_is_not(epsilon):
    """Chi-square; the right one fails at 1 seed in 1,000."""
    empty = np.zeros((200_000, 1), int)
    right = gdpc_mechanism(empty, epsilon=epsilon, rng=rng(4)).reshape(-1)
    wrong = gdpc_mechanism(empty, epsilon=epsilon, rng=rng(4), sampler=WRONG).reshape(-1)
    assert p_value(right, epsilon=epsilon, reach=5) > 0.001
    assert p_value(wrong, epsilon=epsilon, reach=5) < 1e-100
    assert p_value(wrong, epsilon=wrong_sampler_loss(epsilon=epsilon), reach=5) > 0.001
    published = rng(5).geometric(epsilon, size=200_000) - rng(6).geometric(epsilon, size=200_000)
    assert p_value(published, epsilon=wrong_sampler_loss(epsilon=epsilon), reach=5) > 0.001


def test_the_loss_of_the_wrong_sampler():
    assert wrong_sampler_loss(epsilon=0.025) == pytest.approx(0.025318, abs=5e-7)
    assert wrong_sampler_loss(epsilon=0.5) == pytest.approx(0.693, abs=5e-4)
    assert wrong_sampler_loss(epsilon=1) == math.inf
    counts = np.array([[3, 1], [0, 7]])
    assert (gdpc_mechanism(counts, epsilon=1, rng=rng(), sampler=WRONG) == counts).all()
    with pytest.raises(ValueError, match="epsilon must be <= 1 where it is taken for a probability, got 1.5"):
        gdpc_mechanism(counts, epsilon=1.5, rng=rng(), sampler=WRONG)


def test_variances():
    assert mechanisms.GeometricNoise(scale=40).sd ** 2 == pytest.approx(3199.8333, abs=5e-5)
    assert mechanisms.GeometricNoise(scale=40).sd == pytest.approx(56.567, abs=5e-4)
    sds = {name: residuals(name, simulate_counts(10**7, children=46, rng=rng()), epsilon=epsilon, rng=rng(7)).std()
           for name, epsilon in (("GDPC", 0.025), ("ADPC", 0.05), ("RDPC", 0.1))}  # fmt: skip
    # "one half" is 1 / sqrt(4): all three have one sd (5 standard errors of an sd, kurtosis 6: below 1 in a million)
    assert all(sd == pytest.approx(56.567, rel=0.018) for sd in sds.values()), sds


def test_the_law_of_the_mean_of_four():
    """Chi-square of 4 times the residual; fails at 1 seed in 1,000. Noise of epsilon instead of epsilon / 4 must fail."""
    empty = np.zeros((200_000, 1), int)
    sums = (4 * adpc_mechanism(empty, epsilon=2, rng=rng(8))).reshape(-1)
    assert (sums == np.rint(sums)).all()
    assert p_value(sums.astype(int), epsilon=2, parts=4, reach=20) > 0.001
    forgot_to_split = sum(gdpc_mechanism(empty, epsilon=2, rng=rng(9 + i)) for i in range(4)).reshape(-1)
    assert p_value(forgot_to_split, epsilon=2, parts=4, reach=20) < 1e-100
    one = residuals("ADPC", empty[:100], epsilon=2, parts=1, rng=rng(8))
    assert (one == gdpc_mechanism(empty[:100], epsilon=2, rng=rng(8)).reshape(-1)).all()


def test_one_seed_gives_one_release_and_epsilon_alone_scales_it():
    counts = paper()
    for name in ALGORITHMS:
        same = [residuals(name, counts, epsilon=0.1, rng=rng(5)) for _ in range(2)]
        assert (same[0] == same[1]).all() and (same[0] != residuals(name, counts, epsilon=0.1, rng=rng(6))).any()
        other = residuals(name, counts, epsilon=0.11, rng=rng(5))
        assert np.corrcoef(same[0], other)[0, 1] > 0.99


# --- Raking ---------------------------------------------------------------------------------------------------------


def slow_rdpc(counts, epsilon, generator):
    """The paper's formulas, one family at a time."""
    tables, released = totals(counts), []
    for table in tables:
        noisy = table + gdpc_mechanism(np.zeros((1, *table.shape), int), epsilon=epsilon / len(tables), rng=generator)[0]
        if released:
            raked = np.empty(table.shape)
            for place in np.ndindex(table.shape[:-1]):
                raked[place] = noisy[place] * (released[-1][place] / noisy[place].sum())
            noisy = raked
        released.append(np.asarray(noisy, float))
    return released


def test_raking_is_the_papers_formula():
    counts = rng(1).integers(50, 150, size=(5, 5, 5))
    for ours, theirs in zip(rdpc_mechanism(counts, epsilon=1, rng=rng(2)), slow_rdpc(counts, 1, rng(2)), strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-13)


@given(st.integers(0, 2**32), st.sampled_from([0.001, 0.025, 0.1, 1, 10]), st.integers(1, 4), st.integers(1, 5))
@settings(max_examples=60, deadline=None)
def test_children_add_up_to_their_parent_whatever_the_noise(seed, epsilon, levels, parts):
    counts = simulate_counts(50 * parts**levels, levels=levels, children=parts, rng=rng(seed))
    release = rdpc_mechanism(counts, epsilon=epsilon, rng=rng(seed + 1))
    assert release[0] == np.rint(release[0])
    for parents, raked in zip(release, release[1:], strict=False):
        scale = np.abs(raked).max(axis=-1) + np.abs(parents) + 1e6
        assert (np.abs(raked.sum(axis=-1) - parents) <= 1e-9 * scale).all()


def test_the_rule_for_sums_of_zero_or_less():
    noisy, parents = np.array([[-5, 1, 1], [-2, 1, 1], [1, 2, 3]]), np.array([6.0, 6.0, 12.0])
    assert rake(noisy, parents).tolist() == [[-2, 4, 4], [0, 3, 3], [2, 4, 6]]  # shifted by 3 and by 2, scaled by 2
    published = rake(noisy, parents, rule="published")
    assert published[0].tolist() == [10, -2, -2]  # turned around
    assert np.isinf(published[1]).all() and published[2].tolist() == [2, 4, 6]
    assert np.isnan(rake([[0, 0]], [5.0], rule="published")).all() and rake([[0, 0]], [5.0]).tolist() == [[2.5, 2.5]]


@pytest.mark.parametrize(("persons", "parts", "epsilon", "share"), [(1_000_000, 21, 0.025, 0.0152), (1_000_000, 46, 0.1, 0.1081)])
def test_how_often_siblings_sum_to_zero_or_less(persons, parts, epsilon, share):
    """Exactly: `parts` noises G(epsilon / 4) are the mean's law. Simulated within 5 standard errors: 1 seed in a million."""
    assert children(persons=persons, mean=100 if parts == 21 else 10) == parts
    mean = persons / parts**2
    far = np.arange(math.ceil(mean), math.ceil(mean + 60 * math.sqrt(parts) * 4 / epsilon))
    chance = np.exp(log_chances(far, epsilon=epsilon / 4 * parts, parts=parts)).sum()
    assert chance == pytest.approx(share, abs=5e-5)
    families = 20_000
    noise = gdpc_mechanism(np.zeros((families, parts), int), epsilon=epsilon / 4, rng=rng(3)).sum(axis=1)
    assert (noise <= -mean).mean() == pytest.approx(chance, abs=5 * math.sqrt(chance / families))


def test_raked_counts_depend_on_the_counts_that_are_passed():
    """The published function ignores its argument and reads a global, so that it compares D with D."""
    small, large = np.full((3, 3), 10), np.full((3, 3), 1000)
    leaf = [rdpc_mechanism(counts, epsilon=5, rng=rng(1))[-1].mean() for counts in (small, large)]
    assert leaf[0] < 20 and leaf[1] > 900


def test_every_level_has_a_share_of_the_budget():
    """Of four levels each has epsilon / 4, which the whole shows unraked: chi-square, fails at 1 seed in 1,000."""
    counts = np.full((2, 2, 2), 100)
    whole = raked_path(counts, area=0, runs=100_000, epsilon=2, rng=rng(4))[:, 0] - 800
    assert p_value(whole.astype(int), epsilon=0.5, reach=10) > 0.001
    assert p_value(whole.astype(int), epsilon=2 / 3, reach=10) < 1e-20


def test_the_path_to_a_leaf_has_the_law_of_whole_releases():
    """Two samples, Kolmogorov-Smirnov at each level: each fails at 1 seed in 1,000."""
    counts, area = simulate_counts(2700, children=3, rng=rng(1)), 14
    paths = raked_path(counts, area=area, runs=3000, epsilon=1, rng=rng(2))
    generator, place = rng(3), np.unravel_index(area, counts.shape)
    releases = [rdpc_mechanism(counts, epsilon=1, rng=generator) for _ in range(3000)]
    for level in range(4):
        whole = [release[level][place[:level]] for release in releases]
        assert stats.ks_2samp(np.round(paths[:, level], 6), np.round(whole, 6)).pvalue > 0.001
    elsewhere = raked_path(neighbour(counts, enters=area), area=area, runs=3000, epsilon=20, rng=rng(2))[:, -1]
    assert np.median(elsewhere) == pytest.approx(counts.flat[area] + 1, abs=0.5)


def test_many_runs_of_one_leaf():
    counts = simulate_counts(2700, children=3, rng=rng(1))
    for name, epsilon in (("GDPC", 1), ("ADPC", 1), ("RDPC", 1)):
        runs = leaf_runs(name, counts, area=5, runs=20_000, epsilon=epsilon, rng=rng(2))
        assert runs.shape == (20_000,) and runs.mean() == pytest.approx(counts.flat[5], abs=0.3)


def test_residuals_are_published_minus_exact_counts():
    counts = paper()
    published = adpc_mechanism(counts, epsilon=0.05, rng=rng(2))
    ours = residuals("ADPC", counts, epsilon=0.05, rng=rng(2))
    np.testing.assert_allclose(ours, (published - counts).reshape(-1), atol=1e-12)
    thirds = sum(gdpc_mechanism(0 * counts, epsilon=0.05 / 3, rng=generator) for generator in [rng(2)] * 3) / 3
    np.testing.assert_allclose(residuals("ADPC", counts, epsilon=0.05, parts=3, rng=rng(2)), thirds.reshape(-1), atol=1e-12)
    same = residuals("GDPC", counts, epsilon=0.05, rng=rng(2))
    assert (same == (gdpc_mechanism(counts, epsilon=0.05, rng=rng(2)) - counts).reshape(-1)).all()
    same = residuals("RDPC", counts, epsilon=0.05, rng=rng(2))
    assert (same == (rdpc_mechanism(counts, epsilon=0.05, rng=rng(2))[-1] - counts).reshape(-1)).all()


def test_totals_beyond_int64_are_refused():
    """1,100 areas of 2**53 people would add up to a negative number."""
    most = np.full((2, 256), 2**53)
    assert totals(most)[0] == 2**62 and rdpc_mechanism(most, epsilon=1, rng=rng())[0] > 4.6e18
    crowded = np.full((2, 550), 2**53)
    for call in (totals, lambda counts: rdpc_mechanism(counts, **GOOD), lambda counts: raked_path(counts, area=0, runs=1, **GOOD)):
        with pytest.raises(ValueError, match=r"counts must add up to 2\*\*62 at most, got 9.908e\+18"):
            call(crowded)


def test_numpys_small_integers_count_like_pythons():
    small = np.int8
    assert children(persons=small(125), levels=small(7), mean=small(1)) == 1
    assert simulate_people(small(100), levels=small(2), children=small(100), rng=rng()).shape == (100, 2)
    assert simulate_counts(small(100), levels=small(2), children=small(100), rng=rng()).shape == (100, 100)
    assert count_people(np.array([[100, 100]], small), children=small(101)).shape == (101, 101)
    assert neighbour(np.array([127, 127], small), leaves=small(0), enters=small(1)).tolist() == [126, 128]
    assert totals(np.full((2, 100), 127, small))[0] == 25_400
    noisy = [residuals("ADPC", [[8, 8]], epsilon=20, parts=parts, rng=rng()).tolist() for parts in (small(100), 100)]
    assert noisy[0] == noisy[1]


# --- Bad input ------------------------------------------------------------------------------------------------------

GOOD = {"epsilon": 1.0, "rng": rng()}


@pytest.mark.parametrize("mechanism", [gdpc_mechanism, adpc_mechanism, rdpc_mechanism])
@pytest.mark.parametrize(("counts", "changed", "error", "rule"), [
    ([1.5, 2], {}, TypeError, "counts must be integers, got float64"),
    ([[-1, 2]], {}, ValueError, "counts must be integers from 0"),
    ([], {}, ValueError, "counts must have at least one entry"),
    (7, {}, ValueError, "counts must have one axis for each level"),
    ([1, 2], {"epsilon": -1}, ValueError, "epsilon must be > 0, got -1"),
    ([1, 2], {"epsilon": 0}, ValueError, "epsilon must be > 0, got 0"),
    ([1, 2], {"epsilon": math.nan}, ValueError, "epsilon must be a finite number, got nan"),
    ([1, 2], {"epsilon": "0.1"}, TypeError, "epsilon must be a number, got str '0.1'"),
    ([1, 2], {"epsilon": True}, TypeError, "epsilon must be a number"),
    ([1, 2], {"rng": 1}, TypeError, "rng must be a numpy.random.Generator"),
])  # fmt: skip
def test_mechanisms_refuse(mechanism, counts, changed, error, rule):
    with pytest.raises(error, match=rule):
        mechanism(counts, **(GOOD | changed))


@pytest.mark.parametrize(("call", "error", "rule"), [
    (lambda: gdpc_mechanism([1, 2], sampler="fast", **GOOD), ValueError, "sampler must be 'exact' or 'wrong: p = epsilon', got 'fast'"),
    (lambda: children(persons=10, mean=100), ValueError, "mean must be <= persons, got 100 and persons 10"),
    (lambda: children(persons=1.5), TypeError, "persons must be an integer"),
    (lambda: children(persons=10, levels=0), ValueError, "levels must be >= 1, got 0"),
    (lambda: children(persons=10, mean=0), ValueError, "mean must be > 0, got 0"),
    (lambda: simulate_people(10, children=0, rng=rng()), ValueError, "children must be >= 1, got 0"),
    (lambda: simulate_counts(10, children=2, levels=40, rng=rng()), ValueError, r"children\*\*levels must be <= "),
    (lambda: simulate_counts(10, children=2, rng=None), TypeError, "rng must be"),
    (lambda: count_people([[0, 2]], children=2), ValueError, "people must be integers from 0 to 1, got 2"),
    (lambda: count_people([0, 1], children=2), ValueError, "people must have one row per person"),
    (lambda: neighbour([1, 2], leaves=2), ValueError, "leaves must be <= 1, got 2"),
    (lambda: rake([[1, 2]], [3.0, 4.0]), ValueError, "parents must have one count for each family"),
    (lambda: rake([[1, 2]], [3.0], rule="equal"), ValueError, "rule must be 'shift' or 'published', got 'equal'"),
    (lambda: residuals("TDPC", [1], **GOOD), ValueError, "algorithm must be 'GDPC' or 'RDPC' or 'ADPC', got 'TDPC'"),
    (lambda: residuals("ADPC", [1], parts=0, **GOOD), ValueError, "parts must be >= 1, got 0"),
    (lambda: raked_path([1, 2], area=2, runs=5, **GOOD), ValueError, "area must be <= 1, got 2"),
    (lambda: leaf_runs("GDPC", [1, 2], area=0, runs=0, **GOOD), ValueError, "runs must be >= 1, got 0"),
    (lambda: leaf_runs("ADPC", [1, 2], area=0, runs=2**29, **GOOD), ValueError, "runs must be <= 268435456, got 536870912"),
    (lambda: residuals("GDPC", [1, 2], parts=math.nan, **GOOD), ValueError, "parts must be a finite number, got nan"),
    (lambda: wrong_sampler_loss(epsilon=2), ValueError, "epsilon must be <= 1"),
])  # fmt: skip
def test_functions_refuse(call, error, rule):
    with pytest.raises(error, match=rule):
        call()
