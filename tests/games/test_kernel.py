"""Records without gaps, plain objects of them, and rules loaded compiled or plain."""

import importlib
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings
from numba.core import config

from rolltop.games import kernel, shelf
from rolltop.games.kernel import Flag, Int8, Int16, Int32, Plain, layout, record

# ---- records ---------------------------------------------------------------------------------------------------------


@record
class Part:
    wide: Int16
    cards: Annotated[list[int], np.int8, 3]
    open: Flag


@record
class Whole:
    long: Annotated[int, np.int64]
    total: Int32
    word: Annotated[int, np.uint32]
    grid: Annotated[list[list[int]], np.int8, 2, 4]
    parts: Annotated[list[Part], 2]
    last: Int16
    end: Annotated[list[int], np.uint8, 2]


def test_a_record_is_a_dtype_made_of_the_annotations() -> None:
    assert layout(Part) == np.dtype([("wide", "<i2"), ("cards", "i1", (3,)), ("open", "?")])
    assert layout(Whole)["parts"].subdtype == (layout(Part), (2,))
    assert layout(Whole)["grid"].subdtype == (np.dtype("i1"), (2, 4))


def test_gaps_are_refused() -> None:
    with pytest.raises(TypeError, match="3 bytes of alignment gaps"):

        @record
        class Gap:
            narrow: Int8
            wide: Int32


def test_a_field_that_is_not_annotated_is_refused() -> None:
    with pytest.raises(TypeError, match="Annotated"):

        @record
        class Bare:
            number: int


def test_an_array_of_flags_is_refused_because_it_does_not_compile() -> None:
    with pytest.raises(TypeError, match=r"np\.int8"):

        @record
        class Flags:
            flags: Annotated[list[bool], np.bool_, 4]


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.binary(min_size=layout(Whole).itemsize, max_size=layout(Whole).itemsize))
def test_plain_and_back_is_the_same_bytes(content: bytes) -> None:
    array = np.frombuffer(content, layout(Whole)).copy()
    for index in range(2):
        array[0]["parts"][index]["open"] = bool(content[index] & 1)
    back = np.zeros(1, layout(Whole))
    plain: Any = Plain(array[0])
    plain.write(back[0])
    assert back.tobytes() == array.tobytes()
    assert plain.long == array[0]["long"] and plain.grid[1][3] == array[0]["grid"][1, 3]
    assert type(plain.total) is int and type(plain.parts[1].open) is bool and type(plain.grid[0]) is list


def test_plain_objects_share_nothing_with_their_record() -> None:
    array = np.zeros(1, layout(Whole))
    plain: Any = Plain(array[0])
    plain.parts[0].cards[1] = 9
    plain.total = 5
    assert not array.tobytes().strip(b"\0") and Plain(array[0]).__dict__["parts"][0].cards == [0, 0, 0]


# ---- rules -----------------------------------------------------------------------------------------------------------

TOY = """
from rolltop.games.kernel import Int8, record, rule
{imports}

@record
class Game:
    number: Int8


@rule
def turn(game: Game) -> int:
    return {result}
"""

HELPER = """
from rolltop.games.kernel import rule

@rule
def twice(number: int) -> int:
    return 2 * number
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where toy games are written; they are forgotten afterwards."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(kernel, "cache_folder", lambda: tmp_path / "compiled")
    yield tmp_path
    for name in [name for name in sys.modules if "toy_" in name]:
        del sys.modules[name]


def toy(folder: Path, name: str, result: str, imports: str = "") -> str:
    """Write a toy game; the name of its rules' module."""
    (folder / name).mkdir()
    (folder / name / "__init__.py").touch()
    (folder / name / "rules.py").write_text(TOY.format(result=result, imports=imports))
    importlib.invalidate_caches()
    return f"{name}.rules"


def engine(rules: str, *, compiled: bool = True) -> ModuleType:
    """The engine for a toy game."""
    return kernel.load(
        "rolltop.games.engine", compiled=compiled, suffix=f".{rules}", rules=kernel.load(rules, compiled=compiled)
    )


def blank(rules: str) -> Any:
    return np.zeros(1, layout(importlib.import_module(rules).Game))


def is_compiled(function: Any) -> bool:
    return not inspect.isfunction(function)


def test_an_imported_rule_is_an_ordinary_function() -> None:
    rules = shelf.kind("rollie").rules
    assert inspect.isfunction(rules.play) and inspect.isfunction(rules.below if hasattr(rules, "below") else rules.turn)


def test_load_gives_each_kind_of_twin_once() -> None:
    name = shelf.kind("rollie").rules.__name__
    compiled, plain = kernel.load(name), kernel.load(name, compiled=False)
    assert is_compiled(compiled.play) and not is_compiled(plain.play)
    assert kernel.load(name) is compiled and kernel.load(name, compiled=False) is plain
    assert shelf.kind("rollie").rules not in (compiled, plain)


def test_rules_from_other_modules_are_their_compiled_twins() -> None:
    engine = kernel.load("rolltop.games.engine", suffix=".some-game", rules=None)
    assert engine.below is kernel.load("rolltop.games.luck").below


def test_two_games_with_equal_records_do_not_share_compiled_code(folder: Path) -> None:
    """Numba's disk cache tells functions apart by file, line and types only."""
    one, two = toy(folder, "toy_one", "1"), toy(folder, "toy_two", "2")
    assert blank(one).dtype == blank(two).dtype
    assert engine(one).turn(blank(one), 0) == 1
    assert engine(two).turn(blank(two), 0) == 2


def test_rules_first_imported_while_compiling_stay_plain_for_others(folder: Path) -> None:
    (folder / "toy_helper.py").write_text(HELPER)
    name = toy(folder, "toy_three", "twice(21)", "from toy_helper import twice")
    assert engine(name).turn(blank(name), 0) == 42
    assert inspect.isfunction(importlib.import_module("toy_helper").twice)
    assert engine(name, compiled=False).turn(shelf.plain(blank(name)), 0) == 42


def test_a_module_that_fails_to_load_is_not_kept(folder: Path) -> None:
    (folder / "toy_broken.py").write_text("if __name__ != 'toy_broken':\n    raise ZeroDivisionError\n")
    importlib.invalidate_caches()
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            kernel.load("toy_broken", compiled=False)
    with pytest.raises(ImportError):
        kernel.load("toy_that_does_not_exist")


def test_the_tests_compile_into_a_cache_of_their_own() -> None:
    assert ".pytest_cache" in kernel.cache_folder().parts


def test_the_tests_run_on_checked_indexes(folder: Path) -> None:
    assert vars(config)["BOUNDSCHECK"] == 1
    name = toy(folder, "toy_four", "game.number + TUPLE[game.number]", "TUPLE = (1, 2)")
    games = blank(name)
    games[0]["number"] = 7
    with pytest.raises(IndexError):
        engine(name).turn(games, 0)


def test_the_cache_folder_is_named_by_the_content_of_the_rules(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def folder_for(text: str) -> Path:
        path = tmp_path / "rules.py"
        path.write_text(text)
        monkeypatch.setattr(kernel, "_rule_sources", lambda: iter([path]))
        found: Path = inspect.unwrap(kernel.cache_folder)()
        return found

    one, other = folder_for("@rule 1"), folder_for("@rule 2")
    assert one != other and one == folder_for("@rule 1") and one.parent == other.parent
    monkeypatch.setenv("ROLLTOP_CACHE", str(tmp_path / "elsewhere"))
    assert folder_for("@rule 1").parent == tmp_path / "elsewhere" / "rules"
