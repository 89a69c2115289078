# %% right: a loop
def link(names, released, *, on):
    matches, found = [], []
    for _, person in names.iterrows():
        same = released
        for column in on:
            same = same[same[column] == person[column]]
        matches.append(len(same))
        if len(same) == 1:
            found.append(person["name"])
    return matches, found


# %% right: a join, counted by name
def link(names, released, *, on):
    pairs = names[["name", *on]].merge(released[on], on=on)
    matches = names["name"].map(pairs["name"].value_counts()).fillna(0).astype(int)
    return matches, names["name"][matches == 1]


# %% right: everybody against everybody
def link(names, released, *, on):
    agree = np.ones((len(names), len(released)), dtype=bool)
    for column in on:
        agree &= names[column].to_numpy()[:, None] == released[column].to_numpy()[None, :]
    matches = agree.sum(axis=1)
    return matches, names["name"].to_numpy()[matches == 1]


# %% right: sizes of groups, looked up
def link(names, released, *, on):
    sizes = released.groupby(on).size().rename("matches").reset_index()
    joined = names.merge(sizes, on=on, how="left").fillna({"matches": 0})
    return joined["matches"].to_numpy().astype(int), set(joined.loc[joined["matches"] == 1, "name"])


# %% wrong: found are all with a match
# says: a name that matches two records is not found
# earns: 1
def link(names, released, *, on):
    matches = [(released[on] == row).all(axis=1).sum() for _, row in names[on].iterrows()]
    return matches, [name for name, n in zip(names["name"], matches) if n >= 1]


# %% wrong: an inner join forgets the names without a record
# says: matches has shape (2,)
# earns: 1
def link(names, released, *, on):
    pairs = names.merge(released[on], on=on)
    matches = pairs.groupby("name").size()
    return matches.to_numpy(), list(matches.index[matches == 1])


# %% wrong: a left join, counted by rows
# says: a name without a record has 0 matches
# earns: 0
def link(names, released, *, on):
    pairs = names.merge(released[on], on=on, how="left")
    matches = names["name"].map(pairs["name"].value_counts())
    return matches.to_numpy(), names["name"][matches == 1].tolist()


# %% wrong: whether there is a record
# says: here is only whether there is one
# earns: 0
def link(names, released, *, on):
    keys = {tuple(row) for row in released[on].to_numpy().tolist()}
    matches = np.array([int(tuple(row) in keys) for row in names[on].to_numpy().tolist()])
    return matches, names["name"][matches == 1].tolist()


# %% wrong: one column is enough
# says: all columns of `on` have to agree, not one of them
# earns: 0.5
def link(names, released, *, on):
    matches = np.array([(released[on] == row).any(axis=1).sum() for _, row in names[on].iterrows()])
    return matches, names["name"][matches == 1].tolist()


# %% wrong: the first column only
# says: not only the first
# earns: 0.5
def link(names, released, *, on):
    matches = np.array([(released[on[0]] == value).sum() for value in names[on[0]]])
    return matches, names["name"][matches == 1].tolist()


# %% wrong: in the order of the alphabet
# says: keep the order of the list
# earns: 1
def link(names, released, *, on):
    joined = names.merge(released.groupby(on).size().rename("n").reset_index(), on=on, how="left").fillna({"n": 0}).sort_values("name")
    return joined["n"].astype(int).to_numpy(), joined.loc[joined["n"] == 1, "name"].tolist()


# %% wrong: labels in place of names
# says: found holds names, not row labels
# earns: 1
def link(names, released, *, on):
    matches = np.array([(released[on] == row).all(axis=1).sum() for _, row in names[on].iterrows()])
    return matches, names.index[matches == 1].tolist()


# %% wrong: found are those without a match, too
# says: a name that matches no record is not found
# earns: 1
def link(names, released, *, on):
    matches = np.array([(released[on] == row).all(axis=1).sum() for _, row in names[on].iterrows()])
    return matches, names["name"][matches <= 1].tolist()


# %% wrong: returns the numbers alone
# says: link returns two things
# earns: 0
def link(names, released, *, on):
    return np.array([(released[on] == row).all(axis=1).sum() for _, row in names[on].iterrows()])
