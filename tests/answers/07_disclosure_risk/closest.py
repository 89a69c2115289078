# %% right: a loop over the records
def closest(confidential, synthetic, *, ranges, direction):
    start, end = (confidential, synthetic) if direction.startswith("confidential") else (synthetic, confidential)
    found = []
    for _, row in start.iterrows():
        total = 0
        for column in start.columns:
            if column in ranges:
                total = total + abs(end[column] - row[column]) / ranges[column]
            else:
                total = total + (end[column] != row[column]).astype(float)
        found.append(min(total) / len(start.columns))
    return found


# %% right: cityblock distances of scaled and of coded columns
from scipy.spatial.distance import cdist


def closest(confidential, synthetic, *, ranges, direction):
    both = pd.concat([confidential, synthetic], ignore_index=True)
    blocks = [both[[c]].astype(float) / ranges[c] if c in ranges else pd.get_dummies(both[c].astype(str)).astype(float) / 2 for c in both]
    points = pd.concat(blocks, axis=1).to_numpy() / both.shape[1]
    distances = cdist(points[: len(confidential)], points[len(confidential) :], "cityblock")
    return distances.min(axis=1 if direction == "confidential to synthetic" else 0)


# %% right: one array of three dimensions
def closest(confidential, synthetic, *, ranges, direction):
    parts = []
    for column in confidential:
        r, s = confidential[column].to_numpy(), synthetic[column].to_numpy()
        parts.append(np.abs(np.subtract.outer(r, s)) / ranges[column] if column in ranges else (r[:, None] != s[None, :]) * 1.0)
    gower = np.mean(parts, axis=0)
    return pd.Series(gower.min(axis=1)) if direction == "confidential to synthetic" else pd.Series(gower.min(axis=0))


# %% right: a function for two tables, used in either order
def closest(confidential, synthetic, *, ranges, direction):
    def go(a, b):
        distance = sum((abs(a[c].to_numpy()[:, None] - b[c].to_numpy()[None]) / ranges[c]) if c in ranges
                       else (a[c].to_numpy()[:, None] != b[c].to_numpy()[None]).astype(int) for c in a.columns)
        return np.min(distance, axis=1) / a.shape[1]
    return {"confidential to synthetic": go(confidential, synthetic), "synthetic to confidential": go(synthetic, confidential)}[direction]


# %% wrong: the other direction
# says: one distance for each of the three real records; yours starts at the synthetic ones
# earns: 0
def closest(confidential, synthetic, *, ranges, direction):
    end, start = (confidential, synthetic) if direction == "confidential to synthetic" else (synthetic, confidential)
    total = 0
    for column in start.columns:
        here, there = start[column].to_numpy()[:, None], end[column].to_numpy()
        total = total + (abs(here - there) / ranges[column] if column in ranges else here != there)
    return (total / len(start.columns)).min(axis=1)


# %% wrong: always from confidential to synthetic
# says: Tables of equal length: yours are distances from confidential to synthetic
# earns: 2
def closest(confidential, synthetic, *, ranges, direction):
    start, end = confidential, synthetic
    total = np.zeros((len(start), len(end)))
    for column in start.columns:
        here, there = start[column].to_numpy()[:, None], end[column].to_numpy()
        total += abs(here - there) / ranges[column] if column in ranges else here != there
    return (total / len(start.columns)).min(axis=1)


# %% wrong: unscaled
# says: the column bill is not divided by its range of 10
# earns: 0
def closest(confidential, synthetic, *, ranges, direction):
    start, end = (confidential, synthetic) if direction == "confidential to synthetic" else (synthetic, confidential)
    total = np.zeros((len(start), len(end)))
    for column in start.columns:
        here, there = start[column].to_numpy()[:, None], end[column].to_numpy()
        total += abs(here - there) if column in ranges else here != there
    return (total / len(start.columns)).min(axis=1)


# %% wrong: categories left out
# says: a column of categories counts as well
# earns: 0
def closest(confidential, synthetic, *, ranges, direction):
    start, end = (confidential, synthetic) if direction == "confidential to synthetic" else (synthetic, confidential)
    total = np.zeros((len(start), len(end)))
    for column in ranges:
        total += abs(start[column].to_numpy()[:, None] - end[column].to_numpy()) / ranges[column]
    return (total / len(start.columns)).min(axis=1)


# %% wrong: Euclid on codes
# says: county 90 is not farther from 1 than 2 is
# earns: 0
def closest(confidential, synthetic, *, ranges, direction):
    start, end = (confidential, synthetic) if direction == "confidential to synthetic" else (synthetic, confidential)
    total = np.zeros((len(start), len(end)))
    for column in start.columns:
        here, there = start[column].to_numpy()[:, None], end[column].to_numpy()
        if column in ranges:
            total += abs(here - there) / ranges[column]
        elif pd.api.types.is_numeric_dtype(start[column]):
            total += abs(here - there) / 89
        else:
            total += here != there
    return (total / len(start.columns)).min(axis=1)


# %% wrong: Euclid
# says: Gower averages absolute differences, not squares
# earns: 0
def closest(confidential, synthetic, *, ranges, direction):
    start, end = (confidential, synthetic) if direction == "confidential to synthetic" else (synthetic, confidential)
    total = np.zeros((len(start), len(end)))
    for column in start.columns:
        here, there = start[column].to_numpy()[:, None], end[column].to_numpy()
        total += (abs(here - there) / ranges[column]) ** 2 if column in ranges else here != there
    return np.sqrt(total / len(start.columns)).min(axis=1)


