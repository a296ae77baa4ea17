"""Printing score sheets to a PDF file."""

from dataclasses import dataclass
from pathlib import Path

from rolltop import paper
from rolltop.games import shelf
from rolltop.games.errors import BadOption
from rolltop.games.words import N_
from rolltop.paper import Format
from rolltop.play import records
from rolltop.terminal.saving import cannot_save, check_can_save, write_whole


@dataclass(frozen=True)
class Printed:
    """A file that was written, and what `paper.lacking` says of its letters."""

    path: Path
    lacking: str


def print_blank(name: str | None, form: Format, edition: str | None, out: Path | None) -> Printed:
    """Write a page of a game's blank sheets to a new file. Raises RolltopError."""
    if name is None:
        known = ", ".join(kind.name for kind in shelf.kinds().values() if kind.prints)
        raise BadOption(N_("print the sheets of which game? There are: %(known)s"), known=known)
    kind = shelf.kind(name)
    paper.check_prints(kind)
    sheets = kind.edition(edition)
    path = out or Path(f"{kind.name}-{form.size}.pdf")
    check_can_save(path)
    return written(path, paper.blank(kind, form, sheets), paper.words_of(sheets))


def print_record(
    name: str | None, record: Path, seat: int | None, form: Format, edition: str | None, out: Path | None
) -> Printed:
    """Write the sheets of a record, or the one of a seat (from 1), to a new file. Raises RolltopError."""
    game = records.read_file(record, edition).game
    if name is not None and shelf.kind(name) is not game.kind:
        raise BadOption(N_("%(file)s is a game of %(game)s"), file=record, game=game.kind.title)
    path = out or Path(f"{record.stem}-{form.size}.pdf")
    check_can_save(path)
    sheets = paper.filled(game, form, None if seat is None else [seat - 1])
    return written(path, sheets, paper.words_of(game.edition, game.names))


def written(path: Path, content: bytes, words: list[str]) -> Printed:
    """Write a PDF whole. Raises RolltopError."""
    try:
        write_whole(path, content)
    except OSError as error:
        raise cannot_save(path, error) from None
    return Printed(path, paper.lacking(words))
