"""Advice at the terminal: what each move promises."""

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from rolltop.bots.hints import Hint
from rolltop.games.words import _
from rolltop.play.game import Game

WIDTH = 10  #: characters of a bar for a chance of 100 %


def advice_table(game: Game, found: Sequence[Hint]) -> Table:
    """A line a move, the best first: chance to win as a bar and a number, place, points, and what is worse."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column(_("move"), no_wrap=True)
    table.add_column(_("chance to win"), no_wrap=True)
    for title in (_("place"), _("points")):
        table.add_column(title, justify="right", no_wrap=True)
    table.add_column(no_wrap=True)
    for hint in found:
        bar = ("█" * round(WIDTH * hint.win.mean)).ljust(WIDTH, "·")
        table.add_row(
            Text(game.move_text(hint.action), "" if hint.worse else "bold"),
            Text(f"{bar} {' '.join(hint.win.text(100, ' %')):>10}", "dim" if hint.worse else ""),
            f"{hint.place.mean:.1f}",
            " ".join(hint.total.text()),
            Text(_("worse") if hint.worse else "★ " + _("best") if hint is found[0] else _("perhaps as good")),
        )
    return table
