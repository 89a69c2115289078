"""Pictures: sharp, still where nothing moves, and saying what the mathematics says."""

import functools
import importlib
import inspect
import io
import itertools
import pkgutil
import re

import coursekit
import numpy as np
import pandas as pd
import pytest
from PIL import Image
from scipy.special import ndtri

from coursekit import attacks, audit, data, local, mechanisms, plots, risk, topdown
from coursekit.audit import algorithms, areas, exact
from coursekit.topdown import bias
from coursekit.risk import scorecards as scorecard
from coursekit.utility import tax_system as taxes, utility_report
from coursekit.plots.pixels import Number
from coursekit.topdown.hierarchy import regular, skewed_counts
from coursekit.topdown.invariants import Invariants, node_totals
from coursekit.local.protocols import RandomizedResponse
from coursekit.attacks import pictures as town

ROOMS = sorted({path for path in (name.removeprefix("coursekit.") for _, name, _ in pkgutil.walk_packages(coursekit.__path__, "coursekit.")) if path.endswith("pictures")})
SETTINGS = {
    ("mechanisms.count_pictures", "releases"): [{"epsilon": e} for e in (0.05, 0.1, 5.0)],
    ("local.pictures", "belief_and_error"): [
        {"p": p, "share": s, "n": n} for p, s, n in itertools.product((0.51, 0.75, 0.99), (0.01, 0.6), (10, 1000, 1_000_000))
    ],
    ("local.pictures", "clipped"): [{"epsilon": e, "share": s, "n": n} for e, s, n in itertools.product((0.1, 1.0, 10.0), (0.0, 0.5), (10, 10_000))],
    ("local.pictures", "which_protocol"): [{"epsilon": e, "d": d} for e, d in itertools.product((0.2, 5.0), (2, 64))],
    ("local.pictures", "local_or_central"): [{"epsilon": e, "n": n} for e, n in itertools.product((0.1, 5.0), (1000, 1_000_000))],
    ("local.pictures", "asked_again"): [{"p": p, "years": t} for p, t in itertools.product((0.51, 0.95), (1, 60))],
    ("mechanisms.pictures", "two_hills"): [
        {"noise": kind, "epsilon": e, "delta": d, "sensitivity": s, "threshold": t}
        for kind, (e, d, s, t) in itertools.product(("Laplace", "geometric", "Gaussian"), ((0.05, 1e-9, 10, -20), (5.0, 0.1, 1, 30), (1.0, 1e-2, 2, 5)))
    ],
    ("mechanisms.pictures", "deltas"): [{"sd": s, "epsilon": e} for s, e in itertools.product((0.5, 30.0), (0.01, 10.0))],
    ("mechanisms.pictures", "newcomer"): [{"income": x} for x in (20_000, 1_000_000_000)],
    ("mechanisms.pictures", "errors"): [{"epsilon": e, "delta": d, "count": 146} for e, d in itertools.product((0.01, 5.0), (1e-12, 0.1))],
    ("mechanisms.pictures", "median"): [{"epsilon": e, "n": n} for e, n in itertools.product((0.01, 5.0), (10, 146))],
    ("mechanisms.pictures", "clipping"): [
        {"epsilon": e, "bound": b, "n": n, "neighbours": r}
        for e, (b, r), n in itertools.product((0.01, 5.0), ((500, "add-remove"), (500, "replace-one"), (50_000, "add-remove")), (100, 50_000))
    ],
    ("accounting.pictures", "averaging"): [{"epsilon": e, "k": k} for e, k in itertools.product((0.05, 1.0), (1, 2000))],
    ("accounting.pictures", "bills"): [
        {"mechanism": m, "k": k, "epsilon": e, "delta": d}
        for m, k, e, d in itertools.product(("laplace", "gaussian"), (1, 1000), (0.01, 1.0), (1e-10, 1e-3))
    ],
    ("accounting.pictures", "laplace_or_gaussian"): [{"epsilon": e, "delta": d, "k": k} for e, d, k in itertools.product((0.1, 10.0), (1e-12, 0.1), (1, 100))],
    ("accounting.pictures", "parallel"): [{"epsilon": e} for e in (0.01, 10.0)],
    ("accounting.pictures", "states"): [{"epsilon": e} for e in (0.01, 10.0)],
    ("accounting.pictures", "odds"): [{"epsilon": e, "prior": p} for e, p in itertools.product((0.1, 17.14), (0.01, 0.99))],
    ("attacks.pictures", "uniques"): [
        {"place": p, "width": w, "more": m}
        for p, w, m in (("state", 0, "nothing"), ("block", 1, "sex"), ("block", 30, "+ relationship"), ("county", 5, "+ race"))
    ],
    ("attacks.pictures", "remaining"): [{"published": k, "release": r} for k, r in ((0, "as counted"), (2, "as counted"), (3, "as counted"), (3, "with noise"))],
    ("attacks.pictures", "classic"): [{"method": m, "strength": s} for m in town.METHODS for s in (1, 7)],
    ("synthesis.pictures", "spikes"): [{"times": t} for t in (0, 1, 3)],
    ("synthesis.pictures", "synthesizer"): [
        {"method": m, "order": o, "part": p, "leaf": k}
        for m, o, p, k in (
            ("sample", "sex, bill, flipper", "everything", 1), ("parametric", "flipper, bill, sex", "bill and flipper", 73),
            ("cart", "bill, flipper, sex", "flipper alone", 1), ("cart", "sex, bill, flipper", "everything", 5),
        )
    ],
    ("synthesis.pictures", "intervals"): [
        {"rule": r, "m": m, "data": d} for r, m, d in (("naive", 2, "full"), ("single", 20, "full"), ("full", 2, "full, drawn parameters"), ("partial", 20, "partial"), ("partial", 1, "partial"))
    ],
    ("synthesis.pictures", "private"): [{"epsilon": e} for e in (0.05, 50)],
    ("utility.pictures", "kit"): [
        {"shifted": s, "shrunk": h, "broken": b, "dropped": d}
        for s, h, b, d in ((0.0, 0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0), (0.0, 0.9, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 0.0, 0.3), (1.0, 0.9, 1.0, 0.3))
    ],
    ("utility.pictures", "largest_gap"): [{"shifted": s, "shrunk": h} for s, h in itertools.product((-1.0, 0.0, 1.0), (0.0, 0.7))],
    ("utility.pictures", "detector"): [
        {"file": f, "model": m, "holdout": h}
        for f, m, h in itertools.product(("perfect", "shifted", "shuffled", "copies"), ("logistic", "logistic-interactions", "tree"), (False, True))
        if f != "copies" or h or m == "tree"  # fitted to all rows of twins, no regression can tell, and both draw the same coin
    ],
    ("utility.analysis_pictures", "intervals"): [{"rows": n, "broken": b} for n, b in itertools.product((15, 333, 5000), (0.0, 1.0))],
    ("utility.analysis_pictures", "microsimulation"): [
        {"fault": f, "benefit": b}
        for f, b in itertools.product(("none", "incomes shrunk by 30%", "top 2% dropped", "incomes passed around"), (1800, 6000))
    ],
    ("risk.pictures", "linkage"): [
        {"known": k, "release": r} for k, r in itertools.product(("tract, sex, age", "tract, sex"), ("names removed", "strangers"))
    ],
    ("risk.pictures", "membership"): [{"share": s, "threshold": t} for s, t in itertools.product((0.0, 0.4, 1.0), (0, 0.02, 0.15))],
    ("risk.pictures", "closest"): [
        {"release": r, "direction": d} for r, d in itertools.product(("strangers", "some", "copies"), ("synthetic to confidential", "confidential to synthetic"))
        if r != "copies" or d == "synthetic to confidential"  # a copy is as far from the file as the file is from it
    ],
    ("risk.scorecard_pictures", "card"): [{"file": f, "release": r} for f, r in (("clinic", "strangers"), ("clinic", "copies"), ("numbers", "strangers"))],
    ("risk.scorecard_pictures", "trade"): [{"family": f, "step": k} for f, k in itertools.product(("trees", "memorizing"), (0, 2))],
    ("topdown.pictures", "budget"): [
        {"epsilon": e, "first": a, "second": b, "third": c, "fourth": d} for e, (a, b, c, d) in itertools.product((0.1, 20.0), ((1, 1, 1, 1), (20, 1, 1, 1), (1, 1, 1, 20)))
    ],
    ("topdown.pictures", "gains"): [
        {"epsilon": e, "negative": n, "rule": r, "skew": s}
        for e, n, r, s in (
            (0.2, "forbidden", "nearest", 2.0), (0.2, "allowed", "nearest", 0.0), (20.0, "forbidden", "first", 0.0), (20.0, "allowed", "random", 2.0),
        )
    ],
    ("topdown.spending_pictures", "methods"): [{"epsilon": e, "leaves": k, "negative": n} for e, k, n in itertools.product((0.1, 10.0), (0.05, 0.9), ("forbidden", "allowed"))],
    ("topdown.spending_pictures", "queries"): [{"epsilon": e, "total": t} for e, t in itertools.product((0.1, 10.0), (0.05, 0.95))],
    ("topdown.bias_pictures", "sides"): [
        {"sigma": g, "skew": s, "way": w}
        for g, s, w in itertools.product((20, 500), (0.3, 2.4), ("as measured", "negatives cut off", "true total kept"))
        if w != "negatives cut off" or g == 500  # where no county is near 0, nothing is cut off
    ],
    ("topdown.bias_pictures", "views"): [
        {"size": n, "sigma": g, "way": w} for n, g, w in itertools.product((0, 2000), (50, 300), ("as measured", "negatives cut off", "true total kept")) if w != "negatives cut off" or n == 0
    ],
    ("topdown.bias_pictures", "siblings"): [{"rule": r, "siblings": n} for r, n in (("first", 2), ("first", 20), ("random", 3), ("nearest", 20))],
    ("audit.pictures", "direct"): [
        {"algorithm": a, "epsilon": e, "runs": n} for a, e, n in itertools.product(("GDPC", "RDPC", "ADPC"), (0.05, 1.0), (100, 20_000))
    ],
    ("audit.pictures", "figure_one"): [
        {"epsilon": e, "parts": p, "levels": j, "mean": m, "areas": n}
        for e, p, j, m, n in (
            (0.025, 4, 3, 100, 9261), (0.01, 16, 5, 1, 1000), (0.5, 1, 1, 1000, 97_336), (0.01, 1, 1, 1, 1000), (0.5, 16, 5, 1, 97_336), (0.025, 4, 3, 1, 9261),
        )
    ],
    ("audit.pictures", "lens"): [
        {"epsilon": e, "bandwidth": b, "unit": u, "percentile": p, "factor": f}
        for (e, f), p, (b, u) in itertools.product(((0.02, 0.5), (1.0, 4.0)), (80, 99.9), ((0.02, "sd"), (1.0, "sd"), (0.02, "persons"), (1.0, "persons")))
    ],
    ("audit.pictures", "maxima"): [{"algorithm": a, "areas": n} for a, n in itertools.product(("GDPC", "RDPC", "ADPC"), (1000, 9261))],
    ("audit.bound_pictures", "levels_read"): [{"epsilon": e, "runs": n, "above": k} for e, n, k in itertools.product((0.5, 4.0), (1000, 5000), (1, 3))],
    ("audit.bound_pictures", "intervals"): [{"epsilon": e, "runs": n} for e, n in itertools.product((0.1, 2.0), (100, 20_000))],
    ("audit.bound_pictures", "coin_flips"): [
        {"mechanism": m, "epsilon": e, "abstain": k} for m, e, k in itertools.product(("GDPC", "ADPC", "RDPC, its leaves", "wrong sampler"), (0.1, 1.0), (0, 4))
    ],
}
MEASURED = data.penguins().dropna()[["bill_depth_mm", "bill_length_mm", "body_mass_g", "flipper_length_mm"]].reset_index(drop=True)
TOWN = data.simulate_census(2000, rng=np.random.default_rng(86))
ADELIE = data.penguins().query("species == 'Adelie'")[["sex", "bill_length_mm", "flipper_length_mm"]].dropna()


