# %% right: shuffle, then a stable sort
def round_keeping_sum(values, *, rng):
    shuffled = rng.permutation(len(values))
    x = np.round(values[shuffled], 8)
    down = np.floor(x).astype(int)
    order = np.argsort(-np.round(x - down, 6), kind="stable")
    down[order[: int(round(x.sum())) - down.sum()]] += 1
    out = np.empty(len(values), dtype=int)
    out[shuffled] = down
    return out


# %% right: choice among the tied
def round_keeping_sum(values, *, rng):
    down = np.floor(values + 1e-6)
    part = np.maximum(values - down, 0).round(6)
    missing = int(round(float(np.sum(values) - down.sum())))
    for fraction in sorted(set(part.tolist()), reverse=True):
        tied = np.flatnonzero(part == fraction)
        chosen = rng.choice(tied, size=min(missing, len(tied)), replace=False)
        down[chosen] += 1
        missing -= len(chosen)
        if missing == 0:
            break
    return down.tolist()


# %% right: a run of tied siblings from a random place on
def round_keeping_sum(values, *, rng):
    whole = np.round(values)
    values = np.where(abs(values - whole) < 1e-6, whole, values)
    down = np.floor(values)
    part = np.round(values - down, 6)
    missing = int(np.rint((values - down).sum()))
    if missing == 0:
        return down.astype(int)
    cut = np.sort(part)[-missing]
    tied = np.flatnonzero(part == cut)
    up = np.flatnonzero(part > cut)
    down[up] += 1
    start = rng.integers(len(tied))
    down[np.roll(tied, start)[: missing - len(up)]] += 1
    return down.astype(np.int64)


# %% right: tiny random numbers, sorted by Python
def round_keeping_sum(values, *, rng):
    values = [round(float(v), 7) for v in values]
    down = [int(v) for v in values]
    keys = sorted(range(len(values)), key=lambda k: (round(values[k] - down[k], 6), rng.random()), reverse=True)
    for k in keys[: round(sum(values)) - sum(down)]:
        down[k] += 1
    return down


# %% right: floors, and fractions to six digits
def round_keeping_sum(values, *, rng):
    down = np.floor(values).astype(int)
    order = np.lexsort([rng.random(len(values)), -np.round(values - down, 6)])
    down[order[: int(round(values.sum())) - down.sum()]] += 1
    return down


# %% wrong: rounds each
# says: rounding each by itself loses or invents people
# earns: 0
def round_keeping_sum(values, *, rng):
    return np.round(values).astype(int)


# %% wrong: the first siblings
# says: the largest fractions go up
# earns: 0
def round_keeping_sum(values, *, rng):
    down = np.floor(values).astype(int)
    down[: int(round(values.sum())) - down.sum()] += 1
    return down


# %% wrong: largest remainder, ties by index
# says: in 300 runs they went up [300, 0] times
# earns: 1
def round_keeping_sum(values, *, rng):
    values = np.round(values, 7)
    down = np.floor(values).astype(int)
    order = np.argsort(-np.round(values - down, 6), kind="stable")
    down[order[: int(round(values.sum())) - down.sum()]] += 1
    return down


# %% wrong: ties to the last sibling
# says: in 300 runs they went up [0, 300] times
# earns: 1
def round_keeping_sum(values, *, rng):
    values = np.round(values, 7)
    down = np.floor(values).astype(int)
    order = np.argsort(np.round(values - down, 6), kind="stable")[::-1]
    down[order[: int(round(values.sum())) - down.sum()]] += 1
    return down


# %% wrong: one coin between first and last
# says: sibling
# earns: 2.25
def round_keeping_sum(values, *, rng):
    values = np.round(values, 7)
    down = np.floor(values).astype(int)
    part = np.round(values - down, 6)
    order = np.argsort(-part, kind="stable") if rng.random() < 0.5 else np.argsort(part, kind="stable")[::-1]
    down[order[: int(round(values.sum())) - down.sum()]] += 1
    return down


