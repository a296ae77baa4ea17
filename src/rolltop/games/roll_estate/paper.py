"""Roll Estate's score sheet on paper, blank or as somebody filled it in: the board's drawings, in ink for a printer."""

from collections.abc import Sequence
from functools import cached_property

from rolltop.games.editions import Edition
from rolltop.games.press.page import Page, Words
from rolltop.games.press.painter import Style
from rolltop.games.roll_estate import sheets
from rolltop.games.roll_estate.components import LEVELS
from rolltop.games.roll_estate.drawings import View, district, parts, pen_width, pieces
from rolltop.games.words import N_, _

COLOURS = {
    "ink": "#15140f", "soft": "#4a463c", "line": "#b9b3a2", "paper": "#ffffff", "pencil": "#34373f",
    "a": "#8d5a06", "b": "#24694a", "c": "#7d3268", "d": "#1f5686", "red": "#b3341f",
}  # fmt: skip
GREY = {
    **dict.fromkeys(COLOURS, "#15140f"),
    "soft": "#2a2a2a", "line": "#bdbdbd", "paper": "#ffffff", "pencil": "#3a3a3a",
}  # fmt: skip
ROUTE_INKS = ("red", "d", "b", "a")
STYLE: Style = {
    "wall": {"fill": "paper", "stroke": "own", "width": 1.3},
    "roof": {"fill": "own"},
    "price": {"fill": "paper", "size": 10.5, "bold": True, "anchor": "middle"},
    "awn": {"fill": "paper", "stroke": "own", "width": 1.2},
    "on": {"fill": "own"},
    "value": {"size": 13, "bold": True, "anchor": "middle"},
    "shop value": {"size": 11.5, "lift": 2.6},
    "bname": {"fill": "soft", "size": 6.4, "anchor": "middle"},
    "taker": {"size": 10, "bold": True, "anchor": "middle"},
    "hand": {"fill": "none", "stroke": "pencil", "width": 1.7, "round": True},
    "bold": {"width": 2.2},
    "shop hand": {"width": 1.9},
    "trunk": {"fill": "none", "stroke": "line", "width": 2},
    "leaf": {"fill": "line", "opacity": 0.7},
    "mark face": {"fill": "own"},
    "mark pip": {"fill": "paper"},
    "mark eq": {"fill": "none", "stroke": "paper", "width": 2.4, "round": True},
    "rname": {"size": 8.4, "bold": True},
    "rail": {"fill": "none", "stroke": "own", "width": 5},
    "stop": {"fill": "paper", "stroke": "own", "width": 2},
    "stopn": {"size": 11, "bold": True, "anchor": "middle"},
    "wave": {"fill": "none", "stroke": "own", "width": 1.3},
    "bars": {"fill": "none", "stroke": "line", "width": 4},
    "ball": {"fill": "none", "stroke": "ink", "width": 1.5},
    "arr": {"fill": "none", "stroke": "soft", "width": 1.3},
    "mine stop": {"fill": "own"},
    "mine stopn": {"fill": "paper"},
    "gone wall": {"opacity": 0.38},
    "gone roof": {"opacity": 0.38},
    "gone price": {"opacity": 0.8},
    "gone awn": {"opacity": 0.38},
    "gone value": {"opacity": 0.38, "size": 10, "lift": 0},
    "gone bname": {"opacity": 0},
    "gone rail": {"opacity": 0.38},
    "gone stop": {"opacity": 0.38},
    "gone stopn": {"opacity": 0.38},
    "gone rname": {"opacity": 0.6},
}
OUTLINES: Style = {
    **STYLE,
    "roof": {"fill": "paper", "stroke": "ink", "width": 1.3},
    "price": {**STYLE["price"], "fill": "ink"},
    "on": {"fill": "line"},
    "leaf": {"fill": "paper", "stroke": "line", "width": 1},
    "mark face": {"fill": "paper", "stroke": "ink", "width": 2.6},
    "mark pip": {"fill": "ink"},
    "mark eq": {**STYLE["mark eq"], "stroke": "ink", "width": 1.8},
    "rail": {**STYLE["rail"], "width": 2.4},
    "mine stop": {"fill": "ink"},
}  #: for a printer without colour: outlines instead of solid areas
LEVEL_NAMES = {"easy": N_("easy"), "medium": N_("medium"), "hard": N_("hard"), "perfect": N_("perfect")}

