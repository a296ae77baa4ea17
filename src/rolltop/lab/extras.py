"""Packages that only some commands need."""

from importlib.util import find_spec

from rolltop.games.errors import RolltopError
from rolltop.games.words import N_


class MissingExtra(RolltopError):
    """A package is not installed that comes with an extra of Rolltop."""

    code = "extra"


def needs(extra: str, *packages: str) -> None:
    """Raise MissingExtra if any of these packages is missing."""
    for package in packages:
        if find_spec(package) is None:
            raise MissingExtra(
                N_("this needs %(package)s: pip install 'rolltop[%(extra)s]'"), package=package, extra=extra
            )
