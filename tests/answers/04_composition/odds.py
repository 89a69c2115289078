# %% right: by Bayes' rule with weights
import math


def belief_range(prior, *, epsilon):
    def after(factor):
        return prior * factor / (prior * factor + 1 - prior)

    return after(math.exp(-epsilon)), after(math.exp(epsilon))


# %% right: on the logit scale
def belief_range(prior, *, epsilon):
    logit = np.log(prior / (1 - prior))
    return tuple(1 / (1 + np.exp(-(logit + step))) for step in (-epsilon, epsilon))


# %% right: scipy's expit
def belief_range(prior, *, epsilon):
    from scipy.special import expit, logit

    return expit(logit(prior) - epsilon), expit(logit(prior) + epsilon)


# %% wrong: multiplies the probability
# says: you multiply the probability; it is the odds that are multiplied
# earns: 0
def belief_range(prior, *, epsilon):
    return prior / np.exp(epsilon), prior * np.exp(epsilon)


# %% wrong: multiplies the probability up to 1
# says: you multiply the probability; it is the odds that are multiplied
# earns: 0
def belief_range(prior, *, epsilon):
    return prior / np.exp(epsilon), min(1.0, prior * np.exp(epsilon))


# %% wrong: returns odds
# says: those are odds
# earns: 0
def belief_range(prior, *, epsilon):
    odds = prior / (1 - prior)
    return odds / np.exp(epsilon), odds * np.exp(epsilon)


# %% wrong: no prior
# says: the prior is missing
# earns: 0
def belief_range(prior, *, epsilon):
    return 1 / (1 + np.exp(epsilon)), np.exp(epsilon) / (1 + np.exp(epsilon))


# %% wrong: the prior for its odds
# says: the odds are prior / (1 - prior), not the prior
# earns: 0
def belief_range(prior, *, epsilon):
    low, high = prior * np.exp(-epsilon), prior * np.exp(epsilon)
    return low / (1 + low), high / (1 + high)


# %% wrong: multiplies by epsilon
# says: multiply by e^epsilon, not by epsilon
# earns: 0
def belief_range(prior, *, epsilon):
    odds = prior / (1 - prior)
    low, high = odds / epsilon, odds * epsilon
    return low / (1 + low), high / (1 + high)


# %% wrong: low is the prior
# says: a belief can also shrink
# earns: 1
def belief_range(prior, *, epsilon):
    high = prior / (1 - prior) * np.exp(epsilon)
    return prior, high / (1 + high)


# %% wrong: low is zero
# says: nothing is ever ruled out for certain
# earns: 1
def belief_range(prior, *, epsilon):
    high = prior / (1 - prior) * np.exp(epsilon)
    return 0.0, high / (1 + high)


# %% wrong: low is one minus high
# says: one minus the largest belief is not the smallest
# earns: 1
def belief_range(prior, *, epsilon):
    high = prior / (1 - prior) * np.exp(epsilon)
    return 1 - high / (1 + high), high / (1 + high)


# %% wrong: the low end in probabilities
# says: it is the odds that change
# earns: 1
def belief_range(prior, *, epsilon):
    high = prior / (1 - prior) * np.exp(epsilon)
    return prior / np.exp(epsilon), high / (1 + high)


# %% wrong: wrong way round
# says: low and high are the wrong way round
# earns: 0
def belief_range(prior, *, epsilon):
    odds = prior / (1 - prior)
    low, high = odds * np.exp(-epsilon), odds * np.exp(epsilon)
    return high / (1 + high), low / (1 + low)
