"""A game being played: the state, how it came about, and the checked way on."""

import copy as copying
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rolltop.games import kernel, shelf
from rolltop.games.contract import CHANCE, EVERYBODY, OVER, SPECTATOR
from rolltop.games.editions import Edition
from rolltop.games.errors import BadOption, CannotUndo, IllegalMove, NotYourTurn, StaleMove
from rolltop.games.options import complete
from rolltop.games.shelf import Kind
from rolltop.games.telling import Telling
from rolltop.games.words import _
from rolltop.play.dice import LuckSource, Seeded
from rolltop.play.undo import Undo, brings_news

NAME_LENGTH = 24


class Game:
    """A game of any kind on the shelf.

    >>> game = Game("rollie", players=3, seed=1)
    >>> game.legal_moves
    ['take -5', 'take 0', 'secure']
    >>> game.play("take 0").turn
    2

    `history` is the list of all numbers that happened, actions and outcomes; with the edition, the options and the
    number of players it is the whole game. `entered` are the places in it of what people threw and entered with
    `happen`. Seats count from 0 here and from 1 wherever people read them.
    """

    def __init__(
        self,
        kind: Kind | str,
        players: int | Sequence[str] = 2,
        *,
        seed: int | None = None,
        luck: LuckSource | None = None,
        by_hand: bool = False,
        edition: Edition | str | None = None,
        options: Mapping[str, str] | None = None,
        undo: Undo | str = Undo.FREE,
    ) -> None:
        """Set up a game for a number of players, or players by name.

        Dice come from `luck`, or from `seed`, or from a random seed; with `by_hand` nothing is rolled and `happen` says
        what the dice show. Raises BadOption or BadEdition.
        """
        self.kind = shelf.kind(kind) if isinstance(kind, str) else kind
        self.names = check_names(default_names(players) if isinstance(players, int) else players)
        self.edition = edition if isinstance(edition, Edition) else self.kind.edition(edition)
        self.options = complete(self.kind.options, options or {}, self.n_players)
        self.undo_policy = Undo(undo)
        self.luck: LuckSource | None = None if by_hand else luck or (Seeded() if seed is None else Seeded(seed))
        self.boxes = self.kind.box(self.edition, self.options, self.n_players)
        self.plain_box = self.kind.plain_box(self.boxes, self.edition)
        self.history: list[int] = []
        self.entered: set[int] = set()
        self._engine = self.kind.engine
        self._start()
        self.run_luck()

    def _start(self) -> None:
        self.state = np.zeros(1, self.kind.game_layout)
        self._engine.set_up(self.state, 0, self.boxes, self.n_players)

    # ---- looking -----------------------------------------------------------------------------------------------------

    @property
    def n_players(self) -> int:
        """How many play."""
        return len(self.names)

    @property
    def turn(self) -> int:
        """The seat to choose, or CHANCE (-1) when luck is due, or OVER (-2)."""
        return int(self._engine.turn(self.state, 0))

    def is_told(self, viewer: int) -> bool:
        """May `viewer` (a seat, or SPECTATOR) be told what the next event is, when it happens?"""
        return int(self._engine.audience(self.state, 0)) in (EVERYBODY, viewer)

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return self.turn == OVER

    @property
    def legal_actions(self) -> list[int]:
        """The numbers of the legal actions; empty when nobody is to choose."""
        mask = np.zeros(self.kind.n_actions, np.int8)
        if self.turn >= 0:
            self._engine.mask(self.state, 0, self.boxes, mask)
        return [int(action) for action in np.flatnonzero(mask)]

    @property
    def legal_moves(self) -> list[str]:
        """The legal actions by name."""
        plain, seat = self.plain, self.turn
        return [self.kind.moves.action_text(plain, self.plain_box, seat, action) for action in self.legal_actions]

    @property
    def possible_outcomes(self) -> list[str]:
        """What luck can bring, by name; empty unless luck is due."""
        if self.turn != CHANCE:
            return []
        n, plain = self._engine.outcomes(self.state, 0, self.boxes), self.plain
        return [self.kind.moves.outcome_text(plain, self.plain_box, outcome) for outcome in range(n)]

    @property
    def scores(self) -> list[int]:
        """Totals as if the game ended now, a seat each."""
        return self._standing()[0]

    @property
    def places(self) -> list[int]:
        """Places as if the game ended now, counted from 1; ties share a place as the rules say."""
        return self._standing()[1]

    def _standing(self) -> tuple[list[int], list[int]]:
        scores, places = np.zeros(self.kind.players[-1], np.int32), np.zeros(self.kind.players[-1], np.int8)
        self._engine.score(self.state, 0, self.boxes, scores, places)
        return scores[: self.n_players].tolist(), places[: self.n_players].tolist()

    @property
    def plain(self) -> Any:
        """The state as a plain object with the fields of the rules' Game."""
        return kernel.Plain(self.state[0])

    def seen(self, seat: int = SPECTATOR) -> NDArray[np.void]:
        """A copy of the state (an array of one) without what `seat` may not know."""
        state = self.state.copy()
        self._engine.seen(state, 0, self.boxes, seat)
        return state

    def view(self, seat: int = SPECTATOR) -> dict[str, Any]:
        """What `seat` sees, as plain data."""
        view: dict[str, Any] = self.kind.part("view").view(kernel.Plain(self.seen(seat)[0]), self.plain_box, seat)
        return view

    def score_breakdown(self) -> list[dict[str, Any]]:
        """The scoring as the rulebook lays it out, a player each."""
        breakdown: list[dict[str, Any]] = self.kind.part("view").breakdown(self.plain, self.plain_box)
        return breakdown

    def move_text(self, action: int, seat: int | None = None) -> str:
        """The name of an action in this position, as a seat names it (None: the seat to choose)."""
        who = self.turn if seat is None else seat
        return str(self.kind.moves.action_text(self.plain, self.plain_box, who, action))

    def move_label(self, action: int) -> str:
        """A legal action as the table names it; as it is typed, where the game has no other name for it."""
        label = getattr(self.kind.moves, "label", self.kind.moves.action_text)
        return str(label(self.plain, self.plain_box, self.turn, action))

    def event_text(self, number: int) -> str:
        """The name of an event that could happen now: an action or an outcome."""
        if self.turn == CHANCE:
            return str(self.kind.moves.outcome_text(self.plain, self.plain_box, number))
        return self.move_text(number)

    # ---- playing -----------------------------------------------------------------------------------------------------

    def play(self, move: str | int, *, seat: int | None = None, at: int | None = None) -> "Game":
        """Carry out a move, by name or number, and let luck decide until somebody must choose.

        `seat` says who plays, `at` the length of the history that the player saw; both are checked if given. Raises
        NotYourTurn, StaleMove or IllegalMove, and then nothing has changed.
        """
        if at is not None and at != len(self.history):
            raise StaleMove(
                "the game has moved on since (it is at event %(now)s, this was decided at event %(at)s): look again",
                at=at, now=len(self.history),
            )  # fmt: skip
        turn = self.turn
        if turn < 0:
            raise NotYourTurn(_("The game is over.") if turn == OVER else _("First the dice decide: use happen()."))
        if seat is not None and seat != turn:
            raise NotYourTurn("it is %(name)s's turn (seat %(seat)s)", name=self.names[turn], seat=turn + 1)
        action = self.action(move)
        if action not in self.legal_actions:
            raise self._illegal(self.move_text(action), self.legal_moves)
        self._apply(action)
        self.run_luck()
        return self

    def action(self, move: str | int, seat: int | None = None) -> int:
        """The number of an action given by name or number, as a seat names it (None: the seat to choose).

        Raises IllegalMove if there is no such action; what another seat may do is not said.
        """
        who = self.turn if seat is None else seat
        found: Any = move
        if isinstance(move, str):
            found = self.kind.moves.action_number(self.plain, self.plain_box, who, move)
        if isinstance(found, bool) or not isinstance(found, int | np.integer) or not 0 <= found < self.kind.n_actions:
            raise self._illegal(move, self.legal_moves if who == self.turn else [])
        return int(found)

    def happen(self, outcome: str | int, *, entered: bool = True) -> "Game":
        """Say what luck brought, by name or number (real dice, tests). Raises NotYourTurn or IllegalMove.

        It is noted as `entered` by people, unless told otherwise: when a known game is played again.
        """
        if self.turn != CHANCE:
            raise NotYourTurn("no dice are due: the event would be %(turn)s's choice", turn=self._whose())
        n = int(self._engine.outcomes(self.state, 0, self.boxes))
        number: Any = outcome
        if isinstance(outcome, str):
            number = self.kind.moves.outcome_number(self.plain, self.plain_box, outcome)
        if isinstance(number, bool) or not isinstance(number, int | np.integer) or not 0 <= number < n:
            raise self._illegal(outcome, self.possible_outcomes)
        if entered:
            self.entered.add(len(self.history))
        self._apply(int(number))
        self.run_luck()
        return self

    def push(self, number: int) -> None:
        """Let the next event of a known history happen, action or outcome. Raises IllegalMove or NotYourTurn."""
        luck, self.luck = self.luck, None
        try:
            if self.turn == CHANCE:
                self.happen(number, entered=False)
            else:
                self.play(number)
        finally:
            self.luck = luck

    def run_luck(self) -> None:
        """Let luck decide until somebody must choose; nothing with dice thrown by hand."""
        while self.luck is not None and self.turn == CHANCE:
            self._apply(self.luck.draw(len(self.history), self._engine.outcomes(self.state, 0, self.boxes)))

    def _apply(self, number: int) -> None:
        if self.turn == CHANCE:
            self._engine.happen_unchecked(self.state, 0, self.boxes, number)
        else:
            self._engine.play_unchecked(self.state, 0, self.boxes, number)
        self.history.append(number)

    def _illegal(self, found: object, legal: Sequence[str]) -> IllegalMove:
        shown = str(found)[:60]
        if not legal:
            return IllegalMove(
                "not possible: %(found)s names no move here, and it is another's turn", found=repr(shown)
            )
        return IllegalMove(
            "not possible now: %(found)s; expected one of: %(legal)s", found=repr(shown), legal=", ".join(legal)
        )

    def _whose(self) -> str:
        return self.names[self.turn] if self.turn >= 0 else "nobody"

    # ---- going back, copies ------------------------------------------------------------------------------------------

    def undo(self) -> "Game":
        """Take the last choice back, with the luck that followed it. Raises CannotUndo if the policy forbids it."""
        if self.undo_policy == Undo.NEVER:
            raise CannotUndo("this game is played without taking back")
        last = self._last_choice()
        if last is None:
            raise CannotUndo("there is no move to take back")
        earlier = self.at(last)
        if self.undo_policy == Undo.UNTIL_NEWS and (
            last + 1 < len(self.history)
            or brings_news(self.kind, earlier.state, self.boxes, earlier.turn, self.history[last])
        ):
            raise CannotUndo("that move has shown something new, so it stands")
        self.state, self.history, self.entered = earlier.state, earlier.history, earlier.entered
        return self

    def _last_choice(self) -> int | None:
        last, past = None, self.at(0)
        for index, number in enumerate(self.history):
            if past.turn >= 0:
                last = index
            past._apply(number)
        return last

    def at(self, length: int) -> "Game":
        """The game as it was after `length` events (0: set up), without dice of its own."""
        past = copying.copy(self)
        past.luck, past.history = None, []
        past.entered = {index for index in self.entered if index < length}
        past._start()
        for number in self.history[:length]:
            past._apply(number)
        return past

    def copy(self) -> "Game":
        """An independent game in the same position, with the same dice to come."""
        twin = copying.copy(self)
        twin.state, twin.history, twin.entered = self.state.copy(), list(self.history), set(self.entered)
        return twin

    def __deepcopy__(self, memo: object) -> "Game":
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        state = dict(vars(self))
        del state["_engine"], state["plain_box"]  # made anew
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._engine, self.plain_box = self.kind.engine, self.kind.plain_box(self.boxes, self.edition)

    def __eq__(self, other: object) -> bool:
        """Same kind, edition, options, players and history."""
        if not isinstance(other, Game):
            return NotImplemented
        return (
            self.kind is other.kind
            and self.edition.digest == other.edition.digest
            and self.options == other.options
            and self.names == other.names
            and self.history == other.history
        )

    __hash__ = None  # type: ignore[assignment]  # games change

    # ---- words and pictures ------------------------------------------------------------------------------------------

    def tell(self) -> list[Telling]:
        """The whole game so far in words, as a spectator saw it."""
        tell, past, lines = self.kind.part("tell").tell, self.at(0), []
        before = past.view()
        for number in self.history:
            past._apply(number)
            after = past.view()
            lines += tell(before, after)
            before = after
        return lines

    def __str__(self) -> str:
        """The table, drawn with characters, as a spectator sees it."""
        return str(self.kind.part("terminal").text(self.view(), self.names))

    def __repr__(self) -> str:
        return f"<{self.kind.title}: {self.n_players} players, event {len(self.history)}, {self._whose()} to choose>"

    def _repr_html_(self) -> str:
        """The table for a notebook."""
        return str(self.kind.part("drawings").notebook(self.view(), self.names))

    # ---- records -----------------------------------------------------------------------------------------------------

    def record(self) -> str:
        """The game as a readable record (see docs/records.md)."""
        from rolltop.play import records

        return records.write(self)

    def save(self, path: str | Path) -> None:
        """Write the record to a file."""
        Path(path).write_text(self.record(), "utf-8")


