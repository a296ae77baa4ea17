"""What another site, another guest or a thief could try with forms, cookies and seats: refused, and nothing changed."""

import base64
import json
import re
import threading
from collections.abc import Callable, Iterator

import httpx
import pytest

from rolltop.server.guard.guests import COOKIE, HOST_COOKIE, Guest, Guests
from rolltop.server.guard.limits import action_of
from tests.server.person import Person, Server, running_server
from tests.server.routes import routes

KEY, OLD = "a key of the tests and of nobody else", "the key that was used before and long enough"
TOKEN = re.compile(r'name="token" value="([0-9a-f]+)"')
Arrive = Callable[[str], Person]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose keys we know, behind a proxy on this machine."""
    data = tmp_path_factory.mktemp("forms") / "data"
    with running_server(data, ROLLTOP_KEY=f"{KEY},{OLD}", ROLLTOP_PROXIES="127.0.0.1") as running:
        yield running


@pytest.fixture(scope="module")
def posts(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Every address that takes a form."""
    found = [path for path in routes(tmp_path_factory.mktemp("routes"), "POST") if not path.startswith("/api")]
    assert {"/tables", "/settings", "/t/{table_id}/play", "/t/{table_id}/seat/{token}"} <= set(found)
    return found


def token_of(person: Person) -> str:
    return str(TOKEN.findall(person.html)[0])


def seat_link(person: Person) -> str:
    return str(re.findall(r"/seat/([\w.-]+)", person.html)[0])


def filled(path: str, person: Person) -> str:
    """An address with the table and the seat of a person."""
    return path.replace("{table_id}", person.path.rpartition("/")[2]).replace("{token}", seat_link(person))


def sits(page: httpx.Response) -> bool:
    """Is it the page of somebody with a seat, who gets a link to move it?"""
    return "/seat/" in page.text


def history(person: Person) -> str:
    return person.http.get(person.path + "/record").text


@pytest.fixture
def ann(person: Arrive) -> Person:
    """Ann, at a running table with a bot."""
    ann = person("Ann")
    ann.make_table(2, **{"with": "bots"})
    return ann.wait_for_turn()


# ---- forms of other sites --------------------------------------------------------------------------------------------


def test_no_form_is_taken_without_the_guests_own_token(posts: list[str], ann: Person, person: Arrive) -> None:
    eve = person("Eve").go("/")
    before, fields = history(ann), {"move": "secure", "at": "1", "sure": "yes", "moment": "1", "name": "Eve"}
    for path in posts:
        for token in ({}, {"token": token_of(eve)}, {"token": "0" * 64}, {"token": token_of(ann)[:32]}):
            answer = ann.http.post(filled(path, ann), data={**fields, **token})
            assert answer.status_code == 403, path
            assert "not from a page of yours" in answer.text, path
    assert history(ann) == before


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"sec-fetch-site": "whatever"}, 403),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "garbage["}, 403),
        ({"sec-fetch-site": "same-origin"}, 303),
        ({"sec-fetch-site": "none"}, 303),
        ({}, 303),
    ],
)
def test_forms_from_other_sites_are_refused_even_with_the_token(
    person: Arrive, headers: dict[str, str], status: int
) -> None:
    ann = person("Ann").go("/settings")
    ann.http.follow_redirects = False
    answer = ann.http.post("/settings", data={"token": token_of(ann), "name": "Anna"}, headers=headers)
    assert answer.status_code == status


def test_a_form_of_this_site_has_this_origin(server: Server, person: Arrive) -> None:
    ann = person("Ann").go("/settings")
    answer = ann.http.post("/settings", data={"token": token_of(ann), "name": "Anna"}, headers={"origin": server.url})
    assert answer.status_code == 200


def test_form_tokens_look_different_each_time_and_work_again(person: Arrive) -> None:
    ann = person("Ann")
    tokens = {token_of(ann.go("/settings")) for _time in range(4)}
    assert len(tokens) == 4
    for token in tokens:
        assert ann.http.post("/settings", data={"token": token, "name": "Ann"}).status_code == 200


@pytest.mark.parametrize("header", ["x-http-method-override", "x-method-override", "x-http-method"])
def test_no_header_makes_a_post_of_a_get(ann: Person, header: str) -> None:
    before = history(ann)
    ann.http.get(ann.path + "/play?move=secure&at=1&sure=yes&_method=POST", headers={header: "POST"})
    assert history(ann) == before


# ---- cookies ---------------------------------------------------------------------------------------------------------


def test_cookies_cannot_be_made_with_another_key_or_changed(server: Server, ann: Person) -> None:
    own = ann.http.cookies[COOKIE]
    payload, _dot, signature = own.rpartition(".")
    guest_id = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))[0]
    known = Guest(guest_id, "Ann")
    forged = [
        Guests([b"another key, which is long enough"]).write(known),
        Guests([b""]).write(known),
        f"{payload}.",
        f"{payload}.{signature[::-1]}",
        f"{payload[:-4]}AAAA.{signature}",
        json.dumps([guest_id, "Ann", True]),
    ]
    for cookie in forged:
        page = httpx.get(server.url + ann.path, headers={"cookie": f"{COOKIE}={cookie}"})
        assert not sits(page) and "set-cookie" in page.headers, cookie
    assert sits(httpx.get(server.url + ann.path, headers={"cookie": f"{COOKIE}={own}"}))


