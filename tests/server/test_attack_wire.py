"""Requests that no browser sends, byte by byte: each gets a plain refusal, and the server goes on."""

import re
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from rolltop.server.guard.protocol import MAX_HEAD, MAX_HEADERS, MAX_URL
from tests.server.person import Person, Server, running_server
from tests.server.routes import routes

Arrive = Callable[[str], Person]
NAMES = "localhost 127.0.0.1, games.example, *.tables.example"
HURRIED = "import rolltop.server.guard.protocol as protocol; protocol.SECONDS = 0.4"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits less long for requests, and goes by some names only."""
    data = tmp_path_factory.mktemp("wire") / "data"
    with running_server(data, first=HURRIED, ROLLTOP_HOSTS=NAMES) as running:
        yield running
    assert not data.with_name("data.log").read_text(), "nonsense is not worth a line"


def connect(server: Server) -> socket.socket:
    host, port = server.url.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=5)


def send(server: Server, *parts: bytes) -> bytes:
    """All that comes back for these bytes until the server hangs up or falls silent."""
    with connect(server) as line:
        for part in parts:
            try:
                line.sendall(part)
            except (BrokenPipeError, ConnectionResetError):
                break
        return read(line)


def read(line: socket.socket) -> bytes:
    found = b""
    line.settimeout(1)
    try:
        while part := line.recv(65536):
            found += part
    except (TimeoutError, ConnectionResetError):
        pass
    return found


def statuses(answer: bytes) -> list[int]:
    return [int(found) for found in re.findall(rb"HTTP/1\.1 (\d{3})", answer)]


def request(first: bytes, *headers: bytes, body: bytes = b"") -> bytes:
    return b"\r\n".join([first, b"Host: localhost", b"Connection: close", *headers, b"", b""]) + body


@pytest.fixture(autouse=True)
def _the_server_goes_on(server: Server) -> Iterator[None]:
    yield
    assert httpx.get(server.url + "/health").status_code == 200


GET = b"GET / HTTP/1.1"
POST = b"POST /tables HTTP/1.1"
FORM = b"Content-Type: application/x-www-form-urlencoded"


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        (request(POST, FORM, b"Content-Length: 5", b"Transfer-Encoding: chunked", body=b"0\r\n\r\nGET /x"), {400}),
        (request(POST, FORM, b"Content-Length: 5", b"Content-Length: 6", body=b"token="), {400}),
        (request(POST, FORM, b"Content-Length: -1"), {400}),
        (request(POST, FORM, b"Content-Length: +5", body=b"token"), {400}),
        (request(POST, FORM, b"Content-Length: 5_0", body=b"token"), {400}),
        (request(POST, FORM, b"Content-Length: " + b"9" * 18), {413}),
        (request(POST, FORM, b"Content-Length: " + b"9" * 400), {400}),
        (request(POST, FORM, b"Transfer-Encoding: xchunked", body=b"0\r\n\r\n"), {400}),
        (request(POST, FORM, b"Transfer-Encoding : chunked", body=b"0\r\n\r\n"), {400}),
        (request(POST, FORM, b"Transfer-Encoding: chunked", body=b"zz\r\n"), {400}),
        (request(POST, FORM, b"Transfer-Encoding: chunked", body=b"5000\r\n" + b"a" * 20480 + b"\r\n0\r\n\r\n"), {413}),
        (request(POST, FORM, b"Content-Encoding: gzip", b"Content-Length: 3", body=b"abc"), {415}),
        (request(GET, b"X-A: a\x00b"), {400}),
        (request(GET, b"X A: b"), {400}),
        (request(GET, b" folded: x"), {400}),
        (request(b"GET /\x00 HTTP/1.1"), {400}),
        (request(b"GET /a b HTTP/1.1"), {400}),
        (request(b"GET / HTTP/9.9"), {400}),
        (request(b"BREW / HTTP/1.1"), {400}),
        (request(b"CONNECT example.org:443 HTTP/1.1"), {400, 404, 405}),
        (request(b"TRACE / HTTP/1.1", b"X-Secret: abc"), {405}),
        (request(b"GET http://evil.example/ HTTP/1.1"), {200}),
        (request(GET, b"Upgrade: websocket", b"Connection: Upgrade", b"Sec-WebSocket-Key: x"), {200, 400}),
        (request(GET, b"Host: evil.example"), {421}),
        (request(GET).replace(b"localhost", b"a b"), {421}),
        (request(GET).replace(b"localhost", b'"><script>'), {421}),
        (request(GET).replace(b"localhost", b"evil.example/x?"), {421}),
        (request(GET).replace(b"localhost", b"user@evil.example"), {421}),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 40, {400}),
        (b"\xff" * 300, {400}),
    ],
)
def test_requests_that_are_not_in_order(server: Server, sent: bytes, expected: set[int]) -> None:
    answer = send(server, sent)
    found = statuses(answer)
    assert len(found) == 1 and found[0] in expected, answer[:300]
    assert b"Traceback" not in answer and b"X-Secret" not in answer and b"<script>" not in answer


def test_a_second_request_does_not_hide_in_the_body_of_the_first(server: Server) -> None:
    hidden = b"GET /rules HTTP/1.1\r\nHost: localhost\r\n\r\n"
    length = b"Content-Length: %d" % len(hidden)
    answer = send(server, request(b"GET /health HTTP/1.1", length, body=hidden))
    assert statuses(answer) == [200]


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET /" + b"a" * MAX_URL + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 414),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * MAX_HEAD + b"\r\n\r\n", 431),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: a\r\n" * MAX_HEADERS + b"\r\n", 431),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 300_000, 431),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"Y" * 300_000, 431),
        (b"GET /" + b"a" * 300_000, 431),
    ],
)
def test_long_heads_are_cut_off(server: Server, sent: bytes, status: int) -> None:
    answer = send(server, *(sent[at : at + 20_000] for at in range(0, len(sent), 20_000)))
    assert statuses(answer) in ([status], []), answer[:200]  # the connection may be reset before the answer is read


def test_the_usual_head_is_far_from_the_limits(server: Server) -> None:
    cookies = "; ".join(f"other{number}={'x' * 60}" for number in range(60))
    assert httpx.get(server.url, headers={"cookie": cookies, "accept-language": "de-CH, de;q=0.9, en;q=0.5"}).is_success


@pytest.mark.parametrize(
    "start",
    [
        b"",
        b"GET /a",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX-A: b\r\n",
        b"POST /tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\ntoken=",
        b"POST /tables HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n",
    ],
)
def test_requests_that_trickle_are_cut_off(server: Server, start: bytes) -> None:
    begun = time.monotonic()
    with connect(server) as line:
        line.sendall(start)
        try:
            while time.monotonic() - begun < 5:
                line.sendall(b"a" if start else b"")
                line.settimeout(0.1)
                try:
                    if not line.recv(4096):
                        break
                except TimeoutError:
                    continue
        except (BrokenPipeError, ConnectionResetError):
            pass
    assert 0.2 < time.monotonic() - begun < 4


def test_a_live_page_is_not_cut_off(server: Server, person: Arrive) -> None:
    ann = person("Ann")
    ann.make_table(2)
    with connect(server) as line:
        line.sendall(f"GET {ann.path}/live HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        time.sleep(0.6)
        first = read(line)
        assert b"event: page" in first
        ann.send("/bots")
        assert b"event: page" in read(line)


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py", "/static/..%2fapp.py", "/static/%2e%2e/app.py", "/static/..%5capp.py",
        "/static//etc/passwd", "/static/%2fetc%2fpasswd", "/static/live.js%00.css",
        "/static/live.js/..", "/rules/../../etc/passwd",
        "/rules/..%2f..%2fetc%2fpasswd", "/rules/rollie%00", "/print/..%2f..%2fkey.pdf", "/print/..%2fkey", "/t/../key",
        "/t/..%2fkey", "/t/%2e%2e/record", "//evil.example", "/%2f%2fevil.example", "/.git/config", "/key", "/var/key",
        "/rolltop.sqlite3", "/%ff%fe", "/%c0%ae%c0%ae/", "/rules/%F0%9F%8E%B2", "/t/" + "%00" * 24, "/api/v1/../../key",
        "/api/v1/tables/..%2f..%2fkey",
    ],
)  # fmt: skip
def test_no_path_leads_to_other_files(server: Server, path: str) -> None:
    answer = send(server, f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
    assert statuses(answer)[0] in (400, 401, 404, 405, 422), answer[:200]
    assert b"root:" not in answer and b"import " not in answer


def test_every_answer_has_the_headers(server: Server, person: Arrive, tmp_path: Path) -> None:
    """Pages, files, errors, the API: whatever the method and the outcome."""
    ann = person("Ann")
    ann.make_table(2, **{"with": "bots"})
    asked = [("GET", path) for path in routes(tmp_path, "GET") if not path.endswith(("/live", "/events"))]
    asked += [("POST", path) for path in routes(tmp_path, "POST")]
    asked += [
        ("DELETE", "/"),
        ("PUT", "/api/v1/tokens"),
        ("GET", "/nothing"),
        ("GET", "/api/v1/nothing"),
        ("GET", "/api"),
    ]
    for method, path in asked:
        at = (
            path.replace("{table_id}", ann.path.rpartition("/")[2])
            .replace("{game}", "rollie")
            .replace("{name}", "live.js")
        )
        answer = ann.http.request(method, at, follow_redirects=False)
        assert answer.status_code < 500, (method, path)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy, path
        for name, value in (("x-content-type-options", "nosniff"), ("x-frame-options", "DENY")):
            assert answer.headers[name] == value, path
        assert answer.headers["referrer-policy"] and answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert "access-control-allow-origin" not in answer.headers and "server" not in answer.headers
        if not path.startswith(("/static/", "/print/")):
            assert answer.headers["cache-control"] == "no-store", path
        if path.startswith("/t/"):
            assert answer.headers["x-robots-tag"] == "noindex"
        if path.startswith("/api/") and answer.is_error:
            assert answer.headers["content-type"] == "application/problem+json", path
            assert answer.json()["status"] == answer.status_code


@pytest.mark.parametrize(
    ("host", "status"),
    {
        "games.example": 200, "games.example:8000": 200, "GAMES.example": 200, "a.tables.example": 200,
        "tables.example": 421, "evil.example": 421, "games.example.evil.example": 421, "127.0.0.2": 421,
        "xgames.example": 421, "": 421,
    }.items(),
)  # fmt: skip
def test_names_that_the_server_does_not_go_by_are_refused(server: Server, host: str, status: int) -> None:
    assert statuses(send(server, request(GET).replace(b"localhost", host.encode()))) == [status]


def test_machines_that_ask_by_number_learn_whether_the_server_is_up(server: Server) -> None:
    for path in (b"/health", b"/ready"):
        assert statuses(send(server, request(b"GET " + path + b" HTTP/1.1").replace(b"localhost", b"10.0.0.7"))) == [
            200
        ]


def test_invitations_are_made_of_the_name_that_was_asked_for_and_of_no_forwarded_one(
    server: Server, person: Arrive
) -> None:
    ann = person("Ann")
    ann.make_table(2)
    page = ann.http.get(ann.path, headers={"x-forwarded-host": "evil.example", "x-forwarded-proto": "https"}).text
    assert "evil.example" not in page and f"http://127.0.0.1:{server.url.rpartition(':')[2]}{ann.path}" in page
