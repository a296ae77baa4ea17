"""What a seat sees of a game of Roll Estate, as plain data: for boards, the terminal and JSON.

Rows, slots, routes and dice count from 0; rows go from the top of the sheet down, slots from left to right.
"""

import pickle
from typing import Any

from rolltop.games.contract import SPECTATOR
from rolltop.games.roll_estate import rules
from rolltop.games.roll_estate.components import LEVELS
from rolltop.games.roll_estate.moves import action_text, route_word, row_word
from rolltop.games.roll_estate.rules import (
    ANY,
    CROSSED,
    INDEX,
    JACKPOT,
    LIQUID,
    LOSE,
    MAX_ROUTES,
    MAX_SLOTS,
    N_CLAIMS,
    N_DICE,
    N_HOLDS,
    N_INDEXES,
    N_ROLLS,
    NO_ROUTE,
    NOBODY,
    ROUTES,
    RUN,
    Box,
    Game,
    Phase,
)

View = dict[str, Any]

PHASES = {
    Phase.FIRST_PLAYER: "first player",
    Phase.ROLL: "roll",
    Phase.CHOOSE: "choose",
    Phase.GAME_OVER: "over",
}
KINDS = {LIQUID: "liquid", INDEX: "index", JACKPOT: "jackpot"}
MOST_LIQUID = 30  #: five sixes


def view(game: Game, box: Any, seat: int = SPECTATOR) -> View:
    """Everything `seat` sees; `box.edition` gives the names.

    `players[s].now` and `place` are as if the game ended now. In a row's `numbers` 0 is an open slot and -1 one crossed
    out. `claims` are what the player on turn may claim, or in which rows lose interest, with the number that would be
    written, the dice that count for it, what it brings in dollars, and the total after it.
    """
    totals, places = standing(game, box)
    started = game.phase != Phase.FIRST_PLAYER
    choosing = game.phase == Phase.CHOOSE
    claims = [claim(game, box, number, totals) for number in legal_claims(game)] if choosing else []
    return {
        "phase": PHASES[Phase(game.phase)],
        "round": game.round_no,
        "variant": variant(game, box),
        "solo": solo(game, box) if game.n_players == 1 else None,
        "first": game.first if started else None,
        "player": game.player if started and game.phase != Phase.GAME_OVER else None,
        "roll": game.rolls,
        "rolls_left": N_ROLLS - game.rolls,
        "dice": list(game.dice),
        "kept": [bool(game.kept >> die & 1) for die in range(N_DICE)],
        "ender": game.ender if game.ender != NOBODY else None,
        "last_turns": game.ender != NOBODY and game.phase != Phase.GAME_OVER,
        "to_end": box.to_end,
        "second": any(row.businesses[1] for row in box.rows),
        "rows": [row(game, box, index) for index in range(box.n_rows)],
        "routes": [route(game, box, index) for index in range(MAX_ROUTES) if box.routes[index] != NO_ROUTE],
        "transit": [amount for amount in box.transit[1:] if amount],
        "multipliers": list(box.multipliers),
        "jackpot": box.jackpot,
        "players": [player(game, box, s, totals[s], places[s]) for s in range(game.n_players)],
        "choosing": choosing and game.player == seat,
        "nothing_fits": choosing and not any(claim["kind"] != "lose" for claim in claims),
        "claims": claims,
    }


def standing(game: Game, box: Box) -> tuple[list[int], list[int]]:
    """Totals and places as if the game ended now (RE15, RE16)."""
    totals: Any = [0] * game.n_players
    places: Any = [0] * game.n_players
    rules.score(game, box, totals)
    rules.rank(game, box, totals, places)
    return totals, places


def variant(game: Game, box: Box) -> str:
    """Which rules are played: solo, two, ruthless or standard."""
    if game.n_players < 3:
        return ("solo", "two")[game.n_players - 1]
    return "standard" if any(row.businesses[1] for row in box.rows) else "ruthless"


# ---- the sheet as printed, with what everybody shares ----------------------------------------------------------------


def row(game: Game, box: Any, index: int) -> View:
    """A Neighborhood: which dice count, what its rentals and businesses are worth, and who has opened those."""
    printed, words = box.rows[index], box.edition.values
    names = (words["first_business"][index], words["second_business"][index])
    return {
        "key": row_word(box, index),
        "name": words["neighborhoods"][index],
        "face": printed.face,
        "matching": printed.matching,
        "slots": printed.n_slots,
        "rental": printed.rental,
        "businesses": [
            {"name": name, "value": value, "owner": nobody_as_none(owner)}
            for name, value, owner in zip(names, printed.businesses, game.business_owner[index], strict=True)
            if value
        ],
    }


