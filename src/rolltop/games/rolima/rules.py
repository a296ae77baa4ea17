"""Rolimã: the rules, in the rulebook's order. Each function cites its rule (RM1 to RM18, H1 to H10, listed in
how_to_play.md). The race itself, and what the hill cards change, is in `race`; the table's records are in `state`.
"""

import numpy as np
from numpy.typing import NDArray

from rolltop.games.contract import CHANCE, EVERYBODY, OVER
from rolltop.games.kernel import rule
from rolltop.games.luck import Luck, below
from rolltop.games.rolima.cards import has, has_cards, nth, put_in_hand, size_of
from rolltop.games.rolima.race import (
    agreed_hill,
    cart_at,
    finish,
    hill_due,
    may_be_due,
    move_winner,
    reveal_hill,
    value,
    winner_of_cheer,
)
from rolltop.games.rolima.state import (
    FACE_DOWN,
    HAND,
    MAX_CARDS,
    MAX_HILLS,
    MAX_MARKET,
    MAX_PLAYERS,
    MIN_PLAYERS,
    N_CARTS,
    N_HILLS,
    NO_CARD,
    NO_CART,
    NO_HILL,
    NOBODY,
    NOT_IN_BOX,
    NOT_LAID,
    ON_TABLE,
    ZERO_TEN,
    Box,
    Game,
    Hill,
    Phase,
)

__all__ = ["MAX_PLAYERS", "MIN_PLAYERS", "N_ACTIONS", "Box", "Game", "Hill", "Phase"]

TAKE = HAND  #: actions 0 to 3 cheer with the card at that place of the hand; then come the places of the market,
TAKE_UNSEEN = TAKE + MAX_MARKET  #: an unseen card of the blind market,
TAKE_GUM = TAKE_UNSEEN + 1  #: and the bubble-gum cards by their carts
N_ACTIONS = TAKE_GUM + N_CARTS

# ---- setup -----------------------------------------------------------------------------------------------------------


@rule
def set_up(game: Game, box: Box, n_players: int) -> None:
    """RM1: all cards are in the deck, all hill cards face down; luck then orders the carts, deals, finds the horn."""
    game.n_players = n_players
    game.deck = box.cards
    game.n_deck = size_of(box.cards)
    for card in range(box.n_cards):
        if has(box.cards, card):
            game.pool[card] = 1
    game.n_pools = 1
    game.deck_pool = 1
    for seat in range(MAX_PLAYERS):
        for slot in range(HAND):
            game.hands[seat][slot] = NO_CARD
        game.drafter[seat] = NOBODY
    for slot in range(MAX_MARKET):
        game.market[slot] = NO_CARD
        game.taken_by[slot] = NOBODY
    for cart in range(N_CARTS):
        game.place[cart] = NO_CART
        game.gum[cart] = ON_TABLE if box.gum_cards else NOT_IN_BOX
    for index in range(MAX_HILLS):
        game.hill[index] = box.chosen[index] if index < box.n_hills else NO_HILL
    game.horn = box.first_seat
    game.opener = NOBODY
    game.face_up = NO_HILL
    clear_cheers(game)
    game.phase = Phase.START_ORDER


@rule
def clear_cheers(game: Game) -> None:
    """Nothing is played or laid, and no cart has moved."""
    for seat in range(MAX_PLAYERS):
        game.played[seat] = NO_CARD
        game.laid[seat] = NOT_LAID
    for cart in range(N_CARTS):
        game.came_from[cart] = game.section[cart]
    game.leader = cart_at(game, 0)
    game.winner = NO_CART


# ---- whose turn, and luck --------------------------------------------------------------------------------------------


@rule
def turn(game: Game) -> int:
    """The seat to choose (RM2, RM6, RM13), or CHANCE, or OVER."""
    if game.phase == Phase.CHEER or game.phase == Phase.DRAFT or game.phase == Phase.GUM:
        return int(game.chooser)
    return OVER if game.phase == Phase.GAME_OVER else CHANCE


@rule
def audience(game: Game) -> int:
    """RM18: a card that is dealt or taken unseen is its owner's alone. H8: so is a cheer, but the last turns all up."""
    if game.phase == Phase.DEAL or game.phase == Phase.UNSEEN:
        return int(game.chooser)
    if game.phase == Phase.CHEER and game.face_up == Hill.HUSH and next_to_cheer(game) != game.horn:
        return int(game.chooser)
    return EVERYBODY


