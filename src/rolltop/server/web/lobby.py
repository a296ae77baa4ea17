"""The lobby: open tables, games running and finished, and making a table in two clicks."""

import secrets
from collections.abc import Mapping

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from rolltop import bots
from rolltop.bots.names import bot_name
from rolltop.games import shelf
from rolltop.games.errors import BadOption
from rolltop.games.shelf import Kind
from rolltop.games.words import N_, _
from rolltop.play.game import check_name
from rolltop.play.throwing import Dice
from rolltop.server.guard.guests import Guest
from rolltop.server.hall.clock import NO_CLOCK
from rolltop.server.hall.commands import check_contribution
from rolltop.server.hall.table import OPEN, OVER, RUNNING, Seat, Table
from rolltop.server.hall.tables import Tables, lobby_token
from rolltop.server.storage.store import Summary
from rolltop.server.web.forms import BadField, GuestOf, HouseOf, OwnForm, needed, whole

router = APIRouter()

LISTED = 8


@router.get("/")
async def lobby(house: HouseOf, guest: GuestOf) -> Response:
    """The lobby's page."""
    tables: Tables = house.tables
    once = secrets.token_hex(16)
    html = house.env.get_template("lobby.html").render(
        guest=guest,
        token=house.guests.form_token(guest),
        once=once,
        commitment=tables.commitment(lobby_token(once)),
        contribution=secrets.token_hex(8),
        mine=await tables.of_guest(guest.id) if guest.known else [],
        open_tables=await tables.read(tables.store.listed, OPEN, limit=LISTED),
        running=await tables.read(tables.store.listed, RUNNING, limit=LISTED),
        finished=await tables.read(tables.store.listed, OVER, limit=LISTED),
        progress=progress,
        with_names=with_names,
    )
    return HTMLResponse(html)


def progress(summary: Summary) -> str:
    """How far a game is, in words."""
    message, values = summary.data.get("progress", ("", {}))
    return _(message) % values if message else ""


def with_names(table: Table, guest: Guest) -> list[str]:
    """Who else is at a guest's table."""
    return [seat.name for seat in table.seats if seat.taken and seat.guest != guest.id]


@router.post("/tables")
async def create(request: Request, house: HouseOf, guest: GuestOf, form: OwnForm) -> Response:
    """Make a table. Fields: game, players; perhaps bots, bot, name, public, pace, dice, advice, clock, stand_in,
    edition, option-GAME-NAME."""
    kind = shelf.kind(needed(form, "game"))
    n_players = whole(form, f"players-{kind.name}" if f"players-{kind.name}" in form else "players")
    kind.check_players(n_players)
    name = check_name(form.get("name", guest.name))
    request.scope["state"]["guest"] = guest.renamed(name)
    edition = form.get("edition") or kind.edition().name
    if edition not in kind.editions:
        raise BadOption(N_("edition: expected one of %(known)s"), known=", ".join(kind.editions))
    setting = {
        "game": kind.name,
        "edition": edition,
        "options": options_of(form, kind, n_players),
        "public": form.get("public") == "yes",
        "pace": form.get("pace") or "easy",
        "dice": form.get("dice") or Dice.FAIR,
        "advice": form.get("advice") or "alone",
        "clock": form.get("clock") or NO_CLOCK,
        "stand_in": form.get("stand_in") or bots.USUAL,
    }
    seats = seats_of(form, guest, name, n_players)
    table = await house.tables.create(lobby_token(needed(form, "once")), guest.id, seats, setting)
    return RedirectResponse(f"/t/{table.id}", 303)


def options_of(form: Mapping[str, str], kind: Kind, n_players: int) -> dict[str, str]:
    """The options chosen for this game; a browser sends those for other numbers of players too, which do not matter."""
    own = f"option-{kind.name}-"
    chosen = {key.removeprefix(own): value for key, value in form.items() if key.startswith(own)}
    idle = {option.name for option in kind.options if not option.concerns(n_players)}
    return {name: choice for name, choice in chosen.items() if name not in idle}


def seats_of(form: Mapping[str, str], guest: Guest, name: str, n_players: int) -> list[Seat]:
    """The host, then bots, then free seats. The button says whether bots take all the other seats."""
    with_bots = n_players - 1 if form.get("with") == "bots" else 0
    n_bots = whole(form, "bots") if form.get("bots") else with_bots
    if n_bots > n_players - 1:
        raise BadField(N_("bots: expected at most %(most)s, one seat is yours"), most=n_players - 1)
    bot = form.get("bot") or bots.USUAL
    bots.bot(bot)
    seats = [Seat(name, guest.id, contribution=check_contribution(form.get("contribution", "")))]
    names = [name]
    for _number in range(n_bots):
        names.append(bot_name(names))
        seats.append(Seat(names[-1], bot=bot, contribution=bot))
    return seats + [Seat() for _number in range(n_players - 1 - n_bots)]
