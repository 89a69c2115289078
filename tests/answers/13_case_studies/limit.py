# %% right: person by person
def visitors(visits, *, places, most, epsilon, rng):
    counts = dict.fromkeys(places, 0)
    for _, hers in visits.groupby("person"):
        different = hers["place"].unique()
        for place in rng.choice(different, size=min(most, len(different)), replace=False):
            counts[place] += 1
    return np.array([counts[place] for place in places]) + rng.laplace(0, most / epsilon, len(places))


# %% right: a lot for each pair
def visitors(visits, *, places, most, epsilon, rng):
    pairs = visits.drop_duplicates(subset=["person", "place"]).copy()
    pairs["lot"] = rng.random(len(pairs))
    pairs["rank"] = pairs.groupby("person")["lot"].rank()
    kept = pairs.loc[pairs["rank"] <= most, "place"]
    return np.array([(kept == place).sum() for place in places]) + rng.laplace(scale=most / epsilon, size=len(places))


# %% right: sample within groups
def visitors(visits, *, places, most, epsilon, rng):
    pairs = visits[["person", "place"]].drop_duplicates().sample(frac=1, random_state=rng)
    kept = pairs[pairs.groupby("person").cumcount() < most]
    counts = pd.Categorical(kept["place"], categories=places).codes
    return np.bincount(counts, minlength=len(places)) + rng.laplace(scale=most / epsilon, size=len(places))


# %% right: sets and shuffles
def visitors(visits, *, places, most, epsilon, rng):
    been = {}
    for person, place in zip(visits["person"], visits["place"]):
        been.setdefault(person, []).append(place)
    counts = np.zeros(len(places))
    where = {place: k for k, place in enumerate(places)}
    for hers in been.values():
        different = sorted(set(hers))
        rng.shuffle(different)
        for place in different[:most]:
            counts[where[place]] += 1
    return counts + rng.laplace(scale=most / epsilon, size=len(places))


# %% wrong: the first places
# says: sixty times the same two places
# earns: 3
def visitors(visits, *, places, most, epsilon, rng):
    kept = visits.drop_duplicates(["person", "place"]).groupby("person").head(most)
    counts = kept["place"].value_counts().reindex(places, fill_value=0).to_numpy()
    return counts + rng.laplace(scale=most / epsilon, size=len(places))


# %% wrong: no limit
# says: somebody with 50 places counts at 50 of them
# earns: 1
def visitors(visits, *, places, most, epsilon, rng):
    counts = visits.drop_duplicates(["person", "place"])["place"].value_counts().reindex(places, fill_value=0).to_numpy()
    return counts + rng.laplace(scale=most / epsilon, size=len(places))


# %% wrong: visits count
# says: Zoe was at the shop twice, and counts there once
def visitors(visits, *, places, most, epsilon, rng):
    counts = visits["place"].value_counts().reindex(places, fill_value=0).to_numpy()
    return counts + rng.laplace(scale=most / epsilon, size=len(places))


# %% wrong: draws among visits
# says: must count at two of them
def visitors(visits, *, places, most, epsilon, rng):
    mixed = visits.iloc[rng.permutation(len(visits))]
    kept = mixed.groupby("person").head(most).drop_duplicates(["person", "place"])
    counts = kept["place"].value_counts().reindex(places, fill_value=0).to_numpy()
    return counts + rng.laplace(scale=most / epsilon, size=len(places))


# %% wrong: who comes often counts more often
# says: it matters which place is visited often
# earns: 4
def visitors(visits, *, places, most, epsilon, rng):
    mixed = visits[["person", "place"]].iloc[rng.permutation(len(visits))]
    kept = mixed.drop_duplicates().groupby("person").head(most)
    counts = kept["place"].value_counts().reindex(places, fill_value=0).to_numpy()
    return counts + rng.laplace(scale=most / epsilon, size=len(places))


