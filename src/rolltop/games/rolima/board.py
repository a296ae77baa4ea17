"""What Rolimã's board asks for beside the drawings: in which order people stand, how wide a cheer is, what a choice
would do, in words.
"""

from collections.abc import Sequence
from typing import Any

from rolltop.games.lettering import sign
from rolltop.games.rolima import hills
from rolltop.games.rolima.drawings import bunting, pieces, road, scenery
from rolltop.games.rolima.view import View
from rolltop.games.rolima.woodcuts import HILLS
from rolltop.games.telling import joined
from rolltop.games.words import N_, _, ngettext

__all__ = ["bunting", "hills", "kind_of_hill", "pieces", "road", "scenery", "sign"]

SCALES = (18, 30, 50)  #: up to these totals a lane has a scale of its own
PHASES = {
    "setup": N_("setting up"),
    "cheer": N_("cheer"),
    "draft": N_("draft"),
    "gum": N_("bubble gum"),
    "hill": N_("maintenance"),
    "over": N_("finish"),
}
PLACES = (N_("first"), N_("second"), N_("third"), N_("fourth"), N_("last"))
RANKS = (N_("1st"), N_("2nd"), N_("3rd"), N_("4th"), N_("5th"), N_("6th"))
KINDS = {"cheer": N_("changes the cheer"), "move": N_("changes the move"), "draft": N_("changes the draft")}


def kind_of_hill(key: str) -> str:
    """Which step a hill card changes: cheer, move or draft."""
    return HILLS[key][0]


def phase(view: View) -> str:
    """The phase in words."""
    return _(PHASES[view["phase"]])


def listed(names: Sequence[str]) -> str:
    """Names as one speaks them."""
    return joined(list(names))


# ---- people ----------------------------------------------------------------------------------------------------------


def people(view: View) -> list[int]:
    """The seats as they act: in the draft by its order, else from the horn clockwise."""
    seats = list(range(len(view["players"])))
    order = [seat for seat in seats if view["players"][seat]["order"] is not None]
    if order:
        rest = [seat for seat in seats if seat not in order]
        return sorted(order, key=lambda seat: view["players"][seat]["order"]) + rest
    return seats[view["horn"] :] + seats[: view["horn"]] if view["horn"] is not None else seats


def order_words(view: View) -> str:
    """In which order the players stand."""
    if last_to_take(view) is None:
        return _("Cheer: clockwise from the horn")
    if view["active"] == "upside_down_draft":
        return _("Draft: highest card first")
    return _("Draft: lowest card first")


def last_to_take(view: View) -> int | None:
    """Who takes the last card, and the horn."""
    order = [seat for seat in people(view) if view["players"][seat]["order"] is not None]
    return order[-1] if order else None


def gum_owners(view: View) -> list[tuple[int, int | None]]:
    """The bubble-gum cards and whose they are; None for one on the table (RM13)."""
    owner = {cart: seat for seat, player in enumerate(view["players"]) for cart in player["gum"]}
    return [(cart, owner.get(cart)) for cart in range(len(view["cart_names"]))]


# ---- cards in words --------------------------------------------------------------------------------------------------


def card_name(view: View, card: View) -> str:
    """Pimenta 7."""
    return f"{view['cart_names'][card['cart']]} {'0/10' if card['zero_ten'] else card['number']}"


def card_words(view: View, card: View) -> str:
    """A card for who cannot see it."""
    gum = ngettext("%(n)s gum", "%(n)s gum", card["gum"]) % {"n": card["gum"]}
    return f"{card_name(view, card)}, {gum}"


def wished(view: View, move: str) -> str:
    """The card of the cheer that one has decided on before the turn."""
    return next((card_name(view, choice["card"]) for choice in view["choices"] if choice["move"] == move), move)


# ---- the hill --------------------------------------------------------------------------------------------------------


def sections(view: View) -> list[View]:
    """The sections from the start on: which carts stand there, from left to right, and which hill card lies there."""
    found = []
    for section in range(view["n_hills"] + 1):
        here = [cart for cart in view["carts"] if cart["section"] == section][::-1]
        card = view["hills"][section - 1] if section else None
        found.append({"section": section, "carts": here, "hill": card, "up": bool(card and card["up"])})
    return found


def place_words(view: View, cart: int) -> str:
    """In which place a cart is."""
    return _(PLACES[[other["cart"] for other in view["carts"]].index(cart)])


def cart_name(view: View, cart: int) -> str:
    return str(view["cart_names"][cart])


def came_far(view: View, cart: View) -> int:
    """How many sections a cart has rolled this round."""
    return sum(move["to"] - move["from"] for move in view["moves"] if move["cart"] == cart["cart"])


def hill_keys(view: View) -> list[str]:
    """The hill cards that are in the box (H4 is not with two players)."""
    return [key for key in hills.RULES if key != "solo_voices" or len(view["players"]) > 2]


