"""Several worker processes at one socket and one database: killed, drained and replaced while people play."""

import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from rolltop.games.errors import RolltopError
from rolltop.server.operating.workers import check
from tests.server import proxy
from tests.server.person import Person, Server, running_server
from tests.server.postgres import Postgres
from tests.server.test_kill import check_record, free_port, play_through

WORKERS, KILLS = 2, 2


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the key; the log lies beside."""
    return tmp_path_factory.mktemp("workers") / "data"


@pytest.fixture(scope="module")
def scraped() -> int:
    """The port of the metrics."""
    return free_port()


@pytest.fixture(scope="module")
def house(postgres: Postgres, data: Path, scraped: int) -> Iterator[Server]:
    """A supervisor and its workers."""
    asked = {"workers": WORKERS, "metrics": str(scraped)}
    with postgres.database() as address:
        with running_server(data, asked=asked, ROLLTOP_DATABASE=address) as server:
            wait_for(lambda: len(workers_of(server)) == WORKERS)
            yield server
            left = workers_of(server)
        wait_for(lambda: not any(is_alive(worker) for worker in left))


def workers_of(server: Server) -> list[int]:
    """The process ids of the workers."""
    pid = server.process.pid
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def is_alive(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


def wait_for(what: Callable[[], bool], seconds: float = 40) -> None:
    until = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < until, "it does not come to pass"
        time.sleep(0.05)


def roll(server: Server) -> None:
    """Put a new worker in each one's place, and wait until that is done."""
    before = set(workers_of(server))
    os.kill(server.process.pid, signal.SIGHUP)
    wait_for(lambda: len(workers_of(server)) == WORKERS and not before & set(workers_of(server)))


Heard = list[str]


class Trouble(threading.Thread):
    """Kills workers, at moments nobody can foresee, until it is enough."""

    def __init__(self, server: Server) -> None:
        super().__init__()
        self.server = server
        self.kills = 0
        self.enough = threading.Event()

    def go_on(self) -> None:
        """Begin, if it has not begun."""
        if not self.is_alive():
            self.start()

    def run(self) -> None:
        """One at a time."""
        chance = random.Random(3)
        while self.kills < KILLS and not self.enough.wait(chance.uniform(0.1, 0.5)):
            wait_for(lambda: len(workers_of(self.server)) == WORKERS)
            os.kill(chance.choice(workers_of(self.server)), signal.SIGKILL)
            self.kills += 1


@pytest.fixture
def people(house: Server) -> Iterator[list[Person]]:
    """Ann and Bob."""
    people = [Person(house.url, "Ann"), Person(house.url, "Bob")]
    yield people
    for person in people:
        person.close()


def new_table(people: list[Person]) -> str:
    """A table for both of them and two bots."""
    path = people[0].make_table(4, bots="2", **{"with": "friends"})
    people[1].join(path)
    return path


def record_of(person: Person, path: str) -> str:
    return person.go(path).http.get(path + "/record").text


def test_no_acknowledged_move_is_lost_or_doubled_when_workers_are_killed(house: Server, people: list[Person]) -> None:
    trouble = Trouble(house)
    try:
        while trouble.kills < KILLS:
            path = new_table(people)
            acknowledged, unknown = play_through(people, path, trouble.go_on)
            check_record(record_of(people[0], path), acknowledged, unknown)
    finally:
        trouble.enough.set()
        trouble.join()


@pytest.fixture
def entrance(house: Server, tmp_path: Path) -> Iterator[str]:
    """The address of a proxy, if one is installed."""
    if proxy.find() is None:
        yield house.url
    else:
        with proxy.running_proxy(tmp_path, house.url.removeprefix("http://")) as url:
            yield url


