# %% right: all events at once
def certain_loss(first, second, *, thresholds, confidence):
    edges = np.asarray(list(thresholds), dtype=float)[:, None]
    n, m, alpha = len(first), len(second), (1 - confidence) / 2 / len(edges)
    h, o = (np.asarray(first) >= edges).sum(axis=1), (np.asarray(second) >= edges).sum(axis=1)
    low = np.where(h > 0, betaincinv(np.maximum(h, 1), n - h + 1, alpha), 0)
    high = np.where(o < m, betaincinv(o + 1, np.maximum(m - o, 1), 1 - alpha), 1)
    return float(np.log(max(1.0, (low / high).max())))


# %% right: the beta distribution of scipy
from scipy.stats import beta


def certain_loss(first, second, *, thresholds, confidence):
    tail, losses = (1 - confidence) / (2 * len(thresholds)), [0.0]
    for k in thresholds:
        h, o = int((first >= k).sum()), int((second >= k).sum())
        low = beta.ppf(tail, h, len(first) - h + 1) if h > 0 else 0.0
        high = beta.isf(tail, o + 1, len(second) - o) if o < len(second) else 1.0
        if low > 0:
            losses.append(float(np.log(low) - np.log(high)))
    return max(losses)


# %% right: scipy's exact interval
from scipy.stats import binomtest


def certain_loss(first, second, *, thresholds, confidence):
    level = 1 - (1 - confidence) / len(thresholds)  # two tails of (1 - confidence) / 2 / t

    def ends(results, k):
        return binomtest(sum(1 for r in results if r >= k), len(results)).proportion_ci(level, method="exact")

    ratios = [ends(first, k).low / ends(second, k).high for k in thresholds]
    return float(np.log(max([1.0, *ratios])))


# %% right: statsmodels' interval, pandas
def certain_loss(first, second, *, thresholds, confidence):
    from statsmodels.stats.proportion import proportion_confint

    alpha, best = (1 - confidence) / len(thresholds), 0.0
    for k in thresholds:
        low = proportion_confint(pd.Series(first).ge(k).sum(), len(first), alpha=alpha, method="beta")[0]
        high = proportion_confint(pd.Series(second).ge(k).sum(), len(second), alpha=alpha, method="beta")[1]
        best = max(best, np.log(low / high) if low > 0 else 0.0)
    return best


# %% wrong: the largest estimate, as published
# says: that is the largest estimate, not a bound
# earns: 0
def certain_loss(first, second, *, thresholds, confidence):
    pairs = [(np.mean(first >= k), np.mean(second >= k)) for k in thresholds]
    return max([0.0] + [float(np.log(a / b)) for a, b in pairs if a and b])


# %% wrong: each event bounded alone
# says: the bounds of all events share 1 - confidence
# earns: 0
def certain_loss(first, second, *, thresholds, confidence):
    alpha, best = (1 - confidence) / 2, 0.0
    for k in thresholds:
        h, o = np.sum(first >= k), np.sum(second >= k)
        low = betaincinv(h, len(first) - h + 1, alpha) if h else 0.0
        high = betaincinv(o + 1, len(second) - o, 1 - alpha) if o < len(second) else 1.0
        best = max(best, float(np.log(low / high))) if low else best
    return best


# %% wrong: the luckiest event, bounded alone
# says: bound it alone: the bounds of all events share 1 - confidence
def certain_loss(first, second, *, thresholds, confidence):
    k = max(thresholds, key=lambda k: np.mean(first >= k) / max(np.mean(second >= k), 1e-9))
    alpha, h, o = (1 - confidence) / 2, np.sum(first >= k), np.sum(second >= k)
    low = betaincinv(h, len(first) - h + 1, alpha) if h else 0.0
    high = betaincinv(o + 1, len(second) - o, 1 - alpha) if o < len(second) else 1.0
    return max(0.0, float(np.log(low / high))) if low else 0.0


# %% wrong: the luckiest event, with the right share
# says: take the event with the best bound
def certain_loss(first, second, *, thresholds, confidence):
    k = max(thresholds, key=lambda k: np.mean(first >= k) / max(np.mean(second >= k), 1e-9))
    alpha, h, o = (1 - confidence) / 2 / len(thresholds), np.sum(first >= k), np.sum(second >= k)
    low = betaincinv(h, len(first) - h + 1, alpha) if h else 0.0
    high = betaincinv(o + 1, len(second) - o, 1 - alpha) if o < len(second) else 1.0
    return max(0.0, float(np.log(low / high))) if low else 0.0


# %% wrong: one bound for each event
# says: each event needs two bounds
# earns: 0
def certain_loss(first, second, *, thresholds, confidence):
    alpha, best = (1 - confidence) / len(thresholds), 0.0
    for k in thresholds:
        h, o = np.sum(first >= k), np.sum(second >= k)
        low = betaincinv(h, len(first) - h + 1, alpha) if h else 0.0
        high = betaincinv(o + 1, len(second) - o, 1 - alpha) if o < len(second) else 1.0
        best = max(best, float(np.log(low / high))) if low else best
    return best


