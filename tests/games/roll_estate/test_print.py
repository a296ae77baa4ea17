"""Score sheets on paper, looked at as pictures: what somebody with the print in hand would notice."""

import re
from functools import cache
from pathlib import Path

import pytest

from rolltop import paper
from rolltop.games import shelf
from rolltop.games.press import fonts
from rolltop.games.words import catalogue, language, languages
from rolltop.paper import Format
from rolltop.play.game import Game
from tests.games.roll_estate.played import games
from tests.printed import Box, Printed, printed
from tests.server.test_words import CLOSE, pseudo_catalogue, untranslated

KIND = shelf.kind("roll_estate")
ROWS = KIND.edition().values["neighborhoods"]
FORMATS = [Format(size, sheet, ink) for size in paper.SIZES for sheet in paper.PAPERS for ink in paper.INKS]
PRICES = [f"${price}" for price in KIND.edition().values["rental_value"]]
WORDS = (*ROWS, *PRICES, "Total", "Rentals")


@cache
def blank(form: Format) -> Printed:
    """The page of blank sheets."""
    (page,) = printed(paper.blank(KIND, form), *WORDS)
    return page


@cache
def filled(form: Format, state: str = "over", players: int = 3) -> list[Printed]:
    """The pages of a game's sheets."""
    return printed(paper.filled(games(players)[state], form), *WORDS)


def unit(price: Box) -> float:
    """What a 48th of a house's width measures, by the price on its roof."""
    return (price[3] - price[1]) / 9.9


def wall(price: Box) -> Box:
    """The part of a house in which one writes."""
    left, _top, right, bottom = price
    return left, bottom + 5 * unit(price), right, bottom + 24 * unit(price)


def roof(price: Box) -> Box:
    """A part of a house's roof, left of its price."""
    left, top, _right, bottom = price
    return left - 2 * unit(price), top + unit(price), left - unit(price) / 2, bottom - 2 * unit(price)


def prices(page: Printed, row: int) -> list[Box]:
    """The prices of a row's houses, from left to right."""
    name = page.place(ROWS[row])
    return [box for box in page.words[PRICES[row]] if abs(box[1] - name[1]) < 20 and box[0] > name[2]]


# ---- pages -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMATS, ids=str)
def test_a_page_is_as_large_as_its_paper_and_all_of_it_can_be_printed(form: Format) -> None:
    page = blank(form)
    width, height = map(round, paper.PAPERS[form.paper])
    assert page.size == ((height, width) if form.size == "economy" else (width, height))
    width, height = page.size
    edges: list[Box] = [(0, 0, 18, height), (width - 18, 0, width, height)]
    middle = width / 2
    for half in ((0, middle - 9), (middle + 9, width)) if form.size == "economy" else ((0, width),):
        edges += [(half[0], 0, half[1], 18), (half[0], height - 18, half[1], height)]
    assert [page.ink(edge) for edge in edges] == [0] * len(edges), "printers leave some 18 points white"


@pytest.mark.parametrize("form", FORMATS, ids=str)
def test_the_sheet_fills_its_paper(form: Format) -> None:
    width, height = blank(form).size
    band = height / 12
    assert all(blank(form).ink((0, top * band, width, (top + 1) * band)) > 0.01 for top in range(12))


def test_the_economy_sheet_is_there_twice_with_a_line_to_cut_between() -> None:
    for sheet in paper.PAPERS:
        twice, once = blank(Format("economy", sheet)), blank(Format("deluxe", sheet))
        assert twice.text.count("Clover Lane") == 2 * once.text.count("Clover Lane") == 2
        width, height = twice.size
        line = (width / 2 - 1, 60, width / 2 + 1, height)
        assert 0.2 < twice.ink(line) < 0.9, "dashes"
        assert twice.ink((width / 2 - 8, 15, width / 2 + 8, 36)) > twice.ink((width / 2 - 8, 60, width / 2 + 8, 81))
        beside = [(width / 2 - 12, 60, width / 2 - 2, height), (width / 2 + 2, 60, width / 2 + 12, height)]
        assert [twice.ink(strip) for strip in beside] == [0, 0]


