"""Roll Estate's board in all its states in a real browser: fits, reads, weighs little, and does what hands ask."""

import gzip
import re
from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.playing import CALM, mode, send, settle, until
from tests.browser.states import Opened, opening
from tests.games.roll_estate import pages

pytestmark = pytest.mark.browser

ROOMY = (PHONE, (390, 844), DESK, (1600, 900))  #: where the whole sheet is on the screen
SIZES = (*ROOMY, (320, 640), (768, 1024), (959, 740), (960, 800), (1240, 800))
FAULTS = """() => { const found = [], all = selector => [...document.querySelectorAll(selector)];
    for (const e of [document.documentElement, ...all("main, .board, .place-of-sheets, .act")])
        if (e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX != "visible")
            found.push("sideways: " + e.className);
    for (const e of all("main button, main a, main summary, .tab, .dice label, .throws label")) {
        const box = e.getBoundingClientRect();
        if (box.width > 0 && (box.width < 34 || box.height < 43.5)) found.push("small: " + e.textContent.trim()) }
    for (const e of all(".legal")) {
        const box = e.getBoundingClientRect();
        if (box.width < 35 || box.height < 35) found.push("tight: " + e.textContent.trim()) }
    for (const e of all(".tab > *, .go > *, .num, .what, .nm, .scale li")) {
        if (e.matches(".vh") || !e.checkVisibility({visibilityProperty: true})) continue;
        const box = e.getBoundingClientRect(), around = e.parentElement.getBoundingClientRect();
        if (box.left < around.left - 1.5 || box.right > around.right + 1.5)
            found.push("spilled: " + e.outerHTML.slice(0, 120)) }
    const board = document.querySelector(".board");
    if (board && board.scrollHeight > board.clientHeight + 1) found.push("scrolls");
    return found }"""
SOME = (
    "draw-lots",
    "throw",
    "tie",
    "wide",
    "second-roll",
    "second-roll-watched",
    "last-turns-long-names",
    "over-long-names",
)
DOCUMENTS = {
    f"{state}-{n}": pages.document(page)
    for n in (1, 2, 3, 6)
    for state, page in pages.states(n)
    if n in (1, 3) or state in SOME
}
AXED = (
    "opens",
    "nothing-fits",
    "second-roll-other",
    "second-roll-watched-6",
    "solo-late",
    "throw",
    "draw",
    "over-rematch",
    "over-watched",
    "over-long-names-6",
    "wide",
)


@pytest.fixture(scope="module")
def said() -> list[str]:
    """What the browser complained about."""
    return []


@pytest.fixture(scope="module")
def opened(browser: Browser, said: list[str]) -> Iterator[Opened]:
    """Opens a state's page."""
    with opening(browser, pages.assets(), DOCUMENTS, said) as visit:
        yield visit


def pick(tab: Page, number: int = 0) -> None:
    """Tap a mark on the sheet."""
    tab.locator(f".legal:has(.put-{number})").click()


# ---- every state -----------------------------------------------------------------------------------------------------


def test_every_state_at_every_width(opened: Opened, said: list[str]) -> None:
    """Nothing to scroll sideways, nothing out of place, large targets; and where there is room the whole sheet is on
    the screen, before a mark is chosen and after."""
    for name, html in DOCUMENTS.items():
        tab = opened(name)
        for chosen in (False, True):
            if chosen and not tab.locator(".put").count():
                break
            if chosen:
                pick(tab)
            for width, height in ROOMY if chosen else SIZES:
                tab.set_viewport_size({"width": width, "height": height})
                found = tab.evaluate(FAULTS)
                if width < 360 or "wide" in name:
                    found = [fault for fault in found if not fault.startswith(("tight", "spilled"))]
                if (width, height) not in ROOMY or "p-table" not in html or "throwing" in html or "wide" in name:
                    found = [fault for fault in found if fault != "scrolls"]
                assert found == [], (name, width, chosen)
    assert said == [], "something was refused by the policy, or is missing"


