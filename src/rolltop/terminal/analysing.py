"""The analysis of a game at the terminal: a graph, luck and skill apart, turning points."""

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.padding import Padding
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from rolltop.bots.analysis import QUICK, SECONDS, Analysis, Choice, analyse
from rolltop.bots.hints import Estimate
from rolltop.games.words import _
from rolltop.play.game import Game
from rolltop.play.records import Record, result_text
from rolltop.terminal.showing import turn_ends

BARS = "▁▂▃▄▅▆▇█"
WIDTH = 48  #: characters of the graph
WORST = 5  #: choices that are named


def analysed(game: Game, *, quick: bool, trials: int | None, seed: int) -> Analysis:
    """Analyse a game; how far that is shows on standard error, if that is a terminal."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(_("Playing on from every position"), total=1.0)
        return analyse(
            game,
            seconds=QUICK if quick else SECONDS,
            trials=trials,
            seed=seed,
            progress=lambda part: progress.update(task, completed=part),
        )


def doubts(record: Record) -> list[str]:
    """What to know of a record before its analysis is believed: it is not of a whole game, or not of that result."""
    game, found = record.game, []
    if not game.is_over:
        text = _("The game is not over: the record ends after turn %(turn)s, and the analysis with it.")
        found.append(text % {"turn": len(turn_ends(game))})
    if record.result != result_text(game):
        text = _("the header's result is %(found)s, the moves give %(right)s")
        found.append(text % {"found": repr(record.result), "right": repr(result_text(game))})
    return found


def show_analysis(record: Record, analysis: Analysis, console: Console) -> None:
    """Print it."""
    game = record.game
    for doubt in doubts(record):
        console.print(Text(_("warning: %(text)s") % {"text": doubt}, "yellow"), soft_wrap=True)
    to_the_end = _("Chance to win, from the beginning to the end")
    console.print(Text(to_the_end if game.is_over else _("Chance to win, as far as the record goes"), "bold"))
    console.print(Padding(graph(analysis), (0, 0, 1, 2)))
    console.print(Text(_("What changed it"), "bold"))
    console.print(Padding(players(analysis), (0, 0, 0, 2)))
    console.print(Text(_("± is the margin of 95 %%; %(n)s games were played on from every position.") % {
        "n": analysis.trials}, "dim"))  # fmt: skip
    for title, lines in (
        (_("Turning points"), list(turning_points(game, analysis))),
        (_("Choices that gave most away"), list(worst_choices(game, analysis))),
    ):
        if lines:
            console.print(Text("\n" + title, "bold"))
        for line in lines:
            console.print(Padding(line, (0, 0, 0, 2)))


def graph(analysis: Analysis) -> Table:
    """A row of bars for each player."""
    table = Table.grid(padding=(0, 1, 0, 0))
    for _column in range(4):
        table.add_column(no_wrap=True)
    last = len(analysis.chances) - 1
    columns = [round(last * column / (WIDTH - 1)) for column in range(WIDTH)]
    for seat, name in enumerate(analysis.names):
        means = [analysis.chances[position][seat].mean for position in columns]
        bars = "".join(BARS[min(len(BARS) - 1, round(mean * (len(BARS) - 1)))] for mean in means)
        table.add_row(Text(name), f"{100 * means[0]:3.0f} %", bars, f"{100 * means[-1]:3.0f} %")
    return table


def players(analysis: Analysis) -> Table:
    """Luck and choices of each player."""
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column(no_wrap=True)
    titles = [_("luck"), _("own choices"), _("others' choices"), _("together"), _("given away"), _("accuracy")]
    if len(analysis.names) == 1:
        titles.remove(_("others' choices"))
    for title in titles:
        table.add_column(title, justify="right")
    for name, player in zip(analysis.names, analysis.players, strict=True):
        parts = [player.luck, player.own, *([player.others] if len(analysis.names) > 1 else [])]
        table.add_row(
            Text(name, "bold"),
            *(change(part) for part in parts),
            f"{100 * (player.end.mean - player.start.mean):+.0f} %",
            f"{100 * player.given_away:.0f} %",
            "–" if player.accuracy is None else f"{player.accuracy:.0f}",
        )
    return table


def change(part: Estimate) -> str:
    """A change of the chance to win, with its margin."""
    return f"{100 * part.mean:+.0f} ± {100 * part.margin:.0f}\N{NO-BREAK SPACE}%"


def turning_points(game: Game, analysis: Analysis) -> Iterator[Text]:
    """Each with its turn, as `rolltop show` counts them, whose chance changed, and what happened."""
    ends = turn_ends(game)
    for point in analysis.turning_points:
        told = " ".join(line.text(lambda seat: analysis.names[seat]) for line in point.lines)
        effect = f"{analysis.names[point.seat]} {change(point.step.change[point.seat])}"
        yield Text(f"{turn_of(ends, point.step.end)}. ").append(effect, "bold").append(f"  {told}")


def worst_choices(game: Game, analysis: Analysis) -> Iterator[Text]:
    """The choices that gave most away, with what would have been better."""
    ends = turn_ends(game)

    def loss(choice: Choice) -> float:
        return -choice.given_away

    for choice in [choice for choice in sorted(analysis.choices, key=loss) if choice.given_away][:WORST]:
        words = _("%(name)s: %(move)s, where %(best)s was better by at least %(loss)s %%") % {
            "name": analysis.names[choice.seat], "move": choice.move, "best": choice.best,
            "loss": f"{100 * choice.given_away:.0f}",
        }  # fmt: skip
        yield Text(f"{turn_of(ends, choice.at + 1)}. {words}")


def turn_of(ends: Sequence[int], length: int) -> int:
    """The turn in which the history came to have this length."""
    return next((turn for turn, end in enumerate(ends, 1) if end >= length), len(ends))