def patients(n, rng):
    """Made-up people with two keys, their age, an income and an illness."""
    people = pd.DataFrame({"tract": rng.integers(10, size=n).astype(str), "sex": rng.choice(["female", "male"], n), "age": rng.integers(18, 91, n)})
    return people.assign(income=rng.lognormal(10, 0.5, n).round(), illness=np.where(rng.random(n) < people["age"] / 100, "pills", "opioids"))


ILL = patients(300, np.random.default_rng(1))
PATIENTS, OTHERS = ILL[:150], ILL[150:]
MEMORY = {s: risk.memorizing_synthesis(PATIENTS, share=s, rng=np.random.default_rng(2)) for s in (0.0, 0.4, 1.0)}
STATE = regular(["state", "county", "tract", "block"], [4, 3, 20])
TRACTS = regular(["state", "county", "tract"], [4, 10])
INHABITANTS = {s: skewed_counts(STATE, persons=9600, cells=8, skew=s, rng=np.random.default_rng(1)) for s in (0.0, 1.0, 2.0)}
EXPOSED = {"confidential": PATIENTS, "holdout": OTHERS}
COUNTRY = areas.simulate_counts(800_000, children=20, rng=np.random.default_rng(1))
LOSSES = np.random.default_rng(1).random((2, 50))
PATHS = {
    e: tuple(
        np.rint(algorithms.raked_path(people, area=0, runs=5000, epsilon=e, rng=np.random.default_rng(s))) - [table.flat[0] for table in areas.totals(COUNTRY)]
        for s, people in enumerate((areas.neighbour(COUNTRY, enters=0), COUNTRY))
    )
    for e in (0.5, 4.0)
}
ARGUMENTS = {
    ("risk.pictures", "linkage"): EXPOSED | {
        "keys": [["tract", "sex"], ["tract", "sex", "age"]], "target": "illness",
        "partial": {"names removed": PATIENTS}, "full": {"copies": MEMORY[1.0], "strangers": MEMORY[0.0]},
    },
    ("risk.pictures", "membership"): EXPOSED | {"releases": MEMORY},
    ("risk.pictures", "closest"): EXPOSED | {"releases": {"strangers": MEMORY[0.0], "some": MEMORY[0.4], "copies": MEMORY[1.0]}},
    ("risk.scorecard_pictures", "trade"): {
        "curves": {
            "trees": pd.DataFrame({"risk": [0.5, 0.6, 0.76], "utility": [0.9, 0.915, 0.91]}, index=["leaves of 50", "leaves of 5", "leaves of 1"]),
            "memorizing": pd.DataFrame({"risk": [0.5, 0.7, 1.0], "utility": [0.83, 0.88, 1.0]}, index=["0% copied", "40% copied", "100% copied"]),
        },
        "reference": 0.89, "risk": "AUC of membership", "utility": "rows in the right cells, by pairs",
    },
    ("topdown.pictures", "budget"): {"tree": STATE, "counts": INHABITANTS[1.0]},
    ("topdown.pictures", "gains"): {"tree": STATE, "populations": INHABITANTS},
    ("topdown.spending_pictures", "methods"): {"tree": STATE, "counts": INHABITANTS[1.0]},
    ("topdown.spending_pictures", "queries"): {"tree": TRACTS, "counts": skewed_counts(TRACTS, persons=160_000, cells=8, skew=1, rng=np.random.default_rng(1))},
    ("topdown.bias_pictures", "sides"): {"skews": (0.3, 1.2, 2.4)},
    ("utility.pictures", "largest_gap"): {"values": MEASURED["flipper_length_mm"], "name": "flipper length", "unit": "mm"},
    ("utility.pictures", "detector"): {"confidential": MEASURED},
    ("utility.analysis_pictures", "intervals"): {"confidential": MEASURED},
    ("utility.analysis_pictures", "microsimulation"): {"households": taxes.simulate_households(3000, rng=np.random.default_rng(1))},
    ("attacks.pictures", "uniques"): {"census": TOWN},
    ("attacks.pictures", "remaining"): {"counts": {"as counted": [10**15, 3 * 10**10, 65, 1], "with noise": [10**15, 20, 0, 0]}, "statistics": ["everybody", "female", "male"]},
    ("attacks.pictures", "classic"): {"people": TOWN, "listed": data.name_list(TOWN, share=0.5, rng=np.random.default_rng(1))},
    ("synthesis.pictures", "spikes"): {"confidential": ADELIE},
    ("synthesis.pictures", "synthesizer"): {"confidential": ADELIE},
    ("synthesis.pictures", "private"): {
        "confidential": ADELIE, "domain": {"sex": ["female", "male"]},
        "edges": {"bill_length_mm": np.arange(30, 49, 3), "flipper_length_mm": np.arange(170, 216, 9)},
    },
    ("mechanisms.count_pictures", "releases"): {"count": 146},
    ("audit.pictures", "direct"): {"counts": COUNTRY},
    ("audit.pictures", "lens"): {"counts": COUNTRY},
    ("audit.pictures", "maxima"): {
        "found": {(a, n): (0.025 + 0.01 * LOSSES[0] + n / 1e6, 0.025 + 0.001 * LOSSES[1]) for a, n in itertools.product(("GDPC", "RDPC", "ADPC"), (1000, 9261))},
        "epsilon": 0.025,
    },
    ("audit.bound_pictures", "levels_read"): {"sides": PATHS},
    ("audit.bound_pictures", "coin_flips"): {"counts": COUNTRY},
    ("mechanisms.pictures", "newcomer"): {"incomes": np.random.default_rng(3).lognormal(10.6, 0.6, 100).round()},
    ("mechanisms.pictures", "median"): {
        "values": data.penguins().dropna().query("species == 'Adelie'")["body_mass_g"].to_numpy(), "low": 2000, "high": 7000, "unit": "g",
    },
    ("mechanisms.pictures", "clipping"): {"values": data.diamonds()["price"].sample(frac=1, random_state=1).to_numpy(), "unit": "dollars", "low": 300},
    ("accounting.pictures", "parallel"): {"counts": pd.Series([36438, 15613, 1857, 27, 4, 1], index=pd.Index(range(1, 7), name="carat, up to"))},
}  # fmt: skip


