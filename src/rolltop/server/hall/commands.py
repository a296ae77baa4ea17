"""What people may ask of a table: a function each, of the table and the request, that says which events follow.

Nothing is changed here, so a command can be tried again when another process was quicker. No events: there is nothing
to do, for instance because the request came a second time. They raise NotAllowed, NotYourTurn, StaleMove, IllegalMove
or BadOption.
"""

import time
from collections.abc import Sequence
from typing import Any

from rolltop import bots
from rolltop.bots.names import bot_name
from rolltop.games.contract import CHANCE
from rolltop.games.errors import BadOption, IllegalMove, NotYourTurn, RolltopError, StaleMove
from rolltop.games.words import N_
from rolltop.play.game import NAME_LENGTH, Game, check_name
from rolltop.play.throwing import thrown
from rolltop.server.hall.table import CLOSED, FORGOTTEN, OPEN, OVER, PATIENCE, RUNNING, WAITS, Table
from rolltop.server.storage.store import Event

Events = list[tuple[str, dict[str, Any]]]

CONTRIBUTION_LENGTH = 64
PAUSES = 3  #: how often one may pause a game with a clock


class NotAllowed(RolltopError):
    """This person may not do that at this table."""

    code = "forbidden"


# ---- sitting down ----------------------------------------------------------------------------------------------------


def join(table: Table, guest: str, name: str, contribution: str) -> Events:
    """Sit down at an open table; with everybody seated the game starts."""
    if table.seat_of(guest) >= 0:
        return []
    if table.status == CLOSED:
        raise NotAllowed(N_("This table was closed; make another one in the lobby."))
    if table.status != OPEN:
        raise NotAllowed(N_("This table has already started; you can watch it."))
    free = [seat for seat in table.free_seats if table.seats[seat].reserved in ("", guest)]
    if not free:
        raise NotAllowed(N_("Every seat at this table is taken; you can watch it."))
    free.sort(key=lambda seat: table.seats[seat].reserved != guest)
    name = free_name(check_name(name), [seat.name for seat in table.seats])
    joined = {"seat": free[0], "guest": guest, "name": name, "contribution": check_contribution(contribution)}
    return started_if_full(table, [("joined", joined)])


def fill_with_bots(table: Table, guest: str, bot: str) -> Events:
    """Let bots take all free seats, and start."""
    bots.bot(bot)
    if table.status != OPEN:
        return []
    seat_of(table, guest)
    names = [seat.name for seat in table.seats]
    events: Events = []
    for seat in table.free_seats:
        names[seat] = bot_name(names)
        events.append(("seated", {"seat": seat, "name": names[seat], "bot": bot}))
    return started_if_full(table, events)


def leave(table: Table, guest: str) -> Events:
    """Stand up before the start; once a game runs the seat is kept for the player's return."""
    seat = table.seat_of(guest)
    if table.status != OPEN or seat < 0:
        return []
    others = [other for other in table.humans if other != seat]
    events: Events = [("left", {"seat": seat})]
    if not others:
        events.append(("closed", {}))
    elif guest == table.host:
        events.append(("hosted", {"guest": table.seats[others[0]].guest}))
    return events


def move_seat(table: Table, seat: int, holder: str, guest: str) -> Events:
    """Give a seat, held by the guest `holder`, to another device."""
    if table.seat_of(guest) == seat:
        return []
    if table.seats[seat].guest != holder:
        raise NotAllowed(N_("This seat link is wrong, or has been used already; the table's menu has a new one."))
    if table.seat_of(guest) >= 0:
        raise NotAllowed(N_("You have a seat of your own at this table already."))
    events: Events = [("moved", {"seat": seat, "guest": guest})]
    return [*events, ("hosted", {"guest": guest})] if holder == table.host else events


