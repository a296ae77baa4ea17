"""Games of Roll Estate put together by hand, in the rulebook's words.

A row is called by its word (``fives``), a route by its numbers or ``any``. What is written in a row goes from left to
right: 0 is an open slot, X one crossed out.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from rolltop.games.roll_estate.rules import ALL_DICE, CROSSED, NO_ROUTE, NOBODY, Phase
from tests.games.by_hand import ANN, ByHand

X = CROSSED
ROWS = ("ones", "twos", "threes", "fours", "fives", "sixes", "triple", "quadruple")  # of the usual edition

Sheet = Mapping[str, Sequence[int]]
Owners = Mapping[str, int | Sequence[int | None]]


class Position(ByHand):
    """A game at any point, made of what is written on the sheets; the first roll is due unless said otherwise."""

    # ---- putting together --------------------------------------------------------------------------------------------

    def lay(
        self,
        *,
        sheets: Mapping[int, Sheet] | None = None,
        liquid: Mapping[int, int] | None = None,
        indexes: Mapping[int, int] | None = None,
        jackpot: Sequence[int] = (),
        routes: Mapping[str, int] | None = None,
        businesses: Owners | None = None,
        first: int = ANN,
        player: int | None = None,
        round_no: int = 1,
        ender: int = NOBODY,
        over: bool = False,
    ) -> "Position":
        """Fill in sheets: rentals, Liquid Assets, Indexes, Jackpots; the owners of routes and businesses.

        The owner of a row's first business, or a list of those of both. `player` is on turn, else `first` is; `ender`
        has triggered the end.
        """
        game: Any = self.tables[0].copy().plain
        game.phase = Phase.GAME_OVER if over else Phase.ROLL
        game.first, game.player, game.round_no = first, first if player is None else player, round_no
        game.ender, game.rolling = ender, ALL_DICE
        for seat, sheet in (sheets or {}).items():
            for word, numbers in sheet.items():
                game.players[seat].numbers[self.row(word)][: len(numbers)] = numbers
        for seat, number in (liquid or {}).items():
            game.players[seat].liquid = number
        for seat, count in (indexes or {}).items():
            game.players[seat].indexes = count
        for seat in jackpot:
            game.players[seat].jackpot = True
        for word, seat in (routes or {}).items():
            game.route_owner[self.route(word)] = seat
        for word, owners in (businesses or {}).items():
            game.business_owner[self.row(word)] = both(owners)
        return self._put(game)

    # ---- what happens ------------------------------------------------------------------------------------------------

    def throws(self, *dice: int, roll: int = 1) -> "Position":
        """The dice that are rolled show this; with `roll` already at that roll, none having been held."""
        for last in range(roll, 0, -1):
            self._throw(dice)
            if last > 1:
                self._event("hold nothing")
        return self

    def _throw(self, dice: Sequence[int]) -> None:
        assert self.phase == Phase.ROLL, "no dice are due"
        due = self.game.rolling.bit_count()
        assert len(dice) == due, f"{due} dice are due"
        for die in dice:
            self._event(str(die))

    def holds(self, kept: str, then: Sequence[int] = ()) -> "Position":
        """The player on turn holds dice, such as "5 5" or "nothing"; then the others show this."""
        self._event(f"hold {kept}")
        if then:
            self._throw(then)
        return self

    def claims(self, seat: int, what: str) -> "Position":
        """A player, whose turn it must be, claims an Asset, such as "fives 2" or "route any"."""
        assert self.chooser == seat, f"it is {self.chooser}'s turn"
        self._event(f"claim {what}")
        return self

    def loses(self, seat: int, word: str) -> "Position":
        """A player, whose turn it must be, loses interest in a row."""
        assert self.chooser == seat, f"it is {self.chooser}'s turn"
        self._event(f"lose {word}")
        return self

    # ---- what may be done --------------------------------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        """What is due next."""
        return Phase(self.game.phase)

    @property
    def holdable(self) -> set[str]:
        """What may be held: "5 5", "nothing", ..."""
        return self._moves("hold ")

    @property
    def fits(self) -> set[str]:
        """The Assets that the dice may claim."""
        return self._moves("claim ")

    @property
    def losable(self) -> set[str]:
        """The rows in which interest may be lost."""
        return self._moves("lose ")

    def _moves(self, verb: str) -> set[str]:
        return {move.removeprefix(verb) for move in self.moves if move.startswith(verb)}

    def slots(self, word: str) -> list[int]:
        """The slots of a row that the dice may be written in, from 1."""
        return sorted(int(what.split()[1]) for what in self.fits if what.split()[0] == word)

    # ---- how it stands -----------------------------------------------------------------------------------------------

    @property
    def dice(self) -> list[int]:
        """What the dice show; 0 where one is to be rolled."""
        return list(self.game.dice)

    @property
    def first(self) -> int:
        """Who started."""
        return int(self.game.first)

    @property
    def player(self) -> int:
        """Whose turn it is."""
        return int(self.game.player)

    @property
    def rolls(self) -> int:
        """How many rolls have been made this turn."""
        return int(self.game.rolls)

    @property
    def ender(self) -> int | None:
        """Who triggered the end."""
        return None if self.game.ender == NOBODY else int(self.game.ender)

    def written(self, seat: int, word: str) -> list[int]:
        """What stands in a player's row."""
        row = self.row(word)
        return list(self.game.players[seat].numbers[row][: self.box.rows[row].n_slots])

    def liquid(self, seat: int) -> int:
        """A player's Liquid Assets; 0: none yet."""
        return int(self.game.players[seat].liquid)

    def indexes(self, seat: int) -> int:
        """How many Indexes a player has."""
        return int(self.game.players[seat].indexes)

    def has_jackpot(self, seat: int) -> bool:
        """Has a player won the Jackpot?"""
        return bool(self.game.players[seat].jackpot)

    def owner(self, route: str) -> int | None:
        """Whose a route is."""
        owner = int(self.game.route_owner[self.route(route)])
        return None if owner == NOBODY else owner

    def openers(self, word: str) -> list[int | None]:
        """Who has opened a row's first and second business."""
        return [None if owner == NOBODY else owner for owner in self.game.business_owner[self.row(word)]]

    # ---- names -------------------------------------------------------------------------------------------------------

    def row(self, word: str) -> int:
        """The index of a row."""
        words = [self.setup.kind.moves.row_word(self.box, row) for row in range(self.box.n_rows)]
        return words.index(word)

    def route(self, word: str) -> int:
        """The index of a route."""
        routes = [route for route, first in enumerate(self.box.routes) if first != NO_ROUTE]
        return [self.setup.kind.moves.route_word(self.box, route) for route in routes].index(word)


def both(owners: int | Sequence[int | None]) -> list[int]:
    """The owners of both businesses of a row."""
    given = [owners] if isinstance(owners, int) else list(owners)
    return [NOBODY if owner is None else owner for owner in [*given, None][:2]]


COMPLETE = {
    "ones": [1, 2], "twos": [2, 4], "threes": [3, 6, 9], "fours": [4, 8, 12], "fives": [5, 10, 15],
    "sixes": [6, 12, 18], "triple": [3, 6, 9], "quadruple": [4, 8, 12],
}  # fmt: skip


def full(*words: str) -> dict[str, list[int]]:
    """Complete rows of the usual edition."""
    return {word: COMPLETE[word] for word in words}


def all_but(*words: str) -> dict[str, list[int]]:
    """A sheet of the usual edition on which all rows but some are complete."""
    return full(*(word for word in ROWS if word not in words))
