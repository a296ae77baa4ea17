"""Rolimã's components and options, and how they fill the rules' Box."""

from collections.abc import Mapping
from typing import Any

from rolltop.games.editions import Edition, Part, Whole, Words, inconsistent
from rolltop.games.errors import BadOption
from rolltop.games.options import Option, first_option, first_seat
from rolltop.games.rolima.moves import HILLS
from rolltop.games.rolima.state import HAND, MAX_CARDS, MAX_HILLS, MAX_PLAYERS, N_CARTS, NO_HILL, ZERO_TEN, Hill
from rolltop.games.telling import Telling
from rolltop.games.words import N_

MAX_NUMBERS = MAX_CARDS // N_CARTS - 1  #: cards of a colour, beside its 0/10 card
SHORT = 3  #: hill cards in the short race (RM15)
HILL_NAMES = {
    "pothole": N_("Pothole"),
    "shortcut": N_("Shortcut"),
    "headwind": N_("Headwind"),
    "solo_voices": N_("Solo voices"),
    "whispers": N_("Whispers"),
    "slipstream": N_("Slipstream"),
    "bumper": N_("Bumper"),
    "hush": N_("Hush"),
    "upside_down_draft": N_("Upside-down draft"),
    "blind_market": N_("Blind market"),
}
HILL_LABELS = (N_("First hill card"), N_("Second hill card"), N_("Third hill card"), N_("Fourth hill card"))

COMPONENTS: dict[str, Part] = {
    "carts": Words(12, (N_CARTS,)),
    "numbers": Whole(0, 20, (N_CARTS, -MAX_NUMBERS)),
    "gum": Whole(0, 9, (N_CARTS, -MAX_NUMBERS)),
    "zero_ten_gum": Whole(0, 9, (N_CARTS,)),
    "podium": Whole(0, 9, (N_CARTS,)),
    "hills": Whole(shape=(-len(HILLS),), one_of=HILLS),
    "pothole": Whole(0, 20),
    "headwind": Whole(0, 20),
}

OPTIONS = (
    first_option(N_("Who has the horn first"), MAX_PLAYERS),
    Option(
        "race",
        N_("Length of the race"),
        {"four": Telling(N_("four hill cards")), "three": Telling(N_("three hill cards: a short race"))},
        "four",
    ),
    Option(
        "hill_rules",
        N_("Hill cards"),
        {"yes": Telling(N_("turned up: they change the rules")), "no": Telling(N_("never turned up: a simpler game"))},
        "yes",
    ),
    *(
        Option(
            f"hill_{number}",
            label,
            {"drawn": Telling(N_("drawn at random")), **{hill: Telling(name) for hill, name in HILL_NAMES.items()}},
            "drawn",
        )
        for number, label in enumerate(HILL_LABELS, 1)
    ),
    Option(
        "zero_ten",
        N_("0/10 cards"),
        {"no": Telling(N_("left out")), "yes": Telling(N_("shuffled in"))},
        "no",
    ),
    Option(
        "gum_cards",
        N_("Bubble-gum cards"),
        {"no": Telling(N_("left out")), "yes": Telling(N_("on the table"))},
        "no",
    ),
    Option(
        "memory_aid",
        N_("Memory aid"),
        {"no": Telling(N_("none: remember for yourselves")), "yes": Telling(N_("shows what all have seen"))},
        "no",
    ),
)


def check(edition: Edition) -> None:
    """Raise BadEdition if values that are each well-formed do not fit together."""
    values = edition.values
    for colour, numbers in enumerate(values["numbers"]):
        if not numbers:
            raise inconsistent(edition, "numbers", "at least one card of each colour")
        if len(values["gum"][colour]) != len(numbers):
            raise inconsistent(edition, "gum", "as many entries for each colour as there are numbers")
        if len(set(zip(numbers, values["gum"][colour], strict=True))) != len(set(numbers)):
            raise inconsistent(edition, "gum", "the same gum on equal cards")
    if values["podium"] != sorted(values["podium"], reverse=True):
        raise inconsistent(edition, "podium", "factors from the first cart to the last that do not rise")
    if len(set(values["hills"])) != len(values["hills"]):
        raise inconsistent(edition, "hills", "different hill cards")
    if len(set(values["hills"]) - {"solo_voices"}) < MAX_HILLS:
        raise inconsistent(edition, "hills", f"at least {MAX_HILLS} hill cards beside solo_voices")
    if len(set(values["carts"])) != N_CARTS:
        raise inconsistent(edition, "carts", "different names")