def test_axe_finds_nothing(opened: Opened) -> None:
    axe = Axe()
    # what is crossed out is faded on purpose, and says in words what it was
    rules = {"exclude": [[".dead"], [".rt.taken"], [".lost .nm"]], "include": [["main"], ["#bar"]]}
    looked_at = [name for name in DOCUMENTS if name.startswith(AXED)]
    for number, name in enumerate(looked_at):  # phone and desk in turn
        width, height, scheme = (*PHONE, "light") if number % 2 else (*DESK, "dark")
        tab = opened(name, width, height, scheme)
        if tab.locator(".put").count() and scheme == "dark":
            pick(tab)
        found = axe.run(tab, context=rules)
        assert found.violations_count == 0, (name, width, found.generate_report())


def test_the_whole_page_is_small() -> None:
    """HTML, style, script and drawings, as they go over the wire: six players' sheets."""
    largest = max(len(gzip.compress(html.encode())) for html in DOCUMENTS.values())
    files = sum(len(gzip.compress(text.encode())) for text, _ in pages.assets().values())
    assert largest + files < 60_000


# ---- what hands do ---------------------------------------------------------------------------------------------------


def texts(tab: Page) -> list[str]:
    """What is painted on the page, the counters of its style among it."""
    shot = tab.context.new_cdp_session(tab).send("DOMSnapshot.captureSnapshot", {"computedStyles": []})
    return [shot["strings"][text] for text in shot["documents"][0]["layout"]["text"] if text >= 0]


def test_the_button_counts_the_dice_that_will_be_rolled(opened: Opened) -> None:
    tab = opened("first-roll-3")
    button = tab.get_by_role("button", name="Roll the dice that are not held, 2 re-rolls left")

    def counted() -> int:
        found = texts(tab)
        return int(found[found.index("Roll ") + 1])

    assert counted() == 5
    for die in range(4):
        tab.locator("#hold label").nth(die).click()
        assert counted() == 4 - die
    tab.locator("#hold label").nth(4).click()
    expect(button).to_be_hidden()
    expect(tab.get_by_text("Choose a box", exact=True)).to_be_visible()
    tab.locator("#hold label").nth(0).click()
    assert counted() == 1


def test_dice_kept_stay_held(opened: Opened) -> None:
    tab = opened("second-roll-3")
    kept = dict(pages.states(3))["second-roll"].view["kept"]
    assert [box.is_checked() for box in tab.locator("#hold input[type=checkbox]").all()] == kept


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_choosing_a_mark_shows_what_it_brings_and_again_goes_back(opened: Opened, size: tuple[int, int]) -> None:
    tab = opened("opens-3", *size)
    claims = dict(pages.states(3))["opens"].view["claims"]
    number = next(i for i, claim in enumerate(claims) if claim["opens"] is not None)
    top = tab.locator("#sheet-1, #sheet-0").first.bounding_box()
    pick(tab, number)
    bring = tab.locator(".bring:visible")
    expect(bring).to_have_count(1)
    expect(bring).to_contain_text(f"${claims[number]['now']}")
    expect(bring).to_contain_text("Opens the")
    expect(tab.locator("#hold")).to_be_hidden()
    assert tab.locator("#sheet-1, #sheet-0").first.bounding_box() == top, "nothing jumps under the finger"
    other = (number + 1) % len(claims)
    pick(tab, other)
    expect(tab.locator(".bring:visible")).to_contain_text(f"${claims[other]['now']}")
    pick(tab, other)
    expect(tab.locator(".bring:visible")).to_have_count(0)
    expect(tab.locator("#hold")).to_be_visible()
    pick(tab, other)
    tab.get_by_role("button", name="Back to the dice").click()
    expect(tab.locator(".bring:visible")).to_have_count(0)
    pick(tab, other)
    expect(tab.locator(".bring:visible")).to_have_count(1)
    tab.keyboard.press("Escape")
    expect(tab.locator(".bring:visible")).to_have_count(0)


def test_the_keyboard_goes_back_to_the_mark(opened: Opened) -> None:
    tab = opened("opens-3", *DESK)
    mark = tab.locator(".put-1")
    mark.focus()
    tab.keyboard.press("Space")
    tab.keyboard.press("Escape")
    expect(mark).to_be_focused()
    expect(mark).not_to_be_checked()


