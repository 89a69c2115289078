# %% right: what is left for the noise
import math


def enough(*, people, width):
    error = width / 2 / 1.96
    sampling = 0.5 / math.sqrt(people)
    if error <= sampling:
        return None
    noise = math.sqrt((error - sampling) * (error + sampling))  # on the share
    return math.sqrt(2) / (people * noise)


# %% right: a search
from scipy.optimize import brentq


def enough(*, people, width):
    def too_wide(log):
        return 3.92 * np.sqrt(0.25 / people + 2 / (np.exp(log) * people) ** 2) - width

    if 3.92 * np.sqrt(0.25 / people) >= width:
        return None
    return np.exp(brentq(too_wide, -50, 50, xtol=1e-13, rtol=1e-14))


# %% right: on the scale of people
def enough(*, people, width):
    room = (people * width / 3.92) ** 2 - people / 4
    return None if room <= 0 else (2 / room) ** 0.5


# %% wrong: the width of one side
# says: the width is that of both sides
# earns: 0
def enough(*, people, width):
    left = (width / 1.96) ** 2 - 1 / (4 * people)
    return np.sqrt(2 / left) / people if left > 0 else None


# %% wrong: forgets that few were asked
# says: that some were not asked is forgotten
# earns: 0
def enough(*, people, width):
    return np.sqrt(2) / people / (width / 3.92)


# %% wrong: takes away standard errors
# says: take away squares, not standard errors
# earns: 0
def enough(*, people, width):
    left = width / 3.92 - 0.5 / np.sqrt(people)
    return np.sqrt(2) / people / left if left > 0 else None


# %% wrong: the scale is taken for the standard deviation
# says: Laplace noise has the standard deviation √2 times its scale
# earns: 0
def enough(*, people, width):
    left = (width / 3.92) ** 2 - 1 / (4 * people)
    return 1 / np.sqrt(left) / people if left > 0 else None


# %% wrong: noise on the share
# says: on the share it is smaller by the number of people
# earns: 0
def enough(*, people, width):
    left = (width / 3.92) ** 2 - 1 / (4 * people)
    return np.sqrt(2 / left) if left > 0 else None


# %% wrong: noise on every row
# says: the noise is on one number, not on every row
# earns: 0
def enough(*, people, width):
    left = (width / 3.92) ** 2 - 1 / (4 * people)
    return np.sqrt(2 / left / people) if left > 0 else None


# %% wrong: the scale of the noise
# says: that is the scale of the noise
# earns: 0
def enough(*, people, width):
    left = (width / 3.92) ** 2 - 1 / (4 * people)
    return people * np.sqrt(left / 2) if left > 0 else None


# %% wrong: a half for p (1 - p)
# says: p (1 - p) is a quarter for a share of one half, not a half
# earns: 0
def enough(*, people, width):
    left = (width / 3.92) ** 2 - 1 / (2 * people)
    return np.sqrt(2 / left) / people if left > 0 else None


# %% wrong: an answer where there is none
# says: the interval is too wide without any noise: return None
# earns: 1
def enough(*, people, width):
    left = (width / 3.92) ** 2 - 1 / (4 * people)
    return np.sqrt(2 / abs(left)) / people


# %% wrong: two for 1.96
# says: use 1.96, not 2
# earns: 0
def enough(*, people, width):
    left = (width / 4) ** 2 - 1 / (4 * people)
    return np.sqrt(2 / left) / people if left > 0 else None


# %% wrong: rounded for the report
# says: it should be 0.0589256
# earns: 0
def enough(*, people, width):
    left = (width / 3.92) ** 2 - 1 / (4 * people)
    return round(float(np.sqrt(2 / left) / people), 4) if left > 0 else None
