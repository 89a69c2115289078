# %% right: a loop
def expected_matches(matches, contains, *, people):
    count = 0
    for n, inside in zip(matches, contains):
        if inside:
            count += 1 / n
    return count, count / people


# %% right: the names with the own record among their matches
def expected_matches(matches, contains, *, people):
    count = (1 / matches[contains]).sum()
    return count, count / people


# %% right: divides where it can
def expected_matches(matches, contains, *, people):
    chance = np.divide(contains, matches, out=np.zeros(len(matches)), where=matches > 0)
    return float(chance.sum()), float(chance.sum()) / people


# %% right: pandas, which divides 0 by 0 quietly
def expected_matches(matches, contains, *, people):
    chance = pd.Series(contains).astype(float) / pd.Series(matches)
    return chance.sum(), chance.sum() / people


# %% wrong: a count taken for a rate
# says: that is the count; a rate divides it by the people in the file
# earns: 0
def expected_matches(matches, contains, *, people):
    count = float((1 / matches[contains]).sum())
    return count, count


# %% wrong: divided by the names
# says: not by the names on the list
# earns: 0
def expected_matches(matches, contains, *, people):
    count = float((1 / matches[contains]).sum())
    return count, count / len(matches)


# %% wrong: the own record is always there
# says: the fourth name's own record is not among its two matches
# earns: 0
def expected_matches(matches, contains, *, people):
    count = float((1 / matches[matches > 0]).sum())
    return count, count / people


# %% wrong: every name with its record among the matches counts fully
# says: one pick is right with probability 1/3 only
# earns: 0
def expected_matches(matches, contains, *, people):
    return contains.sum(), contains.sum() / people


# %% wrong: unique matches only
# says: a name with several matches is right now and then
# earns: 0
def expected_matches(matches, contains, *, people):
    count = int((contains & (matches == 1)).sum())
    return count, count / people


# %% wrong: divides by 0
# says: not a division by 0
# earns: 0
def expected_matches(matches, contains, *, people):
    count = np.sum(1 / matches)
    return count, count / people


# %% wrong: an average
# says: that is an average over names
# earns: 0
def expected_matches(matches, contains, *, people):
    chance = np.where(contains, 1 / np.maximum(matches, 1), 0)
    return chance.mean(), chance.mean() / people


# %% wrong: adds up the candidates
# says: the numbers of candidates are added up
# earns: 0
def expected_matches(matches, contains, *, people):
    count = int(matches[contains].sum())
    return count, count / people


# %% wrong: 100 people for ever
# says: divide by `people`, whatever their number
# earns: 1
def expected_matches(matches, contains, *, people):
    count = float((1 / matches[contains]).sum())
    return count, count / 100


# %% wrong: changes the matches it was given
# says: Your function changes the data it is given
# earns: 0
def expected_matches(matches, contains, *, people):
    matches[matches == 0] = 1
    count = float((contains / matches).sum())
    return count, count / people
