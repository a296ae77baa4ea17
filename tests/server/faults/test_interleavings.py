"""Moments between two processes, and at a start, that could lose something; brought about one by one."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from rolltop.games import shelf
from rolltop.server.hall import commands, keeper
from rolltop.server.hall import tables as tables_module
from rolltop.server.hall.table import RUNNING, Seat, Table
from rolltop.server.hall.tables import Tables
from rolltop.server.storage.store import Event, Store, Unsure
from tests.server.postgres import Postgres
from tests.server.storing import file_in

ANN, BOB = "ann", "bob"
SETTING: dict[str, Any] = {"game": "roll_estate", "edition": "standard", "options": {"first": "1"}, "public": False}
SETTING |= {"pace": "brisk"}
KEY = b"k" * 32


class Hooked(Store):
    """A store after whose next append something happens before the caller hears of it."""

    then: Callable[[], Awaitable[object]] | None = None

    async def append(self, *args: Any, **named: Any) -> list[Event]:
        events = await super().append(*args, **named)
        if self.then is not None:
            then, self.then = self.then, None
            await then()
        return events


def with_two(postgres: Postgres, play: Callable[[Tables, Tables], Awaitable[None]]) -> None:
    """Let two processes' tables be on one database; neither is told of what the other does."""

    async def run(address: str) -> None:
        here, there = (Tables(Hooked.open(address), KEY, pace=0) for _ in range(2))
        try:
            await play(here, there)
        finally:
            for tables in (here, there):
                await tables.close()
            await asyncio.get_running_loop().shutdown_default_executor()  # bots that were stopped may be reading still
            for tables in (here, there):
                tables.store._engine.dispose()

    with postgres.database() as address:
        asyncio.run(run(address))


def people(*guests: str) -> list[Seat]:
    return [Seat(guest.title(), guest, contribution=guest) if guest else Seat() for guest in guests]


async def chosen(tables: Tables, table_id: str) -> Table:
    """Whose turn it is chooses the first legal move."""
    table = await tables.find(table_id)
    assert table.game is not None
    guest = table.seats[table.turn].guest
    return await tables.ask(table_id, commands.play, guest, table.game.legal_moves[0], table.now)


def test_a_refusal_is_about_what_is_so_not_about_what_was(postgres: Postgres) -> None:
    """Who has seen the newest may answer to it at a process that has not heard of it."""

    async def play(here: Tables, there: Tables) -> None:
        table = await here.create("once", ANN, people(ANN, BOB), SETTING)
        await there.find(table.id)
        for _turn in range(6):
            table = await chosen(here, table.id)  # `there` hears nothing
            assert table.game is not None
            guest, move = table.seats[table.turn].guest, table.game.legal_moves[0]
            table = await there.ask(table.id, commands.play, guest, move, table.now)
            await here.find(table.id)

    with_two(postgres, play)


def test_nothing_to_do_is_said_of_what_is_so_too(postgres: Postgres) -> None:
    """Who has sat down by way of one process stands up by way of another."""

    async def play(here: Tables, there: Tables) -> None:
        table = await here.create("once", ANN, people(ANN, ""), SETTING)
        await there.find(table.id)
        await here.ask(table.id, commands.fill_with_bots, ANN, "random")
        await there.ask(table.id, commands.pause, ANN)
        assert (await there.ask(table.id, commands.go_on, ANN)).paused_by is None
        await here.ask(table.id, commands.pause, ANN)
        assert (await there.ask(table.id, commands.go_on, ANN)).paused_by is None, "acknowledged, and not done"
        other = await here.create("other", ANN, people(ANN, "", ""), SETTING)
        await there.find(other.id)
        await here.ask(other.id, commands.join, BOB, "Bob", "")
        assert (await there.ask(other.id, commands.leave, BOB)).seat_of(BOB) < 0, "acknowledged, and not done"

    with_two(postgres, play)


def test_what_is_in_memory_never_gets_older(postgres: Postgres) -> None:
    """Another process goes on with the table while this one waits to hear that its own move is durable."""

    async def play(here: Tables, there: Tables) -> None:
        table = await here.create("once", ANN, people(ANN, BOB), SETTING)
        assert isinstance(here.store, Hooked)

        async def meanwhile() -> None:
            newer = await chosen(there, table.id)
            here._heard(table.id, newer.length)
            assert (await here.find(table.id)).length == newer.length

        with_page = here._presences[table.id].streams
        with_page[0] = 1
        here.store.then = meanwhile
        await chosen(here, table.id)
        assert (await here.find(table.id, fresh=False)).length == there.store.length(table.id)

    with_two(postgres, play)


def test_what_may_have_been_written_is_looked_up(postgres: Postgres) -> None:
    """Nobody knows whether a commit was done, and it was: the process does not go on as if it was not."""

    async def play(here: Tables, there: Tables) -> None:
        table = await here.create("once", ANN, people(ANN, BOB), SETTING)
        assert isinstance(here.store, Hooked)

        async def lose() -> None:
            raise Unsure("nobody knows")

        here.store.then = lose
        with pytest.raises(Unsure):
            await chosen(here, table.id)
        assert (await here.find(table.id, fresh=False)).length == there.store.length(table.id)

    with_two(postgres, play)


