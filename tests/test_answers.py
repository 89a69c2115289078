"""Every answer of the bank meets the cells of its exercise: fast over many seeds, and through the real nbgrader.

False failures: each random check of a notebook refuses a right answer with probability at most
``grading.ALPHA``; `test_a_notebook_fails_right_answers_less_than_once_in_a_million` counts them. The bank's
own checkers of exercise 02/bug may refuse right coins at 1e-7 a run, which is counted there as well.
``COURSEKIT_SEEDS=1000`` runs the fast path with that many more seeds for right answers (default 0). With
``COURSEKIT_BANK=whole`` every answer is handed in to the real nbgrader (before a release); by default one of each
lesson is, beside a broken one, to show that both paths agree.
"""

import ast
import contextlib
import functools
import io
import multiprocessing
import os
import re
import shutil
import sys
import traceback
import warnings
from concurrent.futures import ProcessPoolExecutor
from html import escape
from pathlib import Path

import nbformat
import pytest
from answers import bank, table
from nbgrader.utils import determine_grade, is_grade, is_solution

from classroom import channels
from coursekit import grading

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "notebooks" / "exercises"
SEEDS = int(os.environ.get("COURSEKIT_SEEDS", "0"))
WHOLE_BANK = os.environ.get("COURSEKIT_BANK") == "whole"  # through the real nbgrader
SAMPLE = 1  # submissions a lesson that go through the real nbgrader by default, beside the special ones
SEEDS_WRONG = SEEDS // 20  # beside the default seed
LESSONS = bank.lessons()


# ---------------------------------------------------------------- the fast path


@functools.cache
def source(lesson):
    return nbformat.read(SOURCE / lesson / f"{lesson}.ipynb", as_version=4)


@functools.cache
def exercise(lesson, cell):
    """Give the cells before the first solution (the set-up) and the test cells of one solution."""
    cells = [c for c in source(lesson).cells if c.cell_type == "code"]
    solutions = [k for k, c in enumerate(cells) if is_solution(c)]
    start = next(k for k in solutions if cells[k].id == cell)
    end = min([k for k in solutions if k > start], default=len(cells))
    return cells[: solutions[0]], [c for c in cells[start:end] if is_grade(c)]


def ungraded_before(lesson, cell):
    """Give the plain code cells between the last test before a solution and that solution."""
    cells = [c for c in source(lesson).cells if c.cell_type == "code"]
    start = next(k for k, c in enumerate(cells) if c.id == cell)
    begin = max([k for k in range(start) if is_grade(cells[k]) or is_solution(cells[k])], default=-1)
    return cells[begin + 1 : start]


def points(cell):
    return float(cell.metadata.nbgrader.points)


@functools.cache
def compiled(code):
    tree, last = ast.parse(code), None
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        last = compile(ast.Expression(tree.body.pop().value), "<cell>", "eval")
    return compile(tree, "<cell>", "exec"), last


def _to_stderr(message, category, filename, lineno, file=None, line=None):
    sys.stderr.write(warnings.formatwarning(message, category, filename, lineno, line))


def run(code, namespace):
    """Execute a cell as a kernel would, and give its outputs."""
    outputs, value = [], None
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = _to_stderr
        try:
            body, last = compiled(code)
            exec(body, namespace)
            value = eval(last, namespace) if last else None
        except (Exception, SystemExit) as error:
            text = "".join(traceback.format_exception_only(error))
            outputs.append(nbformat.v4.new_output("error", ename=type(error).__name__, evalue=str(error), traceback=[text]))
            value = None
    for name, stream in (("stdout", out), ("stderr", err)):
        if stream.getvalue():
            outputs.append(nbformat.v4.new_output("stream", name=name, text=stream.getvalue()))
    if value is not None:
        outputs.append(nbformat.v4.new_output("execute_result", data={"text/plain": repr(value)}, execution_count=1))
    return outputs


