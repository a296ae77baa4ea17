"""Every game of the shelf as a game of OpenSpiel's, made in Python.

>>> import pyspiel
>>> import rolltop.envs.open_spiel  # registers them
>>> game = pyspiel.load_game("rolltop_rollie(players=4)")

Luck is explicit: equally likely outcomes, dice die by die. `players`, `options` (``hill_rules:yes+gum_cards:no``) and
`edition` are parameters.
"""

from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from rolltop.envs.between import reward
from rolltop.envs.observation import observation
from rolltop.envs.tables import BY_PLACE
from rolltop.games import kernel, shelf
from rolltop.games.contract import CHANCE, EVERYBODY, OVER, SPECTATOR
from rolltop.games.errors import BadOption
from rolltop.games.kernel import Records
from rolltop.games.luck import seeded
from rolltop.games.shelf import Kind

MOST_OUTCOMES = 1024  #: of an event of luck, more than any game has
PREFIX = "rolltop_"  #: before the name of a game
TURNS = {CHANCE: pyspiel.PlayerId.CHANCE, OVER: pyspiel.PlayerId.TERMINAL}


class Rules:
    """What all positions of a game share: the compiled rules, and arrays to work on."""

    def __init__(self, kind: Kind, n_players: int, boxes: Records) -> None:
        self.kind, self.engine, self.boxes, self.n_players = kind, kind.engine, boxes, n_players
        self.observing = observation(kind, n_players)
        self.lucks = seeded(0)  #: for redeals
        self.legal = np.zeros(kind.n_actions, np.int8)
        self.scores, self.places = np.zeros(n_players, np.int32), np.zeros(n_players, np.int8)
        self.chances: dict[int, list[tuple[int, float]]] = {}
        games = np.zeros(1, kind.game_layout)
        self.engine.set_up(games, 0, self.boxes, n_players)
        self.start = self.position(games)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.kind, self.n_players, self.boxes)

    def position(self, games: Records) -> "Position":
        """A position of these rules."""
        return Position(self, games)


class Position:
    """The record of a game and whose turn it is. OpenSpiel copies states by `deepcopy` of their attributes."""

    __slots__ = ("games", "rules", "turn")

    def __init__(self, rules: Rules, games: Records) -> None:
        self.rules, self.games, self.turn = rules, games, int(rules.engine.turn(games, 0))

    def copy(self) -> "Position":
        """The same position, on a record of its own."""
        twin = type(self).__new__(type(self))
        twin.rules, twin.games, twin.turn = self.rules, copied(self.games), self.turn
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> "Position":
        return self.copy()

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
        twin = self.rules.position(self.seen(seat))
        self.rules.engine.redeal(twin.games, 0, self.rules.boxes, seat, self.rules.lucks)
        return twin

    def rewards(self) -> NDArray[np.float32]:
        """By place, see `rolltop.envs.between.reward`; only at the end."""
        rules, out = self.rules, np.zeros(self.rules.n_players, np.float32)
        rules.engine.score(self.games, 0, rules.boxes, rules.scores, rules.places)
        reward(rules.scores, rules.places, rules.n_players, BY_PLACE, out)
        return out

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
        rules, plain = self.position.rules, kernel.Plain(self.position.games[0])
        box = rules.kind.plain_box(rules.boxes, self.get_game().edition)
        if player == pyspiel.PlayerId.CHANCE:
            return str(rules.kind.moves.outcome_text(plain, box, action))
        return str(rules.kind.moves.action_text(plain, box, player, action))

    def returns(self) -> list[float]:
        """From -1 for the last place to 1 for the first."""
        if self.position.turn != OVER:
            return [0.0] * self.position.rules.n_players
        return self.position.rewards().tolist()  # type: ignore[no-any-return]

    def information_state_string(self, player: int | None = None) -> str:
        """All that a seat knows: its number and the record as it sees it, which keeps what it saw."""
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
    """What a seat knows (`private_info` of a single player), or what everybody does (none); with perfect recall the
    string has all that it was told, and there is no tensor."""

    def __init__(self, rules: Rules, kind_of_observation: Any) -> None:
        wanted = kind_of_observation or pyspiel.IIGObservationType(public_info=True, perfect_recall=False)
        self._recall = bool(wanted.perfect_recall)
        self._public = wanted.private_info == pyspiel.PrivateInfoType.NONE
        self._rules = rules
        self.tensor = None if self._recall else np.zeros(rules.observing.size, np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: State, player: int) -> None:
        """Fill the tensor (docs/observations.md), from a seat's point of view."""
        if self.tensor is None:
            raise NotImplementedError("with perfect recall there is a string only")
        self.tensor[:] = self._rules.observing.of(self._seen(state, player), player)

    def string_from(self, state: State, player: int) -> str:
        """The same as a string; with perfect recall what the seat was told from the beginning."""
        if self._recall:
            return " ".join(told(state, SPECTATOR if self._public else player))
        return self._seen(state, player).tobytes().hex()

    def _seen(self, state: State, player: int) -> Records:
        return state.position.seen(SPECTATOR if self._public else player)


