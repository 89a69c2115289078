# %% right: the formula, term by term
from math import comb, exp, log, log1p, tanh


def averaged_loss(k, *, epsilon, parts):
    z, P = epsilon / parts, parts
    q = exp(-z)

    def log_f(s):
        total = 0.0
        for i in range(P):
            top, bottom = 1.0, 1.0
            for j in range(i):
                top *= P + j
                bottom *= s + 1 + j
            total += comb(P - 1, i) * top / bottom * (q * q / (1 - q * q)) ** i
        return P * log(tanh(z / 2)) - z * s + log(comb(s + P - 1, P - 1)) + log(total)

    return log_f(P * k) - log_f(P * (k + 1))


# %% right: convolution with a very wide range
def averaged_loss(k, *, epsilon, parts):
    z = epsilon / parts
    reach = int(parts * (k + 1) + 25 / z)
    noise = np.exp(-z * np.abs(np.arange(-reach, reach + 1)))
    law = noise / noise.sum()
    for _ in range(1, parts):
        law = np.convolve(law, noise / noise.sum(), mode="same")
    return np.log(law[reach + parts * k]) - np.log(law[reach + parts * k + parts])


# %% right: the difference of two negative binomial numbers
from scipy.stats import nbinom


def averaged_loss(k, *, epsilon, parts):
    z = epsilon / parts
    x = np.arange(int(60 / z) + 50)

    def f(s):
        return np.sum(nbinom.pmf(x + s, parts, -np.expm1(-z)) * nbinom.pmf(x, parts, -np.expm1(-z)))

    return np.log(f(parts * k) / f(parts * (k + 1)))


# %% right: recursion with running sums, no convolution
def averaged_loss(k, *, epsilon, parts):
    from scipy.signal import lfilter
    z = epsilon / parts
    q, reach = np.exp(-z), int(parts * (k + 1) + 22 * parts / z)
    law = np.zeros(2 * reach + 1)
    law[reach] = 1.0
    for _ in range(parts):
        law = lfilter([1 - q], [1, -q], law)  # a one-sided geometric number up ...
        law = lfilter([1 - q], [1, -q], law[::-1])[::-1]  # ... and one down
    return float(np.log(law[reach + parts * k] / law[reach + parts * (k + 1)]))


# %% wrong: the promise
# says: that is the promise, an upper bound
# earns: 0
def averaged_loss(k, *, epsilon, parts):
    return epsilon


# %% wrong: epsilon / parts
# says: that is the loss of one measurement
# earns: 0
def averaged_loss(k, *, epsilon, parts):
    return epsilon / parts


# %% wrong: a normal law
# says: a normal law with the same variance is an approximation
# earns: 0
def averaged_loss(k, *, epsilon, parts):
    q = np.exp(-epsilon / parts)
    variance = 2 * q / (1 - q) ** 2 / parts
    return (2 * k + 1) / (2 * variance)


# %% wrong: one step of the sum
# says: one person moves the mean by 1 and the sum by P
# earns: 0
def averaged_loss(k, *, epsilon, parts):
    z = epsilon / parts
    reach = int(parts * (k + 1) + 25 / z)
    noise = np.tanh(z / 2) * np.exp(-z * np.abs(np.arange(-reach, reach + 1)))
    law = noise
    for _ in range(1, parts):
        law = np.convolve(law, noise, mode="same")
    return np.log(law[reach + parts * k] / law[reach + parts * k + 1])


# %% wrong: the law of the sum at k
# says: the mean is k if the sum is P k
# earns: 0
def averaged_loss(k, *, epsilon, parts):
    z = epsilon / parts
    reach = int(parts * (k + 1) + 25 / z)
    noise = np.tanh(z / 2) * np.exp(-z * np.abs(np.arange(-reach, reach + 1)))
    law = noise
    for _ in range(1, parts):
        law = np.convolve(law, noise, mode="same")
    return np.log(law[reach + k] / law[reach + k + 1])


# %% wrong: all of epsilon for each measurement
# says: each measurement has the loss epsilon / parts, not epsilon
# earns: 0
def averaged_loss(k, *, epsilon, parts):
    z = epsilon
    reach = int(parts * (k + 1) + 25 / z)
    noise = np.tanh(z / 2) * np.exp(-z * np.abs(np.arange(-reach, reach + 1)))
    law = noise
    for _ in range(1, parts):
        law = np.convolve(law, noise, mode="same")
    return np.log(law[reach + parts * k] / law[reach + parts * (k + 1)])


