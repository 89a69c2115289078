"""The live poll: what phones send, what is kept, who is refused, and what stands on the wall."""

import http.client
import inspect
import itertools
import json
import re
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from unittest.mock import MagicMock

import lab
import nbformat
import numpy as np
import pytest
from nbclient import NotebookClient

from classroom import channels
from coursekit.local import poll as polls
from coursekit.local import poll_pictures
from coursekit.local.poll import Poll
from coursekit.local.poll_pictures import COIN

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOK = ROOT / "notebooks/teaching_notes/02_poll.ipynb"
TOKENS = [f"{k:032x}" for k in range(400)]


@pytest.fixture
def poll():
    made = Poll("Is <b>this</b> & that so?", most=5)
    made.open(address="127.0.0.1", port=lab.free_port())
    yield made
    made.close()


def ask(poll, method, path, body=None, headers=None):
    """Give status, headers and text of what a poll answers."""
    line = http.client.HTTPConnection("127.0.0.1", poll._server.server_port, timeout=10)
    try:
        line.request(method, path, body, headers or {})
        said = line.getresponse()
        return said.status, dict(said.getheaders()), said.read().decode()
    finally:
        line.close()


def answer(poll, token, said):
    return ask(poll, "POST", "/answer", f"{poll._round} {token} {said}")[0]


# ---------------------------------------------------------------- what a phone sends

# Coins that fall as the test says (the first byte), with tokens that are always the same
STUB = """crypto.getRandomValues = array => { array.fill(7); if (array.length === 1) array[0] = %d; return array; }"""