# %% wrong: the sum over columns
# says: average over the two columns: do not add up
# earns: 0
def closest(confidential, synthetic, *, ranges, direction):
    start, end = (confidential, synthetic) if direction == "confidential to synthetic" else (synthetic, confidential)
    total = np.zeros((len(start), len(end)))
    for column in start.columns:
        here, there = start[column].to_numpy()[:, None], end[column].to_numpy()
        total += abs(here - there) / ranges[column] if column in ranges else here != there
    return total.min(axis=1)


# %% wrong: the average over records
# says: take the closest record, not the average one
# earns: 0
def closest(confidential, synthetic, *, ranges, direction):
    start, end = (confidential, synthetic) if direction == "confidential to synthetic" else (synthetic, confidential)
    total = np.zeros((len(start), len(end)))
    for column in start.columns:
        here, there = start[column].to_numpy()[:, None], end[column].to_numpy()
        total += abs(here - there) / ranges[column] if column in ranges else here != there
    return (total / len(start.columns)).mean(axis=1)


# %% wrong: the ranges of the data
# says: use the range that is passed in; the ranges of the data are secret
# earns: 0
def closest(confidential, synthetic, *, ranges, direction):
    start, end = (confidential, synthetic) if direction == "confidential to synthetic" else (synthetic, confidential)
    total = np.zeros((len(start), len(end)))
    for column in start.columns:
        here, there = start[column].to_numpy()[:, None], end[column].to_numpy()
        total += abs(here - there) / np.ptp(np.append(here, there)) if column in ranges else here != there
    return (total / len(start.columns)).min(axis=1)


# %% wrong: closest in each column by itself
# says: the closest record is one record: do not take the minimum of each column by itself
# earns: 0
def closest(confidential, synthetic, *, ranges, direction):
    start, end = (confidential, synthetic) if direction == "confidential to synthetic" else (synthetic, confidential)
    total = np.zeros(len(start))
    for column in start.columns:
        here, there = start[column].to_numpy()[:, None], end[column].to_numpy()
        total += (abs(here - there) / ranges[column] if column in ranges else here != there).min(axis=1)
    return total / len(start.columns)


# %% wrong: a difference is at most the range
# says: do not cut it off at 1
def closest(confidential, synthetic, *, ranges, direction):
    start, end = (confidential, synthetic) if direction == "confidential to synthetic" else (synthetic, confidential)
    total = np.zeros((len(start), len(end)))
    for column in start.columns:
        here, there = start[column].to_numpy()[:, None], end[column].to_numpy()
        total += np.minimum(abs(here - there) / ranges[column], 1) if column in ranges else here != there
    return (total / len(start.columns)).min(axis=1)


# %% wrong: the ranges of the confidential data
# says: the ranges of the data are secret
# earns: 0
def closest(confidential, synthetic, *, ranges, direction):
    start, end = (confidential, synthetic) if direction == "confidential to synthetic" else (synthetic, confidential)
    total = np.zeros((len(start), len(end)))
    for column in start.columns:
        here, there = start[column].to_numpy()[:, None], end[column].to_numpy()
        total += abs(here - there) / np.ptp(confidential[column]) if column in ranges else here != there
    return (total / len(start.columns)).min(axis=1)


# %% wrong: categories compared by their first letter
# says: a distance is
def closest(confidential, synthetic, *, ranges, direction):
    start, end = (confidential, synthetic) if direction == "confidential to synthetic" else (synthetic, confidential)
    total = np.zeros((len(start), len(end)))
    for column in start.columns:
        if column in ranges:
            total += abs(start[column].to_numpy()[:, None] - end[column].to_numpy()) / ranges[column]
        else:
            here, there = (table[column].astype(str).str[0].to_numpy() for table in (start, end))
            total += here[:, None] != there
    return (total / len(start.columns)).min(axis=1)


# %% wrong: scales the tables in place
# says: Your function changes the data it is given
def closest(confidential, synthetic, *, ranges, direction):
    for table in (confidential, synthetic):
        for column in ranges:
            table[column] = table[column] / ranges[column]
    start, end = (confidential, synthetic) if direction == "confidential to synthetic" else (synthetic, confidential)
    total = np.zeros((len(start), len(end)))
    for column in start.columns:
        here, there = start[column].to_numpy()[:, None], end[column].to_numpy()
        total += abs(here - there) if column in ranges else here != there
    return (total / len(start.columns)).min(axis=1)


# %% wrong: a distance is at most 1
# says: so that a distance may be above 1: do not cut it off
# earns: 1.5
def closest(confidential, synthetic, *, ranges, direction):
    start, end = (confidential, synthetic) if direction == "confidential to synthetic" else (synthetic, confidential)
    total = np.zeros((len(start), len(end)))
    for column in start.columns:
        here, there = start[column].to_numpy()[:, None], end[column].to_numpy()
        total += abs(here - there) / ranges[column] if column in ranges else here != there
    return np.minimum((total / len(start.columns)).min(axis=1), 1)
