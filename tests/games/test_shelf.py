"""The shelf: games are found by their folders; editions, options and numbers of players are checked."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rolltop.games import kernel, shelf
from rolltop.games.errors import BadEdition, BadOption
from rolltop.games.options import Option, complete
from rolltop.games.shelf import Kind
from rolltop.games.telling import Telling

ROLLIE = shelf.kind("rollie")
OPTIONS = (
    Option("first", "Who", {"a": Telling("A"), "b": Telling("B")}, "a"),
    Option("speed", "Pace", {"slow": Telling("S"), "fast": Telling("F")}, "fast"),
)


def test_every_folder_with_rules_is_a_game() -> None:
    folders = {path.name for path in shelf.SHELF.iterdir() if (path / "rules.py").exists()}
    assert set(shelf.kinds()) == folders and "rollie" in folders
    for name, kind in shelf.kinds().items():
        assert kind.name == name and kind.title and kind.about.TAGLINE and kind.about.MINUTES > 0
        assert kind.about.VERSION >= 1 and kind.folder == shelf.SHELF / name


def test_a_game_is_found_however_its_name_is_written() -> None:
    for name in ("rollie", "Rollie", "ROLLIE"):
        assert shelf.kind(name) is ROLLIE


@pytest.mark.parametrize("name", ["", "roulette", "../rollie", "rollie.rules", "rollie\0", "r" * 1000])
def test_a_game_that_is_not_there_is_refused_with_those_that_are(name: str) -> None:
    with pytest.raises(BadOption, match=r"there are: .*rollie"):
        shelf.kind(name)


def test_a_game_that_is_not_on_the_shelf_can_be_had_by_its_package() -> None:
    kind = Kind("peekaboo", "tests.conformance.peekaboo")
    assert kind.players == range(2, 5) and list(kind.editions) == ["standard", "tiny"]


@pytest.mark.parametrize("n_players", [-1, 0, 1, 7, 10**30])
def test_numbers_of_players_that_a_game_is_not_for_are_refused(n_players: int) -> None:
    with pytest.raises(BadOption, match="Rollie is for 2 to 6 players, not "):
        ROLLIE.box(n_players=n_players)


def test_options_are_completed_with_defaults() -> None:
    assert complete(OPTIONS, {}, 2) == {"first": "a", "speed": "fast"}
    assert complete(OPTIONS, {"speed": "slow"}, 2) == {"first": "a", "speed": "slow"}


def test_wrong_options_say_what_is_expected() -> None:
    with pytest.raises(BadOption, match="no option 'frist'; there are: first, speed"):
        complete(OPTIONS, {"frist": "a"}, 2)
    with pytest.raises(BadOption, match="option first: found 'c', expected one of a, b"):
        complete(OPTIONS, {"first": "c"}, 2)
    with pytest.raises(BadOption, match="there are: none"):
        complete((), {"first": "a"}, 2)
    junk: list[Any] = [[], {}, None, 1]
    for choice in junk:
        with pytest.raises(BadOption, match="option first: found"):
            complete(OPTIONS, {"first": choice}, 2)


def test_a_seat_where_nobody_sits_cannot_be_first() -> None:
    with pytest.raises(BadOption, match="found seat 4, expected random or a seat from 1 to 3"):
        ROLLIE.box(options={"first": "4"}, n_players=3)


def test_the_box_holds_edition_and_options() -> None:
    box = ROLLIE.box(options={"first": "2"}, n_players=3)[0]
    assert box["values"].tolist() == [-5, 0, 2, 5, 10] and box["bills"].tolist() == [30] * 5
    assert box["bonus"].tolist() == [[100, 60, 40], [80, 50, 30], [70, 40, 20], [50, 30, 0], [0, 0, 0]]
    assert box["dice"].tolist() == [[0, 1, 2, 3, 4, 5]] * 2
    assert (box["n_tokens"], box["n_rounds"], box["first_seat"]) == (7, 7, 1)


def test_editions_by_name_or_by_file(tmp_path: Path) -> None:
    assert ROLLIE.edition() is ROLLIE.edition("standard") and next(iter(ROLLIE.editions)) == "standard"
    own = tmp_path / "own.toml"
    own.write_text((ROLLIE.folder / "standard.toml").read_text("utf-8").replace('"standard"', '"own"'), "utf-8")
    assert ROLLIE.edition(str(own)).name == "own"
    with pytest.raises(BadEdition, match=r"Rollie has no edition 'deluxe'; there are: standard, .*\.toml"):
        ROLLIE.edition("deluxe")
    with pytest.raises(BadEdition, match=r"absent\.toml: not a readable TOML file"):
        ROLLIE.edition(str(tmp_path / "absent.toml"))
    with pytest.raises(BadEdition, match="not a readable"):
        ROLLIE.edition("a\0b.toml")
    with pytest.raises(BadEdition, match="not a readable"):
        ROLLIE.edition(str(tmp_path) + "/.toml/x.toml")


@pytest.fixture
def own_folder(tmp_path: Path) -> Kind:
    """Rollie with editions in another folder."""
    (tmp_path / "standard.toml").write_text((ROLLIE.folder / "standard.toml").read_text("utf-8"), "utf-8")
    kind = Kind("rollie", ROLLIE.package)
    vars(kind)["folder"] = tmp_path
    return kind


def test_a_wrong_edition_is_left_out_and_says_why_when_it_is_asked_for(
    own_folder: Kind, caplog: pytest.LogCaptureFixture
) -> None:
    text = (own_folder.folder / "standard.toml").read_text("utf-8")
    (own_folder.folder / "gold.toml").write_text(text.replace('"standard"', '"gold"'), "utf-8")
    for name, content in {"broken": "edition = ", "silver": text.replace("[", "[silver_", 1)}.items():
        (own_folder.folder / f"{name}.toml").write_text(content, "utf-8")
    assert list(own_folder.editions) == ["standard", "gold"] and own_folder.edition().name == "standard"
    said = [record.getMessage() for record in caplog.records]
    assert len(said) == 2 and said[0].startswith("Rollie: an edition is left out: broken.toml: not a readable TOML")
    assert said[1].startswith("Rollie: an edition is left out: silver.toml, key silver_")
    with pytest.raises(BadEdition, match=r"broken\.toml: not a readable TOML file"):
        own_folder.edition("broken")
    with pytest.raises(BadEdition, match=r"silver\.toml, key silver_.*expected one of the components"):
        own_folder.edition("silver")
    with pytest.raises(BadEdition, match="there are: standard, gold"):
        own_folder.edition("bronze")


def test_a_wrong_standard_edition_is_an_error(own_folder: Kind) -> None:
    (own_folder.folder / "standard.toml").write_text("game = 1", "utf-8")
    for _twice in range(2):
        with pytest.raises(BadEdition, match=r"standard\.toml, key game: found 1"):
            own_folder.edition()


def test_the_first_compilation_is_announced_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    said: list[str] = []
    monkeypatch.setattr(shelf, "announce", said.append)
    monkeypatch.setattr(kernel, "cache_folder", lambda: tmp_path / "rules")
    for _ in range(2):
        shelf.warm_up(ROLLIE, ROLLIE.engine)
    assert len(said) == 1 and "Rollie" in said[0] and "once" in said[0]


def test_plain_gives_a_plain_object_for_each_record() -> None:
    games = np.zeros(3, ROLLIE.game_layout)
    games[2]["round_no"] = 4
    assert [game.round_no for game in shelf.plain(games)] == [0, 0, 4]
