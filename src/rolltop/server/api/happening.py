"""A table's events as one viewer may know them: the table goes through its events again, and says what each brought."""

from typing import Any

from rolltop.games.contract import CHANCE, SPECTATOR
from rolltop.games.telling import Telling
from rolltop.server.api.models import Told
from rolltop.server.api.seeing import rematch, to_choose
from rolltop.server.hall.table import Table, View
from rolltop.server.storage.store import Event

PRIVATE_MOVES = ("wished", "handed_back")  #: events of which only their seat hears, with an action of that seat's


class Retold(Table):
    """A table at which everything happens once more, in words for one viewer.

    It tells nothing but what the game's rules allow at that moment (`Game.is_told`); an event that another seat keeps
    to itself is not told, and leaves no gap in the numbers.
    """

    def __init__(self, table_id: str, viewer: int, with_words: bool) -> None:
        super().__init__(table_id, b"")
        self.viewer = viewer
        self._with_words = with_words
        self._came: list[tuple[int, str | None]] = []  # who chose, or CHANCE, and what; None: hidden
        self._lines: list[Telling] = []

    def tell(self, event: Event) -> Told | None:
        """Let the next event happen; what the viewer is told of it."""
        known, self._came, self._lines = self.versions.get(self.viewer, 0), [], []
        data = dict(event.data)
        told = self._before(event.kind, data)
        self.apply(event)
        number = self.versions.get(self.viewer, 0)
        if number == known:
            return None
        return Told(
            event=number,
            type=event.kind,
            time=event.at,
            at=self.now,
            status=self.status,
            turn=to_choose(self),
            **told,
            **self._after(event.kind, data),
        )

    def _before(self, kind: str, data: dict[str, Any]) -> dict[str, Any]:
        """What must be asked before the event happens."""
        if kind in PRIVATE_MOVES and data["seat"] == self.viewer and self.game is not None:
            return {"move": self.game.move_text(data["action"], self.viewer)}
        return {}

    def _after(self, kind: str, data: dict[str, Any]) -> dict[str, Any]:
        """What is told of the event beside its moves: a choice of its fields that are known not to tell too much."""
        told: dict[str, Any] = {key: data[key] for key in ("seat", "name", "bot", "by", "secret") if key in data}
        if kind == "hosted":
            told["seat"] = self.seat_of(data["guest"])
        if kind == "rematch":
            told["table"] = rematch(self, self.viewer)
        for who, text in self._came[:1]:
            if who != CHANCE:
                told["move"] = text
        if self._with_words:
            told["words"] = [line.text(self._name) for line in self._lines]
        if self._came:
            told["luck"] = [text for who, text in self._came if who == CHANCE]
        return told

    def _name(self, seat: int) -> str:
        return self.seats[seat].name

    # ---- what a table does beside, which nobody needs here -----------------------------------------------------------

    def _push(self, numbers: list[int], entered: bool = False) -> None:
        """Let the game go on, and note what of it the viewer is told."""
        assert self.game is not None
        before = self.game.view(self.viewer) if self._with_words else {}
        for number in numbers:
            self._came.append(
                (self.game.turn, self.game.event_text(number) if self.game.is_told(self.viewer) else None)
            )
            if entered:
                self.game.happen(number)
            else:
                self.game.push(number)
            if self._with_words:
                after = self.game.view(self.viewer)
                self._lines += self.game.kind.part("tell").tell(before, after)
                before = after

    def _views_to_tell(self) -> dict[int, View]:
        return {SPECTATOR: {}}

    def _say(self, message: str, seat: int | None = None) -> None:
        self._lines.append(Telling(message, {}, {} if seat is None else {"who": seat}))
