"""Refuse bad arguments at the door, with a message that names the parameter, the value and the rule.

A wrong kind of thing (text, a boolean, a decimal number where a count belongs, an array with a mask) is a
``TypeError``; a right kind of thing out of its range, NaN included, is a ``ValueError``. Nothing is clamped or rounded
in silence. Numbers come back as Python's own, for NumPy's small ones overflow or lose digits in formulas.
"""

import math
import numbers
import re
import sys

import numpy as np

# Random floats have steps of 2^-53, in which noise rarer than e^-30, or truth that shows by less than 2^-32, drowns.
SMALLEST_EPSILON, LARGEST_EPSILON = 2.0**-32, 30
LARGEST_COUNT = 2**53  # floats hold every whole number up to here; and noise on top cannot overflow int64
LARGEST_FLOAT, SMALLEST_FLOAT = sys.float_info.max, sys.float_info.min  # 1 / SMALLEST_FLOAT is a float, too


def number(name, value):
    """Return `value` as Python's int or float if it is one finite real number that floats can hold.

    >>> number("epsilon", np.float32(0.5)), number("low", np.int8(-128))
    (0.5, -128)
    """
    return _such(name, value, "from -1.8e+308 to 1.8e+308", lambda plain: abs(plain) <= LARGEST_FLOAT)


def whole(name, value, *, at_least, at_most=LARGEST_COUNT):
    """Return `value` as an int if it is one integer in `at_least` … `at_most`.

    >>> whole("d", 1, at_least=2)
    Traceback (most recent call last):
    ValueError: d must be >= 2, got 1
    """
    plain = _plain(name, value)
    _kind(isinstance(plain, int), f"{name} must be an integer", value)
    _must(plain >= at_least, f"{name} must be >= {at_least}", value)
    _must(plain <= at_most, f"{name} must be <= {at_most}", value)
    return plain


def inside(name, value, low, high):
    """Return `value` if it is one number strictly between `low` and `high`."""
    return _such(name, value, f"> {low} and < {high}", lambda plain: low < plain < high)


def positive(name, value):
    """Return `value` if it is one number above 0 that floats can turn round: 1 / `value` is finite."""
    number(name, value)
    _must(value > 0, f"{name} must be > 0", value)
    return _such(name, value, ">= 2.2e-308", lambda plain: plain >= SMALLEST_FLOAT)


def privacy_loss(epsilon, *, sensitivity=1):
    """Return epsilon / sensitivity as a float if random floats can honour it: 2**-32 to 30.

    >>> privacy_loss(31)
    Traceback (most recent call last):
    ValueError: epsilon must be from 2.3e-10 to 30, the range that random floats can honour, got 31
    """
    plain, unit = _plain("epsilon", epsilon), _plain("sensitivity", sensitivity)
    _must(plain > 0, "epsilon must be > 0", epsilon)
    per, by = ("", "") if unit == 1 else (" / sensitivity", f" / {unit}")
    rule = f"epsilon{per} must be from 2.3e-10 to {LARGEST_EPSILON}, the range that random floats can honour"
    _must(SMALLEST_EPSILON * unit <= plain <= LARGEST_EPSILON * unit, rule, f"{_cut(epsilon)}{by}")
    return float(plain / unit)


def failure(delta, *, zero=False):
    """Return `delta` as a float if it is above 0 (or 0 itself, where `zero` allows it) and below 1."""
    return float(_such("delta", delta, ">= 0 and < 1", lambda x: 0 <= x < 1) if zero else inside("delta", delta, 0, 1))


def amount(name, value):
    """Return `value` as a float if it is one number above 0 that floats can multiply and divide: 1e-100 to 1e100."""
    _such(name, value, "> 0", lambda plain: plain > 0)
    return float(_such(name, value, "from 1e-100 to 1e+100", lambda plain: 1e-100 <= plain <= 1e100))


def choice(name, value, options):
    """Return `value` if it is one of the texts in `options`."""
    rule = " or ".join(map(repr, options))
    _kind(isinstance(value, str), f"{name} must be {rule}", value)
    _must(value in options, f"{name} must be {rule}", repr(value))
    return value


