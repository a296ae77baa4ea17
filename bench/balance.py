"""How Rolimã's house values play: whole races of sensible bots, ``python -m bench.balance [--games N] [--docs FILE]``.

A share is a part of the fair one: 1.00 if all seats, or all places of the row at the start, win equally often. Margins
are those of 95 %. Seats are counted from the one that had the first horn; a shared win counts in equal parts.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from numpy.typing import NDArray

from rolltop.bots.choosing import duel
from rolltop.bots.levels import skills_of
from rolltop.bots.skills import Desk, desk
from rolltop.games import kernel, shelf
from rolltop.games.contract import OVER
from rolltop.games.kernel import rule
from rolltop.games.luck import seeded
from rolltop.games.rolima.moves import HILLS
from rolltop.games.rolima.state import HAND, N_CARTS, Phase
from rolltop.games.shelf import Kind

BEGIN, END = "<!-- python -m bench.balance --docs begins -->\n", "<!-- ends -->\n"
NUMBERS = 10  #: 1 to 9, and first the 0/10 cards
GROUPS = {"0/10": slice(0, 1), "1 to 3": slice(1, 4), "4 to 6": slice(4, 7), "7 to 9": slice(7, 10)}
Shares = NDArray[np.float64]

rules: Any = None  # bound when the module is loaded compiled
bots: Any = None
engine: Any = None

# ---- races -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Races:
    """What came out of many races, a row each; of the cards, sums over all of them by number."""

    rounds: NDArray[np.int64]
    starts: NDArray[np.int64]  #: the place in the row at the start of the first, second, ... cart at the end
    wins: Shares  #: by distance from the first horn
    margins: NDArray[np.int64]  #: the best total less the next
    held: NDArray[np.int64]  #: cards in hands at the end
    brought: NDArray[np.int64]  #: what those brought
    played: NDArray[np.int64]

    def seats(self) -> Shares:
        """Each seat's part of its fair share."""
        return np.asarray(self.wins.mean(axis=0) * self.wins.shape[1])

    def rows(self, place: int = 0) -> Shares:
        """How often each place of the row at the start came to a place at the end, as part of the fair share."""
        return np.bincount(self.starts[:, place], minlength=N_CARTS) / len(self.starts) * N_CARTS

    def podium(self) -> Shares:
        """The same for the first three places together."""
        return np.asarray(sum(self.rows(place) for place in range(3)) / 3)


def races(kind: Kind, n_players: int, n: int, **options: str) -> Races:
    """Let sensible bots run `n` races."""
    engine = kind.algorithm("rolltop.games.engine")
    bots = duel(kind, searches=False)
    bound: dict[str, Any] = {"rules": kernel.load(kind.rules.__name__), "bots": bots, "engine": engine}
    compiled = kernel.load(__name__, inline=False, **bound)
    out = Races(
        np.zeros(n, np.int64),
        np.zeros((n, N_CARTS), np.int64),
        np.zeros((n, n_players)),
        np.zeros(n, np.int64),
        *(np.zeros(NUMBERS, np.int64) for _ in range(3)),
    )
    boxes = kind.box(options=options, n_players=n_players)
    compiled.run_races(
        np.zeros(3, kind.game_layout), boxes, seeded(1), desk(kind, skills_of(kind, ["sensible"])), n_players,
        out.rounds, out.starts, out.wins, out.margins, out.held, out.brought, out.played,
    )  # fmt: skip
    return out


