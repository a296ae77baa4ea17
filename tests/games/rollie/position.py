"""Games of Rollie put together by hand, in the rulebook's words. Bills are written ``{value: how many}``."""

from collections.abc import Mapping, Sequence
from typing import Any

from rolltop.games.rollie.rules import FACE_DOWN, FACE_UP, NOBODY, NOT_ROLLED, Phase
from tests.games.by_hand import ANN, ByHand

Bills = Mapping[int, int]


class Position(ByHand):
    """A game at any point, made of what lies where; the dice are due unless said otherwise."""

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
        return self._put(game)

    # ---- what happens ------------------------------------------------------------------------------------------------

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

    # ---- what lies where ---------------------------------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        """What is due next."""
        return Phase(self.game.phase)

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
    def dice(self) -> list[int]:
        """The faces shown, as lanes."""
        return [face for face in self.game.dice if face != NOT_ROLLED]

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
        rules.award_bonus_tokens(self.game, self.box, self.lane(value), holders)
        n_tokens = len(self.setup.edition.values["bonus"][self.lane(value)])
        assert holders[n_tokens:] == [NOBODY] * (3 - n_tokens), "a token that does not exist is given"
        return [None if holder == NOBODY else holder for holder in holders[:n_tokens]]

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
        moves, box = self.setup.kind.moves, self.box
        return {moves.action_text(self.game, box, seat, action) for action in moves.early_actions(self.game, box, seat)}