def text(name, value, pattern, rule):
    """Return `value` if it is a text that all of `pattern` describes; `rule` says the same in words.

    >>> text("zip", "1234", "[0-9]{5}", "five digits")
    Traceback (most recent call last):
    ValueError: zip must be five digits, got '1234'
    """
    _kind(isinstance(value, str), f"{name} must be {rule}", value)
    _must(re.fullmatch(pattern, value), f"{name} must be {rule}", repr(value))
    return value


def flag(name, value):
    """Return `value` as Python's bool if it is True or False."""
    _kind(isinstance(value, (bool, np.bool_)), f"{name} must be True or False", value)
    return bool(value)


def generator(rng):
    """Return `rng` if it is a ``numpy.random.Generator``. Two calls with one seed would share their noise: no seeds."""
    rule = "rng must be a numpy.random.Generator (such as numpy.random.default_rng())"
    _kind(isinstance(rng, np.random.Generator), rule, rng)
    return rng


def integers(name, values, *, low, high):
    """Return `values` as an int64 array of one or more integers, all in `low` … `high` (from 2**63 on the same bits).

    >>> integers("values", [0, 3], low=0, high=3)
    array([0, 3])
    """
    array = _filled(name, values, "integers", "iu")
    for extreme in (array.min(), array.max()):
        _must(low <= extreme <= high, f"{name} must be integers from {low} to {high}", extreme)
    return array.astype(np.int64)


def answers(name, values):
    """Return `values` as an array of one or more booleans; the integers 0 and 1 count as no and yes."""
    array = _filled(name, values, "booleans (or the integers 0 and 1)", "biu")
    return array if array.dtype.kind == "b" else integers(name, array, low=0, high=1).astype(bool)


def reals(name, values, *, low=-1e100, high=1e100):
    """Return `values` as a float array of one or more numbers, all in `low` … `high`; infinities are outside."""
    array = _filled(name, values, "numbers", "iuf").astype(float)
    outside = array[(array < low) | (array > high)]
    _must(not outside.size, f"{name} must be from {low:g} to {high:g}", *outside[:1])
    return array


def shares(name, values):
    """Return `values` as an array of one or more numbers from 0 to 1."""
    return reals(name, values, low=0, high=1)


def columns(name, array, width):
    """Return `array` as rows of `width` numbers each, if that is the length of its last axis."""
    _must(array.shape[-1:] == (width,), f"{name} must have {width} columns", f"shape {array.shape}")
    return array.reshape(-1, width)


def frame(name, value, *, rows=0, having=()):
    """Return `value` if it is a data frame of `rows` rows or more, whose columns have different names, `having` among
    them, and whose cells hold one value each, no complex number.
    """
    import pandas as pd

    _kind(isinstance(value, pd.DataFrame), f"{name} must be a pandas.DataFrame", value)
    twice = [] if value.columns.is_unique else value.columns[value.columns.duplicated()].tolist()
    lacking = [column for column in having if column not in value.columns]
    _must(len(value.columns), f"{name} must have at least one column", "none")
    _must(not twice, f"{name} must have columns of different names", *(f"{label!r} twice" for label in twice))
    _must(len(value) >= rows, f"{name} must have at least {'one row' if rows == 1 else f'{rows} rows'}", len(value))
    _must(not lacking, f"{name} must have the columns {', '.join(map(str, having))}", *(f"no {c!r}" for c in lacking))
    for column, dtype in zip(value.columns, value.dtypes):
        if dtype.kind == "c":
            raise TypeError(f"{name} must have real numbers, got {dtype} in column {column!r}")
        if dtype == object and not _hashable(tuple(value[column])):
            cell = next(cell for cell in value[column] if not _hashable(cell))
            raise TypeError(f"{name} must have one value in each cell, got {shown(cell)} in column {column!r}")
    return value