@rule
def run_races(
    records: Any,
    boxes: Any,
    lucks: Any,
    table: Desk,
    n_players: int,
    rounds: NDArray[np.int64],
    starts: NDArray[np.int64],
    wins: NDArray[np.float64],
    margins: NDArray[np.int64],
    held: NDArray[np.int64],
    brought: NDArray[np.int64],
    played: NDArray[np.int64],
) -> None:
    """Fill a row of the arrays a race. `records` are three zeroed games to work on."""
    row = np.empty(N_CARTS, np.int64)
    scores, places = np.empty(n_players, np.int32), np.empty(n_players, np.int8)
    for number in range(len(rounds)):
        game = records[0:1]
        game[0] = records[2]
        rules.set_up(game[0], boxes[0], n_players)
        seat = engine.run_chance(game[0], boxes[0], lucks[0])
        for cart in range(N_CARTS):
            row[cart] = game[0].place[cart]
        horn = int(game[0].horn)
        while seat != OVER:
            records[1] = game[0]
            rules.seen(records[1], boxes[0], seat)
            action = bots.choose(records[1:2], boxes, lucks, table, 0)
            if game[0].phase == Phase.CHEER:
                played[max(0, boxes[0].number[game[0].hands[seat][action]])] += 1
            rules.play(game[0], boxes[0], action)
            seat = engine.run_chance(game[0], boxes[0], lucks[0])
        rules.score(game[0], boxes[0], scores)
        rules.rank(game[0], boxes[0], scores, places)
        rounds[number] = game[0].round_no
        for cart in range(N_CARTS):
            starts[number][game[0].place[cart]] = row[cart]
        winners, best, second = 0, 0, 0
        for seat in range(n_players):
            winners += 1 if places[seat] == 1 else 0
            if scores[seat] > best:
                best, second = scores[seat], best
            else:
                second = max(second, scores[seat])
            for slot in range(HAND):
                card = game[0].hands[seat][slot]
                if card >= 0:
                    kept = max(0, boxes[0].number[card])
                    held[kept] += 1
                    brought[kept] += boxes[0].gum[card] * boxes[0].podium[game[0].place[boxes[0].colour[card]]]
        margins[number] = best - second
        for seat in range(n_players):
            if places[seat] == 1:
                wins[number][(seat - horn + n_players) % n_players] = 1.0 / winners


# ---- the report ------------------------------------------------------------------------------------------------------


app = typer.Typer(pretty_exceptions_enable=False, add_completion=False)


@app.command()
def main(
    games: Annotated[int, typer.Option(min=10, max=1_000_000, help="races for each line")] = 20_000,
    docs: Annotated[Path | None, typer.Option(help="put the tables into this Markdown file")] = None,
) -> None:
    """Run the races and print the tables."""
    text = docs.read_text(encoding="utf-8") if docs is not None else BEGIN + END
    if text.find(BEGIN) < 0 or text.find(END) < text.find(BEGIN):
        raise typer.BadParameter(f"--docs: expected a file with the lines {BEGIN.strip()} and {END.strip()}")
    tables = "\n".join(report(shelf.kind("rolima"), games))
    if docs is None:
        print(tables)
    else:
        before, _, rest = text.partition(BEGIN)
        docs.write_text(f"{before}{BEGIN}\n{tables}\n{END}{rest.partition(END)[2]}", encoding="utf-8")


def report(kind: Kind, games: int) -> Iterator[str]:
    """All tables, in Markdown."""
    by_players = {str(n): races(kind, n, games) for n in kind.players}
    share, podium = share_margin(games, 1 / N_CARTS, N_CARTS), share_margin(games, 3 / N_CARTS, N_CARTS / 3)
    rounds = 1.96 * by_players["4"].rounds.std() / sqrt(games)
    yield f"{games:,} races a line. A place of the row at the start is right to ±{share:.2f} if it is about winning,"
    yield f"to ±{podium:.2f} if about the podium, a mean number of rounds to ±{rounds:.2f}.\n"
    yield "### Rounds, and how far the winner is ahead\n"
    short = {n: races(kind, int(n), games, race="three") for n in by_players}
    head: tuple[str, ...] = (
        "players",
        "rounds",
        "19 of 20 races",
        "short race",
        "19 of 20",
        "margin",
        "won by 2 or less",
    )
    yield from table(head, (length_cells(n, found, short[n]) for n, found in by_players.items()))
    yield "### Seats, from the first horn clockwise: part of the fair share of wins\n"
    yield from table(("players", "±", *map(str, range(1, 7))), (seat_cells(n, r) for n, r in by_players.items()))
    yield "### Places in the row at the start, the front one first: part of the fair share\n"
    head = ("players", *(f"{n}: wins" for n in range(1, 6)), *(f"{n}: podium" for n in range(1, 6)))
    yield from table(head, ((n, *shares(r.rows()), *shares(r.podium())) for n, r in by_players.items()))
    yield "### Cards: what a bet brings, the part of the bets and of the cheers\n"
    groups = [name for name in GROUPS if name != "0/10"]
    head = ("players", *(f"{what} {name}" for what in ("brings", "bets", "cheers") for name in groups))
    yield from table(head, ((n, *card_cells(r, groups)) for n, r in by_players.items()))
    yield "### Every number, four players\n"
    yield from table(("number", "brings", "bets", "cheers"), number_rows(by_players["4"]))
    yield "### Hill cards, each beside the first section, and modes; four players\n"
    yield from table(HEAD, (effect(name, races(kind, 4, games, **options)) for name, options in changes()))


