"""Everything of Roll Estate that is drawn: the sprite (one SVG file with all pencil strokes) and the pieces that
boards and paper put together.

A sheet is a little town. What is printed on it has classes (`roof`, `wall`, `price`, `awn` ...) and no colours: board
and paper ink it, in the colour of its district. What is written on it is pencil: `hand`, strokes without a font.
"""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from random import Random
from typing import Any

from markupsafe import Markup, escape

from rolltop.games.lettering import coordinate, drawing

View = dict[str, Any]

NOTHING = Markup("")
LOST = -1  #: a rental's number when it is crossed out; 0 is an open one
DISTRICTS = "abcd"  #: the inks and roofs of a sheet; two faces share one, the matching rows have the last

# ---- the pencil ------------------------------------------------------------------------------------------------------

PENCIL_DIGITS = {
    "0": "M7 1.2C3 1 1 6 1.2 10.5C1.4 15 3.6 17 6.2 16.8C9.6 16.5 11 12 10.8 7.6C10.6 3.6 8.8 1 6 1.7",
    "1": "M2.6 5.6C4.4 4.4 6 2.8 7 1C6.8 6 6.4 11.5 6.1 17",
    "2": "M1.8 5C2 2.4 4 .9 6.2 1C8.8 1.1 10.2 3 9.6 5.6C8.8 9 4.6 12.6 1.4 16.4C4.6 15.6 8 15.8 11 16.4",
    "3": (
        "M2 2.8C3.6 1.2 6 .6 7.8 1.4C10 2.4 9.8 5.6 7.8 7.2C6.8 8 5.6 8.3 4.6 8.4C7.4 8.2 10.4 9.2 10.4 12.2"
        "C10.4 15.2 7.6 17 4.8 16.8C3.2 16.7 1.8 16 1 14.8"
    ),
    "4": "M6.6 1.2C5.2 4.6 3.2 8 1 11.4C4.4 11 8 10.9 11.4 11M8.8 5.6C8.6 9.4 8.2 13.4 7.9 17.2",
    "5": (
        "M10.2 1.4C7.8 1.2 5.4 1.3 3.2 1.6C2.8 3.6 2.4 5.6 2 7.6C4.4 6.6 7.6 6.4 9.4 8.4C11.2 10.6 10.2 14 8 15.8"
        "C6 17.2 3 17 1.2 15.4"
    ),
    "6": (
        "M8.6 1.2C5 3.4 1.8 7.6 1.6 11.8C1.5 14.8 3.4 16.9 6 16.8C8.8 16.6 10.6 14.4 10.2 11.8C9.8 9.4 7.6 8.4 5.4 9"
        "C3.4 9.6 2 11.2 1.7 12.8"
    ),
    "7": "M1.4 2.2C4.4 1.7 7.6 1.5 10.6 1.4C8.4 6 6 11.4 4.8 17",
    "8": (
        "M9.4 3.4C8.4 1.2 4.6 .4 3 2.4C1.2 4.8 3.6 7 6 8.4C8.6 9.9 11 11.6 10.2 14.4C9.4 17.2 4.6 17.8 2.4 15.4"
        "C.2 12.6 3.2 9.8 6 8C8 6.7 10.2 5.4 9.2 2.9"
    ),
    "9": "M9.8 4.6C9 1.8 5.6 .4 3.4 2.2C1 4.2 1.4 8.2 4.2 9C7 9.7 9.4 7.4 9.8 4.6C10 8.6 9.2 13 8.2 17",
}  #: a digit's stroke in a box of 12 by 18
STROKES = {
    "cross": (
        "M9 18C17 23 30 33 40 41.5M40 17.5C31 25 20 33 8.5 41",
        "M9.6 18.6C18 24 30 33.6 39 41M39.4 18.4C31 25.4 19 34 9.4 40.6",
    ),
    "cross-s": (
        "M5 9C16 13 34 23 47 30.6M46.4 8C34 15 18 23 5.4 31.6",
        "M6 10C17 14 34 24 46 30M45.6 9.4C34 16 18 24 6.4 31",
    ),
    "cross-r": (
        "M4 19C24 21 56 30 80 35M79 18C60 24 28 31 5 36",
        "M5 20C24 22 56 31 79 34M78 19C60 25 28 32 6 35.4",
    ),
    "tick": (
        "M2 10C4.4 12.4 6 14.6 7.2 17.4C10 10.4 14 5 20 1",
        "M2.6 10.4C4.8 12.6 6.4 15 7.4 17C10.4 10.2 14.4 5.4 19.4 1.6",
    ),
    "ring": (
        "M38 2.6C24 -.6 6 1.4 2.6 10C-.6 19 12 24.6 26 23.6C40 22.6 47.4 16 44.8 9.4C42.4 3.6 32 .6 20 2.4",
        "",
    ),
}  #: what is pencilled besides numbers, each with its grain: across a house, a shop and a route; beside; around a value
VARIANTS = "abc"  #: every digit is written in three ways
ADVANCE, NARROW = 12.4, 9.5  #: from one digit to the next; a 1 is narrower