def at_seeds(lesson, answer, seeds):
    """Grade one answer at seed after seed; once only if its tests draw nothing, since a seed then changes nothing."""
    drawn = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(grading, "generator", lambda label, make=grading.generator: drawn.append(label) or make(label))
        for seed in seeds:
            yield seed, *grade(lesson, answer.cell, answer.code, seed)
            if not drawn:
                return


def grade(lesson, cell, code, seed=None):
    """Give points and all text that one answer gets, scored by nbgrader's own rule."""
    setup, tests = exercise(lesson, cell)
    namespace, earned, said = {"__name__": "__main__"}, 0.0, ""
    with pytest.MonkeyPatch.context() as patch:
        if seed is not None:
            patch.setattr(grading, "SEED", str(seed))
        for before in setup:
            run(before.source, namespace)
        answered = run(code, namespace)
        for test in tests:
            done = test.copy()
            done.outputs = run(test.source, namespace)
            earned += determine_grade(done)[0]
            said += "".join(o.get("text", "") + "".join(o.get("traceback", [])) for o in done.outputs)
    assert not any(o.output_type == "error" for o in answered) or "raise" in code, answered
    return earned, said


def cases(right):
    found = [(lesson, answer) for lesson in LESSONS for answers in bank.lesson(lesson).values()
             for answer in answers if answer.right is right]
    return pytest.mark.parametrize("lesson, answer", found, ids=[f"{lesson[:2]} {answer}" for lesson, answer in found])


def solved(lesson, cell):
    """Give the instructor's own answer."""
    return next(c.source for c in source(lesson).cells if c.id == cell)


def full(lesson, cell):
    return sum(points(c) for c in exercise(lesson, cell)[1])


@cases(right=True)
def test_a_right_answer_gets_full_marks_at_any_seed(lesson, answer):
    for seed, earned, said in at_seeds(lesson, answer, (None, *range(SEEDS))):
        assert earned == full(lesson, answer.cell), f"seed {seed}: {earned}: {said}"


@cases(right=False)
def test_a_wrong_answer_loses_marks_and_hears_why_at_every_seed(lesson, answer):
    for seed, earned, said in at_seeds(lesson, answer, (None, *range(SEEDS_WRONG))):
        assert earned < full(lesson, answer.cell), f"seed {seed}: full marks"
        assert answer.says in said, f"seed {seed}: {earned}: {said}"
        assert answer.earns in (None, earned), f"seed {seed}: {earned}: {said}"


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_autograded_exercise_has_five_wrong_and_three_right_answers(lesson):
    answers = bank.lesson(lesson)
    solutions = {c.id for c in source(lesson).cells if c.cell_type == "code" and is_solution(c)}
    assert set(answers) == solutions
    for cell, found in answers.items():
        assert len([a for a in found if a.right]) >= 3, cell
        assert len([a for a in found if not a.right]) >= 5, cell
        assert len({a.title for a in found}) == len({a.code for a in found}) == len(found), cell


def test_the_banks_are_large_enough_and_their_table_is_up_to_date():
    every = [answer for lesson in LESSONS for found in bank.lesson(lesson).values() for answer in found]
    assert sum(answer.right for answer in every) >= 150 and sum(not answer.right for answer in every) >= 250
    assert table.PAGE.read_text(encoding="utf-8") == table.page(), "run tests/answers/table.py"


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_notebook_fails_right_answers_less_than_once_in_a_million(lesson, monkeypatch):
    checks = 0

    def counted(check):
        @functools.wraps(check)
        def count(*args, **kwargs):
            nonlocal checks
            assert kwargs.get("alpha", grading.ALPHA) <= grading.ALPHA
            checks += 1
            return check(*args, **kwargs)
        return count

    for name in ("check_table", "check_noise", "check_loss", "check_independence", "check_pairs", "watch"):
        monkeypatch.setattr(grading, name, counted(getattr(grading, name)))
    for cell in bank.lesson(lesson):
        code = solved(lesson, cell)
        assert grade(lesson, cell, code)[0] == full(lesson, cell)
    # A student's checker of exercise 02/bug may refuse a right coin at 1e-7 a run (5.7 standard errors for two
    # shares: 2.4e-8), which counts like ten checks; it judges right coins in five runs.
    checks += 5 * 10 * lesson.startswith("02")
    assert 0 < checks * grading.ALPHA < 1e-6, checks


