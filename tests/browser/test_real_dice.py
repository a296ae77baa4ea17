"""Entering real dice with a finger and with keys: the form, what it keeps, and putting a wrong entry right."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from rolltop.games import shelf
from tests.browser.conftest import DESK, PHONE
from tests.browser.playing import CALM, choose, make_table, mode, until, wait_until_mine
from tests.browser.test_pages import WIDTHS, check

pytestmark = pytest.mark.browser
Look = Callable[..., Page]
KINDS = [kind.name for kind in shelf.kinds().values() if kind.by_hand]
SEND = 'form[action$="/throw"] button'


def table_by_hand(page: Page, players: int, button: str = "Play with bots", game: str = "rollie") -> str:
    """A table at which the players throw; its address."""
    page.goto("/")
    page.locator(f'input[name="game"][value="{game}"]').check()
    page.get_by_text("More choices").click()
    page.locator('select[name="dice"]').select_option("hand")
    page.locator(f'select[name="players-{game}"]').select_option(str(players))
    page.get_by_role("button", name=button).click()
    page.wait_for_url("**/t/*")
    return page.url


def pick(page: Page, *names: str) -> None:
    """Tap what the dice show."""
    for die, name in enumerate(names):
        page.locator(f'label:has(input[name="die-{die}"][value="{name}"])').click()


def enter(page: Page, *names: str) -> None:
    """Tap what the dice show, and send it."""
    until(page, CALM)
    pick(page, *names)
    page.locator(SEND).click()
    until(page, CALM)


def picked(page: Page) -> list[str]:
    """What is chosen in the form."""
    found: list[str] = page.evaluate(
        "[...document.querySelectorAll('form[action$=\"/throw\"] input:checked')].map(one => one.value)"
    )
    return found


def any_throw(page: Page) -> list[str]:
    """The last of what each die can show."""
    found: list[str] = page.evaluate(
        """[...document.querySelectorAll('form[action$="/throw"] fieldset')]
        .map(die => [...die.querySelectorAll("input")].at(-1).value)"""
    )
    return found


@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "light"), (DESK, "dark")])
@pytest.mark.parametrize("game", KINDS)
def test_the_form_is_in_order(look: Look, game: str, size: tuple[int, int], scheme: str) -> None:
    page = look(size, color_scheme=scheme, reduced_motion="reduce")
    address = table_by_hand(page, 4, game=game)
    forms = 0
    while page.locator(SEND).count():
        forms += 1
        check(page, f"throw {forms}")
        pick(page, *any_throw(page))
        check(page, f"throw {forms}, chosen")
        box = page.locator(SEND).bounding_box()
        assert box is not None and box["y"] + box["height"] <= size[1], "the button is in sight"
        page.locator(SEND).click()
        until(page, CALM)
        if mode(page) != "table" or forms == 3:
            break
    check(page, "dice entered")
    assert page.locator(".fix").count() == 1
    page.goto(address + "/fair")
    check(page, "the dice")


def test_targets_are_large_enough_for_a_finger(look: Look) -> None:
    page = look(PHONE, reduced_motion="reduce")
    table_by_hand(page, 4)
    for names in (["first 1"], ["start 7"], ["5", "R"]):
        small = page.evaluate(
            """[...document.querySelectorAll("label:has([type=radio]), .go, .fix")]
            .map(one => [one.getBoundingClientRect(), one.outerHTML.slice(0, 80)])
            .filter(([box]) => box.width < 43.5 || box.height < 43.5)
            .map(([box, html]) => `${box.width}x${box.height} ${html}`)"""
        )
        assert not small
        enter(page, *names)


def test_the_form_fits_at_any_width(look: Look) -> None:
    page = look(DESK, reduced_motion="reduce")
    table_by_hand(page, 6)
    enter(page, "first 1")
    enter(page, "start 4")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        check(page, f"at {width}")


def test_whoever_did_not_choose_all_dice_is_asked_to(look: Look) -> None:
    page = look(PHONE)
    table_by_hand(page, 2)
    enter(page, "first 1")
    enter(page, "start 4")
    pick(page, "5")
    page.locator(SEND).click()
    assert page.evaluate(CALM), "nothing was sent"
    assert page.locator(SEND).count() == 1
    assert picked(page) == ["5"]


def test_dice_are_entered_with_keys_alone(look: Look) -> None:
    page = look(DESK)
    table_by_hand(page, 2)
    enter(page, "first 1")
    enter(page, "start 4")
    page.locator('input[name="die-0"]').first.focus()
    for key in ("Space", "ArrowRight", "ArrowRight", "Tab", "Space", "ArrowLeft"):
        page.keyboard.press(key)
    assert picked(page) == ["2", "R"]
    page.keyboard.press("Enter")
    assert wait_until_mine(page)
    expect(page.locator("#news")).to_contain_text("It is your turn.")


def test_a_wrong_entry_is_put_right(look: Look) -> None:
    page = look(PHONE)
    table_by_hand(page, 2)
    enter(page, "first 1")
    enter(page, "start 4")
    assert "Your throw" in page.title()
    enter(page, "5", "5")
    until(page, "document.body.classList.contains('p-moment')")
    page.get_by_role("button", name="Correct the dice: 5, 5 was entered wrongly").click()
    until(page, "document.body.classList.contains('p-table')")
    assert picked(page) == [], "it begins empty"
    enter(page, "5", "10")
    assert wait_until_mine(page)
    choose(page, 0)
    until(page, "document.querySelector('.fix') === null")


def test_what_is_half_entered_stays_while_others_act(look: Look) -> None:
    ann, bob = look(DESK), look(PHONE)
    address = table_by_hand(ann, 2, "Invite friends by link")
    bob.goto(address)
    bob.get_by_role("button", name="Take a seat").click()
    enter(bob, "first 1")
    until(ann, "document.querySelector('input[value=\"start 4\"]') !== null")
    pick(ann, "start 4")
    bob.locator(".fix").click()  # it was not Ann who starts
    until(ann, "document.querySelector('input[value=\"first 2\"]') !== null")
    enter(bob, "first 2")
    until(ann, "document.querySelector('input[value=\"start 4\"]') !== null")
    assert picked(ann) == [], "what was meant for another draw is gone"
    pick(ann, "start 4")
    # the page comes anew, the draw is the same
    ann.evaluate("fetch(location).then(answer => answer.text()).then(show)")
    assert picked(ann) == ["start 4"]
    ann.locator(SEND).click()
    until(bob, "document.querySelector('[name=\"die-1\"]') !== null")
    assert "Your throw" in bob.title()
    until(ann, "document.querySelector('main').innerText.includes('throws.')")


def test_a_bot_waits_for_its_dice_and_goes_on(look: Look) -> None:
    page = look(PHONE)
    table_by_hand(page, 2)
    enter(page, "first 2")
    enter(page, "start 4")
    assert "Dice to enter" in page.title()
    enter(page, "5", "R")
    assert wait_until_mine(page)


def test_a_table_whose_dice_are_fair_is_as_ever(look: Look) -> None:
    page = look(PHONE)
    make_table(page, 2)
    assert wait_until_mine(page)
    assert page.locator(SEND).count() == page.locator(".fix").count() == 0