def test_a_rolling_restart_refuses_nobody_and_moves_live_pages(
    house: Server, people: list[Person], entrance: str
) -> None:
    ann, bob = people
    watched, rolled, streams, answers = ann.make_table(2, **{"with": "friends"}), threading.Event(), Heard(), Heard()
    for person in people:
        person.http.headers["connection"] = "close"  # as a proxy asks: a connection for each request

    def knock() -> None:
        """As a browser does: it keeps its connection, here to the proxy."""
        with httpx.Client(headers={} if entrance != house.url else {"connection": "close"}) as browser:
            while not rolled.wait(0.01):
                answers.append(str(browser.get(entrance + "/rules").status_code))

    def watch() -> None:
        """As a browser does: when the stream ends, it connects again."""
        while not rolled.is_set():
            try:
                with httpx.stream("GET", house.url + watched + "/live", timeout=60) as live:
                    streams.append("begun")
                    if any(rolled.is_set() for line in live.iter_lines() if line.startswith("event: page")):
                        return
                    streams.append("ended")
            except httpx.TransportError:
                streams.append("torn")

    def restart() -> None:
        try:
            roll(house)
        finally:
            rolled.set()

    wait_for(lambda: len(workers_of(house)) == WORKERS)
    threads = [threading.Thread(target=work) for work in (knock, watch, watch, restart)]
    for thread in threads:
        thread.start()
    try:
        while not rolled.is_set():
            path = new_table(people)
            acknowledged, unknown = play_through(people, path, lambda: None)
            assert not unknown, "a request was torn off"
            check_record(record_of(ann, path), acknowledged, [])
    finally:
        threads[-1].join()
        bob.join(watched)  # which those who watch see
        for thread in threads:
            thread.join()
    assert set(answers) == {"200"}
    assert "torn" not in streams and streams.count("ended") >= 2


def test_numbers_of_all_workers_are_in_one_place(house: Server, data: Path, scraped: int) -> None:
    wait_for(lambda: len(workers_of(house)) == WORKERS)
    pattern = re.compile(r'^rolltop_memory_bytes\{worker="(\d)"\}', re.M)
    address = f"http://127.0.0.1:{scraped}/metrics"
    wait_for(lambda: set(pattern.findall(httpx.get(address).text)) == {"1", "2"})
    text = httpx.get(address).text
    assert f"\nrolltop_workers {WORKERS}\n" in text
    assert f"\nrolltop_worker_deaths_total {KILLS}\n" in text
    assert text.count("\nrolltop_tables{") == len(set(re.findall(r"^rolltop_tables\{[^}]*\}", text, re.M)))
    assert data.with_name("data.log").read_text().count("exit status -9") == KILLS


def test_the_old_workers_stay_if_new_ones_cannot_start(house: Server, data: Path) -> None:
    before, key, log = workers_of(house), (data / "key").read_bytes(), data.with_name("data.log")
    (data / "key").write_text("weak")
    os.kill(house.process.pid, signal.SIGHUP)
    wait_for(lambda: "the old ones stay" in log.read_text())
    (data / "key").write_bytes(key)
    assert workers_of(house) == before
    assert httpx.get(house.url + "/ready").status_code == 200


def test_workers_need_a_database_that_they_share() -> None:
    with pytest.raises(RolltopError, match=r"PostgreSQL.*--database"):
        check("sqlite:////tmp/rolltop.sqlite3")


@pytest.mark.parametrize("workers", [1, WORKERS])
def test_a_database_that_cannot_be_reached_is_said_in_a_line(tmp_path: Path, workers: int) -> None:
    program = [sys.executable, "-m", "rolltop", "serve", "--no-open", "--port", "0", "--data", str(tmp_path)]
    program += ["--workers", str(workers), "--database", f"postgresql://rolltop@/rolltop?host={tmp_path}"]
    ended = subprocess.run(program, capture_output=True, text=True)
    assert ended.returncode == 2
    assert ended.stderr.startswith("rolltop: ") and "the database cannot be reached" in ended.stderr
    assert "Traceback" not in ended.stderr
