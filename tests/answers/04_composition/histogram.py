# %% right: a loop over the categories
def histogram(values, *, categories, epsilon, rng):
    return [(values == category).sum() + rng.laplace(0, 1 / epsilon) for category in categories]


# %% right: a dictionary of counts
from collections import Counter


def histogram(values, *, categories, epsilon, rng):
    counts = Counter(values)
    truth = np.array([counts[category] for category in categories], dtype=float)
    return truth + rng.laplace(scale=1 / epsilon, size=truth.shape)


# %% right: pandas categories, a Series
import pandas as pd


def histogram(values, *, categories, epsilon, rng):
    fixed = pd.Series(pd.Categorical(values, categories=categories))
    counts = fixed.value_counts(sort=False)
    return counts + rng.exponential(1 / epsilon, len(categories)) - rng.exponential(1 / epsilon, len(categories))


# %% right: numpy's bincount
def histogram(values, *, categories, epsilon, rng):
    place = {category: k for k, category in enumerate(categories)}
    counts = np.bincount([place[value] for value in values], minlength=len(categories))
    return counts + rng.laplace(size=len(categories)) / epsilon


# %% wrong: epsilon divided by the number of categories
# says: you divide epsilon by the number of bars
def histogram(values, *, categories, epsilon, rng):
    counts = values.value_counts().reindex(categories, fill_value=0).to_numpy()
    return counts + rng.laplace(scale=len(categories) / epsilon, size=len(categories))


# %% wrong: drops the empty bars
# says: list the empty ones, too
# earns: 0
def histogram(values, *, categories, epsilon, rng):
    counts = values.value_counts()
    counts = counts[[c for c in categories if c in counts.index]].to_numpy()
    return counts + rng.laplace(scale=1 / epsilon, size=len(counts))


# %% wrong: groups taken from the data
# says: take the list from categories, not from the data
# earns: 0
def histogram(values, *, categories, epsilon, rng):
    _, counts = np.unique(values.to_numpy(dtype=str), return_counts=True)
    return counts + rng.laplace(scale=1 / epsilon, size=len(counts))


# %% wrong: no noise where nobody is
# says: Empty bars get no noise
# earns: 2
def histogram(values, *, categories, epsilon, rng):
    counts = values.value_counts().reindex(categories, fill_value=0).to_numpy()
    return np.where(counts > 0, counts + rng.laplace(scale=1 / epsilon, size=len(counts)), 0.0)


# %% wrong: twice the noise, as under replacement
# says: the noise has twice the scale
# earns: 1.5
def histogram(values, *, categories, epsilon, rng):
    counts = values.value_counts().reindex(categories, fill_value=0).to_numpy()
    return counts + rng.laplace(scale=2 / epsilon, size=len(counts))


# %% wrong: the scale is epsilon
# says: the scale of the noise is 1 / epsilon
# earns: 0.5
def histogram(values, *, categories, epsilon, rng):
    counts = values.value_counts().reindex(categories, fill_value=0).to_numpy()
    return counts + rng.laplace(scale=epsilon, size=len(counts))


# %% wrong: one draw for all bars
# says: One draw serves all bars
# earns: 1.5
def histogram(values, *, categories, epsilon, rng):
    counts = values.value_counts().reindex(categories, fill_value=0).to_numpy()
    return counts + rng.laplace(scale=1 / epsilon)


# %% wrong: clips at zero
# says: You clip empty bars at 0
# earns: 2
def histogram(values, *, categories, epsilon, rng):
    counts = values.value_counts().reindex(categories, fill_value=0).to_numpy()
    return np.maximum(counts + rng.laplace(scale=1 / epsilon, size=len(counts)), 0.0)


# %% wrong: largest bar first
# says: in the order of categories
# earns: 0.5
def histogram(values, *, categories, epsilon, rng):
    counts = values.value_counts().to_numpy()
    counts = np.append(counts, np.zeros(len(categories) - len(counts)))
    return counts + rng.laplace(scale=1 / epsilon, size=len(counts))


# %% wrong: rounds
# says: is it rounded, or reused?
# earns: 1.5
def histogram(values, *, categories, epsilon, rng):
    counts = values.value_counts().reindex(categories, fill_value=0).to_numpy()
    return np.round(counts + rng.laplace(scale=1 / epsilon, size=len(counts)), 2)


# %% wrong: a generator of its own
# says: the rng that is passed in is ignored
# earns: 2.5
def histogram(values, *, categories, epsilon, rng):
    counts = values.value_counts().reindex(categories, fill_value=0).to_numpy()
    return counts + np.random.default_rng().laplace(scale=1 / epsilon, size=len(counts))
