"""Bots, for any game on the shelf. They are handed what their seat sees, never the state itself.

>>> from rolltop import bots, new_game
>>> from rolltop.games.luck import seeded
>>> game, luck = new_game("rollie", players=3, seed=1), seeded(1)
>>> while not game.is_over:
...     game = game.play(bots.bot("sensible").choose(game.kind, game.seen(game.turn), game.boxes, luck))
"""

from rolltop.bots.arena import Outcome, play_games
from rolltop.bots.choosing import Bot, all_ready, bot, get_all_ready, get_ready
from rolltop.bots.levels import BOTS, LEVELS, USUAL, has_policy

__all__ = [
    "BOTS",
    "LEVELS",
    "USUAL",
    "Bot",
    "Outcome",
    "all_ready",
    "bot",
    "get_all_ready",
    "get_ready",
    "has_policy",
    "play_games",
]
