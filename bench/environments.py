"""Environments for agents that learn, with random legal actions: ours, PettingZoo's, Pgx's on the CPU, OpenSpiel's."""

import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from bench.rows import CannotMeasure, Goal, Row
from bench.turns import Run, compare
from rolltop.envs.pettingzoo import TableEnv
from rolltop.games import shelf
from rolltop.lab.extras import MissingExtra, needs

MANY, STEPS, THREADS, PLAYERS = 4096, 20, 2, 4
FAST = "rollie"  #: the game of which goals are set
OPENSPIEL_GAMES = 64


def measure(seconds: float) -> list[Row]:
    """Agent steps a second, each with the choice of a random legal action."""
    try:
        needs("envs", "pettingzoo")
        needs("bench", "pygame")
        needs("bench", "pgx")
        needs("openspiel", "pyspiel")
    except MissingExtra as missing:
        raise CannotMeasure(str(missing)) from None
    ours = vectorised(FAST, THREADS)
    peers: list[tuple[str, Callable[[], Run], Goal | None]] = [
        ("PettingZoo, connect four", lambda: pettingzoo("connect_four_v3"), Goal(least=30, of_ratio=True)),
        ("PettingZoo, tic-tac-toe", lambda: pettingzoo("tictactoe_v3"), Goal(least=30, of_ratio=True)),
        ("Pgx, tic-tac-toe", lambda: pgx_steps("tic_tac_toe"), None),
        ("Pgx, backgammon", lambda: pgx_steps("backgammon"), None),
        ("OpenSpiel's vector face, tic-tac-toe", lambda: openspiel_steps("tic_tac_toe"), None),
    ]
    each = seconds / (len(peers) + len(shelf.kinds()) + 2)
    alone = compare(each, ours, None, time.perf_counter)
    name = f"{shelf.kind(FAST).title}, {PLAYERS} players, {MANY} at once, {THREADS} threads"
    rows = [Row(name, alone.ours, "steps/s", goal=Goal(least=10e6))]
    for peer, make, goal in peers:
        found = compare(each, ours, make(), time.perf_counter)
        rows.append(Row("the same", found.ours, "steps/s", peer, found.peer, found.ratio, goal))
    for kind in shelf.kinds().values():
        found = compare(each, vectorised(kind.name, 1), None, time.perf_counter)
        rows.append(Row(f"{kind.title}, {PLAYERS} players, {MANY} at once, one thread", found.ours, "steps/s"))
    found = compare(each, agents(TableEnv(FAST, PLAYERS)), pettingzoo("connect_four_v3"), time.perf_counter)
    rows.append(
        Row(f"{shelf.kind(FAST).title} in PettingZoo", found.ours, "steps/s", "connect four", found.peer, found.ratio)
    )
    return rows


def vectorised(name: str, threads: int) -> Run:
    """Many games of ours."""
    from rolltop.envs import vector

    env = vector.make(name, MANY, PLAYERS, threads=threads)
    env.reset(seed=1)

    def run() -> int:
        for _ in range(STEPS):
            env.step(env.random_actions())
        return STEPS * MANY

    return run


def pettingzoo(name: str) -> Run:
    """One of PettingZoo's own games."""
    return agents(import_module(f"pettingzoo.classic.{name}").raw_env())


def agents(env: Any, steps: int = 300) -> Run:
    """A PettingZoo environment by random legal actions."""
    luck = np.random.default_rng(1)
    env.reset(seed=1)

    def run() -> int:
        for _ in range(steps):
            if not env.agents:
                env.reset()
            observation, _reward, over, cut, _info = env.last()
            legal = np.flatnonzero(observation["action_mask"])
            env.step(None if over or cut else int(legal[int(luck.integers(len(legal)))]))
        return steps

    return run


def pgx_steps(name: str) -> Run:
    """Many games of Pgx's, compiled by JAX for the CPU; a game that is over begins anew."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(name)
    step = auto_reset(env.step, env.init)

    def one(state: Any, key: Any) -> tuple[Any, Any]:
        choose, go = jax.random.split(key)
        actions = jax.random.categorical(choose, jnp.where(state.legal_action_mask, 0.0, -jnp.inf), axis=-1)
        return jax.vmap(step)(state, actions, jax.random.split(go, MANY)), None

    many = jax.jit(lambda state, key: jax.lax.scan(one, state, jax.random.split(key, STEPS))[0])
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), MANY))
    position = [state, jax.random.PRNGKey(1)]

    def run() -> int:
        position[1], key = jax.random.split(position[1])
        position[0] = many(position[0], key)
        position[0].current_player.block_until_ready()
        return STEPS * MANY

    return run


def openspiel_steps(name: str) -> Run:
    """Some games of OpenSpiel's behind its face for vectors."""
    from open_spiel.python import rl_environment
    from open_spiel.python.rl_agent import StepOutput
    from open_spiel.python.vector_env import SyncVectorEnv

    env = SyncVectorEnv([rl_environment.Environment(name) for _ in range(OPENSPIEL_GAMES)])
    luck, position = np.random.default_rng(1), [env.reset()]

    def run() -> int:
        for _ in range(STEPS):
            legal = [step.observations["legal_actions"][step.current_player()] for step in position[0]]
            chosen = [StepOutput(action=each[int(luck.integers(len(each)))], probs=1.0) for each in legal]
            position[0] = env.step(chosen, reset_if_done=True)[0]
        return STEPS * OPENSPIEL_GAMES

    return run
