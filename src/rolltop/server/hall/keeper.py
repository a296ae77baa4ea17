"""What happens at tables by itself: bots move, time runs out, tables to which nobody comes are closed.

The process that wrote a table's last event lets the bot there move. What is overdue all the same, since that process is
gone, or has run out of time, any process takes up: it is found in the database.
"""

import asyncio
import contextlib
import hashlib
import logging
import os
import time
from concurrent.futures import ThreadPoolExecutor
from random import uniform
from typing import TYPE_CHECKING

from rolltop import bots
from rolltop.games.errors import RolltopError, StaleMove
from rolltop.games.luck import seeded
from rolltop.play.game import Game
from rolltop.server.hall import commands
from rolltop.server.hall.commands import game_of
from rolltop.server.hall.table import BOT_OVERDUE, Table
from rolltop.server.storage.store import StoreError

if TYPE_CHECKING:
    from rolltop.server.hall.tables import Tables

log = logging.getLogger("rolltop.tables")

PACES = {"brisk": 0.35, "easy": 1.1}  #: seconds a bot takes for a move
HASTIEST, HESITATION = 0.6, (0.7, 1.5)  #: times that: where there is no choice, and where there is one
PAUSE_AT_MOMENT = 2.5  #: seconds bots wait after a roll at which everybody stops and looks
ROUND = 1.0  #: seconds between two looks at what is overdue
MOST_AT_ONCE = 50  #: tables that are taken up in one look
MOST_AT_START = 10_000  #: and in the first one
SAY_SEEN = 10.0  #: seconds between two words to other processes about who looks on
PUT_OFF = 60.0  #: seconds after which a table that could not be taken up is tried again: the others come first
TRIES_AGAIN = 1.0  #: seconds after which a bot tries again to have its move written


class Keeper:
    """Keeps the tables of one server process going."""

    def __init__(self, tables: "Tables", pace: float | None) -> None:
        self._tables = tables
        self._pace = pace  # overrides the tables' own pace
        self._drivers: dict[str, asyncio.Task[None]] = {}
        self._rounds: asyncio.Task[None] | None = None
        # Threads of their own: who asks the database must not wait until bots have thought.
        self._thinkers = ThreadPoolExecutor(os.cpu_count(), "rolltop-bots")

    async def open(self) -> None:
        """Begin to take up what was left, while the first pages are served already."""
        self._rounds = asyncio.get_running_loop().create_task(self._go_round())

    async def close(self) -> None:
        """Stop."""
        tasks = [*self._drivers.values(), *([self._rounds] if self._rounds is not None else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._thinkers.shutdown(wait=False, cancel_futures=True)

    # ---- what is overdue ---------------------------------------------------------------------------------------------

    async def _go_round(self) -> None:
        # At first also bots' turns that a server which is alone need not fear another would take.
        ahead, most = (0.0 if self._tables.store.shared else BOT_OVERDUE), MOST_AT_START
        said = 0.0
        while True:
            try:
                await self._take_up(time.time() + ahead, most)
                ahead, most = 0.0, MOST_AT_ONCE
                self._tables.forget_idle()
                if self._tables.store.shared and time.monotonic() > said + SAY_SEEN:
                    await self._tables.say_seen()
                    said = time.monotonic()
            except Exception as error:  # as long as the server runs somebody has to look
                log.warning("what is due could not be read: %s", error, exc_info=not is_ours(error))
            await asyncio.sleep(ROUND * uniform(0.8, 1.2))  # processes need not look together

    async def _take_up(self, now: float, most: int) -> None:
        """See to what was due by `now`."""
        for table_id in await self._tables.read(self._tables.store.due, now, most + self.driven):
            if self.is_driving(table_id):
                continue
            try:
                table = await self._tables.ask(table_id, commands.overdue, time.time())
                self.drive(table)
                if not table.bot_to_choose and (table.due is None or table.due > now):
                    await self._tables.read(self._tables.store.put_due, table_id, table.due, table.length)
            except StoreError as error:
                log.warning("table %s could not be taken up: %s", table_id, error)
            except Exception as error:  # whatever is wrong with it, the others must not wait for it
                log.warning("table %s cannot be taken up: %s", table_id, error, exc_info=not is_ours(error))
                await self._put_off(table_id)
            await asyncio.sleep(0)

    async def _put_off(self, table_id: str) -> None:
        """Have a table not looked at for a while."""
        store = self._tables.store
        with contextlib.suppress(StoreError):
            length = await self._tables.read(store.length, table_id)
            await self._tables.read(store.put_due, table_id, time.time() + PUT_OFF, length)

    # ---- bots --------------------------------------------------------------------------------------------------------

    def drive(self, table: Table) -> None:
        """See to it that a bot whose turn it is moves."""
        driver = self._drivers.get(table.id)
        if table.bot_to_choose and not self._tables.closing.is_set() and (driver is None or driver.done()):
            self._drivers[table.id] = asyncio.get_running_loop().create_task(self._bots_turn(table.id))

    @property
    def driven(self) -> int:
        """At how many tables a bot is about to move."""
        return len(self._drivers)

    def is_driving(self, table_id: str) -> bool:
        """Is a bot about to move at this table?"""
        return table_id in self._drivers

    async def _bots_turn(self, table_id: str) -> None:
        try:
            while (table := await self._tables.find(table_id, fresh=False)).bot_to_choose:
                await self._bot_moves(table)
        except (StoreError, StaleMove) as error:
            log.warning("the bot at table %s stops: %s", table_id, error)
        except Exception as error:
            log.warning("the bot at table %s cannot move: %s", table_id, error, exc_info=not is_ours(error))
            await self._put_off(table_id)
        finally:
            self._drivers.pop(table_id, None)

    async def _bot_moves(self, table: Table) -> None:
        bot, game, now = bots.bot(table.bot_to_choose), game_of(table), table.now
        while self._tables.is_compiling() and not bot.is_ready(game.kind):
            await asyncio.sleep(0.5)  # rather than compile the same here
        begun = time.monotonic()
        action, n_choices = await asyncio.get_running_loop().run_in_executor(
            self._thinkers, bot_action, table.id, table.bot_to_choose, game.copy()
        )
        self._tables.meter.thought(bot.name, time.monotonic() - begun)
        await asyncio.sleep(self._takes(table, n_choices) - (time.monotonic() - begun))
        try:
            await self._tables.ask(table.id, commands.bots_move, now, action)
        except StoreError:
            log.exception("a bot's move at table %s could not be written; it tries again", table.id)
            await asyncio.sleep(TRIES_AGAIN)

    def _takes(self, table: Table, n_choices: int) -> float:
        """Seconds for a move: more where there is more to choose from, and never quite the same."""
        if self._pace is not None:
            return self._pace
        pause = PAUSE_AT_MOMENT if table.moment_now and table.humans else 0.0
        hesitation = HASTIEST if n_choices == 1 else uniform(*HESITATION)
        return pause + hesitation * PACES[str(table.setting["pace"])]


def is_ours(error: Exception) -> bool:
    """Does it say all there is to say?"""
    return isinstance(error, RolltopError)


def bot_action(table_id: str, bot: str, game: Game) -> tuple[int, int]:
    """What the bot whose turn it is does, by what its seat sees; and how many choices it has."""
    lucks = seeded(int.from_bytes(hashlib.sha256(f"{table_id}:{len(game.history)}".encode()).digest()[:8], "big"))
    action = bots.bot(bot).choose(game.kind, game.seen(game.turn), game.boxes, lucks)
    return action, len(game.legal_actions)
