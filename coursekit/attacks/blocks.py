"""All blocks of people that satisfy published statistics, counted without a list of them.

People are put in order of age; person after person is added, and of what is there so far only what the tables can
still notice is remembered: the last age, and for every statistic how many people it has, their ages' sum and, half-way
through an even group, the lower of its two middle ages. Beginnings that agree in all this continue in the same ways, so
one of them stands for all, with their number. That is why counts of 10^15 take milliseconds.
"""

import math
from dataclasses import dataclass

import numpy as np

OLDEST = 115  # the highest age that a census has room for
ANYTHING = 2**40  # no sum of ages comes near

_MOST_BEGINNINGS = 3_000_000  # about a gigabyte
_BOUNDS = {"youngest": np.minimum, "oldest": np.maximum, "seen": np.bitwise_or}  # of beginnings that are merged


@dataclass(frozen=True)
class Statistic:
    """One published row, ready for the walk: what its group's next member may be, given how many members there are.

    Lists over the number of members so far: `free` members are still to come who may have any age from the last one's
    on; all others add at least `low` and at most `high` to the sum of ages. The next person of all is at most `cap`
    years old (or nobody could fill the group's middle any more), the next member at least `floor`.
    """

    fewest: int
    most: int
    sums: tuple = (-ANYTHING, ANYTHING)
    median: float | None = None

    @property
    def has_mean(self):
        return self.sums != (-ANYTHING, ANYTHING)

    @property
    def split(self):
        """The number of members at which the lower of two middle ages is the last age; -1 where there is only one."""
        return self.most // 2 if self.median is not None and self.most % 2 == 0 else -1

    def plan(self):
        """Return free, low, high, cap, floor as arrays over the number of members, 0 … most."""
        count, rows = self.most, []
        for k in range(count + 1):
            left = count - k
            rows.append((left, 0, 0, OLDEST, 0))
            if self.median is None or not left:
                continue
            down, up = math.floor(self.median), math.ceil(self.median)
            twice = round(2 * self.median)
            below = (count - 1) // 2  # how many are younger than the middle, or as old
            if k < below:  # the middle and all above it are spoken for
                middle = twice if count % 2 == 0 else self.median
                rows[-1] = (below - k, middle + below * up, middle + below * OLDEST, down, 0)
            elif k == below and count % 2:
                rows[-1] = (0, self.median + below * up, self.median + below * OLDEST, down, up)
            elif k == below:
                rows[-1] = (0, twice + below * up, twice + below * OLDEST, down, twice - OLDEST)
            elif k == below + 1 and count % 2 == 0:
                rows[-1] = (0, left * up, left * OLDEST, OLDEST, up)
        return np.array(rows).T


def ways(statistics, n, kinds, sizes, *, keep):
    """Return all ways to put `n` persons in order of age and kind that satisfy the statistics.

    `kinds`: who is a member of which statistic, (kinds, statistics); `sizes`: how many combinations of values each kind
    has. The result's `weight` says for how many solutions each row stands. `keep` is what else is remembered:
    "nothing"; "path", which persons, as age * (number of kinds) + kind; or "bounds", the `youngest` and `oldest` that
    each person in order of age can be, and as bits of `seen` the kinds.
    """
    few = math.comb(sum(sizes) * (OLDEST + 1) + n - 1, n) < 2**63  # else Python's integers, which are exact but slower
    nothing = np.zeros((1, len(statistics)), np.int16)
    now = {"age": np.zeros(1, np.int16), "kind": np.zeros(1, np.int16), "run": np.zeros(1, np.int16)}
    now |= {"members": nothing, "sums": nothing, "lower": nothing, "path": np.zeros((1, 0), np.int64)}
    now |= {name: np.zeros((1, 0), np.int16) for name in ("youngest", "oldest")}
    now["seen"] = np.zeros((1, 0), np.min_scalar_type(-(1 << len(kinds))))
    now["weight"] = np.ones(1, np.int64 if few else object)
    if None in statistics:
        return {name: column[:0] for name, column in now.items()}
    plans = [statistic.plan() for statistic in statistics]
    for left in range(n - 1, -1, -1):  # persons still to come after the next one
        grown = []
        for kind, size in enumerate(sizes):
            ages = _possible_ages(now, statistics, plans, kinds[kind], kind, left)
            more = _with_one_more(now, statistics, kinds, kind, size, *ages, n, keep)
            grown.append(more if keep == "path" else _merged(more))  # those of another kind go on in other ways
        now = {name: np.concatenate([part[name] for part in grown]) for name in now}
        _check_room(len(now["age"]), n)
    return now


