"""Bad values for tests: what of each kind of parameter must be refused, and the check that it is.

`test_bad_input` and `test_bad_frames` hold the functions and their parameters. Hypothesis draws the bad values, the same
ones in each run.
"""

import functools
import inspect
import math

import hypothesis.extra.numpy as arrays
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st


def wrong_types(*, none=True):
    """Things that are not one number, few enough for all of them to be tried each time."""
    return st.sampled_from(["0.5", "", True, False, np.True_, [0.5], [], 1j, *([None] if none else [])])


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


def one_of_texts(rule):
    return [
        (reals() | st.none() | st.just(["laplace"]), TypeError, rule),
        (st.just("") | st.text(max_size=5).map("?{}".format), ValueError, rule),  # Hypothesis would guess the right ones
    ]


def lists_of(values):
    return st.lists(values, min_size=1, max_size=5)


TEXTS = st.one_of(st.text(max_size=5), lists_of(st.text(max_size=5)), st.just({"a": 1}))
EMPTY = st.sampled_from([[], (), np.array([]), np.zeros((0, 4), bool), np.zeros((3, 0), int), np.zeros((0, 3), "u8")])
MISSING = lists_of(st.integers(0, 1)).flatmap(
    lambda good: st.sampled_from([[*good, math.nan], [*good, None], np.array([math.nan, *good]), [[*good, math.nan]]])
)
DIGITS = st.floats(-9, 9)
FLOATS = arrays.arrays(float, st.integers(1, 4), elements=DIGITS)
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


INFINITE = st.sampled_from([math.inf, -math.inf])
FAR_OUT = {"outside": INFINITE | st.floats(1.1e100, 1e300), "outside_rule": "must be from -"}
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
    "neighbours": one_of_texts("must be 'add-remove' or 'replace-one'"),
    "level": one_number(too_low=reals(None, 0), low_rule="> 0", too_high=reals(1, None), high_rule="< 1"),
    "amount": [
        *one_number(
            too_low=reals(None, 0), low_rule="must be > 0", too_high=reals(1.1e100, None), high_rule="to 1e+100"
        ),
        (st.floats(1e-300, 1e-101), ValueError, "must be from 1e-100"),
    ],
    "flag": [(reals() | st.text(max_size=5) | st.none() | st.just([True]), TypeError, "must be True or False")],
    "rng": [
        (st.integers() | st.none() | st.text(max_size=5), TypeError, "must be a numpy.random.Generator"),
        (GENERATOR_LIKE, TypeError, "must be a numpy.random.Generator"),
    ],
    "shares": array_of(
        noun="numbers",
        outside=reals(1.01, 1e9) | reals(-1e9, -0.01),
        outside_rule="must be from 0 to 1",
        decimals_too=True,
    ),
    "answers": array_of(**BITS, booleans_too=True),
}


def public_functions(module):
    """Yield (name, function) for every public function, class and method that a module defines."""
    short = module.__name__.rpartition(".")[2]
    for name, thing in vars(module).items():
        if name.startswith("_") or getattr(thing, "__module__", None) != module.__name__:
            continue
        yield f"{short}.{name}", thing
        if inspect.isclass(thing):
            for method in dir(thing):
                ours = getattr(getattr(thing, method), "__module__", None) == module.__name__  # not tuple's methods
                if not method.startswith("_") and ours and callable(getattr(thing, method)):
                    yield f"{short}.{name}.{method}", getattr(thing, method)


def check_entries(modules, calls, exempt):
    """Every public function of the modules has a call, and the call names every parameter.

    One function can have several calls, told apart by what follows its name and a space.
    """
    found = {name: function for module in modules for name, function in public_functions(module)}
    assert set(found) - exempt == {name.partition(" ")[0] for name in calls}
    assert exempt <= set(found)
    for name, (_, arguments) in calls.items():
        parameters = [
            parameter.name
            for parameter in inspect.signature(found[name.partition(" ")[0]]).parameters.values()
            if parameter.name != "self" and parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
        ]
        assert parameters == list(arguments), name


def check_keyword_only(function, positional, *, rng_needed=True):
    """Only these parameters may come without their names, and a generator is never made up."""
    for parameter in inspect.signature(function).parameters.values():
        if parameter.name not in positional and parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            assert parameter.kind is parameter.KEYWORD_ONLY, parameter
        assert parameter.name != "rng" or parameter.default is (parameter.empty if rng_needed else None)


def good_values(arguments):
    return {parameter: value for parameter, (value, _) in arguments.items()}


def cases(calls, kinds):
    """One test case for each function and parameter: all the ways to be bad."""
    return [
        pytest.param(name, parameter, kinds[kind], id=f"{name}-{parameter}")
        for name, (_, arguments) in calls.items()
        for parameter, (_, kind) in arguments.items()
    ]


@functools.cache
def drawn(strategy):
    """Six bad values, or as many as there are; drawn once, for many parameters are bad in the same ways."""
    values = []

    @settings(max_examples=6, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    @given(strategy)
    def draw(value):
        values.append(value)

    draw()
    return values


def check_refused(call, parameter, ways):
    """The function refuses each bad value of each way to be bad, naming the parameter, the value and the rule."""
    function, arguments = call
    good = good_values(arguments)
    for bad_values, error, rule in ways:
        for bad in drawn(bad_values):
            try:
                function(**good | {parameter: bad})
            except error as refusal:
                message = str(refusal)
            except Exception as other:
                other.add_note(f"{parameter} = {bad!r} {rule}")
                raise
            else:
                pytest.fail(f"{parameter} = {bad!r} was accepted, but {rule}")
            assert parameter in message and rule in message and ", got " in message, (bad, rule, message)
            if isinstance(bad, (int, float)) and not isinstance(bad, bool) and len(str(bad)) < 30:
                shown = "got ()" if ", got ()" in message else "got shape ()" if ", got shape ()" in message else str(bad)
                assert shown in message, message  # a number where an array belongs is shown by its shape
