"""Every public function refuses bad arguments, naming the parameter, the value and the rule.

`CALLS` holds, for each public function, a call that works and the kind of each of its parameters; `BAD` holds, for each
kind, what must be refused and how. To add a module, name it in `MODULES` and its functions in `CALLS`: a public
function or parameter without an entry fails the first test. Hypothesis draws the bad values, the same ones in each run.
"""

import inspect
import math

import hypothesis.extra.numpy as arrays
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from coursekit import data, local, mechanisms

MODULES = [data, local, mechanisms]

SURVEY = local.RandomizedResponse(p=0.75)
DIRECT = local.GeneralizedRandomizedResponse(d=4, epsilon=1.0)
UNARY = local.UnaryEncoding(d=4, epsilon=1.0)
HASHING = local.LocalHashing(d=4, epsilon=1.0)
RNG = np.random.default_rng(41)

# function: (a call that works, its arguments as {parameter: (good value, kind of the parameter)})
CALLS = {
    "data.penguins": (data.penguins, {}),
    "data.diamonds": (data.diamonds, {}),
    "data.starwars": (data.starwars, {}),
    "local.RandomizedResponse": (local.RandomizedResponse, {"p": (0.75, "truth probability")}),
    "local.RandomizedResponse.from_epsilon": (local.RandomizedResponse.from_epsilon, {"epsilon": (1.0, "epsilon")}),
    "local.RandomizedResponse.posterior": (
        SURVEY.posterior,
        {"prior": (0.05, "shares"), "report": (True, "answers")},
    ),
    "mechanisms.geometric_mechanism": (
        mechanisms.geometric_mechanism,
        {
            "counts": ([1, 2], "counts"),
            "sensitivity": (1, "sensitivity"),
            "epsilon": (1.0, "epsilon"),
            "rng": (RNG, "rng"),
        },
    ),
    "mechanisms.geometric_variance": (
        mechanisms.geometric_variance,
        {"sensitivity": (1, "sensitivity"), "epsilon": (1.0, "epsilon")},
    ),
}
for protocol, kind_of_reports, extra in [
    (SURVEY, "answers", None),
    (DIRECT, "integers below 4", {}),
    (UNARY, "rows of bits", {"optimized": (True, "flag")}),
    (HASHING, "hashes", {"g": (4, "buckets")}),
]:
    owner = f"local.{type(protocol).__name__}"
    truth, kind_of_truth = ("answers", "answers") if protocol is SURVEY else ("values", "integers below 4")
    reports = (protocol.perturb([0, 1, 1], rng=RNG), kind_of_reports)
    CALLS |= {
        f"{owner}.perturb": (protocol.perturb, {truth: ([0, 1, 1], kind_of_truth), "rng": (RNG, "rng")}),
        f"{owner}.support": (protocol.support, {"reports": reports}),
        f"{owner}.estimate": (protocol.estimate, {"reports": reports}),
        f"{owner}.interval": (protocol.interval, {"reports": reports, "level": (0.95, "level")}),
        f"{owner}.variance": (
            protocol.variance,
            {"n": (10, "people"), "share": (0.3, "shares"), "fixed_population": (True, "flag")},
        ),
    }
    if extra is not None:
        CALLS[owner] = (type(protocol), {"d": (4, "number of answers"), "epsilon": (1.0, "epsilon")} | extra)


def wrong_types(*, none=True):
    """Things that are not one number."""
    return st.one_of(
        st.text(max_size=9),
        st.booleans(),
        st.booleans().map(np.bool_),
        st.lists(st.floats(allow_nan=False), max_size=2),
        st.complex_numbers(allow_nan=False),
        *([st.none()] if none else []),
    )


def reals(low=None, high=None):
    """Finite floats and integers from `low` to `high`."""
    whole = (None if low is None else math.ceil(low), None if high is None else math.floor(high))
    return st.floats(low, high, allow_nan=False, allow_infinity=False) | st.integers(*whole)


NOT_FINITE = st.sampled_from([math.nan, math.inf, -math.inf, np.float32("nan"), np.float64("inf")])


