"""Whole games at the web table, over HTTP, as people without script play them."""

import re
import time
from collections.abc import Callable

import pytest

from rolltop.play import records
from rolltop.play.fair import commitment
from tests.server.person import Chooser, Forms, Person
from tests.server.storing import BOTH

SERVER_ON = BOTH

Arrive = Callable[[str], Person]


def finish(people: list[Person], seconds: float = 60) -> None:
    """Everybody plays until the game is over."""
    until, choosers = time.time() + seconds, [Chooser(2 + index) for index in range(len(people))]
    while not all(person.look().over for person in people):
        assert time.time() < until, "the game does not end"
        for person, chooser in zip(people, choosers, strict=True):
            if person.look().moves:
                person.play(chooser(person.moves)).onward()


def record_of(person: Person) -> str:
    return person.http.get(person.path + "/record").text


def test_one_player_against_bots_in_two_requests(person: Arrive) -> None:
    ann = person("Ann")
    path = ann.make_table(4, **{"with": "bots"})
    assert re.fullmatch(r"/t/[0-9a-f]{24}", path)
    ann.play_on(Chooser())
    record = records.read(record_of(ann))
    verdict = records.verify(record)
    assert verdict.good
    assert verdict.fair
    assert record.game.names[0] == "Ann"


def test_two_people_and_two_bots_play_a_whole_game(person: Arrive) -> None:
    ann, bob = person("Ann"), person("Bob")
    path = ann.make_table(4, bots="2", **{"with": "friends"})
    assert "Waiting for 1 more player" in ann.html
    bob.join(path)
    finish([ann, bob])
    verdict = records.verify(records.read(record_of(bob)))
    assert verdict.good
    assert verdict.fair
    assert "Ann" in bob.html
    assert "Bob" in ann.html


def test_the_secret_shows_only_at_the_end(person: Arrive) -> None:
    ann, bob, eve = person("Ann"), person("Bob"), person("Eve")
    path = ann.make_table(2, **{"with": "friends", "contribution": "of Ann"})
    bob.go(path).send("/join", name="Bob", contribution="of Bob")
    promised = re.search(r'hash">([0-9a-f]{64})<', ann.go(path + "/fair").html)
    assert promised is not None
    pages: list[str] = []
    ann.go(path)
    while not ann.look().over:
        for one in (ann, bob, eve.go(path)):
            for page in ("", "/record", "/fair", "/log"):
                pages.append(one.http.get(path + page).text)
        assert "Secret:" not in pages[-3]
        for one in (ann, bob):
            if one.go(path).onward().moves:
                one.play("secure")
    record = records.read(record_of(ann))
    assert record.fairness is not None
    secret = record.fairness.secret
    assert commitment(bytes.fromhex(secret)) == promised[1] == record.fairness.commitment
    assert list(record.fairness.contributions) == ["of Ann", "of Bob"]
    assert not any(secret in page for page in pages)
    assert records.verify(record).fair


def test_the_commitment_is_shown_before_anybody_contributes(person: Arrive) -> None:
    ann = person("Ann").go("/")
    in_lobby = re.search(r'hash">([0-9a-f]{64})<', ann.html)
    assert in_lobby is not None
    path = ann.send("/tables", players="2", **{"players-rollie": "2", "with": "friends"}).path
    assert in_lobby[1] in ann.html or in_lobby[1] in ann.go(path + "/fair").html
    bob = person("Bob").go(path)
    assert in_lobby[1] in bob.html


def test_a_rematch_seats_the_same_people(person: Arrive) -> None:
    ann, bob = person("Ann"), person("Bob")
    path = ann.make_table(3, bots="1", **{"with": "friends"})
    bob.join(path)
    finish([ann, bob])
    ann.send("/rematch")
    assert ann.path != path
    assert "Ann" in bob.go(path).html
    bob.send("/rematch")
    assert bob.path == ann.path
    finish([ann, bob])
    assert records.verify(records.read(record_of(ann))).fair


