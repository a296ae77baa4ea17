"""What the checks stand on: a game on the bare engine, compiled or plain, set up in every way, played by policies."""

import importlib
import importlib.util
import itertools
import math
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from random import Random
from types import ModuleType
from typing import Any

import numpy as np

from rolltop.games import kernel, shelf
from rolltop.games.contract import CHANCE, OVER, SPECTATOR
from rolltop.games.editions import Edition
from rolltop.games.errors import BadOption
from rolltop.games.luck import seeded
from rolltop.games.shelf import Kind
from tests.conformance.policies import GENERIC, RANDOM, Policy


def own_policies(kind: Kind) -> ModuleType | None:
    """The module in which a game's own tests help the suite, if there is one."""
    for name in (f"tests.games.{kind.name}.policies", f"{kind.package}.policies"):
        parent = name.rpartition(".")[0]
        if importlib.util.find_spec(parent) is not None and importlib.util.find_spec(name) is not None:
            return importlib.import_module(name)
    return None


USUAL_LENGTH = 45  #: events of a game for which the checks' numbers of games are meant; longer ones are played less


# ---- setting up ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Setup:
    """One way to set a game up."""

    kind: Kind
    edition: Edition
    options: dict[str, str]
    n_players: int

    @cached_property
    def boxes(self) -> Any:
        """The Box as an array of one."""
        return self.kind.box(self.edition, self.options, self.n_players)

    @cached_property
    def plain_boxes(self) -> list[Any]:
        """The Box as a list of one plain object."""
        return [self.kind.plain_box(self.boxes, self.edition)]

    @property
    def choices(self) -> set[tuple[str, str]]:
        """What is chosen: the edition, and each option."""
        return {("edition", self.edition.name), *self.options.items()}

    @property
    def seats(self) -> range:
        """The players' seats."""
        return range(self.n_players)

    @property
    def viewers(self) -> list[int]:
        """Everybody who may look: the seats, and somebody who only watches."""
        return [*self.seats, SPECTATOR]

    @cached_property
    def longest(self) -> int:
        """The most events the game says it can last."""
        return int(self.kind.part("components").longest(self.plain_boxes[0], self.n_players))


MANY_WAYS = 500  #: ways to set a game up that are all looked at; of more, every single choice and some combinations


def every_choice(kind: Kind) -> list[dict[str, str]]:
    """All combinations of the options' choices, whether they fit the number of players or not; if there are too many,
    the usual ones, every single choice beside them, and combinations drawn at random."""
    names = [option.name for option in kind.options]
    if math.prod(len(option.choices) for option in kind.options) <= MANY_WAYS:
        combinations = itertools.product(*(option.choices for option in kind.options))
        return [dict(zip(names, chosen, strict=True)) for chosen in combinations]
    usual = {option.name: option.default for option in kind.options}
    found = [usual] + [
        usual | {option.name: choice}
        for option in kind.options
        for choice in option.choices
        if choice != option.default
    ]
    rng = Random(kind.name)
    while len(found) < MANY_WAYS:
        some = rng.sample(kind.options, rng.randint(2, len(kind.options)))
        found.append(usual | {option.name: rng.choice(list(option.choices)) for option in some})
    return found


def setups(kind: Kind, n_players: int) -> list[Setup]:
    """Every edition with every combination of options that fits; first some in which every single choice occurs."""
    found = []
    for edition, options in itertools.product(kind.editions.values(), every_choice(kind)):
        try:
            kind.box(edition, options, n_players)
        except BadOption:
            continue
        found.append(Setup(kind, edition, options, n_players))
    return sorted(found, key=covering(found).__contains__, reverse=True)


def covering(ways: list[Setup]) -> list[Setup]:
    """Few ways to set up in which every edition and every choice of an option occurs."""
    found: list[Setup] = []
    missing = {choice for way in ways for choice in way.choices}
    while missing:
        found.append(max(ways, key=lambda way: len(way.choices & missing)))
        missing -= found[-1].choices
    return found


# ---- a game on the bare engine ---------------------------------------------------------------------------------------


