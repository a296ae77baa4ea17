"""The search: it repeats, finds what is best, sees no more than its seat, and stops when it is told to."""

import numpy as np
import pytest

from rolltop import Game
from rolltop.bots import bot
from rolltop.bots.choosing import duel, grow, value
from rolltop.bots.levels import skills_of
from rolltop.bots.skills import Desk, desk
from rolltop.games import shelf
from rolltop.games.kernel import Records
from rolltop.games.luck import seeded
from rolltop.games.shelf import Kind
from tests.conformance.faults import PEEKABOO

ROLLIE, ROLIMA = shelf.kind("rollie"), shelf.kind("rolima")
PLAYOUTS = 60


def small_desk(kind: Kind, playouts: int = PLAYOUTS) -> Desk:
    """A desk for one bot that searches for so many playouts."""
    skills = skills_of(kind, ["expert"])
    skills["playouts"] = playouts
    return desk(kind, skills)


def searched(game: Game, view: Records, playouts: int = PLAYOUTS, seed: int = 1) -> tuple[int, Desk]:
    """What a small search chooses for the seat to choose, and the desk it leaves."""
    table = small_desk(game.kind, playouts)
    return int(duel(game.kind, True).choose(view, game.boxes, seeded(seed), table, 0)), table


def middle(kind: Kind | str, n_players: int, decisions: int, seed: int = 1, **options: str) -> Game:
    """A game in which so many decisions were made at random."""
    game, lucks = Game(kind, n_players, seed=seed, options=options), seeded(seed)
    for _ in range(decisions):
        if not game.is_over:
            game.play(bot("random").choose(game.kind, game.seen(game.turn), game.boxes, lucks))
    return game


@pytest.mark.parametrize("decisions", [4, 9, 17, 26, 33])
def test_what_is_hidden_changes_nothing(decisions: int) -> None:
    """All that the seat cannot know is dealt anew: the same seed gives the same choice and the same tree."""
    game = middle(ROLIMA, 4, decisions)
    seat, found = game.turn, set()
    for deal in range(6):
        other = game.seen(seat)
        ROLIMA.engine.redeal(other, 0, game.boxes, seat, seeded(deal))
        twin = game.copy()
        twin.state = other
        action, table = searched(twin, twin.seen(seat))
        found.add((action, table.visits[: table.n_nodes[0]].tobytes(), table.sums[: table.n_nodes[0]].tobytes()))
    assert len(found) == 1


def test_guessing_blindly_is_worth_what_guessing_is_worth() -> None:
    """A card of which nothing is known lies with the other in one of so many ways, however long one thinks.

    The search soon leaves alone what was unlucky at first, so only what it tried often is known well.
    """
    game = Game(PEEKABOO, 2, seed=1)
    while len(game.legal_actions) < 3:
        game.play(game.legal_actions[0])
    _action, table = searched(game, game.seen(game.turn), 4000)
    tried = table.visits[0] > 200
    means = table.sums[0][tried] / table.visits[0][tried]
    assert tried.sum() > 1 and set(np.flatnonzero(table.visits[0])) == set(game.legal_actions)
    assert np.ptp(means) < 0.12, "no guess can look better than another"


def test_every_playout_starts_at_the_root() -> None:
    game = middle(ROLLIE, 3, 10)
    _action, table = searched(game, game.seen(game.turn), 200)
    assert table.visits[0].sum() == 200
    assert set(np.flatnonzero(table.visits[0])) <= set(game.legal_actions)
    assert 1 < table.n_nodes[0] <= 200
    means = table.sums[0][table.visits[0] > 0] / table.visits[0][table.visits[0] > 0]
    assert ((means >= 0) & (means <= 1)).all()


@pytest.mark.parametrize("threads", [1, 2])
def test_the_same_seed_gives_the_same_choice_on_any_run(threads: int) -> None:
    game = middle(ROLLIE, 2, 9, seed=4)
    player = bot("expert", threads=threads)
    chosen = {player.choose(ROLLIE, game.seen(game.turn), game.boxes, seeded(7)) for _ in range(3)}
    assert len(chosen) == 1 and chosen <= set(game.legal_actions)


def test_time_may_be_the_limit() -> None:
    game = middle(ROLIMA, 3, 8)
    action = bot("master", seconds=0.02, threads=2).choose(ROLIMA, game.seen(game.turn), game.boxes, seeded(1))
    assert action in game.legal_actions
    assert bot("club", seconds=0.02).choose(ROLIMA, game.seen(game.turn), game.boxes, seeded(1)) in game.legal_actions


def test_thinking_longer_goes_on_with_the_same_tree() -> None:
    game = middle(ROLLIE, 2, 9)
    seen, one, other = game.seen(game.turn), small_desk(ROLLIE, 90), small_desk(ROLLIE, 90)
    grow(ROLLIE, seen, game.boxes, seeded(3), one, None)
    luck = seeded(3)
    duel(ROLLIE, True).begin(other)
    for _ in range(3):
        duel(ROLLIE, True).search_on(seen, game.boxes, luck, other, 0, 30)
    assert one.visits[0].tolist() == other.visits[0].tolist()


def test_a_full_tree_is_no_trouble() -> None:
    game = middle(ROLLIE, 4, 5)
    table = small_desk(ROLLIE, 20)
    duel(ROLLIE, True).begin(table)
    duel(ROLLIE, True).search_on(game.seen(game.turn), game.boxes, seeded(1), table, 0, 500)
    assert table.n_nodes[0] == len(table.keys) and table.visits[0].sum() == 500


def test_searching_changes_neither_view_nor_box() -> None:
    game = middle(ROLIMA, 2, 6)
    view, boxes = game.seen(game.turn), game.boxes.tobytes()
    before = view.tobytes()
    searched(game, view)
    assert view.tobytes() == before and game.boxes.tobytes() == boxes


@pytest.mark.parametrize("name", ["rollie", "roll_estate", "rolima"])
@pytest.mark.parametrize("n_players", [1, 2, 4])
def test_a_value_is_a_chance_for_every_seat(name: str, n_players: int) -> None:
    kind = shelf.kind(name)
    if n_players not in kind.players:
        return
    for decisions in (0, 7, 20):
        game = middle(kind, n_players, decisions, seed=decisions)
        if not game.is_over:
            out = np.zeros(kind.players[-1])
            value(kind).reward_to_expect(game.state, game.boxes, out)
            assert (out[:n_players] >= 0).all() and (out[:n_players] <= 1).all() and not out[n_players:].any()
