# %% right: a permutation of each column
def scramble(confidential, *, rng):
    return pd.DataFrame({name: rng.permutation(confidential[name].to_numpy()) for name in confidential})


# %% right: a copy, filled column by column
def scramble(confidential, *, rng):
    shuffled = confidential.copy()
    for name in shuffled.columns:
        values = shuffled[name].tolist()
        rng.shuffle(values)
        shuffled[name] = values
    return shuffled


# %% right: pandas' own sample, values without labels
def scramble(confidential, *, rng):
    out = confidential.copy()
    for name in out:
        out[name] = out[name].sample(frac=1, random_state=rng).to_numpy()
    return out


# %% right: random keys, row labels reset
def scramble(confidential, *, rng):
    columns = [confidential[name].iloc[np.argsort(rng.random(len(confidential)))].reset_index(drop=True) for name in confidential]
    return pd.concat(columns, axis=1)


# %% wrong: whole rows
# says: whole rows have moved. Each column needs an order of its own
# earns: 1
def scramble(confidential, *, rng):
    return confidential.sample(frac=1, random_state=rng)


# %% wrong: one permutation for all columns
# says: whole rows have moved. Each column needs an order of its own
# earns: 1
def scramble(confidential, *, rng):
    order = rng.permutation(len(confidential))
    return pd.DataFrame({name: confidential[name].to_numpy()[order] for name in confidential})


# %% wrong: the seed reset before each column, as in a published course
# says: whole rows have moved. Each column needs an order of its own
# earns: 0.5
def scramble(confidential, *, rng):
    return pd.DataFrame({name: np.random.default_rng(20220301).permutation(confidential[name].to_numpy()) for name in confidential})


# %% wrong: pandas puts the values back
# says: Every value is back in its old place
# earns: 0.5
def scramble(confidential, *, rng):
    out = confidential.copy()
    for name in out:
        out[name] = out[name].sample(frac=1, random_state=rng)
    return out


# %% wrong: with replacement
# says: has other values than before
# earns: 0
def scramble(confidential, *, rng):
    return pd.DataFrame({name: rng.choice(confidential[name].to_numpy(), size=len(confidential)) for name in confidential})


# %% wrong: sorted columns
# says: A column is sorted
# earns: 0.5
def scramble(confidential, *, rng):
    return pd.DataFrame({name: np.sort(confidential[name].to_numpy()) for name in confidential})


# %% wrong: the first column stays with the second
# says: retired and sex still go together in every row
# earns: 1
def scramble(confidential, *, rng):
    out = confidential.reset_index(drop=True).copy()
    for name in out.columns[2:]:
        out[name] = rng.permutation(out[name].to_numpy())
    return out


# %% wrong: half of the rows stay
# says: each column needs a random order of its own
def scramble(confidential, *, rng):
    out = confidential.reset_index(drop=True).copy()
    half = len(out) // 2
    for name in out:
        values = out[name].to_numpy().copy()
        values[:half] = rng.permutation(values[:half])
        out[name] = values
    return out


# %% wrong: the global generator
# says: You draw from a global generator
# earns: 1.5
def scramble(confidential, *, rng):
    return pd.DataFrame({name: np.random.permutation(confidential[name].to_numpy()) for name in confidential})


# %% wrong: a generator of its own
# says: the rng that is passed in is ignored
# earns: 1.5
def scramble(confidential, *, rng):
    mine = np.random.default_rng()
    return pd.DataFrame({name: mine.permutation(confidential[name].to_numpy()) for name in confidential})


# %% wrong: one seed, one stream
# says: the same order comes out: a seed is fixed inside
# earns: 1.5
def scramble(confidential, *, rng):
    mine = np.random.default_rng(6)
    return pd.DataFrame({name: mine.permutation(confidential[name].to_numpy()) for name in confidential})


# %% wrong: changes the table that it is given
# says: Your function changes the table that it is given
# earns: 1.5
def scramble(confidential, *, rng):
    for name in confidential:
        confidential[name] = rng.permutation(confidential[name].to_numpy())
    return confidential


# %% wrong: columns in the order of the alphabet
# says: in another order
# earns: 1.5
def scramble(confidential, *, rng):
    return pd.DataFrame({name: rng.permutation(confidential[name].to_numpy()) for name in sorted(confidential)})


# %% wrong: the first column stays as it is
# says: Column retired stays as it is
# earns: 1
def scramble(confidential, *, rng):
    out = confidential.reset_index(drop=True).copy()
    for name in out.columns[1:]:
        out[name] = rng.permutation(out[name].to_numpy())
    return out


# %% wrong: each column is only rotated
# says: is only rotated
# earns: 1
def scramble(confidential, *, rng):
    return pd.DataFrame({name: np.roll(confidential[name].to_numpy(), rng.integers(1, len(confidential))) for name in confidential})


# %% wrong: one order, and the same order backwards
# says: know each other's order
# earns: 1
def scramble(confidential, *, rng):
    order = rng.permutation(len(confidential))
    columns = {}
    for k, name in enumerate(confidential):
        columns[name] = confidential[name].to_numpy()[np.roll(order[:: (-1) ** k], 7 * k)]
    return pd.DataFrame(columns)


# %% wrong: shuffled within ten rows
# says: of the rows
# earns: 1
def scramble(confidential, *, rng):
    blocks = np.arange(len(confidential)) // 10
    return pd.DataFrame({name: confidential[name].to_numpy()[np.lexsort([rng.random(len(blocks)), blocks])] for name in confidential})
