"""Our bots against OpenSpiel's searches, two players: ``python -m bench.matches GAME [--ours BOT] [--time-factor N]``.

Games are played in pairs, with the same luck and seats exchanged. Time is the process's time on a processor. The peer
gets so many simulations for a move as fit into the mean time of our bot's moves (times the factor); how many those are
is found in every position by a short search that is not counted. Moves without a choice are made for both.

Where all is open the peer is OpenSpiel's `MCTSBot` in C++. Where something is hidden it is its information-set search
in Python: the one in C++ wants states dealt anew, which it does not ask of a game in Python. Both play out at random by
OpenSpiel's own loop over the game in Python; or with `--compiled` by ours, which gives them ten times the simulations.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Annotated

import numpy as np
import typer
from rich.progress import track

from bench.rows import readable
from rolltop.bots import choosing, levels, skills
from rolltop.games import shelf
from rolltop.games.errors import BadOption, RolltopError
from rolltop.games.luck import seeded
from rolltop.games.shelf import Kind
from rolltop.lab.standings import wilson

if TYPE_CHECKING:
    from bench.openspiel_games import Game, State

BEGIN, END = "<!-- python -m bench.matches --docs begins -->\n", "<!-- ends -->\n"
HEAD = (
    "Game", "Ours", "Theirs", "Thinking", "Games", "Ours won", "95 %", "ms a move", "theirs", "simulations", "theirs",
)  # fmt: skip
NAMED = 4  #: the first columns say which match it is
PLAYERS = 2
PROBE = 16  #: the short search has this part of the simulations of the last search
FEWEST, MEMORY, SHORTEST = 2, 500, 1e-7  #: simulations; megabytes; seconds
MOST_SEEDS = 1 << 30


# ---- players ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Effort:
    """What a player spent on its moves."""

    moves: int = 0
    seconds: float = 0.0
    simulations: int = 0

    def __add__(self, other: "Effort") -> "Effort":
        return Effort(self.moves + other.moves, self.seconds + other.seconds, self.simulations + other.simulations)

    @property
    def pace(self) -> float:
        """Seconds a move."""
        return self.seconds / max(1, self.moves)


class Ours:
    """One of our bots, by name; with another number of playouts than it has by itself, if wanted."""

    def __init__(self, kind: Kind, name: str, playouts: int | None, seed: int) -> None:
        self.kind, self.effort, self.lucks = kind, Effort(), seeded(seed)
        self.skills = levels.skills_of(kind, [name])
        if playouts is not None:
            if not self.skills[0]["playouts"]:
                raise BadOption("%(name)s does not search, so it has no simulations to set", name=name)
            self.skills["playouts"] = playouts
        choosing.get_ready(kind, skills.search(self.skills))
        self.desk = skills.desk(kind, self.skills)

    def choose(self, state: "State") -> int:
        """An action, given what the seat to choose sees."""
        seen, boxes = state.position.seen(state.position.turn), state.position.rules.boxes
        began = process_time()
        duel = choosing.duel(self.kind, skills.search(self.skills))
        action = int(duel.choose(seen, boxes, self.lucks, self.desk, 0))
        self.effort += Effort(1, process_time() - began, int(self.skills[0]["playouts"]))
        return action


#: a state and a number of simulations; the action, and how many were made
Search = Callable[["State", int], tuple[int, int]]


class Theirs:
    """A search of the peer's; it gets a number of simulations for a move, or else a number of seconds."""

    def __init__(self, search: Search, simulations: int | None, seconds: Callable[[], float]) -> None:
        self.search, self.simulations, self.seconds = search, simulations, seconds
        self.last, self.due, self.effort = 0, 0.0, Effort()

    def choose(self, state: "State") -> int:
        """An action, after so much thinking."""
        simulations = self.simulations or self.affordable(state)
        began = process_time()
        action, self.last = self.search(state, simulations)
        self.effort += Effort(1, process_time() - began, self.last)
        return action

    def affordable(self, state: "State") -> int:
        """How many simulations there is time for; less if the moves so far took longer than they should have."""
        overrun = min(max(self.effort.seconds / self.due, 0.5), 2.0) if self.due else 1.0
        self.due += self.seconds()
        began = process_time()
        _action, made = self.search(state, max(FEWEST, self.last // PROBE))
        return max(FEWEST, round(self.seconds() / overrun * made / max(process_time() - began, SHORTEST)))


def mcts(game: "Game", uct_c: float, compiled: bool, seed: int) -> Search:
    """OpenSpiel's `MCTSBot` in C++ with its `RandomRolloutEvaluator`."""
    import pyspiel

    seeds = random.Random(seed)

    def search(state: "State", simulations: int) -> tuple[int, int]:
        evaluator = pyspiel.RandomRolloutEvaluator(1, seeds.randrange(MOST_SEEDS))
        bot = pyspiel.MCTSBot(game, evaluator, uct_c, simulations, MEMORY, True, seeds.randrange(MOST_SEEDS), False)
        with game.playing_out(state if compiled else None):
            root = bot.mcts_search(state)
        return root.best_child().action, root.explore_count

    return search


def ismcts(game: "Game", uct_c: float, compiled: bool, seed: int) -> Search:
    """OpenSpiel's `ISMCTSBot` in Python with its `RandomRolloutEvaluator`."""
    from open_spiel.python.algorithms.ismcts import ISMCTSBot
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

    luck = np.random.RandomState(seed)
    evaluator = RandomRolloutEvaluator(1, luck)

    def search(state: "State", simulations: int) -> tuple[int, int]:
        bot = ISMCTSBot(game, evaluator, uct_c, simulations, random_state=luck)
        with game.playing_out(state if compiled else None):
            return int(bot.step(state)), simulations

    return search


SEARCHES = {"mcts": mcts, "ismcts": ismcts}


# ---- matches ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Terms:
    """Who plays whom at what, and how long they may think."""

    game: str
    ours: str = "master"
    time_factor: float = 1.0
    simulations: int | None = None  #: a move, for both; instead of time
    compiled: bool = False
    uct_c: float = 2.0

    @property
    def kind(self) -> Kind:
        """The game."""
        return shelf.kind(self.game)

    @property
    def search(self) -> str:
        """The peer's search: one that does not look at what is hidden."""
        from bench.openspiel_games import hides

        return "ismcts" if hides(self.kind) else "mcts"

    @property
    def thinking(self) -> str:
        """In words."""
        if self.simulations:
            return f"{self.simulations} simulations each"
        return "equal time" if self.time_factor == 1 else f"theirs {self.time_factor:g} × the time"


@dataclass(frozen=True)
class Score:
    """What came out; a shared win is half a win."""

    games: int = 0
    wins: float = 0.0
    ours: Effort = Effort()
    theirs: Effort = Effort()

    def __add__(self, other: "Score") -> "Score":
        return Score(
            self.games + other.games, self.wins + other.wins, self.ours + other.ours, self.theirs + other.theirs
        )

    @property
    def share(self) -> float:
        """The part of the games that ours won."""
        return self.wins / self.games

    def interval(self) -> tuple[float, float]:
        """Where the true share lies with 95 %, as if all games were independent; pairs with the same luck are surer."""
        found = wilson(self.share, self.games)
        return found.low, found.high


def play_match(terms: Terms, n_pairs: int, seed: int = 0, jobs: int = 1) -> Iterator[Score]:
    """Play pairs of games in so many processes; the score of each pair."""
    pairs = range(seed, seed + n_pairs)
    if jobs == 1:
        yield from map(partial(play_pair, terms), pairs)
    else:
        with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
            yield from pool.map(partial(play_pair, terms), pairs)


def play_pair(terms: Terms, pair: int) -> Score:
    """Two games with the same luck, which the number of the pair is the seed of."""
    game, before = new_game(terms.game), usual_effort(terms)
    ours = Ours(terms.kind, terms.ours, terms.simulations, pair)
    search = SEARCHES[terms.search](game, terms.uct_c, terms.compiled, pair)
    theirs = Theirs(search, terms.simulations, lambda: terms.time_factor * (before + ours.effort).pace)
    wins = play_game(game, [ours, theirs], pair)[0] + play_game(game, [theirs, ours], pair)[1]
    return Score(PLAYERS, wins, ours.effort, theirs.effort)


def play_game(game: "Game", players: Sequence[Ours | Theirs], seed: int) -> list[float]:
    """One game; each seat's part of the win."""
    state, luck = game.new_initial_state(), random.Random(seed)
    while not state.is_terminal():
        if state.is_chance_node():
            action = luck.randrange(len(state.chance_outcomes()))
        else:
            legal = state.legal_actions()
            action = legal[0] if len(legal) == 1 else players[state.current_player()].choose(state)
        state.apply_action(action)
    shares: list[float] = state.position.shares().tolist()
    return shares


def new_game(name: str) -> "Game":
    """The game for OpenSpiel, with two players."""
    import pyspiel

    from bench.openspiel_games import prefixed

    game: Game = pyspiel.load_game(f"{prefixed(shelf.kind(name))}(players={PLAYERS})")
    return game


@cache
def usual_effort(terms: Terms) -> Effort:
    """What our bot spends on a game against itself. All that a match compiles is compiled before."""
    game = new_game(terms.game)
    search = SEARCHES[terms.search](game, terms.uct_c, terms.compiled, 0)
    peer = Theirs(search, FEWEST, lambda: 0.0)
    play_game(game, [peer, peer], 0)
    ours = Ours(terms.kind, terms.ours, terms.simulations, 0)
    play_game(game, [ours, ours], 0)
    return ours.effort


# ---- the command -----------------------------------------------------------------------------------------------------


app = typer.Typer(pretty_exceptions_enable=False, add_completion=False)


@app.command()
def main(
    game: Annotated[str, typer.Argument(help="a game of the shelf")],
    ours: Annotated[str, typer.Option(help="our bot")] = "master",
    time_factor: Annotated[float, typer.Option(min=0.01, help="how many times our thinking time theirs gets")] = 1.0,
    simulations: Annotated[int | None, typer.Option(min=2, help="so many a move for both, instead of time")] = None,
    compiled: Annotated[bool, typer.Option("--compiled", help="our compiled playouts for their search")] = False,
    uct_c: Annotated[float, typer.Option(min=0, help="how much their search explores")] = 2.0,
    games: Annotated[int, typer.Option(min=2, help="to be played, in pairs")] = 100,
    seed: Annotated[int, typer.Option(min=0, help="of the first pair's luck")] = 0,
    jobs: Annotated[int, typer.Option(min=1, help="processes")] = 1,
    docs: Annotated[Path | None, typer.Option(help="put the line into the table of this Markdown file")] = None,
) -> None:
    """Play a match and print what came out."""
    text = docs.read_text(encoding="utf-8") if docs is not None else BEGIN + END
    if text.find(BEGIN) < 0 or text.find(END, text.find(BEGIN)) < 0:
        raise typer.BadParameter(f"--docs: expected a file with the lines {BEGIN.strip()} and {END.strip()}")
    try:
        terms = Terms(shelf.kind(game).name, ours, time_factor, simulations, compiled, uct_c)
        levels.check(ours)
        pairs = play_match(terms, games // PLAYERS, seed, jobs)
        score = sum(track(pairs, total=games // PLAYERS, description=terms.thinking, transient=True), Score())
    except RolltopError as error:
        raise typer.BadParameter(str(error)) from None
    except ImportError as error:
        raise typer.BadParameter(f"{error}: pip install -e .[bench]") from None
    found = cells(terms, score)
    for title, cell in zip(HEAD, found, strict=True):
        print(f"{title:12} {cell}")
    if docs is not None:
        docs.write_text(with_line(docs.read_text(encoding="utf-8"), found), encoding="utf-8")


def cells(terms: Terms, score: Score) -> tuple[str, ...]:
    """A match in words."""
    low, high = score.interval()
    peer = f"{terms.search}, {'our' if terms.compiled else 'its own'} playouts, c = {terms.uct_c:g}"
    return (
        terms.kind.title, terms.ours, peer, terms.thinking, str(score.games),
        f"{100 * score.share:.1f} %", f"{100 * low:.1f} to {100 * high:.1f}",
        *(readable(1000 * effort.pace) for effort in (score.ours, score.theirs)),
        *(readable(effort.simulations / max(1, effort.moves)) for effort in (score.ours, score.theirs)),
    )  # fmt: skip


def with_line(text: str, cells: tuple[str, ...]) -> str:
    """A Markdown text with a match put into the table between its marks, instead of an older one on the same terms."""
    before, _, rest = text.partition(BEGIN)
    table, _, after = rest.partition(END)
    lines = [line for line in table.splitlines() if line.startswith("|")][2:]
    lines = [line for line in lines if not line.startswith(line_of(*cells[:NAMED]))]
    lines = [line_of(*HEAD), line_of(*("---",) * len(HEAD)), *sorted([*lines, line_of(*cells)])]
    return "\n".join([f"{before}{BEGIN}", *lines, "", END + after])


def line_of(*words: str) -> str:
    """A line of a Markdown table."""
    return f"| {' | '.join(words)} |"


if __name__ == "__main__":
    app(prog_name="python -m bench.matches")
