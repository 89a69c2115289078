# %% right: round after round, street after street
def bend(noisy, people):
    result = np.zeros(noisy.shape)
    for row, (counts, total) in enumerate(zip(noisy, people)):
        above = list(range(len(counts)))
        while above:
            off = (sum(counts[k] for k in above) - total) / len(above)
            if all(counts[k] - off >= 0 for k in above):
                break
            above = [k for k in above if counts[k] - off >= 0]
        for k in above:
            result[row, k] = counts[k] - off
    return result


# %% right: looks for the number to take off by halving
def bend(noisy, people):
    low, high = noisy.min(axis=1) - people - 1.0, noisy.max(axis=1) + 0.0
    for _ in range(200):
        middle = (low + high) / 2
        too_large = np.maximum(noisy - middle[:, None], 0).sum(axis=1) > people
        low, high = np.where(too_large, middle, low), np.where(too_large, high, middle)
    return np.maximum(noisy - high[:, None], 0)


# %% right: the most counts that can stay above 0
def bend(noisy, people):
    rows = []
    for counts, total in zip(noisy, people):
        down = sorted(counts, reverse=True)
        offs = [(sum(down[: k + 1]) - total) / (k + 1) for k in range(len(down))]
        stay = [off for count, off in zip(down, offs) if count > off]
        rows.append(np.clip(counts - (stay[-1] if stay else down[0]), 0, None))
    return np.array(rows)


# %% wrong: takes the same off everybody, below zero or not
# says: a count is below 0; set it to 0
# earns: 0
def bend(noisy, people):
    return noisy - (noisy.sum(axis=1, keepdims=True) - people[:, None]) / noisy.shape[1]


# %% wrong: bends, then cuts
# says: what was cut off at 0 is missing in the sum
# earns: 0
def bend(noisy, people):
    return np.maximum(noisy - (noisy.sum(axis=1, keepdims=True) - people[:, None]) / noisy.shape[1], 0)


# %% wrong: cuts, then bends
# says: cut at 0 after bending, not before
# earns: 0
def bend(noisy, people):
    cut = np.maximum(noisy, 0)
    return cut - (cut.sum(axis=1, keepdims=True) - people[:, None]) / cut.shape[1]


# %% wrong: in proportion
# says: that is in proportion
# earns: 0
def bend(noisy, people):
    cut = np.maximum(noisy, 0)
    return cut * people[:, None] / cut.sum(axis=1, keepdims=True)


# %% wrong: shares what is left in proportion
# says: what is left is shared equally, not in proportion
# earns: 0
def bend(noisy, people):
    cut = np.maximum(noisy - (noisy.sum(axis=1, keepdims=True) - people[:, None]) / noisy.shape[1], 0)
    return cut * people[:, None] / cut.sum(axis=1, keepdims=True)


# %% wrong: one round only
# says: one more fell below 0: repeat
# earns: 0
def bend(noisy, people):
    bent = noisy - (noisy.sum(axis=1, keepdims=True) - people[:, None]) / noisy.shape[1]
    above = bent > 0
    off = ((noisy * above).sum(axis=1) - people) / above.sum(axis=1)
    return np.where(above, noisy - off[:, None], 0)


# %% wrong: all streets have one total
# says: each street has a total of its own
# earns: 0
def bend(noisy, people):
    down = np.sort(noisy.ravel())[::-1]
    off = ((down.cumsum() - people.sum()) / np.arange(1, down.size + 1)).max()
    return np.maximum(noisy - off, 0)


# %% wrong: rounds to whole people
# says: do not round
# earns: 0
def bend(noisy, people):
    down = -np.sort(-noisy, axis=1)
    off = ((down.cumsum(axis=1) - people[:, None]) / np.arange(1, down.shape[1] + 1)).max(axis=1)
    return np.round(np.maximum(noisy - off[:, None], 0))


# %% wrong: two rounds at most
# says: it should be
def bend(noisy, people):
    above = np.ones(noisy.shape, bool)
    for _ in range(2):
        off = ((noisy * above).sum(axis=1) - people) / above.sum(axis=1)
        above &= noisy > off[:, None]
    off = ((noisy * above).sum(axis=1) - people) / above.sum(axis=1)
    return np.where(above, noisy - off[:, None], 0)


# %% wrong: works in the table that it was given
# says: Your function changes the data it is given
# earns: 0
def bend(noisy, people):
    down = -np.sort(-noisy, axis=1)
    off = ((down.cumsum(axis=1) - people[:, None]) / np.arange(1, down.shape[1] + 1)).max(axis=1)
    right = np.maximum(noisy - off[:, None], 0)
    noisy[...] = right
    return right
