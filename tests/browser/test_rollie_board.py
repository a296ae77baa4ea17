"""Rollie's board in all its states in a real browser: fits, reads, weighs little, under the site's strict policy."""

import gzip
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from tests.browser.conftest import DESK, PHONE
from tests.browser.states import Opened, Scheme, opening
from tests.games.rollie import pages
from tests.games.rollie.states import states

pytestmark = pytest.mark.browser

WIDTHS = (320, 360, 390, 768, 960, 1240, 1280, 1600)
FAULTS = """() => { const found = [], all = selector => [...document.querySelectorAll(selector)];
    for (const e of all("main button, main a, main summary")) {
        const box = e.getBoundingClientRect();
        if (!e.disabled && box.width > 0 && (box.width < 44 || box.height < 44)) found.push("small: " + e.textContent) }
    for (const e of [document.documentElement, ...all("main, .board, .heats")])
        if (e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX != "visible")
            found.push("sideways: " + e.className);
    const board = document.querySelector(".board");
    if (board && board.scrollHeight > board.clientHeight) found.push("scrolls");
    return found }"""
FULLEST = ("turn-any", "secured", "spectator", "rollie", "result", "result-tie")
DOCUMENTS = {
    f"{state}-{n}": pages.document(page) for n in (2, 4, 6) for state, page in states(n) if n == 4 or state in FULLEST
}


@pytest.fixture(scope="module")
def said() -> list[str]:
    """What the browser complained about."""
    return []


@pytest.fixture(scope="module")
def opened(browser: Browser, said: list[str]) -> Iterator[Opened]:
    """Opens a state's page."""
    with opening(browser, pages.assets(), DOCUMENTS, said) as visit:
        yield visit


def test_every_state_at_every_width(opened: Opened, said: list[str]) -> None:
    """Nothing to scroll sideways, large targets; and a table of four fits a phone."""
    for name, html in DOCUMENTS.items():
        tab = opened(name)
        for width in WIDTHS:
            tab.set_viewport_size({"width": width, "height": 740 if width < 960 else 800})
            found = tab.evaluate(FAULTS)
            if width != PHONE[0] or "p-table" not in html or name.endswith("-6"):
                found = [fault for fault in found if fault != "scrolls"]
            assert found == [], (name, width)
    assert said == [], "something was refused by the policy, or is missing"


def test_axe_finds_nothing(opened: Opened) -> None:
    axe = Axe()
    looked_at = [name for name in DOCUMENTS if not name.endswith("-2")]  # two players' pages have nothing of their own
    for number, name in enumerate(looked_at):  # phone and desk, light and dark in turn
        size = PHONE if number % 2 else DESK
        scheme: Scheme = "light" if number // 2 % 2 else "dark"
        found = axe.run(opened(name, *size, scheme), context={"include": [["main"], ["#bar"]]})
        assert found.violations_count == 0, (name, size, found.generate_report())


def test_the_whole_page_is_small() -> None:
    """HTML, style, script and drawings, as they go over the wire."""
    largest = max(len(gzip.compress(html.encode())) for html in DOCUMENTS.values())
    files = sum(len(gzip.compress(text.encode())) for text, _ in pages.assets().values())
    assert largest + files < 60_000
