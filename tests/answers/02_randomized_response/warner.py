# %% right: one comparison for all
def warner(answers, *, p, rng):
    return np.where(rng.random(answers.shape) < p, answers, ~answers)


# %% right: a loop over people
def warner(answers, *, p, rng):
    reports = []
    for answer in answers:
        if rng.random() < p:
            reports.append(answer)
        else:
            reports.append(not answer)
    return np.array(reports)


# %% right: choice of truth or lie
def warner(answers, *, p, rng):
    truth = rng.choice([True, False], size=len(answers), p=[p, 1 - p])
    return answers == truth


# %% right: binomial coins, in whole numbers
def warner(answers, *, p, rng):
    lies = rng.binomial(1, 1 - p, size=len(answers))
    return (answers.astype(int) + lies) % 2


# %% right: scipy, with the generator passed on
from scipy import stats


def warner(answers, *, p, rng):
    truth = stats.bernoulli(p).rvs(size=len(answers), random_state=rng).astype(bool)
    return np.logical_not(np.logical_xor(answers, truth))


# %% right: a child generator for the coins, and pandas
import pandas as pd


def warner(answers, *, p, rng):
    coins = rng.spawn(1)[0]
    people = pd.Series(answers)
    return people.where(coins.uniform(size=len(people)) < p, ~people)


# %% wrong: lies with p instead of 1 - p
# says: you lie with p instead of 1 - p
def warner(answers, *, p, rng):
    lies = rng.random(len(answers)) < p
    return answers ^ lies


# %% wrong: the lesson's 75% in place of p
# says: you tell the truth 75% of the time, whatever p is
# earns: 1.5
def warner(answers, *, p, rng):
    return np.where(rng.random(len(answers)) < 0.75, answers, ~answers)


# %% wrong: one coin for all
# says: One draw decides for everybody in a call
def warner(answers, *, p, rng):
    if rng.random() < p:
        return answers.copy()
    return ~answers


# %% wrong: never lies
# says: nobody ever lies
# earns: 0
def warner(answers, *, p, rng):
    return answers


# %% wrong: turns round only the yes answers
# says: a reported yes is a confession
# earns: 1.5
def warner(answers, *, p, rng):
    lies = rng.random(len(answers)) > p
    return answers & ~lies


# %% wrong: a second fair coin instead of a lie
# says: instead of a lie you give a random answer
def warner(answers, *, p, rng):
    truth = rng.random(len(answers)) < p
    return np.where(truth, answers, rng.random(len(answers)) < 0.5)


# %% wrong: the global generator
# says: You draw from a global generator
# earns: 2
def warner(answers, *, p, rng):
    return np.where(np.random.rand(len(answers)) < p, answers, ~answers)


# %% wrong: a seed fixed inside
# says: a seed is fixed inside
def warner(answers, *, p, rng):
    rng = np.random.default_rng(42)
    return np.where(rng.random(len(answers)) < p, answers, ~answers)


# %% wrong: a generator of its own, rng ignored
# says: the rng that is passed in is ignored
# earns: 2
def warner(answers, *, p, rng):
    mine = np.random.default_rng()
    return np.where(mine.random(len(answers)) < p, answers, ~answers)


# %% wrong: changes the answers it was given
# says: Your function changes the array it is given
# earns: 2
def warner(answers, *, p, rng):
    lies = rng.random(len(answers)) > p
    answers[lies] = ~answers[lies]
    return answers


# %% wrong: exactly a share 1 - p must lie
# says: Every call has the same number of lies
# earns: 2.5
def warner(answers, *, p, rng):
    n = len(answers)
    lies = np.arange(n) < round((1 - p) * n)
    return answers ^ rng.permutation(lies)


# %% wrong: a list in place of an array
# says: your function returns a list
# earns: 2
def warner(answers, *, p, rng):
    return [answer if rng.random() < p else not answer for answer in answers]