@rule
def outcomes(game: Game, box: Box) -> int:
    """How many equally likely outcomes there are: carts without a place, seats, hill cards, or unseen cards."""
    if game.phase == Phase.START_ORDER:
        return N_CARTS - placed(game)
    if game.phase == Phase.HORN:
        return int(game.n_players)
    if game.phase == Phase.HILL:
        return hills_that_may_be_due(game, box)
    if game.phase == Phase.UNSEEN or game.phase == Phase.TURN_UP:
        return int(game.n_blind)
    return int(game.n_deck)


@rule
def happen(game: Game, box: Box, outcome: int) -> None:
    """Apply an outcome: the how-manieth, from the lowest, of what `outcomes` counts."""
    if game.phase == Phase.MARKET:
        fill_market(game, box, outcome)
    elif game.phase == Phase.DEAL:
        deal(game, outcome)
    elif game.phase == Phase.HILL:
        reveal_hill(game, hill_that_may_be_due(game, box, outcome))
        clear_up(game, box)
    elif game.phase == Phase.UNSEEN:
        take_unseen(game, box, outcome)
    elif game.phase == Phase.TURN_UP:
        turn_up(game, outcome)
        game.phase = Phase.DRAFT
    elif game.phase == Phase.HORN:
        game.horn = outcome
        begin_round(game)
    else:
        place_cart(game, outcome)


@rule
def placed(game: Game) -> int:
    """How many carts have their place in the row at the start."""
    count = 0
    for cart in range(N_CARTS):
        if game.place[cart] != NO_CART:
            count += 1
    return count


@rule
def place_cart(game: Game, outcome: int) -> None:
    """RM1: the carts in random order, from the rightmost, which is ahead."""
    place = placed(game)
    for cart in range(N_CARTS):
        if game.place[cart] == NO_CART:
            if outcome == 0:
                game.place[cart] = place
                break
            outcome -= 1
    if place == N_CARTS - 1:
        game.chooser = 0
        game.phase = Phase.DEAL


@rule
def deal(game: Game, outcome: int) -> None:
    """RM1: four cards to each hand."""
    put_in_hand(game, game.chooser, draw(game, outcome))
    if game.hands[game.chooser][HAND - 1] != NO_CARD:
        game.chooser += 1
        if game.chooser == game.n_players:
            game.phase = Phase.MARKET


@rule
def draw(game: Game, outcome: int) -> int:
    """A card leaves the deck."""
    card = nth(game.deck, outcome)
    game.deck ^= 1 << card
    game.n_deck -= 1
    return card


# ---- 1: cheer phase --------------------------------------------------------------------------------------------------


@rule
def left_of(game: Game, seat: int) -> int:
    seat += 1
    return 0 if seat == game.n_players else seat


@rule
def begin_round(game: Game) -> None:
    """RM2: whoever has the horn begins."""
    game.round_no += 1
    clear_cheers(game)
    game.opener = game.horn
    game.chooser = game.horn
    if not has_cards(game, game.horn):
        game.chooser = next_to_cheer(game)
    game.phase = Phase.CHEER


@rule
def is_legal(game: Game, box: Box, action: int) -> bool:
    """RM2: cheer with any card of the hand. RM6: take any card of the market. RM13, RM17: any gum card of others."""
    if action < 0 or action >= N_ACTIONS:
        return False
    if game.phase == Phase.CHEER:
        return action < HAND and game.hands[game.chooser][action] != NO_CARD and not twin_in_hand(game, box, action)
    if game.phase == Phase.DRAFT:
        if action == TAKE_UNSEEN:
            return bool(game.n_blind > 0)
        return action >= TAKE and action < TAKE_UNSEEN and may_take(game, box, action - TAKE)
    if game.phase == Phase.GUM:
        return action >= TAKE_GUM and game.gum[action - TAKE_GUM] != game.chooser
    return False


@rule
def same_kind(box: Box, card: int, other: int) -> bool:
    """Are two cards alike but for their numbers in this program?"""
    return box.colour[card] == box.colour[other] and box.number[card] == box.number[other]


@rule
def twin_in_hand(game: Game, box: Box, slot: int) -> bool:
    """Is there an equal card further to the left? Then it stands for both."""
    if not box.twins:
        return False
    hand = game.hands[game.chooser]
    for left in range(slot):
        if hand[left] != NO_CARD and same_kind(box, hand[left], hand[slot]):
            return True
    return False


