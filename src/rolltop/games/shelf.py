"""The shelf: every folder in `rolltop.games` that has rules is a game, found here and nowhere else."""

import importlib
import logging
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rolltop.games import editions, kernel
from rolltop.games.editions import Edition
from rolltop.games.errors import BadEdition, BadOption
from rolltop.games.options import Option, complete
from rolltop.games.words import _

SHELF = Path(__file__).parent
STANDARD = "standard"  #: the edition every game has, in the file of that name
log = logging.getLogger("rolltop.shelf")


@dataclass(frozen=True, eq=False)
class Kind:
    """A game on the shelf: its folder's modules, loaded when they are first needed."""

    name: str
    package: str

    def __reduce__(self) -> tuple[Any, ...]:
        return again, (self.name, self.package)  # its modules cannot be pickled, and need not be

    def part(self, name: str) -> ModuleType:
        """A module of the game's folder."""
        return importlib.import_module(f"{self.package}.{name}")

    @cached_property
    def folder(self) -> Path:
        return Path(importlib.import_module(self.package).__path__[0])

    @cached_property
    def about(self) -> ModuleType:
        """TITLE, TAGLINE, MINUTES, VERSION."""
        return importlib.import_module(self.package)

    @property
    def title(self) -> str:
        return str(self.about.TITLE)

    @property
    def by_hand(self) -> bool:
        """Is all its luck in the open, so that players may throw and draw it themselves?"""
        return bool(getattr(self.about, "BY_HAND", False))

    @property
    def prints(self) -> bool:
        """Has it sheets to print?"""
        return (self.folder / "paper.py").exists()

    @property
    def hints(self) -> bool:
        """Can it say what the dice may still bring?"""
        return (self.folder / "hints.py").exists()

    @cached_property
    def rules(self) -> ModuleType:
        """The rules as plain Python."""
        return self.part("rules")

    @cached_property
    def moves(self) -> ModuleType:
        return self.part("moves")

    @cached_property
    def n_actions(self) -> int:
        return int(self.rules.N_ACTIONS)

    @cached_property
    def players(self) -> range:
        """The player counts the game can be played with."""
        return range(self.rules.MIN_PLAYERS, self.rules.MAX_PLAYERS + 1)

    @cached_property
    def options(self) -> tuple[Option, ...]:
        return tuple(self.part("components").OPTIONS)

    @cached_property
    def game_layout(self) -> np.dtype[np.void]:
        return kernel.layout(self.rules.Game)

    @cached_property
    def box_layout(self) -> np.dtype[np.void]:
        return kernel.layout(self.rules.Box)

    # ---- rules, compiled or plain ------------------------------------------------------------------------------------

    def algorithm(self, module: str, *, compiled: bool = True) -> ModuleType:
        """A generic algorithm (a module with a global `rules`) bound to this game."""
        rules = kernel.load(self.rules.__name__, compiled=compiled)
        return kernel.load(module, compiled=compiled, suffix=f".{self.name}", rules=rules)

    @cached_property
    def engine(self) -> ModuleType:
        """`rolltop.games.engine` compiled for this game; compiles on first use, and says so once."""
        engine = self.algorithm("rolltop.games.engine")
        warm_up(self, engine)
        return engine

    @cached_property
    def plain_engine(self) -> ModuleType:
        """`rolltop.games.engine` uncompiled, for records made by `plain`."""
        return self.algorithm("rolltop.games.engine", compiled=False)

    # ---- editions and boxes ------------------------------------------------------------------------------------------

    @cached_property
    def editions(self) -> dict[str, Edition]:
        """The editions in the game's folder by name, the first being the one played unless another is asked for.

        A wrong file is left out, so that it spoils no other edition. Raises BadEdition if the standard one is wrong.
        """
        found = [edition for path in self.edition_files.values() if (edition := self._good_edition(path)) is not None]
        found.sort(key=lambda edition: edition.name != STANDARD)
        return {edition.name: edition for edition in found}

    @property
    def edition_files(self) -> dict[str, Path]:
        """The edition files in the game's folder, by their names without ending."""
        return {path.stem: path for path in sorted(self.folder.glob("*.toml")) if path.name != kernel.LEARNED}

    def _good_edition(self, path: Path) -> Edition | None:
        try:
            return self.read_edition(path)
        except BadEdition as error:
            if path.stem == STANDARD:
                raise
            log.warning("%s: an edition is left out: %s", self.title, error)
            return None

    def read_edition(self, path: Path) -> Edition:
        """Read and check an edition file. Raises BadEdition."""
        components = self.part("components")
        edition = editions.read(path, self.name, components.COMPONENTS)
        components.check(edition)
        return edition

    def edition(self, name: str | None = None) -> Edition:
        """An edition by name (None: the usual one), or by the path of a file. Raises BadEdition."""
        if name is None:
            return next(iter(self.editions.values()))
        if name in self.editions:
            return self.editions[name]
        if name in self.edition_files:  # left out: now it is to say why
            return self.read_edition(self.edition_files[name])
        if Path(name).suffix == ".toml":
            return self.read_edition(Path(name))
        raise BadEdition(
            "%(game)s has no edition %(name)s; there are: %(known)s, or give the path of a .toml file",
            game=self.title, name=repr(name), known=", ".join(self.editions),
        )  # fmt: skip

    def box(
        self, edition: Edition | None = None, options: Mapping[str, str] | None = None, n_players: int | None = None
    ) -> NDArray[np.void]:
        """A Box (an array of one) for an edition, options and a number of players. Raises BadOption."""
        n_players = self.players.start if n_players is None else n_players
        self.check_players(n_players)
        box = np.zeros(1, self.box_layout)
        chosen = complete(self.options, options or {}, n_players)
        self.part("components").fill(box[0], edition or self.edition(), chosen, n_players)
        return box

    def plain_box(self, boxes: NDArray[np.void], edition: Edition) -> Any:
        """A Box as a plain object, for all but the engine; its `edition` has what rules need not know: names."""
        box = kernel.Plain(boxes[0])
        vars(box)["edition"] = edition
        return box

    def check_players(self, n_players: int) -> None:
        """Raise BadOption if the game is not for so many."""
        if n_players not in self.players:
            raise BadOption(
                "%(game)s is for %(least)s to %(most)s players, not %(found)s",
                game=self.title, least=self.players[0], most=self.players[-1], found=n_players,
            )  # fmt: skip


