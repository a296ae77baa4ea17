"""Letters on paper. Those of Western Europe come with ReportLab and look the same everywhere; a letter that its font
lacks is taken from a font of this machine, else written without its accent, else it is an empty box.
"""

import os
import struct
import unicodedata
from functools import cache
from itertools import groupby
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont

from rolltop.games.press.order import from_left

REGULAR, BOLD = "Vera.ttf", "VeraBd.ttf"
FOLDERS = (
    "/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts",
    "/System/Library/Fonts", "/Library/Fonts", "~/Library/Fonts", "%WINDIR%/Fonts",
)  # fmt: skip
LIKED = ("dejavusans.", "notosans-regular", "liberationsans-regular", "arial.", "arial unicode", "segoeui.", "notosans")
DISLIKED = ("bold", "black", "light", "thin", "italic", "oblique", "mono", "serif", "condensed")
MOST_TRIED = 80  #: fonts of this machine, so that a strange letter costs no more than seconds

Run = tuple[str, str]  #: the name of a font and what it writes


@cache
def letters(file: str) -> frozenset[int]:
    """The letters that a font can write, after getting it ready; none if ReportLab cannot use it."""
    try:
        font = TTFont(file, file)
    except (TTFError, OSError, ValueError, KeyError, IndexError, struct.error):  # broken, or of a kind it does not read
        return frozenset()
    pdfmetrics.registerFont(font)
    return frozenset(font.face.charToGlyph)


def has(file: str, letter: str) -> bool:
    """Has the font this letter?"""
    return ord(letter) in letters(file)


@cache
def font_files() -> tuple[str, ...]:
    """The fonts of this machine, plain ones of many letters first."""
    folders = (Path(os.path.expandvars(folder)).expanduser() for folder in FOLDERS)
    files = {file for folder in folders for ending in ("ttf", "ttc") for file in folder.rglob(f"*.{ending}")}
    return tuple(str(file) for file in sorted(files, key=liking))[:MOST_TRIED]


def liking(file: Path) -> tuple[bool, int, str]:
    """Sorts fonts, the liked ones first."""
    name = file.name.lower()
    place = next((place for place, start in enumerate(LIKED) if name.startswith(start)), len(LIKED))
    return any(word in name for word in DISLIKED), place, str(file)


@cache
def written(letter: str, bold: bool) -> Run:
    """How a letter is written."""
    own = BOLD if bold else REGULAR
    if has(own, letter):
        return own, letter
    for file in font_files():
        if has(file, letter):
            return with_weight(file, bold, letter), letter
    plain = unicodedata.normalize("NFKD", letter)[0]
    return own, plain if has(own, plain) else letter


def instead(letter: str) -> str | None:
    """What is written for a letter that no font has: a plain one, or nothing (an empty box). None if a font has it."""
    file, letter_or_plain = written(letter, False)
    if not has(file, letter_or_plain):
        return ""
    return None if letter_or_plain == letter else letter_or_plain


def with_weight(file: str, bold: bool, letter: str) -> str:
    """The bold font beside a plain one, if it is wanted and has the letter too."""
    path = Path(file)
    heavy = str(path.with_stem(path.stem.removesuffix("-Regular") + "-Bold"))
    return heavy if bold and has(heavy, letter) else file


def runs(text: str, bold: bool) -> list[Run]:
    """A text as pieces of one font each, from left to right."""
    found = [written(letter, bold) for letter in from_left(unicodedata.normalize("NFC", text))]
    return [(file, "".join(letter for _file, letter in piece)) for file, piece in groupby(found, lambda run: run[0])]


def width(text: str, size: float, bold: bool) -> float:
    """How wide a text is, in the unit of its size."""
    return sum(float(pdfmetrics.stringWidth(piece, file, size)) for file, piece in runs(text, bold))
