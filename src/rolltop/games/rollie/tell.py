"""What happened at a game of Rollie, in words: the difference between two seen views, so it cannot tell more."""

from typing import Any

from rolltop.games.rollie.view import View
from rolltop.games.telling import Telling
from rolltop.games.words import N2_, N_


def tell(before: View, after: View) -> list[Telling]:
    """The lines for the log that lead from one view to the next."""
    lines: list[Telling] = []
    if after["round"] != before["round"]:
        lines.append(Telling(N_("Round %(round)s"), {"round": after["round"]}, heading=True))
        new = [number for number in after["face_up"] if number not in before["face_up"]]
        lines.append(
            Telling(
                N_("Start token %(token)s turned up. %(first)s is First player."),
                {"token": new[0]}, {"first": after["first"]},
            )
        )  # fmt: skip
    elif len(after["dice"]) == 2 and len(before["dice"]) == 1:
        lines += tell_roll(before, after)
    elif before["phase"] == "actions" and before["chooser"] is not None:
        lines += tell_action(before, after)
    if after["last_round"] and not before["last_round"] and after["round"] == before["round"]:
        lines.append(Telling(N_("Two piles are empty: this is the last round.")))
    if after["phase"] == "over" and before["phase"] != "over":
        lines += tell_end(after)
    return lines


def tell_roll(before: View, after: View) -> list[Telling]:
    """The dice, and who crashes."""
    first, second = after["dice"]
    who = {"who": before["first"]}
    crashed = crashed_seats(before, after)
    if first == second:
        lines = [Telling(N_("%(who)s rolls double %(face)s. Rollie!"), {"face": shown(first)}, who)]
    else:
        lines = [Telling(N_("%(who)s rolls %(a)s and %(b)s."), {"a": shown(first), "b": shown(second)}, who)]
        if after["phase"] != "actions":
            lines.append(Telling(N_("Both piles are empty: everybody in play loses the Bet.")))
    one, many = N2_("%(who)s crashes and loses a bill.", "%(who)s crashes and loses %(n)s bills.")
    lines += [Telling(one, {"n": n}, {"who": seat}, plural=many) for seat, n in crashed]
    return lines


def crashed_seats(before: View, after: View) -> list[tuple[int, int]]:
    """Who lost a Bet at this roll, and how many bills."""
    found = []
    for seat, (was, now) in enumerate(zip(before["players"], after["players"], strict=True)):
        if sum(was["bet"]) and not sum(now["bet"]) and not now_secured_by(was, now):
            found.append((seat, sum(was["bet"])))
    return found


def now_secured_by(was: View, now: View) -> bool:
    return bool(sum(now["wallet"]) > sum(was["wallet"]))


def tell_action(before: View, after: View) -> list[Telling]:
    """A bill taken, or a Bet secured."""
    seat = before["chooser"]
    was, now = before["players"][seat], after["players"][seat]
    who = {"who": seat}
    token = [number for number in now["tokens"] if number not in was["tokens"]]
    for value, name in enumerate(before["values"]):
        if now["bet"][value] > was["bet"][value]:
            return [Telling(N_("%(who)s takes %(value)s."), {"value": shown(name)}, who)]
    count = sum(now["wallet"]) - sum(was["wallet"])
    lines = [tell_securing(count, who)]
    if token:
        lines.append(Telling(N_("%(who)s takes Start %(token)s."), {"token": token[0]}, who))
    return lines


def tell_securing(count: int, who: dict[str, int]) -> Telling:
    """RO5: a Bet secured, empty or not."""
    if not count:
        return Telling(N_("%(who)s secures nothing."), {}, who)
    one, many = N2_("%(who)s secures a bill.", "%(who)s secures %(n)s bills.")
    return Telling(one, {"n": count}, who, plural=many)


def tell_end(after: View) -> list[Telling]:
    """Who won."""
    best = [seat for seat, player in enumerate(after["players"]) if player["place"] == 1]
    total = after["players"][best[0]]["now"]
    if len(best) == 1:
        return [Telling(N_("%(who)s wins with %(total)s."), {"total": total}, {"who": best[0]})]
    return [Telling(N_("%(who)s share the win with %(total)s."), {"total": total}, lists={"who": best})]


def moment(before: View, after: View) -> dict[str, Any] | None:
    """A roll at which everybody should stop and look: identical values, or both dice on empty piles.

    `fates`: a seat each, "crash", "stay" or "safe", with the Bet as it was.
    """
    if len(after["dice"]) != 2 or len(before["dice"]) != 1 or after["phase"] == "actions":
        return None
    crashed = dict(crashed_seats(before, after))
    fates = []
    for seat, player in enumerate(before["players"]):
        fate = "safe" if player["secured"] else "crash" if seat in crashed else "stay"
        fates.append(
            {"seat": seat, "fate": fate, "bet": player["bet"], "worth": player["bet_worth"], "tokens": player["tokens"]}
        )
    return {
        "dice": after["dice"],
        "faces": after["faces"],
        "double": after["dice"][0] == after["dice"][1],
        "roller": before["first"],
        "round": before["round"],
        "over": after["phase"] == "over",
        "fates": fates,
    }


def progress(view: View) -> Telling:
    """How far the game is, for the lobby."""
    return Telling(N_("round %(round)s of %(rounds)s"), {"round": view["round"], "rounds": view["rounds"]})


def shown(value: Any) -> str:
    """A value with a proper minus sign."""
    return str(value).replace("-", "\N{MINUS SIGN}")
