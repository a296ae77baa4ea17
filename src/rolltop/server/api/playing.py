"""One table: looking at it, sitting down, playing."""

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from rolltop.games.errors import IllegalMove, NotYourTurn, StaleMove
from rolltop.games.words import N_, _
from rolltop.play.game import check_name
from rolltop.server.api import models, seeing
from rolltop.server.api.bearers import BearerOf
from rolltop.server.api.keys import keyed
from rolltop.server.api.problems import Refusal, words
from rolltop.server.api.routes import BaseOf, Key, StreamsOf, TableId, refusals
from rolltop.server.api.streaming import NDJSON, SSE, written
from rolltop.server.guard.errors import STATUS
from rolltop.server.hall import commands
from rolltop.server.hall.table import CLOSED, OVER, Table
from rolltop.server.hall.tables import NotAllowed
from rolltop.server.web.forms import HouseOf

router = APIRouter(prefix="/tables/{table_id}")

LAST_ID = r"^[0-9]{0,9}$"


# ---- looking ---------------------------------------------------------------------------------------------------------


@router.get("", tags=["tables"], responses=refusals(404))
async def table_state(table_id: TableId, house: HouseOf, bearer: BearerOf, base: BaseOf) -> models.TableState:
    """The table as your seat sees it, with the moves you may choose from."""
    bearer.check(table_id)
    table = await house.tables.find(table_id)
    return seeing.state(table, table.seat_of(bearer.guest), base)


@router.get("/legal", tags=["playing"], responses=refusals(404))
async def legal_moves(table_id: TableId, house: HouseOf, bearer: BearerOf) -> models.LegalMoves:
    """What you may do now, and nothing else."""
    bearer.check(table_id)
    table = await house.tables.find(table_id)
    return seeing.legal(table, table.seat_of(bearer.guest))


@router.get(
    "/record", tags=["tables"], response_class=PlainTextResponse,
    responses={**refusals(404), 200: {"description": "A text; what is hidden from you stands as `?`."}},
)  # fmt: skip
async def record(table_id: TableId, house: HouseOf, bearer: BearerOf) -> PlainTextResponse:
    """The game's record as far as you may know it; all of it when the game is over."""
    bearer.check(table_id)
    table = await house.tables.find(table_id)
    if table.game is None:
        raise NotAllowed(N_("The game has not started yet."))
    return PlainTextResponse(table.record(table.seat_of(bearer.guest)))


JSON_EVENT = {
    "type": "string",
    "contentMediaType": "application/json",
    "contentSchema": {"$ref": "#/components/schemas/Told"},
    "description": "an event as JSON",
}
EVENTS: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The events after `after`, then each when it happens, until the game is over.",
        "content": {
            SSE: {"schema": {"type": "object", "properties": {"id": {"type": "string"}, "data": JSON_EVENT}}},
            NDJSON: {"schema": {"type": "string", "description": "an event a line; empty lines are signs of life"}},
        },
    },
    204: {"description": "The game is over, and nothing more will happen."},
}


@router.get("/events", tags=["tables"], response_class=StreamingResponse, responses=refusals(404, 409) | EVENTS)
async def events(
    request: Request,
    table_id: TableId,
    house: HouseOf,
    bearer: BearerOf,
    streams: StreamsOf,
    after: Annotated[int, Query(ge=0, le=models.LARGEST, description="the event you know already; 0: none")] = 0,
    follow: Annotated[bool, Query(description="wait for what happens next")] = True,
    in_words: Annotated[bool, Query(alias="words", description="with narration, by Accept-Language")] = False,
    last_event_id: Annotated[
        str, Header(pattern=LAST_ID, description="counts instead of `after` where it is sent")
    ] = "",
) -> Response:
    """What happens at the table, as your seat may know it, as it happens.

    Events are numbered 1, 2, 3, ... for you. After a broken connection go on with the number of the last one you have,
    as `after` or `Last-Event-ID`: none is missed, none comes twice. The answer is `text/event-stream`, or
    `application/x-ndjson` if you accept that.
    """
    bearer.check(table_id)
    table = await house.tables.find(table_id)
    known = table.versions.get(table.seat_of(bearer.guest), 0)
    after = int(last_event_id or after)
    if after > known:
        text = _("There are only %(known)s events here for you yet.") % {"known": known}
        raise Refusal(409, "after", text)
    if after == known and table.status in (OVER, CLOSED):
        return Response(status_code=204)
    media_type = NDJSON if NDJSON in request.headers.get("accept", "") else SSE
    told = streams.happenings(bearer, table_id, after, follow=follow, words=in_words)
    return StreamingResponse(written(told, media_type), media_type=media_type, headers={"x-accel-buffering": "no"})