def test_two_sheets_of_a_page_look_the_same() -> None:
    page = blank(Format("economy"))
    width, height = page.size
    left, right = page.part((30, 0, width / 2 - 10, height)), page.part((width / 2 + 30, 0, width - 10, height))
    assert abs(left - right).mean() < 1


# ---- ink -------------------------------------------------------------------------------------------------------------


def test_the_black_sheet_needs_no_colour() -> None:
    for size in paper.SIZES:
        for page in (blank(Format(size, ink="black")), *filled(Format(size, ink="black"))):
            assert page.colour(page.whole) == 0
        assert blank(Format(size)).colour(blank(Format(size)).whole) > 0.03


def test_roofs_are_solid_in_colour_and_outlines_in_black() -> None:
    coloured, black = blank(Format()), blank(Format(ink="black"))
    for row in (2, 7):
        for house in prices(coloured, row):
            assert coloured.colour(roof(house)) > 0.9
        for house in prices(black, row):
            assert black.ink(roof(house)) < 0.4
    assert black.ink(black.whole) < coloured.ink(coloured.whole)


def test_districts_have_colours_of_their_own() -> None:
    page = blank(Format())
    inks = {tuple(page.part(roof(prices(page, row)[0])).mean(axis=(0, 1)).round(-1)) for row in (1, 2, 5, 7)}
    assert len(inks) == 4


# ---- words -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMATS, ids=str)
def test_what_is_printed_can_be_searched_and_copied(form: Format) -> None:
    values, text = KIND.edition().values, blank(form).text
    businesses = [name for name in (*values["first_business"], *values["second_business"]) if name]
    for word in (*ROWS, *businesses, *values["route_names"], "Roll Estate", "Name", "Sum", "Total"):
        assert word in text, word
    times = 2 if form.size == "economy" else 1
    for price, rentals in zip(PRICES, values["rentals"], strict=True):
        assert text.count(price) >= times * rentals
    for amount in (*values["transit"], *values["solo_levels"], values["jackpot"]):
        assert f"${amount}" in text


def test_letters_are_in_the_file_so_that_they_look_the_same_everywhere() -> None:
    pdf = paper.blank(KIND, Format())
    assert pdf.count(b"/FontFile2") == 2 and b"Helvetica" not in pdf


def test_the_same_sheet_is_the_same_file() -> None:
    assert paper.blank(KIND, Format()) == paper.blank(KIND, Format())


def test_names_may_have_any_letters_of_this_machine() -> None:
    names = ["Łukasz Żółć", "Ann <b> & Co", "Жанна"]
    game = games(3)["over"].copy()
    game.names = names
    for page, name in zip(printed(paper.filled(game, Format())), names, strict=True):
        assert name in page.text or any(fonts.instead(letter) is not None for letter in name)


def test_names_from_right_to_left_are_so_wherever_they_stand() -> None:
    """On one's own sheet, at a shop that somebody took, at a route."""
    name = "אבגדה"
    if any(fonts.instead(letter) is not None for letter in name):
        pytest.skip("no Hebrew font on this machine")
    game = games(3)["over"].copy()
    game.names = [name, "Bo", "Cleo"]
    for seat, page in enumerate(printed(paper.filled(game, Format()), *name)):
        places = [page.words[letter] for letter in name]
        assert {len(found) for found in places} == {len(places[0])} and (places[0] or seat)
        for alef, bet, gimel, dalet, he in zip(*places, strict=True):
            assert alef[0] > bet[0] > gimel[0] > dalet[0] > he[0]


