"""Tables at which the players throw their own dice, over HTTP: two people and a bot, any game on the shelf."""

import random
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from rolltop.games import shelf
from rolltop.play import records
from tests.server.person import Person, start_server
from tests.server.test_words import check, pseudo_catalogue

Arrive = Callable[[str], Person]
KINDS = [kind.name for kind in shelf.kinds().values() if kind.by_hand]


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
    forms = person.html.count('/throw"')
    assert forms <= 1
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
    entered = play_out([ann, bob])
    record = record_of(ann)
    verdict = records.verify(record)
    assert verdict.good and verdict.complete
    assert verdict.fair is None
    assert verdict.remarks == (f"{entered} events were thrown by hand and entered",)
    assert len(record.game.entered) == entered
    assert record.header["Dice"] == "hand"
    assert record.fairness is None, "no word about secrets"


def play_out(people: list[Person], seed: int = 5, seconds: float = 120) -> int:
    """Everybody throws and chooses by chance until the game is over; how many dice were entered."""
    chooser, until, entered = random.Random(seed), time.time() + seconds, 0
    while not all(one.look().over for one in people):
        assert time.time() < until, "the game does not end"
        for one in people:
            one.look()
            while can_throw(one) or moves(one.html):
                if can_throw(one):
                    names = [chooser.choice(names) for names in dice_on(one.html)]
                    throw(one, *names).onward()
                    entered += len(names)
                else:
                    one.play(chooser.choice(moves(one.html))).onward()
    return entered


def moves(html: str) -> list[str]:
    """The moves that a page offers for now, with buttons or to be picked."""
    offered = re.findall(r'<(?:button|input)[^>]* name="move" value="([^"]+)"(?![^>]* disabled)', html)
    return offered if '/play"' in html else []


@pytest.mark.parametrize("dice", ["fair", "hand"])
@pytest.mark.parametrize("game", [name for name in KINDS if 1 in shelf.kind(name).players])
def test_one_player_alone(person: Arrive, game: str, dice: str) -> None:
    ann, eve = person("Ann"), person("Eve")
    players = {"game": game, f"players-{game}": "1", "dice": dice}
    path = ann.make_table(1, public="yes", **players, **{"with": "bots"})
    assert can_throw(ann) == (dice == "hand"), "the game has begun"
    assert path in eve.go("/").html.partition('id="rn"')[2]
    assert eve.go(path).path == path, "and can be watched"
    play_out([ann])
    assert eve.go(path).over
    verdict = records.verify(record_of(ann))
    assert verdict.good and verdict.complete
    won = verdict.record.game.places == [1]
    assert ("won by Ann" if won else "lost by Ann") in eve.go("/").html.partition('id="fi"')[2]
    ann.go(path).send("/rematch")
    assert ann.path != path and not ann.over
    assert can_throw(ann) == (dice == "hand")


# ---- who may enter ---------------------------------------------------------------------------------------------------


def test_whose_dice_they_are(two: list[Person], person: Arrive) -> None:
    ann, bob = two
    assert can_throw(ann.look()) and can_throw(bob.look()), "who starts is anybody's to draw"
    throw(ann, "first 2")
    throw(ann.look(), "start 3")
    assert can_throw(bob.look()) and not can_throw(ann.look())
    assert "Your throw" in bob.html and "Bob throws." in ann.html
    assert "● Your throw" in bob.html
    assert "Your turn in Rollie" in bob.http.get("/").text
    assert "Your game of Rollie goes on" in ann.http.get("/").text
    action, fields = bob.fields("/throw", **as_fields(["5", "2"]))
    for stranger in (ann, person("Eve").go(bob.path)):
        assert not can_throw(stranger)
        token = re.findall(r'name="token" value="([0-9a-f]+)"', stranger.html)[0]
        answer = stranger.http.post(action, data={**fields, "token": token})
        assert answer.status_code == 403
    throw(bob, "5", "2")
    assert bob.moves


def test_a_bots_dice_are_anybodys_to_enter(person: Arrive) -> None:
    ann = person("Ann")
    ann.make_table(2, dice="hand", **{"with": "bots"})
    throw(ann.look(), "first 2")
    throw(ann.look(), "start 1")
    assert can_throw(ann.look())
    assert "Throw for" in ann.html and "● Dice to enter" in ann.html
    throw(ann, "5", "R")
    ann.wait_for_turn()


def test_a_page_without_script_does_not_reload_over_the_form(two: list[Person]) -> None:
    ann = start(two)
    assert 'http-equiv="refresh"' not in ann.html
    assert 'http-equiv="refresh"' in two[1].look().html


# ---- requests that come twice, too late, or wrong --------------------------------------------------------------------


def test_a_doubled_throw_is_entered_once(two: list[Person]) -> None:
    ann = start(two)
    action, fields = ann.fields("/throw", **as_fields(["5", "2"]))
    for _time in range(3):
        assert ann.http.post(action, data=fields).status_code == 200
    assert log_of(ann).count("rolls") == 1
    other = ann.http.post(action, data={**fields, **as_fields(["5", "10"])})
    assert other.status_code == 409
    assert record_of(ann).game.view()["dice"] == ["5", "2"]


