# %% right: a formula for each column
def sequential(confidential, *, order, n, rng):
    shares = confidential[order[0]].value_counts(normalize=True)
    synthetic = pd.DataFrame({order[0]: rng.choice(shares.index.to_numpy(), size=n, p=shares.to_numpy())})
    for k in range(1, len(order)):
        formula = order[k] + " ~ " + " + ".join(order[:k])
        fit = smf.ols(formula, data=confidential).fit()
        synthetic[order[k]] = fit.predict(synthetic) + rng.normal(0, np.sqrt(fit.scale), size=n)
    return synthetic


# %% right: dummy variables and least squares
def sequential(confidential, *, order, n, rng):
    first, *others = order
    labels = sorted(confidential[first].unique())
    chosen = confidential[first].to_numpy()[rng.integers(len(confidential), size=n)]
    columns = {first: chosen}
    real = (confidential[first].to_numpy()[:, None] == labels).astype(float)
    made = (chosen[:, None] == labels).astype(float)
    for name in others:
        y = confidential[name].to_numpy(float)
        beta = np.linalg.lstsq(real, y, rcond=None)[0]
        sigma = np.sqrt(np.sum((y - real @ beta) ** 2) / (len(y) - real.shape[1]))
        columns[name] = made @ beta + rng.normal(0, sigma, n)
        real, made = np.column_stack([real, y]), np.column_stack([made, columns[name]])
    return pd.DataFrame(columns)


# %% right: a bootstrap sample of the first column, whose index is left as it is
def sequential(confidential, *, order, n, rng):
    synthetic = confidential[[order[0]]].sample(n, replace=True, random_state=rng)
    for column in order[1:]:
        fit = smf.ols(f"{column} ~ {'+'.join(synthetic.columns)}", confidential).fit()
        synthetic[column] = fit.predict(synthetic.reset_index(drop=True)).to_numpy() + rng.normal(scale=fit.mse_resid**0.5, size=n)
    return synthetic


# %% right: categories are written out in the formula
def sequential(confidential, *, order, n, rng):
    out, terms = {order[0]: rng.choice(list(confidential[order[0]]), n)}, [f"C({order[0]})"]
    for column in order[1:]:
        fit = smf.ols(f"{column} ~ " + " + ".join(terms), confidential).fit()
        out[column] = rng.normal(fit.predict(pd.DataFrame(out)).to_numpy(), np.sqrt(fit.scale))
        terms.append(column)
    return pd.DataFrame(out)[list(order)]


# %% wrong: whole rows drawn from the file
# says: of the rows have a real height and a real mass
def sequential(confidential, *, order, n, rng):
    return confidential[list(order)].sample(n, replace=True, random_state=rng).reset_index(drop=True)


# %% wrong: every column by itself
# says: predict mass from the synthetic gender and height of the same row
def sequential(confidential, *, order, n, rng):
    synthetic = pd.DataFrame({order[0]: rng.choice(confidential[order[0]], size=n)})
    for column in order[1:]:
        synthetic[column] = rng.normal(confidential[column].mean(), confidential[column].std(), size=n)
    return synthetic


# %% wrong: only the column just before
# says: all columns before it count, not only the one just before
# earns: 2
def sequential(confidential, *, order, n, rng):
    synthetic = pd.DataFrame({order[0]: rng.choice(confidential[order[0]], size=n)})
    for before, column in zip(order, order[1:]):
        fit = smf.ols(f"{column} ~ {before}", confidential).fit()
        synthetic[column] = rng.normal(fit.predict(synthetic), np.sqrt(fit.scale))
    return synthetic


# %% wrong: only the first column
# says: all columns before it count, not only the first
def sequential(confidential, *, order, n, rng):
    synthetic = pd.DataFrame({order[0]: rng.choice(confidential[order[0]], size=n)})
    for column in order[1:]:
        fit = smf.ols(f"{column} ~ {order[0]}", confidential).fit()
        synthetic[column] = rng.normal(fit.predict(synthetic), np.sqrt(fit.scale))
    return synthetic


