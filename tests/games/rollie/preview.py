"""Pictures of Rollie's board in all its states: ``python -m tests.games.rollie.preview OUTDIR [STATE ...]``.

Pages are made of real games, served on loopback under the site's Content-Security-Policy, and taken at phone and
desktop size, light and dark.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread

from playwright.sync_api import sync_playwright

from tests.browser.conftest import FLAGS, chromium
from tests.games.rollie import pages, states

SIZES = {"phone": (360, 740), "desk": (1280, 800)}


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
                closing.wait(10)

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


def main(out: Path, wanted: list[str], counts: tuple[int, ...] = (4, 2, 6)) -> None:
    """Write ``STATE-PLAYERS-SIZE-SCHEME.png``; all states for four, and a few for two and six."""
    out.mkdir(parents=True, exist_ok=True)
    files = dict(pages.assets())
    names = []
    for players in counts:
        for state, page in states.states(players):
            name = f"{state}-{players}"
            if not wanted or state in wanted or name in wanted:
                files[f"/{name}"] = pages.document(page), "text/html"
                names.append(name)
    with served(files) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for size, (width, height) in SIZES.items():
            for scheme in ("light", "dark"):
                context = browser.new_context(
                    viewport={"width": width, "height": height}, color_scheme=scheme,
                    device_scale_factor=2 if size == "phone" else 1, reduced_motion="reduce",
                )  # fmt: skip
                tab = context.new_page()
                tab.on("console", lambda message: print(message.text, file=sys.stderr))
                for name in names:
                    tab.goto(f"{address}/{name}")
                    tab.screenshot(path=out / f"{name}-{size}-{scheme}.png")
                context.close()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
