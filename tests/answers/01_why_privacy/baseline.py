# %% right: counts by block
def against_guessing(people):
    usual = people.groupby("block")["truth"].agg(lambda truth: truth.value_counts().index[0])
    differs = people["truth"] != people["block"].map(usual)
    right = people["guess"] == people["truth"]
    return float(right.mean()), float(1 - differs.mean()), float(right[differs].mean())


# %% right: loops and counters
from collections import Counter


def against_guessing(people):
    blocks = {}
    for block, truth in zip(people["block"], people["truth"]):
        blocks.setdefault(block, Counter())[truth] += 1
    usual = {block: count.most_common(1)[0][0] for block, count in blocks.items()}
    right = same = hits = odd = 0
    for block, truth, guess in zip(people["block"], people["truth"], people["guess"]):
        right += truth == guess
        if truth == usual[block]:
            same += 1
        else:
            odd += 1
            hits += truth == guess
    return right / len(people), same / len(people), hits / odd


# %% right: a cross table and NumPy
def against_guessing(people):
    table = pd.crosstab(people["block"], people["truth"])
    usual = table.idxmax(axis=1).loc[people["block"]].to_numpy()
    truth, guess = people["truth"].to_numpy(), people["guess"].to_numpy()
    odd = truth != usual
    return np.array([np.mean(truth == guess), table.max(axis=1).sum() / table.to_numpy().sum(), np.sum((truth == guess) & odd) / odd.sum()])


# %% wrong: no baseline
# says: without a baseline nobody knows what the attack is worth
# earns: 0.5
def against_guessing(people):
    right = people["guess"] == people["truth"]
    return right.mean(), 0.0, right.mean()


# %% wrong: the town's most frequent answer
# says: that guesses the most frequent truth of the town
# earns: 0.5
def against_guessing(people):
    right = people["guess"] == people["truth"]
    alike = people["truth"] == people["truth"].mode()[0]
    return right.mean(), alike.mean(), right[~alike].mean()


# %% wrong: a guess at random
# says: that is a guess at random among three answers
# earns: 1.5
def against_guessing(people):
    right = people["guess"] == people["truth"]
    alike = people["truth"] == people.groupby("block")["truth"].transform(lambda truth: truth.mode()[0])
    return right.mean(), 1 / people["truth"].nunique(), right[~alike].mean()


# %% wrong: an average over blocks
# says: that is the average over blocks
# earns: 1.5
def against_guessing(people):
    right = people["guess"] == people["truth"]
    alike = people["truth"] == people.groupby("block")["truth"].transform(lambda truth: truth.mode()[0])
    return right.mean(), alike.groupby(people["block"]).mean().mean(), right[~alike].mean()


# %% wrong: divides the minority's hits by everybody
# says: divide by the five people who differ, not by all
# earns: 1
def against_guessing(people):
    right = people["guess"] == people["truth"]
    alike = people["truth"] == people.groupby("block")["truth"].transform(lambda truth: truth.mode()[0])
    return right.mean(), alike.mean(), (right & ~alike).mean()


# %% wrong: those whom the attack calls different
# says: those are the people whose *guess* differs from the block
# earns: 1
def against_guessing(people):
    right = people["guess"] == people["truth"]
    usual = people.groupby("block")["truth"].transform(lambda truth: truth.mode()[0])
    return right.mean(), (people["truth"] == usual).mean(), right[people["guess"] != usual].mean()


# %% wrong: subtracts the baseline
# says: that is what the attack gains over guessing
# earns: 1.5
def against_guessing(people):
    right = people["guess"] == people["truth"]
    alike = people["truth"] == people.groupby("block")["truth"].transform(lambda truth: truth.mode()[0])
    return right.mean() - alike.mean(), alike.mean(), right[~alike].mean()


# %% wrong: the guess on the minority
# says: the guess is never right for these people
# earns: 1
def against_guessing(people):
    right = people["guess"] == people["truth"]
    usual = people.groupby("block")["truth"].transform(lambda truth: truth.mode()[0])
    alike = people["truth"] == usual
    return right.mean(), alike.mean(), (usual == people["truth"])[~alike].mean()


# %% wrong: the guesses that name the most frequent answer
# says: those are the attack's guesses that name the most frequent truth
# earns: 1.5
def against_guessing(people):
    right = people["guess"] == people["truth"]
    usual = people.groupby("block")["truth"].transform(lambda truth: truth.mode()[0])
    return right.mean(), (people["guess"] == usual).mean(), right[people["truth"] != usual].mean()


# %% wrong: writes into the frame it was given
# says: Your function changes the data it is given
# earns: 1
def against_guessing(people):
    people["right"] = people["guess"] == people["truth"]
    people["usual"] = people.groupby("block")["truth"].transform(lambda truth: truth.mode()[0])
    odd = people[people["truth"] != people["usual"]]
    return people["right"].mean(), (people["truth"] == people["usual"]).mean(), odd["right"].mean()
