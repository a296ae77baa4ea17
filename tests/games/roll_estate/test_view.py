"""What a seat sees of Roll Estate, exactly, in a few positions; and what can be reached alone, by trying it out."""

import itertools
from collections.abc import Sequence
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from rolltop.games import shelf
from rolltop.games.contract import SPECTATOR
from rolltop.games.roll_estate.rules import N_ACTIONS
from rolltop.games.roll_estate.view import breakdown, is_dead, possible_numbers, view
from rolltop.play.game import Game
from tests.games.by_hand import ANN, BOB, CID
from tests.games.roll_estate.position import ROWS, Position, X, all_but, full
from tests.games.roll_estate.test_rules import NO_SIX, ONLY_SIXES, Start, start

__all__ = ["start"]

ROLL_ESTATE = shelf.kind("roll_estate")
ROUTES = ("any", "1234", "2345", "3456")
View = dict[str, Any]


def seen(game: Position, seat: int = SPECTATOR) -> View:
    return view(game.game, game.box, seat)


def claim(game: Position, move: str) -> View:
    """One of the claims."""
    return next(claim for claim in seen(game)["claims"] if claim["move"] == move)


# ---- the table -------------------------------------------------------------------------------------------------------


def test_before_anybody_starts(start: Start) -> None:
    found = seen(start(3), ANN)
    assert (found["phase"], found["round"], found["first"], found["player"]) == ("first player", 0, None, None)
    assert (found["dice"], found["kept"], found["claims"]) == ([0] * 5, [False] * 5, [])
    assert (found["choosing"], found["nothing_fits"], found["last_turns"], found["ender"]) == (
        False,
        False,
        False,
        None,
    )


def test_the_sheet_as_printed(start: Start) -> None:
    found = seen(start(3))
    assert [row["key"] for row in found["rows"]] == list(ROWS)
    assert found["rows"][4] == {
        "key": "fives", "name": "Bance Park", "face": 5, "matching": 0, "slots": 3, "rental": 30,
        "businesses": [
            {"name": "Park Café", "value": 75, "owner": None}, {"name": "Boat Hire", "value": 55, "owner": None},
        ],
    }  # fmt: skip
    assert [(row["face"], row["matching"]) for row in found["rows"][5:]] == [(6, 0), (0, 3), (0, 4)]
    assert found["routes"][0] == {"key": "any", "name": "Red Line", "stops": "any4", "first": 0, "owner": None}
    assert [(route["key"], route["stops"], route["first"]) for route in found["routes"][1:]] == [
        ("1234", "1234", 1), ("2345", "2345", 2), ("3456", "3456", 3),
    ]  # fmt: skip
    assert (found["transit"], found["multipliers"], found["jackpot"]) == ([50, 100, 175, 250], [1, 5, 10], 150)


@pytest.mark.parametrize(
    ("n_players", "options", "variant", "to_end", "second"),
    [
        (1, {}, "solo", 0, False), (2, {}, "two", 4, False), (3, {}, "standard", 3, True),
        (3, {"ruthless": "yes"}, "ruthless", 3, False),
    ],
)  # fmt: skip
def test_which_game_is_played(
    start: Start, n_players: int, options: dict[str, str], variant: str, to_end: int, second: bool
) -> None:
    found = seen(start(n_players, options=options))
    assert (found["variant"], found["to_end"], found["second"]) == (variant, to_end, second)
    assert (found["solo"] is None) == (n_players > 1)
    assert max(len(row["businesses"]) for row in found["rows"]) == (2 if second else 1)


def test_rolls_and_dice_held(start: Start) -> None:
    game = start().lay(first=BOB, round_no=4).throws(5, 5, 3, 6, 1)
    found = seen(game, BOB)
    assert (found["phase"], found["round"], found["player"], found["first"]) == ("choose", 4, BOB, BOB)
    assert (found["roll"], found["rolls_left"], found["dice"]) == (1, 2, [5, 5, 3, 6, 1])
    assert found["choosing"] and not seen(game, ANN)["choosing"] and not seen(game)["choosing"]
    assert seen(game, ANN)["claims"] == found["claims"] != []
    found = seen(game.holds("5 5"), BOB)
    assert (found["phase"], found["roll"], found["rolls_left"], found["claims"]) == ("roll", 1, 2, [])
    assert (found["dice"], found["kept"]) == ([5, 5, 0, 0, 0], [True, True, False, False, False])
    assert not found["choosing"]


