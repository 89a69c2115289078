"""Audits: exact coverage, the published algorithm as oracle, private mechanisms that must pass and leaky ones that must not.

Random tests have fixed seeds. Where a test is statistical it states the chance that a right implementation fails at a
seed drawn afresh.
"""

import math
from time import process_time

import numpy as np
import pytest
from scipy import stats

from coursekit.audit.algorithms import adpc_mechanism, gdpc_mechanism, raked_path, rdpc_mechanism
from coursekit.audit.areas import neighbour, simulate_counts, totals
from coursekit.audit.lower_bounds import audit, audit_scores, clopper_pearson, loss_bound
from coursekit.audit.one_run import one_run_audit, one_run_bound, toss
from coursekit.audit.raking import noisy_counts
from coursekit.mechanisms.additive import geometric_mechanism


def rng(seed=1):
    return np.random.default_rng(seed)


PAPER = simulate_counts(1_000_000, children=21, rng=rng())
LESSON = simulate_counts(10_000_000, children=46, rng=rng())


# --- Clopper and Pearson --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hits", "runs"), [(0, 1), (1, 1), (0, 50), (7, 50), (50, 50), (499_000, 1_000_000)])
def test_clopper_pearson_is_scipys(hits, runs):
    low, high = clopper_pearson(hits, runs, level=0.95)
    theirs = stats.binomtest(hits, runs).proportion_ci(0.90, method="exact")  # two-sided: 5% on each side
    assert (low, high) == pytest.approx((theirs.low, theirs.high), rel=1e-9)


@pytest.mark.parametrize("runs", [1, 5, 30])
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_each_bound_holds_with_its_level_whatever_the_probability(runs, level):
    """Exact, over all outcomes; the point estimate as a bound fails."""
    hits = np.arange(runs + 1)
    low, high = clopper_pearson(hits, runs, level=level)
    worst = {"low": 1, "high": 1, "estimate": 1}
    for p in np.linspace(0.003, 0.997, 301):
        chances = stats.binom.pmf(hits, runs, p)
        for name, holds in (("low", low <= p), ("high", p <= high), ("estimate", hits / runs <= p)):
            worst[name] = min(worst[name], chances[holds].sum())
    assert worst["low"] >= level - 1e-12 and worst["high"] >= level - 1e-12
    assert worst["estimate"] < 0.7


def test_the_loss_bound_holds_with_its_level():
    """Exact, over all pairs of outcomes of 40 runs each, for a loss of ln 2; the observed ratio as a bound fails."""
    n, p, other = 40, 0.4, 0.2
    chances = np.outer(stats.binom.pmf(np.arange(n + 1), n, p), stats.binom.pmf(np.arange(n + 1), n, other))
    bounds = [[loss_bound(i, n, j, n) for j in range(n + 1)] for i in range(n + 1)]
    low = np.array([[bound.low for bound in row] for row in bounds])
    high = np.array([[bound.high for bound in row] for row in bounds])
    estimate = np.array([[np.nan_to_num(bound.estimate, nan=0) for bound in row] for row in bounds])
    assert 0.95 <= chances[low <= math.log(2)].sum() < 0.999
    assert 0.95 <= chances[high >= math.log(2)].sum() < 0.999
    assert chances[estimate <= math.log(2)].sum() < 0.6


@pytest.mark.parametrize(("hits", "others", "delta"), [(75, 25, 0.0), (300, 290, 0.0), (40, 3, 0.01)])
def test_a_loss_bound_gives_half_of_the_error_to_each_side(hits, others, delta):
    """scipy's two-sided intervals at 95% err with 2.5% on each side: together 5%."""
    ours = loss_bound(hits, 400, others, 500, delta=delta)
    p, other = (stats.binomtest(h, n).proportion_ci(0.95, method="exact") for h, n in ((hits, 400), (others, 500)))
    assert ours.low == pytest.approx(math.log((p.low - delta) / other.high), rel=1e-9)
    assert ours.high == pytest.approx(math.log((p.high - delta) / other.low), rel=1e-9)


def test_loss_bounds_at_the_ends():
    assert loss_bound(0, 10, 0, 10).low == -math.inf and math.isnan(loss_bound(0, 10, 0, 10).estimate)
    assert loss_bound(10, 10, 0, 10).high == math.inf == loss_bound(10, 10, 0, 10).estimate
    with_delta, without = (loss_bound(100, 1000, 20, 1000, delta=delta) for delta in (0.05, 0.0))
    assert with_delta.low < without.low and with_delta.estimate == pytest.approx(math.log(0.05 / 0.02))
    assert loss_bound(30, 1000, 20, 1000, delta=0.05).low == -math.inf


