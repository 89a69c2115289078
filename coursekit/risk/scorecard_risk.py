"""The scorecard's rows of risk: each function computes one or a few figures and says in a sentence what they mean."""

import numpy as np

from coursekit.risk import neighbours
from coursekit.risk.intervals import auc_interval, clustered_interval, quantile_interval, share_interval
from coursekit.risk.scorecard_files import of_holdout, row

_TAIL = 0.05
_ALARMS = 0.01


def copied_rows(files):
    from coursekit.synthesis.synthesizers import copies

    found = [copies(real, files.synthetic) for real in (files.confidential, files.holdout) if real is not None]
    outside = "" if len(found) == 1 else f"; {found[1]:.1%} equal one of the {len(files.holdout):,} rows of the holdout"
    yield row(
        "risk", "copies", found[0], _as("as with a holdout", files), f"{found[0]:.1%} of the released rows equal a "
        f"confidential row in every column{outside}.", reference=of_holdout(found))


def closest(files):
    """DCR and NNDR from the release to the confidential file; the reference is people who are not in the release."""
    draw, ask = files.lots(files.rows), {"ranges": files.ranges}
    _, near, _ = files.release
    if files.holdout is not None:
        other, _ = neighbours.nearest(files.holdout.iloc[draw(2)], files.confidential, count=2, **ask)
    else:
        ask |= {"itself": draw(0), "count": min(2, len(files.confidential) - 1)}
        other, _ = neighbours.nearest(files.confidential.iloc[draw(0)], files.confidential, **ask)
    whose = "of the holdout" if files.holdout is not None else "of the confidential rows, each apart from itself,"
    for name, reduce in (("DCR", lambda d: d[:, 0]), ("NNDR", neighbours._ratio)):
        if name == "NNDR" and other.shape[1] < 2:
            continue
        mine, yours = reduce(near), reduce(other)
        value, reference = np.quantile(mine, _TAIL), np.quantile(yours, _TAIL)
        word = "at most {:.3g} from the nearest confidential row"
        if name == "NNDR":
            word = "at most {:.3g} times as far from the nearest confidential row as from the second"
        yield row(
            "risk", f"{name}, 5th percentile, synthetic to confidential", value, "as the reference, or higher",
            f"One released row in twenty is {word.format(value)}; one in twenty {whose} {reference:.3g}.",
            interval=quantile_interval(mine, _TAIL, z=files.z), reference=reference)


def nearer_rows(files):
    if files.holdout is None:
        return
    size = min(len(files.confidential), len(files.holdout))
    (release, first, who), draw = files.release, files.lots(size)  # a lot of its own: the release's would favour copies
    if size < len(files.confidential):
        first, who = neighbours.nearest(release, files.confidential.iloc[draw(0)], ranges=files.ranges)
    second, whom = neighbours.nearest(release, files.holdout.iloc[draw(2)], ranges=files.ranges)
    share = neighbours.nearer(first[:, 0], second[:, 0])
    nearest_of_all = np.where(share > 0, who[:, 0], size + whom[:, 0])
    low, high = clustered_interval(share, nearest_of_all, z=files.z)
    yield row(
        "risk", "share nearer to the data than to the holdout", share.mean(), "0.5",
        f"{share.mean():.1%} of the released rows are nearer to one of {size:,} confidential rows than to any of as many in "
        f"the holdout{_verdict(low, high)}.", interval=(low, high))


def members(files):
    if files.holdout is None:
        return
    draw = files.lots(files.rows)
    people, others = files.confidential.iloc[draw(0)], files.holdout.iloc[draw(2)]
    first, second = (
        neighbours.nearest(frame, files.synthetic, ranges=files.ranges)[0][:, 0] for frame in (people, others)
    )
    found = neighbours.membership(first, second)
    low, high = auc_interval(-first, -second, z=files.z)
    yield row(
        "risk", "AUC of membership inference", found.auc, "0.5",
        f"Shown one person in the data and one outside, an attacker knows who is in {found.auc:.1%} of the time"
        f"{_verdict(low, high)}.", interval=(low, high))
    caught = found.recall[found.false_positive_rate <= _ALARMS].max(initial=0.0)
    yield row(
        "risk", "members found at 1% false alarms", caught, "0.01 or less",
        f"An attacker who names at most 1% of the people outside names {caught:.1%} of those in the data.",
        interval=share_interval(caught * len(first), len(first), level=files.level))


def linked_rows(files):
    from coursekit.risk import disclosure

    if not files.keys:
        return
    found = [
        disclosure.replicated_uniques(real, files.synthetic, files.keys)
        for real in (files.confidential, files.holdout) if real is not None
    ]
    yield row(
        "risk", "replicated uniques", found[0], _as("as with a holdout", files),
        f"{found[0]:.1%} of the people are unique on {', '.join(map(str, files.keys))}, and exactly one released row fits.",
        reference=of_holdout(found))
    if files.linked:
        rates = disclosure.match_rates(files.confidential, files.synthetic, files.keys)
        yield row(
            "risk", "expected matches, per person", rates.expected_rate, "0",
            f"Picking among the rows that fit, an attacker finds {rates.expected:,.1f} of {rates.records:,} people.")
        yield row(
            "risk", "true match rate", rates.true_rate, "0",
            f"{rates.true_rate:.1%} of the people have one fitting row, and it is theirs.")
        wrong = "no unique match, so none can be wrong" if np.isnan(rates.false_rate) else f"{rates.false_rate:.1%} are wrong"
        yield row("risk", "false match rate", rates.false_rate, "1", f"Of {rates.unique:,} unique matches: {wrong}.")


def attributes(files, target):
    from coursekit.risk import disclosure

    ours, theirs, *others = files.binned
    bins = " (cut into ten)" if target in files.numbers else ""
    words = {
        "CAP": ("picks one of the released rows with the person's keys and is right", disclosure.cap),
        "DCAP": ("picks likewise, and is counted as wrong where no released row has the person's keys; right", disclosure.dcap),
        "TCAP": ("speaks only where all released rows with the person's keys agree; right", disclosure.tcap),
    }
    for name, (word, metric) in words.items():
        found = [metric(real, theirs, files.keys, target) for real in (ours, *others)]
        outside = f", {_often(found[1])} for people outside of the data" if others else ""
        yield row(
            "risk", f"{name} of {target}", found[0], _as("as with a holdout", files),
            f"{target}{bins}: an attacker {word} {_often(found[0])}{outside}.", reference=of_holdout(found))
    if others:
        found = disclosure.predictive_accuracy(ours, theirs, others[0], keys=files.keys, target=target, rng=files.rng)
        spread = sum(p * (1 - p) / len(f) for p, f in ((found.confidential, ours), (found.holdout, others[0])))
        low, high = found.excess - files.z * spread**0.5, found.excess + files.z * spread**0.5
        yield row(
            "risk", f"excess accuracy for {target}", found.excess, "0",
            f"A tree fitted to the release predicts {target}{bins} for {found.confidential:.1%} of the people in the data, "
            f"{found.holdout:.1%} of those outside and {found.guess:.1%} by the most common value alone.",
            interval=(low, high))


def _as(text, files):
    return "as the reference" if files.holdout is not None else f"{text}: give one to compare"


def _often(share):
    return "never, for want of such rows" if np.isnan(share) else f"{share:.1%} of the time"


def _verdict(low, high):
    if low > 0.5:
        return ": more than chance does, so the synthesis remembers people, or the holdout is of another population"
    if high < 0.5:
        return ": less than chance does, so the holdout is of another population"
    return ", which chance alone can do"
