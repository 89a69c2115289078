"""What phones reach while a poll is open: one page and one place for a noisy answer, and nothing remembers them."""

import os
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer

ANSWER = re.compile(rb"([0-9a-f]{16}) ([0-9a-f]{32}) (yes|no)")  # round, token, noisy answer: 53 bytes at most
# Phones that are served in the same moment; the others wait. Who keeps all places busy stops a poll, and reads nothing.
AT_ONCE = 64
HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
    "connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}


class PhoneServer(ThreadingHTTPServer):
    """Serve `page` and hand each well-formed answer to `take`, which gives the HTTP status; all else is refused.

    place, base : (str, int), str. Address and port to listen at, from now on; path of the page, ending with a slash.
    take : callable. ``take(round, token, said)``, which several threads may call at once.
    """

    daemon_threads, block_on_close, request_queue_size = True, False, 256
    allow_reuse_address = os.name != "nt"  # on Windows it would let another program listen at the same place

    def __init__(self, place, base, page, take):
        self.base, self.page, self.take, self.slots = base, page, take, threading.BoundedSemaphore(AT_ONCE)
        super().__init__(place, Phone)
        threading.Thread(target=self.serve_forever, args=(0.2,), daemon=True).start()

    def stop(self):
        """Let nobody in any more; the port is free afterwards."""
        self.shutdown()
        self.server_close()

    def server_bind(self):
        """Bind without a look-up of this computer's name, which can take seconds in a strange network."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = self.server_address

    def process_request(self, request, client_address):
        """Give a phone a thread of its own as soon as one is free, and send it away if that takes long."""
        if self.slots.acquire(timeout=1):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request, client_address):
        """Serve one phone, and let the next one in."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.slots.release()

    def handle_error(self, request, client_address):
        """Say nothing: a phone that went away is no news, and its address is nobody's business."""


class Phone(BaseHTTPRequestHandler):
    """One request of one phone; nothing of it outlives the request."""

    timeout, server_version, sys_version = 5, "poll", ""

    def do_GET(self):
        """Give the page."""
        if self.path == self.server.base:
            self.tell(200, self.server.page, "text/html")
        else:
            self.tell(404)

    def do_POST(self):
        """Take an answer, if it looks like one."""
        if self.path != self.server.base + "answer":
            return self.tell(404)
        length = self.headers.get("Content-Length", "")
        if not re.fullmatch("[0-9]{1,2}", length):
            return self.tell(413)
        found = ANSWER.fullmatch(self.rfile.read(int(length)))
        return self.tell(self.server.take(*(part.decode() for part in found.groups())) if found else 400)

    def tell(self, status, text="", kind="text/plain"):
        """Answer with a status and a text."""
        content = text.encode()
        self.send_response(status)
        about = {"Content-Type": f"{kind}; charset=utf-8", "Content-Length": str(len(content))}
        for name, value in (about | HEADERS).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        """Keep no log."""
