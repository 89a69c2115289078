"""Reconstruction: who lives on a block, worked out from tables that name nobody.

A published statistic (seven people, mean age 38.0, median 30) is an equation about the people behind it. Every block of
people that satisfies all equations is a *solution*; where one solution is left, the tables are the microdata.
How solutions are counted is in `blocks`.
"""

import itertools

import numpy as np

from coursekit import checks
from coursekit.attacks.blocks import ANYTHING, OLDEST, Statistic, ways

EVERYONE = "all"

_NUMBERS = ["count", "mean", "median"]
_AGES = ["youngest", "oldest"]


def block_tables(people, values, *, at_least=3, bands=()):
    """Return what a statistical office would publish of one block: counts, mean and median ages, group by group.

    Groups are everybody, each value of each column, and each combination of values of several columns. Groups of fewer
    than `at_least` persons are suppressed.

    Parameters
    ----------
    people : pandas.DataFrame
        One row per person on the block, with the column `age` (int, 0 to 115) and those in `values`.
    values : dict of {str: sequence of str}
        The columns to tabulate and the values that each of them can have, fixed without a look at the people.
    at_least : int, default 3
        The smallest number of persons about whom anything is published, 1 or more.
    bands : sequence of (int, int), default none
        Ages from … to …; for each band a count is published at the end, suppressed by the same rule.

    Returns
    -------
    pandas.DataFrame
        One row per published statistic, in the order of publication: `table` (what the row belongs to), the columns of
        `values` ("all", or the group's value), `youngest` and `oldest` age of the group, `count`, `mean` (rounded to one
        decimal) and `median` age. Suppressed numbers are missing.

    Raises
    ------
    TypeError
        If an argument is of the wrong kind.
    ValueError
        If `people` lacks a column, has a value that `values` does not list or an age outside 0 … 115, or if a number is
        out of its range.

    Notes
    -----
    After Garfinkel, Abowd & Martindale 2019, "Understanding Database Reconstruction Attacks on Public Data",
    Communications of the ACM 62(3), table 1.

    Examples
    --------
    >>> import pandas as pd
    >>> people = pd.DataFrame({"age": [8, 18, 24, 30], "sex": ["F", "M", "F", "M"]})
    >>> block_tables(people, {"sex": ["F", "M"]}, at_least=2)[["sex", "count", "mean", "median"]].values.tolist()
    [['all', 4, 20.0, 21.0], ['F', 2, 16.0, 16.0], ['M', 2, 24.0, 24.0]]
    >>> int(block_tables(people, {"sex": ["F", "M"]})["count"].isna().sum())
    2
    """
    import pandas as pd

    values = _values(values)
    checks.frame("people", people, having=("age", *values))
    ages = checks.integers("people's age", people["age"], low=0, high=OLDEST)
    for column, allowed in values.items():
        strangers = set(people[column]) - set(allowed)
        if strangers:
            raise ValueError(f"people's {column} must be one of {list(allowed)}, got {sorted(map(str, strangers))[0]}")
    checks.whole("at_least", at_least, at_least=1)
    bands = _bands(bands)

    rows = []
    for size in range(len(values) + 1):
        for chosen in itertools.combinations(values, size):
            for group in itertools.product(*(values[column] for column in chosen)):
                inside = np.ones(len(people), bool)
                for column, value in zip(chosen, group, strict=True):
                    inside &= (people[column] == value).to_numpy()
                row = {"table": " × ".join(chosen) or "everybody"} | dict.fromkeys(values, EVERYONE)
                row |= dict(zip(chosen, group, strict=True)) | {"youngest": 0, "oldest": OLDEST}
                rows.append(row | _numbers(ages[inside], at_least))
    for youngest, oldest in bands:
        row = {"table": "age"} | dict.fromkeys(values, EVERYONE) | {"youngest": youngest, "oldest": oldest}
        rows.append(row | {"count": _numbers(ages[(youngest <= ages) & (ages <= oldest)], at_least)["count"]})
    tables = pd.DataFrame(rows, columns=["table", *values, *_AGES, *_NUMBERS])
    return tables.astype({"count": "Int64", "mean": float, "median": float})


