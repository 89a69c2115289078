# %% right: noise for all, then zeros
def measure(counts, *, impossible, rho, rng):
    noisy = counts + DiscreteGaussianNoise(sigma=rho**-0.5).draw(size=counts.shape, rng=rng)
    noisy[impossible] = 0
    return noisy


# %% right: noise for the possible cells only
def measure(counts, *, impossible, rho, rng):
    noisy = np.zeros(counts.shape, dtype=int)
    possible = ~impossible
    noisy[possible] = counts[possible] + DiscreteGaussianNoise(sigma=1 / np.sqrt(rho)).draw(size=int(possible.sum()), rng=rng)
    return noisy


# %% right: place by place, as floats
def measure(counts, *, impossible, rho, rng):
    noise = DiscreteGaussianNoise(sigma=1 / np.sqrt(rho))
    rows = []
    for row, barred in zip(counts, impossible):
        rows.append(np.where(barred, 0.0, row + noise.draw(size=len(row), rng=rng)))
    return np.array(rows)


# %% right: the law by hand, drawn with choice
def measure(counts, *, impossible, rho, rng):
    sigma = 1 / np.sqrt(rho)
    k = np.arange(-int(12 * sigma) - 2, int(12 * sigma) + 3)
    weights = np.exp(-(k**2) * rho / 2)
    return (counts + rng.choice(k, size=counts.shape, p=weights / weights.sum())) * ~impossible


# %% wrong: skips empty cells
# says: Empty cells get no noise
# earns: 1.75
def measure(counts, *, impossible, rho, rng):
    noise = DiscreteGaussianNoise(sigma=1 / np.sqrt(rho)).draw(size=counts.shape, rng=rng)
    return np.where(counts == 0, 0, counts + noise)


# %% wrong: cut off at 0
# says: Your empty cells are never negative
# earns: 2
def measure(counts, *, impossible, rho, rng):
    noise = DiscreteGaussianNoise(sigma=1 / np.sqrt(rho)).draw(size=counts.shape, rng=rng)
    return np.where(impossible, 0, np.maximum(counts + noise, 0))


# %% wrong: noise where nobody can be
# says: Cells where nobody can be get noise
# earns: 2.75
def measure(counts, *, impossible, rho, rng):
    return counts + DiscreteGaussianNoise(sigma=1 / np.sqrt(rho)).draw(size=counts.shape, rng=rng)


# %% wrong: add-remove
# says: who is replaced changes two cells: sigma is 1 / sqrt(rho), not 1 / sqrt(2 rho)
# earns: 1.75
def measure(counts, *, impossible, rho, rng):
    noise = DiscreteGaussianNoise(sigma=1 / np.sqrt(2 * rho)).draw(size=counts.shape, rng=rng)
    return np.where(impossible, 0, counts + noise)


# %% wrong: no root
# says: sigma is the root of 1 / rho
# earns: 1.75
def measure(counts, *, impossible, rho, rng):
    noise = DiscreteGaussianNoise(sigma=max(1 / rho, 1 / 64)).draw(size=counts.shape, rng=rng)
    return np.where(impossible, 0, counts + noise)


# %% wrong: one draw for all places
# says: All places get the same noise
# earns: 1.5
def measure(counts, *, impossible, rho, rng):
    noise = DiscreteGaussianNoise(sigma=1 / np.sqrt(rho)).draw(size=counts.shape[1], rng=rng)
    return np.where(impossible, 0, counts + noise)


# %% wrong: one draw for everything
# says: get noise
# earns: 1.5
def measure(counts, *, impossible, rho, rng):
    noise = DiscreteGaussianNoise(sigma=1 / np.sqrt(rho)).draw(size=(), rng=rng)
    return np.where(impossible, 0, counts + noise)


# %% wrong: rho split over cells
# says: do not divide rho by the number of all cells
# earns: 1.75
def measure(counts, *, impossible, rho, rng):
    noise = DiscreteGaussianNoise(sigma=1 / np.sqrt(rho / counts.size)).draw(size=counts.shape, rng=rng)
    return np.where(impossible, 0, counts + noise)


# %% wrong: rounded normal noise
# says: that is rounded normal noise, which is not the discrete Gaussian
# earns: 2.75
def measure(counts, *, impossible, rho, rng):
    noise = np.round(rng.normal(scale=1 / np.sqrt(rho), size=counts.shape)).astype(int)
    return np.where(impossible, 0, counts + noise)


# %% wrong: a seed of its own
# says: a seed is fixed inside
# earns: 2.5
def measure(counts, *, impossible, rho, rng):
    rng = np.random.default_rng(2020)
    return np.where(impossible, 0, counts + DiscreteGaussianNoise(sigma=1 / np.sqrt(rho)).draw(size=counts.shape, rng=rng))


# %% wrong: decimal noise
# says: whole
# earns: 0.75
def measure(counts, *, impossible, rho, rng):
    return np.where(impossible, 0, counts + rng.normal(scale=1 / np.sqrt(rho), size=counts.shape))


# %% wrong: changes the data
# says: Your function changes the array it is given
# earns: 2.75
def measure(counts, *, impossible, rho, rng):
    counts += DiscreteGaussianNoise(sigma=1 / np.sqrt(rho)).draw(size=counts.shape, rng=rng)
    counts[impossible] = 0
    return counts


# %% wrong: the first place tells what is impossible everywhere
# says: what is impossible differs from place to place
def measure(counts, *, impossible, rho, rng):
    noise = DiscreteGaussianNoise(sigma=1 / np.sqrt(rho)).draw(size=counts.shape, rng=rng)
    return np.where(impossible[0], 0, counts + noise)


# %% wrong: cells with people are cut off at 0
# says: Your cells with one person are never negative
# earns: 2.75
def measure(counts, *, impossible, rho, rng):
    noisy = counts + DiscreteGaussianNoise(sigma=1 / np.sqrt(rho)).draw(size=counts.shape, rng=rng)
    return np.where(impossible, 0, np.where(counts > 0, np.maximum(noisy, 0), noisy))


# %% wrong: clears the table of what is impossible
# says: Your function changes the data it is given
# earns: 2.75
def measure(counts, *, impossible, rho, rng):
    noisy = counts + DiscreteGaussianNoise(sigma=1 / np.sqrt(rho)).draw(size=counts.shape, rng=rng)
    np.logical_not(impossible, out=impossible)
    return noisy * impossible
