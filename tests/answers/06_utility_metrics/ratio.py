# %% right: scikit-learn
def pmse_ratio(confidential, synthetic):
    both = pd.concat([confidential, synthetic], ignore_index=True)
    label = np.repeat([0, 1], [len(confidential), len(synthetic)])
    scores = LogisticRegression(C=np.inf).fit(both, label).predict_proba(both)[:, 1]
    c, n = label.mean(), len(label)
    return ((scores - c) ** 2).mean() / (both.shape[1] * (1 - c) ** 2 * c / n)


# %% right: statsmodels, k counted from its parameters
def pmse_ratio(confidential, synthetic):
    import statsmodels.api as sm

    both = sm.add_constant(np.vstack([confidential, synthetic]).astype(float), has_constant="add")
    label = np.r_[np.zeros(len(confidential)), np.ones(len(synthetic))]
    fit = sm.Logit(label, both).fit(disp=0)
    n_s, n = len(synthetic), len(both)
    score = np.mean((fit.predict(both) - n_s / n) ** 2)
    return score / ((len(fit.params) - 1) * (1 - n_s / n) ** 2 * (n_s / n) / n)


# %% right: Newton's method by hand
def pmse_ratio(confidential, synthetic):
    x = np.vstack([confidential, synthetic]).astype(float)
    x = np.column_stack([np.ones(len(x)), x])
    y = np.arange(len(x)) >= len(confidential)
    beta = np.zeros(x.shape[1])
    for _ in range(30):
        p = 1 / (1 + np.exp(-x @ beta))
        beta = beta + np.linalg.solve((x * (p * (1 - p))[:, None]).T @ x, x.T @ (y - p))
    c, k = y.mean(), x.shape[1]
    return np.mean((p - c) ** 2) * len(x) / ((k - 1) * (1 - c) ** 2 * c)


# %% right: text labels, intercept and coefficients counted
def pmse_ratio(confidential, synthetic):
    both = np.concatenate([confidential.to_numpy(), synthetic.to_numpy()])
    label = np.array(["real"] * len(confidential) + ["synthetic"] * len(synthetic))
    model = LogisticRegression(C=1e12, max_iter=1000).fit(both, label)
    k = model.coef_.size + model.intercept_.size
    c = np.mean(label == "synthetic")
    pmse = np.mean((model.predict_proba(both)[:, 1] - c) ** 2)
    null = (k - 1) * (1 - c) ** 2 * c / len(both)
    return pmse / null


# %% wrong: k without the intercept
# says: k counts the intercept
# earns: 0.0
def pmse_ratio(confidential, synthetic):
    both = pd.concat([confidential, synthetic])
    label = np.arange(len(both)) >= len(confidential)
    c, k = label.mean(), both.shape[1]
    scores = LogisticRegression(C=np.inf).fit(both, label).predict_proba(both)[:, 1]
    return np.mean((scores - c) ** 2) / ((k - 1) * (1 - c) ** 2 * c / len(both))


# %% wrong: k without the intercept, patched for a single column
# says: k counts the intercept; the null has k - 1 = 4 for four columns
# earns: 1
def pmse_ratio(confidential, synthetic):
    both = pd.concat([confidential, synthetic])
    label = np.arange(len(both)) >= len(confidential)
    c, k = label.mean(), max(2, both.shape[1])
    scores = LogisticRegression(C=np.inf).fit(both, label).predict_proba(both)[:, 1]
    return np.mean((scores - c) ** 2) / ((k - 1) * (1 - c) ** 2 * c / len(both))


# %% wrong: k instead of k - 1
# says: the null has k - 1, not k
# earns: 0
def pmse_ratio(confidential, synthetic):
    both = pd.concat([confidential, synthetic])
    label = np.arange(len(both)) >= len(confidential)
    c, k = label.mean(), both.shape[1] + 1
    scores = LogisticRegression(C=np.inf).fit(both, label).predict_proba(both)[:, 1]
    return np.mean((scores - c) ** 2) / (k * (1 - c) ** 2 * c / len(both))


# %% wrong: N is the number of synthetic rows
# says: N counts the rows of both files, not of the synthetic one
# earns: 0
def pmse_ratio(confidential, synthetic):
    both = pd.concat([confidential, synthetic])
    label = np.arange(len(both)) >= len(confidential)
    c, k = label.mean(), both.shape[1] + 1
    scores = LogisticRegression(C=np.inf).fit(both, label).predict_proba(both)[:, 1]
    return np.mean((scores - c) ** 2) / ((k - 1) * (1 - c) ** 2 * c / len(synthetic))


# %% wrong: 1 - c without its square
# says: the square is missing, or N counts the confidential file only
# earns: 0
def pmse_ratio(confidential, synthetic):
    both = pd.concat([confidential, synthetic])
    label = np.arange(len(both)) >= len(confidential)
    c, k = label.mean(), both.shape[1] + 1
    scores = LogisticRegression(C=np.inf).fit(both, label).predict_proba(both)[:, 1]
    return np.mean((scores - c) ** 2) / ((k - 1) * (1 - c) * c / len(both))


