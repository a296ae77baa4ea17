"""Looking at records: stepping through one, and judging one."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from rolltop.games.contract import SPECTATOR
from rolltop.games.editions import Edition
from rolltop.games.errors import BadOption, BadRecord
from rolltop.games.words import N_, _, ngettext
from rolltop.play import records
from rolltop.play.game import Game
from rolltop.play.records import Record, Verdict
from rolltop.terminal.console import told
from rolltop.terminal.telling import Teller, paragraphs

# ---- stepping through ------------------------------------------------------------------------------------------------


class Reader:
    """A record, turn by turn, as a seat or a spectator saw it; turns are the numbered lines of its file."""

    def __init__(self, record: Record, console: Console, seat: int = SPECTATOR) -> None:
        self.game = record.game
        if seat != SPECTATOR and not 0 <= seat < self.game.n_players:
            raise BadOption(
                N_("seat: found %(found)s, expected a number from 1 to %(last)s"),
                found=seat + 1, last=self.game.n_players,
            )  # fmt: skip
        self.seat = seat
        self.console = console
        self.ends = turn_ends(record.game)
        self._part = record.game.kind.part("terminal")

    @property
    def last(self) -> int:
        """The number of the last turn; 0 if nothing has happened."""
        return len(self.ends)

    def at(self, turn: int) -> Game:
        """The game after a turn; 0 is before the first. Raises BadOption if there is no such turn."""
        if not 0 <= turn <= self.last:
            raise BadOption(
                N_("turn: found %(found)s, expected a number from 0 to %(last)s"), found=turn, last=self.last
            )
        return self.game.at(self.ends[turn - 1] if turn else 0)

    def tell(self, turn: int) -> None:
        """What happened in a turn, in words."""
        after = self.at(turn)
        teller = Teller(self.game, self.seat, self.ends[turn - 2] if turn > 1 else 0)
        number = f"{turn}. "
        for paragraph in paragraphs(teller.catch_up(after), self.game.names):
            self.console.print(Text(number).append_text(paragraph))
            number = " " * len(number)

    def table(self, turn: int) -> None:
        """The table after a turn, with the scoring if the game is over then."""
        game = self.at(turn)
        self.console.print()
        self.console.print(self._part.draw(game.view(self.seat), game.names, None if self.seat < 0 else self.seat))
        if game.is_over:
            self.console.print()
            self.console.print(self._part.result(game.view(), game.names))

    def show(self, turn: int | None = None) -> None:
        """The whole story and the last table, or one turn and the table after it."""
        for number in [turn] if turn else range(1, self.last + 1):
            self.tell(number)
        self.table(self.last if turn is None else turn)

    def step(self, read: Callable[[str], str]) -> None:
        """Turn by turn, as typed: Enter for the next, b for the one before, a number, q to end."""
        turn = 0
        while True:
            self.console.rule(_("Turn %(turn)s of %(last)s") % {"turn": turn, "last": self.last})
            if turn:
                self.tell(turn)
            self.table(turn)
            turn = self.next_turn(turn, read)
            if turn < 0:
                return

    def next_turn(self, turn: int, read: Callable[[str], str]) -> int:
        """The turn to show next; -1 to end."""
        while True:
            try:
                typed = read(_("Enter: next, b: back, a number, q: end > ")).strip().lower()
            except (EOFError, KeyboardInterrupt):
                return -1
            if typed.isdecimal() and int(typed) <= self.last:
                return int(typed)
            if typed == "b":
                return max(0, turn - 1)
            if typed == "q" or (not typed and turn == self.last):
                return -1
            if not typed:
                return turn + 1
            self.console.print(Text(_("Expected Enter, b, q, or a number from 0 to %(last)s.") % {"last": self.last}))


def turn_ends(game: Game) -> list[int]:
    """The lengths of the history at the ends of the record's lines."""
    ends, length = [], 0
    for line in records.turns(game):
        length += line.count("|") + 1
        ends.append(length)
    return ends


# ---- judging ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Judgement:
    """What can be said of a record file: yes, no or unknown (None) to each question, with the reason."""

    file: str
    answers: dict[str, tuple[bool | None, str]]
    game: str
    players: int

    @property
    def good(self) -> bool:
        """No answer is no."""
        return not self.noes

    @property
    def noes(self) -> list[str]:
        """The questions whose answer is no."""
        return [question for question, (answer, _reason) in self.answers.items() if answer is False]

    @property
    def in_words(self) -> str:
        """All answers in one."""
        if self.noes == ["complete"]:
            return _("The game is not finished; as far as it goes the record is good.")
        return _("The record is good.") if self.good else _("The record is not good.")

    def plain(self) -> dict[str, Any]:
        """For JSON."""
        found: dict[str, Any] = {"file": self.file, "game": self.game, "players": self.players, "good": self.good}
        for question, (answer, reason) in self.answers.items():
            found[question] = {"answer": answer, "reason": reason}
        return found


QUESTIONS = {"complete": N_("complete"), "legal": N_("legal"), "result": N_("result right"), "fair": N_("fair")}


def judge(path: Path, edition: Edition | str | None = None) -> Judgement:
    """Is the record complete, legal and fair? Raises BadRecord if it cannot be read as a record at all."""
    try:
        record = records.read_file(path, edition)
    except BadRecord as error:
        unknown: tuple[bool | None, str] = (None, _("not known, as the moves are not legal"))
        found = dict.fromkeys(QUESTIONS, unknown) | {"legal": (False, told(error))}
        return judgement(path, header_alone(path, edition, error), found)
    return judgement(path, record, answers(records.verify(record)))


def header_alone(path: Path, edition: Edition | str | None, error: BadRecord) -> Record:
    """A record that cannot be replayed, as if nothing had been played. Raises the error if the header is the fault."""
    try:
        if path.stat().st_size > records.MAX_BYTES:
            raise error
        lines = path.read_text("utf-8").splitlines()
        return records.read("\n".join(takewhile(str.strip, lines)), edition)
    except (OSError, UnicodeDecodeError, BadRecord):
        raise error from None


def judgement(path: Path, record: Record, found: dict[str, tuple[bool | None, str]]) -> Judgement:
    """The answers with the game they are about."""
    return Judgement(str(path), found, record.game.kind.name, record.game.n_players)


def answers(verdict: Verdict) -> dict[str, tuple[bool | None, str]]:
    """The answers for a record whose moves are legal."""
    game = verdict.record.game
    ended = _("the game was played to its end") if verdict.complete else _("the game is not finished")
    n = len(game.history)
    legal = ngettext("%(n)s event, possible in its place", "all %(n)s events were possible in their places", n) % {
        "n": n
    }
    remarks = [_(remark) for remark in verdict.remarks]
    right = records.result_text(game) if verdict.result_right else remarks[0]
    return {
        "complete": (verdict.complete, ended),
        "legal": (True, legal),
        "result": (verdict.result_right, right),
        "fair": (verdict.fair, remarks[-1]),
    }


def report(judgement: Judgement, console: Console) -> None:
    """Print the answers, each with its reason."""
    words = {True: (_("yes"), "green"), False: (_("NO"), "bold red"), None: (_("unknown"), "yellow")}
    table = Table.grid(padding=(0, 2, 0, 0))
    for question, (answer, reason) in judgement.answers.items():
        word, style = words[answer]
        table.add_row(Text("  " + _(QUESTIONS[question])), Text(word, style=style), Text(reason))
    console.print(Text(f"{judgement.file}:"))
    console.print(table)
    console.print(Text(judgement.in_words, style="bold"))
