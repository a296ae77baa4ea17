"""The operator's pages: who gets in, what they show, what they can do."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from rolltop.games.errors import RolltopError
from rolltop.server.app import create_app
from rolltop.server.operating import door as doors
from rolltop.server.operating.door import TRIES, Door, door
from tests.server.person import Forms, Person, Server, running_server
from tests.server.test_words import check, pseudo_catalogue

TOKEN = "a token of the operator"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a token for its operator."""
    with running_server(tmp_path_factory.mktemp("admin") / "data", ROLLTOP_ADMIN_TOKEN=TOKEN) as running:
        yield running


@pytest.fixture
def operator(server: Server, person: Callable[[str], Person]) -> Person:
    """Who knows the token, and is in."""
    operator = person("Olga")
    operator.html = operator.http.get("/admin").text
    return operator.send("/admin/enter", secret=TOKEN)


# ---- getting in ------------------------------------------------------------------------------------------------------


def test_there_is_no_such_page_unless_the_operator_wants_it(tmp_path: Path) -> None:
    async def ask(path: str) -> int:
        transport = httpx.ASGITransport(create_app(tmp_path))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return (await client.get(path)).status_code

    for path in ("/admin", "/admin/enter/xyz", "/admin/t/0"):
        assert asyncio.run(ask(path)) == 404


@pytest.mark.parametrize("path", ["/admin", "/admin?status=over", "/admin/t/0", "/admin/t/0/end"])
def test_strangers_see_nothing(server: Server, path: str) -> None:
    answer = httpx.get(server.url + path)
    assert answer.status_code == 403
    assert "Operator’s token" in answer.text and "Memory" not in answer.text


@pytest.mark.parametrize("path", ["/admin/t/0/end", "/admin/t/0/revoke", "/admin/leave"])
def test_strangers_do_nothing(server: Server, path: str) -> None:
    assert httpx.post(server.url + path, data={"seat": "0"}).status_code == 403


def test_a_wrong_token_and_a_forged_cookie_do_not_open(server: Server) -> None:
    assert httpx.post(server.url + "/admin/enter", data={"secret": TOKEN + "!"}).status_code == 403
    assert httpx.get(server.url + "/admin", cookies={"rolltop_admin": "IjEyMyI.aaaa.bbbb"}).status_code == 403


def test_the_cookie_is_for_these_pages_and_for_an_hour(server: Server) -> None:
    answer = httpx.post(server.url + "/admin/enter", data={"secret": TOKEN})
    cookie = next(text for text in answer.headers.get_list("set-cookie") if text.startswith("rolltop_admin="))
    assert answer.status_code == 303
    for part in ("HttpOnly", "Max-Age=3600", "Path=/admin", "SameSite=strict"):
        assert part in cookie
    assert (
        answer.headers["cache-control"] == "no-store"
        or "no-store" in httpx.get(server.url + "/admin").headers["cache-control"]
    )


def test_the_printed_link_works_once(tmp_path: Path) -> None:
    with running_server(tmp_path / "data", asked={"admin": True}) as server:
        assert server.process.stdout is not None
        link = server.process.stdout.readline().split()[-1].replace("localhost", "127.0.0.1")
        assert link.startswith(server.url + "/admin/enter/")
        fields = Forms(httpx.get(link).text).forms[0].fields  # looking does not use it up
        assert httpx.post(server.url + "/admin/enter", data=fields).status_code == 303
        assert httpx.post(server.url + "/admin/enter", data=fields).status_code == 403
        assert link.rsplit("/", 1)[1] not in (tmp_path / "data.log").read_text()


def test_after_many_wrong_ones_nobody_is_heard_from_there_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    entrance, here, there = Door(b"key", "", TOKEN), "192.0.2.1", "192.0.2.2"
    for _try in range(TRIES):
        assert entrance.enter("guess", here) is None
    assert entrance.is_shut(here) and entrance.enter(TOKEN, here) is None
    assert entrance.enter(TOKEN, there) is not None, "others are not kept out by it"
    monkeypatch.setattr(doors, "IN", 0.0)
    assert entrance.enter(TOKEN, here) is not None


