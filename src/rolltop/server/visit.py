"""The outermost layer: who visits, in which language, what a body may weigh, and the headers every answer carries."""

from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rolltop.games.words import _, language, negotiate
from rolltop.server.guests import COOKIE, YEAR, Guests

MAX_BODY = 16 * 1024
HEADERS = {
    "content-security-policy": "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none';"
    " object-src 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class TooLarge(Exception):
    """The body is larger than any form of ours."""


class Visit:
    """ASGI middleware: reads the guest's cookie into ``scope['state']``, limits bodies, adds headers and the cookie."""

    def __init__(self, app: ASGIApp, guests: Guests) -> None:
        self.app = app
        self.guests = guests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See the ASGI specification."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        guest = self.guests.read(read_cookie(headers.get("cookie", "")))
        state = scope.setdefault("state", {})
        state["guest"] = guest
        taken = 0

        async def limited() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > MAX_BODY:
                raise TooLarge
            return message

        begun = False

        async def dressed(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                answer = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    answer.setdefault(name, value)
                now = state["guest"]
                if (now != guest or not guest.known) and not scope["path"].startswith("/static/"):
                    answer.append("set-cookie", self._cookie(self.guests.write(now), scope["scheme"] == "https"))
            await send(message)

        try:
            if int(headers.get("content-length") or 0) > MAX_BODY:
                raise TooLarge
            with language(negotiate(headers.get("accept-language", ""))):
                await self.app(scope, limited, dressed)
        except TooLarge:
            if not begun:
                text = _("This is too much: a form of this site has at most %(most)s bytes.") % {"most": MAX_BODY}
                await PlainTextResponse(text, 413)(scope, receive, dressed)
        except ValueError:
            if begun:
                raise
            text = _("The header Content-Length must be a number.")
            await PlainTextResponse(text, 400)(scope, receive, dressed)

    def _cookie(self, value: str, secure: bool) -> str:
        return f"{COOKIE}={value}; Max-Age={YEAR}; Path=/; HttpOnly; SameSite=Lax" + ("; Secure" if secure else "")


def read_cookie(header: str) -> str | None:
    """Our cookie's value in a Cookie header."""
    try:
        morsel = SimpleCookie(header).get(COOKIE)
    except CookieError:
        return None
    return morsel.value if morsel is not None else None
