"""Everything of Rollie that is drawn: the sprite (one SVG file with all parts) and the pieces that boards put together.

The sprite's parts take their colours from custom properties of the element that uses them: `--sheet --edge --frame
--lines --num --inline --seal --ring --sym` for a bill, set in board.css by lane and side. A bill has a Bet side (ink on
pale paper: can be lost) and a Wallet side (solid colour: safe).
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from math import cos, pi, sin, tau
from random import Random

from markupsafe import Markup

from rolltop.games.lettering import DIGITS, coordinate, drawing, strokes, width_of
from rolltop.games.rollie.rules import MAX_TOKENS, N_VALUES, R
from rolltop.games.rollie.view import View

PRINTED = ("-5", "0", "2", "5", "10")  #: the values printed in the sprite; other editions' numerals are drawn on blanks
BET, WALLET = "bet-side", "wallet-side"
LANES = range(N_VALUES)
VOID = Markup('<span class="void"></span>')  #: where a stack is missing
Points = Sequence[tuple[float, float]]

# ---- guilloche: the fine lines of a bill -----------------------------------------------------------------------------


def curve(points: Points, *, closed: bool) -> str:
    """A smooth path through points (Catmull-Rom), in relative coordinates, which are shorter and compress better."""
    last = len(points) - 1

    def at(i: int) -> tuple[float, float]:
        return points[i % (last + 1)] if closed else points[max(0, min(last, i))]

    pen_x, pen_y = round(points[0][0], 1), round(points[0][1], 1)
    path = f"M{pair(pen_x, pen_y)}"
    for i in range(last + closed):
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = at(i - 1), at(i), at(i + 1), at(i + 2)
        control = x1 + (x2 - x0) / 6, y1 + (y2 - y0) / 6, x2 - (x3 - x1) / 6, y2 - (y3 - y1) / 6
        end_x, end_y = round(x2, 1), round(y2, 1)
        steps = (control[0] - pen_x, control[1] - pen_y), (control[2] - pen_x, control[3] - pen_y)
        path += "c" + joined(pair(*step) for step in (*steps, (end_x - pen_x, end_y - pen_y)))
        pen_x, pen_y = end_x, end_y
    return path + ("z" if closed else "")


def pair(x: float, y: float) -> str:
    return joined((coordinate(x), coordinate(y)))


def joined(numbers: Iterable[str]) -> str:
    """Numbers of a path with a space only where it is needed."""
    return " ".join(numbers).replace(" -", "-")


def rosette(radius: float, depth: float, lobes: int, phase: float, turn: float = 0) -> str:
    """A closed wave around the seal of a bill."""
    n = max(14, lobes * 5)
    points = []
    for i in range(n):
        t = tau * i / n
        r = radius * (1 + depth * cos(lobes * t + phase))
        points.append((30 + r * cos(t + turn), 62 + r * sin(t + turn)))
    return curve(points, closed=True)


def wave(y: float, height: float, waves: float, slope: float = 0) -> str:
    """A wave across the bill."""
    return curve([(x, y + slope * x + height * sin(x / 56 * tau * waves)) for x in range(2, 60, 7)], closed=False)


def rings(y: int, first: int, gap: int) -> str:
    return "".join(f"M{30 - r} {y}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0-{2 * r} 0" for r in range(first, 60, gap))


def sinking_chevrons() -> str:
    lines = (f"M2 {y}c10 3 20 8 28 15c8-7 18-12 28-15" for y in range(-10, 92, 5))
    return "".join(lines) + "".join(rosette(17.5, 0.2, 3, i * tau / 6, -pi / 6) for i in range(6))


def moire() -> str:
    return rings(62, 6, 4) + rings(24, 5, 5)


def crossed_waves() -> str:
    lines = (wave(8 * row, side * 4.2, 1.5) for row in range(-1, 12) for side in (1, -1))
    return "".join(lines) + "".join(rosette(16.5, 0.26, 2, i * tau / 6) for i in range(6))


def slanted_waves() -> str:
    lines = (wave(5 * row, 2.2, 2, 0.75) for row in range(-9, 17))
    return "".join(lines) + "".join(rosette(17, 0.22, 5, i * tau / 5, -pi / 2) for i in range(5))


def sunburst() -> str:
    rays = ""
    for i in range(40):
        x, y = cos(tau * i / 40), sin(tau * i / 40)
        rays += f"M{pair(30 + 13 * x, 62 + 13 * y)}l{pair(62 * x, 62 * y)}"
    return rays + "".join(rosette(17.5, 0.17, 10, i * tau / 4) for i in range(4))


def star_shape(points: int, outer: float, inner: float) -> str:
    """A path that goes out and in around the origin."""
    corners = []
    for i in range(2 * points):
        radius, t = (outer, inner)[i % 2], pi * i / points - pi / 2
        corners.append(pair(radius * cos(t), radius * sin(t)))
    return "M" + "L".join(corners) + "Z"


PATTERNS: tuple[Callable[[], str], ...] = (sinking_chevrons, moire, crossed_waves, slanted_waves, sunburst)
SYMBOLS = (
    "M-6-4.6H6L0 5.8Z",  # a triangle pointing down
    "M0-6A6 6 0 1 1 0 6 6 6 0 1 1 0-6ZM0-2.6A2.6 2.6 0 1 0 0 2.6 2.6 2.6 0 1 0 0-2.6Z",  # a ring
    "M-3.4-5.6L-.3 0-3.4 5.6-6.5 0ZM3.4-5.6L6.5 0 3.4 5.6.3 0Z",  # two lozenges
    star_shape(5, 6.6, 2.9),
    "M-6.2 4.8V-4.2L-2.9.2 0-5.4 2.9.2 6.2-4.2V4.8Z",  # a crown
)
DIE_INKS = ("#7a2459", "#3d474f", "#1b6040", "#1c4c91", "#7a4d00")  #: on cream, which stays cream in the dark
BLACK = "#1d1b16"

# ---- the sprite ------------------------------------------------------------------------------------------------------


@cache
def sprite() -> str:
    """The SVG file of all parts, as served."""
    return f'<svg xmlns="http://www.w3.org/2000/svg">{parts()}</svg>'


def parts() -> str:
    """The definitions and symbols of the sprite.

    Symbols spell their shapes out, but for the long paths: a browser copies all that is used for each use.
    """
    defs = '<clipPath id="clip"><rect x="3.6" y="3.6" width="52.8" height="82.8" rx="2.4"/></clipPath>'
    defs += f'<path id="disc" d="{star_shape(14, 19, 17.2)}"/>'
    symbols = ""
    for lane in LANES:
        symbols += bill_symbols(lane) + mini_symbols(lane) + die_symbols(lane)
        symbols += f'<symbol id="i{lane}" viewBox="-7-7 14 14">{seal(lane, "var(--sym)")}</symbol>'
    return f"<defs>{defs}</defs>" + symbols + die_of_r() + token_symbols() + cup_symbol()


def centred(text: str, *, bare: bool = False) -> str:
    """A numeral's strokes around the origin; bare ones leave the minus sign out."""
    x = -width_of(text, DIGITS, 2) / 2
    if bare and text.startswith("-"):
        x, text = x + DIGITS["-"][1] + 2, text[1:]
    return strokes(text, DIGITS, 2, x, -12)[0]


