# %% right: the rng that is passed in, twice
def bill_and_flipper(sex, *, bill_fit, flipper_fit, rng):
    synthetic = pd.DataFrame({"sex": sex})
    synthetic["bill_length_mm"] = rng.normal(bill_fit.predict(synthetic), np.sqrt(bill_fit.scale))
    synthetic["flipper_length_mm"] = rng.normal(flipper_fit.predict(synthetic), np.sqrt(flipper_fit.scale))
    return synthetic[["bill_length_mm", "flipper_length_mm"]]


# %% right: all normal draws at once
def bill_and_flipper(sex, *, bill_fit, flipper_fit, rng):
    z = rng.standard_normal((2, len(sex)))
    frame = pd.DataFrame({"sex": sex})
    bill = bill_fit.predict(frame) + np.sqrt(bill_fit.scale) * z[0]
    flipper = flipper_fit.predict(frame.assign(bill_length_mm=bill)) + np.sqrt(flipper_fit.scale) * z[1]
    return pd.DataFrame({"bill_length_mm": bill, "flipper_length_mm": flipper})


# %% right: two children of the generator
def bill_and_flipper(sex, *, bill_fit, flipper_fit, rng):
    first, second = rng.spawn(2)
    synthetic = pd.DataFrame({"sex": sex})
    synthetic["bill_length_mm"] = bill_fit.predict(synthetic) + first.normal(scale=bill_fit.mse_resid**0.5, size=len(sex))
    synthetic["flipper_length_mm"] = flipper_fit.predict(synthetic) + second.normal(scale=flipper_fit.mse_resid**0.5, size=len(sex))
    return synthetic.drop(columns="sex")


# %% right: penguin by penguin, coefficients by hand
def bill_and_flipper(sex, *, bill_fit, flipper_fit, rng):
    b, f, rows = dict(bill_fit.params), dict(flipper_fit.params), []
    for one in sex:
        male = one == "male"
        bill = rng.normal(b["Intercept"] + b["sex[T.male]"] * male, bill_fit.scale**0.5)
        rows.append((bill, rng.normal(f["Intercept"] + f["sex[T.male]"] * male + f["bill_length_mm"] * bill, flipper_fit.scale**0.5)))
    return pd.DataFrame(rows, columns=["bill_length_mm", "flipper_length_mm"])


# %% wrong: as published
# says: one generator, never set back
# earns: 0
def bill_and_flipper(sex, *, bill_fit, flipper_fit, rng):
    synthetic = pd.DataFrame({"sex": sex})
    rng = np.random.default_rng(20220301)
    synthetic["bill_length_mm"] = rng.normal(bill_fit.predict(synthetic), np.sqrt(bill_fit.scale))
    rng = np.random.default_rng(20220301)
    synthetic["flipper_length_mm"] = rng.normal(flipper_fit.predict(synthetic), np.sqrt(flipper_fit.scale))
    return synthetic[["bill_length_mm", "flipper_length_mm"]]


# %% wrong: one seed drawn from rng, used twice
# says: one generator, never set back
# earns: 0
def bill_and_flipper(sex, *, bill_fit, flipper_fit, rng):
    seed = rng.integers(2**32)
    synthetic = pd.DataFrame({"sex": sex})
    for column, fit in (("bill_length_mm", bill_fit), ("flipper_length_mm", flipper_fit)):
        synthetic[column] = np.random.default_rng(seed).normal(fit.predict(synthetic), np.sqrt(fit.scale))
    return synthetic.drop(columns="sex")


# %% wrong: the same normal numbers for both
# says: one generator, never set back
# earns: 0
def bill_and_flipper(sex, *, bill_fit, flipper_fit, rng):
    z = rng.standard_normal(len(sex))
    synthetic = pd.DataFrame({"sex": sex})
    for column, fit in (("bill_length_mm", bill_fit), ("flipper_length_mm", flipper_fit)):
        synthetic[column] = fit.predict(synthetic) + np.sqrt(fit.scale) * z
    return synthetic.drop(columns="sex")


