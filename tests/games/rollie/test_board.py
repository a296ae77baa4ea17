"""Rollie's board in every state, for two to six players: what is in the page, and what a person gets to see of it."""

import re
from collections.abc import Callable
from copy import copy
from functools import cache
from xml.etree import ElementTree

import pytest

from rolltop.games.rollie import board, drawings, rules
from rolltop.games.rollie.moves import action_number, action_text, early_actions
from tests.games.html import Read, outside_tags
from tests.games.rollie import pages
from tests.games.rollie.states import Page, rulebook_example, states

PLAYERS = range(rules.MIN_PLAYERS, rules.MAX_PLAYERS + 1)


@cache
def states_of(players: int) -> dict[str, Page]:
    return dict(states(players))


@cache
def every() -> list[tuple[str, Page]]:
    """All states for all numbers of players."""
    return [(f"{state}, {players} players", page) for players in PLAYERS for state, page in states_of(players).items()]


@cache
def everywhere() -> list[tuple[str, Page, Read]]:
    """The same, and what is in the page."""
    env = pages.environment()
    return [(name, page, Read(pages.board(page, env))) for name, page in every()]


# ---- every state -----------------------------------------------------------------------------------------------------


def test_html_is_well_formed() -> None:
    faults = {name: read.faults for name, _, read in everywhere() if read.faults}
    assert not faults


def test_ids_are_unique_and_labels_find_them() -> None:
    for name, _, read in everywhere():
        ids = read.values("id")
        assert len(ids) == len(set(ids)), name
        assert set(" ".join(read.values("aria-labelledby")).split()) <= set(ids), name


def test_nothing_inline_that_a_strict_policy_forbids() -> None:
    for name, _, read in everywhere():
        for tag, attributes in read.elements:
            assert tag not in ("style", "script"), name
            assert not any(key == "style" or key.startswith("on") for key in attributes), (name, tag, attributes)


def test_no_stray_gaps_or_python_in_the_text() -> None:
    for name, _, read in everywhere():
        text = " ".join(read.texts)
        assert not re.search(r"None|Undefined|%\(|\[\]|\{|<", text), (name, text)


def test_drawings_used_are_in_the_sprite() -> None:
    known = set(re.findall(r'id="(\w+)"', drawings.sprite()))
    for name, page, read in everywhere():
        for href in read.values("href"):
            file, _, part = href.partition("#")
            assert file == page.sprite_url and part in known, (name, href)


def test_buttons_are_the_legal_moves() -> None:
    for name, page, read in everywhere():
        table, me = page.table, page.me
        moves = {str(b["value"]): "disabled" not in b for b in read.buttons() if b.get("name") == "move"}
        if page.mode != "table" or me is None:
            assert not moves, name
            continue
        if page.can_play:
            legal = [a for a in range(rules.N_ACTIONS) if rules.is_legal(table.game, table.box, a)]
        else:
            legal = early_actions(table.game, table.box, me)
        shown = [move for move, enabled in moves.items() if enabled]
        assert shown == [action_text(table.game, table.box, me, action) for action in legal], name
        assert all(action_number(table.game, table.box, me, move) is not None for move in moves), name


def test_forms_go_where_the_moment_asks() -> None:
    for name, page, read in everywhere():
        actions = {action.rsplit("/", 1)[-1] for action in read.values("action")}
        assert len(read.values("action")) == read.html.count(str(page.hidden)), name
        if page.mode == "table":
            deciding = {"play"} if page.can_play else {"wish"} if page.me is not None and page.view["early"] else set()
            assert actions == deciding | ({"unwish"} if page.wish else set()), name
        elif page.mode == "moment":
            assert actions == {"onward"}, name
        else:
            assert actions == ({"leave"} if page.me is None else {"rematch", "leave"}), name


def test_every_word_is_translated() -> None:
    """With a language that puts every message between brackets, no visible text stands outside of them."""
    env = pages.environment(lambda text: f"⟦{text}⟧", lambda one, many, n: f"⟦{one if n == 1 else many}⟧")
    for name, page in every():
        html = pages.board(page, env)
        texts = [*re.findall(r'(?:aria-label|data-guard)="([^"]*)"', html), outside_tags(html)]
        rest = " | ".join(texts)
        while (shorter := re.sub(r"⟦[^⟦⟧]*⟧", " ", rest)) != rest:
            rest = shorter
        for known in (*[text for _, text in page.recent], *page.names, "Rollie!", "R", "You"):
            rest = re.sub(rf"(?<!\w){re.escape(known)}(?!\w)", " ", rest)
        words = re.findall(r"[^\W\d_]{2,}|⟦|⟧", rest)
        assert not words, (name, words)


# ---- single states ---------------------------------------------------------------------------------------------------


def text_of(wanted: str, players: int = 4) -> str:
    """What a screen reader gets of a state."""
    page = states_of(players)[wanted]
    return re.sub(r"\s+", " ", outside_tags(pages.board(page)))


def test_my_turn_says_what_can_be_taken() -> None:
    assert "Your turn. Take any bill" in text_of("turn-any")
    assert re.search(r"Your turn\. Take \S+ or \S+ %", text_of("turn-two"))


def test_an_early_decision_is_marked_and_can_be_taken_back() -> None:
    page = states_of(4)["early-take"]
    read = Read(pages.board(page))
    pressed = [b["value"] for b in read.buttons() if b.get("aria-pressed") == "true"]
    assert pressed == [page.wish]
    assert "Take it back" in read.html and "/t/1/unwish" in read.html
    assert "No longer possible: take −5" in text_of("early-handed-back")