# --- Any mechanism --------------------------------------------------------------------------------------------------


def test_an_honest_mechanism_is_hardly_ever_accused():
    """Of 400 audits of geometric noise at epsilon 1 at most 5% may exceed 1: above 36 has a chance of 2e-4. To choose the
    event on the runs that are counted accuses far more often."""
    generator, accused, naive = rng(2), 0, 0
    for _ in range(400):
        first, second = (np.random.Generator.geometric(generator, 1 - math.exp(-1), (2, 600)) for _ in range(2))
        first, second = 1 + first[0] - first[1], second[0] - second[1]
        accused += audit_scores(first, second).low > 1
        for t in range(-4, 6):
            if loss_bound(int((first >= t).sum()), 600, int((second >= t).sum()), 600).low > 1:
                naive += 1
                break
    assert accused <= 36
    assert naive > accused


def test_the_first_half_chooses_and_the_second_is_counted():
    bound = audit_scores(np.repeat([1, 0], 100), np.zeros(200))
    assert (bound.event, bound.hits, bound.runs, bound.other_hits, bound.other_runs) == ("score >= 1 on the first", 0, 100, 0, 100)
    assert bound.low == -math.inf


def test_where_nothing_leaks_many_events_do_not_help():
    """One of 400 outcomes at random, whatever the data: of 100 audits at most 5% may find a loss above 0; above 14 has a
    chance of 1e-4. On the runs that chose the event, about half of them would."""
    generator, accused, naive = rng(3), 0, 0
    for _ in range(100):
        first, second = generator.integers(400, size=(2, 20_000))
        accused += audit_scores(first, second).low > 0
        hits, others = (np.bincount(scores, minlength=400) for scores in (first, second))
        naive += (clopper_pearson(hits, 20_000, level=0.975)[0] > clopper_pearson(others, 20_000, level=0.975)[1]).any()
    assert accused <= 14 and naive > 30


@pytest.mark.parametrize(("mechanism", "low", "high"), [
    (lambda count, rng: geometric_mechanism(count, epsilon=1, rng=rng), 0.8, 1.0),
    (lambda count, rng: geometric_mechanism(count, epsilon=2, rng=rng), 1.6, 2.0),  # promised 1
    (lambda count, rng: count, 5, math.inf),
    (lambda count, rng: 0, -math.inf, 0),
    (lambda count, rng: int(rng.geometric(0.5) - rng.geometric(0.5)) + count, 0.6, 0.694),  # the paper's sampler at .5
    (lambda count, rng: count if rng.random() < 0.1 else -1, 4, math.inf),  # rarely, but then all
])  # fmt: skip
def test_mechanisms(mechanism, low, high):
    """Each bound is above the truth at 1 seed in 20 at most; the seed is fixed."""
    bound = audit(mechanism, 8, 7, runs=20_000, rng=rng(5))
    assert low < bound.low <= high, bound


def test_many_runs_at_once_and_a_score():
    def mechanism(counts, rng, runs):
        return np.array([gdpc_mechanism(counts, epsilon=1, rng=rng) for _ in range(runs)])

    data = np.array([5, 9, 2])
    one_by_one = audit(lambda counts, rng: gdpc_mechanism(counts, epsilon=1, rng=rng), data, neighbour(data, leaves=1),
                       runs=4000, rng=rng(6), score=lambda release: release[1])  # fmt: skip
    at_once = audit(mechanism, data, neighbour(data, leaves=1), runs=4000, rng=rng(6), score=lambda r: r[:, 1], many=True)
    elsewhere = audit(mechanism, data, neighbour(data, leaves=1), runs=4000, rng=rng(6), score=lambda r: r[:, 0], many=True)
    assert 0.6 < one_by_one.low < 1 and 0.6 < at_once.low < 1 and elsewhere.low < 0.1


