"""`python start.py`: every trouble is one clear sentence, an interrupted start is mended, nothing is installed twice."""

import ast
import errno
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

import lab
import pytest
from conftest import PROGRAMS, find_browser
from test_handout import exercise

from classroom import open as opening

ROOT = Path(__file__).resolve().parents[1]
start = opening.start

LOCK = "uv==0.1 \\\n    --hash=sha256:aa \\\n    --hash=sha256:bb\nzz==1 \\\n    --hash=sha256:cc\n"


@pytest.fixture
def folder(tmp_path):
    """A course as small as can be, in a folder whose name has a space and letters that are not ASCII."""
    root = tmp_path / "mein Kurs ü"
    (root / "tests").mkdir(parents=True)
    (root / "coursekit").mkdir()
    (root / "coursekit" / "__init__.py").write_text("")
    (root / "requirements.lock").write_text(LOCK)
    (root / "tests" / "requirements.lock").write_text(LOCK + "pytest==1 \\\n    --hash=sha256:dd\n")
    return root


@pytest.fixture
def installs(monkeypatch):
    """Installation as if, by making one package folder each; the list of what was installed where."""
    done = []

    def install(course, how):
        done.append(course.lock)
        for name in ("zz-1.dist-info", "pytest-1.dist-info")[: 1 + ("tests" in course.lock)]:
            Path(course.probe()[1], name).mkdir(exist_ok=True)

    monkeypatch.setattr(start.Course, "get_uv", lambda course: ["uv"])
    monkeypatch.setattr(start.Course, "install", install)
    return done


def course(folder, test=False):
    made = start.Course(str(folder), os.path.join("tests", "requirements.lock") if test else "requirements.lock")
    made.begin()
    return made


# -- any Python can read it; an old one is told so


def test_old_pythons_can_read_start_py():
    tree = ast.parse((ROOT / "start.py").read_text(encoding="ascii"), feature_version=(3, 4))
    for node in ast.walk(tree):  # what the grammar of 2.7 does not know
        assert not isinstance(node, (ast.JoinedStr, ast.AnnAssign, ast.NamedExpr, ast.Nonlocal, ast.AsyncFunctionDef))
        assert not (isinstance(node, ast.arguments) and (node.kwonlyargs or node.posonlyargs))
        assert not (isinstance(node, ast.Raise) and node.cause)
    imports = [node.lineno for node in tree.body if isinstance(node, ast.Import) and node.names[0].name != "sys"]
    (check,) = [node.lineno for node in tree.body if isinstance(node, ast.If) and "too_old" in ast.unparse(node.test)]
    assert check < min(imports)  # nothing that an old Python lacks is imported before


@pytest.mark.parametrize("version", [(2, 7, 18), (3, 6, 15), (3, 10, 0)])
def test_too_old_a_python_is_one_sentence(version):
    code = f"import sys; sys.version_info = {version}; sys.argv = ['start.py']; exec(open('start.py').read())"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr.splitlines() == [f"Python 3.11 or newer is needed, this is {version[0]}.{version[1]}: install a "
                                        "newer one, then start again with it."]


@pytest.mark.parametrize("version", [(3, 11), (3, 12, 1), (4, 0)])
def test_a_python_that_will_do_is_not_refused(version):
    assert start.too_old(version) is None


# -- the command line


@pytest.mark.parametrize("given, command, rest", [
    ([], "student", []), (["--no-browser", "--port=9"], "student", ["--no-browser", "--port=9"]),
    (["test", "-k", "x"], "test", ["-k", "x"]), (["teach", "--port=9"], "teach", ["--port=9"]),
    (["present", "03", "--port=9"], "present", ["03", "--port=9"]),
    (["grade", "02_randomized_response", "moodle.zip"], "grade", ["02_randomized_response", "moodle.zip"]),
    (["nbgrader", "--help"], "nbgrader", ["--help"]), (["--help"], "help", []), (["-h", "test"], "help", [])])
def test_the_command_line(given, command, rest):
    assert start.command_line(given) == (command, rest)


def test_an_unknown_command_is_one_sentence(capsys, folder):
    assert start.main(["tset"], str(folder)) == 1
    told = capsys.readouterr()
    assert told.out == "" and told.err.strip().splitlines() == [
        'There is no command "tset": say python start.py, or with test, teach, present, grade, nbgrader or --help after it.']
    assert not (folder / "build").exists()


def test_help_names_every_command(capsys, folder):
    assert start.main(["--help"], str(folder)) == 0
    told = capsys.readouterr().out
    assert all(f"python start.py {command}" in told for command in ("test", "teach", "present", "grade", "nbgrader"))


# -- troubles, as uv, pip and Python really print them

