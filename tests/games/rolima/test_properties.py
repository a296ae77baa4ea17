"""What holds at every moment of every race, whatever is chosen and whatever luck brings."""

from random import Random

import hypothesis.strategies as st
from hypothesis import given, settings

from rolltop.games import shelf
from rolltop.games.rolima.state import HAND, MAX_MARKET, N_CARTS, NO_CARD, NO_HILL, NOBODY, Phase
from tests.conformance.harness import Setup, Table, setups

ROLIMA = shelf.kind("rolima")
WAYS = {n_players: setups(ROLIMA, n_players) for n_players in ROLIMA.players}


@given(st.integers(2, 6), st.integers(0, 10**6), st.integers(0, 10**9))
@settings(max_examples=60, deadline=None)
def test_every_race(n_players: int, way: int, seed: int) -> None:
    ways = WAYS[n_players]
    setup, rng = ways[way % len(ways)], Random(seed)
    table = Table(setup, compiled=True)
    turned_up: list[int] = []
    while table.turn != -2:
        table.apply(rng.choice(table.possible))
        game = table.plain
        check_cards(setup, game)
        if game.round_no:
            check_carts(setup, game)
        if game.active and (not turned_up or turned_up[-1] != game.face_up):
            assert game.face_up not in turned_up, "a hill card is turned up twice"
            turned_up.append(game.face_up)
        assert game.round_no <= N_CARTS * setup.plain_boxes[0].n_hills + 1
    assert max(table.plain.section) == setup.plain_boxes[0].n_hills + 1


def check_cards(setup: Setup, game: object) -> None:
    """Every card in play lies in one place, and as many as the table shows."""
    state = vars(game)
    box = setup.plain_boxes[0]
    found = [card for card in range(box.n_cards) for pile in ("deck", "discards", "blind") if state[pile] >> card & 1]
    assert len(found) == state["n_deck"] + state["n_discards"] + state["n_blind"]
    found += [card for hand in state["hands"] for card in hand if card != NO_CARD]
    if state["phase"] != Phase.MARKET:  # then those played are among the discards already
        found += [card for card in state["played"] if card != NO_CARD]
    for slot in range(MAX_MARKET):
        if state["market"][slot] != NO_CARD and state["taken_by"][slot] == NOBODY:
            found.append(state["market"][slot])
    assert sorted(found) == [card for card in range(box.n_cards) if box.cards >> card & 1]
    assert all(len([card for card in hand if card != NO_CARD]) <= HAND for hand in state["hands"])


def check_carts(setup: Setup, game: object) -> None:
    """Places go with sections; at most one hill card is face up; somebody has the horn."""
    state = vars(game)
    assert sorted(state["place"]) == list(range(N_CARTS))
    by_place = sorted(range(N_CARTS), key=lambda cart: state["place"][cart])
    sections = [state["section"][cart] for cart in by_place]
    assert sections == sorted(sections, reverse=True)
    assert (state["active"] == 0) == (state["face_up"] == NO_HILL)
    assert state["horn"] in setup.seats
    if state["phase"] == Phase.GAME_OVER:
        assert sections[0] == setup.plain_boxes[0].n_hills + 1
