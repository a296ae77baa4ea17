"""Score sheets to print: blank ones of a game, or those of a table, as PDF."""

import asyncio
from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response

from rolltop.games import shelf
from rolltop.games.shelf import Kind
from rolltop.games.words import N_, current_language, language
from rolltop.paper import INKS, PAPERS, SIZES, Format, blank, check_prints, filled, lacking, words_of
from rolltop.server.hall.tables import NotAllowed
from rolltop.server.web.forms import GuestOf, HouseOf

router = APIRouter()

ON_LETTER = ("us", "ca", "mx", "co", "cl", "ph")  #: countries that print on Letter
CHOICES = {
    "size": (N_("Sheets"), {"deluxe": N_("one to a page"), "economy": N_("two to a page, to cut apart")}),
    "paper": (N_("Paper"), {"letter": N_("Letter"), "a4": N_("A4")}),
    "ink": (N_("Ink"), {"colour": N_("in colour"), "black": N_("black only")}),
}  #: what the form asks, and how it says the names of `Format`
assert [tuple(names) for _title, names in CHOICES.values()] == [SIZES, tuple(PAPERS), INKS]


async def form_of(size: str = SIZES[0], paper: str = "letter", ink: str = INKS[0]) -> Format:
    """What is asked for. Raises BadFormat."""
    return Format(size[:40], paper[:40], ink[:40])


FormOf = Annotated[Format, Depends(form_of)]


# ---- sheets ----------------------------------------------------------------------------------------------------------


@router.get("/print/{game}.pdf")
async def blank_sheets(game: str, form: FormOf, edition: str = "") -> Response:
    """Blank sheets. Query: size, paper, ink, edition. Raises BadFormat or NothingToPrint."""
    kind = printing_kind(game)
    check_edition(kind, edition)
    content = await asyncio.to_thread(blank_in, current_language(), kind, form, edition)
    return pdf(content, f"{kind.name}-{form.size}.pdf", "no-cache")


@router.get("/t/{table_id}/print.pdf")
async def table_sheets(table_id: str, form: FormOf, house: HouseOf, guest: GuestOf) -> Response:
    """The sheets of a table's players, as this guest sees them. Query: size, paper, ink. Raises also NotAllowed."""
    table = await house.tables.find(table_id)
    if table.game is None:
        raise NotAllowed(N_("The game has not started yet."))
    content = await asyncio.to_thread(filled, table.game, form, viewer=table.seat_of(guest.id))
    return pdf(content, f"{table.game.kind.name}-{table.id[:8]}-{form.size}.pdf")


@lru_cache(100)
def blank_in(reader: str, kind: Kind, form: Format, edition: str) -> bytes:
    """Blank sheets in a language, made once."""
    with language(reader):
        return blank(kind, form, kind.edition(edition or None))


def printing_kind(name: str) -> Kind:
    """A game that has sheets to print. Raises NothingToPrint, or HTTPException if there is no such game."""
    if name not in shelf.kinds():
        raise HTTPException(404)
    kind = shelf.kind(name)
    check_prints(kind)
    return kind


def check_edition(kind: Kind, name: str) -> None:
    """Raise HTTPException if a game has no such edition on the shelf; an empty name is the usual one."""
    if name and name not in kind.editions:
        raise HTTPException(404)


def pdf(content: bytes, name: str, kept: str = "no-store") -> Response:
    """A PDF that a browser may show, or save under this name; `kept` says how long caches may."""
    headers = {"content-disposition": f'inline; filename="{name}"', "cache-control": kept}
    return Response(content, media_type="application/pdf", headers=headers)


# ---- choosing --------------------------------------------------------------------------------------------------------


@router.get("/print/{game}")
async def blank_choices(request: Request, game: str, house: HouseOf, edition: str = "") -> Response:
    """Asks how blank sheets are wanted. Query: edition."""
    kind = printing_kind(game)
    check_edition(kind, edition)
    letters = await asyncio.to_thread(lacking, words_of(kind.edition(edition or None)))
    return choices(request, kind, f"/rules/{game}", f"/print/{game}.pdf", letters, edition)


@router.get("/t/{table_id}/print")
async def table_choices(request: Request, table_id: str, house: HouseOf) -> Response:
    """Asks how the sheets of a table are wanted."""
    table = await house.tables.find(table_id)
    kind = printing_kind(table.setting["game"])
    words = words_of(kind.edition(table.setting["edition"]), [seat.name for seat in table.seats])
    letters = await asyncio.to_thread(lacking, words)
    return choices(request, kind, f"/t/{table.id}", f"/t/{table.id}/print.pdf", letters)


def choices(request: Request, kind: Kind, back: str, address: str, letters: str, edition: str = "") -> Response:
    """The form that asks; it tells of `letters` that no font has."""
    template = request.app.state.house.env.get_template("print.html")
    chosen = Format(paper=usual_paper(request.headers.get("accept-language", "")))
    return HTMLResponse(
        template.render(
            kind=kind, back=back, address=address, choices=CHOICES, chosen=chosen, lacking=letters, edition=edition,
        )
    )  # fmt: skip


def usual_paper(languages: str) -> str:
    """The paper that people of these languages (Accept-Language) have at home."""
    language_of, _dash, country = languages.partition(",")[0].partition(";")[0].strip().lower().partition("-")
    return "letter" if country in ON_LETTER or (language_of in ("", "*", "en") and not country) else "a4"