def _check_room(rows, n):
    """Refuse more beginnings than memory holds."""
    if rows > _MOST_BEGINNINGS:
        raise ValueError(f"n must be smaller or tables must say more: too many beginnings, got {rows:,} for n {n}")


def _possible_ages(now, statistics, plans, is_member, kind, left):
    """Return the lowest and highest age that a next person of `kind` can have after each beginning."""
    lowest = np.where(kind >= now["kind"], now["age"], now["age"] + 1).astype(float)
    highest = np.full(len(lowest), float(OLDEST))
    for i, (statistic, plan) in enumerate(zip(statistics, plans, strict=True)):
        members = now["members"][:, i]
        full = members >= statistic.most if is_member[i] else statistic.fewest - members > left
        highest[full] = -1
        if not statistic.has_mean and statistic.median is None:
            continue
        free, low, high, cap, floor = plan[:, members]
        upper_middle = members == statistic.split
        if upper_middle.any():  # its age is settled by that of the lower middle
            cap[upper_middle] = floor[upper_middle] = 2 * statistic.median - now["lower"][upper_middle, i]
        at_least, at_most = (end - now["sums"][:, i].astype(np.int64) for end in statistic.sums)
        of_equals = np.floor((at_most - low) / np.maximum(free, 1))
        by_sum = np.where(free > 0, of_equals, np.where(low <= at_most, OLDEST, -1))
        by_sum[free * cap + high < at_least] = -1
        highest = np.minimum(highest, np.minimum(cap, by_sum))
        if is_member[i]:
            lowest = np.maximum(lowest, floor)
            lowest = np.maximum(lowest, np.where(free > 0, np.ceil(at_least - (free - 1) * cap - high), 0))
    return lowest.astype(np.intp), highest.astype(np.intp)  # where `np.repeat` counts: 32 bits in a browser


def _with_one_more(now, statistics, kinds, kind, size, lowest, highest, n, keep):
    """Return the beginnings with one more person of `kind`, one row for each age from lowest to highest."""
    is_member, how_many = kinds[kind], np.maximum(highest - lowest + 1, 0)
    rows = int(how_many.sum())
    _check_room(rows, n)
    before = np.repeat(np.arange(len(how_many)), how_many)
    age = np.arange(rows) + (lowest - np.cumsum(how_many) + how_many)[before]
    new = {name: column[before] for name, column in now.items()}
    if size > 1:  # k persons of one age and `size` combinations of values: comb(k + size - 1, k) ways
        run = np.where((age == new["age"]) & (kind == new["kind"]), new["run"], 0) + 1
        new["weight"] = new["weight"] * (size - 1 + run) // run
        new["run"] = run.astype(np.int16)
    new["members"] += is_member
    for i in np.flatnonzero(is_member):
        if statistics[i].has_mean:
            new["sums"][:, i] += age.astype(np.int16)
        if statistics[i].split > 0:
            new["lower"][:, i] = np.where(new["members"][:, i] == statistics[i].split, age, 0)
    new["age"], new["kind"] = age.astype(np.int16), np.full(rows, kind, np.int16)
    if keep == "path":
        new["path"] = np.column_stack([new["path"], age * len(kinds) + kind])
    elif keep == "bounds":
        for name, last in zip(_BOUNDS, (age, age, np.full(rows, 1 << kind))):
            new[name] = np.column_stack([new[name], last.astype(new[name].dtype)])
    return new


def _merged(now):
    """Return the beginnings with those that can only continue in the same ways merged into one, their weights added."""
    rows = len(now["age"])
    if rows < 2:
        return now
    key, numbers = np.zeros(rows, np.int64), 1
    for column in (now["age"], now["kind"], now["run"], *now["members"].T, *now["sums"].T, *now["lower"].T):
        largest = int(column.max()) + 1
        if numbers * largest >= 2**62:
            key = np.unique(key, return_inverse=True)[1]
            numbers = int(key.max()) + 1
        key, numbers = key * largest + column, numbers * largest
    order = np.argsort(key, kind="stable")
    first = np.flatnonzero(np.diff(key[order], prepend=-1))
    merged = {name: column[order[first]] for name, column in now.items()}
    for name, both in _BOUNDS.items():
        if now[name].size:
            merged[name] = both.reduceat(now[name][order], first)
    return merged | {"weight": np.add.reduceat(now["weight"][order], first)}
