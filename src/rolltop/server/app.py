"""The web application: how its parts are put together."""

import asyncio
import contextlib
import logging
import os
import secrets
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

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


class Settings(TypedDict, total=False):
    """What `create_app` may be told, in words that fit into JSON: worker processes get it so."""

    database: str | None
    pace: float | None
    prepare: bool


def create_app(data: Path, *, database: str | None = None, pace: float | None = None, prepare: bool = False) -> FastAPI:
    """The application over a data folder, which is made if it is missing.

    `database` is the address of the tables' database, see `database_address`.
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
        store = Store.open(database_address(data, database))
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


def database_address(data: Path, given: str | None = None) -> str:
    """Where the tables are kept: as given, else as ROLLTOP_DATABASE says, else in a file of the data folder."""
    file = URL.create("sqlite", database=str(data.resolve() / "rolltop.sqlite3"))
    return given or os.environ.get("ROLLTOP_DATABASE") or file.render_as_string()


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
