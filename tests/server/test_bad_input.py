"""What people, broken browsers and attackers send: a clear answer, and nothing changed."""

import html
import re
import time
from collections.abc import Callable

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.server.person import Person, Server

Arrive = Callable[[str], Person]
PROBLEM = re.compile(r'id="problem">([^<]*)')


def problem(answer: httpx.Response) -> str:
    found = PROBLEM.findall(answer.text)
    assert found, answer.text[:300]
    assert "Traceback" not in answer.text
    return html.unescape(str(found[0]))


@pytest.mark.parametrize(
    ("changes", "status", "says"),
    [
        ({"game": "chess"}, 422, "no game"),
        ({"game": ""}, 422, "game"),
        ({"players-rollie": "1"}, 422, "2 to 6"),
        ({"players-rollie": "7"}, 422, "2 to 6"),
        ({"players-rollie": "-2"}, 422, "whole number"),
        ({"players-rollie": "four"}, 422, "whole number"),
        ({"players-rollie": "9" * 5000}, 422, "whole number"),
        ({"bots": "9"}, 422, "at most 3"),
        ({"bot": "cheater"}, 422, "cheater"),
        ({"pace": "never"}, 422, "pace"),
        ({"option-rollie-first": "9"}, 422, "option first"),
        ({"players-rollie": "2", "option-rollie-first": "3"}, 422, "seat 3"),
        ({"edition": "../../../../etc/passwd"}, 422, "edition"),
        ({"edition": "/tmp/x.toml"}, 422, "edition"),
        ({"once": ""}, 422, "once"),
        ({"option-rollie-speed": "3"}, 422, "no option 'speed'"),
        ({"name": ""}, 422, "name"),
        ({"name": "   "}, 422, "name"),
        ({"name": "x" * 25}, 422, "name"),
        ({"name": "x" * 9000}, 422, "name"),
        ({"name": "a\x00b"}, 422, "name"),
        ({"name": "a\u202eb"}, 422, "name"),
        ({"contribution": "x" * 65}, 422, "contribution"),
        ({"contribution": "a\x07b"}, 422, "contribution"),
    ],
)
def test_making_a_table_with_wrong_fields(person: Arrive, changes: dict[str, str], status: int, says: str) -> None:
    ann = person("Ann").go("/")
    ann.http.follow_redirects = False
    answer = ann.try_to("/tables", **changes)
    assert answer.status_code == status, answer.text[:500]
    assert says in problem(answer)


def test_html_in_names_is_only_text(person: Arrive) -> None:
    ann = person("<b>Ann</b>")
    ann.make_table(2, **{"with": "bots"})
    for page in ("", "/log", "/fair"):
        text = ann.http.get(ann.path + page).text
        assert "<b>Ann</b>" not in text
    assert "&lt;b&gt;Ann" in ann.go(ann.path + "/fair").html


@pytest.mark.parametrize(
    "path", ["/t/0", "/t/" + "0" * 24, "/t/" + "x" * 500, "/t/%00", "/t/..%2f..%2fetc", "/nothing", "/rules/chess",
             "/static/../app.py", "/static/nothing.css", "/static/games/chess/sprite.svg"],
)  # fmt: skip
def test_addresses_that_lead_nowhere(person: Arrive, path: str) -> None:
    answer = person("Ann").http.get(path)
    assert answer.status_code == 404
    assert problem(answer)


@pytest.mark.parametrize("token", ["", "0" * 32, "ü", "x" * 400])
def test_forms_of_others_are_refused(person: Arrive, token: str) -> None:
    ann = person("Ann").go("/")
    answer = ann.try_to("/tables", token=token)
    assert answer.status_code == 403
    assert "not from a page of yours" in problem(answer)


def test_a_form_without_cookies_is_refused(server: Server, person: Arrive) -> None:
    action, fields = person("Ann").go("/").fields("/tables")
    answer = httpx.post(server.url + action, data=fields)
    assert answer.status_code == 403
    assert "cookies" in problem(answer)


@pytest.mark.parametrize("cookie", ["", "x", "x.y.z", "WyJhIiwiYiIsdHJ1ZV0.bad", '"', "=;=;", "\x80"])
def test_bad_cookies_make_a_new_guest(server: Server, cookie: str) -> None:
    answer = httpx.get(server.url, headers={b"cookie": f"rolltop={cookie}".encode("latin-1")})
    assert answer.status_code == 200
    assert "rolltop=" in answer.headers["set-cookie"]
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert "SameSite=Lax" in answer.headers["set-cookie"]


