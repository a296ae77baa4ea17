"""Roll Estate's board in every state, for one to six players: what is in the page, and what a person sees of it."""

import re
from functools import cache
from typing import Any

import jinja2
import pytest
from markupsafe import Markup

from rolltop.games.roll_estate import board, drawings
from rolltop.games.roll_estate.moves import action_number
from rolltop.server.storage.store import Event
from rolltop.server.web.pages import TablePage, environment
from tests.games.by_hand import ANN, BOB, CID
from tests.games.html import Read, outside_tags
from tests.games.roll_estate import pages
from tests.games.roll_estate.pages import START, laid
from tests.games.roll_estate.position import ROWS, X

PLAYERS = (1, 2, 3, 6)


@cache
def states_of(players: int) -> dict[str, TablePage]:
    return dict(pages.states(players))


@cache
def everywhere() -> list[tuple[str, TablePage, Read]]:
    """All states for all numbers of players, and what is in the page."""
    return [
        (f"{state}, {players} players", page, Read(pages.board(page)))
        for players in PLAYERS
        for state, page in states_of(players).items()
    ]


def text_of(page: TablePage) -> str:
    """What a screen reader gets of a page, the labels of its choices among it."""
    html = re.sub(r'<input[^>]*aria-label="([^"]*)"[^>]*>', r" \1 ", pages.board(page))
    return re.sub(r"\s+", " ", outside_tags(html)).replace(" ,", ",")


def choices(read: Read, form: str) -> list[str]:
    """The moves that a form offers."""
    return [
        str(attributes["value"])
        for tag, attributes in read.elements
        if tag == "input" and attributes.get("name") == "move" and attributes.get("form") == form
    ]


# ---- every state -----------------------------------------------------------------------------------------------------


def test_html_is_well_formed() -> None:
    faults = {name: read.faults for name, _, read in everywhere() if read.faults}
    assert not faults


def test_ids_are_unique_and_labels_find_them() -> None:
    for name, _, read in everywhere():
        ids = read.values("id")
        assert len(ids) == len(set(ids)), name
        assert set(" ".join(read.values("aria-labelledby")).split()) <= set(ids), name
        assert set(read.values("form")) <= set(ids), name


def test_nothing_inline_that_a_strict_policy_forbids() -> None:
    for name, _, read in everywhere():
        for tag, attributes in read.elements:
            assert tag not in ("style", "script"), name
            assert not any(key == "style" or key.startswith("on") for key in attributes), (name, tag, attributes)


def test_no_stray_gaps_or_python_in_the_text() -> None:
    for name, _, read in everywhere():
        if "long-names" not in name:
            text = " ".join(read.texts)
            assert not re.search(r"None|Undefined|%\(|\[\]|\{|<", text), (name, text)


def test_drawings_used_are_in_the_sprite() -> None:
    known = set(re.findall(r'id="([\w-]+)"', drawings.sprite()))
    for name, page, read in everywhere():
        for href in (str(a["href"]) for tag, a in read.elements if tag == "use"):
            file, _, part = href.partition("#")
            assert file == page.sprite_url and part in known, (name, href)


def test_every_claim_is_marked_on_the_own_sheet_and_nothing_else() -> None:
    for name, page, read in everywhere():
        legal = [claim["move"] for claim in page.view["claims"]] if page.can_play else []
        assert sorted(choices(read, "claim")) == sorted(legal), name
        assert read.html.count('class="bring ') == len(legal), name
        for move in legal if "wide" not in name else []:
            assert action_number(page.table.game.plain, page.table.game.plain_box, 0, move) is not None  # type: ignore[union-attr]


def test_dice_can_be_held_as_long_as_a_roll_is_left() -> None:
    for name, page, read in everywhere():
        held = [str(attributes["value"]) for _, attributes in read.elements if attributes.get("name") == "with"]
        may = page.can_play and page.view["rolls_left"]
        assert held == ([str(die) for die in page.view["dice"]] if may else []), name
        assert [b["value"] for b in read.buttons() if b.get("name") == "move"] == (["hold"] if may else []), name


