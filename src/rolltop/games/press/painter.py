"""Drawings on paper: puts the SVG that a game draws for its board on a PDF page, inked by classes.

Of SVG it knows what such drawings are made of: `svg`, `g`, `use`, `path` (M L H V C Z, absolute), `rect`, `circle` and
`text`; `transform`, `textLength`; `opacity`, which lightens, for paper is white. Anything else raises ValueError.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from reportlab.pdfgen.canvas import Canvas

from rolltop.games.press import fonts

Colour = tuple[float, float, float]
Style = Mapping[str, Mapping[str, str | float]]
"""What a class looks like: `fill`, `stroke` (a colour's name, `own`, or none), `width`, `opacity`, `round`, `dash`; of
text `size`, `bold`, `anchor`, `lift` (how much higher it stands). `"mark pip"` is a pip in a mark. Later ones win."""

NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
SVG = "{http://www.w3.org/2000/svg}"
INVISIBLE = 3  #: a way of writing in PDF
CIRCLE = 0.5523  #: how far the handles of a quarter of a circle reach


@dataclass(frozen=True)
class Look:
    """What an element is drawn with."""

    fill: str = "ink"
    stroke: str = "none"
    width: float = 1
    opacity: float = 1
    round: bool = False
    dash: tuple[float, ...] = ()
    size: float = 10
    bold: bool = False
    anchor: str = "start"
    lift: float = 0

    def with_attributes(self, element: Element) -> "Look":
        """With what the element says itself."""
        look = self
        if "stroke-width" in element.attrib:
            look = replace(look, width=float(element.attrib["stroke-width"]))
        if "opacity" in element.attrib:
            look = replace(look, opacity=look.opacity * float(element.attrib["opacity"]))
        return look


class Painter:
    """Paints drawings on a canvas whose y axis points down.

    `parts` are the drawings' sprite, `colours` the colours by name; `style` says what classes look like.
    """

    def __init__(self, canvas: Canvas, parts: str, style: Style, colours: Mapping[str, Colour]) -> None:
        self.canvas = canvas
        self.parts = {part.get("id", ""): part for part in ElementTree.fromstring(parts).iter()}
        self.style = style
        self.colours = colours
        self.own = "ink"
        self.kinds: dict[str, Callable[[Element, Look, tuple[str, ...]], None]] = {
            "svg": self.group, "g": self.group, "use": self.use, "path": self.path, "rect": self.rect,
            "circle": self.circle, "text": self.text,
        }  # fmt: skip

    def paint(
        self, drawing: str, x: float, y: float, width: float, height: float, own: str = "ink", within: str = ""
    ) -> None:
        """Paint an `<svg>` into a rectangle, as large as it fits, at the bottom middle of it.

        `own` names the colour that its style calls `own`; `within` are classes that it lies in.
        """
        self.own = own
        svg = ElementTree.fromstring(drawing)
        left, top, box_width, box_height = numbers(svg.attrib["viewBox"])
        scale = min(width / box_width, height / box_height)
        self.canvas.saveState()
        self.canvas.translate(x + (width - box_width * scale) / 2, y + height - box_height * scale)
        self.canvas.scale(scale, scale)
        self.canvas.translate(-left, -top)
        self.element(svg, Look(), tuple(within.split()))
        self.canvas.restoreState()

    def element(self, element: Element, look: Look, within: tuple[str, ...]) -> None:
        """Paint an element with all that is in it."""
        kind = element.tag.removeprefix(SVG)
        if kind not in self.kinds:
            raise ValueError(f"a drawing for paper has a <{kind}>, expected one of: {', '.join(self.kinds)}")
        classes = tuple(element.get("class", "").split())
        look = self.styled(look, classes, within).with_attributes(element)
        self.canvas.saveState()
        for name, values in transforms(element.get("transform", "")):
            self.transform(name, *values)
        self.kinds[kind](element, look, (*within, *classes))
        self.canvas.restoreState()

    def styled(self, look: Look, classes: tuple[str, ...], within: tuple[str, ...]) -> Look:
        """The look of an element of these classes."""
        for selector, values in self.style.items():
            *outer, own = selector.split(" ")
            if own in classes and set(outer) <= {*within, *classes}:
                changed: dict[str, Any] = dict(values)
                changed["opacity"] = look.opacity * changed.get("opacity", 1)
                look = replace(look, **changed)
        return look

    def transform(self, name: str, *values: float) -> None:
        """One step of a `transform`."""
        if name == "translate":
            self.canvas.translate(*values)
        elif name == "scale":
            self.canvas.scale(values[0], values[-1])
        elif name == "rotate":
            angle, x, y = (*values, 0, 0)[:3]
            self.canvas.translate(x, y)
            self.canvas.rotate(angle)
            self.canvas.translate(-x, -y)
        else:
            raise ValueError(f"a drawing for paper has transform {name}, expected translate, scale or rotate")

    # ---- elements ----------------------------------------------------------------------------------------------------

    def group(self, element: Element, look: Look, within: tuple[str, ...]) -> None:
        for child in element:
            self.element(child, look, within)

    def use(self, element: Element, look: Look, within: tuple[str, ...]) -> None:
        self.canvas.translate(float(element.get("x", 0)), float(element.get("y", 0)))
        self.element(self.parts[element.attrib["href"].rpartition("#")[2]], look, within)

    def path(self, element: Element, look: Look, _within: tuple[str, ...]) -> None:
        path, x, y = self.canvas.beginPath(), 0.0, 0.0
        for letter, values in steps(element.attrib["d"]):
            if letter == "Z":
                path.close()
                continue
            x, y = (values[-1], y) if letter == "H" else (x, values[-1]) if letter == "V" else values[-2:]
            if letter == "C":
                path.curveTo(*values)
            elif letter == "M":
                path.moveTo(x, y)
            else:
                path.lineTo(x, y)
        self.draw(path, look)

    def rect(self, element: Element, look: Look, _within: tuple[str, ...]) -> None:
        path = self.canvas.beginPath()
        x, y, width, height, radius = (float(element.get(name, 0)) for name in ("x", "y", "width", "height", "rx"))
        rounded(path, x, y, width, height, radius)
        self.draw(path, look)

    def circle(self, element: Element, look: Look, _within: tuple[str, ...]) -> None:
        path = self.canvas.beginPath()
        path.circle(float(element.get("cx", 0)), float(element.get("cy", 0)), float(element.attrib["r"]))
        self.draw(path, look)

    def text(self, element: Element, look: Look, _within: tuple[str, ...]) -> None:
        place = float(element.get("x", 0)), float(element.get("y", 0)) - look.lift
        pressed = float(element.get("textLength", 0))
        write(self.canvas, *place, element.text or "", look, self.ink(look.fill, look.opacity), pressed)

    # ---- ink ---------------------------------------------------------------------------------------------------------

    def ink(self, name: str, opacity: float) -> Colour:
        """A colour by name, lightened."""
        red, green, blue = (1 - opacity * (1 - part) for part in self.colours[self.own if name == "own" else name])
        return red, green, blue

    def draw(self, path: Any, look: Look) -> None:
        """Fill and stroke a path."""
        filled, stroked = look.fill != "none", look.stroke != "none"
        if filled:
            self.canvas.setFillColorRGB(*self.ink(look.fill, look.opacity))
        if stroked:
            self.canvas.setStrokeColorRGB(*self.ink(look.stroke, look.opacity))
            self.canvas.setLineWidth(look.width)
            self.canvas.setLineCap(int(look.round))
            self.canvas.setLineJoin(int(look.round))
            self.canvas.setDash(list(look.dash))
        self.canvas.drawPath(path, stroke=int(stroked), fill=int(filled))


# ---- reading ---------------------------------------------------------------------------------------------------------


def numbers(text: str) -> list[float]:
    return [float(number) for number in NUMBER.findall(text)]


def transforms(text: str) -> Iterator[tuple[str, list[float]]]:
    """The steps of a `transform`."""
    for name, values in re.findall(r"(\w+)\(([^)]*)\)", text):
        yield name, numbers(values)


def steps(path: str) -> Iterator[tuple[str, list[float]]]:
    """The steps of a path, each with the numbers it takes. Raises ValueError for a letter that paper does not know."""
    for letter, text in re.findall(r"([A-Za-z])([^A-Za-z]*)", path):
        takes = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Z": 0}.get(letter)
        values = numbers(text)
        if takes is None or (takes == 0) != (not values) or (takes and len(values) % takes):
            raise ValueError(f"a path for paper has {letter}{text}, expected steps of M, L, H, V, C or Z")
        if not takes:
            yield letter, []
            continue
        for start in range(0, len(values), takes):
            yield ("L" if letter == "M" and start else letter), values[start : start + takes]


# ---- shapes and letters ----------------------------------------------------------------------------------------------


def rounded(path: Any, x: float, y: float, width: float, height: float, radius: float) -> None:
    """Add a rectangle with rounded corners to a path."""
    if not radius:
        path.rect(x, y, width, height)
        return
    right, bottom, handle = x + width, y + height, radius * (1 - CIRCLE)
    path.moveTo(x + radius, y)
    path.lineTo(right - radius, y)
    path.curveTo(right - handle, y, right, y + handle, right, y + radius)
    path.lineTo(right, bottom - radius)
    path.curveTo(right, bottom - handle, right - handle, bottom, right - radius, bottom)
    path.lineTo(x + radius, bottom)
    path.curveTo(x + handle, bottom, x, bottom - handle, x, bottom - radius)
    path.lineTo(x, y + radius)
    path.curveTo(x, y + handle, x + handle, y, x + radius, y)
    path.close()


def write(canvas: Canvas, x: float, y: float, text: str, look: Look, colour: Colour | None, pressed: float = 0) -> None:
    """Write a text on a canvas whose y axis points down; without colour only programs see it.

    `pressed` is the width it is given, if any.
    """
    width = fonts.width(text, look.size, look.bold)
    squeeze = pressed / width if pressed and width else 1
    start = {"start": 0.0, "middle": width * squeeze / 2, "end": width * squeeze}[look.anchor]
    canvas.saveState()
    canvas.translate(x - start, y)
    canvas.scale(squeeze, -1)
    line = canvas.beginText(0, 0)
    if colour is None:
        line.setTextRenderMode(INVISIBLE)
    else:
        line.setFillColorRGB(*colour)
    for file, piece in fonts.runs(text, look.bold):
        line.setFont(file, look.size)
        line.textOut(piece)
    canvas.drawText(line)
    canvas.restoreState()