# ---- loudness --------------------------------------------------------------------------------------------------------


def scale(view: View) -> int:
    """Which scale the lanes have: the loudest, with what one may yet add, must fit."""
    most = max(
        [lane["sum"] for lane in view["lanes"]] + [choice["cart_total"] or 0 for choice in view["choices"]] + [0]
    )
    return next((place for place, limit in enumerate(SCALES) if most <= limit), len(SCALES) - 1)


def is_latest(view: View, seat: int) -> bool:
    """Was this the last cheer? Under Hush all are turned up together."""
    return view["active"] == "hush" or seat == latest_to_cheer(view)


def latest_to_cheer(view: View) -> int | None:
    """Who cheered last; cheers go clockwise from the horn."""
    n, horn = len(view["players"]), view["horn"]
    seats = [(horn + step) % n for step in range(n)] if horn is not None else []
    return next((seat for seat in reversed(seats) if view["players"][seat]["played"]), None)


def segments(lane: View) -> list[View]:
    """The cards played for a cart as the bar they make: width, seat, whether it counts. The wind leaves a hole."""
    found, left = [], lane["total"]
    for played in lane["cards"]:
        width = min(played["value"], left) if played["counts"] else played["value"]
        if played["counts"]:
            left -= width
        if width or played["counts"]:
            found.append({"width": width, "value": played["value"], "seat": played["seat"], "counts": played["counts"]})
    return found


def previews(view: View, cart: int) -> list[tuple[int, View]]:
    """What one may add to a cart's cheer: the places of the choices, and they."""
    return [
        (place, choice)
        for place, choice in enumerate(view["choices"])
        if choice["kind"] == "cheer" and choice["card"]["cart"] == cart and choice["cart_total"] is not None
    ]


def lanes_note(view: View) -> str:
    """What stands beside the heading of the lanes: how ties go, or what has moved."""
    if view["moves"]:
        words = (N_("%(cart)s rolls to section %(section)s"), N_("%(cart)s to %(section)s"))
        moved = [
            _(words[place > 0]) % {"cart": cart_name(view, move["cart"]), "section": move["to"]}
            for place, move in enumerate(view["moves"])
        ]
        return ", ".join(moved)
    if view["active"] == "whispers":
        return _("quietest wins, ties go lower")
    if any(player["laid"] for player in view["players"]):
        return _("nobody knows until all are laid")
    return _("ties go to the upper lane")


# ---- choices in words ------------------------------------------------------------------------------------------------


def outlook(view: View, choice: View) -> str:
    """What a choice would do."""
    if choice["kind"] == "gum":
        return _("1 gum on %(cart)s, worth %(worth)s now.") % {
            "cart": cart_name(view, choice["cart"]),
            "worth": choice["worth"],
        }
    if choice["kind"] == "unseen":
        n = view["unseen"]
        return ngettext("The only unseen card.", "One of the %(n)s unseen cards.", n) % {"n": n}
    if choice["kind"] == "take":
        return _("As a bet it is worth %(worth)s now.") % {"worth": choice["worth"]}
    return outlook_of_cheer(view, choice)


def outlook_of_cheer(view: View, choice: View) -> str:
    """Who would win the cheer as things stand."""
    if choice["cart_total"] is None:
        return _("It lies face down until all have laid a card.")
    mine, before = choice["card"]["cart"], view["leader"]
    words = {"card": card_name(view, choice["card"]), "cart": cart_name(view, mine), "total": choice["cart_total"]}
    if not choice["wins"]:
        words["rival"] = cart_name(view, choice["leader"])
        return _("%(rival)s would still roll, %(cart)s has %(total)s.") % words
    if before is None:
        return _("%(cart)s would roll with %(total)s.") % words
    if before == mine:
        return _("%(cart)s stays the one to roll, with %(total)s.") % words
    words["rival"] = cart_name(view, before)
    return _("%(card)s would beat %(rival)s.") % words


def tie_words(view: View, row: View) -> str:
    """RM11: which card decided a tie."""
    tie = {"cart": cart_name(view, row["tie"]["cart"]), "value": row["tie"]["value"]}
    return _("tie: %(cart)s %(value)s decides") % tie


def ranked(result: Sequence[View]) -> list[int]:
    """The seats from the first place to the last."""
    return sorted(range(len(result)), key=lambda seat: (result[seat]["place"], seat))


def rank(place: int) -> str:
    return _(RANKS[place - 1])


def winners(result: Sequence[View]) -> list[int]:
    """The seats in the first place."""
    return [seat for seat, row in enumerate(result) if row["place"] == 1]


def names_of(page: Any, seats: Sequence[int]) -> list[str]:
    """Players by name, the viewer as You."""
    return [page.who(seat) for seat in seats]
