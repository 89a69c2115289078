"""How fast TopDown is: the non-negative step beside OSQP and by size, with its scratch memory; rounding; a knob's whole path.

    .venv/bin/python tests/benchmarks/topdown.py [most cells]        (Windows: .venv\\Scripts\\python)

Processor seconds, the least of several runs. On a quiet machine the non-negative step should take at most 40 ns a cell
from 100,000 to 10,000,000 cells, with scratch memory that does not grow with them (but for lists of nodes), and, for
families of 90 as in the lesson, be at least 100 times as fast as OSQP (tolerance 1e-9, polished), and 15 times (30 for
36,000 cells) where totals of nodes are kept as well (OSQP at 1e-12); all answers should differ by less than 1e-9, and a knob with 8,100 blocks x 8 cells take at
most 20 ms. The program ends with 1 if any does not hold. OSQP is in the test extras (``pip install -e ".[test]"``).
"""

import sys
import tracemalloc
from pathlib import Path
from time import perf_counter, process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np
import osqp
from scipy import sparse

from coursekit.topdown.hierarchy import firsts, regular, skewed_counts
from coursekit.topdown.invariants import Invariants, node_totals
from coursekit.topdown.pipeline import topdown
from coursekit.topdown.projection import project
from coursekit.topdown.rounding import round_controlled

CELLS = 8


def least(job, repeats):
    """The least processor seconds, and those on the clock of the same run."""
    times = []
    for _ in range(repeats):
        busy, clock = process_time(), perf_counter()
        job()
        times.append((process_time() - busy, perf_counter() - clock))
    return min(times)


