"""Peekaboo's components and options."""

from collections.abc import Mapping
from typing import Any

from rolltop.games.editions import Edition, Whole, inconsistent
from rolltop.games.options import Option
from rolltop.games.telling import Telling
from tests.conformance.peekaboo.rules import MAX_CARDS, MAX_PLAYERS, Box

COMPONENTS = {"cards": Whole(2, MAX_CARDS), "prize": Whole(1, 100)}
CHOICES = {"yes": Telling("yes"), "no": Telling("no")}
OPTIONS = (Option("swapping", "May cards be swapped", CHOICES, "yes"),)


def check(edition: Edition) -> None:
    if edition.values["cards"] < MAX_PLAYERS:
        raise inconsistent(edition, "cards", "a card for every player")


def fill(box: Any, edition: Edition, options: Mapping[str, str], n_players: int) -> None:
    box["prize"] = edition.values["prize"]
    box["n_cards"] = edition.values["cards"]
    box["swapping"] = options["swapping"] == "yes"


def longest(box: Box, n_players: int) -> int:
    return n_players + 2 * n_players + n_players + 1
