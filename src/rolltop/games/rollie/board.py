"""What Rollie's board asks for beside the drawings: who is next, how names are shortened, the bonus race."""

from collections.abc import Callable, Sequence
from typing import Any

from rolltop.games.lettering import number, sign, word
from rolltop.games.rollie.drawings import LANES, pieces
from rolltop.games.rollie.tell import shown
from rolltop.games.rollie.view import View
from rolltop.games.telling import joined

__all__ = [
    "at_place", "by_token", "came", "held", "initials", "listed", "number", "pieces", "races", "ranked", "shown",
    "sign", "upcoming", "word",
]  # fmt: skip


def initials(name: Callable[[int], str], n: int) -> list[str]:
    """The players' names as short as they can be told apart by, for narrow places."""
    names = [name(seat) for seat in range(n)]
    for length in (1, 2, 3):
        short = [name[:length] for name in names]
        if len(set(short)) == n:
            return short
    return [name[:1] + name[-1:] for name in names]


def upcoming(view: View) -> list[int]:
    """Who will choose this turn after the one who chooses now, in order (RO3)."""
    if view["chooser"] is None:
        return []
    n = len(view["players"])
    found, seat = [], (view["chooser"] + 1) % n
    while seat != view["first"]:
        if not view["players"][seat]["secured"]:
            found.append(seat)
        seat = (seat + 1) % n
    return found


def came(view: View, move: str | None) -> int | None:
    """The lane of the bill that has come to a Bet with this turn's move."""
    return next((lane for lane in LANES if move == f"take {view['values'][lane]}"), None) if move else None


def held(bills: Sequence[int], view: View) -> list[tuple[int, int, bool]]:
    """How many bills there are of each value, and whether another value follows."""
    found = [(count, value) for count, value in zip(bills, view["values"], strict=True) if count]
    return [(count, value, i < len(found)) for i, (count, value) in enumerate(found, 1)]


def at_place(breakdown: Sequence[View], place: int) -> list[int]:
    """The seats that share a place."""
    return [seat for seat, player in enumerate(breakdown) if player["place"] == place]


def ranked(breakdown: Sequence[View]) -> list[int]:
    """The seats from the first place to the last."""
    return sorted(range(len(breakdown)), key=lambda seat: (breakdown[seat]["place"], seat))


def by_token(breakdown: Sequence[View]) -> list[int]:
    """The seats from the highest Start token down, those without one last."""
    return sorted(range(len(breakdown)), key=lambda seat: (-max(breakdown[seat]["tokens"], default=0), seat))


def listed(items: Sequence[Any], name: Callable[[Any], str] = str) -> str:
    """Players as one speaks a list of them."""
    return joined([name(item) for item in items])


# ---- the result, colour by colour ------------------------------------------------------------------------------------


def races(view: View, breakdown: Sequence[View]) -> list[View]:
    """The bonus race of each colour (RO17 to RO19), for the result.

    `rows`: the players from most bills to fewest, with `bonus` (None: no Bonus token), `token` (the Start token that
    counts in a tie that matters) and `out` (in a tie that nobody could settle). `ties`: those that mattered, with the
    `count` of bills, the deciding `tokens` and how many players were left `out`.
    """
    return [race(lane, view["bonus"][lane], breakdown) for lane in LANES]


def race(lane: int, tokens: Sequence[View], breakdown: Sequence[View]) -> View:
    won = {token["holder"]: token["amount"] for token in tokens}
    best = [max(player["tokens"], default=0) for player in breakdown]
    seats = sorted(range(len(breakdown)), key=lambda seat: (-breakdown[seat]["bills"][lane], -best[seat], seat))
    rows: list[View] = []
    ties: list[View] = []
    given = 0
    for count in sorted({player["bills"][lane] for player in breakdown}, reverse=True):
        group = [seat for seat in seats if breakdown[seat]["bills"][lane] == count]
        matters = count > 0 and len(group) > 1 and given < len(tokens)
        given += sum(seat in won for seat in group)
        stuck = [seat for seat in group if not best[seat] and seat not in won]
        out = stuck if matters and given < len(tokens) else []
        for seat in group:
            rows.append(
                {
                    "seat": seat,
                    "count": count,
                    "bonus": won.get(seat),
                    "token": best[seat] if matters and best[seat] else None,
                    "out": seat in out,
                }
            )
        if matters:
            ties.append({"count": count, "tokens": [best[seat] for seat in group if best[seat]], "out": len(out)})
    return {"lane": lane, "tokens": len(tokens), "rows": rows, "ties": ties}
