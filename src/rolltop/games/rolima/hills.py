"""What the hill cards say, in words for players, with the numbers of the table."""

from typing import Any

from rolltop.games.rolima.components import HILL_NAMES
from rolltop.games.words import N_, _

RULES = {
    "pothole": N_("If the loudest cheer is less than %(pothole)s, the last cart moves instead."),
    "shortcut": N_("The cart that wins the cheer moves two sections. It stops at the finish."),
    "headwind": N_("The first cart has %(headwind)s taken off its total (never below 0)."),
    "solo_voices": N_("A colour is as loud as its highest card, not the sum."),
    "whispers": N_("The quietest colour cheered for wins; on a tie, the cart further behind."),
    "slipstream": N_("After the winner, whichever cart is then last moves a section too, never into the finish."),
    "bumper": N_("A cart that joins others knocks the one just behind it on a section, never into the finish."),
    "hush": N_("Cheers are laid face down, and turned up together when all are laid."),
    "upside_down_draft": N_("The draft goes from the highest card to the lowest."),
    "blind_market": N_("In the draft one card lies open: take it, or one unseen. A new one is opened for it."),
}  #: H1 to H10


def name(key: str) -> str:
    """A hill card's name in the current language."""
    return _(HILL_NAMES[key])


def rule(view: dict[str, Any], key: str) -> str:
    """What a hill card says, in the current language."""
    return _(RULES[key]) % {"pothole": view["pothole"], "headwind": view["headwind"]}
