"""Every page in every size and scheme: accessible, in its frame, of little weight, and quiet for who wants it so."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.playing import ASKED, choose, make_table, mode, onward, play_out, until, wait_until_mine

pytestmark = pytest.mark.browser
Look = Callable[..., Page]
WIDTHS = (320, 360, 390, 768, 960, 1240, 1280, 1600)


def check(page: Page, where: str) -> None:
    """No finding of axe, nothing that sticks out sideways; the page stands still while it is looked at."""
    page.evaluate("source?.close()")
    found = Axe().run(page).response["violations"]
    assert not found, (
        where,
        [(one["id"], one["nodes"][0]["html"][:200], one["nodes"][0]["failureSummary"]) for one in found],
    )
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{where} is {wide} px too wide"
    page.evaluate("follow()")


@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "light"), (DESK, "dark")])
def test_no_page_has_a_finding(look: Look, size: tuple[int, int], scheme: str) -> None:
    page = look(size, color_scheme=scheme, reduced_motion="reduce")
    page.goto("/")
    check(page, "lobby")
    page.get_by_text("More choices").click()
    check(page, "lobby, more choices")
    for path in ("/rules", "/rules/rollie", "/settings"):
        page.goto(path)
        check(page, path)
    make_table(page, 3, "Invite friends by link")
    check(page, "waiting")
    make_table(page, 4)
    wait_until_mine(page)
    check(page, "my turn")
    page.locator("#menu summary").click()
    check(page, "menu")
    table = page.url
    for path in ("/fair", "/log"):
        page.goto(table + path)
        check(page, path)
    page.goto(table)
    seen: set[str] = set()
    while "result" not in seen:
        until(page, ASKED)
        now = mode(page)
        if now not in seen and now in ("moment", "result"):
            seen.add(now)
            check(page, now)
        if now == "moment":
            onward(page)
        elif now == "table":  # taking brings a Rollie! sooner, securing the end
            choose(page, -1 if "moment" in seen else 0)


def test_pages_without_a_table(look: Look) -> None:
    page = look(PHONE)
    for path in ("/nothing", "/t/0"):
        answer = page.request.get(path)
        assert answer.status == 404
        page.set_content(answer.text())
        assert page.locator("#problem").count() == 1


def test_nothing_sticks_out_at_any_width(look: Look) -> None:
    page = look(DESK, reduced_motion="reduce")
    address = make_table(page, 4)
    wait_until_mine(page)
    for path in (address, "/", "/rules/rollie", address + "/fair"):
        page.goto(path)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert wide <= 0, f"{path} is {wide} px too wide at {width}"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_table_fits_a_phone_without_scrolling(look: Look, players: int) -> None:
    page = look(PHONE, reduced_motion="reduce")
    make_table(page, players)
    wait_until_mine(page)
    for what in ("document.documentElement", "document.querySelector('.board')"):
        over = page.evaluate(f"{what}.scrollHeight - {what}.clientHeight")
        assert over <= 1, f"{what} must be scrolled by {over} px with {players} players"


@pytest.mark.parametrize("players", [5, 6])
def test_many_players_scroll_the_board_and_not_the_action_area(look: Look, players: int) -> None:
    page = look(PHONE, reduced_motion="reduce")
    make_table(page, players)
    wait_until_mine(page)
    box = page.locator(".act").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= PHONE[1] + 1
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")


def test_targets_are_large_enough(look: Look) -> None:
    page = look(PHONE, reduced_motion="reduce")
    make_table(page, 4)
    wait_until_mine(page)
    small = page.evaluate(
        """[...document.querySelectorAll("a, button, select, summary")]
        .filter(one => one.checkVisibility() && !one.closest(".vh, .skip, .log, noscript"))
        .map(one => [one.getBoundingClientRect(), one.outerHTML.slice(0, 80)])
        .filter(([box]) => box.width < 43.5 || box.height < 43.5)
        .map(([box, html]) => `${box.width}x${box.height} ${html}`)"""
    )
    assert not small


def test_no_motion_for_who_wants_none(look: Look) -> None:
    page = look(DESK, reduced_motion="reduce")
    make_table(page, 4)
    wait_until_mine(page)
    assert page.evaluate("document.getAnimations().filter(one => one.playState === 'running').length") == 0


def test_a_page_weighs_little(browser: Browser, server: Any) -> None:
    """Everything a first visit to a table transfers, compressed as it travels."""
    context = browser.new_context(base_url=server.url)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    weights: list[float] = []
    session.on("Network.loadingFinished", lambda event: weights.append(event["encodedDataLength"]))
    page.goto("/")
    page.get_by_role("button", name="Play with bots").click()
    page.wait_for_url("**/t/*")
    context.close()
    assert sum(weights) < 90_000, "lobby and table together"


def test_the_log_is_a_sheet_on_a_phone(look: Look) -> None:
    page = look(PHONE)
    make_table(page, 2)
    wait_until_mine(page)
    expect(page.locator("#log")).to_be_hidden()
    page.goto(page.url + "#log")  # where there is room for a link to it, it leads here; else the menu has the whole log
    expect(page.locator("#log")).to_be_visible()
    page.get_by_role("link", name="Close").click()
    expect(page.locator("#log")).to_be_hidden()


def test_the_result_of_a_long_game(look: Look) -> None:
    page = look(DESK, reduced_motion="reduce")
    make_table(page, 6)
    play_out([page], 240)
    text = page.locator("main").inner_text()
    assert re.search(r"bonus race", text, re.I)
