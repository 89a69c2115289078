"""The score of the NIST challenge of 2018: what two files have in common, in cells of three columns."""

from itertools import combinations

import numpy as np

from coursekit import checks
from coursekit.releases.groups import coded
from coursekit.utility.distances import shared


def challenge_score(confidential, synthetic, *, edges=None, domain=None):
    """Return 1000 times the share of people in the same cells, on average over all choices of three columns.

    A copy has 1000, and data without any cell in common 0. The challenge took choices at random; here are all of them.
    `edges` and `domain` are as for `synthesis.noisy_tables.private_synthesis`. Not private: who holds the data looks
    before the release. Source: source text, section 8.6. Any two of the three columns fit, but not all three together:
    >>> import pandas as pd
    >>> bits = [[0, 0, 0], [0, 1, 1], [1, 0, 1], [1, 1, 0]]
    >>> ours = pd.DataFrame(bits, columns=list("abc")).astype(bool)
    >>> challenge_score(ours, ~ours), challenge_score(ours, ours)
    (0.0, 1000.0)
    """
    checks.frame("confidential", confidential, rows=1)
    checks.frame("synthetic", synthetic, rows=1, having=list(confidential.columns))
    synthetic = synthetic[list(confidential.columns)]
    ours, theirs = (np.column_stack(coded(each, edges, domain, columns=3)[1]) for each in (confidential, synthetic))
    threes = map(list, combinations(range(ours.shape[1]), 3))
    return 1000 * float(np.mean([shared(ours[:, some], theirs[:, some]) for some in threes]))
