"""Audits: lower bounds on the privacy loss of any mechanism, from runs of it, each with its confidence.

A ratio of two observed shares proves nothing: both are off by chance, and whoever reports the largest of many reports
luck. What can be proved is "with 95% confidence, the loss is at least this". Three ways are in this room: an event
counted on two neighbours (`audit`), guesses about many people in a single run (`one_run_audit`), and arithmetic that
takes a release apart (`noisy_counts`). An audit that finds nothing is no proof of privacy.

TypeError for arguments of the wrong kind, ValueError for numbers out of their range or NaN; the message names the
parameter, the rule and the value.
"""

from dataclasses import dataclass
from math import exp, inf, log

import numpy as np

from coursekit import checks
from coursekit.audit.areas import reporter

_MOST_RUNS = 2**40
_CANDIDATES = 512  # thresholds among which the first half of the runs chooses
_BLOCK = 2**16  # runs of a vectorised mechanism at once
_NO_DIVISOR = 20  # siblings from which on a common divisor of all has a chance below 2**-19
_LARGEST_SUM = 2**26  # of siblings, up to which floats tell fractions apart


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


# --- One run --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class OneRun:
    """What guesses about many people in one run say of the privacy loss.

    Attributes
    ----------
    people, guesses, correct : int
        People whose coins were tossed, guesses that were made, and how many were right.
    estimate : float
        The loss at which this share of right guesses is the most to be expected: ln of right over wrong ones. No bound.
    low : float
        With confidence `level`, the privacy loss is at least this.
    high : float
        The same of the share of right guesses that this attacker makes: no upper bound on the privacy loss.
    level : float
    """

    people: int
    guesses: int
    correct: int
    estimate: float
    low: float
    high: float
    level: float


def one_run_bound(people, guesses, correct, *, level=0.95, delta=0.0):
    """Return bounds on the privacy loss after `correct` of `guesses` guesses about `people` fair coins were right.

    With a loss of epsilon, the number of right guesses is at most that of coins which come up right with probability
    e^epsilon / (1 + e^epsilon) each, whatever the attacker does.

    Parameters
    ----------
    people, guesses, correct : int
        The attacker may abstain: `correct` <= `guesses` <= `people`, and at least one guess.
    level : float, default 0.95
    delta : float, default 0.0
        Allowed delta, from 0 to below 1.

    Notes
    -----
    Source: Steinke, Nasr & Jagielski 2023, "Privacy Auditing with One (1) Training Run", NeurIPS, theorem 3.1.

    Examples
    --------
    >>> bound = one_run_bound(1000, 1000, 750)
    >>> round(bound.estimate, 2), round(bound.low, 2)
    (1.1, 0.98)
    """
    checks.whole("people", people, at_least=1, at_most=_MOST_RUNS)
    checks.whole("guesses", guesses, at_least=1, at_most=people)
    checks.whole("correct", correct, at_least=0, at_most=guesses)
    delta = checks.failure(delta, zero=True)
    low, high = clopper_pearson(correct, guesses, level=level)
    if delta:
        low = _share_allowed(people, guesses, correct, delta, 1 - level, low)
    odds = [_log_ratio(share, 1 - share) for share in (correct / guesses, low, high)]
    return OneRun(people=int(people), guesses=int(guesses), correct=int(correct), estimate=odds[0], low=odds[1], high=odds[2],
                  level=float(level))  # fmt: skip


def one_run_audit(mechanism, counts, *, rng, abstain=0.0, level=0.95, delta=0.0):
    """Return a lower bound on the privacy loss of a mechanism from one run: each count gets one person more, or not.

    A fair coin decides for each count. The attacker, who knows everything else, guesses that the person is there if the
    published count is more than half a person above the exact one without that person.

    Parameters
    ----------
    mechanism : callable
        ``mechanism(counts, rng)`` returns published counts in the shape of `counts`.
    counts : array of int
        Exact counts, without the additional people.
    rng : numpy.random.Generator
    abstain : float, default 0.0
        No guess if the published count is at most that far from the half. Choose it before the run.
    level, delta : float
        As in `one_run_bound`.

    Returns
    -------
    OneRun

    Examples
    --------
    >>> bound = one_run_audit(lambda counts, rng: counts, np.zeros(1000, int), rng=np.random.default_rng(1))
    >>> bound.correct, round(bound.low, 2), bound.estimate
    (1000, 5.81, inf)
    """
    if not callable(mechanism):
        raise TypeError(f"mechanism must be a function, got {type(mechanism).__name__} {mechanism!r:.40}")
    counts = checks.integers("counts", counts, low=0, high=checks.LARGEST_COUNT - 1)
    if checks.number("abstain", abstain) < 0:
        raise ValueError(f"abstain must be >= 0, got {abstain}")
    there = checks.generator(rng).integers(2, size=counts.shape)
    published = checks.reals("what mechanism returns", mechanism(counts + there, rng))
    if published.shape != counts.shape:
        raise ValueError(f"mechanism must return counts in the shape {counts.shape}, got {published.shape}")
    evidence = published - counts - 0.5
    guessed = np.abs(evidence) > abstain
    if not guessed.any():
        raise ValueError(f"abstain must leave somebody to guess about, got {abstain} and evidence up to {np.abs(evidence).max():g}")
    correct = ((evidence > 0) == (there == 1)) & guessed
    return one_run_bound(counts.size, int(guessed.sum()), int(correct.sum()), level=level, delta=delta)


