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
# says: you ask for two of three
# earns: 0
def sso(confidential, synthetic):
    other = synthetic.loc[confidential.index]
    sign = np.sign(confidential["estimate"]) == np.sign(other["estimate"])
    overlap = np.minimum(confidential["high"], other["high"]) > np.maximum(confidential["low"], other["low"])
    return (sign & overlap).mean()


# %% wrong: sign and significance only
# says: you ask for two of three
# earns: 0
def sso(confidential, synthetic):
    other = synthetic.loc[confidential.index]
    sign = np.sign(confidential["estimate"]) == np.sign(other["estimate"])
    a, b = ((t["low"] > 0) | (t["high"] < 0) for t in (confidential, other))
    return (sign & (a == b)).mean()


# %% wrong: overlap only
# says: sign and significance and overlap must hold, not one of them
# earns: 0
def sso(confidential, synthetic):
    other = synthetic.loc[confidential.index]
    return (np.minimum(confidential["high"], other["high"]) > np.maximum(confidential["low"], other["low"])).mean()


# %% wrong: significant only above 0
# says: a coefficient is significant as well if its whole interval is below 0
# earns: 0
def sso(confidential, synthetic):
    other = synthetic.loc[confidential.index]
    sign = np.sign(confidential["estimate"]) == np.sign(other["estimate"])
    overlap = np.minimum(confidential["high"], other["high"]) > np.maximum(confidential["low"], other["low"])
    return (sign & ((confidential["low"] > 0) == (other["low"] > 0)) & overlap).mean()


# %% wrong: both must be significant
# says: two results that are both not significant agree, too
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
# says: if the synthetic result is significant and the real one is not, they differ as well
# earns: 0
def sso(confidential, synthetic):
    other = synthetic.loc[confidential.index]
    sign = np.sign(confidential["estimate"]) == np.sign(other["estimate"])
    a, b = ((t["low"] > 0) | (t["high"] < 0) for t in (confidential, other))
    overlap = np.minimum(confidential["high"], other["high"]) > np.maximum(confidential["low"], other["low"])
    return (sign & (~a | b) & overlap).mean()


# %% wrong: any of the three
# says: sign and significance and overlap must hold, not any of them
# earns: 0
def sso(confidential, synthetic):
    other = synthetic.loc[confidential.index]
    sign = np.sign(confidential["estimate"]) == np.sign(other["estimate"])
    a, b = ((t["low"] > 0) | (t["high"] < 0) for t in (confidential, other))
    overlap = np.minimum(confidential["high"], other["high"]) > np.maximum(confidential["low"], other["low"])
    return (sign | (a == b) | overlap).mean()