def test_a_letter_without_a_font_loses_its_accent(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine with no fonts at all."""
    monkeypatch.setattr(fonts, "FOLDERS", ())
    for known in (fonts.font_files, fonts.written):
        known.cache_clear()
    try:
        assert fonts.runs("Dvořák é", bold=False) == [(fonts.REGULAR, "Dvorák é")]
        assert [fonts.instead(letter) for letter in "řéж"] == ["r", None, ""]
        assert paper.lacking(["Dvořák", "Жо"]) == "Жо (printed as empty boxes), ř (printed as r)"
        assert paper.lacking(["Cafe\u0301", "Ann"]) == ""
    finally:
        monkeypatch.undo()
        for known in (fonts.font_files, fonts.written):
            known.cache_clear()


def test_every_word_is_the_readers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a language of long words they are pressed, and the rules get smaller; nothing leaves the page."""
    pseudo_catalogue(tmp_path)
    monkeypatch.setenv("ROLLTOP_LOCALE", str(tmp_path))
    for known in (languages, catalogue):
        known.cache_clear()
    with language("eo"):
        form = Format("economy")
        (page,) = printed(paper.blank(KIND, form))
    for known in (languages, catalogue):
        known.cache_clear()
    values = KIND.edition().values
    own = {
        word for key in ("neighborhoods", "first_business", "second_business", "route_names") for word in values[key]
    }
    assert untranslated(page.text.replace("…", CLOSE)) <= set(" ".join([*own, "Roll Estate any"]).split())
    width, height = page.size
    assert page.ink((0, height - 18, width / 2 - 9, height)) == page.ink((width - 18, 0, width, height)) == 0


# ---- filled in -------------------------------------------------------------------------------------------------------


def test_every_player_has_a_sheet_with_their_name() -> None:
    game = games(3)["over"]
    pages = filled(Format())
    assert len(pages) == 3 and len(filled(Format("economy"))) == 2
    for name, page in zip(game.names, pages, strict=True):
        assert f"Name {name}" in page.text
    assert "Name Mira" not in blank(Format()).text


@pytest.mark.parametrize("form", [Format(), Format("deluxe", "a4", "black")], ids=str)
def test_numbers_are_written_in_houses_and_nowhere_else(form: Format) -> None:
    view = games(3)["over"].view()
    for seat, page in enumerate(filled(form)):
        for row in (2, 7):
            houses = prices(page, row)
            assert len(houses) == 3
            for number, house in zip(view["players"][seat]["rows"][row]["numbers"], houses, strict=True):
                assert (page.ink(wall(house)) > 0.05) == (number != 0), (seat, row, number)
            assert all(blank(form).ink(wall(house)) == 0 for house in prices(blank(form), row))


def test_what_is_written_can_be_searched_and_copied_too() -> None:
    view = games(3)["over"].view()
    for player, page in zip(view["players"], filled(Format()), strict=True):
        for number in player["rows"][7]["numbers"]:
            assert number < 1 or re.search(rf"\b{number}\b", page.text[page.text.index(ROWS[7]) :])
        assert str(player["now"]) in page.text


def test_the_total_is_written() -> None:
    for page, empty in ((filled(Format())[0], False), (blank(Format()), True)):
        left, _top, right, bottom = page.place("Total")
        assert (page.ink((right, bottom + 4, right + 40, bottom + 24)) == 0) == empty
        left, _top, _right, bottom = page.place("Rentals", -1)
        assert (page.ink((left, bottom + 4, left + 40, bottom + 24)) == 0) == empty


def test_what_somebody_else_has_is_crossed_out_with_their_name() -> None:
    game = games(3)["over"]
    view = game.view()
    owners = [business["owner"] for row in view["rows"] for business in row["businesses"]]
    owners += [route["owner"] for route in view["routes"]]
    for seat, page in enumerate(filled(Format())):
        for other, name in enumerate(game.names):
            assert len(re.findall(rf"\b{name}\b", page.text)) == (1 if other == seat else owners.count(other))


def test_a_route_of_ones_own_is_solid() -> None:
    game = games(3)["over"]
    taken = next(route for route in game.view()["routes"] if route["owner"] is not None)
    coloured = []
    for seat in (taken["owner"], (taken["owner"] + 1) % 3):
        (page,) = printed(paper.filled(game, Format(), [seat]), taken["name"])
        left, _top, right, bottom = page.place(taken["name"])
        coloured.append(page.colour((left, bottom + 4, right + 30, bottom + 36)))
    assert coloured[0] > 2 * coloured[1]


def test_one_seat_alone_and_no_seat_that_is_not_there() -> None:
    (page,) = printed(paper.filled(games(3)["over"], Format(), [1]))
    assert "Name Bo" in page.text
    with pytest.raises(ValueError, match="seat: found 4, expected 1 to 3"):
        paper.filled(games(3)["over"], Format(), [3])


def test_every_state_of_every_number_of_players_can_be_printed() -> None:
    six = Game(KIND, 6, seed=1)
    for game in (six, *games(1).values(), *games(3).values()):
        assert len(printed(paper.filled(game, Format("economy")))) == (game.n_players + 1) // 2


def test_the_solo_sheet_has_one_business_a_row_and_its_level() -> None:
    page, many = filled(Format(), "first-roll", 1)[0], blank(Format())
    assert "2nd to" not in page.text and "2nd to" in many.text
    assert "Florist" not in page.text


# ---- any sheet -------------------------------------------------------------------------------------------------------

TALL = """
game = "roll_estate"
edition = "tall"
title = "Tall"
neighborhoods = {value = ["Mountain Terrace", "B", "C", "D", "E", "F", "Ærøskøbing", "H", "I", "J"], source = "house"}
dice = {value = [1, 2, 3, 4, 5, 6, 6, "triple", "quadruple", "quintuple"], source = "house"}
rentals = {value = [1, 2, 3, 4, 4, 4, 4, 4, 4, 4], source = "house"}
rental_value = {value = [1, 20, 20, 25, 30, 35, 40, 45, 500, 1000], source = "house"}
first_business = {value = ["Housekeepers", "b", "c", "d", "e", "f", "g", "h", "i", "j"], source = "house"}
first_business_value = {value = [1, 20, 20, 25, 30, 35, 40, 45, 500, 1000], source = "house"}
second_business = {value = ["", "", "", "", "", "", "", "", "", "Last"], source = "house"}
second_business_value = {value = [0, 0, 0, 0, 0, 0, 0, 0, 0, 1000], source = "house"}
route_names = {value = ["Housekeepers", "Short"], source = "house"}
routes = {value = ["any", 3], source = "house"}
transit = {value = [500, 1000], source = "house"}
liquid_multipliers = {value = [1, 50, 100], source = "house"}
jackpot = {value = 1000, source = "house"}
businesses_to_end = {value = [3, 10], source = "house"}
solo_levels = {value = [100, 200, 2000, 5000], source = "house"}
"""


@pytest.mark.parametrize("size", paper.SIZES)
def test_the_sheet_follows_its_edition(size: str, tmp_path: Path) -> None:
    file = tmp_path / "tall.toml"
    file.write_text(TALL, "utf-8")
    edition = KIND.read_edition(file)
    (page,) = printed(paper.blank(KIND, Format(size, "a4"), edition), "Ærøskøbing", "$1000", "Total")
    assert "Mountain Terrace" in page.text and "five of a kind" in page.text and "$5000" in page.text
    assert "Park Tram" not in page.text and page.text.count("$500") > 4
    width, height = page.size
    assert page.ink((0, 0, 18, height)) == page.ink((width - 18, 0, width, height)) == 0
    assert page.place("Total")[3] < height - 40
    game = Game(KIND, 2, edition=edition, seed=1)
    while not game.is_over:
        game.play(game.legal_moves[-1])
    assert printed(paper.filled(game, Format(size)))
