"""What a page weighs as it is transferred, and when something of it is first painted, in a headless Chromium.

Weight is all that the page asks for, headers too, packed as the server sends it: HTML, styles, script and drawings, but
not the icon, some 0.6 kB, which the browser does not report. First paint is its own `first-contentful-paint`, counted
from the start of the navigation: the first time nothing is cached, the second time what may be kept is. How much of it
is the browser's and the machine's own shows beside it: a page of one word from the same server.
"""

import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, BrowserContext, CDPSession, sync_playwright
from tests.browser.conftest import DESK, FLAGS, chromium
from tests.server.person import Person, running_server

from bench.rows import CannotMeasure, Goal, Row

PAINT = """() => new Promise(done => new PerformanceObserver(list => {
  for (const entry of list.getEntriesByName("first-contentful-paint")) done(entry.startTime);
}).observe({type: "paint", buffered: true}))"""
SETTLED = 0.15  #: seconds after the page has loaded, for what a script asks for
LIGHT, FAST = Goal(most=60), Goal(most=150)


def measure(seconds: float) -> list[Row]:
    """The lobby, and a table of four in play; medians of up to seven visits each."""
    try:
        path = chromium()
    except AssertionError as error:
        raise CannotMeasure(str(error)) from None
    visits = max(1, min(7, int(seconds)))
    rows = []
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder) / "data") as server:
        person = at_table(server.url)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, headless=True, args=FLAGS)
            visit(browser, person, "/")  # the browser's own first time
            for name, where in (("lobby", "/"), ("table of four in play", person.path)):
                rows += rows_of(name, [visit(browser, person, where) for _ in range(visits)])
            browser.close()
        person.close()
    return rows


@dataclass(frozen=True)
class Seen:
    """One look at a page."""

    kilobytes: float
    paint: float  #: milliseconds


Visit = tuple[Seen, Seen, Seen]  #: the page, the page again, and a page of one word


def rows_of(name: str, visits: list[Visit]) -> list[Row]:
    """Medians over all visits."""
    firsts, seconds, words = zip(*visits, strict=True)
    bare = median(seen.paint for seen in words)
    rows = []
    for more, looks, goal in ("", firsts, LIGHT), (", again", seconds, None):
        rows.append(Row(f"{name}: weight{more}", median(seen.kilobytes for seen in looks), "kB", goal=goal))
    for more, looks in ("", firsts), (", again", seconds):
        paint = median(seen.paint for seen in looks)
        ratio = median(word.paint / seen.paint for word, seen in zip(words, looks, strict=True))
        rows.append(Row(f"{name}: first paint{more}", paint, "ms", "a page of one word", bare, ratio, FAST))
    return rows


def at_table(url: str) -> Person:
    """Somebody at a table with three bots, whose turn it is."""
    person = Person(url, "Ann")
    person.make_table(4, **{"with": "bots"})
    until = time.monotonic() + 20
    while not person.look().moves:
        if time.monotonic() > until:
            raise CannotMeasure("the bots do not play")
        time.sleep(0.05)
    return person


def visit(browser: Browser, person: Person, path: str) -> Visit:
    """Load a page with nothing cached, then once more."""
    context = browser.new_context(viewport={"width": DESK[0], "height": DESK[1]})
    url = str(person.http.base_url).rstrip("/")
    context.add_cookies([{"name": name, "value": value, "url": url} for name, value in person.http.cookies.items()])
    try:
        return look(context, url + path), look(context, url + path), look(context, url + "/health")
    finally:
        context.close()


def look(context: BrowserContext, url: str) -> Seen:
    """Load a page in a tab of its own."""
    page = context.new_page()
    weights: list[float] = []
    wire: CDPSession = context.new_cdp_session(page)
    wire.on("Network.loadingFinished", lambda event: weights.append(event["encodedDataLength"]))
    wire.send("Network.enable")
    page.goto(url, wait_until="load")
    paint = float(page.evaluate(PAINT))
    page.wait_for_timeout(1000 * SETTLED)
    page.close()
    return Seen(sum(weights) / 1000, paint)
