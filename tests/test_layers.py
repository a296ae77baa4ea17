"""The house has floors: imports run one way, rules import next to nothing, games do not know each other."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import rolltop
from rolltop.games import shelf

PACKAGE = Path(rolltop.__file__).parent
FLOORS = {
    "games": 0,
    "play": 1,
    "client": 1,
    "bots": 2,
    "paper": 2,
    "lab": 3,
    "envs": 3,
    "server": 3,
    "terminal": 3,
    "cli": 4,
    "__main__": 5,
}
FRONT_DOOR = {"__init__.py"}  # the package's own, which offers the usual names of all floors
RULES_MAY_IMPORT = {"numpy", "numpy.typing", "typing", "enum", "collections.abc"}
RULES_MAY_TAKE_FROM = {"rolltop.games.kernel", "rolltop.games.contract", "rolltop.games.luck"}
GAMES = sorted(shelf.kinds())
MODULES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))


def imports(tree: ast.AST, package: str) -> Iterator[str]:
    """The full names a module imports, anywhere in it, whichever way they are written."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                up = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*up, *([base] if base else [])])
            yield from (f"{base}.{name.name}" for name in node.names)


def imported_by(module: Path) -> set[str]:
    """The full names a module of the package imports."""
    package = ".".join(["rolltop", *module.parent.parts])
    return set(imports(ast.parse((PACKAGE / module).read_text("utf-8")), package))


def floor(name: str) -> int | None:
    """The floor of a module by its full name; None outside the house and at the front door."""
    parts = name.split(".")
    return FLOORS.get(parts[1]) if len(parts) > 1 and parts[0] == "rolltop" else None


def upward(part: str, names: set[str]) -> set[str]:
    """Of the names that a part of the house imports, those of the same floor's other parts and of the floors above."""
    floors = {name: floor(name) for name in names if name.split(".")[1:2] != [part]}
    return {name for name, other in floors.items() if other is not None and other >= FLOORS[part]}


def test_every_part_of_the_house_has_a_floor() -> None:
    assert {module.parts[0].removesuffix(".py") for module in MODULES} - {"__init__"} <= set(FLOORS)


@pytest.mark.parametrize("module", [m for m in MODULES if str(m) not in FRONT_DOOR], ids=str)
def test_imports_run_one_way(module: Path) -> None:
    names = imported_by(module)
    assert upward(module.parts[0].removesuffix(".py"), names) == set()
    assert not any(name == "rolltop" or re.match(r"rolltop\.[A-Z]", name) for name in names), (
        "imports through the front door hide which floor is meant"
    )


@pytest.mark.parametrize("game", GAMES)
def test_rules_import_next_to_nothing(game: str) -> None:
    """Nor does any other module of the game's that the rules are made of."""
    own = f"rolltop.games.{game}."
    todo, seen = {"rules"}, set()
    while todo:
        part = todo.pop()
        seen.add(part)
        for name in imported_by(Path("games") / game / f"{part}.py"):
            module = name if name in RULES_MAY_IMPORT else name.rpartition(".")[0]
            if module.startswith(own):
                todo |= {module.removeprefix(own)} - seen
            else:
                assert module in RULES_MAY_IMPORT | RULES_MAY_TAKE_FROM, f"{part} imports {name}"


@pytest.mark.parametrize("game", GAMES)
def test_games_do_not_know_each_other(game: str) -> None:
    for module in (path.relative_to(PACKAGE) for path in (PACKAGE / "games" / game).rglob("*.py")):
        for name in imported_by(module):
            parts = name.split(".")
            others = parts[:2] == ["rolltop", "games"] and parts[2] in GAMES and parts[2] != game
            assert not others, f"{module} imports {name}"


@pytest.mark.parametrize("game", GAMES)
def test_generic_code_names_no_game(game: str) -> None:
    folder = PACKAGE / "games" / game
    title = shelf.kind(game).title
    word = re.compile(
        rf"\b({re.escape(game)}|{re.escape(title)})\b|{re.escape(game)}_|_{re.escape(game)}", re.IGNORECASE
    )
    endings = {".py", ".html", ".js", ".css", ".svg", ".mako", ".ini", ".toml"}
    found = []
    for path in sorted(PACKAGE.rglob("*")):
        if path.suffix in endings and folder not in path.parents:
            text = without_docstrings(path.read_text("utf-8")) if path.suffix == ".py" else path.read_text("utf-8")
            found += [
                f"{path.relative_to(PACKAGE)}: {line.strip()[:80]}" for line in text.splitlines() if word.search(line)
            ]
    assert found == []


def without_docstrings(text: str) -> str:
    """Code only: examples in docstrings and comments may name a game."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(
            node
        ):
            node.body[0] = ast.Pass()
    return ast.unparse(tree)


# ---- does this catch anything? ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import rolltop.server.web.pages", {"rolltop.server.web.pages"}),
        ("from rolltop.games import shelf", {"rolltop.games.shelf"}),
        ("from rolltop.games.shelf import kind, plain", {"rolltop.games.shelf.kind", "rolltop.games.shelf.plain"}),
        ("from . import undo", {"rolltop.play.undo"}),
        ("from .undo import Undo", {"rolltop.play.undo.Undo"}),
        ("from ..server.web import pages", {"rolltop.server.web.pages"}),
        ("def f():\n    from rolltop.bots import search", {"rolltop.bots.search"}),
        ("if True:\n    import numpy as np", {"numpy"}),
    ],
)
def test_imports_are_found_however_they_are_written(text: str, found: set[str]) -> None:
    assert set(imports(ast.parse(text), "rolltop.play")) == found


def test_upward_imports_are_caught() -> None:
    names = {"rolltop.games.shelf", "rolltop.play.game", "rolltop.bots.search", "rolltop.server.web.pages", "numpy"}
    assert upward("games", names) == names - {"rolltop.games.shelf", "numpy"}
    assert upward("bots", names) == {"rolltop.server.web.pages"}
    assert upward("lab", names) == {"rolltop.server.web.pages"}
    assert upward("cli", names) == set()
