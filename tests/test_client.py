"""Programs at a real server: whole games, several at once, through killed servers and broken connections."""

import random
import re
import stat
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from rolltop import bots
from rolltop.client import ClientError, Forbidden, NotFound, Position, Seat, Unauthorized, Unreachable
from rolltop.client import Server as Account
from rolltop.games import shelf
from rolltop.games.errors import BadOption, IllegalMove
from rolltop.games.luck import seeded
from rolltop.play import records
from tests.server.person import Server, running_server, start_server
from tests.server.test_kill import free_port

Chooser = Callable[[Position], str | int]
LONG = 60.0  #: seconds for a game


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("server") / "data") as running:
        yield running


def at_random(seed: int) -> Chooser:
    rng = random.Random(seed)
    return lambda position: rng.choice(position.legal)


def sensible(seed: int) -> Chooser:
    """Our own bot, which gets what its seat sees from over the line."""
    lucks = seeded(seed)
    return lambda at: bots.bot("sensible").choose(at.kind, at.seen, at.boxes, lucks)


def play_out(seat: Seat, choose: Chooser) -> Seat:
    """Play until the game is over."""
    for position in seat:
        assert position.play(choose(position))
    return seat


def together(*seats: tuple[Seat, Chooser]) -> None:
    """All at once, a thread each."""
    with ThreadPoolExecutor(len(seats)) as pool:
        for done in [pool.submit(play_out, seat, choose) for seat, choose in seats]:
            done.result(LONG)


@pytest.mark.parametrize("game", sorted(shelf.kinds()))
def test_three_seats_play_a_whole_game_at_once(server: Server, game: str) -> None:
    with Account(server.url, name="Ann") as ann, Account(server.url, name="Bo") as bo, Account(server.url) as cy:
        host = ann.create(game, players=4, bots=1, public=True)
        assert host.table in [table["id"] for table in bo.tables()]
        others = [bo.join(host.url), cy.join(host.table, name="Cy")]
        together((host, sensible(1)), (others[0], sensible(2)), (others[1], at_random(3)))
        assert host.scores == others[0].scores and len(host.scores or ()) == 4
        assert sorted(host.places or ())[0] == 1
        names = [seat["name"] for seat in host.state["seats"]]
        assert names[0] == "Ann" and {"Bo", "Cy"} < set(names)
        game_played = records.read(host.record()).game
        assert game_played.is_over and game_played.scores == host.scores


def test_a_program_and_what_it_sees(server: Server) -> None:
    with Account(server.url) as account:
        seat = account.create("rolima", players=3, bots=2)
        position = next(iter(seat))
        assert position.kind.name == "rolima" and position.seat == 0
        assert position.view["round"] == 1
        assert position.seen.tobytes() == position.record
        assert position.kind.engine.turn(position.seen, 0) == 0
        assert position.text(bots.bot("random").choose(position.kind, position.seen, position.boxes, seeded(0))) in (
            position.legal
        )
        assert position.box.edition.name == "standard"


def test_stale_and_illegal_moves(server: Server) -> None:
    with Account(server.url) as account:
        seat = account.create("rollie", players=2, bots=1)
        first = next(iter(seat))
        with pytest.raises(IllegalMove, match="expected one of"):
            first.play("take 7000")
        assert first.play(first.legal[0])
        assert not Position(first.state, seat.play).play(first.legal[-1]), "the table has moved on"
        assert first.play(first.legal[0]), "the same move again is the move that was made"


def test_a_position_must_be_answered(server: Server) -> None:
    with Account(server.url) as account, pytest.raises(ClientError, match="without an answer"):
        for _position in account.create("rollie", players=2, bots=1):
            pass


def test_an_account_is_kept(server: Server, tmp_path: Path) -> None:
    file = tmp_path / "token"
    with Account(server.url, name="Ann", keep=file) as first, Account(server.url, keep=file) as again:
        assert again.token == first.token == file.read_text().strip()
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        seat = first.create("rollie", players=2)
        assert again.join(seat.url).look()["you"] == 0, "the same person"


def test_what_cannot_be(server: Server) -> None:
    with Account(server.url) as account, Account(server.url) as other:
        with pytest.raises(NotFound):
            account.join("0" * 24)
        with pytest.raises(BadOption):
            account.create("rollie", players=2, options={"nonsense": "yes"})
        with pytest.raises(ClientError, match="neither"):
            account.join("http://localhost/")
        seat = account.create("rollie", players=2, bots=1)
        with pytest.raises(Forbidden):
            other.join(seat.table)
        watching = other.watch(seat.table)
        assert watching.look()["you"] is None and list(watching) == []
    with Account(server.url, token="rt_wrong") as nobody, pytest.raises(Unauthorized):
        nobody.tables()


def test_nobody_there() -> None:
    with pytest.raises(Unreachable):
        Account(f"http://127.0.0.1:{free_port()}", patience=0.2)


