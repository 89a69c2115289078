"""Refuse bad arguments at the door, with a message that names the parameter, the value and the rule.

A wrong kind of thing (text, a boolean, a decimal number where a count belongs) is a ``TypeError``; a right kind of
thing out of its range, NaN included, is a ``ValueError``. Nothing is clamped, rounded or converted in silence.
"""

import math
import numbers
from fractions import Fraction

import numpy as np

# Random floats have steps of 2^-53, in which noise rarer than e^-30, or truth that shows by less than 2^-32, drowns.
LARGEST_EPSILON = 30
SMALLEST_EPSILON = 2.0**-32

LARGEST_COUNT = 2**53  # floats hold every whole number up to here; and noise on top cannot overflow int64


def number(name, value):
    """Return `value` if it is one finite real number.

    Raises
    ------
    TypeError
        For text, booleans, arrays and everything else that is not a real number.
    ValueError
        For NaN and the infinities.

    Examples
    --------
    >>> number("epsilon", 0.5)
    0.5
    >>> number("epsilon", float("nan"))
    Traceback (most recent call last):
    ValueError: epsilon must be a finite number, got nan
    """
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Real):
        raise TypeError(f"{name} must be a number, got {_shown(value)}")
    if value != value or abs(value) == math.inf:
        raise ValueError(f"{name} must be a finite number, got {value}")
    return value


def whole(name, value, *, at_least, at_most=math.inf):
    """Return `value` if it is one integer in `at_least` … `at_most`.

    Examples
    --------
    >>> whole("d", 16, at_least=2)
    16
    >>> whole("d", 1, at_least=2)
    Traceback (most recent call last):
    ValueError: d must be >= 2, got 1
    """
    number(name, value)
    if not isinstance(value, numbers.Integral):
        raise TypeError(f"{name} must be an integer, got {_shown(value)}")
    if value < at_least:
        raise ValueError(f"{name} must be >= {at_least}, got {value}")
    if value > at_most:
        raise ValueError(f"{name} must be <= {at_most}, got {value}")
    return value


def inside(name, value, low, high):
    """Return `value` if it is one number strictly between `low` and `high`.

    Examples
    --------
    >>> inside("level", 0.95, 0, 1)
    0.95
    >>> inside("level", 1, 0, 1)
    Traceback (most recent call last):
    ValueError: level must be > 0 and < 1, got 1
    """
    if not low < number(name, value) < high:
        raise ValueError(f"{name} must be > {low} and < {high}, got {value}")
    return value


def positive(name, value):
    """Return `value` if it is one number above 0.

    Examples
    --------
    >>> positive("epsilon", -1)
    Traceback (most recent call last):
    ValueError: epsilon must be > 0, got -1
    """
    if number(name, value) <= 0:
        raise ValueError(f"{name} must be > 0, got {value}")
    return value


def privacy_loss(epsilon, *, sensitivity=1):
    """Return epsilon / sensitivity as a float if random floats can honour it: 2**-32 to 30.

    Examples
    --------
    >>> privacy_loss(1)
    1.0
    >>> privacy_loss(31)
    Traceback (most recent call last):
    ValueError: epsilon must be from 2.3e-10 to 30, the range that random floats can honour, got 31
    """
    positive("epsilon", epsilon)
    if not SMALLEST_EPSILON * sensitivity <= epsilon <= LARGEST_EPSILON * sensitivity:
        per = "" if sensitivity == 1 else " / sensitivity"
        got = epsilon if sensitivity == 1 else f"{epsilon} / {sensitivity}"
        bounds = f"from {SMALLEST_EPSILON:.2g} to {LARGEST_EPSILON}, the range that random floats can honour"
        raise ValueError(f"epsilon{per} must be {bounds}, got {got}")
    return float(epsilon / sensitivity)


def failure(delta, *, zero=False):
    """Return `delta` as a float if it is above 0 (or 0 itself, where `zero` allows it) and below 1.

    Examples
    --------
    >>> failure(1e-6)
    1e-06
    >>> failure(1, zero=True)
    Traceback (most recent call last):
    ValueError: delta must be >= 0 and < 1, got 1
    """
    if zero and (number("delta", delta) < 0 or delta >= 1):
        raise ValueError(f"delta must be >= 0 and < 1, got {delta}")
    return float(delta if zero else inside("delta", delta, 0, 1))


def amount(name, value):
    """Return `value` as a float if it is one number above 0 that floats can multiply and divide: 1e-100 to 1e100.

    Examples
    --------
    >>> amount("sensitivity", 4)
    4.0
    >>> amount("sensitivity", 0)
    Traceback (most recent call last):
    ValueError: sensitivity must be > 0, got 0
    """
    if not 1e-100 <= positive(name, value) <= 1e100:
        raise ValueError(f"{name} must be from 1e-100 to 1e+100, got {value}")
    return float(value)