def test_what_is_due_is_not_said_of_a_table_that_has_moved_on(address: str) -> None:
    async def run() -> None:
        tables = Tables(Store.open(address), KEY, pace=0)
        try:
            table = await tables.create("once", ANN, people(ANN, BOB), SETTING)
            later = await chosen(tables, table.id)
            tables.store.put_due(table.id, 1.0, table.length)
            summary = tables.store.summary(table.id)
            assert summary is not None and summary.due == later.due
            tables.store.put_due(table.id, 1.0, later.length)
            summary = tables.store.summary(table.id)
            assert summary is not None and summary.due == 1.0
        finally:
            await tables.close()

    asyncio.run(run())


def test_many_bots_that_think_do_not_keep_a_server_from_starting(tmp_path: Path) -> None:
    """More tables than are looked at together, at which bots would move for as long as anybody waits."""

    async def run() -> None:
        slow = Tables(Store.open(file_in(tmp_path)), KEY, pace=600)
        bots = [Seat("Bot", bot="random", contribution="b"), Seat("Ann", ANN, contribution="a")]
        made = [await slow.create(f"once {n}", ANN, bots, SETTING) for n in range(keeper.MOST_AT_ONCE + 1)]
        assert all(table.bot_to_choose for table in made)
        await slow.close()
        again = Tables(Store.open(file_in(tmp_path)), KEY, pace=600)
        await asyncio.wait_for(again.open(), 5)
        try:
            until = time.monotonic() + 20
            while again.keeper.driven < len(made):
                assert time.monotonic() < until, "some bots are left alone"
                await asyncio.sleep(0.01)
        finally:
            await again.close()

    asyncio.run(run())


def test_tables_that_cannot_be_read_keep_nobody_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their edition is gone. More of them than are looked at together are longer overdue than a player's time is."""
    monkeypatch.setattr(keeper, "ROUND", 0.05)
    text = (shelf.kind("roll_estate").folder / "standard.toml").read_text("utf-8")
    gone = tmp_path / "gone.toml"
    gone.write_text(text.replace('"standard"', f'"{gone}"'), "utf-8")

    async def run() -> None:
        tables = Tables(Store.open(file_in(tmp_path)), KEY, pace=0)
        for n in range(keeper.MOST_AT_ONCE + 1):
            lost = await tables.create(f"lost {n}", ANN, people(ANN, BOB), {**SETTING, "edition": str(gone)})
            tables.store.put_due(lost.id, 1.0, lost.length)
        table = await tables.create("once", ANN, people(ANN, BOB), {**SETTING, "clock": "move-5"})
        tables.store.put_due(table.id, 2.0, table.length)
        await tables.close()
        gone.unlink()
        monkeypatch.setattr(keeper, "MOST_AT_START", keeper.MOST_AT_ONCE)
        monkeypatch.setattr(time, "time", lambda now=time.time: now() + 100)
        again = Tables(Store.open(file_in(tmp_path)), KEY, pace=600)
        await again.open()
        try:
            until = time.monotonic() + 20
            while not (await again.find(table.id)).stand_ins:
                assert time.monotonic() < until, "nobody saw that time had run out"
                await asyncio.sleep(0.01)
        finally:
            await again.close()

    asyncio.run(run())


def test_who_asks_the_database_does_not_wait_for_bots_that_think(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = keeper.bot_action

    def slow(*asked: Any) -> tuple[int, int]:
        time.sleep(0.5)
        return quick(*asked)

    monkeypatch.setattr(keeper, "bot_action", slow)

    async def play(here: Tables, there: Tables) -> None:
        bots = [Seat("Bot", bot="random", contribution="b"), Seat("Ann", ANN, contribution="a")]
        made = [await here.create(f"once {n}", ANN, bots, SETTING) for n in range(40)]
        begun = time.monotonic()
        for table in made[:5]:
            assert await here.read(here.store.length, table.id) >= table.length
        assert time.monotonic() - begun < 2
        assert here.keeper.driven > len(made) // 2, "they are at it still"

    with_two(postgres, play)


def test_nothing_is_kept_of_tables_that_nobody_looks_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many were asked for."""
    most = 20
    monkeypatch.setattr(tables_module, "KEPT_TABLES", most)

    async def run() -> None:
        tables = Tables(Store.open(file_in(tmp_path)), KEY, pace=0)
        try:
            for n in range(2 * most + 20):
                table = await tables.create(f"once {n}", f"guest {n}", people(f"guest {n}", ""), SETTING)
                await tables.ask(table.id, commands.leave, f"guest {n}")
                tables.news(table.id)
            assert len(tables._tables) <= most
            assert len(tables._presences) <= 2 * most
            assert len(tables._news) <= 2 * most
            assert not len(tables._locks)
            assert (await tables.find(table.id)).status != RUNNING
        finally:
            await tables.close()

    asyncio.run(run())
