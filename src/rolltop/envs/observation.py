"""Observations: what a seat sees as a row of float32, built by compiled code from a game's list of fields.

A game's `observation.py` lists the fields (`rolltop.games.fields`). From that list come the numbers, what stands at
which index, the bounds, and the way back to the record: so an observation has everything that a seat may know, and as
it is made from the seen record alone, nothing else.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rolltop.games import kernel
from rolltop.games.fields import BITS, CHOICE, NUMBER, SEAT, Field
from rolltop.games.kernel import Records, rule
from rolltop.games.shelf import Kind

Floats = NDArray[np.float32]
Places = NDArray[np.uint32]  #: without sign: an index that may be below 0 costs a look each time

BYTE = 256
NOWHERE = 2**32 - 1  #: an index for what is not written


class Program(NamedTuple):
    """What `write` follows; `from` is a byte of the record by seat (seats come in another order), `to` an index."""

    number_from: Places  #: (seats, n)
    number_to: Places
    number_times: Floats
    signed_from: Places  #: (seats, n): numbers that may be negative
    signed_to: Places  #: (n, 2): where a positive and where a negative one goes
    signed_times: Floats
    one_from: Places  #: (seats, n): values of which each has an index of its own ...
    one_to: Places  #: (seats, n, 256): ... by the value as a byte without sign, or NOWHERE
    bit_from: Places  #: a byte of a set
    bit_to: Places
    bit_count: Places


@dataclass(frozen=True)
class Part:
    """A field of an observation: `seats` times `count` elements of `each` indices from `start` on."""

    field: Field
    start: int
    seats: int  #: 0: it belongs to no seat
    count: int
    each: int
    offset: int  #: in the record
    stride: int
    dtype: np.dtype[Any]

    @property
    def size(self) -> int:
        """Indices of the whole part."""
        return self.elements * self.each

    @property
    def elements(self) -> int:
        """Elements of all seats."""
        return max(1, self.seats) * self.count

    def index(self, k: int) -> int:
        """Where element `k` begins in an observation."""
        return self.start + k * self.each

    def byte(self, k: int, seat: int, n_players: int) -> int:
        """Where element `k` lies in the record, for an observing seat."""
        place, index = divmod(k, self.count)
        at = self.offset + index * self.dtype.itemsize
        return at + (seat + place) % n_players * self.stride if self.seats else at

    def targets(self, k: int, seat: int, n_players: int) -> list[int]:
        """The index that is 1 for each value of an element, by the value as a byte without sign; NOWHERE: none."""
        found, field = [NOWHERE] * BYTE, self.field
        if field.how == CHOICE:
            places = {field.low + place: place for place in range(len(field.labels))}
        else:
            places = {value: (value - seat) % n_players for value in range(n_players)}
            places |= {-1 - other: n_players + other for other in range(len(field.labels))}
        for value, place in places.items():
            found[value % BYTE] = self.index(k) + place
        return found

    def labels(self, n_players: int) -> tuple[str, ...]:
        """What the indices of one element say."""
        field = self.field
        if field.how == NUMBER:
            found = ["value" if field.scale == 1 else f"value / {field.scale}"]
        elif field.how == SEAT:
            found = ["own seat", *(f"seat + {k}" for k in range(1, n_players)), *field.labels]
        else:
            found = list(field.labels)
        return (*found, *([f"- value / {field.below}"] if field.below else []))


@dataclass(frozen=True, eq=False)
class Observation:
    """The observations of a game for so many players: rows of `size` numbers."""

    kind: Kind
    n_players: int
    parts: tuple[Part, ...]

    def __reduce__(self) -> tuple[Any, ...]:
        return observation, (self.kind, self.n_players)

    @property
    def size(self) -> int:
        """Numbers in an observation."""
        return self.parts[-1].start + self.parts[-1].size

    @cached_property
    def program(self) -> Program:
        """What `write` follows."""
        every = [(part, k) for part in self.parts for k in range(part.elements)]
        numbers = [(part, k) for part, k in every if part.field.how == NUMBER and not part.field.below]
        signed = [(part, k) for part, k in every if part.field.below]
        ones = [(part, k) for part, k in every if part.field.how in (CHOICE, SEAT)]
        sets = [part for part in self.parts if part.field.how == BITS]
        seats = range(self.n_players)

        def sources(chosen: list[tuple[Part, int]]) -> Places:
            found = [[part.byte(k, seat, self.n_players) for part, k in chosen] for seat in seats]
            return np.array(found, np.uint32).reshape(len(seats), len(chosen))

        lasts = [part.index(k) + part.each - 1 for part, k in signed]
        signs = [
            (part.index(k) if part.field.how == NUMBER else last, last)
            for (part, k), last in zip(signed, lasts, strict=True)
        ]
        times = [
            (1 / part.field.scale if part.field.how == NUMBER else 0.0, 1 / part.field.below) for part, k in signed
        ]
        targets = [[part.targets(k, seat, self.n_players) for part, k in ones] for seat in seats]
        bytes_of_sets = [
            (part.offset + byte, part.start + 8 * byte, min(8, part.each - 8 * byte))
            for part in sets
            for byte in range(-(-part.each // 8))
        ]
        bit_from, bit_to, bit_count = np.array(bytes_of_sets, np.uint32).reshape(-1, 3).T.copy()
        return Program(
            number_from=sources(numbers),
            number_to=np.array([part.index(k) for part, k in numbers], np.uint32),
            number_times=np.array([1 / part.field.scale for part, _ in numbers], np.float32),
            signed_from=sources(signed),
            signed_to=np.array(signs, np.uint32).reshape(-1, 2),
            signed_times=np.array(times, np.float32).reshape(-1, 2),
            one_from=sources(ones),
            one_to=np.array(targets, np.uint32).reshape(len(seats), len(ones), BYTE),
            bit_from=bit_from,
            bit_to=bit_to,
            bit_count=bit_count,
        )

    def of(self, seen: Records, seat: int) -> Floats:
        """What a seat sees (an array of one: `Game.seen(seat)`) as a new row."""
        out = np.zeros((1, self.size), np.float32)
        kernel.load(__name__).write(as_bytes(seen), 0, self.program, seat, out, 0)
        return out.reshape(-1)

    def bounds(self) -> tuple[Floats, Floats]:
        """The least and the greatest value at each index."""
        high = np.ones(self.size, np.float32)
        for part in self.parts:
            block = high[part.start : part.start + part.size].reshape(-1, part.each)
            most = 1 if part.dtype == np.bool_ else np.iinfo(part.dtype).max
            if part.field.how == NUMBER:
                block[:, 0] = most / part.field.scale
            if part.field.below:
                block[:, -1] = (most + 1) / part.field.below
        return np.zeros(self.size, np.float32), high

    def read(self, observation: Floats, seat: int) -> Records:
        """The seen record that an observation was made of (an array of one), but for what the game calls derived."""
        records = np.zeros(1, self.kind.game_layout)
        data = records.view(np.uint8)
        for part in self.parts:
            block = observation[part.start : part.start + part.size].reshape(max(1, part.seats), part.count, part.each)
            for k, elements in enumerate(block):
                start = part.offset + (seat + k) % self.n_players * part.stride if part.seats else part.offset
                values = np.array([self.value(part, element, seat) for element in elements])
                data[start : start + part.count * part.dtype.itemsize] = values.astype(part.dtype).view(np.uint8)
        records["n_players"] = self.n_players
        return records

    def value(self, part: Part, element: Floats, seat: int) -> int:
        """The value of one element."""
        field = part.field
        if field.how == BITS:
            return sum(1 << int(bit) for bit in np.flatnonzero(element))
        if field.below and element[-1] > 0:
            return -round(float(element[-1]) * field.below)
        if field.how == NUMBER:
            return round(float(element[0]) * field.scale)
        index = int(element.argmax())
        if field.how == CHOICE:
            return index + field.low
        return (seat + index) % self.n_players if index < self.n_players else self.n_players - 1 - index

    def rows(self) -> Iterator[tuple[str, str, str, str]]:
        """For documents: indices, field, what it is, and what the indices of one element say."""
        for part in self.parts:
            labels = part.labels(self.n_players)
            shown = ", ".join(labels) if len(labels) <= 12 else f"{labels[0]}, {labels[1]}, ..., {labels[-1]}"
            shape = [str(n) for n in (part.seats, part.count) if n > 1]
            name = part.field.path + (f" ({' x '.join(shape)})" if shape else "")
            last = part.start + part.size - 1
            yield f"{part.start}{f' to {last}' if part.size > 1 else ''}", name, part.field.doc, shown


@cache
def observation(kind: Kind, n_players: int) -> Observation:
    """The observations of a game for so many players."""
    parts: list[Part] = []
    for field in kind.part("observation").FIELDS:
        start = parts[-1].start + parts[-1].size if parts else 0
        parts.append(placed(field, kind.game_layout, n_players, start))
    return Observation(kind, n_players, tuple(parts))


def placed(field: Field, layout: np.dtype[np.void], n_players: int, start: int) -> Part:
    """Where a field lies in the record, and in an observation from index `start` on."""
    name, _, inner = field.path.partition(".")
    dtype, offset = field_of(layout, name)
    shape, stride = dtype.shape, dtype.base.itemsize * int(np.prod(dtype.shape[1:], dtype=int))
    if inner:
        dtype, more = field_of(dtype.base, inner)
        shape, offset = (shape[0], *dtype.shape), offset + more
    if field.by_seat:
        shape = shape[1:]
    count = int(np.prod(shape, dtype=int)) if field.length is None else field.length(n_players)
    if field.how != BITS and dtype.base.itemsize != 1:
        raise TypeError(f"{field.path}: only bytes and flags can be written as numbers, choices or seats")
    n_seats = n_players if field.how == SEAT else 0
    each = n_seats + (1 if field.how == NUMBER else len(field.labels)) + (field.below > 0)
    return Part(field, start, n_players if field.by_seat else 0, count, each, offset, stride, dtype.base)


def field_of(layout: np.dtype[Any], name: str) -> tuple[np.dtype[Any], int]:
    """The type of a record's field, and where it lies."""
    assert layout.fields is not None
    found = layout.fields[name]
    return found[0], int(found[1])


