"""What must hold of all tables when the faults are over: nothing lost, doubled, made up or stuck."""

import math
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, field

from rolltop.games.errors import RolltopError
from rolltop.play import records
from rolltop.play.game import Game
from rolltop.server.hall.keeper import bot_action
from rolltop.server.hall.table import CLOSED, OPEN, OVER, Table
from rolltop.server.storage.store import Event, Store
from tests.server.faults.ledger import DONE, REFUSED, UNKNOWN, Ledger, Sent
from tests.server.storing import connect

EVENTS = {
    "wish": "wished", "unwish": "unwished", "pause": "paused", "go-on": "went_on", "come-back": "came_back",
    "resign": "resigned", "take-back": "asked_back", "agree": "agreed", "refuse": "refused", "unthrow": "unthrown",
    "stand-in": "stood_in", "leave": "left",
}  # fmt: skip  #: of requests that can be made again and again: the event that follows


@dataclass
class Judge:
    """Goes through all tables and counts what is wrong with them."""

    ledger: Ledger
    doubled: set[str]
    counts: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._by_table: dict[str, list[Sent]] = defaultdict(list)
        for entry in self.ledger.sent:
            self._by_table[entry.table].append(entry)

    def all_tables(self, address: str, store: Store) -> None:
        """Judge every table in the database; each was asked for, and each that was acknowledged is there."""
        with closing(connect(address)) as connection:
            ids = {row[0] for row in connection.execute("SELECT id FROM tables").fetchall()}
            tables = connection.execute(
                "SELECT count(*) FROM (SELECT DISTINCT table_id FROM events) AS known"
            ).fetchone()
            if tables[0] != len(ids):
                self._wrong("lost", "", "there are events of no table, or tables without events")
        for table in sorted(ids ^ (set(self._by_table) - {""})):
            self._wrong("lost" if table not in ids else "doubled", table, "a table that is there or was made, not both")
        for table_id in sorted(ids):
            self._judge(store, table_id)

    def _wrong(self, what: str, table: str, text: str) -> None:
        self.counts[what] += 1
        self.problems.append(f"{what}: table {table}: {text}")

    # ---- one table ---------------------------------------------------------------------------------------------------

    def _judge(self, store: Store, table_id: str) -> None:
        events, secret = store.events(table_id), store.secret(table_id)
        if [event.number for event in events] != list(range(len(events))) or store.length(table_id) != len(events):
            self._wrong("lost", table_id, "event numbers have gaps")
            return
        assert secret is not None
        table, asked = Table(table_id, secret), Asked(self._by_table[table_id], self.doubled)
        for event in events:
            for what, text in asked.about(table, event):
                self._wrong(what, table_id, f"event {event.number}, {event.kind} {event.data}: {text}")
            table.apply(event)
        for what, text in asked.at_the_end(table, events):
            self._wrong(what, table_id, text)
        self.counts["tables"] += 1
        self.counts["events"] += len(events)
        if store.summary(table_id) != table.summary():
            self._wrong("lobby", table_id, f"{store.summary(table_id)} is not {table.summary()}")
        if table.status not in (OVER, CLOSED):
            self.counts["open" if table.status == OPEN else "unfinished"] += 1
        if table.game is not None:
            self._check_record(table, table.game)

    def _check_record(self, table: Table, game: Game) -> None:
        if table.status != OVER:
            return
        self.counts["games over"] += 1
        self.counts["games played to their end"] += table.complete
        text = table.record() if table.complete else records.write(game, table.fairness())
        record = records.read(text)
        same = record.game.history == game.history and record.game.state.tobytes() == game.state.tobytes()
        verdict = records.verify(record)
        fair = verdict.fair is True if not table.by_hand else verdict.fair is not False
        if not same or not fair or (table.complete and not verdict.good):
            self._wrong("records", table.id, f"its record does not verify: {verdict.remarks}")


