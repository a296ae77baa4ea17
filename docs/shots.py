"""Makes the screenshots of the README in a real Chromium: plays Rollie at a real server, lays Roll Estate's sheets out.

Run by ``make shots``.
"""

import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.conftest import FLAGS, chromium
from tests.browser.playing import MOVES, choose, make_table, mode, onward, until, wait_until_mine
from tests.browser.states import served
from tests.games.rolima import pages as rolima_pages
from tests.games.roll_estate import pages
from tests.server.person import running_server

IMAGES = Path(__file__).parent / "images"
PHONE, DESK = {"width": 360, "height": 740}, {"width": 1280, "height": 800}
TURNS = 8  # so much is played before the picture of a table


def shoot(page: Page, name: str) -> None:
    """Save what is on the screen."""
    page.wait_for_timeout(2500)  # motion comes to rest
    page.screenshot(path=IMAGES / f"{name}.png")


def table(browser: Browser, url: str, name: str, scheme: str, size: dict[str, int]) -> None:
    """A table in the middle of a game, its first Rollie!, and its result."""
    context = browser.new_context(
        viewport={"width": size["width"], "height": size["height"]},
        base_url=url,
        color_scheme=scheme,  # type: ignore[arg-type]
    )
    page = context.new_page()
    page.goto("/")
    shoot(page, f"lobby-{name}")
    wanted = {f"table-{name}", f"rollie-{name}", f"result-{name}"}
    while wanted:
        make_table(page, 4, Your_name="Fanny")
        turns = 0
        while mode(page) != "result":
            if mode(page) == "moment":
                take(page, f"rollie-{name}", wanted)
                onward(page)
                until(page, "document.body.getAttribute('aria-busy') === null")
            elif page.locator(MOVES).count() and wait_until_mine(page):
                turns += 1
                if turns >= TURNS and page.locator(MOVES).count() > 3:
                    take(page, f"table-{name}", wanted)
                choose(page, -1 if turns % 4 == 0 else turns)
            page.wait_for_timeout(30)
        take(page, f"result-{name}", wanted)
    context.close()


def states(browser: Browser) -> None:
    """Boards in the middle of a game: Roll Estate at the table and alone, and Rolimã with a card chosen."""
    wanted = (
        ("estate-desk-light", pages, "second-roll", 3, "light", DESK),
        ("estate-phone-dark", pages, "opens", 3, "dark", PHONE),
        ("solo-phone-dark", pages, "solo-late", 1, "dark", PHONE),
        ("rolima-desk-light", rolima_pages, "cheer", 4, "light", DESK),
        ("rolima-phone-dark", rolima_pages, "draft", 4, "dark", PHONE),
    )
    for name, game, state, n_players, scheme, size in wanted:
        html = game.document(dict(game.states(n_players))[state])
        with served(dict(game.assets()) | {"/": (html, "text/html")}) as address:
            page = browser.new_page(
                viewport={"width": size["width"], "height": size["height"]},
                color_scheme=scheme,  # type: ignore[arg-type]
            )
            page.goto(address)
            if page.locator(".pick").count():
                page.locator(".pick").last.check(force=True)
            shoot(page, name)
            page.close()


def take(page: Page, name: str, wanted: set[str]) -> None:
    """Take a picture that is still wanted."""
    if name in wanted:
        wanted.remove(name)
        shoot(page, name)


def main() -> None:
    """All pictures."""
    IMAGES.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(Path(folder) / "data", pace=0.05) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), headless=True, args=FLAGS)
        table(browser, server.url, "desk-light", "light", DESK)
        table(browser, server.url, "phone-dark", "dark", PHONE)
        states(browser)
        browser.close()


if __name__ == "__main__":
    main()
