"""Copies of a game with a fault put in by hand, to show that a check or a test catches it."""

import hashlib
import importlib
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from rolltop.games.shelf import Kind

PEEKABOO = Kind("peekaboo", "tests.conformance.peekaboo")


@dataclass(frozen=True)
class Change:
    """One piece of text, found once in a file of the game's folder, and what stands there instead."""

    file: str
    old: str
    new: str


def changed(kind: Kind, folder: Path, changes: Iterable[Change] = ()) -> Kind:
    """A copy of a game's rules, moves, view, ... in `folder`, with some changes; a game of another name."""
    changes = list(changes)
    files = {path.name: path.read_text("utf-8") for path in kind.folder.iterdir() if path.suffix in (".py", ".toml")}
    for change in changes:
        assert files[change.file].count(change.old) == 1, f"{change.file} should hold once: {change.old!r}"
        files[change.file] = files[change.file].replace(change.old, change.new)
    name = f"{kind.name}_{hashlib.sha256(repr(sorted(files.items())).encode()).hexdigest()[:12]}"
    (folder / name).mkdir()
    for file, text in files.items():
        own = text.replace(kind.package, name).replace(f'game = "{kind.name}"', f'game = "{name}"')
        (folder / name / file).write_text(own, "utf-8")
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    return Kind(name, name)


def forget(kind: Kind, folder: Path) -> None:
    """Undo what `changed` did to the interpreter."""
    if str(folder) in sys.path:
        sys.path.remove(str(folder))
    for module in [name for name in sys.modules if kind.name in name]:
        del sys.modules[module]
