"""Two courses of a game that look the same to one viewer, and the tables at which they were played.

A world is a list of named events. Another one is made of it by letting two cards of the same pool change their places
wherever they are hidden from the viewer, or by another choice where one was made in secret.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from rolltop.games import shelf
from rolltop.games.contract import CHANCE
from rolltop.play.game import Game
from rolltop.server.hall.table import Table
from rolltop.server.storage.store import Event

NAMES = ("Ann", "Bo", "Mira", "Ulysse")


@dataclass(frozen=True)
class Happened:
    """An event by name: who chose (or CHANCE), what, and whether the viewer is told."""

    who: int
    text: str
    told: bool


def course(game: Game, viewer: int) -> list[Happened]:
    """The events of a game, and of which a viewer is told."""
    past, found = game.at(0), []
    for number in game.history:
        found.append(Happened(past.turn, past.event_text(number), past.is_told(viewer)))
        past.push(number)
    return found


def played(kind: str, options: dict[str, str], players: int, events: list[Happened]) -> Game | None:
    """The game in which these happen; None if they cannot."""
    game = Game(kind, list(NAMES[:players]), options=options, by_hand=True)
    for event in events:
        names = game.possible_outcomes if game.turn == CHANCE else game.legal_moves
        if game.turn != event.who or event.text not in names:
            return None
        if event.who == CHANCE:
            game.happen(event.text, entered=False)
        else:
            game.play(event.text)
    return game


def other_worlds(game: Game, viewer: int, rng: Random) -> Iterator[Game]:
    """Games that differ from this one in what is hidden from a viewer, and in nothing else."""
    events = course(game, viewer)
    secret = [index for index, event in enumerate(events) if not event.told]
    choices = [index for index in secret if events[index].who != CHANCE]
    for _try in range(60):
        if not secret:
            return
        index = rng.choice(choices if choices and rng.random() < 0.5 else secret)
        changed = swapped(events, index, rng) if events[index].who == CHANCE else rechosen(game, events, index, rng)
        other = played(game.kind.name, game.options, game.n_players, changed)
        same = other is not None and other.seen(viewer).tobytes() == game.seen(viewer).tobytes()
        if other is not None and same and other.history != game.history:
            yield other


def swapped(events: list[Happened], start: int, rng: Random) -> list[Happened]:
    """Two hidden outcomes change their places, from an event on wherever they are hidden."""
    names = sorted({event.text for event in events[start:] if not event.told and event.who == CHANCE})
    every = [f"{colour} {n}" for colour in ("red", "yellow", "green", "blue", "violet") for n in range(1, 10)]
    one, other = events[start].text, rng.choice(names + every)
    swap = {one: other, other: one}
    return [
        Happened(event.who, swap.get(event.text, event.text), event.told)
        if index >= start and not event.told and event.who == CHANCE
        else event
        for index, event in enumerate(events)
    ]


def rechosen(game: Game, events: list[Happened], index: int, rng: Random) -> list[Happened]:
    """A choice made in secret is another."""
    text = rng.choice(game.at(index).legal_moves)
    return [*events[:index], Happened(events[index].who, text, False), *events[index + 1 :]]


def table_of(game: Game) -> Table:
    """The server's table at which a game was played."""
    table = Table("0" * 24, b"secret")
    for event in events_of(game):
        table.apply(event)
    return table


def events_of(game: Game) -> list[Event]:
    """What happened at the table at which a game was played."""
    kind = shelf.kind(game.kind.name)
    table = Table("0" * 24, b"secret")

    events: list[Event] = []

    def apply(what: str, **data: Any) -> None:
        events.append(Event(table.length, what, data, 0.0))
        table.apply(events[-1])

    seats = [{"name": name, "guest": f"guest-{seat}"} for seat, name in enumerate(game.names)]
    apply(
        "created", seats=seats, game=kind.name, edition=kind.edition().name, options=dict(game.options),
        digest=kind.edition().digest, public=True, pace="easy", dice="fair", commitment="0" * 64, host="guest-0",
    )  # fmt: skip
    work = table.new_game()

    def luck() -> list[int]:
        came: list[int] = []
        while work.turn == CHANCE and len(work.history) < len(game.history):
            came.append(game.history[len(work.history)])
            work.push(came[-1])
        return came

    apply("started", then=luck())
    while len(work.history) < len(game.history):
        seat, action = work.turn, game.history[len(work.history)]
        work.push(action)
        apply("played", seat=seat, action=action, then=luck())
    if game.is_over:
        apply("finished", secret="00")
    return events