def test_a_mechanism_cannot_spoil_the_data_and_the_audit_can_be_watched_and_stopped():
    def spoils(counts, rng):
        counts += 1
        return int(counts[0])

    seen, data = [], np.array([5, 5])
    audit(spoils, data, data, runs=1000, rng=rng(), progress=lambda *step: seen.append(step))
    assert data.tolist() == [5, 5] and seen[-1] == (1000, 1000) and len(seen) == 100

    def stop(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        audit(spoils, data, data, runs=10**9, rng=rng(), progress=stop)


def test_delta_is_taken_into_account():
    """What tells all with a chance of .1 is (0, .1)-private."""
    tells = lambda count, rng: count if rng.random() < 0.1 else -1  # noqa: E731
    assert audit(tells, 8, 7, runs=20_000, rng=rng(7)).low > 4
    assert audit(tells, 8, 7, runs=20_000, rng=rng(7), delta=0.12).low < 0.1


# --- One run --------------------------------------------------------------------------------------------------------


def published_bound(r, v, p):
    """The algorithm of Steinke, Nasr & Jagielski's appendix at delta 0, one step at a time."""
    def p_value(epsilon):
        return stats.binom.sf(v - 1, r, 1 / (1 + math.exp(-epsilon)))

    low, high = 0, 1
    while p_value(high) < p:
        high += 1
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (middle, high) if p_value(middle) < p else (low, middle)
    return low


@pytest.mark.parametrize(("guesses", "correct"), [(100, 75), (100, 90), (1000, 700), (50, 50)])
def test_one_run_bounds_are_those_of_the_published_algorithm(guesses, correct):
    ours = one_run_bound(guesses, correct)
    assert ours.low == pytest.approx(published_bound(guesses, correct, 0.05), abs=1e-6)
    assert ours.estimate == (pytest.approx(math.log(correct / (guesses - correct))) if correct < guesses else math.inf)


def test_one_run_bounds_of_a_billion_people_are_there_at_once():
    for people, right in ((2**30, 2**29 + 2**20), (2**30, 2**30), (2**40, 2**40)):
        start = process_time()
        assert 0 < one_run_bound(people, right).low < 27
        assert process_time() - start < 5


def test_numpys_small_integers_count_like_pythons():
    small = np.int8
    assert loss_bound(small(75), small(100), small(25), small(100)) == loss_bound(75, 100, 25, 100)
    assert one_run_bound(small(120), small(100)) == one_run_bound(120, 100)
    coin = lambda answer, rng: int(answer ^ (rng.random() < 1 / 4))  # noqa: E731
    assert audit(coin, 1, 0, runs=small(100), rng=rng()) == audit(coin, 1, 0, runs=100, rng=rng())


def test_guesses_are_right_as_often_as_theory_says():
    """P(correct) = e / (1 + e) exactly, for GDPC at epsilon 1: within 5 standard errors, 1 seed in a million."""
    bound = one_run_audit(lambda c, rng: gdpc_mechanism(c, epsilon=1, rng=rng), LESSON, rng=rng(8))
    share = math.e / (1 + math.e)
    assert bound.guesses == LESSON.size
    assert bound.correct / bound.guesses == pytest.approx(share, abs=5 * math.sqrt(share * (1 - share) / LESSON.size))
    assert 0.95 < bound.low < bound.estimate < bound.high < 1.05


def test_averaging_is_caught_above_one_half():
    """ADPC at epsilon 1, no guess within 4.65: the bound is .60 on average with a spread of .02, .59 in the facts."""
    runs = [toss(lambda c, rng: adpc_mechanism(c, epsilon=1, rng=rng), LESSON, 4.65, rng(seed)) for seed in range(12)]
    lows = [one_run_bound(*counted).low for _, _, *counted in runs]
    assert min(lows) > 0.5 and np.mean(lows) == pytest.approx(0.60, abs=0.02)
    everybody = one_run_audit(lambda c, rng: adpc_mechanism(c, epsilon=1, rng=rng), LESSON, rng=rng(9))
    assert everybody.low < 0.35  # who guesses about everybody looks near the middle, where nothing leaks


def test_a_raked_leaf_alone_shows_a_quarter():
    bound = one_run_audit(lambda c, rng: rdpc_mechanism(c, epsilon=1, rng=rng)[-1], LESSON, rng=rng(10))
    assert 0.2 < bound.low < bound.high < 0.27


def test_the_wrong_sampler_is_caught_in_one_run():
    """Promised .5; p = .5 has a loss of .693. The right sampler is accused at 1 seed in 20 at most."""
    for sampler, low, high in (("wrong: p = epsilon", 0.65, 0.71), ("exact", 0.47, 0.5)):
        bound = one_run_audit(lambda c, rng, s=sampler: gdpc_mechanism(c, epsilon=0.5, rng=rng, sampler=s), LESSON, rng=rng(11))
        assert low < bound.low < high


def test_one_run_bounds_hold_as_often_as_they_say():
    """GDPC meets the theorem with equality: of 400 bounds at 95% about 20 exceed epsilon; 0.2 permille above 36 or below 6."""
    generator, counts = rng(12), np.full(2000, 50)
    over = sum(one_run_audit(lambda c, rng: gdpc_mechanism(c, epsilon=1, rng=rng), counts, rng=generator).low > 1 for _ in range(400))
    assert 6 <= over <= 36


# --- Raked releases -------------------------------------------------------------------------------------------------


def drawn(counts, epsilon, seed):
    """The noisy counts that `rdpc_mechanism` draws before it rakes, and its release."""
    generator, noisy = rng(seed), []
    for table in totals(counts):
        noisy.append(table + gdpc_mechanism(np.zeros((1, *table.shape), int), epsilon=epsilon / counts.ndim * counts.ndim
                                            / (counts.ndim + 1), rng=generator)[0])  # fmt: skip
    return noisy, rdpc_mechanism(counts, epsilon=epsilon, rng=rng(seed))


@pytest.mark.parametrize("epsilon", [0.1, 1.0])
def test_all_noisy_counts_are_recovered(epsilon):
    """30 of 30 releases, exactly, at all levels; a common divisor of 21 siblings has a chance of 2e-4 per release."""
    for seed in range(30):
        noisy, release = drawn(PAPER, epsilon, seed)
        found, sure = noisy_counts(release)
        assert all(each.all() for each in sure)
        assert all((ours == theirs).all() for ours, theirs in zip(found, noisy, strict=True))


def test_recovery_says_what_it_does_not_know():
    noisy, release = drawn(PAPER, 0.025, 3)
    found, sure = noisy_counts(release)
    shifted = noisy[3].sum(axis=-1) <= 0
    assert shifted.any() and not sure[3][shifted].any() and sure[3][~shifted].all()
    assert all((ours == theirs)[known].all() for ours, theirs, known in zip(found, noisy, sure, strict=True))
    counts, sure = noisy_counts([np.array(40.0), np.array([10.0, 30.0])])  # 1 and 3 times a factor: 10 and 30, or 9 and 27?
    assert counts[1].tolist() == [10, 30] and not sure[1].any()
    rounded, sure = noisy_counts([np.rint(level) for level in drawn(PAPER, 1.0, 4)[1]])
    assert (rounded[3] != drawn(PAPER, 1.0, 4)[0][3]).mean() > 0.5  # whole numbers hide the factor


def test_the_loss_of_recovered_counts_is_the_full_epsilon():
    """From 3,000 releases on each side, taken apart: "all three noisy counts are above the exact ones" is e^epsilon times as
    likely with one person more. Bounds at 99.9%: above four fifths of epsilon, where the leaf alone shows a third."""
    counts, epsilon, runs = simulate_counts(40_000, levels=2, children=20, rng=rng(1)), 2, 3000
    exact, found = np.array([table.flat[0] for table in totals(counts)]), {"taken apart": [], "leaf": []}
    for data, seed in ((neighbour(counts, enters=0), 20), (counts, 21)):
        generator = rng(seed)
        releases = [rdpc_mechanism(data, epsilon=epsilon, rng=generator) for _ in range(runs)]
        stacked = [np.stack(tables) for tables in zip(*releases, strict=True)]
        noisy, sure = noisy_counts(stacked)
        assert all(each.all() for each in sure)
        path = np.array([table.reshape(runs, -1)[:, 0] for table in noisy]).T
        found["taken apart"].append(int((path > exact).all(axis=1).sum()))
        found["leaf"].append(int((stacked[-1][:, 0, 0] >= exact[-1] + 0.5).sum()))
    ends = {}
    for what, hits in found.items():
        (low, high), (other_low, other_high) = (clopper_pearson(h, runs, 0.9995) for h in hits)
        ends[what] = math.log(low / other_high), math.log(high / other_low)
    assert 0.8 * epsilon < ends["taken apart"][0] < epsilon < ends["taken apart"][1]
    assert 0.2 * epsilon < ends["leaf"][0] < ends["leaf"][1] < 0.45 * epsilon


@pytest.mark.parametrize(("epsilon", "joint"), [(0.5, 0.83), (1, 0.83), (2, 0.84), (4, 0.92)])
def test_rounded_levels_show_far_more_than_a_quarter(epsilon, joint):
    """300,000 runs on each side, every level rounded. The observed log-ratio of "all four at least 1 above the exact count"
    is the share of epsilon in the facts, within 4 standard errors; the bound is at most 2 of them lower. Leaf alone: .21 to .26."""
    exact, sides, runs = np.array([table.flat[0] for table in totals(PAPER)]), [], 300_000
    for data, seed in ((neighbour(PAPER, enters=0), 30), (PAPER, 31)):
        sides.append(np.rint(raked_path(data, area=0, runs=runs, epsilon=epsilon, rng=rng(seed))) - exact)
    hits = [int((side >= 1).all(axis=1).sum()) for side in sides]
    bound, error = loss_bound(hits[0], runs, hits[1], runs), math.sqrt(1 / hits[0] + 1 / hits[1])
    assert bound.estimate == pytest.approx(joint * epsilon, abs=4 * error)
    assert bound.low > bound.estimate - 3 * error and bound.low > 0.75 * epsilon
    leaf = audit_scores(*(side[:, -1] for side in sides))
    assert 0.21 * epsilon < leaf.low < 0.26 * epsilon


def test_rounded_levels_show_the_full_epsilon_further_out():
    """At epsilon 2, "all four at least 2 above" proves more than .85: rounding hides nearly nothing."""
    exact, sides = np.array([table.flat[0] for table in totals(PAPER)]), []
    for data, seed in ((neighbour(PAPER, enters=0), 40), (PAPER, 41)):
        sides.append(np.rint(raked_path(data, area=0, runs=300_000, epsilon=2, rng=rng(seed))) - exact)
    bound = audit_scores(*(side.min(axis=1) for side in sides))
    assert 0.85 < bound.low / 2 < 1


# --- Bad input ------------------------------------------------------------------------------------------------------


def same(counts, rng):
    return counts


@pytest.mark.parametrize(("call", "error", "rule"), [
    (lambda: loss_bound(3, 2, 1, 2), ValueError, "hits must be <= runs, got 3 of 2"),
    (lambda: loss_bound(-1, 2, 1, 2), ValueError, "hits must be >= 0, got -1"),
    (lambda: loss_bound(0.5, 2, 1, 2), TypeError, "hits must be an integer"),
    (lambda: loss_bound(0, 0, 1, 2), ValueError, "runs must be >= 1, got 0"),
    (lambda: loss_bound(1, 2, 3, 2), ValueError, "other_hits must be <= other_runs, got 3 of 2"),
    (lambda: loss_bound(1, 2, 1, 2, delta=1), ValueError, "delta must be >= 0 and < 1, got 1"),
    (lambda: audit("gdpc", 1, 2, rng=rng()), TypeError, "mechanism must be a function, got str 'gdpc'"),
    (lambda: audit(same, 1, 2, rng=rng(), score=3), TypeError, "score must be a function, got int 3"),
    (lambda: audit(same, 1, 2, rng=rng(), progress=True), TypeError, "progress must be a function, got bool True"),
    (lambda: audit(same, 1, 2, rng=3), TypeError, "rng must be a numpy.random.Generator"),
    (lambda: audit(same, 1, 2, rng=rng(), runs=10), ValueError, "runs must be >= 20, got 10"),
    (lambda: audit(same, "a", "b", rng=rng()), TypeError, "a release's score must be numbers, got str"),
    (lambda: audit(same, math.nan, 1, rng=rng()), ValueError, "a release's score must not contain NaN"),
    (lambda: audit(same, [1, 2], [1, 3], rng=rng()), ValueError, "a release's score must be one number"),
    (lambda: one_run_bound(0, 0), ValueError, "guesses must be >= 1, got 0"),
    (lambda: one_run_bound(5, 6), ValueError, "correct must be <= 5, got 6"),
    (lambda: one_run_audit(same, [1.5], rng=rng()), TypeError, "counts must be integers"),
    (lambda: one_run_audit(lambda c, rng: np.array([1.5, 2.5]), [1, 2], rng=rng()), ValueError, "guesses must be >= 1, got 0"),
    (lambda: one_run_audit(lambda c, rng: c[:1], [1, 2], rng=rng()), ValueError, r"must return counts in the shape \(2,\), got \(1,\)"),
    (lambda: one_run_audit(None, [1, 2], rng=rng()), TypeError, "mechanism must be a function"),
    (lambda: noisy_counts(np.ones(3)), TypeError, "release must be a list of arrays"),
    (lambda: noisy_counts([np.array(1.0), np.ones((2, 2))]), ValueError, "release must have one axis more at each level"),
    (lambda: noisy_counts([np.array(1.0), np.array([math.inf, 1])]), ValueError, r"release\[1\] must be from"),
])  # fmt: skip
def test_functions_refuse(call, error, rule):
    with pytest.raises(error, match=rule):
        call()
