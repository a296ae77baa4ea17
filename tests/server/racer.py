"""A process that goes for the next event of every table at once, each time it is told: run by test_store_postgres.

`python racer.py ADDRESS TABLES ROUNDS`. For each round it waits for a line, and prints what it got, a letter a table:
`w` it wrote, `c` somebody else was faster, `e` the store failed.
"""

import asyncio
import sys

from rolltop.server.storage.store import Conflict, Store, Summary


async def go_for(store: Store, table: str, number: int) -> str:
    try:
        await store.append(table, number, [("played", {})], Summary(table, "rollie", "running", True, number, {}))
    except Conflict:
        return "c"
    except Exception as error:
        print(error, file=sys.stderr)
        return "e"
    return "w"


async def main() -> None:
    address, tables, rounds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    async with Store.open(address) as store:
        print("open", flush=True)
        for number in range(rounds):
            await asyncio.to_thread(sys.stdin.readline)
            print("".join(await asyncio.gather(*(go_for(store, f"t{i}", number) for i in range(tables)))), flush=True)


asyncio.run(main())
