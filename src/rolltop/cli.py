"""The command line: `rolltop play`, `rules`, `verify`, `show`, `analyse`, `print`, `games`, `serve`.

What a command needs is imported inside it, so that `--help` and `rules` answer at once.
"""

import io
import json
import locale
import os
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from rolltop.games import shelf
from rolltop.games.errors import BadOption, RolltopError
from rolltop.games.options import chosen
from rolltop.games.words import N_, _, language, negotiate
from rolltop.lab.cli import add_to
from rolltop.play.throwing import Dice
from rolltop.play.undo import Undo

REFUSED = 2  #: exit status of anything Rolltop must refuse


class Commands(TyperGroup):
    """The commands, with help in the user's language and errors as one line."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A command, its help translated."""
        command = super().get_command(ctx, cmd_name)
        for thing in (command, *getattr(command, "params", ())):
            if getattr(thing, "help", None):
                thing.help = _(thing.help)
        return command

    def invoke(self, ctx: Any) -> Any:
        """Run a command; what Rolltop refuses is said in one line on standard error."""
        try:
            return super().invoke(ctx)
        except RolltopError as error:
            from rolltop.terminal.console import told

            typer.echo(f"rolltop: {told(error)}", err=True)
            raise typer.Exit(REFUSED) from None


app = typer.Typer(
    cls=Commands, add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False, rich_markup_mode=None,
    help=N_("Tabletop games at the terminal, in a browser and in Python."),
)  # fmt: skip

GameName = Annotated[str, typer.Argument(metavar="GAME", help=N_("a game on the shelf; `rolltop games` lists them"))]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help=N_("a game record"))]
EditionName = Annotated[
    str | None,
    typer.Option(metavar="FILE|NAME", help=N_("the components to play with: an edition's name, or its .toml file")),
]


def main() -> None:
    """The `rolltop` command."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    with language(users_language()):
        try:
            app(prog_name="rolltop")
        except KeyboardInterrupt:
            raise SystemExit(130) from None


def users_language() -> str:
    """The language that the environment asks for, as far as there is a catalogue."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            wish = locale.normalize(os.environ[name]).partition(".")[0]
            return negotiate(wish.replace("_", "-"))
    return "en"


def show_version(wanted: bool) -> None:
    """Print the version and end."""
    if wanted:
        typer.echo(f"rolltop {version('rolltop')}")
        raise typer.Exit


@app.callback()
def common(
    show: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help=N_("Print the version and end."))
    ] = False,
) -> None:
    """What stands before any command."""


# ---- games and rules -------------------------------------------------------------------------------------------------


@app.command(help=N_("List the games on the shelf."))
def games() -> None:
    """The shelf."""
    from rich.text import Text

    from rolltop.terminal.console import screen

    for kind in shelf.kinds().values():
        least, most = kind.players[0], kind.players[-1]
        numbers = _("%(least)s to %(most)s players, %(minutes)s minutes") % {
            "least": least, "most": most, "minutes": kind.about.MINUTES,
        }  # fmt: skip
        screen().print(
            Text(kind.name, "bold").append(f"  {kind.title}. {_(kind.about.TAGLINE)} {numbers}.", "not bold")
        )
        for each in kind.options:
            screen().print(Text(f"  --option {each.name}={'|'.join(each.choices)}  {_(each.label)}"))
        screen().print(Text(f"  --edition {'|'.join(kind.editions)}"))


@app.command(help=N_("Read how a game is played. With the rules by number, and what is in the box."))
def rules(
    game: GameName,
    edition: EditionName = None,
    pager: Annotated[bool, typer.Option(help=N_("Page through the text if it is longer than the screen."))] = True,
) -> None:
    """How to play."""
    from rolltop.terminal.console import page, screen
    from rolltop.terminal.rules_page import rules_page

    kind = shelf.kind(game)
    editions = [kind.edition(edition)] if edition else kind.editions.values()
    text = rules_page(kind, editions)
    if pager:
        page(screen(), text)
    else:
        screen().print(text)


