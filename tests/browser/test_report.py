"""The laboratory's report in a real browser: it fits a phone, and everybody can read it."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser
from typer.testing import CliRunner

from rolltop.cli import app
from tests.browser.conftest import DESK, PHONE

pytestmark = pytest.mark.browser
GAMES = 600


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of two runs side by side."""
    folder = tmp_path_factory.mktemp("runs")
    for seed in ("1", "2"):
        command = ["simulate", "rollie", "--bots", "random,sensible", "--games", str(GAMES), "--seed", seed]
        assert CliRunner().invoke(app, [*command, "--out", str(folder / seed)]).exit_code == 0
    page = folder / "both.html"
    assert CliRunner().invoke(app, ["report", str(folder / "1"), str(folder / "2"), "--out", str(page)]).exit_code == 0
    return page


@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "dark"), (DESK, "light")])
def test_a_page_is_for_everybody(browser: Browser, both: Path, size: tuple[int, int], scheme: str) -> None:
    page = browser.new_page(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)  # type: ignore[arg-type]
    page.goto(both.as_uri())
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    findings = Axe().run(page)
    assert findings.violations_count == 0, findings.generate_report()
    page.close()
