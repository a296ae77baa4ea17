"""The weights a game learned: a small file in its folder, with how they were made."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rolltop.games.errors import BadOption
from rolltop.games.kernel import LEARNED
from rolltop.games.shelf import Kind

Weights = NDArray[np.float64]  #: by players less one, knot and feature


def weights_file(kind: Kind) -> Path:
    """Where a game keeps what it learned."""
    return kind.folder / LEARNED


def read_weights(kind: Kind) -> Weights:
    """The weights by players less one, knot and feature; 0 where nothing was learned. Raises BadOption."""
    names = kind.part("features").FEATURES
    data = tomllib.loads(weights_file(kind).read_text("utf-8"))
    tables = data["value"]
    knots = max(len(row) for table in tables.values() for row in table.values())
    found = np.zeros((kind.players[-1], knots, len(names)))
    for players, table in tables.items():
        if sorted(table) != sorted(names):
            raise BadOption(
                "%(file)s, value.%(players)s: found weights for %(found)s, expected %(expected)s; learn them anew",
                file=weights_file(kind).name, players=players, found=", ".join(table), expected=", ".join(names),
            )  # fmt: skip
        for index, name in enumerate(names):
            found[int(players) - 1, :, index] = table[name]
    return found


def write_weights(
    kind: Kind, weights: Mapping[int, Weights], made: Mapping[str, str | int | float], path: Path
) -> None:
    """Write weights (knots by features) for some numbers of players, and how they were made."""
    names = kind.part("features").FEATURES
    lines = [f"# What {kind.title} learned of its value: weights of named features by its progress.", ""]
    lines += ["[made]", *(f"{key} = {value!r}".replace("'", '"') for key, value in made.items())]
    for players, table in sorted(weights.items()):
        lines += ["", f"[value.{players}]"]
        for index, name in enumerate(names):
            lines.append(f"{name} = [{', '.join(f'{number:.4f}' for number in table[:, index])}]")
    path.write_text("\n".join(lines) + "\n", "utf-8")
