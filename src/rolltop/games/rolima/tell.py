"""What happened at a game of Rolimã, in words: the difference between two seen views, so it cannot tell more."""

from typing import Any

from rolltop.games.rolima.components import HILL_NAMES
from rolltop.games.rolima.view import View
from rolltop.games.telling import Telling
from rolltop.games.words import N_


def tell(before: View, after: View) -> list[Telling]:
    """The lines for the log that lead from one view to the next."""
    lines: list[Telling] = []
    if before["phase"] == "setup":
        lines += tell_setup(before, after)
    elif before["phase"] == "cheer":
        lines += tell_cheers(before, after)
    elif before["phase"] == "draft":
        lines += tell_take(before, after)
    elif before["phase"] == "gum":
        lines += tell_gum(before, after)
    if after["active_section"] != before["active_section"]:
        lines.append(tell_hill(after))
    if renewed(before, after):
        lines.append(Telling(N_("The discards are shuffled: a new deck.")))
    if after["round"] != before["round"]:
        lines.append(Telling(N_("Round %(round)s"), {"round": after["round"]}, heading=True))
    if after["phase"] == "over" and before["phase"] != "over":
        lines += tell_end(after)
    return lines


def card_name(view: View, card: View) -> str:
    """A card as players call it: Pimenta 7."""
    number = "0/10" if card["zero_ten"] else card["number"]
    return f"{view['cart_names'][card['cart']]} {number}"


def tell_setup(before: View, after: View) -> list[Telling]:
    """RM1: the row of carts, and the horn."""
    lines = []
    if len(after["carts"]) == len(after["cart_names"]) > len(before["carts"]):
        row = ", ".join(after["cart_names"][cart["cart"]] for cart in after["carts"])
        lines.append(Telling(N_("In the row at the start, the first one first: %(row)s."), {"row": row}))
    if after["round"] > 0:
        lines.append(Telling(N_("%(who)s has the horn."), {}, {"who": after["horn"]}))
    return lines


# ---- 1: cheer phase --------------------------------------------------------------------------------------------------


def tell_cheers(before: View, after: View) -> list[Telling]:
    """RM2: who cheered with what; H8: who laid a card; RM3: what moved."""
    lines = []
    for seat, (was, now) in enumerate(zip(before["players"], after["players"], strict=True)):
        who = {"who": seat}
        if now["played"] and not was["played"]:
            lines.append(Telling(N_("%(who)s cheers %(card)s."), {"card": card_name(after, now["played"])}, who))
        elif now["laid"] and not was["laid"]:
            lines.append(Telling(N_("%(who)s lays a cheer face down."), {}, who))
    if after["winner"] is not None and before["winner"] is None:
        lines += tell_moves(after)
    if after["unseen"]:
        lines.append(Telling(N_("The market is turned face down.")))
    return lines


def tell_moves(after: View) -> list[Telling]:
    """RM3: the loudest cart, and how far every cart rolled."""
    lane = next(lane for lane in after["lanes"] if lane["cart"] == after["winner"])
    lines = []
    if lane["cut"]:
        values = {"cart": after["cart_names"][lane["cart"]], "cut": lane["cut"], "total": lane["total"]}
        lines.append(Telling(N_("Headwind takes %(cut)s off %(cart)s: %(total)s."), values))
    return lines + [tell_move(after, move, lane["total"]) for move in after["moves"]]


def tell_move(after: View, move: View, total: int) -> Telling:
    """Why a cart rolled, and where to."""
    values = {"cart": after["cart_names"][move["cart"]], "section": move["to"], "total": total}
    if move["to"] > after["n_hills"]:
        return Telling(N_("%(cart)s wins the cheer with %(total)s and rolls into the finish!"), values)
    if move["why"] == "pothole":
        return Telling(N_("No cheer is loud enough: %(cart)s, the last cart, rolls to section %(section)s."), values)
    if move["why"] == "slipstream":
        return Telling(N_("%(cart)s follows in the slipstream to section %(section)s."), values)
    if move["why"] == "bumper":
        return Telling(N_("%(cart)s is knocked on to section %(section)s."), values)
    if after["active"] == "whispers":
        return Telling(N_("%(cart)s is the quietest with %(total)s and rolls to section %(section)s."), values)
    return Telling(N_("%(cart)s is the loudest with %(total)s and rolls to section %(section)s."), values)


