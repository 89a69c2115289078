# %% right: if, by the rule d < 3e^epsilon + 2
def best_design(*, d, epsilon):
    e = np.exp(epsilon)
    if d < 3 * e + 2:
        return "GRR", (e + d - 2) / (e - 1) ** 2
    return "OUE", 4 * e / (e - 1) ** 2


# %% right: sorted list of pairs
import math


def best_design(*, d, epsilon):
    e = math.exp(epsilon)
    root = math.exp(epsilon / 2)
    g = round(e) + 1
    found = []
    for name, p, q in [("GRR", e / (e + d - 1), 1 / (e + d - 1)), ("SUE", root / (root + 1), 1 / (root + 1)),
                       ("OUE", 0.5, 1 / (e + 1)), ("OLH", e / (e + g - 1), 1 / g)]:
        found.append((q * (1 - q) / (p - q) ** 2, name))
    variance, name = sorted(found)[0]
    return name, variance


# %% right: a pandas table
import pandas as pd


def best_design(*, d, epsilon):
    e = np.exp(epsilon)
    g = round(e) + 1
    table = pd.DataFrame({"p": [e / (e + d - 1), np.exp(epsilon / 2) / (np.exp(epsilon / 2) + 1), 1 / 2, e / (e + g - 1)],
                          "q": [1 / (e + d - 1), 1 / (np.exp(epsilon / 2) + 1), 1 / (e + 1), 1 / g]},
                         index=["GRR", "SUE", "OUE", "OLH"])
    variance = table.q * (1 - table.q) / (table.p - table.q) ** 2
    return variance.idxmin(), variance.min()


# %% right: arrays and argmin
def best_design(*, d, epsilon):
    a = np.exp(epsilon)
    g = np.rint(a) + 1
    weights = np.array([a, np.sqrt(a), 1.0, a])
    p = weights / np.array([a + d - 1, np.sqrt(a) + 1, 2.0, a + g - 1])
    q = 1 / np.array([a + d - 1, np.sqrt(a) + 1, a + 1, g])
    v = q * (1 - q) / (p - q) ** 2
    k = int(np.argmin(v))
    return ("GRR", "SUE", "OUE", "OLH")[k], v[k]


# %% wrong: always OUE
# says: with two answers GRR has the smallest variance
# earns: 0
def best_design(*, d, epsilon):
    e = np.exp(epsilon)
    return "OUE", 4 * e / (e - 1) ** 2


# %% wrong: compares p*
# says: that is SUE, which has the largest p*
# earns: 0
def best_design(*, d, epsilon):
    e = np.exp(epsilon)
    g = round(e) + 1
    p = {"GRR": e / (e + d - 1), "SUE": np.sqrt(e) / (np.sqrt(e) + 1), "OUE": 1 / 2, "OLH": e / (e + g - 1)}
    q = {"GRR": 1 / (e + d - 1), "SUE": 1 / (np.sqrt(e) + 1), "OUE": 1 / (e + 1), "OLH": 1 / g}
    best = max(p, key=p.get)
    return best, q[best] * (1 - q[best]) / (p[best] - q[best]) ** 2


# %% wrong: the rule with e^epsilon + 2
# says: GRR wins as long as d < 3e^epsilon + 2
# earns: 0
def best_design(*, d, epsilon):
    e = np.exp(epsilon)
    if d < e + 2:
        return "GRR", (e + d - 2) / (e - 1) ** 2
    return "OUE", 4 * e / (e - 1) ** 2


# %% wrong: the rule without + 2
# says: GRR wins as long as d < 3e^epsilon + 2
# earns: 0
def best_design(*, d, epsilon):
    e = np.exp(epsilon)
    if d < 3 * e:
        return "GRR", (e + d - 2) / (e - 1) ** 2
    return "OUE", 4 * e / (e - 1) ** 2


# %% wrong: SUE with the whole epsilon on each bit
# says: SUE spends epsilon on two bits
# earns: 0
def best_design(*, d, epsilon):
    e = np.exp(epsilon)
    g = round(e) + 1
    pairs = {"GRR": (e / (e + d - 1), 1 / (e + d - 1)), "SUE": (e / (e + 1), 1 / (e + 1)),
             "OUE": (1 / 2, 1 / (e + 1)), "OLH": (e / (e + g - 1), 1 / g)}
    variances = {name: q * (1 - q) / (p - q) ** 2 for name, (p, q) in pairs.items()}
    best = min(variances, key=variances.get)
    return best, variances[best]


# %% wrong: standard deviation for variance
# says: that is a standard deviation
# earns: 0
def best_design(*, d, epsilon):
    e = np.exp(epsilon)
    variances = {"GRR": (e + d - 2) / (e - 1) ** 2, "OUE": 4 * e / (e - 1) ** 2}
    best = min(variances, key=variances.get)
    return best, np.sqrt(variances[best])


# %% wrong: the largest variance
# says: with two answers GRR has the smallest variance
# earns: 0
def best_design(*, d, epsilon):
    e = np.exp(epsilon)
    variances = {"GRR": (e + d - 2) / (e - 1) ** 2, "OUE": 4 * e / (e - 1) ** 2}
    best = max(variances, key=variances.get)
    return best, variances[best]


# %% wrong: the right name with the variance of OUE for many answers and of GRR at d = 2 for few
# says: n times the variance is
# earns: 2
def best_design(*, d, epsilon):
    e = np.exp(epsilon)
    if d < 3 * e + 2:
        return "GRR", e / (e - 1) ** 2
    return "OUE", 4 * e / (e - 1) ** 2
