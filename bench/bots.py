"""How well the sensible bot plays: Roll Estate alone at each level, and one among random players in every game."""

from bench.rows import Row
from rolltop.bots.arena import play_games
from rolltop.games import shelf
from rolltop.games.shelf import Kind

SOLO = "roll_estate"
LEVELS = ("easy", "medium", "hard", "perfect")


def measure(seconds: float, games: int = 10_000) -> list[Row]:
    """Per cent of so many games won; how long that takes does not depend on `seconds`."""
    estate = shelf.kind(SOLO)
    rows = [Row(f"{estate.title} alone, {level}", alone(estate, level, games), "% won") for level in LEVELS]
    for kind in shelf.kinds().values():
        for n_players in kind.players:
            if n_players > 1:
                rows += among_random(kind, n_players, games)
    return rows


def alone(kind: Kind, level: str, games: int) -> float:
    """Games won alone, per cent."""
    boxes = kind.box(options={"level": level}, n_players=1)
    return 100 * play_games(kind, ["sensible"], games, seed=1, boxes=boxes).share(0)


def among_random(kind: Kind, n_players: int, games: int) -> list[Row]:
    """Games won by one sensible bot among random ones; its mean score beside theirs."""
    found = play_games(kind, ["sensible", *["random"] * (n_players - 1)], games, seed=1)
    mine, theirs = found.mean(0), found.mean(1)
    name = f"{kind.title}, {n_players} players"
    return [
        Row(f"{name}: one among random ones", 100 * found.share(0), "% won"),
        Row(f"{name}: its mean score", mine, "points", "a random one's", theirs, mine / theirs if theirs else None),
    ]
