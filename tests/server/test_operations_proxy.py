"""Behind a real nginx, with the configuration that docs/deployment gives: forms, live pages, rolling restart."""

import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from rolltop.games.errors import RolltopError
from rolltop.server.serving import listen
from tests.server.person import SERVE, Chooser, Person, Server
from tests.server.postgres import Postgres
from tests.server.test_kill import free_port
from tests.server.test_operations_workers import roll, wait_for, workers_of

CONFIGURATION = Path(__file__).parents[2] / "docs/deployment/nginx.conf"
AROUND = """
{user}
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{site}
}}
"""


def site(door: Path, port: int) -> str:
    """The site of the documentation, without the parts that need a name and a certificate."""
    text = CONFIGURATION.read_text()
    text = re.sub(r"server \{\n    listen 80;.*?\n\}\n", "", text, flags=re.S)
    text = re.sub(r"    (listen \[::\]|server_name|ssl_certificate).*\n", "", text)
    text = text.replace("listen 443 ssl http2", f"listen 127.0.0.1:{port}")
    return text.replace("unix:/run/rolltop.sock", f"unix:{door}")


@pytest.fixture(scope="module")
def house(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Two workers at a Unix socket; their address is that of the proxy."""
    program = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
    if program is None:
        pytest.skip("nginx is not installed (Debian: apt install nginx-light)")
    folder, port = tmp_path_factory.mktemp("proxy"), free_port()
    door, conf = folder / "door", folder / "nginx.conf"
    asked = f'{{"workers": 2, "uds": "{door}", "proxies": "unix"}}'
    user = "user root;" if os.geteuid() == 0 else ""  # who may come by the door is who made it
    conf.write_text(AROUND.format(user=user, folder=folder, site=site(door, port)))
    with ExitStack() as stack:
        address = stack.enter_context(postgres.database())
        log = stack.enter_context((folder / "server.log").open("w"))
        environment = {**os.environ, "ROLLTOP_DATABASE": address, "ROLLTOP_LIMITS": "off"}
        server = subprocess.Popen(
            [sys.executable, "-c", SERVE, str(folder / "data"), "0", "0", asked],
            stdout=subprocess.PIPE, stderr=log, text=True, env=environment,
        )  # fmt: skip
        stack.callback(server.wait)
        stack.callback(server.terminate)
        assert server.stdout is not None
        stack.callback(server.stdout.close)
        assert f"unix:{door}" in server.stdout.readline(), (folder / "server.log").read_text()
        proxy = subprocess.Popen([program, "-c", str(conf)], stderr=subprocess.DEVNULL)
        stack.callback(proxy.wait)
        stack.callback(proxy.terminate)
        yield Server(server, f"http://127.0.0.1:{port}")
        wait_for(lambda: answers(port))


def answers(port: int) -> bool:
    """Does somebody listen there?"""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


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


def test_a_rolling_restart_behind_the_proxy_is_not_noticed(house: Server) -> None:
    statuses: list[int] = []
    rolled = threading.Event()

    def visit() -> None:
        with httpx.Client(base_url=house.url) as browser:  # which keeps its connection to the proxy
            while not rolled.wait(0.01):
                statuses.append(browser.get("/rules").status_code)

    wait_for(lambda: len(workers_of(house)) == 2)
    visitor = threading.Thread(target=visit)
    visitor.start()
    try:
        roll(house)
    finally:
        rolled.set()
        visitor.join()
    assert len(statuses) > 20 and set(statuses) == {200}


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
