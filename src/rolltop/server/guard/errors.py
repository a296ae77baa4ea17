"""Errors as pages: what was wrong and what to do, never a traceback."""

import logging
from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, JSONResponse, Response

from rolltop.games.errors import RolltopError
from rolltop.games.words import _
from rolltop.server.storage.store import StoreError, Unsure

log = logging.getLogger("rolltop.server")

STATUS = {
    "table": 404,
    "paper": 404,
    "forbidden": 403,
    "stale": 409,
    "turn": 409,
    "illegal": 422,
    "option": 422,
    "edition": 422,
    "record": 422,
    "undo": 409,
    "busy": 503,
}


def install(app: FastAPI) -> None:
    """Let the application answer every error with a page."""
    app.add_exception_handler(RolltopError, refused)
    app.add_exception_handler(RequestValidationError, unreadable)
    app.add_exception_handler(HTTPException, http_error)
    app.add_exception_handler(StoreError, not_stored)


def is_api(path: str) -> bool:
    """Is this asked by a program?"""
    return path.startswith("/api/")


def page(request: Request, status: int, title: str, text: str, code: str = "http") -> Response:
    """An error's page; a program gets problem details (RFC 9457)."""
    path = request.scope["path"]
    if is_api(path):
        phrase = HTTPStatus(status).phrase
        told = {"type": f"/api#{code}", "title": phrase, "status": status, "detail": text, "code": code}
        return JSONResponse(told, status, media_type="application/problem+json")
    house = getattr(request.app.state, "house", None)
    if house is None:
        return Response(f"{title}\n{text}\n", status, media_type="text/plain")
    back = "/".join(path.split("/")[:3]) if path.startswith("/t/") and status != 404 else "/"
    html = house.env.get_template("error.html").render(title=title, text=text, back=back, status=status)
    return HTMLResponse(html, status)


def refused(request: Request, error: Exception) -> Response:
    """Something Rolltop must refuse."""
    assert isinstance(error, RolltopError)
    text = _(error.message) % error.values if error.values else _(error.message)
    titles = {404: _("There is no such page"), 403: _("Not for you"), 409: _("Too late")}
    status = STATUS.get(error.code, 400)
    return page(request, status, titles.get(status, _("That is not possible")), text, error.code)


def unreadable(request: Request, error: Exception) -> Response:
    """A form with fields missing or of the wrong kind."""
    assert isinstance(error, RequestValidationError)
    fields = ", ".join(".".join(str(step) for step in found["loc"][1:]) for found in error.errors()[:5])
    text = _("Missing, or of the wrong kind: %(fields)s") % {"fields": fields}
    return page(request, 422, _("This form is not complete"), text)


def http_error(request: Request, error: Exception) -> Response:
    """Unknown addresses, wrong methods."""
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        return page(request, 404, _("There is no such page"), _("Look in the lobby for open tables."))
    text = _("This address does not answer that kind of request.")
    if error.status_code == 400:
        text = _("This request could not be read: it has too many fields, or is broken.")
    elif error.status_code == 413:
        text = _("This is too much: more than any form of this site sends.")
    elif error.status_code == 415:
        text = _("Send this unpacked, in one of the forms that this address takes.")
    answer = page(request, error.status_code, _("That is not possible"), text)
    answer.headers.update(error.headers or {})
    return answer


def not_stored(request: Request, error: Exception) -> Response:
    """The database did not take it."""
    log.error("not stored: %s", error)
    text = _("This could not be written down, so it did not happen. Try again in a moment.")
    if isinstance(error, Unsure):
        text = _("The database was lost just then: look whether it happened before you try again.")
    if request.method in ("GET", "HEAD"):
        text = _("The tables cannot be read just now. Try again in a moment.")
        return page(request, 503, _("The server cannot read"), text)
    return page(request, 503, _("The server cannot write"), text)


def broken(request: Request) -> Response:
    """A fault of ours."""
    return page(request, 500, _("Something broke here"), _("It is our fault, not yours. Nothing was lost; try again."))
