"""Rolimã drawn with characters: the hill with its carts, how loud each cheer is, the market, the hands, the scoring.

Made of views only. Colours only repeat what the characters say.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from rolltop.games.characters import Drawing, plain
from rolltop.games.rolima import hills
from rolltop.games.rolima.board import card_name, cart_name, outlook, people, ranked, tie_words
from rolltop.games.rolima.view import View
from rolltop.games.words import N_, _, ngettext

INKS = ("red", "yellow", "green", "bright_blue", "magenta")
COLOURS = (N_("red"), N_("yellow"), N_("green"), N_("blue"), N_("violet"))  #: as moves name the carts
PLACES = (N_("1st"), N_("2nd"), N_("3rd"), N_("4th"), N_("5th"), N_("6th"))


def draw(view: View, names: Sequence[str], me: int | None = None) -> RenderableType:
    """The table, as wide as there is room; `me` is the seat of the reader, whose name is bold."""
    return Drawing(lambda width: lines(view, names, me, width))


def text(view: View, names: Sequence[str]) -> str:
    """The table without colours, 80 characters wide."""
    return plain(draw(view, names))


def lines(view: View, names: Sequence[str], me: int | None, width: int) -> Iterator[RenderableType]:
    """What the table is made of, from top to bottom."""
    yield heading(view)
    yield from hill(view, width)
    if view["active"] is not None:
        yield rule(view)
    yield seats(view, names, me, width)
    if view["round"] and view["phase"] != "over":
        yield from market(view, width)
    if view["hand"] and view["phase"] != "over":
        yield from hand(view, width)
    if view["seen"] is not None and view["phase"] != "over":
        yield from memory(view, names)


# ---- cards and carts -------------------------------------------------------------------------------------------------


def cart_text(view: View, cart: int) -> Text:
    """A cart: its name, and the colour by which moves name it."""
    return Text(f"{cart_name(view, cart)} ({_(COLOURS[cart])})", style=INKS[cart])


def card_text(view: View, card: View) -> Text:
    """A card as moves name it, with its gum: red 7·."""
    number = "0/10" if card["zero_ten"] else card["number"]
    return Text(f"{_(COLOURS[card['cart']])} {number}", style=INKS[card["cart"]]).append("o" * card["gum"], "dim")


def in_lines(head: Text, cards: Sequence[Text], width: int, indent: int = 8) -> Iterator[Text]:
    """Cards or carts behind a head, in as many lines as they need; none is torn."""
    line = head.copy()
    line.pad_right(indent - head.cell_len)
    for card in cards:
        if line.cell_len + card.cell_len > width:
            line.rstrip()
            yield line
            line = Text(" " * indent)
        line.append_text(card).append("  ")
    line.rstrip()
    yield line


def row_of(cards: Sequence[Text]) -> Text:
    """Cards beside each other."""
    return Text("  ").join(cards)


# ---- the parts of the table ------------------------------------------------------------------------------------------


def heading(view: View) -> Text:
    """Round and phase, and how many cards are left."""
    phases = {"cheer": _("cheer"), "draft": _("draft"), "gum": _("bubble gum")}
    if view["phase"] == "over":
        return Text(_("The race is over"), style="bold")
    line = Text(_("Round %(n)s") % {"n": view["round"]}, style="bold")
    if view["phase"] in phases:
        line.append(f" · {phases[view['phase']]}")
    line.append("   " + _("deck %(deck)s, discards %(discards)s") % view, "dim")
    return line.append("   " + _("o: gum, x: podium factor"), "dim")


def hill(view: View, width: int) -> Iterator[Text]:
    """The sections from the start to the finish; in each the carts from the last to the first, with their factors."""
    heads = [section_name(view, section) for section in range(view["n_hills"] + 2)]
    widest = max(head.cell_len for head in heads) + 2
    for section, head in enumerate(heads):
        here = [cart for cart in view["carts"] if cart["section"] == section][::-1]
        if section <= view["n_hills"] or here:
            yield from in_lines(head, [placed(view, cart) for cart in here], width, widest)


def section_name(view: View, section: int) -> Text:
    """Start, the hill card of a section, or the finish."""
    if section == 0:
        return Text(_("Start"))
    if section > view["n_hills"]:
        return Text(_("Finish"), style="bold")
    card = view["hills"][section - 1]
    if card["up"]:
        return Text(f"{section} > {hills.name(card['card'])}", style="bold")
    named = f" ({hills.name(card['card'])})" if card["card"] else ""
    return Text(f"{section}   {named.strip() or '- - -'}", style="dim")


def placed(view: View, cart: View) -> Text:
    """A cart on the hill, and what gum on it is multiplied by."""
    factor = f" x{cart['factor']}" if cart["factor"] else ""
    return Text("").append_text(cart_text(view, cart["cart"])).append(factor, "bold")


def rule(view: View) -> Text:
    """The hill card that lies face up."""
    name = hills.name(view["active"])
    return Text(f"{name}: ", style="bold").append(Text(hills.rule(view, view["active"]), style="not bold"))


def seats(view: View, names: Sequence[str], me: int | None, width: int) -> Table:
    """The players as they act, what they cheered with, and their gum; beside them how loud each cart is."""
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True, overflow="ellipsis", max_width=max(12, width // 4))
    for _column in range(2):
        table.add_column(no_wrap=True, overflow="ellipsis")
    loud = loudness(view)
    for row in range(max(len(names), len(loud))):
        seat = people(view)[row] if row < len(names) else None
        cells = [Text(""), Text("")] if seat is None else seat_cells(view, names, seat, me)
        table.add_row(*cells, loud[row] if row < len(loud) else Text(""))
    return table


def seat_cells(view: View, names: Sequence[str], seat: int, me: int | None) -> list[Text]:
    """One player."""
    player = view["players"][seat]
    name = Text("> " if seat == view["chooser"] else "  ").append(names[seat], "bold" if seat == me else "")
    if seat == view["horn"]:
        name.append(_(" [horn]"))
    return [name, deed(view, player)]


def deed(view: View, player: View) -> Text:
    """What a player has played, laid or taken, and the gum cards."""
    found = Text("")
    if player["played"]:
        found.append_text(card_text(view, player["played"]))
        if player["played"]["zero_ten"]:
            found.append(f"={player['value']}")
    elif player["laid"]:
        found.append(_("laid, face down"))
    if player["took"]:
        found.append(" ").append(_("took"), "dim")
    if player["gum"]:
        found.append(" ").append(_("gum:"), "dim")
    for cart in player["gum"]:
        found.append(" ").append(_(COLOURS[cart]), INKS[cart])
    return found


def loudness(view: View) -> list[Text]:
    """The carts cheered for, in race order, with their totals; the one that leads is marked."""
    best = view["winner"] if view["winner"] is not None else view["leader"]
    found = []
    for lane in view["lanes"]:
        if lane["cheered"]:
            parts = "+".join(str(card["value"]) if card["counts"] else f"({card['value']})" for card in lane["cards"])
            parts += f"-{lane['cut']}" if lane["cut"] else ""
            total = f"{lane['total']}" if parts == str(lane["total"]) else f"{lane['total']} = {parts}"
            mark = "* " if lane["cart"] == best else "  "
            found.append(Text(mark).append_text(cart_text(view, lane["cart"])).append(f" {total}", "bold"))
    return found


def market(view: View, width: int) -> Iterator[Text]:
    """The cards that can be taken."""
    cards = [card_text(view, place["card"]) for place in view["market"] if place["taken"] is None]
    if view["unseen"]:
        n = view["unseen"]
        cards.append(Text(ngettext("%(n)s unseen card", "%(n)s unseen cards", n) % {"n": n}, style="dim"))
    yield from in_lines(Text(_("Market")), cards, width)


def hand(view: View, width: int) -> Iterator[Text]:
    """The own hand, and what it is worth now."""
    cards = []
    for held in view["hand"]:
        if held is not None:
            worth = _(" laid") if held["laid"] else f"={held['worth']}"
            cards.append(card_text(view, held["card"]).append(worth, "bold"))
    cards.append(Text(_("worth %(n)s now") % {"n": view["keep"]}, style="dim"))
    yield from in_lines(Text(_("Hand")), cards, width)


def memory(view: View, names: Sequence[str]) -> Iterator[Text]:
    """The memory aid: known cards of the hands, and how many cards are out of sight."""
    for seat, cards in enumerate(view["seen"]["hands"]):
        known = [card_text(view, card) for card in cards if card]
        if known and view["players"][seat]["hand"] and not all(view["players"][seat]["hand"]):
            yield Text(_("seen with %(name)s: ") % {"name": names[seat]}, style="dim").append_text(row_of(known))
    yield Text(_("out of sight: %(n)s cards") % {"n": len(view["seen"]["unseen"])}, style="dim")


# ---- what may be done ------------------------------------------------------------------------------------------------


def offers(view: View) -> list[tuple[str, str]]:
    """The legal moves of the seat to choose, each with what it means now; for the prompt."""
    return [(choice["move"], offer(view, choice)) for choice in view["choices"]]


def offer(view: View, choice: View) -> str:
    """What speaks for a move and against it."""
    words = outlook(view, choice)
    if choice["kind"] == "cheer":
        return _("%(words)s Kept bets: %(keep)s") % {"words": words, "keep": choice["keep"]}
    return words


# ---- scoring ---------------------------------------------------------------------------------------------------------


def result(view: View, names: Sequence[str]) -> RenderableType:
    """The scoring as the rulebook lays it out: each bet times the podium factor of its cart; before the end, what the
    own bets are worth, for nobody knows the others'."""
    if view["result"] is None:
        return standing(view)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("")
    table.add_column(_("Player"), no_wrap=True, overflow="ellipsis", max_width=20)
    table.add_column(_("Bets: gum x podium"))
    table.add_column(_("Gum"), justify="right", style="bold")
    for seat in ranked(view["result"]):
        table.add_row(*result_row(view, names, seat))
    first = Text(_("%(cart)s is down the hill!") % {"cart": cart_name(view, view["carts"][0]["cart"])}, style="bold")
    return Group(first, Text(""), table)


