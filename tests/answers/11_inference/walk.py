# %% right: school after school
def better_rate(rate, releases, *, epsilon):
    counts = np.arange(0, 700)
    poisson = stats.poisson(rate).pmf(counts)
    expected = []
    for release in releases:
        weights = poisson * np.exp(-epsilon * abs(release - counts))
        expected.append(np.average(counts, weights=weights))
    return np.mean(expected)


# %% right: logarithms
from scipy.special import gammaln, softmax


def better_rate(rate, releases, *, epsilon):
    s = np.arange(601.0)
    logs = s * np.log(rate) - gammaln(s + 1) - epsilon * np.abs(np.subtract.outer(releases, s))
    return float((softmax(logs, axis=1) * s).sum() / len(releases))


# %% right: the next term from the last
import math


def better_rate(rate, releases, *, epsilon):
    total = 0.0
    for release in releases.tolist():
        chance, above, below = math.exp(-rate), 0.0, 0.0
        for s in range(601):
            weight = chance * math.exp(-epsilon * abs(release - s))
            above, below = above + s * weight, below + weight
            chance *= rate / (s + 1)
        total += above / below
    return total / len(releases)


# %% right: pmf of Laplace noise
def better_rate(rate, releases, *, epsilon):
    s = np.arange(601)
    joint = np.array([stats.poisson.pmf(s, rate) * stats.laplace.pdf(r - s, scale=1 / epsilon) for r in releases])
    return ((joint * s).sum(axis=1) / joint.sum(axis=1)).mean()


# %% wrong: the mean of what was published
# says: that is the mean of what was published
# earns: 0
def better_rate(rate, releases, *, epsilon):
    return releases.mean()


# %% wrong: the most likely count
# says: take the mean of the count, not the most likely count
# earns: 0
def better_rate(rate, releases, *, epsilon):
    s = np.arange(601)
    likely = stats.poisson.pmf(s, rate) * np.exp(-epsilon * np.abs(releases[:, None] - s))
    return likely.argmax(axis=1).mean()


# %% wrong: forgets the Poisson law
# says: a count must be likely by the Poisson law, too
# earns: 0
def better_rate(rate, releases, *, epsilon):
    s = np.arange(601)
    likely = np.exp(-epsilon * np.abs(releases[:, None] - s))
    return np.mean(likely @ s / likely.sum(axis=1))


# %% wrong: forgets what was published
# says: what was published is left out
# earns: 0
def better_rate(rate, releases, *, epsilon):
    s = np.arange(601)
    likely = stats.poisson.pmf(s, rate)
    return likely @ s / likely.sum()


# %% wrong: one division for all schools
# says: you weigh a school by how likely its number is
# earns: 0
def better_rate(rate, releases, *, epsilon):
    s = np.arange(601)
    likely = stats.poisson.pmf(s, rate) * np.exp(-epsilon * np.abs(releases[:, None] - s))
    return (likely * s).sum() / likely.sum()


# %% wrong: one count behind all numbers
# says: each school has a count of its own
# earns: 0
def better_rate(rate, releases, *, epsilon):
    s = np.arange(601)
    likely = stats.poisson.pmf(s, rate) * np.exp(-epsilon * np.abs(releases[:, None] - s).sum(axis=0))
    return likely @ s / likely.sum()


# %% wrong: averages first
# says: you average what they published first
# earns: 0
def better_rate(rate, releases, *, epsilon):
    s = np.arange(601)
    likely = stats.poisson.pmf(s, rate) * np.exp(-epsilon * np.abs(releases.mean() - s))
    return likely @ s / likely.sum()


# %% wrong: adds up the schools
# says: average over the schools, do not add them up
# earns: 0
def better_rate(rate, releases, *, epsilon):
    s = np.arange(601)
    likely = stats.poisson.pmf(s, rate) * np.exp(-epsilon * np.abs(releases[:, None] - s))
    return (likely @ s / likely.sum(axis=1)).sum()


# %% wrong: divides by epsilon
# says: multiply the distance by epsilon, do not divide by it
# earns: 0
def better_rate(rate, releases, *, epsilon):
    s = np.arange(601)
    likely = stats.poisson.pmf(s, rate) * np.exp(-np.abs(releases[:, None] - s) / epsilon)
    return np.mean(likely @ s / likely.sum(axis=1))


# %% wrong: walks to the end
# says: give one step, not where the walk ends
# earns: 0
def better_rate(rate, releases, *, epsilon):
    s = np.arange(601)
    for _ in range(500):
        likely = stats.poisson.pmf(s, rate) * np.exp(-epsilon * np.abs(releases[:, None] - s))
        rate = np.mean(likely @ s / likely.sum(axis=1))
    return rate


# %% wrong: the formula of the Poisson law in plain floats
# says: powers and factorials of large numbers do not fit into a float
# earns: 0
def better_rate(rate, releases, *, epsilon):
    s = np.arange(601.0)
    below = np.cumprod(np.maximum(s, 1))
    likely = rate**s / below * np.exp(-rate) * np.exp(-epsilon * np.abs(releases[:, None] - s))
    return np.mean(likely @ s / likely.sum(axis=1))


# %% wrong: stops at a count of 200
# says: published at epsilon = 1.0, the next rate is
# earns: 2
def better_rate(rate, releases, *, epsilon):
    s = np.arange(201)
    likely = stats.poisson.pmf(s, rate) * np.exp(-epsilon * np.abs(releases[:, None] - s))
    return np.mean(likely @ s / likely.sum(axis=1))