def pictures():
    """Every public function of every room that makes a picture."""
    for room in ROOMS:
        module = importlib.import_module(f"coursekit.{room}")
        for name, function in inspect.getmembers(module, inspect.isfunction):
            if function.__module__ == module.__name__ and re.search("Picture|`move` takes", function.__doc__ or ""):
                yield room, name


@functools.cache
def reference():
    return utility_report.reference_values(MEASURED, rng=np.random.default_rng(1))


@functools.cache
def cards():
    asked = {"keys": ["tract", "sex"], "sensitive": "illness", "target": "income"}
    made = {
        ("clinic", name): scorecard.scorecard(PATIENTS, MEMORY[share], OTHERS, **asked, rng=np.random.default_rng(1))
        for name, share in (("strangers", 0.0), ("copies", 1.0))
    }
    ages = [frame[["age"]] for frame in (PATIENTS, MEMORY[0.0], OTHERS)]
    return made | {("numbers", "strangers"): scorecard.scorecard(*ages, rng=np.random.default_rng(1))}


def make(key):
    room, name = key
    given = ARGUMENTS.get(key, {})
    if key == ("risk.scorecard_pictures", "card"):
        given = {"cards": cards()}
    if key == ("utility.pictures", "kit"):  # costly, and needed by few tests
        given = {"confidential": MEASURED, "reference": reference()}
    return getattr(importlib.import_module(f"coursekit.{room}"), name)(**given)


