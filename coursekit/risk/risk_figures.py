"""The scorecard's rows of risk: each function computes a figure or a few and says in a sentence what they mean."""

import numpy as np

from coursekit.risk import attribution, disclosure
from coursekit.risk.figures import CONFIDENTIAL, HOLDOUT, SYNTHETIC, percent, row
from coursekit.risk.intervals import Z, against, auc_interval, clustered_interval, quantile_interval, share_interval
from coursekit.risk.neighbours import membership, nearer, ratio
from coursekit.risk.verdicts import ALARMS, MEMBERS, PAIRS, alone

_TAIL = 0.05


def copied_rows(files):
    released = files.contents[SYNTHETIC]
    found = [float(np.isin(released, files.contents[who]).mean()) for who in files.real]
    outside = ""
    if files.holdout:
        outside = f"; {percent(found[1])} equal one of the {files.sizes[HOLDOUT]:,} rows of the holdout"
    yield row(
        "risk", "copies", found, _as("as with a holdout", files), f"{percent(found[0])} of the released rows equal a "
        f"confidential row in every column{outside}.")


def copied_pairs(files):
    if not files.holdout:
        return
    yield row(
        "risk", PAIRS, [found.mean() for found in files.in_part],
        _as("as with a holdout", files), f"{percent(files.in_part[0].mean())} of the "
        "people equal a released row in two columns at once that hardly anybody has by chance. Pairs that chance "
        "explains do not count, nor columns of which one tells the other.")


def closest(files):
    """DCR and NNDR from the release to the confidential file; the reference is people who are not in the release."""
    draw, near = files.lots(files.rows), files.release[1]
    if files.holdout:
        whose = "of the holdout"
        other, _ = files.space.nearest(HOLDOUT, CONFIDENTIAL, chosen=draw(HOLDOUT), count=2)
    else:
        whose, ask = "of the confidential rows, each apart from itself,", {"chosen": draw(CONFIDENTIAL), "itself": True}
        count = min(2, files.sizes[CONFIDENTIAL] - 1)
        other, _ = files.space.nearest(CONFIDENTIAL, CONFIDENTIAL, count=count, **ask)
    for name, reduce in (("DCR", lambda d: d[:, 0]), ("NNDR", ratio)):
        if name == "NNDR" and other.shape[1] < 2:
            continue
        mine, yours = reduce(near), reduce(other)
        value, reference = np.quantile(mine, _TAIL), np.quantile(yours, _TAIL)
        word, shown = "at most {} from the nearest confidential row", "{:.3g}".format
        if name == "NNDR":
            word = "so near to one confidential row that its distance is at most {} of that to the second nearest"
            shown = lambda part: f"{100 * part:.3g}%"
        yield row(
            "risk", f"{name}, 5th percentile, synthetic to confidential", value, "as the reference, or higher",
            f"One released row in twenty is {word.format(shown(value))}; one in twenty {whose} {shown(reference)}"
            f"{' (0: equal in every column; 1: in none)' * (name == 'DCR')}.",
            interval=against(value, quantile_interval(mine, _TAIL), reference, quantile_interval(yours, _TAIL)),
            reference=reference)


def nearer_rows(files):
    if not files.holdout:
        return
    size = min(files.sizes[CONFIDENTIAL], files.sizes[HOLDOUT])
    (chosen, first, who), draw = files.release, files.lots(size)  # a lot of its own: the release's would favour copies
    if size < files.sizes[CONFIDENTIAL]:
        first, who = files.space.nearest(SYNTHETIC, CONFIDENTIAL, chosen=chosen, places=draw(CONFIDENTIAL))
    second, whom = files.space.nearest(SYNTHETIC, HOLDOUT, chosen=chosen, places=draw(HOLDOUT))
    share = nearer(first[:, 0], second[:, 0])
    nearest_of_all = np.where(share > 0, who[:, 0], size + whom[:, 0])
    low, high = clustered_interval(share, nearest_of_all)
    yield row(
        "risk", "share nearer to the data than to the holdout", share.mean(), "0.5",
        f"{percent(share.mean())} of the released rows are nearer to one of {size:,} confidential rows than to any of "
        f"as many in the holdout{_verdict(low, high)}.", interval=(low, high))


def members(files):
    if not files.holdout:
        return
    first, second = (files.approach[who][1] for who in (CONFIDENTIAL, HOLDOUT))
    found = membership(first, second)
    low, high = auc_interval(-first, -second)
    yield row(
        "risk", "AUC of membership inference", found.auc, "0.5",
        f"Shown one person in the data and one outside, an attacker points to the right one {percent(found.auc)} of "
        f"the time{_verdict(low, high)}.", interval=(low, high))
    sure = found.false_positive_rate <= ALARMS
    shares = [rate[sure].max(initial=0.0) for rate in (found.recall, found.false_positive_rate)]
    caught, (named, wrong) = shares[0], (f"{share * len(people):.0f}" for share, people in zip(shares, (first, second)))
    yield row(
        "risk", MEMBERS, caught, "0.01 or less",
        f"An attacker says “was there” of whoever is near a row. Where he is wrong about {wrong} of {len(second):,} "
        f"people outside, he is right about {named} of the {len(first):,} in the data.",
        interval=_shares_against(shares, (len(first), len(second))), reference=shares[1])


