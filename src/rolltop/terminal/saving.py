"""Writing records to files, without half-written ones and without overwriting anything else."""

import secrets
from pathlib import Path

from rolltop.games.errors import BadRecord, RolltopError
from rolltop.games.words import N_
from rolltop.play.records import FIRST_LINE


def check_can_save(path: Path) -> None:
    """Raise RolltopError if a record cannot be written there, or would overwrite something else."""
    if path.is_dir():
        raise RolltopError(N_("%(file)s is a folder; expected the name of a file"), file=path)
    if not path.absolute().parent.is_dir():
        raise RolltopError(N_("there is no folder %(folder)s to save to"), folder=path.absolute().parent)
    if path.exists() and path.stat().st_size and not is_record(path):
        raise RolltopError(N_("%(file)s exists and is no game record; it is left as it is"), file=path)


def is_record(path: Path) -> bool:
    """Does a file begin as a game record does?"""
    try:
        with path.open("rb") as file:
            return file.read(len(FIRST_LINE)) == FIRST_LINE.encode()
    except OSError as error:
        raise BadRecord(N_("%(file)s cannot be read: %(why)s"), file=path, why=error.strerror or error) from None


def write_whole(path: Path, text: str) -> None:
    """Write a file so that there is never half of it: beside it first, then in its place."""
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        beside.write_text(text, "utf-8")
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def cannot_save(path: Path, error: OSError) -> RolltopError:
    """The error for a file that could not be written."""
    return RolltopError(N_("%(file)s cannot be written: %(why)s"), file=path, why=error.strerror or error)
