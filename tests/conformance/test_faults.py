"""Does the suite catch anything? Each fault here, put into the tiny game, must be caught by the check named."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rolltop.games.errors import CannotUndo
from rolltop.games.shelf import Kind
from rolltop.play import records
from rolltop.play.game import Game
from tests.conformance.checks import CHECKS
from tests.conformance.faults import PEEKABOO, Change, changed, forget
from tests.conformance.harness import Case
from tests.conformance.play_checks import PLAY_CHECKS

HIDE_CARDS = "if game.place[card] == DECK or (game.place[card] >= 0 and game.place[card] != seat):"
DEAL_AUDIENCE = "if game.phase == Phase.DEAL or game.phase == Phase.DRAW:\n        return int(game.chooser)"
GUESS_AUDIENCE = "if game.phase == Phase.GUESSES:\n        return int(game.chooser)"
GUESS_LEGAL = "return card >= 0 and card < box.n_cards and game.place[card] != game.chooser"
BOX = "class Box:\n    prize: Int8\n    n_cards: Int8\n    swapping: Flag\n"
SKIP = """    if outcome > 0 or game.phase == Phase.DEAL or game.chooser > 0:
        pass_on(game)
    else:
        game.phase = Phase.SHOWDOWN


@rule
def pass_on"""
GAPS = """