def column_names(name, chosen, known, *, of="columns of frame", none=False):
    """Return `chosen` as a list if it is one or more different `known` labels, which are the columns `of`.

    An empty list passes if `none` allows it.
    >>> column_names("columns", ["zip"], ["block", "sex"])
    Traceback (most recent call last):
    ValueError: columns must be columns of frame (block, sex), got 'zip'
    """
    pandas = sys.modules.get("pandas")  # not loaded here: it takes long, and without it nobody has an Index
    lists = (list, tuple, np.ndarray, *((pandas.Index, pandas.Series) if pandas else ()))
    _kind(isinstance(chosen, lists), f"{name} must be a list of column names", chosen)
    known, chosen = list(known), chosen.tolist() if hasattr(chosen, "tolist") else list(chosen)
    rule = f"{name} must be {of} ({', '.join(map(str, known[:20]))})"
    _must(chosen or none, f"{name} must name at least one column", "none")
    for i, label in enumerate(chosen):
        _must(_hashable(label) and label in known, rule, _cut(label, repr))
        _must(label not in chosen[:i], f"{name} must name a column once", f"{label!r} twice")
    return chosen


def _hashable(value):
    try:
        hash(value)
    except TypeError:
        return False
    return True


def shown(value):
    """Show a refused value with its kind, cut short."""
    return f"{type(value).__name__} {_cut(value, repr)}"


def _must(holds, rule, *got):
    """Raise the error that states the rule and shows the first of what was `got` instead."""
    if not holds:
        raise ValueError(f"{rule}, got {_cut(got[0])}")


def _kind(holds, rule, value):
    """Raise the error that states what kind of thing is wanted, and shows what came instead."""
    if not holds:
        raise TypeError(f"{rule}, got {shown(value)}")


def _such(name, value, rule, holds):
    """Return one finite number as Python's own if `holds` is true of it."""
    plain = _plain(name, value)
    _must(holds(plain), f"{name} must be {rule}", value)
    return plain


def _plain(name, value):
    """Return one finite number as Python's own; an int may be larger than floats can be."""
    _kind(isinstance(value, numbers.Real) and not isinstance(value, bool), f"{name} must be a number", value)
    if isinstance(value, numbers.Integral):
        return int(value)
    try:
        plain = float(value)
    except OverflowError:  # a fraction
        plain = math.inf
    _must(math.isfinite(plain), f"{name} must be a finite number", value)
    return plain


def _filled(name, values, noun, kinds):
    """Return `values` as an array without gaps and masks, of numbers of certain `kinds`."""
    parts = values if isinstance(values, (list, tuple)) else [values]
    masked = any(issubclass(kind, np.ma.MaskedArray) for kind in set(map(type, parts)))
    _kind(not masked, f"{name} must not have a mask, which would be lost", values)
    try:
        array = np.asarray(values)
    except ValueError:
        raise ValueError(f"{name} must have rows of equal length, got {shown(values)}") from None
    _must(array.size, f"{name} must have at least one entry", "none")
    mixed = list(array.flat) if array.dtype.kind == "O" else []
    missing = sum(map(_missing, mixed)) if mixed or array.dtype.kind not in "fc" else np.isnan(array).sum()
    _must(not missing, f"{name} must not contain NaN", f"{missing} of {array.size}")
    if array.dtype.kind not in kinds:
        huge = [one for one in mixed if type(one) is int and abs(one) >= 2**63]  # NumPy has no number for it
        _must(not huge, f"{name} must be {noun} of at most 64 bits", *huge)
        kind = {"U": "str", "O": "mixed objects"}.get(array.dtype.kind, array.dtype)  # in words that a beginner meets
        raise TypeError(f"{name} must be {noun}, got {kind}")
    return array


def _missing(value):
    """Tell whether pandas would call `value` missing; pandas.NA cannot be compared, so it is known by its name."""
    return value is None or type(value).__name__ == "NAType" or (isinstance(value, float) and math.isnan(value))


def _cut(value, form=str):
    """Write `value` on one line, its end cut off if it is long."""
    try:
        text = " ".join(form(value).split())
    except ValueError:
        text = "a number of over 4,300 digits"  # Python writes no longer ones
    return text if len(text) <= 40 else text[:37] + "..."
