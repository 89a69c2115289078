# %% right: the other form of the root
def at_one_delta(announced, *, delta):
    def stated(rho):
        return rho + 2 * (rho * np.log(1 / delta)) ** 0.5

    rhos = []
    for epsilon, own in announced:
        log = np.log(1 / own)
        rhos.append(epsilon + 2 * log - 2 * np.sqrt(log * (log + epsilon)))
    rhos = np.maximum(rhos, 0)
    return stated(rhos), stated(rhos.sum())


# %% right: halving
def at_one_delta(announced, *, delta):
    def stated(rho, delta):
        return rho + 2 * np.sqrt(rho * np.log(1 / delta))

    rhos = []
    for epsilon, own in announced:
        low, high = 0.0, epsilon
        for _ in range(200):
            middle = (low + high) / 2
            low, high = (middle, high) if stated(middle, own) < epsilon else (low, middle)
        rhos.append(high)
    return np.array([stated(rho, delta) for rho in rhos]), stated(sum(rhos), delta)


# %% right: without a difference of roots
def at_one_delta(announced, *, delta):
    log = -np.log([own for _, own in announced])
    epsilon = np.array([epsilon for epsilon, _ in announced])
    root = epsilon / (np.sqrt(log) + np.sqrt(log + epsilon))
    total, other = np.sum(root**2), np.sqrt(-np.log(delta))
    return root * (root + 2 * other), np.sqrt(total) * (np.sqrt(total) + 2 * other)


# %% wrong: epsilon taken for rho
# says: rho is not epsilon
# earns: 0
def at_one_delta(announced, *, delta):
    rho = np.array([epsilon for epsilon, _ in announced])
    return rho + 2 * np.sqrt(rho * np.log(1 / delta)), rho.sum() + 2 * np.sqrt(rho.sum() * np.log(1 / delta))


# %% wrong: the new delta for both ways
# says: The first epsilon is 5; it should be 7
# earns: 0
def at_one_delta(announced, *, delta):
    log = np.log(1 / delta)
    rho = np.array([(np.sqrt(log + epsilon) - np.sqrt(log)) ** 2 for epsilon, _ in announced])
    return rho + 2 * np.sqrt(rho * log), rho.sum() + 2 * np.sqrt(rho.sum() * log)


# %% wrong: adds up epsilon
# says: epsilon does not add up: add up rho
# earns: 1
def at_one_delta(announced, *, delta):
    epsilon, own = np.array(announced).T
    rho = (np.sqrt(np.log(1 / own) + epsilon) - np.sqrt(np.log(1 / own))) ** 2
    told = rho + 2 * np.sqrt(rho * np.log(1 / delta))
    return told, told.sum()


# %% wrong: adds up what was announced
# says: what was announced does not add up: add up rho
# earns: 1
def at_one_delta(announced, *, delta):
    epsilon, own = np.array(announced).T
    rho = (np.sqrt(np.log(1 / own) + epsilon) - np.sqrt(np.log(1 / own))) ** 2
    return rho + 2 * np.sqrt(rho * np.log(1 / delta)), epsilon.sum()


# %% wrong: the largest
# says: that is the largest of them, but all were made
# earns: 1
def at_one_delta(announced, *, delta):
    epsilon, own = np.array(announced).T
    rho = (np.sqrt(np.log(1 / own) + epsilon) - np.sqrt(np.log(1 / own))) ** 2
    told = rho + 2 * np.sqrt(rho * np.log(1 / delta))
    return told, told.max()


# %% wrong: only the root is scaled
# says: the first part of the rule, rho, does not depend on delta
# earns: 0
def at_one_delta(announced, *, delta):
    told = np.array([epsilon * np.sqrt(np.log(delta) / np.log(own)) for epsilon, own in announced])
    return told, told.sum()


# %% wrong: gives rho
# says: that is rho; state it at delta
# earns: 0
def at_one_delta(announced, *, delta):
    epsilon, own = np.array(announced).T
    rho = (np.sqrt(np.log(1 / own) + epsilon) - np.sqrt(np.log(1 / own))) ** 2
    return rho, rho.sum()


# %% wrong: the first delta for all
# says: use the delta of each announcement, not that of the first
# earns: 0
def at_one_delta(announced, *, delta):
    log = np.log(1 / announced[0][1])
    rho = np.array([(np.sqrt(log + epsilon) - np.sqrt(log)) ** 2 for epsilon, _ in announced])
    return rho + 2 * np.sqrt(rho * np.log(1 / delta)), rho.sum() + 2 * np.sqrt(rho.sum() * np.log(1 / delta))


# %% wrong: a release that was made twice is paid once
# says: releases that look alike were made twice
# earns: 2
def at_one_delta(announced, *, delta):
    epsilon, own = np.array(announced).T
    rho = (np.sqrt(np.log(1 / own) + epsilon) - np.sqrt(np.log(1 / own))) ** 2
    total = np.unique(rho).sum()
    return rho + 2 * np.sqrt(rho * np.log(1 / delta)), total + 2 * np.sqrt(total * np.log(1 / delta))


# %% wrong: roots add up
# says: the roots of rho do not add up: add up rho
# earns: 1
def at_one_delta(announced, *, delta):
    epsilon, own = np.array(announced).T
    root = np.sqrt(np.log(1 / own) + epsilon) - np.sqrt(np.log(1 / own))
    return root**2 + 2 * root * np.sqrt(np.log(1 / delta)), root.sum() ** 2 + 2 * root.sum() * np.sqrt(np.log(1 / delta))
