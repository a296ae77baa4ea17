"""Is something known against what is installed? ``python -m tests.audit`` has pip-audit ask a database of advisories.

Exit code 1 if there are any. Where the database cannot be reached that is said, and nothing has failed.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

SECONDS = 180  #: for all
EACH = 5  #: for one question
ACCEPTED: dict[str, str] = {}  #: advisories that do not concern us, with the reason why
ASK = [
    sys.executable, "-m", "pip_audit", "--local", "--skip-editable", "--vulnerability-service", "osv",
    "--format", "json", "--progress-spinner", "off", "--timeout", str(EACH),
]  # fmt: skip


def findings(report: dict[str, Any]) -> Iterator[str]:
    """A line for each weakness in a report of pip-audit."""
    for package in report["dependencies"]:
        for found in package.get("vulns", []):
            if not {found["id"], *found.get("aliases", [])} & set(ACCEPTED):
                fixed = ", ".join(found.get("fix_versions", [])) or "no version yet"
                yield f"{package['name']} {package['version']}: {found['id']}, mended in {fixed}"


def judge(output: str, complaint: str) -> tuple[int, str]:
    """The exit code and what to say, of pip-audit's output and of the last line of its complaint."""
    try:
        report = json.loads(output)
        lines = list(findings(report))
    except (ValueError, KeyError, TypeError):
        why = complaint.partition(": ")[0][:100] or "no answer"
        return 0, f"audit: skipped, no database of advisories can be asked: {why}"
    if lines:
        return 1, "audit: known weaknesses\n" + "\n".join(f"  {line}" for line in lines)
    asked = sum("vulns" in package for package in report["dependencies"])
    return 0, f"audit: nothing is known against {asked} packages"


def main() -> int:
    """Ask, and say what came out."""
    try:
        done = subprocess.run(ASK, capture_output=True, text=True, timeout=SECONDS)
        code, words = judge(done.stdout, (done.stderr.strip().splitlines() or [""])[-1])
    except subprocess.TimeoutExpired:
        code, words = judge("", f"no answer within {SECONDS} s")
    print(words)
    return code


if __name__ == "__main__":
    raise SystemExit(main())
