# %% right: a loop with lists
def attribution(confidential, synthetic, *, key, target):
    made = list(zip(zip(*[synthetic[k].tolist() for k in key]), synthetic[target].tolist()))
    cap, dcap, tcap = [], [], []
    for own, truth in zip(zip(*[confidential[k].tolist() for k in key]), confidential[target].tolist()):
        found = [t for k, t in made if k == own]
        p = found.count(truth) / len(found) if found else 0.0
        dcap.append(p)
        if found:
            cap.append(p)
            if len(set(found)) == 1:
                tcap.append(p)
    average = lambda values: sum(values) / len(values) if values else float("nan")
    return average(cap), average(dcap), average(tcap)


# %% right: groups and merge
def attribution(confidential, synthetic, *, key, target):
    size = synthetic.groupby(key).size().rename("size").reset_index()
    kinds = synthetic.groupby(key)[target].nunique().rename("kinds").reset_index()
    hits = synthetic.groupby([*key, target]).size().rename("hits").reset_index()
    table = confidential[[*key, target]].merge(size, how="left", on=key).merge(kinds, how="left", on=key)
    table = table.merge(hits, how="left", on=[*key, target])
    p = table["hits"].fillna(0) / table["size"]
    return p[table["size"].notna()].mean(), p.fillna(0).mean(), p[table["kinds"] == 1].mean()


# %% right: a matrix of all pairs
def attribution(confidential, synthetic, *, key, target):
    same = np.ones((len(confidential), len(synthetic)), dtype=bool)
    for column in key:
        same &= confidential[column].to_numpy()[:, None] == synthetic[column].to_numpy()
    right = same & (confidential[target].to_numpy()[:, None] == synthetic[target].to_numpy())
    size, hits = same.sum(axis=1), right.sum(axis=1)
    agree = []
    for row in same:
        agree.append(synthetic.loc[row, target].nunique() == 1)
    p = hits / np.maximum(size, 1)
    some = lambda which: p[which].mean() if np.any(which) else np.nan
    return np.array([some(size > 0), p.mean(), some(np.array(agree))])


# %% right: a share for each key, looked up
from collections import Counter


def attribution(confidential, synthetic, *, key, target):
    joint = Counter(synthetic[[*key, target]].itertuples(index=False, name=None))
    alone = Counter(synthetic[list(key)].itertuples(index=False, name=None))
    p = pd.Series([joint[row] / alone[row[:-1]] if alone[row[:-1]] else np.nan
                   for row in confidential[[*key, target]].itertuples(index=False, name=None)], dtype=float)
    certain = [any(count == alone[own] for k, count in joint.items() if k[:-1] == own)
               for own in confidential[list(key)].itertuples(index=False, name=None)]
    return p.mean(), p.fillna(0).mean(), p[certain].mean()


# %% wrong: unmatched keys counted as 0 in CAP
# says: that is DCAP: CAP leaves out records whose key does not occur
# earns: 0
def attribution(confidential, synthetic, *, key, target):
    shares, certain = [], []
    for row in confidential[[*key, target]].itertuples(index=False):
        same = synthetic.loc[(synthetic[key] == list(row[:-1])).all(axis=1), target]
        shares.append(np.mean(same == row[-1]) if len(same) else 0)
        if same.nunique() == 1:
            certain.append(shares[-1])
    return np.mean(shares), np.mean(shares), np.mean(certain) if certain else np.nan


# %% wrong: unmatched keys left out of DCAP
# says: that is CAP: DCAP counts a record whose key does not occur as 0
# earns: 0
def attribution(confidential, synthetic, *, key, target):
    shares, certain = [], []
    for row in confidential[[*key, target]].itertuples(index=False):
        same = synthetic.loc[(synthetic[key] == list(row[:-1])).all(axis=1), target]
        if len(same):
            shares.append(np.mean(same == row[-1]))
            if same.nunique() == 1:
                certain.append(shares[-1])
    return np.mean(shares), np.mean(shares), np.mean(certain)


# %% wrong: the files exchanged
# says: average over confidential records: you average over synthetic ones
# earns: 0
def attribution(confidential, synthetic, *, key, target):
    shares, certain = [], []
    for row in synthetic[[*key, target]].itertuples(index=False):
        same = confidential.loc[(confidential[key] == list(row[:-1])).all(axis=1), target]
        if len(same):
            shares.append(np.mean(same == row[-1]))
            if same.nunique() == 1:
                certain.append(shares[-1])
    return np.mean(shares), sum(shares) / len(synthetic), np.mean(certain)


# %% wrong: a record is right if one of the rows is
# says: the attacker does not get the benefit of the doubt
# earns: 0
def attribution(confidential, synthetic, *, key, target):
    shares, certain = [], []
    for row in confidential[[*key, target]].itertuples(index=False):
        same = synthetic.loc[(synthetic[key] == list(row[:-1])).all(axis=1), target]
        if len(same):
            shares.append(row[-1] in same.tolist())
            if same.nunique() == 1:
                certain.append(shares[-1])
    return np.mean(shares), sum(shares) / len(confidential), np.mean(certain)


