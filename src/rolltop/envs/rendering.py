"""A table as text, or as an image of it."""

import re
from functools import cache
from io import StringIO
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console, RenderableType
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import SVG_EXPORT_THEME as THEME

from rolltop.games.contract import SPECTATOR
from rolltop.games.errors import BadOption
from rolltop.play.game import Game

MODES = ["ansi", "rgb_array", "human"]
COLUMNS, ROWS = 80, 26  #: characters of an image, more than any table has
CELL, LINE, MARGIN, DPI = 10, 20, 20, 100  #: pixels of a character and a line, around all, and in an inch
WIDE = 0.60205  #: of a character of the font, in its size: letters of such a size stand on whole pixels
POINTS = CELL / WIDE * 72 / DPI
FAINT = 0.45  #: how much of the ground shines through faint text
Colour = tuple[float, float, float]


def check_mode(mode: str | None) -> None:
    """Raise BadOption if there is no such mode."""
    if mode is not None and mode not in MODES:
        raise BadOption("render_mode: expected one of %(known)s, found %(found)s", known=", ".join(MODES), found=mode)


def show(game: Game | None, mode: str | None) -> Any:
    """The table as the seat to act sees it, in one of the `MODES`; None if there is no mode."""
    if mode is None or game is None:
        return None
    seat = game.turn if game.turn >= 0 else SPECTATOR
    view, terminal = game.view(seat), game.kind.part("terminal")
    if mode == "rgb_array":
        return image(game.kind.title, terminal.draw(view, game.names, seat if seat >= 0 else None))
    text = str(terminal.text(view, game.names))
    if mode == "human":
        print(text)
        return None
    return text


def image(title: str, drawing: RenderableType) -> NDArray[np.uint8]:
    """What a terminal would show, under a title, (height, width, 3); the size is always the same."""
    figure, (height, width) = blank()
    for artist in list(figure.texts):
        artist.remove()
    for row, line in enumerate(lines(title, drawing)[:ROWS]):
        column = 0
        for segment in line:
            style = segment.style or Style()
            for word in re.finditer(r"\S+", segment.text):
                x = (MARGIN + CELL * (column + word.start())) / width
                y = 1 - (MARGIN + LINE * (row + 0.75)) / height
                figure.text(
                    x, y, word.group(), color=colour(style), weight="bold" if style.bold else "normal",
                    family="DejaVu Sans Mono", size=POINTS, verticalalignment="baseline", parse_math=False,
                )  # fmt: skip
            column += segment.cell_length
    figure.canvas.draw()
    return np.asarray(figure.canvas.buffer_rgba())[:, :, :3].copy()


def lines(title: str, drawing: RenderableType) -> list[list[Segment]]:
    """The lines of text in an image, with their styles."""
    console = Console(file=StringIO(), width=COLUMNS, force_terminal=True, color_system="truecolor")
    return [[Segment(title, Style(bold=True, dim=True))], [], *console.render_lines(drawing)]


def colour(style: Style) -> Colour:
    """The colour of some text on its ground."""
    text = THEME.foreground_color if style.color is None else style.color.get_truecolor(THEME)
    faint = FAINT if style.dim else 0.0
    red, green, blue = (
        part + faint * (ground - part) for part, ground in zip(text, THEME.background_color, strict=True)
    )
    return red / 255, green / 255, blue / 255


@cache
def blank() -> tuple[Any, tuple[int, int]]:
    """A figure to write on, and its height and width in pixels."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    width, height = 2 * MARGIN + CELL * COLUMNS, 2 * MARGIN + LINE * ROWS
    figure = Figure((width / DPI, height / DPI), DPI, facecolor=THEME.background_color.hex)
    FigureCanvasAgg(figure)
    return figure, (height, width)
