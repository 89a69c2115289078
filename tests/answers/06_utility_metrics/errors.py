# %% right: lower triangle
def three_errors(confidential, synthetic):
    d = np.abs(confidential - synthetic)[np.tril_indices(len(confidential), k=-1)]
    return d.mean(), np.sqrt((d**2).mean()), np.median(d)


# %% right: loops over pairs
def three_errors(confidential, synthetic):
    from itertools import combinations
    from statistics import mean, median

    errors = [abs(float(synthetic[i, j] - confidential[i, j])) for i, j in combinations(range(len(synthetic)), 2)]
    return [mean(errors), mean(error**2 for error in errors) ** 0.5, median(errors)]


# %% right: both triangles, which count every pair twice
def three_errors(confidential, synthetic):
    d = (synthetic - confidential)[~np.eye(len(synthetic), dtype=bool)]
    return np.array([np.mean(abs(d)), np.linalg.norm(d) / np.sqrt(d.size), np.median(abs(d))])


# %% right: pandas
def three_errors(confidential, synthetic):
    d = pd.Series((synthetic - confidential)[np.triu_indices_from(synthetic, 1)])
    return pd.Series({"mae": d.abs().mean(), "rmse": d.pow(2).mean() ** 0.5, "median": d.abs().median()})


# %% wrong: the diagonal counted
# says: a variable and itself are no pair: leave the diagonal out
# earns: 0
def three_errors(confidential, synthetic):
    d = (synthetic - confidential).ravel()
    return np.mean(abs(d)), np.sqrt(np.mean(d**2)), np.median(abs(d))


# %% wrong: the lower triangle with its diagonal
# says: a variable and itself are no pair: leave the diagonal out
# earns: 0
def three_errors(confidential, synthetic):
    d = (synthetic - confidential)[np.tril_indices(len(synthetic))]
    return np.mean(abs(d)), np.sqrt(np.mean(d**2)), np.median(abs(d))


# %% wrong: a sum instead of a mean
# says: that is a sum; divide by the number of pairs
# earns: 0
def three_errors(confidential, synthetic):
    d = (synthetic - confidential)[np.tril_indices(len(synthetic), -1)]
    return np.sum(abs(d)), np.sqrt(np.sum(d**2)), np.median(abs(d))


# %% wrong: the published root of each square as RMSE
# says: the root of each square is the absolute value again
# earns: 0
def three_errors(confidential, synthetic):
    d = (synthetic - confidential)[np.tril_indices(len(synthetic), -1)]
    return np.mean(abs(d)), np.mean(np.sqrt(d**2)), np.median(abs(d))


# %% wrong: the mean taken for the median, as in the source
# says: that is the mean; the source takes it for the median
# earns: 0
def three_errors(confidential, synthetic):
    d = (synthetic - confidential)[np.tril_indices(len(synthetic), -1)]
    return np.mean(abs(d)), np.sqrt(np.mean(d**2)), np.mean(abs(d))


# %% wrong: no root
# says: the root is missing
# earns: 0
def three_errors(confidential, synthetic):
    d = (synthetic - confidential)[np.tril_indices(len(synthetic), -1)]
    return np.mean(abs(d)), np.mean(d**2), np.median(abs(d))


# %% wrong: a standard deviation for the RMSE
# says: that is a standard deviation, which forgives an error that all pairs share
# earns: 0
def three_errors(confidential, synthetic):
    d = (synthetic - confidential)[np.tril_indices(len(synthetic), -1)]
    return np.mean(abs(d)), np.std(d), np.median(abs(d))


# %% wrong: divides after the root
# says: divide by the number of pairs under the root, not after it
# earns: 0
def three_errors(confidential, synthetic):
    d = (synthetic - confidential)[np.tril_indices(len(synthetic), -1)]
    return np.mean(abs(d)), np.sqrt(np.sum(d**2)) / d.size, np.median(abs(d))


# %% wrong: errors cancel in the mean
# says: take absolute values: errors up and down must not cancel
# earns: 0
def three_errors(confidential, synthetic):
    d = (synthetic - confidential)[np.tril_indices(len(synthetic), -1)]
    return np.mean(d), np.sqrt(np.mean(d**2)), np.median(abs(d))


# %% wrong: the median of signed differences
# says: take absolute values before the median: errors up and down must not cancel
# earns: 1.5
def three_errors(confidential, synthetic):
    d = (synthetic - confidential)[np.tril_indices(len(synthetic), -1)]
    return np.mean(abs(d)), np.sqrt(np.mean(d**2)), np.median(d)


# %% wrong: the upper one of two in the middle
# says: average the two in the middle if the number of pairs is even
# earns: 1.5
def three_errors(confidential, synthetic):
    d = np.sort(abs(synthetic - confidential)[np.tril_indices(len(synthetic), -1)])
    return d.mean(), np.sqrt(np.mean(d**2)), d[len(d) // 2]


# %% wrong: another order
# says: that is the RMSE; the order is MAE, RMSE, median
# earns: 0
def three_errors(confidential, synthetic):
    d = (synthetic - confidential)[np.tril_indices(len(synthetic), -1)]
    return np.sqrt(np.mean(d**2)), np.mean(abs(d)), np.median(abs(d))


# %% wrong: pairs that agree are left out with the diagonal
# says: a pair that does not differ counts as well
def three_errors(confidential, synthetic):
    differences = synthetic - confidential
    d = differences[differences != 0]
    return np.mean(np.abs(d)), np.sqrt(np.mean(d**2)), np.median(np.abs(d))


# %% wrong: equal differences count once
# says: pairs that differ by the same amount all count
def three_errors(confidential, synthetic):
    d = np.unique(np.round(np.abs(synthetic - confidential)[np.tril_indices(len(synthetic), -1)], 9))
    return np.mean(d), np.sqrt(np.mean(d**2)), np.median(d)


# %% wrong: subtracts in place
# says: Your function changes the data it is given
def three_errors(confidential, synthetic):
    synthetic -= confidential
    d = synthetic[np.tril_indices(len(synthetic), -1)]
    return np.mean(np.abs(d)), np.sqrt(np.mean(d**2)), np.median(np.abs(d))


# %% wrong: cut off at 1
# says: cut nothing off at 1
# earns: 0
def three_errors(confidential, synthetic):
    d = np.minimum(abs(synthetic - confidential)[np.tril_indices(len(synthetic), -1)], 1)
    return d.mean(), np.sqrt((d**2).mean()), np.median(d)
