"""Bad input for the functions of `coursekit.inference`; the head of `bad_input_tests` says what the names mean."""

import numpy as np
import pytest
from bad_input_tests import *
from bad_values import EMPTY, MISSING, RNG, TEXTS, array_of, one_integer, one_number, reals
from hypothesis import strategies as st

from coursekit.inference import lines, posterior, rates, regression

MODEL = regression.LinearModel()
X, Y = [1.0, 2.0, 4.0, 3.0], [2.0, 5.0, 4.0, 8.0]
LINE, POINTS = regression.least_squares(X, Y), lines.NoisyLine(x=X, y=Y, epsilon=1.0)
BELIEF = posterior.NoisyCount(release=4.2, epsilon=1.0, shape=3, rate=1)
EPSILON, DRAWN = {"epsilon": (1.0, "epsilon")}, {"rng": (RNG, "rng")}
PAIR = {"x": (X, "x"), "y": (Y, "y")}
COUNT = {"release": (4.2, "release"), **EPSILON}
PRIOR = {"shape": (3.0, "shape"), "rate": (1.0, "rate")}
STEPS = {"steps": (3, "steps")}

CALLS = {
    "regression.LinearModel": (
        regression.LinearModel,
        {"intercept": (-5.0, "coefficient"), "slope": (4.0, "coefficient"), "sigma": (5.0, "sigma"), "mean": (10.0, "mean")},
    ),
    "regression.LinearModel.draw": (MODEL.draw, {"shape": (3, "rows"), **DRAWN}),
    "regression.Line.covers": (
        LINE.covers,
        {"intercept": (1.0, "coordinate"), "slope": (1.0, "coordinate"), "level": (0.95, "level")},
    ),
    "regression.Line.threshold": (LINE.threshold, {"level": (0.95, "level")}),
    "regression.least_squares": (regression.least_squares, PAIR),
    "regression.noise_variance": (regression.noise_variance, EPSILON),
    "regression.attenuation": (regression.attenuation, {"variance": (10.0, "amount"), **EPSILON}),
    "regression.corrected_line": (regression.corrected_line, {**PAIR, **EPSILON}),
    "posterior.NoisyCount": (posterior.NoisyCount, {**COUNT, **PRIOR}),
    "posterior.NoisyCount.density": (BELIEF.density, {"theta": ([1.0, 2.0], "rates")}),
    "posterior.NoisyCount.cdf": (BELIEF.cdf, {"theta": ([1.0, 2.0], "rates")}),
    "posterior.NoisyCount.quantile": (BELIEF.quantile, {"share": (0.5, "inner share")}),
    "posterior.NoisyCount.draw": (BELIEF.draw, {"size": (3, "how many"), **DRAWN}),
    "posterior.abc_tries": (posterior.abc_tries, {**COUNT, **PRIOR, "tries": (5, "how many"), **DRAWN}),
    "rates.expected_count": (rates.expected_count, {"theta": (4.0, "rate of a count"), **COUNT}),
    "rates.count_em": (rates.count_em, {**COUNT, "start": (4.0, "rate of a count"), **STEPS}),
    "rates.count_information": (rates.count_information, {"theta": (4.0, "rate of a count"), **COUNT}),
    "lines.NoisyLine": (lines.NoisyLine, {"x": (X, "near x"), "y": (Y, "near y"), **EPSILON, "model": (MODEL, "model")}),
    "lines.NoisyLine.step": (POINTS.step, {"line": ([1.0, 2.0], "line")}),
    "lines.NoisyLine.mc_step": (POINTS.mc_step, {"line": ([1.0, 2.0], "line"), "draws": (50, "few draws"), **DRAWN}),
    "lines.NoisyLine.walk": (POINTS.walk, {**STEPS, "draws": (50, "draws or none"), **DRAWN}),
    "lines.NoisyLine.log_likelihood": (POINTS.log_likelihood, {"line": ([1.0, 2.0], "line")}),
    "lines.NoisyLine.information": (POINTS.information, {"line": ([1.0, 2.0], "line")}),
}


