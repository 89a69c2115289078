# %% right: place by place
def good_enough(counts, *, within, sure, epsilon, rng):
    limit = -np.log(1 - sure) / epsilon / within
    told = []
    for count in counts:
        noisy = count + rng.laplace(0, 1 / epsilon)
        told.append(noisy if noisy >= limit else np.nan)
    return np.array(told)


# %% right: NaN written over
def good_enough(counts, *, within, sure, epsilon, rng):
    noisy = counts + rng.laplace(scale=1 / epsilon, size=counts.shape)
    noisy[noisy * within < -np.log1p(-sure) / epsilon] = np.nan
    return noisy


# %% right: pandas, and the limit by scipy
def good_enough(counts, *, within, sure, epsilon, rng):
    from scipy.stats import laplace
    noisy = pd.Series(counts + (rng.exponential(1 / epsilon, len(counts)) - rng.exponential(1 / epsilon, len(counts))))
    reach = laplace.ppf(1 - (1 - sure) / 2, scale=1 / epsilon)
    return noisy.where(noisy >= reach / within).to_numpy()


# %% wrong: looks at the true count
# says: the decision looks at a count without noise
# earns: 2
def good_enough(counts, *, within, sure, epsilon, rng):
    noisy = counts + rng.laplace(scale=1 / epsilon, size=len(counts))
    reach = np.log(1 / (1 - sure)) / epsilon
    return np.where(reach <= within * counts, noisy, np.nan)


# %% wrong: publishes the true count
# says: what is published needs noise
# earns: 1
def good_enough(counts, *, within, sure, epsilon, rng):
    noisy = counts + rng.laplace(scale=1 / epsilon, size=len(counts))
    reach = np.log(1 / (1 - sure)) / epsilon
    return np.where(reach <= within * noisy, counts.astype(float), np.nan)


# %% wrong: new noise for the number
# says: decide by the number that you publish; noise that is drawn anew
# earns: 3
def good_enough(counts, *, within, sure, epsilon, rng):
    noisy = counts + rng.laplace(scale=1 / epsilon, size=len(counts))
    reach = np.log(1 / (1 - sure)) / epsilon
    return np.where(reach <= within * noisy, counts + rng.laplace(scale=1 / epsilon, size=len(counts)), np.nan)


# %% wrong: zero for what is left out
# says: a 0 would say that nobody was there
def good_enough(counts, *, within, sure, epsilon, rng):
    noisy = counts + rng.laplace(scale=1 / epsilon, size=len(counts))
    reach = np.log(1 / (1 - sure)) / epsilon
    return np.where(reach <= within * noisy, noisy, 0.0)


# %% wrong: one side alone
# says: reach both ways
# earns: 3
def good_enough(counts, *, within, sure, epsilon, rng):
    noisy = counts + rng.laplace(scale=1 / epsilon, size=len(counts))
    reach = np.log(1 / (2 * (1 - sure))) / epsilon
    return np.where(reach <= within * noisy, noisy, np.nan)


# %% wrong: surer than asked
# says: that is surer than asked
# earns: 3
def good_enough(counts, *, within, sure, epsilon, rng):
    noisy = counts + rng.laplace(scale=1 / epsilon, size=len(counts))
    return np.where(np.log(2 / (1 - sure)) / epsilon <= within * noisy, noisy, np.nan)


# %% wrong: the scale for the reach
# says: the scale of the noise alone is not its reach
# earns: 3
def good_enough(counts, *, within, sure, epsilon, rng):
    noisy = counts + rng.laplace(scale=1 / epsilon, size=len(counts))
    return np.where(1 / epsilon <= within * noisy, noisy, np.nan)


# %% wrong: ten times the noise that was drawn
# says: a count near the limit is left out
def good_enough(counts, *, within, sure, epsilon, rng):
    noise = rng.laplace(scale=1 / epsilon, size=len(counts))
    return np.where(np.abs(noise) <= within * counts, counts + noise, np.nan)


# %% wrong: half of epsilon for the decision
# says: decision and number are one release
def good_enough(counts, *, within, sure, epsilon, rng):
    noisy = counts + rng.laplace(scale=2 / epsilon, size=len(counts))
    reach = np.log(1 / (1 - sure)) / epsilon
    return np.where(reach <= within * noisy, noisy, np.nan)


# %% wrong: one draw for all places
# says: One draw serves all places
def good_enough(counts, *, within, sure, epsilon, rng):
    noisy = counts + rng.laplace(scale=1 / epsilon)
    reach = np.log(1 / (1 - sure)) / epsilon
    return np.where(reach <= within * noisy, noisy, np.nan)


# %% wrong: draws until the number is good enough
# says: a count near the limit is
def good_enough(counts, *, within, sure, epsilon, rng):
    reach = np.log(1 / (1 - sure)) / epsilon
    noisy = counts + rng.laplace(scale=1 / epsilon, size=len(counts))
    again = counts + rng.laplace(scale=1 / epsilon, size=len(counts))
    noisy = np.where(reach <= within * noisy, noisy, again)
    return np.where(reach <= within * noisy, noisy, np.nan)


# %% wrong: a seed of its own
# says: a seed is fixed inside
def good_enough(counts, *, within, sure, epsilon, rng):
    rng = np.random.default_rng(0)
    noisy = counts + rng.laplace(scale=1 / epsilon, size=len(counts))
    reach = np.log(1 / (1 - sure)) / epsilon
    return np.where(reach <= within * noisy, noisy, np.nan)
