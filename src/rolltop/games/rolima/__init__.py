"""Rolimã: a card-driven cart race with bets for 2 to 6 players."""

from rolltop.games.words import N_

TITLE = "Rolimã"
TAGLINE = N_("Cheer a cart down the hill, bet on another.")
MINUTES = 30
VERSION = 1  #: changes when the same record would replay differently
