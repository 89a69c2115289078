"""Many questions from one look: the town, its questions, MWEM and DualQuery, against exact laws and the figures of the lesson."""

import ast
from itertools import combinations, product
from pathlib import Path

import nbformat
import numpy as np
import pandas as pd
import pytest
from dp_accounting.dp_event import ZCDpEvent
from dp_accounting.rdp.rdp_privacy_accountant import RdpAccountant
from scipy import stats

from coursekit import mechanisms
from coursekit.accounting.budget import BudgetExceeded, PrivacyBudget
from coursekit.mechanisms.selection import exponential_probabilities
from coursekit.releases import nudge_pictures
from coursekit.releases.dual import dual_query, dual_query_bills
from coursekit.releases.questions import all_questions, cell_counts, worst_error
from coursekit.releases.survey import ADA, town_survey
from coursekit.releases.weights import mwem, mwem_bound, mwem_rounds

TOWN = town_survey(2000, rng=np.random.default_rng(44))
COUNTS, THREES = cell_counts(TOWN), all_questions(8, ways=3)
ALIKE = np.full(256, 2000 / 256)
TINY, ABOUT_TINY = np.array([6, 3, 1, 0]), all_questions(2, ways=1)


def mean_error(release, runs=60, questions=THREES, counts=COUNTS):
    rng = np.random.default_rng(5)
    return np.mean([worst_error(counts, release(rng), questions=questions) for _ in range(runs)])


# ---------------------------------------------------------------- the town and its questions


def test_ada_is_the_only_young_retired_person_and_the_exact_table_tells_how_she_sleeps():
    assert TOWN.iloc[0].tolist() == list(ADA)
    table = pd.crosstab([TOWN["young"], TOWN["retired"]], TOWN["sleepless"]).loc[True, True]
    assert table.tolist() == [0, 1]


def test_questions_are_the_cells_of_all_tables():
    assert THREES.shape == (448, 256)
    answers = THREES @ COUNTS
    assert (answers.reshape(56, 8).sum(axis=1) == 2000).all(), "the cells of one table share nobody and miss nobody"
    for k, names in enumerate(combinations(TOWN.columns, 3)):
        if k % 11 == 0:
            by_hand = [(TOWN[list(names)].to_numpy() == pattern).all(axis=1).sum() for pattern in product([False, True], repeat=3)]
            assert answers[8 * k : 8 * k + 8].tolist() == by_hand
    assert all_questions(8, ways=8).tolist() == np.eye(256).tolist()
    assert cell_counts(TOWN.to_numpy()).tolist() == COUNTS.tolist()


def test_without_a_look_the_worst_answer_is_off_by_29_points():
    assert worst_error(COUNTS, ALIKE, questions=THREES) == pytest.approx(0.286, abs=5e-4)


def test_the_chosen_town_is_like_others():
    """Seven draws that nobody chose: 25 to 30 points without a look, about 9 after ten rounds (sd of a mean of 10: .006)."""
    for seed in range(200, 207):
        counts = cell_counts(town_survey(2000, rng=np.random.default_rng(seed)))
        assert 0.25 < worst_error(counts, ALIKE, questions=THREES) < 0.305
        learned = mean_error(lambda rng, counts=counts: mwem(counts, THREES, epsilon=1, rng=rng), runs=10, counts=counts)
        assert learned == pytest.approx(0.092, abs=0.035)


# ---------------------------------------------------------------- each question alone


def test_448_answers_of_their_own_are_worse_than_no_look():
    """The mean of the largest of k Laplace errors is the scale times 1 + 1/2 + … + 1/k; sd of one .287, six of the mean .1."""
    exact = 448 / 2000 * (1 / np.arange(1, 449)).sum()
    assert exact == pytest.approx(1.4970, abs=1e-4)  # the sheet's draw gave 1.47
    rng = np.random.default_rng(2)
    drawn = [np.abs(rng.laplace(scale=448, size=448)).max() / 2000 for _ in range(300)]
    assert np.mean(drawn) == pytest.approx(exact, abs=6 * 0.287 / np.sqrt(300))


# ---------------------------------------------------------------- MWEM


def test_mwem_learns_448_answers_from_ten():
    """The sheet has .095 on a town of its own; sd of one run .019, so six of the mean of 60 are .015."""
    assert mean_error(lambda rng: mwem(COUNTS, THREES, epsilon=1, rng=rng)) == pytest.approx(0.0924, abs=0.015)


def test_one_pass_with_the_mean_of_all_weights_is_what_the_paper_has():
    """The sheet has .252; the mean is over the weights before each round. sd of one run .005."""

    def averaged(rng):
        rounds = list(mwem_rounds(COUNTS, THREES, epsilon=1, rng=rng, replays=0))
        return np.mean([ALIKE, *(done.weights for done in rounds[:-1])], axis=0)

    assert mean_error(averaged) == pytest.approx(0.2538, abs=6 * 0.005 / np.sqrt(60))


