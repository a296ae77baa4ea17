"""A table's page and what can be done there."""

import io
from typing import Any

import segno
from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from rolltop.bots import USUAL
from rolltop.games.words import N_, _, current_language
from rolltop.play.game import check_name
from rolltop.server.guard.guests import Guest
from rolltop.server.hall import commands
from rolltop.server.hall.analysts import Drawn
from rolltop.server.hall.table import Table
from rolltop.server.hall.tables import NotAllowed, rematch_token
from rolltop.server.web.forms import GuestOf, HouseOf, MadeWith, OwnForm, needed, whole
from rolltop.server.web.live import page_version, stream
from rolltop.server.web.pages import TablePage
from rolltop.server.web.rendered import HOLE, filled

router = APIRouter(prefix="/t/{table_id}")


# ---- looking ---------------------------------------------------------------------------------------------------------


async def page_of(request: Request, table: Table, guest: Guest, token: str | None = None) -> TablePage:
    """What the templates need of a table, for this guest."""
    house = request.app.state.house
    seen = request.cookies.get("moment", "")
    rematch = []
    if table.rematch:
        rematch = [seat.name for seat in (await house.tables.find(table.rematch)).seats if seat.guest]
    return TablePage(
        table,
        guest,
        house.guests.form_token(guest) if token is None else token,
        rematch,
        invite=str(request.base_url).rstrip("/") + f"/t/{table.id}",
        seen_moment=int(seen) if seen.isascii() and seen.isdecimal() and len(seen) < 8 else 0,
    )


async def render(request: Request, table: Table, guest: Guest) -> str:
    """The table's page."""
    house = request.app.state.house
    page = await page_of(request, table, guest, HOLE)
    version = page_version(table, page.seat)

    def make() -> str:
        extra = {}
        if page.me is not None:
            extra["seat_link"] = f"{page.invite}/seat/{house.guests.seat_link(table.id, page.me, guest.id)}"
        return str(house.env.get_template("table.html").render(page=page, table=table, version=version, **extra))

    if page.me is not None:
        house.tables.see_to_advice(table, page.me)
    if page.stands_still:
        reader = guest.id if page.me is not None else ""
        key = (table.id, version, reader, guest.guard, page.seen_moment, page.invite, current_language())
        html = house.rendered.page(key, make)
    else:
        html = make()
    return filled(html, house.guests.form_token(guest))


@router.get("")
async def table_page(request: Request, table_id: str, house: HouseOf, guest: GuestOf) -> Response:
    """A table as this guest sees it."""
    return HTMLResponse(await render(request, await house.tables.look(table_id, guest.id), guest))


@router.get("/live")
async def live(request: Request, table_id: str, house: HouseOf, guest: GuestOf, have: str = "") -> Response:
    """The stream of a table's pages."""
    await house.tables.find(table_id)
    have = request.headers.get("last-event-id") or have
    events = stream(house.tables, table_id, guest.id, have, lambda table: render(request, table, guest))
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(events, media_type="text/event-stream", headers=headers)


@router.get("/record")
async def record(table_id: str, house: HouseOf, guest: GuestOf) -> Response:
    """The game's record as far as this guest may know it; the secret is in it when the game is over."""
    table = await house.tables.find(table_id)
    if table.game is None:
        raise NotAllowed(N_("The game has not started yet."))
    name = f"{table.setting['game']}-{table.id[:8]}.txt"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(table.record(table.seat_of(guest.id)), headers=headers)


@router.get("/fair")
async def fair(request: Request, table_id: str, house: HouseOf, guest: GuestOf) -> Response:
    """How this table's dice are made, and how to check them."""
    table = await house.tables.find(table_id)
    page = await page_of(request, table, guest)
    wanted = page.over and not table.rematch and not table.by_hand
    rematch = house.tables.commitment(rematch_token(table)) if wanted else ""
    html = house.env.get_template("fair.html").render(
        page=page, table=table, fairness=table.fairness(), rematch_commitment=rematch
    )
    return HTMLResponse(html)


@router.get("/log")
async def whole_log(request: Request, table_id: str, house: HouseOf, guest: GuestOf) -> Response:
    """Everything that happened, in words."""
    table = await house.tables.find(table_id)
    page = await page_of(request, table, guest)
    return HTMLResponse(house.env.get_template("log.html").render(page=page, table=table))


