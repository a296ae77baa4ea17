"""The API for bots and apps, under ``/api/v1``: an application of its own, with its own errors and its own document.

Only a bearer token says who asks; cookies count for nothing, so another site's page can do nothing here.
"""

from typing import Any

from fastapi import APIRouter, FastAPI

from rolltop.server.api import acting, lobby, pages, playing, problems, tokens
from rolltop.server.api.bearers import Revocations
from rolltop.server.api.models import Told
from rolltop.server.api.pages import PATH
from rolltop.server.api.problems import Problem

ABOUT = """Play at Rolltop's tables from your own program. Begin with `POST /tokens`, then create or join a table, look
at its state, and choose one of its `legal` moves. See `/api` for the first steps, and `rolltop.client` for Python."""
TAGS = [
    {"name": "games", "description": "What can be played."},
    {"name": "tokens", "description": "Who you are."},
    {"name": "tables", "description": "Finding tables, making them, sitting down, following what happens."},
    {"name": "playing", "description": "Moves, and what else players do."},
]


class Api(FastAPI):
    """The application under `PATH`."""

    def openapi(self) -> dict[str, Any]:
        """The OpenAPI document, with problems and events."""
        if self.openapi_schema is None:
            found = super().openapi()
            schemas = found.setdefault("components", {}).setdefault("schemas", {})
            for model in (Problem, Told):  # those that no route names as its answer
                schema = model.model_json_schema(ref_template="#/components/schemas/{model}")
                schemas |= schema.pop("$defs", {}) | {model.__name__: schema}
            for name in ("HTTPValidationError", "ValidationError"):
                schemas.pop(name, None)
        return super().openapi()


def create_api() -> Api:
    """The API; its state must have the `house`."""
    api = Api(
        title="Rolltop", version="1", description=ABOUT, openapi_tags=TAGS, openapi_url="/openapi.json",
        docs_url=None, redoc_url=None, servers=[{"url": PATH}], root_path_in_servers=False,
        generate_unique_id_function=lambda route: route.name.replace("-", "_"),
    )  # fmt: skip
    routes: tuple[APIRouter, ...] = (lobby.router, tokens.router, playing.router, acting.router)
    for router in routes:
        api.include_router(router)
    problems.install(api)
    api.add_middleware(problems.JsonOnly)
    return api


def install(app: FastAPI) -> None:
    """Put the API, and the pages about it, into the server's application."""
    api = create_api()
    api.state = app.state
    app.state.revocations = Revocations()
    app.state.api = api
    app.include_router(pages.router)
    app.mount(PATH, api)
