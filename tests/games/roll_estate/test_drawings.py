"""The drawings: whole, of classes only, and for any sheet."""

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from markupsafe import Markup

from rolltop.games.roll_estate import drawings
from rolltop.games.roll_estate.drawings import LOST, district
from tests.games.roll_estate.played import games

SVG = "{http://www.w3.org/2000/svg}"
FACES, ROOFS, MATCHES = range(1, 7), "abcd", range(2, 6)
draw = drawings.Pieces("#")


def everything() -> Iterator[Markup]:
    """Each drawing there is, as boards and paper use them."""
    for roof in ROOFS:
        yield from (draw.rental(roof, price, number) for price in (5, 45, 150, 1000) for number in (LOST, 0, 7, 30))
    for who in ("", "Bo", "Wolfeschlegelsteinhausen"):
        yield draw.shop(60, "Kiosk", False, draw.cross_shop() if who else draw.ring(), who)
        yield draw.shop(1000, "The Ministry of Silly Walks", True, draw.ring(flat=True), who)
    yield from (draw.mark(face) for face in FACES)
    yield from (draw.mark(0, matching) for matching in MATCHES)
    yield from (draw.die(face) for face in range(7))
    yield from (draw.trees(n) for n in range(1, 7))
    yield from (
        draw.route(stops, state, "Red Line") for stops in ("any4", "3456") for state in ("", "mine", "taken", "legal")
    )
    yield from (draw.liquid(number) for number in (0, 5, 30))
    yield from (draw.index(ticked) for ticked in (False, True))
    yield from (draw.ticket(150, won) for won in (False, True))
    yield from (draw.pen(number) for number in (0, 7, 1234))
    yield from (draw.shop_sign(), draw.route_sign(), draw.arrow(), draw.turn(), draw.ticked())


def elements(svg: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter())


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in elements(svg) if element.tag.removeprefix(SVG) == "text"]


def digits(svg: str) -> str:
    """The numbers that are pencilled in a drawing."""
    return "".join(re.findall(r'href="#(?:estate-)?h(\d)', svg))


# ---- the sprite ------------------------------------------------------------------------------------------------------


def test_the_sprite_is_well_formed_and_every_drawing_finds_its_parts_there() -> None:
    ids = [name for element in elements(drawings.sprite()) if (name := element.get("id"))]
    assert len(ids) == len(set(ids)) and {"h0a", "h9c", "cross", "tick", "ring", "shop-i", "route-i"} <= set(ids)
    used = {href for svg in everything() for element in elements(svg) if (href := element.get("href"))}
    assert used and {href.removeprefix("#") for href in used} <= set(ids)


def test_the_three_ways_of_writing_a_digit_differ_and_stay_in_its_box() -> None:
    for digit in "0123456789":
        ways = [re.search(rf'id="h{digit}{way}">.*?</g>', drawings.sprite()) for way in "abc"]
        paths = [re.findall(r' d="([^"]*)"', way[0])[-1] for way in ways if way]
        assert len(set(paths)) == 3, digit
        for path in paths:
            assert all(-1 <= float(number) <= 19 for number in re.findall(r"-?\d*\.?\d+", path)), digit


# ---- any drawing -----------------------------------------------------------------------------------------------------


def test_drawings_have_classes_and_no_colours_and_no_style() -> None:
    for svg in everything():
        for element in elements(svg):
            assert not {"style", "fill", "stroke"} & set(element.attrib), svg
        assert 'aria-hidden="true"' in svg, "the sentence is said beside it"


def test_words_from_an_edition_are_only_words() -> None:
    name = 'Tom & "Jerry" <b>'
    for svg in (draw.shop(60, name), draw.shop(60, "x", who=name), draw.route("1234", name=name)):
        assert "<b>" not in svg and any(text.startswith("Tom & ") for text in texts(svg))


def test_long_words_are_pressed_and_very_long_ones_cut() -> None:
    assert "textLength" not in draw.shop(60, "Kiosk")
    assert "textLength" in draw.shop(60, "Fishmonger's")
    (_value, name) = texts(draw.shop(60, "The Ministry of Silly Walks"))
    assert name.endswith("…") and len(name) <= 20


# ---- pencil ----------------------------------------------------------------------------------------------------------


def test_a_number_is_written_as_it_is_and_always_looks_the_same() -> None:
    for number in (0, 1, 10, 27, 1320):
        assert digits(draw.hand(number, 24, 30, 20)) == str(number)
    assert draw.hand(15, 24, 30, 20, "a") == drawings.Pieces("#").hand(15, 24, 30, 20, "a")
    assert len({draw.hand(15, 24, 30, 20, seed) for seed in "abcdefgh"}) > 4


def test_a_rental_is_open_written_or_crossed_out() -> None:
    assert digits(draw.rental("a", 10, 12)) == "12"
    assert "#cross" in draw.rental("a", 10, LOST) and not digits(draw.rental("a", 10, LOST))
    assert "href" not in draw.rental("a", 10, 0)


# ---- any sheet -------------------------------------------------------------------------------------------------------


def test_a_mark_shows_the_face_or_so_many_equal_dice() -> None:
    for face in FACES:
        assert draw.mark(face).count('class="pip"') == face
    for matching in MATCHES:
        assert draw.mark(0, matching).count('class="eq"') == matching


def test_roofs_tell_districts_apart_without_colour() -> None:
    roofs = [district({"face": face, "matching": 0}) for face in FACES] + [district({"face": 0, "matching": 3})]
    assert roofs == ["a", "a", "b", "b", "c", "c", "d"]
    shapes = [re.findall(r'class="roof" d="([^"]*)"', draw.house(roof, 10)) for roof in ROOFS]
    assert len({shape[-1] for shape in shapes}) == 4


def test_a_miniature_has_all_houses_and_whose_businesses_they_are() -> None:
    view = games(3)["over"].view()
    for seat, player in enumerate(view["players"]):
        mini = draw.mini(view, seat)
        houses = [number for row in player["rows"] for number in row["numbers"]]
        assert mini.count("<rect") == len(houses)
        assert len(re.findall(r'<rect class="m-\w f"', mini)) == sum(number > 0 for number in houses)
        assert len(re.findall(r'<rect class="m-\w x"', mini)) == sum(number == LOST for number in houses)
        assert len(re.findall(r'<circle class="m-\w f"', mini)) == player["businesses"]


# ---- the notebook's picture ------------------------------------------------------------------------------------------


def test_the_notebook_picture_is_one_svg_that_needs_nothing_else() -> None:
    for players in (1, 3):
        for state, game in games(players).items():
            picture = game._repr_html_()
            ids = {name for element in elements(picture) if (name := element.get("id"))}
            used = {href for element in elements(picture) if (href := element.get("href"))}
            assert {href.removeprefix("#") for href in used} <= ids and all(i.startswith("estate-") for i in ids), state
            assert all(f"${player['now']}" in texts(picture) for player in game.view()["players"]), state


def test_the_notebook_picture_shows_the_dice_and_what_is_written() -> None:
    game = games(3)["second-roll"]
    view, picture = game.view(), game._repr_html_()
    assert picture.count('class="die"') == 5
    numbers = [number for row in view["players"][view["player"]]["rows"] for number in row["numbers"] if number > 0]
    assert digits(picture).startswith("".join(map(str, numbers)))


def test_names_in_the_notebook_are_only_names() -> None:
    view = games(3)["over"].view()
    picture = drawings.notebook(view, ["<script>", '"&', "x" * 24])
    assert "<script" not in picture and ElementTree.fromstring(picture).get("aria-label")
