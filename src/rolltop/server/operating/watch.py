"""Every request gets a name of its own, is timed, and leaves one line in the log."""

import logging
import secrets
import time

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rolltop.server.operating.logs import request_id
from rolltop.server.operating.meter import Meter

log = logging.getLogger("rolltop.requests")

QUIET = ("/static/", "/health", "/ready")  #: how the addresses begin whose requests are of little interest
UNKNOWN = "unknown"  #: the route of what no route matches
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
ABORTED = 499  #: the status of a request that went before it had an answer


class Watch:
    """ASGI middleware, to be the outermost one."""

    def __init__(self, app: ASGIApp, meter: Meter) -> None:
        self.app = app
        self.meter = meter

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See the ASGI specification."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        name = secrets.token_hex(6)
        token = request_id.set(name)
        begun, status = time.perf_counter(), ABORTED

        async def named(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                answer = MutableHeaders(scope=message)
                answer["x-request-id"] = name
                if "set-cookie" in answer and not scope["state"]["guest"].known:
                    self.meter.newcomer()
            await send(message)

        try:
            await self.app(scope, receive, named)
        finally:
            self._note(scope, status, time.perf_counter() - begun)
            request_id.reset(token)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        method = scope["method"] if scope["method"] in METHODS else "other"
        route = route_of(scope)
        self.meter.request(method, route, status, seconds)
        level = logging.DEBUG if scope["path"].startswith(QUIET) else logging.INFO
        if log.isEnabledFor(level):
            ms = round(seconds * 1000, 1)
            extra = {"method": method, "route": route, "status": status, "ms": ms}
            log.log(level, "%s %s %d in %s ms", method, route, status, ms, extra=extra)


def route_of(scope: Scope) -> str:
    """The template of the route that answered, such as ``/t/{table_id}/play``; never what stood in its place."""
    path = getattr(scope.get("route"), "path", None)
    return UNKNOWN if path is None else f"{scope.get('root_path', '')}{path}"  # the root: of the application inside
