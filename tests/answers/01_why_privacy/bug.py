# %% right: the others have other dates
def expected_unique(sizes, *, dates):
    n = np.asarray(sizes, dtype=float)
    return (n * ((dates - 1) / dates) ** (n - 1)).sum() / n.sum()


# %% right: a loop
def expected_unique(sizes, *, dates):
    unique = 0.0
    for size in sizes:
        if size > 0:
            unique += size * (1 - 1 / dates) ** (int(size) - 1)
    return unique / sum(sizes)


# %% right: logarithms and an average with weights
def expected_unique(sizes, *, dates):
    alone = np.exp((sizes - 1) * np.log1p(-1 / dates))
    return np.average(alone, weights=sizes)


# %% right: dates with exactly one person, by the binomial law
from scipy import stats


def expected_unique(sizes, *, dates):
    return np.sum(dates * stats.binom.pmf(1, sizes, 1 / dates)) / np.sum(sizes)


# %% wrong: as published
# says: that is the rule of the drawers
# earns: 0
def expected_unique(sizes, *, dates):
    return sizes[sizes <= dates].sum() / sizes.sum()


# %% wrong: one person too many
# says: a person differs from the 2 others, not from all 3
# earns: 0
def expected_unique(sizes, *, dates):
    return float(np.sum(sizes * (1 - 1 / dates) ** sizes) / sizes.sum())


# %% wrong: averages classes
# says: that is the average over classes; count people
# earns: 0
def expected_unique(sizes, *, dates):
    return float(np.mean((1 - 1 / dates) ** (sizes - 1.0)))


# %% wrong: a number
# says: divide by the people
# earns: 0
def expected_unique(sizes, *, dates):
    return float(np.sum(sizes * (1 - 1 / dates) ** (sizes - 1.0)))


# %% wrong: dates that occur
# says: that is the number of dates that occur
# earns: 0
def expected_unique(sizes, *, dates):
    return float(np.sum(dates * (1 - (1 - 1 / dates) ** sizes)) / np.sum(sizes))


# %% wrong: the birthday problem: nobody shares a date
# says: that is the rule of the drawers: three people do not fit into two
# earns: 0
def expected_unique(sizes, *, dates):
    nobody = np.array([np.prod(1 - np.arange(size) / dates) for size in sizes])
    return float(np.sum(sizes * nobody) / np.sum(sizes))


# %% wrong: an approximation
# says: that is an approximation for many dates
# earns: 0
def expected_unique(sizes, *, dates):
    return float(np.sum(sizes * np.exp(-(sizes - 1) / dates)) / np.sum(sizes))


# %% wrong: all classes in one
# says: classes are kept apart
# earns: 0
def expected_unique(sizes, *, dates):
    return float((1 - 1 / dates) ** (np.sum(sizes) - 1))


# %% wrong: simulated once
# says: it should be
# earns: 0
def expected_unique(sizes, *, dates):
    rng = np.random.default_rng(0)
    return sum((np.bincount(rng.integers(0, dates, size)) == 1).sum() for size in sizes) / sum(sizes)


# %% wrong: 365 for ever
# says: With three people and two dates
# earns: 0
def expected_unique(sizes, *, dates):
    return float(np.sum(sizes * (1 - 1 / 365) ** (sizes - 1.0)) / sizes.sum())