@rule
def may_take(game: Game, box: Box, slot: int) -> bool:
    """Lies a card there that nobody has taken, and no equal one further to the left?"""
    if game.market[slot] == NO_CARD or game.taken_by[slot] != NOBODY:
        return False
    if box.twins:
        for left in range(slot):
            there = game.market[left] != NO_CARD and game.taken_by[left] == NOBODY
            if there and same_kind(box, game.market[left], game.market[slot]):
                return False
    return True


@rule
def play(game: Game, box: Box, action: int) -> None:
    """Carry out a legal action of the seat to choose."""
    if game.phase == Phase.CHEER:
        cheer(game, box, action)
    elif game.phase == Phase.GUM:
        game.gum[action - TAKE_GUM] = game.chooser
        maintain(game, box)
    elif action == TAKE_UNSEEN:
        game.phase = Phase.UNSEEN
    else:
        take_from_market(game, box, action - TAKE)


@rule
def cheer(game: Game, box: Box, slot: int) -> None:
    """RM2: a card is played face up, or under H8 laid face down. After the last the loudest cheer is found."""
    if game.face_up == Hill.HUSH:
        game.laid[game.chooser] = slot
    else:
        play_card(game, game.chooser, slot)
    seat = next_to_cheer(game)
    if seat != game.horn:
        game.chooser = seat
        return
    if game.face_up == Hill.HUSH:
        turn_up_cheers(game)
    move_loudest(game, box)


@rule
def next_to_cheer(game: Game) -> int:
    """RM2: clockwise, whoever has a card to play; the horn's seat when all have had their turn."""
    seat = left_of(game, game.chooser)
    while seat != game.horn and not has_cards(game, seat):
        seat = left_of(game, seat)
    return seat


@rule
def play_card(game: Game, seat: int, slot: int) -> None:
    """A card goes from the hand to the table, where all see it."""
    card = int(game.hands[seat][slot])
    game.hands[seat][slot] = NO_CARD
    game.played[seat] = card
    game.pool[card] = 0


@rule
def turn_up_cheers(game: Game) -> None:
    """H8 Hush: when all have laid a card they are turned up together."""
    for seat in range(game.n_players):
        if game.laid[seat] != NOT_LAID:
            play_card(game, seat, game.laid[seat])
            game.laid[seat] = NOT_LAID


@rule
def move_loudest(game: Game, box: Box) -> None:
    """RM3: the loudest cart moves. RM4: at the finish the game ends at once."""
    game.winner = winner_of_cheer(game, box)
    move_winner(game, box, game.winner)
    if game.section[game.winner] == finish(box):
        end_race(game)
    else:
        begin_draft(game, box)


# ---- 2: draft phase --------------------------------------------------------------------------------------------------


@rule
def begin_draft(game: Game, box: Box) -> None:
    """RM6: the order of the draft is settled. H10: the market's cards are turned down, and one up again."""
    line_up(game, box)
    game.n_drafted = 0
    game.phase = Phase.DRAFT
    if game.face_up == Hill.BLIND_MARKET:
        blind_market(game)
    next_to_draft(game, box)


@rule
def line_up(game: Game, box: Box) -> None:
    """RM6: from the lowest card to the highest; H9 Upside-down draft: from the highest to the lowest."""
    n = 0
    for seat in range(game.n_players):
        if game.played[seat] != NO_CARD:
            place = n
            while place > 0 and takes_before(game, box, seat, game.drafter[place - 1]):
                game.drafter[place] = game.drafter[place - 1]
                place -= 1
            game.drafter[place] = seat
            n += 1
    for place in range(n, MAX_PLAYERS):
        game.drafter[place] = NOBODY
    game.n_drafters = n


@rule
def takes_before(game: Game, box: Box, seat: int, other: int) -> bool:
    """Does a seat take its card before another?"""
    if game.face_up == Hill.UPSIDE_DOWN_DRAFT:
        return is_higher(game, box, seat, other)
    return is_higher(game, box, other, seat)


