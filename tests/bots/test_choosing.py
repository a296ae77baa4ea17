"""Bots choose legal actions, the same ones from the same view and luck, and know only what they are handed."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from rolltop import Game
from rolltop.bots import BOTS, bot, get_ready, has_policy
from rolltop.bots.choosing import duel
from rolltop.bots.levels import skills_of
from rolltop.bots.skills import desk
from rolltop.games import shelf
from rolltop.games.errors import BadOption, NotYourTurn
from rolltop.games.luck import seeded
from rolltop.games.shelf import Kind
from tests.conformance.faults import PEEKABOO, changed, forget

PEEKING = '''"""A policy that would win every guess if it saw the others' cards."""

from rolltop.games.kernel import rule


@rule
def weigh(game: object, box: object, seat: int, weights: object) -> None:
    left = seat + 1 if seat + 1 < game.n_players else 0
    for action in range(len(weights)):
        weights[action] = 1.0 if action >= 3 and game.place[action - 3] == left else 0.0
'''


@pytest.fixture
def peeking(tmp_path: Path) -> Iterator[Kind]:
    """A game of hidden cards with a policy that looks for them."""
    kind = changed(PEEKABOO, tmp_path)
    (tmp_path / kind.name / "policy.py").write_text(PEEKING, "utf-8")
    yield kind
    forget(kind, tmp_path)


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_plays_a_whole_game_by_legal_moves(name: str) -> None:
    game, lucks = Game("rollie", 2, seed=8), seeded(1)
    while not game.is_over:
        action = bot(name, seconds=0.02).choose(game.kind, game.seen(game.turn), game.boxes, lucks)
        assert action in game.legal_actions
        game.play(action)
    assert game.is_over


@pytest.mark.parametrize("name", BOTS)
def test_the_same_view_and_luck_give_the_same_action(name: str) -> None:
    game = Game("rollie", 3, seed=2)
    chosen = [bot(name).choose(game.kind, game.seen(game.turn), game.boxes, seeded(5)) for _ in range(5)]
    assert len(set(chosen)) == 1
    assert type(chosen[0]) is int


def test_choosing_changes_nothing_but_the_luck() -> None:
    game, lucks = Game("rollie", 3, seed=2), seeded(5)
    view, box = game.seen(game.turn), game.boxes.tobytes()
    before = view.tobytes()
    bot("sensible").choose(game.kind, view, game.boxes, lucks)
    bot("random").choose(game.kind, view, game.boxes, lucks)
    assert view.tobytes() == before
    assert game.boxes.tobytes() == box
    assert lucks.tobytes() != seeded(5).tobytes()


def test_the_random_bot_takes_each_action_equally_often() -> None:
    game, lucks, n = Game("rollie", 2, seed=0), seeded(3), 6000
    chosen = Counter(bot("random").choose(game.kind, game.seen(game.turn), game.boxes, lucks) for _ in range(n))
    expected = n / len(game.legal_actions)
    assert set(chosen) == set(game.legal_actions)
    assert all(abs(count - expected) < 6 * expected**0.5 for count in chosen.values())


def test_a_game_without_a_policy_gets_a_random_bot_and_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(shelf, "announce", said.append)
    get_ready.cache_clear()
    assert not has_policy(PEEKABOO)
    game, lucks = Game(PEEKABOO, 3, seed=1), seeded(2)
    while len(game.legal_actions) < 2:
        game.play(game.legal_actions[0])
    chosen = Counter(bot("sensible").choose(PEEKABOO, game.seen(game.turn), game.boxes, lucks) for _ in range(3000))
    assert set(chosen) == set(game.legal_actions)
    expected = 3000 / len(chosen)
    assert all(abs(count - expected) < 6 * expected**0.5 for count in chosen.values())
    assert sum("no sensible bot" in text for text in said) == 1


def test_equal_weights_are_broken_at_random_also_where_one_is_best(peeking: Kind) -> None:
    game, lucks = Game(peeking, 2, seed=1), seeded(2)
    while len(game.legal_actions) < 3:
        game.play(game.legal_actions[0])
    full = Counter(bot("sensible").choose(peeking, game.state, game.boxes, lucks) for _ in range(200))
    assert len(full) == 1, "shown everything, this policy knows the card"
    seen = Counter(bot("sensible").choose(peeking, game.seen(game.turn), game.boxes, lucks) for _ in range(2000))
    assert set(seen) == set(game.legal_actions), "shown its own view, it can only guess"


def test_bots_that_play_each_other_see_no_more_than_their_seats(peeking: Kind) -> None:
    boxes, lucks, n, right = peeking.box(n_players=2), seeded(7), 2000, 0
    n_cards, table = int(boxes[0]["n_cards"]), desk(peeking, skills_of(peeking, ["sensible"]))
    for _ in range(n):
        games, views = np.zeros(1, peeking.game_layout), np.zeros(1, peeking.game_layout)
        peeking.engine.set_up(games, 0, boxes, 2)
        duel(peeking, False).play_out(games, 0, views, boxes, lucks, lucks, table, np.zeros(2, np.int8))
        right += sum(games[0]["place"][games[0]["guess"][seat]] == 1 - seat for seat in range(2))
    chance = 1 / (n_cards - 1)
    assert right / (2 * n) < chance + 6 * (chance * (1 - chance) / (2 * n)) ** 0.5 + 0.05
    assert chance < 0.5


@pytest.mark.parametrize("name", ["clever", "", "Sensible", "a" * 1000])
def test_an_unknown_bot_is_refused(name: str) -> None:
    with pytest.raises(BadOption, match="there are: beginner, casual, club"):
        bot(name)


def test_a_bot_asked_out_of_turn_says_so() -> None:
    game = Game("rollie", 2, by_hand=True)
    with pytest.raises(NotYourTurn):
        bot("sensible").choose(game.kind, game.seen(0), game.boxes, seeded(0))
