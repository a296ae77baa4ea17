"""A process that appends events until it is killed, and prints each acknowledgement: run by test_store_kill.

`python appender.py ADDRESS NAME PAUSE TABLE...`: one caller a table. Each takes the table up where it is, gives way to
other processes that write to it, and rests for up to PAUSE seconds between two appends. A line is printed in one piece,
only after the append has returned: table, first number, how many.
"""

import asyncio
import os
import random
import sys

from rolltop.server.storage.store import Conflict, Store, Summary


async def append_on(store: Store, name: str, pause: float, table: str) -> None:
    number = len(store.events(table))
    while True:
        n = 1 + number % 3
        events = [("played", {"by": name, "filler": "x" * (number * 37 % 500)})] * n
        try:
            await store.append(
                table, number, events, Summary(table, "rollie", "running", True, number, {"last": number})
            )
            os.write(1, f"{table} {number} {n}\n".encode())
            number += n
        except Conflict:
            number = len(store.events(table))
        await asyncio.sleep(random.random() * pause)


async def main() -> None:
    address, name, pause, *tables = sys.argv[1:]
    store = Store.open(address)
    os.write(1, b"open\n")
    await asyncio.gather(*(append_on(store, name, float(pause), table) for table in tables))


asyncio.run(main())
