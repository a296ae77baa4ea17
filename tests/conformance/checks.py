"""The checks, one a promise of the contract; each takes a Case and raises AssertionError where a game breaks it.

`CHECKS` holds them all. `test_conformance.py` runs them on every game on the shelf, `test_faults.py` shows that each
catches the faults it is there for.
"""

import itertools
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from rolltop.games import kernel
from rolltop.games.contract import CHANCE, EVERYBODY, OVER
from rolltop.games.engine import ILLEGAL
from rolltop.games.errors import BadOption
from tests.conformance.harness import Case, Play, Table, every_choice, own_policies
from tests.conformance.policies import RANDOM

Check = Callable[[Case], None]
CHECKS: dict[str, Check] = {}

LOCKSTEP_GAMES = 500  # a player count
NO_ACTIONS = (-1, -2, -128, 127, 128, 255, 256, 32768, 10**9, -(10**9))
NO_NAMES = ("", " ", "nonsense", "take", "take 99999", "secure secure", "\N{SNOWMAN}", "-", "0" * 300, "%s", "\x00")
NAME = re.compile(r"[^\s|:#](?:[^\n|:#]*[^\s|:#])?")  # what a record can hold: bars and colons part its events


def check(function: Check) -> Check:
    """Put a check among CHECKS, by its name."""
    CHECKS[function.__name__] = function
    return function


# ---- playing ---------------------------------------------------------------------------------------------------------


@check
def games_end_in_time(case: Case) -> None:
    """Whoever plays, however it is set up: the game ends within the declared length, and then stands still."""
    for play in case.plays(len(case.setups) * len(case.policies)):
        table = play.to_the_end()
        assert not table.legal, "there are legal actions after the end"


@check
def somebody_is_always_next(case: Case) -> None:
    """A seat is to choose, or luck has outcomes, or the game is over; and somebody may be told of it."""
    for table, _ in case.positions(60):
        turn = table.turn
        assert turn in case.setups[0].seats or turn in (CHANCE, OVER), f"turn is {turn}"
        if turn == OVER:
            continue
        audience = table.audience
        assert audience in case.setups[0].seats or audience == EVERYBODY, f"audience is {audience}"
        assert turn == CHANCE or audience in (EVERYBODY, turn), "a choice is hidden from whoever makes it"
        assert turn != CHANCE or table.outcomes >= 1, "luck is due but has no outcome"


@check
def the_mask_is_exact(case: Case) -> None:
    """The mask marks just the actions that are legal; those can be played and change something, all others cannot."""
    for table, trials in case.positions(20, share=0.3):
        legal, state = table.legal, table.state
        assert bool(legal) == (table.turn >= 0), "legal actions if and only if a seat is to choose"
        for action in [*range(case.kind.n_actions), case.kind.n_actions, *NO_ACTIONS]:
            assert table.is_legal(action) == (action in legal), f"is_legal({action}) is not what the mask says"
            if action not in legal:
                assert table.step(action, 0) == ILLEGAL, f"step() took the illegal action {action}"
        assert table.state == state, "asking, or refusing, changed the state"
        for action in legal:
            check_step(table, action, trials.randrange(1000))


def check_step(table: Table, action: int, seed: int) -> None:
    """Playing changes something, and the checked step does the same."""
    played, stepped = table.copy().play(action), table.copy()
    assert played.state != table.state, f"action {action} changes nothing"
    turn = stepped.step(action, seed)
    assert turn == stepped.turn != CHANCE
    if played.turn != CHANCE:
        assert stepped.state == played.state, f"step({action}) and play({action}) differ"


@check
def copies_and_saves_are_equal(case: Case) -> None:
    """A state is its bytes: no gaps between the numbers, copies are independent, and a saved game goes on alike."""
    layout = case.kind.game_layout
    assert kernel.layout(case.kind.rules.Game) == layout and size(layout) == layout.itemsize, "gaps in Game"
    assert size(case.kind.box_layout) == case.kind.box_layout.itemsize, "gaps in Box"
    for table, trials in case.positions(15):
        state = table.state
        loaded = Table(table.setup, compiled=case.compiled, state=state)
        record = np.zeros(1, layout)
        kernel.Plain(np.frombuffer(state, layout)[0]).write(record[0])
        assert loaded.state == record.tobytes() == state, "a copy is not equal"
        for twin in (table.copy(), loaded):
            if table.turn != OVER:
                after = twin.apply(trials.choice(twin.possible)).state
                assert table.state == state, "playing on a copy changed the original"
                assert twin.copy().state == after


