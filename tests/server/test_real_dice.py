"""Tables at which the players throw their own dice, over HTTP: two people and a bot, any game on the shelf."""

import random
import re
import time
from collections.abc import Callable

import pytest

from rolltop.games import shelf
from rolltop.play import records
from tests.server.person import Forms, Person

Arrive = Callable[[str], Person]
KINDS = [kind.name for kind in shelf.kinds().values() if kind.by_hand]
TWO = {"bots": "0", "dice": "hand", "with": "friends"}


def table_of_two(ann: Person, bob: Person, game: str = "rollie", bots: int = 0) -> str:
    """A table by hand; its address."""
    players = {f"players-{game}": str(2 + bots), "bots": str(bots)}
    path = ann.make_table(2 + bots, game=game, dice="hand", **players, **{"with": "friends"})
    bob.join(path)
    ann.go(path)
    return path


def dice_on(html: str) -> list[list[str]]:
    """What each die that is due can show, as the page's form has it."""
    found: dict[int, list[str]] = {}
    for number, name in re.findall(r'<input type="radio"[^>]* name="die-(\d)" value="([^"]*)"', html):
        found.setdefault(int(number), []).append(name)
    return [found[number] for number in sorted(found)]


def as_fields(names: list[str]) -> dict[str, str]:
    return {f"die-{number}": name for number, name in enumerate(names)}


def can_throw(person: Person) -> bool:
    """Does the page ask this person for dice? Then for all of them, once."""
    forms = [form for form in Forms(person.html).forms if form.action.endswith("/throw")]
    assert len(forms) <= 1
    assert bool(forms) == bool(dice_on(person.html))
    return bool(forms)


def throw(person: Person, *names: str) -> Person:
    """Enter what the dice show."""
    assert can_throw(person), "no dice are asked for"
    return person.send("/throw", **as_fields(list(names)))


def start(people: list[Person], first: int = 0) -> Person:
    """Rollie up to the first throw; who is to throw."""
    throw(people[0].look(), f"first {first + 1}")
    throw(people[1].look(), "start 4")
    return people[first].look()


@pytest.fixture
def two(person: Arrive) -> list[Person]:
    """Ann and Bob at a table of Rollie by hand."""
    ann, bob = person("Ann"), person("Bob")
    table_of_two(ann, bob)
    return [ann, bob]


def log_of(person: Person) -> str:
    return person.http.get(person.path + "/log").text


def record_of(person: Person) -> records.Record:
    return records.read(person.http.get(person.path + "/record").text)


# ---- whole games -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", KINDS)
def test_two_people_and_a_bot_enter_a_whole_game(person: Arrive, game: str) -> None:
    ann, bob = person("Ann"), person("Bob")
    table_of_two(ann, bob, game, bots=1)
    chooser, until, entered = random.Random(5), time.time() + 120, 0
    while not (ann.look().over and bob.look().over):
        assert time.time() < until, "the game does not end"
        for one in (ann, bob):
            if can_throw(one.look()):
                names = [chooser.choice(names) for names in dice_on(one.html)]
                throw(one, *names)
                entered += len(names)
            elif one.moves:
                one.play(chooser.choice(claims(one.moves)))
    record = record_of(ann)
    verdict = records.verify(record)
    assert verdict.good and verdict.complete
    assert verdict.fair is None
    assert verdict.remarks == (f"{entered} events were thrown by hand and entered",)
    assert len(record.game.entered) == entered
    assert record.header["Dice"] == "hand"
    assert record.fairness is None, "no word about secrets"


def claims(moves: list[str]) -> list[str]:
    """Moves that bring the game on."""
    return [move for move in moves if not move.startswith("hold")] or moves
