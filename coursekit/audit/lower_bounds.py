"""Audits: lower bounds on the privacy loss of any mechanism, from runs of it, each with its confidence.

A ratio of two observed shares proves nothing: both are off by chance, and whoever reports the largest of many reports
luck. What can be proved is "with 95% confidence, the loss is at least this". Three ways are in this room: an event
counted on two neighbours (`audit`), guesses about many people in a single run (`one_run_audit`), and arithmetic that
takes a release apart (`noisy_counts`). An audit that finds nothing is no proof of privacy.

TypeError for arguments of the wrong kind, ValueError for numbers out of their range or NaN; the message names the
parameter, the rule and the value.
"""

from dataclasses import dataclass
from math import inf, log

import numpy as np

from coursekit import checks
from coursekit.audit.areas import reporter

_MOST_RUNS = 2**40
_CANDIDATES = 512  # thresholds among which the first half of the runs chooses
_BLOCK = 2**16  # runs of a vectorised mechanism at once


def clopper_pearson(hits, runs, *, level=0.95):
    """Return bounds (low, high) of a probability, after `hits` in `runs` independent trials: exact for any number of runs.

    Each of the two holds with confidence `level` on its own; both together with 2 * level - 1.

    Parameters
    ----------
    hits : int or array of int
        From 0 to `runs`.
    runs : int or array of int
        At least 1; broadcasts against `hits`.
    level : float, default 0.95

    Notes
    -----
    Source: Clopper & Pearson 1934, "The Use of Confidence or Fiducial Limits", Biometrika 26(4).

    Examples
    --------
    No hit in 10: a probability p makes that happen with (1 - p)**10, which is 5% at p = .2589.

    >>> low, high = clopper_pearson(0, 10)
    >>> low, round(high, 4), round((1 - high) ** 10, 9)
    (0.0, 0.2589, 0.05)
    """
    from scipy.special import betaincinv

    alpha = 1 - checks.inside("level", level, 0, 1)
    hits, runs = checks.integers("hits", hits, low=0, high=_MOST_RUNS), checks.integers("runs", runs, low=1, high=_MOST_RUNS)
    hits, runs = np.broadcast_arrays(hits, runs)
    if (hits > runs).any():
        raise ValueError(f"hits must be <= runs, got {hits[hits > runs].flat[0]} of {runs[hits > runs].flat[0]}")
    low = np.where(hits == 0, 0.0, betaincinv(np.maximum(hits, 1), runs - hits + 1, alpha))
    high = np.where(hits == runs, 1.0, betaincinv(hits + 1, np.maximum(runs - hits, 1), 1 - alpha))
    return (low, high) if low.ndim else (float(low), float(high))


@dataclass(frozen=True, kw_only=True)
class LossBound:
    """What an event says of the privacy loss.

    Attributes
    ----------
    event : str
        The event, in words.
    estimate : float
        ln of the ratio of the observed shares: no bound, and NaN without any hit.
    low : float
        With confidence `level`, the privacy loss is at least this. Below 0, nothing has been shown.
    high : float
        With confidence `level`, the log-ratio *of this event* is at most this. Another event may have a larger one: this
        is no upper bound on the privacy loss.
    level : float
    hits, runs, other_hits, other_runs : int
        What was counted, on the data set where the event is likelier and on the other.
    """

    event: str
    estimate: float
    low: float
    high: float
    level: float
    hits: int
    runs: int
    other_hits: int
    other_runs: int


