"""A real Chromium on pages of a real server."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.server.person import Server, running_server

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
PHONE, DESK = (360, 740), (1280, 800)
PATIENCE = 30_000  #: milliseconds that a slow machine is given
expect.set_options(timeout=PATIENCE)


def chromium() -> str:
    """The path of the browser to use."""
    for name in (os.environ.get("ROLLTOP_CHROMIUM"), "chromium", "chromium-browser", "google-chrome"):
        if name and (found := shutil.which(name)):
            return found
    raise AssertionError("no Chromium: install it, or set ROLLTOP_CHROMIUM to its path (make test does)")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium(), headless=True, args=FLAGS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose bots are quick."""
    data: Path = tmp_path_factory.mktemp("browser") / "data"
    with running_server(data, pace=0.02) as running:
        yield running


class Watched:
    """A page, and everything on it that should not have happened."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.page: Page = context.new_page()
        self.complaints: list[str] = []
        self.page.on(
            "console", lambda said: self._complain(f"{said.type}: {said.text}", said.type in ("error", "warning"))
        )
        self.page.on("pageerror", lambda error: self._complain(str(error), True))
        self.page.on(
            "request", lambda asked: self._complain(f"foreign: {asked.url}", not asked.url.startswith((url, "data:")))
        )

    def _complain(self, text: str, bad: bool) -> None:
        if bad:
            self.complaints.append(text)


@pytest.fixture
def look(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Opens pages for new visitors; in the end nobody's console may have complained."""
    contexts: list[BrowserContext] = []
    watched: list[Watched] = []

    def open_page(size: tuple[int, int] = DESK, expect_complaints: bool = False, **more: Any) -> Page:
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, base_url=server.url, **more)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        one = Watched(context, server.url)
        if not expect_complaints:
            watched.append(one)
        return one.page

    yield open_page
    complaints = [text for one in watched for text in one.complaints]
    for context in contexts:
        context.close()
    assert not complaints
