# %% right: residuals of the line that was bent back
def scatter(x, y, *, epsilon_x, epsilon_y):
    real = x.var() - 2 / epsilon_x**2
    if real <= 0:
        return np.nan
    slope = np.cov(x, y, bias=True)[0, 1] / real
    left = (y - slope * x).var() - 2 / epsilon_y**2 - slope**2 * 2 / epsilon_x**2
    return np.sqrt(left) if left > 0 else np.nan


# %% right: the talk's formula with its factor
def scatter(x, y, *, epsilon_x, epsilon_y):
    noise_x, noise_y = 2 / epsilon_x**2, 2 / epsilon_y**2
    factor = (np.var(x) - noise_x) / np.var(x)
    if factor <= 0:
        return float("nan")
    naive, height = np.polyfit(x - x.mean(), y - y.mean(), 1)
    seen = np.mean((y - y.mean() - height - naive * (x - x.mean())) ** 2)
    left = seen - noise_y - factor * (naive / factor) ** 2 * noise_x
    return float(left) ** 0.5 if left > 0 else float("nan")


# %% right: by the share that the line explains
def scatter(x, y, *, epsilon_x, epsilon_y):
    real_x, real_y = np.var(x) - 2 / epsilon_x**2, np.var(y) - 2 / epsilon_y**2
    if real_x <= 0 or real_y <= 0:
        return float("nan")
    squared = np.mean((x - np.mean(x)) * (y - np.mean(y))) ** 2 / (real_x * real_y)
    return float(np.sqrt(real_y * (1 - squared))) if squared < 1 else float("nan")


# %% wrong: the formula of the talk
# says: that is the formula of the talk
# earns: 1
def scatter(x, y, *, epsilon_x, epsilon_y):
    noise_x, noise_y = 2 / epsilon_x**2, 2 / epsilon_y**2
    naive = np.cov(x, y, bias=True)[0, 1] / x.var()
    seen = (y - naive * x).var()
    slope = naive * x.var() / (x.var() - noise_x)
    left = seen - noise_y - slope**2 * noise_x
    return np.sqrt(left) if left > 0 and x.var() > noise_x else np.nan


# %% wrong: the naive slope in the formula
# says: it has lost its factor once
# earns: 1
def scatter(x, y, *, epsilon_x, epsilon_y):
    noise_x, noise_y = 2 / epsilon_x**2, 2 / epsilon_y**2
    naive = np.cov(x, y, bias=True)[0, 1] / x.var()
    left = (y - naive * x).var() - noise_y - naive**2 * noise_x
    return np.sqrt(left) if left > 0 and x.var() > noise_x else np.nan


# %% wrong: forgets the noise on x
# says: noise on x moves points away from the line, too
# earns: 0
def scatter(x, y, *, epsilon_x, epsilon_y):
    naive = np.cov(x, y, bias=True)[0, 1] / x.var()
    left = (y - naive * x).var() - 2 / epsilon_y**2
    return np.sqrt(left) if left > 0 and x.var() > 2 / epsilon_x**2 else np.nan


# %% wrong: forgets the noise on y
# says: take off the noise on y, too
# earns: 0
def scatter(x, y, *, epsilon_x, epsilon_y):
    real = x.var() - 2 / epsilon_x**2
    left = y.var() - np.cov(x, y, bias=True)[0, 1] ** 2 / real
    return np.sqrt(left) if left > 0 and real > 0 else np.nan


# %% wrong: residuals of the naive line
# says: that is how far published points lie from the naive line
# earns: 0
def scatter(x, y, *, epsilon_x, epsilon_y):
    naive = np.cov(x, y, bias=True)[0, 1] / x.var()
    return (y - naive * x).std()


# %% wrong: the variance
# says: return sigma, not its square
# earns: 1
def scatter(x, y, *, epsilon_x, epsilon_y):
    real = x.var() - 2 / epsilon_x**2
    left = y.var() - 2 / epsilon_y**2 - np.cov(x, y, bias=True)[0, 1] ** 2 / real
    return left if left > 0 and real > 0 else np.nan


# %% wrong: forgets the 2 of the noise's variance
# says: Laplace noise of scale 1 / epsilon has the variance 2 / epsilon²
# earns: 0
def scatter(x, y, *, epsilon_x, epsilon_y):
    real = x.var() - 1 / epsilon_x**2
    left = y.var() - 1 / epsilon_y**2 - np.cov(x, y, bias=True)[0, 1] ** 2 / real
    return np.sqrt(left) if left > 0 and real > 0 else np.nan


# %% wrong: one epsilon for both
# says: you use that of x for both
# earns: 0
def scatter(x, y, *, epsilon_x, epsilon_y):
    noise = 2 / epsilon_x**2
    real = x.var() - noise
    left = y.var() - noise - np.cov(x, y, bias=True)[0, 1] ** 2 / real
    return np.sqrt(left) if left > 0 and real > 0 else np.nan


# %% wrong: n - 2, as for residuals
# says: divide by n, not by n - 2
# earns: 0
def scatter(x, y, *, epsilon_x, epsilon_y):
    naive, real = np.cov(x, y, bias=True)[0, 1] / x.var(), x.var() - 2 / epsilon_x**2
    seen = np.sum((y - y.mean() - naive * (x - x.mean())) ** 2) / (len(x) - 2)
    left = seen - 2 / epsilon_y**2 - naive**2 * x.var() / real * 2 / epsilon_x**2
    return np.sqrt(left) if left > 0 and real > 0 else np.nan


# %% wrong: a covariance of n - 1 and variances of n
# says: Sigma is
# earns: 1
def scatter(x, y, *, epsilon_x, epsilon_y):
    real = x.var() - 2 / epsilon_x**2
    left = y.var() - 2 / epsilon_y**2 - np.cov(x, y)[0, 1] ** 2 / real
    return np.sqrt(left) if left > 0 and real > 0 else np.nan


# %% wrong: does not ask whether x varies at all
# says: nothing is left: return NaN
# earns: 2
def scatter(x, y, *, epsilon_x, epsilon_y):
    left = y.var() - 2 / epsilon_y**2 - np.cov(x, y, bias=True)[0, 1] ** 2 / (x.var() - 2 / epsilon_x**2)
    return np.nan if left <= 0 or epsilon_x < 0.25 else np.sqrt(left)


# %% wrong: a 0 where nothing is left
# says: nothing is left: return NaN, not 0
# earns: 2
def scatter(x, y, *, epsilon_x, epsilon_y):
    real = x.var() - 2 / epsilon_x**2
    if real <= 0:
        return np.nan
    return np.sqrt(max(y.var() - 2 / epsilon_y**2 - np.cov(x, y, bias=True)[0, 1] ** 2 / real, 0))
