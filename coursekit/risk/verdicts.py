"""The scorecard in a few words: which figures lie beyond harmless, which people are exposed to which attack."""

from statistics import NormalDist

import numpy as np

from coursekit.risk.disclosure import among, exceeds
from coursekit.risk.figures import CONFIDENTIAL, FEW_ALIKE, HOLDOUT, SYNTHETIC
from coursekit.risk.intervals import Z
from coursekit.risk.neighbours import membership

ALARMS = 0.01  # share of outsiders that an attacker accuses who wants to be sure
FEW = 100  # outsiders: with fewer nobody can tell a leak from luck, and harmless files look red
WORDS = ("no leak found", "look again", "exposes people", "cannot say")

USES = "no loss found", "weak"
MEMBERS = "members found at 1% false alarms"
# Beginnings of figures of utility: which way they get worse, and how much worse than other real people is weak. Of 100
# files of 200 real patients 1 is; of 40 files in groups of 100, 3; in groups of 200, and of independent columns, all.
_LOSSES = {"correlation fit": (1, 0.1), "overlap of pairs": (-1, 0.05)}
# Beginnings of figures; harmless is at most so much, which for None is the reference, and of distances at least that
_HARMLESS = {"share nearer": 0.5, "AUC of membership": 0.5, "members found": ALARMS, "excess accuracy": 0.0,
             "DCAP": None}
_DISTANCES = ("DCR", "NNDR")
_ASKED = "excess accuracy", "DCAP"  # of each column that the attacker wants
# Figures without an interval, and their attacks
ALONE = "values of one person alone"
PAIRS = "equal pairs of columns"
_COUNTED = {"copies": "copied", PAIRS: "copied in part", "replicated uniques": "found by keys",
            ALONE: "alone with a value"}
# What figures beyond harmless say in plain words, by their beginnings
_SIGNS = {
    "it has copies of people in the data": ("copies", "replicated uniques"),
    "it shows the largest or smallest value of one person alone": (ALONE,),
    "its rows have parts of the rows of people in the data": (PAIRS,),
    "some of its rows lie too near to people in the data": (*_DISTANCES, "share nearer"),
    "an attacker can tell better than by chance who was in the data": ("AUC of membership", "members found"),
    "it says more about people in the data than about others": ("excess accuracy", "DCAP"),
}


def beyond_harmless(table):
    """Return the names of the figures whose whole interval lies beyond what is harmless (by chance 2.5% for each).

    What is asked of each column that the attacker wants has 2.5% for all columns together.
    """
    return [line.figure for line in _lines(table) if _is_beyond(line, line.low, line.high)]


def beyond_luck(table):
    """Return those of `beyond_harmless` that would be so with twice the interval (by chance one in 10,000 for each)."""
    return [line.figure for line in _lines(table)
            if _is_beyond(line, 2 * line.low - line.value, 2 * line.high - line.value)]


def unfit(holdout, differs=()):
    """Return why figures cannot be compared with so many people outside, who differ in these columns; or ""."""
    if holdout < FEW:
        return f"Only {holdout} people were kept apart, and it takes {FEW} to tell a leak from luck."
    if differs:
        return ("The holdout is of another population: more than chance explains, it is unlike the data in "
                f"{', '.join(map(str, differs))}. People must be kept apart at random.")
    return ""


def marked(table, exposed, *, holdout, differs=()):
    """Return `beyond_harmless`, and what is counted: copies, unique rows, values of one person alone.

    `holdout` is how many people were kept apart: without them nothing is marked, and with a `FEW`, or with people who
    are of another population by the columns `differs`, what is counted.
    """
    beyond = [] if unfit(holdout, differs) else beyond_harmless(table)
    return (beyond + [figure for figure, attack in _COUNTED.items() if attack in exposed]) if holdout else []


def within_luck(table, exposed):
    """Return the names of the figures that are beyond what is harmless, but by no more than chance explains."""
    lucky = [line.figure for line in _lines(table)
             if line.low <= line.high and _is_beyond(line, line.value, line.value)
             and not _is_beyond(line, line.low, line.high)]
    worse = table.loc[table["value"] > table["reference"], "figure"]
    return lucky + [one for one in worse if one in _COUNTED and _COUNTED[one] not in exposed]


def _lines(table):
    """The lines of a table; of those that are `_ASKED` of several columns the intervals are wider (Bonferroni)."""
    columns = max(table["figure"].str.startswith(_ASKED[0]).sum(), 1)
    wider = np.where(table["figure"].str.startswith(_ASKED), NormalDist().inv_cdf(1 - 0.025 / columns) / Z, 1)
    ends = {end: table["value"] + wider * (table[end] - table["value"]) for end in ("low", "high")}
    return table.assign(**ends).itertuples()


