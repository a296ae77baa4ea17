"""What each game counts is what happened: the same games are played again event by event, and counted by hand."""

from typing import Any

import numpy as np
import polars as pl
import pytest

from rolltop.games import kernel, shelf
from rolltop.games.kernel import layout
from rolltop.games.rolima.rules import Phase as RolimaPhase
from rolltop.games.rollie.rules import Phase, R
from rolltop.lab.chunks import Worker
from rolltop.lab.columns import own_columns
from tests.games.rollie.position import Position
from tests.lab import own_columns as page
from tests.lab.playing import job, replay

GAMES = 60
ROLLIE = shelf.kind("rollie")


def played(game: str, players: int, **rest: Any) -> tuple[list[list[tuple[Any, Any]]], pl.DataFrame, pl.DataFrame]:
    """Games of random bots: all their events, the table of games, and that of players."""
    setup = job(game, players=players, **rest)
    worker = Worker(setup)
    games, seats = worker.frames(0, *worker.play(0, GAMES))
    return [list(replay(setup, number)) for number in range(GAMES)], games, seats


def by_game(players: pl.DataFrame, column: str, n_players: int) -> list[list[int]]:
    """A column of players, game by game."""
    found: list[list[int]] = players[column].to_numpy().reshape(-1, n_players).tolist()
    return found


# ---- any game --------------------------------------------------------------------------------------------------------


def test_the_page_lists_every_column() -> None:
    text = page.PAGE.read_text("utf-8")
    assert page.page(text) == text, "run python -m tests.lab.own_columns"


@pytest.mark.parametrize("name", sorted(shelf.kinds()))
def test_every_column_counts_something(name: str) -> None:
    kind = shelf.kind(name)
    for players in (kind.players[0], kind.players[-1]):
        worker = Worker(job(name, players=players))
        frames = worker.frames(0, *worker.play(0, GAMES))
        for frame, own in zip(frames, (worker.own_of_games, worker.own_of_seats), strict=True):
            assert frame.columns[-len(own) :] == [column.name for column in own]
            for column in own:
                assert column.meaning
                least, most = frame[column.name].min(), frame[column.name].max()
                assert least is not None and 0 <= float(least) <= float(most) < 10_000, column.name  # type: ignore[arg-type]


# ---- Rollie ----------------------------------------------------------------------------------------------------------


def bet_lost(before: Any, game: Any, seat: int) -> int:
    """The bills that a seat loses by this event to the dice."""
    bills = before.players[seat].bet
    if before.phase != Phase.SECOND_DIE or game.phase == Phase.ACTIONS or not any(bills):
        return 0
    first, second = game.dice
    piles_are_empty = R not in game.dice and before.bank[first] == before.bank[second] == 0
    doubled = first == second and (first == R or bills[first] > 0)
    return sum(bills) if piles_are_empty or doubled else 0


@pytest.mark.parametrize("players", [2, 4, 6])
def test_rollie(players: int) -> None:
    histories, games, seats = played("rollie", players)
    lost = [[[bet_lost(*event, seat) for seat in range(players)] for event in history] for history in histories]
    assert by_game(seats, "crashes", players) == [np.count_nonzero(each, 0).tolist() for each in lost]
    assert by_game(seats, "bills_lost", players) == [np.sum(each, 0).tolist() for each in lost]
    assert games["crashes"].to_list() == [np.count_nonzero(np.any(each, 1)) for each in lost]
    last = [history[-1][1] for history in histories]
    assert by_game(seats, "secured", players) == [[sum(p.wallet) for p in game.players[:players]] for game in last]
    assert by_game(seats, "start_tokens", players) == [
        [game.token_at.count(seat) for seat in range(players)] for game in last
    ]
    assert games["rounds"].to_list() == [game.round_no for game in last]


def test_rollies_totals_are_bills_and_bonus_tokens() -> None:
    histories, _games, seats = played("rollie", 3)
    values, bonus = ROLLIE.edition().values["values"], ROLLIE.edition().values["bonus"]
    won = np.zeros(3 * GAMES, int)
    for value, tokens in zip(values, bonus, strict=True):
        won += np.array([0, *tokens, 0, 0])[seats[f"bonus_{value}"].to_numpy()]
    for number, history in enumerate(histories):
        for seat in range(3):
            bills = np.dot(values, history[-1][1].players[seat].wallet)
            assert seats["score"][3 * number + seat] == bills + won[3 * number + seat]


