# %% right: a loop over parents
def rake(noisy, parents):
    rows = []
    for row, parent in zip(noisy, parents):
        total = row.sum()
        rows.append([x * parent / total for x in row] if total > 0 else [parent / len(row)] * len(row))
    return rows


# %% right: ones where the sum is useless
def rake(noisy, parents):
    usable = noisy.sum(axis=1) > 0
    weights = noisy.astype(float)
    weights[~usable] = 1.0
    return weights * (parents / weights.sum(axis=1))[:, None]


# %% right: pandas
def rake(noisy, parents):
    frame = pd.DataFrame(noisy).astype(float)
    frame = frame.where(frame.sum(axis=1) > 0, 1.0)
    return frame.div(frame.sum(axis=1), axis=0).mul(parents, axis=0)


# %% right: divides first, mends afterwards
def rake(noisy, parents):
    sums = noisy.sum(axis=1, keepdims=True)
    with np.errstate(all="ignore"):
        raked = noisy * (parents[:, None] / sums)
    return np.where(sums > 0, raked, parents[:, None] / noisy.shape[1])


# %% wrong: no rule, as published
# says: a sum of 0 gives infinity or NaN
# earns: 0
def rake(noisy, parents):
    return noisy * (parents / noisy.sum(axis=1))[:, None]


# %% wrong: a rule for 0 alone
# says: a negative sum turns the siblings round
# earns: 0
def rake(noisy, parents):
    sums = noisy.sum(axis=1, keepdims=True)
    return np.where(sums == 0, parents[:, None] / noisy.shape[1], noisy * parents[:, None] / np.where(sums == 0, 1, sums))


# %% wrong: negative counts cut off
# says: Negative counts stay in
# earns: 0.5
def rake(noisy, parents):
    usable = noisy.sum(axis=1) > 0
    weights = np.where(usable[:, None], np.maximum(noisy, 0.0), 1.0)
    return weights * (parents / weights.sum(axis=1))[:, None]


# %% wrong: the difference spread evenly
# says: you add the same number to each sibling
# earns: 0
def rake(noisy, parents):
    return noisy + ((parents - noisy.sum(axis=1)) / noisy.shape[1])[:, None]


# %% wrong: left as they are where the sum is useless
# says: your siblings do not add up to their parent
# earns: 0
def rake(noisy, parents):
    sums = noisy.sum(axis=1)
    factor = np.where(sums > 0, parents / np.where(sums > 0, sums, 1), 1.0)
    return noisy * factor[:, None]


# %% wrong: zeros where the sum is useless
# says: siblings 5 and -5 with parent 12 become 6 and 6
# earns: 0
def rake(noisy, parents):
    sums = noisy.sum(axis=1)
    factor = np.where(sums > 0, parents / np.where(sums > 0, sums, 1), 0.0)
    return noisy * factor[:, None]


# %% wrong: sums over the wrong axis
# says: siblings 30 and 10 with parent 80 become 60 and 20
# earns: 0
def rake(noisy, parents):
    sums = noisy.sum(axis=0)
    return np.where(sums > 0, noisy / np.where(sums > 0, sums, 1), 0.5) * parents[:, None]


# %% wrong: rounded
# says: Raked counts are not rounded
# earns: 0
def rake(noisy, parents):
    usable = noisy.sum(axis=1) > 0
    weights = np.where(usable[:, None], noisy, 1.0)
    return np.round(weights * (parents / weights.sum(axis=1))[:, None])


# %% wrong: a sum below 1 counts as useless
# says: a sum between 0 and 1 is raked like any other
# earns: 1.5
def rake(noisy, parents):
    usable = noisy.sum(axis=1) >= 1
    weights = np.where(usable[:, None], noisy, 1.0)
    return weights * (parents / weights.sum(axis=1))[:, None]


# %% wrong: parents below 0 are set to 0
# says: A parent may be 0 or negative
# earns: 1.5
def rake(noisy, parents):
    usable = noisy.sum(axis=1) > 0
    weights = np.where(usable[:, None], noisy, 1.0)
    return weights * (np.maximum(parents, 0) / weights.sum(axis=1))[:, None]


# %% wrong: changes the array it is given
# says: Your function changes an array that it is given
# earns: 0
def rake(noisy, parents):
    noisy[noisy.sum(axis=1) <= 0] = 1
    return noisy * (parents / noisy.sum(axis=1))[:, None]
