"""Reconstruction: who lives on a block, worked out from tables that name nobody.

A published statistic (seven people, mean age 38.0, median 30) is an equation about the people behind it. Every block of
people that satisfies all equations is a *solution*; where one solution is left, the tables are the microdata. How
solutions are counted is in `blocks`, and what a guess without tables would reach in `guessing`.
"""

import itertools

import numpy as np

from coursekit import checks
from coursekit.attacks.blocks import ANYTHING, OLDEST, Statistic, ways

EVERYONE = "all"

_NUMBERS = ["count", "mean", "median"]
_MOST_LISTED = 100_000


def block_tables(people, values, *, at_least=3):
    """Return what a statistical office would publish of one block: counts, mean and median ages, group by group.

    Groups are everybody, each value of each column, and each combination of values of several columns. Groups of fewer
    than `at_least` persons are suppressed.

    people : pandas.DataFrame. One row per person, with the column `age` (int, 0 to 115) and those in `values`.
    values : dict of {str: sequence of str}. The columns to tabulate and the values they can have, fixed beforehand.
    at_least : int, default 3. The smallest number of persons about whom anything is published, 1 or more.
    Returns pandas.DataFrame. One row per group, in the order of publication: `table` (what the row belongs to), the
        columns of `values` ("all", or the group's value), `count`, `mean` age (rounded to one decimal) and `median`
        age. Suppressed numbers are missing.
    After Garfinkel, Abowd & Martindale 2019, "Understanding Database Reconstruction Attacks on Public Data",
    Communications of the ACM 62(3), table 1.
    >>> import pandas as pd
    >>> people = pd.DataFrame({"age": [8, 18, 24, 30], "sex": ["F", "M", "F", "M"]})
    >>> block_tables(people, {"sex": ["F", "M"]}, at_least=2)[["sex", "count", "mean", "median"]].values.tolist()
    [['all', 4, 20.0, 21.0], ['F', 2, 16.0, 16.0], ['M', 2, 24.0, 24.0]]
    """
    import pandas as pd

    values = _values(values)
    checks.frame("people", people, having=("age", *values))
    ages = checks.integers("people's age", people["age"], low=0, high=OLDEST)
    for column, allowed in values.items():
        strangers = [value for value in people[column] if not isinstance(value, str) or value not in allowed]
        if strangers:
            raise ValueError(f"people's {column} must be one of {list(allowed)}, got {min(map(str, strangers))}")
    at_least = checks.whole("at_least", at_least, at_least=1)

    rows = []
    for size in range(len(values) + 1):
        for chosen in itertools.combinations(values, size):
            for group in itertools.product(*(values[column] for column in chosen)):
                there = ages[(people[list(chosen)] == list(group)).all(axis=1)]
                row = {"table": " × ".join(chosen) or "everybody"} | dict.fromkeys(values, EVERYONE)
                row |= dict(zip(chosen, group, strict=True))
                if len(there) >= at_least:
                    row |= {"count": len(there), "mean": round(float(there.mean()), 1), "median": np.median(there)}
                rows.append(row)
    tables = pd.DataFrame(rows, columns=["table", *values, *_NUMBERS])
    return tables.astype({"count": "Int64", "mean": float, "median": float})


def count_solutions(tables, n, values, *, at_least=3, off=0):
    """Return how many different blocks of `n` persons would have led to exactly these tables. The number is exact.

    It is 0 if the tables contradict each other or `n`. Persons with equal age and values cannot be told apart. Too many
    beginnings to remember are a ValueError.

    tables, values : as `block_tables` has them; any number of its rows, none included.
    n : int. How many persons live on the block, 1 to 100; many more than 10 need tables that leave little room.
    at_least : int, default 3. The office's threshold: that a suppressed group has fewer persons tells something, too.
    off : float, default 0. By how many years each published mean may be off, 0 to 1000.
    Three men with median age 30 and mean age 44: the ages are 30 - x, 30, 72 + x for x = 0 … 30.
    >>> import pandas as pd
    >>> men = pd.DataFrame({"age": [18, 30, 84], "sex": ["M"] * 3})
    >>> count_solutions(block_tables(men, {"sex": ["M"]}), 3, {"sex": ["M"]})
    31
    """
    n, _, statistics, members = _read(tables, n, values, at_least, off)
    return _count(n, statistics, members)


def solutions(tables, n, values, *, at_least=3):
    """Return every block of `n` persons that would have led to exactly these tables, at most 100,000: count them first.

    Parameters are those of `count_solutions`. Of the pandas.DataFrame n rows are a solution: `solution` (from 0), the
    columns of `values` and `age`, ordered by age.
    >>> import pandas as pd
    >>> men = pd.DataFrame({"age": [0, 30, 102], "sex": ["M"] * 3})
    >>> solutions(block_tables(men, {"sex": ["M"]}), 3, {"sex": ["M"]})["age"].tolist()[:6]
    [0, 30, 102, 1, 30, 101]
    """
    import pandas as pd

    n, combinations, statistics, members = _read(tables, n, values, at_least)
    many = _count(n, statistics, members)
    if many > _MOST_LISTED:
        raise ValueError(f"tables must leave at most {_MOST_LISTED:,} solutions to list, got {many:,}")
    paths = np.zeros((0, n), np.int64)
    if many:
        paths = ways(statistics, n, members, [1] * len(members), keep="path")["path"]
        paths = paths[np.lexsort(paths.T[::-1])]
    age, combination = np.divmod(paths.ravel(), len(combinations))
    chosen = np.array(combinations, dtype=object).reshape(-1, len(values))[combination].T
    columns = dict(zip(values, chosen, strict=True))
    listed = pd.DataFrame({"solution": np.repeat(np.arange(len(paths)), n), **columns, "age": age})
    return listed.astype(dict.fromkeys(values, "str"))


