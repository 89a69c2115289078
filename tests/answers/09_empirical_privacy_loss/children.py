# %% right: counts up
def children(persons, *, mean, levels):
    c = 1
    while mean * (c + 1) ** levels <= persons:
        c += 1
    return c


# %% right: halves an interval of whole numbers
def children(persons, *, mean, levels):
    low, high = 1, persons + 1  # low fits, high does not
    while high - low > 1:
        middle = (low + high) // 2
        if mean * middle**levels <= persons:
            low = middle
        else:
            high = middle
    return low


# %% right: the best of three candidates near the float
import math


def children(persons, *, mean, levels):
    near = math.floor((persons / mean) ** (1 / levels))
    return max(c for c in (near - 1, near, near + 1, 1) if c >= 1 and mean * c**levels <= persons)


# %% right: bisect on a range
import bisect


def children(persons, *, mean, levels):
    return bisect.bisect_right(range(1, 10**6), persons, key=lambda c: mean * c**levels) if levels > 1 else persons // mean


# %% right: NumPy whole numbers
def children(persons, *, mean, levels):
    if levels == 1:
        return persons // mean
    most = int((persons // mean) ** (1 / levels)) + 2
    sizes = np.arange(most + 1, dtype=object) ** levels * mean
    return np.flatnonzero(sizes <= persons)[-1]


# %% wrong: the published line
# says: a root computed with floats can come out a little below 20
# earns: 0
def children(persons, *, mean, levels):
    return int(np.floor((persons / mean) ** (1 / levels)))


# %% wrong: rounds to the nearest
# says: round down
# earns: 0
def children(persons, *, mean, levels):
    return round((persons / mean) ** (1 / levels))


# %% wrong: rounds up
# says: round down
# earns: 0
def children(persons, *, mean, levels):
    return int(np.ceil((persons / mean) ** (1 / levels)))


# %% wrong: a nudge before rounding down
# says: the root of a float is off by a little
# earns: 0.5
def children(persons, *, mean, levels):
    return int(np.floor((persons / mean) ** (1 / levels) + 1e-9))


# %% wrong: rounds to nine digits first
# says: the root of a float is off by a little
# earns: 0.5
def children(persons, *, mean, levels):
    return int(np.floor(np.round((persons / mean) ** (1 / levels), 9)))


# %% wrong: always a cube root
# says: children(28, mean=7, levels=2)
def children(persons, *, mean, levels):
    c = round(np.cbrt(persons / mean))
    return c if mean * c**3 <= persons else c - 1


# %% wrong: more decimals, the same root
# says: a root computed with floats can come out a little below 20
# earns: 0
from decimal import Decimal


def children(persons, *, mean, levels):
    return int((Decimal(persons) / mean) ** (1 / Decimal(levels)))


# %% wrong: counts up while strictly below
# says: exactly a million, which is enough; compare with <=, not with <
# earns: 0
def children(persons, *, mean, levels):
    c = 1
    while mean * (c + 1) ** levels < persons:
        c += 1
    return c


# %% wrong: the number of leaves
# says: that is the number of leaves
# earns: 0
def children(persons, *, mean, levels):
    c = 1
    while mean * (c + 1) ** levels <= persons:
        c += 1
    return c**levels


# %% wrong: the first that does not fit
# says: round down
# earns: 0
def children(persons, *, mean, levels):
    c = 1
    while mean * c**levels <= persons:
        c += 1
    return c
