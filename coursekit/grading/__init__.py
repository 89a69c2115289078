"""Check privacy as well as accuracy: what hidden tests are made of.

A check returns ``""`` when all is well and otherwise one sentence for the student. A random check refuses right work
with probability at most `alpha` (`ALPHA` unless told), by bounds that hold for every sample size (exact binomial tails,
Dvoretzky-Kiefer-Wolfowitz, Azuma-Hoeffding): a notebook with fewer than 100 of them fails a right answer less than once
in a million runs. `mistakes` are a dict of sentence about a misconception -> what it would give: the one that fits is
named. Checks run beside the student's code in one process: they guide the honest and cannot stop a cheat.
"""

import contextlib
import copy
import os
import random
import warnings
import zlib

import numpy as np

# _refused too: a hunt for what was replaced looks at the names of this module
from coursekit.grading.chance import ALPHA, _refused, check_independence, check_loss, check_noise  # noqa: F401
from coursekit.grading.chance import check_pairs, check_table, laplace_cdf, normal_cdf  # noqa: F401
from coursekit.grading.visible import run_test  # noqa: F401

SEED_VARIABLE, DEFAULT_SEED = "COURSEKIT_GRADING_SEED", 19650309
# Read once, at the import: what a notebook does to its environment chooses no seed
SEED = os.environ.get(SEED_VARIABLE, str(DEFAULT_SEED))


def generator(label):
    """Give the `numpy.random.Generator` of one test cell, the same in every run unless the instructor reseeds it.

    It is seeded by `label`, the name of the test (other names give independent streams), and by the environment
    variable ``COURSEKIT_GRADING_SEED`` as it was at the import; a ValueError if that is set and no integer >= 0.
    >>> bool(generator("coin").random() == generator("coin").random())
    True
    """
    if not SEED.isdecimal():
        raise ValueError(f"{SEED_VARIABLE} must be an integer >= 0, got {SEED!r}")
    return np.random.default_rng([int(SEED), zlib.crc32(label.encode())])


@contextlib.contextmanager
def quiet():
    """Run student code without prints or warnings: nbgrader gives 0 for a single word on stderr.

    >>> with quiet():
    ...     print("a thousand debugging lines")
    """
    with open(os.devnull, "w") as sink, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with contextlib.redirect_stdout(sink), contextlib.redirect_stderr(sink):
            yield


def _said(error):
    """Give the text of an error, a plain str whatever the error's own class of texts does."""
    try:
        return str.__str__(str(error))
    except Exception:
        return "an error that cannot say what it is"


class Marks:
    """Add up the marks of one test cell of `points` (> 0); end the cell with ``marks.total()``.

    >>> marks = Marks(2)
    >>> marks.check(1, lambda: 2 + 2 == 4)
    >>> marks.check(1, lambda: 1 / 0 == 1, "divide by n, not by zero")
    Lost 1 point: your code raised ZeroDivisionError: division by zero (divide by n, not by zero)
    >>> marks.total()
    1.0
    """

    def __init__(self, points):
        self.points, self.offered, self.earned = float(points), 0.0, 0.0

    def check(self, points, test, message=""):
        """Add `points` if `test` holds; otherwise print a sentence, never raise.

        test : bool, str or callable that returns one. Only True and "" (no complaint) earn; None, NaN, 1 or an array do
            not. An error that a callable raises, SystemExit included, becomes a sentence.
        message : str. What to fix, where `test` does not say it.
        """
        try:
            with quiet():
                result = test() if callable(test) else test
        except AssertionError as error:
            result = _said(error) or message or "an assertion failed"
        except NotImplementedError:
            result = "this exercise is not solved yet"
        except (Exception, SystemExit) as error:  # not KeyboardInterrupt: nbgrader's time limit
            text = f"{type(error).__name__}: {_said(error)}".splitlines()[0][:200]
            result = f"your code raised {text}" + (f" ({message})" if message else "")
        points = float(points)
        self.offered += points
        kind = type(result)  # not isinstance: an object may say of itself that it is a bool, or an empty text
        if (kind is bool or kind is np.bool_) and bool(result) or kind is str and result == "":
            self.earned += points
        else:
            sentence = result if kind is str else message or "this check failed"
            print(f"Lost {points:g} point{'s' * (points != 1)}: {sentence}")

    def total(self):
        """Return the marks as nbgrader needs them: a plain float from 0 to the cell's points.

        A ValueError if the checks do not add up to these points (the instructor's slip).
        """
        if abs(self.offered - self.points) > 1e-9:
            raise ValueError(f"checks must add up to {self.points:g} points, got {self.offered:g}")
        # Rounded: 0.5 + 0.5 + 5 * 0.4 is 2.9999999999999996, which nbgrader calls partial credit.
        return float(min(max(round(self.earned, 6), 0.0), self.points))


def call(function, *args, **kwargs):
    """Call a student's function with copies of its data, and refuse one that changes them, by an AssertionError.

    Arrays, frames, series, lists, dicts and sets are data; all else, such as an rng, is passed on as it is.
    >>> call(lambda values: values.sort(), np.array([3, 1, 2]))
    Traceback (most recent call last):
    AssertionError: Your function changes the data it is given: work on a copy.
    """
    given = [_copy(value) for value in (*args, *kwargs.values())]
    result = function(*given[: len(args)], **dict(zip(kwargs, given[len(args) :])))
    same = all(_alike(one, other) for one, other in zip(given, (*args, *kwargs.values())))
    assert same, "Your function changes the data it is given: work on a copy."
    return result


def _copy(value):
    changes = isinstance(value, (np.ndarray, list, dict, set)) or hasattr(value, "equals")
    return copy.deepcopy(value) if changes else value


