"""Bad values for tests: what of each kind of parameter must be refused, for kinds that several rooms have.

The functions and their parameters, and the kinds that one room alone has, are in tests/<room>/test_<room>_bad_input.py.
"""

import math

import hypothesis.extra.numpy as arrays
import numpy as np
import pandas as pd
from hypothesis import strategies as st

from coursekit.data import census

# Good values that many functions take
RNG = np.random.default_rng(42)
TOWN = census.simulate_census(60, rng=np.random.default_rng(1))
OURS = pd.DataFrame({"bill": RNG.normal(40, 3, 24).round(1), "sex": ["female", "male"] * 12, "year": [2007, 2008, 2009] * 8})
THEIRS = OURS.assign(bill=RNG.normal(40, 3, 24).round(1))
DRAWN, SHARE = {"rng": (RNG, "rng")}, {"share": (0.5, "one share")}
FILES = {"confidential": (OURS, "birds"), "synthetic": (THEIRS, "birds")}

# What the columns of a frame may hold amiss
NAN, INF, TEXT, YES, DATE, MIXED = math.nan, math.inf, "x", True, pd.Timestamp("2026-01-01"), ("x", 1)
AMISS = {NAN: ValueError, INF: ValueError, TEXT: TypeError, YES: TypeError, DATE: TypeError, MIXED: TypeError}
UNLIKE = {INF: ValueError, 1j: TypeError, TEXT: ValueError, YES: ValueError, DATE: ValueError, MIXED: TypeError}


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


def one_integer(*, low, high=None, none=True):
    ways = [
        (wrong_types(none=none), TypeError, "must be a number"),
        (NOT_FINITE, ValueError, "must be a finite number"),
        (st.floats(-1e6, 1e6), TypeError, "must be an integer"),
        (st.integers(None, low - 1), ValueError, f"must be >= {low}"),
    ]
    return ways if high is None else [*ways, (st.integers(high + 1), ValueError, f"must be <= {high}")]


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

ANY_BUT_LISTS = reals() | st.booleans() | st.text(max_size=5)
NO_FRAME = ANY_BUT_LISTS | st.none() | st.sampled_from([[1], {"bill": [1]}, OURS["bill"], OURS.to_numpy()])
NO_DICT = ANY_BUT_LISTS | st.just(["bill"])
DECIMALS = {"noun": "numbers", "decimals_too": True}


def frame_like(good, *, without=None, rows=0):
    """Bad instead of the good frame: no frame at all, no columns, one twice, one missing, too few rows."""
    bad = [
        (NO_FRAME, TypeError, "must be a pandas.DataFrame"),
        (st.just(good[[]]), ValueError, "must have at least one column"),
        (st.just(pd.concat([good, good], axis=1)), ValueError, "must have columns of different names"),
    ]
    if without is not None:
        bad.append((st.just(good.drop(columns=without)), ValueError, without))
    if rows:
        bad.append((st.just(good.head(rows - 1)), ValueError, "must have at least"))
    return bad


NAMES = [
    (ANY_BUT_LISTS | st.just({"age": 1}) | st.just({"age"}), TypeError, "must be a list of column names"),
    (st.sampled_from([[1], ["zip code"], [["age"]], [None], [math.nan], np.array([True])]), ValueError, "columns of "),
    (st.sampled_from([["age", "age"], ("bill", "bill")]), ValueError, "got "),
]
SHARES = {"low_rule": "must be from 0 to 1", "high_rule": "from 0 to 1"}

# kind of parameter: list of (what is refused, how, the rule that the message states)
BAD = {
    "epsilon": [
        *one_number(too_low=reals(None, 0), low_rule="must be > 0", too_high=reals(30.01, None), high_rule="to 30"),
        (st.floats(1e-300, 1e-10), ValueError, "must be from 2.3e-10"),
    ],
    "neighbours": one_of_texts("must be 'add-remove' or 'replace-one'"),
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
    "up to 10,000": one_integer(low=1, high=10_000),
    "values": array_of(noun="numbers", **FAR_OUT, decimals_too=True),
    "delta": one_number(too_low=reals(None, 0), low_rule="> 0", too_high=reals(1, None), high_rule="< 1"),
    "delta from 0": one_number(
        too_low=reals(None, -1e-300), low_rule=">= 0 and < 1", too_high=reals(1, None), high_rule=">= 0 and < 1"
    ),
    "spend": [
        (wrong_types(), TypeError, "must be a number"),
        (NOT_FINITE, ValueError, "must be a finite number"),
        (reals(None, 0), ValueError, "must be > 0"),
    ],
    "function": [(reals() | st.none() | st.text(max_size=5), TypeError, "must be a function")],
    "counts": array_of(noun="integers", outside=TOO_LARGE, outside_rule="must be integers from"),
    "town": frame_like(TOWN, without="age"),
    "birds": frame_like(OURS, without="bill", rows=1),
    "two birds": frame_like(OURS, rows=2),
    "columns": [*NAMES, (st.sampled_from([[], ()]), ValueError, "must name at least one column")],
    "function or none": [(ANY_BUT_LISTS | st.just([math.sin]), TypeError, "must be a function")],
    "one column": [(reals() | st.booleans() | st.just("zip code") | st.just(["age"]), ValueError, "must be a column of")],
    "at least one": one_integer(low=1),
    "one share": one_number(too_low=reals(-1e9, -0.01), too_high=reals(1.01, 1e9), **SHARES),
}
