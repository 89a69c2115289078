"""How fast noise is drawn, as a ratio to `rng.laplace` for as many draws in the same run.

    .venv/bin/python tests/benchmarks/samplers.py [draws]        (Windows: .venv\\Scripts\\python)

Each time is the processor's, the least of nine, arguments checked and counts added, with a new reference beside every
row. On a quiet machine whole-number noise should take at most twice as long; the program ends with 1 if any does not.
"""

import sys
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np

from coursekit.mechanisms.additive import geometric_mechanism, laplace_mechanism
from coursekit.mechanisms.calibration import discrete_gaussian_sigma
from coursekit.mechanisms.noise import DiscreteGaussianNoise, GaussianNoise
from coursekit.mechanisms.selection import exponential_mechanism, noisy_max

RNG = np.random.default_rng(1)
REPEATS = 9


def seconds(*jobs):
    """The least time of each job; they take turns, so that a busy moment does not hit one of them alone."""
    least = [np.inf] * len(jobs)
    for _ in range(REPEATS):
        for i, job in enumerate(jobs):
            start = process_time()
            job()
            least[i] = min(least[i], process_time() - start)
    return least


def rows(n):
    counts, values = np.arange(n), np.arange(n) * 0.5
    for epsilon in (1e-6, 0.1, 0.41, 1.0, 3.0):
        yield f"geometric, ε = {epsilon}", 2, lambda e=epsilon: geometric_mechanism(counts, epsilon=e, rng=RNG)
    for sigma in (0.3, 1.0, 4.2308, 10.0, 1000.0):
        noise = DiscreteGaussianNoise(sigma=sigma)
        yield f"discrete Gaussian, σ = {sigma}", 2, lambda noise=noise: counts + noise.draw(size=n, rng=RNG)
    for epsilon in (0.1, 1.0, 3.0):
        noise = DiscreteGaussianNoise(sigma=discrete_gaussian_sigma(epsilon=epsilon, delta=1e-6))
        name = f"discrete Gaussian, ε = {epsilon}, σ = {noise.sigma:.2f}"
        yield name, 2, lambda noise=noise: counts + noise.draw(size=n, rng=RNG)
    real = {"sensitivity": 1, "epsilon": 1.0, "rng": RNG}
    yield "Laplace", None, lambda: laplace_mechanism(values, **real)
    yield "Gaussian", None, lambda: values + GaussianNoise(sigma=4.22).draw(size=n, rng=RNG)
    scores = np.array([0, 1, 2, 5, 4.5])
    for choose in (exponential_mechanism, noisy_max):
        yield f"{choose.__name__}, 5 candidates", None, lambda c=choose: c(scores, **real, size=n // 5)


def main(n):
    print(f"{n:,} draws; times as a multiple of rng.laplace(size={n:,})")
    missed = 0
    for name, goal, job in rows(n):
        ours, reference = seconds(job, lambda: RNG.laplace(size=n))
        over = goal is not None and ours > goal * reference
        missed += over
        verdict = "" if goal is None else f"   goal {goal}" + (", MISSED" if over else "")
        print(f"{name:40}{ours / reference:6.2f}   {ours * 1e3:7.1f} ms{verdict}")
    return missed > 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10**6))