def moved(picture, seed=0, **values):
    if "rng" in inspect.signature(picture.move).parameters:
        values["rng"] = np.random.default_rng(seed)
    return picture.move(**values)


def pixels(png):
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB")).astype(int)


def test_every_picture_is_tested():
    assert set(pictures()) == set(SETTINGS)


@pytest.fixture(scope="module", params=SETTINGS, ids="-".join)
def shown(request):
    """A picture, made once for the tests that move it; and its key."""
    return make(request.param), request.param


def test_picture_holds_at_its_ends(shown):
    (picture, key), seen = shown, set()
    for values in SETTINGS[key]:
        reading = moved(picture, **values)
        image = pixels(picture.png())
        size = re.search(r'width="(\d+)" height="(\d+)"', picture.html("alt")).groups()
        assert image.shape[1::-1] == (2 * int(size[0]), 2 * int(size[1])), "sharp on a 2x screen"
        assert (image[0, 0] == 255).all(), "paper is white"
        assert reading.text.endswith(".")
        assert len(reading.text) <= 180, "two lines, or the page below would jump"
        assert len(reading.alt) > 60 and reading.alt != reading.text
        assert not {"nan", "inf"} & set(reading.text.lower().replace(",", " ").split())
        seen.add(image.tobytes())
    assert len(seen) == len(SETTINGS[key]), "each setting has a picture of its own"


def test_titles_stand_inside_the_picture_and_apart(shown):
    picture, key = shown
    moved(picture, **SETTINGS[key][0])
    picture.png()
    boxes = sorted((ax.title.get_window_extent().extents for ax in picture.figure.axes if ax.get_title()), key=lambda box: box[0])
    assert boxes, "a picture states its finding"
    assert all(0 <= box[0] and box[2] <= picture.figure.bbox.width for box in boxes), "a title runs out of the picture"
    for left, right in itertools.combinations(boxes, 2):
        assert right[0] - left[2] > 10 or left[1] > right[3] or right[1] > left[3], "two titles run into each other"


def test_blitting_draws_what_a_full_draw_draws(shown, monkeypatch):
    """Coming from elsewhere, the picture is the one that a fresh figure gives: nothing is left over, nothing is missing."""
    picture, key = shown
    fresh = make(key)
    for values in SETTINGS[key]:
        moved(picture, **values)
        picture.png()
    values = SETTINGS[key][0]
    moved(picture, **values)
    moved(fresh, **values)
    # The layout is found at the first setting drawn, and may differ by a pixel where a label has another width.
    if picture.figure.axes[0].get_position().bounds == fresh.figure.axes[0].get_position().bounds:
        assert (pixels(picture.png()) == pixels(fresh.png())).all()
    monkeypatch.setattr(Image.Image, "quantize", lambda image, **_: image)  # all colours, not only the course's
    fresh._still = None
    assert np.abs(pixels(picture.png()) - pixels(fresh.png())).mean() < 1