def standing(view: View) -> RenderableType:
    """The own bets as if the race ended now."""
    if not view["hand"]:
        return Text(_("The hands are hidden; they are scored at the end of the race."))
    bets = [
        Text(f"{card_name(view, held['card'])}: {held['card']['gum']}x{held['factor']}={held['worth']}")
        for held in view["hand"] if held is not None
    ]  # fmt: skip
    total = _("Together %(keep)s, with %(gum)s for bubble-gum cards. The other hands are hidden.")
    return Group(Text(", ").join(bets), Text(total % {"keep": view["keep"], "gum": view["gum_worth"]}))


def result_row(view: View, names: Sequence[str], seat: int) -> list[Any]:
    """One player's bets."""
    row = view["result"][seat]
    bets = [
        Text(f"{card_name(view, bet['card'])}: {bet['card']['gum']}x{bet['factor']}={bet['worth']}")
        for bet in row["bets"]
    ]
    bets += [
        Text(_("gum of %(cart)s: %(n)s") % {"cart": cart_name(view, g["cart"]), "n": g["worth"]}) for g in row["gum"]
    ]
    cell = Text(", ").join(bets)
    if row["tie"] is not None:
        cell.append(f" ({tie_words(view, row)})")
    return [_(PLACES[row["place"] - 1]), Text(names[seat]), cell, str(row["total"])]
