"""How much one may ask of the server: token buckets an address and a guest, and how many streams may be open at once.

Budgets are of one process and in memory. They are wide enough for a class behind one address, and for a program that
plays; they are there so that nobody takes the server from the others.
"""

import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple

from rolltop.games.errors import RolltopError
from rolltop.games.words import N_

MOST_KEYS = 10_000  #: buckets of one budget; when there are more, those used longest ago are forgotten
LONGEST = 45  #: characters of an address
PREFIX = 64  #: bits of an IPv6 address that stand for one household


class Rate(NamedTuple):
    """So many at once, and as many again in so many seconds."""

    most: int
    seconds: float


class Budget(NamedTuple):
    """What one guest, and all guests behind one address, may ask for."""

    guest: Rate
    address: Rate


MINUTE, HOUR = 60, 3600
BUDGETS = {
    "files": Budget(Rate(1000, 20), Rate(4000, 20)),
    "pages": Budget(Rate(200, 20), Rate(1000, 20)),
    "moves": Budget(Rate(100, 10), Rate(500, 10)),
    "streams": Budget(Rate(120, MINUTE), Rate(1200, MINUTE)),
    "tables": Budget(Rate(40, HOUR), Rate(300, HOUR)),
    "advice": Budget(Rate(20, MINUTE), Rate(60, MINUTE)),
    "analyses": Budget(Rate(6, 10 * MINUTE), Rate(20, 10 * MINUTE)),
    "papers": Budget(Rate(20, MINUTE), Rate(100, MINUTE)),
    "tokens": Budget(Rate(10, HOUR), Rate(60, HOUR)),
    "guests": Budget(Rate(1, 1), Rate(300, 10 * MINUTE)),  # a guest is new once: only the address counts
}
AT_ONCE = {
    "open": Budget(Rate(20, 0), Rate(300, 0)),
    "connections": Budget(Rate(512, 0), Rate(512, 0)),
}  #: open streams, and connections: so many at the same time
ACTIONS = {
    "tables": "tables", "rematch": "tables", "advise": "advice", "analyse": "analyses", "tokens": "tokens",
    "token": "tokens",
}  # fmt: skip  #: by the last part of the path that is posted to; anything else is a move


def action_of(method: str, path: str) -> str:
    """The budget that a request is taken from."""
    last = path.rpartition("/")[2]
    if method not in ("GET", "HEAD", "OPTIONS"):
        return ACTIONS.get(last, "moves")
    if path.startswith("/static/") or path in ("/health", "/ready", "/metrics"):
        return "files"
    if last in ("live", "events"):
        return "streams"
    return "papers" if last.endswith(".pdf") else "pages"


class Buckets:
    """Token buckets of one rate by key, each kept as the moment at which it will be full again (GCRA)."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic, most_keys: int = MOST_KEYS) -> None:
        self._rate = rate
        self._clock = clock
        self._most_keys = most_keys
        self._full: dict[str, float] = {}  # in the order in which they were used last

    def take(self, key: str) -> float:
        """Take one; the seconds to wait until there is one again, 0 if it was taken."""
        now, step = self._clock(), self._rate.seconds / self._rate.most
        full = max(now, self._full.pop(key, now))
        wait = full + step - now - self._rate.seconds
        if wait > 1e-9:
            self._full[key] = full
            return wait
        self._full[key] = full + step
        self._forget_some(now)
        return 0.0

    def _forget_some(self, now: float) -> None:
        while self._full:
            oldest = next(iter(self._full))
            if self._full[oldest] > now and len(self._full) <= self._most_keys:
                return
            del self._full[oldest]

    def __len__(self) -> int:
        return len(self._full)


class Limits:
    """What everybody has left. `guest` is None for somebody without a cookie or token of ours."""

    def __init__(
        self,
        budgets: Mapping[str, Budget] = BUDGETS,
        at_once: Mapping[str, Budget] = AT_ONCE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._of_guests = {name: Buckets(budget.guest, clock) for name, budget in budgets.items()}
        self._of_addresses = {name: Buckets(budget.address, clock) for name, budget in budgets.items()}
        self._at_once = at_once
        self.held: Counter[str] = Counter()

    def take(self, action: str, address: str, guest: str | None) -> float:
        """Take one of a budget; the seconds to wait until that is possible, 0 if it was."""
        wait = self._of_addresses[action].take(address)
        return wait or (self._of_guests[action].take(guest) if guest is not None else 0.0)

    @contextmanager
    def hold(self, what: str, address: str, guest: str | None = None) -> Iterator[bool]:
        """Count an open stream or connection as long as the block lasts; False if there are too many already."""
        most = self._at_once[what]
        keys = {f"{what} {address}": most.address.most}
        if guest is not None:
            keys[f"{what} of {guest}"] = most.guest.most
        if any(self.held[key] >= most for key, most in keys.items()):
            yield False
            return
        self.held.update(keys.keys())
        try:
            yield True
        finally:
            self.held.subtract(keys.keys())
            for key in keys:
                if not self.held[key]:
                    del self.held[key]


def limits_of(text: str) -> Limits | None:
    """What ROLLTOP_LIMITS says: ``off``, nothing for the usual limits, or changes of them such as
    ``tables.address=60/3600 moves.guest=50/10 open.guest=5`` (so many at once, and again in so many seconds).

    Raises RolltopError naming what cannot be read.
    """
    if text.strip() == "off":
        return None
    budgets = {**BUDGETS, **AT_ONCE}
    for change in text.replace(",", " ").split():
        name, whose, rate = read_change(change)
        if rate is None:
            raise RolltopError(
                N_("ROLLTOP_LIMITS: found %(found)s, expected off, or such as tables.address=60/3600 (%(known)s)"),
                found=repr(change[:60]), known=", ".join(budgets),
            )  # fmt: skip
        budgets[name] = budgets[name]._replace(**{whose: rate})
    at_once = {name: budgets.pop(name) for name in AT_ONCE}
    return Limits(budgets, at_once)


def read_change(text: str) -> tuple[str, str, Rate | None]:
    """The budget, whose, and the rate in ``tables.address=60/3600``; None for what is no rate of a budget."""
    found = re.fullmatch(r"(\w+)\.(guest|address)=([1-9]\d{0,6})(?:/([1-9]\d{0,6}))?", text)
    if found is None or (found[1] not in AT_ONCE and (found[1] not in BUDGETS or not found[4])):
        return text, "", None
    return found[1], found[2], Rate(int(found[3]), float(found[4] or 0))


@lru_cache(4096)
def household(address: str) -> str:
    """What an address counts as: an IPv6 network of a household, or the address itself."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:LONGEST]
    if not isinstance(ip, IPv6Address):
        return address
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return f"{IPv6Address(int(ip) >> (128 - PREFIX) << (128 - PREFIX))}/{PREFIX}"
