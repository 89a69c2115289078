# %% right: fit on confidential, predict on synthetic
def pairs(confidential, *, rng):
    n = len(confidential)
    weight = rng.normal(confidential["weight"].mean(), confidential["weight"].std(), size=n)
    synthetic = pd.DataFrame({"weight": weight})
    fit = smf.ols("height ~ weight", data=confidential).fit()
    synthetic["height"] = fit.predict(synthetic) + rng.normal(0, np.sqrt(fit.scale), size=n)
    return synthetic


# %% right: a line by polyfit
def pairs(confidential, *, rng):
    x, y = confidential["weight"].to_numpy(), confidential["height"].to_numpy()
    slope, intercept = np.polyfit(x, y, 1)
    sigma = np.sqrt(np.sum((y - intercept - slope * x) ** 2) / (len(x) - 2))
    weight = x.mean() + np.std(x, ddof=1) * rng.standard_normal(len(x))
    height = intercept + slope * weight + sigma * rng.standard_normal(len(x))
    return pd.DataFrame({"height": height, "weight": weight})


# %% right: scipy, row by row, the index of the confidential file
from scipy.stats import linregress


def pairs(confidential, *, rng):
    line = linregress(confidential["weight"], confidential["height"])
    residuals = confidential["height"] - line.intercept - line.slope * confidential["weight"]
    sigma = np.sqrt((residuals**2).sum() / (len(residuals) - 2))
    mean, sd, rows = confidential["weight"].mean(), confidential["weight"].std(), []
    for _ in range(len(confidential)):
        weight = rng.normal(mean, sd)
        rows.append((weight, rng.normal(line.intercept + line.slope * weight, sigma)))
    return pd.DataFrame(rows, columns=["weight", "height"], index=confidential.index)


# %% right: one draw of both by matrix algebra
def pairs(confidential, *, rng):
    X = np.column_stack([np.ones(len(confidential)), confidential["weight"]])
    y = confidential["height"].to_numpy()
    beta, rss = np.linalg.lstsq(X, y, rcond=None)[:2]
    z = rng.normal(size=(2, len(y)))
    weight = confidential["weight"].mean() + confidential["weight"].std() * z[0]
    height = beta[0] + beta[1] * weight + np.sqrt(rss[0] / (len(y) - 2)) * z[1]
    return pd.DataFrame({"weight": weight, "height": height})


# %% wrong: as published, height regressed on synthetic weight
# says: the coefficients come from confidential height on confidential weight
def pairs(confidential, *, rng):
    weight, height = confidential["weight"], confidential["height"]
    synthetic = pd.DataFrame({"weight": rng.normal(weight.mean(), weight.std(), size=len(confidential))})
    fit = smf.ols("height ~ weight", synthetic.assign(height=height.to_numpy())).fit()
    synthetic["height"] = rng.normal(fit.predict(synthetic), np.sqrt(fit.scale))
    return synthetic


# %% wrong: predicted from confidential weight
# says: the height in row 5 follows the confidential weight of row 5
def pairs(confidential, *, rng):
    weight = rng.normal(confidential["weight"].mean(), confidential["weight"].std(), size=len(confidential))
    fit = smf.ols("height ~ weight", confidential).fit()
    height = rng.normal(fit.predict(confidential), np.sqrt(fit.scale))
    return pd.DataFrame({"weight": weight, "height": height})


# %% wrong: the confidential weight released
# says: real weights are in the release
def pairs(confidential, *, rng):
    fit = smf.ols("height ~ weight", confidential).fit()
    return confidential.assign(height=rng.normal(fit.predict(confidential), np.sqrt(fit.scale)))


# %% wrong: weights drawn with replacement from the real ones
# says: real weights are in the release
def pairs(confidential, *, rng):
    fit = smf.ols("height ~ weight", confidential).fit()
    synthetic = pd.DataFrame({"weight": rng.choice(confidential["weight"], size=len(confidential))})
    return synthetic.assign(height=rng.normal(fit.predict(synthetic), np.sqrt(fit.scale)))


# %% wrong: no residual draw
# says: Every height lies on one line
# earns: 2
def pairs(confidential, *, rng):
    fit = smf.ols("height ~ weight", confidential).fit()
    synthetic = pd.DataFrame({"weight": rng.normal(confidential["weight"].mean(), confidential["weight"].std(), size=len(confidential))})
    return synthetic.assign(height=fit.predict(synthetic))


# %% wrong: both sorted before the regression on synthetic weight
# says: fit confidential height on confidential weight, row by row
def pairs(confidential, *, rng):
    weight = np.sort(rng.normal(confidential["weight"].mean(), confidential["weight"].std(), size=len(confidential)))
    paired = pd.DataFrame({"weight": weight, "height": np.sort(confidential["height"])})
    fit = smf.ols("height ~ weight", paired).fit()
    synthetic = paired[["weight"]].sample(frac=1, random_state=rng).reset_index(drop=True)
    return synthetic.assign(height=rng.normal(fit.predict(synthetic), np.sqrt(fit.scale)))


# %% wrong: the real heights beside synthetic weights
# says: real heights are in the release
def pairs(confidential, *, rng):
    weight = rng.normal(confidential["weight"].mean(), confidential["weight"].std(), size=len(confidential))
    return pd.DataFrame({"weight": weight, "height": confidential["height"].to_numpy()})


# %% wrong: each column by itself
# says: the coefficients come from confidential height on confidential weight
def pairs(confidential, *, rng):
    n = len(confidential)
    return pd.DataFrame({name: rng.normal(confidential[name].mean(), confidential[name].std(), size=n) for name in ("weight", "height")})


# %% wrong: the spread of all heights as residual
# says: that is the spread of all heights
# earns: 2
def pairs(confidential, *, rng):
    fit = smf.ols("height ~ weight", confidential).fit()
    synthetic = pd.DataFrame({"weight": rng.normal(confidential["weight"].mean(), confidential["weight"].std(), size=len(confidential))})
    return synthetic.assign(height=rng.normal(fit.predict(synthetic), confidential["height"].std()))


# %% wrong: the variance of the residuals
# says: that is the variance of the residuals; take its root
def pairs(confidential, *, rng):
    fit = smf.ols("height ~ weight", confidential).fit()
    synthetic = pd.DataFrame({"weight": rng.normal(confidential["weight"].mean(), confidential["weight"].std(), size=len(confidential))})
    return synthetic.assign(height=rng.normal(fit.predict(synthetic), fit.scale))


# %% wrong: a generator of its own
# says: the rng that is passed in is ignored
# earns: 2.5
def pairs(confidential, *, rng):
    mine = np.random.default_rng()
    fit = smf.ols("height ~ weight", confidential).fit()
    synthetic = pd.DataFrame({"weight": mine.normal(confidential["weight"].mean(), confidential["weight"].std(), size=len(confidential))})
    return synthetic.assign(height=mine.normal(fit.predict(synthetic), np.sqrt(fit.scale)))