@router.get("/analysis")
async def analysis(request: Request, table_id: str, house: HouseOf, guest: GuestOf) -> Response:
    """What the finished game was about, how far its analysis is, or a button to begin it."""
    table = await house.tables.find(table_id)
    if not table.complete:
        raise NotAllowed(N_("A game can be analysed when it is over."))
    page = await page_of(request, table, guest)
    report = house.tables.analysts.report(table)
    if report is None and table.analysed:
        report = house.tables.analysts.begin(table)  # it was asked of another process, or of this one long ago
    drawn = Drawn(report.analysis) if report is not None and report.analysis is not None else None
    html = house.env.get_template("analysis.html").render(page=page, table=table, report=report, drawn=drawn)
    return HTMLResponse(html)


@router.post("/analyse")
async def analyse(table_id: str, house: HouseOf, form: OwnForm) -> Response:
    """Begin the analysis of a finished game."""
    table = await house.tables.ask(table_id, commands.analyse)
    house.tables.analysts.begin(table)
    return RedirectResponse(f"/t/{table.id}/analysis", 303)


@router.get("/qr.svg")
async def qr(request: Request, table_id: str, house: HouseOf) -> Response:
    """The invitation as a QR code."""
    table = await house.tables.find(table_id)
    out = io.BytesIO()
    address = str(request.base_url).rstrip("/") + f"/t/{table.id}"
    segno.make(address, micro=False).save(
        out, kind="svg", border=2, light="#fff", xmldecl=False, svgclass=None, lineclass=None
    )
    return Response(out.getvalue(), media_type="image/svg+xml")


# ---- sitting down ----------------------------------------------------------------------------------------------------


class Back(RedirectResponse):
    """To the table's page; the site's own script, which says so in a header, gets that page at once."""

    def __init__(self, table: Table) -> None:
        super().__init__(f"/t/{table.id}", 303)
        self._table = table

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See the ASGI specification."""
        request = Request(scope)
        here = scope["path"].startswith(f"/t/{self._table.id}/")
        if "x-live" not in request.headers or not here:
            await super().__call__(scope, receive, send)
        else:
            page = HTMLResponse(await render(request, self._table, scope["state"]["guest"]))
            await page(scope, receive, send)


def back(table: Table) -> Response:
    """To the table's page."""
    return Back(table)


@router.post("/join")
async def join(request: Request, table_id: str, house: HouseOf, guest: GuestOf, form: OwnForm) -> Response:
    """Sit down. Fields: name, contribution."""
    name = check_name(form.get("name", guest.name))
    request.scope["state"]["guest"] = guest.renamed(name)
    return back(await house.tables.ask(table_id, commands.join, guest.id, name, form.get("contribution", "")))


@router.post("/bots")
async def bots(table_id: str, house: HouseOf, guest: GuestOf, form: OwnForm) -> Response:
    """Let bots take the free seats, and start. Field: bot."""
    return back(await house.tables.ask(table_id, commands.fill_with_bots, guest.id, form.get("bot") or USUAL))


@router.post("/leave")
async def leave(table_id: str, house: HouseOf, guest: GuestOf, form: OwnForm) -> Response:
    """Go back to the lobby; before the start this frees the seat."""
    await house.tables.ask(table_id, commands.leave, guest.id)
    return RedirectResponse("/", 303)


@router.get("/seat/{token}")
async def seat_page(request: Request, table_id: str, token: str, house: HouseOf, guest: GuestOf) -> Response:
    """Asks whether the seat is to move to this device."""
    table, seat = await _seat_of_link(house, table_id, token)
    page = await page_of(request, table, guest)
    return HTMLResponse(house.env.get_template("seat.html").render(page=page, table=table, seat=seat, link=token))


@router.post("/seat/{token}")
async def move_seat(
    request: Request, table_id: str, token: str, house: HouseOf, guest: GuestOf, form: OwnForm
) -> Response:
    """Move the seat to this device."""
    table, seat = await _seat_of_link(house, table_id, token)
    request.scope["state"]["guest"] = guest.renamed(table.seats[seat].name)
    return back(await house.tables.ask(table_id, commands.move_seat, seat, table.seats[seat].guest, guest.id))