def count_solutions(tables, n, values, *, at_least=3):
    """Return how many different blocks of `n` persons would have led to exactly these tables. The number is exact.

    Two blocks are the same if they have the same persons in another order: persons with equal age and values cannot be
    told apart.

    Parameters
    ----------
    tables : pandas.DataFrame
        Rows of what `block_tables` returns, any number of them, none included.
    n : int
        How many persons live on the block, 1 to 100; many more than 10 need tables that leave little room.
    values : dict of {str: sequence of str}
        As for `block_tables`.
    at_least : int, default 3
        The office's threshold: a suppressed group has fewer persons, and that too is told by the table.

    Returns
    -------
    int
        0 if the tables contradict each other or `n`.

    Raises
    ------
    TypeError
        If an argument is of the wrong kind.
    ValueError
        If `tables` lacks a column or has a group that `values` does not know, if a number is out of its range, or if
        there are too many beginnings to remember.

    Examples
    --------
    Three men with median age 30 and mean age 44: the ages are 30 - x, 30, 72 + x for x = 0 … 30.

    >>> import pandas as pd
    >>> men = pd.DataFrame({"age": [18, 30, 84], "sex": ["M"] * 3})
    >>> count_solutions(block_tables(men, {"sex": ["M"]}), 3, {"sex": ["M"]})
    31
    """
    values = _values(values)
    combinations = list(itertools.product(*values.values()))
    statistics, members = _read(tables, n, values, combinations, at_least)
    # Persons whom no statistic tells apart are treated as one kind of person, as often as there are such persons
    kinds, sizes = np.unique(members, axis=0, return_counts=True)
    return int(ways(statistics, n, kinds, sizes.tolist(), keep=False)["weight"].sum())


def solutions(tables, n, values, *, at_least=3, limit=1000):
    """Return every block of `n` persons that would have led to exactly these tables.

    Parameters
    ----------
    tables, n, values, at_least
        As for `count_solutions`.
    limit : int, default 1000
        The most solutions that may be listed, 1 to 100,000: count them first.

    Returns
    -------
    pandas.DataFrame
        n rows for each solution: `solution` (from 0), the columns of `values` and `age`, ordered by age.

    Raises
    ------
    TypeError
        If an argument is of the wrong kind.
    ValueError
        As for `count_solutions`, or if there are more than `limit` solutions.

    Examples
    --------
    >>> import pandas as pd
    >>> men = pd.DataFrame({"age": [0, 30, 102], "sex": ["M"] * 3})
    >>> found = solutions(block_tables(men, {"sex": ["M"]}), 3, {"sex": ["M"]})
    >>> found["age"].tolist()[:6], len(found)
    ([0, 30, 102, 1, 30, 101], 93)
    """
    import pandas as pd

    checks.whole("limit", limit, at_least=1, at_most=100_000)
    many = count_solutions(tables, n, values, at_least=at_least)
    if many > limit:
        raise ValueError(f"limit must be at least the number of solutions, {many:,}, got {limit}")
    values = _values(values)
    combinations = list(itertools.product(*values.values()))
    statistics, members = _read(tables, n, values, combinations, at_least)
    paths = np.zeros((0, n), np.int64)
    if many:
        paths = ways(statistics, n, members, [1] * len(members), keep=True)["path"]
        paths = paths[np.lexsort(paths.T[::-1])]
    age, combination = np.divmod(paths.ravel(), len(combinations))
    columns = dict(zip(values, np.array(combinations, dtype=object).reshape(-1, len(values))[combination].T, strict=True))
    listed = pd.DataFrame({"solution": np.repeat(np.arange(len(paths)), n), **columns, "age": age})
    return listed.astype(dict.fromkeys(values, "str"))


def noisy_tables(tables, *, scale, rng):
    """Return tables in which every published number is off by a little: noise by hand, to see what it does to solutions.

    Counts move by whole persons, means by tenths of a year and medians by halves, all by two-sided geometric noise whose
    typical size is about `scale` persons or years. Suppressed numbers stay suppressed, and nothing is mended: counts can
    be negative.

    This is no private release: nobody here has asked how far one person can move a mean.

    Parameters
    ----------
    tables : pandas.DataFrame
        What `block_tables` returns.
    scale : float
        The noise z has probability proportional to exp(-abs(z) / scale), 1/30 to 1000.
    rng : numpy.random.Generator
        Where the noise comes from.

    Returns
    -------
    pandas.DataFrame
        The same rows and columns.

    Raises
    ------
    TypeError
        If an argument is of the wrong kind.
    ValueError
        If a column is missing or `scale` is out of its range.

    Examples
    --------
    >>> import pandas as pd
    >>> tables = block_tables(pd.DataFrame({"age": [8, 18, 24], "sex": ["F"] * 3}), {"sex": ["F"]})
    >>> noisy_tables(tables, scale=1, rng=np.random.default_rng(1))["count"].dtype == tables["count"].dtype
    True
    """
    from coursekit.mechanisms.additive import geometric_mechanism

    checks.frame("tables", tables, having=_NUMBERS)
    if not 1 / 30 <= checks.positive("scale", scale) <= 1000:
        raise ValueError(f"scale must be from 1/30 to 1000, got {scale}")
    checks.generator(rng)
    _check_numbers(tables, _NUMBERS)
    noisy = tables.copy()
    for column, steps in (("count", 1), ("mean", 10), ("median", 2)):  # steps: in how many parts a person or year is cut
        published = tables[column].notna().to_numpy()
        if published.any():
            whole = np.round(tables.loc[published, column].to_numpy(float) * steps).astype(np.int64)
            whole = geometric_mechanism(whole, sensitivity=1, epsilon=1 / (scale * steps), rng=rng)
            noisy.loc[published, column] = whole if steps == 1 else whole / steps
    return noisy


