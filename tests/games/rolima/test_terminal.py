"""Rolimã drawn with characters: the table fits, says what is known and nothing that is hidden; the scoring adds up."""

import random
import re
from typing import Any

import pytest
from rich.console import Console

from rolltop.games import shelf
from rolltop.games.rolima import hills, terminal
from rolltop.play.game import Game
from tests.games.rolima.policies import recount

ROLIMA = shelf.kind("rolima")
NAMES = ["Juliette", "Ulysse", "Clément", "Fanny", "Konstantin der Große", "[red]Ed"]


def printed(thing: Any, width: int = 80) -> str:
    """As it comes out at a terminal of a width, without colours."""
    console = Console(width=width, color_system=None, markup=False, emoji=False, highlight=False)
    with console.capture() as capture:
        console.print(thing)
    return capture.get()


def played(n_players: int, n_moves: int, **options: str) -> Game:
    """A game after some random moves."""
    game, chooser = Game(ROLIMA, NAMES[:n_players], seed=n_players, options=options), random.Random(n_players)
    while n_moves and not game.is_over:
        game.play(chooser.choice(game.legal_actions))
        n_moves -= 1
    return game


@pytest.mark.parametrize("n_players", ROLIMA.players)
@pytest.mark.parametrize("n_moves", [0, 7, 43, 10_000])
@pytest.mark.parametrize("width", [80, 120])
def test_table_and_moves_fit_on_one_screen(n_players: int, n_moves: int, width: int) -> None:
    game = played(n_players, n_moves)
    seat = max(game.turn, 0)
    text = printed(terminal.draw(game.view(seat), game.names, seat), width)
    lines = text.splitlines()
    assert max(map(len, lines)) <= width
    assert len(lines) + len(terminal.offers(game.view(seat))) <= 24
    for name in game.names:
        assert name[:9] in text
    for cart in game.view()["cart_names"]:
        assert cart in text
    if game.turn >= 0:
        assert f"> {game.names[seat][:9]}" in text, "whose turn it is is not said by colour alone"


def test_the_leading_cart_has_the_podium_factor() -> None:
    game = played(3, 0)
    first = game.view()["cart_names"][game.view()["carts"][0]["cart"]]
    assert re.search(rf"{first} \(\w+\) x3", terminal.text(game.view(0), game.names))


@pytest.mark.parametrize("hill", hills.RULES)
def test_the_hill_that_lies_face_up_says_its_rule(hill: str) -> None:
    game = played(3, 0, hill_1=hill)
    while game.view()["active"] is None:
        game.play(game.legal_actions[0])
    text = " ".join(terminal.text(game.view(), game.names).split())
    assert f"1 > {hills.name(hill)}" in text
    assert hills.rule(game.view(), hill) in text


def test_a_spectator_sees_no_hand() -> None:
    text = terminal.text(played(3, 0).view(), NAMES[:3])
    assert "Hand" not in text
    assert str(played(3, 0)) == text


def test_every_legal_move_is_offered_with_what_it_means() -> None:
    game = played(4, 0, gum_cards="yes", zero_ten="yes")
    while not game.is_over:
        offers = dict(terminal.offers(game.view(game.turn)))
        assert set(offers) == set(game.legal_moves)
        assert all(offers.values())
        game.play(game.legal_actions[-1])


def test_the_scoring_shows_every_bet() -> None:
    game = played(4, 10_000)
    text = " ".join(printed(terminal.result(game.view(), game.names), 120).split())
    for name, row in zip(game.names, game.view()["result"], strict=True):
        assert name in text
        assert recount(row) == row["total"]
        for bet in row["bets"]:
            assert f"{bet['card']['gum']}x{bet['factor']}={bet['worth']}" in text


def test_before_the_end_only_the_own_bets_are_counted() -> None:
    game = played(3, 0)
    assert f"Together {game.view(1)['keep']}," in printed(terminal.result(game.view(1), game.names))
    assert "hidden" in printed(terminal.result(game.view(), game.names))
