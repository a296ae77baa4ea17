"""Players at a server to which the line is bad: half of them send forms, half of them are programs.

Whatever changes a table is written into the ledger before it is sent, and what the answer was after that.
"""

import random
import re
import secrets
import threading
import time
from dataclasses import dataclass, field
from typing import Any

import httpx

from tests.server.faults.ledger import DONE, REFUSED, UNKNOWN, Ledger, Sent

PATIENCE = 60.0  #: seconds for which a page, or a new table, is asked for again and again
TIMEOUT = 8.0  #: seconds for an answer
AGAIN = 0.6  #: how often something is sent again of which nobody knows whether it was done
UNSURE = ("unsure", "look whether it happened")


class Stop(Exception):
    """The player gives up: nothing answers any more."""


@dataclass
class View:
    """What a player sees of a table, as far as it matters for what to do."""

    status: str = "open"
    at: int = 0
    legal: list[str] = field(default_factory=list)
    early: list[str] = field(default_factory=list)
    dice: list[list[str]] = field(default_factory=list)
    can: set[str] = field(default_factory=set)  #: what else is offered

    @property
    def over(self) -> bool:
        """Is there nothing more to do?"""
        return self.status in ("over", "closed")


class Player:
    """Somebody with a name that nobody else has."""

    def __init__(self, url: str, name: str, ledger: Ledger, chance: random.Random) -> None:
        self.name, self.ledger, self.chance = name, ledger, chance
        self.http = httpx.Client(base_url=url, timeout=TIMEOUT, headers={"accept-encoding": "identity"})
        self.seat = -1

    def close(self) -> None:
        """Hang up."""
        self.http.close()

    def hurried(self, url: str) -> "Player":
        """From now on at another address."""
        self.http.base_url = httpx.URL(url)
        return self

    # ---- asking ------------------------------------------------------------------------------------------------------

    def persistently(
        self, method: str, path: str, fine: tuple[int, ...] = (200, 201, 303), **content: Any
    ) -> httpx.Response:
        """The answer to what may be asked as often as one likes. Raises Stop, or AssertionError for another answer."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                answer = self.http.request(method, path, **content)
                if answer.status_code in fine:
                    return answer
                if answer.status_code < 500:
                    raise AssertionError(f"{method} {path}: {answer.status_code} {answer.text[:300]}")
            except httpx.TransportError:
                pass
            if time.monotonic() > until:
                raise Stop(f"{method} {path}: no answer")
            time.sleep(self.chance.uniform(0.02, 0.3))

    def send(self, entry: Sent, path: str, **content: Any) -> str:
        """Send what is in the ledger, perhaps again; what became of it."""
        until = time.monotonic() + PATIENCE
        while True:
            entry.uids.append(secrets.token_hex(8))
            headers = {**content.get("headers", {}), "x-sent": entry.uids[-1]}
            try:
                answer = self.http.post(path, **{**content, "headers": headers})
                entry.became(outcome_of(answer))
                if answer.status_code >= 500:
                    unsure = outcome_of(answer) == UNKNOWN
                    self.ledger.count(f"answers {answer.status_code}{' that it cannot be told' if unsure else ''}")
                if answer.status_code == 500:
                    self.ledger.problem(f"{path}: {answer.status_code} {answer.text[-300:]}")
            except httpx.TransportError:
                entry.became(UNKNOWN)
            if entry.outcome != UNKNOWN or self.chance.random() > AGAIN or time.monotonic() > until:
                return entry.outcome
            self.ledger.count("sent again")
            time.sleep(self.chance.uniform(0.0, 0.2))

    # ---- what both kinds do ------------------------------------------------------------------------------------------

    def play(self, table: str, move: str, at: int) -> str:
        """Choose a move."""
        return self.do(table, "play", move=move, at=at)

    def do(self, table: str, what: str, **said: Any) -> str:
        """Anything that changes the table."""
        entry = self.ledger.begin(
            table, self.name, what, **{k: v for k, v in said.items() if k in ("move", "at", "dice")}
        )
        return self._do(entry, table, what, said)

    def _do(self, entry: Sent, table: str, what: str, said: dict[str, Any]) -> str:
        raise NotImplementedError

    def look(self, table: str) -> View:
        """The table now."""
        raise NotImplementedError

    def make(self, **setting: Any) -> str:
        """Make a table; its id."""
        raise NotImplementedError

    def rematch(self, table: str) -> str | None:
        """The id of the next table; None if that is refused."""
        raise NotImplementedError


class Program(Player):
    """Asks the API."""

    def __init__(self, url: str, name: str, ledger: Ledger, chance: random.Random) -> None:
        super().__init__(url, name, ledger, chance)
        token = self.persistently("POST", "/api/v1/tokens", json={"name": name}).json()["token"]
        self.http.headers["authorization"] = f"Bearer {token}"
        self.token = token

    def make(self, **setting: Any) -> str:
        """Make a table."""
        entry = self.ledger.begin("", self.name, "tables")
        headers = {"idempotency-key": secrets.token_hex(8)}
        body = {"contribution": self.name, "pace": "brisk", **setting}
        made: set[str] = set()
        for _copy in range(self.chance.choice((1, 1, 1, 2))):
            made.add(self.persistently("POST", "/api/v1/tables", json=body, headers=headers).json()["id"])
        if len(made) > 1:
            self.ledger.problem(f"one request made two tables: {made}")
        entry.table = made.pop()
        entry.became(DONE)
        return entry.table

    def look(self, table: str) -> View:
        """Its state."""
        state = self.persistently("GET", f"/api/v1/tables/{table}").json()
        self.seat = state["you"] if state["you"] is not None else -1
        me = state["seats"][self.seat] if self.seat >= 0 else {"away": False, "resigned": False}
        can: set[str] = set()
        if state["status"] == "running" and self.seat >= 0:
            can |= {"go-on"} if state["paused"] else {"pause", "agree", "refuse", "take-back", "unthrow"}
            can |= {"come-back"} if me["away"] and not me["resigned"] else set() if me["away"] else {"stand-in"}
            can |= {"unwish"} if state["wish"] else set()
        if state["status"] == "open":
            can |= {"leave", "bots"} if self.seat >= 0 else {"join"}
        return View(state["status"], state["at"], state["legal"], state["early"], state["dice"], can)

    def _do(self, entry: Sent, table: str, what: str, said: dict[str, Any]) -> str:
        if what == "join":
            said = {"contribution": self.name}
        content: dict[str, Any] = {"json": said} if said else {}
        if what in ("play", "throw") and self.chance.random() < 0.7:
            content["headers"] = {"idempotency-key": secrets.token_hex(8)}
        return self.send(entry, f"/api/v1/tables/{table}/{what}", **content)

    def rematch(self, table: str) -> str | None:
        """Ask for it."""
        said = {"json": {"contribution": self.name}}
        answer = self.persistently("POST", f"/api/v1/tables/{table}/rematch", (200, 403), **said)
        return str(answer.json()["id"]) if answer.status_code == 200 else None


AS_FORMS = {"take-back": "ask-back", "agree": "agree-back", "refuse": "refuse-back"}


class FormPlayer(Player):
    """Loads pages and sends the forms that are on them, without script."""

    def __init__(self, url: str, name: str, ledger: Ledger, chance: random.Random) -> None:
        super().__init__(url, name, ledger, chance)
        self.http.cookies.set("moment", "9999999")  # goes on by itself after what everybody stops at
        self._token = ""
        self._faces: list[str] = []

    def make(self, **setting: Any) -> str:
        """From the lobby."""
        game, players, bots = setting["game"], setting["players"], setting.get("bots", 0)
        html = self.persistently("GET", "/").text
        self._see_token(html)
        fields: dict[str, str] = {
            "token": self._token, "once": re.findall(r'name="once" value="([^"]+)"', html)[0], "name": self.name,
            "game": game, f"players-{game}": str(players), "bots": str(bots), "bot": setting.get("bot", "random"),
            "with": "friends", "pace": "brisk", "contribution": self.name,
            **{key: setting[key] for key in ("dice", "clock", "stand_in") if key in setting},
        }  # fmt: skip
        if setting.get("public", True):
            fields["public"] = "yes"
        fields |= {f"option-{game}-{name}": choice for name, choice in setting.get("options", {}).items()}
        entry, made = self.ledger.begin("", self.name, "tables"), set[str]()
        for _copy in range(self.chance.choice((1, 1, 1, 2))):
            answer = self.persistently("POST", "/tables", (303,), data=fields)
            made.add(answer.headers["location"].rpartition("/")[2])
        if len(made) > 1:
            self.ledger.problem(f"one form made two tables: {made}")
        entry.table = made.pop()
        entry.became(DONE)
        return entry.table

    def _see_token(self, html: str) -> None:
        if found := re.search(r'name="token" value="([0-9a-f]+)"', html):
            self._token = found[1]

    def look(self, table: str) -> View:
        """Its page."""
        html = self.persistently("GET", f"/t/{table}").text
        self._see_token(html)
        self.seat = int(found[1]) if (found := re.search(r'data-seat="(-?\d+)"', html)) else -1
        at = re.search(r'name="at" value="(\d+)"', html)
        view = View(at=int(at[1]) if at else 0)
        classes = re.search(r'<body class="p-(\w+)', html)
        if classes and classes[1] in ("result", "ended"):
            view.status = "over"
        elif "This table was closed." in html:
            view.status = "closed"
        elif classes and classes[1] != "waiting":
            view.status = "running"
        moves = re.findall(r'<(?:button|input)[^>]* name="move" value="([^"]+)"(?![^>]* disabled)', html)
        self._faces = re.findall(r'name="with" value="(\d)"', html)
        if '/play"' in html:
            view.legal = moves
        elif '/wish"' in html:
            view.early = moves
        if '/throw"' in html:
            view.dice = dice_on(html)
        for what in (
            "join",
            "bots",
            "leave",
            "pause",
            "go-on",
            "come-back",
            "stand-in",
            "unthrow",
            "unwish",
            "rematch",
        ):
            if f'/{what}"' in html:
                view.can.add(what)
        view.can |= {api for api, form in AS_FORMS.items() if f'/{form}"' in html}
        return view

    def _do(self, entry: Sent, table: str, what: str, said: dict[str, Any]) -> str:
        fields: dict[str, Any] = {"token": self._token, "sure": "yes", "at": str(said.get("at", entry.at))}
        if what == "join":
            fields |= {"name": self.name, "contribution": self.name}
        if "move" in said:
            fields["move"] = said["move"]
            if said["move"] == "hold":
                held = [face for face in self._faces if self.chance.random() < 0.5][:4]
                fields["with"] = held
                entry.move = " ".join(["hold", *(held or ["nothing"])]) if held else "hold"
        if "seat" in said:
            fields["seat"] = str(said["seat"])
        if "bot" in said:
            fields["bot"] = said["bot"]
        fields |= {f"die-{number}": name for number, name in enumerate(said.get("dice", []))}
        return self.send(entry, f"/t/{table}/{AS_FORMS.get(what, what)}", data=fields)

    def rematch(self, table: str) -> str | None:
        """By the form on the result's page."""
        said = {"data": {"token": self._token, "contribution": self.name}}
        answer = self.persistently("POST", f"/t/{table}/rematch", (303, 403), **said)
        return answer.headers["location"].rpartition("/")[2] if answer.status_code == 303 else None


def dice_on(html: str) -> list[list[str]]:
    """What each die of the form can show."""
    found: dict[str, list[str]] = {}
    for name, value in re.findall(r'name="(die-\d+)" value="([^"]+)"', html):
        found.setdefault(name, []).append(value)
    return [found[name] for name in sorted(found, key=lambda name: int(name[4:]))]


def outcome_of(answer: httpx.Response) -> str:
    """What an answer says of what was asked."""
    if answer.status_code in (200, 201, 204, 303):
        return DONE
    if answer.status_code < 500:
        return REFUSED
    if answer.status_code == 503 and not any(word in answer.text for word in UNSURE):
        return REFUSED
    return UNKNOWN


def at_once(*calls: Any) -> list[Any]:
    """What several calls return that are made at the same time."""
    found: list[Any] = [None] * len(calls)

    def call(index: int) -> None:
        try:
            found[index] = calls[index]()
        except Exception as error:
            found[index] = error

    threads = [threading.Thread(target=call, args=(index,)) for index in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found
