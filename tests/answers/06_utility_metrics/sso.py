# %% right: numpy after alignment
def sso(confidential, synthetic):
    a, b = confidential.to_numpy(), synthetic.loc[confidential.index].to_numpy()
    sign = a[:, 0] * b[:, 0] > 0
    excludes = [(t[:, 1] > 0) | (t[:, 2] < 0) for t in (a, b)]
    overlap = np.minimum(a[:, 2], b[:, 2]) > np.maximum(a[:, 1], b[:, 1])
    return np.mean(sign & (excludes[0] == excludes[1]) & overlap)


# %% right: a loop over names
def sso(confidential, synthetic):
    hits = 0
    for name, one in confidential.iterrows():
        two = synthetic.loc[name]
        same_sign = (one["estimate"] > 0) == (two["estimate"] > 0)
        insignificant = [row["low"] <= 0 <= row["high"] for row in (one, two)]
        apart = one["high"] < two["low"] or two["high"] < one["low"]
        hits += same_sign and insignificant[0] == insignificant[1] and not apart
    return hits / len(confidential)


# %% right: joined tables, products of the ends
def sso(confidential, synthetic):
    t = confidential.join(synthetic, lsuffix="_o", rsuffix="_s")
    sign = np.sign(t["estimate_o"]) == np.sign(t["estimate_s"])
    significance = (t["low_o"] * t["high_o"] > 0) == (t["low_s"] * t["high_s"] > 0)
    overlap = (t["low_o"] <= t["high_s"]) & (t["low_s"] <= t["high_o"])
    return (sign & significance & overlap).sum() / len(t)


# %% wrong: sign and overlap only
# says: Coefficient d counts for you, but one is significant and the other is not
# earns: 0
def sso(confidential, synthetic):
    other = synthetic.loc[confidential.index]
    sign = np.sign(confidential["estimate"]) == np.sign(other["estimate"])
    overlap = np.minimum(confidential["high"], other["high"]) > np.maximum(confidential["low"], other["low"])
    return (sign & overlap).mean()


# %% wrong: sign and significance only
# says: Coefficient e counts for you, but the intervals do not overlap
# earns: 0
def sso(confidential, synthetic):
    other = synthetic.loc[confidential.index]
    sign = np.sign(confidential["estimate"]) == np.sign(other["estimate"])
    a, b = ((t["low"] > 0) | (t["high"] < 0) for t in (confidential, other))
    return (sign & (a == b)).mean()


# %% wrong: overlap only
# says: Coefficient c counts for you, but the signs differ
# earns: 0
def sso(confidential, synthetic):
    other = synthetic.loc[confidential.index]
    return (np.minimum(confidential["high"], other["high"]) > np.maximum(confidential["low"], other["low"])).mean()


# %% wrong: significant only above 0
# says: a coefficient counts for you, but one is significant and the other is not
# earns: 0
def sso(confidential, synthetic):
    other = synthetic.loc[confidential.index]
    sign = np.sign(confidential["estimate"]) == np.sign(other["estimate"])
    overlap = np.minimum(confidential["high"], other["high"]) > np.maximum(confidential["low"], other["low"])
    return (sign & ((confidential["low"] > 0) == (other["low"] > 0)) & overlap).mean()


# %% wrong: both must be significant
# says: Coefficient b does not count for you, but both are not significant
# earns: 0
def sso(confidential, synthetic):
    other = synthetic.loc[confidential.index]
    sign = np.sign(confidential["estimate"]) == np.sign(other["estimate"])
    a, b = ((t["low"] > 0) | (t["high"] < 0) for t in (confidential, other))
    overlap = np.minimum(confidential["high"], other["high"]) > np.maximum(confidential["low"], other["low"])
    return (sign & a & b & overlap).mean()


# %% wrong: rows matched by position
# says: match coefficients by name, not by position
# earns: 1.25
def sso(confidential, synthetic):
    a, b = confidential.to_numpy(), synthetic.to_numpy()
    excludes = [(t[:, 1] > 0) | (t[:, 2] < 0) for t in (a, b)]
    overlap = np.minimum(a[:, 2], b[:, 2]) > np.maximum(a[:, 1], b[:, 1])
    return np.mean((a[:, 0] * b[:, 0] > 0) & (excludes[0] == excludes[1]) & overlap)


