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


# %% wrong: pairs that agree are left out with the diagonal
# says: a pair whose correlation is the same in both files counts as well
def correlation_fit(confidential, synthetic):
    before = confidential.corr(numeric_only=True)
    after = synthetic[confidential.columns].corr(numeric_only=True)
    d = np.abs(after.to_numpy() - before.to_numpy())
    return d[~(d < 1e-12)].mean() if not np.isnan(d).any() else np.nan


# %% wrong: repeated rows are dropped
# says: equal rows are several people
def correlation_fit(confidential, synthetic):
    before = confidential.drop_duplicates().corr(numeric_only=True)
    after = synthetic[confidential.columns].drop_duplicates().corr(numeric_only=True)
    return np.abs(after - before).to_numpy()[np.tril_indices(len(before), -1)].mean()


# %% wrong: what is constant in reality is left out
# says: A confidential column never varies
def correlation_fit(confidential, synthetic):
    confidential = confidential.select_dtypes("number")
    confidential = confidential.loc[:, confidential.std() > 0]
    before, after = confidential.corr(), synthetic[confidential.columns].corr()
    return np.abs(after - before).to_numpy()[np.tril_indices(len(before), -1)].mean()


# %% wrong: drops text columns in place
# says: Your function changes the data it is given
def correlation_fit(confidential, synthetic):
    for table in (confidential, synthetic):
        table.drop(columns=[name for name in table if not pd.api.types.is_numeric_dtype(table[name])], inplace=True)
    before, after = confidential.corr(), synthetic[confidential.columns].corr()
    return np.abs(after - before).to_numpy()[np.tril_indices(len(before), -1)].mean()
