"""A game at the terminal: people type their moves, bots play the other seats."""

import contextlib
import datetime
import hashlib
import secrets
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rolltop.bots import bot, rollouts
from rolltop.bots.hints import hints, in_words
from rolltop.games import kernel
from rolltop.games.contract import CHANCE, SPECTATOR
from rolltop.games.errors import CannotUndo, RolltopError
from rolltop.games.luck import seeded
from rolltop.games.words import N_, _, ngettext
from rolltop.play import records
from rolltop.play.game import Game
from rolltop.play.records import DICE, Fairness
from rolltop.play.throwing import Dice, throw_due, thrower, thrown, throws_to_correct
from rolltop.play.undo import Undo
from rolltop.terminal.advising import advice_table
from rolltop.terminal.console import first_use, forget, page, told
from rolltop.terminal.reading import COMMANDS, Command, Faces, Move, Unclear, abbreviation, understand, understand_dice
from rolltop.terminal.rules_page import rules_page
from rolltop.terminal.saving import cannot_save, check_can_save, write_whole
from rolltop.terminal.seating import HUMAN
from rolltop.terminal.starting import PLAYED_BY, SEED, Start
from rolltop.terminal.telling import Teller, paragraphs


class Leave(Exception):
    """Somebody wants to leave the game."""