@pytest.mark.parametrize("size", [PHONE, (1000, 700), DESK])
def test_open_chances_leave_the_heading(opened: Opened, size: tuple[int, int]) -> None:
    tab = opened("first-roll-3", *size)
    heading = tab.locator("#act-h")
    before = heading.bounding_box()
    tab.locator("#chances > summary").click()
    expect(tab.get_by_text("What to hold for one thing alone")).to_be_visible()
    assert heading.bounding_box() == before and before is not None and before["height"] > 14
    expect(heading.get_by_text("Hold dice or choose a box.")).to_be_visible()


def test_the_heading_stays_over_what_a_mark_brings_where_there_is_room(opened: Opened) -> None:
    tab = opened("second-roll-3", *DESK)
    pick(tab)
    expect(tab.locator(".bring:visible")).to_have_count(1)
    expect(tab.get_by_text("Your turn, second roll.")).to_be_visible()
    tab.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    expect(tab.locator("#act-h")).to_be_hidden()


def test_the_log_on_a_phone_says_when_it_is_ones_turn(opened: Opened) -> None:
    tab = opened("second-roll-3")
    expect(tab.locator(".my-turn")).to_be_hidden()
    tab.locator("#newest").click()
    expect(tab.get_by_role("heading", name="Log")).to_be_visible()
    tab.get_by_role("link", name="Your turn", exact=True).click()
    expect(tab.get_by_role("heading", name="Log")).to_be_hidden()
    expect(tab.locator("#newest")).to_be_visible()


def test_a_long_name_leaves_what_is_said_of_it(opened: Opened) -> None:
    tab = opened("last-turns-long-names-other-3")
    for width, height in (PHONE, DESK):
        tab.set_viewport_size({"width": width, "height": height})
        cut = "e => [e, e.parentElement].some(e => e.scrollWidth > e.clientWidth + 1 && !e.matches('.n'))"
        assert not tab.locator("#act-h > span:first-child").evaluate(cut)


def test_tabs_swap_the_sheets_in_place(opened: Opened) -> None:
    tab = opened("second-roll-6")
    me = dict(pages.states(6))["second-roll"].me
    expect(tab.locator(".sheet:visible")).to_have_attribute("id", f"sheet-{me}")
    for seat in range(6):
        tab.locator(f"#tab-{seat}").click()
        shown = tab.locator(".sheet:visible")
        expect(shown).to_have_count(1)
        expect(shown).to_have_attribute("id", f"sheet-{seat}")
    tab.keyboard.press("ArrowLeft")
    expect(tab.locator(".sheet:visible")).to_have_attribute("id", "sheet-4")


def test_who_watches_sees_the_sheet_of_the_player_on_turn(opened: Opened) -> None:
    tab = opened("second-roll-watched-3")
    player = dict(pages.states(3))["second-roll-watched"].view["player"]
    expect(tab.locator(".sheet:visible")).to_have_attribute("id", f"sheet-{player}")


def test_giving_up_a_street_is_drawn_before_it_is_done(opened: Opened) -> None:
    tab = opened("nothing-fits-3")
    expect(tab.get_by_text("Give up a street", exact=True)).to_be_visible()
    pick(tab)
    expect(tab.get_by_role("button", name="Cross out")).to_be_visible()


def test_entering_dice_on_a_phone(opened: Opened) -> None:
    tab = opened("throw-2")
    for die in range(5):
        tab.locator(".throws fieldset").nth(die).locator("label").nth(die).click()
    box = tab.get_by_role("button", name="These are the dice").bounding_box()
    assert box is not None and box["y"] + box["height"] <= PHONE[1]
    chosen = [radio.get_attribute("value") for radio in tab.locator(".throws :checked").all()]
    assert chosen == list("12345")


# ---- whole games -----------------------------------------------------------------------------------------------------

Look = Callable[..., Page]
MINE, OVER = "!!document.querySelector('#claim')", "document.body.matches('.p-result')"


def sit_down(page: Page, players: int, **more: str) -> None:
    """A table of Roll Estate from the lobby."""
    page.goto("/")
    page.get_by_text("Roll Estate", exact=True).click(force=True)
    page.locator('select[name="players-roll_estate"]').select_option(str(players))
    for name, choice in more.items():
        page.locator("#more > summary").click()
        page.locator(f'select[name="{name}"]').select_option(choice)
    page.get_by_role("button", name="Play alone" if players == 1 else "Play with bots").click()
    page.wait_for_url("**/t/*")


