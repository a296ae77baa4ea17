"""`rolltop arena`: sets an arena up, plays it under a progress bar, and prints what came out."""

import json
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil, isfinite
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from rolltop.games import shelf
from rolltop.games.editions import Edition
from rolltop.games.errors import BadOption
from rolltop.games.options import chosen
from rolltop.games.words import N_, _
from rolltop.lab.arena import Arena
from rolltop.lab.ratings import Estimate, pairwise
from rolltop.lab.sprt import Sprt
from rolltop.lab.standings import Record, Standings

FEW = 10  #: groups a table, below which intervals are not to be trusted


@dataclass(frozen=True)
class Setup:
    """What is to be played."""

    arena: Arena
    edition: Edition
    options: dict[str, str]

    @classmethod
    def of(
        cls, game: str, bots: Sequence[str], players: int | None, edition: str | None, options: list[str], seed: int
    ) -> "Setup":
        """From what was typed. Raises BadOption and BadEdition."""
        kind = shelf.kind(game)
        n_players = max(2, kind.players[0]) if players is None else players
        agreed = chosen(options)
        components = kind.edition(edition)
        boxes = kind.box(components, agreed, n_players)
        return cls(Arena(kind, boxes, tuple(bots), n_players, seed), components, agreed)

    def plain(self) -> dict[str, Any]:
        """As data for JSON: all that is needed to play the same games again."""
        return {
            "game": self.arena.kind.name,
            "edition": self.edition.name,
            "edition_digest": self.edition.digest,
            "options": self.options,
            "players": self.arena.n_players,
            "bots": list(self.arena.bots),
            "seed": self.arena.seed,
        }


# ---- rating ----------------------------------------------------------------------------------------------------------


def rate(setup: Setup, games: int, out: Path | None) -> None:
    """Play `games` games at every table, rounded up to whole groups, and print the list."""
    arena = setup.arena
    check_writable(out)
    arena.get_ready()
    record = Record(arena)
    n_groups = ceil(games / arena.n_players)
    with bar(n_groups * len(arena.tables) * arena.n_players) as progress, until_interrupted():
        for table, played in arena.play(n_groups):
            record.add(table, played)
            progress(record.games)
    if not record.games:
        return
    standings = record.standings()
    show(standings, arena)
    if record.groups < FEW * len(arena.tables):
        screen().print(_("Too few games for the intervals to be trusted."))
    save(out, {**setup.plain(), **standings.plain()})


def show(standings: Standings, arena: Arena) -> None:
    """Print the list, and who won how much against whom."""
    rated = any(bot.rating for bot in standings.bots)
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(_("bot"))
    for title in [*([_("rating"), _("above next")] if rated else []), _("won"), _("score")]:
        table.add_column(title, justify="right")
    if rated:
        table.add_column(_("margin"), justify="right")
    table.add_column(_("games"), justify="right")
    for bot in standings.bots:
        cells = [number(bot.rating, "+z.0f"), number(bot.above_next, "+z.0f")] if rated else []
        cells += [percent(bot.won), number(bot.score, ".1f"), *([number(bot.margin, "+z.1f")] if rated else [])]
        table.add_row(bot.name, *cells, str(bot.games))
    screen().print(table)
    if len(standings.bots) > 2:
        show_meetings(standings)
    if rated:
        text = _(
            "%(games)s games in %(groups)s groups with the same dice; ratings on the Elo scale, their mean 0; ±: 95 %%"
        )
        screen().print(text % {"games": standings.games, "groups": standings.groups})
    else:
        screen().print(_("%(games)s games, everybody with the same dice; ±: 95 %%") % {"games": standings.games})


def show_meetings(standings: Standings) -> None:
    """Print which part of its meetings each bot won."""
    names = [bot.name for bot in standings.bots]
    if not any(standings.against.values()):
        return
    table = Table(
        box=None,
        pad_edge=False,
        header_style="bold",
    )
    table.add_column(_("won against"))
    for name in names:
        table.add_column(name, justify="right")
    for name in names:
        row = standings.against[name]
        table.add_row(name, *(percent(row[other]) if other in row else "" for other in names))
    screen().print(table)


def number(found: Estimate | None, form: str) -> str:
    """An estimate with half the width of its interval."""
    return "" if found is None else f"{found.value:{form}} ±{found.margin:{form.strip('+z')}}"


def percent(found: Estimate) -> str:
    """A share in per cent."""
    return f"{100 * found.value:.1f} % ±{100 * found.margin:.1f}"


# ---- testing ---------------------------------------------------------------------------------------------------------


def test(setup: Setup, games: int, sprt: Sprt, out: Path | None) -> None:
    """Play until it is sure whether the first bot is stronger than the second, or `games` games are played."""
    arena = setup.arena
    if len(arena.bots) != 2 or arena.n_players < 2:
        raise BadOption(N_("--sprt: found %(bots)s at %(players)s seats, expected two bots and two seats or more"),
                        bots=",".join(arena.bots), players=arena.n_players)  # fmt: skip
    check_writable(out)
    arena.get_ready()
    played, a_group = 0, len(arena.tables) * arena.n_players
    with bar(ceil(games / a_group) * a_group) as progress, until_interrupted():
        for score in scores(arena, ceil(games / a_group)):
            sprt.add(score)
            played += a_group
            progress(played, f"LLR {sprt.llr:+.2f} ({sprt.lower:.2f}, {sprt.upper:.2f})")
            if sprt.verdict:
                break
    if not played:
        return
    tell(sprt, arena, played)
    save(out, {**setup.plain(), "games": played, **result(sprt)})


