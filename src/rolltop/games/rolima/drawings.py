"""Everything of Rolimã that is drawn: the sprite (one SVG file with all woodcuts) and the pieces that boards put
together, in the manner of chapbooks: black ink on coloured stock, a colour a cart.

The sprite takes its inks from custom properties of the element that uses it: `--print`, `--stock`, `--kk` (what is
black), `--hp` (a hill card's stock), `--c-0` to `--c-4` (the carts').
"""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from math import cos, pi, sin
from typing import Any

from markupsafe import Markup, escape

from rolltop.games.rolima.woodcuts import BODIES, DIGITS, HILLS, SCENERY, SIGNS, SKINS

View = dict[str, Any]

CARTS = range(5)
INKS = {
    "k": 'fill="var(--kk)"',
    "p": 'fill="var(--stock)"',
    "hp": 'fill="var(--hp)"',
    "hpo": 'stroke="var(--hp)" stroke-width="3"',
    "sk": 'fill="none" stroke="var(--kk)" stroke-linecap="round" stroke-linejoin="round"',
    "sp": 'fill="none" stroke="var(--stock)" stroke-linecap="round"',
    "hps": 'fill="none" stroke="var(--hp)" stroke-linecap="round"',
    "sred": 'fill="none" stroke="var(--second)" stroke-linecap="round" stroke-linejoin="round"',
    "red": 'fill="var(--second)"',
    "num": 'color="var(--print)"',
    "sshirt": 'fill="none" stroke="#3f5f78" stroke-width="4.5" stroke-linecap="round" stroke-linejoin="round"',
    "shirt": 'fill="#f6efe0"',
    "metal": 'fill="#d5d8d3"',
    "wood": 'fill="#d9a566"',
    "brass": 'fill="#eebc4a"',
    "gumf": 'fill="var(--gumc)"',
    "bk": 'fill="#2b2924"',
    "bkb": 'fill="#d9c48f" stroke="#d9c48f"',
    "hpb": 'fill="var(--hp)" stroke="var(--hp)"',
    "ns": 'fill="none" stroke-width="1.5"',
    "dash": 'stroke-dasharray="5 8"',
    "w1": 'stroke-width="1.2"',
    "w2": 'stroke-width="2.2"',
    "w3": 'stroke-width="3"',
    "w4": 'stroke-width="4"',
    "w6": 'stroke-width="6"',
    "w8": 'stroke-width="9"',
    "w12": 'stroke-width="12"',
    "w18": 'stroke-width="18"',
    "o": 'stroke="var(--print)" stroke-width="3" stroke-linejoin="round"',
    "o1": 'stroke="var(--print)" stroke-width="1.6"',
    "o15": 'stroke="var(--print)" stroke-width="1.5" stroke-linejoin="round"',
    "o2": 'stroke="var(--print)" stroke-width="2.2" stroke-linejoin="round"',
    "o3": 'stroke="var(--print)" stroke-width="3" stroke-linejoin="round"',
    "o4": 'stroke="var(--print)" stroke-width="4" stroke-linejoin="round"',
}  #: what the classes of the woodcuts mean; styles of a page do not reach into a file it uses


def inked(svg: str, cart: int | None = None) -> str:
    """A woodcut with attributes in place of classes; `c` is the colour of a cart."""

    def attributes(found: re.Match[str]) -> str:
        words = found[1].split()
        if words == ["num", "red"]:
            return 'color="var(--second)"'
        return " ".join(f'fill="var(--c-{cart})"' if word == "c" else INKS[word] for word in words)

    return re.sub(r'class="([^"]*)"', attributes, svg)


# ---- the sprite ------------------------------------------------------------------------------------------------------


@cache
def sprite() -> str:
    """The SVG file of all parts, as served."""
    return f'<svg xmlns="http://www.w3.org/2000/svg">{parts()}</svg>'


