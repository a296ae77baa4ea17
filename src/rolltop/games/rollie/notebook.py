"""Rollie's table as one picture, for notebooks: the same drawings and colours as on the web, in a single SVG."""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from markupsafe import Markup, escape

from rolltop.games.rollie import board
from rolltop.games.rollie.drawings import BET, LANES, WALLET, Pieces, parts
from rolltop.games.rollie.tell import shown
from rolltop.games.rollie.view import View
from rolltop.games.words import _, ngettext

WIDTH, MARGIN, SEAT_HEIGHT, BANK_HEIGHT = 720, 16, 150, 178
PREFIX = "rollie-"  #: before every id, so that pictures and other things in a notebook do not get in each other's way
GROUND = """
.rollie.picture{color-scheme:light;font:13px system-ui,sans-serif;max-width:760px;
--table:light-dark(#dfe5dc,#17211d);--paper:light-dark(#fbf8ef,#232a26);--ink:light-dark(#1d1b16,#f1ede1);
--ink-2:light-dark(#5d584b,#b3ae9f);--line:light-dark(#cfc8b4,#465049);--accent:light-dark(#b3341f,#ff9a80);
--good:light-dark(#2c6e3f,#8fd6a3)}
:is([data-jp-theme-light=false],.vscode-dark,.jp-mod-dark) .rollie.picture{color-scheme:dark}
.rollie.picture svg{overflow:visible}
.rollie.picture text{fill:var(--ink)}
.rollie.picture .soft{fill:var(--ink-2)}
.rollie.picture .bold{font-weight:700}
.rollie.picture .turn{fill:var(--accent);font-weight:700}
.rollie.picture .amount{fill:var(--i);font-weight:700}
.rollie.picture .edge{fill:var(--p);stroke:var(--i)}
.rollie.picture .gone{fill:none;stroke:var(--line);stroke-width:2;stroke-dasharray:5 4}
"""


@cache
def style() -> str:
    """The colours of the bills, from the board's own style."""
    text = (Path(__file__).parent / "board.css").read_text("utf-8")
    colours = text[text.index(".rollie {") : text.index("/* ---------- printed parts")]
    return GROUND + re.sub(r"\s*([{};:,])\s*", r"\1", re.sub(r"/\*.*?\*/", "", colours, flags=re.S)).strip()


@cache
def sprite_parts() -> str:
    """The sprite's parts under names of their own."""
    return re.sub(r'(id="|href="#|url\(#)', rf"\g<1>{PREFIX}", parts())


def picture(view: View, names: Sequence[str]) -> str:
    """The table with all its players."""
    draw = Pieces(f"#{PREFIX}", view["values"])
    column = (WIDTH - 2 * MARGIN) / len(names)
    seats = "".join(
        f'<g transform="translate({MARGIN + seat * column:.0f} 44)">{player(draw, view, seat, names[seat], column)}</g>'
        for seat in range(len(names))
    )
    height = 44 + SEAT_HEIGHT + BANK_HEIGHT
    return str(
        f'<svg class="rollie picture" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img"'
        f' aria-label="{escape(in_words(view, names))}"><style>{style()}</style>{sprite_parts()}'
        f'<rect width="{WIDTH}" height="{height}" rx="10" fill="var(--table)"/>{heading(view)}{seats}'
        f'<g transform="translate(0 {44 + SEAT_HEIGHT})">{bank(draw, view, names)}</g></svg>'
    )


def in_words(view: View, names: Sequence[str]) -> str:
    """The picture's name: where the game stands."""
    totals = ", ".join(f"{name} {shown(player['now'])}" for name, player in zip(names, view["players"], strict=True))
    return _("Rollie, round %(round)s. If it ended now: %(totals)s") % {"round": view["round"], "totals": totals}


def text(x: float, y: float, content: object, classes: str = "", size: int = 13, anchor: str = "start") -> str:
    return (
        f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" text-anchor="{anchor}" class="{classes}">'
        f"{escape(content)}</text>"
    )


def at(x: float, y: float, width: float, height: float, drawing: Markup) -> str:
    """A drawing at its place in the picture."""
    return str(drawing).replace("<svg ", f'<svg x="{x:.1f}" y="{y:.1f}" width="{width:g}" height="{height:g}" ', 1)


def heading(view: View) -> str:
    if view["phase"] == "over":
        where = _("Final")
    elif view["last_round"]:
        where = _("Last round")
    else:
        where = _("Round %(round)s of %(rounds)s") % {"round": view["round"], "rounds": view["rounds"]}
    return text(MARGIN, 27, "Rollie", "bold", 18) + text(MARGIN + 66, 27, where, "soft")


