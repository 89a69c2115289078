# %% right: two branches
def noisy_mean(values, *, low, high, n_known, epsilon, rng):
    total, n = np.clip(values, low, high).sum(), len(values)
    if n_known:
        return (total + rng.laplace(scale=(high - low) / epsilon)) / n
    return (total + rng.laplace(scale=high / (epsilon / 2))) / (n + rng.laplace(scale=2 / epsilon))


# %% right: helpers
def noisy_mean(values, *, low, high, n_known, epsilon, rng):
    def noisy(x, sensitivity, share):
        return x + rng.laplace(0, sensitivity / share)

    kept = np.minimum(np.maximum(values, low), high)
    if n_known:
        return noisy(np.mean(kept), (high - low) / kept.size, epsilon)
    return noisy(kept.sum(), max(abs(low), abs(high)), epsilon / 2) / noisy(kept.size, 1, epsilon / 2)


# %% right: plain Python, exponential draws, the count first
def noisy_mean(values, *, low, high, n_known, epsilon, rng):
    kept = [low if v < low else high if v > high else v for v in values.tolist()]
    n = len(kept)
    if n_known:
        scale = (high - low) / n / epsilon
        return sum(kept) / n + rng.exponential(scale) - rng.exponential(scale)
    count = n + (rng.exponential() - rng.exponential()) * 2 / epsilon
    total = sum(kept) + (rng.exponential() - rng.exponential()) * 2 * high / epsilon
    return total / count


# %% wrong: GS(sum) / GS(count), as published
# says: GS(sum) / GS(count) is not a sensitivity
# earns: 0.5
def noisy_mean(values, *, low, high, n_known, epsilon, rng):
    return np.clip(values, low, high).mean() + rng.laplace(scale=max(abs(low), abs(high)) / 1 / epsilon)


# %% wrong: (high - low) / 1, the sum's sensitivity for the mean
# says: (high - low) / GS(count) is not a sensitivity
# earns: 0.5
def noisy_mean(values, *, low, high, n_known, epsilon, rng):
    return np.clip(values, low, high).mean() + rng.laplace(scale=(high - low) / epsilon)


# %% wrong: treats n as known in any case
# says: n is secret, but noise in proportion to 1 / n gives it away
# earns: 1.25
def noisy_mean(values, *, low, high, n_known, epsilon, rng):
    return np.clip(values, low, high).mean() + rng.laplace(scale=(high - low) / (len(values) * epsilon))


# %% wrong: treats n as secret in any case
# says: n is known: publish it as it is, without noise
# earns: 1.25
def noisy_mean(values, *, low, high, n_known, epsilon, rng):
    total = np.clip(values, low, high).sum() + rng.laplace(scale=2 * max(abs(low), abs(high)) / epsilon)
    return total / (len(values) + rng.laplace(scale=2 / epsilon))


# %% wrong: epsilon spent twice
# says: two releases share epsilon
# earns: 1.25
def noisy_mean(values, *, low, high, n_known, epsilon, rng):
    kept, n = np.clip(values, low, high), len(values)
    if n_known:
        return kept.mean() + rng.laplace(scale=(high - low) / (n * epsilon))
    return (kept.sum() + rng.laplace(scale=high / epsilon)) / (n + rng.laplace(scale=1 / epsilon))


# %% wrong: u - l under add-remove
# says: under add-remove the sum has sensitivity max(|low|, |high|), not high - low
# earns: 1.25
def noisy_mean(values, *, low, high, n_known, epsilon, rng):
    kept, n = np.clip(values, low, high), len(values)
    if n_known:
        return kept.mean() + rng.laplace(scale=(high - low) / (n * epsilon))
    return (kept.sum() + rng.laplace(scale=2 * (high - low) / epsilon)) / (n + rng.laplace(scale=2 / epsilon))


# %% wrong: noise on the sum only
# says: n is secret: you divide by the true count
# earns: 1.25
def noisy_mean(values, *, low, high, n_known, epsilon, rng):
    kept, n = np.clip(values, low, high), len(values)
    sensitivity = high - low if n_known else max(abs(low), abs(high))
    return (kept.sum() + rng.laplace(scale=sensitivity / epsilon)) / n


# %% wrong: noise on the count only
# says: the sum needs noise, too
# earns: 1.25
def noisy_mean(values, *, low, high, n_known, epsilon, rng):
    kept, n = np.clip(values, low, high), len(values)
    if n_known:
        return kept.mean() + rng.laplace(scale=(high - low) / (n * epsilon))
    return kept.sum() / (n + rng.laplace(scale=2 / epsilon))


# %% wrong: half of epsilon although n is known
# says: nothing is to be paid for a count
# earns: 1.25
def noisy_mean(values, *, low, high, n_known, epsilon, rng):
    kept, n, half = np.clip(values, low, high), len(values), epsilon / 2
    if n_known:
        return kept.mean() + rng.laplace(scale=(high - low) / (n * half))
    return (kept.sum() + rng.laplace(scale=high / half)) / (n + rng.laplace(scale=1 / half))


# %% wrong: forgets to clip
# says: clip every value before you average
# earns: 0
def noisy_mean(values, *, low, high, n_known, epsilon, rng):
    n = len(values)
    if n_known:
        return values.mean() + rng.laplace(scale=(high - low) / (n * epsilon))
    return (values.sum() + rng.laplace(scale=2 * high / epsilon)) / (n + rng.laplace(scale=2 / epsilon))


# %% wrong: larger bound although one value is replaced
# says: max(|low|, |high|) is for add-remove
# earns: 1.25
def noisy_mean(values, *, low, high, n_known, epsilon, rng):
    kept, n = np.clip(values, low, high), len(values)
    if n_known:
        return kept.mean() + rng.laplace(scale=high / (n * epsilon))
    return (kept.sum() + rng.laplace(scale=2 * high / epsilon)) / (n + rng.laplace(scale=2 / epsilon))


# %% wrong: a seed fixed inside
# says: a seed is fixed inside
def noisy_mean(values, *, low, high, n_known, epsilon, rng):
    rng = np.random.default_rng(7)
    kept, n = np.clip(values, low, high), len(values)
    if n_known:
        return kept.mean() + rng.laplace(scale=(high - low) / (n * epsilon))
    return (kept.sum() + rng.laplace(scale=2 * high / epsilon)) / (n + rng.laplace(scale=2 / epsilon))


# %% wrong: the result cut off at the bounds
# says: Where everybody has the value low, no noisy mean is below it
# earns: 0.5
def noisy_mean(values, *, low, high, n_known, epsilon, rng):
    clipped, n = np.clip(values, low, high), len(values)
    if n_known:
        return np.clip(clipped.mean() + rng.laplace(scale=(high - low) / (n * epsilon)), low, high)
    total = clipped.sum() + rng.laplace(scale=2 * high / epsilon)
    return np.clip(total / (n + rng.laplace(scale=2 / epsilon)), low, high)
