"""The mathematics of `coursekit.conditional`: known values, exact laws by enumeration, limits, and OSQP as an oracle.

Seeds are fixed. Where a simulated number is compared, its tolerance is at least 5 of its standard errors, so that with
another seed a right implementation fails less than once in a million runs of a comparison.
"""

import itertools

import numpy as np
import osqp
import pytest
from scipy import sparse, stats

from coursekit import conditional
from coursekit.conditional import exact, tables

TOWN, BOTH = conditional.town(), conditional.totals("sexes and minors")
LAW = conditional.FittingTable(truth=TOWN, kept=BOTH, epsilon=0.5)
SMALL = (np.array([2, 0, 1, 3, 1]), np.array([[1, 1, 1, 0, 0], [0, 0, 0, 1, 1], [1, 0, 0, 1, 0]]))


def rng(seed):
    return np.random.default_rng(seed)


def lengths(tables, truth=TOWN):
    """Mean distances from the truth: by sum and by straight line, with their standard errors."""
    off = tables - truth
    both = np.abs(off).sum(axis=1), np.sqrt((off**2).sum(axis=1))
    return [(d.mean(), d.std() / np.sqrt(len(d))) for d in both]


def every_table(truth, kept, epsilon):
    """All tables of small counts that keep the totals, by trying all, with their chances."""
    high = int(truth.sum())
    found = [t for t in itertools.product(range(high + 1), repeat=len(truth)) if (kept @ t == kept @ truth).all()]
    weights = np.exp(-epsilon * np.abs(np.array(found) - truth).sum(axis=1))
    return np.array(found), weights


# ---------------------------------------------------------------- the town and its totals


def test_the_town_is_the_talks():
    """With the table that the talk publishes in its place: women first, then men."""
    assert (BOTH @ TOWN).tolist() == [130, 126, 43] and TOWN.sum() == 256 and len(TOWN) == 46 == 2 * len(conditional.AGES)
    assert TOWN[[3, 26, 16, 38]].tolist() == [6, 8, 9, 11]
    released = np.array([6, 6, 4, 3, 2, 10, 2, 5, 6, 7, 5, 6, 0, 5, 4, 5, 10, 8, 3, 8, 8, 12, 5,
                         9, 4, 5, 6, 3, 4, 5, 5, 3, 4, 7, 8, 5, 3, 2, 23, 8, 2, 6, 3, 0, 3, 8])  # fmt: skip
    assert np.abs(released - TOWN).sum() == 82 and (BOTH @ released == BOTH @ TOWN).all() and (released >= 0).all()


def test_moves_stay_within_a_group():
    """4 x 3 and 19 x 18 of each sex, because nobody may change sex or come of age."""
    moves = conditional.moves(TOWN, BOTH)
    assert len(moves) == 708 == 2 * (4 * 3 + 19 * 18)
    for i, j in moves[::37]:
        after = TOWN.copy()
        after[[i, j]] += [-1, 1]
        assert (BOTH @ after == BOTH @ TOWN).all() and (after >= 0).all()
    assert [len(conditional.moves(TOWN, conditional.totals(kept))) for kept in conditional.KEPT] == [2070, 1012, 1462, 708]


# ---------------------------------------------------------------- noise that fits, exactly


def test_known_values_of_the_exact_law():
    assert LAW.log_chance == pytest.approx(-11.540586, abs=5e-7)
    assert len(LAW.losses) == 708
    assert LAW.losses.max() == pytest.approx(1.2311, abs=5e-5), "gamma .2311, where the theorem's bound is 1"


def test_mean_distances_from_the_town():
    """The known values are themselves means of 20,000 tables."""
    raw = {e: TOWN + conditional.keep_if_it_fits(TOWN, BOTH, epsilon=e, tries=20_000, rng=rng(1))[0] - TOWN for e in (1.0, 0.5)}
    bent = conditional.bend(raw[1.0].astype(float), TOWN, BOTH)
    drawn = LAW.draw(size=20_000, rng=rng(2))
    known = [(raw[1.0], 39.14, 9.07), (bent, 41.59, 8.62), (drawn, 73.56, 15.16), (raw[0.5], 88.36, 18.74)]
    for found, *wanted in known:
        for (mean, error), value in zip(lengths(found), wanted):
            assert mean == pytest.approx(value, abs=5 * np.sqrt(2) * error + 0.005)
    assert (drawn @ BOTH.T == BOTH @ TOWN).all() and drawn.min() >= 0 and drawn.dtype == np.int64
    assert (raw[0.5] < 0).any(axis=1).mean() > 0.8, "noise as it comes has counts below 0"