def test_a_flipped_sign_would_not_pass():
    """A broken update, away from the answer, is worse than not looking: the figures above would notice."""

    def flipped(rng):
        for done in mwem_rounds(2000 - COUNTS, THREES, epsilon=1, rng=rng):
            pass
        return done.weights * 2000 / done.weights.sum()

    assert mean_error(flipped, runs=5) > 0.15


def test_one_update_by_hand():
    """Half of ten people in the first two cells by the weights; the answer says nearly nine."""
    (done,) = mwem_rounds(TINY, [[1, 1, 0, 0]], epsilon=50, rounds=1, replays=0, rng=np.random.default_rng(1))
    factor = np.exp((done.answer - 5) / 20)
    wanted = np.array([2.5 * factor] * 2 + [2.5] * 2)
    assert done.weights == pytest.approx(10 * wanted / wanted.sum(), rel=1e-12)
    assert done.question == 0 and abs(done.answer - 9) < 2


def test_weights_stay_above_0_and_sum_to_everybody_and_replays_cost_nothing():
    for replays in (0, 1, 50):
        done = list(mwem_rounds(COUNTS, THREES, epsilon=0.01, rounds=5, replays=replays, rng=np.random.default_rng(3)))
        assert done[-1].weights.min() > 0 and done[-1].weights.sum() == pytest.approx(2000, rel=1e-12)
        assert [each.spent for each in done] == pytest.approx([0.002, 0.004, 0.006, 0.008, 0.01], rel=1e-12)


def test_with_much_privacy_loss_and_many_rounds_all_answers_come_out():
    made = mwem(TINY * 1000, ABOUT_TINY, epsilon=1000, rounds=40, replays=20, rng=np.random.default_rng(1))
    assert np.abs(ABOUT_TINY @ (made - TINY * 1000)).max() < 5


def test_the_choice_has_the_law_of_the_exponential_mechanism_and_so_its_promise():
    """1,200 first choices against the exact law: chi-square, refused once in a million."""
    rng, runs = np.random.default_rng(8), 1200
    chosen = [next(mwem_rounds(TINY, ABOUT_TINY, epsilon=2, rounds=1, rng=rng)).question for _ in range(runs)]
    law = exponential_probabilities(np.abs(ABOUT_TINY @ (TINY - 2.5)), sensitivity=1, epsilon=1)
    assert stats.chisquare(np.bincount(chosen, minlength=4), runs * law).pvalue > 1e-6
    greedy = np.bincount([np.argmax(np.abs(ABOUT_TINY @ (TINY - 2.5)))] * runs, minlength=4)
    assert stats.chisquare(greedy, runs * law).pvalue < 1e-6, "the worst question without noise would be refused"
    for gone, come in product(range(4), range(4)):  # and no neighbour is further away than half of epsilon
        other = TINY - np.eye(4, dtype=int)[gone] + np.eye(4, dtype=int)[come]
        if other.min() >= 0:
            theirs = exponential_probabilities(np.abs(ABOUT_TINY @ (other - 2.5)), sensitivity=1, epsilon=1)
            assert np.abs(np.log(law / theirs)).max() <= 1


def test_the_noise_of_the_answers_is_laplace_of_two_rounds_over_epsilon():
    rng, off = np.random.default_rng(9), []
    for _ in range(300):
        off += [done.answer - (ABOUT_TINY @ TINY)[done.question] for done in mwem_rounds(TINY, ABOUT_TINY, epsilon=1, rounds=3, rng=rng, replays=0)]
    assert stats.kstest(off, stats.laplace(scale=6).cdf).pvalue > 1e-6
    assert stats.kstest(off, stats.laplace(scale=3).cdf).pvalue < 1e-6, "half of the noise would be refused"


def test_a_card_pays_for_it_or_declines_and_then_nothing_was_drawn():
    card, rng = PrivacyBudget(epsilon=1), np.random.default_rng(1)
    card.release(mwem, COUNTS, THREES, epsilon=0.7, rng=rng)
    state = rng.bit_generator.state
    with pytest.raises(BudgetExceeded):
        card.release(mwem, COUNTS, THREES, epsilon=0.7, rng=rng)
    assert rng.bit_generator.state == state and card.spent.epsilon == 0.7


def test_the_theorem_says_nothing_before_nine_thousand_people():
    asked = {"cells": 256, "questions": 448, "epsilon": 1}
    assert mwem_bound(people=10**12, rounds=10, **asked) == pytest.approx(1.4893, abs=1e-4), "for ten rounds at no n"
    best = [min(mwem_bound(people=n, rounds=t, **asked) for t in range(1, 200)) for n in (9140, 9141)]
    assert best[0] > 1 > best[1]
    assert mwem_bound(people=9141, rounds=50, **asked) == best[1]


# ---------------------------------------------------------------- DualQuery


