"""Words a player sees: gettext, with one catalogue for the program and one a game.

`_` translates into the language of the current context (a web request, a terminal); `N_` only marks a text for the
catalogue. Without a catalogue for a language the English text stands.
"""

import contextvars
import gettext
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
_language: contextvars.ContextVar[str] = contextvars.ContextVar("language", default="en")


def N_(message: str) -> str:
    """Mark a text for translation later."""
    return message


def N2_(singular: str, plural: str) -> tuple[str, str]:
    """Mark a text and its plural for translation later."""
    return singular, plural


def _(message: str) -> str:
    """The text in the current language."""
    return catalogue(_language.get()).gettext(message)


def ngettext(singular: str, plural: str, n: int) -> str:
    """The text for a number in the current language."""
    return catalogue(_language.get()).ngettext(singular, plural, n)


def folders() -> list[Path]:
    """Where catalogues lie: the program's, each game's, and ROLLTOP_LOCALE, in which a translator can try one."""
    given = os.environ.get("ROLLTOP_LOCALE")
    return [PACKAGE / "locale", *sorted(PACKAGE.glob("games/*/locale")), *([Path(given)] if given else [])]


@cache
def languages() -> tuple[str, ...]:
    """English, and every language for which there is a catalogue."""
    found = {path.parents[1].name for folder in folders() for path in folder.glob("*/LC_MESSAGES/messages.mo")}
    return ("en", *sorted(found - {"en"}))


@cache
def catalogue(language: str) -> gettext.NullTranslations:
    """All catalogues of a language, chained."""
    chain = gettext.NullTranslations()
    for folder in folders():
        found = gettext.translation("messages", folder, [language], fallback=True)
        if type(found) is not gettext.NullTranslations:
            found.add_fallback(chain)
            chain = found
    return chain


def negotiate(accepted: str) -> str:
    """The best language for an Accept-Language header."""
    wishes = []
    for part in accepted.split(","):
        tag, _semicolon, weight = part.strip().partition(";q=")
        try:
            wishes.append((float(weight or 1), tag.strip().lower()))
        except ValueError:
            continue
    for _weight, tag in sorted(wishes, key=lambda wish: -wish[0]):
        for known in languages():
            name = known.lower().replace("_", "-")
            if tag == name or tag.split("-")[0] == name or name.split("-")[0] == tag:
                return known
    return "en"


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
