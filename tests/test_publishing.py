"""What is published with a release: one version, the workflow that makes the site, and the paper."""

import re
from pathlib import Path

import yaml

import coursekit

ROOT = Path(__file__).resolve().parents[1]


def read(*parts):
    return ROOT.joinpath(*parts).read_text(encoding="utf-8")


def test_the_version_is_the_same_wherever_it_stands():
    newest = re.search(r"^## (\S+)$", read("CHANGELOG.md"), re.MULTILINE)[1]
    assert coursekit.__version__ == newest == yaml.safe_load(read("CITATION.cff"))["version"]


def test_the_workflow_publishes_the_folder_that_the_command_makes():
    jobs = yaml.safe_load(read(".github", "workflows", "publish.yml"))["jobs"]
    steps = jobs["build"]["steps"]
    assert [step["run"] for step in steps if "run" in step] == ["python start.py site"]
    assert steps[-1]["with"]["path"] == "build/site" and "python start.py site" in read("README.md")
    assert jobs["publish"]["needs"] == "build" and jobs["publish"]["permissions"]["pages"] == "write"


def test_the_paper_cites_what_it_lists_and_lists_what_it_cites():
    _, head, text = read("paper", "paper.md").split("---\n", 2)
    cited = set(re.findall(r"@(\w+)", text))
    assert cited == set(re.findall(r"^@\w+\{(\w+),", read("paper", "paper.bib"), re.MULTILINE))
    assert yaml.safe_load(head)["bibliography"] == "paper.bib"
    assert re.findall(r"^# (.+)$", text, re.MULTILINE)[:2] == ["Summary", "Statement of need"]
    assert 250 < len(text.split()) <= 1100


def test_what_a_person_must_decide_is_marked_and_known():
    """Placeholders stand where this says and nowhere else."""
    marked = {"paper/paper.md", "CODE_OF_CONDUCT.md", "CITATION.cff", "README.md", "CONTRIBUTING.md"}
    written = [*ROOT.glob("*.md"), ROOT / "CITATION.cff", ROOT / "paper" / "paper.md"]
    words = r"[Tt]o be decided|must decide|OWNER/REPOSITORY"
    found = {path.relative_to(ROOT).as_posix() for path in written if re.search(words, path.read_text(encoding="utf-8"))}
    assert found == marked
