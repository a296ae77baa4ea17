"""A server, and the account under which one plays there."""

import os
import secrets
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

from rolltop.client.errors import ClientError
from rolltop.client.line import Line
from rolltop.client.seat import Dice, Seat

PATIENCE = 600.0  #: seconds for which a server that does not answer is asked again


class Server:
    """A Rolltop server by its address, such as ``http://localhost:8000``.

    Without a `token` a new account is made, called `name`; with `keep`, a file's path, its token is kept there (for the
    owner's eyes only) and used again the next time. Raises ClientError.
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        name: str = "Bot",
        keep: str | Path | None = None,
        patience: float = PATIENCE,
    ) -> None:
        self.url = url.rstrip("/")
        self._line = Line(self.url, token or kept(keep), patience)
        if self._line.token is None:
            self._line.token = self._line.ask("POST", "/tokens", {"name": name})["token"]
            put_away(keep, self._line.token)

    @property
    def token(self) -> str:
        """What shows who one is: keep it secret."""
        assert self._line.token is not None
        return self._line.token

    def close(self) -> None:
        """Close the connection."""
        self._line.close()

    def __enter__(self) -> "Server":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # ---- finding -----------------------------------------------------------------------------------------------------

    def games(self) -> list[dict[str, Any]]:
        """The games that can be played here, with their options and editions (docs/api.md)."""
        found: list[dict[str, Any]] = self._line.ask("GET", "/games")["games"]
        return found

    def tables(self, status: str = "open") -> list[dict[str, Any]]:
        """The public tables of a status (open, running or over), those first at which something happened last."""
        found: list[dict[str, Any]] = self._line.ask("GET", f"/tables?status={status}")["tables"]
        return found

    # ---- sitting down ------------------------------------------------------------------------------------------------

    def create(
        self, game: str, players: int, *, bots: int = 0, name: str | None = None, throw: Dice | None = None, **more: Any
    ) -> Seat:
        """Make a table and take its first seat; `bots` take others at once, the rest wait for players.

        `more` are further choices of the API: bot, options, edition, public, pace, dice, clock, ... Raises BadOption.
        """
        body = {"game": game, "players": players, "bots": bots, "name": name, **more}
        body.setdefault("contribution", secrets.token_hex(8))
        state = self._line.ask("POST", "/tables", body, key=secrets.token_hex(16))
        return self._seat(state, throw)

    def join(self, table: str, *, name: str | None = None, throw: Dice | None = None) -> Seat:
        """Sit down at a table, given by its id or address; who sits there already goes on. Raises Forbidden."""
        path = f"/tables/{table_id(table)}/join"
        state = self._line.ask("POST", path, {"name": name, "contribution": secrets.token_hex(8)})
        return self._seat(state, throw)

    def watch(self, table: str) -> Seat:
        """Look at a table, given by its id or address, without sitting down."""
        return self._seat(self._line.ask("GET", f"/tables/{table_id(table)}"), None)

    def _seat(self, state: dict[str, Any], throw: Dice | None) -> Seat:
        seat = Seat(self._line, state["id"], throw)
        seat.state = state
        return seat


def table_id(table: str) -> str:
    """The id in a table's address, or the id itself."""
    parts = [part for part in urlsplit(table).path.split("/") if part]
    found = parts[parts.index("t") + 1] if "t" in parts[:-1] else parts[-1] if parts else ""
    if not found:
        raise ClientError("%(found)s is neither a table's id nor its address", found=repr(table))
    return found


def kept(file: str | Path | None) -> str | None:
    """The token in a file, if there is one. Raises ClientError."""
    if file is None or not Path(file).exists():
        return None
    token = Path(file).read_text("ascii", "replace").strip()
    if not token:
        raise ClientError("%(file)s is empty, expected a token; remove it for a new account", file=str(file))
    return token


def put_away(file: str | Path | None, token: str) -> None:
    """Write a token into a file for its owner's eyes only."""
    if file is not None:
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as out:
            out.write(token + "\n")
