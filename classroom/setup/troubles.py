"""Troubles of a computer, each told in one sentence that says what to do."""

import contextlib
import errno
import os
import re
import signal
import sys
import traceback
import urllib.request

__all__ = ["Stop", "WINDOWS", "cloud_folder", "explain", "explain_os_error", "guard", "proxies", "say"]

WINDOWS = os.name == "nt"

NO_SPACE = "The disk is full: free some space ({space} MB are needed), then start again; nothing is lost."
NO_NETWORK = ("No connection to the internet: the first start downloads the course's packages (about 200 MB). "
              "Connect, then start again; nothing is lost.{proxy}")
NO_WRITING = "This folder may not be written ({place}): move the course to a folder of your own, then start again."
IN_USE = ("Another program holds a file of the course (an open JupyterLab, a virus scanner or a cloud folder): close "
          "it, or wait a minute, then start again.")
TOO_LONG = ("The folder's path is too long for Windows ({place}): move the course nearer to the top of the disk, for "
            "example to C:\\course.")
VIRUS = ("The virus scanner took away a file of the course's packages: allow the folder {place} there, then type: "
         "python start.py repair")
CLOUD = ("The course lies in a cloud folder whose program is not running ({place}): move the course to a folder that "
         "is not synchronised, for example C:\\course, then start again.")
FORBIDDEN = ("Windows does not allow the course's programs to run here (Smart App Control, or a rule of your school or "
             "company): ask whoever looks after this computer to allow the folder {place}.")
CHANGED = ("A downloaded package is not the one this course was tested with, so it was not installed: a filter in the "
           "network may have changed it. Try another network, then start again.{proxy}")
UNTRUSTED = ("The network does not let packages be downloaded securely (its certificate is not trusted): try another "
             "network.{proxy}")
NO_WHEELS = ("The course's packages do not exist for this computer or this Python ({python}): use a 64-bit Python 3.11 "
             "to 3.14.")
BY_NUMBER = {32: IN_USE, 33: IN_USE, 112: NO_SPACE, 206: TOO_LONG, 225: VIRUS, 226: VIRUS, 362: CLOUD, 4551: FORBIDDEN}
TROUBLES = [  # what a failed installation printed, and what it means, most telling first
    *((rf"os error {number}\b|winerror {number}\b", sentence)
      for number, sentence in BY_NUMBER.items() if number not in (32, 33)),  # 32 is "broken pipe" elsewhere
    (r"no space left|os error 28\b|errno 28\b|not enough space|disk quota|os error 122\b", NO_SPACE),
    (r"being used by another process|(access the file|file).*(os error|winerror) 3[23]\b", IN_USE),
    (r"read-only file system|permission denied|access is denied|os error (5|13|30)\b|errno 13\b", NO_WRITING),
    (r"hash mismatch|do not match the hashes|don't match the hashes", CHANGED),
    (r"certificate|unknownissuer|ssl error|sslerror", UNTRUSTED),
    (r"dns error|failed to lookup|name resolution|getaddrinfo|connect|timed out|time-?out|unreachable|proxy|tunnel|"
     r"error sending request|failed to fetch|could not fetch|no route|network", NO_NETWORK),
    (r"no wheels? (are|is|with|matching)|has no wheels|no matching distribution|no usable wheels|platform tag|"
     r"could not find a version|building .* is disabled", NO_WHEELS),
]


class Stop(Exception):
    """An end with one sentence for the reader."""


def say(text):
    print(text, flush=True)


def explain(printed):
    """Give the sentence for a failed installation, from what it printed; None if it is not a known trouble."""
    found = (sentence for pattern, sentence in TROUBLES if re.search(pattern, printed, re.IGNORECASE))
    return next(found, None)


def explain_os_error(error):
    """Give the sentence for an error of the file system; None if it is not a known trouble."""
    number = getattr(error, "winerror", None)
    if number in BY_NUMBER:
        return BY_NUMBER[number]
    if error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", -1)):
        return NO_SPACE
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return NO_WRITING
    return None


def proxies(found=urllib.request.getproxies):
    """Say which proxies this computer is told to use, without names and passwords; "" if there are none."""
    named = {re.sub(r"//[^/@]*@", "//", address) for scheme, address in found().items()
             if scheme in ("http", "https", "all")}
    if not named:
        return ""
    return f" (Downloads go through the proxy {' and '.join(sorted(named))}, which is set on this computer.)"


def cloud_folder(root, environ=os.environ):
    """Name the cloud whose program keeps this folder, None if none is known to: such programs take files away."""
    for name in ("OneDrive", "OneDriveConsumer", "OneDriveCommercial"):
        place = environ.get(name)
        if place and os.path.normcase(root + os.sep).startswith(os.path.normcase(place.rstrip("/\\") + os.sep)):
            return "OneDrive"
    parts = [part.lower() for part in re.split(r"[/\\]", root)]
    for name, mark in (("OneDrive", "onedrive"), ("iCloud", "com~apple~clouddocs"), ("iCloud", "iclouddrive"),
                       ("Dropbox", "dropbox"), ("Google Drive", "googledrive"), ("Google Drive", "google drive")):
        if any(part.startswith(mark) for part in parts):
            return name
    return None


def guard(work, root):
    """Do some work of this program; its exit code. Every known trouble is one sentence, any other goes to the log."""
    if hasattr(sys.stdout, "reconfigure"):  # an old console may not know every letter of a folder's name
        sys.stdout.reconfigure(errors="replace")
        sys.stderr.reconfigure(errors="replace")
    try:
        if not WINDOWS:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
        return work()
    except Stop as stop:
        sentence, code = str(stop), 1
    except KeyboardInterrupt:
        sentence, code = "Stopped. Nothing is lost; the next start carries on.", 130
    except Exception as error:
        log = os.path.join(root, "build", "start.log")
        with contextlib.suppress(OSError), open(log, "a", encoding="utf-8") as story:
            story.write(traceback.format_exc())
        sentence = f"Something unexpected happened ({type(error).__name__}: {error}); the whole story is in {log}."
        code = 1
    with contextlib.suppress(KeyboardInterrupt):
        print("\n" + sentence, file=sys.stderr, flush=True)
    return code
