"""Matches against OpenSpiel's searches, on tiny budgets."""

from pathlib import Path

import pytest
from bench import search
from typer.testing import CliRunner

from rolltop.games import shelf
from tests.envs.openspiel_states import played

pyspiel = pytest.importorskip("pyspiel")

from bench import matches  # noqa: E402
from bench.matches import Effort, Ours, Score, Terms, Theirs  # noqa: E402
from bench.openspiel_games import Game, hides, prefixed  # noqa: E402

KINDS = list(shelf.kinds().values())
each_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)


def load(kind: shelf.Kind, n_players: int = 2) -> Game:
    game: Game = pyspiel.load_game(f"{prefixed(kind)}(players={n_players})")
    return game


# ---- playing out -----------------------------------------------------------------------------------------------------


@each_kind
def test_playing_out_for_a_search(kind: shelf.Kind) -> None:
    """While a state is searched its copies are copies, and copies of other states are ends of games from there."""
    game = load(kind)
    state = played(game, 20)
    with game.playing_out(state):
        other = state.clone()
        assert str(other) == str(state)
        other.apply_action(other.legal_actions()[0])
        ends = [other.clone() for _ in range(10)]
    assert all(end.is_terminal() and sum(end.returns()) == 0 for end in ends) and not other.is_terminal()
    assert len({str(end) for end in ends}) > 1
    assert str(other.clone()) == str(other)


# ---- matches ---------------------------------------------------------------------------------------------------------


@each_kind
def test_a_match_of_each_game(kind: shelf.Kind) -> None:
    """Two games, and what was spent on them; a bot that does not search makes no simulations."""
    score = matches.play_pair(Terms(kind.name, "sensible", compiled=True), 1)
    assert (score.games, 0 <= score.wins <= 2) == (2, True)
    for effort in score.ours, score.theirs:
        assert effort.moves > 0 and effort.seconds > 0
    assert score.ours.simulations == 0 < score.theirs.simulations


def test_equal_simulations() -> None:
    """Both make as many as they were given, and the same seed gives the same games."""
    terms = Terms("rollie", "expert", simulations=4, compiled=True)
    score, again = matches.play_pair(terms, 1), matches.play_pair(terms, 1)
    assert score.ours.simulations == 4 * score.ours.moves
    assert score.theirs.moves < score.theirs.simulations <= 4 * score.theirs.moves  # fewer where the rest is solved
    assert (again.wins, again.ours.moves) == (score.wins, score.ours.moves)


def test_equal_time() -> None:
    """The peer gets a time, and about uses it."""
    game, seconds = load(shelf.kind("rollie")), 0.02
    peer = Theirs(matches.mcts(game, 2, True, 1), None, lambda: seconds)
    for number in range(12):
        peer.choose(played(game, 10, number))
    assert peer.effort.moves == 12 and peer.effort.simulations > 12 * matches.FEWEST
    assert peer.effort.pace == pytest.approx(seconds, rel=0.4)


def test_a_bot_beats_a_search_that_hardly_searches() -> None:
    """Who wins is told rightly: the sensible bot against two simulations a move."""
    score = sum(matches.play_match(Terms("rollie", "sensible", compiled=True), 15), Score())
    low, high = score.interval()
    assert 0.5 < low < score.share <= high <= 1


def test_our_bot_sees_only_its_view() -> None:
    """The same choice whatever is hidden."""
    (kind,) = (kind for kind in KINDS if hides(kind))
    state = played(load(kind), 30)
    twins = [state.resample_from_infostate(state.current_player(), None) for _ in range(5)]
    assert len({Ours(kind, "expert", 20, 1).choose(twin) for twin in [state, *twins]}) == 1


def test_interval() -> None:
    """Wilson's, by a table: 8 of 10 is 49.0 to 94.3 %; never empty."""
    low, high = Score(10, 8.0, Effort(), Effort()).interval()
    assert (round(low, 3), round(high, 3)) == (0.490, 0.943)
    assert Score(10, 10.0, Effort(), Effort()).interval()[0] == pytest.approx(0.722, abs=0.001)


# ---- the command -----------------------------------------------------------------------------------------------------


def run(*words: str) -> str:
    """What the command says."""
    return CliRunner().invoke(matches.app, words).output


def test_command(tmp_path: Path) -> None:
    """A line is put into the table, and replaced when the same match is played again."""
    docs = tmp_path / "strength.md"
    docs.write_text(f"before\n{matches.BEGIN}{matches.END}after\n", encoding="utf-8")
    words = ("rollie", "--ours", "sensible", "--games", "2", "--docs", str(docs))
    assert "Ours won" in run(*words)
    run(*words, "--seed", "7")
    run(*words, "--compiled")
    text = docs.read_text(encoding="utf-8")
    assert text.count("| Rollie | sensible | mcts, its own playouts, c = 2 | equal time | 2 |") == 1
    assert text.count("| Rollie | sensible | mcts, our playouts, c = 2 | equal time | 2 |") == 1
    assert text.startswith("before\n") and text.endswith("after\n")


def test_command_refuses(tmp_path: Path) -> None:
    """Unknown games and bots, simulations of a bot that has none, and files without marks."""
    assert "no game 'chess'" in run("chess")
    assert "no bot 'nobody'" in run("rollie", "--ours", "nobody")
    assert "sensible does not search" in run("rollie", "--ours", "sensible", "--simulations", "5")
    (tmp_path / "bare.md").write_text("no marks\n", encoding="utf-8")
    assert "expected a file with the lines" in run("rollie", "--docs", str(tmp_path / "bare.md"))


def test_search() -> None:
    """Playouts of ours as master and at random in every game, beside the peer's."""
    rows = search.measure(0.01, playouts=10)
    assert len(rows) == 2 * len(KINDS)
    assert all(row.value > 0 and row.peer and row.ratio and row.goal for row in rows)
