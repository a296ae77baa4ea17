"""Where the bench puts files whose disk matters."""

from pathlib import Path

VAR = Path(__file__).parents[1] / "var"  # on the disk that the project is on; /tmp is often none


def disk() -> Path | None:
    """A folder for everybody on a disk, for a database that runs as another user."""
    folder = Path("/var/tmp")
    return folder if folder.is_dir() else None
