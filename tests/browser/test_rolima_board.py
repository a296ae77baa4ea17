"""Rolimã's board in all its states in a real browser: fits, reads, weighs little, and does what hands ask."""

import gzip
from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.playing import CALM, mode, settle, until
from tests.browser.states import Opened, opening
from tests.games.rolima import pages

pytestmark = pytest.mark.browser

ROOMY = (PHONE, (390, 844), DESK)  #: where the whole board is on the screen
SIZES = (*ROOMY, (320, 640), (768, 1024), (1200, 760))
FAULTS = """() => { const found = [], all = selector => [...document.querySelectorAll(selector)];
    for (const e of all("main button, main a, main summary, label.cb, .alt")) {
        const box = e.getBoundingClientRect();
        if (box.width > 0 && (box.width < 43.5 || box.height < 43.5)) found.push("small: " + e.textContent.trim()) }
    for (const e of [document.documentElement, ...all("main, .board, .act")])
        if (e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX != "visible") found.push("sideways");
    for (const e of all(".go, .say, .act-row, .hand li, .sc, .pl, .gums li, .lane, .rule"))
        if (e.scrollWidth > e.clientWidth + 2) found.push("spilled: " + e.className + " " + e.textContent.trim());
    const board = document.querySelector(".board");
    if (board.scrollHeight > board.clientHeight + 1) found.push("scrolls");
    return found }"""
CROWDED = ("cheer", "draft", "gum", "gum-long-names", "modes-over")  #: what is looked at with many players
DOCUMENTS = {
    f"{state}-{n}": pages.document(page)
    for n in (4, 6)
    for state, page in pages.states(n)
    if state in CROWDED or (n == 4 and not state.endswith(("rematch", "-draft")))
}
DOCUMENTS["blind_market-draft-4"] = pages.document(dict(pages.states(4))["blind_market-draft"])
AXED = ("cheer-4", "draft-4", "gum-6", "hush-cheer-4", "blind_market-draft-4", "memory-aid-4", "modes-over-6")
LOOSE = "long-names"  #: where names may cost the board a short scroll


@pytest.fixture(scope="module")
def said() -> list[str]:
    """What the browser complained about."""
    return []


@pytest.fixture(scope="module")
def opened(browser: Browser, said: list[str]) -> Iterator[Opened]:
    """Opens a state's page."""
    with opening(browser, pages.assets(), DOCUMENTS, said) as visit:
        yield visit


# ---- every state -----------------------------------------------------------------------------------------------------


def test_every_state_at_every_width(opened: Opened, said: list[str]) -> None:
    """Nothing to scroll sideways, nothing out of place, large targets; and hill, loudness, market and hand are on the
    screen together."""
    for name, html in DOCUMENTS.items():
        tab = opened(name)
        for width, height in SIZES:
            tab.set_viewport_size({"width": width, "height": height})
            found = tab.evaluate(FAULTS)
            if "p-result" in html or LOOSE in name or (width, height) not in ROOMY:
                found = [fault for fault in found if fault != "scrolls"]
            if width < 360:
                found = [fault for fault in found if not fault.startswith(("spilled", "small"))]
            assert found == [], (name, width)
    assert said == [], "something was refused by the policy, or is missing"


def test_axe_finds_nothing(opened: Opened) -> None:
    axe = Axe()
    for name in AXED:
        for width, height, scheme in ((*PHONE, "light"), (*DESK, "dark")):
            tab = opened(name, width, height, scheme)
            if tab.locator(".pick").count() and scheme == "dark":
                tab.locator(".pick").first.check(force=True)
            found = axe.run(tab, context={"include": [["main"], ["#bar"]]})
            assert found.violations_count == 0, (name, width, found.generate_report())


def test_the_whole_page_is_small() -> None:
    """HTML, style, script and drawings, as they go over the wire."""
    largest = max(len(gzip.compress(html.encode())) for html in DOCUMENTS.values())
    files = sum(len(gzip.compress(text.encode())) for text, _ in pages.assets().values())
    assert largest + files < 60_000


