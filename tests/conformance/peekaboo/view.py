"""What a seat sees of Peekaboo."""

from typing import Any

from rolltop.games.contract import SPECTATOR
from tests.conformance.peekaboo import rules
from tests.conformance.peekaboo.rules import DISCARDED, NOBODY, Box, Game, Phase


def view(game: Game, box: Box, seat: int = SPECTATOR) -> dict[str, Any]:
    return {
        "phase": Phase(game.phase).name,
        "chooser": game.chooser,
        "cards": [rules.card_at(game, other, 0) + 1 for other in range(game.n_players)],
        "discarded": [card + 1 for card, place in enumerate(game.place) if place == DISCARDED],
        "guesses": list(game.guess[: game.n_players]),
    }


def breakdown(game: Game, box: Box) -> list[dict[str, Any]]:
    scores: Any = [0] * game.n_players
    places: Any = [0] * game.n_players
    rules.score(game, box, scores)
    rules.rank(game, box, scores, places)
    rows = []
    for seat in range(game.n_players):
        card = rules.card_at(game, seat, 0)
        left = rules.card_at(game, (seat + 1) % game.n_players, 0)
        prize = box.prize if left != NOBODY and game.guess[seat] == left else 0
        rows.append({"card": card + 1, "prize": prize, "total": scores[seat], "place": places[seat]})
    return rows