HEAD = ("with", "rounds", "margin", "best seat", "worst seat", "front cart wins", "0/10 brings", *list(GROUPS)[1:])


def changes() -> Iterator[tuple[str, Mapping[str, str]]]:
    """What the last table compares."""
    yield "as drawn", {}
    yield "no hill rules", {"hill_rules": "no"}
    for hill in HILLS:
        yield hill.replace("_", " "), {"hill_1": hill}
    yield "0/10 cards", {"zero_ten": "yes"}
    yield "bubble-gum cards", {"gum_cards": "yes"}
    yield "both", {"zero_ten": "yes", "gum_cards": "yes"}


def effect(name: str, found: Races) -> tuple[str, ...]:
    """A line of the last table."""
    seats = found.seats()
    numbers = (found.rounds.mean(), found.margins.mean(), seats.max(), seats.min(), found.rows()[0])
    zero_ten = f"{brings(found, '0/10'):.2f}" if found.held[0] else ""
    return (name, *shares(numbers), zero_ten, *(f"{brings(found, group):.2f}" for group in list(GROUPS)[1:]))


def length_cells(n: str, found: Races, short: Races) -> tuple[str, ...]:
    close = float((found.margins <= 2).mean())
    return (n, *span(found), *span(short), f"{found.margins.mean():.1f}", f"{close:.0%}")


def span(found: Races) -> tuple[str, str]:
    """The mean number of rounds, and the middle 95 % of races."""
    low, high = np.percentile(found.rounds, (2.5, 97.5))
    return f"{found.rounds.mean():.1f}", f"{low:.0f} to {high:.0f}"


def seat_cells(n: str, found: Races) -> tuple[str, ...]:
    margin = share_margin(len(found.rounds), 1 / int(n), int(n))
    return (n, f"{margin:.2f}", *shares(found.seats()), *[""] * (6 - int(n)))


def card_cells(found: Races, groups: list[str]) -> tuple[str, ...]:
    """What the bets of each group bring, their part of all bets, and of all cheers."""
    bets = [f"{found.held[GROUPS[name]].sum() / found.held.sum():.0%}" for name in groups]
    cheers = [f"{found.played[GROUPS[name]].sum() / found.played.sum():.0%}" for name in groups]
    return (*(f"{brings(found, name):.1f}" for name in groups), *bets, *cheers)


def number_rows(found: Races) -> Iterator[tuple[str, ...]]:
    for number in range(1, NUMBERS):
        held, played = found.held[number], found.played[number]
        brought = found.brought[number] / max(1, held)
        yield str(number), f"{brought:.2f}", f"{held / found.held.sum():.1%}", f"{played / found.played.sum():.1%}"


def brings(found: Races, group: str) -> float:
    """What a card of a group brings whoever has it at the end, on average."""
    return float(found.brought[GROUPS[group]].sum() / max(1, found.held[GROUPS[group]].sum()))


def share_margin(games: int, share: float, fair: float) -> float:
    """Half the width of the 95 % interval about a part `share` of the games, multiplied by `fair`."""
    return 1.96 * sqrt(share * (1 - share) / games) * fair


def shares(numbers: Any) -> list[str]:
    return [f"{number:.2f}" for number in numbers]


def table(head: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> Iterator[str]:
    """A Markdown table and an empty line."""
    for line in (head, ("---",) * len(head), *rows):
        yield "| " + " | ".join(line) + " |"
    yield ""


if __name__ == "__main__":
    app(prog_name="python -m bench.balance")
