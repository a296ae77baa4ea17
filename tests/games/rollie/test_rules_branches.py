"""Do the policies really reach the rare branches of the rules? Counted, as coverage would."""

from collections import Counter
from typing import Any

from rolltop.games import shelf
from rolltop.games.rollie.rules import FACE_UP, N_VALUES, SECURE, Phase, R
from tests.conformance.harness import Case, Table

ROLLIE = shelf.kind("rollie")
RARE = {
    "a pile runs out": 20,
    "a second pile runs out": 20,
    "both dice on two empty piles": 5,
    "a double of an empty pile's value": 5,
    "a double of an empty pile's value, with nobody having it": 5,
    "the last round ends with fewer than two empty piles": 5,
    "the game ends early": 20,
    "everybody secures with nothing": 20,
    "two tokens face up": 20,
    "three or more tokens face up": 20,
    "the highest of several tokens is taken": 20,
    "securing finds no token": 20,
    "a secured player rolls": 20,
    "a Bet is kept into the next round": 20,
    "two R": 20,
    "one R": 20,
    "only Secure is legal": 5,
    "Bets are left at the end": 5,
    "the first seat is given": 20,
    "tie of 2 with a token": 20,
    "tie of 2 without a token": 5,
    "tie of 3 with a token": 5,
    "tie of 3 without a token": 5,
    "tie of 6 with a token": 5,
    "out of the race, and the next count has the place": 5,
}


def rare(game: Any, event: int, after: Any) -> set[str]:
    """What is rare about an event, and the states before and after it."""
    found = set()
    empty = [game.bank.count(0), after.bank.count(0)]
    if game.phase == Phase.ACTIONS and empty[1] > empty[0]:
        found |= {"a pile runs out"} | ({"a second pile runs out"} if empty[1] == 2 else set())
    if game.phase == Phase.SECOND_DIE:
        found |= rare_roll(game, after)
    if game.phase == Phase.ACTIONS and event == SECURE:
        found |= rare_secure(game, after)
    if round_is_over(after) and not round_is_over(game):
        found |= rare_end(game, after)
    if after.phase == Phase.FIRST_DIE and game.phase == Phase.START_TOKEN:
        n = after.token_at.count(FACE_UP)
        found |= {"two tokens face up"} if n == 2 else {"three or more tokens face up"} if n > 2 else set()
    return found


def round_is_over(game: Any) -> bool:
    return game.phase in (Phase.START_TOKEN, Phase.GAME_OVER)


def rare_roll(game: Any, after: Any) -> set[str]:
    """What is rare about two dice."""
    found = set()
    one, other = after.dice
    on_empty = all(face != R and game.bank[face] == 0 for face in (one, other))
    if on_empty and one != other:
        found.add("both dice on two empty piles")
    if on_empty and one == other:
        found.add("a double of an empty pile's value")
        if not any(player.bet[one] for player in game.players):
            found.add("a double of an empty pile's value, with nobody having it")
    if R in (one, other):
        found.add("two R" if one == other else "one R")
    if game.players[game.first].secured:
        found.add("a secured player rolls")
    return found


def rare_secure(game: Any, after: Any) -> set[str]:
    """What is rare about securing."""
    face_up = [token for token, place in enumerate(game.token_at) if place == FACE_UP]
    if not face_up:
        return {"securing finds no token"}
    if len(face_up) > 1 and after.token_at[face_up[-1]] == game.chooser:
        return {"the highest of several tokens is taken"}
    return set()


def rare_end(game: Any, after: Any) -> set[str]:
    """What is rare about the end of a round."""
    found = set()
    seats = range(game.n_players)
    if game.phase == Phase.ACTIONS and not any(sum(player.bet) + sum(player.wallet) for player in game.players):
        found.add("everybody secures with nothing")
    if after.last_round and after.bank.count(0) < 2:
        found.add("the last round ends with fewer than two empty piles")
    if after.phase == Phase.GAME_OVER and after.round_no < 7:
        found.add("the game ends early")
    if after.phase == Phase.START_TOKEN and any(sum(after.players[seat].bet) for seat in seats):
        found.add("a Bet is kept into the next round")
    if after.phase == Phase.GAME_OVER and game.phase == Phase.SECOND_DIE and one_stays(game, after):
        found.add("Bets are left at the end")
    return found


def one_stays(game: Any, after: Any) -> bool:
    """Does somebody have a Bet that this roll does not crash?"""
    one, other = after.dice
    empty = one != R and game.bank[one] == 0
    return one == other != R and not empty and any(sum(p.bet) and not p.bet[one] for p in game.players)


def ties(table: Table) -> set[str]:
    """The ties for a Bonus token at the end of a game."""
    game, box, found = table.plain, table.plain_box, set()
    holders = {place for place in game.token_at if place >= 0}
    for value in range(N_VALUES):
        counts = [game.players[seat].wallet[value] for seat in range(game.n_players)]
        for count in set(counts) - {0}:
            tied = {seat for seat in range(game.n_players) if counts[seat] == count}
            if box.bonus[value][0] and len(tied) > 1:
                found.add(f"tie of {len(tied)} {'with' if tied & holders else 'without'} a token")
                if not tied & holders and any(0 < other < count for other in counts):
                    found.add("out of the race, and the next count has the place")
    return found


def count() -> Counter[str]:
    """How often each rare thing happens when all policies play with all numbers of players."""
    found: Counter[str] = Counter()
    for n_players in ROLLIE.players:
        case = Case(ROLLIE, n_players, compiled=False)
        for play in case.plays(3 * len(case.setups) * len(case.policies)):
            found["the first seat is given"] += play.table.setup.options["first"] != "random"
            before = play.table.copy().plain
            for table in play.positions():
                if play.events:
                    found.update(rare(before, play.events[-1], table.plain))
                found["only Secure is legal"] += table.plain.phase == Phase.ACTIONS and len(table.legal) == 1
                before = table.copy().plain
            found.update(ties(play.table))
    return found


def test_the_policies_reach_the_rare_branches() -> None:
    reached = count()
    assert {what: reached[what] for what, least in RARE.items() if reached[what] < least} == {}
