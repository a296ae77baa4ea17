"""With options and editions too, all faces play the same game, and the one that was asked for."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rolltop.envs import vector
from rolltop.envs.gymnasium import SeatEnv
from rolltop.envs.pettingzoo import TableEnv
from rolltop.games import shelf
from rolltop.games.errors import BadEdition, BadOption

pyspiel = pytest.importorskip("pyspiel")

import rolltop.envs.open_spiel  # noqa: E402, F401  (registers the games)

OWN = "of their own"  #: an edition that differs from the standard one in this
CHANGES = {
    "rollie": ("[rounds]\nvalue = 7", "[rounds]\nvalue = 3"),
    "roll_estate": ("value = [10, 20, 20, 25,", "value = [90, 20, 20, 25,"),
    "rolima": ("[podium]\nvalue = [3, 2,", "[podium]\nvalue = [5, 4,"),
}
CASES: list[tuple[str, int, dict[str, str], str]] = [
    ("rollie", 3, {"first": "2"}, ""),
    ("rollie", 2, {}, OWN),
    ("roll_estate", 1, {"level": "hard"}, ""),
    ("roll_estate", 3, {"ruthless": "yes", "matched_dice": "all"}, ""),
    ("roll_estate", 2, {}, OWN),
    ("rolima", 2, {"race": "three", "gum_cards": "yes", "zero_ten": "yes", "hill_1": "hush"}, ""),
    ("rolima", 4, {"hill_rules": "no"}, ""),
    ("rolima", 3, {"memory_aid": "yes"}, OWN),
]


@pytest.fixture
def editions(tmp_path: Path) -> dict[str, Path]:
    """For each game an edition of somebody's own."""
    found = {}
    for name, (usual, changed) in CHANGES.items():
        text = (shelf.kind(name).folder / "standard.toml").read_text("utf-8")
        assert usual in text
        found[name] = tmp_path / f"{name}.toml"
        found[name].write_text(text.replace(usual, changed).replace('edition = "standard"', 'edition = "own"'), "utf-8")
    return found


@pytest.mark.parametrize(("name", "players", "options", "edition"), CASES)
def test_all_faces_play_it(
    name: str, players: int, options: dict[str, str], edition: str, editions: dict[str, Path]
) -> None:
    kind, file = shelf.kind(name), editions[name] if edition else None
    wanted = kind.box(kind.edition(str(file) if file else None), options, players)
    assert wanted.tobytes() != kind.box(n_players=players).tobytes(), "nothing special was asked for"
    more: dict[str, Any] = {"options": options, "edition": file}

    single, many = TableEnv(name, players, **more), vector.make(name, 2, players, **more)
    single.reset(seed=3)
    many.reset(seed=3)
    game = single.game
    assert game is not None and game.boxes.tobytes() == wanted.tobytes()
    while not game.is_over:
        seen = single.observe(single.agent_selection)
        assert (many.tables.observations[0] == seen["observation"]).all()
        assert (many.masks[0] == seen["action_mask"]).all()
        actions = [int(np.flatnonzero(mask)[0]) for mask in many.masks]
        single.step(actions[0])
        many.step(actions)
    assert many.tables.over[0]
    assert many.rewards[0].tolist() == [single.rewards[agent] for agent in single.possible_agents]

    text = "+".join(f"{option}:{choice}" for option, choice in options.items())
    parameters = {"players": players, "options": text, "edition": str(file or "")}
    state = pyspiel.load_game(f"rolltop_{name}", parameters).new_initial_state()
    for number in game.history:
        state.apply_action(number)
    assert state.is_terminal() and state.position.games.tobytes() == game.state.tobytes()
    again, _start = pyspiel.deserialize_game_and_state(
        pyspiel.serialize_game_and_state(state.get_game(), state.get_game().new_initial_state())
    )
    assert again.rules.boxes.tobytes() == wanted.tobytes()
    assert state.returns() == pytest.approx([single.rewards[agent] for agent in single.possible_agents])

    alone = SeatEnv(name, players, opponents="random", **more)
    _seen, info = alone.reset(seed=3)
    over = False
    while not over:
        _seen, _reward, over, _cut, info = alone.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert alone.game is not None and alone.game.is_over and alone.game.boxes.tobytes() == wanted.tobytes()


def test_what_does_not_exist_is_refused_everywhere() -> None:
    for make in (TableEnv, SeatEnv, lambda *given, **more: vector.make(given[0], 1, given[1], **more)):
        with pytest.raises(BadOption, match="ruthless=yes is not for 2 players"):
            make("roll_estate", 2, options={"ruthless": "yes"})
        with pytest.raises(BadEdition, match="no edition 'gold'"):
            make("rolima", 2, edition="gold")
    for parameters, said in (({"options": "ruthless:yes"}, "not for 2 players"), ({"edition": "gold"}, "no edition")):
        with pytest.raises((BadOption, BadEdition, RuntimeError), match=said):
            pyspiel.load_game("rolltop_roll_estate", parameters)
