# %% right: a loop over synthetic rows
def cart_draw(confidential, synthetic, *, target, predictors, min_leaf, rng):
    tree = DecisionTreeRegressor(min_samples_leaf=min_leaf, random_state=0)
    tree.fit(confidential[predictors], confidential[target])
    leaves = tree.apply(confidential[predictors])
    values = []
    for leaf in tree.apply(synthetic[predictors]):
        values.append(rng.choice(confidential[target].to_numpy()[leaves == leaf]))
    return np.array(values)


# %% right: a loop over leaves, and a tree that forgets random_state
def cart_draw(confidential, synthetic, *, target, predictors, min_leaf, rng):
    y = confidential[target].to_numpy()
    tree = DecisionTreeRegressor(min_samples_leaf=min_leaf).fit(confidential[predictors].values, y)
    real, made = tree.apply(confidential[predictors].values), tree.apply(synthetic[predictors].values)
    drawn = np.empty(len(made), dtype=y.dtype)
    for leaf in np.unique(made):
        drawn[made == leaf] = rng.choice(y[real == leaf], size=np.sum(made == leaf))
    return drawn


# %% right: random weights, the heaviest donor of the leaf
def cart_draw(confidential, synthetic, *, target, predictors, min_leaf, rng):
    tree = DecisionTreeRegressor(min_samples_leaf=min_leaf, random_state=0).fit(confidential[predictors], confidential[target])
    same = tree.apply(synthetic[predictors])[:, None] == tree.apply(confidential[predictors])
    winner = np.where(same, rng.random(same.shape), -1).argmax(axis=1)
    return confidential[target].iloc[winner]


# %% right: pandas groups, transformed
def cart_draw(confidential, synthetic, *, target, predictors, min_leaf, rng):
    tree = DecisionTreeRegressor(min_samples_leaf=min_leaf, random_state=3).fit(confidential[predictors], confidential[target])
    donors = confidential.assign(leaf=tree.apply(confidential[predictors])).groupby("leaf")[target]
    made = pd.Series(tree.apply(synthetic[predictors]))

    def draw(rows):
        return donors.get_group(rows.name).sample(len(rows), replace=True, random_state=rng).to_numpy()

    return made.groupby(made).transform(draw).to_numpy()


# %% right: sorted donors, one uniform draw a row
def cart_draw(confidential, synthetic, *, target, predictors, min_leaf, rng):
    tree = DecisionTreeRegressor(min_samples_leaf=min_leaf, random_state=0).fit(confidential[predictors], confidential[target])
    leaves = tree.apply(confidential[predictors])
    order = np.argsort(leaves, kind="stable")
    made = tree.apply(synthetic[predictors])
    begin, end = np.searchsorted(leaves[order], made), np.searchsorted(leaves[order], made, side="right")
    return confidential[target].to_numpy()[order][rng.integers(begin, end)]


# %% wrong: the mean of the leaf
# says: pass on the value of a donor, not the mean of a leaf
# earns: 0
def cart_draw(confidential, synthetic, *, target, predictors, min_leaf, rng):
    tree = DecisionTreeRegressor(min_samples_leaf=min_leaf, random_state=0).fit(confidential[predictors], confidential[target])
    return tree.predict(synthetic[predictors])


# %% wrong: donors from all rows
# says: the donors of all leaves are mixed
def cart_draw(confidential, synthetic, *, target, predictors, min_leaf, rng):
    return rng.choice(confidential[target], size=len(synthetic))


# %% wrong: leaves as small as the tree likes
# says: a leaf holds 3 rows where min_leaf is 5
# earns: 2.5
def cart_draw(confidential, synthetic, *, target, predictors, min_leaf, rng):
    tree = DecisionTreeRegressor(min_samples_split=min_leaf, random_state=0).fit(confidential[predictors], confidential[target])
    leaves = tree.apply(confidential[predictors])
    return np.array([rng.choice(confidential[target].to_numpy()[leaves == leaf]) for leaf in tree.apply(synthetic[predictors])])


# %% wrong: leaves of 5 always
# says: min_leaf is not always 5
def cart_draw(confidential, synthetic, *, target, predictors, min_leaf, rng):
    tree = DecisionTreeRegressor(min_samples_leaf=5, random_state=0).fit(confidential[predictors], confidential[target])
    leaves = tree.apply(confidential[predictors])
    return np.array([rng.choice(confidential[target].to_numpy()[leaves == leaf]) for leaf in tree.apply(synthetic[predictors])])


