"""How long inference from noisy data takes, beside the same done one by one or by a library, in the same run.

    .venv/bin/python tests/benchmarks/inference.py        (Windows: .venv\\Scripts\\python)

Each row names its rival; on a quiet machine the least ratios below should hold, and the program ends with 1 if one does
not. Times are the processor's, the least of several. Beside them stand the aims in milliseconds on the machine on which
they were set, for information: 20,000 privatized regressions 60, the curve of the exact belief 1, 62,000 weeks for
10,000 that are kept 7, and the line's EM with 50 rows, 200 draws and 40 steps 30.
"""

import sys
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np
import statsmodels.api as sm
from scipy import integrate, special, stats

from coursekit import inference

RNG = np.random.default_rng(1)
MODEL, EPSILON, RELEASE = inference.LinearModel(), 0.2, 37.4
THETA = np.linspace(5, 60, 400)


def noisy(values):
    return values + RNG.laplace(scale=1 / EPSILON, size=values.shape)


def regressions(studies):
    x, y = (noisy(values) for values in MODEL.draw((studies, 10), rng=RNG))
    return inference.least_squares(x, y).covers(-5, 4)


def regressions_one_by_one(studies):
    """The rival: statsmodels, a study at a time, with the F test that the ellipse stands for."""
    for _ in range(studies):
        x, y = (noisy(values) for values in MODEL.draw(10, rng=RNG))
        sm.OLS(y, sm.add_constant(x)).fit().f_test((np.eye(2), (-5, 4)))


def curve():
    return inference.NoisyCount(release=RELEASE, epsilon=EPSILON).density(THETA)


def curve_by_quadrature():
    """The rival: Bayes' rule with all counts below 150 at each rate, and scipy's quadrature for the constant."""

    def joint(theta):
        s = np.arange(150)
        return stats.gamma.pdf(theta, 25) * (stats.poisson.pmf(s, theta) * np.exp(-EPSILON * abs(RELEASE - s))).sum()

    total = integrate.quad(joint, 0, 100)[0]
    return [joint(theta) / total for theta in THETA]


def weeks(tries):
    return inference.abc_tries(RELEASE, epsilon=EPSILON, tries=tries, rng=RNG)


def weeks_one_by_one(tries):
    """The rival: Algorithm 3 of the talk as it is written, a week at a time."""
    kept = []
    for _ in range(tries):
        theta = RNG.gamma(25)
        if RNG.random() < np.exp(-EPSILON * abs(RELEASE - RNG.poisson(theta))):
            kept.append(theta)
    return kept


def walk(draws):
    return inference.NoisyLine(x=X, y=Y, epsilon=0.5).walk(steps=40, draws=draws, rng=RNG)


def walk_row_by_row(draws):
    """The rival: a loop over rows, and statsmodels for each weighted line."""
    line = np.polyfit(X, Y, 1)[::-1]
    for _ in range(40):
        drawn = []
        for a, b in zip(X, Y):
            x = RNG.poisson(MODEL.mean, draws)
            y = line[0] + line[1] * x + RNG.normal(0, MODEL.sigma, draws)
            weights = special.softmax(-0.5 * (abs(a - x) + abs(b - y)))
            drawn.append((x, y, weights))
        x, y, weights = (np.concatenate(part) for part in zip(*drawn))
        line = sm.WLS(y, sm.add_constant(x), weights).fit().params
    return line


X, Y = (values + RNG.laplace(scale=2, size=50) for values in MODEL.draw(50, rng=RNG))

# name: our job and how much of it, the rival and how much of it, aim in ms, least ratio of times for as much of it
ROWS = {
    "20,000 regressions, statsmodels one by one": (regressions, 20_000, regressions_one_by_one, 50, 60, 100),
    "exact belief at 400 rates, by quadrature": (curve, None, curve_by_quadrature, None, 1, 50),
    "62,000 imagined weeks, one by one": (weeks, 62_000, weeks_one_by_one, 2_000, 7, 10),
    "40 steps, 50 rows, 200 draws, row by row": (walk, 200, walk_row_by_row, 200, 30, 1.5),
}


def least(job, size, repeats):
    given, times = () if size is None else (size,), []
    for _ in range(repeats):
        start = process_time()
        job(*given)
        times.append(process_time() - start)
    return min(times) * 1e3


def main():
    missed = 0
    for name, (job, size, rival, less, aim, ratio) in ROWS.items():
        ours = least(job, size, 9)
        theirs = least(rival, less, 2) * ((size or 1) / (less or 1))
        is_missed = theirs < ratio * ours
        missed += is_missed
        told = f"{ours:7.2f} ms (aim {aim:2})   rival {theirs:9.0f} ms: {theirs / ours:6.0f} times"
        print(f"{name:44}{told}, goal {ratio:3g}{', MISSED' * is_missed}")
    return missed > 0


if __name__ == "__main__":
    sys.exit(main())
