"""What all routes of the API share: who asks, which table, and the answers that every route may give."""

from typing import Annotated, Any

from fastapi import Depends, Header, Path, Request

from rolltop.server.api.bearers import Revocations
from rolltop.server.api.models import KEY_OR_NONE, TABLE_ID
from rolltop.server.api.problems import MEDIA_TYPE
from rolltop.server.api.streaming import Streams

MEANINGS = {
    400: "The body cannot be read.",
    401: "There is no valid token.",
    403: "This token, or this person, may not do that here.",
    404: "There is nothing of that name.",
    409: "The table has moved on, or it is not your turn: look again.",
    413: "The body is too long.",
    415: "The body is not JSON.",
    422: "A field is missing or wrong, or the move is not legal.",
    429: "That was too much at once: wait as long as Retry-After says.",
    503: "The server cannot write just now; nothing has happened.",
}
RETRY_AFTER = {"Retry-After": {"description": "seconds to wait", "schema": {"type": "integer", "minimum": 0}}}
HEADERS = {
    401: {"WWW-Authenticate": {"description": "`Bearer`, and why", "schema": {"type": "string"}}},
    429: RETRY_AFTER,
    503: RETRY_AFTER,
}
PROBLEM = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}


def refusals(*more: int, token: bool = True, body: bool = False) -> dict[int | str, dict[str, Any]]:
    """The problems that a route may answer with, for the OpenAPI document."""
    statuses = {422, 429, 503, *([401, 403] if token else []), *([400, 413, 415] if body else []), *more}
    return {
        status: {"description": MEANINGS[status], "content": PROBLEM}
        | ({"headers": HEADERS[status]} if status in HEADERS else {})
        for status in sorted(statuses)
    }


async def revocations_of(request: Request) -> Revocations:
    """Ends the streams of tokens that are revoked."""
    found: Revocations = request.app.state.revocations
    return found


async def streams_of(request: Request) -> Streams:
    """The streams that are open."""
    state = request.app.state
    if not hasattr(state, "streams"):
        state.streams = Streams(state.house.tables, state.revocations)
    found: Streams = state.streams
    return found


async def base_of(request: Request) -> str:
    """The server's address, as the caller knows it."""
    return f"{request.url.scheme}://{request.url.netloc}"


StreamsOf = Annotated[Streams, Depends(streams_of)]
RevocationsOf = Annotated[Revocations, Depends(revocations_of)]
BaseOf = Annotated[str, Depends(base_of)]
TableId = Annotated[str, Path(pattern=TABLE_ID, description="the table's id, the last part of its page's address")]
Key = Annotated[
    str,
    Header(
        alias="Idempotency-Key",
        pattern=KEY_OR_NONE,
        description="a text of your own for this request: sent again with the same key it has the same answer, and"
        " nothing happens twice",
    ),
]
