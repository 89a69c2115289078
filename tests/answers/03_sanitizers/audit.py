# %% right: the formulas of the text
def audit(release, *, count, threshold, n, confidence, rng):
    alpha = (1 - confidence) / 2
    h1 = int(np.sum(release(np.full(n, count + 1), rng=rng) >= threshold))
    h0 = int(np.sum(release(np.full(n, count), rng=rng) >= threshold))
    low = betaincinv(h1, n - h1 + 1, alpha) if h1 > 0 else 0.0
    high = betaincinv(h0 + 1, n - h0, 1 - alpha) if h0 < n else 1.0
    return np.log(low / high) if low > high else 0.0


# %% right: the beta distribution of scipy
from scipy.stats import beta


def audit(release, *, count, threshold, n, confidence, rng):
    hits = {c: np.count_nonzero(release(np.repeat(c, n), rng=rng) >= threshold) for c in (count, count + 1)}
    tail = (1 - confidence) / 2
    low = 0.0 if hits[count + 1] == 0 else beta.ppf(tail, hits[count + 1], n - hits[count + 1] + 1)
    high = 1.0 if hits[count] == n else beta.isf(tail, hits[count] + 1, n - hits[count])
    return max(float(np.log(low) - np.log(high)), 0.0) if low else 0.0


# %% right: scipy's exact interval, whose two tails are half each
from scipy.stats import binomtest


def audit(release, *, count, threshold, n, confidence, rng):
    def interval(c):
        hits = int((np.asarray(release(np.full(n, c), rng=rng)) >= threshold).sum())
        return binomtest(hits, n).proportion_ci(confidence_level=confidence, method="exact")

    ratio = interval(count + 1).low / interval(count).high
    return float(np.log(max(ratio, 1.0)))


# %% right: one count at a time in chunks, statsmodels' interval
def audit(release, *, count, threshold, n, confidence, rng):
    from statsmodels.stats.proportion import proportion_confint

    def hits(c):
        return sum(int((release(np.full(chunk.size, c), rng=rng) >= threshold).sum()) for chunk in np.array_split(np.arange(n), 5))

    low = proportion_confint(hits(count + 1), n, alpha=1 - confidence, method="beta")[0]
    high = proportion_confint(hits(count), n, alpha=1 - confidence, method="beta")[1]
    return float(np.log(low / high)) if low > high else 0.0


# %% wrong: the point estimate
# says: that is the estimate; luck can make it too large
# earns: 0
def audit(release, *, count, threshold, n, confidence, rng):
    h0, h1 = (np.mean(release(np.full(n, c), rng=rng) >= threshold) for c in (count, count + 1))
    return max(0.0, np.log(h1 / h0)) if h0 and h1 else 0.0


# %% wrong: all of 1 - confidence for both bounds
# says: each of the two bounds may fail
# earns: 0
def audit(release, *, count, threshold, n, confidence, rng):
    alpha = 1 - confidence
    h0, h1 = (np.sum(release(np.full(n, c), rng=rng) >= threshold) for c in (count, count + 1))
    low = betaincinv(h1, n - h1 + 1, alpha) if h1 else 0.0
    high = betaincinv(h0 + 1, n - h0, 1 - alpha) if h0 < n else 1.0
    return max(0.0, np.log(low / high)) if low else 0.0


# %% wrong: a quarter for each bound
# says: each gets half of 1 - confidence, not a quarter
# earns: 0
def audit(release, *, count, threshold, n, confidence, rng):
    alpha = (1 - confidence) / 4
    h0, h1 = (np.sum(release(np.full(n, c), rng=rng) >= threshold) for c in (count, count + 1))
    low = betaincinv(h1, n - h1 + 1, alpha) if h1 else 0.0
    high = betaincinv(h0 + 1, n - h0, 1 - alpha) if h0 < n else 1.0
    return max(0.0, np.log(low / high)) if low else 0.0


# %% wrong: the largest loss that is possible
# says: that is the largest loss, not the certain one
# earns: 0
def audit(release, *, count, threshold, n, confidence, rng):
    alpha = (1 - confidence) / 2
    h0, h1 = (np.sum(release(np.full(n, c), rng=rng) >= threshold) for c in (count, count + 1))
    high = betaincinv(h1 + 1, n - h1, 1 - alpha) if h1 < n else 1.0
    low = betaincinv(h0, n - h0 + 1, alpha) if h0 else 0.0
    return max(0.0, np.log(high / low)) if low else np.inf


