"""Games as people play them who meet with faults: the course of one table, from its making to its end."""

import random
import threading
import time
from dataclasses import dataclass

import httpx

from rolltop.client import Server
from rolltop.games import shelf
from rolltop.games.errors import RolltopError
from tests.server.faults.ledger import DONE, REFUSED, UNKNOWN, Ledger
from tests.server.faults.players import FormPlayer, Player, Program, Stop, View, at_once

BOTS = ("random", "sensible", "beginner")  #: those that think for no longer than a moment
ENDLESS = 180.0  #: seconds after which a table is stuck at which all should go home


@dataclass
class Plan:
    """What is to happen at a table; `moves` is how many choices all people together make before they go home."""

    game: str
    players: int
    people: int
    by_hand: bool
    clock: str
    moves: int
    restless: float  #: how often somebody does something other than to play
    rematches: int
    follow: bool
    with_client: bool


def plan(number: int, chance: random.Random) -> Plan:
    """Of game number so-and-so: all games and all numbers of players come in turn."""
    tables = [(kind, players) for kind in shelf.kinds().values() for players in kind.players]
    kind, players = tables[number % len(tables)]
    people = min(players, chance.choice((1, 1, 1, 1, 2, 2, 3)))
    with_client = people == 1 and players > 1 and chance.random() < 0.12
    by_hand = kind.by_hand and not with_client and chance.random() < 0.25
    return Plan(
        game=kind.name,
        players=players,
        people=people,
        by_hand=by_hand,
        clock="move-5" if not by_hand and chance.random() < 0.04 else "none",
        moves=chance.choice((1, 2, 3, 4, 6, 16)) * people,
        restless=chance.choice((0.0, 0.1, 0.3)),
        rematches=1 if chance.random() < 0.1 else 0,
        follow=chance.random() < 0.15,
        with_client=with_client,
    )


