# %% right: a loop with sorted lists
def distance_ratio(distances, *, same):
    ratios = []
    for i, row in enumerate(distances.tolist()):
        if same:
            row = row[:i] + row[i + 1:]
        first, second = sorted(row)[:2]
        ratios.append(first / second if second > 0 else 0.0)
    return ratios


# %% right: partition, then repair NaN
def distance_ratio(distances, *, same):
    d = distances.astype(float)
    if same:
        d[np.arange(len(d)), np.arange(len(d))] = np.inf
    low = np.partition(d, 1, axis=1)
    with np.errstate(invalid="ignore"):
        return np.nan_to_num(low[:, 0] / low[:, 1])


# %% right: without the diagonal by a mask
def distance_ratio(distances, *, same):
    n, m = distances.shape
    if same:
        distances = distances[~np.eye(n, dtype=bool)].reshape(n, m - 1)
    ordered = np.sort(distances, axis=1)
    return np.where(ordered[:, 1] == 0, 0, ordered[:, 0] / np.where(ordered[:, 1] == 0, 1, ordered[:, 1]))


# %% right: pandas
def distance_ratio(distances, *, same):
    table = pd.DataFrame(distances).where(~np.eye(*distances.shape, dtype=bool)) if same else pd.DataFrame(distances)
    two = table.apply(lambda row: pd.Series(row.dropna().nsmallest(2).to_numpy()), axis=1)
    return (two[0] / two[1]).fillna(0)


# %% wrong: inverted
# says: that is second over first: turn it round
# earns: 0
def distance_ratio(distances, *, same):
    distances = np.array(distances, dtype=float)
    if same:
        np.fill_diagonal(distances, np.inf)
    first, second = np.sort(distances, axis=1)[:, :2].T
    return np.divide(second, first, out=np.zeros(len(first)), where=first > 0)


# %% wrong: 0/0 left alone
# says: The ratio of (0, 5, 0, 5, 5) is 0 over 0, NaN for you
# earns: 0
def distance_ratio(distances, *, same):
    distances = np.array(distances, dtype=float)
    if same:
        np.fill_diagonal(distances, np.inf)
    first, second = np.sort(distances, axis=1)[:, :2].T
    return first / second


# %% wrong: nearest to itself
# says: each record is nearest to itself; leave the diagonal out
# earns: 1
def distance_ratio(distances, *, same):
    first, second = np.sort(distances, axis=1)[:, :2].T
    return np.divide(first, second, out=np.zeros(len(first)), where=second > 0)


# %% wrong: every 0 left out
# says: Twins at distance 0 are neighbours
# earns: 1.5
def distance_ratio(distances, *, same):
    distances = np.array(distances, dtype=float)
    if same:
        distances[distances == 0] = np.inf
    first, second = np.sort(distances, axis=1)[:, :2].T
    return np.divide(first, second, out=np.zeros(len(first)), where=second > 0)


# %% wrong: the diagonal always left out
# says: so the diagonal is a distance like any other
# earns: 0
def distance_ratio(distances, *, same):
    distances = np.array(distances, dtype=float)
    np.fill_diagonal(distances, np.inf)
    first, second = np.sort(distances, axis=1)[:, :2].T
    return np.divide(first, second, out=np.zeros(len(first)), where=second > 0)


# %% wrong: the diagonal left out of every square table
# says: Two files of equal length are not the same file
# earns: 1.5
def distance_ratio(distances, *, same):
    distances = np.array(distances, dtype=float)
    if distances.shape[0] == distances.shape[1]:
        np.fill_diagonal(distances, np.inf)
    first, second = np.sort(distances, axis=1)[:, :2].T
    return np.divide(first, second, out=np.zeros(len(first)), where=second > 0)


# %% wrong: ties dropped
# says: two records at the same distance are the closest and the second closest
# earns: 0
def distance_ratio(distances, *, same):
    ratios = []
    for i, row in enumerate(np.asarray(distances)):
        first, second = np.unique(np.delete(row, i) if same else row)[:2]
        ratios.append(first / second)
    return ratios


# %% wrong: the closest over the most distant
# says: that is the closest over the most distant
# earns: 0
def distance_ratio(distances, *, same):
    distances = np.array(distances, dtype=float)
    return distances.min(axis=1) / distances.max(axis=1)


# %% wrong: changes the array
# says: Your function changes the array that it is given
# earns: 1.5
def distance_ratio(distances, *, same):
    if same:
        np.fill_diagonal(distances, np.inf)
    first, second = np.sort(distances, axis=1)[:, :2].T
    return np.divide(first, second, out=np.zeros(len(first)), where=second > 0)


# %% wrong: sorts the array in place
# says: your function changes the array that it is given
# earns: 0
def distance_ratio(distances, *, same):
    distances.sort(axis=1)
    first, second = distances[:, int(same)], distances[:, int(same) + 1]
    return np.divide(first, second, out=np.zeros(len(first)), where=second > 0)