def exact(name, value):
    """Return `value`, one finite number, as the fraction that a person reads: 0.1 is 1/10, whatever its binary digits.

    Examples
    --------
    >>> exact("epsilon", 0.1)
    Fraction(1, 10)
    """
    if isinstance(number(name, value), numbers.Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    return Fraction(str(value))


def choice(name, value, options):
    """Return `value` if it is one of the texts in `options`.

    Examples
    --------
    >>> choice("neighbours", "add", ["add-remove", "replace-one"])
    Traceback (most recent call last):
    ValueError: neighbours must be 'add-remove' or 'replace-one', got 'add'
    """
    rule = " or ".join(map(repr, options))
    if not isinstance(value, str):
        raise TypeError(f"{name} must be {rule}, got {_shown(value)}")
    if value not in options:
        raise ValueError(f"{name} must be {rule}, got {_cut(repr(value))}")
    return value


def size(value):
    """Return the shape that `size` asks for, as a tuple: () for None, (3,) for 3; at least one draw.

    Examples
    --------
    >>> size(None), size(3), size((2, 3))
    ((), (3,), (2, 3))
    >>> size(0)
    Traceback (most recent call last):
    ValueError: size must be >= 1, got 0
    """
    if value is None:
        return ()
    if not isinstance(value, tuple):
        return (whole("size", value, at_least=1, at_most=2**40),)
    return tuple(whole("size", length, at_least=1, at_most=2**40) for length in value)


def generator(rng):
    """Return `rng` if it is a ``numpy.random.Generator``. Two calls with one seed would share their noise: no seeds.

    Examples
    --------
    >>> generator(1)
    Traceback (most recent call last):
    TypeError: rng must be a numpy.random.Generator (such as numpy.random.default_rng()), got int 1
    """
    if not isinstance(rng, np.random.Generator):
        raise TypeError(f"rng must be a numpy.random.Generator (such as numpy.random.default_rng()), got {_shown(rng)}")
    return rng


def integers(name, values, *, low, high):
    """Return `values` as an int64 array of one or more integers, all in `low` … `high`.

    Examples
    --------
    >>> integers("values", [0, 3], low=0, high=3)
    array([0, 3])
    >>> integers("values", [0, 4], low=0, high=3)
    Traceback (most recent call last):
    ValueError: values must be integers from 0 to 3, got 4
    """
    array = _filled(name, values)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} must be integers, got {_kind(array)}")
    if array.min() < low or array.max() > high:
        worst = array.min() if array.min() < low else array.max()
        raise ValueError(f"{name} must be integers from {low} to {high}, got {worst}")
    return array.astype(np.int64)


def answers(name, values):
    """Return `values` as an array of one or more booleans; the integers 0 and 1 count as no and yes.

    Examples
    --------
    >>> answers("answers", [1, 0])
    array([ True, False])
    >>> answers("answers", ["yes"])
    Traceback (most recent call last):
    TypeError: answers must be booleans (or the integers 0 and 1), got str
    """
    array = _filled(name, values)
    if array.dtype.kind not in "biu":
        raise TypeError(f"{name} must be booleans (or the integers 0 and 1), got {_kind(array)}")
    return array if array.dtype.kind == "b" else integers(name, array, low=0, high=1).astype(bool)


def reals(name, values, *, low=-1e100, high=1e100):
    """Return `values` as a float array of one or more numbers, all in `low` … `high`; infinities are outside.

    Examples
    --------
    >>> reals("values", [1, 2.5])
    array([1. , 2.5])
    >>> reals("values", [1, float("inf")])
    Traceback (most recent call last):
    ValueError: values must be from -1e+100 to 1e+100, got inf
    """
    array = _filled(name, values)
    if array.dtype.kind not in "iuf":
        raise TypeError(f"{name} must be numbers, got {_kind(array)}")
    array = array.astype(float)
    outside = array[(array < low) | (array > high)]
    if outside.size:
        raise ValueError(f"{name} must be from {low:g} to {high:g}, got {outside.flat[0]}")
    return array


def above_zero(name, values):
    """Return `values` as a float array of one or more finite numbers, all above 0.

    Examples
    --------
    >>> above_zero("epsilon", [0.5, 0])
    Traceback (most recent call last):
    ValueError: epsilon must be > 0, got 0.0
    """
    array = reals(name, values)
    if array.min() <= 0:
        raise ValueError(f"{name} must be > 0, got {array.min()}")
    return array


def shares(name, values):
    """Return `values` as an array of one or more numbers from 0 to 1.

    Examples
    --------
    >>> shares("share", 0.3)
    array(0.3)
    >>> shares("share", 30)
    Traceback (most recent call last):
    ValueError: share must be from 0 to 1, got 30.0
    """
    return reals(name, values, low=0, high=1)


