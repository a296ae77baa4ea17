"""What players write down: each request that is to change a table, and what became of it as far as they know."""

import threading
import time
from collections import Counter
from dataclasses import dataclass, field

DONE, REFUSED, UNKNOWN = "done", "refused", "unknown"


@dataclass
class Sent:
    """One thing that somebody wanted, however often it was sent."""

    table: str
    who: str  #: the player's name, which nobody else at any table has
    what: str  #: the last part of the address: play, throw, wish, resign, ...
    move: str = ""
    at: int = -1
    dice: list[str] = field(default_factory=list)
    uids: list[str] = field(default_factory=list)  #: one each time it was sent
    outcome: str = REFUSED  #: until it is sent
    sent: float = 0.0
    answered: float = 0.0  #: when it was first acknowledged
    by_the_clock: float = 0.0  #: the same as Unix time

    def became(self, outcome: str) -> None:
        """Note an answer: acknowledged once is acknowledged; unknown is never refused."""
        if outcome == DONE and self.outcome != DONE:
            self.answered, self.by_the_clock = time.monotonic(), time.time()
            self.outcome = DONE
        elif outcome == UNKNOWN and self.outcome != DONE:
            self.outcome = UNKNOWN


@dataclass
class Ledger:
    """All that all players have written down."""

    sent: list[Sent] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def begin(self, *args: object, **named: object) -> Sent:
        """Before something is sent for the first time."""
        entry = Sent(*args, **named)  # type: ignore[arg-type]
        entry.sent = time.monotonic()
        with self._lock:
            self.sent.append(entry)
        return entry

    def problem(self, text: str) -> None:
        """Something that must not be."""
        with self._lock:
            self.problems.append(text)

    def count(self, what: str, n: int = 1) -> None:
        """One more of these."""
        with self._lock:
            self.counts[what] += n