# %% wrong: c and 1 - c mixed up
# says: c and 1 - c are mixed up in the null
# earns: 1
def pmse_ratio(confidential, synthetic):
    both = pd.concat([confidential, synthetic])
    label = np.arange(len(both)) >= len(confidential)
    c, k = label.mean(), both.shape[1] + 1
    scores = LogisticRegression(C=np.inf).fit(both, label).predict_proba(both)[:, 1]
    return np.mean((scores - c) ** 2) / ((k - 1) * (1 - c) * c**2 / len(both))


# %% wrong: c fixed at one half
# says: c is the share of synthetic rows, not always 1/2
# earns: 1
def pmse_ratio(confidential, synthetic):
    both = pd.concat([confidential, synthetic])
    label = np.arange(len(both)) >= len(confidential)
    scores = LogisticRegression(C=np.inf).fit(both, label).predict_proba(both)[:, 1]
    return np.mean((scores - 0.5) ** 2) / (both.shape[1] / 8 / len(both))


# %% wrong: everything for the confidential rows
# says: c is the share of synthetic rows
# earns: 1
def pmse_ratio(confidential, synthetic):
    both = pd.concat([confidential, synthetic])
    real = np.arange(len(both)) < len(confidential)
    c, k = real.mean(), both.shape[1] + 1
    scores = LogisticRegression(C=np.inf).fit(both, real).predict_proba(both)[:, 1]
    return np.mean((scores - c) ** 2) / ((k - 1) * (1 - c) ** 2 * c / len(both))


# %% wrong: the default penalty
# says: your regression is penalised, which pulls all scores towards c: use C=np.inf
# earns: 0
def pmse_ratio(confidential, synthetic):
    both = pd.concat([confidential, synthetic])
    label = np.arange(len(both)) >= len(confidential)
    c, k = label.mean(), both.shape[1] + 1
    scores = LogisticRegression().fit(both, label).predict_proba(both)[:, 1]
    return np.mean((scores - c) ** 2) / ((k - 1) * (1 - c) ** 2 * c / len(both))


# %% wrong: averaged twice, as the source says
# says: the pMSE is a mean already: do not divide by the number of rows again
# earns: 0
def pmse_ratio(confidential, synthetic):
    both = pd.concat([confidential, synthetic])
    label = np.arange(len(both)) >= len(confidential)
    c, k, n = label.mean(), both.shape[1] + 1, len(both)
    scores = LogisticRegression(C=np.inf).fit(both, label).predict_proba(both)[:, 1]
    pmse = np.sum((scores - c) ** 2) / n
    return pmse / n / ((k - 1) * (1 - c) ** 2 * c / n)


# %% wrong: upside down
# says: it is upside down: divide the pMSE by its null
# earns: 0
def pmse_ratio(confidential, synthetic):
    both = pd.concat([confidential, synthetic])
    label = np.arange(len(both)) >= len(confidential)
    c, k, n = label.mean(), both.shape[1] + 1, len(both)
    scores = LogisticRegression(C=np.inf).fit(both, label).predict_proba(both)[:, 1]
    return (k - 1) * (1 - c) ** 2 * c / n / np.mean((scores - c) ** 2)


# %% wrong: labels instead of probabilities
# says: take probabilities, predict_proba, not predicted labels
# earns: 0
def pmse_ratio(confidential, synthetic):
    both = pd.concat([confidential, synthetic])
    label = np.arange(len(both)) >= len(confidential)
    c, k, n = label.mean(), both.shape[1] + 1, len(both)
    scores = LogisticRegression(C=np.inf).fit(both, label).predict(both)
    return np.mean((scores - c) ** 2) / ((k - 1) * (1 - c) ** 2 * c / n)


# %% wrong: writes the labels into the files
# says: Your function changes the data it is given
def pmse_ratio(confidential, synthetic):
    confidential["label"], synthetic["label"] = 0, 1
    both = pd.concat([confidential, synthetic])
    label = both.pop("label").to_numpy()
    scores = LogisticRegression(C=np.inf).fit(both, label).predict_proba(both)[:, 1]
    c, n = label.mean(), len(label)
    return np.mean((scores - c) ** 2) / (both.shape[1] * (1 - c) ** 2 * c / n)


# %% wrong: rounded to four digits
# says: do not round it
# earns: 1
def pmse_ratio(confidential, synthetic):
    rows = pd.concat([confidential, synthetic])
    label = np.arange(len(rows)) >= len(confidential)
    scores = LogisticRegression(C=np.inf).fit(rows, label).predict_proba(rows)[:, 1]
    c = label.mean()
    return round(np.mean((scores - c) ** 2) / (rows.shape[1] * (1 - c) ** 2 * c / len(rows)), 4)
