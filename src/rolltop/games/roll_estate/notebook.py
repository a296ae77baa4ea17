"""Roll Estate's table as one picture, for notebooks: dice, everybody's total, and the sheet of the player on turn."""

import re
from collections.abc import Sequence
from functools import cache

from markupsafe import Markup, escape

from rolltop.games.press.painter import Style
from rolltop.games.roll_estate import sheets
from rolltop.games.roll_estate.drawings import Pieces, View, district, parts
from rolltop.games.roll_estate.paper import ROUTE_INKS, STYLE
from rolltop.games.words import _

WIDTH, MARGIN, TABS, ROW = 720, 16, 64, 48
STREETS = 474  #: how wide the streets are; the investments are at their right
PREFIX = "estate-"  #: before every id, so that pictures and other things in a notebook do not get in each other's way
ROOT = ".estate.picture"
GROUND = f"""
{ROOT}{{color-scheme:light;font:13px system-ui,sans-serif;max-width:760px;--table:light-dark(#dfe5dc,#17211d);
--sheet:light-dark(#fbf8ef,#232a26);--paper:light-dark(#fff,#1b211e);--ink:light-dark(#1d1b16,#f1ede1);
--soft:light-dark(#5d584b,#b3ae9f);--line:light-dark(#cfc8b4,#465049);--pencil:light-dark(#34373f,#f3eee0);
--red:light-dark(#b3341f,#ff9a80);--a:light-dark(#8d5a06,#e3b765);--b:light-dark(#24694a,#8acda3);
--c:light-dark(#7d3268,#e0a3cf);--d:light-dark(#1f5686,#93c0ea);--own:var(--ink)}}
:is([data-jp-theme-light=false],.vscode-dark,.jp-mod-dark) {ROOT}{{color-scheme:dark}}
{ROOT} svg{{overflow:visible}}
{ROOT} text{{fill:var(--ink)}}
{ROOT} .soft{{fill:var(--soft)}}
{ROOT} .strong{{font-weight:700}}
{ROOT} .turn{{fill:var(--red);font-weight:700}}
{ROOT} .ic{{fill:none;stroke:var(--soft);stroke-width:1.6}}
{ROOT} .mini :is(rect,circle){{stroke:var(--own);stroke-width:.8;fill:var(--own)}}
{ROOT} .mini :is(.e,.x){{fill:none}}
{ROOT} .mini .x{{stroke:var(--line)}}
{ROOT} .die .face{{fill:#fbf6e8;stroke:#2a2721;stroke-width:1.6}}
{ROOT} .die .pip{{fill:#1d1b16}}
"""
PROPERTIES = {
    "fill": "fill", "stroke": "stroke", "width": "stroke-width", "opacity": "opacity", "size": "font-size",
    "anchor": "text-anchor",
}  # fmt: skip
FLAGS = {"bold": "font-weight:700", "round": "stroke-linecap:round;stroke-linejoin:round"}


def css(style: Style) -> str:
    """The style of paper as CSS, with colours as custom properties."""
    rules = ""
    for selector, values in style.items():
        rules += f"{ROOT} .{selector.replace(' ', ' .')}{{{';'.join(map(declaration, values.items()))}}}\n"
    return rules


def declaration(entry: tuple[str, str | float]) -> str:
    """An entry of a style in CSS."""
    name, value = entry
    if name in FLAGS:
        return FLAGS[name]
    if name == "lift":
        return f"transform:translateY({-float(value):g}px)"
    if name in ("fill", "stroke") and value != "none":
        value = f"var(--{value})"
    return f"{PROPERTIES[name]}:{value}{'px' if name == 'size' else ''}"


@cache
def style() -> str:
    """All of the picture's style."""
    inks = "".join(f"{ROOT} .k-{ink}{{--own:var(--{ink})}}" for ink in ("a", "b", "c", "d", "red"))
    stamps = "".join(f"{ROOT} .m-{ink}{{--own:var(--{ink})}}" for ink in "abcd")
    return GROUND + css(STYLE) + inks + stamps


@cache
def sprite_parts() -> str:
    """The sprite's parts under names of their own."""
    return re.sub(r'id="', rf'id="{PREFIX}', parts())


def picture(view: View, names: Sequence[str]) -> str:
    """The table."""
    draw = Pieces(f"#{PREFIX}")
    height = TABS + len(view["rows"]) * ROW + 72
    seat = shown_seat(view)
    ground = f'<rect width="{WIDTH}" height="{height}" rx="10" fill="var(--table)"/>'
    ground += f'<rect y="{TABS + 44}" width="{WIDTH}" height="{height - TABS - 44}" fill="var(--sheet)"/>'
    drawn = heading(draw, view) + tabs(draw, view, names, seat) + streets(draw, view, names, seat)
    drawn += investments(draw, view, names, seat)
    return (
        f'<svg class="estate picture" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img"'
        f' aria-label="{escape(in_words(view, names))}"><style>{style()}</style>{sprite_parts()}{ground}{drawn}</svg>'
    )


def in_words(view: View, names: Sequence[str]) -> str:
    """The picture's name: where the game stands."""
    totals = ", ".join(f"{name} ${player['now']}" for name, player in zip(names, view["players"], strict=True))
    return _("Roll Estate, round %(round)s. If it ended now: %(totals)s") % {"round": view["round"], "totals": totals}


def shown_seat(view: View) -> int:
    """Whose sheet is shown: who is on turn, at the end who has won."""
    if view["phase"] == "over":
        return min(range(len(view["players"])), key=lambda seat: view["players"][seat]["place"])
    return int(view["player"] or 0)


