"""Rows drawn from what `weights` and `dual` learn of all cells of a table: synthetic data like that of the others.

The number of rows is public here, and neighbours have one person replaced by another.
"""

from math import prod

import numpy as np

from coursekit import checks
from coursekit.releases.dual import dual_query
from coursekit.releases.groups import coded
from coursekit.releases.questions import table_questions
from coursekit.releases.weights import mwem

_MOST_CELLS = 2**14


def mwem_synthesis(frame, *, epsilon, rng, edges=None, domain=None, rounds=10):
    """Return a synthetic table drawn from weights that learned all pairs of columns: epsilon-differentially private.

    Neighbours: one person replaced by another. There are as many rows as in `frame`; its cells, the product over
    columns, are at most 16,384. `epsilon`, `rng` and `rounds` are as for `weights.mwem`, `frame`, `edges` and `domain`
    as for `synthesis.noisy_tables.private_synthesis`.
    >>> import pandas as pd
    >>> birds = pd.DataFrame({"sex": ["female", "male"] * 500, "heavy": [False, True] * 500})
    >>> made = mwem_synthesis(birds, epsilon=10, domain={"sex": ["male", "female"]}, rng=np.random.default_rng(1))
    >>> len(made), bool(((made["sex"] == "male") == made["heavy"]).mean() > 0.9)
    (1000, True)
    """
    def release(counts, questions):
        return mwem(counts, questions, epsilon=epsilon, rounds=rounds, rng=rng)

    return _drawn(frame, release, edges, domain, rng)


def dual_query_synthesis(frame, *, epsilon, rng, edges=None, domain=None, rounds=80, samples=50):
    """Return a synthetic table drawn from the made-up people of `dual_query`: epsilon-differentially private.

    Neighbours, parameters and result are those of `mwem_synthesis`; `rounds` and `samples` those of `dual.dual_query`.
    """
    def release(counts, questions):
        return dual_query(counts, questions, epsilon=epsilon, rounds=rounds, samples=samples, rng=rng)

    return _drawn(frame, release, edges, domain, rng)


def _drawn(frame, release, edges, domain, rng):
    import pandas as pd

    cells, codes = coded(frame, edges, domain, columns=2)
    checks.generator(rng)
    sizes = [each.count for each in cells.values()]
    if prod(sizes) > _MOST_CELLS:
        raise ValueError(f"frame must have at most {_MOST_CELLS:,} cells, got {prod(sizes):,}: take wider ones")
    counts = np.bincount(np.ravel_multi_index(codes, sizes), minlength=prod(sizes))
    weights = release(counts, table_questions(sizes, 2))
    upto = np.cumsum(weights)
    drawn = np.searchsorted(upto, upto[-1] * rng.random(len(frame)), side="right").clip(0, len(upto) - 1)
    parts = zip(cells.items(), np.unravel_index(drawn, sizes), strict=True)
    return pd.DataFrame({name: one.values(code, rng) for (name, one), code in parts})