def test_over_https_the_cookie_is_of_this_host_only(server: Server) -> None:
    https = {"x-forwarded-proto": "https"}
    answer = httpx.get(server.url, headers=https)
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(HOST_COOKIE + "=")
    assert {"Secure", "HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; ")) and "Domain" not in cookie
    assert answer.headers["strict-transport-security"]
    value = cookie.partition(";")[0].partition("=")[2]
    planted = httpx.get(server.url, headers={**https, "cookie": f"{COOKIE}={value}"})
    assert "set-cookie" in planted.headers, "a cookie that a neighbour or plain http planted must not count"
    kept = httpx.get(server.url, headers={**https, "cookie": f"{HOST_COOKIE}={value}"})
    assert "set-cookie" not in kept.headers


def test_over_http_there_is_no_hsts_and_a_readable_cookie(server: Server) -> None:
    answer = httpx.get(server.url)
    assert "strict-transport-security" not in answer.headers
    assert answer.headers["set-cookie"].startswith(COOKIE + "=") and "Secure" not in answer.headers["set-cookie"]


def test_other_peoples_broken_cookies_do_not_cost_the_seat(server: Server, ann: Person) -> None:
    cookies = f'a="; b={{"x":1}}; =; {COOKIE}={ann.http.cookies[COOKIE]}; c=\xff'
    page = httpx.get(server.url + ann.path, headers={b"cookie": cookies.encode("latin-1")})
    assert sits(page)


def test_only_pages_give_cookies(server: Server, ann: Person) -> None:
    for path in (
        "/health",
        "/static/live.js",
        "/nothing.css",
        ann.path + "/qr.svg",
        ann.path + "/record",
        "/api/v1/games",
    ):
        answer = httpx.get(server.url + path)
        gives = answer.headers.get("content-type", "").startswith("text/html")
        assert ("set-cookie" in answer.headers) == gives, path


def test_what_an_older_key_signed_still_works_and_is_renewed(server: Server, ann: Person) -> None:
    old, new = Guests([OLD.encode()]), Guests([KEY.encode()])
    guest = new.read(ann.http.cookies[COOKIE])
    headers = {"cookie": f"{COOKIE}={old.write(guest)}"}
    page = httpx.get(server.url + ann.path, headers=headers)
    assert sits(page)
    assert new.read(page.headers["set-cookie"].partition(";")[0].partition("=")[2]) == guest
    link = old.seat_link(ann.path.rpartition("/")[2], 0, guest.id)
    assert httpx.get(f"{server.url}{ann.path}/seat/{link}").status_code == 200
    form = {"token": old.form_token(guest), "name": "Anna"}
    assert httpx.post(server.url + "/settings", data=form, headers=headers).status_code == 303


# ---- seats -----------------------------------------------------------------------------------------------------------


def test_nobody_acts_from_a_seat_that_is_not_theirs(posts: list[str], ann: Person, person: Arrive) -> None:
    eve = person("Eve").go(ann.path)
    before = history(ann)
    fields = {"token": token_of(eve), "move": "secure", "at": str(len(before)), "sure": "yes", "moment": "1"}
    harmless = ("/join", "/bots", "/leave", "/onward", "/analyse", "/seat/{token}")
    for path in [each for each in posts if each.startswith("/t/") and not each.endswith(harmless)]:
        answer = eve.http.post(filled(path, ann), data={**fields, "seat": "0", "die-0": "1"})
        assert answer.status_code in (403, 409, 422), path
    assert history(ann) == before


def test_a_seat_link_works_once_and_for_its_own_table_only(ann: Person, person: Arrive) -> None:
    link, other = seat_link(ann), person("Bo")
    other.make_table(2, **{"with": "bots"})
    eve, thief = person("Eve").go(ann.path), person("Thief").go(ann.path)
    assert eve.http.post(f"{other.path}/seat/{link}", data={"token": token_of(eve)}).status_code == 403
    assert eve.http.post(f"{ann.path}/seat/{link}x", data={"token": token_of(eve)}).status_code == 403
    assert eve.http.post(f"{ann.path}/seat/{link}", data={"token": token_of(eve)}).status_code == 200
    assert sits(eve.http.get(ann.path)) and not sits(ann.http.get(ann.path))
    for one in (thief, ann):
        answer = one.http.post(f"{ann.path}/seat/{link}", data={"token": token_of(one)})
        assert answer.status_code == 403 and "used already" in answer.text


def test_moves_that_are_sent_many_times_at_once_happen_once(ann: Person) -> None:
    action, fields = ann.fields("/play", move=ann.moves[-1], sure="yes")
    before = history(ann).count(" 1: ")
    answers: list[int] = []

    def send() -> None:
        copy = httpx.Client(base_url=ann.http.base_url, cookies=ann.http.cookies)
        with copy:
            answers.append(copy.post(action, data=fields).status_code)

    threads = [threading.Thread(target=send) for _time in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(answers) <= {303, 409} and 303 in answers
    assert history(ann).count(" 1: ") == before + 1


def test_one_form_makes_one_table(person: Arrive) -> None:
    ann = person("Ann").go("/")
    ann.http.follow_redirects = False
    made = {ann.try_to("/tables", name="Ann").headers["location"] for _time in range(5)}
    assert len(made) == 1


def test_every_post_is_counted_somewhere(posts: list[str]) -> None:
    budgets = {path: action_of("POST", path) for path in posts}
    assert budgets["/tables"] == budgets["/t/{table_id}/rematch"] == "tables"
    assert budgets["/t/{table_id}/advise"] == "advice" and budgets["/t/{table_id}/analyse"] == "analyses"
    assert budgets["/t/{table_id}/play"] == "moves"
