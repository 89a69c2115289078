# %% right: the difference of two geometric draws
def whole_counts(counts, *, epsilon, rng):
    p = 1 - np.exp(-epsilon)
    return counts + rng.geometric(p, size=len(counts)) - rng.geometric(p, size=len(counts))


# %% right: a loop, with expm1
def whole_counts(counts, *, epsilon, rng):
    p = -np.expm1(-epsilon)
    return np.array([int(count) + rng.geometric(p) - rng.geometric(p) for count in counts])


# %% right: the difference of two rounded-down exponential draws
def whole_counts(counts, *, epsilon, rng):
    up = np.floor(rng.exponential(1 / epsilon, size=len(counts)))
    down = np.floor(rng.exponential(1 / epsilon, size=len(counts)))
    return counts + (up - down).astype(int)


# %% right: negative binomial draws
def whole_counts(counts, *, epsilon, rng):
    draws = rng.negative_binomial(1, 1 - np.exp(-epsilon), size=(len(counts), 2))
    return counts + draws[:, 0] - draws[:, 1]


# %% right: zero or a sign and a size
def whole_counts(counts, *, epsilon, rng):
    a, n = np.exp(-epsilon), len(counts)
    sign = rng.choice([0, 1, -1], p=[(1 - a) / (1 + a), a / (1 + a), a / (1 + a)], size=n)
    return counts + sign * rng.geometric(1 - a, size=n)


# %% right: scipy's discrete Laplace law
from scipy import stats


def whole_counts(counts, *, epsilon, rng):
    return counts + stats.dlaplace.rvs(epsilon, size=len(counts), random_state=rng)


# %% wrong: rounded Laplace noise
# says: rounded Laplace noise is not geometric noise
def whole_counts(counts, *, epsilon, rng):
    return np.round(counts + rng.laplace(scale=1 / epsilon, size=len(counts))).astype(int)


# %% wrong: Laplace noise cut to whole numbers
# says: Laplace noise cut to a whole number
def whole_counts(counts, *, epsilon, rng):
    return counts + rng.laplace(scale=1 / epsilon, size=len(counts)).astype(int)


# %% wrong: a random sign before a geometric draw from 0
# says: a random sign before one geometric draw
def whole_counts(counts, *, epsilon, rng):
    size = rng.geometric(1 - np.exp(-epsilon), size=len(counts)) - 1
    return counts + rng.choice([-1, 1], size=len(counts)) * size


# %% wrong: a random sign before a geometric draw from 1
# says: noise 0 never occurs
def whole_counts(counts, *, epsilon, rng):
    size = rng.geometric(1 - np.exp(-epsilon), size=len(counts))
    return counts + rng.choice([-1, 1], size=len(counts)) * size


# %% wrong: one geometric draw
# says: one geometric draw never lowers a count
def whole_counts(counts, *, epsilon, rng):
    return counts + rng.geometric(1 - np.exp(-epsilon), size=len(counts)) - 1


# %% wrong: epsilon for the probability
# says: 1 - exp(-epsilon) for the probability of the geometric draws, not epsilon
def whole_counts(counts, *, epsilon, rng):
    return counts + rng.geometric(epsilon, size=len(counts)) - rng.geometric(epsilon, size=len(counts))


# %% wrong: exp(-epsilon) for the probability
# says: 1 - exp(-epsilon) for the probability of the geometric draws, not exp(-epsilon)
def whole_counts(counts, *, epsilon, rng):
    p = np.exp(-epsilon)
    return counts + rng.geometric(p, size=len(counts)) - rng.geometric(p, size=len(counts))


# %% wrong: epsilon split between the two draws
# says: epsilon is split between the two draws
def whole_counts(counts, *, epsilon, rng):
    p = 1 - np.exp(-epsilon / 2)
    return counts + rng.geometric(p, size=len(counts)) - rng.geometric(p, size=len(counts))


# %% wrong: not rounded
# says: a geometric mechanism returns whole numbers
# earns: 0
def whole_counts(counts, *, epsilon, rng):
    return counts + rng.laplace(scale=1 / epsilon, size=len(counts))


# %% wrong: one draw for all counts
# says: one draw serves all counts of a call
# earns: 0
def whole_counts(counts, *, epsilon, rng):
    up, down = rng.geometric(1 - np.exp(-epsilon), size=2)
    return counts + up - down


# %% wrong: pairs of people share a draw
# says: People share their noise
def whole_counts(counts, *, epsilon, rng):
    p, half = 1 - np.exp(-epsilon), (len(counts) + 1) // 2
    noise = rng.geometric(p, size=half) - rng.geometric(p, size=half)
    return counts + np.repeat(noise, 2)[: len(counts)]


# %% wrong: cut off at 0
# says: Your noisy counts are never negative
# earns: 1.25
def whole_counts(counts, *, epsilon, rng):
    p = 1 - np.exp(-epsilon)
    return np.maximum(counts + rng.geometric(p, size=len(counts)) - rng.geometric(p, size=len(counts)), 0)


# %% wrong: a seed fixed inside
# says: a seed is fixed inside
def whole_counts(counts, *, epsilon, rng):
    rng, p = np.random.default_rng(3), 1 - np.exp(-epsilon)
    return counts + rng.geometric(p, size=len(counts)) - rng.geometric(p, size=len(counts))


# %% wrong: the global generator
# says: You draw from a global generator
# earns: 1.25
def whole_counts(counts, *, epsilon, rng):
    p = 1 - np.exp(-epsilon)
    return counts + np.random.geometric(p, size=len(counts)) - np.random.geometric(p, size=len(counts))
