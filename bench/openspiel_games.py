"""Every game of the shelf as a game of OpenSpiel's, made in Python: ``pyspiel.load_game("rolltop_rollie(players=2)")``.

OpenSpiel's searches are in C++, but each question they ask such a game is a call of Python. What costs them most is the
playing out: some hundred calls each. So a search can be given ours instead (`playing_out`): the copy that its
`RandomRolloutEvaluator` makes of a position is then the end of a random game from there, played compiled.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from rolltop.games import kernel, shelf
from rolltop.games.contract import CHANCE, OVER
from rolltop.games.kernel import Records
from rolltop.games.luck import seeded
from rolltop.games.shelf import Kind

PLAYERS = 2  #: unless the game's parameter `players` says otherwise
MOST_OUTCOMES = 1024  #: of an event of luck, more than any game has
TURNS = {CHANCE: pyspiel.PlayerId.CHANCE, OVER: pyspiel.PlayerId.TERMINAL}


def prefixed(kind: Kind) -> str:
    """What OpenSpiel calls a game of the shelf."""
    return f"rolltop_{kind.name}"


class Rules:
    """What all positions of a game share: the compiled rules, and arrays to work on."""

    def __init__(self, kind: Kind, n_players: int) -> None:
        self.engine, self.boxes, self.n_players = kind.engine, kind.box(n_players=n_players), n_players
        self.lucks = seeded(0)  #: for redeals and for playing out
        self.legal = np.zeros(kind.n_actions, np.int8)
        self.scores, self.places = np.zeros(n_players, np.int32), np.zeros(n_players, np.int8)
        self.root: Position | None = None  #: the position that is searched, while other copies are played out
        self.chances: dict[int, list[tuple[int, float]]] = {}
        games = np.zeros(1, kind.game_layout)
        self.engine.set_up(games, 0, self.boxes, n_players)
        self.start = Position(self, games)


class Position:
    """The record of a game and whose turn it is. OpenSpiel copies states by `deepcopy` of their attributes."""

    __slots__ = ("games", "rules", "turn")

    def __init__(self, rules: Rules, games: Records) -> None:
        self.rules, self.games, self.turn = rules, games, int(rules.engine.turn(games, 0))

    def copy(self) -> "Position":
        """The same position, on a record of its own."""
        twin = Position.__new__(Position)
        twin.rules, twin.games, twin.turn = self.rules, copied(self.games), self.turn
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> "Position":
        twin, rules = self.copy(), self.rules
        if rules.root is not None and rules.root is not self:
            rules.engine.random_playout(twin.games[0], rules.boxes[0], rules.lucks[0])
            twin.turn = OVER
        return twin

    def apply(self, action: int) -> None:
        """Luck's outcome or the player's action."""
        rules = self.rules
        if self.turn == CHANCE:
            rules.engine.happen_unchecked(self.games, 0, rules.boxes, action)
        else:
            rules.engine.play_unchecked(self.games, 0, rules.boxes, action)
        self.turn = int(rules.engine.turn(self.games, 0))

    def actions(self) -> list[int]:
        """What is legal."""
        self.rules.engine.mask(self.games, 0, self.rules.boxes, self.rules.legal)
        return self.rules.legal.nonzero()[0].tolist()

    def chances(self) -> list[tuple[int, float]]:
        """Luck's outcomes with their chances, which are equal."""
        n = int(self.rules.engine.outcomes(self.games, 0, self.rules.boxes))
        if n not in self.rules.chances:
            self.rules.chances[n] = [(outcome, 1 / n) for outcome in range(n)]
        return self.rules.chances[n]

    def seen(self, seat: int) -> Records:
        """What a seat sees."""
        seen = copied(self.games)
        self.rules.engine.seen(seen, 0, self.rules.boxes, seat)
        return seen

    def redealt(self, seat: int) -> "Position":
        """A position drawn from those that look the same to a seat."""
        twin = Position(self.rules, self.seen(seat))
        self.rules.engine.redeal(twin.games, 0, self.rules.boxes, seat, self.rules.lucks)
        return twin

    def shares(self) -> NDArray[np.float64]:
        """Each seat's part of the win at the end."""
        rules = self.rules
        rules.engine.score(self.games, 0, rules.boxes, rules.scores, rules.places)
        first = rules.places == 1
        return np.asarray(first / max(1, first.sum()))


