# %% right: step by step
def classic_sigma(changes, *, epsilon, delta):
    if epsilon >= 1:
        raise ValueError("the proof needs epsilon < 1")
    sensitivity = np.sqrt((changes**2).sum())
    return sensitivity * np.sqrt(2 * np.log(1.25 / delta)) / epsilon


# %% right: linalg and the math module
import math


def classic_sigma(changes, *, epsilon, delta):
    if not 0 < epsilon < 1:
        raise ValueError(f"epsilon must be in (0, 1), got {epsilon}")
    return float(np.linalg.norm(changes)) * math.sqrt(2.0 * math.log(1.25 / delta)) / epsilon


# %% right: hypot, and the logarithm taken apart
import math


def classic_sigma(changes, *, epsilon, delta):
    if epsilon < 1:
        return math.hypot(*changes) / epsilon * (2 * (math.log(1.25) - math.log(delta))) ** 0.5
    raise ValueError("refused")


# %% wrong: variance for standard deviation
# says: that is the variance; take the square root
def classic_sigma(changes, *, epsilon, delta):
    if epsilon >= 1:
        raise ValueError("epsilon must be below 1")
    return np.sum(changes**2) * 2 * np.log(1.25 / delta) / epsilon**2


# %% wrong: log10
# says: the logarithm is the natural one, not log10
def classic_sigma(changes, *, epsilon, delta):
    if epsilon >= 1:
        raise ValueError("epsilon must be below 1")
    return np.linalg.norm(changes) * np.sqrt(2 * np.log10(1.25 / delta)) / epsilon


# %% wrong: 1.25 in front of the logarithm
# says: 1.25 belongs inside the logarithm
def classic_sigma(changes, *, epsilon, delta):
    if epsilon >= 1:
        raise ValueError("epsilon must be below 1")
    return np.linalg.norm(changes) * np.sqrt(2 * 1.25 * np.log(1 / delta)) / epsilon


# %% wrong: 1 / (1.25 delta)
# says: 1.25 is divided by delta, not multiplied with it
def classic_sigma(changes, *, epsilon, delta):
    if epsilon >= 1:
        raise ValueError("epsilon must be below 1")
    return np.linalg.norm(changes) * np.sqrt(2 * np.log(1 / (1.25 * delta))) / epsilon


# %% wrong: the square root forgotten
# says: the square root is missing
def classic_sigma(changes, *, epsilon, delta):
    if epsilon >= 1:
        raise ValueError("epsilon must be below 1")
    return np.linalg.norm(changes) * 2 * np.log(1.25 / delta) / epsilon


# %% wrong: used outside its range
# says: the proof needs epsilon < 1, and at epsilon = 10 the formula's sigma has delta 2.3e-5
# earns: 1.5
def classic_sigma(changes, *, epsilon, delta):
    return np.linalg.norm(changes) * np.sqrt(2 * np.log(1.25 / delta)) / epsilon


# %% wrong: epsilon = 1 let through
# says: epsilon = 1.0 must raise ValueError
# earns: 1.5
def classic_sigma(changes, *, epsilon, delta):
    if epsilon > 1:
        raise ValueError("epsilon must be below 1")
    return np.linalg.norm(changes) * np.sqrt(2 * np.log(1.25 / delta)) / epsilon


# %% wrong: returns infinity instead of refusing
# says: epsilon = 1.0 must raise ValueError
# earns: 1.5
def classic_sigma(changes, *, epsilon, delta):
    if epsilon >= 1:
        return float("inf")
    return np.linalg.norm(changes) * np.sqrt(2 * np.log(1.25 / delta)) / epsilon


# %% wrong: l1 sensitivity
# says: that is the l1 sensitivity, the sum of the changes
# earns: 1
def classic_sigma(changes, *, epsilon, delta):
    if epsilon >= 1:
        raise ValueError("epsilon must be below 1")
    return np.abs(changes).sum() * np.sqrt(2 * np.log(1.25 / delta)) / epsilon


# %% wrong: the largest change
# says: that is the largest change; all of them happen at once
# earns: 1
def classic_sigma(changes, *, epsilon, delta):
    if epsilon >= 1:
        raise ValueError("epsilon must be below 1")
    return np.abs(changes).max() * np.sqrt(2 * np.log(1.25 / delta)) / epsilon


# %% wrong: squares added without the root
# says: take the root of the sum of squares
def classic_sigma(changes, *, epsilon, delta):
    if epsilon >= 1:
        raise ValueError("epsilon must be below 1")
    return np.sum(changes**2) * np.sqrt(2 * np.log(1.25 / delta)) / epsilon


# %% wrong: sqrt(k) whatever the changes
# says: changes of different size
def classic_sigma(changes, *, epsilon, delta):
    if epsilon >= 1:
        raise ValueError("epsilon must be below 1")
    return np.sqrt(len(changes)) * np.abs(changes).max() * np.sqrt(2 * np.log(1.25 / delta)) / epsilon