NATURAL_WIDTH, NATURAL_HEIGHT = 730, 981  #: of a whole page, in units of the letters' sizes
TALLEST_ROW, LEAST_GAP = 82, 6
TITLE, HEADINGS, TRANSIT, STOCK, TOTALS, RULES = 44, 20, 26, 108, 50, 64  #: heights, of transit without its routes


def sheet(page: Page, view: View, edition: Edition, names: Sequence[str], seat: int | None) -> None:
    """Draw one sheet: a blank one, or that of a seat."""
    page.ink(parts(), OUTLINES if page.black else STYLE, GREY if page.black else COLOURS)
    Sheet(page, view, edition, names, seat).draw()


class Sheet:
    """A sheet being drawn from top to bottom.

    Sizes are counted in a unit that suits the page, `u` points; across, parts of the page's width count.
    """

    def __init__(self, page: Page, view: View, edition: Edition, names: Sequence[str], seat: int | None) -> None:
        self.page, self.view, self.edition, self.names, self.seat = page, view, edition, names, seat
        self.u = (page.width / NATURAL_WIDTH * page.height / NATURAL_HEIGHT) ** 0.5
        self.pen = pieces("")
        self.mine = None if seat is None else view["players"][seat]

    # ---- the plan ----------------------------------------------------------------------------------------------------

    @cached_property
    def columns(self) -> list[float]:
        """Where columns begin: the street, its rentals, first and second businesses, the sum; and the right edge."""
        rentals = sheets.longest_row(self.view)
        places = [37.8 / rentals] * rentals + [13.4] * (2 if self.view["second"] else 1)
        share = 64.6 / sum(places)
        widths = [25, *(place * share for place in places), 10.4]
        return [self.page.width * sum(widths[:end]) / 100 for end in range(len(widths) + 1)]

    @property
    def n_rentals(self) -> int:
        """How many columns of rentals there are."""
        return len(self.columns) - (5 if self.view["second"] else 4)

    @cached_property
    def route_size(self) -> tuple[float, float]:
        """How large a route is drawn."""
        width = (self.page.width - 86 * self.u) / 4
        return width, width * 38 / 84

    def draw(self) -> None:
        """All of the sheet. What the height leaves over goes to the streets, then between the parts."""
        u, n = self.u, len(self.view["rows"])
        fixed = (TITLE + HEADINGS + TRANSIT + STOCK + TOTALS + RULES) * u + self.route_size[1]
        self.row_height = min(TALLEST_ROW * u, (self.page.height - fixed - 4 * LEAST_GAP * u) / n)
        gap = (self.page.height - fixed - n * self.row_height) / 4
        self.title(0)
        self.streets(TITLE * u)
        y = (TITLE + HEADINGS) * u + n * self.row_height + gap
        self.transit(y)
        y += TRANSIT * u + self.route_size[1] + gap
        self.stock(y)
        self.solo(y)
        self.lotto(y)
        y += STOCK * u + gap
        self.totals(y)
        self.rules(y + TOTALS * u + gap)

    # ---- the title ---------------------------------------------------------------------------------------------------

    def title(self, y: float) -> None:
        """The game, whose sheet it is, and who started."""
        u, right = self.u, self.page.width
        base = y + 32 * u
        after = self.page.text(0, base - 2 * u, "Roll Estate", 34 * u, bold=True) + 20 * u
        started = _("started")
        width = self.page.text(right, base - 4 * u, started, 12 * u, colour="soft", anchor="end")
        circle = right - width - 14 * u
        self.page.circle(circle, base - 8 * u, 7.6 * u, 1.2 * u)
        name = after + self.page.text(after, base - 4 * u, _("Name"), 12 * u, colour="soft") + 10 * u
        self.page.rule(after, base, circle - 20 * u, base, 1.2 * u)
        if self.seat is not None:
            room = circle - 20 * u - name
            self.page.text(name, base - 5 * u, self.names[self.seat], 19 * u, colour="pencil", room=room)
            if self.view["first"] == self.seat:
                self.tick(circle - 8 * u, base - 21 * u, 20 * u)

    def tick(self, x: float, y: float, size: float) -> None:
        """A tick in pencil."""
        self.page.draw(self.pen.ticked(), x, y, size, size)

    def pencil(self, x: float, y: float, number: int, height: float, anchor: str = "start") -> None:
        """A number in pencil, its middle on y."""
        width = pen_width(number) / 22 * height
        left = {"start": x, "middle": x - width / 2, "end": x - width}[anchor]
        self.page.draw(self.pen.pen(number, str(self.seat)), left, y - height / 2, width, height)
        self.page.unseen(left + width / 2, y + height / 3, str(number), height / 2)

    # ---- streets -----------------------------------------------------------------------------------------------------

    def streets(self, y: float) -> None:
        """The rows under their headings."""
        u, columns = self.u, self.columns
        base = y + 13 * u
        self.heading(0, base, _("Neighborhood"), columns[1] - 8 * u)
        width = self.heading(columns[1], base, _("Rentals, rising"), columns[1 + self.n_rentals] - columns[1] - 40 * u)
        self.page.draw(self.pen.arrow(), columns[1] + width + 6 * u, base - 8 * u, 22 * u, 8 * u)
        shops = [_("1st to"), _("2nd to")] if self.view["second"] else [_("1st to")]
        for place, words in enumerate([*shops, _("Sum")], 1 + self.n_rentals):
            left, right = columns[place], columns[place + 1]
            self.heading((left + right) / 2, base, words, right - left - 4 * u, "middle")
        for index in range(len(self.view["rows"])):
            self.street(index, y + HEADINGS * u + index * self.row_height)

    def heading(self, x: float, y: float, words: str, room: float, anchor: str = "start") -> float:
        """A heading; gives its width."""
        return self.page.text(x, y, words, 12 * self.u, bold=True, colour="soft", anchor=anchor, room=room)

    def street(self, index: int, y: float) -> None:
        """A row: its name and what it asks for, houses, shops, the sum."""
        row, ink, bottom = self.view["rows"][index], district(self.view["rows"][index]), y + self.row_height
        self.sign(index, y)
        for slot in range(self.n_rentals):
            self.rental(index, slot, y, ink)
        for place in range(len(row["businesses"])):
            shop, state = sheets.shop(self.pen, self.view, self.names, self.seat, index, place)
            self.page.draw(shop, *self.cell(1 + self.n_rentals + place, y), ink, state)
        self.sum(index, y)
        self.page.rule(0, bottom, self.page.width, bottom, (1.3 if self.page.black else 2) * self.u, ink)

    def sign(self, index: int, y: float) -> None:
        """A row's mark, name and rule."""
        row, u, width, middle = self.view["rows"][index], self.u, self.columns[1], y + self.row_height / 2
        size = min(0.23 * width, 0.7 * self.row_height)
        mark = self.pen.mark(row["face"], row["matching"])
        self.page.draw(mark, 0, middle - size / 2, size, size, district(row))
        x = size + 0.06 * width
        room = width - x - 2 * u
        name = self.page.text(x, middle - 3 * u, row["name"], 16.5 * u, bold=True, room=room)
        self.page.text(x, middle + 14 * u, sheets.asks(row), 12 * u, colour="soft", room=room)
        if self.mine and self.mine["rows"][index]["lost"]:
            self.page.rule(x - 2 * u, middle - 8 * u, x + name + 2 * u, middle - 9 * u, 1.5 * u, "pencil")

    def cell(self, column: int, y: float) -> tuple[float, float, float, float]:
        """The place of a drawing that stands on its street."""
        left, right = self.columns[column], self.columns[column + 1]
        return left + 1.5 * self.u, y + 6 * self.u, right - left - 3 * self.u, self.row_height - 6 * self.u

    def rental(self, index: int, slot: int, y: float, ink: str) -> None:
        """A house and its number, or trees."""
        left, top, width, height = self.cell(1 + slot, y)
        house, state = sheets.rental(self.pen, self.view, self.seat, index, slot)
        self.page.draw(house, left, top, width, height, ink, state)
        numbers = self.mine["rows"][index]["numbers"] if self.mine else []
        if slot < len(numbers) and numbers[slot] > 0:
            self.page.unseen(left + width / 2, top + height * 0.85, str(numbers[slot]), height / 3)

    def sum(self, index: int, y: float) -> None:
        """The box for what a row is worth."""
        left, right, u = self.columns[-2], self.columns[-1], self.u
        width, height = min(62 * u, right - left - 8 * u), min(42 * u, self.row_height - 14 * u)
        x, middle = right - width - 5 * u, y + (self.row_height + 4 * u) / 2
        self.page.frame(x, middle - height / 2, width, height, 1.1 * u, 4 * u)
        if self.seat is not None:
            self.pencil(x + width / 2, middle, sheets.row_worth(self.view, self.seat, index), 27 * u, "middle")

    # ---- investments -------------------------------------------------------------------------------------------------

    def transit(self, y: float) -> None:
        """Four routes, and what they are worth together."""
        u, (width, height) = self.u, self.route_size
        self.heading(0, y + 14 * u, _("Mass transit"), self.page.width / 2)
        self.worth_of_routes(y)
        for index, route in enumerate(self.view["routes"]):
            x = 4 * u + index * (width + 26 * u)
            drawn, state = sheets.route(self.pen, self.view, self.seat, index)
            self.page.draw(drawn, x, y + 24 * u, width, height, ROUTE_INKS[index % len(ROUTE_INKS)], state)
            if state == sheets.GONE:
                who, base = self.names[route["owner"]], y + 24 * u + 10.4 * height / 38
                self.page.text(x + width, base, who, 11 * u, bold=True, anchor="end", room=width * 0.38)

    def worth_of_routes(self, y: float) -> None:
        """What one route is worth, two, and so on, with a ring around what mine are."""
        u, right = self.u, self.page.width - 4 * self.u
        for number, worth in reversed(list(enumerate(self.view["transit"], 1))):
            width = self.page.text(right, y + 14 * u, f"${worth}", 13 * u, colour="soft", anchor="end")
            width += (
                self.page.text(right - width - 4 * u, y + 14 * u, str(number), 13 * u, bold=True, anchor="end") + 4 * u
            )
            if self.mine and self.mine["routes"] == number:
                self.page.frame(right - width - 6 * u, y - u, width + 12 * u, 20 * u, 1.5 * u, 9 * u, "pencil")
            right -= width + 20 * u

    def stock(self, y: float) -> None:
        """Liquid Assets times what the Indexes make of them."""
        u, top = self.u, y + 22 * self.u
        self.heading(0, y + 14 * u, _("Liquid assets"), 132 * u)
        number = self.mine["liquid"] if self.mine else 0
        self.page.draw(self.pen.liquid(number), 2 * u, top, 100 * u, 74 * u)
        if number:
            self.page.unseen(52 * u, top + 54 * u, str(number), 24 * u)
        self.page.text(121 * u, top + 44 * u, "×", 22 * u, bold=True, colour="soft", anchor="middle")
        x = 142 * u
        after = x + self.heading(x, y + 14 * u, _("Indexes"), 110 * u) + 6 * u
        self.page.text(after, y + 14 * u, _("five in a row"), 12 * u, colour="soft", room=x + 240 * u - after)
        for place in range(2):
            ticked = self.mine is not None and place < self.mine["indexes"]
            self.page.draw(self.pen.index(ticked), x + place * 69 * u, top, 61 * u, 74 * u)
        for place, times in enumerate(self.view["multipliers"]):
            base = top + (16 + 24 * place) * u
            width = self.page.text(x + 150 * u, base, f"×{times}", 14 * u, colour="soft")
            if self.mine and self.mine["liquid"] and self.mine["indexes"] == place:
                self.page.frame(x + 142 * u, base - 16 * u, width + 16 * u, 22 * u, 1.5 * u, 10 * u, "pencil")

    def solo(self, y: float) -> None:
        """The levels for who plays alone."""
        u, x, alone = self.u, self.page.width * 0.548, self.view["solo"]
        self.heading(x, y + 14 * u, _("Solo"), 130 * u)
        for place, (level, sum) in enumerate(zip(LEVELS, self.edition.values["solo_levels"], strict=True)):
            base = y + (34 + 17.5 * place) * u
            self.page.circle(x + 7 * u, base - 4 * u, 6 * u, 1.2 * u)
            self.page.text(x + 20 * u, base, _(LEVEL_NAMES[level]), 12 * u, colour="soft", room=56 * u)
            self.page.text(x + 82 * u, base, f"${sum}", 12 * u, bold=True)
            if alone and self.mine and alone["level"] == level:
                self.tick(x, base - 15 * u, 17 * u)

    def lotto(self, y: float) -> None:
        """The Jackpot's ticket."""
        u, width = self.u, 139 * self.u
        x = self.page.width - width
        self.heading(x, y + 14 * u, _("Pick 5 Lotto"), width)
        ticket = self.pen.ticket(self.view["jackpot"], bool(self.mine and self.mine["jackpot"]))
        self.page.draw(ticket, x, y + 22 * u, width, 74 * u)

    # ---- the total and the rules -------------------------------------------------------------------------------------

    def totals(self, y: float) -> None:
        """Boxes for the parts of the total and for the total."""
        u, gap = self.u, 10 * self.u
        width = (self.page.width - 5 * gap) / 6.13
        for place, (part, words) in enumerate(sheets.SUM_NAMES.items()):
            x = place * (width + gap)
            self.box(x, y, width, _(words), self.mine["parts"][part] if self.mine else None)
        x, height = 5 * (width + gap), TOTALS * u
        self.page.frame(x, y, self.page.width - x, height, 2.4 * u, 4 * u)
        self.page.text(x + 8 * u, y + 14 * u, _("Total"), 11.5 * u, colour="soft")
        after = self.page.text(x + 8 * u, y + 38 * u, "$", 18 * u, bold=True)
        if self.mine:
            self.pencil(x + 10 * u + after, y + 31 * u, self.mine["now"], 33 * u)

    def box(self, x: float, y: float, width: float, words: str, number: int | None) -> None:
        """A box for a part of the total."""
        u = self.u
        self.page.frame(x, y, width, TOTALS * u, 1.1 * u, 4 * u)
        self.page.text(x + 7 * u, y + 14 * u, words, 11.5 * u, colour="soft", room=width - 14 * u)
        if number is not None:
            self.pencil(x + 5 * u, y + 32 * u, number, 29 * u)

    def rules(self, y: float) -> None:
        """The rules in brief."""
        texts = in_brief(*self.edition.values["businesses_to_end"])
        self.page.columns(y, texts, 10.6 * self.u, 1.35, 16 * self.u, "soft")


def in_brief(to_end: int, to_end_of_two: int) -> list[Words]:
    """The rules in brief: what a paragraph is about, in bold, and the rest."""
    end = _(
        "One player has %(most)s shops (of two players %(two)s, and no 2nd to) or no rental left: finish the round."
    )
    return [
        [(_("Turn."), True),
         (_("Roll up to three times, then claim one box. All dice that count must be counted."), False)],
        [(_("Rows."), True),
         (_("Numbers rise from left to right. Gaps may be filled later. Nothing fits: cross out the rest of one row."),
          False)],
        [(_("Shops."), True),
         (_("Row full: ring the first shop still open. Everybody else crosses it out. One shop a row."), False)],
        [(_("End."), True), (end % {"most": to_end, "two": to_end_of_two}, False)],
    ]  # fmt: skip
