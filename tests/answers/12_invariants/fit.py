# %% right: draws until it fits
def fit(votes, *, epsilon, rng):
    stop = 1 - np.exp(-epsilon)
    while True:
        up, down = rng.geometric(stop, (2, 200, 2, 2))
        tables = votes + up - down
        good = (tables.sum(axis=1) == votes.sum(axis=0)).all(axis=1) & (tables.sum(axis=2) == votes.sum(axis=1)).all(axis=1)
        good &= (tables >= 0).all(axis=(1, 2))
        if good.any():
            return tables[good][0]


# %% right: noise of four epsilons on the free number, until it fits
def fit(votes, *, epsilon, rng):
    stop = 1 - np.exp(-4 * epsilon)
    while True:
        move = rng.geometric(stop) - rng.geometric(stop)
        table = votes + [[move, -move], [-move, move]]
        if table.min() >= 0:
            return table


# %% right: a uniform draw against the running total
def fit(votes, *, epsilon, rng):
    tables = []
    for first in range(votes[0].sum() + 1):
        table = np.array([[first, votes[0].sum() - first], [votes[:, 0].sum() - first, votes[1, 1] - votes[0, 0] + first]])
        if (table >= 0).all():
            tables.append(table)
    chance = np.cumsum([np.exp(-epsilon * np.abs(table - votes).sum()) for table in tables])
    return tables[np.searchsorted(chance, rng.random() * chance[-1])]


# %% wrong: noise of one count on the free number
# says: when one count moves, all four move
# earns: 0
def fit(votes, *, epsilon, rng):
    stop = 1 - np.exp(-epsilon)
    while True:
        move = rng.geometric(stop) - rng.geometric(stop)
        table = votes + move * np.array([[1, -1], [-1, 1]])
        if table.min() >= 0:
            return table


# %% wrong: only one station has noise
# says: not only those of one station
# earns: 0
def fit(votes, *, epsilon, rng):
    stop = 1 - np.exp(-epsilon)
    while True:
        noise = rng.geometric(stop, 2) - rng.geometric(stop, 2)
        table = votes + [noise, -noise]
        if noise.sum() == 0 and table.min() >= 0:
            return table


# %% wrong: moves a table below zero to the edge
# says: you move it to the edge
# earns: 3
def fit(votes, *, epsilon, rng):
    stop = 1 - np.exp(-4 * epsilon)
    move = rng.geometric(stop) - rng.geometric(stop)
    move = np.clip(move, -min(votes[0, 0], votes[1, 1]), min(votes[0, 1], votes[1, 0]))
    return votes + move * np.array([[1, -1], [-1, 1]])


# %% wrong: counts below zero
# says: such a table does not fit
# earns: 3
def fit(votes, *, epsilon, rng):
    stop = 1 - np.exp(-4 * epsilon)
    return votes + (rng.geometric(stop) - rng.geometric(stop)) * np.array([[1, -1], [-1, 1]])


# %% wrong: keeps the stations and forgets the yes
# says: the number of all who voted yes must stay, too
# earns: 0
def fit(votes, *, epsilon, rng):
    stop = 1 - np.exp(-epsilon)
    while True:
        table = votes + rng.geometric(stop, (2, 2)) - rng.geometric(stop, (2, 2))
        if (table.sum(axis=1) == votes.sum(axis=1)).all() and table.min() >= 0:
            return table


# %% wrong: every table that fits is as likely
# says: not all tables that fit are equally likely
# earns: 0
def fit(votes, *, epsilon, rng):
    move = rng.integers(-min(votes[0, 0], votes[1, 1]), min(votes[0, 1], votes[1, 0]) + 1)
    return votes + move * np.array([[1, -1], [-1, 1]])


# %% wrong: squares the distance
# says: not with its square
# earns: 2
def fit(votes, *, epsilon, rng):
    move = np.arange(-min(votes[0, 0], votes[1, 1]), min(votes[0, 1], votes[1, 0]) + 1)
    weight = np.exp(-4 * epsilon * move**2)
    return votes + rng.choice(move, p=weight / weight.sum()) * np.array([[1, -1], [-1, 1]])


# %% wrong: bends and rounds
# says: a station does not have its number of voters
# earns: 0
def fit(votes, *, epsilon, rng):
    stop = 1 - np.exp(-epsilon)
    table = votes + rng.geometric(stop, (2, 2)) - rng.geometric(stop, (2, 2))
    table = table - (table - votes).sum(axis=1, keepdims=True) / 2
    table = table - (table - votes).sum(axis=0) / 2
    return np.round(np.maximum(table, 0)).astype(int)


# %% wrong: a generator of its own
# says: the rng that is passed in is ignored
# earns: 3
def fit(votes, *, epsilon, rng):
    stop, own = 1 - np.exp(-4 * epsilon), np.random.default_rng()
    while True:
        table = votes + (own.geometric(stop) - own.geometric(stop)) * np.array([[1, -1], [-1, 1]])
        if table.min() >= 0:
            return table


# %% wrong: publishes the truth
# says: you publish the true table each time
# earns: 0
def fit(votes, *, epsilon, rng):
    return votes.copy()
