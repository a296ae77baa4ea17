"""What goes on around the game, in two browsers: the clock, a pause, a stand-in, giving up."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.playing import CALM, MOVES, make_table, onward, until
from tests.browser.test_pages import check

pytestmark = pytest.mark.browser
Look = Callable[..., Page]
GAMES = ("rollie", "roll_estate", "rolima")


def two_at(look: Look, game: str, **more: str) -> tuple[Page, Page]:
    """A phone and a desk at a table of two."""
    phone, desk = look(PHONE, reduced_motion="reduce"), look(DESK, reduced_motion="reduce", color_scheme="dark")
    phone.goto("/")
    phone.locator(f"input[name=game][value={game}]").check(force=True)
    phone.locator('select[name^="players-"]').locator("visible=true").select_option("2")
    phone.get_by_text("More choices").click()
    for label, choice in more.items():
        phone.get_by_label(label.replace("_", " ")).locator("visible=true").select_option(choice)
    phone.get_by_role("button", name="Invite friends by link").click()
    phone.wait_for_url("**/t/*")
    desk.goto(phone.url)
    desk.get_by_role("button", name="Take a seat").click()
    for page in (phone, desk):
        until(page, "!document.body.classList.contains('p-waiting')")
        onward(page)
    return phone, desk


def from_menu(page: Page, name: str) -> None:
    """Do what the menu offers."""
    until(page, CALM)
    page.locator("#menu summary").click()
    page.locator("#menu").get_by_role("button", name=name).click()


@pytest.mark.parametrize("game", GAMES)
def test_clock_pause_and_stand_in(look: Look, game: str) -> None:
    phone, desk = two_at(look, game, Time_to_think="move-180")
    for page in (phone, desk):
        expect(page.locator("#clock")).to_contain_text("2:")
        shown = page.locator("#clock b").inner_text()
        until(page, f"document.querySelector('#clock b').textContent !== '{shown}'")  # it goes down by itself
    assert phone.evaluate("document.documentElement.scrollHeight") <= PHONE[1], "the clock takes no room from the board"
    waiting, thinking = (desk, phone) if "Your turn" in phone.title() else (phone, desk)
    from_menu(waiting, "Pause the game")
    expect(waiting.locator("#strip")).to_contain_text("You have paused the game.")
    expect(waiting.locator("#clock")).to_have_count(0)
    assert not waiting.locator("#menu").evaluate("menu => menu.open")
    expect(thinking.locator("#strip")).to_contain_text("has paused the game.")
    assert desk.locator(MOVES).count() == phone.locator(MOVES).count() == 0, "nobody can play"
    assert phone.evaluate("document.documentElement.scrollHeight") <= PHONE[1], "nor does the line"
    check(phone, f"{game}: paused")
    check(desk, f"{game}: paused")
    desk.get_by_role("button", name="Go on").click()
    expect(phone.locator("#clock")).to_be_visible()
    from_menu(desk, "Let a bot play for me")
    expect(desk.locator("#strip")).to_contain_text("A bot plays for you.")
    check(desk, f"{game}: a bot plays for one")
    desk.get_by_role("button", name="Take over again").click()
    expect(desk.locator("#strip")).to_have_count(0)


def test_giving_up_takes_two_taps_and_ends_it_for_both(look: Look) -> None:
    phone, desk = two_at(look, "rollie")
    from_menu(phone, "Give up")
    armed = phone.locator("#menu button.armed")
    expect(armed).to_have_text("Give upTap again: give up")
    armed.click()
    expect(phone.get_by_role("heading", name="The game is given up.")).to_be_visible()
    expect(desk.get_by_text("You have won.")).to_be_visible()
    check(phone, "given up")
    check(desk, "given up")
    desk.get_by_role("button", name="Play again").click()
    desk.wait_for_url(lambda url: url != phone.url)
    expect(phone.get_by_role("button", name="Play again")).to_be_visible()


def test_who_joins_by_link_is_there(look: Look) -> None:
    """The stream that was opened as a spectator's is the player's from then on."""
    phone, desk = two_at(look, "rollie")
    phone.wait_for_timeout(500)
    seats = {page.locator("body").get_attribute("data-seat") for page in (phone, desk)}
    assert seats == {"0", "1"}
    from_menu(desk, "Pause the game")
    expect(phone.locator("#strip")).to_contain_text("has paused")
    phone.get_by_role("button", name="Go on").click()
    expect(desk.locator("#strip")).to_have_count(0)


def test_the_host_ends_the_table(look: Look) -> None:
    phone, desk = two_at(look, "rolima")
    desk.locator("#menu summary").click()
    expect(desk.locator("#menu").get_by_role("button", name="End the table")).to_have_count(0)
    desk.keyboard.press("Escape")
    from_menu(phone, "End the table for all")
    phone.locator("#menu button.armed").click()
    for page in (phone, desk):
        expect(page.get_by_role("heading", name="The host has ended the game.")).to_be_visible()
    make_table(phone, 2)  # and there is a way on
