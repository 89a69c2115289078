"""Utility against risk: two numbers for each of several releases of one file."""

from coursekit import checks, frames
from coursekit.risk import neighbours
from coursekit.risk.figures import CONFIDENTIAL, HOLDOUT, SYNTHETIC, Files, cells_in_common


def risk_utility(confidential, synthetics, *, holdout):
    """Return risk and utility of several releases of one confidential file: the curve that a synthesizer's knob draws.

    `synthetics` are releases by the knob's value; the result has a row for each, with `membership_risk` and
    `pair_overlap`.
    >>> import pandas as pd
    >>> people, others = (pd.DataFrame({"age": ages, "income": ages}) for ages in ([30, 40, 50], [34, 44, 54]))
    >>> risk_utility(people, {"copy": people, "halfway": people + 2}, holdout=others)
             risk  utility
    copy      1.0      1.0
    halfway   0.5      1.0
    """
    import pandas as pd

    if not isinstance(synthetics, dict) or not synthetics:
        kind = type(synthetics).__name__
        raise TypeError(f"synthetics must be a dict of one or more frames, got {kind} {synthetics!r:.40}")
    for knob, release in synthetics.items():
        checks.frame(f"synthetics[{knob!r}]", release, rows=2)
    found = {
        knob: (membership_risk(confidential, release, holdout), pair_overlap(confidential, release))
        for knob, release in synthetics.items()
    }
    return pd.DataFrame.from_dict(found, orient="index", columns=["risk", "utility"])


def membership_risk(confidential, synthetic, holdout):
    """Return the AUC of membership inference by the distance to the closest released row: 0.5 is harmless, 1 the worst.

    >>> import pandas as pd
    >>> people, others = pd.DataFrame({"age": [30, 50]}), pd.DataFrame({"age": [34, 60]})
    >>> membership_risk(people, people, others)
    1.0
    """
    fitting = frames.fit(confidential=confidential, synthetic=synthetic, holdout=holdout)
    space = neighbours.Space(fitting, neighbours.ranges_of(fitting))
    return neighbours.membership(*(space.nearest(who, SYNTHETIC)[0] for who in (CONFIDENTIAL, HOLDOUT))).auc


def pair_overlap(confidential, synthetic):
    """Return the share of rows in the same cells, on average over pairs of columns: 1 for a copy.

    Numbers are cut at the confidential quartiles, missing values are cells of their own; one column is compared alone.
    >>> import pandas as pd
    >>> people = pd.DataFrame({"x": list("aabb"), "y": list("ccdd")})
    >>> pair_overlap(people, people.assign(y=list("cdcd")))
    0.5
    """
    from itertools import combinations

    files = Files(frames.fit(rows=2, confidential=confidential, synthetic=synthetic))
    sets = list(combinations(range(len(files.cells)), 2)) or [(0, 0)]
    return cells_in_common(files, SYNTHETIC, sets)