def test_the_still_part_is_drawn_once_and_again_when_limits_change(monkeypatch):
    picture, drawn = local.pictures.which_protocol(), []
    draw = picture.figure.canvas.draw
    monkeypatch.setattr(picture.figure.canvas, "draw", lambda: (drawn.append(1), draw()))
    for epsilon in (0.5, 1.0, 2.0):
        moved(picture, epsilon=epsilon, d=4)
        picture.png()
    assert len(drawn) == 1
    picture.figure.axes[1].set_ylim(-1, 1)
    picture.png()
    assert len(drawn) == 2


def test_indexed_colours_are_close_to_the_true_ones(monkeypatch):
    picture = local.pictures.belief_and_error()
    moved(picture, p=0.75, share=0.3, n=1000)
    indexed = pixels(picture.png())
    monkeypatch.setattr(Image.Image, "quantize", lambda image, **_: image)
    assert np.abs(indexed - pixels(picture.png())).mean() < 0.5


def test_colours_stay_apart_for_the_colour_blind_and_in_grey():
    """Distances under simulated deuteranopia and protanopia (Machado, Oliveira & Fernandes 2009, severity 1)."""
    colours = [plots.BLUE, plots.ORANGE, plots.RED, plots.GREY, plots.PURPLE, plots.GREEN]
    rgb = np.array([[int(c[i : i + 2], 16) for i in (1, 3, 5)] for c in colours]) / 255
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    for matrix in (
        np.eye(3),
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    ):
        seen = np.clip(linear @ np.transpose(matrix), 0, 1)
        seen = np.where(seen <= 0.0031308, 12.92 * seen, 1.055 * seen ** (1 / 2.4) - 0.055)
        distances = [np.linalg.norm(a - b) for a, b in itertools.combinations(seen, 2)]
        assert min(distances) > 0.15


def test_quantiles_are_the_exact_binomial_ones():
    from scipy.stats import binom

    u = np.random.default_rng(0).random(500)
    for n, rate in ((10, 0.3), (1000, 0.4), (1_000_000, 0.275)):
        assert (local.pictures.quantile_of_yes(u, n, rate) == binom.ppf(u, n, rate)).all()


def test_readings_say_what_theory_says():
    survey = RandomizedResponse(p=0.75)
    reading = moved(local.pictures.belief_and_error(), p=0.75, share=0.05, n=1000)
    assert "from 5.0% to 13.6%" in reading.text and "2.8 points" in reading.text
    assert survey.posterior(0.05) == pytest.approx(0.0375 / 0.275)
    reading = moved(local.pictures.clipped(), epsilon=1.0, share=0.02, n=1000)
    assert "25% of surveys" in reading.text
    reading = moved(local.pictures.asked_again(), p=0.75, years=1)
    assert "80.0% of people (without any survey: 80%)" in reading.text and "ε = 1.1" in reading.text
    reading = moved(mechanisms.count_pictures.releases(146), epsilon=0.1)
    assert "off by 10 on average." in reading.text and "right 52%" in reading.text


def test_readings_of_noise_and_bills_say_what_theory_says():
    picture = make(("mechanisms.pictures", "two_hills"))
    reading = moved(picture, noise="geometric", epsilon=1.0, delta=1e-6, sensitivity=1, threshold=0)
    assert "S, a release of 146 or more, is 2.72 times as likely" in reading.text and "within e^ε = 2.72" in reading.text and "right 73%" in reading.text
    reading = moved(picture, noise="Gaussian", epsilon=1.0, delta=1e-2, sensitivity=1, threshold=8)
    assert "beyond e^ε" in reading.text
    assert "off on average by 10 with Laplace noise (6.8%)" in moved(make(("mechanisms.pictures", "errors")), epsilon=0.1, delta=1e-7, count=146).text
    assert "4.693" in moved(make(("accounting.pictures", "bills")), mechanism="laplace", k=100, epsilon=0.1, delta=1e-6).text
    assert "33.81 (more!)" in moved(make(("accounting.pictures", "bills")), mechanism="laplace", k=10, epsilon=1.0, delta=1e-6).text
    for delta, first in ((1e-6, 9), (1e-5, 7), (1e-9, 16)):
        assert f"from k = {first}." in moved(make(("accounting.pictures", "laplace_or_gaussian")), epsilon=1.0, delta=delta, k=1).text
    reading = moved(make(("accounting.pictures", "states")), epsilon=0.1)
    assert "0.01% of the 100,010" in reading.text and "2.5% of the 403" in reading.text


def test_readings_of_town_and_colonies_say_what_the_rooms_say():
    reading = moved(make(("attacks.pictures", "uniques")), place="block", width=1, more="sex")
    assert f"({attacks.uniqueness(TOWN, ['block', 'age', 'sex']):.1%}) are unique" in reading.text
    assert "(0.0%) are unique" in moved(make(("attacks.pictures", "uniques")), place="state", width=0, more="sex").text
    remaining = make(("attacks.pictures", "remaining"))
    assert "One block fits." in moved(remaining, published=3, release="as counted").text
    assert "No block fits exactly" in moved(remaining, published=3, release="with noise").text and "65 blocks fit." in moved(remaining, published=2, release="as counted").text
    assert "take 2 values" in moved(make(("synthesis.pictures", "spikes")), times=0).text
    assert "(really 0.33)" in moved(make(("synthesis.pictures", "synthesizer")), method="cart", order="sex, bill, flipper", part="everything", leaf=5).text
    for rule, low, high in (("naive", 0.78, 0.9), ("single", 0.91, 0.98)):
        covered = re.search(r"(\d+)% of the intervals", moved(make(("synthesis.pictures", "intervals")), rule=rule, m=2, data="full").text)[1]
        assert low <= int(covered) / 100 <= high