# ---- sitting down ----------------------------------------------------------------------------------------------------


@router.post("/join", tags=["tables"], responses=refusals(404, body=True))
async def join(
    table_id: TableId, asked: models.Join, house: HouseOf, bearer: BearerOf, base: BaseOf
) -> models.TableState:
    """Take a seat; who has one already keeps it. The game starts when every seat is taken."""
    bearer.check(table_id, play=True)
    name = check_name(asked.name or bearer.token.name)
    table = await house.tables.ask(table_id, commands.join, bearer.guest, name, asked.contribution)
    return seeing.state(table, table.seat_of(bearer.guest), base)


@router.post("/bots", tags=["tables"], responses=refusals(404, body=True))
async def fill_with_bots(
    table_id: TableId, asked: models.Fill, house: HouseOf, bearer: BearerOf, base: BaseOf
) -> models.TableState:
    """Let bots take all free seats, and start."""
    bearer.check(table_id, play=True)
    table = await house.tables.ask(table_id, commands.fill_with_bots, bearer.guest, asked.bot)
    return seeing.state(table, table.seat_of(bearer.guest), base)


@router.post("/rematch", tags=["tables"], responses=refusals(404, body=True))
async def rematch(
    table_id: TableId, asked: models.Rematch, house: HouseOf, bearer: BearerOf, base: BaseOf
) -> models.TableState:
    """Another game with the same people: the first to ask makes the table, the others join it. It is the answer."""
    bearer.check(play=True)
    table = await house.tables.rematch(table_id, bearer.guest, asked.contribution)
    return seeing.state(table, table.seat_of(bearer.guest), base)


# ---- playing ---------------------------------------------------------------------------------------------------------


async def ask(house: Any, table_id: str, guest: str, command: Callable[..., Any], *args: Any) -> Table:
    """Let a command decide. Raises Refusal, which says what is legal, where a move cannot be made."""
    try:
        table: Table = await house.tables.ask(table_id, command, *args)
    except (IllegalMove, StaleMove, NotYourTurn) as error:
        table = await house.tables.find(table_id)
        legal = seeing.legal(table, table.seat_of(guest))
        raise Refusal(STATUS[error.code], error.code, words(error), legal=legal.legal) from None
    return table


@router.post("/play", tags=["playing"], responses=refusals(404, 409, body=True))
async def play(
    table_id: TableId, asked: models.Play, house: HouseOf, bearer: BearerOf, key: Key = ""
) -> models.Receipt:
    """Choose a move, having seen position `at`. When the answer is there the move is durable.

    A move that is sent again does nothing a second time.
    """
    bearer.check(table_id, play=True)
    guest = bearer.guest
    table = await ask(house, table_id, guest, keyed, commands.play, key, guest, asked.move, asked.at)
    return models.Receipt(table=table_id, seat=table.seat_of(guest), move=asked.move, at=asked.at)


@router.post("/throw", tags=["playing"], responses=refusals(404, 409, body=True))
async def throw(
    table_id: TableId, asked: models.Throw, house: HouseOf, bearer: BearerOf, key: Key = ""
) -> models.Receipt:
    """Where players throw the dice: enter what all those show that are due, having seen position `at`."""
    bearer.check(table_id, play=True)
    guest = bearer.guest
    table = await ask(house, table_id, guest, keyed, commands.throw, key, guest, asked.dice, asked.at)
    return models.Receipt(table=table_id, seat=table.seat_of(guest), dice=asked.dice, at=asked.at)


@router.post("/wish", tags=["playing"], responses=refusals(404, 409, body=True))
async def wish(
    table_id: TableId, asked: models.Play, house: HouseOf, bearer: BearerOf, base: BaseOf
) -> models.TableState:
    """Decide before your turn has come, on one of the `early` moves; the newest counts."""
    bearer.check(table_id, play=True)
    table = await ask(house, table_id, bearer.guest, commands.wish, bearer.guest, asked.move, asked.at)
    return seeing.state(table, table.seat_of(bearer.guest), base)