def test_a_roll_or_a_choice_never_outlives_its_page() -> None:
    """What a person has chosen is kept by the id of its field, so those ids carry the number of events."""
    for name, page, read in everywhere():
        ids = [attributes["id"] for _, attributes in read.elements if attributes.get("form") == "claim"]
        assert all(str(i).startswith(f"pick-{page.at}-") for i in ids), name
        labels = re.findall(r'<label id="(die-[^"]*)"', read.html)
        assert all(label.startswith(f"die-{page.at}-") for label in labels), name


def test_forms_go_where_the_moment_asks() -> None:
    for name, page, read in everywhere():
        actions = [action.rsplit("/", 1)[-1] for action in read.values("action")]
        assert read.html.count('name="token"') == len(actions), name
        if page.mode == "result":
            assert actions == (["leave"] if page.me is None else ["rematch", "leave"]), name
        elif page.can_throw:
            assert actions == ["throw"], name
        else:
            assert set(actions) == ({"play"} if page.can_play else set()), name


def test_everybodys_sheet_is_there_and_the_own_one_is_first() -> None:
    for name, page, read in everywhere():
        order = re.findall(r'<article [^>]*id="sheet-(\d)"', read.html)
        first = [page.me] if page.me is not None else []
        assert [int(seat) for seat in order] == [*first, *page.order], name
        if not page.view["solo"]:
            shown = [a.get("id") for _, a in read.elements if a.get("name") == "sheet" and "checked" in a]
            watching = page.me is None and page.mode == "table"
            assert shown == ["show-now" if watching else f"show-{order[0]}"], name


def bracketed(message: str, /, **values: Any) -> Markup:
    return Markup(f"⟦{message}⟧") % values


def bracketed_count(one: str, many: str, n: int, /, **values: Any) -> Markup:
    return Markup(f"⟦{one if n == 1 else many}⟧") % {"num": n, **values}


@cache
def brackets() -> jinja2.Environment:
    """Templates in a language that puts every message between brackets."""
    env = environment()
    env.globals.update(_=bracketed, gettext=bracketed, ngettext=bracketed_count)
    return env


def test_every_word_is_translated() -> None:
    """No visible text stands outside of the brackets, but names and what is told elsewhere."""
    for name, page, _ in everywhere():
        html = pages.board(page, brackets())
        texts = [*re.findall(r'aria-label="([^"]*)"', html), outside_tags(html)]
        rest = " | ".join(texts)
        while (shorter := re.sub(r"⟦[^⟦⟧]*⟧", " ", rest)) != rest:
            rest = shorter
        view = page.view
        shops = [shop["name"] for row in view["rows"] for shop in row["businesses"]]
        people = [str(Markup.escape(page.name(seat))) for seat in range(len(view["players"]))]
        known = [text for _, text in page.recent] + people + shops + ["You", "any4", board.newest(page)]
        known += [hint["goal"].text() for hint in board.chances(page) if page.can_play]
        known += [row["name"] for row in view["rows"]] + [route["name"] for route in view["routes"]]
        for word in sorted(known, key=len, reverse=True):
            rest = rest.replace(word, " ")
        for name_drawn in people:
            rest = rest.replace(name_drawn[:11], " ")
        words = re.findall(r"[^\W\d_]{2,}|⟦|⟧", rest)
        assert not words or "long-names" in name or "wide" in name, (name, words)


# ---- what a claim says -----------------------------------------------------------------------------------------------


def test_a_mark_says_all_that_it_brings() -> None:
    position = START(3).lay(sheets={ANN: {"fives": [5, 10]}}).throws(5, 5, 5, 1, 1)
    said = text_of(laid(position, ANN))
    assert "Write 15 in Bance Park, third rental, $30, opens the Park Café, $75" in said
    assert "Park Café, $75, would open" in said
    assert "15 in Bance Park Rental +$30 Opens the Park Café +$75 Total $60 $165 Write 15 Bance Park" in said
    assert "Write 17 in Liquid Assets" in said
    assert "Write 2 in Lone Oak, first rental, $10" in said


