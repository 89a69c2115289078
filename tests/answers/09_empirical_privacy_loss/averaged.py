# %% right: a loop over the measurements
def averaged_counts(counts, *, epsilon, parts, rng):
    p = 1 - np.exp(-epsilon / parts)
    total = np.zeros(len(counts))
    for _ in range(parts):
        total += counts + rng.geometric(p, size=len(counts)) - rng.geometric(p, size=len(counts))
    return total / parts


# %% right: the mechanism of the course
from coursekit.mechanisms.additive import geometric_mechanism


def averaged_counts(counts, *, epsilon, parts, rng):
    return np.mean([geometric_mechanism(counts, epsilon=epsilon / parts, rng=rng) for _ in range(parts)], axis=0)


# %% right: exponential draws rounded down
def averaged_counts(counts, *, epsilon, parts, rng):
    steps = np.floor(rng.exponential(parts / epsilon, size=(len(counts), parts, 2)))
    return counts + (steps[..., 0] - steps[..., 1]).sum(axis=1) / parts


# %% right: negative binomial draws are sums of geometric ones
def averaged_counts(counts, *, epsilon, parts, rng):
    p = -np.expm1(-epsilon / parts)
    return counts + (rng.negative_binomial(parts, p, size=len(counts)) - rng.negative_binomial(parts, p, size=len(counts))) / parts


# %% right: scipy's law, a list of people
from scipy import stats


def averaged_counts(counts, *, epsilon, parts, rng):
    noise = stats.dlaplace.rvs(epsilon / parts, size=(parts, len(counts)), random_state=rng)
    return [float(c) + mean for c, mean in zip(counts, noise.mean(axis=0).tolist())]


# %% right: a Series
def averaged_counts(counts, *, epsilon, parts, rng):
    q, n = np.exp(-epsilon / parts), len(counts)
    frame = pd.DataFrame({part: rng.geometric(1 - q, size=n) - rng.geometric(1 - q, size=n) for part in range(parts)})
    return frame.add(counts, axis=0).mean(axis=1)


# %% wrong: epsilon for the probability, as published
# says: take 1 - exp(-epsilon) for the probability of the geometric draws, not epsilon
# earns: 0
def averaged_counts(counts, *, epsilon, parts, rng):
    z = epsilon / parts
    return counts + (rng.geometric(z, size=(parts, len(counts))) - rng.geometric(z, size=(parts, len(counts)))).mean(axis=0)


# %% wrong: exp(-epsilon) for the probability
# says: take 1 - exp(-epsilon) for the probability of the geometric draws, not exp(-epsilon)
# earns: 0
def averaged_counts(counts, *, epsilon, parts, rng):
    p = np.exp(-epsilon / parts)
    return counts + (rng.geometric(p, size=(parts, len(counts))) - rng.geometric(p, size=(parts, len(counts)))).mean(axis=0)


# %% wrong: one-sided noise
# says: one geometric draw never lowers a count
# earns: 0
def averaged_counts(counts, *, epsilon, parts, rng):
    return counts + (rng.geometric(1 - np.exp(-epsilon / parts), size=(parts, len(counts))) - 1).mean(axis=0)


# %% wrong: one-sided noise that begins at 1
# says: one geometric draw never lowers a count
# earns: 0
def averaged_counts(counts, *, epsilon, parts, rng):
    return counts + rng.geometric(1 - np.exp(-epsilon / parts), size=(parts, len(counts))).mean(axis=0)


# %% wrong: a random sign
# says: a random sign before one geometric draw makes another law
# earns: 0
def averaged_counts(counts, *, epsilon, parts, rng):
    shape = (parts, len(counts))
    return counts + (rng.choice([-1, 1], size=shape) * (rng.geometric(1 - np.exp(-epsilon / parts), size=shape) - 1)).mean(axis=0)


# %% wrong: rounded Laplace noise
# says: rounded Laplace noise is not geometric noise
# earns: 0
def averaged_counts(counts, *, epsilon, parts, rng):
    return counts + np.round(rng.laplace(scale=parts / epsilon, size=(parts, len(counts)))).mean(axis=0)


# %% wrong: epsilon split between the two draws
# says: epsilon is split between the two draws; each takes all of it
# earns: 0
def averaged_counts(counts, *, epsilon, parts, rng):
    p = 1 - np.exp(-epsilon / parts / 2)
    return counts + (rng.geometric(p, size=(parts, len(counts))) - rng.geometric(p, size=(parts, len(counts)))).mean(axis=0)


