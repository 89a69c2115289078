"""Audits: lower bounds on the privacy loss of any mechanism, from many runs of it, each with its confidence.

A ratio of two observed shares proves nothing: both are off by chance, and whoever reports the largest of many reports
luck. What can be proved is "with 95% confidence, the loss is at least this". Here an event is counted on two
neighbours; `one_run` guesses about many people in a single run, and `raking.noisy_counts` takes a release apart by
arithmetic. An audit that finds nothing is no proof of privacy.
"""

from dataclasses import dataclass, replace
from math import inf, log

import numpy as np

from coursekit import checks
from coursekit.audit.areas import function

MOST_RUNS = 2**40
LEVEL = 0.95  # the confidence of every bound
_EACH = (1 + LEVEL) / 2  # of a log-ratio's two shares, so that both hold together
_CANDIDATES = 512  # thresholds among which the first half of the runs chooses
_BLOCK = 2**16  # runs of a vectorised mechanism at once
_EVENTS = {">=": np.greater_equal, "<=": np.less_equal, "=": np.equal}


@dataclass(frozen=True)
class LossBound:
    """What an event says of the privacy loss, each bound with a confidence of 95%.

    estimate : float. ln of the ratio of the observed shares: no bound, and NaN without any hit.
    low : float. The privacy loss is at least this. Below 0, nothing has been shown.
    high : float. The log-ratio *of this event* is at most this: no upper bound on the privacy loss.
    hits, runs, other_hits, other_runs : int. What was counted, first on the data set where the event is likelier.
    event : str. The event, in words.
    """

    estimate: float
    low: float
    high: float
    hits: int
    runs: int
    other_hits: int
    other_runs: int
    event: str = "the event"


def loss_bound(hits, runs, other_hits, other_runs, *, delta=0.0):
    """Return bounds on ln((p - delta) / p') of an event seen `hits` times in `runs` and `other_hits` in `other_runs`.

    These are independent runs on a data set and on its neighbour, and the event must have been chosen without them.
    Three in four against one in four is a log-ratio of ln 3 = 1.10; a hundred runs of each prove .63, ten nothing.
    >>> bound = loss_bound(75, 100, 25, 100)
    >>> round(bound.estimate, 2), round(bound.low, 2), round(bound.high, 2)
    (1.1, 0.63, 1.59)
    """
    delta = checks.failure(delta, zero=True)
    hits, runs = _counted("hits", hits, "runs", runs)
    other_hits, other_runs = _counted("other_hits", other_hits, "other_runs", other_runs)
    low, high = map(float, clopper_pearson(hits, runs, _EACH))
    other_low, other_high = map(float, clopper_pearson(other_hits, other_runs, _EACH))
    estimate = log_ratio(hits / runs - delta, other_hits / other_runs)
    low, high = log_ratio(low - delta, other_high), log_ratio(high - delta, other_low)
    return LossBound(estimate, low, high, hits, runs, other_hits, other_runs)


