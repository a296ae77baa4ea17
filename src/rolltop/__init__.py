"""Rolltop: Rollie, Roll Estate and Rolimã on the table.

>>> import rolltop
>>> game = rolltop.new_game("rollie", players=["Ann", "Bob"], seed=3)
>>> game.legal_moves  # doctest: +SKIP
>>> game.play(game.legal_moves[0])  # doctest: +SKIP
"""

from rolltop.games.contract import CHANCE, EVERYBODY, OVER, SPECTATOR
from rolltop.games.errors import (
    BadEdition,
    BadOption,
    BadRecord,
    CannotUndo,
    IllegalMove,
    NotYourTurn,
    RolltopError,
    StaleMove,
)
from rolltop.games.shelf import kinds
from rolltop.play.fair import Fair
from rolltop.play.game import Game, load
from rolltop.play.game import Game as new_game
from rolltop.play.undo import Undo

__all__ = [
    "CHANCE",
    "EVERYBODY",
    "OVER",
    "SPECTATOR",
    "BadEdition",
    "BadOption",
    "BadRecord",
    "CannotUndo",
    "Fair",
    "Game",
    "IllegalMove",
    "NotYourTurn",
    "RolltopError",
    "StaleMove",
    "Undo",
    "kinds",
    "load",
    "new_game",
]
