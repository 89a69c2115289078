# %% right: loops
def nearer_share(values, synthesizer, *, rng):
    people = list(rng.permutation(len(values)))
    half = len(people) // 2
    training, holdout = np.array([values[i] for i in people[:half]]), np.array([values[i] for i in people[half:]])
    wins, count = 0, 0
    for value in synthesizer(training, rng=rng):
        near, far = min(abs(value - training)), min(abs(value - holdout))
        wins += 1 if near < far else 0.5 if near == far else 0
        count += 1
    return wins / count


# %% right: choice without replacement and a mask
def nearer_share(values, synthesizer, *, rng):
    n = len(values)
    inside = np.zeros(n, dtype=bool)
    inside[rng.choice(n, n // 2, replace=False)] = True
    synthetic = np.asarray(synthesizer(values[inside], rng=rng))
    a = np.abs(synthetic[:, None] - values[inside]).min(axis=1)
    b = np.abs(synthetic[:, None] - values[~inside]).min(axis=1)
    return np.mean(np.where(a < b, 1.0, np.where(a > b, 0.0, 0.5)))


# %% right: a shuffled copy and the sign
def nearer_share(values, synthesizer, *, rng):
    mixed = np.array(values)
    rng.shuffle(mixed)
    training, holdout = np.split(mixed, 2)
    synthetic = np.asarray(synthesizer(training, rng=rng))
    def distance(points):
        return np.min(np.abs(np.subtract.outer(synthetic, points)), axis=1)
    return 0.5 + np.sign(distance(holdout) - distance(training)).mean() / 2


# %% right: scikit-learn splits, scipy's tree measures
from scipy.spatial import cKDTree
from sklearn.model_selection import train_test_split


def nearer_share(values, synthesizer, *, rng):
    training, holdout = train_test_split(values, test_size=0.5, random_state=int(rng.integers(2**31)))
    synthetic = np.asarray(synthesizer(training, rng=rng))[:, None]
    near, _ = cKDTree(training[:, None]).query(synthetic)
    far, _ = cKDTree(holdout[:, None]).query(synthetic)
    return float((near < far).mean() + (near == far).mean() / 2)


# %% right: sorted by random keys, in pandas
def nearer_share(values, synthesizer, *, rng):
    file = pd.DataFrame({"value": values, "key": rng.random(len(values))}).sort_values("key")["value"]
    training, holdout = file.iloc[: len(file) // 2].to_numpy(), file.iloc[len(file) // 2 :].to_numpy()
    made = pd.Series(np.asarray(synthesizer(training, rng=rng)))
    near, far = (made.map(lambda x, part=part: np.abs(part - x).min()) for part in (training, holdout))
    return (near < far).mean() + 0.5 * (near == far).mean()


# %% wrong: ties left out
# says: a tie counts one half: with none of it even copies of everybody look safe
# earns: 2.5
def nearer_share(values, synthesizer, *, rng):
    training, holdout = np.split(rng.permutation(values), 2)
    synthetic = np.asarray(synthesizer(training, rng=rng))
    inside = abs(synthetic[:, None] - training).min(axis=1)
    return np.mean(inside < abs(synthetic[:, None] - holdout).min(axis=1))


# %% wrong: ties counted in full
# says: a tie counts one half: rounded data would look copied
# earns: 2.5
def nearer_share(values, synthesizer, *, rng):
    training, holdout = np.split(rng.permutation(values), 2)
    synthetic = np.asarray(synthesizer(training, rng=rng))
    inside = abs(synthetic[:, None] - training).min(axis=1)
    return np.mean(inside <= abs(synthetic[:, None] - holdout).min(axis=1))


# %% wrong: the last half held out
# says: The same people are held out every time: split at random
# earns: 1.5
def nearer_share(values, synthesizer, *, rng):
    training, holdout = np.split(values, 2)
    synthetic = np.asarray(synthesizer(training, rng=rng))
    inside, outside = (abs(synthetic[:, None] - part).min(axis=1) for part in (training, holdout))
    return np.mean(inside < outside) + np.mean(inside == outside) / 2


# %% wrong: synthesizes from everybody
# says: ties everywhere: the synthesizer has seen the holdout; give it the training half only
# earns: 0
def nearer_share(values, synthesizer, *, rng):
    training, holdout = np.split(rng.permutation(values), 2)
    synthetic = np.asarray(synthesizer(values, rng=rng))
    inside, outside = (abs(synthetic[:, None] - part).min(axis=1) for part in (training, holdout))
    return np.mean(inside < outside) + np.mean(inside == outside) / 2


# %% wrong: the holdout contains the training
# says: ties everywhere: the holdout holds people of the training half
# earns: 0
def nearer_share(values, synthesizer, *, rng):
    training, holdout = rng.permutation(values)[: len(values) // 2], values
    synthetic = np.asarray(synthesizer(training, rng=rng))
    inside, outside = (abs(synthetic[:, None] - part).min(axis=1) for part in (training, holdout))
    return np.mean(inside < outside) + np.mean(inside == outside) / 2


# %% wrong: draws with replacement
# says: draw without replacement
# earns: 1.25
def nearer_share(values, synthesizer, *, rng):
    drawn = rng.integers(len(values), size=len(values) // 2)
    training, holdout = values[drawn], np.delete(values, drawn)
    synthetic = np.asarray(synthesizer(training, rng=rng))
    inside, outside = (abs(synthetic[:, None] - part).min(axis=1) for part in (training, holdout))
    return np.mean(inside < outside) + np.mean(inside == outside) / 2


# %% wrong: nearer to the holdout
# says: that is the share nearer to the holdout
# earns: 0
def nearer_share(values, synthesizer, *, rng):
    training, holdout = np.split(rng.permutation(values), 2)
    synthetic = np.asarray(synthesizer(training, rng=rng))
    inside, outside = (abs(synthetic[:, None] - part).min(axis=1) for part in (training, holdout))
    return np.mean(inside > outside) + np.mean(inside == outside) / 2


# %% wrong: a seed of its own
# says: The same people are held out every time
# earns: 1.5
def nearer_share(values, synthesizer, *, rng):
    training, holdout = np.split(np.random.default_rng(42).permutation(values), 2)
    synthetic = np.asarray(synthesizer(training, rng=rng))
    inside, outside = (abs(synthetic[:, None] - part).min(axis=1) for part in (training, holdout))
    return np.mean(inside < outside) + np.mean(inside == outside) / 2


# %% wrong: one coin for odd and even rows
# says: Neighbours in the file (pair
# earns: 2
def nearer_share(values, synthesizer, *, rng):
    coin = rng.integers(2)
    training, holdout = values[coin::2], values[1 - coin :: 2]
    synthetic = np.asarray(synthesizer(training, rng=rng))
    inside, outside = (abs(synthetic[:, None] - part).min(axis=1) for part in (training, holdout))
    return np.mean(inside < outside) + np.mean(inside == outside) / 2


# %% wrong: the global generator splits
# says: You draw from a global generator
# earns: 2.5
def nearer_share(values, synthesizer, *, rng):
    training, holdout = np.split(np.random.permutation(values), 2)
    synthetic = np.asarray(synthesizer(training, rng=rng))
    inside, outside = (abs(synthetic[:, None] - part).min(axis=1) for part in (training, holdout))
    return np.mean(inside < outside) + np.mean(inside == outside) / 2


# %% wrong: another generator for the synthesizer
# says: pass rng on to the synthesizer
# earns: 2.75
def nearer_share(values, synthesizer, *, rng):
    training, holdout = np.split(rng.permutation(values), 2)
    synthetic = np.asarray(synthesizer(training, rng=np.random.default_rng(1)))
    inside, outside = (abs(synthetic[:, None] - part).min(axis=1) for part in (training, holdout))
    return np.mean(inside < outside) + np.mean(inside == outside) / 2


# %% wrong: from the training values to the synthetic ones
# says: go from each synthetic value to the closest person, not from each person
# earns: 0
def nearer_share(values, synthesizer, *, rng):
    training, holdout = np.split(rng.permutation(values), 2)
    synthetic = np.asarray(synthesizer(training, rng=rng))
    inside = np.sort(abs(training[:, None] - synthetic).min(axis=1))
    outside = np.sort(abs(holdout[:, None] - synthetic).min(axis=1))
    return np.mean(inside < outside) + np.mean(inside == outside) / 2


# %% wrong: searches a training half that it takes for sorted
# says: Of values in no order
# earns: 1.75
def nearer_share(values, synthesizer, *, rng):
    inside_half = np.zeros(len(values), dtype=bool)
    inside_half[rng.choice(len(values), len(values) // 2, replace=False)] = True
    synthetic = np.asarray(synthesizer(values[inside_half], rng=rng))

    def distance(points):
        place = np.clip(np.searchsorted(points, synthetic), 1, len(points) - 1)
        return np.minimum(abs(synthetic - points[place - 1]), abs(synthetic - points[place]))

    inside, outside = distance(values[inside_half]), distance(values[~inside_half])
    return np.mean(inside < outside) + np.mean(inside == outside) / 2


# %% wrong: divided by the number of people
# says: divide by the number of synthetic values, not of people
# earns: 0
def nearer_share(values, synthesizer, *, rng):
    training, holdout = np.split(rng.permutation(values), 2)
    synthetic = np.asarray(synthesizer(training, rng=rng))
    inside, outside = (abs(synthetic[:, None] - part).min(axis=1) for part in (training, holdout))
    return (np.sum(inside < outside) + np.sum(inside == outside) / 2) / len(values)


# %% wrong: without the sign
# says: Of values in no order
# earns: 2.25
def nearer_share(values, synthesizer, *, rng):
    training, holdout = np.split(rng.permutation(values), 2)
    synthetic = abs(np.asarray(synthesizer(training, rng=rng)))
    inside, outside = (abs(synthetic[:, None] - abs(part)).min(axis=1) for part in (training, holdout))
    return np.mean(inside < outside) + np.mean(inside == outside) / 2


# %% wrong: ties left out of both sides
# says: a tie counts one half
# earns: 2.5
def nearer_share(values, synthesizer, *, rng):
    training, holdout = np.split(rng.permutation(values), 2)
    synthetic = np.asarray(synthesizer(training, rng=rng))
    inside, outside = (abs(synthetic[:, None] - part).min(axis=1) for part in (training, holdout))
    return np.mean((inside < outside)[inside != outside])


# %% wrong: all halved, not only the ties
# says: only a tie counts one half, and you halve all
# earns: 0
def nearer_share(values, synthesizer, *, rng):
    training, holdout = np.split(rng.permutation(values), 2)
    synthetic = np.asarray(synthesizer(training, rng=rng))
    inside, outside = (abs(synthetic[:, None] - part).min(axis=1) for part in (training, holdout))
    return (np.mean(inside < outside) + np.mean(inside == outside)) / 2