# ---- playing ---------------------------------------------------------------------------------------------------------


@app.command(help=N_("Play at the terminal, against bots or each other."))
def play(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help=N_("a game on the shelf"))] = None,
    players: Annotated[int | None, typer.Option(help=N_("how many play, you and the bots"))] = None,
    names: Annotated[str, typer.Option(metavar="NAME,NAME", help=N_("names, in the order of the seats"))] = "",
    bots: Annotated[
        str,
        typer.Option(metavar="BOT,BOT", help=N_("who plays the other seats: beginner, casual, club, expert, master")),
    ] = "",
    humans: Annotated[int, typer.Option(help=N_("how many people sit at this keyboard, on the first seats"))] = 1,
    seed: Annotated[int | None, typer.Option(help=N_("dice from a number: the same number, the same dice"))] = None,
    dice: Annotated[
        Dice | None, typer.Option(help=N_("fair: the program rolls; hand: you throw real dice and type what they show"))
    ] = None,
    edition: EditionName = None,
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=CHOICE", help=N_("what the game lets you choose"))
    ] = None,
    undo: Annotated[Undo, typer.Option(help=N_("whether moves may be taken back (free: for study)"))] = Undo.UNTIL_NEWS,
    save: Annotated[
        Path | None, typer.Option(help=N_("a file for the record, written at the end and on leaving"))
    ] = None,
    resume: Annotated[Path | None, typer.Option(help=N_("go on with the game of a record"))] = None,
) -> None:
    """A game at the terminal."""
    from rolltop.terminal.console import first_use, screen
    from rolltop.terminal.playing import Session, leaving_when_told
    from rolltop.terminal.saving import check_can_save
    from rolltop.terminal.seating import seat_everybody
    from rolltop.terminal.starting import begin, ready, take_up

    save_to = save or resume
    if save_to is not None:
        check_can_save(save_to, [] if resume is None else [resume])
    with first_use():
        if resume is not None:
            refuse_with_resume(players=players, names=names, seed=seed, option=option)
            start = take_up(resume, edition, humans, listed(bots), undo, dice)
            if game is not None and shelf.kind(game) is not start.game.kind:
                raise BadOption(N_("%(file)s is a game of %(game)s"), file=resume, game=start.game.kind.title)
        elif game is None:
            raise BadOption(N_("play which game? There are: %(known)s"), known=", ".join(shelf.kinds()))
        else:
            kind = shelf.kind(game)
            seating = seat_everybody(kind, players, humans, listed(bots), listed(names))
            options = chosen(option or [])
            start = begin(kind, seating, seed=seed, edition=edition, options=options, undo=undo, dice=dice or Dice.FAIR)
        ready(start.game.kind)
    with leaving_when_told():
        Session(start, screen(), save_to).run()


def refuse_with_resume(**given: object) -> None:
    """Raise BadOption for what the record of a resumed game says itself."""
    for name, value in given.items():
        if value not in (None, "", []):
            raise BadOption(N_("--%(name)s goes with a new game, not with --resume"), name=name)


def listed(text: str) -> list[str]:
    """The parts of a text with commas."""
    return [part.strip() for part in text.split(",")] if text.strip() else []


# ---- records ---------------------------------------------------------------------------------------------------------


@app.command(
    help=N_(
        "Judge a game record. Is it complete, legal and fair? "
        "Exit status 0: good, 1: not finished or not good, 2: no record."
    )
)
def verify(
    file: RecordFile,
    edition: EditionName = None,
    as_json: Annotated[bool, typer.Option("--json", help=N_("Print the answers as JSON."))] = False,
) -> None:
    """Judge a record."""
    from rolltop.terminal.console import first_use, screen, told
    from rolltop.terminal.showing import judge, report

    try:
        with first_use():
            judgement = judge(file, edition)
    except RolltopError as error:
        if as_json:
            typer.echo(json.dumps({"file": str(file), "good": False, "error": told(error)}, ensure_ascii=False))
        raise
    if as_json:
        typer.echo(json.dumps(judgement.plain(), ensure_ascii=False))
    else:
        report(judgement, screen())
    raise typer.Exit(0 if judgement.good else 1)


