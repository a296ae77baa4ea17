"""The report: what a page says of real runs, what two runs differ in, and that a page is whole."""

import re
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from rolltop.cli import app
from rolltop.games import shelf
from rolltop.lab.findings import Frames, findings
from rolltop.lab.measures import Measured, certain, effects, mean, share
from rolltop.lab.report import compared, written
from rolltop.lab.runs import open_run

ROLLIE = shelf.kind("rollie")
GAMES = 1500


def rolltop(*arguments: object) -> Result:
    """The command, in this process."""
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two runs: the usual edition, and one in which the best Bonus token for -5 is worth 10."""
    folder = tmp_path_factory.mktemp("runs")
    standard = (ROLLIE.folder / "standard.toml").read_text("utf-8")
    cheap = standard.replace("[[100, 60, 40]", "[[10, 8, 5]").replace('title = "Standard"', 'title = "Cheap <5>"')
    (folder / "cheap.toml").write_text(cheap, "utf-8")
    for name, more in (("usual", ()), ("cheap", ("--edition", folder / "cheap.toml"))):
        result = rolltop(
            "simulate", "rollie", "--bots", "random,sensible", "--games", GAMES, "--out", folder / name, *more
        )  # fmt: skip
        assert result.exit_code == 0, result.output
    return folder


@pytest.fixture(scope="module")
def single(runs: Path) -> str:
    """The page of one run."""
    assert rolltop("report", runs / "usual", "--out", runs / "single.html").exit_code == 0
    return (runs / "single.html").read_text("utf-8")


@pytest.fixture(scope="module")
def both(runs: Path) -> str:
    """The page of two runs."""
    assert rolltop("report", runs / "usual", runs / "cheap", "--out", runs / "both.html").exit_code == 0
    return (runs / "both.html").read_text("utf-8")


class Text(HTMLParser):
    """The words of a page, without its drawings, and the ids and addresses in it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.ids: list[str] = []
        self.addresses: list[str] = []
        self.titles: list[str] = []
        self.inside = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside += tag in ("svg", "style")
        for name, value in attrs:
            if name == "id":
                self.ids.append(str(value))
            if name in ("src", "href", "xlink:href"):
                self.addresses.append(str(value))
            if tag == "svg" and name == "aria-label":
                self.titles.append(str(value))

    def handle_endtag(self, tag: str) -> None:
        self.inside -= tag in ("svg", "style")

    def handle_data(self, data: str) -> None:
        if not self.inside:
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


# ---- numbers ---------------------------------------------------------------------------------------------------------


def test_players_of_a_game_are_not_taken_for_independent() -> None:
    rng = np.random.default_rng(1)
    games = np.repeat(np.arange(2000), 4)
    found = mean(rng.normal(0, 1, 2000)[games], games)
    assert found.error == pytest.approx(1 / np.sqrt(2000), rel=0.1)
    assert mean(rng.normal(0, 1, 8000), games).error == pytest.approx(1 / np.sqrt(8000), rel=0.1)


@pytest.mark.parametrize("n", [(3000, 3000), (3000, 1000), (1000, 9000)])
def test_runs_with_the_same_luck_are_compared_game_by_game(n: tuple[int, int]) -> None:
    """Nothing differs but noise of their own; luck is common as far as both go. Errors are as large as they say."""
    rng = np.random.default_rng(4)
    clearness = []
    for _trial in range(400):
        luck = rng.normal(0, 1, max(n))
        first, second = (mean(luck[:size] + rng.normal(0, 0.5, size), np.arange(size)) for size in n)
        found = second.paired(first)
        assert found.value == (second - first).value and found.error < (second - first).error
        clearness.append(found.value / found.error)
    assert np.std(clearness) == pytest.approx(1, abs=0.12)
    assert abs(np.mean(clearness)) < 0.2


def test_runs_with_luck_that_is_opposed_differ_more() -> None:
    rng = np.random.default_rng(5)
    luck = rng.normal(0, 1, 2000)
    one, other = (mean(values, np.arange(2000)) for values in (luck, -luck))
    assert one.paired(other).error == pytest.approx(2 * one.error)
    assert (one - other).error == pytest.approx(1.41 * one.error, rel=0.01)
    flags = rng.random(2000) < 0.3
    same = share(flags, np.arange(2000)).paired(share(flags, np.arange(2000)))
    assert (same.value, same.error, certain([same])) == (0, 0, [False])


def test_an_effect_is_found_whoever_plays() -> None:
    """The stronger bot has the thing more often: that alone makes it no better."""
    rng = np.random.default_rng(2)
    kinds = np.tile([0, 1], 5000)
    has = rng.random(10000) < np.where(kinds == 0, 0.8, 0.2)
    score = 50.0 * (kinds == 0) + 7.0 * has + rng.normal(0, 5, 10000)
    [effect] = effects(has[:, None], score, kinds, np.repeat(np.arange(5000), 2))
    assert effect.low < 7 < effect.high
    assert effect.margin < 0.5


def test_nothing_is_certain_just_because_much_is_looked_at() -> None:
    rng = np.random.default_rng(3)
    wrong = sum(any(certain([Measured(z, 1.0) for z in rng.normal(0, 1, 60)])) for _trial in range(400))
    assert wrong / 400 < 0.05 + 3 * np.sqrt(0.05 * 0.95 / 400)
    assert certain([Measured(5.0, 1.0), Measured(0.5, 1.0)]) == [True, False]