def _is_beyond(line, low, high):
    """Whether an interval of a figure, or a value as both ends, lies beyond what is harmless."""
    if line.figure.startswith(_DISTANCES):
        return high < line.reference
    start = next((start for start in _HARMLESS if line.section == "risk" and line.figure.startswith(start)), None)
    most = _HARMLESS.get(start, np.inf)
    return low > (line.reference if most is None else most)


def signs(found):
    """Return what these figures, all beyond harmless, say in plain words: by each of `_SIGNS` those that say it."""
    said = {sign: [name for name in found if name.startswith(starts)] for sign, starts in _SIGNS.items()}
    return {sign: names for sign, names in said.items() if names}


def verdict(table, exposed, *, holdout, differs=(), keys=(), left=()):
    """Return one of `WORDS` and why, in plain words first: two of `_SIGNS` are a leak, one may be luck.

    Figures of one sign measure the same rows, so that luck moves them together: they count once. What is counted, such
    as copies, is no luck. Two such counts are a leak, or `PAIRS` alone, which luck makes in one of 1,000 files, or one
    figure of `beyond_luck`.
    `holdout` and `differs` are as for `marked`, `keys` what the attacker knew. `left` are attacks that were not tried:
    if there are any, nothing is called safe. Nor is it if the release is nearer to the holdout, as it is if somebody
    takes one file for the other. With a `FEW` people apart, or others than those in the data, it is a leak or unknown.
    """
    found = marked(table, exposed, holdout=holdout, differs=differs)
    if not holdout:
        return WORDS[3], "Without a holdout nobody knows which figures would be harmless."
    said = signs(found)
    counted = len(set(found) & set(_COUNTED))
    is_leak = len(said) > 1 or counted > 1 or PAIRS in found or bool({*found} & {*beyond_luck(table)})
    shown = f"{'; '.join(said)}. Beyond harmless: {'; '.join(found)}."
    why_not = unfit(holdout, differs)
    if why_not and not is_leak:
        return WORDS[3], why_not + f" But this is certain of the file: {shown}" * bool(found)
    sides = table.loc[table["figure"].str.startswith(("share nearer", "AUC of membership")), "high"]
    if not found and (sides < 0.5).any():
        return WORDS[3], ("The file lies nearer to the holdout than to the confidential file, more than chance "
                          "explains. Was one taken for the other, or was the file made from other people?")
    if not found and left:
        return WORDS[3], "What was tried did no more than chance can. But not every attack was tried."
    if not found:
        known = ", ".join(map(str, keys))
        why = f"No attack did more than chance can, by somebody who knows {known}. That is no proof, because another"
        return WORDS[0], f"{why} attacker may know more, and it does not say that the file is useful."
    one = "One sign says of the file" if counted else "One sign, which may be luck, says of the file"
    begins = "The file gives people away" if is_leak else one
    return WORDS[1 + is_leak], f"{begins}: {shown}"


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
    no_holdout = "because no holdout was given"
    needs = [("values of one person alone", holdout, no_holdout),
             ("telling by nearness who is in the data", holdout, no_holdout),
             (by_keys, keys, unnamed), (reading, sensitive, unnamed)]
    done = ["exact and near copies", *(attack for attack, given, _ in needs if given)]
    return done, [f"{attack}, {why}" for attack, given, why in needs if not given]


def exposed(files, table):
    """Return which attacks succeed on which confidential rows, for attacks that succeed on more of them than outside.

    An attack has a column of yes-or-no if a figure of the table that measures it lies beyond harmless; copies and
    unique rows have no interval, and are counted (Fisher's exact test, 2.5%). One copy is enough where nobody outside
    equals a row of either file, and three where rows are hardly alike by chance, as `Files.unlike` says. A person has a
    row if an attack succeeds on her. Where `files` sample, others are not named. If the holdout is of another
    population, only copies of rows that are hardly alike by chance count, and pairs of columns in which outsiders are
    as those inside.
    """
    import pandas as pd

    attacks = _attacks(files) if files.holdout else {}
    beyond = marked(table, (), holdout=files.sizes[HOLDOUT] if files.holdout else 0, differs=files.differs)
    found = {name: hit[0] for name, (hit, figures) in attacks.items()
             if (any(one in beyond for one in figures) if figures else _exceeds(hit))
             and not (files.differs and name in ("copied", "found by keys"))}
    if files.holdout and _only_inside(files, attacks["copied"][0]):
        found["copied"] = attacks["copied"][0][0]
    by_value = alone(files, CONFIDENTIAL) if files.holdout else {}
    if by_value:
        found["alone with a value"] = np.any(list(by_value.values()), axis=0)
    table = pd.DataFrame(found, index=files.frames.frames[CONFIDENTIAL].index, dtype=bool)
    return table.loc[table.any(axis=1), table.any(axis=0)]