def parts() -> str:
    """The symbols: digits `n0`, signs `s0`, carts `c0`, hill cards `h-hush`, and small things."""
    found = [
        symbol(f"n{number}", "0 0 36 56", f'<path d="{stroke}" fill="none" stroke="currentColor" stroke-width="9.5"/>')
        for number, stroke in enumerate(DIGITS)
    ]
    found += [symbol(f"s{cart}", "0 0 24 24", inked(SIGNS[cart])) for cart in CARTS]
    found += [symbol(f"c{cart}", "0 0 100 76", inked(cart_parts(cart), cart)) for cart in CARTS]
    found += [symbol(f"h-{key}", "0 0 160 96", hill_parts(key)) for key in HILLS]
    found += [symbol(name, box, inked(svg)) for name, (box, svg) in small_parts().items()]
    return "".join(found)


def symbol(name: str, box: str, content: str) -> str:
    return f'<symbol id="{name}" viewBox="{box}">{content}</symbol>'


def hill_parts(key: str) -> str:
    """A hill card's picture; carts in it are those of the sprite."""
    return inked(re.sub(r'href="#cart-(\d)"', r'href="#c\1"', HILLS[key][1]))


WHEELS = (20, 80)  #: where a cart has its wheels


def wheel() -> str:
    """A wheel: a ball bearing, whose balls show that it turns."""
    balls = "".join(
        f'<circle class="k" cx="{11 + 6.6 * cos(turn):.1f}" cy="{11 + 6.6 * sin(turn):.1f}" r="1.1"/>'
        for turn in (2 * pi / 5 * ball for ball in range(5))
    )
    return (
        f'<circle class="metal o" cx="11" cy="11" r="9.5"/>{balls}<circle class="k" cx="11" cy="11" r="4"/>'
        '<circle class="p" cx="11" cy="11" r="1.5"/>'
    )


def cart_parts(cart: int) -> str:
    """A cart with its driver, nose to the right; in the tub one sees no legs."""
    body, (x, y) = BODIES[cart]
    skin = SKINS[cart]
    driver = (
        '<path class="shirt o2" d="M36 44 40 22C41 18 50 18 53 23L58 42Z"/><path class="sk w6" d="M50 28 66 34"/>'
        f'<path d="M50 28 66 34" fill="none" stroke="{skin}" stroke-width="3.5" stroke-linecap="round"/>'
        f'<circle cx="49" cy="13" r="9.5" fill="{skin}" class="o2"/>'
        '<path class="c o2" d="M38.5 13C37 -2 58 -3 60 11L49 10.5C46 10.5 44 13 38.5 13Z"/>'
        '<path class="sk w2" d="M54 14.5h3.5"/>'
    )
    legs = '<path class="sk w8" d="M54 41 70 36 82 45"/><path class="sshirt" d="M54 41 70 36 82 45"/>'
    frame = '<path class="wood o2" d="M2 58H96V63.5H2Z"/>'
    frame += "".join(f'<use href="#wheel" x="{x - 11}" y="54" width="22" height="22"/>' for x in WHEELS)
    disc = (
        f'<circle class="p o2" cx="{x}" cy="{y}" r="13.5"/>'
        f'<use href="#s{cart}" x="{x - 9.5}" y="{y - 9.5}" width="19" height="19"/>'
    )
    rope = '<path class="sk w2" d="M66 34 84 46"/>'
    return driver + ("" if cart == len(CARTS) - 1 else legs) + rope + body + frame + disc


def bearing(x: float, y: float, r: float, ink: str) -> str:
    """A ball bearing: two rings and eight balls."""
    balls = "".join(
        f'<circle cx="{x + r * 0.71 * cos(turn):.1f}" cy="{y + r * 0.71 * sin(turn):.1f}" r="{r * 0.17:.1f}"/>'
        for turn in (pi / 4 * ball + 0.2 for ball in range(8))
    )
    rings = "".join(f'<circle class="ns" cx="{x}" cy="{y}" r="{radius:.1f}"/>' for radius in (r, r * 0.42))
    return f'<g class="{ink}">{rings}{balls}</g>'


