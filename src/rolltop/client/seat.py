"""A seat at a table: iterating over it gives a position whenever it is its turn, until the game is over."""

import contextlib
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from rolltop.client.errors import ClientError, Forbidden
from rolltop.client.line import Line
from rolltop.client.position import Position
from rolltop.games.errors import NotYourTurn, StaleMove

Dice = Callable[[list[list[str]]], list[str]]  #: given what each die can show: what they show


@dataclass(frozen=True)
class Event:
    """Something that happened at the table, as far as this seat may know; `data` is all that the server says of it."""

    number: int
    kind: str
    data: dict[str, Any]


class Seat:
    """A seat at a table, or a place to watch from.

    With real dice (`dice="hand"`) somebody has to throw: `throw` is asked for what the dice show that are due to this
    seat; without it the seat waits until somebody else enters them.
    """

    def __init__(self, line: Line, table: str, throw: Dice | None = None) -> None:
        self.table = table
        self._line = line
        self._path = f"/tables/{table}"
        self._throw = throw
        self.state: dict[str, Any] = {}  #: the table as it was last seen (docs/api.md)

    # ---- looking -----------------------------------------------------------------------------------------------------

    def look(self) -> dict[str, Any]:
        """The table as this seat sees it now."""
        self.state = self._line.ask("GET", self._path)
        return self.state

    @property
    def url(self) -> str:
        """The address of the table's page: an invitation."""
        return f"{self._line.url}/t/{self.table}"

    @property
    def is_over(self) -> bool:
        """Was the game over, or the table closed, when it was last looked at?"""
        return self.state.get("status") in ("over", "closed")

    @property
    def scores(self) -> list[int] | None:
        """The scores by seat, when the game is over."""
        return self.state.get("scores")

    @property
    def places(self) -> list[int] | None:
        """The places by seat, counted from 1, when the game is over."""
        return self.state.get("places")

    def events(self, after: int = 0) -> Iterator[Event]:
        """What happened since an event, and then whatever happens, until the game is over."""
        for data in self._line.follow(f"{self._path}/events", after):
            yield Event(data["event"], data["type"], data)

    def record(self) -> str:
        """The game's record as far as this seat may know it."""
        return str(self._line.ask("GET", f"{self._path}/record"))

    # ---- playing -----------------------------------------------------------------------------------------------------

    def __iter__(self) -> Iterator[Position]:
        """A position whenever it is this seat's turn. Survives restarts of the server and broken connections.

        Raises ClientError if a position was left without an answer.
        """
        news: Iterator[Event] | None = None
        while not self._is_done(state := self.look()):
            if state["legal"]:
                position = Position(state, self.play)
                yield position
                if not position.answered:
                    raise ClientError("a position was left without an answer: call position.play(move)")
            elif state["dice"] and self._throw is not None:
                self.enter(self._throw(state["dice"]), state["at"])
            else:
                news = news or self.events(state["event"])
                self._wait(news, state)

    def _is_done(self, state: dict[str, Any]) -> bool:
        """Is there nothing more to do? Takes over again from a bot that played meanwhile."""
        if self.is_over or state["you"] is None or state["seats"][state["you"]]["resigned"]:
            return True
        if state["seats"][state["you"]]["away"]:
            try:
                self.act("come-back")
            except Forbidden:
                return True
            except NotYourTurn:
                return False  # out of time: the bot makes this move
        return False

    def _wait(self, news: Iterator[Event], state: dict[str, Any]) -> None:
        """Until something new happened that may be for this seat to answer."""
        if state["asks_back"] not in (None, state["you"]):
            self._agree()
        for event in news:
            turn, me = event.data["turn"], state["you"]
            if event.kind == "asked_back" and event.data["seat"] != me:
                self._agree()
            replaced = event.kind == "stood_in" and event.data["seat"] == me
            asked = turn == me or replaced or (turn is None and self._throw is not None)
            if event.number > state["event"] and (asked or event.data["status"] in ("over", "closed")):
                return

    def _agree(self) -> None:
        """Have nothing against it that somebody takes a move back: programs do not mind."""
        with contextlib.suppress(Forbidden, StaleMove, NotYourTurn):
            self.act("agree-back")

    def play(self, move: str, at: int) -> bool:
        """Choose a move by name, having seen position `at`; False if the table had moved on. Raises IllegalMove."""
        return self._answer("play", {"move": move, "at": at})

    def enter(self, dice: list[str], at: int) -> bool:
        """Enter what the dice show that are due; False if the table had moved on. Raises IllegalMove."""
        return self._answer("throw", {"dice": dice, "at": at})

    def _answer(self, what: str, body: dict[str, Any]) -> bool:
        try:
            self._line.ask("POST", f"{self._path}/{what}", body, key=secrets.token_hex(16))
        except (StaleMove, NotYourTurn):
            return False
        return True

    def act(self, what: str, **body: Any) -> dict[str, Any]:
        """Anything else the API lets one do at a table: ``act("resign")``, ``act("wish", move=..., at=...)``, ..."""
        self.state = self._line.ask("POST", f"{self._path}/{what}", body or None)
        return self.state

    def rematch(self) -> "Seat":
        """The same people once more: a seat at the next table."""
        state = self._line.ask("POST", f"{self._path}/rematch", {"contribution": secrets.token_hex(8)})
        return Seat(self._line, state["id"], self._throw)

    def __repr__(self) -> str:
        return f"<seat at {self.url}>"
