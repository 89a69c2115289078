# %% right: counts
def estimate(reports, *, p):
    n, yes = len(reports), int(np.sum(reports))
    q = 1 - p
    share = (yes - n * q) / (p - q) / n
    se = (yes * (n - yes) / n**3) ** 0.5 / abs(p - q)
    return share, se, share - 1.96 * se, share + 1.96 * se


# %% right: decode every report, then take the mean and its error
def estimate(reports, *, p):
    decoded = (np.asarray(reports, dtype=float) - (1 - p)) / (2 * p - 1)
    share = decoded.mean()
    se = decoded.std(ddof=1) / np.sqrt(len(decoded))
    return share, se, share - 1.96 * se, share + 1.96 * se


# %% right: plain Python
import math


def estimate(reports, *, p):
    reports = list(reports)
    said = sum(1 for r in reports if r) / len(reports)
    width = math.fabs(2 * p - 1)
    share = (said - (1 - p)) / (2 * p - 1)
    se = math.sqrt(said * (1 - said) / len(reports)) / width
    return [share, se, share - 1.96 * se, share + 1.96 * se]


# %% right: solving the linear system, the exact normal quantile
from scipy.special import ndtri


def estimate(reports, *, p):
    said = np.array([np.mean(reports), 1 - np.mean(reports)])
    design = np.array([[p, 1 - p], [1 - p, p]])
    share = np.linalg.solve(design, said)[0]
    inverse = np.linalg.inv(design)[0]
    covariance = (np.diag(said) - np.outer(said, said)) / len(reports)
    se = np.sqrt(inverse @ covariance @ inverse)
    z = ndtri(0.975)
    return share, se, share - z * se, share + z * se


# %% wrong: forgets to divide by 2p - 1
# says: divide by 2p - 1
# earns: 0
def estimate(reports, *, p):
    said = np.mean(reports)
    share = said - (1 - p)
    se = np.sqrt(said * (1 - said) / len(reports))
    return share, se, share - 1.96 * se, share + 1.96 * se


# %% wrong: takes the reports for the truth
# says: that is the share that said yes, lies included
# earns: 0
def estimate(reports, *, p):
    share = np.mean(reports)
    se = np.sqrt(share * (1 - share) / len(reports))
    return share, se, share - 1.96 * se, share + 1.96 * se


# %% wrong: takes p away instead of 1 - p
# says: take 1 - p away, not p
# earns: 1
def estimate(reports, *, p):
    said = np.mean(reports)
    share = (said - p) / (2 * p - 1)
    se = np.sqrt(said * (1 - said) / len(reports)) / abs(2 * p - 1)
    return share, se, share - 1.96 * se, share + 1.96 * se


# %% wrong: clips to [0, 1]
# says: do not clip
# earns: 1
def estimate(reports, *, p):
    said = np.mean(reports)
    share = np.clip((said - (1 - p)) / (2 * p - 1), 0, 1)
    se = np.sqrt(said * (1 - said) / len(reports)) / abs(2 * p - 1)
    return share, se, max(share - 1.96 * se, 0), min(share + 1.96 * se, 1)


# %% wrong: the standard error of the reports, not stretched
# says: divide it by |2p - 1|, too
# earns: 1
def estimate(reports, *, p):
    said = np.mean(reports)
    share = (said - (1 - p)) / (2 * p - 1)
    se = np.sqrt(said * (1 - said) / len(reports))
    return share, se, share - 1.96 * se, share + 1.96 * se


# %% wrong: standard deviation for standard error
# says: divide by the square root of n
# earns: 1
def estimate(reports, *, p):
    said = np.mean(reports)
    share = (said - (1 - p)) / (2 * p - 1)
    se = np.sqrt(said * (1 - said)) / abs(2 * p - 1)
    return share, se, share - 1.96 * se, share + 1.96 * se


# %% wrong: variance for standard error
# says: that is the variance
# earns: 1
def estimate(reports, *, p):
    said = np.mean(reports)
    share = (said - (1 - p)) / (2 * p - 1)
    se = said * (1 - said) / len(reports) / (2 * p - 1) ** 2
    return share, se, share - 1.96 * se, share + 1.96 * se


# %% wrong: the decoded share under the root
# says: use the share of reported yes under the root, not the decoded one
# earns: 1
def estimate(reports, *, p):
    share = (np.mean(reports) - (1 - p)) / (2 * p - 1)
    se = np.sqrt(abs(share * (1 - share)) / len(reports)) / abs(2 * p - 1)
    return share, se, share - 1.96 * se, share + 1.96 * se


# %% wrong: one standard error to either side
# says: 95% needs 1.96 standard errors
# earns: 2
def estimate(reports, *, p):
    said = np.mean(reports)
    share = (said - (1 - p)) / (2 * p - 1)
    se = np.sqrt(said * (1 - said) / len(reports)) / abs(2 * p - 1)
    return share, se, share - se, share + se


# %% wrong: a negative standard error for a coin that mostly lies
# says: a standard error is positive
# earns: 1
def estimate(reports, *, p):
    said = np.mean(reports)
    share = (said - (1 - p)) / (2 * p - 1)
    se = np.sqrt(said * (1 - said) / len(reports)) / (2 * p - 1)
    return share, se, share - 1.96 * se, share + 1.96 * se