def advance(digit: str) -> float:
    return NARROW if digit == "1" else ADVANCE


def jitter(path: str, seed: str) -> str:
    """The same stroke as the same hand would repeat it: every control point moves a little."""
    luck = Random(seed)

    def moved(number: re.Match[str]) -> str:
        return f" {coordinate(float(number[0]) + luck.uniform(-0.45, 0.45))}"

    return re.sub(r" ?-?\d*\.?\d+", moved, path).replace("M ", "M").replace("C ", "C").replace(" -", "-")


def stroke(name: str, path: str, grain: str) -> str:
    """A pencil stroke as a part of the sprite, of length 1, so that a page can draw it. The grain is a second, thin one
    under it."""
    thin = f'<path pathLength="1" stroke-width=".6" opacity=".6" d="{grain}"/>' if grain else ""
    return f'<g id="{name}">{thin}<path pathLength="1" d="{path}"/></g>'


def digit_strokes(digit: str) -> str:
    drawn = ""
    for variant in VARIANTS:
        path = PENCIL_DIGITS[digit]
        if variant != VARIANTS[0]:
            path = jitter(path, digit + variant)
        drawn += stroke(f"h{digit}{variant}", path, jitter(path, f"{digit}{variant}g"))
    return drawn


@cache
def parts() -> str:
    """The definitions of the sprite."""
    drawn = "".join(digit_strokes(digit) for digit in PENCIL_DIGITS)
    drawn += "".join(stroke(name, path, grain) for name, (path, grain) in STROKES.items())
    drawn += (
        '<g id="shop-i"><path fill="var(--f,currentColor)" d="M1 1H15L16 6H0Z"/><path d="M2 6V14.2H14V6"/></g>'
        '<g id="route-i"><path d="M4 8H16"/><circle cx="3.4" cy="8" r="2.8"/><circle cx="16.6" cy="8" r="2.8"/></g>'
    )
    return f"<defs>{drawn}</defs>"


@cache
def sprite() -> str:
    """The SVG file of all parts, as served."""
    return f'<svg xmlns="http://www.w3.org/2000/svg">{parts()}</svg>'


# ---- printed parts ---------------------------------------------------------------------------------------------------

ROOFS = {
    "a": "M2.5 15.5L9.5 3H38.5L45.5 15.5Z",
    "b": "M3 15.5V12.5C3 6.5 8 2.6 14 2.6H34C40 2.6 45 6.5 45 12.5V15.5Z",
    "c": "M2 15.5C6 13 8 9 8.6 2.8H39.4C40 9 42 13 46 15.5Z",
    "d": "M1.5 2.4H46.5V5H44V15.5H4V5H1.5Z",
}  #: a gable (with a chimney), a round one, a mansard, a flat one with a cornice
PIPS = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
EQUAL_DICE = {
    2: ((11.5, 24), (36.5, 24)),
    3: ((24, 10.5), (11, 33), (37, 33)),
    4: ((11.5, 11.5), (36.5, 11.5), (11.5, 36.5), (36.5, 36.5)),
    5: ((9.5, 9.5), (38.5, 9.5), (24, 24), (9.5, 38.5), (38.5, 38.5)),
}  #: where the middles of so many small dice are
AWNINGS = 5
TREES = {
    1: ((24, 13),),
    2: ((15, 9), (34, 9)),
    3: ((10, 7), (24, 8), (38, 7)),
}  #: where trees stand and how wide they are


