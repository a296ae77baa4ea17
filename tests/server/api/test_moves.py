"""Moves: once each whatever is sent twice, and refusals that say what is legal."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from tests.server.api.program import Program
from tests.server.person import Server, start_server
from tests.server.test_kill import free_port

Begin = Callable[..., Program]


def test_the_same_key_has_the_same_answer(program: Begin) -> None:
    robo = program("Robo")
    table = robo.make("roll_estate", bots=1)
    state = robo.on_turn(table)
    move, at = state["legal"][0], state["at"]
    receipt = robo.play(table, move, at, key="one")
    assert receipt == {"table": table, "seat": 0, "move": move, "dice": None, "at": at}
    events = robo.on_turn(table)["event"]
    assert robo.play(table, move, at, key="one") == receipt
    assert robo.play(table, move, at) == receipt, "nor does it happen again without a key"
    assert robo.look(table)["event"] == events
    state = robo.look(table)
    for other, when in ((state["legal"][0], state["at"]), (move, at + 1), ("nonsense", at)):
        assert robo.play(table, other, when, expect=422, key="one")["code"] == "key"
    assert robo.look(table)["event"] == events, "another request with a used key is refused, however good"
    assert robo.play(table, state["legal"][0], state["at"], key="two")["at"] == state["at"]


def test_keys_outlive_the_server(tmp_path: Path) -> None:
    port = free_port()
    running = start_server(tmp_path / "data", port)
    try:
        robo = Program(running.url, "Robo")
        made = robo.post("/tables", {"game": "roll_estate", "players": 2, "bots": 1}, expect=201, key="table")
        table = made["id"]
        state = robo.on_turn(table)
        receipt = robo.play(table, state["legal"][0], state["at"], key="k")
        running.kill()
        running = start_server(tmp_path / "data", port)
        assert robo.play(table, state["legal"][0], state["at"], key="k") == receipt
        assert robo.play(table, state["legal"][-1], state["at"], expect=422, key="k")["code"] == "key"
        again = robo.post("/tables", {"game": "roll_estate", "players": 2, "bots": 1}, expect=201, key="table")
        assert again["id"] == table
        played = [event for event in robo.told(table) if event["type"] == "played" and event["seat"] == 0]
        assert len(played) == 1
        robo.close()
    finally:
        running.stop()


def test_a_key_is_its_owners(program: Begin) -> None:
    ann, bo = program("Ann"), program("Bo")
    one = ann.post("/tables", {"game": "rollie", "players": 2}, expect=201, key="same")
    other = bo.post("/tables", {"game": "rollie", "players": 2}, expect=201, key="same")
    assert one["id"] != other["id"]
    assert ann.post("/tables", {"game": "rollie", "players": 3}, expect=422, key="same")["code"] == "key"
    assert ann.get("/commitments/same")["commitment"] == one["commitment"]
    assert bo.get("/commitments/same")["commitment"] == other["commitment"] != one["commitment"]


def test_many_at_once_make_one_move(server: Server, program: Begin) -> None:
    robo = program("Robo")
    table = robo.make("roll_estate", bots=1)
    state = robo.on_turn(table)
    path = f"{server.url}/api/v1/tables/{table}/play"

    def send(number: int) -> httpx.Response:
        body = {"move": state["legal"][0], "at": state["at"]}
        headers = {"authorization": f"Bearer {robo.token}", "idempotency-key": "same" if number % 2 else str(number)}
        return httpx.post(path, json=body, headers=headers, timeout=20)

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(send, range(16)))
    assert {answer.status_code for answer in answers} == {200} and len({answer.text for answer in answers}) == 1
    mine = [event for event in robo.told(table) if event["type"] == "played" and event["seat"] == 0]
    assert len(mine) == 1


def test_refusals_say_what_is_legal(program: Begin) -> None:
    robo, eve = program("Robo"), program("Eve")
    table = robo.make("roll_estate", bots=1)
    state = robo.on_turn(table)
    illegal = robo.play(table, "fly", state["at"], expect=422)
    assert (illegal["code"], illegal["legal"]) == ("illegal", state["legal"])
    stale = robo.play(table, state["legal"][0], state["at"] + 1, expect=409)
    assert (stale["code"], stale["legal"]) == ("stale", state["legal"])
    assert eve.play(table, state["legal"][0], state["at"], expect=403)["code"] == "forbidden"
    assert eve.look(table)["legal"] == [] and robo.get(f"/tables/{table}/legal")["legal"] == state["legal"]
    waiting = robo.make()
    assert robo.play(waiting, "fly", 0, expect=409)["code"] == "turn"
    robo.get(f"/tables/{waiting}/record", expect=403)
    robo.get("/tables/" + "0" * 24, expect=404)


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({"move": "secure"}, "body.at"),
        ({"move": "secure", "at": "5"}, "body.at"),
        ({"move": "secure", "at": -1}, "body.at"),
        ({"move": "", "at": 0}, "body.move"),
        ({"move": ["secure"], "at": 0}, "body.move"),
        ({"move": "secure", "at": 0, "seat": 1}, "body.seat"),
        ([], "body"),
    ],
)
def test_fields_that_are_wrong_are_named(program: Begin, body: object, where: str) -> None:
    robo = program("Robo")
    problem = robo.post("/tables/x/play", body, expect=422)
    assert problem["code"] == "fields" and where in [error["where"] for error in problem["errors"]]


def test_bodies_are_json_and_not_too_long(program: Begin) -> None:
    robo = program("Robo")
    path = "/tables/x/play"
    assert robo.http.post(path, data={"move": "secure", "at": "1"}).status_code == 415
    assert robo.http.post(path, content=b"{}").status_code == 415
    json_type = {"content-type": "application/json"}
    for content in (b"{", b"\xff", b'{"move": "\\ud800", "at": 1}'):
        answer = robo.http.post(path, content=content, headers=json_type)
        assert answer.status_code in (400, 422) and answer.headers["content-type"] == "application/problem+json"
    long = robo.http.post(path, json={"move": "x" * 20_000, "at": 1})
    assert long.status_code == 413 and long.headers["content-type"] == "application/problem+json"
    for unknown in ("/nothing", "/../../api/v2", "/tables/x/y/z"):
        assert robo.http.get(unknown).headers["content-type"] == "application/problem+json"
    assert robo.http.put("/tables").status_code == 405


def test_what_else_players_do(program: Begin) -> None:
    ann, bo = program("Ann"), program("Bo")
    table = ann.make("rollie", players=3, public=True)
    assert table in [listed["id"] for listed in bo.get("/tables?limit=100")["tables"]]
    assert bo.post(f"/tables/{table}/join", {"name": "Bobby"})["you"] == 1
    assert bo.post(f"/tables/{table}/join", {})["seats"][1]["name"] == "Bobby", "who sits there stays"
    assert ann.post(f"/tables/{table}/bots", {"bot": "random"})["status"] == "running"
    assert table in [listed["id"] for listed in bo.get("/mine")["tables"]]
    assert bo.post(f"/tables/{table}/pause")["paused"] is True
    state = ann.look(table)
    assert state["legal"] == [] and state["paused"]
    assert bo.post(f"/tables/{table}/go-on")["paused"] is False
    bo.post(f"/tables/{table}/end", expect=403)
    assert ann.post(f"/tables/{table}/hand-over", {"seat": 1})["status"] == "running"
    assert bo.post(f"/tables/{table}/end")["status"] == "over"
    assert ann.told(table)[-1]["type"] == "ended" and ann.told(table)[-1]["by"] == "host"
    again = ann.post(f"/tables/{table}/rematch", {})
    assert again["status"] == "open" and bo.look(table)["rematch"] == again["id"]
    assert bo.post(f"/tables/{table}/rematch", {})["id"] == again["id"]
    private = ann.make("rollie", players=2)
    assert private not in str(bo.get("/tables?limit=100"))
    ann.post(f"/tables/{private}/leave")
    assert ann.look(private)["status"] == "closed"


def test_the_lobby_is_paged(program: Begin) -> None:
    robo = program("Robo")
    tables = [robo.make(public=True) for _number in range(3)]
    found, page = [], "/api/v1/tables?limit=2"
    while page:
        answer = robo.get(page.removeprefix("/api/v1"))
        found += [table["id"] for table in answer["tables"]]
        page = answer["next"]
    assert len(found) == len(set(found)) and set(tables) <= set(found)