def test_readings_of_spoiled_data_say_what_the_metrics_say():
    reading = moved(make(("utility.pictures", "kit")), shifted=0.0, shrunk=0.0, broken=1.0, dropped=0.0)
    assert reading.text == "5 of 10 notice: correlation, mutual information, marginals, SSO, pMSE products. Blind: mean, sd, percentiles, KS, pMSE main."
    assert "KS = 0.276, at 192 mm: 35%" in moved(make(("utility.pictures", "largest_gap")), shifted=0.0, shrunk=0.5).text
    reading = moved(make(("utility.analysis_pictures", "microsimulation")), fault="top 2% dropped", benefit=6000)
    assert "7,966 dollars of tax on average, 6,814 by the synthetic file (−14%)" in reading.text


def test_readings_of_exposed_people_say_what_the_definitions_say():
    linkage = make(("risk.pictures", "linkage"))
    size = PATIENTS.groupby(["tract", "sex", "age"])["age"].transform("size")
    for release in ("names removed", "copies"):  # a copy of everybody is as linkable as the file itself
        text = moved(linkage, known="tract, sex, age", release=release).text
        assert f"{(size == 1).sum()} of 150 have one candidate, {(size == 1).sum()} the right one; guessing finds {(1 / size).sum():.0f}." in text
        assert "the illness for 100% inside" in text
    assert ", 0 the right one; guessing finds 0." in moved(linkage, known="tract, sex, age", release="strangers").text
    membership = make(("risk.pictures", "membership"))
    text = moved(membership, share=1.0, threshold=0).text
    assert "at distance 0, 100% of the people in the data are found and 0% of those outside accused. AUC 1.00" in text
    assert "40% of the people in the data are found and 0%" in moved(membership, share=0.4, threshold=0).text
    reading = moved(make(("risk.pictures", "closest")), release="copies", direction="synthetic to confidential")
    assert "100% of the released rows equal a person, 0% of the holdout's do. 100% are nearer" in reading.text


def test_readings_of_scorecards_and_curves_say_what_the_definitions_say():
    card = make(("risk.scorecard_pictures", "card"))
    copy = moved(card, file="clinic", release="copies")
    assert copy.text.startswith("clinic, copies: 8 of 8 figures of utility are as good as the holdout's")
    for name in risk.scorecard_pictures._UTILITY:  # a copy loses nothing, and no figure of the table has lost its name
        assert f"{name} 0.00" in copy.alt
    assert all(f"{name} " in copy.alt for name in risk.scorecard_pictures._RISK)
    assert "copies 1.00, DCR 1.00, NNDR 1.00, nearer rows 1.00, membership 1.00, found at 1% alarms 1.00" in copy.alt
    table = cards()["clinic", "strangers"].table.set_index("figure")["value"]
    strange = moved(card, file="clinic", release="strangers").alt
    assert f"membership {2 * table['AUC of membership inference'] - 1:.2f}" in strange
    assert f"pairs of columns {1 - table['overlap of pairs of columns']:.2f}" in strange
    assert "CAP" not in moved(card, file="numbers", release="strangers").alt
    trade = make(("risk.scorecard_pictures", "trade"))
    assert "“trees, leaves of 5” is safer and more useful." in moved(trade, family="trees", step=9).text
    assert "“trees, leaves of 50” is safer" in moved(trade, family="memorizing", step=1).text
    assert "None drawn so far" in moved(trade, family="memorizing", step=0).text


def test_readings_of_bent_counts_say_what_the_theory_says():
    sides = make(("topdown.bias_pictures", "sides"))
    field = bias.mean_field(np.rint(600 * np.exp(2.4 * ndtri((np.arange(3143) + 0.5) / 3143))).astype(int), sigma=200)
    text = moved(sides, sigma=200, skew=2.4, way="true total kept").text
    assert f"the largest loses {field.tau:.0f};" in text and f"{field.bias.clip(0).sum():,.0f} of" in text
    # a county of nobody gains sigma / sqrt(2 pi) where the noise is cut off
    assert "the smallest county gains 80;" in moved(sides, sigma=200, skew=2.4, way="negatives cut off").text
    assert "no county is off on average" in moved(sides, sigma=200, skew=2.4, way="as measured").text
    views = make(("topdown.bias_pictures", "views"))
    user = re.search(r"the truth is (\d+) on average", moved(views, size=300, sigma=200, way="as measured").text)[1]
    assert 190 <= int(user) <= 250, "more small counties than large ones can have become a 300"
    siblings = make(("topdown.bias_pictures", "siblings"))
    assert re.search(r"gains \+0\.4\d people per cell, the last −0\.4\d", moved(siblings, rule="first", siblings=10).text)
    for rule in ("nearest", "random"):
        assert re.search(r"gains [+−]0\.0[0-4] people per cell", moved(siblings, rule=rule, siblings=10).text)


