"""Idempotency keys: a request sent again with the same key does nothing again, at any process and after any restart.

A move that comes twice is recognised by what it says, key or no key (`commands.already_played`). The key adds that it
cannot be used for anything else: with the move's event a mark of the key and of the request is kept.
"""

import hashlib
from collections.abc import Callable
from typing import Concatenate, ParamSpec

from rolltop.games.words import _
from rolltop.server.api.problems import Refusal
from rolltop.server.hall.commands import Events
from rolltop.server.hall.table import Table

P = ParamSpec("P")

MARK = 16  #: hexadecimal digits


def mark(*parts: object) -> str:
    """Stands for these texts."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:MARK]


def keyed(
    table: Table, command: Callable[Concatenate[Table, str, P], Events], key: str, guest: str,
    *args: P.args, **named: P.kwargs,
) -> Events:  # fmt: skip
    """What a command decides, once for each key. Raises Refusal if another request has had this key."""
    if not key:
        return command(table, guest, *args, **named)
    of_key, of_request = mark(guest, key), mark(command.__name__, args, named)
    if of_key in table.keys:
        if table.keys[of_key] != of_request:
            raise reused()
        return []
    events = command(table, guest, *args, **named)
    if events:
        events[0][1]["key"] = of_key + of_request
    return events


def reused() -> Refusal:
    """The answer to a key that another request has had."""
    return Refusal(422, "key", _("Another request has had this Idempotency-Key; take a new one for each."))
