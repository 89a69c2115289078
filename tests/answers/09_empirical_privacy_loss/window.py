# %% right: two percentiles
def window(residuals, *, percentile, factor, bandwidth):
    distance = max(abs(np.percentile(residuals, percentile)), abs(np.percentile(residuals, 100 - percentile)))
    return distance * factor, np.std(residuals, ddof=1) * bandwidth


# %% right: pandas
def window(residuals, *, percentile, factor, bandwidth):
    series = pd.Series(residuals, dtype=float)
    return factor * series.quantile([percentile / 100, 1 - percentile / 100]).abs().max(), bandwidth * series.std()


# %% right: SciPy's own width
from scipy.stats import gaussian_kde


def window(residuals, *, percentile, factor, bandwidth):
    kernel = gaussian_kde(residuals, bw_method=bandwidth)
    ends = np.quantile(residuals, np.array([percentile, 100 - percentile]) / 100)
    return np.array([factor * np.abs(ends).max(), kernel.covariance[0, 0] ** 0.5])


# %% right: by hand
def window(residuals, *, percentile, factor, bandwidth):
    values, n = sorted(float(r) for r in residuals), len(residuals)

    def at(share):
        place = share * (n - 1)
        low = min(int(place), n - 2)
        return values[low] + (place - low) * (values[low + 1] - values[low])

    mean = sum(values) / n
    spread = (sum((v - mean) ** 2 for v in values) / (n - 1)) ** 0.5
    return factor * max(abs(at(percentile / 100)), abs(at(1 - percentile / 100))), bandwidth * spread


# %% wrong: the bandwidth in people
# says: that is the bandwidth; in people it is a multiple of the standard deviation
# earns: 0
def window(residuals, *, percentile, factor, bandwidth):
    low, high = np.percentile(residuals, [100 - percentile, percentile])
    return factor * max(abs(low), abs(high)), bandwidth


# %% wrong: divided by n
# says: divide by n - 1 in the standard deviation
# earns: 0
def window(residuals, *, percentile, factor, bandwidth):
    low, high = np.percentile(residuals, [100 - percentile, percentile])
    return factor * max(abs(low), abs(high)), bandwidth * np.std(residuals)


# %% wrong: the variance
# says: multiplies the standard deviation, not the variance
# earns: 0
def window(residuals, *, percentile, factor, bandwidth):
    low, high = np.percentile(residuals, [100 - percentile, percentile])
    return factor * max(abs(low), abs(high)), bandwidth * np.var(residuals, ddof=1)


# %% wrong: Scott's rule
# says: Scott's rule is another
# earns: 0
def window(residuals, *, percentile, factor, bandwidth):
    low, high = np.percentile(residuals, [100 - percentile, percentile])
    return factor * max(abs(low), abs(high)), np.std(residuals, ddof=1) * len(residuals) ** -0.2


# %% wrong: no factor
# says: that is the percentile; multiply it by the factor
# earns: 0
def window(residuals, *, percentile, factor, bandwidth):
    low, high = np.percentile(residuals, [100 - percentile, percentile])
    return max(abs(low), abs(high)), bandwidth * np.std(residuals, ddof=1)


# %% wrong: percentile of the absolute residuals
# says: that is the percentile of the absolute residuals
# earns: 0
def window(residuals, *, percentile, factor, bandwidth):
    return factor * np.percentile(np.abs(residuals), percentile), bandwidth * np.std(residuals, ddof=1)


# %% wrong: the tails halved
# says: the percentiles are 5 and 95
# earns: 0
def window(residuals, *, percentile, factor, bandwidth):
    ends = np.percentile(residuals, [(100 - percentile) / 2, (100 + percentile) / 2])
    return factor * np.abs(ends).max(), bandwidth * np.std(residuals, ddof=1)


# %% wrong: the distance between the percentiles
# says: that is the distance between the two percentiles
# earns: 0
def window(residuals, *, percentile, factor, bandwidth):
    low, high = np.percentile(residuals, [100 - percentile, percentile])
    return factor * (high - low), bandwidth * np.std(residuals, ddof=1)


# %% wrong: the upper percentile alone
# says: the lower percentile may be the more distant one
# earns: 1.25
def window(residuals, *, percentile, factor, bandwidth):
    return factor * abs(np.percentile(residuals, percentile)), bandwidth * np.std(residuals, ddof=1)


# %% wrong: rounded to whole people
# says: K is not rounded
# earns: 1.25
def window(residuals, *, percentile, factor, bandwidth):
    low, high = np.percentile(residuals, [100 - percentile, percentile])
    return int(np.floor(factor * max(abs(low), abs(high)))), bandwidth * np.std(residuals, ddof=1)


# %% wrong: always 95 and 2
# says: In other data K
def window(residuals, *, percentile, factor, bandwidth):
    low, high = np.percentile(residuals, [5, 95])
    return 2 * max(abs(low), abs(high)), bandwidth * np.std(residuals, ddof=1)


# %% wrong: spread around 0
# says: The width h is 
# earns: 0
def window(residuals, *, percentile, factor, bandwidth):
    low, high = np.percentile(residuals, [100 - percentile, percentile])
    return factor * max(abs(low), abs(high)), bandwidth * np.sqrt(np.sum(np.square(residuals, dtype=float)) / (len(residuals) - 1))
