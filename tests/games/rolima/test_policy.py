"""What the sensible bot makes of positions in which the right choice is plain; it weighs alike compiled or not, by what
its seat sees, and beats random players.
"""

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from rolltop.bots import play_games
from rolltop.games import kernel, shelf
from rolltop.games.luck import seeded
from rolltop.games.rolima import policy
from rolltop.games.rolima.rules import N_ACTIONS, TAKE_UNSEEN
from rolltop.games.rolima.state import N_CARTS
from rolltop.games.shelf import Kind
from rolltop.play.game import Game
from tests.games.by_hand import ANN, BOB
from tests.games.rolima.position import Position

ROLIMA: Kind = shelf.kind("rolima")
COMPILED: Any = kernel.load(policy.__name__)
NEAR_THE_END = [("red", 4), ("blue", 4), ("green", 2), ("yellow", 1), ("violet", 0)]


def weights_of(policy: Any, game: Any, box: Any, seat: int) -> NDArray[np.float64]:
    """What each action weighs; an illegal one less than any."""
    weights = np.full(N_ACTIONS, -np.inf)
    policy.weigh(game, box, seat, weights)
    return weights


def best(position: Position, names: Sequence[str]) -> str:
    """The move with most weight for whoever is to choose."""
    table = position.table
    weights = weights_of(policy, position.game, position.box, int(position.game.chooser))
    return max(names, key=lambda name: weights[table.number(name) or 0])


def random_games(n: int) -> list[Game]:
    """Games somewhere on the way, of all player counts, with and without the modes."""
    chooser = random.Random(4)
    found: list[Game] = []
    while len(found) < n:
        options = {"zero_ten": chooser.choice(["yes", "no"]), "gum_cards": chooser.choice(["yes", "no"])}
        options["hill_1"] = chooser.choice(["hush", "blind_market", "whispers", "drawn"])
        game = Game(ROLIMA, chooser.randint(2, 6), seed=chooser.getrandbits(40), options=options)
        for _ in range(chooser.randint(0, 60)):
            if not game.is_over:
                game.play(chooser.choice(game.legal_actions))
        if not game.is_over:
            found.append(game)
    return found


def test_with_all_cheers_in_it_takes_its_cart_to_the_finish() -> None:
    hands = {ANN: ["red 9", "red 1", "green 5", "green 6"], BOB: ["blue 3", "blue 4", "violet 1", "violet 2"]}
    position = Position(ROLIMA, 2).lay(race=NEAR_THE_END, hands=hands, horn=BOB).cheers("blue 3")
    assert best(position, ["cheer red 9", "cheer red 1", "cheer green 5", "cheer green 6"]) == "cheer red 9"


def test_it_keeps_the_better_of_two_bets_on_the_leader() -> None:
    hands = {ANN: ["red 7", "red 3", "yellow 7", "violet 8"], BOB: ["blue 1", "blue 4", "violet 1", "violet 2"]}
    position = Position(ROLIMA, 2).lay(race=NEAR_THE_END, hands=hands, horn=BOB).cheers("blue 1")
    assert best(position, ["cheer red 7", "cheer red 3"]) == "cheer red 7"


def test_it_takes_the_bet_on_the_leader() -> None:
    hands = {ANN: ["yellow 1", "yellow 4", "green 5", "violet 6"], BOB: ["blue 3", "blue 4", "green 8", "violet 2"]}
    position = Position(ROLIMA, 2).lay(
        race=NEAR_THE_END, hands=hands, market=["red 2", "violet 3", "yellow 7"], horn=ANN
    )
    position.cheers("yellow 1", "green 8")
    assert best(position, ["take red 2", "take violet 3", "take yellow 7"]) == "take red 2"


def test_under_whispers_a_quiet_cheer_wins() -> None:
    """H5: the same cards, and the other one brings the own cart to the finish."""
    hands = {ANN: ["red 1", "red 6", "red 2", "green 5"], BOB: ["blue 3", "blue 4", "violet 1", "violet 2"]}
    choices = ["cheer red 1", "cheer red 6"]
    loud = Position(ROLIMA, 2).lay(race=NEAR_THE_END, hands=hands, horn=BOB).cheers("blue 3")
    quiet = Position(ROLIMA, 2).lay(race=NEAR_THE_END, hands=hands, horn=BOB, hill="whispers").cheers("blue 3")
    assert (best(loud, choices), best(quiet, choices)) == ("cheer red 6", "cheer red 1")


def test_at_a_pothole_a_cheer_that_is_too_quiet_moves_another_cart() -> None:
    """H1: two players need 6; red 5 would leave the own cart before the finish, red 6 takes it there."""
    hands = {ANN: ["red 5", "red 6", "red 2", "red 3"], BOB: ["blue 3", "blue 4", "violet 1", "violet 2"]}
    position = Position(ROLIMA, 2).lay(race=NEAR_THE_END, hands=hands, horn=BOB, hill="pothole").cheers("blue 3")
    assert best(position, ["cheer red 5", "cheer red 6"]) == "cheer red 6"


def test_hopes_are_the_podium_at_the_finish() -> None:
    position = Position(ROLIMA, 2).lay(race=[("red", 5), *NEAR_THE_END[1:]], over=True)
    hopes = np.empty(N_CARTS)
    policy.hope(position.game, position.box, hopes)
    assert list(hopes) == [3, 0, 1, 2, 0]


def test_weighs_every_legal_action_alike_compiled_or_plain_and_changes_nothing() -> None:
    unseen = 0
    for game in random_games(120):
        seen, seat = game.seen(game.turn), game.turn
        before = seen.tobytes()
        fast = weights_of(COMPILED, seen[0], game.boxes[0], seat)
        assert seen.tobytes() == before
        assert weights_of(policy, game.plain, game.plain_box, seat) == pytest.approx(fast, rel=1e-9)
        assert [action for action in range(N_ACTIONS) if np.isfinite(fast[action])] == game.legal_actions
        unseen += TAKE_UNSEEN in game.legal_actions
    assert unseen, "a blind market was among them"


def test_weighs_only_what_its_seat_knows() -> None:
    """RM18: whatever the cards that are out of sight, it weighs the same."""
    for game in random_games(60):
        seat, luck = game.turn, seeded(7)
        known = weights_of(COMPILED, game.seen(seat)[0], game.boxes[0], seat)
        other = game.seen(seat).copy()
        ROLIMA.engine.redeal(other, 0, game.boxes, seat, luck)
        assert weights_of(COMPILED, other[0], game.boxes[0], seat) == pytest.approx(known, rel=1e-9)


@pytest.mark.parametrize(("n_players", "least"), [(2, 0.85), (4, 0.75), (6, 0.65)])
def test_beats_random_players(n_players: int, least: float) -> None:
    assert play_games(ROLIMA, ["sensible", *["random"] * (n_players - 1)], 400, seed=1).share(0) > least


@pytest.mark.parametrize("hill", ["pothole", "whispers", "hush", "blind_market"])
def test_beats_random_players_on_every_hill(hill: str) -> None:
    boxes = ROLIMA.box(options={"hill_1": hill, "zero_ten": "yes", "gum_cards": "yes"}, n_players=3)
    assert play_games(ROLIMA, ["sensible", "random", "random"], 400, seed=2, boxes=boxes).share(0) > 0.7