def seal(lane: int, ink: str, transform: str = "") -> str:
    """The symbol of a value."""
    placed = f' transform="{transform}"' if transform else ""
    return f'<path fill="{ink}"{placed} d="{SYMBOLS[lane]}"/>'


def fit(text: str, largest: float, width: float) -> str:
    """The scale at which a numeral is no larger and no wider than that."""
    return f"{min(largest, width / width_of(text, DIGITS, 2)):.2f}"


def bill_symbols(lane: int) -> str:
    """A bill without numeral (`blank`) and with it (`b`)."""
    blank = (
        '<rect x=".8" y=".8" width="58.4" height="88.4" rx="4.5" fill="var(--sheet)" stroke="var(--edge)" '
        'stroke-width="1.3"/>'
        f'<path clip-path="url(#clip)" fill="none" stroke="var(--lines)" stroke-width=".55" d="{PATTERNS[lane]()}"/>'
        '<rect x="3.6" y="3.6" width="52.8" height="82.8" rx="2.4" fill="none" stroke="var(--frame)" '
        'stroke-width=".7"/>'
        '<circle cx="30" cy="62" r="11" fill="var(--seal)" stroke="var(--ring)" stroke-width=".8"/>'
        + seal(lane, "var(--sym)", "translate(30 62)scale(1.12)")
    )
    numeral = f'<g transform="translate(30 25)scale({fit(PRINTED[lane], 1.24, 42)})">{engraved(PRINTED[lane])}</g>'
    return (
        f'<symbol id="blank{lane}" viewBox="0 0 60 90"><g id="paper{lane}">{blank}</g></symbol>'
        f'<symbol id="b{lane}" viewBox="0 0 60 90"><use href="#paper{lane}"/>{numeral}</symbol>'
    )


