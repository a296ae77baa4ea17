"""Advice at the web table: who may ask, who sees it, and that it goes with the position it is about."""

import html
import re
import time
from collections.abc import Callable

import pytest

from tests.server.person import Chooser, Person

Arrive = Callable[[str], Person]


def advised(someone: Person, seconds: float = 90) -> list[str]:
    """Ask, and look until the advice is there: the moves in it, the best first."""
    someone.send("/advise")
    until = time.time() + seconds
    while any(words in someone.html for words in ("Trying each move", "Getting advice ready")):
        assert time.time() < until, "the advice does not come"
        assert 'http-equiv="refresh"' in someone.html, "without script nobody would see it"
        time.sleep(0.1)
        someone.look()
    return [html.unescape(move) for move in re.findall(r'<th scope="row">([^<]+)<span>', someone.html)]


def may_ask(someone: Person) -> bool:
    return '/advise"' in someone.html


def friends(person: Arrive, **choices: str) -> tuple[Person, Person]:
    """Two people at a table, the first of whom is to choose."""
    ann, bob = person("Ann"), person("Bob")
    path = ann.make_table(2, **{"with": "friends", **choices})
    bob.join(path)
    ann.look()
    while not (ann.moves or bob.moves):
        ann.look(), bob.look()
    return (ann, bob) if ann.moves else (bob, ann)


@pytest.mark.parametrize("game", ["rollie", "roll_estate", "rolima"])
def test_against_bots_every_move_is_advised_on(person: Arrive, game: str) -> None:
    ann = person("Ann")
    ann.make_table(2, **{"with": "bots", "game": game, f"players-{game}": "2"})
    until = time.time() + 20
    while not may_ask(ann.look()):
        assert time.time() < until
    moves = advised(ann)
    assert len(moves) == len(set(moves)) >= 2
    if game == "rollie":
        assert sorted(moves) == sorted(move.replace("-", "\N{MINUS SIGN}") for move in ann.moves)
    assert re.search(r"Best is ", ann.html)
    assert re.search(r"\d+ % <small>± \d+", ann.html)
    ann.send("/unadvise")
    assert 'id="advice"' not in ann.html
    ann.send("/advise")
    assert 'id="advice"' in ann.html, "what was worked out is kept"
    assert "Trying each move" not in ann.html


def test_it_goes_when_the_move_is_made_and_is_not_for_old_positions(person: Arrive) -> None:
    ann = person("Ann")
    ann.make_table(3, **{"with": "bots"})
    ann.wait_for_turn()
    advised(ann)
    action, fields = ann.fields("/advise" if may_ask(ann) else "/unadvise")
    ann.play(Chooser()(ann.moves))
    assert 'id="advice"' not in ann.look().html
    answer = ann.http.post(action.replace("unadvise", "advise"), data=fields)
    assert answer.status_code == 409
    assert "moved on" in answer.text


def test_between_people_there_is_none_unless_the_maker_says_so(person: Arrive) -> None:
    ann, bob = friends(person)
    assert not may_ask(ann)
    action, fields = ann.fields("/play")
    answer = ann.http.post(action.replace("/play", "/advise"), data=fields)
    assert answer.status_code == 403
    ann, bob = friends(person, advice="yes")
    assert not may_ask(bob.look()), "it is not Bob's turn"
    assert sorted(advised(ann)) == sorted(move.replace("-", "\N{MINUS SIGN}") for move in ann.moves)
    assert 'id="advice"' not in bob.look().html
    eve = person("Eve").go(ann.path)
    assert 'id="advice"' not in eve.html
    assert not may_ask(eve)


def test_a_table_can_be_without_even_for_one_against_bots(person: Arrive) -> None:
    ann = person("Ann")
    ann.make_table(3, **{"with": "bots", "advice": "no"})
    assert not may_ask(ann.wait_for_turn())
    ann.go("/")
    assert ann.try_to("/tables", **{"with": "bots", "advice": "perhaps"}).status_code == 422
