"""What the database holds: a row a table for the lobby, the events of all tables, and the tokens of programs.

Texts named `data` are JSON. A change here needs a new step in `migrations`; a test compares the two.
"""

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

VERSION_TABLE = "rolltop_schema"  #: holds the number of the last migration that was applied

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

tables = Table(
    "tables",
    metadata,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("status", String, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("changed", Double, nullable=False),
    Column("length", Integer, nullable=False),  # how many events the table has
    Column("data", Text, nullable=False),
    Column("secret", LargeBinary, nullable=True),  # of the dice; never read together with what is shown
    Column("due", Double, nullable=True),  # Unix time at which the server itself has something to do here
    Index(None, "status", "public", "changed", "id"),
    Index(None, "status", "changed", "id"),
)
Index(None, tables.c.due, sqlite_where=tables.c.due.is_not(None), postgresql_where=tables.c.due.is_not(None))

events = Table(
    "events",
    metadata,
    Column("table_id", String, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String, nullable=False),
    Column("data", Text, nullable=False),
    Column("at", Double, nullable=False),
    sqlite_with_rowid=False,  # the events of a table lie together
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", String, primary_key=True),  # SHA-256 of the token, in hex: the token itself is nowhere
    Column("guest", String, nullable=False),
    Column("name", String, nullable=False),  # of the person
    Column("label", String, nullable=False),  # what the person calls the program
    Column("scope", String, nullable=False),  # "account", or the id of the one table
    Column("may", String, nullable=False),  # "play" or "watch"
    Column("created", Double, nullable=False),
    Column("used", Double, nullable=True),
    Column("expires", Double, nullable=True),
    Index(None, "guest", "created"),
)

sitting = Table(  # the people at tables; who has left or lost a seat is not in it
    "sitting",
    metadata,
    Column("guest", String, primary_key=True),
    Column("table_id", String, ForeignKey("tables.id"), primary_key=True, index=True),
    Column("host", Boolean, nullable=False),
)
