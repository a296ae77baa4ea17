"""What the conformance suite should know about Peekaboo."""

from typing import Any


def may_reveal(text: str) -> bool:
    return text in ("swap", "show")


def recount(row: dict[str, Any]) -> int:
    return int(row["card"] + row["prize"])
