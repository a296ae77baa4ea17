"""Editions: a game's components as data, each value with its source.

An edition is a TOML file: ``game``, ``edition`` and ``title``, then one table a component with ``value`` and ``source``
(and ``note`` if there is something to say). A source is one mark for the whole value, or a list of the value's shape.
"""

import hashlib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rolltop.games.errors import BadEdition

SOURCES = {
    "rulebook": "printed in the rulebook",
    "public": "found in a public place",
    "inferred": "follows from what the rulebook says, or the simplest guess that fits it",
    "house": "our own, where nothing is known",
}


@dataclass(frozen=True)
class Whole:
    """A component made of whole numbers: one number, a list, or a list of lists.

    `shape` gives the lengths; a negative length -n means up to n. `one_of` restricts the numbers, or names.
    """

    at_least: int = 0
    at_most: int = 0
    shape: tuple[int, ...] = ()
    one_of: tuple[int | str, ...] | None = None

    def expected(self, depth: int = 0) -> str:
        """What a value at this depth of the component should be, in words."""
        if depth < len(self.shape):
            return list_of(self.shape[depth])
        if self.one_of is not None:
            words = [choice for choice in self.one_of if isinstance(choice, str)]
            numbers = [choice for choice in self.one_of if isinstance(choice, int)]
            if len(numbers) > 12:
                words, numbers = [*words, f"a whole number from {min(numbers)} to {max(numbers)}"], []
            return "one of " + ", ".join(map(str, [*words, *numbers]))
        return f"a whole number from {self.at_least} to {self.at_most}"

    def fits(self, value: object) -> bool:
        """Is this such a number, or one of the names?"""
        if self.one_of is not None:
            return type(value) in (int, str) and value in self.one_of
        return type(value) is int and self.at_least <= value <= self.at_most


@dataclass(frozen=True)
class Words:
    """A component made of short texts, such as names: one text, or a list, as with `Whole`."""

    longest: int
    shape: tuple[int, ...] = ()
    may_be_empty: bool = False

    def expected(self, depth: int = 0) -> str:
        """What a value at this depth of the component should be, in words."""
        if depth < len(self.shape):
            return list_of(self.shape[depth])
        return f"a text of up to {self.longest} letters{', or none' if self.may_be_empty else ''}"

    def fits(self, value: object) -> bool:
        """Is this such a text?"""
        if not isinstance(value, str) or not value.isprintable() or value != value.strip():
            return False
        return len(value) <= self.longest and (self.may_be_empty or value != "")


def list_of(length: int) -> str:
    """A list's length as `shape` gives it, in words."""
    return f"a list of {'up to ' if length < 0 else ''}{abs(length)}"


Part = Whole | Words  #: a kind of component


@dataclass(frozen=True)
class Edition:
    """One set of components of a game."""

    game: str
    name: str
    title: str
    values: Mapping[str, Any]
    sources: Mapping[str, Any]
    notes: Mapping[str, str] = field(default_factory=dict)
    file: str = ""

    @property
    def digest(self) -> str:
        """SHA-256 over what matters for play: the game and the values, in canonical JSON."""
        content = json.dumps([self.game, dict(self.values)], sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(content.encode()).hexdigest()


def read(path: Path, game: str, schema: Mapping[str, Part]) -> Edition:
    """Read an edition file for a game. Raises BadEdition naming file, key, what was found and what was expected."""
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as error:  # ValueError: not UTF-8, not TOML, a number of 5,000 digits
        raise BadEdition("%(file)s: not a readable TOML file: %(why)s", file=path.name, why=error) from None
    return parse(data, path.name, game, schema)


def parse(data: Mapping[str, Any], file: str, game: str, schema: Mapping[str, Part]) -> Edition:
    """Make an edition of the content of a file. Raises BadEdition."""
    for key in ("game", "edition", "title"):
        if not isinstance(data.get(key), str):
            raise _wrong(file, key, data.get(key), "a text")
    if data["game"] != game:
        raise _wrong(file, "game", data["game"], repr(game))
    unknown = sorted(set(data) - {"game", "edition", "title", *schema})
    if unknown:
        raise _wrong(file, unknown[0], data[unknown[0]], "one of the components " + ", ".join(schema))
    for key in schema:
        part = data.get(key)
        if not isinstance(part, dict) or "value" not in part or "source" not in part:
            raise _wrong(file, key, part, "a table with value and source")
        for extra in sorted(set(part) - {"value", "source", "note"}):
            raise _wrong(file, f"{key}.{extra}", part[extra], "value, source and note only")
        _check_value(file, key, part["value"], schema[key], 0)
        _check_source(file, key, part["value"], part["source"])
    return Edition(
        game,
        data["edition"],
        data["title"],
        {key: data[key]["value"] for key in schema},
        {key: data[key]["source"] for key in schema},
        {key: str(data[key]["note"]) for key in schema if "note" in data[key]},
        file,
    )


def _wrong(file: str, key: str, found: object, expected: str) -> BadEdition:
    try:
        shown = "nothing" if found is None else repr(found)
    except ValueError:  # Python refuses to print it
        shown = "a number of thousands of digits"
    if len(shown) > 80:
        shown = shown[:77] + "..."
    return BadEdition(
        "%(file)s, key %(key)s: found %(found)s, expected %(expected)s",
        file=file, key=key, found=shown, expected=expected,
    )  # fmt: skip


def _check_value(file: str, key: str, value: Any, kind: Part, depth: int) -> None:
    expected = kind.expected(depth)
    if depth < len(kind.shape):
        length = kind.shape[depth]
        if not isinstance(value, list) or (len(value) > -length if length < 0 else len(value) != length):
            raise _wrong(file, key, value, expected)
        for index, item in enumerate(value):
            _check_value(file, f"{key}[{index}]", item, kind, depth + 1)
    elif not kind.fits(value):
        raise _wrong(file, key, value, expected)


def _check_source(file: str, key: str, value: Any, source: Any) -> None:
    if isinstance(source, list):
        if not isinstance(value, list) or len(value) != len(source):
            raise _wrong(file, key + ".source", source, "one mark, or a list of the value's shape")
        for index, (item, mark) in enumerate(zip(value, source, strict=True)):
            _check_source(file, f"{key}[{index}]", item, mark)
    elif not isinstance(source, str) or source not in SOURCES:
        raise _wrong(file, key + ".source", source, "one of " + ", ".join(SOURCES))


def sources_used(edition: Edition) -> set[str]:
    """The marks that occur in an edition."""
    found: set[str] = set()

    def walk(source: Any) -> None:
        if isinstance(source, list):
            for item in source:
                walk(item)
        else:
            found.add(source)

    for source in edition.sources.values():
        walk(source)
    return found


def inconsistent(edition: Edition, key: str, expected: str) -> BadEdition:
    """The error for values that are each well-formed but do not fit together."""
    return _wrong(edition.file or f"edition {edition.name}", key, edition.values[key], expected)
