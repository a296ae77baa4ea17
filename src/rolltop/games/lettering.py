"""Lettering and small signs that all games share: strokes instead of fonts, so that they look the same everywhere.

Letters stand on a cap height of 24 units, digits on 20. A word has two layers of the same strokes: a broad one and a
thin one in the colour of the ground (`w-out` and `w-in` in site.css), which gives the engraved look.
"""

from collections.abc import Mapping

from markupsafe import Markup, escape

Glyphs = Mapping[str, tuple[str, float]]  #: the path of a character and its width

DIGITS: Glyphs = {
    "0": ("M9 2C13.2 2 15.8 5.9 15.8 12C15.8 18.1 13.2 22 9 22C4.8 22 2.2 18.1 2.2 12C2.2 5.9 4.8 2 9 2Z", 18),
    "1": ("M2 6.2L7.4 2.2V22M2.4 22H12.2", 13.6),
    "2": ("M2.4 7.6C2.4 4.2 5 2 8.3 2C11.8 2 14.2 4.1 14.2 7.2C14.2 9.8 12.8 11.6 10.2 13.9L2.4 21.9H15", 17),
    "3": ("M3 2H14L8 9.4C12.4 9.4 15 11.8 15 15.6C15 19.5 12 22 8.2 22C5 22 3 20.8 2 18.8", 17),
    "4": ("M11.5 22V2L2 16H16", 18),
    "5": (
        "M14 2H4.6L3.4 11.2C4.9 9.8 6.7 9.1 8.6 9.1C12.6 9.1 15.3 11.7 15.3 15.5C15.3 19.5 12.3 22 8.3 22"
        "C5.3 22 3.1 20.7 2 18.6",
        17.3,
    ),
    "6": ("M8.6 9.2A6.4 6.4 0 1 1 8.6 22A6.4 6.4 0 1 1 8.6 9.2ZM12 2L3.6 12", 17.2),
    "7": ("M2 2H15L6.6 22", 17),
    "8": (
        "M8.6 2A4.8 4.8 0 1 1 8.6 11.6A4.8 4.8 0 1 1 8.6 2ZM8.6 11.6A5.2 5.2 0 1 1 8.6 22A5.2 5.2 0 1 1 8.6 11.6Z",
        17.2,
    ),
    "9": ("M8.6 2A6.4 6.4 0 1 1 8.6 14.8A6.4 6.4 0 1 1 8.6 2ZM5.2 22L13.6 12", 17.2),
    "-": ("M1 13H9.5", 11.5),
    "R": ("M3 22V2H9.4C13.4 2 15.6 4.2 15.6 7.6C15.6 11 13.4 13.2 9.4 13.2H3M9.6 13.2L15.8 22", 18),
}
LETTERS: Glyphs = {
    "R": ("M3 24V3H10C14.4 3 17 5.4 17 9C17 12.6 14.4 15 10 15H3M10.6 15L17.4 24", 20),
    "E": ("M15 3H3V24H15M3 13.4H13", 17.5),
    "a": ("M16.6 10V24M2.2 17A7 7 0 1 1 16.2 17A7 7 0 1 1 2.2 17", 20),
    "ã": (
        "M16.6 10V24M2.2 17A7 7 0 1 1 16.2 17A7 7 0 1 1 2.2 17M4.6 5.4C6.2 2.8 8.2 3.2 9.6 4.2C11 5.2 13 5.4 14.4 3",
        20,
    ),
    "e": ("M2.2 17H15.9A7 7 0 1 0 13.8 22", 18.4),
    "i": ("M3 10.5V24M3 3.6V4", 6.6),
    "l": ("M3 2V24", 6.6),
    "m": (
        "M3 24V10M3 15.4C3 12 5 10 8 10C11 10 12.8 12 12.8 15V24M12.8 15C12.8 12 14.6 10 17.4 10"
        "C20.6 10 22.4 12 22.4 15V24",
        25.6,
    ),
    "o": ("M9 10A7 7 0 1 1 9 24A7 7 0 1 1 9 10Z", 18.6),
    "p": ("M3 10V31M3 17A7 7 0 1 1 17 17A7 7 0 1 1 3 17", 19.6),
    "s": (
        "M12.6 12.4C11.6 10.8 10 10 8 10C5 10 3.2 11.6 3.2 13.6C3.2 18.4 13 15.6 13 20.4C13 22.6 11 24 8 24"
        "C5.4 24 3.4 23 2.4 21.2",
        15.4,
    ),
    "t": ("M5 4V19.6C5 22.6 6.4 24 9.2 24M.8 10H9.6", 11.6),
    "!": ("M3 2V15.6M3 23.6V24", 6),
    " ": ("", 8),
}
SIGNS = {
    "back": "M15 4L7 12L15 20",
    "menu": "M4 7H20M4 12H20M4 17H20",
    "bot": "M5 9H19V19H5ZM12 9V5M9 13V14M15 13V14M2.5 13V15M21.5 13V15",
    "away": "M12 4A8 8 0 1 1 12 20A8 8 0 1 1 12 4ZM12 8V12L15 14",
}  #: small signs in a box of 24, drawn with one pen