@pytest.mark.parametrize("epsilon", [0.3, 1.0, 6.0])
def test_the_law_is_the_one_that_enumeration_gives(epsilon):
    truth, kept = SMALL
    law, (found, weights) = conditional.FittingTable(truth=truth, kept=kept, epsilon=epsilon), every_table(*SMALL, epsilon)
    noise = (1 - np.exp(-epsilon)) / (1 + np.exp(-epsilon))
    assert law.log_chance == pytest.approx(np.log(weights.sum() * noise ** len(truth)), abs=1e-10)
    drawn = law.draw(size=60_000, rng=rng(3))
    assert goodness(drawn, found, weights) > 1e-7
    for (i, j), loss in zip(conditional.moves(truth, kept), law.losses):
        after = truth.copy()
        after[[i, j]] += [-1, 1]
        other = np.exp(-epsilon * np.abs(found - after).sum(axis=1))
        ratio = np.log(weights / weights.sum()) - np.log(other / other.sum())
        assert loss == pytest.approx(np.abs(ratio).max(), abs=1e-9)


def goodness(drawn, found, weights):
    """Give the p-value of a chi-square test, rare tables taken together."""
    order = {tuple(table): k for k, table in enumerate(found.tolist())}
    seen = np.bincount([order[tuple(table)] for table in drawn.tolist()], minlength=len(found))
    wanted = weights / weights.sum() * len(drawn)
    often = wanted >= 10
    seen, wanted = (np.append(x[often], x[~often].sum()) for x in (seen, wanted))
    keep = wanted > 0
    return stats.chisquare(seen[keep], wanted[keep] * seen.sum() / wanted[keep].sum()).pvalue if keep.sum() > 1 else 1.0


def test_tables_that_are_kept_have_the_law_of_tables_that_are_drawn():
    truth, kept = SMALL
    every, fits = conditional.keep_if_it_fits(truth, kept, epsilon=0.5, tries=400_000, rng=rng(4))
    found, weights = every_table(truth, kept, 0.5)
    assert goodness(every[fits], found, weights) > 1e-7
    chance = np.exp(conditional.FittingTable(truth=truth, kept=kept, epsilon=0.5).log_chance)
    assert fits.mean() == pytest.approx(chance, abs=5 * np.sqrt(chance / 400_000))


def test_two_counts_with_a_fixed_sum_get_noise_of_twice_the_epsilon():
    """The talk's two-bin histogram: what one gains the other loses, so both noises pay for the same step."""
    law = conditional.FittingTable(truth=[100, 100], kept=[[1, 1]], epsilon=0.5)
    assert law.losses == pytest.approx([1.0, 1.0], abs=1e-9), "as without totals: gamma is 0, not -1/2"
    off = law.draw(size=100_000, rng=rng(5))[:, 0] - 100
    assert off.std() == pytest.approx(np.sqrt(2 * np.exp(-1)) / (1 - np.exp(-1)), rel=5 / np.sqrt(40_000))
    assert np.exp(law.log_chance) == pytest.approx(np.tanh(0.25) / (1 + np.exp(-0.5)) ** 2 * (1 + np.exp(-1)), abs=1e-12)


def test_only_the_minors_of_either_sex_are_free():
    """Within 5 standard errors of the exact law of how many girls there are."""
    drawn = LAW.draw(size=20_000, rng=rng(6))
    girls = tables.groups(BOTH)[1][0]
    numbers, weights = LAW._sums[:, girls], np.exp(LAW._log_free - LAW._log_weight)
    assert sorted(numbers.tolist()) == list(range(44)) and weights.sum() == pytest.approx(1)
    mean = numbers @ weights
    sd = np.sqrt((numbers - mean) ** 2 @ weights)
    assert drawn[:, :4].sum(axis=1).mean() == pytest.approx(mean, abs=5 * sd / np.sqrt(20_000))


def test_hardly_any_noise_leaves_the_truth():
    law = conditional.FittingTable(truth=TOWN, kept=BOTH, epsilon=30)
    assert (law.draw(size=200, rng=rng(7)) == TOWN).all() and law.log_chance == pytest.approx(0, abs=1e-11)


def test_tiny_tables():
    only = conditional.FittingTable(truth=[7], kept=[[1]], epsilon=0.5)
    assert only.draw(size=3, rng=rng(8)).tolist() == [[7]] * 3 and len(only.losses) == 0
    empty = conditional.FittingTable(truth=[0, 0, 0], kept=[[1, 1, 1]], epsilon=0.5)
    assert empty.draw(rng=rng(9)).tolist() == [0, 0, 0] and empty.log_chance == pytest.approx(3 * np.log(np.tanh(0.25)))


