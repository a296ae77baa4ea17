"""Every state of Rollie's board, reached by playing real games, as pages that stand in for the server's."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy, deepcopy
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np
from markupsafe import Markup

from rolltop.games import shelf
from rolltop.games.contract import CHANCE, OVER, SPECTATOR
from rolltop.games.rollie import moves, rules, tell
from rolltop.games.rollie.rules import Phase, R
from rolltop.games.rollie.view import View, breakdown, view
from rolltop.games.telling import Telling
from rolltop.games.words import _

NAMES = ("Fanny", "Clément", "Juliette", "Ulysse", "Bertille", "Maximilian")
KIND = shelf.kind("rollie")
HIDDEN = Markup('<input type="hidden" name="token" value="t"><input type="hidden" name="at" value="9">')
Wish = Callable[["Table"], bool]


class Table:
    """A game played on the uncompiled rules, with what a server would keep beside it."""

    by_hand = False
    asks_back = paused_by = None
    resigned = ()

    def __init__(self, players: int, seed: int = 0, **components: Any) -> None:
        self.players = players
        self.luck = Random(seed)
        boxes = KIND.box(n_players=players)
        for name, value in components.items():
            boxes[0][name] = value
        self.box = shelf.plain(boxes)[0]
        self.history: list[int] = []
        self.moves: dict[int, str] = {}
        self.moment: View | None = None
        self.set_up()

    def set_up(self) -> None:
        self.game = shelf.plain(np.zeros(1, KIND.game_layout))[0]
        rules.set_up(self.game, self.box, self.players)

    @property
    def turn(self) -> int:
        return rules.turn(self.game)

    def see(self, seat: int = SPECTATOR) -> View:
        return view(self.game, self.box, seat)

    def happen(self, outcome: int) -> None:
        if moves.starts_turn(self.game):
            self.moves.clear()
        before = self.see() if self.is_moment(outcome) else None
        self.push(outcome)
        if before:
            self.moment = tell.moment(before, self.see())

    def is_moment(self, outcome: int) -> bool:
        """Will this outcome be one at which everybody stops and looks?"""
        if self.game.phase != Phase.SECOND_DIE:
            return False
        first, second = self.game.dice[0], self.box.dice[1][outcome]
        return first == second or (R not in (first, second) and not self.game.bank[first] + self.game.bank[second])

    def push(self, number: int) -> None:
        """Let the next action or outcome happen."""
        self.history.append(number)
        change = rules.happen if self.turn == CHANCE else rules.play
        change(self.game, self.box, number)

    def run(self) -> "Table":
        """Let luck decide until somebody must choose or the game is over."""
        while self.turn == CHANCE:
            self.happen(self.luck.randrange(rules.outcomes(self.game, self.box)))
        return self

    def play(self, move: str) -> "Table":
        action = moves.action_number(self.game, self.box, self.turn, move)
        assert action is not None and rules.is_legal(self.game, self.box, action), move
        self.moves[self.turn] = move
        self.push(action)
        return self

    def legal(self) -> list[str]:
        return [
            moves.action_text(self.game, self.box, self.turn, action)
            for action in range(rules.N_ACTIONS)
            if rules.is_legal(self.game, self.box, action)
        ]

    def choose(self, boldness: float) -> "Table":
        """A choice as people make them: the more lies in the Bet, the likelier it is secured."""
        at_risk = sum(self.game.players[self.turn].bet)
        takes = self.legal()[:-1]
        secures = not takes or self.luck.random() < at_risk / (at_risk + 10 * boldness)
        return self.play("secure" if secures else self.luck.choice(takes))

    def told(self, last: int) -> list[Telling]:
        """The last events in words, the newest first."""
        twin = copy(self)
        twin.set_up()
        twin.history = []
        lines: list[Telling] = []
        before = None
        for number in self.history:
            twin.push(number)
            if len(twin.history) >= len(self.history) - last:
                after = twin.see()
                lines += tell.tell(before, after) if before else []
                before = after
        return lines[::-1]


def gather(players: int, boldness: float, wanted: Mapping[str, Wish], **components: Any) -> dict[str, Table]:
    """Play games until each of the wanted situations has come about; a copy of the table at each of them."""
    found: dict[str, Table] = {}
    for seed in range(300):
        table = Table(players, seed, **components).run()
        while True:
            for name, is_it in wanted.items():
                if name not in found and is_it(table):
                    found[name] = deepcopy(table)
            if len(found) == len(wanted):
                return found
            if table.turn == OVER:
                break
            table.choose(boldness).run()
    raise LookupError(f"never came about: {wanted.keys() - found.keys()}")


@dataclass
class Page:
    """Stands in for the server's `TablePage`: one table for one viewer."""

    table: Table
    me: int | None
    mode: str = "table"
    wish: str | None = None
    handed_back: str | None = None
    rematch: Sequence[str] = ()
    names: Sequence[str] = NAMES
    gone: Sequence[int] = ()
    bots: Sequence[int] = ()
    guard: bool = True
    sprite_url: str = "/sprite.svg"
    view: View = field(init=False)
    hidden: Markup = HIDDEN
    kind: Any = KIND
    of_edition: str = ""
    url: str = "/t/1"
    waiting: bool = False
    noscript_refresh: bool = False
    can_throw: bool = False
    can_ask: bool = False
    awaits_bot: bool = False
    time_left: None = None
    may_take_back: bool = False
    plays_on: bool = False
    is_host: bool = False
    kept_waiting: None = None
    advice: None = None
    analysis_url: str = "/t/1/analysis"
    throws: Sequence[Sequence[str]] = ()
    correctable: str = ""
    title: str = "Rollie"
    news: str = ""

    def __post_init__(self) -> None:
        self.view = self.table.see(self.seat)

    @property
    def seat(self) -> int:
        """The viewer's seat, or SPECTATOR."""
        return SPECTATOR if self.me is None else self.me

    def __getattr__(self, name: str) -> str:
        if name.endswith("_url"):
            return f"/t/1/{name.removesuffix('_url')}"
        raise AttributeError(name)

    def name(self, seat: int) -> str:
        return self.names[seat]

    def who(self, seat: int) -> str:
        return _("You") if seat == self.me else self.name(seat)

    @property
    def order(self) -> list[int]:
        seats = list(range(len(self.view["players"])))
        return seats if self.me is None else seats[self.me + 1 :] + seats[: self.me]

    def is_bot(self, seat: int) -> bool:
        return seat in self.bots

    def away(self, seat: int) -> bool:
        return seat in self.gone

    def last_move(self, seat: int) -> str | None:
        return self.table.moves.get(seat)

    @property
    def recent(self) -> list[tuple[str, str]]:
        found = []
        for line in self.table.told(8)[:3]:
            text = line.text(self.name)
            name = next((self.name(seat) for seat in line.seats.values() if text.startswith(self.name(seat))), "")
            found.append((name, text[len(name) :].strip()))
        return found

    @property
    def log(self) -> list[tuple[str, bool]]:
        return [(line.text(self.name), line.heading) for line in self.table.told(300)]

    @property
    def moment(self) -> View | None:
        return self.table.moment

    @property
    def over(self) -> bool:
        return self.table.turn == OVER

    @property
    def breakdown(self) -> list[View]:
        return breakdown(self.table.game, self.table.box)

    @property
    def can_play(self) -> bool:
        return self.me is not None and self.table.turn == self.me


