# %% right: a loop over the targets
def unique_match_rates(external, released, *, keys, n):
    right = wrong = 0
    for name in external.index:
        rows = released
        for key in keys:
            rows = rows[rows[key] == external.loc[name, key]]
        if len(rows) == 1:
            if rows.index[0] == name:
                right += 1
            else:
                wrong += 1
    if right + wrong == 0:
        return 0.0, np.nan
    return right / n, wrong / (right + wrong)


# %% right: merge without the rows that look alike
def unique_match_rates(external, released, *, keys, n):
    single = released[keys].rename_axis("owner").reset_index().drop_duplicates(keys, keep=False)
    pairs = external[keys].rename_axis("name").reset_index().merge(single, on=keys)
    true = pairs["name"] == pairs["owner"]
    return true.sum() / n, 1 - true.mean()


# %% right: a dictionary of keys
def unique_match_rates(external, released, *, keys, n):
    owners = {}
    for owner, key in zip(released.index, map(tuple, released[keys].to_numpy().tolist())):
        owners.setdefault(key, []).append(owner)
    found = [(name, owners[key][0]) for name, key in zip(external.index, map(tuple, external[keys].to_numpy().tolist()))
             if len(owners.get(key, [])) == 1]
    wrong = sum(name != owner for name, owner in found)
    return (len(found) - wrong) / n, wrong / len(found) if found else float("nan")


# %% right: a matrix of all pairs, and a quiet division
def unique_match_rates(external, released, *, keys, n):
    equal = np.ones((len(external), len(released)), dtype=bool)
    for key in keys:
        equal &= external[key].to_numpy()[:, None] == released[key].to_numpy()
    unique = equal.sum(axis=1) == 1
    own = (equal & (np.asarray(external.index)[:, None] == np.asarray(released.index))).any(axis=1)
    with np.errstate(invalid="ignore"):
        return np.array([np.sum(unique & own) / n, np.divide(np.sum(unique & ~own), np.sum(unique))])


# %% wrong: 0 where nothing is unique
# says: Without a unique match the false match rate is 0 for you
# earns: 2
def unique_match_rates(external, released, *, keys, n):
    right = unique = 0
    for name, known in external[keys].iterrows():
        matches = released.index[(released[keys] == known).all(axis=1)]
        if len(matches) == 1:
            unique += 1
            right += matches[0] == name
    return right / n, (unique - right) / unique if unique else 0.0


# %% wrong: 1 where nothing is unique
# says: Without a unique match the false match rate is 1 for you
# earns: 2
def unique_match_rates(external, released, *, keys, n):
    right = unique = 0
    for name, known in external[keys].iterrows():
        matches = released.index[(released[keys] == known).all(axis=1)]
        if len(matches) == 1:
            unique += 1
            right += matches[0] == name
    return right / n, 1 - right / max(unique, 1)


# %% wrong: divides by zero
# says: your code raised ZeroDivisionError
# earns: 2
def unique_match_rates(external, released, *, keys, n):
    right = unique = 0
    for name, known in external[keys].iterrows():
        matches = released.index[(released[keys] == known).all(axis=1)]
        if len(matches) == 1:
            unique += 1
            right += int(matches[0] == name)
    return right / n, (unique - right) / unique


# %% wrong: false matches divided by n
# says: you divide by n; the false match rate is among the unique matches
# earns: 0
def unique_match_rates(external, released, *, keys, n):
    right = unique = 0
    for name, known in external[keys].iterrows():
        matches = released.index[(released[keys] == known).all(axis=1)]
        if len(matches) == 1:
            unique += 1
            right += matches[0] == name
    return right / n, (unique - right) / n


# %% wrong: true matches divided by the unique ones
# says: you divide by the number of unique matches; the true match rate is for each of the n people
# earns: 0
def unique_match_rates(external, released, *, keys, n):
    right = unique = 0
    for name, known in external[keys].iterrows():
        matches = released.index[(released[keys] == known).all(axis=1)]
        if len(matches) == 1:
            unique += 1
            right += matches[0] == name
    return (right / unique, (unique - right) / unique) if unique else (0.0, float("nan"))


# %% wrong: one minus the true match rate
# says: one minus the true match rate is something else
# earns: 0
def unique_match_rates(external, released, *, keys, n):
    right = 0
    for name, known in external[keys].iterrows():
        matches = released.index[(released[keys] == known).all(axis=1)]
        right += len(matches) == 1 and matches[0] == name
    return right / n, 1 - right / n


# %% wrong: the other matches count as false
# says: a person who is not the only match is no unique match
# earns: 0
def unique_match_rates(external, released, *, keys, n):
    right = wrong = 0
    for name, known in external[keys].iterrows():
        matches = released.index[(released[keys] == known).all(axis=1)]
        if len(matches) == 1 and matches[0] == name:
            right += 1
        else:
            wrong += 1
    return right / n, wrong / (right + wrong)


# %% wrong: every unique match is called true
# says: a unique match may belong to somebody else
# earns: 0
def unique_match_rates(external, released, *, keys, n):
    unique = sum((released[keys] == known).all(axis=1).sum() == 1 for _, known in external[keys].iterrows())
    return unique / n, 0.0 if unique else float("nan")


# %% wrong: the rates exchanged
# says: The true match rate is 0.333333; it should be 0.1
# earns: 0
def unique_match_rates(external, released, *, keys, n):
    right = unique = 0
    for name, known in external[keys].iterrows():
        matches = released.index[(released[keys] == known).all(axis=1)]
        if len(matches) == 1:
            unique += 1
            right += matches[0] == name
    return (unique - right) / unique if unique else float("nan"), right / n


# %% wrong: no match at all is a false one
# says: Dov has no match at all: that is not a false one
# earns: 1
def unique_match_rates(external, released, *, keys, n):
    right = wrong = 0
    for name, known in external[keys].iterrows():
        matches = released.index[(released[keys] == known).all(axis=1)]
        if len(matches) > 1:
            continue
        if name in matches:
            right += 1
        else:
            wrong += 1
    return right / n, wrong / (right + wrong) if right + wrong else float("nan")


# %% wrong: keys joined without a separator
# says: compare each key column by itself
def unique_match_rates(external, released, *, keys, n):
    known, rows = (frame[keys].astype(str).agg("".join, axis=1) for frame in (external, released))
    right = unique = 0
    for name, key in known.items():
        matches = rows.index[rows == key]
        if len(matches) == 1:
            unique += 1
            right += matches[0] == name
    return right / n, (unique - right) / unique if unique else float("nan")


# %% wrong: targets that look alike count once
# says: targets who look alike all count
def unique_match_rates(external, released, *, keys, n):
    right = unique = 0
    for name, known in external[keys].drop_duplicates().iterrows():
        matches = released.index[(released[keys] == known).all(axis=1)]
        if len(matches) == 1:
            unique += 1
            right += matches[0] == name
    return right / n, (unique - right) / unique if unique else float("nan")


# %% wrong: writes the keys into the tables
# says: Your function changes the data it is given
def unique_match_rates(external, released, *, keys, n):
    for frame in (external, released):
        frame["key"] = list(map(tuple, frame[keys].to_numpy().tolist()))
    right = unique = 0
    for name, key in external["key"].items():
        matches = released.index[[other == key for other in released["key"]]]
        if len(matches) == 1:
            unique += 1
            right += matches[0] == name
    return right / n, (unique - right) / unique if unique else float("nan")
