"""How long a seat may think: for each move, or for the whole game."""

from dataclasses import dataclass, field, replace

from rolltop.games.errors import BadOption
from rolltop.games.words import N_

NO_CLOCK = "none"
CLOCKS = {
    NO_CLOCK: N_("none: everybody takes their time"),
    "move-30": N_("30 seconds a move"),
    "move-60": N_("a minute a move"),
    "move-180": N_("3 minutes a move"),
    "move-3600": N_("an hour a move"),
    "move-86400": N_("a day a move"),
    "move-259200": N_("3 days a move"),
    "game-300": N_("5 minutes a player for the whole game"),
    "game-900": N_("15 minutes a player for the whole game"),
    "game-3600": N_("an hour a player for the whole game"),
}  #: those the lobby offers; any number of seconds from 5 to a month will do
SHORTEST, LONGEST = 5, 31 * 86400
AFTER_RETURN = 5.0  #: seconds for the next decision that who has none left for the game has after taking over again


@dataclass(frozen=True)
class Clock:
    """Seconds for each move, or for all moves of a game together."""

    seconds: int
    whole_game: bool

    @property
    def warns_at(self) -> float:
        """With how many seconds left it begins to warn."""
        return min(3600.0, max(10.0, self.seconds / 5))


def read_clock(text: str) -> Clock | None:
    """A clock by name, such as ``move-60`` or ``game-900``; None for ``none``. Raises BadOption."""
    if text == NO_CLOCK:
        return None
    per, _dash, seconds = text.partition("-")
    number = int(seconds) if seconds.isascii() and seconds.isdecimal() and len(seconds) < 9 else 0
    if per not in ("move", "game") or not SHORTEST <= number <= LONGEST:
        raise BadOption(
            N_("clock: found %(found)s, expected none, or move- or game- with %(least)s to %(most)s seconds"),
            found=repr(text[:20]), least=SHORTEST, most=LONGEST,
        )  # fmt: skip
    return Clock(number, per == "game")


@dataclass
class Hourglass:
    """Whose time runs, since when, and what each seat has spent. Times are Unix times, in seconds."""

    clock: Clock | None = None
    seat: int = -1  #: whose time runs; nobody's if negative
    since: float = 0.0  #: when this decision became due, pauses left out
    charged: float = 0.0  #: up to when it is in `spent` already
    spent: dict[int, float] = field(default_factory=dict)
    paused_at: float | None = None

    def copy(self) -> "Hourglass":
        """An independent one."""
        return replace(self, spent=dict(self.spent))

    def charge(self, at: float) -> None:
        """Put what has been thought so far to the account of whose time runs; a pause costs nothing."""
        until = at if self.paused_at is None else self.paused_at
        if self.seat >= 0:
            self.spent[self.seat] = self.spent.get(self.seat, 0.0) + until - self.charged
        self.charged = until

    def turn_to(self, seat: int, at: float, *, charge: bool = True) -> None:
        """Another decision is due, perhaps another seat's; the last one is charged, unless a bot made it."""
        if charge:
            self.charge(at)
        self.seat, self.since, self.charged = seat, at, at
        if self.paused_at is not None:
            self.paused_at = at

    def pause(self, at: float) -> None:
        """Let nobody's time run."""
        self.paused_at = at

    def go_on(self, at: float) -> None:
        """Let it run again, where it was."""
        if self.paused_at is not None:
            self.since += at - self.paused_at
            self.charged += at - self.paused_at
        self.paused_at = None

    def come_back(self, seat: int) -> None:
        """Somebody takes over again from a bot: who had used up all the time has a little for what is to come."""
        if self.clock is not None and self.clock.whole_game and self.seat != seat:
            self.spent[seat] = min(self.spent.get(seat, 0.0), self.clock.seconds - AFTER_RETURN)

    @property
    def deadline(self) -> float | None:
        """When the time of the seat runs out; None if it does not run."""
        if self.clock is None or self.seat < 0 or self.paused_at is not None:
            return None
        if self.clock.whole_game:
            return self.charged + self.clock.seconds - self.spent.get(self.seat, 0.0)
        return self.since + self.clock.seconds
