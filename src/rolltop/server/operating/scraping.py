"""Where Prometheus asks for what `metrics` counts: a door of its own, and what several workers count as one text."""

import asyncio
import contextlib
import logging
import socket
from collections.abc import Awaitable, Callable, Mapping

log = logging.getLogger("rolltop.metrics")

PATIENCE = 5.0  #: seconds for a request and its answer
TYPE = "text/plain; version=0.0.4; charset=utf-8"
SHARED = ("rolltop_tables",)  #: families that all workers tell alike, since they come from their common database

Tell = Callable[[], Awaitable[str]]


async def serve_metrics(listening: socket.socket, tell: Tell) -> None:
    """Answer GET /metrics at a socket, until cancelled."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            async with asyncio.timeout(PATIENCE):
                head = await reader.readuntil(b"\r\n\r\n")
                writer.write(await reply(head.split(b"\r\n")[0], tell))
                await writer.drain()
        writer.close()

    async with await asyncio.start_server(answer, sock=listening) as server:
        await server.serve_forever()


async def reply(first_line: bytes, tell: Tell) -> bytes:
    """The answer to a request."""
    status, text = "200 OK", ""
    match first_line.split(b" "):
        case [b"GET", path, _version] if path.partition(b"?")[0] == b"/metrics":
            try:
                text = await tell()
            except Exception:
                log.exception("the metrics could not be collected")
                status, text = "500 Internal Server Error", "the metrics could not be collected\n"
        case _:
            status, text = "404 Not Found", "ask for GET /metrics\n"
    body = text.encode()
    head = f"HTTP/1.1 {status}\r\ncontent-type: {TYPE}\r\ncontent-length: {len(body)}\r\nconnection: close\r\n\r\n"
    return head.encode() + body


def merged(told: Mapping[str, str]) -> str:
    """The numbers of several workers, by their names, as one text in which each sample says of which worker it is."""
    families: dict[str, list[str]] = {}
    for worker, text in sorted(told.items()):
        name = ""
        for line in text.splitlines():
            if line.startswith("# HELP "):
                name = line.split(" ")[2]
                fresh = name not in families
                families.setdefault(name, [])
            if line.startswith("#"):
                if fresh:
                    families[name].append(line)
            elif name not in SHARED:
                families[name].append(labelled(line, worker))
            elif fresh:
                families[name].append(line)
    return "".join(f"{line}\n" for lines in families.values() for line in lines)


def labelled(sample: str, worker: str) -> str:
    """A sample with one label more."""
    name, brace, rest = sample.partition("{")
    if brace:
        return f'{name}{{worker="{worker}",{rest}'
    name, _space, value = sample.partition(" ")
    return f'{name}{{worker="{worker}"}} {value}'


def sample(name: str, kind: str, value: float) -> str:
    """A number without labels, whose name says what it is."""
    return f"# TYPE {name} {kind}\n{name} {value}\n"
