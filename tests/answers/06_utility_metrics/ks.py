# %% right: sorted values and searchsorted
def ks(confidential, synthetic):
    points = np.concatenate([confidential, synthetic])
    first = np.searchsorted(np.sort(confidential), points, side="right") / confidential.size
    second = np.searchsorted(np.sort(synthetic), points, side="right") / synthetic.size
    return np.max(np.abs(first - second))


# %% right: plain Python, two loops
def ks(confidential, synthetic):
    largest = 0.0
    for x in [*confidential, *synthetic]:
        below = sum(value <= x for value in confidential) / len(confidential)
        also = sum(value <= x for value in synthetic) / len(synthetic)
        largest = max(largest, abs(below - also))
    return largest


# %% right: shares strictly below, in both files
def ks(confidential, synthetic):
    points = np.unique(np.concatenate([confidential, synthetic]))
    first = (confidential < points[:, None]).mean(axis=1)
    second = (synthetic < points[:, None]).mean(axis=1)
    return float(np.abs(first - second).max())


# %% right: pandas, counts by value
def ks(confidential, synthetic):
    counts = pd.concat([pd.Series(confidential).value_counts(normalize=True), pd.Series(synthetic).value_counts(normalize=True)], axis=1)
    shares = counts.fillna(0).sort_index().cumsum()
    return (shares.iloc[:, 0] - shares.iloc[:, 1]).abs().max()


# %% right: scipy
def ks(confidential, synthetic):
    from scipy.stats import ks_2samp

    return ks_2samp(confidential, synthetic).statistic


# %% wrong: a grid of a hundred points
# says: a grid misses it: look at every value of both files
def ks(confidential, synthetic):
    both = np.concatenate([confidential, synthetic])
    grid = np.linspace(both.min(), both.max(), 100)
    first = (confidential[:, None] <= grid).mean(axis=0)
    second = (synthetic[:, None] <= grid).mean(axis=0)
    return np.abs(first - second).max()


# %% wrong: the maximum without abs, synthetic minus confidential
# says: take the absolute value before the maximum: either file may be ahead
def ks(confidential, synthetic):
    points = np.concatenate([confidential, synthetic])
    return max((synthetic <= x).mean() - (confidential <= x).mean() for x in points)


# %% wrong: the maximum without abs, confidential minus synthetic
# says: take the absolute value before the maximum
def ks(confidential, synthetic):
    points = np.concatenate([confidential, synthetic])
    return max((confidential <= x).mean() - (synthetic <= x).mean() for x in points)


# %% wrong: ties counted up to x in one file and below x in the other
# says: count values up to x in both, not up to x in one and below x in the other
# earns: 0
def ks(confidential, synthetic):
    points = np.concatenate([confidential, synthetic])
    return max(abs((confidential <= x).mean() - (synthetic < x).mean()) for x in points)


# %% wrong: at the confidential values only
# says: you look at the confidential values only
def ks(confidential, synthetic):
    return max(abs((confidential <= x).mean() - (synthetic <= x).mean()) for x in confidential)


# %% wrong: at the synthetic values only
# says: you look at the synthetic values only
def ks(confidential, synthetic):
    return max(abs((confidential <= x).mean() - (synthetic <= x).mean()) for x in synthetic)


# %% wrong: distance of sorted values
# says: that is a count, or a distance between values; compare shares of values
def ks(confidential, synthetic):
    k = min(confidential.size, synthetic.size)
    return np.abs(np.sort(confidential)[:k] - np.sort(synthetic)[:k]).max()


# %% wrong: counts divided by the size of both files together
# says: divide by the number of values of each file, not of both
def ks(confidential, synthetic):
    points = np.concatenate([confidential, synthetic])
    return max(abs((confidential <= x).sum() - (synthetic <= x).sum()) for x in points) / points.size


# %% wrong: counts divided by the size of the confidential file
# says: divide each count by the size of its own file
# earns: 1
def ks(confidential, synthetic):
    points = np.concatenate([confidential, synthetic])
    return max(abs((confidential <= x).sum() - (synthetic <= x).sum()) for x in points) / confidential.size


# %% wrong: the p-value
# says: that is the p-value of a test
def ks(confidential, synthetic):
    from scipy.stats import ks_2samp

    return ks_2samp(confidential, synthetic).pvalue


# %% wrong: equal values counted once
# says: equal values count as often as they occur
def ks(confidential, synthetic):
    points = np.concatenate([confidential, synthetic])
    one, two = np.unique(confidential), np.unique(synthetic)
    return max(abs((one <= x).mean() - (two <= x).mean()) for x in points)


# %% wrong: sorts the files in place
# says: Your function changes the data it is given
def ks(confidential, synthetic):
    confidential.sort()
    synthetic.sort()
    points = np.concatenate([confidential, synthetic])
    shares = [np.searchsorted(values, points, side="right") / len(values) for values in (confidential, synthetic)]
    return np.abs(shares[0] - shares[1]).max()
