"""Tables over a real store, at moments that chance hardly ever brings about on the web."""

import asyncio
from pathlib import Path

import pytest

from rolltop.games import shelf
from rolltop.server.hall import commands
from rolltop.server.hall.table import Seat, Table
from rolltop.server.hall.tables import Tables
from rolltop.server.storage.store import Store

GUESTS = ("ann", "bob", "cy")


@pytest.fixture
def scarce(tmp_path: Path) -> Path:
    """An edition with a single bill of each value."""
    text = (shelf.kind("rollie").folder / "standard.toml").read_text("utf-8")
    file = tmp_path / "scarce.toml"
    file.write_text(text.replace("[30, 30, 30, 30, 30]", "[1, 1, 1, 1, 1]").replace('"standard"', f'"{file}"'), "utf-8")
    return file


def started(tables: Tables, once: str, scarce: Path) -> "asyncio.Future[Table]":
    seats = [Seat(guest.title(), guest, contribution=guest) for guest in GUESTS]
    setting = {"game": "rollie", "edition": str(scarce), "options": {}, "public": False, "pace": "brisk"}
    return asyncio.ensure_future(tables.create(once, "ann", seats, setting))


async def two_want_the_last(tables: Tables, scarce: Path) -> None:
    """RO21: the earlier player has the bill, the later one's decision is handed back, to this player alone."""
    for attempt in range(30):
        table = await started(tables, f"table {attempt}", scarce)
        assert table.game is not None
        first, at = table.turn, len(table.game.history)
        second, third = (first + 1) % 3, (first + 2) % 3
        move = table.game.legal_moves[0]
        if table.game.view()["round"] > 1 or move == "secure":
            continue  # a Rollie! came before anybody could choose
        table = await tables.ask(table.id, commands.wish, GUESTS[second], move, at)
        seen = {seat: table.versions[seat] for seat in (first, third)}
        table = await tables.ask(table.id, commands.wish, GUESTS[second], move, at)
        assert {seat: table.versions[seat] for seat in (first, third)} == seen, "nobody else is told"
        table = await tables.ask(table.id, commands.play, GUESTS[first], move, at)
        assert table.game is not None
        assert table.turn == second
        assert table.game.move_text(table.handed_back[second]) == move
        assert move not in table.game.legal_moves
        table = await tables.ask(table.id, commands.play, GUESTS[second], "secure", len(table.game.history))
        assert second not in table.handed_back
        kinds = [event.kind for event in tables.store.events(table.id)]
        assert kinds == ["created", "started", "wished", "played", "handed_back", "played"]
        return
    raise AssertionError("every game began with a Rollie!")


def test_RO21_two_want_the_last_bill(address: str, scarce: Path) -> None:
    async def run() -> None:
        tables = Tables(Store.open(address), b"k" * 32, pace=0)
        try:
            await two_want_the_last(tables, scarce)
        finally:
            await tables.close()

    asyncio.run(run())


def test_a_table_is_its_events(address: str, scarce: Path) -> None:
    """What is in memory and what is made of the events anew are the same."""

    async def run() -> None:
        store = Store.open(address)
        tables = Tables(store, b"k" * 32, pace=0)
        try:
            await two_want_the_last(tables, scarce)
            for table_id in store.unfinished():
                kept, made = await tables.find(table_id), await Tables(store, b"k" * 32).find(table_id)
                assert kept.game == made.game
                for name in (
                    "wishes",
                    "handed_back",
                    "last_moves",
                    "versions",
                    "logs",
                    "seats",
                    "status",
                    "length",
                    "hourglass",
                ):
                    assert getattr(kept, name) == getattr(made, name), name
        finally:
            await tables.close()

    asyncio.run(run())
