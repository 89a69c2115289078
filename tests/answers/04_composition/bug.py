# %% right: counts up
import math


def pays_off_from(*, epsilon, delta):
    for k in range(1, 100_001):
        full = epsilon * math.sqrt(2 * k * math.log(1 / delta)) + k * epsilon * (math.exp(epsilon) - 1)
        if full < k * epsilon:
            return k
    return None


# %% right: solved for k
def pays_off_from(*, epsilon, delta):
    room = 2 - np.exp(epsilon)
    if room <= 0:
        return None
    k = int(np.floor(2 * np.log(1 / delta) / room**2)) + 1
    return k if k <= 100_000 else None


# %% right: halving the interval
def pays_off_from(*, epsilon, delta):
    def cheaper(k):
        return np.sqrt(2 * k * np.log(1 / delta)) + k * np.expm1(epsilon) < k

    low, high = 0, 100_000
    if not cheaper(high):
        return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if cheaper(middle) else (middle, high)
    return high


# %% right: argmax of a comparison
def pays_off_from(*, epsilon, delta):
    k = np.arange(1, 100_001, dtype=float)
    wins = epsilon * np.sqrt(-2 * k * np.log(delta)) < k * epsilon * (2 - np.exp(epsilon))
    return wins.argmax() + 1 if wins.any() else None


# %% wrong: the short form
# says: that is the short form of the text, which does not always hold
# earns: 0
def pays_off_from(*, epsilon, delta):
    for k in range(1, 100_001):
        if 2 * epsilon * np.sqrt(2 * k * np.log(1 / delta)) < k * epsilon:
            return k


# %% wrong: leaves the second term out
# says: the second term, k epsilon (e^epsilon - 1), is missing
# earns: 0
def pays_off_from(*, epsilon, delta):
    k = np.arange(1, 100_001)
    cheaper = np.flatnonzero(epsilon * np.sqrt(2 * k * np.log(1 / delta)) < k * epsilon)
    return int(k[cheaper[0]]) if cheaper.size else None


# %% wrong: squares away the sign
# says: adding up is cheaper for every k
# earns: 2
def pays_off_from(*, epsilon, delta):
    return int(2 * np.log(1 / delta) / (2 - np.exp(epsilon)) ** 2) + 1


# %% wrong: the last k for which the sum is cheaper
# says: that is the last k for which adding up is cheaper
# earns: 0
def pays_off_from(*, epsilon, delta):
    if epsilon >= np.log(2):
        return None
    return int(2 * np.log(1 / delta) / (2 - np.exp(epsilon)) ** 2)


# %% wrong: not a whole number
# says: k is a whole number
# earns: 0
def pays_off_from(*, epsilon, delta):
    return 2 * np.log(1 / delta) / (2 - np.exp(epsilon)) ** 2 if epsilon < np.log(2) else None


# %% wrong: log10
# says: the natural one, not log10
# earns: 0
def pays_off_from(*, epsilon, delta):
    if epsilon >= np.log(2):
        return None
    return int(2 * np.log10(1 / delta) / (2 - np.exp(epsilon)) ** 2) + 1


# %% wrong: log2
# says: the natural one, not log2
# earns: 0
def pays_off_from(*, epsilon, delta):
    if epsilon >= np.log(2):
        return None
    return int(2 * np.log2(1 / delta) / (2 - np.exp(epsilon)) ** 2) + 1


# %% wrong: epsilon for e^epsilon - 1
# says: the second term has e^epsilon - 1, not epsilon
def pays_off_from(*, epsilon, delta):
    for k in range(1, 100_001):
        if epsilon * np.sqrt(2 * k * np.log(1 / delta)) + k * epsilon**2 < k * epsilon:
            return k
    return None


# %% wrong: it never pays off
# says: at epsilon = 0.1 advanced composition does pay off
# earns: 0
def pays_off_from(*, epsilon, delta):
    return None


# %% wrong: gives up after 1,000 releases
# says: advanced composition pays off from
# earns: 1
def pays_off_from(*, epsilon, delta):
    for k in range(1, 1001):
        if epsilon * np.sqrt(2 * k * np.log(1 / delta)) + k * epsilon * np.expm1(epsilon) < k * epsilon:
            return k
    return None


# %% wrong: the delta of the example
# says: use the delta that is passed in
def pays_off_from(*, epsilon, delta):
    for k in range(1, 100_001):
        if epsilon * np.sqrt(2 * k * np.log(1e6)) + k * epsilon * np.expm1(epsilon) < k * epsilon:
            return k
    return None


# %% wrong: counts to 99,999 only
# says: 100,000 releases
def pays_off_from(*, epsilon, delta):
    for k in range(1, 100_000):
        if epsilon * np.sqrt(2 * k * np.log(1 / delta)) + k * epsilon * np.expm1(epsilon) < k * epsilon:
            return k
    return None


# %% wrong: counts on beyond 100,000
# says: beyond 100,000: return None
# earns: 2
def pays_off_from(*, epsilon, delta):
    if epsilon >= np.log(2):
        return None
    return int(np.floor(2 * np.log(1 / delta) / (2 - np.exp(epsilon)) ** 2)) + 1
