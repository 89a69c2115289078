"""A limit of time on what the grader's own process does with a student's text: setting a page can take hours on purpose."""

import _thread
import contextlib
import signal
import threading

__all__ = ["within"]


@contextlib.contextmanager
def within(seconds):
    """Raise TimeoutError in what runs too long; in the main thread only, the one that Python can interrupt.

    Where the system has no alarm (Windows), a single long search of a pattern is not interrupted; what comes after it is.

    Parameters
    ----------
    seconds : float

    Examples
    --------
    >>> with within(.2):
    ...     while True:
    ...         pass
    Traceback (most recent call last):
    TimeoutError: it took longer than 0.2 seconds
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    rang = threading.Event()
    try:
        with (_alarm if hasattr(signal, "setitimer") else _thread_of_its_own)(seconds, rang):
            yield
    except KeyboardInterrupt:  # which nbgrader lets through, unlike an ordinary error
        if rang.is_set():
            raise TimeoutError(f"it took longer than {seconds:g} seconds") from None
        raise


@contextlib.contextmanager
def _alarm(seconds, rang):
    def ring(*_):
        rang.set()
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextlib.contextmanager
def _thread_of_its_own(seconds, rang):
    guard, over = threading.Lock(), threading.Event()

    def ring():
        with guard:
            if not over.is_set():
                rang.set()
                _thread.interrupt_main()

    timer = threading.Timer(seconds, ring)
    timer.daemon = True
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever started us may have it ignored
    timer.start()
    try:
        yield
    finally:
        with guard:
            over.set()
        timer.cancel()
        signal.signal(signal.SIGINT, before)