def text(x: float, y: float, content: object, classes: str = "", size: float = 13, anchor: str = "start") -> str:
    return (
        f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size:g}" text-anchor="{anchor}" class="{classes}">'
        f"{escape(content)}</text>"
    )


def at(x: float, y: float, width: float, height: float, drawing: Markup, classes: str = "") -> str:
    """A drawing at its place in the picture, within classes; it stands on the bottom."""
    placed = f'<svg x="{x:.1f}" y="{y:.1f}" width="{width:g}" height="{height:g}" preserveAspectRatio="xMidYMax" '
    return f'<g class="{classes}">{str(drawing).replace("<svg ", placed, 1)}</g>'


def clipped(name: str, width: float) -> str:
    """A name that fits."""
    most = max(2, int(width / 8.6))
    return name if len(name) <= most else name[: most - 1] + "…"


# ---- above the sheet -------------------------------------------------------------------------------------------------


def heading(draw: Pieces, view: View) -> str:
    """The game, the round and the dice."""
    where = _("Final") if view["phase"] == "over" else _("Round %(round)s") % {"round": view["round"]}
    drawn = text(MARGIN, 34, "Roll Estate", "strong", 18) + text(MARGIN + 112, 34, where, "soft")
    for place, die in enumerate(view["dice"] if view["phase"] in ("roll", "choose") else []):
        drawn += at(WIDTH - MARGIN - 34 * (5 - place), 14, 30, 30, draw.die(die))
    return drawn


def tabs(draw: Pieces, view: View, names: Sequence[str], shown: int) -> str:
    """Everybody's name and total, on the sheet that is shown or behind it."""
    width = (WIDTH - 2 * MARGIN) / max(2, len(names))
    return "".join(
        f'<g transform="translate({MARGIN + seat * width:.1f} {TABS - 6})">'
        f"{tab(draw, view, seat, names[seat], width - 6, seat == shown)}</g>"
        for seat in range(len(names))
    )


def tab(draw: Pieces, view: View, seat: int, name: str, width: float, shown: bool) -> str:
    """A player's name, total, and how many businesses and routes; the miniature where there is room."""
    player, left = view["players"][seat], 8
    drawn = f'<rect width="{width:.1f}" height="{52 if shown else 46}" rx="8" fill="var(--sheet)"'
    drawn += "/>" if shown else ' opacity=".55"/>'
    if width > 140:
        drawn += at(6, 5, 36, 38, draw.mini(view, seat))
        left = 50
    drawn += text(left, 19, clipped(name, width - left - 34), "turn" if seat == view["player"] else "strong")
    drawn += text(left, 38, f"${player['now']}", "strong", 16)
    for row, (sign, count) in enumerate(
        ((draw.shop_sign(), player["businesses"]), (draw.route_sign(), player["routes"]))
    ):
        drawn += at(width - 34, 7 + 18 * row, 15, 13, sign) + text(width - 14, 18 + 18 * row, count, "soft", 12)
    return drawn


# ---- the sheet -------------------------------------------------------------------------------------------------------


def streets(draw: Pieces, view: View, names: Sequence[str], seat: int) -> str:
    """The rows with their houses and businesses."""
    rentals, shops = sheets.longest_row(view), 2 if view["second"] else 1
    step = (STREETS - 130) / (rentals + shops)
    drawn = ""
    for index, row in enumerate(view["rows"]):
        y = TABS + 60 + index * ROW
        pieces = [sheets.rental(draw, view, seat, index, slot) for slot in range(rentals)]
        pieces += [sheets.shop(draw, view, names, seat, index, place) for place in range(len(row["businesses"]))]
        line = f'<path d="M{MARGIN} {y + ROW - 2}H{MARGIN + STREETS}" stroke="var(--own)" stroke-width="1.5"/>'
        line += at(MARGIN, y + 8, 30, 30, draw.mark(row["face"], row["matching"]))
        line += text(MARGIN + 38, y + 27, clipped(row["name"], 92), "strong", 12.5)
        for place, (drawing, state) in enumerate(pieces):
            line += at(MARGIN + 130 + place * step, y + 3, step - 3, ROW - 5, drawing, state)
        drawn += f'<g class="k-{district(row)}">{line}</g>'
    return drawn


def investments(draw: Pieces, view: View, names: Sequence[str], seat: int) -> str:
    """Routes, stocks, the Jackpot and the total, at the right of the streets."""
    left, y, player = MARGIN + STREETS + 20, TABS + 64, view["players"][seat]
    drawn = ""
    for index in range(len(view["routes"])):
        route, state = sheets.route(draw, view, seat, index)
        x, down = left + 102 * (index % 2), y + 44 * (index // 2)
        drawn += at(x, down, 92, 40, route, f"k-{ROUTE_INKS[index % len(ROUTE_INKS)]} {state}")
    y += 98
    drawn += at(left, y, 70, 52, draw.liquid(player["liquid"])) + text(left + 82, y + 32, "×", "strong", 16, "middle")
    for place in range(2):
        drawn += at(left + 94 + 46 * place, y, 42, 52, draw.index(place < player["indexes"]))
    drawn += at(left, y + 62, 100, 54, draw.ticket(view["jackpot"], player["jackpot"]))
    y += 138
    for line, (part, words) in enumerate(sheets.SUM_NAMES.items()):
        drawn += text(left, y + 20 * line, _(words), "soft")
        drawn += text(WIDTH - MARGIN, y + 20 * line, f"${player['parts'][part]}", "", 13, "end")
    drawn += text(left, y + 106, clipped(names[seat], 120), "strong")
    return drawn + text(WIDTH - MARGIN, y + 106, f"${player['now']}", "strong", 18, "end")