def size(dtype: Any) -> int:
    """The bytes that hold numbers."""
    if dtype.subdtype is not None:
        return size(dtype.subdtype[0]) * int(np.prod(dtype.subdtype[1]))
    return sum(size(dtype[name]) for name in dtype.names) if dtype.names else int(dtype.itemsize)


@check
def equal_events_give_equal_states(case: Case) -> None:
    """Set-up needs only a zeroed record, and the same events lead to the same bytes, whoever did what before."""
    for play in case.plays(40):
        end = play.to_the_end().state
        again = Table(play.table.setup, compiled=case.compiled)
        for number in play.events:
            again.apply(number)
        assert again.state == end


@check
def compiled_and_plain_agree(case: Case) -> None:
    """Compiled and uncompiled rules give equal bytes, turns, masks and luck after every event of many games."""
    for play in Case(case.kind, case.n_players, compiled=False).plays(LOCKSTEP_GAMES):
        slow, fast = play.table, Table(play.table.setup, compiled=True)
        for _ in play.positions():
            if play.events:
                fast.apply(play.events[-1])
            assert fast.state == slow.state, f"after {len(play.events)} events the compiled rules differ from the plain"
            turn = fast.turn
            assert turn == slow.turn
            if turn != OVER:
                assert fast.audience == slow.audience
                assert fast.possible == slow.possible
        assert fast.score() == slow.score()
    for table, trials in case.positions(15, share=0.2):
        pair = [Table(table.setup, compiled=compiled, state=table.state) for compiled in (True, False)]
        assert pair[0].score() == pair[1].score()
        for viewer in table.setup.viewers:
            seed = trials.randrange(10**6)
            views = [one.seen(viewer) for one in pair]
            assert views[0].state == views[1].state, "seen differs, compiled and plain"
            assert len({view.redealt(viewer, seed).state for view in views}) == 1, "redeal differs, compiled and plain"


# ---- text, scores, views ---------------------------------------------------------------------------------------------


@check
def names_round_trip(case: Case) -> None:
    """Every legal action and every outcome has a name a record can hold, and the name means it again."""
    for table, _ in case.positions(15, share=0.3):
        if table.turn == OVER:
            continue
        for number in table.possible:
            text = table.text(number)
            assert NAME.fullmatch(text) and text.isprintable(), f"a record cannot hold the name {text!r}"
            back = table.number(text)
            assert back is not None, f"{text!r} means nothing"
            if table.turn >= 0:
                assert back == number, f"{text!r} means {back}, not {number}"
            else:  # sides of a die that look alike are one
                assert table.copy().happen(back).state == table.copy().happen(number).state, f"{text!r} is ambiguous"
        for text in NO_NAMES:
            assert table.number(text) is None, f"{text!r} means something"


@check
def scores_add_up(case: Case) -> None:
    """Totals are the sum of what the breakdown shows, and the places follow from them."""
    recount = getattr(own_policies(case.kind), "recount", None)
    for table, _ in case.positions(len(case.setups) * len(case.policies), share=0.1):
        totals, places = table.score()
        rows = case.kind.part("view").breakdown(table.plain, table.plain_box)
        assert [row["total"] for row in rows] == totals, "the breakdown shows other totals than score()"
        assert [row["place"] for row in rows] == places, "the breakdown shows other places than rank()"
        assert recount is None or [recount(row) for row in rows] == totals, "the parts do not add up to the total"
        for place, total in zip(places, totals, strict=True):
            gapless = place == 1 + sum(other < place for other in places)
            assert gapless or (case.n_players == 1 and place == 2), f"places {places} leave gaps"  # alone: won or lost
            for other_place, other in zip(places, totals, strict=True):
                assert not (total > other and place >= other_place), f"{totals} do not give the places {places}"


@check
def views_are_plain_data(case: Case) -> None:
    """Everybody's view is JSON at every position; every event can be told from the views before and after."""
    n_games, tell = 5, case.kind.part("tell")
    for play in case.plays(n_games):
        before = play.table.copy()
        for table in play.positions():
            if play.rng.random() < case.share(n_games):
                for viewer in play.rng.sample(table.setup.viewers, min(3, case.n_players + 1)):
                    check_telling(tell, *(view_of(one, viewer) for one in (before, table)))
            before = table.copy()