@app.command(help=N_("Tell a game record turn by turn, and show the table."))
def show(
    file: RecordFile,
    turn: Annotated[
        int | None, typer.Option(help=N_("only this turn, and the table after it (0: the beginning)"))
    ] = None,
    step: Annotated[bool, typer.Option("--step", help=N_("Go through the record, as you type."))] = False,
    seat: Annotated[int | None, typer.Option(help=N_("as this seat saw it (from 1); else as a spectator"))] = None,
    edition: EditionName = None,
) -> None:
    """Step through a record."""
    from rolltop.games.contract import SPECTATOR
    from rolltop.play import records
    from rolltop.terminal.console import first_use, screen
    from rolltop.terminal.playing import ask_for_line
    from rolltop.terminal.showing import Reader

    with first_use():
        record = records.read_file(file, edition)
    reader = Reader(record, screen(), SPECTATOR if seat is None else seat - 1)
    if step:
        reader.step(ask_for_line)
    else:
        reader.show(turn)


@app.command(
    help=N_(
        "Analyse a game record: each player's chance to win all along it, luck and skill, turning points, accuracy."
    )
)
def analyse(
    file: RecordFile,
    quick: Annotated[bool, typer.Option("--quick", help=N_("Take some seconds instead of up to a minute."))] = False,
    as_json: Annotated[bool, typer.Option("--json", help=N_("Print all of it as JSON."))] = False,
    trials: Annotated[
        int | None, typer.Option(min=16, max=10**6, help=N_("so many games from every position, however long it takes"))
    ] = None,
    seed: Annotated[int, typer.Option(min=0, max=2**31, help=N_("the luck of the games that are played on"))] = 0,
    edition: EditionName = None,
) -> None:
    """Analyse a record."""
    from rolltop.bots import rollouts
    from rolltop.play import records
    from rolltop.terminal.analysing import analysed, doubts, show_analysis
    from rolltop.terminal.console import first_use, screen

    with first_use():
        record = records.read_file(file, edition)
        game = record.game
        rollouts.get_ready(game.kind)
    if not game.history:
        raise BadOption(N_("%(file)s: nothing has happened in this game yet"), file=file)
    analysis = analysed(game, quick=quick, trials=trials, seed=seed)
    if as_json:
        found = {"file": str(file), "game": game.kind.name, "over": game.is_over, "doubts": doubts(record)}
        typer.echo(json.dumps(found | analysis.plain(), ensure_ascii=False))
    else:
        show_analysis(record, analysis, screen())


# ---- paper -----------------------------------------------------------------------------------------------------------


@app.command("print", help=N_("Print score sheets, as a PDF file. Blank ones, or those of a game record."))
def print_sheets(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help=N_("a game on the shelf"))] = None,
    size: Annotated[str, typer.Option(metavar="deluxe|economy", help=N_("one sheet a page, or two"))] = "deluxe",
    paper: Annotated[str, typer.Option(metavar="letter|a4", help=N_("the size of the paper"))] = "letter",
    ink: Annotated[str, typer.Option(metavar="colour|black", help=N_("what the printer has"))] = "colour",
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help=N_("a game record: its sheets, filled in"))
    ] = None,
    seat: Annotated[int | None, typer.Option(help=N_("only this seat's sheet of the record (from 1)"))] = None,
    edition: EditionName = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE", help=N_("where the PDF goes"))] = None,
) -> None:
    """Score sheets."""
    from rolltop.paper import Format
    from rolltop.terminal.console import first_use, screen
    from rolltop.terminal.printing import print_blank, print_record

    form = Format(size, paper, ink)
    if record is None and seat is not None:
        raise BadOption(N_("--seat goes with --record"))
    with first_use():
        if record is None:
            printed = print_blank(game, form, edition, out)
        else:
            printed = print_record(game, record, seat, form, edition, out)
    screen().print(str(printed.path), soft_wrap=True)
    if printed.lacking:
        note = _("warning: no font on this machine has %(letters)s; install one that has, such as Noto Sans")
        typer.echo(f"rolltop: {note % {'letters': printed.lacking}}", err=True)