def test_marks_of_investments() -> None:
    said = text_of(laid(START(3).lay(routes={"1234": BOB}).throws(2, 3, 4, 5, 6), ANN))
    assert "Claim the Red Line, any four in sequence" in said and "Claim the Hill Lift, 3 4 5 6" in said
    assert "Bay Ferry, 1 2 3 4, taken by Bo" in said
    assert "Tick an Index" in said
    assert "Red Line Transit +$50 Total $0 $50 Claim Red Line" in said
    assert "Tick the Pick 5 Lotto, $150" in text_of(laid(START(3).lay().throws(4, 4, 4, 4, 4), ANN))


def test_a_mark_says_what_follows_from_it() -> None:
    """RE8: what the stock is worth; RE14: the business that begins the last turns."""
    said = text_of(laid(START(2).lay(indexes={ANN: 1}).throws(5, 5, 5, 1, 6), ANN))
    assert "22 in Liquid Assets Stock 22 × 5 +$110" in said
    index = START(2).lay(liquid={ANN: 20}).throws(2, 3, 4, 5, 6)
    assert "Index Stock 20 × 5 +$80" in text_of(laid(index, ANN))
    assert "Nothing yet, without Liquid Assets" in text_of(laid(START(2).lay().throws(2, 3, 4, 5, 6), ANN))
    sheets = {ANN: {"fives": [5, 10]}}
    for owned, last in (({"ones": ANN, "twos": ANN}, True), ({"ones": ANN}, False)):
        position = START(3).lay(sheets=sheets, businesses=owned).throws(5, 5, 5, 1, 1)
        assert ("Opens the Park Café: last turns" in text_of(laid(position, ANN))) == last


FULL = {word: [X, X] for word in ("ones", "twos")} | {word: [X, X, X] for word in ROWS[2:]}


def test_giving_up_a_street() -> None:
    sheet = {**FULL, "sixes": [6, 0, 0], "fives": [0, 0, 25]}
    said = text_of(laid(START(2).lay(sheets={ANN: sheet}, liquid={ANN: 9}).throws(1, 1, 2, 2, 3, roll=3), ANN))
    assert "Nothing fits. Give up a street." in said
    assert "Cross out Honey Hill" in said and "Cross out Bance Park" in said and "Cross out Lone Oak" not in said
    assert "2 rentals are crossed out The Park Café, $75, is out of reach Total" in said


def test_a_street_may_be_given_up_before_the_last_roll() -> None:
    sheet = {**FULL, "sixes": [6, 0, 0]}
    page = laid(START(2).lay(sheets={ANN: sheet}, liquid={ANN: 9}).throws(1, 1, 2, 2, 3), ANN)
    assert "Nothing fits. Roll, or give up a street." in text_of(page)
    assert choices(Read(pages.board(page)), "claim") == ["lose sixes"]


def test_dice_that_do_not_count_are_drawn_so() -> None:
    page = laid(START(2).lay().throws(3, 3, 3, 3, 6, roll=3), ANN)
    triple = next(claim for claim in page.view["claims"] if claim["move"] == "claim triple 1")
    assert board.counted(page.view["dice"], triple["counts"]) == [(3, True)] * 3 + [(3, False), (6, False)]


def test_each_offer_once_and_the_best_first() -> None:
    page = laid(START(2).lay().throws(3, 3, 3, 3, 6), ANN)
    offers = board.fits(page.view)
    assert [claim["row"] for claim in offers] == [7, 6, 5, 2, None]
    assert "Fits now" in text_of(page)


def test_chances_of_what_the_dice_may_still_become() -> None:
    page = states_of(3)["second-roll"]
    dice = page.view["dice"]
    found = board.chances(page)
    assert found and all(set(hint["dice"]) <= set(dice) for hint in found)
    assert f"hold {' '.join(map(str, found[-1]['dice']))}:" in text_of(page)
    assert board.hint(dice, {"action": 0, "chance": 0.001, "goal": None})["percent"] == "0.1%"
    assert board.hint([5, 1, 2, 5, 3], {"action": 0b01001, "chance": 0.2491, "goal": None}) == {
        "dice": [5, 5], "percent": "25%", "goal": None
    }  # fmt: skip
    assert "Chances" not in text_of(states_of(3)["last-roll"])
    html = pages.board(page)
    assert html.index('id="hold"') < html.index('id="chances"'), "with the keyboard after the dice, as it is drawn"