def copied(games: Records) -> Records:
    """An array of one, copied as bytes: twenty times as fast as field by field."""
    return np.ndarray(1, games.dtype, bytearray(games.tobytes()))


class State(pyspiel.State):  # type: ignore[misc]
    """A position as OpenSpiel asks for it; its names and meanings are in `spiel.h`."""

    def __init__(self, game: "Game") -> None:
        super().__init__(game)
        self.position = game.rules.start  # shared until something happens

    def current_player(self) -> int:
        turn = self.position.turn
        return turn if turn >= 0 else int(TURNS[turn])

    def is_terminal(self) -> bool:
        return self.position.turn == OVER

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.position.chances()

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.actions()

    def _apply_action(self, action: int) -> None:
        if self.position is self.position.rules.start:
            self.position = self.position.copy()
        self.position.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(action)

    def returns(self) -> list[float]:
        """From -1 for a lost game to 1 for a win alone, between them what is shared."""
        if self.position.turn != OVER:
            return [0.0] * self.position.rules.n_players
        return (2 * self.position.shares() - 1).tolist()  # type: ignore[no-any-return]

    def information_state_string(self, player: int | None = None) -> str:
        """All that a seat knows: its number and the record as it sees it."""
        seat = self.position.turn if player is None else player
        return chr(seat) + self.position.seen(seat).tobytes().decode("latin-1")

    def resample_from_infostate(self, player: int, sampler: Any) -> "State":
        """A state that looks the same to a seat. Its history stays as it was, which no search reads."""
        twin: State = self.clone()
        twin.position = self.position.redealt(player)
        return twin

    def __str__(self) -> str:
        return self.position.games.tobytes().hex()


class Observer:
    """What a seat knows, for the parts of OpenSpiel that are in C++; as a string only."""

    tensor = None

    def set_from(self, state: State, player: int) -> None:
        raise NotImplementedError("there are no tensors of these games")

    def string_from(self, state: State, player: int) -> str:
        return state.information_state_string(player)


class Game(pyspiel.Game):  # type: ignore[misc]
    """A game of the shelf for so many players."""

    kind: Kind
    type: Any  #: a pyspiel.GameType

    def __init__(self, params: dict[str, Any]) -> None:
        self.n_players = int(params["players"])
        self.rules, kind = Rules(self.kind, self.n_players), self.kind
        info = pyspiel.GameInfo(
            num_distinct_actions=kind.n_actions,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=self.n_players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=2.0 - self.n_players,
            max_game_length=int(kind.part("components").longest(kernel.Plain(self.rules.boxes[0]), self.n_players)),
        )
        super().__init__(self.type, info, params)

    def new_initial_state(self) -> State:
        return State(self)

    def make_py_observer(self, kind_of_observation: Any = None, params: Any = None) -> Observer:
        return Observer()

    @contextmanager
    def playing_out(self, state: State | None) -> Iterator[None]:
        """While `state` is searched, copies of any other position are random games from there, played to the end.

        That is all right for searches that copy any other position only to play it out. With None nothing changes.
        """
        self.rules.root = state.position if state is not None else None
        try:
            yield
        finally:
            self.rules.root = None


def register(kind: Kind) -> None:
    """Make a game of the shelf known to `pyspiel.load_game`."""
    information = pyspiel.GameType.Information
    kind_of_game = pyspiel.GameType(
        short_name=prefixed(kind),
        long_name=kind.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if hides(kind) else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=kind.players[-1],
        min_num_players=kind.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={"players": PLAYERS},
    )
    own = type(f"{Game.__name__}_{kind.name}", (Game,), {"kind": kind, "type": kind_of_game})  # a class of its own:
    pyspiel.register_game(kind_of_game, own)  # a function would be freed after Python has ended, and abort the process


def hides(kind: Kind) -> bool:
    """Is anything hidden from a seat?"""
    return not kind.by_hand


for _kind in shelf.kinds().values():
    register(_kind)