def test_readings_of_a_spent_budget_say_what_the_release_says():
    budget = make(("topdown.pictures", "budget"))
    even = moved(budget, epsilon=1.0, first=1, second=1, third=1, fourth=1).text
    known = Invariants(totals=node_totals(STATE, INHABITANTS[1.0], ["state"]))
    release = topdown.topdown(STATE, INHABITANTS[1.0], epsilon=1.0, shares=[0.25] * 4, invariants=known, rng=np.random.default_rng(0))
    off = topdown.accuracy(STATE, INHABITANTS[1.0], release.tables)["MAE"]
    assert f"a tract by {plots.plain(off['tract'])} of 800" in even and "shares 25 · 25 · 25 · 25 (%)" in even and "The state is exact." in even
    counties = {w: float(re.search(r"county is off by ([\d.,]+)", moved(budget, epsilon=1.0, first=1, second=w, third=1, fourth=1).text)[1].replace(",", "")) for w in (1, 20)}
    assert counties[20] < counties[1], "who gets more is off by less"
    queries = make(("topdown.spending_pictures", "queries"))
    totals = [float(re.search(r"county the total by ([\d.]+)", moved(queries, epsilon=1.0, total=t).text)[1]) for t in (0.05, 0.95)]
    assert totals[1] < totals[0] / 3
    off = {n: float(re.search(r"([\d,]+) \([\d.,]+\) bottom-up", moved(make(("topdown.spending_pictures", "methods")), epsilon=1.0, leaves=0.25, negative=n).text)[1].replace(",", "")) for n in ("forbidden", "allowed")}
    assert off["forbidden"] > 3 * off["allowed"], "what is cut off below 0 adds up"


def test_readings_of_flaxmans_figure_say_what_the_exact_laws_say():
    # Fixed seed. At 97,336 areas the middle has an sd of under 1% (measured over 100 runs); 5 points allow for more than 4 of them and the bias.
    figure, frame = make(("audit.pictures", "figure_one")), {"mean": 100, "areas": 97_336}
    for parts, levels, expected in ((4, 3, (100, 50, 25)), (16, 1, (100, 25, 50)), (1, 3, (100, 100, 25))):
        text = moved(figure, epsilon=0.025, parts=parts, levels=levels, **frame).text
        shares = [int(share) for share in re.search(r"\((\d+)%, (\d+)%, (\d+)%\)", text).groups()]
        assert np.abs(np.subtract(shares, expected)).max() <= 5
    crowded = moved(figure, epsilon=0.025, parts=4, levels=3, mean=1, areas=9261)
    clouds = figure.moving[:3]
    assert all(cloud.get_ydata().max() <= cloud.axes.get_ylim()[1] for cloud in clouds), "no hill is cut off, raked ones of few people neither"
    within = [float(x) for x in re.findall(r"±([\d.]+)", crowded.alt)]
    assert abs(within[0] - np.log(2) / 0.025) < 2 and within[2] < within[0] / 1.5, "raking does not keep the width where few people live"
    lens, seen = make(("audit.pictures", "lens")), []
    for values in SETTINGS["audit.pictures", "lens"]:
        text, e = moved(lens, **values).text, values["epsilon"]
        edge = int(re.search(r"K = (\d+)", text)[1])
        true = exact.exact_loss(edge, epsilon=e, parts=4)
        assert f"rises to {true:.3g}, {true / e:.0%} of ε" in text
        seen.append(true / e)
        assert edge < lens.figure.axes[0].get_xlim()[1], "where we stop looking is in the picture"
    assert min(seen) < 0.5 < 0.9 < max(seen) < 1, "one half is where one looks"


def test_readings_of_the_direct_estimate_say_how_noisy_it_is():
    direct = make(("audit.pictures", "direct"))
    assert "about 20,000 runs" in moved(direct, algorithm="GDPC", epsilon=0.1, runs=500).text
    far = {}
    for n in (500, 20_000):
        told = [moved(direct, seed=seed, algorithm="GDPC", epsilon=0.1, runs=n).text for seed in range(30)]
        far[n] = np.mean([[float(x) for x in re.search(r"up to ([\d.]+) for “= k” and ([\d.]+) for “≥ k”", text).groups()] for text in told], axis=0)
    # The sheet's .87 ± .27 and .17 ± .08 for 500 runs, as means of 30: within 5 standard errors; the truth is .1 for both
    assert abs(far[500][0] - 0.87) < 5 * 0.27 / 30**0.5 and abs(far[500][1] - 0.17) < 5 * 0.08 / 30**0.5, far
    assert 0.1 < far[20_000][1] < 0.13 < far[20_000][0] < 0.25


