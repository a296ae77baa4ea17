"""Templates as Python's bytecode, kept on the disk from when they were first used: a new server has pages sooner."""

import hashlib
import sys
from contextlib import suppress
from pathlib import Path

import jinja2
from jinja2.bccache import Bucket

from rolltop.games import kernel


class Bytecode(jinja2.FileSystemBytecodeCache):
    """Where it cannot be written, templates are compiled again."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        """See Jinja."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


def kept() -> Bytecode | None:
    """In a folder named by all that makes bytecode of a template's text; None where there can be no folder."""
    maker = Path(__file__).with_name("pages.py").read_bytes() + f"{jinja2.__version__} {sys.version}".encode()
    folder = kernel.cache_folder().parents[1] / "templates" / hashlib.sha256(maker).hexdigest()[:16]
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError:
        return None
    return Bytecode(str(folder))
