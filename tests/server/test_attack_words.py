"""Words that people choose are only words: on every page, in live pages, pictures, records, JSON and logs."""

from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest

from tests.server.person import Chooser, Person, Server, running_server
from tests.server.routes import routes

Arrive = Callable[[str], Person]
NAMES = [
    "<img src=x onerror=a()>",
    '"><script>a()</script>',
    "' onclick='a()",
    "%(name)s {{7*7}} {0}",
    "</title></style><b>",
]
LONG = "<svg/onload=a()>\"'>{{7*7}}<!--"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("words") / "data"


@pytest.fixture(scope="module")
def server(data: Path) -> Iterator[Server]:
    """A server that logs all it can."""
    with running_server(data, asked={"logs": ["text", "debug"]}) as running:
        yield running


class Elements(HTMLParser):
    """What a page is made of."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.bad: list[str] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Notes what none of our pages has."""
        has = dict(attrs)
        foreign = any(name.startswith("on") or name == "style" for name in has)
        addresses = [has.get(name) or "" for name in ("src", "href", "action", "formaction", "data-copy")]
        outside = [one for one in addresses if one and not one.startswith(("/", "#", "http://127.0.0.1"))]
        script = tag == "script" and not (has.get("src") or "").startswith("/static/")
        if foreign or outside or script or tag in ("xmp", "iframe", "object", "embed", "base"):
            self.bad.append(self.get_starttag_text() or tag)
        for value in has.values():
            self.text += f" {value}"

    def handle_data(self, data: str) -> None:
        """Collects the text."""
        self.text += data


def check(html: str, name: str = "") -> None:
    found = Elements(html)
    assert not found.bad
    assert name[:18] in found.text, "a doubled name is shortened"


def pages_of(person: Person, paths: list[str]) -> Iterator[tuple[str, httpx.Response]]:
    table_id = person.path.rpartition("/")[2]
    for path in paths:
        yield path, person.http.get(path.replace("{table_id}", table_id).replace("{game}", "rollie"))


@pytest.fixture(scope="module")
def looked_at(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """All addresses one can look at, other than streams and seat links."""
    found = routes(tmp_path_factory.mktemp("routes"), "GET")
    return [path for path in found if not path.endswith(("/live", "/events", "{token}")) and "/api/" not in path]


def check_pages(person: Person, paths: list[str]) -> None:
    for _path, answer in pages_of(person, paths):
        assert answer.status_code < 500
        if answer.headers["content-type"].startswith("text/html"):
            check(answer.text)


def test_no_name_is_ever_markup(person: Arrive, looked_at: list[str]) -> None:
    for name in NAMES:
        ann, bo = person(name), person(name)
        ann.make_table(3, public="yes", contribution=LONG)
        check_pages(ann, looked_at)
        check(bo.go("/").html)
        bo.join(ann.path).send("/bots")
        check_pages(ann, looked_at)
        check(ann.go(ann.path).html, name)
        live = next(chunk for chunk in stream(ann) if "event: page" in chunk)
        check("\n".join(line.removeprefix("data: ") for line in live.split("\n") if line.startswith("data: ")), name)
        record = ann.http.get(ann.path + "/record")
        assert record.headers["content-type"].startswith("text/plain") and name in record.text


def stream(person: Person) -> Iterator[str]:
    with person.http.stream("GET", person.path + "/live") as answer:
        text = ""
        for part in answer.iter_text():
            text += part
            if text.count("\n\n") > 1:
                yield text


def test_nor_when_the_game_is_over(person: Arrive, looked_at: list[str]) -> None:
    ann = person(NAMES[0])
    ann.make_table(2, public="yes", contribution=LONG, **{"with": "bots"})
    ann.play_on(Chooser())
    check_pages(ann, looked_at)
    assert "7*7" in Elements(ann.http.get(ann.path + "/fair").text).text, "the contribution is shown as it is"


@pytest.mark.parametrize(
    "field", ["name", "contribution", "game", "edition", "bot", "pace", "dice", "bots", "once", "advice"]
)
def test_what_is_refused_is_repeated_as_text(person: Arrive, field: str) -> None:
    ann = person("Ann").go("/")
    for text in (LONG, "<script>a()</script>" + "x" * 60, "\x1b[31m\nERROR forged"):
        check(ann.try_to("/tables", **{field: text}).text)


@pytest.mark.parametrize(
    "query",
    ["edition=<script>a()</script>", "have=<xmp>", "size=<script>", "paper=%22%3E%3Cscript%3E", "ink=<xmp>&size=x"],
)
def test_what_stands_in_an_address_is_only_text(person: Arrive, looked_at: list[str], query: str) -> None:
    ann = person("Ann")
    ann.make_table(2)
    for _path, answer in pages_of(ann, [f"{path}?{query}" for path in looked_at]):
        assert answer.status_code < 500
        if answer.headers["content-type"].startswith("text/html"):
            check(answer.text)
        assert "<script>a" not in answer.text


def test_problem_details_are_no_html(server: Server) -> None:
    answer = httpx.post(server.url + "/api/v1/tokens", json={"name": LONG + "x" * 40, "<b>": "<b>"})
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_no_line_of_the_log_can_be_forged(server: Server, data: Path, person: Arrive) -> None:
    ann = person("Ann").go("/")
    forged = "x\r\n2026-01-01 00:00:00 ERROR rolltop.forged: \x1b[2J\u2028"
    for field in ("name", "contribution", "game", "edition", "once", "bot"):
        ann.try_to("/tables", **{field: forged})
    httpx.get(
        server.url + "/%0d%0a2026-01-01%20ERROR%20rolltop.forged%1b[2J", headers={"user-agent": forged[:1] + "\x1b"}
    )
    text = data.with_name("data.log").read_text()
    assert "rolltop.forged" not in [line.split(":")[0].split(" ")[-1] for line in text.splitlines()]
    assert "\x1b" not in text and "\u2028" not in text