def scores(arena: Arena, n_groups: int) -> Iterator[float]:
    """The first bot's mean score against the second in one group after the other, all tables together."""
    waiting: list[list[float]] = [[] for _table in arena.tables]
    wins: list[list[float]] = [[] for _table in arena.tables]
    for table, games in arena.play(n_groups):
        found = pairwise(games.entrants, games.places, 2)
        wins[table] += found[:, 0, 1].tolist()
        waiting[table] += (found[:, 0, 1] + found[:, 1, 0]).tolist()
        while all(waiting):
            yield sum(part.pop(0) for part in wins) / sum(part.pop(0) for part in waiting)


def tell(sprt: Sprt, arena: Arena, games: int) -> None:
    """Print the verdict."""
    values = {"a": arena.bots[0], "b": arena.bots[1], "elo0": f"{sprt.elo0:g}", "elo1": f"{sprt.elo1:g}"}
    verdicts = {
        "elo1": _("%(a)s is stronger than %(b)s: %(elo1)s points rather than %(elo0)s."),
        "elo0": _("%(a)s is not stronger than %(b)s: %(elo0)s points rather than %(elo1)s."),
        None: _("Not decided between %(elo0)s and %(elo1)s points of %(a)s above %(b)s."),
    }
    screen().print(verdicts[sprt.verdict] % values)
    screen().print(f"LLR {sprt.llr:+.2f} ({sprt.lower:.2f}, {sprt.upper:.2f})")
    text = _(
        "%(games)s games in %(groups)s groups with the same dice: %(a)s scores %(score)s, %(elo)s points; ±: 95 %%"
    )
    screen().print(
        text % {**values, "games": games, "groups": sprt.groups, "score": percent(sprt.score), "elo": points(sprt.elo)}
    )


def points(elo: Estimate) -> str:
    """A difference in points and the ends of its interval, which is not even and may be endless."""
    return f"{elo.value:+z.0f} ({elo.low:+z.0f} … {elo.high:+z.0f})"


def result(sprt: Sprt) -> dict[str, Any]:
    """A test as data for JSON; points that are infinite are null."""
    elo = {name: round(value, 2) if isfinite(value) else None for name, value in vars(sprt.elo).items()}
    return {
        "sprt": {"elo0": sprt.elo0, "elo1": sprt.elo1, "alpha": sprt.alpha, "beta": sprt.beta},
        "verdict": sprt.verdict,
        "llr": round(sprt.llr, 4),
        "bounds": [round(sprt.lower, 4), round(sprt.upper, 4)],
        "groups": sprt.groups,
        "score": {name: round(value, 4) for name, value in vars(sprt.score).items()},
        "elo": elo,
    }


# ---- about all that ------------------------------------------------------------------------------------------------


def screen() -> Console:
    """Standard output; no markup is read, and no colours go into a pipe."""
    return Console(highlight=False, markup=False, emoji=False)


@contextmanager
def bar(total: int) -> Iterator[Any]:
    """A progress bar on standard error, if that is a terminal. Gives what moves it to a number of games, and a note."""
    console = Console(stderr=True, highlight=False, markup=False, emoji=False)
    note = TextColumn("{task.fields[note]}")
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn(_("games")), TimeRemainingColumn(), note)
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task("", total=total, note="")
        yield lambda games, note="": progress.update(task, completed=games, note=note)


@contextmanager
def until_interrupted() -> Iterator[None]:
    """Let the user end the games early, with Ctrl-C: what was played counts."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    except KeyboardInterrupt:
        Console(stderr=True).print(_("Interrupted. What follows is of the games played so far."))
    finally:
        signal.signal(signal.SIGTERM, before)


def check_writable(out: Path | None) -> None:
    """Raise BadOption before hours of games if their results could not be written. A file that is there stays."""
    if out is None:
        return
    if not out.parent.is_dir():
        raise BadOption(N_("--out %(file)s: there is no folder %(folder)s"), file=out, folder=out.parent)
    if out.is_dir():
        raise BadOption(N_("--out %(file)s: found a folder, expected the name of a file"), file=out)
    new = not out.exists()
    try:
        out.open("a").close()
        if new:
            out.unlink()
    except OSError as error:
        raise cannot_write(out, error) from None


def cannot_write(out: Path, error: OSError) -> BadOption:
    """The error for results that could not be written."""
    return BadOption(N_("--out %(file)s: cannot write: %(error)s"), file=out, error=error.strerror)


def save(out: Path | None, content: dict[str, Any]) -> None:
    """Write results as JSON. Raises BadOption."""
    if out is not None:
        try:
            out.write_text(json.dumps(content, indent=2, allow_nan=False) + "\n", "utf-8")
        except OSError as error:
            raise cannot_write(out, error) from None
