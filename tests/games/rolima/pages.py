"""Every state of Rolimã's board, reached by playing, as pages of the server's own making, without a server."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import jinja2

from rolltop.games.contract import SPECTATOR
from rolltop.games.rolima.moves import HILLS
from rolltop.play.game import Game
from rolltop.server.guard.guests import Guest
from rolltop.server.hall.table import Table
from rolltop.server.web.pages import TablePage, environment, static_files
from tests.server.worlds import table_of

NAMES = ("Ann", "Bo", "Mira", "Ulysse", "Bertille", "Maximilian")
LONG_NAMES = ("Wolfeschlegelsteinhausen", "Бо Великолепный", "Mmmmmmmmmmmmmmmmmmmmmmmm", "<b>Eve</b>", "Ö", "Ann Two")
View = dict[str, Any]
Wanted = Mapping[str, Callable[[View], bool]]
FIRST_HILL = {key: {"hill_1": key} for key in HILLS}


# ---- playing ---------------------------------------------------------------------------------------------------------


def gather(players: int, wanted: Wanted, tries: int = 60, **more: Any) -> dict[str, Game]:
    """Play games until each of the wanted situations has come about; the game at each of them."""
    found: dict[str, Game] = {}
    for seed in range(tries):
        luck, game = Random(seed), Game("rolima", list(NAMES[:players]), seed=seed, **more)
        while True:
            view = game.view(max(SPECTATOR, game.turn) if game.turn >= 0 else SPECTATOR)
            for name, is_it in wanted.items():
                if name not in found and is_it(view):
                    found[name] = game.copy()
            if game.is_over or len(found) == len(wanted):
                break
            game.play(luck.choice(game.legal_moves))
        if len(found) == len(wanted):
            return found
    raise LookupError(f"never came about: {wanted.keys() - found.keys()}")


def played(view: View) -> int:
    return sum(player["played"] is not None for player in view["players"])


def taken(view: View) -> int:
    return sum(player["took"] is not None for player in view["players"])


def some(view: View) -> int:
    """Half of the players."""
    return len(view["players"]) // 2


RACE: Wanted = {
    "first-cheer": lambda v: v["round"] == 1 and v["phase"] == "cheer",
    "cheer": lambda v: v["round"] > 4 and v["active_section"] > 1 and v["phase"] == "cheer" and played(v) == some(v),
    "draft": lambda v: v["round"] > 4 and v["active_section"] > 1 and v["phase"] == "draft" and taken(v) == some(v),
    "over": lambda v: v["phase"] == "over",
}
MODES: Wanted = {
    "gum": lambda v: v["phase"] == "gum" and len(v["gum_free"]) < 3,
    "zero-ten": lambda v: v["phase"] == "cheer" and any(held and held["card"]["zero_ten"] for held in v["hand"]),
    "modes-draft": lambda v: v["phase"] == "draft" and len(v["gum_free"]) < 3,
    "modes-over": lambda v: v["phase"] == "over",
}


def under(key: str) -> Wanted:
    """A hill card face up: in the cheer, and in the draft where it matters."""
    half = {f"{key}-cheer": lambda v: v["active"] == key and v["phase"] == "cheer" and acted(v) == some(v)}
    if key in ("blind_market", "upside_down_draft", "slipstream", "bumper", "shortcut", "pothole"):
        half[f"{key}-draft"] = lambda v: v["active"] == key and v["phase"] == "draft" and taken(v) == some(v)
    return half


def acted(view: View) -> int:
    return sum(player["played"] is not None or player["laid"] for player in view["players"])


@cache
def tables(players: int) -> dict[str, Table]:
    """Tables in all states for a number of players."""
    found = gather(players, RACE)
    if players in (2, 4, 6):
        found |= gather(players, MODES, options={"gum_cards": "yes", "zero_ten": "yes"})
    if players == 4:
        for key in HILLS:
            found |= gather(players, under(key), options=FIRST_HILL[key])
        plain = {"no-hills": RACE["draft"]} | {"no-hills": lambda v: v["round"] > 5 and v["phase"] == "cheer"}
        found |= gather(players, plain, options={"hill_rules": "no", "race": "three"})
        aid = {"memory-aid": lambda v: v["round"] > 6 and v["phase"] == "cheer" and played(v) == 2}
        found |= gather(players, aid, options={"memory_aid": "yes"})
    return {name: table_of(game) for name, game in found.items()}


def states(players: int) -> Iterator[tuple[str, TablePage]]:
    """All states as pages: of who is on turn, and of others."""
    for name, table in tables(players).items():
        on_turn = max(0, table.turn)
        yield name, page_of(table, on_turn)
        if name in ("cheer", "draft", "gum"):
            yield f"{name}-other", page_of(table, (on_turn + 1) % players, bots=[on_turn])
            yield f"{name}-watched", page_of(table, None)
            yield f"{name}-long-names", page_of(table, on_turn, LONG_NAMES)
        if name == "over":
            yield "over-rematch", page_of(table, players - 1, rematch=NAMES[:1])
            yield "over-watched", page_of(table, None)
            yield "over-long-names", page_of(table, 0, LONG_NAMES)


def page_of(
    table: Table, me: int | None, names: Sequence[str] = NAMES, bots: Sequence[int] = (), rematch: Sequence[str] = ()
) -> TablePage:
    """The page of one viewer."""
    table = table.fork()
    for seat, name in enumerate(names[: len(table.seats)]):
        table.seats[seat] = replace(table.seats[seat], name=name, bot="random" if seat in bots else "")
    return TablePage(table, Guest(f"guest-{me}" if me is not None else "nobody", "Ann"), "t", list(rematch))


# ---- pages -----------------------------------------------------------------------------------------------------------


@cache
def templates() -> jinja2.Environment:
    """The server's templates."""
    return environment()


def board(page: TablePage, env: jinja2.Environment | None = None) -> str:
    """The part of a page that is the game's own."""
    macros: Any = (env or templates()).get_template("games/rolima/board.html").module
    return str(macros.bar(page)) + str(getattr(macros, page.mode)(page))


def document(page: TablePage) -> str:
    """The whole page."""
    return templates().get_template("table.html").render(page=page, table=page.table, version="1", seat_link="/x")


def assets() -> dict[str, tuple[str, str]]:
    """The files that pages ask for: path to text and type."""
    wanted = ("site.css", "live.js", "icon.svg", "games/rolima/board.css", "games/rolima/sprite.svg")
    return {
        f"/static/{name}": (file.body.decode(), file.media_type) for name in wanted for file in [static_files()[name]]
    }
