"""Rollie drawn with characters: the table, what may be done, and the scoring. Made of views only.

The five values are five columns, the same for the Bank, the Bonus tokens and every player. A cell such as `3 +2` is
three bills in the Wallet and two more in the Bet; colours only repeat what the characters say.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from rolltop.games.characters import Drawing, plain
from rolltop.games.rollie.tell import shown
from rolltop.games.rollie.view import View
from rolltop.games.telling import joined
from rolltop.games.words import N_, _, ngettext

LANES = ("magenta", "cyan", "green", "bright_blue", "yellow")
BET = "italic"
PLACES = (N_("1st"), N_("2nd"), N_("3rd"), N_("4th"), N_("5th"), N_("6th"))
WIDE = 110


# ---- the table -------------------------------------------------------------------------------------------------------


def draw(view: View, names: Sequence[str], me: int | None = None) -> RenderableType:
    """The table, as wide as there is room; `me` is the seat of the reader, who gets a bold line."""
    return Drawing(lambda width: lines(view, names, me, width))


def text(view: View, names: Sequence[str]) -> str:
    """The table without colours, 80 characters wide."""
    return plain(draw(view, names))


def lines(view: View, names: Sequence[str], me: int | None, width: int) -> Iterator[RenderableType]:
    """What the table is made of, from top to bottom."""
    wide = width >= WIDE
    yield heading(view)
    yield lanes_table(view, names, me, wide)
    yield Text(
        _("3 +2: 3 in the Wallet, 2 in the Bet · * First player · Now: if it ended now"),
        style="dim", no_wrap=True, overflow="ellipsis",
    )  # fmt: skip


def heading(view: View) -> Text:
    """Round, and dice."""
    line = Text()
    round_text = _("Round %(round)s of %(rounds)s") % {"round": max(1, view["round"]), "rounds": view["rounds"]}
    if view["phase"] == "over":
        line.append(_("The game is over"), "bold")
    else:
        line.append(round_text, "bold")
        if view["last_round"]:
            line.append(" · ").append(_("LAST ROUND: any double costs all Bets"), "bold red")
    if view["dice"]:
        line.append("   " + _("Dice") + " ")
        for face in view["dice"]:
            line.append(f"[ {shown(face)} ]", "bold").append(" ")
    return line


def lanes_table(view: View, names: Sequence[str], me: int | None, wide: bool) -> Table:
    """Bank, Bonus tokens and players, with the five values as columns."""
    over = view["phase"] == "over"
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    table.add_column("", width=26 if wide else 14, no_wrap=True, overflow="ellipsis")
    for lane, value in enumerate(view["values"]):
        table.add_column(
            shown(value), width=10 if wide else 7, justify="right", style=LANES[lane], no_wrap=True, overflow="ellipsis"
        )
    # Translators: column heads, short: Start tokens; worth of the Bet; total if the game ended now
    table.add_column(_("Start"), width=13 if wide else 7, justify="right", no_wrap=True, overflow="ellipsis")
    table.add_column(_("Bet"), width=4, justify="right", no_wrap=True)
    table.add_column(_("Total") if over else _("Now"), width=5 if over else 4, justify="right", no_wrap=True)
    table.add_column("", width=10 if wide else 7, no_wrap=True, overflow="ellipsis")
    face_up = " ".join(str(token) for token in view["face_up"]) or "–"
    table.add_row(Text("  " + _("Bank")), *[bank_cell(count) for count in view["bank"]], face_up, "", "", "")
    add_bonus_rows(table, view, short_names(names, 6 if wide else 3))
    for seat in range(len(view["players"])):
        add_player_row(table, view, names, seat, me)
    return table


def bank_cell(count: int) -> Text:
    """How many bills are left in a pile."""
    return Text(str(count)) if count else Text(_("empty"), style="bold red")


def add_bonus_rows(table: Table, view: View, names: Sequence[str]) -> None:
    """A row for the best, second and third Bonus tokens: worth, and who would get them now."""
    for place in range(max(len(tokens) for tokens in view["bonus"])):
        cells = []
        for tokens in view["bonus"]:
            token = tokens[place] if place < len(tokens) else None
            holder = "–" if token is None or token["holder"] is None else names[token["holder"]]
            cells.append(Text("") if token is None else Text(f"{token['amount']} {holder}"))
        table.add_row(Text("  " + _("Bonus %(place)s") % {"place": _(PLACES[place])}), *cells, "", "", "", "")


def add_player_row(table: Table, view: View, names: Sequence[str], seat: int, me: int | None) -> None:
    """What a player has, and what the player is doing."""
    player = view["players"][seat]
    chooses = seat == view["chooser"]
    over = view["phase"] == "over"
    mark = (">" if chooses else " ") + ("*" if seat == view["first"] and not over else " ")
    state = _("secured") if player["secured"] and not over else _("chooses") if chooses else ""
    if over:
        state = _("wins") if player["place"] == 1 else _(PLACES[player["place"] - 1])
    cells = [bills_cell(wallet, bet) for wallet, bet in zip(player["wallet"], player["bet"], strict=True)]
    table.add_row(
        Text(mark + names[seat]),
        *cells,
        " ".join(str(token) for token in player["tokens"]),
        Text(f"+{player['bet_worth']}".replace("+-", "−") if sum(player["bet"]) else "", style=BET),
        shown(player["now"]),
        state,
        style="bold" if seat == me else "",
    )


def bills_cell(wallet: int, bet: int) -> Text:
    """Bills of one value: in the Wallet, and `+` in the Bet."""
    cell = Text(str(wallet) if wallet or not bet else "")
    if bet:
        cell.append(f" +{bet}", BET)
    return cell if wallet or bet else Text("·", style="dim")


def short_names(names: Sequence[str], length: int) -> list[str]:
    """Names cut to a length, and still different from each other."""
    cut = [name[:length].strip() for name in names]
    ends = [name if len(name) <= length else name[: length - 1].strip() + name[-1] for name in names]
    found = []
    for seat, name in enumerate(cut):
        if cut.count(name) > 1:
            name = ends[seat] if ends.count(ends[seat]) == 1 else f"#{seat + 1}"
        found.append(name)
    return found


# ---- what may be done ------------------------------------------------------------------------------------------------


def offers(view: View) -> list[tuple[str, str]]:
    """The legal moves of the seat to choose, each with what it means now; for the prompt."""
    found = []
    for choice in view["choices"] or ():
        if choice["legal"]:
            found.append((choice["move"], crash_text(choice)))
    secure = view["secure"]
    if secure is not None:
        found.append((secure["move"], secure_text(secure)))
    return found


def crash_text(choice: View) -> str:
    """The chance to crash at the next roll."""
    chance = _("crash at the next roll: %(percent)s %%") % {"percent": round(100 * choice["crash"])}
    if choice["raises"]:
        chance += " " + _("(more than before)")
    return chance


def secure_text(secure: View) -> str:
    """What securing brings."""
    bills = secure["bills"]
    brings = ngettext("%(n)s bill safe (worth %(worth)s)", "%(n)s bills safe (worth %(worth)s)", bills)
    parts = [brings % {"n": bills, "worth": shown(secure["worth"])} if bills else _("nothing in the Bet")]
    if secure["token"] is not None:
        parts.append(_("Start %(token)s") % {"token": secure["token"]})
    parts.append(_("total %(total)s if it ended then") % {"total": shown(secure["now"])})
    return ", ".join(parts)


# ---- scoring ---------------------------------------------------------------------------------------------------------


def result(view: View, names: Sequence[str]) -> RenderableType:
    """The scoring as the rulebook lays it out: each colour's Bonus tokens, then everybody's sum."""
    return Group(bonus_table(view, names), Text(""), totals_table(view, names))


def bonus_table(view: View, names: Sequence[str]) -> Table:
    """Colour by colour: who gets which Bonus token, and how ties were settled (RO17 to RO19)."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column(_("Bills"), justify="right")
    table.add_column(_("Bonus"), justify="right")
    table.add_column(_("Player"), no_wrap=True, overflow="ellipsis", max_width=24)
    table.add_column(_("has"), justify="right")
    table.add_column("")
    for value, tokens in enumerate(view["bonus"]):
        head = Text(shown(view["values"][value]), style=f"bold {LANES[value]}")
        for token in tokens:
            holder = token["holder"]
            if holder is None:
                row = ["", _("nobody"), "", ""]
            else:
                row = ["", names[holder], str(view["players"][holder]["wallet"][value]), tie_text(view, value, holder)]
            table.add_row(head, str(token["amount"]), *[Text(cell) for cell in row[1:]])
            head = Text("")
        for seats in tied_out(view, value):
            count = view["players"][seats[0]]["wallet"][value]
            who = Text(joined([names[seat] for seat in seats]))
            table.add_row(head, "–", who, str(count), _("out: a tie, and no Start token"))
            head = Text("")
    return table


