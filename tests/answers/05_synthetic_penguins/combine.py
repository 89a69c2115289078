# %% right: the three formulas
def combine(estimates, variances, *, rule, k=None, n=None):
    m = len(estimates)
    if rule == "times":
        return np.mean(estimates), np.mean(variances) * (k / n + 1 / m)
    b = np.var(estimates, ddof=1)
    if rule == "plus":
        return np.mean(estimates), np.mean(variances) + b / m
    return np.mean(estimates), (1 + 1 / m) * b - np.mean(variances)


# %% right: the standard library
import statistics


def combine(estimates, variances, *, rule, k=None, n=None):
    q, v, m = [float(x) for x in estimates], [float(x) for x in variances], len(estimates)
    b = statistics.variance(q) if m > 1 else 0
    inside = sum(v) / m
    variance = {"plus": lambda: inside + b / m, "minus": lambda: b + b / m - inside, "times": lambda: inside * (k / n + 1 / m)}[rule]()
    return sum(q) / m, variance


# %% right: pandas
def combine(estimates, variances, *, rule, k=None, n=None):
    q, v = pd.Series(estimates), pd.Series(variances)
    if rule == "plus":
        total = v.mean() + q.var() / q.size
    elif rule == "minus":
        total = q.var() * (q.size + 1) / q.size - v.mean()
    else:
        total = v.mean() * (k / n + 1 / q.size)
    return np.array([q.mean(), total])


# %% right: sums of squares, a list
def combine(estimates, variances, *, rule, k=None, n=None):
    m = estimates.size
    mean, inside = estimates.sum() / m, variances.sum() / m
    if rule == "times":
        return [mean, inside * k / n + inside / m]
    b = ((estimates - mean) ** 2).sum() / (m - 1)
    return [mean, inside + b / m if rule == "plus" else b * (1 + 1 / m) - inside]


# %% wrong: the partial rule for full
# says: that is the rule for partially synthetic files
# earns: 1
def combine(estimates, variances, *, rule, k=None, n=None):
    m = len(estimates)
    if rule == "times":
        return estimates.mean(), variances.mean() * (k / n + 1 / m)
    return estimates.mean(), variances.mean() + estimates.var(ddof=1) / m


# %% wrong: forgets b/m
# says: it forgets b/m, the chance in the synthesis
def combine(estimates, variances, *, rule, k=None, n=None):
    m = len(estimates)
    if rule == "times":
        return estimates.mean(), variances.mean() * (k / n + 1 / m)
    if rule == "plus":
        return estimates.mean(), variances.mean()
    return estimates.mean(), (1 + 1 / m) * estimates.var(ddof=1) - variances.mean()


# %% wrong: the variance divided by m
# says: b divides by m - 1, not by m
def combine(estimates, variances, *, rule, k=None, n=None):
    m = len(estimates)
    if rule == "times":
        return estimates.mean(), variances.mean() * (k / n + 1 / m)
    b = estimates.var()
    return estimates.mean(), variances.mean() + b / m if rule == "plus" else (1 + 1 / m) * b - variances.mean()


# %% wrong: Rubin's rule for missing values
# says: that is Rubin's rule for missing values
def combine(estimates, variances, *, rule, k=None, n=None):
    m = len(estimates)
    if rule == "times":
        return estimates.mean(), variances.mean() * (k / n + 1 / m)
    return estimates.mean(), variances.mean() + (1 + 1 / m) * estimates.var(ddof=1)


# %% wrong: the rules exchanged
# says: that is the rule for fully synthetic files
def combine(estimates, variances, *, rule, k=None, n=None):
    m = len(estimates)
    if rule == "times":
        return estimates.mean(), variances.mean() * (k / n + 1 / m)
    b = estimates.var(ddof=1)
    return estimates.mean(), variances.mean() + b / m if rule == "minus" else (1 + 1 / m) * b - variances.mean()


