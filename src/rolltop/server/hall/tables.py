"""All tables of a server: kept in memory, asked for changes, shown when these are durable.

A command decides on the table as it is in memory; its events go to the store, and only when they are durable are they
applied to the table, and everybody who looks is woken. One lock a table keeps commands of this process apart; where
another process was quicker the store says so, the table is read anew, and the command decides again.
"""

import asyncio
import hmac
import logging
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any, Concatenate, ParamSpec, TypeVar
from weakref import WeakValueDictionary

from rolltop import bots
from rolltop.games import shelf
from rolltop.games.errors import BadOption, RolltopError, StaleMove
from rolltop.games.options import complete
from rolltop.games.words import N_
from rolltop.play.fair import commitment
from rolltop.play.throwing import Dice, check_dice
from rolltop.server.hall import commands
from rolltop.server.hall.advice import WHO_ASKS, Adviser
from rolltop.server.hall.analysts import SHORT, Analysts
from rolltop.server.hall.clock import NO_CLOCK, read_clock
from rolltop.server.hall.commands import Events, NotAllowed, check_contribution
from rolltop.server.hall.keeper import PACES, Keeper
from rolltop.server.hall.table import AWAY_AFTER, CLOSED, OVER, SEATING, Presence, Seat, Table
from rolltop.server.operating.meter import Meter
from rolltop.server.storage.store import Conflict, Event, Store, Unsure

__all__ = ["NoSuchTable", "NotAllowed", "Tables", "lobby_token", "rematch_token"]

log = logging.getLogger("rolltop.tables")

OPEN_TABLES = 5  #: how many tables of one guest may wait for players
KEPT_TABLES = 500  #: how many tables stay in memory at which nobody is looking, and
IDLE = 120.0  #: for how many seconds
TRIES = 20  #: how often a command decides anew because other processes were quicker

P = ParamSpec("P")
T = TypeVar("T")


class NoSuchTable(RolltopError):
    """There is no table of that id."""

    code = "table"


