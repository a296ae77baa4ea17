"""Who asks: programs show a bearer token, of which only the SHA-256 is kept. Cookies count for nothing here."""

import asyncio
import contextlib
import hashlib
import secrets
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request, Security
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from rolltop.games.errors import BadOption
from rolltop.games.words import N_, _
from rolltop.server.api.problems import Refusal
from rolltop.server.hall.tables import NotAllowed, Tables
from rolltop.server.storage.store import Store, StoreError, Token

PREFIX = "rt_"
ACCOUNT = "account"  #: the scope of a token for all that its guest may do
PLAY, WATCH = "play", "watch"
MOST_TOKENS = 50  #: of one guest
LABEL_LENGTH = 40
SHOWN = 16  #: hexadecimal digits of a token's SHA-256 that name it among those of its guest
NOTED_EVERY = 600.0  #: seconds after which it is noted again that a token is used

scheme = HTTPBearer(auto_error=False, description="A token of `POST /tokens`, or made on the settings page.")


@dataclass(frozen=True)
class Bearer:
    """Somebody's program."""

    token: Token

    @property
    def guest(self) -> str:
        """The guest in whose name it asks."""
        return self.token.guest

    def check(self, table_id: str | None = None, *, play: bool = False) -> None:
        """Raise Refusal unless it may look at, or with `play` act at, this table (None: anywhere)."""
        if self.token.scope not in (ACCOUNT, table_id):
            raise Refusal(403, "scope", _("This token is for one table only, another one."))
        if play and self.token.may != PLAY:
            raise Refusal(403, "scope", _("This token is for watching only."))


def digest_of(text: str) -> str:
    """The id under which a token is kept."""
    return hashlib.sha256(text.encode()).hexdigest()


def short(token: Token) -> str:
    """The name of a token in addresses and lists: it does not help anybody to use it."""
    return token.id[:SHOWN]


def make(store: Store, guest: str, name: str, label: str, scope: str, may: str) -> tuple[str, Token]:
    """A new token as it is shown once, and as it is kept. Raises BadOption, or NotAllowed if the guest has too many."""
    now, label = time.time(), " ".join(label.split())
    if len(label) > LABEL_LENGTH or not label.isprintable():
        raise BadOption(N_("a program's name: expected up to %(most)s printable characters"), most=LABEL_LENGTH)
    if len(store.tokens_of(guest)) >= MOST_TOKENS:
        raise NotAllowed(N_("You have %(most)s tokens; revoke one before you make another."), most=MOST_TOKENS)
    text = PREFIX + secrets.token_urlsafe(32)
    token = Token(digest_of(text), guest, name, label, scope, may, now)
    store.add_token(token)
    return text, token


@dataclass(eq=False)
class Watch:
    """An open stream of a token at a table."""

    token: Token
    table: str
    revoked: bool = False


class Revocations:
    """Lets open streams of a token end when it is revoked in this process; elsewhere they look from time to time."""

    def __init__(self) -> None:
        self._watches: set[Watch] = set()

    @contextlib.contextmanager
    def watch(self, token: Token, table: str) -> Iterator[Watch]:
        """While a stream is open."""
        watch = Watch(token, table)
        self._watches.add(watch)
        try:
            yield watch
        finally:
            self._watches.discard(watch)

    async def revoke(self, tables: Tables, guest: str, token_id: str) -> bool:
        """Forget a token of a guest for good; was it there still?"""
        gone = await asyncio.to_thread(tables.store.remove_token, guest, token_id)
        for watch in [each for each in self._watches if each.token.id == token_id]:
            watch.revoked = True
            tables.wake(watch.table)
        return gone


def is_valid(token: Token | None) -> bool:
    """Is it known, and not out of date?"""
    return token is not None and (token.expires is None or token.expires > time.time())


def unknown(detail: str, error: str = "") -> Refusal:
    """The answer to who shows no token, or a wrong one."""
    challenge = 'Bearer realm="rolltop"' + (f', error="{error}"' if error else "")
    return Refusal(401, "token", detail, {"www-authenticate": challenge})


async def bearer_of(
    request: Request, shown: Annotated[HTTPAuthorizationCredentials | None, Security(scheme)]
) -> Bearer:
    """Whose token is shown. Raises Refusal."""
    if shown is None:
        raise unknown(_("Show a token: Authorization: Bearer rt_...; POST /api/v1/tokens makes one."))
    store: Store = request.app.state.house.tables.store
    token = await asyncio.to_thread(store.token, digest_of(shown.credentials))
    if token is None or not is_valid(token):
        raise unknown(_("This token is unknown, revoked or out of date."), "invalid_token")
    if token.used is None or token.used < time.time() - NOTED_EVERY:
        with contextlib.suppress(StoreError):
            await asyncio.to_thread(store.use_token, token.id, time.time())
    return Bearer(token)


async def any_bearer_of(
    request: Request, shown: Annotated[HTTPAuthorizationCredentials | None, Security(scheme)]
) -> Bearer | None:
    """Whose token is shown, if one is. Raises Refusal for a wrong one."""
    return None if shown is None and "authorization" not in request.headers else await bearer_of(request, shown)


BearerOf = Annotated[Bearer, Depends(bearer_of)]
AnyBearerOf = Annotated[Bearer | None, Depends(any_bearer_of)]
