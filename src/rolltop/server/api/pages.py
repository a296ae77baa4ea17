"""Pages about programs: how to begin with the API, and the tokens that a person gives to programs."""

import asyncio
import time
from functools import lru_cache
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from rolltop.games.words import N_
from rolltop.server.api import bearers
from rolltop.server.api.bearers import ACCOUNT, PLAY, WATCH
from rolltop.server.api.reference import Reference, reference
from rolltop.server.guard.guests import Guest
from rolltop.server.hall.table import Table
from rolltop.server.hall.tables import NotAllowed
from rolltop.server.storage.store import Token
from rolltop.server.web.forms import GuestOf, HouseOf, OwnForm, needed

router = APIRouter()

PATH = "/api/v1"


@router.get("/api")
async def about(request: Request, house: HouseOf) -> Response:
    """How a program begins, and what it can ask."""
    html = house.env.get_template("api.html").render(
        reference=known(request.app.state.api), base=str(request.base_url).rstrip("/"), path=PATH
    )
    return HTMLResponse(html)


@lru_cache(1)
def known(api: Any) -> Reference:
    """What the API can do."""
    return reference(api.openapi(), PATH)


# ---- tokens of one's account -----------------------------------------------------------------------------------------


@router.get("/settings/tokens")
async def tokens(request: Request, house: HouseOf, guest: GuestOf) -> Response:
    """The programs that may play in a guest's name."""
    return await programs_page(request, guest)


@router.post("/settings/tokens")
async def make_token(request: Request, house: HouseOf, guest: GuestOf, form: OwnForm) -> Response:
    """Make a token for a program. Fields: label, may. It is on the answer's page, and never again."""
    made = await asyncio.to_thread(
        bearers.make, house.tables.store, guest.id, guest.name, form.get("label", ""), ACCOUNT, may_of(form.get("may"))
    )
    return await programs_page(request, guest, made=made[0])


@router.post("/settings/revoke")
async def revoke(request: Request, house: HouseOf, guest: GuestOf, form: OwnForm) -> Response:
    """Let a program play no more. Field: id."""
    await revoke_one(request, guest, needed(form, "id"))
    return RedirectResponse("/settings/tokens", 303)


# ---- tokens of one seat ----------------------------------------------------------------------------------------------


@router.get("/t/{table_id}/tokens")
async def seat_tokens(request: Request, table_id: str, house: HouseOf, guest: GuestOf) -> Response:
    """The programs that may play a guest's seat at this table. Raises NotAllowed."""
    return await programs_page(request, guest, await own_table(house, table_id, guest))


@router.post("/t/{table_id}/tokens")
async def make_seat_token(request: Request, table_id: str, house: HouseOf, guest: GuestOf, form: OwnForm) -> Response:
    """Make a token for this seat alone. Fields: label, may. Raises NotAllowed."""
    table = await own_table(house, table_id, guest)
    name = table.seats[table.seat_of(guest.id)].name
    made = await asyncio.to_thread(
        bearers.make, house.tables.store, guest.id, name, form.get("label", ""), table.id, may_of(form.get("may"))
    )
    return await programs_page(request, guest, table, made[0])


@router.post("/t/{table_id}/revoke")
async def revoke_seat_token(request: Request, table_id: str, house: HouseOf, guest: GuestOf, form: OwnForm) -> Response:
    """Let a program play this seat no more. Field: id."""
    table = await own_table(house, table_id, guest)
    await revoke_one(request, guest, needed(form, "id"))
    return RedirectResponse(f"/t/{table.id}/tokens", 303)


async def own_table(house: Any, table_id: str, guest: Guest) -> Table:
    """A table at which this guest has a seat. Raises NoSuchTable or NotAllowed."""
    table: Table = await house.tables.find(table_id)
    if table.seat_of(guest.id) < 0:
        raise NotAllowed(N_("You have no seat at this table."))
    return table


# ---- both ------------------------------------------------------------------------------------------------------------


async def programs_page(request: Request, guest: Guest, table: Table | None = None, made: str = "") -> Response:
    """The page with a guest's tokens for a scope; `made` is one that has just been made."""
    house = request.app.state.house
    scope = table.id if table is not None else ACCOUNT
    mine: list[Token] = await asyncio.to_thread(house.tables.store.tokens_of, guest.id)
    back = f"/t/{table.id}" if table is not None else "/settings"
    html = house.env.get_template("tokens.html").render(
        tokens=[token for token in mine if token.scope == scope],
        table=table,
        made=made,
        back=back,
        token=house.guests.form_token(guest),
        base=str(request.base_url).rstrip("/"),
        short=bearers.short,
        day=lambda moment: time.strftime("%Y-%m-%d", time.gmtime(moment)),
        label_length=bearers.LABEL_LENGTH,
    )
    return HTMLResponse(html)


async def revoke_one(request: Request, guest: Guest, token_id: str) -> None:
    """Revoke one of a guest's tokens, named as on the page."""
    house = request.app.state.house
    for token in await asyncio.to_thread(house.tables.store.tokens_of, guest.id):
        if bearers.short(token) == token_id:
            await request.app.state.revocations.revoke(house.tables, guest.id, token.id)


def may_of(text: str | None) -> str:
    """What a form lets a program do."""
    return WATCH if text == WATCH else PLAY
