"""The names of Rollie's moves and of what luck brings, in both directions.

Actions: ``take 10``, ``secure``. Luck: ``first 2`` (seat 2 is First player), ``start 4`` (Start token 4 is turned up),
``5``, ``R`` (a die).
"""

from rolltop.games.rollie.rules import (
    FACE_DOWN,
    N_ACTIONS,
    N_FACES,
    N_VALUES,
    SECURE,
    Box,
    Game,
    Phase,
    R,
    is_legal,
    left_of,
)


def action_text(game: Game, box: Box, seat: int, action: int) -> str:
    """The name of an action."""
    return "secure" if action == SECURE else f"take {box.values[action]}"


def label(game: Game, box: Box, seat: int, action: int) -> str:
    """The name of an action as the table shows it."""
    return action_text(game, box, seat, action).replace("-", "\N{MINUS SIGN}")


def action_number(game: Game, box: Box, seat: int, text: str) -> int | None:
    """The action of that name; None if there is none."""
    words = text.lower().split()
    if words == ["secure"]:
        return SECURE
    if len(words) == 2 and words[0] == "take":
        return _value(box, words[1])
    return None


def _value(box: Box, word: str) -> int | None:
    for value in range(N_VALUES):
        if str(box.values[value]) == word.replace("\N{MINUS SIGN}", "-"):
            return value
    return None


def face_text(box: Box, face: int) -> str:
    """What is printed on a face of a die."""
    return "R" if face == R else str(box.values[face])


def outcome_text(game: Game, box: Box, outcome: int) -> str:
    """The name of what luck brings in this position."""
    phase = game.phase
    if phase == Phase.FIRST_PLAYER:
        return f"first {outcome + 1}"
    if phase == Phase.START_TOKEN:
        return f"start {_face_down(game)[outcome] + 1}"
    return face_text(box, box.dice[0 if phase == Phase.FIRST_DIE else 1][outcome])


def outcome_number(game: Game, box: Box, text: str) -> int | None:
    """The outcome of that name in this position; None if there is none. Sides of a die that look alike are one."""
    for outcome in range(_outcomes(game)):
        if outcome_text(game, box, outcome).lower() == text.lower().strip():
            return outcome
    return None


def starts_turn(game: Game) -> bool:
    """Does the event that is due begin a turn (a line of the record)?"""
    return game.phase == Phase.FIRST_DIE


def thrower(game: Game) -> int | None:
    """Whose throw is due (RO2); None: anybody's, who is First player or the next Start token."""
    return int(game.first) if game.phase in (Phase.FIRST_DIE, Phase.SECOND_DIE) else None


def weighty(action: int) -> bool:
    """Is this a choice to ask about twice? Securing ends the round for its player."""
    return action == SECURE


def early_actions(game: Game, box: Box, seat: int) -> list[int]:
    """RO21: what a seat that will choose later this turn may decide already; empty if it cannot."""
    if game.phase != Phase.ACTIONS or seat == game.chooser or not _chooses_later(game, seat):
        return []
    return [action for action in range(N_ACTIONS) if is_legal(game, box, action)]


def _chooses_later(game: Game, seat: int) -> bool:
    later = left_of(game, game.chooser)
    while later != game.first:
        if later == seat:
            return not game.players[seat].secured
        later = left_of(game, later)
    return False


def _face_down(game: Game) -> list[int]:
    return [token for token, place in enumerate(game.token_at) if place == FACE_DOWN]


def _outcomes(game: Game) -> int:
    if game.phase == Phase.FIRST_PLAYER:
        return int(game.n_players)
    if game.phase == Phase.START_TOKEN:
        return len(_face_down(game))
    return N_FACES