def matched_share(guess, people, columns):
    """Return for which share of guessed persons there is a real one: equal in all columns, and each used only once.

    Parameters
    ----------
    guess, people : pandas.DataFrame
        Guessed and real persons, one row each.
    columns : sequence of str
        What has to agree.

    Returns
    -------
    float
        0 to 1: matched persons per row of `guess`.

    Raises
    ------
    TypeError
        If a frame is not a data frame or `columns` not a list of names.
    ValueError
        If a frame has no rows or lacks a column.

    Examples
    --------
    >>> import pandas as pd
    >>> guess, people = pd.DataFrame({"age": [8, 8, 30]}), pd.DataFrame({"age": [8, 24, 30]})
    >>> round(matched_share(guess, people, ["age"]), 4)
    0.6667
    """
    for name, frame in (("guess", guess), ("people", people)):
        columns = checks.column_names("columns", columns, checks.frame(name, frame, rows=1), of=f"columns of {name}")
    ours, theirs = (frame.groupby(columns, observed=True).size() for frame in (guess, people))
    ours, theirs = ours.align(theirs, fill_value=0)
    return float(np.minimum(ours, theirs).sum() / len(guess))


def guess_baseline(people, reference, columns=("age", "sex"), *, place=None, each_once=True):
    """Return which share of guesses hits a real person if one guesses at random, without any table of the block.

    For each block, as many persons are guessed as live there; their characteristics are drawn, independently, as they
    are distributed in `reference`. The result is the exact expectation, not a simulation.

    Parameters
    ----------
    people : pandas.DataFrame
        The persons who really live there, one row each.
    reference : pandas.DataFrame
        Persons who stand for what everybody knows: those of the tract, say, or of the country.
    columns : sequence of str, default ("age", "sex")
        What a guess and a person must agree in.
    place : str, optional
        A column of `people`: each of its values is a block of its own. Without it all `people` are one block.
    each_once : bool, default True
        Whether a person can be hit by one guess only, as in `matched_share`. If not, every guess counts that agrees with
        anybody at all, as in the critics' simulation.

    Returns
    -------
    float
        0 to 1: expected hits per guess.

    Raises
    ------
    TypeError
        If an argument is of the wrong kind.
    ValueError
        If a frame has no rows or lacks a column.

    Notes
    -----
    With p the share of a cell (such as 34-year-old women) in `reference`, c its count on the block and n the block's
    size, the guesses in the cell are Binomial(n, p); min(guesses, c) of them hit if each person counts once, all of them
    if c > 0 otherwise. Source: Ruggles & Van Riper 2022, "The Role of Chance in the Census Bureau Database
    Reconstruction Experiment", Population Research and Policy Review 41, who find 52.6% (age and sex, not each once).

    Examples
    --------
    Two boys on the block, and a guesser who says boy or girl with equal chances: half of the guesses are right.

    >>> import pandas as pd
    >>> boys, known = pd.DataFrame({"sex": ["M", "M"]}), pd.DataFrame({"sex": ["M", "F"]})
    >>> round(guess_baseline(boys, known, ["sex"]), 6)
    0.5

    A boy and a girl: two guesses agree with somebody, but half of the time with the same one.

    >>> round(guess_baseline(known, known, ["sex"], each_once=False), 6), round(guess_baseline(known, known, ["sex"]), 6)
    (1.0, 0.75)
    """
    from scipy.stats import binom

    for name, frame in (("people", people), ("reference", reference)):
        columns = checks.column_names("columns", columns, checks.frame(name, frame, rows=1), of=f"columns of {name}")
    if place is not None:
        checks.column_names("place", [place], people, of="a column of people")
    checks.flag("each_once", each_once)
    if place is not None and people[place].isna().any():
        raise ValueError(f"place must be a column of people without missing values, got {people[place].isna().sum()} in {place!r}")
    block = np.zeros(len(people), int) if place is None else people.groupby(place, observed=True).ngroup().to_numpy()
    keyed = people[columns].assign(**{"the block": block})
    cells = keyed.groupby(["the block", *columns], observed=True).size().rename("here").reset_index()
    known = (reference.groupby(columns, observed=True).size() / len(reference)).rename("share")
    cells = cells.merge(known.reset_index(), on=columns, how="left")
    share, here = cells["share"].fillna(0).to_numpy(), cells["here"].to_numpy()
    residents = np.bincount(block)[cells["the block"]]
    if not each_once:
        return float((residents * share).sum() / len(people))
    hits = sum(binom.sf(k, residents, share)[here > k].sum() for k in range(here.max()))  # E min(X, c) = sum of P[X > k]
    return float(hits / len(people))