# %% wrong: one donor for each leaf
# says: get the same donor: draw for each row
def cart_draw(confidential, synthetic, *, target, predictors, min_leaf, rng):
    tree = DecisionTreeRegressor(min_samples_leaf=min_leaf, random_state=0).fit(confidential[predictors], confidential[target])
    leaves, values = tree.apply(confidential[predictors]), confidential[target].to_numpy()
    donor = {leaf: rng.choice(values[leaves == leaf]) for leaf in np.unique(leaves)}
    return np.array([donor[leaf] for leaf in tree.apply(synthetic[predictors])])


# %% wrong: different values only
# says: values that occur twice count once
def cart_draw(confidential, synthetic, *, target, predictors, min_leaf, rng):
    tree = DecisionTreeRegressor(min_samples_leaf=min_leaf, random_state=0).fit(confidential[predictors], confidential[target])
    leaves = tree.apply(confidential[predictors])
    return np.array([rng.choice(confidential[target][leaves == leaf].unique()) for leaf in tree.apply(synthetic[predictors])])


# %% wrong: noise around the mean of the leaf
# says: and without noise
# earns: 0
def cart_draw(confidential, synthetic, *, target, predictors, min_leaf, rng):
    tree = DecisionTreeRegressor(min_samples_leaf=min_leaf, random_state=0).fit(confidential[predictors], confidential[target])
    return tree.predict(synthetic[predictors]) + rng.normal(size=len(synthetic))


# %% wrong: the first donor of the leaf
# says: get the same donor: draw for each row
def cart_draw(confidential, synthetic, *, target, predictors, min_leaf, rng):
    tree = DecisionTreeRegressor(min_samples_leaf=min_leaf, random_state=0).fit(confidential[predictors], confidential[target])
    leaves = tree.apply(confidential[predictors])
    return np.array([confidential[target].to_numpy()[leaves == leaf][0] for leaf in tree.apply(synthetic[predictors])])


# %% wrong: donors for the confidential rows
# says: it should be (3000,)
# earns: 0
def cart_draw(confidential, synthetic, *, target, predictors, min_leaf, rng):
    tree = DecisionTreeRegressor(min_samples_leaf=min_leaf, random_state=0).fit(confidential[predictors], confidential[target])
    leaves = tree.apply(confidential[predictors])
    return np.array([rng.choice(confidential[target].to_numpy()[leaves == leaf]) for leaf in leaves])


# %% wrong: the first predictor only
# says: With two predictors, some donors come from another leaf
# earns: 2.5
def cart_draw(confidential, synthetic, *, target, predictors, min_leaf, rng):
    used = predictors[:1]
    tree = DecisionTreeRegressor(min_samples_leaf=min_leaf, random_state=0).fit(confidential[used], confidential[target])
    leaves = tree.apply(confidential[used])
    return np.array([rng.choice(confidential[target].to_numpy()[leaves == leaf]) for leaf in tree.apply(synthetic[used])])


# %% wrong: the global generator
# says: draw from it, not from a generator of your own
# earns: 2.5
def cart_draw(confidential, synthetic, *, target, predictors, min_leaf, rng):
    tree = DecisionTreeRegressor(min_samples_leaf=min_leaf, random_state=0).fit(confidential[predictors], confidential[target])
    leaves = tree.apply(confidential[predictors])
    return np.array([np.random.choice(confidential[target].to_numpy()[leaves == leaf]) for leaf in tree.apply(synthetic[predictors])])


# %% wrong: the leaf number is added to the frame that is passed in
# says: Your function changes the data it is given
# earns: 0
def cart_draw(confidential, synthetic, *, target, predictors, min_leaf, rng):
    tree = DecisionTreeRegressor(min_samples_leaf=min_leaf, random_state=0).fit(confidential[predictors], confidential[target])
    confidential["leaf"] = tree.apply(confidential[predictors])
    return np.array([rng.choice(confidential.loc[confidential["leaf"] == leaf, target]) for leaf in tree.apply(synthetic[predictors])])


# %% wrong: without replacement where the leaf has donors enough
# says: with replacement
def cart_draw(confidential, synthetic, *, target, predictors, min_leaf, rng):
    tree = DecisionTreeRegressor(min_samples_leaf=min_leaf, random_state=0).fit(confidential[predictors], confidential[target])
    real, made = tree.apply(confidential[predictors]), tree.apply(synthetic[predictors])
    values, drawn = confidential[target].to_numpy(), np.empty(len(made))
    for leaf in np.unique(made):
        donors, n = values[real == leaf], np.sum(made == leaf)
        drawn[made == leaf] = rng.choice(donors, size=n, replace=n > len(donors))
    return drawn
