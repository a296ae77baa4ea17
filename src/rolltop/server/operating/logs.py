"""What the server writes about its work: one line an event, for people or for programs, without anybody's secrets.

A line holds no cookie, token, hand or address of a page: requests are named by the template of their route. What looks
like an id or a key (24 or more hexadecimal digits: tables, guests, secrets) is cut to its beginning, since whoever has
the whole id of a private table may look at it. Control characters are escaped, so that nobody can forge a line.
"""

import json
import logging
import re
import sys
import time
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from rolltop.games.errors import BadOption
from rolltop.games.words import N_

request_id: ContextVar[str] = ContextVar("request_id", default="")  #: of the request that is being answered

FORMATS, LEVELS = ("text", "json"), ("debug", "info", "warning", "error")
KEPT = 6  #: digits of an id that are shown
SECRETS = re.compile(r"(?<![0-9A-Za-z])([0-9a-f]{6})[0-9a-f]{18,}(?![0-9A-Za-z])")
CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
FIELDS = ("method", "route", "status", "ms")  #: what a record of a request has besides


@dataclass(frozen=True)
class Logs:
    """How to write, and what: that level and above. Raises BadOption."""

    format: str = "text"
    level: str = "warning"

    def __post_init__(self) -> None:
        for name, found, known in (("format", self.format, FORMATS), ("level", self.level, LEVELS)):
            if found not in known:
                raise BadOption(
                    N_("log %(name)s: found %(found)s, expected one of %(known)s"),
                    name=name, found=repr(found), known=", ".join(known),
                )  # fmt: skip

    def set_up(self) -> None:
        """Let all loggers of this process write so, to standard error."""
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(Json() if self.format == "json" else Text())
        level = self.level.upper()
        logging.basicConfig(handlers=[handler], level=level, force=True)
        for chatty in ("uvicorn", "uvicorn.error", "asyncio", "numba", "alembic", "sqlalchemy"):
            logging.getLogger(chatty).setLevel(max(logging.WARNING, logging.getLevelNamesMapping()[level]))


def clean(text: str) -> str:
    """A text fit for one line of a log."""
    return CONTROLS.sub(escaped, SECRETS.sub(r"\1…", text))


def escaped(found: re.Match[str]) -> str:
    r"""A control character as it would be written in Python: \n."""
    return found[0].encode("unicode_escape").decode()


def told(record: logging.LogRecord) -> list[str]:
    """The lines of what a record says."""
    return [clean(line) for line in record.getMessage().rstrip("\n").split("\n")]


def trace(formatter: logging.Formatter, record: logging.LogRecord) -> list[str]:
    """The lines of its traceback."""
    return [clean(line) for line in formatter.formatException(record.exc_info).split("\n")] if record.exc_info else []


class Text(logging.Formatter):
    """For people: time, level, where, what; further lines are indented, so that none of them looks like one of ours."""

    def format(self, record: logging.LogRecord) -> str:
        """See logging."""
        at = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(record.created))
        mark = f" [{found}]" if (found := request_id.get()) else ""
        lines = told(record) + trace(self, record)
        return f"{at} {record.levelname} {record.name}{mark}: " + "\n    ".join(lines)


class Json(logging.Formatter):
    """For programs: an object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """See logging."""
        said: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": "\n".join(told(record)),
        }
        if found := request_id.get():
            said["request"] = found
        said |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if lines := trace(self, record):
            said["error"] = "\n".join(lines)
        return json.dumps(said)
