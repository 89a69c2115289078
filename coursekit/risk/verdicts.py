"""The scorecard in a few words: which figures lie beyond harmless, which people are exposed to which attack."""

import numpy as np

from coursekit.risk.figures import CONFIDENTIAL, HOLDOUT, SYNTHETIC
from coursekit.risk.intervals import Z
from coursekit.risk.neighbours import membership

ALARMS = 0.01  # share of outsiders that an attacker accuses who wants to be sure
WORDS = ("no leak found", "look again", "exposes people", "cannot say")

USES = "like other real people", "weak"
# Beginnings of figures of utility: which way they get worse, and how much worse than other real people is weak. Of 100
# files of 200 real patients 1 is; of 40 files in groups of 100, 3; in groups of 200, and of independent columns, all.
_LOSSES = {"correlation fit": (1, 0.1), "overlap of pairs": (-1, 0.05)}
# Beginnings of figures; harmless is at most so much, which for None is the reference, and of distances at least that
_HARMLESS = {"share nearer": 0.5, "AUC of membership": 0.5, "members found": ALARMS, "excess accuracy": 0.0,
             "DCAP": None}
_DISTANCES = ("DCR", "NNDR")
_TREE = "AUC of a tree"  # less than 1/2 betrays near copies: their twins were shown with the other label
# What figures beyond harmless say in plain words, by their beginnings
_SIGNS = {
    "some of its rows lie too near to people in the data": (*_DISTANCES, "share nearer", _TREE),
    "an attacker can tell better than by chance who was in the data": ("AUC of membership", "members found"),
    "it says more about people in the data than about others": ("excess accuracy", "DCAP"),
}


def beyond_harmless(table):
    """Return the names of the figures whose whole interval lies beyond what is harmless (by chance 2.5% for each).

    A tree that does worse than a coin counts, too: the release has twins of the rows that the tree was shown.
    """
    return [line.figure for line in table.itertuples() if _is_beyond(line, line.low, line.high)]


def within_luck(table):
    """Return the names of the figures that are beyond what is harmless, but by no more than chance explains."""
    return [line.figure for line in table.itertuples()
            if line.low <= line.high and _is_beyond(line, line.value, line.value)
            and not _is_beyond(line, line.low, line.high) and not line.figure.startswith(_TREE)]


def _is_beyond(line, low, high):
    """Whether an interval of a figure, or a value as both ends, lies beyond what is harmless."""
    if line.figure.startswith(_TREE):
        return high < 0.5
    if line.figure.startswith(_DISTANCES):
        return high < line.reference
    start = next((start for start in _HARMLESS if line.section == "risk" and line.figure.startswith(start)), None)
    most = _HARMLESS.get(start, np.inf)
    return low > (line.reference if most is None else most)


def verdict(table, *, holdout, keys=(), left=()):
    """Return one of `WORDS` and why, in plain words first: two figures beyond harmless are a leak, one may be luck.

    `keys` are what the attacker knew. `left` are attacks that were not tried: if there are any, nothing is called safe.
    """
    found = beyond_harmless(table)
    if not holdout:
        return WORDS[3], "Without a holdout nobody knows which figures would be harmless."
    if not found and left:
        return WORDS[3], "What was tried did no more than chance can. But not every attack was tried."
    if not found:
        known = ", ".join(map(str, keys))
        why = f"No attack did more than chance can, by somebody who knows {known}. That is no proof, because another"
        return WORDS[0], f"{why} attacker may know more, and it does not say that the file is useful."
    plain = "; ".join(sign for sign, starts in _SIGNS.items() if any(name.startswith(starts) for name in found))
    begins = "The file gives people away" if len(found) > 1 else "One sign, which may be luck, says of the file"
    return WORDS[1 + (len(found) > 1)], f"{begins}: {plain}. Beyond harmless: {'; '.join(found)}."


def use(table):
    """Return one of `USES` and the readings of what is weak: it loses clearly more than the holdout; or None.

    Without a holdout, None: nobody knows how far off other people of the same kind are.
    """
    lines = [(line, worse, most) for start, (worse, most) in _LOSSES.items() for line in table.itertuples()
             if line.figure.startswith(start) and line.reference == line.reference]
    # a value that is NaN is weak, too: a column of the release does not vary
    weak = [line.reading for line, worse, most in lines if not worse * (line.value - line.reference) <= most]
    return (USES[bool(weak)], weak) if lines else None


def tried(keys, sensitive, *, holdout):
    """Return two lists in plain words: the attacks that were tried, and those that were not, each with its reason."""
    known, wanted = (", ".join(map(str, names)) for names in (keys, sensitive))
    by_keys = f"finding people by {known or 'what an attacker knows of them'}"
    reading = f"reading off {wanted or 'what an attacker wants to learn'}"
    unnamed = "because no columns were named"
    needs = [("telling by nearness who is in the data", holdout, "because no holdout was given"),
             (by_keys, keys, unnamed), (reading, sensitive, unnamed)]
    done = ["exact and near copies", *(attack for attack, given, _ in needs if given)]
    return done, [f"{attack}, {why}" for attack, given, why in needs if not given]


def exposed(files):
    """Return which attacks succeed on which confidential rows, for attacks that succeed on more of them than outside.

    An attack has a column of yes-or-no if its share of successes exceeds the one on the holdout by more than chance
    does (1.96 standard errors); a person has a row if one succeeds on her. Where `files` sample, others are not named.
    """
    import pandas as pd

    attacks = _attacks(files) if files.holdout else {}
    found = {name: hit[0] for name, (hit, tried) in attacks.items() if _exceeds(hit, tried)}
    table = pd.DataFrame(found, index=files.frames.frames[CONFIDENTIAL].index, dtype=bool)
    return table[table.any(axis=1)]


def _attacks(files):
    """Return for each attack on whom it succeeds and on whom it is tried, of confidential rows and of the holdout."""
    sides = CONFIDENTIAL, HOLDOUT
    every = [np.ones(files.sizes[who], bool) for who in sides]
    copied = [_among(files.contents, who) for who in sides]
    found = {"copied": ([many > 0 for many in copied], every)}
    if files.keys:
        fits = [_among(files.known, who) for who in sides]
        equal = [(some > 0) & (some == same) for some, same in zip(fits, copied, strict=True)]
        found["found by keys"] = equal, every
    for column in files.sensitive:
        answers = files.answers(column)
        pairs = [known * (max(map(np.max, answers)) + 2) + answer + 1
                 for known, answer in zip(files.known, answers, strict=True)]
        right = [(some > 0) & (some == _among(pairs, who)) for some, who in zip(fits, sides, strict=True)]
        found[f"{column} read off"] = right, [some > 0 for some in fits]  # else who has a row that fits would count
    (chosen, inside), (outsiders, outside) = (files.approach[who] for who in sides)
    curve = membership(inside, outside)
    line = curve.thresholds[curve.false_positive_rate <= ALARMS].max(initial=-1.0)
    named = [np.zeros(files.sizes[who], bool) for who in sides]
    named[0][chosen], named[1][outsiders] = inside <= line, outside <= line
    return found | {"recognized by nearness": (named, every)}


def _among(codes, who):
    """Return how many released rows have the code of each row."""
    return np.bincount(codes[SYNTHETIC], minlength=codes[who].max() + 1)[codes[who]]


def _exceeds(hit, tried):
    (p, n), (q, m) = ((part[those].mean() if those.any() else 0.0, max(those.sum(), 1))
                      for part, those in zip(hit, tried, strict=True))
    return p - q > Z * (p * (1 - p) / n + q * (1 - q) / m) ** 0.5
