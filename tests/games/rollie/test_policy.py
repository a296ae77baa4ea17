"""What the sensible bot makes of positions in which the right choice is plain; it weighs alike compiled or not."""

import random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from rolltop.bots import bot
from rolltop.games import kernel, shelf
from rolltop.games.luck import seeded
from rolltop.games.rollie import policy, view
from rolltop.games.rollie.rules import FACE_UP, N_ACTIONS, N_VALUES, SECURE, Phase, R
from rolltop.games.shelf import Kind
from rolltop.play.game import Game

ROLLIE: Kind = shelf.kind("rollie")
LANES = {-5: 0, 0: 1, 2: 2, 5: 3, 10: 4}


def weights_of(policy: Any, game: Any, box: Any, seat: int) -> NDArray[np.float64]:
    """What each action weighs; an illegal one less than any."""
    weights = np.full(N_ACTIONS, -np.inf)
    policy.weigh(game, box, seat, weights)
    return weights


class Spot:
    """A position in which seat 0 is to choose, as plain objects."""

    def __init__(self, n_players: int = 2, dice: tuple[int, int] = (3, 4), round_no: int = 3) -> None:
        made = Game(ROLLIE, n_players, seed=1)
        self.box, self.game = made.plain_box, made.plain
        self.game.phase, self.game.first, self.game.chooser = Phase.ACTIONS, 0, 0
        self.game.dice, self.game.round_no = list(dice), round_no
        self.game.token_at = [-1 if token >= 0 or token == FACE_UP else token for token in self.game.token_at]

    def give(self, seat: int, place: str, **bills: int) -> "Spot":
        """Bills from the Bank: `ten=2` and so on."""
        names = {"minus5": 0, "zero": 1, "two": 2, "five": 3, "ten": 4}
        for name, count in bills.items():
            getattr(self.game.players[seat], place)[names[name]] += count
            self.game.bank[names[name]] -= count
        return self

    def best(self) -> int:
        """The action with most weight."""
        return int(np.argmax(weights_of(policy, self.game, self.box, 0)))

    def weigh(self, action: int) -> float:
        """The weight of an action."""
        return float(weights_of(policy, self.game, self.box, 0)[action])


def test_a_first_bill_is_taken() -> None:
    assert Spot().best() != SECURE


def test_a_large_bet_of_all_colours_is_secured() -> None:
    spot = Spot(dice=(1, 4)).give(0, "bet", minus5=3, zero=3, two=3, five=3, ten=6)
    assert spot.best() == SECURE


def test_in_the_last_round_more_risk_is_seen() -> None:
    def loses(round_no: int) -> float:
        spot = Spot(round_no=round_no).give(0, "bet", ten=1)
        return policy.chance_to_lose(spot.game, spot.box, 0, LANES[10], LANES[10])

    assert loses(3) == pytest.approx(2 / 36)
    assert loses(7) == pytest.approx(6 / 36), "any double ends the game, and with it the Bet"


def test_in_the_last_round_the_same_bet_is_secured_sooner() -> None:
    def margin(round_no: int) -> float:
        spot = Spot(round_no=round_no, dice=(4, 3)).give(0, "bet", ten=5)
        spot.give(0, "wallet", minus5=1, zero=1, two=1, five=1)  # second place, whatever happens
        spot.give(1, "wallet", minus5=15, zero=15, two=15, five=15)
        return spot.weigh(SECURE) - spot.weigh(LANES[10])

    assert margin(7) > 0 > margin(3)


def test_a_colour_one_has_is_less_risk_than_a_new_one() -> None:
    spot = Spot(dice=(R, 0)).give(0, "bet", ten=2)
    assert policy.chance_to_lose(spot.game, spot.box, 0, LANES[10], LANES[10]) == pytest.approx(2 / 36)
    assert policy.chance_to_lose(spot.game, spot.box, 0, LANES[5], LANES[5]) == pytest.approx(3 / 36)


