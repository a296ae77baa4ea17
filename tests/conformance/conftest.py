"""The tiny game stands on the shelf while these tests run."""

import pytest

from rolltop.games import shelf
from tests.conformance.faults import PEEKABOO


@pytest.fixture(autouse=True)
def shelf_with_peekaboo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Records name their game, so the tiny game must be found by name too."""
    kinds = {**shelf.kinds(), PEEKABOO.name: PEEKABOO}
    monkeypatch.setattr(shelf, "kinds", lambda: kinds)
