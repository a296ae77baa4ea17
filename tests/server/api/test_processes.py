"""Two server processes on one database: a program may ask either."""

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.api.program import Program
from tests.server.person import running_server
from tests.server.postgres import Postgres


@pytest.fixture(scope="module")
def two(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Program, Program]]:
    """The same account at two processes."""
    folder: Path = tmp_path_factory.mktemp("two")
    key = "k" * 40
    with (
        postgres.database() as address,
        running_server(folder / "one", ROLLTOP_DATABASE=address, ROLLTOP_KEY=key) as one,
        running_server(folder / "other", ROLLTOP_DATABASE=address, ROLLTOP_KEY=key) as other,
    ):
        here = Program(one.url, "Robo")
        there = Program(other.url, token=here.token)
        yield here, there
        here.close()
        there.close()


def test_a_key_holds_at_both(two: tuple[Program, Program]) -> None:
    here, there = two
    body = {"game": "roll_estate", "players": 2, "bots": 1}
    table = here.post("/tables", body, expect=201, key="table")["id"]
    assert there.post("/tables", body, expect=201, key="table")["id"] == table
    for turn in range(4):
        state = here.on_turn(table)
        move, at = state["legal"][0], state["at"]
        receipt = two[turn % 2].play(table, move, at, key=f"move-{turn}")
        assert two[1 - turn % 2].play(table, move, at, key=f"move-{turn}") == receipt
        refused = two[1 - turn % 2].play(table, state["legal"][-1], at + 1, expect=422, key=f"move-{turn}")
        assert refused["code"] == "key"
    here.on_turn(table)
    assert here.told(table) == there.told(table)
    mine = [event for event in here.told(table) if event["type"] == "played" and event["seat"] == 0]
    assert len(mine) == 4


def test_a_stream_at_one_tells_what_happens_at_the_other(two: tuple[Program, Program]) -> None:
    here, there = two
    table = here.make("roll_estate", bots=1)
    second = here.post("/tokens", {}, expect=201)
    watching = Program(str(there.http.base_url).removesuffix("/api/v1/"), token=second["token"])
    seen: list[int] = []
    ended = threading.Event()

    def follow() -> None:
        with watching.stream(table) as lines:
            seen.extend(json.loads(line)["event"] for line in lines if line)
        ended.set()

    thread = threading.Thread(target=follow)
    thread.start()
    for _turn in range(3):
        state = here.on_turn(table)
        here.play(table, state["legal"][0], state["at"])
    until = time.monotonic() + 10
    while len(seen) < here.look(table)["event"] and time.monotonic() < until:
        time.sleep(0.05)
    known = [event["event"] for event in here.told(table)]
    assert seen == known[: len(seen)] and len(seen) > 4
    here.delete(f"/tokens/{second['id']}")
    watching.get("/token", expect=401)
    time.sleep(2)
    state = here.on_turn(table)
    here.play(table, state["legal"][0], state["at"])
    assert ended.wait(20), "a revoked token's stream ends at the other process too"
    thread.join()
    watching.close()