def district(row: View) -> str:
    """The ink and roof of a row: two faces share one, rows of matching dice have the last (`rows` of the view)."""
    return DISTRICTS[(row["face"] - 1) // 2] if row["face"] else DISTRICTS[-1]


def fitted(classes: str, x: float, y: float, words: str, letters: int, width: float) -> str:
    """A text that is pressed together if it has more letters than fit, and cut if it has far more."""
    if len(words) > 2 * letters:
        words = words[: 2 * letters - 1].rstrip() + "…"
    press = f' textLength="{coordinate(width)}" lengthAdjust="spacingAndGlyphs"' if len(words) > letters else ""
    return f'<text class="{classes}" x="{coordinate(x)}" y="{coordinate(y)}"{press}>{escape(words)}</text>'


def awnings(*, striped: bool) -> str:
    width = 46 / AWNINGS
    drawn = {"awn on": "", "awn": ""}
    for i in range(AWNINGS):
        left, right = coordinate(3 + i * width), coordinate(3 + (i + 1) * width)
        flap = f"M{left} 3.5H{right}V14.5C{right} 20.4 {left} 20.4 {left} 14.5Z"
        drawn["awn on" if striped and i % 2 == 0 else "awn"] += flap
    return "".join(f'<path class="{classes}" d="{path}"/>' for classes, path in drawn.items() if path)


def tree(x: float, width: float) -> str:
    def at(part: float) -> str:
        return coordinate(x + part * width)

    left = f"C{at(-0.7)} 36 {at(-1.1)} 27 {at(-1)} 24C{at(-1.1)} 17 {at(-0.7)} 12 {at(0)} 12"
    right = f"C{at(0.7)} 12 {at(1.1)} 17 {at(1)} 24C{at(1.1)} 27 {at(0.7)} 36 {at(0)} 35"
    return f'<path class="trunk" d="M{at(0)} 44V30"/><path class="leaf" d="M{at(0)} 35{left}{right}Z"/>'


def pen_width(number: int) -> float:
    """How wide a number on its own is drawn, 22 high."""
    return len(str(number)) * 12.6 + 4


def small_die(x: float, y: float, half: float) -> str:
    """One of some equal dice."""
    line = half * 0.46
    left, right, above, below = map(coordinate, (x - line, x + line, y - half * 0.27, y + half * 0.27))
    return (
        f'<rect class="face" x="{coordinate(x - half)}" y="{coordinate(y - half)}" width="{coordinate(2 * half)}"'
        f' height="{coordinate(2 * half)}" rx="{coordinate(half * 0.52)}"/>'
        f'<path class="eq" d="M{left} {above}H{right}M{left} {below}H{right}"/>'
    )


# ---- pieces: what boards and paper are put together from -------------------------------------------------------------

drawn_once = lru_cache(10_000, typed=True)  # typed: what is inside may be marked-up text


class Pieces:
    """Drawings for a table. Most methods give an `<svg>` that decorates (the sentence stands beside it); `hand`,
    `cross` and the like give a part to put inside one.

    `at` is what comes before a part's id in the sprite's address.
    """

    def __init__(self, at: str) -> None:
        self.at = at

    # ---- pencil: parts to put inside a drawing ----

    def pencilled(self, part: str, classes: str = "hand", transform: str = "") -> Markup:
        """One of `STROKES`."""
        placed = f' transform="{transform}"' if transform else ""
        return Markup(f'<g class="{classes}"{placed}><use href="{self.at}{part}"/></g>')

    def cross(self) -> Markup:
        """Across the wall of a house."""
        return self.pencilled("cross")

    def cross_shop(self) -> Markup:
        """Across a shop."""
        return self.pencilled("cross-s")

    def ring(self, flat: bool = False) -> Markup:
        """Around a shop's value: it is mine. A flat one leaves room for the shop's name."""
        return self.pencilled(
            "ring", "hand ring", f"translate({'4 18.2)scale(.92 .64' if flat else '3 17)scale(.97 .96'})"
        )

    @drawn_once
    def hand(self, number: int, cx: float, cy: float, height: float, seed: str = "", classes: str = "") -> Markup:
        """A pencilled number around a point. The same number with the same seed always looks the same."""
        digits, luck, scale = str(number), Random(f"{number}{seed}"), height / 18
        x, drawn = 0.0, ""
        for digit in digits:
            variant, y = luck.choice(VARIANTS), luck.uniform(-0.7, 0.7)
            left = x - (1.6 if digit == "1" else 0)
            drawn += f'<use href="{self.at}h{digit}{variant}" x="{coordinate(left)}" y="{coordinate(y)}"/>'
            x += advance(digit)
        width, turn = x * scale, coordinate(luck.uniform(-4, 3))
        return Markup(
            f'<g class="{f"hand {classes}".strip()}" transform="translate({coordinate(cx - width / 2)} '
            f"{coordinate(cy - height / 2)})rotate({turn} {coordinate(width / 2)} {coordinate(height / 2)})"
            f'scale({scale:.3f})">{drawn}</g>'
        )

    # ---- streets ----

    @drawn_once
    def house(self, roof: str, price: int, inner: Markup = NOTHING, classes: str = "") -> Markup:
        """A rental in 48 by 44 with its price on the roof; a number inside has its middle at 24, 29.8."""
        chimney = '<path class="roof" d="M32 0H37.5V6H32Z"/>' if roof == "a" else ""
        body = f'<path class="wall" d="M6 45V14H42V45"/>{chimney}<path class="roof" d="{ROOFS[roof]}"/>'
        price_tag = fitted("price", 24, 13.2, f"${price}", 4, 34)
        return drawing(f"house {classes}", "0 0 48 44", f"{body}{price_tag}{inner}")

    def rental(self, roof: str, price: int, number: int, seed: str = "", classes: str = "") -> Markup:
        """A house with what is written in it: nothing (0), a cross (`LOST`) or a number."""
        return self.house(roof, price, self.written(number, seed), classes)

    def written(self, number: int, seed: str) -> Markup:
        """What a house's wall shows."""
        if number == LOST:
            return self.cross()
        return self.hand(number, 24, 29.8, 20.5, seed) if number else NOTHING

    @drawn_once
    def shop(
        self, value: int, name: str, second: bool = False, inner: Markup = NOTHING, who: str = "", classes: str = ""
    ) -> Markup:
        """A business in 52 by 44 under an awning (striped: the first of its row), its name below, or who took it."""
        body = f'<path class="wall" d="M6 45V10H46V45"/>{awnings(striped=not second)}'
        body += fitted("value", 26, 29 if who else 33.4, f"${value}", 4, 36)
        body += fitted("taker", 26, 42, who, 6, 42) if who else fitted("bname", 26, 41.6, name, 10, 37)
        return drawing(f"shop {classes}", "0 0 52 44", f"{body}{inner}")

    @drawn_once
    def trees(self, n: int) -> Markup:
        """One to three trees where a short street has no house."""
        return drawing("trees", "0 0 48 44", "".join(tree(x, width) for x, width in TREES[max(1, min(3, n))]))

    @drawn_once
    def die(self, face: int, classes: str = "die") -> Markup:
        """A die, blank for 0."""
        radius = 4.6 if face > 1 else 5.6
        pips = "".join(
            f'<circle class="pip" cx="{coordinate(24 + 12.2 * x)}" cy="{coordinate(24 + 12.2 * y)}" r="{radius}"/>'
            for x, y in PIPS[face]
        )
        return drawing(
            classes, "0 0 48 48", f'<rect class="face" x="1.5" y="1.5" width="45" height="45" rx="10"/>{pips}'
        )

    @drawn_once
    def mark(self, face: int, matching: int = 0) -> Markup:
        """What a row asks for: a die's face, or so many equal dice."""
        if face:
            return self.die(face, "mark")
        half = 7.4 if matching == 5 else 9.6
        dice = "".join(small_die(x, y, half) for x, y in EQUAL_DICE[matching])
        return drawing("mark multi", "0 0 48 48", dice)

    # ---- investments ----

    @drawn_once
    def route(self, stops: str, state: str = "", name: str = "") -> Markup:
        """A line of stops in 84 by 38, below its name if given. States: `mine`, `taken`, `legal`, or open."""
        gap, drawn = 62.1 / max(1, len(stops) - 1), '<path class="rail" d="M11 27H73"/>'
        for i, stop in enumerate(stops):
            x = coordinate(11 + i * gap)
            drawn += f'<circle class="stop" cx="{x}" cy="27" r="8.6"/>'
            drawn += f'<text class="stopn" x="{x}" y="30.8">{escape(stop)}</text>'
        frame = '<rect class="wall" x="1" y="14.6" width="82" height="23" rx="11"/>' if state == "legal" else ""
        title = fitted("rname", 3, 10.4, name, 9, 58) if name else ""
        return drawing("route", "0 0 84 38", f"{frame}{title}{drawn}{self.written_on_route(state)}")

    def written_on_route(self, state: str) -> Markup:
        """A tick on one's own route, a cross over somebody else's."""
        if state == "taken":
            return self.pencilled("cross-r")
        return (
            self.pencilled("tick", "hand bold", "translate(64-1)scale(.9)") if state in ("mine", "legal") else NOTHING
        )

    @drawn_once
    def tank(self, inner: Markup = NOTHING) -> Markup:
        """Liquid Assets, a tumbler in 62 by 46; a number inside has its middle at 31, 27.5."""
        wave = (
            "M4.5 11C9 7.6 13 7.6 17.6 11C22.2 14.4 26.5 14.4 31 11C35.5 7.6 39.8 7.6 44.4 11C49 14.4 54 13.8 57.6 11"
        )
        glass = f'<path class="wall" d="M3 3L8 43.5H54L59 3Z"/><path class="wave" d="{wave}"/>'
        return drawing("tank", "0 0 62 46", f"{glass}{inner}")

    def liquid(self, number: int) -> Markup:
        """Liquid Assets with the number written in it; 0 is empty."""
        return self.tank(self.hand(number, 31, 27.5, 20, "liquid") if number else NOTHING)

    @drawn_once
    def index(self, ticked: bool = False) -> Markup:
        """An Index, a small chart in 38 by 46."""
        chart = (
            '<path class="wall" d="M3 6H35V43H3Z"/><path class="bars" d="M9 40V31M15.7 40V26M22.3 40V28.5M29 40V19"/>'
        )
        tick = self.pencilled("tick", "hand bold", "translate(9 6)scale(1.25)") if ticked else NOTHING
        return drawing("idx", "0 0 38 46", f"{chart}{tick}")

    @drawn_once
    def ticket(self, value: int, won: bool = False) -> Markup:
        """The Jackpot, a lotto ticket in 86 by 46."""
        slip = '<path class="wall" d="M3 3H83V17C76.4 17 76.4 29 83 29V43H3V29C9.6 29 9.6 17 3 17Z"/>'
        balls = "".join(f'<circle class="ball" cx="{coordinate(14 + i * 14.6)}" cy="15" r="6"/>' for i in range(5))
        prize = fitted("value", 43, 38, f"${value}", 6, 60)
        tick = self.pencilled("tick", "hand bold", "translate(64 21)scale(.95)") if won else NOTHING
        return drawing("jack", "0 0 86 46", f"{slip}{balls}{prize}{tick}")

    # ---- beside and above the sheet ----

    @drawn_once
    def pen(self, number: int, seed: str = "") -> Markup:
        """A pencilled number on its own, 22 high."""
        width = pen_width(number)
        return drawing("pen", f"0 0 {coordinate(width)} 22", self.hand(number, width / 2, 11, 18, seed))

    def mini(self, view: View, seat: int) -> Markup:
        """Somebody's sheet as small as a stamp: full, crossed out and open houses, businesses."""
        streets = tuple(
            (
                district(row),
                tuple(mine["numbers"]),
                tuple(business["owner"] == seat for business in row["businesses"]),
            )
            for row, mine in zip(view["rows"], view["players"][seat]["rows"], strict=True)
        )
        return self.stamp(streets)

    @drawn_once
    def stamp(self, streets: Sequence[tuple[str, Sequence[int], Sequence[bool]]]) -> Markup:
        """A sheet as small as a stamp: of each street its district, its numbers, and which businesses are owned."""
        shops, drawn = 7 * max(len(numbers) for _ink, numbers, _owned in streets), ""
        for y, (ink, numbers, owned) in enumerate(streets):
            for i, number in enumerate(numbers):
                state = "x" if number == LOST else "f" if number else "e"
                drawn += f'<rect class="m-{ink} {state}" x="{7 * i}.5" y="{5 * y}.5" width="5.6" height="3.6"/>'
            for i, mine in enumerate(owned):
                x, state = shops + 4.5 + 6 * i, "f" if mine else "e"
                drawn += f'<circle class="m-{ink} {state}" cx="{x}" cy="{5 * y + 2.3}" r="1.9"/>'
        return drawing("mini", f"0 0 {shops + 13} {5 * len(streets)}", drawn)

    @drawn_once
    def ticked(self) -> Markup:
        """A tick on its own."""
        return drawing("tick", "0 0 22 20", self.pencilled("tick", "hand bold"))

    @drawn_once
    def shop_sign(self) -> Markup:
        """A small shop: how many businesses."""
        return drawing("ic", "0 0 16 15", f'<use href="{self.at}shop-i"/>')

    @drawn_once
    def route_sign(self) -> Markup:
        """Two stops: how many routes."""
        return drawing("ic", "0 0 20 16", f'<use href="{self.at}route-i"/>')

    @drawn_once
    def arrow(self) -> Markup:
        """The direction in which numbers rise."""
        return drawing("arr", "0 0 22 8", '<path d="M1 4H20M16 1L20 4L16 7"/>')

    @drawn_once
    def turn(self) -> Markup:
        """Who is on turn."""
        return drawing("turn", "0 0 12 12", '<path d="M2 1L11 6L2 11Z"/>')


@cache
def pieces(sprite_url: str) -> Pieces:
    """The drawings that use the sprite at that address."""
    return Pieces(f"{sprite_url}#")


def notebook(view: View, names: Sequence[str]) -> str:
    """The whole table as one SVG picture that needs nothing else, for notebooks and documents."""
    from rolltop.games.roll_estate.notebook import picture

    return picture(view, names)
