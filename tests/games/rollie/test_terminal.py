"""Rollie drawn with characters: all that lies on the table is there, in 80 columns, and the scoring adds up."""

import random
import re
from collections.abc import Sequence
from typing import Any

import pytest
from rich.console import Console

from rolltop.games import shelf
from rolltop.games.rollie import terminal
from rolltop.play.game import Game
from tests.games.by_hand import ANN, BOB, CID, DOT
from tests.games.rollie.position import Position

ROLLIE = shelf.kind("rollie")
NAMES = ["Juliette", "Ulysse", "Clément", "Fanny", "Konstantin der Große", "[red]Ed"]


def printed(thing: Any, width: int = 80) -> str:
    """As it comes out at a terminal of a width, without colours."""
    console = Console(width=width, color_system=None, markup=False, emoji=False, highlight=False)
    with console.capture() as capture:
        console.print(thing)
    return capture.get()


def played(n_players: int, n_moves: int, seed: int = 0) -> Game:
    """A game after some random moves."""
    game, chooser = Game(ROLLIE, NAMES[:n_players], seed=seed), random.Random(seed)
    while n_moves and not game.is_over:
        game.play(chooser.choice(game.legal_actions))
        n_moves -= 1
    return game


@pytest.mark.parametrize("n_players", ROLLIE.players)
@pytest.mark.parametrize("n_moves", [0, 7, 60, 10_000])
@pytest.mark.parametrize("width", [80, 120])
def test_the_table_fits_and_names_everybody(n_players: int, n_moves: int, width: int) -> None:
    game = played(n_players, n_moves, seed=n_players)
    seat = max(game.turn, 0)
    lines = printed(terminal.draw(game.view(seat), game.names, seat), width).splitlines()
    assert max(map(len, lines)) <= width
    assert len(lines) == 7 + n_players, "six players, moves and news fit on a screen of 24 lines"
    for name, line in zip(game.names, lines[6:], strict=False):
        assert name[:9] in line
    assert "…" not in lines[-1]
    if game.turn >= 0:
        assert lines[6 + game.turn].startswith(">"), "whose turn it is is not said by colour alone"


def test_bills_in_bet_and_wallet_are_told_apart() -> None:
    game = played(2, 0)
    view = game.view()
    view["players"][0]["wallet"] = [3, 0, 0, 12, 0]
    view["players"][0]["bet"] = [2, 0, 1, 0, 0]
    row = next(line for line in terminal.text(view, game.names).splitlines() if "Juliette" in line)
    assert re.findall(r"\d+ \+\d+|\+\d+|\d+|·", row.partition("Juliette")[2])[:5] == ["3 +2", "·", "+1", "12", "·"]


def test_an_empty_pile_and_the_last_round_are_words() -> None:
    game = played(2, 0)
    view = game.view()
    view["bank"][2] = 0
    view["last_round"] = True
    text = terminal.text(view, game.names)
    assert "empty" in text
    assert "LAST ROUND" in text


def test_text_is_plain_and_is_what_str_gives() -> None:
    game = played(3, 5)
    assert "\x1b" not in terminal.text(game.view(), game.names)
    assert str(game) == terminal.text(game.view(), game.names)


def test_a_name_is_never_markup() -> None:
    assert "[red]Ed" in printed(terminal.draw(played(6, 3).view(), NAMES, 0))


@pytest.mark.parametrize(
    ("names", "length", "short"),
    [
        (["Ann", "Bob"], 3, ["Ann", "Bob"]),
        (["Player 1", "Player 2"], 3, ["Pl1", "Pl2"]),
        (["Ada", "Adam", "Bo"], 3, ["Ada", "Adm", "Bo"]),
        (["Anna X", "Anna Y", "Annb X"], 3, ["#1", "AnY", "#3"]),
    ],
)
def test_short_names_differ(names: Sequence[str], length: int, short: list[str]) -> None:
    found = terminal.short_names(names, length)
    assert found == short
    assert len(set(found)) == len(names)


def test_every_legal_move_is_offered_with_its_risk() -> None:
    for seed in range(30):
        game = played(4, seed, seed=seed)
        if not game.is_over:
            offered = terminal.offers(game.view(game.turn))
            assert [move for move, _note in offered] == game.legal_moves
            for choice, (_move, note) in zip(
                [choice for choice in game.view(game.turn)["choices"] if choice["legal"]], offered, strict=False
            ):
                assert f"{round(100 * choice['crash'])} %" in note


def test_nothing_is_offered_to_who_is_not_to_choose() -> None:
    game = played(4, 3)
    others = [seat for seat in range(4) if seat != game.turn and not game.view(seat)["early"]]
    assert others
    assert all(terminal.offers(game.view(seat)) == [] for seat in others)


def end_of_game(**laid: Any) -> dict[str, Any]:
    """The view of a game that is over, with things lying as said."""
    position = Position(ROLLIE, 4, compiled=False).lay(over=True, **laid)
    view: dict[str, Any] = ROLLIE.part("view").view(position.tables[0].plain, position.setup.plain_boxes[0])
    return view


def test_the_scoring_shows_places_ties_and_who_is_out() -> None:
    view = end_of_game(
        wallets=[{-5: 5, 2: 4, 10: 4}, {-5: 5, 0: 2, 2: 1, 5: 7, 10: 1}, {-5: 3, 0: 2, 2: 5, 5: 5, 10: 8},
                 {0: 6, 2: 5, 5: 7, 10: 5}],
        held={7: ANN, 5: BOB, 6: BOB},
        face_up=(),
    )  # fmt: skip
    text = printed(terminal.result(view, NAMES[:4]))
    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert "−5 100 Juliette 5 a tie: Start 7 decides" in lines
    assert "60 Ulysse 5" in lines
    assert "50 Ulysse 2 a tie: Start 6 decides" in lines
    assert "– Clément and Fanny 5 out: a tie, and no Start token" in lines
    assert "20 nobody" in lines
    assert "5 50 Ulysse 7 a tie: Start 6 decides" in lines
    assert "1st Ulysse −25 (5) 0 (2) 2 (1) 35 (7) 10 (1) 200 222" in lines
    assert "4th Clément −15 (3) 0 (2) 10 (5) 25 (5) 80 (8) 70 170" in lines
    assert max(map(len, text.splitlines())) <= 80


def test_nobody_is_called_out_who_only_came_too_late() -> None:
    view = end_of_game(
        wallets=[{5: 7}, {5: 6}, {5: 2}, {5: 2}],
        face_up=(),
    )
    assert terminal.tied_out(view, 3) == []
    tied = end_of_game(wallets=[{5: 7}, {5: 2}, {5: 2}, {5: 1}], face_up=())
    assert terminal.tied_out(tied, 3) == [[BOB, CID]]
    assert [token["holder"] for token in tied["bonus"][3]] == [ANN, DOT]


def test_every_sum_in_the_scoring_adds_up() -> None:
    for seed in range(20):
        game = played(2 + seed % 5, 10_000, seed=seed)
        for line in printed(terminal.totals_table(game.view(), game.names)).splitlines()[1:]:
            cells = line.replace("\N{MINUS SIGN}", "-").replace("–", "0 (0)")
            worths = [int(worth) for worth in re.findall(r"(-?\d+) \(\d+\)", cells)]
            bonus, total = cells.split()[-2:]
            assert len(worths) == 5
            assert sum(worths) + int(bonus) == int(total), line