def test_all_of_some_is_not_all_of_all() -> None:
    found = share(np.ones(200, bool), np.arange(200))
    assert found.value == 1
    assert found.low == pytest.approx(0.99, abs=0.001)


# ---- what a page says ------------------------------------------------------------------------------------------------


def test_one_run_is_told_in_short(single: str) -> None:
    text = Text(single).text
    assert re.search(r"sensible wins most: [789]\d(\.\d)? % ± \d\S* of the games", text)
    assert re.search(r"who does wins \d\d(\.\d)? %", text)
    assert "1,500" in text and "random, sensible" in text and "Standard" in text
    assert "All differences" not in text


def test_alone_it_is_told_how_often_the_game_is_won(tmp_path: Path) -> None:
    arguments = (
        "simulate",
        "roll_estate",
        "--players",
        1,
        "--bots",
        "random",
        "--games",
        60,
        "--out",
        tmp_path / "run",
    )
    assert rolltop(*arguments).exit_code == 0
    assert rolltop("report", tmp_path / "run", "-o", tmp_path / "page.html").exit_code == 0
    text = Text((tmp_path / "page.html").read_text("utf-8")).text
    assert re.search(r"0\S* % ± \S+ of the games are won, with \d\d\d", text)
    assert "Winning margins" not in text and "Wins by who begins" not in text


def test_every_plot_has_words_and_numbers(runs: Path, single: str) -> None:
    page = Text(single)
    assert len(page.titles) == single.count("<figure>") == single.count("<details>") >= 7
    assert all(len(title) > 20 for title in page.titles)
    score = open_run(runs / "usual").players["score"].to_numpy()
    assert f"mean {score.mean():.1f}" in page.text
    assert f"median {np.median(score):.0f}" in page.text


def test_what_is_worth_more_in_the_box_is_worth_more_in_the_report(runs: Path) -> None:
    usual, cheap = ({f.key: f.found for f in findings(Frames(open_run(runs / name)))} for name in ("usual", "cheap"))
    best = ("score", "bonus_-5 1")
    assert usual[best].low > cheap[best].high
    assert usual["share", "bonus_-5 1"].low > 0


def test_two_runs_are_called_by_what_differs(both: str) -> None:
    page = Text(both)
    assert "Rollie Standard / Cheap <5>" in page.text
    assert "<5>" not in both, "names are no markup"


def test_differences_are_told_with_what_is_certain(both: str) -> None:
    text = Text(both).text
    found = re.search(r"(\d+) of (\d+) differences are certain", text)
    assert found and 0 < int(found[1]) < int(found[2])
    assert re.search(r"What it is worth in points: .*bonus −5 #1 from \+\d+\S* to \+?\d+", text)
    assert both.count('class="sure"') == int(found[1])


def test_runs_of_one_seed_are_compared_game_by_game_and_others_are_not(runs: Path) -> None:
    words = ("simulate", "rollie", "--bots", "random,sensible", "--games", GAMES + 300, "--seed", 1)
    assert rolltop(*words, "--out", runs / "seed-1").exit_code == 0
    usual, cheap, seed_1 = (findings(Frames(open_run(runs / name))) for name in ("usual", "cheap", "seed-1"))
    paired, apart = (
        {each.first.key: each.found for each in compared([usual, cheap], same_luck)} for same_luck in (True, False)
    )
    assert paired["game", "score"].error < 0.8 * apart["game", "score"].error
    assert paired["game", "score"].value == apart["game", "score"].value
    for other, found in (("cheap", compared([usual, cheap], True)), ("seed-1", compared([usual, seed_1], False))):
        out = runs / "pair.html"
        assert rolltop("report", runs / "usual", runs / other, "-o", out).exit_code == 0
        [told] = re.findall(r"<t[hd][^>]*>score</t[hd]>.*?([^<>]+ ± [^<>]+)</td>", out.read_text("utf-8"), re.DOTALL)
        assert told == written(next(each.found for each in found if each.first.key == ("game", "score")), False, "+")


def test_of_the_same_games_nothing_differs(runs: Path) -> None:
    out = runs / "same.html"
    assert rolltop("report", runs / "usual", runs / "usual", "-o", out).exit_code == 0
    assert "0 of " in Text(out.read_text("utf-8")).text
    assert 'class="sure"' not in out.read_text("utf-8")


# ---- what a page is --------------------------------------------------------------------------------------------------


def test_a_page_needs_nothing_else_and_repeats(runs: Path, both: str) -> None:
    page = Text(both)
    assert all(address.startswith("#") and address[1:] in page.ids for address in page.addresses)
    assert len(set(page.ids)) == len(page.ids)
    assert "<script" not in both and "@import" not in both and "http" not in both
    rolltop("report", runs / "usual", runs / "cheap", "--out", runs / "again.html")
    assert (runs / "again.html").read_text("utf-8") == both


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("nowhere",), "nowhere"),
        (("usual", "nowhere"), "nowhere"),
        (("usual", "--out", "no/such/file.html"), "file.html"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    runs: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], named: str
) -> None:
    monkeypatch.chdir(runs)
    result = rolltop("report", *arguments)
    assert (result.exit_code, result.output.count("\n")) == (2, 1)
    assert named in result.output
