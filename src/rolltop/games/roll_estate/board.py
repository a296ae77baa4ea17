"""What Roll Estate's board asks for beside the drawings: sheets and their marks, the solo goal's bar, the ranking."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from itertools import pairwise
from typing import Any, Generic, TypeVar

from rolltop.games.lettering import sign
from rolltop.games.roll_estate import hints
from rolltop.games.roll_estate.drawings import View, district, pieces
from rolltop.games.roll_estate.sheets import MATCHES, SUM_NAMES, SUMS, longest_row
from rolltop.games.telling import joined
from rolltop.games.words import current_language

__all__ = [
    "MATCHES", "SUMS", "SUM_NAMES", "at_place", "chances", "counted", "district", "drawn_sheet", "fits", "goal_bar",
    "is_long", "left", "listed", "longest_row", "marks", "newest", "now", "on_the_brink", "opened", "parts",
    "pieces", "ranked", "sheets", "sign", "ties_below", "ways",
]  # fmt: skip

GOAL_WIDTH = 344  #: of the solo goal's bar, in its own units


Made = TypeVar("Made")


class Kept(Generic[Made]):
    """What was made last, by what it was made of."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.made: OrderedDict[Hashable, Made] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """What was made for this key; made now if it is not here (any more)."""
        if key not in self.made:
            self.made[key] = make()
            if len(self.made) > self.most:
                self.made.popitem(last=False)
        self.made.move_to_end(key)
        return self.made[key]


KEPT_SHEETS: Kept[str] = Kept(500)
KEPT_CHANCES: Kept[list[View]] = Kept(100)


# ---- the sheet -------------------------------------------------------------------------------------------------------


def sheets(page: Any) -> list[int]:
    """Whose sheets lie on the table: the viewer's own first."""
    others: list[int] = page.order
    return others if page.me is None else [page.me, *others]


def drawn_sheet(page: Any, seat: int, draw: Callable[[Any, int], str]) -> str:
    """A sheet as HTML. What is written on it changes once in a turn, but a page is made at every roll: a sheet without
    marks that shows the same as before is not drawn again."""
    view = page.view
    if page.can_play and seat == page.me:
        return draw(page, seat)
    names = [page.who(other) for other in range(len(view["players"]))]
    printed = [view[key] for key in ("rows", "routes", "transit", "multipliers", "jackpot", "second")]
    on_turn = seat == now(view)
    shows = (current_language(), page.sprite_url, names, printed, seat, seat == page.me, on_turn, view["players"][seat])
    return KEPT_SHEETS.get((draw, repr(shows)), lambda: draw(page, seat))


def now(view: View) -> int:
    """Whose sheet is looked at by who only watches: that of the player on turn, or of who started."""
    seat: int | None = view["first"] if view["player"] is None else view["player"]
    return seat or 0


def is_long(name: str) -> bool:
    """Has a street's name a word that does not fit a narrow sheet in the usual size?"""
    return any(len(word) > 8 for word in name.split())


def on_the_brink(view: View, seat: int) -> bool:
    """Would this player's next business end the game (RE14)?"""
    ends = view["phase"] != "over" and not view["last_turns"] and view["to_end"]
    return bool(ends and view["players"][seat]["businesses"] == view["to_end"] - 1)


def marks(view: View) -> dict[tuple[Any, ...], int]:
    """Where the player on turn may write, and which of `claims` does it: ("rental", row, slot), ("route", route),
    ("lose", row), ("liquid",), ("index",), ("jackpot",)."""
    return {place(claim): number for number, claim in enumerate(view["claims"])}


def place(claim: View) -> tuple[Any, ...]:
    where = {"rental": ("row", "slot"), "route": ("route",), "lose": ("row",)}.get(claim["kind"], ())
    return (claim["kind"], *(claim[key] for key in where))


def opened(view: View) -> set[tuple[int, int]]:
    """The businesses that some claim would open, as row and which of its two."""
    return {(claim["row"], claim["opens"]) for claim in view["claims"] if claim["opens"] is not None}


def left(numbers: Sequence[int]) -> int:
    """How many rentals of a row are open."""
    return sum(number == 0 for number in numbers)


