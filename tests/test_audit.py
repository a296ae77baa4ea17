"""What is said of a report of pip-audit."""

import json

from tests.audit import judge

CLEAN = {"name": "one", "version": "1.0", "vulns": []}
WEAK = {
    "name": "two", "version": "2.0",
    "vulns": [{"id": "PYSEC-1", "aliases": ["CVE-1"], "fix_versions": ["2.1"], "description": "bad"}],
}  # fmt: skip
OWN = {"name": "three", "skip_reason": "editable"}


def test_nothing_known() -> None:
    assert judge(json.dumps({"dependencies": [CLEAN, OWN], "fixes": []}), "") == (
        0, "audit: nothing is known against 1 packages",
    )  # fmt: skip


def test_a_weakness_fails_and_is_named() -> None:
    code, words = judge(json.dumps({"dependencies": [CLEAN, WEAK, OWN], "fixes": []}), "Found 1 known vulnerability")
    assert code == 1
    assert "two 2.0: PYSEC-1, mended in 2.1" in words


def test_without_an_answer_it_is_skipped_and_that_is_said() -> None:
    for output in ("", "<html>", "[]", "{}"):
        code, words = judge(output, "ConnectionError: no route")
        assert code == 0 and "skipped" in words and "ConnectionError" in words
