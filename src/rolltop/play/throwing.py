"""Real dice: the players throw and draw what luck decides themselves, and enter what it shows.

Luck of one kind has outcomes whose names differ in their last word: ``start 4`` is not of the kind of ``5``.
"""

from collections.abc import Collection, Sequence
from enum import StrEnum

from rolltop.games.contract import CHANCE
from rolltop.games.errors import BadOption, IllegalMove, NotYourTurn
from rolltop.games.shelf import Kind
from rolltop.games.words import N_, _
from rolltop.play.game import Game


class Dice(StrEnum):
    """Who throws the dice of a game: the program, so that nobody can choose or foresee them, or the players."""

    FAIR = "fair"
    HAND = "hand"


WHO_THROWS = {Dice.FAIR: N_("rolled by the server, fair"), Dice.HAND: N_("thrown by the players")}


def check_dice(kind: Kind, dice: str) -> Dice:
    """The way of throwing of that name. Raises BadOption if there is none, or not for this game."""
    if dice not in list(Dice):
        raise BadOption(N_("dice: found %(found)s, expected one of %(known)s"), found=repr(dice), known=", ".join(Dice))
    if dice == Dice.HAND and not kind.by_hand:
        raise BadOption(
            N_("dice: found hand, expected fair: %(game)s has luck that must stay hidden from the players"),
            game=kind.title,
        )  # fmt: skip
    return Dice(dice)


def thrower(game: Game) -> int | None:
    """The seat whose throw is due; None if it is anybody's, or no luck is due."""
    if game.turn != CHANCE:
        return None
    seat: int | None = game.kind.moves.thrower(game.plain)
    return seat


def throw_due(game: Game) -> list[list[str]]:
    """The throw that is due: one entry a die, each with the names of what it can show, without doubles.

    A throw ends where somebody must choose, where a turn begins, or where luck of another kind is due. Empty if no
    luck is due.
    """
    work, found = game.copy(), []
    work.luck = None
    now = first = kind_of_luck(work)
    while now is not None and now == first:
        found.append(list(dict.fromkeys(work.possible_outcomes)))
        work.push(0)
        now = None if work.kind.moves.starts_turn(work.plain) else kind_of_luck(work)
    return found


def kind_of_luck(game: Game) -> tuple[int | None, str] | None:
    """Who throws, and what outcomes are called but for their last word; None if no luck is due."""
    if game.turn != CHANCE:
        return None
    return thrower(game), game.event_text(0).rpartition(" ")[0]


def thrown(game: Game, names: Sequence[str]) -> Game:
    """The game after a whole throw was entered. Raises NotYourTurn, or IllegalMove naming the die."""
    due = throw_due(game)
    if not due:
        raise NotYourTurn(_("No dice are to be thrown now."))
    if len(names) != len(due):
        raise IllegalMove(
            N_("found %(found)s dice, expected what all %(due)s that are due show"), found=len(names), due=len(due)
        )
    after = game.copy()
    for number, (name, known) in enumerate(zip(names, due, strict=True), 1):
        if name not in known:
            raise IllegalMove(
                N_("die %(number)s cannot show %(found)s; expected one of: %(known)s"),
                number=number, found=repr(name[:20]), known=", ".join(known),
            )  # fmt: skip
        after.happen(name)
    return after


def throws_to_correct(game: Game, choosers: Collection[int]) -> list[int]:
    """Where in the history the throws begin that were entered since one of these seats chose; the last may be wrong."""
    found: list[int] = []
    past, end = game.at(0), 0
    for index, number in enumerate(game.history):
        if past.turn in choosers or (past.turn == CHANCE and index not in game.entered):
            found = []
        elif past.turn == CHANCE and index >= end:
            found.append(index)
            end = index + len(throw_due(past))
        past.push(number)
    return found
