"""What can go wrong with a server. What a table refuses is raised as the games' own errors, such as IllegalMove."""

from collections.abc import Mapping
from typing import Any

from rolltop.games.errors import BadEdition, BadOption, IllegalMove, NotYourTurn, RolltopError, StaleMove


class ClientError(RolltopError):
    """Something that the server, or the way to it, did not allow."""

    code = "client"


class Unreachable(ClientError):
    """The server does not answer, and has not for as long as was to be waited."""

    code = "unreachable"


class Refused(ClientError):
    """The server refuses a request; `status` and `problem` (RFC 9457) say why."""

    def __init__(self, status: int, problem: Mapping[str, Any]) -> None:
        super().__init__(str(problem.get("detail") or problem.get("title") or f"HTTP status {status}"))
        self.status = status
        self.problem = problem


class Unauthorized(Refused):
    """The token is unknown, revoked or out of date."""


class Forbidden(Refused):
    """This token, or this player, may not do that."""


class NotFound(Refused):
    """There is no such table."""


TABLES = {"illegal": IllegalMove, "stale": StaleMove, "turn": NotYourTurn, "option": BadOption, "edition": BadEdition}
STATUSES = {401: Unauthorized, 403: Forbidden, 404: NotFound}


def error_of(status: int, problem: Mapping[str, Any]) -> RolltopError:
    """The error for an answer with problem details."""
    code = problem.get("code")
    if code in TABLES:
        return TABLES[code](str(problem.get("detail")))
    return STATUSES.get(status, Refused)(status, problem)
