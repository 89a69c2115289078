# %% right: step by step
def attack_gain(fit, confidential, synthetic, holdout, *, target):
    features = [column for column in synthetic.columns if column != target]
    predict = fit(synthetic[features], synthetic[target])
    inside = np.mean(predict(confidential[features]) == confidential[target].values)
    outside = np.mean(predict(holdout[features]) == holdout[target].values)
    return inside, inside - outside


# %% right: a loop over the rows
def attack_gain(fit, confidential, synthetic, holdout, *, target):
    predict = fit(synthetic.drop(columns=[target]), synthetic[target])
    shares = []
    for table in (confidential, holdout):
        guesses, truths = list(predict(table.drop(columns=[target]))), list(table[target])
        shares.append(sum(guess == truth for guess, truth in zip(guesses, truths)) / len(truths))
    return shares[0], shares[0] - shares[1]


# %% right: one table, one prediction, groups
def attack_gain(fit, confidential, synthetic, holdout, *, target):
    both = pd.concat([confidential, holdout], keys=["in", "out"])
    guesses = fit(synthetic.drop(target, axis=1), synthetic[target])(both.drop(target, axis=1))
    hits = pd.Series(np.asarray(guesses) == both[target].to_numpy(), index=both.index).groupby(level=0).mean()
    return [hits["in"], hits["in"] - hits["out"]]


# %% right: scikit-learn's score
from sklearn.metrics import accuracy_score


def attack_gain(fit, confidential, synthetic, holdout, *, target):
    predict = fit(synthetic.drop(columns=target), synthetic[target])
    a, b = (accuracy_score(t[target], predict(t.drop(columns=target))) for t in (confidential, holdout))
    return a, a - b


# %% wrong: in-sample accuracy
# says: that is the accuracy on the synthetic rows that she learned from
# earns: 0
def attack_gain(fit, confidential, synthetic, holdout, *, target):
    predict = fit(synthetic.drop(columns=target), synthetic[target])
    a, b = (np.mean(predict(t.drop(columns=target)) == t[target].to_numpy()) for t in (synthetic, holdout))
    return a, a - b


# %% wrong: trained on the confidential data
# says: the confidential data are not hers to fit
# earns: 0
def attack_gain(fit, confidential, synthetic, holdout, *, target):
    predict = fit(confidential.drop(columns=target), confidential[target])
    a, b = (np.mean(predict(t.drop(columns=target)) == t[target].to_numpy()) for t in (confidential, holdout))
    return a, a - b


# %% wrong: trained on the holdout
# says: she learns from the synthetic data, not from the holdout
# earns: 0
def attack_gain(fit, confidential, synthetic, holdout, *, target):
    predict = fit(holdout.drop(columns=target), holdout[target])
    a, b = (np.mean(predict(t.drop(columns=target)) == t[target].to_numpy()) for t in (confidential, holdout))
    return a, a - b


# %% wrong: a second attacker trained on the holdout
# says: train once, on the synthetic data
# earns: 0
def attack_gain(fit, confidential, synthetic, holdout, *, target):
    def accuracy(train, test):
        return np.mean(fit(train.drop(columns=target), train[target])(test.drop(columns=target)) == test[target].to_numpy())
    return accuracy(synthetic, confidential), accuracy(synthetic, confidential) - accuracy(holdout, holdout)


# %% wrong: the difference reversed
# says: that is holdout minus confidential
# earns: 0
def attack_gain(fit, confidential, synthetic, holdout, *, target):
    predict = fit(synthetic.drop(columns=target), synthetic[target])
    a, b = (np.mean(predict(t.drop(columns=target)) == t[target].to_numpy()) for t in (confidential, holdout))
    return a, b - a


# %% wrong: the gain over training accuracy
# says: the baseline is the accuracy on the holdout, not on the synthetic rows
# earns: 0
def attack_gain(fit, confidential, synthetic, holdout, *, target):
    predict = fit(synthetic.drop(columns=target), synthetic[target])
    a, b = (np.mean(predict(t.drop(columns=target)) == t[target].to_numpy()) for t in (confidential, synthetic))
    return a, a - b


# %% wrong: a ratio
# says: that is a ratio; subtract
# earns: 0
def attack_gain(fit, confidential, synthetic, holdout, *, target):
    predict = fit(synthetic.drop(columns=target), synthetic[target])
    a, b = (np.mean(predict(t.drop(columns=target)) == t[target].to_numpy()) for t in (confidential, holdout))
    return a, a / b


# %% wrong: no baseline
# says: that is the accuracy; subtract the accuracy on the holdout
# earns: 0
def attack_gain(fit, confidential, synthetic, holdout, *, target):
    predict = fit(synthetic.drop(columns=target), synthetic[target])
    a = np.mean(predict(confidential.drop(columns=target)) == confidential[target].to_numpy())
    return a, a


# %% wrong: the target among the features
# says: the target is among the features: drop it
# earns: 0
def attack_gain(fit, confidential, synthetic, holdout, *, target):
    predict = fit(synthetic, synthetic[target])
    a, b = (np.mean(predict(t) == t[target].to_numpy()) for t in (confidential, holdout))
    return a, a - b


# %% wrong: cut off at 0
# says: chance may make it negative: do not cut it off at 0
# earns: 1.5
def attack_gain(fit, confidential, synthetic, holdout, *, target):
    predict = fit(synthetic.drop(columns=target), synthetic[target])
    a, b = (np.mean(predict(t.drop(columns=target)) == t[target].to_numpy()) for t in (confidential, holdout))
    return a, max(a - b, 0)


# %% wrong: synthetic and confidential together
# says: the confidential data are not hers to fit
# earns: 0
def attack_gain(fit, confidential, synthetic, holdout, *, target):
    both = pd.concat([confidential, confidential, confidential, synthetic])
    predict = fit(both.drop(columns=target), both[target])
    a, b = (np.mean(predict(t.drop(columns=target)) == t[target].to_numpy()) for t in (confidential, holdout))
    return a, a - b


# %% wrong: pops the target out of the tables
# says: Your function changes the data it is given
def attack_gain(fit, confidential, synthetic, holdout, *, target):
    answers = [table.pop(target).to_numpy() for table in (confidential, synthetic, holdout)]
    predict = fit(synthetic, pd.Series(answers[1], index=synthetic.index))
    inside = np.mean(predict(confidential) == answers[0])
    return inside, inside - np.mean(predict(holdout) == answers[2])


# %% wrong: everybody in both tables counts once
# says: equal rows are several people
def attack_gain(fit, confidential, synthetic, holdout, *, target):
    predict = fit(synthetic.drop(columns=target), synthetic[target])

    def accuracy(frame):
        frame = frame.drop_duplicates()
        return np.mean(np.asarray(predict(frame.drop(columns=target))) == frame[target].to_numpy())

    return accuracy(confidential), accuracy(confidential) - accuracy(holdout)


# %% wrong: trained on sorted rows
# says: in the order of the file
# earns: 0.5
def attack_gain(fit, confidential, synthetic, holdout, *, target):
    known = synthetic.sort_values(target)
    predict = fit(known.drop(columns=target), known[target])
    a, b = (np.mean(predict(t.drop(columns=target)) == t[target].to_numpy()) for t in (confidential, holdout))
    return a, a - b
