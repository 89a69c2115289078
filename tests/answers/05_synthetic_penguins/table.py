# %% right: noise, clip, divide
def private_conditional(counts, *, epsilon, tables, rng):
    noisy = counts + rng.laplace(0, tables / epsilon, size=counts.shape)
    noisy = noisy.clip(0)
    noisy[noisy.sum(axis=1) == 0] = 1
    return noisy / noisy.sum(axis=1, keepdims=True)


# %% right: loops over cells
def private_conditional(counts, *, epsilon, tables, rng):
    share, out = epsilon / tables, []
    for row in counts:
        noisy = [max(float(cell) + rng.laplace(0, 1 / share), 0.0) for cell in row]
        total = sum(noisy)
        out.append([cell / total for cell in noisy] if total > 0 else [1 / len(noisy)] * len(noisy))
    return out


# %% right: pandas, and the difference of two exponential draws
def private_conditional(counts, *, epsilon, tables, rng):
    up, down = rng.exponential(tables / epsilon, size=(2, *counts.shape))
    noisy = pd.DataFrame(counts + up - down).clip(lower=0)
    return noisy.div(noisy.sum(axis=1), axis=0).fillna(1 / counts.shape[1])


# %% right: column by column
def private_conditional(counts, *, epsilon, tables, rng):
    columns = [np.maximum(column + rng.laplace(scale=tables / epsilon, size=len(column)), 0) for column in counts.T]
    noisy = np.column_stack(columns)
    total = noisy.sum(axis=1)
    result = np.full(noisy.shape, 1 / noisy.shape[1])
    result[total > 0] = noisy[total > 0] / total[total > 0, None]
    return result


# %% wrong: normalized before the noise
# says: add noise to the counts, then divide, not the other way round
def private_conditional(counts, *, epsilon, tables, rng):
    total = counts.sum(axis=1, keepdims=True)
    shares = np.where(total > 0, counts / np.maximum(total, 1), 1 / counts.shape[1])
    noisy = np.maximum(shares + rng.laplace(scale=tables / epsilon, size=counts.shape), 0)
    noisy[noisy.sum(axis=1) == 0] = 1
    return noisy / noisy.sum(axis=1, keepdims=True)


# %% wrong: empty cells skipped
# says: empty cells get noise as well
# earns: 2.75
def private_conditional(counts, *, epsilon, tables, rng):
    noisy = np.where(counts > 0, np.maximum(counts + rng.laplace(scale=tables / epsilon, size=counts.shape), 0), 0)
    noisy[noisy.sum(axis=1) == 0] = 1
    return noisy / noisy.sum(axis=1, keepdims=True)


# %% wrong: all of epsilon for each table
# says: each table gets epsilon / tables
# earns: 3
def private_conditional(counts, *, epsilon, tables, rng):
    noisy = np.maximum(counts + rng.laplace(scale=1 / epsilon, size=counts.shape), 0)
    noisy[noisy.sum(axis=1) == 0] = 1
    return noisy / noisy.sum(axis=1, keepdims=True)


# %% wrong: the scale inverted
# says: is the scale of your noise tables / epsilon?
def private_conditional(counts, *, epsilon, tables, rng):
    noisy = np.maximum(counts + rng.laplace(scale=epsilon / tables, size=counts.shape), 0)
    noisy[noisy.sum(axis=1) == 0] = 1
    return noisy / noisy.sum(axis=1, keepdims=True)


# %% wrong: multiplied by the number of tables
# says: divide epsilon by their number
# earns: 3
def private_conditional(counts, *, epsilon, tables, rng):
    noisy = np.maximum(counts + rng.laplace(scale=1 / (epsilon * tables), size=counts.shape), 0)
    noisy[noisy.sum(axis=1) == 0] = 1
    return noisy / noisy.sum(axis=1, keepdims=True)


# %% wrong: the square root of the number of tables
# says: that is for another accounting
# earns: 3
def private_conditional(counts, *, epsilon, tables, rng):
    noisy = np.maximum(counts + rng.laplace(scale=np.sqrt(tables) / epsilon, size=counts.shape), 0)
    noisy[noisy.sum(axis=1) == 0] = 1
    return noisy / noisy.sum(axis=1, keepdims=True)