def loss_bound(hits, runs, other_hits, other_runs, *, level=0.95, delta=0.0, event="the event"):
    """Return bounds on ln((p - delta) / p') after an event occurred `hits` times in `runs` and `other_hits` in `other_runs`.

    Parameters
    ----------
    hits, runs, other_hits, other_runs : int
        Independent runs on a data set and on its neighbour. The event must have been chosen without these runs.
    level : float, default 0.95
        Confidence of each bound.
    delta : float, default 0.0
        Allowed delta, from 0 to below 1.
    event : str
        Words for the event.

    Returns
    -------
    LossBound

    Examples
    --------
    Three in four against one in four is a log-ratio of ln 3 = 1.10; a hundred runs of each prove .63, ten of each nothing.

    >>> bound = loss_bound(75, 100, 25, 100)
    >>> round(bound.estimate, 2), round(bound.low, 2), round(bound.high, 2)
    (1.1, 0.63, 1.59)
    >>> loss_bound(7, 10, 3, 10).low < 0
    True
    """
    delta, half = checks.failure(delta, zero=True), (1 + checks.inside("level", level, 0, 1)) / 2
    if not isinstance(event, str):
        raise TypeError(f"event must be a text, got {type(event).__name__} {event!r:.40}")
    for name, value in (("hits", hits), ("runs", runs), ("other_hits", other_hits), ("other_runs", other_runs)):
        checks.whole(name, value, at_least=int("runs" in name), at_most=_MOST_RUNS)
    if other_hits > other_runs:
        raise ValueError(f"other_hits must be <= other_runs, got {other_hits} of {other_runs}")
    low, high = clopper_pearson(hits, runs, level=half)
    other_low, other_high = clopper_pearson(other_hits, other_runs, level=half)
    estimate = _log_ratio(hits / runs - delta, other_hits / other_runs)
    return LossBound(
        event=event, estimate=estimate, low=_log_ratio(low - delta, other_high), high=_log_ratio(high - delta, other_low),
        level=float(level), hits=int(hits), runs=int(runs), other_hits=int(other_hits), other_runs=int(other_runs))  # fmt: skip


