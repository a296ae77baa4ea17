"""One table: what its events say. A table is never changed but by applying the next event of its list.

The events: ``created``, ``joined``, ``left``, ``moved`` (a seat to another device), ``seated`` (a bot), ``started``,
``played`` (a choice and the luck that followed), ``wished`` and ``unwished`` (a decision before the turn, and taking it
back), ``handed_back`` (a wish that became impossible), ``thrown`` and ``unthrown`` (dice that the players throw
themselves, and taking a wrong entry back), ``finished`` (the secret is shown), ``advised`` and ``analysed`` (that was
asked for), ``rematch``, ``closed``; and of people who wander off: ``stood_in`` (a bot plays for a seat) and
``came_back``, ``resigned``, ``ended`` (by the host or the operator), ``hosted`` (the table has another host),
``paused`` and ``went_on``, and of the last move ``asked_back``, ``agreed``, ``refused`` and ``took_back``.
"""

import copy
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from markupsafe import Markup

from rolltop import bots
from rolltop.games.contract import CHANCE, SPECTATOR
from rolltop.games.errors import BadEdition, CannotUndo
from rolltop.games.telling import Telling
from rolltop.games.words import N_
from rolltop.play.fair import Fair
from rolltop.play.game import Game
from rolltop.play.records import DICE, Fairness, write
from rolltop.play.throwing import Dice, thrower
from rolltop.server.hall.advice import Advice
from rolltop.server.hall.clock import NO_CLOCK, Hourglass, read_clock
from rolltop.server.storage.store import Event, Summary

View = dict[str, Any]

OPEN, RUNNING, OVER, CLOSED = "open", "running", "over", "closed"
ENDED = {
    "players": N_("The game is given up."),
    "host": N_("The host has ended the game."),
    "operator": N_("Who runs this server has ended the game."),
    "time": N_("The game has been ended: nobody came back to it."),
}  #: by whom a game can be ended before its end
MOVING = {"started", "played", "thrown", "unthrown", "took_back"}  #: the events that move the game
PRIVATE = {"wished", "unwished", "handed_back", "advised"}  #: those that show to their seat alone
SEATING = {"created", "joined", "left", "moved", "hosted"}  #: those that change who sits there, or is the host
AWAY_AFTER = 30.0  #: seconds without a live page or a request after which a player is shown as away
PATIENCE = 120.0  #: seconds after which the others may let a bot play for who keeps them waiting
BOT_OVERDUE = 10.0  #: seconds after which any server process takes up a bot's turn
WAITS = 2 * 86400.0  #: seconds that an open table waits for players
FORGOTTEN = 90 * 86400.0  #: seconds after which a game at which nothing happens is ended


@dataclass(frozen=True)
class Seat:
    """Who sits at one place of a table; nobody if neither `guest` nor `bot`."""

    name: str = ""
    guest: str = ""
    bot: str = ""
    contribution: str = ""
    reserved: str = ""  # kept for this guest (a rematch)

    @property
    def taken(self) -> bool:
        """Does somebody sit here?"""
        return bool(self.guest or self.bot)


@dataclass
class Presence:
    """Who is looking; not durable."""

    streams: dict[int, int] = field(default_factory=dict)
    last_seen: dict[int, float] = field(default_factory=dict)
    since: float = field(default_factory=time.time)  # nobody is away before they had time to come (back)

    def seen_now(self, seat: int) -> None:
        """Note that somebody looks."""
        self.last_seen[seat] = time.time()

    def away(self, seat: int) -> bool:
        """Has this player no page open?"""
        return not self.streams.get(seat) and time.time() - self.last_seen.get(seat, self.since) > AWAY_AFTER