def started_if_full(table: Table, events: Events) -> Events:
    """The events, and the start of the game if everybody is seated then."""
    seated = table.fork()
    for number, (kind, data) in enumerate(events, table.length):
        seated.apply(Event(number, kind, data, time.time()))
    return events if seated.free_seats else [*events, start(seated)]


def start(table: Table) -> tuple[str, dict[str, Any]]:
    """The game is set up and luck decides until somebody must choose."""
    game = table.new_game()
    game.luck = table.luck
    game.run_luck()
    return "started", {"then": game.history}


# ---- playing ---------------------------------------------------------------------------------------------------------


def play(table: Table, guest: str, move: str, at: int) -> Events:
    """Carry out a move decided when the table was at `at`. A doubled request does nothing the second time."""
    seat, game, at = seat_of(table, guest), game_of(table), table.length_at(at)
    if already_played(game, seat, move, at):
        return []
    must_run(table, seat)
    action, work = game.action(move, seat), game.copy()
    work.luck = table.luck
    work.play(action, seat=seat, at=at)
    return moves(table, seat, action)


def wish(table: Table, guest: str, move: str, at: int) -> Events:
    """Decide before the turn has come (RO21), having seen the table at `at`; the newest counts.

    It is for the dice that lay there then: once luck has decided anew, or the seat has played, it is stale.
    """
    seat, game = seat_of(table, guest), game_of(table)
    action, since = game.action(move, seat), events_since(game, table.length_at(at))
    if (seat, action) in since:
        return []  # it was carried out already
    must_run(table, seat)
    if since is STALE or any(who in (seat, CHANCE) for who, _number in since):
        raise StaleMove(N_("The table has moved on meanwhile; look again and choose anew."))
    if game.turn == seat:  # the turn came while the wish was on its way
        if action not in game.legal_actions:
            raise IllegalMove(N_("%(move)s is not possible any more; choose anew."), move=move)
        return moves(table, seat, action)
    if action not in game.kind.moves.early_actions(game.plain, game.plain_box, seat):
        raise NotYourTurn(N_("That cannot be decided now; wait for the dice."))
    return [] if table.wishes.get(seat) == action else [("wished", {"seat": seat, "action": action})]


def unwish(table: Table, guest: str) -> Events:
    """Take an early decision back, as long as it has not been carried out."""
    seat = seat_of(table, guest)
    return [("unwished", {"seat": seat})] if seat in table.wishes else []


def bots_move(table: Table, now: int, action: int) -> Events:
    """The choice of the bot whose turn it was at `now`."""
    return moves(table, table.turn, action) if table.bot_to_choose and table.now == now else []


def moves(table: Table, seat: int, action: int) -> Events:
    """A move with the luck that follows, then the wishes whose turn has come, in turn order (RO21)."""
    work, wishes = game_of(table).copy(), dict(table.wishes)
    work.luck = table.luck
    events: Events = []

    def carry_out(seat: int, action: int) -> None:
        at = len(work.history)
        work.play(action, seat=seat)
        events.append(("played", {"seat": seat, "action": action, "then": work.history[at + 1 :]}))

    carry_out(seat, action)
    while work.turn in wishes:
        seat = work.turn
        action = wishes.pop(seat)
        if action in work.legal_actions:
            carry_out(seat, action)
        else:
            events.append(("handed_back", {"seat": seat, "action": action}))
    if work.is_over:
        events.append(("finished", {"secret": shown_secret(table)}))
    return events


def shown_secret(table: Table) -> str:
    """What is shown of the dice when the game is over."""
    return "" if table.by_hand else table.secret.hex()


# ---- advice and analysis ---------------------------------------------------------------------------------------------


def advise(table: Table, guest: str, at: int, shown: bool = True) -> Events:
    """Ask what each move promises, having seen the table at `at`, when it is one's turn; or hide it again."""
    seat = seat_of(table, guest)
    if not table.gives_advice:
        raise NotAllowed(N_("There is no advice at this table."))
    if table.turn != seat or at != table.now or table.status != RUNNING:
        raise StaleMove(N_("The table has moved on meanwhile; look again and choose anew."))
    known = table.advice_now(seat)
    if (known is not None and known.shown) == shown:
        return []
    return [("advised", {"seat": seat, "at": at, "shown": shown})]