PRINTED = {
    start.NO_SPACE: [
        "error: Failed to install: numpy-2.4.6.whl\n  Caused by: failed to write to file: No space left on device (os error 28)",
        "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device",
        "error: failed to copy file: There is not enough space on the disk. (os error 112)"],
    start.NO_WRITING: [
        "error: failed to create directory `/x/.venv/lib`: Permission denied (os error 13)",
        "error: failed to remove file: Access is denied. (os error 5)",
        "Error: [Errno 30] Read-only file system: '/x/.venv'"],
    start.NO_NETWORK: [
        "error: Failed to fetch: `x/`\n  Caused by: dns error\n  Caused by: failed to lookup address information",
        "error: Request failed after 3 retries\n  Caused by: error sending request\n  Caused by: tcp connect error",
        "WARNING: Retrying after connection broken by 'NewConnectionError(...): Failed to establish a new connection'",
        "error: Failed to download `scipy`: operation timed out"],
}


@pytest.mark.parametrize("sentence, printed", [(s, p) for s, many in PRINTED.items() for p in many])
def test_a_failed_installation_is_explained(sentence, printed):
    assert start.explain(printed) == sentence


def test_the_most_telling_trouble_is_told():
    assert start.explain("connection timed out ... No space left on device (os error 28)") == start.NO_SPACE
    assert "certificate" in start.explain("error sending request: invalid peer certificate: UnknownIssuer")
    assert "filter" in start.explain("Hash mismatch for `numpy==2.4.6`, connect to the network")
    assert "this computer" in start.explain("Because scipy==1.17.1 has no wheels with a matching platform tag")
    assert start.explain("os error 53") is None and start.explain("segmentation fault") is None


@pytest.mark.parametrize("number, part", [(errno.ENOSPC, "disk is full"), (errno.EACCES, "may not be written"),
                                          (errno.EROFS, "may not be written")])
def test_an_error_of_the_file_system_is_one_sentence_wherever_it_comes(capsys, folder, monkeypatch, number, part):
    def fail(*_):
        raise OSError(number, os.strerror(number), "/some/file")

    monkeypatch.setattr(start.Course, "prepare", fail)
    assert start.main([], str(folder)) == 1
    told = capsys.readouterr()
    assert part in told.err and "Traceback" not in told.err and len(told.err.strip().splitlines()) == 1
    assert "Traceback" in (folder / "build" / "start.log").read_text(encoding="utf-8")  # the whole story


def test_something_unexpected_is_one_sentence_and_the_story_is_in_the_log(capsys, folder, monkeypatch):
    monkeypatch.setattr(start.Course, "prepare", lambda _: {}["oops"])
    assert start.main([], str(folder)) == 1
    told = capsys.readouterr().err
    assert "start.log" in told and "Traceback" not in told
    assert "KeyError: 'oops'" in (folder / "build" / "start.log").read_text(encoding="utf-8")


def test_ctrl_c_is_one_sentence(capsys, folder, monkeypatch):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(start.Course, "prepare", stop)
    assert start.main([], str(folder)) == 130
    assert capsys.readouterr().err.strip() == "Stopped. Nothing is lost; the next start carries on."


def test_too_little_space_is_said_before_anything_is_made(folder, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(10**12, 10**12, 700 * 2**20))
    with pytest.raises(start.Stop, match=r"1500 MB are needed, 700 MB are free"):
        course(folder).prepare()
    assert not (folder / ".venv").exists()


def test_a_32_bit_python_is_refused(folder, monkeypatch):
    monkeypatch.setattr(start.struct, "calcsize", lambda _: 4)
    with pytest.raises(start.Stop, match="64-bit"):
        course(folder).check_computer()


@pytest.mark.parametrize("allowed", [True, False])
def test_a_path_too_long_for_windows_is_refused_unless_long_ones_are_allowed(folder, monkeypatch, allowed):
    monkeypatch.setattr(start, "WINDOWS", True)
    monkeypatch.setattr(start, "long_paths_allowed", lambda: allowed)
    monkeypatch.setattr(start.Course, "probe", lambda _: None)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(0, 0, 2**40))
    deep = course(folder)
    deep.root = "C:\\" + "x" * 100
    if allowed:
        deep.check_computer()
    else:
        with pytest.raises(start.Stop, match="too long for Windows"):
            deep.check_computer()


def test_no_installed_file_has_a_longer_path_than_is_reckoned_with():
    library = Path(os.path.dirname(os.path.dirname(pytest.__file__)))
    longest = max((path.relative_to(library).as_posix() for path in library.rglob("*")), key=len)
    assert len(".venv\\Lib\\site-packages\\" + longest) <= start.LONGEST_PATH, longest


# -- the private environment


def test_a_first_start_makes_it_and_a_second_does_nothing(folder, installs, capsys):
    course(folder).prepare()
    assert installs == ["requirements.lock"]
    told = capsys.readouterr().out
    assert all(f"[{step}/4]" in told for step in (1, 3, 4)) and "Kurs ü" in told
    began = time.perf_counter()
    course(folder).prepare()
    assert time.perf_counter() - began < 2
    assert installs == ["requirements.lock"] and capsys.readouterr().out == ""


def test_coursekit_is_found_from_anywhere_by_a_path_that_any_encoding_can_write(folder, installs, tmp_path):
    made = course(folder)
    made.prepare()
    line = Path(made.probe()[1], "coursekit.pth").read_bytes().decode("ascii").strip()
    assert not os.path.isabs(line)
    told = subprocess.run([made.python, "-c", "import coursekit; print(ascii(coursekit.__file__))"], cwd=tmp_path,
                          capture_output=True, text=True, check=True, env=made.environment())
    assert os.path.samefile(ast.literal_eval(told.stdout.strip()), folder / "coursekit" / "__init__.py")


