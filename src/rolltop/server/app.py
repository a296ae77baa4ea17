"""The web application: how its parts are put together."""

import asyncio
import logging
import os
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
from rolltop.server import api
from rolltop.server.guard import errors
from rolltop.server.guard.guests import Guests
from rolltop.server.guard.keys import signing_keys
from rolltop.server.guard.limits import limits_of
from rolltop.server.guard.proxies import Proxies, believed
from rolltop.server.guard.visit import Visit
from rolltop.server.hall.tables import Tables
from rolltop.server.operating import health
from rolltop.server.operating.admin import install as install_admin
from rolltop.server.operating.door import door
from rolltop.server.operating.health import Database
from rolltop.server.operating.meter import Meter
from rolltop.server.operating.pulse import Pulse
from rolltop.server.operating.watch import Watch
from rolltop.server.storage.store import Store
from rolltop.server.web import around, lobby, paper, play, site
from rolltop.server.web.pages import environment
from rolltop.server.web.rendered import Rendered

log = logging.getLogger("rolltop.server")

LATER = 1.0  #: seconds in which a browser has its first page


@dataclass
class House:
    """What the routes work with."""

    tables: Tables
    guests: Guests
    env: jinja2.Environment
    rendered: Rendered
    database: Database


class Settings(TypedDict, total=False):
    """What `create_app` may be told, in words that fit into JSON: worker processes get it so."""

    database: str | None
    pace: float | None
    prepare: bool
    proxies: str | None
    hosts: str | None
    counted: bool
    hurry: bool
    invitation: str | None


def create_app(
    data: Path,
    *,
    database: str | None = None,
    pace: float | None = None,
    prepare: bool = False,
    proxies: str | None = None,
    hosts: str | None = None,
    counted: bool = False,
    hurry: bool = False,
    invitation: str | None = None,
) -> FastAPI:
    """The application over a data folder, which is made if it is missing.

    `database` is the address of the tables' database, see `database_address`.
    `pace` is the seconds a bot takes for a move, instead of the tables' own. With `prepare` the bots that search, and
    advice, are compiled beside the server, if they are not yet, before somebody asks for them. Raises StoreError or
    RolltopError if the folder cannot be used. `proxies` are addresses whose forwarded headers are believed, `hosts` the
    names under which the server may be asked for (both lists as text; without: ROLLTOP_PROXIES and ROLLTOP_HOSTS). How
    much one may ask for is what ROLLTOP_LIMITS says, see `limits_of`. With `counted` its work is counted. With `hurry`
    pages come at once, and what is compiled already is loaded a little later. `invitation` is a secret that
    lets somebody see the operator's pages, once; ROLLTOP_ADMIN_TOKEN does so at any time.
    """
    meter, pulse = new_meter(counted), Pulse()
    keys = signing_keys(data)
    limits, trusted = limits_of(os.environ.get("ROLLTOP_LIMITS", "")), words_of(proxies, "ROLLTOP_PROXIES")

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        try:
            store = Store.open(database_address(data, database))
        except RolltopError as error:
            app.state.refusal = error  # `serve_here` says it
            raise
        in_hurry = hurry and bots.all_ready(searches=False)
        loading = asyncio.create_task(load(LATER if in_hurry else 0.0))
        if not in_hurry:
            await loading
        ready = bots.all_ready(searches=True) and rollouts.all_ready()
        compiling = await compile_the_rest() if prepare and not ready else None
        tables = Tables(store, keys[0], pace, lambda: compiling is not None and compiling.returncode is None)
        app.state.house = House(tables, guests, environment(), Rendered(), Database(store.check))
        await tables.open()
        async with meter.watching(tables), pulse.beating(tables):
            yield
        loading.cancel()
        await tables.close()
        if compiling is not None and compiling.returncode is None:
            compiling.terminate()
            await compiling.wait()

    guests, entrance = Guests(keys), door(keys[0], invitation)
    app = FastAPI(title="Rolltop", lifespan=life, docs_url=None, redoc_url=None, openapi_url=None)
    app.state.meter, app.state.pulse = meter, pulse
    app.state.limits, app.state.proxies = limits, believed(trusted)
    for routes in (lobby.router, play.router, around.router, paper.router, site.router, health.router):
        app.include_router(routes)
    errors.install(app)
    api.install(app)
    if entrance is not None:
        install_admin(app, entrance)
    app.add_middleware(GZipMiddleware, minimum_size=500, compresslevel=6)
    app.add_middleware(Visit, guests=guests, limits=limits, hosts=words_of(hosts, "ROLLTOP_HOSTS"))
    app.add_middleware(Proxies, trusted=trusted)
    app.add_middleware(Watch, meter=meter)  # the outermost
    return app


def new_meter(counted: bool) -> Meter:
    """Who counts. Raises RolltopError if that needs something that is not installed."""
    if not counted:
        return Meter()
    from rolltop.server.operating.metrics import Metrics

    return Metrics()


async def load(later: float) -> None:
    """Have ready what tables need, compiled now if it is not yet."""
    await asyncio.sleep(later)
    await asyncio.to_thread(bots.get_all_ready)


async def compile_the_rest() -> asyncio.subprocess.Process:
    """Begin to compile all that bots and advice need, in a process of its own: so pages here wait less."""
    program = (sys.executable, "-m", "rolltop.bots", "--beside")
    return await asyncio.create_subprocess_exec(*program, stdin=asyncio.subprocess.PIPE)


def database_address(data: Path, given: str | None = None) -> str:
    """Where the tables are kept: as given, else as ROLLTOP_DATABASE says, else in a file of the data folder."""
    file = URL.create("sqlite", database=str(data.resolve() / "rolltop.sqlite3"))
    return given or os.environ.get("ROLLTOP_DATABASE") or file.render_as_string()


def words_of(given: str | None, variable: str) -> tuple[str, ...]:
    """What is given, else what an environment variable says: a list with commas or spaces between."""
    return tuple((given if given is not None else os.environ.get(variable, "")).replace(",", " ").split())
