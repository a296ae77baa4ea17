"""Ways to play Rolimã that reach its rare branches, and what the conformance suite should know of it."""

from typing import Any


def may_reveal(text: str) -> bool:
    """The last cheer under Hush turns all cheers up, and the one that ends the race all bets."""
    return text.startswith("cheer ")


def recount(row: dict[str, Any]) -> int:
    """A total, added up anew."""
    return sum(int(bet["card"]["gum"] * bet["factor"]) for bet in row["bets"]) + sum(
        int(gum["factor"]) for gum in row["gum"]
    )