@pytest.mark.parametrize("step", ["make_venv", "get_uv", "install", "run"])
@pytest.mark.parametrize("error", [KeyboardInterrupt, start.Stop])
def test_an_interrupted_start_is_mended_by_the_next(folder, installs, monkeypatch, step, error):
    with monkeypatch.context() as patch:
        def fail(*_, **__):
            raise error("no")

        patch.setattr(start.Course, step, fail)
        with pytest.raises(error):
            course(folder).prepare()
    assert not course(folder).ready()
    course(folder).prepare()
    assert course(folder).ready()


def test_a_changed_lock_is_installed_and_line_ends_do_not_count_as_a_change(folder, installs):
    course(folder).prepare()
    (folder / "requirements.lock").write_bytes(LOCK.replace("\n", "\r\n").encode())
    course(folder).prepare()
    assert len(installs) == 1
    (folder / "requirements.lock").write_text(LOCK.replace("zz==1", "zz==2"))
    course(folder).prepare()
    assert len(installs) == 2


def test_after_test_a_plain_start_installs_nothing_but_not_the_other_way_round(folder, installs):
    course(folder).prepare()
    course(folder, test=True).prepare()
    course(folder).prepare()
    course(folder, test=True).prepare()
    assert installs == ["requirements.lock", os.path.join("tests", "requirements.lock")]


@pytest.mark.skipif(not start.LINUX, reason="elsewhere nobody runs in an environment that he may not write to")
def test_who_may_not_write_into_the_environment_finds_it_compiled(folder, installs):
    course(folder).prepare()
    kept = folder / "coursekit" / "__pycache__"
    assert not kept.exists()
    course(folder, test=True).prepare()
    assert [path.name.partition(".")[0] for path in kept.iterdir()] == ["__init__"]


def test_a_folder_that_was_renamed_or_copied_gets_an_environment_of_its_own(folder, installs):
    course(folder).prepare()
    moved = folder.with_name("elsewhere")
    shutil.copytree(folder, moved, symlinks=True)
    assert not course(moved).ready()
    course(moved).prepare()
    assert len(installs) == 2 and course(moved).ready() and course(folder).ready()
    assert str(moved) in (moved / ".venv" / "pyvenv.cfg").read_text(encoding="utf-8")


def test_uv_moves_over_into_a_renewed_environment(folder, installs):
    made = course(folder)
    made.prepare()
    Path(made.uv()).write_bytes(b"this is uv")
    Path(made.stamp).write_text(json.dumps({"root": "/somewhere/else"}))
    made.prepare()
    assert len(installs) == 2 and Path(made.uv()).read_bytes() == b"this is uv"


@pytest.mark.parametrize("damage", ["interpreter", "config", "pth", "package", "stamp", "file instead", "empty"])
def test_a_damaged_environment_is_mended(folder, installs, damage):
    made = course(folder)
    made.prepare()
    packages, venv = Path(made.probe()[1]), folder / ".venv"
    if damage == "interpreter":
        os.unlink(made.python)
    elif damage == "config":
        (venv / "pyvenv.cfg").unlink()
    elif damage == "pth":
        (packages / "coursekit.pth").unlink()
    elif damage == "package":
        (packages / "zz-1.dist-info").rmdir()
    elif damage == "stamp":
        Path(made.stamp).write_bytes(b"{")
    else:
        shutil.rmtree(venv)
        venv.write_text("a file") if damage == "file instead" else venv.mkdir()
    assert not made.ready()
    made.prepare()
    assert made.ready() and len(installs) == 2


def test_nothing_of_the_users_other_pythons_gets_in_and_the_network_settings_stay(folder, monkeypatch):
    foreign = ("PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP", "JUPYTER_CONFIG_DIR", "JUPYTER_PATH", "IPYTHONDIR", "MPLBACKEND",
               "PIP_USER", "PIP_TARGET", "UV_SYSTEM_PYTHON", "UV_PYTHON", "CONDA_PREFIX", "PYTHONDONTWRITEBYTECODE")
    for name in foreign:
        monkeypatch.setenv(name, "/foreign")
    for name in ("HTTPS_PROXY", "PIP_INDEX_URL", "UV_INDEX_URL", "SSL_CERT_FILE", "UV_CACHE_DIR"):
        monkeypatch.setenv(name, "mine")
    clean = course(folder).environment()
    assert "/foreign" not in clean.values()
    assert all(clean[name] == "mine" for name in ("HTTPS_PROXY", "PIP_INDEX_URL", "UV_INDEX_URL", "SSL_CERT_FILE", "UV_CACHE_DIR"))
    assert clean["PATH"].split(os.pathsep)[0] == os.path.dirname(course(folder).python)
    assert os.environ["PYTHONPATH"] == "/foreign"  # only children see the clean one


# -- how packages are installed