def told(state: State, viewer: int) -> list[str]:
    """The number of each event so far, with who caused it; ? where the viewer was not told."""
    position, found = state.position.rules.start.copy(), []
    for item in state.full_history():
        audience = int(position.rules.engine.audience(position.games, 0))
        known = audience in (EVERYBODY, viewer) or item.player == viewer
        found.append(f"{item.player}:{item.action if known else '?'}")
        position.apply(item.action)
    return found


class Game(pyspiel.Game):  # type: ignore[misc]
    """A game of the shelf for so many players."""

    kind: Kind
    type: Any  #: a pyspiel.GameType

    def __init__(self, params: dict[str, Any]) -> None:
        kind, self.n_players = self.kind, int(params["players"])
        self.edition = kind.edition(str(params["edition"]) or None)
        boxes = kind.box(self.edition, options_of(str(params["options"])), self.n_players)
        self.rules = self.make_rules(kind, boxes)
        info = pyspiel.GameInfo(
            num_distinct_actions=kind.n_actions,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=self.n_players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if kind.players[0] > 1 else None,
            max_game_length=int(kind.part("components").longest(kernel.Plain(boxes[0]), self.n_players)),
        )
        super().__init__(self.type, info, params)

    def make_rules(self, kind: Kind, boxes: Records) -> Rules:
        """What its positions share."""
        return Rules(kind, self.n_players, boxes)

    def new_initial_state(self) -> State:
        """A game set up."""
        return State(self)

    def make_py_observer(self, kind_of_observation: Any = None, params: Any = None) -> Observer:
        """See `Observer`."""
        return Observer(self.rules, kind_of_observation)


def options_of(text: str) -> dict[str, str]:
    """Options written as ``name:choice+name:choice``, as OpenSpiel keeps ``=`` for itself. Raises BadOption."""
    found = {}
    for part in text.split("+") if text else []:
        name, colon, choice = part.partition(":")
        if not colon:
            raise BadOption("options: expected name:choice+name:choice, found %(found)s", found=repr(text))
        found[name] = choice
    return found


def register(kind: Kind, prefix: str = PREFIX, base: type[Game] = Game) -> None:
    """Make a game of the shelf known to `pyspiel.load_game`."""
    information = pyspiel.GameType.Information
    kind_of_game = pyspiel.GameType(
        short_name=f"{prefix}{kind.name}",
        long_name=kind.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if hides(kind) else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if kind.players[0] > 1 else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=kind.players[-1],
        min_num_players=kind.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": max(2, kind.players[0]), "options": "", "edition": ""},
    )
    own = type(f"{base.__name__}_{kind.name}", (base,), {"kind": kind, "type": kind_of_game})  # a class of its own:
    pyspiel.register_game(kind_of_game, own)  # a function would be freed after Python has ended, and abort the process


def hides(kind: Kind) -> bool:
    """Is anything hidden from a seat?"""
    return not kind.by_hand


for _kind in shelf.kinds().values():
    register(_kind)
