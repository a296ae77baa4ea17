"""Beginning a game at the terminal, or going on with one."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rolltop.bots import get_ready
from rolltop.games.editions import Edition
from rolltop.games.errors import BadOption
from rolltop.games.shelf import Kind
from rolltop.games.words import N_
from rolltop.play import records
from rolltop.play.dice import Seeded
from rolltop.play.fair import commitment, new_secret
from rolltop.play.game import Game
from rolltop.play.records import Fairness
from rolltop.play.throwing import Dice, check_dice
from rolltop.play.undo import Undo
from rolltop.terminal.seating import Seating, of_record

PLAYED_BY, SEED = "Played by", "Seed"  #: header lines of a record that the terminal writes and reads


@dataclass
class Start:
    """A game about to be played at the terminal: the game, its seats, and what its record says besides."""

    game: Game
    seating: Seating
    fairness: Fairness | None = None
    seed: int | None = None
    resumed: Path | None = None  #: the record it goes on from ...
    recorded: int = 0  #: ... and how many events that has


def begin(
    kind: Kind,
    seating: Seating,
    *,
    seed: int | None = None,
    edition: Edition | str | None = None,
    options: dict[str, str] | None = None,
    undo: Undo = Undo.UNTIL_NEWS,
    dice: Dice = Dice.FAIR,
) -> Start:
    """A new game. Without a seed its dice are fair: they follow from a secret that is committed to now.

    By hand the people at the keyboard throw and enter them. Raises BadOption or BadEdition.
    """
    if check_dice(kind, dice) == Dice.HAND:
        if seed is not None:
            raise BadOption(N_("a seed is for dice that the program throws, not for dice=hand"))
        by_hand = Game(kind, seating.names, by_hand=True, edition=edition, options=options, undo=undo)
        return Start(by_hand, seating)
    fairness = None if seed is not None else new_fairness(len(seating.names))
    luck = Seeded(seed) if seed is not None else fairness.luck() if fairness else None
    game = Game(kind, seating.names, luck=luck, edition=edition, options=options, undo=undo)
    return Start(game, seating, fairness, seed)


def new_fairness(n_players: int) -> Fairness:
    """A secret, and a contribution for each seat, drawn here."""
    secret = new_secret()
    parts = [secrets.token_hex(8) for _seat in range(n_players)]
    return Fairness(secrets.token_hex(12), commitment(secret), parts, secret.hex())


def take_up(
    path: Path,
    edition: Edition | str | None = None,
    humans: int = 1,
    bots: Sequence[str] = (),
    undo: Undo = Undo.UNTIL_NEWS,
    dice: Dice | None = None,
) -> Start:
    """Go on with the game of a record: with a seed the dice are the same as ever, else new ones, or thrown by hand as
    before. `dice` says otherwise. Raises BadRecord or BadOption.
    """
    record = records.read_file(path, edition)
    game, head = record.game, record.header
    seed = int(head[SEED]) if head.get(SEED, "").isdecimal() else None
    if check_dice(game.kind, dice or (Dice.HAND if record.by_hand else Dice.FAIR)) == Dice.FAIR:
        game.luck = Seeded() if seed is None else Seeded(seed)
    game.undo_policy = undo
    seating = of_record(game.kind, game.names, head.get(PLAYED_BY, ""), humans, bots)
    recorded = len(game.history)
    game.run_luck()
    return Start(game, seating, None, seed, path, recorded)


def ready(kind: Kind) -> None:
    """Compile what a game at the terminal needs."""
    assert kind.engine
    get_ready(kind)