def load(path: str | Path, edition: Edition | str | None = None) -> Game:
    """Read a game from a record file. Raises BadRecord; `edition` is needed if the record's is not on the shelf."""
    from rolltop.play import records

    return records.read_file(Path(path), edition=edition).game


def default_names(n: int) -> list[str]:
    """Names for players who have none."""
    return [_("Player %(number)s") % {"number": seat + 1} for seat in range(n)]


def check_names(names: Sequence[str]) -> list[str]:
    """The names, tidied. Raises BadOption for an empty, too long, unprintable or doubled name, or what is no list."""
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise BadOption("players: found %(found)s, expected a whole number or a list of names", found=repr(names)[:40])
    tidy = [check_name(name) for name in names]
    for index, name in enumerate(tidy):
        if name in tidy[:index]:
            raise BadOption("two players are called %(name)s; expected different names", name=repr(name))
    return tidy


def check_name(name: str) -> str:
    """A player's name with outer spaces removed and inner ones single. Raises BadOption."""
    tidy = " ".join(name.split()) if isinstance(name, str) else ""
    if not 0 < len(tidy) <= NAME_LENGTH or not tidy.isprintable():
        raise BadOption(
            "found the name %(name)s, expected 1 to %(most)s printable characters",
            name=repr(name)[:40], most=NAME_LENGTH,
        )  # fmt: skip
    return tidy
