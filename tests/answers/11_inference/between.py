# %% right: logarithms
from scipy.special import softmax


def between(prior, *, release, epsilon, level):
    s = np.arange(len(prior))
    logs = np.full(len(prior), -np.inf)
    logs[prior > 0] = np.log(prior[prior > 0])
    chance = softmax(logs - epsilon * np.abs(s - release))
    total = chance.cumsum()
    low, high = np.searchsorted(total, [(1 - level) / 2, (1 + level) / 2])
    return int(low), int(high), chance[low : high + 1].sum()


# %% right: count after count
import math


def between(prior, *, release, epsilon, level):
    least = min(abs(s - release) for s, weight in enumerate(prior) if weight > 0)
    weights = [weight * math.exp(-epsilon * (abs(s - release) - least)) if weight else 0.0 for s, weight in enumerate(prior)]
    whole, running, low, high = math.fsum(weights), 0.0, None, None
    for s, weight in enumerate(weights):
        running += weight / whole
        if low is None and running >= (1 - level) / 2:
            low = s
        if running >= (1 + level) / 2:
            high = s
            break
    return low, high, math.fsum(weights[low : high + 1]) / whole


# %% right: from both ends
def between(prior, *, release, epsilon, level):
    s = np.arange(prior.size)[prior > 0]
    logs = np.log(prior[prior > 0]) - epsilon * np.abs(s - release)
    weights = np.exp(logs - logs.max())
    weights /= weights.sum()
    rest, low = (1 - level) / 2, 0
    while weights[: low + 1].sum() < rest:
        low += 1
    high = low
    while weights[: high + 1].sum() < 1 - rest:
        high += 1
    return int(s[low]), int(s[high]), float(weights[low : high + 1].sum())


# %% wrong: forgets what was believed
# says: what was believed before counts, too
# earns: 1
def between(prior, *, release, epsilon, level):
    s = np.arange(len(prior))
    far = np.abs(s - release)
    weights = np.exp(-epsilon * (far - far.min()))
    total = np.cumsum(weights / weights.sum())
    low, high = np.searchsorted(total, [(1 - level) / 2, (1 + level) / 2])
    return int(low), int(high), weights[low : high + 1].sum() / weights.sum()


# %% wrong: forgets what was published
# says: without what was published
# earns: 0
def between(prior, *, release, epsilon, level):
    total = np.cumsum(prior / prior.sum())
    low, high = np.searchsorted(total, [(1 - level) / 2, (1 + level) / 2])
    return int(low), int(high), prior[low : high + 1].sum() / prior.sum()


# %% wrong: all of the rest on either side
# says: half of the rest belongs on either side
# earns: 0
def between(prior, *, release, epsilon, level):
    far = np.abs(np.arange(len(prior)) - release)
    weights = prior * np.exp(-epsilon * (far - far[prior > 0].min()))
    weights = weights / weights.sum()
    low, high = np.searchsorted(weights.cumsum(), [1 - level, level])
    return int(low), int(high), weights[low : high + 1].sum()


# %% wrong: the distance is not measured from the nearest count
# says: all chances are 0 for a float
# earns: 2
def between(prior, *, release, epsilon, level):
    weights = prior * np.exp(-epsilon * np.abs(np.arange(len(prior)) - release))
    weights = weights / weights.sum()
    low, high = np.searchsorted(weights.cumsum(), [(1 - level) / 2, (1 + level) / 2])
    return int(low), int(high), weights[low : high + 1].sum()


# %% wrong: the published number is cut to the counts and rounded
# says: need not be whole
# earns: 1
def between(prior, *, release, epsilon, level):
    release = min(max(round(release), 0), len(prior) - 1)
    far = np.abs(np.arange(len(prior)) - release)
    weights = prior * np.exp(-epsilon * (far - far[prior > 0].min()))
    weights = weights / weights.sum()
    low, high = np.searchsorted(weights.cumsum(), [(1 - level) / 2, (1 + level) / 2])
    return int(low), int(high), weights[low : high + 1].sum()


# %% wrong: the level in place of the probability
# says: that is the level; three counts hold more
# earns: 0
def between(prior, *, release, epsilon, level):
    far = np.abs(np.arange(len(prior)) - release)
    weights = prior * np.exp(-epsilon * (far - far.min()))
    low, high = np.searchsorted(np.cumsum(weights / weights.sum()), [(1 - level) / 2, (1 + level) / 2])
    return int(low), int(high), level


# %% wrong: leaves out the last count
# says: high and low belong to it
# earns: 0
def between(prior, *, release, epsilon, level):
    far = np.abs(np.arange(len(prior)) - release)
    weights = prior * np.exp(-epsilon * (far - far.min()))
    weights = weights / weights.sum()
    low, high = np.searchsorted(weights.cumsum(), [(1 - level) / 2, (1 + level) / 2])
    return int(low), int(high), weights[low + 1 : high].sum()


# %% wrong: does not divide by the sum
# says: divide the weights by their sum first
# earns: 0
def between(prior, *, release, epsilon, level):
    far = np.abs(np.arange(len(prior)) - release)
    weights = prior * np.exp(-epsilon * (far - far.min()))
    low, high = np.searchsorted(weights.cumsum(), [(1 - level) / 2, (1 + level) / 2])
    return int(low), int(high), weights[low : high + 1].sum()


# %% wrong: squared distances
# says: Laplace noise falls with the distance, not with its square
# earns: 0
def between(prior, *, release, epsilon, level):
    far = (np.arange(len(prior)) - release) ** 2
    weights = prior * np.exp(-epsilon * (far - far[prior > 0].min()))
    weights = weights / weights.sum()
    low, high = np.searchsorted(weights.cumsum(), [(1 - level) / 2, (1 + level) / 2])
    return int(low), int(high), weights[low : high + 1].sum()


# %% wrong: the nearest of all counts, also of those that cannot be
# says: you return NaN
# earns: 2
def between(prior, *, release, epsilon, level):
    far = np.abs(np.arange(len(prior)) - release)
    weights = prior * np.exp(-epsilon * (far - far.min()))
    weights = weights / weights.sum()
    low, high = np.searchsorted(weights.cumsum(), [(1 - level) / 2, (1 + level) / 2])
    return int(low), int(high), weights[low : high + 1].sum()
