"""Game records: a readable text file that holds a whole game. The format is described in docs/records.md."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rolltop.games import shelf
from rolltop.games.contract import CHANCE
from rolltop.games.editions import Edition
from rolltop.games.errors import BadRecord, RolltopError
from rolltop.games.shelf import Kind
from rolltop.games.words import _, ngettext
from rolltop.play.fair import Fair, commitment
from rolltop.play.game import Game
from rolltop.play.throwing import Dice

FIRST_LINE = "Rolltop game record 1"
HIDDEN = "?"  #: in place of an event of a running game that is hidden from whom the record is for
ENTERED = "*"  #: after an outcome that people threw or drew and entered
DICE = "Dice"  #: the header line of a game whose dice the players threw, or some of them
MIXED = "mixed"  #: its value if the program rolled the others; `Dice.HAND` if there are no others
MAX_BYTES = 1_000_000


@dataclass(frozen=True)
class Fairness:
    """What a record says about its dice; `secret` is empty until the game has ended."""

    table: str
    commitment: str
    contributions: Sequence[str]
    secret: str = ""

    def luck(self) -> Fair:
        """The dice that follow from it."""
        return Fair(bytes.fromhex(self.secret), self.table, self.contributions)


@dataclass
class Record:
    """A record that was read: the game as far as it goes, and the rest of the header."""

    game: Game
    header: dict[str, str]
    fairness: Fairness | None = None
    result: str = ""
    remarks: list[str] = field(default_factory=list)

    @property
    def by_hand(self) -> bool:
        """Do the players throw the dice that come next? As the last ones; before the first, as the header says."""
        luck = places_of_luck(self.game)
        return luck[-1] in self.game.entered if luck else self.header.get(DICE) == Dice.HAND


# ---- writing ---------------------------------------------------------------------------------------------------------


def write(game: Game, fairness: Fairness | None = None, viewer: int | None = None, **extra: str) -> str:
    """The record of a game, finished or not; `extra` are further header lines, such as Date.

    For a `viewer` (a seat, or SPECTATOR) of a game that is not over, what is hidden from them stands as HIDDEN; such a
    record cannot be read again.
    """
    lines = [FIRST_LINE]
    lines += [f"{key}: {value}" for key, value in header(game, fairness, extra)]
    lines.append("")
    lines += turns(game, None if game.is_over else viewer)
    return "\n".join(lines) + "\n"


def header(game: Game, fairness: Fairness | None, extra: dict[str, str]) -> list[tuple[str, str]]:
    """The header's keys and values, in order."""
    found = [
        ("Game", f"{game.kind.name} {game.kind.about.VERSION}"),
        ("Edition", f"{game.edition.name} {game.edition.digest}"),
        ("Options", ", ".join(f"{name}={choice}" for name, choice in game.options.items())),
    ]
    found += [(f"Seat {seat + 1}", name) for seat, name in enumerate(game.names)]
    dice = dice_text(game, extra.get(DICE, ""))
    found += [(key, value) for key, value in {**extra, DICE: dice}.items() if value]
    if fairness is not None:
        found += [("Table", fairness.table), ("Commitment", fairness.commitment)]
        found += [(f"Contribution {seat + 1}", text) for seat, text in enumerate(fairness.contributions)]
        if fairness.secret:
            found.append(("Secret", fairness.secret))
    found.append(("Result", result_text(game)))
    return found


def dice_text(game: Game, intended: str = "") -> str:
    """``hand`` if the players threw all that luck decided, ``mixed`` if they threw some of it, or nothing.

    Before anything was thrown or rolled it is what is intended.
    """
    luck = places_of_luck(game)
    if not luck:
        return intended
    return "" if not game.entered else Dice.HAND.value if len(game.entered) == len(luck) else MIXED


def result_text(game: Game) -> str:
    """``1 222, 4 170, ...`` (place and total, a seat each), or ``unfinished``."""
    if not game.is_over:
        return "unfinished"
    return ", ".join(f"{place} {total}" for place, total in zip(game.places, game.scores, strict=True))


def turns(game: Game, viewer: int | None = None) -> list[str]:
    """One turn a line: events separated by bars, a choice preceded by its seat, an entered outcome marked by a star."""
    past = game.at(0)
    lines: list[list[str]] = []
    events: list[str] = []
    for index, number in enumerate(game.history):
        if events and past.kind.moves.starts_turn(past.plain):
            lines.append(events)
            events = []
        told = viewer is None or past.is_told(viewer)
        text = past.event_text(number) + (ENTERED if index in game.entered else "") if told else HIDDEN
        events.append(text if past.turn == CHANCE else f"{past.turn + 1}: {text}")
        past.push(number)
    if events:
        lines.append(events)
    return [f"{number}. {' | '.join(events)}" for number, events in enumerate(lines, 1)]


