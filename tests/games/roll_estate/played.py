"""Games to draw and print: from the first roll to the last turn, played as people play."""

from functools import cache
from random import Random

from rolltop.play.game import Game

NAMES = ("Ann", "Bo", "Mira")


@cache
def games(players: int) -> dict[str, Game]:
    """A game of so many players as it was in the beginning, in the middle of a turn, and at the end."""
    luck, found = Random(1), {}
    options = {"level": "hard"} if players == 1 else {}
    game = Game("roll_estate", NAMES[:players], seed=1, options=options)
    found["first-roll"] = game.copy()
    while not game.is_over:
        if game.view()["round"] == 9 and game.view()["roll"] == 2:
            found.setdefault("second-roll", game.copy())
        game.play(choose(game, luck))
    return {**found, "over": game}


def choose(game: Game, luck: Random) -> str:
    """Roll again half of the time, for more of the face that is there most; else take what brings most."""
    view = game.view()
    claims = [claim for claim in view["claims"] if claim["kind"] != "lose"]
    if view["rolls_left"] and (not claims or luck.random() < 0.5):
        best = max(range(1, 7), key=view["dice"].count)
        return " ".join(["hold", *[str(best)] * min(4, view["dice"].count(best))])
    return str(max(view["claims"], key=lambda claim: claim["now"] + luck.random() * 20)["move"])