# %% wrong: lower bounds for both
# says: the bound at count comes from above
# earns: 0
def audit(release, *, count, threshold, n, confidence, rng):
    alpha = (1 - confidence) / 2
    h0, h1 = (np.sum(release(np.full(n, c), rng=rng) >= threshold) for c in (count, count + 1))
    if not h0 or not h1:
        return 0.0
    return max(0.0, np.log(betaincinv(h1, n - h1 + 1, alpha) / betaincinv(h0, n - h0 + 1, alpha)))


# %% wrong: the normal approximation
# says: the normal approximation is not Clopper and Pearson's bound
# earns: 0
def audit(release, *, count, threshold, n, confidence, rng):
    z = 1.959964
    h0, h1 = (np.mean(release(np.full(n, c), rng=rng) >= threshold) for c in (count, count + 1))
    low, high = h1 - z * np.sqrt(h1 * (1 - h1) / n), h0 + z * np.sqrt(h0 * (1 - h0) / n)
    return max(0.0, np.log(low / high)) if low > 0 else 0.0


# %% wrong: outputs equal to the threshold not counted
# says: is the output at threshold counted
# earns: 0
def audit(release, *, count, threshold, n, confidence, rng):
    alpha = (1 - confidence) / 2
    h0, h1 = (np.sum(release(np.full(n, c), rng=rng) > threshold) for c in (count, count + 1))
    low = betaincinv(h1, n - h1 + 1, alpha) if h1 else 0.0
    high = betaincinv(h0 + 1, n - h0, 1 - alpha) if h0 < n else 1.0
    return max(0.0, np.log(low / high)) if low else 0.0


# %% wrong: the neighbours exchanged
# says: is count + 1 in the numerator?
# earns: 0
def audit(release, *, count, threshold, n, confidence, rng):
    alpha = (1 - confidence) / 2
    h1, h0 = (np.sum(release(np.full(n, c), rng=rng) >= threshold) for c in (count, count + 1))
    low = betaincinv(h1, n - h1 + 1, alpha) if h1 else 0.0
    high = betaincinv(h0 + 1, n - h0, 1 - alpha) if h0 < n else 1.0
    return max(0.0, np.log(low / high)) if low else 0.0


# %% wrong: the logarithm forgotten
# says: that is a ratio; take its logarithm
# earns: 0
def audit(release, *, count, threshold, n, confidence, rng):
    alpha = (1 - confidence) / 2
    h0, h1 = (np.sum(release(np.full(n, c), rng=rng) >= threshold) for c in (count, count + 1))
    low = betaincinv(h1, n - h1 + 1, alpha) if h1 else 0.0
    high = betaincinv(h0 + 1, n - h0, 1 - alpha) if h0 < n else 1.0
    return low / high


# %% wrong: negative losses returned
# says: a negative loss says nothing: return 0
# earns: 2
def audit(release, *, count, threshold, n, confidence, rng):
    alpha = (1 - confidence) / 2
    h0, h1 = (np.sum(release(np.full(n, c), rng=rng) >= threshold) for c in (count, count + 1))
    low = betaincinv(h1, n - h1 + 1, alpha) if h1 else 0.0
    high = betaincinv(h0 + 1, n - h0, 1 - alpha) if h0 < n else 1.0
    return np.log(low / high)


# %% wrong: always 95%
# says: a confidence of 0.95 is not always asked for
def audit(release, *, count, threshold, n, confidence, rng):
    h0, h1 = (np.sum(release(np.full(n, c), rng=rng) >= threshold) for c in (count, count + 1))
    low = betaincinv(h1, n - h1 + 1, 0.025) if h1 else 0.0
    high = betaincinv(h0 + 1, n - h0, 0.975) if h0 < n else 1.0
    return max(0.0, np.log(low / high)) if low else 0.0


# %% wrong: a generator of its own for the mechanism
# says: pass rng on to the mechanism
# earns: 2.5
def audit(release, *, count, threshold, n, confidence, rng):
    alpha, rng = (1 - confidence) / 2, np.random.default_rng(0)
    h0, h1 = (np.sum(release(np.full(n, c), rng=rng) >= threshold) for c in (count, count + 1))
    low = betaincinv(h1, n - h1 + 1, alpha) if h1 else 0.0
    high = betaincinv(h0 + 1, n - h0, 1 - alpha) if h0 < n else 1.0
    return max(0.0, np.log(low / high)) if low else 0.0