def test_last_round_and_final_stand_in_the_bar() -> None:
    assert text_of("last-round").strip().startswith("Last round")
    assert "out for good" in text_of("last-turn")
    assert text_of("result").strip().startswith("Final")


def test_somebody_who_watches_is_told_so_and_sees_all_seats() -> None:
    text = text_of("spectator")
    assert "You are watching." in text
    assert all(name in text for name in ("Fanny", "Clément", "Juliette", "Ulysse"))


def test_a_shared_win() -> None:
    assert "You and Clément share the win" in text_of("result-shared")


def test_who_does_not_sit_at_the_page_is_never_you() -> None:
    assert "You" not in text_of("result-watched")


def test_the_rulebooks_example_colour_by_colour() -> None:
    """RO17 to RO19 as the rulebook's last page tells it."""
    page = Page(rulebook_example(4), None, "result")
    ulysse, clement, juliette, fanny = range(4)
    races = board.races(page.view, page.breakdown)

    def won(lane: int) -> dict[int, int]:
        return {row["seat"]: row["bonus"] for row in races[lane]["rows"] if row["bonus"]}

    assert won(0) == {juliette: 100, ulysse: 60, clement: 40}
    assert won(1) == {fanny: 80, ulysse: 50, clement: 30}
    assert won(2) == {juliette: 70, ulysse: 40}
    assert [row["seat"] for row in races[2]["rows"] if row["out"]] == [clement, fanny]
    assert won(3) == {ulysse: 50, fanny: 30}
    assert races[4]["tokens"] == 0
    assert races[0]["ties"] == [{"count": 5, "tokens": [7, 6], "out": 0}]
    assert races[2]["ties"] == [{"count": 5, "tokens": [], "out": 2}]


def test_a_tie_for_which_no_token_is_left_does_not_matter() -> None:
    """Three tokens are given to more bills: that the next two are level is no tie to settle."""
    tokens = [{"amount": amount, "holder": seat} for seat, amount in enumerate((40, 30, 20))]
    scores = [{"bills": [n, 0, 0, 0, 0], "tokens": []} for n in (5, 4, 3, 2, 2)]
    race = board.race(0, tokens, scores)
    assert race["ties"] == [] and not any(row["out"] for row in race["rows"])


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (("Anna", "Bert"), ["A", "B"]),
        (("Anna", "Ariel", "Bert"), ["An", "Ar", "Be"]),
        (("Robot 1", "Robot 2"), ["R1", "R2"]),
    ],
)
def test_names_are_shortened_so_that_they_differ(names: tuple[str, ...], short: list[str]) -> None:
    assert board.initials(names.__getitem__, len(names)) == short


def test_names_cannot_bring_html() -> None:
    page = copy(states_of(2)["turn-two"])
    page.names = ("<b>Eve</b>", '"><script>alert(1)</script>')
    assert "<script" not in pages.board(page) and "<b>Eve" not in pages.board(page)


# ---- drawings --------------------------------------------------------------------------------------------------------


def test_sprite_is_well_formed_and_self_contained() -> None:
    root = ElementTree.fromstring(drawings.sprite())
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    used = {href for element in root.iter() if (href := element.get("href"))}
    assert {href.removeprefix("#") for href in used} <= set(ids)
    assert not any("style" in element.attrib for element in root.iter())


def test_stacks_keep_the_ids_of_their_bills() -> None:
    """One more bill: the others keep their ids and move, and only the new one is marked as new."""
    draw = drawings.Pieces("#", [-5, 0, 2, 5, 10])
    before, after = draw.stack(3, 2, drawings.BET, "b-0-3"), draw.stack(3, 3, drawings.BET, "b-0-3", 1)
    ids: Callable[[str], list[str]] = lambda svg: re.findall(r'id="([^"]+)"', svg)  # noqa: E731
    assert ids(before) == ["b-0-3-0", "b-0-3-1"] and ids(after) == ["b-0-3-0", "b-0-3-1", "b-0-3-2"]
    assert re.findall(r'id="([^"]+)" class="new"', after) == ["b-0-3-2"]


def test_other_editions_get_their_own_numerals() -> None:
    """The sprite prints the standard values; others are drawn on blank bills, never under a wrong number."""
    draw = drawings.Pieces("#", [-5, 1, 2, 25, 100])
    assert "#b0" in draw.bill(0) and "#blank1" in draw.bill(1) and "#b4" not in draw.bill(4)
    assert "#d2" in draw.die(2, "x") and "#face3" in draw.die(3, "x") and f"#d{rules.R}" in draw.die(rules.R, "x")


def test_the_notebook_picture_is_one_svg_that_needs_nothing_else() -> None:
    for name, page in every():
        names = page.names[: len(page.view["players"])]
        picture = drawings.notebook(page.view, names)
        root = ElementTree.fromstring(picture)
        ids = {element.get("id") for element in root.iter() if element.get("id")}
        used = {href for element in root.iter() if (href := element.get("href"))}
        assert {href.removeprefix("#") for href in used} <= ids and all(i.startswith("rollie-") for i in ids if i), name
        assert page.view["players"][0]["now"] == 0 or str(abs(page.view["players"][0]["now"])) in picture, name
    assert "<script" not in drawings.notebook(states_of(2)["turn-two"].view, ["<script>", '"&'])
