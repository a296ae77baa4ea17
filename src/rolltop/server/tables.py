"""All tables of a server: what people ask of them, checked, made durable, then shown.

A command works on a copy of the game, hands the resulting events to the store, and only when they are durable applies
them to the table and wakes everybody who is looking. One lock a table keeps commands apart.
"""

import asyncio
import hashlib
import hmac
import logging
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from random import uniform
from typing import Any

from rolltop import bots
from rolltop.bots.names import bot_name
from rolltop.games import shelf
from rolltop.games.contract import CHANCE
from rolltop.games.errors import BadOption, IllegalMove, NotYourTurn, RolltopError, StaleMove
from rolltop.games.luck import seeded
from rolltop.games.options import complete
from rolltop.games.words import N_
from rolltop.play.fair import commitment
from rolltop.play.game import NAME_LENGTH, Game, check_name
from rolltop.play.throwing import Dice, check_dice, thrown
from rolltop.server.advice import WHO_ASKS, Advice, Adviser
from rolltop.server.analysts import SHORT, Analysts
from rolltop.server.store import Conflict, Event, Store, StoreError
from rolltop.server.table import AWAY_AFTER, CLOSED, OPEN, OVER, Seat, Table

log = logging.getLogger("rolltop.tables")

CONTRIBUTION_LENGTH = 64
OPEN_TABLES = 5  #: how many tables of one guest may wait for players
KEPT_TABLES = 500  #: how many finished tables stay in memory after somebody looked
PACES = {"brisk": 0.35, "easy": 1.1}  #: seconds a bot takes for a move
HASTIEST, HESITATION = 0.6, (0.7, 1.5)  #: times that: where there is no choice, and where there is one
PAUSE_AT_MOMENT = 2.5  #: seconds bots wait after a roll at which everybody stops and looks

Events = list[tuple[str, dict[str, Any]]]


class NoSuchTable(RolltopError):
    """There is no table of that id."""

    code = "table"


class NotAllowed(RolltopError):
    """This person may not do that at this table."""

    code = "forbidden"