def between(name, low, high):
    """What is refused of one number from `low` to `high`."""
    rule = f"{name} must be from {low:g} to {high:g}"
    return one_number(too_low=reals(None, low * (1 - 1e-9) if low > 0 else low - 1e-3), low_rule=rule, too_high=reals(high * 1.001), high_rule=rule)


def whole(high):
    return one_integer(low=1, high=high)


FLAT = st.lists(st.floats(-9, 9), min_size=1, max_size=2)
SHORT = [(FLAT, ValueError, "must have")]


def coordinates(largest):
    far = st.floats(largest * 1.01, 1e300)
    return array_of(noun="numbers", outside=far | far.map(lambda x: -x), outside_rule="must be from -", decimals_too=True)


BAD = {
    "coefficient": one_number(
        too_low=reals(None, -1.001e6), low_rule="must be from -1e+06 to 1e+06", too_high=reals(1.001e6), high_rule="to 1e+06"
    ),
    "sigma": between("sigma", 1e-3, 1e6),
    "mean": between("mean", 0.01, 1e4),
    "rows": one_integer(low=1, high=2**27),
    "level": one_number(too_low=reals(None, 0), low_rule="> 0 and < 1", too_high=reals(1), high_rule="> 0 and < 1"),
    "coordinate": coordinates(1e12),
    "x": [*coordinates(1e9), *SHORT],
    "y": [*coordinates(1e9), *SHORT],
    "near x": [*coordinates(1e4), *SHORT],
    "near y": [*coordinates(1e4), *SHORT],
    "model": [(reals() | st.none() | st.text(max_size=5), TypeError, "must be a LinearModel")],
    "release": one_number(
        too_low=reals(None, -10_001), low_rule="must be from -10000 to 10000", too_high=reals(10_001), high_rule="to 10000"
    ),
    "shape": between("shape", 0.01, 1e4),
    "rate": between("rate", 0.01, 100),
    "rates": array_of(noun="numbers", outside=st.floats(1.1e9, 1e300) | st.floats(-1e9, -1e-3), outside_rule="must be from 0 to", decimals_too=True),
    "inner share": one_number(too_low=reals(None, 0), low_rule="> 0 and < 1", too_high=reals(1), high_rule="> 0 and < 1"),
    "how many": whole(2**27),
    "steps": whole(10_000),
    "few draws": whole(2**20),
    "draws or none": one_integer(low=1, high=2**20, none=False),
    "rate of a count": one_number(
        too_low=reals(None, 0.9e-6), low_rule="must be from 1e-06 to 10000", too_high=reals(10_001), high_rule="to 10000"
    ),
    "line": [
        (EMPTY, ValueError, "must have at least one entry"),
        (MISSING, ValueError, "must not contain NaN"),
        (TEXTS, TypeError, "must be numbers"),
        (st.lists(st.floats(-9, 9), min_size=3, max_size=5), ValueError, "must have 2 columns"),
    ],
}

MAY_DRAW = {"lines.NoisyLine.walk"}
INNER = {"regression.Corrected", "regression.points", "regression.known_model", "regression.Line", "lines.NoisyLine.guesses"}
POSITIONAL = {"x", "y", "variance", "model", "theta", "share", "line", "shape", "release", "intercept", "slope"}


def test_x_and_y_belong_together():
    with pytest.raises(ValueError, match=r"y must have the shape of x, \(4,\), got shape \(5,\)"):
        regression.least_squares(X, [*Y, 1.0])
    with pytest.raises(ValueError, match="x must have at least 3 points in a row"):
        regression.least_squares([1, 2], [3, 4])
    with pytest.raises(ValueError, match="shape must be a number of rows or"):
        MODEL.draw((2, 3, 4), rng=np.random.default_rng(1))
    with pytest.raises(TypeError, match="rng must be a numpy.random.Generator"):
        POINTS.walk(steps=2, draws=10)
