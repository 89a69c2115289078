# %% right: the exponential mechanism by its chances
def ask(counts, weights, tables, *, epsilon, rng):
    scores = []
    for table in tables:
        size = table.max() + 1
        scores.append(sum(abs(counts[table == row].sum() - weights[table == row].sum()) for row in range(size)))
    half = epsilon / 2
    exponents = half * np.array(scores) / 4
    chances = np.exp(exponents - exponents.max())
    chosen = int(rng.choice(len(tables), p=chances / chances.sum()))
    true = np.array([counts[tables[chosen] == row].sum() for row in range(tables[chosen].max() + 1)])
    return chosen, true + rng.laplace(scale=2 / half, size=len(true))


# %% right: Gumbel noise of its own making, noise drawn one by one
def ask(counts, weights, tables, *, epsilon, rng):
    best, chosen = -np.inf, None
    for k, table in enumerate(tables):
        gap = np.bincount(table, weights=counts - weights)
        noisy = np.abs(gap).sum() * epsilon / 8 - np.log(-np.log(rng.random()))
        if noisy > best:
            best, chosen = noisy, k
    true = np.bincount(tables[chosen], weights=counts)
    return chosen, np.array([value + rng.laplace(0, 4 / epsilon) for value in true])


# %% right: a spawned generator for each half
def ask(counts, weights, tables, *, epsilon, rng):
    first, second = rng.spawn(2)
    gaps = [np.bincount(table, weights=counts.astype(float) - weights) for table in tables]
    scores = np.array([np.linalg.norm(gap, ord=1) for gap in gaps])
    chosen = (scores * (epsilon / 2) / (2 * 2) + first.gumbel(size=scores.shape)).argmax()
    sign = second.choice([-1, 1], size=len(gaps[chosen]))
    noise = sign * second.exponential(2 / (epsilon / 2), size=len(sign))
    return chosen, np.bincount(tables[chosen], weights=counts) + noise


# %% wrong: takes the largest error without noise
# says: the choice depends on people, so it needs noise
# earns: 1
def ask(counts, weights, tables, *, epsilon, rng):
    true = [np.bincount(table, weights=counts) for table in tables]
    scores = [np.abs(one - np.bincount(table, weights=weights)).sum() for one, table in zip(true, tables)]
    chosen = int(np.argmax(scores))
    return chosen, true[chosen] + rng.laplace(scale=4 / epsilon, size=len(true[chosen]))


# %% wrong: spends all on the choice
# says: the counts need noise
# earns: 1
def ask(counts, weights, tables, *, epsilon, rng):
    true = [np.bincount(table, weights=counts) for table in tables]
    scores = [np.abs(one - np.bincount(table, weights=weights)).sum() for one, table in zip(true, tables)]
    chosen = int(np.argmax(scores + rng.gumbel(scale=4 / epsilon, size=len(tables))))
    return chosen, true[chosen]


# %% wrong: choice and counts pay all of epsilon each
# says: a factor of 2 is missing: the choice has half of epsilon
# earns: 2
def ask(counts, weights, tables, *, epsilon, rng):
    true = [np.bincount(table, weights=counts) for table in tables]
    scores = [np.abs(one - np.bincount(table, weights=weights)).sum() for one, table in zip(true, tables)]
    chosen = int(np.argmax(scores + rng.gumbel(scale=4 / epsilon, size=len(tables))))
    return chosen, true[chosen] + rng.laplace(scale=2 / epsilon, size=len(true[chosen]))


# %% wrong: a score moves by 1
# says: a factor of 2 is missing: the choice has half of epsilon, one person moves a score by 2
# earns: 3
def ask(counts, weights, tables, *, epsilon, rng):
    true = [np.bincount(table, weights=counts) for table in tables]
    scores = [np.abs(one - np.bincount(table, weights=weights)).sum() for one, table in zip(true, tables)]
    chosen = int(np.argmax(scores + rng.gumbel(scale=4 / epsilon, size=len(tables))))
    return chosen, true[chosen] + rng.laplace(scale=4 / epsilon, size=len(true[chosen]))


# %% wrong: a score moves by 1, and no 2 in the exponent
# says: two factors of 2 are missing
# earns: 3
def ask(counts, weights, tables, *, epsilon, rng):
    true = [np.bincount(table, weights=counts) for table in tables]
    scores = [np.abs(one - np.bincount(table, weights=weights)).sum() for one, table in zip(true, tables)]
    chosen = int(np.argmax(scores + rng.gumbel(scale=2 / epsilon, size=len(tables))))
    return chosen, true[chosen] + rng.laplace(scale=4 / epsilon, size=len(true[chosen]))


# %% wrong: one row moves
# says: a factor of 2 is missing: the counts have half of epsilon, and who is replaced moves two of them
# earns: 3
def ask(counts, weights, tables, *, epsilon, rng):
    true = [np.bincount(table, weights=counts) for table in tables]
    scores = [np.abs(one - np.bincount(table, weights=weights)).sum() for one, table in zip(true, tables)]
    chosen = int(np.argmax(scores + rng.gumbel(scale=8 / epsilon, size=len(tables))))
    return chosen, true[chosen] + rng.laplace(scale=2 / epsilon, size=len(true[chosen]))


