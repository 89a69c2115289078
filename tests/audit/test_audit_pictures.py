"""Pictures of `coursekit.audit`; the head of `pictures_tests` says what the names mean."""

import itertools
import re

import numpy as np
from pictures_tests import *

from coursekit import audit
from coursekit.audit import algorithms, areas, bound_pictures, exact, ruth_pictures

COUNTRY = areas.simulate_counts(800_000, children=20, rng=np.random.default_rng(1))
LOSSES = np.random.default_rng(1).random((2, 50))
PATHS = {
    e: tuple(
        np.rint(algorithms.raked_path(people, area=0, runs=5000, epsilon=e, rng=np.random.default_rng(s))) - [table.flat[0] for table in areas.totals(COUNTRY)]
        for s, people in enumerate((areas.neighbour(COUNTRY, enters=0), COUNTRY))
    )
    for e in (0.5, 4.0)
}
ONCE, COPIED = bound_pictures.PROGRAMS[0], bound_pictures.PROGRAMS[-1]
SETTINGS = {
    "ruth_pictures.clouds": [{"epsilon": e, "promised": p} for e, p in itertools.product((0.025, 0.2), (ruth_pictures.OWN, ruth_pictures.SAME))],
    "ruth_pictures.largest": [{"runs": n} for n in (1000, 100, 100_000)],
    "ruth_pictures.cheat": [{"program": p, "others": n} for p, n in itertools.product((ruth_pictures.HONEST, ruth_pictures.CHEATING), (0, 8))],
    "pictures.figure_one": [
        {"epsilon": e, "parts": p, "levels": j, "mean": m, "areas": n}
        for e, p, j, m, n in (
            (0.025, 4, 3, 100, 9261), (0.01, 16, 5, 1, 1000), (0.5, 1, 1, 1000, 97_336), (0.01, 1, 1, 1, 1000), (0.5, 16, 5, 1, 97_336), (0.025, 4, 3, 1, 9261),
        )
    ],
    "pictures.lens": [
        {"epsilon": e, "bandwidth": b, "unit": u, "percentile": p, "factor": f}
        for (e, f), p, (b, u) in itertools.product(((0.02, 0.5), (1.0, 4.0)), (80, 99.9), ((0.02, "sd"), (1.0, "sd"), (0.02, "persons"), (1.0, "persons")))
    ],
    "pictures.maxima": [{"algorithm": a, "areas": n} for a, n in itertools.product(("GDPC", "RDPC", "ADPC"), (1000, 9261))],
    "bound_pictures.levels_read": [{"epsilon": e, "runs": n, "above": k} for e, n, k in itertools.product((0.5, 4.0), (1000, 5000), (1, 3))],
    "bound_pictures.intervals": [{"epsilon": e, "runs": n} for e, n in itertools.product((0.1, 2.0), (100, 20_000))],
    "bound_pictures.coin_flips": [
        {"program": p, "epsilon": e, "abstain": k} for p, e, k in itertools.product(bound_pictures.PROGRAMS, (0.1, 1.0), (0, 4))
    ],
}
ARGUMENTS = {
    "pictures.lens": {"counts": COUNTRY},
    "pictures.maxima": {
        "found": {(a, n): (0.025 + 0.01 * LOSSES[0] + n / 1e6, 0.025 + 0.001 * LOSSES[1]) for a, n in itertools.product(("GDPC", "RDPC", "ADPC"), (1000, 9261))},
        "epsilon": 0.025,
    },
    "bound_pictures.levels_read": {"sides": PATHS},
    "bound_pictures.coin_flips": {"counts": COUNTRY},
}


def test_readings_of_flaxmans_figure_say_what_the_exact_laws_say(make):
    # Fixed seed. At 97,336 areas the middle has an sd of under 1% (measured over 100 runs); 5 points allow for more than 4 of them and the bias.
    figure, frame = make("pictures.figure_one"), {"mean": 100, "areas": 97_336}
    for parts, levels, expected in ((4, 3, (100, 50, 25)), (16, 1, (100, 25, 50)), (1, 3, (100, 100, 25))):
        text = moved(figure, epsilon=0.025, parts=parts, levels=levels, **frame).text
        shares = [int(share) for share in re.search(r"\((\d+)%, (\d+)%, (\d+)% of the promise\)", text).groups()]
        assert np.abs(np.subtract(shares, expected)).max() <= 5
    curves, (once, averaged, raked) = figure.moving[2:5], figure.moving[5:8]
    heights = [line.get_ydata()[0] for line in (once, averaged, raked)]
    assert np.allclose(heights, [0.025, 0.025, 0.1]) and all(curve.get_xdata().max() > 100 for curve in curves)
    lens, seen = make("pictures.lens"), []
    for values in SETTINGS["pictures.lens"]:
        text, e = moved(lens, **values).text, values["epsilon"]
        edge = int(re.search(r"K = (\d+)", text)[1])
        true = exact.exact_loss(edge, epsilon=e, parts=4)
        assert f"rises to {true:.3g}, {true / e:.0%} of ε" in text
        seen.append(true / e)
        assert edge < lens.figure.axes[0].get_xlim()[1], "where we stop looking is in the picture"
    assert min(seen) < 0.5 < 0.9 < max(seen) < 1, "one half is where one looks"


