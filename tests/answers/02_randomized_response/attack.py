# %% right: count the yes answers
def unmask(reports, *, p):
    years, people = reports.shape
    return 2 * reports.sum(axis=0) > years, years * np.log(p) - years * np.log(1 - p)


# %% right: person by person
import math


def unmask(reports, *, p):
    guesses = []
    for person in reports.T:
        yes = sum(bool(r) for r in person)
        guesses.append(yes > len(person) - yes)
    return guesses, sum(math.log(p / (1 - p)) for _ in range(len(reports)))


# %% right: log-likelihood ratio
def unmask(reports, *, p):
    step = np.log(p / (1 - p))
    evidence = np.where(reports, step, -step).sum(axis=0)
    return evidence > 0, step * reports.shape[0]


# %% right: median over the years
def unmask(reports, *, p):
    return np.median(reports.astype(int), axis=0).astype(bool), float(len(reports) * np.log(p / (1 - p)))


# %% right: decode each person's share
def unmask(reports, *, p):
    share = (reports.mean(axis=0) - (1 - p)) / (2 * p - 1)
    return (share > 0.5).tolist(), np.log((p / (1 - p)) ** len(reports))


# %% wrong: averages over people
# says: not over people
# earns: 0
def unmask(reports, *, p):
    return reports.mean(axis=1) > 0.5, len(reports) * np.log(p / (1 - p))


# %% wrong: a majority of p
# says: more than half is enough
# earns: 0
def unmask(reports, *, p):
    return reports.mean(axis=0) >= p, len(reports) * np.log(p / (1 - p))


# %% wrong: epsilon of one year
# says: that is one year; every fresh coin adds its epsilon
# earns: 2
def unmask(reports, *, p):
    return reports.mean(axis=0) > 0.5, np.log(p / (1 - p))


# %% wrong: multiplies e^epsilon
# says: add up epsilon = ln(p / (1 - p)), not e^epsilon
# earns: 2
def unmask(reports, *, p):
    return reports.mean(axis=0) > 0.5, len(reports) * p / (1 - p)


# %% wrong: ln p for epsilon
# says: add up ln(p / (1 - p)), not ln p
# earns: 2
def unmask(reports, *, p):
    return reports.mean(axis=0) > 0.5, len(reports) * np.log(p)


# %% wrong: grows with the square root of the years
# says: it grows with the years, not with their square root
# earns: 2
def unmask(reports, *, p):
    return reports.mean(axis=0) > 0.5, np.sqrt(len(reports)) * np.log(p / (1 - p))


# %% wrong: the first year only
# says: You use one year only
# earns: 1
def unmask(reports, *, p):
    return reports[0], len(reports) * np.log(p / (1 - p))


# %% wrong: more yes than lies alone would give
# says: one yes answer of three is what a lie produces
# earns: 0
def unmask(reports, *, p):
    return reports.mean(axis=0) > 1 - p, len(reports) * np.log(p / (1 - p))


# %% wrong: no loss in a single year
# says: Over 1 year with
# earns: 2
def unmask(reports, *, p):
    years = len(reports)
    return reports.mean(axis=0) > 0.5, years * np.log(p / (1 - p)) if years > 1 else 0.0
