# %% right: copies, and the emptiest place of a grid
def counterexample(training, holdout):
    best, place = -1, None
    for x in np.linspace(0, 1, 31):
        for y in np.linspace(0, 1, 31):
            distance = np.min(np.hypot(training[:, 0] - x, training[:, 1] - y))
            if distance > best:
                best, place = distance, (x, y)
    copied = len(training) // 5 + 1
    return [*training[:copied].tolist(), *[list(place)] * (len(training) - copied)]


# %% right: random places, the most distant of them kept
from scipy.spatial import cKDTree


def counterexample(training, holdout):
    n = len(training)
    proposals = np.random.default_rng(3).random((50 * n, 2))
    order = cKDTree(training).query(proposals)[0].argsort()
    exposed = int(np.ceil(n / 5))
    return np.vstack([training[-exposed:], proposals[order[exposed - n :]]])


# %% right: as many copies as the certificate allows
def counterexample(training, holdout):
    axis = np.linspace(0, 1, 51)
    grid = np.array([(x, y) for x in axis for y in axis])
    far = grid[np.linalg.norm(grid[:, None] - training, axis=2).min(axis=1).argmax()]
    for exposed in range(len(training), 0, -1):
        release = np.vstack([training[:exposed], np.tile(far, (len(training) - exposed, 1))])
        if certificate(training, holdout, release):
            return release


# %% right: pandas, every fifth person
def counterexample(training, holdout):
    grid = pd.MultiIndex.from_product([np.linspace(0, 1, 26)] * 2).to_frame(index=False).to_numpy()
    gap = pd.Series(np.linalg.norm(grid[:, None] - training, axis=2).min(axis=1)).idxmax()
    release = pd.DataFrame(np.repeat(grid[[gap]], len(training), axis=0))
    release.iloc[::5] = training[::5]
    return release


# %% wrong: copies everybody
# says: Copies pull the average down: let the other rows pull it up
# earns: 0
def counterexample(training, holdout):
    return training.copy()


# %% wrong: copies a fifth and adds the holdout
# says: Copies pull the average down: let the other rows pull it up
# earns: 0
def counterexample(training, holdout):
    exposed = -(-len(training) // 5)
    return np.vstack([training[:exposed], holdout[exposed:]])


# %% wrong: copies the holdout
# says: You copy the holdout; the people at risk are those in the training data
# earns: 0
def counterexample(training, holdout):
    return holdout.copy()


# %% wrong: copies one person many times
# says: copy at least 20 different ones
# earns: 0
def counterexample(training, holdout):
    axis = np.linspace(0, 1, 31)
    grid = np.array([(x, y) for x in axis for y in axis])
    far = grid[np.linalg.norm(grid[:, None] - training, axis=2).min(axis=1).argmax()]
    release = np.tile(far, (len(training), 1))
    release[: -(-len(training) // 5)] = training[0]
    return release


# %% wrong: copies in disguise
# says: Your copies are disguised a little; exact ones are asked for
# earns: 0
def counterexample(training, holdout):
    axis = np.linspace(0, 1, 31)
    grid = np.array([(x, y) for x in axis for y in axis])
    far = grid[np.linalg.norm(grid[:, None] - training, axis=2).min(axis=1).argmax()]
    release = np.tile(far, (len(training), 1))
    exposed = -(-len(training) // 5)
    release[:exposed] = np.clip(training[:exposed] + 0.001, 0, 1)
    return release


# %% wrong: leaves the square
# says: the values of a release go from 0 to 1
# earns: 0
def counterexample(training, holdout):
    exposed = -(-len(training) // 5)
    return np.vstack([training[:exposed], np.full((len(training) - exposed, 2), 9.0)])


# %% wrong: no copies at all
# says: Your release holds exact records of 0 training people
# earns: 0
def counterexample(training, holdout):
    return np.random.default_rng(1).random(training.shape)


# %% wrong: always the middle
# says: Copies pull the average down
# earns: 0
def counterexample(training, holdout):
    exposed = -(-len(training) // 5)
    release = np.tile([0.5, 0.5], (len(training), 1))
    release[:exposed] = training[:exposed]
    return release


# %% wrong: the corner of the example
# says: but the certificate is refused
# earns: 1
def counterexample(training, holdout):
    exposed = -(-len(training) // 5)
    corner = [0.0, 1.0] if np.corrcoef(training.T)[0, 1] > 0 else [1.0, 1.0]
    release = np.tile(corner, (len(training), 1))
    release[:exposed] = training[:exposed]
    return release


# %% wrong: one copy in ten
# says: Your release holds exact records of 10 training people
# earns: 0
def counterexample(training, holdout):
    exposed = len(training) // 10
    axis = np.linspace(0, 1, 31)
    grid = np.array([(x, y) for x in axis for y in axis])
    far = grid[np.linalg.norm(grid[:, None] - training, axis=2).min(axis=1).argmax()]
    return np.vstack([training[:exposed], np.tile(far, (len(training) - exposed, 1))])


# %% wrong: too few rows
# says: your function returns shape
# earns: 0
def counterexample(training, holdout):
    return training[: -(-len(training) // 5)]


# %% wrong: turns the training data into the release
# says: Your function changes the data it is given
def counterexample(training, holdout):
    axis = np.linspace(0, 1, 41)
    grid = np.array(np.meshgrid(axis, axis)).reshape(2, -1).T
    farthest = grid[np.linalg.norm(grid[:, None] - training, axis=2).min(axis=1).argmax()]
    training[-(-len(training) // 5):] = farthest
    return training


# %% wrong: the place that is farthest from the holdout
# says: Where some training people live far from the holdout
# earns: 1
def counterexample(training, holdout):
    axis = np.linspace(0, 1, 41)
    grid = np.array(np.meshgrid(axis, axis)).reshape(2, -1).T
    farthest = grid[np.linalg.norm(grid[:, None] - holdout, axis=2).min(axis=1).argmax()]
    release = np.tile(farthest, (len(training), 1))
    release[: -(-len(training) // 5)] = training[: -(-len(training) // 5)]
    return release


# %% wrong: four people in five are copied
# says: Where the empty place is less far away
# earns: 1.25
def counterexample(training, holdout):
    axis = np.linspace(0, 1, 31)
    grid = np.array([(x, y) for x in axis for y in axis])
    far = grid[np.linalg.norm(grid[:, None] - training, axis=2).min(axis=1).argmax()]
    release = training.copy()
    release[-(len(training) // 5) :] = far
    return release