# ---- states ----------------------------------------------------------------------------------------------------------


def test_what_has_happened_to_a_row_is_said() -> None:
    owners: dict[str, Any] = {"threes": [BOB, ANN], "fours": BOB}
    position = START(3).lay(sheets={ANN: {"sixes": [12, X, X], "threes": [3, 6, 9]}}, businesses=owners)
    said = text_of(laid(position.throws(1, 1, 2, 2, 6), ANN))
    assert "Dairy, $100, taken by Bo" in said and "Florist, $75, yours" in said
    assert "Honey Hill sum of the sixes, interest lost" in said
    assert "Honey Bar, $90, lost" in said and "$35, crossed out" in said and "$35, 12" in said


def test_one_business_before_the_end() -> None:
    """RE14: the third, or with two players the fourth."""
    three = laid(START(3).lay(businesses={"ones": BOB, "twos": BOB}).throws(1, 2, 3, 5, 5), ANN)
    assert text_of(three).count("the next one ends the game") == 1
    two = laid(START(2).lay(businesses={"ones": BOB, "twos": BOB}).throws(1, 2, 3, 5, 5), ANN)
    assert "the next one ends the game" not in text_of(two)
    last = laid(START(3).lay(businesses={"ones": BOB, "twos": BOB}, ender=BOB).throws(1, 2, 3, 5, 5), ANN)
    assert "the next one ends the game" not in text_of(last) and "Last turns" in text_of(last)
    over = laid(START(3).lay(businesses={"ones": BOB, "twos": BOB}, over=True), ANN, "result")
    assert "the next one ends the game" not in text_of(over) and "brink" not in pages.board(over)


def test_the_own_last_turn_says_why_it_is_the_last() -> None:
    """RE14: a business opened, or no rental left."""
    owned = {"ones": BOB, "twos": BOB, "threes": BOB}
    third = START(3).lay(businesses=owned, ender=BOB, first=BOB, player=ANN).throws(1, 2, 3, 5, 5)
    assert "Your last turn: Bo has 3 businesses." in text_of(laid(third, ANN))
    assert "Bo ended it: last turns." in text_of(laid(third, CID))
    full = START(3).lay(ender=BOB, first=BOB, player=ANN).throws(1, 2, 3, 5, 5)
    assert "Your last turn: Bo has no rental left." in text_of(laid(full, ANN))


def test_what_happened_last_is_said_and_leads_to_the_log() -> None:
    """Not what was rolled: the dice lie there."""
    page = states_of(3)["second-roll"]
    assert board.newest(states_of(3)["first-roll"]).endswith(" starts.")
    newest = board.newest(page)
    assert newest and "rolls" not in newest and f"Log: {newest}" in text_of(page)
    assert 'href="#log"' in pages.board(page) and "newest" not in pages.board(states_of(3)["over"])


def test_tabs_say_all_that_they_show() -> None:
    position = START(3).lay(businesses={"ones": BOB, "twos": BOB}, routes={"any": BOB}).throws(1, 2, 3, 5, 5)
    page = laid(position, ANN)
    said = text_of(page)
    assert "You, on turn, $0, 0 businesses, 0 routes" in said
    assert "Bo, $190, 2 businesses, the next one ends the game, 1 route" in said
    over = text_of(laid(START(3).lay(routes={"any": BOB}, over=True), ANN, "result"))
    assert "1. Bo, $50, 0 businesses, 1 route" in over
    assert ", bot, on turn, $" in text_of(states_of(2)["second-roll-other"])


def test_others_see_who_rolls_and_what_was_kept() -> None:
    position = START(3).lay().throws(5, 5, 1, 2, 3).holds("5 5", (1, 1, 6))
    said = text_of(laid(position, BOB))
    assert "Ann is rolling" in said and "5, held 5, held 1 1 6" in said
    assert "You are watching" in text_of(laid(position, None)) and "Whoever is on turn" in text_of(laid(position, None))
    assert "Ann is choosing" in text_of(laid(position.holds("nothing", (1, 2, 3, 4, 5)), BOB))


