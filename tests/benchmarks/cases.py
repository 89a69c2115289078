"""How fast the releases of lesson 13 are, beside the same with OpenDP and dp_accounting.

    .venv/bin/python tests/benchmarks/cases.py        (Windows: .venv\\Scripts\\python)

Processor seconds, each the least of several runs. Goals on a quiet machine, as ratios in the same run: a count and a histogram of
the course at least 5 times as fast as OpenDP's (which buys exact digits for it), a mean twice as fast, and the bill of 100 Laplace
releases not slower than dp_accounting's. Every picture of the lesson moves in 50 ms at most. The program ends with 1 if a goal is missed.
"""

import inspect
import sys
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import dp_accounting as da
import numpy as np
import opendp.prelude as dp
from dp_accounting.pld.pld_privacy_accountant import PLDAccountant

from coursekit.accounting.bills import compose_exact
from coursekit.cases import file_pictures, phone_pictures, pictures, table_pictures
from coursekit.cases.questions import ANNOUNCEMENTS
from coursekit.data import deployments, diamonds, penguins
from coursekit.mechanisms.additive import geometric_mechanism, private_mean

dp.enable_features("contrib")
RNG = np.random.default_rng(1)


def seconds(job, repeats):
    times = []
    for _ in range(repeats):
        start = process_time()
        job()
        times.append(process_time() - start)
    return min(times)


def recipes():
    """Each release twice: ours, and OpenDP's with the recipe made beforehand; both from the raw values."""
    birds, cuts = penguins(), diamonds()["cut"]
    adelie, mass = [s for s in birds["species"] if s == "Adelie"], birds["body_mass_g"].dropna()
    texts = dp.vector_domain(dp.atom_domain(T=str)), dp.symmetric_distance()
    numbers = dp.vector_domain(dp.atom_domain(T=float, nan=False), size=342), dp.symmetric_distance()
    count = texts >> dp.t.then_count() >> dp.m.then_laplace(scale=10.0)
    mean = numbers >> dp.t.then_clamp((2000.0, 7000.0)) >> dp.t.then_mean() >> dp.m.then_laplace(scale=30.0)
    levels, named, listed = list(cuts.cat.categories), cuts.astype(str).tolist(), mass.tolist()
    cells = texts >> dp.t.then_count_by_categories(levels, null_category=False) >> dp.m.then_laplace(10.0)
    yield "count", 10, lambda: geometric_mechanism(len(adelie), epsilon=0.1, rng=RNG), lambda: count(adelie)
    ours = {"low": 2000, "high": 7000, "epsilon": 0.5, "rng": RNG}
    yield "mean", 10, lambda: private_mean(mass.to_numpy(), **ours), lambda: mean(listed)
    yield "histogram", 3, lambda: geometric_mechanism(cuts.value_counts(sort=False).to_numpy(), epsilon=0.1, rng=RNG), lambda: cells(named)
    bill = lambda: PLDAccountant().compose(da.LaplaceDpEvent(10.0), 100).get_epsilon(1e-6)
    yield "bill", 3, lambda: compose_exact(k=100, epsilon=0.1, delta=1e-6), bill


def main():
    missed = False
    for name, repeats, ours, theirs in recipes():
        a, b = seconds(ours, 20 * repeats), seconds(theirs, repeats)
        goal = {"mean": 2, "bill": 1}.get(name, 5)
        missed |= b < goal * a
        print(f"{name:10} ours {a * 1e6:10.1f} µs   library {b * 1e6:10.1f} µs   x {b / a:6.1f}, goal {goal}")
    settings = [
        (pictures.secrets(), [{"secret": s} for s in ("her block", "her race")]),
        (phone_pictures.days(), [{"secret": "in town all month", "days": k} for k in (1, 30)]),
        (phone_pictures.periods(), [{"lasts": time} for time in phone_pictures.LASTS]),
        (file_pictures.entries(), [{"epsilon": e} for e in (0.01, 8)]),
        (file_pictures.incomes(), [{"smoothing": s, "file": 1} for s in (100, 5000)]),
        (table_pictures.ten_questions(list(ANNOUNCEMENTS)), [{"announcement": name} for name in ANNOUNCEMENTS]),
        (table_pictures.releases(deployments()), [{"order": o} for o in table_pictures.ORDERS]),
    ]
    for picture, stops in settings:
        drawn = {"rng": RNG} if "rng" in inspect.signature(picture.move).parameters else {}
        times = []
        for _ in range(10):
            for stop in stops:
                start = process_time()
                picture.move(**stop, **drawn)
                picture.png()
                times.append(process_time() - start)
        middle = float(np.median(times))
        missed |= middle > 0.05
        print(f"{picture.figure.axes[-1].get_title() or picture.figure.axes[0].get_title():60} {1e3 * middle:5.1f} ms, goal 50")
    return missed


if __name__ == "__main__":
    sys.exit(main())