class Table:
    """A game being played on the engine alone; the same from outside whether the rules are compiled or plain."""

    def __init__(self, setup: Setup, *, compiled: bool, state: bytes | None = None) -> None:
        self.setup, self.compiled = setup, compiled
        self.engine: Any = setup.kind.engine if compiled else setup.kind.plain_engine
        self.boxes = setup.boxes if compiled else setup.plain_boxes
        self._hold(bytes(setup.kind.game_layout.itemsize) if state is None else state)
        if state is None:
            self.engine.set_up(self.games, 0, self.boxes, setup.n_players)

    def _hold(self, state: bytes) -> None:
        array = np.frombuffer(state, self.setup.kind.game_layout).copy()
        self.games: Any = array if self.compiled else shelf.plain(array)

    @property
    def state(self) -> bytes:
        """The whole state."""
        if self.compiled:
            return bytes(self.games.tobytes())
        return pack(self.games[0], self.setup.kind.game_layout)

    @property
    def plain(self) -> Any:
        """The state as a plain object, for a game's moves and view."""
        return kernel.Plain(self.games[0]) if self.compiled else self.games[0]

    @property
    def plain_box(self) -> Any:
        """The Box as a plain object."""
        return self.setup.plain_boxes[0]

    def copy(self) -> "Table":
        """An independent game in the same position."""
        return Table(self.setup, compiled=self.compiled, state=self.state)

    # the rule functions, by their names in the contract

    @property
    def turn(self) -> int:
        return int(self.engine.turn(self.games, 0))

    @property
    def audience(self) -> int:
        return int(self.engine.audience(self.games, 0))

    @property
    def outcomes(self) -> int:
        return int(self.engine.outcomes(self.games, 0, self.boxes))

    def happen(self, outcome: int) -> "Table":
        self.engine.happen_unchecked(self.games, 0, self.boxes, outcome)
        return self

    def is_legal(self, action: int) -> bool:
        return bool(self.engine.is_legal(self.games, 0, self.boxes, action))

    def play(self, action: int) -> "Table":
        self.engine.play_unchecked(self.games, 0, self.boxes, action)
        return self

    def step(self, action: int, seed: int) -> int:
        """The engine's checked step, with luck of its own."""
        lucks = seeded(seed)
        out: Any = np.zeros(self.setup.kind.n_actions, np.int8)
        return int(
            self.engine.step(self.games, 0, self.boxes, lucks if self.compiled else shelf.plain(lucks), action, out)
        )

    def score(self) -> tuple[list[int], list[int]]:
        """Totals and places, a seat each."""
        most, n = self.setup.kind.players[-1], self.setup.n_players
        scores, places = np.zeros(most, np.int32), np.zeros(most, np.int8)
        self.engine.score(self.games, 0, self.boxes, scores, places)
        assert not scores[n:].any() and not places[n:].any(), "a score or place for a seat where nobody sits"
        return scores[:n].tolist(), places[:n].tolist()

    def seen(self, seat: int) -> "Table":
        """A copy in which all that `seat` may not know is wiped."""
        copy = self.copy()
        copy.engine.seen(copy.games, 0, copy.boxes, seat)
        return copy

    def redealt(self, seat: int, seed: int) -> "Table":
        """A copy of this seen state, made full again by luck."""
        copy, lucks = self.copy(), seeded(seed)
        copy.engine.redeal(copy.games, 0, copy.boxes, seat, lucks if self.compiled else shelf.plain(lucks))
        return copy

    # what any host makes of them

    @property
    def is_chance(self) -> bool:
        """Is luck due?"""
        return self.turn == CHANCE

    @property
    def legal(self) -> list[int]:
        """The legal actions."""
        mask: Any = np.zeros(self.setup.kind.n_actions, np.int8)
        count = self.engine.mask(self.games, 0, self.boxes, mask)
        found = [int(action) for action in np.flatnonzero(mask)]
        assert len(found) == count, "mask() counts other than it marks"
        return found

    @property
    def possible(self) -> list[int]:
        """All numbers the next event can have."""
        return list(range(self.outcomes)) if self.is_chance else self.legal

    def apply(self, number: int) -> "Table":
        """Let the next event be this one, luck's or a seat's."""
        return self.happen(number) if self.is_chance else self.play(number)

    def text(self, number: int) -> str:
        """The name of a next event."""
        moves = self.setup.kind.moves
        if self.is_chance:
            return str(moves.outcome_text(self.plain, self.plain_box, number))
        return str(moves.action_text(self.plain, self.plain_box, self.turn, number))

    def number(self, text: str) -> int | None:
        """The next event of that name; None if there is none."""
        moves = self.setup.kind.moves
        if self.is_chance:
            found: int | None = moves.outcome_number(self.plain, self.plain_box, text)
        else:
            found = moves.action_number(self.plain, self.plain_box, self.turn, text)
        return found


def pack(plain: Any, dtype: np.dtype[np.void]) -> bytes:
    """The bytes of a plain record. A number that does not fit its field fails here, as it would wrap when compiled."""
    try:
        return form(dtype).pack(*numbers(dtype)(plain))
    except struct.error as error:
        raise AssertionError(f"a number does not fit its field: {error}") from None