def _read(tables, n, values, combinations, at_least):
    """Return the statistics of published rows, and who is a member of which: bools, (combinations, statistics)."""
    checks.frame("tables", tables, having=[*values, *_AGES, *_NUMBERS])
    checks.whole("n", n, at_least=1, at_most=100)
    checks.whole("at_least", at_least, at_least=1)
    _check_numbers(tables, [*_AGES, *_NUMBERS])
    statistics, members = [], np.zeros((len(combinations), len(tables)), bool)
    for i, row in enumerate(tables[[*values, *_AGES, *_NUMBERS]].to_dict("records")):
        for column, allowed in values.items():
            if row[column] not in (EVERYONE, *allowed):
                raise ValueError(f"tables' {column} must be 'all' or one of {list(allowed)}, got {row[column]!r}")
        members[:, i] = [all(row[c] in (EVERYONE, v) for c, v in zip(values, c_, strict=True)) for c_ in combinations]
        statistics.append(_statistic(row, n, at_least))
    return statistics, members


def _check_numbers(tables, names):
    """Refuse columns of tables with anything but finite numbers; only a suppressed statistic may be missing."""
    for name in names:
        published = tables[name] if name in _AGES else tables[name].dropna()
        if len(published):
            checks.reals(f"tables' {name}", published.tolist())


def _statistic(row, n, at_least):
    """Return one published row as a `Statistic`, or None if no group of persons could have it."""
    import pandas as pd

    ages = int(row["youngest"]), int(row["oldest"])
    count, mean, median = (None if pd.isna(row[name]) else row[name] for name in _NUMBERS)
    if mean is not None and round(mean, 1) != mean:
        raise ValueError(f"tables' mean must be rounded to one decimal, got {mean}")
    if ages != (0, OLDEST) and (mean is not None or median is not None):
        raise ValueError(f"tables' mean and median must be missing where ages are limited, got {mean} and {median}")
    if count is None:
        if mean is not None or median is not None:
            raise ValueError("tables' count must be there where mean or median are, got none")
        return Statistic(*ages, 0, min(at_least - 1, n))
    if count != int(count) or not 0 <= count <= n or (count == 0 and (mean, median) != (None, None)):
        return None
    if median is not None and 2 * median != int(2 * median):
        return None
    count, sums = int(count), (-ANYTHING, ANYTHING)
    if mean is not None:  # rounded to one decimal: of fewer than ten persons that still tells the sum
        nearest = round(count * mean)
        possible = [s for s in range(nearest - count // 10 - 1, nearest + count // 10 + 2) if round(s / count, 1) == mean]
        if not possible:
            return None
        sums = possible[0], possible[-1]
    return Statistic(*ages, count, count, sums, median)


def _values(values):
    """Return `values` if it maps column names to lists of different texts."""
    if not isinstance(values, dict):
        raise TypeError(f"values must be a dict of columns and their values, got {checks._shown(values)}")
    if not values:
        raise ValueError("values must have at least one column, got none")
    for column, allowed in values.items():
        if isinstance(allowed, str) or not isinstance(allowed, (list, tuple)) or not all(isinstance(v, str) for v in allowed):
            raise TypeError(f"values must list texts for each column, got {checks._shown(allowed)}")
        if not allowed or len(set(allowed)) < len(allowed) or EVERYONE in allowed:
            raise ValueError(f"values must list one or more different texts, none of them 'all', got {list(allowed)}")
        if column in ("age", "table", "solution", *_AGES, *_NUMBERS) or not isinstance(column, str):
            raise ValueError(f"values must name columns of their own, got {column!r}")
    return {column: tuple(allowed) for column, allowed in values.items()}


def _bands(bands):
    """Return `bands` if they are pairs of ages, the first not above the second."""
    if not isinstance(bands, (list, tuple)):
        raise TypeError(f"bands must be a list of pairs of ages, got {checks._shown(bands)}")
    for band in bands:
        if not isinstance(band, (list, tuple)) or len(band) != 2:
            raise TypeError(f"bands must be pairs of ages, got {checks._shown(band)}")
        youngest, oldest = (checks.whole("bands", age, at_least=0, at_most=OLDEST) for age in band)
        if youngest > oldest:
            raise ValueError(f"bands must run from a lower to a higher age, got {band}")
    return bands


def _numbers(ages, at_least):
    """Return count, mean and median of the ages in one group, or nothing of any of them if the group is too small."""
    if len(ages) < at_least:
        return dict.fromkeys(_NUMBERS)
    return {"count": len(ages), "mean": round(float(ages.mean()), 1), "median": float(np.median(ages))}
