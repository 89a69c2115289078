# %% right: compare all with all
def noisy_histogram(values, *, bins, neighbours, epsilon, rng):
    counts = (values[:, None] == np.array(bins)).sum(axis=0)
    scale = {"add-remove": 1, "replace-one": 2}[neighbours] / epsilon
    return counts + rng.laplace(0, scale, len(bins))


# %% right: a Counter and a loop
from collections import Counter


def noisy_histogram(values, *, bins, neighbours, epsilon, rng):
    counts = Counter(values.tolist())
    scale = (2 if neighbours == "replace-one" else 1) / epsilon
    return [counts[label] + rng.laplace(scale=scale) for label in bins]


# %% right: pandas with reindex
import pandas as pd


def noisy_histogram(values, *, bins, neighbours, epsilon, rng):
    counts = pd.Series(values).value_counts().reindex(list(bins), fill_value=0).to_numpy()
    b = 1 / epsilon
    if neighbours == "replace-one":
        b = 2 / epsilon
    return counts + rng.exponential(b, counts.size) - rng.exponential(b, counts.size)


# %% right: a dictionary that begins with all bins
def noisy_histogram(values, *, bins, neighbours, epsilon, rng):
    counts = dict.fromkeys(bins, 0)
    for value in values.tolist():
        if value in counts:
            counts[value] += 1
    sensitivity = 1 + (neighbours == "replace-one")
    return np.array(list(counts.values())) + rng.laplace(size=len(bins)) * sensitivity / epsilon


# %% wrong: drops empty bins
# says: three bins, so three counts, for the empty one, too
# earns: 0
def noisy_histogram(values, *, bins, neighbours, epsilon, rng):
    counts = np.array([np.sum(values == label) for label in bins])
    counts = counts[counts > 0]
    return counts + rng.laplace(scale=(1 if neighbours == "add-remove" else 2) / epsilon, size=len(counts))


# %% wrong: bins from the data
# says: Keep the order of the bins, and count in their values only
def noisy_histogram(values, *, bins, neighbours, epsilon, rng):
    labels, counts = np.unique(values, return_counts=True)
    return counts + rng.laplace(scale=(1 if neighbours == "add-remove" else 2) / epsilon, size=len(counts))


# %% wrong: bins sorted
# says: Keep the order of the bins
# earns: 2
def noisy_histogram(values, *, bins, neighbours, epsilon, rng):
    counts = np.array([np.sum(values == label) for label in sorted(bins)])
    return counts + rng.laplace(scale=(1 if neighbours == "add-remove" else 2) / epsilon, size=len(bins))


# %% wrong: no noise in empty bins
# says: An empty bin gets no noise
def noisy_histogram(values, *, bins, neighbours, epsilon, rng):
    counts = np.array([np.sum(values == label) for label in bins])
    noise = rng.laplace(scale=(1 if neighbours == "add-remove" else 2) / epsilon, size=len(bins))
    return np.where(counts > 0, counts + noise, 0.0)


# %% wrong: epsilon split over the bins
# says: do not divide epsilon by the number of bins
# earns: 2
def noisy_histogram(values, *, bins, neighbours, epsilon, rng):
    counts = np.array([np.sum(values == label) for label in bins])
    share = epsilon / len(bins)
    return counts + rng.laplace(scale=(1 if neighbours == "add-remove" else 2) / share, size=len(bins))


# %% wrong: sensitivity 1 for both relations
# says: a replaced person leaves one bin and enters another, so the sensitivity is 2, not 1
# earns: 2.5
def noisy_histogram(values, *, bins, neighbours, epsilon, rng):
    counts = np.array([np.sum(values == label) for label in bins])
    return counts + rng.laplace(scale=1 / epsilon, size=len(bins))


# %% wrong: sensitivity 2 for both relations
# says: a joining person changes one bin by 1, so the sensitivity is 1, not 2
# earns: 2.5
def noisy_histogram(values, *, bins, neighbours, epsilon, rng):
    counts = np.array([np.sum(values == label) for label in bins])
    return counts + rng.laplace(scale=2 / epsilon, size=len(bins))


# %% wrong: one draw for all bins
# says: One draw decides for all bins of a call
def noisy_histogram(values, *, bins, neighbours, epsilon, rng):
    counts = np.array([np.sum(values == label) for label in bins])
    return counts + rng.laplace(scale=(1 if neighbours == "add-remove" else 2) / epsilon)


# %% wrong: negative counts cut off
# says: Your counts are never negative
def noisy_histogram(values, *, bins, neighbours, epsilon, rng):
    counts = np.array([np.sum(values == label) for label in bins])
    noisy = counts + rng.laplace(scale=(1 if neighbours == "add-remove" else 2) / epsilon, size=len(bins))
    return np.clip(noisy, 0, None)


# %% wrong: the number of bins as sensitivity
# says: do not divide epsilon by the number of bins
def noisy_histogram(values, *, bins, neighbours, epsilon, rng):
    counts = np.array([np.sum(values == label) for label in bins])
    return counts + rng.laplace(scale=len(bins) / epsilon, size=len(bins))


# %% wrong: the global generator
# says: You draw from a global generator
# earns: 2.5
def noisy_histogram(values, *, bins, neighbours, epsilon, rng):
    counts = np.array([np.sum(values == label) for label in bins])
    return counts + np.random.laplace(scale=(1 if neighbours == "add-remove" else 2) / epsilon, size=len(bins))