def small_parts() -> dict[str, tuple[str, str]]:
    """A bubble of gum, the horn, the flag of the loudest, the backs of hill cards and cheer cards."""
    places = ((0, 0), (48, 0), (96, 0), (24, 24), (72, 24), (0, 48), (48, 48), (96, 48))
    ground = "".join(bearing(x, y, 11, "bkb") for x, y in places)
    tall = "".join(bearing(x, y, 11, "bkb") for x, y in ((16, 22), (64, 22), (40, 46), (16, 70), (64, 70)))
    return {
        "wheel": ("0 0 22 22", wheel()),
        "gum": (
            "0 0 20 20",
            '<circle class="gumf o1" cx="10" cy="10" r="8.6"/><path class="sp w2" d="M5.5 9.5C5.8 7 7.3 5.5 9.5 5.3"/>',
        ),
        "horn": (
            "0 0 40 28",
            '<path class="brass o2" d="M14 11 24 10 37 2V26L24 18 14 17Z"/><circle class="k" cx="8.5" cy="14" r="7"/>'
            '<path class="sp w2" d="M5 12.5C5.5 10.5 7 9.5 8.5 9.5"/>',
        ),
        "flag": ("0 0 24 24", '<path class="sk w2" d="M5 2V23"/><path class="k" d="M5 3H21L17 8 21 13H5Z"/>'),
        "back": ("0 0 96 48", f'<rect class="bk" width="96" height="48"/>{ground}'),
        "cover": ("0 0 80 92", f'<rect class="bk o2" x="1" y="1" width="78" height="90" rx="6"/>{tall}'),
    }


# ---- pieces ----------------------------------------------------------------------------------------------------------


