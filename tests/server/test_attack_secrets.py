"""Keys, cookies, hands and private tables stay where they belong."""

import json
import os
import re
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from rolltop.games.errors import RolltopError
from rolltop.server.guard.guests import COOKIE
from rolltop.server.guard.keys import signing_keys
from rolltop.server.storage.database import make_file
from tests.server.person import Person, Server, running_server
from tests.server.routes import routes

Arrive = Callable[[str], Person]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("secrets") / "data"


@pytest.fixture(scope="module")
def server(data: Path) -> Iterator[Server]:
    """A server that logs all it can."""
    with running_server(data, asked={"logs": ["text", "debug"]}) as running:
        yield running


def secrets_of(data: Path, table_id: str) -> tuple[str, list[str]]:
    """A table's secret and its guests, from the database."""
    with sqlite3.connect(data / "rolltop.sqlite3") as database:
        secret = database.execute("SELECT secret FROM tables WHERE id = ?", [table_id]).fetchone()[0]
        rows = database.execute("SELECT data FROM events WHERE table_id = ? ORDER BY number", [table_id])
        created = rows.fetchone()[0]
    database.close()
    seats = json.loads(created)["seats"]
    return secret.hex(), [seat["guest"] for seat in seats if seat["guest"]]


# ---- what is in answers and logs -------------------------------------------------------------------------------------


def test_nothing_secret_is_in_any_answer_or_log(server: Server, data: Path, person: Arrive, tmp_path: Path) -> None:
    ann, eve = person("Ann"), person("Eve")
    ann.make_table(2, **{"with": "bots"})
    ann.wait_for_turn().play(ann.moves[-1])  # once: soon the game might be over, and its secret told
    table_id = ann.path.rpartition("/")[2]
    secret, guests = secrets_of(data, table_id)
    key, cookie = (data / "key").read_text().strip(), ann.http.cookies[COOKIE]
    assert len(secret) == 64 and len(guests) == 1
    link = re.findall(r"/seat/([\w.-]+)", ann.go(ann.path).html)[0]
    eve.http.get(f"{ann.path}/seat/{link}")
    eve.http.post(f"{ann.path}/seat/{link}", data={"token": "0"})
    httpx.get(server.url + "/api/v1/tables", headers={"authorization": "Bearer rt_of_somebody_else"})
    made = httpx.post(server.url + "/api/v1/tokens", json={"name": "Bot"}).json()["token"]
    httpx.get(server.url + "/api/v1/token", headers={"authorization": f"Bearer {made}"})
    log = data.with_name("data.log").read_text()
    for hidden in (key, secret, cookie, link, made, "rt_of_somebody_else", table_id, *guests):
        assert hidden not in log
    assert "GET /t/{table_id}/seat/{token}" in log, "routes are named by their template"
    found = [path for path in routes(tmp_path, "GET") if not path.endswith(("/live", "/events"))]
    for who in (ann, eve):
        for path in found:
            filled = path.replace("{table_id}", table_id).replace("{game}", "rollie").replace("{token}", link)
            answer = who.http.get(filled, headers={"authorization": f"Bearer {made}"})
            assert answer.status_code < 500, path
            for hidden in (key, secret, *guests):
                assert hidden.encode() not in answer.content, path
            if who is eve and "seat" not in path:
                assert link.encode() not in answer.content, path
    with ann.http.stream("GET", ann.path + "/live") as live:
        first = next(live.iter_text())
    assert secret not in first and key not in first


def test_a_private_table_is_found_by_nobody_without_its_address(server: Server, person: Arrive, tmp_path: Path) -> None:
    ann, eve = person("Secretive Ann"), person("Eve")
    ann.make_table(2)
    table_id = ann.path.rpartition("/")[2]
    assert re.fullmatch(r"[0-9a-f]{24}", table_id)
    token = httpx.post(server.url + "/api/v1/tokens", json={"name": "Bot"}).json()["token"]
    for path in [path for path in routes(tmp_path, "GET") if "{table_id}" not in path] + ["/metrics"]:
        filled = path.replace("{game}", "rollie").replace("{name}", "live.js")
        answer = eve.http.get(filled, headers={"authorization": f"Bearer {token}"})
        assert table_id not in answer.text and "Secretive" not in answer.text, path
    page = ann.http.get(ann.path)
    assert page.headers["x-robots-tag"] == "noindex" and page.headers["referrer-policy"] == "same-origin"


# ---- files -----------------------------------------------------------------------------------------------------------


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_what_the_server_writes_only_its_owner_can_read(server: Server, data: Path) -> None:
    assert mode(data) == 0o700
    files = [path for path in data.iterdir() if path.is_file()]
    assert {"key", "rolltop.sqlite3"} <= {path.name for path in files}
    for path in files:
        assert mode(path) == 0o600, path.name


def test_files_that_others_could_read_are_mended_and_that_is_said(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ROLLTOP_KEY", raising=False)
    before = signing_keys(tmp_path / "data")
    tables = tmp_path / "data" / "rolltop.sqlite3"
    tables.touch()
    for path in (tables, tmp_path / "data" / "key"):
        path.chmod(0o644)
    assert signing_keys(tmp_path / "data") == before
    make_file(tables)
    assert mode(tmp_path / "data" / "key") == mode(tables) == 0o600
    assert caplog.text.count("could be read by others") == 2 and before[0].decode() not in caplog.text


@pytest.mark.parametrize("content", ["", "short", "x" * 31, "\n,\n", "k" * 40 + ",short"])
def test_a_key_that_can_be_guessed_is_refused(tmp_path: Path, content: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ROLLTOP_KEY", raising=False)
    (tmp_path / "key").write_text(content)
    (tmp_path / "key").chmod(0o600)
    with pytest.raises(RolltopError, match="expected at least 32"):
        signing_keys(tmp_path)


def test_keys_of_the_environment_are_never_shown(tmp_path: Path) -> None:
    run = [
        str(Path(sys.executable).with_name("rolltop")),
        "serve",
        "--no-open",
        "--port",
        "0",
        "--data",
        str(tmp_path / "data"),
    ]
    env = {**os.environ, "ROLLTOP_KEY": "short and secret"}
    said = subprocess.run(run, capture_output=True, text=True, env=env, timeout=60)
    assert said.returncode != 0
    assert "ROLLTOP_KEY" in said.stderr and "short and secret" not in said.stderr + said.stdout
