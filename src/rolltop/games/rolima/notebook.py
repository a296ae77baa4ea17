"""Rolimã's table as one picture, for notebooks: the hill with its carts, and what everybody has cheered with."""

import re
from collections.abc import Sequence

from markupsafe import Markup, escape

from rolltop.games.rolima import hills
from rolltop.games.rolima.board import card_name, people, sections
from rolltop.games.rolima.drawings import View, parts
from rolltop.games.words import _

WIDTH, MARGIN, ROW, CART = 720, 16, 62, 76
PREFIX = "rolima-"  #: before every id, so that pictures and other things in a notebook do not get in each other's way
STYLE = """
.rolima.picture{color-scheme:light;font:14px system-ui,sans-serif;max-width:760px;--print:#1d1b16;--kk:#1d1b16;
--stock:#fbf4e2;--hp:#f1dba4;--gumc:#ff9fb8;--second:#b3341f;--c-0:#e9583f;--c-1:#f4bd33;--c-2:#5cb56c;--c-3:#55a6dc;
--c-4:#b98add}
"""


def picture(view: View, names: Sequence[str]) -> Markup:
    """The whole table as an SVG that needs nothing else."""
    drawn, y = "", MARGIN
    for section in sections(view):
        drawn += road(view, section, y)
        y += ROW
    drawn += f'<path d="M{MARGIN} {y}H{WIDTH - MARGIN}" stroke="#1d1b16" stroke-width="6" stroke-dasharray="6 6"/>'
    y += 24
    for seat in people(view):
        drawn += line(y, player(view, names, seat))
        y += 20
    symbols = re.sub(r'(id="|href="#)', rf"\1{PREFIX}", parts())
    return Markup(
        f'<svg class="rolima picture" viewBox="0 0 {WIDTH} {y}" xmlns="http://www.w3.org/2000/svg" role="img"'
        f' aria-label="{escape(_("The table of Rolimã"))}"><style>{STYLE}</style><defs>{symbols}</defs>'
        f'<rect width="{WIDTH}" height="{y}" rx="10" fill="#dfe5dc"/>{drawn}</svg>'
    )


def line(y: float, text: str, x: float = MARGIN) -> str:
    return f'<text x="{x}" y="{y}" fill="#1d1b16">{escape(text)}</text>'


def road(view: View, section: View, y: float) -> str:
    """A section: its hill card in words, its carts from left to right."""
    drawn = f'<rect x="{MARGIN}" y="{y + ROW - 10}" width="470" height="8" fill="#4d483e"/>'
    for place, cart in enumerate(reversed(section["carts"])):
        x = 480 - (place + 1) * (CART + 10)
        drawn += f'<use href="#{PREFIX}c{cart["cart"]}" x="{x}" y="{y}" width="{CART}" height="{ROW - 6}"/>'
    card = section["hill"]
    text = _("Start") if card is None else hills.name(card["card"]) if card["up"] else "- - -"
    return drawn + line(y + ROW - 12, text, 500)


def player(view: View, names: Sequence[str], seat: int) -> str:
    """A player and the card that was cheered with."""
    played = view["players"][seat]["played"]
    horn = _(" (horn)") if seat == view["horn"] else ""
    return f"{names[seat]}{horn}: {card_name(view, played) if played else '...'}"
