"""Boards in all their states, made of real games and served on loopback under the site's Content-Security-Policy.

``python -m tests.browser.states GAME OUTDIR [STATE ...]`` takes pictures at phone and desktop size, light and dark; of
a state with ``+`` at its end also one with the last mark chosen.
"""

import importlib
import importlib.util
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any, Literal

from playwright.sync_api import Browser, Page, sync_playwright

from rolltop.games import shelf
from tests.browser.conftest import FLAGS, chromium

SIZES = {"phone": (360, 740), "desk": (1280, 800)}
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
Opened = Callable[..., Page]


@contextmanager
def served(files: dict[str, tuple[str, str]]) -> Iterator[str]:
    """Serve texts by path, with their types, under the strict policy; gives the address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.split("?")[0]
            live = path.endswith("/live")
            text, kind = files.get(path, ("", "text/event-stream" if live else "text/plain"))
            self.send_response(200 if path in files or live else 404)
            self.send_header("content-type", f"{kind}; charset=utf-8")
            self.send_header("content-security-policy", "default-src 'self'")
            self.end_headers()
            self.wfile.write(text.encode() or b":\n\n")
            if live:
                closing.wait()  # a stream that ends makes a page say so

        def log_message(self, format: str, *args: object) -> None:
            pass

    closing = Event()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        closing.set()
        server.shutdown()
        server.server_close()


@contextmanager
def opening(
    browser: Browser, assets: dict[str, tuple[str, str]], documents: dict[str, str], said: list[str]
) -> Iterator[Opened]:
    """Gives what opens a state's page by its name, at a size and in a scheme; `said` gets the browser's complaints."""
    files = dict(assets) | {f"/{name}": (html, "text/html") for name, html in documents.items()}
    context = browser.new_context(reduced_motion="reduce")
    tab = context.new_page()
    tab.on("console", lambda message: said.append(message.text))
    tab.on("pageerror", lambda error: said.append(str(error)))
    with served(files) as address:

        def visit(name: str, width: int = 360, height: int = 740, scheme: Scheme = "light") -> Page:
            tab.set_viewport_size({"width": width, "height": height})
            tab.emulate_media(color_scheme=scheme)
            tab.goto(f"{address}/{name}")
            return tab

        yield visit
        context.close()


def main(game: str, out: Path, wanted: list[str], counts: tuple[int, ...] = (1, 2, 3, 4, 6)) -> None:
    """Write ``STATE-PLAYERS-SIZE-SCHEME.png``."""
    out.mkdir(parents=True, exist_ok=True)
    pages, said = importlib.import_module(f"tests.games.{game}.pages"), list[str]()
    documents = {
        f"{state}-{players}": pages.document(page)
        for players in counts
        for state, page in states_of(game, players)
        if not wanted or {state, f"{state}-{players}", f"{state}-{players}+"} & set(wanted)
    }
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        with opening(browser, pages.assets(), documents, said) as visit:
            for name in documents:
                for size, measures in SIZES.items():
                    for scheme in SCHEMES:
                        tab = visit(name, *measures, scheme)
                        tab.screenshot(path=out / f"{name}-{size}-{scheme}.png")
                        if f"{name}+" in wanted and tab.locator(".put, .pick").count():
                            tab.locator(".put, .pick").last.check(force=True)
                            tab.screenshot(path=out / f"{name}+-{size}-{scheme}.png")
        browser.close()
    print(*said, sep="\n", file=sys.stderr)


def states_of(game: str, players: int) -> Any:
    """A game's states by name; none for a number of players that it is not for."""
    if players not in shelf.kind(game).players:
        return []
    package = f"tests.games.{game}"
    part = "states" if importlib.util.find_spec(f"{package}.states") else "pages"
    return importlib.import_module(f"{package}.{part}").states(players)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3:])
