"""Pictures of Roll Estate's board in all its states: ``python -m tests.games.roll_estate.preview OUTDIR [STATE ...]``.

Pages are made of real games, served on loopback under the site's Content-Security-Policy, and taken at phone and
desktop size, light and dark. A state with ``+`` at its end is taken with the first mark chosen.
"""

import os
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.conftest import FLAGS, chromium
from tests.games.roll_estate import pages
from tests.games.rollie.preview import served

SIZES = {"phone": (360, 740), "desk": (1280, 800)}


def main(out: Path, wanted: list[str], counts: tuple[int, ...] = (3, 1, 2, 6)) -> None:
    """Write ``STATE-PLAYERS-SIZE-SCHEME.png``."""
    out.mkdir(parents=True, exist_ok=True)
    files = dict(pages.assets())
    names = []
    for players in counts:
        for state, page in pages.states(players):
            name = f"{state}-{players}"
            if not wanted or name in wanted or f"{name}+" in wanted:
                files[f"/{name}"] = pages.document(page), "text/html"
                names.append(name)
    schemes = os.environ.get("SCHEMES", "light dark").split()
    with served(files) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for size, (width, height) in SIZES.items():
            for scheme in schemes:
                context = browser.new_context(
                    viewport={"width": width, "height": height}, color_scheme=scheme,  # type: ignore[arg-type]
                    device_scale_factor=2 if size == "phone" else 1, reduced_motion="reduce",
                )  # fmt: skip
                tab = context.new_page()
                tab.on("console", lambda message: print(message.text, file=sys.stderr))
                for name in names:
                    tab.goto(f"{address}/{name}")
                    tab.screenshot(path=out / f"{name}-{size}-{scheme}.png")
                    if not wanted or f"{name}+" in wanted:
                        marks = tab.locator(".put")
                        if marks.count():
                            marks.last.check(force=True)
                            tab.screenshot(path=out / f"{name}+-{size}-{scheme}.png")
                context.close()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
