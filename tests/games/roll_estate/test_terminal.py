"""Roll Estate drawn with characters: every sheet is there, in 80 columns, what fits is marked, the scoring adds up."""

import random
import re
from typing import Any

import pytest
from rich.console import Console

from rolltop.games import shelf
from rolltop.games.roll_estate import terminal
from rolltop.play.game import Game

ESTATE = shelf.kind("roll_estate")
NAMES = ["Juliette", "Ulysse", "Clément", "Fanny", "Konstantin der Große", "[red]Ed"]


def printed(thing: Any, width: int = 80) -> str:
    """As it comes out at a terminal of a width, without colours."""
    console = Console(width=width, color_system=None, markup=False, emoji=False, highlight=False)
    with console.capture() as capture:
        console.print(thing)
    return capture.get()


def played(n_players: int, n_moves: int, seed: int = 0, **options: str) -> Game:
    """A game after some random moves."""
    game, chooser = Game(ESTATE, NAMES[:n_players], seed=seed, options=options), random.Random(seed)
    while n_moves and not game.is_over:
        game.play(chooser.choice(game.legal_actions))
        n_moves -= 1
    return game


def after(*throws: str, players: int = 2) -> Game:
    """A game of real dice: throws such as "55361", and what is claimed with them."""
    game = Game(ESTATE, NAMES[:players], by_hand=True, options={"first": "1"} if players > 1 else {})
    for event in throws:
        if event.isdecimal():
            for die in event:
                game.happen(die)
        else:
            game.play(event)
    return game


@pytest.mark.parametrize("n_players", ESTATE.players)
@pytest.mark.parametrize("n_moves", [0, 7, 60, 10_000])
@pytest.mark.parametrize("width", [80, 120])
def test_the_pad_fits_and_names_everybody(n_players: int, n_moves: int, width: int) -> None:
    game = played(n_players, n_moves, seed=n_players)
    lines = printed(terminal.draw(game.view(max(game.turn, 0)), game.names, 0), width).splitlines()
    assert max(map(len, lines)) <= width
    assert len(lines) <= 17, "what may be done fits below on a screen of 24 lines, mostly"
    for name in game.names:
        assert any(name[:8] in line for line in lines[:2])
    assert not any("…" in line for line in lines[-6:])
    if game.turn >= 0:
        assert " ".join(f"[{die}]" for die in game.view()["dice"]) in lines[-1], "the dice stand beside the moves"
        assert any("> " + game.names[game.turn][:7] in line for line in lines[:4]), "whose turn is said without colour"


def test_numbers_crosses_and_what_fits_are_told_apart() -> None:
    game = after("55361", "claim fives 2", "12345", "claim route any", "55532")
    lines = terminal.text(game.view(0), game.names).splitlines()
    fives = next(line for line in lines if "Bance Park" in line)
    assert re.findall(r"\d+\??|_|x", fives.partition("$30")[2])[:6] == ["_", "10", "15?", "_", "_", "_"]
    trio = next(line for line in lines if "Trio Wharf" in line)
    assert trio.count("15?") == 3
    routes = next(line for line in lines if line.startswith("Routes"))
    assert routes.split()[5:13] == ["x", "_", "_", "_", "a", "_", "_", "_"]
    assert "20?×1" in next(line for line in lines if line.startswith("Liquid"))


def test_businesses_are_marked_for_their_owner() -> None:
    game = after("13456", "claim ones 1", "66655", "claim sixes 1", "11456", "claim ones 2")
    lines = terminal.text(game.view(0), game.names).splitlines()
    ones = next(line for line in lines if "Lone Oak" in line)
    assert "2 *" in ones and "($60)" in ones


def test_every_legal_claim_is_offered_with_what_it_brings() -> None:
    for seed in range(6):
        game = played(3, 20 + seed, seed)
        offers = dict(terminal.offers(game.view(game.turn)))
        named = [move for move in offers if not move.startswith("hold")]
        for move, note in offers.items():
            assert move in game.legal_moves and note
            slots = re.search(r"\(also (.*)\)", note)
            named += [f"{move[:-1]}{slot}" for slot in slots[1].split(", ")] if slots else []
        assert sorted(named) == sorted(move for move in game.legal_moves if not move.startswith("hold"))


def test_an_offer_says_number_place_business_and_gain() -> None:
    game = after("13456", "claim ones 1", "66655", "claim sixes 1", "11456")
    offers = dict(terminal.offers(game.view(0)))
    assert offers["claim ones 2"] == "2 in Lone Oak, second rental, opens the Kiosk, $60, +$70"
    assert offers["claim liquid"] == "17 in Liquid Assets, +$17"


def test_losing_interest_says_how_much_is_crossed_out() -> None:
    game = played(2, 10_000, 3).at(0)
    for number in played(2, 10_000, 3).history:
        if game.turn >= 0 and game.legal_moves[-1].startswith("lose"):
            break
        game.push(number)
    notes = [note for move, note in terminal.offers(game.view(game.turn)) if move.startswith("lose")]
    assert notes and all(re.match(r"nothing fits: cross out \d rentals? in ", note) for note in notes)


@pytest.mark.parametrize(
    ("level", "goal"), [("easy", "$300"), ("medium", "$500"), ("hard", "$600"), ("perfect", "$700")]
)
def test_alone_the_goal_is_always_there(level: str, goal: str) -> None:
    game = played(1, 3, 1, level=level)
    text = terminal.text(game.view(0), game.names)
    assert f"of {goal}" in text and "possible" in text
    over = played(1, 10_000, 1, level=level)
    assert "lost" in terminal.text(over.view(0), over.names)
    assert "1st" not in printed(terminal.result(over.view(0), over.names)), "nobody is first alone"


def test_a_row_that_can_no_longer_be_completed_is_said() -> None:
    game = after("13456", "claim ones 2", players=1)
    assert "out of reach: a row is stuck" in terminal.text(game.view(0), game.names)


def test_the_result_adds_up_and_the_best_comes_first() -> None:
    game = played(4, 10_000, 5)
    lines = printed(terminal.result(game.view(), game.names)).splitlines()[1:]
    assert len(lines) == 4
    totals = []
    for line in lines:
        *parts, total = map(int, re.findall(r"\$(\d+)", line))
        assert sum(parts) == total
        totals.append(total)
    assert totals == sorted(totals, reverse=True) == sorted(game.scores, reverse=True)


def test_a_name_is_never_markup() -> None:
    assert "[red]Ed" in terminal.text(played(6, 0).view(), NAMES)
