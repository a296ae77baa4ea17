"""A moment at which a seat is to choose: what it sees, what it may do, and the way to do it."""

import base64
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import numpy as np

from rolltop.client.errors import ClientError
from rolltop.games import kernel, shelf
from rolltop.games.kernel import Records
from rolltop.games.shelf import Kind


class Position:
    """What a seat sees when it is its turn.

    `seen` and `boxes` are what `rolltop.bots` and agents take, arrays of one record each; they need the same game and
    edition here as at the server.
    """

    def __init__(self, state: Mapping[str, Any], send: Callable[[str, int], bool]) -> None:
        self.state = state  #: the whole answer of the server (docs/api.md)
        self.answered = False
        self._send = send

    @property
    def view(self) -> dict[str, Any]:
        """What the seat sees, as plain data."""
        view: dict[str, Any] = self.state["view"]
        return view

    @property
    def legal(self) -> list[str]:
        """The moves to choose from, by name."""
        return list(self.state["legal"])

    @property
    def at(self) -> int:
        """The number of this position."""
        return int(self.state["at"])

    @property
    def seat(self) -> int:
        """Whose turn it is: this seat's, counted from 0."""
        return int(self.state["you"])

    # ---- for bots and agents -----------------------------------------------------------------------------------------

    @cached_property
    def kind(self) -> Kind:
        """The game. Raises ClientError if the server plays another version of it."""
        kind = shelf.kind(self.state["game"])
        if str(kind.about.VERSION) != self.state["version"]:
            raise ClientError(
                "the server plays version %(there)s of %(game)s, here is version %(here)s: install the same Rolltop",
                there=self.state["version"], game=kind.title, here=kind.about.VERSION,
            )  # fmt: skip
        return kind

    @property
    def record(self) -> bytes:
        """The bytes of the game's NumPy record as the seat sees it."""
        return base64.b64decode(self.state["record"])

    @cached_property
    def seen(self) -> Records:
        """The record itself, in an array of one."""
        return np.frombuffer(self.record, self.kind.game_layout).copy()

    @cached_property
    def boxes(self) -> Records:
        """The components and options of the game, in an array of one. Raises ClientError for an unknown edition."""
        edition = self.kind.editions.get(self.state["edition"])
        if edition is None or edition.digest != self.state["edition_digest"]:
            raise ClientError(
                "the server plays with edition %(name)s of its own, which is not here", name=self.state["edition"]
            )
        return self.kind.box(edition, self.state["options"], self.state["players"])

    @cached_property
    def box(self) -> Any:
        """The same as a plain object, with the edition."""
        return self.kind.plain_box(self.boxes, self.kind.editions[self.state["edition"]])

    def text(self, action: int) -> str:
        """The name of an action, given by its number."""
        plain = kernel.Plain(self.seen[0])
        return str(self.kind.moves.action_text(plain, self.box, self.seat, int(action)))

    # ---- answering ---------------------------------------------------------------------------------------------------

    def play(self, move: str | int) -> bool:
        """Choose a move, by name or by its number. When this returns the move is durable.

        False: the table had moved on meanwhile, for instance because the same seat is played in a browser too; nothing
        has happened, and the next position shows how things are. Raises IllegalMove.
        """
        done = self._send(move if isinstance(move, str) else self.text(move), self.at)
        self.answered = True
        return done

    def __repr__(self) -> str:
        return f"<position {self.at} of {self.state['game']}: {len(self.legal)} moves>"
