"""A live poll: each phone tosses the coins for its own person, and this computer counts noisy answers.

The true answer stays on the phone (`poll.html` is all that a phone is sent). What is kept here is how many phones said
yes and how many said no, and which random tokens have been used, so that a phone counts once; a token is not stored
with the answer that it came with. No address, time or log is kept. The answers travel over plain HTTP: who listens in
the Wi-Fi sees which phone sent which noisy answer, and from that the coins protect, as they protect from this computer.
A kernel has one poll at a time; a new one closes the one before.
"""

import atexit
import secrets
import socket
import threading
from html import escape
from pathlib import Path
from urllib.parse import urlsplit

from coursekit import checks
from coursekit.local.phones import PhoneServer

_PAGE = Path(__file__).with_name("poll.html")
_LINE = r"(?=.*\S)[^\x00-\x1f\x7f-\x9f\u2028-\u202e\ud800-\udfff]{1,120}"
_HELP = (
    "Take a phone in the same Wi-Fi. If it finds no page, allow Python in this laptop's firewall and switch VPN off. "
    "Some guest Wi-Fis keep devices apart; then use a hotspot."
)
_ALONE = "Only a browser on this computer can open the link, because the poll is open in no network."


class Poll:
    """A question that a class answers by phone, through the coins of lesson 02: a privacy loss of ln 3 for each person.

    Neighbours: any two answers of one person, as in `protocols`. A phone that is asked the same question again repeats
    its noisy answer and does not toss anew.

    question : str. A question with yes or no for an answer, one line of at most 120 characters.
    most : int, default 300. Answers that are taken, 1 to 300. A script can pretend to be many phones; if this is the
        number of people in the room, it cannot answer more often than the room.
    counts, link : dict, str or None. How many phones sent "yes" and "no"; what phones open, None as long as none can.
    >>> Poll("Have you ever fallen asleep in class?", most=40).counts
    {'yes': 0, 'no': 0}
    """

    _latest = None

    def __init__(self, question="Have you ever pretended to be ill to stay at home?", *, most=300):
        self.question = checks.text("question", question, _LINE, "one line of 1 to 120 characters")
        self.most = checks.whole("most", most, at_least=1, at_most=300)
        self.counts, self.link, self.is_closed = {"yes": 0, "no": 0}, None, False
        self._round, self._tokens, self._lock = secrets.token_hex(8), set(), threading.Lock()
        self._server, self._help = None, ""
        if Poll._latest:
            Poll._latest.close()
        Poll._latest = self
        atexit.register(self.close)

    def open(self, *, address=None, port=8765, link=None):
        """Let phones in, from now until `close`; nothing listens before.

        address : str, optional. This computer's own address (IPv4) in the network that the phones are in; without it,
            the one from which it would itself go to the Internet. At "127.0.0.1" nobody else is let in.
        port : int, default 8765. 1024 to 65535.
        link : str, optional. What phones open, where that is not the address: behind JupyterHub's proxy
            (classroom/hub/README.md).
        """
        if address is not None:
            checks.text("address", address, r"\d{1,3}(\.\d{1,3}){3}", "four numbers, such as 192.168.1.23")
        port = checks.whole("port", port, at_least=1024, at_most=65535)
        if link is not None:
            checks.text("link", link, r"https?://[^\s\"'<>?#]+/", "an address from http:// or https:// to a last /")
        if self.is_closed:
            raise ValueError("this poll is closed; make a new one")
        self._stop()
        address = address or _own_address()
        self.link = link or f"http://{address}:{port}/"
        page = _PAGE.read_text(encoding="utf-8").replace("@ROUND@", self._round)
        page = page.replace("@QUESTION@", escape(self.question))
        try:
            self._server = PhoneServer((address, port), urlsplit(self.link).path, page, self._take)
        except OSError as error:
            self.link = None
            raise OSError(
                f"phones cannot be let in at {address}, port {port} ({error.strerror}): close what else is open there, "
                f"or take another port, as in poll.open(port={port + 1})"
            ) from error
        self._help = "" if link else _ALONE if address.startswith("127.") else _HELP

    def close(self):
        """Let nobody in any more and forget the tokens; the two counts stay."""
        self.is_closed = True
        self._stop()
        with self._lock:
            self._tokens.clear()
        atexit.unregister(self.close)

    def wall(self):
        """Return the box for the wall: the link with its QR code, and the estimate, which follows the answers.

        Until a first phone has answered it shows a simulated class, and says so. It moves until the poll is closed.
        """
        from coursekit.knobs.live import follow
        from coursekit.local.poll_pictures import estimate

        return follow(estimate(), lambda: dict(self.counts), self._sign, lambda: self.is_closed)

    def _stop(self):
        server, self._server, self.link = self._server, None, None
        if server:
            server.stop()

    def _take(self, asked, token, said):
        """Count an answer unless it must not count; give the HTTP status that tells the phone."""
        with self._lock:
            if asked != self._round or self.is_closed:
                return 410
            if token in self._tokens:
                return 409
            if len(self._tokens) >= self.most:
                return 429
            self._tokens.add(token)
            self.counts[said] += 1
            return 200

    def _sign(self):
        """Give what stands above the picture, as HTML."""
        told, code, link = self._help, "", self.link
        if link:
            code, link = _qr_code(link), f'<p class="knobs-link">{escape(link)}</p>'
        elif self.is_closed:
            told = "The poll is closed. Nobody can answer any more."
        else:
            told = "No phone can answer yet. It needs poll.open()."
        if link and sum(self.counts.values()) >= self.most:
            told = f"{self.most} answers are in, and no more are taken."
        words = f"<h2>{escape(self.question)}</h2>{link or ''}<p>{told}</p>"
        return f'<div class="knobs-sign">{code}<div>{words}</div></div>'


def _own_address():
    """Give this computer's address in its network, or 127.0.0.1. Nothing is sent: UDP only looks for the way."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(("192.0.2.1", 9))
            return way.getsockname()[0]
        except OSError:
            return "127.0.0.1"


def _qr_code(link):
    try:
        import segno
    except ModuleNotFoundError:  # as on Colab: the link can be typed
        return ""
    picture = segno.make_qr(link).svg_data_uri(border=3, light="white", scale=8)
    return f'<img class="knobs-code" alt="QR code of the link {escape(link)}" src="{escape(picture)}">'
