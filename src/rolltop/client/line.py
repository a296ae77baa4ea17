"""The line to a server: requests that are repeated until they are answered, and streams that go on where they broke."""

import json
import random
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from rolltop.client.errors import ClientError, Unreachable, error_of

try:
    import httpx
except ImportError:
    raise ClientError("the client needs httpx: pip install 'rolltop[client]'") from None

PATH = "/api/v1"
TIMEOUT = 15.0  #: seconds for an answer
SILENCE = 40.0  #: seconds without a sign of life after which a stream is taken for dead; the server sends one every 15
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 8.0  #: seconds before another try; each pause is about twice the one before
AGAIN = (429, 502, 503, 504)  #: statuses after which the same request may succeed


class Line:
    """A connection to the API that mends itself.

    Every request may be sent twice: moves carry an idempotency key, and the others do nothing again.
    `patience` is for how many seconds a server that does not answer is asked again.
    """

    def __init__(self, url: str, token: str | None, patience: float) -> None:
        self.url = url.rstrip("/")
        self.token = token
        self._patience = patience
        self._http = httpx.Client(timeout=TIMEOUT)

    def close(self) -> None:
        """Hang up."""
        self._http.close()

    def _headers(self, **more: str) -> dict[str, str]:
        return {**({"authorization": f"Bearer {self.token}"} if self.token else {}), **more}

    def ask(self, method: str, path: str, body: Mapping[str, Any] | None = None, key: str | None = None) -> Any:
        """The answer to a request, as plain data or text. Raises what `error_of` makes of a refusal, or Unreachable."""
        headers = self._headers(**({"idempotency-key": key} if key else {}))
        tries = Tries(self._patience)
        while True:
            try:
                answer = self._http.request(method, self.url + PATH + path, json=body, headers=headers)
                if answer.status_code not in AGAIN:
                    break
                tries.pause(answer.headers.get("retry-after"), f"HTTP status {answer.status_code}")
            except httpx.TransportError as error:
                tries.pause(None, str(error) or type(error).__name__)
        if not answer.is_success:
            raise refusal(answer)
        return answer.json() if "json" in answer.headers.get("content-type", "") else answer.text

    def follow(self, path: str, after: int) -> Iterator[dict[str, Any]]:
        """Each event of a stream after number `after`, once; ends when the server says that no more will come.

        Raises as `ask`.
        """
        tries = Tries(self._patience)
        headers = self._headers(accept="application/x-ndjson")
        timeout = httpx.Timeout(TIMEOUT, read=SILENCE)
        while True:
            why, retry_after = "the stream ended", None
            try:
                with self._http.stream(
                    "GET", self.url + PATH + path, params={"after": after}, headers=headers, timeout=timeout
                ) as answer:
                    if answer.status_code == 204:
                        return
                    if answer.is_error:
                        answer.read()
                        if answer.status_code not in AGAIN:
                            raise refusal(answer)
                        why, retry_after = f"HTTP status {answer.status_code}", answer.headers.get("retry-after")
                    for line in answer.iter_lines() if answer.is_success else ():
                        tries = Tries(self._patience)
                        if line:
                            event = json.loads(line)
                            after = event["event"]
                            yield event
            except (httpx.TransportError, json.JSONDecodeError) as error:
                why = str(error) or type(error).__name__
            tries.pause(retry_after, why)


class Tries:
    """Longer and longer pauses, until patience is at its end."""

    def __init__(self, patience: float) -> None:
        self._until = time.monotonic() + patience
        self._pause = FIRST_PAUSE

    def pause(self, retry_after: str | None, why: str) -> None:
        """Wait before another try: as long as the server says. Raises Unreachable if that would be too long."""
        pause = self._pause * random.uniform(0.5, 1.0)
        with suppress(ValueError):
            pause = max(pause, float(retry_after or 0))
        if time.monotonic() + pause > self._until:
            raise Unreachable("the server does not answer: %(why)s", why=why)
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        time.sleep(pause)


def refusal(answer: httpx.Response) -> Exception:
    """The error that stands for an answer."""
    try:
        problem = answer.json()
    except ValueError:
        problem = None
    return error_of(answer.status_code, problem if isinstance(problem, dict) else {"title": answer.reason_phrase})
