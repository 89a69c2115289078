"""One noisy table for each of a few groups of columns, and rows drawn from them, group by group.

Which columns go together is public: other data say so, or common sense. Neighbours have one person more or less.
"""

from itertools import chain
from math import log10, prod

import numpy as np

from coursekit import checks
from coursekit.mechanisms.additive import geometric_mechanism
from coursekit.synthesis.cells import cells_of
from coursekit.synthesis.noisy_tables import NoisyTable, draw_rows

_MOST_CELLS = 2**24


def group_synthesis(frame, groups, *, epsilon, rng, edges=None, domain=None):
    """Return a synthetic table drawn from one noisy table for each group of columns: epsilon-differentially private.

    Every cell gets geometric noise of scale groups / epsilon. Counts below 1.9 times the scale times log10(cells) are
    set to 0, which is post-processing: most of them are noise. Groups are drawn independently of each other.

    groups : list of list of label. Each column in one group, chosen without a look at the data.
    epsilon : float. Privacy loss of the whole release, above 0; each group takes epsilon / groups (from 2**-32 to 30).
    frame, rng, edges, domain : as for `synthesis.noisy_tables.private_synthesis`; rows are as many as noisy people.
    Source: DPFieldGroups, of the NIST challenge of 2018 (source text, section 8.6): its Solution.java, with Laplace
    noise.
    >>> import pandas as pd
    >>> birds = pd.DataFrame({"sex": ["female", "male"] * 50, "heavy": [False, True] * 50})
    >>> asked = {"epsilon": 30, "domain": {"sex": ["female", "male"]}}
    >>> made = group_synthesis(birds, [["sex", "heavy"]], rng=np.random.default_rng(1), **asked)
    >>> len(made), bool(((made["sex"] == "male") == made["heavy"]).all())
    (100, True)
    """
    cells, codes = coded(frame, edges, domain)
    groups = _checked_groups(groups, frame)
    share = checks.privacy_loss(epsilon, sensitivity=len(groups))
    checks.generator(rng)
    place, tables, totals = {name: k for k, name in enumerate(cells)}, [], []
    for group in groups:
        shape = tuple(cells[name].count for name in group)
        most_cells(group, shape)
        flat = np.ravel_multi_index([codes[place[name]] for name in group], shape)
        noisy = geometric_mechanism(np.bincount(flat, minlength=prod(shape)), epsilon=share, rng=rng)
        totals.append(noisy.sum())
        kept = np.where(noisy < 1.9 / share * log10(prod(shape)), 0, noisy).clip(0).reshape(shape)
        for k, name in enumerate(group):  # the chain rule: each column given those before it
            behind = tuple(range(k + 1, len(group)))
            tables.append(NoisyTable(name, list(group[:k]), cells[name], kept.sum(axis=behind)))
    return released_rows(tables, max(0, round(float(np.mean(totals)))), frame, rng)


def coded(frame, edges, domain, *, columns=1):
    """Return the cells of each column, and the cell of each row in each column, if private tables can be made of it."""
    cells = cells_of(checks.frame("frame", frame, rows=1), edges, domain)
    if len(cells) < columns:
        raise ValueError(f"frame must have at least {columns} columns, got {len(cells)}")
    for name in cells:
        gaps = frame[name].isna().sum()
        if gaps:
            raise ValueError(f"column {name!r} must not have missing values, got {gaps}: drop them first")
    return cells, [cells[name].codes(frame[name]) for name in cells]


def most_cells(names, sizes):
    """Refuse a table that would not fit into memory."""
    if prod(sizes) > _MOST_CELLS:
        listed = ", ".join(map(str, names))
        raise ValueError(f"groups must leave at most {_MOST_CELLS:,} cells each, got {prod(sizes):,} for {listed}")


def released_rows(tables, rows, frame, rng):
    """Return rows drawn from noisy tables, with the columns of the frame in their order."""
    made = draw_rows(tables, rows, rng=rng)
    made.columns = [table.column for table in tables]
    return made[list(frame.columns)]


def _checked_groups(groups, frame):
    if not isinstance(groups, (list, tuple)):
        raise TypeError(f"groups must be a list of lists of column names, got {checks.shown(groups)}")
    listed = [checks.column_names("groups", group, frame.columns) for group in groups]
    checks.column_names("groups", list(chain.from_iterable(listed)), frame.columns)
    missing = [name for name in frame.columns if name not in chain.from_iterable(listed)]
    if missing:
        raise ValueError(f"groups must hold every column, got none for {missing[0]!r}")
    return listed
