"""The checks on `rolltop.play.Game`, the checked way to play; each takes a Case, as those in `checks.py` do."""

import copy
import tempfile
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from rolltop.games.contract import CHANCE, OVER
from rolltop.games.errors import CannotUndo, IllegalMove, NotYourTurn, RolltopError, StaleMove
from rolltop.play import records
from rolltop.play.dice import Scripted
from rolltop.play.game import Game, load
from tests.conformance.checks import NO_ACTIONS, NO_NAMES, Check
from tests.conformance.harness import Case, Setup, Table, covering

PLAY_CHECKS: dict[str, Check] = {}
WAYS_TO_REPEAT = 6  #: ways to set a game up in which it is played twice


def check(function: Check) -> Check:
    """Put a check among PLAY_CHECKS, by its name."""
    PLAY_CHECKS[function.__name__] = function
    return function


def by_hand(setup: Setup) -> Game:
    """A checked game whose luck is told to it."""
    return Game(setup.kind, setup.n_players, by_hand=True, edition=setup.edition, options=setup.options)


def refuses(game: Game, error: type[RolltopError], call: str, *arguments: Any, **named: Any) -> RolltopError:
    """Assert that a call is refused with a clear error, and that nothing has changed; the error."""
    before = (game.state.tobytes(), list(game.history))
    found: RolltopError | None = None
    try:
        getattr(game, call)(*arguments, **named)
    except RolltopError as refusal:
        found = refusal
    assert isinstance(found, error), f"{call}{arguments} gives {found!r}, expected {error.__name__}"
    assert str(found) and "%(" not in str(found), "an error without words"
    assert (game.state.tobytes(), game.history) == before, f"the refused {call}{arguments} changed something"
    return found


@check
def play_follows_the_mask(case: Case) -> None:
    """The checked game and the bare engine go together: the same moves, by number and by name, to the same bytes."""
    for play in case.plays(10):
        game = by_hand(play.table.setup)
        before = play.table.copy()
        for index, table in enumerate(play.positions()):
            if play.events:
                tell(game, before, play.events[-1], by_name=index % 2 == 0)
            before = table.copy()
            assert game.state.tobytes() == table.state and game.history == play.events
            assert game.turn == table.turn and game.is_over == (table.turn == OVER)
            assert game.legal_actions == table.legal
            assert [game.action(text) for text in game.legal_moves] == table.legal
            assert len(game.possible_outcomes) == (table.outcomes if table.turn == CHANCE else 0)
        assert (game.scores, game.places) == play.table.score()


def tell(game: Game, before: Table, number: int, *, by_name: bool) -> None:
    """Play an event on a checked game."""
    what = before.text(number) if by_name else number
    if before.turn == CHANCE:
        game.happen(what)
    else:
        game.play(what, seat=before.turn, at=len(game.history))


@check
def illegal_moves_are_refused(case: Case) -> None:
    """Whatever is not legal now is refused, with the legal moves in the error, and changes nothing."""
    n_games = 4
    for play in case.plays(n_games):
        game = by_hand(play.table.setup)
        for table in play.positions():
            if play.events:
                game.push(play.events[-1])
            if play.rng.random() < 0.25 * case.share(n_games) or table.turn == OVER:
                refuse_all(game, table)


def refuse_all(game: Game, table: Table) -> None:
    """Everything that must be refused in this position."""
    junk: list[Any] = [*NO_NAMES, *NO_ACTIONS, game.kind.n_actions, None, True, 1.0, b"x", [0], np.float64(0)]
    if table.turn >= 0:
        refuses(game, NotYourTurn, "happen", 0)
        for action in [*junk, *(a for a in range(game.kind.n_actions) if a not in table.legal)]:
            error = refuses(game, IllegalMove, "play", action)
            assert all(text in str(error) for text in game.legal_moves), f"{error} does not say what is legal"
        for seat in {*table.setup.seats, -1, 99} - {table.turn}:
            refuses(game, NotYourTurn, "play", table.legal[0], seat=seat)
        for at in (-1, len(game.history) - 1, len(game.history) + 1, 10**9):
            refuses(game, StaleMove, "play", table.legal[0], at=at)
    elif table.turn == CHANCE:
        refuses(game, NotYourTurn, "play", 0)
        for outcome in [*junk[:-7], None, True, 1.0, table.outcomes]:
            if outcome not in range(table.outcomes) or isinstance(outcome, bool | float):
                refuses(game, IllegalMove, "happen", outcome)
    else:
        refuses(game, NotYourTurn, "play", 0)
        refuses(game, NotYourTurn, "happen", 0)


