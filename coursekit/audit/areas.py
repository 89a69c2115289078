"""Areas: people counted in places within places.

Counts are an array with one axis for each level: ``counts[3, 0, 20]`` is the number of people in the 21st leaf of the
first part of the fourth region. So an area has a place whether anybody lives there or not; to drop the empty ones, as a
group-by does, would tell of every person who is alone in one. Neighbours: one person more or less, who is counted once
in each level; to *move* is two such steps, see `exact.largest_loss`. Source: Flaxman (see `coursekit.audit`), 2.1.
"""

from fractions import Fraction

import numpy as np

from coursekit import checks

MOST_AREAS = 2**28


def children(*, persons, levels=3, mean=100):
    """Return into how many parts every area is divided: the largest C with C**levels * mean <= persons.

    In integers: ``floor(8000 ** (1 / 3))`` is 19 in floats, and the answer is 20. `levels`, at least 1, lie below the
    whole; a leaf has at least `mean` people on average, a number above 0.
    >>> children(persons=1_000_000), children(persons=800_000)
    (21, 20)
    """
    persons = checks.whole("persons", persons, at_least=1, at_most=checks.LARGEST_COUNT)
    levels = checks.whole("levels", levels, at_least=1, at_most=60)
    leaves = persons // Fraction(str(checks.positive("mean", mean)))
    if leaves < 1:
        raise ValueError(f"mean must be <= persons, got {mean} and persons {persons}")
    found = 0
    for bit in reversed(range(leaves.bit_length() // levels + 1)):
        if (found + 2**bit) ** levels <= leaves:
            found += 2**bit
    return found


def simulate_people(persons, *, levels=3, children, rng):
    """Return where people live, an array of persons x levels with the numbers 0 … children - 1: all leaves are alike.

    >>> simulate_people(1000, children=21, rng=np.random.default_rng(1)).shape
    (1000, 3)
    """
    persons = checks.whole("persons", persons, at_least=1, at_most=2**32)
    return checks.generator(rng).integers(children, size=(persons, len(_shape(levels, children))))


def count_people(people, *, children):
    """Return how many people live in each leaf, the empty ones too.

    `people` are persons x levels, numbers from 0 to `children` - 1, which is public; to learn it from `people` would
    leak.
    >>> count_people([[0, 1], [0, 1], [1, 0]], children=2)
    array([[0, 2],
           [1, 0]])
    """
    children = checks.whole("children", children, at_least=1)
    people = checks.integers("people", people, low=0, high=children - 1)
    if people.ndim != 2:
        raise ValueError(f"people must have one row per person and one column per level, got shape {people.shape}")
    shape = _shape(people.shape[1], children)
    return np.bincount(np.ravel_multi_index(tuple(people.T), shape), minlength=np.prod(shape)).reshape(shape)


def simulate_counts(persons, *, levels=3, children, rng):
    """Return the counts of `simulate_people` without the people: the same law in a fraction of the time.

    >>> counts = simulate_counts(1_000_000, children=21, rng=np.random.default_rng(1))
    >>> counts.shape, int(counts.sum())
    ((21, 21, 21), 1000000)
    """
    counts = np.array(checks.whole("persons", persons, at_least=1, at_most=checks.LARGEST_COUNT))
    checks.generator(rng)
    for parts in _shape(levels, children):
        counts = rng.multinomial(counts, np.full(parts, 1 / parts))
    return counts


def totals(counts):
    """Return the exact counts of every level, the whole first: arrays with 0, 1, … axes, the last one `counts` itself.

    >>> totals([[0, 2], [1, 0]])[:2]
    [array(3), array([2, 1])]
    """
    tables = [leaf_counts(counts)]
    if tables[0].sum(dtype=float) > 2**62:
        raise ValueError(f"counts must add up to 2**62 at most, got {tables[0].sum(dtype=float):.4g}")
    while tables[0].ndim:
        tables.insert(0, np.asarray(tables[0].sum(axis=-1)))
    return tables


def neighbour(counts, *, leaves=None, enters=None):
    """Return `counts` with one person fewer in the leaf `leaves`, one more in the leaf `enters`, or both.

    Leaves are numbered from 0 in the order of the array (the last axis fastest).
    >>> neighbour([[0, 2], [1, 0]], leaves=1, enters=3)
    array([[0, 1],
           [1, 1]])
    """
    counts = leaf_counts(counts)
    for name, area, step in (("leaves", leaves, -1), ("enters", enters, 1)):
        if area is not None:
            counts.flat[checks.whole(name, area, at_least=0, at_most=counts.size - 1)] += step
    if counts.min() < 0:
        raise ValueError(f"leaves must be a leaf in which somebody lives, got {leaves}")
    return counts


def leaf_counts(counts):
    """Return counts of leaves as a new int64 array: none below 0, one axis or more."""
    counts = checks.integers("counts", counts, low=0, high=checks.LARGEST_COUNT)
    if counts.ndim == 0:
        raise ValueError("counts must have one axis for each level, got a single number")
    return counts


def function(name, value, *, default=None):
    """Return `value` if it can be called, and for None the `default` if there is one."""
    if value is None and default is not None:
        return default
    if not callable(value):
        raise TypeError(f"{name} must be a function, got {checks.shown(value)}")
    return value


def _shape(levels, children):
    """Return the shape of counts with `levels` levels, if they fit into memory."""
    levels = checks.whole("levels", levels, at_least=1, at_most=60)
    children = checks.whole("children", children, at_least=1)
    if children**levels > MOST_AREAS:
        raise ValueError(f"children**levels must be <= {MOST_AREAS}, got {children}**{levels}")
    return (children,) * levels
