"""The operator's pages: the tables, how busy the server is, ending a table, taking programs' tokens away.

They show what everybody at a table may know and nothing else: no hands, no secrets, no guests' ids.
"""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from rolltop.games.words import N_, _, ngettext
from rolltop.server.guard.limits import household
from rolltop.server.hall import commands
from rolltop.server.hall.table import CLOSED, OPEN, OVER, RUNNING, Table
from rolltop.server.hall.tables import NoSuchTable, NotAllowed
from rolltop.server.operating.door import COOKIE, HOUR, Door
from rolltop.server.operating.pulse import memory
from rolltop.server.storage.store import Summary, Token
from rolltop.server.web.forms import MAX_FIELDS, HouseOf, needed, whole
from rolltop.server.web.lobby import progress

router = APIRouter(prefix="/admin", include_in_schema=False)

LISTED = 30  #: tables on a page
STATUSES = {RUNNING: N_("running"), OPEN: N_("waiting for players"), OVER: N_("over"), CLOSED: N_("closed")}


class NotIn(Exception):
    """Who asks is not known as the operator."""


def install(app: FastAPI, door: Door) -> None:
    """Let the application have the operator's pages."""
    app.state.door = door
    app.include_router(router)
    app.add_exception_handler(NotIn, ask_who)


# ---- coming in -------------------------------------------------------------------------------------------------------


async def session_of(request: Request) -> str:
    """The operator's session. Raises NotIn."""
    session: str | None = request.app.state.door.session(request.cookies.get(COOKIE, ""))
    if session is None:
        raise NotIn
    return session


async def fields_of(request: Request) -> Mapping[str, str]:
    """The fields of a form."""
    form = await request.form(max_fields=MAX_FIELDS, max_files=0)
    return {key: value for key, value in form.items() if isinstance(value, str)}


Session = Annotated[str, Depends(session_of)]
Fields = Annotated[Mapping[str, str], Depends(fields_of)]


async def own_form(request: Request, session: Session, fields: Fields) -> Mapping[str, str]:
    """The fields of a form of the operator's. Raises NotAllowed."""
    if not request.app.state.door.is_own_form(session, fields.get("token", "")):
        raise NotAllowed(N_("This form is not from a page of yours. Load the page again and repeat it."))
    return fields


OwnForm = Annotated[Mapping[str, str], Depends(own_form)]


def page(request: Request, template: str, code: int = 200, **values: Any) -> Response:
    """One of the operator's pages."""
    env = request.app.state.house.env
    html = env.get_template(template).render(statuses=STATUSES, age=age, size=size, progress=progress, **values)
    return HTMLResponse(html, code, headers={"cache-control": "no-store"})


async def ask_who(request: Request, _error: Exception) -> Response:
    """The page that asks for the token."""
    return page(request, "admin_enter.html", 403, door=request.app.state.door, invitation="")


@router.get("/enter/{invitation}")
async def invited(request: Request, invitation: str) -> Response:
    """The page of the link that was printed: looking at it alone does not use it up."""
    return page(request, "admin_enter.html", door=request.app.state.door, invitation=invitation)


@router.post("/enter")
async def enter(request: Request, fields: Fields) -> Response:
    """Come in. Field: secret."""
    door: Door = request.app.state.door
    address = household(request.client.host if request.client is not None else "")
    if door.is_shut(address):
        raise NotAllowed(N_("That was wrong too often; try again in a minute."))
    session = door.enter(needed(fields, "secret"), address)
    if session is None:
        raise NotAllowed(
            N_("That is not it; the link works only once, and the token is what the server was started with.")
        )
    answer = RedirectResponse("/admin", 303)
    answer.set_cookie(
        COOKIE, door.cookie(session), max_age=HOUR, path="/admin", httponly=True, samesite="strict",
        secure=request.url.scheme == "https",
    )  # fmt: skip
    return answer


@router.post("/leave")
async def leave(form: OwnForm) -> Response:
    """Be the operator no more, in this browser."""
    answer = RedirectResponse("/", 303)
    answer.delete_cookie(COOKIE, path="/admin")
    return answer


# ---- looking ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """A table in the list."""

    summary: Summary
    streams: int  # live pages that this process has open