# %% wrong: epsilon split among the columns
# says: no factor 2 for a replaced record or among columns
# earns: 3
def private_conditional(counts, *, epsilon, tables, rng):
    noisy = np.maximum(counts + rng.laplace(scale=tables * counts.shape[1] / epsilon, size=counts.shape), 0)
    noisy[noisy.sum(axis=1) == 0] = 1
    return noisy / noisy.sum(axis=1, keepdims=True)


# %% wrong: the noise of a replaced record
# says: no factor 2 for a replaced record
# earns: 3
def private_conditional(counts, *, epsilon, tables, rng):
    noisy = np.maximum(counts + rng.laplace(scale=2 * tables / epsilon, size=counts.shape), 0)
    noisy[noisy.sum(axis=1) == 0] = 1
    return noisy / noisy.sum(axis=1, keepdims=True)


# %% wrong: clips before the noise
# says: probabilities are negative
# earns: 1
def private_conditional(counts, *, epsilon, tables, rng):
    noisy = np.maximum(counts, 0) + rng.laplace(scale=tables / epsilon, size=counts.shape)
    return noisy / noisy.sum(axis=1, keepdims=True)


# %% wrong: a row with nothing left is divided by 0
# says: a row in which nothing is left after the noise becomes uniform
# earns: 1
def private_conditional(counts, *, epsilon, tables, rng):
    noisy = np.maximum(counts + rng.laplace(scale=tables / epsilon, size=counts.shape), 0)
    return noisy / noisy.sum(axis=1, keepdims=True)


# %% wrong: joint probabilities
# says: these are joint probabilities; divide each row by its own sum
# earns: 0
def private_conditional(counts, *, epsilon, tables, rng):
    noisy = np.maximum(counts + rng.laplace(scale=tables / epsilon, size=counts.shape), 0)
    return noisy / noisy.sum()


# %% wrong: columns divided by their sums
# says: divide rows, not columns
# earns: 0
def private_conditional(counts, *, epsilon, tables, rng):
    noisy = np.maximum(counts + rng.laplace(scale=tables / epsilon, size=counts.shape), 0)
    return noisy / np.maximum(noisy.sum(axis=0), 1e-12)


# %% wrong: absolute values in place of zeros
# says: noise on an empty cell is negative half of the time
def private_conditional(counts, *, epsilon, tables, rng):
    noisy = np.abs(counts + rng.laplace(scale=tables / epsilon, size=counts.shape))
    return noisy / noisy.sum(axis=1, keepdims=True)


# %% wrong: rows without people left alone
# says: a row without people gets noise as well
# earns: 3.5
def private_conditional(counts, *, epsilon, tables, rng):
    noisy = np.maximum(counts + rng.laplace(scale=tables / epsilon, size=counts.shape), 0)
    noisy[(counts.sum(axis=1) == 0) | (noisy.sum(axis=1) == 0)] = 1
    return noisy / noisy.sum(axis=1, keepdims=True)


# %% wrong: one draw for each row
# says: The cells of a row share their noise
def private_conditional(counts, *, epsilon, tables, rng):
    noisy = np.maximum(counts + rng.laplace(scale=tables / epsilon, size=(len(counts), 1)), 0)
    noisy[noisy.sum(axis=1) == 0] = 1
    return noisy / noisy.sum(axis=1, keepdims=True)


# %% wrong: normal noise
# says: that is normal noise; it keeps no finite epsilon
def private_conditional(counts, *, epsilon, tables, rng):
    noisy = np.maximum(counts + rng.normal(scale=np.sqrt(2) * tables / epsilon, size=counts.shape), 0)
    noisy[noisy.sum(axis=1) == 0] = 1
    return noisy / noisy.sum(axis=1, keepdims=True)


# %% wrong: a seed fixed inside
# says: a seed is fixed inside
# earns: 3.25
def private_conditional(counts, *, epsilon, tables, rng):
    noisy = np.maximum(counts + np.random.default_rng(7).laplace(scale=tables / epsilon, size=counts.shape), 0)
    noisy[noisy.sum(axis=1) == 0] = 1
    return noisy / noisy.sum(axis=1, keepdims=True)
