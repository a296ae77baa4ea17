"""The outermost layer: who visits, in which language, what is refused before anybody looks, and every answer's headers.

Refused are hosts that this server is not, forms sent by other sites, bodies that are too large or packed, and whoever
asks for more than the limits allow. An error that nobody foresaw becomes a page here, with the same headers.
"""

import hashlib
import logging
import math
import re
from contextlib import ExitStack
from http import HTTPStatus
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request, cookie_parser
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rolltop.games.words import _, language, negotiate
from rolltop.server.guard import errors
from rolltop.server.guard.guests import COOKIE, HOST_COOKIE, YEAR, Guest, Guests
from rolltop.server.guard.limits import Limits, action_of, household

log = logging.getLogger("rolltop.server")

MAX_BODY = 16 * 1024
PROBES = ("/health", "/ready")  #: asked by the machine itself, by whatever name it goes
SAFE = ("GET", "HEAD", "OPTIONS")
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
    " font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none';"
    " frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cache-control": "no-store",
}  #: unless the answer says otherwise itself
CHECKS = ("/health", "/ready")  #: those who look after machines ask by number
HTTPS_ONLY = ("strict-transport-security", f"max-age={YEAR}")
UNLISTED = ("x-robots-tag", "noindex")  #: a table's address is for those who have it
HOST = re.compile(r"[A-Za-z0-9._-]+(:\d{1,5})?|\[[0-9A-Fa-f:.]+\](:\d{1,5})?")


class Visit:
    """ASGI middleware: puts the guest into ``scope['state']``, refuses what must be, adds headers and the cookie.

    `hosts` are the names under which the server may be asked for (``*.example.org`` for all below one); none: any.
    """

    def __init__(self, app: ASGIApp, guests: Guests, limits: Limits | None = None, hosts: tuple[str, ...] = ()) -> None:
        self.app = app
        self.guests = guests
        self.limits = limits
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See the ASGI specification."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers, secure, is_api = Headers(scope=scope), scope["scheme"] == "https", errors.is_api(scope["path"])
        cookie = cookie_parser(headers.get("cookie", "")).get(HOST_COOKIE if secure else COOKIE)
        guest = self.guests.new() if is_api else self.guests.read(cookie)
        state = scope.setdefault("state", {})
        state["guest"] = guest
        renewed = not is_api and self.guests.is_old(cookie, guest)
        taken = 0

        async def limited() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > MAX_BODY:
                raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
            return message

        begun = False

        async def dressed(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                answer = MutableHeaders(scope=message)
                for name, value in [*HEADERS.items(), *[HTTPS_ONLY] * secure]:
                    answer.setdefault(name, value)
                if scope["path"].startswith("/t/"):
                    answer.setdefault(*UNLISTED)
                now, is_page = state["guest"], answer.get("content-type", "").startswith("text/html")
                if not is_api and (now != guest or renewed or (not guest.known and is_page)):
                    answer.append("set-cookie", cookie_of(self.guests.write(now), secure))
            await send(message)

        with language(negotiate(headers.get("accept-language", ""))), ExitStack() as while_answering:
            try:
                answer = self._refusal(Request(scope), guest, while_answering) or self.app
                await answer(scope, limited, dressed)
            except ClientDisconnect:
                return
            except Exception:
                route = getattr(scope.get("route"), "path", "a page")  # not the path: it may hold a seat's link
                log.exception("%s of %s failed", scope["method"], route)
                if begun:
                    raise
                await errors.broken(Request(scope))(scope, receive, dressed)

    def _refusal(self, request: Request, guest: Guest, while_answering: ExitStack) -> Response | None:
        """The answer to a request that is not let in; a stream is counted `while_answering`."""
        if request.scope["path"] in PROBES:
            return None
        if request.scope["path"] not in CHECKS and not self._is_ours(request.headers.getlist("host")):
            text = _("The server does not go by that name; who runs it can add the name to ROLLTOP_HOSTS.")
            return errors.page(request, 421, _("Not here"), text, "host")
        if wait := self._wait(request, guest, while_answering):
            seconds = math.ceil(wait)
            text = _("That was a lot at once, from your browser or your network. Try again in %(seconds)s s.")
            answer = errors.page(request, 429, _("A little slower"), text % {"seconds": seconds}, "limit")
            answer.headers["retry-after"] = str(seconds)
            return answer
        if request.method in SAFE:
            return None
        if is_from_elsewhere(request.headers):
            text = _("This form was sent by another site. Open the page here and repeat it.")
            return errors.page(request, 403, _("Not for you"), text, "forbidden")
        if request.headers.get("content-encoding", "identity") != "identity":
            return errors.http_error(request, HTTPException(415))
        length = request.headers.get("content-length", "0")
        if not (length.isascii() and length.isdecimal()):
            return errors.page(
                request, 400, _("That is not possible"), _("The header Content-Length must be a number.")
            )
        return errors.http_error(request, HTTPException(413)) if int(length[:20]) > MAX_BODY else None

    def _is_ours(self, hosts: list[str]) -> bool:
        """Does the header Host say one thing that is a host's name, and ours?"""
        if len(hosts) != 1 or not HOST.fullmatch(hosts[0]):
            return not hosts and not self.hosts
        name = urlsplit(f"//{hosts[0]}").hostname or ""
        return not self.hosts or any(
            name == host or (host.startswith("*.") and name.endswith(host[1:])) for host in self.hosts
        )

    def _wait(self, request: Request, guest: Guest, while_answering: ExitStack) -> float:
        """Seconds until this may be asked; 0 if it may now."""
        if self.limits is None:
            return 0.0
        path = request.scope["path"]
        action = action_of(request.method, path)
        address = household(request.client.host if request.client else "")
        who = guest.id if guest.known else None
        if errors.is_api(path):
            token = request.headers.get("authorization")
            who = hashlib.sha256(token.encode()).hexdigest() if token else None
        wait = self.limits.take(action, address, who)
        if not wait and who is None and action == "pages" and not errors.is_api(path):
            wait = self.limits.take("guests", address, None)
        if (
            not wait
            and action == "streams"
            and not while_answering.enter_context(self.limits.hold("open", address, who))
        ):
            wait = 10.0
        return wait


def is_from_elsewhere(headers: Headers) -> bool:
    """Did a browser send this from a page of another site? Old browsers, and plain http, leave Origin to tell by."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site not in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is not None and urlsplit(origin).netloc != headers.get("host")


def cookie_of(value: str, secure: bool) -> str:
    """A header that keeps a guest known for a year."""
    kept = f"={value}; Max-Age={YEAR}; Path=/; HttpOnly; SameSite=Lax"
    return f"{HOST_COOKIE}{kept}; Secure" if secure else f"{COOKIE}{kept}"
