"""What a seat sees of a game of Rolimã, as plain data: for boards, the terminal and JSON.

Made of a seen state only. A cart is its colour, 0 to 4; a section counts from the start (0) to the finish.
"""

from typing import Any

from rolltop.games.contract import SPECTATOR
from rolltop.games.rolima import race, rules
from rolltop.games.rolima.moves import HILLS, action_text, early_actions
from rolltop.games.rolima.rules import TAKE, TAKE_GUM, TAKE_UNSEEN
from rolltop.games.rolima.state import (
    HAND,
    N_CARTS,
    NO_CARD,
    NO_CART,
    NO_HILL,
    NOBODY,
    NOT_LAID,
    ON_TABLE,
    ZERO_TEN,
    Box,
    Game,
    Hill,
    Phase,
)

View = dict[str, Any]

PHASES = {
    Phase.CHEER: "cheer",
    Phase.DRAFT: "draft",
    Phase.UNSEEN: "draft",
    Phase.TURN_UP: "draft",
    Phase.GUM: "gum",
    Phase.HILL: "hill",
    Phase.GAME_OVER: "over",
}


def view(game: Game, box: Any, seat: int = SPECTATOR) -> View:
    """Everything `seat` sees (a seen state is expected).

    It shows what the table would: hands of others are backs, hill cards that were turned down again too, even where
    the state knows more because all have seen it; `seen` has that, if the table plays with the memory aid (RM16).
    `keep` and `worth` are as if the game ended now.
    """
    early = early_actions(game, box, seat) if seat >= 0 else []
    choosing = rules.turn(game) == seat and seat >= 0
    legal = [action for action in range(rules.N_ACTIONS) if rules.is_legal(game, box, action)] if choosing else early
    return {
        "phase": PHASES.get(Phase(game.phase), "setup" if game.round_no == 0 else "hill"),
        "round": game.round_no,
        "n_hills": box.n_hills,
        "hill_rules": box.hill_rules,
        "active": HILLS[game.face_up] if game.face_up != NO_HILL else None,
        "active_section": game.active,
        "hills": [hill_card(game, box, section) for section in range(1, box.n_hills + 1)],
        "pothole": box.pothole + game.n_players,
        "headwind": box.headwind,
        "carts": carts(game, box),
        "cart_names": list(box.edition.values["carts"]),
        "podium": list(box.podium),
        "horn": None if game.horn == NOBODY else game.horn,
        "chooser": game.chooser if game.phase in (Phase.CHEER, Phase.DRAFT, Phase.UNSEEN, Phase.GUM) else None,
        "deck": game.n_deck,
        "discards": game.n_discards,
        "market": market(game, box),
        "unseen": game.n_blind,
        "players": [player(game, box, other, seat) for other in range(game.n_players)],
        "lanes": lanes(game, box),
        "leader": leader(game, box),
        "winner": None if game.winner == NO_CART else game.winner,
        "moves": moves_of_round(game, box),
        "zero_ten": box.zero_ten,
        "gum_mode": box.gum_cards,
        "gum_free": [cart for cart in range(N_CARTS) if game.gum[cart] == ON_TABLE],
        "memory_aid": box.memory_aid,
        "hand": [held(game, box, seat, slot) for slot in range(HAND)] if seat >= 0 else [],
        "gum_worth": gum_worth(game, box, seat),
        "keep": worth_of_hand(game, box, seat) + gum_worth(game, box, seat),
        "choices": [choice(game, box, seat, action) for action in legal],
        "choosing": choosing,
        "early": bool(early),
        "seen": what_all_have_seen(game, box, seat) if box.memory_aid else None,
        "result": breakdown(game, box) if game.phase == Phase.GAME_OVER else None,
    }


# ---- the hill --------------------------------------------------------------------------------------------------------


def card_of(box: Box, card: int) -> View:
    """A cheer card."""
    zero_ten = box.number[card] == ZERO_TEN
    return {
        "card": int(card),
        "cart": box.colour[card],
        "number": None if zero_ten else box.number[card],
        "zero_ten": zero_ten,
        "gum": box.gum[card],
    }


