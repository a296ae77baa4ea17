"""A piece of paper that one sheet fills, and what can be put on it."""

from collections.abc import Mapping, Sequence

from reportlab.pdfgen.canvas import Canvas

from rolltop.games.press import fonts
from rolltop.games.press.painter import Colour, Look, Painter, Style, rounded, write

LEAST_SQUEEZE = 0.7  #: narrower letters cannot be read; what is longer is cut

Words = Sequence[tuple[str, bool]]  #: pieces of a text and whether they are bold


class Page:
    """Lengths are points (1/72 inch), from the upper left corner inside the margins; colours go by names.

    With `black`, the printer is to need no colour.
    """

    def __init__(self, canvas: Canvas, width: float, height: float, *, black: bool) -> None:
        self.canvas, self.width, self.height, self.black = canvas, width, height, black
        self.colours: Mapping[str, Colour] = {"ink": (0, 0, 0)}

    def ink(self, parts: str, style: Style, colours: Mapping[str, str]) -> None:
        """Say what drawings look like: their sprite's parts, what classes look like, and the colours, as `#rrggbb`."""
        self.colours = {name: rgb(colour) for name, colour in colours.items()}
        self.painter = Painter(self.canvas, parts, style, self.colours)

    def draw(
        self, drawing: str, x: float, y: float, width: float, height: float, own: str = "ink", within: str = ""
    ) -> None:
        """A drawing in a rectangle, at its bottom middle, in its `own` colour."""
        self.painter.paint(drawing, x, y, width, height, own, within)

    # ---- words -------------------------------------------------------------------------------------------------------

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        *,
        bold: bool = False,
        colour: str = "ink",
        anchor: str = "start",
        room: float = 0,
    ) -> float:
        """Words on the line y; with `room`, they are pressed or cut to be no wider. Gives their width."""
        width = fonts.width(words, size, bold)
        pressed = 0.0
        if room and width > room:
            words = cut(words, size, bold, room / LEAST_SQUEEZE)
            pressed = width = min(room, fonts.width(words, size, bold))
        write(self.canvas, x, y, words, Look(size=size, bold=bold, anchor=anchor), self.colours[colour], pressed)
        return width

    def columns(self, y: float, texts: Sequence[Words], size: float, leading: float, gap: float, colour: str) -> None:
        """Texts side by side from y to the bottom; all of them smaller if one is too long for that.

        `leading` is the distance of lines in sizes, `gap` lies between columns.
        """
        width = (self.width - gap * (len(texts) - 1)) / len(texts)
        while max(len(broken(words, size, width)) for words in texts) * size * leading > self.height - y:
            size *= 0.95
        for place, words in enumerate(texts):
            for number, line in enumerate(broken(words, size, width)):
                x, base = place * (width + gap), y + size + number * size * leading
                for piece, bold in line:
                    x += self.text(x, base, piece, size, bold=bold, colour="ink" if bold else colour)

    def unseen(self, x: float, y: float, words: str, size: float) -> None:
        """Words that are drawn already, without ink: to be searched, copied and read aloud."""
        write(self.canvas, x, y, words, Look(size=size, anchor="middle"), None)

    # ---- lines -------------------------------------------------------------------------------------------------------

    def rule(
        self,
        x: float,
        y: float,
        end_x: float,
        end_y: float,
        width: float,
        colour: str = "ink",
        dash: Sequence[float] = (),
    ) -> None:
        """A straight line."""
        self._pen(width, colour, dash)
        self.canvas.line(x, y, end_x, end_y)

    def frame(
        self, x: float, y: float, width: float, height: float, line: float, radius: float = 0, colour: str = "ink"
    ) -> None:
        """A rectangle."""
        self._pen(line, colour)
        path = self.canvas.beginPath()
        rounded(path, x, y, width, height, radius)
        self.canvas.drawPath(path, fill=0)

    def circle(self, x: float, y: float, radius: float, line: float, colour: str = "ink") -> None:
        """A circle around a point."""
        self._pen(line, colour)
        self.canvas.circle(x, y, radius, fill=0)

    def _pen(self, width: float, colour: str, dash: Sequence[float] = ()) -> None:
        self.canvas.setStrokeColorRGB(*self.colours[colour])
        self.canvas.setLineWidth(width)
        self.canvas.setDash(list(dash))


def rgb(colour: str) -> Colour:
    """The parts of a colour written as `#rrggbb`."""
    red, green, blue = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    return red, green, blue


def cut(words: str, size: float, bold: bool, room: float) -> str:
    """As much of a text as fits, with an ellipsis if that is not all."""
    if fonts.width(words, size, bold) <= room:
        return words
    while words and fonts.width(f"{words}…", size, bold) > room:
        words = words[:-1].rstrip()
    return f"{words}…"


def broken(words: Words, size: float, width: float) -> list[list[tuple[str, bool]]]:
    """A text broken into lines at spaces."""
    lines: list[list[tuple[str, bool]]] = [[]]
    used = 0.0
    for piece, bold in words:
        for word in piece.split():
            space = " " if lines[-1] else ""
            needed = fonts.width(space + word, size, bold)
            if lines[-1] and used + needed > width:
                lines.append([])
                space, used, needed = "", 0.0, fonts.width(word, size, bold)
            lines[-1].append((space + word, bold))
            used += needed
    return lines
