"""Rolimã: the carts on the hill, and what the hill cards change. A hill card is a short function named after it."""

from rolltop.games.kernel import rule
from rolltop.games.rolima.state import N_CARTS, NO_CARD, NO_CART, NO_HILL, ZERO_TEN, Box, Game, Hill

NOT_CHEERED = -1  #: the loudness of a colour of which no card was played

# ---- who's ahead -----------------------------------------------------------------------------------------------------


@rule
def finish(box: Box) -> int:
    """The section of the finish card: the one after the hill cards."""
    return int(box.n_hills) + 1


@rule
def cart_at(game: Game, place: int) -> int:
    """RM5: the cart at a place, 0 being first."""
    for cart in range(N_CARTS):
        if game.place[cart] == place:
            return cart
    return NO_CART


@rule
def roll_to(game: Game, cart: int, section: int) -> None:
    """RM5: a cart comes to a section, to its rightmost place: ahead of those already there."""
    game.section[cart] = section
    place = 0
    for other in range(N_CARTS):
        if other != cart and game.section[other] > section:
            place += 1
    for other in range(N_CARTS):
        if place <= game.place[other] and game.place[other] < game.place[cart]:
            game.place[other] += 1
    game.place[cart] = place


@rule
def roll_on(game: Game, box: Box, cart: int) -> None:
    """One section on, but never into the finish: what the hill cards do to carts that did not win."""
    if game.section[cart] + 1 < finish(box):
        roll_to(game, cart, game.section[cart] + 1)


# ---- how loud a cheer is ---------------------------------------------------------------------------------------------


@rule
def cheered_for(game: Game, box: Box, seat: int) -> int:
    """The cart that a seat's card cheers for; NO_CART before it is played."""
    card = game.played[seat]
    return NO_CART if card == NO_CARD else int(box.colour[card])


@rule
def value(game: Game, box: Box, seat: int) -> int:
    """The number of the card a seat played. RM12: a 0/10 card is worth 10 alone in its colour, else 0."""
    card = game.played[seat]
    if box.number[card] != ZERO_TEN:
        return int(box.number[card])
    for other in range(game.n_players):
        if other != seat and cheered_for(game, box, other) == box.colour[card]:
            return 0
    return 10


@rule
def loudness(game: Game, box: Box, cart: int) -> int:
    """RM2: the numbers played for a cart add up over all players, unless a hill card says otherwise."""
    total = NOT_CHEERED
    for seat in range(game.n_players):
        if cheered_for(game, box, seat) == cart:
            number = value(game, box, seat)
            if total == NOT_CHEERED:
                total = number
            elif game.face_up == Hill.SOLO_VOICES:
                total = solo_voice(total, number)
            else:
                total += number
    if game.face_up == Hill.HEADWIND and total != NOT_CHEERED and cart == game.leader:
        total = headwind(box, total)
    return total


@rule
def solo_voice(loudest: int, number: int) -> int:
    """H4 Solo voices: a colour is as loud as its highest card."""
    return max(loudest, number)


@rule
def headwind(box: Box, total: int) -> int:
    """H3 Headwind: something is taken off the first cart's total, down to 0 at most. It still counts as cheered for."""
    return max(0, total - int(box.headwind))


@rule
def loudest(game: Game, box: Box) -> int:
    """RM3: the cart with the highest total; of equal ones that further ahead. NO_CART if nobody has cheered."""
    best, most = NO_CART, NOT_CHEERED
    for cart in range(N_CARTS):
        total = loudness(game, box, cart)
        if total > most or (total == most and best != NO_CART and game.place[cart] < game.place[best]):
            best, most = cart, total
    return best


@rule
def quietest(game: Game, box: Box) -> int:
    """H5 Whispers: of the carts cheered for, that with the lowest total; of equal ones that further behind."""
    best, least = NO_CART, 0
    for cart in range(N_CARTS):
        total = loudness(game, box, cart)
        if total == NOT_CHEERED:
            continue
        if best == NO_CART or total < least or (total == least and game.place[cart] > game.place[best]):
            best, least = cart, total
    return best


@rule
def winner_of_cheer(game: Game, box: Box) -> int:
    """The cart that is to move. RM8: what the hill card says goes first."""
    if game.face_up == Hill.WHISPERS:
        return quietest(game, box)
    winner = loudest(game, box)
    if game.face_up == Hill.POTHOLE and winner != NO_CART:
        return pothole(game, box, winner)
    return winner


@rule
def pothole(game: Game, box: Box, winner: int) -> int:
    """H1 Pothole: a cheer that is not loud enough for so many players leaves its cart; the last one moves instead."""
    if loudness(game, box, winner) >= game.n_players + box.pothole:
        return winner
    return cart_at(game, N_CARTS - 1)


# ---- rolling down the hill -------------------------------------------------------------------------------------------


@rule
def move_winner(game: Game, box: Box, cart: int) -> None:
    """RM3: the winner moves to the next section. RM4: at the finish no other effect follows."""
    target = game.section[cart] + 1
    if game.face_up == Hill.SHORTCUT:
        target = shortcut(box, target)
    roll_to(game, cart, target)
    if target == finish(box):
        return
    if game.face_up == Hill.SLIPSTREAM:
        slipstream(game, box)
    elif game.face_up == Hill.BUMPER:
        bumper(game, box, cart)


@rule
def shortcut(box: Box, target: int) -> int:
    """H2 Shortcut: one section further, but not beyond the finish."""
    return min(target + 1, finish(box))


@rule
def slipstream(game: Game, box: Box) -> None:
    """H6 Slipstream: the cart that is now last follows by one section."""
    roll_on(game, box, cart_at(game, N_CARTS - 1))


@rule
def bumper(game: Game, box: Box, cart: int) -> None:
    """H7 Bumper: the cart just behind, if it is in the section entered, is knocked on."""
    behind = cart_at(game, game.place[cart] + 1)
    if behind != NO_CART and game.section[behind] == game.section[cart]:
        roll_on(game, box, behind)


# ---- which hill card is face up --------------------------------------------------------------------------------------


@rule
def hill_due(game: Game, box: Box) -> bool:
    """RM7: does the leading cart stand beside a hill card that is face down? RM15: without hill rules none matters."""
    section = game.section[cart_at(game, 0)]
    return bool(box.hill_rules) and section > 0 and section != game.active


@rule
def may_be_due(game: Game, box: Box, hill: int) -> bool:
    """Can this hill card be turned up now? It is in the box, not seen yet and not set aside for a section."""
    if not box.hill_in_box[hill]:
        return False
    for index in range(box.n_hills):
        if game.hill[index] == hill:
            return False
    return True


@rule
def reveal_hill(game: Game, hill: int) -> None:
    """RM7: the leader's hill card is turned up, and every other one face down."""
    game.active = game.section[cart_at(game, 0)]
    game.hill[game.active - 1] = hill
    game.face_up = hill


@rule
def agreed_hill(game: Game, box: Box) -> int:
    """RM15: the hill card that was chosen for the leader's section; NO_HILL if it is to be drawn."""
    section = game.section[cart_at(game, 0)]
    return NO_HILL if section == 0 else int(box.chosen[section - 1])