def test_a_players_sheet(start: Start) -> None:
    game = start().lay(
        sheets={ANN: {"fives": [5, 0, 20], "ones": [1, 2], "sixes": [6, X, X]}},
        businesses={"ones": ANN, "fours": [BOB, CID]}, routes={"2345": ANN}, liquid={ANN: 20}, indexes={ANN: 1},
        jackpot=[ANN],
    )  # fmt: skip
    found = seen(game)["players"][ANN]
    assert found["rows"][4] == {"numbers": [5, 0, 20], "lost": False, "complete": False, "claimed": 2, "worth": 60}
    assert found["rows"][0] == {"numbers": [1, 2], "lost": False, "complete": True, "claimed": 2, "worth": 20}
    assert found["rows"][5] == {"numbers": [6, X, X], "lost": True, "complete": False, "claimed": 1, "worth": 35}
    assert found["parts"] == {"rentals": 115, "businesses": 60, "transit": 50, "stock": 100, "jackpot": 150}
    assert (found["liquid"], found["indexes"], found["jackpot"], found["routes"]) == (20, 1, True, 1)
    assert (found["businesses"], found["rentals"], found["now"], found["place"]) == (1, 5, 475, 1)
    assert [player["place"] for player in seen(game)["players"]] == [1, 2, 3]
    assert [business["owner"] for business in seen(game)["rows"][3]["businesses"]] == [BOB, CID]
    assert [route["owner"] for route in seen(game)["routes"]] == [None, None, ANN, None]


def test_the_last_turns(start: Start) -> None:
    game = start().lay(ender=BOB, first=BOB, player=CID)
    found = seen(game)
    assert (found["last_turns"], found["ender"]) == (True, BOB)
    found = seen(start().lay(ender=BOB, over=True))
    assert (found["phase"], found["last_turns"], found["ender"], found["player"]) == ("over", False, BOB, None)


# ---- claims ----------------------------------------------------------------------------------------------------------


def test_claims_are_the_legal_ones(start: Start) -> None:
    game = start().lay(sheets={ANN: {"fives": [0, 5, 0]}}).throws(5, 5, 3, 6, 1)
    found = seen(game)["claims"]
    assert {claim["move"] for claim in found} == {f"claim {what}" for what in game.fits}
    assert [claim["action"] for claim in found] == [action for action in game.table.legal if action >= 31]
    assert all(0 <= claim["action"] < N_ACTIONS for claim in found)


def test_a_rental(start: Start) -> None:
    game = start().lay(sheets={ANN: {"fives": [5, 0, 15]}}).throws(5, 3, 5, 6, 1)
    found = claim(game, "claim fives 2")
    assert {key: found[key] for key in ("kind", "row", "slot", "route", "number")} == {
        "kind": "rental", "row": 4, "slot": 1, "route": None, "number": 10,
    }  # fmt: skip
    assert found["counts"] == [True, False, True, False, False]
    assert (found["brings"], found["opens"], found["now"]) == ([["rentals", 30], ["businesses", 75]], 0, 60 + 105)


def test_a_rental_that_opens_the_second_business_or_none(start: Start) -> None:
    sheets = {ANN: {"fives": [0, 15, 20], "sixes": [0, 12, 18]}}
    game = start().lay(sheets=sheets, businesses={"fives": BOB, "sixes": [BOB, CID]}).throws(5, 3, 5, 6, 1)
    found = claim(game, "claim fives 1")
    assert (found["brings"], found["opens"]) == ([["rentals", 30], ["businesses", 55]], 1)
    found = claim(game, "claim sixes 1")
    assert (found["brings"], found["opens"]) == ([["rentals", 35]], None)


