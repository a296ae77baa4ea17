"""What people do around the game: pause, let a bot play for somebody, give up, take a move back, end the table."""

from collections.abc import Callable

from fastapi import APIRouter, Request
from starlette.responses import Response

from rolltop.games.words import _
from rolltop.server.hall import commands
from rolltop.server.hall.commands import Events
from rolltop.server.hall.table import Table
from rolltop.server.web.forms import GuestOf, HouseOf, OwnForm, whole
from rolltop.server.web.play import back, sure

router = APIRouter(prefix="/t/{table_id}")


def asks(path: str, command: Callable[[Table, str], Events]) -> None:
    """A request that needs no more than who makes it."""

    async def ask(table_id: str, house: HouseOf, guest: GuestOf, form: OwnForm) -> Response:
        return back(await house.tables.ask(table_id, command, guest.id))

    ask.__doc__ = command.__doc__
    router.add_api_route(path, ask, methods=["POST"], name=command.__name__)


asks("/pause", commands.pause)
asks("/go-on", commands.go_on)
asks("/come-back", commands.come_back)
asks("/agree-back", commands.agree_back)
asks("/refuse-back", commands.refuse_back)


@router.post("/ask-back")
async def ask_back(table_id: str, house: HouseOf, guest: GuestOf, form: OwnForm) -> Response:
    """Ask to take one's last move back. Field: at."""
    return back(await house.tables.ask(table_id, commands.ask_back, guest.id, whole(form, "at")))


@router.post("/stand-in")
async def stand_in(table_id: str, house: HouseOf, guest: GuestOf, form: OwnForm) -> Response:
    """Let a bot play for a seat. Field: seat (0, 1, ...)."""
    return back(await house.tables.ask(table_id, commands.stand_in, guest.id, whole(form, "seat")))


@router.post("/hand-over")
async def hand_over(table_id: str, house: HouseOf, guest: GuestOf, form: OwnForm) -> Response:
    """Make somebody else the host. Field: seat (0, 1, ...)."""
    return back(await house.tables.ask(table_id, commands.hand_over, guest.id, whole(form, "seat")))


@router.post("/resign")
async def resign(request: Request, table_id: str, house: HouseOf, guest: GuestOf, form: OwnForm) -> Response:
    """Give up. Field: sure (without it one is asked)."""
    if "sure" not in form:
        table = await house.tables.find(table_id)
        question = _("You are about to give up this game. This cannot be taken back.")
        return await sure(request, table, guest, "resign", question, _("Yes, give up"))
    return back(await house.tables.ask(table_id, commands.resign, guest.id))


@router.post("/end")
async def end(request: Request, table_id: str, house: HouseOf, guest: GuestOf, form: OwnForm) -> Response:
    """End the table for everybody, as its host. Field: sure (without it one is asked)."""
    if "sure" not in form:
        table = await house.tables.find(table_id)
        question = _("You are about to end this table for everybody. This cannot be taken back.")
        return await sure(request, table, guest, "end", question, _("Yes, end it"))
    return back(await house.tables.ask(table_id, commands.end, guest.id))
