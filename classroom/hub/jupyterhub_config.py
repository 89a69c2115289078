"""JupyterHub for one class on one Linux machine; README.md beside it tells how to use it, `hub.py setup` makes ready.

To change something, put it into a file of your own and name that file in the service; it begins with
load_subconfig("/opt/privacy-course/classroom/hub/jupyterhub_config.py")
"""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import hub

c = get_config()  # noqa: F821 (traitlets provides it)

# ---- the door. Passwords travel, so beyond this machine only with a certificate, or behind a web server that has one.
certificate, key = (os.environ.get(f"COURSE_HUB_{name}", "") for name in ("CERTIFICATE", "KEY"))
c.JupyterHub.bind_url = "https://:443" if certificate else "http://127.0.0.1:8000"
c.JupyterHub.ssl_cert, c.JupyterHub.ssl_key = certificate, key
c.ConfigurableHTTPProxy.command = ["node", str(hub.PROXY)]
c.JupyterHub.cookie_secret_file = str(hub.STATE / "hub" / "cookie_secret")
c.JupyterHub.db_url = f"sqlite:///{hub.STATE / 'hub' / 'hub.sqlite'}"
c.ConfigurableHTTPProxy.pid_file = str(hub.STATE / "hub" / "proxy.pid")

# ---- who may come in: the machine's own users, if they are in one of the two groups
c.JupyterHub.authenticator_class = "pam"
c.PAMAuthenticator.allowed_groups = {hub.INSTRUCTORS, hub.STUDENTS}
c.PAMAuthenticator.open_sessions = False  # a session's limits would become the hub's own
# An instructor sees who is at work and stops a server that hangs; nothing more, and nobody is an administrator.
c.JupyterHub.load_groups = {"instructors": {"users": hub.members(hub.INSTRUCTORS)}}
c.JupyterHub.load_roles = [{"name": "instructor", "groups": ["instructors"],
                            "scopes": ["admin-ui", "list:users", "read:users:activity", "read:servers", "servers"]}]

# ---- the live poll of lesson 02: phones reach it at /services/poll/ without logging in, if the service says so
if os.environ.get("COURSE_HUB_POLL"):
    c.JupyterHub.services = [{"name": "poll", "url": "http://127.0.0.1:8765", "display": False}]

# ---- what each gets: a server that runs as that user of the machine, configured by classroom/open.py
c.JupyterHub.spawner_class = "localprocess"
c.Spawner.cmd = [str(hub.PYTHON), str(hub.ROOT / "classroom" / "hub" / "open_course.py")]
c.Spawner.env_keep = ["LANG", "LC_ALL", "TZ"]
c.Spawner.mem_limit = "4G"  # of each process; see "Memory" in the README
c.Spawner.start_timeout = c.Spawner.http_timeout = 120
c.JupyterHub.concurrent_spawn_limit = 10  # a class logs in within a minute; the rest waits and is told so

ROLES = {who: hub.configure(who) for who in ("student", "teach")}


def prepare(spawner):
    who = hub.role(spawner.user.name)
    environment, page = ROLES[who]
    spawner.environment = {**spawner.environment, **environment}
    spawner.notebook_dir = "~/course" if who == "student" else str(hub.ROOT)
    spawner.default_url = page


c.Spawner.pre_spawn_hook = prepare
