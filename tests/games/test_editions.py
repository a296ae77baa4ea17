"""Editions: components as data. A bad file gives BadEdition naming file, key, what was found and what was expected."""

# ruff: noqa: E501  (a bad file and what is said of it are easier to read in one line)

import copy
import hashlib
import json
import re
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from rolltop.games import editions, shelf
from rolltop.games.editions import SOURCES, Edition, Whole, sources_used
from rolltop.games.errors import BadEdition

ROLLIE = shelf.kind("rollie")
PEEKABOO = shelf.Kind("peekaboo", "tests.conformance.peekaboo")
STANDARD = (ROLLIE.folder / "standard.toml").read_text("utf-8")


def read(folder: Path, text: str | bytes) -> Edition:
    """Read a text as the edition file own.toml."""
    path = folder / "own.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return ROLLIE.read_edition(path)


def with_line(old: str, new: str) -> str:
    """The standard edition with one piece of text changed."""
    assert old in STANDARD
    return STANDARD.replace(old, new, 1)


def part(name: str, value: str, source: str = '"house"') -> str:
    """The standard edition with another component."""
    table = rf"(?ms)^\[{name}\]$.*?(?=^\[[a-z_]+\]$|\Z)"
    return re.sub(table, lambda _: f"[{name}]\nvalue = {value}\nsource = {source}\n\n", STANDARD, count=1)