Box.__layout__ = np.dtype([("n_cards", np.int8), ("prize", np.int16), ("swapping", np.bool_)], align=True)
"""

COMPILED_ONLY = {"compiled_and_plain_agree"}

FAULTS: dict[str, tuple[str, Change]] = {
    "a hand is not hidden": (
        "hidden_events_look_alike",
        Change("rules.py", HIDE_CARDS, "if game.place[card] == DECK:"),
    ),
    "a hand is hidden from the left neighbour only": (
        "hidden_events_look_alike",
        Change("rules.py", HIDE_CARDS, "if game.place[card] == DECK or game.place[card] == seat - 1:"),
    ),
    "a secret guess is not hidden": (
        "hidden_events_look_alike",
        Change("rules.py", "if other != seat and game.guess", "if other < seat and game.guess"),
    ),
    "hands are shown one phase too early": (
        "hidden_events_look_alike",
        Change(
            "rules.py",
            "if game.phase == Phase.GAME_OVER:\n        return\n",
            "if game.phase >= Phase.SHOWDOWN:\n        return\n",
        ),
    ),
    "an open field gives a hidden card away": (
        "hidden_events_look_alike",
        Change("rules.py", "game.has_card[game.chooser] = 1", "game.has_card[game.chooser] = 1 + outcome % 2"),
    ),
    "whose turn it is gives a hidden card away": (
        "hidden_events_look_alike",
        Change(
            "rules.py",
            "    pass_on(game)\n\n\n@rule\ndef pass_on",
            SKIP,
        ),
    ),
    "a secret guess is told to everybody": (
        "public_events_are_visible",
        Change("rules.py", GUESS_AUDIENCE, "if game.phase == Phase.GUESSES:\n        return EVERYBODY"),
    ),
    "the deal is told to everybody": (
        "public_events_are_visible",
        Change("rules.py", DEAL_AUDIENCE, "if game.phase == Phase.DRAW:\n        return int(game.chooser)"),
    ),
    "the own card is hidden from its owner": (
        "public_events_are_visible",
        Change("rules.py", "(game.place[card] >= 0 and game.place[card] != seat)", "game.place[card] >= 0"),
    ),
    "the audience is a seat where nobody sits": (
        "somebody_is_always_next",
        Change("rules.py", DEAL_AUDIENCE, DEAL_AUDIENCE + " + 1"),
    ),
    "a choice is hidden from who makes it": (
        "somebody_is_always_next",
        Change("rules.py", GUESS_AUDIENCE, "if game.phase == Phase.GUESSES:\n        return 0"),
    ),
    "it is the turn of a seat where nobody sits": (
        "somebody_is_always_next",
        Change(
            "rules.py", "return CHANCE\n    return int(game.chooser)", "return CHANCE\n    return int(game.chooser) + 1"
        ),
    ),
    "luck has no outcome": (
        "somebody_is_always_next",
        Change("rules.py", "return count(game, DECK)", "return count(game, DECK) - 1"),
    ),
    "the mask peeks into the deck": (
        "the_mask_does_not_peek",
        Change("rules.py", "box.swapping and cards_left(game, box)", "box.swapping and game.place[0] == DECK"),
    ),
    "the mask needs what the own view hides": (
        "the_mask_does_not_peek",
        Change("rules.py", "(game.place[card] >= 0 and game.place[card] != seat)", "game.place[card] >= 0"),
    ),
    "early actions peek": (
        "the_mask_does_not_peek",
        Change("moves.py", "    return []", "    return [KEEP] if game.place[0] == DECK else []"),
    ),
    "redeal always takes the lowest card": (
        "redeals_are_calibrated",
        Change("rules.py", "below(luck, count(game, UNSEEN))", "0 * below(luck, count(game, UNSEEN))"),
    ),
    "redeal never takes the last card": (
        "redeals_are_calibrated",
        Change("rules.py", "below(luck, count(game, UNSEEN))", "below(luck, max(1, count(game, UNSEEN) - 1))"),
    ),
    "redeal forgets that nobody guesses the own card": (
        "redeals_are_calibrated",
        Change("rules.py", "card + 1 if card >= card_at(game, other, 0) else card", "below(luck, int(box.n_cards))"),
    ),
    "redeal leaves the deck unseen": (
        "redeals_are_consistent",
        Change(
            "rules.py",
            "game.place[card] == UNSEEN:\n            game.place[card] = DECK",
            "game.place[card] == UNSEEN:\n            game.place[card] = UNSEEN",
        ),
    ),
    "redeal shuffles what lies open": (
        "redeals_are_consistent",
        Change(
            "rules.py",
            "if game.place[card] == UNSEEN:",
            "if game.place[card] == UNSEEN or game.place[card] == DISCARDED:",
        ),
    ),
    "redeal takes the viewer's guess back": (
        "redeals_are_consistent",
        Change("rules.py", "if game.guess[other] == HIDDEN:", "if game.guess[other] != NO_GUESS:"),
    ),
    "seeing twice shows something else": (
        "seen_is_idempotent",
        Change(
            "rules.py",
            "game.guess[other] = HIDDEN",
            "game.guess[other] = HIDDEN if game.guess[other] >= 0 else HIDDEN - 1",
        ),
    ),
    "seeing wipes whose turn it is": (
        "seen_is_idempotent",
        Change(
            "rules.py",
            "    for other in range(game.n_players):\n        if other != seat",
            "    game.chooser = 0\n    for other in range(game.n_players):\n        if other != seat",
        ),
    ),
    "the record has gaps": ("copies_and_saves_are_equal", Change("rules.py", BOX, BOX + GAPS)),
    "the rules draw by themselves": (
        "equal_events_give_equal_states",
        Change(
            "rules.py",
            "    game.n_players = n_players\n",
            "    game.n_players = n_players\n    game.chooser = np.random.randint(0, 2)\n",
        ),
    ),
    "a number wraps when compiled": (
        "compiled_and_plain_agree",
        Change(
            "rules.py",
            "game.guess[game.chooser] = action - GUESS\n",
            "game.guess[game.chooser] = action - GUESS + 124\n",
        ),
    ),
    "two actions have one name": (
        "names_round_trip",
        Change("moves.py", "guess {action - GUESS + 1}", "guess {(action - GUESS) // 2}"),
    ),
    "an outcome's name means nothing": (
        "names_round_trip",
        Change("moves.py", 'return f"card {deck(game)[outcome] + 1}"', 'return f"card {deck(game)[outcome]}"'),
    ),
    "a name would part a record's line": (
        "names_round_trip",
        Change("moves.py", 'SWAP: "swap"', 'SWAP: "swap | draw"'),
    ),
    "any text means something": (
        "names_round_trip",
        Change(
            "moves.py",
            "return names.get(text)\n\n\ndef outcome_text",
            "return names.get(text, KEEP)\n\n\ndef outcome_text",
        ),
    ),
    "a legal action changes nothing": (
        "the_mask_is_exact",
        Change("rules.py", "if action == KEEP:\n        pass_on(game)", "if action == KEEP:\n        return"),
    ),
    "numbers below zero are legal": (
        "the_mask_is_exact",
        Change("rules.py", GUESS_LEGAL, GUESS_LEGAL.replace("card >= 0 and ", "")),
    ),
    "asking what is legal changes the state": (
        "the_mask_is_exact",
        Change(
            "rules.py",
            "        card = action - GUESS\n        return card",
            "        card = action - GUESS\n        game.guess[game.chooser] = HIDDEN\n        return card",
        ),
    ),
    "luck's time has legal actions": (
        "the_mask_is_exact",
        Change(
            "rules.py",
            "if game.phase == Phase.CHOOSE:\n        return action",
            "if game.phase == Phase.CHOOSE or game.phase == Phase.DRAW:\n        return action",
        ),
    ),
    "there is something to do after the end": (
        "games_end_in_time",
        Change(
            "rules.py",
            "return game.phase == Phase.SHOWDOWN and action == SHOW",
            "return game.phase >= Phase.SHOWDOWN and action == SHOW",
        ),
    ),
    "the game never ends": (
        "games_end_in_time",
        Change("rules.py", "game.phase = Phase.GAME_OVER\n    else", "game.phase = Phase.SHOWDOWN\n    else"),
    ),
    "nobody can do anything": (
        "games_end_in_time",
        Change(
            "rules.py",
            "return action == KEEP or (action == SWAP",
            "return (action == KEEP and game.chooser > 0) or (action == SWAP",
        ),
    ),
    "the game lasts longer than it says": (
        "games_end_in_time",
        Change("components.py", "return n_players + 2 * n_players + n_players + 1", "return 4 * n_players - 2"),
    ),
    "the total is not the sum of its parts": (
        "scores_add_up",
        Change("rules.py", "out[seat] += box.prize", "out[seat] += box.prize + 1"),
    ),
    "the breakdown adds up otherwise": (
        "scores_add_up",
        Change("view.py", "prize = box.prize if", "prize = 2 * box.prize if"),
    ),
    "the lower total has the better place": (
        "scores_add_up",
        Change("rules.py", "if scores[other] > scores[seat] or higher", "if scores[other] < scores[seat] or higher"),
    ),
    "a place is left out": (
        "scores_add_up",
        Change("rules.py", "        places[seat] = 1\n", "        places[seat] = 2\n"),
    ),
    "the view is not plain data": (
        "views_are_plain_data",
        Change("view.py", "list(game.guess[: game.n_players])", "tuple(game.guess[: game.n_players])"),
    ),
    "an event is told with an empty line": ("views_are_plain_data", Change("tell.py", '"All cards are shown."', '""')),
    "the usual choice is none of the choices": (
        "wrong_options_are_refused",
        Change("components.py", 'CHOICES, "yes")', 'CHOICES, "maybe")'),
    ),
}


@pytest.fixture
def copy_with(tmp_path: Path) -> Iterator[list[Kind]]:
    """Where copies are put, to be forgotten after the test."""
    made: list[Kind] = []
    yield made
    for kind in made:
        forget(kind, tmp_path)


@pytest.mark.parametrize("fault", FAULTS)
def test_the_check_catches(fault: str, tmp_path: Path, copy_with: list[Kind]) -> None:
    name, change = FAULTS[fault]
    copy_with.append(changed(PEEKABOO, tmp_path, [change]))
    with pytest.raises(AssertionError):
        CHECKS[name](Case(copy_with[0], 4, compiled=False))


def test_without_a_fault_nothing_is_caught(tmp_path: Path, copy_with: list[Kind]) -> None:
    copy_with.append(changed(PEEKABOO, tmp_path))
    for name, run in CHECKS.items():
        if name not in COMPILED_ONLY:
            run(Case(copy_with[0], 4, compiled=False))


def test_every_check_has_caught_something() -> None:
    assert {name for name, _ in FAULTS.values()} == set(CHECKS)


# ---- faults of the checked game ------------------------------------------------------------------------------------


class NeverStale(Game):
    """Takes a move that was decided in an earlier position."""

    def play(self, move: str | int, *, seat: int | None = None, at: int | None = None) -> Game:
        return super().play(move, seat=seat)


class AnySeat(Game):
    """Takes a move from whoever sends it."""

    def play(self, move: str | int, *, seat: int | None = None, at: int | None = None) -> Game:
        return super().play(move, at=at)


class Lenient(Game):
    """Takes the lowest legal action where the move means nothing."""

    def action(self, move: str | int, seat: int | None = None) -> int:
        found = (
            self.kind.moves.action_number(self.plain, self.plain_box, self.turn, move)
            if isinstance(move, str)
            else move
        )
        return found if found in self.legal_actions and isinstance(found, int) else self.legal_actions[0]


class Untidy(Game):
    """Has written the move down before it refuses it."""

    def _illegal(self, found: object, legal: Any) -> Any:
        self.history.append(0)
        return super()._illegal(found, legal)


class Forgetful(Game):
    """Does not write down what luck brought."""

    def _apply(self, number: int) -> None:
        luck = self.turn < 0
        super()._apply(number)
        if luck:
            self.history.pop()


class Attached(Game):
    """Its copies share its history."""

    def copy(self) -> Game:
        twin = super().copy()
        twin.history = self.history
        return twin


class Overeager(Game):
    """Takes two choices back instead of one."""

    def undo(self) -> Game:
        super().undo()
        try:
            return super().undo()
        except CannotUndo:
            return self


PLAY_FAULTS: list[tuple[type[Game], str]] = [
    (NeverStale, "a_move_is_never_played_twice"),
    (NeverStale, "illegal_moves_are_refused"),
    (AnySeat, "illegal_moves_are_refused"),
    (Lenient, "illegal_moves_are_refused"),
    (Untidy, "illegal_moves_are_refused"),
    (Forgetful, "play_follows_the_mask"),
    (Attached, "records_hold_the_whole_game"),
    (Overeager, "luck_and_undo_repeat"),
]


@pytest.mark.parametrize(("faulty", "name"), PLAY_FAULTS)
def test_the_check_catches_in_play(faulty: type[Game], name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.conformance.play_checks.Game", faulty)
    with pytest.raises(AssertionError):
        PLAY_CHECKS[name](Case(PEEKABOO, 3))


def test_a_record_that_leaves_an_event_out_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = records.turns
    monkeypatch.setattr(records, "turns", lambda game, viewer=None: whole(game, viewer)[:-1])
    with pytest.raises(AssertionError):
        PLAY_CHECKS["records_hold_the_whole_game"](Case(PEEKABOO, 3))


def test_every_check_of_play_has_caught_something() -> None:
    assert {name for _, name in PLAY_FAULTS} == set(PLAY_CHECKS)
