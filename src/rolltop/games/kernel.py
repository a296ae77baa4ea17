"""Records and rules: one source, compiled by Numba or run as plain Python.

A *record* is an annotated class; its annotations become a NumPy dtype without alignment gaps, so that equal states are
equal bytes. A *rule* is a function on records. Importing a module of rules gives plain functions (for the debugger, for
coverage, for reading); `load` gives the same module compiled, kept on disk between runs.
"""

import ast
import contextvars
import hashlib
import importlib.metadata
import importlib.util
import os
import struct
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, TypeVar, cast, get_args, get_origin, get_type_hints

import numpy as np
import platformdirs
from numpy.typing import NDArray

Int8 = Annotated[int, np.int8]
Int16 = Annotated[int, np.int16]
Int32 = Annotated[int, np.int32]
Int64 = Annotated[int, np.int64]
Flag = Annotated[bool, np.bool_]
Records = NDArray[np.void]  #: an array of one kind of record

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

CODES = {"b1": "?", "i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I", "u8": "Q", "f8": "d"}
PACKAGE = Path(__file__).parents[1]
LEARNED = "learned.toml"  #: the file of a game's folder with numbers that are compiled too
OTHERS = sys.stdlib_module_names | {"numpy", "numba"}  #: packages whose sources are not ours
_inline: contextvars.ContextVar[bool | None] = contextvars.ContextVar("inline", default=None)  # None: plain
_loading = threading.RLock()


# ---- records ---------------------------------------------------------------------------------------------------------


def record(cls: type[T]) -> type[T]:
    """Make the dtype of a class from its annotations; `layout` gives it.

    Fields are ``Annotated[int, np.int8]``, ``Annotated[list[int], np.int8, 5]`` (an array of five) or
    ``Annotated[list[Player], 6]`` (an array of records).
    """
    fields = [(name, *_field(hint)) for name, hint in get_type_hints(cls, include_extras=True).items()]
    packed, aligned = np.dtype(fields), np.dtype(fields, align=True)
    if packed.itemsize != aligned.itemsize:
        raise TypeError(
            f"record {cls.__name__}: {aligned.itemsize - packed.itemsize} bytes of alignment gaps, with accidental"
            " content; order the fields from wide to narrow and fill the gap with a field"
        )
    cls.__layout__ = packed  # type: ignore[attr-defined]
    return cls


def _field(hint: Any) -> tuple[Any, tuple[int, ...]]:
    if get_origin(hint) is not Annotated:
        raise TypeError(f"a record's field needs Annotated[...] with a NumPy type or a length, got {hint!r}")
    kind, *notes = get_args(hint)
    numbers = tuple(note for note in notes if isinstance(note, int))
    types = [note for note in notes if isinstance(note, type)]
    element = types[0] if types else layout(get_args(kind)[0])
    if numbers and element is np.bool_:
        raise TypeError(f"an array of flags does not compile: use np.int8, got {hint!r}")
    return element, numbers


def layout(cls: type) -> np.dtype[np.void]:
    """The dtype of a record class."""
    return cls.__layout__  # type: ignore[attr-defined,no-any-return]


class Plain:
    """A record as an ordinary object: attributes, lists and ints, for running rules uncompiled."""

    def __init__(self, source: np.void) -> None:
        reader = _reader(source.dtype)
        numbers = iter(reader.numbers.unpack(source.tobytes()))
        vars(self).update(vars(reader.make(numbers)))

    def write(self, target: np.void) -> None:
        """Copy the content back into a record of the same dtype."""
        for name in target.dtype.names or ():
            _write(target, name, getattr(self, name))


@dataclass(frozen=True)
class _Reader:
    """How the bytes of a dtype become plain objects: all numbers at once, then the objects around them."""

    numbers: struct.Struct
    make: Callable[[Iterator[Any]], Any]


@cache
def _reader(dtype: np.dtype[np.void]) -> _Reader:
    form, make = _form(dtype)
    return _Reader(struct.Struct("=" + form), make)


def _form(dtype: np.dtype[Any]) -> tuple[str, Callable[[Iterator[Any]], Any]]:
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        inner = np.dtype((base, shape[1:]))
        form, make = _form(inner)
        return form * shape[0], lambda numbers: [make(numbers) for _ in range(shape[0])]
    if dtype.names is None:
        return CODES[dtype.str[1:]], next
    parts = {name: _form(dtype[name]) for name in dtype.names}
    makers = [(name, make) for name, (_, make) in parts.items()]

    def whole(numbers: Iterator[Any]) -> Plain:
        plain = Plain.__new__(Plain)
        for name, make in makers:
            setattr(plain, name, make(numbers))
        return plain

    return "".join(form for form, _ in parts.values()), whole


def _write(target: Any, key: Any, value: Any) -> None:
    if isinstance(value, Plain):
        value.write(target[key])
    elif isinstance(value, list):
        for index, item in enumerate(value):
            _write(target[key], index, item)
    else:
        target[key] = value