def engraved(text: str) -> str:
    """A numeral in three layers: a halo that frees it from the lines, the ink, a thin line of paper inside."""
    return (
        '<g fill="none" stroke-linejoin="round">'
        f'<g stroke="var(--sheet)" stroke-width="9">{centred(text)}</g>'
        f'<g stroke="var(--num)" stroke-width="4.8">{centred(text)}</g>'
        f'<g stroke="var(--inline)" stroke-width=".95">{centred(text, bare=True)}</g></g>'
    )


def figures(text: str, ink: str, width: str, place: str, largest: float, widest: float) -> str:
    """A numeral in one layer."""
    return (
        f'<g fill="none" stroke="{ink}" stroke-width="{width}" stroke-linejoin="round" '
        f'transform="{place}scale({fit(text, largest, widest)})">{centred(text)}</g>'
    )


def mini_symbols(lane: int) -> str:
    """A small bill, without lines: blank (`small`) and with its numeral (`m`)."""
    slip = (
        '<rect x=".7" y=".7" width="22.6" height="32.6" rx="2.6" fill="var(--sheet)" stroke="var(--edge)" '
        'stroke-width="1.3"/>' + seal(lane, "var(--num)", "translate(12 26)scale(.66)")
    )
    return (
        f'<symbol id="small{lane}" viewBox="0 0 24 34">{slip}</symbol>'
        f'<symbol id="m{lane}" viewBox="0 0 24 34">{slip}{mini_figures(PRINTED[lane])}</symbol>'
    )


def mini_figures(text: str) -> str:
    return figures(text, "var(--num)", "4.9", "translate(12 11.6)", 0.68, 20)


def die_body() -> str:
    return (
        f'<g stroke="{BLACK}" stroke-width="2.2">'
        '<rect x="1.5" y="5.5" width="61" height="61" rx="13" fill="var(--die-side)"/>'
        '<rect x="1.5" y="1.5" width="61" height="60" rx="13" fill="var(--die-face)"/></g>'
    )


def die_symbols(lane: int) -> str:
    """A die showing a value: blank (`face`) and with its numeral (`d`)."""
    cube = die_body() + seal(lane, DIE_INKS[lane], "translate(32 52)scale(.72)")
    return (
        f'<symbol id="face{lane}" viewBox="0 0 64 68">{cube}</symbol>'
        f'<symbol id="d{lane}" viewBox="0 0 64 68">{cube}{die_figures(PRINTED[lane], lane)}</symbol>'
    )


