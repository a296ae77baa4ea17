"""The schema, and how a database comes to it."""

import asyncio
import subprocess
import sys
import threading
from contextlib import closing
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from rolltop.server.storage import database, migrations, schema
from rolltop.server.storage.store import Store
from tests.server.storing import connect, is_sqlite

OPEN = """
import asyncio, sys
from rolltop.server.storage.store import Store
print("ready", flush=True)
sys.stdin.readline()
asyncio.run(Store.open(sys.argv[1]).close())
"""


def test_the_migrations_lead_to_the_schema(address: str) -> None:
    engine = database.open_engine(address)
    try:
        with engine.connect() as connection:
            options = {"version_table": schema.VERSION_TABLE, "compare_type": True, "compare_server_default": True}
            assert compare_metadata(MigrationContext.configure(connection, opts=options), schema.metadata) == []
        migrated = everything_in(address)
        schema.metadata.drop_all(engine)
        schema.metadata.create_all(engine)
        assert migrated == everything_in(address), "also in what Alembic does not compare"
    finally:
        engine.dispose()


def everything_in(address: str) -> dict[str, Any]:
    """What the database itself says of each table and index, but for the order of a table's columns."""
    found: dict[str, Any] = {}
    with closing(connect(address)) as connection:
        if is_sqlite(address):
            for name, made in connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"):
                begin, _, rest = "".join(made.split()).partition("(")
                found[name] = [begin, *sorted(rest.rpartition(")")[0].split(","))]
            return found
        of_columns = "table_name, column_name, data_type, is_nullable, column_default"
        columns = f"SELECT {of_columns} FROM information_schema.columns WHERE table_schema = 'public'"
        found["columns"] = sorted(map(str, connection.execute(columns)))
        found |= connection.execute("SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'").fetchall()
        keys = (
            "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace"
        )
        found |= {f"constraint {name}": text for name, text in connection.execute(keys)}
    return found


def test_opening_again_changes_nothing(address: str) -> None:
    versions = []
    for _ in range(2):
        engine = database.open_engine(address)
        with engine.connect() as connection:
            versions.append((migrations.version(connection), everything_in(address)))
        engine.dispose()
    assert versions[0] == versions[1]


@pytest.mark.parametrize("address", ["postgresql"], indirect=True)
def test_processes_may_start_at_once_on_an_empty_database(address: str) -> None:
    """As the workers of one server do: one of them makes the tables, all find them."""
    program = [sys.executable, "-c", OPEN, address]
    pipe = subprocess.PIPE
    workers = [subprocess.Popen(program, stdin=pipe, stdout=pipe, stderr=pipe, text=True) for _ in range(4)]
    for worker in workers:
        assert worker.stdout is not None and worker.stdout.readline() == "ready\n"
    for worker in workers:
        assert worker.stdin is not None
        worker.stdin.write("go\n")
        worker.stdin.flush()
    said = [worker.communicate(timeout=60)[1] for worker in workers]
    assert [worker.returncode for worker in workers] == [0] * 4, said
    engine = database.open_engine(address)
    with engine.connect() as connection:
        assert migrations.version(connection) == migrations.newest()
    engine.dispose()


def test_many_may_open_a_new_database_at_once(address: str) -> None:
    stores: list[Store] = []
    trouble: list[BaseException] = []
    begin = threading.Barrier(6)

    def open_one() -> None:
        begin.wait()
        try:
            stores.append(Store.open(address))
        except BaseException as error:
            trouble.append(error)

    threads = [threading.Thread(target=open_one) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for store in stores:
        asyncio.run(store.close())
    assert not trouble
    assert len(stores) == 6