class Pieces:
    """Drawings for a table, each an `<svg>` made of the sprite's parts; `at` is what comes before a part's name."""

    def __init__(self, at: str, names: Sequence[str]) -> None:
        self.at = at
        self.names = names

    def use(self, part: str, x: float, y: float, width: float, height: float, more: str = "") -> str:
        return f'<use href="{self.at}{part}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{more}/>'

    def svg(self, css: str, box: str, content: str, label: str = "") -> Markup:
        """A drawing; with a label it means something to who cannot see it."""
        role = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
        return Markup(f'<svg class="{css}" viewBox="{box}" {role}>{content}</svg>')

    def whole(self, part: str, css: str, width: int, height: int, label: str = "") -> Markup:
        """One part of the sprite alone."""
        return self.svg(css, f"0 0 {width} {height}", self.use(part, 0, 0, width, height), label)

    def digits(self, number: int, x: float, y: float, height: float) -> str:
        """A number in woodcut digits; two of them stand closer."""
        width = height * 36 / 56
        text = str(number)
        if len(text) > 1:
            width, height = width * 0.7, height * 0.7
            y += height * 0.2
        return "".join(
            self.use(f"n{digit}", x + place * width, y, width, height, ' class="num"')
            for place, digit in enumerate(text)
        )

    def bubbles(self, n: int, x: float, y: float, dx: float, dy: float, size: float) -> str:
        """So much gum."""
        return "".join(self.use("gum", x + i * dx, y + i * dy, size, size) for i in range(n))

    # what lies on the table

    def sign(self, cart: int, label: str = "") -> Markup:
        """A cart's sign on its colour."""
        drawn = self.whole(f"s{cart}", "", 24, 24, label)
        return Markup(f'<span class="chip k{cart}">{drawn}</span>')

    def cart(self, cart: int, label: str = "") -> Markup:
        """A cart, with wheels that can turn on top of its own."""
        wheels = "".join(self.use("wheel", x - 11, 54, 22, 22, ' class="wheel"') for x in WHEELS)
        return self.svg("cartd", "0 0 100 76", self.use(f"c{cart}", 0, 0, 100, 76) + wheels, label)

    def horn(self, label: str) -> Markup:
        return self.whole("horn", "hornd", 40, 28, label)

    def flag(self) -> Markup:
        return self.whole("flag", "lf", 24, 24)

    def gum(self) -> Markup:
        return self.whole("gum", "gi", 20, 20)

    def back(self) -> Markup:
        """The back of a hill card."""
        drawn = self.use("back", 0, 0, 96, 48)
        return Markup(f'<svg viewBox="0 0 96 48" preserveAspectRatio="xMidYMid slice" aria-hidden="true">{drawn}</svg>')

    def cover(self, css: str = "card") -> Markup:
        """The back of a cheer card."""
        return self.whole("cover", css, 80, 92)

    def hill(self, key: str) -> Markup:
        return self.whole(f"h-{key}", "hart", 160, 96)

    def card(self, card: View) -> Markup:
        """A cheer card, upright."""
        cart, sheet = card["cart"], '<rect class="c o2" x="1" y="1" width="78" height="90" rx="6"/>'
        line = '<rect class="keyl" x="4.5" y="4.5" width="71" height="83" rx="3.5"/>'
        if card["zero_ten"]:
            sheet += '<path class="p" d="M4.5 87.5V54L51 44V87.5Z"/>'
            line += '<path class="sk w2" d="M4.5 54 51 44V87.5"/>'
            numeral = self.use("n1", 6, 9, 24.4, 38, ' class="num"') + self.use("n0", 25, 9, 24.4, 38, ' class="num"')
            numeral += self.use("n0", 17, 56, 18, 28, ' class="num"')
        else:
            numeral = self.digits(card["number"], 8, 10, 58)
            numeral += f'<text class="cname" x="9" y="82">{escape(self.names[cart])}</text>'
        disc = '<circle class="p o2" cx="62" cy="20" r="11.5"/>' + self.use(f"s{cart}", 54, 12, 16, 16)
        n = min(card["gum"], 3)
        gum = self.bubbles(n, 54.5, 37, 0, 16.5, 14.5)
        if card["gum"] > n:
            gum = self.bubbles(1, 54.5, 37, 0, 0, 14.5) + f'<text class="lots" x="62" y="68">×{card["gum"]}</text>'
        return self.svg(f"card k{cart}", "0 0 80 92", sheet + line + numeral + disc + gum)

    def mini(self, card: View) -> Markup:
        """A cheer card, small and broad."""
        cart, sheet = card["cart"], '<rect class="c o2" x="1" y="1" width="64" height="44" rx="5"/>'
        if card["zero_ten"]:
            numeral = '<text class="zt" x="4" y="27">0/10</text>'
        else:
            numeral = self.digits(card["number"], 6, 8, 30)
        disc = '<circle class="p o15" cx="49" cy="15" r="10"/>' + self.use(f"s{cart}", 42, 8, 14, 14)
        n = card["gum"]
        gum = self.bubbles(n, 29, 29.5, 11, 0, 10)
        if n > 3:
            gum = self.bubbles(1, 29, 29.5, 0, 0, 10) + f'<text class="lots" x="51" y="39">×{n}</text>'
        return self.svg(f"mini k{cart}", "0 0 66 46", sheet + numeral + disc + gum)

    def gum_card(self, cart: int) -> Markup:
        """A bubble-gum card."""
        drawn = (
            '<rect class="p o2" x="1" y="1" width="78" height="90" rx="6"/>'
            '<rect class="c o15" x="4.5" y="66" width="71" height="21.5" rx="3"/>'
            '<circle class="gumf o3" cx="40" cy="35" r="27"/><path class="sp w4" d="M21 33C22 23 29 17 38 16"/>'
        )
        drawn += self.use(f"s{cart}", 26, 22, 28, 28)
        drawn += f'<text class="cname" x="40" y="81" text-anchor="middle">{escape(self.names[cart])}</text>'
        return self.svg(f"card k{cart}", "0 0 80 92", drawn)

    def podium(self, carts: Sequence[View], label: str) -> Markup:
        """The first three carts on their steps, with bunting."""
        return self.svg("pod", "0 -2 364 198", podium_ground() + "".join(self.steps(carts)), label)

    def steps(self, carts: Sequence[View]) -> list[str]:
        """The steps from the lowest to the highest."""
        places = ((126, 82), (14, 106), (238, 124))
        return [self.step(cart["cart"], x, y, cart["factor"]) for cart, (x, y) in zip(carts[:3], places, strict=True)][
            ::-1
        ]

    def step(self, cart: int, x: int, y: int, factor: int) -> str:
        """One step: its factor, the cart's name, the cart on it."""
        middle = x + 56
        cross = f"M{middle - 21} {y + 14} {middle - 10} {y + 25}M{middle - 10} {y + 14} {middle - 21} {y + 25}"
        return (
            f'<g class="step k{cart}"><rect class="c o2" x="{x}" y="{y}" width="112" height="{178 - y}"/>'
            f'<path class="sk w4" d="{cross}"/>{self.digits(factor, middle - 2, y + 6, 27)}'
            f'<text class="pname" x="{middle}" y="171" text-anchor="middle">{escape(self.names[cart])}</text>'
            f"{self.use(f'c{cart}', middle - 48, y - 72, 96, 73)}</g>"
        )


