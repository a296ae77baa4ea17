"""A real server for the tests of this folder, and people at it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server.person import Person, Server, running_server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server process a module; its bots need no time."""
    data: Path = tmp_path_factory.mktemp("server") / "data"
    with running_server(data) as running:
        yield running


@pytest.fixture
def person(server: Server) -> Iterator[Callable[[str], Person]]:
    """Makes people who close their browsers in the end."""
    everybody: list[Person] = []

    def arrive(name: str) -> Person:
        everybody.append(Person(server.url, name))
        return everybody[-1]

    yield arrive
    for one in everybody:
        one.close()
