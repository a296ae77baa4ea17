"""Pages: Jinja templates, and what a table's page knows about its table and its viewer."""

import gzip
import hashlib
import mimetypes
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import jinja2
from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from rolltop import bots
from rolltop.bots import LEVELS, USUAL, rollouts
from rolltop.bots.hints import in_words
from rolltop.games import shelf
from rolltop.games.contract import SPECTATOR
from rolltop.games.shelf import Kind
from rolltop.games.words import N_, _, current_language, ngettext
from rolltop.play import throwing
from rolltop.server.guard.guests import Guest
from rolltop.server.hall.advice import WHO_ASKS, Advice, Line, lines
from rolltop.server.hall.clock import CLOCKS, read_clock
from rolltop.server.hall.table import ENDED, OPEN, OVER, RUNNING, Table
from rolltop.server.operating.logs import request_id
from rolltop.server.web import bytecode

HERE = Path(__file__).parent
RECENT = 3
LOG_LINES = 60


class Calls(jinja2.runtime.Context):
    """Calls a function as it stands, without first asking it whether it wants the context: none of ours does."""

    def call(
        self, called: Callable[..., Any], /, *args: Any, _loop_vars: Any = None, _block_vars: Any = None, **named: Any
    ) -> Any:
        """See Jinja's Context."""
        return called(*args, **named)


class Environment(jinja2.Environment):
    """Jinja, quicker at what boards do most: reading the entries of plain data, and calls."""

    context_class = Calls

    def getattr(self, obj: Any, attribute: str) -> Any:
        """``view.round`` is ``view["round"]``."""
        try:
            return obj[attribute] if type(obj) is dict else getattr(obj, attribute)
        except (AttributeError, KeyError):
            return super().getattr(obj, attribute)


@lru_cache(10_000, typed=True)  # typed: a name and marked-up text that are equal are not the same
def worded(language: str, message: str, /, **values: Any) -> Markup:
    """A message in a language with its values, escaped."""
    return Markup(_(message)) % values


def gettext(message: str, /, **values: Any) -> Markup:
    """Words in a template."""
    return worded(current_language(), message, **values)


def counted(singular: str, plural: str, n: int, /, **values: Any) -> Markup:
    """Words for a number in a template."""
    return Markup(ngettext(singular, plural, n)) % {"num": n, **values}


def environment() -> jinja2.Environment:
    """The templates of the site and, under ``games/NAME/``, of every game."""
    games = {kind.name: jinja2.FileSystemLoader(kind.folder) for kind in shelf.kinds().values()}
    loader = jinja2.ChoiceLoader(
        [jinja2.FileSystemLoader(HERE / "templates"), jinja2.PrefixLoader({"games": jinja2.PrefixLoader(games)})]
    )
    env = Environment(
        loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.i18n"],
        undefined=jinja2.StrictUndefined, auto_reload=False, bytecode_cache=bytecode.kept(),
    )  # fmt: skip
    env.newstyle_gettext = True  # type: ignore[attr-defined]  # {% trans %} hands values over by name
    env.globals.update(
        request_name=request_id.get,
        _=gettext, gettext=gettext, ngettext=counted,
        kinds=shelf.kinds, asset=asset, sprite_url=sprite_url, language=current_language,
        levels=LEVELS, usual_bot=USUAL, who_throws=throwing.WHO_THROWS, who_asks=WHO_ASKS,
        clocks=CLOCKS, clock_text=clock_text,
        board=lambda name: board(env, name), lettering=lettering,
    )  # fmt: skip
    return env


def clock_text(name: str) -> str:
    """A clock in words."""
    if name in CLOCKS:
        return _(CLOCKS[name])
    clock = read_clock(name)
    seconds = 0 if clock is None else clock.seconds
    words = (
        N_("%(seconds)s seconds a player for the whole game")
        if clock and clock.whole_game
        else N_("%(seconds)s seconds a move")
    )
    return _(words) % {"seconds": seconds}


def board(env: jinja2.Environment, name: str) -> Any:
    """The macros of a game's board."""
    return env.get_template(f"games/{name}/board.html").module


def lettering() -> Any:
    """The drawn letters that all pages share."""
    from rolltop.games import lettering

    return lettering


# ---- files ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class File:
    """A file as it is served, plain or packed; `mark` stands for its content."""

    body: bytes
    packed: bytes
    media_type: str
    mark: str


@cache
def static_files() -> dict[str, File]:
    """What is served under ``/static/``: the site's own files, and of each game its styles and its drawings."""
    files = {path.name: path.read_bytes() for path in (HERE / "static").iterdir() if path.is_file()}
    for kind in shelf.kinds().values():
        for path in kind.folder.glob("*.css"):
            files[f"games/{kind.name}/{path.name}"] = path.read_bytes()
        files[f"games/{kind.name}/sprite.svg"] = str(kind.part("drawings").sprite()).encode()
    return {name: file_of(name, body) for name, body in files.items()}


