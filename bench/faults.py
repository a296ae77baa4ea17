"""Thousands of games while servers are killed, databases restarted, disks full and lines bad: is anything lost?

``python -m bench.faults --games N --seed S --database sqlite|postgresql --minutes M``: tests/server/faults tells what
is done and what must hold. Prints the counts; ends with an error if anything was lost, doubled, made up or stuck.
"""

import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from tests.server.faults.house import move_in, move_log_in, small_disk
from tests.server.faults.run import Run
from tests.server.postgres import running_postgres
from tests.server.storing import file_in

VAR = Path(__file__).parents[1] / "var"  # on the disk that the project is on; /tmp is often none
LOG_DISK = 320 << 20  #: bytes; PostgreSQL's log of 256 MB fits
SHOWN = 20  #: problems

app = typer.Typer(pretty_exceptions_enable=False, add_completion=False)


@app.command()
def main(
    games: Annotated[int, typer.Option(min=1, help="games, at most")] = 1000,
    seed: Annotated[int, typer.Option(help="of what players and trouble choose")] = 1,
    database: Annotated[str, typer.Option(help="sqlite or postgresql")] = "sqlite",
    minutes: Annotated[float, typer.Option(min=0.1, help="at most; games that have begun are ended then")] = 30.0,
    players: Annotated[int, typer.Option(min=1, max=32, help="tables at which is played at the same time")] = 8,
    servers: Annotated[int, typer.Option(min=1, max=4, help="processes; several need PostgreSQL")] = 2,
    pause: Annotated[float, typer.Option(min=0.1, help="seconds between two troubles, on average")] = 15.0,
) -> None:
    """Play while everything goes wrong, and count."""
    if database not in ("sqlite", "postgresql"):
        raise typer.BadParameter("--database: expected sqlite or postgresql")
    begun = time.monotonic()
    VAR.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=VAR) as folder, place(database, Path(folder) / "data") as found:
        run = Run(
            Path(folder) / "data",
            seed=seed,
            games=games,
            minutes=minutes,
            players=players,
            servers=servers if database == "postgresql" else 1,
            pause=(pause / 2, pause * 3 / 2),
            say=lambda text: print(f"{time.monotonic() - begun:.0f} s: {text}", flush=True),
            **found,
        )
        run.run()
    print(f"{database}, seed {seed}, {time.monotonic() - begun:.0f} s")
    show(run.counts)
    for problem in run.problems[:SHOWN]:
        print(problem)
    print(f"{len(run.problems)} problems")
    raise typer.Exit(bool(run.problems))


@contextmanager
def place(database: str, data: Path) -> Iterator[dict[str, Any]]:
    """A database, and disks of its own where this user may mount them."""
    with ExitStack() as kept:
        if database == "sqlite":
            yield {"database": file_in(data)}
            return
        disk, log_disk = kept.enter_context(small_disk()), kept.enter_context(small_disk(LOG_DISK))
        postgres = kept.enter_context(running_postgres())
        address = kept.enter_context(postgres.database())
        if disk is not None and log_disk is not None:
            move_in(postgres, disk, address.partition("@/")[2].partition("?")[0])
            move_log_in(postgres, log_disk)
        yield {"database": address, "postgres": postgres, "disk": disk, "log_disk": log_disk}


def show(counts: Counter[str]) -> None:
    """What came of it."""
    for name in sorted(counts):
        print(f"{counts[name]:9,}  {name}")


if __name__ == "__main__":
    app(prog_name="python -m bench.faults")
