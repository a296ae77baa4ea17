"""A server that is killed in the middle of play has every move it acknowledged, and the game goes on."""

import random
import re
import signal
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path

import httpx

from rolltop.play import records
from tests.server.person import Chooser, Person, Server, start_server

KILLS = 4
Moves = list[tuple[str, str]]
ENDED = (0, -signal.SIGTERM)  # a server that is asked to end does so, and then says what it ended of


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Killer(threading.Thread):
    """Kills the server again and again, at moments nobody can foresee, and starts it anew on the same port."""

    def __init__(self, data: Path, database: str) -> None:
        super().__init__()
        self.data, self.port, self.database = data, free_port(), database
        self.server = self.begin()
        self.kills = 0
        self.enough = threading.Event()
        self.hunting = threading.Event()
        self.at_rest = threading.Event()

    def run(self) -> None:
        """Kill, start, wait a moment, until it is enough: a server that hardly ever runs is no harder."""
        chance = random.Random(7)
        while not self.enough.wait(chance.uniform(0.1, 0.6)):
            if self.kills == KILLS or not self.hunting.is_set():
                self.at_rest.set()
                continue
            self.server.kill()
            self.kills += 1
            self.server = self.begin()

    def begin(self) -> Server:
        """Start it anew."""
        return start_server(self.data, self.port, ROLLTOP_DATABASE=self.database)

    def go_on(self) -> None:
        """Kill from now on."""
        self.at_rest.clear()
        self.hunting.set()

    def pause(self) -> None:
        """Wait until no kill is under way, and none will come."""
        self.hunting.clear()
        self.at_rest.wait()

    def finish(self) -> None:
        """No more kills."""
        self.enough.set()
        if self.is_alive():
            self.join()


def test_every_acknowledged_move_survives_sigkill(address: str, tmp_path: Path) -> None:
    killer = Killer(tmp_path / "data", address)
    people = [Person(killer.server.url, "Ann"), Person(killer.server.url, "Bob")]
    tables = []
    try:
        while killer.kills < KILLS:
            path = people[0].make_table(4, bots="2", **{"with": "friends"})
            people[1].join(path)
            if not killer.is_alive():
                killer.start()
            tables.append((path, *play_through(people, path, killer.go_on)))
            killer.pause()
        for path, acknowledged, unknown in tables:
            check_record(people[0].go(path).http.get(path + "/record").text, acknowledged, unknown)
    finally:
        killer.finish()
        killer.server.stop()
        for person in people:
            person.close()


def play_through(people: list[Person], path: str, go_on: Callable[[], None]) -> tuple[Moves, Moves]:
    """Play a game to its end whatever happens to the server: the moves it acknowledged, and those it may have lost."""
    acknowledged: Moves = []
    unknown: Moves = []
    choosers = {person.name: Chooser(2 + index) for index, person in enumerate(people)}
    go_on()
    until = time.time() + 200
    while not patiently(people[0], path).over:
        assert time.time() < until, "the game does not end"
        for person in people:
            if not patiently(person, path).moves:
                continue
            move = choosers[person.name](person.moves)
            try:
                person.play(move)
                acknowledged.append((person.name, move))
            except httpx.TransportError:
                unknown.append((person.name, move))
    return acknowledged, unknown


def check_record(text: str, acknowledged: Moves, unknown: Moves) -> None:
    """Every acknowledged move is there once and in order, and nothing else but moves whose answer was lost."""
    verdict = records.verify(records.read(text))
    assert verdict.good
    assert verdict.fair
    rest = iter(moves_of(text, {"Ann", "Bob"}))
    surplus = []
    for wanted in acknowledged:
        for played in rest:
            if played == wanted:
                break
            surplus.append(played)
        else:
            raise AssertionError(f"{wanted} was acknowledged and is not in the record")
    surplus += rest
    assert all(played in unknown for played in surplus), "a move is in the record twice"


def patiently(person: Person, path: str) -> Person:
    """Load a table's page, however often the server must be asked."""
    until = time.time() + 120
    while True:
        try:
            return person.go(path).onward()
        except httpx.TransportError:
            assert time.time() < until, "the server does not come back"
            time.sleep(0.05)


def moves_of(record: str, names: set[str]) -> list[tuple[str, str]]:
    """Who played what, for some players."""
    seats = re.findall(r"^Seat (\d): (.*)$", record, re.M)
    people = {seat: name for seat, name in seats if name in names}
    found = re.findall(r"(?:\||\.) (\d): ([a-z0-9 -]+?)(?= \||\n)", record)
    return [(people[seat], move) for seat, move in found if seat in people]


def test_pages_and_cookies_outlive_a_restart(tmp_path: Path) -> None:
    port, data = free_port(), tmp_path / "data"
    server = start_server(data, port)
    ann = Person(server.url, "Ann")
    try:
        path = ann.make_table(2, **{"with": "friends"})
        form = ann.fields("/bots")
        assert server.stop() in ENDED
        server = start_server(data, port)
        assert "Ann" in ann.go(path).html
        answer = ann.http.post(form[0], data=form[1])
        assert answer.status_code == 200, "a form from before the restart still counts"
        assert (data / "key").stat().st_mode & 0o777 == 0o600
    finally:
        server.stop()
        ann.close()


def test_a_live_page_ends_when_the_server_stops(tmp_path: Path) -> None:
    server = start_server(tmp_path / "data")
    ann = Person(server.url, "Ann")
    path = ann.make_table(2, **{"with": "friends"})
    with ann.http.stream("GET", path + "/live") as live:
        lines = live.iter_lines()
        assert next(lines).startswith("retry")
        started = time.monotonic()
        assert server.stop() in ENDED
        assert time.monotonic() - started < 4
        try:
            for _line in lines:
                pass
        except httpx.RemoteProtocolError:
            pass
    ann.close()