async def _seat_of_link(house: Any, table_id: str, token: str) -> tuple[Table, int]:
    table = await house.tables.find(table_id)
    seat = house.guests.read_seat_link(token, table.id, [seat.guest for seat in table.seats])
    if seat is None:
        raise NotAllowed(N_("This seat link is wrong, or has been used already; the table's menu has a new one."))
    return table, seat


async def sure(
    request: Request, table: Table, guest: Guest, what: str, question: str, yes: str, **fields: object
) -> Response:
    """A page that asks once more before something is done that cannot be taken back."""
    page = await page_of(request, table, guest)
    template = request.app.state.house.env.get_template("sure.html")
    return HTMLResponse(template.render(page=page, table=table, what=what, question=question, yes=yes, fields=fields))


# ---- playing ---------------------------------------------------------------------------------------------------------


@router.post("/play")
async def play(
    request: Request, table_id: str, house: HouseOf, guest: GuestOf, form: OwnForm, made_with: MadeWith
) -> Response:
    """Carry out a move. Fields: move, with (its further words, any number of them), at (the number of events the page
    knew), sure."""
    move, at = " ".join([needed(form, "move"), *made_with]), whole(form, "at")
    table = await house.tables.find(table_id)
    mine = table.turn == table.seat_of(guest.id) and at == table.now
    if guest.guard and "sure" not in form and table.game is not None and mine:
        action = table.game.action(move)
        if table.game.kind.moves.weighty(action):
            question = _("You chose: %(move)s. This cannot be taken back.") % {"move": move}
            yes = _("Yes: %(move)s") % {"move": move}
            return await sure(request, table, guest, "play", question, yes, move=move, at=at)
    return back(await house.tables.ask(table_id, commands.play, guest.id, move, at))


@router.post("/wish")
async def wish(table_id: str, house: HouseOf, guest: GuestOf, form: OwnForm) -> Response:
    """Decide before the turn has come. Fields: move, at."""
    return back(await house.tables.ask(table_id, commands.wish, guest.id, needed(form, "move"), whole(form, "at")))


@router.post("/unwish")
async def unwish(table_id: str, house: HouseOf, guest: GuestOf, form: OwnForm) -> Response:
    """Take an early decision back."""
    return back(await house.tables.ask(table_id, commands.unwish, guest.id))


@router.post("/advise")
async def advise(table_id: str, house: HouseOf, guest: GuestOf, form: OwnForm) -> Response:
    """Ask what each move promises. Field: at."""
    return back(await house.tables.ask(table_id, commands.advise, guest.id, whole(form, "at")))


@router.post("/unadvise")
async def unadvise(table_id: str, house: HouseOf, guest: GuestOf, form: OwnForm) -> Response:
    """Hide that. Field: at."""
    return back(await house.tables.ask(table_id, commands.advise, guest.id, whole(form, "at"), shown=False))


@router.post("/throw")
async def throw(table_id: str, house: HouseOf, guest: GuestOf, form: OwnForm) -> Response:
    """Enter the dice that the players throw. Fields: die-0, die-1, ... (what each shows), at."""
    dice = [needed(form, f"die-{number}") for number in range(max(1, sum(key.startswith("die-") for key in form)))]
    return back(await house.tables.ask(table_id, commands.throw, guest.id, dice, whole(form, "at")))


@router.post("/unthrow")
async def unthrow(table_id: str, house: HouseOf, guest: GuestOf, form: OwnForm) -> Response:
    """Take the last throw back, which was entered wrongly. Field: at."""
    return back(await house.tables.ask(table_id, commands.unthrow, guest.id, whole(form, "at")))


@router.post("/onward")
async def onward(request: Request, table_id: str, house: HouseOf, form: OwnForm) -> Response:
    """Go on from a moment at which everybody stopped and looked. Field: moment."""
    table = await house.tables.find(table_id, fresh=False)
    answer = RedirectResponse(f"/t/{table.id}", 303)  # the page is another with the cookie
    answer.set_cookie(
        "moment", str(whole(form, "moment")), path=f"/t/{table_id}", httponly=True, samesite="lax", max_age=30 * 86400,
        secure=request.url.scheme == "https",
    )  # fmt: skip
    return answer


@router.post("/rematch")
async def rematch(table_id: str, house: HouseOf, guest: GuestOf, form: OwnForm) -> Response:
    """Ask for another game with the same people, or join it."""
    return back(await house.tables.rematch(table_id, guest.id, form.get("contribution", "")))
