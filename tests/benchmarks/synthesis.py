"""How long synthesis takes: 50,000 mixed rows, the tables that knobs use, and rivals for the draw of donors in the same run.

    .venv/bin/python tests/benchmarks/synthesis.py [rows]        (Windows: .venv\\Scripts\\python)

Goals on a quiet machine: 50,000 rows of 10 columns with trees below 20 s; the 146 Adelie penguins below 60 ms with trees and
20 ms with regressions (medians). Donors are drawn from the leaves of one tree three ways: ours, all rows at once; pandas, a
groupby-apply over leaves; a Python loop over rows. The program ends with 1 if a goal is missed or a rival is faster.
"""

import sys
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np
import pandas as pd

from coursekit import data
from coursekit.synthesis.combining import coverage
from coursekit.synthesis.conditionals import Tree
from coursekit.synthesis.noisy_tables import private_synthesis
from coursekit.synthesis.synthesizers import copies, synthesize
from coursekit.synthesis.variables import variable

RNG = np.random.default_rng(1)


def mixed(n):
    """Ten columns: numbers with gaps, integers, dates, 200 towns, ordered and other categories, booleans."""
    x = RNG.normal(size=n)
    return pd.DataFrame({
        "sex": RNG.choice(["female", "male"], size=n),
        "town": np.char.add("town ", RNG.integers(200, size=n).astype(str)),
        "age": np.clip(45 + 18 * x, 0, 99).astype(int),
        "income": np.where(RNG.random(n) < 0.1, np.nan, RNG.lognormal(10 + 0.3 * x, 0.6)),
        "hours": np.clip(RNG.normal(38 - 2 * x, 8), 0, 80).round(1),
        "school": pd.Categorical.from_codes(RNG.integers(5, size=n), categories=list("abcde"), ordered=True),
        "sector": RNG.choice(list("ABCDEFGHIJKLMNOPQRST"), size=n),
        "moved": pd.Timestamp("2000-01-01") + pd.to_timedelta(RNG.integers(9000, size=n), unit="D"),
        "owner": RNG.random(n) < 1 / (1 + np.exp(-x)),
        "weight": RNG.gamma(2, 500, size=n),
    })  # fmt: skip


def seconds(job, repeats):
    """The median time of a job, and its last result."""
    times = []
    for _ in range(repeats):
        start = perf_counter()
        result = job()
        times.append(perf_counter() - start)
    return np.median(times), result


def in_pandas(donors, leaf_of_donor, leaf):
    """The rival: one draw for each leaf, by groupby-apply."""
    pools = donors.groupby(leaf_of_donor)
    asked = pd.Series(leaf)

    def some(rows):
        return pools.get_group(rows.iloc[0]).sample(len(rows), replace=True, random_state=RNG).to_numpy()

    return asked.groupby(asked).transform(some)


def in_a_loop(donors, leaf_of_donor, leaf):
    """The textbook: for each row, look for the rows of its leaf and choose one."""
    return [RNG.choice(donors[leaf_of_donor == each]) for each in leaf]


def main(n):
    missed, frame = False, mixed(n)
    synthesize(mixed(100).drop(columns=["town", "sector"]), rng=RNG, methods="parametric")  # imports are not counted
    print(f"{n:,} rows x {frame.shape[1]} columns, mixed")
    for method, goal in (("cart", 20 * n / 50_000), ("parametric", None), ("sample", None)):
        methods = method
        if method == "parametric":  # 20 classes by 200 towns would be 4,000 coefficients
            methods = {**dict.fromkeys(frame, method), "town": "sample", "sector": "cart"}
        took, made = seconds(lambda methods=methods: synthesize(frame, rng=RNG, methods=methods), 1)
        missed |= goal is not None and took > goal
        print(f"  {method:12}{took:8.2f} s" + (f"   goal {goal:g} s" if goal else ""))
    took, share = seconds(lambda: copies(frame, made), 1)
    print(f"  {'copies':12}{took:8.2f} s   ({share:.1%} of the last one)")
    domain = {"sex": ["female", "male"], "school": list("abcde"), "sector": list("ABCDEFGHIJKLMNOPQRST")}
    edges, parents = {"age": range(0, 101, 10)}, {"sector": ["school"]}
    asked = {"epsilon": 1, "rng": RNG, "domain": domain, "edges": edges, "parents": parents}
    took, _ = seconds(lambda: private_synthesis(frame[["sex", "age", "school", "sector", "owner"]], **asked), 3)
    print(f"  {'private':12}{took:8.2f} s   (five columns)")

    birds = data.penguins().query("species == 'Adelie'")[["sex", "bill_length_mm", "flipper_length_mm", "body_mass_g"]].dropna()
    print("146 Adelie penguins")
    for columns in (3, 4):
        for method, goal in (("cart", 60), ("linear", 20), ("sample", None)):
            took, _ = seconds(lambda c=columns, m=method: synthesize(birds.iloc[:, :c], rng=RNG, methods=m), 31)
            missed |= goal is not None and took * 1e3 > goal
            print(f"  {columns} columns, {method:8}{took * 1e3:8.2f} ms" + (f"   goal {goal} ms" if goal else ""))
    took, _ = seconds(lambda: coverage(rule="minus", m=5, runs=1000, n=200, rng=RNG), 3)
    missed |= took > 1
    print(f"  coverage, 1,000 runs {took * 1e3:5.0f} ms   goal 1000 ms")

    predictors = [variable(name, frame[name]) for name in ("age", "sector", "hours")]
    model = Tree(variable("weight", frame["weight"]), predictors, min_leaf=5, rng=RNG)
    leaf, donors = model._tree.apply(model._features(predictors)), frame["weight"].to_numpy()
    ours, _ = seconds(lambda: donors[model._donors[model._start[leaf] + RNG.integers(model._size[leaf])]], 5)
    pandas, _ = seconds(lambda: in_pandas(frame["weight"], leaf, leaf), 1)
    some = leaf[: max(1, n // 50)]
    loop = seconds(lambda: in_a_loop(donors, leaf, some), 1)[0] * n / len(some)
    print(f"{n:,} donors from {len(np.unique(leaf)):,} leaves")
    print(f"  ours{ours * 1e3:12.2f} ms\n  pandas{pandas * 1e3:10.0f} ms   x {pandas / ours:,.0f}")
    print(f"  loop{loop * 1e3:12.0f} ms   x {loop / ours:,.0f}   (from {len(some):,} rows)")
    return bool(missed or ours > min(pandas, loop))


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 50_000))
