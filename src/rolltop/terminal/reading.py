"""What a typed line means: a move, what dice show, a command, or nothing that is possible."""

from collections.abc import Sequence
from dataclasses import dataclass

from rolltop.games.words import N_, _

COMMANDS = {
    "help": N_("what you can type"),
    "rules": N_("how the game is played"),
    "hint": N_("what a bot would do, and what the dice may still bring"),
    "advice": N_("what each move promises: chance to win, place and points"),
    "score": N_("everybody's points, as if the game ended now"),
    "undo": N_("take your last move back, as long as it has shown you nothing new"),
    "save FILE": N_("write the game to a file"),
    "quit": N_("leave the game"),
}
NAMES = [usage.split()[0] for usage in COMMANDS]
MANY = 12  #: moves that begin alike
ALSO = {"?": "help", "h": "help", "exit": "quit", "q": "quit"}


@dataclass(frozen=True)
class Move:
    """A legal move, by its full name."""

    name: str


@dataclass(frozen=True)
class Faces:
    """What the first of the dice that are due show, by their full names."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class Command:
    """A command, by its full name, and what came after it."""

    name: str
    rest: str = ""


@dataclass(frozen=True)
class Unclear:
    """Neither; `why` says what would have been possible."""

    why: str


def understand(line: str, legal: Sequence[str], known: Sequence[str] = ()) -> Move | Command | Unclear:
    """Read a line. `legal` are the moves possible now, `known` those possible at other times.

    Full names go before abbreviations, and moves before commands: `s` is `secure` before it is `score`.
    """
    words = line.replace("\N{MINUS SIGN}", "-").lower().split()
    if not words:
        return Unclear(possible(legal))
    rest = line.strip()[len(line.split()[0]) :].strip()
    if words[0] in NAMES:
        return Command(words[0], rest)
    moves = [move for move in legal if move.lower().split() == words] or [move for move in legal if fits(words, move)]
    moves = [move for move in moves if len(move.split()) == len(words)] or moves
    if len(moves) == 1:
        return Move(moves[0])
    if moves:
        return Unclear(_("%(line)s could be: %(moves)s.") % {"line": shown(line), "moves": listed(moves)})
    if words[0] in ALSO and not rest:
        return Command(ALSO[words[0]], rest)
    commands = [name for name in NAMES if name.startswith(words[0])]
    later = [move for move in known if fits(words, move)]
    if len(commands) == 1 and not later:
        return Command(commands[0], rest)
    if len(later) == 1:
        return Unclear(_("%(move)s is not possible now.") % {"move": later[0]} + " " + possible(legal))
    return Unclear(
        _("%(line)s is neither a move nor a command.") % {"line": shown(line)} + " " + possible(legal) + " "
        + _("Type help for more.")
    )  # fmt: skip


# ---- dice ------------------------------------------------------------------------------------------------------------


def understand_dice(line: str, due: Sequence[Sequence[str]]) -> Faces | Command | Unclear:
    """Read what dice show: ``5 5 3``, ``553``, or some of them. `due` are the names of what each can show.

    What all names of a die begin with may be left out: ``4`` for ``start 4``.
    """
    words = line.replace("\N{MINUS SIGN}", "-").lower().split()
    if not words:
        return Unclear(can_show(due))
    command = understand(line, [])
    if words[0] in NAMES and isinstance(command, Command):
        return command
    kind = due[0][0].lower().split()[:-1]
    told = words[len(kind) :] if len(words) > len(kind) and fits(words[: len(kind)], " ".join(kind)) else words
    readings = list(dict.fromkeys(read_dice(told, due)))
    if len(readings) == 1:
        return Faces(readings[0])
    if readings:
        return Unclear(_("%(line)s can be read in several ways: put spaces between the dice.") % {"line": shown(line)})
    if isinstance(command, Command):
        return command
    return Unclear(_("%(line)s is not what the dice can show.") % {"line": shown(line)} + " " + can_show(due))


def read_dice(words: Sequence[str], due: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    """All ways to read words, run together or not, as what the first dice show."""
    if not words:
        return [()]
    found: list[tuple[str, ...]] = []
    for name in due[0] if due else ():
        face = name.lower().split()[-1]
        if words[0].startswith(face):
            rest = [word for word in (words[0][len(face) :], *words[1:]) if word]
            found += [(name, *others) for others in read_dice(rest, due[1:])]
    return found


def can_show(due: Sequence[Sequence[str]]) -> str:
    """What is possible, in words."""
    if len(due) == 1:
        return _("Expected one of: %(faces)s.") % {"faces": ", ".join(due[0])}
    faces = {"n": len(due), "faces": ", ".join(dict.fromkeys(name for names in due for name in names))}
    return _("Expected up to %(n)s dice, each one of: %(faces)s.") % faces


# ---- words -----------------------------------------------------------------------------------------------------------


def fits(words: Sequence[str], move: str) -> bool:
    """Does each word begin the move's word in its place? Numbers must be whole."""
    full = move.lower().split()
    return len(words) <= len(full) and all(
        whole == word if is_number(whole) else whole.startswith(word) for word, whole in zip(words, full, strict=False)
    )


def is_number(word: str) -> bool:
    """Is a word of a move a number?"""
    return word.lstrip("+-").isdecimal()


def possible(legal: Sequence[str]) -> str:
    """The moves possible now, in words."""
    return _("Now possible: %(moves)s.") % {"moves": listed(legal)}


def listed(moves: Sequence[str]) -> str:
    """Moves by name; of many that begin alike only how many there are."""
    verbs = [move.split()[0] for move in moves]
    named = [move for move, verb in zip(moves, verbs, strict=True) if verbs.count(verb) <= MANY]
    counted = [f"{verb} … ({verbs.count(verb)})" for verb in dict.fromkeys(verbs) if verbs.count(verb) > MANY]
    return ", ".join([*named, *counted])


def shown(line: str) -> str:
    """What was typed, short and printable."""
    tidy = "".join(character if character.isprintable() else "?" for character in line.strip())
    return repr(tidy if len(tidy) <= 40 else tidy[:37] + "...")


def abbreviation(move: str, legal: Sequence[str]) -> str:
    """A short way to type a move."""
    words = move.split()
    for letters in range(1, max(map(len, words)) + 1):
        tried = " ".join(word if is_number(word) else word[:letters] for word in words)
        if understand(tried, legal) == Move(move):
            return tried
    return move