def coordinate(x: float) -> str:
    """A coordinate as short as one decimal allows."""
    text = f"{x:.1f}".rstrip("0").rstrip(".").replace("0.", ".", 1) if abs(x) < 1 else f"{x:.1f}".removesuffix(".0")
    return "0" if text in ("", "-", "-0", "0.") else text


def strokes(
    text: str, glyphs: Glyphs, gap: float, x: float = 0, y: float = 0, attributes: str = ""
) -> tuple[str, float]:
    """The paths of a text from left to right, and where they end."""
    paths = []
    for char in text:
        path, width = glyphs[char]
        if path:
            paths.append(f'<path{attributes} transform="translate({coordinate(x)} {coordinate(y)})" d="{path}"/>')
        x += width + gap
    return "".join(paths), x - gap


def width_of(text: str, glyphs: Glyphs, gap: float) -> float:
    return sum(glyphs[char][1] for char in text) + gap * (len(text) - 1)


def name_or_hidden(label: str | None) -> Markup:
    """The attributes that give a drawing a name, or keep it from screen readers if it only decorates."""
    if label is None:
        return Markup('aria-hidden="true" focusable="false"')
    return Markup('role="img" aria-label="{}"').format(label)


def drawing(classes: str, box: str, body: str, label: str | None = None, attributes: str = "") -> Markup:
    """An `<svg>`; without a label it decorates."""
    return Markup(f'<svg class="{classes.strip()}" viewBox="{box}"{attributes} {name_or_hidden(label)}>{body}</svg>')


def word(text: str, classes: str = "", label: str | None = None, *, inline: bool = True, gap: float = 0.7) -> Markup:
    """A word in strokes; as plain text if it has letters that are not drawn yet. Without a label it decorates."""
    if not set(text) <= LETTERS.keys():
        hidden = "" if label else Markup(' aria-hidden="true"')
        return Markup('<span class="word-text {}"{}>{}</span>').format(classes, hidden, text)
    drawn, end = strokes(text, LETTERS, gap, 2.5, 3, ' pathLength="1"')
    return _two_layers(drawn, end + gap + 1, 38 if "p" in text else 31, classes, label, inline)


def number(n: int, classes: str = "", label: str | None = None) -> Markup:
    """A whole number in strokes."""
    drawn, end = strokes(str(n), DIGITS, 2.4, 1, 1)
    return _two_layers(drawn, end + 3.4, 26, classes, label, inline=True)


def _two_layers(drawn: str, width: float, height: int, classes: str, label: str | None, inline: bool) -> Markup:
    inner = f'<g class="w-in">{drawn}</g>' if inline else ""
    return Markup(
        f'<svg class="word {escape(classes)}" viewBox="0 0 {coordinate(width)} {height}" {name_or_hidden(label)}>'
        f'<g class="w-out">{drawn}</g>{inner}</svg>'
    )


def sign(name: str, label: str | None = None) -> Markup:
    """One of the small signs; without a label it decorates."""
    return Markup(
        f'<svg class="sign sign-{name}" viewBox="0 0 24 24" {name_or_hidden(label)}><path d="{SIGNS[name]}"/></svg>'
    )
