# %% right: chances, sets of columns
def grow_tree(columns, gaps, *, epsilon, rng):
    share, parts, tree = epsilon / (len(columns) - 1), [{name} for name in columns], []
    while len(parts) > 1:
        allowed = [(one, other) for one, other in gaps if not any(one in part and other in part for part in parts)]
        exponents = np.array([share * gaps[pair] / 2 for pair in allowed])
        chances = np.exp(exponents - exponents.max())
        pair = allowed[rng.choice(len(allowed), p=chances / chances.sum())]
        joined = [part for part in parts if part & set(pair)]
        parts = [part for part in parts if part not in joined] + [set.union(*joined)]
        tree.append(pair)
    return tree


# %% right: noise once, then the largest first
def grow_tree(columns, gaps, *, epsilon, rng):
    """To draw Gumbel noise once and go down the list has the same law as to draw it anew for each choice."""
    scale = 2 * (len(columns) - 1) / epsilon
    noisy = {pair: gap + rng.gumbel(0, scale) for pair, gap in gaps.items()}
    root = {name: name for name in columns}

    def find(name):
        while root[name] != name:
            name = root[name]
        return name

    tree = []
    for one, other in sorted(noisy, key=noisy.get, reverse=True):
        if find(one) != find(other):
            root[find(other)] = find(one)
            tree.append((one, other))
    return tree


# %% right: numbers for columns, scores out of reach for pairs that are joined
def grow_tree(columns, gaps, *, epsilon, rng):
    pairs = list(gaps)
    place = {name: k for k, name in enumerate(columns)}
    ends = np.array([[place[one], place[other]] for one, other in pairs])
    values, part, chosen = np.array([gaps[pair] for pair in pairs], float), np.arange(len(columns)), []
    for _ in range(len(columns) - 1):
        noisy = epsilon / (len(columns) - 1) * values / 2 + rng.gumbel(size=len(pairs))
        noisy[part[ends[:, 0]] == part[ends[:, 1]]] = -np.inf
        best = int(noisy.argmax())
        part[part == part[ends[best, 1]]] = part[ends[best, 0]]
        chosen.append(pairs[best])
    return chosen


# %% wrong: the largest gaps without noise
# says: so they need noise
# earns: 1
def grow_tree(columns, gaps, *, epsilon, rng):
    part, tree = {name: name for name in columns}, []
    for one, other in sorted(gaps, key=gaps.get, reverse=True):
        if part[one] != part[other]:
            tree.append((one, other))
            part = {name: part[one] if place == part[other] else place for name, place in part.items()}
    return tree


# %% wrong: every choice has all of epsilon
# says: the choices share epsilon: each gets a third of it here
# earns: 2
def grow_tree(columns, gaps, *, epsilon, rng):
    part, tree = {name: name for name in columns}, []
    for _ in columns[1:]:
        allowed = [pair for pair in gaps if part[pair[0]] != part[pair[1]]]
        noisy = np.array([gaps[pair] for pair in allowed]) + rng.gumbel(scale=2 / epsilon, size=len(allowed))
        one, other = allowed[np.argmax(noisy)]
        tree.append((one, other))
        part = {name: part[one] if place == part[other] else place for name, place in part.items()}
    return tree


# %% wrong: no 2 in the exponent
# says: the exponent is divided by 2
# earns: 2
def grow_tree(columns, gaps, *, epsilon, rng):
    part, tree = {name: name for name in columns}, []
    for _ in columns[1:]:
        allowed = [pair for pair in gaps if part[pair[0]] != part[pair[1]]]
        noisy = np.array([gaps[pair] for pair in allowed]) + rng.gumbel(scale=(len(columns) - 1) / epsilon, size=len(allowed))
        one, other = allowed[np.argmax(noisy)]
        tree.append((one, other))
        part = {name: part[one] if place == part[other] else place for name, place in part.items()}
    return tree


# %% wrong: neither shared nor divided by 2
# says: the choices share epsilon, and the exponent is divided by 2
# earns: 2
def grow_tree(columns, gaps, *, epsilon, rng):
    part, tree = {name: name for name in columns}, []
    for _ in columns[1:]:
        allowed = [pair for pair in gaps if part[pair[0]] != part[pair[1]]]
        noisy = np.array([gaps[pair] for pair in allowed]) + rng.gumbel(scale=1 / epsilon, size=len(allowed))
        one, other = allowed[np.argmax(noisy)]
        tree.append((one, other))
        part = {name: part[one] if place == part[other] else place for name, place in part.items()}
    return tree


# %% wrong: as many shares as columns
# says: one choice fewer than there are columns shares epsilon
# earns: 2
def grow_tree(columns, gaps, *, epsilon, rng):
    part, tree = {name: name for name in columns}, []
    for _ in columns[1:]:
        allowed = [pair for pair in gaps if part[pair[0]] != part[pair[1]]]
        noisy = np.array([gaps[pair] for pair in allowed]) + rng.gumbel(scale=2 * len(columns) / epsilon, size=len(allowed))
        one, other = allowed[np.argmax(noisy)]
        tree.append((one, other))
        part = {name: part[one] if place == part[other] else place for name, place in part.items()}
    return tree


