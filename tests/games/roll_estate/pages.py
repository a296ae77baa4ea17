"""Every state of Roll Estate's board, reached by playing, as pages of the server's own making, without a server."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

import jinja2

from rolltop.games.contract import CHANCE
from rolltop.play.game import Game
from rolltop.server.guests import Guest
from rolltop.server.pages import TablePage, environment, static_files
from rolltop.server.store import Event
from rolltop.server.table import Table

NAMES = ("Ann", "Bo", "Mira", "Ulysse", "Bertille", "Maximilian")
LONG_NAMES = ("Wolfeschlegelsteinhausen", "Бо Великолепный", "Mmmmmmmmmmmmmmmmmmmmmmmm", "<b>Eve</b>", "Ö", "Ann Two")
View = dict[str, Any]
Wanted = Mapping[str, Callable[[View], bool]]


# ---- playing ---------------------------------------------------------------------------------------------------------


def choose(game: Game, luck: Random, patience: float) -> str:
    """A choice as people make them: roll on for a while, then what brings most, with a liking for full rows."""
    view = game.view(game.turn)
    holds = [move for move in game.legal_moves if move.startswith("hold")]
    claims = [claim for claim in view["claims"] if claim["kind"] != "lose"]
    if holds and (not claims or luck.random() < patience):
        best = max(range(1, 7), key=view["dice"].count)
        return " ".join(["hold", *[str(best)] * min(4, view["dice"].count(best))])
    return str(max(view["claims"], key=lambda claim: claim["now"] + luck.random() * 20)["move"])


def gather(players: int, wanted: Wanted, patience: float = 0.5, tries: int = 200, **more: Any) -> dict[str, Game]:
    """Play games until each of the wanted situations has come about; the game at each of them."""
    found: dict[str, Game] = {}
    for seed in range(tries):
        luck, game = Random(seed), Game("roll_estate", list(NAMES[:players]), seed=seed, **more)
        while True:
            view = game.view()
            for name, is_it in wanted.items():
                if name not in found and is_it(view):
                    found[name] = game.copy()
            if game.is_over or len(found) == len(wanted):
                break
            game.play(choose(game, luck, patience))
        if len(found) == len(wanted):
            return found
    raise LookupError(f"never came about: {wanted.keys() - found.keys()}")


def table_of(game: Game, names: tuple[str, ...] = NAMES, bots: tuple[int, ...] = ()) -> Table:
    """The server's table at which this game was played."""
    table = Table("1", b"secret")
    seats = [
        {"name": name, "bot": "random"} if seat in bots else {"name": name, "guest": f"guest-{seat}"}
        for seat, name in enumerate(names[: game.n_players])
    ]
    setting = {
        "game": "roll_estate", "edition": game.edition.name, "options": game.options, "digest": game.edition.digest,
        "public": False, "pace": "easy", "dice": "fair",
    }  # fmt: skip

    def apply(kind: str, **data: Any) -> None:
        table.apply(Event(table.length, kind, data, 0.0))

    apply("created", seats=seats, **setting)
    work = table.new_game()

    def luck() -> list[int]:
        came: list[int] = []
        while work.turn == CHANCE and len(work.history) < len(game.history):
            came.append(game.history[len(work.history)])
            work.push(came[-1])
        return came

    apply("started", then=luck())
    while len(work.history) < len(game.history):
        seat, action = work.turn, game.history[len(work.history)]
        work.push(action)
        apply("played", seat=seat, action=action, then=luck())
    if game.is_over:
        apply("finished", secret="00")
    return table


def page_of(game: Game, me: int | None, rematch: tuple[str, ...] = (), **more: Any) -> TablePage:
    """The page of one viewer."""
    guest = Guest(f"guest-{me}" if me is not None else "nobody", "Ann")
    return TablePage(table_of(game, **more), guest, "t", list(rematch))


# ---- states ----------------------------------------------------------------------------------------------------------


def claims(view: View, kind: str) -> list[View]:
    return [claim for claim in view["claims"] if claim["kind"] == kind]


def rounds(view: View) -> int:
    return int(view["round"])


MANY: Wanted = {
    "first-roll": lambda v: rounds(v) == 1 and v["roll"] == 1,
    "second-roll": lambda v: rounds(v) == 9 and v["roll"] == 2 and any(v["kept"]) and len(v["claims"]) > 5,
    "last-roll": lambda v: rounds(v) == 9 and v["roll"] == 3 and len(v["claims"]) > 3,
    "opens": lambda v: any(claim["opens"] is not None for claim in v["claims"]) and v["roll"] == 2,
    "nothing-fits": lambda v: v["nothing_fits"] and v["roll"] == 3 and len(v["claims"]) > 1,
    "index": lambda v: bool(claims(v, "index")),
    "last-turns": lambda v: v["last_turns"],
    "over": lambda v: v["phase"] == "over",
}
ALONE: Wanted = {
    "solo-first": lambda v: rounds(v) == 1,
    "solo-late": lambda v: rounds(v) == 20 and v["roll"] == 1,
    "solo-late-claim": lambda v: rounds(v) > 14 and v["roll"] == 3 and bool(v["claims"]),
    "solo-lost": lambda v: v["phase"] == "over",
}


@cache
def games(players: int) -> dict[str, Game]:
    """Games in all states for a number of players."""
    if players == 1:
        return gather(1, ALONE, options={"level": "hard"})
    return gather(players, MANY)


def states(players: int) -> Iterator[tuple[str, TablePage]]:
    """All states as pages: of who is on turn, and of others."""
    for name, game in games(players).items():
        on_turn = game.turn if game.turn >= 0 else 0
        yield name, page_of(game, on_turn)
        if players > 1 and name in ("second-roll", "last-turns"):
            yield f"{name}-other", page_of(game, (on_turn + 1) % players, bots=(on_turn,))
            yield f"{name}-watched", page_of(game, None)
        if name == "over":
            yield "over-rematch", page_of(game, players - 1, NAMES[:1])
            yield "over-watched", page_of(game, None)
    if players > 1:
        yield "long-names", page_of(games(players)["over"], 0, names=LONG_NAMES)
        late = games(players)["last-turns"]
        yield "long-names-turn", page_of(late, late.turn, names=LONG_NAMES)


# ---- pages -----------------------------------------------------------------------------------------------------------


@cache
def templates() -> jinja2.Environment:
    """The server's templates."""
    return environment()


def board(page: TablePage, env: jinja2.Environment | None = None) -> str:
    """The part of a page that is the game's own."""
    macros: Any = (env or templates()).get_template("games/roll_estate/board.html").module
    return str(macros.bar(page)) + str(getattr(macros, page.mode)(page))


def document(page: TablePage) -> str:
    """The whole page."""
    return templates().get_template("table.html").render(page=page, table=page.table, version="1", seat_link="/x")


def assets() -> dict[str, tuple[str, str]]:
    """The files that pages ask for: path to text and type."""
    wanted = ("site.css", "live.js", "icon.svg", "games/roll_estate/board.css", "games/roll_estate/sprite.svg")
    return {
        f"/static/{name}": (file.body.decode(), file.media_type) for name in wanted for file in [static_files()[name]]
    }
