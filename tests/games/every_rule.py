"""Is every rule of a game tested? Each number in how_to_play.md has a test called after it, and each rule, broken on
purpose, fails one of its own tests.

A game's test_rules_all.py says what to look at: a class `TestEveryRule` made of `EveryRule`.
"""

import ast
import inspect
import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import pytest

from rolltop.games.shelf import Kind
from tests.conformance.faults import Change, changed, forget
from tests.games.by_hand import ByHand, Start

Broken = Sequence[tuple[str, Change]]


class EveryRule:
    """The tests of a game's tests."""

    kind: ClassVar[Kind]
    letters: ClassVar[str]  #: before the number of a rule
    n_rules: ClassVar[int]
    position: ClassVar[type[ByHand]]
    modules: ClassVar[Sequence[ModuleType]]  #: with tests called after rules
    broken: ClassVar[Broken]  #: the number of a rule, and a change to the program that breaks it

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """A test for each broken rule."""
        if "change" in metafunc.fixturenames:
            names = [f"{number}-{index}" for index, (number, _) in enumerate(self.broken)]
            metafunc.parametrize(("number", "change"), self.broken, ids=names)

    @pytest.fixture
    def copies(self, tmp_path: Path) -> Iterator[list[Kind]]:
        """Where a changed copy of the game is put, to be forgotten after the test."""
        made: list[Kind] = []
        yield made
        for kind in made:
            forget(kind, tmp_path)

    def test_the_rules_are_numbered_without_a_gap(self) -> None:
        assert self.rules_of_the_game() == [f"{self.letters}{number}" for number in range(1, self.n_rules + 1)]

    def test_every_rule_has_a_test_and_every_test_a_rule(self) -> None:
        rules = set(self.rules_of_the_game())
        named = {number for name in names_of_tests(self.kind) for number in self.numbers(name)}
        assert rules - named == set(), "rules without a test"
        assert named - rules == set(), "tests of rules that do not exist"

    def test_every_rule_is_cited_by_the_code_that_carries_it_out(self) -> None:
        cited = set()
        for file in files_of_rules(self.kind):
            after_the_heading = file.read_text("utf-8").split('"""', 2)[2]
            for first, last in re.findall(rf"\b{self.letters}(\d+)(?: to {self.letters}(\d+))?\b", after_the_heading):
                cited |= {f"{self.letters}{number}" for number in range(int(first), int(last or first) + 1)}
        assert sorted(cited) == sorted(self.rules_of_the_game())

    def test_every_rule_is_broken_once(self) -> None:
        assert {number for number, _ in self.broken} == set(self.rules_of_the_game())

    @pytest.mark.timeout(30)
    def test_a_broken_rule_fails_its_own_test(
        self, number: str, change: Change, tmp_path: Path, copies: list[Kind]
    ) -> None:
        copies.append(changed(self.kind, tmp_path, [change]))
        start = Start(self.position, copies[0], compiled=False)
        assert any(fails(function, start) for _, function in self.named_after(number)), f"no test of {number} notices"

    def test_with_nothing_broken_no_test_fails(self, tmp_path: Path, copies: list[Kind]) -> None:
        copies.append(changed(self.kind, tmp_path))
        start = Start(self.position, copies[0], compiled=False)
        numbers = {number for number, _ in self.broken}
        assert [name for number in numbers for name, test in self.named_after(number) if fails(test, start)] == []

    def rules_of_the_game(self) -> list[str]:
        """The numbers of the rules, as the page for players lists them."""
        text = (self.kind.folder / "how_to_play.md").read_text("utf-8")
        return sorted(set(self.numbers(text)), key=lambda number: int(number.removeprefix(self.letters)))

    def numbers(self, text: str) -> list[str]:
        """The rules that a text names."""
        return re.findall(rf"(?<![A-Za-z]){self.letters}\d+(?!\d)", text)

    def named_after(self, number: str) -> list[tuple[str, Callable[..., None]]]:
        """The tests called after a rule."""
        return [
            (name, function)
            for module in self.modules
            for name, function in vars(module).items()
            if name.startswith("test_") and number in self.numbers(name)
        ]


def files_of_rules(kind: Kind) -> list[Path]:
    """The modules that carry rules out: the rules, what they are made of, and what a table may agree on."""
    rules = [path for path in kind.folder.glob("*.py") if "@rule" in path.read_text("utf-8")]
    others = {"policy.py", "prospects.py", "dice.py"}
    return [path for path in rules if path.name not in others] + [
        kind.folder / name for name in ("moves.py", "components.py")
    ]


def names_of_tests(kind: Kind) -> Iterator[str]:
    """What all tests of a game's rules are called."""
    for path in (Path(__file__).parent / kind.name).glob("test_rules*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield node.name


def fails(function: Callable[..., None], start: Start[Any]) -> bool:
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