@pytest.fixture(scope="module")
def phone(browser_path):
    """Press an answer on a phone whose coins are given; give all that left it, all that it keeps and all that it shows."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=browser_path, args=lab.FLAGS)

        def press(poll, truth, byte, again=0):
            context, sent = browser.new_context(viewport={"width": 360, "height": 640}), []
            context.on("request", lambda request: sent.append((request.method, request.url, request.post_data)))
            page = context.new_page()
            page.add_init_script(STUB % byte)
            page.goto(poll.link)
            assert page.evaluate("document.documentElement.scrollWidth") == 360
            assert min(page.locator(f"#{name}").bounding_box()["height"] for name in ("yes", "no")) > 48
            page.locator(f"#{truth}").click()
            page.locator("#sent:not(:empty)").wait_for()
            for _ in range(again):
                page.reload()
                page.locator("#sent:not(:empty)").wait_for()
            found = sent, page.evaluate("JSON.stringify(localStorage)"), page.content()
            context.close()
            return found

        yield press
        browser.close()


def test_three_of_four_pairs_of_coins_say_truth_and_a_lie_leaves_the_same_traces_as_a_truth(poll, phone):
    """The lowest two bits of a byte are the coins. Requests, memory and page depend on what is sent, and on nothing else."""
    traces = {"yes": [], "no": []}
    for truth, byte in itertools.product(("yes", "no"), (0, 1, 2, 3, 4, 255)):
        poll._tokens.clear()
        found = phone(poll, truth, byte)
        lie = byte in (0, 4)
        said = truth if not lie else {"yes": "no", "no": "yes"}[truth]
        assert [(method, url) for method, url, _ in found[0]] == [("GET", poll.link), ("POST", poll.link + "answer")]
        assert found[0][1][2] == f"{poll._round} {'07' * 16} {said}"
        assert f"Your phone sent: {said}." in found[2]
        traces[said].append(found)
    for same in traces.values():
        assert len(same) == 6 and all(one == same[0] for one in same), "what was pressed is nowhere"
    assert poll.counts == {"yes": 6, "no": 6}


def test_the_law_of_the_page_is_that_of_the_lesson():
    page = Path(polls.__file__).with_name("poll.html").read_text(encoding="utf-8")
    mask = int(re.search(r"lie = \(random\(1\)\[0\] & (\d)\) === 0", page)[1])
    lies = np.mean(np.arange(256) & mask == 0)
    assert 1 - lies == COIN.p == 0.75
    assert "Math.random" not in page
    assert "http" not in page.replace("new XMLHttpRequest()", ""), "nothing is fetched from anywhere else"
    assert len(page.encode()) < 8000


def test_a_page_opened_again_repeats_its_answer_and_a_new_round_does_too(poll, phone):
    sent, *_ = phone(poll, "yes", 0, again=2)
    posted = [body for method, _, body in sent if method == "POST"]
    assert len(posted) == 3 and set(posted) == {f"{poll._round} {'07' * 16} no"}
    assert poll.counts == {"yes": 0, "no": 1}, "counted once"


# ---------------------------------------------------------------- what is kept


def state(poll):
    """All that a poll holds, down to its server."""
    server = {name: value for name, value in vars(poll._server).items() if name not in ("socket", "slots", "take")}
    held = {name: value for name, value in vars(poll).items() if name not in ("_server", "_lock")}
    return json.dumps([held, server], default=lambda one: sorted(one) if isinstance(one, set) else type(one).__name__)


def test_nothing_is_kept_but_two_counts_and_tokens_that_belong_to_no_answer(poll, capfd):
    assert set(vars(poll)) == {"question", "most", "counts", "link", "is_closed", "_round", "_tokens", "_lock", "_server", "_help"}
    before, found = state(poll), set()
    for said in (("yes", "no", "no"), ("no", "yes", "no"), ("no", "no", "yes")):
        for token, word in zip(TOKENS, said):
            assert answer(poll, token, word) == 200
        assert poll._tokens == set(TOKENS[:3]) and poll.counts == {"yes": 1, "no": 2}
        found.add(state(poll))
        poll._tokens.clear()
        poll.counts.update(yes=0, no=0)
    assert len(found) == 1, "it cannot be told who said what, nor in which order"
    assert state(poll) == before
    assert capfd.readouterr() == ("", ""), "no log"
    poll.close()
    assert poll._tokens == set()


def test_a_class_that_answers_at_once_is_counted_whole():
    poll = Poll(most=300)
    poll.open(address="127.0.0.1", port=lab.free_port())
    threads = [threading.Thread(target=answer, args=(poll, token, "yes" if k % 3 else "no")) for k, token in enumerate(TOKENS[:150])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert poll.counts == {"yes": 100, "no": 50}
    poll.close()


# ---------------------------------------------------------------- who is refused


def test_one_answer_a_phone_and_no_more_than_most(poll):
    assert [answer(poll, TOKENS[0], said) for said in ("yes", "no", "yes")] == [200, 409, 409]
    assert poll.counts == {"yes": 1, "no": 0}
    assert [answer(poll, token, "no") for token in TOKENS[1:7]] == [200, 200, 200, 200, 429, 429]
    assert poll.counts == {"yes": 1, "no": 4}
    assert "5 answers are in, and no more are taken" in poll._sign()


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/", None, 200),
        ("GET", "/answer", None, 404),
        ("GET", "/../poll.py", None, 404),
        ("GET", "/?who=me", None, 404),
        ("POST", "/", "{0} {1} yes", 404),
        ("POST", "/answer", "{0} {1} maybe", 400),
        ("POST", "/answer", "{0} {1} yes\n", 400),
        ("POST", "/answer", "{0} yes", 400),
        ("POST", "/answer", "", 400),
        ("POST", "/answer", "0123456789abcdef {1} yes", 410),
        ("POST", "/answer", "y" * 100, 413),
        ("PUT", "/answer", "{0} {1} yes", 501),
        ("DELETE", "/", None, 501),
        ("OPTIONS", "/answer", None, 501),
    ],
)
def test_only_one_page_and_one_kind_of_answer(poll, method, path, body, status):
    body = body.format(poll._round, TOKENS[0]) if body else body
    assert ask(poll, method, path, body)[0] == status
    assert poll.counts == {"yes": 0, "no": 0}


@pytest.mark.parametrize("length", ["-1", "1e3", "٣", "99999999999", ""])
def test_a_length_that_is_none_is_refused(poll, length):
    assert ask(poll, "POST", "/answer", headers={"Content-Length": length.encode().decode("latin-1")})[0] == 413


def test_the_page_shows_the_question_as_text_and_may_load_nothing(poll):
    _, headers, page = ask(poll, "GET", "/")
    assert "Is &lt;b&gt;this&lt;/b&gt; &amp; that so?" in page and "@" not in page
    assert headers["Content-Security-Policy"].startswith("default-src 'none'") and headers["Cache-Control"] == "no-store"
    assert "Python" not in headers["Server"] and "Set-Cookie" not in headers


def test_behind_a_proxy_the_page_has_the_path_of_its_link(poll):
    poll.open(address="127.0.0.1", port=lab.free_port(), link="https://hub.example.org/services/poll/")
    assert ask(poll, "GET", "/services/poll/")[0] == 200 and ask(poll, "GET", "/")[0] == 404
    assert ask(poll, "POST", "/services/poll/answer", f"{poll._round} {TOKENS[0]} yes")[0] == 200
    assert "https://hub.example.org/services/poll/" in poll._sign()


# ---------------------------------------------------------------- opened and closed


def is_open(port):
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", port)) == 0


def test_nothing_listens_before_open_and_after_close():
    port, poll = lab.free_port(), Poll()
    assert not is_open(port) and "poll.open()" in poll._sign()
    poll.open(address="127.0.0.1", port=port)
    assert is_open(port) and poll._server.server_address == ("127.0.0.1", port), "at this address alone"
    again = Poll()
    assert poll.is_closed and not is_open(port), "a new poll closes the one before"
    again.open(address="127.0.0.1", port=port)
    with pytest.raises(ValueError, match="closed; make a new one"):
        poll.open(address="127.0.0.1", port=port)
    again.close()
    again.close()
    assert not is_open(port) and "closed" in again._sign() and again.link is None


def test_a_port_that_is_taken_is_one_sentence():
    poll = Poll()
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(OSError, match=rf"cannot be let in at 127.0.0.1, port {port} .*poll.open\(port={port + 1}\)"):
            poll.open(address="127.0.0.1", port=port)
    assert poll.link is None
    poll.close()


def test_it_closes_when_python_ends():
    port = lab.free_port()
    code = f"from coursekit import local; poll = local.Poll(); poll.open(address='127.0.0.1', port={port}); poll.wall()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert not is_open(port)


@pytest.mark.parametrize("question", ["", "  ", "two\nlines", "x" * 121, "\u202eturned round", "\ud800"])
def test_a_question_is_one_line(question):
    with pytest.raises(ValueError, match="question must be one line of 1 to 120 characters, got"):
        Poll(question)


def test_the_address_is_the_networks_own_and_without_a_network_the_wall_says_so(poll, monkeypatch):
    for address, told in (("10.1.2.3", "http://10.1.2.3"), (None, "http://127.0.0.1")):

        class Way(socket.socket):
            def connect(self, place):
                if address is None:
                    raise OSError("Network is unreachable")

            def getsockname(self):
                return address, 1

        monkeypatch.setattr(polls.socket, "socket", Way)
        assert polls._own_address() == told.removeprefix("http://")
        monkeypatch.undo()
    assert "Only a browser on this computer" in poll._sign(), "127.0.0.1 is no network"
    poll._help = polls._HELP
    assert "firewall" in poll._sign() and "guest Wi-Fi" in poll._sign()


# ---------------------------------------------------------------- the wall


def test_the_margin_covers_the_classs_share_in_95_of_100_classes():
    """Exactly, for each number of people who would truly say yes."""
    from scipy.stats import binom

    for n in (10, 30, 100):
        for true in range(0, n + 1, n // 10):
            chance = np.convolve(binom.pmf(range(true + 1), true, 0.75), binom.pmf(range(n - true + 1), n - true, 0.25))
            estimates = 2 * np.arange(n + 1) / n - 0.5
            inside = chance[np.abs(estimates - true / n) <= poll_pictures.margin(n)].sum()
            assert 0.92 < inside < 0.985, (n, true, inside)


def test_the_simulation_grows_to_thirty_and_ends_with_the_first_phone():
    picture = poll_pictures.estimate()
    said = [picture.move(0, 0, tick, np.random.default_rng(0)).text for tick in (0, 11, 29, 500)]
    assert all("simulated class 9 of 30" in text for text in said)
    assert "after 1 noisy answer the" in said[0] and "after 12 " in said[1] and "after 30 " in said[2] and said[2] == said[3]
    first = picture.move(1, 0, 40, np.random.default_rng(0)).text
    assert first.startswith("1 phone answered") and "simulat" not in first
    banner = next(text for text in picture.figure.texts if text.get_text())
    assert banner.get_text() == "LIVE: 1 phone answered"
    picture.move(0, 0, 3, np.random.default_rng(0))
    assert banner.get_text().startswith("SIMULATION")


def test_the_wall_follows_the_answers_with_one_thread_and_ends_with_the_poll(poll, monkeypatch):
    from coursekit.knobs import live

    monkeypatch.setattr(live.time, "sleep", lambda seconds: threading.Event().wait(0.02))
    before = threading.active_count()
    box = poll.wall()
    assert threading.active_count() == before + 1
    for k in range(3):
        answer(poll, TOKENS[k], "yes")
    _, head, image, reading = box.children
    for _ in range(200):
        if "3 phones answered, 3 with yes" in reading.value:
            break
        time.sleep(0.05)
    assert "3 phones answered, 3 with yes" in reading.value
    assert "data:image/svg+xml" in head.value and poll.link in head.value
    answer(poll, TOKENS[3], "no")
    poll.close()
    box.thread.join(10)
    assert not box.thread.is_alive()
    assert "4 phones answered" in reading.value and "The poll is closed" in head.value and "svg" not in head.value


def test_without_the_library_for_codes_the_link_can_be_typed(poll, monkeypatch):
    monkeypatch.setitem(sys.modules, "segno", None)
    assert "<img" not in poll._sign() and poll.link in poll._sign()


# ---------------------------------------------------------------- the notebook


def test_the_notebook_runs_and_is_clean():
    book = nbformat.read(NOTEBOOK, 4)
    code = [cell for cell in book.cells if cell.cell_type == "code"]
    assert all(cell.outputs == [] and cell.execution_count is None for cell in code)
    assert code[0].source.count("poll.open()") == 1
    code[0].source = code[0].source.replace("poll.open()", f"poll.open(address='127.0.0.1', port={lab.free_port()})")
    with channels.apart() as settings:
        client = NotebookClient(book, timeout=120, kernel_name="python3", config=settings)
        client.execute()
    outputs = [output for cell in code for output in cell.outputs]
    assert not [output for output in outputs if output.output_type == "error" or output.get("name") == "stderr"]
    assert "{'yes': 0, 'no': 0}" in outputs[-1].data["text/plain"]
    shown = [state["value"] for state in client.widget_state.values() if isinstance(state.get("value"), str)]
    assert any("simulated class 9 of 30" in text for text in shown)


def test_students_do_not_get_it():
    from classroom.handout import handout

    assert not [name for name in handout.lessons(ROOT / "notebooks") if "poll" in name]


def test_start_py_opens_a_fresh_copy_of_it(tmp_path, monkeypatch):
    from classroom import open as course

    assert course.POLL == NOTEBOOK
    variables, folder = course.configure("poll", tmp_path, course.POLL.name)
    told = json.loads((tmp_path / "jupyter/poll/config/jupyter_server_config.json").read_text(encoding="utf-8"))
    assert folder == tmp_path / "poll" and told["LabApp"]["default_url"] == "/doc/tree/02_poll.ipynb"
    style = (tmp_path / "jupyter/poll/config/custom/custom.css").read_text(encoding="utf-8")
    assert "For a class" in style, "large type"


def test_a_hub_lets_phones_through_only_when_told(monkeypatch):
    source = (ROOT / "classroom/hub/jupyterhub_config.py").read_text(encoding="utf-8")
    known = MagicMock(configure=lambda who: ({}, who))
    monkeypatch.setitem(sys.modules, "hub", known)
    monkeypatch.setattr(sys, "path", list(sys.path))
    for told, services in (("", None), ("1", [{"name": "poll", "url": "http://127.0.0.1:8765", "display": False}])):
        monkeypatch.setenv("COURSE_HUB_POLL", told)
        config = MagicMock()
        config.JupyterHub.services = None
        exec(compile(source, "config", "exec"), {"get_config": lambda: config, "__file__": str(ROOT / "classroom/hub/x.py")})
        assert config.JupyterHub.services == services
    port = inspect.signature(Poll.open).parameters["port"].default
    assert services[0]["url"].endswith(f":{port}")
