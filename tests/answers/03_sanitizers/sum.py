# %% right: two cases
def clipped_sum(values, *, low, high, neighbours, epsilon, rng):
    if neighbours == "add-remove":
        sensitivity = max(abs(low), abs(high))
    else:
        sensitivity = high - low
    return np.sum(np.clip(values, low, high)) + rng.laplace(0, sensitivity / epsilon)


# %% right: plain Python, a table of sensitivities
def clipped_sum(values, *, low, high, neighbours, epsilon, rng):
    scale = {"add-remove": max(-low, high), "replace-one": high - low}[neighbours] / epsilon
    total = sum(min(max(value, low), high) for value in values.tolist())
    return total + rng.exponential(scale) - rng.exponential(scale)


# %% right: minimum and maximum, and an array of one draw
def clipped_sum(values, *, low, high, neighbours, epsilon, rng):
    kept = np.minimum(np.maximum(values, low), high)
    if neighbours == "replace-one":
        sensitivity = high - low
    elif neighbours == "add-remove":
        sensitivity = np.abs([low, high]).max()
    else:
        raise ValueError(neighbours)
    return float(kept.sum() + rng.laplace(scale=sensitivity / epsilon, size=1)[0])


# %% right: values moved with where, noise by the inverse of the distribution function
import math


def clipped_sum(values, *, low, high, neighbours, epsilon, rng):
    kept = np.where(values < low, low, np.where(values > high, high, values))
    u = rng.random() - 0.5
    sensitivity = high - low if neighbours == "replace-one" else max(abs(low), abs(high))
    return math.fsum(kept) - sensitivity / epsilon * math.copysign(math.log1p(-2 * abs(u)), u)


# %% wrong: u - l always, as published
# says: high - low is the sensitivity when a value is replaced
# earns: 2.25
def clipped_sum(values, *, low, high, neighbours, epsilon, rng):
    return np.clip(values, low, high).sum() + rng.laplace(scale=(high - low) / epsilon)


# %% wrong: the larger bound always
# says: max(|low|, |high|) is for who joins or leaves
# earns: 2.25
def clipped_sum(values, *, low, high, neighbours, epsilon, rng):
    return np.clip(values, low, high).sum() + rng.laplace(scale=max(abs(low), abs(high)) / epsilon)


# %% wrong: the two relations exchanged
# says: high - low is the sensitivity when a value is replaced
# earns: 1.5
def clipped_sum(values, *, low, high, neighbours, epsilon, rng):
    sensitivity = max(abs(low), abs(high)) if neighbours == "replace-one" else high - low
    return np.clip(values, low, high).sum() + rng.laplace(scale=sensitivity / epsilon)


# %% wrong: forgets that low may be negative
# says: a value at low can change the sum more than one at high
# earns: 2.25
def clipped_sum(values, *, low, high, neighbours, epsilon, rng):
    sensitivity = high if neighbours == "add-remove" else high - low
    return np.clip(values, low, high).sum() + rng.laplace(scale=sensitivity / epsilon)


# %% wrong: forgets to clip
# says: that is the sum of the raw values; clip every value before you add
# earns: 2
def clipped_sum(values, *, low, high, neighbours, epsilon, rng):
    sensitivity = max(abs(low), abs(high)) if neighbours == "add-remove" else high - low
    return values.sum() + rng.laplace(scale=sensitivity / epsilon)


# %% wrong: clips after the noise
# says: you clip the sum; clip every value before you add
def clipped_sum(values, *, low, high, neighbours, epsilon, rng):
    sensitivity = max(abs(low), abs(high)) if neighbours == "add-remove" else high - low
    return float(np.clip(values.sum() + rng.laplace(scale=sensitivity / epsilon), low, high))


# %% wrong: leaves values outside the bounds out
# says: a value outside the bounds moves to the nearest bound
# earns: 2
def clipped_sum(values, *, low, high, neighbours, epsilon, rng):
    kept = values[(values >= low) & (values <= high)]
    sensitivity = max(abs(low), abs(high)) if neighbours == "add-remove" else high - low
    return kept.sum() + rng.laplace(scale=sensitivity / epsilon)


# %% wrong: no argument for the neighbours
# says: unexpected keyword argument 'neighbours'
# earns: 0
def clipped_sum(values, *, low, high, epsilon, rng):
    return np.clip(values, low, high).sum() + rng.laplace(scale=(high - low) / epsilon)


# %% wrong: the sensitivity of a count
# says: the sensitivity of a sum is not 1
def clipped_sum(values, *, low, high, neighbours, epsilon, rng):
    return np.clip(values, low, high).sum() + rng.laplace(scale=1 / epsilon)


# %% wrong: bounds from the data
# says: the largest value in the data sets your noise
def clipped_sum(values, *, low, high, neighbours, epsilon, rng):
    kept = np.clip(values, low, high)
    sensitivity = np.abs(kept).max() if neighbours == "add-remove" else np.ptp(kept)
    return kept.sum() + rng.laplace(scale=sensitivity / epsilon)


# %% wrong: noise on every value
# says: a draw for every person is the local model
def clipped_sum(values, *, low, high, neighbours, epsilon, rng):
    sensitivity = max(abs(low), abs(high)) if neighbours == "add-remove" else high - low
    return (np.clip(values, low, high) + rng.laplace(scale=sensitivity / epsilon, size=len(values))).sum()


# %% wrong: epsilon / sensitivity for the scale
# says: the scale is sensitivity / epsilon, not epsilon / sensitivity
def clipped_sum(values, *, low, high, neighbours, epsilon, rng):
    sensitivity = max(abs(low), abs(high)) if neighbours == "add-remove" else high - low
    return np.clip(values, low, high).sum() + rng.laplace(scale=epsilon / sensitivity)


# %% wrong: a generator of its own
# says: the rng that is passed in is ignored
# earns: 2.5
def clipped_sum(values, *, low, high, neighbours, epsilon, rng):
    sensitivity = max(abs(low), abs(high)) if neighbours == "add-remove" else high - low
    return np.clip(values, low, high).sum() + np.random.default_rng().laplace(scale=sensitivity / epsilon)


# %% wrong: clips the array in place
# says: Your function changes the array it is given
# earns: 2.5
def clipped_sum(values, *, low, high, neighbours, epsilon, rng):
    values[values < low] = low
    values[values > high] = high
    sensitivity = max(abs(low), abs(high)) if neighbours == "add-remove" else high - low
    return values.sum() + rng.laplace(scale=sensitivity / epsilon)
