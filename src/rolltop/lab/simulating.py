"""`rolltop simulate`: what was typed, the progress bar, and what is printed."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from rolltop.games import shelf
from rolltop.games.errors import BadOption
from rolltop.games.options import chosen
from rolltop.games.words import N_, _
from rolltop.lab.extras import needs

WIDE = 120  #: columns of a summary that goes to a file or a pipe


@dataclass(frozen=True)
class Asked:
    """What was typed."""

    game: str | None
    bots: list[str]
    players: int | None
    games: int
    edition: str | None
    options: list[str]
    seed: int
    out: Path | None


def play(asked: Asked, workers: int | None, address: str | None, on_cluster: bool) -> None:
    """Play, and print the summary. Raises BadOption, BadEdition, BadRun and MissingExtra."""
    needs("lab", "polars")
    from rolltop.lab.simulate import by_threads, cores, plan, simulate

    if asked.game is None:
        raise BadOption(N_("simulate which game? There are: %(known)s"), known=", ".join(shelf.kinds()))
    if asked.out is None:
        raise BadOption(N_("simulate: where are the games to go? --out DIR"))
    wanted = plan(asked.game, asked.bots, asked.players, asked.games, asked.edition, chosen(asked.options), asked.seed)
    if on_cluster:
        needs("cluster", "ray")
        from rolltop.lab.cluster import by_ray

        work = by_ray(address, workers)
    else:
        work = by_threads(workers or cores())
    with bar(asked.games) as moved, told_when_interrupted(asked.out):
        simulate(wanted, asked.out, work, moved)
    summarize(asked.out)


def summarize(folder: Path) -> None:
    """Print the summary of a run. Raises BadRun and MissingExtra."""
    needs("lab", "polars")
    from rolltop.lab.runs import open_run
    from rolltop.lab.summary import show

    console = Console(highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = WIDE
    show(open_run(folder), console)


@contextmanager
def told_when_interrupted(folder: Path) -> Iterator[None]:
    """When it is interrupted, say how to go on."""
    try:
        yield
    except KeyboardInterrupt:
        text = _("Interrupted. What was played is in %(folder)s; the same command goes on.") % {"folder": folder}
        Console(stderr=True, highlight=False, markup=False, emoji=False).print(text, soft_wrap=True)
        raise


# ---- how far it is ---------------------------------------------------------------------------------------------------


@contextmanager
def bar(total: int) -> Iterator["Bar"]:
    """A progress bar on standard error, if that is a terminal."""
    console = Console(stderr=True, highlight=False, markup=False, emoji=False)
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn(_("games")), Speed(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        yield Bar(progress, total)


class Bar:
    """Moves the bar to a number of games. The first is where it starts from: that is not speed."""

    def __init__(self, progress: Progress, total: int) -> None:
        self.progress, self.task = progress, progress.add_task("", total=total, start=False)
        self.started = False

    def __call__(self, games: float) -> None:
        self.progress.update(self.task, completed=games)
        if not self.started:
            self.progress.reset(self.task, completed=int(games))
            self.started = True


class Speed(ProgressColumn):
    """Games a second."""

    def render(self, task: Task) -> Text:
        """The present speed."""
        return Text(_("%(number)s/s") % {"number": f"{task.speed:,.0f}"} if task.speed else "")
