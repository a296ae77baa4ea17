"""Programs that hang up in the end."""

from collections.abc import Callable, Iterator

import pytest

from tests.server.api.program import Program
from tests.server.person import Server


@pytest.fixture
def program(server: Server) -> Iterator[Callable[..., Program]]:
    """Makes programs with accounts of their own."""
    all_programs: list[Program] = []

    def begin(name: str = "", token: str = "") -> Program:
        all_programs.append(Program(server.url, name, token))
        return all_programs[-1]

    yield begin
    for one in all_programs:
        one.close()
