"""Bad input for the functions of `coursekit.audit`; the head of `bad_input_tests` says what the names mean."""

import math

import numpy as np
from bad_input_tests import *
from bad_values import (
    BELOW_0, DECIMALS, DRAWN, FAR_OUT, RNG, TOO_LARGE, array_of, one_integer, one_number, one_of_texts, reals,
)
from hypothesis import strategies as st

from coursekit.audit import algorithms, areas, empirical, exact, lower_bounds, one_run, raking, tallies

LEAVES = {"counts": ([[8, 8], [4, 4]], "counts of leaves")}
TREE = {"levels": (2, "levels of areas"), "children": (2, "at least one")}
WHOLE_PROMISE, SHARED_PROMISE = {"epsilon": (1.0, "epsilon")}, {"epsilon": (1.0, "spend")}
RAKED, PROGRESS = {"rule": ("shift", "rule of raking")}, {"progress": (None, "function or none")}
RUNS = {"area": (3, "leaf of four"), "runs": (2, "at least one")}
ALGORITHM, PARTS, FOUR = {"algorithm": ("GDPC", "algorithm")}, *({"parts": (n, "up to a thousand")} for n in (1, 4))
BOUND = {"delta": (0.0, "delta from 0")}
TALLY = tallies.tally([0, 0, 0, 0, 1, 1, 2])

CALLS = {
    "areas.children": (
        areas.children, {"persons": (1000, "at least one"), "levels": (3, "at least one"), "mean": (100, "below persons")}
    ),
    "areas.simulate_people": (areas.simulate_people, {"persons": (9, "at least one")} | TREE | {"rng": (RNG, "rng")}),
    "areas.simulate_counts": (areas.simulate_counts, {"persons": (9, "at least one")} | TREE | {"rng": (RNG, "rng")}),
    "areas.count_people": (areas.count_people, {"people": ([[0, 1], [1, 0]], "places of people"), "children": (2, "at least one")}),
    "areas.totals": (areas.totals, LEAVES),
    "areas.neighbour": (areas.neighbour, LEAVES | {"leaves": (1, "leaf of four or none"), "enters": (3, "leaf of four or none")}),
    "algorithms.gdpc_mechanism": (algorithms.gdpc_mechanism, LEAVES | WHOLE_PROMISE | DRAWN | {"sampler": ("exact", "sampler")}),
    "algorithms.adpc_mechanism": (algorithms.adpc_mechanism, LEAVES | SHARED_PROMISE | DRAWN),
    "algorithms.rdpc_mechanism": (algorithms.rdpc_mechanism, LEAVES | SHARED_PROMISE | DRAWN),
    "raking.rake": (raking.rake, {"noisy": ([[2, 6], [-5, 1]], "families"), "parents": ([4, 2], "parents of families")} | RAKED),
    "algorithms.residuals": (algorithms.residuals, ALGORITHM | LEAVES | WHOLE_PROMISE | FOUR | DRAWN),
    "algorithms.raked_path": (algorithms.raked_path, LEAVES | RUNS | SHARED_PROMISE | DRAWN),
    "algorithms.leaf_runs": (algorithms.leaf_runs, ALGORITHM | LEAVES | RUNS | WHOLE_PROMISE | DRAWN),
    "algorithms.residuals of RDPC": (
        algorithms.residuals, {"algorithm": ("RDPC", "any")} | LEAVES | SHARED_PROMISE | FOUR | DRAWN
    ),
    "algorithms.residuals of ADPC": (
        algorithms.residuals, {"algorithm": ("ADPC", "any")} | LEAVES | SHARED_PROMISE | FOUR | DRAWN
    ),
    "algorithms.leaf_runs of RDPC": (
        algorithms.leaf_runs, {"algorithm": ("RDPC", "any")} | LEAVES | RUNS | SHARED_PROMISE | DRAWN
    ),
    "algorithms.leaf_runs of ADPC": (
        algorithms.leaf_runs, {"algorithm": ("ADPC", "any")} | LEAVES | RUNS | SHARED_PROMISE | DRAWN
    ),
    "algorithms.wrong_sampler_loss": (algorithms.wrong_sampler_loss, {"epsilon": (0.5, "epsilon up to 1")}),
    "lower_bounds.loss_bound": (
        lower_bounds.loss_bound,
        {"hits": (7, "up to 10"), "runs": (10, "at least 7"), "other_hits": (7, "up to 10 others"), "other_runs": (10, "at least 7 others")}
        | BOUND,
    ),
    "lower_bounds.audit": (
        lower_bounds.audit,
        {"mechanism": (lambda data, rng: data + rng.random(), "function"), "data": (1, "any"), "neighbour": (0, "any")}
        | {"runs": (20, "at least 20"), "rng": (RNG, "rng"), "score": (None, "function or none")} | BOUND
        | {"many": (False, "flag")} | PROGRESS,
    ),
    "one_run.one_run_bound": (
        one_run.one_run_bound, {"guesses": (8, "guesses"), "correct": (7, "up to 8")}
    ),
    "one_run.one_run_audit": (
        one_run.one_run_audit,
        {"mechanism": (lambda counts, rng: counts, "function that counts"), "counts": ([3, 4], "counts")} | {"rng": (RNG, "rng")},
    ),
    "raking.noisy_counts": (raking.noisy_counts, {"release": ([22.0, [7.7, 14.3]], "raked release")}),
    "empirical.estimate_loss": (
        empirical.estimate_loss,
        {"tallied": (TALLY, "tally"), "bandwidth": (0.15, "spend"), "unit": ("sd", "unit"), "percentile": (95, "percentile inside")}
        | {"factor": (2.0, "spend")},
    ),
    "exact.exact_delta": (exact.exact_delta, {"promise": (0.5, "spend")} | WHOLE_PROMISE | PARTS),
    "exact.exact_loss": (exact.exact_loss, {"k": ([0, 1], "residuals of counts")} | WHOLE_PROMISE | PARTS),
    "exact.largest_loss": (
        exact.largest_loss,
        ALGORITHM | WHOLE_PROMISE | {"neighbours": ("add-remove", "neighbours")},
    ),
    "empirical.repeat_estimates": (
        empirical.repeat_estimates,
        {"draw": (lambda: [-60, -20, 0, 20, 60], "function"), "runs": (2, "at least one")} | PROGRESS,
    ),
    "tallies.tally": (tallies.tally, {"residuals": ([0, 1, -1.5], "values"), "parts": (4, "up to a thousand")}),
}

