"""The numbers every game's rules share: who is to act when it is not a seat, and who may look.

What a game's ``rules.py`` has to offer is described in ``docs/adding-a-game.md``; ``tests/conformance`` holds every
folder on the shelf to it.
"""

CHANCE = -1  #: turn(): luck is due
OVER = -2  #: turn(): the game has ended
EVERYBODY = -3  #: audience(): all may be told the next event's number
SPECTATOR = -4  #: seen(), redeal(): the seat of somebody who only watches
