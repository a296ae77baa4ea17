"""Rollie: a press-your-luck dice game for 2 to 6 players."""

from rolltop.games.words import N_

TITLE = "Rollie"
TAGLINE = N_("Take bills, dodge the double.")
MINUTES = 20
VERSION = 1  #: changes when the same record would replay differently
BY_HAND = True  #: players may throw the dice and draw the Start tokens themselves
