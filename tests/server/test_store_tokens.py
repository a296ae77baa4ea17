"""Tokens of programs are kept by their SHA-256, each with its guest."""

import asyncio
from dataclasses import replace
from pathlib import Path

from rolltop.server.storage.store import Store, Token

ID = "5e" * 32
TOKEN = Token(ID, "guest-1", "Ann", "my bot", "account", "play", 1.5)


def test_tokens_are_kept_used_and_forgotten(tmp_path: Path) -> None:
    async def run() -> None:
        async with Store.open(f"sqlite:///{tmp_path / 'rolltop.sqlite3'}") as store:
            newer = replace(TOKEN, id="6f" * 32, scope="table-1", may="watch", created=2.5, expires=9.0)
            for token in (TOKEN, newer, replace(TOKEN, id="70" * 32, guest="guest-2")):
                store.add_token(token)
            assert store.token(ID) == TOKEN
            assert store.tokens_of("guest-1") == [newer, TOKEN]
            store.use_token(ID, 7.25)
            assert store.token(ID) == replace(TOKEN, used=7.25)
            assert not store.remove_token("guest-2", ID), "it is another guest's"
            assert store.remove_token("guest-1", ID)
            assert not store.remove_token("guest-1", ID)
            assert store.token(ID) is None
            assert store.tokens_of("guest-1") == [newer]

    asyncio.run(run())