def test_it_takes_a_bad_bill_only_for_its_bonus() -> None:
    ahead = Spot(dice=(0, 1)).give(0, "wallet", minus5=12, zero=1).give(1, "wallet", zero=2)
    assert ahead.best() == LANES[0], "the lead in the -5s is safe; the lead in the 0s is not"
    close = Spot(dice=(0, 1)).give(0, "wallet", minus5=2, zero=12).give(1, "wallet", minus5=2)
    assert close.best() == LANES[-5], "one more -5 wins a bonus"


def test_a_start_token_counts_where_there_is_a_tie() -> None:
    def token_is_worth(mine: int) -> float:
        spot = Spot(round_no=7).give(0, "wallet", zero=mine).give(1, "wallet", zero=4)
        without = spot.weigh(SECURE)
        spot.game.token_at[6] = FACE_UP
        return spot.weigh(SECURE) - without

    assert token_is_worth(4) > 10
    assert token_is_worth(9) == pytest.approx(0, abs=1)


def test_in_the_last_round_no_bill_of_a_colour_is_no_bonus() -> None:
    spot = Spot(round_no=7)
    assert policy.colour_hope(spot.game, spot.box, 0, 0, LANES[2], 0) == 0
    assert policy.colour_hope(spot.game, spot.box, 0, 0, LANES[2], 1) > 40, "one bill against none takes the best token"


def test_the_second_empty_pile_makes_it_the_last_round() -> None:
    spot = Spot(dice=(4, 3)).give(0, "bet", ten=1)
    spot.game.bank[0], spot.game.bank[LANES[10]] = 0, 1
    assert policy.chance_to_lose(spot.game, spot.box, 0, LANES[10], LANES[10]) == pytest.approx(8 / 36), (
        "six doubles, and the two rolls of both empty piles"
    )
    assert policy.chance_to_lose(spot.game, spot.box, 0, LANES[5], LANES[5]) == pytest.approx(3 / 36 + 1 / 36), (
        "two R, two doubles of the Bet, and the double of the pile that is empty already"
    )


def random_spots(n: int) -> list[Game]:
    """Positions from games of a random and a sensible player's kind, some of them with few bills left."""
    chooser = random.Random(4)
    found: list[Game] = []
    while len(found) < n:
        game = Game(ROLLIE, chooser.randint(2, 6), seed=chooser.getrandbits(40))
        for _ in range(chooser.randint(0, 60)):
            if not game.is_over:
                takes = [action for action in game.legal_actions if action != SECURE]
                game.play(chooser.choice(takes if takes and chooser.random() < 0.8 else game.legal_actions))
        if not game.is_over:
            game.state["bank"][0] -= min(game.state["bank"][0]) if chooser.random() < 0.3 else 0
            found.append(game)
    return found


def test_compiled_and_plain_weigh_alike() -> None:
    compiled: Any = kernel.load(policy.__name__)
    for game in random_spots(60):
        fast = weights_of(compiled, game.state[0], game.boxes[0], game.turn)
        plain = weights_of(policy, game.plain, game.plain_box, game.turn)
        assert plain == pytest.approx(fast, rel=1e-9)
        assert [action for action in range(N_ACTIONS) if np.isfinite(plain[action])] == legal(game)


def legal(game: Game) -> list[int]:
    """Actions legal by the state, whatever brought it about."""
    return [action for action in range(N_ACTIONS) if ROLLIE.rules.is_legal(game.plain, game.plain_box, action)]


def test_the_risk_is_the_one_players_are_shown() -> None:
    for game in random_spots(60):
        state, box, seat = game.plain, game.plain_box, game.turn
        for value in range(N_VALUES):
            if value in legal(game) and not policy.last_after(state, box, value):
                shown = view.crash_chance(state, box, seat, value)
                assert policy.chance_to_lose(state, box, seat, value, value) == pytest.approx(shown)


def test_the_bot_does_what_weighs_most() -> None:
    for game in random_spots(60):
        state, box, seat = game.plain, game.plain_box, game.turn
        weights = weights_of(policy, state, box, seat)
        chosen = bot("sensible").choose(ROLLIE, game.seen(seat), game.boxes, seeded(1))
        assert weights[chosen] == pytest.approx(max(weights))
