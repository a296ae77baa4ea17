"""The errors a user of the games can meet. Each says what was wrong, where, and what was expected.

They carry a gettext message and its values apart, so that the web table can say them in the player's language.
"""

from typing import Any


class RolltopError(ValueError):
    """Anything asked of Rolltop that it must refuse; nothing was changed."""

    code = "refused"

    def __init__(self, message: str, **values: Any) -> None:
        super().__init__(message % values if values else message)
        self.message = message
        self.values = values


class IllegalMove(RolltopError):
    """The action is not legal in this position, or its text names no action."""

    code = "illegal"


class StaleMove(RolltopError):
    """The position has moved on since the action was decided."""

    code = "stale"


class NotYourTurn(RolltopError):
    """Somebody else is to choose, or nobody."""

    code = "turn"


class BadEdition(RolltopError):
    """An edition file that cannot be used."""

    code = "edition"


class BadOption(RolltopError):
    """An option, player count or name that the game does not offer."""

    code = "option"


class BadRecord(RolltopError):
    """A game record that cannot be read or replayed."""

    code = "record"


class CannotUndo(RolltopError):
    """The undo policy forbids taking this back."""

    code = "undo"
