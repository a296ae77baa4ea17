"""Who is asking: guests known by a signed cookie, and the token that shows a form came from our page."""

import hmac
import secrets
from dataclasses import dataclass, replace

from itsdangerous import BadSignature, URLSafeSerializer

from rolltop.games.words import _

COOKIE = "rolltop"
YEAR = 365 * 24 * 3600


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
    """Makes and reads cookies and form tokens, with the server's key."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._cookies = URLSafeSerializer(key, salt="guest")
        self._links = URLSafeSerializer(key, salt="seat")

    def new(self) -> Guest:
        """Somebody who was never here."""
        guest_id = secrets.token_hex(16)
        return Guest(guest_id, _("Guest %(number)s") % {"number": int(guest_id[:4], 16) % 900 + 100}, known=False)

    def read(self, cookie: str | None) -> Guest:
        """The guest of a cookie; a new one if it is missing or not ours."""
        try:
            guest_id, name, guard = self._cookies.loads(cookie or "")
            return Guest(str(guest_id), str(name), bool(guard))
        except (BadSignature, ValueError, TypeError):
            return self.new()

    def write(self, guest: Guest) -> str:
        """The cookie of a guest."""
        return str(self._cookies.dumps([guest.id, guest.name, guest.guard]))

    def form_token(self, guest: Guest) -> str:
        """What a form on this guest's page carries."""
        return hmac.digest(self._key, f"form:{guest.id}".encode(), "sha256")[:16].hex()

    def is_own_form(self, guest: Guest, token: str) -> bool:
        """Does the form come from a page that this guest got from us?"""
        return guest.known and hmac.compare_digest(self.form_token(guest).encode(), token.encode())

    def seat_link(self, table: str, seat: int, holder: str) -> str:
        """A token that moves a seat to another device; it is void once the seat has moved."""
        return str(self._links.dumps([table, seat, self._mark(holder)]))

    def read_seat_link(self, token: str, table: str, holders: list[str]) -> int | None:
        """The seat a link token is for; None if it is not ours, for another table, or void."""
        try:
            for_table, seat, mark = self._links.loads(token)
        except (BadSignature, ValueError, TypeError):
            return None
        if for_table != table or not isinstance(seat, int) or not 0 <= seat < len(holders):
            return None
        return seat if holders[seat] and self._mark(holders[seat]) == mark else None

    def _mark(self, holder: str) -> str:
        return hmac.digest(self._key, f"holder:{holder}".encode(), "sha256")[:12].hex()
