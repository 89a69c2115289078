# %% right: with math
import math


def advanced(k, *, epsilon, delta=None):
    d = 10**-5 if delta is None else delta
    root = math.sqrt(2 * k * math.log(1 / d))
    return min(k * epsilon, epsilon * root + k * epsilon * (math.exp(epsilon) - 1))


# %% right: the default in the signature
def advanced(k, *, epsilon, delta=1e-5):
    first = epsilon * (-2 * k * np.log(delta)) ** 0.5
    second = k * epsilon * (np.e**epsilon - 1)
    if first + second < k * epsilon:
        return first + second
    return k * epsilon


# %% right: factored, numpy minimum
def advanced(k, *, epsilon, delta=None):
    delta = delta or 0.00001
    return k * epsilon * np.minimum(1, np.sqrt(2 * np.log(1 / delta) / k) + np.expm1(epsilon))


# %% wrong: 10e-5 for ten to the minus five
# says: your delta is ten times too large: 10 to the minus 5 is written 1e-5
# earns: 2
def advanced(k, *, epsilon, delta=None):
    delta = 10e-5 if delta is None else delta
    return min(k * epsilon, epsilon * np.sqrt(2 * k * np.log(1 / delta)) + k * epsilon * (np.exp(epsilon) - 1))


# %% wrong: no square root
# says: adding up, and advanced composition is less
# earns: 0
def advanced(k, *, epsilon, delta=1e-5):
    return min(k * epsilon, epsilon * 2 * k * np.log(1 / delta) + k * epsilon * (np.exp(epsilon) - 1))


# %% wrong: no square root, no minimum
# says: the square root is missing
# earns: 0
def advanced(k, *, epsilon, delta=1e-5):
    return epsilon * 2 * k * np.log(1 / delta) + k * epsilon * (np.exp(epsilon) - 1)


# %% wrong: the root ends too early
# says: the root covers ln(1/delta), too
# earns: 0
def advanced(k, *, epsilon, delta=1e-5):
    return epsilon * np.sqrt(2 * k) * np.log(1 / delta) + k * epsilon * (np.exp(epsilon) - 1)


# %% wrong: log2
# says: the natural one, not log2
# earns: 0
def advanced(k, *, epsilon, delta=1e-5):
    return min(k * epsilon, epsilon * np.sqrt(2 * k * np.log2(1 / delta)) + k * epsilon * (np.exp(epsilon) - 1))


# %% wrong: log10
# says: the natural one, not log10
# earns: 0
def advanced(k, *, epsilon, delta=1e-5):
    return min(k * epsilon, epsilon * np.sqrt(2 * k * np.log10(1 / delta)) + k * epsilon * (np.exp(epsilon) - 1))


# %% wrong: forgets the second term
# says: the second term is missing
# earns: 0
def advanced(k, *, epsilon, delta=1e-5):
    return min(k * epsilon, epsilon * np.sqrt(2 * k * np.log(1 / delta)))


# %% wrong: e^epsilon without the 1
# says: the second term has e^epsilon - 1, not e^epsilon
# earns: 0
def advanced(k, *, epsilon, delta=1e-5):
    return epsilon * np.sqrt(2 * k * np.log(1 / delta)) + k * epsilon * np.exp(epsilon)


# %% wrong: epsilon squared for the second term
# says: the second term has e^epsilon - 1, not epsilon
# earns: 0
def advanced(k, *, epsilon, delta=1e-5):
    return min(k * epsilon, epsilon * np.sqrt(2 * k * np.log(1 / delta)) + k * epsilon**2)


# %% wrong: never compares with the sum
# says: adding up is the smaller bill here: take the minimum
# earns: 2
def advanced(k, *, epsilon, delta=1e-5):
    return epsilon * np.sqrt(2 * k * np.log(1 / delta)) + k * epsilon * (np.exp(epsilon) - 1)


# %% wrong: the larger bill
# says: that is adding up, and advanced composition is less
# earns: 0
def advanced(k, *, epsilon, delta=1e-5):
    return max(k * epsilon, epsilon * np.sqrt(2 * k * np.log(1 / delta)) + k * epsilon * (np.exp(epsilon) - 1))


# %% wrong: the short form
# says: that is the short form
# earns: 0
def advanced(k, *, epsilon, delta=1e-5):
    return 2 * epsilon * np.sqrt(2 * k * np.log(1 / delta))


# %% wrong: the logarithm of delta
# says: under the root stands ln(1/delta), which is positive
# earns: 0
def advanced(k, *, epsilon, delta=1e-5):
    return float(epsilon * np.sqrt(2 * k * np.log(delta)) + k * epsilon * (np.exp(epsilon) - 1))


# %% wrong: k outside the root, then the minimum
# says: your formula comes out too large
# earns: 0
def advanced(k, *, epsilon, delta=1e-5):
    return min(k * epsilon, epsilon * k * np.sqrt(2 * np.log(1 / delta)) + k * epsilon * (np.exp(epsilon) - 1))


# %% wrong: k outside the root
# says: k belongs under the root
# earns: 0
def advanced(k, *, epsilon, delta=1e-5):
    return epsilon * k * np.sqrt(2 * np.log(1 / delta)) + k * epsilon * (np.exp(epsilon) - 1)
