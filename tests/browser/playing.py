"""What people do with their hands: making tables, choosing moves, reading the page."""

import json
import time
from contextlib import suppress

from playwright.sync_api import Locator, Page, TimeoutError

MOVES = 'form[action$="/play"] button[name="move"]:not([disabled])'
WISHES = 'form[action$="/wish"] button[name="move"]:not([disabled])'
CALM = "document.body.getAttribute('aria-busy') === null"  #: the last answer has come
DUE = json.dumps(f".p-moment, .p-result, {MOVES}")
ASKED = f"{CALM} && document.querySelector({DUE}) !== null"  #: this person is to do something, or the game is over
PATIENCE = 60  #: seconds that a slow machine is given


def make_table(page: Page, players: int = 4, button: str = "Play with bots", **more: str) -> str:
    """Make a table from the lobby; its path."""
    page.goto("/")
    page.locator('select[name^="players-"]').locator("visible=true").select_option(str(players))
    if more:
        page.get_by_text("More choices").click()
    for label, choice in more.items():
        field = page.get_by_label(label.replace("_", " ")).locator("visible=true")
        if field.evaluate("field => field.localName") == "select":
            field.select_option(choice)
        else:
            field.fill(choice)
    page.get_by_role("button", name=button).click()
    page.wait_for_url("**/t/*")
    return page.url


def until(page: Page, expression: str, seconds: float = PATIENCE) -> None:
    """Wait until an expression is true on the page (without eval there, which the page's policy forbids)."""
    end = time.monotonic() + seconds
    while not page.evaluate(expression):
        assert time.monotonic() < end, f"never true: {expression}"
        page.wait_for_timeout(20)


def settle(page: Page) -> None:
    """See to it that a tap counts: the last answer has come, and the page is said to have stood long enough.

    That a page must stand is tested once, and not waited for at every tap.
    """
    until(page, CALM)
    page.evaluate("changed = -SETTLE")


def mode(page: Page) -> str:
    """Which page this is: waiting, table, moment or result."""
    return str(page.evaluate("document.body.className.split(' ')[0].slice(2)"))


def started(page: Page) -> None:
    """Wait for the game to start, past a Rollie! of the first roll."""
    until(page, "!document.body.classList.contains('p-waiting')")
    onward(page)


def onward(page: Page) -> None:
    """Go on from every Rollie! there is; where somebody only watches, the table may go on by itself."""
    until(page, CALM)
    end = time.monotonic() + PATIENCE
    while mode(page) == "moment":
        assert time.monotonic() < end, "there is no going on"
        with suppress(TimeoutError):
            page.locator('form[action$="/onward"] button').click(timeout=2000)
        until(page, CALM)


def wait_until_mine(page: Page, seconds: float = PATIENCE) -> bool:
    """Wait for this person's turn, past any Rollie!, until a tap counts; False if the game is over."""
    until(page, ASKED, seconds)
    while mode(page) == "moment":
        onward(page)
        until(page, ASKED, seconds)
    settle(page)
    return mode(page) != "result"


def choose(page: Page, number: int) -> None:
    """Choose one of the possible moves, twice where the page asks."""
    settle(page)
    buttons = page.locator(MOVES)
    button = buttons.nth(number % buttons.count())
    if button.get_attribute("data-guard"):
        button.dblclick()
    else:
        button.click()
    until(page, CALM)


def send(page: Page, button: Locator) -> None:
    """Press a button of a page without script, and wait for the page that answers."""
    with page.expect_navigation():
        button.click()


def play_out(pages: list[Page], seconds: float = 120) -> None:
    """Everybody plays in their own browser until the result is on all screens."""
    end, count = time.monotonic() + seconds, 0
    while not all(mode(page) == "result" for page in pages):
        assert time.monotonic() < end, [mode(page) for page in pages]
        for page in pages:
            onward(page)
            if page.locator(MOVES).count():
                count += 1
                choose(page, -1 if count % 3 == 0 else count)
        pages[0].wait_for_timeout(20)
