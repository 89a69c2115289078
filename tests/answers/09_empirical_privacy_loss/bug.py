# %% right: the mistakes taken out of the published lines
def raked_counts(counts, *, epsilon, rng):
    p = 1 - np.exp(-epsilon / 2)
    noisy_total = counts.sum() + rng.geometric(p) - rng.geometric(p)
    noisy = counts + rng.geometric(p, size=len(counts)) - rng.geometric(p, size=len(counts))
    return noisy * (noisy_total / noisy.sum())


# %% right: the mechanism of the course, all measurements in one call
from coursekit.mechanisms.additive import geometric_mechanism


def raked_counts(counts, *, epsilon, rng):
    measured = geometric_mechanism(np.append(counts, counts.sum()), epsilon=epsilon / 2, rng=rng)
    return measured[:-1] / measured[:-1].sum() * measured[-1]


# %% right: a Series, and a rule for useless sums
def raked_counts(counts, *, epsilon, rng):
    def noise(size):
        steps = np.floor(rng.exponential(2 / epsilon, size=(2, size)))
        return steps[0] - steps[1]

    noisy = pd.Series(counts + noise(len(counts)))
    added, total = noisy.sum(), np.sum(counts) + noise(1)[0]
    return noisy * (total / added) if added > 0 else noisy * 0 + total / len(noisy)


# %% right: area by area
def raked_counts(counts, *, epsilon, rng):
    p = -np.expm1(-epsilon / 2)
    noisy = [int(c) + rng.geometric(p) - rng.geometric(p) for c in counts]
    total = int(sum(counts)) + rng.geometric(p) - rng.geometric(p)
    return [x * total / sum(noisy) for x in noisy]


# %% wrong: as published
# says: your function returns shape (5,); it should be (4,)
# earns: 0
country = pd.DataFrame({"area": np.repeat([0, 1, 2, 4, 5], [60, 400, 250, 190, 300])})


def raked_counts(counts, *, epsilon, rng):
    z = float(epsilon) / 2
    noisy_total = len(country) + np.random.geometric(z) - np.random.geometric(z)
    counts = country.groupby("area").size().to_numpy()
    noisy = counts + np.random.geometric(z, size=len(counts)) - np.random.geometric(z, size=len(counts))
    return noisy * (noisy_total / noisy.sum())


# %% wrong: the global country, with its empty areas
# says: your function returns shape (6,); it should be (4,)
# earns: 0
country = pd.DataFrame({"area": np.repeat([0, 1, 2, 4, 5], [60, 400, 250, 190, 300])})


def raked_counts(counts, *, epsilon, rng):
    p = 1 - np.exp(-epsilon / 2)
    own = np.bincount(country["area"], minlength=len(counts))
    noisy_total = len(country) + rng.geometric(p) - rng.geometric(p)
    noisy = own + rng.geometric(p, size=len(own)) - rng.geometric(p, size=len(own))
    return noisy * (noisy_total / noisy.sum())


# %% wrong: the total is still the global one
# says: is something read that is not passed in?
# earns: 1.5
country = pd.DataFrame({"area": np.repeat([0, 1, 2, 4, 5], [60, 400, 250, 190, 300])})


def raked_counts(counts, *, epsilon, rng):
    p = 1 - np.exp(-epsilon / 2)
    noisy_total = len(country) + rng.geometric(p) - rng.geometric(p)
    noisy = counts + rng.geometric(p, size=len(counts)) - rng.geometric(p, size=len(counts))
    return noisy * (noisy_total / noisy.sum())


# %% wrong: z for the probability
# says: take 1 - exp(-z) for the probability of the geometric draws, not z
# earns: 1.5
def raked_counts(counts, *, epsilon, rng):
    z = epsilon / 2
    noisy_total = counts.sum() + rng.geometric(z) - rng.geometric(z)
    noisy = counts + rng.geometric(z, size=len(counts)) - rng.geometric(z, size=len(counts))
    return noisy * (noisy_total / noisy.sum())


# %% wrong: a global generator
# says: You draw from a global generator
# earns: 2.5
def raked_counts(counts, *, epsilon, rng):
    p = 1 - np.exp(-epsilon / 2)
    noisy_total = counts.sum() + np.random.geometric(p) - np.random.geometric(p)
    noisy = counts + np.random.geometric(p, size=len(counts)) - np.random.geometric(p, size=len(counts))
    return noisy * (noisy_total / noisy.sum())


