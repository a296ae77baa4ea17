"""Writing records to files, without half-written ones and without overwriting anything else."""

import secrets
from collections.abc import Collection
from pathlib import Path

from rolltop.games.errors import RolltopError
from rolltop.games.words import N_


def check_can_save(path: Path, own: Collection[Path] = ()) -> None:
    """Raise RolltopError if a record cannot be written there, or would overwrite another file than our `own`."""
    if path.is_dir():
        raise RolltopError(N_("%(file)s is a folder; expected the name of a file"), file=path)
    if not path.absolute().parent.is_dir():
        raise RolltopError(N_("there is no folder %(folder)s to save to"), folder=path.absolute().parent)
    if path.exists() and path not in own:
        raise RolltopError(
            N_("%(file)s exists already and is left as it is; expected the name of a new file"), file=path
        )


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file so that there is never half of it: beside it first, then in its place."""
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        beside.write_bytes(content if isinstance(content, bytes) else content.encode())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def cannot_save(path: Path, error: OSError) -> RolltopError:
    """The error for a file that could not be written."""
    return RolltopError(N_("%(file)s cannot be written: %(why)s"), file=path, why=error.strerror or error)
