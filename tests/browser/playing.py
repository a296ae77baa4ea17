"""What people do with their hands: making tables, choosing moves, reading the page."""

import time

from playwright.sync_api import Page, TimeoutError

MOVES = 'form[action$="/play"] button[name="move"]:not([disabled])'
WISHES = 'form[action$="/wish"] button[name="move"]:not([disabled])'
SETTLED = 400  # milliseconds a new page must stand before a tap counts


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


def until(page: Page, expression: str, seconds: float = 20) -> None:
    """Wait until an expression is true on the page (without eval there, which the page's policy forbids)."""
    end = time.time() + seconds
    while not page.evaluate(expression):
        assert time.time() < end, f"never true: {expression}"
        page.wait_for_timeout(20)


def mode(page: Page) -> str:
    """Which page this is: waiting, table, moment or result."""
    return str(page.evaluate("document.body.className.split(' ')[0].slice(2)"))


def started(page: Page) -> None:
    """Wait for the game to start, past a Rollie! of the first roll."""
    until(page, "!document.body.classList.contains('p-waiting')")
    while mode(page) == "moment":
        onward(page)
        until(page, "document.body.getAttribute('aria-busy') === null")


def onward(page: Page) -> None:
    """Go on from a Rollie!, unless the table has gone on by itself."""
    try:
        page.locator('form[action$="/onward"] button').click(timeout=4000)
    except TimeoutError:
        if mode(page) == "moment":
            raise


def wait_until_mine(page: Page, seconds: float = 20) -> bool:
    """Wait for this person's turn, past any Rollie!; False if the game is over."""
    end = time.time() + seconds
    while time.time() < end:
        now = mode(page)
        if now == "result":
            return False
        if now == "moment":
            onward(page)
        elif page.locator(MOVES).count():
            page.wait_for_timeout(SETTLED)
            if page.locator(MOVES).count():
                return True
        page.wait_for_timeout(20)
    raise AssertionError(f"nothing to do for {seconds} s; the page is {mode(page)}")


def choose(page: Page, number: int) -> None:
    """Choose one of the possible moves, twice where the page asks."""
    buttons = page.locator(MOVES)
    button = buttons.nth(number % buttons.count())
    move = button.get_attribute("value")
    button.click()
    armed = page.locator(f'.armed[value="{move}"]')
    if move == "secure" and armed.count():
        armed.click()
    until(page, "document.body.getAttribute('aria-busy') === null")


def play_out(pages: list[Page], seconds: float = 120) -> None:
    """Everybody plays in their own browser until the result is on all screens."""
    end, count = time.time() + seconds, 0
    while not all(mode(page) == "result" for page in pages):
        assert time.time() < end, [mode(page) for page in pages]
        for page in pages:
            if mode(page) == "moment":
                onward(page)
            elif page.locator(MOVES).count():
                page.wait_for_timeout(SETTLED)
                if page.locator(MOVES).count():
                    count += 1
                    choose(page, -1 if count % 4 == 0 else count)
        pages[0].wait_for_timeout(20)
