"""Differentially private synthesis: noisy tables of each column given earlier ones, and rows drawn from them.

What the tables look like (their cells, and which columns go together) is fixed before anybody looks at the data.
*Every* cell gets noise, the empty ones too: a cell that stays empty because nobody is in it gives away that nobody is
in it (the source text, section 8.3.5, leaves them empty). All else, negative counts set to 0 and rows drawn, is
post-processing.
"""

from dataclasses import dataclass
from math import prod

import numpy as np

from coursekit import checks
from coursekit.mechanisms.additive import geometric_mechanism
from coursekit.mechanisms.sensitivity import NEIGHBOURS
from coursekit.synthesis.cells import by_column, cells_of

_MOST_CELLS = 2**24


@dataclass(frozen=True)
class NoisyTable:
    """Noisy counts of one column by others.

    Attributes
    ----------
    column : label
        The column that is drawn from this table.
    parents : tuple of label
        The columns that it is drawn given.
    counts : array of int64, shape (cells of each parent …, cells of the column)
        Counts with noise; they can be negative.
    epsilon : float
        The privacy loss of these counts.
    """

    column: object
    parents: tuple
    counts: np.ndarray
    epsilon: float

    def probabilities(self):
        """Return the law of the column in each cell of the parents, in the shape of `counts`; each sums to 1.

        Negative counts count as 0. Where no count is left, the law over all parents stands in, and where none is left
        there either, all cells are alike.

        Examples
        --------
        >>> NoisyTable("sex", ("species",), np.array([[3, 1], [-2, 0]]), 1.0).probabilities()
        array([[0.75, 0.25],
               [0.75, 0.25]])
        """
        kept = np.maximum(self.counts, 0).astype(float)
        marginal = kept.sum(axis=tuple(range(kept.ndim - 1)))
        if not marginal.any():
            marginal += 1
        kept[~kept.any(axis=-1)] = marginal
        return kept / kept.sum(axis=-1, keepdims=True)


def private_tables(frame, *, epsilon, rng, order=None, edges=None, domain=None, parents=None, neighbours="add-remove"):
    """Return one noisy table for each column: the column by its parents, epsilon / columns for each table.

    Parameters are those of `private_synthesis`.

    Returns
    -------
    list of NoisyTable
        In the order of drawing.

    Examples
    --------
    At epsilon 30 for each of two tables, noise is rare. Nobody is a small male: the cell is there all the same.

    >>> import pandas as pd
    >>> birds = pd.DataFrame({"sex": ["female", "female", "male"], "bill": [36.0, 41.0, 43.0]})
    >>> asked = {"edges": {"bill": [30, 40, 50]}, "domain": {"sex": ["female", "male"]}}
    >>> for table in private_tables(birds, epsilon=60, rng=np.random.default_rng(1), **asked):
    ...     table.column, table.parents, table.counts.tolist()
    ('sex', (), [2, 1])
    ('bill', ('sex',), [[1, 1], [0, 1]])
    """
    cells, order, parents = _plan(frame, order, edges, domain, parents)
    sensitivity = 1 if checks.choice("neighbours", neighbours, NEIGHBOURS) == "add-remove" else 2
    checks.privacy_loss(epsilon, sensitivity=sensitivity
                        * len(order))  # by so much one person moves all tables together
    share = epsilon / len(order)
    checks.generator(rng)
    code = {name: cells[name].codes(frame[name]) for name in order}
    tables = []
    for name in order:
        axes = [*parents[name], name]
        shape = tuple(cells[axis].count for axis in axes)
        flat = np.ravel_multi_index([code[axis] for axis in axes], shape)
        counts = np.bincount(flat, minlength=prod(shape)).reshape(shape)
        noisy = geometric_mechanism(counts, sensitivity=sensitivity, epsilon=share, rng=rng)
        tables.append(NoisyTable(name, tuple(parents[name]), noisy, share))
    return tables