def families(cells, siblings, rng):
    """Noisy counts of nodes x 8 cells with parents that have `siblings` children each, and the parents' true counts."""
    nodes = cells // CELLS // siblings * siblings
    truth = rng.poisson(3, (nodes, CELLS))
    noisy = truth + np.rint(rng.normal(scale=3, size=truth.shape)).astype(np.int64)
    parent = np.repeat(np.arange(nodes // siblings), siblings)
    return truth, noisy, parent, np.add.reduceat(truth, firsts(parent), axis=0)


def by_osqp(noisy, parent, sums, kept=None):
    """Return a function that solves the same problem, all families at once; the set-up is part of the time."""
    cell = np.arange(noisy.size)
    number = (parent[:, None] * CELLS + np.arange(CELLS)).ravel()
    rows = [sparse.csc_matrix((np.ones(noisy.size), (number, cell)))]
    sides = [sums.ravel()]
    if kept is not None:
        rows.append(sparse.csc_matrix((np.ones(noisy.size), (np.repeat(np.arange(len(noisy)), CELLS), cell))))
        sides.append(kept)
    a = sparse.vstack([*rows, sparse.eye(noisy.size)], format="csc")
    low, high = np.r_[*sides, np.zeros(noisy.size)], np.r_[*sides, np.full(noisy.size, np.inf)]
    eps = 1e-9 if kept is None else 1e-12  # where sums of nodes are kept, polishing fails

    def solve():
        solver = osqp.OSQP()
        solver.setup(sparse.eye(noisy.size, format="csc"), -noisy.ravel().astype(float), a, low, high, eps_abs=eps, eps_rel=eps,
                     max_iter=200_000, polishing=True, verbose=False)  # fmt: skip
        return solver.solve(raise_error=True).x.reshape(noisy.shape)

    return solve


def rivals(rng):
    """Ours beside OSQP; yield a line and whether it holds."""
    cases = [(12_000, 90, False), (36_000, 90, False), (36_000, 10, False), (100_000, 10, False)]
    for cells, siblings, both_ways in [*cases, (12_000, 10, True), (36_000, 10, True), (36_000, 90, True)]:
        truth, noisy, parent, sums = families(cells, siblings, rng)
        totals = truth.sum(axis=1) if both_ways else None
        ours = least(lambda n=noisy, p=parent, s=sums, t=totals: project(n, p, s, totals=t), 30)[0]
        solve = by_osqp(noisy, parent, sums, truth.sum(axis=1) if both_ways else None)
        answer = []
        theirs = least(lambda solve=solve, answer=answer: answer.append(solve()), 3)[0]
        off = np.abs(answer[-1] - project(noisy, parent, sums, totals=totals)).max()
        ratio, least_ratio = theirs / ours, (15 if cells < 36_000 else 30) if both_ways else 100
        held = off < 1e-9 and (ratio >= least_ratio or siblings < 90 and not both_ways)
        kind = "sums of families and nodes" if both_ways else "sums of families"
        yield (f"{noisy.size:>11,} cells, {siblings} siblings, {kind}: ours {ours * 1e3:8.2f} ms, OSQP {theirs * 1e3:9.1f} ms, "
               f"ratio {ratio:6.0f}, differ by {off:.1e}"), held  # fmt: skip


def sizes(most, rng):
    """Time and memory by size; yield lines and whether they hold, and at the end the exponent of growth."""
    taken = []
    for cells in [n for n in (100_000, 300_000, 1_000_000, 3_000_000, 10_000_000) if n <= most]:
        for siblings in (10, 90):
            _, noisy, parent, sums = families(cells, siblings, rng)
            busy, clock = least(lambda n=noisy, p=parent, s=sums: project(n, p, s), 9 if cells < 10**6 else 3)
            tracemalloc.start()
            result = project(noisy, parent, sums)
            # what grows with the places (parents and sums, 1/8 of the cells or less) is counted apart from the cells' scratch
            scratch = (tracemalloc.get_traced_memory()[1] - result.nbytes) / 2**20
            tracemalloc.stop()
            rounding = least(lambda r=result, p=parent, s=sums: round_controlled(r, p, s, rng=rng), 3)[0]
            taken.append((siblings, noisy.size, busy))
            each = busy / noisy.size * 1e9
            line = (f"{noisy.size:>11,} cells, {siblings} siblings: {each:5.1f} ns a cell ({clock / noisy.size * 1e9:5.1f} on the clock), "
                    f"scratch {scratch:5.1f} MB, {scratch * 2**20 / noisy.size:4.1f} bytes a cell")  # fmt: skip
            yield f"{line}; rounding {rounding / noisy.size * 1e9:5.1f} ns", each <= 40
    for siblings in (10, 90):
        size, time = np.log([row[1:] for row in taken if row[0] == siblings]).T
        if len(size) > 1:
            slope = np.polyfit(size, time, 1)[0]
            yield f"growth with {siblings} siblings: cells to the power of {slope:.3f}", slope < 1.1


def knobs():
    """The whole path of a knob: measure, project, round, check."""
    tree = regular(["state", "county", "tract", "block"], [10, 9, 90])
    counts = skewed_counts(tree, persons=400_000, cells=CELLS, skew=1, rng=np.random.default_rng(1))
    known = Invariants(totals=node_totals(tree, counts, ["state"]))
    for name, settings in (("geometric", {"epsilon": 4}), ("discrete Gaussian", {"rho": 2}),
                           ("geometric, totals measured too", {"epsilon": 4, "query_shares": {"detailed": 0.9, "total": 0.1}})):  # fmt: skip
        settings |= {"shares": [0.1, 0.2, 0.3, 0.4], "invariants": known}
        busy, clock = least(lambda s=settings: topdown(tree, counts, rng=np.random.default_rng(3), **s), 9)
        yield f"{counts.size:>11,} cells, {name}: {busy * 1e3:5.1f} ms ({clock * 1e3:5.1f} on the clock)", busy <= 0.02 or "totals" in name


def main(most):
    rng, missed = np.random.default_rng(1), 0
    parts = [("The non-negative step beside OSQP", rivals(rng)),
             ("The non-negative step and rounding by size", sizes(most, rng)), ("A knob: 8,100 blocks x 8 cells", knobs())]  # fmt: skip
    for title, lines in parts:
        print(title)
        for line, held in lines:
            missed += not held
            print(f"  {line}{'' if held else '   MISSED'}", flush=True)
    return missed > 0


if __name__ == "__main__":
    sys.exit(main(int(float(sys.argv[1])) if len(sys.argv) > 1 else 10**7))
