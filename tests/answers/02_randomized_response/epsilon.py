# %% right: three loops
import math


def epsilon_of(table):
    answers, reports = table.shape
    worst = 0.0
    for report in range(reports):
        for a in range(answers):
            for b in range(answers):
                if table[a, report] == 0:
                    continue
                if table[b, report] == 0:
                    return math.inf
                worst = max(worst, math.log(table[a, report] / table[b, report]))
    return worst


# %% right: logarithms in one line, dividing by zero
def epsilon_of(table):
    return np.log(table.max(axis=0) / table.min(axis=0)).max()


# %% right: all pairs of rows
from itertools import permutations


def epsilon_of(table):
    with np.errstate(divide="ignore"):
        logs = np.log(table)
    return max(float((a - b).max()) for a, b in permutations(logs, 2))


# %% right: pandas, column by column
import pandas as pd


def epsilon_of(table):
    frame = pd.DataFrame(table)
    return float(frame.apply(lambda column: np.log(column.max()) - np.log(column.min())).max())


# %% wrong: logarithm of p, not of the ratio
# says: take the logarithm of the ratio p / (1 - p), not of p
# earns: 0
def epsilon_of(table):
    return np.log(table.max())


# %% wrong: log10
# says: the natural one, not log10
# earns: 0
def epsilon_of(table):
    return np.log10(table.max(axis=0) / table.min(axis=0)).max()


# %% wrong: log2
# says: the natural one, not log2
# earns: 0
def epsilon_of(table):
    return np.log2(table.max(axis=0) / table.min(axis=0)).max()


# %% wrong: difference instead of ratio
# says: that is a difference of probabilities
# earns: 0
def epsilon_of(table):
    return (table.max(axis=0) - table.min(axis=0)).max()


# %% wrong: the ratio itself
# says: that is the ratio; take its logarithm
# earns: 0
def epsilon_of(table):
    return (table.max(axis=0) / table.min(axis=0)).max()


# %% wrong: along the rows
# says: compare cells of a column (the same report), not of a row
# earns: 0.5
def epsilon_of(table):
    return np.log(table.max(axis=1) / table.min(axis=1)).max()


# %% wrong: the mildest report
# says: the worst report counts, not the mildest
# earns: 0
def epsilon_of(table):
    return np.log(table.max(axis=0) / table.min(axis=0)).min()


# %% wrong: one direction only
# says: look at every pair of true answers, in both directions
# earns: 0
def epsilon_of(table):
    return np.log(table[0] / table[-1]).max()


# %% wrong: skips impossible reports
# says: epsilon is infinite, do not skip it
# earns: 1.5
def epsilon_of(table):
    worst = 0
    for column in table.T:
        seen = column[column > 0]
        worst = max(worst, np.log(seen.max() / seen.min()))
    return worst


# %% wrong: neighbouring rows only
# says: look at every pair of true answers, not at neighbouring rows only
def epsilon_of(table):
    with np.errstate(divide="ignore"):
        logs = np.log(table)
    with np.errstate(invalid="ignore"):
        return float(np.nanmax(abs(np.diff(logs, axis=0))))
