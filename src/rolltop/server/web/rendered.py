"""Pages that were just made, kept for who asks next for the same: a player's script and stream, all who look on."""

import secrets
from collections import OrderedDict
from collections.abc import Callable, Hashable

KEPT = 256
HOLE = secrets.token_hex(32)  #: stands in a kept page where the token of its reader's forms belongs


class Rendered:
    """The pages that were asked for last, each with a hole for the token."""

    def __init__(self) -> None:
        self._pages: OrderedDict[Hashable, str] = OrderedDict()

    def page(self, key: Hashable, make: Callable[[], str]) -> str:
        """The page of a key, which says all that it depends on; made if it is not there."""
        page = self._pages.get(key)
        if page is None:
            page = self._pages[key] = make()
            if len(self._pages) > KEPT:
                self._pages.popitem(last=False)
        else:
            self._pages.move_to_end(key)
        return page


def filled(page: str, token: str) -> str:
    """A page for its reader."""
    return page.replace(HOLE, token)
