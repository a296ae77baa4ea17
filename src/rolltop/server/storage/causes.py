"""What a database's refusals mean: words for players, details for the operator, and whether to try again."""

import sqlite3
from types import MappingProxyType

from sqlalchemy.exc import TimeoutError as PoolTimeout

from rolltop.games.errors import RolltopError
from rolltop.games.words import N_

BUSY = N_("another program keeps the database busy")
FULL = N_("the server's disk is full")
DAMAGED = N_("the database is damaged")
DISK = N_("the server's disk cannot be read or written")
READ_ONLY = N_("the database may not be written to")
UNREACHABLE = N_("the database cannot be reached")
RESTARTING = N_("the database is being restarted")
CROWDED = N_("too many programs use the database")
LOCKED_OUT = N_("the database does not let the server in")
SLOW = N_("the database takes too long")

SQLITE = MappingProxyType(
    {
        sqlite3.SQLITE_FULL: FULL,
        sqlite3.SQLITE_IOERR: DISK,
        sqlite3.SQLITE_READONLY: READ_ONLY,
        sqlite3.SQLITE_CANTOPEN: N_("the database cannot be opened"),
        sqlite3.SQLITE_BUSY: BUSY,
        sqlite3.SQLITE_CORRUPT: DAMAGED,
        sqlite3.SQLITE_NOTADB: N_("it is not a database"),
    }
)
POSTGRESQL = MappingProxyType(  # by SQLSTATE, or its first two characters
    {
        "08": UNREACHABLE,
        "25006": READ_ONLY,
        "28": LOCKED_OUT,
        "3D": N_("there is no such database"),
        "40": BUSY,
        "42501": LOCKED_OUT,
        "53100": FULL,
        "53200": N_("the database has no memory left"),
        "53300": CROWDED,
        "55P03": BUSY,
        "57014": SLOW,
        "57P": RESTARTING,
        "58": DISK,
        "XX001": DAMAGED,
        "XX002": DAMAGED,
    }
)
# Refused connections come without an SQLSTATE, but in words.
WORDS = (
    ("too many clients", "53300"),
    ("too many connections", "53300"),
    ("connection slots are reserved", "53300"),
    ("password", "28P01"),
    ("authentication", "28000"),
    ("pg_hba.conf", "28000"),
    ('role "', "28000"),
    ("does not exist", "3D000"),
    ("starting up", "57P03"),
    ("shutting down", "57P03"),
    ("recovery mode", "57P03"),
)
# What goes by: someone else was faster or in the way, or the server was away.
PASSING = ("08", "23505", "40001", "40P01", "53300", "55P03", "57P")


class StoreError(RolltopError):
    """The database cannot be used, or did not take something; nothing was changed."""

    code = "store"


class Unsure(StoreError):
    """The database was lost while it was told to keep something; nobody can say whether it did."""


def cause(error: BaseException) -> str:
    """What kept the database from its work, in words fit for a player; no paths, no SQL."""
    if isinstance(error, PoolTimeout):
        return SLOW
    state = sqlstate(error)
    known = SQLITE.get(sqlite_code(error)) or next((POSTGRESQL[k] for k in beginnings(state) if k in POSTGRESQL), None)
    return known or N_("the database does not answer as it should")


def detail(error: BaseException) -> str:
    """What the database itself said, for the operator; without the statement and what was in it."""
    said = getattr(error, "orig", None) or error
    primary = getattr(getattr(said, "diag", None), "message_primary", None)  # what follows it may show rows
    return str(primary or said).strip()


def is_lost(error: BaseException) -> bool:
    """Is the connection gone, so that what was last said over it may or may not have been done?"""
    return bool(getattr(error, "connection_invalidated", False)) or sqlstate(error).startswith(("08", "57P"))


def is_passing(error: BaseException) -> bool:
    """May the same succeed when tried again? SQLite itself tries for as long as makes sense."""
    return sqlstate(error).startswith(PASSING) or bool(getattr(error, "connection_invalidated", False))


def sqlite_code(error: BaseException) -> int:
    """SQLite's primary code of an error; 0 if it is not SQLite's."""
    code = getattr(getattr(error, "orig", error), "sqlite_errorcode", None)
    return code & 0xFF if isinstance(code, int) else 0


def sqlstate(error: BaseException) -> str:
    """PostgreSQL's code of an error; empty if it is not PostgreSQL's."""
    said = getattr(error, "orig", error)
    state = getattr(said, "sqlstate", None)
    if isinstance(state, str):
        return state
    if hasattr(said, "sqlstate") and type(said).__name__ == "OperationalError":
        return next((state for words, state in WORDS if words in str(said)), "08006")
    return ""


def beginnings(state: str) -> tuple[str, str, str]:
    """A code, its first three and its first two characters."""
    return state, state[:3], state[:2]
