"""What the sensible bot makes of positions in which the right choice is plain; it weighs alike compiled or not."""

import random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from rolltop.bots import play_games
from rolltop.games import kernel, shelf
from rolltop.games.roll_estate import policy
from rolltop.games.roll_estate.prospects import SETS
from rolltop.games.roll_estate.rules import MAX_ROWS, MAX_SLOTS, N_ACTIONS, N_HOLDS, ROUTES, end_roll
from rolltop.games.shelf import Kind
from rolltop.play.game import Game
from tests.games.by_hand import ANN, BOB, CID, with_values
from tests.games.roll_estate.position import Position

ESTATE: Kind = shelf.kind("roll_estate")
COMPILED: Any = kernel.load(policy.__name__, inline=False)

DONE = {
    "ones": [1, 2], "twos": [2, 4], "threes": [3, 6, 9], "fours": [4, 8, 12], "fives": [5, 10, 15],
    "sixes": [6, 12, 18], "triple": [3, 6, 9], "quadruple": [4, 8, 12],
}  # fmt: skip
LEVELS = ("easy", "medium", "hard", "perfect")


def position(n_players: int = 2, **options: str) -> Position:
    """A game on the plain rules."""
    return Position(ESTATE, n_players, compiled=False, options=options)


def alone(level: str, sheet: dict[str, list[int]], *, liquid: int = 0, indexes: int = 0) -> Position:
    """A solo game in which all rows are complete but those given."""
    return position(1, level=level).lay(
        sheets={ANN: {**DONE, **sheet}},
        businesses={word: ANN for word in DONE if word not in sheet},
        liquid={ANN: liquid},
        indexes={ANN: indexes},
    )


def weights_of(module: Any, game: Any, box: Any, seat: int) -> NDArray[np.float64]:
    """What each action weighs; an illegal one less than any."""
    weights = np.full(N_ACTIONS, -np.inf)
    module.weigh(game, box, seat, weights)
    return weights


def weights_at(spot: Position) -> dict[str, float]:
    """What each legal move weighs."""
    assert spot.chooser is not None
    weights = weights_of(policy, spot.game, spot.box, spot.chooser)
    return {spot.table.text(action): float(weights[action]) for action in spot.table.legal}


def best(spot: Position) -> str:
    """The move that weighs most."""
    weights = weights_at(spot)
    return max(weights, key=lambda move: weights[move])


# ---- in general ------------------------------------------------------------------------------------------------------


def middles(n: int, n_players: int, **options: str) -> list[Game]:
    """Games somewhere in the middle, where somebody is to choose."""
    chooser, found = random.Random(n_players), list[Game]()
    while len(found) < n:
        game = Game(ESTATE, n_players, seed=chooser.getrandbits(40), options=options)
        for _ in range(chooser.randint(0, 60 * n_players)):
            if not game.is_over:
                claims = [action for action in game.legal_actions if action >= N_HOLDS]
                game.play(chooser.choice(claims if claims and chooser.random() < 0.5 else game.legal_actions))
        if not game.is_over:
            found.append(game)
    return found


@pytest.mark.parametrize("matched", ["exact", "all"])
@pytest.mark.parametrize("n_players", [1, 2, 3, 6])
def test_compiled_and_plain_weigh_alike(n_players: int, matched: str) -> None:
    for game in middles(12, n_players, matched_dice=matched):
        plain = weights_of(policy, game.plain, game.plain_box, game.turn)
        fast = weights_of(COMPILED, game.state[0], game.boxes[0], game.turn)
        assert plain == pytest.approx(fast, rel=1e-9)
        assert np.flatnonzero(np.isfinite(plain)).tolist() == game.legal_actions


def test_to_stop_is_worth_the_best_claim_and_a_hold_what_may_come_of_it() -> None:
    """The worth of a set of dice is that of the best claim when it lies there."""
    for game in middles(4, 2):
        state, box, seat = game.plain, game.plain_box, game.turn
        final = np.empty(len(SETS))
        policy.weigh_sets(state, box, policy.look_ahead(state, box, seat), final)
        for number in random.Random(1).sample(range(len(SETS)), 25):
            lay(state, box, SETS[number])
            weights = weights_of(policy, state, box, seat)
            assert final[number] == pytest.approx(max(weights[N_HOLDS:]))


def lay(state: Any, box: Any, dice: tuple[int, ...]) -> None:
    """Let other dice lie on the table, after the last roll."""
    state.dice, state.counts, state.rolls = list(dice), sum(1 << 4 * die for die in dice), 2
    end_roll(state, box)