@rule
def is_higher(game: Game, box: Box, seat: int, other: int) -> bool:
    """RM5: the higher number; of equal ones that of the cart further ahead; of equal cards that played later."""
    one, two = value(game, box, seat), value(game, box, other)
    if one != two:
        return one > two
    first, second = game.place[box.colour[game.played[seat]]], game.place[box.colour[game.played[other]]]
    if first != second:
        return bool(first < second)
    return turns_from_horn(game, seat) > turns_from_horn(game, other)


@rule
def turns_from_horn(game: Game, seat: int) -> int:
    """The how-manieth to play, 0 having the horn."""
    turns = int(seat) - int(game.horn)
    return turns + game.n_players if turns < 0 else turns


@rule
def blind_market(game: Game) -> None:
    """H10 Blind market: the cards are turned face down and mixed: all know which there are, nobody where they lie."""
    game.n_pools += 1
    game.blind_pool = game.n_pools
    for slot in range(MAX_MARKET):
        card = int(game.market[slot])
        if card != NO_CARD:
            game.market[slot] = NO_CARD
            game.pool[card] = game.blind_pool
            game.blind |= 1 << card
            game.n_blind += 1
    if game.n_blind > 0:
        game.phase = Phase.TURN_UP


@rule
def turn_up(game: Game, outcome: int) -> None:
    """H10: one of the blind market's cards lies face up."""
    card = leave_blind(game, outcome)
    game.pool[card] = 0
    game.market[free_place(game)] = card


@rule
def leave_blind(game: Game, outcome: int) -> int:
    """A card leaves those of the market that lie face down."""
    card = nth(game.blind, outcome)
    game.blind ^= 1 << card
    game.n_blind -= 1
    return card


@rule
def free_place(game: Game) -> int:
    """The first place of the market without a card; as many as the market has if there is none (RM1: players + 1)."""
    for slot in range(game.n_players + 1):
        if game.market[slot] == NO_CARD:
            return slot
    return int(game.n_players) + 1


@rule
def next_to_draft(game: Game, box: Box) -> None:
    """RM6: the next takes a card, as long as there are any (RM9); then the draft is over."""
    if game.n_drafted < game.n_drafters and (game.n_blind > 0 or open_cards(game) > 0):
        game.chooser = game.drafter[game.n_drafted]
    else:
        end_draft(game, box)


@rule
def open_cards(game: Game) -> int:
    """Cards of the market that lie face up and can be taken."""
    count = 0
    for slot in range(MAX_MARKET):
        if game.market[slot] != NO_CARD and game.taken_by[slot] == NOBODY:
            count += 1
    return count


@rule
def take_from_market(game: Game, box: Box, slot: int) -> None:
    """RM6: one market card to the hand. H10: if it was the open one of a blind market, another is turned up."""
    game.taken_by[slot] = game.chooser
    put_in_hand(game, game.chooser, game.market[slot])
    game.n_drafted += 1
    if game.n_blind > 0:
        game.phase = Phase.TURN_UP
    next_to_draft(game, box)


@rule
def take_unseen(game: Game, box: Box, outcome: int) -> None:
    """H10: an unseen card to the hand; only its owner sees which."""
    put_in_hand(game, game.chooser, leave_blind(game, outcome))
    game.n_drafted += 1
    game.phase = Phase.DRAFT
    next_to_draft(game, box)


@rule
def end_draft(game: Game, box: Box) -> None:
    """RM6: the last to take a card gets the horn. RM13: with bubble-gum cards the new holder must choose one."""
    if game.n_drafted > 0:
        game.horn = game.drafter[game.n_drafted - 1]
    if may_take_gum(game):
        game.chooser = game.horn
        game.phase = Phase.GUM
    else:
        maintain(game, box)


@rule
def may_take_gum(game: Game) -> bool:
    """RM13, RM17: is there a bubble-gum card that the holder of the horn does not own?"""
    for cart in range(N_CARTS):
        if game.gum[cart] != NOT_IN_BOX and game.gum[cart] != game.horn:
            return True
    return False


# ---- 3: maintenance phase --------------------------------------------------------------------------------------------


@rule
def maintain(game: Game, box: Box) -> None:
    """RM7: the leader's hill card is turned up, if it is face down; then the table is cleared."""
    if not hill_due(game, box):
        clear_up(game, box)
    elif agreed_hill(game, box) != NO_HILL:
        reveal_hill(game, agreed_hill(game, box))
        clear_up(game, box)
    else:
        game.phase = Phase.HILL