class Tables:
    """The tables of one server process."""

    def __init__(
        self, store: Store, key: bytes, pace: float | None = None, is_compiling: Callable[[], bool] = lambda: False
    ) -> None:
        self.store = store
        self._key = key
        self._tables: dict[str, Table] = {}  # the longest unused first
        self._used: dict[str, float] = {}  # when each was last asked for
        self._presences: dict[str, Presence] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # gone when nobody holds one
        self._news: dict[str, asyncio.Event] = {}
        self._catching_up: set[asyncio.Task[None]] = set()
        self.is_compiling = is_compiling  # is another process getting bots ready?
        self.keeper = Keeper(self, pace)
        self._adviser = Adviser(is_compiling)
        self.analysts = Analysts() if pace is None else Analysts(SHORT)  # with a pace of its own it is a test, a bench
        self.closing = asyncio.Event()
        self.meter = Meter()

    async def open(self) -> None:
        """Take up the running tables where they were, and hear of what other processes do."""
        loop = asyncio.get_running_loop()

        def heard(table_id: str, length: int) -> None:
            loop.call_soon_threadsafe(self._heard, table_id, length)

        def lost() -> None:
            loop.call_soon_threadsafe(self._catch_up_all)

        def seen(table_id: str, seats: list[int]) -> None:
            loop.call_soon_threadsafe(self._seen, table_id, seats)

        self.store.listen(heard, lost, seen)
        await self.keeper.open()

    async def close(self) -> None:
        """Stop the bots and wake all streams, so that they end."""
        self.stop_streams()
        await self.keeper.close()
        await self._adviser.close()
        await self.analysts.close()
        await self.store.close()

    # ---- finding -----------------------------------------------------------------------------------------------------

    async def read(self, reading: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Ask the store: at once if it is a file here, in a thread if it is a server. Raises StoreError."""
        if not self.store.shared:
            return reading(*args, **named)
        return await asyncio.to_thread(reading, *args, **named)

    async def find(self, table_id: str, *, fresh: bool = True) -> Table:
        """A table as it stands, from memory or from its events. Raises NoSuchTable.

        Without `fresh`, what another process has just written may be missing.
        """
        table = self._tables.pop(table_id, None)
        self._used[table_id] = time.monotonic()
        if table is None:
            return await self._load(table_id)
        self._tables[table_id] = table
        if fresh and self.store.shared:
            await self._catch_up(table_id)
        return self._tables.get(table_id) or await self._load(table_id)  # it was forgotten if others went on with it

    async def _load(self, table_id: str) -> Table:
        secret = await self.read(self.store.secret, table_id)
        events = await self.read(self.store.events, table_id) if secret is not None else []
        if secret is None or not events:
            raise NoSuchTable("there is no such table; ask for a new link, or pick one in the lobby")
        table = self._new(table_id, secret)
        for event in events:
            table.apply(event)
        self._keep(table)
        if self.store.shared:
            await self._catch_up(table_id)  # what was written while it was read, nobody told us of
        return self._tables.get(table_id, table)

    def _keep(self, table: Table) -> None:
        """Have a table in memory, unless what is there already is newer."""
        known = self._tables.get(table.id)
        if known is None or known.length < table.length:
            self._tables[table.id] = table
            self._used.setdefault(table.id, time.monotonic())
            self._forget_some()

    def _new(self, table_id: str, secret: bytes) -> Table:
        return Table(table_id, secret, self._presences.setdefault(table_id, Presence()))

    async def _catch_up(self, table_id: str) -> None:
        """Let happen what other processes have written."""
        table = self._tables.get(table_id)
        if table is None or await self.read(self.store.length, table_id) <= table.length:
            return
        events = await self.read(self.store.events, table_id, table.length)
        table = self._tables.get(table_id)
        if table is None:
            return
        after = table.fork()  # who has the table in hand still decides on what it was
        for event in events:
            if event.number == after.length:
                after.apply(event)
        self._keep(after)
        self.wake(table_id)

    def _heard(self, table_id: str, length: int) -> None:
        """Another process has written."""
        table = self._tables.get(table_id)
        if table is None or table.length >= length:
            return
        if any(table.presence.streams.values()) or self.keeper.is_driving(table_id):
            self._begin(self._catch_up(table_id))
        else:
            del self._tables[table_id]

    def _seen(self, table_id: str, seats: list[int]) -> None:
        """Players look on by way of another process."""
        table = self._tables.get(table_id)
        if table is None:
            return
        back = [seat for seat in seats if table.presence.away(seat)]
        for seat in seats:
            table.presence.seen_now(seat)
        if back:
            self.wake(table_id)

    async def say_seen(self) -> None:
        """Tell other processes who looks on by way of this one."""
        looking = {
            table.id: [seat for seat, n in table.presence.streams.items() if n > 0 and seat >= 0]
            for table in self._tables.values()
        }
        await self.read(self.store.say_seen, {table_id: seats for table_id, seats in looking.items() if seats})

    def _catch_up_all(self) -> None:
        """Nothing was heard for a while: ask for every table that is followed, forget the others."""
        for table in list(self._tables.values()):
            self._heard(table.id, table.length + 1)

    def _begin(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._catching_up.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._catching_up.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.warning("a table could not be read anew: %s", error)

    def _forget_some(self) -> None:
        """Let go of the tables longest unused at which nobody is looking."""
        for table_id in list(self._tables)[: max(0, len(self._tables) - KEPT_TABLES)]:
            self._let_go(table_id)
        for table_id in list(self._presences)[: max(0, len(self._presences) - 2 * KEPT_TABLES)]:
            if table_id not in self._tables and not any(self._presences[table_id].streams.values()):
                self._presences.pop(table_id)
                self._news.pop(table_id, None)

    def forget_idle(self) -> None:
        """Let go of the tables that nobody has asked for in a while and at which nobody is looking."""
        long_ago = time.monotonic() - IDLE
        for table_id in [table_id for table_id, used in self._used.items() if used < long_ago]:
            if self._let_go(table_id):
                del self._used[table_id]

    def _let_go(self, table_id: str) -> bool:
        """Forget a table, unless it is in use here."""
        presence = self._presences.get(table_id)
        watched = presence is not None and any(presence.streams.values())
        if watched or self.keeper.is_driving(table_id) or table_id in self._locks:
            return False
        self._tables.pop(table_id, None)
        self._news.pop(table_id, None)
        return True

    async def of_guest(self, guest: str) -> list[Table]:
        """The tables of a guest that go on, those whose turn it is first."""
        ids = await self.read(self.store.of_guest, guest)
        found = [await self.find(table_id, fresh=False) for table_id in ids]
        return sorted(found, key=lambda table: (not table.awaits(table.seat_of(guest)), -table.changed))

    @property
    def n_in_memory(self) -> int:
        """How many tables this process has in memory."""
        return len(self._tables)

    @property
    def n_streams(self) -> int:
        """How many live pages are open."""
        return sum(sum(presence.streams.values()) for presence in list(self._presences.values()))

    def streams_at(self, table_id: str) -> int:
        """How many live pages of a table are open."""
        presence = self._presences.get(table_id)
        return sum(presence.streams.values()) if presence is not None else 0

    # ---- following ---------------------------------------------------------------------------------------------------

    def news(self, table_id: str) -> asyncio.Event:
        """Set, and replaced by a new one, at the next change of a table."""
        return self._news.setdefault(table_id, asyncio.Event())

    def wake(self, table_id: str) -> None:
        """Let everybody look at a table again."""
        news = self._news.pop(table_id, None)
        if news is not None:
            news.set()

    @asynccontextmanager
    async def watching(self, table_id: str, seat: int) -> AsyncIterator[None]:
        """Count a live page of a seat."""
        presence = (await self.find(table_id)).presence
        presence.streams[seat] = presence.streams.get(seat, 0) + 1
        if seat >= 0 and presence.streams[seat] == 1:
            self.wake(table_id)
        try:
            yield
        finally:
            presence.streams[seat] -= 1
            presence.seen_now(seat)
            if seat >= 0 and not self.closing.is_set():
                asyncio.get_running_loop().call_later(AWAY_AFTER + 0.5, self.wake, table_id)

    async def look(self, table_id: str, guest: str) -> Table:
        """A table, noting that this guest looks at it. Raises NoSuchTable."""
        table = await self.find(table_id)
        table.presence.seen_now(table.seat_of(guest))
        return table

    def stop_streams(self) -> None:
        """Let all live pages end."""
        self.closing.set()
        for table_id in list(self._news):
            self.wake(table_id)

    # ---- changing ----------------------------------------------------------------------------------------------------

    def _lock(self, table_id: str) -> asyncio.Lock:
        lock = self._locks.get(table_id)
        if lock is None:
            lock = self._locks[table_id] = asyncio.Lock()
        return lock

    async def ask(
        self, table_id: str, command: Callable[Concatenate[Table, P], Events], *args: P.args, **named: P.kwargs
    ) -> Table:
        """Let a command decide what happens at a table, and make that durable; the table afterwards.

        Raises what the command raises, NoSuchTable, or StoreError, and then nothing has changed.
        """
        await self.find(table_id, fresh=False)
        with self.meter.command(command.__name__):
            return await self._ask(table_id, command, *args, **named)

    async def _ask(
        self, table_id: str, command: Callable[Concatenate[Table, P], Events], *args: P.args, **named: P.kwargs
    ) -> Table:
        async with self._lock(table_id):
            for _try in range(TRIES):
                table = await self.find(table_id, fresh=False)
                try:
                    events = command(table, *args, **named)
                except RolltopError:
                    if (await self.find(table_id)).length == table.length:
                        raise
                    continue  # it was about what is past
                if events:
                    try:
                        return await self._commit(table, events)
                    except Conflict:
                        continue
                if (await self.find(table_id)).length == table.length:
                    return table
        raise StaleMove(N_("The table has moved on meanwhile; look again and choose anew."))

    async def _commit(self, table: Table, events: Events, secret: bytes | None = None) -> Table:
        """Make events durable, then show the table with them. If the store fails, nothing has happened."""
        after, now = table.fork(), time.time()
        for number, (kind, data) in enumerate(events, table.length):
            after.apply(Event(number, kind, data, now))
        sitting = None
        if any(kind in SEATING for kind, _data in events):
            sitting = {seat.guest: seat.guest == after.host for seat in after.seats if seat.guest}
        try:
            await self.store.append(table.id, table.length, events, after.summary(), secret, now, sitting)
        except Conflict:
            await self._catch_up(table.id)  # another process went on with this table
            raise
        except (asyncio.CancelledError, Unsure):
            self._tables.pop(table.id, None)  # written or not, the events will tell
            raise
        for kind, data in events:
            if kind in ("joined", "moved", "created"):
                after.presence.seen_now(data.get("seat", 0))
        self._keep(after)
        self.wake(table.id)
        self.keeper.drive(after)
        return after

    # ---- making a table ----------------------------------------------------------------------------------------------

    def new_ids(self, once: str) -> tuple[str, bytes]:
        """The id and the secret of the table that a form with this token makes; the same token makes no second one."""
        digest = hmac.digest(self._key, f"table:{once}".encode(), "sha256")
        secret = hmac.digest(self._key, f"secret:{once}".encode(), "sha256")
        return digest[:12].hex(), secret

    def commitment(self, once: str) -> str:
        """The commitment of that table's dice, to be shown before anybody contributes."""
        return commitment(self.new_ids(once)[1])

    async def create(self, once: str, host: str, seats: list[Seat], setting: Mapping[str, Any]) -> Table:
        """Make a table; with everybody seated it starts at once. Raises BadOption or BadEdition.

        `setting` has game, edition, options, public, pace, and optionally dice, advice, clock and stand_in.
        """
        kind = shelf.kind(setting["game"])
        kind.check_players(len(seats))
        edition = kind.edition(setting["edition"])
        options = complete(kind.options, setting["options"], len(seats))
        kind.box(edition, options, len(seats))
        dice = check_dice(kind, setting.get("dice", Dice.FAIR))
        check_setting(setting, dice)
        table_id, secret = self.new_ids(once)
        async with self._lock(table_id):
            if await self.read(self.store.length, table_id):
                return await self.find(table_id)
            if await self.read(self.store.open_tables, host) >= OPEN_TABLES:
                raise NotAllowed(
                    N_("You have %(most)s tables waiting for players; close one before you make another."),
                    most=OPEN_TABLES,
                )
            created = {
                **setting,
                "edition": edition.name,
                "digest": edition.digest,
                "options": options,
                "dice": dice,
                "host": host,
                "commitment": commitment(secret),
                "seats": [vars(seat) for seat in seats],
            }
            events: Events = [("created", created)]
            if all(seat.taken for seat in seats):
                empty = self._new(table_id, secret)
                empty.apply(Event(0, *events[0], time.time()))
                events.append(commands.start(empty))
            try:
                return await self._commit(self._new(table_id, secret), events, secret)
            except Conflict:  # the same form, sent to two processes at once
                return await self.find(table_id)

    async def rematch(self, table_id: str, guest: str, contribution: str) -> Table:
        """Ask for another game with the same people: the first to ask makes the table, the others join it."""
        table = await self.find(table_id)
        seat = commands.seat_of(table, guest)
        if table.status != OVER:
            raise NotAllowed(N_("A rematch can be asked for when the game is over."))
        if table.rematch and (await self.find(table.rematch)).status != CLOSED:
            return await self.ask(table.rematch, commands.join, guest, table.seats[seat].name, contribution)
        seats = [
            Seat(old.name, bot=old.bot, contribution=old.bot) if old.bot else Seat(reserved=old.guest)
            for old in table.seats
        ]
        seats[seat] = Seat(table.seats[seat].name, guest, contribution=check_contribution(contribution))
        keys = ("game", "edition", "options", "public", "pace", "dice", "advice", "clock", "stand_in")
        setting = {key: table.setting[key] for key in keys if key in table.setting}
        new = await self.create(rematch_token(table), guest, seats, setting)
        await self.ask(table_id, commands.follow_with, new.id)
        if new.seat_of(guest) < 0:  # somebody else was quicker
            return await self.ask(new.id, commands.join, guest, table.seats[seat].name, contribution)
        return new

    # ---- advice ------------------------------------------------------------------------------------------------------

    def see_to_advice(self, table: Table, seat: int) -> None:
        """Begin to work out what a seat has asked, if its page is shown by this process and nobody has begun."""
        advice = table.advice_now(seat)
        if advice is None or not advice.shown or advice.hints is not None or advice.begun:
            return
        advice.begun = True

        def is_wanted() -> bool:
            now = self._tables.get(table.id)
            return now is not None and now.advice_now(seat) is advice

        self._adviser.ask(advice, commands.game_of(table), seat, is_wanted, ready=lambda: self.wake(table.id))


def check_setting(setting: Mapping[str, Any], dice: str) -> None:
    """Raise BadOption for how a table is not to be."""
    if setting["pace"] not in PACES:
        raise BadOption(N_("pace: expected one of %(known)s"), known=", ".join(PACES))
    if setting.get("advice", "alone") not in WHO_ASKS:
        raise BadOption(N_("advice: expected one of %(known)s"), known=", ".join(WHO_ASKS))
    if read_clock(setting.get("clock", NO_CLOCK)) is not None and dice == Dice.HAND:
        raise BadOption(N_("clock: found one, expected none where the players throw the dice themselves"))
    bots.bot(setting.get("stand_in", bots.USUAL))


def lobby_token(once: str) -> str:
    """The token of a table made in the lobby; no form can make it another's rematch."""
    return f"lobby:{once}"


def rematch_token(table: Table) -> str:
    """The token of the table that follows this one."""
    return f"rematch:{table.id}:{table.rematches}"
