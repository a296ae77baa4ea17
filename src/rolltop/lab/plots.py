"""Plots as SVG that is part of a page: its colours are the page's, its letters too, and it needs nothing else.

Everything is drawn 400 pixels wide, as wide as a phone.
"""

import io
import re
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator
from numpy.typing import NDArray

from rolltop.lab.measures import Measured

WIDTH = 400  #: pixels
DPI = 72
LETTER = 13  #: pixels
BINS = 36
LINE = 24  #: pixels a line of dots

INK, SOFT, LINES, FIRST, SECOND = "#010203", "#040506", "#070809", "#0a0b0c", "#0d0e0f"
COLOURS = {INK: "--ink", SOFT: "--ink-2", LINES: "--line", FIRST: "--first", SECOND: "--second"}
SERIES = ((FIRST, "o", "-"), (SECOND, "D", "--"))  #: colour, mark and line: never the colour alone
STYLE: dict[Any, Any] = {
    "svg.fonttype": "none", "font.size": LETTER, "text.parse_math": False, "axes.unicode_minus": True,
    "text.color": INK, "axes.labelcolor": SOFT, "axes.edgecolor": LINES, "xtick.color": LINES, "ytick.color": LINES,
    "xtick.labelcolor": SOFT, "ytick.labelcolor": INK, "axes.spines.top": False, "axes.spines.right": False,
    "axes.spines.left": False, "figure.facecolor": "none", "axes.facecolor": "none", "savefig.facecolor": "none",
    "legend.frameon": False, "legend.fontsize": LETTER, "grid.color": LINES, "ytick.left": False, "xtick.bottom": True,
    "axes.axisbelow": True, "figure.dpi": DPI, "axes.labelsize": LETTER, "xtick.labelsize": LETTER,
    "ytick.labelsize": LETTER,
}  # fmt: skip


@dataclass(frozen=True)
class Bins:
    """How often each range of numbers came: `edges` are one more than `parts`, which add up to 1."""

    edges: NDArray[np.float64]
    parts: list[NDArray[np.float64]]


def bins(series: Sequence[NDArray[np.generic]]) -> Bins:
    """Equal bins for one or more lists of whole numbers, as wide as a round number."""
    least = min(int(values.min()) for values in series)
    most = max(int(values.max()) for values in series)
    low, high = (np.percentile(np.concatenate(series), level) for level in (0.1, 99.9))
    width = next(step for step in steps() if (high - low) / step <= BINS)
    edges = np.arange(least // width * width, most // width * width + 2 * width, width) - 0.5
    return Bins(edges, [np.histogram(values, edges)[0] / len(values) for values in series])


def steps() -> Any:
    """1, 2, 5, 10, 20, ..."""
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10


PERCENT = FuncFormatter(lambda part, _position: f"{100 * part:z.3g} %".replace("-", "−"))


# ---- kinds of plots --------------------------------------------------------------------------------------------------


def histogram(name: str, text: str, found: Bins, names: Sequence[str], axis: str) -> str:
    """One distribution filled, and another as a line over it."""

    def draw(axes: Axes) -> None:
        for part, (colour, _mark, line), label in zip(found.parts, SERIES, names, strict=False):
            filled = colour == FIRST
            axes.stairs(
                part, found.edges, fill=filled, color=colour, alpha=0.55 if filled else 1, linewidth=1.8,
                linestyle="-" if filled else line, label=label,
            )  # fmt: skip
        axes.yaxis.set_major_formatter(PERCENT)
        axes.yaxis.set_major_locator(MaxNLocator(4))
        axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
        axes.tick_params(axis="y", labelcolor=SOFT)
        axes.grid(axis="y", linewidth=0.8)
        axes.set_xlabel(axis)
        shown = np.flatnonzero(np.max(found.parts, 0) > 0.0005)
        axes.set_xlim(found.edges[shown[0]], found.edges[shown[-1] + 1])
        if len(found.parts) > 1:
            axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, handlelength=1.4, borderaxespad=0.2)

    return svg(name, text, draw, 230)


def dots(
    name: str,
    text: str,
    labels: Sequence[str],
    series: Sequence[Sequence[Measured | None]],
    names: Sequence[str],
    *,
    percent: bool,
    line: float | None = None,
    axis: str = "",
) -> str:
    """A line a label, with a dot and its interval for each series; `line` is what it is to be seen against."""

    def draw(axes: Axes) -> None:
        offset = 0.17 if len(series) > 1 else 0.0
        for number, (values, (colour, mark, _line)) in enumerate(zip(series, SERIES, strict=False)):
            rows = [(index, found) for index, found in enumerate(values) if found is not None]
            axes.errorbar(
                [found.value for _index, found in rows],
                [index + (2 * number - 1) * offset for index, _found in rows],
                xerr=[found.margin for _index, found in rows],
                fmt=mark, color=colour, markersize=5.5, elinewidth=1.8, capsize=3, label=names[number],
            )  # fmt: skip
        if line is not None:
            axes.axvline(line, color=SOFT, linewidth=1, linestyle=(0, (2, 2)))
        axes.set_yticks(range(len(labels)), [shortened(label) for label in labels])
        axes.set_ylim(len(labels) - 0.5, -0.5)
        if percent:
            axes.xaxis.set_major_formatter(PERCENT)
        axes.xaxis.set_major_locator(MaxNLocator(5))
        axes.grid(axis="x", linewidth=0.8)
        axes.grid(axis="y", linewidth=0.8, linestyle=":")
        axes.set_xlabel(axis)
        if len(series) > 1:
            axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, handlelength=1.4, borderaxespad=0.2)

    return svg(name, text, draw, LINE * len(labels) + (90 if len(series) > 1 else 62))


def shortened(text: str, most: int = 24) -> str:
    """A label that leaves room for the plot."""
    return text if len(text) <= most else text[: most - 1] + "…"


# ---- as part of a page -----------------------------------------------------------------------------------------------


def svg(name: str, text: str, draw: Callable[[Axes], None], height: int) -> str:
    """What `draw` puts on axes, as an SVG element that says `text` to those who do not see it."""
    with rc_context({**STYLE, "svg.hashsalt": name}), warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # a letter the measuring font lacks: the page's font draws it
        figure = Figure(figsize=(WIDTH / DPI, height / DPI), layout="constrained")
        draw(figure.subplots())
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    return embedded(out.getvalue(), name, text)


def embedded(drawn: str, name: str, text: str) -> str:
    """An SVG file as an element of a page: ids of its own, colours and letters of the page."""
    body = drawn[drawn.index("<svg") :]
    body = re.sub(r"<metadata>.*?</metadata>\s*|<style[^>]*>.*?</style>\s*", "", body, flags=re.DOTALL)
    box = re.search(r'viewBox="[^"]*"', body)
    assert box is not None
    body = re.sub(r"<svg[^>]*>", "", body, count=1)
    body = re.sub(r"(?<=[ \"(])(id=\"|url\(#|xlink:href=\"#)", lambda found: f"{found[1]}{name}-", body)
    body = body.replace("xlink:href", "href")
    body = re.sub(r"font: [^;\"]*'[^;\"]*|font-family: [^;\"]*", f"font-size: {LETTER}px", body)
    for colour, variable in COLOURS.items():
        body = body.replace(colour, f"var({variable})")
    return f'<svg class="plot" {box[0]} role="img" aria-label="{escape(text)}">{body.strip()}'
