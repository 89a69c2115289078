# %% right: loops over names
def noise_sizes(*, rho, levels, queries):
    sizes = queries.astype(float).copy()
    for level in levels.index:
        for query in queries.columns:
            share = levels[level] / sum(levels) * queries.loc[level, query] / queries.loc[level].sum()
            sizes.loc[level, query] = (rho * share) ** -0.5
    return sizes


# %% right: NumPy, broadcast
def noise_sizes(*, rho, levels, queries):
    weights = queries.to_numpy()
    shares = np.outer(levels / levels.sum(), np.ones(weights.shape[1])) * weights / weights.sum(axis=1, keepdims=True)
    return np.sqrt(1 / (rho * shares))


# %% right: sensitivity written out, a list of lists
def noise_sizes(*, rho, levels, queries):
    out = []
    for weight, (_, row) in zip(levels, queries.iterrows()):
        budget = rho * weight / levels.sum()
        out.append([float(np.sqrt(2) / np.sqrt(2 * budget * w / row.sum())) for w in row])
    return out


# %% wrong: add-remove instead of replace-one
# says: who is replaced changes two cells
# earns: 0
def noise_sizes(*, rho, levels, queries):
    shares = queries.div(queries.sum(axis=1), axis=0).mul(levels / levels.sum(), axis=0)
    return 1 / np.sqrt(2 * rho * shares)


# %% wrong: no square root
# says: sigma is the root of 1/rho
# earns: 0
def noise_sizes(*, rho, levels, queries):
    shares = queries.div(queries.sum(axis=1), axis=0).mul(levels / levels.sum(), axis=0)
    return 1 / (rho * shares)


# %% wrong: root of rho
# says: a smaller share needs more noise
# earns: 0
def noise_sizes(*, rho, levels, queries):
    shares = queries.div(queries.sum(axis=1), axis=0).mul(levels / levels.sum(), axis=0)
    return np.sqrt(rho * shares)


# %% wrong: every level gets all of rho
# says: levels share rho: a person is counted at each of them
# earns: 0
def noise_sizes(*, rho, levels, queries):
    return 1 / np.sqrt(rho * queries.div(queries.sum(axis=1), axis=0))


# %% wrong: every query gets what the level has
# says: queries share the rho of their level
# earns: 0
def noise_sizes(*, rho, levels, queries):
    shares = (queries / queries).mul(levels / levels.sum(), axis=0)
    return 1 / np.sqrt(rho * shares)


# %% wrong: shares out sigma
# says: rho is what adds up: you share out sigma
# earns: 0
def noise_sizes(*, rho, levels, queries):
    shares = queries.div(queries.sum(axis=1), axis=0).mul(levels / levels.sum(), axis=0)
    return 1 / np.sqrt(rho) / shares


# %% wrong: weights not normalised
# says: divide their weights by their sums
# earns: 0
def noise_sizes(*, rho, levels, queries):
    return 1 / np.sqrt(rho * queries.mul(levels, axis=0))


# %% wrong: queries divided by the whole table
# says: divide the queries' weights by the sum of their level, not of the whole table
# earns: 0
def noise_sizes(*, rho, levels, queries):
    shares = (queries / queries.to_numpy().sum()).mul(levels / levels.sum(), axis=0)
    return 1 / np.sqrt(rho * shares)


# %% wrong: queries divided by their column
# says: divide the queries' weights by the sum of their row, not of their column
# earns: 0
def noise_sizes(*, rho, levels, queries):
    shares = (queries / queries.sum()).mul(levels / levels.sum(), axis=0)
    return 1 / np.sqrt(rho * shares)


# %% wrong: equal shares for the levels
# says: use the levels' weights
# earns: 0
def noise_sizes(*, rho, levels, queries):
    return 1 / np.sqrt(rho / len(levels) * queries.div(queries.sum(axis=1), axis=0))


# %% wrong: the levels' sum is typed in
# says: With one query at each of three levels, level 0, query 0: sigma
# earns: 0.5
def noise_sizes(*, rho, levels, queries):
    total = 5 if len(levels) == 2 else 4099
    return 1 / np.sqrt(rho * queries.div(queries.sum(axis=1), axis=0).mul(levels / total, axis=0))


# %% wrong: divides the weights in place
# says: Your function changes the data it is given
def noise_sizes(*, rho, levels, queries):
    levels /= levels.sum()
    return 1 / np.sqrt(rho * queries.div(queries.sum(axis=1), axis=0).mul(levels, axis=0))


# %% wrong: equal weights count once
# says: levels of equal weight all count
def noise_sizes(*, rho, levels, queries):
    share = levels / levels.drop_duplicates().sum()
    return 1 / np.sqrt(rho * queries.div(queries.sum(axis=1), axis=0).mul(share, axis=0))
