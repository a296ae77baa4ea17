"""Hypothesis plays too: any sequence of events, looks, saves and bad requests, shrunk to the shortest that fails."""

from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from rolltop.games import shelf
from rolltop.games.contract import CHANCE, OVER
from rolltop.games.engine import ILLEGAL
from rolltop.games.errors import IllegalMove, NotYourTurn, StaleMove
from rolltop.games.shelf import Kind
from rolltop.play import records
from rolltop.play.game import Game
from tests.conformance.faults import PEEKABOO
from tests.conformance.harness import Table, setups

KINDS = [*shelf.kinds().values(), PEEKABOO]
SETTINGS = settings(
    max_examples=25, stateful_step_count=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)


class Machine(RuleBasedStateMachine):
    """A game on compiled rules, on plain rules and in the checked Game, which must agree whatever happens."""

    kind: Kind

    @initialize(data=st.data())
    def set_up(self, data: st.DataObject) -> None:
        n_players = data.draw(st.sampled_from(list(self.kind.players)))
        self.setup = data.draw(st.sampled_from(setups(self.kind, n_players)))
        self.start()

    def start(self) -> None:
        setup = self.setup
        self.fast, self.slow = (Table(setup, compiled=compiled) for compiled in (True, False))
        self.game = Game(self.kind, setup.n_players, by_hand=True, edition=setup.edition, options=setup.options)

    @property
    def is_over(self) -> bool:
        return self.fast.turn == OVER

    @rule(pick=st.integers(0, 10**6))
    @precondition(lambda self: not self.is_over)
    def event_by_number(self, pick: int) -> None:
        self.event(self.fast.possible[pick % len(self.fast.possible)])

    @rule(pick=st.integers(0, 10**6))
    @precondition(lambda self: not self.is_over)
    def event_by_name(self, pick: int) -> None:
        text = self.fast.text(self.fast.possible[pick % len(self.fast.possible)])
        number = self.fast.number(text)
        assert number is not None
        self.event(number, text)

    def event(self, number: int, text: str | None = None) -> None:
        if self.fast.turn == CHANCE:
            self.game.happen(number if text is None else text)
        else:
            self.game.play(number if text is None else text, seat=self.fast.turn, at=len(self.game.history))
        self.fast.apply(number)
        self.slow.apply(number)

    @rule(pick=st.integers(0, 10**6))
    @precondition(lambda self: self.is_over)
    def another_game(self, pick: int) -> None:
        self.start()

    @rule(move=st.one_of(st.integers(-300, 300), st.integers(), st.text(max_size=20)), stale=st.integers(-3, 3))
    def bad_request(self, move: int | str, stale: int) -> None:
        at = len(self.game.history) + stale
        legal = (
            move in self.game.legal_actions if isinstance(move, int) else move.strip().lower() in self.game.legal_moves
        )
        if stale == 0 and legal:
            return
        with pytest.raises(StaleMove if stale else NotYourTurn if self.game.turn < 0 else IllegalMove):
            self.game.play(move, at=at)
        if isinstance(move, int) and -(2**31) < move < 2**31 and not legal:
            assert self.fast.step(move, 0) == self.slow.step(move, 0) == ILLEGAL

    @rule()
    def save_and_load(self) -> None:
        self.fast, self.slow = (
            Table(self.setup, compiled=compiled, state=other.state)
            for compiled, other in ((True, self.slow), (False, self.fast))
        )
        self.game = records.read(self.game.record()).game

    @rule()
    @precondition(lambda self: self.game.history)
    def go_back_and_return(self) -> None:
        past = self.game.at(len(self.game.history) // 2)
        for number in self.game.history[len(past.history) :]:
            past.push(number)
        self.game = past

    @rule(seat=st.integers(0, 99), seed=st.integers(0, 10**6))
    def look_and_redeal(self, seat: int, seed: int) -> None:
        viewer = self.setup.viewers[seat % len(self.setup.viewers)]
        seen = self.fast.seen(viewer)
        assert seen.state == self.slow.seen(viewer).state == self.game.seen(viewer).tobytes()
        full = seen.redealt(viewer, seed)
        assert full.state == self.slow.seen(viewer).redealt(viewer, seed).state
        assert full.seen(viewer).state == seen.state and full.turn == self.fast.turn

    @invariant()
    def all_agree(self) -> None:
        if not hasattr(self, "setup"):
            return
        assert self.fast.state == self.slow.state == self.game.state.tobytes()
        assert self.fast.turn == self.slow.turn == self.game.turn
        assert self.fast.legal == self.slow.legal == self.game.legal_actions
        assert self.fast.score() == self.slow.score() == (self.game.scores, self.game.places)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_machine(kind: Kind) -> None:
    machine: Any = type(f"Machine_{kind.name}", (Machine,), {"kind": kind})
    run_state_machine_as_test(machine, settings=SETTINGS)