# %% wrong: the rows share epsilon
# says: the rows of a table share nobody
# earns: 3
def ask(counts, weights, tables, *, epsilon, rng):
    true = [np.bincount(table, weights=counts) for table in tables]
    scores = [np.abs(one - np.bincount(table, weights=weights)).sum() for one, table in zip(true, tables)]
    chosen = int(np.argmax(scores + rng.gumbel(scale=8 / epsilon, size=len(tables))))
    size = len(true[chosen])
    return chosen, true[chosen] + rng.laplace(scale=4 * size / epsilon, size=size)


# %% wrong: one draw for all rows
# says: One draw serves all rows
# earns: 3
def ask(counts, weights, tables, *, epsilon, rng):
    true = [np.bincount(table, weights=counts) for table in tables]
    scores = [np.abs(one - np.bincount(table, weights=weights)).sum() for one, table in zip(true, tables)]
    chosen = int(np.argmax(scores + rng.gumbel(scale=8 / epsilon, size=len(tables))))
    return chosen, true[chosen] + rng.laplace(scale=4 / epsilon)


# %% wrong: one draw for all scores
# says: the choice depends on people, so it needs noise
# earns: 1
def ask(counts, weights, tables, *, epsilon, rng):
    true = [np.bincount(table, weights=counts) for table in tables]
    scores = np.array([np.abs(one - np.bincount(table, weights=weights)).sum() for one, table in zip(true, tables)])
    chosen = int(np.argmax(scores + rng.gumbel(scale=8 / epsilon)))
    return chosen, true[chosen] + rng.laplace(scale=4 / epsilon, size=len(true[chosen]))


# %% wrong: the largest distance of a table
# says: add up the distances of a table; you take its largest one, or their mean
# earns: 2
def ask(counts, weights, tables, *, epsilon, rng):
    true = [np.bincount(table, weights=counts) for table in tables]
    scores = [np.abs(one - np.bincount(table, weights=weights)).max() for one, table in zip(true, tables)]
    chosen = int(np.argmax(scores + rng.gumbel(scale=4 / epsilon, size=len(tables))))
    return chosen, true[chosen] + rng.laplace(scale=4 / epsilon, size=len(true[chosen]))


# %% wrong: distances that cancel
# says: take distances before you add up, or they cancel
def ask(counts, weights, tables, *, epsilon, rng):
    true = [np.bincount(table, weights=counts) for table in tables]
    scores = [abs((one - np.bincount(table, weights=weights)).sum()) for one, table in zip(true, tables)]
    chosen = int(np.argmax(scores + rng.gumbel(scale=8 / epsilon, size=len(tables))))
    return chosen, true[chosen] + rng.laplace(scale=4 / epsilon, size=len(true[chosen]))


# %% wrong: the best table
# says: that is the table that is least wrong
# earns: 0.5
def ask(counts, weights, tables, *, epsilon, rng):
    true = [np.bincount(table, weights=counts) for table in tables]
    scores = [-np.abs(one - np.bincount(table, weights=weights)).sum() for one, table in zip(true, tables)]
    chosen = int(np.argmax(scores + rng.gumbel(scale=8 / epsilon, size=len(tables))))
    return chosen, true[chosen] + rng.laplace(scale=4 / epsilon, size=len(true[chosen]))


# %% wrong: measures the weights
# says: measure the true counts, not the weights
# earns: 2
def ask(counts, weights, tables, *, epsilon, rng):
    seen = [np.bincount(table, weights=weights) for table in tables]
    scores = [np.abs(one - np.bincount(table, weights=counts)).sum() for one, table in zip(seen, tables)]
    chosen = int(np.argmax(scores + rng.gumbel(scale=8 / epsilon, size=len(tables))))
    return chosen, seen[chosen] + rng.laplace(scale=4 / epsilon, size=len(seen[chosen]))


# %% wrong: clips at 0
# says: Your counts are never negative
# earns: 3
def ask(counts, weights, tables, *, epsilon, rng):
    true = [np.bincount(table, weights=counts) for table in tables]
    scores = [np.abs(one - np.bincount(table, weights=weights)).sum() for one, table in zip(true, tables)]
    chosen = int(np.argmax(scores + rng.gumbel(scale=8 / epsilon, size=len(tables))))
    return chosen, np.maximum(true[chosen] + rng.laplace(scale=4 / epsilon, size=len(true[chosen])), 0)


# %% wrong: chances that overflow
# says: your code raised
# earns: 1.5
def ask(counts, weights, tables, *, epsilon, rng):
    true = [np.bincount(table, weights=counts) for table in tables]
    scores = np.array([np.abs(one - np.bincount(table, weights=weights)).sum() for one, table in zip(true, tables)])
    if epsilon > 1000:
        chosen = int(scores.argmax())
    else:
        chances = np.exp(epsilon * scores / 8)
        chosen = int(rng.choice(len(tables), p=chances / chances.sum()))
    return chosen, true[chosen] + rng.laplace(scale=4 / epsilon, size=len(true[chosen]))


# %% wrong: a generator of its own
# says: the rng that is passed in is ignored
# earns: 3.5
def ask(counts, weights, tables, *, epsilon, rng):
    own = np.random.default_rng()
    true = [np.bincount(table, weights=counts) for table in tables]
    scores = [np.abs(one - np.bincount(table, weights=weights)).sum() for one, table in zip(true, tables)]
    chosen = int(np.argmax(scores + own.gumbel(scale=8 / epsilon, size=len(tables))))
    return chosen, true[chosen] + own.laplace(scale=4 / epsilon, size=len(true[chosen]))
