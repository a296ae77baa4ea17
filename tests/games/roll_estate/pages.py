"""Every state of Roll Estate's board, reached by playing, as pages of the server's own making, without a server."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import jinja2

from rolltop.games import shelf
from rolltop.games.contract import CHANCE
from rolltop.games.roll_estate.view import view
from rolltop.play.game import Game
from rolltop.server.guard.guests import Guest
from rolltop.server.hall.table import Table
from rolltop.server.storage.store import Event
from rolltop.server.web.pages import TablePage, environment, static_files
from tests.games.by_hand import ANN, Start
from tests.games.roll_estate.position import ROWS, Position, X

KIND = shelf.kind("roll_estate")
NAMES = ("Ann", "Bo", "Mira", "Ulysse", "Bertille", "Maximilian")
LONG_NAMES = ("Wolfeschlegelsteinhausen", "Бо Великолепный", "Mmmmmmmmmmmmmmmmmmmmmmmm", "<b>Eve</b>", "Ö", "Ann Two")
View = dict[str, Any]
Wanted = Mapping[str, Callable[[View], bool]]


# ---- playing ---------------------------------------------------------------------------------------------------------


def choose(view: View, luck: Random, patience: float) -> str:
    """A choice as people make them: roll on for a while, then what brings most, but not always."""
    claims = [claim for claim in view["claims"] if claim["kind"] != "lose"]
    if view["rolls_left"] and (not claims or luck.random() < patience):
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
            game.play(choose(view, luck, patience))
        if len(found) == len(wanted):
            return found
    raise LookupError(f"never came about: {wanted.keys() - found.keys()}")


def seated(players: int, options: Mapping[str, str], dice: str = "fair") -> Table:
    """A table at which everybody has sat down."""
    table = Table("1", b"secret")
    seats = [{"name": name, "guest": f"guest-{seat}"} for seat, name in enumerate(NAMES[:players])]
    edition = KIND.edition()
    setting = {
        "game": KIND.name, "edition": edition.name, "options": options, "digest": edition.digest,
        "public": False, "pace": "easy", "dice": dice, "host": "guest-0",
    }  # fmt: skip
    table.apply(Event(0, "created", {"seats": seats, **setting}, 0.0))
    return table


def table_of(game: Game) -> Table:
    """The server's table at which this game was played."""
    table = seated(game.n_players, game.options)
    work = table.new_game()

    def apply(kind: str, **data: Any) -> None:
        table.apply(Event(table.length, kind, data, 0.0))

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


def page_of(
    table: Table, me: int | None, names: Sequence[str] = NAMES, bots: Sequence[int] = (), rematch: Sequence[str] = ()
) -> TablePage:
    """The page of one viewer."""
    table = table.fork()
    for seat, name in enumerate(names[: len(table.seats)]):
        table.seats[seat] = replace(table.seats[seat], name=name, bot="random" if seat in bots else "")
    return TablePage(table, Guest(f"guest-{me}" if me is not None else "nobody", "Ann"), "t", list(rematch))


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
CROWDED = ("second-roll", "last-turns", "over")  #: what is looked at with many players
ALONE: Wanted = {
    "solo-first": lambda v: rounds(v) == 1,
    "solo-late": lambda v: rounds(v) == 20 and v["roll"] == 1,
    "solo-late-claim": lambda v: rounds(v) > 14 and v["roll"] == 3 and bool(v["claims"]),
    "solo-lost": lambda v: v["phase"] == "over",
}


@cache
def tables(players: int) -> dict[str, Table]:
    """Tables in all states for a number of players."""
    wanted = {name: MANY[name] for name in CROWDED} if players > 3 else MANY
    found = gather(1, ALONE, options={"level": "hard"}) if players == 1 else gather(players, wanted)
    return {name: table_of(game) for name, game in found.items()}


