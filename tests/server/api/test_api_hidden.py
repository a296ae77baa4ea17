"""What is hidden from a seat is in no answer of the API: two worlds that differ only in it give the same bytes."""

import asyncio
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from rolltop.play.game import Game
from rolltop.server.api.bearers import ACCOUNT, PLAY, digest_of
from rolltop.server.hall.table import Table
from rolltop.server.storage.store import Store, Token
from tests.server.api.program import NDJSON, Program
from tests.server.person import running_server
from tests.server.test_hidden import WAYS, every_card, pairs
from tests.server.worlds import events_of

VERBS = ("cheer", "take")
GUESTS = ["guest-0", "guest-1", "guest-2", "guest-3", "nobody"]
LOOKS = ("", "/legal", "/record", "/events?follow=false", "/events?follow=false&words=true&after=1")
PLAIN = {"accept-encoding": "identity"}  # packed lengths would differ by the tables' ids
VARYING = ("date", "x-request-id")


@dataclass(frozen=True)
class Pair:
    """Two tables that look the same to a viewer, and the game at the first."""

    way: str
    viewer: int
    ids: tuple[str, str]
    game: Game


class Worlds:
    """Pairs of tables in a database."""

    def __init__(self) -> None:
        self.pairs: list[Pair] = []

    async def put(self, address: str) -> None:
        """Write them down, all at the same time."""
        now = time.time()
        async with Store.open(address) as store:
            for guest in GUESTS:
                store.add_token(Token(digest_of(guest), guest, "Eve", "", ACCOUNT, PLAY, now, now))
            for way in WAYS:
                for seed in range(2):
                    for viewer, *games in pairs(way, 2 + seed % 3, seed):
                        number = 2 * len(self.pairs)
                        ids = (f"table-{number:018}", f"table-{number + 1:018}")
                        self.pairs.append(Pair(way, viewer, ids, games[0]))
                        for table_id, game in zip(ids, games, strict=True):
                            table = Table(table_id, b"secret")
                            events = events_of(game)
                            for event in events:
                                table.apply(event)
                            told = [(event.kind, event.data) for event in events]
                            await store.append(table_id, 0, told, table.summary(), b"secret", now)


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Worlds, Callable[[int], Program]]]:
    """The pairs, at a real server, and the program of each viewer."""
    folder: Path = tmp_path_factory.mktemp("worlds")
    found, address = Worlds(), f"sqlite:///{folder / 'worlds.sqlite3'}"
    asyncio.run(found.put(address))
    with running_server(folder / "data", ROLLTOP_DATABASE=address) as running:
        programs = {viewer: Program(running.url, token=guest) for viewer, guest in enumerate(GUESTS)}
        yield found, lambda viewer: programs.get(viewer, programs[len(GUESTS) - 1])
        for program in programs.values():
            program.close()


def everything(program: Program, table: str, game: Game, viewer: int) -> Iterator[tuple[str, bytes]]:
    """All that a viewer gets of a table by the API, and what for; without the table's id."""

    def ask(method: str, path: str, accept: str = "*/*", body: object = None) -> tuple[str, bytes]:
        answer = program.http.request(method, f"/tables/{table}{path}", headers=PLAIN | {"accept": accept}, json=body)
        assert answer.status_code == 200 or method == "POST"
        headers = sorted((name, value) for name, value in answer.headers.items() if name not in VARYING)
        content = answer.content + repr(headers).encode()
        return f"{method} {path} {accept} {body}", content.replace(table.encode(), b"ID")

    for path in LOOKS:
        yield ask("GET", path)
    yield ask("GET", LOOKS[-1], NDJSON)
    for path in ("/unwish", "/refuse", "/agree", "/come-back"):
        yield ask("POST", path)
    mine = game.turn == viewer
    cards = every_card()[::13]
    moves = ["nonsense", "cheer violet 77", *([] if mine else [f"{verb} {card}" for card in cards for verb in VERBS])]
    for move in moves:
        for path in ("/play", "/wish"):
            for at in (len(game.history), len(game.history) - 1):
                yield ask("POST", path, body={"move": move, "at": at})


@pytest.mark.parametrize("way", WAYS)
def test_two_worlds_that_differ_in_what_is_hidden_give_the_same_bytes(
    worlds: tuple[Worlds, Callable[[int], Program]], way: str
) -> None:
    found, program = worlds
    count = 0
    for pair in [pair for pair in found.pairs if pair.way == way]:
        both = [everything(program(pair.viewer), table, pair.game, pair.viewer) for table in pair.ids]
        for (what, one), (_what, other) in zip(*both, strict=True):
            assert one == other, f"{what} shows viewer {pair.viewer} what is hidden"
        count += 1
    assert count > 3, "hardly any two worlds"


def test_this_would_notice(worlds: tuple[Worlds, Callable[[int], Program]]) -> None:
    """Who may see more gets other bytes: the worlds do differ."""
    found, program = worlds
    noticed = 0
    for pair in [pair for pair in found.pairs if pair.way == "plain"][:6]:
        for seat in [seat for seat in range(pair.game.n_players) if seat != pair.viewer]:
            states = [program(seat).look(table) for table in pair.ids]
            noticed += states[0]["record"] != states[1]["record"]
    assert noticed
