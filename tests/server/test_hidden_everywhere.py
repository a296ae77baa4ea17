"""What is hidden is in no page of a real server: every address of a table gives the same bytes in two worlds."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from rolltop.server.guard.guests import COOKIE, Guest, Guests
from tests.server.api.test_api_hidden import Pair, Worlds
from tests.server.person import Server, running_server
from tests.server.routes import routes
from tests.server.test_hidden import WAYS, every_card

KEY = "a key of the tests and of nobody else"
BY_ID_ALONE = ("/qr.svg",)  #: what is made of the table's address and nothing else
FRESH = re.compile(r'(name="token" value="|/seat/)[\w.-]+')  #: what is new on every page
VARYING = ("date", "x-request-id", "set-cookie")


@pytest.fixture(scope="module")
def worlds() -> Worlds:
    return Worlds()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, worlds: Worlds) -> Iterator[Server]:
    """A server with pairs of tables."""
    folder: Path = tmp_path_factory.mktemp("everywhere")
    address = f"sqlite:///{folder / 'worlds.sqlite3'}"
    asyncio.run(worlds.put(address))
    with running_server(folder / "data", ROLLTOP_DATABASE=address, ROLLTOP_KEY=KEY) as running:
        yield running


@pytest.fixture(scope="module")
def addresses(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Every address of a table, and what is asked there."""
    found = [path for path in routes(tmp_path_factory.mktemp("routes"), "GET") if path.startswith("/t/{table_id}")]
    assert {"/t/{table_id}", "/t/{table_id}/live", "/t/{table_id}/record", "/t/{table_id}/log"} <= set(found)
    return [path for path in found if not path.endswith(BY_ID_ALONE)]


def viewer_of(pair: Pair) -> Guest:
    return Guest(f"guest-{pair.viewer}" if pair.viewer >= 0 else "nobody", "Eve")


def everything(http: httpx.Client, pair: Pair, table_id: str, addresses: list[str]) -> Iterator[tuple[str, str]]:
    """What a viewer gets of a table, and what for; without what stands for the table, and what is always new."""
    guest, guests = viewer_of(pair), Guests([KEY.encode()])
    link = guests.seat_link(table_id, max(0, pair.viewer), guest.id)

    def plain(answer: httpx.Response, text: str) -> str:
        headers = sorted((name, value) for name, value in answer.headers.items() if name not in VARYING)
        if "token" in text or "/seat/" in text:
            headers = [(name, value) for name, value in headers if name != "content-length"]
        return FRESH.sub(r"\1", f"{answer.status_code} {headers} {text}").replace(table_id, "ID").replace(link, "")

    for path in addresses:
        filled = path.replace("{table_id}", table_id).replace("{token}", link)
        with http.stream("GET", filled) as answer:
            assert answer.status_code < 500, path
            if not path.endswith("/live"):
                answer.read()
                yield path, plain(answer, answer.text)
                continue
            text = ""
            for part in answer.iter_text():
                text += part
                if text.count("\n\n") > 1:
                    break
            yield path, plain(answer, text)
    token, at = guests.form_token(guest), len(pair.game.history)
    moves = ["nonsense", *(f"{verb} {card}" for card in every_card()[::17] for verb in ("take", "cheer"))]
    for move in moves if pair.game.turn != pair.viewer else moves[:1]:
        for act in ("play", "wish"):
            form = {"token": token, "move": move, "at": str(at), "sure": "yes"}
            answer = http.post(f"/t/{table_id}/{act}", data=form)
            yield f"{act} {move}", plain(answer, answer.text)


@pytest.mark.parametrize("way", WAYS)
def test_two_worlds_that_differ_in_what_is_hidden_give_the_same_bytes(
    server: Server, worlds: Worlds, addresses: list[str], way: str
) -> None:
    count = 0
    for pair in [pair for pair in worlds.pairs if pair.way == way]:
        cookie = {"cookie": f"{COOKIE}={Guests([KEY.encode()]).write(viewer_of(pair))}", "accept-encoding": "identity"}
        with httpx.Client(base_url=server.url, headers=cookie, timeout=20) as http:
            both = [everything(http, pair, table_id, addresses) for table_id in pair.ids]
            for (what, one), (_what, other) in zip(*both, strict=True):
                assert one == other, f"{what} shows viewer {pair.viewer} what is hidden"
        count += 1
    assert count > 3, "hardly any two worlds"


def test_this_would_notice(server: Server, worlds: Worlds, addresses: list[str]) -> None:
    noticed = 0
    for pair in [pair for pair in worlds.pairs if pair.way == "plain"][:4]:
        for seat in [seat for seat in range(pair.game.n_players) if seat != pair.viewer]:
            cookie = {"cookie": f"{COOKIE}={Guests([KEY.encode()]).write(Guest(f'guest-{seat}', 'Eve'))}"}
            pages = [
                httpx.get(f"{server.url}/t/{table_id}", headers=cookie).text.replace(table_id, "")
                for table_id in pair.ids
            ]
            noticed += FRESH.sub("", pages[0]) != FRESH.sub("", pages[1])
    assert noticed


def test_packed_pages_do_not_tell_the_token_by_their_size(server: Server, worlds: Worlds) -> None:
    """A guess of the token in the same packed page is as long as any other text: the token never stands there bare."""
    guests, pair = Guests([KEY.encode()]), worlds.pairs[0]
    guest = viewer_of(pair)
    mark = guests._form_mark(KEY.encode(), guest).hex()
    cookie = {"cookie": f"{COOKIE}={guests.write(guest)}"}
    pages = [httpx.get(f"{server.url}/t/{pair.ids[0]}", headers=cookie) for _time in range(3)]
    assert all(page.headers["content-encoding"] == "gzip" and mark not in page.text for page in pages)
    tokens = [set(re.findall(r'name="token" value="(\w+)"', page.text)) for page in pages]
    assert not (tokens[0] & tokens[1] or tokens[1] & tokens[2])
