"""All addresses of the server, so that a test of everything forgets nothing."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from rolltop.server.api.pages import PATH
from rolltop.server.app import create_app


def routes(data: Path, method: str) -> list[str]:
    """The paths of the pages and forms (``GET``, ``POST``), as templates; those of the API begin with /api."""
    app = create_app(data)
    return [*sorted(paths(app, method)), *sorted(PATH + path for path in paths(app.state.api, method))]


def paths(app: FastAPI, method: str) -> Iterator[str]:
    """The paths of one application."""
    found: Mapping[str, Any] = app.openapi()["paths"]
    yield from (path for path, methods in found.items() if method.lower() in methods)
