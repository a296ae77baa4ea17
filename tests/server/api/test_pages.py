"""People give tokens to programs, for all that they may do or for one seat, and take them away again."""

import re
from collections.abc import Callable

from tests.server.api.program import Program
from tests.server.person import Person, Server

Arrive = Callable[[str], Person]
Begin = Callable[..., Program]


def made_by(person: Person) -> str:
    """The token on the page, which is there once."""
    found = re.findall(r'id="made">(rt_[^<]+)<', person.html)
    assert len(found) == 1
    return str(found[0])


def test_a_person_lets_a_program_play_in_their_name(person: Arrive, program: Begin) -> None:
    ann = person("Ann")
    table = ann.make_table(2, bots="1").rsplit("/", 1)[1]
    assert 'href="/settings/tokens"' in ann.go("/settings").html
    token = made_by(ann.go("/settings/tokens").send("/tokens", label="My <b>clever</b> bot"))
    assert "My &lt;b&gt;clever&lt;/b&gt; bot" in ann.html
    assert token not in ann.go("/settings/tokens").html
    robo = program(token=token)
    state = robo.on_turn(table)
    assert state["you"] == 0
    robo.play(table, state["legal"][0], state["at"])
    assert "used 20" in ann.go("/settings/tokens").html
    ann.send("/revoke")
    assert "My " not in ann.html
    robo.get("/token", expect=401)


def test_a_person_lets_a_program_play_one_seat(person: Arrive, program: Begin) -> None:
    ann, bob = person("Ann"), person("Bob")
    path = ann.make_table(2, bots="1")
    table, other = path.rsplit("/", 1)[1], ann.make_table(2, bots="1").rsplit("/", 1)[1]
    assert f'href="{path}/tokens"' in ann.go(path).html
    token = made_by(ann.go(path + "/tokens").send("/tokens", may="watch"))
    watcher = program(token=token)
    state = watcher.on_turn(table)
    watcher.play(table, state["legal"][0], state["at"], expect=403)
    assert watcher.get(f"/tables/{other}", expect=403)["code"] == "scope"
    assert ann.go("/settings/tokens").html.count("/revoke") == 0, "it is listed at its table"
    assert bob.http.get(path + "/tokens").status_code == 403
    assert bob.http.get("/t/nothing/tokens").status_code == 404
    ann.go(path + "/tokens")
    id_of_ann = ann.form("/revoke").fields["id"]
    bob.go("/settings/tokens").send("/tokens", label="mine")
    bob.try_to("/settings/revoke", id=id_of_ann)
    watcher.look(table)
    ann.send("/revoke")
    watcher.get("/token", expect=401)


def test_labels_are_bounded(person: Arrive) -> None:
    ann = person("Ann")
    ann.go("/settings/tokens")
    for label in ("x" * 41, "a\x1b[31mb"):
        assert ann.try_to("/tokens", label=label).status_code == 422


def test_the_page_for_programmers_has_every_route(server: Server, person: Arrive, program: Begin) -> None:
    page = person("Ann").go("/api").html
    for path in program().get("/openapi.json")["paths"]:
        assert f"<code>/api/v1{path}</code>" in page
    assert f'Server("{server.url}"' in page
    assert "<script" in page and "<script>" not in page, "nothing inline"
