# %% right: a permutation
def held_out_auc(confidential, synthetic, *, model, rng):
    rows = np.vstack([confidential, synthetic])
    label = np.repeat([0, 1], [len(confidential), len(synthetic)])
    order = rng.permutation(len(rows))
    train, test = order[: len(rows) // 2], order[len(rows) // 2 :]
    model.fit(rows[train], label[train])
    return roc_auc_score(label[test], model.predict_proba(rows[test])[:, 1])


# %% right: train_test_split, stratified, seeded from rng
def held_out_auc(confidential, synthetic, *, model, rng):
    from sklearn.base import clone
    from sklearn.model_selection import train_test_split

    rows = pd.concat([confidential, synthetic], ignore_index=True)
    label = pd.Series(["confidential"] * len(confidential) + ["synthetic"] * len(synthetic))
    x, x_test, y, y_test = train_test_split(rows, label, test_size=0.5, stratify=label, random_state=int(rng.integers(2**31)))
    fitted = clone(model).fit(x, y)
    return roc_auc_score(y_test == "synthetic", fitted.predict_proba(x_test)[:, 1])


# %% right: pairs compared by hand, scores of all rows and then those held out
def held_out_auc(confidential, synthetic, *, model, rng):
    rows = pd.concat([confidential, synthetic]).to_numpy()
    label = np.arange(len(rows)) >= len(confidential)
    fit = np.zeros(len(rows), dtype=bool)
    fit[rng.choice(len(rows), size=len(rows) // 2, replace=False)] = True
    model.fit(rows[fit], label[fit])
    score = model.predict_proba(rows)[:, 1]
    fake, real = score[label & ~fit], score[~label & ~fit]
    difference = fake[:, None] - real
    return (difference > 0).mean() + (difference == 0).mean() / 2


# %% right: ranks, labels for the confidential rows
def held_out_auc(confidential, synthetic, *, model, rng):
    from scipy.stats import rankdata

    table = pd.concat([confidential.assign(real_=True), synthetic.assign(real_=False)], ignore_index=True)
    half = table.sample(frac=0.5, random_state=rng)
    rest = table.drop(half.index)
    model.fit(half.drop(columns="real_").to_numpy(), half["real_"])
    ranks = rankdata(1 - model.predict_proba(rest.drop(columns="real_").to_numpy())[:, 1])
    fake = ~rest["real_"].to_numpy()
    n, m = (~fake).sum(), fake.sum()
    return (ranks[fake].sum() - m * (m + 1) / 2) / (n * m)


# %% wrong: measured on the rows of the fit
# says: you measure on the rows that the model was fitted on
# earns: 0
def held_out_auc(confidential, synthetic, *, model, rng):
    rows = np.vstack([confidential, synthetic])
    label = np.arange(len(rows)) >= len(confidential)
    model.fit(rows, label)
    return roc_auc_score(label, model.predict_proba(rows)[:, 1])


# %% wrong: fitted on all rows, measured on half of them
# says: You fit on all rows
# earns: 0.5
def held_out_auc(confidential, synthetic, *, model, rng):
    rows = np.vstack([confidential, synthetic])
    label = np.arange(len(rows)) >= len(confidential)
    test = rng.permutation(len(rows))[: len(rows) // 2]
    model.fit(rows, label)
    return roc_auc_score(label[test], model.predict_proba(rows[test])[:, 1])


# %% wrong: fitted on half, measured on all
# says: you measure on all rows, half of which the model was fitted on
def held_out_auc(confidential, synthetic, *, model, rng):
    rows = np.vstack([confidential, synthetic])
    label = np.arange(len(rows)) >= len(confidential)
    train = rng.permutation(len(rows))[: len(rows) // 2]
    model.fit(rows[train], label[train])
    return roc_auc_score(label, model.predict_proba(rows)[:, 1])


# %% wrong: the split is not shuffled
# says: all rows that you fit on are from one file: draw them at random from both
def held_out_auc(confidential, synthetic, *, model, rng):
    rows = np.vstack([confidential, synthetic])
    label = np.arange(len(rows)) >= len(confidential)
    half = len(rows) // 2
    model.fit(rows[:half], label[:half])
    return roc_auc_score(label[half:], model.predict_proba(rows[half:])[:, 1])


# %% wrong: every second row
# says: a seed is fixed inside, the rows are not shuffled
# earns: 2.5
def held_out_auc(confidential, synthetic, *, model, rng):
    rows = np.vstack([confidential, synthetic])
    label = np.arange(len(rows)) >= len(confidential)
    model.fit(rows[::2], label[::2])
    return roc_auc_score(label[1::2], model.predict_proba(rows[1::2])[:, 1])


# %% wrong: a fixed random_state
# says: a seed is fixed inside, the rows are not shuffled
# earns: 2.5
def held_out_auc(confidential, synthetic, *, model, rng):
    from sklearn.model_selection import train_test_split

    rows = np.vstack([confidential, synthetic])
    label = np.arange(len(rows)) >= len(confidential)
    x, x_test, y, y_test = train_test_split(rows, label, test_size=0.5, random_state=42)
    return roc_auc_score(y_test, model.fit(x, y).predict_proba(x_test)[:, 1])


# %% wrong: the global generator
# says: You draw from a global generator
# earns: 2.5
def held_out_auc(confidential, synthetic, *, model, rng):
    from sklearn.model_selection import train_test_split

    rows = np.vstack([confidential, synthetic])
    label = np.arange(len(rows)) >= len(confidential)
    x, x_test, y, y_test = train_test_split(rows, label, test_size=0.5)
    return roc_auc_score(y_test, model.fit(x, y).predict_proba(x_test)[:, 1])


# %% wrong: predicted labels
# says: take probabilities, predict_proba: predicted labels throw the order of the scores away
# earns: 2.25
def held_out_auc(confidential, synthetic, *, model, rng):
    rows = np.vstack([confidential, synthetic])
    label = np.arange(len(rows)) >= len(confidential)
    train, test = np.array_split(rng.permutation(len(rows)), 2)
    return roc_auc_score(label[test], model.fit(rows[train], label[train]).predict(rows[test]))


# %% wrong: column 0
# says: that is 1 - AUC: column 1 of predict_proba belongs to the larger label
# earns: 1
def held_out_auc(confidential, synthetic, *, model, rng):
    rows = np.vstack([confidential, synthetic])
    label = np.arange(len(rows)) >= len(confidential)
    train, test = np.array_split(rng.permutation(len(rows)), 2)
    return roc_auc_score(label[test], model.fit(rows[train], label[train]).predict_proba(rows[test])[:, 0])


# %% wrong: the label among the columns
# says: is the label, or a row number, among them?
def held_out_auc(confidential, synthetic, *, model, rng):
    table = pd.concat([confidential.assign(label=0), synthetic.assign(label=1)], ignore_index=True).to_numpy()
    train, test = np.array_split(rng.permutation(len(table)), 2)
    model.fit(table[train], table[train, -1])
    return roc_auc_score(table[test, -1], model.predict_proba(table[test])[:, 1])


# %% wrong: the share of right labels
# says: that is the share of right labels
def held_out_auc(confidential, synthetic, *, model, rng):
    rows = np.vstack([confidential, synthetic])
    label = np.arange(len(rows)) >= len(confidential)
    halves = [np.array_split(rng.permutation(part), 2) for part in (np.flatnonzero(label), np.flatnonzero(~label))]
    train, test = (np.concatenate(half) for half in zip(*halves))
    return model.fit(rows[train], label[train]).score(rows[test], label[test])


# %% wrong: ties lost
# says: a tie counts 1/2
def held_out_auc(confidential, synthetic, *, model, rng):
    rows = np.vstack([confidential, synthetic])
    label = np.arange(len(rows)) >= len(confidential)
    train, test = np.array_split(rng.permutation(len(rows)), 2)
    score = model.fit(rows[train], label[train]).predict_proba(rows[test])[:, 1]
    return (score[label[test]][:, None] > score[~label[test]]).mean()


# %% wrong: nine tenths for the fit
# says: half of them should be held out
# earns: 2.25
def held_out_auc(confidential, synthetic, *, model, rng):
    rows = np.vstack([confidential, synthetic])
    label = np.arange(len(rows)) >= len(confidential)
    order = rng.permutation(len(rows))
    train, test = order[len(rows) // 10 :], order[: len(rows) // 10]
    return roc_auc_score(label[test], model.fit(rows[train], label[train]).predict_proba(rows[test])[:, 1])


# %% wrong: turned round below one half
# says: an AUC below 1/2 is a result as well
def held_out_auc(confidential, synthetic, *, model, rng):
    rows = np.vstack([confidential, synthetic])
    label = np.arange(len(rows)) >= len(confidential)
    train, test = np.array_split(rng.permutation(len(rows)), 2)
    auc = roc_auc_score(label[test], model.fit(rows[train], label[train]).predict_proba(rows[test])[:, 1])
    return max(auc, 1 - auc)


# %% wrong: never below one half
# says: an AUC below 1/2 is a result as well
def held_out_auc(confidential, synthetic, *, model, rng):
    rows = np.vstack([confidential, synthetic])
    label = np.arange(len(rows)) >= len(confidential)
    train, test = np.array_split(rng.permutation(len(rows)), 2)
    return max(0.5, roc_auc_score(label[test], model.fit(rows[train], label[train]).predict_proba(rows[test])[:, 1]))


# %% wrong: two halves of an even number only
# says: with an odd number of rows
def held_out_auc(confidential, synthetic, *, model, rng):
    rows = np.vstack([confidential, synthetic])
    label = np.arange(len(rows)) >= len(confidential)
    train, test = np.split(rng.permutation(len(rows)), 2)
    return roc_auc_score(label[test], model.fit(rows[train], label[train]).predict_proba(rows[test])[:, 1])


# %% wrong: repeated rows are dropped
# says: equal rows are several people
def held_out_auc(confidential, synthetic, *, model, rng):
    real, fake = confidential.drop_duplicates(), synthetic.drop_duplicates()
    rows = np.vstack([real, fake])
    label = np.arange(len(rows)) >= len(real)
    train, test = np.array_split(rng.permutation(len(rows)), 2)
    return roc_auc_score(label[test], model.fit(rows[train], label[train]).predict_proba(rows[test])[:, 1])


# %% wrong: writes the labels into the files
# says: Your function changes the data it is given
def held_out_auc(confidential, synthetic, *, model, rng):
    confidential["label_"], synthetic["label_"] = 0, 1
    both = pd.concat([confidential, synthetic])
    label = both.pop("label_").to_numpy()
    rows = both.to_numpy()
    train, test = np.array_split(rng.permutation(len(rows)), 2)
    return roc_auc_score(label[test], model.fit(rows[train], label[train]).predict_proba(rows[test])[:, 1])