def one_number(*, too_low, too_high, low_rule, high_rule, none=True):
    return [
        (wrong_types(none=none), TypeError, "must be a number"),
        (NOT_FINITE, ValueError, "must be a finite number"),
        (too_low, ValueError, low_rule),
        (too_high, ValueError, high_rule),
    ]


def one_integer(*, low, high, none=True):
    outside = {"too_low": st.integers(None, low - 1), "too_high": st.integers(high + 1)}
    rules = {"low_rule": f"must be >= {low}", "high_rule": f"must be <= {high}"}
    return [*one_number(**outside, **rules, none=none), (st.floats(-1e6, 1e6), TypeError, "must be an integer")]


def lists_of(values):
    return st.lists(values, min_size=1, max_size=5)


TEXTS = st.one_of(st.text(max_size=5), lists_of(st.text(max_size=5)), st.just({"a": 1}))
EMPTY = st.sampled_from([[], (), np.array([]), np.zeros((0, 4), bool), np.zeros((3, 0), int), np.zeros((0, 3), "u8")])
MISSING = lists_of(st.integers(0, 1)).flatmap(
    lambda good: st.sampled_from([[*good, math.nan], [*good, None], np.array([math.nan, *good]), [[*good, math.nan]]])
)
FLOATS = arrays.arrays(float, st.integers(1, 4), elements=st.floats(-9, 9))
RAGGED = st.just([[0, 1], [1]])


def array_of(*, noun, outside, outside_rule, booleans_too=False, decimals_too=False):
    rules = [
        (EMPTY, ValueError, "must have at least one entry"),
        (MISSING, ValueError, "must not contain NaN"),
        (TEXTS, TypeError, f"must be {noun}"),
        (RAGGED, ValueError, "must have rows of equal length"),
        (lists_of(outside), ValueError, outside_rule),
    ]
    if not booleans_too:
        rules.append((st.booleans() | lists_of(st.booleans()), TypeError, f"must be {noun}"))
    if not decimals_too:
        rules.append((FLOATS, TypeError, f"must be {noun}"))
    return rules


TOO_LARGE = st.integers(2**53 + 1, 2**62)
BELOW_0 = st.integers(-(2**62), -1)
GENERATOR_LIKE = st.sampled_from([np.random, np.random.RandomState(0), np.random.default_rng, np.random.PCG64(0)])
BITS = {"noun": "booleans", "outside": st.integers(2, 2**62) | BELOW_0, "outside_rule": "must be integers from 0 to 1"}

# kind of parameter: list of (what is refused, how, the rule that the message states)
BAD = {
    "epsilon": [
        *one_number(too_low=reals(None, 0), low_rule="must be > 0", too_high=reals(30.01, None), high_rule="to 30"),
        (st.floats(1e-300, 1e-10), ValueError, "must be from 2.3e-10"),
    ],
    "truth probability": one_number(
        too_low=reals(None, 0.5), low_rule="> 0.5", too_high=reals(1, None), high_rule="< 1"
    ),
    "level": one_number(too_low=reals(None, 0), low_rule="> 0", too_high=reals(1, None), high_rule="< 1"),
    "sensitivity": one_integer(low=1, high=2**53),
    "number of answers": one_integer(low=2, high=2**31),
    "buckets": one_integer(low=2, high=2**20, none=False),
    "flag": [(reals() | st.text(max_size=5) | st.none() | st.just([True]), TypeError, "must be True or False")],
    "rng": [
        (st.integers() | st.none() | st.text(max_size=5), TypeError, "must be a numpy.random.Generator"),
        (GENERATOR_LIKE, TypeError, "must be a numpy.random.Generator"),
    ],
    "counts": array_of(noun="integers", outside=TOO_LARGE, outside_rule="must be integers from"),
    "people": array_of(noun="integers", outside=st.integers(-99, 0), outside_rule="must be integers from 1"),
    "integers below 4": array_of(
        noun="integers", outside=st.integers(4, 2**62) | BELOW_0, outside_rule="must be integers from 0 to 3"
    ),
    "shares": array_of(
        noun="numbers",
        outside=reals(1.01, 1e9) | reals(-1e9, -0.01),
        outside_rule="must be from 0 to 1",
        decimals_too=True,
    ),
    "answers": array_of(**BITS, booleans_too=True),
    "rows of bits": [
        *array_of(**BITS, booleans_too=True),
        (arrays.arrays(bool, st.sampled_from([(), (3,), (5, 3), (4, 5)])), ValueError, "must have 4 columns"),
    ],
    "hashes": [
        (EMPTY, ValueError, "must have at least one entry"),
        (MISSING, ValueError, "must not contain NaN"),
        (TEXTS | FLOATS | arrays.arrays(np.int64, (2, 3)), TypeError, "must be uint64"),
        (arrays.arrays(np.uint64, st.sampled_from([(), (2,), (3, 4)])), ValueError, "must have 3 columns"),
        (
            st.integers(4, 2**64 - 1).map(lambda bucket: np.array([[1, 2, bucket]], np.uint64)),
            ValueError,
            "must be integers from 0 to 3",
        ),
    ],
}


