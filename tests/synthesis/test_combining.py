"""Combining rules: hand-computed values, coverage in simulations, the literature's degrees of freedom, bad input.

The simulations have fixed seeds; each share of 4,000 runs may be off by five of its standard errors (6e-7) plus the rounding of
the number it is compared with.
"""

import time

import numpy as np
import pytest
from scipy import stats

from coursekit.synthesis.combining import RULES, Combined, Coverage, combine, coverage, simulated_files, simulated_means

RUNS = 4000
Q, V = np.array([1.0, 2, 3]), np.array([0.5, 0.5, 0.8])


def near(share, rounding=0.005):
    return pytest.approx(share, abs=5 * np.sqrt(share * (1 - share) / RUNS) + rounding)


# --- Known values --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rule", "variance"), [("plus", 0.9333), ("minus", 0.7333), ("times", 0.8), ("naive", 0.6)])
def test_the_facts_example(rule, variance):
    combined = combine(Q, V, rule=rule, k=100, n=100)
    assert combined.estimate == 2 and combined.variance == pytest.approx(variance, abs=5e-5)
    assert not combined.negative


def test_degrees_of_freedom():
    """Reiter 2003: nu = (m - 1)(1 + 1/r)^2, r = (b/m)/v; Raghunathan, Reiter & Rubin 2003: (1 - 1/r)^2, r = (1 + 1/m) b/v."""
    assert combine(Q, V, rule="plus").df == pytest.approx(2 * (1 + 0.6 / (1 / 3)) ** 2)
    assert combine(Q, V, rule="minus").df == pytest.approx(2 * (1 - 0.6 / (4 / 3)) ** 2)
    for rule in ("times", "naive"):
        assert combine(Q, V, rule=rule, k=1, n=1).df == np.inf


def test_intervals_are_students():
    for rule in RULES:
        combined = combine(Q, V, rule=rule, k=50, n=100)
        law = stats.norm if np.isinf(combined.df) else stats.t(combined.df)
        low, high = combined.interval()
        assert (low, high) == pytest.approx([2 + sign * law.ppf(0.975) * np.sqrt(combined.variance) for sign in (-1, 1)])
        assert isinstance(low, float)


def test_a_negative_variance_is_reported_and_has_no_interval():
    combined = combine([1.0, 1.1, 0.9], [1, 1, 1], rule="minus")
    assert combined.variance == pytest.approx(4 / 3 * 0.01 - 1) and combined.negative
    assert np.isnan(combined.interval()).all()
    assert combine([1.0, 1], [1, 1], rule="minus").variance == -1 and np.isnan(combine([1.0, 1], [1, 1], rule="minus").interval()).all()


def test_limits():
    equal = combine([2.0, 2, 2], [0.4, 0.4, 0.4], rule="plus")
    assert equal.variance == pytest.approx(0.4) and equal.df == np.inf
    one = combine([2.0], [0.4], rule="times", k=300, n=100)
    assert one.variance == pytest.approx(1.6) and not one.negative
    huge = combine(np.resize([1.0, 3], 10_000), np.full(10_000, 0.25), rule="times", k=100, n=100)
    assert huge.variance == pytest.approx(0.25, rel=1e-3)
    for rule in RULES:
        assert combine([2.0, 2], [0, 0], rule=rule, k=9, n=9).interval() == (2, 2)


def test_several_estimates_at_once():
    """Each as if alone, one of them negative."""
    estimates, variances = np.array([[1, 1.0], [2, 1.1], [3, 0.9]]), np.array([[0.5, 1], [0.5, 1], [0.8, 1]])
    for rule in RULES:
        both = combine(estimates, variances, rule=rule, k=10, n=20)
        alone = [combine(estimates[:, i], variances[:, i], rule=rule, k=10, n=20) for i in (0, 1)]
        for field in Combined._fields:
            assert getattr(both, field) == pytest.approx([getattr(each, field) for each in alone], nan_ok=True)
        assert np.transpose(both.interval()) == pytest.approx(np.array([each.interval() for each in alone]), nan_ok=True)


# --- Coverage ------------------------------------------------------------------------------------------------------


def covered(rule, m, n, seed, posterior=False, partial=False, runs=RUNS):
    """As `coverage`, also for files whose parameters are drawn, or in which x stays as it is."""
    files = simulated_files(m=m, n=n, runs=runs, posterior=posterior, partial=partial, rng=np.random.default_rng(seed))
    combined = combine(*files, rule=rule, k=n, n=n)
    low, high = combined.interval()
    return Coverage(*((low <= [0, 1]) & ([0, 1] <= high)).mean(axis=0), np.mean(combined.negative))


