"""Programs at a real server: they send requests as anybody may write them, without our client."""

import json
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

NDJSON, SSE = "application/x-ndjson", "text/event-stream"


class Program:
    """A program with a token; without a name it has none."""

    def __init__(self, url: str, name: str = "", token: str = "") -> None:
        self.http = httpx.Client(base_url=url + "/api/v1", timeout=20)
        self.token = token
        if name:
            self.token = self.post("/tokens", {"name": name}, expect=201)["token"]
        if self.token:
            self.http.headers["authorization"] = f"Bearer {self.token}"

    def close(self) -> None:
        """Hang up."""
        self.http.close()

    def get(self, path: str, expect: int = 200, **headers: str) -> Any:
        """The answer to GET as plain data."""
        return answer_of(self.http.get(path, headers=headers), expect)

    def post(self, path: str, body: Any = None, expect: int = 200, **headers: str) -> Any:
        """The answer to POST as plain data; ``key`` is the idempotency key."""
        if "key" in headers:
            headers["idempotency-key"] = headers.pop("key")
        return answer_of(self.http.post(path, json=body, headers=headers), expect)

    def delete(self, path: str, expect: int = 204) -> Any:
        """The answer to DELETE."""
        return answer_of(self.http.delete(path), expect)

    # ---- tables ------------------------------------------------------------------------------------------------------

    def make(self, game: str = "rollie", players: int = 2, **more: Any) -> str:
        """Make a table; its id."""
        made: str = self.post("/tables", {"game": game, "players": players, **more}, expect=201)["id"]
        return made

    def look(self, table: str) -> Any:
        """The table as this program sees it."""
        return self.get(f"/tables/{table}")

    def on_turn(self, table: str, seconds: float = 40) -> Any:
        """The table when it is this program's turn."""
        until = time.monotonic() + seconds
        while not (state := self.look(table))["legal"]:
            assert time.monotonic() < until, "it is never this program's turn"
            time.sleep(0.01)
        return state

    def play(self, table: str, move: str, at: int, expect: int = 200, **headers: str) -> Any:
        """Choose a move."""
        return self.post(f"/tables/{table}/play", {"move": move, "at": at}, expect, **headers)

    def told(self, table: str, after: int = 0, **query: str) -> list[dict[str, Any]]:
        """What has happened, as far as this program is told."""
        query = {"follow": "false", "after": str(after), **query}
        answer = self.http.get(f"/tables/{table}/events", params=query, headers={"accept": NDJSON})
        assert answer.status_code in (200, 204), answer.text
        return [json.loads(line) for line in answer.text.splitlines() if line]

    @contextmanager
    def stream(self, table: str, accept: str = NDJSON, **headers: str) -> Iterator[Iterator[str]]:
        """The lines of a stream of events."""
        path = f"/tables/{table}/events"
        with self.http.stream("GET", path, headers={"accept": accept, **headers}) as answer:
            assert answer.status_code == 200
            yield answer.iter_lines()


def answer_of(answer: httpx.Response, expect: int) -> Any:
    """The data of an answer, which has the expected status."""
    assert answer.status_code == expect, answer.text
    if answer.status_code >= 400:
        problem = answer.json()
        assert answer.headers["content-type"] == "application/problem+json"
        assert problem["status"] == expect and problem["title"] and problem["detail"] and problem["code"]
    assert "set-cookie" not in answer.headers
    assert "access-control-allow-origin" not in answer.headers
    return answer.json() if "json" in answer.headers.get("content-type", "") else answer.text


def play_out(programs: list[Program], table: str, seed: int = 0, moves: int = 10_000) -> int:
    """Let programs play at random until the game is over, or for so many moves; how many were made."""
    rng, made = random.Random(seed), 0
    while made < moves:
        states = [program.look(table) for program in programs]
        if states[0]["status"] == "over":
            break
        for program, state in zip(programs, states, strict=True):
            if state["legal"]:
                program.play(table, rng.choice(state["legal"]), state["at"])
                made += 1
                break
    return made