def analyse(table: Table) -> Events:
    """Have a finished game analysed."""
    if not table.complete:
        raise NotAllowed(N_("A game can be analysed when it is over."))
    return [] if table.analysed else [("analysed", {})]


# ---- dice thrown by the players --------------------------------------------------------------------------------------


def throw(table: Table, guest: str, names: Sequence[str], at: int) -> Events:
    """Enter what all dice show that are due, having seen the table at `at`. Doubled, it does nothing again."""
    seat, game, at = seat_of(table, guest), game_of(table), table.length_at(at)
    if not table.by_hand:
        raise NotAllowed(N_("At this table the server rolls the dice."))
    if already_thrown(game, names, at):
        return []
    if at != len(game.history):
        raise StaleMove(N_("The table has moved on meanwhile; look again and choose anew."))
    must_run(table)
    if table.turn == CHANCE and not table.may_throw(seat):
        raise NotAllowed(N_("These dice are somebody else's to throw and to enter."))
    after = thrown(game, names)
    events: Events = [("thrown", {"seat": seat, "outcomes": after.history[at:]})]
    if after.is_over:
        events.append(("finished", {"secret": shown_secret(table)}))
    return events


def unthrow(table: Table, guest: str, at: int) -> Events:
    """Take a throw back that was entered wrongly, having seen the table at `at`, with what bots did after it.

    Once a person has chosen, the throw stands.
    """
    seat = seat_of(table, guest)
    if at == table.corrected_at - 1:
        return []  # a doubled request
    if at != table.now:
        raise StaleMove(N_("The table has moved on meanwhile; look again and choose anew."))
    must_run(table)
    if not table.may_correct(seat):
        raise NotAllowed(N_("There are no dice for you to correct: what has been chosen since stands."))
    return [("unthrown", {"seat": seat})]


# ---- taking a move back, by consent ----------------------------------------------------------------------------------


def ask_back(table: Table, guest: str, at: int) -> Events:
    """Ask to take one's last move back, having seen the table at `at`; with only bots as company it is done at once.

    Never past dice, a revealed card or another player's move.
    """
    seat = seat_of(table, guest)
    if at == table.corrected_at - 1 or table.asks_back == seat:
        return []  # a doubled request
    if at != table.now:
        raise StaleMove(N_("The table has moved on meanwhile; look again and choose anew."))
    must_run(table)
    if table.may_take_back != seat:
        raise NotAllowed(N_("There is no move of yours that could be taken back: it has shown something new."))
    asked: Events = [("asked_back", {"seat": seat})]
    return asked if others_present(table, seat) else [*asked, ("took_back", {"seat": seat})]


def agree_back(table: Table, guest: str) -> Events:
    """Have nothing against it; when nobody has, the move is taken back."""
    seat, asks = playing_seat(table, guest), table.asks_back
    if asks is None or seat == asks or seat in table.agreed:
        return []
    must_run(table)
    agreed: Events = [("agreed", {"seat": seat})]
    missing = set(others_present(table, asks)) - table.agreed - {seat}
    return agreed if missing else [*agreed, ("took_back", {"seat": asks})]


def refuse_back(table: Table, guest: str) -> Events:
    """Be against it; who has asked may withdraw so."""
    seat = playing_seat(table, guest)
    return [] if table.asks_back is None else [("refused", {"seat": seat})]


def others_present(table: Table, seat: int) -> list[int]:
    """The other seats at which people play themselves."""
    return [other for other in table.present if other != seat]


# ---- people who wander off -------------------------------------------------------------------------------------------


