# %% right: the textbook line
def noisy_counts(counts, *, epsilon, rng):
    return counts + rng.laplace(0, 1 / epsilon, size=counts.shape)


# %% right: a loop over counts
def noisy_counts(counts, *, epsilon, rng):
    noisy = []
    for count in counts:
        noisy.append(count + rng.laplace(loc=0, scale=1 / epsilon))
    return np.array(noisy)


# %% right: the difference of two exponential draws
def noisy_counts(counts, *, epsilon, rng):
    up, down = rng.exponential(1 / epsilon, size=(2, len(counts)))
    return counts + (up - down)


# %% right: the inverse of the distribution function
def noisy_counts(counts, *, epsilon, rng):
    u = rng.uniform(-0.5, 0.5, size=len(counts))
    return counts - np.sign(u) * np.log1p(-2 * np.abs(u)) / epsilon


# %% right: a random sign, and numpy's location parameter
def noisy_counts(counts, *, epsilon, rng):
    size = rng.standard_exponential(len(counts)) / epsilon
    return counts.astype(float) + rng.choice([-1, 1], size=len(counts)) * size


# %% right: scipy, with the generator passed on
from scipy import stats


def noisy_counts(counts, *, epsilon, rng):
    return stats.laplace.rvs(loc=counts, scale=1 / epsilon, random_state=rng)


# %% right: a child generator and a pandas Series
import pandas as pd


def noisy_counts(counts, *, epsilon, rng):
    child = rng.spawn(1)[0]
    return pd.Series(counts) + child.laplace(scale=1 / epsilon, size=len(counts))


# %% wrong: epsilon / sensitivity for the scale
# says: your noise has scale 0.1, which is epsilon / sensitivity
def noisy_counts(counts, *, epsilon, rng):
    return counts + rng.laplace(scale=epsilon, size=len(counts))


# %% wrong: one draw for all counts
# says: One draw serves all counts of a call
def noisy_counts(counts, *, epsilon, rng):
    return counts + rng.laplace(scale=1 / epsilon)


# %% wrong: noise that only raises
# says: your noise never lowers a count
def noisy_counts(counts, *, epsilon, rng):
    return counts + rng.exponential(1 / epsilon, size=len(counts))


# %% wrong: the size of Laplace noise
# says: your noise never lowers a count
def noisy_counts(counts, *, epsilon, rng):
    return counts + np.abs(rng.laplace(scale=1 / epsilon, size=len(counts)))


# %% wrong: normal noise
# says: that is normal noise; it keeps no finite epsilon
def noisy_counts(counts, *, epsilon, rng):
    return counts + rng.normal(scale=1 / epsilon, size=len(counts))


# %% wrong: normal noise of the same variance
# says: normal noise with the variance of Laplace noise
def noisy_counts(counts, *, epsilon, rng):
    return counts + rng.normal(scale=np.sqrt(2) / epsilon, size=len(counts))


# %% wrong: takes 1 / epsilon for the standard deviation
# says: 10 is the scale, not the standard deviation
def noisy_counts(counts, *, epsilon, rng):
    return counts + rng.laplace(scale=1 / (np.sqrt(2) * epsilon), size=len(counts))


# %% wrong: sensitivity 2
# says: a scale of 20 is for two changes of 1
def noisy_counts(counts, *, epsilon, rng):
    return counts + rng.laplace(scale=2 / epsilon, size=len(counts))


# %% wrong: noise in proportion to the count
# says: the scale does not depend on the count
def noisy_counts(counts, *, epsilon, rng):
    return counts + rng.laplace(scale=np.maximum(counts, 1) / epsilon)


# %% wrong: rounded
# says: is it rounded, or reused?
def noisy_counts(counts, *, epsilon, rng):
    return np.round(counts + rng.laplace(scale=1 / epsilon, size=len(counts)))


# %% wrong: cut off at 0
# says: Your noisy counts are never negative
# earns: 2.5
def noisy_counts(counts, *, epsilon, rng):
    return np.maximum(counts + rng.laplace(scale=1 / epsilon, size=len(counts)), 0)


# %% wrong: epsilon is always 0.1
# says: use the epsilon that is passed in
# earns: 2.5
def noisy_counts(counts, *, epsilon, rng):
    return counts + rng.laplace(scale=10, size=len(counts))


# %% wrong: the global generator
# says: You draw from a global generator
# earns: 2
def noisy_counts(counts, *, epsilon, rng):
    return counts + np.random.laplace(scale=1 / epsilon, size=len(counts))


# %% wrong: a seed fixed inside
# says: a seed is fixed inside
def noisy_counts(counts, *, epsilon, rng):
    rng = np.random.default_rng(1)
    return counts + rng.laplace(scale=1 / epsilon, size=len(counts))


# %% wrong: changes the counts it was given
# says: Your function changes the array it is given
# earns: 2
def noisy_counts(counts, *, epsilon, rng):
    noise = rng.laplace(scale=1 / epsilon, size=len(counts))
    noisy = counts + noise
    counts += np.round(noise).astype(int)
    return noisy
