# %% right: removes what falls below 0, until nothing does
def project(noisy, total):
    y = np.asarray(noisy, dtype=float)
    active = np.ones(len(y), bool)
    while True:
        tau = (y[active].sum() - total) / active.sum()
        smaller = active & (y > tau)
        if not smaller.any():
            return np.zeros(len(y))
        if (smaller == active).all():
            return np.where(active, y - tau, 0.0)
        active = smaller


# %% right: bisection
def project(noisy, total):
    low, high = float(min(noisy)) - total - 1, float(max(noisy))
    for _ in range(200):
        tau = (low + high) / 2
        if np.clip(noisy - tau, 0, None).sum() > total:
            low = tau
        else:
            high = tau
    return np.clip(noisy - high, 0, None)


# %% right: tries every k, a list
def project(noisy, total):
    ordered = sorted(map(float, noisy), reverse=True)
    for k in range(len(ordered), 0, -1):
        tau = (sum(ordered[:k]) - total) / k
        if ordered[k - 1] >= tau:
            return [max(float(y) - tau, 0.0) for y in noisy]


# %% right: pandas, and a root finder
def project(noisy, total):
    from scipy.optimize import brentq

    y = pd.Series(noisy, dtype=float)
    if total == 0:
        return y * 0
    tau = brentq(lambda t: (y - t).clip(lower=0).sum() - total, y.min() - total - 1, y.max() + 1, xtol=1e-12, rtol=1e-14)
    return (y - tau).clip(lower=0)


# %% wrong: clips, then scales
# says: you cut off at 0 and scale the rest
# earns: 0
def project(noisy, total):
    above = np.clip(noisy, 0, None)
    return above * total / above.sum()


# %% wrong: shifts only
# says: you shift all counts by the same amount and leave negative ones
# earns: 0
def project(noisy, total):
    return noisy - (np.sum(noisy) - total) / len(noisy)


# %% wrong: shifts, then clips
# says: you shift and then cut off: the sum is wrong now
# earns: 0
def project(noisy, total):
    return np.maximum(noisy - (np.sum(noisy) - total) / len(noisy), 0)


# %% wrong: clips only
# says: cutting off comes last
# earns: 0
def project(noisy, total):
    return np.maximum(noisy, 0)


# %% wrong: one round among the positive counts
# says: other counts are below 0
# earns: 0
def project(noisy, total):
    positive = noisy > 0
    return np.where(positive, noisy - (noisy[positive].sum() - total) / positive.sum(), 0)


# %% wrong: one round, then clips
# says: you shift twice and cut off: the sum is still wrong
# earns: 0
def project(noisy, total):
    positive = noisy > 0
    return np.maximum(np.where(positive, noisy - (noisy[positive].sum() - total) / positive.sum(), 0), 0)


# %% wrong: shifts, clips, scales
# says: you shift, cut off and scale
# earns: 0
def project(noisy, total):
    shifted = np.maximum(noisy - (np.sum(noisy) - total) / len(noisy), 0)
    return shifted * total / shifted.sum()


# %% wrong: negative counts stay out for ever
# says: From -1, 5 with total 10
# earns: 2
def project(noisy, total):
    y = np.maximum(np.asarray(noisy, float), 0)
    for _ in range(len(y)):
        active = y > 0
        if not active.any():
            break
        y = np.maximum(np.where(active, y - (y.sum() - total) / active.sum(), 0), 0)
    return y


# %% wrong: the largest one pays
# says: from the largest count alone
# earns: 0
def project(noisy, total):
    out = np.maximum(noisy, 0).astype(float)
    out[out.argmax()] -= out.sum() - total
    return out


# %% wrong: two rounds, not more
# says: are not right
# earns: 2.25
def project(noisy, total):
    y = np.asarray(noisy, float)
    tau = y.min() - 1
    for _ in range(3):
        active = y > tau
        tau = (y[active].sum() - total) / active.sum()
    return np.maximum(y - tau, 0)


# %% wrong: in place
# says: your function changes the array it is given
# earns: 0
def project(noisy, total):
    largest = np.sort(noisy)[::-1]
    tau = ((np.cumsum(largest) - total) / np.arange(1, len(noisy) + 1)).max()
    if noisy.dtype.kind == "f":
        noisy -= tau
        noisy[noisy < 0] = 0
        return noisy
    return np.maximum(noisy - tau, 0)


# %% wrong: rounded
# says: do not round
# earns: 0
def project(noisy, total):
    largest = np.sort(noisy)[::-1]
    tau = (np.cumsum(largest) - total) / np.arange(1, len(noisy) + 1)
    return np.round(np.maximum(noisy - tau.max(), 0))


# %% wrong: rounded to four digits
# says: do not round
def project(noisy, total):
    largest = np.sort(noisy)[::-1]
    tau = (np.cumsum(largest) - total) / np.arange(1, len(noisy) + 1)
    return np.round(np.maximum(noisy - tau.max(), 0.0), 4)