def nearest_pairs(files, count=10):
    """Return the released rows that come nearest to one confidential person, each beside hers.

    Those come first whose distance to her is the smallest part of that to anybody in the holdout; without one, of that
    to the second nearest person. Where `files` sample, others are not looked at. A DataFrame with the persons' labels,
    and each column twice: under "released" and under "person".
    """
    import pandas as pd

    chosen, near, who = files.release
    others = files.space.nearest(SYNTHETIC, HOLDOUT, chosen=chosen)[0][:, 0] if files.holdout else near[:, -1]
    part = np.divide(near[:, 0], others, out=np.ones_like(others), where=others > 0)
    first = np.lexsort([-others, part])[:count]
    ours, made = files.frames.frames[CONFIDENTIAL], files.frames.frames[SYNTHETIC]
    persons, released = ours.iloc[who[first, 0]], made[ours.columns].iloc[chosen[first]]
    pairs = {"released": released.reset_index(drop=True), "person": persons.reset_index(drop=True)}
    return pd.concat(pairs, axis=1).set_axis(persons.index)


def _attacks(files):
    """Return for each attack on whom it succeeds, of confidential rows and of the holdout, and its figures."""
    sides = CONFIDENTIAL, HOLDOUT
    copied = [among(files.contents[who], files.contents[SYNTHETIC]) for who in sides]
    found = {"copied": ([many > 0 for many in copied], ()), "copied in part": (files.in_part, ())}
    if files.keys:
        fits = [among(files.known[who], files.known[SYNTHETIC]) for who in sides]
        equal = [(some > 0) & (some == same) for some, same in zip(fits, copied, strict=True)]
        found["found by keys"] = equal, ()
    for column in files.sensitive:
        answers = files.answers(column)
        pairs = [known * (max(map(np.max, answers)) + 2) + answer + 1
                 for known, answer in zip(files.known, answers, strict=True)]
        common = np.bincount(answers[CONFIDENTIAL] + 1).argmax() - 1  # who says that of all needs no file
        right = [(some > 0) & (some == among(pairs[who], pairs[SYNTHETIC])) & (answers[who] != common)
                 for some, who in zip(fits, sides, strict=True)]
        found[f"{column} read off"] = right, (f"DCAP of {column}, best keys", f"excess accuracy for {column}")
    (chosen, inside), (outsiders, outside) = (files.approach[who] for who in sides)
    curve = membership(inside, outside)
    line = curve.thresholds[curve.false_positive_rate <= ALARMS].max(initial=-1.0)
    named = [np.zeros(files.sizes[who], bool) for who in sides]
    named[0][chosen], named[1][outsiders] = inside <= line, outside <= line
    return found | {"recognized by nearness": (named, (MEMBERS,))}


def alone(files, who):
    """Return, by column, the person of a frame who alone has its largest or smallest value, if a released row shows it.

    Alone is who is beyond everybody else, also in the frame of the others. Coarse values can meet by chance: ages do,
    incomes do not. So the step between values must be small, at most 2% of what the ten most extreme values span: then
    2 of 300 harmless files showed the value of a clinic's patient.
    """
    found = {}
    for column in files.frames.measured:
        values = files.frames.values(column)
        for end, sign in (("largest", 1), ("smallest", -1)):
            ours, release, others = (sign * values[k][~np.isnan(values[k])] for k in (who, SYNTHETIC, HOLDOUT - who))
            most = ours.max(initial=-np.inf)
            steps = np.unique(ours)
            is_rare = len(steps) > 10 and np.diff(steps).min() <= 0.02 * (steps[-1] - steps[-10])
            if (ours == most).sum() == 1 and most in release and most > others.max(initial=-np.inf) and is_rare:
                found[f"{end} {column}"] = sign * values[who] == most
    return found


def _only_inside(files, hit):
    """Whether an attack succeeds inside, and rows are not alike by chance, as far as the files tell."""
    (inside, outside), contents = hit, files.contents
    alike = outside.any() or np.isin(contents[HOLDOUT], contents[CONFIDENTIAL]).any()
    by_many = files.unlike and inside.sum() > FEW_ALIKE
    return by_many or inside.any() and not alike and not files.differs


def _exceeds(hit):
    return exceeds(*hit) <= 0.025
