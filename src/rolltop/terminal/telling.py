"""What happened, told event by event, a paragraph a turn."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.text import Text

from rolltop.games.contract import SPECTATOR
from rolltop.games.telling import Telling
from rolltop.play.game import Game


@dataclass(frozen=True)
class Told:
    """One event in words; `new_turn` if it begins a turn, `stop` if everybody should stop and look."""

    lines: Sequence[Telling]
    new_turn: bool
    stop: bool


class Teller:
    """Follows a game and tells what has happened since it was last asked, as one seat sees it."""

    def __init__(self, game: Game, seat: int = SPECTATOR, start: int | None = None) -> None:
        self.seat = seat
        self._past = game.at(len(game.history) if start is None else start)
        self._part = game.kind.part("tell")

    @property
    def told(self) -> int:
        """How many events have been told."""
        return len(self._past.history)

    def catch_up(self, game: Game) -> list[Told]:
        """The events that are new."""
        told = []
        before = self._past.view(self.seat)
        for number in game.history[len(self._past.history) :]:
            new_turn = bool(game.kind.moves.starts_turn(self._past.plain))
            self._past.push(number)
            after = self._past.view(self.seat)
            stop = self._part.moment(before, after) is not None
            told.append(Told(self._part.tell(before, after), new_turn, stop))
            before = after
        return told


def paragraphs(told: Sequence[Told], names: Sequence[str], me: int | None = None) -> list[Text]:
    """The events as paragraphs: headings on their own, then a turn each. What concerns `me` is bold."""
    found: list[Text] = []
    current = Text()
    for event in told:
        if event.new_turn:
            current = begin(found, current)
        for line in event.lines:
            text = line.text(lambda seat: names[seat])
            if line.heading:
                begin(found, current)
                found.append(Text(text, style="bold underline"))
                current = Text()
                continue
            current.append(" " if current else "").append(text, style(line, event.stop, me))
    begin(found, current)
    return found


def begin(found: list[Text], current: Text) -> Text:
    """Close a paragraph; a new one."""
    if current:
        found.append(current)
    return Text()


def style(line: Telling, stop: bool, me: int | None) -> str:
    """How a line is printed; the words say it all without."""
    mine: Any = me is not None and (me in line.seats.values() or any(me in seats for seats in line.lists.values()))
    return " ".join(part for part, wanted in (("red", stop), ("bold", stop or mine)) if wanted)
