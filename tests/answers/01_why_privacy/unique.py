# %% right: sizes of groups, looked up by label
def share_unique(released, town, *, columns):
    sizes = town.groupby(columns, dropna=False)[columns[0]].transform("size")
    return (sizes.loc[released.index] == 1).mean()


# %% right: marks everybody who has a double
def share_unique(released, town, *, columns):
    doubles = town.duplicated(subset=columns, keep=False)
    return 1 - doubles[released.index].sum() / len(released)


# %% right: tuples and a counter
from collections import Counter


def share_unique(released, town, *, columns):
    def keys(frame):
        return [tuple("missing" if pd.isna(value) else value for value in row) for row in frame[columns].itertuples(index=False)]

    count = Counter(keys(town))
    return sum(count[key] == 1 for key in keys(released)) / len(released)


# %% right: a left join with the sizes
def share_unique(released, town, *, columns):
    sizes = town.groupby(columns, dropna=False).size().rename("alike").reset_index()
    return np.mean(released.merge(sizes, on=columns, how="left")["alike"] == 1)


# %% right: codes and a loop over columns
def share_unique(released, town, *, columns):
    code = pd.Series("", index=town.index)
    for column in columns:
        code = code + "|" + town[column].astype(object).where(town[column].notna(), "?").astype(str)
    alone = code.map(code.value_counts()) == 1
    return np.float64(alone.reindex(released.index).to_numpy().mean())


# %% wrong: counts groups of size 1 among groups
# says: that counts groups
# earns: 0
def share_unique(released, town, *, columns):
    sizes = town.groupby(columns, dropna=False).size()
    return (sizes == 1).mean()


# %% wrong: unique in the file only
# says: look for doubles in the town
# earns: 0
def share_unique(released, town, *, columns):
    sizes = released.groupby(columns, dropna=False)[columns[0]].transform("size")
    return (sizes == 1).mean()


# %% wrong: groups of the file
# says: in the file, 4 of 5 combinations occur once
# earns: 0
def share_unique(released, town, *, columns):
    return (released.groupby(columns, dropna=False).size() == 1).mean()


# %% wrong: drops people with a missing value
# says: a missing value is a value (groupby has dropna=False)
# earns: 1
def share_unique(released, town, *, columns):
    sizes = town.groupby(columns)[columns[0]].transform("size")
    return (sizes[released.index] == 1).mean()


# %% wrong: drops rows first
# says: people without an age are dropped
# earns: 1
def share_unique(released, town, *, columns):
    town, released = town.dropna(subset=columns), released.dropna(subset=columns)
    return (~town.duplicated(columns, keep=False))[released.index].mean()


# %% wrong: NaN is not NaN
# says: a and b look alike
# earns: 1
def share_unique(released, town, *, columns):
    rows = town[columns].to_numpy().tolist()
    keys = {label: row for label, row in zip(town.index, rows)}
    return sum(sum(all(x == y for x, y in zip(keys[label], row)) for row in rows) <= 1 for label in released.index) / len(released)


# %% wrong: keeps the first of every group
# says: that counts different combinations
# earns: 0
def share_unique(released, town, *, columns):
    return len(town.drop_duplicates(columns)) / len(town)


# %% wrong: the whole town
# says: that is a share of the whole town
# earns: 0
def share_unique(released, town, *, columns):
    return float((~town.duplicated(columns, keep=False)).mean())


# %% wrong: divided by the town
# says: divide by the 6 people in the file
# earns: 0
def share_unique(released, town, *, columns):
    return float((~town.duplicated(columns, keep=False))[released.index].sum() / len(town))


# %% wrong: a number
# says: that is a number of people
# earns: 0
def share_unique(released, town, *, columns):
    return int((~town.duplicated(columns, keep=False))[released.index].sum())


# %% wrong: each column on its own
# says: take the columns together
# earns: 0
def share_unique(released, town, *, columns):
    alone = pd.Series(False, index=town.index)
    for column in columns:
        alone |= ~town.duplicated([column], keep=False)
    return float(alone[released.index].mean())


# %% wrong: fills the missing values of the town it was given
# says: Your function changes the data it is given
# earns: 1
def share_unique(released, town, *, columns):
    for column in columns:
        town[column] = town[column].astype(object).where(town[column].notna(), "missing")
    return float((~town.duplicated(columns, keep=False))[released.index].mean())
