# %% right: normal draws around the predictions
def draw_outcome(fit, new, *, rng):
    predicted = fit.predict(new)
    return predicted + rng.normal(0, fit.scale**0.5, size=len(new))


# %% right: a loop over rows
def draw_outcome(fit, new, *, rng):
    sigma = np.sqrt(fit.mse_resid)
    return [rng.normal(mean, sigma) for mean in fit.predict(new)]


# %% right: sum of squares over degrees of freedom
def draw_outcome(fit, new, *, rng):
    sigma = np.sqrt((fit.resid**2).sum() / fit.df_resid)
    return fit.predict(new).to_numpy() + sigma * rng.standard_normal(len(new))


# %% right: scipy's normal distribution
from scipy import stats


def draw_outcome(fit, new, *, rng):
    return stats.norm(fit.predict(new).to_numpy(), np.sqrt(fit.scale)).rvs(len(new), random_state=rng)


# %% right: a multivariate normal draw, which is slow for many rows only if its matrix is full
def draw_outcome(fit, new, *, rng):
    p = fit.model.exog.shape[1]
    sigma = np.linalg.norm(fit.resid) / np.sqrt(len(fit.resid) - p)
    return pd.Series(rng.normal(size=len(new)), index=new.index) * sigma + fit.predict(new)


# %% wrong: predictions alone, two spikes
# says: these are the predictions: two spikes
# earns: 0
def draw_outcome(fit, new, *, rng):
    return fit.predict(new)


# %% wrong: the variance for the standard deviation
# says: is the variance of the residuals; a normal draw takes the standard deviation
# earns: 1
def draw_outcome(fit, new, *, rng):
    return rng.normal(fit.predict(new), fit.scale)


# %% wrong: one draw for all rows
# says: one draw moves all penguins by the same amount
def draw_outcome(fit, new, *, rng):
    return fit.predict(new) + rng.normal(scale=np.sqrt(fit.scale))


# %% wrong: the sd of all outcomes
# says: that is the standard deviation of all bills
# earns: 1
def draw_outcome(fit, new, *, rng):
    return rng.normal(fit.predict(new), np.std(fit.model.endog, ddof=1))


# %% wrong: the sd of the residuals divided by n
# says: you divide by 9, so the draws vary too little
# earns: 2
def draw_outcome(fit, new, *, rng):
    return rng.normal(fit.predict(new), np.std(fit.resid))


# %% wrong: the sd of the residuals divided by n - 1
# says: you divide by 8, so the draws vary too little
# earns: 2
def draw_outcome(fit, new, *, rng):
    return rng.normal(fit.predict(new), fit.resid.std())


# %% wrong: the standard error of the prediction
# says: that is the standard error of the mean
# earns: 1
def draw_outcome(fit, new, *, rng):
    return rng.normal(fit.predict(new), fit.bse.iloc[0])


# %% wrong: noise of standard deviation 1
# says: it is not 1
# earns: 1
def draw_outcome(fit, new, *, rng):
    return fit.predict(new) + rng.normal(size=len(new))


# %% wrong: residuals of real penguins passed on
# says: Your noise
def draw_outcome(fit, new, *, rng):
    return fit.predict(new).to_numpy() + rng.choice(fit.resid.to_numpy()[:20], size=len(new))


# %% wrong: Laplace noise
# says: a scale of sigma makes Laplace noise
def draw_outcome(fit, new, *, rng):
    return fit.predict(new) + rng.laplace(scale=np.sqrt(fit.scale), size=len(new))


# %% wrong: fitted values of the confidential rows
# says: could not be broadcast
# earns: 0
def draw_outcome(fit, new, *, rng):
    return fit.fittedvalues.to_numpy() + rng.normal(scale=np.sqrt(fit.scale), size=len(new))


# %% wrong: the global generator
# says: You draw from a global generator
# earns: 2.5
def draw_outcome(fit, new, *, rng):
    return fit.predict(new) + np.random.normal(scale=np.sqrt(fit.scale), size=len(new))


# %% wrong: a seed fixed inside
# says: a seed is fixed inside
def draw_outcome(fit, new, *, rng):
    rng = np.random.default_rng(20220301)
    return fit.predict(new) + rng.normal(scale=np.sqrt(fit.scale), size=len(new))
