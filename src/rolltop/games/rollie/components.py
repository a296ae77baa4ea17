"""Rollie's components and options, and how they fill the rules' Box."""

from collections.abc import Mapping
from typing import Any

from rolltop.games.editions import Edition, Whole, inconsistent
from rolltop.games.options import first_option, first_seat
from rolltop.games.rollie.rules import MAX_BONUS, MAX_PLAYERS, MAX_TOKENS, N_FACES, N_VALUES, R
from rolltop.games.words import N_

COMPONENTS = {
    "values": Whole(-1000, 1000, (N_VALUES,)),
    "bills": Whole(1, 100, (N_VALUES,)),
    "dice": Whole(shape=(2, N_FACES), one_of=("R", *range(-1000, 1001))),
    "start_tokens": Whole(1, MAX_TOKENS),
    "bonus": Whole(1, 10_000, (N_VALUES, -MAX_BONUS)),
    "rounds": Whole(1, MAX_TOKENS),
}

OPTIONS = (first_option(N_("Who rolls first"), MAX_PLAYERS),)


def check(edition: Edition) -> None:
    """Raise BadEdition if values that are each well-formed do not fit together."""
    values = edition.values
    if sorted(set(values["values"])) != values["values"]:
        raise inconsistent(edition, "values", "five different values in ascending order")
    for die in values["dice"]:
        for face in die:
            if face != "R" and face not in values["values"]:
                raise inconsistent(edition, "dice", f"faces that are R or one of the values {values['values']}")
    for tokens in values["bonus"]:
        if sorted(tokens, reverse=True) != tokens:
            raise inconsistent(edition, "bonus", "tokens of a value from the highest to the lowest")
    if values["rounds"] > values["start_tokens"]:
        raise inconsistent(edition, "rounds", "no more rounds than start_tokens")


def fill(box: Any, edition: Edition, options: Mapping[str, str], n_players: int) -> None:
    """Write the components and options into a zeroed Box record. Raises BadOption if an option does not fit."""
    values = edition.values
    box["values"] = values["values"]
    box["bills"] = values["bills"]
    box["n_tokens"] = values["start_tokens"]
    box["n_rounds"] = values["rounds"]
    for value, tokens in enumerate(values["bonus"]):
        box["bonus"][value, : len(tokens)] = tokens
    for die, faces in enumerate(values["dice"]):
        box["dice"][die] = [R if face == "R" else values["values"].index(face) for face in faces]
    box["first_seat"] = first_seat(options["first"], n_players)


def longest(box: Any, n_players: int) -> int:
    """A bound on the events of a game: every turn of a round but the last takes a bill out of the Bank."""
    bills = int(sum(box.bills))
    a_round = 1 + 2 * (bills + 1) + bills + n_players
    return 1 + int(box.n_rounds) * a_round
