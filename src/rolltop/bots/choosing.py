"""The bots by name, and how one chooses."""

import importlib.util
import os
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from types import ModuleType

import numpy as np

from rolltop.bots.duel import RANDOM, SENSIBLE
from rolltop.games import kernel, shelf
from rolltop.games.errors import BadOption, NotYourTurn
from rolltop.games.kernel import Records
from rolltop.games.luck import seeded
from rolltop.games.shelf import Kind
from rolltop.games.words import N_, _

BOTS = {
    "random": N_("plays at random"),
    "sensible": N_("weighs risk against gain"),
}
NUMBERS = {"random": RANDOM, "sensible": SENSIBLE}


@dataclass(frozen=True)
class Bot:
    """A player that is a program."""

    name: str

    def choose(self, kind: Kind, seen: Records, boxes: Records, lucks: Records) -> int:
        """An action for the seat to choose.

        `seen` is an array of one: what that seat sees (`Game.seen(seat)`); `lucks` an array of one generator
        (`rolltop.games.luck.seeded`), which moves on. The same four give the same action. Raises NotYourTurn if nobody
        is to choose.
        """
        get_ready(kind)
        if kind.engine.turn(seen, 0) < 0:
            raise NotYourTurn("nobody is to choose, so a bot cannot")
        return int(duel(kind).choose(seen, 0, boxes, lucks, NUMBERS[self.name]))


def bot(name: str) -> Bot:
    """A bot by name. Raises BadOption if there is none of that name."""
    if name not in BOTS:
        raise BadOption("no bot %(name)s; there are: %(known)s", name=repr(name)[:40], known=", ".join(BOTS))
    return Bot(name)


def has_policy(kind: Kind) -> bool:
    """Does the game's folder say how to weigh its actions? Otherwise `sensible` plays at random."""
    return importlib.util.find_spec(f"{kind.package}.policy") is not None


@cache
def duel(kind: Kind) -> ModuleType:
    """`rolltop.bots.duel` compiled for a game."""
    policy = f"{kind.package}.policy" if has_policy(kind) else "rolltop.bots.indifferent"
    return kernel.load(
        "rolltop.bots.duel",
        inline=False,
        suffix=f".{kind.name}",
        rules=kernel.load(kind.rules.__name__),
        engine=kind.algorithm("rolltop.games.engine"),
        policy=kernel.load(policy, inline=False),
    )


@cache
def get_ready(kind: Kind) -> None:
    """Compile what a bot needs at a table, telling so if the disk cache does not have it; `choose` sees to it too."""
    if not has_policy(kind):
        shelf.announce(_("%(game)s has no sensible bot yet: it plays at random.") % {"game": kind.title})
    boxes, lucks = kind.box(), seeded(0)
    states = np.zeros(1, kind.game_layout)
    kind.engine.set_up(states, 0, boxes, kind.players[0])
    if not is_ready(kind):
        text = _("Rolltop compiles the bots of %(game)s, once on this machine (up to half a minute) ...")
        shelf.announce(text % {"game": kind.title})
    kind.engine.run_chance(states[0], boxes[0], lucks[0])
    for number in NUMBERS.values():
        duel(kind).choose(states, 0, boxes, lucks, number)
    marker(kind).touch()


def marker(kind: Kind) -> Path:
    """A file that is there when the disk cache has what a bot needs."""
    return kernel.cache_folder() / f"{kind.package}.bots.ready"


def is_ready(kind: Kind) -> bool:
    """Has all been compiled before, on this machine?"""
    return marker(kind).exists()


def get_all_ready() -> None:
    """`get_ready` for every game on the shelf; what is to be compiled first, side by side in processes of its own."""
    kinds = list(shelf.kinds().values())
    missing = [kind.name for kind in kinds if not is_ready(kind)]
    if len(missing) > 1:
        with ProcessPoolExecutor(min(len(missing), os.cpu_count() or 1), get_context("spawn")) as pool:
            list(pool.map(get_ready_by_name, missing))
    for kind in kinds:
        get_ready(kind)


def get_ready_by_name(name: str) -> None:
    """`get_ready` in another process."""
    get_ready(shelf.kind(name))
