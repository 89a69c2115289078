# %% right: a set of tuples
def copies(confidential, synthetic):
    columns = list(confidential.columns)
    real = {tuple(row) for row in confidential[columns].values.tolist()}
    return sum(tuple(row) in real for row in synthetic[columns].values.tolist()) / len(synthetic)


# %% right: a merge with the different real rows
def copies(confidential, synthetic):
    found = synthetic.merge(confidential.drop_duplicates(), how="left", on=list(synthetic.columns), indicator=True)
    return (found["_merge"] == "both").mean()


# %% right: a MultiIndex
def copies(confidential, synthetic):
    names = list(synthetic.columns)
    return float(pd.MultiIndex.from_frame(synthetic[names]).isin(pd.MultiIndex.from_frame(confidential[names])).mean())


# %% right: every pair compared
def copies(confidential, synthetic):
    equal = np.ones((len(synthetic), len(confidential)), dtype=bool)
    for name in synthetic.columns:
        equal &= synthetic[name].to_numpy()[:, None] == confidential[name].to_numpy()
    return equal.any(axis=1).mean()


# %% right: a loop over rows
def copies(confidential, synthetic):
    hits = 0
    for _, row in synthetic.iterrows():
        if (confidential[row.index] == row).all(axis=1).any():
            hits += 1
    return hits / len(synthetic)


# %% right: duplicates of both files put together
def copies(confidential, synthetic):
    both = pd.concat([confidential.drop_duplicates(), synthetic.drop_duplicates()[confidential.columns]])
    twice = both[both.duplicated()]
    return len(synthetic.merge(twice, on=list(twice.columns))) / len(synthetic)


# %% wrong: the share of real rows that are in the release
# says: ask it of the synthetic rows
# earns: 0
def copies(confidential, synthetic):
    made = set(synthetic[confidential.columns].itertuples(index=False, name=None))
    return float(np.mean([row in made for row in confidential.itertuples(index=False, name=None)]))


# %% wrong: pairs counted by a merge
# says: a synthetic row that equals several real rows counts once
# earns: 0
def copies(confidential, synthetic):
    return len(synthetic.merge(confidential, on=list(synthetic.columns))) / len(synthetic)


# %% wrong: each column by itself
# says: a row is a copy if one real row has all its values
# earns: 0
def copies(confidential, synthetic):
    return float(np.mean([synthetic[name].isin(confidential[name]) for name in synthetic], axis=0).__eq__(1).mean())


# %% wrong: different synthetic rows only
# says: equal synthetic rows count each
# earns: 0
def copies(confidential, synthetic):
    different = synthetic.drop_duplicates()
    return len(different.merge(confidential.drop_duplicates(), on=list(different.columns))) / len(different)


# %% wrong: divided by the number of real rows
# says: divide by the number of synthetic rows
# earns: 0
def copies(confidential, synthetic):
    real = set(confidential[synthetic.columns].itertuples(index=False, name=None))
    return sum(row in real for row in synthetic.itertuples(index=False, name=None)) / len(confidential)


# %% wrong: line by line
# says: a copy may stand in another line of the file
# earns: 0
def copies(confidential, synthetic):
    real = confidential[synthetic.columns].itertuples(index=False, name=None)
    return sum(a == b for a, b in zip(real, synthetic.itertuples(index=False, name=None))) / len(synthetic)


# %% wrong: a number of rows
# says: that is a number of rows; give their share
# earns: 0
def copies(confidential, synthetic):
    real = set(confidential[synthetic.columns].itertuples(index=False, name=None))
    return sum(row in real for row in synthetic.itertuples(index=False, name=None))


# %% wrong: percent
# says: that is the share in percent
# earns: 0
def copies(confidential, synthetic):
    real = set(confidential[synthetic.columns].itertuples(index=False, name=None))
    return 100 * np.mean([row in real for row in synthetic.itertuples(index=False, name=None)])


# %% wrong: columns compared by position
# says: Columns in another order
# earns: 1.5
def copies(confidential, synthetic):
    real = set(confidential.itertuples(index=False, name=None))
    return float(np.mean([row in real for row in synthetic.itertuples(index=False, name=None)]))


# %% wrong: the frames themselves are stripped of duplicates
# says: changes the data it is given
def copies(confidential, synthetic):
    confidential.drop_duplicates(inplace=True)
    found = synthetic.merge(confidential, how="left", on=list(synthetic.columns), indicator=True)
    return (found["_merge"] == "both").mean()
