# %% right: each fails with its own chance
def within(scales, *, level):
    each = level ** (1 / len(scales))
    return np.array([scale * np.log(1 / (1 - each)) for scale in scales])


# %% right: by scipy's quantile
def within(scales, *, level):
    from scipy.stats import expon

    return expon.ppf(level ** (1 / np.size(scales)), scale=scales)


# %% right: halving the interval
def within(scales, *, level):
    low, high = 0.0, 100.0
    for _ in range(200):
        middle = (low + high) / 2
        if (1 - np.exp(-middle)) ** len(scales) < level:
            low = middle
        else:
            high = middle
    return np.asarray(scales) * high


# %% wrong: as if the answers were exact
# says: the answers are not exact: they have noise
# earns: 0
def within(scales, *, level):
    return np.zeros(len(scales))


# %% wrong: each answer alone
# says: that holds for each answer alone; all together hold less often
# earns: 0
def within(scales, *, level):
    return -scales * np.log(1 - level)


# %% wrong: divides what may fail
# says: enough, but not exact
# earns: 0
def within(scales, *, level):
    return scales * np.log(len(scales) / (1 - level))


# %% wrong: one side
# says: that is one side only
# earns: 0
def within(scales, *, level):
    return -scales * np.log(2 * (1 - level ** (1 / len(scales))))


# %% wrong: level to the power of the number
# says: each answer holds with a higher probability, not with a lower one
# earns: 0
def within(scales, *, level):
    return -scales * np.log(1 - level ** len(scales))


# %% wrong: the chance to lie outside
# says: that is the chance to lie outside
# earns: 0
def within(scales, *, level):
    return -scales * np.log(level ** (1 / len(scales)))


# %% wrong: normal noise
# says: Laplace noise is not normal noise
# earns: 0
def within(scales, *, level):
    return 1.959964 * np.sqrt(2) * scales


# %% wrong: without the scale
# says: the scale is missing
# earns: 0
def within(scales, *, level):
    return np.full(len(scales), -np.log(1 - level ** (1 / len(scales))))


# %% wrong: the largest scale for all
# says: each answer has its own scale
# earns: 0
def within(scales, *, level):
    return np.full(len(scales), -scales.max() * np.log(1 - level ** (1 / len(scales))))


# %% wrong: a minus too few
# says: a distance is not negative
# earns: 0
def within(scales, *, level):
    return scales * np.log(1 - level ** (1 / len(scales)))


# %% wrong: log10
# says: the natural one, not log10
# earns: 0
def within(scales, *, level):
    return -scales * np.log10(1 - level ** (1 / len(scales)))


# %% wrong: always two answers
# says: there may be more than two answers, or one
# earns: 0
def within(scales, *, level):
    return -scales * np.log(1 - level**0.5)


# %% wrong: sorted
# says: keep the order of the answers
# earns: 0
def within(scales, *, level):
    return -np.sort(scales) * np.log(1 - level ** (1 / len(scales)))
