# %% right: a loop over rows
def move(weights, rows, answers):
    people = sum(weights)
    new = np.array(weights, dtype=float)
    for row, answer in enumerate(answers):
        inside = rows == row
        new[inside] = weights[inside] * np.exp((answer - weights[inside].sum()) / people / 2)
    return new / new.sum() * people


# %% right: a matrix of questions
def move(weights, rows, answers):
    questions = (rows == np.arange(len(answers))[:, None]).astype(float)
    people = weights.sum()
    exponent = questions.T @ (answers - questions @ weights) / (2 * people)
    return people * weights * np.exp(exponent) / (weights @ np.exp(exponent))


# %% right: a sum by groups, logarithms
def move(weights, rows, answers):
    seen = pd.Series(weights).groupby(rows).transform("sum").to_numpy()
    logs = np.log(weights) + (np.asarray(answers)[rows] - seen) / (2 * weights.sum())
    moved = np.exp(logs - logs.max())
    return moved * (weights.sum() / moved.sum())


# %% wrong: the wrong way
# says: the weights go the wrong way: too few people make a factor above 1
# earns: 0
def move(weights, rows, answers):
    gaps = np.bincount(rows, weights=weights, minlength=len(answers)) - answers
    moved = weights * np.exp(gaps[rows] / (2 * weights.sum()))
    return moved * weights.sum() / moved.sum()


# %% wrong: forgets to scale back
# says: scale all weights back to the number of people
# earns: 0
def move(weights, rows, answers):
    gaps = answers - np.bincount(rows, weights=weights, minlength=len(answers))
    return weights * np.exp(gaps[rows] / (2 * weights.sum()))


# %% wrong: scales to one
# says: the weights sum to 100 people, not to 1
# earns: 0
def move(weights, rows, answers):
    gaps = answers - np.bincount(rows, weights=weights, minlength=len(answers))
    moved = weights * np.exp(gaps[rows] / (2 * weights.sum()))
    return moved / moved.sum()


# %% wrong: without the 2
# says: the exponent is divided by 2n
# earns: 0
def move(weights, rows, answers):
    gaps = answers - np.bincount(rows, weights=weights, minlength=len(answers))
    moved = weights * np.exp(gaps[rows] / weights.sum())
    return moved * weights.sum() / moved.sum()


# %% wrong: does not divide by the number of people
# says: in the exponent, divide by the number of people, 100, and by 2
# earns: 0
def move(weights, rows, answers):
    gaps = answers - np.bincount(rows, weights=weights, minlength=len(answers))
    moved = weights * np.exp(gaps[rows] / 2)
    return moved * weights.sum() / moved.sum()


# %% wrong: takes the answers over as if they were exact
# says: the weights move towards them and do not take them over
# earns: 0
def move(weights, rows, answers):
    return weights * answers[rows] / np.bincount(rows, weights=weights, minlength=len(answers))[rows]


# %% wrong: takes the answers over and scales
# says: they are not scaled to fit them
# earns: 0
def move(weights, rows, answers):
    moved = weights * answers[rows] / np.bincount(rows, weights=weights, minlength=len(answers))[rows]
    return moved * weights.sum() / moved.sum()


# %% wrong: compares with each weight
# says: compare an answer with the sum of the weights of its row, not with each weight
# earns: 0
def move(weights, rows, answers):
    moved = weights * np.exp((answers[rows] - weights) / (2 * weights.sum()))
    return moved * weights.sum() / moved.sum()


# %% wrong: the first answer only
# says: the second answer counts, too
# earns: 0
def move(weights, rows, answers):
    gap = answers[0] - weights[rows == 0].sum()
    moved = np.where(rows == 0, weights * np.exp(gap / (2 * weights.sum())), weights)
    return moved * weights.sum() / moved.sum()


# %% wrong: 1 + x for the exponential
# says: the exponential is missing
# earns: 0
def move(weights, rows, answers):
    gaps = answers - np.bincount(rows, weights=weights, minlength=len(answers))
    moved = weights * (1 + gaps[rows] / (2 * weights.sum()))
    return moved * weights.sum() / moved.sum()


# %% wrong: one answer after the other
# says: compare all answers with the old weights
# earns: 0
def move(weights, rows, answers):
    people, moved = weights.sum(), weights.copy()
    for row, answer in enumerate(answers):
        gap = answer - moved[rows == row].sum()
        moved = np.where(rows == row, moved * np.exp(gap / (2 * people)), moved)
        moved = moved * people / moved.sum()
    return moved


# %% wrong: cuts answers off at 0
# says: an answer below 0 is moved towards like any other
def move(weights, rows, answers):
    gaps = np.maximum(answers, 0) - np.bincount(rows, weights=weights, minlength=len(answers))
    moved = weights * np.exp(gaps[rows] / (2 * weights.sum()))
    return moved * weights.sum() / moved.sum()


# %% wrong: a hundred people, as in the example
# says: divide the exponent by 2n, with n the sum of the weights
# earns: 1
def move(weights, rows, answers):
    gaps = answers - np.bincount(rows, weights=weights, minlength=len(answers))
    moved = weights * np.exp(gaps[rows] / 200)
    return moved * weights.sum() / moved.sum()


# %% wrong: scales in place
# says: Your function changes the data it is given
# earns: 1
def move(weights, rows, answers):
    people = weights.sum()
    gaps = answers - np.bincount(rows, weights=weights, minlength=len(answers))
    weights *= np.exp(gaps[rows] / (2 * people))
    weights *= people / weights.sum()
    return weights


# %% wrong: the last row has a cell
# says: your code raised
# earns: 2.5
def move(weights, rows, answers):
    gaps = answers - np.bincount(rows, weights=weights)
    moved = weights * np.exp(gaps[rows] / (2 * weights.sum()))
    return moved * weights.sum() / moved.sum()


# %% wrong: the weights sorted by row
# says: it should be
# earns: 0
def move(weights, rows, answers):
    order = np.argsort(rows, kind="stable")
    weights, rows = weights[order], rows[order]
    gaps = answers - np.bincount(rows, weights=weights, minlength=len(answers))
    moved = weights * np.exp(gaps[rows] / (2 * weights.sum()))
    return moved * weights.sum() / moved.sum()
