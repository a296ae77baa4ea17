"""Roll Estate drawn with characters: a score pad with a column a player, what may be done, and the scoring.

Made of views only. Colours only repeat what the characters say.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from rolltop.games.characters import Drawing, plain
from rolltop.games.roll_estate.view import View
from rolltop.games.words import N_, _, ngettext

INKS = ("yellow", "green", "magenta", "bright_blue")
FITS = "bold red"
PLACES = (N_("1st"), N_("2nd"), N_("3rd"), N_("4th"), N_("5th"), N_("6th"))
ORDINALS = (N_("first"), N_("second"), N_("third"), N_("fourth"))
PARTS = {
    "rentals": N_("Rentals"),
    "businesses": N_("Businesses"),
    "transit": N_("Transit"),
    "stock": N_("Stock"),
    "jackpot": N_("Jackpot"),
}
BUSINESS_MARKS = ("*", "+")
SLOT_WIDTH = 3
ROUTES_WIDTH = 11
PRICES_WIDTH = 22
NAMES_WIDTH = 18  #: of the first column; if narrower it has only the dice that count


# ---- the score pad ---------------------------------------------------------------------------------------------------


def draw(view: View, names: Sequence[str], me: int | None = None) -> RenderableType:
    """The score pad, as wide as there is room; `me` is the seat of the reader, whose name is bold."""
    return Drawing(lambda width: lines(view, names, me, width))


def text(view: View, names: Sequence[str]) -> str:
    """The score pad without colours, 80 characters wide."""
    return plain(draw(view, names))


def lines(view: View, names: Sequence[str], me: int | None, width: int) -> Iterator[RenderableType]:
    """What the score pad is made of, from top to bottom."""
    yield pad(view, names, me, width)
    yield Text(legend(view), style="dim", no_wrap=True, overflow="ellipsis")
    if view["solo"] is not None:
        yield goal(view["solo"])
    yield heading(view, names)  # last, so that the dice stand beside what may be done with them


def legend(view: View) -> str:
    """What the signs on the pad mean."""
    if view["phase"] == "over":
        return _("_ open · x crossed out · * first business, + second")
    return _("_ open · x crossed out · 15? fits now · * first business, + second")


def heading(view: View, names: Sequence[str]) -> Text:
    """Round, whose roll it is, and the dice."""
    line = Text()
    if view["phase"] == "over":
        line.append(_("The game is over"), "bold")
    else:
        count = _("Turn %(n)s") if view["solo"] is not None else _("Round %(n)s")
        line.append(count % {"n": view["round"]}, "bold")
    if view["last_turns"]:
        line.append(" · ").append(_("LAST ROUND"), "bold red")
    if view["roll"] and view["player"] is not None:
        values = {"name": names[view["player"]], "roll": view["roll"]}
        line.append(" · " + _("%(name)s, roll %(roll)s of 3") % values + "  ")
    if any(view["dice"]):
        for die in view["dice"]:
            line.append(f" [{die or ' '}]", "bold")
    return line


def goal(solo: View) -> Text:
    """Solo: businesses, what is invested, and whether the level can still be reached (RE19)."""
    values = {
        "n": solo["businesses"],
        "of": solo["of"],
        "invested": solo["invested"],
        "goal": solo["goal"],
        "possible": solo["possible"],
    }
    line = Text(_("Businesses %(n)s of %(of)s · invested $%(invested)s of $%(goal)s") % values)
    if solo["won"]:
        return line.append(" · ").append(_("won"), "bold green")
    if solo["lost"]:
        return line.append(" · ").append(_("lost"), "bold red")
    if solo["dead_rows"]:
        return line.append(" · ").append(_("out of reach: a row is stuck"), "bold red")
    if not solo["reachable"]:
        return line.append(" · ").append(_("out of reach: at most $%(possible)s") % values, "bold red")
    return line.append(" · " + _("$%(possible)s possible") % values)


def pad(view: View, names: Sequence[str], me: int | None, width: int) -> Table:
    """The rows, the investments and the totals, a column a player."""
    column = max(ROUTES_WIDTH, SLOT_WIDTH * max(row["slots"] for row in view["rows"]) + 2)
    label = max(8, min(24, width - len(names) * (column + 1)))
    prices = width - label - len(names) * (column + 1) >= PRICES_WIDTH
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="")
    table.add_column("", width=label - 1, no_wrap=True, overflow="ellipsis")
    for seat, name in enumerate(names):
        mark = "> " if seat == view["player"] else ""
        style = "bold reverse" if seat == me else "bold"
        table.add_column(Text(mark + name, style), width=column, no_wrap=True, overflow="ellipsis")
    if prices:
        table.add_column(Text(_("businesses"), "dim"), no_wrap=True, overflow="ellipsis")
    for index, row in enumerate(view["rows"]):
        cells = [row_cell(view, seat, index) for seat in range(len(names))]
        table.add_row(row_label(row, label), *cells, *([businesses_cell(row)] if prices else []), style=ink(index))
    add_investments(table, view, names, label >= NAMES_WIDTH)
    totals = [Text(f"${player['now']}", "bold") for player in view["players"]]
    table.add_row(Text(_("Total"), "bold"), *totals)
    return table


def ink(index: int) -> str:
    """Two rows each have a colour."""
    return INKS[index // 2 % len(INKS)]


def row_label(row: View, width: int) -> str:
    """Which dice count, the row's name, and what a rental is worth."""
    mark = str(row["face"]) if row["face"] else f"={row['matching']}"
    if width < NAMES_WIDTH:
        return mark
    price = f"${row['rental']}"
    room = width - 5 - len(price)
    return f"{mark:2} {row['name'][:room]:{room}} {price}"