@lru_cache(16)
def pieces_of(sprite_url: str, names: tuple[str, ...]) -> Pieces:
    return Pieces(f"{sprite_url}#", names)


def pieces(sprite_url: str, view: View | None = None) -> Pieces:
    """The drawings of a table."""
    return pieces_of(sprite_url, tuple(view["cart_names"]) if view is not None else ("",) * len(CARTS))


# ---- what needs no sprite --------------------------------------------------------------------------------------------


@cache
def road() -> Markup:
    """The chevrons and dashes on the asphalt."""
    marks = "".join(f"M{x} 7.5h12" if i % 3 else f"M{x + 3} 4l5 3.5-5 3.5" for i, x in enumerate(range(8, 600, 26)))
    return Markup(
        '<svg class="road" viewBox="0 0 600 15" preserveAspectRatio="xMinYMid slice" aria-hidden="true">'
        f'<path d="{marks}"/></svg>'
    )


@cache
def scenery(section: int) -> Markup:
    """A skyline behind a section's road."""
    return Markup(
        '<svg class="scen" viewBox="0 0 300 60" preserveAspectRatio="xMinYMax meet" aria-hidden="true">'
        f'<path d="{SCENERY[section % len(SCENERY)]}"/></svg>'
    )


@cache
def bunting() -> Markup:
    """The flags at the start."""
    flags = "".join(
        f'<path class="k{cart} c o15" d="M{4 + cart * 19} {7 + drop} h16 l-2 18 -6 -6 -6 6Z"/>'
        for cart, drop in zip(CARTS, (0, 3, 4, 3, 0), strict=True)
    )
    return Markup(f'<svg viewBox="0 0 100 32" aria-hidden="true"><path class="si" d="M0 5Q50 16 100 5"/>{flags}</svg>')


@cache
def podium_ground() -> str:
    """The bunting over the podium and the chequers under it."""
    flags = ""
    for place in range(15):
        at = (place + 0.5) / 15
        x, y = 364 * at, 2 + 44 * at * (1 - at)
        flags += f'<path class="k{place % 5} c o15" d="M{x - 7:.1f} {y:.1f}h14l-2 16-5-5-5 5Z"/>'
    chequers = "".join(
        f'<rect class="si0" x="{place * 13}" y="{178 + 8 * (place % 2)}" width="13" height="8"/>' for place in range(28)
    )
    return f'<path class="si" d="M0 2Q182 24 364 2"/>{flags}<path class="si" d="M0 178H364"/>{chequers}'


def notebook(view: View, names: Sequence[str]) -> str:
    """The whole table as one SVG picture that needs nothing else, for notebooks and documents."""
    from rolltop.games.rolima.notebook import picture

    return picture(view, names)