def test_readings_of_audits_say_what_the_definitions_say():
    coins, epsilons = make(("audit.bound_pictures", "coin_flips")), (0.5, 1.0)
    for e in epsilons:  # 8000 coins: the share of right guesses has an sd of half a percent
        text = moved(coins, mechanism="GDPC", epsilon=e, abstain=0).text
        assert abs(float(re.search(r"([\d.]+)% right", text)[1]) - 100 / (1 + np.exp(-e))) < 2.5 and "8,000 guesses" in text
        without, there = (hill.get_data() for hill in coins.moving[3:5])
        assert np.abs(without.values - there.values[::-1]).max() < 0.2, "two hills, mirrored at 0"
    assert "100.00% right" in moved(coins, mechanism="wrong sampler", epsilon=1.0, abstain=0).text
    without, there = (hill.get_data() for hill in coins.moving[3:5])
    assert (without.edges[1:][without.values > 0] <= 0).all() and (there.edges[:-1][there.values > 0] >= 0).all(), "without noise, nothing overlaps"
    assert moved(coins, mechanism="wrong sampler", epsilon=1.0, abstain=0).text.endswith("A leak: luck needs a million runs for that.")
    assert "nobody is left to guess about" in moved(coins, mechanism="wrong sampler", epsilon=1.0, abstain=1).text
    told = [moved(coins, seed=seed, mechanism="GDPC", epsilon=0.5, abstain=0).text for seed in range(60)]
    luck = [int(re.search(r"1 run in (\d+)", text)[1]) for text in told if "A leak" in text]
    assert 0 < len(luck) <= 10 and min(luck) >= 20, "an honest mechanism is accused in 5% of the runs; more than 10 of 60 have a chance of 1e-4"
    few = [moved(coins, seed=seed, mechanism="GDPC", epsilon=1.0, abstain=6).text for seed in range(20)]
    assert not any("-" in text for text in few), "no loss below 0"
    read = make(("audit.bound_pictures", "levels_read"))
    for values in SETTINGS["audit.bound_pictures", "levels_read"]:
        text, runs = moved(read, **values).text, values["runs"]
        hits = [int((side[:runs] >= values["above"]).all(axis=1).sum()) for side in PATHS[values["epsilon"]]]
        bound = audit.loss_bound(hits[0], runs, hits[1], runs).low / values["epsilon"]
        assert f"and {max(bound, 0):.2f} ε from all 4 levels" in text and bound < 1
    leaf, whole = (float(x) for x in re.findall(r"([\d.]+) ε from", moved(read, epsilon=4.0, runs=5000, above=1).text))
    assert leaf < 0.25 and whole > 0.75, "one quarter is what one level sees"
    intervals = make(("audit.bound_pictures", "intervals"))
    typical = [float(re.search(r"proves ([\d.]+\d)", moved(intervals, epsilon=2.0, runs=n).text)[1]) for n in (1000, 20_000)]
    assert 1.5 < typical[0] < typical[1] < 2
    assert "A typical audit proves nothing." in moved(intervals, epsilon=0.1, runs=100).text
    high = [[int(x) for x in re.findall(r"(\d+) of 40", moved(intervals, seed=seed, epsilon=0.5, runs=1000).text)] for seed in range(20)]
    points, bounds = np.sum(high, axis=0)
    # 800 audits: a bound is too high with a chance of 5% at most, a point estimate with one of one half; 5 sd each
    assert abs(points - 400) < 71 and bounds < 40


def test_the_map_shows_every_leaf_once_and_who_is_first_gains():
    where = topdown.pictures._map(STATE)
    assert sorted(where[where < STATE.sizes[-1]].tolist()) == list(range(STATE.sizes[-1]))
    gains = make(("topdown.pictures", "gains"))
    first = {
        rule: float(re.search(r"every list: ([+−]?[\d.]*\d)", moved(gains, epsilon=20.0, negative="forbidden", rule=rule, skew=1.0).text)[1].replace("−", "-"))
        for rule in ("nearest", "first")
    }
    assert first["first"] > 1 > abs(first["nearest"])
    found = {}
    for negative in ("forbidden", "allowed"):
        text = moved(gains, epsilon=1.0, negative=negative, rule="nearest", skew=2.0).text.replace("−", "-")
        found[negative] = [abs(float(mean)) / float(chance) for mean, chance in re.findall(r": (?:\+|(?=-))(-?[\d.]*\d) \(chance: ±([\d.]*\d)\)", text)[:2]]
        assert negative == "allowed" or re.search(r"people: \+.* or more: -", text), "small gain, large pay"
    # "chance" is two standard errors: by chance alone one of two means passes 1.5 of them in 0.5% of seeds
    assert min(found["forbidden"]) > 1.5 > max(found["allowed"]), "negative counts allowed, chance is all there is"


def test_strongest_protection_hides_all_and_none_hides_none():
    classic = make(("attacks.pictures", "classic"))
    found = {s: [float(re.search(r"finds ([\d.]+)%", moved(classic, method=m, strength=s).text)[1]) for m in town.METHODS] for s in (0, 8)}
    assert len(set(found[0])) == 1 and found[0][0] > 20, "nothing is done, whatever the method"
    assert all(strong < weak / 1.5 for strong, weak in zip(found[8], found[0]))


def test_a_name_that_a_room_has_not_is_an_attribute_error():
    with pytest.raises(AttributeError, match="attacks has no 'cellar'; it has class_sizes"):
        attacks.cellar


@pytest.mark.parametrize("ha, color", [("left", "#1a1a1a"), ("right", "#e42536"), ("center", "#ffffff")])
def test_a_number_stands_where_matplotlib_would_set_it(ha, color):
    def drawn(make):
        figure, ax = plots.canvas()
        ax.axis("off")
        ax.set_facecolor("#4d8f57")
        figure.set_layout_engine("none")
        figure.patch.set_facecolor("#4d8f57")
        make(ax)
        figure.canvas.draw()
        image = np.asarray(figure.canvas.buffer_rgba())[..., :3].astype(int)
        return image, np.argwhere((image != image[0, 0]).any(axis=2))

    def number(ax):
        Number(ax, 0.4, 0.6).set(text="−12.5%", ha=ha, color=color)

    ours, where = drawn(number)
    theirs, there = drawn(lambda ax: ax.text(0.4, 0.6, "−12.5%", ha=ha, va="center", color=color, fontsize=12))
    assert len(there) > 500  # something is drawn
    assert abs(where.min(axis=0) - there.min(axis=0)).max() <= 2 and abs(where.max(axis=0) - there.max(axis=0)).max() <= 3
    assert abs(len(where) - len(there)) < 0.1 * len(there)
    darkest = abs(theirs - theirs[0, 0]).sum(axis=2).argmax()
    assert abs(ours.reshape(-1, 3)[darkest] - theirs.reshape(-1, 3)[darkest]).max() < 100
    assert (ours[tuple(where.T)] == [int(color[i : i + 2], 16) for i in (1, 3, 5)]).all(axis=1).any()
