# %% right: a loop, the true answer left out of the list
def many_answers(values, *, d, epsilon, rng):
    p = np.exp(epsilon) / (np.exp(epsilon) + d - 1)
    reports = []
    for value in values:
        if rng.random() < p:
            reports.append(value)
        else:
            others = [v for v in range(d) if v != value]
            reports.append(others[rng.integers(d - 1)])
    return reports


# %% right: skip over the true answer
def many_answers(values, *, d, epsilon, rng):
    n = len(values)
    other = rng.integers(d - 1, size=n)
    other += other >= values
    truth = rng.random(n) < 1 / (1 + (d - 1) * np.exp(-epsilon))
    return np.where(truth, values, other)


# %% right: truth, or any answer at all with a smaller coin
def many_answers(values, *, d, epsilon, rng):
    n = len(values)
    anything = rng.random(n) < d / (np.exp(epsilon) + d - 1)
    reports = np.array(values)
    reports[anything] = rng.integers(d, size=anything.sum())
    return reports


# %% right: shifts drawn from one law
def many_answers(values, *, d, epsilon, rng):
    law = np.ones(d)
    law[0] = np.exp(epsilon)
    return (values + rng.choice(d, size=len(values), p=law / law.sum())) % d


# %% right: the exponential mechanism by Gumbel noise
def many_answers(values, *, d, epsilon, rng):
    scores = epsilon * (np.arange(d) == np.asarray(values)[:, None])
    return np.argmax(scores + rng.gumbel(size=scores.shape), axis=1)


# %% wrong: draws the other answer from all d
# says: you draw the other answer from all d answers
def many_answers(values, *, d, epsilon, rng):
    n = len(values)
    p = np.exp(epsilon) / (np.exp(epsilon) + d - 1)
    return np.where(rng.random(n) < p, values, rng.integers(d, size=n))


# %% wrong: p of the binary coin
# says: e^epsilon / (e^epsilon + 1) is for two answers
def many_answers(values, *, d, epsilon, rng):
    n = len(values)
    p = np.exp(epsilon) / (np.exp(epsilon) + 1)
    return np.where(rng.random(n) < p, values, (values + rng.integers(1, d, size=n)) % d)


# %% wrong: always the next answer
# says: a lie is always the next answer
def many_answers(values, *, d, epsilon, rng):
    p = np.exp(epsilon) / (np.exp(epsilon) + d - 1)
    return np.where(rng.random(len(values)) < p, values, (values + 1) % d)


# %% wrong: leaves out the last answer instead of the true one
# says: a lie is never the last answer, but may be the true one
def many_answers(values, *, d, epsilon, rng):
    n = len(values)
    p = np.exp(epsilon) / (np.exp(epsilon) + d - 1)
    return np.where(rng.random(n) < p, values, rng.integers(d - 1, size=n))


# %% wrong: misses one of the others
# says: a lie is never the next answer but one of the rest
def many_answers(values, *, d, epsilon, rng):
    n = len(values)
    p = np.exp(epsilon) / (np.exp(epsilon) + d - 1)
    return np.where(rng.random(n) < p, values, (values + rng.integers(2, d, size=n)) % d)


# %% wrong: one draw for all
# says: One draw decides for everybody in a call
def many_answers(values, *, d, epsilon, rng):
    p = np.exp(epsilon) / (np.exp(epsilon) + d - 1)
    if rng.random() < p:
        return values.copy()
    return (values + rng.integers(1, d)) % d


# %% wrong: one other answer for all who lie
# says: All who lie in one call move by the same amount
def many_answers(values, *, d, epsilon, rng):
    p = np.exp(epsilon) / (np.exp(epsilon) + d - 1)
    return np.where(rng.random(len(values)) < p, values, (values + rng.integers(1, d)) % d)


# %% wrong: coins from rng, other answers from the global generator
# says: You draw from a global generator
# earns: 2
def many_answers(values, *, d, epsilon, rng):
    n = len(values)
    p = np.exp(epsilon) / (np.exp(epsilon) + d - 1)
    return np.where(rng.random(n) < p, values, (values + np.random.randint(1, d, size=n)) % d)


# %% wrong: lies where it should tell the truth
# says: you stay with the truth as often as you should leave it
def many_answers(values, *, d, epsilon, rng):
    q = 1 / (np.exp(epsilon) + d - 1)
    n = len(values)
    return np.where(rng.random(n) < q, values, (values + rng.integers(1, d, size=n)) % d)


# %% wrong: other answers dealt out by a permutation
# says: Draw the coin and the other answer for each person, whatever others get
def many_answers(values, *, d, epsilon, rng):
    n = len(values)
    lies = rng.random(n) >= np.exp(epsilon) / (np.exp(epsilon) + d - 1)
    moves = np.zeros(n, dtype=int)
    moves[lies] = 1 + rng.permutation((np.arange(lies.sum()) + rng.integers(d - 1)) % (d - 1))
    return (values + moves) % d
