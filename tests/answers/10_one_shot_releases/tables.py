# %% right: sum of fractions in a loop
def worst_error(sizes, *, epsilon, people):
    share = epsilon / len(sizes)
    scale = 2 / share
    total = 0.0
    for k in range(1, int(np.sum(sizes)) + 1):
        total += scale / k
    return total / people


# %% right: the harmonic number from scipy
def worst_error(sizes, *, epsilon, people):
    from scipy.special import digamma

    cells = sum(sizes)
    return (digamma(cells + 1) + np.euler_gamma) * 2 * len(sizes) / (epsilon * people)


# %% right: with fractions
from fractions import Fraction


def worst_error(sizes, *, epsilon, people):
    cells = sum(sizes)
    harmonic = sum(Fraction(1, k) for k in range(cells, 0, -1)) if cells < 500 else np.reciprocal(np.arange(1.0, cells + 1)).sum()
    return float(harmonic) * (len(sizes) / epsilon + len(sizes) / epsilon) / people


# %% wrong: every table gets all of epsilon
# says: the tables share epsilon: each gets a third of it
# earns: 0
def worst_error(sizes, *, epsilon, people):
    return 2 / epsilon * np.sum(1 / np.arange(1, sum(sizes) + 1)) / people


# %% wrong: one cell moves
# says: who is replaced moves two cells of a table by 1, not one
# earns: 0
def worst_error(sizes, *, epsilon, people):
    return len(sizes) / epsilon * np.sum(1 / np.arange(1, sum(sizes) + 1)) / people


# %% wrong: all of epsilon, and one cell moves
# says: the tables share epsilon, and who is replaced moves two cells of each
# earns: 0
def worst_error(sizes, *, epsilon, people):
    return 1 / epsilon * np.sum(1 / np.arange(1, sum(sizes) + 1)) / people


# %% wrong: every cell gets a share
# says: the cells of one table do not share epsilon
# earns: 0
def worst_error(sizes, *, epsilon, people):
    return 2 * sum(sizes) / epsilon * np.sum(1 / np.arange(1, sum(sizes) + 1)) / people


# %% wrong: every cell gets a share, as a question
# says: share epsilon by the number of tables, not of cells
# earns: 0
def worst_error(sizes, *, epsilon, people):
    return sum(sizes) / epsilon * np.sum(1 / np.arange(1, sum(sizes) + 1)) / people


# %% wrong: multiplies by epsilon
# says: a large epsilon means little noise: divide by epsilon
# earns: 0
def worst_error(sizes, *, epsilon, people):
    return 2 * len(sizes) * epsilon * np.sum(1 / np.arange(1, sum(sizes) + 1)) / people


# %% wrong: the worst of as many draws as there are tables
# says: N the number of all cells, not of tables
# earns: 0
def worst_error(sizes, *, epsilon, people):
    return 2 * len(sizes) / epsilon * np.sum(1 / np.arange(1, len(sizes) + 1)) / people


# %% wrong: the worst cell of one table
# says: the worst of all cells is asked for, not of one table
# earns: 0
def worst_error(sizes, *, epsilon, people):
    return 2 * len(sizes) / epsilon * np.sum(1 / np.arange(1, max(sizes) + 1)) / people


# %% wrong: the mean error of a cell
# says: that is a cell of your choice; the worst of all cells is further off
# earns: 0
def worst_error(sizes, *, epsilon, people):
    return 2 * len(sizes) / epsilon / people


# %% wrong: a logarithm
# says: the logarithm is only near their sum
# earns: 0
def worst_error(sizes, *, epsilon, people):
    return 2 * len(sizes) / epsilon * np.log(sum(sizes)) / people


# %% wrong: in people
# says: that is in people; divide by their number
# earns: 0
def worst_error(sizes, *, epsilon, people):
    return 2 * len(sizes) / epsilon * np.sum(1 / np.arange(1, sum(sizes) + 1))


# %% wrong: all tables like the first
# says: tables may have different sizes: you take the first for all
# earns: 0
def worst_error(sizes, *, epsilon, people):
    return 2 * len(sizes) / epsilon * np.sum(1 / np.arange(1, len(sizes) * sizes[0] + 1)) / people


# %% wrong: counts tables of equal size once
# says: tables of equal size all count
# earns: 0
def worst_error(sizes, *, epsilon, people):
    return 2 * len(sizes) / epsilon * np.sum(1 / np.arange(1, sum(set(sizes)) + 1)) / people


# %% wrong: cuts off at 1
# says: a share may be above 1: do not cut it off
# earns: 1
def worst_error(sizes, *, epsilon, people):
    return min(1.0, 2 * len(sizes) / epsilon * np.sum(1 / np.arange(1, sum(sizes) + 1)) / people)
