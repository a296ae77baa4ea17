"""Rolimã: sets of cards, as bits of a number. A set has no order, so nothing can be read off it but what is in it."""

import numpy as np

from rolltop.games.kernel import rule
from rolltop.games.rolima.state import HAND, NO_CARD, Game

CHUNK = 10
COUNTS = np.array([number.bit_count() for number in range(1 << CHUNK)], np.int8)  #: bits in each number of CHUNK bits


@rule
def has(cards: int, card: int) -> bool:
    """Is a card in a set?"""
    return (cards >> card) & 1 == 1


@rule
def nth(cards: int, n: int) -> int:
    """The n-th card of a set, counted from 0 and from the lowest."""
    card = 0
    count = int(COUNTS[cards & ((1 << CHUNK) - 1)])
    while n >= count:
        n -= count
        card += CHUNK
        count = int(COUNTS[(cards >> card) & ((1 << CHUNK) - 1)])
    while n > 0 or not has(cards, card):
        if has(cards, card):
            n -= 1
        card += 1
    return card


@rule
def size_of(cards: int) -> int:
    """How many cards a set has."""
    count = 0
    while cards != 0:
        count += int(COUNTS[cards & ((1 << CHUNK) - 1)])
        cards >>= CHUNK
    return count


@rule
def put_in_hand(game: Game, seat: int, card: int) -> None:
    """A card comes to the first free place of a hand."""
    slot = 0
    while game.hands[seat][slot] != NO_CARD:
        slot += 1
    game.hands[seat][slot] = card


@rule
def has_cards(game: Game, seat: int) -> bool:
    """Is there a card in this hand?"""
    for slot in range(HAND):
        if game.hands[seat][slot] != NO_CARD:
            return True
    return False
