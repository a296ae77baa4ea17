"""Rolimã: what lies on the table. The records of the rules, and the numbers in them."""

from enum import IntEnum
from typing import Annotated

import numpy as np

from rolltop.games.kernel import Flag, Int8, Int64, record

MIN_PLAYERS, MAX_PLAYERS = 2, 6
N_CARTS = 5
HAND = 4  #: cards in a hand
MAX_MARKET = MAX_PLAYERS + 1
MAX_CARDS = 60
MAX_HILLS = 4  #: hill cards between start and finish
NOBODY = -1
NO_CARD = -1  #: of the place of a card; other negative numbers in a view: an unseen card, out of sight since that pool
NO_CART = -1
NO_HILL = -1
NOT_LAID, FACE_DOWN = -1, -2  #: of a cheer laid under Hush, if it is not the slot it was laid from
ON_TABLE, NOT_IN_BOX = -1, -2  #: of a bubble-gum card, if no seat has it
ZERO_TEN = -1  #: the number of a 0/10 card


class Phase(IntEnum):
    """What is due next."""

    START_ORDER = 0
    DEAL = 1
    MARKET = 2
    HORN = 3
    CHEER = 4
    DRAFT = 5
    UNSEEN = 6
    TURN_UP = 7
    GUM = 8
    HILL = 9
    GAME_OVER = 10


class Hill(IntEnum):
    """The hill cards (H1 to H10), as they are numbered in the records."""

    POTHOLE = 0
    SHORTCUT = 1
    HEADWIND = 2
    SOLO_VOICES = 3
    WHISPERS = 4
    SLIPSTREAM = 5
    BUMPER = 6
    HUSH = 7
    UPSIDE_DOWN_DRAFT = 8
    BLIND_MARKET = 9


N_HILLS = len(Hill)


@record
class Box:
    """Components and options; read-only while playing. A card is a number from 0; a set of cards has a bit a card."""

    cards: Int64  # the set of those in play
    colour: Annotated[list[int], np.int8, MAX_CARDS]
    number: Annotated[list[int], np.int8, MAX_CARDS]  # or ZERO_TEN
    gum: Annotated[list[int], np.int8, MAX_CARDS]
    podium: Annotated[list[int], np.int8, N_CARTS]
    hill_in_box: Annotated[list[int], np.int8, N_HILLS]
    chosen: Annotated[list[int], np.int8, MAX_HILLS]  # the hill card agreed on for a section, or NO_HILL
    n_cards: Int8  # numbers of cards, in play or not
    n_hills: Int8  # hill cards in the race
    hill_rules: Flag
    gum_cards: Flag
    zero_ten: Flag
    memory_aid: Flag
    twins: Flag  # are there cards of equal colour and number?
    pothole: Int8
    headwind: Int8
    first_seat: Int8  # NOBODY: drawn at random
    spare: Annotated[list[int], np.int8, 7]  # no gap at the end


@record
class Game:
    """The state. Sections count from the start (0); the finish comes after the hill cards."""

    deck: Int64  # a set of cards
    discards: Int64
    blind: Int64  # the market's cards that lie face down
    pool: Annotated[list[int], np.int8, MAX_CARDS]  # 0: all know where it is; else since which pool it is out of sight
    hands: Annotated[list[list[int]], np.int8, MAX_PLAYERS, HAND]
    market: Annotated[list[int], np.int8, MAX_MARKET]
    taken_by: Annotated[list[int], np.int8, MAX_MARKET]  # a card stays in the market's list until it is refilled
    played: Annotated[list[int], np.int8, MAX_PLAYERS]
    laid: Annotated[list[int], np.int8, MAX_PLAYERS]  # under Hush: the slot of the hand
    drafter: Annotated[list[int], np.int8, MAX_PLAYERS]  # the seats in the order of the draft
    section: Annotated[list[int], np.int8, N_CARTS]
    came_from: Annotated[list[int], np.int8, N_CARTS]  # the section before this round's move
    place: Annotated[list[int], np.int8, N_CARTS]  # who's ahead: 0 is first
    gum: Annotated[list[int], np.int8, N_CARTS]  # a seat, ON_TABLE or NOT_IN_BOX
    hill: Annotated[list[int], np.int8, MAX_HILLS]  # NO_HILL as long as nobody knows it
    phase: Int8
    n_players: Int8
    round_no: Int8
    horn: Int8
    opener: Int8  # who had the horn when the round began
    chooser: Int8
    n_deck: Int8
    n_discards: Int8
    n_blind: Int8
    n_pools: Int8
    deck_pool: Int8
    blind_pool: Int8
    leader: Int8  # the cart that was first when the round began
    winner: Int8  # the cart that won this round's cheer
    n_drafters: Int8
    n_drafted: Int8
    active: Int8  # the section whose hill card lies face up; 0: none
    face_up: Int8  # that hill card
    spare: Annotated[list[int], np.int8, 2]  # no gap at the end