@dataclass
class Course:
    """One table after another at which the same people play."""

    number: int
    url: str
    ledger: Ledger
    chance: random.Random
    hurry: threading.Event  #: let all end soon: the faults are over
    plan: Plan

    def run(self) -> int:
        """How many games were played to an end."""
        everybody: list[Player] = []
        try:
            for index in range(self.plan.people):
                kind = FormPlayer if (self.number + index) % 2 else Program
                everybody.append(kind(self.url, f"P{self.number}-{index}", self.ledger, self.chance))
            return self._play_all(everybody)
        except Stop as error:
            self.ledger.problem(f"game {self.number}: {error}")
            return 0
        finally:
            for player in everybody:
                player.close()

    def _play_all(self, everybody: list[Player]) -> int:
        table: str | None = self._begin(everybody)
        played = 0
        for left in range(self.plan.rematches, -1, -1):
            if table is None:
                break
            follower = Follower(self.url, everybody[0], table) if self.plan.follow and not played else None
            if self.plan.with_client and isinstance(everybody[0], Program):
                self._by_client(everybody[0], table)
            self._to_the_end(everybody, table)
            played += 1
            if follower is not None and (problem := follower.end()):
                self.ledger.problem(f"table {table}: {problem}")
            table = self._again(everybody, table) if left and not self.hurry.is_set() else None
        return played

    # ---- before the game ---------------------------------------------------------------------------------------------

    def _begin(self, everybody: list[Player]) -> str | None:
        """Make a table and sit down; who is missing is a bot."""
        plan, chance = self.plan, self.chance
        bots = chance.randrange(plan.players - plan.people + 1)
        table = everybody[0].make(
            game=plan.game,
            players=plan.players,
            bots=bots,
            bot=chance.choice(BOTS),
            public=chance.random() < 0.7,
            **({"dice": "hand"} if plan.by_hand else {}),
            **({"clock": plan.clock} if plan.clock != "none" else {}),
            stand_in=chance.choice(BOTS),
        )
        return table if self._fill(everybody, table) else None

    def _fill(self, everybody: list[Player], table: str) -> bool:
        """Until the game runs; False if the table was closed."""
        until = time.monotonic() + ENDLESS
        while time.monotonic() < until:
            views = [player.look(table) for player in everybody]
            if any(view.status != "open" for view in views):
                return all(view.status != "closed" for view in views)
            missing = [player for player, view in zip(everybody, views, strict=True) if "join" in view.can]
            if missing:
                player = self.chance.choice(missing)
                player.do(table, "join")
                if self.chance.random() < 0.05 and len(everybody) > 1 and "leave" in player.look(table).can:
                    player.do(table, "leave")
            else:
                everybody[0].do(table, "bots", bot=self.chance.choice(BOTS))
        raise Stop(f"table {table} does not start")

    def _again(self, everybody: list[Player], table: str) -> str | None:
        """All ask for another game, at the same time."""
        found = set()
        asked = [(lambda player=player: player.rematch(table)) for player in everybody]
        for answer in at_once(*asked) + [player.rematch(table) for player in everybody]:
            if isinstance(answer, Exception):
                raise answer
            found.add(answer)
        if len(found - {None}) > 1:
            self.ledger.problem(f"table {table} has two rematches: {found}")
        new: str | None = next(iter(found - {None}), None)
        if new is not None:
            self.ledger.begin(new, everybody[0].name, "tables").became(DONE)
        return new if new is not None and self._fill(everybody, new) else None

    # ---- the game ----------------------------------------------------------------------------------------------------

    def _to_the_end(self, everybody: list[Player], table: str) -> None:
        """Play, then go home; see the end."""
        moves, idle = 0, 0
        began = home = time.monotonic()
        stays = self.chance.random() < 0.1 and self.plan.players <= 3
        while True:
            going = self.hurry.is_set() or (moves >= self.plan.moves and not stays) or time.monotonic() - began > 120
            home = home if going else time.monotonic()
            if time.monotonic() - home > ENDLESS:
                self.ledger.count("stuck")
                self.ledger.problem(f"table {table} is stuck")
                return
            busy = False
            for player in everybody:
                view = player.look(table)
                if view.over:
                    return
                if going:
                    self._go_home(player, table, view, everybody)
                elif self._one_step(player, table, view):
                    moves, busy = moves + 1, True
            idle = 0 if busy else idle + 1
            time.sleep(0.0 if busy else min(0.5, 0.04 * idle))

    def _one_step(self, player: Player, table: str, view: View) -> bool:
        """Do one thing; was it a choice or a throw?"""
        chance = self.chance
        if chance.random() < self.plan.restless:
            self._be_restless(player, table, view)
            return False
        if "go-on" in view.can:
            player.do(table, "go-on")
        elif "come-back" in view.can:
            player.do(table, "come-back")
        elif view.legal:
            at = view.at if chance.random() > 0.03 else max(0, view.at - chance.randrange(1, 6))
            player.play(table, chance.choice(view.legal), at)
            return True
        elif view.dice:
            player.do(table, "throw", dice=[chance.choice(names) for names in view.dice], at=view.at)
            return True
        elif view.early and chance.random() < 0.5:
            player.do(table, "wish", move=chance.choice(view.early), at=view.at)
        return False

    def _be_restless(self, player: Player, table: str, view: View) -> None:
        """Something else that people do around a game."""
        what = self.chance.choice(sorted(view.can - {"join", "leave", "bots", "rematch"}) or ["look"])
        if what in ("take-back", "unthrow"):
            player.do(table, what, at=view.at)
        elif what == "stand-in":
            player.do(table, what, seat=player.seat)
        elif what != "look":
            player.do(table, what)

    def _go_home(self, player: Player, table: str, view: View, everybody: list[Player]) -> None:
        """Let bots play on, give up, or end the table. A choice is made first, to see that one can."""
        if "go-on" in view.can:
            player.do(table, "go-on")
        elif self.plan.by_hand:  # nobody would throw for the bots
            player.do(table, "end" if player is everybody[0] else "resign")
        elif view.legal and self.chance.random() < 0.5:
            player.play(table, self.chance.choice(view.legal), view.at)
        elif "stand-in" in view.can:
            way = self.chance.choice(("stand-in", "stand-in", "resign"))
            if way == "stand-in":
                player.do(table, way, seat=player.seat)
            else:
                player.do(table, way)

    # ---- programs that use the client --------------------------------------------------------------------------------

    def _by_client(self, player: Program, table: str) -> None:
        """Somebody's bot of ten lines plays some moves; it has to bear with all that happens by itself."""
        left = self.plan.moves
        with Server(self.url, player.token, patience=60) as server:
            try:
                for position in server.join(table):
                    entry = self.ledger.begin(
                        table, player.name, "play", self.chance.choice(position.legal), position.at
                    )
                    entry.uids.append("client")
                    entry.became(UNKNOWN)
                    if position.play(entry.move):
                        entry.became(DONE)
                    elif entry.outcome == UNKNOWN:
                        entry.outcome = REFUSED
                    left -= 1
                    if left <= 0 or self.hurry.is_set():
                        return
            except RolltopError as error:
                self.ledger.problem(f"table {table}, client: {error!r}")


class Follower:
    """A program that follows a table's events over the bad line."""

    def __init__(self, url: str, player: Player, table: str) -> None:
        self._url, self._name, self._table = url, player.name, table
        self._numbers: list[int] = []
        self._error = ""
        self._last = ""
        self._thread = threading.Thread(target=self._follow, daemon=True)
        self._thread.start()

    def _follow(self) -> None:
        try:
            with Server(self._url, name="Eve", patience=90) as server:
                for event in server.watch(self._table).events():
                    self._numbers.append(event.number)
                    self._last = event.data["status"]
        except (RolltopError, httpx.HTTPError) as error:
            self._error = repr(error)

    def end(self) -> str:
        """What was wrong with what was told; nothing if all was well."""
        self._thread.join(100)
        if self._thread.is_alive() or self._error:
            return f"a stream does not end with the game: {self._error}"
        if self._numbers != list(range(1, len(self._numbers) + 1)) or self._last not in ("over", "closed"):
            return f"a stream told {self._numbers[:5]} ... {self._numbers[-5:]}, {self._last}"
        return ""
