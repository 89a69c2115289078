"""Helpers of a hands-on course on data privacy: one room a lesson.

======  ===============  ================================================
lesson  room             question
======  ===============  ================================================
01      ``attacks``      Can you find your neighbour without names?
02      ``local``        Can a survey learn without learning about you?
03      ``mechanisms``   How much noise is enough? (also lesson 00)
04      ``accounting``   What do many answers cost together?
05      ``synthesis``    Can a record of nobody tell the truth?
06      ``utility``      Which number would notice that it does not?
07      ``risk``         Whom does it expose?
08      ``topdown``      Who pays for a count of −3?
09      ``audit``        What would an attacker really see?
10      ``releases``     One look at the data: what do you publish?
11      ``inference``    What does a regression know of the noise?
12      ``conditional``  What is left if totals are exact?
13      ``cases``        Three releases: would you sign?
======  ===============  ================================================

Each room holds the mathematics of its lesson and, in files named ``pictures``, what its knobs move. Everybody's rooms:
``data`` (the tables), ``knobs`` (sliders), ``plots`` (what pictures share), ``frames`` (the one reader of data frames),
``checks`` (of arguments), ``grading`` (what hidden tests use). CONTRIBUTING.md says who may import whom.

What no docstring says again: frames are pandas.DataFrames with a row for each person, and `confidential`, `synthetic`
and `holdout` have the same columns of the same kinds; `rng` is a numpy.random.Generator, from which all chance comes; a
wrong kind of argument is a TypeError, a value out of range a ValueError, and NaN is refused where none is named.
"""

from importlib import import_module

__version__ = "1.0.0"


def contents(room, **files):
    """Give a room its table of contents: a ``__getattr__`` and ``__dir__`` that open a file when its names are used.

    `room` is the package's ``__name__``; `files` have the names that each offers, with spaces between. Nothing is kept:
    a room holds the same names before and after, which is how graders see that nobody replaced one.
    """
    where = {name: file for file, names in files.items() for name in names.split()}

    def __getattr__(name):
        if name in where:
            return getattr(import_module(f"{room}.{where[name]}"), name)
        try:
            return import_module(f"{room}.{name}")
        except ModuleNotFoundError as error:
            if error.name != f"{room}.{name}":
                raise
            raise AttributeError(f"{room} has no {name!r}; it has {', '.join(where)}") from None

    return __getattr__, lambda: sorted(where)
