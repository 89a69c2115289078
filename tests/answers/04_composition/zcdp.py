# %% right: a loop
import math


def gaussian_bill(sigmas, *, sensitivity, delta):
    rho = 0.0
    for sigma in sigmas:
        rho += sensitivity**2 / (2 * sigma**2)
    return rho, rho + 2 * math.sqrt(rho * math.log(1 / delta))


# %% right: ratios squared
def gaussian_bill(sigmas, *, sensitivity, delta):
    rho = ((sensitivity / sigmas) ** 2).sum() / 2
    return rho, rho + np.sqrt(-4 * rho * np.log(delta))


# %% right: a dot product and powers
def gaussian_bill(sigmas, *, sensitivity, delta):
    steps = sensitivity * np.power(sigmas, -1.0)
    rho = 0.5 * steps @ steps
    return rho, (np.sqrt(rho) + np.sqrt(np.log(1 / delta))) ** 2 - np.log(1 / delta)


# %% wrong: sigma for its square
# says: sigma must be squared
# earns: 0
def gaussian_bill(sigmas, *, sensitivity, delta):
    rho = np.sum(sensitivity**2 / (2 * sigmas))
    return rho, rho + 2 * np.sqrt(rho * np.log(1 / delta))


# %% wrong: the 2 below is missing
# says: the factor 1/2 is missing
# earns: 0
def gaussian_bill(sigmas, *, sensitivity, delta):
    rho = np.sum(sensitivity**2 / sigmas**2)
    return rho, rho + 2 * np.sqrt(rho * np.log(1 / delta))


# %% wrong: the sensitivity is not squared
# says: the sensitivity must be squared
# earns: 1
def gaussian_bill(sigmas, *, sensitivity, delta):
    rho = np.sum(sensitivity / (2 * sigmas**2))
    return rho, rho + 2 * np.sqrt(rho * np.log(1 / delta))


# %% wrong: only the first release
# says: that is one release; their costs add up
# earns: 0
def gaussian_bill(sigmas, *, sensitivity, delta):
    rho = sensitivity**2 / (2 * sigmas[0] ** 2)
    return rho, rho + 2 * np.sqrt(rho * np.log(1 / delta))


# %% wrong: averages the sigmas
# says: an average of sigmas hides the dearest release
# earns: 1
def gaussian_bill(sigmas, *, sensitivity, delta):
    rho = len(sigmas) * sensitivity**2 / (2 * np.mean(sigmas) ** 2)
    return rho, rho + 2 * np.sqrt(rho * np.log(1 / delta))


# %% wrong: adds up epsilons instead of rhos
# says: you change each release and add up epsilons
# earns: 1
def gaussian_bill(sigmas, *, sensitivity, delta):
    each = sensitivity**2 / (2 * sigmas**2)
    return each.sum(), (each + 2 * np.sqrt(each * np.log(1 / delta))).sum()


# %% wrong: log10
# says: the natural one, not log10
# earns: 1
def gaussian_bill(sigmas, *, sensitivity, delta):
    rho = np.sum(sensitivity**2 / (2 * sigmas**2))
    return rho, rho + 2 * np.sqrt(rho * np.log10(1 / delta))


# %% wrong: log2
# says: the natural one, not log2
# earns: 1
def gaussian_bill(sigmas, *, sensitivity, delta):
    rho = np.sum(sensitivity**2 / (2 * sigmas**2))
    return rho, rho + 2 * np.sqrt(rho * np.log2(1 / delta))


# %% wrong: the factor 2 is lost
# says: the factor 2 before the root is missing
# earns: 1
def gaussian_bill(sigmas, *, sensitivity, delta):
    rho = np.sum(sensitivity**2 / (2 * sigmas**2))
    return rho, rho + np.sqrt(rho * np.log(1 / delta))


# %% wrong: the factor 2 slips under the root
# says: the 2 stands before the root
# earns: 1
def gaussian_bill(sigmas, *, sensitivity, delta):
    rho = np.sum(sensitivity**2 / (2 * sigmas**2))
    return rho, rho + np.sqrt(2 * rho * np.log(1 / delta))


# %% wrong: rho itself is left out
# says: rho itself is missing
# earns: 1
def gaussian_bill(sigmas, *, sensitivity, delta):
    rho = np.sum(sensitivity**2 / (2 * sigmas**2))
    return rho, 2 * np.sqrt(rho * np.log(1 / delta))
