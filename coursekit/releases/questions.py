"""Questions of the kind "how many people have these answers?", as sums over cells.

A cell is one way to answer everything: with d yes-or-no columns there are 2**d cells, and 256 for the eight of the
lesson. A question is a row of 0 and 1, one for each cell, and its answer is the sum of the counts where it has 1.
"""

from itertools import combinations, product
from math import prod

import numpy as np

from coursekit import checks

_MOST_COLUMNS = 14  # 16,384 cells


def all_questions(columns, *, ways):
    """Return all questions about `ways` of so many yes-or-no columns, shape (questions, 2**columns), of 0 and 1.

    The questions of one choice of columns stand together, 2**ways of them: the cells of one table.
    >>> questions = all_questions(8, ways=3)  # 56 tables, eight cells each
    >>> questions.shape, int(questions[0].sum())
    ((448, 256), 32)
    """
    columns = checks.whole("columns", columns, at_least=1, at_most=_MOST_COLUMNS)
    ways = checks.whole("ways", ways, at_least=1, at_most=columns)
    return table_questions([2] * columns, ways)


def table_questions(sizes, ways):
    """Return the questions about `ways` columns with so many values each; the last column varies first in the cells.

    >>> table_questions([2, 3], 1).astype(int).tolist()[2:]
    [[1, 0, 0, 1, 0, 0], [0, 1, 0, 0, 1, 0], [0, 0, 1, 0, 0, 1]]
    """
    values = np.array(np.unravel_index(np.arange(prod(sizes)), sizes))
    asked = []
    for chosen in map(list, combinations(range(len(sizes)), ways)):
        patterns = np.array(list(product(*(range(sizes[k]) for k in chosen))))
        asked.append((values[chosen].T == patterns[:, None]).all(axis=2))
    return np.concatenate(asked).astype(float)


def cell_counts(answers):
    """Return how many people are in each of the 2**d cells, shape (2**d,).

    `answers` has a row for each person and d columns of yes and no (a data frame or an array, d at most 14).
    >>> cell_counts([[False, False], [True, False], [True, False]])
    array([1, 0, 2, 0])
    """
    answers = checks.answers("answers", getattr(answers, "to_numpy", lambda: answers)())
    if answers.ndim != 2 or answers.shape[1] > _MOST_COLUMNS:
        raise ValueError(f"answers must have shape (people, columns up to {_MOST_COLUMNS}), got shape {answers.shape}")
    return np.bincount(answers @ _powers(answers.shape[1]), minlength=2 ** answers.shape[1])


def worst_error(counts, published, *, questions):
    """Return how far off the worst of the answers is, as a share of all people.

    `counts` are those of cells, `published` what stands in for them, in people too, `questions` as from
    `all_questions`.
    >>> worst_error([3, 1], [2, 2], questions=[[1, 0], [1, 1]])
    0.25
    """
    counts, questions = checked_questions(counts, questions)
    published = checks.reals("published", published)
    if published.shape != counts.shape:
        raise ValueError(f"published must have the shape of counts, {counts.shape}, got {published.shape}")
    return float(np.abs(questions @ (counts - published)).max() / counts.sum())


def checked_questions(counts, questions):
    """Return counts of cells and questions about them as arrays, if they are that and belong together."""
    counts = checks.integers("counts", counts, low=0, high=2**40)
    if counts.ndim != 1 or not counts.any():
        raise ValueError(f"counts must be one for each cell, with somebody in one of them, got shape {counts.shape}")
    questions = checks.columns("questions", checks.reals("questions", questions, low=0, high=1), counts.size)
    if not ((questions == 0) | (questions == 1)).all():
        raise ValueError(f"questions must be rows of 0 and 1, got {questions[(questions > 0) & (questions < 1)][0]:g}")
    return counts, questions


def _powers(columns):
    return 2 ** np.arange(columns)[::-1]
