"""A seat's sheet as it stands, drawn piece by piece: what is written, ringed, ticked and crossed out."""

from collections.abc import Sequence

from markupsafe import Markup

from rolltop.games.roll_estate.drawings import LOST, NOTHING, Pieces, View, district
from rolltop.games.words import N_, _

GONE = "gone"  #: the class of what a seat can no longer have
MINE = "mine"
SUMS = (
    N_("sum of the ones"), N_("sum of the twos"), N_("sum of the threes"), N_("sum of the fours"),
    N_("sum of the fives"), N_("sum of the sixes"),
)  # fmt: skip
MATCHES = {
    2: N_("two of a kind"), 3: N_("three of a kind"), 4: N_("four of a kind"), 5: N_("five of a kind"),
}  # fmt: skip
SUM_NAMES = {
    "rentals": N_("Rentals"), "businesses": N_("Shops"), "transit": N_("Transit"), "stock": N_("Stock"),
    "jackpot": N_("Lotto"),
}  # fmt: skip  #: what the total is made of, as the sheet calls it

Drawn = tuple[Markup, str]  #: a drawing, and the class it lies in


def asks(row: View) -> str:
    """Which dice count in a row."""
    return _(SUMS[row["face"] - 1]) if row["face"] else _(MATCHES[row["matching"]])


def longest_row(view: View) -> int:
    """How many rentals the longest row has."""
    return max(int(row["slots"]) for row in view["rows"])


def rental(draw: Pieces, view: View, seat: int | None, index: int, slot: int) -> Drawn:
    """A house with its number, or trees where a street has none; seat None: a blank sheet."""
    row = view["rows"][index]
    if slot >= row["slots"]:
        return draw.trees(row["face"]), ""
    number = 0 if seat is None else view["players"][seat]["rows"][index]["numbers"][slot]
    house = draw.rental(district(row), row["rental"], number, f"{index}{slot}")
    return house, GONE if number == LOST else ""


def shop(draw: Pieces, view: View, names: Sequence[str], seat: int | None, index: int, place: int) -> Drawn:
    """A business: open, a seat's own, somebody else's, or out of reach since interest was lost."""
    business = view["rows"][index]["businesses"][place]
    inner, who, state = NOTHING, "", ""
    if seat is None:
        pass
    elif business["owner"] == seat:
        inner, state = draw.ring(flat=True), MINE
    elif business["owner"] is not None:
        inner, who, state = draw.cross_shop(), names[business["owner"]], GONE
    elif view["players"][seat]["rows"][index]["lost"]:
        inner, state = draw.cross_shop(), GONE
    return draw.shop(business["value"], business["name"], place == 1, inner, who), state


def route(draw: Pieces, view: View, seat: int | None, index: int) -> Drawn:
    """A route: open, a seat's own, or somebody else's."""
    line, state = view["routes"][index], ""
    if seat is not None and line["owner"] is not None:
        state = MINE if line["owner"] == seat else GONE
    return draw.route(line["stops"], {MINE: "mine", GONE: "taken"}.get(state, ""), line["name"]), state


def row_worth(view: View, seat: int, index: int) -> int:
    """What a seat's rentals and business in a row bring, in dollars."""
    own = [int(business["value"]) for business in view["rows"][index]["businesses"] if business["owner"] == seat]
    return int(view["players"][seat]["rows"][index]["worth"]) + sum(own)
