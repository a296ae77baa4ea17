"""The rest of the site: rules, settings, files."""

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, RedirectResponse, Response

from rolltop.games import shelf
from rolltop.games.words import current_language
from rolltop.play.game import check_name
from rolltop.server.guard.guests import Guest
from rolltop.server.web import pages
from rolltop.server.web.forms import GuestOf, HouseOf, OwnForm, needed
from rolltop.server.web.paper import check_edition

router = APIRouter()

FOR_EVER = {"cache-control": "public, max-age=31536000, immutable"}


@router.get("/rules")
async def rules_list(house: HouseOf, guest: GuestOf) -> Response:
    """The games and their rules."""
    return HTMLResponse(house.env.get_template("rules.html").render(kind=None, text="", guest=guest))


@router.get("/rules/{game}")
async def rules(game: str, house: HouseOf, guest: GuestOf, edition: str = "") -> Response:
    """A game's rules and components. Query: edition (without: all of them)."""
    if game not in shelf.kinds():
        raise HTTPException(404)
    kind = shelf.kind(game)
    check_edition(kind, edition)
    text = pages.how_to_play(game, current_language())
    template = house.env.get_template("rules.html")
    return HTMLResponse(template.render(kind=kind, text=text, guest=guest, edition=edition))


@router.get("/settings")
async def settings(request: Request, house: HouseOf, guest: GuestOf) -> Response:
    """Name and habits of a guest."""
    html = house.env.get_template("settings.html").render(guest=guest, token=house.guests.form_token(guest))
    return HTMLResponse(html)


@router.post("/settings")
async def change_settings(request: Request, guest: GuestOf, form: OwnForm) -> Response:
    """Change them. Fields: name, guard (yes or missing)."""
    name = check_name(needed(form, "name"))
    request.scope["state"]["guest"] = Guest(guest.id, name, form.get("guard") == "yes")
    return RedirectResponse("/", 303)


@router.get("/static/{name:path}")
async def static(request: Request, name: str) -> Response:
    """A file of the site."""
    file = pages.static_files().get(name)
    if file is None:
        raise HTTPException(404)
    headers = {**FOR_EVER, "etag": f'"{file.mark}"'}
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(file.body, media_type=file.media_type, headers=headers)
    headers |= {"content-encoding": "gzip", "vary": "Accept-Encoding"}
    return Response(file.packed, media_type=file.media_type, headers=headers)