# ---- rules -----------------------------------------------------------------------------------------------------------


def rule(function: F) -> F:
    """Mark a function of the rules. Compiled when its module is loaded by `load`, plain otherwise."""
    inline = _inline.get()
    if inline is not None:
        import numba

        return cast(F, numba.njit(nogil=True, cache=True, forceinline=inline)(function))
    function.__is_rule__ = True  # type: ignore[attr-defined]
    return function


def load(module: str, *, compiled: bool = True, inline: bool = True, suffix: str = "", **bound: Any) -> ModuleType:
    """Load a module of rules anew, compiled or plain, with the module globals `bound` set first.

    Rules it took from other modules are replaced by their compiled twins. The name of the new module is made of
    `module` and `suffix`; it also names its folder in the disk cache, since Numba by itself takes the same algorithm
    bound to two games with records of the same layout for one. With `inline` its functions become part of those that
    call them: twice as fast for small steps called in a loop, slow to compile for long functions.
    """
    name = f"{module}.{'compiled' if compiled else 'plain'}{suffix}"
    with _loading:
        return sys.modules[name] if name in sys.modules else _load(module, name, compiled, inline, bound)


def _load(module: str, name: str, compiled: bool, inline: bool, bound: dict[str, Any]) -> ModuleType:
    importlib.import_module(module)  # what it imports must not be imported for the first time while compiling
    digest = _digest(module, bound)
    if compiled:
        _use_cache_folder(name, digest)
    spec = importlib.util.find_spec(module)
    if spec is None or spec.loader is None or spec.origin is None:
        raise ImportError(f"no module {module}")
    twin = importlib.util.spec_from_file_location(name, spec.origin)
    assert twin is not None and twin.loader is not None
    loaded = importlib.util.module_from_spec(twin)
    vars(loaded).update(bound, __digest__=digest)
    sys.modules[name] = loaded
    token = _inline.set(inline if compiled else None)
    try:
        twin.loader.exec_module(loaded)
        vars(loaded).update(bound)
        for key, value in list(vars(loaded).items()):
            if compiled and getattr(value, "__is_rule__", False):
                vars(loaded)[key] = getattr(load(value.__module__), value.__name__)
    except BaseException:
        del sys.modules[name]
        raise
    finally:
        _inline.reset(token)
    return loaded


# ---- the disk cache --------------------------------------------------------------------------------------------------


def _rule_sources() -> Iterator[Path]:
    for path in sorted(PACKAGE.rglob("*.py")):
        if b"@rule" in path.read_bytes():
            yield path


def _versions() -> bytes:
    """The versions of what compiles."""
    return "".join(importlib.metadata.version(name) for name in ("numba", "numpy")).encode()


@cache
def cache_folder() -> Path:
    """Where is kept what has been made ready: named by the content of all rule sources, where they lie (to Numba's
    cache another place is another source), and the compiler's version.

    The compiled code lies beside it, module by module, in folders named by the content of that module and of all that
    it is made of: Numba's own cache does not notice an edit in another module that was inlined.
    """
    digest = hashlib.sha256(_versions() + str(PACKAGE).encode())
    for path in (*_rule_sources(), *sorted(PACKAGE.glob(f"games/*/{LEARNED}"))):
        digest.update(path.read_bytes())
    home = os.environ.get("ROLLTOP_CACHE") or platformdirs.user_cache_dir("rolltop", appauthor=False)
    return Path(home) / "rules" / digest.hexdigest()[:16]


def _use_cache_folder(name: str, digest: str) -> None:
    from numba.core import config

    vars(config)["CACHE_DIR"] = str(cache_folder().parent / "modules" / name / digest)


def _digest(module: str, bound: dict[str, Any]) -> str:
    """Names all that a module's compiled code is made of: its sources, what is bound to it, the compiler's version."""
    digest = hashlib.sha256(_versions())
    for path in sorted(_sources(module)):
        digest.update(path.read_bytes())
    for key, value in sorted(bound.items()):
        made_of = value.tobytes() if isinstance(value, np.ndarray) else getattr(value, "__digest__", "").encode()
        digest.update(key.encode() + made_of)
    return digest.hexdigest()[:16]


def _sources(module: str) -> set[Path]:
    """The file of a module, and those that it takes rules, records and numbers from."""
    found: set[Path] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        path = _file(name)
        if path is not None and path not in found:
            found.add(path)
            waiting += _taken_from(path)
    return found


@cache
def _file(module: str) -> Path | None:
    """The file of a module, if it is one of which the compiled code may be made."""
    spec = None if module.partition(".")[0] in OTHERS else importlib.util.find_spec(module)
    return Path(spec.origin) if spec is not None and spec.origin else None


@cache
def _taken_from(path: Path) -> tuple[str, ...]:
    """The modules that one with rules or records takes something from."""
    source = path.read_bytes()
    if b"@rule" not in source and b"@record" not in source:
        return ()
    nodes = ast.walk(ast.parse(source))
    return tuple(node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module)
