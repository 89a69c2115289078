"""The tests of bad input that every room has: a public function refuses bad arguments, naming parameter, value and rule.

A room takes them into tests/<room>/test_<room>_bad_input.py by `from bad_input_tests import *`, and says there

    CALLS          function: (a call that works, its arguments as {parameter: (good value, kind of the parameter)});
                   one function can have several calls, told apart by what follows its name and a space
    BAD            kind of a parameter: list of (what is refused, how, the rule that the message states); the kinds that
                   several rooms have are in `bad_values.BAD`
    CONTENTS       list of (function, its frame, a column of it, {what the column must not hold: how it is refused}); who
                   has it imports `test_bad_values_in_a_column_are_refused` as well
    POSITIONAL     parameters that may come without their name: data, and what a sentence would name in this place
    POSITIONAL_IN  such parameters of one function alone; what a picture has on its axis may come without its name, too
    MAY_DRAW       functions in which the generator may be left out
    INNER          what nobody calls: records that functions hand out, and functions, or whole files of them, that are
                   reached through the checks of a function in `CALLS`

`CALLS` and `POSITIONAL` must be there. A public function or a parameter without an entry fails the first test. Hypothesis
draws the bad values, the same ones in each run.
"""

import functools
import importlib
import inspect
from pathlib import Path

import bad_values
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings

import coursekit

__all__ = ["pytest_generate_tests", "register", "test_every_public_function_and_parameter_has_an_entry"]
__all__ += ["test_the_good_call_works", "test_privacy_parameters_are_keyword_only", "test_bad_input_is_refused"]


def pytest_generate_tests(metafunc):
    """Give each of the tests below its cases from what the room says."""
    room, wanted = metafunc.module, set(metafunc.fixturenames)
    if "ways" in wanted:
        kinds = bad_values.BAD | getattr(room, "BAD", {})
        metafunc.parametrize(("name", "parameter", "ways"), cases(room.CALLS, kinds))
    elif "column" in wanted:
        metafunc.parametrize(("name", "parameter", "column", "bad", "error"), columns(room.CONTENTS))
    elif "name" in wanted:
        metafunc.parametrize("name", room.CALLS)


@pytest.fixture
def register(request):
    """The room's file of tests: what it says about its functions."""
    return request.module


def test_every_public_function_and_parameter_has_an_entry(register):
    check_entries(files(register), register.CALLS, getattr(register, "INNER", set()))
    asked = {kind for _, arguments in register.CALLS.values() for _, kind in arguments.values()}
    assert set(getattr(register, "BAD", {})) <= asked, "a kind that no parameter has"
    assert hasattr(register, "CONTENTS") == hasattr(register, "test_bad_values_in_a_column_are_refused")


def test_the_good_call_works(register, name):
    function, arguments = register.CALLS[name]
    function(**good_values(arguments))


def test_privacy_parameters_are_keyword_only(register, name):
    plain = name.partition(" ")[0]
    positional = register.POSITIONAL | getattr(register, "POSITIONAL_IN", {}).get(plain, set())
    check_keyword_only(register.CALLS[name][0], positional, rng_needed=plain not in getattr(register, "MAY_DRAW", ()))


def test_bad_input_is_refused(register, name, parameter, ways):
    check_refused(register.CALLS[name], parameter, ways)


def test_bad_values_in_a_column_are_refused(register, name, parameter, column, bad, error):
    """A bad number is in all rows but the first: whoever looks at that one alone is caught as well."""
    function, arguments = register.CALLS[name]
    good = good_values(arguments)
    values = good[parameter][column]
    if isinstance(bad, (int, float)) and not isinstance(bad, bool):
        held = pd.Series([values.iloc[0], *[bad] * (len(values) - 1)], index=values.index)
    elif bad is bad_values.MIXED:
        held = (2 * len(values) * bad)[: len(values)]
    else:
        held = pd.Series([bad] * len(values), index=values.index)
    with pytest.raises(error) as caught:
        function(**good | {parameter: good[parameter].assign(**{column: held})})
    message = str(caught.value)
    assert column in message and ", got " in message, message
    assert parameter in message or f"column {column!r}" in message, message


def files(register):
    """Give a room's page of contents and its files, without pictures: what those compute, others have checked."""
    place = Path(coursekit.__file__).parent / Path(register.__file__).parent.name
    names = sorted(path.stem for path in place.glob("*.py") if not path.stem.endswith("pictures"))
    return [importlib.import_module(f"coursekit.{place.name}.{name}".removesuffix(".__init__")) for name in names]


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


def check_entries(modules, calls, inner):
    """Every public function of the modules has a call or is an inner one, and the call names every parameter."""
    found = {name: function for module in modules for name, function in public_functions(module)}
    known = set(found) | {module.__name__.rpartition(".")[2] for module in modules}
    called = {name.partition(" ")[0] for name in calls}
    assert inner <= known, f"INNER has what is not there: {inner - known}"
    needed = {name for name in found if name not in inner and name.partition(".")[0] not in inner}
    assert needed == called, f"CALLS lacks {needed - called}, and has {called - needed} too many"
    for name, (_, arguments) in calls.items():
        parameters = [
            parameter.name
            for parameter in inspect.signature(found[name.partition(" ")[0]]).parameters.values()
            if parameter.name != "self" and parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
        ]
        assert parameters == list(arguments), f"CALLS must give {name} these arguments: {parameters}"


def check_keyword_only(function, positional, *, rng_needed=True):
    """Only these parameters may come without their names, and a generator is never made up."""
    for parameter in inspect.signature(function).parameters.values():
        named = parameter.kind in (parameter.KEYWORD_ONLY, parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
        assert named or parameter.name in positional | {"self"}, parameter
        assert parameter.name != "rng" or parameter.default is (parameter.empty if rng_needed else None)


def good_values(arguments):
    return {parameter: value for parameter, (value, _) in arguments.items()}


def called(bad):
    """Give a bad value a word for the test's name."""
    words = {bad_values.YES: "booleans", bad_values.DATE: "dates", bad_values.MIXED: "mixed", bad_values.TEXT: "text"}
    return words.get(bad, str(bad)) if bad != 1 or bad is bad_values.YES else "1"


def columns(contents):
    """One test case for each column and what it must not hold."""
    return [
        pytest.param(*where, bad, error, id=f"{where[0]}-{where[1]}-{where[2]}-{called(bad)}")
        for *where, every in contents
        for bad, error in every.items()
    ]


def cases(calls, kinds):
    """One test case for each function and parameter: all the ways to be bad."""
    return [
        pytest.param(name, parameter, kinds[kind], id=f"{name}-{parameter}")
        for name, (_, arguments) in calls.items()
        for parameter, (_, kind) in arguments.items()
    ]


@functools.cache
def drawn(strategy):
    """Ten bad values, or as many as there are; drawn once, for many parameters are bad in the same ways."""
    values = []

    @settings(max_examples=10, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    @given(strategy)
    def draw(value):
        values.append(value)

    draw()
    return values


def check_refused(call, parameter, ways):
    """The function refuses each bad value of each way to be bad, naming the parameter, the value and the rule."""
    function, arguments = call
    good = good_values(arguments)
    for strategy, error, rule in ways:
        for bad in drawn(strategy):
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