def counts(view: View, value: int) -> list[int]:
    """How many bills of a colour each Wallet has."""
    return [player["wallet"][value] for player in view["players"]]


def tie_text(view: View, value: int, seat: int) -> str:
    """How a tie was settled in this player's favour, if there was one."""
    have = counts(view, value)
    holders = [token["holder"] for token in view["bonus"][value]]
    before = holders[: holders.index(seat)]
    if not any(n == have[seat] for other, n in enumerate(have) if other != seat and other not in before):
        return ""
    return _("a tie: Start %(token)s decides") % {"token": view["players"][seat]["tokens"][0]}


def tied_out(view: View, value: int) -> list[list[int]]:
    """Groups of players out of the race for a colour: as many bills as each other, no Start token, no Bonus token,
    though one was still to be had (RO19)."""
    have = counts(view, value)
    holders = [token["holder"] for token in view["bonus"][value]]
    groups = []
    for count in sorted(set(have) - {0}, reverse=True):
        seats = [seat for seat, n in enumerate(have) if n == count and seat not in holders]
        reached = None in holders or any(have[seat] < count for seat in holders if seat is not None)
        if holders and reached and len(seats) > 1 and not any(view["players"][seat]["tokens"] for seat in seats):
            groups.append(seats)
    return groups


def totals_table(view: View, names: Sequence[str]) -> Table:
    """Everybody's sum: worth of the bills (and how many), Bonus tokens, total; the best first (RO20)."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("", justify="right")
    table.add_column(_("Player"), no_wrap=True, overflow="ellipsis", max_width=20)
    for lane, value in enumerate(view["values"]):
        table.add_column(shown(value), justify="right", style=LANES[lane], no_wrap=True)
    table.add_column(_("Bonus"), justify="right")
    table.add_column(_("Total"), justify="right", style="bold")
    for seat in sorted(range(len(names)), key=lambda seat: (view["players"][seat]["place"], seat)):
        table.add_row(*totals_row(view, names, seat))
    return table


def totals_row(view: View, names: Sequence[str], seat: int) -> list[Any]:
    """One player's sum."""
    player = view["players"][seat]
    cells = []
    for value, count in zip(view["values"], player["wallet"], strict=True):
        cells.append(f"{shown(value * count)} ({count})" if count else "–")
    bonus = player["now"] - player["wallet_worth"]
    return [_(PLACES[player["place"] - 1]), Text(names[seat]), *cells, str(bonus), shown(player["now"])]
