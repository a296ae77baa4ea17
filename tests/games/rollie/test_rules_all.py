"""Is every rule tested? Each number in how_to_play.md has a test called after it, and each rule, broken on purpose,
fails one of its own tests.
"""

import ast
import inspect
import itertools
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rolltop.games import shelf
from rolltop.games.shelf import Kind
from tests.conformance.faults import Change, changed, forget
from tests.games.rollie import test_rules, test_rules_scoring
from tests.games.rollie.broken_rules import BROKEN
from tests.games.rollie.test_rules import Start

ROLLIE = shelf.kind("rollie")
HERE = Path(__file__).parent


def rules_of_the_game() -> list[str]:
    """The numbers of the rules, as the page for players lists them."""
    text = (ROLLIE.folder / "how_to_play.md").read_text("utf-8")
    return sorted(set(re.findall(r"\bRO\d+\b", text)), key=lambda number: int(number[2:]))


def named_after(number: str) -> list[tuple[str, Callable[..., None]]]:
    """The tests called after a rule."""
    return [
        (name, function)
        for module in (test_rules, test_rules_scoring)
        for name, function in vars(module).items()
        if name.startswith("test_") and number in re.findall(r"RO\d+", name)
    ]


def test_the_rules_are_numbered_without_a_gap() -> None:
    assert rules_of_the_game() == [f"RO{number}" for number in range(1, 22)]


def test_every_rule_has_a_test_and_every_test_a_rule() -> None:
    rules = set(rules_of_the_game())
    named = {
        number
        for path in HERE.glob("test_rules*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        for number in re.findall(r"RO\d+", node.name)
    }
    assert rules - named == set(), "rules without a test"
    assert named - rules == set(), "tests of rules that do not exist"


def test_every_rule_is_cited_by_the_code_that_carries_it_out() -> None:
    cited = set()
    for file in ("rules.py", "moves.py"):
        text = (ROLLIE.folder / file).read_text("utf-8")
        after_the_heading = text.split('"""', 2)[2]
        for first, last in re.findall(r"\bRO(\d+)(?: to RO(\d+))?\b", after_the_heading):
            cited |= {f"RO{number}" for number in range(int(first), int(last or first) + 1)}
    assert sorted(cited) == sorted(rules_of_the_game())


def test_every_rule_is_broken_once() -> None:
    assert {number for number, _ in BROKEN} == set(rules_of_the_game())


@pytest.fixture
def broken(tmp_path: Path) -> Iterator[list[Kind]]:
    """Where the broken game is put, to be forgotten after the test."""
    made: list[Kind] = []
    yield made
    for kind in made:
        forget(kind, tmp_path)


@pytest.mark.timeout(30)
@pytest.mark.parametrize(("number", "change"), BROKEN, ids=[f"{number}-{i}" for i, (number, _) in enumerate(BROKEN)])
def test_a_broken_rule_fails_its_own_test(number: str, change: Change, tmp_path: Path, broken: list[Kind]) -> None:
    broken.append(changed(ROLLIE, tmp_path, [change]))
    start = Start(broken[0], compiled=False)
    assert any(fails(function, start) for _, function in named_after(number)), f"no test of {number} notices"


def test_with_nothing_broken_no_test_fails(tmp_path: Path, broken: list[Kind]) -> None:
    broken.append(changed(ROLLIE, tmp_path))
    start = Start(broken[0], compiled=False)
    numbers = {number for number, _ in BROKEN}
    assert [name for number in numbers for name, function in named_after(number) if fails(function, start)] == []


def fails(function: Callable[..., None], start: Start) -> bool:
    """Does a test fail on a game, with any of its parameters?"""
    if "start" not in inspect.signature(function).parameters:
        return False  # it does not take the game from us
    for arguments in parameters(function):
        try:
            function(start=start, **arguments)
        except AssertionError:
            return True
    return False


def parameters(function: Any) -> Iterator[dict[str, Any]]:
    """What pytest would call a test with."""
    marks = [mark.args for mark in getattr(function, "pytestmark", []) if mark.name == "parametrize"]
    for chosen in itertools.product(*(rows for _, rows in marks)):
        arguments: dict[str, Any] = {}
        for (names, _), row in zip(marks, chosen, strict=True):
            arguments |= {names: row} if isinstance(names, str) else dict(zip(names, row, strict=True))
        yield arguments
