"""Identity disclosure: whose row can be found in a release, by somebody who knows some columns of a person, the *keys*?

What the release says about people who were never in the data is no disclosure but knowledge, so compare with a holdout:
people of the same population that the synthesizer did not see. Keys match when they are equal; a missing value matches
missing values alone. Frames need the keys in common, of the same kinds; further columns may differ.
Source: source text, sections 3.15 to 3.18, with three corrections. Its "expected match rate" is a number of people, not
a rate. A false match rate needs a unique match. And fully synthetic rows belong to nobody by construction, but a
synthesizer that overfits releases real records, which linkage finds (Manrique-Vallier & Hu 2018, Journal of the Royal
Statistical Society A 181(3); Stadler, Oprisanu & Troncoso 2022, USENIX Security).
"""

from dataclasses import dataclass

import numpy as np

from coursekit import checks
from coursekit.frames import fit


RARE = 0.05  # so many released rows have a pair of values by chance, if columns know nothing of each other
_TELLS = 0.01  # so seldom luck makes a column look as if it told another


@dataclass(frozen=True)
class MatchRates:
    """What linkage achieves, over all confidential records.

    records, expected : int, float. Confidential records, and how many an attacker finds who picks a candidate at
        random.
    expected_rate : float. `expected` as a share of `records`.
    unique : int. How many have exactly one candidate.
    true_rate : float. Share of `records` whose only candidate is the right one.
    false_rate : float. Share of `unique` whose only candidate is wrong; NaN if there is no unique match.
    """

    records: int
    expected: float
    expected_rate: float
    unique: int
    true_rate: float
    false_rate: float


def matches(confidential, synthetic, keys):
    """Return, for each confidential record, how many synthetic rows fit it and whether the right one is among them.

    confidential : pandas.DataFrame. What the attacker knows of people, one row each, labelled by who is who.
    synthetic : pandas.DataFrame. The release. A row belongs to the person whose label it has. Rows of a fully synthetic
        file belong to nobody: give them labels that no person has.
    keys : list of str. Columns that the attacker compares.
    Returns pandas.DataFrame. One row per confidential record, with its label: `candidates` (int) and `hit` (bool).
    Adam and Betsy (source text, section 3.17); the release has no names, so row labels say nothing here.
    >>> import pandas as pd
    >>> known = pd.DataFrame({"year": [2009, 2010], "elective": ["Chorus", "Band"]}, index=["Adam", "Betsy"])
    >>> release = pd.DataFrame({"year": [2009, 2010, 2010], "elective": ["Chorus", "Band", "Band"]})
    >>> matches(known, release, ["year", "elective"])["candidates"].to_dict()
    {'Adam': 1, 'Betsy': 2}
    """
    import pandas as pd

    frames = on_keys(keys, confidential=confidential, synthetic=synthetic)
    for name, frame in (("confidential", confidential), ("synthetic", synthetic)):
        labels = frame.index
        if not labels.is_unique:
            raise ValueError(f"{name} must have each row label once, got more of {labels[labels.duplicated()][0]!r}")
    mine, yours = joint(frames.codes(column)[0] for column in frames.kinds)
    own = synthetic.index.get_indexer(confidential.index)
    hit = (own >= 0) & (mine == yours[own])
    candidates = np.bincount(yours, minlength=mine.max() + 1)[mine]
    return pd.DataFrame({"candidates": candidates, "hit": hit}, index=confidential.index)


def match_rates(confidential, synthetic, keys, *, records=None):
    """Return expected matches, true match rate and false match rate of an attacker who links on `keys`.

    Frames are as for `matches`. `records` is the number of confidential records, if `confidential` has only those that
    the attacker knows. With c candidates for a record and I = 1 if the right row is among them, `expected` is the sum
    of I / c. High `expected` and `true_rate` and a low `false_rate` are dangerous. Source: Reiter & Mitra 2009,
    "Estimating Risks of Identification Disclosure in Partially Synthetic Data", Journal of Privacy and Confidentiality
    1(1), section 2; source text, section 3.15, which calls the sum a rate. R2-D2 has one candidate, Jar Jar Binks
    three, one of which is he:
    >>> import pandas as pd
    >>> known = pd.DataFrame({"homeworld": "Naboo", "species": ["Gungan", "Droid"]}, index=["Jar Jar Binks", "R2-D2"])
    >>> release = pd.DataFrame(
    ...     {"homeworld": "Naboo", "species": ["Gungan", "Gungan", "Gungan", "Droid"]},
    ...     index=["Jar Jar Binks", "Rugor Nass", "Roos Tarpals", "R2-D2"])
    >>> found = match_rates(known, release, ["homeworld", "species"], records=100)
    >>> round(found.expected, 3), found.true_rate, found.false_rate
    (1.333, 0.01, 0.0)
    """
    found = matches(confidential, synthetic, keys)
    records = len(found) if records is None else checks.whole("records", records, at_least=len(found))
    expected = float((found["hit"] / found["candidates"].clip(lower=1)).sum())
    unique = found["candidates"] == 1
    true, every = int((unique & found["hit"]).sum()), int(unique.sum())
    false_rate = (every - true) / every if every else np.nan
    return MatchRates(records, expected, expected / records, every, true / records, false_rate)


def links(mine, yours):
    """Return the positions of the rows whose code occurs once in either file, in both files."""
    size = max(mine.max(), yours.max()) + 1
    once = (np.bincount(mine, minlength=size) == 1) & (np.bincount(yours, minlength=size) == 1)
    place = np.zeros(size, np.int64)
    place[yours] = np.arange(len(yours))
    linked = np.flatnonzero(once[mine])
    return linked, place[mine[linked]]