def view_of(table: Table, viewer: int) -> Any:
    """A viewer's view, which must be plain data."""
    seen = table.seen(viewer)
    view = table.setup.kind.part("view").view(seen.plain, seen.plain_box, viewer)
    assert json.loads(json.dumps(view)) == view, "the view is not plain data"
    return view


def check_telling(tell: Any, before: Any, after: Any) -> None:
    """The lines are words for people, with every value filled in."""
    for line in tell.tell(before, after):
        text = line.text(lambda seat: f"<{seat + 1}>")
        assert text and "%(" not in text, f"a line of narration reads {text!r}"
    if hasattr(tell, "moment"):
        json.dumps(tell.moment(before, after))


@check
def wrong_options_are_refused(case: Case) -> None:
    """A choice or number of players that the game does not offer is refused with BadOption."""
    fitting = [setup.options for setup in case.setups]
    assert case.kind.editions and fitting, "no way to set the game up"
    for options in every_choice(case.kind):
        if options not in fitting:
            refused(case, options, case.n_players)
    defaults = {option.name: option.default for option in case.kind.options}
    assert defaults in fitting, "the usual options do not fit"
    for option in case.kind.options:
        refused(case, {option.name: "no such choice"}, case.n_players)
    refused(case, {"no such option": "1"}, case.n_players)
    for n_players in (-1, 0, case.kind.players[0] - 1, case.kind.players[-1] + 1, 10**9):
        refused(case, {}, n_players)


def refused(case: Case, options: dict[str, str], n_players: int) -> None:
    """Assert that a Box for these is refused with a text."""
    found: BadOption | None = None
    try:
        case.kind.box(None, options, n_players)
    except BadOption as error:
        found = error
    assert found is not None and str(found), f"{options} for {n_players} players are not refused"


# ---- what a seat may know --------------------------------------------------------------------------------------------


@check
def seen_is_idempotent(case: Case) -> None:
    """A seen state seen again is itself, looking changes nothing, and everybody sees whose turn it is."""
    for table, _ in case.positions(30, share=0.5):
        state = table.state
        for viewer in table.setup.viewers:
            seen = table.seen(viewer)
            assert seen.seen(viewer).state == seen.state, f"seeing twice as {viewer} shows something else"
            assert seen.turn == table.turn, f"{viewer} cannot tell whose turn it is"
        assert table.state == state


@check
def the_mask_does_not_peek(case: Case) -> None:
    """What a seat may do, now or early, is the same on its own view as on the full state."""
    for table, _ in case.positions(60, share=0.5):
        if table.turn < 0:
            continue
        own = table.seen(table.turn)
        assert own.legal == table.legal, "the legal actions depend on what the player cannot see"
        for seat in table.setup.seats:
            early = case.kind.moves.early_actions
            on_view = early(table.seen(seat).plain, table.plain_box, seat)
            assert on_view == early(table.plain, table.plain_box, seat), "early actions depend on hidden things"


@check
def public_events_are_visible(case: Case) -> None:
    """An event that everybody is told of changes everybody's view, and different ones change it differently.

    To a seat that alone is told, its different events look different too.
    """
    for table, trials in case.positions(40, share=0.3):
        if table.turn == OVER:
            continue
        audience = table.audience
        told = table.setup.viewers if audience == EVERYBODY else [audience]
        possible = trials.sample(table.possible, min(8, len(table.possible)))
        after = [table.copy().apply(number) for number in possible]
        for viewer in told:
            views = [one.seen(viewer).state for one in after]
            assert table.seen(viewer).state not in views, f"an event is not visible to {viewer}"
            assert len(set(views)) == len({one.state for one in after}), f"different events look alike to {viewer}"


@check
def hidden_events_look_alike(case: Case) -> None:
    """Two outcomes of an event look alike to whoever is not told of it, then and in every later view.

    Each game is played again for each viewer with other hidden events and the same open ones, as long as those remain
    possible, and the two worlds must give the viewer the same bytes all along.
    """
    may_reveal = getattr(own_policies(case.kind), "may_reveal", lambda text: False)
    for play in case.plays(300):
        worlds: dict[
            int, Table
        ] = {}  # of each viewer from whom something was hidden: another world that looks the same
        unsure = set(play.table.setup.viewers)  # those who cannot tell their other world from the true one
        positions = play.positions()
        before = next(positions).copy()
        for after in positions:
            event = Happened(before, play.events[-1], after.copy(), may_reveal)
            for viewer in sorted(unsure):
                if viewer not in worlds and event.is_open_to(viewer):
                    continue  # nothing has been hidden yet, so there is no other world
                if not event.go_along(viewer, worlds.setdefault(viewer, before.copy()), play.rng):
                    unsure.remove(viewer)
            before = event.after


