"""Who sits at a game at the terminal: people first, then bots, each with a name."""

from collections.abc import Sequence
from dataclasses import dataclass

from rolltop.bots import USUAL, bot
from rolltop.bots.names import bot_name
from rolltop.games.errors import BadOption
from rolltop.games.shelf import Kind
from rolltop.games.words import N_, _
from rolltop.play.game import check_names

HUMAN = "human"
USUAL_PLAYERS = 4


@dataclass(frozen=True)
class Seating:
    """Names, and who plays each seat: HUMAN or the name of a bot."""

    names: tuple[str, ...]
    played_by: tuple[str, ...]

    @property
    def humans(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, player in enumerate(self.played_by) if player == HUMAN]


def seat_everybody(
    kind: Kind,
    players: int | None = None,
    humans: int = 1,
    bots: Sequence[str] = (),
    names: Sequence[str] = (),
) -> Seating:
    """Seats as asked for. Without a number of players it follows from the bots, or is the usual one.

    Fewer bots than there are seats for them are repeated in turn. Raises BadOption if the wishes contradict each other.
    """
    n_players = usual_number(kind, humans, bots, names) if players is None else players
    kind.check_players(n_players)
    if not 0 <= humans <= n_players:
        raise BadOption(
            N_("humans: found %(found)s, expected a number from 0 to the %(most)s players"),
            found=humans, most=n_players,
        )  # fmt: skip
    if len(bots) > n_players - humans:
        raise BadOption(
            N_("found %(found)s bots, but there are only %(most)s seats for them"),
            found=len(bots), most=n_players - humans,
        )  # fmt: skip
    if len(names) > n_players:
        raise BadOption(
            N_("found %(found)s names, expected at most one for each of the %(most)s players"),
            found=len(names), most=n_players,
        )  # fmt: skip
    for name in bots:
        bot(name)
    usual = bots or (USUAL,)
    played_by = [HUMAN] * humans + [usual[index % len(usual)] for index in range(n_players - humans)]
    return Seating(tuple(check_names(with_names(played_by, names))), tuple(played_by))


def usual_number(kind: Kind, humans: int, bots: Sequence[str], names: Sequence[str]) -> int:
    """How many play if nobody said so."""
    if bots:
        return max(humans + len(bots), len(names))
    usual = min(max(USUAL_PLAYERS, kind.players[0]), kind.players[-1])
    return max(usual, humans, len(names))


def with_names(played_by: Sequence[str], given: Sequence[str]) -> list[str]:
    """The given names, and others for the rest."""
    names = [" ".join(name.split()) for name in given]
    several = played_by.count(HUMAN) > 1
    for seat in range(len(names), len(played_by)):
        numbered = _("Player %(number)s") % {"number": seat + 1}
        wanted = numbered if several else _("Player")
        if played_by[seat] != HUMAN:
            wanted = bot_name(names)
        names.append(wanted if wanted not in names else numbered)
    return names


def of_record(kind: Kind, names: Sequence[str], said: str, humans: int, bots: Sequence[str]) -> Seating:
    """The seats of a game that is taken up again: as its record said, or people first and then bots."""
    players = [part.strip() for part in said.split(",")] if said else []
    if len(players) != len(names):
        return seat_everybody(kind, len(names), humans, bots, names)
    for player in players:
        if player != HUMAN:
            bot(player)
    return Seating(tuple(names), tuple(players))
