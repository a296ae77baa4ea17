"""The OpenAPI document says what the API does: schemathesis sends every route what it allows and what it does not."""

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import Case, GenerationMode

from rolltop.server.api import create_api
from rolltop.server.api.pages import PATH
from tests.server.api.program import Program, play_out
from tests.server.person import Server

EXAMPLES = {GenerationMode.POSITIVE: 12, GenerationMode.NEGATIVE: 12}  #: a route
DOCUMENT = schemathesis.openapi.from_dict(create_api().openapi())
DOCUMENT.config.generation.update(with_security_parameters=False)
ACCEPTED = DOCUMENT.config.checks.positive_data_acceptance
ACCEPTED.expected_statuses = [*ACCEPTED.expected_statuses, "422"]  # moves that are not legal: see `is_right`
FOUND: Iterator[Any] = DOCUMENT.get_all_operations()
OPERATIONS = [found.ok() for found in FOUND]


@pytest.fixture(scope="module")
def robo(server: Server) -> Iterator[Program]:
    program = Program(server.url, "Robo")
    yield program
    program.close()


@pytest.fixture(scope="module")
def tables(robo: Program) -> Iterator[str]:
    """Tables that wait, that are played at, and that are over, and others; one after the other."""
    over = robo.make("rollie", bots=1, bot="random")
    while robo.look(over)["status"] != "over":
        play_out([robo], over, moves=1)
    made = [robo.make(), robo.make("rolima", bots=1), robo.make("rollie", bots=1, dice="hand"), over, "0" * 24]
    return itertools.cycle([*made, robo.make("roll_estate", bots=1)])


def ways() -> Iterator[Any]:
    """Each route with data that it takes, and if it takes any with such as it does not take."""
    for operation in OPERATIONS:
        raw, label = operation.definition.raw, operation.label.replace("/", ".")
        yield pytest.param(operation, GenerationMode.POSITIVE, id=f"{label} right")
        if raw.get("parameters") or raw.get("requestBody"):
            yield pytest.param(operation, GenerationMode.NEGATIVE, id=f"{label} wrong")


@pytest.mark.parametrize(("operation", "mode"), list(ways()))
def test_every_route_does_what_the_document_says(
    server: Server, robo: Program, tables: Iterator[str], operation: Any, mode: GenerationMode
) -> None:
    @given(operation.as_strategy(generation_mode=mode))
    @settings(
        max_examples=EXAMPLES[mode], deadline=None, phases=[Phase.generate], derandomize=True, database=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    def send(case: Case[Any]) -> None:
        if mode == GenerationMode.POSITIVE:
            make_real(case, robo, tables)
        headers = {"Authorization": f"Bearer {robo.token}"}
        answer = case.call_and_validate(base_url=server.url + PATH, headers=headers, timeout=20)
        assert "set-cookie" not in answer.headers
        if mode == GenerationMode.POSITIVE and answer.status_code == 422:
            assert answer.json()["code"] != "fields", "a field is refused that the document allows"

    send()


def make_real(case: Case[Any], robo: Program, tables: Iterator[str]) -> None:
    """Ask about things that are there, as far as that is possible; streams end with what there is."""
    if "table_id" in case.path_parameters:
        case.path_parameters["table_id"] = next(tables)
    if "token_id" in case.path_parameters:
        case.path_parameters["token_id"] = robo.post("/tokens", {}, expect=201)["id"]
    if case.path.endswith("/events"):
        case.query = {**(case.query or {}), "follow": "false"}


def test_every_route_is_described(robo: Program) -> None:
    for path, operations in robo.get("/openapi.json")["paths"].items():
        for method, operation in operations.items():
            where = f"{method} {path}"
            assert operation.get("description"), where
            assert {"422", "429", "503"} <= set(operation["responses"]), where
            assert bool(operation.get("security")) == (path != "/games"), where
