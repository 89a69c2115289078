# %% right: a loop over the targets
def expected_matches(external, released, *, keys, n):
    total = 0
    for name in external.index:
        agrees = np.ones(len(released), dtype=bool)
        for key in keys:
            agrees &= (released[key] == external.loc[name, key]).to_numpy()
        owners = released.index[agrees].tolist()
        if name in owners:
            total += 1 / len(owners)
    return total, total / n


# %% right: merge and group
def expected_matches(external, released, *, keys, n):
    left = external[keys].rename_axis("name").reset_index()
    right = released[keys].rename_axis("owner").reset_index()
    pairs = left.merge(right, on=keys)
    pairs["own"] = pairs["name"] == pairs["owner"]
    count = pairs.groupby("name")["own"].mean().sum()
    return count, count / n


# %% right: a dictionary of keys, plain Python
from collections import defaultdict


def expected_matches(external, released, *, keys, n):
    owners = defaultdict(list)
    for owner, key in zip(released.index, released[keys].itertuples(index=False, name=None)):
        owners[key].append(owner)
    count = sum((name in owners[key]) / max(len(owners[key]), 1)
                for name, key in zip(external.index, external[keys].itertuples(index=False, name=None)))
    return [count, count / n]


# %% right: a matrix of all pairs
def expected_matches(external, released, *, keys, n):
    equal = np.ones((len(external), len(released)), dtype=bool)
    for key in keys:
        equal &= external[key].to_numpy()[:, None] == released[key].to_numpy()
    own = np.asarray(external.index)[:, None] == np.asarray(released.index)
    c = equal.sum(axis=1)
    count = ((equal & own).sum(axis=1) / np.where(c == 0, 1, c)).sum()
    return np.array([count, count / n])


# %% wrong: the count called a rate
# says: that is the count; divide it by n
# earns: 0
def expected_matches(external, released, *, keys, n):
    count = 0.0
    for name, known in external[keys].iterrows():
        matches = released.index[(released[keys] == known).all(axis=1)]
        if name in matches:
            count += 1 / len(matches)
    return count, count


# %% wrong: divides by the number of targets
# says: you divide by the number of targets
# earns: 0
def expected_matches(external, released, *, keys, n):
    count = 0.0
    for name, known in external[keys].iterrows():
        matches = released.index[(released[keys] == known).all(axis=1)]
        if name in matches:
            count += 1 / len(matches)
    return count, count / len(external)


# %% wrong: never looks whose row it is
# says: a guess is right only if the person's own row is among the c
# earns: 0.5
def expected_matches(external, released, *, keys, n):
    count = 0.0
    for name, known in external[keys].iterrows():
        matches = released.index[(released[keys] == known).all(axis=1)]
        if len(matches):
            count += 1 / len(matches)
    return count, count / n


# %% wrong: anywhere in the release is enough
# says: the own row must be among the c matches
# earns: 0.5
def expected_matches(external, released, *, keys, n):
    count = 0.0
    for name, known in external[keys].iterrows():
        c = (released[keys] == known).all(axis=1).sum()
        if c and name in released.index:
            count += 1 / c
    return count, count / n


# %% wrong: divides by zero matches
# says: your code raised ZeroDivisionError
# earns: 0
def expected_matches(external, released, *, keys, n):
    count = 0.0
    for name, known in external[keys].iterrows():
        matches = released.index[(released[keys] == known).all(axis=1)].tolist()
        count += (name in matches) / len(matches)
    return count, count / n


# %% wrong: a match counts in full
# says: that is the number of people with a match
# earns: 0
def expected_matches(external, released, *, keys, n):
    count = 0
    for name, known in external[keys].iterrows():
        count += name in released.index[(released[keys] == known).all(axis=1)]
    return count, count / n


# %% wrong: counts the rows
# says: that is the number of matching rows
# earns: 0
def expected_matches(external, released, *, keys, n):
    count = len(external.merge(released, on=keys))
    return count, count / n


# %% wrong: the last key only
# says: compare all key columns together
# earns: 0
def expected_matches(external, released, *, keys, n):
    count = 0.0
    for name, known in external.iterrows():
        matches = released.index[released[keys[-1]] == known[keys[-1]]]
        if name in matches:
            count += 1 / len(matches)
    return count, count / n


# %% wrong: all columns that the two tables share
# says: compare the columns in keys only
# earns: 0.5
def expected_matches(external, released, *, keys, n):
    columns, count = [column for column in external if column in released], 0.0
    for name, known in external[columns].iterrows():
        matches = released.index[(released[columns] == known).all(axis=1)]
        if name in matches:
            count += 1 / len(matches)
    return count, count / n


# %% wrong: n is always 100
# says: The rate times n is
# earns: 1.5
def expected_matches(external, released, *, keys, n):
    count = 0.0
    for name, known in external[keys].iterrows():
        matches = released.index[(released[keys] == known).all(axis=1)]
        if name in matches:
            count += 1 / len(matches)
    return count, count / 100


# %% wrong: keys joined without a separator
# says: compare each key column by itself
# earns: 0.5
def expected_matches(external, released, *, keys, n):
    known, rows = (frame[keys].astype(str).agg("".join, axis=1) for frame in (external, released))
    owners = {key: list(rows.index[rows == key]) for key in known}
    count = sum((name in owners[key]) / len(owners[key]) for name, key in known.items() if owners[key])
    return count, count / n


# %% wrong: targets that look alike count once
# says: targets who look alike all count
def expected_matches(external, released, *, keys, n):
    count = 0.0
    for name, known in external[keys].drop_duplicates().iterrows():
        matches = released.index[(released[keys] == known).all(axis=1)]
        if name in matches:
            count += 1 / len(matches)
    return count, count / n


# %% wrong: drops the other columns in place
# says: Your function changes the data it is given
def expected_matches(external, released, *, keys, n):
    for frame in (external, released):
        frame.drop(columns=[column for column in frame if column not in keys], inplace=True)
    count = 0.0
    for name, known in external.iterrows():
        matches = released.index[(released == known[released.columns]).all(axis=1)]
        if name in matches:
            count += 1 / len(matches)
    return count, count / n
