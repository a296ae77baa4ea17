"""What else one may do at a table: a route for each command that needs nothing but who asks, a seat or a position."""

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter

from rolltop.server.api import models, seeing
from rolltop.server.api.bearers import BearerOf
from rolltop.server.api.playing import ask
from rolltop.server.api.routes import BaseOf, TableId, refusals
from rolltop.server.hall import commands
from rolltop.server.web.forms import HouseOf

router = APIRouter(prefix="/tables/{table_id}")

SIMPLE: dict[str, tuple[Callable[..., Any], str]] = {
    "unwish": (commands.unwish, "Take a wish back."),
    "leave": (commands.leave, "Stand up before the start; the last one to do so closes the table."),
    "pause": (commands.pause, "Let clocks and bots rest; nobody can play until somebody lets the game go on."),
    "go-on": (commands.go_on, "Let a paused game go on."),
    "come-back": (commands.come_back, "Take over again from the bot that played for you."),
    "resign": (commands.resign, "Give up. A bot plays on for you if two others still want to win."),
    "agree": (commands.agree_back, "Have nothing against it that somebody takes their last move back."),
    "refuse": (commands.refuse_back, "Be against it; or no longer ask for it."),
    "end": (commands.end, "As the host: end the game for everybody."),
}  #: nothing is said but who asks
AT_POSITION: dict[str, tuple[Callable[..., Any], str]] = {
    "take-back": (commands.ask_back, "Ask to take your last move back, if it has shown nobody anything new."),
    "unthrow": (commands.unthrow, "Take the last throw back, which was entered wrongly."),
}
OF_SEAT: dict[str, tuple[Callable[..., Any], str]] = {
    "stand-in": (commands.stand_in, "Let a bot play for you, or for who has kept the table waiting for long."),
    "hand-over": (commands.hand_over, "As the host: let another person be the host."),
}


def add_simple(path: str, command: Callable[..., Any], words: str) -> None:
    """A route without a body."""

    @router.post(f"/{path}", tags=["playing"], name=path, description=words, responses=refusals(404, 409))
    async def act(table_id: TableId, house: HouseOf, bearer: BearerOf, base: BaseOf) -> models.TableState:
        bearer.check(table_id, play=True)
        table = await ask(house, table_id, bearer.guest, command, bearer.guest)
        return seeing.state(table, table.seat_of(bearer.guest), base)


def add_at_position(path: str, command: Callable[..., Any], words: str) -> None:
    """A route about a position."""

    @router.post(f"/{path}", tags=["playing"], name=path, description=words, responses=refusals(404, 409, body=True))
    async def act(
        table_id: TableId, asked: models.Position, house: HouseOf, bearer: BearerOf, base: BaseOf
    ) -> models.TableState:
        bearer.check(table_id, play=True)
        table = await ask(house, table_id, bearer.guest, command, bearer.guest, asked.at)
        return seeing.state(table, table.seat_of(bearer.guest), base)


def add_of_seat(path: str, command: Callable[..., Any], words: str) -> None:
    """A route about a seat."""

    @router.post(f"/{path}", tags=["playing"], name=path, description=words, responses=refusals(404, 409, body=True))
    async def act(
        table_id: TableId, asked: models.OfSeat, house: HouseOf, bearer: BearerOf, base: BaseOf
    ) -> models.TableState:
        bearer.check(table_id, play=True)
        table = await ask(house, table_id, bearer.guest, command, bearer.guest, asked.seat)
        return seeing.state(table, table.seat_of(bearer.guest), base)


for add, routes in ((add_simple, SIMPLE), (add_at_position, AT_POSITION), (add_of_seat, OF_SEAT)):
    for name, (action, description) in routes.items():
        add(name, action, description)
