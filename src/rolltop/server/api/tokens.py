"""Tokens: a new account for a program, further tokens of an account, revoking them."""

import asyncio
from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Path
from starlette.responses import Response

from rolltop.games.words import N_, _
from rolltop.play.game import check_name
from rolltop.server.api import bearers, models
from rolltop.server.api.bearers import ACCOUNT, AnyBearerOf, BearerOf
from rolltop.server.api.problems import Refusal
from rolltop.server.api.routes import RevocationsOf, refusals
from rolltop.server.guard.guests import Guests
from rolltop.server.hall.tables import NotAllowed
from rolltop.server.storage.store import Token
from rolltop.server.web.forms import HouseOf

router = APIRouter(tags=["tokens"])


def shown(token: Token) -> dict[str, object]:
    """A token's fields, without what makes it work and whose it is."""
    fields = asdict(token)
    del fields["guest"]
    return fields | {"id": bearers.short(token)}


@router.post("/tokens", status_code=201, responses=refusals(404, body=True), openapi_extra={"security": [{}]})
async def make_token(asked: models.NewToken, house: HouseOf, bearer: AnyBearerOf) -> models.TokenMade:
    """Make a token: without one of your own a new account's, else a further one of your account.

    The token is shown this once.
    """
    if bearer is None:
        if asked.name is None:
            raise Refusal(422, "name", _("A new account needs a name."))
        guests: Guests = house.guests
        guest, name = guests.new().id, check_name(asked.name)
    else:
        if bearer.token.scope != ACCOUNT or (bearer.token.may != bearers.PLAY and asked.may == bearers.PLAY):
            raise Refusal(403, "scope", _("This token cannot make one that may do more than itself."))
        guest, name = bearer.guest, check_name(asked.name or bearer.token.name)
    if asked.scope != ACCOUNT:
        table = await house.tables.find(asked.scope)
        if table.seat_of(guest) < 0:
            raise NotAllowed(N_("You have no seat at this table."))
    text, token = await asyncio.to_thread(
        bearers.make, house.tables.store, guest, name, asked.label, asked.scope, asked.may
    )
    return models.TokenMade.model_validate({"token": text, **shown(token)})


@router.get("/tokens", responses=refusals())
async def list_tokens(house: HouseOf, bearer: BearerOf) -> models.Tokens:
    """The tokens of your account, the newest first; of a token for one table only itself."""
    found = [bearer.token]
    if bearer.token.scope == ACCOUNT:
        found = await asyncio.to_thread(house.tables.store.tokens_of, bearer.guest)
    return models.Tokens.model_validate({"tokens": [shown(token) for token in found]})


@router.get("/token", responses=refusals())
async def own_token(bearer: BearerOf) -> models.TokenShown:
    """The token you show: who you are, and what you may do."""
    return models.TokenShown.model_validate(shown(bearer.token))


@router.delete("/tokens/{token_id}", status_code=204, response_class=Response, responses=refusals(404))
async def revoke_token(
    token_id: Annotated[str, Path(pattern=r"^[0-9a-f]{16}$")],
    house: HouseOf,
    bearer: BearerOf,
    revocations: RevocationsOf,
) -> None:
    """Revoke a token of your account for good; its open streams end. With a token for one table only itself."""
    mine = [bearer.token]
    if bearer.token.scope == ACCOUNT:
        mine = await asyncio.to_thread(house.tables.store.tokens_of, bearer.guest)
    for token in mine:
        if bearers.short(token) == token_id and await revocations.revoke(house.tables, token.guest, token.id):
            return
    raise Refusal(404, "address", _("You have no such token."))