class Tables:
    """The tables of one server process."""

    def __init__(
        self, store: Store, key: bytes, pace: float | None = None, is_compiling: Callable[[], bool] = lambda: False
    ) -> None:
        self.store = store
        self._key = key
        self._pace = pace  # overrides the tables' own pace (tests, benches), and makes analyses short
        self._tables: dict[str, Table] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._news: dict[str, asyncio.Event] = {}
        self._drivers: dict[str, asyncio.Task[None]] = {}
        self._is_compiling = is_compiling  # is another process getting bots ready?
        self._adviser = Adviser(is_compiling)
        self.analysts = Analysts() if pace is None else Analysts(SHORT)
        self.closing = asyncio.Event()

    async def open(self) -> None:
        """Take up the running tables where they were."""
        for table_id in self.store.unfinished():
            self._drive(self.table(table_id))
        for summary in self.store.listed(OPEN, public_only=False, limit=KEPT_TABLES):
            self.table(summary.table)

    async def close(self) -> None:
        """Stop the bots and wake all streams, so that they end."""
        self.stop_streams()
        for driver in self._drivers.values():
            driver.cancel()
        await asyncio.gather(*self._drivers.values(), return_exceptions=True)
        await self._adviser.close()
        await self.analysts.close()
        await self.store.close()

    # ---- finding and following ---------------------------------------------------------------------------------------

    def table(self, table_id: str) -> Table:
        """A table, from memory or from its events. Raises NoSuchTable."""
        if table_id not in self._tables:
            secret, events = self.store.secret(table_id), self.store.events(table_id)
            if secret is None or not events:
                raise NoSuchTable("there is no such table; ask for a new link, or pick one in the lobby")
            table = Table(table_id, secret)
            for event in events:
                table.apply(event)
            self._forget_some()
            self._tables[table_id] = table
        return self._tables[table_id]

    def _forget_some(self) -> None:
        idle = [
            key
            for key, table in self._tables.items()
            if table.status in (OVER, CLOSED) and not any(table.presence.streams.values())
        ]
        for key in idle[: max(0, len(idle) - KEPT_TABLES)]:
            for known in (self._tables, self._locks, self._news):
                known.pop(key, None)

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
        presence = self.table(table_id).presence
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

    def look(self, table_id: str, guest: str) -> Table:
        """A table, noting that this guest looks at it. Raises NoSuchTable."""
        table = self.table(table_id)
        table.presence.seen_now(table.seat_of(guest))
        return table

    def of_guest(self, guest: str) -> list[Table]:
        """The tables in memory at which a guest sits, those whose turn it is first."""
        found = [table for table in self._tables.values() if table.seat_of(guest) >= 0]
        return sorted(found, key=lambda table: (not table.awaits(table.seat_of(guest)), -table.changed))

    def stop_streams(self) -> None:
        """Let all live pages end."""
        self.closing.set()
        for table_id in list(self._news):
            self.wake(table_id)

    def _lock(self, table_id: str) -> asyncio.Lock:
        return self._locks.setdefault(table_id, asyncio.Lock())

    @asynccontextmanager
    async def _locked(self, table_id: str) -> AsyncIterator[Table]:
        self.table(table_id)
        async with self._lock(table_id):
            yield self.table(table_id)

    async def _commit(self, table: Table, events: Events, secret: bytes | None = None) -> Table:
        """Make events durable, then show the table with them. If the store fails, nothing has happened."""
        after = table.fork()
        for number, (kind, data) in enumerate(events, table.length):
            after.apply(Event(number, kind, data, time.time()))
        try:
            await self.store.append(table.id, table.length, events, after.summary(), secret)
        except Conflict:
            self._tables.pop(table.id, None)  # another process went on with this table: read it anew
            self.wake(table.id)
            raise StaleMove(N_("The table has moved on meanwhile; look again and choose anew.")) from None
        except asyncio.CancelledError:
            self._tables.pop(table.id, None)  # written or not, the events will tell
            raise
        for kind, data in events:
            if kind in ("joined", "moved", "created"):
                after.presence.seen_now(data.get("seat", 0))
        self._tables[table.id] = after
        self.wake(table.id)
        self._drive(after)
        return after

    # ---- making a table, sitting down --------------------------------------------------------------------------------

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

        `setting` has game, edition, options, public, pace, and optionally dice and advice.
        """
        kind = shelf.kind(setting["game"])
        kind.check_players(len(seats))
        edition = kind.edition(setting["edition"])
        options = complete(kind.options, setting["options"], len(seats))
        kind.box(edition, options, len(seats))
        if setting["pace"] not in PACES:
            raise BadOption(N_("pace: expected one of %(known)s"), known=", ".join(PACES))
        if setting.get("advice", "alone") not in WHO_ASKS:
            raise BadOption(N_("advice: expected one of %(known)s"), known=", ".join(WHO_ASKS))
        dice = check_dice(kind, setting.get("dice", Dice.FAIR))
        table_id, secret = self.new_ids(once)
        async with self._lock(table_id):
            if self.store.summary(table_id) is not None:
                return self.table(table_id)
            if self._open_tables(host) >= OPEN_TABLES:
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
                empty = Table(table_id, secret)
                empty.apply(Event(0, *events[0], time.time()))
                events += self._start(empty)
            return await self._commit(Table(table_id, secret), events, secret)

    def _open_tables(self, host: str) -> int:
        return sum(1 for table in self._tables.values() if table.status == OPEN and table.host == host)

    async def join(self, table_id: str, guest: str, name: str, contribution: str) -> Table:
        """Sit down at an open table; with everybody seated it starts. Raises BadOption or NotAllowed."""
        async with self._locked(table_id) as table:
            if table.seat_of(guest) >= 0:
                return table
            if table.status == CLOSED:
                raise NotAllowed(N_("This table was closed; make another one in the lobby."))
            if table.status != OPEN:
                raise NotAllowed(N_("This table has already started; you can watch it."))
            free = [seat for seat in table.free_seats if table.seats[seat].reserved in ("", guest)]
            if not free:
                raise NotAllowed(N_("Every seat at this table is taken; you can watch it."))
            free.sort(key=lambda seat: table.seats[seat].reserved != guest)
            name = free_name(check_name(name), [seat.name for seat in table.seats])
            joined = {"seat": free[0], "guest": guest, "name": name, "contribution": check_contribution(contribution)}
            return await self._seat_and_start(table, [("joined", joined)])

    async def fill_with_bots(self, table_id: str, guest: str, bot: str) -> Table:
        """Let bots take all free seats, and start. Raises NotAllowed unless asked by somebody at the table."""
        bots.bot(bot)
        async with self._locked(table_id) as table:
            if table.status != OPEN:
                return table
            self._seat(table, guest)
            names = [seat.name for seat in table.seats]
            events: Events = []
            for seat in table.free_seats:
                names[seat] = bot_name(names)
                events.append(("seated", {"seat": seat, "name": names[seat], "bot": bot}))
            return await self._seat_and_start(table, events)

    async def leave(self, table_id: str, guest: str) -> None:
        """Stand up before the start; once a game runs the seat is kept for the player's return."""
        async with self._locked(table_id) as table:
            seat = table.seat_of(guest)
            if table.status != OPEN or seat < 0:
                return
            events: Events = [("left", {"seat": seat})]
            if table.humans == [seat]:
                events.append(("closed", {}))
            await self._commit(table, events)

    async def move_seat(self, table_id: str, seat: int, holder: str, guest: str) -> Table:
        """Give a seat, held by the guest `holder`, to another device. Raises NotAllowed."""
        async with self._locked(table_id) as table:
            if table.seat_of(guest) == seat:
                return table
            if table.seats[seat].guest != holder:
                raise NotAllowed(
                    N_("This seat link is wrong, or has been used already; the table's menu has a new one.")
                )
            if table.seat_of(guest) >= 0:
                raise NotAllowed(N_("You have a seat of your own at this table already."))
            return await self._commit(table, [("moved", {"seat": seat, "guest": guest})])

    async def _seat_and_start(self, table: Table, events: Events) -> Table:
        seated = table.fork()
        for number, (kind, data) in enumerate(events, table.length):
            seated.apply(Event(number, kind, data, time.time()))
        if not seated.free_seats:
            events += self._start(seated)
        return await self._commit(table, events)

    def _start(self, table: Table) -> Events:
        """The game is set up and luck decides until somebody must choose."""
        game = table.new_game()
        game.luck = table.luck
        game.run_luck()
        return [("started", {"then": game.history})]

    # ---- playing -----------------------------------------------------------------------------------------------------

    async def play(self, table_id: str, guest: str, move: str, at: int) -> Table:
        """Carry out a move decided when the history had `at` events. A doubled request does nothing the second time.

        Raises NotAllowed, NotYourTurn, StaleMove or IllegalMove, and then nothing has changed.
        """
        async with self._locked(table_id) as table:
            seat, game, at = self._seat(table, guest), self._running(table), table.length_at(at)
            if already_played(game, seat, move, at):
                return table
            action, work = game.action(move, seat), game.copy()
            work.luck = table.luck
            work.play(action, seat=seat, at=at)
            return await self._commit(table, self._moves(table, seat, action))

    async def wish(self, table_id: str, guest: str, move: str, at: int) -> Table:
        """Decide before the turn has come (RO21), having seen `at` events; the newest counts. Raises as `play`.

        It is for the dice that lay there then: once luck has decided anew, or the seat has played, it is stale.
        """
        async with self._locked(table_id) as table:
            seat, game = self._seat(table, guest), self._running(table)
            action, since = game.action(move, seat), events_since(game, table.length_at(at))
            if (seat, action) in since:
                return table  # it was carried out already
            if since is STALE or any(who in (seat, CHANCE) for who, _number in since):
                raise StaleMove(N_("The table has moved on meanwhile; look again and choose anew."))
            if game.turn == seat:  # the turn came while the wish was on its way
                if action not in game.legal_actions:
                    raise IllegalMove(N_("%(move)s is not possible any more; choose anew."), move=move)
                return await self._commit(table, self._moves(table, seat, action))
            if action not in game.kind.moves.early_actions(game.plain, game.plain_box, seat):
                raise NotYourTurn(N_("That cannot be decided now; wait for the dice."))
            if table.wishes.get(seat) == action:
                return table
            return await self._commit(table, [("wished", {"seat": seat, "action": action})])

    async def unwish(self, table_id: str, guest: str) -> Table:
        """Take an early decision back, as long as it has not been carried out."""
        async with self._locked(table_id) as table:
            seat = self._seat(table, guest)
            if seat not in table.wishes:
                return table
            return await self._commit(table, [("unwished", {"seat": seat})])

    def _moves(self, table: Table, seat: int, action: int) -> Events:
        """A move with the luck that follows, then the wishes whose turn has come, in turn order (RO21)."""
        work, wishes = self._running(table).copy(), dict(table.wishes)
        work.luck = table.luck
        events: Events = []

        def carry_out(seat: int, action: int) -> None:
            at = len(work.history)
            work.play(action, seat=seat)
            events.append(("played", {"seat": seat, "action": action, "then": work.history[at + 1 :]}))

        carry_out(seat, action)
        while work.turn in wishes:
            seat = work.turn
            action = wishes.pop(seat)
            if action in work.legal_actions:
                carry_out(seat, action)
            else:
                events.append(("handed_back", {"seat": seat, "action": action}))
        if work.is_over:
            events.append(self._finished(table))
        return events

    def _finished(self, table: Table) -> tuple[str, dict[str, Any]]:
        return "finished", {"secret": "" if table.by_hand else table.secret.hex()}

    # ---- advice ------------------------------------------------------------------------------------------------------

    def advise(self, table_id: str, guest: str, at: int, *, show: bool = True) -> Table:
        """Work out, or hide, what each move promises the seat whose turn it is; the page shows it when it is ready.

        Raises NotAllowed or StaleMove.
        """
        table = self.table(table_id)
        seat = self._seat(table, guest)
        if not table.gives_advice:
            raise NotAllowed(N_("There is no advice at this table."))
        if table.turn != seat or at != table.now:
            raise StaleMove(N_("The table has moved on meanwhile; look again and choose anew."))
        advice = table.advice_now(seat)
        if advice is None:
            advice = table.advice[seat] = Advice(at)
            self._adviser.ask(
                advice,
                self._running(table),
                seat,
                is_wanted=lambda: table_id in self._tables and self._tables[table_id].advice_now(seat) is advice,
                ready=lambda: self.wake(table_id),
            )
        advice.shown = show
        self.wake(table_id)
        return table

    # ---- dice thrown by the players ----------------------------------------------------------------------------------

    async def throw(self, table_id: str, guest: str, names: Sequence[str], at: int) -> Table:
        """Enter what all dice show that are due, having seen `at` events. A doubled request does nothing again.

        Raises NotAllowed, StaleMove, NotYourTurn or IllegalMove, and then nothing has changed.
        """
        async with self._locked(table_id) as table:
            seat, game, at = self._seat(table, guest), self._running(table), table.length_at(at)
            if not table.by_hand:
                raise NotAllowed(N_("At this table the server rolls the dice."))
            if already_thrown(game, names, at):
                return table
            if at != len(game.history):
                raise StaleMove(N_("The table has moved on meanwhile; look again and choose anew."))
            if table.turn == CHANCE and not table.may_throw(seat):
                raise NotAllowed(N_("These dice are somebody else's to throw and to enter."))
            after = thrown(game, names)
            events: Events = [("thrown", {"seat": seat, "outcomes": after.history[at:]})]
            if after.is_over:
                events.append(self._finished(table))
            return await self._commit(table, events)

    async def unthrow(self, table_id: str, guest: str, at: int) -> Table:
        """Take a throw back that was entered wrongly, having seen `at` events, with what bots did after it.

        Raises NotAllowed or StaleMove: once a person has chosen, the throw stands.
        """
        async with self._locked(table_id) as table:
            seat = self._seat(table, guest)
            if at == table.corrected_at - 1:
                return table  # a doubled request
            if at != table.now:
                raise StaleMove(N_("The table has moved on meanwhile; look again and choose anew."))
            if not table.may_correct(seat):
                raise NotAllowed(N_("There are no dice for you to correct: what has been chosen since stands."))
            return await self._commit(table, [("unthrown", {"seat": seat})])

    async def rematch(self, table_id: str, guest: str, contribution: str) -> Table:
        """Ask for another game with the same people: the first to ask makes the table, the others join it."""
        async with self._locked(table_id) as table:
            seat = self._seat(table, guest)
            if table.status != OVER:
                raise NotAllowed(N_("A rematch can be asked for when the game is over."))
            if not table.rematch or self.table(table.rematch).status == CLOSED:
                seats = [
                    Seat(old.name, bot=old.bot, contribution=old.bot) if old.bot else Seat(reserved=old.guest)
                    for old in table.seats
                ]
                seats[seat] = Seat(table.seats[seat].name, guest, contribution=check_contribution(contribution))
                keys = ("game", "edition", "options", "public", "pace", "dice", "advice")
                setting = {key: table.setting[key] for key in keys if key in table.setting}
                new = await self.create(rematch_token(table), guest, seats, setting)
                await self._commit(table, [("rematch", {"table": new.id})])
                return new
            name = table.seats[seat].name
        return await self.join(self.table(table_id).rematch, guest, name, contribution)

    def _seat(self, table: Table, guest: str) -> int:
        seat = table.seat_of(guest)
        if seat < 0:
            raise NotAllowed(N_("You have no seat at this table."))
        return seat

    def _running(self, table: Table) -> Game:
        if table.game is None:
            raise NotYourTurn(N_("The game has not started yet."))
        return table.game

    # ---- bots --------------------------------------------------------------------------------------------------------

    def _drive(self, table: Table) -> None:
        """See to it that bots whose turn it is move."""
        driver = self._drivers.get(table.id)
        if table.bot_to_choose and not self.closing.is_set() and (driver is None or driver.done()):
            self._drivers[table.id] = asyncio.get_running_loop().create_task(self._bots_turn(table.id))

    async def _bots_turn(self, table_id: str) -> None:
        while (table := self.table(table_id)).bot_to_choose:
            while self._is_compiling() and not bots.bot(table.bot_to_choose).is_ready(self._running(table).kind):
                await asyncio.sleep(0.5)  # rather than compile the same here
            begun, now = time.monotonic(), table.now
            action, n_choices = await asyncio.to_thread(bot_action, table.id, table.bot_to_choose, self._copy(table))
            await asyncio.sleep(self._bot_takes(table, n_choices) - (time.monotonic() - begun))
            try:
                async with self._locked(table_id) as table:
                    if table.bot_to_choose and table.now == now:
                        await self._commit(table, self._moves(table, table.turn, action))
            except (StoreError, StaleMove):
                log.exception("a bot's move at table %s could not be written; it tries again", table_id)
                await asyncio.sleep(1)
        self._drivers.pop(table_id, None)

    def _copy(self, table: Table) -> Game:
        return self._running(table).copy()

    def _bot_takes(self, table: Table, n_choices: int) -> float:
        """Seconds for a move: more where there is more to choose from, and never quite the same."""
        if self._pace is not None:
            return self._pace
        pause = PAUSE_AT_MOMENT if table.moment_now and table.humans else 0.0
        hesitation = HASTIEST if n_choices == 1 else uniform(*HESITATION)
        return pause + hesitation * PACES[str(table.setting["pace"])]