def on_keys(keys, *target, **frames):
    """Return the frames with the keys and the target alone, if every frame has them, of the same kinds."""
    for name, frame in frames.items():
        checks.column_names("keys", keys, checks.frame(name, frame, rows=1), of=f"columns of {name}")
        for wanted in target:
            checks.column_names("target", [wanted], frame, of=f"a column of {name}")
            if wanted in list(keys):
                raise ValueError(f"target must not be one of the keys, got {wanted!r}")
    return fit(columns=[*keys, *target], **frames)


def among(codes, others):
    """Return how many of the other codes equal each code.

    >>> among(np.array([0, 2, 5]), np.array([2, 2, 0, 7])).tolist()
    [1, 2, 0]
    """
    return np.bincount(others, minlength=codes.max() + 1)[codes]


def copied_in_part(pairs, *, risk=0.001):
    """Return who equals a released row in two columns at once, of confidential people and of those outside.

    Somebody may copy what is secret and invent the rest. Only values count that fewer than `RARE` rows have by chance.
    A pair of columns counts only if it fits more people inside than outside, and more than it fits if one of the two
    columns is shuffled among the released rows (Fisher's exact test; the `risk` that luck does that is shared by all
    pairs). Else nobody is. If one column tells the other, as dates may, people outside equal people inside more often
    than shuffled ones. Then a pair must also fit more of those people inside than outside whose two values the release
    has, each in some row.

    pairs : list of pairs of lists of three arrays. Codes of two columns: of confidential, released, outside rows.
    Returns two arrays of yes-or-no; None twice if no pair counts.
    >>> people, others = np.arange(100), np.arange(100, 200)
    >>> column, turned = [people, people, others], [people, people[::-1], others]
    >>> [bool(found.all()) for found in copied_in_part([[column, column]])]
    [True, False]
    >>> copied_in_part([[column, turned]])
    [None, None]
    """
    found, shuffled = [None, None], np.random.default_rng(0)
    for a, b in pairs:
        ours, released, others, by_luck, mixed = joint(
            [[*a, a[1], a[0]], [*b, shuffled.permutation(b[1]), shuffled.permutation(b[0])]])
        seldom = [len(a[1]) * x * y <= RARE for x, y in zip(_shares(a), _shares(b), strict=True)]
        inside, lucky = (np.isin(ours, rows) & seldom[0] for rows in (released, by_luck))
        outside, naturally, mingled = (np.isin(others, rows) & seldom[1] for rows in (released, ours, mixed))
        trials = [(inside, outside), (inside, lucky)]
        if exceeds(naturally, mingled) <= _TELLS:
            given = [np.isin(a[who], a[1]) & np.isin(b[who], b[1]) for who in (0, 2)]
            trials.append((inside[given[0]], outside[given[1]]))
        if all(exceeds(*trial) <= risk / len(pairs) for trial in trials):
            found = [new if old is None else old | new for old, new in zip(found, (inside, outside), strict=True)]
    return found


def _shares(codes):
    """Return which share of other confidential people has the value of each of them, and of each person outside.

    A value that nobody else has is as frequent as values agree on average.
    """
    counts, many = np.bincount(codes[0] + 1, minlength=max(map(np.max, codes)) + 2), len(codes[0])
    ours, others = (counts[codes[who] + 1] for who in (0, 2))
    least = collision(codes[0])
    return [np.maximum(part, least) for part in ((ours - 1) / max(many - 1, 1), others / many)]


def collision(codes):
    """Return how often two people have the same value, of whom there are few: one pair more than agrees counts.

    >>> collision(np.array([0, 0, 1, 2])), collision(np.array([0, 1, 2, 3]))
    (0.2857142857142857, 0.14285714285714285)
    """
    counts = np.unique(codes, return_counts=True)[1]
    return float(((counts * (counts - 1)).sum() / 2 + 1) / (len(codes) * (len(codes) - 1) / 2 + 1))


def exceeds(first, second):
    """Return the p-value of Fisher's exact test that yes is more frequent in the first of two arrays of yes-or-no."""
    from scipy.stats import fisher_exact

    return fisher_exact([[part.sum(), (~part).sum()] for part in (first, second)], alternative="greater").pvalue


def differ(first, second):
    """Return the p-value that two arrays are of one population: of numbers (Kolmogorov and Smirnov) or codes from -1.

    Of codes it is the chi-squared test. Codes of which fewer than 10 are expected in the smaller array count as one,
    and are left out if that is as rare.
    """
    from scipy.stats import chi2_contingency, ks_2samp

    if first.dtype.kind == "f":
        first, second = (values[~np.isnan(values)] for values in (first, second))
        return ks_2samp(first, second, method="asymp").pvalue if len(first) and len(second) else 1.0
    size = max(first.max(), second.max()) + 2
    counts = np.array([np.bincount(part + 1, minlength=size) for part in (first, second)])
    least = 10 * counts.sum() / counts.sum(axis=1).min()
    is_rare = counts.sum(axis=0) < least
    counts = np.column_stack([counts[:, ~is_rare], counts[:, is_rare].sum(axis=1)])
    counts = counts[:, counts.sum(axis=0) >= least]
    return chi2_contingency(counts).pvalue if counts.shape[1] > 1 else 1.0


def joint(columns):
    """Return one code per row of each frame that is equal where the codes of all `columns` are, counted from 0."""
    columns = [list(column) for column in columns]
    found = np.zeros(sum(map(len, columns[0])), np.int64)
    for column in columns:
        values = np.concatenate(column).astype(np.int64) + 1
        found = np.unique(found * (values.max() + 1) + values, return_inverse=True)[1]
    return np.split(found, np.cumsum([len(part) for part in columns[0]])[:-1])
