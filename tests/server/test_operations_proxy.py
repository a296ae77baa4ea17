"""Behind a real nginx, as docs/deployment sets it up; and the sockets that the server listens at."""

import os
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from rolltop.games.errors import RolltopError
from rolltop.server.operating.serving import listen
from tests.server import proxy
from tests.server.person import Chooser, Person, Server, running_server


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server at a Unix socket; its address is that of the proxy."""
    if proxy.find() is None:
        pytest.skip("nginx is not installed (Debian: apt install nginx-light)")
    folder = tmp_path_factory.mktemp("proxy")
    asked = {"uds": str(folder / "door"), "proxies": "unix"}
    with running_server(folder / "data", asked=asked) as server, proxy.running_proxy(folder, server.url) as url:
        yield Server(server.process, url)


@pytest.fixture
def people(house: Server) -> Iterator[list[Person]]:
    """Ann and Bob."""
    people = [Person(house.url, name) for name in ("Ann", "Bob")]
    yield people
    for person in people:
        person.close()


def test_a_whole_game_by_forms(people: list[Person]) -> None:
    ann = people[0]
    path = ann.make_table(3, bots="2")
    ann.play_on(Chooser())
    assert "Result: " in ann.http.get(path + "/record").text
    assert re.search(rf"http://127\.0\.0\.1:\d+{path}", ann.go(path).html), "invitations have the proxy's address"


def test_live_pages_come_through_at_once(people: list[Person]) -> None:
    ann, bob = people
    path = ann.make_table(2, **{"with": "friends"})
    with ann.http.stream("GET", path + "/live") as live:
        events = (line for line in live.iter_lines() if line.startswith("event: page"))
        next(events)
        joining = threading.Timer(0.2, lambda: bob.join(path))
        joining.start()
        begun = time.monotonic()
        next(events)
        assert time.monotonic() - begun < 5
    joining.join()


# ---- sockets ---------------------------------------------------------------------------------------------------------


def test_a_socket_that_systemd_opened(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as opened, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(str(tmp_path / "notify"))
        heard.settimeout(60)
        fd = opened.fileno()
        program = [sys.executable, "-m", "rolltop", "serve", "--no-open", "--fd", str(fd), "--data", str(tmp_path)]
        environment = {**os.environ, "NOTIFY_SOCKET": str(tmp_path / "notify")}
        server = subprocess.Popen(program, stdout=subprocess.DEVNULL, pass_fds=[fd], env=environment)
        try:
            assert heard.recv(100) == b"READY=1"
            assert httpx.get(f"http://127.0.0.1:{opened.getsockname()[1]}/health").text == "ok\n"
        finally:
            server.terminate()
            server.wait()


def test_what_is_no_listening_socket_is_refused(tmp_path: Path) -> None:
    with socket.socket() as idle, pytest.raises(RolltopError, match=r"file descriptor \d+ is no socket to listen at"):
        listen("", 0, fd=idle.fileno())
    with pytest.raises(RolltopError, match="give another path to --uds"):
        listen("", 0, uds=tmp_path / "missing" / "door")


def test_a_unix_socket_that_was_left_behind_is_replaced_and_one_in_use_is_not(tmp_path: Path) -> None:
    door = tmp_path / "door"
    listen("", 0, uds=door).close()
    with listen("", 0, uds=door):
        assert door.stat().st_mode & 0o777 == 0o660
        with pytest.raises(RolltopError, match="in use"):
            listen("", 0, uds=door)