def test_a_throw_from_a_page_that_is_old_is_refused(two: list[Person]) -> None:
    ann, bob = two
    action, fields = bob.look().fields("/throw", **{"die-0": "first 1"})
    throw(ann.look(), "first 2")
    assert bob.http.post(action, data=fields).status_code == 409
    assert bob.http.post(action, data={**fields, "at": "99"}).status_code == 409
    assert record_of(ann).game.history == [1]


@pytest.mark.parametrize(
    ("dice", "complaint"),
    [
        ({"die-0": "5", "die-1": "7"}, "die 2 cannot show"),
        ({"die-0": "5", "die-1": "start 4"}, "die 2 cannot show"),
        ({"die-0": "5"}, "expected what all 2 that are due show"),
        ({"die-0": "5", "die-1": "2", "die-2": "5"}, "expected what all 2 that are due show"),
        ({}, "die-0"),
        ({"die-1": "5", "die-2": "5"}, "die-0"),
        ({"die-0": "5", "die-1": ""}, "die-1"),
    ],
)
def test_impossible_dice_change_nothing(two: list[Person], dice: dict[str, str], complaint: str) -> None:
    ann = start(two)
    answer = ann.try_to("/throw", **dice)
    assert answer.status_code == 422
    assert complaint in answer.text
    assert len(record_of(ann).game.history) == 2


def test_dice_are_not_entered_when_somebody_is_to_choose(two: list[Person]) -> None:
    ann = start(two)
    action, fields = ann.fields("/throw", **as_fields(["5", "2"]))
    throw(ann, "5", "2")
    now = ann.fields("/play")[1]["at"]
    assert ann.http.post(action, data={**fields, "at": now}).status_code == 409


def test_at_a_fair_table_nobody_enters_dice(person: Arrive) -> None:
    ann = person("Ann")
    ann.make_table(2, **{"with": "bots"})
    ann.wait_for_turn()
    assert not can_throw(ann)
    action, fields = ann.fields("/play")
    answer = ann.http.post(action.replace("/play", "/throw"), data={**fields, **as_fields(["5", "2"])})
    assert answer.status_code == 403
    assert ann.http.post(action.replace("/play", "/unthrow"), data=fields).status_code == 403
    assert "Dice" not in record_of(ann).header


def test_an_unknown_way_of_throwing_is_refused(person: Arrive) -> None:
    answer = person("Ann").go("/").try_to("/tables", dice="loaded")
    assert answer.status_code == 422
    assert "expected one of fair, hand" in answer.text


# ---- correcting ------------------------------------------------------------------------------------------------------


def test_a_wrong_entry_is_taken_back_and_the_log_says_so(two: list[Person]) -> None:
    ann, bob = start(two), two[1]
    throw(ann, "5", "2")
    assert ann.moves and "take 10" not in ann.moves
    assert "/unthrow" not in bob.look().html, "they are Ann's dice"
    ann.send("/unthrow")
    assert can_throw(ann) and not ann.moves
    throw(ann, "5", "10")
    assert "take 10" in ann.moves
    assert "Ann</b> takes the last throw back: it was entered wrongly." in log_of(bob)
    assert "rolls 5 and 2" in log_of(bob) and "rolls 5 and 10" in log_of(bob)
    assert "5* | 10*" in record_of(ann).game.record()


def test_every_throw_since_somebody_chose_can_be_corrected_one_after_the_other(two: list[Person]) -> None:
    ann, bob = start(two), two[1]
    throw(ann, "R", "R")
    assert can_throw(bob.look()), "past the Rollie!, a new Start token is due"
    throw(bob, "start 2")
    for person, due in ((bob, 1), (ann, 2), (ann, 1), (bob, 1)):
        person.look().send("/unthrow").onward()
        assert len(dice_on(person.look().html)) == due
    assert record_of(ann).game.history == []
    assert "/unthrow" not in ann.look().html


def test_what_somebody_has_chosen_stands(two: list[Person]) -> None:
    ann = start(two)
    throw(ann, "5", "2")
    action, fields = ann.fields("/unthrow")
    ann.play("take 5")
    assert "/unthrow" not in ann.html
    assert ann.http.post(action, data=fields).status_code == 409
    fields["at"] = re.findall(r'name="at" value="(\d+)"', ann.look().html)[0]
    answer = ann.http.post(action, data=fields)
    assert answer.status_code == 403
    assert "stands" in answer.text


def test_a_doubled_correction_and_a_late_doubled_throw_do_nothing(two: list[Person]) -> None:
    ann = start(two)
    enter, wrong = ann.fields("/throw", **as_fields(["5", "2"]))
    ann.http.post(enter, data=wrong)
    undo, fields = ann.look().fields("/unthrow")
    for _time in range(3):
        assert ann.http.post(undo, data=fields).status_code == 200
    assert len(record_of(ann).game.history) == 2, "only the last throw"
    assert ann.http.post(enter, data=wrong).status_code == 409, "it was taken back: it does not come again"
    throw(ann.look(), "5", "10")
    assert ann.http.post(undo, data=fields).status_code in (200, 409)
    assert record_of(ann).game.view()["dice"] == ["5", "10"]


