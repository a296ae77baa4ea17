"""Tables drawn with characters: what the games' drawings for the terminal share."""

import io
from collections.abc import Callable, Iterator

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult


class Drawing:
    """Something Rich can print that depends on the room there is: `lines` gets the width in characters."""

    def __init__(self, lines: Callable[[int], Iterator[RenderableType]]) -> None:
        self.lines = lines

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield from self.lines(options.max_width)


def plain(drawing: RenderableType, width: int = 80) -> str:
    """A drawing without colours, so many characters wide."""
    console = Console(file=io.StringIO(), width=width, color_system=None, highlight=False, emoji=False, markup=False)
    with console.capture() as capture:
        console.print(drawing)
    return "\n".join(line.rstrip() for line in capture.get().splitlines())
