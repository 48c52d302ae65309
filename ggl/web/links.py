"""Secrets: identifies visitors by their links.

All secrets derive from one key for each workshop folder, so links need no list and survive a restart after a crash. A server
that ends normally deletes the key: links are valid for one session.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import re
import secrets
from pathlib import Path

from ggl import writing
from ggl.host.rights import OWNER, Rights
from ggl.play.storage import state_folder
from ggl.play.values import SEATS

_TOKEN = re.compile(r"([0-9a-f]{16})\.([a-z]{1,12})\.([A-Za-z0-9_-]{32})")
_KEY = re.compile(rb"[0-9a-f]{64}")
WATCH = "watch"


class Secrets:
    def __init__(self, folder: Path) -> None:
        name = hashlib.sha256(str(folder.resolve()).encode("utf-8", "surrogateescape")).hexdigest()[:16]
        self._file = state_folder() / "workshops" / f"{name}.key"
        self._key = self._kept() or secrets.token_hex(32).encode()
        with contextlib.suppress(OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            writing.replace(self._file, self._key, private=True)

    def _kept(self) -> bytes | None:
        try:
            key = self._file.read_bytes()
        except OSError:
            return None
        return key if _KEY.fullmatch(key) else None

    def _mac(self, what: str) -> str:
        digest = hmac.new(self._key, what.encode(), hashlib.sha256).hexdigest()
        return digest[:32]

    def owner(self) -> str:
        return self._mac("owner")

    def seat(self, table: str, seat: str) -> str:
        """The secret of a seat; that of `WATCH` only allows watching."""
        return f"{table}.{seat}.{self._mac(f'{table}.{seat}')}"

    def rights(self, secret: str) -> Rights | None:
        """The rights that a secret gives; None for an invalid one."""
        if not secret.isascii():
            return None
        if hmac.compare_digest(secret, self.owner()):
            return OWNER
        found = _TOKEN.fullmatch(secret)
        if found is None or (found[2] != WATCH and found[2] not in SEATS):
            return None
        if not hmac.compare_digest(secret, self.seat(found[1], found[2])):
            return None
        return Rights("watch", found[1]) if found[2] == WATCH else Rights("seat", found[1], found[2])

    def forget(self) -> None:
        """End the session: no link is valid any more."""
        with contextlib.suppress(OSError):
            self._file.unlink()