def pause(table: Table, guest: str) -> Events:
    """Let all clocks and bots rest; nobody can play until somebody at the table lets the game go on.

    Where a clock runs that is no way to more time: not on one's own turn, and not again and again.
    """
    seat = playing_seat(table, guest)
    game_of(table)
    if table.status != RUNNING or table.paused_by is not None:
        return []
    if table.hourglass.clock is not None and others_present(table, seat):
        if table.turn == seat and seat not in table.stand_ins:
            raise NotAllowed(N_("While your own time runs you cannot pause; do it when it is another's turn."))
        if table.pauses.get(seat, 0) >= PAUSES:
            raise NotAllowed(N_("You have paused this game %(times)s times; that is enough."), times=PAUSES)
    return [("paused", {"seat": seat})]


def go_on(table: Table, guest: str) -> Events:
    """Let a paused game go on."""
    seat = playing_seat(table, guest)
    return [] if table.paused_by is None else [("went_on", {"seat": seat})]


def stand_in(table: Table, guest: str, seat: int) -> Events:
    """Let a bot play for a seat until its player is back: one's own, or one that has kept all waiting for long."""
    own = seat_of(table, guest)
    if not 0 <= seat < len(table.seats) or not table.seats[seat].guest:
        raise NotAllowed(N_("A bot plays at that seat already."))
    if seat in table.stand_ins or table.status != RUNNING:
        return []
    if seat not in (own, table.kept_waiting(time.time())):
        raise NotAllowed(
            N_("A bot can take over for others once they have kept the table waiting for %(minutes)s minutes."),
            minutes=round(PATIENCE / 60),
        )
    return [("stood_in", {"seat": seat, "bot": table.stand_in_bot})]


def come_back(table: Table, guest: str) -> Events:
    """Take over again from the bot that played for oneself."""
    seat = seat_of(table, guest)
    if seat in table.resigned:
        raise NotAllowed(N_("You have given up; a bot plays on for you."))
    if table.turn == seat and table.hourglass.deadline is not None and time.time() >= table.hourglass.deadline:
        raise NotYourTurn(N_("Your time for this move has run out: the bot makes it, then you can take over again."))
    return [("came_back", {"seat": seat})] if seat in table.stand_ins and table.status == RUNNING else []


def resign(table: Table, guest: str) -> Events:
    """Give up. A bot plays on if two others still want to win; else the game is over."""
    seat = seat_of(table, guest)
    game_of(table)
    if seat in table.resigned or table.status != RUNNING:
        return []
    events: Events = [("resigned", {"seat": seat, "bot": table.stand_in_bot})]
    staying = [other for other in range(len(table.seats)) if other != seat and other not in table.resigned]
    if len(staying) < 2 or not any(table.seats[other].guest for other in staying):
        events.append(ended(table, "players"))
    return events


def end(table: Table, guest: str) -> Events:
    """The host ends the table, for everybody."""
    seat_of(table, guest)
    if guest != table.host:
        raise NotAllowed(N_("Only the host of the table can do that."))
    return ended_by(table, "host")


def ended_by(table: Table, by: str) -> Events:
    """End a table before its end, for one of the reasons of `ENDED`; one that waits for players is closed."""
    if table.status == OPEN:
        return [("closed", {})]
    return [ended(table, by)] if table.status == RUNNING else []


def ended(table: Table, by: str) -> tuple[str, dict[str, Any]]:
    """The end of a game before its end."""
    return "ended", {"by": by, "secret": shown_secret(table)}


def hand_over(table: Table, guest: str, seat: int) -> Events:
    """The host makes somebody else at the table its host."""
    seat_of(table, guest)
    if not 0 <= seat < len(table.seats) or not table.seats[seat].guest:
        raise NotAllowed(N_("Only a person at the table can be its host."))
    if table.seats[seat].guest == table.host:
        return []
    if guest != table.host:
        raise NotAllowed(N_("Only the host of the table can do that."))
    return [("hosted", {"guest": table.seats[seat].guest})]


