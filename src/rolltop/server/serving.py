"""Serving the application: the socket, the process that answers at it, and how that ends without losing anybody."""

import asyncio
import contextlib
import os
import socket
import stat
import webbrowser
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import FrameType
from typing import Unpack

import uvicorn
from fastapi import FastAPI

from rolltop.games.errors import RolltopError
from rolltop.games.words import N_
from rolltop.server import systemd
from rolltop.server.app import House, Settings, create_app

BACKLOG = 2048  #: connections that the kernel keeps until a process takes them
LINGER = 0.3  #: seconds in which a connection that was taken last may still bring its request
PATIENCE = 5  #: seconds for requests that are being answered when the server is to stop


def serve(
    host: str,
    port: int,
    data: Path,
    *,
    workers: int = 1,
    uds: Path | None = None,
    fd: int | None = None,
    open_browser: bool = False,
    **settings: Unpack[Settings],
) -> None:
    """Serve until interrupted; prints the address, and opens a browser if asked and if there is one.

    With several `workers`, so many processes answer at one socket (see `workers`). `uds` is the path of a Unix socket
    and `fd` a socket that was opened before (by systemd), in place of host and port; port 0 takes any that is free.
    `settings` are those of `create_app`. Raises RolltopError if the address or the data cannot be used.
    """
    listening = listen(host, port, uds, fd)

    def ready() -> None:
        print(f"Rolltop is on the table: {address(host, listening)}  (Ctrl-C to stop)", flush=True)
        systemd.notify("READY=1")
        if open_browser and listening.family != socket.AF_UNIX:
            with contextlib.suppress(webbrowser.Error):
                webbrowser.open(address(host, listening))

    with listening:
        if workers > 1:
            from rolltop.server.workers import Supervisor

            Supervisor(listening, data, settings, workers, ready).run()
        else:
            serve_here(create_app(data, **settings), listening, ready)


def serve_here(
    app: FastAPI,
    listening: socket.socket,
    ready: Callable[[], None],
    beside: Callable[[], Awaitable[None]] | None = None,
) -> None:
    """Answer at a socket in this process until told to stop.

    `ready` is called when it does; `beside` runs along, and when it returns the server stops.
    """

    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=PATIENCE,
        lifespan="on",
        server_header=False,
    )
    with contextlib.suppress(KeyboardInterrupt):
        Server(config, app, ready, beside).run(sockets=[listening])


class Server(uvicorn.Server):
    """Tells when it answers; at the end it lets live pages end at once, and takes no request's connection away."""

    def __init__(
        self,
        config: uvicorn.Config,
        app: FastAPI,
        ready: Callable[[], None],
        beside: Callable[[], Awaitable[None]] | None,
    ) -> None:
        super().__init__(config)
        self._app = app
        self._ready = ready
        self._beside = beside

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """See uvicorn."""
        await super().startup(sockets)
        if self.started:
            self._ready()
            if self._beside is not None:
                self._task = asyncio.ensure_future(self._beside())
                self._task.add_done_callback(lambda _done: self.drain())

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """See uvicorn."""
        self.drain()
        super().handle_exit(sig, frame)

    def drain(self) -> None:
        """Begin to stop."""
        house: House | None = getattr(self._app.state, "house", None)
        if house is not None:
            house.tables.stop_streams()
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more connections; answer on those there are, each for the last time."""
        for server in self.servers:
            server.close()
        for sock in sockets or []:
            sock.close()
        self.server_state.default_headers = [*self.server_state.default_headers, (b"connection", b"close")]
        if self.server_state.connections:
            await asyncio.sleep(LINGER)
        await super().shutdown(sockets)


# ---- the socket ------------------------------------------------------------------------------------------------------


def listen(host: str, port: int, uds: Path | None = None, fd: int | None = None) -> socket.socket:
    """A socket that listens. Raises RolltopError saying why it cannot."""
    if fd is not None:
        return adopt(fd)
    if uds is not None:
        return listen_at(uds)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        raise RolltopError(
            N_("cannot listen at %(host)s, port %(port)s: %(why)s; try another --port, or 0 for any that is free"),
            host=host, port=port, why=error.strerror or error,
        ) from None  # fmt: skip


def adopt(fd: int) -> socket.socket:
    """The socket that somebody opened for us."""
    try:
        sock = socket.socket(fileno=fd)
        if not sock.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
            sock.detach()
            raise OSError("it does not listen")
    except OSError as error:
        raise RolltopError(
            N_("file descriptor %(fd)s is no socket to listen at (%(why)s); systemd gives the first one as 3"),
            fd=fd, why=error.strerror or error,
        ) from None  # fmt: skip
    return sock


def listen_at(path: Path) -> socket.socket:
    """A Unix socket for this user and group; one that a server left behind is replaced."""
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        if path.exists() and stat.S_ISSOCK(path.stat().st_mode) and not is_answered(path):
            path.unlink()
        sock.bind(str(path))
        os.chmod(path, 0o660)
        sock.listen(BACKLOG)
    except OSError as error:
        sock.close()
        raise RolltopError(
            N_("cannot listen at %(path)s: %(why)s; give another path to --uds"), path=path, why=error.strerror or error
        ) from None
    return sock


def is_answered(path: Path) -> bool:
    """Does a server listen at this Unix socket?"""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        return probe.connect_ex(str(path)) == 0


def address(host: str, listening: socket.socket) -> str:
    """Where to find us."""
    name = listening.getsockname()
    if listening.family == socket.AF_UNIX:
        return f"unix:{name}"
    shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::", "::1") else host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{name[1]}/"