@rule
def hills_that_may_be_due(game: Game, box: Box) -> int:
    count = 0
    for hill in range(N_HILLS):
        if may_be_due(game, box, hill):
            count += 1
    return count


@rule
def hill_that_may_be_due(game: Game, box: Box, outcome: int) -> int:
    """Of the hill cards that may be turned up, the how-manieth."""
    for hill in range(N_HILLS):
        if may_be_due(game, box, hill):
            if outcome == 0:
                return hill
            outcome -= 1
    return NO_HILL


@rule
def clear_up(game: Game, box: Box) -> None:
    """RM9: played cards go to the discards, and the market is to be filled up."""
    for seat in range(game.n_players):
        if game.played[seat] != NO_CARD:
            game.discards |= 1 << int(game.played[seat])
            game.n_discards += 1
    for slot in range(MAX_MARKET):
        if game.taken_by[slot] != NOBODY:
            game.market[slot] = NO_CARD
            game.taken_by[slot] = NOBODY
    while game.n_blind > 0:
        turn_up(game, 0)
    renew_deck(game, box)
    go_on_filling(game)


@rule
def renew_deck(game: Game, box: Box) -> None:
    """RM9: an exhausted deck is made anew from the shuffled discards."""
    if game.n_deck > 0 or game.n_discards == 0:
        return
    game.n_pools += 1
    game.deck_pool = game.n_pools
    for card in range(box.n_cards):
        if has(game.discards, card):
            game.pool[card] = game.deck_pool
    game.deck = game.discards
    game.n_deck = game.n_discards
    game.discards = 0
    game.n_discards = 0


@rule
def fill_market(game: Game, box: Box, outcome: int) -> None:
    """RM9: a card from the deck, face up; a deck that runs out by it is made anew at once."""
    card = draw(game, outcome)
    game.pool[card] = 0
    game.market[free_place(game)] = card
    renew_deck(game, box)
    go_on_filling(game)


@rule
def go_on_filling(game: Game) -> None:
    """RM9: until the market is full, or the deck and the discards are empty. Then a round begins."""
    if game.n_deck > 0 and free_place(game) <= game.n_players:
        game.phase = Phase.MARKET
    elif game.horn == NOBODY:
        game.phase = Phase.HORN
    else:
        begin_round(game)


# ---- end of the game -------------------------------------------------------------------------------------------------


@rule
def end_race(game: Game) -> None:
    """RM4, RM10: the game is over, and all bets are shown."""
    for seat in range(game.n_players):
        for slot in range(HAND):
            if game.hands[seat][slot] != NO_CARD:
                game.pool[game.hands[seat][slot]] = 0
    game.phase = Phase.GAME_OVER


@rule
def score(game: Game, box: Box, out: NDArray[np.int32]) -> None:
    """RM10: each card left in the hand pays its gum times the podium factor of its cart. RM13: so does a gum card.

    Before the end as if it ended now; in a seen state only for the cards that are seen.
    """
    for seat in range(game.n_players):
        out[seat] = 0
        for slot in range(HAND):
            card = game.hands[seat][slot]
            if card >= 0:
                out[seat] += int(box.gum[card]) * factor(game, box, box.colour[card])
    for cart in range(N_CARTS):
        if game.gum[cart] >= 0:
            out[game.gum[cart]] += factor(game, box, cart)


@rule
def factor(game: Game, box: Box, cart: int) -> int:
    """RM10: by what the gum on a cart is multiplied."""
    return int(box.podium[game.place[cart]]) if game.place[cart] != NO_CART else 0


@rule
def rank(game: Game, box: Box, scores: NDArray[np.int32], places: NDArray[np.int8]) -> None:
    """RM11: the most gum is first; of equal players the one with the better bets."""
    for seat in range(game.n_players):
        places[seat] = 1
        for other in range(game.n_players):
            ahead = scores[other] == scores[seat] and has_better_bets(game, box, other, seat)
            if scores[other] > scores[seat] or ahead:
                places[seat] += 1


@rule
def has_better_bets(game: Game, box: Box, seat: int, other: int) -> bool:
    """RM11: the highest card for the best-placed cart decides; if that is equal, for the next cart, and so on."""
    for place in range(N_CARTS):
        cart = cart_at(game, place)
        if cart != NO_CART:
            mine, theirs = best_bet(game, box, seat, cart), best_bet(game, box, other, cart)
            if mine != theirs:
                return mine > theirs
    return False