# %% wrong: b - v
# says: b is multiplied by 1 + 1/m
def combine(estimates, variances, *, rule, k=None, n=None):
    m = len(estimates)
    if rule == "times":
        return estimates.mean(), variances.mean() * (k / n + 1 / m)
    b = estimates.var(ddof=1)
    return estimates.mean(), variances.mean() + b / m if rule == "plus" else b - variances.mean()


# %% wrong: negative variances cut off at 0
# says: a negative variance says that m is too small; return it as it is
# earns: 2.5
def combine(estimates, variances, *, rule, k=None, n=None):
    m = len(estimates)
    if rule == "times":
        return estimates.mean(), variances.mean() * (k / n + 1 / m)
    b = estimates.var(ddof=1)
    return estimates.mean(), variances.mean() + b / m if rule == "plus" else max((1 + 1 / m) * b - variances.mean(), 0.0)


# %% wrong: the other rule in place of a negative variance
# says: no other rule replaces it
# earns: 2.5
def combine(estimates, variances, *, rule, k=None, n=None):
    m = len(estimates)
    if rule == "times":
        return estimates.mean(), variances.mean() * (k / n + 1 / m)
    b = estimates.var(ddof=1)
    full = (1 + 1 / m) * b - variances.mean()
    return estimates.mean(), full if rule == "minus" and full > 0 else variances.mean() + b / m


# %% wrong: the standard error
# says: that is a standard error; give the variance
def combine(estimates, variances, *, rule, k=None, n=None):
    m = len(estimates)
    b = estimates.var(ddof=1) if m > 1 else 0
    total = {"plus": variances.mean() + b / m, "minus": (1 + 1 / m) * b - variances.mean()}.get(rule)
    return estimates.mean(), np.sqrt(variances.mean() * (k / n + 1 / m) if rule == "times" else total)


# %% wrong: the naive variance of one file
# says: it forgets that the model was estimated
def combine(estimates, variances, *, rule, k=None, n=None):
    m = len(estimates)
    if rule == "times":
        return estimates.mean(), variances.mean()
    b = estimates.var(ddof=1)
    return estimates.mean(), variances.mean() + b / m if rule == "plus" else (1 + 1 / m) * b - variances.mean()


# %% wrong: k and n exchanged
# says: k and n are exchanged
# earns: 1
def combine(estimates, variances, *, rule, k=None, n=None):
    m = len(estimates)
    if rule == "times":
        return estimates.mean(), variances.mean() * (n / k + 1 / m)
    b = estimates.var(ddof=1)
    return estimates.mean(), variances.mean() + b / m if rule == "plus" else (1 + 1 / m) * b - variances.mean()


# %% wrong: equal sizes taken for granted
# says: k/n belongs to the rule
# earns: 1
def combine(estimates, variances, *, rule, k=None, n=None):
    m = len(estimates)
    if rule == "times":
        return estimates.mean(), variances.mean() * (1 + 1 / m)
    b = estimates.var(ddof=1)
    return estimates.mean(), variances.mean() + b / m if rule == "plus" else (1 + 1 / m) * b - variances.mean()


# %% wrong: several files needed always
# says: With rule times and m = 1
def combine(estimates, variances, *, rule, k=None, n=None):
    m, b = len(estimates), estimates.var(ddof=1)
    total = {"plus": variances.mean() + b / m, "minus": (1 + 1 / m) * b - variances.mean(),
             "times": variances.mean() * (k / n + 1 / m) if k else 0}
    return estimates.mean(), total[rule] + 0 * b


# %% wrong: the median of the estimates
# says: that is the median; take the mean
def combine(estimates, variances, *, rule, k=None, n=None):
    m = len(estimates)
    if rule == "times":
        return np.median(estimates), variances.mean() * (k / n + 1 / m)
    b = estimates.var(ddof=1)
    return np.median(estimates), variances.mean() + b / m if rule == "plus" else (1 + 1 / m) * b - variances.mean()