def hill_card(game: Game, box: Box, section: int) -> View:
    """The hill card of a section, named only if it lies face up, was agreed on, or with the memory aid."""
    hill, up = game.hill[section - 1], game.active == section
    agreed = box.chosen[section - 1] != NO_HILL
    named = hill != NO_HILL and (up or agreed or box.memory_aid)
    return {"section": section, "card": HILLS[hill] if named else None, "up": up}


def in_race_order(game: Game) -> list[int]:
    """The carts that have their place, the first one first."""
    placed = [cart for cart in range(N_CARTS) if game.place[cart] != NO_CART]
    return sorted(placed, key=lambda cart: game.place[cart])


def carts(game: Game, box: Box) -> list[View]:
    """Where the carts stand, and by what gum on them is multiplied now."""
    return [
        {"cart": cart, "section": game.section[cart], "factor": rules.factor(game, box, cart)}
        for cart in in_race_order(game)
    ]


def lanes(game: Game, box: Box) -> list[View]:
    """How loud each cart's cheer is, in race order."""
    return [lane(game, box, cart) for cart in in_race_order(game)]


def lane(game: Game, box: Box, cart: int) -> View:
    """The cards played for a cart, in the order of play, and what they add up to."""
    seats = [(game.opener + step) % game.n_players for step in range(game.n_players)] if game.opener != NOBODY else []
    seats = [seat for seat in seats if race.cheered_for(game, box, seat) == cart]
    values = [race.value(game, box, seat) for seat in seats]
    solo = game.face_up == Hill.SOLO_VOICES
    loudest = values.index(max(values)) if values else 0
    counts = [not solo or place == loudest for place in range(len(values))]
    together = sum(number for number, counted in zip(values, counts, strict=True) if counted)
    total = race.loudness(game, box, cart) if values else 0
    return {
        "cart": cart,
        "cards": [
            {"seat": seat, "card": card_of(box, game.played[seat]), "value": number, "counts": counted}
            for seat, number, counted in zip(seats, values, counts, strict=True)
        ],
        "sum": together,
        "cut": together - total,
        "total": total,
        "cheered": bool(values),
    }


def leader(game: Game, box: Box) -> int | None:
    """The cart that wins the cheer as things stand, or has won it; None if nobody knows."""
    if game.winner != NO_CART:
        return int(game.winner)
    if any(laid != NOT_LAID for laid in game.laid):
        return None
    cart = race.winner_of_cheer(game, box)
    return None if cart == NO_CART else int(cart)


def moves_of_round(game: Game, box: Box) -> list[View]:
    """Which carts have moved this round, the winner first, and by which rule."""
    moved = [cart for cart in in_race_order(game) if game.section[cart] != game.came_from[cart]]
    moved.sort(key=lambda cart: cart != game.winner)
    return [
        {"cart": cart, "from": game.came_from[cart], "to": game.section[cart], "why": why_moved(game, box, cart)}
        for cart in moved
    ]


def why_moved(game: Game, box: Box, cart: int) -> str:
    """By which rule a cart has moved."""
    if cart != game.winner:
        return HILLS[game.face_up]
    if game.face_up == Hill.SHORTCUT:
        return "shortcut"
    if game.face_up == Hill.POTHOLE and race.loudness(game, box, cart) < game.n_players + box.pothole:
        return "pothole"
    return "cheer"


# ---- market and players ----------------------------------------------------------------------------------------------


def market(game: Game, box: Box) -> list[View]:
    """The market's open places; a card that was taken stays shown until it is filled up again."""
    return [
        {"slot": slot, "card": card_of(box, card), "taken": None if taken == NOBODY else taken}
        for slot, (card, taken) in enumerate(zip(game.market, game.taken_by, strict=True))
        if card != NO_CARD
    ]


