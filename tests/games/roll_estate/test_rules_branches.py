"""Do the policies really reach the rare branches of the rules? Counted, as coverage would."""

from collections import Counter
from typing import Any

from rolltop.games import shelf
from rolltop.games.roll_estate import rules, view
from rolltop.games.roll_estate.rules import INDEX, JACKPOT, LOSE, N_HOLDS, N_ROLLS, NOBODY, ROUTES, Phase
from tests.conformance.harness import Case

ROLL_ESTATE = shelf.kind("roll_estate")
RARE = {
    "interest lost after the first roll": 5,
    "interest lost after the second roll": 5,
    "interest lost after the third roll": 20,
    "interest lost where no number fits": 5,
    "interest lost in the last open row": 5,
    "a first business": 20,
    "a second business": 20,
    "a row completed, with no business left": 20,
    "the second Index": 20,
    "the Jackpot": 20,
    "the fourth route of one player": 5,
    "a route where another would do": 20,
    "five in a row, and no Index left": 5,
    "the end by businesses": 20,
    "the end by no rental left": 20,
    "a second player meets the end's condition": 5,
    "the ender is the last of the round": 5,
    "the ender is the first of the round": 5,
    "the win is shared": 3,
    "alone: won": 2,
    "alone: lost by a roll": 20,
    "alone: all businesses, too little invested": 5,
}


def rare(game: Any, box: Any, event: int, after: Any) -> set[str]:
    """What is rare about an event, and the states before and after it."""
    if game.phase != Phase.CHOOSE:
        return {"alone: lost by a roll"} if after.stuck else set()
    claim = event - N_HOLDS
    if claim < 0:
        return set()
    found = rare_end(game, box, after)
    if claim >= LOSE:
        return found | rare_loss(game, box, claim - LOSE, after)
    if claim < ROUTES:
        return found | rare_rental(game, box, claim, after)
    return found | rare_investment(game, box, claim, after)


def rare_loss(game: Any, box: Any, row: int, after: Any) -> set[str]:
    """What is rare about losing interest."""
    found = {f"interest lost after the {('first', 'second', 'third')[game.rolls - 1]} roll"}
    if not any(fits(game, box, row, number) for number in view.possible_numbers(box, row)):
        found.add("interest lost where no number fits")
    if not any(rules.unclaimed(after, box, game.player, other) for other in range(box.n_rows)):
        found.add("interest lost in the last open row")
    return found


def fits(game: Any, box: Any, row: int, number: int) -> bool:
    return bool(rules.slots_for(game, box, row, number))


def rare_rental(game: Any, box: Any, claim: int, after: Any) -> set[str]:
    """What is rare about a rental."""
    row = claim // 4
    if not rules.complete(after, box, game.player, row):
        return set()
    for place, name in enumerate(("first", "second")):
        if game.business_owner[row][place] != after.business_owner[row][place]:
            return {f"a {name} business"}
    return {"a row completed, with no business left"}


def rare_investment(game: Any, box: Any, claim: int, after: Any) -> set[str]:
    """What is rare about the other Assets."""
    if claim == JACKPOT:
        return {"the Jackpot"}
    if claim == INDEX:
        return {"the second Index"} if after.players[game.player].indexes == 2 else set()
    routes = [bit for bit in range(ROUTES, ROUTES + 4) if game.claims >> bit & 1]
    found = {"a route where another would do"} if len(routes) > 1 and claim in routes else set()
    if claim in routes and rules.routes_of(after, game.player) == 4:
        found.add("the fourth route of one player")
    return found


def rare_end(game: Any, box: Any, after: Any) -> set[str]:
    """What is rare about the end of a turn."""
    found = set()
    if game.n_players == 1:
        if after.phase == Phase.GAME_OVER:
            found.add("alone: won" if rules.won_alone(after, box) else "alone: all businesses, too little invested")
    elif game.ender == NOBODY and after.ender != NOBODY:
        enough = rules.businesses_of(after, box, game.player) >= box.to_end
        found.add("the end by businesses" if enough else "the end by no rental left")
        place = (game.player - game.first) % game.n_players
        found |= {"the ender is the first of the round"} if place == 0 else set()
        found |= {"the ender is the last of the round"} if place == game.n_players - 1 else set()
    elif game.ender != NOBODY and rules.businesses_of(after, box, game.player) >= box.to_end:
        found.add("a second player meets the end's condition")
    return found


def rare_choice(game: Any) -> set[str]:
    """What is rare about the dice before a choice."""
    found = set()
    if rules.runs_of(game, 5) and game.players[game.player].indexes == 2:
        found.add("five in a row, and no Index left")
    return found


def count() -> Counter[str]:
    """How often each rare thing happens when all policies play with all numbers of players."""
    found: Counter[str] = Counter()
    for n_players in ROLL_ESTATE.players:
        case = Case(ROLL_ESTATE, n_players, compiled=False)
        for play in case.plays(50 * len(case.policies)):
            before = play.table.copy().plain
            for table in play.positions():
                game = table.plain
                if play.events:
                    found.update(rare(before, table.plain_box, play.events[-1], game))
                if game.phase == Phase.CHOOSE:
                    found.update(rare_choice(game))
                    before = table.copy().plain
                elif game.rolls == N_ROLLS - 1:
                    before = table.copy().plain
            found["the win is shared"] += play.table.score()[1].count(1) > 1
    return found


def test_the_policies_reach_the_rare_branches() -> None:
    reached = count()
    assert {what: reached[what] for what, least in RARE.items() if reached[what] < least} == {}