# %% wrong: all of epsilon twice
# says: half of epsilon is for the total and half for the areas
# earns: 1.5
def raked_counts(counts, *, epsilon, rng):
    p = 1 - np.exp(-epsilon)
    noisy_total = counts.sum() + rng.geometric(p) - rng.geometric(p)
    noisy = counts + rng.geometric(p, size=len(counts)) - rng.geometric(p, size=len(counts))
    return noisy * (noisy_total / noisy.sum())


# %% wrong: the exact total
# says: your counts always add up to the same total
# earns: 1.5
def raked_counts(counts, *, epsilon, rng):
    p = 1 - np.exp(-epsilon / 2)
    noisy = counts + rng.geometric(p, size=len(counts)) - rng.geometric(p, size=len(counts))
    return noisy * (counts.sum() / noisy.sum())


# %% wrong: the total is the sum of the noisy areas
# says: the total has a noisy measurement of its own
# earns: 2.5
def raked_counts(counts, *, epsilon, rng):
    p = 1 - np.exp(-epsilon / 2)
    return 1.0 * counts + rng.geometric(p, size=len(counts)) - rng.geometric(p, size=len(counts))


# %% wrong: no noise in empty areas
# says: Empty areas have no noise
# earns: 2.5
def raked_counts(counts, *, epsilon, rng):
    p = 1 - np.exp(-epsilon / 2)
    noisy_total = counts.sum() + rng.geometric(p) - rng.geometric(p)
    noise = rng.geometric(p, size=len(counts)) - rng.geometric(p, size=len(counts))
    noisy = np.where(counts > 0, counts + noise, 0)
    return noisy * (noisy_total / noisy.sum())


# %% wrong: empty areas dropped
# says: your function returns shape (3,); it should be (4,)
# earns: 0
def raked_counts(counts, *, epsilon, rng):
    counts, p = counts[counts > 0], 1 - np.exp(-epsilon / 2)
    noisy_total = counts.sum() + rng.geometric(p) - rng.geometric(p)
    noisy = counts + rng.geometric(p, size=len(counts)) - rng.geometric(p, size=len(counts))
    return noisy * (noisy_total / noisy.sum())


# %% wrong: noise in the total alone
# says: Your areas have no noise of their own
def raked_counts(counts, *, epsilon, rng):
    p = 1 - np.exp(-epsilon / 2)
    noisy_total = counts.sum() + rng.geometric(p) - rng.geometric(p)
    return counts * (noisy_total / counts.sum())


# %% wrong: rounded after raking
# says: do not round after raking
def raked_counts(counts, *, epsilon, rng):
    p = 1 - np.exp(-epsilon / 2)
    noisy_total = counts.sum() + rng.geometric(p) - rng.geometric(p)
    noisy = counts + rng.geometric(p, size=len(counts)) - rng.geometric(p, size=len(counts))
    return np.round(noisy * (noisy_total / noisy.sum()))


# %% wrong: Laplace noise in the total
# says: the noisy total is a whole number
def raked_counts(counts, *, epsilon, rng):
    p = 1 - np.exp(-epsilon / 2)
    noisy_total = counts.sum() + rng.laplace(scale=2 / epsilon)
    noisy = counts + rng.geometric(p, size=len(counts)) - rng.geometric(p, size=len(counts))
    return noisy * (noisy_total / noisy.sum())


# %% wrong: negative counts cut off
# says: in an area occurs
def raked_counts(counts, *, epsilon, rng):
    p = 1 - np.exp(-epsilon / 2)
    noisy_total = counts.sum() + rng.geometric(p) - rng.geometric(p)
    noisy = np.maximum(counts + rng.geometric(p, size=len(counts)) - rng.geometric(p, size=len(counts)), 0)
    return noisy * (noisy_total / noisy.sum())


# %% wrong: all areas share one of their two draws
# says: Areas share their noise
def raked_counts(counts, *, epsilon, rng):
    p = 1 - np.exp(-epsilon / 2)
    noisy_total = counts.sum() + rng.geometric(p) - rng.geometric(p)
    noisy = counts + rng.geometric(p, size=len(counts)) - rng.geometric(p)
    return noisy * (noisy_total / noisy.sum())