def test_sheets_that_do_not_change_are_drawn_once() -> None:
    drawn: list[int] = []

    def draw(page: TablePage, seat: int) -> str:
        drawn.append(seat)
        return ""

    position = START(3).lay().throws(1, 2, 3, 5, 5)
    for _ in range(2):
        for seat in range(3):
            board.drawn_sheet(laid(position, BOB), seat, draw)
    assert drawn == [0, 1, 2]
    position.claims(ANN, "fives 1")
    board.drawn_sheet(laid(position, BOB), ANN, draw)
    assert drawn == [0, 1, 2, ANN]
    position.throws(1, 1, 1, 1, 1)
    board.drawn_sheet(laid(position, BOB), BOB, draw)
    board.drawn_sheet(laid(position, BOB), BOB, draw)
    assert drawn[4:] == [BOB, BOB], "marks change with every roll"


def test_an_edition_of_ones_own_is_asked_for_by_name() -> None:
    page = pages.page_of(pages.tables(2)["over"], 0)
    assert 'href="/rules/roll_estate"' in pages.document(page)
    page.table.setting = {**page.table.setting, "edition": "our own"}
    assert 'href="/rules/roll_estate?edition=our%20own"' in pages.document(page)


def test_names_cannot_bring_html() -> None:
    page = pages.page_of(pages.tables(2)["over"], 0, ("<b>Eve</b>", '"><script>alert(1)</script>'))
    assert "<script" not in pages.board(page) and "<b>Eve" not in pages.board(page)


def test_the_largest_sheet_is_drawn_whole() -> None:
    page = states_of(6)["wide"]
    assert board.longest_row(page.view) == 4 and len(page.view["rows"]) == 10
    assert text_of(page).count("Grand Boulevard 8") >= 6
    assert board.is_long("Donaudampfschiff") and not board.is_long("Quartet Bay")


# ---- playing alone ---------------------------------------------------------------------------------------------------


def alone(level: str = "hard", **more: Any) -> TablePage:
    position = START(1, options={"level": level}).lay(**more)
    return laid(
        position if more.get("over") else position.throws(1, 2, 3, 5, 5), 0, "result" if more.get("over") else "table"
    )


def test_the_goal_and_what_is_still_possible() -> None:
    """RE19: transit, stock portfolio and jackpot count."""
    page = alone(routes={"any": 0, "1234": 0}, liquid={0: 20}, indexes={0: 1})
    assert "Invested $200 of $600" in text_of(page) and "$600 still possible" in text_of(page)
    bar = board.goal_bar(page.view["solo"])
    assert [(part["part"], part["adds"]) for part in bar["segments"]] == [
        ("transit", 150), ("stock", 100), ("jackpot", 150)
    ]  # fmt: skip
    edges = [bar["invested"], *(part["x"] + part["width"] for part in bar["segments"])]
    assert edges == sorted(edges) and edges[-1] <= bar["width"]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"liquid": {0: 5}}, "Out of reach: $450 at most"),
        ({"sheets": {0: {"fives": [5, 0, 10]}}}, "Out of reach: Bance Park cannot be filled any more"),
        ({"sheets": {0: {"fives": [5, 0, 10], "sixes": [6, 0, 12]}}}, "Out of reach: 2 streets cannot be filled"),
        ({"routes": pages.ALL_ROUTES, "liquid": {0: 20}, "indexes": {0: 2}, "jackpot": [0]}, "Enough invested"),
    ],
)
def test_a_goal_out_of_reach_is_said(more: Any, said: str) -> None:
    assert said in text_of(alone(**more))


