"""Words a player sees: gettext, with one catalogue for the program and one a game.

`_` translates into the language of the current context (a web request, a terminal); `N_` only marks a text for the
catalogue. Without a catalogue for a language the English text stands.
"""

import contextvars
import gettext
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
LANGUAGES = ("en",)
_language: contextvars.ContextVar[str] = contextvars.ContextVar("language", default="en")


def N_(message: str) -> str:
    """Mark a text for translation later."""
    return message


def _(message: str) -> str:
    """The text in the current language."""
    return catalogue(_language.get()).gettext(message)


def ngettext(singular: str, plural: str, n: int) -> str:
    """The text for a number in the current language."""
    return catalogue(_language.get()).ngettext(singular, plural, n)


@cache
def catalogue(language: str) -> gettext.NullTranslations:
    """All catalogues of a language, chained."""
    chain = gettext.NullTranslations()
    for folder in (PACKAGE / "locale", *sorted(PACKAGE.glob("games/*/locale"))):
        found = gettext.translation("messages", folder, [language], fallback=True)
        if type(found) is not gettext.NullTranslations:
            found.add_fallback(chain)
            chain = found
    return chain


@contextmanager
def language(name: str) -> Iterator[None]:
    """Use a language inside a with block."""
    token = _language.set(name)
    try:
        yield
    finally:
        _language.reset(token)


def current_language() -> str:
    """The language in use here."""
    return _language.get()