HOSTILE = {
    "returns None": "def {name}(*args, **kwargs):\n    return None\n",
    "returns text": "def {name}(*args, **kwargs):\n    return 'yes'\n",
    "returns NaN": "def {name}(*args, **kwargs):\n    return float('nan')\n",
    "returns a list of None": "def {name}(*args, **kwargs):\n    return [None] * 3\n",
    "raises": "def {name}(*args, **kwargs):\n    raise KeyError('p')\n",
    "leaves": "def {name}(*args, **kwargs):\n    raise SystemExit\n",
    "is not defined": "pass\n",
    "is a number": "{name} = 7\n",
    "is not solved": "def {name}(*args, **kwargs):\n    raise NotImplementedError()\n",
    "does not compile": "def {name}(*args, **kwargs)\n    return 1\n# raise",
}


@pytest.mark.parametrize("lesson", LESSONS)
@pytest.mark.parametrize("kind", HOSTILE)
def test_a_broken_answer_earns_nothing_and_breaks_nothing(lesson, kind):
    for cell in bank.lesson(lesson):
        name = function_of(lesson, cell)
        earned, said = grade(lesson, cell, HOSTILE[kind].format(name=name))
        assert earned == 0, f"{cell}: {said}"


def function_of(lesson, cell):
    return re.search(r"^(?:def|class) (\w+)", solved(lesson, cell), re.MULTILINE)[1]


@pytest.mark.parametrize("lesson", LESSONS)
def test_noise_on_screen_and_warnings_cost_nothing(lesson):
    for cell in bank.lesson(lesson):
        name, code = function_of(lesson, cell), solved(lesson, cell)
        code += f"""

_own = {name}
def {name}(*args, **kwargs):
    import sys, warnings
    warnings.warn("deprecated")
    np.log(np.zeros(1))
    print("debugging")
    print("debugging", file=sys.stderr)
    return _own(*args, **kwargs)
"""
        earned, said = grade(lesson, cell, code)
        assert earned == full(lesson, cell), f"{cell}: {said}"
        assert "debugging" not in said


# ---------------------------------------------------------------- the source


@pytest.mark.parametrize("lesson", LESSONS)
def test_points_in_headings_equal_points_in_metadata(lesson):
    promised, given, total = None, {}, 0.0
    for cell in source(lesson).cells:
        heading = re.search(r"^### Exercise (\d+) \(([\d.]+) points?\)", cell.source, re.MULTILINE)
        if heading:
            promised = heading[1]
            given[promised] = [float(heading[2]), 0.0]
        if is_grade(cell):
            given[promised][1] += points(cell)
            total += points(cell)
    assert list(given) == [str(k + 1) for k in range(len(given))]
    assert all(heading == metadata for heading, metadata in given.values()), given
    assert f"{total:g} in all" in source(lesson).cells[0].source


@pytest.mark.parametrize("lesson", LESSONS)
def test_source_is_clean(lesson):
    notebook = source(lesson)
    assert notebook.nbformat == 4 and notebook.nbformat_minor >= 5
    assert notebook.metadata.kernelspec.name == "python3" and "widgets" not in notebook.metadata
    for cell in notebook.cells:
        assert not cell.get("outputs") and cell.get("execution_count") is None, cell.id
        nbgrader = cell.metadata.get("nbgrader")
        if nbgrader:
            assert nbgrader.grade_id == cell.id and nbgrader.schema_version == 3
        if is_grade(cell) and cell.cell_type == "code":
            visible = cell.source.split("### BEGIN HIDDEN TESTS")[0]
            assert "assert " in visible, f"{cell.id} needs a visible check that fails on the stub"
            if "HIDDEN TESTS" in cell.source:
                assert cell.source.endswith("marks.total()\n### END HIDDEN TESTS"), cell.id