@check
def a_move_is_never_played_twice(case: Case) -> None:
    """The same request again is stale, even where the same move would be legal again."""
    for play in case.plays(10):
        game = by_hand(play.table.setup)
        before = play.table.copy()
        for _ in play.positions():
            if play.events:
                at, turn = len(game.history), before.turn
                game.push(play.events[-1])
                if turn >= 0:
                    refuses(game, StaleMove, "play", play.events[-1], seat=turn, at=at)
            before = play.table.copy()


@check
def records_hold_the_whole_game(case: Case) -> None:
    """Saved and loaded at any step, a game is equal, to the byte, and goes on alike; so is a copy."""
    with tempfile.TemporaryDirectory() as folder:
        for play in case.plays(len(case.policies)):
            game = by_hand(play.table.setup)
            for table in play.positions():
                if play.events:
                    game.push(play.events[-1])
                if play.rng.random() < 1 / case.length or table.turn == OVER:
                    check_record(game, Path(folder) / "game.txt")
                    check_copies(game, table, play.rng)


def check_record(game: Game, path: Path) -> None:
    """One game, through text and a file."""
    text = game.record()
    read = records.read(text)
    assert read.game == game and read.game.state.tobytes() == game.state.tobytes(), "the record gives another game"
    assert read.game.record() == text, "the record of the record is another"
    verdict = records.verify(read)
    assert verdict.result_right and verdict.complete == game.is_over and verdict.fair is None
    game.save(path)
    assert path.read_text("utf-8") == text and load(path) == game


def check_copies(game: Game, table: Table, rng: Random) -> None:
    """Copies are equal and independent; the past can be looked at."""
    state, history = game.state.tobytes(), list(game.history)
    for twin in (game.copy(), copy.deepcopy(game), game.at(len(history))):
        assert twin == game and twin.state.tobytes() == state
        if table.turn != OVER:
            twin.push(rng.choice(table.possible))
            assert twin != game and (game.state.tobytes(), game.history) == (state, history), "copies hang together"
    earlier = game.at(rng.randint(0, len(history)))
    for number in history[len(earlier.history) :]:
        earlier.push(number)
    assert earlier == game and earlier.state.tobytes() == state


@check
def luck_and_undo_repeat(case: Case) -> None:
    """The same seed gives the same game; a choice taken back and made again meets the same luck."""
    for index, setup in enumerate(covering(case.setups)[:WAYS_TO_REPEAT]):
        games = [
            Game(case.kind, case.n_players, seed=index, edition=setup.edition, options=setup.options) for _ in "ab"
        ]
        rng = Random(index)
        while not games[0].is_over:
            action = rng.choice(games[0].legal_actions)
            for game in games:
                game.play(action)
            before = games[0].copy()
            assert games[1] == before and games[1].state.tobytes() == before.state.tobytes()
            if rng.random() < case.share(1):
                games[1].undo()
                assert action in games[1].legal_actions
                assert games[1].play(action) == before and games[1].state.tobytes() == before.state.tobytes()
        script = Scripted(dict(enumerate(games[0].history)))
        again = Game(case.kind, case.n_players, luck=script, edition=setup.edition, options=setup.options)
        while not again.is_over:
            again.play(games[0].history[len(again.history)])
        assert again == games[0]
        strict = Game(case.kind, case.n_players, seed=index, undo="never", edition=setup.edition, options=setup.options)
        refuses(strict, CannotUndo, "undo")
