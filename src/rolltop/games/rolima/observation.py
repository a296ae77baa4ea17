"""What a seat sees of Rolimã, as numbers for agents that learn. A card is a number of the edition's list.

A card that is out of sight has, in place of its number, the pool it went out of sight with: the first deck, each
reshuffle of the discards and each market turned face down is one.
"""

from rolltop.games.fields import Actions, bits, choice, number, seat
from rolltop.games.rolima.state import (
    FACE_DOWN,
    HAND,
    MAX_CARDS,
    MAX_HILLS,
    MAX_MARKET,
    N_CARTS,
    NO_CART,
    NO_HILL,
    Hill,
    Phase,
)

CARDS = [f"card {card}" for card in range(MAX_CARDS)]
CARTS = [f"cart {cart}" for cart in range(N_CARTS)]
HILLS = [hill.name.lower() for hill in Hill]
POOLS = 16  #: divides the number of a pool

FIELDS = (
    choice("phase", "what is due next", [phase.name.lower() for phase in Phase]),
    number("round_no", "the round", 16),
    seat("horn", "who has the horn"),
    seat("opener", "who had the horn when the round began"),
    seat("chooser", "who chooses"),
    choice("leader", "the cart that was first when the round began", ["none", *CARTS], NO_CART),
    choice("winner", "the cart that won this round's cheer", ["none", *CARTS], NO_CART),
    choice("active", "the section whose hill card lies face up", ["none", *(str(k + 1) for k in range(MAX_HILLS))]),
    choice("face_up", "that hill card", ["none", *HILLS], NO_HILL),
    choice("hill", "the hill card of each section, as far as known", ["unknown", *HILLS], NO_HILL),
    number("section", "the section each cart is in", MAX_HILLS + 1),
    number("came_from", "the section each cart was in before this round's move", MAX_HILLS + 1),
    choice("place", "the place of each cart: who is ahead", [str(place + 1) for place in range(N_CARTS)]),
    seat("gum", "who has each cart's bubble-gum card", "on the table", "not in the box"),
    choice("market", "the market's cards", CARDS, below=POOLS, length=lambda players: players + 1),
    seat("taken_by", "who took each of them in this draft", "nobody", length=lambda players: players + 1),
    seat("drafter", "the order of the draft", "not yet known", length=lambda players: players),
    number("n_drafters", "seats in the draft", 6),
    number("n_drafted", "of these, those that have chosen", 6),
    choice("hands", "the cards of each hand, own ones first", CARDS, below=POOLS, by_seat=True),
    choice("played", "the card each has cheered with this round", CARDS, below=POOLS, by_seat=True),
    choice(
        "laid", "under Hush the place in the hand of the card laid", ["face down", "none", *map(str, range(HAND))],
        FACE_DOWN, by_seat=True,
    ),
    bits("deck", "cards that may be in the deck: out of sight since it was made", CARDS),
    bits("discards", "the discards", CARDS),
    bits("blind", "cards that may lie face down in the market", CARDS),
    number("pool", "since which pool each card is out of sight; 0: all know where it is", POOLS),
    number("n_deck", "cards in the deck", MAX_CARDS),
    number("n_discards", "discards", MAX_CARDS),
    number("n_blind", "cards face down in the market", 7),
    number("n_pools", "pools so far", POOLS),
    number("deck_pool", "the deck's", POOLS),
    number("blind_pool", "the face-down market's", POOLS),
)  # fmt: skip
DERIVED: dict[str, str] = {"n_players": "the environment has always as many"}
ACTIONS = (
    Actions("cheer", HAND, "cheer with a card of the own hand, by its place there"),
    Actions("take", MAX_MARKET, "take a card of the market, by its place there"),
    Actions("take", 1, "take an unseen card of the blind market"),
    Actions("gum", N_CARTS, "take a cart's bubble-gum card, in the order of the carts"),
)