def newest(page: Any) -> str:
    """What happened last that changed a sheet; nothing yet: an empty text."""
    lines = page.table.logs.get(page.seat, [])
    events = (line for line in reversed(lines) if not line.heading and "dice" not in line.values)
    return next((line.text(page.name) for line in events), "")


def parts(player: View) -> list[tuple[str, int]]:
    """A player's total, part by part."""
    return [(part, player["parts"][part]) for part in SUM_NAMES]


def fits(view: View) -> list[View]:
    """What the dice allow, the same number in the same row once: the claims, the one that brings most first."""
    found: dict[tuple[Any, ...], View] = {}
    for claim in sorted(view["claims"], key=lambda claim: -claim["now"]):
        found.setdefault((claim["kind"], claim["row"], claim["route"]), claim)
    return list(found.values())


def counted(dice: Sequence[int], counts: Sequence[bool]) -> list[tuple[int, bool]]:
    """The dice, and which of them a claim counts."""
    return list(zip(dice, counts, strict=True))


def chances(page: Any) -> list[View]:
    """What the dice of the player on turn may still become, in the order of the sheet: a `goal` (a telling), the `dice`
    to hold for it alone, and how likely it is then, as a `percent`."""
    game = page.table.game
    key = (game.state.tobytes(), game.boxes.tobytes(), game.edition.digest)
    dice = list(game.plain.dice)
    return KEPT_CHANCES.get(key, lambda: [hint(dice, found) for found in hints.chances(game.plain, game.plain_box)])


def hint(dice: Sequence[int], found: View) -> View:
    """One of them; the action of a hold has a bit for each die that it keeps."""
    percent = 100 * found["chance"]
    held = sorted(die for place, die in enumerate(dice) if found["action"] >> place & 1)
    return {"dice": held, "goal": found["goal"], "percent": f"{percent:.0f}%" if percent >= 1 else f"{percent:.1f}%"}


# ---- playing alone ---------------------------------------------------------------------------------------------------


def ways(solo: View) -> list[View]:
    """What could still be added to the investments, by the part of the sheet that it is in; nothing when it is over."""
    if solo["won"] or solo["lost"]:
        return []
    found: dict[str, View] = {}
    for way in solo["ways"]:
        part = {"route": "transit", "jackpot": "jackpot"}.get(way["key"], "stock")
        known = found.setdefault(part, {"part": part, "adds": 0, "ways": []})
        known["adds"] += way["adds"]
        known["ways"].append(way)
    return [found[part] for part in SUM_NAMES if part in found]


def goal_bar(solo: View) -> View:
    """The solo goal's bar: where what is invested ends, where each further part begins and ends, and the goal."""
    scale = GOAL_WIDTH / max(solo["goal"], solo["possible"], 700)
    at, segments = solo["invested"], []
    for way in ways(solo):
        left_edge, right_edge = at * scale, (at + way["adds"]) * scale
        segments.append({**way, "x": round(left_edge, 1), "width": round(right_edge - left_edge, 1)})
        at += way["adds"]
    return {
        "width": GOAL_WIDTH,
        "invested": round(solo["invested"] * scale, 1),
        "goal": round(solo["goal"] * scale, 1),
        "segments": segments,
    }


# ---- the result ------------------------------------------------------------------------------------------------------


def at_place(view: View, place: int) -> list[int]:
    """The seats that share a place."""
    return [seat for seat, player in enumerate(view["players"]) if player["place"] == place]


def ranked(view: View) -> list[int]:
    """The seats from the first place to the last."""
    return sorted(range(len(view["players"])), key=lambda seat: (view["players"][seat]["place"], seat))


def ties_below(view: View) -> list[tuple[int, int]]:
    """Neighbours behind the winner who have the same total and not the same place (RE16)."""
    seats, players = ranked(view)[1:], view["players"]
    return [
        (one, other)
        for one, other in pairwise(seats)
        if players[one]["now"] == players[other]["now"] and players[one]["place"] != players[other]["place"]
    ]


def listed(items: Sequence[Any], name: Callable[[Any], str] = str) -> str:
    """Players as one speaks a list of them."""
    return joined([name(item) for item in items])
