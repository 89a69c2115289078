# %% right: combinations with replacement
import itertools


def reconstruct(kinds, *, people, tables):
    left = []
    for group in itertools.combinations_with_replacement(kinds, people):
        if all(function(list(group)) == value for function, value in tables):
            left.append(group)
    certain = {kind for kind in kinds if left and all(kind in group for group in left)}
    return len(left), certain


# %% right: all orders, then sorted ones once
from itertools import product


def reconstruct(kinds, *, people, tables):
    groups = {tuple(sorted(group)) for group in product(kinds, repeat=people)}
    left = [group for group in groups if all(f(list(group)) == value for f, value in tables)]
    certain = set(left[0]) if left else set()
    for group in left:
        certain &= set(group)
    return len(left), certain


# %% right: recursion, and a counter
from collections import Counter


def reconstruct(kinds, *, people, tables):
    def grow(start, group):
        if len(group) == people:
            yield list(group)
            return
        for k in range(start, len(kinds)):
            yield from grow(k, group + [kinds[k]])

    seen, count = Counter(), 0
    for group in grow(0, []):
        if all(f(group) == value for f, value in tables):
            count += 1
            seen.update(set(group))
    return count, [kind for kind, n in seen.items() if n == count]


# %% right: one table after the other, NumPy's number
from itertools import combinations_with_replacement


def reconstruct(kinds, *, people, tables):
    left = [list(group) for group in combinations_with_replacement(kinds, people)]
    for function, value in tables:
        left = [group for group in left if function(group) == value]
    sets = [frozenset(group) for group in left]
    return np.int64(len(left)), (sets[0].intersection(*sets) if sets else frozenset())


# %% wrong: order matters
# says: order does not matter
# earns: 1
from itertools import product


def reconstruct(kinds, *, people, tables):
    left = [group for group in product(kinds, repeat=people) if all(f(list(group)) == value for f, value in tables)]
    return len(left), set.intersection(*map(set, left)) if left else set()


# %% wrong: nobody is alike
# says: two people may be alike
# earns: 0
from itertools import combinations


def reconstruct(kinds, *, people, tables):
    left = [group for group in combinations(kinds, people) if all(f(list(group)) == value for f, value in tables)]
    return len(left), set.intersection(*map(set, left)) if left else set()


# %% wrong: one table is enough
# says: no table, no condition
from itertools import combinations_with_replacement


def reconstruct(kinds, *, people, tables):
    left = [group for group in combinations_with_replacement(kinds, people) if any(f(list(group)) == value for f, value in tables)]
    return len(left), set.intersection(*map(set, left)) if left else set()


# %% wrong: only the last table
# says: all tables have to agree, not only the last
from itertools import combinations_with_replacement


def reconstruct(kinds, *, people, tables):
    left = groups = list(combinations_with_replacement(kinds, people))
    for function, value in tables:
        left = [group for group in groups if function(list(group)) == value]
    return len(left), set.intersection(*map(set, left)) if left else set()


# %% wrong: who is in some group
# says: you take all who occur in some group
# earns: 2
from itertools import combinations_with_replacement


def reconstruct(kinds, *, people, tables):
    left = [group for group in combinations_with_replacement(kinds, people) if all(f(list(group)) == value for f, value in tables)]
    return len(left), {kind for group in left for kind in group}


# %% wrong: the first solution for the truth
# says: you look at the first group only
# earns: 2
from itertools import combinations_with_replacement


def reconstruct(kinds, *, people, tables):
    left = [group for group in combinations_with_replacement(kinds, people) if all(f(list(group)) == value for f, value in tables)]
    return len(left), set(left[0]) if left else set()


# %% wrong: certain only if one group is left
# says: age 1 occurs in both groups
# earns: 2
from itertools import combinations_with_replacement


def reconstruct(kinds, *, people, tables):
    left = [group for group in combinations_with_replacement(kinds, people) if all(f(list(group)) == value for f, value in tables)]
    return len(left), set(left[0]) if len(left) == 1 else set()


# %% wrong: ignores the tables
# says: a group has to agree with the table
# earns: 0
from itertools import combinations_with_replacement


def reconstruct(kinds, *, people, tables):
    left = list(combinations_with_replacement(kinds, people))
    return len(left), set()


# %% wrong: fails when no group is left
# says: your code raised
# earns: 2
from itertools import combinations_with_replacement


def reconstruct(kinds, *, people, tables):
    left = [group for group in combinations_with_replacement(kinds, people) if all(f(list(group)) == value for f, value in tables)]
    certain = set(left[0])
    for group in left:
        certain &= set(group)
    return len(left), certain
