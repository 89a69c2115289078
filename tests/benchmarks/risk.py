"""How long nearest neighbours of mixed rows and a scorecard take, with their peak of memory and a rival beside them.

    .venv/bin/python tests/benchmarks/risk.py [rows of the scorecard]        (Windows: .venv\\Scripts\\python)

Distances: 5,000 x 5,000 rows of 6 numbers and 4 categories, ours and the usual way, `scipy.spatial.distance.cdist` of
the numbers (cityblock) plus that of the codes (hamming), which holds all 25 million distances at once. Both must find
the same. Scorecard: 50,000 rows of 15 mixed columns, with gaps and 200 towns. Processor seconds, which a busy machine
does not stretch, and seconds on the clock; the program ends with 1 if processor seconds are above 2 and 60.
"""

import sys
import tracemalloc
from pathlib import Path
from time import perf_counter, process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np
import pandas as pd
from scipy.spatial.distance import cdist

from coursekit.risk.neighbours import column_ranges, dcr
from coursekit.risk.scorecards import scorecard

RNG = np.random.default_rng(1)


def mixed(n):
    numbers = {f"n{i}": RNG.normal(size=n) for i in range(6)}
    return pd.DataFrame(numbers | {f"c{i}": RNG.choice(list("abcdefgh"), n) for i in range(4)})


def people(n):
    """15 columns."""
    wealth = RNG.normal(size=n)
    frame = pd.DataFrame({f"n{i}": wealth / 2 + RNG.normal(size=n) for i in range(6)})
    frame["income"], frame["age"] = np.exp(10 + wealth).round(), RNG.integers(0, 95, n)
    frame["born"] = pd.Timestamp("1990-01-01") + pd.to_timedelta(RNG.integers(0, 9000, n), "D")
    frame["town"], frame["owner"] = RNG.choice([f"town {i}" for i in range(200)], n), wealth > 0
    frame[["a", "b", "c"]], frame["planet"] = RNG.choice(list("stuvwxyz"), (n, 3)), "Earth"
    frame.loc[RNG.random(n) < 0.05, "income"] = None
    frame.loc[RNG.random(n) < 0.05, "a"] = None
    return frame


def rival(ours, theirs):
    scale = pd.Series(column_ranges(ours))
    numbers = [(frame[scale.index] / scale).to_numpy() for frame in (theirs, ours)]
    codes = [frame.drop(columns=scale.index).apply(lambda c: c.map(ord)).to_numpy(float) for frame in (theirs, ours)]
    distances = cdist(*numbers, metric="cityblock")
    distances += cdist(*codes, metric="hamming") * codes[0].shape[1]
    return distances.min(axis=1) / ours.shape[1]


def measured(job):
    """Return what the job returns, seconds of the processor and of the clock, and (in a second run) the peak in MB."""
    busy, clock = process_time(), perf_counter()
    found = job()
    busy, clock = process_time() - busy, perf_counter() - clock
    tracemalloc.start()
    job()
    peak = tracemalloc.get_traced_memory()[1] / 1e6
    tracemalloc.stop()
    return found, busy, clock, peak


def main(rows=50_000):
    ours, theirs = mixed(5000), mixed(5000)
    jobs = {
        "DCR": lambda: dcr(ours, theirs, direction="synthetic to confidential"),
        "cdist": lambda: rival(ours, theirs),
    }
    results = {}
    print(f"{'5,000 x 5,000 rows, 6 + 4 columns':36} {'processor':>10} {'clock':>8} {'peak':>9}")
    for name, job in jobs.items():
        results[name] = measured(job)
        print("{:36} {:8.2f} s {:6.2f} s {:6.1f} MB".format(name, *results[name][1:]))
    same = np.abs(results["DCR"][0] - results["cdist"][0]).max()
    print(f"largest difference {same:.1e}")

    frames = [people(rows) for _ in range(3)]
    last = [perf_counter()]

    def progress(done, total, what):
        now = perf_counter()
        print(f"{now - last[0]:30.1f} s   {done}/{total} {what}")
        last[0] = now

    busy, clock = process_time(), perf_counter()
    scorecard(
        *frames, rng=RNG, keys=["age", "owner", "b"], sensitive=["a", "income"], target="income", progress=progress)
    busy, clock = process_time() - busy, perf_counter() - clock
    print(f"{f'scorecard of {rows:,} x {frames[0].shape[1]}':36} {busy:8.2f} s {clock:6.2f} s")
    return int(results["DCR"][1] > 2 or same > 1e-11 or busy > 60)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