def test_numbers_of_sets_are_those_of_the_rules() -> None:
    for matched in ("exact", "all"):
        spot = position(matched_dice=matched).lay().throws(1, 2, 2, 3, 4)
        for dice, faces in enumerate(SETS):
            lay(spot.game, spot.box, faces)
            for asset in range(policy.N_ASSETS):
                claims = [asset * MAX_SLOTS] if asset < MAX_ROWS else [asset - MAX_ROWS + ROUTES]
                legal = any(spot.game.claims >> claim & 1 for claim in claims)
                number = policy.number_of(spot.box, asset, dice)
                assert (number >= 0) == legal
                if legal:
                    assert number == policy.number_now(spot.game, spot.box, claims[0])


# ---- alone -----------------------------------------------------------------------------------------------------------


def test_the_last_rental_wins() -> None:
    weights = weights_at(alone("easy", {"ones": [0, 2]}, liquid=30, indexes=2).throws(1, 2, 2, 3, 3))
    assert weights["claim ones 1"] == 1
    assert all(weight < 1 for move, weight in weights.items() if move != "claim ones 1")


def test_the_last_rental_is_not_claimed_before_the_investments() -> None:
    """RE20."""
    spot = alone("easy", {"ones": [0, 2]}).throws(1, 2, 3, 4, 6, roll=3)
    assert weights_at(spot)["claim ones 1"] == 0
    assert best(spot).startswith("claim route")


def test_liquid_assets_wait_for_good_dice_if_the_level_needs_them() -> None:
    sheet = {"ones": [0, 0], "twos": [0, 0], "sixes": [0, 0, 0]}
    assert best(alone("hard", sheet).throws(1, 1, 2, 2, 3, roll=3)) != "claim liquid"
    assert best(alone("hard", sheet).throws(6, 6, 5, 6, 5, roll=3)) == "claim liquid"


def test_a_number_goes_where_it_leaves_room() -> None:
    low = weights_at(alone("easy", {"sixes": [0, 0, 0]}).throws(6, 6, 1, 2, 4, roll=3))
    assert low["claim sixes 2"] > low["claim sixes 1"] > low["claim sixes 3"]
    high = weights_at(alone("easy", {"sixes": [0, 0, 0]}).throws(6, 6, 6, 6, 4, roll=3))
    assert high["claim sixes 3"] > high["claim sixes 2"] > high["claim sixes 1"]


def test_a_harder_level_is_less_likely_won() -> None:
    sheet = {"fives": [0, 0, 0], "sixes": [0, 0, 0], "quadruple": [0, 0, 0]}
    chances = [max(weights_at(alone(level, sheet).throws(1, 2, 4, 5, 5)).values()) for level in LEVELS]
    assert chances == sorted(chances, reverse=True)
    assert all(0 < chance < 1 for chance in chances)


def test_a_goal_out_of_reach_does_not_stop_it() -> None:
    """With few Liquid Assets a perfect game is lost; better and worse are still told apart."""
    spot = alone("perfect", {"fives": [0, 0, 0], "sixes": [0, 0, 0]}, liquid=7)
    weights = weights_at(spot.throws(5, 5, 1, 2, 2, roll=3))
    assert 0 < weights["claim fives 3"] < weights["claim fives 2"] < 1e-20


# ---- among others ----------------------------------------------------------------------------------------------------


def test_a_business_is_opened() -> None:
    spot = position(3).lay(sheets={ANN: {"sixes": [6, 12, 0]}})
    assert best(spot.throws(6, 6, 6, 1, 2, roll=3)) == "claim sixes 3"


def test_a_business_that_is_gone_is_worth_nothing() -> None:
    """RE13: the first, then the second, then none."""

    def prize(owners: dict[str, Any]) -> float:
        spot = position(3).lay(businesses=owners).throws(6, 6, 6, 1, 2)
        return float(policy.look_ahead(spot.game, spot.box, ANN).prizes[spot.row("sixes"), 0])

    assert [prize({}), prize({"sixes": BOB}), prize({"sixes": [BOB, CID]})] == [90, 70, 0]


def test_an_index_is_worth_more_with_liquid_assets() -> None:
    def gain(liquid: int) -> float:
        spot = position().lay(liquid={ANN: liquid}, round_no=3)
        return weights_at(spot.throws(1, 2, 3, 4, 5))["claim index"]

    assert gain(28) > gain(10) + 20
    assert gain(10) > 0


def test_liquid_assets_wait_for_good_dice() -> None:
    def gain(*dice: int) -> float:
        return weights_at(position().lay().throws(*dice, roll=3))["claim liquid"]

    assert gain(1, 1, 2, 1, 1) < 0 < gain(6, 6, 5, 6, 6)


def test_the_second_of_equal_routes_is_as_good() -> None:
    weights = weights_at(position().lay(routes={"any": ANN}).throws(1, 2, 3, 4, 6, roll=3))
    assert weights["claim route 1234"] == 50
    third = weights_at(position().lay(routes={"any": ANN, "2345": ANN}).throws(1, 2, 3, 4, 6, roll=3))
    assert third["claim route 1234"] == 75


