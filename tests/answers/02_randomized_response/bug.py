# %% right: z-test on both groups, two calls
def is_private(coin, *, p, rng):
    answers = np.arange(20_000) % 2 == 0
    one = coin(answers, p=p, rng=rng)
    two = coin(answers, p=p, rng=rng)
    if (one == two).all():
        return False
    for group in (answers, ~answers):
        n = group.sum()
        z = ((one == answers)[group].mean() - p) / np.sqrt(p * (1 - p) / n)
        if abs(z) > 5.8:
            return False
    return True


# %% right: exact binomial tails
from scipy.stats import binomtest


def is_private(coin, *, p, rng):
    for truth in (True, False):
        answers = np.full(12_000, truth)
        reports = coin(answers, p=p, rng=rng)
        if binomtest(int((reports == answers).sum()), 12_000, p).pvalue < 1e-8:
            return False
        if np.array_equal(reports, coin(answers, p=p, rng=rng)):
            return False
    return True


# %% right: chi-square with two degrees of freedom
from scipy.special import chdtrc


def is_private(coin, *, p, rng):
    n = 15_000
    yes, no = np.ones(n, dtype=bool), np.zeros(n, dtype=bool)
    truths = np.array([np.sum(coin(yes, p=p, rng=rng)), n - np.sum(coin(no, p=p, rng=rng))])
    expected = n * p
    chi2 = np.sum((truths - expected) ** 2 / expected + (truths - expected) ** 2 / (n - expected))
    repeated = np.array_equal(coin(yes, p=p, rng=rng), coin(yes, p=p, rng=rng))
    return bool(chdtrc(2, chi2) > 1e-8) and not repeated


# %% right: Hoeffding's bound, and agreement between two calls
def is_private(coin, *, p, rng):
    n = 40_000
    answers = rng.random(n) < 0.5
    told = [np.asarray(coin(answers, p=p, rng=rng)) == answers for _ in range(2)]
    for group in (answers, ~answers):
        bound = np.sqrt(np.log(2e9) / (2 * group.sum()))
        if any(abs(t[group].mean() - p) > bound for t in told):
            return False
    agree = np.mean(told[0] == told[1])
    return bool(abs(agree - (p**2 + (1 - p) ** 2)) < np.sqrt(np.log(2e9) / (2 * n)))


# %% wrong: decodes and compares with the truth, as published
# says: look at the reports themselves, not at a decoded share
# earns: 0
def is_private(coin, *, p, rng):
    answers = np.arange(10_000) % 2 == 0
    reports = coin(answers, p=p, rng=rng)
    decoded = (reports.mean() - (1 - p)) / (2 * p - 1)
    return bool(abs(decoded - answers.mean()) < 0.1)


# %% wrong: any lie will do
# says: accepts a coin that spends twice the epsilon
def is_private(coin, *, p, rng):
    answers = np.arange(10_000) % 2 == 0
    return not np.array_equal(coin(answers, p=p, rng=rng), answers)


# %% wrong: asks only people whose answer is yes
# says: accepts a coin that protects only the yes answers
# earns: 2.6
def is_private(coin, *, p, rng):
    answers = np.full(10_000, True)
    one, two = coin(answers, p=p, rng=rng), coin(answers, p=p, rng=rng)
    return bool(abs(one.mean() - p) < 5.7 * np.sqrt(p * (1 - p) / 10_000)) and not np.array_equal(one, two)


# %% wrong: a limit of four standard errors
# says: it would fail innocent students; allow 5.7
def is_private(coin, *, p, rng):
    n = 10_000
    for truth in (True, False):
        answers = np.full(n, truth)
        one, two = coin(answers, p=p, rng=rng), coin(answers, p=p, rng=rng)
        if np.array_equal(one, two) or abs(np.mean(one == answers) - p) > 4 * np.sqrt(p * (1 - p) / n):
            return False
    return True


# %% wrong: wants the share to be p exactly
# says: refuses a right coin
# earns: 0
def is_private(coin, *, p, rng):
    answers = np.arange(10_000) % 2 == 0
    return bool(abs(np.mean(coin(answers, p=p, rng=rng) == answers) - p) < 1e-9)


# %% wrong: calls the coin once
# says: accepts a coin with the same lies at every call
# earns: 2.6
def is_private(coin, *, p, rng):
    answers = np.arange(20_000) % 2 == 0
    told = coin(answers, p=p, rng=rng) == answers
    limit = 5.7 * np.sqrt(p * (1 - p) / 10_000)
    return bool(abs(told[::2].mean() - p) < limit and abs(told[1::2].mean() - p) < limit)


# %% wrong: p is always 3/4
# says: refuses a right coin
def is_private(coin, *, p, rng):
    for truth in (True, False):
        answers = np.full(10_000, truth)
        one, two = coin(answers, p=p, rng=rng), coin(answers, p=p, rng=rng)
        if np.array_equal(one, two) or abs(np.mean(one == answers) - 0.75) > 0.03:
            return False
    return True


# %% wrong: takes p for the probability of a lie
# says: refuses a right coin
# earns: 0
def is_private(coin, *, p, rng):
    for truth in (True, False):
        answers = np.full(10_000, truth)
        one, two = coin(answers, p=p, rng=rng), coin(answers, p=p, rng=rng)
        if np.array_equal(one, two) or abs(np.mean(one != answers) - p) > 0.03:
            return False
    return True


# %% wrong: the truth pooled over yes and no
# says: look at yes and at no apart
# earns: 2.6
def is_private(coin, *, p, rng):
    n = 20_000
    answers = np.arange(n) % 2 == 0
    one, two = coin(answers, p=p, rng=rng), coin(answers, p=p, rng=rng)
    if np.array_equal(one, two):
        return False
    return bool(abs(np.mean(one == answers) - p) < 5.7 * np.sqrt(p * (1 - p) / n))


# %% wrong: a tolerance of 0.05 whatever p is
# says: accepts a coin that spends twice the epsilon
# earns: 2.6
def is_private(coin, *, p, rng):
    for truth in (True, False):
        answers = np.full(10_000, truth)
        one, two = coin(answers, p=p, rng=rng), coin(answers, p=p, rng=rng)
        if np.array_equal(one, two) or abs(np.mean(one == answers) - p) > 0.05:
            return False
    return True


# %% wrong: too many truths are refused, too many lies are not
# says: accepts a coin that lies too often
# earns: 2.6
def is_private(coin, *, p, rng):
    n = 10_000
    for truth in (True, False):
        answers = np.full(n, truth)
        one, two = coin(answers, p=p, rng=rng), coin(answers, p=p, rng=rng)
        if np.array_equal(one, two) or one.all() or not one.any():
            return False
        if np.mean(one == answers) - p > 5.7 * np.sqrt(p * (1 - p) / n):
            return False
    return True
