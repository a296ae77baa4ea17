"""How a forgetful player of Rolimã plays: what others took from the market is no longer known, card by card."""

from rolltop.games.kernel import rule
from rolltop.games.luck import Luck, below
from rolltop.games.rolima.rules import unseen
from rolltop.games.rolima.state import HAND, Box, Game

FINE = 1 << 20  #: steps of a random fraction


@rule
def forget(seen: Game, box: Box, seat: int, part: float, luck: Luck) -> None:
    """Of the cards known to be in other hands (RM16), forget each with this chance: it may be anywhere in the deck."""
    for other in range(seen.n_players):
        if other != seat:
            for slot in range(HAND):
                card = int(seen.hands[other][slot])
                if card >= 0 and below(luck, FINE) < part * FINE:
                    seen.pool[card] = seen.deck_pool
                    seen.deck |= 1 << card
                    seen.hands[other][slot] = unseen(seen.deck_pool)