class Table:
    """What has happened at a table, and what follows from it."""

    def __init__(self, table_id: str, secret: bytes, presence: Presence | None = None) -> None:
        self.id = table_id
        self.secret = secret
        self.length = 0  # events applied
        self.status = OPEN
        self.setting: dict[str, Any] = {}
        self.seats: list[Seat] = []
        self.game: Game | None = None
        self._told: dict[int, View] = {}  # what each viewer sees, as far as it is told
        self._views: dict[int, View] = {}  # what each viewer sees, with what that viewer may do
        self.wishes: dict[int, int] = {}
        self.handed_back: dict[int, int] = {}
        self.last_moves: dict[int, str] = {}
        self.throws: list[int] = []  # where the throws begin that may be corrected: entered since a person chose
        self.taken_back = 0  # events that corrections took back, and the corrections
        self.corrected_at = 0  # what `now` was when dice had last been corrected
        self.moment: tuple[int, dict[str, Any]] | None = None  # (`now` then, what happened)
        self.moment_now = False  # was the last event such a moment?
        self.logs: dict[int, list[Telling]] = {}
        self.worded: dict[tuple[int, str], list[tuple[Markup, bool]]] = {}  # the logs by viewer and language, as HTML
        self.revealed = False
        self.rematch = ""  # the table that follows this one
        self.rematches = 0
        self.changed = 0.0
        self.keys: dict[str, str] = {}  # programs' requests that were carried out: marks of their keys, and of them
        self.versions: dict[int, int] = {}  # a viewer each: how often what they see has changed
        self.host = ""  # the guest who may end the table: who made it, or got it from them
        self.hourglass = Hourglass()
        self.stand_ins: dict[int, str] = {}  # bots that play for seats of people
        self.late: set[int] = set()  # those of them who have run out of time
        self.resigned: list[int] = []  # seats, in order
        self.ended = ""  # who ended the game before its end: host, operator, time, players (by giving up)
        self.paused_by: int | None = None
        self.pauses: dict[int, int] = {}  # how often each seat has paused the game
        self.asks_back: int | None = None  # the seat that wants to take its last move back
        self.agreed: set[int] = set()  # who has nothing against that
        self._last_choice = SPECTATOR  # the seat that made it, if no luck has followed
        self._undoable: tuple[int, int] = (-1, SPECTATOR)  # (length, the seat that may ask to take back)
        self.presence = presence or Presence()
        self.advice: dict[int, Advice] = {}  # what seats asked; what was found out about it is not durable
        self.analysed = False  # has somebody asked for an analysis?

    def fork(self) -> "Table":
        """A copy to which further events can be applied without changing this table."""
        twin = copy.copy(self)
        twin.seats, twin.throws, twin.resigned = list(self.seats), list(self.throws), list(self.resigned)
        twin.hourglass, twin.agreed, twin.late = self.hourglass.copy(), set(self.agreed), set(self.late)
        twin.pauses = dict(self.pauses)
        twin.game = self.game.copy() if self.game is not None else None
        for name in ("wishes", "handed_back", "last_moves", "versions", "stand_ins", "advice", "keys"):
            setattr(twin, name, dict(getattr(self, name)))
        twin.logs = {viewer: list(lines) for viewer, lines in self.logs.items()}
        return twin

    # ---- events ------------------------------------------------------------------------------------------------------

    def apply(self, event: Event) -> None:
        """Let the next event happen."""
        assert event.number == self.length, "events must be applied in order"
        data = dict(event.data)
        key = data.pop("key", "")
        getattr(self, f"_{event.kind}")(**data)
        if key:
            self.keys[key[: len(key) // 2]] = key[len(key) // 2 :]
        self.length += 1
        private = event.kind in PRIVATE
        if not private:
            self.changed = event.at
        self._keep_time(event)
        for viewer in [int(event.data["seat"])] if private else self.viewers():
            self.versions[viewer] = self.versions.get(viewer, 0) + 1

    def _keep_time(self, event: Event) -> None:
        seat = event.data.get("seat", SPECTATOR)
        if event.kind in MOVING:
            self.asks_back = None
            thinks = self.turn if self.status == RUNNING and self.turn >= 0 else SPECTATOR
            self.hourglass.turn_to(thinks, event.at, charge=self.hourglass.seat not in self.stand_ins)
        elif event.kind == "paused":
            self.hourglass.pause(event.at)
        elif event.kind == "went_on":
            self.hourglass.go_on(event.at)
        elif event.kind in ("stood_in", "resigned") and seat == self.hourglass.seat:
            self.hourglass.charge(event.at)
        elif event.kind == "came_back":
            self.hourglass.come_back(seat)

    def _created(self, seats: list[dict[str, str]], host: str, **setting: Any) -> None:
        self.setting, self.host = setting, host
        self.seats = [Seat(**seat) for seat in seats]
        self.hourglass.clock = read_clock(setting.get("clock", NO_CLOCK))

    def _joined(self, seat: int, guest: str, name: str, contribution: str) -> None:
        self.seats[seat] = Seat(name, guest, contribution=contribution)

    def _seated(self, seat: int, name: str, bot: str) -> None:
        self.seats[seat] = Seat(name, bot=bot, contribution=bot)

    def _left(self, seat: int) -> None:
        self.seats[seat] = Seat()

    def _moved(self, seat: int, guest: str) -> None:
        self.seats[seat] = replace(self.seats[seat], guest=guest)

    def _closed(self) -> None:
        self.status = CLOSED

    def new_game(self) -> Game:
        """The game of this table before its first event, without dice. Raises BadEdition if it cannot be made again."""
        names = [seat.name for seat in self.seats]
        setting = self.setting
        game = Game(setting["game"], names, edition=setting["edition"], options=setting["options"], by_hand=True)
        if game.edition.digest != setting["digest"]:
            raise BadEdition("the edition %(name)s is not the one this table was made with", name=setting["edition"])
        return game

    def _started(self, then: list[int]) -> None:
        self.game = self.new_game()
        self.status = RUNNING
        self.logs = {viewer: [] for viewer in self.viewers()}
        self._push(then)

    def _played(self, seat: int, action: int, then: list[int]) -> None:
        assert self.game is not None
        self.wishes.pop(seat, None)
        self.handed_back.pop(seat, None)
        if self.game.is_told(SPECTATOR):
            self.last_moves[seat] = self.game.move_text(action)
        if self.seats[seat].guest and seat not in self.stand_ins:
            self.throws.clear()
        self._push([action, *then])
        self._last_choice = seat if not then else SPECTATOR

    def _thrown(self, seat: int, outcomes: list[int]) -> None:
        assert self.game is not None
        self._last_choice = SPECTATOR
        self.throws.append(len(self.game.history))
        self._push(outcomes, entered=True)

    def _unthrown(self, seat: int) -> None:
        """The last throw was not what lay on the table: it never happened, nor what bots did after it."""
        self._rewind(self.throws.pop())
        self._say(N_("%(who)s takes the last throw back: it was entered wrongly."), seat)

    def _rewind(self, start: int) -> None:
        """The game is again as it was after `start` events."""
        assert self.game is not None
        self.taken_back += len(self.game.history) - start + 1
        self._last_choice = SPECTATOR
        self.game = self.game.at(start)
        self.status = RUNNING
        self.throws = [throw for throw in self.throws if throw < start]
        self.moment, self.moment_now = None, False
        for decided in (self.wishes, self.handed_back, self.last_moves):
            decided.clear()
        self.corrected_at = self.now
        self._told = self._views_to_tell()
        self._views = {SPECTATOR: self._told[SPECTATOR]}

    def _say(self, message: str, seat: int | None = None) -> None:
        """A line in everybody's log."""
        for lines in self.logs.values():
            lines.append(Telling(message, {}, {} if seat is None else {"who": seat}))

    def _wished(self, seat: int, action: int) -> None:
        self.wishes[seat] = action
        self.handed_back.pop(seat, None)

    def _unwished(self, seat: int) -> None:
        self.wishes.pop(seat, None)

    def _handed_back(self, seat: int, action: int) -> None:
        self.wishes.pop(seat, None)
        self.handed_back[seat] = action

    def _advised(self, seat: int, at: int, shown: bool) -> None:
        known = self.advice.get(seat)
        hints = known.hints if known is not None and known.at == at else None
        self.advice[seat] = Advice(at, shown, hints)

    def _analysed(self) -> None:
        self.analysed = True

    def _finished(self, secret: str) -> None:
        self.status = OVER
        self.revealed = True

    # ---- people who wander off ---------------------------------------------------------------------------------------

    def _stood_in(self, seat: int, bot: str, late: bool = False) -> None:
        self.stand_ins[seat] = bot
        self._forget_wish(seat)
        if late:
            self.late.add(seat)
            self._say(N_("%(who)s has run out of time: a bot plays on until they are back."), seat)
        else:
            self._say(N_("A bot plays for %(who)s until they are back."), seat)

    def _came_back(self, seat: int) -> None:
        self.stand_ins.pop(seat, None)
        self.late.discard(seat)
        self._say(N_("%(who)s is back."), seat)

    def _resigned(self, seat: int, bot: str) -> None:
        self.resigned.append(seat)
        self.stand_ins[seat] = bot
        self._forget_wish(seat)
        self._say(N_("%(who)s gives up."), seat)

    def _forget_wish(self, seat: int) -> None:
        self.wishes.pop(seat, None)
        self.handed_back.pop(seat, None)

    def _ended(self, by: str, secret: str) -> None:
        self.status, self.ended, self.revealed = OVER, by, True
        self.paused_by = self.asks_back = None
        self._say(ENDED[by])

    def _hosted(self, guest: str) -> None:
        self.host = guest

    def _paused(self, seat: int) -> None:
        self.paused_by = seat
        self.pauses[seat] = self.pauses.get(seat, 0) + 1
        self._say(N_("%(who)s has paused the game."), seat)

    def _went_on(self, seat: int) -> None:
        self.paused_by = None
        self._say(N_("%(who)s lets the game go on."), seat)

    def _asked_back(self, seat: int) -> None:
        self.asks_back, self.agreed = seat, set()
        self._say(N_("%(who)s would like to take the last move back."), seat)

    def _agreed(self, seat: int) -> None:
        self.agreed.add(seat)

    def _refused(self, seat: int) -> None:
        self.asks_back = None
        self._say(N_("%(who)s would rather leave the last move as it is."), seat)

    def _took_back(self, seat: int) -> None:
        assert self.game is not None
        self._rewind(len(self.game.history) - 1)
        self._say(N_("%(who)s takes the last move back."), seat)

    def _rematch(self, table: str) -> None:
        self.rematch = table
        self.rematches += 1

    def _push(self, numbers: list[int], entered: bool = False) -> None:
        """Let the game go on, and keep what each viewer saw of it in words."""
        assert self.game is not None
        tell, before = self.game.kind.part("tell"), self._told or self._views_to_tell()
        self.moment_now = False
        for number in numbers:
            if self.game.kind.moves.starts_turn(self.game.plain):
                self.last_moves.clear()
                self.handed_back.clear()
            if entered:
                self.game.happen(number)
            else:
                self.game.push(number)
            after = self._views_to_tell()
            told: dict[tuple[int, int], list[Telling]] = {}
            for viewer in self.viewers():
                key = (id(before[viewer]), id(after[viewer]))
                if key not in told:
                    told[key] = tell.tell(before[viewer], after[viewer])
                self.logs[viewer] += told[key]
            moment = tell.moment(before[SPECTATOR], after[SPECTATOR])
            if moment is not None:
                self.moment = (self.now, moment)
                self.moment_now = True
            before = after
        self._told, self._views = before, {SPECTATOR: before[SPECTATOR]}

    def _views_to_tell(self) -> dict[int, View]:
        """What each viewer sees; viewers who see the same state share one view, made for a spectator."""
        assert self.game is not None
        spectator = self.game.seen(SPECTATOR).tobytes()
        views = {SPECTATOR: self.game.view(SPECTATOR)}
        for seat in range(len(self.seats)):
            same = self.game.seen(seat).tobytes() == spectator
            views[seat] = views[SPECTATOR] if same else self.game.view(seat)
        return views

    # ---- looking -----------------------------------------------------------------------------------------------------

    def view(self, viewer: int) -> View:
        """What somebody sees of the game, made once."""
        assert self.game is not None
        if viewer not in self._views:
            self._views[viewer] = self.game.view(viewer)
        return self._views[viewer]

    def viewers(self) -> Iterator[int]:
        """Everybody who may look: the spectator and the seats."""
        yield SPECTATOR
        yield from range(len(self.seats))

    def seat_of(self, guest: str) -> int:
        """The seat of a guest, or SPECTATOR."""
        for seat, who in enumerate(self.seats):
            if guest and who.guest == guest:
                return seat
        return SPECTATOR

    @property
    def free_seats(self) -> list[int]:
        """Seats nobody sits on."""
        return [seat for seat, who in enumerate(self.seats) if not who.taken]

    @property
    def humans(self) -> list[int]:
        """Seats of people."""
        return [seat for seat, who in enumerate(self.seats) if who.guest]

    @property
    def turn(self) -> int:
        """The seat to choose; a negative number if nobody is."""
        return self.game.turn if self.game is not None else SPECTATOR

    def bot_of(self, seat: int) -> str:
        """The bot that plays at a seat, for itself or for who is away; nothing if a person does."""
        return self.seats[seat].bot or self.stand_ins.get(seat, "")

    @property
    def bot_to_choose(self) -> str:
        """The bot whose turn it is, or nothing."""
        waits = self.status == RUNNING and self.turn >= 0 and self.paused_by is None
        return self.bot_of(self.turn) if waits else ""

    @property
    def stand_in_bot(self) -> str:
        """The bot that plays here for who is away."""
        return str(self.setting.get("stand_in", bots.USUAL))

    @property
    def present(self) -> list[int]:
        """Seats at which people play themselves."""
        return [seat for seat in self.humans if seat not in self.stand_ins]

    @property
    def complete(self) -> bool:
        """Has the game been played to its end?"""
        return self.game is not None and self.game.is_over

    @property
    def deadline(self) -> float | None:
        """When the time of whoever thinks runs out (Unix time); None if it does not run."""
        return self.hourglass.deadline if self.status == RUNNING and not self.bot_to_choose else None

    @property
    def due(self) -> float | None:
        """When the server has something to do here by itself (Unix time), if nothing happens before."""
        if self.status == OPEN:
            return self.changed + WAITS
        if self.status != RUNNING:
            return None
        if self.bot_to_choose:
            return self.changed + BOT_OVERDUE
        return self.deadline or self.changed + FORGOTTEN

    def kept_waiting(self, now: float) -> int:
        """The seat at which somebody has kept all waiting for long, without a clock; SPECTATOR if nobody has."""
        thinks = self.hourglass.seat
        if self.status != RUNNING or thinks not in self.present or self.paused_by is not None or len(self.seats) == 1:
            return SPECTATOR
        slow = self.hourglass.clock is None and now - self.hourglass.since > PATIENCE
        return thinks if slow else SPECTATOR

    @property
    def may_take_back(self) -> int:
        """The seat that may ask to take its last choice back: it has shown nobody anything new. SPECTATOR: none."""
        if self._undoable[0] != self.length:
            self._undoable = (self.length, self._last_chooser())
        return self._undoable[1]

    def _last_chooser(self) -> int:
        """The seat that made the last choice, if that can be taken back."""
        if self.game is None or self._last_choice not in self.present or self.status != RUNNING:
            return SPECTATOR
        earlier = self.game.copy()
        try:
            earlier.undo()
        except CannotUndo:
            return SPECTATOR
        return earlier.turn

    @property
    def winners(self) -> list[int]:
        """The seats that have won. What a bot wins for who has given up does not count."""
        if self.game is None or self.status != OVER:
            return []
        staying = [seat for seat in range(len(self.seats)) if seat not in self.resigned]
        if self.complete:
            best = min((self.game.places[seat] for seat in staying), default=0) if self.resigned else 1
            return [seat for seat in staying if self.game.places[seat] == best]
        return staying if self.ended == "players" and len(staying) == 1 else []

    @property
    def now(self) -> int:
        """How many events the game has had, with those taken back: no two positions of a table have the same."""
        return self.taken_back + (len(self.game.history) if self.game is not None else 0)

    def length_at(self, now: int) -> int:
        """How long the history was when `now` was so; -1 if dice have been corrected since."""
        return now - self.taken_back if now >= self.corrected_at else -1

    @property
    def luck(self) -> Fair | None:
        """The dice of this table; None if the players throw them."""
        return None if self.by_hand else Fair(self.secret, self.id, [seat.contribution for seat in self.seats])

    # ---- dice thrown by the players ----------------------------------------------------------------------------------

    @property
    def by_hand(self) -> bool:
        """Do the players throw the dice themselves?"""
        return bool(self.setting.get("dice", Dice.FAIR) == Dice.HAND)

    def may_throw(self, seat: int) -> bool:
        """May this seat enter now what the dice show: its own, or a bot's or anybody's?"""
        return self.by_hand and self.status == RUNNING and self.turn == CHANCE and self._may_enter(seat, self.game)

    def may_correct(self, seat: int) -> bool:
        """May this seat take the last throw back?"""
        if self.game is None or not self.throws or self.rematch or self.ended:
            return False
        return self._may_enter(seat, self.game.at(self.throws[-1]))

    def _may_enter(self, seat: int, game: Game | None) -> bool:
        assert game is not None
        whose = thrower(game)
        return seat in self.humans and (whose is None or whose == seat or bool(self.bot_of(whose)))

    @property
    def gives_advice(self) -> bool:
        """May players ask for advice here? Unless the maker said so, only who plays alone or against bots."""
        wish = self.setting.get("advice", "alone")
        return bool(wish == "yes" or (wish == "alone" and len(self.humans) == 1))

    def advice_now(self, seat: int) -> Advice | None:
        """The advice that this seat asked for in this position."""
        advice = self.advice.get(seat)
        return advice if advice is not None and advice.at == self.now and self.turn == seat else None

    def awaits(self, seat: int) -> bool:
        """Is this seat to do something now: choose, or enter dice?"""
        mine = self.turn == seat and seat not in self.stand_ins
        return self.status == RUNNING and seat >= 0 and (mine or self.may_throw(seat))

    def fairness(self) -> Fairness | None:
        """What may be said about the dice now: the secret only when the game is over. None if the players throw."""
        if self.by_hand:
            return None
        return Fairness(
            self.id,
            str(self.setting["commitment"]),
            [seat.contribution for seat in self.seats],
            self.secret.hex() if self.revealed else "",
        )

    def record(self, viewer: int = SPECTATOR) -> str:
        """The record of the game so far, as `viewer` may have it; the whole when it is over."""
        assert self.game is not None
        date = time.strftime("%Y-%m-%d", time.gmtime(self.changed))
        return write(self.game, self.fairness(), viewer, Date=date, **({DICE: Dice.HAND} if self.by_hand else {}))

    def summary(self) -> Summary:
        """What the lobby lists."""
        data = {
            "names": [seat.name for seat in self.seats if seat.taken],
            "humans": [seat.name for seat in self.seats if seat.guest],
            "bots": sum(1 for seat in self.seats if seat.bot),
            "seats": len(self.seats),
            "winners": [],
        }
        if self.game is not None:
            progress = self.game.kind.part("tell").progress(self.view(SPECTATOR))
            data["progress"] = [progress.message, dict(progress.values)]
        data["winners"] = [self.seats[seat].name for seat in self.winners]
        if self.game is not None and self.game.is_over:
            data["totals"] = self.game.scores
        return Summary(
            self.id, str(self.setting["game"]), self.status, bool(self.setting["public"]), self.changed, data,
            due=self.due,
        )  # fmt: skip
