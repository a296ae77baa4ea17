"""Who is asking: guests known by a signed cookie, and the token that shows a form came from our page."""

import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace

from itsdangerous import BadSignature, URLSafeSerializer

from rolltop.games.words import _

COOKIE = "rolltop"
HOST_COOKIE = "__Host-rolltop"  #: over https: browsers take it from this very host only, so nobody else can plant one
YEAR = 365 * 24 * 3600
KNOWN = 5000  #: guests whose cookies need not be read again
TOKEN = 16  #: bytes of a form token, and of its mask


@dataclass(frozen=True)
class Guest:
    """A person by cookie. `guard` asks for a second tap before choices that cannot be taken back."""

    id: str
    name: str
    guard: bool = True
    known: bool = True  # False: the cookie is being given with this answer

    def renamed(self, name: str) -> "Guest":
        """The same guest under another name."""
        return replace(self, name=name)


class Guests:
    """Makes cookies, form tokens and seat links with the first of the server's keys, and reads those of all keys."""

    def __init__(self, keys: Sequence[bytes]) -> None:
        self._keys = keys
        newest_last = list(reversed(keys))
        self._cookies = URLSafeSerializer(newest_last, salt="guest")
        self._known: dict[str, Guest] = {}  # by cookie: those who were here lately
        self._links = URLSafeSerializer(newest_last, salt="seat")

    def new(self) -> Guest:
        """Somebody who was never here."""
        guest_id = secrets.token_hex(16)
        return Guest(guest_id, _("Guest %(number)s") % {"number": int(guest_id[:4], 16) % 900 + 100}, known=False)

    def read(self, cookie: str | None) -> Guest:
        """The guest of a cookie; a new one if it is missing or not ours."""
        if known := self._known.get(cookie or ""):
            return known
        try:
            guest_id, name, guard = self._cookies.loads(cookie or "")
            guest = Guest(str(guest_id), str(name), bool(guard))
        except (BadSignature, ValueError, TypeError):
            return self.new()
        if cookie == self.write(guest):  # not those of an older key
            if len(self._known) >= KNOWN:
                self._known.clear()
            self._known[cookie] = guest
        return guest

    def is_old(self, cookie: str | None, guest: Guest) -> bool:
        """Was a guest's cookie signed with an older key?"""
        return guest.known and cookie not in self._known and cookie != self.write(guest)

    def write(self, guest: Guest) -> str:
        """The cookie of a guest."""
        return str(self._cookies.dumps([guest.id, guest.name, guest.guard]))

    def form_token(self, guest: Guest) -> str:
        """What a form on this guest's page carries; masked, so that compressed pages do not tell it by their size."""
        mask = secrets.token_bytes(TOKEN)
        return mask.hex() + masked(self._form_mark(self._keys[0], guest), mask).hex()

    def is_own_form(self, guest: Guest, token: str) -> bool:
        """Does the form come from a page that this guest got from us?"""
        try:
            sent = bytes.fromhex(token)
        except ValueError:
            return False
        mark = masked(sent[TOKEN:], sent[:TOKEN])
        return guest.known and any(hmac.compare_digest(self._form_mark(key, guest), mark) for key in self._keys)

    def seat_link(self, table: str, seat: int, holder: str) -> str:
        """A token that moves a seat to another device; it is void once the seat has moved."""
        return str(self._links.dumps([table, seat, self._mark(self._keys[0], holder), secrets.token_hex(4)]))

    def read_seat_link(self, token: str, table: str, holders: list[str]) -> int | None:
        """The seat a link token is for; None if it is not ours, for another table, or void."""
        try:
            for_table, seat, mark, _salt = self._links.loads(token)
        except (BadSignature, ValueError, TypeError):
            return None
        if for_table != table or not isinstance(seat, int) or not 0 <= seat < len(holders):
            return None
        marks = [self._mark(key, holders[seat]) for key in self._keys]
        return seat if holders[seat] and mark in marks else None

    @staticmethod
    def _form_mark(key: bytes, guest: Guest) -> bytes:
        return hmac.digest(key, f"form:{guest.id}".encode(), "sha256")[:TOKEN]

    @staticmethod
    def _mark(key: bytes, holder: str) -> str:
        return hmac.digest(key, f"holder:{holder}".encode(), "sha256")[:12].hex()


def masked(text: bytes, mask: bytes) -> bytes:
    """The one by the other, bit by bit."""
    return bytes(one ^ other for one, other in zip(text, mask, strict=False))
