"""Rolimã's board in every state, for two to six players: what is in the page, and what a person gets of it."""

import re
from functools import cache
from typing import Any

import jinja2
import pytest
from markupsafe import Markup

from rolltop.games.rolima import board, drawings, hills
from rolltop.games.rolima.moves import HILLS
from rolltop.server.web.pages import TablePage, environment
from tests.games.html import Read, outside_tags
from tests.games.rolima import pages

PLAYERS = (2, 3, 4, 6)


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
    """What a screen reader gets of a page, the labels of its drawings and choices among it."""
    html = re.sub(r'<(?:input|svg)[^>]*aria-label="([^"]*)"[^>]*>', r" \1 ", pages.board(page))
    return " ".join(outside_tags(html).split())


def choices(read: Read) -> list[str]:
    """The moves one may choose."""
    return [
        str(attributes["value"])
        for tag, attributes in read.elements
        if tag == "input" and attributes.get("name") == "move"
    ]


# ---- every state -----------------------------------------------------------------------------------------------------


def test_html_is_well_formed() -> None:
    assert not {name: read.faults for name, _, read in everywhere() if read.faults}


def test_ids_are_unique_and_labels_find_them() -> None:
    for name, _, read in everywhere():
        ids = read.values("id")
        assert len(ids) == len(set(ids)), (name, sorted(one for one in ids if ids.count(one) > 1))
        assert set(" ".join(read.values("aria-labelledby")).split()) <= set(ids), name


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


def test_every_legal_move_can_be_chosen_and_nothing_else() -> None:
    for name, page, read in everywhere():
        may = page.can_play or (page.me is not None and page.view["early"] and page.mode == "table")
        legal = [choice["move"] for choice in page.view["choices"]] if may else []
        assert sorted(choices(read)) == sorted(legal), name


def test_forms_go_where_the_moment_asks() -> None:
    for name, page, read in everywhere():
        actions = {action.rsplit("/", 1)[-1] for action in read.values("action")}
        if page.mode == "result":
            assert actions == ({"leave"} if page.me is None else {"rematch", "leave"}), name
        elif page.can_play:
            assert actions == {"play"}, name
        else:
            assert actions == ({"wish"} if page.me is not None and page.view["early"] else set()), name
        assert read.html.count('name="token"') == len(read.values("action")), name


def test_what_is_decided_already_is_said_and_can_be_taken_back() -> None:
    page = states_of(4)["cheer-other"]
    assert page.me is not None and page.view["early"]
    choice = page.view["choices"][0]
    me, page = page.me, pages.page_of(page.table, page.me)
    page.table.wishes[me] = choice["action"]
    read = Read(pages.board(page))
    assert f"Decided: {board.card_name(page.view, choice['card'])}" in text_of(page)
    assert [action.rsplit("/", 1)[-1] for action in read.values("action")] == ["unwish"] and not choices(read)


def test_a_choice_outlives_what_others_do_but_not_its_round() -> None:
    """What a person has ticked is kept by the id of its field: by round and card, whoever has acted meanwhile."""
    for name, page, read in everywhere():
        ids = [str(attributes["id"]) for _, attributes in read.elements if attributes.get("name") == "move"]
        assert all(one.startswith(f"pick-{page.view['round']}-") for one in ids), name


def bracketed(message: str, /, **values: Any) -> Markup:
    return Markup(f"⟦{message}⟧") % values


def bracketed_count(one: str, many: str, n: int, /, **values: Any) -> Markup:
    return Markup(f"⟦{one if n == 1 else many}⟧") % {"num": n, **values}


@cache
def brackets() -> jinja2.Environment:
    """The templates in a language in which every translated text stands in brackets."""
    env = environment()
    env.globals.update(_=bracketed, gettext=bracketed, ngettext=bracketed_count)
    return env


def test_every_word_is_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    """No text, visible or heard, stands outside of the brackets, but names and what is told elsewhere."""
    for module in (board, hills):
        monkeypatch.setattr(module, "_", lambda message: f"⟦{message}⟧")
    monkeypatch.setattr(board, "ngettext", lambda one, many, n: f"⟦{one if n == 1 else many}⟧")
    for name, page, _ in everywhere():
        html = pages.board(page, brackets())
        rest = " | ".join([*re.findall(r'aria-label="([^"]*)"', html), outside_tags(html)])
        while (shorter := re.sub(r"⟦[^⟦⟧]*⟧", " ", rest)) != rest:
            rest = shorter
        people = [str(Markup.escape(page.name(seat))) for seat in range(len(page.view["players"]))]
        known = [str(Markup.escape(text)) for _, text in page.recent] + people + page.view["cart_names"] + ["You"]
        for word in sorted(known, key=len, reverse=True):
            rest = rest.replace(word, " ")
        words = re.findall(r"[^\W\d_]{2,}|⟦|⟧", rest)
        assert not words, (name, words)


# ---- the hill --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", HILLS)
def test_the_active_rule_is_always_readable(key: str) -> None:
    page = states_of(4)[f"{key}-cheer"]
    read, view = Read(pages.board(page)), page.view
    assert view["active"] == key and read.values("id").count("rule") == 1
    assert hills.rule(view, key) in text_of(page) and f"#h-{key}" in read.html