def test_real_dice_are_thrown_by_the_program(server: Server) -> None:
    rng = random.Random(4)

    def throw(due: list[list[str]]) -> list[str]:
        return [rng.choice(die) for die in due]

    with Account(server.url) as account:
        seat = account.create("rollie", players=2, bots=1, dice="hand", throw=throw)
        play_out(seat, at_random(4))
        assert records.read(seat.record()).by_hand and seat.scores


def test_the_documents_examples_run(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = (Path(__file__).parents[1] / "docs" / "api.md").read_text("utf-8")
    first, second = re.findall(r"```py\n(.*?)```", text, re.S)
    names: dict[str, Any] = {}
    exec(first.replace("http://localhost:8000", server.url), names)
    assert sorted(names["seat"].places)[0] == 1 and (tmp_path / "robo.token").exists()
    names["seat"] = names["server"].create("rolima", players=2, bots=1)
    exec(second, names)
    assert names["seat"].is_over
    names["server"].close()


def test_a_rematch(server: Server) -> None:
    with Account(server.url) as ann, Account(server.url) as bo:
        seat = ann.create("rollie", players=2)
        other = bo.join(seat.table)
        together((seat, at_random(1)), (other, at_random(2)))
        again = [seat.rematch(), other.rematch()]
        assert again[0].table == again[1].table != seat.table
        together((again[0], at_random(1)), (again[1], at_random(2)))


def test_giving_up_ends_the_iteration(server: Server) -> None:
    with Account(server.url) as ann, Account(server.url) as bo:
        seat = ann.create("rollie", players=2)
        other = bo.join(seat.table)
        seat.act("resign")
        assert list(seat) == [] and list(other) == []
        assert other.state["winners"] == [1]


# ---- what may happen on the way --------------------------------------------------------------------------------------


def test_games_go_on_through_killed_servers(tmp_path: Path) -> None:
    port = free_port()
    running = start_server(tmp_path / "data", port)
    over, kills = threading.Event(), 0
    with closing(Account(running.url, name="Ann")) as ann, closing(Account(running.url, name="Bo")) as bo:
        seats = [ann.create("roll_estate", players=2)]
        seats.append(bo.join(seats[0].table))
        told: list[list[int]] = [[], []]

        def play(index: int, choose: Chooser) -> None:
            for position in seats[index]:
                told[index].append(position.at)
                position.play(choose(position))

        watched: list[int] = []

        def watch() -> None:
            watched.extend(event.number for event in bo.watch(seats[0].table).events())

        with ThreadPoolExecutor(3) as pool:
            work = [pool.submit(play, 0, at_random(1)), pool.submit(play, 1, at_random(2)), pool.submit(watch)]
            for _kill in range(2):
                time.sleep(0.6)
                if all(each.done() for each in work[:2]):
                    break
                running.kill()
                kills += 1
                running = start_server(tmp_path / "data", port)
            for each in work:
                each.result(LONG)
        over.set()
        assert kills > 0
        game = records.read(seats[0].record()).game
        assert game.is_over
        assert told[0] == sorted(set(told[0])), "no position comes twice"
        assert watched == list(range(1, len(watched) + 1)), "no event is missed, none comes twice"
        assert watched[-1] == seats[0].look()["event"]
    running.stop()


def test_a_server_that_asks_for_patience_gets_it(tmp_path: Path) -> None:
    limits = "moves.guest=3/1 pages.guest=5/1"
    with running_server(tmp_path / "data", ROLLTOP_LIMITS=limits) as server, Account(server.url) as account:
        refused = 0

        def count(answer: httpx.Response) -> None:
            nonlocal refused
            refused += answer.status_code == 429

        account._line._http.event_hooks = {"response": [count]}
        assert play_out(account.create("rollie", players=2, bots=1, bot="random"), at_random(1)).scores
        assert refused > 0


class Breaking(httpx.BaseTransport):
    """A line on which requests are sent, and some answers lost."""

    def __init__(self, every: int) -> None:
        self._through, self._every, self._count = httpx.HTTPTransport(), every, 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        answer = self._through.handle_request(request)
        self._count += 1
        if self._count % self._every == 0:
            answer.close()
            raise httpx.ReadError("the connection broke", request=request)
        return answer


def test_lost_answers_lose_and_double_nothing(server: Server) -> None:
    with Account(server.url) as account:
        account._line.close()
        account._line._http = httpx.Client(transport=Breaking(3), timeout=10)
        seat = account.create("rollie", players=2, bots=1)
        chosen: list[tuple[int, str]] = []

        def choose(position: Position) -> str:
            chosen.append((position.at, position.legal[len(chosen) % len(position.legal)]))
            return chosen[-1][1]

        play_out(seat, choose)
        made: list[Any] = [
            event.data["move"] for event in seat.events() if event.kind == "played" and event.data["seat"] == 0
        ]
        assert made == [move for _at, move in chosen]
        assert len({at for at, _move in chosen}) == len(chosen)
