# %% right: family after family
import math


def largest_epsilon(doubts, members, *, limit):
    best = math.inf
    for doubt, size in zip(doubts, members):
        if not doubt < limit:
            return math.nan
        best = min(best, (math.log(limit) - math.log(1 - limit) - math.log(doubt) + math.log(1 - doubt)) / size)
    return best


# %% right: log odds from another library
def largest_epsilon(doubts, members, *, limit):
    from scipy.special import logit
    room = logit(limit) - logit(doubts)
    return float("nan") if np.any(room <= 0) else np.min(room / members)


# %% right: the root of the factor
def largest_epsilon(doubts, members, *, limit):
    if max(doubts) >= limit:
        return np.nan
    factor = limit * (1 - doubts) / (doubts * (1 - limit))
    return np.log(min(factor ** (1 / members)))


# %% wrong: probabilities in place of odds
# says: the loss of a person bounds the odds, not the probabilities
# earns: 0
def largest_epsilon(doubts, members, *, limit):
    if (doubts >= limit).any():
        return np.nan
    return (np.log(limit / doubts) / members).min()


# %% wrong: forgets the family
# says: a family of k moves the number by k
# earns: 0
def largest_epsilon(doubts, members, *, limit):
    if (doubts >= limit).any():
        return np.nan
    return np.log(limit / (1 - limit) * (1 - doubts) / doubts).min()


# %% wrong: multiplies by the family
# says: each person gets less, not more
# earns: 0
def largest_epsilon(doubts, members, *, limit):
    if (doubts >= limit).any():
        return np.nan
    return (np.log(limit / (1 - limit) * (1 - doubts) / doubts) * members).min()


# %% wrong: the family that is protected best
# says: take the family that is protected worst
# earns: 0
def largest_epsilon(doubts, members, *, limit):
    if (doubts >= limit).any():
        return np.nan
    return (np.log(limit / (1 - limit) * (1 - doubts) / doubts) / members).max()


# %% wrong: the average family
# says: every family has to be protected, not the average one
# earns: 0
def largest_epsilon(doubts, members, *, limit):
    if (doubts >= limit).any():
        return np.nan
    return (np.log(limit / (1 - limit) * (1 - doubts) / doubts) / members).mean()


# %% wrong: the largest family decides
# says: the largest family need not be the one that decides
# earns: 0
def largest_epsilon(doubts, members, *, limit):
    if (doubts >= limit).any():
        return np.nan
    doubt = doubts[members.argmax()]
    return np.log(limit / (1 - limit) * (1 - doubt) / doubt) / members.max()


# %% wrong: the largest doubt decides
# says: the family with the largest doubt need not be the one
# earns: 0
def largest_epsilon(doubts, members, *, limit):
    doubt = doubts.max()
    if doubt >= limit:
        return np.nan
    return np.log(limit / (1 - limit) * (1 - doubt) / doubt) / members[doubts.argmax()]


# %% wrong: the worst of both
# says: no family has both
# earns: 0
def largest_epsilon(doubts, members, *, limit):
    doubt = doubts.max()
    if doubt >= limit:
        return np.nan
    return np.log(limit / (1 - limit) * (1 - doubt) / doubt) / members.max()


# %% wrong: no logarithm
# says: that is the factor for the odds
# earns: 0
def largest_epsilon(doubts, members, *, limit):
    if (doubts >= limit).any():
        return np.nan
    return (limit / (1 - limit) * (1 - doubts) / doubts / members).min()


# %% wrong: a negative epsilon
# says: return NaN, not -
# earns: 2
def largest_epsilon(doubts, members, *, limit):
    return (np.log(limit / (1 - limit) * (1 - doubts) / doubts) / members).min()


# %% wrong: a 0 where nothing can be published
# says: return NaN, not 0
# earns: 2
def largest_epsilon(doubts, members, *, limit):
    return max(0.0, (np.log(limit / (1 - limit) * (1 - doubts) / doubts) / members).min())
