"""Whole pages around Rollie's board, as the server makes them, without a server."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import jinja2

from rolltop import server
from rolltop.games import lettering, shelf
from rolltop.games.rollie import drawings
from rolltop.games.words import _, ngettext
from tests.games.rollie.states import Page

SITE = Path(server.__file__).parent / "web"
GAME = Path(drawings.__file__).parent


def environment(
    gettext: Callable[[str], str] = _, plural: Callable[[str, str, int], str] = ngettext
) -> jinja2.Environment:
    """Templates with the server's settings, and words in any language."""
    games = jinja2.PrefixLoader({"rollie": jinja2.FileSystemLoader(GAME)})
    loader = jinja2.ChoiceLoader([jinja2.FileSystemLoader(SITE / "templates"), jinja2.PrefixLoader({"games": games})])
    env = jinja2.Environment(
        loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.i18n"],
        undefined=jinja2.StrictUndefined,
    )  # fmt: skip
    env.install_gettext_callables(gettext, plural, newstyle=True)  # type: ignore[attr-defined]
    env.globals.update(
        kinds=shelf.kinds, asset=lambda name: f"/static/{name}", sprite_url=lambda name: "/sprite.svg",
        language=lambda: "en", lettering=lambda: lettering, bots={},
        board=lambda name: env.get_template(f"games/{name}/board.html").module,
    )  # fmt: skip
    return env


def board(page: Page, env: jinja2.Environment | None = None) -> str:
    """The part of a page that is Rollie's own."""
    macros: Any = (env or environment()).get_template("games/rollie/board.html").module
    return str(macros.bar(page)) + str(getattr(macros, page.mode)(page))


def document(page: Page) -> str:
    """The whole page."""
    template = environment().get_template("table.html")
    return template.render(page=page, table=page.table, version="1", seat_link="/t/1/seat/x")


def assets() -> dict[str, tuple[str, str]]:
    """The files that pages ask for: path to text and type."""
    files = {
        "/static/site.css": SITE / "static" / "site.css",
        "/static/games/rollie/board.css": GAME / "board.css",
        "/static/live.js": SITE / "static" / "live.js",
        "/static/icon.svg": SITE / "static" / "icon.svg",
    }
    kinds = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
    found = {path: (file.read_text("utf-8"), kinds[file.suffix]) for path, file in files.items()}
    return {**found, "/sprite.svg": (drawings.sprite(), "image/svg+xml")}