# ---- 2: draft phase --------------------------------------------------------------------------------------------------


def tell_take(before: View, after: View) -> list[Telling]:
    """RM6: who took what, and the horn. H10: which card was turned up."""
    lines = []
    if before["chooser"] is not None:
        lines += tell_taken(before, after, {"who": before["chooser"]})
    elif new := untaken(after, without=untaken(before)):
        lines.append(Telling(N_("In the blind market %(card)s is turned up."), {"card": card_name(after, new[0])}))
    if after["phase"] != "draft":
        lines.append(Telling(N_("%(who)s took the last card and has the horn."), {}, {"who": after["horn"]}))
    return lines


def tell_taken(before: View, after: View, who: dict[str, int]) -> list[Telling]:
    """A card taken; H10: an unseen one is named to its owner only."""
    if gone := untaken(before, without=untaken(after)):
        return [Telling(N_("%(who)s takes %(card)s."), {"card": card_name(before, gone[0])}, who)]
    if before["unseen"] == after["unseen"]:
        return []  # an unseen card will be taken, but luck has not said which
    held = [card["card"] for card in before["hand"] if card is not None]
    new = [card["card"] for card in after["hand"] if card is not None and card["card"] not in held]
    if new:
        values = {"card": card_name(after, new[0])}
        return [Telling(N_("%(who)s takes an unseen card: %(card)s. Only you see this."), values, who)]
    return [Telling(N_("%(who)s takes an unseen card."), {}, who)]


def untaken(view: View, without: list[View] | None = None) -> list[View]:
    """The cards that lie in the market, but for some."""
    cards = [place["card"] for place in view["market"] if place["taken"] is None]
    return [card for card in cards if card not in (without or [])]


def tell_gum(before: View, after: View) -> list[Telling]:
    """RM13: who took which bubble-gum card, and from whom."""
    for seat, (was, now) in enumerate(zip(before["players"], after["players"], strict=True)):
        for cart in now["gum"]:
            if cart not in was["gum"]:
                name = {"cart": after["cart_names"][cart]}
                losers = [other for other, player in enumerate(before["players"]) if cart in player["gum"]]
                if losers:
                    people = {"who": seat, "other": losers[0]}
                    return [Telling(N_("%(who)s takes the gum of %(cart)s from %(other)s."), name, people)]
                return [Telling(N_("%(who)s takes the gum of %(cart)s."), name, {"who": seat})]
    return []


# ---- 3: maintenance phase, and the end -------------------------------------------------------------------------------


def tell_hill(after: View) -> Telling:
    """RM7."""
    values = {"section": after["active_section"], "hill": Telling(HILL_NAMES[after["active"]])}
    return Telling(N_("Hill card %(section)s is turned up: %(hill)s."), values)


def renewed(before: View, after: View) -> bool:
    """RM9: has a new deck been made?"""
    return before["phase"] != "setup" and bool(after["deck"] > before["deck"])


def tell_end(after: View) -> list[Telling]:
    """Who won."""
    best = [seat for seat, row in enumerate(after["result"]) if row["place"] == 1]
    total = {"total": after["result"][best[0]]["total"]}
    if len(best) > 1:
        return [Telling(N_("%(who)s share the win with %(total)s gum."), total, lists={"who": best})]
    if after["result"][best[0]]["tie"] is not None:
        return [Telling(N_("%(who)s wins with %(total)s gum, after a tie-break."), total, {"who": best[0]})]
    return [Telling(N_("%(who)s wins with %(total)s gum."), total, {"who": best[0]})]


def moment(before: View, after: View) -> dict[str, Any] | None:
    """Nothing in Rolimã stops the table."""
    return None


def progress(view: View) -> Telling:
    """How far the game is, for the lobby."""
    return Telling(N_("round %(round)s"), {"round": view["round"]})
