"""The press and `rolltop print`: what a command makes, and that wrong input gets one clear line."""

from pathlib import Path

import pytest

from rolltop import paper
from rolltop.games import shelf
from rolltop.games.errors import RolltopError
from rolltop.games.press import fonts
from rolltop.games.press import page as pages
from rolltop.games.press.order import from_left
from rolltop.games.press.painter import steps, transforms
from rolltop.paper import Format
from rolltop.play.game import Game
from tests.printed import printed
from tests.test_cli import command, flat, rolltop

PRINTING = [kind for kind in shelf.kinds().values() if kind.prints]
KIND = PRINTING[0]


def game(players: int = 3) -> Game:
    """A game some turns old."""
    some = Game(KIND, ["Ann", "Bo", "Cleo"][:players], seed=2)
    for turn in range(40):
        some.play(some.legal_moves[turn % len(some.legal_moves)])
    return some


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A game record."""
    file = tmp_path / "evening.txt"
    game().save(file)
    return file


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is printed goes there."""
    monkeypatch.chdir(tmp_path)


# ---- the command -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", PRINTING, ids=lambda kind: kind.name)
def test_blank_sheets_go_to_a_file_named_after_the_game(kind: shelf.Kind) -> None:
    for size in paper.SIZES:
        result = rolltop("print", kind.name, "--size", size)
        assert result.exit_code == 0 and result.output == f"{kind.name}-{size}.pdf\n"
        assert kind.title in printed(Path(f"{kind.name}-{size}.pdf").read_bytes())[0].text


def test_paper_and_ink_are_as_asked() -> None:
    assert rolltop("print", KIND.name, "--paper", "a4", "--ink", "black", "-o", "sheet.pdf").exit_code == 0
    (page,) = printed(Path("sheet.pdf").read_bytes())
    assert page.size == (595, 842) and page.colour(page.whole) == 0


def test_the_sheets_of_a_record_are_filled_in(record: Path) -> None:
    assert rolltop("print", "--record", record).output == "evening-deluxe.pdf\n"
    assert [page.text.split("Name ")[1].split()[0] for page in printed(Path("evening-deluxe.pdf").read_bytes())] == [
        "Ann", "Bo", "Cleo",
    ]  # fmt: skip
    assert rolltop("print", KIND.name, "--record", record, "--seat", 2, "-o", "bo.pdf").exit_code == 0
    (page,) = printed(Path("bo.pdf").read_bytes())
    assert "Name Bo" in page.text


