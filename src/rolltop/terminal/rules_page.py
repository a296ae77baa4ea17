"""A game's rules for reading at a terminal: how to play, and what is in the box and from where."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from rolltop.games.editions import SOURCES, Edition, sources_used
from rolltop.games.shelf import Kind
from rolltop.games.words import _, current_language


def how_to_play(kind: Kind) -> str:
    """The text for players, in the language in use if there is one, else in English."""
    translated: Path = kind.folder / f"how_to_play.{current_language()}.md"
    path = translated if translated.exists() else kind.folder / "how_to_play.md"
    return path.read_text("utf-8")


def rules_page(kind: Kind, editions: Iterable[Edition]) -> RenderableType:
    """How to play, then the components of some editions."""
    parts: list[RenderableType] = [Markdown(how_to_play(kind), hyperlinks=False)]
    for edition in editions:
        heading = _("What is in the box: edition %(title)s") % {"title": edition.title}
        parts += [Text(""), Text(heading, style="bold"), Text(""), components(edition), Text(""), legend(edition)]
    return Group(*parts)


def components(edition: Edition) -> Table:
    """The components by the names they have in the edition's file, with values, sources and notes."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column(_("what"), no_wrap=True)
    table.add_column(_("value"))
    table.add_column(_("source"))
    for key, value in edition.values.items():
        for name, part, source in rows(key, value, edition.sources[key]):
            table.add_row(Text(name.replace("_", " ")), Text(value_text(part)), Text(source_text(part, source)))
        if key in edition.notes:
            table.add_row("", Text(edition.notes[key], style="italic"), "")
    return table


def rows(key: str, value: Any, source: Any) -> list[tuple[str, Any, Any]]:
    """A row for a component, or one for each list in it."""
    if not (isinstance(value, list) and any(isinstance(item, list) for item in value)):
        return [(key, value, source)]
    sources = source if isinstance(source, list) else [source] * len(value)
    return [(f"{key} {n}", item, mark) for n, (item, mark) in enumerate(zip(value, sources, strict=True), 1)]


def value_text(value: Any) -> str:
    """A number, or a list of them."""
    if isinstance(value, list):
        return ", ".join(value_text(item) for item in value) or "–"
    return str(value).replace("-", "\N{MINUS SIGN}")


def source_text(value: Any, source: Any) -> str:
    """One mark, or one for each number if they differ."""
    if not isinstance(source, list):
        return str(source) if value != [] else ""
    marks = [source_text(None, mark) for mark in source]
    return marks[0] if len(set(marks)) == 1 else ", ".join(marks)


def legend(edition: Edition) -> Text:
    """What the marks mean."""
    used = sources_used(edition)
    lines = [f"{mark}: {_(meaning)}" for mark, meaning in SOURCES.items() if mark in used]
    return Text("\n".join(lines), style="dim")
