"""Score sheets from the web table."""

from collections.abc import Callable

import httpx
import pytest

from rolltop import paper
from rolltop.games import shelf
from rolltop.server.web.paper import usual_paper
from tests.printed import printed
from tests.server.person import Person

Arrive = Callable[..., Person]
KIND = next(kind for kind in shelf.kinds().values() if kind.prints)


def problem(answer: httpx.Response) -> str:
    """What an error's page says."""
    return answer.text.partition('id="problem">')[2].partition("<")[0].replace("&#39;", "'")


def with_bots(person: Person, game: str) -> Person:
    """A table of three with two bots, which has begun."""
    return person.go("/").send(
        "/tables", **{"name": person.name, "game": game, f"players-{game}": "3", "with": "bots", "bot": "random"}
    )


def test_blank_sheets_are_a_form_away(person: Arrive) -> None:
    ann = person("Ann").go(f"/print/{KIND.name}")
    address, fields = ann.fields(".pdf", size="economy", ink="black")
    answer = ann.http.get(address, params=fields)
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-disposition"] == f'inline; filename="{KIND.name}-economy.pdf"'
    assert answer.content == paper.blank(KIND, paper.Format("economy", fields["paper"], "black"))


def test_the_form_and_the_press_know_the_same_choices(person: Arrive) -> None:
    html = person("Ann").go(f"/print/{KIND.name}").html
    for choice in (*paper.SIZES, *paper.PAPERS, *paper.INKS):
        assert f'<option value="{choice}"' in html


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("size=huge", "size: found 'huge', expected deluxe or economy"),
        ("paper=a5", "paper: found 'a5', expected letter or a4"),
        ("ink=", "ink: found '', expected colour or black"),
    ],
)
def test_bad_choices_are_said(person: Arrive, query: str, said: str) -> None:
    answer = person("Ann").http.get(f"/print/{KIND.name}.pdf?{query}")
    assert answer.status_code == 400 and problem(answer) == said


@pytest.mark.parametrize("ending", ["", ".pdf"])
def test_games_without_sheets_and_no_games_have_no_such_page(person: Arrive, ending: str) -> None:
    ann = person("Ann")
    answer = ann.http.get(f"/print/rollie{ending}")
    assert answer.status_code == 404 and problem(answer) == "Rollie has nothing to print"
    assert ann.http.get(f"/print/chess{ending}").status_code == 404
    assert ann.http.get(f"/t/nothing/print{ending}").status_code == 404


def test_a_table_gives_the_sheets_of_all_its_players(person: Arrive) -> None:
    ann = with_bots(person("Ann"), KIND.name)
    assert f'href="{ann.path}/print"' in ann.html
    table = ann.path
    ann.go(f"{table}/print")
    address, fields = ann.fields(".pdf")
    for visitor in (ann, person("Bob")):
        pages = printed(visitor.http.get(address, params=fields).content)
        assert len(pages) == 3 and "Name Ann" in pages[0].text
    assert ann.http.get(f"{table}/print.pdf?size=x").status_code == 400


def test_letters_that_no_font_has_are_told_before_the_print(person: Arrive) -> None:
    ann = with_bots(person("Ann"), KIND.name)
    assert 'id="lacking"' not in ann.go(f"{ann.path}/print").html
    assert 'id="lacking"' not in ann.go(f"/print/{KIND.name}").html
    glyph = with_bots(person("Gl\U000132f9ph"), KIND.name)
    said = "The server has no font with these letters: \U000132f9 (printed as empty boxes)."
    assert said in glyph.go(f"{glyph.path}/print").html


def test_before_the_start_a_table_offers_blank_sheets(person: Arrive) -> None:
    ann = person("Ann")
    path = ann.make_table(2, game=KIND.name, **{f"players-{KIND.name}": "2"})
    assert f'href="/print/{KIND.name}"' in ann.html and f'href="{path}/print"' not in ann.html
    answer = ann.http.get(f"{path}/print.pdf")
    assert answer.status_code == 403 and problem(answer) == "The game has not started yet."


def test_rules_and_sheets_of_an_edition(person: Arrive) -> None:
    """By its name on the shelf, never as a path of a file."""
    ann, query = person("Ann"), f"?edition={KIND.edition().name}"
    assert f'href="/print/{KIND.name}{query}"' in ann.go(f"/rules/{KIND.name}{query}").html
    ann.go(f"/print/{KIND.name}{query}")
    address, fields = ann.fields(".pdf")
    assert fields["edition"] == KIND.edition().name and f'href="/rules/{KIND.name}{query}"' in ann.html
    assert ann.http.get(address, params=fields).headers["content-type"] == "application/pdf"
    path = KIND.folder / f"{KIND.edition().name}.toml"
    for wrong in ("none", str(path)):
        for page in (f"/rules/{KIND.name}", f"/print/{KIND.name}", f"/print/{KIND.name}.pdf"):
            assert ann.http.get(page, params={"edition": wrong}).status_code == 404, (page, wrong)


def test_a_table_without_sheets_offers_none(person: Arrive) -> None:
    ann = with_bots(person("Ann"), "rollie")
    assert "/print" not in ann.html
    assert ann.http.get(f"{ann.path}/print.pdf").status_code == 404


@pytest.mark.parametrize(
    ("languages", "sheet"),
    [("", "letter"), ("en", "letter"), ("en-US,en;q=0.5", "letter"), ("es-MX", "letter"), ("en-GB", "a4"), ("de", "a4"),
     ("fr-CA;q=0.9", "letter"), ("*", "letter")],
)  # fmt: skip
def test_the_usual_paper_follows_the_country(languages: str, sheet: str) -> None:
    assert usual_paper(languages) == sheet
