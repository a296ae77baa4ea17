"""What programs are told as it happens: numbered without gaps, once each, and nothing that is not theirs to know."""

import json
import random
import threading
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from rolltop.games import shelf
from tests.server.api.program import NDJSON, SSE, Program, play_out
from tests.server.person import start_server
from tests.server.test_kill import free_port

Begin = Callable[..., Program]


def two_at(program: Begin, game: str, **more: Any) -> tuple[list[Program], str]:
    """Two programs at a table for two."""
    ann, bo = program("Ann"), program("Bo")
    table = ann.make(game, **more)
    bo.post(f"/tables/{table}/join", {})
    return [ann, bo], table


@pytest.mark.parametrize("game", sorted(shelf.kinds()))
def test_a_whole_game_is_told(program: Begin, game: str) -> None:
    players, table = two_at(program, game)
    play_out(players, table)
    for viewer in [*players, program("Eve")]:
        told, state = viewer.told(table), viewer.look(table)
        assert [event["event"] for event in told] == list(range(1, len(told) + 1))
        assert [event["at"] for event in told] == sorted(event["at"] for event in told)
        assert told[-1]["event"] == state["event"] and told[-1]["at"] == state["at"]
        kinds = [event["type"] for event in told]
        assert kinds[:3] == ["created", "joined", "started"] and kinds[-1] == "finished"
        for before, then in pairwise(told):
            if then["type"] == "played":
                assert then["seat"] == before["turn"]
        for after in (0, 1, len(told) // 2, len(told) - 1, len(told)):
            assert viewer.told(table, after) == told[after:], "it goes on where one was"
        with viewer.stream(table) as lines:
            assert [json.loads(line) for line in lines] == told, "and ends by itself"
        assert viewer.http.get(f"/tables/{table}/events", params={"after": len(told)}).status_code == 204
        assert viewer.get(f"/tables/{table}/events?after={len(told) + 1}", expect=409)["code"] == "after"


def test_server_sent_events(program: Begin) -> None:
    robo = program("Robo")
    table = robo.make(bots=1)
    state = robo.on_turn(table)
    robo.play(table, state["legal"][0], state["at"])
    path, told = f"/tables/{table}/events", robo.told(table)
    answer = robo.http.get(path, params={"follow": "false"}, headers={"accept": SSE})
    assert answer.headers["content-type"].startswith(SSE)
    blocks = answer.text.strip().split("\n\n")
    assert blocks[0].startswith("retry: ")
    for block, event in zip(blocks[1:], told, strict=False):
        number, data = block.split("\n")
        assert number == f"id: {event['event']}" and json.loads(data.removeprefix("data: ")) == event
    again = robo.http.get(path, params={"follow": "false"}, headers={"accept": SSE, "last-event-id": "2"})
    assert again.text.strip().split("\n\n")[1].startswith("id: 3\n")
    assert robo.http.get(path, headers={"accept": SSE, "last-event-id": "x"}).status_code == 422


def test_what_is_hidden_is_not_told(program: Begin) -> None:
    hush = {f"hill_{number}": "hush" if number == 1 else "drawn" for number in range(1, 5)}
    players, table = two_at(program, "rolima", options=hush)
    play_out(players, table)
    ann, bo, eve = (viewer.told(table) for viewer in [*players, program("Eve")])
    dealt = [told[2]["luck"] for told in (ann, bo, eve)]
    assert sum(card is None for card in dealt[0]) == sum(card is None for card in dealt[1]) == 4
    assert sum(card is None for card in dealt[2]) == 8
    for mine, other in zip(dealt[0], dealt[1], strict=True):
        assert mine is None or other is None or mine == other
    secret = 0
    for told in zip(ann, bo, eve, strict=True):
        if told[2]["type"] == "played":
            seat = told[2]["seat"]
            assert told[seat]["move"] is not None, "one's own moves are told"
            assert told[1 - seat]["move"] == told[2]["move"]
            secret += told[2]["move"] is None
    assert secret > 0


def test_others_wishes_leave_no_gap(program: Begin) -> None:
    names = ["Ann", "Bo", "Cy"]
    players = [program(name) for name in names]
    table = players[0].make(players=3)
    for one in players[1:]:
        one.post(f"/tables/{table}/join", {})
    wisher = next(one for one in players if one.look(table)["early"])
    state = wisher.look(table)
    before = {one: one.look(table)["event"] for one in players}
    wisher.post(f"/tables/{table}/wish", {"move": state["early"][0], "at": state["at"]})
    assert wisher.look(table)["wish"] == state["early"][0]
    for one in players:
        assert one.look(table)["event"] == before[one] + (one is wisher)
    assert wisher.told(table)[-1] | {"time": 0} == {
        "event": before[wisher] + 1, "type": "wished", "time": 0, "at": state["at"], "status": "running",
        "turn": state["turn"], "seat": state["you"], "move": state["early"][0],
    }  # fmt: skip
    wisher.post(f"/tables/{table}/unwish")
    play_out(players, table)
    for one in players:
        numbers = [event["event"] for event in one.told(table)]
        assert numbers == list(range(1, len(numbers) + 1))
        kinds = {event["type"] for event in one.told(table)}
        assert ("unwished" in kinds) == (one is wisher)


def test_corrections_are_events(program: Begin) -> None:
    robo = program("Robo")
    table = robo.make("rollie", bots=1, dice="hand")
    state = robo.look(table)
    assert state["dice"] and state["commitment"] == ""
    dice = [die[0] for die in state["dice"]]
    receipt = robo.post(f"/tables/{table}/throw", {"dice": dice, "at": state["at"]})
    assert receipt["dice"] == dice
    after = robo.look(table)
    assert robo.told(table)[-1]["luck"] == dice and robo.told(table)[-1]["at"] == after["at"]
    robo.post(f"/tables/{table}/unthrow", {"at": after["at"]})
    corrected = robo.look(table)
    assert corrected["at"] == after["at"] + 1 and corrected["dice"] == state["dice"]
    assert [event["type"] for event in robo.told(table)][-2:] == ["thrown", "unthrown"]
    robo.post(f"/tables/{table}/throw", {"dice": dice, "at": corrected["at"]})
    assert robo.told(table)[-1]["at"] == corrected["at"] + len(dice)


def test_in_words(program: Begin) -> None:
    robo = program("Robo")
    table = robo.make("roll_estate", bots=1)
    state = robo.on_turn(table)
    robo.play(table, state["legal"][0], state["at"])
    assert all("words" not in event for event in robo.told(table))
    told = robo.told(table, words="true")
    assert any("Robo" in line for event in told for line in event["words"])


def test_a_stream_resumes_over_kills(tmp_path: Path) -> None:
    """The follower is a program of its own that only knows the number of the last event it got."""
    port, seen = free_port(), list[int]()
    running = start_server(tmp_path / "data", port)
    try:
        robo = Program(running.url, "Robo")
        table = robo.make("roll_estate", bots=1, bot="random")
        rng = random.Random(1)
        for _life in range(2):
            follower = Program(running.url, token=robo.token)
            begun = threading.Event()

            def follow(follower: Program = follower, begun: threading.Event = begun) -> None:
                try:
                    answer = follower.http.stream(
                        "GET", f"/tables/{table}/events?after={seen[-1] if seen else 0}", headers={"accept": NDJSON}
                    )
                    with answer as lines:
                        begun.set()
                        seen.extend(json.loads(line)["event"] for line in lines.iter_lines() if line)
                except Exception:
                    begun.set()

            thread = threading.Thread(target=follow)
            thread.start()
            begun.wait(10)
            for _move in range(6):
                state = robo.on_turn(table, 60)
                robo.play(table, rng.choice(state["legal"]), state["at"])
            running.kill()
            thread.join(10)
            follower.close()
            running = start_server(tmp_path / "data", port)
        known = [event["event"] for event in robo.told(table)]
        rest = [event["event"] for event in robo.told(table, seen[-1] if seen else 0)]
        assert seen + rest == known
        robo.close()
    finally:
        running.stop()
