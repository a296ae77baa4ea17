"""The names of Rolimã's moves and of what luck brings, in both directions.

Actions: ``cheer red 7``, ``cheer red 0/10``, ``take blue 9``, ``take unseen``, ``gum red``. Luck: ``cart red`` (the
next in the row at the start, from the rightmost), ``first 2`` (seat 2 gets the horn), ``red 7`` (a card is dealt, drawn
or turned up), ``hill headwind`` (a hill card is turned up).
"""

from typing import Any

from rolltop.games.rolima.cards import has_cards, nth
from rolltop.games.rolima.race import may_be_due
from rolltop.games.rolima.rules import TAKE, TAKE_GUM, TAKE_UNSEEN, left_of, outcomes
from rolltop.games.rolima.state import (
    HAND,
    N_CARTS,
    N_HILLS,
    NO_CARD,
    NO_CART,
    NOBODY,
    ZERO_TEN,
    Box,
    Game,
    Hill,
    Phase,
)

COLOURS = ("red", "yellow", "green", "blue", "violet")  #: the carts, as moves name them
HILLS = tuple(hill.name.lower() for hill in Hill)


def card_text(box: Box, card: int) -> str:
    """The name of a card: ``red 7``, ``red 0/10``; ``no card`` where none is, or none is seen."""
    if card < 0:
        return "no card"
    number = "0/10" if box.number[card] == ZERO_TEN else str(box.number[card])
    return f"{COLOURS[box.colour[card]]} {number}"


def action_text(game: Game, box: Box, seat: int, action: int) -> str:
    """The name of an action, as a seat names it: by its own card, or that of the market. An empty place has none."""
    if action < TAKE:
        return f"cheer {card_text(box, game.hands[seat][action] if seat >= 0 else NO_CARD)}"
    if action < TAKE_UNSEEN:
        return f"take {card_text(box, game.market[action - TAKE])}"
    if action == TAKE_UNSEEN:
        return "take unseen"
    return f"gum {COLOURS[action - TAKE_GUM]}"


def label(game: Game, box: Any, seat: int, action: int) -> str:
    """The name of an action as the table shows it: by the name of its cart. `box` has an edition."""
    verb, _space, rest = action_text(game, box, seat, action).partition(" ")
    colour, _space, number = rest.partition(" ")
    if colour not in COLOURS:
        return f"{verb} {rest}"
    return f"{verb} {box.edition.values['carts'][COLOURS.index(colour)]} {number}".rstrip()


def action_number(game: Game, box: Box, seat: int, text: str) -> int | None:
    """The action of that name in this position, as a seat names it; None if there is none."""
    verb, _space, rest = " ".join(text.lower().split()).partition(" ")
    if verb == "cheer":
        return _place(box, game.hands[seat], rest) if seat >= 0 else None
    if verb == "take" and rest == "unseen":
        return TAKE_UNSEEN
    if verb == "take":
        place = _place(box, open_market(game), rest)
        return None if place is None else TAKE + place
    if verb == "gum" and rest in COLOURS:
        return TAKE_GUM + COLOURS.index(rest)
    return None


def open_market(game: Game) -> list[int]:
    """The market's cards by their places; NO_CARD where none can be taken."""
    return [NO_CARD if taken != NOBODY else card for card, taken in zip(game.market, game.taken_by, strict=True)]


def _place(box: Box, cards: list[int], name: str) -> int | None:
    """Where the card of that name lies; of equal ones the first."""
    return next((place for place, card in enumerate(cards) if card >= 0 and card_text(box, card) == name), None)


def outcome_text(game: Game, box: Box, outcome: int) -> str:
    """The name of what luck brings in this position."""
    if game.phase == Phase.START_ORDER:
        return f"cart {COLOURS[_carts_to_place(game)[outcome]]}"
    if game.phase == Phase.HORN:
        return f"first {outcome + 1}"
    if game.phase == Phase.HILL:
        return f"hill {HILLS[_hills_to_come(game, box)[outcome]]}"
    blind = game.phase in (Phase.UNSEEN, Phase.TURN_UP)
    return card_text(box, nth(game.blind if blind else game.deck, outcome))


def outcome_number(game: Game, box: Box, text: str) -> int | None:
    """The outcome of that name in this position; None if there is none. Cards that look alike are one."""
    name = " ".join(text.lower().split())
    for outcome in range(outcomes(game, box)):
        if outcome_text(game, box, outcome) == name:
            return outcome
    return None


def _carts_to_place(game: Game) -> list[int]:
    return [cart for cart in range(N_CARTS) if game.place[cart] == NO_CART]


def _hills_to_come(game: Game, box: Box) -> list[int]:
    return [hill for hill in range(N_HILLS) if may_be_due(game, box, hill)]


def starts_turn(game: Game) -> bool:
    """Does the event that is due begin a round's cheer, a draft, or a clearing up (a line of the record)?"""
    if game.phase == Phase.CHEER:
        return bool(game.chooser == game.horn)
    if game.phase == Phase.DRAFT:
        return game.n_drafted == 0
    return game.phase == Phase.START_ORDER and all(place == NO_CART for place in game.place)


def weighty(action: int) -> bool:
    """Is this a choice to ask about twice? No single card decides a race."""
    return False


def early_actions(game: Game, box: Box, seat: int) -> list[int]:
    """What a seat that will cheer later this round may decide already; empty if it cannot."""
    if game.phase != Phase.CHEER or seat == game.chooser or not _cheers_later(game, seat):
        return []
    hand = game.hands[seat]
    names = [card_text_or_nothing(box, card) for card in hand]
    return [slot for slot in range(HAND) if names[slot] and names[slot] not in names[:slot]]


def card_text_or_nothing(box: Box, card: int) -> str:
    """The name of a card that is there and seen."""
    return card_text(box, card) if card >= 0 else ""


def _cheers_later(game: Game, seat: int) -> bool:
    later = left_of(game, game.chooser)
    while later != game.horn:
        if later == seat:
            return has_cards(game, seat)
        later = left_of(game, later)
    return False