def audit_scores(first, second, *, level=0.95, delta=0.0):
    """Return a lower bound on the privacy loss from `first` and `second`: one number for each run on two neighbours.

    The first half of the runs chooses an event ("score >= t", "score <= t" or "score = t", on either data set); the other
    half is counted. To choose and to count on the same runs would find leaks where there are none.

    Parameters
    ----------
    first, second : array of number
        Scores of independent runs, in the order of the runs; 20 or more of each.
    level, delta : float
        As in `loss_bound`.

    Returns
    -------
    LossBound

    Examples
    --------
    A release that says outright which data set it comes from:

    >>> bound = audit_scores([1] * 200, [0] * 200)
    >>> bound.event, round(bound.low, 1), bound.high
    ('score >= 1 on the first', 3.3, inf)
    """
    checks.failure(delta, zero=True)
    checks.inside("level", level, 0, 1)
    first, second = checks.reals("first", first).reshape(-1), checks.reals("second", second).reshape(-1)
    if min(first.size, second.size) < 20:
        raise ValueError(f"first and second must have 20 or more runs each, got {first.size} and {second.size}")
    halves = [(scores[: scores.size // 2], scores[scores.size // 2 :]) for scores in (first, second)]
    chosen = _best_event(halves[0][0], halves[1][0], level, delta)
    swapped, kind, threshold = chosen
    (hits, runs), (others, other_runs) = ((_count(later, kind, threshold), later.size) for _, later in halves[:: -1 if swapped else 1])
    event = f"score {kind} {threshold:g} on the {'second' if swapped else 'first'}"
    return loss_bound(hits, runs, others, other_runs, level=level, delta=delta, event=event)


def audit(mechanism, data, neighbour, *, runs=10_000, rng, score=None, level=0.95, delta=0.0, many=False, progress=None):
    """Return a lower bound on the privacy loss of any mechanism, from `runs` runs on `data` and as many on `neighbour`.

    Parameters
    ----------
    mechanism : callable
        ``mechanism(data, rng)`` returns a release. It gets a copy of the data in each run.
    data, neighbour : object
        What the mechanism takes; two data sets that differ in one person.
    runs : int, default 10000
        Runs on each, at least 20. Half of them choose the event.
    rng : numpy.random.Generator
    score : callable, optional
        ``score(release)`` returns the number by which an attacker tells the two apart, large or small. Without it, the
        release must be a number itself.
    level, delta : float
        As in `loss_bound`.
    many : bool, default False
        Whether ``mechanism(data, rng, runs)`` makes many runs at once, and `score` a number of each of them.
    progress : callable, optional
        Called as ``progress(done, total)`` about a hundred times.

    Returns
    -------
    LossBound

    Examples
    --------
    A coin that tells the truth with odds of 3 to 1, so that the loss is ln 3 = 1.0986.

    >>> coin = lambda answer, rng: int(answer ^ (rng.random() < 1 / 4))
    >>> bound = audit(coin, 1, 0, runs=4000, rng=np.random.default_rng(1))
    >>> 0.9 < bound.low < log(3) < bound.high
    True
    """
    for name, function in (("mechanism", mechanism), ("score", score)):
        if not callable(function) and (function is not None or name == "mechanism"):
            raise TypeError(f"{name} must be a function, got {type(function).__name__} {function!r:.40}")
    checks.whole("runs", runs, at_least=20, at_most=2**32)
    checks.flag("many", many)
    checks.failure(delta, zero=True)
    checks.inside("level", level, 0, 1)
    checks.generator(rng)
    told, found = reporter(progress), np.empty((2, runs))
    step = min(_BLOCK, max(1, runs // 100)) if not many else _BLOCK
    for start in range(0, runs, step):
        stop = min(start + step, runs)
        for side, given in enumerate((data, neighbour)):
            if many:
                found[side, start:stop] = _scores(mechanism(_copy(given), rng, stop - start), score, (stop - start,))
            else:
                found[side, start:stop] = [_scores(mechanism(_copy(given), rng), score, ()) for _ in range(stop - start)]
        told(stop, runs)
    return audit_scores(*found, level=level, delta=delta)


def _log_ratio(above, below):
    """Return ln(above / below), with the infinities and NaN that belong to 0."""
    if above <= 0:
        return np.nan if above == below == 0 else -inf
    return inf if below <= 0 else log(above / below)


def _count(scores, kind, threshold):
    """Return how many scores are at least, at most or equal to the threshold."""
    return int({">=": np.greater_equal, "<=": np.less_equal, "=": np.equal}[kind](scores, threshold).sum())


def _best_event(first, second, level, delta):
    """Return the event with the largest lower bound: (whether it is likelier on the second, its kind, its threshold)."""
    values = np.unique(np.concatenate([first, second]))
    if values.size > _CANDIDATES:
        values = values[np.linspace(0, values.size - 1, _CANDIDATES).astype(int)]
    tables = []
    for scores in (first, second):
        below, up_to = (np.searchsorted(np.sort(scores), values, side) for side in ("left", "right"))
        tables.append(np.array([scores.size - below, up_to, up_to - below]))
    bounds, strict = [], 1 - (1 - level) / (12 * values.size)  # or rare events, lucky once, would win among so many
    for here, there, size, other in ((*tables, first.size, second.size), (*tables[::-1], second.size, first.size)):
        low, _ = clopper_pearson(here, size, level=strict)
        _, high = clopper_pearson(there, other, level=strict)
        bounds.append(np.maximum(low - delta, 1e-300) / high)
    swapped, kind, place = np.unravel_index(np.argmax(bounds), (2, 3, values.size))
    return bool(swapped), (">=", "<=", "=")[kind], float(values[place])


def _scores(release, score, shape):
    """Return what the attacker reads from a release, one number, or from each of many."""
    scores = checks.reals("a release's score", release if score is None else score(release))
    if scores.shape != shape:
        raise ValueError(f"a release's score must be one number for each release, got shape {scores.shape}, expected {shape}")
    return scores


def _copy(data):
    """Return data that a mechanism may spoil."""
    return data.copy() if hasattr(data, "copy") else data