def file_of(name: str, body: bytes) -> File:
    """A file with what is made of it once."""
    media_type = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return File(body, gzip.compress(body, mtime=0), media_type, hashlib.sha256(body).hexdigest()[:12])


def asset(name: str) -> str:
    """The address of a file, with a mark of its content, so that browsers may keep it for ever."""
    return f"/static/{name}?v={static_files()[name].mark}"


def sprite_url(name: str) -> str:
    """The address of a game's drawings."""
    return asset(f"games/{name}/sprite.svg")


@cache
def how_to_play(name: str, language: str) -> Markup:
    """A game's rules as HTML."""
    folder = shelf.kind(name).folder
    translated = folder / f"how_to_play.{language}.md"
    path = translated if translated.exists() else folder / "how_to_play.md"
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(path.read_text("utf-8"))
    return Markup(html)  # our own file


# ---- a table's page ------------------------------------------------------------------------------------------------


class TablePage:
    """What the templates know about a table, for one viewer. See docs/adding-a-game.md for what boards may use."""

    def __init__(
        self, table: Table, guest: Guest, token: str, rematch: list[str], invite: str = "", seen_moment: int = 0
    ) -> None:
        self.table = table
        self.guest = guest
        self.token = token
        self.rematch = rematch  # the names of those who want another game
        self.invite = invite
        self.seat = table.seat_of(guest.id)
        self.me = self.seat if self.seat >= 0 else None
        self.seen_moment = seen_moment

    # ---- people ------------------------------------------------------------------------------------------------------

    def name(self, seat: int) -> str:
        """A player's name."""
        return self.table.seats[seat].name

    def who(self, seat: int) -> str:
        """A player's name, or You."""
        return _("You") if seat == self.me else self.name(seat)

    def is_bot(self, seat: int) -> bool:
        """Does a bot play here?"""
        return bool(self.table.bot_of(seat))

    def away(self, seat: int) -> bool:
        """Is this player not looking just now?"""
        return not self.is_bot(seat) and seat != self.me and self.table.presence.away(seat)

    @property
    def order(self) -> list[int]:
        """The other seats in table order, from the viewer's left; all seats for a spectator."""
        seats = list(range(len(self.table.seats)))
        return seats if self.me is None else seats[self.me + 1 :] + seats[: self.me]

    # ---- the game ----------------------------------------------------------------------------------------------------

    @cached_property
    def kind(self) -> Kind:
        """The game."""
        return shelf.kind(self.table.setting["game"])

    @cached_property
    def view(self) -> dict[str, Any]:
        """What the viewer sees of the game; without early decisions where the table rests, or a bot plays."""
        view, table = self.table.view(self.seat), self.table
        if view.get("early") and (table.paused_by is not None or self.me in table.stand_ins):
            return {**view, "early": type(view["early"])()}
        return view

    @property
    def breakdown(self) -> list[dict[str, Any]]:
        """The scoring, when the game is over."""
        assert self.table.game is not None
        return self.table.game.score_breakdown() if self.over else []

    @cached_property
    def over(self) -> bool:
        """Has the game been played to its end?"""
        return self.table.status == OVER and self.table.complete

    @cached_property
    def can_play(self) -> bool:
        """Is it the viewer's turn to choose?"""
        table = self.table
        waits = table.status == RUNNING and table.paused_by is None
        return waits and self.me is not None and table.turn == self.me and self.me not in table.stand_ins

    # ---- advice ------------------------------------------------------------------------------------------------------

    @cached_property
    def can_ask(self) -> bool:
        """May the viewer ask now what each move promises?"""
        return self.can_play and self.table.gives_advice

    @cached_property
    def advice(self) -> Advice | None:
        """What the viewer has asked for and not hidden."""
        advice = self.table.advice_now(self.seat) if self.can_ask else None
        return advice if advice is not None and advice.shown else None

    @property
    def advice_lines(self) -> list[Line]:
        """The advice, a move each."""
        assert self.table.game is not None
        assert self.advice is not None
        return lines(self.table.game, self.advice.hints or ())

    @property
    def awaits_bot(self) -> bool:
        """Is the bot whose turn it is still being compiled?"""
        name = self.table.bot_to_choose
        return bool(name) and not bots.bot(name).is_ready(self.kind)

    @property
    def advice_words(self) -> list[str]:
        """What it says, in sentences."""
        if self.advice is None or self.table.game is None:
            return []
        if self.advice.hints is None:
            if not rollouts.is_ready(self.kind):
                return [_("Getting advice ready, once on this machine: some 10 seconds …")]
            return [_("Trying each move …")]
        return in_words(self.advice.hints, self.table.game.move_label) or [_("No advice could be worked out.")]

    @cached_property
    def at(self) -> int:
        """How many events the game has had; forms carry it, so that a stale one is recognised."""
        return self.table.now

    # ---- dice thrown by the players ----------------------------------------------------------------------------------

    @cached_property
    def can_throw(self) -> bool:
        """May the viewer enter now what the dice show?"""
        return self.table.status == RUNNING and self.table.may_throw(self.seat)

    @cached_property
    def throws(self) -> list[list[str]]:
        """The throw that is due at a table where players throw: one entry a die, each what it can show."""
        return throwing.throw_due(self.table.game) if self.table.by_hand and self.table.game is not None else []

    @cached_property
    def thrower(self) -> int | None:
        """The seat whose throw is due; None if it is anybody's, or none is due."""
        return throwing.thrower(self.table.game) if self.throws and self.table.game is not None else None

    @cached_property
    def correctable(self) -> str:
        """The throw that the viewer may take back, since it was entered wrongly: what it showed; else nothing."""
        game = self.table.game
        if game is None or not self.table.may_correct(self.seat):
            return ""
        start = self.table.throws[-1]
        past = game.at(start)
        names = []
        for _die in throwing.throw_due(past):
            names.append(past.event_text(game.history[len(past.history)]))
            past.push(game.history[len(past.history)])
        return ", ".join(names)

    @cached_property
    def mode(self) -> str:
        """Which page this is: waiting, table, moment, result, or ended (before its end)."""
        if self.table.game is None:
            return "waiting"
        if self.table.ended:
            return "ended"
        if self.moment is not None:
            return "moment"
        return "result" if self.over else "table"

    @cached_property
    def moment(self) -> dict[str, Any] | None:
        """Something everybody should stop and look at, until this viewer has gone on."""
        if self.table.moment is None or self.table.moment[0] <= self.seen_moment:
            return None
        if self.me is None and not self.table.moment_now:
            return None  # who comes to watch is not shown what is past
        return self.table.moment[1]

    @property
    def moment_number(self) -> int:
        """The mark of that moment."""
        return self.table.moment[0] if self.table.moment is not None else 0

    def last_move(self, seat: int) -> str | None:
        """What this seat did this turn, by its name."""
        return self.table.last_moves.get(seat)

    @property
    def wish(self) -> str | None:
        """What the viewer has decided before the turn."""
        return self._own(self.table.wishes)

    @property
    def handed_back(self) -> str | None:
        """An early decision of the viewer that became impossible."""
        return self._own(self.table.handed_back)

    def _own(self, moves: dict[int, int]) -> str | None:
        if self.me is None or self.me not in moves or self.table.game is None:
            return None
        return self.table.game.move_text(moves[self.me], self.me)

    # ---- people who wander off ---------------------------------------------------------------------------------------

    @property
    def stands_still(self) -> bool:
        """Does the page change only with its version? Not while a clock runs, and when the game is over."""
        return self.table.status == RUNNING and self.table.deadline is None and not self.awaits_bot

    @property
    def ended_words(self) -> str:
        """Who ended the game before its end."""
        return _(ENDED[self.table.ended])

    @property
    def gave_up(self) -> str:
        """The names of those who gave up."""
        return ", ".join(self.name(seat) for seat in self.table.resigned)

    @property
    def plays_on(self) -> bool:
        """Does the game go on, with the viewer at the table?"""
        return self.me is not None and self.table.status == RUNNING

    @property
    def time_left(self) -> float | None:
        """The seconds that whoever thinks has left; None without a clock, or if it stands."""
        deadline = self.table.deadline
        return None if deadline is None else max(0.0, deadline - time.time())

    @staticmethod
    def clock_words(seconds: float) -> str:
        """A time such as 0:42, 1:02:03 or, where there are days, 2 d."""
        days, rest = divmod(int(seconds), 86400)
        hours, rest = divmod(rest, 3600)
        minutes, last = divmod(rest, 60)
        if days:
            return _("%(days)s d") % {"days": days}
        return f"{hours}:{minutes:02}:{last:02}" if hours else f"{minutes}:{last:02}"

    @cached_property
    def kept_waiting(self) -> int | None:
        """The seat, another's, that has kept the table waiting for long, so that a bot may take over."""
        seat = self.table.kept_waiting(time.time())
        return seat if self.plays_on and seat not in (self.me, SPECTATOR) else None

    @cached_property
    def may_take_back(self) -> bool:
        """May the viewer ask to take the last move back?"""
        return self.plays_on and self.table.asks_back is None and self.table.may_take_back == self.me

    @property
    def is_host(self) -> bool:
        """May the viewer end the table, or hand it over?"""
        return self.me is not None and self.table.host == self.guest.id

    @property
    def heirs(self) -> list[int]:
        """The seats of those whom the host can make the host."""
        return [seat for seat in self.table.humans if seat != self.me] if self.is_host else []

    # ---- words -------------------------------------------------------------------------------------------------------

    @property
    def log(self) -> list[tuple[Markup, bool]]:
        """What happened last, newest first: the line with names in bold, and whether it is a heading."""
        return self._lines(LOG_LINES)[::-1]

    @property
    def whole_log(self) -> list[tuple[Markup, bool]]:
        """All of it, in order."""
        return self._lines(0)

    def _lines(self, last: int) -> list[tuple[Markup, bool]]:
        def bold(seat: int) -> Markup:
            return Markup("<b>{}</b>").format(self.name(seat))

        lines = self.table.logs.get(self.seat, [])
        worded = self.table.worded.setdefault((self.seat, current_language()), [])
        for line in lines[len(worded) :]:
            worded.append((Markup(line.translated) % line.filled(bold), line.heading))
        return worded[-last:]

    @cached_property
    def recent(self) -> list[tuple[str, str]]:
        """The last few lines as a bold name (or nothing) and the rest."""
        found = []
        for line in self.table.logs.get(self.seat, [])[: -RECENT - 1 : -1]:
            text = line.text(self.name)
            name = next((self.name(seat) for seat in line.seats.values() if text.startswith(self.name(seat))), "")
            found.append((name, text[len(name) :].strip()))
        return found

    @property
    def news(self) -> str:
        """For screen readers: what happened last, and whether it is the viewer's turn."""
        lines = [line.text(self.name) for line in self.table.logs.get(self.seat, [])[-RECENT:]]
        if self.can_play:
            lines.append(_("It is your turn."))
            lines += self.advice_words[:1]
        elif self.throws:
            lines.append(self.throw_news)
        return " ".join(lines)

    @property
    def throw_news(self) -> str:
        """Whose dice are due, in words."""
        if self.thrower is None:
            return _("Luck decides: draw, and enter what it brings.")
        if self.thrower == self.me:
            return _("Throw your dice, and enter what they show.")
        words = _("Throw for %(name)s, and enter what the dice show.") if self.can_throw else _("%(name)s throws.")
        return words % {"name": self.name(self.thrower)}

    @property
    def title(self) -> str:
        """The title of the browser's tab."""
        title = f"{self.kind.title} · Rolltop"
        if self.can_play and self.mode in ("table", "moment"):
            return "● " + _("Your turn") + " · " + title
        if self.can_throw and self.mode == "table":
            return "● " + (_("Your throw") if self.thrower == self.me else _("Dice to enter")) + " · " + title
        return title

    # ---- forms -------------------------------------------------------------------------------------------------------

    @cached_property
    def hidden(self) -> Markup:
        """The hidden fields every form carries."""
        fields = {"token": self.token, "at": str(self.at), "moment": str(self.moment_number)}
        if self.table.status == OVER:
            return self._hidden(fields) + self._contribution
        return self._hidden(fields)

    @property
    def _contribution(self) -> Markup:
        """For the dice of a rematch: without script a random text from here, with it one from the browser."""
        field = Markup('<input type="hidden" name="contribution" value="{}" data-random>')
        return field.format(secrets.token_hex(8))

    @staticmethod
    def _hidden(fields: Mapping[str, str]) -> Markup:
        return Markup("".join(f'<input type="hidden" name="{name}" value="{escape(fields[name])}">' for name in fields))

    @property
    def guard(self) -> bool:
        """Does the viewer want to be asked before a choice that cannot be taken back?"""
        return self.guest.guard

    @property
    def url(self) -> str:
        """The table's address."""
        return f"/t/{self.table.id}"

    def __getattr__(self, name: str) -> str:
        """``play_url``, ``wish_url``, ...: where a form of this table goes."""
        if name.endswith("_url"):
            return f"{self.url}/{name.removesuffix('_url')}"
        raise AttributeError(name)

    @property
    def of_edition(self) -> str:
        """What an address asks for this table's edition; nothing for the usual one."""
        edition: str = self.table.setting["edition"]
        return "" if edition == self.kind.edition().name else f"?edition={quote(edition)}"

    @property
    def sprite_url(self) -> str:
        """The game's drawings."""
        return sprite_url(self.kind.name)

    @property
    def waiting(self) -> bool:
        """Is the table waiting for players?"""
        return self.table.status == OPEN

    @property
    def noscript_refresh(self) -> bool:
        """Should a page without script load itself again? Not while its viewer has something to do."""
        busy = self.can_play or self.can_throw
        if self.advice is not None and self.advice.hints is None:
            return True
        return (not busy and self.mode in ("table", "waiting") and self.seat != SPECTATOR) or self.me is None