def test_a_spectator_sees_and_cannot_play(person: Arrive) -> None:
    ann, eve = person("Ann"), person("Eve")
    path = ann.make_table(2, public="yes", **{"with": "bots"})
    assert path in eve.go("/").html
    assert not eve.go(path).moves
    action, fields = ann.wait_for_turn().fields("/play")
    fields["token"] = re.findall(r'name="token" value="([0-9a-f]+)"', eve.html)[0]
    answer = eve.http.post(action, data={**fields, "move": "secure", "sure": "yes"})
    assert answer.status_code == 403
    assert "no seat" in answer.text


def test_private_tables_are_not_listed(person: Arrive) -> None:
    path = person("Ann").make_table(2, **{"with": "friends"})
    assert path not in person("Eve").go("/").html


def test_the_lobby_lists_open_running_and_finished_tables(person: Arrive) -> None:
    ann, bob = person("Ann"), person("Bob")
    path = ann.make_table(2, public="yes", **{"with": "friends"})
    assert path in bob.go("/").html.partition('id="op"')[2].partition('id="rn"')[0]
    bob.join(path)
    assert path in person("Eve").go("/").html.partition('id="rn"')[2].partition('id="fi"')[0]
    assert path in bob.go("/").html.partition('id="newtable"')[2].partition('id="new-h"')[0], "Continue"
    bob.go(path)
    finish([ann, bob])
    assert path in person("Eve").go("/").html.partition('id="fi"')[2]


def test_leaving_before_the_start_frees_the_seat(person: Arrive) -> None:
    ann, bob, cy = person("Ann"), person("Bob"), person("Cy")
    path = ann.make_table(3, **{"with": "friends"})
    bob.join(path)
    bob.go(path).send("/leave")
    assert "Waiting for 2 more players" in ann.go(path).html
    cy.join(path)
    assert "Cy" in ann.go(path).html
    ann.send("/bots", bot="random")
    assert not Forms(ann.html).forms or "Waiting" not in ann.html
    for one in (ann, cy):
        one.go(path)
    finish([ann, cy])


def test_leaving_and_coming_back_in_the_middle(person: Arrive) -> None:
    ann = person("Ann")
    path = ann.make_table(2, **{"with": "bots"})
    ann.send("/leave")
    assert ann.path == "/"
    assert path in ann.html
    assert ann.go(path).onward().moves or "choosing" in ann.html


def test_a_seat_moves_to_another_device(person: Arrive) -> None:
    ann, phone = person("Ann"), person("Ann's phone")
    path = ann.make_table(2, **{"with": "bots"})
    link = re.search(r'data-copy="http://[^/]+(/t/[^"]*/seat/[^"]+)"', ann.html)
    assert link is not None
    phone.go(link[1])
    assert "Ann" in phone.html
    phone.send(link[1])
    assert phone.path == path
    phone.play_on(Chooser())
    assert not ann.go(path).moves
    again = person("Eve").http.get(link[1])
    assert again.status_code == 403
    assert "used already" in again.text


def test_two_people_of_one_name_are_told_apart(person: Arrive) -> None:
    ann, other = person("Ann"), person("Ann")
    path = ann.make_table(3, **{"with": "friends"})
    other.join(path)
    assert "Ann 2" in ann.go(path).html


def test_the_guard_asks_before_securing(person: Arrive) -> None:
    ann = person("Ann")
    path = ann.make_table(2, **{"with": "bots"})
    while not ann.look().moves:
        time.sleep(0.01)
    ann.send("/play", move="secure")
    assert "cannot be taken back" in ann.html
    at = ann.fields("/play")[1]["at"]
    ann.send("/play", move="secure")
    assert ann.path == path
    assert not ann.moves or ann.fields("/play")[1]["at"] != at
    ann.go("/settings").send("/settings", name="Ann", guard="no")
    while not ann.go(path).onward().moves:
        time.sleep(0.01)
    ann.send("/play", move="secure")
    assert ann.path == path


def queue_of_three(person: Arrive) -> tuple[str, list[Person]]:
    """A table of three people, in seat order, at a moment when somebody may decide early."""
    people = [person(name) for name in ("Ann", "Bob", "Cy")]
    path = people[0].make_table(3, **{"with": "friends"})
    for one in people[1:]:
        one.join(path)
    for one in people:
        one.go(path).onward()
    return path, people