def test_two_by_two_totals_leave_one_number_free_and_fewer_totals_too_many():
    kept = [[1, 1, 0, 0], [0, 0, 1, 1], [1, 0, 1, 0]]
    sums = exact.group_sums(np.array([5, 5, 5, 5]), np.array(kept))
    assert sums.shape == (11, 4) and (sums.sum(axis=1) == 20).all() and len(np.unique(sums, axis=0)) == 11
    law = conditional.FittingTable(truth=[5, 5, 5, 5], kept=kept, epsilon=0.5)
    assert len(law.losses) == 0, "nobody can move alone"
    assert len(np.unique(law.draw(size=500, rng=rng(10)), axis=0)) > 3
    with pytest.raises(ValueError, match="kept must leave at most one whole number free, got 2"):
        conditional.FittingTable(truth=[5] * 5, kept=[[1, 1, 0, 0, 1], [0, 1, 1, 0, 0], [0, 0, 0, 1, 1]], epsilon=0.5)


# ---------------------------------------------------------------- bending


def test_bending_is_what_osqp_finds():
    """On tables some of whose counts fall below 0."""
    noisy = conditional.keep_if_it_fits(TOWN, BOTH, epsilon=0.5, tries=5, rng=rng(11))[0].astype(float)
    rules = sparse.csc_matrix(np.vstack([BOTH, np.eye(46)]))
    low, high = np.r_[BOTH @ TOWN, np.zeros(46)], np.r_[BOTH @ TOWN, np.full(46, np.inf)]
    for one, ours in zip(noisy, conditional.bend(noisy, TOWN, BOTH)):
        solver = osqp.OSQP()
        solver.setup(sparse.eye(46, format="csc"), -one, rules, low, high, verbose=False, eps_abs=1e-10, eps_rel=1e-10, max_iter=100_000)
        assert ours == pytest.approx(solver.solve(raise_error=True).x, abs=1e-6)


@pytest.mark.parametrize(("epsilon", "kept"), [*itertools.product((0.05, 0.5), conditional.KEPT)])
def test_bending_meets_the_conditions_of_a_least_squares_table(epsilon, kept):
    """Totals right, nothing below 0; where a count is above 0 it moved by the levels of its totals, else by no more."""
    kept = conditional.totals(kept)
    noisy = conditional.keep_if_it_fits(TOWN, kept, epsilon=epsilon, tries=500, rng=rng(12))[0].astype(float)
    bent = conditional.bend(noisy, TOWN, kept)
    assert np.abs(bent @ kept.T - kept @ TOWN).max() < 1e-8 and bent.min() >= 0
    _, place = tables.groups(kept)
    for group in range(place.max() + 1):
        lowered, above = (noisy - bent)[:, place == group], bent[:, place == group] > 0
        level = np.where(above, lowered, -np.inf).max(axis=1, keepdims=True)
        some = above.any(axis=1)
        assert np.abs(np.where(above, lowered - level, 0))[some].max() < 1e-7
        assert (np.where(above, 0, lowered - level)[some] < 1e-7).all()


def test_bending_what_fits_changes_nothing():
    drawn = LAW.draw(size=20, rng=rng(13)).astype(float)
    assert conditional.bend(drawn, TOWN, BOTH) == pytest.approx(drawn, abs=1e-9)
    assert conditional.bend(np.full(46, -500.0), TOWN, BOTH).sum() == pytest.approx(256)


def test_bending_to_a_total_that_depends_on_the_data_breaks_the_promise():
    alone, with_her = conditional.corner_chances(epsilon=1)
    assert alone / with_her == pytest.approx(3.694528, abs=5e-7) and alone == 0.5
    for epsilon in (0.01, 0.1, 1, 3, 10):
        p, q = conditional.corner_chances(epsilon=epsilon)
        assert np.exp(epsilon) < p / q == pytest.approx(np.exp(2 * epsilon) / (1 + epsilon))
    for truth, wanted in (([0, 1], alone), ([1, 1], with_her)):
        noisy = truth + rng(14).laplace(size=(20_000, 2))
        nobody = conditional.bend(noisy, truth, [[1, 1]])[:, 0] < 1e-9
        assert nobody.mean() == pytest.approx(wanted, abs=5 * np.sqrt(wanted / 20_000))


# ---------------------------------------------------------------- the walk


