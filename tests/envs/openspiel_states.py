"""States of OpenSpiel's games somewhere in the middle."""

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rolltop.envs.open_spiel import Game, State


def played(game: "Game", n: int, seed: int = 1) -> "State":
    """A state `n` random events after the start, or somewhat later if luck is due then."""
    state, luck = game.new_initial_state(), random.Random(seed)
    while not state.is_terminal() and (n > 0 or state.is_chance_node()):
        state.apply_action(luck.choice(state.legal_actions()))
        n -= 1
    return state
