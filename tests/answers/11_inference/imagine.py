# %% right: one office after the other
def imagine(releases, *, epsilons, people, tries, rng):
    chance = rng.random(tries)
    smokers = rng.binomial(people, chance)
    keep = np.ones(tries, dtype=bool)
    for release, epsilon in zip(releases, epsilons):
        keep &= rng.random(tries) < np.exp(-epsilon * np.abs(release - smokers))
    return chance[keep]


# %% right: world after world
import math


def imagine(releases, *, epsilons, people, tries, rng):
    pairs, kept = list(zip(map(float, releases), map(float, epsilons))), []
    draws, fates = rng.random(tries).tolist(), rng.random(tries).tolist()
    for chance, fate, smokers in zip(draws, fates, rng.binomial(people, draws).tolist()):
        if fate < math.exp(-sum(epsilon * abs(smokers - release) for release, epsilon in pairs)):
            kept.append(chance)
    return np.array(kept, dtype=float)


# %% right: an exponential draw against the distance
def imagine(releases, *, epsilons, people, tries, rng):
    chance = rng.uniform(0, 1, size=tries)
    smokers = rng.binomial(people, chance)
    far = sum(e * np.abs(r - smokers) for r, e in zip(releases, epsilons))
    return chance[rng.exponential(size=tries) > far]


# %% right: the number first, which has equal chances, too, and then the chance
def imagine(releases, *, epsilons, people, tries, rng):
    smokers = rng.integers(0, people + 1, tries)
    chance = rng.beta(smokers + 1, people - smokers + 1)
    weight = np.exp(-(epsilons * np.abs(smokers[:, None] - releases)).sum(axis=1))
    return chance[rng.binomial(1, weight) == 1]


# %% wrong: keeps everything
# says: as many worlds as are to be imagined
# earns: 0
def imagine(releases, *, epsilons, people, tries, rng):
    return rng.random(tries)


# %% wrong: only the first office
# says: that is the first number alone
# earns: 1.5
def imagine(releases, *, epsilons, people, tries, rng):
    chance = rng.random(tries)
    smokers = rng.binomial(people, chance)
    return chance[rng.random(tries) < np.exp(-epsilons[0] * np.abs(releases[0] - smokers))]


# %% wrong: averages what was published
# says: the numbers are not averaged
# earns: 1.5
def imagine(releases, *, epsilons, people, tries, rng):
    chance = rng.random(tries)
    smokers = rng.binomial(people, chance)
    return chance[rng.random(tries) < np.exp(-epsilons.sum() * np.abs(releases.mean() - smokers))]


# %% wrong: averages the chances
# says: multiply their chances, do not average them
# earns: 1.5
def imagine(releases, *, epsilons, people, tries, rng):
    chance = rng.random(tries)
    smokers = rng.binomial(people, chance)
    keep = np.exp(-epsilons * np.abs(smokers[:, None] - releases)).mean(axis=1)
    return chance[rng.random(tries) < keep]


# %% wrong: one match is enough
# says: a world that matches one of the numbers is not enough
# earns: 1.5
def imagine(releases, *, epsilons, people, tries, rng):
    chance = rng.random(tries)
    smokers = rng.binomial(people, chance)
    match = rng.random((tries, len(releases))) < np.exp(-epsilons * np.abs(smokers[:, None] - releases))
    return chance[match.any(axis=1)]


# %% wrong: the smaller chance of the two
# says: multiply their chances; you take the smallest
# earns: 1.5
def imagine(releases, *, epsilons, people, tries, rng):
    chance = rng.random(tries)
    smokers = rng.binomial(people, chance)
    keep = np.exp(-epsilons * np.abs(smokers[:, None] - releases)).min(axis=1)
    return chance[rng.random(tries) < keep]


# %% wrong: one epsilon for all
# says: you take the first for all
# earns: 1.5
def imagine(releases, *, epsilons, people, tries, rng):
    chance = rng.random(tries)
    smokers = rng.binomial(people, chance)
    far = np.abs(smokers[:, None] - releases).sum(axis=1)
    return chance[rng.random(tries) < np.exp(-epsilons[0] * far)]


# %% wrong: squared distances
# says: Laplace noise falls with the distance, not with its square
# earns: 1
def imagine(releases, *, epsilons, people, tries, rng):
    chance = rng.random(tries)
    smokers = rng.binomial(people, chance)
    far = (smokers[:, None] - releases) ** 2 @ epsilons
    return chance[rng.random(tries) < np.exp(-far)]


# %% wrong: the numbers in place of the chances
# says: return the chances of smoking, from 0 to 1
# earns: 0
def imagine(releases, *, epsilons, people, tries, rng):
    smokers = rng.binomial(people, rng.random(tries))
    far = np.abs(smokers[:, None] - releases) @ epsilons
    return 1.0 * smokers[rng.random(tries) < np.exp(-far)]


# %% wrong: the share in place of the chance
# says: the chance is not everywhere the same
# earns: 0
def imagine(releases, *, epsilons, people, tries, rng):
    smokers = rng.binomial(people, rng.random(tries))
    far = np.abs(smokers[:, None] - releases) @ epsilons
    return smokers[rng.random(tries) < np.exp(-far)] / people


# %% wrong: divides by the best chance
# says: not with the chance divided by the largest
# earns: 1
def imagine(releases, *, epsilons, people, tries, rng):
    chance = rng.random(tries)
    smokers = rng.binomial(people, chance)
    far = np.abs(smokers[:, None] - releases) @ epsilons
    least = (np.abs(np.arange(people + 1)[:, None] - releases) @ epsilons).min()
    return chance[rng.random(tries) < np.exp(least - far)]


# %% wrong: as many worlds kept as were to be tried
# says: do not replace them
# earns: 0
def imagine(releases, *, epsilons, people, tries, rng):
    kept = np.empty(0)
    while kept.size < tries:
        chance = rng.random(100 * tries)
        smokers = rng.binomial(people, chance)
        far = np.abs(smokers[:, None] - releases) @ epsilons
        kept = np.append(kept, chance[rng.random(far.size) < np.exp(-far)])
    return kept[:tries]


# %% wrong: evenly spread chances in place of draws
# says: Two worlds of one call depend on each other
# earns: 2
def imagine(releases, *, epsilons, people, tries, rng):
    chance = rng.permutation((np.arange(tries) + rng.random(tries)) / tries)
    smokers = rng.binomial(people, chance)
    far = np.abs(smokers[:, None] - releases) @ epsilons
    return chance[rng.random(tries) < np.exp(-far)]


# %% wrong: the global generator
# says: You draw from a global generator
# earns: 2
def imagine(releases, *, epsilons, people, tries, rng):
    chance = np.random.random(tries)
    smokers = np.random.binomial(people, chance)
    far = np.abs(smokers[:, None] - releases) @ epsilons
    return chance[np.random.random(tries) < np.exp(-far)]


# %% wrong: no chance in the number of smokers
# says: the chance is not everywhere the same
# earns: 0
def imagine(releases, *, epsilons, people, tries, rng):
    chance = rng.random(tries)
    smokers = np.round(people * chance)
    far = np.abs(smokers[:, None] - releases) @ epsilons
    return chance[rng.random(tries) < np.exp(-far)]