def covered_mean(rule, m, k, n, seed, posterior=False, runs=RUNS):
    """How often the mean of n people is covered by files of k rows, from a normal law with their mean and variance."""
    rng = np.random.default_rng(seed)
    people = rng.normal(size=(runs, n))
    mean, variance = people.mean(axis=1), people.var(axis=1, ddof=1)
    if posterior:
        variance = variance * (n - 1) / rng.chisquare(n - 1, size=(m, runs))
        mean = rng.normal(mean, np.sqrt(variance / n))
    files = rng.normal(mean[..., None], np.sqrt(variance)[..., None], size=(m, runs, k))
    combined = combine(files.mean(axis=2), files.var(axis=2, ddof=1) / k, rule=rule, k=k, n=n)
    low, high = combined.interval()
    return np.mean((low <= 0) & (0 <= high))


@pytest.mark.parametrize(
    ("setting", "mean", "slope"),
    [
        ({"rule": "times", "m": 1}, 0.953, 0.949),
        ({"rule": "times", "m": 5}, 0.95, 0.95),
        ({"rule": "minus", "m": 20, "posterior": True}, 0.967, 0.962),
        ({"rule": "minus", "m": 5, "posterior": True}, 0.79, 0.80),
        ({"rule": "minus", "m": 5}, 0.52, 0.50),
        ({"rule": "plus", "m": 5, "partial": True}, 0.951, 0.946),
    ],
)
def test_coverage_is_that_of_the_facts(setting, mean, slope):
    """Both numbers are simulated, ours and theirs: the difference has sqrt 2 times the standard error."""
    found = covered(**setting, n=200, seed=1)
    for ours, theirs in ((found.mean, mean), (found.slope, slope)):
        assert ours == pytest.approx(theirs, abs=5 * np.sqrt(2 * theirs * (1 - theirs) / RUNS) + 0.0005)
    if setting["rule"] != "minus":
        assert found.negative == 0


def test_negative_variances():
    """m = 5: in 21% with posterior draws. With plug-in, b estimates v: (1 + 1/m) b < v when chi-square_4 / 4 < 5/6, 49.6%."""
    proper = covered("minus", m=5, posterior=True, n=200, seed=2)
    assert proper.negative == near(0.21)
    plug_in = coverage(rule="minus", m=5, runs=RUNS, n=200, rng=np.random.default_rng(3))
    assert plug_in.negative == near(stats.chi2.cdf(4 * 5 / 6, 4))
    assert proper.negative == near(stats.chi2.cdf(4 * 5 / 6 / 2, 4))  # b estimates 2 v


def test_taking_synthetic_rows_for_people():
    """The variance is twice v, or with m files (1 + 1/m) v: the large-sample coverage is exact, .834 (the facts say .85)."""
    for m in (1, 2, 10):
        exact = 2 * stats.norm.cdf(1.96 / np.sqrt(1 + 1 / m)) - 1
        found = coverage(rule="naive", m=m, runs=RUNS, n=500, rng=np.random.default_rng(4 + m))
        assert (found.mean, found.slope) == (near(exact), near(exact))
    assert exact == pytest.approx(0.938, abs=5e-4) and 2 * stats.norm.cdf(1.96 / np.sqrt(2)) - 1 == pytest.approx(0.834, abs=5e-4)


def test_wrong_rules_do_not_cover():
    """Files that are five times as long as the data; partial files combined as full; b/m forgotten; k/n + 1/m for 1/m."""
    wrong = [
        covered_mean("plus", m=5, k=500, n=100, seed=20), covered_mean("naive", m=5, k=500, n=100, seed=21),
        covered("minus", m=5, partial=True, n=100, seed=22).mean, covered("naive", m=2, partial=True, n=100, seed=23).slope,
    ]  # fmt: skip
    assert max(wrong) < 0.93
    for share in (
        covered_mean("times", m=5, k=500, n=100, seed=30, runs=1000),
        covered_mean("minus", m=50, k=500, n=100, seed=31, runs=1000, posterior=True),
    ):
        assert share == pytest.approx(0.95, abs=5 * np.sqrt(0.05 * 0.95 / 1000) + 0.01)


def test_the_partial_rule_covers_for_full_files_of_as_many_rows():
    """A coincidence of k = n: v estimates the variance of the people's estimate, and b / m is what synthesis adds."""
    for posterior in (False, True):
        found = covered("plus", m=5, posterior=posterior, n=200, seed=24)
        assert (found.mean, found.slope) == (near(0.95), near(0.95))


def test_coverage_counts_what_intervals_hold():
    """In one block it is the same count of the same draws."""
    for rule in RULES:
        found = coverage(rule=rule, m=3, runs=200, n=50, rng=np.random.default_rng(21))
        assert found == pytest.approx(covered(rule, m=3, runs=200, n=50, seed=21), abs=1e-12)


