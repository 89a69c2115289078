"""Classic disclosure control: what offices did to files before they published them, each method on its own.

Every function takes a data frame of persons and returns a changed copy of it; row labels stay with their rows, so that
`attacks.link` can tell what is still found. None of these methods is differentially private (source text, section 1.4).
"""

import numpy as np

from coursekit import checks
from coursekit.attacks.linkage import class_sizes


def suppress(frame, columns, *, at_least):
    """Return the frame without the rows whose class in the columns has fewer than `at_least` rows, 1 or more.

    >>> import pandas as pd
    >>> suppress(pd.DataFrame({"sex": ["F", "F", "M"]}), ["sex"], at_least=2).index.tolist()
    [0, 1]
    """
    at_least = checks.whole("at_least", at_least, at_least=1)
    return frame[class_sizes(frame, columns) >= at_least]


def swap(frame, *, share, columns, unit, rng):
    """Return the frame after pairs of units, such as households, with as many members have swapped places.

    share : float. Which share of the units takes part, 0 to 1. Those without a partner, or from the same place, stay.
    columns : sequence of str. What is swapped, all of them together: the places, such as county, tract and block.
    unit : str. The column that holds together who moves together, such as household.
    Only `columns` change, and each place has as many units as before. Partners are as far apart as possible in a random
    order of the places: two from the same place meet only where more than half of those of their size live there.
    >>> import pandas as pd
    >>> people = pd.DataFrame({"block": ["A", "B", "B", "B"], "household": [0, 1, 2, 2]})
    >>> swap(people, share=1, columns=["block"], unit="household", rng=np.random.default_rng(1))["block"].tolist()
    ['B', 'A', 'B', 'B']
    """
    columns = checks.column_names("columns", columns, checks.frame("frame", frame))
    share = float(checks.shares("share", checks.number("share", share)))
    checks.generator(rng)
    checks.column_names("unit", [unit], frame, of="a column of frame")
    if missing := frame[unit].isna().sum():
        raise ValueError(f"unit must be a column of frame without missing values, got {missing} in {unit!r}")
    if not len(frame):
        return frame.copy()

    labels = frame[unit].to_numpy()
    _, first, member_of, sizes = np.unique(labels, return_index=True, return_inverse=True, return_counts=True)
    heads = frame.iloc[first]
    place = heads.groupby(columns, dropna=False, observed=True).ngroup().to_numpy()
    taking_part = rng.permutation(len(heads))[: round(share * len(heads))]
    in_order = rng.permutation(place.max() + 1)[place]
    queue = taking_part[np.lexsort((in_order[taking_part], sizes[taking_part]))]  # ties stay in random order
    alike = sizes[queue]
    rank, half = np.arange(len(queue)) - np.searchsorted(alike, alike), np.bincount(alike)[alike] // 2
    one = np.flatnonzero(rank < half)  # of an odd number the last one stays
    source = np.arange(len(heads))
    source[queue[one]], source[queue[one + half[one]]] = queue[one + half[one]], queue[one]
    new_place = first[source][member_of]
    return frame.assign(**{column: frame[column].array.take(new_place) for column in columns})


def sample_rows(frame, *, share, rng):
    """Return a simple random sample, `share` (0 to 1, to the nearest row) of the rows, in their old order.

    >>> import pandas as pd
    >>> len(sample_rows(pd.DataFrame({"age": range(10)}), share=0.3, rng=np.random.default_rng(1)))
    3
    """
    checks.frame("frame", frame)
    share = float(checks.shares("share", checks.number("share", share)))
    chosen = checks.generator(rng).permutation(len(frame))[: round(share * len(frame))]
    return frame.iloc[np.sort(chosen)]
