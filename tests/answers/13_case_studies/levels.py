# %% right: from below
def secret_bills(sigmas):
    bills, total = {}, 0.0
    for level in reversed(sigmas.index):
        total += (1 / sigmas.loc[level].dropna() ** 2).sum()
        bills[level] = total
    return pd.Series(bills).reindex(sigmas.index)


# %% right: the whole less what is above
def secret_bills(sigmas):
    by_level = np.nansum(sigmas.to_numpy() ** -2.0, axis=1)
    return pd.Series(np.array([by_level[k:].sum() for k in range(len(by_level))]), index=sigmas.index)


# %% right: a matrix of who is below
def secret_bills(sigmas):
    rho = sigmas.pow(-2).fillna(0)
    below = np.triu(np.ones((len(rho), len(rho))))
    return pd.Series(below @ rho.to_numpy().sum(axis=1), index=rho.index)


# %% wrong: one level alone
# says: all smaller levels are asked, too
# earns: 0
def secret_bills(sigmas):
    return (1 / sigmas**2).sum(axis=1)


# %% wrong: from above
# says: add up from the smallest places upwards, not from the largest downwards
# earns: 0
def secret_bills(sigmas):
    return (1 / sigmas**2).sum(axis=1).cumsum()


# %% wrong: half of it
# says: two counts change by 1, so rho is 1 / sigma squared, and not half of it
# earns: 0
def secret_bills(sigmas):
    return (0.5 / sigmas**2).sum(axis=1)[::-1].cumsum()[::-1]


# %% wrong: twice
# says: two counts change, and 1 / sigma squared counts both already
# earns: 0
def secret_bills(sigmas):
    return (2 / sigmas**2).sum(axis=1)[::-1].cumsum()[::-1]


# %% wrong: one divided by sigma
# says: rho is 1 divided by the square of sigma, not by sigma
# earns: 0
def secret_bills(sigmas):
    return (1 / sigmas).sum(axis=1)[::-1].cumsum()[::-1]


# %% wrong: squares of sigma
# says: a small sigma costs much
# earns: 0
def secret_bills(sigmas):
    return (sigmas**2).sum(axis=1)[::-1].cumsum()[::-1]


# %% wrong: NaN stays
# says: bill
# earns: 0
def secret_bills(sigmas):
    return (1 / sigmas**2).sum(axis=1, skipna=False)[::-1].cumsum()[::-1]


# %% wrong: from the smallest place on
# says: keep the levels as they are, and their order
# earns: 0
def secret_bills(sigmas):
    return (1 / sigmas**2).sum(axis=1)[::-1].cumsum()


# %% wrong: the dearest question
# says: all questions count, not only the dearest
# earns: 0
def secret_bills(sigmas):
    return (1 / sigmas**2).max(axis=1)[::-1].cumsum()[::-1]


# %% wrong: everything for every secret
# says: add up from the smallest places upwards
# earns: 0
def secret_bills(sigmas):
    return pd.Series((1 / sigmas**2).sum().sum(), index=sigmas.index)