BAD: dict[str, tuple[str | bytes, str]] = {
    "empty": ("", "key game: found nothing, expected a text"),
    "not TOML": ("game = rollie", "not a readable TOML file"),
    "not UTF-8": (b"game = \"\xff\"", "not a readable TOML file"),
    "binary": (bytes(range(256)), "not a readable TOML file"),
    "no title": (with_line('title = "Standard"', ""), "key title: found nothing, expected a text"),
    "title not a text": (with_line('title = "Standard"', "title = 1979-05-27"), "key title: found datetime.date"),
    "edition not a text": (with_line('edition = "standard"', "edition = 3"), "key edition: found 3, expected a text"),
    "another game": (with_line('game = "rollie"', 'game = "chess"'), "key game: found 'chess', expected 'rollie'"),
    "a missing component": (with_line("[bills]", "[notes]"), "key notes: found .*, expected one of the components"),
    "no component": ('game="rollie"\nedition="x"\ntitle="X"', "key values: found nothing, expected a table with value and"),
    "an unknown component": (STANDARD + "\n[cards]\nvalue = 1\nsource = \"house\"", "key cards: found .*, expected one of"),
    "an unknown key": (with_line("value = 7", "value = 7\nvalu = 8"), r"key start_tokens\.valu: found 8, expected value, s"),
    "a component that is no table": ('rounds = 7\n' + STANDARD[: STANDARD.index("[rounds]")], "key rounds: found 7, expected"),
    "no value": (with_line("value = 7\n", ""), "key start_tokens: found .*, expected a table with value and source"),
    "no source": (part("rounds", "7").replace('source = "house"\n', ""), "key rounds: found .*, expected a table with"),
    "bad mark": (part("rounds", "7", '"guess"'), r"key rounds\.source: found 'guess', expected one of rulebook, public, inf"),
    "a mark that is a table": (part("rounds", "7", "{a = 1}"), r"key rounds\.source: found \{'a': 1\}, expected one of rule"),
    "a mark that is a number": (part("rounds", "7", "1"), r"key rounds\.source: found 1, expected one of rulebook"),
    "marks of another shape": (part("bills", "[1, 1, 1, 1, 1]", '["house"]'), r"key bills\.source: found \['house'\], expec"),
    "marks for one number": (part("rounds", "7", '["house"]'), r"key rounds\.source: found \['house'\], expected one mark, or"),
    "a text for a number": (part("rounds", '"7"'), "key rounds: found '7', expected a whole number from 1 to 12"),
    "a fraction": (part("rounds", "7.0"), r"key rounds: found 7\.0, expected a whole number from 1 to 12"),
    "not a number": (part("rounds", "nan"), "key rounds: found nan, expected a whole number from 1 to 12"),
    "infinity": (part("rounds", "inf"), "key rounds: found inf, expected a whole number from 1 to 12"),
    "yes or no": (part("rounds", "true"), "key rounds: found True, expected a whole number from 1 to 12"),
    "a list for a number": (part("rounds", "[7]"), r"key rounds: found \[7\], expected a whole number"),
    "a number for a list": (part("bills", "30"), "key bills: found 30, expected a list of 5"),
    "a list too short": (part("bills", "[30, 30, 30, 30]"), r"key bills: found \[30, 30, 30, 30\], expected a list of 5"),
    "a list too long": (part("bonus", "[[9, 8, 7, 6], [], [], [], []]"), r"key bonus\[0\]: found .*, expected a list of up to"),
    "too small": (part("bills", "[30, 0, 30, 30, 30]"), r"key bills\[1\]: found 0, expected a whole number from 1 to 100"),
    "too large": (part("bills", "[30, 30, 30, 30, 101]"), r"key bills\[4\]: found 101, expected a whole number from 1 to"),
    "below zero": (part("rounds", "-1"), "key rounds: found -1, expected a whole number from 1"),
    "a huge number": (part("rounds", "9" * 400), "key rounds: found 9{30,}.*, expected a whole number from 1 to 12"),
    "a number of 5000 digits": (part("rounds", "9" * 5000), "not a readable TOML file"),
    "a number of 5000 hexadecimal digits": (part("rounds", "0x" + "f" * 5000), "key rounds: found a number of thousands"),
    "nested too deep": (part("rounds", "[" * 5000 + "]" * 5000), "not a readable TOML file"),
    "an unknown face": (part("dice", '[["X", 0, 2, 5, 10, "R"], [-5, 0, 2, 5, 10, "R"]]'), r"key dice\[0\]\[0\]: found 'X', "),
    "a fraction as a face": (part("dice", '[[-5, 0, 2, 5.0, 10, "R"], [-5, 0, 2, 5, 10, "R"]]'), r"key dice\[0\]\[3\]: fo"),
    "a list as a face": (part("dice", '[[-5, 0, 2, [5], 10, "R"], [-5, 0, 2, 5, 10, "R"]]'), r"key dice\[0\]\[3\]: found"),
    "a face that is no value": (part("dice", '[[-5, 0, 2, 5, 7, "R"], [-5, 0, 2, 5, 10, "R"]]'), "key dice: found .*7.*, expe"),
    "three dice": (part("dice", '[["R"], ["R"], ["R"]]'), "key dice: found .*, expected a list of 2"),
    "values out of order": (part("values", "[-5, 2, 0, 5, 10]"), r"key values: found \[-5, 2, 0, 5, 10\], expected five differ"),
    "equal values": (part("values", "[-5, 0, 0, 5, 10]"), "key values: found .*, expected five different values in ascending"),
    "bonus out of order": (part("bonus", "[[60, 100], [], [], [], []]"), "key bonus: found .*, expected tokens .* highest to"),
    "more rounds than tokens": (part("rounds", "8"), "key rounds: found 8, expected no more rounds than start_tokens"),
    "a token worth nothing": (part("bonus", "[[0], [], [], [], []]"), r"key bonus\[0\]\[0\]: found 0, expected a whole"),
}  # fmt: skip


@pytest.mark.parametrize("what", BAD)
def test_a_bad_file_is_refused_with_file_key_found_and_expected(what: str, tmp_path: Path) -> None:
    text, message = BAD[what]
    with pytest.raises(BadEdition, match=message) as caught:
        read(tmp_path, text)
    assert str(caught.value).startswith("own.toml") and len(str(caught.value)) < 400
    assert caught.value.values["file"] == "own.toml"


def test_a_folder_or_nothing_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nothing.toml"):
        with pytest.raises(BadEdition, match="not a readable TOML file"):
            ROLLIE.read_edition(path)


def test_a_good_file_with_other_values_is_taken(tmp_path: Path) -> None:
    edition = read(tmp_path, part("rounds", "3").replace('"standard"', '"short"'))
    assert edition.name == "short" and edition.values["rounds"] == 3
    assert int(ROLLIE.box(edition)[0]["n_rounds"]) == 3