def values_alone(files):
    if not files.holdout:
        return
    ours, others = (alone(files, who) for who in (CONFIDENTIAL, HOLDOUT))
    whose = f" ({', '.join(ours)})" if ours else ""
    yield row(
        "risk", "values of one person alone", [len(ours), len(others)], "0",
        f"Of one person alone the released rows show {len(ours)} largest or smallest values, beyond everybody else "
        f"inside and outside{whose}; of people outside, {len(others)}. Where steps are coarse, as in ages, values meet "
        "by chance and do not count.")


def linked_rows(files):
    if not files.keys:
        return
    theirs = files.known[SYNTHETIC]
    found = [len(disclosure.links(files.known[who], theirs)[0]) / files.sizes[who] for who in files.real]
    yield row(
        "risk", "replicated uniques", found, _as("as with a holdout", files),
        f"{percent(found[0])} of the people are the only ones with their {', '.join(map(str, files.keys))}, and "
        "exactly one released row has the same.")


def attributes(files, target):
    wanted, cut = files.answers(target), " (in ten groups of equal size)" if target in files.frames.measured else ""
    known = ", ".join(map(str, files.keys))
    picks = f"who knows {known} picks a released row that fits, and reads {target} off"
    words = {
        "CAP": f"{picks}: where a row fits, right",
        "DCAP": f"{picks}: of all people, right",
        "TCAP": f"speaks only where all rows that fit have the same {target}: right",
    }
    found = [
        attribution.attributed(*[[codes[who], codes[SYNTHETIC]] for codes in (files.known, wanted)])
        for who in files.real
    ]
    for name, word in words.items():
        both = [figures[name] for figures in found]
        outside = f", {_often(both[1])} for people outside of the data" if files.holdout else ""
        yield row(
            "risk", f"{name} of {target}", both, _as("as with a holdout", files),
            f"An attacker {word} {_often(both[0])}{outside}{cut}.")
    if not files.holdout:
        return
    best = attribution.best_keys({key: files.frames.codes(key)[0] for key in files.keys}, wanted)
    used = "all of this" if len(best.kept) == len(files.keys) else f"{', '.join(map(str, best.kept))} alone"
    yield row(
        "risk", f"DCAP of {target}, best keys", [best.confidential, best.holdout], _as("as with a holdout", files),
        f"An attacker need not use all of {known}. The best of such attackers uses {used}, picks a released row that "
        f"fits, and reads {target} off: for all people in the data, right {_often(best.confidential)}, for people "
        f"outside {_often(best.holdout)}{cut}.",
        interval=(max(best.confidential - best.luck, 0.0), min(best.confidential + best.luck, 1.0)))
    columns = [attribution.features(files.frames, key) for key in files.keys]
    right = attribution.accuracy(columns, wanted, measured=False, rng=files.rng)
    shares = ((right.confidential, files.sizes[CONFIDENTIAL]), (right.holdout, files.sizes[HOLDOUT]))
    half = Z * sum(p * (1 - p) / n for p, n in shares) ** 0.5
    yield row(
        "risk", f"excess accuracy for {target}", right.excess, "0",
        f"A rule learnt from the released rows tells {target}{cut} of {percent(right.confidential)} of the people in "
        f"the data and of {percent(right.holdout)} of those outside; the most common value alone, of "
        f"{percent(right.guess)}{', a better guide to people outside' * (right.holdout < right.guess)}.",
        interval=(right.excess - half, right.excess + half))


def _shares_against(shares, counts):
    """Return the interval of a share of people inside, whose reference is a share of people outside."""
    inside, outside = (share_interval(share * n, n) for share, n in zip(shares, counts, strict=True))
    return against(shares[0], inside, shares[1], outside)


def _as(text, files):
    return "as the reference" if files.holdout else f"{text}: give one to compare"


def _often(share):
    return "never, for want of such rows" if np.isnan(share) else f"{percent(share)} of the time"


def _verdict(low, high):
    if low > 0.5:
        return ": more than chance does, so the synthesis remembers people, or the holdout is of another population"
    if high < 0.5:
        return ": less than chance does, so the holdout may be of another population"
    return ": no more than by chance"


FIGURES = (copied_rows, copied_pairs, values_alone, closest, nearer_rows, members, linked_rows)
