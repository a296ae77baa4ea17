"""The names of Roll Estate's moves and of what luck brings, in both directions.

Actions: ``hold 5 5`` (keep two fives, roll the others), ``hold nothing``, ``claim fives 2`` (the second rental of that
row), ``claim route any``, ``claim route 1234``, ``claim liquid``, ``claim index``, ``claim jackpot``, ``lose fives``.
Luck: ``first 2`` (seat 2 starts), ``5`` (a die).

A hold is named by what its dice show, and is the action that keeps the leftmost dice showing it.
"""

from rolltop.games.roll_estate.components import MATCHING
from rolltop.games.roll_estate.rules import (
    ANY,
    INDEX,
    JACKPOT,
    LIQUID,
    LOSE,
    MAX_SLOTS,
    N_ACTIONS,
    N_DICE,
    N_FACES,
    N_HOLDS,
    NO_ROUTE,
    ROUTES,
    RUN,
    Box,
    Game,
    Phase,
)

FACES = ("ones", "twos", "threes", "fours", "fives", "sixes")
OTHERS = {LIQUID: "liquid", INDEX: "index", JACKPOT: "jackpot"}
WORDS = {matching: word for word, matching in MATCHING.items()}


# ---- rows and routes -------------------------------------------------------------------------------------------------


def row_word(box: Box, row: int) -> str:
    """The word for a row: which dice count in it; a second row of the kind is ``fives-2``."""
    kinds = [(box.rows[index].face, box.rows[index].matching) for index in range(row + 1)]
    face, matching = kinds[row]
    word = FACES[face - 1] if face else WORDS.get(matching, f"row-{row + 1}")  # the last: there is no such row
    count = kinds.count(kinds[row])
    return word if count == 1 else f"{word}-{count}"


def route_word(box: Box, route: int) -> str:
    """The word for a route: its numbers, or any."""
    first = box.routes[route]
    return "any" if first == ANY else "".join(str(first + step) for step in range(RUN))


# ---- actions ---------------------------------------------------------------------------------------------------------


def action_text(game: Game, box: Box, seat: int, action: int) -> str:
    """The name of an action in this position."""
    if action < N_HOLDS:
        kept = [str(die) for place, die in enumerate(game.dice) if action >> place & 1]
        return "hold " + (" ".join(sorted(kept)) or "nothing")
    claim = action - N_HOLDS
    if claim < ROUTES:
        return f"claim {row_word(box, claim // MAX_SLOTS)} {claim % MAX_SLOTS + 1}"
    if claim < LIQUID:
        return f"claim route {route_word(box, claim - ROUTES)}"
    if claim < LOSE:
        return f"claim {OTHERS[claim]}"
    return f"lose {row_word(box, claim - LOSE)}"


def action_number(game: Game, box: Box, seat: int, text: str) -> int | None:
    """The action of that name in this position; None if there is none."""
    verb, *words = text.lower().split() or [""]
    if verb == "hold":
        return _hold(game, words)
    for action in range(N_HOLDS, N_ACTIONS):
        if exists(box, action) and action_text(game, box, seat, action).split() == [verb, *words]:
            return action
    return None


def _hold(game: Game, words: list[str]) -> int | None:
    """The leftmost dice that show these numbers."""
    action = 0
    # No words at all hold nothing too: so the web form sends it, where a die that is not held adds no field.
    for word in [] if words == ["nothing"] else words:
        places = [place for place, die in enumerate(game.dice) if str(die) == word and not action >> place & 1]
        if not places or word == "0":
            return None
        action |= 1 << places[0]
    return action if action < N_HOLDS else None


def exists(box: Box, action: int) -> bool:
    """Has the sheet a place for this action?"""
    claim = action - N_HOLDS
    if 0 <= claim < ROUTES:
        row, slot = divmod(claim, MAX_SLOTS)
        return row < box.n_rows and slot < box.rows[row].n_slots
    if ROUTES <= claim < LIQUID:
        return box.routes[claim - ROUTES] != NO_ROUTE
    return claim < LOSE + box.n_rows


def outcome_text(game: Game, box: Box, outcome: int) -> str:
    """The name of what luck brings in this position."""
    return f"first {outcome + 1}" if game.phase == Phase.FIRST_PLAYER else str(outcome + 1)


def outcome_number(game: Game, box: Box, text: str) -> int | None:
    """The outcome of that name in this position; None if there is none."""
    n = game.n_players if game.phase == Phase.FIRST_PLAYER else N_FACES
    for outcome in range(n):
        if outcome_text(game, box, outcome) == text.lower().strip():
            return outcome
    return None


def starts_turn(game: Game) -> bool:
    """Does the event that is due begin a turn (a line of the record)?"""
    return game.phase == Phase.ROLL and game.rolls == 0 and game.rolling == (1 << N_DICE) - 1


def thrower(game: Game) -> int | None:
    """Whose dice are due; None: anybody's."""
    return int(game.player) if game.phase == Phase.ROLL else None


def weighty(action: int) -> bool:
    """Is this a choice to ask about twice? The sheet shows what a claim brings before it is made."""
    return False


def early_actions(game: Game, box: Box, seat: int) -> list[int]:
    """Nothing can be decided before the dice lie there."""
    return []