def route(game: Game, box: Any, index: int) -> View:
    """A route: its numbers and its owner."""
    first = box.routes[index]
    return {
        "key": route_word(box, index),
        "name": box.edition.values["route_names"][index],
        "stops": f"any{RUN}" if first == ANY else route_word(box, index),
        "first": first,
        "owner": nobody_as_none(game.route_owner[index]),
    }


def nobody_as_none(seat: int) -> int | None:
    """A seat, or None."""
    return None if seat == NOBODY else seat


# ---- a player's sheet ------------------------------------------------------------------------------------------------


def player(game: Game, box: Box, seat: int, total: int, place: int) -> View:
    """One player's sheet."""
    sheet = game.players[seat]
    return {
        "rows": [player_row(game, box, seat, index) for index in range(box.n_rows)],
        "liquid": sheet.liquid,
        "indexes": sheet.indexes,
        "jackpot": sheet.jackpot,
        "routes": rules.routes_of(game, seat),
        "businesses": rules.businesses_of(game, box, seat),
        "rentals": rules.rentals_of(game, box, seat),
        "parts": parts(game, box, seat),
        "now": total,
        "place": place,
    }


def player_row(game: Game, box: Box, seat: int, index: int) -> View:
    """What a player has written in a row."""
    numbers = list(game.players[seat].numbers[index][: box.rows[index].n_slots])
    claimed = rules.claimed(game, box, seat, index)
    return {
        "numbers": numbers,
        "lost": CROSSED in numbers,
        "complete": rules.complete(game, box, seat, index),
        "claimed": claimed,
        "worth": claimed * box.rows[index].rental,
    }


def parts(game: Game, box: Box, seat: int) -> dict[str, int]:
    """The parts of a total (RE15)."""
    return {
        "rentals": rules.rentals_worth(game, box, seat),
        "businesses": rules.businesses_worth(game, box, seat),
        "transit": rules.transit_worth(game, box, seat),
        "stock": rules.stock_worth(game, box, seat),
        "jackpot": rules.jackpot_worth(game, box, seat),
    }


# ---- what may be claimed ---------------------------------------------------------------------------------------------


def legal_claims(game: Game) -> list[int]:
    """The numbers of the claims that are possible."""
    return [number for number in range(N_CLAIMS) if game.claims >> number & 1]


def claim(game: Game, box: Box, number: int, totals: list[int]) -> View:
    """What a claim is, and what it brings."""
    kind, row, slot, route = claim_place(number)
    written = written_number(game, box, kind, row)
    return {
        "move": action_text(game, box, game.player, N_HOLDS + number),
        "action": N_HOLDS + number,
        "kind": kind,
        "row": row,
        "slot": slot,
        "route": route,
        "number": written,
        "counts": counting_dice(game, box, kind, row, route),
        **brought(game, box, N_HOLDS + number, row, totals),
    }


def claim_place(number: int) -> tuple[str, int | None, int | None, int | None]:
    """A claim's kind, and its row, slot or route."""
    if number < ROUTES:
        return "rental", number // MAX_SLOTS, number % MAX_SLOTS, None
    if number < LIQUID:
        return "route", None, None, number - ROUTES
    if number < LOSE:
        return KINDS[number], None, None, None
    return "lose", number - LOSE, None, None


def written_number(game: Game, box: Box, kind: str, row: int | None) -> int | None:
    """The number a claim writes (RE3, RE4, RE8)."""
    if kind == "rental":
        assert row is not None
        return rules.number_for(game, box, row)
    return sum(game.dice) if kind == "liquid" else None


def counting_dice(game: Game, box: Box, kind: str, row: int | None, route: int | None) -> list[bool]:
    """Which dice count for a claim; of more than enough that match, the leftmost."""
    if kind == "lose":
        return [False] * N_DICE
    if kind == "rental":
        assert row is not None
        return counting_in_row(game, box, row)
    if kind in ("route", "index"):
        wanted = run_numbers(game, box, route)
        return [die in wanted and game.dice.index(die) == place for place, die in enumerate(game.dice)]
    return [True] * N_DICE


def counting_in_row(game: Game, box: Box, row: int) -> list[bool]:
    """Which dice count in a row."""
    face, most = box.rows[row].face, N_DICE
    if not face:
        matching = box.rows[row].matching
        face = next(face for face in game.dice if game.dice.count(face) >= matching)
        most = N_DICE if box.all_matched else matching
    return [die == face and game.dice[:place].count(face) < most for place, die in enumerate(game.dice)]


def run_numbers(game: Game, box: Box, route: int | None) -> range:
    """The numbers a route (None: an Index) is claimed with."""
    length = RUN + 1 if route is None else RUN
    first = ANY if route is None else box.routes[route]
    if first == ANY:
        first = next(face for face in range(1, 7) if rules.runs_of(game, length) >> face & 1)
    return range(first, first + length)


