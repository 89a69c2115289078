"""The checks at the door: what goes on into formulas is Python's own number, and whatever cannot go on is refused clearly."""

import ast
import inspect
import math
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from coursekit import checks
from coursekit.mechanisms.law import shape_of

SMALL = [np.int8, np.uint8, np.int16, np.int32, np.int64, np.uint64, np.float16, np.float32, np.float64, np.longdouble]
HUGE = [10**400, -(10**400), 10**5000, Fraction(10**400, 3)]
FRAME = pd.DataFrame({"block": [1, 2], "sex": ["F", "M"]})

# every door for one number, with a value that it lets in
DOORS = {
    "number": lambda value: checks.number("x", value),
    "whole": lambda value: checks.whole("x", value, at_least=1, at_most=9),
    "whole from 1": lambda value: checks.whole("x", value, at_least=1),
    "inside": lambda value: checks.inside("x", value, 0, 4),
    "positive": lambda value: checks.positive("x", value),
    "privacy_loss": lambda value: checks.privacy_loss(value),
    "privacy_loss by unit": lambda value: checks.privacy_loss(value, sensitivity=np.int8(100)),
    "failure": lambda value: checks.failure(value / 4),
    "failure from 0": lambda value: checks.failure(value / 4, zero=True),
    "amount": lambda value: checks.amount("x", value),
}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("kind", SMALL)
def test_numpys_numbers_come_back_as_pythons_own_and_nothing_warns(door, kind):
    if door.startswith("whole") and kind(1.5) == 1.5:
        with pytest.raises(TypeError, match=f"x must be an integer, got {kind.__name__} .*3"):
            DOORS[door](kind(3))
        return
    got = DOORS[door](kind(3))
    assert type(got) in (int, float) and got == {"failure": 0.75, "privacy_loss by unit": 0.03}.get(door.partition(" from")[0], 3)


def test_the_lowest_small_integer_keeps_its_sign():
    """abs(np.int8(-128)) is -128; and 100 people times a loss of 30 are more than an int8 holds."""
    low = checks.number("low", np.int8(-128))
    assert (low, abs(low), low - 100) == (-128, 128, -228)
    assert checks.privacy_loss(np.float32(2900), sensitivity=np.int8(100)) == 29.0


def test_a_small_float_is_worth_what_it_holds_but_is_shown_as_it_was_written():
    assert checks.number("x", np.float32(0.1)) == float(np.float32(0.1)) != 0.1
    with pytest.raises(ValueError, match=r"x must be > 0 and < 1, got -0\.1$"):
        checks.inside("x", np.float32(-0.1), 0, 1)


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("huge", HUGE, ids=["10**400", "-10**400", "10**5000", "10**400/3"])
def test_a_number_beyond_floats_is_refused_in_a_short_line(door, huge):
    with pytest.raises(ValueError, match=r"^(x|epsilon|delta)( / sensitivity)? must be .+, got ") as caught:
        checks.failure(huge, zero=" " in door) if door.startswith("failure") else DOORS[door](huge)
    assert len(str(caught.value)) < 160 and "\n" not in str(caught.value)


def test_an_integer_that_its_bounds_allow_may_be_large():
    assert checks.whole("x", 2**53, at_least=1) == 2**53
    assert checks.whole("x", 10**30, at_least=1, at_most=10**30) == 10**30
    with pytest.raises(ValueError, match=f"x must be <= {2**53}, got {2**53 + 1}"):
        checks.whole("x", 2**53 + 1, at_least=1)


def test_what_cannot_be_turned_round_is_not_positive():
    assert checks.number("x", 5e-324) == checks.inside("x", 5e-324, 0, 1) == checks.failure(5e-324) == 5e-324
    for tiny in (5e-324, Fraction(1, 10**400)):
        with pytest.raises(ValueError, match=r"x must be >= 2.2e-308, got (5e-324|1/10+\.\.\.)"):
            checks.positive("x", tiny)
    assert 1 / checks.positive("x", 2.3e-308) < math.inf


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf, np.float32("nan"), np.float16("inf"), np.longdouble("1e4000")])
def test_what_is_not_finite_is_refused(door, bad):
    with pytest.raises(ValueError, match="must be a finite number, got"):
        DOORS[door](bad)


SERIES = pd.Series([1, 2], name="sex")
NO_NUMBERS = ["1", None, True, np.True_, 1j, np.complex64(1), [1], (1,), np.array(1), SERIES, FRAME, pd.NA, pd.NaT, np.ma.masked, int]


@pytest.mark.parametrize("bad", NO_NUMBERS, ids=lambda bad: type(bad).__name__)
def test_what_is_no_number_is_refused_in_one_short_line(bad):
    for door in (checks.number, checks.positive, checks.amount):
        with pytest.raises(TypeError, match=f"^x must be a number, got {type(bad).__name__} ") as caught:
            door("x", bad)
        assert len(str(caught.value)) < 100 and "\n" not in str(caught.value)


def test_a_list_or_a_series_where_one_text_belongs_is_refused():
    for bad in (SERIES, ["add-remove"], np.array("add-remove"), None):
        with pytest.raises(TypeError, match="x must be 'a' or 'b', got " + type(bad).__name__):
            checks.choice("x", bad, ["a", "b"])
    for door in (lambda bad: checks.flag("x", bad), checks.generator, lambda bad: checks.frame("x", bad), shape_of):
        for bad in (SERIES, [True], {"a": 1}):
            with pytest.raises(TypeError, match=f", got {type(bad).__name__} "):
                door(bad)