def test_blocks_do_not_matter(monkeypatch):
    from coursekit.synthesis import combining

    monkeypatch.setattr(combining, "_BLOCK", 5 * 50 * 7)  # 7 runs at a time, and a rest
    found = coverage(rule="plus", m=5, runs=1003, n=50, rng=np.random.default_rng(22))
    assert isinstance(found, Coverage) and 0.92 < found.mean < 0.98 and (found.mean * 1003) == pytest.approx(round(found.mean * 1003))


def test_a_lesson_does_not_wait():
    """1,000 runs of 5 files of 200 rows: the best of five below a second (a twentieth on a quiet machine)."""
    rng, least = np.random.default_rng(23), np.inf
    for _ in range(5):
        start = time.perf_counter()
        coverage(rule="minus", m=5, runs=1000, n=200, rng=rng)
        least = min(least, time.perf_counter() - start)
    assert least < 1


# --- Manners -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "error", "message"),
    [
        ({"rule": "rubin"}, ValueError, "rule must be 'times' or 'plus' or 'minus' or 'naive', got 'rubin'"),
        ({"rule": None}, TypeError, "rule must be 'times'"),
        ({"rule": "times"}, ValueError, "k and n must be given for the rule 'times', got None and None"),
        ({"rule": "times", "k": 10}, ValueError, "k and n must be given"),
        ({"rule": "times", "k": 0, "n": 9}, ValueError, "k must be >= 1, got 0"),
        ({"rule": "naive", "k": 1.5}, TypeError, "k must be an integer"),
        ({"estimates": [1.0], "variances": [1.0]}, ValueError, "estimates must come from 2 files or more for the rule 'minus', got 1"),
        ({"estimates": 1.0, "variances": 1.0}, ValueError, "estimates must have one entry for each file"),
        ({"estimates": [], "variances": []}, ValueError, "estimates must have at least one entry"),
        ({"estimates": [1, np.nan, 2]}, ValueError, "estimates must not contain NaN, got 1 of 3"),
        ({"estimates": ["a", "b", "c"]}, TypeError, "estimates must be numbers"),
        ({"variances": [1, 2]}, ValueError, "variances must have the shape of estimates, (3,), got (2,)"),
        ({"variances": [1, 2, -1]}, ValueError, "variances must be from 0 to 1e+100, got -1.0"),
    ],
)
def test_combine_refuses(asked, error, message):
    call = {"estimates": Q, "variances": V, "rule": "minus", **asked}
    with pytest.raises(error) as refusal:
        combine(call.pop("estimates"), call.pop("variances"), **call)
    assert message in str(refusal.value)


@pytest.mark.parametrize(
    ("asked", "error", "message"),
    [
        ({"rule": "rubin"}, ValueError, "rule must be"),
        ({"m": 1}, ValueError, "m must be >= 2, got 1"),
        ({"rule": "naive", "m": 0}, ValueError, "m must be >= 1, got 0"),
        ({"runs": 0}, ValueError, "runs must be >= 1, got 0"),
        ({"n": 4}, ValueError, "n must be >= 5, got 4"),
        ({"rng": 1}, TypeError, "rng must be a numpy.random.Generator"),
    ],
)
def test_coverage_refuses(asked, error, message):
    with pytest.raises(error) as refusal:
        coverage(**{"rule": "minus", "m": 5, "runs": 10, "n": 20, "rng": np.random.default_rng(1), **asked})
    assert message in str(refusal.value)


@pytest.mark.parametrize(("posterior", "partial"), [(False, False), (True, False), (False, True)])
def test_means_without_rows_follow_the_law_of_files_with_rows(posterior, partial):
    """Mean and spread of b, v and the middle over 4,000 runs, by the standard errors of both (6 of them: 1e-7)."""
    asked = {"m": 3, "n": 30, "runs": 4000, "posterior": posterior, "partial": partial}
    rows = [part[..., 0] for part in simulated_files(**asked, rng=np.random.default_rng(1))]
    means = simulated_means(**asked, k=30, rng=np.random.default_rng(2))
    for one, other in zip(rows, means, strict=True):
        assert one.shape == other.shape == (3, 4000)
        for f in (lambda part: part.mean(0), lambda part: part.var(0, ddof=1), lambda part: part[0] ** 2):
            x, y = f(one), f(other)
            assert abs(x.mean() - y.mean()) < 6 * np.sqrt((x.var() + y.var()) / 4000)


def test_long_files_print_small_variances():
    asked = {"m": 2, "n": 100, "runs": 2000, "posterior": False, "partial": False, "rng": np.random.default_rng(1)}
    means, variances = simulated_means(**asked, k=1000)
    assert variances.mean() == pytest.approx(2 / 1000, rel=0.03)
    assert means.var(axis=0, ddof=1).mean() == pytest.approx(2 / 1000, rel=0.15)
    assert means.mean(axis=0).var() == pytest.approx(2 / 100 + 2 / 2000, rel=0.2)
