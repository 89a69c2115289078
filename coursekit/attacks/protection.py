"""Classic disclosure control: what offices did to files before they published them, each method on its own.

Every function takes a data frame of persons and returns a changed copy of it; row labels stay with their rows, so that
`attacks.link` can tell what is still found. None of these methods is differentially private: what each one costs and
what it protects can only be measured, attack by attack (source text, section 1.4).
"""

import numpy as np

from coursekit import checks
from coursekit.attacks.linkage import class_sizes, coarsen


def suppress(frame, columns, *, at_least):
    """Return the frame without the rows whose class in the columns has fewer than `at_least` rows.

    Parameters
    ----------
    frame : pandas.DataFrame
        One row per person.
    columns : sequence of str
        Columns that make persons recognizable.
    at_least : int
        The smallest class that is published, 1 (everything) or more.

    Returns
    -------
    pandas.DataFrame
        The rows that are left, with their labels.

    Raises
    ------
    TypeError
        If an argument is of the wrong kind.
    ValueError
        If a column is missing or `at_least` is below 1.

    Examples
    --------
    >>> import pandas as pd
    >>> people = pd.DataFrame({"sex": ["F", "F", "M"], "age": [30, 30, 30]})
    >>> suppress(people, ["sex"], at_least=2).index.tolist()
    [0, 1]
    """
    checks.whole("at_least", at_least, at_least=1)
    return frame[class_sizes(frame, columns) >= at_least]


def suppress_cells(counts, *, at_least):
    """Return a table of counts in which cells of 1 to `at_least` - 1 persons are missing; zeros are published.

    Parameters
    ----------
    counts : pandas.Series of int
        Counts of persons by cell.
    at_least : int
        The smallest count above 0 that is published, 1 or more.

    Returns
    -------
    pandas.Series of Int64
        The same labels; suppressed counts are missing.

    Raises
    ------
    TypeError
        If `counts` is not a series of integers or `at_least` not an integer.
    ValueError
        If a count is negative or missing, or `at_least` is below 1.

    Examples
    --------
    >>> import pandas as pd
    >>> suppress_cells(pd.Series({"F": 5, "M": 2, "X": 0}), at_least=3).tolist()
    [5, <NA>, 0]
    """
    import pandas as pd

    if not isinstance(counts, pd.Series):
        raise TypeError(f"counts must be a pandas.Series of counts, got {checks._shown(counts)}")
    checks.whole("at_least", at_least, at_least=1)
    whole = checks.integers("counts", counts, low=0, high=checks.LARGEST_COUNT)
    return pd.Series(whole, index=counts.index, name=counts.name, dtype="Int64").mask((whole > 0) & (whole < at_least))


def generalize(frame, *, widths=None, digits=None):
    """Return the frame with coarser values: whole numbers in groups of some width, codes cut to their first digits.

    Parameters
    ----------
    frame : pandas.DataFrame
        One row per person.
    widths : dict of {str: int}, optional
        Columns of whole numbers from 0, and the width of their groups, as for `attacks.coarsen`.
    digits : dict of {str: int}, optional
        Columns of text, and how many of its first characters are left, 1 or more: 11 of a block's code are its tract's.

    Returns
    -------
    pandas.DataFrame
        The same rows and columns.

    Raises
    ------
    TypeError
        If an argument is of the wrong kind.
    ValueError
        If a column is missing, or a number is out of its range.

    Examples
    --------
    >>> import pandas as pd
    >>> people = pd.DataFrame({"block": ["1001", "1002"], "age": [34, 7]})
    >>> generalize(people, widths={"age": 10}, digits={"block": 3}).values.tolist()
    [['100', 30], ['100', 0]]
    """
    import pandas as pd

    checks.frame("frame", frame)
    widths, digits = ({} if steps is None else steps for steps in (widths, digits))
    for name, steps in (("widths", widths), ("digits", digits)):
        if not isinstance(steps, dict):
            raise TypeError(f"{name} must be a dict of columns and numbers, got {checks._shown(steps)}")
        if steps:
            checks.column_names(name, list(steps), frame)
        for number in steps.values():
            checks.whole(name, number, at_least=1, at_most=10**6)
    if not widths and not digits:
        raise ValueError("widths or digits must name at least one column, got none")
    coarse = {}
    for column, width in widths.items() if len(frame) else ():
        ages = checks.integers(f"column {column!r} of frame", frame[column], low=0, high=10**6)
        coarse[column] = coarsen(ages, width)
    for column, length in digits.items():
        if not pd.api.types.is_string_dtype(frame[column]):
            raise TypeError(f"digits must name columns of text, got {column!r} of frame")
        coarse[column] = frame[column].str.slice(0, int(length))
    return frame.assign(**coarse)