def test_dual_query_at_the_setting_of_the_sheet_and_its_bill():
    """Errors .034 and .047 on another town; sd of one run .005. Its epsilon is 25.28."""
    town = town_survey(10_000, rng=np.random.default_rng(44))
    counts = cell_counts(town)
    for ways, wanted in ((2, 0.037), (3, 0.046)):
        asked = all_questions(8, ways=ways)

        def made(rng, asked=asked):
            found = dual_query(counts, asked, epsilon=25.28, rng=rng)
            assert found.sum() == 80
            return found * 10_000 / 80

        assert mean_error(made, runs=20, questions=asked, counts=counts) == pytest.approx(wanted, abs=6 * 0.006 / np.sqrt(20))
    bills = dual_query_bills(step=0.8, people=10_000, rounds=80, samples=50, delta=1e-3)
    assert bills["adding up"] == pytest.approx(25.28, abs=1e-9) and bills["advanced"] == pytest.approx(3.5879, abs=1e-4)


def test_the_concentrated_bill_is_that_of_another_accountant():
    """dp_accounting, with a zCDP event for each draw; its orders are a grid, so it is a little above."""
    accountant = RdpAccountant(np.exp(np.linspace(0.01, 9, 2000)) + 1)
    for t in range(1, 80):
        accountant.compose(ZCDpEvent(50 * (2 * 0.8 * t / 10_000) ** 2 / 8))
    ours = dual_query_bills(step=0.8, people=10_000, rounds=80, samples=50, delta=1e-6)["concentrated"]
    assert ours == pytest.approx(accountant.get_epsilon(1e-6), rel=1e-4)


def test_the_law_of_two_rounds_of_dual_query():
    """One question and its twin, one draw a round: the first is a coin, the second has the weights' odds."""
    counts, rng, runs = np.array([9, 1]), np.random.default_rng(4), 2500
    epsilon = 4.0  # step = epsilon n / (s T (T - 1)) = 20
    found = [tuple(dual_query(counts, [[1, 0]], epsilon=epsilon, rounds=2, samples=1, rng=rng)) for _ in range(runs)]
    # after a first made-up person in cell 0, the question is ahead by .1 and its twin behind by .1: weights e^-2 and e^2
    after_first, after_second = np.exp(-2) / (np.exp(-2) + np.exp(2)), np.exp(18) / (np.exp(18) + np.exp(-18))
    law = {(2, 0): after_first / 2, (0, 2): (1 - after_second) / 2}
    law[1, 1] = 1 - law[2, 0] - law[0, 2]
    assert np.mean([each == (2, 0) for each in found]) == pytest.approx(law[2, 0], abs=5 * np.sqrt(law[2, 0] / runs))
    assert sum(each == (0, 2) for each in found) == 0
    # no neighbour can be further away than epsilon: one person fewer in cell 0 moves both weights by e^2
    other = np.exp(-4) / (np.exp(-4) + np.exp(4)) / 2, np.exp(0) / 2 / 2
    assert max(abs(np.log(law[2, 0] / each)) for each in other) <= epsilon


# ---------------------------------------------------------------- what the lesson builds in the open


def lesson(*ids, book="10_one_shot_releases", **names):
    """Run cells of a notebook, without what they try at their end; give the names that they define."""
    book = nbformat.read(Path(__file__).resolve().parents[2] / f"notebooks/{book}.ipynb", 4)
    source = {cell.id: cell.source for cell in book.cells}
    for key in ids:
        tree = ast.parse(source[key])
        tree.body = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
        exec(compile(tree, key, "exec"), names)
    return names


def test_the_lesson_builds_what_the_room_has():
    """The same generator gives the same choices and noise, so the weights are equal, not only alike."""
    deeper = lesson("build-nudge", "build-learn", book="10_one_shot_releases_deeper", np=np)
    nudge = lesson("build-nudge", np=np)["nudge"]  # the core lesson's, which the deeper notebook writes again
    for nudged in (deeper["nudge"], nudge):
        deeper["nudge"] = nudged
        for seed in range(3):
            made = deeper["learn"](THREES @ COUNTS, THREES, epsilon=1, rounds=10, rng=np.random.default_rng(seed))
            ours = mwem(COUNTS, THREES, epsilon=1, rng=np.random.default_rng(seed))
            assert made == pytest.approx(ours, rel=1e-9)


def test_the_lesson_nudges_the_small_town_as_its_picture_does():
    nudge, young = lesson("build-nudge", np=np)["nudge"], np.array([1, 1, 0, 0])
    assert nudge(np.array([25, 25, 25, 25]), young, 30) == pytest.approx(nudge_pictures.path(30)[1])


def test_the_threshold_of_the_lesson_is_that_of_the_room():
    """The lesson draws noise for empty cells and throws it away; cells where somebody is have the same law."""
    above = lesson("threshold-code", np=np, mechanisms=mechanisms, rng=np.random.default_rng(1))["published"]
    counts = np.array([0, 1, 20, 40, 500])
    drawn = np.array([above(counts, epsilon=1, threshold=27) for _ in range(2000)])
    assert not drawn[:, 0].any() and ((drawn == 0) | (drawn > 27)).all()
    chance = np.exp(-0.5 * 8) / (1 + np.exp(-0.5))  # 20 + Z > 27
    assert (drawn[:, 2] > 0).mean() == pytest.approx(chance, abs=5.5 * np.sqrt(chance / 2000))
    assert drawn[:, 4].mean() == pytest.approx(500, abs=6 * 2.8 / np.sqrt(2000))