def _alike(one, other):
    if isinstance(one, np.ndarray):
        plain = one.dtype != object  # as bytes, for NaN is not equal to NaN
        same = one.tobytes() == other.tobytes() if plain else one.tolist() == other.tolist()
        return one.shape == other.shape and same
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(map(_alike, one, other))
    if isinstance(one, dict):
        return list(one) == list(other) and all(_alike(one[key], other[key]) for key in one)
    return one.equals(other) if hasattr(one, "equals") else one is other or one == other


def as_array(result, *, shape, allowed=None):
    """Read what a student's function returned as an array of a shape, or say why not in an AssertionError.

    `allowed` are the values that may occur; True counts as 1.
    >>> as_array([True, False], shape=(2,), allowed=(0, 1)).tolist()
    [True, False]
    """
    no_return = "your function returns None: is `return` missing, or is there a second `def` line inside of it?"
    assert result is not None, no_return
    array = np.asarray(result)
    assert array.shape == shape, f"your function returns shape {array.shape}; it should be {shape}"
    right = allowed is None or array.dtype.kind in "biuf" and np.isin(array, allowed).all()
    assert right, f"your function returns values such as {array.ravel().tolist()[0]!r}; only {list(allowed)} may occur"
    return array


def check_value(got, right, *, what, mistakes=None, rel=1e-6):
    """Compare a number with the right one and name the mistake that leads to it.

    what : str. Begins the sentence: "Your interval's lower end".
    mistakes : dict of str to float, optional. Where two or three give the same, all are named; where more do, none is.
    rel : float. Largest relative error allowed, > 0.
    >>> check_value(.25, .75, what="P(truth)", mistakes={"you lie with p instead of 1 - p": .25})
    'P(truth) is 0.25; it should be 0.75: you lie with p instead of 1 - p.'
    """
    if isinstance(got, (str, bool, np.bool_)) or got is None or np.ndim(got) != 0:
        return f"{what} should be a number, not {type(got).__name__}."
    got = float(got)

    def near(value):
        return got == value or np.isfinite(value) and abs(got - value) <= rel * abs(value)

    if near(right):
        return ""
    fits = list({text.strip(): None for text, value in (mistakes or {}).items() if near(value)})
    named = f": {', or '.join(fits)}" if 0 < len(fits) < 4 else ""
    return f"{what} is {got:.6g}; it should be {right:.6g}{named}."


def _global_states():
    numpy_state = np.random.get_state(legacy=False)["state"]
    return numpy_state["key"].tobytes(), numpy_state["pos"], random.getstate()


def _same(left, right):
    return len(left) == len(right) and all(np.array_equal(a, b) for a, b in zip(left, right))


def watch(release, data, *, rng, calls=2):
    """Tell from behaviour alone whether ``release(data, rng)`` draws all its noise, afresh, from the rng it gets.

    Every legitimate use of a numpy Generator passes (any method, loops, `spawn`, scipy's ``random_state=rng``): only
    what comes out is compared, and the global generators before and after.

    data : array_like. Large enough (or `calls` many enough) that noise of another generator shows: two runs of two
        calls of 200 coins agree by chance with probability below 1e-80.
    calls : int. Successive releases in one run, >= 2; more for a release that is a single number.
    >>> watch(lambda x, rng: x + np.random.default_rng(1).random(3), [1., 2, 3], rng=generator("doc"))
    'Whatever rng comes in, the same noise comes out: a seed is fixed inside, noise is kept, or none is added.'
    """
    data, key = np.asarray(data), int(rng.integers(2**32))
    saved, found = (np.random.get_state(), random.getstate()), {"mutated": False, "global": False}

    def run(seed):
        own, outputs, used = np.random.default_rng([key, seed]), [], False
        before = repr(own.bit_generator.state)
        for call in range(calls):
            given = data.copy()
            np.random.seed(int(rng.integers(2**32)))  # so that a global seed set inside shows
            random.seed(int(rng.integers(2**32)))
            states = _global_states()
            outputs.append(np.array(release(given, own)))
            found["mutated"] |= not np.array_equal(given, data)
            found["global"] |= states != _global_states()
        used = before != repr(own.bit_generator.state) or own.bit_generator.seed_seq.n_children_spawned > 0
        return outputs, used

    try:
        run(0)  # imports inside the function happen here
        found["global"] = False
        (first, used), (again, _), (other, _) = run(1), run(1), run(2)
        same_for_all, repeated = _same(first, again) and _same(first, other), _same(first[1:], first[:-1])
        if same_for_all or repeated:  # a single coin agrees by chance now and then; 40 more runs rule that out
            more = [run(seed)[0] for seed in range(3, 43)]
            same_for_all = same_for_all and all(_same(first, outputs) for outputs in more)
            repeated = repeated and all(_same(outputs[1:], outputs[:-1]) for outputs in more)
    finally:
        np.random.set_state(saved[0])
        random.setstate(saved[1])
    if found["global"]:
        return "You draw from a global generator (np.random... or random...): draw from the rng that is passed in."
    if found["mutated"]:
        return "Your function changes the array it is given: work on a copy."
    if same_for_all:
        return ("Whatever rng comes in, the same noise comes out: "
                "a seed is fixed inside, noise is kept, or none is added.")
    if not _same(first, again):
        ignored = "the rng that is passed in is ignored; draw from it, not from a generator of your own."
        part = "part of your noise does not come from the rng that is passed in."
        return f"Equal generators give different answers: {part if used else ignored}"
    twice = "Two calls in a row give the same noise: draw from rng itself, not from a copy or a reseeded one."
    return twice if repeated else ""