def private_synthesis(
    frame, *, epsilon, rng, order=None, edges=None, domain=None, parents=None, rows=None, neighbours="add-remove"
):
    """Return a synthetic table whose release is epsilon-differentially private.

    Each column has a table of counts by its parents, with geometric noise of epsilon / columns on every cell. The first
    column is drawn from its table, each other one from the part of its table where the parents' drawn values are.

    Neighbours: with ``"add-remove"``, one person more or less, which moves one cell of each table by 1; the number of
    rows is the sum of the first noisy table (0 if that is negative). With ``"replace-one"``, one person's record
    exchanged for any other, which moves two cells of each table by 1; the number of people is public, and it is the
    number of rows.

    Parameters
    ----------
    frame : pandas.DataFrame
        The confidential data, one row for each person, nothing missing.
    epsilon : float
        Privacy loss of the whole release, above 0; each table takes epsilon / columns (from 2**-32 to 30 after division
        by the sensitivity, 1 or 2).
    rng : numpy.random.Generator
        Where noise and rows come from.
    order : list of label, optional
        All columns, in the order of drawing; as in `frame` without it.
    edges : dict of {label: sequence of float}, optional
        For each column of numbers, the edges of its bins, rising, chosen without a look at the data. A bin holds its
        lower edge, the last one both. Values below the first edge or above the last count into the end bins. Numbers
        are drawn uniformly within a bin, integers among the integers in it.
    domain : dict of {label: sequence}, optional
        For each other column, the values that it can have, chosen without a look at the data. Booleans need none.
    parents : dict of {label: list of label}, optional
        For each column, the earlier columns that it is drawn given. All earlier ones, for columns that it leaves out:
        the number of cells grows fast.
    rows : int, optional
        How many rows to draw, a number that is public.
    neighbours : {"add-remove", "replace-one"}, default "add-remove"
        Which tables are neighbours.

    Returns
    -------
    pandas.DataFrame
        Columns and dtypes of `frame`; categories are those of `domain`. Rows count from 0.

    Notes
    -----
    Sequential composition: the tables share all people. Source: source text, sections 7.6 and 8.5 (corrected on empty
    cells); Zhang, Cormode, Procopiuc, Srivastava & Xiao 2017, "PrivBayes", ACM Transactions on Database Systems 42(4).

    Examples
    --------
    >>> import pandas as pd
    >>> birds = pd.DataFrame({"sex": ["female", "male"] * 50, "year": [2007, 2008] * 50})
    >>> asked = {"edges": {"year": [2007, 2008, 2009]}, "domain": {"sex": ["female", "male"]}}
    >>> synthetic = private_synthesis(birds, epsilon=60, rng=np.random.default_rng(1), **asked)
    >>> len(synthetic), bool(((synthetic["sex"] == "female") == (synthetic["year"] == 2007)).all())
    (100, True)
    """
    if rows is not None:
        checks.whole("rows", rows, at_least=0, at_most=2**31)
    tables = private_tables(
        frame, epsilon=epsilon, rng=rng, order=order, edges=edges, domain=domain, parents=parents, neighbours=neighbours
    )
    if rows is None:
        rows = len(frame) if neighbours == "replace-one" else max(0, int(tables[0].counts.sum()))
    return draw_rows(frame.iloc[:0], tables, rows=rows, rng=rng, edges=edges, domain=domain)


def draw_rows(template, tables, *, rows, rng, edges=None, domain=None):
    """Return rows drawn from noisy tables: post-processing, which costs nothing and can be repeated.

    Parameters
    ----------
    template : pandas.DataFrame
        Its columns and dtypes are those of the result; its rows are not looked at.
    tables : list of NoisyTable
        From `private_tables`, with the same `edges` and `domain`.
    rows : int
        How many rows to draw, 0 or more.
    rng, edges, domain
        As for `private_synthesis`.

    Returns
    -------
    pandas.DataFrame

    Examples
    --------
    >>> import pandas as pd
    >>> table = NoisyTable("sex", (), np.array([9, -1]), 1.0)
    >>> asked = {"rng": np.random.default_rng(1), "domain": {"sex": ["female", "male"]}}
    >>> draw_rows(pd.DataFrame({"sex": ["male"]}), [table], rows=3, **asked)["sex"].tolist()
    ['female', 'female', 'female']
    """
    import pandas as pd

    checks.whole("rows", rows, at_least=0, at_most=2**31)
    checks.generator(rng)
    names = list(checks.frame("template", template))
    if not isinstance(tables, list | tuple) or not all(isinstance(table, NoisyTable) for table in tables):
        raise TypeError(f"tables must be a list of NoisyTable, got {type(tables).__name__} {tables!r}")
    if sorted(map(str, names)) != sorted(str(table.column) for table in tables):
        raise ValueError("tables must be one for each column of template, got those of "
                         f"{[table.column for table in tables]}")
    cells = cells_of(template, edges, domain)
    drawn, values = {}, {}
    for table in tables:
        upto = table.probabilities().cumsum(axis=-1)
        law = upto[tuple(drawn[parent] for parent in table.parents)]
        uniform = rng.random((rows, 1))
        drawn[table.column] = (uniform >= law[..., :-1] / law[..., -1:]).sum(axis=-1)
        values[table.column] = cells[table.column].values(drawn[table.column], rng)
    synthetic = pd.DataFrame({i: values[name].array for i, name in enumerate(template.columns)},
                             index=pd.RangeIndex(rows))
    synthetic.columns = template.columns
    return synthetic


def _plan(frame, order, edges, domain, parents):
    """Return the cells, the order and the parents of each column, if tables can be made of them."""
    names = list(checks.frame("frame", frame, rows=1))
    order = names if order is None else checks.column_names("order", order, names)
    if len(order) != len(names):
        raise ValueError(f"order must name every column, got {len(order)} of {len(names)}")
    cells, asked, chosen = cells_of(frame, edges, domain), by_column("parents", parents, frame), {}
    for place, name in enumerate(order):
        earlier = order[:place]
        chosen[name] = earlier
        if name in asked:
            chosen[name] = checks.column_names(f"parents of {name!r}", asked[name], earlier, of="earlier columns",
                                               none=True)
        count = prod(cells[each].count for each in [*chosen[name], name])
        if count > _MOST_CELLS:
            raise ValueError(f"parents of {name!r} must leave at most {_MOST_CELLS:,} cells, got {count:,}: choose "
                             "fewer")
    gaps = frame.isna().sum()
    if gaps.any():
        name = gaps.index[gaps > 0][0]
        raise ValueError(f"column {name!r} must not have missing values, got {gaps[name]}: drop them or make them a "
                         "category first")
    return cells, order, chosen
