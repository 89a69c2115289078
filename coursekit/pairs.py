"""A pair of tables, confidential and synthetic: do they have the same columns of the same kinds, with nothing missing?

Metrics compare two tables column by column. A column is *numeric* (integers, floats) or *categorical* (text, booleans,
pandas categories). Everything else, such as dates or a mixture of text and numbers, is refused with the reason.
"""

import numpy as np

from coursekit import checks


def pair(confidential, synthetic, *, columns=None):
    """Return both tables with the same columns in the same order, and which columns are numeric and categorical.

    Parameters
    ----------
    confidential, synthetic : pandas.DataFrame
        The two files: the same columns in any order, at least one row each, no missing values.
    columns : list of str, optional
        Compare these columns alone; the others may then differ or have missing values. All without it.

    Returns
    -------
    confidential, synthetic : pandas.DataFrame
        With the columns sorted by name, so that nothing computed from them depends on the order of columns.
    numeric, categorical : list of str
        Their names, sorted.

    Raises
    ------
    TypeError
        If either is no DataFrame, a column is numeric in one file and not in the other, or of a kind nobody compares.
    ValueError
        If columns differ, names repeat, a file has no rows or no columns, or a value is missing, infinite or beyond 1e100.

    Examples
    --------
    >>> import pandas as pd
    >>> ours = pd.DataFrame({"sex": ["male"], "bill": [39.1]})
    >>> pair(ours, pd.DataFrame({"bill": [40.0], "sex": ["female"]}))[2:]
    (['bill'], ['sex'])
    >>> pair(ours, pd.DataFrame({"bill": [40.0]}))
    Traceback (most recent call last):
    ValueError: confidential and synthetic must have the same columns, got more: only confidential has 'sex'
    """
    tables = {"confidential": confidential, "synthetic": synthetic}
    for name, table in tables.items():
        checks.frame(name, table, rows=1)
    chosen = _same_columns(confidential, synthetic) if columns is None else _chosen(tables, columns)
    kinds = {name: {column: _kind(name, column, table[column]) for column in chosen} for name, table in tables.items()}
    for column, kind in kinds["confidential"].items():
        if kinds["synthetic"][column] != kind:
            found = f"{kind} in confidential and {kinds['synthetic'][column]} in synthetic"
            raise TypeError(f"column {column!r} must be of one kind, got {found}")
    numeric = [column for column in chosen if kinds["confidential"][column] == "numeric"]
    categorical = [column for column in chosen if kinds["confidential"][column] == "categorical"]
    return confidential[chosen], synthetic[chosen], numeric, categorical


def two_columns(confidential, synthetic):
    """Return two arrays of numbers, one per file, each of shape (rows,).

    Examples
    --------
    >>> two_columns([1, 2], [[3, 4]])
    Traceback (most recent call last):
    ValueError: synthetic must be one column of numbers, got shape (1, 2)
    """
    arrays = []
    for name, values in (("confidential", confidential), ("synthetic", synthetic)):
        array = checks.reals(name, values)
        if array.ndim != 1:
            raise ValueError(f"{name} must be one column of numbers, got shape {array.shape}")
        arrays.append(array)
    return arrays


def codes(confidential, synthetic):
    """Return two columns of categories as integers from 0, equal where the values are, and the list of categories.

    Categories are those seen in either file, sorted as text; pandas categories in the order of the confidential file.

    Examples
    --------
    >>> import pandas as pd
    >>> codes(pd.Series(["b", "a"]), pd.Series(["b", "c"]))
    (array([1, 0]), array([1, 2]), ['a', 'b', 'c'])
    """
    import pandas as pd

    known = list(confidential.cat.categories) if isinstance(confidential.dtype, pd.CategoricalDtype) else []
    both = np.concatenate([column.astype(object).to_numpy() for column in (confidential, synthetic)])
    found, seen = pd.factorize(both)
    order = sorted(range(len(seen)), key=lambda i: _place(seen[i], known))
    rank = np.empty(len(seen), np.int64)
    rank[order] = np.arange(len(seen))
    found = rank[found]
    return found[: len(confidential)], found[len(confidential) :], [seen[i] for i in order]


def cut(confidential, synthetic, *, columns=None, edges=None):
    """Return both tables as integer codes, shape (rows, columns), the numeric columns cut at stated edges.

    Parameters
    ----------
    confidential, synthetic, columns
        As for `pair`.
    edges : dict of {str: sequence of float}, optional
        For each numeric column the increasing edges of its bins; a bin holds its lower edge, the last one both. The
        outer edges may be infinite. A column without edges or a value outside of them is refused: edges are part of
        the metric's definition, so we state them and never learn them in silence.

    Returns
    -------
    confidential, synthetic : array of int64, shape (rows, columns)
    names : list of str
        The columns, sorted by name.

    Examples
    --------
    >>> import pandas as pd
    >>> ours, theirs = pd.DataFrame({"age": [3, 17]}), pd.DataFrame({"age": [18, 99]})
    >>> cut(ours, theirs, edges={"age": [0, 18, np.inf]})
    (array([[0],
           [0]]), array([[1],
           [1]]), ['age'])
    """
    confidential, synthetic, numeric, _ = pair(confidential, synthetic, columns=columns)
    edges = edges_by_column(edges, numeric)
    ours, theirs = [], []
    for column in confidential:
        if column not in numeric:
            first, second, _ = codes(confidential[column], synthetic[column])
        elif column in edges:
            first, second = (bins(column, table[column], edges[column]) for table in (confidential, synthetic))
        else:
            raise ValueError(f"edges must be given for every numeric column, got none for {column!r}")
        ours.append(first)
        theirs.append(second)
    return np.column_stack(ours), np.column_stack(theirs), list(confidential)


