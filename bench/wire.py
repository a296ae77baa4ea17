"""HTTP/1.1 at its barest, so that measuring the server costs little beside the server."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from urllib.parse import urlencode


class Refused(Exception):
    """The server answered with an error."""


@dataclass
class Wire:
    """One kept-alive connection of a guest."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    cookie: str

    @classmethod
    async def open(cls, port: int, cookie: str) -> "Wire":
        """Connect over loopback."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
        return cls(reader, writer, cookie)

    async def get(self, path: str) -> bytes:
        """Load a page, packed as browsers ask for it."""
        await self._ask("GET", path, "Accept-Encoding: gzip")
        return (await self._answer())[1]

    async def post(self, path: str, fields: dict[str, str]) -> bytes:
        """Send a form as the site's own script does; the page that is the answer."""
        body = urlencode(fields)
        header = f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\nX-Live: 1"
        header += "\r\nAccept-Encoding: gzip"
        await self._ask("POST", path, header, body)
        return (await self._answer())[1]

    async def events(self, path: str) -> AsyncIterator[bytes]:
        """The events of a stream, as the server sends them: one in a chunk."""
        await self._ask("GET", path, "Accept: text/event-stream")
        await self._head()
        while chunk := await self._chunk():
            yield chunk

    def close(self) -> None:
        """Hang up."""
        self.writer.close()

    async def _ask(self, method: str, path: str, header: str, body: str = "") -> None:
        lines = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {self.cookie}\r\n{header}\r\n\r\n{body}"
        self.writer.write(lines.encode())
        await self.writer.drain()

    async def _answer(self) -> tuple[dict[str, str], bytes]:
        headers = await self._head()
        if headers.get("transfer-encoding") != "chunked":
            return headers, await self.reader.readexactly(int(headers.get("content-length", 0)))
        body = b""
        while chunk := await self._chunk():
            body += chunk
        return headers, body

    async def _head(self) -> dict[str, str]:
        """The headers of an answer that is no error."""
        first, *lines = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        if int(first.split()[1]) >= 400:
            raise Refused(first)
        return dict(line.lower().split(": ", 1) for line in lines if line)

    async def _chunk(self) -> bytes:
        size = int(await self.reader.readline() or b"0", 16)
        return (await self.reader.readexactly(size + 2))[:-2]
