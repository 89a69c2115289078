# %% right: a share in words
import statistics


def flatter(hours, *, slope, most, epsilon):
    scale = most / epsilon
    return slope * statistics.pvariance([float(h) for h in hours]) / (statistics.pvariance([float(h) for h in hours]) + 2 * scale**2)


# %% right: noise by the signal
def flatter(hours, *, slope, most, epsilon):
    deviations = hours - hours.mean()
    signal = (deviations**2).mean()
    if signal == 0:
        return 0.0
    return slope / (1 + 2 * most**2 / epsilon**2 / signal)


# %% right: through the law of the noise
def flatter(hours, *, slope, most, epsilon):
    noise = stats.laplace(scale=most / epsilon).var()
    both = slope * np.var(hours)
    return both / (np.var(hours) + noise)


# %% wrong: forgets how much an answer can change
# says: an answer can change by `most`
# earns: 0
def flatter(hours, *, slope, most, epsilon):
    return slope * np.var(hours) / (np.var(hours) + 2 / epsilon**2)


# %% wrong: the scale squared is taken for the variance
# says: Laplace noise has twice the square of its scale as variance
# earns: 0
def flatter(hours, *, slope, most, epsilon):
    return slope * np.var(hours) / (np.var(hours) + (most / epsilon) ** 2)


# %% wrong: does not square the scale
# says: square the scale
# earns: 0
def flatter(hours, *, slope, most, epsilon):
    return slope * np.var(hours) / (np.var(hours) + 2 * most / epsilon)


# %% wrong: squares epsilon only
# says: square most, too
# earns: 0
def flatter(hours, *, slope, most, epsilon):
    return slope * np.var(hours) / (np.var(hours) + 2 * most / epsilon**2)


# %% wrong: standard deviations
# says: compare variances
# earns: 0
def flatter(hours, *, slope, most, epsilon):
    noise = np.sqrt(2) * most / epsilon
    return slope * np.std(hours) / (np.std(hours) + noise)


# %% wrong: divides by n - 1
# says: divide by n, as np.var does
# earns: 0
def flatter(hours, *, slope, most, epsilon):
    real = np.var(hours, ddof=1)
    return slope * real / (real + 2 * (most / epsilon) ** 2)


# %% wrong: the share alone
# says: multiply by the slope
# earns: 0
def flatter(hours, *, slope, most, epsilon):
    return np.var(hours) / (np.var(hours) + 2 * (most / epsilon) ** 2)


# %% wrong: what is lost
# says: that is what the slope loses
# earns: 0
def flatter(hours, *, slope, most, epsilon):
    noise = 2 * (most / epsilon) ** 2
    return slope * noise / (np.var(hours) + noise)


# %% wrong: bends the other way
# says: noise makes a line flatter, not steeper
# earns: 0
def flatter(hours, *, slope, most, epsilon):
    return slope * (np.var(hours) + 2 * (most / epsilon) ** 2) / np.var(hours)


# %% wrong: noise has mean zero and cancels
# says: noise on the hours does not cancel
# earns: 0
def flatter(hours, *, slope, most, epsilon):
    return slope


# %% wrong: the root, as for a correlation
# says: that is what happens to a correlation
# earns: 0
def flatter(hours, *, slope, most, epsilon):
    return slope * np.sqrt(np.var(hours) / (np.var(hours) + 2 * (most / epsilon) ** 2))


# %% wrong: rounds the answer
# says: the slope is
# earns: 0
def flatter(hours, *, slope, most, epsilon):
    return round(slope * np.var(hours) / (np.var(hours) + 2 * (most / epsilon) ** 2), 3)