# ---- the web table ---------------------------------------------------------------------------------------------------


@app.command(help=N_("Open the web table. For others in your network: --host 0.0.0.0"))
def serve(
    host: Annotated[str, typer.Option(help=N_("the address to listen at"))] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help=N_("the port to listen at (0: any that is free)"))] = 8000,
    uds: Annotated[Path | None, typer.Option(metavar="PATH", help=N_("a Unix socket to listen at instead"))] = None,
    fd: Annotated[int | None, typer.Option(min=0, help=N_("a socket to listen at that systemd opened: 3"))] = None,
    data: Annotated[Path, typer.Option(metavar="DIR", help=N_("where the games are kept"))] = Path("var"),
    database: Annotated[
        str | None, typer.Option(metavar="URL", help=N_("where else: postgresql://... (also ROLLTOP_DATABASE)"))
    ] = None,
    workers: Annotated[
        int, typer.Option(min=1, max=64, help=N_("how many processes answer; for more than one: PostgreSQL"))
    ] = 1,
    metrics: Annotated[
        str,
        typer.Option(
            metavar="[HOST:]PORT",
            envvar="ROLLTOP_METRICS",
            show_envvar=False,
            help=N_("where Prometheus finds numbers; without a host only on this machine (also ROLLTOP_METRICS)"),
        ),
    ] = "",
    admin: Annotated[
        bool, typer.Option("--admin", help=N_("Print a link to the operator's pages, or set ROLLTOP_ADMIN_TOKEN."))
    ] = False,
    log_format: Annotated[
        str, typer.Option(metavar="text|json", envvar="ROLLTOP_LOG_FORMAT", show_envvar=False, help=N_("how to log"))
    ] = "text",
    log_level: Annotated[
        str,
        typer.Option(
            metavar="debug|info|warning|error",
            envvar="ROLLTOP_LOG_LEVEL",
            show_envvar=False,
            help=N_("what to log: that and what is graver; info has a line a request"),
        ),
    ] = "warning",
    proxies: Annotated[
        str,
        typer.Option(
            "--proxy",
            metavar="ADDRESS",
            envvar="ROLLTOP_PROXIES",
            show_envvar=False,
            help=N_("proxies whose X-Forwarded headers are believed: addresses, networks, unix (also ROLLTOP_PROXIES)"),
        ),
    ] = "",
    hosts: Annotated[
        str,
        typer.Option(
            "--name",
            metavar="NAME",
            envvar="ROLLTOP_HOSTS",
            show_envvar=False,
            help=N_("names under which the server may be asked for, such as games.example.org (also ROLLTOP_HOSTS)"),
        ),
    ] = "",
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help=N_("Open a browser, where there is one."))
    ] = True,
) -> None:
    """The server."""
    from rolltop import bots
    from rolltop.server.operating import serving
    from rolltop.server.operating.logs import Logs
    from rolltop.terminal.console import first_use
    from rolltop.terminal.starting import ready

    logs = Logs(log_format, log_level)
    if workers == 1 and not bots.all_ready(searches=False):
        with first_use():
            for kind in shelf.kinds().values():
                ready(kind)
    serving.serve(
        host, port, data,
        uds=uds, fd=fd, workers=workers, metrics=metrics, logs=logs, admin=admin, open_browser=open_browser,
        database=database, prepare=True, hurry=workers == 1, proxies=proxies, hosts=hosts,
    )  # fmt: skip


# ---- the laboratory --------------------------------------------------------------------------------------------------

add_to(app)
