# %% right: a loop over the schools
def publish(counts, *, epsilon, rng):
    rows = []
    for row in counts:
        noisy = [count + rng.laplace(0, 2 / epsilon) for count in row]
        rows.append([*noisy, sum(noisy[1:])])
    return np.array(rows)


# %% right: half of epsilon for each of two columns
def publish(counts, *, epsilon, rng):
    infected, reasons = counts[:, :1], counts[:, 1:]
    infected = infected + rng.laplace(scale=1 / (epsilon / 2), size=infected.shape)
    reasons = reasons + rng.laplace(scale=1 / (epsilon / 2), size=reasons.shape)
    return np.hstack([infected, reasons, reasons.sum(axis=1, keepdims=True)])


# %% right: difference of exponentials
def publish(counts, *, epsilon, rng):
    first, second = rng.exponential(2 / epsilon, (2, *counts.shape))
    table = np.zeros((len(counts), counts.shape[1] + 1))
    table[:, :-1] = counts + first - second
    table[:, -1] = table[:, 1:-1].sum(axis=1)
    return table


# %% wrong: all of epsilon for each column
# says: a pupil who is infected and absent is in two columns and pays for both
# earns: 2
def publish(counts, *, epsilon, rng):
    noisy = counts + rng.laplace(scale=1 / epsilon, size=counts.shape)
    return np.column_stack([noisy, noisy[:, 1:].sum(axis=1)])


# %% wrong: divides epsilon by the number of columns
# says: a pupil is in two of them at most
# earns: 2
def publish(counts, *, epsilon, rng):
    noisy = counts + rng.laplace(scale=counts.shape[1] / epsilon, size=counts.shape)
    return np.column_stack([noisy, noisy[:, 1:].sum(axis=1)])


# %% wrong: pays for the sum as well
# says: it is computed from what is published, which costs nothing
# earns: 2
def publish(counts, *, epsilon, rng):
    noisy = counts + rng.laplace(scale=3 / epsilon, size=counts.shape)
    return np.column_stack([noisy, noisy[:, 1:].sum(axis=1)])


# %% wrong: the sum is a release of its own
# says: a sum with noise of its own is one more release
# earns: 2
def publish(counts, *, epsilon, rng):
    table = np.column_stack([counts, counts[:, 1:].sum(axis=1)])
    return table + rng.laplace(scale=2 / epsilon, size=table.shape)


# %% wrong: the exact sum
# says: the last column is exact
# earns: 2
def publish(counts, *, epsilon, rng):
    noisy = counts + rng.laplace(scale=2 / epsilon, size=counts.shape)
    return np.column_stack([noisy, counts[:, 1:].sum(axis=1)])


# %% wrong: adds up the infected, too
# says: infected pupils are not a reason to be absent
# earns: 2
def publish(counts, *, epsilon, rng):
    noisy = counts + rng.laplace(scale=2 / epsilon, size=counts.shape)
    return np.column_stack([noisy, noisy.sum(axis=1)])


# %% wrong: the scale the wrong way round
# says: the scale is the wrong way round
# earns: 2
def publish(counts, *, epsilon, rng):
    noisy = counts + rng.laplace(scale=epsilon / 2, size=counts.shape)
    return np.column_stack([noisy, noisy[:, 1:].sum(axis=1)])


# %% wrong: the root of two columns
# says: multiply by 2, not by its square root
# earns: 2
def publish(counts, *, epsilon, rng):
    noisy = counts + rng.laplace(scale=np.sqrt(2) / epsilon, size=counts.shape)
    return np.column_stack([noisy, noisy[:, 1:].sum(axis=1)])


# %% wrong: noise for those who are there
# says: every count needs noise, also one that is 0
# earns: 0
def publish(counts, *, epsilon, rng):
    noisy = counts + (counts > 0) * rng.laplace(scale=2 / epsilon, size=counts.shape)
    return np.column_stack([noisy, noisy[:, 1:].sum(axis=1)])


# %% wrong: no school has fewer than 0
# says: You cut at 0
# earns: 2
def publish(counts, *, epsilon, rng):
    noisy = np.maximum(counts + rng.laplace(scale=2 / epsilon, size=counts.shape), 1e-9)
    return np.column_stack([noisy, noisy[:, 1:].sum(axis=1)])


# %% wrong: one draw for a school
# says: One draw serves all columns of a school
# earns: 2
def publish(counts, *, epsilon, rng):
    noisy = counts + rng.laplace(scale=2 / epsilon, size=(len(counts), 1))
    return np.column_stack([noisy, noisy[:, 1:].sum(axis=1)])


# %% wrong: a seed fixed inside
# says: a seed is fixed inside
# earns: 1
def publish(counts, *, epsilon, rng):
    noisy = counts + np.random.default_rng(11).laplace(scale=2 / epsilon, size=counts.shape)
    return np.column_stack([noisy, noisy[:, 1:].sum(axis=1)])


# %% wrong: adds the noise to the table that was given
# says: Your function changes the data it is given
# earns: 1
def publish(counts, *, epsilon, rng):
    noisy = counts + rng.laplace(scale=2 / epsilon, size=counts.shape)
    counts[:] = noisy.round()
    return np.column_stack([noisy, noisy[:, 1:].sum(axis=1)])
