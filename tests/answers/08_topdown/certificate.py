# %% right: a minimizer
def certificate(rhos, *, delta):
    from scipy.optimize import minimize_scalar

    rho = float(np.sum(rhos))
    return minimize_scalar(lambda a: rho * a + np.log(1 / (a * delta)) / (a - 1) + np.log1p(-1 / a), bounds=(1.01, 1000), method="bounded",
                           options={"xatol": 1e-9}).fun


# %% right: the course's own accountant
from coursekit.accounting.renyi import zcdp_to_epsilon


def certificate(rhos, *, delta):
    return zcdp_to_epsilon(rho=sum(rhos), delta=delta)


# %% right: a loop over many alphas
import math


def certificate(rhos, *, delta):
    rho, best = math.fsum(rhos), math.inf
    for k in range(1, 20_000):
        alpha = 1 + k / 100
        best = min(best, rho * alpha - math.log(alpha * delta) / (alpha - 1) + math.log(1 - 1 / alpha))
    return best


# %% right: ternary search
def certificate(rhos, *, delta):
    def epsilon(step):
        alpha = 1 + np.exp(step)
        return sum(rhos) * alpha - (np.log(alpha) + np.log(delta)) / (alpha - 1) + np.log((alpha - 1) / alpha)

    low, high = -4.0, 6.0
    for _ in range(100):
        left, right = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, right) if epsilon(left) < epsilon(right) else (left, high)
    return epsilon(low)


# %% wrong: the textbook
# says: that is the textbook's formula
# earns: 0
def certificate(rhos, *, delta):
    rho = sum(rhos)
    return rho + 2 * np.sqrt(rho * np.log(1 / delta))


# %% wrong: adds epsilons
# says: add up rho and turn it into epsilon once; you add up epsilons
# earns: 1
def certificate(rhos, *, delta):
    alpha = np.linspace(1.01, 400, 100_000)
    return sum(np.min(rho * alpha + np.log(1 / (alpha * delta)) / (alpha - 1) + np.log(1 - 1 / alpha)) for rho in rhos)


# %% wrong: the dearest release
# says: that is the dearest release alone
# earns: 1
def certificate(rhos, *, delta):
    alpha = np.linspace(1.01, 400, 100_000)
    return np.min(max(rhos) * alpha + np.log(1 / (alpha * delta)) / (alpha - 1) + np.log(1 - 1 / alpha))


# %% wrong: the last term forgotten
# says: the last term, ln(1 - 1/alpha), is missing
# earns: 0
def certificate(rhos, *, delta):
    alpha = np.linspace(1.01, 400, 100_000)
    return np.min(sum(rhos) * alpha + np.log(1 / (alpha * delta)) / (alpha - 1))


# %% wrong: alpha forgotten in the logarithm
# says: the alpha in ln(1/(alpha delta)) is missing
# earns: 0
def certificate(rhos, *, delta):
    alpha = np.linspace(1.01, 400, 100_000)
    return np.min(sum(rhos) * alpha + np.log(1 / delta) / (alpha - 1) + np.log(1 - 1 / alpha))


# %% wrong: the textbook's alpha
# says: the best alpha is neither that of the textbook's formula nor a whole number
# earns: 0
def certificate(rhos, *, delta):
    rho = sum(rhos)
    alpha = 1 + np.sqrt(np.log(1 / delta) / rho)
    return rho * alpha + np.log(1 / (alpha * delta)) / (alpha - 1) + np.log(1 - 1 / alpha)


# %% wrong: alpha is 10
# says: take the best alpha, not 10
# earns: 0
def certificate(rhos, *, delta):
    return sum(rhos) * 10 + np.log(1 / (10 * delta)) / 9 + np.log(0.9)


# %% wrong: log10
# says: the logarithms are natural ones
# earns: 0
def certificate(rhos, *, delta):
    alpha = np.linspace(1.01, 400, 100_000)
    return np.min(sum(rhos) * alpha + np.log10(1 / (alpha * delta)) / (alpha - 1) + np.log10(1 - 1 / alpha))


# %% wrong: whole alphas
# says: the best alpha is neither that of the textbook's formula nor a whole number
# earns: 0
def certificate(rhos, *, delta):
    alpha = np.arange(2.0, 400)
    return np.min(sum(rhos) * alpha + np.log(1 / (alpha * delta)) / (alpha - 1) + np.log(1 - 1 / alpha))


# %% wrong: rounded rho
# says: you round rho to two digits
# earns: 0
def certificate(rhos, *, delta):
    rho, alpha = round(sum(rhos), 2), np.linspace(1.01, 400, 100_000)
    return np.min(rho * alpha + np.log(1 / (alpha * delta)) / (alpha - 1) + np.log(1 - 1 / alpha))


# %% wrong: delta typed in
# says: use the delta that is passed in
# earns: 0
def certificate(rhos, *, delta):
    alpha = np.linspace(1.01, 400, 100_000)
    return np.min(sum(rhos) * alpha + np.log(1 / (alpha * 1e-10)) / (alpha - 1) + np.log(1 - 1 / alpha))


# %% wrong: splits delta
# says: delta is for all releases together: do not divide it
# earns: 1
def certificate(rhos, *, delta):
    alpha = np.linspace(1.01, 400, 100_000)
    return np.min(sum(rhos) * alpha + np.log(len(rhos) / (alpha * delta)) / (alpha - 1) + np.log(1 - 1 / alpha))


# %% wrong: alphas up to 50
# says: the best alpha may be as large as 200
# earns: 1
def certificate(rhos, *, delta):
    rho, alpha = sum(rhos), np.geomspace(1.1, 50, 20_001)
    return float(np.min(rho * alpha + np.log(1 / (alpha * delta)) / (alpha - 1) + np.log(1 - 1 / alpha)))


# %% wrong: alphas from 2 on
# says: the best alpha may be as small as 1.2
# earns: 1
def certificate(rhos, *, delta):
    rho, alpha = sum(rhos), np.geomspace(2, 400, 20_001)
    return float(np.min(rho * alpha + np.log(1 / (alpha * delta)) / (alpha - 1) + np.log(1 - 1 / alpha)))


# %% wrong: takes the releases off the list
# says: Your function changes the data it is given
# earns: 1
def certificate(rhos, *, delta):
    rho, alpha = 0.0, np.geomspace(1.1, 400, 20_001)
    while rhos:
        rho += rhos.pop()
    return float(np.min(rho * alpha + np.log(1 / (alpha * delta)) / (alpha - 1) + np.log(1 - 1 / alpha)))
