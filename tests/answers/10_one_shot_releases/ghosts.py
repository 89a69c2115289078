# %% right: a loop over squares
import math


def too_many(counts, *, epsilon):
    b, total = 2 / epsilon, 0.0
    for row in counts:
        for c in row:
            total += 0.5 * math.exp(-c / b) * b
    return total


# %% right: by how often each count occurs
def too_many(counts, *, epsilon):
    values, squares = np.unique(counts, return_counts=True)
    return float(squares @ np.exp(-values * epsilon / 2)) / epsilon


# %% right: the mean of the clamped noise, integrated by hand
def too_many(counts, *, epsilon):
    b = 2 / epsilon
    chance = np.exp(-np.asarray(counts, float).ravel() / b) / 2
    return np.sum(chance * b)


# %% wrong: the empty squares alone
# says: squares with a few people show too many, too
# earns: 0
def too_many(counts, *, epsilon):
    return float((counts == 0).sum() / epsilon)


# %% wrong: the inhabited squares alone
# says: the empty squares show too many, too
# earns: 0
def too_many(counts, *, epsilon):
    return (np.exp(-counts * epsilon / 2) / epsilon)[counts > 0].sum()


# %% wrong: twice as much
# says: that is twice as much
# earns: 0
def too_many(counts, *, epsilon):
    return (2 / epsilon * np.exp(-counts * epsilon / 2)).sum()


# %% wrong: one square changes
# says: who is replaced changes two squares
# earns: 0
def too_many(counts, *, epsilon):
    return (np.exp(-counts * epsilon) / (2 * epsilon)).sum()


# %% wrong: every square like an empty one
# says: squares with many people are seldom clamped
# earns: 0
def too_many(counts, *, epsilon):
    return counts.size / epsilon


# %% wrong: the exponent the wrong way round
# says: the exponent is the count divided by the scale
# earns: 0
def too_many(counts, *, epsilon):
    return (np.exp(-counts * 2 / epsilon) / epsilon).sum()


# %% wrong: the scale the wrong way round
# says: the scale is 2 / epsilon, not epsilon / 2
# earns: 0
def too_many(counts, *, epsilon):
    b = epsilon / 2
    return (b / 2 * np.exp(-counts / b)).sum()


# %% wrong: the mean of a square
# says: the whole map is asked for, not one square on average
# earns: 0
def too_many(counts, *, epsilon):
    return (np.exp(-counts * epsilon / 2) / epsilon).mean()


# %% wrong: what is shown
# says: that is the total that is shown; take away who is there
# earns: 0
def too_many(counts, *, epsilon):
    return (counts + np.exp(-counts * epsilon / 2) / epsilon).sum()


# %% wrong: noise cancels
# says: clamped noise does
# earns: 0
def too_many(counts, *, epsilon):
    return 0.0


# %% wrong: whole-number noise
# says: whole-number noise has another mean
# earns: 0
def too_many(counts, *, epsilon):
    return (np.exp(-counts * epsilon / 2) / (2 * np.sinh(epsilon / 2))).sum()


# %% wrong: a simulation
# says: The number of people too many is
# earns: 0
def too_many(counts, *, epsilon):
    noise = np.random.default_rng(1).laplace(scale=2 / epsilon, size=(2000, *counts.shape))
    return (np.maximum(counts + noise, 0) - counts).sum() / 2000


# %% wrong: each count once
# says: all squares count, also those with equal counts
# earns: 0
def too_many(counts, *, epsilon):
    return (np.exp(-np.unique(counts) * epsilon / 2) / epsilon).sum()


# %% wrong: the number of squares that are clamped
# says: that is how many squares are clamped
# earns: 0
def too_many(counts, *, epsilon):
    return (np.exp(-counts * epsilon / 2) / 2).sum()
