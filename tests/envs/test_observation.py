"""An observation has all that a seat may know, and nothing else."""

from random import Random

import numpy as np
import pytest

from rolltop import Game
from rolltop.envs.observation import observation
from rolltop.games import shelf
from rolltop.games.kernel import Records
from rolltop.games.luck import seeded
from rolltop.games.shelf import Kind

KINDS = list(shelf.kinds().values())
SPARE = {"spare", "blank"}  #: bytes without meaning


def played(kind: Kind, n_players: int, seed: int, choices: int) -> Game:
    """A game at random, after so many choices or just before its end."""
    game, luck = Game(kind, n_players, seed=seed), Random(seed)
    while choices and not game.is_over:
        game.play(luck.choice(game.legal_actions))
        choices -= 1
    return game


def positions(kind: Kind, n_players: int) -> list[Game]:
    return [played(kind, n_players, seed, choices) for seed in range(3) for choices in (0, 1, 5, 12, 25, 40, 1000)]


def filled_up(kind: Kind, found: Records, seen: Records, n_players: int) -> Records:
    """What was read back, with what follows from it and what stands for nobody taken from the original."""
    whole, parts = seen.copy(), observation(kind, n_players).parts
    for part in parts:
        for k in range(max(1, part.seats)):
            place = slice(
                part.offset + k * part.stride, part.offset + k * part.stride + part.count * part.dtype.itemsize
            )
            whole.view(np.uint8)[place] = found.view(np.uint8)[place]
    return whole


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_the_board_of_a_seat_can_be_drawn_from_its_observation_alone(kind: Kind) -> None:
    for n_players in {kind.players[0], 3, kind.players[-1]}:
        observing = observation(kind, n_players)
        for game in positions(kind, n_players):
            for seat in range(n_players):
                seen = game.seen(seat)
                found = filled_up(kind, observing.read(observing.of(seen, seat), seat), seen, n_players)
                assert found.tobytes() == seen.tobytes()
                other = game.copy()
                other.state = found
                assert other.view(seat) == game.view(seat)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_field_of_the_record_is_in_it_or_follows_from_it(kind: Kind) -> None:
    listed = {part.field.path for part in observation(kind, kind.players[-1]).parts}
    fields = set()
    for name in kind.game_layout.names or ():
        inner = kind.game_layout[name].base.names
        fields |= {f"{name}.{each}" for each in inner} if inner else {name}
    derived = set(kind.part("observation").DERIVED)
    assert {field for field in fields if field.rpartition(".")[2] not in SPARE} == listed | derived
    assert not listed & derived


def test_what_follows_from_the_rest_follows_from_it() -> None:
    """Roll Estate: faces, holds and claims are those of the dice and sheets."""
    estate = shelf.kind("roll_estate")
    for game in positions(estate, 3):
        if game.turn < 0:
            continue
        plain, rules = game.plain, estate.rules
        counts = sum(1 << rules.BITS * face for face in plain.dice)
        assert plain.counts == counts
        assert plain.holds == (rules.holds_of(plain) if plain.rolls < rules.N_ROLLS else 0)
        assert plain.claims == (rules.placements(plain, game.plain_box) or rules.rows_to_lose(plain, game.plain_box))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_what_is_hidden_makes_no_difference(kind: Kind) -> None:
    observing = observation(kind, 4)
    for game in positions(kind, 4):
        for seat in range(4):
            first = observing.of(game.seen(seat), seat)
            for luck in range(3):
                other = game.copy()
                other.state = game.seen(seat)
                kind.engine.redeal(other.state, 0, game.boxes, seat, seeded(luck))
                assert (observing.of(other.seen(seat), seat) == first).all()


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_seats_are_counted_from_the_observing_one(kind: Kind) -> None:
    """Who is to act sees at the same index, in every seat, that it is."""
    observing = observation(kind, 3)
    part = next(part for part in observing.parts if part.field.path in ("chooser", "player"))
    seats = set()
    for game in positions(kind, 3):
        if game.turn >= 0:
            seats.add(game.turn)
            assert observing.of(game.seen(game.turn), game.turn)[part.start : part.start + 3].tolist() == [1, 0, 0]
            other = (game.turn + 1) % 3
            assert observing.of(game.seen(other), other)[part.start : part.start + 3].tolist() == [0, 0, 1]
    assert seats == {0, 1, 2}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_all_values_are_within_the_bounds(kind: Kind) -> None:
    for n_players in kind.players:
        observing = observation(kind, n_players)
        low, high = observing.bounds()
        assert len(low) == len(high) == observing.size
        for game in positions(kind, n_players):
            row = observing.of(game.seen(0), 0)
            assert (low <= row).all() and (row <= high).all()


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_actions_mean_what_is_said_of_them(kind: Kind) -> None:
    """By the first word of their names, wherever they are legal."""
    words = [some.word for some in kind.part("observation").ACTIONS for _ in range(some.count)]
    assert len(words) == kind.n_actions
    for game in positions(kind, 3):
        for action, name in zip(game.legal_actions, game.legal_moves, strict=True):
            assert name.split()[0] == words[action]


def test_the_page_of_observations_is_up_to_date() -> None:
    from docs import observations

    assert observations.PAGE.read_text("utf-8") == observations.page(), "run `python -m docs.observations`"


def test_the_pages_of_environments_are_up_to_date() -> None:
    from docs import environment_pages

    for path, text in environment_pages.pages().items():
        assert path.read_text("utf-8") == text, "run `python -m docs.environment_pages`"