# ---------------------------------------------------------------- the real nbgrader


def api(folder, settings=None):
    """Give nbgrader's API on a course in `folder`, with the course's own settings but for the folders and `settings`."""
    from nbgrader.apps.api import NbGraderAPI
    from nbgrader.coursedir import CourseDirectory
    from traitlets.config.loader import PyFileConfigLoader

    config = PyFileConfigLoader("nbgrader_config.py", path=str(SOURCE)).load_config()
    config.CourseDirectory.root = str(folder)
    config.CourseDirectory.source_directory = str(SOURCE)
    for step in ("release", "source_with_tests", "submitted", "autograded", "feedback", "solution"):
        config.CourseDirectory[f"{step}_directory"] = step
    config.Exchange.root = str(folder)
    config.CourseDirectory.db_url = f"sqlite:///{folder / 'gradebook.db'}"
    config.NbGraderAPI.log_level = "ERROR"
    config.merge(settings or {})
    return NbGraderAPI(coursedir=CourseDirectory(config=config), config=config)


def autograde(folder, lesson, student, feedback, kernels):
    """Autograde one submission and, if asked, write its feedback; give nbgrader's logs. Runs in a process of its own.

    `kernels` is a folder of `warm_kernels`; None for kernels as they come.
    """
    os.environ.pop("JUPYTER_PATH", None)
    if kernels:
        os.environ["JUPYTER_PATH"] = kernels
    with channels.apart() as settings:
        grader = api(Path(folder), settings)
        done = [grader.autograde(lesson, student)] + ([grader.generate_feedback(lesson, student)] if feedback else [])
    return student, [result["success"] for result in done], "\n".join(result.get("log", "") for result in done)


def fill(released, answers):
    """Put answers (solution cell -> code) into a copy of a released notebook."""
    notebook = nbformat.from_dict(released)
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("grade_id") in answers:
            cell.source = answers[cell.metadata.nbgrader.grade_id]
    return notebook


def submit(folder, lesson, student, notebook):
    place = folder / "submitted" / student / lesson
    place.mkdir(parents=True)
    nbformat.write(notebook, place / f"{lesson}.ipynb")


@pytest.fixture(scope="module")
def pool():
    """Give processes that grade: two, for they mostly wait for kernels to come and go.

    Spawned: a forked one would inherit pytest's rule that a warning is an error.
    """
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as processes:
        yield processes