# ---- the states ------------------------------------------------------------------------------------------------------


def bills(table: Table, seat: int = 0) -> int:
    return sum(table.game.players[seat].bet)


def has_r(table: Table) -> bool:
    return R in table.game.dice


def is_out(table: Table, seat: int = 0) -> bool:
    return bool(table.game.players[seat].secured)


def fates(table: Table) -> set[str]:
    """How the seats fared at a moment that is still fresh: nobody has chosen since."""
    return {fate["fate"] for fate in table.moment["fates"]} if table.moment and not table.moves else set()


def doubled(table: Table) -> str:
    """What both dice showed at that moment; nothing if they differed."""
    return str(table.moment["dice"][0]) if table.moment and table.moment["double"] else ""


ORDINARY: Mapping[str, Wish] = {
    "any": lambda t: t.turn == 0 and has_r(t) and bills(t) > 3 and t.game.round_no > 2 and is_out(t, 1),
    "two": lambda t: t.turn == 0 and not has_r(t) and bills(t) > 1 and t.game.round_no > 1 and t.game.first == 0,
    "start": lambda t: t.turn == 0 and len(t.history) == 4,
    "early": lambda t: t.turn > 0 and bool(moves.early_actions(t.game, t.box, 0)) and bills(t) > 1,
    "chosen": lambda t: t.turn > 0 and 0 in t.moves and not is_out(t) and bills(t) > 2,
    "secured": lambda t: t.turn > 0 and t.moves.get(0) == "secure" and t.game.round_no > 2,
    "last": lambda t: t.turn > 0 and t.game.round_no == 7 and is_out(t),
    "last-turn": lambda t: t.turn == 0 and t.game.round_no == 7 and bills(t) > 1,
    "over": lambda t: t.turn == OVER,
}
BOLD: Mapping[str, Wish] = {
    "mixed": lambda t: doubled(t) not in ("", "R") and {"crash", "stay"} <= fates(t) and t.turn >= 0,
    "saved": lambda t: doubled(t) not in ("", "R") and {"crash", "safe"} <= fates(t) and t.turn >= 0,
    "r": lambda t: doubled(t) == "R" and "crash" in fates(t) and t.turn >= 0,
    "end": lambda t: t.turn == OVER and bool(t.moment and t.moment["over"]),
}


