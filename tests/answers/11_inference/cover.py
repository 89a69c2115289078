# %% right: step by step
import math


def cover(release, *, people, epsilon):
    p = release / people
    if p < 0:
        p = 0.0
    if p > 1:
        p = 1.0
    sampling, noise = math.sqrt(p * (1 - p) / people), math.sqrt(2) / epsilon / people
    half = 1.96 * math.hypot(sampling, noise)
    return max(0.0, p - half), min(1.0, p + half)


# %% right: on the scale of people
def cover(release, *, people, epsilon):
    yes = np.clip(release, 0, people)
    error = np.sqrt(yes * (people - yes) / people + 2 / epsilon**2)
    low, high = np.clip([yes - 1.96 * error, yes + 1.96 * error], 0, people) / people
    return low, high


# %% right: variances of both laws
def cover(release, *, people, epsilon):
    p = float(np.clip(release / people, 0, 1))
    variance = stats.binom(people, p).var() + stats.laplace(scale=1 / epsilon).var()
    reach = 1.96 * variance**0.5 / people
    return max(p - reach, 0.0), min(p + reach, 1.0)


# %% wrong: forgets the noise
# says: the noise is missing
# earns: 0
def cover(release, *, people, epsilon):
    p = min(max(release / people, 0), 1)
    half = 1.96 * np.sqrt(p * (1 - p) / people)
    return max(p - half, 0), min(p + half, 1)


# %% wrong: only the noise
# says: that only some were asked is missing
# earns: 0
def cover(release, *, people, epsilon):
    p = min(max(release / people, 0), 1)
    half = 1.96 * np.sqrt(2) / epsilon / people
    return max(p - half, 0), min(p + half, 1)


# %% wrong: adds standard errors
# says: add up the squares of the two, not the standard errors
# earns: 0
def cover(release, *, people, epsilon):
    p = min(max(release / people, 0), 1)
    half = 1.96 * (np.sqrt(p * (1 - p) / people) + np.sqrt(2) / epsilon / people)
    return max(p - half, 0), min(p + half, 1)


# %% wrong: the noise of the number on the share
# says: the noise is on the number
# earns: 0
def cover(release, *, people, epsilon):
    p = min(max(release / people, 0), 1)
    half = 1.96 * np.sqrt(p * (1 - p) / people + 2 / epsilon**2)
    return max(p - half, 0), min(p + half, 1)


# %% wrong: noise on every row
# says: the noise is on the number: divide it by the number of people, squared
# earns: 0
def cover(release, *, people, epsilon):
    p = min(max(release / people, 0), 1)
    half = 1.96 * np.sqrt((p * (1 - p) + 2 / epsilon**2) / people)
    return max(p - half, 0), min(p + half, 1)


# %% wrong: the scale squared
# says: Laplace noise has twice the square of its scale as variance
# earns: 0
def cover(release, *, people, epsilon):
    p = min(max(release / people, 0), 1)
    half = 1.96 * np.sqrt(p * (1 - p) / people + 1 / (epsilon * people) ** 2)
    return max(p - half, 0), min(p + half, 1)


# %% wrong: 90 percent
# says: use 1.96 standard errors, not 1.645
# earns: 0
def cover(release, *, people, epsilon):
    p = min(max(release / people, 0), 1)
    half = 1.645 * np.sqrt(p * (1 - p) / people + 2 / (epsilon * people) ** 2)
    return max(p - half, 0), min(p + half, 1)


# %% wrong: a root of less than nothing
# says: or p (1 - p) is negative
# earns: 2
def cover(release, *, people, epsilon):
    p = release / people
    half = 1.96 * np.sqrt(p * (1 - p) / people + 2 / (epsilon * people) ** 2)
    p = min(max(p, 0), 1)
    return (np.clip(p - half, 0, 1), np.clip(p + half, 0, 1)) if 0 < release < people else (np.nan, np.nan)


# %% wrong: cuts at the end only
# says: you cut too late
# earns: 2
def cover(release, *, people, epsilon):
    p = release / people
    inside = np.clip(p, 0, 1)
    half = 1.96 * np.sqrt(inside * (1 - inside) / people + 2 / (epsilon * people) ** 2)
    return np.clip(p - half, 0, 1), np.clip(p + half, 0, 1)


# %% wrong: shares below 0
# says: a share ends at 0 and at 1
# earns: 0
def cover(release, *, people, epsilon):
    p = min(max(release / people, 0), 1)
    half = 1.96 * np.sqrt(p * (1 - p) / people + 2 / (epsilon * people) ** 2)
    return p - half, p + half


# %% wrong: always the worst case
# says: not a quarter
# earns: 0
def cover(release, *, people, epsilon):
    p = min(max(release / people, 0), 1)
    half = 1.96 * np.sqrt(1 / (4 * people) + 2 / (epsilon * people) ** 2)
    return max(p - half, 0), min(p + half, 1)


# %% wrong: 1.96 of the variance
# says: take the root of the variance
# earns: 0
def cover(release, *, people, epsilon):
    p = min(max(release / people, 0), 1)
    half = 1.96 * (p * (1 - p) / people + 2 / (epsilon * people) ** 2)
    return max(p - half, 0), min(p + half, 1)
