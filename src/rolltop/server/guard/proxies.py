"""Behind a proxy: whose word is taken for the address and the scheme of a request."""

import logging
from collections.abc import Sequence
from ipaddress import ip_network
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from rolltop.games.errors import RolltopError
from rolltop.games.words import N_

log = logging.getLogger("rolltop.server")

ANY = "*"  #: everybody is a proxy: only where nobody else can reach the server
UNIX = "unix"  #: the address of whoever comes by a Unix socket


class Proxies:
    """ASGI middleware: believes X-Forwarded-For and X-Forwarded-Proto of the `trusted` addresses, and of nobody else.

    `trusted` holds addresses, networks such as ``10.0.0.0/8``, and ``unix`` for a Unix socket.
    """

    def __init__(self, app: ASGIApp, trusted: Sequence[str]) -> None:
        self.app = app
        self.believing = ProxyHeadersMiddleware(app, list(trusted))  # type: ignore[arg-type]
        self.warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See the ASGI specification."""
        if scope["type"] == "http":
            scope["client"] = scope.get("client") or (UNIX, 0)
            peer = scope["client"][0]
            if peer in self.believing.trusted_hosts:
                await self.believing(scope, receive, send)  # type: ignore[arg-type]
                return
            if not self.warned and (peer == UNIX or peer.startswith("127.")) and is_forwarded(scope):
                self.warned = True
                log.warning(
                    "a proxy at %s says for whom it asks, and is not believed: everybody counts as one. Start with"
                    " --proxy %s, or set ROLLTOP_PROXIES",
                    peer, peer,
                )  # fmt: skip
        await self.app(scope, receive, send)


def believed(trusted: Sequence[str]) -> Any:
    """The addresses of proxies, to be asked with ``in``. Raises RolltopError if one cannot be read."""
    for address in trusted:
        if address not in (ANY, UNIX):
            try:
                ip_network(address)
            except ValueError as error:
                raise RolltopError(
                    N_("the proxy %(found)s: expected an address, a network such as 10.0.0.0/8, or unix (%(why)s)"),
                    found=repr(address[:60]), why=error,
                ) from None  # fmt: skip
    return ProxyHeadersMiddleware(None, list(trusted)).trusted_hosts  # type: ignore[arg-type]


def is_forwarded(scope: Scope) -> bool:
    """Does the request name somebody for whom it is made?"""
    return any(name == b"x-forwarded-for" for name, _value in scope["headers"])
