"""Roll Estate: a roll-and-write dice game for 1 to 6 players."""

from rolltop.games.words import N_

TITLE = "Roll Estate"
TAGLINE = N_("Roll, write, own the street.")
MINUTES = 30
VERSION = 1  #: changes when the same record would replay differently
BY_HAND = True  #: all its luck is dice, which players may throw themselves
