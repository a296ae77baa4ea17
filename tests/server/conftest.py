"""A real server for the tests of this folder, people at it, and the databases that its tables can lie in.

A test module whose tests are to play at servers on both databases says ``SERVER_ON = BOTH``.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.server.person import Person, Server, running_server
from tests.server.postgres import Postgres, postgres_or_skip
from tests.server.storing import BOTH, file_in


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL, started for the first test that needs it."""
    yield from postgres_or_skip()


@contextmanager
def new_database(kind: str, folder: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of an empty one."""
    if kind == "sqlite":
        yield file_in(folder)
    else:
        with request.getfixturevalue("postgres").database() as address:
            yield address


@pytest.fixture(params=BOTH)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database, of each kind."""
    with new_database(request.param, tmp_path, request) as address:
        yield address


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One server for each kind of database that a module asks for."""
    if "server" in metafunc.fixturenames and hasattr(metafunc.module, "SERVER_ON"):
        metafunc.parametrize("server", metafunc.module.SERVER_ON, indirect=True, scope="module")


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server process a module; its bots need no time."""
    data: Path = tmp_path_factory.mktemp("server") / "data"
    with (
        new_database(getattr(request, "param", "sqlite"), data, request) as database,
        running_server(data, ROLLTOP_DATABASE=database) as running,
    ):
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