def edges_by_column(edges, numeric):
    """Return `edges`, none for None, if it is a dict of increasing numbers by numeric column.

    Examples
    --------
    >>> edges_by_column({"sex": [0, 1]}, ["age"])
    Traceback (most recent call last):
    ValueError: edges must be for numeric columns, got 'sex'
    """
    if edges is None:
        return {}
    if not isinstance(edges, dict):
        raise TypeError(f"edges must be a dict of column: edges, got {type(edges).__name__} {edges!r}")
    for column, bounds in edges.items():
        if column not in numeric:
            raise ValueError(f"edges must be for numeric columns, got {column!r}")
        increasing(f"edges of {column}", bounds)
    return edges


def increasing(name, edges):
    """Return `edges` as an array if they are two or more increasing numbers; the outer ones may be infinite.

    Examples
    --------
    >>> increasing("edges", [0, 18, np.inf])
    array([ 0., 18., inf])
    >>> increasing("edges", [0, 0])
    Traceback (most recent call last):
    ValueError: edges must be two or more increasing numbers, got [0, 0]
    """
    try:
        array = np.asarray(edges)
    except ValueError:  # lists of different lengths
        array = np.array(None)
    if array.ndim != 1 or array.size < 2 or array.dtype.kind not in "iuf" or not (array[1:] > array[:-1]).all():
        raise ValueError(f"{name} must be two or more increasing numbers, got {edges!r}")
    return array


def bins(name, values, edges):
    """Return the bin of each value, from 0; a bin holds its lower edge, the last one both.

    Examples
    --------
    >>> bins("age", [0, 17, 18, 65], [0, 18, 65])
    array([0, 0, 1, 1])
    >>> bins("age", [70], [0, 18, 65])
    Traceback (most recent call last):
    ValueError: age must be from 0 to 65, the outer edges, got 70.0
    """
    values, edges = checks.reals(name, values), increasing(f"edges of {name}", edges)
    outside = values[(values < edges[0]) | (values > edges[-1])]
    if outside.size:
        raise ValueError(f"{name} must be from {edges[0]:g} to {edges[-1]:g}, the outer edges, got {outside[0]}")
    return np.minimum(np.searchsorted(edges, values, side="right") - 1, edges.size - 2)


def _place(category, known):
    """Return what sorts categories: known ones first, as listed; others by kind, then by themselves as text."""
    return (0, known.index(category), "") if category in known else (1, type(category).__name__, str(category))


def _same_columns(confidential, synthetic):
    sides = [
        f"only {name} has {', '.join(map(repr, extra))}"
        for name, extra in (
            ("confidential", [column for column in confidential if column not in synthetic]),
            ("synthetic", [column for column in synthetic if column not in confidential]),
        )
        if extra
    ]
    if sides:
        raise ValueError(f"confidential and synthetic must have the same columns, got more: {'; '.join(sides)}")
    return sorted(confidential, key=str)


def _chosen(tables, columns):
    for name, table in tables.items():
        columns = checks.column_names("columns", columns, table, of=f"columns of {name}")
    return sorted(columns, key=str)


def _kind(name, column, values):
    """Return "numeric" or "categorical" for one column, or refuse it."""
    import pandas as pd

    where, dtype = f"column {column!r} of {name}", values.dtype
    missing = int(values.isna().sum())
    if missing:
        raise ValueError(f"{where} must not contain NaN, got {missing} of {len(values)}: drop or fill them first")
    if isinstance(dtype, pd.CategoricalDtype) or pd.api.types.is_bool_dtype(dtype):
        return "categorical"
    if pd.api.types.is_numeric_dtype(dtype) and not pd.api.types.is_complex_dtype(dtype):
        checks.reals(where, values.to_numpy(float))
        return "numeric"
    if isinstance(dtype, pd.StringDtype):
        return "categorical"
    types = sorted({type(value).__name__ for value in values}) if dtype == object else [str(dtype)]
    if types in (["str"], ["bool"]):
        return "categorical"
    if len(types) > 1:
        raise TypeError(f"{where} must be of one kind, got {' and '.join(types)}: convert it to numbers or to text first")
    raise TypeError(f"{where} must be numbers, text, booleans or categories, got {types[0]}")