def states(players: int) -> Iterator[tuple[str, TablePage]]:
    """All states as pages: of who is on turn, and of others."""
    for name, table in tables(players).items():
        on_turn = max(0, table.turn)
        yield name, page_of(table, on_turn)
        if players > 1 and name in ("second-roll", "last-turns"):
            yield f"{name}-other", page_of(table, (on_turn + 1) % players, bots=[on_turn])
            yield f"{name}-watched", page_of(table, None)
            yield f"{name}-long-names", page_of(table, on_turn, LONG_NAMES)
            yield f"{name}-long-names-other", page_of(table, (on_turn + 1) % players, LONG_NAMES)
        if name == "over":
            yield "over-rematch", page_of(table, players - 1, rematch=NAMES[:1])
            yield "over-watched", page_of(table, None)
            yield "over-long-names", page_of(table, 0, LONG_NAMES)
    yield from laid_states(players)


def laid_states(players: int) -> Iterator[tuple[str, TablePage]]:
    """States that are put together by hand."""
    if players == 1:
        won = START(1).lay(businesses=dict.fromkeys(ROWS, 0), routes=ALL_ROUTES, jackpot=[0], over=True)
        yield "solo-won", laid(won, 0, "result")
    if players == 2:
        yield "draw-lots", thrown_by_hand()
        yield "throw", thrown_by_hand([0])
        yield "tie", tie(sheets={0: {"ones": [1, 2], "twos": [4]}, 1: {"twos": [4, 8]}})
        yield "shared", tie()
    if players == 6:
        yield "wide", wide()


# ---- positions put together by hand ----------------------------------------------------------------------------------

START = Start(Position, KIND, compiled=False)
WIDE: dict[str, Any] = {
    "neighborhoods": [f"Grand Boulevard {n}" for n in range(1, 9)] + ["Donaudampfschiff", "Rue"],
    "dice": [1, 2, 3, 4, 5, 6, 3, "triple", "quadruple", "quintuple"],
    "rentals": [4, 4, 4, 4, 4, 4, 4, 4, 3, 1],
    "rental_value": [10, 20, 20, 25, 30, 35, 40, 45, 100, 1000],
    "first_business": ["Departments"] * 10,
    "first_business_value": [1000] * 10,
    "second_business": ["Haberdashery"] * 10,
    "second_business_value": [999] * 10,
    "route_names": ["Transsiberia", "Q", "Hogwarts", "Orient"],
    "jackpot": 1000,
}  #: as much as fits on a sheet
ALL_ROUTES = {"any": 0, "1234": 0, "2345": 0, "3456": 0}


def laid(position: Position, me: int | None, mode: str = "table") -> TablePage:
    """A page that shows a position put together by hand."""
    n_players = len(position.totals)
    page = page_of(table_of(Game("roll_estate", n_players, seed=1)), me)
    page.view = view(position.game, position.box, page.seat)
    page.can_play = me is not None and position.chooser == me
    page.over, page.mode = mode == "result", mode
    return page


def tie(**more: Any) -> TablePage:
    """The result of two players who have the same total."""
    return laid(START(2).lay(over=True, **more), 0, "result")


def wide() -> TablePage:
    """The largest sheet there can be, six players, and a choice."""
    sheets = {seat: {"ones": [1, 2, 0, 5], "fours": [4, 8, 12, 16], "threes": [3, X, X, X]} for seat in range(6)}
    position = START(6, **WIDE).lay(sheets=sheets, businesses={"fours": [0, 1]}, routes={"any": 2}, jackpot=[1])
    return laid(position.throws(2, 3, 4, 5, 6), ANN)


def thrown_by_hand(*throws: list[int]) -> TablePage:
    """A table where the players throw, after these outcomes."""
    table = seated(2, {}, dice="hand")
    table.apply(Event(table.length, "started", {"then": []}, 0.0))
    for outcomes in throws:
        table.apply(Event(table.length, "thrown", {"seat": 0, "outcomes": outcomes}, 0.0))
    return TablePage(table, Guest("guest-0", "Ann"), "t", [])


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