def as_bytes(records: Records) -> NDArray[np.int8]:
    """The bytes of some records, a row each; not a copy."""
    return records.view(np.int8).reshape(len(records), -1)


# ---- compiled --------------------------------------------------------------------------------------------------------


@rule
def write(records: NDArray[np.int8], i: int, program: Program, seat: int, out: Floats, j: int) -> None:
    """Write what a seat sees into row `j` of `out`, from the bytes of seen record `i`.

    Arrays and indices rather than rows: to make a row costs more than to fill it.
    """
    out[j, :] = 0.0
    for k in range(len(program.number_to)):
        out[j, program.number_to[k]] = records[i, program.number_from[seat, k]] * program.number_times[k]
    for k in range(len(program.signed_to)):
        value = int(records[i, program.signed_from[seat, k]])
        sign = 1 if value < 0 else 0
        out[j, program.signed_to[k, sign]] = abs(value) * program.signed_times[k, sign]
    for k in range(program.one_from.shape[1]):
        index = program.one_to[seat, k, int(records[i, program.one_from[seat, k]]) & 0xFF]
        if index != NOWHERE:
            out[j, index] = 1.0
    for k in range(len(program.bit_to)):
        for bit in range(program.bit_count[k]):
            out[j, program.bit_to[k] + bit] = records[i, program.bit_from[k]] >> bit & 1
