"""Writes docs/environments/GAME.md, a page an environment, from the code: ``python -m docs.environment_pages``."""

import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

import rolltop.envs.gymnasium as singles
from rolltop.envs import pettingzoo, vector
from rolltop.envs.observation import observation
from rolltop.envs.single import HISTORY, VERSION, title_of
from rolltop.games import kernel, shelf
from rolltop.games.options import Option
from rolltop.games.shelf import Kind

FOLDER = Path(__file__).parent / "environments"
GAMES = 200  #: random games for the lengths, for each number of players
FACES: dict[str, Callable[..., Any]] = {
    "PettingZoo": pettingzoo.TableEnv, "Gymnasium": singles.SeatEnv, "vector": vector.make,
}  # fmt: skip
ARGUMENTS = {
    "players": "how many play",
    "options": "a dictionary of the options above",
    "edition": "a name, or the path of a .toml file",
    "reward": "`place` or `score`, see above",
    "render_mode": "`ansi`, `rgb_array` or `human`",
    "opponents": "a bot, or one for each other seat from the left neighbour on; None: every seat is an agent's",
    "seat": "the agent's, counted from 0; None: drawn anew in each game",
    "illegal": "what an illegal action does: `lose` or `raise`",
    "num_envs": "games at once",
    "threads": "None: as many as the machine has processors",
}


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(str(cell).replace('|', '/') for cell in line)} |" for line in lines)


def introduction(kind: Kind) -> str:
    """What the game is: the first paragraph of its rules."""
    return (kind.folder / "how_to_play.md").read_text("utf-8").split("\n\n")[1]


def ids(kind: Kind) -> list[str]:
    """What Gymnasium knows it by."""
    return [name for name, spec in gymnasium.registry.items() if spec.kwargs.get("game") == kind.name]


def makers(kind: Kind) -> str:
    """How to make it, by face."""
    rows = [
        ("[PettingZoo](../environments.md#pettingzoo)", [
            f"rolltop.envs.pettingzoo.{kind.name}_{VERSION}.env(players={kind.players[-1]})",
            f'pettingzoo.make("aec", "rolltop/{title_of(kind)}-{VERSION}")',
        ]),
        ("[Gymnasium](../environments.md#gymnasium)", [f'gymnasium.make("{name}")' for name in ids(kind)]),
        ("[OpenSpiel](../environments.md#openspiel)", [
            f'pyspiel.load_game("rolltop_{kind.name}(players={kind.players[-1]})")'
        ]),
        ("[vector](../environments.md#thousands-at-once)", [
            f'rolltop.envs.vector.make("{kind.name}", num_envs=4096)'
        ]),
    ]  # fmt: skip
    return table(["face", "made by"], [(name, "<br>".join(f"`{call}`" for call in calls)) for name, calls in rows])


def facts(kind: Kind) -> str:
    """At a glance."""
    sizes = [observation(kind, n).size for n in kind.players]
    return table(
        ["", ""],
        [
            ("agents", f"{kind.players[0]} to {kind.players[-1]}, one at a time"),
            ("actions", f"`Discrete({kind.n_actions})`, with a mask"),
            ("observations", f"`Box` of {sizes[0]} to {sizes[-1]} numbers, float32"),
            ("hidden from a seat", "nothing" if kind.by_hand else "other hands, the deck, what lies face down"),
            ("version", VERSION),
        ],
    )


def choices(option: Option) -> str:
    """What may be chosen, the usual one marked."""
    return "; ".join(
        f"`{choice}`{' (usual)' if choice == option.default else ''}: {telling.text()}"
        for choice, telling in option.choices.items()
    )


def options(kind: Kind) -> str:
    """Options, and for how many players they are."""
    rows, before = [], ""
    for option in kind.options:
        found = choices(option)
        players = span([n for n in kind.players if option.concerns(n)])
        rows.append((f"`{option.name}`", option.label, players, "the same" if found == before else found))
        before = found
    return table(["option", "what", "players", "choices"], rows)


def span(numbers: Sequence[int]) -> str:
    """Numbers that follow each other."""
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"


def actions(kind: Kind) -> Iterator[tuple[str, str, str]]:
    """Numbers, the first word of their names, and what they mean."""
    first = 0
    for some in kind.part("observation").ACTIONS:
        yield span(range(first, first + some.count)), f"`{some.word}`", some.doc
        first += some.count


def sizes(kind: Kind) -> str:
    """Numbers in an observation."""
    return table(["players", *kind.players], [["numbers", *(observation(kind, n).size for n in kind.players)]])


