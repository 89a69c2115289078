"""A state of 200 blocks and 4,000 people, for the tests of this room."""

import numpy as np

from coursekit.topdown.hierarchy import regular, skewed_counts

LEVELS = ["state", "county", "tract", "block"]
STATE = regular(LEVELS, [4, 5, 10])
PEOPLE = skewed_counts(STATE, persons=4000, cells=4, skew=1, rng=np.random.default_rng(1))
SHARES = [0.1, 0.2, 0.3, 0.4]


def rng(seed=0):
    return np.random.default_rng(seed)
