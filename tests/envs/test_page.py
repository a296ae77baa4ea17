"""What the page of environments shows works."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "environments.md"
BLOCKS = re.findall(r"^## ([^\n]*)\n\n(?:[^`#]*\n)?```python\n(.*?)```", PAGE.read_text("utf-8"), re.S | re.M)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("title", "block"), BLOCKS, ids=[title for title, _block in BLOCKS])
def test_the_pages_python_runs(title: str, block: str) -> None:
    if "pyspiel" in block:
        pytest.importorskip("pyspiel")
    exec(compile(block, title, "exec"), {})


def test_every_face_has_an_example() -> None:
    assert [title for title, _block in BLOCKS] == ["PettingZoo", "Gymnasium", "OpenSpiel", "Thousands at once"]