def public_functions(module):
    """Yield (name, function) for every public function, class and method that a module defines."""
    short = module.__name__.removeprefix("coursekit.")
    for name, thing in vars(module).items():
        if name.startswith("_") or getattr(thing, "__module__", None) != module.__name__:
            continue
        yield f"{short}.{name}", thing
        if inspect.isclass(thing):
            for method in dir(thing):
                if not method.startswith("_") and callable(getattr(thing, method)):
                    yield f"{short}.{name}.{method}", getattr(thing, method)


def test_every_public_function_and_parameter_has_an_entry():
    found = {name: function for module in MODULES for name, function in public_functions(module)}
    assert set(found) == set(CALLS)
    for name, function in found.items():
        parameters = [parameter for parameter in inspect.signature(function).parameters if parameter != "self"]
        assert parameters == list(CALLS[name][1]), name


@pytest.mark.parametrize("name", CALLS)
def test_the_good_call_works(name):
    function, arguments = CALLS[name]
    function(**{parameter: value for parameter, (value, _) in arguments.items()})


@pytest.mark.parametrize("name", CALLS)
def test_privacy_parameters_are_keyword_only(name):
    for parameter in inspect.signature(CALLS[name][0]).parameters.values():
        if parameter.name not in {"answers", "values", "reports", "counts", "prior", "report"}:
            assert parameter.kind is parameter.KEYWORD_ONLY, parameter
        assert parameter.name != "rng" or parameter.default is parameter.empty


CASES = [
    pytest.param(name, parameter, *case, id=f"{name}-{parameter}-{number}")
    for name, (_, arguments) in CALLS.items()
    for parameter, (_, kind) in arguments.items()
    for number, case in enumerate(BAD[kind])
]


@pytest.mark.parametrize(("name", "parameter", "bad_values", "error", "rule"), CASES)
def test_bad_input_is_refused(name, parameter, bad_values, error, rule):
    function, arguments = CALLS[name]

    @settings(max_examples=15, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    @given(bad_values)
    def refuses(bad):
        good = {key: value for key, (value, _) in arguments.items()}
        with pytest.raises(error) as caught:
            function(**good | {parameter: bad})
        message = str(caught.value)
        assert parameter in message and rule in message and ", got " in message, message
        if isinstance(bad, (int, float)) and not isinstance(bad, bool) and len(str(bad)) < 30:
            assert str(bad) in message, message

    refuses()


def test_a_call_that_accepts_anything_would_be_caught():
    """The check itself can fail: a function that clamps, or one that refuses without naming the parameter."""

    def clamps(*, epsilon):
        return max(epsilon, 0.0)

    def mumbles(*, epsilon):
        raise ValueError("bad input")

    for careless in (clamps, mumbles):
        CALLS["careless"] = (careless, {"epsilon": (1.0, "epsilon")})
        try:
            with pytest.raises((AssertionError, pytest.fail.Exception)):
                test_bad_input_is_refused("careless", "epsilon", reals(None, 0), ValueError, "must be > 0")
        finally:
            del CALLS["careless"]


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
        mechanisms.geometric_variance(epsilon=1e-6, sensitivity=10**6)
    with pytest.raises(ValueError, match="epsilon must be from 2.3e-10 to 30, .* got 10{400}"):
        mechanisms.geometric_variance(epsilon=10**400)
