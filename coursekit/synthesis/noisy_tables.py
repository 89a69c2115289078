"""Differentially private synthesis: noisy tables of each column given earlier ones, and rows drawn from them.

What the tables look like (their cells, and which columns go together) is fixed before anybody looks at the data.
*Every* cell gets noise, the empty ones too: a cell that stays empty because nobody is in it gives away that nobody is
in it (the source text, section 8.3.5, leaves them empty). All else, negative counts set to 0 and rows drawn, is
post-processing.
"""

from math import prod
from typing import NamedTuple

import numpy as np

from coursekit import checks
from coursekit.mechanisms.additive import geometric_mechanism
from coursekit.synthesis.cells import Bins, Levels, by_column, cells_of

_MOST_CELLS = 2**24


class NoisyTable(NamedTuple):
    """Counts with noise of the `cells` of a column (last axis of `counts`) by those of its `parents` (the others)."""

    column: object
    parents: list
    cells: Bins | Levels
    counts: np.ndarray

    def probabilities(self):
        """Return the law of the column in each cell of the parents, in the shape of `counts`; each sums to 1.

        Negative counts count as 0. Where no count is left, the law over all parents stands in, and where none is left
        there either, all cells are alike.
        >>> NoisyTable("sex", ["species"], None, np.array([[3, 1], [-2, 0]])).probabilities()
        array([[0.75, 0.25],
               [0.75, 0.25]])
        """
        kept = np.maximum(self.counts, 0).astype(float)
        marginal = kept.sum(axis=tuple(range(kept.ndim - 1)))
        if not marginal.any():
            marginal += 1
        kept[~kept.any(axis=-1)] = marginal
        return kept / kept.sum(axis=-1, keepdims=True)


def private_synthesis(frame, *, epsilon, rng, edges=None, domain=None, parents=None):
    """Return a synthetic table whose release is epsilon-differentially private.

    Each column has a table of counts by its parents, with geometric noise of epsilon / columns on every cell. The first
    column is drawn from its table, each other one from the part of its table where the parents' drawn values are.
    Neighbours have one person more or less, which moves one cell of each table by 1. The number of rows is the sum of
    the first noisy table (0 if that is negative).

    frame : pandas.DataFrame. The confidential data, a row for each person, nothing missing, columns in the order of
        drawing.
    epsilon : float. Privacy loss of the whole release, above 0; each table takes epsilon / columns (from 2**-32 to 30).
    edges : dict of {label: sequence of float}, optional. For each column of numbers, the edges of its bins, rising,
        chosen without a look at the data. A bin holds its lower edge, the last one both; values outside count into the
        end bins. Numbers are drawn uniformly within a bin, integers among the integers in it.
    domain : dict of {label: sequence}, optional. For each other column, the values that it can have, chosen without a
        look at the data. Booleans need none.
    parents : dict of {label: list of label}, optional. For each column, the earlier columns that it is drawn given. All
        earlier ones, for columns that it leaves out: the number of cells grows fast.
    Sequential composition: the tables share all people. Source: source text, sections 7.6 and 8.5 (corrected on empty
    cells); Zhang, Cormode, Procopiuc, Srivastava & Xiao 2017, "PrivBayes", ACM Transactions on Database Systems 42(4).
    >>> import pandas as pd
    >>> birds = pd.DataFrame({"sex": ["female", "male"] * 50, "year": [2007, 2008] * 50})
    >>> asked = {"edges": {"year": [2007, 2008, 2009]}, "domain": {"sex": ["female", "male"]}}
    >>> synthetic = private_synthesis(birds, epsilon=60, rng=np.random.default_rng(1), **asked)
    >>> len(synthetic), bool(((synthetic["sex"] == "female") == (synthetic["year"] == 2007)).all())
    (100, True)
    """
    tables = private_tables(frame, epsilon=epsilon, rng=rng, edges=edges, domain=domain, parents=parents)
    synthetic = draw_rows(tables, max(0, int(tables[0].counts.sum())), rng=rng)
    synthetic.columns = frame.columns
    return synthetic


def private_tables(frame, *, epsilon, rng, edges=None, domain=None, parents=None):
    """Return a list with a `NoisyTable` for each column, as `private_synthesis` needs them.

    >>> import pandas as pd
    >>> birds = pd.DataFrame({"sex": ["female", "female", "male"], "bill": [36.0, 41.0, 43.0]})
    >>> asked = {"edges": {"bill": [30, 40, 50]}, "domain": {"sex": ["female", "male"]}}
    >>> [table.counts.tolist() for table in private_tables(birds, epsilon=60, rng=np.random.default_rng(1), **asked)]
    [[2, 1], [[1, 1], [0, 1]]]
    """
    cells = cells_of(checks.frame("frame", frame, rows=1), edges, domain)
    chosen = _parents(parents, frame, cells)
    share = checks.privacy_loss(epsilon, sensitivity=len(cells))  # one person moves all tables together by so much
    checks.generator(rng)
    code, tables = {name: cells[name].codes(frame[name]) for name in cells}, []
    for name in cells:
        axes = [*chosen[name], name]
        shape = tuple(cells[axis].count for axis in axes)
        flat = np.ravel_multi_index([code[axis] for axis in axes], shape)
        counts = np.bincount(flat, minlength=prod(shape)).reshape(shape)
        noisy = geometric_mechanism(counts, sensitivity=1, epsilon=share, rng=rng)
        tables.append(NoisyTable(name, chosen[name], cells[name], noisy))
    return tables


def draw_rows(tables, rows, *, rng):
    """Return rows drawn from noisy tables: post-processing, which costs nothing and can be repeated."""
    import pandas as pd

    drawn, values = {}, []
    for table in tables:
        upto = table.probabilities().cumsum(axis=-1)
        law = upto[tuple(drawn[parent] for parent in table.parents)]
        uniform = rng.random((rows, 1))
        drawn[table.column] = (uniform >= law[..., :-1] / law[..., -1:]).sum(axis=-1)
        values.append(table.cells.values(drawn[table.column], rng))
    return pd.concat(values, axis=1, ignore_index=True)


def _parents(parents, frame, cells):
    """Return the parents of each column, if tables can be made of them and of the frame."""
    asked, chosen = by_column("parents", parents, frame), {}
    for name in cells:
        chosen[name] = earlier = list(chosen)
        if name in asked:
            rule = {"of": "earlier columns", "none": True}
            chosen[name] = checks.column_names(f"parents of {name!r}", asked[name], earlier, **rule)
        count = prod(cells[each].count for each in [*chosen[name], name])
        if count > _MOST_CELLS:
            raise ValueError(
                f"parents of {name!r} must leave at most {_MOST_CELLS:,} cells, got {count:,}: choose fewer"
            )
        gaps = frame[name].isna().sum()
        if gaps:
            raise ValueError(
                f"column {name!r} must not have missing values, got {gaps}: drop them or make them a category first"
            )
    return chosen
