"""The judge notices: what was acknowledged and is not there, what nobody asked for, what is there twice or changed."""

import asyncio
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from rolltop.server.hall import commands
from rolltop.server.hall.table import Seat
from rolltop.server.hall.tables import Tables
from rolltop.server.storage.store import Store
from tests.server.faults.ledger import DONE, REFUSED, Ledger, Sent
from tests.server.faults.verdict import Judge
from tests.server.storing import connect, file_in

SETTING: dict[str, Any] = {"game": "roll_estate", "edition": "standard", "options": {}, "public": True, "pace": "brisk"}
MOVES = 8


async def played(address: str) -> Ledger:
    """A game of Ann's and Bob's, from which both go home; what they have written down."""
    ledger, tables = Ledger(), Tables(Store.open(address), b"k" * 32, pace=0)
    seats = [Seat(name, name.lower(), contribution=name) for name in ("Ann", "Bob")]
    table = await tables.create("once", "ann", seats, SETTING)
    ledger.begin(table.id, "Ann", "tables").became(DONE)
    for _move in range(MOVES):
        assert table.game is not None
        who, move, at = table.seats[table.turn], table.game.legal_moves[0], table.now
        entry = ledger.begin(table.id, who.name, "play", move, at)
        table = await tables.ask(table.id, commands.play, who.guest, move, at)
        entry.uids.append("one")
        entry.became(DONE)
    ledger.begin(table.id, "Ann", "resign", uids=["two"]).became(DONE)
    await tables.ask(table.id, commands.resign, "ann")
    await tables.close()
    return ledger


def judged(address: str, ledger: Ledger) -> Judge:
    judge = Judge(ledger, set())

    async def look() -> None:
        async with Store.open(address) as store:
            judge.all_tables(address, store)

    asyncio.run(look())
    return judge


def change(statement: str) -> Callable[[str, Ledger], None]:
    """A change of the database behind everybody's back."""

    def make(address: str, _ledger: Ledger) -> None:
        with closing(connect(address)) as connection:
            connection.execute(statement)

    return make


def promise(address: str, ledger: Ledger) -> None:
    """Something else was acknowledged too."""
    first = ledger.sent[1]
    ledger.sent.append(Sent(first.table, "Bob" if first.who == "Ann" else "Ann", "play", first.move, first.at))
    ledger.sent[-1].became(DONE)


def refuse(address: str, ledger: Ledger) -> None:
    """The same, but it was refused."""
    ledger.sent[3].outcome = REFUSED


def turn_round(address: str, ledger: Ledger) -> None:
    """A later move was acknowledged before an earlier one was sent."""
    ledger.sent[5].answered = ledger.sent[2].sent - 1


def forget(address: str, ledger: Ledger) -> None:
    """Nobody knows of having asked."""
    del ledger.sent[4]


def make_up(address: str, ledger: Ledger) -> None:
    """A table was made that is not there."""
    ledger.sent.append(Sent("nowhere", "Ann", "tables", outcome=DONE))


LAST = "(SELECT max(number) FROM events)"
WRONGS: dict[str, tuple[Callable[[str, Ledger], None], str]] = {
    "a promise": (promise, "lost"),
    "a refusal": (refuse, "made up"),
    "nobody asked": (forget, "made up"),
    "the order": (turn_round, "out of order"),
    "a gap": (change("DELETE FROM events WHERE number = 4"), "lost"),
    "the end": (change(f"DELETE FROM events WHERE number >= {LAST} - 1"), "lost"),
    "a row of the lobby": (change("UPDATE tables SET status = 'running'"), "lobby"),
    "luck": (change("UPDATE tables SET secret = zeroblob(32)"), "records"),
    "the table": (make_up, "lost"),
}


def test_all_is_well(tmp_path: Path) -> None:
    ledger = asyncio.run(played(file_in(tmp_path)))
    judge = judged(file_in(tmp_path), ledger)
    assert not judge.problems
    assert judge.counts["games over"] == 1


@pytest.mark.parametrize("wrong", WRONGS)
def test_it_notices(tmp_path: Path, wrong: str) -> None:
    address = file_in(tmp_path)
    ledger = asyncio.run(played(address))
    make, what = WRONGS[wrong]
    make(address, ledger)
    assert judged(address, ledger).counts[what], wrong
