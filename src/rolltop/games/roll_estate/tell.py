"""What happened at a game of Roll Estate, in words: the difference between two seen views, so it cannot tell more."""

from collections.abc import Sequence
from typing import Any

from rolltop.games.roll_estate.view import View
from rolltop.games.telling import Telling
from rolltop.games.words import N_


def tell(before: View, after: View) -> list[Telling]:
    """The lines for the log that lead from one view to the next."""
    lines: list[Telling] = []
    if before["first"] is None and after["first"] is not None:
        lines.append(Telling(N_("%(who)s starts."), {}, {"who": after["first"]}))
    if begins_round(before):
        lines.append(tell_round(before))
    if before["phase"] == "roll" and after["phase"] in ("choose", "over"):
        lines += tell_roll(before, after)
    elif before["phase"] == "choose" and (after["phase"] == "over" or after["roll"] == 0):
        lines += tell_claim(before, after)
    if after["ender"] is not None and before["ender"] is None:
        lines.append(tell_trigger(after))
    if after["phase"] == "over" and before["phase"] != "over":
        lines += tell_end(after)
    return lines


def begins_round(before: View) -> bool:
    """Is the first die of a round due?"""
    first_turn = before["phase"] == "roll" and before["player"] == before["first"]
    return first_turn and before["roll"] == 0 and not any(before["dice"])


def tell_round(before: View) -> Telling:
    """A round begins: everybody has a turn."""
    round_no = {"round": before["round"]}
    if before["solo"] is not None:
        return Telling(N_("Turn %(round)s"), round_no, heading=True)
    return Telling(N_("Round %(round)s"), round_no, heading=True)


def tell_roll(before: View, after: View) -> list[Telling]:
    """All dice of a roll, and those that were kept."""
    who = {"who": before["player"]}
    rolled = shown(die for die, kept in zip(after["dice"], after["kept"], strict=True) if not kept)
    kept = shown(die for die, kept in zip(after["dice"], after["kept"], strict=True) if kept)
    if kept:
        return [Telling(N_("%(who)s keeps %(kept)s and rolls %(dice)s."), {"dice": rolled, "kept": kept}, who)]
    if after["roll"] > 1:
        return [Telling(N_("%(who)s rolls all again: %(dice)s."), {"dice": rolled}, who)]
    return [Telling(N_("%(who)s rolls %(dice)s."), {"dice": rolled}, who)]


def shown(dice: Any) -> str:
    """Dice as one reads them."""
    return " ".join(str(die) for die in dice)


def tell_claim(before: View, after: View) -> list[Telling]:
    """RE2: an Asset claimed, and the business it opened (RE13); or interest lost (RE12)."""
    seat = before["player"]
    was, now, who = before["players"][seat], after["players"][seat], {"who": seat}
    for index, row in enumerate(after["rows"]):
        written = new_number(was["rows"][index]["numbers"], now["rows"][index]["numbers"])
        if written is not None:
            return tell_rental(before, after, index, written, who)
        if now["rows"][index]["lost"] and not was["rows"][index]["lost"]:
            return [Telling(N_("%(who)s loses interest in %(row)s."), {"row": row["name"]}, who)]
    for index, route in enumerate(after["routes"]):
        if route["owner"] != before["routes"][index]["owner"]:
            worth = {"route": route["name"], "worth": now["parts"]["transit"]}
            return [Telling(N_("%(who)s takes the %(route)s; transit is now worth $%(worth)s."), worth, who)]
    if now["liquid"] and not was["liquid"]:
        return [Telling(N_("%(who)s writes %(number)s in Liquid Assets."), {"number": now["liquid"]}, who)]
    if now["indexes"] != was["indexes"]:
        return [Telling(N_("%(who)s ticks an Index."), {}, who)]
    return [Telling(N_("%(who)s wins the Jackpot, $%(worth)s."), {"worth": after["jackpot"]}, who)]


def new_number(was: Sequence[int], now: Sequence[int]) -> int | None:
    """The number that was written in a row."""
    return next((new for old, new in zip(was, now, strict=True) if old != new and new > 0), None)


def tell_rental(before: View, after: View, index: int, number: int, who: dict[str, int]) -> list[Telling]:
    """A number written, and the business it opened."""
    row = after["rows"][index]
    values = {"number": number, "row": row["name"], "worth": row["rental"]}
    lines = [Telling(N_("%(who)s writes %(number)s in %(row)s, $%(worth)s."), values, who)]
    for old, new in zip(before["rows"][index]["businesses"], row["businesses"], strict=True):
        if new["owner"] != old["owner"]:
            opened = {"business": new["name"], "worth": new["value"]}
            lines.append(Telling(N_("%(who)s opens the %(business)s, $%(worth)s."), opened, who))
    return lines


def tell_trigger(after: View) -> Telling:
    """RE14: why these are the last turns."""
    who = {"who": after["ender"]}
    if after["players"][after["ender"]]["businesses"] >= after["to_end"]:
        opened = {"n": after["to_end"]}
        return Telling(N_("%(who)s has opened business number %(n)s: the game ends with this round."), opened, who)
    return Telling(N_("%(who)s has no rental left to claim: the game ends with this round."), {}, who)


def tell_end(after: View) -> list[Telling]:
    """Who won."""
    if after["solo"] is not None:
        return tell_solo_end(after["solo"])
    best = [seat for seat, player in enumerate(after["players"]) if player["place"] == 1]
    total = {"total": after["players"][best[0]]["now"]}
    if len(best) > 1:
        return [Telling(N_("%(who)s share the win with $%(total)s."), total, lists={"who": best})]
    level = [player for player in after["players"] if player["now"] == total["total"]]
    if len(level) > 1:
        return [Telling(N_("%(who)s wins with $%(total)s, after a tie-break."), total, {"who": best[0]})]
    return [Telling(N_("%(who)s wins with $%(total)s."), total, {"who": best[0]})]


def tell_solo_end(solo: View) -> list[Telling]:
    """RE19."""
    values = {"invested": solo["invested"], "goal": solo["goal"]}
    if solo["won"]:
        return [Telling(N_("Won: all businesses open, and $%(invested)s of $%(goal)s invested."), values)]
    if solo["stuck"]:
        return [Telling(N_("Lost: the roll fits nowhere."))]
    return [Telling(N_("Lost: all businesses open, but only $%(invested)s of $%(goal)s invested."), values)]


def moment(before: View, after: View) -> dict[str, Any] | None:
    """Nothing in Roll Estate stops the table."""
    return None


def progress(view: View) -> Telling:
    """How far the game is, for the lobby."""
    if view["solo"] is not None:
        return Telling(N_("turn %(round)s"), {"round": view["round"]})
    return Telling(N_("round %(round)s"), {"round": view["round"]})