# %% wrong: upside down
# says: that is the logarithm of the reciprocal
# earns: 0
def averaged_loss(k, *, epsilon, parts):
    z = epsilon / parts
    reach = int(parts * (k + 1) + 25 / z)
    noise = np.tanh(z / 2) * np.exp(-z * np.abs(np.arange(-reach, reach + 1)))
    law = noise
    for _ in range(1, parts):
        law = np.convolve(law, noise, mode="same")
    return np.log(law[reach + parts * (k + 1)] / law[reach + parts * k])


# %% wrong: a ratio
# says: that is a ratio; take its logarithm
# earns: 0
def averaged_loss(k, *, epsilon, parts):
    z = epsilon / parts
    reach = int(parts * (k + 1) + 25 / z)
    noise = np.tanh(z / 2) * np.exp(-z * np.abs(np.arange(-reach, reach + 1)))
    law = noise
    for _ in range(1, parts):
        law = np.convolve(law, noise, mode="same")
    return law[reach + parts * k] / law[reach + parts * (k + 1)]


# %% wrong: the sampler's law, 1 - z in place of e^-z
# says: q is e^(-z), not 1 - z
# earns: 0
def averaged_loss(k, *, epsilon, parts):
    q = 1 - epsilon / parts
    reach = parts * (k + 1) + 400
    noise = (1 - q) / (1 + q) * q ** np.abs(np.arange(-reach, reach + 1))
    law = noise
    for _ in range(1, parts):
        law = np.convolve(law, noise, mode="same")
    return np.log(law[reach + parts * k] / law[reach + parts * (k + 1)])


# %% wrong: a Fourier transform
# says: In the tail the probabilities are tiny
from scipy.signal import fftconvolve


def averaged_loss(k, *, epsilon, parts):
    z = epsilon / parts
    reach = int(parts * (k + 1) + 25 / z)
    noise = np.tanh(z / 2) * np.exp(-z * np.abs(np.arange(-reach, reach + 1)))
    law = noise
    for _ in range(1, parts):
        law = fftconvolve(law, noise, mode="same")
    return np.log(law[reach + parts * k] / law[reach + parts * (k + 1)])


# %% wrong: a range that fits large epsilon only
# says: With a small epsilon, noise goes far
def averaged_loss(k, *, epsilon, parts):
    z, reach = epsilon / parts, 200
    noise = np.tanh(z / 2) * np.exp(-z * np.abs(np.arange(-reach, reach + 1)))
    law = noise
    for _ in range(1, parts):
        law = np.convolve(law, noise)
    middle = len(law) // 2
    return np.log(law[middle + parts * k] / law[middle + parts * (k + 1)])


# %% wrong: simulated
# says: averaged_loss(3, epsilon=1.6, parts=2) is
# earns: 0
def averaged_loss(k, *, epsilon, parts):
    draws = np.random.default_rng(1).geometric(1 - np.exp(-epsilon / parts), size=(2, parts, 100_000))
    means = (draws[0] - draws[1]).mean(axis=0)
    return np.log(np.mean(means == k) / np.mean(means == k + 1))


# %% wrong: a range of 500
# says: With a small epsilon, noise goes far
# earns: 2.5
def averaged_loss(k, *, epsilon, parts):
    z, reach = epsilon / parts, 500
    noise = np.tanh(z / 2) * np.exp(-z * np.abs(np.arange(-reach, reach + 1)))
    law = noise
    for _ in range(1, parts):
        law = np.convolve(law, noise)
    middle = len(law) // 2
    return np.log(law[middle + parts * k] / law[middle + parts * (k + 1)])


# %% wrong: a range of 300 beyond the residual
# says: With a small epsilon, noise goes far
# earns: 2.5
def averaged_loss(k, *, epsilon, parts):
    z, reach = epsilon / parts, parts * (k + 1) + 300
    noise = np.tanh(z / 2) * np.exp(-z * np.abs(np.arange(-reach, reach + 1)))
    law = noise
    for _ in range(1, parts):
        law = np.convolve(law, noise, mode="same")
    return np.log(law[reach + parts * k] / law[reach + parts * (k + 1)])