def audit(mechanism, data, neighbour, *, runs=10_000, rng, score=None, delta=0.0, many=False, progress=None):
    """Return a lower bound on the privacy loss of any mechanism, from `runs` runs on `data` and as many on `neighbour`.

    mechanism : callable. ``mechanism(data, rng)`` returns a release. It gets a copy of the data in each run.
    data, neighbour : object. What the mechanism takes; two data sets that differ in one person.
    runs : int, default 10000. Runs on each, at least 20. The first half chooses an event ("score >= t", "score <= t" or
        "score = t", on either data set), the other half is counted: on the same runs we would find leaks where none
        are.
    score : callable, optional. ``score(release)`` returns the number by which an attacker tells the two apart, large or
        small. Without it, the release must be a number itself.
    delta : float. As in `loss_bound`, whose `LossBound` comes back.
    many : bool, default False. Whether ``mechanism(data, rng, runs)`` makes many runs at once, and `score` a number of
        each.
    progress : callable, optional. Called as ``progress(done, total)`` about a hundred times.
    A coin that tells the truth with odds of 3 to 1, so that the loss is ln 3 = 1.0986.
    >>> coin = lambda answer, rng: int(answer ^ (rng.random() < 1 / 4))
    >>> bound = audit(coin, 1, 0, runs=4000, rng=np.random.default_rng(1))
    >>> 0.9 < bound.low < log(3) < bound.high
    True
    """
    function("mechanism", mechanism)
    score = function("score", score, default=lambda release: release)
    told = function("progress", progress, default=lambda done, total: None)
    runs, many = checks.whole("runs", runs, at_least=20, at_most=2**32), checks.flag("many", many)
    delta, rng = checks.failure(delta, zero=True), checks.generator(rng)

    def seen(given, *runs):
        mine = given.copy() if hasattr(given, "copy") else given  # a mechanism may spoil it
        scores = checks.reals("a release's score", score(mechanism(mine, rng, *runs)))
        if scores.shape != runs:
            got = f"shape {scores.shape}, expected {runs}"
            raise ValueError(f"a release's score must be one number for each release, got {got}")
        return scores

    found, step = np.empty((2, runs)), _BLOCK if many else min(_BLOCK, max(1, runs // 100))
    for start in range(0, runs, step):
        stop = min(start + step, runs)
        for scores, given in zip(found, (data, neighbour), strict=True):
            scores[start:stop] = seen(given, stop - start) if many else [seen(given) for _ in range(start, stop)]
        told(stop, runs)
    return audit_scores(*found, delta)


# --- Behind the audits ----------------------------------------------------------------------------------------------


def audit_scores(first, second, delta=0.0):
    """Return the `LossBound` of `audit` from the scores of runs on two neighbours, in the order of the runs."""
    chosen, counted = zip(*((runs[: runs.size // 2], runs[runs.size // 2 :]) for runs in (first, second)), strict=True)
    swapped, kind, threshold = _best_event(*chosen, delta)
    found = [(int(_EVENTS[kind](runs, threshold).sum()), runs.size) for runs in counted]
    likelier, other = found[::-1] if swapped else found
    event = f"score {kind} {threshold:g} on the {'second' if swapped else 'first'}"
    return replace(loss_bound(*likelier, *other, delta=delta), event=event)


def clopper_pearson(hits, runs, level):
    """Return bounds (low, high) of a probability after `hits` in `runs` trials, each with confidence `level`.

    Exact for any number of runs. Source: Clopper & Pearson 1934, "The Use of Confidence or Fiducial Limits", Biometrika
    26(4). The same numbers as ``scipy.stats.beta.ppf`` and statsmodels, forty times as fast, for sliders wait for them.
    """
    from scipy.special import betaincinv

    low = np.where(hits == 0, 0.0, betaincinv(np.maximum(hits, 1), runs - hits + 1, 1 - level))
    high = np.where(hits == runs, 1.0, betaincinv(hits + 1, np.maximum(runs - hits, 1), level))
    return low, high


def log_ratio(above, below):
    """Return ln(above / below), with the infinities and NaN that belong to 0."""
    if above <= 0:
        return np.nan if above == below == 0 else -inf
    return inf if below <= 0 else log(above / below)


def _counted(name, hits, of, runs):
    """Return numbers of hits and of runs as ints."""
    hits = checks.whole(name, hits, at_least=0, at_most=MOST_RUNS)
    runs = checks.whole(of, runs, at_least=1, at_most=MOST_RUNS)
    if hits > runs:
        raise ValueError(f"{name} must be <= {of}, got {hits} of {runs}")
    return hits, runs


def _best_event(first, second, delta):
    """Return the event with the largest lower bound: whether it is likelier on the second, its kind, its threshold."""
    values = np.unique(np.concatenate([first, second]))
    if values.size > _CANDIDATES:
        values = values[np.linspace(0, values.size - 1, _CANDIDATES).astype(int)]
    tables = []
    for scores in (first, second):
        below, up_to = (np.searchsorted(np.sort(scores), values, side) for side in ("left", "right"))
        tables.append((np.array([scores.size - below, up_to, up_to - below]), scores.size))
    bounds, strict = [], 1 - (1 - LEVEL) / (12 * values.size)  # or rare events, lucky once, would win among so many
    for here, there in (tables, tables[::-1]):
        low, high = clopper_pearson(*here, strict)[0], clopper_pearson(*there, strict)[1]
        bounds.append(np.maximum(low - delta, 1e-300) / high)
    swapped, kind, place = np.unravel_index(np.argmax(bounds), (2, 3, values.size))
    return bool(swapped), list(_EVENTS)[kind], float(values[place])
