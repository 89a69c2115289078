# %% right: person by person
def bill(releases, people):
    worst = 0
    for groups in people:
        total = 0
        for group, epsilon in releases:
            if group in groups:
                total += epsilon
        worst = max(worst, total)
    return worst


# %% right: a price for each group first
from collections import defaultdict


def bill(releases, people):
    price = defaultdict(float)
    for group, epsilon in releases:
        price[group] += epsilon
    return max(sum(price[group] for group in groups) for groups in people)


# %% right: a matrix of who is in what
def bill(releases, people):
    inside = np.array([[group in groups for group, _ in releases] for groups in people], dtype=float)
    return (inside @ np.array([epsilon for _, epsilon in releases])).max()


# %% right: pandas
import pandas as pd


def bill(releases, people):
    price = pd.DataFrame(releases, columns=["group", "epsilon"]).groupby("group")["epsilon"].sum()
    return pd.Series([price[price.index.isin(groups)].sum() for groups in people]).max()


# %% wrong: adds everything up
# says: that is the sum of all releases
# earns: 0
def bill(releases, people):
    return sum(epsilon for _, epsilon in releases)


# %% wrong: takes the largest release
# says: that is the largest release; a patient is in two groups and pays for both
# earns: 0
def bill(releases, people):
    return max(epsilon for _, epsilon in releases)


# %% wrong: the average person
# says: that is the average over people
# earns: 0
def bill(releases, people):
    return np.mean([sum(e for g, e in releases if g in groups) for groups in people])


# %% wrong: the luckiest person
# says: that is what the luckiest person pays
# earns: 0
def bill(releases, people):
    return min(sum(e for g, e in releases if g in groups) for groups in people)


# %% wrong: the last person, by overwriting
# says: that is what the last kind of person pays
# earns: 0
def bill(releases, people):
    for groups in people:
        total = sum(e for g, e in releases if g in groups)
    return total


# %% wrong: all people together
# says: that is the sum over all people
# earns: 0
def bill(releases, people):
    return sum(e for groups in people for g, e in releases if g in groups)


# %% wrong: a dictionary keeps one release of a group
# says: two releases about one group both cost: you keep the last one only
# earns: 1.5
def bill(releases, people):
    price = dict(releases)
    return max(sum(price.get(group, 0) for group in groups) for groups in people)


# %% wrong: two releases of a group in parallel
# says: two releases about one group both cost: you keep the larger one only
# earns: 1.5
def bill(releases, people):
    price = {}
    for group, epsilon in releases:
        price[group] = max(price.get(group, 0), epsilon)
    return max(sum(price.get(group, 0) for group in groups) for groups in people)


# %% wrong: the person in most groups
# says: whoever is in most groups need not be the one who pays most
def bill(releases, people):
    busiest = max(people, key=len)
    return sum(e for g, e in releases if g in busiest)
