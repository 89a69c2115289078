"""A class for a rehearsal: the course in a fresh folder, set up by the README's commands, with real users of this machine.

`test_hub.py` and `tests/benchmarks/hub_load.py` use it. It needs root, and leaves nothing: users, groups and files go again.
"""

import contextlib
import grp
import os
import pwd
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

import lab  # noqa: E402

PREFIX = "rehearsal-"  # of every user and group made here; what bears it is taken for left over by a run that died
GROUPS = {"COURSE_HUB_INSTRUCTORS": f"{PREFIX}instructors", "COURSE_HUB_STUDENTS": f"{PREFIX}students"}
HUB = """
load_subconfig({config!r})
c.JupyterHub.bind_url = "http://127.0.0.1:{port}"
c.JupyterHub.hub_port = {hub_port}
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{api_port}"
c.Spawner.args = ["--LabApp.expose_app_in_browser=True"]
c.Spawner.env_keep = [*c.Spawner.env_keep, "PYTHONPATH"]  # the guard that refuses the network
{more}
"""


class Class:
    """The class while it is at work.

    Attributes
    ----------
    root, homes, exchange : pathlib.Path
        The course, the folder of homes, nbgrader's exchange.
    address : str
        Where the hub answers.
    passwords : dict of str to str
        By user.
    log : pathlib.Path
        What the hub said.
    """

    def __init__(self, base):
        self.root, self.homes, self.state, self.log = base / "course", base / "homes", base / "state", base / "hub.log"
        self.exchange, self.passwords, self.address = self.state / "exchange", {}, None

    def command(self, *arguments, **options):
        """Run one of the README's commands as root; give what it printed."""
        done = subprocess.run([python(), *map(str, arguments)], cwd=self.root, env=self.environment(), capture_output=True,
                              text=True, stdin=subprocess.DEVNULL, **options)
        if done.returncode:
            raise RuntimeError(f"{arguments} failed:\n{done.stdout[-2000:]}{done.stderr[-4000:]}")
        return done.stdout

    def environment(self):
        return os.environ | GROUPS | {"COURSE_HUB_STATE": str(self.state)}

    def as_user(self, name, *command, **options):
        """Run a command as one of the class; give the finished process."""
        user = pwd.getpwnam(name)
        groups = os.getgrouplist(name, user.pw_gid)
        environment = {"HOME": user.pw_dir, "USER": name, "PATH": os.environ["PATH"], "LANG": "C.UTF-8"} | options.pop("env", {})
        return subprocess.run(command, user=user.pw_uid, group=user.pw_gid, extra_groups=groups, env=environment, cwd=user.pw_dir,
                              capture_output=True, text=True, stdin=subprocess.DEVNULL, **options)

    def copy(self, name):
        """Give the folder of a student's own copy."""
        return Path(pwd.getpwnam(name).pw_dir) / "course"


def python():
    """Give a Python that users of this machine can run: this one's origin, or the system's."""
    for path in (os.path.realpath(sys.executable), "/usr/bin/python3"):
        folders = [Path(path), *Path(os.path.realpath(path)).parents]
        if os.path.exists(path) and all(folder.stat().st_mode & 0o001 for folder in folders):
            return path
    raise RuntimeError("there is no Python that every user may run (apt install python3)")


def ours():
    return {user.pw_name: user.pw_uid for user in pwd.getpwall() if user.pw_name.startswith(PREFIX)}


def end_processes():
    """End what runs as one of our users, and wait for it."""
    uids, left = set(ours().values()), []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            if process.uids().real in uids:
                process.kill()
                left.append(process)
    psutil.wait_procs(left, timeout=10)


def dismiss():
    """Remove every user and group of a rehearsal."""
    end_processes()
    for name in ours():
        subprocess.run(["userdel", "--remove", name], capture_output=True, check=False)
    for group in GROUPS.values():
        with contextlib.suppress(KeyError):
            grp.getgrnam(group)
            subprocess.run(["groupdel", group], capture_output=True, check=True)
    if ours():
        raise RuntimeError(f"these users of a rehearsal could not be removed: {sorted(ours())}")


