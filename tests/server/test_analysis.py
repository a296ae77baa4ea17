"""The analysis of a finished game on the web: asked for once, done in the background, kept, drawn without script."""

import re
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable

from rolltop import Game
from rolltop.bots.analysis import analyse
from rolltop.server.hall.analysts import Drawn
from tests.server.person import Chooser, Person

Arrive = Callable[[str], Person]


def test_a_finished_game_is_analysed_once_and_for_everybody(person: Arrive) -> None:
    ann, eve = person("Ann"), person("Eve")
    path = ann.make_table(3, **{"with": "bots"})
    ann.wait_for_turn()
    refused = ann.http.get(path + "/analysis")
    assert refused.status_code == 403
    assert "when it is over" in refused.text
    ann.play_on(Chooser())
    assert f'href="{path}/analysis"' in ann.html
    ann.go(path + "/analysis").send("/analyse")
    assert "<progress" in ann.html
    assert 'http-equiv="refresh"' in ann.html, "without script nobody would see it"
    before = time.monotonic()
    assert ann.http.get("/health").text == "ok\n"
    assert time.monotonic() - before < 2, "the server answers while it analyses"
    until = time.time() + 120
    while "<progress" in ann.html:
        assert time.time() < until
        time.sleep(0.2)
        ann.go(path + "/analysis")
    for heading in ("Chance to win", "Luck and choices", "Accuracy"):
        assert heading in ann.html
    assert len(re.findall("<polyline", ann.html)) == 3
    assert eve.go(path + "/analysis").html.count("<polyline") == 3, "it is kept, and done for all"
    answer = eve.http.post(path + "/analyse", data={"token": ""})
    assert answer.status_code == 403


def test_the_graph_is_a_picture_and_a_table_of_the_same_chances() -> None:
    game = Game("rollie", 2, seed=4)
    while not game.is_over:
        game.play(game.legal_moves[-1])
    analysis = analyse(game, trials=4)
    drawn = Drawn(analysis)
    for seat in range(2):
        points = [tuple(map(float, pair.split(","))) for pair in drawn.points(seat).split()]
        assert len(points) == len(analysis.lengths)
        assert points == sorted(points, key=lambda point: point[0])
        assert points[0][0] == 0 and points[-1][0] == drawn.width
        assert points[-1][1] == drawn.height * (1 - analysis.chances[-1][seat].mean)
    ElementTree.fromstring(f'<svg><polyline points="{drawn.points(0)}"/></svg>')
    assert drawn.rows[0][0] == 0 and drawn.rows[-1][0] == len(game.history)
    assert len(drawn.rows) <= 24
    assert [mark.number for mark in drawn.marks] == list(range(1, len(analysis.turning_points) + 1))