def unpack(state: bytes, dtype: np.dtype[np.void]) -> tuple[int, ...]:
    """All numbers of a state, in the record's order."""
    return form(dtype).unpack(state)


def form(dtype: np.dtype[np.void]) -> struct.Struct:
    """How the numbers of a record lie in its bytes."""
    return kernel._reader(dtype).numbers


@cache
def numbers(dtype: np.dtype[np.void]) -> Callable[[Any], tuple[int, ...]]:
    """A function that lists the numbers of a plain record (written out, since it runs a million times)."""
    found: Callable[[Any], tuple[int, ...]] = eval(f"lambda record: ({_names(dtype, 'record')},)")
    return found


def _names(dtype: np.dtype[Any], where: str) -> str:
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        inner = np.dtype((base, shape[1:]))
        if inner.names is None and inner.subdtype is None:
            return f"*{where}"
        return ", ".join(_names(inner, f"{where}[{index}]") for index in range(shape[0]))
    if dtype.names is None:
        return where
    return ", ".join(_names(dtype[name], f"{where}.{name}") for name in dtype.names)


# ---- playing ---------------------------------------------------------------------------------------------------------


@dataclass
class Play:
    """One game played by a policy."""

    table: Table
    policy: Policy
    rng: Random
    events: list[int] = field(default_factory=list)

    def choice(self) -> int:
        """The number the policy gives the next event."""
        table = self.table
        if table.turn == CHANCE:
            n = table.outcomes
            return (
                self.rng.randrange(n)
                if self.policy is RANDOM
                else self.policy.luck(table.plain, table.plain_box, n, self.rng)
            )
        legal = table.legal
        assert legal, "nobody can do anything, yet the game is not over"
        return (
            self.rng.choice(legal)
            if self.policy is RANDOM
            else self.policy.choose(table.plain, table.plain_box, legal, self.rng)
        )

    def positions(self) -> Iterator[Table]:
        """The game in every position from set-up to end. Between two of them, one event happens."""
        yield self.table
        while self.table.turn != OVER:
            assert len(self.events) < self.table.setup.longest, f"still not over after {len(self.events)} events"
            self.events.append(self.choice())
            self.table.apply(self.events[-1])
            yield self.table

    def to_the_end(self) -> Table:
        """Play on to the end."""
        for _ in self.positions():
            pass
        return self.table


@dataclass(frozen=True, eq=False)
class Case:
    """What a check is run on: a game with a number of players, on compiled rules or plain ones."""

    kind: Kind
    n_players: int
    compiled: bool = True

    def __str__(self) -> str:
        return f"{self.kind.name}-{self.n_players}"

    @cached_property
    def setups(self) -> list[Setup]:
        """Every way to set it up."""
        return setups(self.kind, self.n_players)

    @cached_property
    def policies(self) -> list[Policy]:
        """The generic policies and the game's own."""
        return GENERIC + list(getattr(own_policies(self.kind), "POLICIES", []))

    @cached_property
    def length(self) -> int:
        """How many events a game lasts, more or less."""
        play = Play(Table(self.setups[0], compiled=self.compiled), RANDOM, Random(f"{self}"))
        play.to_the_end()
        return len(play.events)

    def fewer(self, n: int) -> int:
        """`n` games, or fewer if they are long, but as many as show every choice of every option."""
        return min(n, max(n * USUAL_LENGTH // self.length, self.n_covering))

    @cached_property
    def n_covering(self) -> int:
        """How many games show every choice of every option."""
        return len(covering(self.setups))

    def share(self, n: int) -> float:
        """The share of the events of `n` games (see `fewer`) that so many games of the usual length have."""
        return min(1.0, n * USUAL_LENGTH / (self.fewer(n) * self.length))

    def plays(self, n: int, seed: int = 1, *, policies: list[Policy] | None = None) -> Iterator[Play]:
        """`n` games (see `fewer`), through all ways to set up and all policies in turn, each with luck of its own."""
        policies = policies or self.policies
        for index in range(self.fewer(n)):
            lap, place = divmod(index, len(self.setups))
            setup, policy = self.setups[place], policies[(place + lap) % len(policies)]
            yield Play(Table(setup, compiled=self.compiled), policy, Random(f"{self} {seed} {index}"))

    def positions(self, n: int, seed: int = 1, *, share: float = 1.0) -> Iterator[tuple[Table, Random]]:
        """A share of the positions of `n` games, the first and the last always, with a generator for trials."""
        trials = Random(f"{self} {seed} trials")
        share *= self.share(n)
        for play in self.plays(n, seed):
            for table in play.positions():
                if table.turn == OVER or not play.events or trials.random() < share:
                    yield table, trials