# %% wrong: TCAP over all records
# says: average over records for which the synthetic rows agree, not over all records
# earns: 0
def attribution(confidential, synthetic, *, key, target):
    shares, certain = [], []
    for row in confidential[[*key, target]].itertuples(index=False):
        same = synthetic.loc[(synthetic[key] == list(row[:-1])).all(axis=1), target]
        if len(same):
            shares.append(np.mean(same == row[-1]))
            if same.nunique() == 1:
                certain.append(shares[-1])
    return np.mean(shares), sum(shares) / len(confidential), sum(certain) / len(confidential)


# %% wrong: TCAP over the attacker's successes
# says: those that fool her as well
# earns: 0
def attribution(confidential, synthetic, *, key, target):
    shares = []
    for row in confidential[[*key, target]].itertuples(index=False):
        same = synthetic.loc[(synthetic[key] == list(row[:-1])).all(axis=1), target]
        if len(same):
            shares.append(np.mean(same == row[-1]))
    certain = [p for p in shares if p == 1]
    return np.mean(shares), sum(shares) / len(confidential), np.mean(certain)


# %% wrong: certain where the confidential rows agree
# says: TCAP is 0.5; it should be 0.666667
# earns: 0
def attribution(confidential, synthetic, *, key, target):
    shares, certain = [], []
    for row in confidential[[*key, target]].itertuples(index=False):
        same = synthetic.loc[(synthetic[key] == list(row[:-1])).all(axis=1), target]
        own = confidential.loc[(confidential[key] == list(row[:-1])).all(axis=1), target]
        if len(same):
            shares.append(np.mean(same == row[-1]))
            if own.nunique() == 1:
                certain.append(shares[-1])
    return np.mean(shares), sum(shares) / len(confidential), np.mean(certain)


# %% wrong: 0 where nothing is certain
# says: Where no key occurs, CAP and TCAP are undefined, NaN
# earns: 2.5
def attribution(confidential, synthetic, *, key, target):
    shares, certain = [], []
    for row in confidential[[*key, target]].itertuples(index=False):
        same = synthetic.loc[(synthetic[key] == list(row[:-1])).all(axis=1), target]
        if len(same):
            shares.append(np.mean(same == row[-1]))
            if same.nunique() == 1:
                certain.append(shares[-1])
    return sum(shares) / max(len(shares), 1), sum(shares) / len(confidential), sum(certain) / max(len(certain), 1)


# %% wrong: the first key column only
# says: With two key columns CAP is
# earns: 0.5
def attribution(confidential, synthetic, *, key, target):
    shares, certain = [], []
    for own, truth in zip(confidential[key[0]], confidential[target]):
        same = synthetic.loc[synthetic[key[0]] == own, target]
        if len(same):
            shares.append(np.mean(same == truth))
            if same.nunique() == 1:
                certain.append(shares[-1])
    nan = float("nan")
    return np.mean(shares) if shares else nan, sum(shares) / len(confidential), np.mean(certain) if certain else nan


# %% wrong: keys joined without a separator
# says: compare each key column by itself
# earns: 2.5
def attribution(confidential, synthetic, *, key, target):
    known, made = (frame[key].astype(str).agg("".join, axis=1) for frame in (confidential, synthetic))
    shares, certain = [], []
    for own, truth in zip(known, confidential[target]):
        same = synthetic.loc[(made == own).to_numpy(), target]
        if len(same):
            shares.append(np.mean(same == truth))
            if same.nunique() == 1:
                certain.append(shares[-1])
    nan = float("nan")
    return np.mean(shares) if shares else nan, sum(shares) / len(confidential), np.mean(certain) if certain else nan


# %% wrong: repeated synthetic rows count once
# says: equal rows are several people
def attribution(confidential, synthetic, *, key, target):
    synthetic = synthetic[[*key, target]].drop_duplicates()
    shares, certain = [], []
    for row in confidential[[*key, target]].itertuples(index=False):
        same = synthetic.loc[(synthetic[key] == list(row[:-1])).all(axis=1), target]
        if len(same):
            shares.append(np.mean(same == row[-1]))
            if same.nunique() == 1:
                certain.append(shares[-1])
    nan = float("nan")
    return np.mean(shares) if shares else nan, sum(shares) / len(confidential), np.mean(certain) if certain else nan


# %% wrong: writes the keys into the tables
# says: Your function changes the data it is given
def attribution(confidential, synthetic, *, key, target):
    for frame in (confidential, synthetic):
        frame["key"] = list(map(tuple, frame[key].to_numpy().tolist()))
    shares, certain = [], []
    for own, truth in zip(confidential["key"], confidential[target]):
        same = synthetic.loc[[made == own for made in synthetic["key"]], target]
        if len(same):
            shares.append(np.mean(same == truth))
            if same.nunique() == 1:
                certain.append(shares[-1])
    nan = float("nan")
    return np.mean(shares) if shares else nan, sum(shares) / len(confidential), np.mean(certain) if certain else nan


# %% wrong: no CAP where nothing is certain
# says: TCAP is undefined and CAP is not
# earns: 2.5
def attribution(confidential, synthetic, *, key, target):
    shares, certain = [], []
    for row in confidential[[*key, target]].itertuples(index=False):
        same = synthetic.loc[(synthetic[key] == list(row[:-1])).all(axis=1), target]
        if len(same):
            shares.append(np.mean(same == row[-1]))
            if same.nunique() == 1:
                certain.append(shares[-1])
    if not certain:
        return float("nan"), sum(shares) / len(confidential), float("nan")
    return np.mean(shares), sum(shares) / len(confidential), np.mean(certain)