# --- Taking a raked release apart -----------------------------------------------------------------------------------


def noisy_counts(release):
    """Return the noisy counts from which a raked release was made: they can be read back from its unrounded numbers.

    The raked counts of siblings are whole numbers times one factor, so that each is a fraction of their parent with the
    sum of the noisy counts as denominator. Continued fractions find it.

    Parameters
    ----------
    release : list of array of float
        From `areas.rdpc_mechanism`: the whole first, then one axis more at each level. Many releases of one shape may be
        stacked: then all arrays have a first axis more.

    Returns
    -------
    counts, sure : two lists of arrays
        Noisy counts (int64) of each level; and whether they were found. They were not in families that were shifted or
        whose parent is 0, in those with more than 2**26 people, and in those of fewer than 20 siblings whose noisy
        counts may have a common divisor; there, the counts are the raked ones, rounded.

    Examples
    --------
    >>> from coursekit.audit.areas import rake
    >>> halves = rake([7, 13], 22)
    >>> counts, sure = noisy_counts([22, halves])
    >>> halves.round(9).tolist(), counts[1].tolist(), sure[1].tolist()
    ([7.7, 14.3], [7, 13], [True, True])
    """
    if not isinstance(release, (list, tuple)) or not release:
        raise TypeError(f"release must be a list of arrays, one for each level, got {type(release).__name__} {release!r:.40}")
    tables = [checks.reals(f"release[{level}]", table) for level, table in enumerate(release)]
    counts, sure = [np.rint(tables[0]).astype(np.int64)], [tables[0] == np.rint(tables[0])]
    for level, (parents, raked) in enumerate(zip(tables, tables[1:], strict=False), start=1):
        if raked.ndim == 0 or raked.shape[:-1] != parents.shape:
            raise ValueError(f"release must have one axis more at each level, got shapes {parents.shape} and {raked.shape} at {level}")
        found, certain = _families(raked.reshape(-1, raked.shape[-1]), parents.reshape(-1, 1))
        counts.append(found.reshape(raked.shape))
        sure.append(np.broadcast_to(certain, found.shape).reshape(raked.shape))
    return counts, sure


def _families(raked, parents):
    """Return noisy counts of families (rows), and for each row whether they are certain."""
    shares = raked / np.where(parents == 0, 1, parents)
    _, denominators = _fractions(np.abs(shares))
    possible = (denominators > 0).all(axis=1, keepdims=True) & (parents != 0)
    total = np.ones_like(parents, np.int64)
    for column in np.maximum(denominators, 1).T:
        total = np.lcm(total, column[:, None])
        possible &= total <= _LARGEST_SUM
        total[~possible] = 1
    found = np.rint(shares * total).astype(np.int64)
    ratio = np.abs(parents) / total  # of raked to noisy sums; a shifted family shows as one that is far below 1
    alone = raked.shape[1] >= _NO_DIVISOR
    certain = possible & (found.sum(axis=1, keepdims=True) == total) & (ratio > 1 / 4) & ((ratio < 3 / 2) | alone)
    return np.where(certain, found, np.rint(raked).astype(np.int64)), certain


def _fractions(x):
    """Return the simplest fractions equal to `x` >= 0 up to rounding, as numerators and denominators; 0 / 0 if there is none."""
    before, now, above, below = np.zeros_like(x), np.ones_like(x), np.ones_like(x), np.zeros_like(x)
    rest, open_ = x.copy(), np.ones(x.shape, bool)
    numerators, denominators = np.zeros(x.shape, np.int64), np.zeros(x.shape, np.int64)
    while open_.any():
        whole = np.floor(rest)
        before, now = now, whole * now + before
        above, below = below, whole * below + above
        open_ &= below <= _LARGEST_SUM
        hit = open_ & (np.abs(now - x * below) <= 1e-15 * now)
        numerators[hit], denominators[hit] = now[hit], below[hit]
        open_ &= ~hit
        rest = 1 / np.where(open_ & (rest > whole), rest - whole, 1)
    return numerators, denominators


# --- Behind the audits ----------------------------------------------------------------------------------------------


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


def _share_allowed(people, guesses, correct, delta, alpha, most):
    """Return the share of right guesses e^epsilon / (1 + e^epsilon) at which so many have a chance of `alpha`, given delta."""
    from scipy.optimize import brentq
    from scipy.special import betainc
    from scipy.stats import binom

    fewer = np.arange(correct - 1, -1, -1)

    def excess(share):
        chance = betainc(correct, guesses - correct + 1, share) if correct else 1.0
        drop = np.max(np.cumsum(binom.pmf(fewer, guesses, share)) / np.arange(1, fewer.size + 1), initial=0)
        return chance + 2 * people * delta * drop - alpha

    lowest = 1 / (1 + exp(50))
    if excess(lowest) > 0:
        return 0.0
    return most if excess(most) <= 0 else brentq(excess, lowest, most, xtol=1e-14)
