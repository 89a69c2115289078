# %% right: one covariance matrix
def relation(x, y, *, epsilon_x, epsilon_y):
    table = np.cov(x, y, bias=True)
    table[0, 0] -= 2 / epsilon_x**2
    table[1, 1] -= 2 / epsilon_y**2
    if min(table[0, 0], table[1, 1]) <= 0:
        return np.nan
    return table[0, 1] / np.sqrt(table[0, 0] * table[1, 1])


# %% right: what is published, divided by the roots of both attenuations
def relation(x, y, *, epsilon_x, epsilon_y):
    left_x = 1 - 2 / epsilon_x**2 / x.var()
    left_y = 1 - 2 / epsilon_y**2 / y.var()
    if left_x <= 0 or left_y <= 0:
        return float("nan")
    return np.corrcoef(x, y)[0, 1] / np.sqrt(left_x) / np.sqrt(left_y)


# %% right: sums
import math


def relation(x, y, *, epsilon_x, epsilon_y):
    n = len(x)
    mx, my = sum(x) / n, sum(y) / n
    vx = sum((a - mx) ** 2 for a in x) / n - 2 / epsilon_x**2
    vy = sum((b - my) ** 2 for b in y) / n - 2 / epsilon_y**2
    if not (vx > 0 and vy > 0):
        return math.nan
    return sum((a - mx) * (b - my) for a, b in zip(x, y)) / n / math.sqrt(vx) / math.sqrt(vy)


# %% wrong: the correlation of what is published
# says: that is the correlation of the noisy columns
# earns: 0
def relation(x, y, *, epsilon_x, epsilon_y):
    return np.corrcoef(x, y)[0, 1]


# %% wrong: mends x only and looks at x only
# says: noise on y does not change a slope, but it changes a correlation
# earns: 0
def relation(x, y, *, epsilon_x, epsilon_y):
    real = x.var() - 2 / epsilon_x**2
    both = np.mean((x - x.mean()) * (y - y.mean()))
    return both / np.sqrt(real * y.var()) if real > 0 else np.nan


# %% wrong: forgets the 2 of the noise's variance
# says: Laplace noise of scale 1 / epsilon has the variance 2 / epsilon²
# earns: 0
def relation(x, y, *, epsilon_x, epsilon_y):
    both = np.mean((x - x.mean()) * (y - y.mean()))
    real = (x.var() - 1 / epsilon_x**2) * (y.var() - 1 / epsilon_y**2)
    return both / np.sqrt(real) if real > 0 else np.nan


# %% wrong: epsilon is not squared
# says: square epsilon
# earns: 0
def relation(x, y, *, epsilon_x, epsilon_y):
    both = np.mean((x - x.mean()) * (y - y.mean()))
    vx, vy = x.var() - 2 / epsilon_x, y.var() - 2 / epsilon_y
    return both / np.sqrt(vx * vy) if vx > 0 and vy > 0 else np.nan


# %% wrong: a corrected slope
# says: that is a slope
# earns: 1
def relation(x, y, *, epsilon_x, epsilon_y):
    vx, vy = x.var() - 2 / epsilon_x**2, y.var() - 2 / epsilon_y**2
    return np.mean((x - x.mean()) * (y - y.mean())) / vx if vx > 0 and vy > 0 else np.nan


# %% wrong: the covariance of n - 1
# says: np.cov divides by n - 1
# earns: 1
def relation(x, y, *, epsilon_x, epsilon_y):
    vx, vy = np.var(x) - 2 / epsilon_x**2, np.var(y) - 2 / epsilon_y**2
    return np.cov(x, y)[0, 1] / np.sqrt(vx * vy) if vx > 0 and vy > 0 else np.nan


# %% wrong: n - 1 everywhere
# says: divide by n, as np.var does, and not by n - 1
# earns: 0
def relation(x, y, *, epsilon_x, epsilon_y):
    table = np.cov(x, y)
    vx, vy = table[0, 0] - 2 / epsilon_x**2, table[1, 1] - 2 / epsilon_y**2
    return table[0, 1] / np.sqrt(vx * vy) if vx > 0 and vy > 0 else np.nan


# %% wrong: one epsilon for both
# says: you use that of x for both
# earns: 0
def relation(x, y, *, epsilon_x, epsilon_y):
    noise = 2 / epsilon_x**2
    vx, vy = np.var(x) - noise, np.var(y) - noise
    return np.mean((x - x.mean()) * (y - y.mean())) / np.sqrt(vx * vy) if vx > 0 and vy > 0 else np.nan


# %% wrong: two negative variances make a positive product
# says: the product of two negative numbers is positive
# earns: 2
def relation(x, y, *, epsilon_x, epsilon_y):
    both = np.mean((x - x.mean()) * (y - y.mean()))
    real = (x.var() - 2 / epsilon_x**2) * (y.var() - 2 / epsilon_y**2)
    return both / np.sqrt(real) if real > 0 else np.nan


# %% wrong: swaps the epsilons
# says: so this is not NaN
# earns: 0
def relation(x, y, *, epsilon_x, epsilon_y):
    both = np.mean((x - x.mean()) * (y - y.mean()))
    vx, vy = x.var() - 2 / epsilon_y**2, y.var() - 2 / epsilon_x**2
    return both / np.sqrt(vx * vy) if vx > 0 and vy > 0 else np.nan


# %% wrong: standard deviations
# says: take the noise off the variances, not off the standard deviations
# earns: 1
def relation(x, y, *, epsilon_x, epsilon_y):
    both = np.mean((x - x.mean()) * (y - y.mean()))
    sx, sy = x.std() - np.sqrt(2) / epsilon_x, y.std() - np.sqrt(2) / epsilon_y
    return both / (sx * sy) if sx > 0 and sy > 0 else np.nan


# %% wrong: cuts at 1
# says: a correlation beyond 1 or -1 tells that the file is small
# earns: 2
def relation(x, y, *, epsilon_x, epsilon_y):
    both = np.mean((x - x.mean()) * (y - y.mean()))
    vx, vy = x.var() - 2 / epsilon_x**2, y.var() - 2 / epsilon_y**2
    return float(np.clip(both / np.sqrt(vx * vy), -1, 1)) if vx > 0 and vy > 0 else np.nan


# %% wrong: a 0 where nothing is known
# says: return NaN, not 0
# earns: 2
def relation(x, y, *, epsilon_x, epsilon_y):
    both = np.mean((x - x.mean()) * (y - y.mean()))
    vx, vy = x.var() - 2 / epsilon_x**2, y.var() - 2 / epsilon_y**2
    return both / np.sqrt(vx * vy) if vx > 0 and vy > 0 else 0.0
