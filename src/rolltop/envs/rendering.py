"""A table as text, or as an image of it."""

from functools import cache
from io import StringIO
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console, RenderableType
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import DEFAULT_TERMINAL_THEME as THEME

from rolltop.games.contract import SPECTATOR
from rolltop.games.errors import BadOption
from rolltop.play.game import Game

MODES = ["ansi", "rgb_array", "human"]
COLUMNS, ROWS = 80, 32  #: characters of an image; what is longer is cut off
POINTS, DPI = 10, 100
WIDE, HIGH = 0.602, 1.25  #: of a character of the font, and from line to line, in its size


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
        return image(terminal.draw(view, game.names, seat if seat >= 0 else None))
    text = str(terminal.text(view, game.names))
    if mode == "human":
        print(text)
        return None
    return text


def image(drawing: RenderableType) -> NDArray[np.uint8]:
    """What a terminal would show, (height, width, 3); the size is always the same."""
    console = Console(file=StringIO(), width=COLUMNS, height=ROWS, force_terminal=True, color_system="truecolor")
    figure, size = blank()
    for artist in list(figure.texts):
        artist.remove()
    for row, line in enumerate(console.render_lines(drawing)[:ROWS]):
        column = 0
        for segment in Segment.simplify(line):
            style = segment.style or Style()
            text = segment.text.lstrip()
            if text:
                before = segment.cell_length - len(text)
                x, y = (column + before + 1) / (COLUMNS + 2), 1 - (row + 1) / (ROWS + 1)
                figure.text(
                    x, y, text.rstrip(), color=colour(style),
                    weight="bold" if style.bold else "normal", family="DejaVu Sans Mono", size=POINTS,
                    verticalalignment="baseline", parse_math=False,
                )  # fmt: skip
            column += segment.cell_length
    figure.canvas.draw()
    pixels = np.asarray(figure.canvas.buffer_rgba())[:, :, :3]
    return pixels.copy().reshape(*size, 3)


def colour(style: Style) -> tuple[float, float, float]:
    """The colour of some text on white."""
    red, green, blue = style.color.get_truecolor(THEME) if style.color is not None else (0, 0, 0)
    dim = 0.45 if style.dim else 0.0
    return tuple(dim + (1 - dim) * part / 255 for part in (red, green, blue))  # type: ignore[return-value]


@cache
def blank() -> tuple[Any, tuple[int, int]]:
    """A white figure to write on, and its height and width in pixels."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    inches = (COLUMNS + 2) * POINTS * WIDE / 72, (ROWS + 1) * POINTS * HIGH / 72
    figure = Figure(inches, DPI)
    FigureCanvasAgg(figure)
    width, height = figure.canvas.get_width_height()
    return figure, (height, width)
