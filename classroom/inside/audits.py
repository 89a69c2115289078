"""Hear of what no answer to an exercise does, by Python's own audit events: frames, tracing, code behind code.

How the student's code spells it makes no difference, and no code takes an audit hook away again. What libraries do for
themselves is nobody's business; what they do because a student's code hands them the means is.
"""

import os
import re
import sys
import sysconfig
from _thread import get_ident
from pathlib import Path

__all__ = ["PARTS", "listen"]

ROOT, PLACES = Path(__file__).resolve().parents[2], sysconfig.get_paths()
LIBRARIES = ("<frozen ", sys.prefix + os.sep, sys.base_prefix + os.sep, PLACES["stdlib"], PLACES["purelib"],
             str(ROOT / "coursekit"), str(ROOT / "classroom"))
# Those that hand on what they get to whoever calls them
GIVING = (*(os.path.join(PLACES["stdlib"], name) for name in (
    "code.py", "codeop.py", "ctypes", "inspect.py", "pathlib", "traceback.py")),
    os.path.join(PLACES["purelib"], "IPython", "utils", "frame.py"))
PARTS = set("""__closure__ __code__ __defaults__ __globals__ __kwdefaults__ ag_frame cell_contents cr_frame f_back
    f_builtins f_code f_globals f_locals gi_frame tb_frame""".split())
EVENTS = set("""code.__new__ compile exec function.__new__ gc.get_objects gc.get_referents gc.get_referrers
    object.__getattr__ object.__setattr__ open pickle.find_class sys._current_exceptions sys._current_frames
    sys._getframe sys.addaudithook sys.monitoring.register_callback sys.setprofile sys.settrace""".split())
INSIDE = re.compile(r"/proc/(self|thread-self|\d+)/(environ|fd|map_files|maps|mem|task)\b|/dev/fd\b")
PICKLED = re.compile(r"(builtins\.(__import__|compile|eval|exec|globals|setattr)"
                     r"|(_?ctypes|code|gc|importlib|nt|os|posix|pty|runpy|subprocess|sys|timeit)\..*)")


def _words(code):
    """Give the names that compiled code uses, inner functions included."""
    return set(code.co_names).union(*(_words(part) for part in code.co_consts if hasattr(part, "co_names")))


def listen(tell, is_test):
    """Call ``tell(what)`` whenever the student's code does what no answer does; once for each such thing.

    `is_test` says of a frame's globals whether they are a test's.
    """
    told, busy = set(), set()

    def of_student(frame):
        return not frame.f_code.co_filename.startswith(LIBRARIES) and not is_test(frame.f_globals)

    def odd(event, args, first):
        if event == "exec":
            ours = args[0].co_filename.startswith((*LIBRARIES, "<ipython-input-", "<test "))
            return next(iter(() if ours else _words(args[0]) & PARTS), "")
        if event == "pickle.find_class":
            name = ".".join(args)
            return PICKLED.fullmatch(name) and f"{name} in a pickle"
        if event == "open":
            return INSIDE.search(os.fsdecode(args[0])) and "open on /proc"
        if event.startswith("object."):
            return args[1] in PARTS and of_student(first) and args[1]
        frame = first
        while frame and frame.f_code.co_filename.startswith(GIVING):
            frame = frame.f_back
        if not frame or of_student(frame):
            return frame and event
        if event.startswith(("gc.", "sys.")) and frame is first and event.split(".")[-1] not in _words(frame.f_code):
            return event  # a library was handed the function
        between = frame
        while event == "sys._getframe" and is_test(args[0].f_globals) and between not in (None, args[0]):
            if of_student(between):
                return event  # a library was told to look that far up
            between = between.f_back
        return ""

    def hook(event, args):
        if event in EVENTS or event.startswith("ctypes."):
            thread = get_ident()
            if thread in busy:
                return
            busy.add(thread)
            try:
                what = odd(event, args, sys._getframe(1))
                if what and what not in told and len(told) < 50:
                    told.add(what)
                    tell(what)
            except Exception:  # it would be an error of the student's
                pass
            finally:
                busy.discard(thread)

    sys.addaudithook(hook)