BAD = {
    "any": [],
    "sampler": one_of_texts("must be 'exact' or 'wrong: p = epsilon'"),
    "algorithm": one_of_texts("must be 'GDPC' or 'RDPC' or 'ADPC'"),
    "rule of raking": one_of_texts("must be 'shift' or 'published'"),
    "unit": one_of_texts("must be 'sd' or 'persons'"),
    "levels of areas": one_integer(low=1, high=60),
    "up to a thousand": one_integer(low=1, high=1000),
    "leaf of four": one_integer(low=0, high=3),
    "leaf of four or none": one_integer(low=0, high=3, none=False),
    "up to 10": [*one_integer(low=0, high=2**40), (st.integers(11, 2**39), ValueError, "must be <= runs")],
    "at least 7": [*one_integer(low=1, high=2**40), (st.integers(1, 6), ValueError, "must be <= runs")],
    "up to 10 others": [*one_integer(low=0, high=2**40), (st.integers(11, 2**39), ValueError, "must be <= other_runs")],
    "at least 7 others": [*one_integer(low=1, high=2**40), (st.integers(1, 6), ValueError, "must be <= other_runs")],
    "guesses": one_integer(low=1, high=2**40),
    "up to 8": one_integer(low=0, high=8),
    "at least 20": one_integer(low=20, high=2**32),
    "below persons": one_number(too_low=reals(None, 0), low_rule="must be > 0", too_high=reals(1001, 1e99), high_rule="must be <= persons"),
    "epsilon up to 1": one_number(too_low=reals(None, 0), low_rule="must be > 0", too_high=reals(1.01, 30), high_rule="must be <= 1"),
    "percentile inside": one_number(too_low=reals(None, 0), low_rule="> 0 and < 100", too_high=reals(100), high_rule="> 0 and < 100"),
    "places of people": [
        *array_of(noun="integers", outside=st.integers(2, 2**62) | BELOW_0, outside_rule="must be integers from 0 to 1"),
        (st.just([0, 1]), ValueError, "must have one row per person"),
    ],
    "families": [*array_of(**DECIMALS, **FAR_OUT), (st.sampled_from([[1, 2], [[1, 2]]]), ValueError, "for each family of noisy")],
    "parents of families": [*array_of(**DECIMALS, **FAR_OUT), (st.sampled_from([3, [1]]), ValueError, "one count for each family")],
    "function that counts": [
        (reals() | st.none() | st.text(max_size=5), TypeError, "must be a function"),
        (st.just(lambda counts, rng: counts[:1]), ValueError, "must return counts in the shape"),
        (st.just(lambda counts, rng: counts * math.nan), ValueError, "must not contain NaN"),
        (st.just(lambda counts, rng: counts.astype(str)), TypeError, "must be numbers"),
    ],
    "raked release": [
        (reals() | st.none() | st.text(max_size=5) | st.sampled_from([[], np.zeros(2)]), TypeError, "must be a list of arrays"),
        (st.sampled_from([[22.0, [math.nan, 1.0]], [None, [1.0]]]), ValueError, "must not contain NaN"),
        (st.sampled_from([["22", [1.0]], [True, [1.0]]]), TypeError, "must be numbers"),
        (st.sampled_from([[22.0, 22.0], [22.0, [[1.0]]], [[22.0], [7.7]]]), ValueError, "must have one axis more at each level"),
    ],
    "tally": [(reals() | st.none() | st.sampled_from([[0, 1], "tally"]), TypeError, "must be a Tally")],
    "residuals of counts": array_of(
        noun="integers", outside=TOO_LARGE | st.integers(-(2**62), -(2**53) - 1), outside_rule="must be integers from -"
    ),
    "counts of leaves": [
        *array_of(noun="integers", outside=TOO_LARGE | BELOW_0, outside_rule="must be integers from 0"),
        (st.just(np.array(5)), ValueError, "must have one axis for each level"),
    ],
}

POSITIONAL = {
    "algorithm", "counts", "draw", "first", "k", "mechanism", "noisy", "parents", "people", "persons", "release",
    "residuals", "second", "tallied",
}
POSITIONAL_IN = {
    "lower_bounds.audit": {"data", "neighbour"},
    "lower_bounds.loss_bound": {"hits", "runs", "other_hits", "other_runs"},
    "one_run.one_run_bound": {"guesses", "correct"},
}

INNER = {
    "areas.function", "areas.leaf_counts", "empirical.LossCurve", "exact.log_chances", "lower_bounds.LossBound",
    "lower_bounds.audit_scores", "lower_bounds.clopper_pearson", "lower_bounds.log_ratio", "one_run.OneRun",
    "one_run.toss", "raking.raked", "tallies.Tally", "tallies.Tally.between", "tallies.Tally.in_persons",
    "tallies.Tally.percentile",
}