@pytest.mark.parametrize(
    ("dice", "move", "counts"),
    [
        ((3, 6, 3, 3, 3), "claim triple 1", "x-xx-"), ((3, 6, 3, 3, 3), "claim quadruple 1", "x-xxx"),
        ((3, 6, 3, 3, 3), "claim threes 1", "x-xxx"), ((3, 6, 3, 3, 3), "claim liquid", "xxxxx"),
        ((1, 2, 2, 3, 4), "claim route any", "xx-xx"), ((6, 2, 4, 3, 5), "claim route 2345", "-xxxx"),
        ((6, 2, 4, 3, 5), "claim route 3456", "x-xxx"), ((6, 2, 4, 3, 5), "claim route any", "-xxxx"),
        ((6, 2, 4, 3, 5), "claim index", "xxxxx"), ((2, 2, 2, 2, 2), "claim jackpot", "xxxxx"),
        ((5, 5, 3, 6, 1), "claim ones 2", "----x"),
    ],
)  # fmt: skip
def test_which_dice_count(start: Start, dice: Sequence[int], move: str, counts: str) -> None:
    found = claim(start().lay().throws(*dice), move)
    assert found["counts"] == [mark == "x" for mark in counts]


def test_which_dice_count_if_all_do(start: Start) -> None:
    game = start(options={"matched_dice": "all"}).lay().throws(3, 6, 3, 3, 3)
    found = claim(game, "claim triple 1")
    assert found["counts"] == [True, False, True, True, True] and found["number"] == 12


def test_the_investments(start: Start) -> None:
    game = start().lay(routes={"1234": ANN}, liquid={ANN: 20}, indexes={ANN: 1}).throws(2, 3, 4, 5, 6)
    index, route = claim(game, "claim index"), claim(game, "claim route any")
    assert (index["kind"], *(index[key] for key in ("number", "row", "slot", "route"))) == ("index", *[None] * 4)
    assert (index["brings"], index["now"]) == ([["stock", 100]], 250)
    assert (route["kind"], route["route"], route["number"]) == ("route", 0, None)
    assert (route["brings"], route["now"]) == ([["transit", 50]], 200)
    game = start().lay(indexes={ANN: 1}).throws(2, 2, 2, 2, 2)
    assert claim(game, "claim liquid")["number"] == 10 and claim(game, "claim liquid")["brings"] == [["stock", 50]]
    assert claim(game, "claim jackpot")["brings"] == [["jackpot", 150]] and claim(game, "claim jackpot")["now"] == 150
    assert claim(start().lay().throws(2, 3, 4, 5, 6), "claim index")["brings"] == []


def test_losing_interest(start: Start) -> None:
    game = start().lay(sheets={ANN: ONLY_SIXES}, liquid={ANN: 9}).throws(*NO_SIX, roll=3)
    found = seen(game)
    assert found["nothing_fits"] and [claim["move"] for claim in found["claims"]] == ["lose sixes"]
    lost = found["claims"][0]
    assert (lost["kind"], lost["row"], lost["slot"], lost["number"], lost["opens"]) == ("lose", 5, None, None, None)
    assert (lost["counts"], lost["brings"], lost["now"]) == ([False] * 5, [], game.totals[ANN])


