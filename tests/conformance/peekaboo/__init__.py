"""Peekaboo: a tiny game with hidden cards, on no shelf, that shows that the conformance suite catches faults.

Everybody is dealt a card in secret. In turn, each keeps it or throws it away openly and draws another. In turn, each
secretly guesses the card of the player on the left, never the own. Then the first player says "show". The card counts
what is printed on it, and a right guess brings the prize. The higher total wins; of equal totals the higher card.
"""

TITLE = "Peekaboo"
TAGLINE = "Who has what?"
MINUTES = 1
VERSION = 1
