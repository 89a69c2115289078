# %% right: a sum over both noises
def drop(minors, *, joins, epsilon):
    k = np.arange(-500, 501)
    one = np.exp(-epsilon * np.abs(k))

    def none(minors):
        fits = k[:, None] - k >= 2 * minors  # the adults' noise less the minors'
        return (one[:, None] * one)[fits].sum()

    return none(minors) / none(minors + joins)


# %% right: in closed form
def drop(minors, *, joins, epsilon):
    q = np.exp(-epsilon)

    def none(m):
        return q ** (2 * m) * (2 * m * (1 - q) + (1 + q**2) / (1 + q) + q)

    return none(minors) / none(minors + joins)


# %% right: given the noise of the adults
def drop(minors, *, joins, epsilon):
    q, k = np.exp(-epsilon), np.arange(-800, 801)

    def at_most(x):  # P(noise <= x)
        return np.where(x < 0, q ** np.maximum(-x, 0) / (1 + q), 1 - q ** (np.maximum(x, 0) + 1) / (1 + q))

    def none(m):
        return (q ** abs(k) * at_most(k - 2 * m)).sum()

    return float(none(minors) / none(minors + joins))


# %% wrong: forgets that bending halves
# says: only half of the surplus is taken off
# earns: 0
def drop(minors, *, joins, epsilon):
    k = np.arange(-600, 601)
    law = np.convolve(np.exp(-epsilon * abs(k)), np.exp(-epsilon * abs(k)))
    return law[1200 + minors :].sum() / law[1200 + minors + joins :].sum()


# %% wrong: leaves out the edge
# says: a bent number of just 0 is a release of 0
# earns: 0
def drop(minors, *, joins, epsilon):
    k = np.arange(-600, 601)
    law = np.convolve(np.exp(-epsilon * abs(k)), np.exp(-epsilon * abs(k)))
    return law[1201 + 2 * minors :].sum() / law[1201 + 2 * (minors + joins) :].sum()


# %% wrong: noise with decimals
# says: that is noise with decimals
# earns: 0
def drop(minors, *, joins, epsilon):
    after = minors + joins
    return (1 + epsilon * minors) / (1 + epsilon * after) * np.exp(2 * epsilon * joins)


# %% wrong: noise on the minors only
# says: both counts have noise
# earns: 0
def drop(minors, *, joins, epsilon):
    def none(m):
        return np.exp(-epsilon * np.arange(2 * m, 1000)).sum() if m else 1 + np.exp(-epsilon * np.arange(1, 1000)).sum()
    return none(minors) / none(minors + joins)


# %% wrong: no bending
# says: bending takes the noise of the adults into the minors
# earns: 0
def drop(minors, *, joins, epsilon):
    q = np.exp(-epsilon)
    return q**minors / q ** (minors + joins)


# %% wrong: what the promise says
# says: that is what
# earns: 0
def drop(minors, *, joins, epsilon):
    return np.exp(2 * epsilon * joins)


# %% wrong: upside down
# says: the chance afterwards divided by the chance before
# earns: 0
def drop(minors, *, joins, epsilon):
    k = np.arange(-600, 601)
    law = np.convolve(np.exp(-epsilon * abs(k)), np.exp(-epsilon * abs(k)))
    return law[1200 + 2 * (minors + joins) :].sum() / law[1200 + 2 * minors :].sum()


# %% wrong: the loss in place of the factor
# says: that is the logarithm of the factor
# earns: 0
def drop(minors, *, joins, epsilon):
    k = np.arange(-600, 601)
    law = np.convolve(np.exp(-epsilon * abs(k)), np.exp(-epsilon * abs(k)))
    return np.log(law[1200 + 2 * minors :].sum() / law[1200 + 2 * (minors + joins) :].sum())


# %% wrong: exactly 0 only
# says: add up all these chances
# earns: 0
def drop(minors, *, joins, epsilon):
    k = np.arange(-600, 601)
    law = np.convolve(np.exp(-epsilon * abs(k)), np.exp(-epsilon * abs(k)))
    return law[1200 + 2 * minors] / law[1200 + 2 * (minors + joins)]


# %% wrong: the minors move out
# says: minors + joins, not joins alone
# earns: 1
def drop(minors, *, joins, epsilon):
    k = np.arange(-600, 601)
    law = np.convolve(np.exp(-epsilon * abs(k)), np.exp(-epsilon * abs(k)))
    return law[1200 + 2 * minors :].sum() / law[1200 + 2 * joins :].sum()


# %% wrong: one less the rest, which a float cannot hold
# says: it should be
# earns: 2
def drop(minors, *, joins, epsilon):
    k = np.arange(-600, 601)
    law = np.convolve(np.exp(-epsilon * abs(k)), np.exp(-epsilon * abs(k)))
    law = law / law.sum()
    return (1 - law[: 1200 + 2 * minors].sum()) / (1 - law[: 1200 + 2 * (minors + joins)].sum())
