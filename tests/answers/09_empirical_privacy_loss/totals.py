# %% right: a matrix with one axis for each level
def totals(places, *, children):
    depth = places.shape[1]
    cube = np.zeros((children,) * depth, dtype=int)
    np.add.at(cube, tuple(places.T), 1)
    return [cube.sum(axis=tuple(range(level, depth))).ravel() for level in range(depth + 1)]


# %% right: groups, then all areas of the map
def totals(places, *, children):
    frame, found = pd.DataFrame(places), [np.array([len(places)])]
    for level in range(1, places.shape[1] + 1):
        area = [range(children)] * level
        names = pd.MultiIndex.from_product(area) if level > 1 else pd.Index(range(children))
        counts = frame.groupby(list(range(level))).size()
        found.append(counts.reindex(names, fill_value=0).to_numpy())
    return found


# %% right: a loop over people
def totals(places, *, children):
    depth = places.shape[1]
    counts = [[0] * children**level for level in range(depth + 1)]
    for person in places.tolist():
        code = 0
        counts[0][0] += 1
        for level, area in enumerate(person, start=1):
            code = code * children + area
            counts[level][code] += 1
    return counts


# %% right: leaves first, then sums of children
def totals(places, *, children):
    depth = places.shape[1]
    code = np.ravel_multi_index(tuple(places.T), (children,) * depth)
    levels = [np.bincount(code, minlength=children**depth)]
    while len(levels) <= depth:
        levels.insert(0, levels[0].reshape(-1, children).sum(axis=1))
    return levels


# %% right: a Counter asked about every area
from collections import Counter
from itertools import product


def totals(places, *, children):
    found = []
    for level in range(places.shape[1] + 1):
        seen = Counter(tuple(row[:level]) for row in places.tolist())
        found.append([seen[area] for area in product(range(children), repeat=level)])
    return tuple(found)


# %% wrong: groupby, as published
# says: an empty area is counted, too, with 0 people
# earns: 0
def totals(places, *, children):
    frame = pd.DataFrame(places)
    return [np.array([len(frame)])] + [frame.groupby(list(range(level))).size().to_numpy() for level in range(1, places.shape[1] + 1)]


# %% wrong: NaN for empty areas
# says: an empty area has 0 people, and that is known
# earns: 0
def totals(places, *, children):
    frame, found = pd.DataFrame(places), [np.array([len(places)])]
    for level in range(1, places.shape[1] + 1):
        names = pd.MultiIndex.from_product([range(children)] * level) if level > 1 else pd.Index(range(children))
        found.append(frame.groupby(list(range(level))).size().reindex(names).to_numpy())
    return found


# %% wrong: the map taken from the people
# says: an empty area is counted, too, with 0 people
# earns: 1
def totals(places, *, children):
    children = places.max() + 1 if len(places) else 1
    code, found = np.zeros(len(places), dtype=int), [np.array([len(places)])]
    for level in range(places.shape[1]):
        code = code * children + places[:, level]
        found.append(np.bincount(code, minlength=children ** (level + 1)))
    return found


# %% wrong: the counts end at the last area with people
# says: an empty area is counted, too, with 0 people
def totals(places, *, children):
    code, found = np.zeros(len(places), dtype=int), [np.array([len(places)])]
    for level in range(places.shape[1]):
        code = code * children + places[:, level]
        found.append(np.bincount(code))
    return found


# %% wrong: the first place runs fastest
# says: the last place runs fastest; with you, the first does
# earns: 0
def totals(places, *, children):
    code, found = np.zeros(len(places), dtype=int), [np.array([len(places)])]
    for level in range(places.shape[1]):
        code = code + places[:, level] * children**level
        found.append(np.bincount(code, minlength=children ** (level + 1)))
    return found


# %% wrong: level 0 left out
# says: there are 3, from 0 (the whole country)
# earns: 0
def totals(places, *, children):
    code, found = np.zeros(len(places), dtype=int), []
    for level in range(places.shape[1]):
        code = code * children + places[:, level]
        found.append(np.bincount(code, minlength=children ** (level + 1)))
    return found


# %% wrong: leaves only
# says: your list has 1 levels
# earns: 0
def totals(places, *, children):
    depth = places.shape[1]
    return [np.bincount(np.ravel_multi_index(tuple(places.T), (children,) * depth), minlength=children**depth)]


# %% wrong: each column on its own
# says: level 2 has 3 counts and 9 areas
# earns: 0
def totals(places, *, children):
    return [np.array([len(places)])] + [np.bincount(column, minlength=children) for column in places.T]


# %% wrong: each column on its own, filled up
# says: you look at the last column alone
# earns: 0
def totals(places, *, children):
    return [np.array([len(places)])] + [np.bincount(column, minlength=children ** (k + 1)) for k, column in enumerate(places.T)]


# %% wrong: fails without people
# says: your code raised
# earns: 1.5
def totals(places, *, children):
    places.min(axis=0)  # a check of the input
    code, found = np.zeros(len(places), dtype=int), [np.array([len(places)])]
    for level in range(places.shape[1]):
        code = code * children + places[:, level]
        found.append(np.bincount(code, minlength=children ** (level + 1)))
    return found