def test_somebody_elses_cookie_cannot_be_made(server: Server, person: Arrive) -> None:
    ann = person("Ann")
    ann.make_table(2, **{"with": "bots"})
    name, value = next((cookie.name, cookie.value) for cookie in ann.http.cookies.jar if cookie.name == "rolltop")
    assert value is not None
    payload, _, signature = value.rpartition(".")
    for forged in (f"{payload[:-2]}xx.{signature}", f"{payload}.{signature[:-2]}aa", payload):
        page = httpx.get(server.url + ann.path, headers={"cookie": f"{name}={forged}"}).text
        assert 'action="' + ann.path + '/play"' not in page


def running_table(person: Arrive) -> Person:
    ann = person("Ann")
    ann.make_table(2, **{"with": "bots"})
    while not ann.look().moves:
        time.sleep(0.01)
    return ann


@pytest.mark.parametrize(
    ("changes", "status", "says"),
    [
        ({"move": ""}, 422, "move"),
        ({"move": "fly"}, 422, "expected one of"),
        ({"move": "take 7"}, 422, "expected one of"),
        ({"move": "take 5; drop table"}, 422, "expected one of"),
        ({"move": "x" * 9000}, 422, "expected one of"),
        ({"at": "", "move": "secure"}, 422, "at"),
        ({"at": "-1", "move": "secure"}, 422, "whole number"),
        ({"at": "9999999", "move": "secure"}, 409, "look again"),
        ({"at": "0", "move": "secure"}, 409, "look again"),
    ],
)
def test_wrong_moves_change_nothing(person: Arrive, changes: dict[str, str], status: int, says: str) -> None:
    ann = running_table(person)
    before = ann.http.get(ann.path + "/record").text
    answer = ann.try_to("/play", **{"sure": "yes", **changes})
    assert answer.status_code == status
    assert says in problem(answer)
    assert ann.http.get(ann.path + "/record").text == before
    assert ann.look().moves


def test_only_who_sits_there_may_act(person: Arrive) -> None:
    ann, eve = running_table(person), person("Eve")
    eve.go(ann.path)
    token = re.findall(r'name="token" value="([0-9a-f]+)"', eve.html)[0]
    for act in ("play", "wish", "unwish", "rematch"):
        fields = {"token": token, "move": "secure", "at": "5", "sure": "yes"}
        answer = eve.http.post(f"{ann.path}/{act}", data=fields)
        assert answer.status_code == 403, act
        assert "no seat" in problem(answer)


def test_too_much_at_once(server: Server, person: Arrive) -> None:
    ann = person("Ann").go("/")
    assert ann.try_to("/tables", name="x" * 20_000).status_code == 413
    many = {f"field{number}": "x" for number in range(200)}
    assert ann.try_to("/tables", **many).status_code in (400, 413)


def test_bodies_of_other_kinds(server: Server, person: Arrive) -> None:
    ann = person("Ann").go("/")
    kinds = {"application/json": b"{}", "text/plain": b"\xff\xfe", "multipart/form-data; boundary=x": b"--x\r\nbroken"}
    for kind, content in kinds.items():
        answer = ann.http.post("/tables", content=content, headers={"content-type": kind})
        assert 400 <= answer.status_code < 500
        assert "Traceback" not in answer.text


def test_wrong_methods(person: Arrive) -> None:
    ann = running_table(person)
    assert ann.http.get(ann.path + "/play").status_code in (404, 405)
    assert ann.http.delete(ann.path).status_code == 405
    assert ann.http.post(ann.path + "/record").status_code == 405


def test_every_answer_carries_the_headers(person: Arrive) -> None:
    ann = running_table(person)
    for path in ("/", ann.path, "/nothing", "/static/live.js", ann.path + "/record"):
        answer = ann.http.get(path)
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "server" not in answer.headers


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(st.sampled_from("game players name once bots with token x".split()), st.text(max_size=30)))
def test_any_fields_get_a_decent_answer(server: Server, fields: dict[str, str]) -> None:
    with Person(server.url, "Ann").http as http:
        page = http.get("/").text
        token = re.findall(r'name="token" value="([0-9a-f]+)"', page)[0]
        answer = http.post("/tables", data={"token": token, **fields})
        assert answer.status_code < 500
        assert "Traceback" not in answer.text