def player(game: Game, box: Box, seat: int, viewer: int) -> View:
    """What can be seen of one player."""
    played = game.played[seat] != NO_CARD
    order = game.drafter.index(seat) if seat in game.drafter and drafting(game) else None
    return {
        "played": card_of(box, game.played[seat]) if played else None,
        "value": race.value(game, box, seat) if played else None,
        "laid": game.laid[seat] != NOT_LAID,
        "hand": hand_of(game, box, seat, viewer),
        "order": order,
        "took": took(game, seat, order),
        "gum": [cart for cart in range(N_CARTS) if game.gum[cart] == seat],
        "passed": game.round_no > 0 and not played and drafting(game),
    }


def drafting(game: Game) -> bool:
    """Has the cheer been decided, so that there is an order of the draft?"""
    return game.winner != NO_CART and game.phase != Phase.GAME_OVER


def hand_of(game: Game, box: Box, seat: int, viewer: int) -> list[View | None]:
    """A hand's cards, without one that is laid: the own ones, and all when the game is over; of others backs, but for
    known cards with the memory aid."""
    shown = seat == viewer or box.memory_aid or game.phase == Phase.GAME_OVER
    cards = [card for slot, card in enumerate(game.hands[seat]) if card != NO_CARD and slot != game.laid[seat]]
    if game.laid[seat] != NOT_LAID and len(cards) == number_of_cards(game, seat):
        return [None] * (len(cards) - 1)  # which one was laid is not known
    return [card_of(box, card) if shown and card >= 0 else None for card in cards]


def number_of_cards(game: Game, seat: int) -> int:
    """How many cards a hand has, with one that is laid."""
    return sum(card != NO_CARD for card in game.hands[seat])


def took(game: Game, seat: int, order: int | None) -> View | None:
    """What a seat took in this round's draft."""
    if seat in game.taken_by:
        return {"slot": game.taken_by.index(seat)}
    return {"unseen": True} if order is not None and order < game.n_drafted else None


# ---- the own cards ---------------------------------------------------------------------------------------------------


def held(game: Game, box: Box, seat: int, slot: int) -> View | None:
    """A card of the own hand, and what it is worth now."""
    card = game.hands[seat][slot]
    if card == NO_CARD:
        return None
    factor = rules.factor(game, box, box.colour[card])
    return {
        "slot": slot,
        "card": card_of(box, card),
        "factor": factor,
        "worth": factor * box.gum[card],
        "laid": game.laid[seat] == slot,
    }


def worth_of_hand(game: Game, box: Box, seat: int) -> int:
    """What the own bets are worth now; a card that is laid is none."""
    cards = [held(game, box, seat, slot) for slot in range(HAND)] if seat >= 0 else []
    return sum(card["worth"] for card in cards if card is not None and not card["laid"])


def gum_worth(game: Game, box: Box, seat: int) -> int:
    """What the own bubble-gum cards are worth now (RM13)."""
    return sum(rules.factor(game, box, cart) for cart in range(N_CARTS) if game.gum[cart] == seat and seat >= 0)


def choice(game: Game, box: Box, seat: int, action: int) -> View:
    """Something the viewer may do, and what comes of it."""
    keep = worth_of_hand(game, box, seat) + gum_worth(game, box, seat)
    found: View = {"move": action_text(game, box, seat, action), "action": action, "slot": None, "card": None}
    found |= {"cart": None, "factor": 0, "worth": 0, "keep": keep, "from": None}
    found |= {"cart_total": None, "wins": None, "leader": None}
    if action == TAKE_UNSEEN:
        return found | {"kind": "unseen"}
    if action >= TAKE_GUM:
        return found | gum_choice(game, box, action - TAKE_GUM, keep)
    if action < TAKE:
        bet = held(game, box, seat, action)
        assert bet is not None
        found |= {"kind": "cheer", "slot": action, "keep": keep - bet["worth"]}
        return found | {key: bet[key] for key in ("card", "factor", "worth")} | effect(game, box, seat, action)
    card = card_of(box, game.market[action - TAKE])
    factor = rules.factor(game, box, card["cart"])
    worth = factor * card["gum"]
    return found | {
        "kind": "take",
        "slot": action - TAKE,
        "card": card,
        "factor": factor,
        "worth": worth,
        "keep": keep + worth,
    }


