"""The course's tables: unchanged, equal to what others publish, and found from anywhere without a network."""

import hashlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from coursekit import data
from coursekit.accounting.renyi import zcdp_to_epsilon

ROOT = Path(__file__).resolve().parents[2]
TABLES = {"penguins.csv": data.penguins, "diamonds.csv.gz": data.diamonds, "starwars.csv": data.starwars}
TABLES |= {"deployments.csv": data.deployments}


def described():
    """What data/README.md says of each file: {name: (rows, columns, licence, sha256)}."""
    text = (ROOT / "data" / "README.md").read_text(encoding="utf-8")
    row = r"\| `([\w.]+)` \| ([\d,]+) × (\d+) \| ([^|]+) \| `(\w{64})` \|"
    return {
        name: (int(rows.replace(",", "")), int(columns), licence, checksum)
        for name, rows, columns, licence, checksum in re.findall(row, text)
    }


def test_every_file_is_described_and_every_description_has_its_file():
    files = {path.name for path in (ROOT / "data").iterdir()} - {"README.md"}
    assert files == set(described()) == set(TABLES)


@pytest.mark.parametrize("name", TABLES)
def test_the_file_is_the_described_one(name):
    rows, columns, licence, checksum = described()[name]
    assert TABLES[name]().shape == (rows, columns)
    assert licence in {"CC0 1.0", "MIT"}
    assert hashlib.sha256((ROOT / "data" / name).read_bytes()).hexdigest() == checksum


def test_the_compressed_file_has_no_time_stamp():
    assert (ROOT / "data" / "diamonds.csv.gz").read_bytes()[4:8] == bytes(4)


def test_penguins_are_those_of_the_package():
    package = pytest.importorskip("palmerpenguins")
    pd.testing.assert_frame_equal(data.penguins(), package.load_penguins())


def test_penguins():
    table = data.penguins()
    assert table.columns.tolist() == [
        *("species", "island", "bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g", "sex", "year")
    ]
    assert table.loc[0].tolist() == ["Adelie", "Torgersen", 39.1, 18.7, 181, 3750, "male", 2007]
    assert table["species"].value_counts().to_dict() == {"Adelie": 152, "Gentoo": 124, "Chinstrap": 68}
    assert table.isna().sum().to_dict() == dict.fromkeys(table, 0) | {"sex": 11} | dict.fromkeys(table.columns[2:6], 2)
    complete = table.dropna()
    assert len(complete) == 333
    adelie = complete[complete["species"] == "Adelie"]["bill_length_mm"]
    assert len(adelie) == 146
    # The source text prints this summary of the complete Adelie birds in section 4.1.
    printed = [32.10, 36.73, 38.85, 38.82, 40.77, 46.00]
    found = [adelie.min(), adelie.quantile(0.25), adelie.median(), adelie.mean(), adelie.quantile(0.75), adelie.max()]
    assert found == pytest.approx(printed, abs=0.0051)


def test_diamonds():
    table = data.diamonds()
    assert table.columns.tolist() == ["carat", "cut", "color", "clarity", "depth", "table", "price", "x", "y", "z"]
    assert table.loc[0].tolist() == [0.23, "Ideal", "E", "SI2", 61.5, 55.0, 326, 3.95, 3.98, 2.43]
    assert table.iloc[-1].tolist() == [0.75, "Ideal", "D", "SI2", 62.2, 55.0, 2757, 5.83, 5.87, 3.64]
    assert table["price"].mean() == pytest.approx(3932.80, abs=0.005)
    assert (table["price"].min(), table["price"].max()) == (326, 18_823)
    assert table["carat"].mean() == pytest.approx(0.7979, abs=5e-5)
    assert not table.isna().any(axis=None)
    cuts = {"Fair": 1610, "Good": 4906, "Very Good": 12_082, "Premium": 13_791, "Ideal": 21_551}
    assert table["cut"].value_counts(sort=False).to_dict() == cuts
    assert table["cut"].max() == "Ideal" and table["clarity"].min() == "I1" and table["color"].min() == "D"
    # The source text's histogram of carat in section 7.7, bins (0, 1], (1, 2] … (5, 6].
    bins = pd.cut(table["carat"], range(7)).value_counts(sort=False)
    assert bins.tolist() == [36_438, 15_613, 1857, 27, 4, 1]


def test_starwars():
    table = data.starwars()
    assert table.columns.tolist() == [
        *("name", "height", "mass", "hair_color", "skin_color", "eye_color", "birth_year"),
        *("sex", "gender", "homeworld", "species"),
    ]
    assert table.loc[0].tolist() == [
        *("Luke Skywalker", 172, 77, "blond", "fair", "blue", 19, "male", "masculine", "Tatooine", "Human")
    ]
    assert table["height"].mean() == pytest.approx(174.358, abs=5e-4)
    assert (table["hair_color"] == "none").sum() == 37 and table["hair_color"].isna().sum() == 5
    # The six characters that the source text shows in section 2.10, and the 78 complete ones of dplyr 1.0.10.
    complete = table[["gender", "height"]].dropna()
    assert complete["height"].head(6).tolist() == [172, 167, 96, 202, 150, 178]
    assert complete["gender"].value_counts().to_dict() == {"masculine": 62, "feminine": 16}
    assert {"Padmé Amidala", "Ric Olié"} <= set(table["name"])


