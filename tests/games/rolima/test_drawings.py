"""The woodcuts: whole, told apart without colour, and for any edition."""

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from markupsafe import Markup

from rolltop.games.rolima import drawings
from rolltop.games.rolima.drawings import CARTS
from rolltop.games.rolima.moves import HILLS
from tests.games.rolima import pages

NAMES = ("Pimenta", "Faísca", "Pipa", "Maré", 'Tom & "Jerry" <b>')
draw = drawings.Pieces("#", NAMES)


def card(cart: int, number: int | None, gum: int = 2) -> drawings.View:
    return {"card": 0, "cart": cart, "number": number, "zero_ten": number is None, "gum": gum}


def everything() -> Iterator[Markup]:
    """Each drawing there is, as boards use them."""
    for cart in CARTS:
        for number in (None, *range(1, 13)):
            for gum in (0, 1, 3, 5):
                yield draw.card(card(cart, number, gum))
                yield draw.mini(card(cart, number, gum))
        yield from (draw.sign(cart, "x"), draw.cart(cart), draw.cart(cart, "x"), draw.gum_card(cart))
    yield from (draw.hill(key) for key in HILLS)
    yield from (draw.horn("x"), draw.flag(), draw.gum(), draw.back(), draw.cover())
    yield from (drawings.road(), drawings.bunting(), *(drawings.scenery(section) for section in range(6)))
    yield draw.podium([{"cart": cart, "factor": max(0, 3 - cart)} for cart in CARTS], "x")


def elements(svg: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter())


def parts() -> dict[str, str]:
    """What is in each part of the sprite."""
    return dict(re.findall(r'<symbol id="([\w-]+)"[^>]*>(.*?)</symbol>', drawings.sprite()))


def test_the_sprite_is_well_formed_and_every_drawing_finds_its_parts_there() -> None:
    ids = [name for element in elements(drawings.sprite()) if (name := element.get("id"))]
    assert len(ids) == len(set(ids))
    inside = {href for element in elements(drawings.sprite()) if (href := element.get("href"))}
    used = {href for svg in everything() for element in elements(svg) if (href := element.get("href"))}
    assert used and {href.removeprefix("#") for href in used | inside} <= set(ids)


def test_the_sprite_needs_no_styles_of_a_page() -> None:
    """Styles do not reach into a file that is used; what has an ink has it as an attribute."""
    assert not re.search(r'class=|style=|<style|fill=""', drawings.sprite())


def test_drawings_have_classes_and_no_style() -> None:
    for svg in everything():
        for element in elements(svg):
            assert "style" not in element.attrib and "fill" not in element.attrib, svg
        assert re.search(r'aria-hidden="true"|role="img" aria-label="[^"]+"', svg), svg


def test_carts_are_told_apart_without_colour() -> None:
    drawn = parts()
    assert len({drawn[f"s{cart}"] for cart in CARTS}) == 5
    shapes = {re.sub(r"var\(--c-\d\)|#s\d|#[\da-f]{6}", "", drawn[f"c{cart}"]) for cart in CARTS}
    assert len(shapes) == 5 and all(f'href="#s{cart}"' in drawn[f"c{cart}"] for cart in CARTS)
    for cart in CARTS:
        assert f'href="#s{cart}"' in draw.card(card(cart, 3)) and f'href="#s{cart}"' in draw.mini(card(cart, 3))


def test_every_hill_card_has_a_picture_of_its_own() -> None:
    assert len({parts()[f"h-{key}"] for key in HILLS}) == len(HILLS) == 10


def test_a_card_shows_its_number_and_its_gum() -> None:
    for number in range(1, 13):
        digits = re.findall(r'href="#n(\d)"', draw.card(card(1, number)))
        assert "".join(digits) == str(number)
    for gum in range(4):
        assert draw.card(card(1, 7, gum)).count('href="#gum"') == draw.mini(card(1, 7, gum)).count('href="#gum"') == gum
    assert "×5" in draw.card(card(1, 7, 5)), "an edition may have more than there is room for"
    assert "".join(re.findall(r'href="#n(\d)"', draw.card(card(1, None)))) == "100", "10 above 0"


def test_words_from_an_edition_are_only_words() -> None:
    for svg in (draw.card(card(4, 3)), draw.gum_card(4)):
        assert "<b>" not in svg and 'Tom & "Jerry" <b>' in [element.text for element in elements(svg)]


def test_the_notebook_picture_is_one_svg_that_needs_nothing_else() -> None:
    for state in ("first-cheer", "draft", "over"):
        view = pages.page_of(pages.tables(4)[state], None).view
        picture = drawings.notebook(view, ["<script>", '"&', "Ö", "x" * 24])
        ids = {name for element in elements(picture) if (name := element.get("id"))}
        used = {href for element in elements(picture) if (href := element.get("href"))}
        assert used and {href.removeprefix("#") for href in used} <= ids
        assert "<script" not in picture and ElementTree.fromstring(picture).get("aria-label")
