"""What happened at Peekaboo, in words."""

from typing import Any

from rolltop.games.telling import Telling


def tell(before: dict[str, Any], after: dict[str, Any]) -> list[Telling]:
    if after["phase"] == "GAME_OVER":
        return [Telling("All cards are shown.")]
    return [Telling("%(who)s has acted.", seats={"who": before["chooser"]})]
