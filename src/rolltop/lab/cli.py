"""The laboratory's commands. What a command needs is imported inside it, so that `--help` answers at once."""

from pathlib import Path
from typing import Annotated

import typer

from rolltop.games.errors import BadOption
from rolltop.games.words import N_

GameName = Annotated[str, typer.Argument(metavar="GAME", help=N_("a game on the shelf; `rolltop games` lists them"))]
EditionName = Annotated[
    str | None,
    typer.Option(metavar="FILE|NAME", help=N_("the components to play with: an edition's name, or its .toml file")),
]
Options = Annotated[
    list[str] | None, typer.Option(metavar="NAME=CHOICE", help=N_("what the game lets you choose"))
]  # fmt: skip


def add_to(app: typer.Typer) -> None:
    """Give an app the laboratory's commands."""
    app.command(help=N_("Let bots play many games, on all cores or a cluster, and keep what came out."))(simulate)
    app.command(help=N_("Let bots play each other, and rate them. Same dice for everybody on every seat."))(arena)
    app.command(help=N_("Make a page with plots of what `rolltop simulate` wrote. Of two runs: what differs."))(report)


def simulate(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help=N_("a game on the shelf"))] = None,
    players: Annotated[int | None, typer.Option(min=1, help=N_("how many play"))] = None,
    bots: Annotated[
        str | None, typer.Option(metavar="BOT,BOT,...", help=N_("who plays: one for all, or one for each player"))
    ] = None,
    games: Annotated[
        int, typer.Option(min=1, max=2**32 - 1, help=N_("how many games there are to be in all"))
    ] = 10_000,
    edition: EditionName = None,
    option: Options = None,
    seed: Annotated[int, typer.Option(min=0, help=N_("the same number, the same games"))] = 0,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="DIR", help=N_("where the games go; a run there goes on"))
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, help=N_("how many play at a time; else all cores"))] = None,
    cluster: Annotated[bool, typer.Option("--cluster", help=N_("Let the workers of a Ray cluster play."))] = False,
    address: Annotated[
        str | None, typer.Option(help=N_("that of a cluster that is running; else one is started here"))
    ] = None,
    summary: Annotated[
        Path | None, typer.Option(metavar="DIR", help=N_("only print the summary of the run that is there"))
    ] = None,
) -> None:
    """Many games."""
    from rolltop.lab.simulating import Asked, play, summarize

    if summary is not None:
        summarize(summary)
    else:
        names = [] if bots is None else named(bots)
        asked = Asked(game, names, players, games, edition, option or [], seed, out)
        play(asked, workers, address, on_cluster=cluster or address is not None)


def arena(
    game: GameName,
    bots: Annotated[str, typer.Option(metavar="BOT,BOT,...", help=N_("who plays; with --sprt: A,B"))],
    players: Annotated[int | None, typer.Option(min=1, help=N_("how many sit at a table"))] = None,
    games: Annotated[
        int, typer.Option(min=1, help=N_("how many games each table plays, rounded up; with --sprt: at most, in all"))
    ] = 1000,
    edition: EditionName = None,
    option: Options = None,
    seed: Annotated[int, typer.Option(min=0, help=N_("the same number, the same games"))] = 0,
    sprt: Annotated[
        bool, typer.Option("--sprt", help=N_("Ask only whether A is stronger than B, and stop when that is sure."))
    ] = False,
    elo0: Annotated[
        float | None,
        typer.Option(show_default="0", help=N_("with --sprt: A is not stronger if it is so many points above B ...")),
    ] = None,
    elo1: Annotated[float | None, typer.Option(show_default="20", help=N_("... and stronger if it is so many"))] = None,
    alpha: Annotated[
        float | None, typer.Option(show_default="0.05", help=N_('how often "stronger" may be wrong'))
    ] = None,
    beta: Annotated[
        float | None, typer.Option(show_default="0.05", help=N_('how often "not stronger" may be wrong'))
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help=N_("a file for the results, as JSON"))
    ] = None,
) -> None:
    """Bots against each other."""
    from rolltop.lab.contest import Setup, rate, test
    from rolltop.lab.sprt import Sprt

    asked = {"elo0": elo0, "elo1": elo1, "alpha": alpha, "beta": beta}
    of_test = {name: value for name, value in asked.items() if value is not None}
    if of_test and not sprt:
        raise BadOption(N_("--%(name)s goes with --sprt"), name=next(iter(of_test)))
    setup = Setup.of(game, named(bots), players, edition, option or [], seed)
    if sprt:
        test(setup, games, Sprt(**of_test), out)
    else:
        rate(setup, games, out)


def named(bots: str) -> list[str]:
    """The bots that were typed. Raises BadOption for a name that is empty."""
    names = [name.strip() for name in bots.split(",")]
    if not all(names):
        raise BadOption(N_("--bots: found %(found)s, expected names with a comma between two"), found=repr(bots))
    return names


def report(
    run: Annotated[Path, typer.Argument(metavar="DIR", help=N_("where `rolltop simulate` wrote to"))],
    other: Annotated[Path | None, typer.Argument(metavar="OTHER", help=N_("another run, to compare with"))] = None,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help=N_("where the page goes"))] = Path(
        "report.html"
    ),
) -> None:
    """A page with plots."""
    from rolltop.lab.report import write

    typer.echo(str(write(run, other, out)))