def chooser_of(people: list[Person]) -> int:
    found = [index for index, one in enumerate(people) if one.look().moves]
    assert len(found) == 1
    return found[0]


def test_RO21_a_decision_made_early_is_carried_out_in_turn(person: Arrive) -> None:
    _path, people = queue_of_three(person)
    now = chooser_of(people)
    first, second = people[now], people[(now + 1) % 3]
    second.look()
    assert second.early_moves
    before = [other.look().shown for other in people if other is not second]
    second.send("/wish", move="secure")
    after = [other.look().shown for other in people if other is not second]
    assert before == after, "an early decision shows to nobody else"
    first.play("secure").onward()
    log = people[0].http.get(people[0].path + "/log").text
    assert f"{second.name}</b> secures" in log


def test_RO21_an_early_decision_may_be_taken_back(person: Arrive) -> None:
    _path, people = queue_of_three(person)
    now = chooser_of(people)
    second = people[(now + 1) % 3].look()
    second.send("/wish", move="secure")
    second.send("/unwish")
    people[now].play("secure").onward()
    assert second.look().moves, "the choice is open again"


def test_a_doubled_request_runs_once(person: Arrive) -> None:
    _path, people = queue_of_three(person)
    one = people[chooser_of(people)]
    action, fields = one.fields("/play", move="secure", sure="yes")
    first, second = one.http.post(action, data=fields), one.http.post(action, data=fields)
    assert (first.status_code, second.status_code) == (200, 200)
    log = one.http.get(one.path + "/log").text
    assert log.count(f"{one.name}</b> secures") == 1
    stale = one.http.post(action, data={**fields, "move": "take 5"})
    assert stale.status_code in (409, 422)


@pytest.mark.parametrize("path", ["/", "/rules", "/rules/rollie", "/settings"])
def test_pages_that_need_nobody(person: Arrive, path: str) -> None:
    assert "<main" in person("Ann").go(path).html


def test_RO21_a_stale_early_decision_never_runs(person: Arrive) -> None:
    _path, people = queue_of_three(person)
    now = chooser_of(people)
    first, second = people[now], people[(now + 1) % 3].look()
    action, fields = second.fields("/wish", move="secure")
    assert second.http.post(action, data={**fields, "at": "9999"}).status_code == 409
    assert second.http.post(action, data=fields).status_code == 200
    first.play(first.moves[0]).onward()
    log = second.http.get(second.path + "/log").text
    assert log.count(f"{second.name}</b> secures") == 1
    assert second.http.post(action, data=fields).status_code == 200, "a doubled decision was carried out already"
    for _turn in range(40):
        for one in people:
            if one.look().moves and one is not second:
                one.play("secure").onward()
        if second.look().moves:
            break
    assert second.http.post(action, data=fields).status_code in (200, 409)
    assert second.look().moves or second.over, "the old decision did not choose for the new dice"


def test_a_rematch_table_that_was_closed_is_made_anew(person: Arrive) -> None:
    ann, bob = person("Ann"), person("Bob")
    path = ann.make_table(2, **{"with": "friends"})
    bob.join(path)
    ann.go(path)
    finish([ann, bob])
    closed = ann.send("/rematch").path
    ann.send("/leave")
    assert bob.go(path).send("/rematch").path not in (path, closed)
    assert ann.go(path).send("/rematch").path == bob.path
    assert len(set(re.findall(r"^Contribution \d: (.+)$", record_of(ann), re.M))) == 2, "both add to the new dice"


def test_one_guest_cannot_fill_the_lobby(person: Arrive) -> None:
    ann = person("Ann")
    for _table in range(5):
        ann.make_table(2, **{"with": "friends"})
    answer = ann.go("/").try_to("/tables", **{"with": "friends"})
    assert answer.status_code == 403
    assert "waiting for players" in answer.text


def test_nobody_is_away_who_just_sat_down(person: Arrive) -> None:
    ann, bob = person("Ann"), person("Bob")
    path = ann.make_table(2, **{"with": "friends"})
    bob.join(path)
    assert "is away" not in ann.go(path).onward().html