def player(draw: Pieces, view: View, seat: int, name: str, column: float) -> str:
    """A seat: name, total, Start tokens, Bet and Wallet."""
    mine, width = view["players"][seat], min(column - 14, 170)
    choosing = seat == view["chooser"]
    status = _("is choosing") if choosing else _("is out") if mine["secured"] else ""
    drawn = f'<rect width="{width:g}" height="3" fill="var(--accent)"/>' if choosing else ""
    if seat == view["first"]:
        name = clipped(name, width - 54)
        drawn += at(min(9 * len(name) + 2, width - 50), 6, 17, 17, draw.cup())
    drawn += text(0, 20, clipped(name, width - 36), "turn" if choosing else "bold", 14)
    drawn += text(width, 20, shown(mine["now"]), "soft bold", anchor="end") + text(0, 38, status, "soft", 12)
    for place, token in enumerate(mine["tokens"]):
        drawn += at(width - 22 - 17 * place, 25, 20, 20, draw.token(token, small=True))
    return drawn + bet_and_wallet(draw, mine, width / len(LANES))


def bet_and_wallet(draw: Pieces, mine: View, lane_width: float) -> str:
    """Somebody's bills, the safe ones in a pocket."""
    bills, numbers = "", ""
    for lane in LANES:
        middle = (lane + 0.5) * lane_width
        if mine["bet"][lane]:
            bills += at(middle - 11, 44, 22, 39.4, draw.mini_stack(lane, mine["bet"][lane], BET))
        if mine["bet"][lane] > 1 and lane_width > 28:
            numbers += text(middle + 16, 81, mine["bet"][lane], "soft bold", 11, "middle")
        if mine["wallet"][lane]:
            bills += at(middle - 11, 84, 22, 39.4, draw.mini_stack(lane, mine["wallet"][lane], WALLET))
            numbers += text(middle, 131, mine["wallet"][lane], "bold", 13, "middle")
    return bills + f'<rect y="113" width="{5 * lane_width:g}" height="26" rx="7" fill="var(--pocket)"/>' + numbers


def clipped(name: str, width: float) -> str:
    """A name that fits."""
    most = max(2, int(width / 7.5))
    return name if len(name) <= most else name[: most - 1] + "…"


def bank(draw: Pieces, view: View, names: Sequence[str]) -> str:
    """Dice, piles with their Bonus tokens, Start tokens."""
    drawn = f'<rect width="{WIDTH}" height="{BANK_HEIGHT}" fill="var(--paper)"/>' + dice(draw, view, names)
    for lane in LANES:
        drawn += f'<g transform="translate({168 + 84 * lane} 0)">{pile(draw, view, names, lane)}</g>'
    drawn += text(598, 24, _("Start tokens"), "soft", 12)
    for place, token in enumerate(sorted(view["face_up"])):
        drawn += at(598 + 24 * place, 34, 34, 34, draw.token(token))
    down = view["face_down"]
    words = ngettext("%(n)s face down", "%(n)s face down", down) % {"n": down}
    return drawn + text(598, 92 if view["face_up"] else 48, words, "soft", 12)


def dice(draw: Pieces, view: View, names: Sequence[str]) -> str:
    if view["phase"] not in ("actions", "roll") or (view["phase"] == "roll" and len(view["faces"]) == 2):
        return ""
    drawn = "".join(
        f'<g transform="rotate({(-7, 6)[i]} {44 + 58 * i} 52)">{at(18 + 58 * i, 24, 52, 55, draw.die(face))}</g>'
        for i, face in enumerate(view["faces"])
    )
    if len(view["dice"]) == 2:
        a, b = map(shown, view["dice"])
        drawn += text(MARGIN, 104, names[view["first"]], "bold")
        drawn += text(MARGIN, 121, _("rolled %(a)s and %(b)s") % {"a": a, "b": b}, "soft")
    return drawn


def pile(draw: Pieces, view: View, names: Sequence[str], lane: int) -> str:
    """A pile of bills, and under whose name its Bonus tokens would be now."""
    short = board.initials(names.__getitem__, len(names))
    drawn = at(0, 66, 52, 91.9, draw.pile(lane, view["bank"][lane], view["full_bank"][lane]))
    drawn += text(56, 140, view["bank"][lane], "bold") + text(56, 154, _("left"), "soft", 11)
    rows = view["bonus"][lane]
    for row, token in enumerate(rows):
        y = 18 + 17 * (row + 3 - len(rows))
        holder = "–" if token["holder"] is None else short[token["holder"]]
        drawn += f'<g class="lane-{lane}"><rect y="{y - 11}" width="72" height="15" rx="7.5" fill="var(--p)"/>'
        drawn += text(7, y + 1, token["amount"], "amount", 12) + text(66, y + 1, holder, "soft", 12, "end") + "</g>"
    return drawn
