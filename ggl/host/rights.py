"""The rights of a connection: who it is, and what it may ask. The carrier knows them from the secret of its link."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ggl.host.answers import Hello, Who
from ggl.host.errors import HostError
from ggl.host.messages import VERSION
from ggl.host.requests import SayHello, kind_of
from ggl.version import __version__


@dataclass(frozen=True)
class Rights:
    """The owner may ask everything; who holds a seat, or watches, only of one table."""

    who: Who
    table: str = ""
    seat: str = ""


OWNER = Rights("owner")


def greeted(asked: SayHello, rights: Rights, can: tuple[str, ...], folder: str) -> Hello:
    """The answer to `hello`. Raises `HostError` for another version."""
    if asked.version != VERSION:
        raise HostError("invalid", f"this server uses version {VERSION} of the messages, not {asked.version}; reload the page")
    return Hello(VERSION, __version__, rights.who, rights.table, rights.seat, can, folder if rights.who == "owner" else "")


_RANK: dict[Who, int] = {"watch": 0, "seat": 1, "owner": 2}


def check_rights(rights: Rights, asked: Any) -> None:
    """Raises `HostError` for a request without the right to it."""
    kind = kind_of(asked)
    if rights.who == "owner":
        return
    if _RANK[rights.who] < _RANK[kind.who]:
        needs = "the person who opened the table" if kind.who == "owner" else "a person who plays at it"
        raise HostError("forbidden", f"`{kind.do}` is for {needs}")
    if getattr(asked, "table", rights.table) != rights.table:
        raise HostError("forbidden", "this link is for another table")
