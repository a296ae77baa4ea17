"""What is told of a game of Rolimã: a line for each kind of event, and how far a game is."""

from rolltop.games.contract import SPECTATOR
from rolltop.games.rolima.tell import moment, progress, tell
from rolltop.games.rolima.view import View, view
from tests.games.by_hand import ANN, BOB, CID
from tests.games.rolima.position import Position, Race
from tests.games.rolima.test_rules import Start, start

__all__ = ["start"]

NAMES = ("Ann", "Bob", "Cid")
RACE: Race = [("red", 2), ("blue", 2), ("green", 1), ("yellow", 1), ("violet", 0)]
HANDS = {ANN: ["red 9", "green 1"], BOB: ["blue 2", "green 2"], CID: ["green 5", "green 3"]}
MARKET = ["yellow 1", "yellow 2", "yellow 3", "violet 1"]
CHEERS = ("cheer red 9", "cheer blue 2", "cheer green 5")


def sees(position: Position, seat: int) -> View:
    seen = position.table.seen(seat)
    return view(seen.plain, seen.plain_box, seat)


def told(position: Position, *events: str, to: int = SPECTATOR) -> list[str]:
    """What a seat is told of the last of some events."""
    lines: list[str] = []
    for event in events:
        before = sees(position, to)
        position.event(event)
        now = sees(position, to)
        lines = [line.text(NAMES.__getitem__) for line in tell(before, now)]
        assert moment(before, now) is None
    return lines


def test_the_cheers_and_what_rolls(start: Start) -> None:
    game = start().lay(race=RACE, hands=HANDS, market=MARKET)
    assert told(game, CHEERS[0]) == ["Ann cheers Pimenta 9."]
    assert told(game, *CHEERS[1:]) == [
        "Cid cheers Pipa 5.", "Pimenta is the loudest with 9 and rolls to section 3.",
    ]  # fmt: skip


def test_a_cheer_laid_face_down_is_not_named(start: Start) -> None:
    game = start().lay(race=RACE, hands=HANDS, market=MARKET, hill="hush")
    assert told(game, CHEERS[0], to=BOB) == ["Ann lays a cheer face down."]
    assert told(game, *CHEERS[1:])[:3] == ["Ann cheers Pimenta 9.", "Bob cheers Maré 2.", "Cid cheers Pipa 5."]


def test_a_take_and_the_horn(start: Start) -> None:
    game = start().lay(race=RACE, hands=HANDS, market=MARKET)
    assert told(game, *CHEERS, "take yellow 1") == ["Bob takes Faísca 1."]
    assert told(game, "take yellow 2", "take yellow 3")[:2] == [
        "Ann takes Faísca 3.", "Ann took the last card and has the horn.",
    ]  # fmt: skip


def test_an_unseen_card_is_told_to_its_owner_only(start: Start) -> None:
    lines = {}
    for seat in (BOB, CID, SPECTATOR):
        game = start().lay(race=RACE, hands=HANDS, market=MARKET, hill="blind_market")
        assert "The market is turned face down." in told(game, *CHEERS)
        assert told(game, "yellow 2") == ["In the blind market Faísca 2 is turned up."]
        assert told(game, "take unseen", to=seat) == []
        lines[seat] = told(game, "yellow 1", to=seat)
    assert lines[BOB] == ["Bob takes an unseen card: Faísca 1. Only you see this."]
    assert lines[CID] == lines[SPECTATOR] == ["Bob takes an unseen card."]


def test_the_finish_and_how_far_a_game_is(start: Start) -> None:
    race: Race = [("red", 4), ("blue", 4), ("green", 4), ("yellow", 2), ("violet", 1)]
    game = start().lay(race=race, hands=HANDS, market=MARKET)
    assert progress(sees(game, ANN)).text() == "round 2"
    lines = told(game, *CHEERS)
    assert lines[1] == "Pimenta wins the cheer with 9 and rolls into the finish!"
    assert lines[-1] == "Cid wins with 3 gum, after a tie-break."
