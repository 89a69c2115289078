# %% right: from the variance
import math


def unmask(*, epsilon, within):
    variance = 2 / epsilon**2
    answers = math.ceil(1.96**2 * variance / within**2)
    return answers, epsilon * answers


# %% right: counts up
def unmask(*, epsilon, within):
    answers = 1
    while 1.96 * np.sqrt(2 / answers) / epsilon > within:
        answers += 1
    return answers, answers * epsilon


# %% right: the quantile from scipy
def unmask(*, epsilon, within):
    from scipy.special import ndtri

    answers = np.ceil((ndtri(0.975) * np.sqrt(2) / epsilon / within) ** 2)
    return answers, answers * epsilon


# %% right: the quantile from the standard library
from statistics import NormalDist


def unmask(*, epsilon, within):
    sd = 2**0.5 / epsilon
    k = int(-(-((NormalDist().inv_cdf(0.975) * sd / within) ** 2) // 1))
    return k, sum([epsilon] * k)


# %% wrong: the scale for the standard deviation
# says: the standard deviation is the square root of 2 times the scale
# earns: 0
def unmask(*, epsilon, within):
    answers = int(np.ceil((1.96 / (epsilon * within)) ** 2))
    return answers, answers * epsilon


# %% wrong: noise falls like 1 / k
# says: an average of k answers has 1 / sqrt(k) of the spread
# earns: 0
def unmask(*, epsilon, within):
    answers = int(np.ceil(1.96 * np.sqrt(2) / (epsilon * within)))
    return answers, answers * epsilon


# %% wrong: the variance for the standard deviation
# says: you take the variance for the standard deviation
# earns: 0
def unmask(*, epsilon, within):
    answers = int(np.ceil((1.96 / within) ** 2 * 2 * 2 / epsilon**2))
    return answers, answers * epsilon


# %% wrong: one standard deviation
# says: 95% needs 1.96 standard deviations
# earns: 0
def unmask(*, epsilon, within):
    answers = int(np.ceil(2 / (epsilon * within) ** 2))
    return answers, answers * epsilon


# %% wrong: 90% instead of 95%
# says: 1.645 leaves 10% outside
# earns: 0
def unmask(*, epsilon, within):
    answers = int(np.ceil((1.645 * np.sqrt(2) / (epsilon * within)) ** 2))
    return answers, answers * epsilon


# %% wrong: rounds down
# says: round up
# earns: 0
def unmask(*, epsilon, within):
    answers = int((1.96 * np.sqrt(2) / (epsilon * within)) ** 2)
    return answers, answers * epsilon


# %% wrong: no rounding
# says: answers come whole
# earns: 0
def unmask(*, epsilon, within):
    answers = (1.96 * np.sqrt(2) / (epsilon * within)) ** 2
    return answers, answers * epsilon


# %% wrong: the scale is epsilon
# says: a small epsilon takes more answers
# earns: 1
def unmask(*, epsilon, within):
    answers = int(np.ceil((1.96 * np.sqrt(2) * epsilon / within) ** 2))
    return answers, answers * epsilon


# %% wrong: the bill of one answer
# says: that is one answer; each of them costs epsilon anew
# earns: 1
def unmask(*, epsilon, within):
    return int(np.ceil((1.96 * np.sqrt(2) / (epsilon * within)) ** 2)), epsilon


# %% wrong: the bill grows with the root
# says: the total grows with the number of answers, not with its square root
# earns: 1
def unmask(*, epsilon, within):
    answers = int(np.ceil((1.96 * np.sqrt(2) / (epsilon * within)) ** 2))
    return answers, np.sqrt(answers) * epsilon


# %% wrong: averaging divides the bill
# says: averaging makes nothing cheaper
# earns: 1
def unmask(*, epsilon, within):
    answers = int(np.ceil((1.96 * np.sqrt(2) / (epsilon * within)) ** 2))
    return answers, epsilon / answers
