"""The check of bad input can itself fail; the functions of each room stand in tests/<room>/test_<room>_bad_input.py."""

import bad_input_tests
import bad_values
import pytest


def test_a_call_that_accepts_anything_would_be_caught():
    """The check itself can fail: a function that clamps, or one that refuses without naming the parameter."""

    def clamps(*, epsilon):
        return max(epsilon, 0.0)

    def mumbles(*, epsilon):
        raise ValueError("bad input")

    for careless in (clamps, mumbles):
        with pytest.raises((AssertionError, pytest.fail.Exception)):
            call = careless, {"epsilon": (1.0, "epsilon")}
            bad_input_tests.check_refused(call, "epsilon", [(bad_values.reals(None, 0), ValueError, "must be > 0")])