@dataclass
class Happened:
    """An event of the true game, to be followed in another world."""

    before: Table
    number: int
    after: Table
    may_reveal: Callable[[str], bool]

    def is_open_to(self, viewer: int) -> bool:
        """Is the viewer told which it was?"""
        return self.before.audience in (EVERYBODY, viewer)

    def go_along(self, viewer: int, world: Table, rng: Random) -> bool:
        """Let it happen in a world that looks the same to `viewer`; False where the two can be told apart, rightly."""
        before, text = self.before, self.before.text(self.number)
        assert world.turn == before.turn, "whose turn it is depends on hidden things"
        assert world.audience == before.audience, "who is told depends on hidden things"
        number = world.number(text) if self.is_open_to(viewer) else rng.choice(world.possible)
        if number is None or number not in world.possible:
            return False
        if world.apply(number).seen(viewer).state == self.after.seen(viewer).state:
            return True
        assert self.is_open_to(viewer), f"{viewer} can tell hidden outcomes of {text!r} apart"
        assert self.may_reveal(text), f"{text!r} shows {viewer} what was hidden (see may_reveal)"
        return False


# ---- redealing -------------------------------------------------------------------------------------------------------


@check
def redeals_are_consistent(case: Case) -> None:
    """A redealt state looks the same to the viewer, has the same turn and mask, and can be played on to the end."""
    for table, trials in case.positions(20, share=0.2):
        for viewer in table.setup.viewers:
            seen = table.seen(viewer)
            full = seen.redealt(viewer, trials.randrange(10**6))
            assert full.seen(viewer).state == seen.state, f"a redeal does not fit what {viewer} has seen"
            assert (full.turn, table.turn == OVER or full.audience) == (
                table.turn,
                table.turn == OVER or table.audience,
            )
            if table.turn == viewer:
                assert full.legal == table.legal, "a redeal changes what its player may do"
            if table.turn == CHANCE:
                assert full.outcomes == table.outcomes, "a redeal changes how many outcomes there are"
            if trials.random() < 0.2:
                end = Play(full, RANDOM, trials).to_the_end()
                assert end.turn == OVER


@check
def redeals_are_calibrated(case: Case) -> None:
    """Under random play, what is hidden is distributed alike in true states and in redealt ones: every |z| below 5."""
    worst, feature = calibration(case, games=4000)
    assert worst < 5, f"redeal is biased: z = {worst:.1f} for {feature}"


def calibration(case: Case, games: int) -> tuple[float, str]:
    """The largest |z| over all features of the states, and which it is.

    One position of each game, chosen at random, is seen by one viewer and redealt; the differences between the true
    state and the redealt one have mean zero if redeal draws as the game does. The features are each number of the
    record (of a number of 64 bits each bit, since it may be a set), each two of them together, whether two are equal,
    and the totals if both states are played on.
    """
    pairs: list[list[list[int]]] = []
    totals: list[list[list[int]]] = []
    for index, play in enumerate(case.plays(games, policies=[RANDOM])):
        if index == 100 and not pairs:
            break
        true = random_position(play)
        viewer = play.rng.choice(true.setup.viewers)
        dealt = true.seen(viewer).redealt(viewer, index)
        if dealt.state != true.state:
            pairs.append([numbers(case, one.state) for one in (true, dealt)])
            totals.append([Play(one, RANDOM, play.rng).to_the_end().score()[0] for one in (true, dealt)])
    if not pairs:
        return 0.0, "nothing hidden"
    states = np.array(pairs)
    true_states, dealt_states = states[:, 0], states[:, 1]
    found = [worst_value(true_states, dealt_states), *equality_scores(true_states, dealt_states)]
    found += pointer_scores(true_states, dealt_states, list(arrays(case.kind.game_layout)))
    return max(found + total_scores(np.array(totals)))


def random_position(play: Play) -> Table:
    """One of the positions of a game, each equally likely."""
    kept = play.table.copy()
    for at, table in enumerate(play.positions(), 1):
        if play.rng.random() < 1 / at:
            kept = table.copy()
    return kept


def numbers(case: Case, state: bytes) -> list[int]:
    """All numbers of a state; those of 64 bits as bits, after all others."""
    layout = case.kind.game_layout
    found = list(kernel._reader(layout).numbers.unpack(state))
    wide = [index for index, code in enumerate(kernel._form(layout)[0]) if code in "qQ"]
    return found + [found[index] >> bit & 1 for index in wide for bit in range(64)]


