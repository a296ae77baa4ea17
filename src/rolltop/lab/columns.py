"""The columns of a run's two tables: those of any game, and those that a game's `tally.py` adds."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from rolltop.games.kernel import layout
from rolltop.games.tallies import Column, Sort

#: of any game: a row a game, and a row a seat of a game
OF_GAMES = {
    "game": Column("the game's number, from 0"),
    "decisions": Column("choices that were made"),
    "first": Column("the seat that made the first choice, from 1; 0 if luck alone ended the game", Sort.SEAT),
    "winner": Column("the seat that won, from 1; 0 if nobody did, or several", Sort.SEAT),
    "winners": Column("how many share the first place"),
}
OF_SEATS = {
    "game": Column("the game's number, from 0"),
    "seat": Column("the seat, from 1", Sort.SEAT),
    "bot": Column("who sat there"),
    "order": Column("1 made the first choice, 2 sits to the left of that, ...; 0 if nobody did", Sort.RANK),
    "score": Column("the total"),
    "place": Column("the place, ties shared as the rules say", Sort.RANK),
    "share": Column("the part of the win: 1, or so many parts of it as share the first place"),
}


@dataclass(frozen=True)
class Own:
    """A column that a game has of its own; `index` is that in the field, if the field is a list."""

    name: str
    meaning: str
    sort: Sort
    field: str
    index: int | None = None

    def plain(self) -> dict[str, str]:
        """As data for JSON."""
        return {"name": self.name, "meaning": self.meaning, "sort": str(self.sort)}


def own_columns(record: type, labels: Mapping[str, Sequence[str]]) -> list[Own]:
    """The columns of a tally's record. A list has one for each of its labels, named `FIELD_LABEL`."""
    return list(_own_columns(record, labels))


def _own_columns(record: type, labels: Mapping[str, Sequence[str]]) -> Iterator[Own]:
    for field, hint in get_type_hints(record, include_extras=True).items():
        for note in _notes(hint):
            if layout(record)[field].shape:
                for index, label in enumerate(labels[field]):
                    yield Own(f"{field}_{label}", f"{label}: {note.meaning}", note.sort, field, index)
            else:
                yield Own(field, note.meaning, note.sort, field)


def _notes(hint: Any) -> Iterator[Column]:
    if get_origin(hint) is Annotated:
        yield from (note for note in get_args(hint) if isinstance(note, Column))
