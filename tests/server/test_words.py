"""Every word a player sees can be translated: the pages in a language in which each message stands in brackets."""

import re
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from rolltop.games import kernel, shelf
from tests.messages import messages
from tests.server.person import Chooser, Person, running_server

OPEN, CLOSE = "⟦", "⟧"
SHOWN = {"aria-label", "alt", "title", "placeholder", "data-done", "data-guard", "data-offline"}
SAME_EVERYWHERE = {"Rolltop", "Rollie", "R", "Ann", "SHA-256"}


def pseudo_catalogue(folder: Path) -> None:
    """Translate every message into itself in brackets."""
    catalog = Catalog(locale="eo")
    for message in messages():
        if isinstance(message, str):
            catalog.add(message, f"{OPEN}{message}{CLOSE}")
        else:
            catalog.add(message, tuple(f"{OPEN}{form}{CLOSE}" for form in message))
    file = folder / "eo" / "LC_MESSAGES" / "messages.mo"
    file.parent.mkdir(parents=True)
    with file.open("wb") as out:
        write_mo(out, catalog)


class Visible(HTMLParser):
    """Collects what is read on a page: text, and the attributes that are shown or spoken."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text = ""
        self.attributes: list[str] = []
        self._silent = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Attributes; and some elements have no words for people."""
        self.attributes += [value for name, value in attrs if name in SHOWN and value]
        self._silent += tag in ("script", "style", "code")
        self.text += " "

    def handle_endtag(self, tag: str) -> None:
        """Leave such an element."""
        self._silent -= tag in ("script", "style", "code")
        self.text += " "

    def handle_data(self, data: str) -> None:
        """Text."""
        if not self._silent:
            self.text += data


def untranslated(text: str) -> set[str]:
    """The words outside brackets."""
    text = re.sub(r"https?://\S+", " ", text)
    while (fewer := re.sub(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}", " ", text)) != text:
        text = fewer
    return {word for word in re.findall(r"[^\W\d_]{2,}", text) if word not in SAME_EVERYWHERE}


def check(person: Person, names: set[str]) -> None:
    """Nothing on the page is outside the brackets but names and numbers."""
    page = Visible(person.html)
    for text in (page.text, *page.attributes):
        if text.startswith(("http", "/")):
            continue
        assert untranslated(text) <= names, (person.path, untranslated(text) - names, text[:80])


def names_in(game: str) -> set[str]:
    """Words that are the same in every language: the moves of a game, and names its edition gives to things."""
    kind = shelf.kind(game)
    box = kind.plain_box(kind.box(), kind.edition())
    state = kernel.Plain(np.zeros(1, kind.game_layout)[0])
    words = [kind.moves.action_text(state, box, 0, action) for action in range(kind.n_actions)]
    for value in kind.edition().values.values():
        words += [item for item in value if isinstance(item, str)] if isinstance(value, list) else []
    return set(re.findall(r"[^\W\d_]{2,}", " ".join(words)))


@pytest.mark.parametrize("game", shelf.kinds())
def test_all_words_go_through_gettext(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pseudo_catalogue(tmp_path / "locale")
    monkeypatch.setenv("ROLLTOP_LOCALE", str(tmp_path / "locale"))
    names = set("Ann Bob Otto Mina Pavel Suri Leif Noor first http localhost".split()) | names_in(game)
    names |= set(" ".join(kind.title for kind in shelf.kinds().values()).split())
    with running_server(tmp_path / "data") as server:
        person = Person(server.url, "Ann")
        person.http.headers["accept-language"] = "eo, en;q=0.5"
        assert OPEN in person.go("/").html
        assert 'lang="eo"' in person.html
        for path in ("/", "/settings", "/rules"):
            check(person.go(path), names)
        path = person.make_table(3, public="yes", **{"with": "friends", "game": game, f"players-{game}": "3"})
        check(person, names | {"http"})
        other = Person(server.url, "Bob")
        check(other_in(other, person).go(path), names)
        person.send("/bots")
        play_to_the_end(person, names)
        for page in ("", "/fair", "/log"):
            check(person.go(path + page), names)
        check(person.go("/"), names)
        answer = person.http.get("/nothing")
        person.html = answer.text
        check(person, names)
        person.close()
        other.close()


def play_to_the_end(person: Person, names: set[str]) -> None:
    """Look at every page of a game."""
    chooser = Chooser()
    for _ in range(1000):
        if any("/onward" in line for line in person.html.splitlines() if "action=" in line):
            check(person, names)
        if person.look().over:
            return
        check(person, names)
        marks = re.findall(r'type="radio"[^>]* name="move" value="([^"]+)"', person.html)
        moves = person.moves + (marks if f'action="{person.path}/play"' in person.html else [])
        if whole := [move for move in moves if move != "hold"]:  # "hold" is the beginning of a move
            person.play(chooser(whole) if "secure" in whole else whole[-1])
            check(person, names)
    raise AssertionError("the game does not end")


def other_in(other: Person, person: Person) -> Person:
    """The same language for somebody else."""
    other.http.headers.update({"accept-language": person.http.headers["accept-language"]})
    return other