# ---- reading ---------------------------------------------------------------------------------------------------------


def read_file(path: Path, edition: Edition | str | None = None) -> Record:
    """Read a record from a file. Raises BadRecord."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise BadRecord("%(file)s is larger than any record (%(most)s bytes)", file=path.name, most=MAX_BYTES)
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadRecord("%(file)s cannot be read as text: %(why)s", file=path.name, why=error) from None
    return read(text, edition)


def read(text: str, edition: Edition | str | None = None) -> Record:
    """Read a record and replay it. Raises BadRecord naming the line, what was found and what was expected."""
    lines = text.splitlines()
    if not lines or lines[0].strip() != FIRST_LINE:
        raise _wrong(1, lines[0] if lines else "nothing", f"the first line {FIRST_LINE!r}")
    blank = next((index for index, line in enumerate(lines) if not line.strip()), len(lines))
    head = read_header(lines[1:blank])
    if head.get(DICE, MIXED) not in (Dice.HAND, MIXED):
        raise BadRecord("Dice: found %(found)s, expected hand or mixed", found=repr(head[DICE][:60]))
    game = empty_game(head, edition)
    for number, line in enumerate(lines[blank + 1 :], blank + 2):
        if line.strip():
            read_turn(game, line, number)
    return Record(game, head, read_fairness(head, game.n_players), head.get("Result", ""))


def read_header(lines: Sequence[str]) -> dict[str, str]:
    """The header's lines as keys and values."""
    head: dict[str, str] = {}
    for number, line in enumerate(lines, 2):
        key, colon, value = line.partition(":")
        if not colon or key.strip() in head:
            raise _wrong(number, line, "a header line 'Key: value' with a key of its own")
        head[key.strip()] = value.strip()
    return head


def empty_game(head: dict[str, str], edition: Edition | str | None) -> Game:
    """The game the header describes, before its first event."""
    name, _space, version = _needed(head, "Game").partition(" ")
    try:
        kind = shelf.kind(name)
        if version != str(kind.about.VERSION):
            raise BadRecord(
                "the record is of version %(found)s of %(game)s, this program plays version %(known)s",
                found=version or "?", game=kind.title, known=kind.about.VERSION,
            )  # fmt: skip
        pairs = [pair.partition("=") for pair in head.get("Options", "").split(",") if pair.strip()]
        options = {option.strip(): choice.strip() for option, _equals, choice in pairs}
        names: list[str] = []
        while f"Seat {len(names) + 1}" in head:
            names.append(head[f"Seat {len(names) + 1}"])
        return Game(kind, names, edition=find_edition(kind, head, edition), options=options, by_hand=True)
    except BadRecord:
        raise
    except RolltopError as error:
        raise BadRecord("header: %(why)s", why=error) from None


def find_edition(kind: Kind, head: dict[str, str], edition: Edition | str | None) -> Edition:
    """The edition of the record's digest: the one given, or one on the shelf."""
    name, _space, digest = _needed(head, "Edition").partition(" ")
    given = [kind.edition(edition) if isinstance(edition, str) else edition] if edition else []
    for candidate in given or kind.editions.values():
        if candidate.digest == digest:
            return candidate
    raise BadRecord(
        "the record was played with edition %(name)s (%(digest)s), which is not the one at hand; give its file",
        name=name, digest=digest[:12],
    )  # fmt: skip


def read_turn(game: Game, line: str, number: int) -> None:
    """Replay one line of events."""
    match = re.match(r"\d+\.\s*(.*)$", line.strip())
    if match is None:
        raise _wrong(number, line, "a turn such as '3. 5 | R | 2: take 10'")
    for event in match[1].split("|"):
        seat, colon, text = event.strip().partition(":")
        if (text if colon else seat).strip() == HIDDEN:
            expected = "an event; this record is of a running game, and hides some: get it anew"
            raise _wrong(number, event.strip(), expected)
        try:
            if colon:
                if not seat.strip().isdecimal() or int(seat) - 1 != game.turn:
                    raise _wrong(number, event.strip(), f"an event of {_whose(game)}")
                game.play(text.strip())
            else:
                game.happen(seat.removesuffix(ENTERED), entered=seat.endswith(ENTERED))
        except BadRecord:
            raise
        except RolltopError as error:
            raise BadRecord("line %(line)s: %(why)s", line=number, why=error) from None