def rewards(kind: Kind) -> str:
    """What the end of a game is worth."""
    by_place, by_score = "", ""
    if kind.players[0] == 1:
        by_place, by_score = "; alone 1 if the game is won, -1 if it is lost", "; alone the total"
    return (
        '0 until the game is over. Then with `reward="place"` 1 for the first place, -1 for the last, equal steps\n'
        f"between, and for a shared place the mean of those it takes up{by_place}.\n"
        f'With `reward="score"` the points by which a seat is above the mean of the others{by_score}.'
    )


def lengths(kind: Kind) -> str:
    """How long random games are, and the most events that a game can have."""
    rows = []
    for n_players in kind.players:
        found = random_lengths(kind, n_players)
        most = kind.part("components").longest(kernel.Plain(kind.box(n_players=n_players)[0]), n_players)
        rows.append((n_players, f"{found.mean():.0f}", found.min(), found.max(), most))
    return table(["players", "actions, mean", "shortest", "longest", "events of luck and actions, at most"], rows)


def random_lengths(kind: Kind, n_players: int) -> Any:
    """The number of actions of the first game at each table."""
    env = vector.make(kind.name, GAMES, n_players, threads=1)
    env.reset(seed=1)
    found = np.zeros(GAMES, np.int64)
    while (found == 0).any():
        env.step(env.random_actions())
        found[(found == 0) & env.tables.over] = env.tables.lengths[(found == 0) & env.tables.over]
    return found


def start(kind: Kind) -> str:
    """The first position of seed 1, as the agent to act sees it."""
    env = pettingzoo.TableEnv(kind.name, max(2, kind.players[0]), render_mode="ansi")
    env.reset(seed=1)
    assert env.game is not None
    legal = ", ".join(
        f"{action} `{name}`" for action, name in zip(env.game.legal_actions, env.game.legal_moves, strict=True)
    )
    text = "\n".join(line.rstrip() for line in str(env.render()).splitlines())
    return f"```text\n{text}\n```\n\n`{env.agent_selection}` may do: {legal}."


def arguments() -> str:
    """What the functions that make environments take."""
    taken = {face: inspect.signature(make).parameters for face, make in FACES.items()}
    names = dict.fromkeys(name for parameters in taken.values() for name in parameters if name != "game")
    rows = []
    for name in names:
        defaults = {face: repr(found[name].default) for face, found in taken.items() if name in found}
        rows.append((f"`{name}`", ", ".join(f"{face} `{usual}`" for face, usual in defaults.items()), ARGUMENTS[name]))
    return table(["argument", "of, and by default", "what"], rows)


def page(kind: Kind) -> str:
    """The whole page."""
    return f"""<!-- made by python -m docs.environment_pages -->
# {kind.title}, the environment

{introduction(kind)}

The rules: `rolltop rules {kind.name}`; for who programs with them: [{kind.title}](../{kind.name}.md). What all
environments have in common: [Environments](../environments.md).

{facts(kind)}

## Making it

{makers(kind)}

## Players and options

{options(kind)}

Options that are not for a number of players are refused there. Editions: {", ".join(kind.editions)}, or a file of your
own ([components](../{kind.name}.md)).

## Actions

{table(["number", "name begins with", "what it does"], actions(kind))}

`game.move_text(action)` (of a `rolltop.Game`, such as `env.unwrapped.game`) names a legal action.

## Observations

{sizes(kind)}

[Index by index](../observations.md#{kind.title.lower().replace(" ", "-")}).

## Rewards

{rewards(kind)}

## End and length

A game ends by the rules, nothing is cut off (`truncations` are false). By {GAMES} games of random actions:

{lengths(kind)}

## Start and seeds

Luck decides what the rules leave to it, up to where the first agent is to act. The same seed gives the same dice and
cards in all faces but OpenSpiel's, where luck is explicit. In PettingZoo with `reset(seed=1)`:

{start(kind)}

## Arguments

{arguments()}

In OpenSpiel `players`, `options` (`name:choice+name:choice`) and `edition` are the game's parameters.

## Version history

{chr(10).join(f"* {version}: {what}" for version, what in HISTORY.items())}
"""


def pages() -> dict[Path, str]:
    """All pages by their files."""
    return {FOLDER / f"{kind.name}.md": page(kind) for kind in shelf.kinds().values()}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for path, text in pages().items():
        path.write_text(text, "utf-8")