def die_figures(text: str, lane: int) -> str:
    return figures(text, DIE_INKS[lane], "4.8", "translate(32 27)", 1.45, 44)


def die_of_r() -> str:
    """The R carries all five symbols."""
    symbols = "".join(seal(lane, DIE_INKS[lane], f"translate({10 + 11 * lane} 51)scale(.62)") for lane in LANES)
    letter = figures("R", BLACK, "4.8", "translate(33 25)", 1.4, 44)
    return f'<symbol id="d{R}" viewBox="0 0 64 68">{die_body()}{letter}{symbols}</symbol>'


def token_symbols() -> str:
    """Start tokens: `t1` to `t12`, the same small (`u`), and face down (`t0`)."""
    disc = '<use href="#disc" fill="var(--ink)"/>'
    ring = '<circle r="13.6" fill="none" stroke="var(--paper)" stroke-width="1.2"/>'
    hatch = "M-9-9L9 9M-12-3L3 12M-3-12L12 3M9-9L-9 9M12-3L-3 12M3-12L-12 3"
    back = f'<path stroke="var(--paper)" stroke-width="1.4" opacity=".55" d="{hatch}"/>'
    found = f'<symbol id="t0" viewBox="-20-20 40 40">{disc}{ring}{back}</symbol>'
    for token in range(1, MAX_TOKENS + 1):
        for name, inside, largest, width in (("t", ring, 0.66, 20), ("u", "", 0.86, 25)):
            number = figures(str(token), "var(--paper)", "4.6", "", largest, width)
            found += f'<symbol id="{name}{token}" viewBox="-20-20 40 40">{disc}{inside}{number}</symbol>'
    return found


def cup_symbol() -> str:
    """The dice cup: who has it rolls."""
    return (
        '<symbol id="cup" viewBox="0 0 24 24"><path fill="var(--ink)" d="M4.2 5.2L6 21.2H18L19.8 5.2Z"/>'
        '<path fill="none" stroke="var(--ink)" stroke-width="3.2" d="M3 5.2H21M5.2 13H18.8"/></symbol>'
    )


# ---- pieces: what boards are put together from -----------------------------------------------------------------------


drawn_once = lru_cache(10_000, typed=True)  # typed: a label may be marked-up text


