"""People at a real server: they load pages and send the forms that are on them, as a browser without script does."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import httpx

SERVE = """
import json, sys
from pathlib import Path
from rolltop.server.operating.logs import Logs
from rolltop.server.operating.serving import serve
asked = json.loads(sys.argv[4])
logs = Logs(*asked.pop("logs", ()))
serve("127.0.0.1", int(sys.argv[2]), Path(sys.argv[1]), pace=float(sys.argv[3]), logs=logs, **asked)
"""


@dataclass
class Server:
    """A server process on loopback."""

    process: subprocess.Popen[str]
    url: str

    def kill(self) -> None:
        """SIGKILL: no goodbye."""
        self.process.send_signal(signal.SIGKILL)
        self._end()

    def stop(self) -> int:
        """SIGTERM, and wait."""
        self.process.terminate()
        return self._end()

    def _end(self) -> int:
        code = self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


def start_server(
    data: Path,
    port: int = 0,
    pace: float = 0.0,
    asked: Mapping[str, Any] | None = None,
    first: str = "",
    **settings: str,
) -> Server:
    """Start a server over a data folder; port 0 takes a free one.

    `asked` is told to `serve`; `first` is Python that its process runs before; `settings` go into its environment;
    limits are off, unless they are set there.
    """
    log = (data.parent / f"{data.name}.log").open("a")
    environment = {"ROLLTOP_LIMITS": "off", **os.environ, "PYTHONUNBUFFERED": "1", **settings}
    with log:
        process = subprocess.Popen(
            [sys.executable, "-c", f"{first}\n{SERVE}", str(data), str(port), str(pace), json.dumps(asked or {})],
            stdout=subprocess.PIPE, stderr=log, text=True, env=environment,
        )  # fmt: skip
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.search(r"http://[^/ ]+:(\d+)/|(unix:\S+)", line):
            return Server(process, found[2] or f"http://127.0.0.1:{found[1]}")
    process.wait(5)
    process.stdout.close()
    raise AssertionError((data.parent / f"{data.name}.log").read_text())


@contextlib.contextmanager
def running_server(
    data: Path, pace: float = 0.0, asked: Mapping[str, Any] | None = None, first: str = "", **settings: str
) -> Iterator[Server]:
    """A server that is stopped at the end, told things as in `start_server`."""
    server = start_server(data, 0, pace, asked, first, **settings)
    try:
        yield server
    finally:
        server.stop()


@dataclass
class Form:
    """A form on a page."""

    action: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)


class Forms(HTMLParser):
    """Collects the forms of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._select = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Forms, fields, the first or selected option, and buttons that can be pressed."""
        has = dict(attrs)
        name = has.get("name") or ""
        if tag == "form":
            self.forms.append(Form(has.get("action") or ""))
        elif not self.forms:
            return
        elif tag == "input" and name and (has.get("type") not in ("radio", "checkbox") or "checked" in has):
            self.forms[-1].fields.setdefault(name, has.get("value") or "")
        elif tag == "button" and "disabled" not in has:
            self.forms[-1].buttons.append((name, has.get("value") or ""))
        elif tag == "select":
            self._select = name
        elif tag == "option" and self._select and ("selected" in has or self._select not in self.forms[-1].fields):
            self.forms[-1].fields[self._select] = has.get("value") or ""


class Person:
    """Somebody with a browser of their own."""

    def __init__(self, url: str, name: str) -> None:
        self.name = name
        self.http = httpx.Client(base_url=url, follow_redirects=True, timeout=10)
        self.html = ""
        self.path = "/"

    def close(self) -> None:
        """Close the browser."""
        self.http.close()

    def go(self, path: str) -> "Person":
        """Load a page."""
        self._take(self.http.get(path))
        return self

    def _take(self, answer: httpx.Response) -> None:
        assert answer.status_code < 400, (answer.status_code, re.findall(r'id="problem">([^<]*)', answer.text))
        self.html, self.path = answer.text, answer.url.path

    @property
    def shown(self) -> str:
        """The page without what is different each time: the tokens of its forms and links."""
        html = re.sub(r'name="token" value="[0-9a-f]+"', "", self.html)
        return re.sub(r"/seat/[\w.-]+", "", html)

    def form(self, ending: str) -> Form:
        """The form on the page whose action ends so."""
        found = [form for form in Forms(self.html).forms if form.action.endswith(ending)]
        assert found, (ending, [form.action for form in Forms(self.html).forms])
        return found[0]

    def fields(self, ending: str, **changes: str) -> tuple[str, dict[str, str]]:
        """The address and fields of a form, changed as said."""
        form = self.form(ending)
        return form.action, {**form.fields, **changes}

    def send(self, ending: str, **changes: str) -> "Person":
        """Send a form of the page."""
        action, fields = self.fields(ending, **changes)
        self._take(self.http.post(action, data=fields))
        return self

    def try_to(self, ending: str, **changes: str) -> httpx.Response:
        """Send a form and give back whatever the answer is, without showing it."""
        action, fields = self.fields(ending, **changes)
        return self.http.post(action, data=fields)

    # ---- what people do ----------------------------------------------------------------------------------------------

    def make_table(self, players: int, **changes: str) -> str:
        """Make a table of Rollie; its address."""
        self.go("/").send("/tables", **{"name": self.name, "game": "rollie", "players-rollie": str(players), **changes})
        return self.path

    def join(self, path: str) -> "Person":
        """Take a seat."""
        return self.go(path).send("/join", name=self.name)

    @property
    def moves(self) -> list[str]:
        """The moves that can be chosen now; empty if it is not this person's turn."""
        for form in Forms(self.html).forms:
            if form.action.endswith("/play"):
                return [value for name, value in form.buttons if name == "move"]
        return []

    @property
    def early_moves(self) -> list[str]:
        """What can be decided before the turn."""
        for form in Forms(self.html).forms:
            if form.action.endswith("/wish"):
                return [value for name, value in form.buttons if name == "move"]
        return []

    def onward(self) -> "Person":
        """Go on from a Rollie!, if one is shown."""
        while '/onward"' in self.html:
            self.send("/onward")
        return self

    def look(self) -> "Person":
        """Load the page again, past any Rollie!."""
        return self.go(self.path).onward()

    def wait_for_turn(self, seconds: float = 20) -> "Person":
        """Load the page until it is this person's turn."""
        until = time.time() + seconds
        while not self.look().moves:
            assert time.time() < until, "it is never this person's turn"
            time.sleep(0.01)
        return self

    def play(self, move: str) -> "Person":
        """Choose a move."""
        return self.send("/play", move=move, sure="yes")

    @property
    def over(self) -> bool:
        """Is the result on the page?"""
        return 'class="p-result' in self.html

    def play_on(self, choose: "Chooser", seconds: float = 60) -> None:
        """Play whenever it is this person's turn, until the game is over."""
        until = time.time() + seconds
        while not self.look().over:
            assert time.time() < until, "the game does not end"
            if self.moves:
                self.play(choose(self.moves)).onward()
            else:
                time.sleep(0.01)


class Chooser:
    """Chooses moves; a plain first-or-last habit keeps games short and repeatable."""

    def __init__(self, take: int = 2) -> None:
        self.take = take
        self.count = 0

    def __call__(self, moves: list[str]) -> str:
        """Take a few bills, then secure."""
        self.count += 1
        takes = [move for move in moves if move != "secure"]
        return takes[self.count % len(takes)] if takes and self.count % (self.take + 1) else "secure"