class Asked:
    """What players asked of one table, and what came of it."""

    def __init__(self, entries: list[Sent], doubled: set[str]) -> None:
        self._entries = entries
        self._doubled = doubled
        self._found: set[int] = set()  # entries that are in the events, by their place
        self._places: dict[tuple[str, int], list[int]] = defaultdict(list)
        self._wishes: dict[str, list[Sent]] = defaultdict(list)
        self._happened: Counter[tuple[str, str]] = Counter()
        self._at: set[tuple[str, str, int]] = set()  # (kind, who, position before)
        self._latest_sent = 0.0
        for place, entry in enumerate(entries):
            if entry.what in ("play", "throw"):
                self._places[entry.who, entry.at].append(place)
            elif entry.what == "wish":
                self._wishes[entry.who].append(entry)

    def may_be(self, entry: Sent) -> bool:
        """May it have been done, for all that its player knows?"""
        return entry.outcome in (DONE, UNKNOWN) or any(uid in self._doubled or uid == "client" for uid in entry.uids)

    # ---- while the table goes through its events ---------------------------------------------------------------------

    def about(self, table: Table, event: Event) -> Iterable[tuple[str, str]]:
        """What is wrong with the next event."""
        seat = event.data.get("seat")
        who = table.seats[seat].name if isinstance(seat, int) and table.seats else ""
        if event.kind == "joined":
            who = event.data["name"]
        self._happened[event.kind, who] += 1
        self._at.add((event.kind, who, table.now))
        if event.kind == "played":
            yield from self._played(table, event.data["seat"], event.data["action"], who)
        elif event.kind == "thrown":
            yield from self._thrown(table, event.data["outcomes"], who)

    def _played(self, table: Table, seat: int, action: int, who: str) -> Iterable[tuple[str, str]]:
        game = table.game
        assert game is not None
        same = [p for p in self._places[who, table.now] if action_of(game, seat, self._entries[p]) == action]
        bot = table.bot_of(seat)
        if bot:
            if bot_action(table.id, bot, game.copy())[0] != action:
                yield "made up", f"the bot {bot} would have chosen otherwise"
        elif table.wishes.get(seat) != action and not any(self.may_be(self._entries[p]) for p in same):
            wished = any(self.may_be(entry) and action_of(game, seat, entry) == action for entry in self._wishes[who])
            if not wished:
                refused = any(self._entries[p].outcome == REFUSED for p in same)
                yield "made up", "it was refused" if refused else "nobody asked for it"
        self._found.update(same)
        if not bot:
            yield from self._in_order(same)

    def _thrown(self, table: Table, outcomes: list[int], who: str) -> Iterable[tuple[str, str]]:
        assert table.game is not None
        past, names = table.game.copy(), list[str]()
        for number in outcomes:
            names.append(past.event_text(number))
            past.push(number)
        same = [p for p in self._places[who, table.now] if self._entries[p].dice == names]
        if not any(self.may_be(self._entries[p]) for p in same):
            yield "made up", f"nobody has thrown {names}"
        self._found.update(same)
        yield from self._in_order(same)

    def _in_order(self, same: list[int]) -> Iterable[tuple[str, str]]:
        """Who was answered before another had asked is before the other."""
        answered = [self._entries[p].answered for p in same if self._entries[p].outcome == DONE]
        if answered and min(answered) < self._latest_sent:
            yield "out of order", "it was acknowledged before an earlier one was sent"
        if same:
            self._latest_sent = max(self._latest_sent, min(self._entries[p].sent for p in same))

    # ---- in the end --------------------------------------------------------------------------------------------------

    def at_the_end(self, table: Table, events: list[Event]) -> Iterable[tuple[str, str]]:
        """What was acknowledged and is not there; what is there more often than it was asked for."""
        sends: Counter[tuple[str, str]] = Counter()
        for place, entry in enumerate(self._entries):
            kind = EVENTS.get(entry.what, "")
            sends[kind, entry.who] += len(entry.uids) + sum(uid in self._doubled for uid in entry.uids)
            if entry.outcome == DONE and not self._is_there(place, entry, table):
                if entry.what == "resign" and ended_at(events) <= entry.by_the_clock:
                    continue  # there was nothing left to give up
                last = [(event.number, event.kind, event.data.get("seat"), event.at) for event in events[-6:]]
                yield "lost", f"{entry.who} was told that this was done, {entry}; what happened last: {last}"
        for (kind, who), count in self._happened.items():
            by_itself = kind == "stood_in" and table.hourglass.clock is not None
            if kind in EVENTS.values() and not by_itself and count > sends[kind, who]:
                yield "doubled", f"{who} asked {sends[kind, who]} times for {count} events {kind}"

    def _is_there(self, place: int, entry: Sent, table: Table) -> bool:
        """Did it happen?"""
        match entry.what:
            case "play" | "throw":
                return place in self._found
            case "wish":
                return self._happened["wished", entry.who] + self._happened["played", entry.who] > 0
            case "resign" | "join":
                return self._happened[{"resign": "resigned", "join": "joined"}[entry.what], entry.who] > 0
            case "end":
                return table.status in (OVER, CLOSED)
            case "unthrow" | "take-back":
                corrected = {("unthrown", who, entry.at) for who in self._names(table)}
                corrected |= {("took_back", who, entry.at) for who in self._names(table)}
                asked = entry.what == "take-back" and self._happened["asked_back", entry.who] > 0
                return asked or bool(corrected & self._at)
        return True

    @staticmethod
    def _names(table: Table) -> list[str]:
        return [seat.name for seat in table.seats]


def ended_at(events: list[Event]) -> float:
    """When the game was over (Unix time); never: infinity."""
    return next((event.at for event in events if event.kind in ("ended", "finished")), math.inf)


def action_of(game: Game, seat: int, entry: Sent) -> int | None:
    """The number of what was asked for, in this position; None if it is no move."""
    try:
        number = game.kind.moves.action_number(game.plain, game.plain_box, seat, entry.move)
    except RolltopError:
        return None
    return int(number) if number is not None else None


def settle(address: str, seconds: float = 60) -> int:
    """Wait until no bot has anything to do any more; how many tables still run."""
    until = time.monotonic() + seconds
    while True:
        with closing(connect(address)) as connection:
            left = int(connection.execute("SELECT count(*) FROM tables WHERE status = 'running'").fetchone()[0])
        if not left or time.monotonic() > until:
            return left
        time.sleep(0.2)
