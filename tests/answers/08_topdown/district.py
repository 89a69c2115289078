# %% right: loops
def district_error(releases, truth, district):
    blocks = [k for k in range(len(truth)) if district[k]]
    totals = [sum(run[k] for k in blocks) - sum(truth[k] for k in blocks) for run in releases]
    predicted = sum(np.mean([(run[k] - truth[k]) ** 2 for run in releases]) for k in blocks) ** 0.5
    return sum(totals) / len(totals), (sum(t * t for t in totals) / len(totals)) ** 0.5, predicted


# %% right: a product with the mask
def district_error(releases, truth, district):
    errors = releases - truth
    total = errors @ district.astype(float)
    return np.array([np.mean(total), np.linalg.norm(total) / np.sqrt(len(total)), np.sqrt((errors**2).mean(axis=0) @ district)])


# %% right: pandas, and mean and variance
def district_error(releases, truth, district):
    errors = pd.DataFrame(releases - truth).loc[:, district]
    total = errors.sum(axis=1)
    mean_error, variance = total.mean(), total.var(ddof=0)
    return mean_error, (mean_error**2 + variance) ** 0.5, ((errors.mean() ** 2 + errors.var(ddof=0)).sum()) ** 0.5


# %% wrong: the standard deviation for the RMSE
# says: that is a standard deviation; the RMSE counts the mean error, too
# earns: 0
def district_error(releases, truth, district):
    errors = (releases - truth)[:, district]
    total = errors.sum(axis=1)
    return total.mean(), total.std(), np.sqrt(np.mean(errors**2, axis=0).sum())


# %% wrong: RMSEs of the blocks added up
# says: squares add up, RMSEs do not
# earns: 0
def district_error(releases, truth, district):
    errors = (releases - truth)[:, district]
    total = errors.sum(axis=1)
    return total.mean(), np.sqrt(np.mean(total**2)), np.sqrt(np.mean(errors**2, axis=0)).sum()


# %% wrong: all blocks
# says: that is of all blocks; take those of the district
# earns: 0
def district_error(releases, truth, district):
    errors = releases - truth
    total = errors.sum(axis=1)
    return total.mean(), np.sqrt(np.mean(total**2)), np.sqrt(np.mean(errors**2, axis=0).sum())


# %% wrong: absolute errors
# says: errors of opposite signs cancel in a total
# earns: 0
def district_error(releases, truth, district):
    errors = (releases - truth)[:, district]
    total = errors.sum(axis=1)
    return abs(errors).sum(axis=1).mean(), np.sqrt(np.mean(total**2)), np.sqrt(np.mean(errors**2, axis=0).sum())


# %% wrong: true less released
# says: released less true
# earns: 0
def district_error(releases, truth, district):
    errors = (truth - releases)[:, district]
    total = errors.sum(axis=1)
    return total.mean(), np.sqrt(np.mean(total**2)), np.sqrt(np.mean(errors**2, axis=0).sum())


# %% wrong: the prediction from variances
# says: the prediction uses the blocks' squared errors, not their variances
# earns: 0
def district_error(releases, truth, district):
    errors = (releases - truth)[:, district]
    total = errors.sum(axis=1)
    return total.mean(), np.sqrt(np.mean(total**2)), np.sqrt(errors.var(axis=0).sum())


# %% wrong: the RMSE by the prediction
# says: first add up the district, then square
# earns: 0
def district_error(releases, truth, district):
    errors = (releases - truth)[:, district]
    predicted = np.sqrt(np.mean(errors**2, axis=0).sum())
    return errors.sum(axis=1).mean(), predicted, predicted


# %% wrong: the average block
# says: that is of one block on average; add up the blocks
# earns: 0
def district_error(releases, truth, district):
    errors = (releases - truth)[:, district]
    total = errors.mean(axis=1)
    return total.mean(), np.sqrt(np.mean(total**2)), np.sqrt(np.mean(errors**2))


# %% wrong: mean absolute error
# says: The RMSE is 2
# earns: 0
def district_error(releases, truth, district):
    errors = (releases - truth)[:, district]
    total = errors.sum(axis=1)
    return total.mean(), abs(total).mean(), np.sqrt(np.mean(errors**2, axis=0).sum())


# %% wrong: n - 1
# says: that is a standard deviation (n - 1); the RMSE counts the mean error, too
# earns: 1.25
def district_error(releases, truth, district):
    errors = (releases - truth)[:, district]
    total = errors.sum(axis=1)
    return total.mean(), np.std(total, ddof=1), np.sqrt(np.mean(errors**2, axis=0).sum())


# %% wrong: the root of k times the average
# says: is right for equal blocks only
# earns: 0
def district_error(releases, truth, district):
    errors = (releases - truth)[:, district]
    total, blocks = errors.sum(axis=1), np.sqrt(np.mean(errors**2, axis=0))
    return total.mean(), np.sqrt(np.mean(total**2)), blocks.mean() * np.sqrt(len(blocks))


# %% wrong: subtracts the truth in place
# says: Your function changes the data it is given
# earns: 1.5
def district_error(releases, truth, district):
    releases -= truth
    errors = releases[:, district]
    total = errors.sum(axis=1)
    return total.mean(), np.sqrt(np.mean(total**2)), np.sqrt(np.mean(errors**2, axis=0).sum())
