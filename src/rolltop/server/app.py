"""The web application: how its parts are put together, and how it is served."""

import asyncio
import contextlib
import logging
import os
import secrets
import socket
import sys
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

import jinja2
from fastapi import FastAPI
from sqlalchemy import URL
from starlette.middleware.gzip import GZipMiddleware

from rolltop import bots
from rolltop.bots import rollouts
from rolltop.games.errors import RolltopError
from rolltop.server import errors, lobby, paper, play, site
from rolltop.server.guests import Guests
from rolltop.server.pages import environment
from rolltop.server.store import Store
from rolltop.server.tables import Tables
from rolltop.server.visit import Visit

log = logging.getLogger("rolltop.server")


@dataclass
class House:
    """What the routes work with."""

    tables: Tables
    guests: Guests
    env: jinja2.Environment


def create_app(data: Path, *, pace: float | None = None, prepare: bool = False) -> FastAPI:
    """The application over a data folder, which is made if it is missing.

    `pace` is the seconds a bot takes for a move, instead of the tables' own. With `prepare` the bots that search, and
    advice, are compiled beside the server, if they are not yet, before somebody asks for them. Raises StoreError or
    RolltopError if the folder cannot be used.
    """
    key = signing_key(data)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        await asyncio.to_thread(bots.get_all_ready)
        ready = bots.all_ready(searches=True) and rollouts.all_ready()
        compiling = await compile_the_rest() if prepare and not ready else None
        store = Store.open(URL.create("sqlite", database=str(data.resolve() / "rolltop.sqlite3")).render_as_string())
        tables = Tables(store, key, pace, lambda: compiling is not None and compiling.returncode is None)
        app.state.house = House(tables, guests, environment())
        await tables.open()
        yield
        await tables.close()
        if compiling is not None and compiling.returncode is None:
            compiling.terminate()
            await compiling.wait()

    guests = Guests(key)
    app = FastAPI(title="Rolltop", lifespan=life, docs_url=None, redoc_url=None, openapi_url=None)
    for routes in (lobby.router, play.router, paper.router, site.router):
        app.include_router(routes)
    errors.install(app)
    app.add_middleware(GZipMiddleware, minimum_size=500, compresslevel=6)
    app.add_middleware(Visit, guests=guests)
    return app


async def compile_the_rest() -> asyncio.subprocess.Process:
    """Begin to compile all that bots and advice need, in a process of its own: so pages here wait less."""
    program = (sys.executable, "-m", "rolltop.bots", "--beside")
    return await asyncio.create_subprocess_exec(*program, stdin=asyncio.subprocess.PIPE)


def signing_key(data: Path) -> bytes:
    """The key for cookies, form tokens and secrets: from ROLLTOP_KEY, or a file only the owner may read."""
    if given := os.environ.get("ROLLTOP_KEY"):
        if len(given) < 32:
            raise RolltopError("ROLLTOP_KEY has %(found)s characters, expected at least 32", found=len(given))
        return given.encode()
    file = data / "key"
    try:
        data.mkdir(parents=True, exist_ok=True)
        if not file.exists():
            fresh = data / f".key-{secrets.token_hex(4)}"
            with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
                out.write(secrets.token_hex(32))
            with contextlib.suppress(FileExistsError):
                os.link(fresh, file)
            fresh.unlink()
        return file.read_bytes()
    except OSError as error:
        raise RolltopError("the data folder %(data)s cannot be used: %(why)s", data=data, why=error) from None


def serve(
    host: str,
    port: int,
    data: Path,
    *,
    open_browser: bool = False,
    pace: float | None = None,
    prepare: bool = False,
) -> None:
    """Serve until interrupted; prints the address, and opens a browser if asked and if there is one.

    `pace` and `prepare` are those of `create_app`. Port 0 takes any that is free. Raises RolltopError if the address or
    the data folder cannot be used.
    """
    import uvicorn

    listening = listen(host, port)
    shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::", "::1") else host
    address = f"http://{shown}:{listening.getsockname()[1]}/"

    class Server(uvicorn.Server):
        """Tells the address once it answers, and lets live pages end at once when it is to stop."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                print(f"Rolltop is on the table: {address}  (Ctrl-C to stop)", flush=True)
                if open_browser:
                    with contextlib.suppress(webbrowser.Error):
                        webbrowser.open(address)

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            house: House | None = getattr(app.state, "house", None)
            if house is not None:
                house.tables.stop_streams()
            super().handle_exit(sig, frame)

    app = create_app(data, pace=pace, prepare=prepare)
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, timeout_graceful_shutdown=5, lifespan="on", server_header=False
    )
    with contextlib.suppress(KeyboardInterrupt), listening:
        Server(config).run(sockets=[listening])


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens. Raises RolltopError saying why it cannot."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        raise RolltopError(
            "cannot listen at %(host)s, port %(port)s: %(why)s; try another --port, or --port 0 for any that is free",
            host=host, port=port, why=error.strerror or error,
        ) from None  # fmt: skip
