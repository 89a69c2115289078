"""Attacks on tables without names: who is alone with their characteristics, and whom a list with names finds.

Rows are persons. A *class* is all rows that agree in some columns, such as block, sex and age; who is alone in a class
can be found by anybody who knows those columns and has a list with names.
"""

import numpy as np

from coursekit import checks


def class_sizes(frame, columns):
    """Return for each row how many rows, itself included, agree with it in all of the columns, as an array of int.

    `columns` are one or more. A missing value agrees with other missing values.
    >>> import pandas as pd
    >>> class_sizes(pd.DataFrame({"sex": ["F", "F", "M"], "age": [30, 30, 30]}), ["sex", "age"])
    array([2, 2, 1])
    """
    columns = checks.column_names("columns", columns, checks.frame("frame", frame))
    number = frame.groupby(columns, dropna=False, observed=True, sort=False).ngroup().to_numpy()
    return np.bincount(number)[number]


def uniqueness(frame, columns):
    """Return which share of the rows, 0 to 1, is alone in its class.

    It is a share of persons, not of combinations. In a sample, more rows are unique than in the population.
    >>> import pandas as pd
    >>> round(uniqueness(pd.DataFrame({"sex": ["F", "F", "M"], "age": [30, 30, 30]}), ["sex", "age"]), 4)
    0.3333
    """
    checks.frame("frame", frame, rows=1)
    return float((class_sizes(frame, columns) == 1).mean())


def coarsen(ages, width):
    """Return ages, 0 to 1,000,000, in groups of `width` years: the lowest age of each one's group, counted from 0.

    >>> coarsen([0, 4, 5, 37], 5)
    array([ 0,  0,  5, 35])
    """
    ages = checks.integers("ages", ages, low=0, high=10**6)
    width = checks.whole("width", width, at_least=1, at_most=10**6)
    return ages // width * width


def top_code(ages, at):
    """Return ages, 0 to 1,000,000, of which those above `at` are reported as `at`.

    >>> top_code([30, 85, 103], 85)
    array([30, 85, 85])
    """
    ages = checks.integers("ages", ages, low=0, high=10**6)
    return np.minimum(ages, checks.whole("at", at, at_least=0, at_most=10**6))


def link(names, released, on):
    """Link a list with names to released rows: for each name, how many rows agree in the columns `on`, and which one.

    A name with one match is *found*; that the found row is that person's is another question, which only the answer key
    answers: the person may be missing from the release or wrong in the list while somebody else agrees.

    released : pandas.DataFrame. Its labels must be all different.
    on : sequence of str. Columns that both frames have. A missing value agrees with nothing.
    Returns pandas.DataFrame. One row per row of `names`, with the same labels: `matches`, the number of released rows
        that agree, and `found`, the label of the released row if it is exactly one, else missing.
    >>> import pandas as pd
    >>> names = pd.DataFrame({"name": ["Ada", "Abel", "Cleo"], "sex": ["F", "M", "F"], "age": [30, 41, 8]})
    >>> released = pd.DataFrame({"sex": ["M", "F", "M"], "age": [41, 30, 41]})
    >>> link(names, released, ["sex", "age"])
       matches  found
    0        1      1
    1        2   <NA>
    2        0   <NA>
    """
    import pandas as pd

    on = checks.column_names("on", on, checks.frame("names", names), of="columns of names")
    checks.column_names("on", on, checks.frame("released", released), of="columns of released")
    if not released.index.is_unique:
        raise ValueError(f"released must have different labels for all rows, got {_twice(released.index)} twice")
    both = pd.concat([names[on], released[on]], ignore_index=True)
    key = both.groupby(on, observed=True, sort=False).ngroup().fillna(-1).to_numpy(np.int64)  # -1: a value is missing
    wanted, there = np.split(key, [len(names)])
    many = np.bincount(there + 1, minlength=key.max(initial=-1) + 2)[1:]
    matches = np.append(many, 0)[wanted]  # the last entry, 0, is for the key -1
    row = np.zeros(len(many) + 1, np.int64)
    row[there] = np.arange(len(there))  # of several rows any one; used only where there is one
    place = np.where(matches == 1, row[wanted], -1)
    labels = released.index.to_series(index=range(len(released)))
    labels = labels.astype("Int64" if labels.dtype.kind in "iu" else object)
    found = labels.reindex(place).array  # missing at the place -1
    return pd.DataFrame({"matches": matches, "found": found}, index=names.index)


def difference(first, second):
    """Compare two published tables of counts: where they differ, somebody is in one of them and not in the other.

    first, second : pandas.Series of int. Counts of persons, 0 or more, labelled by cell, each once. A cell that only
        one table has counts 0 in the other; a suppressed cell is not 0: leave it out of both tables.
    Returns pandas.DataFrame. One row per cell that differs: `first`, `second` and `difference` (first - second). If it
        is one person, the label tells her characteristics. Persons of whom one is in each table, in one cell, cancel.
    >>> import pandas as pd
    >>> difference(pd.Series({30: 2, 8: 1}), pd.Series({30: 2}))
       first  second  difference
    8      1       0           1
    """
    import pandas as pd

    tables = {}
    for name, table in (("first", first), ("second", second)):
        if not isinstance(table, pd.Series):
            raise TypeError(f"{name} must be a pandas.Series of counts, got {checks.shown(table)}")
        if not pd.api.types.is_hashable(tuple(table.index)):
            raise TypeError(f"{name} must have labels of one value each, got {checks.shown(table.index.tolist())}")
        if not table.index.is_unique:
            raise ValueError(f"{name} must have each cell once, got {_twice(table.index)} twice")
        counts = checks.integers(name, table, low=0, high=checks.LARGEST_COUNT) if len(table) else np.zeros(0, np.int64)
        tables[name] = pd.Series(counts, index=table.index)
    both = pd.concat(tables, axis=1).fillna(0).astype(np.int64)
    both["difference"] = both["first"] - both["second"]
    return both[both["difference"] != 0]


def _twice(labels):
    """Show a label that is there more than once."""
    return repr(labels[labels.duplicated()].tolist()[0])
