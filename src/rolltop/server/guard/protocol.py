"""HTTP as uvicorn speaks it, for strangers: requests that are long, or trickle, are cut off."""

import asyncio
import logging
from contextlib import ExitStack
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from rolltop.server.guard.limits import household

MAX_HEAD = 16 * 1024  #: bytes of the first line and the headers
MAX_URL = 4 * 1024
MAX_HEADERS = 64
SECONDS = 15.0  #: for a request, from its first byte to its last; also for an open connection to bring one
log = logging.getLogger("rolltop.http")
log.setLevel(logging.ERROR)  # or everybody who sends nonsense would write a line
LONG = {414: b"URI Too Long", 431: b"Request Header Fields Too Large"}


class Protocol(HttpToolsProtocol):
    """One connection to the application, whose state holds the `limits` and the `proxies` that are believed."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.logger = log
        self._head = 0
        self._in_head = True
        self._hurry: asyncio.TimerHandle | None = None
        self._held = ExitStack()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """See asyncio."""
        super().connection_made(transport)
        limits, peer = self.app.state.limits, self.client[0] if self.client else ""
        may = limits is None or not peer or peer in self.app.state.proxies
        if may or self._held.enter_context(limits.hold("connections", household(peer))):
            self._begin_hurry()
        else:
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """See asyncio."""
        self._end_hurry()
        self._held.close()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """See asyncio."""
        if self._in_head:
            self._head += len(data)
        super().data_received(data)
        if self._in_head and self._head > MAX_HEAD and not self.transport.is_closing():
            self._refuse(431)

    def on_message_begin(self) -> None:
        """See httptools."""
        super().on_message_begin()
        self._begin_hurry()

    def on_headers_complete(self) -> None:
        """See httptools."""
        self._in_head, self._head = False, 0
        size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        if len(self.url) > MAX_URL:
            self._refuse(414)
        elif size > MAX_HEAD or len(self.headers) > MAX_HEADERS:
            self._refuse(431)
        else:
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """See httptools."""
        if self.cycle is not None:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """See httptools."""
        self._in_head = True
        self._end_hurry()
        if self.cycle is not None:
            super().on_message_complete()

    def _begin_hurry(self) -> None:
        self._end_hurry()
        self._hurry = self.loop.call_later(SECONDS, self.transport.close)

    def _end_hurry(self) -> None:
        if self._hurry is not None:
            self._hurry.cancel()
            self._hurry = None

    def _refuse(self, status: int) -> None:
        """Answer what was not read to its end, and hang up."""
        text = LONG[status] + b"\n"
        self.transport.write(
            b"HTTP/1.1 %d %s\r\ncontent-type: text/plain\r\ncontent-length: %d\r\nconnection: close\r\n\r\n%s"
            % (status, LONG[status], len(text), text)
        )
        self.transport.close()
