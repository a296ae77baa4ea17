"""Whole games in real browsers."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.playing import (
    ASKED,
    CALM,
    MOVES,
    WISHES,
    choose,
    make_table,
    mode,
    onward,
    play_out,
    send,
    settle,
    started,
    until,
    wait_until_mine,
)
from tests.server.person import start_server
from tests.server.test_kill import free_port

pytestmark = pytest.mark.browser
Look = Callable[..., Page]
TAKES = re.compile(r"Guest \d+ takes")


def test_two_people_in_two_browsers_with_two_bots(look: Look) -> None:
    ann, bob = look(DESK), look(PHONE, has_touch=True)
    address = make_table(ann, 4, "Invite friends by link", Your_name="Ann", Bots_at_the_table="2")
    expect(ann.get_by_role("heading", name="Waiting for 1 more player")).to_be_visible()
    expect(ann.get_by_alt_text("QR code")).to_be_visible()
    bob.goto(address)
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Take a seat").click()
    for page in (ann, bob):
        started(page)
    play_out([ann, bob])
    for page, me, other in ((ann, "Ann", "Bob"), (bob, "Bob", "Ann")):
        table = page.get_by_role("table", name="Final score")
        expect(table).to_contain_text("You")
        expect(table).to_contain_text(other)
        expect(table).not_to_contain_text(me)
    ann.get_by_role("button", name="Rematch").click()
    ann.wait_for_url(re.compile(r"/t/(?!" + address.rsplit("/", 1)[1] + ")"))
    expect(bob.get_by_text("Ann wants")).to_be_visible()
    bob.get_by_role("button", name="Rematch").click()
    bob.wait_for_url(ann.url)
    started(ann)


def test_a_whole_game_without_script(look: Look) -> None:
    page = look(PHONE, java_script_enabled=False)
    page.goto("/")
    page.locator('select[name="players-rollie"]').select_option("2")
    send(page, page.get_by_role("button", name="Play with bots"))
    address, sure = page.url, 0
    for count in range(2000):
        if page.locator("body.p-result").count():
            break
        if (going_on := page.locator('form[action$="/onward"] button')).count():
            send(page, going_on)
        elif (buttons := page.locator(MOVES)).count():
            send(page, buttons.nth(-1 if count % 3 == 0 else count % buttons.count()))
            if page.get_by_role("heading", name="Are you sure?").count():
                sure += 1
                send(page, page.get_by_role("button", name=re.compile("^Yes")))
        else:
            page.goto(address)
    expect(page.get_by_role("table", name="Final score")).to_be_visible()
    assert sure, "who secures is asked"


def test_a_whole_game_by_keyboard(look: Look) -> None:
    page = look(DESK)
    page.goto("/")
    page.locator('select[name="players-rollie"]').select_option("2")
    page.get_by_role("button", name="Play with bots").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    turns = 0
    until(page, ASKED)
    while mode(page) != "result":
        settle(page)
        if mode(page) == "moment":
            page.keyboard.press("Enter")
        else:
            turns += 1
            keys = page.locator(MOVES).evaluate_all("buttons => buttons.map(button => button.dataset.key)")
            assert all(keys), keys
            key = "s" if turns % 3 == 0 else keys[turns % len(keys)]
            page.keyboard.press(key)
            if key == "s":
                expect(page.locator(".armed")).to_have_count(1)
                page.keyboard.press(key)
        until(page, ASKED)
    expect(page.get_by_role("table", name="Final score")).to_be_visible()


def test_a_move_shows_on_the_others_screen_by_itself(look: Look) -> None:
    ann, bob, eve = look(), look(), look(PHONE)
    address = make_table(ann, 2, "Invite friends by link", Your_name="Ann")
    bob.goto(address)
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Take a seat").click()
    started(ann)
    eve.goto(address)
    for page in (bob, eve):
        started(page)
    first, second, name = (ann, bob, "Ann") if ann.locator(MOVES).count() else (bob, ann, "Bob")
    wait_until_mine(first)
    choose(first, 0)
    expect(second.locator("#news")).to_contain_text(f"{name} takes")
    expect(second.locator("#news")).to_contain_text("It is your turn.")
    expect(second).to_have_title(re.compile("Your turn"))
    expect(eve.locator("#news")).to_contain_text(f"{name} takes")
    expect(eve.locator(MOVES)).to_have_count(0)


def test_an_early_decision(look: Look) -> None:
    people = [look(), look(PHONE), look()]
    address = make_table(people[0], 3, "Invite friends by link", Your_name="Ann")
    for page, name in ((people[1], "Bob"), (people[2], "Cy")):
        page.goto(address)
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Take a seat").click()
    for page in people:
        started(page)
    first = next(index for index, page in enumerate(people) if page.locator(MOVES).count())
    now, then = people[first], people[(first + 1) % 3]
    settle(then)
    then.locator(WISHES).first.click()
    expect(then.locator('form[action$="/unwish"]')).to_have_count(1)
    wait_until_mine(now)
    choose(now, 0)
    expect(then.locator("#log")).to_contain_text("takes")
    third = people[(first + 2) % 3]
    expect(third.locator(MOVES).first).to_be_visible()


def test_the_guard_wants_a_second_tap(look: Look) -> None:
    page = look(PHONE)
    make_table(page, 2)
    wait_until_mine(page)
    secure = page.locator('button[value="secure"]')
    secure.click()
    expect(secure).to_have_class(re.compile("armed"))
    expect(secure).to_contain_text("Tap again")
    page.keyboard.press("Escape")
    expect(secure).not_to_have_class(re.compile("armed"))
    secure.dblclick()
    expect(page.locator("#log")).to_contain_text("secures")


def test_a_tap_meant_for_the_page_before_does_not_count(look: Look) -> None:
    page = look(PHONE)
    make_table(page, 2)
    wait_until_mine(page)
    page.locator(MOVES).first.evaluate("button => { changed = performance.now(); button.click() }")
    assert page.evaluate(CALM), "nothing was sent"
    until(page, "performance.now() - changed >= SETTLE")
    page.locator(MOVES).first.click()
    expect(page.locator("#log")).to_contain_text(TAKES)


def test_a_page_finds_its_server_again(look: Look, tmp_path: Path) -> None:
    port = free_port()
    server = start_server(tmp_path / "data", port, pace=0.02)
    try:
        page = look(DESK, expect_complaints=True)
        page.goto(server.url + "/")
        page.get_by_role("button", name="Play with bots").click()
        page.wait_for_url("**/t/*")
        wait_until_mine(page)
        server.kill()
        until(page, "document.body.classList.contains('offline')")
        server = start_server(tmp_path / "data", port, pace=0.02)
        until(page, "!document.body.classList.contains('offline')")
        expect(page.locator("#log")).not_to_contain_text(TAKES)
        choose(page, 0)
        expect(page.locator("#log")).to_contain_text(TAKES)
    finally:
        server.stop()


def test_a_seat_goes_to_another_device(look: Look) -> None:
    desk, phone = look(DESK), look(PHONE)
    make_table(desk, 2)
    desk.locator("#menu summary").click()
    link = desk.locator("[data-copy]").get_attribute("data-copy")
    assert link is not None
    phone.goto(link)
    phone.get_by_role("button", name="Play here").click()
    assert wait_until_mine(phone)
    expect(desk.locator(MOVES)).to_have_count(0)
    choose(phone, 0)
    expect(desk.locator("#log")).to_contain_text("takes")


def test_a_refusal_can_be_read(look: Look) -> None:
    page = look(PHONE, expect_complaints=True)
    page.route("**/live?have*", lambda route: route.abort())
    make_table(page, 2)
    while not page.locator(MOVES).count():
        page.reload()
        onward(page)
    until(page, "document.body.classList.contains('offline')")  # said now, and not over what will be said
    settle(page)
    stale = page.locator('form[action$="/play"] input[name="at"]').first
    stale.evaluate("field => field.value = '1'")
    page.locator(MOVES).first.click()
    until(page, CALM)  # the page has come anew
    expect(page.locator("#toast")).to_be_visible()
    expect(page.locator("#toast")).to_contain_text("look again")


def test_a_lost_connection_is_said(look: Look) -> None:
    page = look(PHONE, expect_complaints=True)
    make_table(page, 2)
    started(page)
    page.context.set_offline(True)
    page.evaluate("source.close(); follow()")
    expect(page.locator("#toast")).to_contain_text("No connection")
    page.context.set_offline(False)
    page.evaluate("follow()")
    expect(page.locator("#toast")).to_be_hidden()
