# %% right: a loop over the counts
def answer_all(counts, *, weights, epsilon, rng):
    total = sum(weights)
    noisy, epsilons = [], []
    for count, weight in zip(counts, weights):
        mine = epsilon * weight / total
        epsilons.append(mine)
        noisy.append(count + rng.laplace(0, 1 / mine))
    return noisy, epsilons


# %% right: standard noise, then stretched
def answer_all(counts, *, weights, epsilon, rng):
    shares = np.asarray(weights, dtype=float) / np.sum(weights)
    return counts + rng.laplace(size=len(counts)) / (epsilon * shares), epsilon * shares


# %% right: difference of exponentials
def answer_all(counts, *, weights, epsilon, rng):
    epsilons = epsilon * weights / np.sum(weights)
    noise = rng.exponential(1 / epsilons) - rng.exponential(1 / epsilons)
    return counts + noise, epsilons


# %% right: inverse distribution function
def answer_all(counts, *, weights, epsilon, rng):
    epsilons = epsilon * weights / weights.sum()
    u = rng.random(len(counts)) - 0.5
    return counts - np.sign(u) * np.log1p(-2 * np.abs(u)) / epsilons, epsilons


# %% wrong: all of epsilon for every count
# says: you pay all of epsilon for every count, and the bills add up
# earns: 1
def answer_all(counts, *, weights, epsilon, rng):
    return counts + rng.laplace(scale=1 / epsilon, size=len(counts)), np.full(len(counts), epsilon)


# %% wrong: pays the share, and adds the noise of the whole epsilon
# says: every count gets the noise of the whole epsilon
# earns: 2
def answer_all(counts, *, weights, epsilon, rng):
    return counts + rng.laplace(scale=1 / epsilon, size=len(counts)), epsilon * weights / weights.sum()


# %% wrong: the scale the wrong way round
# says: the scale is the wrong way round: it is 1 divided by what is paid
# earns: 2
def answer_all(counts, *, weights, epsilon, rng):
    epsilons = epsilon * weights / weights.sum()
    return counts + rng.laplace(scale=epsilons), epsilons


# %% wrong: multiplies the scale by the share
# says: a smaller share needs more noise
# earns: 2
def answer_all(counts, *, weights, epsilon, rng):
    shares = weights / weights.sum()
    return counts + rng.laplace(scale=1 / epsilon * shares), epsilon * shares


# %% wrong: shares that do not add up to one
# says: divide the weights by their sum
# earns: 1
def answer_all(counts, *, weights, epsilon, rng):
    epsilons = epsilon * weights
    return counts + rng.laplace(scale=1 / epsilons), epsilons


# %% wrong: divides by the largest weight
# says: divide the weights by their sum, not by the largest
# earns: 1
def answer_all(counts, *, weights, epsilon, rng):
    epsilons = epsilon * weights / weights.max()
    return counts + rng.laplace(scale=1 / epsilons), epsilons


# %% wrong: ignores the weights
# says: you pay the same for every count; use the weights
# earns: 1
def answer_all(counts, *, weights, epsilon, rng):
    epsilons = np.full(len(counts), epsilon / len(counts))
    return counts + rng.laplace(scale=1 / epsilons), epsilons


# %% wrong: weights on paper, equal noise in fact
# says: all counts get the same noise: use what is paid for each
# earns: 2
def answer_all(counts, *, weights, epsilon, rng):
    scale = len(counts) / epsilon
    return counts + rng.laplace(scale=scale, size=len(counts)), epsilon * weights / weights.sum()


# %% wrong: one draw for all counts
# says: One draw serves all counts
# earns: 2
def answer_all(counts, *, weights, epsilon, rng):
    epsilons = epsilon * weights / weights.sum()
    return counts + rng.laplace() / epsilons, epsilons


# %% wrong: the global generator
# says: You draw from a global generator
# earns: 2
def answer_all(counts, *, weights, epsilon, rng):
    epsilons = epsilon * weights / weights.sum()
    return counts + np.random.laplace(scale=1 / epsilons), epsilons


# %% wrong: a seed fixed inside
# says: a seed is fixed inside
# earns: 2
def answer_all(counts, *, weights, epsilon, rng):
    epsilons = epsilon * weights / weights.sum()
    return counts + np.random.default_rng(7).laplace(scale=1 / epsilons), epsilons


# %% wrong: returns shares for epsilons
# says: those are shares; multiply by epsilon
# earns: 2
def answer_all(counts, *, weights, epsilon, rng):
    shares = weights / weights.sum()
    return counts + rng.laplace(scale=1 / (epsilon * shares)), shares
