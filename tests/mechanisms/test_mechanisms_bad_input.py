"""Bad input for the functions of `coursekit.mechanisms`; the head of `bad_input_tests` says what the names mean."""

import hypothesis.extra.numpy as arrays
import pytest
from bad_input_tests import *
from bad_values import (
    DIGITS, DRAWN, FAR_OUT, INFINITE, RNG, array_of, lists_of, one_integer, one_number, one_of_texts, reals,
)
from hypothesis import strategies as st

from coursekit.mechanisms import additive, bounds, calibration, noise, selection, sensitivity

EPSILON, DELTA, ASKED = {"epsilon": (1.0, "epsilon")}, {"delta": (1e-5, "delta")}, {"sensitivity": (1, "amount")}
LOW, HIGH, PEOPLE = (6, "bound below 10"), (10, "bound above 6"), {"neighbours": ("add-remove", "neighbours")}
VALUES, COUNTS = {"values": ([7.0, 9.5], "values")}, {"counts": ([1, 2], "counts")}
CALIBRATED = {"sensitivity": (1, "sensitivity to 2**32")} | EPSILON | DELTA
SIZE = {"size": (3, "size")}
CHOICE = {"scores": ([0.0, 1.0], "list")} | ASKED | EPSILON
BOUNDED = {"values": ([7.0, 9.5], "list"), "low": LOW, "high": HIGH} | EPSILON

CALLS = {
    "additive.geometric_mechanism": (
        additive.geometric_mechanism,
        {
            "counts": ([1, 2], "counts"),
            "sensitivity": (1, "sensitivity"),
            "epsilon": (1.0, "epsilon"),
            "rng": (RNG, "rng"),
        },
    ),
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
    "additive.private_mean": (additive.private_mean, BOUNDED | VALUES | DRAWN),
    "selection.exponential_mechanism": (selection.exponential_mechanism, CHOICE | DRAWN | SIZE),
    "selection.exponential_probabilities": (selection.exponential_probabilities, CHOICE),
    "selection.noisy_max": (selection.noisy_max, CHOICE | DRAWN | SIZE),
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

BAD = {
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
    "sensitivity": one_integer(low=1, high=2**53),
}

POSITIONAL = {"alpha", "counts", "prior", "scores", "values", "x"}
POSITIONAL_IN = {"law.Noise.delta": {"epsilon"}, "law.WholeNoise.delta": {"epsilon"}}

INNER = {
    "law.Noise", "law.WholeNoise", "law.delta_of_tails", "law.normal_delta", "law.plain", "law.shape_of",
    "sensitivity.checked_bounds", "samplers",
}


def test_a_loss_per_unit_that_floats_cannot_honour_is_refused_with_both_numbers():
    with pytest.raises(ValueError, match="epsilon / sensitivity must be from 2.3e-10 to 30, .* got 1e-06 / 1000000"):
        additive.geometric_mechanism(1, epsilon=1e-6, sensitivity=10**6, rng=RNG)
    with pytest.raises(ValueError, match="epsilon must be from 2.3e-10 to 30, .* got 10{36}[.]{3}$"):
        additive.geometric_mechanism(1, epsilon=10**400, rng=RNG)