def test_a_bet_that_the_end_of_the_game_takes_is_no_crash() -> None:
    """In the last round a Rollie takes Ann's Bet; Bob's, which it spares, goes back because the game is over."""
    tally = kernel.load("rolltop.games.rollie.tally")
    position = Position(ROLLIE, 2).lay(bets=[{10: 2}, {5: 3}], last_round=True)
    states = np.zeros(2, ROLLIE.game_layout)
    position._event("10")
    position.game.write(states[0])
    position._event("10")
    position.game.write(states[1])
    assert position.is_over and tally.watches_luck(states[0])
    of_games, of_seats = np.zeros(1, layout(tally.OfGame)), np.zeros(2, layout(tally.OfSeat))
    tally.notice(states[0], states[1], position.setup.boxes[0], of_games[0], of_seats)
    assert of_seats["crashes"].tolist() == [1, 0] and of_seats["bills_lost"].tolist() == [2, 0]


# ---- Roll Estate -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 3])
def test_roll_estate(players: int) -> None:
    histories, games, seats = played("roll_estate", players)
    kind = shelf.kind("roll_estate")
    box: Any = kernel.Plain(kind.box(n_players=players)[0])
    rows = kind.edition().values["neighborhoods"]
    assert games["turns"].to_list() == [history[-1][1].round_no for history in histories]
    for row in seats.iter_rows(named=True):
        game, seat = histories[row["game"]][-1][1], row["seat"] - 1
        sheet = game.players[seat]
        written = [sum(number > 0 for number in line) for line in sheet.numbers]
        assert row["rentals"] == sum(written)
        assert row["lost_rows"] == sum(-1 in line for line in sheet.numbers)
        assert row["routes"] == game.route_owner.count(seat)
        assert (row["liquid"], row["indexes"], row["jackpot"]) == (sheet.liquid, sheet.indexes, sheet.jackpot)
        opened = {index: row[f"business_{name}"] for index, name in enumerate(rows)}
        assert row["businesses"] == sum(place > 0 for place in opened.values())
        worth = sum(box.rows[index].rental * count for index, count in enumerate(written[: box.n_rows]))
        worth += sum(box.rows[index].businesses[place - 1] for index, place in opened.items() if place)
        assert row["score"] == worth + row["invested"]


# ---- Rolimã ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 5])
def test_rolima(players: int) -> None:
    histories, games, seats = played("rolima", players)
    kind = shelf.kind("rolima")
    carts = kind.edition().values["carts"]
    hills = own_columns(kind.part("tally").OfGame, kind.part("tally").labels(kind.edition()))
    for row, history in zip(games.iter_rows(named=True), histories, strict=True):
        ordered = next(game for _before, game in history if game.phase != RolimaPhase.START_ORDER)
        last = history[-1][1]
        assert [row[f"start_{cart}"] - 1 for cart in carts] == ordered.place
        assert [row[f"finish_{cart}"] - 1 for cart in carts] == last.place
        assert row["rounds"] == last.round_no and row["horn"] == last.horn + 1
        up = {game.face_up: game.active for _before, game in history if game.active > 0}
        found = {column.index: row[column.name] for column in hills if column.field == "hill" and row[column.name]}
        assert found == up
        cheers = [before for before, _game in history if before.phase == RolimaPhase.CHEER]
        begun = [len({game.round_no for game in cheers if game.opener == seat}) for seat in range(players)]
        assert by_game(seats, "begun", players)[row["game"]] == begun
        bets = [[card for card in hand if card >= 0] for hand in last.hands[:players]]
        assert by_game(seats, "bets", players)[row["game"]] == [len(hand) for hand in bets]
    in_all = seats.select(pl.sum_horizontal(pl.col(f"bet_{cart}").cast(pl.Int64) for cart in carts)).to_series()
    assert in_all.to_list() == seats["bets"].to_list()
