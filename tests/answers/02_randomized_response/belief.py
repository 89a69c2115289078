# %% right: Bayes with the two branches
def belief(prior, *, p, said_yes):
    if said_yes:
        smoker, other = prior * p, (1 - prior) * (1 - p)
    else:
        smoker, other = prior * (1 - p), (1 - prior) * p
    return smoker / (smoker + other)


# %% right: odds
def belief(prior, *, p, said_yes):
    odds = prior / (1 - prior)
    odds *= p / (1 - p) if said_yes else (1 - p) / p
    return odds / (1 + odds)


# %% right: a table of 2 by 2
import pandas as pd


def belief(prior, *, p, said_yes):
    joint = pd.DataFrame({True: [prior * p, (1 - prior) * (1 - p)], False: [prior * (1 - p), (1 - prior) * p]},
                         index=["smokes", "does not"])
    column = joint[bool(said_yes)]
    return column["smokes"] / column.sum()


# %% right: log-odds and the logistic function
from scipy.special import expit, logit


def belief(prior, *, p, said_yes):
    return expit(logit(prior) + (1 if said_yes else -1) * logit(p))


# %% wrong: answers p
# says: the prior is missing
# earns: 0
def belief(prior, *, p, said_yes):
    return p if said_yes else 1 - p


# %% wrong: odds for a probability
# says: those are odds
# earns: 0
def belief(prior, *, p, said_yes):
    ratio = p / (1 - p) if said_yes else (1 - p) / p
    return prior / (1 - prior) * ratio


# %% wrong: joint probability, not divided
# says: divide by the 110 who say yes
# earns: 0
def belief(prior, *, p, said_yes):
    return prior * p if said_yes else prior * (1 - p)


# %% wrong: the same p in both terms
# says: non-smokers say yes with probability 1 - p, not p
# earns: 0
def belief(prior, *, p, said_yes):
    q = p if said_yes else 1 - p
    return prior * q / (prior * q + (1 - prior) * q)


# %% wrong: probability of the report
# says: that is the share of people who say yes
# earns: 0
def belief(prior, *, p, said_yes):
    yes = prior * p + (1 - prior) * (1 - p)
    return yes if said_yes else 1 - yes


# %% wrong: ignores what was said
# says: you treat a no like a yes
# earns: 1
def belief(prior, *, p, said_yes):
    return prior * p / (prior * p + (1 - prior) * (1 - p))


# %% wrong: after a no, one minus the belief after a yes
# says: one minus the belief after a yes is not the belief after a no
# earns: 1
def belief(prior, *, p, said_yes):
    after_yes = prior * p / (prior * p + (1 - prior) * (1 - p))
    return after_yes if said_yes else 1 - after_yes


# %% wrong: a no rules out a yes
# says: a no does not end the matter
# earns: 1
def belief(prior, *, p, said_yes):
    if not said_yes:
        return 0.0
    return prior * p / (prior * p + (1 - prior) * (1 - p))
