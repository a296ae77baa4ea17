"""What a seat sees of a game of Rolimã, by example."""

import json

from rolltop.games.contract import SPECTATOR
from tests.games.by_hand import ANN, BOB, CID
from tests.games.rolima.position import Position
from tests.games.rolima.test_rules import Start, start
from tests.games.rolima.test_tell import CHEERS, HANDS, MARKET, RACE, sees

__all__ = ["start"]

RED, YELLOW, BLUE = 0, 1, 3


def lay(start: Start, hill: str | None = None, **options: str) -> Position:
    return start(options=options).lay(race=RACE, hands=HANDS, market=MARKET, hill=hill)


def test_before_the_cheer(start: Start) -> None:
    seen = sees(lay(start), ANN)
    assert json.loads(json.dumps(seen)) == seen
    assert (seen["phase"], seen["round"], seen["horn"], seen["chooser"]) == ("cheer", 2, ANN, ANN)
    assert [(cart["cart"], cart["section"], cart["factor"]) for cart in seen["carts"]][:2] == [
        (RED, 2, 3),
        (BLUE, 2, 2),
    ]
    assert (seen["deck"], seen["discards"], seen["unseen"]) == (45 - 6 - 4, 0, 0)
    assert [place["card"]["number"] for place in seen["market"]] == [1, 2, 3, 1]
    assert seen["players"][BOB]["hand"] == [None, None], "backs"
    assert [card["number"] for card in seen["players"][ANN]["hand"]] == [9, 1]
    assert seen["leader"] is seen["winner"] is seen["result"] is seen["seen"] is None


def test_what_a_cheer_would_do(start: Start) -> None:
    game = lay(start)
    game.event(CHEERS[0])
    seen = sees(game, BOB)
    effects = {one["move"]: (one["cart_total"], one["wins"], one["leader"], one["keep"]) for one in seen["choices"]}
    assert effects == {"cheer blue 2": (2, False, RED, 3), "cheer green 2": (2, False, RED, 6)}
    assert seen["choosing"] and seen["leader"] == RED and seen["lanes"][0]["total"] == 9
    assert sees(game, SPECTATOR)["choices"] == sees(game, SPECTATOR)["hand"] == []


def test_the_draft(start: Start) -> None:
    game = lay(start)
    for event in (*CHEERS, "take yellow 1"):
        game.event(event)
    seen = sees(game, CID)
    assert (seen["phase"], seen["winner"], seen["chooser"]) == ("draft", RED, CID)
    assert seen["moves"] == [{"cart": RED, "from": 2, "to": 3, "why": "cheer"}]
    assert [player["order"] for player in seen["players"]] == [2, 0, 1]
    assert [place["taken"] for place in seen["market"]] == [BOB, None, None, None]
    assert seen["players"][BOB]["took"] == {"slot": 0} and seen["players"][BOB]["hand"] == [None, None]
    assert {one["move"] for one in seen["choices"]} == {"take yellow 2", "take yellow 3", "take violet 1"}


def test_under_hush_a_cheer_is_seen_by_its_owner_only(start: Start) -> None:
    game = lay(start, "hush")
    game.event(CHEERS[0])
    seen, own = sees(game, BOB), sees(game, ANN)
    assert seen["players"][ANN]["laid"] and seen["players"][ANN]["played"] is None and seen["leader"] is None
    assert [card["laid"] for card in own["hand"] if card] == [True, False] and own["keep"] == 3
    assert all(one["wins"] is None for one in seen["choices"])


def test_the_memory_aid_shows_what_all_have_seen(start: Start) -> None:
    game = lay(start, memory_aid="yes")
    for event in (*CHEERS, "take yellow 1"):
        game.event(event)
    for seat in (ANN, SPECTATOR):
        seen = sees(game, seat)
        known = [card and (card["cart"], card["number"]) for card in seen["players"][BOB]["hand"]]
        assert sorted(known, key=str) == [(YELLOW, 1), None]
        assert len(seen["seen"]["unseen"]) == 45 - 4 - 3 - (seat == ANN)