def test_sessions_end_with_the_token_and_with_time(monkeypatch: pytest.MonkeyPatch) -> None:
    entrance = Door(b"key", "", TOKEN)
    cookie = entrance.cookie("session")
    assert Door(b"key", "", TOKEN).session(cookie) == "session"
    assert Door(b"key", "", TOKEN + "!").session(cookie) is None
    monkeypatch.setattr(doors, "HOUR", -1)
    assert entrance.session(cookie) is None


def test_a_weak_token_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROLLTOP_ADMIN_TOKEN", "short")
    with pytest.raises(RolltopError, match=r"ROLLTOP_ADMIN_TOKEN has 5 characters, expected at least 16"):
        door(b"key", None)


# ---- what is shown and done ------------------------------------------------------------------------------------------


def test_tables_and_load(operator: Person, person: Callable[[str], Person]) -> None:
    ann = person("Ann")
    path = ann.make_table(3, bots="2")
    page = operator.go("/admin").html
    for label in ("Changes a minute", "Live pages", "Waiting to be written", "Memory"):
        assert label in page
    assert f"/admin{path}" in page and "Ann, " in page and "private" in page
    operator.go(f"/admin{path}")
    assert "<b>Ann</b>" in operator.html and "bot" in operator.html
    cookie = ann.http.cookies["rolltop"]
    assert cookie not in operator.html and "secret" not in operator.html


def test_ending_a_table_is_asked_twice_and_told(operator: Person, person: Callable[[str], Person]) -> None:
    ann = person("Ann")
    path = ann.make_table(3, bots="2")
    operator.go(f"/admin{path}")
    assert not Forms(operator.html).forms
    operator.go(f"/admin{path}/end").send("/end")
    assert operator.path == f"/admin{path}"
    assert "Who runs this server has ended the game." in ann.go(path).html


def test_a_table_that_waits_is_closed(operator: Person, person: Callable[[str], Person]) -> None:
    ann = person("Ann")
    path = ann.make_table(2, **{"with": "friends"})
    operator.go(f"/admin{path}/end").send("/end")
    assert "closed" in operator.html
    assert "/join" not in ann.go(path).html


def test_tokens_of_somebody_at_a_table_are_taken_away(
    server: Server, operator: Person, person: Callable[[str], Person]
) -> None:
    path = person("Ann").make_table(2, **{"with": "friends"})
    made = httpx.post(server.url + "/api/v1/tokens", json={"name": "Robot", "label": "mine", "scope": "account"})
    bearer = {"authorization": f"Bearer {made.json()['token']}"}
    table = path.removeprefix("/t/")
    joined = httpx.post(f"{server.url}/api/v1/tables/{table}/join", json={}, headers=bearer)
    assert joined.status_code < 300, joined.text
    assert "Take 1 token away from Robot" in operator.go(f"/admin{path}").html
    operator.send("/revoke")
    assert "token away" not in operator.html
    assert httpx.get(server.url + "/api/v1/token", headers=bearer).status_code == 401


def test_forms_of_other_pages_do_nothing(operator: Person, person: Callable[[str], Person]) -> None:
    ann = person("Ann")
    path = ann.make_table(3, bots="2")
    for token in ("", "0" * 32, ann.go(path).form("/leave").fields["token"] if "/leave" in ann.html else "x"):
        assert operator.http.post(f"/admin{path}/end", data={"token": token}).status_code == 403
    assert "Who runs this server" not in ann.go(path).html


def test_leaving(operator: Person) -> None:
    operator.go("/admin").send("/admin/leave")
    assert operator.http.get("/admin").status_code == 403


def test_all_words_go_through_gettext(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pseudo_catalogue(tmp_path / "locale")
    monkeypatch.setenv("ROLLTOP_LOCALE", str(tmp_path / "locale"))
    names = {"Ann", "Otto", "Mina", "ROLLTOP_ADMIN_TOKEN", "Rollie"}
    with running_server(tmp_path / "data", ROLLTOP_ADMIN_TOKEN=TOKEN) as server:
        operator, ann = Person(server.url, "Olga"), Person(server.url, "Ann")
        operator.http.headers["accept-language"] = "eo"
        paths = [ann.make_table(3, bots="2"), ann.make_table(3, **{"with": "friends"})]
        operator.html = operator.http.get("/admin").text
        check(operator, names)
        check(operator.send("/admin/enter", secret=TOKEN), names)
        for path in ("?status=open", *paths, paths[0] + "/end"):
            check(operator.go(f"/admin{path}"), names)
        operator.close()
        ann.close()