def test_an_edition_of_ones_own_is_printed(tmp_path: Path) -> None:
    text = (KIND.folder / "standard.toml").read_text("utf-8")
    own = tmp_path / "mine.toml"
    own.write_text(text.replace('edition = "standard"', 'edition = "mine"').replace("Lone Oak", "My Street"), "utf-8")
    assert rolltop("print", KIND.name, "--edition", own, "-o", "mine.pdf").exit_code == 0
    assert "My Street" in printed(Path("mine.pdf").read_bytes())[0].text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["print"], "print the sheets of which game? There are: "),
        (["print", "chess"], "no game 'chess' on the shelf"),
        (["print", "rollie"], "Rollie has nothing to print"),
        (["print", KIND.name, "--size", "huge"], "size: found 'huge', expected deluxe or economy"),
        (["print", KIND.name, "--paper", "a5"], "paper: found 'a5', expected letter or a4"),
        (["print", KIND.name, "--ink", "gold"], "ink: found 'gold', expected colour or black"),
        (["print", KIND.name, "--seat", "1"], "--seat goes with --record"),
        (["print", "--record", "evening.txt", "--seat", "9"], "seat: found 9, expected 1 to 3"),
        (["print", "--record", "evening.txt", "--seat", "0"], "seat: found 0, expected 1 to 3"),
        (["print", "rollie", "--record", "evening.txt"], f"evening.txt is a game of {KIND.title}"),
        (["print", "--record", "nothing.txt"], "nothing.txt cannot be read"),
        (["print", KIND.name, "-o", "."], ". is a folder; expected the name of a file"),
        (["print", KIND.name, "-o", "no/where.pdf"], "there is no folder"),
        (["print", KIND.name, "-o", "evening.txt"], "evening.txt exists already and is left as it is"),
        (["print", KIND.name, "--edition", "gold"], "has no edition 'gold'"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_wrong_input_gets_one_clear_line(arguments: list[str], said: str, record: Path) -> None:
    before = record.read_text("utf-8")
    result = rolltop(*arguments)
    assert result.exit_code == 2 and flat(result.stderr).startswith("rolltop: ") and said in flat(result.stderr)
    assert result.stderr.count("\n") == 1 and not result.stdout
    assert list(Path().glob("**/*")) == [Path("evening.txt")] and record.read_text("utf-8") == before


def test_a_record_of_a_game_without_sheets_is_refused() -> None:
    Game("rollie", 2, seed=1).save("rollie.txt")
    result = rolltop("print", "--record", "rollie.txt")
    assert result.exit_code == 2 and "Rollie has nothing to print" in result.stderr


def test_letters_without_a_font_are_told() -> None:
    some = game()
    some.names = ["Ann", "\U000132f9", "Cleo"]
    some.save("glyphs.txt")
    result = rolltop("print", "--record", "glyphs.txt")
    assert result.exit_code == 0 and Path("glyphs-deluxe.pdf").exists()
    said = "rolltop: warning: no font on this machine has \U000132f9 (printed as empty boxes); install one that has"
    assert said in flat(result.stderr)


def test_printing_needs_no_compiled_rules() -> None:
    """Who only wants blank sheets does not wait for a compiler."""
    result = command("print", KIND.name, "-o", "sheet.pdf", ROLLTOP_CACHE="cache")
    assert result.returncode == 0 and not result.stderr and not Path("cache").exists()


# ---- the press -------------------------------------------------------------------------------------------------------


def test_a_format_says_what_it_knows() -> None:
    with pytest.raises(RolltopError, match="paper: found 'folio', expected letter or a4"):
        Format(paper="folio")
    assert Format("economy").page == (792, 612) and Format().page == (612, 792)


def test_paths_are_read_step_by_step_and_strange_ones_refused() -> None:
    assert list(steps("M1 2-3.5.5H6Z")) == [("M", [1, 2]), ("L", [-3.5, 0.5]), ("H", [6]), ("Z", [])]
    assert list(transforms("translate(64-1)scale(.9)")) == [("translate", [64, -1]), ("scale", [0.9])]
    for strange in ("m1 2", "M1", "A1 2 3", "Z1"):
        with pytest.raises(ValueError, match="expected steps of M, L, H, V, C or Z"):
            list(steps(strange))


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("Ann", "Ann"),
        ("", ""),
        ("אבג", "גבא"),
        ("Ann אבג Bo", "Ann גבא Bo"),
        ("Ann אב גד Bo", "Ann דג בא Bo"),
        ("Ann אב, גד!", "Ann דג ,בא!"),
        ("אבג Ann", "Ann גבא"),
        ("אבג 12", "12 גבא"),
        ("12 אבג", "גבא 12"),
        ("Ann 12 אבג", "Ann 12 גבא"),
        ("אבג 12 Ann 34", "Ann 34 12 גבא"),
        ("אב (1,234.5)", "(1,234.5) בא"),
        ("אב $5 גד", "דג $5 בא"),
        ("אב…", "…בא"),
        ("עלי 3%", "3% ילע"),
        ("علي", "يلع"),
        ("א\u05b8\u05bcב", "ב\u05bc\u05b8א"),
        ("e\u0323 א", "e\u0323 א"),
        ("\u05b8א", "א\u05b8"),
    ],
)
def test_letters_stand_as_they_are_read(text: str, seen: str) -> None:
    assert from_left(text) == seen


def test_lines_break_at_spaces_and_never_inside_a_word() -> None:
    lines = pages.broken([("Turn.", True), ("Roll up to three times", False)], 10, 60)
    assert ["".join(word for word, _bold in line) for line in lines] == ["Turn. Roll", "up to three", "times"]
    assert len(pages.broken([("Donaudampfschiff", False)], 10, 20)) == 1


def test_what_is_cut_ends_in_an_ellipsis_and_fits() -> None:
    assert pages.cut("Ann", 10, False, 100) == "Ann"
    short = pages.cut("Wolfeschlegelsteinhausen", 10, False, 60)
    assert short.endswith("…") and fonts.width(short, 10, False) <= 60
