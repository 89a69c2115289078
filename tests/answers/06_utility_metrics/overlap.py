# %% right: min and max
def ci_overlap(confidential, synthetic):
    shared = min(confidential[1], synthetic[1]) - max(confidential[0], synthetic[0])
    return 0.5 * (shared / (confidential[1] - confidential[0]) + shared / (synthetic[1] - synthetic[0]))


# %% right: numpy
def ci_overlap(confidential, synthetic):
    ends = np.array([confidential, synthetic], dtype=float)
    return np.mean((ends[:, 1].min() - ends[:, 0].max()) / np.diff(ends, axis=1))


# %% right: sorted by lower end first
def ci_overlap(confidential, synthetic):
    first, second = sorted([confidential, synthetic])
    upper = first[1] if first[1] < second[1] else second[1]
    shares = [(upper - second[0]) / (high - low) for low, high in (first, second)]
    return sum(shares) / 2


# %% wrong: cut off at 0
# says: do not cut off at 0
# earns: 0
def ci_overlap(confidential, synthetic):
    shared = max(0, min(confidential[1], synthetic[1]) - max(confidential[0], synthetic[0]))
    return (shared / (confidential[1] - confidential[0]) + shared / (synthetic[1] - synthetic[0])) / 2


# %% wrong: divided by the average of the widths
# says: average the two shares; do not divide by the average of the two widths
# earns: 0
def ci_overlap(confidential, synthetic):
    shared = min(confidential[1], synthetic[1]) - max(confidential[0], synthetic[0])
    return shared / ((confidential[1] - confidential[0] + synthetic[1] - synthetic[0]) / 2)


# %% wrong: the confidential width only
# says: both widths count: average the two shares
# earns: 0
def ci_overlap(confidential, synthetic):
    shared = min(confidential[1], synthetic[1]) - max(confidential[0], synthetic[0])
    return shared / (confidential[1] - confidential[0])


# %% wrong: the synthetic width only
# says: both widths count: average the two shares
# earns: 0
def ci_overlap(confidential, synthetic):
    shared = min(confidential[1], synthetic[1]) - max(confidential[0], synthetic[0])
    return shared / (synthetic[1] - synthetic[0])


# %% wrong: intersection over union
# says: divide by the width of each interval, not by that of both together
# earns: 0
def ci_overlap(confidential, synthetic):
    shared = min(confidential[1], synthetic[1]) - max(confidential[0], synthetic[0])
    return shared / (max(confidential[1], synthetic[1]) - min(confidential[0], synthetic[0]))


# %% wrong: the smaller width
# says: both widths count: average the two shares
# earns: 0
def ci_overlap(confidential, synthetic):
    shared = min(confidential[1], synthetic[1]) - max(confidential[0], synthetic[0])
    return shared / min(confidential[1] - confidential[0], synthetic[1] - synthetic[0])


# %% wrong: a gap counts as positive
# says: a gap makes the overlap negative
# earns: 0
def ci_overlap(confidential, synthetic):
    shared = abs(min(confidential[1], synthetic[1]) - max(confidential[0], synthetic[0]))
    return (shared / (confidential[1] - confidential[0]) + shared / (synthetic[1] - synthetic[0])) / 2


# %% wrong: the confidential interval is thought to begin first
# says: which interval begins first must not matter
# earns: 0
def ci_overlap(confidential, synthetic):
    shared = confidential[1] - synthetic[0]
    return (shared / (confidential[1] - confidential[0]) + shared / (synthetic[1] - synthetic[0])) / 2


# %% wrong: upper and lower swapped
# says: the shared part ends at the smaller upper end and begins at the larger lower end
# earns: 0
def ci_overlap(confidential, synthetic):
    shared = max(confidential[1], synthetic[1]) - min(confidential[0], synthetic[0])
    return (shared / (confidential[1] - confidential[0]) + shared / (synthetic[1] - synthetic[0])) / 2


# %% wrong: not halved
# says: it is an average: divide the sum of the two shares by 2
# earns: 0
def ci_overlap(confidential, synthetic):
    shared = min(confidential[1], synthetic[1]) - max(confidential[0], synthetic[0])
    return shared / (confidential[1] - confidential[0]) + shared / (synthetic[1] - synthetic[0])


# %% wrong: the length that they share
# says: that is the length they share; divide it by the widths
# earns: 0
def ci_overlap(confidential, synthetic):
    return min(confidential[1], synthetic[1]) - max(confidential[0], synthetic[0])