@pytest.fixture(scope="module")
def surroundings(programs):
    """The environment in which nbgrader and its kernels find the course's package."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(ROOT))
        patch.setenv("JUPYTER_PLATFORM_DIRS", "1")
        yield


@pytest.fixture(scope="module")
def gradebook(surroundings, tmp_path_factory):
    """A gradebook with nothing in it: making that takes seconds, so it is made once and copied."""
    folder = tmp_path_factory.mktemp("gradebook")
    api(folder).gradebook.close()
    return folder / "gradebook.db"


# Where everything runs: that a class is graded as by nbgrader is seen every day in `classroom/test_bulk.py`
@pytest.fixture(scope="module", params=[pytest.param(lesson, marks=pytest.mark.exhaustive) for lesson in LESSONS])
def course(request, tmp_path_factory, surroundings, pool, gradebook, warm):
    """A class: one student per answer of the bank, one who did nothing, one with the solution, one who broke things."""
    lesson, folder = request.param, tmp_path_factory.mktemp("course")
    shutil.copy(gradebook, folder / "gradebook.db")
    made = api(folder).generate_assignment(lesson)
    assert made["success"], made
    released = nbformat.read(folder / "release" / lesson / f"{lesson}.ipynb", as_version=4)
    answers = bank.lesson(lesson)
    most = max(map(len, answers.values()))
    taken = range(most) if WHOLE_BANK else range(0, most, -(-most // SAMPLE))
    students = {f"k{k:02}": {cell: found[k % len(found)] for cell, found in answers.items()} for k in taken}
    for student, chosen in students.items():
        submit(folder, lesson, student, fill(released, {cell: answer.code for cell, answer in chosen.items()}))
    solution = {c.id: c.source for c in source(lesson).cells if is_solution(c)}
    extremes = {"solution": solution, "nothing": {}} if WHOLE_BANK or lesson == LESSONS[0] else {}  # the fast path has them, too
    for student, chosen in extremes.items():
        submit(folder, lesson, student, fill(released, chosen))
    broken = fill(released, solution)
    cells = list(answers)
    spoilt = {cells[0]: HOSTILE["leaves"].format(name=function_of(lesson, cells[0])),
              cells[1]: "raise SystemExit", cells[2]: HOSTILE["returns text"].format(name=function_of(lesson, cells[2]))}
    tests = {c.id for cell in cells[3:4] for c in exercise(lesson, cell)[1]}
    broken = fill(broken, spoilt)
    broken.cells = [c for c in broken.cells if c.id not in {cells[3], cells[4]} | tests]
    submit(folder, lesson, "broken", broken)
    everybody = [*students, *extremes, "broken"]
    first = [name == "k00" for name in everybody]  # as at the instructor's: a kernel of its own, and a page of feedback
    done = {name: rest for name, *rest in pool.map(autograde, [str(folder)] * len(everybody), [lesson] * len(everybody), everybody,
                                                   first, [None if cold else warm for cold in first])}
    yield lesson, folder, students, done, cells
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def scores(course):
    """Give points by student and exercise's test cell, as the gradebook has them."""
    lesson, folder, *_ = course
    found = {}
    with api(folder).gradebook as gradebook:
        for submission in gradebook.assignment_submissions(lesson):
            for notebook in submission.notebooks:
                found[submission.student.id] = {g.cell.name: g.auto_score for g in notebook.grades}
    return found


def earned(lesson, scores, cell):
    return sum(scores[c.id] or 0.0 for c in exercise(lesson, cell)[1])  # None: the test cell was deleted


def gives_the_same_marks_and_messages_as_the_fast_path(course, scores):
    lesson, folder, students, done, _ = course
    assert all(all(ok) for ok, _ in done.values()), {n: log for n, (ok, log) in done.items() if not all(ok)}
    for student, chosen in students.items():
        html = " ".join(told(folder, student, lesson).split())
        for cell, answer in chosen.items():
            got, best = earned(lesson, scores[student], cell), full(lesson, cell)
            assert got == best if answer.right else got < best, f"{student} {answer}: {got}"
            assert answer.earns in (None, got), f"{student} {answer}: {got}"
            assert plain(answer.says) in plain(html), f"{student} {answer}"


def told(folder, student, lesson):
    """Give what the student reads: the page of feedback, or where there is none the outputs that it is made of."""
    page = folder / "feedback" / student / lesson / f"{lesson}.html"
    if student == "k00":
        return page.read_text(encoding="utf-8")
    graded = nbformat.read(folder / "autograded" / student / lesson / f"{lesson}.ipynb", as_version=4)
    outputs = [o for c in graded.cells if c.cell_type == "code" for o in c.outputs]
    return escape("\n".join(o.get("text", "") + "\n".join(o.get("traceback", [])) for o in outputs), quote=False)


def plain(text):
    """Strip what HTML and terminal colours add."""
    text = re.sub(r"<[^>]*>|\x1b\[[\d;]*m", "", text)
    for entity, character in (("&lt;", "<"), ("&gt;", ">"), ("&#39;", "'"), ("&quot;", '"'), ("&amp;", "&")):
        text = text.replace(entity, character)
    return " ".join(text.split())


def gives_the_solution_everything_and_nothing_nothing(course, scores):
    lesson, *_ = course
    for cell in bank.lesson(lesson):
        assert grade(lesson, cell, solved(lesson, cell))[0] == full(lesson, cell)
        if "solution" in scores:
            assert earned(lesson, scores["solution"], cell) == full(lesson, cell)
            assert earned(lesson, scores["nothing"], cell) == 0