def test_uvs_pin_is_taken_from_the_lock_with_all_its_hashes():
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    pin = start.uv_pin(lock)
    assert pin.startswith("uv==") and pin.count("==") == 1 and len(re.findall("--hash=sha256:[0-9a-f]{64}", pin)) > 5
    assert pin in lock and lock.replace(pin, "").count("--hash") == lock.count("--hash") - pin.count("--hash")
    assert start.uv_pin(LOCK) == "uv==0.1 \\\n    --hash=sha256:aa \\\n    --hash=sha256:bb\n"
    with pytest.raises(start.Stop, match="does not name uv"):
        start.uv_pin("zz==1\n")


class Scripted:
    """In place of `Course.run`: answers by what a command contains, first match; keeps what was asked."""

    def __init__(self, *answers):
        self.answers, self.asked = answers, []

    def __call__(self, command, show=False, **more):
        line = " ".join(command)
        self.asked.append((line, more))
        return next((answer for part, answer in self.answers if part in line), (0, ""))


def scripted(folder, monkeypatch, *answers, users_uv=None):
    made = course(folder)
    made.run = Scripted(*answers)
    monkeypatch.setattr(shutil, "which", lambda *_, **__: users_uv)
    return made


def test_uv_comes_by_pip_by_hash_and_is_used(folder, monkeypatch):
    made = scripted(folder, monkeypatch, ("-m pip --version", (0, "pip 24.0 from x")))
    assert made.get_uv()[:3] == [made.uv(), "pip", "install"]
    (asked,) = [line for line, _ in made.run.asked if "--require-hashes" in line]
    assert "--python" in asked and asked.endswith("uv.lock.txt")
    assert Path(asked.rpartition("-r ")[2]).read_text() == start.uv_pin(LOCK)


def test_an_old_pip_is_passed_over_and_ensurepip_makes_one(folder, monkeypatch):
    inner = course(folder).python
    made = scripted(folder, monkeypatch, (f"{inner} -m pip --version", (1, "No module named pip")),
                    ("-m pip --version", (0, "pip 20.3.4 from x")))
    assert made.get_uv()[0] == made.uv()
    assert not any("--python " in line for line, _ in made.run.asked)
    assert any(line == f"{inner} -m ensurepip" for line, _ in made.run.asked)


def test_where_uv_cannot_be_had_pip_installs(folder, monkeypatch, capsys):
    made = scripted(folder, monkeypatch, ("-m pip --version", (0, "pip 24.0")),
                    ("uv.lock.txt", (1, "ERROR: No matching distribution found for uv")))
    how = made.get_uv()
    assert how[1:3] == ["-m", "pip"] and how[-2:] == ["--only-binary", ":all:"]
    assert "pip does it" in capsys.readouterr().out
    made.run = Scripted()
    made.install(how)
    ((asked, _),) = made.run.asked
    assert asked.endswith("packages.lock.txt") and "--require-hashes" in asked
    assert (folder / "build" / "packages.lock.txt").read_text() == "zz==1 \\\n    --hash=sha256:cc\n"  # uv is not wanted


def test_a_uv_of_the_users_is_used_where_there_is_no_pip(folder, monkeypatch):
    nothing = [("--version", (1, "")), ("ensurepip", (1, "No module named ensurepip"))]
    made = scripted(folder, monkeypatch, *nothing, users_uv="/usr/bin/uv")
    assert made.get_uv()[0] == "/usr/bin/uv"
    made = scripted(folder, monkeypatch, *nothing)
    with pytest.raises(start.Stop, match="neither pip nor ensurepip.*python3-venv"):
        made.get_uv()


@pytest.mark.parametrize("sentence", [start.NO_NETWORK, start.NO_SPACE])
def test_no_network_and_no_space_are_told_at_once(folder, monkeypatch, sentence):
    made = scripted(folder, monkeypatch, ("-m pip --version", (0, "pip 24.0")), ("uv.lock.txt", (1, PRINTED[sentence][1])),
                    ("--version", (1, "")))
    with pytest.raises(start.Stop, match=re.escape(sentence.format(1500)[:40])):
        made.get_uv()
    assert sum("uv.lock.txt" in line for line, _ in made.run.asked) == 1


UV = ["uv", "pip", "install", "--no-build"]


def test_without_a_network_what_uv_has_kept_is_enough(folder, monkeypatch):
    made = scripted(folder, monkeypatch, ("--offline", (0, "")), ("uv pip", (1, PRINTED[start.NO_NETWORK][0])))
    made.install(UV)
    assert [("--offline" in line, "UV_SYSTEM_CERTS" in more) for line, more in made.run.asked] == [
        (False, False), (False, True), (True, False)]
    made = scripted(folder, monkeypatch, ("uv pip", (1, PRINTED[start.NO_NETWORK][0])))
    with pytest.raises(start.Stop, match="No connection to the internet"):
        made.install(UV)
    assert len(made.run.asked) == 3  # and pip, which would wait for minutes, is not tried


def test_a_full_disk_ends_the_installation_at_the_first_try(folder, monkeypatch):
    made = scripted(folder, monkeypatch, ("uv pip", (1, PRINTED[start.NO_SPACE][0])))
    with pytest.raises(start.Stop, match="The disk is full"):
        made.install(UV)
    assert len(made.run.asked) == 1


