"""Roll Estate's forms over HTTP: dice are held by check boxes, boxes of the sheet are chosen by radio buttons."""

import re
from collections.abc import Callable

import httpx
import pytest

from tests.server.person import Person

Arrive = Callable[[str], Person]


@pytest.fixture
def ann(person: Arrive) -> Person:
    """Somebody who plays alone."""
    ann = person("Ann")
    ann.make_table(1, game="roll_estate", **{"players-roll_estate": "1", "with": "bots"})
    return ann


def dice(person: Person) -> list[str]:
    """What the dice show that can be held."""
    return re.findall(r'name="with" value="(\d)"', person.html)


def roll(person: Person, held: list[str]) -> httpx.Response:
    """Hold these dice and roll the others."""
    action, fields = person.fields("/play", move="hold")
    return person.http.post(action, data={**fields, "with": held})


def test_dice_are_held_by_check_boxes(ann: Person) -> None:
    before = dice(ann)
    assert len(before) == 5
    roll(ann, before[1:4])
    record = ann.http.get(ann.path + "/record").text
    assert f"hold {' '.join(sorted(before[1:4]))}" in record
    ann.go(ann.path)
    left = dice(ann)
    assert all(left.count(face) >= before[1:4].count(face) for face in before[1:4])
    roll(ann, [])
    assert "hold nothing" in ann.http.get(ann.path + "/record").text
    assert dice(ann.go(ann.path)) == [], "no roll is left"


def test_holding_all_dice_or_dice_that_do_not_lie_there_is_refused(ann: Person) -> None:
    for held in (dice(ann), ["1", "1", "1", "1", "1", "1"], ["7"], ["nothing", "5"], ["<b>"]):
        answer = roll(ann, held)
        problem = re.search(r'id="problem">([^<]*)<', answer.text)
        assert answer.status_code == 422 and problem is not None
        assert "hold" in problem[1] and "expected" in problem[1], problem[1]


def test_a_box_is_chosen_and_written(ann: Person) -> None:
    moves = re.findall(r'name="move" value="(claim [^"]+)"', ann.html)
    assert "claim liquid" in moves
    ann.send("/play", move="claim liquid")
    assert "writes" in ann.html and "Liquid Assets" in ann.html
    assert "claim liquid" not in ann.html
