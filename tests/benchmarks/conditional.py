"""How long tables with exact totals take, beside the same done otherwise, in the same run.

    .venv/bin/python tests/benchmarks/conditional.py        (Windows: .venv\\Scripts\\python)

Each row names its rival; on a quiet machine the least ratios below should hold, and the program ends with 1 if one does
not. Times are the processor's, the least of several. Beside them stand the aims in milliseconds on the machine on which
they were set, for information. The first row is not about time alone: it compares how many *effective* draws a second the
exact sampler and the talk's walk give, the walk's counted by the autocorrelation of all 46 counts (their median).
"""

import sys
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np
import osqp
from scipy import sparse

from coursekit import conditional

RNG = np.random.default_rng(1)
TOWN, KEPT = conditional.town(), conditional.totals("sexes and minors")
LAW = {"truth": TOWN, "kept": KEPT, "epsilon": 0.5}
NOISY = conditional.keep_if_it_fits(**LAW, tries=2_000, rng=RNG)[0].astype(float)


def drawn(tables):
    """Chances first, then the draws: nothing is kept from one call to the next."""
    return conditional.FittingTable(**LAW).draw(size=tables, rng=RNG)


def walked(steps):
    return conditional.try_and_stay(**LAW, proposal=0.6, steps=steps, rng=RNG)


def walked_step_by_step(steps):
    """The rival: the talk's algorithm as it is written, a step at a time."""
    solved = list(conditional.SOLVED)
    free, q = np.setdiff1d(np.arange(46), solved), 1 - np.exp(-0.6)
    inverse, here, old = np.linalg.inv(KEPT[:, solved]), TOWN, 0.0
    for _ in range(steps):
        noise = RNG.geometric(q, 43) - RNG.geometric(q, 43)
        table = TOWN.copy()
        table[free] += noise
        table[solved] = np.rint(inverse @ (KEPT @ TOWN - KEPT[:, free] @ table[free]))
        new = 0.6 * abs(noise).sum() - 0.5 * abs(table - TOWN).sum()
        if (table >= 0).all() and np.log(RNG.random()) < new - old:
            here, old = table, new
    return here


def drawn_one_by_one(tables):
    """The rival: the same way backwards, a table and a count at a time."""
    law = conditional.FittingTable(**LAW)
    for _ in range(tables):
        sums = law._sums[RNG.choice(len(law._sums), p=np.exp(law._log_free - law._log_weight))]
        for (cells, weights, (partial, _)), left in zip(law._laws, sums):
            for k in range(len(cells) - 1, 0, -1):
                chances = weights[k, : left + 1] * partial[k - 1, left::-1]
                left -= RNG.choice(left + 1, p=chances / chances.sum())


def bent(tables):
    return conditional.bend(NOISY[:tables], TOWN, KEPT)


def bent_by_osqp(tables):
    """The rival: a quadratic program for each table, to about the same accuracy."""
    rules = sparse.csc_matrix(np.vstack([KEPT, np.eye(46)]))
    low, high = np.r_[KEPT @ TOWN, np.zeros(46)], np.r_[KEPT @ TOWN, np.full(46, np.inf)]
    for one in NOISY[:tables]:
        solver = osqp.OSQP()
        solver.setup(sparse.eye(46, format="csc"), -one, rules, low, high, verbose=False, eps_abs=1e-9, eps_rel=1e-9)
        solver.solve(raise_error=False)


def every_loss(_):
    return conditional.FittingTable(**LAW).losses


def losses_one_by_one(moves):
    """The rival: the whole law once more for each move."""
    pairs = conditional.moves(TOWN, KEPT)
    for i, j in pairs[:: len(pairs) // moves][:moves]:
        after = TOWN.copy()
        after[[i, j]] += [-1, 1]
        conditional.FittingTable(**LAW | {"truth": after}).log_chance  # noqa: B018


# name: our job and how much of it, the rival and how much of it, aim in ms, least ratio of times for as much of it
ROWS = {
    "chances and 2,000 tables, one by one": (drawn, 2_000, drawn_one_by_one, 40, 25, 20),
    "20,000 steps of the walk, step by step": (walked, 20_000, walked_step_by_step, 1_000, 48, 20),
    "2,000 tables bent, one by one with OSQP": (bent, 2_000, bent_by_osqp, 20, 16, 50),
    "losses of 708 moves, move by move": (every_loss, 708, losses_one_by_one, 40, 40, 5),
}


def least(job, size, repeats):
    times = []
    for _ in range(repeats):
        start = process_time()
        job(size)
        times.append(process_time() - start)
    return min(times) * 1e3


def effective():
    """Return effective draws a second: exact (the building of the chances included), and of the walk."""
    steps, exact = 400_000, 20_000
    seconds = least(walked, 20_000, 5) / 20_000 * steps / 1e3
    tables = walked(steps).tables
    worth = np.median([conditional.effective_draws(tables[:, k]) for k in range(46)])
    return exact / (least(drawn, exact, 5) / 1e3), worth / seconds, worth / steps * 10_000


def main():
    ours, theirs, worth = effective()
    missed = int(ours < 250 * theirs)
    told = f"{ours:9,.0f} a second, the walk {theirs:7,.0f}: {ours / theirs:6,.0f} times, goal 250{', MISSED' * missed}"
    print(f"{'effective draws, exact and by the walk':44}{told}")
    print(f"{'':44}10,000 steps of the walk are worth {worth:.0f} independent draws")
    for name, (job, size, rival, less, aim, ratio) in ROWS.items():
        ours = least(job, size, 9)
        theirs = least(rival, less, 2) * size / less
        is_missed = theirs < ratio * ours
        missed += is_missed
        told = f"{ours:7.2f} ms (aim {aim:2})   rival {theirs:9.0f} ms: {theirs / ours:6.0f} times"
        print(f"{name:44}{told}, goal {ratio:3g}{', MISSED' * is_missed}")
    return missed > 0


if __name__ == "__main__":
    sys.exit(main())
