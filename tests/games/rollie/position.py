"""Games of Rollie put together by hand, in the rulebook's words. Bills are written ``{value: how many}``."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from rolltop.games.contract import CHANCE, OVER
from rolltop.games.editions import Edition
from rolltop.games.rollie.rules import FACE_DOWN, FACE_UP, NOBODY, NOT_ROLLED, Phase
from rolltop.games.shelf import Kind
from tests.conformance.harness import Setup, Table

ANN, BOB, CID, DOT, EVE, FAY = range(6)
Bills = Mapping[int, int]


def with_values(kind: Kind, **values: Any) -> Edition:
    """The usual edition with other values for some components."""
    usual = kind.edition()
    return replace(usual, values={**usual.values, **values})


class Position:
    """A game at any point, made of what lies where; the dice are due unless said otherwise.

    The compiled rules and the plain ones play it side by side and must agree.
    """

    def __init__(
        self,
        kind: Kind,
        n_players: int = 3,
        *,
        compiled: bool = True,
        edition: Edition | None = None,
        first_seat: str = "random",
    ) -> None:
        self.setup = Setup(kind, edition or kind.edition(), {"first": first_seat}, n_players)
        self.tables = [Table(self.setup, compiled=way) for way in ([False, True] if compiled else [False])]

    # ---- putting together --------------------------------------------------------------------------------------------

    def lay(
        self,
        *,
        bets: Sequence[Bills] = (),
        wallets: Sequence[Bills] = (),
        piles: Bills | None = None,
        secured: Sequence[int] = (),
        held: Mapping[int, int] | None = None,
        face_up: Sequence[int] = (1,),
        first: int = ANN,
        round_no: int = 1,
        last_round: bool = False,
        over: bool = False,
    ) -> "Position":
        """Lay bills and Start tokens (`held`: a token's number, and who has it); all others are in the Bank, face down.

        `piles` are piles of the Bank that shall have so many bills, wherever the others may be.
        """
        game: Any = self.tables[0].copy().plain
        game.phase = Phase.GAME_OVER if over else Phase.FIRST_DIE
        game.first, game.chooser, game.round_no, game.last_round = first, first, round_no, last_round
        for place, part in (("bet", bets), ("wallet", wallets)):
            for seat, bills in enumerate(part):
                for value, count in bills.items():
                    getattr(game.players[seat], place)[self.lane(value)] = count
                    game.bank[self.lane(value)] -= count
        for value, count in (piles or {}).items():
            game.bank[self.lane(value)] = count
        for seat in secured:
            game.players[seat].secured = True
        for token in face_up:
            game.token_at[token - 1] = FACE_UP
        for token, seat in (held or {}).items():
            game.token_at[token - 1] = seat
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

    def first_player(self, seat: int) -> "Position":
        """Luck makes a seat First player."""
        self._event(f"first {seat + 1}")
        return self

    def turn_up(self, token: int) -> "Position":
        """A Start token is turned face up."""
        self._event(f"start {token}")
        return self

    def roll(self, one: int | str, other: int | str) -> "Position":
        """The dice show this."""
        assert self.phase == Phase.FIRST_DIE, "the dice are not due"
        self._event(str(one))
        self._event(str(other))
        return self

    def takes(self, seat: int, value: int) -> "Position":
        """A player, whose turn it must be, takes a bill."""
        assert self.chooser == seat
        self._event(f"take {value}")
        return self

    def secures(self, *seats: int) -> "Position":
        """Players, whose turn it must be one after the other, secure."""
        for seat in seats:
            assert self.chooser == seat
            self._event("secure")
        return self

    def may(self, text: str) -> bool:
        """Is this event possible now?"""
        return self.table.number(text) in self.table.possible

    # ---- what lies where ---------------------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        """The game on the plain rules."""
        return self.tables[0]

    @property
    def game(self) -> Any:
        """The state."""
        return self.table.plain

    @property
    def phase(self) -> Phase:
        """What is due next."""
        return Phase(self.game.phase)

    @property
    def chooser(self) -> int | None:
        """Who is to choose."""
        return self.table.turn if self.table.turn >= 0 else None

    @property
    def first(self) -> int:
        """The First player."""
        return int(self.game.first)

    @property
    def round_no(self) -> int:
        """The round, from 1."""
        return int(self.game.round_no)

    @property
    def round_is_over(self) -> bool:
        """Is a new Start token due, or the game over?"""
        return self.phase in (Phase.START_TOKEN, Phase.GAME_OVER)

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return self.table.turn == OVER

    @property
    def luck_is_due(self) -> bool:
        """Is it luck's turn?"""
        return self.table.turn == CHANCE

    @property
    def dice(self) -> list[int]:
        """The faces shown, as lanes."""
        return [face for face in self.game.dice if face != NOT_ROLLED]

    @property
    def moves(self) -> set[str]:
        """The legal moves by name."""
        return {self.table.text(action) for action in self.table.legal}

    @property
    def bank(self) -> dict[int, int]:
        """All piles of the Bank."""
        return {value: self.game.bank[self.lane(value)] for value in self.values}

    def bet(self, seat: int) -> dict[int, int]:
        """The bills in a player's Bet."""
        return self._bills(self.game.players[seat].bet)

    def wallet(self, seat: int) -> dict[int, int]:
        """The bills in a player's Wallet."""
        return self._bills(self.game.players[seat].wallet)

    def _bills(self, counts: list[int]) -> dict[int, int]:
        return {value: count for value, count in zip(self.values, counts, strict=True) if count}

    def is_secured(self, seat: int) -> bool:
        """Has a player secured this round?"""
        return bool(self.game.players[seat].secured)

    def tokens(self, seat: int) -> list[int]:
        """Numbers of a player's Start tokens."""
        return [index + 1 for index, place in enumerate(self.game.token_at) if place == seat]

    @property
    def face_up(self) -> list[int]:
        """Numbers of the Start tokens that lie face up."""
        return self.tokens(FACE_UP)

    @property
    def face_down(self) -> list[int]:
        """Numbers of the Start tokens that lie face down."""
        return self.tokens(FACE_DOWN)

    # ---- scoring -----------------------------------------------------------------------------------------------------

    def winners(self, value: int) -> list[int | None]:
        """Who gets the tokens of a colour, the best first; None where it stays in the Bank."""
        holders: Any = [NOBODY] * 3
        rules = self.setup.kind.rules
        rules.award_bonus_tokens(self.game, self.table.plain_box, self.lane(value), holders)
        n_tokens = len(self.setup.edition.values["bonus"][self.lane(value)])
        assert holders[n_tokens:] == [NOBODY] * (3 - n_tokens), "a token that does not exist is given"
        return [None if holder == NOBODY else holder for holder in holders[:n_tokens]]

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

    # ---- values ------------------------------------------------------------------------------------------------------

    @property
    def values(self) -> list[int]:
        """The five values of the edition."""
        return list(self.setup.edition.values["values"])

    def lane(self, value: int) -> int:
        """The index of a value."""
        return self.values.index(value)

    def early(self, seat: int) -> set[str]:
        """RO21: the names of what a seat may decide before its turn."""
        moves, box = self.setup.kind.moves, self.table.plain_box
        return {moves.action_text(self.game, box, action) for action in moves.early_actions(self.game, box, seat)}
