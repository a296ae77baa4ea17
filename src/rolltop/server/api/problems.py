"""Errors of the API as problem details (RFC 9457): what was wrong, where, what was expected, and what is legal."""

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, Field
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from rolltop.games.errors import RolltopError
from rolltop.games.words import _
from rolltop.server.guard.errors import STATUS
from rolltop.server.storage.store import StoreError, Unsure

log = logging.getLogger("rolltop.api")

MEDIA_TYPE = "application/problem+json"
MOST_FIELDS = 5  #: how many wrong fields are named
RETRY_AFTER = "2"  #: seconds, when the database does not take it


class WrongField(BaseModel):
    """A field of a request that is missing or not what it should be."""

    where: str = Field(description="such as `body.players` or `query.after`")
    problem: str


class Problem(BaseModel):
    """What was wrong (RFC 9457)."""

    type: str = Field(description="an address that stands for this kind of problem")
    title: str
    status: int
    detail: str
    code: str = Field(description="the same as the last part of `type`, for programs")
    legal: list[str] | None = Field(None, description="the moves that this seat may choose from now")
    errors: list[WrongField] | None = Field(None, description="the fields that are wrong")


class Refusal(Exception):
    """A request that is refused, with what the caller is told of it."""

    def __init__(
        self, status: int, code: str, detail: str, headers: Mapping[str, str] | None = None, **more: Any
    ) -> None:
        super().__init__(detail)
        self.status, self.code, self.detail = status, code, detail
        self.headers, self.more = dict(headers or {}), more


def problem(status: int, code: str, detail: str, headers: Mapping[str, str] | None = None, **more: Any) -> Response:
    """An answer with problem details."""
    title = HTTPStatus(status).phrase
    content = {"type": f"/api#{code}", "title": title, "status": status, "detail": detail, "code": code, **more}
    return JSONResponse(content, status, dict(headers or {}), MEDIA_TYPE)


def words(error: RolltopError) -> str:
    """What an error says, in the reader's language."""
    return _(error.message) % error.values if error.values else _(error.message)


# ---- handlers --------------------------------------------------------------------------------------------------------


def install(api: FastAPI) -> None:
    """Let the API answer every error with problem details."""
    api.add_exception_handler(Refusal, refused)
    api.add_exception_handler(RolltopError, not_possible)
    api.add_exception_handler(StoreError, not_stored)
    api.add_exception_handler(RequestValidationError, unreadable)
    api.add_exception_handler(HTTPException, http_error)
    api.add_exception_handler(Exception, broken)


def refused(_request: Request, error: Exception) -> Response:
    """Something the API itself refuses."""
    assert isinstance(error, Refusal)
    return problem(error.status, error.code, error.detail, error.headers, **error.more)


def not_possible(_request: Request, error: Exception) -> Response:
    """Something the table refuses."""
    assert isinstance(error, RolltopError)
    return problem(STATUS.get(error.code, 400), error.code, words(error))


def not_stored(_request: Request, error: Exception) -> Response:
    """The database did not take it: nothing has happened, or nobody can tell."""
    log.error("not stored: %s", error)
    if isinstance(error, Unsure):
        text = _("The database was lost just then: look whether it happened, or send the very same once more.")
        return problem(503, "unsure", text, {"retry-after": RETRY_AFTER})
    text = _("This could not be written down, so it did not happen. Try again in a moment.")
    return problem(503, "store", text, {"retry-after": RETRY_AFTER})


def unreadable(_request: Request, error: Exception) -> Response:
    """Fields that are missing or wrong; what was sent is not repeated."""
    assert isinstance(error, RequestValidationError)
    found = [
        {"where": ".".join(str(step) for step in each["loc"])[:80], "problem": str(each["msg"])[:200]}
        for each in error.errors()[:MOST_FIELDS]
    ]
    detail = _("Missing, or of the wrong kind: %(fields)s") % {"fields": ", ".join(each["where"] for each in found)}
    return problem(422, "fields", detail, errors=found)


def http_error(_request: Request, error: Exception) -> Response:
    """Unknown addresses, wrong methods, broken bodies."""
    assert isinstance(error, HTTPException)
    status = error.status_code
    known = {
        400: ("unreadable", _("The body could not be read as JSON.")),
        404: ("address", _("There is nothing at this address; /api says what there is.")),
        405: ("method", _("This address does not answer that kind of request.")),
        413: ("size", _("This is too much for a request.")),
    }
    code, detail = known.get(status, ("refused", _("This address does not answer that kind of request.")))
    return problem(status, code, detail, error.headers)


def broken(_request: Request, _error: Exception) -> Response:
    """A fault of ours."""
    return problem(500, "broken", _("It is our fault, not yours. Nothing was lost; try again."))


# ---- bodies ----------------------------------------------------------------------------------------------------------


class JsonOnly:
    """ASGI middleware: a body is JSON, or it is refused before anybody reads it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See the ASGI specification."""
        headers = Headers(scope=scope) if scope["type"] == "http" else Headers()
        has_body = headers.get("content-length", "0") != "0" or "transfer-encoding" in headers
        if has_body and headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            text = _("Send JSON, and say so: Content-Type: application/json.")
            await problem(415, "media-type", text)(scope, receive, send)
        else:
            await self.app(scope, receive, send)
