"""A real nginx, with the site that docs/deployment gives."""

import contextlib
import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from tests.server.test_kill import free_port

CONFIGURATION = Path(__file__).parents[2] / "docs/deployment/nginx.conf"
AROUND = """
{user}
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{site}
}}
"""


def find() -> str | None:
    """The program, if it is installed."""
    return shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")


def site(upstream: str, port: int) -> str:
    """The site of the documentation, without the parts that need a name and a certificate."""
    text = CONFIGURATION.read_text()
    text = re.sub(r"server \{\n    listen 80;.*?\n\}\n", "", text, flags=re.S)
    text = re.sub(r"    (listen \[::\]|server_name|ssl_certificate).*\n", "", text)
    text = text.replace("listen 443 ssl http2", f"listen 127.0.0.1:{port}")
    return text.replace("unix:/run/rolltop.sock", upstream)


@contextlib.contextmanager
def running_proxy(folder: Path, upstream: str) -> Iterator[str]:
    """An nginx in front of ``unix:PATH`` or ``HOST:PORT``: its address."""
    program, port, conf = find(), free_port(), folder / "nginx.conf"
    assert program is not None
    user = "user root;" if os.geteuid() == 0 else ""  # who may come by a Unix socket is who made it
    conf.write_text(AROUND.format(user=user, folder=folder, site=site(upstream, port)))
    proxy = subprocess.Popen([program, "-c", str(conf)], stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + 20
        while not is_answered(port):
            assert proxy.poll() is None and time.monotonic() < until, (folder / "error.log").read_text()
            time.sleep(0.02)
        yield f"http://127.0.0.1:{port}"
    finally:
        proxy.terminate()
        proxy.wait()


def is_answered(port: int) -> bool:
    """Does somebody listen there?"""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
