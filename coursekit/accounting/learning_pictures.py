"""A picture for the deeper part of lesson 04: a model that learns from noisy steps (DP-SGD in small)."""

import numpy as np

from coursekit.mechanisms.calibration import gaussian_sigma
from coursekit.plots import GREEN, INK, Picture, Reading, canvas, plain, power, ticks

STEPS, RUNS, RATE, DELTA = 30, 20, 2, 1e-6
_AT = 80  # the age whose chance the sentence tells


def _features(ages):
    return np.stack([np.ones(len(ages)), (np.asarray(ages) - 40) / 20], axis=1)


def train(ages, ill, *, sigma, clip, runs, rng):
    """Fit the chance to be ill by age in `STEPS` steps, `runs` times; return the weights, one row a run.

    In each step everybody pulls at the two weights. A pull is cut at length `clip`, the pulls are added up, and each
    sum gets normal noise of standard deviation `sigma` * `clip`. (Abadi and others 2016, "Deep Learning with
    Differential Privacy", CCS, algorithm 1, with all people in each step. How many there are is public, and
    neighbours differ in whether one person pulls.)
    """
    people, which = np.unique(np.stack([ages, ill], axis=1), axis=0, return_counts=True)  # who is alike pulls alike
    x, y = _features(people[:, 0]), people[:, 1]
    length, weights = np.linalg.norm(x, axis=1), np.zeros((runs, 2))
    for _ in range(STEPS):
        wrong = y - 1 / (1 + np.exp(-weights @ x.T))
        pull = wrong * np.minimum(1, clip / np.maximum(abs(wrong) * length, 1e-12))
        weights = weights + RATE * ((pull * which) @ x + rng.normal(0, sigma * clip, (runs, 2))) / len(ages)
    return weights


def trainings(ages, ill):
    """Draw the chance to be ill by age, as twenty private trainings on the same people learn it.

    `ages` are whole numbers, `ill` booleans, one a person. The `move` of this Picture takes ``epsilon`` (of the whole
    training, with delta `DELTA`), ``clip`` (the longest pull of one person) and ``rng``.
    """
    figure, ax = canvas(height=300)
    grid = np.arange(0, 96)
    ages, ill = np.asarray(ages), np.asarray(ill).astype(int)
    free = train(ages, ill, sigma=0, clip=1e9, runs=1, rng=np.random.default_rng(0))

    def chances(weights):
        return 1 / (1 + np.exp(-weights @ _features(grid).T))

    lines = [ax.plot([], [], color=GREEN, lw=1.5)[0] for _ in range(RUNS)]
    exact = ax.plot(grid, chances(free)[0], color=INK, lw=3)[0]
    ax.set(xlim=(0, 95), ylim=(0, 1), xlabel="age", ylabel="chance to be ill")
    ax.set_title(f"Thick: learnt without privacy. Thin: {RUNS} private trainings on the same {len(ages):,} people")
    ticks(ax.yaxis, [0, 0.5, 1], ["0%", "50%", "100%"])

    def move(epsilon, clip, rng):
        sigma = gaussian_sigma(sensitivity=np.sqrt(STEPS), epsilon=epsilon, delta=DELTA)
        learnt = chances(train(ages, ill, sigma=sigma, clip=clip, runs=RUNS, rng=rng))
        for line, curve in zip(lines, learnt):
            line.set_data(grid, curve)
        least, most = learnt[:, _AT].min(), learnt[:, _AT].max()
        return Reading(
            f"ε = {epsilon:g}, δ = {power(DELTA)}: noise of sd {plain(sigma * clip)} on each of {STEPS} steps. The "
            f"chance at age {_AT} is {chances(free)[0][_AT]:.0%}; the trainings say {least:.0%} to {most:.0%}.",
            f"A thick rising curve, the chance to be ill by age, and {RUNS} thin ones that were learnt with noise; at "
            f"age {_AT} they lie between {least:.0%} and {most:.0%}.",
        )

    return Picture(figure, (*lines, exact), move)
