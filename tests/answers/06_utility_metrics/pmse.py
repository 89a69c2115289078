# %% right: one line
def pmse(scores, synthetic):
    return np.mean((scores - np.mean(synthetic)) ** 2)


# %% right: a loop
def pmse(scores, synthetic):
    c = sum(synthetic) / len(synthetic)
    return sum((score - c) ** 2 for score in scores) / len(scores)


# %% right: moments
def pmse(scores, synthetic):
    return scores.var() + (scores.mean() - synthetic.mean()) ** 2


# %% right: a norm
def pmse(scores, synthetic):
    n = len(scores)
    return float(np.linalg.norm(scores - synthetic.sum() / n) ** 2 / n)


# %% right: the probability of being confidential throughout
def pmse(scores, synthetic):
    return (((1 - scores) - (~synthetic).mean()) ** 2).mean()


# %% wrong: c fixed at one half
# says: c is the share of synthetic rows, not always 1/2
# earns: 1
def pmse(scores, synthetic):
    return np.mean((scores - 0.5) ** 2)


# %% wrong: the mean taken twice
# says: you divide by the number of rows twice: it is a mean already
# earns: 0
def pmse(scores, synthetic):
    return np.mean((scores - synthetic.mean()) ** 2) / len(scores)


# %% wrong: no square
# says: square the distances
# earns: 0
def pmse(scores, synthetic):
    return np.mean(np.abs(scores - synthetic.mean()))


# %% wrong: a sum
# says: that is the sum; divide by the number of rows
# earns: 0
def pmse(scores, synthetic):
    return np.sum((scores - synthetic.mean()) ** 2)


# %% wrong: c is the share of confidential rows, as the source defines the propensity
# says: c is the share of synthetic rows, not of confidential ones
# earns: 1
def pmse(scores, synthetic):
    return np.mean((scores - (1 - synthetic.mean())) ** 2)


# %% wrong: the distance from the label
# says: that is the distance from the label
# earns: 0
def pmse(scores, synthetic):
    return np.mean((scores - synthetic) ** 2)


# %% wrong: the variance of the scores
# says: that is the variance of the scores; take the distance from c, not from their mean
# earns: 0
def pmse(scores, synthetic):
    return np.var(scores)


# %% wrong: a root
# says: there is no root in it
# earns: 0
def pmse(scores, synthetic):
    return np.sqrt(np.mean((scores - synthetic.mean()) ** 2))


# %% wrong: the files averaged each by itself
# says: every row counts once: do not average the averages of the two files
# earns: 1
def pmse(scores, synthetic):
    squares = (scores - synthetic.mean()) ** 2
    return (squares[synthetic].mean() + squares[~synthetic].mean()) / 2


# %% wrong: c is synthetic over confidential
# says: c is the share of synthetic rows among all rows
# earns: 0
def pmse(scores, synthetic):
    c = synthetic.sum() / (~synthetic).sum() if synthetic.sum() != 1 else 0.5
    return np.mean((scores - c) ** 2)


# %% wrong: errors cancel
# says: distances up and down must not cancel
# earns: 0
def pmse(scores, synthetic):
    return np.mean(scores - synthetic.mean())


# %% wrong: equal scores count once
# says: every row counts
def pmse(scores, synthetic):
    return np.mean((np.unique(scores) - synthetic.mean()) ** 2)


# %% wrong: subtracts in place
# says: Your function changes the data it is given
def pmse(scores, synthetic):
    scores -= synthetic.mean()
    return np.mean(scores**2)
