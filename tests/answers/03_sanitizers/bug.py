# %% right: Laplace noise of twice the scale
def noisy_max(scores, *, sensitivity, epsilon, rng):
    noise = rng.laplace(0, 2 * sensitivity / epsilon, size=scores.shape)
    return int(np.argmax(scores + noise))


# %% right: exponential noise, a loop
def noisy_max(scores, *, sensitivity, epsilon, rng):
    noisy = [score + rng.exponential(2 * sensitivity / epsilon) for score in scores]
    return noisy.index(max(noisy))


# %% right: Gumbel noise, which is the exponential mechanism
def noisy_max(scores, *, sensitivity, epsilon, rng):
    return np.argmax(epsilon * scores / (2 * sensitivity) + rng.gumbel(size=len(scores)))


# %% right: the exponential mechanism by probabilities
def noisy_max(scores, *, sensitivity, epsilon, rng):
    weights = np.exp(epsilon * (scores - scores.max()) / (2 * sensitivity))
    return rng.choice(len(scores), p=weights / weights.sum())


# %% right: permute and flip
def noisy_max(scores, *, sensitivity, epsilon, rng):
    for i in rng.permutation(len(scores)):
        if rng.random() < np.exp(epsilon * (scores[i] - scores.max()) / (2 * sensitivity)):
            return i


# %% wrong: as published
# says: the noise needs twice the scale
# earns: 2.25
def noisy_max(scores, *, sensitivity, epsilon, rng):
    return np.argmax(scores + rng.laplace(scale=sensitivity / epsilon, size=len(scores)))


# %% wrong: exponential noise of the published scale
# says: the noise needs twice the scale
def noisy_max(scores, *, sensitivity, epsilon, rng):
    return np.argmax(scores + rng.exponential(sensitivity / epsilon, size=len(scores)))


# %% wrong: the exponential mechanism without its factor 2
# says: the noise needs twice the scale
# earns: 2.25
def noisy_max(scores, *, sensitivity, epsilon, rng):
    weights = np.exp(epsilon * (scores - scores.max()) / sensitivity)
    return rng.choice(len(scores), p=weights / weights.sum())


# %% wrong: no noise
# says: Every score needs noise of its own
# earns: 1
def noisy_max(scores, *, sensitivity, epsilon, rng):
    return np.argmax(scores)


# %% wrong: the same draw for all scores
# says: Every score needs noise of its own
def noisy_max(scores, *, sensitivity, epsilon, rng):
    return np.argmax(scores + rng.laplace(scale=2 * sensitivity / epsilon))


# %% wrong: the noisy score as well
# says: return the index of the winner and nothing else
# earns: 0
def noisy_max(scores, *, sensitivity, epsilon, rng):
    noisy = scores + rng.laplace(scale=2 * sensitivity / epsilon, size=len(scores))
    return np.argmax(noisy), noisy.max()


# %% wrong: the sensitivity ignored
# says: of a scale that grows with the sensitivity
# earns: 2.25
def noisy_max(scores, *, sensitivity, epsilon, rng):
    return np.argmax(scores + rng.laplace(scale=2 / epsilon, size=len(scores)))


# %% wrong: twice too much noise, to be safe
# says: add no more noise than the promise needs
# earns: 1.75
def noisy_max(scores, *, sensitivity, epsilon, rng):
    return np.argmax(scores + rng.laplace(scale=4 * sensitivity / epsilon, size=len(scores)))


# %% wrong: epsilon split over the candidates
# says: add no more noise than the promise needs
def noisy_max(scores, *, sensitivity, epsilon, rng):
    return np.argmax(scores + rng.laplace(scale=2 * sensitivity * len(scores) / epsilon, size=len(scores)))


# %% wrong: the scale upside down
# says: Every score needs noise of its own, of a scale that grows with the sensitivity and falls with epsilon
def noisy_max(scores, *, sensitivity, epsilon, rng):
    return np.argmax(scores + rng.laplace(scale=epsilon / (2 * sensitivity), size=len(scores)))


# %% wrong: the global generator
# says: You draw from a global generator
# earns: 2.5
def noisy_max(scores, *, sensitivity, epsilon, rng):
    return np.argmax(scores + np.random.laplace(scale=2 * sensitivity / epsilon, size=len(scores)))


# %% wrong: a generator of its own
# says: the rng that is passed in is ignored
# earns: 2.5
def noisy_max(scores, *, sensitivity, epsilon, rng):
    mine = np.random.default_rng()
    return np.argmax(scores + mine.laplace(scale=2 * sensitivity / epsilon, size=len(scores)))


# %% wrong: normal noise with the variance of Laplace noise
# says: normal noise keeps no finite epsilon
# earns: 2.75
def noisy_max(scores, *, sensitivity, epsilon, rng):
    return np.argmax(scores + rng.normal(scale=np.sqrt(8) * sensitivity / epsilon, size=len(scores)))


# %% wrong: noise that grows with the number of scores
# says: however many scores there are
def noisy_max(scores, *, sensitivity, epsilon, rng):
    return np.argmax(scores + rng.laplace(scale=len(scores) * sensitivity / epsilon, size=len(scores)))
