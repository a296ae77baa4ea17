"""Where things are printed, and how waiting is shown."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console, RenderableType
from rich.status import Status

from rolltop.games import shelf
from rolltop.games.errors import RolltopError
from rolltop.games.words import _


def screen() -> Console:
    """Standard output. Names are never read as markup; in a pipe there are no colours."""
    return Console(highlight=False, markup=False, emoji=False)


def page(console: Console, text: RenderableType) -> None:
    """Print a long text; at a terminal that has `less`, page through it if it is longer than the screen."""
    less = shutil.which("less")
    with console.capture() as capture:
        console.print(text)
    shown = capture.get()
    if less is None or not (console.is_terminal and sys.stdin.isatty()) or shown.count("\n") < console.height:
        console.file.write(shown)
        console.file.flush()
        return
    subprocess.run([less, "-R"], input=shown.encode(errors="replace"), env={**os.environ, "LESS": ""}, check=False)


def forget(console: Console) -> None:
    """Leave nothing to be read by who comes next: not on the screen, above it, or in the history of typed lines."""
    if console.is_terminal:
        console.file.write("\x1b[H\x1b[2J\x1b[3J")
        console.file.flush()
    if "readline" in sys.modules:
        sys.modules["readline"].clear_history()


@contextmanager
def first_use() -> Iterator[None]:
    """Inside, a first compilation of rules is told on standard error: as a running line if that is a terminal."""
    console = Console(stderr=True, highlight=False, markup=False, emoji=False)
    running: list[Status] = []

    def announce(text: str) -> None:
        if not console.is_terminal:
            return before(text)
        text = text[: console.width - 4]  # a line that wraps leaves traces
        if running:
            running[0].update(text)
        else:
            running.append(console.status(text))
            running[0].start()
        return None

    before, shelf.announce = shelf.announce, announce
    try:
        yield
    finally:
        shelf.announce = before
        for status in running:
            status.stop()


def told(error: RolltopError) -> str:
    """An error as one line in the language in use."""
    values = {key: told(value) if isinstance(value, RolltopError) else value for key, value in error.values.items()}
    message = _(error.message)
    return " ".join((message % values if values else message).split())