def test_if_uv_itself_fails_pip_is_tried_and_then_the_log_is_named(folder, monkeypatch):
    made = scripted(folder, monkeypatch, ("uv pip", (139, "segmentation fault")), ("-m pip --version", (0, "pip 24.0")))
    made.install(UV)
    assert made.run.asked[-1][0].startswith(f"{made.base_python()} -m pip --python")
    made = scripted(folder, monkeypatch, ("uv pip", (139, "segmentation fault")), ("-m pip --version", (0, "pip 24.0")),
                    ("-m pip", (1, "boom")))
    with pytest.raises(start.Stop, match=r"start\.log"):
        made.install(UV)


# -- commands, the log, and one start at a time


def test_what_a_command_prints_goes_to_the_log_and_progress_to_the_reader(folder, capsys):
    made = course(folder)
    code = "print('Downloading numpy (16.1MiB)'); print('error: ü'); raise SystemExit(3)"
    assert made.run([sys.executable, "-X", "utf8", "-c", code], show=True) == (3, "Downloading numpy (16.1MiB)\nerror: ü\n")
    assert "error: ü" in Path(made.log_file).read_text(encoding="utf-8")
    told = capsys.readouterr().out
    assert "Downloading numpy (16.1MiB)" in told and "error" not in told


def test_a_command_that_does_not_exist_is_no_crash(folder):
    assert course(folder).run([str(folder / "no such program")])[0] == 1


def test_on_a_terminal_progress_is_one_line_that_is_wiped_away(capsys):
    progress = start.Progress(terminal=True)
    for line in ("Resolved 3 packages in 1ms\n", "warning: nothing\n", "Downloading scipy (33.7MiB)\n"):
        progress.line(line)
    progress.done()
    told = capsys.readouterr().out
    assert "\n" not in told and told.count("\r") == 5 and "warning" not in told and told.endswith(" \r")


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
def test_ctrl_c_during_a_command_leaves_no_process_behind(folder):
    # whoever runs the tests in the background may have Ctrl-C ignored, and children inherit that
    code = ("import signal, sys, time, importlib.util as u; signal.signal(signal.SIGINT, signal.default_int_handler);"
            "s = u.spec_from_file_location('start', sys.argv[1]);"
            "start = u.module_from_spec(s); s.loader.exec_module(start); c = start.Course(sys.argv[2]); c.begin();"
            "c.prepare = lambda: c.run([sys.executable, '-c', 'import os, signal, time; signal.signal(signal.SIGINT, "
            "signal.SIG_IGN); print(os.getpid(), flush=True); time.sleep(60)']); start.Course = lambda *a: c;"
            "sys.exit(start.main([], sys.argv[2]))")
    child = subprocess.Popen([sys.executable, "-c", code, str(ROOT / "start.py"), str(folder)], stderr=subprocess.PIPE,
                             text=True)
    log, pid = folder / "build" / "start.log", None
    for _ in range(200):
        time.sleep(.05)
        found = re.search(r"^(\d+)$", log.read_text() if log.exists() else "", re.MULTILINE)
        if found:
            pid = int(found.group(1))
            break
    child.send_signal(signal.SIGINT)
    assert child.communicate(timeout=20)[1].strip() == "Stopped. Nothing is lost; the next start carries on."
    assert child.returncode == 130
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_second_start_waits_for_the_first(folder, capsys):
    order, first, second = [], course(folder), course(folder)

    def other():
        with second.alone():
            order.append("second")

    with first.alone():
        waiting = threading.Thread(target=other)
        waiting.start()
        time.sleep(.7)
        order.append("first")
    waiting.join(10)
    assert order == ["first", "second"]
    assert capsys.readouterr().out.count("waiting") == 1


def test_the_log_does_not_grow_forever(folder):
    made = course(folder)
    Path(made.log_file).write_bytes(b"x" * (2 * 2**20 + 1))
    made.begin()
    assert os.path.getsize(made.log_file) == 0 and Path(made.log_file + ".old").exists()


def test_on_windows_the_exit_code_of_jupyter_is_handed_on(folder, monkeypatch):
    monkeypatch.setattr(start, "WINDOWS", True)
    monkeypatch.chdir(folder)
    before = signal.getsignal(signal.SIGINT)
    try:
        assert start.become([sys.executable, "-c", "raise SystemExit(5)"], dict(os.environ), str(folder)) == 5
    finally:
        signal.signal(signal.SIGINT, before)


# -- JupyterLab, really