def known(tables, n, values, *, at_least=3, off=0):
    """Return what is certain about each of the `n` persons: what all blocks that fit these tables have in common.

    Parameters are those of `count_solutions`; a ValueError if no block fits. The pandas.DataFrame has one row per
    person, from the youngest to the oldest: `lowest` and `highest` age in all blocks that fit, and the columns of
    `values`, missing where the blocks differ; its `attrs` have how many blocks fit, as ``"solutions"``.
    >>> import pandas as pd
    >>> men = pd.DataFrame({"age": [18, 30, 84], "sex": ["M"] * 3})
    >>> known(block_tables(men, {"sex": ["M"]}), 3, {"sex": ["M"]}).values.tolist()
    [[0, 30, 'M'], [30, 30, 'M'], [72, 102, 'M']]
    """
    import pandas as pd

    n, combinations, statistics, members = _read(tables, n, values, at_least, off)
    kinds, kind_of, sizes = np.unique(members, axis=0, return_inverse=True, return_counts=True)
    found = ways(statistics, n, kinds, sizes.tolist(), keep="bounds")
    if not len(found["age"]):
        raise ValueError("tables must have a block that fits, got none")
    sure = pd.DataFrame({"lowest": found["youngest"].min(axis=0), "highest": found["oldest"].max(axis=0)})
    sure.attrs["solutions"] = int(found["weight"].sum())
    possible = np.bitwise_or.reduce(found["seen"])[:, None] >> kind_of.ravel() & 1  # (persons, combinations)
    for place, column in enumerate(values):
        told = [{one[place] for one, is_there in zip(combinations, row) if is_there} for row in possible]
        sure[column] = [one.pop() if len(one) == 1 else None for one in told]
    return sure


def _read(tables, n, values, at_least, off=0):
    """Return n, all combinations of values, the published statistics, and which combination belongs to which."""
    values = _values(values)
    checks.frame("tables", tables, having=[*values, *_NUMBERS])
    n = checks.whole("n", n, at_least=1, at_most=100)
    at_least = checks.whole("at_least", at_least, at_least=1)
    if not 0 <= checks.number("off", off) <= 1000:
        raise ValueError(f"off must be from 0 to 1000, got {off}")
    _check_numbers(tables)
    combinations = list(itertools.product(*values.values()))
    statistics, members = [], np.zeros((len(combinations), len(tables)), bool)
    for i, row in enumerate(tables[[*values, *_NUMBERS]].to_dict("records")):
        for column, allowed in values.items():
            if row[column] not in (EVERYONE, *allowed):
                raise ValueError(f"tables' {column} must be 'all' or one of {list(allowed)}, got {row[column]!r}")
        members[:, i] = [all(row[c] in (EVERYONE, v) for c, v in zip(values, one, strict=True)) for one in combinations]
        statistics.append(_statistic(row, n, at_least, off))
    return n, combinations, statistics, members


def _count(n, statistics, members):
    """Return the number of solutions."""
    # Persons whom no statistic tells apart are treated as one kind of person, as often as there are such persons
    kinds, sizes = np.unique(members, axis=0, return_counts=True)
    return int(ways(statistics, n, kinds, sizes.tolist(), keep="nothing")["weight"].sum())


def _check_numbers(tables):
    """Refuse columns of tables with anything but finite numbers; a suppressed statistic is missing."""
    for name in _NUMBERS:
        if len(published := tables[name].dropna()):
            checks.reals(f"tables' {name}", published.tolist(), low=-1e12, high=1e12)


def _statistic(row, n, at_least, off):
    """Return one published row as a `Statistic`, or None if no group of persons could have it."""
    import pandas as pd

    count, mean, median = (None if pd.isna(row[name]) else row[name] for name in _NUMBERS)
    if mean is not None and round(mean, 1) != mean:
        raise ValueError(f"tables' mean must be rounded to one decimal, got {mean}")
    if count is None:
        if mean is not None or median is not None:
            raise ValueError("tables' count must be there where mean or median are, got none")
        return Statistic(0, min(at_least - 1, n))
    if count != int(count) or not 0 <= count <= n or (count == 0 and (mean, median) != (None, None)):
        return None
    if median is not None and 2 * median != int(2 * median):
        return None
    count, sums = int(count), (-ANYTHING, ANYTHING)
    if mean is not None:  # rounded to one decimal: of fewer than ten persons that still tells the sum
        nearest, around = round(count * mean), count // 10 + 1 + int(count * off)
        near = range(nearest - around, nearest + around + 1)
        possible = [s for s in near if abs(round(s / count, 1) - mean) <= off + 1e-9]
        if not possible:
            return None
        sums = possible[0], possible[-1]
    return Statistic(count, count, sums, median)


def _values(values):
    """Return `values` if it maps column names to lists of different texts."""
    if not isinstance(values, dict):
        raise TypeError(f"values must be a dict of columns and their values, got {checks.shown(values)}")
    if not values:
        raise ValueError("values must have at least one column, got none")
    for column, allowed in values.items():
        if not isinstance(allowed, (list, tuple)) or not all(isinstance(value, str) for value in allowed):
            raise TypeError(f"values must list texts for each column, got {checks.shown(allowed)}")
        if not allowed or len(set(allowed)) < len(allowed) or EVERYONE in allowed:
            raise ValueError(f"values must list one or more different texts, none of them 'all', got {list(allowed)}")
        if column in ("age", "table", "solution", *_NUMBERS) or not isinstance(column, str):
            raise ValueError(f"values must name columns of their own, got {column!r}")
    return values