def test_deployments():
    """Twenty releases; of each, whom it protects and for how long, what was read, and where."""
    table = data.deployments()
    assert table.columns.tolist()[:6] == ["name", "release", "holder", "year", "unit", "period"]
    assert len(table) == 27 and table["release"].nunique() == 20 and table["name"].is_unique
    assert table["epsilon"].tolist()[:4] == [17.14, 2.47, 26.34, 34.33]
    assert table.set_index("name").loc[["Google mobility reports", "Facebook movement maps"], "epsilon"].tolist() == [2.64, 2]
    # As certified, to the last digit of a float
    assert table["rho"].tolist()[:2] == [293764 / 114921, 11417641 / 152349649]
    assert table["epsilon"].gt(0).all() and table["delta"].between(0, 1e-5).all() and table["year"].between(2008, 2024).all()
    assert set(table["period"]) == {"once", "month", "day", "6 hours"}
    assert set(table["neighbours"].dropna()) == {"replace-one", "add-remove"}
    for column in ("unit", "mechanism", "model", "checked", "source"):
        assert table[column].map(type).eq(str).all(), column
    assert set(table["checked"].str.split(";").str[0]) == {"source", "registry", "not checked"}
    assert table.loc[table["checked"] == "not checked", "name"].tolist() == ["OnTheMap"]


def test_where_only_rho_is_stated_epsilon_is_the_bureaus_conversion():
    table = data.deployments()
    computed = table[table["checked"].str.contains("computed here")]
    assert len(computed) == 4
    for row in computed.itertuples():
        assert round(zcdp_to_epsilon(rho=row.rho, delta=row.delta), 2) == row.epsilon


@pytest.mark.parametrize("name", TABLES)
def test_every_call_returns_a_table_of_its_own(name):
    first, second = TABLES[name](), TABLES[name]()
    pd.testing.assert_frame_equal(first, second)
    before = second.copy(deep=True)
    first["name of the caller's own"] = 0
    second.iloc[0, 0] = second.iloc[-1, 0]
    assert not second.equals(before)
    pd.testing.assert_frame_equal(TABLES[name](), before)


READ_ALL = """
import socket, sys
def refuse(*args, **kwargs): raise OSError("no network in this test")
socket.socket = socket.create_connection = refuse
sys.path.insert(0, sys.argv[1])
from coursekit import data
print(data._folder())
print(len(data.penguins()), len(data.diamonds()), len(data.starwars()))
"""


def read_all(place, *, working_directory):
    """Read the tables in a new Python that sees only the package in `place`; return (folder, row counts)."""
    command = [sys.executable, "-I", "-W", "error", "-c", READ_ALL, str(place)]
    done = subprocess.run(command, cwd=working_directory, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    folder, rows = done.stdout.splitlines()
    return Path(folder), rows


def copy_of_the_package(place):
    shutil.copytree(ROOT / "coursekit", place / "coursekit", ignore=shutil.ignore_patterns("__pycache__", "_data"))
    return place


def test_found_from_a_submission(tmp_path):
    """A checkout's data are found while Python runs in a student's folder, even one with a folder `data` of its own."""
    checkout = copy_of_the_package(tmp_path / "the course")
    shutil.copytree(ROOT / "data", checkout / "data")
    submission = tmp_path / "submitted" / "ana" / "02_randomized_response"
    (submission / "data").mkdir(parents=True)
    (submission / "data" / "penguins.csv").write_text("species\nMacaroni\n")
    assert read_all(checkout, working_directory=submission) == (checkout / "data", "344 53940 87")


def test_found_in_an_installed_wheel(tmp_path):
    """Built into a wheel, the data lie inside the package, and win over a stranger's folder `data` beside it."""
    site = copy_of_the_package(tmp_path / "site-packages")
    shutil.copytree(ROOT / "data", site / "coursekit" / "_data")
    (site / "data").mkdir()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert read_all(site, working_directory=elsewhere) == (site / "coursekit" / "_data", "344 53940 87")


def test_the_town_is_among_the_tables():
    rng = np.random.default_rng(1)
    town = data.simulate_census(50, rng=rng)
    assert len(town) == 50 and len(data.name_list(town, share=0.5, rng=rng)) == 25


def test_missing_data_are_named(tmp_path, monkeypatch):
    monkeypatch.setattr(data, "__file__", str(tmp_path / "coursekit" / "data.py"))
    with pytest.raises(FileNotFoundError, match="data are missing"):
        data.penguins()
