# %% right: binomial draws
def sampled_count(answers, *, share, secret, epsilon, rng):
    drawn = rng.binomial(1, share, size=len(answers))
    spent = np.log((np.exp(epsilon) - 1) / share + 1) if secret else epsilon
    return ((answers * drawn).sum() + rng.laplace(0, 1 / spent)) / share


# %% right: only who says yes matters
def sampled_count(answers, *, share, secret, epsilon, rng):
    heard = rng.binomial(int(np.sum(answers)), share)
    scale = 1 / epsilon
    if secret:
        scale = 1 / np.log1p(np.expm1(epsilon) / share)
    return heard / share + rng.laplace(scale=scale / share)


# %% right: person by person, exponential noise
def sampled_count(answers, *, share, secret, epsilon, rng):
    count = 0
    for answer in answers:
        if rng.random() < share:
            count += answer
    spent = np.log(1 + (np.exp(epsilon) - 1) / share) if secret else epsilon
    return float(count + (rng.exponential() - rng.exponential()) / spent) / share


# %% wrong: epsilon divided by the share
# says: odds do not grow in proportion
# earns: 3
def sampled_count(answers, *, share, secret, epsilon, rng):
    drawn = rng.random(len(answers)) < share
    spent = epsilon / share if secret else epsilon
    return (answers[drawn].sum() + rng.laplace(scale=1 / spent)) / share


# %% wrong: the formula forwards
# says: that is the formula forwards; turn it round
# earns: 3
def sampled_count(answers, *, share, secret, epsilon, rng):
    drawn = rng.random(len(answers)) < share
    spent = np.log1p(share * np.expm1(epsilon)) if secret else epsilon
    return (answers[drawn].sum() + rng.laplace(scale=1 / spent)) / share


# %% wrong: a published list gets the discount, too
# says: a published list hides nobody
# earns: 3
def sampled_count(answers, *, share, secret, epsilon, rng):
    drawn = rng.random(len(answers)) < share
    spent = np.log1p(np.expm1(epsilon) / share)
    return (answers[drawn].sum() + rng.laplace(scale=1 / spent)) / share


# %% wrong: no discount at all
# says: a secret sample may spend more than epsilon
# earns: 3
def sampled_count(answers, *, share, secret, epsilon, rng):
    drawn = rng.random(len(answers)) < share
    return (answers[drawn].sum() + rng.laplace(scale=1 / epsilon)) / share


# %% wrong: secret and published are exchanged
# says: a secret sample may spend more than epsilon
# earns: 2
def sampled_count(answers, *, share, secret, epsilon, rng):
    drawn = rng.random(len(answers)) < share
    spent = epsilon if secret else np.log1p(np.expm1(epsilon) / share)
    return (answers[drawn].sum() + rng.laplace(scale=1 / spent)) / share


# %% wrong: noise after the division
# says: add the noise to the count of the sample, and then divide both
# earns: 2
def sampled_count(answers, *, share, secret, epsilon, rng):
    drawn = rng.random(len(answers)) < share
    spent = np.log1p(np.expm1(epsilon) / share) if secret else epsilon
    return answers[drawn].sum() / share + rng.laplace(scale=1 / spent)


# %% wrong: a fixed number of people
# says: each person is drawn independently of all others
# earns: 3
def sampled_count(answers, *, share, secret, epsilon, rng):
    drawn = rng.permutation(len(answers))[: round(share * len(answers))]
    spent = np.log1p(np.expm1(epsilon) / share) if secret else epsilon
    return (answers[drawn].sum() + rng.laplace(scale=1 / spent)) / share


# %% wrong: the first people of the list
# says: the sample holds
# earns: 3
def sampled_count(answers, *, share, secret, epsilon, rng):
    drawn = answers[: round(share * len(answers))]
    spent = np.log1p(np.expm1(epsilon) / share) if secret else epsilon
    return (drawn.sum() + rng.laplace(scale=1 / spent)) / share


# %% wrong: one draw for the whole town
# says: the sample holds
# earns: 2
def sampled_count(answers, *, share, secret, epsilon, rng):
    spent = np.log1p(np.expm1(epsilon) / share) if secret else epsilon
    if rng.random() < share:
        return (answers.sum() + rng.laplace(scale=1 / spent)) / share
    return rng.laplace(scale=1 / spent) / share


# %% wrong: the share of the sample is not undone
# says: this counts the sample; divide by share
# earns: 0
def sampled_count(answers, *, share, secret, epsilon, rng):
    drawn = rng.random(len(answers)) < share
    spent = np.log1p(np.expm1(epsilon) / share) if secret else epsilon
    return answers[drawn].sum() + rng.laplace(scale=1 / spent)


# %% wrong: no noise if nobody says yes
# says: the count needs noise
def sampled_count(answers, *, share, secret, epsilon, rng):
    drawn = rng.random(len(answers)) < share
    spent = np.log1p(np.expm1(epsilon) / share) if secret else epsilon
    count = answers[drawn].sum()
    return (count + rng.laplace(scale=1 / spent)) / share if count else 0.0


# %% wrong: e^epsilon for e^epsilon - 1
# says: take 1 from e^epsilon before you divide
# earns: 3
def sampled_count(answers, *, share, secret, epsilon, rng):
    drawn = rng.random(len(answers)) < share
    spent = np.log(1 + np.exp(epsilon) / share) if secret else epsilon
    return (answers[drawn].sum() + rng.laplace(scale=1 / spent)) / share


# %% wrong: a generator of its own
# says: the rng that is passed in
# earns: 3
def sampled_count(answers, *, share, secret, epsilon, rng):
    drawn = np.random.default_rng().random(len(answers)) < share
    spent = np.log1p(np.expm1(epsilon) / share) if secret else epsilon
    return (answers[drawn].sum() + rng.laplace(scale=1 / spent)) / share
