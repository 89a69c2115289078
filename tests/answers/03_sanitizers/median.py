# %% right: compare all with all, choice with p
def private_median(values, *, candidates, epsilon, rng):
    below = (values[:, None] < candidates).sum(axis=0)
    above = (values[:, None] > candidates).sum(axis=0)
    exponent = -epsilon * np.abs(below - above) / 2
    weights = np.exp(exponent - exponent.max())
    return float(rng.choice(candidates, p=weights / weights.sum()))


# %% right: Gumbel noise and the largest
def private_median(values, *, candidates, epsilon, rng):
    below = np.searchsorted(np.sort(values), candidates, side="left")
    above = len(values) - np.searchsorted(np.sort(values), candidates, side="right")
    scores = -abs(below - above)
    return candidates[np.argmax(epsilon * scores / 2 + rng.gumbel(size=len(candidates)))]


# %% right: softmax, and one uniform draw
from scipy.special import softmax


def private_median(values, *, candidates, epsilon, rng):
    scores = np.array([-abs(int((values < c).sum()) - int((values > c).sum())) for c in candidates])
    steps = np.cumsum(softmax(0.5 * epsilon * scores))
    return candidates[min(np.searchsorted(steps, rng.random()), len(candidates) - 1)]


# %% right: signs, logsumexp and a multinomial draw
from scipy.special import logsumexp


def private_median(values, *, candidates, epsilon, rng):
    scores = -np.abs(np.sign(values[:, None] - candidates[None, :]).sum(axis=0))
    logs = scores * epsilon / 2
    return candidates[rng.multinomial(1, np.exp(logs - logsumexp(logs))).argmax()]


# %% wrong: the factor 2 missing
# says: the factor 2 is missing
# earns: 0.75
def private_median(values, *, candidates, epsilon, rng):
    scores = np.array([-abs(np.sum(values < c) - np.sum(values > c)) for c in candidates])
    weights = np.exp(epsilon * (scores - scores.max()))
    return rng.choice(candidates, p=weights / weights.sum())


# %% wrong: no exp
# says: the exp is missing
def private_median(values, *, candidates, epsilon, rng):
    scores = np.array([-abs(np.sum(values < c) - np.sum(values > c)) for c in candidates])
    weights = scores - scores.min() + 0.0
    return rng.choice(candidates, p=weights / weights.sum())


# %% wrong: the score itself as weight
# says: the exp is missing
def private_median(values, *, candidates, epsilon, rng):
    distance = np.array([abs(np.sum(values < c) - np.sum(values > c)) for c in candidates])
    return rng.choice(candidates, p=distance / distance.sum())


# %% wrong: overflow, exp of all scores as they are
# says: subtract the largest score before exp
# earns: 2.25
def private_median(values, *, candidates, epsilon, rng):
    scores = np.array([-abs(np.sum(values < c) - np.sum(values > c)) for c in candidates])
    weights = np.exp(epsilon * scores / 2)
    return rng.choice(candidates, p=weights / weights.sum())


# %% wrong: overflow that nobody notices
# says: subtract the largest score before exp
# earns: 2.25
def private_median(values, *, candidates, epsilon, rng):
    scores = np.array([-abs(np.sum(values < c) - np.sum(values > c)) for c in candidates])
    weights = np.exp(epsilon * scores / 2)
    steps = np.cumsum(weights) / weights.sum()
    return candidates[min(np.searchsorted(steps, rng.random()), len(candidates) - 1)]


# %% wrong: a small number against dividing by 0
# says: subtract the largest score before exp
# earns: 2.25
def private_median(values, *, candidates, epsilon, rng):
    scores = np.array([-abs(np.sum(values < c) - np.sum(values > c)) for c in candidates])
    weights = np.exp(epsilon * scores / 2) + 1e-300
    return rng.choice(candidates, p=weights / weights.sum())


# %% wrong: uniform choice
# says: every candidate is equally probable
def private_median(values, *, candidates, epsilon, rng):
    return rng.choice(candidates)


# %% wrong: the best candidate without noise
# says: the best candidate always wins
def private_median(values, *, candidates, epsilon, rng):
    scores = [-abs(np.sum(values < c) - np.sum(values > c)) for c in candidates]
    return candidates[np.argmax(scores)]


# %% wrong: the sign of the score
# says: the sign is wrong
def private_median(values, *, candidates, epsilon, rng):
    scores = np.array([abs(np.sum(values < c) - np.sum(values > c)) for c in candidates])
    weights = np.exp(epsilon * (scores - scores.max()) / 2)
    return rng.choice(candidates, p=weights / weights.sum())


# %% wrong: candidates from the data
# says: only [0.0, 10.0, 20.0, 30.0] may occur
# earns: 0
def private_median(values, *, candidates, epsilon, rng):
    seen = np.unique(values)
    scores = np.array([-abs(np.sum(values < c) - np.sum(values > c)) for c in seen])
    weights = np.exp(epsilon * (scores - scores.max()) / 2)
    return rng.choice(seen, p=weights / weights.sum())


# %% wrong: equal values counted as above
# says: they are neither below nor above it
# earns: 2.5
def private_median(values, *, candidates, epsilon, rng):
    scores = np.array([-abs(np.sum(values < c) - np.sum(values >= c)) for c in candidates])
    weights = np.exp(epsilon * (scores - scores.max()) / 2)
    return rng.choice(candidates, p=weights / weights.sum())


# %% wrong: the global generator
# says: You draw from a global generator
# earns: 2.25
def private_median(values, *, candidates, epsilon, rng):
    scores = np.array([-abs(np.sum(values < c) - np.sum(values > c)) for c in candidates])
    weights = np.exp(epsilon * (scores - scores.max()) / 2)
    return np.random.choice(candidates, p=weights / weights.sum())


# %% wrong: Laplace noise on the true median
# says: only [0.0, 10.0, 20.0, 30.0] may occur
# earns: 0
def private_median(values, *, candidates, epsilon, rng):
    return np.median(values) + rng.laplace(scale=1 / epsilon)


# %% wrong: the values sorted in place
# says: Your function changes the data it is given
def private_median(values, *, candidates, epsilon, rng):
    values.sort()
    below = np.searchsorted(values, candidates, side="left")
    above = len(values) - np.searchsorted(values, candidates, side="right")
    exponent = -epsilon * abs(below - above) / 2
    weights = np.exp(exponent - exponent.max())
    return rng.choice(candidates, p=weights / weights.sum())
