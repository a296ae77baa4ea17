"""How a database comes to have the schema of this version: Alembic, run in code when a store is opened.

To change the schema, change `rolltop.server.storage.schema`, copy the newest file in `versions` to the next number and
write there what has to be done to a database of the version before. Steps that have been released are never changed.
"""

import threading
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from rolltop.server.storage.schema import VERSION_TABLE

_one_at_a_time = threading.Lock()  # Alembic keeps its context in module variables


class WrongSchema(Exception):
    """The database holds something that this version does not know."""


def upgrade(connection: Connection) -> None:
    """Bring a database, empty or of an earlier version, to the newest schema, in the caller's transaction.

    Raises WrongSchema, and then nothing has changed.
    """
    config = Config()
    config.set_main_option("script_location", "rolltop.server.storage:migrations")
    config.attributes["connection"] = connection
    scripts = ScriptDirectory.from_config(config)
    found, newest = version(connection), scripts.get_current_head()
    if found == newest:
        return
    if found is None and inspect(connection).get_table_names():
        raise WrongSchema("it holds the tables of another program")
    if found is not None and found not in {step.revision for step in scripts.walk_revisions()}:
        raise WrongSchema(f"it was written by a newer Rolltop (schema {found}; this one knows up to {newest})")
    with _one_at_a_time:
        command.upgrade(config, "head")


def newest() -> str | None:
    """The number of the last step there is."""
    return ScriptDirectory(str(Path(__file__).parent)).get_current_head()


def version(connection: Connection) -> str | None:
    """The number of the last step applied to a database, or None."""
    return MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE}).get_current_revision()
