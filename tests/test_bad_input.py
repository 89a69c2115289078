"""Every public function refuses bad arguments, naming the parameter, the value and the rule.

`CALLS` holds, for each public function, a call that works and the kind of each of its parameters; `BAD` holds, for each
kind, what must be refused and how. To add a module, name it in `MODULES` and its functions in `CALLS`: a public
function or parameter without an entry fails the first test. Hypothesis draws the bad values, the same ones in each run.
"""

import functools
import math

import bad_values
import hypothesis.extra.numpy as arrays
import numpy as np
import pytest
from bad_values import (
    BELOW_0,
    BITS,
    DIGITS,
    EMPTY,
    FAR_OUT,
    FLOATS,
    INFINITE,
    MISSING,
    NOT_FINITE,
    TEXTS,
    TOO_LARGE,
    array_of,
    lists_of,
    one_integer,
    one_number,
    one_of_texts,
    reals,
    wrong_types,
)
from hypothesis import strategies as st

from coursekit import data
from coursekit.accounting import bills, budget, composition, pld, renyi
from coursekit.audit import algorithms, areas, empirical, exact, lower_bounds, one_run, raking, tallies
from coursekit.local import protocols
from coursekit.mechanisms import additive, bounds, calibration, law, noise, selection, sensitivity
from coursekit.topdown import bias, certificates, projection, rounding, water_levels

MODULES = [additive, algorithms, areas, bias, bills, bounds, budget, calibration, certificates, composition, data, empirical, exact]
MODULES += [law, lower_bounds, noise, one_run, pld, projection, protocols, raking, renyi, rounding, selection, sensitivity, tallies]
MODULES += [water_levels]

# What functions hand out and nobody needs to call
RECORDS = {"law.Noise", "law.WholeNoise", "budget.Amount", "budget.Branch", "budget.BudgetExceeded", "pld.LossLaw"}
RECORDS |= {"bias.MeanField"}
RECORDS |= {"lower_bounds.LossBound", "one_run.OneRun", "empirical.LossCurve"}
RECORDS |= {"tallies.Tally", *(f"tallies.Tally.{name}" for name in ("between", "in_persons", "percentile"))}
# What modules hand each other after the checks of a function that is in CALLS
INNER = {f"projection.{name}" for name in ("bounds", "checked", "chunks")}
INNER |= {"bias.gain", "pld.connect_the_dots", "pld.total_epsilon"}
INNER |= {f"composition.{name}" for name in ("advanced", "checked", "closed_form", "optimal")}
INNER |= {"law.delta_of_tails", "law.normal_delta", "law.plain", "law.shape_of", "sensitivity.checked_bounds"}
INNER |= {"areas.function", "areas.leaf_counts", "raking.raked", "exact.log_chances", "one_run.toss"}
INNER |= {f"lower_bounds.{name}" for name in ("audit_scores", "clopper_pearson", "log_ratio")}
INNER |= {"water_levels.settle", "water_levels.soft_levels", "water_levels.water_levels"}

SURVEY = protocols.RandomizedResponse(p=0.75)
DIRECT = protocols.GeneralizedRandomizedResponse(d=4, epsilon=1.0)
UNARY = protocols.UnaryEncoding(d=4, epsilon=1.0)
HASHING = protocols.LocalHashing(d=4, epsilon=1.0)
RNG = np.random.default_rng(41)

