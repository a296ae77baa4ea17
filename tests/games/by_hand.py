"""Games put together by hand: what the positions of all games have in common."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Generic, Self, TypeVar

import numpy as np

from rolltop.games.contract import CHANCE, OVER
from rolltop.games.editions import Edition
from rolltop.games.shelf import Kind
from tests.conformance.harness import Setup, Table

ANN, BOB, CID, DOT, EVE, FAY = range(6)


def with_values(kind: Kind, **values: Any) -> Edition:
    """The usual edition with other values for some components."""
    usual = kind.edition()
    return replace(usual, values={**usual.values, **values})


class ByHand:
    """A game at any point; the compiled rules and the plain ones play it side by side and must agree.

    A game's own position says what lies where, and what happens, in the words of its rulebook.
    """

    def __init__(
        self,
        kind: Kind,
        n_players: int = 3,
        *,
        compiled: bool = True,
        edition: Edition | None = None,
        options: Mapping[str, str] | None = None,
    ) -> None:
        self.setup = Setup(kind, edition or kind.edition(), dict(options or {}), n_players)
        self.tables = [Table(self.setup, compiled=way) for way in ([False, True] if compiled else [False])]

    # ---- putting together --------------------------------------------------------------------------------------------

    def _put(self, game: Any) -> Self:
        """Go on from this state."""
        record = np.zeros(1, self.setup.kind.game_layout)
        game.write(record[0])
        self.tables = [Table(self.setup, compiled=table.compiled, state=record.tobytes()) for table in self.tables]
        return self

    # ---- what happens ------------------------------------------------------------------------------------------------

    def _event(self, text: str) -> None:
        number = self.table.number(text)
        assert number is not None and number in self.table.possible, f"{text!r} is not possible"
        for table in self.tables:
            table.apply(number)
        assert len({table.state for table in self.tables}) == 1, "compiled and plain rules differ"

    def first_player(self, seat: int) -> Self:
        """Luck makes a seat the first player."""
        self._event(f"first {seat + 1}")
        return self

    def may(self, text: str) -> bool:
        """Is this event possible now?"""
        return self.table.number(text) in self.table.possible

    # ---- how it stands -----------------------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        """The game on the plain rules."""
        return self.tables[0]

    @property
    def game(self) -> Any:
        """The state."""
        return self.table.plain

    @property
    def box(self) -> Any:
        """The components and options."""
        return self.table.plain_box

    @property
    def chooser(self) -> int | None:
        """Who is to choose."""
        return self.table.turn if self.table.turn >= 0 else None

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return self.table.turn == OVER

    @property
    def luck_is_due(self) -> bool:
        """Is it luck's turn?"""
        return self.table.turn == CHANCE

    @property
    def moves(self) -> set[str]:
        """The legal moves by name."""
        return {self.table.text(action) for action in self.table.legal}

    @property
    def totals(self) -> list[int]:
        """Everybody's total."""
        return self._score()[0]

    @property
    def places(self) -> list[int]:
        """Everybody's place."""
        return self._score()[1]

    def _score(self) -> tuple[list[int], list[int]]:
        scores = [table.score() for table in self.tables]
        assert all(score == scores[0] for score in scores), "compiled and plain rules score differently"
        return scores[0]


P = TypeVar("P", bound=ByHand)


class Start(Generic[P]):
    """Where every test of a rule starts: `start(3)` is a new game for three.

    The tests are run on the game, and on copies of it with a rule broken on purpose.
    """

    def __init__(self, position: type[P], kind: Kind, *, compiled: bool = True) -> None:
        self.position, self.kind, self.compiled = position, kind, compiled

    def __call__(self, n_players: int = 3, *, options: Mapping[str, str] | None = None, **components: Any) -> P:
        edition = with_values(self.kind, **components)
        return self.position(self.kind, n_players, compiled=self.compiled, edition=edition, options=options)