def bot_action(table_id: str, bot: str, game: Game) -> tuple[int, int]:
    """What the bot whose turn it is does, by what its seat sees; and how many choices it has."""
    lucks = seeded(int.from_bytes(hashlib.sha256(f"{table_id}:{len(game.history)}".encode()).digest()[:8], "big"))
    action = bots.bot(bot).choose(game.kind, game.seen(game.turn), game.boxes, lucks)
    return action, len(game.legal_actions)


STALE: list[tuple[int, int]] = [(CHANCE, -1)]  #: what cannot be counted: the page knew more than there is


def events_since(game: Game, at: int) -> list[tuple[int, int]]:
    """Who did what since the history had `at` events: seat or CHANCE, and the number."""
    if not 0 <= at <= len(game.history):
        return STALE
    past, found = game.at(at), []
    for number in game.history[at:]:
        found.append((past.turn, number))
        past.push(number)
    return found


def already_played(game: Game, seat: int, move: str, at: int) -> bool:
    """Is this a request that was carried out before: the same seat's same move at the same event?"""
    if not 0 <= at < len(game.history):
        return False
    past = game.at(at)
    if past.turn != seat:
        return False
    return bool(past.kind.moves.action_number(past.plain, past.plain_box, seat, move) == game.history[at])


def already_thrown(game: Game, names: Sequence[str], at: int) -> bool:
    """Is this a throw that was entered before?"""
    if not 0 <= at < len(game.history) or not names:
        return False
    past = game.at(at)
    for name, number in zip(names, game.history[at:], strict=False):
        if past.turn != CHANCE or past.event_text(number) != name:
            return False
        past.push(number)
    return len(past.history) == at + len(names)


def lobby_token(once: str) -> str:
    """The token of a table made in the lobby; no form can make it another's rematch."""
    return f"lobby:{once}"


def rematch_token(table: Table) -> str:
    """The token of the table that follows this one."""
    return f"rematch:{table.id}:{table.rematches}"


def free_name(name: str, taken: list[str]) -> str:
    """The name, with a number if somebody at the table has it already."""
    number, found = 1, name
    while found in taken:
        number += 1
        found = f"{name[: NAME_LENGTH - 3]} {number}"
    return found


def check_contribution(text: str) -> str:
    """A seat's contribution to the dice, tidied. Raises BadOption."""
    tidy = " ".join(text.split())
    if len(tidy) > CONTRIBUTION_LENGTH or not tidy.isprintable():
        raise BadOption(
            N_("contribution to the dice: expected up to %(most)s printable characters"), most=CONTRIBUTION_LENGTH
        )
    return tidy