def test_a_bots_answer_goes_with_the_dice_it_was_for(person: Arrive) -> None:
    ann = person("Ann")
    ann.make_table(2, dice="hand", **{"with": "bots"})
    throw(ann.look(), "first 2")
    throw(ann.look(), "start 1")
    throw(ann.look(), "5", "10")
    ann.wait_for_turn()
    game = record_of(ann).game
    assert game.history[4:], "the bot has chosen"
    ann.send("/unthrow").onward()
    assert can_throw(ann.look())
    assert len(record_of(ann).game.history) == 2


def test_an_early_decision_goes_with_the_dice_it_was_for(two: list[Person]) -> None:
    ann, bob = start(two), two[1]
    throw(ann, "5", "2")
    bob.look().send("/wish", move="take 5")
    ann.look().send("/unthrow")
    throw(ann, "5", "10")
    ann.play("take 10")
    assert bob.look().moves, "Bob chooses anew"


def test_a_rollie_that_was_entered_wrongly_shows_again_when_it_is_right(two: list[Person]) -> None:
    ann = start(two)
    throw(ann, "5", "5")
    assert 'class="p-moment' in ann.html
    ann.onward()
    ann.send("/unthrow")
    throw(ann.look(), "2", "2")
    assert 'class="p-moment' in ann.html
    assert "double 2" in re.sub("<[^>]*>", "", ann.html)


# ---- the rest of the site --------------------------------------------------------------------------------------------


def test_no_talk_of_secrets_where_there_are_none(two: list[Person], person: Arrive) -> None:
    ann = two[0]
    page = ann.http.get(ann.path + "/fair").text
    assert "throw the dice and draw themselves" in page
    assert "SHA-256" not in page
    waiting = person("Cy").make_table(2, dice="hand", **{"with": "friends"})
    eve = person("Eve").go(waiting)
    assert "thrown by the players" in eve.html
    assert "SHA-256" not in eve.html


def test_all_words_go_through_gettext(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pseudo_catalogue(tmp_path / "locale")
    monkeypatch.setenv("ROLLTOP_LOCALE", str(tmp_path / "locale"))
    names = {"Ann", "Bob", "Otto", "http", "localhost", "first", "start"}
    server = start_server(tmp_path / "data")
    ann, bob = Person(server.url, "Ann"), Person(server.url, "Bob")
    for one in (ann, bob):
        one.http.headers["accept-language"] = "eo"
    path = table_of_two(ann, bob, bots=1)
    for first in (1, 2, 3):
        throws = [[f"first {first}"], ["start 4"], ["5", "2"]]
        for names_of_dice in throws:
            for one in (ann, bob):
                check(one.look(), names)
            throw(ann if can_throw(ann) else bob, *names_of_dice)
        for one in (ann, bob):
            check(one.look(), names)
        for _throw in throws:
            who = ann.look() if '/unthrow"' in ann.look().html else bob.look()
            who.send("/unthrow")
            check(who, names)
    for page in ("/log", "/fair"):
        check(ann.go(path + page), names)
    for one in (ann, bob):
        one.close()
    server.stop()


def test_the_last_throw_of_a_game_can_be_corrected_and_a_rematch_is_by_hand_too(two: list[Person]) -> None:
    ann, bob = two
    start(two)
    tokens = iter((1, 2, 3, 5, 6, 7))
    while True:
        first = ann if can_throw(ann.look()) else bob.look()
        throw(first, "R", "R").onward()
        if ann.look().over:
            break
        throw(ann.look(), f"start {next(tokens)}")
    first.look().send("/unthrow").onward()
    assert not first.look().over and can_throw(first)
    throw(first, "R", "R").onward()
    assert first.look().over
    assert records.verify(record_of(ann)).good
    ann.go(ann.path).send("/rematch")
    assert "/unthrow" not in first.look().html, "what has been agreed on since stands"
    bob.look().send("/rematch")
    assert can_throw(bob.look())


def test_a_killed_server_has_every_throw_and_every_correction(tmp_path: Path) -> None:
    first = start_server(tmp_path / "data")
    ann, bob = Person(first.url, "Ann"), Person(first.url, "Bob")
    table_of_two(ann, bob)
    throw(start([ann, bob]), "5", "2").send("/unthrow")
    throw(ann, "10", "2").play("take 10")
    before, record, log = ann.look().shown, record_of(ann).game, log_of(ann)
    first.kill()
    second = start_server(tmp_path / "data", port=int(first.url.rpartition(":")[2]))
    assert ann.look().shown == before
    assert record_of(ann).game == record
    assert record_of(ann).game.entered == record.entered == {0, 1, 2, 3}
    assert log_of(ann) == log
    for one in (ann, bob):
        one.close()
    second.stop()