def overdue(table: Table, now: float) -> Events:
    """What happens by itself at this time: time runs out, and a bot plays on; a table nobody comes to is ended."""
    if table.status == OPEN:
        return [("closed", {})] if now > table.changed + WAITS else []
    if table.status != RUNNING or table.bot_to_choose:
        return []
    if table.deadline is not None:
        late = {"seat": table.turn, "bot": table.stand_in_bot, "late": True}
        return [("stood_in", late)] if now >= table.deadline else []
    return [ended(table, "time")] if now > table.changed + FORGOTTEN else []


def follow_with(table: Table, new: str) -> Events:
    """Another game with the same people is at the table `new`."""
    return [("rematch", {"table": new})] if table.status == OVER and table.rematch != new else []


# ---- what commands ask themselves ------------------------------------------------------------------------------------


def seat_of(table: Table, guest: str) -> int:
    """The seat of who asks. Raises NotAllowed if there is none."""
    seat = table.seat_of(guest)
    if seat < 0:
        raise NotAllowed(N_("You have no seat at this table."))
    return seat


def playing_seat(table: Table, guest: str) -> int:
    """The seat of who asks and has not given up. Raises NotAllowed."""
    seat = seat_of(table, guest)
    if seat in table.resigned:
        raise NotAllowed(N_("You have given up; a bot plays on for you."))
    return seat


def game_of(table: Table) -> Game:
    """The game. Raises NotYourTurn before the start."""
    if table.game is None:
        raise NotYourTurn(N_("The game has not started yet."))
    return table.game


def must_run(table: Table, seat: int | None = None) -> None:
    """Raise NotYourTurn if the game does not go on just now, or a bot plays for this seat."""
    if table.ended:
        raise NotYourTurn(N_("The game is over."))
    if table.paused_by is not None:
        raise NotYourTurn(N_("The game is paused; let it go on first."))
    if seat in table.stand_ins:
        raise NotYourTurn(N_("A bot plays for you; take over again first."))


STALE: list[tuple[int, int]] = [(CHANCE, -1)]  #: what cannot be counted: the page knew more than there is


def events_since(game: Game, at: int) -> list[tuple[int, int]]:
    """Who did what since the history had `at` events: seat or CHANCE, and the number."""
    if not 0 <= at <= len(game.history):
        return STALE
    past, found = game.at(at), []
    for number in game.history[at:]:
        found.append((past.turn, number))
        past.push(number)
    return found


def already_played(game: Game, seat: int, move: str, at: int) -> bool:
    """Is this a request that was carried out before: the same seat's same move at the same event?"""
    if not 0 <= at < len(game.history):
        return False
    past = game.at(at)
    if past.turn != seat:
        return False
    return bool(past.kind.moves.action_number(past.plain, past.plain_box, seat, move) == game.history[at])


def already_thrown(game: Game, names: Sequence[str], at: int) -> bool:
    """Is this a throw that was entered before?"""
    if not 0 <= at < len(game.history) or not names:
        return False
    past = game.at(at)
    for name, number in zip(names, game.history[at:], strict=False):
        if past.turn != CHANCE or past.event_text(number) != name:
            return False
        past.push(number)
    return len(past.history) == at + len(names)


def free_name(name: str, taken: list[str]) -> str:
    """The name, with a number if somebody at the table has it already."""
    number, found = 1, name
    while found in taken:
        number += 1
        found = f"{name[: NAME_LENGTH - 3]} {number}"
    return found


def check_contribution(text: str) -> str:
    """A seat's contribution to the dice, tidied. Raises BadOption."""
    tidy = " ".join(text.split())
    if len(tidy) > CONTRIBUTION_LENGTH or not tidy.isprintable():
        raise BadOption(
            N_("contribution to the dice: expected up to %(most)s printable characters"), most=CONTRIBUTION_LENGTH
        )
    return tidy