# %% wrong: nothing shared
# says: all of 1 - confidence is used for each bound
# earns: 0
def certain_loss(first, second, *, thresholds, confidence):
    alpha, best = 1 - confidence, 0.0
    for k in thresholds:
        h, o = np.sum(first >= k), np.sum(second >= k)
        low = betaincinv(h, len(first) - h + 1, alpha) if h else 0.0
        high = betaincinv(o + 1, len(second) - o, 1 - alpha) if o < len(second) else 1.0
        best = max(best, float(np.log(low / high))) if low else best
    return best


# %% wrong: events of equality
# says: the event is result >= threshold, not result == threshold
# earns: 0
def certain_loss(first, second, *, thresholds, confidence):
    alpha, best = (1 - confidence) / 2 / len(thresholds), 0.0
    for k in thresholds:
        h, o = np.sum(first == k), np.sum(second == k)
        low = betaincinv(h, len(first) - h + 1, alpha) if h else 0.0
        high = betaincinv(o + 1, len(second) - o, 1 - alpha) if o < len(second) else 1.0
        best = max(best, float(np.log(low / high))) if low else best
    return best


# %% wrong: strictly above the threshold
# says: a result at the threshold is a hit
# earns: 0
def certain_loss(first, second, *, thresholds, confidence):
    alpha, best = (1 - confidence) / 2 / len(thresholds), 0.0
    for k in thresholds:
        h, o = np.sum(first > k), np.sum(second > k)
        low = betaincinv(h, len(first) - h + 1, alpha) if h else 0.0
        high = betaincinv(o + 1, len(second) - o, 1 - alpha) if o < len(second) else 1.0
        best = max(best, float(np.log(low / high))) if low else best
    return best


# %% wrong: lower bounds for both
# says: the neighbour is bounded from above, not from below
# earns: 0
def certain_loss(first, second, *, thresholds, confidence):
    alpha, best = (1 - confidence) / 2 / len(thresholds), 0.0
    for k in thresholds:
        h, o = np.sum(first >= k), np.sum(second >= k)
        if h and o:
            ratio = betaincinv(h, len(first) - h + 1, alpha) / betaincinv(o, len(second) - o + 1, alpha)
            best = max(best, float(np.log(ratio)))
    return best


# %% wrong: the largest loss that is possible
# says: that is the largest loss that is possible
# earns: 0
def certain_loss(first, second, *, thresholds, confidence):
    alpha, best = (1 - confidence) / 2 / len(thresholds), 0.0
    for k in thresholds:
        h, o = np.sum(first >= k), np.sum(second >= k)
        high = betaincinv(h + 1, len(first) - h, 1 - alpha) if h < len(first) else 1.0
        low = betaincinv(o, len(second) - o + 1, alpha) if o else 0.0
        best = max(best, float(np.log(high / low))) if low else np.inf
    return best


# %% wrong: the average over events
# says: that is the average over events; take the best
# earns: 0
def certain_loss(first, second, *, thresholds, confidence):
    alpha, losses = (1 - confidence) / 2 / len(thresholds), []
    for k in thresholds:
        h, o = np.sum(first >= k), np.sum(second >= k)
        low = betaincinv(h, len(first) - h + 1, alpha) if h else 0.0
        high = betaincinv(o + 1, len(second) - o, 1 - alpha) if o < len(second) else 1.0
        losses.append(np.log(low / high) if low else -np.inf)
    return max(0.0, float(np.mean(losses)))


# %% wrong: D and its neighbour exchanged
# says: D is in the numerator, its neighbour in the denominator
# earns: 0
def certain_loss(first, second, *, thresholds, confidence):
    first, second = second, first
    alpha, best = (1 - confidence) / 2 / len(thresholds), 0.0
    for k in thresholds:
        h, o = np.sum(first >= k), np.sum(second >= k)
        low = betaincinv(h, len(first) - h + 1, alpha) if h else 0.0
        high = betaincinv(o + 1, len(second) - o, 1 - alpha) if o < len(second) else 1.0
        best = max(best, float(np.log(low / high))) if low else best
    return best


# %% wrong: negative losses returned
# says: a negative loss says nothing: return 0
def certain_loss(first, second, *, thresholds, confidence):
    alpha, losses = (1 - confidence) / 2 / len(thresholds), []
    for k in thresholds:
        h, o = np.sum(first >= k), np.sum(second >= k)
        low = betaincinv(h, len(first) - h + 1, alpha) if h else 0.0
        high = betaincinv(o + 1, len(second) - o, 1 - alpha) if o < len(second) else 1.0
        losses.append(np.log(low / high))
    return float(max(losses))


# %% wrong: both sides as long as the first
# says: With 2,000 and 1,500 runs the certain loss
# earns: 2
def certain_loss(first, second, *, thresholds, confidence):
    alpha, best, n = (1 - confidence) / 2 / len(thresholds), 0.0, len(first)
    for k in thresholds:
        h, o = np.sum(first >= k), np.sum(second >= k)
        low = betaincinv(h, n - h + 1, alpha) if h else 0.0
        high = betaincinv(o + 1, n - o, 1 - alpha) if o < n else 1.0
        best = max(best, float(np.log(low / high))) if low else best
    return best