class Pieces:
    """Drawings for a table: each method gives an `<svg>` made of the sprite's parts; `at` is what comes before a part's
    id in its address."""

    MOST_DRAWN = 12  #: bills of a stack that are drawn; the number beside it counts them all

    def __init__(self, at: str, values: Sequence[int]) -> None:
        self.at = at
        self.values = [str(value) for value in values]

    # ---- parts inside an <svg> ----

    def use(self, part: str, width: int, height: int, attributes: str = "") -> str:
        return f'<use href="{self.at}{part}" width="{width}" height="{height}"{attributes}/>'

    def printed(self, lane: int) -> bool:
        return self.values[lane] == PRINTED[lane]

    def bill_part(self, lane: int, attributes: str = "") -> str:
        if self.printed(lane):
            return self.use(f"b{lane}", 60, 90, attributes)
        numeral = f'<g transform="translate(30 25)scale({fit(self.values[lane], 1.24, 42)})">'
        numeral += engraved(self.values[lane]) + "</g>"
        return f"<g{attributes}>{self.use(f'blank{lane}', 60, 90)}{numeral}</g>"

    def mini_part(self, lane: int, attributes: str = "") -> str:
        if self.printed(lane):
            return self.use(f"m{lane}", 24, 34, attributes)
        return f"<g{attributes}>{self.use(f'small{lane}', 24, 34)}{mini_figures(self.values[lane])}</g>"

    # ---- bills ----

    @drawn_once
    def bill(self, lane: int, side: str = BET, classes: str = "", label: str | None = None) -> Markup:
        return drawing(f"bill lane-{lane} {side} {classes}", "0 0 60 90", self.bill_part(lane), label)

    @drawn_once
    def stack(self, lane: int, count: int, side: str, key: str = "", new: int = 0) -> Markup:
        """Bills on one another, each lower one showing its upper edge; the last `new` of them have just come."""
        step = min(9, (12 if side == BET else 27) / max(1, count - 1))
        bills = stacked(count, self.MOST_DRAWN, step, key, new, lambda attributes: self.bill_part(lane, attributes))
        return drawing(f"stack lane-{lane} {side}", "0-27 60 117", bills)

    @drawn_once
    def mini_stack(self, lane: int, count: int, side: str, key: str = "", new: int = 0) -> Markup:
        bills = stacked(count, 4, 3, key, new, lambda attributes: self.mini_part(lane, attributes))
        return drawing(f"mini lane-{lane} {side}", "0-9 24 43", bills)

    @drawn_once
    def pile(self, lane: int, left: int, full: int) -> Markup:
        """A pile of the Bank, as high as it is full."""
        if not left:
            return self.no_bill("pile", "0 0 60 106")
        edges = round(9 * (left - 1) / full)
        under = "".join(
            f'<rect class="edge" x=".8" y="{coordinate(0.8 + 1.5 * i)}" width="58.4" height="88.4" rx="4.5"/>'
            for i in range(edges, 0, -1)
        )
        return drawing(f"pile lane-{lane} {BET}", "0 0 60 106", under + self.bill_part(lane))

    @drawn_once
    def no_bill(self, classes: str, box: str = "0 0 60 90") -> Markup:
        """The place of a bill that is not there."""
        return drawing(classes, box, '<rect class="gone" x="1.5" y="1.5" width="57" height="87" rx="4.5"/>')

    @drawn_once
    def race(self, lane: int, count: int) -> Markup:
        """Wallet bills of a colour side by side, for the result."""
        step = min(15.0, 106 / max(1, count - 1))
        bills = "".join(self.mini_part(lane, f' transform="translate({coordinate(i * step)} 0)"') for i in range(count))
        return drawing(f"run lane-{lane} {WALLET}", "0 0 130 34", bills or '<path class="zero" d="M2 17H14"/>')

    def fan(self, bet: Sequence[int]) -> Markup:
        """A Bet that stays: its bills in a straight row."""
        lanes = in_a_row(bet)
        step = min(34.0, 176 / max(1, len(lanes) - 1))
        bills = "".join(
            f'<g class="lane-{lane} {BET}" transform="translate({pair(4 + i * step, 4)})">{self.bill_part(lane)}</g>'
            for i, lane in enumerate(lanes)
        )
        return drawing("heap", "0-16 240 136", bills)

    def heap(self, bet: Sequence[int], guilty: int | None, seed: int) -> Markup:
        """A Bet that crashes: its bills swept aside; if one value is guilty, it is on top and the others pale."""
        lanes, luck = in_a_row(bet), Random(seed)
        step = min(38.0, 160 / max(1, len(lanes) - 1))
        layers = {False: "", True: ""}
        for i, lane in enumerate(lanes):
            x, y, turn = 24 + i * step + luck.uniform(-4, 4), 14 + luck.uniform(-6, 10), luck.uniform(-28, 28)
            hit = guilty in (None, lane)
            kind = "hit" if hit else "swept"
            paper = "" if hit else '<rect class="back" width="60" height="90" rx="4.5"/>'
            layers[hit] += (
                f'<g class="lane-{lane} {BET} {kind}" transform="translate({pair(x, y)})'
                f'rotate({coordinate(turn)} 30 45)">{paper}<g>{self.bill_part(lane)}</g></g>'
            )
        return drawing("heap", "0-16 240 136", layers[False] + layers[True])

    # ---- what a seat has, a lane each ----

    def bets(self, bet: Sequence[int], seat: int, came: int | None, *, big: bool = False) -> Markup:
        """The lanes of a Bet; the last bill of the lane `came` has just come."""
        return self._bets(tuple(bet), seat, came, big)

    @drawn_once
    def _bets(self, bet: tuple[int, ...], seat: int, came: int | None, big: bool) -> Markup:
        draw, sign = (self.stack, "×") if big else (self.mini_stack, "")
        lanes = Markup("")
        for lane, count in enumerate(bet):
            number = counted(f"{sign}{count}") if count > 1 else ""
            stack = draw(lane, count, BET, f"b-{seat}-{lane}", int(lane == came)) + number if count else VOID
            lanes += Markup(f'<li class="lane-{lane}">{stack}</li>')
        return lanes

    def wallets(self, wallet: Sequence[int], seat: int, *, big: bool = False) -> Markup:
        """The lanes of a Wallet."""
        return self._wallets(tuple(wallet), seat, big)

    @drawn_once
    def _wallets(self, wallet: tuple[int, ...], seat: int, big: bool) -> Markup:
        draw, nothing = (self.stack, VOID) if big else (self.mini_stack, "")
        lanes = Markup("")
        for lane, count in enumerate(wallet):
            stack = draw(lane, count, WALLET, f"w-{seat}-{lane}") + counted(str(count)) if count else nothing
            lanes += Markup(f'<li class="lane-{lane}">{stack}</li>' if big else f"<li>{stack}</li>")
        return lanes

    # ---- dice, tokens, signs ----

    @drawn_once
    def die(self, face: int, key: str = "", classes: str = "", label: str | None = None) -> Markup:
        drawn = self.use(f"d{face}", 64, 68)
        if face != R and not self.printed(face):
            drawn = self.use(f"face{face}", 64, 68) + die_figures(self.values[face], face)
        return drawing(f"dice {classes}", "0 0 64 68", drawn, label, f' id="{key}"' if key else "")

    @drawn_once
    def token(self, token: int, label: str | None = None, *, small: bool = False) -> Markup:
        """A Start token; 0 is one face down."""
        part = self.use(f"{'u' if small else 't'}{token}", 40, 40, ' x="-20" y="-20"')
        return drawing("start s" if small else "start", "-20-20 40 40", part, label)

    @drawn_once
    def cup(self, label: str | None = None) -> Markup:
        return drawing("cup", "0 0 24 24", self.use("cup", 24, 24), label)

    @drawn_once
    def symbol(self, lane: int, classes: str, label: str | None = None) -> Markup:
        """The symbol of a value on its own."""
        return drawing(classes, "-7.5-7 15 13.4", self.use(f"i{lane}", 14, 14, ' x="-7" y="-7"'), label)


def pieces(sprite_url: str, view: View) -> Pieces:
    """The drawings for one view of a table."""
    return pieces_of(sprite_url, tuple(view["values"]))


@cache
def pieces_of(sprite_url: str, values: Sequence[int]) -> Pieces:
    return Pieces(f"{sprite_url}#", values)


def counted(count: str) -> Markup:
    """The number beside a stack."""
    return Markup(f'<span class="x">{count}</span>')


def stacked(count: int, most: int, step: float, key: str, new: int, part: Callable[[str], str]) -> str:
    """The visible bills of a stack from the lowest up; each has an id that stays with it."""
    bills = ""
    for i in range(max(0, count - most), count):
        arrival = ' class="new"' if i >= count - new else ""
        lift = step * (count - 1 - i)
        name = f' id="{key}-{i}"' if key else ""
        bills += part(f'{name}{arrival} transform="translate(0 {coordinate(-lift)})"')
    return bills


def in_a_row(bet: Sequence[int]) -> list[int]:
    return [lane for lane in LANES for _ in range(bet[lane])]


def notebook(view: View, names: Sequence[str]) -> str:
    """The whole table as one SVG picture that needs nothing else, for notebooks and documents."""
    from rolltop.games.rollie.notebook import picture

    return picture(view, names)
