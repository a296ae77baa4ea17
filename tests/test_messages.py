"""The templates for translators are up to date."""

from pathlib import Path

import pytest

from tests.messages import file_of, folders, written


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.name)
def test_the_template_is_up_to_date(folder: Path) -> None:
    assert file_of(folder).read_text("utf-8") == written(folder), "run: make messages"