# function: (a call that works, its arguments as {parameter: (good value, kind of the parameter)})
CALLS = {
    "data.penguins": (data.penguins, {}),
    "data.diamonds": (data.diamonds, {}),
    "data.starwars": (data.starwars, {}),
    "data.deployments": (data.deployments, {}),
    "protocols.RandomizedResponse": (protocols.RandomizedResponse, {"p": (0.75, "truth probability")}),
    "protocols.RandomizedResponse.from_epsilon": (protocols.RandomizedResponse.from_epsilon, {"epsilon": (1.0, "epsilon")}),
    "protocols.RandomizedResponse.posterior": (
        SURVEY.posterior,
        {"prior": (0.05, "shares"), "report": (True, "answers")},
    ),
    "additive.geometric_mechanism": (
        additive.geometric_mechanism,
        {
            "counts": ([1, 2], "counts"),
            "sensitivity": (1, "sensitivity"),
            "epsilon": (1.0, "epsilon"),
            "rng": (RNG, "rng"),
        },
    ),
}
PLAN = {"k": (100, "releases"), "epsilon": (0.1, "epsilon")}
ANY_DELTA, SOME_DELTA = {"delta": (1e-6, "delta from 0")}, {"delta": (1e-6, "delta")}
METHOD = {"method": ("tight", "method of conversion")}
CURVE = {"epsilon": (0.1, "epsilon")}
SIGMA = {"sensitivity": (1, "amount"), "sigma": (10, "amount")}
NOISE = {"mechanism": ("laplace", "noise")}
CALLS |= {
    "bills.all_bills": (bills.all_bills, PLAN | SOME_DELTA | NOISE),
    "bills.compose_exact": (bills.compose_exact, PLAN | SOME_DELTA | NOISE),
    "bills.compose_gaussian": (bills.compose_gaussian, {"k": (9, "releases")} | SIGMA | SOME_DELTA),
    "bills.gaussian_break_even": (bills.gaussian_break_even, {"epsilon": (1.0, "epsilon")} | SOME_DELTA),
    "bills.odds_table": (bills.odds_table, {}),
    "budget.PrivacyBudget": (budget.PrivacyBudget, {"epsilon": (1, "spend")} | ANY_DELTA),
    "composition.compose_advanced": (composition.compose_advanced, PLAN | SOME_DELTA),
    "composition.compose_basic": (composition.compose_basic, PLAN),
    "composition.compose_closed_form": (composition.compose_closed_form, PLAN | SOME_DELTA),
    "composition.compose_optimal": (composition.compose_optimal, PLAN | ANY_DELTA),
    "renyi.epsilon_to_zcdp": (renyi.epsilon_to_zcdp, CURVE),
    "renyi.rdp_gaussian": (renyi.rdp_gaussian, {"alpha": ([2.0, math.inf], "orders"), "sigma": (10, "amount")}),
    "renyi.rdp_geometric": (renyi.rdp_geometric, {"alpha": ([2.0, math.inf], "orders")} | CURVE),
    "renyi.rdp_laplace": (renyi.rdp_laplace, {"alpha": ([2.0, math.inf], "orders")} | CURVE),
    "renyi.rdp_to_epsilon": (
        renyi.rdp_to_epsilon,
        {"curve": (lambda alpha: alpha, "function")} | SOME_DELTA | {"k": (2, "releases")} | METHOD,
    ),
    "renyi.zcdp_gaussian": (renyi.zcdp_gaussian, SIGMA),
    "renyi.zcdp_to_epsilon": (renyi.zcdp_to_epsilon, {"rho": (0.5, "amount")} | SOME_DELTA | METHOD),
}
PLACES = {"counts": ([3, 0, 5], "counts of places")}
NOISY_PLACES = {"sigma": (10.0, "sigma of places")}
FIXED = {"parent": ([0, 0], "parents of two"), "sums": ([[10, 10]], "sums of two"), "totals": (None, "totals of nodes")}
BOUNDED = {"possible": ([True, True], "marks of two cells"), "at_least": ([0, 1], "bounds of two cells")}
CALLS |= {
    "bias.balance": (bias.balance, {"released": ([[5.0, 0, 1]], "rows of three numbers")} | PLACES),
    "bias.counties": (
        bias.counties,
        {"rng": (RNG, "rng")},
    ),
    "bias.mean_field": (bias.mean_field, PLACES | NOISY_PLACES),
    "bias.post_processed": (bias.post_processed, PLACES | NOISY_PLACES | {"runs": (2, "up to a million"), "rng": (RNG, "rng")}),
    "bias.sibling_bias": (
        bias.sibling_bias,
        {"siblings": (2, "up to 10,000")}
        | {"families": (9, "up to a million"), "rule": ("first", "rule of rounding"), "rng": (RNG, "rng")},
    ),
    "bias.two_views": (
        bias.two_views, PLACES | {"released": ([[5.0, 0, 1]], "rows of three numbers"), "edges": ([0, 2], "edges from 0")}
    ),
    "certificates.bills": (certificates.bills, {}),
    "certificates.persons_sigma": (
        certificates.persons_sigma, {"level": ("County", "level of the Census"), "query": ("total", "query of the Census")}
    ),
    "projection.project": (
        projection.project, {"noisy": ([[6, 3], [8, -5]], "two nodes")} | FIXED
        | {"softness": (0, "softness")} | BOUNDED | {"nonnegative": (True, "flag with bounds")},
    ),
    "projection.simplex": (projection.simplex, {"values": ([9.0, 4.0, -3.0], "values"), "total": (7, "one total")}),
    "rounding.round_controlled": (
        rounding.round_controlled,
        {"values": ([[2.5, 9], [7.5, 1]], "two nodes that add up")} | FIXED
        | {"sums": ([[10, 10]], "whole sums of two"), "totals": (None, "whole totals of nodes")}
        | {"rule": ("nearest", "rule of rounding"), "rng": (RNG, "rng")},
    ),
}
LEAVES, DRAWS = {"counts": ([[8, 8], [4, 4]], "counts of leaves")}, {"rng": (RNG, "rng")}
TREE = {"levels": (2, "levels of areas"), "children": (2, "at least one")}
WHOLE_PROMISE, SHARED_PROMISE = {"epsilon": (1.0, "epsilon")}, {"epsilon": (1.0, "spend")}
RAKED, PROGRESS = {"rule": ("shift", "rule of raking")}, {"progress": (None, "function or none")}
RUNS = {"area": (3, "leaf of four"), "runs": (2, "at least one")}
ALGORITHM, PARTS, FOUR = {"algorithm": ("GDPC", "algorithm")}, *({"parts": (n, "up to a thousand")} for n in (1, 4))
BOUND = {"delta": (0.0, "delta from 0")}
TALLY = tallies.tally([0, 0, 0, 0, 1, 1, 2])
CALLS |= {
    "areas.children": (
        areas.children, {"persons": (1000, "at least one"), "levels": (3, "at least one"), "mean": (100, "below persons")}
    ),
    "areas.simulate_people": (areas.simulate_people, {"persons": (9, "at least one")} | TREE | {"rng": (RNG, "rng")}),
    "areas.simulate_counts": (areas.simulate_counts, {"persons": (9, "at least one")} | TREE | {"rng": (RNG, "rng")}),
    "areas.count_people": (areas.count_people, {"people": ([[0, 1], [1, 0]], "places of people"), "children": (2, "at least one")}),
    "areas.totals": (areas.totals, LEAVES),
    "areas.neighbour": (areas.neighbour, LEAVES | {"leaves": (1, "leaf of four or none"), "enters": (3, "leaf of four or none")}),
    "algorithms.gdpc_mechanism": (algorithms.gdpc_mechanism, LEAVES | WHOLE_PROMISE | DRAWS | {"sampler": ("exact", "sampler")}),
    "algorithms.adpc_mechanism": (algorithms.adpc_mechanism, LEAVES | SHARED_PROMISE | DRAWS),
    "algorithms.rdpc_mechanism": (algorithms.rdpc_mechanism, LEAVES | SHARED_PROMISE | DRAWS),
    "raking.rake": (raking.rake, {"noisy": ([[2, 6], [-5, 1]], "families"), "parents": ([4, 2], "parents of families")} | RAKED),
    "algorithms.residuals": (algorithms.residuals, ALGORITHM | LEAVES | WHOLE_PROMISE | FOUR | DRAWS),
    "algorithms.raked_path": (algorithms.raked_path, LEAVES | RUNS | SHARED_PROMISE | DRAWS),
    "algorithms.leaf_runs": (algorithms.leaf_runs, ALGORITHM | LEAVES | RUNS | WHOLE_PROMISE | DRAWS),
    "algorithms.residuals of RDPC": (
        algorithms.residuals, {"algorithm": ("RDPC", "any")} | LEAVES | SHARED_PROMISE | FOUR | DRAWS
    ),
    "algorithms.residuals of ADPC": (
        algorithms.residuals, {"algorithm": ("ADPC", "any")} | LEAVES | SHARED_PROMISE | FOUR | DRAWS
    ),
    "algorithms.leaf_runs of RDPC": (
        algorithms.leaf_runs, {"algorithm": ("RDPC", "any")} | LEAVES | RUNS | SHARED_PROMISE | DRAWS
    ),
    "algorithms.leaf_runs of ADPC": (
        algorithms.leaf_runs, {"algorithm": ("ADPC", "any")} | LEAVES | RUNS | SHARED_PROMISE | DRAWS
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
    "empirical.direct_estimate": (
        empirical.direct_estimate,
        {"first": ([8, 9.5], "values"), "second": ([7, 8], "values"), "exact": (8, "whole number"), "reach": (1, "at least one")},
    ),
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
SPEND = {"epsilon": (0.1, "spend"), "delta": (0, "delta from 0"), "label": ("penguins", "text")}


def on_a_fresh(account, method, *branches):
    """A method that is called on a new account each time, because the good calls cost something."""

    @functools.wraps(getattr(type(account()), method))
    def call(**given):
        return getattr(account(), method)(*branches, **given)

    return call


for owner, account in [
    ("budget.PrivacyBudget", lambda: budget.PrivacyBudget(epsilon=1)),
    ("budget.Branch", lambda: budget.PrivacyBudget(epsilon=1).parallel("Texas", "Vermont")["Texas"]),
]:
    CALLS |= {
        f"{owner}.spend": (on_a_fresh(account, "spend"), SPEND),
        f"{owner}.release": (
            on_a_fresh(account, "release"),
            {"mechanism": (lambda **given: 146, "function")} | SPEND,
        ),
        f"{owner}.parallel": (on_a_fresh(account, "parallel", "small", "large"), {"label": SPEND["label"]}),
    }
EPSILON, DELTA, ASKED = {"epsilon": (1.0, "epsilon")}, {"delta": (1e-5, "delta")}, {"sensitivity": (1, "amount")}
LOW, HIGH, PEOPLE = (6, "bound below 10"), (10, "bound above 6"), {"neighbours": ("add-remove", "neighbours")}
VALUES, COUNTS = {"values": ([7.0, 9.5], "values")}, {"counts": ([1, 2], "counts")}
CALIBRATED = {"sensitivity": (1, "sensitivity to 2**32")} | EPSILON | DELTA
DRAWN, SIZE = {"rng": (RNG, "rng")}, {"size": (3, "size")}
CHOICE = {"scores": ([0.0, 1.0], "list")} | ASKED | EPSILON
BOUNDED = {"values": ([7.0, 9.5], "list"), "low": LOW, "high": HIGH} | EPSILON
CALLS |= {
    "calibration.gaussian_sigma": (
        calibration.gaussian_sigma,
        ASKED | EPSILON | DELTA | {"method": ("analytic", "method of calibration")},
    ),
    "calibration.discrete_gaussian_sigma": (calibration.discrete_gaussian_sigma, CALIBRATED),
    "bounds.tradeoff_bound": (
        bounds.tradeoff_bound,
        {"alpha": (0.5, "shares")} | EPSILON | {"delta": (0.0, "delta from 0")},
    ),
    "bounds.success_bound": (bounds.success_bound, EPSILON),
    "bounds.posterior_bound": (bounds.posterior_bound, {"prior": (0.5, "shares")} | EPSILON),
    "additive.laplace_mechanism": (additive.laplace_mechanism, VALUES | ASKED | EPSILON | DRAWN),
    "additive.gaussian_mechanism": (additive.gaussian_mechanism, VALUES | ASKED | EPSILON | DELTA | DRAWN),
    "additive.discrete_gaussian_mechanism": (
        additive.discrete_gaussian_mechanism,
        COUNTS | CALIBRATED | DRAWN,
    ),
    "additive.private_mean": (additive.private_mean, BOUNDED | VALUES | DRAWN),
    "selection.exponential_mechanism": (selection.exponential_mechanism, CHOICE | DRAWN | SIZE),
    "selection.exponential_probabilities": (selection.exponential_probabilities, CHOICE),
    "selection.noisy_max": (selection.noisy_max, CHOICE | DRAWN | SIZE),
    "selection.permute_and_flip": (selection.permute_and_flip, CHOICE | DRAWN | SIZE),
    "selection.permute_and_flip_probabilities": (selection.permute_and_flip_probabilities, CHOICE),
    "selection.median_density": (selection.median_density, BOUNDED),
    "selection.private_median": (selection.private_median, BOUNDED | DRAWN | SIZE),
    "sensitivity.count_sensitivity": (sensitivity.count_sensitivity, PEOPLE),
    "sensitivity.sum_sensitivity": (sensitivity.sum_sensitivity, {"low": LOW, "high": HIGH} | PEOPLE),
    "sensitivity.mean_sensitivity": (
        sensitivity.mean_sensitivity,
        {"low": LOW, "high": HIGH, "n": (9, "sensitivity"), "neighbours": ("replace-one", "neighbours")},
    ),
    "sensitivity.histogram_sensitivity": (sensitivity.histogram_sensitivity, PEOPLE | {"norm": ("l1", "norm")}),
    "sensitivity.median_local_sensitivity": (
        sensitivity.median_local_sensitivity,
        {"values": ([7.0, 8.0, 9.5], "values from 6 to 10"), "low": LOW, "high": HIGH},
    ),
}
for family, width, kind_of_width in [
    (noise.LaplaceNoise, "scale", "amount"),
    (noise.GaussianNoise, "sigma", "amount"),
    (noise.GeometricNoise, "scale", "geometric scale"),
    (noise.DiscreteGaussianNoise, "sigma", "discrete sigma"),
]:
    is_whole, widths = kind_of_width != "amount", {width: (2.0, kind_of_width)}
    apart, few_steps_apart = ("sensitivity", "sensitivity to 2**20") if is_whole else ("amount", "amount")
    point = (1, "counts" if is_whole else "values")
    kind, owner, one = "WholeNoise" if is_whole else "Noise", family.__name__, family(**{width: 2.0})
    CALLS |= {
        f"noise.{owner}": (family, widths),
        f"law.{kind}.delta of {owner}": (one.delta, {"epsilon": ([0.5, 1.0], "epsilons of a curve"), "sensitivity": (1, apart)}),
        f"law.{kind}.tradeoff of {owner}": (one.tradeoff, {"alpha": (0.5, "shares"), "sensitivity": (1, few_steps_apart)}),
        f"law.{kind}.success of {owner}": (one.success, {"sensitivity": (1, apart)}),
        f"law.{kind}.density of {owner}": (one.density, {"x": point}),
        f"law.{kind}.log_above of {owner}": (one.log_above, {"x": point}),
        f"law.{kind}.draw of {owner}": (one.draw, SIZE | DRAWN),
    }
for protocol, kind_of_reports, extra in [
    (SURVEY, "answers", None),
    (DIRECT, "integers below 4", {}),
    (UNARY, "rows of bits", {"optimized": (True, "flag")}),
    (HASHING, "hashes", {}),
]:
    owner = f"protocols.{type(protocol).__name__}"
    truth, kind_of_truth = ("answers", "answers") if protocol is SURVEY else ("values", "integers below 4")
    reports = (protocol.perturb([0, 1, 1], rng=RNG), kind_of_reports)
    CALLS |= {
        f"{owner}.perturb": (protocol.perturb, {truth: ([0, 1, 1], kind_of_truth), "rng": (RNG, "rng")}),
        f"{owner}.estimate": (protocol.estimate, {"reports": reports}),
        f"{owner}.interval": (protocol.interval, {"reports": reports}),
        f"{owner}.variance": (
            protocol.variance,
            {"n": (10, "people"), "share": (0.3, "shares"), "fixed_population": (True, "flag")},
        ),
    }
    if extra is not None:
        CALLS[owner] = (type(protocol), {"d": (4, "number of answers"), "epsilon": (1.0, "epsilon")} | extra)


NUMBERS = {"noun": "numbers", "decimals_too": True}
TWO_NODES = [
    *array_of(**NUMBERS, **FAR_OUT),
    (st.sampled_from([1, [1, 2], np.zeros(3), np.zeros((2, 2, 2))]), ValueError, "must have shape"),
    (st.sampled_from([[[1e11, 0], [0, 0]], np.full((2, 2), -1e11), np.full((2, 2), math.inf)]), ValueError, "must be from -1e+10"),
    (st.just(np.array([[1, math.nan], [0, 0]])), ValueError, "must not contain NaN"),
]
SUMS_OF_TWO = [
    *array_of(**NUMBERS, **FAR_OUT),
    (st.sampled_from([1, [5, 5], [[5, 5], [5, 5]], [[5]]]), ValueError, "must have shape"),
    (st.sampled_from([[[-1, 10]], [[0, 0]]]), ValueError, "must be at least what their parts must have"),
    (st.none(), ValueError, "must be given both"),
]
TOTALS_OF_NODES = [
    *array_of(**NUMBERS, **FAR_OUT),
    (st.sampled_from([20, [20], [[15], [5]], [[15, 5]]]), ValueError, "must have shape"),
    (st.just([15, 6]), ValueError, "must add up to the parents' sums"),
]

# kind of parameter: list of (what is refused, how, the rule that the message states)
BAD = bad_values.BAD | {
    "any": [],
    "counts of leaves": [
        *array_of(noun="integers", outside=TOO_LARGE | BELOW_0, outside_rule="must be integers from 0"),
        (st.just(np.array(5)), ValueError, "must have one axis for each level"),
    ],
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
    "whole number": one_integer(low=-(2**53), high=2**53),
    "below persons": one_number(too_low=reals(None, 0), low_rule="must be > 0", too_high=reals(1001, 1e99), high_rule="must be <= persons"),
    "epsilon up to 1": one_number(too_low=reals(None, 0), low_rule="must be > 0", too_high=reals(1.01, 30), high_rule="must be <= 1"),
    "percentile inside": one_number(too_low=reals(None, 0), low_rule="> 0 and < 100", too_high=reals(100), high_rule="> 0 and < 100"),
    "places of people": [
        *array_of(noun="integers", outside=st.integers(2, 2**62) | BELOW_0, outside_rule="must be integers from 0 to 1"),
        (st.just([0, 1]), ValueError, "must have one row per person"),
    ],
    "families": [*array_of(**NUMBERS, **FAR_OUT), (st.sampled_from([[1, 2], [[1, 2]]]), ValueError, "for each family of noisy")],
    "parents of families": [*array_of(**NUMBERS, **FAR_OUT), (st.sampled_from([3, [1]]), ValueError, "one count for each family")],
    "function or none": [(reals() | st.text(max_size=5) | st.just([math.sin]), TypeError, "must be a function")],
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
    "two nodes": TWO_NODES,
    "two nodes that add up": [
        *TWO_NODES,
        (st.sampled_from([[[2.5, 9], [7.7, 1]], [[2.5, 9], [9.5, 1]]]), ValueError, "must add up to sums"),
    ],
    "parents of two": [
        *array_of(noun="integers", outside=st.integers(2**40 + 1, 2**62) | BELOW_0, outside_rule="must be integers from 0 to"),
        (st.sampled_from([1, [1, 1], [0, 2], [1, 0], [[0, 0]]]), ValueError, "ascending order without a gap"),
        (st.sampled_from([[0], [0, 0, 1]]), ValueError, "must have one entry for each of 2 rows"),
        (st.none(), ValueError, "must be given both"),
    ],
    "sums of two": SUMS_OF_TWO,
    "whole sums of two": [*SUMS_OF_TWO[:2], (st.just([[9.5, 10.5]]), TypeError, "must be integers"), SUMS_OF_TWO[-1]],
    "totals of nodes": [*TOTALS_OF_NODES, (st.just([21, -1]), ValueError, "must be at least what their parts must have")],
    "whole totals of nodes": [*TOTALS_OF_NODES, (st.just([15.5, 4.5]), ValueError, "must be whole numbers")],
    "softness": one_number(too_low=reals(None, -1e-300), low_rule="must be >= 0", too_high=INFINITE, high_rule="must be a finite number"),
    "marks of two cells": [
        *array_of(**BITS, booleans_too=True),
        (st.sampled_from([True, [True], [[True, True]]]), ValueError, "must have shape"),
        (st.just([True, False]), ValueError, "where possible is False"),
    ],
    "bounds of two cells": [
        *array_of(noun="integers", outside=st.integers(10**10 + 1, 2**62) | BELOW_0, outside_rule="must be integers from 0 to 10000000000"),
        (st.sampled_from([1, [1], [[0, 1]]]), ValueError, "must have shape"),
    ],
    "flag with bounds": [*bad_values.BAD["flag"], (st.just(False), ValueError, "at_least must be left out if nonnegative is False")],
    "one total": [
        *array_of(**NUMBERS, outside=reals(-1e9, -0.1) | INFINITE | st.floats(1.1e10, 1e99), outside_rule="must be from 0 to 1e+10"),
        (st.sampled_from([[7], [7, 7], [[7]]]), ValueError, "must be one number for each row"),
    ],
    "counts of places": [
        *array_of(noun="integers", outside=st.integers(10**9 + 1, 2**62) | BELOW_0, outside_rule="must be integers from 0 to 1000000000"),
        (st.sampled_from([5, [[3, 0, 5]]]), ValueError, "must be one number for each place"),
        (st.just([10**9] * 11), ValueError, "must be at most 10000000000 in all"),
    ],
    "sigma of places": [
        *one_number(too_low=reals(None, 0), low_rule="must be > 0", too_high=reals(1.1e8), high_rule="to 1e+08"),
        (st.floats(1e-300, 0.0009), ValueError, "must be from 0.001"),
    ],
    "rows of three numbers": [*array_of(**NUMBERS, **FAR_OUT), (st.sampled_from([5, [5], [[5, 0]]]), ValueError, "must have 3 columns")],
    "edges from 0": [
        *array_of(**NUMBERS, **FAR_OUT),
        (st.sampled_from([5, [2, 0], [0, 0], [[0, 2]]]), ValueError, "must be numbers in ascending order"),
        (st.just([1, 2]), ValueError, "must begin at or below the smallest count"),
    ],
    "up to a million": one_integer(low=1, high=10**6),
    "up to 10,000": one_integer(low=1, high=10_000),
    "at least one": [case for case in one_integer(low=1, high=10**6) if "<=" not in case[2]],
    "rule of rounding": one_of_texts("must be 'nearest' or 'random' or 'first'"),
    "level of the Census": one_of_texts("must be 'US' or 'State' or 'County'"),
    "query of the Census": one_of_texts("must be 'total' or 'race'"),
    "epsilons of a curve": [
        *array_of(noun="numbers", outside=reals(-1e9, 0), outside_rule="must be > 0", decimals_too=True),
        (lists_of(INFINITE), ValueError, "must be from -1e+100 to 1e+100"),
    ],
    "geometric scale": [
        *one_number(too_low=reals(None, 0), low_rule="> 0", too_high=reals(4.3e9, None), high_rule="to 4.295e+09"),
        (st.floats(1e-300, 0.033), ValueError, "must be from 0.03333"),
    ],
    "discrete sigma": [
        *one_number(too_low=reals(None, 0), low_rule="> 0", too_high=reals(1.2e12, None), high_rule="to 1.1e+12"),
        (st.floats(1e-300, 0.015), ValueError, "must be from 0.01562"),
    ],
    "sensitivity to 2**20": one_integer(low=1, high=2**20),
    "sensitivity to 2**32": one_integer(low=1, high=2**32),
    "bound below 10": one_number(
        too_low=reals(None, -1.1e100),
        low_rule="must be from -1e+100",
        too_high=reals(10, 1e99),
        high_rule="low must be < high",
    ),
    "bound above 6": one_number(
        too_low=reals(-1e99, 6), low_rule="low must be < high", too_high=reals(1.1e100, None), high_rule="to 1e+100"
    ),
    "end below 5": array_of(
        noun="numbers", outside=reals(5.1, 1e18), outside_rule="low must be <= high", decimals_too=True
    ),
    "end above 2": array_of(
        noun="numbers", outside=reals(-1e18, 1.9), outside_rule="low must be <= high", decimals_too=True
    ),
    "values": array_of(noun="numbers", **FAR_OUT, decimals_too=True),
    "values from 6 to 10": array_of(
        noun="numbers", outside=reals(-1e9, 5.9) | reals(10.1, 1e9), outside_rule="from 6 to 10", decimals_too=True
    ),
    "list": [
        *array_of(noun="numbers", **FAR_OUT, decimals_too=True),
        (arrays.arrays(float, st.sampled_from([(), (2, 3)]), elements=DIGITS), ValueError, "must have shape ("),
    ],
    "method of calibration": one_of_texts("must be 'analytic' or 'classic'"),
    "norm": one_of_texts("must be 'l1' or 'l2'"),
    "size": [
        (st.integers(None, 0) | st.tuples(st.just(2), st.integers(None, 0)), ValueError, "must be >= 1"),
        (st.integers(2**40 + 1), ValueError, "must be <= 1099511627776"),
        (st.booleans() | st.text(max_size=5) | st.tuples(st.booleans()), TypeError, "must be a number"),
        (lists_of(st.integers(1, 9)), TypeError, "must be a number"),
        (st.floats(1, 9), TypeError, "must be an integer"),
    ],
    "truth probability": one_number(
        too_low=reals(None, 0.5), low_rule="> 0.5", too_high=reals(1, None), high_rule="< 1"
    ),
    "sensitivity": one_integer(low=1, high=2**53),
    "number of answers": one_integer(low=2, high=2**31),
    "releases": one_integer(low=1, high=10**6),
    "delta": one_number(too_low=reals(None, 0), low_rule="> 0", too_high=reals(1, None), high_rule="< 1"),
    "delta from 0": one_number(
        too_low=reals(None, -1e-300), low_rule=">= 0 and < 1", too_high=reals(1, None), high_rule=">= 0 and < 1"
    ),
    "spend": [
        (wrong_types(), TypeError, "must be a number"),
        (NOT_FINITE, ValueError, "must be a finite number"),
        (reals(None, 0), ValueError, "must be > 0"),
    ],
    "noise": one_of_texts("must be 'laplace' or 'geometric' or 'gaussian'"),
    "method of conversion": one_of_texts("must be 'tight' or 'textbook'"),
    "text": [(reals() | st.none() | st.just(["text"]), TypeError, "must be text")],
    "function": [(reals() | st.none() | st.text(max_size=5), TypeError, "must be a function")],
    "law of losses": [(reals() | st.none() | st.text(max_size=5), TypeError, "must be a LossLaw")],
    "orders": array_of(
        noun="numbers", outside=reals(-1e9, 1) | st.just(-math.inf), outside_rule="must be", decimals_too=True
    ),
    "epsilons": array_of(
        noun="numbers",
        outside=reals(-1e9, 0) | reals(701, 1e9) | st.just(math.inf),
        outside_rule="must be",
        decimals_too=True,
    ),
    "counts": array_of(noun="integers", outside=TOO_LARGE, outside_rule="must be integers from"),
    "people": array_of(noun="integers", outside=st.integers(-99, 0), outside_rule="must be integers from 1"),
    "integers below 4": array_of(
        noun="integers", outside=st.integers(4, 2**62) | BELOW_0, outside_rule="must be integers from 0 to 3"
    ),
    "rows of bits": [
        *array_of(**BITS, booleans_too=True),
        (arrays.arrays(bool, st.sampled_from([(), (3,), (5, 3), (4, 5)])), ValueError, "must have 4 columns"),
    ],
    "hashes": [
        (EMPTY, ValueError, "must have at least one entry"),
        (MISSING, ValueError, "must not contain NaN"),
        (TEXTS | FLOATS, TypeError, "must be integers"),
        (arrays.arrays(np.int64, (2, 3), elements=st.integers(-(2**63), -1)), ValueError, "must be integers from 0 to"),
        (arrays.arrays(np.uint64, st.sampled_from([(), (2,), (3, 4)])), ValueError, "must have 3 columns"),
        (
            st.integers(4, 2**64 - 1).map(lambda bucket: np.array([[1, 2, bucket]], np.uint64)),
            ValueError,
            "must be integers from 0 to 3",
        ),
    ],
}


def test_every_public_function_and_parameter_has_an_entry():
    bad_values.check_entries(MODULES, CALLS, RECORDS | INNER)


@pytest.mark.parametrize("name", CALLS)
def test_the_good_call_works(name):
    function, arguments = CALLS[name]
    function(**bad_values.good_values(arguments))


POSITIONAL = {"self", "answers", "values", "reports", "counts", "prior", "report"}
POSITIONAL |= {"alpha", "curve", "delta_curve", "law", "mechanism", "scores", "x"}
POSITIONAL |= {"algorithm", "draw", "k", "parents", "people", "percentile", "persons", "release", "residuals", "tallied"}
POSITIONAL |= {"first", "second", "edges", "noisy", "number", "parent", "query", "released", "siblings", "sums", "total"}
AXIS = {"delta": {"epsilon"}, "event": {"low", "high"}}  # what a picture has on its axis may come without its name too
AXIS |= {"persons": {"level"}, "mean": {"low", "high"}, "audit": {"data", "neighbour"}}
AXIS |= {"loss": {"hits", "runs", "other_hits", "other_runs"}, "one": {"guesses", "correct"}}


@pytest.mark.parametrize("name", CALLS)
def test_privacy_parameters_are_keyword_only(name):
    positional = POSITIONAL | AXIS.get(name.rpartition(".")[2].replace(" ", "_").partition("_")[0], set())
    bad_values.check_keyword_only(CALLS[name][0], positional)


@pytest.mark.parametrize(("name", "parameter", "ways"), bad_values.cases(CALLS, BAD))
def test_bad_input_is_refused(name, parameter, ways):
    bad_values.check_refused(CALLS[name], parameter, ways)


def test_a_call_that_accepts_anything_would_be_caught():
    """The check itself can fail: a function that clamps, or one that refuses without naming the parameter."""

    def clamps(*, epsilon):
        return max(epsilon, 0.0)

    def mumbles(*, epsilon):
        raise ValueError("bad input")

    for careless in (clamps, mumbles):
        with pytest.raises((AssertionError, pytest.fail.Exception)):
            call = careless, {"epsilon": (1.0, "epsilon")}
            bad_values.check_refused(call, "epsilon", [(bad_values.reals(None, 0), ValueError, "must be > 0")])


def test_pandas_missing_values_are_refused():
    import pandas as pd

    with pytest.raises(ValueError, match="answers must not contain NaN, got 1 of 2"):
        SURVEY.perturb(pd.Series([True, None], dtype="boolean"), rng=RNG)
    with pytest.raises(ValueError, match="values must not contain NaN, got 1 of 2"):
        DIRECT.perturb(pd.Series([1, None]), rng=RNG)
    with pytest.raises(TypeError, match="answers must be booleans"):
        SURVEY.perturb(pd.Series(["yes", "no"]), rng=RNG)


def test_a_loss_per_unit_that_floats_cannot_honour_is_refused_with_both_numbers():
    with pytest.raises(ValueError, match="epsilon / sensitivity must be from 2.3e-10 to 30, .* got 1e-06 / 1000000"):
        additive.geometric_mechanism(1, epsilon=1e-6, sensitivity=10**6, rng=RNG)
    with pytest.raises(ValueError, match="epsilon must be from 2.3e-10 to 30, .* got 10{36}[.]{3}$"):
        additive.geometric_mechanism(1, epsilon=10**400, rng=RNG)
