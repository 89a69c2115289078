"""No connection leaves this computer: a Python that starts with this folder on its path refuses all but loopback.

pytest calls `install` for itself; kernels and other child processes import this file because of its name.
"""

import ipaddress
import socket
import sys

attempts = []


class NetworkRefused(RuntimeError):
    """Something tried to reach another computer. No OSError, so that no library takes it for a network that is down."""


def is_local(host):
    """Whether a host is this computer."""
    if isinstance(host, bytes):
        host = host.decode("ascii", "replace")
    if host in (None, "", "localhost", socket.gethostname()):
        return True
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def refuse(what):
    attempts.append(what)
    print(f"network refused: {what}", file=sys.stderr)
    raise NetworkRefused(what)


def guarded(method, place):
    def checked(self, *arguments):
        address = arguments[place]
        if self.family in (socket.AF_INET, socket.AF_INET6) and isinstance(address, tuple) and not is_local(address[0]):
            refuse(f"{method.__name__} to {address[0]}:{address[1]}")
        return method(self, *arguments)

    return checked


def guarded_lookup(lookup):
    def checked(host, *arguments, **more):
        if not is_local(host):
            refuse(f"{lookup.__name__} of {host}")
        return lookup(host, *arguments, **more)

    return checked


def install():
    """Guard this process; once is enough."""
    if getattr(socket, "_course_guard", False):
        return
    socket._course_guard = True
    for name, place in (("connect", 0), ("connect_ex", 0), ("sendto", -1)):
        setattr(socket.socket, name, guarded(getattr(socket.socket, name), place))
    for name in ("getaddrinfo", "gethostbyname", "gethostbyname_ex"):
        setattr(socket, name, guarded_lookup(getattr(socket, name)))


install()
