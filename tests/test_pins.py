"""One set of versions everywhere: pyproject.toml, both locks and environment.yml; and what a wheel carries."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
import yaml
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
LOCKS = {"base": ROOT / "requirements.lock", "test": ROOT / "tests" / "requirements.lock"}
SITE = ROOT / "classroom" / "site"
EVERY_LOCK = sorted({*LOCKS.values(), *ROOT.glob("classroom/**/*.lock")})
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
WANTED = {"base": PROJECT["dependencies"] + EXTRAS["course"] + EXTRAS["start"]}
WANTED["test"] = WANTED["base"] + EXTRAS["test"]


def pins(lock):
    """Every pin of a lock: (requirement, hashes); the whole file must be nothing but pins."""
    found = []
    for block in re.sub(r" \\\n\s*", " ", lock.read_text(encoding="ascii")).splitlines():
        requirement, *hashes = block.split(" --hash=sha256:")
        found.append((Requirement(requirement), hashes))
    return found


def applying(lock, python="3.11"):
    """Version by name on a Linux machine with one Python, the ninth of its line unless it is told."""
    full = python if python.count(".") == 2 else f"{python}.9"
    there = {"python_full_version": full, "python_version": full.rpartition(".")[0], "sys_platform": "linux", "os_name": "posix",
             "platform_machine": "x86_64", "platform_python_implementation": "CPython", "implementation_name": "cpython",
             "platform_system": "Linux"}
    return {canonicalize_name(pin.name): str(pin.specifier).removeprefix("==") for pin, _ in pins(lock)
            if pin.marker is None or Marker(str(pin.marker)).evaluate(there)}


@pytest.mark.parametrize("lock", EVERY_LOCK, ids=lambda lock: lock.relative_to(ROOT).as_posix())
def test_every_line_of_a_lock_is_an_exact_pin_with_hashes_and_names_no_address(lock):
    text = lock.read_text(encoding="ascii")
    assert "://" not in text and "--index" not in text and "--find-links" not in text
    for pin, hashes in pins(lock):
        assert re.fullmatch(r"==[^=,*]+", str(pin.specifier)), pin
        assert pin.url is None
        assert hashes and all(re.fullmatch(r"[0-9a-f]{64}", digest) for digest in hashes), pin


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13", "3.14"])
@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_fulfils_what_the_project_asks_for(name, python):
    locked = applying(LOCKS[name], python)
    for asked in map(Requirement, WANTED[name]):
        assert asked.specifier.contains(locked[canonicalize_name(asked.name)]), asked


def test_the_tests_lock_holds_the_same_pins_and_more():
    base, test = ({str(pin): hashes for pin, hashes in pins(LOCKS[name])} for name in ("base", "test"))
    assert base.items() <= test.items()
    assert {canonicalize_name(Requirement(extra).name) for extra in EXTRAS["test"]} <= set(applying(LOCKS["test"]))
    assert "pytest" not in applying(LOCKS["base"])


def test_what_sets_the_site_changes_no_version_of_the_course():
    base, site = applying(LOCKS["test"]), applying(SITE / "requirements.lock")
    assert len(site) > 20
    assert {name: site[name] for name in base.keys() & site.keys()} == {name: base[name] for name in base.keys() & site.keys()}


def test_npm_gets_what_the_lock_says_and_no_address():
    text = (SITE / "package-lock.json").read_text(encoding="utf-8")
    packages = {name: one for name, one in json.loads(text)["packages"].items() if name}
    assert "://" not in text and packages
    assert all(one["integrity"].startswith("sha512-") for one in packages.values())


@pytest.fixture
def environment():
    return yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))


def test_environment_yml_has_the_locked_version_of_every_dependency(environment):
    *_, by_pip = environment["dependencies"]
    *pinned, last = by_pip["pip"]
    assert last == "-e ."
    python = next(item for item in environment["dependencies"] if str(item).startswith("python="))
    locked = applying(LOCKS["base"], python.removeprefix("python="))
    direct = {canonicalize_name(Requirement(asked).name) for asked in PROJECT["dependencies"] + EXTRAS["course"]}
    assert pinned == [f"{name}=={locked[name]}" for name in sorted(direct)]


def test_environment_yml_has_a_name_one_channel_and_a_python_that_will_do(environment):
    assert environment["name"] and environment["channels"] == ["conda-forge"]
    assert "python=3.11" in environment["dependencies"] and "pip" in environment["dependencies"]
    assert PROJECT["requires-python"] == ">=3.11"


def test_nothing_makes_an_installer_fetch_another_python():
    assert not (ROOT / ".python-version").exists()
    assert "uv.lock" in (ROOT / ".gitignore").read_text(encoding="utf-8").split()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The names in a wheel, built from a copy: no network, nothing written into the repository."""
    source, built = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for name in ("coursekit", "data", "tests", "notebooks"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    code = "import sys; from hatchling.build import build_wheel; print(build_wheel(sys.argv[1]))"
    name = subprocess.run([sys.executable, "-c", code, str(built)], cwd=source, capture_output=True, text=True,
                          check=True, timeout=60).stdout.split()[-1]
    with zipfile.ZipFile(built / name) as pack:
        return pack.namelist()


def test_a_wheel_carries_the_data_and_neither_tests_nor_lessons(wheel):
    data = {path.relative_to(ROOT / "data").as_posix() for path in (ROOT / "data").rglob("*") if path.is_file()}
    assert data and {f"coursekit/_data/{name}" for name in data} <= set(wheel)
    modules = {path.relative_to(ROOT).as_posix() for path in (ROOT / "coursekit").rglob("*.py")}
    assert modules <= set(wheel)
    strange = [name for name in wheel if not re.match(r"coursekit(/|-[^/]+\.dist-info/)", name)]
    assert strange == [] and not any(name.endswith((".ipynb", ".pyc")) for name in wheel)
    assert any(name.endswith("licenses/LICENSE") for name in wheel)