def test_the_pothole_names_the_number_of_the_table() -> None:
    page = states_of(4)["pothole-cheer"]
    assert page.view["pothole"] == 8 and "loudest cheer is less than 8" in text_of(page)


def test_carts_stand_in_their_sections_the_rightmost_ahead() -> None:
    for name, page, _ in everywhere():
        if page.mode == "table":
            standing = [cart["cart"] for section in board.sections(page.view) for cart in section["carts"]]
            assert standing == [cart["cart"] for cart in page.view["carts"]][::-1], name
            assert re.findall(r'<li class="cart k(\d)', pages.board(page)) == [str(cart) for cart in standing], name


def test_a_race_without_hills_shows_none() -> None:
    page = states_of(4)["no-hills"]
    assert page.view["n_hills"] == 3 and 'class="hc down"' not in pages.board(page)
    assert "This race goes without hill cards." in text_of(page)


# ---- loudness --------------------------------------------------------------------------------------------------------


def test_the_cards_played_are_the_bars() -> None:
    for name, page, _ in everywhere():
        if page.mode == "table":
            for lane in page.view["lanes"]:
                found = board.segments(lane)
                assert sum(seg["width"] for seg in found if seg["counts"]) == lane["total"], name


def test_only_the_last_cheer_comes_in_and_under_hush_all_do() -> None:
    """In the cheer the last is the one before whoever is to choose; cheers turned up together come in together."""
    for name, page, _ in everywhere():
        view = page.view
        played = [seat for seat, player in enumerate(view["players"]) if player["played"]]
        if page.mode != "table" or not played:
            continue
        new = {seat for seat in played if board.is_latest(view, seat)}
        if view["active"] == "hush":
            assert new == set(played), name
        elif view["phase"] == "cheer":
            assert new == {(view["chooser"] - 1) % len(view["players"])}, name
        else:
            assert len(new) == 1, name


def test_a_choice_says_what_it_would_do() -> None:
    for _name, page, _ in everywhere():
        if page.can_play and page.mode == "table":
            text = text_of(page)
            for choice in page.view["choices"]:
                assert board.outlook(page.view, choice) in text


# ---- players and cards -----------------------------------------------------------------------------------------------


def test_people_stand_in_the_order_in_which_they_act() -> None:
    for name, page, _ in everywhere():
        if page.mode == "table":
            people, view = board.people(page.view), page.view
            assert sorted(people) == list(range(len(view["players"]))), name
            if view["phase"] == "cheer":
                assert people[0] == view["horn"], name
            if view["phase"] == "draft":
                assert [view["players"][seat]["order"] for seat in people] == sorted(range(len(people))), name


def test_the_gum_cards_always_show_whose_they_are() -> None:
    for state in ("gum", "zero-ten", "modes-draft", "gum-other", "gum-watched"):
        page = states_of(4)[state]
        text, view = text_of(page), page.view
        for cart, owner in board.gum_owners(view):
            who = "free" if owner is None else page.who(owner)
            assert f"{view['cart_names'][cart]} {who}" in text, state


def test_under_hush_nobody_sees_what_was_laid() -> None:
    page = states_of(4)["hush-cheer"]
    assert text_of(page).count("has laid a cheer face down") == 2
    assert not any(player["played"] for player in page.view["players"])
    assert 'class="seg' not in pages.board(page)


def test_the_blind_market_offers_one_open_card_and_the_unseen_ones() -> None:
    page = states_of(4)["blind_market-draft"]
    read, view = Read(pages.board(page)), page.view
    assert view["unseen"] > 0 and "take unseen" in choices(read)
    assert sum(move.startswith("take ") for move in choices(read)) == 2


def test_who_watches_sees_no_hand_and_has_nothing_to_choose() -> None:
    for state in ("cheer-watched", "draft-watched", "gum-watched"):
        page = states_of(4)[state]
        read = Read(pages.board(page))
        assert not read.buttons() and "You are watching." in text_of(page) and 'id="held-' not in read.html


def test_the_memory_aid_lists_what_all_have_seen() -> None:
    page = states_of(4)["memory-aid"]
    text, seen = text_of(page), page.view["seen"]
    assert "Discards" in text and "Not seen, or out of sight" in text
    known = [card for seat in page.order for card in seen["hands"][seat] if card]
    assert known and all(board.card_words(page.view, card) in text for card in known)
    assert "Not seen" not in text_of(states_of(4)["cheer"])


# ---- the finish ------------------------------------------------------------------------------------------------------


def test_the_result_shows_every_bet_and_adds_up() -> None:
    for name, page, _ in everywhere():
        if page.mode == "result":
            text = text_of(page)
            for row in page.breakdown:
                assert sum(bet["worth"] for bet in (*row["bets"], *row["gum"])) == row["total"], name
                for bet in row["bets"]:
                    card = board.card_words(page.view, bet["card"])
                    assert f"{card} {bet['card']['gum']}×{bet['factor']} = {bet['worth']}" in text, name
            assert f"with {page.breakdown[board.winners(page.breakdown)[0]]['total']} gum" in text, name


def test_ties_are_explained() -> None:
    broken = [
        (page, row) for _, page, _ in everywhere() if page.mode == "result" for row in page.breakdown if row["tie"]
    ]
    assert broken
    for page, row in broken:
        assert board.tie_words(page.view, row) in text_of(page)