def z_score(differences: Any) -> float:
    """How far the mean of symmetric differences is from zero, in standard deviations; 0 where there are too few."""
    spread = float((differences.astype(float) ** 2).sum())
    return abs(float(differences.sum())) / spread**0.5 if np.count_nonzero(differences) >= 30 else 0.0


def worst_value(true: Any, dealt: Any) -> tuple[float, str]:
    """The worst z of numbers having given values, singly and each two of them together.

    A feature is a column of zeros and ones, and two features together their product, so that matrix products count them
    all: how often they hold in the true states, in the redealt ones, and in both of a game.
    """
    names, columns = [], []
    for i in hidden(true, dealt):
        for value in values(true, dealt, i):
            holds = [states[:, i] == value for states in (true, dealt)]
            if sum(np.count_nonzero(one) for one in holds) >= 30:
                names.append(f"number {i} being {value}")
                columns.append(holds)
    if not columns:
        return 0.0, "no value is frequent enough"
    found = np.array(columns, np.float32)
    in_true, in_dealt = found[:, 0], found[:, 1]
    in_both = in_true * in_dealt
    n_true, n_dealt, n_both = (one @ one.T for one in (in_true, in_dealt, in_both))
    spread = n_true + n_dealt - 2 * n_both
    z = np.where(spread >= 30, abs(n_true - n_dealt) / np.sqrt(np.maximum(spread, 1)), 0)
    one, other = np.unravel_index(z.argmax(), z.shape)
    return float(z.max()), f"{names[one]} and {names[other]}"


def equality_scores(true: Any, dealt: Any) -> list[tuple[float, str]]:
    """z for each two numbers being equal."""
    return [
        (z_score(differ(true[:, i] == true[:, j], dealt[:, i] == dealt[:, j])), f"numbers {i} and {j} equal")
        for i, j in itertools.combinations(hidden(true, dealt), 2)
    ]


def pointer_scores(true: Any, dealt: Any, arrays: list[tuple[int, int]]) -> list[tuple[float, str]]:
    """z for what stands in each array at the place that each number names (a card's number, where that card is)."""
    found = []
    for i, (start, length) in itertools.product(hidden(true, dealt), arrays):
        named = [
            states[np.arange(len(states)), start + np.clip(states[:, i], 0, length - 1)] for states in (true, dealt)
        ]
        inside = [(states[:, i] >= 0) & (states[:, i] < length) for states in (true, dealt)]
        for value in np.unique(np.concatenate(named)):
            is_there = [ok & (at == value) for ok, at in zip(inside, named, strict=True)]
            found.append((z_score(differ(*is_there)), f"number {i} naming a {value} in the array at {start}"))
    return found


def arrays(dtype: Any, start: int = 0) -> Iterator[tuple[int, int]]:
    """Where the arrays of numbers of a record begin, and how long they are."""
    for name in dtype.names or ():
        base, shape = dtype[name].subdtype or (dtype[name], ())
        length = int(np.prod(shape))
        if base.names is None and shape:
            yield start, length
        for index in range(length if base.names else 0):
            yield from arrays(base, start + index * n_numbers(base))
        start += length * n_numbers(base)


def n_numbers(dtype: Any) -> int:
    """How many numbers a record, or one of its fields, has."""
    if dtype.subdtype is not None:
        return n_numbers(dtype.subdtype[0]) * int(np.prod(dtype.subdtype[1]))
    return sum(n_numbers(dtype[name]) for name in dtype.names) if dtype.names else 1


def differ(true: Any, dealt: Any) -> Any:
    """1 where a feature holds in the true state only, -1 where it holds in the redealt one only."""
    return true.astype(int) - dealt.astype(int)


def values(true: Any, dealt: Any, i: int) -> Any:
    """The values a number takes."""
    return np.unique(np.concatenate([true[:, i], dealt[:, i]]))


def total_scores(ends: Any) -> list[tuple[float, str]]:
    """z for each seat's total after playing on."""
    return [
        (z_score(ends[:, 0, seat] - ends[:, 1, seat]), f"the total of seat {seat}") for seat in range(ends.shape[2])
    ]


def hidden(true: Any, dealt: Any) -> list[int]:
    """The numbers that redealing changes."""
    return [int(i) for i in np.flatnonzero((true != dealt).any(axis=0))]