# ---- anything at all -------------------------------------------------------------------------------------------------

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(["R", "rulebook"]),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=250, deadline=None, derandomize=True)
@given(st.data())
def test_any_change_to_a_good_file_is_taken_or_refused_as_bad(data: st.DataObject) -> None:
    content: Any = tomllib.loads(STANDARD)
    place, keys = content, []
    while True:  # walk to some place in the file
        key = data.draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
        keys.append(key)
        if not isinstance(place[key], dict | list) or not place[key] or data.draw(st.booleans()):
            break
        place = place[key]
    place[key] = data.draw(ANYTHING)
    check = ROLLIE.part("components")
    try:
        edition = editions.parse(content, "own.toml", "rollie", check.COMPONENTS)
        check.check(edition)
        ROLLIE.box(edition)
    except BadEdition as error:
        assert str(error).startswith("own.toml, key ") and "expected" in str(error)  # noqa: PT017


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.text(max_size=200) | st.binary(max_size=200).map(lambda raw: raw.decode("latin-1")))
def test_any_text_is_refused_as_bad(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    with pytest.raises(BadEdition, match=r"own\.toml"):
        read(tmp_path_factory.getbasetemp(), text)


# ---- the digest ------------------------------------------------------------------------------------------------------


def test_the_digest_is_pinned() -> None:
    """Records name it: if this fails, records of earlier games no longer find their edition."""
    assert ROLLIE.edition().digest == "fd6741a09a3082bbe444b4afb864ffe07854e03344c945d596279240e7788240"


def test_the_digest_is_that_of_canonical_json() -> None:
    edition = ROLLIE.edition()
    text = json.dumps(["rollie", edition.values], sort_keys=True, separators=(",", ":"))
    assert edition.digest == hashlib.sha256(text.encode()).hexdigest()


def numbers(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The places of all numbers and names in a value."""
    if isinstance(value, dict):
        return [place for key, item in value.items() for place in numbers(item, (*path, key))]
    if isinstance(value, list):
        return [place for index, item in enumerate(value) for place in numbers(item, (*path, index))]
    return [path]


def test_the_digest_changes_with_any_value() -> None:
    usual = ROLLIE.edition()
    digests = {usual.digest}
    places = numbers(usual.values)
    assert len(places) == 5 + 5 + 12 + 1 + 11 + 1
    for path in places:
        values: Any = copy.deepcopy(dict(usual.values))
        inner = values
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = "other"
        digests.add(replace(usual, values=values).digest)
    digests.add(replace(usual, game="other").digest)
    assert len(digests) == len(places) + 2


def test_the_digest_does_not_depend_on_names_notes_or_marks(tmp_path: Path) -> None:
    text = STANDARD.replace('"Standard"', '"Other"').replace('"standard"', '"other"').replace('"inferred"', '"house"')
    assert read(tmp_path, text).digest == ROLLIE.edition().digest


# ---- sources ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [*shelf.kinds().values(), PEEKABOO], ids=lambda kind: kind.name)
def test_every_value_of_every_edition_has_a_source(kind: shelf.Kind) -> None:
    for edition in kind.editions.values():
        assert set(edition.values) == set(edition.sources) == set(kind.part("components").COMPONENTS)
        assert sources_used(edition) and sources_used(edition) <= set(SOURCES)


def test_the_standard_edition_of_rollie_is_marked_as_the_spec_says() -> None:
    sources = ROLLIE.edition().sources
    assert sources["bonus"][0][0] == sources["bonus"][2][0] == "rulebook" and sources["bonus"][2][2] == "house"
    assert sources["dice"] == "inferred"
    assert [sources[key] for key in ("values", "bills", "start_tokens", "rounds")] == ["rulebook"] * 4


def test_what_a_component_should_be_is_said_in_words() -> None:
    assert Whole(1, 9).expected() == "a whole number from 1 to 9"
    assert Whole(1, 9, (2, -3)).expected() == "a list of 2" and Whole(1, 9, (2, -3)).expected(1) == "a list of up to 3"
    assert Whole(one_of=("R", 1, 2)).expected() == "one of R, 1, 2"
    assert Whole(one_of=("R", *range(100))).expected() == "one of R, a whole number from 0 to 99"
