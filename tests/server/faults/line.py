"""A line between players and servers that plays tricks: it loses, cuts, delays and doubles requests and answers.

Requests come over kept-alive connections; each is carried to a server over a connection of its own, to the next server
in turn that takes it. Streams are passed on as they come, and cut at some time.
"""

import asyncio
import contextlib
import random
import threading
from collections import Counter
from dataclasses import dataclass, field

UID = b"x-sent: "  #: a header that tells requests apart
TRICKS = ("lose", "hang_up", "leave", "tear", "late", "double", "echo", "halves")
SHARE = 0.12  #: of the requests that change something, on which a trick is played
STREAM = (b"/live", b"/events")
LONGEST = 12.0  #: seconds for which an answer is waited for
CUT_STREAM = 3.0  #: seconds after which a stream is cut, on average


@dataclass
class Head:
    """A request's or an answer's first lines."""

    text: bytes

    def value(self, name: bytes) -> bytes:
        """Of a header; empty if there is none."""
        for line in self.text.split(b"\r\n")[1:]:
            key, _colon, value = line.partition(b":")
            if key.strip().lower() == name:
                return value.strip()
        return b""

    @property
    def length(self) -> int:
        """Of the body."""
        return int(self.value(b"content-length") or 0)


@dataclass
class Line:
    """Listens at a free port of 127.0.0.1, in a thread of its own, and carries requests to `ports`."""

    ports: list[int]
    seed: int
    tricks: Counter[str] = field(default_factory=Counter)
    doubled: set[str] = field(default_factory=set)  #: requests that servers got more than once
    honest: bool = False  #: plays no tricks for now
    share: float = SHARE

    def __post_init__(self) -> None:
        self._chance = random.Random(self.seed)
        self._turn = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)
        self._thread.start()
        self._ready.wait()

    @property
    def url(self) -> str:
        """Where players find the servers."""
        return f"http://127.0.0.1:{self.port}"

    def close(self) -> None:
        """End."""
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join()

    async def _run(self) -> None:
        self._loop, self._end = asyncio.get_running_loop(), asyncio.Event()
        async with await asyncio.start_server(self._serve, "127.0.0.1", 0, limit=1 << 20) as server:
            self.port = server.sockets[0].getsockname()[1]
            self._ready.set()
            await self._end.wait()
            for task in asyncio.all_tasks():
                if task is not asyncio.current_task():
                    task.cancel()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One player's connection."""
        with contextlib.suppress(OSError, EOFError, TimeoutError, asyncio.CancelledError):
            while True:
                head = Head(await reader.readuntil(b"\r\n\r\n"))
                body = await reader.readexactly(head.length)
                if not await self._carry(head, body, writer):
                    break
        writer.close()

    async def _carry(self, head: Head, body: bytes, writer: asyncio.StreamWriter) -> bool:
        """One request; False if the connection is to end."""
        first = head.text.split(b"\r\n", 1)[0]
        if not head.text.startswith(b"POST"):
            if first.split(b" ")[1].partition(b"?")[0].endswith(STREAM):
                await self._stream(head, writer)
                return False
            return await self._pass_on(head, body, writer)
        if self.honest or self._chance.random() >= self.share:
            return await self._pass_on(head, body, writer)
        trick = self._chance.choice(TRICKS)
        self.tricks[trick] += 1
        return bool(await getattr(self, f"_{trick}")(head, body, writer))

    # ---- the ways to a server ----------------------------------------------------------------------------------------

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """To the next server that takes a connection. Raises ConnectionError if none does."""
        ports = list(self.ports)
        for _try in ports:
            self._turn += 1
            with contextlib.suppress(OSError):
                return await asyncio.open_connection("127.0.0.1", ports[self._turn % len(ports)], limit=1 << 20)
        raise ConnectionError("no server takes a connection")

    async def _ask(self, head: Head, body: bytes) -> bytes:
        """The answer to a request. Raises OSError, EOFError or TimeoutError."""
        reader, writer = await self._connect()
        try:
            async with asyncio.timeout(LONGEST):
                writer.write(closing(head) + body)
                await writer.drain()
                return await whole_answer(reader)
        finally:
            writer.close()

    async def _pass_on(self, head: Head, body: bytes, writer: asyncio.StreamWriter) -> bool:
        answer = await self._ask(head, body)
        writer.write(answer)
        await writer.drain()
        return True

    async def _stream(self, head: Head, writer: asyncio.StreamWriter) -> None:
        reader, upwards = await self._connect()
        seconds = LONGEST * 10 if self.honest else self._chance.expovariate(1 / CUT_STREAM)
        try:
            async with asyncio.timeout(seconds):
                upwards.write(closing(head))
                while piece := await reader.read(1 << 16):
                    writer.write(piece)
                    await writer.drain()
        except TimeoutError:
            self.tricks["stream"] += 1
        finally:
            upwards.close()

    def _twice(self, head: Head) -> None:
        self.doubled.add(head.value(UID.strip(b": ")).decode())

    def _beside(self, head: Head, body: bytes, later: float) -> None:
        """Send a request by itself, and let nobody hear the answer."""

        async def send() -> None:
            await asyncio.sleep(later)
            with contextlib.suppress(OSError, EOFError, TimeoutError):
                await self._ask(head, body)

        task = asyncio.get_running_loop().create_task(send())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ---- tricks ------------------------------------------------------------------------------------------------------

    async def _lose(self, head: Head, body: bytes, writer: asyncio.StreamWriter) -> bool:
        """No server ever gets the request."""
        return False

    async def _hang_up(self, head: Head, body: bytes, writer: asyncio.StreamWriter) -> bool:
        """The server gets the request, and finds nobody there when it answers."""
        _reader, upwards = await self._connect()
        upwards.write(closing(head) + body)
        await upwards.drain()
        upwards.close()
        return False

    async def _leave(self, head: Head, body: bytes, writer: asyncio.StreamWriter) -> bool:
        """The server answers; the player does not hear it."""
        self._beside(head, body, 0.0)
        return False

    async def _tear(self, head: Head, body: bytes, writer: asyncio.StreamWriter) -> bool:
        """The player hears the beginning of the answer."""
        answer = await self._ask(head, body)
        writer.write(answer[: self._chance.randrange(len(answer))])
        await writer.drain()
        return False

    async def _late(self, head: Head, body: bytes, writer: asyncio.StreamWriter) -> bool:
        """The request takes its time."""
        await asyncio.sleep(self._chance.uniform(0.05, 0.5))
        return await self._pass_on(head, body, writer)

    async def _double(self, head: Head, body: bytes, writer: asyncio.StreamWriter) -> bool:
        """The request is sent twice at once, perhaps to two servers."""
        self._twice(head)
        self._beside(head, body, 0.0)
        return await self._pass_on(head, body, writer)

    async def _echo(self, head: Head, body: bytes, writer: asyncio.StreamWriter) -> bool:
        """The request comes once more, when its answer has long been there."""
        self._twice(head)
        self._beside(head, body, self._chance.uniform(0.1, 2.0))
        return await self._pass_on(head, body, writer)

    async def _halves(self, head: Head, body: bytes, writer: asyncio.StreamWriter) -> bool:
        """The request stalls half way."""
        reader, upwards = await self._connect()
        try:
            async with asyncio.timeout(LONGEST):
                whole = closing(head) + body
                cut = self._chance.randrange(1, len(whole))
                upwards.write(whole[:cut])
                await upwards.drain()
                await asyncio.sleep(self._chance.uniform(0.05, 0.5))
                upwards.write(whole[cut:])
                await upwards.drain()
                writer.write(await whole_answer(reader))
                await writer.drain()
        finally:
            upwards.close()
        return True


def closing(head: Head) -> bytes:
    """The same request over a connection that ends after it."""
    lines = [line for line in head.text.split(b"\r\n") if not line.lower().startswith(b"connection:")]
    return b"\r\n".join([*lines[:-2], b"Connection: close", b"", b""])


async def whole_answer(reader: asyncio.StreamReader) -> bytes:
    """All bytes of an answer, told to be one of a connection that goes on. Raises EOFError if it is torn."""
    head = await reader.readuntil(b"\r\n\r\n")
    rest = await reader.read(-1)
    kept = Head(head)
    if kept.value(b"transfer-encoding"):
        if not rest.endswith(b"0\r\n\r\n"):
            raise EOFError
    elif len(rest) < kept.length:
        raise EOFError
    lines = [line for line in head.split(b"\r\n") if not line.lower().startswith(b"connection:")]
    return b"\r\n".join(lines) + rest
