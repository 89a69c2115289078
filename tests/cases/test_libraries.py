"""What is stored of OpenDP and dp_accounting: the same numbers and the same law as a new run, wherever these are installed."""

import json
import sys
import tomllib
from pathlib import Path

import nbformat
import numpy as np
import pytest
from scipy import stats

from coursekit import cases, data
from coursekit.accounting.bills import compose_exact, compose_gaussian
from coursekit.cases import libraries
from coursekit.mechanisms.calibration import discrete_gaussian_sigma
from coursekit.mechanisms.noise import DiscreteGaussianNoise, GeometricNoise

ROOT = Path(__file__).resolve().parents[2]
KEPT = json.loads((ROOT / "coursekit/cases/stored.json").read_text(encoding="utf-8"))
JOBS = {"count": "real-count", "mean": "real-mean-code", "histogram": "real-histogram-code", "gaussian": "real-gaussian-code", "bills": "real-bills-code"}


@pytest.fixture(scope="module")
def lesson():
    """The jobs as the deeper notebook has them, not run yet."""
    pytest.importorskip("opendp")
    pytest.importorskip("dp_accounting")
    cells = {cell.id: cell.source for cell in nbformat.read(ROOT / "notebooks/13_case_studies_deeper.ipynb", 4).cells}
    names = {"data": data, "np": np, "cases": cases}
    for place in ("real-data", *JOBS.values()):
        exec(cells[place].split("\ncases.run_or_recall(")[0], names)
    return names


def test_numbers_without_chance_are_the_stored_ones(lesson):
    """The cells run the libraries wherever they are installed, and do not recall."""
    for name in JOBS:
        new, old = libraries.run_or_recall(lesson[name]), KEPT["results"][name]
        assert new.pop("from") == "this computer", name
        assert set(new) == set(old), name
        for key in set(new) - {"released"}:
            assert new[key] == pytest.approx(old[key], rel=1e-6), (name, key)
        assert "from" not in old


@pytest.mark.parametrize("name, repeats", [("count", 200), ("gaussian", 60), ("mean", 30)])
def test_what_has_chance_has_the_stored_law(lesson, name, repeats):
    """Kolmogorov and Smirnov find right work wrong once in a million runs."""
    drawn = [lesson[name]()["released"] for _ in range(repeats)]
    assert stats.ks_2samp(drawn, KEPT["draws"][name]).pvalue > 1e-6


def test_the_stored_draws_have_the_courses_laws():
    """Geometric noise on counts, Laplace on the mean, and the least discrete Gaussian: p above 1e-6 each."""
    count = np.array(KEPT["draws"]["count"]) - 152
    law = GeometricNoise(scale=10)
    edges = np.array([-1000, -15, -5, 0, 6, 16, 1000])
    expected = [sum(law.density(np.arange(low, high))) for low, high in zip(edges, edges[1:])]
    assert stats.chisquare(np.histogram(count, edges)[0], np.array(expected) / sum(expected) * len(count)).pvalue > 1e-6
    mass = data.penguins()["body_mass_g"].dropna().clip(2000, 7000)
    assert stats.kstest(np.array(KEPT["draws"]["mean"]) - mass.mean(), stats.laplace(scale=5000 / 342 / 0.5).cdf).pvalue > 1e-6
    whole = np.array(KEPT["draws"]["histogram"]) - data.diamonds()["cut"].value_counts(sort=False).to_numpy()
    assert whole.std() == pytest.approx(law.sd, rel=0.25) and abs(whole.mean()) < 5
    spread = np.array(KEPT["draws"]["gaussian"]) - 152
    assert spread.std() == pytest.approx(DiscreteGaussianNoise(sigma=4.2308).sd, rel=0.25)


def test_stored_bills_and_sigma_are_ours():
    bills, sigma = KEPT["results"]["bills"], KEPT["results"]["gaussian"]["sigma"]
    assert bills["Laplace"] == pytest.approx(compose_exact(k=100, epsilon=0.1, delta=1e-6), rel=1e-6)
    assert bills["Gaussian"] == pytest.approx(compose_gaussian(k=100, sigma=10, delta=1e-6), rel=1e-6)
    assert sigma == pytest.approx(discrete_gaussian_sigma(epsilon=1, delta=1e-6), rel=1e-3)
    assert KEPT["results"]["mean"]["epsilon"] == 0.5 and KEPT["results"]["mean"]["if d_in is 1"] < 1e-9


def test_without_the_library_the_cell_says_so_and_shows_what_was_stored():
    def bills():
        raise ModuleNotFoundError("No module named 'dp_accounting.pld'", name="dp_accounting.pld")

    shown = libraries.run_or_recall(bills)
    assert shown["Laplace"] == KEPT["results"]["bills"]["Laplace"]
    assert shown["from"].startswith("a stored run of 2026-11-23 (dp_accounting 0.6.0), because dp_accounting is not installed; ")
    assert shown["from"].endswith(f'"{sys.executable}" -m uv pip install "dp-accounting>=0.6" "opendp>=0.16"')

    def count():
        import no_such_thing_at_all  # noqa: F401

    with pytest.raises(ModuleNotFoundError, match="no_such_thing_at_all"):
        libraries.run_or_recall(count)


def test_the_command_installs_the_extra_that_the_project_names():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert sorted(libraries.INSTALL) == sorted(extras["libraries"]) and set(extras["libraries"]) <= set(extras["test"])


def test_with_the_library_the_cell_runs():
    def count():
        return {"released": 7}

    assert libraries.run_or_recall(count) == {"released": 7, "from": "this computer"}
