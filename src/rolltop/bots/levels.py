"""The bots by name, and what each can do in a game."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rolltop.bots.skills import Skill
from rolltop.games.errors import BadOption
from rolltop.games.kernel import layout
from rolltop.games.shelf import Kind
from rolltop.games.words import N_

LEVELS = {
    N_("beginner"): N_("beginner: knows the rules, and often errs"),
    N_("casual"): N_("casual: plays along, forgets and errs now and then"),
    N_("club"): N_("club: weighs risk against gain"),
    N_("expert"): N_("expert: hardly errs"),
    N_("master"): N_("master: thinks ahead, and for long"),
}
BOTS = {
    **LEVELS,
    "sensible": N_("weighs risk against gain, and remembers all"),
    "random": N_("plays at random"),
}
USUAL = "club"  #: who sits down if nobody says who

#: what a game's bots can do, as far as its own levels.py does not say otherwise
SKILLS: dict[str, dict[str, float]] = {
    "random": {},
    "sensible": {"policy": 1},
    "beginner": {"policy": 1, "wavers": 2.0, "forgets": 1.0},
    "casual": {"policy": 1, "wavers": 0.5, "forgets": 0.5},
    "club": {"policy": 1, "forgets": 0.25},
    "expert": {"policy": 1, "playouts": 500, "explores": 0.5, "depth": 20},
    "master": {"policy": 1, "playouts": 5000, "explores": 0.5, "depth": 20},
}


def skills_of(kind: Kind, names: Sequence[str]) -> NDArray[np.void]:
    """An array of the skills of some bots, by name. Raises BadOption."""
    found = np.zeros(len(names), layout(Skill))
    own = kind.part("levels").SKILLS if has_part(kind, "levels") else {}
    for index, name in enumerate(names):
        check(name)
        for field, number in {**SKILLS[name], **own.get(name, {})}.items():
            found[index][field] = number
    return found


def advice_depth(kind: Kind) -> int:
    """After how many choices the game's value cuts off what hints and analyses play on; 0: never."""
    return int(getattr(kind.part("levels"), "ADVICE_DEPTH", 0)) if has_part(kind, "levels") else 0


def check(name: str) -> None:
    """Raise BadOption if there is no bot of that name."""
    if name not in BOTS:
        raise BadOption("no bot %(name)s; there are: %(known)s", name=repr(name)[:40], known=", ".join(BOTS))


def has_policy(kind: Kind) -> bool:
    """Does the game's folder say how to weigh its actions? Otherwise every bot but a searching one plays at random."""
    return has_part(kind, "policy")


def has_part(kind: Kind, name: str) -> bool:
    """Does the game's folder have a module of that name?"""
    return (kind.folder / f"{name}.py").exists()
