"""What an operator sees from outside: health, readiness, logs and metrics; and what nobody may see in them."""

import json
import logging
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from rolltop.games.errors import BadOption
from rolltop.server.operating.health import KEPT
from rolltop.server.operating.logs import Logs, Text, clean
from rolltop.server.operating.scraping import merged
from rolltop.server.operating.serving import place_of
from tests.server.person import Chooser, Person, Server, running_server
from tests.server.test_kill import free_port


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server of this module keeps its data; its log lies beside."""
    return tmp_path_factory.mktemp("seen") / "data"


@pytest.fixture(scope="module")
def scraped() -> int:
    """The port of the metrics."""
    return free_port()


@pytest.fixture(scope="module")
def server(folder: Path, scraped: int) -> Iterator[Server]:
    """A server that logs all it can, and counts."""
    with running_server(folder, asked={"metrics": str(scraped), "logs": ["json", "debug"]}) as server:
        yield server


def lines(folder: Path) -> list[dict[str, object]]:
    """The log: every line of it is an object."""
    return [json.loads(line) for line in folder.with_name("data.log").read_text().splitlines()]


def line_of(folder: Path, answer: httpx.Response) -> dict[str, object]:
    """The line of a request, which is written when it has been answered."""
    until = time.monotonic() + 10
    while True:
        for line in lines(folder):
            if line.get("request") == answer.headers["x-request-id"] and "route" in line:
                return line
        assert time.monotonic() < until, "the request is not in the log"
        time.sleep(0.02)


# ---- health ----------------------------------------------------------------------------------------------------------


def test_alive_and_ready(server: Server) -> None:
    assert httpx.get(server.url + "/health").text == "ok\n"
    answer = httpx.get(server.url + "/ready")
    assert (answer.status_code, answer.text) == (200, "ready\n")
    assert answer.headers["cache-control"] == "no-store"


def test_not_ready_while_the_database_cannot_be_written(server: Server, folder: Path) -> None:
    time.sleep(KEPT)
    with closing(sqlite3.connect(folder / "rolltop.sqlite3", isolation_level=None)) as busy:
        busy.execute("BEGIN IMMEDIATE")
        answer = httpx.get(server.url + "/ready")
        assert (answer.status_code, answer.text) == (503, "the database does not answer\n")
        assert httpx.get(server.url + "/health").status_code == 200
        busy.execute("ROLLBACK")


# ---- logs ------------------------------------------------------------------------------------------------------------


def test_a_line_a_request_and_nothing_secret(server: Server, folder: Path, person: Callable[[str], Person]) -> None:
    ann = person("Ann")
    path = ann.make_table(3, bots="2")
    ann.play_on(Chooser())
    token = re.search(r"/seat/([^\"]+)", ann.go(path).html)
    ann.http.get(f"{path}/seat/{token[1] if token else 'xyzzy'}?secret=hidden")
    ann.http.get("/static/icon.svg")
    line = line_of(folder, ann.http.get(path))
    assert (line["method"], line["route"], line["status"], line["level"]) == ("GET", "/t/{table_id}", 200, "info")
    assert isinstance(line["ms"], float)
    routes = {line["route"] for line in lines(folder) if "route" in line}
    assert {"/t/{table_id}/play", "/t/{table_id}/seat/{token}", "/tables", "/static/{name:path}"} <= routes
    text = folder.with_name("data.log").read_text()
    key = (folder / "key").read_text()
    for secret in (
        path.removeprefix("/t/"),
        key,
        "hidden",
        "Ann",
        ann.http.cookies["rolltop"],
        *([token[1]] if token else []),
    ):
        assert secret not in text


def test_what_no_route_answers_is_one_route(server: Server, folder: Path) -> None:
    line = line_of(folder, httpx.get(server.url + "/wp-admin/%0aERROR%1b[31m/x"))
    assert (line["route"], line["status"]) == ("unknown", 404)
    assert "wp-admin" not in folder.with_name("data.log").read_text()


def test_programs_are_logged_by_their_routes_too(server: Server, folder: Path) -> None:
    line = line_of(folder, httpx.get(server.url + "/api/v1/token"))
    assert (line["route"], line["status"]) == ("/api/v1/token", 401)


def test_nobody_forges_a_line_or_shows_an_id() -> None:
    assert clean("Ann\nERROR\x1b[31m \u2028") == "Ann\\nERROR\\x1b[31m \\u2028"
    assert clean("table 0123456789abcdef01234567 is") == "table 012345… is"
    record = logging.LogRecord("rolltop", logging.ERROR, "", 0, "broken\n%s", ("2026-01-01 forged",), None)
    try:
        raise ValueError("one\n2026-01-01 00:00:00 ERROR rolltop: forged")
    except ValueError as error:
        record.exc_info = (ValueError, error, error.__traceback__)
    assert all(line.startswith("    ") for line in Text().format(record).splitlines()[1:])


def test_a_format_that_is_not_known_is_refused() -> None:
    with pytest.raises(BadOption, match="'xml', expected one of text, json"):
        Logs("xml")


def test_a_page_of_our_fault_names_the_request(tmp_path: Path) -> None:
    with running_server(tmp_path / "data") as server:
        with closing(sqlite3.connect(tmp_path / "data/rolltop.sqlite3")) as vandal:
            vandal.execute("DROP TABLE sitting")
            vandal.execute("DROP TABLE events")
            vandal.execute("DROP TABLE tables")
        answer = httpx.get(server.url + "/")
    assert answer.status_code == 503
    assert answer.headers["x-request-id"] in answer.text
    assert answer.headers["x-request-id"] in (tmp_path / "data.log").read_text()


# ---- metrics ---------------------------------------------------------------------------------------------------------


def numbers(port: int) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    """What Prometheus would read."""
    answer = httpx.get(f"http://127.0.0.1:{port}/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    families = text_string_to_metric_families(answer.text)
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in families
        for sample in family.samples
    }


def test_metrics_count_what_happens(server: Server, scraped: int, person: Callable[[str], Person]) -> None:
    ann = person("Ann")
    path = ann.make_table(2, bots="1")
    ann.wait_for_turn().play("take 2" if "take 2" in ann.moves else ann.moves[0])
    found = numbers(scraped)

    def value(name: str, **labels: str) -> float:
        return sum(number for (known, has), number in found.items() if known == name and set(labels.items()) <= has)

    assert value("rolltop_tables", game="rollie") >= 1
    assert value("rolltop_command_seconds_count", command="play", outcome="done") >= 1
    assert value("rolltop_http_request_seconds_count", method="POST", route="/t/{table_id}/play", status="303") >= 1
    assert value("rolltop_bot_thinking_seconds_count") >= 1
    assert value("rolltop_guests_new_total") >= 1
    assert value("rolltop_writer_commits_total") >= 2
    assert value("rolltop_memory_bytes") > 2**20
    assert value("rolltop_event_loop_lag_seconds_count") >= 1
    assert not any(path.removeprefix("/t/") in text or "Ann" in text for _name, has in found for _label, text in has)


def test_the_metrics_are_those_of_the_documentation(server: Server, scraped: int) -> None:
    text = (Path(__file__).parents[2] / "docs/deployment/README.md").read_text()
    told = set(re.findall(r"# TYPE (\S+)", httpx.get(f"http://127.0.0.1:{scraped}/metrics").text))
    told = {name for name in told if not name.endswith("_created")}
    described = {"rolltop_workers", "rolltop_worker_deaths_total"}
    for row in re.findall(r"^\| (`rolltop_.*?) \|", text, re.M):
        names = re.findall(r"`([a-z_]+)[`{]", row)
        described |= {name if name.startswith("rolltop") else f"rolltop_writer{name}" for name in names}
    assert told | {"rolltop_workers", "rolltop_worker_deaths_total"} == described


def test_a_live_page_is_an_open_stream(server: Server, scraped: int, person: Callable[[str], Person]) -> None:
    ann = person("Ann")
    path = ann.make_table(2, **{"with": "friends"})
    before = numbers(scraped)["rolltop_streams_open", frozenset()]
    with ann.http.stream("GET", path + "/live") as live:
        events = live.iter_lines()
        while not next(events).startswith("event"):
            pass
        assert numbers(scraped)["rolltop_streams_open", frozenset()] == before + 1


def test_metrics_are_not_where_the_tables_are(server: Server, scraped: int) -> None:
    assert httpx.get(server.url + "/metrics").status_code == 404
    assert httpx.get(f"http://127.0.0.1:{scraped}/").status_code == 404


def test_the_numbers_of_workers_are_told_apart() -> None:
    one = '# HELP a_total A.\n# TYPE a_total counter\na_total{x="{1"} 1.0\n'
    other = one.replace("1.0", "2.0") + "# HELP b B.\n# TYPE b gauge\nb 3.0\n"
    shared = '# HELP rolltop_tables T.\n# TYPE rolltop_tables gauge\nrolltop_tables{game="g"} 4.0\n'
    assert merged({"1": one + shared, "2": other + shared}) == (
        '# HELP a_total A.\n# TYPE a_total counter\na_total{worker="1",x="{1"} 1.0\na_total{worker="2",x="{1"} 2.0\n'
        + shared
        + '# HELP b B.\n# TYPE b gauge\nb{worker="2"} 3.0\n'
    )


def test_a_place_for_metrics() -> None:
    assert place_of("9464") == ("127.0.0.1", 9464)
    assert place_of("0.0.0.0:9464") == ("0.0.0.0", 9464)
    assert place_of("[::1]:9464") == ("::1", 9464)
    with pytest.raises(BadOption, match="HOST:PORT"):
        place_of("everywhere")