def play_out(page: Page, act: Callable[[Page, int], None]) -> int:
    """Act whenever it is this person's turn, until the game is over; how often."""
    count = 0
    until(page, f"{MINE} || {OVER}")
    while mode(page) != "result":
        settle(page)
        act(page, count)
        count += 1
        until(page, f"{CALM} && ({MINE} || {OVER})")
    return count


def rolls(page: Page, count: int) -> bool:
    """Is it time to roll? Two times of three at first; later only where nothing can be written, so that games end."""
    return not page.locator(".put").count() or (count < 12 and count % 3 > 0 and page.locator("#hold").count() > 0)


def by_hand(page: Page, count: int) -> None:
    """Hold a die and roll twice, then write somewhere."""
    marks, button = page.locator(".put"), page.locator("#hold button.go")
    if button.count() and rolls(page, count):
        page.locator("#hold label").nth(count % 5).click()
        if button.is_visible():
            button.click()
            return
    if marks.count():
        pick(page, count % marks.count())
        page.locator(".bring .go:visible").click()
    else:
        page.locator("#hold label").nth(count % 5).click()
        button.click()


def test_a_whole_game_by_touch(look: Look) -> None:
    page = look(PHONE, has_touch=True)
    sit_down(page, 2)
    assert play_out(page, by_hand) > 10
    expect(page.get_by_role("table", name="Final score")).to_contain_text("You")


MOTION = """() => { window.moved = [];
    document.addEventListener("transitionrun", event => event.propertyName == "stroke-dashoffset"
        && moved.push(event.target.closest("[id]").id));
    document.addEventListener("animationstart", event => moved.push(event.animationName)) }"""


def test_what_is_written_is_drawn_before_ones_eyes(look: Look) -> None:
    page = look(DESK)
    sit_down(page, 2)
    until(page, MINE)
    page.evaluate(MOTION)
    until(page, "document.querySelectorAll('.legal').length > 0")
    settle(page)
    place = page.locator("[id]:has(> .box > .put-0)").first.get_attribute("id")
    pick(page)
    page.locator(".bring .go:visible").click()
    until(page, f"moved.includes('{place}') && moved.includes('tumble')")


def test_no_motion_for_who_wants_none(look: Look) -> None:
    page = look(DESK, reduced_motion="reduce")
    sit_down(page, 2)
    until(page, MINE)
    page.evaluate(MOTION)
    for count in range(6):
        until(page, f"{CALM} && {MINE}")
        settle(page)
        by_hand(page, count)
    assert page.evaluate("moved") == []


def test_a_whole_game_by_keyboard(look: Look) -> None:
    page = look(DESK)
    sit_down(page, 2)

    def by_keys(page: Page, count: int) -> None:
        if page.locator("#hold button.go").count() and rolls(page, count):
            page.keyboard.press(str(count % 5 + 1))
            if page.locator("#hold button.go").is_visible():
                page.keyboard.press("r")
                return
        if not page.locator(".put").count():
            page.keyboard.press(str(count % 5 + 1))
            page.keyboard.press("r")
            return
        page.locator(".put").first.focus()
        page.keyboard.press("Space")
        for _ in range(count % 3):
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        until(page, CALM)
        assert page.evaluate("document.activeElement !== document.body"), "the keyboard is left somewhere"

    assert play_out(page, by_keys) > 10
    expect(page.get_by_role("table", name="Final score")).to_be_visible()


def test_a_whole_game_without_script(look: Look) -> None:
    page = look(PHONE, java_script_enabled=False)
    sit_down(page, 2)
    address = page.url
    for count in range(2000):
        if page.locator("body.p-result").count():
            break
        if not page.locator("#claim").count():
            page.goto(address)
        elif rolls(page, count):
            send(page, page.locator("#hold button.go"))
        else:
            pick(page, count % page.locator(".put").count())
            send(page, page.locator(".bring .go:visible"))
    expect(page.get_by_role("table", name="Final score")).to_be_visible()


def test_a_game_alone(look: Look) -> None:
    page = look(PHONE)
    sit_down(page, 1)
    expect(page.locator("#goal")).to_contain_text("of $300")
    play_out(page, by_hand)
    expect(page.get_by_role("heading", name=re.compile("You win|The game is lost"))).to_be_visible()
    address = page.url
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: url != address)
    until(page, MINE)