def gum_choice(game: Game, box: Box, cart: int, keep: int) -> View:
    """A bubble-gum card to take, perhaps from another player (RM13)."""
    factor = rules.factor(game, box, cart)
    owner = game.gum[cart]
    return {
        "kind": "gum",
        "cart": cart,
        "factor": factor,
        "worth": factor,
        "keep": keep + factor,
        "from": None if owner == ON_TABLE else owner,
    }


def effect(game: Game, box: Box, seat: int, slot: int) -> View:
    """What a cheer would do: the cart's total with it, and who would then win; under Hush nobody knows."""
    if game.face_up == Hill.HUSH:
        return {}
    card, before = game.hands[seat][slot], game.played[seat]
    game.played[seat] = card  # tried, and taken back
    cart = box.colour[card]
    winner, total = race.winner_of_cheer(game, box), race.loudness(game, box, cart)
    game.played[seat] = before
    return {"cart_total": total, "wins": winner == cart, "leader": winner}


# ---- memory and scoring ----------------------------------------------------------------------------------------------


def what_all_have_seen(game: Game, box: Box, viewer: int) -> View:
    """RM16: what the viewer can know by memory: the discards, known cards of each hand, and those out of sight."""
    known = [[card_of(box, card) if card >= 0 else None for card in hand if card != NO_CARD] for hand in game.hands]
    own = game.hands[viewer] if viewer >= 0 else []
    cards = [card for card in range(box.n_cards) if box.cards >> card & 1]
    return {
        "discards": [card_of(box, card) for card in cards if game.discards >> card & 1],
        "unseen": [card_of(box, card) for card in cards if game.pool[card] > 0 and card not in own],
        "hands": known[: game.n_players],
    }


def breakdown(game: Game, box: Box) -> list[View]:
    """The final scoring, a player each: every bet and gum card with its factor, total, place, and what broke a tie."""
    totals: Any = [0] * game.n_players
    places: Any = [0] * game.n_players
    rules.score(game, box, totals)
    rules.rank(game, box, totals, places)
    return [
        {
            "bets": [bet(game, box, card) for card in bets_in_order(game, box, seat)],
            "gum": [gum_bet(game, box, cart) for cart in in_race_order(game) if game.gum[cart] == seat],
            "total": totals[seat],
            "place": places[seat],
            "tie": tie_break(game, box, seat, totals, places),
        }
        for seat in range(game.n_players)
    ]


def bets_in_order(game: Game, box: Box, seat: int) -> list[int]:
    """A hand's cards, those that pay most first."""
    cards = [card for card in game.hands[seat] if card >= 0]
    return sorted(cards, key=lambda card: (-rules.factor(game, box, box.colour[card]) * box.gum[card], card))


def bet(game: Game, box: Box, card: int) -> View:
    """RM10: a card that is left, and what it pays."""
    factor = rules.factor(game, box, box.colour[card])
    return {"card": card_of(box, card), "factor": factor, "worth": factor * box.gum[card]}


def gum_bet(game: Game, box: Box, cart: int) -> View:
    """RM13: a bubble-gum card, and what it pays."""
    factor = rules.factor(game, box, cart)
    return {"cart": cart, "factor": factor, "worth": factor}


def tie_break(game: Game, box: Box, seat: int, totals: list[int], places: list[int]) -> View | None:
    """RM11: by which card a seat is ahead of the next one with the same total: the cart and what the card is worth."""
    behind = [other for other, total in enumerate(totals) if total == totals[seat] and places[other] > places[seat]]
    if not behind:
        return None
    rival = min(behind, key=lambda other: places[other])
    for cart in in_race_order(game):
        mine = rules.best_bet(game, box, seat, cart)
        if mine != rules.best_bet(game, box, rival, cart):
            return {"cart": cart, "value": mine}
    return None
