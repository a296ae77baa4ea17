"""The message templates that translators start from: one for the program, one a game.

``python -m tests.messages --write`` brings them up to date; a test complains when they are not.
"""

import io
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

PACKAGE = Path(__file__).parents[1] / "src" / "rolltop"
METHODS = [("**.py", "python"), ("**.html", "jinja2")]
OPTIONS = {"**.html": {"trimmed": "true", "newstyle_gettext": "true", "extensions": "jinja2.ext.i18n"}}
ERRORS = (
    "RolltopError IllegalMove StaleMove NotYourTurn BadEdition BadOption BadRecord CannotUndo NotAllowed NoSuchTable"
    " BadField BadFormat NothingToPrint"
)
KEYWORDS = {"_": None, "N_": None, "N2_": (1, 2), "gettext": None, "ngettext": (1, 2), **dict.fromkeys(ERRORS.split())}


def folders() -> list[Path]:
    """The program's package, and every game's."""
    return [PACKAGE, *sorted(path.parent for path in PACKAGE.glob("games/*/rules.py"))]


def template(folder: Path) -> Catalog:
    """All messages under a folder; those of games are not the program's."""
    catalog = Catalog(project="Rolltop", fuzzy=False, header_comment="# Messages of Rolltop.")
    games = [path for path in folders() if path != PACKAGE] if folder == PACKAGE else []
    found = extract_from_dir(folder, METHODS, OPTIONS, keywords=KEYWORDS, comment_tags=("Translators:",))
    for file, _line, message, comments, context in found:
        if not any((folder / file).is_relative_to(game) for game in games):
            catalog.add(message, None, [(file, 0)], auto_comments=comments, context=context)
    return catalog


def written(folder: Path) -> str:
    """The template as a file, without line numbers and dates, which would change all the time."""
    out = io.BytesIO()
    write_po(out, template(folder), omit_header=True, include_lineno=False, sort_output=True, width=110)
    return out.getvalue().decode()


def file_of(folder: Path) -> Path:
    """Where a folder's template lies."""
    return folder / "locale" / "messages.pot"


def messages() -> Iterator[tuple[str, ...] | str]:
    """All messages of all templates."""
    for folder in folders():
        with file_of(folder).open("rb") as file:
            for message in read_po(file):
                if message.id:
                    yield message.id if isinstance(message.id, str) else tuple(message.id)


if __name__ == "__main__":
    assert sys.argv[1:] == ["--write"], "usage: python -m tests.messages --write"
    for each in folders():
        file_of(each).parent.mkdir(exist_ok=True)
        file_of(each).write_text(written(each), "utf-8")
        print(f"{file_of(each).relative_to(PACKAGE)}: {len(template(each))} messages")