def swap(frame, *, share, columns, match_on, rng, unit=None):
    """Return the frame after pairs of persons (or households) that look alike have swapped places.

    Parameters
    ----------
    frame : pandas.DataFrame
        One row per person.
    share : float
        Which share of the units takes part, 0 to 1. Units that find no partner, and pairs from the same place, stay.
    columns : sequence of str
        What is swapped, all of them together: the places, such as county, tract and block.
    match_on : sequence of str
        In what the two of a pair must agree. An empty list pairs anybody with anybody.
    rng : numpy.random.Generator
        Where the choice of units and pairs comes from.
    unit : str, optional
        A column that holds together who moves together, such as household. Then both households of a pair have as many
        members, their first members agree in `match_on`, and all members take the new place.

    Returns
    -------
    pandas.DataFrame
        The same rows, labels and columns; only `columns` have changed, and each place has as many units as before.

    Raises
    ------
    TypeError
        If an argument is of the wrong kind.
    ValueError
        If a column is missing, or `share` is not from 0 to 1.

    Notes
    -----
    Partners are as far apart as possible in a random order of the places: two from the same place meet only where more
    than half of those who are alike and take part live there.

    Examples
    --------
    >>> import pandas as pd
    >>> people = pd.DataFrame({"block": ["A", "B", "B"], "age": [30, 30, 8]})
    >>> swap(people, share=1, columns=["block"], match_on=["age"], rng=np.random.default_rng(1))["block"].tolist()
    ['B', 'A', 'B']
    """
    columns = checks.column_names("columns", columns, checks.frame("frame", frame))
    match_on = checks.column_names("match_on", match_on, frame, none=True)
    share = float(checks.shares("share", checks.number("share", share)))
    checks.generator(rng)
    if not len(frame):
        return frame.copy()
    member_of, first, sizes = np.arange(len(frame)), np.arange(len(frame)), np.ones(len(frame), np.int64)
    if unit is not None:
        checks.column_names("unit", [unit], frame, of="a column of frame")
        labels = frame[unit].to_numpy()
        if frame[unit].isna().any():
            raise ValueError(f"unit must be a column of frame without missing values, got {frame[unit].isna().sum()} in {unit!r}")
        _, first, member_of, sizes = np.unique(labels, return_index=True, return_inverse=True, return_counts=True)

    heads = frame.iloc[first]
    place = heads.groupby(columns, dropna=False, observed=True).ngroup().to_numpy()
    alike = heads[match_on].assign(**{"number of members": sizes})
    alike = alike.groupby(list(alike), dropna=False, observed=True).ngroup().to_numpy()
    taking_part = rng.permutation(len(heads))[: round(share * len(heads))]
    in_order = rng.permutation(place.max() + 1)[place]
    queue = taking_part[np.lexsort((in_order[taking_part], alike[taking_part]))]  # ties stay in random order
    start = np.searchsorted(alike[queue], alike[queue])
    in_group = np.bincount(alike[queue], minlength=1)[alike[queue]] if len(queue) else start
    rank, half = np.arange(len(queue)) - start, in_group // 2
    one = np.flatnonzero(rank < half)  # of an odd number the last one stays
    source = np.arange(len(heads))
    source[queue[one]], source[queue[one + half[one]]] = queue[one + half[one]], queue[one]
    new_place = first[source][member_of]
    return frame.assign(**{column: frame[column].array.take(new_place) for column in columns})


def noisy(frame, columns, *, sd, rng, low=None, high=None):
    """Return the frame with normal noise on some columns of numbers; whole numbers stay whole, by rounding.

    Parameters
    ----------
    frame : pandas.DataFrame
        One row per person, or per cell of a table.
    columns : sequence of str
        Columns of numbers.
    sd : float
        Standard deviation of the noise before rounding, above 0, in the unit of the columns.
    rng : numpy.random.Generator
        Where the noise comes from.
    low, high : float, optional
        Results below `low` are set to `low`, those above `high` to `high`: tidy, and biased near the ends.

    Returns
    -------
    pandas.DataFrame
        The same rows and columns.

    Raises
    ------
    TypeError
        If an argument is of the wrong kind.
    ValueError
        If a column is missing or has missing values, or a number is out of its range.

    Examples
    --------
    >>> import pandas as pd
    >>> noisy(pd.DataFrame({"age": [30, 0]}), ["age"], sd=1e-3, rng=np.random.default_rng(1))["age"].tolist()
    [30, 0]
    """
    columns = checks.column_names("columns", columns, checks.frame("frame", frame))
    checks.amount("sd", sd)
    for name, end in (("low", low), ("high", high)):
        if end is not None:
            checks.number(name, end)
    if low is not None and high is not None and low > high:
        raise ValueError(f"low must be <= high, got {low} and {high}")
    checks.generator(rng)
    changed = {}
    for column in columns if len(frame) else []:
        values = checks.reals(f"column {column!r} of frame", frame[column])
        moved = values + rng.normal(scale=sd, size=len(values))
        whole = frame[column].dtype.kind in "iu"
        moved = np.rint(moved) if whole else moved
        if low is not None or high is not None:
            moved = np.clip(moved, low, high)
        if whole and np.abs(moved).max() > checks.LARGEST_COUNT:
            raise ValueError(f"sd must leave whole numbers below 2**53, got {sd}")
        changed[column] = moved.astype(np.int64) if whole else moved
    return frame.assign(**changed)


def sample_rows(frame, *, share, rng):
    """Return a simple random sample of the rows, without replacement, in their old order.

    Parameters
    ----------
    frame : pandas.DataFrame
        One row per person.
    share : float
        Which share of the rows is kept, 0 to 1; their number is rounded to the nearest.
    rng : numpy.random.Generator
        Where the choice comes from.

    Returns
    -------
    pandas.DataFrame
        The chosen rows with their labels.

    Raises
    ------
    TypeError
        If an argument is of the wrong kind.
    ValueError
        If `share` is not from 0 to 1.

    Examples
    --------
    >>> import pandas as pd
    >>> len(sample_rows(pd.DataFrame({"age": range(10)}), share=0.3, rng=np.random.default_rng(1)))
    3
    """
    checks.frame("frame", frame)
    share = float(checks.shares("share", checks.number("share", share)))
    chosen = checks.generator(rng).permutation(len(frame))[: round(share * len(frame))]
    return frame.iloc[np.sort(chosen)]
