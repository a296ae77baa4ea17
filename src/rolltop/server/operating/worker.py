"""One process of several that answer at one socket: python -m rolltop.server.operating.worker, started by `workers`.

Its standard input is a socket to the supervisor: a line of JSON says what to serve, the answers are lines of JSON, and
its end says that the supervisor is no more.
"""

import asyncio
import json
import socket
import sys
from pathlib import Path
from typing import Any

from rolltop.games.errors import RolltopError
from rolltop.server.app import create_app
from rolltop.server.operating.logs import Logs
from rolltop.server.operating.serving import serve_here


def main() -> None:
    """Read what to serve, and serve."""
    control = socket.socket(fileno=sys.stdin.fileno())
    with control.makefile("r") as lines:
        asked = json.loads(lines.readline())

    def say(**what: Any) -> None:
        control.sendall(json.dumps(what).encode() + b"\n")

    async def listen_to_supervisor() -> None:
        reader, writer = await asyncio.open_connection(sock=control)
        while await reader.readline():  # it asks for the metrics, and nothing else
            writer.write(json.dumps({"metrics": await app.state.meter.text()}).encode() + b"\n")
            await writer.drain()

    try:
        Logs(**asked["logs"]).set_up()
        app = create_app(Path(asked["data"]), **asked["settings"])
        serve_here(app, socket.socket(fileno=asked["fd"]), lambda: say(ready=True), listen_to_supervisor)
    except RolltopError as error:
        say(refused=str(error))
        raise SystemExit(2) from None


if __name__ == "__main__":
    main()
