"""The peer: OpenSpiel's pig, a dice game much simpler than Rollie (roll or stop; one die; two players).

OpenSpiel's Python package has no function that just plays at random, but its search does so in C++: one simulation of
`MCTSBot` evaluates the state it is given, and `RandomRolloutEvaluator` does that by so many random games, each a loop
of `LegalActions`, a uniform choice, `ApplyAction`, and at chance `ChanceOutcomes`, `SampleAction`, `ApplyAction`.

That loop does not say how many decisions it made. So pig is set to a score nobody reaches and to end after just
`DECISIONS` of them: every game then has exactly so many. (That is no handicap: pig as it comes is 2 % slower, with four
players 8 %.)
"""

import importlib.metadata
import random
from collections.abc import Callable
from typing import Any

from bench.turns import Run

try:
    import pyspiel
except ImportError:
    pyspiel = None

DECISIONS = 1000
YACHT, LEDUC = "yacht", "leduc_poker"
PIG = f"pig(horizon={DECISIONS},winscore=1000000)"
FACES = 6


def name() -> str:
    """How the peer is called in the table."""
    return f"OpenSpiel {importlib.metadata.version('open_spiel')}" if pyspiel else "OpenSpiel (not installed)"


def peer(make: Callable[..., Run], *args: Any, game: str = PIG) -> Run | None:
    """A run of the peer's, or None if OpenSpiel is not installed (`pip install -e .[bench]`)."""
    return make(pyspiel.load_game(game), *args) if pyspiel else None


def rollouts(game: Any, n: int, decisions: float = DECISIONS) -> Run:
    """`n` random games in C++, each of so many decisions."""
    start = game.new_initial_state()
    while start.is_chance_node():  # the search wants a choice
        start.apply_action(start.chance_outcomes()[0][0])
    seeds = iter(range(1, 1_000_000))

    def run() -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(n, next(seeds))
        bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 10, False, 1, False)  # one simulation
        bot.mcts_search(start)
        return round(n * decisions)

    return run


def searching(game: Any, n: int) -> Run:
    """A tree of `n` simulations in C++, each played out at random once; from the start of the game."""
    start, seeds = game.new_initial_state(), iter(range(1, 1_000_000))

    def run() -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(1, next(seeds))
        pyspiel.MCTSBot(game, evaluator, 2.0, n, 500, True, 1, False).mcts_search(start)
        return n

    return run


def yacht_rollouts(yacht: Any, n: int, sample: int = 20) -> Run:
    """`n` random games of yacht in C++. It doesn't say how many decisions those are: as many as in some from Python."""
    decisions = sum(decisions_of_a_game(yacht) for _ in range(sample)) / sample
    return rollouts(yacht, n, decisions)


def counted_rollouts(game: Any, n: int, sample: int = 500) -> Run:
    """`n` random games in C++, of as many decisions as in some that Python played; for games of few decisions."""
    return yacht_rollouts(game, n, sample)


def decisions_of_a_game(game: Any) -> int:
    """The decisions in one random game."""
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        chance = state.is_chance_node()
        options = [outcome for outcome, _chance in state.chance_outcomes()] if chance else state.legal_actions()
        state.apply_action(random.choice(options))
        decisions += not chance
    return decisions


def stepping(pig: Any, n: int) -> Run:
    """`n` decisions from Python along a path chosen before; the luck that follows, turn and legal actions each time."""
    path = [(random.randrange(2), random.randrange(FACES)) for _ in range(n)]

    def run() -> int:
        state = pig.new_initial_state()
        for action, outcome in path:
            if state.is_terminal():
                state = pig.new_initial_state()
            state.apply_action(action)
            while state.is_chance_node():
                state.apply_action(outcome)
            state.current_player()
            state.legal_actions()
        return n

    return run


def choosing(pig: Any, n: int) -> Run:
    """`n` decisions from Python, chosen at random among the legal ones."""

    def run() -> int:
        state = pig.new_initial_state()
        for _ in range(n):
            if state.is_terminal():
                state = pig.new_initial_state()
            state.apply_action(random.choice(state.legal_actions()))
            while state.is_chance_node():
                state.apply_action(random.randrange(FACES))
        return n

    return run


def cloning(pig: Any, n: int) -> Run:
    """`n` copies of a state in the middle of a game."""
    state = pig.new_initial_state()
    for _ in range(60):
        state.apply_action(0 if not state.is_chance_node() else 3)

    def run() -> int:
        for _ in range(n):
            state.clone()
        return n

    return run