def test_flags_and_sizes_are_pythons_own_too():
    assert [type(checks.flag("x", value)) for value in (True, np.True_)] == [bool, bool]
    assert [type(length) for length in shape_of((np.int8(3), 4))] == [int, int]


ARRAYS = {
    "integers": lambda values: checks.integers("x", values, low=0, high=2**53),
    "answers": lambda values: checks.answers("x", values),
    "reals": lambda values: checks.reals("x", values),
    "shares": lambda values: checks.shares("x", values),
}


@pytest.mark.parametrize("door", ARRAYS)
def test_a_mask_is_refused_for_it_would_be_lost(door):
    """np.asarray of a masked 1 is 1: what was hidden would be released."""
    hidden = np.ma.array([1, 1], mask=[0, 1])
    for bad in (hidden, np.ma.array([1, 1]), [hidden, hidden], (hidden,), [1, np.ma.masked]):
        with pytest.raises(TypeError, match=f"x must not have a mask, which would be lost, got {type(bad).__name__} "):
            ARRAYS[door](bad)


@pytest.mark.parametrize("door", ARRAYS)
def test_a_complex_number_is_refused_for_half_of_it_would_be_lost(door):
    for bad in ([1j, 1], np.array([1 + 0j]), np.complex64(1), pd.Series([1j])):
        with pytest.raises(TypeError, match=r"x must be .+, got complex"):
            ARRAYS[door](bad)


@pytest.mark.parametrize("door", ARRAYS)
@pytest.mark.parametrize("bad", [10**400, [1, 10**400], [-(10**30)], (2**64, 1), np.array([1, 10**5000], object)], ids=range(5))
def test_an_entry_that_no_array_can_hold_is_refused(door, bad):
    with pytest.raises(ValueError, match=r"x must be .+ of at most 64 bits, got (-?10+|18446744073709551616|a number of over 4,300 digits)"):
        ARRAYS[door](bad)


def test_arrays_of_small_numbers_grow_before_they_are_compared():
    assert checks.reals("x", np.array([6e4], np.float16)).dtype == float
    assert checks.integers("x", np.array([-128], np.int8), low=-(2**53), high=2**53).dtype == np.int64
    bits = np.array([0, 2**63, 2**64 - 1], np.uint64)  # beyond int64 they are the same bits
    assert (checks.integers("x", bits, low=0, high=2**64 - 1).view(np.uint64) == bits).all()
    with pytest.raises(ValueError, match=f"x must be integers from 0 to 5, got {2**64 - 1}"):
        checks.integers("x", np.array([2**64 - 1], np.uint64), low=0, high=5)


@pytest.mark.parametrize(
    "cell", [[1, 2], {"a": 1}, {1}, np.array([1, 2]), SERIES, (1, [2])], ids=["list", "dict", "set", "array", "Series", "tuple"]
)
def test_a_cell_that_holds_several_values_is_refused(cell):
    held = pd.Series([1, None], dtype=object)
    held[1] = cell
    with pytest.raises(TypeError, match=f"x must have one value in each cell, got {type(cell).__name__} .* in column 'ages'"):
        checks.frame("x", FRAME.assign(ages=held))
    pairs = FRAME.assign(pair=[(1, 2), (3, 4)], text=["a", None], day=pd.Timestamp("2026-01-01"))
    assert checks.frame("x", pairs) is pairs


def test_a_column_of_complex_numbers_is_refused():
    with pytest.raises(TypeError, match="x must have real numbers, got complex128 in column 'block'"):
        checks.frame("x", FRAME.assign(block=[1j, 2]))


@pytest.mark.parametrize(
    "label", [["sex"], np.array(["sex"]), SERIES, {"sex": 1}, ("sex",), None, 10**5000], ids=lambda label: type(label).__name__
)
def test_a_label_that_no_column_can_have_is_refused(label):
    with pytest.raises(ValueError, match=r"x must be columns of frame \(block, sex\), got ") as caught:
        checks.column_names("x", ["block", label], FRAME.columns)
    assert len(str(caught.value)) < 100 and "\n" not in str(caught.value)


def test_a_long_value_is_cut_and_stands_on_one_line():
    assert checks.shown("a" * 99) == "str '" + "a" * 36 + "..."
    assert checks.shown(10**5000) == "int a number of over 4,300 digits"
    assert checks.shown(pd.Series([1, 2])) == "Series 0 1 1 2 dtype: int64"
    with pytest.raises(ValueError, match=r"x must be 'a', got 'b{36}\.\.\.$"):
        checks.choice("x", "b" * 99, ["a"])


def test_every_refusal_says_what_it_got():
    """Whatever is raised in the file names the parameter and ends in what was given instead."""
    raised = [node for node in ast.walk(ast.parse(inspect.getsource(checks))) if isinstance(node, ast.Raise)]
    assert raised and all(", got " in ast.unparse(node) and "must " in ast.unparse(node) or "rule" in ast.unparse(node) for node in raised)