# %% wrong: a seed at the top of the function
# says: a seed is fixed inside
# earns: 1
def bill_and_flipper(sex, *, bill_fit, flipper_fit, rng):
    rng = np.random.default_rng(20220301)
    synthetic = pd.DataFrame({"sex": sex})
    for column, fit in (("bill_length_mm", bill_fit), ("flipper_length_mm", flipper_fit)):
        synthetic[column] = rng.normal(fit.predict(synthetic), np.sqrt(fit.scale))
    return synthetic.drop(columns="sex")


# %% wrong: another fixed seed for each column
# says: a seed is fixed inside
# earns: 1
def bill_and_flipper(sex, *, bill_fit, flipper_fit, rng):
    synthetic = pd.DataFrame({"sex": sex})
    for seed, (column, fit) in enumerate((("bill_length_mm", bill_fit), ("flipper_length_mm", flipper_fit))):
        synthetic[column] = np.random.default_rng(seed).normal(fit.predict(synthetic), np.sqrt(fit.scale))
    return synthetic.drop(columns="sex")


# %% wrong: no noise for the flipper
# says: a column is its prediction
# earns: 0
def bill_and_flipper(sex, *, bill_fit, flipper_fit, rng):
    synthetic = pd.DataFrame({"sex": sex})
    synthetic["bill_length_mm"] = rng.normal(bill_fit.predict(synthetic), np.sqrt(bill_fit.scale))
    synthetic["flipper_length_mm"] = flipper_fit.predict(synthetic)
    return synthetic.drop(columns="sex")


# %% wrong: the flipper drawn from the predicted bill
# says: is flipper length predicted from the synthetic bill length, noise included?
# earns: 0
def bill_and_flipper(sex, *, bill_fit, flipper_fit, rng):
    frame = pd.DataFrame({"sex": sex})
    mean = bill_fit.predict(frame)
    flipper = rng.normal(flipper_fit.predict(frame.assign(bill_length_mm=mean)), np.sqrt(flipper_fit.scale))
    return pd.DataFrame({"bill_length_mm": rng.normal(mean, np.sqrt(bill_fit.scale)), "flipper_length_mm": flipper})


# %% wrong: the variance for the standard deviation
# says: Bill length, in units of its residual standard deviation
# earns: 1
def bill_and_flipper(sex, *, bill_fit, flipper_fit, rng):
    synthetic = pd.DataFrame({"sex": sex})
    for column, fit in (("bill_length_mm", bill_fit), ("flipper_length_mm", flipper_fit)):
        synthetic[column] = rng.normal(fit.predict(synthetic), fit.scale)
    return synthetic.drop(columns="sex")


# %% wrong: the global generator
# says: You draw from a global generator
# earns: 1
def bill_and_flipper(sex, *, bill_fit, flipper_fit, rng):
    synthetic = pd.DataFrame({"sex": sex})
    for column, fit in (("bill_length_mm", bill_fit), ("flipper_length_mm", flipper_fit)):
        synthetic[column] = np.random.normal(fit.predict(synthetic), np.sqrt(fit.scale))
    return synthetic.drop(columns="sex")


# %% wrong: the flipper predicted without the bill
# says: is flipper length predicted from the synthetic bill length, noise included?
def bill_and_flipper(sex, *, bill_fit, flipper_fit, rng):
    frame = pd.DataFrame({"sex": sex, "bill_length_mm": bill_fit.model.endog.mean() - 4})
    return pd.DataFrame({"bill_length_mm": rng.normal(bill_fit.predict(frame), np.sqrt(bill_fit.scale)),
                         "flipper_length_mm": rng.normal(flipper_fit.predict(frame), np.sqrt(flipper_fit.scale))})


# %% wrong: the same normal numbers in reverse order
# says: the same numbers in another order
# earns: 0
def bill_and_flipper(sex, *, bill_fit, flipper_fit, rng):
    z = rng.standard_normal(len(sex))
    synthetic = pd.DataFrame({"sex": sex})
    synthetic["bill_length_mm"] = bill_fit.predict(synthetic) + np.sqrt(bill_fit.scale) * z
    synthetic["flipper_length_mm"] = flipper_fit.predict(synthetic) + np.sqrt(flipper_fit.scale) * z[::-1]
    return synthetic.drop(columns="sex")
