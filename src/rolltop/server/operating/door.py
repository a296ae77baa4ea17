"""Who may see the operator's pages: who comes first with the link that the server printed, or knows the token."""

import hmac
import os
import secrets
import time
from collections import deque

from itsdangerous import BadSignature, URLSafeTimedSerializer

from rolltop.games.errors import RolltopError
from rolltop.games.words import N_

VARIABLE = "ROLLTOP_ADMIN_TOKEN"
SHORTEST = 16  #: characters of a token
COOKIE = "rolltop_admin"
HOUR = 3600  #: seconds for which one is let in
TRIES, IN = 10, 60.0  #: wrong ones that are heard from an address, in so many seconds
ADDRESSES = 1000  #: of which the tries are counted


class Door:
    """To the operator's pages. An invitation lets in once; the token, at any time."""

    def __init__(self, key: bytes, invitation: str, token: str) -> None:
        self.takes_token = bool(token)
        self._invitation = invitation.encode()
        self._token = token.encode()
        mark = hmac.digest(key, b"admin:" + self._token + b":" + self._invitation, "sha256")
        self._cookies = URLSafeTimedSerializer(mark, salt="admin")  # another token: nobody is in any more
        self._mark = mark
        self._wrong: dict[str, deque[float]] = {}

    def is_shut(self, address: str) -> bool:
        """Have so many wrong ones come from this address that nobody is heard from there for a while?"""
        wrong = self._wrong.get(address)
        return wrong is not None and len(wrong) == TRIES and time.monotonic() - wrong[0] < IN

    def enter(self, secret: str, address: str) -> str | None:
        """A session for who knows the token or has the invitation; None for others, and while the door is shut."""
        if self.is_shut(address):
            return None
        given = secret.encode()
        invited = bool(self._invitation) and hmac.compare_digest(given, self._invitation)
        known = bool(self._token) and hmac.compare_digest(given, self._token)
        if not (invited or known):
            if len(self._wrong) > ADDRESSES:
                self._wrong.clear()
            self._wrong.setdefault(address, deque(maxlen=TRIES)).append(time.monotonic())
            return None
        if invited:
            self._invitation = b""
        return secrets.token_hex(16)

    def cookie(self, session: str) -> str:
        """What the browser keeps."""
        return str(self._cookies.dumps(session))

    def session(self, cookie: str) -> str | None:
        """The session of a cookie; None if it is not ours or too old."""
        try:
            return str(self._cookies.loads(cookie, max_age=HOUR))
        except BadSignature:
            return None

    def form_token(self, session: str) -> str:
        """What the forms of a session carry."""
        return hmac.digest(self._mark, f"form:{session}".encode(), "sha256")[:16].hex()

    def is_own_form(self, session: str, token: str) -> bool:
        """Does a form come from a page of this session?"""
        return hmac.compare_digest(self.form_token(session).encode(), token.encode())


def door(key: bytes, invitation: str | None) -> Door | None:
    """The door, if there is one: None says that nobody was invited. Raises RolltopError if the token is weak."""
    token = os.environ.get(VARIABLE, "")
    if token and len(token) < SHORTEST:
        raise RolltopError(
            N_("%(name)s has %(found)s characters, expected at least %(least)s"),
            name=VARIABLE, found=len(token), least=SHORTEST,
        )  # fmt: skip
    return Door(key, invitation or "", token) if token or invitation else None
