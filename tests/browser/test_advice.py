"""Advice and analysis in a real browser: by keyboard, at both sizes, and with nothing off the screen."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.playing import MOVES, choose, make_table, play_out, started, wait_until_mine
from tests.browser.test_pages import check

pytestmark = pytest.mark.browser
Look = Callable[..., Page]


@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "light"), (DESK, "dark")])
def test_advice_comes_by_key_shows_every_move_and_goes_with_the_next(
    look: Look, size: tuple[int, int], scheme: str
) -> None:
    page = look(size, color_scheme=scheme)
    make_table(page, 3)
    started(page)
    assert wait_until_mine(page)
    page.keyboard.press("?")
    advice = page.get_by_role("region", name="Advice")
    table = advice.get_by_role("table", name="What each move promises")
    table.wait_for(timeout=90_000)
    moves = page.locator(MOVES).evaluate_all("buttons => buttons.map(button => button.value)")
    assert table.get_by_role("row").count() == len(set(moves)) + 1
    expect(page.locator("#news")).to_contain_text("Best is")
    expect(page.get_by_role("button", name="Advice")).to_have_attribute("aria-expanded", "true")
    check(page, f"advice, {size}, {scheme}")
    for box in (advice.bounding_box(), page.locator(MOVES).first.bounding_box()):
        assert box is not None
        assert box["x"] >= 0 and box["x"] + box["width"] <= size[0] and box["y"] + box["height"] <= size[1]
    advice.get_by_role("button", name="Close").click()
    expect(advice).to_have_count(0)
    page.keyboard.press("?")
    expect(table).to_be_visible()
    choose(page, 0)
    expect(advice).to_have_count(0)


def test_the_result_leads_to_the_analysis(look: Look) -> None:
    page = look(PHONE)
    make_table(page, 2)
    started(page)
    play_out([page])
    page.get_by_role("link", name="Analysis").click()
    page.get_by_role("button", name="Analyse this game").click()
    graph = page.get_by_role("img", name="A line for each player")
    expect(page.get_by_role("progressbar").or_(graph)).to_be_visible()  # soon, or already
    graph.wait_for(timeout=120_000)
    page.get_by_text("The graph as a table").click()
    expect(page.get_by_role("table", name="Chance to win, in percent").get_by_role("row").last).to_contain_text("100 %")
    check(page, "analysis")