@rule
def best_bet(game: Game, box: Box, seat: int, cart: int) -> int:
    """RM11: a player's highest card for a cart; -1 without one, which loses even against a 0/10 worth 0 (RM17)."""
    best = -1
    for slot in range(HAND):
        card = game.hands[seat][slot]
        if card >= 0 and box.colour[card] == cart:
            best = max(best, worth_in_ties(game, box, card))
    return best


@rule
def worth_in_ties(game: Game, box: Box, card: int) -> int:
    """RM12: a 0/10 card counts 10 if it is the only one of its colour among all bets, else 0."""
    if box.number[card] != ZERO_TEN:
        return int(box.number[card])
    for seat in range(game.n_players):
        for slot in range(HAND):
            other = game.hands[seat][slot]
            if other >= 0 and other != card and box.colour[other] == box.colour[card]:
                return 0
    return 10


# ---- what a seat may know --------------------------------------------------------------------------------------------


@rule
def seen(game: Game, box: Box, seat: int) -> None:
    """RM18: unseen cards of other hands are wiped; only since when they are out of sight stays. They go to the sets of
    the deck or the blind market, so that these are all cards out of sight since then, wherever they lie.

    RM16: a card that all saw going into a hand or onto the discards stays known. H8: others' cheers are backs.
    """
    for other in range(game.n_players):
        if other != seat:
            for slot in range(HAND):
                card = int(game.hands[other][slot])
                if card >= 0 and game.pool[card] > 0:
                    hide(game, card)
                    game.hands[other][slot] = unseen(game.pool[card])
            if game.laid[other] != NOT_LAID:
                game.laid[other] = FACE_DOWN


@rule
def hide(game: Game, card: int) -> None:
    """A card is among those out of sight since the deck was made, or the market turned down; older ones are few."""
    if game.pool[card] == game.deck_pool:
        game.deck |= 1 << card
    elif game.pool[card] == game.blind_pool:
        game.blind |= 1 << card


@rule
def unseen(pool: int) -> int:
    """How a hand in a seen state shows a card that is out of sight since a pool."""
    return NO_CARD - pool


@rule
def redeal(game: Game, box: Box, seat: int, luck: Luck) -> None:
    """The cards of each pool are shuffled and laid where cards of that pool are, in hands; the rest is the deck, or the
    blind market. All ways are equally likely, and so are the cards that others may have laid under Hush.
    """
    game.deck = lay_out(game, game.deck, game.deck_pool, luck)
    if game.blind != 0:
        game.blind = lay_out(game, game.blind, game.blind_pool, luck)
    for other in range(game.n_players):
        for slot in range(HAND):
            if game.hands[other][slot] < NO_CARD:
                pool = NO_CARD - int(game.hands[other][slot])
                lay_out(game, out_of_sight(game, box, seat, pool), pool, luck)
        if game.laid[other] == FACE_DOWN:
            lay_any(game, other, luck)


@rule
def lay_out(game: Game, cards: int, pool: int, luck: Luck) -> int:
    """Lay cards at random into the hands that have unseen ones of their pool; those that are left."""
    stack = np.empty(MAX_CARDS, np.int8)
    count = 0
    for card in range(MAX_CARDS):
        stack[count] = card
        count += (cards >> card) & 1
    for seat in range(game.n_players):
        for slot in range(HAND):
            if game.hands[seat][slot] == unseen(pool):
                drawn = below(luck, count)
                count -= 1
                game.hands[seat][slot] = int(stack[drawn])
                cards ^= 1 << int(stack[drawn])
                stack[drawn] = stack[count]
    return cards


@rule
def out_of_sight(game: Game, box: Box, seat: int, pool: int) -> int:
    """The cards out of sight since a pool, but for those in the own hand."""
    cards = 0
    for card in range(box.n_cards):
        if game.pool[card] == pool:
            cards |= 1 << card
    if seat >= 0:
        for slot in range(HAND):
            card = int(game.hands[seat][slot])
            if card >= 0 and game.pool[card] == pool:
                cards ^= 1 << card
    return cards


@rule
def lay_any(game: Game, seat: int, luck: Luck) -> None:
    """H8: which of its cards a seat has laid, each being equally likely."""
    slot = below(luck, HAND)
    while game.hands[seat][slot] == NO_CARD:
        slot = below(luck, HAND)
    game.laid[seat] = slot