# %% wrong: as many shares as pairs
# says: the choices share epsilon, not the pairs
# earns: 2
def grow_tree(columns, gaps, *, epsilon, rng):
    part, tree = {name: name for name in columns}, []
    for _ in columns[1:]:
        allowed = [pair for pair in gaps if part[pair[0]] != part[pair[1]]]
        noisy = np.array([gaps[pair] for pair in allowed]) + rng.gumbel(scale=2 * len(gaps) / epsilon, size=len(allowed))
        one, other = allowed[np.argmax(noisy)]
        tree.append((one, other))
        part = {name: part[one] if place == part[other] else place for name, place in part.items()}
    return tree


# %% wrong: the pairs with the largest gaps, circle or not
# says: a pair must join two parts that are apart
# earns: 1
def grow_tree(columns, gaps, *, epsilon, rng):
    scale = 2 * (len(columns) - 1) / epsilon
    noisy = {pair: gap + rng.gumbel(scale=scale) for pair, gap in gaps.items()}
    return sorted(noisy, key=noisy.get, reverse=True)[: len(columns) - 1]


# %% wrong: only pairs with the tree so far
# says: not only the tree so far with a column outside
# earns: 2
def grow_tree(columns, gaps, *, epsilon, rng):
    reached, tree = set(), []
    for _ in columns[1:]:
        allowed = [pair for pair in gaps if not reached or len(reached & set(pair)) == 1]
        noisy = np.array([gaps[pair] for pair in allowed]) + rng.gumbel(scale=2 * (len(columns) - 1) / epsilon, size=len(allowed))
        tree.append(allowed[np.argmax(noisy)])
        reached |= set(tree[-1])
    return tree


# %% wrong: the smallest gaps
# says: a large gap is likely to be chosen, not a small one
# earns: 0.5
def grow_tree(columns, gaps, *, epsilon, rng):
    part, tree = {name: name for name in columns}, []
    for _ in columns[1:]:
        allowed = [pair for pair in gaps if part[pair[0]] != part[pair[1]]]
        noisy = np.array([gaps[pair] for pair in allowed]) + rng.gumbel(scale=2 * (len(columns) - 1) / epsilon, size=len(allowed))
        one, other = allowed[np.argmin(noisy)]
        tree.append((one, other))
        part = {name: part[one] if place == part[other] else place for name, place in part.items()}
    return tree


# %% wrong: chances that overflow
# says: your code raised
# earns: 2.5
def grow_tree(columns, gaps, *, epsilon, rng):
    part, tree = {name: name for name in columns}, []
    for _ in columns[1:]:
        allowed = [pair for pair in gaps if part[pair[0]] != part[pair[1]]]
        exponents = np.array([epsilon / (len(columns) - 1) * gaps[pair] / 2 for pair in allowed])
        chances = np.exp(exponents) if epsilon < 1000 else (exponents == exponents.max()).astype(float)
        one, other = allowed[rng.choice(len(allowed), p=chances / chances.sum())]
        tree.append((one, other))
        part = {name: part[one] if place == part[other] else place for name, place in part.items()}
    return tree


# %% wrong: a seed inside
# says: so they need noise
# earns: 1
def grow_tree(columns, gaps, *, epsilon, rng):
    rng = np.random.default_rng(5)
    part, tree = {name: name for name in columns}, []
    for _ in columns[1:]:
        allowed = [pair for pair in gaps if part[pair[0]] != part[pair[1]]]
        noisy = np.array([gaps[pair] for pair in allowed]) + rng.gumbel(scale=2 * (len(columns) - 1) / epsilon, size=len(allowed))
        one, other = allowed[np.argmax(noisy)]
        tree.append((one, other))
        part = {name: part[one] if place == part[other] else place for name, place in part.items()}
    return tree


# %% wrong: a generator of its own
# says: the rng that is passed in is ignored
# earns: 2.5
def grow_tree(columns, gaps, *, epsilon, rng):
    own = np.random.default_rng()
    part, tree = {name: name for name in columns}, []
    for _ in columns[1:]:
        allowed = [pair for pair in gaps if part[pair[0]] != part[pair[1]]]
        noisy = np.array([gaps[pair] for pair in allowed]) + own.gumbel(scale=2 * (len(columns) - 1) / epsilon, size=len(allowed))
        one, other = allowed[np.argmax(noisy)]
        tree.append((one, other))
        part = {name: part[one] if place == part[other] else place for name, place in part.items()}
    return tree


# %% wrong: uses up the gaps
# says: Your function changes the data it is given
# earns: 0
def grow_tree(columns, gaps, *, epsilon, rng):
    scale, part, tree = 2 * (len(columns) - 1) / epsilon, {name: name for name in columns}, []
    while len(tree) < len(columns) - 1:
        for pair in [pair for pair in gaps if part[pair[0]] == part[pair[1]]]:
            del gaps[pair]
        noisy = {pair: gap + rng.gumbel(scale=scale) for pair, gap in gaps.items()}
        one, other = max(noisy, key=noisy.get)
        tree.append((one, other))
        part = {name: part[one] if place == part[other] else place for name, place in part.items()}
    return tree
