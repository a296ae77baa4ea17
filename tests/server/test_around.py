"""What people do around the game: clocks, stand-ins, pauses, giving up, taking back, hosts; at real tables."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rolltop.games.errors import BadOption, NotYourTurn, RolltopError, StaleMove
from rolltop.server.hall import commands, table
from rolltop.server.hall.clock import AFTER_RETURN, Clock, Hourglass, read_clock
from rolltop.server.hall.commands import NotAllowed
from rolltop.server.hall.table import OVER, PATIENCE, RUNNING, WAITS, Seat, Table
from rolltop.server.hall.tables import Tables
from rolltop.server.storage.store import Store
from rolltop.server.web.live import stream
from tests.server.person import Person

ANN, BOB, CY = "ann", "bob", "cy"
PEOPLE = (ANN, BOB, CY)
SETTING: dict[str, Any] = {"game": "rollie", "edition": "standard", "options": {}, "public": False, "pace": "brisk"}
Play = Callable[[Tables], Awaitable[None]]


def with_tables(folder: Path, play: Play, pace: float = 0.0) -> None:
    """Run a coroutine with the tables of a server."""

    async def run() -> None:
        tables = Tables(Store.open(f"sqlite:///{folder / 'tables.sqlite3'}"), b"k" * 32, pace)
        await tables.open()
        try:
            await play(tables)
        finally:
            await tables.close()

    asyncio.run(run())


async def made(tables: Tables, people: int = 2, bots: int = 0, once: str = "once", **setting: Any) -> Table:
    """A table at which the game has started."""
    seats = [Seat(guest.title(), guest, contribution=guest) for guest in PEOPLE[:people]]
    seats += [Seat(f"Bot {n}", bot="beginner", contribution="b") for n in range(bots)]
    return await tables.create(once, ANN, seats, {**SETTING, **setting})


def who(found: Table) -> str:
    """The guest whose turn it is."""
    return found.seats[found.turn].guest


async def refused(kind: type[RolltopError], asked: Awaitable[Table]) -> str:
    with pytest.raises(kind) as caught:
        await asked
    return str(caught.value)


async def settled(tables: Tables, table_id: str, when: Callable[[Table], bool]) -> Table:
    """The table, when something holds of it."""
    until = time.monotonic() + 20
    while not when(found := await tables.find(table_id)):
        assert time.monotonic() < until
        await asyncio.sleep(0.01)
    return found


# ---- clocks ----------------------------------------------------------------------------------------------------------


def test_clocks_have_names() -> None:
    assert read_clock("none") is None
    assert read_clock("move-60") == Clock(60, whole_game=False)
    assert read_clock("game-900") == Clock(900, whole_game=True)
    for wrong in ("", "move", "move-4", "game-99999999999", "week-60", "move--60", "move-６０"):
        with pytest.raises(BadOption, match="clock"):
            read_clock(wrong)


def test_time_for_each_move_begins_anew_and_time_for_the_game_does_not() -> None:
    each, whole = Hourglass(Clock(60, whole_game=False)), Hourglass(Clock(60, whole_game=True))
    for glass in (each, whole):
        glass.turn_to(0, 100.0)
        assert glass.deadline == 160.0
        glass.turn_to(1, 125.0)
        assert glass.deadline == 185.0
        glass.turn_to(0, 130.0)
    assert each.deadline == 190.0
    assert whole.deadline == 130.0 + 60 - 25


def test_a_pause_takes_no_time() -> None:
    glass = Hourglass(Clock(60, whole_game=False))
    glass.turn_to(0, 100.0)
    glass.pause(110.0)
    assert glass.deadline is None
    glass.go_on(500.0)
    assert glass.deadline == 550.0


def test_who_comes_back_has_a_little_time_for_what_is_to_come() -> None:
    glass = Hourglass(Clock(60, whole_game=True))
    glass.turn_to(0, 0.0)
    glass.charge(60.0)
    glass.turn_to(1, 61.0, charge=False)  # a bot has played
    glass.come_back(0)
    glass.turn_to(0, 70.0)
    assert glass.deadline == 70.0 + AFTER_RETURN


def test_a_bot_that_is_called_and_sent_away_again_wins_no_time() -> None:
    for whole_game in (True, False):
        glass = Hourglass(Clock(60, whole_game=whole_game))
        glass.turn_to(0, 0.0)
        glass.charge(20.0)  # a bot is called
        glass.come_back(0)
        assert glass.deadline == 60.0


def test_a_bot_that_is_called_in_a_pause_wins_no_time() -> None:
    glass = Hourglass(Clock(60, whole_game=True))
    glass.turn_to(0, 0.0)
    glass.pause(10.0)
    glass.charge(100.0)
    glass.come_back(0)
    glass.go_on(110.0)
    assert glass.deadline == 160.0
    glass.turn_to(1, 120.0)
    assert glass.spent == {0: 20.0}


def test_when_time_is_out_a_bot_plays_on_until_the_player_is_back(tmp_path: Path) -> None:
    async def play(tables: Tables) -> None:
        start = await made(tables, clock="move-60", stand_in="beginner")
        slow = start.turn
        assert start.deadline is not None
        assert commands.overdue(start, start.deadline - 0.1) == []
        assert commands.overdue(start, start.deadline) == [
            ("stood_in", {"seat": slow, "bot": "beginner", "late": True})
        ]
        gone = await tables.ask(start.id, commands.overdue, start.deadline)
        assert gone.stand_ins == {slow: "beginner"}
        on = await settled(tables, start.id, lambda now: now.turn != slow or now.status == OVER)
        assert on.now > start.now, "the bot has moved"
        text = await refused(NotYourTurn, tables.ask(start.id, commands.play, PEOPLE[slow], "secure", on.now))
        assert "A bot plays for you" in text
        back = await tables.ask(start.id, commands.come_back, PEOPLE[slow])
        assert not back.stand_ins
        assert (await tables.ask(start.id, commands.come_back, PEOPLE[slow])).length == back.length, "doubled"

    with_tables(tmp_path, play)


def test_the_server_sees_by_itself_that_time_is_out(tmp_path: Path) -> None:
    async def play(tables: Tables) -> None:
        start = await made(tables, clock="move-5", stand_in="beginner")
        over = await settled(tables, start.id, lambda now: now.status == OVER)  # five seconds for each, then by bots
        assert over.complete
        assert sorted(over.stand_ins) == [0, 1]

    with_tables(tmp_path, play)


def test_no_clock_where_dice_are_thrown_by_hand(tmp_path: Path) -> None:
    async def play(tables: Tables) -> None:
        assert "clock" in await refused(BadOption, made(tables, clock="move-60", dice="hand"))
        assert "clock" in await refused(BadOption, made(tables, clock="soon"))

    with_tables(tmp_path, play)


def test_a_killed_server_knows_how_much_time_there_was(tmp_path: Path) -> None:
    kept: list[Table] = []

    async def play(tables: Tables) -> None:
        start = await made(tables, clock="game-300")
        kept.append(await tables.ask(start.id, commands.play, who(start), "secure", start.now))

    async def again(tables: Tables) -> None:
        found = await tables.find(kept[0].id)
        assert found.hourglass == kept[0].hourglass
        assert found.due == kept[0].due

    with_tables(tmp_path, play)
    with_tables(tmp_path, again)


# ---- stand-ins without a clock ---------------------------------------------------------------------------------------


def test_others_call_a_bot_only_after_a_while(tmp_path: Path) -> None:
    async def play(tables: Tables) -> None:
        start = await made(tables)
        slow, other = start.turn, PEOPLE[1 - start.turn]
        assert "2 minutes" in await refused(NotAllowed, tables.ask(start.id, commands.stand_in, other, slow))
        start.hourglass.since -= PATIENCE + 1
        gone = await tables.ask(start.id, commands.stand_in, other, slow)
        assert slow in gone.stand_ins
        await settled(tables, start.id, lambda now: now.turn != slow)

    with_tables(tmp_path, play)


def test_one_lets_a_bot_play_for_oneself_and_takes_over_again(tmp_path: Path) -> None:
    async def play(tables: Tables) -> None:
        start = await made(tables, bots=1)
        seats = [commands.seat_of(start, guest) for guest in (ANN, BOB)]
        for guest, seat in zip((ANN, BOB), seats, strict=True):
            await tables.ask(start.id, commands.stand_in, guest, seat)
        assert (await settled(tables, start.id, lambda now: now.status == OVER)).complete
        assert "already" in await refused(NotAllowed, tables.ask(start.id, commands.stand_in, ANN, 2))

    with_tables(tmp_path, play)


# ---- pause -----------------------------------------------------------------------------------------------------------


def test_while_paused_nobody_plays_and_no_bot(tmp_path: Path) -> None:
    async def play(tables: Tables) -> None:
        start = await made(tables, clock="move-60")
        waits = PEOPLE[1 - start.turn]
        assert "your own time" in await refused(NotAllowed, tables.ask(start.id, commands.pause, who(start)))
        paused = await tables.ask(start.id, commands.pause, waits)
        assert paused.deadline is None
        text = await refused(NotYourTurn, tables.ask(start.id, commands.play, who(start), "secure", start.now))
        assert "paused" in text
        assert (await tables.ask(start.id, commands.pause, waits)).length == paused.length, "doubled"
        await refused(NotAllowed, tables.ask(start.id, commands.go_on, "eve"))
        on = await tables.ask(start.id, commands.go_on, ANN)
        assert on.deadline is not None
        for _again in range(2):
            await tables.ask(start.id, commands.pause, waits)
            await tables.ask(start.id, commands.go_on, ANN)
        assert "3 times" in await refused(NotAllowed, tables.ask(start.id, commands.pause, waits))
        await tables.ask(start.id, commands.play, who(start), "secure", start.now)

    with_tables(tmp_path, play)


# ---- giving up, ending -----------------------------------------------------------------------------------------------


def test_of_two_the_other_wins_at_once(tmp_path: Path) -> None:
    async def play(tables: Tables) -> None:
        start = await made(tables)
        over = await tables.ask(start.id, commands.resign, ANN)
        assert over.status == OVER
        assert [over.seats[seat].name for seat in over.winners] == ["Bob"]
        assert over.summary().data["winners"] == ["Bob"]
        assert over.record(0).count("Secret"), "the dice can be checked"
        assert (await tables.ask(start.id, commands.resign, BOB)).winners == over.winners, "too late"
        new = await tables.rematch(start.id, BOB, "")
        assert new.seats[0].reserved == ANN

    with_tables(tmp_path, play)


def test_of_three_the_others_play_on_with_a_bot(tmp_path: Path) -> None:
    async def play(tables: Tables) -> None:
        start = await made(tables, 3)
        on = await tables.ask(start.id, commands.resign, ANN)
        assert on.status == RUNNING
        assert on.stand_ins
        for asked in (commands.come_back, commands.pause, commands.go_on, commands.refuse_back):
            assert "given up" in await refused(NotAllowed, tables.ask(start.id, asked, ANN))
        over = await tables.ask(start.id, commands.resign, CY)
        assert [over.seats[seat].name for seat in over.winners] == ["Bob"]

    with_tables(tmp_path, play)


def test_what_has_been_ended_stays_so_though_dice_were_entered(tmp_path: Path) -> None:
    async def play(tables: Tables) -> None:
        start = await made(tables, dice="hand")
        thrown = await tables.ask(start.id, commands.throw, ANN, ["first 1"], start.now)
        assert thrown.may_correct(0)
        over = await tables.ask(start.id, commands.resign, ANN)
        assert "over" in await refused(NotYourTurn, tables.ask(start.id, commands.unthrow, ANN, over.now))
        assert not over.may_correct(0)

    with_tables(tmp_path, play)


def test_what_a_bot_wins_for_who_gave_up_does_not_count(tmp_path: Path) -> None:
    async def play(tables: Tables) -> None:
        for attempt in range(8):
            start = await made(tables, 3, once=f"try {attempt}")
            await tables.ask(start.id, commands.resign, ANN)
            for guest in (BOB, CY):
                await tables.ask(start.id, commands.stand_in, guest, PEOPLE.index(guest))
            over = await settled(tables, start.id, lambda now: now.status == OVER)
            assert 0 not in over.winners
            assert over.winners
            if over.game is not None and over.game.places[0] == 1:
                return

    with_tables(tmp_path, play)


def test_alone_against_bots_giving_up_ends_it(tmp_path: Path) -> None:
    async def play(tables: Tables) -> None:
        start = await made(tables, 1, 2)
        over = await tables.ask(start.id, commands.resign, ANN)
        assert over.status == OVER
        assert over.winners == []
        again = await Tables(tables.store, b"k" * 32).find(start.id)
        for name in ("ended", "resigned", "status", "logs", "hourglass", "host", "stand_ins"):
            assert getattr(again, name) == getattr(over, name)

    with_tables(tmp_path, play)


def test_only_the_host_ends_a_table_or_hands_it_over(tmp_path: Path) -> None:
    async def play(tables: Tables) -> None:
        start = await made(tables)
        await refused(NotAllowed, tables.ask(start.id, commands.end, BOB))
        await refused(NotAllowed, tables.ask(start.id, commands.hand_over, BOB, 1))
        await refused(NotAllowed, tables.ask(start.id, commands.hand_over, ANN, 7))
        await tables.ask(start.id, commands.hand_over, ANN, 1)
        await refused(NotAllowed, tables.ask(start.id, commands.end, ANN))
        over = await tables.ask(start.id, commands.end, BOB)
        assert over.status == OVER
        assert over.winners == []
        assert "host has ended" in over.logs[0][-1].text(str)
        text = await refused(NotYourTurn, tables.ask(start.id, commands.play, who(start), "secure", start.now))
        assert "over" in text

    with_tables(tmp_path, play)


def test_when_the_host_stands_up_somebody_else_is(tmp_path: Path) -> None:
    async def play(tables: Tables) -> None:
        waits = await tables.create("open", ANN, [Seat("Ann", ANN), Seat(), Seat()], SETTING)
        await tables.ask(waits.id, commands.join, BOB, "Bob", "")
        left = await tables.ask(waits.id, commands.leave, ANN)
        assert left.host == BOB
        assert await tables.read(tables.store.of_guest, ANN) == []
        assert await tables.read(tables.store.of_guest, BOB) == [waits.id]
        assert (await tables.ask(waits.id, commands.end, BOB)).status == "closed"

    with_tables(tmp_path, play)


def test_a_table_to_which_nobody_comes_is_closed(tmp_path: Path) -> None:
    async def play(tables: Tables) -> None:
        waits = await tables.create("open", ANN, [Seat("Ann", ANN), Seat()], SETTING)
        assert waits.due == waits.changed + WAITS
        assert commands.overdue(waits, waits.changed + WAITS - 1) == []
        assert commands.overdue(waits, waits.changed + WAITS + 1) == [("closed", {})]
        going = await made(tables)
        assert commands.overdue(going, going.changed + table.FORGOTTEN + 1)[0][0] == "ended"

    with_tables(tmp_path, play)


# ---- taking back -----------------------------------------------------------------------------------------------------


async def move_to_take_back(tables: Tables, people: int) -> Table:
    """A table at which the last move has shown nothing new: nobody else is in the round, or luck does not follow."""
    for attempt in range(40):
        found = await made(tables, people, once=f"try {attempt}")
        guest, at = who(found), found.now
        found = await tables.ask(found.id, commands.play, guest, found.game.legal_moves[0], at)  # type: ignore[union-attr]
        if found.may_take_back >= 0:
            return found
    raise AssertionError("there is never a move that can be taken back")


def test_a_move_is_taken_back_when_all_the_others_agree(tmp_path: Path) -> None:
    async def play(tables: Tables) -> None:
        moved = await move_to_take_back(tables, 3)
        seat = moved.may_take_back
        asker, (second, third) = PEOPLE[seat], [guest for guest in PEOPLE if guest != PEOPLE[seat]]
        await refused(NotAllowed, tables.ask(moved.id, commands.ask_back, second, moved.now))
        await refused(StaleMove, tables.ask(moved.id, commands.ask_back, asker, moved.now - 1))
        await tables.ask(moved.id, commands.ask_back, asker, moved.now)
        await tables.ask(moved.id, commands.agree_back, asker)  # one's own word does not count
        half = await tables.ask(moved.id, commands.agree_back, second)
        assert half.now == moved.now
        back = await tables.ask(moved.id, commands.agree_back, third)
        assert back.turn == seat
        assert back.game is not None
        assert moved.game is not None
        assert back.game.history == moved.game.history[:-1]
        assert back.now > moved.now, "no two positions of a table have the same number"
        move = back.game.legal_moves[-1]
        await refused(StaleMove, tables.ask(moved.id, commands.play, asker, move, moved.now - 1))
        again = await tables.ask(moved.id, commands.play, asker, move, back.now)
        assert again.game is not None
        assert again.game.history[len(moved.game.history) - 1] == back.game.action(move), "the other move stands"
        made_anew = await Tables(tables.store, b"k" * 32).find(moved.id)
        assert made_anew.game == again.game

    with_tables(tmp_path, play)


def test_one_word_against_it_is_enough(tmp_path: Path) -> None:
    async def play(tables: Tables) -> None:
        moved = await move_to_take_back(tables, 2)
        asker, other = PEOPLE[moved.may_take_back], PEOPLE[1 - moved.may_take_back]
        await tables.ask(moved.id, commands.ask_back, asker, moved.now)
        against = await tables.ask(moved.id, commands.refuse_back, other)
        assert against.asks_back is None
        assert (await tables.ask(moved.id, commands.agree_back, other)).now == moved.now

    with_tables(tmp_path, play)


def test_never_past_dice_or_another_players_move(tmp_path: Path) -> None:
    async def play(tables: Tables) -> None:
        start = await made(tables)
        await refused(NotAllowed, tables.ask(start.id, commands.ask_back, who(start), start.now))  # only dice so far
        moved = await move_to_take_back(tables, 2)
        first, second = moved.may_take_back, 1 - moved.may_take_back
        assert moved.game is not None
        if moved.turn == second:
            on = await tables.ask(moved.id, commands.play, PEOPLE[second], moved.game.legal_moves[0], moved.now)
            await refused(NotAllowed, tables.ask(moved.id, commands.ask_back, PEOPLE[first], on.now))

    with_tables(tmp_path, play)


# ---- who is there ----------------------------------------------------------------------------------------------------


def test_who_sits_down_while_the_page_is_open_is_there(tmp_path: Path) -> None:
    """The stream that was opened as a spectator's is the player's from then on."""

    async def play(tables: Tables) -> None:
        async def page(shown: Table) -> str:
            return f"seat {shown.seat_of(BOB)}"

        waits = await tables.create("open", ANN, [Seat("Ann", ANN), Seat(), Seat()], SETTING)
        pages = stream(tables, waits.id, BOB, "", page)
        assert (await anext(pages)).startswith(b"retry")
        assert b"seat -4" in await anext(pages)
        table = await tables.ask(waits.id, commands.join, BOB, "Bob", "")
        assert b"seat 1" in await anext(pages)
        assert table.presence.streams[1] == 1
        await pages.aclose()
        assert table.presence.streams[1] == 0

    with_tables(tmp_path, play)


# ---- memory ----------------------------------------------------------------------------------------------------------


def test_a_table_that_is_left_alone_is_forgotten_and_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(tables: Tables) -> None:
        left, watched = await made(tables, once="left"), await made(tables, once="watched")
        async with tables.watching(watched.id, 0):
            monkeypatch.setattr("rolltop.server.hall.tables.IDLE", 0.0)
            await asyncio.sleep(0.01)
            tables.forget_idle()
            assert await tables.find(watched.id) is watched
            again = await tables.find(left.id)
            assert again is not left
            assert again.game == left.game

    with_tables(tmp_path, play)


# ---- two processes on one database -----------------------------------------------------------------------------------


def test_two_processes_carry_a_game_on_in_turn(address: str) -> None:
    """Each sees what the other has written, and of two who play at once one is right."""

    async def run() -> None:
        both = [Tables(Store.open(address), b"k" * 32, 0.0) for _ in range(2)]
        for tables in both:
            await tables.open()
        try:
            found = await made(both[0])
            for turn in range(12):
                if found.status == OVER or found.game is None:
                    break
                moves = found.game.legal_moves
                asked = [
                    tables.ask(found.id, commands.play, who(found), moves[n % len(moves)], found.now)
                    for n, tables in enumerate(both)
                ]
                answers = await asyncio.gather(*asked, return_exceptions=True)
                wrong = [answer for answer in answers if not isinstance(answer, Table)]
                assert all(isinstance(answer, RolltopError) for answer in wrong), wrong
                assert len(wrong) < 2
                seen = [await tables.find(found.id) for tables in both]
                assert seen[0].game == seen[1].game, turn
                assert seen[0].length == seen[1].length
                found = seen[turn % 2]
            numbers = [event.number for event in both[0].store.events(found.id)]
            assert numbers == list(range(len(numbers)))
        finally:
            for tables in both:
                await tables.close()

    asyncio.run(run())


# ---- on the page, without script -------------------------------------------------------------------------------------


def test_by_forms(person: Callable[[str], Person]) -> None:
    ann, bob = person("Ann"), person("Bob")
    path = ann.make_table(2, clock="move-180", **{"with": "friends"})
    assert "3 minutes a move" in ann.html
    bob.join(path)
    first, other = (ann, bob) if ann.look().moves else (bob.look(), ann)
    assert "Your time" in first.html
    assert 'id="clock"' in other.look().html
    other.send("/pause")
    assert "You have paused the game" in other.html
    assert f"{other.name} has paused the game" in first.look().html
    first.send("/go-on").send("/stand-in")
    assert "A bot plays for you" in first.html
    first.send("/come-back")
    assert "A bot plays for you." not in first.html
    ann.look().send("/hand-over")
    assert not [form for form in ann.look().html.split("<form") if "/end" in form]
    assert "Are you sure?" in bob.look().send("/end").html
    bob.send("/end")
    assert "The host has ended the game." in ann.look().html
    assert "Nobody has won." in ann.html


def test_giving_up_asks_once_more(person: Callable[[str], Person]) -> None:
    ann, bob = person("Ann"), person("Bob")
    path = ann.make_table(2, **{"with": "friends"})
    bob.join(path).look()
    assert "Are you sure?" in bob.send("/resign").html
    bob.send("/resign")
    assert "Ann has won." in bob.html
    assert "You have won." in ann.look().html
    eve = person("Eve").go(path)
    assert "Ann has won." in eve.html
    for what in ("pause", "go-on", "resign", "end", "come-back", "ask-back"):
        assert eve.http.post(f"{path}/{what}", data={"sure": "yes"}).status_code == 403


def test_seats_know_their_stand_ins_only_while_they_last() -> None:
    """A fork shares nothing of what may change."""
    one = Table("0" * 24, b"s")
    twin = one.fork()
    twin.stand_ins[0] = "club"
    twin.hourglass.spent[0] = 3.0
    twin.agreed.add(1)
    twin.resigned.append(0)
    assert (one.stand_ins, one.hourglass.spent, one.agreed, one.resigned) == ({}, {}, set(), [])
    assert replace(one.hourglass).deadline is None


def test_who_looks_on_by_way_of_one_process_is_not_away_for_another(address: str) -> None:
    async def run() -> None:
        both = [Tables(Store.open(address), b"k" * 32, 0.0) for _ in range(2)]
        for tables in both:
            await tables.open()
        try:
            found = await made(both[0])
            there = await both[1].find(found.id)
            there.presence.since = 0.0
            there.presence.last_seen.clear()
            assert there.presence.away(1)
            async with both[0].watching(found.id, 1):
                await both[0].say_seen()
                until = time.monotonic() + 10
                while both[1].store.shared and there.presence.away(1):
                    assert time.monotonic() < until
                    await asyncio.sleep(0.02)
            assert there.presence.away(0)
        finally:
            for tables in both:
                await tables.close()

    asyncio.run(run())