# ---- what hands do ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_choosing_a_card_shows_what_it_would_do(opened: Opened, size: tuple[int, int]) -> None:
    tab, view = opened("cheer-4", *size), dict(pages.states(4))["cheer"].view
    expect(tab.locator(".go")).to_contain_text("Choose a card")
    for place, choice in enumerate(view["choices"]):
        tab.locator("label.cb").nth(place).click()
        expect(tab.locator(".go")).to_contain_text(view["cart_names"][choice["card"]["cart"]])
        expect(tab.locator(".go")).not_to_contain_text("Choose a card", use_inner_text=True)
        expect(tab.locator(".worth b")).to_have_text(f"{choice['keep']} now", use_inner_text=True)
        total = tab.locator(f"#lane-{choice['card']['cart']} .tot i:visible")
        expect(total).to_have_text(str(choice["cart_total"]))
        expect(tab.locator(".seg.mayb:visible")).to_have_count(1)


def test_all_cards_lie_over_the_hill_and_can_be_put_away(opened: Opened) -> None:
    for size in (PHONE, DESK):
        tab = opened("memory-aid-4", *size)
        tab.locator("#cards > summary").click()
        expect(tab.get_by_role("heading", name="Discards", exact=True)).to_be_visible()
        box = tab.locator("#cards > .sheet").bounding_box()
        assert box is not None and box["y"] >= 0 and box["y"] + box["height"] <= size[1]
        tab.locator("#cards > summary").click()
        expect(tab.get_by_role("heading", name="Discards", exact=True)).to_be_hidden()


def test_scoring_is_replayed_and_any_tap_skips_it(opened: Opened) -> None:
    tab = opened("over-4")
    tab.emulate_media(reduced_motion="no-preference")
    running = "document.getAnimations().filter(one => one.playState === 'running').length"
    assert tab.evaluate(running) == 0, "who comes later sees the scoring as it is"
    for _again in range(2):
        tab.get_by_text("Replay scoring").locator("visible=true").click()
        until(tab, f"{running} > 0")
        tab.mouse.click(180, 300)
        until(tab, f"{running} === 0")
    tab.emulate_media(reduced_motion="reduce")


# ---- whole games -----------------------------------------------------------------------------------------------------

Look = Callable[..., Page]
MOTION = """() => { window.moved = new Set();
    document.addEventListener("transitionrun", event => moved.add(event.target.closest("[id]").id.split("-")[0]));
    document.addEventListener("animationstart", event => moved.add(event.animationName)) }"""


def sit_down(page: Page, players: int) -> None:
    """A table of Rolimã from the lobby, for the short race."""
    page.goto("/")
    page.get_by_text("Rolimã", exact=True).first.click(force=True)
    page.locator('select[name="players-rolima"]').select_option(str(players))
    page.locator("#more > summary").click()
    page.locator('select[name="option-rolima-race"]').select_option("three")
    page.get_by_role("button", name="Play with bots").click()
    page.wait_for_url("**/t/*")


def play_out(page: Page, act: Callable[[Page, int], None]) -> int:
    """Act whenever it is this person's turn, until the game is over; how often."""
    count = 0
    mine_or_over = """!!document.querySelector('form#pick[action$="/play"], .p-result')"""
    until(page, mine_or_over)
    while mode(page) != "result":
        settle(page)
        act(page, count)
        count += 1
        until(page, f"{CALM} && {mine_or_over}")
    return count


def test_a_whole_game_with_the_mouse(look: Look) -> None:
    page = look(PHONE, has_touch=True)
    sit_down(page, 2)
    page.evaluate(MOTION)
    horns = set[str | None]()

    def by_hand(page: Page, count: int) -> None:
        horns.add(page.locator(".horn").get_attribute("id"))
        page.locator("label.cb").nth(count % page.locator("label.cb").count()).click()
        page.locator("button.go").click()

    assert play_out(page, by_hand) > 2
    expect(page.locator("#act-h")).to_contain_text("gum")
    for moved in ("r-bet-a", "seg", "cart", "flag", "hand", *(["horn"] if len(horns) > 1 else [])):
        until(page, f"moved.has('{moved}')")


def test_a_whole_game_by_keyboard_without_motion(look: Look) -> None:
    page = look(DESK, reduced_motion="reduce")
    sit_down(page, 2)
    page.evaluate(MOTION)

    def by_keys(page: Page, count: int) -> None:
        page.keyboard.press(str(count % min(3, page.locator(".pick").count()) + 1))
        page.keyboard.press("Enter")
        until(page, CALM)
        assert page.evaluate("document.activeElement !== document.body"), "the keyboard is left somewhere"

    assert play_out(page, by_keys) > 2
    assert page.evaluate("[...moved]") == []