def brought(game: Game, box: Box, action: int, row: int | None, totals: list[int]) -> View:
    """What an action adds to the total, part by part; the business it opens; the total after it."""
    after = pickle.loads(pickle.dumps(game))  # a copy, at a tenth of deepcopy's time
    seat = game.player
    rules.play(after, box, action)
    before, now = parts(game, box, seat), parts(after, box, seat)
    opens = [place for place in range(2) if row is not None and opened(game, after, row, place)]
    return {
        "brings": [[part, now[part] - before[part]] for part in now if now[part] != before[part]],
        "opens": opens[0] if opens else None,
        "now": totals[seat] + sum(now.values()) - sum(before.values()),
    }


def opened(before: Game, after: Game, row: int, place: int) -> bool:
    """Has a business been opened?"""
    return before.business_owner[row][place] != after.business_owner[row][place]


# ---- playing alone ---------------------------------------------------------------------------------------------------


def solo(game: Game, box: Any) -> View:
    """RE19: the level, what is invested, what still can be, and whether the goal can be reached."""
    invested = rules.investments(game, box, 0)
    ways = ways_to_invest(game, box)
    possible = rules.businesses_of(game, box, 0) + open_rows(game, box) == box.n_rows
    over = game.phase == Phase.GAME_OVER
    won = rules.won_alone(game, box)
    reach = invested + sum(way["adds"] for way in ways)
    return {
        "level": level(box),
        "goal": box.goal,
        "invested": invested,
        "possible": reach,
        "ways": ways,
        "businesses": rules.businesses_of(game, box, 0),
        "of": box.n_rows,
        "stuck": game.stuck,
        "won": over and won,
        "lost": over and not won,
        "reachable": possible and reach >= box.goal and not (over and not won),
        "dead_rows": [index for index in range(box.n_rows) if is_dead(game, box, index)],
    }


def level(box: Any) -> str:
    """The level's name, after its sum."""
    return LEVELS[box.edition.values["solo_levels"].index(box.goal)]


def open_rows(game: Game, box: Box) -> int:
    """Rows that can still be completed."""
    return sum(1 for row in range(box.n_rows) if not rules.complete(game, box, 0, row) and not is_dead(game, box, row))


def is_dead(game: Game, box: Box, row: int) -> bool:
    """Is there an empty slot, or a gap of several, that too few numbers fit any more (RE5)?"""
    numbers = possible_numbers(box, row)
    low, gap = 0, 0
    for written in [*game.players[0].numbers[row][: box.rows[row].n_slots], 1000]:
        if written == 0:
            gap += 1
        else:
            if gap > sum(low < number < written for number in numbers):
                return True
            low, gap = written, 0
    return False


def possible_numbers(box: Box, row: int) -> list[int]:
    """The numbers that dice can bring a row."""
    printed = box.rows[row]
    if printed.face:
        return [printed.face * count for count in range(1, N_DICE + 1)]
    counts = range(printed.matching, N_DICE + 1) if box.all_matched else [printed.matching]
    return sorted({face * count for face in range(1, 7) for count in counts})


def ways_to_invest(game: Game, box: Box) -> list[View]:
    """What could still be added to the Investments, each with the most it would add after those before it."""
    sheet, found = game.players[0], []
    routes = [index for index in range(MAX_ROUTES) if box.routes[index] != NO_ROUTE]
    count = rules.routes_of(game, 0)
    for index in routes:
        if game.route_owner[index] == NOBODY:
            found.append({"key": "route", "route": index, "adds": box.transit[count + 1] - box.transit[count]})
            count += 1
    total = sheet.liquid * box.multipliers[sheet.indexes]
    if not sheet.liquid:
        after = MOST_LIQUID * box.multipliers[sheet.indexes]
        found.append({"key": "liquid", "route": None, "adds": after - total})
        total = after
    for indexes in range(sheet.indexes, N_INDEXES):
        after = (sheet.liquid or MOST_LIQUID) * box.multipliers[indexes + 1]
        found.append({"key": "index", "route": None, "adds": after - total})
        total = after
    if not sheet.jackpot:
        found.append({"key": "jackpot", "route": None, "adds": box.jackpot})
    return found


# ---- the final scoring -----------------------------------------------------------------------------------------------


def breakdown(game: Game, box: Any) -> list[View]:
    """The final scoring, a player each: the parts of the total, what breaks ties, total and place (RE15, RE16)."""
    totals, places = standing(game, box)
    return [
        {
            **parts(game, box, seat),
            "rows": [player_row(game, box, seat, index)["worth"] for index in range(box.n_rows)],
            "n_rentals": rules.rentals_of(game, box, seat),
            "n_routes": rules.routes_of(game, seat),
            "n_businesses": rules.businesses_of(game, box, seat),
            "liquid": game.players[seat].liquid,
            "indexes": game.players[seat].indexes,
            "total": totals[seat],
            "place": places[seat],
        }
        for seat in range(game.n_players)
    ]