# %% wrong: all of epsilon for each measurement
# says: each measurement has epsilon / parts, not all of epsilon
# earns: 1.25
def averaged_counts(counts, *, epsilon, parts, rng):
    p = 1 - np.exp(-epsilon)
    return counts + (rng.geometric(p, size=(parts, len(counts))) - rng.geometric(p, size=(parts, len(counts)))).mean(axis=0)


# %% wrong: one measurement, repeated
# says: draw noise for each measurement, then average
# earns: 1.25
def averaged_counts(counts, *, epsilon, parts, rng):
    p = 1 - np.exp(-epsilon / parts)
    measured = counts + rng.geometric(p, size=len(counts)) - rng.geometric(p, size=len(counts))
    return np.mean([measured] * parts, axis=0)


# %% wrong: parts ignored
# says: that is one measurement with all of epsilon
# earns: 1.25
def averaged_counts(counts, *, epsilon, parts, rng):
    p = 1 - np.exp(-epsilon)
    return counts + rng.geometric(p, size=len(counts)) - rng.geometric(p, size=len(counts)) + 0.0


# %% wrong: noises added up
# says: you add the noises up: take their mean
# earns: 1.25
def averaged_counts(counts, *, epsilon, parts, rng):
    p = 1 - np.exp(-epsilon / parts)
    return counts + (rng.geometric(p, size=(parts, len(counts))) - rng.geometric(p, size=(parts, len(counts)))).sum(axis=0)


# %% wrong: divided twice
# says: divided by the number of parts once
# earns: 1.25
def averaged_counts(counts, *, epsilon, parts, rng):
    p = 1 - np.exp(-epsilon / parts)
    return counts + (rng.geometric(p, size=(parts, len(counts))) - rng.geometric(p, size=(parts, len(counts)))).mean(axis=0) / parts


# %% wrong: rounded to whole people
# says: the mean is rounded: leave it as it is
# earns: 1.25
def averaged_counts(counts, *, epsilon, parts, rng):
    p = 1 - np.exp(-epsilon / parts)
    noise = (rng.geometric(p, size=(parts, len(counts))) - rng.geometric(p, size=(parts, len(counts)))).mean(axis=0)
    return counts + np.round(noise)


# %% wrong: whole-number division
# says: the mean is rounded down: leave it as it is
# earns: 1.25
def averaged_counts(counts, *, epsilon, parts, rng):
    p = 1 - np.exp(-epsilon / parts)
    noise = rng.geometric(p, size=(parts, len(counts))) - rng.geometric(p, size=(parts, len(counts)))
    return counts + noise.sum(axis=0) // parts


# %% wrong: cut off at 0
# says: Your noisy counts are never negative
# earns: 1.75
def averaged_counts(counts, *, epsilon, parts, rng):
    p = 1 - np.exp(-epsilon / parts)
    return np.maximum(counts + (rng.geometric(p, size=(parts, len(counts))) - rng.geometric(p, size=(parts, len(counts)))).mean(axis=0), 0)


# %% wrong: one draw for all counts
# says: one draw serves all counts of a call
# earns: 0
def averaged_counts(counts, *, epsilon, parts, rng):
    up, down = rng.geometric(1 - np.exp(-epsilon / parts), size=(2, parts))
    return counts + (up - down).mean()


# %% wrong: neighbours share a draw
# says: People share their noise
# earns: 2.5
def averaged_counts(counts, *, epsilon, parts, rng):
    p, half = 1 - np.exp(-epsilon / parts), (len(counts) + 1) // 2
    noise = (rng.geometric(p, size=(parts, half)) - rng.geometric(p, size=(parts, half))).mean(axis=0)
    return counts + np.repeat(noise, 2)[: len(counts)]


# %% wrong: a global generator, as published
# says: You draw from a global generator
# earns: 2.25
def averaged_counts(counts, *, epsilon, parts, rng):
    p = 1 - np.exp(-epsilon / parts)
    return counts + (np.random.geometric(p, size=(parts, len(counts))) - np.random.geometric(p, size=(parts, len(counts)))).mean(axis=0)


# %% wrong: a seed of its own
# says: a seed is fixed inside
def averaged_counts(counts, *, epsilon, parts, rng):
    own, p = np.random.default_rng(12345), 1 - np.exp(-epsilon / parts)
    return counts + (own.geometric(p, size=(parts, len(counts))) - own.geometric(p, size=(parts, len(counts)))).mean(axis=0)
