"""What each seat can know (RM16, RM18), and that what it cannot know is dealt anew as luck would have it."""

from collections import Counter
from functools import cached_property
from typing import Any

import pytest

from rolltop.games import shelf
from rolltop.games.rolima.state import NO_CARD
from tests.conformance.checks import calibration
from tests.conformance.harness import Case, Setup
from tests.games import by_hand
from tests.games.by_hand import ANN, BOB, CID, with_values
from tests.games.rolima.position import Position, Race

ROLIMA = shelf.kind("rolima")
Start = by_hand.Start[Position]
RACE: Race = [("red", 2), ("blue", 2), ("green", 1), ("yellow", 1), ("violet", 0)]
HANDS = {ANN: ["red 9"], BOB: ["blue 2"], CID: ["green 5"]}
MARKET = ["yellow 1", "yellow 2", "yellow 3", "violet 1"]
DEALS = 2000
SPECTATOR = -4


@pytest.fixture
def start() -> Start:
    return Start(Position, ROLIMA)


def dealt(game: Position, viewer: int, seat: int, n: int = DEALS) -> Counter[tuple[str, ...]]:
    """The hands a seat may have for all that a viewer knows, and how often each is dealt."""
    seen = game.table.seen(viewer)
    names = {game.card(name): name for name in all_cards(game)}
    found: Counter[tuple[str, ...]] = Counter()
    for seed in range(n):
        hand = seen.redealt(viewer, seed).plain.hands[seat]
        found[tuple(sorted(names[card] for card in hand if card != NO_CARD))] += 1
    return found


def all_cards(game: Position) -> list[str]:
    return [f"{colour} {number}" for colour in ("red", "yellow", "green", "blue", "violet") for number in range(1, 10)]


def even(found: Counter[Any], n: int) -> bool:
    """Are there n outcomes, each about equally often (within five standard deviations)?"""
    total = sum(found.values())
    mean, spread = total / n, (total / n * (1 - 1 / n)) ** 0.5
    return len(found) == n and all(abs(count - mean) < 5 * spread for count in found.values())


def test_a_dealt_card_may_be_any_that_nobody_has_seen(start: Start) -> None:
    game = start().lay(race=RACE, hands=HANDS, market=MARKET, deck=["violet 2", "violet 3", "violet 4"])
    assert even(dealt(game, ANN, BOB), 5), "Bob's, Cid's and three of the deck"
    assert even(dealt(game, SPECTATOR, BOB), 6), "Ann's too"
    assert dealt(game, BOB, BOB, 20) == {("blue 2",): 20}


def unseen_takes(start: Start) -> Position:
    """Bob and Cid take cards unseen; the open one is yellow 2."""
    game = start().lay(race=RACE, hill="blind_market", hands=HANDS, market=MARKET)
    game.cheers("red 9", "blue 2", "green 5").event("yellow 2")
    return game.takes("unseen").event("yellow 1").takes("unseen").event("violet 1")


def test_an_unseen_card_is_one_of_those_turned_down(start: Start) -> None:
    game = unseen_takes(start)
    for viewer in (ANN, SPECTATOR):
        assert even(dealt(game, viewer, BOB), 3)
        pairs = Counter(
            tuple(one.plain.hands[seat][0] for seat in (BOB, CID))
            for one in (game.table.seen(viewer).redealt(viewer, seed) for seed in range(DEALS))
        )
        assert even(pairs, 6), "all ways to have two of three"
    assert even(dealt(game, BOB, CID), 2), "not the one that Bob took himself"
    assert set(dealt(game, BOB, BOB, 20)) == {("yellow 1",)}


def test_the_last_card_of_those_turned_down_is_certain(start: Start) -> None:
    game = start().lay(race=RACE, hill="blind_market", hands=HANDS, market=["yellow 1", "yellow 2"])
    game.cheers("red 9", "blue 2", "green 5").event("yellow 2").takes("unseen").event("yellow 1")
    for viewer in (ANN, CID, SPECTATOR):
        assert set(dealt(game, viewer, BOB, 20)) == {("yellow 1",)}


def test_under_hush_each_card_may_have_been_laid(start: Start) -> None:
    hands = {ANN: ["red 9", "red 1", "blue 1", "blue 3"], BOB: ["blue 2"], CID: ["green 5"]}
    game = start().lay(race=RACE, hill="hush", hands=hands).cheers("blue 1")
    laid = Counter((game.table.seen(BOB).redealt(BOB, seed).plain.laid[ANN],) for seed in range(DEALS))
    assert even(laid, 4)
    assert game.table.seen(ANN).plain.laid[ANN] == 2


def test_two_deals_that_differ_in_what_is_hidden_look_the_same(start: Start) -> None:
    one = start().lay(race=RACE, hands=HANDS, market=MARKET)
    other = start().lay(race=RACE, hands=HANDS | {BOB: ["violet 9"]}, market=MARKET)
    for viewer in (ANN, CID, SPECTATOR):
        assert one.table.seen(viewer).state == other.table.seen(viewer).state
    assert one.table.seen(BOB).state != other.table.seen(BOB).state


class Tiny(Case):
    """A box so small that the deck is made anew again and again, with a blind market for the whole race."""

    @cached_property
    def setups(self) -> list[Setup]:
        numbers = [[1, 2, 3]] * 5
        edition = with_values(self.kind, numbers=numbers, gum=[[3, 2, 1]] * 5)
        ways = [{"hill_1": hill, "hill_2": "blind_market"} for hill in ("hush", "whispers")]
        return [Setup(self.kind, edition, way, self.n_players) for way in (*ways, {"gum_cards": "yes"})]


def test_redeals_are_calibrated_with_few_cards() -> None:
    worst, feature = calibration(Tiny(ROLIMA, 2), games=6000)
    assert worst < 5, f"redeal is biased: z = {worst:.1f} for {feature}"
