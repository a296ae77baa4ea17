"""The games as OpenSpiel sees them: its own tests, and its bots playing whole games."""

import random
from typing import Any

import numpy as np
import pytest

from rolltop.envs.observation import observation
from rolltop.games import shelf
from rolltop.games.contract import CHANCE, OVER
from rolltop.games.errors import BadOption
from tests.envs.openspiel_states import played

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

from rolltop.envs.open_spiel import PREFIX, Game, hides, told  # noqa: E402

KINDS = list(shelf.kinds().values())
each_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
hidden = [kind for kind in KINDS if hides(kind)]


def load(kind: shelf.Kind, n_players: int = 2, **more: str) -> Game:
    game: Game = pyspiel.load_game(f"{PREFIX}{kind.name}", {"players": n_players, **more})
    return game


@each_kind
def test_is_a_game_of_openspiel(kind: shelf.Kind) -> None:
    """OpenSpiel's own test of the contract: random games, copies, masks, returns, bounds."""
    pyspiel.random_sim_test(load(kind, kind.players[-1]), num_sims=2, serialize=True, verbose=False)


@each_kind
def test_plays_as_our_engine_does(kind: shelf.Kind) -> None:
    """The same events give the same record, and at each the same is allowed."""
    game = load(kind, 3)
    state, luck, engine, boxes = game.new_initial_state(), random.Random(2), kind.engine, game.rules.boxes
    games = played(game, 0, 0).position.games.copy()
    games[:] = 0
    engine.set_up(games, 0, boxes, 3)
    while not state.is_terminal():
        assert engine.turn(games, 0) == (CHANCE if state.is_chance_node() else state.current_player())
        action = luck.choice(state.legal_actions())
        if state.is_chance_node():
            assert len(state.legal_actions()) == engine.outcomes(games, 0, boxes)
            engine.happen_unchecked(games, 0, boxes, action)
        else:
            assert engine.is_legal(games, 0, boxes, action)
            engine.play_unchecked(games, 0, boxes, action)
        state.apply_action(action)
    assert engine.turn(games, 0) == OVER
    assert state.position.games.tobytes() == games.tobytes()
    assert sum(state.returns()) == pytest.approx(0, abs=1e-6) and max(state.returns()) > 0


@each_kind
def test_copies_are_apart(kind: shelf.Kind) -> None:
    """What happens to a copy does not happen to the state it was made from, nor to the start."""
    game = load(kind)
    state = played(game, 20)
    before, start = str(state), str(game.new_initial_state())
    twin = state.clone()
    assert str(twin) == before
    while not twin.is_terminal():
        twin.apply_action(random.choice(twin.legal_actions()))
    assert (str(state), str(game.new_initial_state())) == (before, start)


@pytest.mark.parametrize("kind", hidden, ids=lambda kind: kind.name)
def test_deals_anew_what_a_seat_cannot_see(kind: shelf.Kind) -> None:
    """The seat sees the same, the others do not."""
    state = played(load(kind), 30)
    me = state.current_player()
    twins = [state.resample_from_infostate(me, None) for _ in range(20)]
    assert {twin.information_state_string(me) for twin in twins} == {state.information_state_string()}
    assert len({twin.information_state_string(1 - me) for twin in twins}) > 1
    assert state.information_state_string(0) != state.information_state_string(1)


@each_kind
def test_goes_through_text_and_back(kind: shelf.Kind) -> None:
    game = load(kind, 3)
    state = played(game, 25)
    _game, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(again) == str(state) and again.history() == state.history()


@each_kind
def test_observations_are_those_of_the_other_environments(kind: shelf.Kind) -> None:
    game = load(kind, 3)
    observer = make_observation(game)
    for n in (0, 10, 30):
        state = played(game, n)
        for seat in range(3):
            observer.set_from(state, seat)
            assert (observer.tensor == observation(kind, 3).of(state.position.seen(seat), seat)).all()
            assert state.observation_tensor(seat) == pytest.approx(observer.tensor.tolist())


@pytest.mark.parametrize("kind", hidden, ids=lambda kind: kind.name)
def test_three_levels_of_what_is_known(kind: shelf.Kind) -> None:
    """What is public tells no hand, what is private its own; with perfect recall all that was told."""
    game = load(kind)

    def observer(private: Any, recall: bool) -> Any:
        return make_observation(
            game, pyspiel.IIGObservationType(perfect_recall=recall, public_info=True, private_info=private)
        )

    public = observer(pyspiel.PrivateInfoType.NONE, False)
    private = observer(pyspiel.PrivateInfoType.SINGLE_PLAYER, False)
    recall = observer(pyspiel.PrivateInfoType.SINGLE_PLAYER, True)
    state = played(game, 40)
    twin = state.resample_from_infostate(0, None)
    assert public.string_from(state, 0) == public.string_from(twin, 0) == public.string_from(state, 1)
    assert private.string_from(state, 0) == private.string_from(twin, 0) != private.string_from(state, 1)
    assert recall.tensor is None and len(recall.string_from(state, 0).split()) == len(state.history())
    assert recall.string_from(state, 0) == " ".join(told(state, 0)) != recall.string_from(state, 1)
    assert "?" in recall.string_from(state, 1)


@each_kind
def test_openspiels_own_bots_play_whole_games(kind: shelf.Kind) -> None:
    game, luck = load(kind), np.random.RandomState(3)
    evaluator = mcts.RandomRolloutEvaluator(1, luck)
    if hides(kind):
        bot: Any = ismcts.ISMCTSBot(game, evaluator, 2.0, 3, random_state=luck)
    else:
        bot = mcts.MCTSBot(game, 2.0, 3, evaluator, random_state=luck)
    state, dice = game.new_initial_state(), random.Random(1)
    while not state.is_terminal():
        if state.is_chance_node() or state.current_player() == 0:
            state.apply_action(dice.choice(state.legal_actions()))
        else:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
    assert sum(state.returns()) == pytest.approx(0, abs=1e-6)


@each_kind
def test_no_event_of_luck_has_many_outcomes(kind: shelf.Kind) -> None:
    game = load(kind, kind.players[-1])
    state, luck = game.new_initial_state(), random.Random(5)
    while not state.is_terminal():
        if state.is_chance_node():
            assert len(state.chance_outcomes()) <= 60
        state.apply_action(luck.choice(state.legal_actions()))


def test_options_and_wrong_ones() -> None:
    rolima = shelf.kind("rolima")
    option = rolima.options[0]
    choice = next(iter(option.choices))
    game = load(rolima, options=f"{option.name}:{choice}")
    assert game.rules.boxes.tobytes() == rolima.box(options={option.name: choice}, n_players=2).tobytes()
    with pytest.raises((BadOption, pyspiel.SpielError, RuntimeError), match="name:choice"):
        load(rolima, options="nonsense")


def test_moves_have_their_names() -> None:
    state = played(load(shelf.kind("rollie")), 3)
    while state.is_chance_node():
        state.apply_action(0)
    names = {state.action_to_string(state.current_player(), action) for action in state.legal_actions()}
    assert "secure" in names
