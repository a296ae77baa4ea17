"""Serving the application: the socket, the process that answers at it, and how that ends without losing anybody."""

import asyncio
import contextlib
import logging
import os
import secrets
import socket
import stat
import webbrowser
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, Unpack

import uvicorn
from fastapi import FastAPI

from rolltop.games.errors import BadOption, RolltopError
from rolltop.games.words import N_
from rolltop.server.app import House, Settings, create_app
from rolltop.server.guard.protocol import Protocol
from rolltop.server.operating import systemd
from rolltop.server.operating.door import VARIABLE
from rolltop.server.operating.logs import Logs
from rolltop.server.operating.scraping import serve_metrics

BACKLOG = 2048  #: connections that the kernel keeps until a process takes them
LINGER = 0.3  #: seconds in which a connection that was taken last may still bring its request
PATIENCE = 5  #: seconds for requests that are being answered when the server is to stop
USUAL = Logs()

Beside = Callable[[], Coroutine[Any, Any, None]]


def serve(
    host: str,
    port: int,
    data: Path,
    *,
    workers: int = 1,
    uds: Path | str | None = None,
    fd: int | None = None,
    metrics: str = "",
    logs: Logs = USUAL,
    admin: bool = False,
    open_browser: bool = False,
    **settings: Unpack[Settings],
) -> None:
    """Serve until interrupted; prints the address, and opens a browser if asked and if there is one.

    With several `workers`, so many processes answer at one socket (see `workers`). `uds` is the path of a Unix socket
    and `fd` a socket that was opened before (by systemd), in place of host and port; port 0 takes any that is free.
    At `metrics`, a port of this machine or ``HOST:PORT``, Prometheus finds numbers. With `admin` a link is printed that
    lets somebody see the operator's pages, once. `settings` are those of `create_app`. Raises RolltopError if an
    address or the data cannot be used.
    """
    logs.set_up()
    listening = listen(host, port, uds, fd)
    scraped = listen(*place_of(metrics)) if metrics else None
    settings["counted"] = scraped is not None

    if admin:
        settings["invitation"] = invitation(workers)

    def ready() -> None:
        print(f"Rolltop is on the table: {address(host, listening)}  (Ctrl-C to stop)", flush=True)
        if secret := settings.get("invitation"):
            print(
                f"The operator's pages, for whoever goes there first: {address(host, listening)}admin/enter/{secret}",
                flush=True,
            )
        systemd.notify("READY=1")
        if open_browser and listening.family != socket.AF_UNIX:
            with contextlib.suppress(webbrowser.Error):
                webbrowser.open(address(host, listening))

    with listening, scraped or contextlib.nullcontext():
        if workers > 1:
            from rolltop.server.operating.workers import Supervisor

            Supervisor(listening, data, settings, workers, ready, scraped, logs).run()
        else:
            app = create_app(data, **settings)
            beside = partial(serve_metrics, scraped, app.state.meter.text) if scraped is not None else None
            serve_here(app, listening, ready, beside)


def serve_here(app: FastAPI, listening: socket.socket, ready: Callable[[], None], beside: Beside | None = None) -> None:
    """Answer at a socket in this process until told to stop.

    `ready` is called when it does; `beside` runs along, and when it returns the server stops. Raises RolltopError if
    the application cannot begin.
    """
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=PATIENCE,
        lifespan="on",
        server_header=False,
        http=Protocol,
        ws="none",
        proxy_headers=False,  # `Proxies` reads them
    )
    refusal: RolltopError | None = None
    uvicorn_log = logging.getLogger("uvicorn.error")
    uvicorn_log.addFilter(quiet := lambda _record: not hasattr(app.state, "refusal"))
    try:
        with contextlib.suppress(KeyboardInterrupt):
            Server(config, app, ready, beside).run(sockets=[listening])
    except SystemExit:
        refusal = getattr(app.state, "refusal", None)
        if refusal is None:
            raise
    finally:
        uvicorn_log.removeFilter(quiet)
    if refusal is not None:
        raise refusal


class Server(uvicorn.Server):
    """Tells when it answers; at the end it lets live pages end at once, and takes no request's connection away."""

    def __init__(
        self,
        config: uvicorn.Config,
        app: FastAPI,
        ready: Callable[[], None],
        beside: Beside | None,
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
                self._task = asyncio.get_running_loop().create_task(self._beside())
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


def invitation(workers: int) -> str:
    """A secret for the operator's pages; none where their token is known. Raises RolltopError."""
    if os.environ.get(VARIABLE):
        return ""
    if workers > 1:
        raise RolltopError(N_("with several workers the operator's pages need a token: set %(name)s"), name=VARIABLE)
    return secrets.token_urlsafe(24)


# ---- the socket ------------------------------------------------------------------------------------------------------


def listen(host: str, port: int, uds: Path | str | None = None, fd: int | None = None) -> socket.socket:
    """A socket that listens. Raises RolltopError saying why it cannot."""
    if fd is not None:
        return adopt(fd)
    if uds is not None:
        return listen_at(Path(uds))
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        raise RolltopError(
            N_("cannot listen at %(host)s, port %(port)s: %(why)s; try another --port, or 0 for any that is free"),
            host=host, port=port, why=error.strerror or error,
        ) from None  # fmt: skip


def place_of(text: str) -> tuple[str, int]:
    """Host and port of a text: without a host only this machine. Raises BadOption."""
    host, _colon, port = text.rpartition(":")
    if not (port.isascii() and port.isdecimal() and int(port) < 65536):
        raise BadOption(N_("metrics: found %(found)s, expected a port, or HOST:PORT"), found=repr(text))
    return host.strip("[]") or "127.0.0.1", int(port)


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
