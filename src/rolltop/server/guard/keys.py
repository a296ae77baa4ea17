"""The server's keys, and files that only its owner may read."""

import contextlib
import logging
import os
import re
import secrets
from pathlib import Path

from rolltop.games.errors import RolltopError
from rolltop.games.words import N_

log = logging.getLogger("rolltop.server")

LENGTH = 32  #: characters a key has at least


def signing_keys(data: Path) -> list[bytes]:
    """The keys for cookies, form tokens and secrets: from ROLLTOP_KEY, or the file `key` of the data folder.

    With several, separated by commas or lines, the first one signs and all are believed: so a key is changed without
    anybody losing a seat. Raises RolltopError if a key is too short, or the file cannot be used or kept private.
    """
    given = os.environ.get("ROLLTOP_KEY")
    where = "ROLLTOP_KEY" if given else str(data / "key")
    keys = [key.strip() for key in re.split(r"[,\n]", given or key_file(data)) if key.strip()]
    if not keys or len(min(keys, key=len)) < LENGTH:
        raise RolltopError(
            N_("%(where)s: found a key of %(found)s characters, expected at least %(least)s"),
            where=where, found=min(map(len, keys), default=0), least=LENGTH,
        )  # fmt: skip
    return [key.encode() for key in keys]


def key_file(data: Path) -> str:
    """What the key file says; it is made if it is missing."""
    file = data / "key"
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not file.exists():
            fresh = data / f".key-{secrets.token_hex(4)}"
            with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
                out.write(secrets.token_hex(LENGTH))
                out.flush()
                os.fsync(out.fileno())
            with contextlib.suppress(FileExistsError):
                os.link(fresh, file)
            fresh.unlink()
        keep_private(file)
        return file.read_text()
    except (OSError, UnicodeDecodeError) as error:
        raise RolltopError(N_("the data folder %(data)s cannot be used: %(why)s"), data=data, why=error) from None


def keep_private(file: Path) -> None:
    """Let only its owner read a file, and say so if others could. Raises RolltopError if that is impossible."""
    if os.name != "posix" or not file.stat().st_mode & 0o077:
        return
    try:
        file.chmod(0o600)
    except OSError as error:
        raise RolltopError(
            N_("%(file)s can be read by others (%(why)s); make it readable for its owner only: chmod 600"),
            file=file, why=error.strerror or error,
        ) from None  # fmt: skip
    log.warning("%s could be read by others; now only by its owner. If somebody may have read it, replace it.", file)