def test_clouds_are_alike_where_the_promises_are_not(make):
    # Fixed seeds. A 90% point of 9,261 areas has an sd of about 2%; "raked" errors of one run share the noise of their parents.
    clouds = make("ruth_pictures.clouds")
    told = lambda promised: [int(x) for x in re.findall(r"±(\d+)", moved(clouds, epsilon=0.025, promised=promised).text)]
    own, same = told(ruth_pictures.OWN), told(ruth_pictures.SAME)
    assert max(own) < 1.12 * min(own) and abs(own[0] - np.log(10) / 0.025) < 6, "a two-sided geometric law leaves a tenth beyond ln 10 / ε"
    assert own[0] == same[0] and 1.8 < same[1] / same[0] < 2.2 and same[2] / same[0] > 3.5


def test_the_largest_estimate_is_luck_and_dwindles(make):
    largest, far = make("ruth_pictures.largest"), {}
    for n in (1000, 100_000):
        told = [moved(largest, seed=seed, runs=n).text for seed in range(30)]
        far[n] = [float(re.search(r"estimate is ([\d.]+)", text)[1]) for text in told]
    assert min(far[1000]) > 0.3 and np.mean(far[1000]) > 0.8, "of forty estimates the largest is far above .1"
    assert 0.1 < np.mean(far[100_000]) < 0.25
    assert moved(largest, runs=1000).truth == round(far[1000][0], 1)


def test_only_an_empty_area_convicts_the_cheat(make):
    cheat = make("ruth_pictures.cheat")
    proved = lambda **values: float(re.search(r"at least ([\d.]+\d)", moved(cheat, **values).text)[1])
    for program, others in itertools.product((ruth_pictures.HONEST, ruth_pictures.CHEATING), (0, 3)):
        caught = program == ruth_pictures.CHEATING and others == 0
        assert (proved(program=program, others=others) > 5) == caught == ("convicted" in moved(cheat, program=program, others=others).text)


def test_readings_of_audits_say_what_the_definitions_say(make):
    coins, epsilons = make("bound_pictures.coin_flips"), (0.5, 1.0)
    for e in epsilons:  # 8000 coins: the share of right guesses has an sd of half a percent
        reading = moved(coins, program=ONCE, epsilon=e, abstain=0)
        assert abs(float(re.search(r"([\d.]+)%", reading.text)[1]) - 100 / (1 + np.exp(-e))) < 2.5 and "of 8,000 guesses" in reading.text
        assert reading.truth == round(reading.truth, 2) and abs(reading.truth - 1 / (1 + np.exp(-e))) < 0.03
        squares = coins.moving[0].get_facecolor()
        assert 0.4 < np.mean(squares[:, 1] > squares[:, 0]) < 0.95, "green where the guess was right, red elsewhere"
    text = moved(coins, program=COPIED, epsilon=1.0, abstain=0).text
    assert "100.0%" in text and text.endswith("A leak.")
    squares = coins.moving[0].get_facecolor()
    assert (squares[:, 1] > squares[:, 0]).all(), "without noise, every guess is right"
    assert "nobody is left to guess about" in moved(coins, program=COPIED, epsilon=1.0, abstain=1).text
    told = [moved(coins, seed=seed, program=ONCE, epsilon=0.5, abstain=0).text for seed in range(60)]
    luck = [int(re.search(r"1 run in (\d+)", text)[1]) for text in told if "A leak" in text]
    assert 0 < len(luck) <= 10 and min(luck) >= 20, "an honest mechanism is accused in 5% of the runs; more than 10 of 60 have a chance of 1e-4"
    few = [moved(coins, seed=seed, program=ONCE, epsilon=1.0, abstain=6).text for seed in range(20)]
    assert not any("-" in text for text in few), "no loss below 0"
    read = make("bound_pictures.levels_read")
    for values in SETTINGS["bound_pictures.levels_read"]:
        text, runs = moved(read, **values).text, values["runs"]
        hits = [int((side[:runs] >= values["above"]).all(axis=1).sum()) for side in PATHS[values["epsilon"]]]
        bound = audit.loss_bound(hits[0], runs, hits[1], runs).low / values["epsilon"]
        assert f"and {max(bound, 0):.2f} ε from all 4 levels" in text and bound < 1
    leaf, whole = (float(x) for x in re.findall(r"([\d.]+) ε from", moved(read, epsilon=4.0, runs=5000, above=1).text))
    assert leaf < 0.25 and whole > 0.75, "one quarter is what one level sees"
    intervals = make("bound_pictures.intervals")
    typical = [float(re.search(r"proves ([\d.]+\d)", moved(intervals, epsilon=2.0, runs=n).text)[1]) for n in (1000, 20_000)]
    assert 1.5 < typical[0] < typical[1] < 2
    assert "A typical audit proves nothing." in moved(intervals, epsilon=0.1, runs=100).text
    high = [[int(x) for x in re.findall(r"(\d+) of 40", moved(intervals, seed=seed, epsilon=0.5, runs=1000).text)] for seed in range(20)]
    points, bounds = np.sum(high, axis=0)
    # 800 audits: a bound is too high with a chance of 5% at most, a point estimate with one of one half; 5 sd each
    assert abs(points - 400) < 71 and bounds < 40
