"""Whoever asks for too much is told to wait; nobody else notices, and what is remembered of it stays small."""

import asyncio
import socket
from collections.abc import Callable, Iterator
from random import Random

import httpx
import pytest

from rolltop.games.errors import RolltopError
from rolltop.play.game import Game
from rolltop.server.guard.limits import BUDGETS, MOST_KEYS, Buckets, Budget, Limits, Rate, household, limits_of
from rolltop.server.hall.analysts import MOST, Analysts
from tests.server.person import Person, Server, running_server
from tests.server.worlds import table_of

Arrive = Callable[[str], Person]
TIGHT = (
    "pages.guest=30/60 pages.address=60/60 moves.guest=20/60 tables.guest=3/3600 tables.address=5/3600"
    " tokens.address=2/60 advice.guest=2/60 analyses.guest=1/60 papers.guest=2/60 open.guest=2 open.address=4"
    " guests.address=12/600"
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A strict server that believes what a proxy on this machine says about addresses."""
    data = tmp_path_factory.mktemp("limits") / "data"
    with running_server(data, ROLLTOP_LIMITS=TIGHT, ROLLTOP_PROXIES="127.0.0.1") as running:
        yield running


def at(person: Person, address: str) -> Person:
    """Let somebody come from an address."""
    person.http.headers["x-forwarded-for"] = address
    return person


def get(server: Server, path: str, address: str, **headers: str) -> httpx.Response:
    return httpx.get(server.url + path, headers={"x-forwarded-for": address, **headers})


# ---- at a server -----------------------------------------------------------------------------------------------------


def test_too_many_pages_get_a_clear_answer_and_others_notice_nothing(server: Server, person: Arrive) -> None:
    ann, bo = at(person("Ann"), "192.0.2.1").go("/"), at(person("Bo"), "192.0.2.1").go("/")
    answers = [ann.http.get("/") for _time in range(40)]
    late = [answer for answer in answers if answer.status_code == 429]
    assert 5 < len(late) < 15
    assert 1 <= int(late[0].headers["retry-after"]) <= 60
    assert 'id="problem"' in late[0].text and "Try again in" in late[0].text
    assert late[0].headers["content-security-policy"] and late[0].headers["cache-control"] == "no-store"
    assert bo.http.get("/").status_code == 200, "somebody else behind the same address"
    assert get(server, "/", "192.0.2.2").status_code == 200


def test_an_ipv6_household_counts_as_one(server: Server) -> None:
    found = [get(server, "/", f"2001:db8:1:1::{number:x}").status_code for number in range(20)]
    assert found.count(200) == 12 and found.count(429) == 8, "new guests of one network"
    assert get(server, "/", "2001:db8:1:2::1").status_code == 200


def test_who_is_no_proxy_cannot_choose_an_address(tmp_path_factory: pytest.TempPathFactory) -> None:
    data = tmp_path_factory.mktemp("direct") / "data"
    with running_server(data, ROLLTOP_LIMITS="guests.address=3/600 connections.address=5") as server:
        found = [get(server, "/", f"198.51.100.{number}").status_code for number in range(6)]
        assert found == [200] * 3 + [429] * 3
        host, port = server.url.removeprefix("http://").split(":")
        lines = [socket.create_connection((host, int(port)), timeout=2) for _number in range(8)]
        assert sum(is_hung_up(line) for line in lines) == 3, "more connections than one address may have"
        for line in lines:
            line.close()
    log = (data.parent / "data.log").read_text()
    assert log.count("--proxy 127.0.0.1") == 1, "the operator is told once"


def is_hung_up(line: socket.socket) -> bool:
    line.settimeout(0.2)
    try:
        return not line.recv(1)
    except TimeoutError:
        return False
    except ConnectionResetError:
        return True


def test_the_last_proxy_is_believed_and_not_what_the_visitor_says(server: Server) -> None:
    found = [get(server, "/", f"203.0.113.{number}, 192.0.2.9").status_code for number in range(14)]
    assert found == [200] * 12 + [429] * 2


def test_programs_are_told_in_json(server: Server) -> None:
    made = [
        httpx.post(server.url + "/api/v1/tokens", json={"name": "Bot"}, headers={"x-forwarded-for": "192.0.2.20"})
        for _time in range(3)
    ]
    assert [answer.status_code for answer in made] == [201, 201, 429]
    assert made[2].headers["content-type"] == "application/problem+json" and made[2].headers["retry-after"]
    assert made[2].json()["code"] == "limit" and made[2].json()["status"] == 429


def test_tables_and_what_costs_time_have_budgets_of_their_own(server: Server, person: Arrive) -> None:
    ann = at(person("Ann"), "192.0.2.30")
    for _time in range(3):
        ann.make_table(2, **{"with": "bots"})
    assert ann.go("/").try_to("/tables", name="Ann").status_code == 429
    ann.go("/t/" + ann.http.get("/").text.partition('href="/t/')[2][:24]).wait_for_turn()
    token = ann.form("/play").fields["token"]
    advice = [ann.http.post(ann.path + "/advise", data={"token": token, "at": "1"}).status_code for _time in range(3)]
    assert 429 not in advice[:2] and advice[2] == 429
    papers = [ann.http.get(ann.path + "/print.pdf").status_code for _time in range(3)]
    assert 429 not in papers[:2] and papers[2] == 429
    analyses = [ann.http.post(ann.path + "/analyse", data={"token": token}).status_code for _time in range(2)]
    assert analyses == [403, 429]
    assert ann.look().play(ann.moves[0]), "and one can still play"


def test_live_pages_at_once_are_counted_and_given_back(server: Server, person: Arrive) -> None:
    ann = at(person("Ann"), "192.0.2.40")
    ann.make_table(2)
    with LivePages(ann, 2) as statuses:
        assert statuses == [200, 200]
        refused = ann.http.get(ann.path + "/live")
        assert refused.status_code == 429 and refused.headers["retry-after"]
        assert ann.http.get(ann.path).status_code == 200
    for _time in range(50):
        with ann.http.stream("GET", ann.path + "/live") as again:
            if again.status_code == 200:
                break
    assert again.status_code == 200, "places are free again"


class LivePages:
    """Live pages that stay open."""

    def __init__(self, person: Person, count: int) -> None:
        self.streams = [person.http.stream("GET", person.path + "/live") for _number in range(count)]

    def __enter__(self) -> list[int]:
        return [stream.__enter__().status_code for stream in self.streams]

    def __exit__(self, *_error: object) -> None:
        for stream in self.streams:
            stream.__exit__(None, None, None)


def test_guesses_of_table_ids_all_get_the_same_answer_and_are_counted(server: Server) -> None:
    guesses = [f"{number:024x}" for number in range(3)] + ["x", "0" * 23, "G" * 24, "0" * 25]
    found = {get(server, f"/t/{guess}", "192.0.2.50").text for guess in guesses}
    assert len(found) == 1
    later = [get(server, f"/t/{number:024x}", "192.0.2.50").status_code for number in range(40)]
    assert later.count(429) > 20


def test_only_so_many_games_wait_for_their_analysis() -> None:
    game, rng = Game("rollie", 2, seed=1), Random(1)
    while not game.is_over:
        game.play(rng.choice(game.legal_moves))

    async def ask_for_many() -> None:
        analysts = Analysts(seconds=0.1)
        for number in range(MOST + 1):
            table = table_of(game)
            table.id = f"{number:024}"
            if number == MOST:
                with pytest.raises(RolltopError, match="ask again"):
                    analysts.begin(table)
            else:
                analysts.begin(table)
        analysts.begin(table_of(game))  # one that is known already
        await analysts.close()

    asyncio.run(ask_for_many())


# ---- the buckets -----------------------------------------------------------------------------------------------------


class Clock:
    """Time that passes when it is told to."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_empties_and_fills_again() -> None:
    clock = Clock()
    buckets = Buckets(Rate(5, 10), clock)
    assert [buckets.take("a") for _time in range(5)] == [0] * 5
    assert buckets.take("a") == pytest.approx(2)
    assert buckets.take("b") == 0
    clock.now += 2
    assert buckets.take("a") == 0 and buckets.take("a") == pytest.approx(2)
    clock.now += 1000
    assert [buckets.take("a") for _time in range(6)].count(0) == 5


def test_who_is_refused_is_not_punished_for_asking_again() -> None:
    clock = Clock()
    buckets = Buckets(Rate(1, 10), clock)
    buckets.take("a")
    waits = {round(buckets.take("a"), 6) for _time in range(100)}
    assert waits == {10}


def test_a_flood_of_addresses_takes_a_bounded_memory() -> None:
    clock = Clock()
    buckets = Buckets(Rate(2, 3600), clock)
    for number in range(3 * MOST_KEYS):
        buckets.take(str(number))
    assert len(buckets) == MOST_KEYS
    clock.now += 7200
    buckets.take("last")
    assert len(buckets) == 1, "full buckets are forgotten"


def test_counts_of_what_is_open_are_given_back_even_after_errors() -> None:
    limits = Limits(at_once={"open": Budget(Rate(1, 0), Rate(2, 0))})
    with limits.hold("open", "a", "ann") as one, limits.hold("open", "a", "ann") as two:
        assert one and not two
        with limits.hold("open", "a", "bo") as three, limits.hold("open", "a", "eve") as four:
            assert three and not four
    with pytest.raises(asyncio.CancelledError), limits.hold("open", "a", "ann"):
        raise asyncio.CancelledError
    with limits.hold("open", "a", "ann") as again:
        assert again
    assert not limits.held


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unix", "unix"),
        ("", ""),
        ("x" * 100, "x" * 45),
    ],
)
def test_what_an_address_counts_as(address: str, expected: str) -> None:
    assert household(address) == expected


def test_limits_are_read() -> None:
    assert limits_of("off") is None
    assert limits_of("") is not None
    strict = limits_of("moves.guest=1/60, open.address=1")
    assert strict is not None
    assert strict.take("moves", "a", "ann") == 0 and strict.take("moves", "a", "ann") > 50
    assert strict.take("moves", "a", "bo") == 0


@pytest.mark.parametrize(
    "text", ["on", "moves=1", "moves.guest=0/1", "x.guest=1/1", "moves.guest=1", "moves.all=1/1", "moves.guest=-1/1"]
)
def test_limits_that_cannot_be_read_are_named(text: str) -> None:
    with pytest.raises(RolltopError, match="expected off, or such as"):
        limits_of(text)


def test_the_usual_limits_let_a_class_play_behind_one_address() -> None:
    clock = Clock()
    limits = Limits(clock=clock)
    for _second in range(300):
        clock.now += 1
        for pupil in range(30):
            for action in ("pages", "moves"):
                assert limits.take(action, "school", f"pupil {pupil}") == 0
    assert set(BUDGETS) >= {"pages", "moves", "tables", "streams", "tokens", "guests", "advice", "analyses"}