# %% wrong: noise for one place
# says: one person can change as many counts as the limit allows
def visitors(visits, *, places, most, epsilon, rng):
    once = visits.drop_duplicates(["person", "place"])
    kept = once.iloc[rng.permutation(len(once))].groupby("person").head(most)
    counts = kept["place"].value_counts().reindex(places, fill_value=0).to_numpy()
    return counts + rng.laplace(scale=1 / epsilon, size=len(places))


# %% wrong: noise for all places
# says: a person is at most at as many places as the limit allows, not at all
# earns: 3.5
def visitors(visits, *, places, most, epsilon, rng):
    once = visits.drop_duplicates(["person", "place"])
    kept = once.iloc[rng.permutation(len(once))].groupby("person").head(most)
    counts = kept["place"].value_counts().reindex(places, fill_value=0).to_numpy()
    return counts + rng.laplace(scale=len(places) / epsilon, size=len(places))


# %% wrong: the root of the limit
# says: Laplace noise grows with the limit itself, not with its root
# earns: 3.5
def visitors(visits, *, places, most, epsilon, rng):
    once = visits.drop_duplicates(["person", "place"])
    kept = once.iloc[rng.permutation(len(once))].groupby("person").head(most)
    counts = kept["place"].value_counts().reindex(places, fill_value=0).to_numpy()
    return counts + rng.laplace(scale=np.sqrt(most) / epsilon, size=len(places))


# %% wrong: places that nobody visits are left out
# says: empty places belong to the map, too
def visitors(visits, *, places, most, epsilon, rng):
    once = visits.drop_duplicates(["person", "place"])
    counts = once.iloc[rng.permutation(len(once))].groupby("person").head(most)["place"].value_counts().to_numpy()
    return counts + rng.laplace(scale=most / epsilon, size=len(counts))


# %% wrong: empty places stay exactly empty
# says: Empty places get no noise
# earns: 4.5
def visitors(visits, *, places, most, epsilon, rng):
    once = visits.drop_duplicates(["person", "place"])
    kept = once.iloc[rng.permutation(len(once))].groupby("person").head(most)
    counts = kept["place"].value_counts().reindex(places, fill_value=0).to_numpy()
    return np.where(counts > 0, counts + rng.laplace(scale=most / epsilon, size=len(places)), 0.0)


# %% wrong: one draw of noise for the map
# says: One draw serves all places
def visitors(visits, *, places, most, epsilon, rng):
    once = visits.drop_duplicates(["person", "place"])
    kept = once.iloc[rng.permutation(len(once))].groupby("person").head(most)
    counts = kept["place"].value_counts().reindex(places, fill_value=0).to_numpy()
    return counts + rng.laplace(scale=most / epsilon)


# %% wrong: all people draw alike
# says: People share their draw
# earns: 4
def visitors(visits, *, places, most, epsilon, rng):
    counts, lots = dict.fromkeys(places, 0), rng.random(1000)
    for _, hers in visits.groupby("person"):
        different = hers["place"].unique()
        for k in np.argsort(lots[: len(different)])[:most]:
            counts[different[k]] += 1
    return np.array(list(counts.values())) + rng.laplace(scale=most / epsilon, size=len(places))


# %% wrong: a person counts in parts
# says: a person counts at a place or not, and not in part
def visitors(visits, *, places, most, epsilon, rng):
    once = visits.drop_duplicates(["person", "place"])
    weights = most / once.groupby("person")["place"].transform("size")
    counts = weights.clip(upper=1).groupby(once["place"]).sum().reindex(places, fill_value=0).to_numpy()
    return counts + rng.laplace(scale=most / epsilon, size=len(places))


# %% wrong: shuffles by the global generator
# says: You draw from a global generator
# earns: 4.5
def visitors(visits, *, places, most, epsilon, rng):
    once = visits.drop_duplicates(["person", "place"]).sample(frac=1)
    kept = once.groupby("person").head(most)
    counts = kept["place"].value_counts().reindex(places, fill_value=0).to_numpy()
    return counts + rng.laplace(scale=most / epsilon, size=len(places))
