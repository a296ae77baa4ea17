"""Rollie's board in all its states in a real browser: fits, reads, weighs little, under the site's strict policy."""

import gzip
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from tests.browser.states import Opened, Scheme, opening
from tests.games.rollie import pages
from tests.games.rollie.states import states

pytestmark = pytest.mark.browser

WIDTHS = (320, 360, 390, 768, 960, 1240, 1280, 1600)
SMALL = """() => [...document.querySelectorAll("main button, main a, main summary")].filter(e => !e.disabled)
    .map(e => [e.textContent.trim(), e.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0 && (box.width < 44 || box.height < 44)).map(([text]) => text)"""
SIDEWAYS = """() => [document.documentElement, ...document.querySelectorAll("main, .board, .heats")]
    .filter(e => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX != "visible")
    .map(e => e.className)"""
FITS = "() => { const board = document.querySelector('.board'); return board.scrollHeight <= board.clientHeight }"
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


def test_no_sideways_scroll_and_large_targets(opened: Opened, said: list[str]) -> None:
    for name in DOCUMENTS:
        tab = opened(name)
        for width in WIDTHS:
            tab.set_viewport_size({"width": width, "height": 740 if width < 960 else 800})
            assert tab.evaluate(SIDEWAYS) == [], (name, width)
            assert tab.evaluate(SMALL) == [], (name, width)
    assert said == [], "something was refused by the policy, or is missing"


def test_a_table_of_four_fits_a_phone(opened: Opened) -> None:
    for name, html in DOCUMENTS.items():
        if "p-table" in html and not name.endswith("-6"):
            assert opened(name).evaluate(FITS), name


def test_axe_finds_nothing(opened: Opened) -> None:
    axe = Axe()
    for number, name in enumerate(DOCUMENTS):  # phone and desk, light and dark in turn
        size = (360, 740) if number % 2 else (1280, 800)
        scheme: Scheme = "light" if number // 2 % 2 else "dark"
        found = axe.run(opened(name, *size, scheme), context={"include": [["main"], ["#bar"]]})
        assert found.violations_count == 0, (name, size, found.generate_report())


def test_the_whole_page_is_small() -> None:
    """HTML, style, script and drawings, as they go over the wire."""
    largest = max(len(gzip.compress(html.encode())) for html in DOCUMENTS.values())
    files = sum(len(gzip.compress(text.encode())) for text, _ in pages.assets().values())
    assert largest + files < 60_000