def fill(box: Any, edition: Edition, options: Mapping[str, str], n_players: int) -> None:
    """Write the components and options into a zeroed Box record; the two modes may be played together (RM14).

    Raises BadOption if an option does not fit.
    """
    values = edition.values
    box["zero_ten"] = options["zero_ten"] == "yes"
    fill_cards(box, values)
    if HAND * n_players >= int(box["cards"]).bit_count():
        raise BadOption(
            "edition %(edition)s has %(cards)s cheer cards in play, expected more than %(least)s for %(n)s players",
            edition=edition.name, cards=int(box["cards"]).bit_count(), least=HAND * n_players, n=n_players,
        )  # fmt: skip
    box["podium"] = values["podium"]
    box["pothole"] = values["pothole"]
    box["headwind"] = values["headwind"]
    box["gum_cards"] = options["gum_cards"] == "yes"
    box["memory_aid"] = options["memory_aid"] == "yes"
    box["hill_rules"] = options["hill_rules"] == "yes"
    box["n_hills"] = SHORT if options["race"] == "three" else MAX_HILLS
    fill_hills(box, values["hills"], options, n_players)
    box["first_seat"] = first_seat(options["first"], n_players)


def fill_cards(box: Any, values: Mapping[str, Any]) -> None:
    """Number the cards colour by colour, each colour's 0/10 card after its others."""
    cards = 0
    for colour, numbers in enumerate(values["numbers"]):
        entries = [*zip(numbers, values["gum"][colour], strict=True), (ZERO_TEN, values["zero_ten_gum"][colour])]
        for number, gum in entries:
            card = int(box["n_cards"])
            box["colour"][card], box["number"][card], box["gum"][card] = colour, number, gum
            box["n_cards"] = card + 1
            if number != ZERO_TEN or box["zero_ten"]:
                cards |= 1 << card
        box["twins"] = box["twins"] or len(set(numbers)) < len(numbers)
    box["cards"] = cards


def fill_hills(box: Any, in_edition: list[str], options: Mapping[str, str], n_players: int) -> None:
    """Which hill cards are in the box (H4 has no use for two), and which are agreed on. Raises BadOption."""
    for hill in in_edition:
        box["hill_in_box"][HILLS.index(hill)] = hill != "solo_voices" or n_players > 2
    box["chosen"] = NO_HILL
    for index in range(MAX_HILLS):
        choice = options[f"hill_{index + 1}"]
        if choice == "drawn":
            continue
        if not box["hill_rules"] or index >= box["n_hills"]:
            raise BadOption(
                "option hill_%(number)s: found %(hill)s, expected drawn: with hill_rules=no, or the fourth with"
                " race=three, no such hill card is turned up",
                number=index + 1, hill=choice,
            )  # fmt: skip
        if not box["hill_in_box"][HILLS.index(choice)] or HILLS.index(choice) in box["chosen"]:
            raise BadOption(
                "option hill_%(number)s: found %(hill)s, expected a hill card that is in the box, and none twice"
                " (solo_voices is only for three players or more)",
                number=index + 1, hill=choice,
            )  # fmt: skip
        box["chosen"][index] = Hill[choice.upper()]


def longest(box: Any, n_players: int) -> int:
    """A bound on the events of a game: every round moves a cart, and four of them fill the hill before one finishes."""
    rounds = N_CARTS * int(box.n_hills) + 1
    a_round = n_players + 2 * (n_players + 1) + 1 + 1 + n_players + 1  # cheers, takes, gum, a hill, the market
    return N_CARTS + 1 + HAND * n_players + n_players + 1 + rounds * a_round
