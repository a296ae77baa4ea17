"""Options of a game: what a table may agree on before it starts."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rolltop.games.errors import BadOption
from rolltop.games.telling import Telling
from rolltop.games.words import N_

DRAWN = -1  #: first_seat(): luck decides


@dataclass(frozen=True)
class Option:
    """One thing to agree on: its name, a label for people (English, for gettext), and the choices with theirs.

    `players` are the player counts at which there is anything to agree on; None: all.
    """

    name: str
    label: str
    choices: Mapping[str, Telling]
    default: str
    players: range | None = None

    def concerns(self, n_players: int) -> bool:
        """Does this option matter with so many players?"""
        return self.players is None or n_players in self.players


def complete(offered: Iterable[Option], chosen: Mapping[str, str], n_players: int) -> dict[str, str]:
    """The chosen options with defaults for the rest, as far as they matter with so many players.

    Raises BadOption for an unknown name or choice, or one that is for other numbers of players.
    """
    known = {option.name: option for option in offered}
    for name, choice in chosen.items():
        if name not in known:
            raise BadOption(
                "no option %(name)s; there are: %(known)s", name=repr(name), known=", ".join(known) or "none"
            )
        option = known[name]
        if not isinstance(choice, str) or choice not in option.choices:
            raise BadOption(
                "option %(name)s: found %(choice)s, expected one of %(known)s",
                name=name, choice=repr(choice), known=", ".join(option.choices),
            )  # fmt: skip
        if not option.concerns(n_players) and choice != option.default:
            raise BadOption(
                "option %(name)s=%(choice)s is not for %(found)s players, but for %(players)s",
                name=name, choice=choice, found=n_players, players=", ".join(map(str, option.players or ())),
            )  # fmt: skip
    return {name: chosen.get(name, option.default) for name, option in known.items() if option.concerns(n_players)}


def chosen(pairs: Iterable[str]) -> dict[str, str]:
    """Options given as NAME=CHOICE. Raises BadOption."""
    for pair in pairs:
        if "=" not in pair:
            raise BadOption(N_("option: found %(found)s, expected NAME=CHOICE"), found=repr(pair))
    return {name.strip(): choice.strip() for name, _equals, choice in (pair.partition("=") for pair in pairs)}


def first_option(label: str, most: int, players: range | None = None) -> Option:
    """The option ``first``: which seat begins, of up to `most`, or that it is drawn."""
    seats = {str(seat): Telling(N_("seat %(number)s"), {"number": seat}) for seat in range(1, most + 1)}
    return Option("first", label, {"random": Telling(N_("drawn at random")), **seats}, "random", players)


def first_seat(choice: str, n_players: int) -> int:
    """The seat that begins, counted from 0, or DRAWN. Raises BadOption."""
    if choice == "random":
        return DRAWN
    if int(choice) > n_players:
        raise BadOption(
            "option first: found seat %(seat)s, expected random or a seat from 1 to %(n)s", seat=choice, n=n_players
        )
    return int(choice) - 1