def clone(target):
    """Copy what git knows of the course, and the proxy."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True)
    for name in filter(None, listed.stdout.split("\n")):
        if (ROOT / name).exists():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, target / name)
    shutil.copytree(ROOT / "classroom" / "hub" / "node_modules", target / "classroom" / "hub" / "node_modules", symlinks=True)
    shutil.copy(target / "classroom" / "hub" / "package-lock.json", target / "classroom" / "hub" / "node_modules" / ".of-lock.json")


@contextlib.contextmanager
def rehearse(instructors, students, more=""):
    """Set up a class, open its hub, and in the end remove everything.

    Parameters
    ----------
    instructors, students : list of str
        Names without the prefix.
    more : str
        Lines for the hub's configuration.

    Yields
    ------
    Class
    """
    if os.geteuid() != 0:
        raise RuntimeError("a rehearsal makes users of this machine and must be root: run it with sudo, or in a container")
    if not (ROOT / "classroom" / "hub" / "node_modules" / "configurable-http-proxy").is_dir():
        raise RuntimeError("the proxy is missing: cd classroom/hub && npm ci")
    dismiss()
    base = Path(tempfile.mkdtemp(prefix="privacy-course-", dir="/var/tmp"))
    base.chmod(0o755)
    here = Class(base)
    try:
        old = os.umask(0o022)
        here.homes.mkdir()
        clone(here.root)
        os.umask(old)
        here.command("classroom/hub/hub.py", "setup", "--no-service")
        for names, kind in ((instructors, ["--instructors"]), (students, [])):
            told = here.command("classroom/hub/hub.py", "add", *kind, "--homes", here.homes, *[PREFIX + name for name in names])
            here.passwords |= dict(line.split() for line in told.splitlines())
        with opened(here, more):
            yield here
    finally:
        dismiss()
        shutil.rmtree(base)


@contextlib.contextmanager
def opened(here, more=""):
    """Run the hub until the block ends."""
    ports = {name: lab.free_port() for name in ("port", "hub_port", "api_port")}
    config = here.state / "rehearsal_config.py"
    config.write_text(HUB.format(config=str(here.root / "classroom" / "hub" / "jupyterhub_config.py"), more=more, **ports), encoding="utf-8")
    command = [str(here.root / ".venv" / "bin" / "python"), "-m", "jupyterhub", f"--config={config}"]
    with open(here.log, "a", encoding="utf-8") as log:
        hub = subprocess.Popen(command, cwd=here.state, env=here.environment(), stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                               start_new_session=True)
        try:
            here.address = f"http://127.0.0.1:{ports['port']}"
            wait_for(hub, here)
            yield
        finally:
            hub.send_signal(signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                hub.wait(20)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(hub.pid, signal.SIGKILL)
            hub.wait()


def wait_for(hub, here):
    import urllib.error
    import urllib.request

    for _ in range(300):
        with contextlib.suppress(urllib.error.URLError, ConnectionError):
            urllib.request.urlopen(f"{here.address}/hub/api", timeout=5).close()
            return
        if hub.poll() is not None:
            break
        time.sleep(.2)
    raise RuntimeError(f"the hub did not start:\n{here.log.read_text(encoding='utf-8', errors='replace')[-4000:]}")


@contextlib.contextmanager
def visit(page, here, *names):
    """Log in by the hub's form, each in a browser of their own (cookies and all); give their pages, JupyterLab on them.

    What would leave this machine is refused, and kept in a page's `strayed`.
    """
    with contextlib.ExitStack() as stack:
        pages = {name: stack.enter_context(_logged_in(page.context.browser, here, name)) for name in names}
        for name, own in pages.items():
            arrive(own, name)
        yield pages


def arrive(page, name):
    """Wait until a user's JupyterLab stands."""
    page.wait_for_url(re.compile(rf".*/user/{name}/lab.*"), timeout=120_000)
    page.wait_for_function("() => window.jupyterapp && window.jupyterapp.shell", timeout=90_000)
    page.evaluate("() => window.jupyterapp.restored.then(() => null)")


def log_in(page, here, name):
    fill_in(page, here, name)
    page.click("#login_submit", no_wait_after=True)


def fill_in(page, here, name):
    page.goto(f"{here.address}/hub/login")
    page.fill("#username_input", name)
    page.fill("#password_input", here.passwords[name])


def try_to_log_in(page, here, name):
    """Give the status and the text of what the hub's form answers."""
    context = page.context.browser.new_context()
    try:
        own = context.new_page()
        fill_in(own, here, name)
        with own.expect_navigation() as answer:
            own.click("#login_submit", no_wait_after=True)
        return answer.value.status, own.inner_text("body")
    finally:
        context.close()


@contextlib.contextmanager
def _logged_in(browser, here, name):
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(60_000)
    own = context.new_page()
    own.strayed = lab.stay_home(context)
    try:
        log_in(own, here, name)
        yield own
    finally:
        context.close()
