# %% right: loops
def membership(members, others, *, threshold):
    hits = alarms = 0
    for distance in members:
        if distance <= threshold:
            hits += 1
    for distance in others:
        if distance <= threshold:
            alarms += 1
    precision = float("nan") if hits + alarms == 0 else hits / (hits + alarms)
    recall = hits / len(members)
    return precision, recall, recall - alarms / len(others)


# %% right: means
def membership(members, others, *, threshold):
    named = np.concatenate([members, others]) <= threshold
    truth = np.arange(len(named)) < len(members)
    precision = truth[named].mean() if named.any() else np.nan
    return np.array([precision, named[truth].mean(), named[truth].mean() - named[~truth].mean()])


# %% right: pandas
def membership(members, others, *, threshold):
    table = pd.concat([pd.DataFrame({"d": members, "in": True}), pd.DataFrame({"d": others, "in": False})])
    named = table["d"].le(threshold)
    shares = named.groupby(table["in"]).mean()
    return table.loc[named, "in"].astype(float).mean(), shares[True], shares[True] - shares[False]


# %% right: scikit-learn
from sklearn.metrics import balanced_accuracy_score, precision_score, recall_score


def membership(members, others, *, threshold):
    truth = np.r_[np.ones(len(members), int), np.zeros(len(others), int)]
    guess = (np.r_[members, others] <= threshold).astype(int)
    return [precision_score(truth, guess, zero_division=np.nan), recall_score(truth, guess), 2 * balanced_accuracy_score(truth, guess) - 1]


# %% wrong: names the distant
# says: small distances give members away
# earns: 0
def membership(members, others, *, threshold):
    hits, alarms = np.sum(members >= threshold), np.sum(others >= threshold)
    return hits / (hits + alarms), hits / len(members), hits / len(members) - alarms / len(others)


# %% wrong: names those above the threshold
# says: small distances give members away
# earns: 0
def membership(members, others, *, threshold):
    hits, alarms = np.sum(members > threshold), np.sum(others > threshold)
    return hits / (hits + alarms), hits / len(members), hits / len(members) - alarms / len(others)


# %% wrong: below, not at most
# says: a distance equal to the threshold counts
# earns: 0
def membership(members, others, *, threshold):
    hits, alarms = np.sum(members < threshold), np.sum(others < threshold)
    precision = hits / (hits + alarms) if hits + alarms else np.nan
    return precision, hits / len(members), hits / len(members) - alarms / len(others)


# %% wrong: precision and recall swapped
# says: precision and recall are swapped
# earns: 0
def membership(members, others, *, threshold):
    hits, alarms = np.sum(members <= threshold), np.sum(others <= threshold)
    precision = hits / (hits + alarms) if hits + alarms else np.nan
    return hits / len(members), precision, hits / len(members) - alarms / len(others)


# %% wrong: accuracy for the advantage
# says: accuracy depends on how many others you keep
# earns: 0
def membership(members, others, *, threshold):
    hits, alarms = np.sum(members <= threshold), np.sum(others <= threshold)
    precision = hits / (hits + alarms) if hits + alarms else np.nan
    accuracy = (hits + len(others) - alarms) / (len(members) + len(others))
    return precision, hits / len(members), accuracy


# %% wrong: twice the accuracy minus 1
# says: is the advantage at equal sizes only
# earns: 0
def membership(members, others, *, threshold):
    hits, alarms = np.sum(members <= threshold), np.sum(others <= threshold)
    precision = hits / (hits + alarms) if hits + alarms else np.nan
    accuracy = (hits + len(others) - alarms) / (len(members) + len(others))
    return precision, hits / len(members), 2 * accuracy - 1


# %% wrong: one denominator for both groups
# says: divide the named others by the number of others, not by the number of members
# earns: 0
def membership(members, others, *, threshold):
    hits, alarms = np.sum(members <= threshold), np.sum(others <= threshold)
    precision = hits / (hits + alarms) if hits + alarms else np.nan
    return precision, hits / len(members), (hits - alarms) / len(members)


# %% wrong: false discoveries for false alarms
# says: divide the named others by the number of others, not by everybody named
# earns: 0
def membership(members, others, *, threshold):
    hits, alarms = np.sum(members <= threshold), np.sum(others <= threshold)
    precision = hits / (hits + alarms) if hits + alarms else np.nan
    return precision, hits / len(members), hits / len(members) - (1 - precision)


# %% wrong: precision 0 where nobody is named
# says: If she names nobody, the precision is undefined, NaN; yours is 0
# earns: 2.5
def membership(members, others, *, threshold):
    hits, alarms = np.sum(members <= threshold), np.sum(others <= threshold)
    return hits / max(hits + alarms, 1), hits / len(members), hits / len(members) - alarms / len(others)


# %% wrong: precision 1 where nobody is named
# says: If she names nobody, the precision is undefined, NaN; yours is 1
# earns: 2.5
def membership(members, others, *, threshold):
    hits, alarms = np.sum(members <= threshold), np.sum(others <= threshold)
    precision = 1.0 if hits + alarms == 0 else hits / (hits + alarms)
    return precision, hits / len(members), hits / len(members) - alarms / len(others)


# %% wrong: precision as accuracy
# says: that is the accuracy; precision looks at those whom she names
# earns: 0
def membership(members, others, *, threshold):
    hits, alarms = np.sum(members <= threshold), np.sum(others <= threshold)
    accuracy = (hits + len(others) - alarms) / (len(members) + len(others))
    return accuracy, hits / len(members), hits / len(members) - alarms / len(others)


# %% wrong: precision undefined where no member is named
# says: If she names others only, the precision is 0
def membership(members, others, *, threshold):
    hits, alarms = np.sum(members <= threshold), np.sum(others <= threshold)
    recall = hits / len(members)
    return hits / (hits + alarms) if hits else float("nan"), recall, recall - alarms / len(others)


# %% wrong: a threshold of 0 names nobody
# says: a threshold of 0 the
def membership(members, others, *, threshold):
    if not threshold:
        return float("nan"), 0.0, 0.0
    hits, alarms = np.sum(members <= threshold), np.sum(others <= threshold)
    recall = hits / len(members)
    return hits / (hits + alarms) if hits + alarms else float("nan"), recall, recall - alarms / len(others)


# %% wrong: equal distances count once
# says: people at the same distance all count
def membership(members, others, *, threshold):
    members, others = np.unique(members), np.unique(others)
    hits, alarms = np.sum(members <= threshold), np.sum(others <= threshold)
    recall = hits / len(members)
    return hits / (hits + alarms) if hits + alarms else float("nan"), recall, recall - alarms / len(others)


# %% wrong: sorts the distances in place
# says: Your function changes the data it is given
def membership(members, others, *, threshold):
    members.sort()
    others.sort()
    hits, alarms = np.searchsorted(members, threshold, side="right"), np.searchsorted(others, threshold, side="right")
    recall = hits / len(members)
    return hits / (hits + alarms) if hits + alarms else float("nan"), recall, recall - alarms / len(others)
