"""Bad input for the functions of `coursekit.local`; the head of `bad_input_tests` says what the names mean."""

import contextlib
import functools

import hypothesis.extra.numpy as arrays
import lab
import numpy as np
import pandas as pd
import pytest
from bad_input_tests import *
from bad_values import BELOW_0, BITS, EMPTY, FLOATS, MISSING, RNG, TEXTS, array_of, one_integer, one_number, reals
from hypothesis import strategies as st

from coursekit.local import poll, protocols

SURVEY = protocols.RandomizedResponse(p=0.75)
DIRECT = protocols.GeneralizedRandomizedResponse(d=4, epsilon=1.0)
UNARY = protocols.UnaryEncoding(d=4, epsilon=1.0)
HASHING = protocols.LocalHashing(d=4, epsilon=1.0)



class Once:
    """A poll's methods, each on a poll that is closed afterwards."""

    @functools.wraps(poll.Poll.open)
    def open(*, address=None, port=8765, link=None):
        with contextlib.closing(poll.Poll()) as made:
            made.open(address=address, port=port, link=link)

    def close():
        poll.Poll().close()

    def wall():
        with contextlib.closing(poll.Poll()) as made:
            made.wall()


def no_text(rule, *others):
    """Give how a text of a form is refused: what is no text, and texts of another form."""
    return [
        (st.integers() | st.booleans() | st.binary(), TypeError, rule),
        (st.sampled_from(others), ValueError, rule),
    ]


CALLS = {
    "protocols.RandomizedResponse": (protocols.RandomizedResponse, {"p": (0.75, "truth probability")}),
    "protocols.RandomizedResponse.from_epsilon": (protocols.RandomizedResponse.from_epsilon, {"epsilon": (1.0, "epsilon")}),
    "protocols.RandomizedResponse.posterior": (
        SURVEY.posterior,
        {"prior": (0.05, "shares"), "report": (True, "answers")},
    ),
    "poll.Poll": (poll.Poll, {"question": ("Is it so?", "question"), "most": (300, "number of phones")}),
    "poll.Poll.open": (
        Once.open,
        {"address": ("127.0.0.1", "address"), "port": (lab.free_port(), "port"), "link": ("http://a.b/c/", "link")},
    ),
    "poll.Poll.close": (Once.close, {}),
    "poll.Poll.wall": (Once.wall, {}),
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

BAD = {
    "truth probability": one_number(
        too_low=reals(None, 0.5), low_rule="> 0.5", too_high=reals(1, None), high_rule="< 1"
    ),
    "number of answers": one_integer(low=2, high=2**31),
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
    "question": no_text("one line of 1 to 120 characters", "", " ", "two\nlines", "x" * 121, "\x00", "\ud800"),
    "number of phones": one_integer(low=1, high=300),
    "port": one_integer(low=1024, high=65535),
    "address": no_text("four numbers", "", "localhost", "1.2.3", "1.2.3.4.5", "::1", "http://1.2.3.4/"),
    "link": no_text("from http:// or https:// to a last /", "", "a.b/", "http://a.b", "ftp://a.b/", 'http://a"/', "http://a b/"),
    "people": array_of(noun="integers", outside=st.integers(-99, 0), outside_rule="must be integers from 1"),
}

POSITIONAL = {"answers", "prior", "question", "report", "reports", "values"}
INNER = {"phones"}


def test_pandas_missing_values_are_refused():
    with pytest.raises(ValueError, match="answers must not contain NaN, got 1 of 2"):
        SURVEY.perturb(pd.Series([True, None], dtype="boolean"), rng=RNG)
    with pytest.raises(ValueError, match="values must not contain NaN, got 1 of 2"):
        DIRECT.perturb(pd.Series([1, None]), rng=RNG)
    with pytest.raises(TypeError, match="answers must be booleans"):
        SURVEY.perturb(pd.Series(["yes", "no"]), rng=RNG)