def row_cell(view: View, seat: int, index: int) -> Text:
    """What a player has written in a row, the number that would fit, and the business opened."""
    cell = Text()
    fits = fitting(view, seat, index)
    for slot, number in enumerate(view["players"][seat]["rows"][index]["numbers"]):
        if slot in fits:
            cell.append(f"{fits[slot]:2}?", FITS)
        else:
            cell.append({0: " _", -1: " x"}.get(number, f"{number:2}") + " ")
    for business, mark in zip(view["rows"][index]["businesses"], BUSINESS_MARKS, strict=False):
        if business["owner"] == seat:
            cell.append(mark, "bold")
    return cell


def fitting(view: View, seat: int, index: int) -> dict[int, int]:
    """The numbers that this player may write in a row now, by slot."""
    if seat != view["player"]:
        return {}
    return {claim["slot"]: claim["number"] for claim in view["claims"] if claim["row"] == index and claim["number"]}


def businesses_cell(row: View) -> Text:
    """What the businesses of a row are worth; those that are taken in brackets."""
    cells = [
        f"(${business['value']})" if business["owner"] is not None else f" ${business['value']} "
        for business in row["businesses"]
    ]
    return Text(" ".join(cells))


def add_investments(table: Table, view: View, names: Sequence[str], wide: bool) -> None:
    """Mass Transit, the stock portfolio and the Jackpot, a line each."""
    seats = range(len(names))
    words = " ".join("a" if route["key"] == "any" else str(route["first"]) for route in view["routes"])
    table.add_row(_("Routes") + (f" {words}" if wide else ""), *[routes_cell(view, seat) for seat in seats])
    table.add_row(_("Liquid × Indexes") if wide else _("Stock"), *[stock_cell(view, seat) for seat in seats])
    table.add_row(_("Jackpot"), *[jackpot_cell(view, seat) for seat in seats])


def offered(view: View, seat: int, kind: str) -> View | None:
    """The claim of a kind that this player may make now."""
    if seat != view["player"]:
        return None
    return next((claim for claim in view["claims"] if claim["kind"] == kind), None)


def routes_cell(view: View, seat: int) -> Text:
    """A player's routes by their first number (a: any)."""
    cell = Text()
    fits = {claim["route"] for claim in view["claims"] if claim["kind"] == "route" and seat == view["player"]}
    for index, route in enumerate(view["routes"]):
        short = "a" if route["key"] == "any" else str(route["first"])
        if index in fits:
            cell.append(f"{short}? ", FITS)
        else:
            mark = "_" if route["owner"] is None else short if route["owner"] == seat else "x"
            cell.append(f"{mark}  ")
    cell.rstrip()
    return cell


def stock_cell(view: View, seat: int) -> Text:
    """A player's Liquid Assets, and what the Indexes multiply them by."""
    player, cell = view["players"][seat], Text()
    liquid, index = offered(view, seat, "liquid"), offered(view, seat, "index")
    if liquid is not None:
        cell.append(f"{liquid['number']:2}?", FITS)
    else:
        cell.append(f"{player['liquid'] or ' _'} ")
    cell.append(f"×{view['multipliers'][player['indexes']]}")
    if index is not None:
        cell.append(f" ×{view['multipliers'][player['indexes'] + 1]}?", FITS)
    return cell


def jackpot_cell(view: View, seat: int) -> Text:
    """Has this player won the Jackpot?"""
    if offered(view, seat, "jackpot") is not None:
        return Text(f"${view['jackpot']}?", FITS)
    return Text(f"${view['jackpot']}" if view["players"][seat]["jackpot"] else " _")