# %% wrong: tables compared without alignment
# says: the rows come in another order: match coefficients by name
# earns: 1.25
def sso(confidential, synthetic):
    sign = np.sign(confidential["estimate"]) == np.sign(synthetic["estimate"])
    a, b = ((t["low"] > 0) | (t["high"] < 0) for t in (confidential, synthetic))
    overlap = (confidential["low"] < synthetic["high"]) & (synthetic["low"] < confidential["high"])
    return (sign & (a == b) & overlap).mean()


# %% wrong: a count
# says: that is a count; divide by the number of coefficients
# earns: 0
def sso(confidential, synthetic):
    other = synthetic.loc[confidential.index]
    sign = np.sign(confidential["estimate"]) == np.sign(other["estimate"])
    a, b = ((t["low"] > 0) | (t["high"] < 0) for t in (confidential, other))
    overlap = np.minimum(confidential["high"], other["high"]) > np.maximum(confidential["low"], other["low"])
    return (sign & (a == b) & overlap).sum()


# %% wrong: a significant synthetic result is never held against the file
# says: a coefficient counts for you, but one is significant and the other is not
# earns: 0
def sso(confidential, synthetic):
    other = synthetic.loc[confidential.index]
    sign = np.sign(confidential["estimate"]) == np.sign(other["estimate"])
    a, b = ((t["low"] > 0) | (t["high"] < 0) for t in (confidential, other))
    overlap = np.minimum(confidential["high"], other["high"]) > np.maximum(confidential["low"], other["low"])
    return (sign & (~a | b) & overlap).mean()


# %% wrong: any of the three
# says: Coefficient c counts for you, but the signs differ
# earns: 0
def sso(confidential, synthetic):
    other = synthetic.loc[confidential.index]
    sign = np.sign(confidential["estimate"]) == np.sign(other["estimate"])
    a, b = ((t["low"] > 0) | (t["high"] < 0) for t in (confidential, other))
    overlap = np.minimum(confidential["high"], other["high"]) > np.maximum(confidential["low"], other["low"])
    return (sign | (a == b) | overlap).mean()


# %% wrong: significant only below 0
# says: Coefficient d counts for you, but one is significant and the other is not
# earns: 0
def sso(confidential, synthetic):
    other = synthetic.loc[confidential.index]
    sign = np.sign(confidential["estimate"]) == np.sign(other["estimate"])
    overlap = np.minimum(confidential["high"], other["high"]) > np.maximum(confidential["low"], other["low"])
    return (sign & ((confidential["high"] < 0) == (other["high"] < 0)) & overlap).mean()


# %% wrong: an interval that begins at 0 is called significant
# says: an end at 0 is in the interval
def sso(confidential, synthetic):
    other = synthetic.loc[confidential.index]
    sign = np.sign(confidential["estimate"]) == np.sign(other["estimate"])
    a, b = ((t["low"] >= 0) | (t["high"] <= 0) for t in (confidential, other))
    overlap = np.minimum(confidential["high"], other["high"]) > np.maximum(confidential["low"], other["low"])
    return (sign & (a == b) & overlap).mean()


# %% wrong: the synthetic interval may lie above
# says: the intervals do not overlap
# earns: 0
def sso(confidential, synthetic):
    other = synthetic.loc[confidential.index]
    sign = np.sign(confidential["estimate"]) == np.sign(other["estimate"])
    a, b = ((t["low"] > 0) | (t["high"] < 0) for t in (confidential, other))
    return (sign & (a == b) & (confidential["low"] < other["high"])).mean()


# %% wrong: the synthetic estimate lies in the confidential interval
# says: does not count for you, but all three hold
def sso(confidential, synthetic):
    other = synthetic.loc[confidential.index]
    sign = np.sign(confidential["estimate"]) == np.sign(other["estimate"])
    a, b = ((t["low"] > 0) | (t["high"] < 0) for t in (confidential, other))
    return (sign & (a == b) & (confidential["low"] < other["estimate"]) & (other["estimate"] < confidential["high"])).mean()


# %% wrong: sorts both tables by name in place
# says: Your function changes the data it is given
def sso(confidential, synthetic):
    confidential.sort_index(inplace=True)
    synthetic.sort_index(inplace=True)
    sign = np.sign(confidential["estimate"]) == np.sign(synthetic["estimate"])
    a, b = ((t["low"] > 0) | (t["high"] < 0) for t in (confidential, synthetic))
    overlap = np.minimum(confidential["high"], synthetic["high"]) > np.maximum(confidential["low"], synthetic["low"])
    return (sign & (a == b) & overlap).mean()
