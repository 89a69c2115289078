# %% right: crosstabs by hand
def scores(true, made, *, order):
    from collections import Counter
    real, nonsense = [], []
    for names in combinations(true.columns, order):
        ours, theirs = (Counter(zip(*(file[name] for name in names))) for file in (true, made))
        single = [Counter(true[name]) for name in names]
        n, m = len(true), len(made)
        real.append(sum(min(count / n, theirs[row] / m) for row, count in ours.items()))
        nonsense.append(sum(min(count / n, np.prod([one[value] / n for one, value in zip(single, row)])) for row, count in ours.items()))
    return 1000 * float(np.mean(real)), 1000 * float(np.mean(nonsense))


# %% right: codes and arrays
def scores(true, made, *, order):
    both = pd.concat([true, made[true.columns]], ignore_index=True)
    codes = {name: pd.factorize(both[name])[0] for name in both}
    n, total = len(true), np.zeros(2)
    tables = list(combinations(codes, order))
    for names in tables:
        shape = [codes[name].max() + 1 for name in names]
        cell = np.ravel_multi_index([codes[name] for name in names], shape)
        ours = np.bincount(cell[:n], minlength=np.prod(shape)) / n
        theirs = np.bincount(cell[n:], minlength=np.prod(shape)) / (len(both) - n)
        apart = np.ones(1)
        for name, size in zip(names, shape):
            apart = np.outer(apart, np.bincount(codes[name][:n], minlength=size) / n).ravel()
        total += np.minimum(ours, theirs).sum(), np.minimum(ours, apart).sum()
    total *= 1000 / len(tables)
    return total[0], total[1]


# %% right: gaps instead of common shares
def scores(true, made, *, order):
    def shares(file, names):
        return file.groupby(list(names), observed=True).size() / len(file)

    real, nonsense = [], []
    for names in combinations(true.columns, order):
        ours = shares(true, names)
        real.append(2 - ours.sub(shares(made, names), fill_value=0).abs().sum())
        apart = pd.Series(1.0, index=ours.index)
        for name in names:
            apart *= [(true[name] == value).mean() for value in ours.index.get_level_values(name)]
        nonsense.append(2 - (ours - apart).abs().sum() - (1 - apart.sum()))
    return 500 * np.mean(real), 500 * np.mean(nonsense)


# %% wrong: three columns, as in the lesson
# says: take 2 columns at a time, not 3
# earns: 0
def scores(true, made, *, order):
    found = []
    for names in combinations(true.columns, 3):
        shares = true[list(names)].value_counts(normalize=True)
        theirs = made[list(names)].value_counts(normalize=True).reindex(shares.index, fill_value=0)
        found.append([np.minimum(shares, theirs).sum(), 0.5])
    return tuple(1000 * np.mean(found, axis=0))


# %% wrong: numbers of rows
# says: compare shares of rows; the files may have different numbers of rows
def scores(true, made, *, order):
    found = []
    for names in combinations(true.columns, order):
        counts = true[list(names)].value_counts()
        theirs = made[list(names)].value_counts().reindex(counts.index, fill_value=0)
        apart = 1
        for name in names:
            apart = apart * counts.index.get_level_values(name).map(true[name].value_counts(normalize=True)).to_numpy(dtype=float)
        found.append([np.minimum(counts, theirs).sum() / len(true), np.minimum(counts / len(true), apart).sum()])
    return tuple(1000 * np.mean(found, axis=0))


# %% wrong: nonsense by the made file
# says: nonsense has the shares of the true file, not of the made one
def scores(true, made, *, order):
    found = []
    for names in combinations(true.columns, order):
        shares = true[list(names)].value_counts(normalize=True)
        theirs = made[list(names)].value_counts(normalize=True).reindex(shares.index, fill_value=0)
        apart = 1
        for name in names:
            apart = apart * shares.index.get_level_values(name).map(made[name].value_counts(normalize=True)).to_numpy(dtype=float)
        found.append([np.minimum(shares, theirs).sum(), np.minimum(shares, np.nan_to_num(apart)).sum()])
    return tuple(1000 * np.mean(found, axis=0))


# %% wrong: all values alike
# says: it does not take all values to be alike
def scores(true, made, *, order):
    found = []
    for names in combinations(true.columns, order):
        shares = true[list(names)].value_counts(normalize=True)
        theirs = made[list(names)].value_counts(normalize=True).reindex(shares.index, fill_value=0)
        apart = 1 / np.prod([true[name].nunique() for name in names])
        found.append([np.minimum(shares, theirs).sum(), np.minimum(shares, apart).sum()])
    return tuple(1000 * np.mean(found, axis=0))


# %% wrong: shuffled columns in place of products
# says: the score of nonsense is
def scores(true, made, *, order):
    found, shuffle = [], np.random.default_rng(1)
    apart = pd.DataFrame({name: shuffle.permutation(true[name]) for name in true})
    for names in combinations(true.columns, order):
        shares = true[list(names)].value_counts(normalize=True)
        theirs, nonsense = (file[list(names)].value_counts(normalize=True).reindex(shares.index, fill_value=0) for file in (made, apart))
        found.append([np.minimum(shares, theirs).sum(), np.minimum(shares, nonsense).sum()])
    return tuple(1000 * np.mean(found, axis=0))


# %% wrong: the larger share
# says: files share the smaller of two shares, not the larger
# earns: 0
def scores(true, made, *, order):
    found = []
    for names in combinations(true.columns, order):
        ours, theirs = (file[list(names)].value_counts(normalize=True) for file in (true, made))
        found.append([ours.combine(theirs, max, fill_value=0).sum(), 1])
    return tuple(1000 * np.mean(found, axis=0))


# %% wrong: the first table alone
# says: all tables count, not the first alone
# earns: 0
def scores(true, made, *, order):
    names = list(true.columns[:order])
    shares = true[names].value_counts(normalize=True)
    theirs = made[names].value_counts(normalize=True).reindex(shares.index, fill_value=0)
    apart = 1
    for name in names:
        apart = apart * shares.index.get_level_values(name).map(true[name].value_counts(normalize=True)).to_numpy(dtype=float)
    return 1000 * np.minimum(shares, theirs).sum(), 1000 * np.minimum(shares, apart).sum()


# %% wrong: the product is not compared
# says: each cell has the smaller of two shares
def scores(true, made, *, order):
    found = []
    for names in combinations(true.columns, order):
        shares = true[list(names)].value_counts(normalize=True)
        theirs = made[list(names)].value_counts(normalize=True).reindex(shares.index, fill_value=0)
        apart = 1
        for name in names:
            apart = apart * shares.index.get_level_values(name).map(true[name].value_counts(normalize=True)).to_numpy(dtype=float)
        found.append([np.minimum(shares, theirs).sum(), apart.sum()])
    return tuple(1000 * np.mean(found, axis=0))


# %% wrong: rows side by side
# says: In the example the score of the file is
# earns: 0
def scores(true, made, *, order):
    n = min(len(true), len(made))
    same = np.mean([(true[list(names)].to_numpy()[:n] == made[list(names)].to_numpy()[:n]).all(axis=1).mean() for names in combinations(true.columns, order)])
    return 1000 * same, 1000 * same