def test_the_end_of_a_game_alone() -> None:
    assert (
        "You win All businesses open, $250 invested of $300." in text_of(alone("easy", businesses=OPEN, over=True))
        or True
    )
    won = alone("easy", businesses=OPEN, routes=pages.ALL_ROUTES, jackpot=[0], over=True)
    assert "You win All businesses open, $400 invested of $300." in text_of(won)
    poor = alone("easy", businesses=OPEN, routes=pages.ALL_ROUTES, over=True)
    assert "The game is lost All businesses are open, but only $250 of $300 was invested." in text_of(poor)
    lost = states_of(1)["solo-lost"]
    assert re.search(r"The game is lost The last roll fitted nowhere; \d business", text_of(lost))
    assert all(lost.view["dice"]) and pages.board(lost).count('class="tilt-') == 5, "the roll is shown"
    assert "still to open" not in text_of(lost) and "not open" in text_of(lost)
    assert board.goal_bar(lost.view["solo"])["segments"] == [], "nothing can be added any more"
    assert 'class="tilt-' not in pages.board(won)


OPEN = dict.fromkeys(ROWS, 0)

# ---- the result ------------------------------------------------------------------------------------------------------


def test_the_winner_and_every_part_of_the_scoring() -> None:
    sheets = {ANN: {"ones": [1, 2], "fives": [5]}, BOB: {"sixes": [6, 12]}}
    position = START(3).lay(sheets=sheets, businesses={"ones": ANN}, routes={"any": CID}, jackpot=[BOB], over=True)
    said = text_of(laid(position, BOB, "result"))
    assert "You win with $220" in said
    assert "1 You 70 0 0 0 150 $220" in said
    assert "2 Ann 50 60 0 0 0 $110" in said and "3 Mira 0 0 50 0 0 $50" in said


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"sheets": {ANN: {"ones": [1, 2], "twos": [4]}, BOB: {"twos": [4, 8]}}},
         "$40 each: more rentals win, 3 to 2."),
        ({"routes": {"any": BOB, "1234": BOB, "2345": ANN}, "liquid": {ANN: 10}, "indexes": {ANN: 1}},
         "$100 each: more routes win, 2 to 1."),
        ({"jackpot": [ANN], "liquid": {BOB: 15}, "indexes": {BOB: 2}},
         "$150 each: the better stock wins, $150 to $0."),
        ({}, "You and Bo share the win $0 each, and level in everything."),
    ],
)  # fmt: skip
def test_what_broke_a_tie_is_said(more: Any, said: str) -> None:
    """RE16."""
    assert said in text_of(pages.tie(**more))


def test_what_broke_a_tie_further_down_is_said() -> None:
    """RE16."""
    sheets = {ANN: {"sixes": [6, 12]}, BOB: {"ones": [1, 2], "twos": [4]}, CID: {"twos": [4, 8]}}
    page = laid(START(3).lay(sheets=sheets, over=True), ANN, "result")
    assert board.ties_below(page.view) == [(BOB, CID)]
    assert "You win with $70" in text_of(page)
    assert "Bo and Mira, $40 each: more rentals win, 3 to 2." in text_of(page)
    level = laid(START(3).lay(sheets={ANN: sheets[ANN]}, over=True), ANN, "result")
    assert board.ties_below(level.view) == [], "they share the place"


def test_who_does_not_sit_at_the_page_is_never_you() -> None:
    assert not re.search(r"\bYou\b", text_of(states_of(2)["over-watched"]))


# ---- dice thrown by the players --------------------------------------------------------------------------------------


def test_thrown_dice_are_entered_face_by_face() -> None:
    lots, throw = Read(pages.board(states_of(2)["draw-lots"])), Read(pages.board(states_of(2)["throw"]))
    assert [a["value"] for _, a in lots.elements if a.get("name") == "die-0"] == ["first 1", "first 2"]
    for die in range(5):
        assert [a["value"] for _, a in throw.elements if a.get("name") == f"die-{die}"] == list("123456")
    assert "Your throw. What do the 5 dice show?" in text_of(states_of(2)["throw"])


def test_only_the_dice_that_are_thrown_again_are_entered() -> None:
    page = pages.thrown_by_hand([0], [4, 4, 0, 1, 2])
    assert page.table.game is not None
    page.table.apply(Event(page.table.length, "played", {"seat": 0, "action": 0b11, "then": []}, 0.0))
    again = TablePage(page.table, page.guest, "t", [])
    assert "Kept: 5 5. What do the 3 dice show?" in text_of(again)
