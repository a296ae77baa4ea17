"""A line to PostgreSQL that breaks at the worst moment: while a commit is under way."""

import contextlib
import select
import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

COMMIT = b"COMMIT\0"  # as psycopg sends it
SOCKET = ".s.PGSQL.5432"
LATE = 0.7  #: seconds for which a commit is under way when its sender has long been gone


class BrokenLine:
    """Passes everything on, until it is told to break at the next commit: "before" it arrives, "after" it is done, or
    "late": the server gets it when its sender has been gone for a while. Then it passes on again, unless it is `dead`.
    """

    def __init__(self, target: Path, folder: Path) -> None:
        self.folder = folder
        self.breaks: str | None = None  # the way to break next
        self.passes = 0  # commits before that
        self.dies = False  # with the next break
        self.dead = False
        self.broken = 0
        self._target = str(target / SOCKET)
        self._door = socket.socket(socket.AF_UNIX)
        self._door.bind(str(folder / SOCKET))
        self._door.listen()
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """No new connections."""
        with suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)  # whoever stands at it wakes up
        self._door.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._door.accept()
            except OSError:
                return
            if self.dead:
                client.close()
                continue
            threading.Thread(target=self._carry, args=(client,), daemon=True).start()

    def _carry(self, client: socket.socket) -> None:
        server = socket.socket(socket.AF_UNIX)
        server.connect(self._target)
        with client, server, suppress(OSError):
            while True:
                for source in select.select([client, server], [], [])[0]:
                    piece = source.recv(1 << 16)
                    if not piece:
                        return
                    if source is client and self.breaks and COMMIT in piece:
                        if not self.passes:
                            self._break(client, server, piece)
                            return
                        self.passes -= 1
                    (server if source is client else client).sendall(piece)

    def _break(self, client: socket.socket, server: socket.socket, piece: bytes) -> None:
        way, self.breaks, self.dead = self.breaks, None, self.dies
        self.broken += 1
        if way == "late":
            client.close()
            time.sleep(LATE)
        if way != "before":
            server.sendall(piece)
            server.recv(1 << 16)


@contextlib.contextmanager
def broken_line(address: str) -> Iterator[tuple[BrokenLine, str]]:
    """A line to the database at an address; with the address at its other end."""
    front, _, target = address.partition("?host=")
    with tempfile.TemporaryDirectory(prefix="rolltop-line-") as folder:
        line = BrokenLine(Path(target), Path(folder))
        try:
            yield line, f"{front}?host={folder}"
        finally:
            line.close()