@cache
def kinds() -> dict[str, Kind]:
    """All games on the shelf, by name."""
    names = sorted(path.parent.name for path in SHELF.glob("*/rules.py"))
    return {name: Kind(name, f"rolltop.games.{name}") for name in names}


def again(name: str, package: str) -> Kind:
    """A kind that was pickled: that of the shelf, if it is from there."""
    found = kinds().get(name)
    return found if found is not None and found.package == package else Kind(name, package)


def kind(name: str) -> Kind:
    """A game on the shelf. Raises BadOption if there is none of that name."""
    key = name.lower().replace("-", "_").replace(" ", "_")
    if key not in kinds():
        raise BadOption(
            "no game %(name)s on the shelf; there are: %(known)s", name=repr(name), known=", ".join(kinds())
        )
    return kinds()[key]


# ---- compiling once --------------------------------------------------------------------------------------------------


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


announce: Callable[[str], None] = _say  #: how a first compilation is told to the user


def warm_up(kind: Kind, engine: ModuleType) -> None:
    """Call what a table or a player calls, so that it is compiled now; says so if the disk cache does not have it."""
    marker = kernel.cache_folder() / f"{kind.package}.ready"
    if not marker.exists():
        text = _("Rolltop compiles the rules of %(game)s, once on this machine (some 10 seconds) ...")
        announce(text % {"game": kind.title})
    from rolltop.games.luck import seeded

    n_players = kind.players[0]
    games, boxes, lucks = np.zeros(1, kind.game_layout), kind.box(n_players=n_players), seeded(0)
    mask, seats = np.zeros(kind.n_actions, np.int8), kind.players[-1]
    scores, places = np.zeros(seats, np.int32), np.zeros(seats, np.int8)
    engine.set_up(games, 0, boxes, n_players)
    while engine.turn(games, 0) != -2:
        engine.audience(games, 0)
        if engine.turn(games, 0) == -1:
            engine.happen_unchecked(games, 0, boxes, engine.outcomes(games, 0, boxes) - 1)
        else:
            engine.mask(games, 0, boxes, mask)
            action = int(np.flatnonzero(mask)[-1])
            assert engine.is_legal(games, 0, boxes, action)
            engine.play_unchecked(games, 0, boxes, action)
    engine.score(games, 0, boxes, scores, places)
    engine.seen(games, 0, boxes, 0)
    engine.redeal(games, 0, boxes, 0, lucks)
    if not marker.exists():
        marker.parent.mkdir(parents=True, exist_ok=True)
        marker.touch()


def plain(array: NDArray[np.void]) -> list[Any]:
    """Records as plain objects, for the uncompiled engine."""
    return [kernel.Plain(item) for item in array]
