# %% right: a dictionary
import math


def better_noise(k, *, epsilon, sigma_one):
    sds = {"Laplace": math.sqrt(2) * k / epsilon, "Gaussian": math.sqrt(k) * sigma_one}
    best = min(sds, key=sds.get)
    return best, sds[best]


# %% right: from the crossing
def better_noise(k, *, epsilon, sigma_one):
    if k > (sigma_one * epsilon) ** 2 / 2:
        return "Gaussian", sigma_one * k**0.5
    return "Laplace", 2**0.5 * k / epsilon


# %% right: by variance
def better_noise(k, *, epsilon, sigma_one):
    variances = np.array([2 * (k / epsilon) ** 2, k * sigma_one**2])
    winner = int(variances.argmin())
    return ("Laplace", "Gaussian")[winner], float(np.sqrt(variances[winner]))


# %% wrong: compares the scale with sigma
# says: that is the scale; a standard deviation is the square root of 2 times as large
# earns: 0
def better_noise(k, *, epsilon, sigma_one):
    laplace, gaussian = k / epsilon, np.sqrt(k) * sigma_one
    return ("Laplace", laplace) if laplace < gaussian else ("Gaussian", gaussian)


# %% wrong: chooses by the scale, reports the standard deviation
# says: you compare the scale of Laplace noise with sigma
# earns: 0
def better_noise(k, *, epsilon, sigma_one):
    laplace, gaussian = k / epsilon, np.sqrt(k) * sigma_one
    return ("Laplace", np.sqrt(2) * laplace) if laplace < gaussian else ("Gaussian", gaussian)


# %% wrong: Gaussian noise without the root of k
# says: against the square root of 4 times sigma_one
# earns: 0
def better_noise(k, *, epsilon, sigma_one):
    laplace, gaussian = np.sqrt(2) * k / epsilon, sigma_one
    return ("Laplace", laplace) if laplace < gaussian else ("Gaussian", gaussian)


# %% wrong: Gaussian noise grows like k
# says: Gaussian noise has the smaller standard deviation, not Laplace
# earns: 0
def better_noise(k, *, epsilon, sigma_one):
    laplace, gaussian = np.sqrt(2) * k / epsilon, k * sigma_one
    return ("Laplace", laplace) if laplace < gaussian else ("Gaussian", gaussian)


# %% wrong: Laplace noise grows like the root of k
# says: Laplace noise grows with k, not with its square root
# earns: 0
def better_noise(k, *, epsilon, sigma_one):
    laplace, gaussian = np.sqrt(2 * k) / epsilon, np.sqrt(k) * sigma_one
    return ("Laplace", laplace) if laplace < gaussian else ("Gaussian", gaussian)


# %% wrong: the whole epsilon for each Laplace count
# says: one person is in all counts: each gets a quarter of epsilon
# earns: 0
def better_noise(k, *, epsilon, sigma_one):
    laplace, gaussian = np.sqrt(2) / epsilon, np.sqrt(k) * sigma_one
    return ("Laplace", laplace) if laplace < gaussian else ("Gaussian", gaussian)


# %% wrong: the variance
# says: that is the variance
# earns: 0
def better_noise(k, *, epsilon, sigma_one):
    laplace, gaussian = 2 * k**2 / epsilon**2, k * sigma_one**2
    return ("Laplace", laplace) if laplace < gaussian else ("Gaussian", gaussian)


# %% wrong: epsilon left out
# says: divide by epsilon
def better_noise(k, *, epsilon, sigma_one):
    laplace, gaussian = np.sqrt(2) * k, np.sqrt(k) * sigma_one
    return ("Laplace", laplace) if laplace < gaussian else ("Gaussian", gaussian)


# %% wrong: the larger noise
# says: Laplace noise has the smaller standard deviation
# earns: 0
def better_noise(k, *, epsilon, sigma_one):
    laplace, gaussian = np.sqrt(2) * k / epsilon, np.sqrt(k) * sigma_one
    return ("Laplace", laplace) if laplace > gaussian else ("Gaussian", gaussian)


# %% wrong: a rule from ten on
# says: compare standard deviations
# earns: 1
def better_noise(k, *, epsilon, sigma_one):
    name = "Gaussian" if k >= 10 else "Laplace"
    return name, min(np.sqrt(2) * k / epsilon, np.sqrt(k) * sigma_one)


# %% wrong: chooses well, reports the sigma of one count
# says: that is the Gaussian noise of one count
# earns: 1
def better_noise(k, *, epsilon, sigma_one):
    laplace, gaussian = np.sqrt(2) * k / epsilon, np.sqrt(k) * sigma_one
    return ("Laplace", laplace) if laplace < gaussian else ("Gaussian", sigma_one)
