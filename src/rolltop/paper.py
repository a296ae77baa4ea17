"""Sheets to print: how large they are, on which paper and in which ink, and what a PDF of them has on its pages."""

import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from unicodedata import normalize

import numpy as np
from reportlab.pdfgen.canvas import Canvas

from rolltop.games import shelf
from rolltop.games.contract import SPECTATOR
from rolltop.games.editions import Edition
from rolltop.games.errors import BadOption, RolltopError
from rolltop.games.press import fonts
from rolltop.games.press.page import Page
from rolltop.games.shelf import Kind
from rolltop.games.words import _, current_language
from rolltop.play.game import Game

SIZES = ("deluxe", "economy")  #: a page each; two to a page laid across, to be cut apart
PAPERS = {"letter": (612.0, 792.0), "a4": (595.28, 841.89)}  #: width and height in points (1/72 inch)
INKS = ("colour", "black")
MARGINS = {"deluxe": 30.0, "economy": 24.0}  #: in points; printers need some 18

SCISSORS = (
    '<svg viewBox="0 0 24 24"><path class="blade" d="M8.4 8.4L17 22M15.6 8.4L7 22"/>'
    '<circle class="blade" cx="6" cy="6" r="3.4"/><circle class="blade" cx="18" cy="6" r="3.4"/></svg>'
)
GREY = "#6b675c"


class BadFormat(RolltopError):
    """A size, paper or ink that there is not."""

    code = "format"


class NothingToPrint(RolltopError):
    """The game has no sheets."""

    code = "paper"


@dataclass(frozen=True)
class Format:
    """How sheets are printed."""

    size: str = SIZES[0]
    paper: str = "letter"
    ink: str = INKS[0]

    def __post_init__(self) -> None:
        """Raise BadFormat for a name that is none of `SIZES`, `PAPERS` and `INKS`."""
        for name, known in (("size", SIZES), ("paper", tuple(PAPERS)), ("ink", INKS)):
            if getattr(self, name) not in known:
                raise BadFormat(
                    "%(name)s: found %(found)s, expected %(known)s",
                    name=name, found=repr(getattr(self, name)), known=_(" or ").join(known),
                )  # fmt: skip

    @property
    def across(self) -> int:
        """How many sheets lie side by side."""
        return 2 if self.size == "economy" else 1

    @property
    def page(self) -> tuple[float, float]:
        """The width and height of a page in points."""
        width, height = PAPERS[self.paper]
        return (height, width) if self.size == "economy" else (width, height)


def blank(kind: Kind, form: Format, edition: Edition | None = None) -> bytes:
    """A page of blank sheets as PDF. Raises NothingToPrint."""
    check_prints(kind)
    edition = edition or kind.edition()
    return pdf(kind, form, edition, blank_view(kind, edition), (), [None] * form.across)


def filled(game: Game, form: Format, seats: Sequence[int] | None = None, viewer: int = SPECTATOR) -> bytes:
    """The sheets of a game's players, or of some of them, as far as `viewer` sees them, as PDF.

    Raises NothingToPrint, or BadOption if there is no such seat.
    """
    check_prints(game.kind)
    seats = range(game.n_players) if seats is None else seats
    for seat in seats:
        if not 0 <= seat < game.n_players:
            raise BadOption("seat: found %(found)s, expected 1 to %(most)s", found=seat + 1, most=game.n_players)
    return pdf(game.kind, form, game.edition, game.view(viewer), game.names, seats)


def check_prints(kind: Kind) -> None:
    """Raise NothingToPrint if a game has no sheets."""
    if not kind.prints:
        raise NothingToPrint("%(game)s has nothing to print", game=kind.title)


def blank_view(kind: Kind, edition: Edition) -> Mapping[str, Any]:
    """What a spectator sees before the first event of a game of the most players."""
    n_players = kind.players[-1]
    boxes = kind.box(edition, n_players=n_players)
    games, box = shelf.plain(np.zeros(1, kind.game_layout)), kind.plain_box(boxes, edition)
    kind.plain_engine.set_up(games, 0, [box], n_players)
    view: Mapping[str, Any] = kind.part("view").view(games[0], box, SPECTATOR)
    return view


# ---- letters ---------------------------------------------------------------------------------------------------------


def lacking(words: Iterable[str]) -> str:
    """The letters of some words that no font on this machine has, with what is printed for them; nothing if none."""
    letters = sorted(set(normalize("NFC", "".join(words))))
    plain = {letter: found for letter in letters if (found := fonts.instead(letter)) is not None}
    boxes = "".join(letter for letter in letters if plain.get(letter) == "")
    said = [_("%(letters)s (printed as empty boxes)") % {"letters": boxes}] if boxes else []
    for letter, other in plain.items():
        if other:
            said.append(_("%(letter)s (printed as %(other)s)") % {"letter": letter, "other": other})
    return ", ".join(said)


def words_of(edition: Edition, names: Iterable[str] = ()) -> list[str]:
    """The words that are not ours: those of an edition, and names."""
    found = [word for value in edition.values.values() for word in (value if isinstance(value, list) else [value])]
    return [*names, *map(str, found)]


# ---- pages -----------------------------------------------------------------------------------------------------------


def pdf(
    kind: Kind,
    form: Format,
    edition: Edition,
    view: Mapping[str, Any],
    names: Sequence[str],
    seats: Sequence[int | None],
) -> bytes:
    """Sheets as PDF, in the current language; the same sheets are always the same bytes."""
    fonts.letters(fonts.REGULAR)
    out, (width, height) = io.BytesIO(), form.page
    canvas = Canvas(
        out, form.page, invariant=True, pageCompression=1, initialFontName=fonts.REGULAR, lang=current_language()
    )
    canvas.setTitle(_("%(game)s, score sheets") % {"game": kind.title})
    canvas.setCreator("Rolltop")
    sheet = kind.part("paper").sheet
    for start in range(0, len(seats), form.across):
        canvas.translate(0, height)
        canvas.scale(1, -1)
        for place, seat in enumerate(seats[start : start + form.across]):
            canvas.saveState()
            sheet(frame(canvas, form, place), view, edition, names, seat)
            canvas.restoreState()
        if form.across > 1:
            cut_line(canvas, width / 2, height)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def frame(canvas: Canvas, form: Format, place: int) -> Page:
    """The part of the page in which the sheet at this place lies."""
    width, height = form.page
    margin, width = MARGINS[form.size], width / form.across
    canvas.translate(place * width + margin, margin)
    return Page(canvas, width - 2 * margin, height - 2 * margin, black=form.ink == "black")


def cut_line(canvas: Canvas, x: float, height: float) -> None:
    """Where to cut."""
    page = Page(canvas, 2 * x, height, black=False)
    page.ink(
        "<defs/>",
        {"blade": {"fill": "paper", "stroke": "ink", "width": 1.6}},
        {"ink": "#15140f", "paper": "#ffffff", "cut": GREY},
    )
    page.rule(x, 0, x, height, 1, "cut", dash=(4, 3))
    page.draw(SCISSORS, x - 7.5, 18, 15, 15)