def states(players: int) -> Iterator[tuple[str, Page]]:
    """The board's states for a number of players: a name and a page each. The viewer sits at 0."""
    at = gather(players, 0.5, ORDINARY)
    yield "turn-any", Page(at["any"], 0, bots=[1])
    yield "turn-two", Page(at["two"], 0)
    yield "turn-first", Page(at["start"], 0)
    yield "turn-handed-back", Page(at["any"], 0, handed_back="take 5")
    early = at["early"]
    first_legal = next(choice["move"] for choice in early.see(0)["choices"] if choice["legal"])
    yield "early", Page(early, 0)
    yield "early-take", Page(early, 0, wish=first_legal)
    yield "early-secure", Page(early, 0, wish="secure")
    yield "early-handed-back", Page(early, 0, handed_back="take -5")
    yield "chosen", Page(at["chosen"], 0)
    yield "away", Page(at["chosen"], 0, gone=[at["chosen"].turn])
    yield "secured", Page(at["secured"], 0)
    yield "spectator", Page(at["secured"], None)
    yield "last-round", Page(at["last"], 0)
    yield "last-turn", Page(at["last-turn"], 0)
    yield "dice-due", Page(before_the_roll(at["chosen"]), 0)
    yield from short_banks(players)
    at = gather(players, 2, BOLD)
    yield "rollie", Page(at["mixed"], 0, "moment")
    yield "rollie-watched", Page(at["mixed"], None, "moment")
    yield "rollie-safe", Page(at["saved"], 0, "moment")
    yield "double-r", Page(at["r"], 0, "moment")
    yield "rollie-last", Page(at["end"], 0, "moment")
    yield from results(players)


def before_the_roll(table: Table) -> Table:
    """The same table after the turn, with luck not yet asked."""
    table = deepcopy(table)
    while table.turn >= 0:
        table.choose(5)
    return table


def short_banks(players: int) -> Iterator[tuple[str, Page]]:
    """Piles that are empty; the editions here have few bills."""
    one: Mapping[str, Wish] = {"": lambda t: t.turn == 0 and t.game.bank[1] == 0 and has_r(t)}
    yield "empty-pile", Page(gather(players, 2, one, bills=[30, 4, 30, 30, 30])[""], 0)
    two: Mapping[str, Wish] = {"": lambda t: t.turn == 0 and bool(t.game.last_round)}
    yield "second-pile-empty", Page(gather(players, 2, two, bills=[30, 3, 3, 30, 30])[""], 0)
    both: Mapping[str, Wish] = {"": lambda t: bool(t.moment and not t.moment["double"])}
    yield "both-empty", Page(gather(players, 9, both, bills=[4, 4, 4, 4, 4])[""], 0, "moment")
    odd: Mapping[str, Wish] = {"": lambda t: t.turn == 0 and bills(t) > 3 and t.game.round_no > 1}
    yield "other-values", Page(gather(players, 1, odd, values=[-10, 1, 3, 25, 100])[""], 0)


def results(players: int) -> Iterator[tuple[str, Page]]:
    """The end."""
    over = gather(players, 0.5, {"over": ORDINARY["over"]})["over"]
    yield "result", Page(over, 0, "result", rematch=NAMES[1 : min(3, players)])
    yield "result-watched", Page(over, None, "result")
    shared = ended([[0, 0, 0, 0, 4 - (seat > 1)] for seat in range(players)], [(n,) for n in range(1, players + 1)])
    yield "result-shared", Page(shared, 0, "result")
    names = ("Ulysse", "Clément", "Juliette", "Fanny", *NAMES[4:])
    yield "result-tie", Page(rulebook_example(players), players - 1, "result", names=names)


def ended(wallets: Sequence[Sequence[int]], tokens: Sequence[Sequence[int]]) -> Table:
    """A game that has ended with given Wallets and Start tokens."""
    table = Table(len(wallets))
    table.game.phase, table.game.round_no = Phase.GAME_OVER, 7
    for seat, (wallet, held) in enumerate(zip(wallets, tokens, strict=True)):
        table.game.players[seat].wallet[:] = wallet
        for token in held:
            table.game.token_at[token - 1] = seat
    return table


def rulebook_example(players: int) -> Table:
    """The scoring on the rulebook's last page, with fewer or more players if need be."""
    wallets = [[5, 3, 1, 7, 1], [3, 3, 5, 5, 8], [5, 0, 4, 0, 4], [0, 6, 5, 7, 5], [5, 3, 5, 7, 1], [1, 3, 5, 0, 2]]
    return ended(wallets[:players], [(5, 6), (), (7,), (), (), ()][:players])