def flag(name, value):
    """Return `value` if it is True or False.

    Examples
    --------
    >>> flag("optimized", "no")
    Traceback (most recent call last):
    TypeError: optimized must be True or False, got str 'no'
    """
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} must be True or False, got {_shown(value)}")
    return value


def columns(name, array, width):
    """Return `array` as rows of `width` numbers each, if that is the length of its last axis.

    Examples
    --------
    >>> columns("reports", np.zeros((5, 2)), 3)
    Traceback (most recent call last):
    ValueError: reports must have 3 columns, got shape (5, 2)
    """
    if array.ndim == 0 or array.shape[-1] != width:
        raise ValueError(f"{name} must have {width} columns, got shape {array.shape}")
    return array.reshape(-1, width)


def frame(name, value, *, rows=0, having=()):
    """Return `value` if it is a data frame with `rows` rows or more, and columns of different names, `having` among them.

    Examples
    --------
    >>> frame("confidential", [1, 2])
    Traceback (most recent call last):
    TypeError: confidential must be a pandas.DataFrame, got list [1, 2]
    """
    import pandas as pd

    if not isinstance(value, pd.DataFrame):
        raise TypeError(f"{name} must be a pandas.DataFrame, got {_shown(value)}")
    if not len(value.columns):
        raise ValueError(f"{name} must have at least one column, got none")
    if not value.columns.is_unique:
        twice = value.columns[value.columns.duplicated()].tolist()[0]
        raise ValueError(f"{name} must have columns of different names, got {twice!r} twice")
    if len(value) < rows:
        raise ValueError(f"{name} must have at least {'one row' if rows == 1 else f'{rows} rows'}, got {len(value)}")
    lacking = [column for column in having if column not in value.columns]
    if lacking:
        raise ValueError(f"{name} must have the columns {', '.join(map(str, having))}, got no {lacking[0]!r}")
    return value


def column_names(name, chosen, known, *, of="columns of frame", none=False):
    """Return `chosen` as a list if it is one or more different ones of the `known` labels, which are the columns `of`.

    An empty list passes if `none` allows it.

    Examples
    --------
    >>> column_names("columns", ("sex", "age"), ["block", "sex", "age"])
    ['sex', 'age']
    >>> column_names("columns", ["zip"], ["block", "sex", "age"])
    Traceback (most recent call last):
    ValueError: columns must be columns of frame (block, sex, age), got 'zip'
    """
    import pandas as pd

    if not isinstance(chosen, (list, tuple, np.ndarray, pd.Index, pd.Series)):
        raise TypeError(f"{name} must be a list of column names, got {_shown(chosen)}")
    known, chosen = list(known), list(chosen) if isinstance(chosen, (list, tuple)) else chosen.tolist()
    if not chosen and not none:
        raise ValueError(f"{name} must name at least one column, got none")
    for i, label in enumerate(chosen):
        if label not in known:
            raise ValueError(f"{name} must be {of} ({', '.join(map(str, known[:20]))}), got {_cut(repr(label))}")
        if label in chosen[:i]:
            raise ValueError(f"{name} must name a column once, got {label!r} twice")
    return chosen


def same_dtype(name, values, dtype):
    """Return `values` as an array of one or more numbers, if they already have `dtype`: no conversion can round them.

    Examples
    --------
    >>> same_dtype("reports", [1.5], np.uint64)
    Traceback (most recent call last):
    TypeError: reports must be uint64, got float64
    """
    array = _filled(name, values)
    if array.dtype != dtype:
        raise TypeError(f"{name} must be {np.dtype(dtype)}, got {_kind(array)}")
    return array


def _filled(name, values):
    """Return `values` as an array that is neither empty nor has a missing value in it."""
    try:
        array = np.asarray(values)
    except ValueError:
        raise ValueError(f"{name} must have rows of equal length, got {_shown(values)}") from None
    if array.size == 0:
        raise ValueError(f"{name} must have at least one entry, got none")
    if array.dtype.kind == "O":
        missing = sum(map(_missing, array.flat))
    else:
        missing = np.isnan(array).sum() if array.dtype.kind in "fc" else 0
    if missing:
        raise ValueError(f"{name} must not contain NaN, got {missing} of {array.size}")
    return array


def _missing(value):
    """Tell whether pandas would call `value` missing; pandas.NA cannot be compared, so it is known by its name."""
    return value is None or type(value).__name__ == "NAType" or (isinstance(value, float) and math.isnan(value))


def _kind(array):
    """Name what is in an array in the words a beginner meets: ``str``, not ``<U3``."""
    return {"U": "str", "O": "mixed objects"}.get(array.dtype.kind, str(array.dtype))


def _shown(value):
    """Show a refused value with its kind, cut short."""
    return f"{type(value).__name__} {_cut(repr(value))}"


def _cut(text):
    """Return `text`, its end cut off if it is long."""
    return text if len(text) <= 40 else text[:37] + "..."