@router.get("")
async def overview(
    request: Request, session: Session, house: HouseOf, status: str = RUNNING, start: int = 0
) -> Response:
    """The tables of a status, and how the server is. Query: status, start (of the list)."""
    tables, pulse = house.tables, request.app.state.pulse
    status, start = status if status in STATUSES else RUNNING, max(0, min(start, 10**6))
    counts = await asyncio.to_thread(tables.store.counts)
    found = await asyncio.to_thread(tables.store.listed, status, False, LISTED + 1, start)
    totals = {each: sum(count for (_game, had), count in counts.items() if had == each) for each in STATUSES}
    load = [
        (_("Changes a minute"), f"{pulse.changes_a_minute(tables.store.stats.appends):.0f}"),
        (_("Live pages"), str(tables.n_streams)),
        (_("Tables in memory"), str(tables.n_in_memory)),
        (_("Waiting to be written"), str(tables.store.waiting)),
        (_("Not written"), str(tables.store.stats.failures)),
        (_("Delay"), _("%(number)s ms") % {"number": round(1000 * pulse.lag)}),
        (_("Memory"), size(memory())),
        (_("Up for"), age(pulse.begun)),
    ]
    return page(
        request, "admin.html",
        load=load, totals=totals, status=status, start=start, more=len(found) > LISTED, listed=LISTED,
        rows=[Row(summary, tables.streams_at(summary.table)) for summary in found[:LISTED]],
        shared=tables.store.shared, token=request.app.state.door.form_token(session),
    )  # fmt: skip


@router.get("/t/{table_id}")
async def table_page(request: Request, table_id: str, session: Session, house: HouseOf) -> Response:
    """A table: who is there, and what the operator can do."""
    table: Table = await house.tables.find(table_id)
    tokens = {seat: await tokens_at(house, table, seat) for seat in range(len(table.seats))}
    return page(
        request, "admin_table.html",
        table=table, tokens=tokens, streams=house.tables.streams_at(table_id), summary=table.summary(),
        token=request.app.state.door.form_token(session), ask=False,
    )  # fmt: skip


async def tokens_at(house: Any, table: Table, seat: int) -> list[Token]:
    """The tokens of the programs of who sits there."""
    guest = table.seats[seat].guest
    return await asyncio.to_thread(house.tables.store.tokens_of, guest) if guest else []


# ---- doing -----------------------------------------------------------------------------------------------------------


@router.get("/t/{table_id}/end")
async def ask_to_end(request: Request, table_id: str, session: Session, house: HouseOf) -> Response:
    """Asks whether the table is to be ended."""
    table: Table = await house.tables.find(table_id)
    return page(
        request, "admin_table.html",
        table=table, tokens={}, streams=house.tables.streams_at(table_id), summary=table.summary(),
        token=request.app.state.door.form_token(session), ask=True,
    )  # fmt: skip


@router.post("/t/{table_id}/end")
async def end(table_id: str, form: OwnForm, house: HouseOf) -> Response:
    """End a table; everybody there is told that the operator did."""
    await house.tables.ask(table_id, commands.ended_by, "operator")
    return RedirectResponse(f"/admin/t/{table_id}", 303)


@router.post("/t/{table_id}/revoke")
async def revoke(request: Request, table_id: str, form: OwnForm, house: HouseOf) -> Response:
    """Take all tokens away from who sits at a seat. Field: seat."""
    table, seat = await house.tables.find(table_id), whole(form, "seat")
    if seat >= len(table.seats):
        raise NoSuchTable(N_("There is no such seat."))
    for token in await tokens_at(house, table, seat):
        await request.app.state.revocations.revoke(house.tables, token.guest, token.id)
    return RedirectResponse(f"/admin/t/{table_id}", 303)


# ---- in words --------------------------------------------------------------------------------------------------------


def age(since: float) -> str:
    """How long ago a Unix time is."""
    seconds = max(0, int(time.time() - since))
    for length, one, many in (
        (86400, N_("%(n)s day"), N_("%(n)s days")),
        (3600, N_("%(n)s hour"), N_("%(n)s hours")),
        (60, N_("%(n)s minute"), N_("%(n)s minutes")),
    ):
        if seconds >= length:
            return ngettext(one, many, seconds // length) % {"n": seconds // length}
    return ngettext("%(n)s second", "%(n)s seconds", seconds) % {"n": seconds}


def size(n_bytes: int) -> str:
    """An amount of memory."""
    return _("%(number)s MB") % {"number": round(n_bytes / 2**20)}
