"""What is hidden from somebody is in nothing that they get: two worlds that differ only in it give the same bytes."""

import json
from collections.abc import Iterator
from random import Random

import pytest

from rolltop.games import shelf
from rolltop.games.contract import SPECTATOR
from rolltop.games.errors import RolltopError
from rolltop.play import records
from rolltop.play.game import Game
from rolltop.server.guard.guests import Guest
from rolltop.server.hall.table import Table
from rolltop.server.web.live import page_version
from rolltop.server.web.pages import TablePage, environment
from tests.server.worlds import other_worlds, table_of

WAYS = {
    "plain": {},
    "hush": {f"hill_{number}": "drawn" for number in (2, 3, 4)} | {"hill_1": "hush"},
    "blind market": {"hill_1": "blind_market", "gum_cards": "yes"},
    "memory aid": {"memory_aid": "yes", "zero_ten": "yes", "hill_1": "blind_market", "hill_2": "hush"},
}
ENV = environment()


def is_any(game: Game) -> bool:
    return True


def something_is_laid(game: Game) -> bool:
    return any(player["laid"] for player in game.view()["players"])


def something_is_taken_unseen(game: Game) -> bool:
    return any(player["took"] == {"unseen": True} for player in game.view()["players"])


SECRET = {"hush": something_is_laid, "blind market": something_is_taken_unseen}  #: moments that are looked at


def pairs(way: str, players: int, seed: int) -> Iterator[tuple[int, Game, Game]]:
    """A viewer, a game at any moment, and another that looks the same to the viewer."""
    rng = Random(f"{way} {players} {seed}")
    game = Game("rolima", ["Ann", "Bo", "Mira", "Ulysse"][:players], seed=seed, options=WAYS[way])
    moments = [at for at in moments_of(game, rng) if SECRET.get(way, is_any)(at)]
    for at in rng.sample(moments, min(1, len(moments))):
        for viewer in [*range(players), SPECTATOR]:
            for other in other_worlds(at, viewer, rng):
                yield viewer, at, other
                break


def moments_of(game: Game, rng: Random) -> list[Game]:
    """A whole game played at random: it before each choice."""
    found = []
    while not game.is_over:
        found.append(game.copy())
        game.play(rng.choice(game.legal_moves))
    return found


def everything(table: Table, viewer: int) -> dict[str, str]:
    """All that a viewer can get of a table, by what it is."""
    assert table.game is not None
    guest = Guest(f"guest-{viewer}" if viewer >= 0 else "nobody", "Eve")
    page = TablePage(table, guest, "token", [])
    fair = {"fairness": table.fairness(), "rematch_commitment": ""}
    return {
        "page": ENV.get_template("table.html").render(
            page=page, table=table, version=page_version(table, viewer), seat_link="/seat"
        ),
        "log": str(ENV.get_template("log.html").render(page=page, table=table)),
        "dice": str(ENV.get_template("fair.html").render(page=page, table=table, **fair)),
        "news": page.news + page.title,
        "record": table.record(viewer),
        "view": json.dumps(table.view(viewer)),
        "lobby": repr(table.summary()),
        "last moves": repr([page.last_move(seat) for seat in range(len(table.seats))]),
        "narration": repr([line.text(str) for line in table.logs[viewer]]),
        "errors": "\n".join(errors(table.game, viewer)),
    }


def errors(game: Game, viewer: int) -> Iterator[str]:
    """What a seat is told that tries all moves by name and by number."""
    names = [f"{verb} {card}" for verb in ("cheer", "take") for card in every_card()]
    for move in [*names, "take unseen", "gum red", "nonsense", *range(-1, game.kind.n_actions + 1)]:
        try:
            if viewer >= 0:
                action = game.action(move, viewer)
                game.copy().play(action, seat=viewer)
                yield f"{move}: possible"
            else:
                game.copy().play(move, seat=viewer)
        except RolltopError as error:
            yield f"{move}: {type(error).__name__} {error}"


def every_card() -> list[str]:
    numbers = [*map(str, range(1, 10)), "0/10"]
    return [f"{colour} {number}" for colour in ("red", "yellow", "green", "blue", "violet") for number in numbers]


@pytest.mark.parametrize("way", WAYS)
def test_two_worlds_that_differ_in_what_is_hidden_give_the_same_bytes(way: str) -> None:
    found = 0
    for seed in range(4):
        for viewer, one, other in pairs(way, 2 + seed % 3, seed):
            assert one.state.tobytes() != other.state.tobytes() or one.history != other.history
            seen, elsewhere = (everything(table_of(game), viewer) for game in (one, other))
            for what, text in seen.items():
                assert elsewhere[what] == text, f"{what} shows viewer {viewer} what is hidden"
                assert len(elsewhere[what].encode()) == len(text.encode())
            found += 1
    assert found > 3, "hardly any two worlds"


def test_a_running_game_has_no_record_of_what_is_hidden_and_says_so_when_read() -> None:
    game = Game("rolima", ["Ann", "Bo"], seed=3)
    text = records.write(game, viewer=0)
    deals = text.split("\n\n")[1].splitlines()[0].split(" | ")[5:13]
    assert [deal == "?" for deal in deals] == [False] * 4 + [True] * 4
    with pytest.raises(RolltopError, match=r"line .*hides some: get it anew"):
        records.read(text)
    assert records.read(records.write(game)).game == game


def test_a_finished_game_is_open_to_everybody() -> None:
    game, rng = Game("rolima", ["Ann", "Bo", "Mira"], seed=5), Random(5)
    while not game.is_over:
        game.play(rng.choice(game.legal_moves))
    assert records.write(game, viewer=SPECTATOR) == records.write(game)
    assert all(all(player["hand"]) for player in game.view(SPECTATOR)["players"])


def test_games_that_hide_nothing_have_whole_records_at_any_time() -> None:
    for kind in shelf.kinds().values():
        game = Game(kind, kind.players[-1], seed=1)
        hides = "?" in records.write(game, viewer=SPECTATOR).split("\n\n")[1]
        assert hides == (not kind.by_hand), "luck that is all in the open can be thrown by hand, and other luck cannot"
