"""The shelf, the lobby, and making a table."""

import hashlib
import secrets
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query

from rolltop import bots
from rolltop.bots.names import bot_name
from rolltop.games import shelf
from rolltop.games.errors import BadOption
from rolltop.games.words import N_
from rolltop.play.game import check_name
from rolltop.server.api import models, seeing
from rolltop.server.api.bearers import Bearer, BearerOf
from rolltop.server.api.keys import reused
from rolltop.server.api.models import KEY
from rolltop.server.api.routes import BaseOf, Key, refusals
from rolltop.server.hall.commands import check_contribution
from rolltop.server.hall.keeper import PACES
from rolltop.server.hall.table import Seat
from rolltop.server.web.forms import HouseOf

router = APIRouter()

FARTHEST = 100_000  #: tables that may be passed over


@router.get("/games", tags=["games"], responses=refusals(token=False))
async def games() -> models.Games:
    """The games on the shelf, with their options and editions, and the bots that play them. Needs no token."""
    shown = [seeing.game(kind) for kind in shelf.kinds().values()]
    return models.Games(games=shown, bots=list(bots.BOTS), paces=list(PACES))


@router.get("/tables", tags=["tables"], responses=refusals())
async def list_tables(
    house: HouseOf,
    bearer: BearerOf,
    status: Literal["open", "running", "over"] = "open",
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
    offset: Annotated[int, Query(ge=0, le=FARTHEST)] = 0,
) -> models.Tables:
    """The lobby: public tables of a status, those first at which something happened last."""
    bearer.check()
    tables = house.tables
    found = await tables.read(tables.store.listed, status, limit=limit + 1, offset=offset)
    further = f"/api/v1/tables?status={status}&limit={limit}&offset={offset + limit}"
    return models.Tables(
        tables=[seeing.listed(summary) for summary in found[:limit]],
        next=further if len(found) > limit and offset + limit <= FARTHEST else None,
    )


@router.get("/mine", tags=["tables"], responses=refusals())
async def my_tables(house: HouseOf, bearer: BearerOf) -> models.Tables:
    """Your tables that go on, public or not; those first where it is your turn."""
    bearer.check()
    found = await house.tables.of_guest(bearer.guest)
    return models.Tables(tables=[seeing.listed(table.summary()) for table in found], next=None)


@router.get("/commitments/{key}", tags=["tables"], responses=refusals())
async def commitment(key: Annotated[str, Path(pattern=KEY)], house: HouseOf, bearer: BearerOf) -> models.Commitment:
    """What binds the dice of the table that `POST /tables` makes with this Idempotency-Key.

    Ask before you send your part of the dice: then you know that the server could not choose its secret by it.
    """
    return models.Commitment(commitment=house.tables.commitment(once_of(bearer, key)))


@router.post("/tables", tags=["tables"], status_code=201, responses=refusals(body=True))
async def create_table(
    asked: models.NewTable, house: HouseOf, bearer: BearerOf, base: BaseOf, key: Key = ""
) -> models.TableState:
    """Make a table and take its first seat. It starts when every seat is taken."""
    bearer.check(play=True)
    kind = shelf.kind(asked.game)
    mark = hashlib.sha256(asked.model_dump_json().encode()).hexdigest()[:16]
    setting = {
        "game": kind.name,
        "edition": edition_of(kind, asked.edition),
        "options": asked.options,
        "public": asked.public,
        "pace": asked.pace,
        "dice": asked.dice,
        "advice": asked.advice,
        "clock": asked.clock,
        "stand_in": asked.stand_in,
        "asked": mark,
    }
    once = once_of(bearer, key or secrets.token_hex(16))
    table = await house.tables.create(once, bearer.guest, seats_of(asked, bearer), setting)
    if table.setting.get("asked") != mark:
        raise reused()
    return seeing.state(table, table.seat_of(bearer.guest), base)


def once_of(bearer: Bearer, key: str) -> str:
    """What stands for this request: no other guest's, and no form's, is the same."""
    return f"api:{bearer.guest}:{key}"


def edition_of(kind: shelf.Kind, name: str | None) -> str:
    """The name of an edition on the shelf. Raises BadOption."""
    if name is not None and name not in kind.editions:
        raise BadOption(N_("edition: expected one of %(known)s"), known=", ".join(kind.editions))
    return name or kind.edition().name


def seats_of(asked: models.NewTable, bearer: Bearer) -> list[Seat]:
    """Who makes the table, then bots, then free seats. Raises BadOption."""
    if asked.bots > asked.players - 1:
        raise BadOption(N_("bots: expected at most %(most)s, one seat is yours"), most=asked.players - 1)
    name = check_name(asked.name or bearer.token.name)
    seats, names = [Seat(name, bearer.guest, contribution=check_contribution(asked.contribution))], [name]
    for _number in range(asked.bots):
        names.append(bot_name(names))
        seats.append(Seat(names[-1], bot=asked.bot, contribution=asked.bot))
    return seats + [Seat()] * (asked.players - len(seats))