def test_the_walks_acceptance_and_what_it_is_worth():
    """Within 5 standard errors of 60,000 proposals, of which neighbours depend on one another (a factor of 3)."""
    walk = conditional.try_and_stay(TOWN, BOTH, epsilon=0.5, proposal=0.6, steps=60_000, rng=rng(15))
    assert walk.accepted == pytest.approx(0.0164, abs=5 * 3 * np.sqrt(0.0164 / 60_000))
    worth = np.median([conditional.effective_draws(walk.tables[:, k]) for k in range(46)]) / 6
    assert 8 < worth < 50, "10,000 steps are worth about 20 independent draws"
    assert (walk.tables @ BOTH.T == BOTH @ TOWN).all() and walk.tables.min() >= 0
    assert walk.moved.sum() <= walk.possible.sum() and (np.diff(walk.tables, axis=0).any(axis=1) <= walk.moved[1:]).all()


def test_more_acceptance_is_not_better():
    share = {p: conditional.effective_share(TOWN, BOTH, epsilon=0.5, proposal=p) for p in (0.4, 0.5, 0.55, 0.6, 0.65, 0.7)}
    assert max(share, key=share.get) == 0.55 and 15 < share[0.55] / share[0.7] < 30
    taken = [conditional.expected_acceptance(LAW, proposal=p, rng=rng(16)) for p in (0.5, 0.55, 0.6, 0.64, 0.7)]
    assert np.argmax(taken) == 3, "the share that is taken goes on growing up to .64"
    assert taken[2] == pytest.approx(0.0164, abs=0.001)


def test_the_share_that_is_taken_depends_on_which_counts_are_solved():
    """From .83% to 1.65% on the sheet; the smallest counts fall below 0 most easily."""
    solved = [conditional.SOLVED, (16, 38, 26), (12, 36, 2)]
    taken = [conditional.expected_acceptance(LAW, proposal=0.6, solved=s, draws=20_000, rng=rng(21)) for s in solved]
    assert taken == pytest.approx([0.0164, 0.0164, 0.0075], abs=0.001)


def test_the_worth_of_a_proposal_is_that_of_the_weights():
    """Against the weights of 200,000 proposals on a small table, where it is nearly one in two."""
    truth, kept = np.array([3, 7, 5]), np.array([[1, 1, 1]])
    every, _ = conditional.keep_if_it_fits(truth, kept, epsilon=0.8, tries=200_000, rng=rng(17))
    every[:, 2] = 15 - every[:, 0] - every[:, 1]
    weights = np.exp(-0.5 * np.abs(every - truth).sum(axis=1) + 0.8 * np.abs(every - truth)[:, :2].sum(axis=1))
    weights[(every < 0).any(axis=1)] = 0
    share = conditional.effective_share(truth, kept, epsilon=0.5, proposal=0.8, solved=[2])
    assert share == pytest.approx(weights.mean() ** 2 / (weights**2).mean(), rel=0.05)


def test_the_walk_has_the_exact_law_and_one_that_forgets_how_it_proposes_has_not():
    truth, kept, steps = *SMALL, 60_000
    found, weights = every_table(truth, kept, 0.5)
    solved, thin = [0, 1, 4], 20
    walk = conditional.try_and_stay(truth, kept, epsilon=0.5, proposal=0.8, solved=solved, steps=steps, rng=rng(18))
    assert goodness(walk.tables[thin::thin], found, weights) > 1e-7
    # the misconception: accept with p(new) / p(old), as if all proposals were equally likely
    here, forgetful = truth, []
    draws = rng(19)
    every = conditional.try_and_stay(truth, kept, epsilon=1e-6, proposal=0.8, solved=solved, steps=steps, rng=draws).tables
    for proposed, luck in zip(every, draws.random(steps)):
        if luck < np.exp(-0.5 * (np.abs(proposed - truth).sum() - np.abs(here - truth).sum())):
            here = proposed
        forgetful.append(here)
    kept_far = np.abs(np.array(forgetful)[thin::thin] - truth).sum(axis=1).mean()
    far = np.abs(found - truth).sum(axis=1) @ weights / weights.sum()
    assert np.abs(walk.tables - truth).sum(axis=1).mean() == pytest.approx(far, rel=0.05)
    assert abs(kept_far / far - 1) > 0.1


def test_effective_draws_of_known_series():
    noise = rng(20).normal(size=40_000)
    assert conditional.effective_draws(noise) == pytest.approx(40_000, rel=0.1)
    walk = np.empty(40_000)
    walk[0] = 0
    for k in range(1, len(walk)):
        walk[k] = 0.9 * walk[k - 1] + noise[k]
    assert conditional.effective_draws(walk) == pytest.approx(40_000 * 0.1 / 1.9, rel=0.2), "an AR(1) with .9"
    assert conditional.effective_draws([3, 3, 3, 3, 3]) == 1