def takes_only_the_marks_of_cells_that_are_broken(course, scores):
    lesson, _, _, _, cells = course
    for k, cell in enumerate(cells):
        assert earned(lesson, scores["broken"], cell) == (0 if k < 5 else full(lesson, cell)), cell


def releases_no_solution_and_no_hidden_test(course):
    lesson, folder, *_ = course
    secret = set()
    for cell in source(lesson).cells:
        for begin, end in (("### BEGIN SOLUTION", "### END SOLUTION"), ("### BEGIN HIDDEN TESTS", "### END HIDDEN TESTS")):
            for part in cell.source.split(begin)[1:]:
                secret |= {line.strip() for line in part.split(end)[0].splitlines() if len(line.strip()) > 25}
        if cell.cell_type == "markdown" and is_solution(cell):
            secret |= {line.strip() for line in cell.source.splitlines() if len(line.strip()) > 25}
    visible = " ".join(re.sub(r"### BEGIN (\w+ ?\w*)\n.*?### END \1", "", c.source, flags=re.DOTALL)
                       for c in source(lesson).cells if not (c.cell_type == "markdown" and is_solution(c)))
    secret = {line for line in secret if line not in visible}
    assert len(secret) > 40
    for path in (folder / "release").rglob("*"):
        if path.is_file():
            cells = nbformat.read(path, as_version=4).cells if path.suffix == ".ipynb" else []
            text = "\n".join(c.source for c in cells) or path.read_bytes().decode(errors="replace")  # of tests, packed as they are
            assert not {line for line in secret if line in text}, path
            assert "HIDDEN TESTS" not in text and "END SOLUTION" not in text, path


def releases_what_fails_everywhere_until_it_is_solved(course, monkeypatch):
    """Inverted validation: no test cell that a student sees passes before anything is solved.

    nbgrader's own takes seconds; by default it is asked for one lesson. That the source passes is what the solution shows.
    """
    from nbgrader.validator import Validator

    lesson, folder, *_ = course
    path, namespace, tests = folder / "release" / lesson / f"{lesson}.ipynb", {"__name__": "__main__"}, 0
    monkeypatch.chdir(path.parent)
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "code":
            outputs = run(cell.source, namespace)
            if is_grade(cell):
                tests += 1
                assert [o.get("ename") for o in outputs] == ["NotBegun"], cell.id
    assert tests >= len(bank.lesson(lesson))
    if WHOLE_BANK or lesson == LESSONS[0]:
        with channels.apart() as settings:
            assert Validator(invert=True, config=settings).validate(str(path)) == {}


def releases_visible_checks_that_the_solution_passes(course, monkeypatch):
    """What a student with right answers sees who runs all cells of the release: every visible check holds."""
    lesson, folder, *_ = course
    monkeypatch.chdir(folder / "release" / lesson)
    released = nbformat.read(f"{lesson}.ipynb", as_version=4)
    namespace, checks = {"__name__": "__main__"}, 0
    for cell in fill(released, {c.id: c.source for c in source(lesson).cells if is_solution(c)}).cells:
        if cell.cell_type == "code":
            assert not any(o.output_type == "error" for o in run(cell.source, namespace)), cell.id
            checks += is_grade(cell) and "grading.run_test(" in cell.source
    assert checks >= len(bank.lesson(lesson))


def test_nbgrader_grades_as_the_fast_path_and_releases_no_secret(course, scores, monkeypatch):
    """One test for all of these, so that a class is graded once, whichever worker takes it."""
    gives_the_same_marks_and_messages_as_the_fast_path(course, scores)
    gives_the_solution_everything_and_nothing_nothing(course, scores)
    takes_only_the_marks_of_cells_that_are_broken(course, scores)
    releases_no_solution_and_no_hidden_test(course)
    releases_what_fails_everywhere_until_it_is_solved(course, monkeypatch)
    releases_visible_checks_that_the_solution_passes(course, monkeypatch)
