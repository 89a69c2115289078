# %% right: a loop with logarithms
import math


def log_ratios(residuals, *, K):
    values = list(residuals)
    n = {k: values.count(k) for k in range(-K, K + 1)}
    return [abs(math.log(n[k] / n[k + 1])) if n[k] and n[k + 1] else float("nan") for k in range(-K, K)]


# %% right: value_counts
def log_ratios(residuals, *, K):
    counts = pd.Series(residuals).value_counts().reindex(range(-K, K + 1))
    return np.log(counts).diff().abs().iloc[1:]


# %% right: a histogram with edges between the numbers
def log_ratios(residuals, *, K):
    counts, _ = np.histogram(residuals, bins=np.arange(-K - 0.5, K + 1))
    with np.errstate(all="ignore"):
        ratios = np.abs(np.log(counts[:-1] / counts[1:]))
    return np.where((counts[:-1] > 0) & (counts[1:] > 0), ratios, np.nan)


# %% right: comparisons with all k, shares in place of counts
def log_ratios(residuals, *, K):
    p = np.array([np.mean(residuals == k) for k in range(-K, K + 1)])
    logs = np.full(2 * K + 1, np.nan)
    logs[p > 0] = np.log(p[p > 0])
    return np.abs(logs[:-1] - logs[1:])


# %% wrong: signed
# says: take absolute values: left of 0 the ratio is below 1
# earns: 0
def log_ratios(residuals, *, K):
    n = np.array([np.sum(residuals == k) for k in range(-K, K + 1)], dtype=float)
    n[n == 0] = np.nan
    return np.log(n[:-1] / n[1:])


# %% wrong: signed, turned round
# says: take absolute values: right of 0 the difference of the logarithms is negative
# earns: 0
def log_ratios(residuals, *, K):
    n = np.array([np.sum(residuals == k) for k in range(-K, K + 1)], dtype=float)
    n[n == 0] = np.nan
    return np.diff(np.log(n))


# %% wrong: no logarithm
# says: those are ratios; take the logarithm
# earns: 0
def log_ratios(residuals, *, K):
    n = np.array([np.sum(residuals == k) for k in range(-K, K + 1)], dtype=float)
    n[n == 0] = np.nan
    return n[:-1] / n[1:]


# %% wrong: base 2
# says: not that of base 2
# earns: 0
def log_ratios(residuals, *, K):
    n = np.array([np.sum(residuals == k) for k in range(-K, K + 1)], dtype=float)
    n[n == 0] = np.nan
    return np.abs(np.log2(n[:-1] / n[1:]))


# %% wrong: infinite at empty bins
# says: the ratio is not 0 and not infinite; it cannot be estimated: NaN
# earns: 0
def log_ratios(residuals, *, K):
    n = np.array([np.sum(residuals == k) for k in range(-K, K + 1)], dtype=float)
    return np.abs(np.log(n[:-1] / n[1:]))


# %% wrong: 0 at empty bins
# says: the loss is not 0; it cannot be estimated: NaN
# earns: 0
def log_ratios(residuals, *, K):
    n = np.array([np.sum(residuals == k) for k in range(-K, K + 1)], dtype=float)
    n[n == 0] = np.nan
    return np.nan_to_num(np.abs(np.log(n[:-1] / n[1:])))


# %% wrong: adds 1 to all counts
# says: do not add 1 to the counts
# earns: 0
def log_ratios(residuals, *, K):
    n = np.array([np.sum(residuals == k) for k in range(-K, K + 1)]) + 1.0
    return np.abs(np.log(n[:-1] / n[1:]))


# %% wrong: k and -k together
# says: you count them together
# earns: 0
def log_ratios(residuals, *, K):
    n = np.array([np.sum(abs(residuals) == abs(k)) for k in range(-K, K + 1)], dtype=float)
    n[n == 0] = np.nan
    return np.abs(np.diff(np.log(n)))


# %% wrong: drops the empty bins
# says: your function returns shape (2,); it should be (4,)
# earns: 0
def log_ratios(residuals, *, K):
    counts = pd.Series(residuals)[abs(pd.Series(residuals)) <= K].value_counts().sort_index()
    ratios = np.abs(np.log(counts)).diff().abs()
    return ratios.to_numpy()[1:3]


# %% wrong: the last bin of np.histogram holds two numbers
# says: look at how your last bin ends
# earns: 0
def log_ratios(residuals, *, K):
    counts, _ = np.histogram(residuals, bins=np.arange(-K, K + 2))
    n = counts.astype(float)
    n[n == 0] = np.nan
    return np.abs(np.diff(np.log(n)))


# %% wrong: residuals beyond K pushed to the ends
# says: a residual of 3 is beyond K = 2 and is not counted
# earns: 0
def log_ratios(residuals, *, K):
    n = np.bincount(np.clip(residuals, -K, K) + K, minlength=2 * K + 1).astype(float)
    n[n == 0] = np.nan
    return np.abs(np.diff(np.log(n)))


# %% wrong: one value too many
# says: your function returns shape (5,); it should be (4,)
# earns: 0
def log_ratios(residuals, *, K):
    n = np.array([np.sum(residuals == k) for k in range(-K, K + 2)], dtype=float)
    n[n == 0] = np.nan
    return np.abs(np.log(n[:-1] / n[1:]))


# %% wrong: NaN only where the second count is 0
# says: NaN belongs where n(k) or n(k + 1) is 0
# earns: 1.5
def log_ratios(residuals, *, K):
    n = np.array([np.sum(residuals == k) for k in range(-K, K + 1)], dtype=float)
    with np.errstate(all="ignore"):
        ratios = np.abs(np.log(n[:-1] / n[1:]))
    return np.where(n[1:] == 0, np.nan, ratios)
