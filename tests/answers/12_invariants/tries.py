# %% right: a dictionary of sums
def tries(epsilons, *, slack):
    chance = {0: 1.0}
    for epsilon in epsilons:
        q, new = float(np.exp(-epsilon)), {}
        reach = int(45 / epsilon) + 1
        one = {k: (1 - q) / (1 + q) * q ** abs(k) for k in range(-reach, reach + 1)}
        for total, p in chance.items():
            if p > 1e-13:
                for k, r in one.items():
                    new[total + k] = new.get(total + k, 0.0) + p * r
        chance = new
    return 1 / sum(p for total, p in chance.items() if abs(total) <= slack)


# %% right: by Fourier
def tries(epsilons, *, slack):
    size = 2**14
    wave = np.ones(size)
    for epsilon in epsilons:
        q = np.exp(-epsilon)
        wave = wave * (1 - q) ** 2 / (1 - 2 * q * np.cos(2 * np.pi * np.arange(size) / size) + q * q)
    law = np.fft.ifft(wave).real
    return 1 / sum(law[k] for k in range(-slack, slack + 1))


# %% right: waiting times of half the noise
def tries(epsilons, *, slack):
    up = np.ones(1)
    for epsilon in epsilons:
        up = np.convolve(up, (1 - np.exp(-epsilon)) * np.exp(-epsilon * np.arange(600)))[:3000]
    fits = sum(up[: up.size - k] @ up[k:] * (1 if k == 0 else 2) for k in range(min(slack, up.size - 1) + 1))
    return 1 / float(fits)


# %% wrong: the chance, not the wait
# says: that is the chance that a table is kept
# earns: 0
def tries(epsilons, *, slack):
    k, law = np.arange(-400, 401), np.ones(1)
    for epsilon in epsilons:
        law = np.convolve(law, np.tanh(epsilon / 2) * np.exp(-epsilon * abs(k)))
    return law[law.size // 2 - slack : law.size // 2 + slack + 1].sum()


# %% wrong: every count must be right
# says: that waits until every count is right
# earns: 0
def tries(epsilons, *, slack):
    return 1 / np.prod(np.tanh(np.array(epsilons) / 2))


# %% wrong: every count within the slack
# says: look at their sum, not at each count
# earns: 0
def tries(epsilons, *, slack):
    k = np.arange(-slack, slack + 1)
    return 1 / np.prod([(np.tanh(e / 2) * np.exp(-e * abs(k))).sum() for e in epsilons])


# %% wrong: forgets the slack
# says: a sum that is off by no more than the slack is good, too
# earns: 0
def tries(epsilons, *, slack):
    k, law = np.arange(-400, 401), np.ones(1)
    for epsilon in epsilons:
        law = np.convolve(law, np.tanh(epsilon / 2) * np.exp(-epsilon * abs(k)))
    return 1 / law[law.size // 2]


# %% wrong: too large only
# says: a sum may be too small as well as too large
# earns: 0
def tries(epsilons, *, slack):
    k, law = np.arange(-400, 401), np.ones(1)
    for epsilon in epsilons:
        law = np.convolve(law, np.tanh(epsilon / 2) * np.exp(-epsilon * abs(k)))
    return 1 / law[law.size // 2 : law.size // 2 + slack + 1].sum()


# %% wrong: one end missing
# says: one end of the slack is missing
# earns: 0
def tries(epsilons, *, slack):
    k, law = np.arange(-400, 401), np.ones(1)
    for epsilon in epsilons:
        law = np.convolve(law, np.tanh(epsilon / 2) * np.exp(-epsilon * abs(k)))
    return 1 / law[law.size // 2 - slack : law.size // 2 + slack].sum()


# %% wrong: the first epsilon for all
# says: you take the first for all
# earns: 0
def tries(epsilons, *, slack):
    k, law = np.arange(-400, 401), np.ones(1)
    for _ in epsilons:
        law = np.convolve(law, np.tanh(epsilons[0] / 2) * np.exp(-epsilons[0] * abs(k)))
    return 1 / law[law.size // 2 - slack : law.size // 2 + slack + 1].sum()


# %% wrong: the mean epsilon for all
# says: you take the mean for all
# earns: 0
def tries(epsilons, *, slack):
    k, law, epsilon = np.arange(-400, 401), np.ones(1), np.mean(epsilons)
    for _ in epsilons:
        law = np.convolve(law, np.tanh(epsilon / 2) * np.exp(-epsilon * abs(k)))
    return 1 / law[law.size // 2 - slack : law.size // 2 + slack + 1].sum()


# %% wrong: noise that ends at fifty
# says: do not cut it off so soon
def tries(epsilons, *, slack):
    k, law = np.arange(-50, 51), np.ones(1)
    for epsilon in epsilons:
        weight = np.exp(-epsilon * abs(k))
        law = np.convolve(law, weight / weight.sum())
    return 1 / law[law.size // 2 - slack : law.size // 2 + slack + 1].sum()


# %% wrong: weights that do not add up to one
# says: the weights of a noise add up to 1 only when
# earns: 0
def tries(epsilons, *, slack):
    k, law = np.arange(-400, 401), np.ones(1)
    for epsilon in epsilons:
        law = np.convolve(law, np.exp(-epsilon * abs(k)))
    return 1 / law[law.size // 2 - slack : law.size // 2 + slack + 1].sum()