class Session:
    """One game from here to its end, or until somebody leaves."""

    def __init__(
        self,
        start: Start,
        console: Console,
        save: Path | None = None,
        read: Callable[[str], str] | None = None,
    ) -> None:
        self.game = start.game
        self.seating = start.seating
        self.start = start
        self.console = console
        self.save_to = save
        self.saved: dict[Path, int] = {}  # our files, and how many events each has of the game as it went
        if save is not None:
            self.saved[save] = start.recorded if start.resumed == save else -1
        self._read = read or ask_for_line
        self._salt = start.seed if start.seed is not None else secrets.randbits(64)
        # With one person everything is told as that person sees it; with several nobody's secrets are told.
        # If something is hidden, each of them is told it alone, and the keyboard goes round.
        humans = self.seating.humans
        self.hides = hides_something(self.game)
        self.reader = humans[0] if len(humans) == 1 else None
        self._told_to = 0 if start.resumed is None else len(self.game.history)
        self._tellers: dict[int, Teller] = {}

    def run(self) -> None:
        """Play. Ctrl-C, Ctrl-D and the end of input leave as `quit` does."""
        self.greet()
        try:
            while not self.game.is_over:
                if self.game.turn == CHANCE:
                    self.enter_dice()
                elif self.seating.played_by[self.game.turn] == HUMAN:
                    self.hand_over(self.game.turn)
                    self.prompt(self.game.turn)
                else:
                    self.let_bot_play(self.game.turn)
            self.tell_news()
            self.show_end()
        except (Leave, KeyboardInterrupt, EOFError):
            try:
                self.leave()
            except KeyboardInterrupt:  # told twice: a terminal that is closed ends the input and sends a signal
                self.leave()

    # ---- bots --------------------------------------------------------------------------------------------------------

    def let_bot_play(self, seat: int) -> None:
        """A bot's move. The same position in the same game gets the same answer, also after taking back."""
        digest = hashlib.sha256(f"{self._salt}:{len(self.game.history)}".encode()).digest()
        lucks = seeded(int.from_bytes(digest[:8], "big"))
        player = bot(self.seating.played_by[seat])
        self.game.play(player.choose(self.game.kind, self.game.seen(seat), self.game.boxes, lucks))

    # ---- dice by hand ------------------------------------------------------------------------------------------------

    @property
    def by_hand(self) -> bool:
        """Do the people at the keyboard throw the dice, the bots' too?"""
        return self.game.luck is None

    def enter_dice(self) -> None:
        """Ask what the dice show, until all that are due have been told, at once or one by one."""
        self.tell_news()
        due, faces = throw_due(self.game), list[str]()
        while len(faces) < len(due):
            meaning = understand_dice(self._read(self.dice_prompt(due, faces) + " "), due[len(faces) :])
            if isinstance(meaning, Faces):
                faces += meaning.names
            elif isinstance(meaning, Unclear):
                self.say(meaning.why)
            elif meaning.name == "undo" and faces:
                faces.clear()
            elif self.obey(meaning, SPECTATOR if self.reader is None else self.reader):
                return
        self.game = thrown(self.game, faces)

    def dice_prompt(self, due: list[list[str]], faces: list[str]) -> str:
        """Whose dice are thrown, and how many are still to be told."""
        seat, n = thrower(self.game), len(due) - len(faces)
        if faces:
            more = ngettext("%(faces)s so far. The last one shows:", "%(faces)s so far. The other %(n)s show:", n)
            return more % {"faces": ", ".join(faces), "n": n}
        if seat is None:
            return _("Draw one of: %(outcomes)s. It is:") % {"outcomes": ", ".join(due[0])}
        throws = ngettext("%(name)s throws a die. It shows:", "%(name)s throws %(n)s dice. They show:", n)
        return throws % {"name": self.game.names[seat], "n": n}

    # ---- several people at one keyboard ------------------------------------------------------------------------------

    def hand_over(self, seat: int) -> None:
        """In a game that hides something, let nobody see what the next person sees, nor what the last one did."""
        if not self.hides or seat == self.reader:
            return
        forget(self.console)
        self._read(_("Pass the keyboard to %(name)s, then press Enter.") % {"name": self.game.names[seat]} + " ")
        forget(self.console)
        self.reader = seat

    @property
    def teller(self) -> Teller:
        """Who tells the reader what is new; of several people in a game that hides nothing, all at once."""
        seat = SPECTATOR if self.reader is None else self.reader
        if seat not in self._tellers:
            self._tellers[seat] = Teller(self.game, seat, self._told_to)
        return self._tellers[seat]

    # ---- a person's turn ---------------------------------------------------------------------------------------------

    def prompt(self, seat: int) -> None:
        """Tell the news, show the table and what may be done, and do what is typed until a move is made."""
        self.tell_news()
        self.show_table(seat)
        self.show_offers(seat)
        at = len(self.game.history)
        while len(self.game.history) == at:
            legal = self.game.legal_moves
            line = self._read("> ")
            meaning = self.by_its_name(line, legal) or understand(line, legal, self.all_moves())
            if isinstance(meaning, Move):
                self.game.play(meaning.name, seat=seat, at=at)
            elif isinstance(meaning, Unclear):
                self.say(meaning.why)
            elif self.obey(meaning, seat):
                return

    def obey(self, command: Command, seat: int) -> bool:
        """Carry a command out; True if the position is another one now."""
        try:
            if command.name == "undo":
                return self.take_back(seat)
            if command.name == "save":
                self.save_by_hand(command.rest)
            else:
                {
                    "help": self.help,
                    "rules": self.show_rules,
                    "hint": self.show_hint,
                    "advice": self.show_advice,
                    "score": self.show_score,
                    "quit": self.ask_to_leave,
                }[command.name](seat)
        except RolltopError as error:
            self.say(told(error))
        return False

    def take_back(self, seat: int) -> bool:
        """Take the last throw back that was entered since a person chose, or that choice; bots' answers go with it.

        Where something is hidden, what another did has shown something new. Raises CannotUndo.
        """
        if self.by_hand and (throws := throws_to_correct(self.game, self.seating.humans)):
            self.go_back(self.game.at(throws[-1]))
            self.say(_("The dice are taken back: enter what they show."))
            return True
        earlier = self.game.copy()
        earlier.undo()
        if self.hides and earlier.turn != seat and self.game.undo_policy != Undo.FREE:
            raise CannotUndo("%(name)s has moved since, and that has shown something new", name=self.name_at(earlier))
        while self.seating.played_by[earlier.turn] != HUMAN:
            earlier.undo()
        self.go_back(earlier)
        self.say(_("Taken back. It is %(name)s's move again.") % {"name": self.game.names[self.game.turn]})
        return True

    def go_back(self, earlier: Game) -> None:
        """Go on from an earlier position."""
        self.game = earlier
        self.saved = dict.fromkeys(self.saved, -1)
        for seat, teller in self._tellers.items():
            self._tellers[seat] = Teller(earlier, seat, min(teller.told, len(earlier.history)))

    @staticmethod
    def name_at(game: Game) -> str:
        """Who is to choose in a position."""
        return game.names[game.turn]

    def ask_to_leave(self, seat: int) -> None:
        """Make sure. Raises Leave."""
        if self.save_to is not None:
            question = _("Leave the game? It is saved to %(file)s. [y/N]") % {"file": self.save_to}
        elif self.is_saved:
            question = _("Leave the game? [y/N]")
        else:
            question = _("Leave the game? It is not saved: `save FILE` would. [y/N]")
        answer = self._read(question + " ").strip().lower()
        if answer and any(yes.startswith(answer) for yes in ("yes", _("yes"))):
            raise Leave

    def leave(self) -> None:
        """Save, say goodbye and how to come back; to nobody, if the terminal is gone."""
        with contextlib.suppress(OSError):
            self.console.print()
        with contextlib.suppress(OSError):
            if self.save_to is not None:
                self.write_at_last(self.save_to)
            elif not self.is_saved:
                self.say(_("You left the game; it is not saved."))

    # ---- what is shown -----------------------------------------------------------------------------------------------

    def say(self, text: str | Text) -> None:
        """A line of our own."""
        self.console.print(Text(text) if isinstance(text, str) else text)

    def greet(self) -> None:
        """Who plays, and how to get help."""
        game = self.game
        line = Text(game.kind.title, "bold").append(": ")
        for seat, player in enumerate(self.seating.played_by):
            line.append(" · " if seat else "").append(game.names[seat], "bold")
            if player != HUMAN:
                line.append(" " + _("(bot, %(name)s)") % {"name": player})
        self.console.print(line)
        if self.start.fairness is not None:
            self.console.print(
                Text(_("The dice are fixed by a secret with the SHA-256 %(hash)s.") % {
                    "hash": self.start.fairness.commitment
                }, "dim")
            )  # fmt: skip
        if self.by_hand and not game.is_over:
            self.say(_("You throw the dice, also for bots, and draw what luck decides; type what it shows."))
        elif self.start.resumed and self.start.seed is None and not game.is_over:
            self.say(_("The game goes on with new dice; its record can no longer show that they are fair."))
        if self.seating.humans and not game.is_over:
            self.say(_("Type a move, or help, rules, undo, score, save, quit; short forms do."))

    def tell_news(self) -> None:
        """What happened since the last prompt."""
        seat = self.reader if self.reader is not None else self.game.turn
        news = paragraphs(self.teller.catch_up(self.game), self.game.names, seat)
        if news:
            self.console.print()
        for paragraph in news:
            self.console.print(paragraph)

    def show_table(self, seat: int) -> None:
        """The table as a seat sees it."""
        self.console.print()
        self.console.print(self.part.draw(self.game.view(seat), self.game.names, seat))

    def show_offers(self, seat: int) -> None:
        """Whose turn it is, and what may be done."""
        self.console.print()
        self.console.print(Text(_("%(name)s, your move:") % {"name": self.game.names[seat]}, "bold reverse"))
        table = Table.grid(padding=(0, 2, 0, 0))
        legal = self.game.legal_moves
        for move, note in self.part.offers(self.game.view(seat)):
            table.add_row(Text(move.replace("-", "\N{MINUS SIGN}"), "bold"), abbreviation(move, legal), Text(note))
        self.console.print(Padding(table, (0, 0, 0, 2)))

    def help(self, seat: int) -> None:
        """What one can type."""
        if self.game.turn == seat:
            self.show_offers(seat)
        table = Table.grid(padding=(0, 2, 0, 0))
        for usage, meaning in COMMANDS.items():
            table.add_row(Text(usage, "bold"), Text(_(meaning)))
        self.console.print(Padding(table, (1, 0, 0, 2)))
        self.say(_("Every word may be shortened: the second column shows how. Ctrl-D leaves."))
        if self.by_hand:
            self.say(_("Dice: 5 5 3, or 553, or one by one. Undo also takes dice back that were entered wrongly."))

    def show_rules(self, seat: int) -> None:
        """How to play."""
        page(self.console, rules_page(self.game.kind, [self.game.edition]))
        if self.game.turn == seat:
            self.show_offers(seat)

    def show_hint(self, seat: int) -> None:
        """What the dice may still bring, with the best dice to hold for it alone; what the sensible bot would do."""
        game = self.game
        if game.turn != seat:
            self.say(_("There is nothing to choose just now."))
            return
        if game.kind.hints:
            table = Table.grid(padding=(0, 2, 0, 0))
            seen = kernel.Plain(game.seen(seat)[0])
            for hint in game.kind.part("hints").chances(seen, game.plain_box):
                table.add_row(Text(hint["move"], "bold"), f"{100 * hint['chance']:.1f} %", Text(hint["goal"].text()))
            self.console.print(Padding(table, (1, 0, 1, 2)))
        action = bot("sensible").choose(game.kind, game.seen(seat), game.boxes, seeded(self._salt))
        self.say(_("A sensible bot would choose: %(move)s") % {"move": game.move_text(action)})

    def show_advice(self, seat: int) -> None:
        """What each move promises, by what this seat sees."""
        game = self.game
        if game.turn != seat:
            self.say(_("There is nothing to choose just now."))
            return
        with first_use():
            rollouts.get_ready(game.kind)
        with self.console.status(_("Trying each move ...")):
            found = hints(game.kind, game.seen(seat), game.boxes, seed=self._salt % 2**32)
        self.console.print(Padding(advice_table(game, found), (1, 0, 1, 2)))
        for line in in_words(found, game.move_text):
            self.say(line)

    def show_score(self, seat: int) -> None:
        """The scoring as if the game ended now."""
        self.say(_("If the game ended now:"))
        self.console.print(self.part.result(self.game.view(seat), self.game.names))

    def show_end(self) -> None:
        """The table and the scoring; the record."""
        view = self.game.view()
        self.console.print()
        self.console.print(self.part.draw(view, self.game.names, self.reader))
        self.console.print()
        self.console.print(self.part.result(view, self.game.names))
        if self.save_to is not None:
            self.console.print()
            self.write_at_last(self.save_to)

    @property
    def part(self) -> Any:
        """The game's own drawings for the terminal."""
        return self.game.kind.part("terminal")

    def by_its_name(self, line: str, legal: list[str]) -> Move | None:
        """A move by a full name that the game knows, though it is not how the game would put it (`hold 6 2`).

        A single word that begins several moves is none: it is more likely sent too early.
        """
        if len(line.split()) == 1 and sum(move.split()[0] == line.strip().lower() for move in legal) > 1:
            return None
        action = self.game.kind.moves.action_number(self.game.plain, self.game.plain_box, self.game.turn, line)
        name = None if action is None else self.game.move_text(action)
        return Move(name) if name in legal else None

    def all_moves(self) -> list[str]:
        """The names of all moves there are in this game."""
        return [self.game.move_text(action) for action in range(self.game.kind.n_actions)]

    # ---- records -----------------------------------------------------------------------------------------------------

    @property
    def is_saved(self) -> bool:
        """Is the game as it stands in one of our files?"""
        return len(self.game.history) in self.saved.values()

    def record(self) -> str:
        """The record of the game as it stands; the secret of the dice only once it is over."""
        fairness = self.start.fairness
        if fairness is not None and not self.game.is_over:
            fairness = Fairness(fairness.table, fairness.commitment, fairness.contributions)
        extra: dict[str, Any] = {
            "Date": datetime.date.today().isoformat(),
            PLAYED_BY: ", ".join(self.seating.played_by),
        }
        if self.by_hand:
            extra[DICE] = Dice.HAND
        if self.start.seed is not None:
            extra[SEED] = str(self.start.seed)
        return records.write(self.game, fairness, **extra)

    def save_by_hand(self, name: str) -> None:
        """The command `save FILE`. Raises RolltopError."""
        if not name and self.save_to is None:
            raise RolltopError(N_("save where? Type: save FILE"))
        path = Path(name).expanduser() if name else self.save_to
        assert path is not None
        check_can_save(path, self.saved)
        self.write(path)

    def write_at_last(self, path: Path) -> None:
        """Write the record where it was to go; if that fails, elsewhere, for there is no other chance."""
        if self.saved.get(path) == len(self.game.history):
            self.say(_("It is saved in %(file)s.") % {"file": path})
            return
        try:
            self.write(path)
        except RolltopError as error:
            self.say(told(error))
            self.write(Path(tempfile.gettempdir()) / f"{self.game.kind.name}-{secrets.token_hex(4)}.txt")

    def write(self, path: Path) -> None:
        """Write the record, and say so. Raises RolltopError."""
        try:
            write_whole(path, self.record())
        except OSError as error:
            raise cannot_save(path, error) from None
        self.saved[path] = len(self.game.history)
        self.say(_("Saved to %(file)s.") % {"file": path})
        if not self.game.is_over:
            self.say(_("Go on later with: rolltop play --resume %(file)s") % {"file": path})


def hides_something(game: Game) -> bool:
    """Does a seat see what another one does not?"""
    return len({game.seen(seat).tobytes() for seat in range(game.n_players)}) > 1


@contextlib.contextmanager
def leaving_when_told() -> Iterator[None]:
    """Inside, a closed terminal or a request to end is like Ctrl-C, once: what follows cannot disturb the saving."""
    signals = [getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]

    def leave(_number: int, _frame: object) -> None:
        for number in (*signals, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        raise KeyboardInterrupt

    before = {number: signal.getsignal(number) for number in (*signals, signal.SIGINT)}
    for number in signals:
        signal.signal(number, leave)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def ask_for_line(prompt: str) -> str:
    """A line from the keyboard, or from a pipe, then shown as if it had been typed."""
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  # arrow keys and history
    try:
        line = input(prompt)
    except OSError:  # the terminal is gone
        raise EOFError from None
    if not sys.stdin.isatty():
        print(line, flush=True)
    return line