def read_fairness(head: dict[str, str], n_players: int) -> Fairness | None:
    """The header's lines about fair dice; None if there are none."""
    if "Commitment" not in head:
        return None
    secret = head.get("Secret", "")
    if not re.fullmatch(r"[0-9a-f]{64}", head["Commitment"]):
        raise BadRecord("Commitment: found %(found)s, expected 64 hexadecimal digits", found=head["Commitment"][:70])
    if secret and not re.fullmatch(r"[0-9a-f]{64}", secret):
        raise BadRecord("Secret: found %(found)s, expected 64 hexadecimal digits", found=secret[:70])
    contributions = [_needed(head, f"Contribution {seat}") for seat in range(1, n_players + 1)]
    return Fairness(_needed(head, "Table"), head["Commitment"], contributions, secret)


def _needed(head: dict[str, str], key: str) -> str:
    if key not in head:
        raise BadRecord("header: no line %(key)s: expected one", key=repr(key + ":"))
    return head[key]


def _whose(game: Game) -> str:
    return f"seat {game.turn + 1}" if game.turn >= 0 else "nobody's choosing"


def _wrong(line: int, found: str, expected: str) -> BadRecord:
    return BadRecord(
        "line %(line)s: found %(found)s, expected %(expected)s", line=line, found=repr(found[:60]), expected=expected
    )


# ---- verifying -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Verdict:
    """What replaying a record shows. `fair` is None where the record cannot tell."""

    record: Record
    complete: bool
    result_right: bool
    fair: bool | None
    remarks: tuple[str, ...]

    @property
    def good(self) -> bool:
        """Complete, with the right result, and not shown to be unfair."""
        return self.complete and self.result_right and self.fair is not False


def verify(record: Record) -> Verdict:
    """Judge a record that was read (and so is legal): complete, right result, fair dice."""
    game, remarks = record.game, []
    result_right = record.result == result_text(game)
    if not result_right:
        differ = {"found": repr(record.result), "right": repr(result_text(game))}
        remarks.append(_("the header's result is %(found)s, the moves give %(right)s") % differ)
    fair, remark = verify_dice(record)
    remarks.append(remark)
    return Verdict(record, game.is_over, result_right, fair, tuple(remarks))


def verify_dice(record: Record) -> tuple[bool | None, str]:
    """Do all rolls follow from the committed secret and the seats' contributions? Of an entered one nobody can tell.

    What the header says of the dice must be so.
    """
    if wrong := wrong_header(record):
        return False, wrong
    by_hand = len(record.game.entered)
    if not by_hand:
        return verify_rolled(record)
    if record.header.get(DICE) == Dice.HAND:
        return None, entered_text(by_hand)
    fair, remark = verify_rolled(record)
    return None if fair else fair, f"{entered_text(by_hand)}; {remark}"


def wrong_header(record: Record) -> str:
    """What the header says of the dice and is not so; nothing if all is well."""
    found = record.header.get(DICE, "")
    right = dice_text(record.game, intended=found)
    if found != right:
        words = {"found": repr(found) if found else _("nothing"), "right": repr(right) if right else _("nothing")}
        return _("the header says %(found)s of dice thrown by hand, the marked events give %(right)s") % words
    source = next((key for key in ("Commitment", "Seed") if key in record.header), "")
    if found == Dice.HAND and source:
        return _("the header says that all dice were thrown by hand, and has a line %(key)s") % {"key": repr(source)}
    return ""


def entered_text(n: int) -> str:
    """So many events are not judged."""
    return ngettext("%(n)s event was thrown by hand and entered", "%(n)s events were thrown by hand and entered", n) % {
        "n": n
    }


def places_of_luck(game: Game) -> list[int]:
    """The places in the history of what luck decided."""
    past, places = game.at(0), []
    for index, number in enumerate(game.history):
        if past.turn == CHANCE:
            places.append(index)
        past.push(number)
    return places


def verify_rolled(record: Record) -> tuple[bool | None, str]:
    """Do the rolls that nobody entered follow from the secret?"""
    fairness, game = record.fairness, record.game
    if fairness is None:
        return None, _("the dice were not committed to: nothing shows whether they were fair")
    if not fairness.secret:
        return None, _("the secret is not in the record: it is shown when the game is over")
    if commitment(bytes.fromhex(fairness.secret)) != fairness.commitment:
        return False, _("the secret does not hash to the commitment")
    luck, past, rolls = fairness.luck(), game.at(0), 0
    for index, number in enumerate(game.history):
        if past.turn == CHANCE and index not in game.entered:
            n = len(past.possible_outcomes)
            if past.event_text(luck.draw(index, n)) != past.event_text(number):
                found = {"index": index, "event": past.event_text(number)}
                return False, _("event %(index)s is not what the secret gives: %(event)s") % found
            rolls += 1
        past.push(number)
    fair = _("all %(rolls)s events of luck follow from the secret that was committed to before the game")
    if game.entered:
        fair = _("the %(rolls)s other events of luck follow from the secret that was committed to before the game")
    return True, fair % {"rolls": rolls}