# %% wrong: numbers only in the formulas
# says: text counts as well
def sequential(confidential, *, order, n, rng):
    synthetic = pd.DataFrame({order[0]: rng.choice(confidential[order[0]], size=n)})
    for k, column in enumerate(order[1:], 1):
        fit = smf.ols(f"{column} ~ {' + '.join(order[1:k]) or '1'}", confidential).fit()
        synthetic[column] = rng.normal(fit.predict(synthetic), np.sqrt(fit.scale))
    return synthetic


# %% wrong: predictions for the confidential rows
# says: predict from the synthetic columns made so far
def sequential(confidential, *, order, n, rng):
    rows = confidential.sample(n, replace=True, random_state=rng).reset_index(drop=True)
    synthetic = pd.DataFrame({order[0]: rng.choice(confidential[order[0]], size=n)})
    for k, column in enumerate(order[1:], 1):
        fit = smf.ols(f"{column} ~ {' + '.join(order[:k])}", confidential).fit()
        synthetic[column] = rng.normal(fit.predict(rows), np.sqrt(fit.scale))
    return synthetic


# %% wrong: no residual draws
# says: equals its prediction: draw a residual for each row
def sequential(confidential, *, order, n, rng):
    synthetic = pd.DataFrame({order[0]: rng.choice(confidential[order[0]], size=n)})
    for k, column in enumerate(order[1:], 1):
        synthetic[column] = smf.ols(f"{column} ~ {' + '.join(order[:k])}", confidential).fit().predict(synthetic)
    return synthetic


# %% wrong: equal probabilities for the categories
# says: draw from the observed shares
# earns: 2.5
def sequential(confidential, *, order, n, rng):
    synthetic = pd.DataFrame({order[0]: rng.choice(sorted(set(confidential[order[0]])), size=n)})
    for k, column in enumerate(order[1:], 1):
        fit = smf.ols(f"{column} ~ {' + '.join(order[:k])}", confidential).fit()
        synthetic[column] = rng.normal(fit.predict(synthetic), np.sqrt(fit.scale))
    return synthetic


# %% wrong: as many rows as the confidential file
# says: n is 2,000 and your frame has 8 rows
# earns: 0
def sequential(confidential, *, order, n, rng):
    synthetic = pd.DataFrame({order[0]: rng.choice(confidential[order[0]], size=len(confidential))})
    for k, column in enumerate(order[1:], 1):
        fit = smf.ols(f"{column} ~ {' + '.join(order[:k])}", confidential).fit()
        synthetic[column] = rng.normal(fit.predict(synthetic), np.sqrt(fit.scale))
    return synthetic


# %% wrong: the order of the file instead of the one asked for
# says: Lost 0.5 point
def sequential(confidential, *, order, n, rng):
    columns = list(order[:1]) + [c for c in confidential.columns if c in order[1:]]
    synthetic = pd.DataFrame({columns[0]: rng.choice(confidential[columns[0]], size=n)})
    for k, column in enumerate(columns[1:], 1):
        fit = smf.ols(f"{column} ~ {' + '.join(columns[:k])}", confidential).fit()
        synthetic[column] = rng.normal(fit.predict(synthetic), fit.scale)
    return synthetic[list(order)]


# %% wrong: columns not in the order asked for
# says: order says gender, height, mass
# earns: 0
def sequential(confidential, *, order, n, rng):
    synthetic = pd.DataFrame({order[0]: rng.choice(confidential[order[0]], size=n)})
    for k, column in enumerate(order[1:], 1):
        fit = smf.ols(f"{column} ~ {' + '.join(order[:k])}", confidential).fit()
        synthetic[column] = rng.normal(fit.predict(synthetic), np.sqrt(fit.scale))
    return synthetic[sorted(order, reverse=True)]


# %% wrong: the seed is set again before each column
# says: a seed is fixed inside
def sequential(confidential, *, order, n, rng):
    synthetic = pd.DataFrame({order[0]: np.random.default_rng(1).choice(confidential[order[0]], size=n)})
    for k, column in enumerate(order[1:], 1):
        fit = smf.ols(f"{column} ~ {' + '.join(order[:k])}", confidential).fit()
        synthetic[column] = np.random.default_rng(1 + k).normal(fit.predict(synthetic), np.sqrt(fit.scale))
    return synthetic
