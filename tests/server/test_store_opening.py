"""What cannot be opened, and what is said then."""

import sys
from contextlib import closing, suppress
from pathlib import Path

import pytest

from rolltop.server.storage import database, migrations, schema
from rolltop.server.storage.store import Store, StoreError
from tests.server.storing import connect, file_in, held, is_sqlite, summary, with_store


def refused(url: str) -> str:
    with pytest.raises(StoreError) as error:
        Store.open(url)
    name = url.removeprefix("sqlite:///")
    assert not [path for path in open_files() if name and path.startswith(name)], "the file is still open"
    return str(error.value)


def open_files() -> set[str]:
    paths = set()
    for link in Path("/proc/self/fd").iterdir():
        with suppress(OSError):
            paths.add(str(link.readlink()))
    return paths


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("", "cannot read its address; expected an address such as sqlite:///"),
        ("rolltop.sqlite3", "cannot read its address; expected an address such as sqlite:///"),
        ("sqlite://", "names no file"),
        ("sqlite:///:memory:", "names no file"),
        ("sqlite:///file:x?mode=memory&uri=true", "names no file"),
        ("mysql://somebody:hidden@localhost/x", "'mysql' is not supported"),
        ("sqlite+aiosqlite:////tmp/x", "'sqlite+aiosqlite' is not supported"),
        ("postgresql+asyncpg://somebody:hidden@localhost/x", "'postgresql+asyncpg' is not supported"),
        ("postgresql://somebody:hidden@localhost:many/x", "cannot read its address"),
    ],
)
def test_a_wrong_address_says_what_is_expected(url: str, expected: str) -> None:
    message = refused(url)
    assert expected in message
    assert "hidden" not in message


def test_the_driver_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    message = refused("postgresql://somebody:hidden@localhost/x")
    assert "pip install 'rolltop[postgres]'" in message and "hidden" not in message


def test_the_folder_is_made(tmp_path: Path) -> None:
    with_store(file_in(tmp_path / "a" / "b c%d"), lambda store: store.append("t", 0, [("created", {})], summary("t")))


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file" / "rolltop.sqlite3", Path("/proc/rolltop/rolltop.sqlite3"), tmp_path):
        message = refused(f"sqlite:///{path}")
        assert str(path) in message
        assert "writable" in message


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "rolltop.sqlite3"
    path.write_text("my holiday diary\n" * 100)
    message = refused(file_in(tmp_path))
    assert str(path) in message and "not a database" in message and "another address" in message
    assert path.read_text() == "my holiday diary\n" * 100


def test_a_database_of_another_program(address: str) -> None:
    with closing(connect(address)) as connection:
        connection.execute("CREATE TABLE bookmarks (address TEXT)")
    message = refused(address)
    assert named(address) in message and "another program" in message and "nothing was changed" in message
    tables = "SELECT name FROM sqlite_master" if is_sqlite(address) else "SELECT relname FROM pg_stat_user_tables"
    with closing(connect(address)) as connection:
        assert connection.execute(tables).fetchall() == [("bookmarks",)]


def test_a_database_of_a_newer_version(address: str) -> None:
    with_store(address, lambda store: store.append("t", 0, [("created", {})], summary("t")))
    with closing(connect(address)) as connection:
        connection.execute(f"UPDATE {schema.VERSION_TABLE} SET version_num = '9999'")
    message = refused(address)
    assert named(address) in message
    assert f"newer Rolltop (schema 9999; this one knows up to {migrations.newest()})" in message
    assert "Use the newest Rolltop" in message


def named(address: str) -> str:
    """How messages name a database."""
    return address.removeprefix("sqlite:///") if is_sqlite(address) else address.partition("@/")[2].partition("?")[0]


def test_a_database_that_stays_locked_at_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "PATIENCE", 0.1)
    with_store(file_in(tmp_path), lambda store: store.append("t", 0, [("created", {})], summary("t")))
    with held(file_in(tmp_path)), pytest.raises(StoreError, match="another program keeps the database busy"):
        Store.open(file_in(tmp_path))