def test_the_game_is_ended_when_ahead_and_not_when_behind() -> None:
    """RE14: the third business."""

    def ending(liquid: int) -> float:
        spot = position(3).lay(
            sheets={ANN: {"ones": [1, 2], "twos": [2, 4], "fives": [5, 10, 0]}},
            businesses={"ones": ANN, "twos": ANN}, liquid={BOB: liquid}, indexes={BOB: 2},
        )  # fmt: skip
        return weights_at(spot.throws(5, 5, 5, 1, 2, roll=3))["claim fives 3"]

    assert ending(liquid=0) > ending(liquid=30) + policy.ENDING


def test_in_the_last_round_only_dollars_count() -> None:
    spot = position().lay(sheets={ANN: {"ones": [0, 0], "sixes": [0, 12, 0]}}, ender=BOB, first=BOB, player=ANN)
    weights = weights_at(spot.throws(1, 2, 2, 6, 3, roll=3))
    assert weights["claim ones 1"] == weights["claim ones 2"] == 10
    assert weights["claim sixes 1"] == 35
    assert weights["claim liquid"] == 14


def test_interest_is_lost_where_there_is_least_to_lose() -> None:
    sheets = {ANN: {**DONE, "ones": [0, 2], "sixes": [0, 18, 24]}}
    spot = position(3).lay(
        sheets=sheets, liquid={ANN: 20}, businesses={"ones": BOB, "twos": 2, "threes": [BOB, 2], "fours": [2, BOB]}
    )
    spot.throws(2, 2, 3, 3, 4, roll=3)
    assert spot.losable == {"ones", "sixes"}
    assert best(spot) == "lose ones", "its only business is gone"


def test_a_close_rival_makes_a_business_doubtful() -> None:
    def hope(theirs: list[int]) -> float:
        spot = position().lay(sheets={ANN: {"sixes": [6, 0, 0]}, BOB: {"sixes": theirs}}).throws(1, 1, 2, 3, 3)
        return float(policy.look_ahead(spot.game, spot.box, ANN).hopes[spot.row("sixes")])

    assert hope([0, 0, 0]) > hope([6, 0, 0]) > hope([6, 12, 0])
    assert hope([24, 0, 0]) > hope([0, 0, 0]), "a row they have spoilt is no danger"


# ---- whole games -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "least"), [("easy", 0.55), ("medium", 0.41), ("hard", 0.22), ("perfect", 0.01)])
def test_how_often_it_wins_alone(level: str, least: float) -> None:
    """Shares measured over 10,000 games lie at least four standard deviations of 400 games above these."""
    boxes = ESTATE.box(options={"level": level}, n_players=1)
    assert play_games(ESTATE, ["sensible"], 400, seed=4, boxes=boxes).share(0) > least


@pytest.mark.parametrize("n_players", [2, 3, 4, 5, 6])
def test_it_beats_random_players(n_players: int) -> None:
    outcome = play_games(ESTATE, ["sensible"] + ["random"] * (n_players - 1), 300, seed=1)
    assert outcome.share(0) > 0.97
    assert outcome.mean(0) > max(outcome.mean(other) for other in range(1, n_players)) + 250
    lone = play_games(ESTATE, ["random"] + ["sensible"] * (n_players - 1), 300, seed=2)
    assert lone.share(0) < 0.02


def test_equal_bots_win_equally_often() -> None:
    n = 600
    outcome = play_games(ESTATE, ["sensible"] * 3, n, seed=3)
    sigma = (1 / 3 * 2 / 3 / n) ** 0.5
    assert all(abs(outcome.share(seat) - 1 / 3) < 5 * sigma for seat in range(3))


@pytest.mark.parametrize("n_players", [1, 2, 4])
@pytest.mark.parametrize("matched", ["exact", "all"])
def test_it_plays_any_edition(n_players: int, matched: str) -> None:
    """Ten rows of up to four rentals, two routes, Indexes that are worth nothing; the tests check indexes."""
    rows = 10
    edition = with_values(
        ESTATE,
        neighborhoods=[f"Row {row}" for row in range(rows)],
        dice=[1, 2, "quintuple", 4, 5, 6, "triple", "quadruple", 3, "triple"],
        rentals=[4, 1, 2, 3, 4, 3, 4, 4, 2, 1],
        rental_value=[10] * rows,
        first_business=[f"A {row}" for row in range(rows)],
        first_business_value=[50] * rows,
        second_business=[""] * rows,
        second_business_value=[0] * rows,
        route_names=["Tram", "Bus"],
        routes=[3, "any"],
        transit=[10, 20],
        liquid_multipliers=[1, 0, 0],
        businesses_to_end=[10, 1],
    )
    boxes = ESTATE.box(edition, {"matched_dice": matched}, n_players)
    outcome = play_games(ESTATE, ["sensible"] * n_players, 20, seed=5, boxes=boxes)
    assert outcome.decisions > 20 * n_players
    assert sum(outcome.wins) <= 20
