# %% right: loops over tuples
def copies(confidential, synthetic):
    names = list(confidential.columns)
    real = list(confidential[names].itertuples(index=False, name=None))
    made = list(synthetic[names].itertuples(index=False, name=None))
    copied = sum(row in real for row in made)
    unique = sum(1 for row in real if real.count(row) == 1 and made.count(row) == 1)
    return copied / len(made), unique / len(real)


# %% right: counters
from collections import Counter


def copies(confidential, synthetic):
    synthetic = synthetic[confidential.columns]
    real, made = (Counter(map(tuple, frame.to_numpy(dtype=object).tolist())) for frame in (confidential, synthetic))
    return [sum(made[row] for row in made if row in real) / made.total(),
            sum(real[row] == made[row] == 1 for row in real) / real.total()]


# %% right: merge after dropping duplicates
def copies(confidential, synthetic):
    names = confidential.columns.tolist()
    copied = synthetic.merge(confidential.drop_duplicates(), on=names, how="inner")
    once = confidential.drop_duplicates(keep=False).merge(synthetic.drop_duplicates(keep=False), on=names)
    return len(copied) / len(synthetic), len(once) / len(confidential)


# %% right: a matrix of all pairs
def copies(confidential, synthetic):
    equal = np.ones((len(synthetic), len(confidential)), dtype=bool)
    for name in confidential:
        equal &= synthetic[name].to_numpy()[:, None] == confidential[name].to_numpy()
    alone = equal.sum(axis=1) == 1
    once = alone[:, None] & equal & (equal.sum(axis=0) == 1)
    return pd.Series([equal.any(axis=1).mean(), once.sum() / len(confidential)])


# %% wrong: merge counts pairs
# says: merge pairs each synthetic a with both confidential ones
# earns: 0
def copies(confidential, synthetic):
    once = confidential.drop_duplicates(keep=False).merge(synthetic.drop_duplicates(keep=False))
    return len(confidential.merge(synthetic)) / len(synthetic), len(once) / len(confidential)


# %% wrong: confidential rows that were copied
# says: that is the share of confidential rows that were copied
# earns: 0
def copies(confidential, synthetic):
    copied = confidential.merge(synthetic.drop_duplicates())
    once = confidential.drop_duplicates(keep=False).merge(synthetic.drop_duplicates(keep=False))
    return len(copied) / len(confidential), len(once) / len(confidential)


# %% wrong: different rows only
# says: count rows, not different rows
# earns: 0
def copies(confidential, synthetic):
    copied = confidential.drop_duplicates().merge(synthetic.drop_duplicates())
    once = confidential.drop_duplicates(keep=False).merge(synthetic.drop_duplicates(keep=False))
    return len(copied) / len(synthetic), len(once) / len(confidential)


# %% wrong: unique in the confidential file only
# says: b occurs twice in the synthetic file: unique in both files
# earns: 0
def copies(confidential, synthetic):
    copied = synthetic.merge(confidential.drop_duplicates())
    once = confidential.drop_duplicates(keep=False).merge(synthetic.drop_duplicates())
    return len(copied) / len(synthetic), len(once) / len(confidential)


# %% wrong: among the unique people
# says: among all confidential rows, not among the unique ones
# earns: 0
def copies(confidential, synthetic):
    copied = synthetic.merge(confidential.drop_duplicates())
    alone = confidential.drop_duplicates(keep=False)
    return len(copied) / len(synthetic), len(alone.merge(synthetic.drop_duplicates(keep=False))) / len(alone)


# %% wrong: divided by the synthetic rows
# says: The share of replicated uniques is 0.125; it should be 0.2: divide by the number of confidential rows
# earns: 0
def copies(confidential, synthetic):
    copied = synthetic.merge(confidential.drop_duplicates())
    once = confidential.drop_duplicates(keep=False).merge(synthetic.drop_duplicates(keep=False))
    return len(copied) / len(synthetic), len(once) / len(synthetic)


# %% wrong: columns by position
# says: compare columns by their names: their order differs
# earns: 0.5
def copies(confidential, synthetic):
    real = list(map(tuple, confidential.to_numpy(dtype=object).tolist()))
    made = list(map(tuple, synthetic.to_numpy(dtype=object).tolist()))
    unique = sum(1 for row in real if real.count(row) == 1 and made.count(row) == 1)
    return sum(row in real for row in made) / len(made), unique / len(real)


# %% wrong: row beside row
# says: compare each synthetic row with all confidential rows, not with the one in its place
# earns: 0
def copies(confidential, synthetic):
    shorter = min(len(confidential), len(synthetic))
    a, b = confidential.iloc[:shorter].reset_index(drop=True), synthetic[confidential.columns].iloc[:shorter].reset_index(drop=True)
    once = confidential.drop_duplicates(keep=False).merge(synthetic.drop_duplicates(keep=False))
    return (a == b).all(axis=1).sum() / len(synthetic), len(once) / len(confidential)


# %% wrong: each column by itself
# says: With three columns the share of copied rows is
# earns: 1.25
def copies(confidential, synthetic):
    found = pd.DataFrame({name: synthetic[name].isin(confidential[name]) for name in confidential})
    once = confidential.drop_duplicates(keep=False).merge(synthetic.drop_duplicates(keep=False))
    return found.all(axis=1).mean(), len(once) / len(confidential)


# %% wrong: rows joined without a separator
# says: compare each column by itself
def copies(confidential, synthetic):
    real, made = (table[confidential.columns].astype(str).agg("".join, axis=1) for table in (confidential, synthetic))
    once = [row for row in real if (real == row).sum() == 1 and (made == row).sum() == 1]
    return made.isin(real).mean(), len(once) / len(real)


# %% wrong: the values of a row in any order
# says: compare each column by itself
def copies(confidential, synthetic):
    real, made = (pd.Series([tuple(sorted(map(str, row))) for row in table[confidential.columns].to_numpy().tolist()])
                  for table in (confidential, synthetic))
    once = [row for row in real if sum(row == other for other in real) == 1 and sum(row == other for other in made) == 1]
    return made.isin(real).mean(), len(once) / len(real)


# %% wrong: drops repeated rows in place
# says: Your function changes the data it is given
def copies(confidential, synthetic):
    n, names = len(confidential), confidential.columns.tolist()
    once = confidential.drop_duplicates(keep=False).merge(synthetic.drop_duplicates(keep=False), on=names)
    confidential.drop_duplicates(inplace=True)
    return len(synthetic.merge(confidential, on=names)) / len(synthetic), len(once) / n
