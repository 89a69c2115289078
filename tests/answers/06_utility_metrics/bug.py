# %% right: numpy on the common columns
def correlation_fit(confidential, synthetic):
    names = confidential.select_dtypes("number").columns
    first, second = np.corrcoef(confidential[names].T), np.corrcoef(synthetic[names].T)
    return np.abs(first - second)[np.tril_indices(len(names), -1)].mean()


# %% right: pandas matches the names, a loop over pairs
def correlation_fit(confidential, synthetic):
    before, after = confidential.corr(numeric_only=True), synthetic.corr(numeric_only=True)
    names = list(before)
    errors = [abs(before.loc[a, b] - after.loc[a, b]) for k, a in enumerate(names) for b in names[:k]]
    return sum(errors) / len(errors)


# %% right: the sum over everything divided by p (p - 1), the diagonal is 0
def correlation_fit(confidential, synthetic):
    numbers = confidential.select_dtypes(include="number")
    difference = (numbers.corr() - synthetic[numbers.columns].corr()).abs().to_numpy()
    p = len(difference)
    diagonal = np.diag(difference).sum()
    return (difference.sum() - diagonal) / (p * (p - 1))


# %% right: the published roots of squares, averaged
def correlation_fit(confidential, synthetic):
    before = confidential.corr(numeric_only=True)
    after = synthetic.corr(numeric_only=True).loc[before.index, before.columns]
    d = (before - after).to_numpy()[np.triu_indices(len(before), 1)]
    return np.mean(np.sqrt(d**2))


# %% wrong: as published
# says: that is the sum, as published; divide by the number of pairs
# earns: 0.5
def correlation_fit(confidential, synthetic):
    before = confidential.corr(numeric_only=True)
    after = synthetic[confidential.columns].corr(numeric_only=True)
    d = (before - after).to_numpy()[np.tril_indices(len(before), -1)]
    return np.sum(np.sqrt(d**2))


# %% wrong: the package's formula
# says: that is the package's formula
def correlation_fit(confidential, synthetic):
    before = confidential.corr(numeric_only=True)
    after = synthetic[confidential.columns].corr(numeric_only=True)
    d = (before - after).to_numpy()[np.tril_indices(len(before), -1)]
    return np.sqrt(np.sum(d**2)) / d.size


# %% wrong: the root of the mean square
# says: that is the root of the mean square
def correlation_fit(confidential, synthetic):
    before = confidential.corr(numeric_only=True)
    after = synthetic[confidential.columns].corr(numeric_only=True)
    d = (before - after).to_numpy()[np.tril_indices(len(before), -1)]
    return np.sqrt(np.mean(d**2))


# %% wrong: squares
# says: you square; take absolute values
def correlation_fit(confidential, synthetic):
    before = confidential.corr(numeric_only=True)
    after = synthetic[confidential.columns].corr(numeric_only=True)
    return np.mean((before - after).to_numpy()[np.tril_indices(len(before), -1)] ** 2)


# %% wrong: the diagonal counted
# says: a column and itself are no pair: leave the diagonal out
def correlation_fit(confidential, synthetic):
    before, after = confidential.corr(numeric_only=True), synthetic.corr(numeric_only=True)
    return np.abs(before - after).to_numpy().mean()


# %% wrong: the lower triangle with its diagonal
# says: a column and itself are no pair; leave the diagonal out
def correlation_fit(confidential, synthetic):
    before, after = confidential.corr(numeric_only=True), synthetic.corr(numeric_only=True)
    return np.abs(before - after).to_numpy()[np.tril_indices(len(before))].mean()


# %% wrong: errors cancel
# says: take absolute values; errors up and down must not cancel
def correlation_fit(confidential, synthetic):
    before = confidential.corr(numeric_only=True)
    after = synthetic[confidential.columns].corr(numeric_only=True)
    return (after - before).to_numpy()[np.tril_indices(len(before), -1)].mean()


# %% wrong: columns matched by position
# says: match them by name, not by position
# earns: 2.25
def correlation_fit(confidential, synthetic):
    first, second = (table.select_dtypes("number").to_numpy().T for table in (confidential, synthetic))
    return np.abs(np.corrcoef(first) - np.corrcoef(second))[np.tril_indices(len(first), -1)].mean()


# %% wrong: NaN left out in silence
# says: A synthetic column never varies
# earns: 2.5
def correlation_fit(confidential, synthetic):
    before = confidential.corr(numeric_only=True)
    after = synthetic[confidential.columns].corr(numeric_only=True)
    return np.nanmean(np.abs(before - after).to_numpy()[np.tril_indices(len(before), -1)])


# %% wrong: NaN filled with 0
# says: A synthetic column never varies
# earns: 2.5
def correlation_fit(confidential, synthetic):
    before = confidential.corr(numeric_only=True).fillna(0)
    after = synthetic[confidential.columns].corr(numeric_only=True).fillna(0)
    return np.abs(before - after).to_numpy()[np.tril_indices(len(before), -1)].mean()


# %% wrong: text columns not left out
# says: columns that hold no numbers are left out
# earns: 2.25
def correlation_fit(confidential, synthetic):
    before, after = confidential.corr(), synthetic[confidential.columns].corr()
    return np.abs(before - after).to_numpy()[np.tril_indices(len(before), -1)].mean()


# %% wrong: covariances
# says: those are covariances; take correlations
def correlation_fit(confidential, synthetic):
    before = confidential.cov(numeric_only=True)
    after = synthetic[confidential.columns].cov(numeric_only=True)
    return np.abs(before - after).to_numpy()[np.tril_indices(len(before), -1)].mean()


# %% wrong: ranks
# says: those are correlations of ranks; take Pearson's
def correlation_fit(confidential, synthetic):
    before = confidential.corr("spearman", numeric_only=True)
    after = synthetic[confidential.columns].corr("spearman", numeric_only=True)
    return np.abs(before - after).to_numpy()[np.tril_indices(len(before), -1)].mean()
