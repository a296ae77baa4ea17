"""What systemd is told of the state of the service, where it has started us (`Type=notify`)."""

import contextlib
import os
import socket


def notify(state: str) -> None:
    """Send a line such as ``READY=1``; nothing happens where nobody listens. See sd_notify(3)."""
    name = os.environ.get("NOTIFY_SOCKET", "")
    if name:
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
            out.sendto(state.encode(), f"\0{name[1:]}" if name.startswith("@") else name)