# ---- what may be done ------------------------------------------------------------------------------------------------


def offers(view: View) -> list[tuple[str, str]]:
    """The moves of the player to choose, each with what it means now; rentals of a row in one line. For the prompt."""
    found = []
    for claim in view["claims"]:
        same = [other for other in view["claims"] if other["kind"] == "rental" and other["row"] == claim["row"]]
        if claim["kind"] != "rental":
            found.append((claim["move"], claim_text(view, claim)))
        elif claim is same[0]:
            found.append((claim["move"], claim_text(view, claim) + also(same[1:])))
    if view["rolls_left"]:
        left = view["rolls_left"]
        rolls = ngettext("%(n)s re-roll left", "%(n)s re-rolls left", left) % {"n": left}
        found.append(("hold nothing", _("roll all dice again; %(rolls)s") % {"rolls": rolls}))
        dice = sorted(view["dice"])
        common = max(dice, key=lambda die: (dice.count(die), die))
        kept = " ".join([str(common)] * min(4, dice.count(common)))
        found.append((f"hold {kept}", _("for example, these; `hint` tells the chances")))
    return found


def also(claims: Sequence[View]) -> str:
    """The other rentals of a row where the same number fits."""
    if not claims:
        return ""
    return _(" (also %(slots)s)") % {"slots": ", ".join(str(claim["slot"] + 1) for claim in claims)}


def claim_text(view: View, claim: View) -> str:
    """What a claim is and brings."""
    if claim["kind"] == "lose":
        row = view["rows"][claim["row"]]
        left = view["players"][view["player"]]["rows"][claim["row"]]["numbers"].count(0)
        values = {"row": row["name"], "n": left}
        return ngettext("nothing fits: cross out %(n)s rental in %(row)s", "nothing fits: cross out %(n)s rentals in %(row)s", left) % values  # fmt: skip  # noqa: E501
    parts = [place_text(view, claim)]
    if claim["opens"] is not None:
        business = view["rows"][claim["row"]]["businesses"][claim["opens"]]
        parts.append(
            _("opens the %(business)s, $%(worth)s") % {"business": business["name"], "worth": business["value"]}
        )
    gain = sum(amount for _part, amount in claim["brings"])
    parts.append(_("+$%(gain)s") % {"gain": gain} if gain else _("nothing yet"))
    return ", ".join(parts)


def place_text(view: View, claim: View) -> str:
    """Where a claim is written."""
    if claim["kind"] == "rental":
        row = view["rows"][claim["row"]]
        values = {"number": claim["number"], "row": row["name"], "nth": _(ORDINALS[claim["slot"]])}
        return _("%(number)s in %(row)s, %(nth)s rental") % values
    if claim["kind"] == "route":
        return _("the %(route)s") % {"route": view["routes"][claim["route"]]["name"]}
    if claim["kind"] == "liquid":
        return _("%(number)s in Liquid Assets") % {"number": claim["number"]}
    return _("an Index") if claim["kind"] == "index" else _("the Jackpot")


# ---- scoring ---------------------------------------------------------------------------------------------------------


def result(view: View, names: Sequence[str]) -> RenderableType:
    """The scoring as the sheet lays it out; alone, the level's goal (RE15, RE16, RE19)."""
    table = totals_table(view, names)
    return table if view["solo"] is None else Group(goal(view["solo"]), table)


def totals_table(view: View, names: Sequence[str]) -> Table:
    """Everybody's parts and total, the best first, with what breaks ties."""
    players = view["players"]
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    if view["solo"] is None:
        table.add_column("", justify="right")
    table.add_column(_("Player"), no_wrap=True, overflow="ellipsis", max_width=20)
    for label in PARTS.values():
        table.add_column(_(label), justify="right", no_wrap=True)
    table.add_column(_("Total"), justify="right", style="bold")
    table.add_column("", no_wrap=True, overflow="ellipsis")
    for seat in sorted(range(len(names)), key=lambda seat: (players[seat]["place"], seat)):
        player = players[seat]
        place = [] if view["solo"] is not None else [_(PLACES[player["place"] - 1])]
        amounts = [f"${player['parts'][part]}" for part in PARTS]
        table.add_row(*place, Text(names[seat]), *amounts, f"${player['now']}", tie_text(view, seat))
    return table


def tie_text(view: View, seat: int) -> str:
    """For players with equal totals: what RE16 compares."""
    player, players = view["players"][seat], view["players"]
    if sum(other["now"] == player["now"] for other in players) < 2:
        return ""
    values: dict[str, Any] = {"rentals": player["rentals"], "routes": player["routes"]}
    return _("tie: %(rentals)s rentals, %(routes)s routes") % values