@pytest.fixture(scope="module")
def ready(tmp_path_factory):
    """A small course with one lesson and one exercise, whose environment is ready: it borrows this one's packages, and needs PROGRAMS for theirs."""
    root = tmp_path_factory.mktemp("ein Kurs ü")
    for name in ("start.py", "requirements.lock"):
        shutil.copy(ROOT / name, root)
    (root / "tests").mkdir()
    shutil.copy(ROOT / "tests" / "requirements.lock", root / "tests")
    for package in ("coursekit", "classroom"):
        shutil.copytree(ROOT / package, root / package, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
    exercise(root / "notebooks" / "exercises" / "02_halves")
    shutil.copy(ROOT / "notebooks" / "exercises" / "nbgrader_config.py", root / "notebooks" / "exercises")
    (root / "notebooks" / "00_start_here.ipynb").write_text(json.dumps(
        {"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    made = course(root)
    made.make_venv()
    told = made.probe()
    Path(told[1], "borrowed.pth").write_text(os.path.dirname(os.path.dirname(pytest.__file__)) + "\n")
    Path(told[1], "coursekit.pth").write_text(os.path.relpath(root, told[1]) + "\n", encoding="ascii")
    for part in ("share", "etc"):
        try:
            (Path(made.venv) / part).symlink_to(Path(sys.prefix) / part, target_is_directory=True)
        except OSError:
            shutil.copytree(Path(sys.prefix) / part, Path(made.venv) / part)
    made.write_stamp(locks=made.locked(), python=told[0], packages=told[2])
    return root


@pytest.fixture(scope="module")
def serve(ready, tmp_path_factory):
    """Start `python start.py ...` of the small course in a home that has another Jupyter's settings, all of them bad."""
    home = tmp_path_factory.mktemp("home")
    for path in (home / ".jupyter", home / "other"):
        path.mkdir()
        (path / "jupyter_server_config.py").write_text("raise RuntimeError('the settings of the user were read')\n")
        (path / "nbgrader_config.py").write_text("raise RuntimeError('the settings of the user were read')\n")
    kernel = home / ".local" / "share" / "jupyter" / "kernels" / "other"
    kernel.mkdir(parents=True)
    (kernel / "kernel.json").write_text(json.dumps({"argv": ["other"], "display_name": "Other", "language": "python"}))
    foreign = {"HOME": str(home), "USERPROFILE": str(home), "JUPYTER_CONFIG_DIR": str(home / "other"),
               "JUPYTER_PATH": str(kernel.parents[1]), "PYTHONPATH": str(home / "other"), "PATH": PROGRAMS}

    def run(*command):
        port = lab.free_port()
        given = [sys.executable, "start.py", *command, "--no-browser", f"--port={port}", "--ServerApp.port_retries=0",
                 "--IdentityProvider.token=secret"]
        return lab.running(given, port, cwd=ready, env=os.environ | foreign), f"http://127.0.0.1:{port}"

    return run


def get(address, data=None):
    request = urllib.request.Request(address, headers={"Authorization": "token secret", "Content-Type": "application/json"},
                                     data=None if data is None else json.dumps(data).encode())
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.read().decode()


def page_settings(address):
    return json.loads(re.search(r'id="jupyter-config-data"[^>]*>(.*?)</script>', get(f"{address}/lab"), re.DOTALL).group(1))


def test_a_student_gets_the_lessons_and_the_validate_button_and_no_other_tool(ready, serve):
    running, address = serve()
    with running:
        names = {item["path"] for item in json.loads(get(f"{address}/api/contents"))["content"]}
        assert names == {"00_start_here.ipynb", "exercises"}
        assert json.loads(get(f"{address}/api/contents/exercises/02_halves/02_halves.ipynb"))["type"] == "notebook"

        page = page_settings(address)
        hidden = set(page["disabledExtensions"])
        tools = {"assignment-list", "course-list", "create-assignment", "formgrader", "menu"}
        assert {f"@jupyter/nbgrader:{tool}" for tool in tools} <= hidden
        assert "@jupyter/nbgrader:validate-assignment" not in hidden and "@jupyter/nbgrader" not in hidden
        assert "@jupyter/nbgrader" in {extension["name"] for extension in page["federated_extensions"]}
        assert "@jupyterlab/apputils-extension:announcements" in hidden and page["news"] == {"disabled": True}
        for tool in ("formgrader", "assignments?course_id=privacy", "courses"):
            with pytest.raises(urllib.error.HTTPError, match="404"):
                get(f"{address}/{tool}")

        kernels = json.loads(get(f"{address}/api/kernelspecs"))
        assert list(kernels["kernelspecs"]) == ["python3"] and kernels["default"] == "python3"

        exercise_path = ready / "course" / "exercises" / "02_halves" / "02_halves.ipynb"
        released = exercise_path.read_text(encoding="utf-8")
        answer = json.loads(get(f"{address}/assignments/validate", {"path": "exercises/02_halves/02_halves.ipynb"}))
        assert answer["success"] and len(answer["value"]["failed"]) == 1
        exercise_path.write_text(released.replace("raise NotImplementedError()", "import sys; half.where = sys.prefix; "
                                                  "return x / 2").replace("# YOUR CODE HERE", "# mine"), encoding="utf-8")
        answer = json.loads(get(f"{address}/assignments/validate", {"path": "exercises/02_halves/02_halves.ipynb"}))
        assert answer == {"success": True, "value": {}}
    assert not (ready / "build" / "nbgrader" / "gradebook.db").exists()


def test_a_students_start_opens_the_first_lesson_with_the_course_own_python(ready):
    made = course(ready)
    code = ("import json; from pathlib import Path; from classroom.open import ROOT, configure;"
            "print(json.dumps(configure('student', ROOT / 'build'), default=str))")
    told = subprocess.run([made.python, "-c", code], env=made.environment(), cwd=ready, capture_output=True, check=True)
    variables, where = json.loads(told.stdout)
    environment = made.environment() | variables
    assert where == str(ready / "course")
    settings = json.loads((ready / "build/jupyter/student/config/jupyter_server_config.json").read_text(encoding="utf-8"))
    assert settings["LabApp"]["default_url"] == "/lab/tree/00_start_here.ipynb"
    assert settings["ServerApp"]["root_dir"] == where
    for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR", "MPLCONFIGDIR"):
        assert environment[name].startswith(str(ready / "build"))
    code = ("from jupyter_client.manager import start_new_kernel as s; m, c = s(); "
            "r = []; c.execute_interactive('import sys; print(sys.prefix)', output_hook=lambda m: r.append("
            "m['content'].get('text'))); print(''.join(filter(None, r)).strip()); c.stop_channels(); m.shutdown_kernel()")
    told = subprocess.run([made.python, "-c", code], env=environment, cwd=where, capture_output=True, text=True, check=True,
                          encoding="utf-8")
    assert os.path.samefile(told.stdout.strip(), made.venv)


@pytest.mark.parametrize("asked, page", [("01", "01_a.ipynb"), ("02_b", "02_b.ipynb"), ("", None), ("1", None), ("03", None), ("../01", None)])
def test_a_lesson_to_present_is_named_by_its_beginning(tmp_path, asked, page):
    for name in ("01_a.ipynb", "02_b.ipynb", "02_b.new.ipynb", "own.ipynb"):
        (tmp_path / name).touch()
    if page:
        assert opening.lesson_page(tmp_path, asked) == page
    else:
        with pytest.raises(start.Stop) as caught:
            opening.lesson_page(tmp_path, asked)
        assert f'"{asked}": name one of 01_a, 02_b.' in str(caught.value)


def test_an_instructor_gets_all_tools_and_formgrader_lists_the_exercise(ready, serve):
    running, address = serve("teach")
    with running:
        (listed,) = json.loads(get(f"{address}/formgrader/api/assignments"))
        assert (listed["name"], listed["source_path"]) == ("02_halves", "notebooks/exercises/02_halves")
        made = json.loads(get(f"{address}/formgrader/api/assignment/02_halves/assign", {}))
        assert made["success"], made
        (listed,) = json.loads(get(f"{address}/formgrader/api/assignments"))
        assert listed["release_path"] == "build/nbgrader/release/02_halves" and listed["max_score"] == 2
        assert json.loads(get(f"{address}/api/contents/{listed['release_path']}/02_halves.ipynb"))["type"] == "notebook"
        page = page_settings(address)
        assert not any("nbgrader" in name for name in page["disabledExtensions"])
        assert "@jupyterlab/apputils-extension:announcements" in page["disabledExtensions"]
        assert "nbgrader formgrade" in get(f"{address}/formgrader")
        assert json.loads(get(f"{address}/assignments?course_id=privacy"))["success"]


@pytest.mark.exhaustive
def test_one_lesson_is_collected_graded_and_returned_by_command(ready):
    def nbgrader(*command):
        done = subprocess.run([sys.executable, "start.py", "nbgrader", *command], cwd=ready, capture_output=True, text=True,
                              encoding="utf-8", env=os.environ | {"PATH": PROGRAMS})
        assert done.returncode == 0, done.stdout + done.stderr

    products = ready / "build" / "nbgrader"
    nbgrader("generate_assignment", "02_halves", "--force")
    released = (products / "release" / "02_halves" / "02_halves.ipynb").read_text(encoding="utf-8")
    arrived = products / "downloaded" / "02_halves" / "archive"
    arrived.mkdir(parents=True)
    solved = released.replace("raise NotImplementedError()", "import coursekit; return x / 2")
    for student, text in (("ada", solved), ("bob_lee", released)):
        (arrived / f"{student}_02_halves.ipynb").write_text(text, encoding="utf-8")
    nbgrader("zip_collect", "02_halves")
    # a submission that brings a package of the same name along does not get it imported
    (products / "submitted" / "ada" / "02_halves" / "coursekit").mkdir()
    (products / "submitted" / "ada" / "02_halves" / "coursekit" / "__init__.py").write_text("raise SystemExit('shadowed')")
    nbgrader("autograde", "02_halves")
    nbgrader("generate_feedback", "02_halves")
    nbgrader("export")
    header, *rows = (products / "grades.csv").read_text(encoding="utf-8").splitlines()
    rows = [dict(zip(header.split(","), row.split(","), strict=True)) for row in rows]
    assert {row["student_id"]: float(row["score"]) for row in rows} == {"ada": 2.0, "bob_lee": 0.0}
    assert (products / "feedback" / "bob_lee" / "02_halves" / "02_halves.html").is_file()
    assert {path.name for path in ready.iterdir()} - {"course"} == {  # which is there if an earlier test started the course
        ".venv", "build", "classroom", "coursekit", "notebooks", "requirements.lock", "start.py", "tests"}
    assert sorted(path.name for path in (ready / "notebooks").iterdir()) == ["00_start_here.ipynb", "exercises"]


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
def test_ctrl_c_on_the_way_to_the_courses_own_python_is_one_sentence(ready):
    """It comes while one program turns into the other; it waits until there is somebody to answer it."""
    made = course(ready)
    code = ("import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); signal.pthread_sigmask(signal.SIG_BLOCK,"
            "[signal.SIGINT]); os.kill(os.getpid(), signal.SIGINT); os.execv(sys.argv[1], sys.argv[1:])")
    done = subprocess.run([sys.executable, "-c", code, made.python, "-P", "-m", "classroom.open", "student"], cwd=ready,
                          env=made.environment(), capture_output=True, text=True, encoding="utf-8")
    assert done.stderr.strip() == "Stopped. Nothing is lost; the next start carries on." and done.returncode == 130


def test_a_lesson_that_is_not_there_is_one_sentence(ready):
    done = subprocess.run([sys.executable, "start.py", "present", "99"], cwd=ready, capture_output=True, text=True,
                          encoding="utf-8")
    assert done.returncode == 1 and done.stderr.strip() == 'There is no lesson "99": name one of 00_start_here.'


def test_an_unexpected_error_of_handout_is_one_sentence_and_the_story_is_in_the_log(ready):
    (ready / "notebooks" / "exercises" / "nbgrader_config.py").rename(ready / "kept.py")
    (ready / "notebooks" / "exercises" / "nbgrader_config.py").write_text("{}['oops']")
    try:
        done = subprocess.run([sys.executable, "start.py"], cwd=ready, capture_output=True, text=True, encoding="utf-8",
                              env=os.environ | {"PATH": PROGRAMS})
    finally:
        (ready / "kept.py").replace(ready / "notebooks" / "exercises" / "nbgrader_config.py")
    assert done.returncode == 1 and done.stderr.strip() == (
        f"Your copy of the lessons could not be prepared (KeyError: 'oops'); the whole story is in "
        f"{ready / 'build' / 'start.log'}.")
    assert "Traceback" in (ready / "build" / "start.log").read_text(encoding="utf-8")


def test_what_handout_cannot_do_is_one_sentence(ready):
    (ready / "course").mkdir(exist_ok=True)
    (ready / "course").rename(ready / "kept")
    (ready / "course").write_text("a file")
    try:
        done = subprocess.run([sys.executable, "start.py"], cwd=ready, capture_output=True, text=True, encoding="utf-8")
    finally:
        (ready / "course").unlink()
        (ready / "kept").rename(ready / "course")
    assert done.returncode == 1 and "Traceback" not in done.stderr
    (told,) = done.stderr.strip().splitlines()
    assert "could not be prepared" in told


# -- the suite's own conditions


def test_no_connection_leaves_this_computer(network_guard):
    for address in (("192.0.2.1", 80), ("example.org", 80)):
        with pytest.raises(network_guard.NetworkRefused):
            socket.create_connection(address, timeout=1)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp, pytest.raises(network_guard.NetworkRefused):
        udp.sendto(b"x", ("192.0.2.1", 53))
    assert len(network_guard.attempts) == 3
    network_guard.attempts.clear()
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(server.getsockname(), timeout=5).close()
    assert network_guard.attempts == []


def test_nor_does_one_of_a_child_process():
    code = "import urllib.request as r\ntry: r.urlopen('http://192.0.2.1/', timeout=1)\nexcept OSError: print('a real try')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1 and "network refused: getaddrinfo of 192.0.2.1" in done.stderr and done.stdout == ""


@pytest.mark.parametrize("platform, there, expected", [
    ("linux", {"google-chrome": "/usr/bin/google-chrome"}, "/usr/bin/google-chrome"),
    ("darwin", {}, "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
    ("win32", {"msedge": r"C:\Edge\msedge.exe"}, r"C:\Edge\msedge.exe"), ("linux", {}, None)])
def test_a_browser_is_found_where_systems_have_theirs(platform, there, expected):
    assert find_browser(there.get, lambda path: True, platform, {}) == expected
    assert find_browser(there.get, lambda path: True, platform, {"COURSE_BROWSER": "/my/browser"}) == "/my/browser"


def test_a_missing_browser_fails_a_test_and_never_skips_it(pytester_free_run):
    assert "1 error" in pytester_free_run and "No browser: install" in pytester_free_run and "skipped" not in pytester_free_run


@pytest.fixture
def pytester_free_run(tmp_path):
    """What a suite of one browser test says on a machine without a browser."""
    for name in ("conftest.py", "guard"):
        (shutil.copytree if name == "guard" else shutil.copy)(ROOT / "tests" / name, tmp_path / name)
    (tmp_path / "test_one.py").write_text("def test_it(browser_path): pass\n")
    return subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)], cwd=tmp_path,
                          capture_output=True, text=True, env=os.environ | {"COURSE_BROWSER": "/nowhere", "CI": "true"}).stdout


def test_ci_runs_the_readmes_command():
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert script.splitlines()[0] == "#!/usr/bin/env bash" and script.rstrip().count("\npython3 start.py test\n") == 1
