"""Who may do what with which token."""

import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import httpx

from tests.server.api.program import Program
from tests.server.person import Person, Server, running_server

Begin = Callable[..., Program]


def test_without_a_token_nothing_but_the_shelf(server: Server, program: Begin) -> None:
    nobody = program()
    assert {game["name"] for game in nobody.get("/games")["games"]} >= {"rollie", "rolima"}
    answer = nobody.http.get("/tables")
    assert answer.status_code == 401 and answer.headers["www-authenticate"].startswith("Bearer")
    wrong = program(token="rt_guessed").http.get("/tables")
    assert wrong.status_code == 401 and 'error="invalid_token"' in wrong.headers["www-authenticate"]
    for scheme in ("Basic YTpi", "Bearer", "rt_x"):
        assert httpx.get(server.url + "/api/v1/tables", headers={"authorization": scheme}).status_code == 401


def test_a_token_counts_in_its_header_only(server: Server, program: Begin) -> None:
    robo = program("Robo")
    path = f"{server.url}/api/v1/tables"
    assert httpx.get(path, params={"token": robo.token, "access_token": robo.token}).status_code == 401
    assert httpx.get(path, headers={"cookie": f"token={robo.token}"}).status_code == 401


def test_cookies_count_for_nothing(server: Server, program: Begin, person: Callable[[str], Person]) -> None:
    ann = person("Ann")
    table = ann.make_table(2, **{"with": "friends"}).rsplit("/", 1)[1]
    for method, path in (("GET", ""), ("GET", "/events"), ("POST", "/leave")):
        answer = ann.http.request(method, f"/api/v1/tables/{table}{path}")
        assert answer.status_code == 401 and "set-cookie" not in answer.headers
    robo = program("Robo")
    robo.http.cookies.update(ann.http.cookies)
    assert robo.look(table)["you"] is None


def test_an_account_and_its_tokens(program: Begin) -> None:
    robo = program("Robo")
    me = robo.get("/token")
    assert (me["name"], me["scope"], me["may"]) == ("Robo", "account", "play")
    second = robo.post("/tokens", {"label": "the other machine"}, expect=201)
    assert second["token"].startswith("rt_") and second["name"] == "Robo"
    other = program(token=second["token"])
    table = robo.make()
    assert other.look(table)["you"] == 0, "the same person"
    shown = robo.get("/tokens")["tokens"]
    assert {token["label"] for token in shown} == {"", "the other machine"}
    assert robo.token not in str(shown) and second["token"] not in str(shown)
    robo.delete(f"/tokens/{second['id']}")
    other.get("/token", expect=401)
    robo.delete(f"/tokens/{second['id']}", expect=404)
    assert len(robo.get("/tokens")["tokens"]) == 1
    stranger = program("Eve")
    stranger.delete(f"/tokens/{me['id']}", expect=404)
    assert robo.get("/token")["id"] == me["id"]


def test_a_token_for_watching(program: Begin) -> None:
    robo = program("Robo")
    table = robo.make(bots=1)
    watcher = program(token=robo.post("/tokens", {"may": "watch"}, expect=201)["token"])
    state = watcher.on_turn(table)
    assert state["you"] == 0
    for path, body in (
        ("/play", {"move": state["legal"][0], "at": state["at"]}), ("/join", {}), ("/leave", None), ("/resign", None),
    ):  # fmt: skip
        assert watcher.post(f"/tables/{table}{path}", body, expect=403)["code"] == "scope"
    watcher.post("/tables", {"game": "rollie", "players": 2}, expect=403)
    watcher.post("/tokens", {"may": "play"}, expect=403)
    assert watcher.post("/tokens", {"may": "watch"}, expect=201)["may"] == "watch"


def test_a_token_for_one_table(program: Begin) -> None:
    robo = program("Robo")
    table, other = robo.make(bots=1), robo.make(bots=1)
    made = robo.post("/tokens", {"scope": table}, expect=201)
    narrow = program(token=made["token"])
    state = narrow.on_turn(table)
    narrow.play(table, state["legal"][0], state["at"])
    for method in (narrow.get, narrow.post):
        assert method(f"/tables/{other}" + ("/leave" if method == narrow.post else ""), expect=403)["code"] == "scope"
    narrow.get("/tables", expect=403)
    narrow.get("/mine", expect=403)
    narrow.post("/tables", {"game": "rollie", "players": 2}, expect=403)
    narrow.post("/tokens", {}, expect=403)
    assert [token["id"] for token in narrow.get("/tokens")["tokens"]] == [made["id"]]
    narrow.delete(f"/tokens/{robo.get('/token')['id']}", expect=404)
    narrow.delete(f"/tokens/{made['id']}")
    narrow.get(f"/tables/{table}", expect=401)
    program("Eve").post("/tokens", {"scope": table}, expect=403)


def test_open_streams_end_with_their_token(program: Begin) -> None:
    robo = program("Robo")
    table = robo.make()
    second = robo.post("/tokens", {}, expect=201)
    watching, ended = program(token=second["token"]), threading.Event()
    begun = threading.Event()

    def follow() -> None:
        with watching.stream(table) as lines:
            for _line in lines:
                begun.set()
        ended.set()

    thread = threading.Thread(target=follow)
    thread.start()
    assert begun.wait(10)
    assert not ended.wait(0.3)
    robo.delete(f"/tokens/{second['id']}")
    assert ended.wait(10)
    thread.join()


def test_only_the_hash_of_a_token_is_kept(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with running_server(data) as running:
        robo = Program(running.url, "Robo")
        robo.make(bots=1)
        robo.close()
    with closing(sqlite3.connect(data / "rolltop.sqlite3")) as database:
        assert database.execute("select count(*) from tokens").fetchone() == (1,)
    text = robo.token.encode()
    for file in [*data.iterdir(), tmp_path / "data.log"]:
        assert text not in file.read_bytes(), f"{file.name} has the token"