def test_claims_do_what_they_say() -> None:
    for n_players in (1, 3):
        game = Game("roll_estate", n_players, seed=1)
        while not game.is_over:
            claims = game.view()["claims"]
            for promised in claims[:: 1 + len(claims) // 3]:
                check_promise(game, promised)
            game.play(game.legal_actions[-1] if game.view()["roll"] > 1 else game.legal_actions[0])


def check_promise(game: Game, promised: View) -> None:
    """Does a claim write, open and bring what the view says?"""
    seat, after = game.turn, game.at(len(game.history))
    before = game.view()["players"][seat]
    after.push(promised["action"])
    now = after.view()["players"][seat]
    assert now["now"] == promised["now"]
    assert dict(promised["brings"]) == {
        part: now["parts"][part] - was for part, was in before["parts"].items() if now["parts"][part] != was
    }
    if promised["kind"] == "rental":
        assert now["rows"][promised["row"]]["numbers"][promised["slot"]] == promised["number"]
        shops = [
            game.view()["rows"][promised["row"]]["businesses"],
            after.view()["rows"][promised["row"]]["businesses"],
        ]
        opened = [place for place, (old, new) in enumerate(zip(*shops, strict=True)) if old["owner"] != new["owner"]]
        assert opened == ([] if promised["opens"] is None else [promised["opens"]])


def test_the_breakdown(start: Start) -> None:
    game = start(2).lay(
        over=True, sheets={ANN: {"fours": [4, 8, 12], "ones": [1, X]}}, businesses={"fours": ANN},
        routes={"any": ANN, "1234": BOB}, liquid={ANN: 20, BOB: 30}, indexes={ANN: 2},
    )  # fmt: skip
    ann, bob = breakdown(game.game, game.box)
    assert ann == {
        "rentals": 85, "businesses": 65, "transit": 50, "stock": 200, "jackpot": 0, "rows": [10, 0, 0, 75, 0, 0, 0, 0],
        "n_rentals": 4, "n_routes": 1, "n_businesses": 1, "liquid": 20, "indexes": 2, "total": 400, "place": 1,
    }  # fmt: skip
    assert (bob["total"], bob["place"], bob["stock"], bob["liquid"]) == (80, 2, 30, 30)


# ---- alone -----------------------------------------------------------------------------------------------------------


def test_alone_at_the_start(start: Start) -> None:
    for level, goal in (("easy", 300), ("medium", 500), ("hard", 600), ("perfect", 700)):
        solo = seen(start(1, options={"level": level}))["solo"]
        assert (solo["level"], solo["goal"], solo["invested"], solo["possible"]) == (level, goal, 0, 700)
        assert (solo["reachable"], solo["won"], solo["lost"], solo["stuck"]) == (True, False, False, False)
        assert (solo["businesses"], solo["of"], solo["dead_rows"]) == (0, 8, [])
        assert [(way["key"], way["route"], way["adds"]) for way in solo["ways"]] == [
            ("route", 0, 50), ("route", 1, 50), ("route", 2, 75), ("route", 3, 75), ("liquid", None, 30),
            ("index", None, 120), ("index", None, 150), ("jackpot", None, 150),
        ]  # fmt: skip


def test_alone_on_the_way(start: Start) -> None:
    game = start(1, options={"level": "hard"}).lay(
        routes={"1234": ANN}, liquid={ANN: 22}, indexes={ANN: 1}, sheets={ANN: {**full("twos"), "ones": [0, 1]}},
        businesses={"twos": ANN},
    )  # fmt: skip
    solo = seen(game)["solo"]
    assert (solo["invested"], solo["possible"]) == (50 + 110, 50 + 110 + 200 + 110 + 150)
    assert [(way["key"], way["adds"]) for way in solo["ways"]] == [
        ("route", 50), ("route", 75), ("route", 75), ("index", 110), ("jackpot", 150),
    ]  # fmt: skip
    assert (solo["businesses"], solo["dead_rows"], solo["reachable"]) == (1, [0], False)


def test_alone_the_end(start: Start) -> None:
    rest = {
        "sheets": {ANN: {**all_but("fives"), "fives": [5, 10, 0]}},
        "businesses": dict.fromkeys(all_but("fives"), ANN),
    }
    won: Any = {**rest, "liquid": {ANN: 30}, "indexes": {ANN: 2}}
    for laid, wins in ((rest, False), (won, True)):
        game = start(1).lay(**laid).throws(5, 5, 5, 1, 1).claims(ANN, "fives 3")
        solo = seen(game)["solo"]
        assert (solo["won"], solo["lost"], solo["stuck"], solo["reachable"]) == (wins, not wins, False, wins)
    game = start(1).lay(sheets={ANN: ONLY_SIXES}, liquid={ANN: 9}).throws(*NO_SIX, roll=3)
    solo = seen(game)["solo"]
    assert (solo["won"], solo["lost"], solo["stuck"], solo["reachable"]) == (False, True, True, False)


def can_be_completed(game: Position, row: int) -> bool:
    """By trying all numbers in all open slots."""
    written = game.game.players[ANN].numbers[row][: game.box.rows[row].n_slots]
    choices = [[number] if number else possible_numbers(game.box, row) for number in written]
    return any(list(filled) == sorted(set(filled)) for filled in itertools.product(*choices))


@settings(max_examples=150, deadline=None, derandomize=True)
@given(
    word=st.sampled_from(ROWS), written=st.sets(st.integers(0, 14), max_size=4), places=st.permutations(range(4)),
    matched=st.sampled_from(("exact", "all")),
)  # fmt: skip
def test_a_row_is_dead_when_nothing_completes_it(word: str, written: set[int], places: list[int], matched: str) -> None:
    game = Start(Position, ROLL_ESTATE)(1, options={"matched_dice": matched}, rentals=[2, 2, 3, 4, 4, 3, 4, 4])
    row = game.row(word)
    possible, n_slots = possible_numbers(game.box, row), int(game.box.rows[row].n_slots)
    numbers = [0] * n_slots
    taken = sorted({possible[index % len(possible)] for index in written})[:n_slots]
    for slot, number in zip(sorted(places[: len(taken)]), taken, strict=False):
        if slot < n_slots:
            numbers[slot] = number
    game.lay(sheets={ANN: {word: numbers}})
    assert is_dead(game.game, game.box, row) == (not can_be_completed(game, row))


def test_all_numbers_that_dice_can_bring() -> None:
    for matched in ("exact", "all"):
        game = Start(Position, ROLL_ESTATE, compiled=False)(1, options={"matched_dice": matched})
        brought: dict[str, set[int]] = {word: set() for word in ROWS}
        for dice in itertools.combinations_with_replacement(range(1, 7), 5):
            game.game.counts = sum(1 << 4 * die for die in dice)
            for row, word in enumerate(ROWS):
                brought[word] |= {ROLL_ESTATE.rules.number_for(game.game, game.box, row)} - {0}
        for row, word in enumerate(ROWS):
            assert possible_numbers(game.box, row) == sorted(brought[word])


def most(game: Position) -> int:
    """The most investments can come to, by trying every order of what is open, with the best dice."""
    laid = game.game
    routes = sum(owner == -1 for owner in laid.route_owner)
    best = 0
    for more_routes, liquid, more_indexes, jackpot in itertools.product(
        range(routes + 1), range(5, 31), range(3 - laid.players[0].indexes), (False, True)
    ):
        twin = game.table.copy().plain
        player = twin.players[0]
        open_routes = [route for route, owner in enumerate(twin.route_owner) if owner == -1]
        for route in open_routes[:more_routes]:
            twin.route_owner[route] = ANN
        player.liquid, player.jackpot = player.liquid or liquid, player.jackpot or jackpot
        player.indexes += more_indexes
        best = max(best, ROLL_ESTATE.rules.investments(twin, game.box, 0))
    return best


@pytest.mark.parametrize("laid", [
    {}, {"routes": {"any": ANN}}, {"routes": dict.fromkeys(ROUTES, ANN), "liquid": {ANN: 7}},
    {"liquid": {ANN: 12}, "indexes": {ANN: 1}, "jackpot": [ANN]}, {"indexes": {ANN: 2}},
])  # fmt: skip
def test_ways_to_invest_add_up_to_the_most_there_is(laid: Any) -> None:
    game = Start(Position, ROLL_ESTATE, compiled=False)(1).lay(**laid)
    solo = seen(game)["solo"]
    assert solo["invested"] + sum(way["adds"] for way in solo["ways"]) == solo["possible"] == most(game)
