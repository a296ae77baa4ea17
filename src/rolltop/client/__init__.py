"""A program at somebody's table: a small client for the API of a Rolltop server (docs/api.md).

>>> import random
>>> from rolltop.client import Server
>>> server = Server("http://localhost:8000", name="Robo")  # doctest: +SKIP
>>> seat = server.create("rollie", players=3, bots=2)  # doctest: +SKIP
>>> for position in seat:  # doctest: +SKIP
...     position.play(random.choice(position.legal))
>>> seat.places  # doctest: +SKIP
[2, 1, 3]

It needs httpx: ``pip install 'rolltop[client]'``.
"""

from rolltop.client.errors import ClientError, Forbidden, NotFound, Refused, Unauthorized, Unreachable
from rolltop.client.position import Position
from rolltop.client.seat import Event, Seat
from rolltop.client.server import Server

__all__ = [
    "ClientError",
    "Event",
    "Forbidden",
    "NotFound",
    "Position",
    "Refused",
    "Seat",
    "Server",
    "Unauthorized",
    "Unreachable",
]