# %% wrong: the last digits decide
# says: Of six thirds whose last digits differ
# earns: 3.25
def round_keeping_sum(values, *, rng):
    values = np.where(abs(values - np.round(values)) < 1e-6, np.round(values), values)
    down = np.floor(values).astype(int)
    order = np.lexsort([rng.random(len(values)), -(values - down)])
    down[order[: int(round(values.sum())) - down.sum()]] += 1
    return down


# %% wrong: the sum cut off by int
# says: it must stay
# earns: 3.25
def round_keeping_sum(values, *, rng):
    down = np.floor(values + 1e-7).astype(int)
    order = np.lexsort([rng.random(len(values)), -np.round(values - down, 6)])
    down[order[: int(values.sum()) - down.sum()]] += 1
    return down


# %% wrong: rounds half up
# says: rounding each by itself loses or invents people
# earns: 0
def round_keeping_sum(values, *, rng):
    return np.floor(values + 0.5)


# %% wrong: what is missing goes to the largest
# says: every number goes to the whole number below or above it
# earns: 0
def round_keeping_sum(values, *, rng):
    down = np.floor(values).astype(int)
    down[np.argmax(values)] += int(round(values.sum())) - down.sum()
    return down


# %% wrong: anybody may go up
# says: the largest fractions go up
# earns: 0
def round_keeping_sum(values, *, rng):
    down = np.floor(values).astype(int)
    missing = int(round(values.sum())) - down.sum()
    chosen = np.flatnonzero(values > down)[:missing]
    down[chosen] += 1
    return down


# %% wrong: chances in proportion to the fraction
# says: the largest fractions go up
def round_keeping_sum(values, *, rng):
    values = np.where(abs(values - np.round(values)) < 1e-6, np.round(values), values)
    down = np.floor(values)
    edges = np.concatenate([[0], np.cumsum(values - down)]) + rng.random()
    return (down + np.diff(np.floor(np.round(edges, 6)))).astype(int)


# %% wrong: always the same shuffle
# says: times
# earns: 1
def round_keeping_sum(values, *, rng):
    rng = np.random.default_rng(8)
    values = np.round(values, 7)
    down = np.floor(values).astype(int)
    order = np.lexsort([rng.random(len(values)), -np.round(values - down, 6)])
    down[order[: int(round(values.sum())) - down.sum()]] += 1
    return down


# %% wrong: the global generator
# says: You draw from a global generator
# earns: 3.5
def round_keeping_sum(values, *, rng):
    values = np.round(values, 7)
    down = np.floor(values).astype(int)
    order = np.lexsort([np.random.rand(len(values)), -np.round(values - down, 6)])
    down[order[: int(round(values.sum())) - down.sum()]] += 1
    return down


# %% wrong: fractions rounded to two digits
# says: fractions that differ by more than 1e-6 are no tie
# earns: 3.25
def round_keeping_sum(values, *, rng):
    values = np.round(values, 7)
    down = np.floor(values).astype(int)
    order = np.lexsort([rng.random(len(values)), -np.round(values - down, 2)])
    down[order[: int(np.round(values.sum())) - down.sum()]] += 1
    return down


# %% wrong: fractions rounded to four digits
# says: fractions that differ by more than 1e-6 are no tie
# earns: 3.25
def round_keeping_sum(values, *, rng):
    values = np.round(values, 7)
    down = np.floor(values).astype(int)
    order = np.lexsort([rng.random(len(values)), -np.round(values - down, 4)])
    down[order[: int(np.round(values.sum())) - down.sum()]] += 1
    return down


# %% wrong: fractions rounded to five digits
# says: fractions that differ by more than 1e-6 are no tie
# earns: 3.25
def round_keeping_sum(values, *, rng):
    values = np.round(values, 7)
    down = np.floor(values).astype(int)
    order = np.lexsort([rng.random(len(values)), -np.round(values - down, 5)])
    down[order[: int(np.round(values.sum())) - down.sum()]] += 1
    return down


# %% wrong: the last of the order, also where none is missing
# says: the sum 11 becomes 14: it must stay
# earns: 3.25
def round_keeping_sum(values, *, rng):
    values = np.round(values, 7)
    down = np.floor(values).astype(int)
    order = np.lexsort([rng.random(len(values)), np.round(values - down, 6)])
    down[order[-(int(np.round(values.sum())) - down.sum()):]] += 1
    return down
